//! How a screen is drawn: theme, colours and characters, from the preferences and the terminal.

use super::config::{ColorChoice, Config, Slow, ThemeChoice};
use super::terminal::probe::{self, Answers, Brightness};
use crate::widgets::{Depth, Edges, Glyphs, Theme};

/// How a screen is drawn.
#[derive(Clone, Debug)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// The name of the theme.
    pub theme_name: &'static str,
    /// The name of the theme at the start.
    chosen: &'static str,
    /// The characters.
    pub glyphs: Glyphs,
    /// The number of colours.
    pub depth: Depth,
}

fn edges_of(config: &Config) -> Edges {
    match config.slow {
        Slow::No => Edges::Eighths,
        Slow::Yes => Edges::Whole,
    }
}

/// The theme for dark terminals, and for pictures.
const DARK: &str = "dark";
const LIGHT: &str = "light";

impl Look {
    /// Decides by the preferences, the environment and the answers of the terminal.
    pub fn of_terminal(
        config: &Config,
        answers: Answers,
        env: &dyn Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Self> {
        let mut depth = probe::depth(config.color, env);
        // The answer of the terminal counts, because over SSH the environment does not tell what it can do.
        let is_asked = matches!(config.color, ColorChoice::Auto | ColorChoice::Always);
        if is_asked && answers.truecolor && depth > Depth::Mono {
            depth = Depth::True;
        }
        if config.slow == Slow::Yes && depth == Depth::True {
            depth = Depth::Indexed;
        }
        let name = match config.theme {
            ThemeChoice::Named(name) => name,
            ThemeChoice::Auto => match probe::brightness(answers.background, env) {
                Brightness::Dark => DARK,
                Brightness::Light => LIGHT,
            },
        };
        // Block elements that are two cells wide would break every line; braille never is.
        let wide = answers.column.is_some_and(|column| column > 2);
        // The fonts of the Linux console lack most of the characters.
        let is_console = env("TERM").is_some_and(|term| term == "linux");
        let usable = probe::is_utf8(env) && !wide && !is_console;
        let glyphs = match config.glyphs {
            Some(glyphs) => glyphs,
            None if usable => Glyphs::Braille,
            None => Glyphs::Ascii,
        };
        Self::new(name, depth, glyphs, edges_of(config))
    }

    /// Decides for a picture: dark by default.
    pub fn of_picture(config: &Config, depth: Depth) -> anyhow::Result<Self> {
        let name = match config.theme {
            ThemeChoice::Named(name) => name,
            ThemeChoice::Auto => DARK,
        };
        let glyphs = config.glyphs.unwrap_or(Glyphs::Braille);
        let depth = match config.slow {
            Slow::Yes if depth == Depth::True => Depth::Indexed,
            _ => depth,
        };
        Self::new(name, depth, glyphs, edges_of(config))
    }

    fn new(
        theme_name: &'static str,
        depth: Depth,
        glyphs: Glyphs,
        edges: Edges,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            theme: Theme::built_in(theme_name, depth)?.with_edges(edges),
            theme_name,
            chosen: theme_name,
            glyphs,
            depth,
        })
    }

    /// Returns the look after the terminal has become dark or light.
    pub fn with_brightness(&self, brightness: Brightness) -> anyhow::Result<Self> {
        let name = match brightness {
            Brightness::Dark => DARK,
            Brightness::Light => LIGHT,
        };
        Self::new(name, self.depth, self.glyphs, self.theme.edges())
    }

    /// Returns the look in the opposite brightness. If the theme at the start is neither the dark nor the
    /// light one, it comes third.
    pub fn toggled(&self) -> anyhow::Result<Self> {
        let is_other = ![LIGHT, DARK].contains(&self.chosen);
        let name = match self.theme_name {
            DARK if is_other => self.chosen,
            LIGHT => DARK,
            _ => LIGHT,
        };
        Ok(Self {
            chosen: self.chosen,
            ..Self::new(name, self.depth, self.glyphs, self.theme.edges())?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(config: &Config, answers: Answers, vars: &[(&str, &str)]) -> Look {
        let env = |name: &str| {
            let found = vars.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Look::of_terminal(config, answers, &env).expect("a built-in theme")
    }

    #[test]
    fn what_the_terminal_says_of_its_colours_counts() {
        let config = Config::default();
        let kept = Answers {
            truecolor: true,
            ..Answers::default()
        };
        let ssh = [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
        assert_eq!(
            look(&config, Answers::default(), &ssh).depth,
            Depth::Indexed
        );
        assert_eq!(look(&config, kept, &ssh).depth, Depth::True);
        let none = [("TERM", "xterm-256color"), ("NO_COLOR", "1")];
        assert_eq!(look(&config, kept, &none).depth, Depth::Mono);
        let fewer = Config {
            color: ColorChoice::Ansi256,
            ..Config::default()
        };
        assert_eq!(look(&fewer, kept, &ssh).depth, Depth::Indexed);
        let slow = Config {
            slow: Slow::Yes,
            ..Config::default()
        };
        let look = look(&slow, kept, &ssh);
        assert_eq!(
            (look.depth, look.theme.edges()),
            (Depth::Indexed, Edges::Whole)
        );
    }

    #[test]
    fn a_theme_that_is_neither_dark_nor_light_comes_back() {
        for (first, names) in [
            ("okabe", [LIGHT, DARK, "okabe"]),
            ("mono", [LIGHT, DARK, "mono"]),
            (DARK, [LIGHT, DARK, LIGHT]),
            (LIGHT, [DARK, LIGHT, DARK]),
        ] {
            let base = look(&Config::default(), Answers::default(), &[]);
            let edges = base.theme.edges();
            let mut look = Look::new(first, base.depth, base.glyphs, edges).expect("a theme");
            for name in names {
                look = look.toggled().expect("a theme");
                assert_eq!(look.theme_name, name);
            }
        }
    }

    #[test]
    fn the_console_has_ascii_unless_it_is_told_otherwise() {
        let console = [("TERM", "linux"), ("LANG", "C.UTF-8")];
        let asked = look(&Config::default(), Answers::default(), &console);
        assert_eq!(asked.glyphs, Glyphs::Ascii);
        let config = Config {
            glyphs: Some(Glyphs::Blocks),
            ..Config::default()
        };
        let told = look(&config, Answers::default(), &console);
        assert_eq!(told.glyphs, Glyphs::Blocks);
        let xterm = [("TERM", "xterm"), ("LANG", "C.UTF-8")];
        let xterm = look(&Config::default(), Answers::default(), &xterm);
        assert_eq!(xterm.glyphs, Glyphs::Braille);
    }

    #[test]
    fn the_theme_follows_the_terminal() {
        let dark = look(&Config::default(), Answers::default(), &[]);
        assert_eq!(dark.theme_name, DARK);
        let light = dark.with_brightness(Brightness::Light).expect("a theme");
        assert_eq!(light.theme_name, LIGHT);
        let wide = Answers {
            column: Some(3),
            ..Answers::default()
        };
        let look = look(&Config::default(), wide, &[("LANG", "ja_JP.UTF-8")]);
        assert_eq!(
            look.glyphs,
            Glyphs::Ascii,
            "blocks of two cells break lines"
        );
    }
}
