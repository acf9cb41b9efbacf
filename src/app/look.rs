//! How a screen is drawn: theme, colours and characters, from preferences and terminal.

use super::config::{Config, Slow, ThemeChoice};
use super::terminal::probe::{self, Answers, Brightness};
use crate::widgets::{Depth, Edges, Glyphs, Theme};

/// How a screen is drawn.
#[derive(Clone, Debug)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// The name of the theme.
    pub theme_name: &'static str,
    /// The characters.
    pub glyphs: Glyphs,
    /// How many colours.
    pub depth: Depth,
}

fn edges_of(config: &Config) -> Edges {
    match config.slow {
        Slow::No => Edges::Eighths,
        Slow::Yes => Edges::Whole,
    }
}

/// The theme that every build has.
const DARK: &str = "dark";
const LIGHT: &str = "light";

impl Look {
    /// Decides by preferences, environment and what the terminal has answered.
    pub fn of_terminal(
        config: &Config,
        answers: Answers,
        env: &dyn Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Self> {
        let mut depth = probe::depth(config.color, env);
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
        // A block element that fills two cells would break every line; braille never does.
        let wide = answers.column.is_some_and(|column| column > 2);
        let usable = probe::is_utf8(env) && !wide;
        let glyphs = match config.glyphs {
            Some(glyphs) => glyphs,
            None if usable => Glyphs::Braille,
            None => Glyphs::Ascii,
        };
        Self::new(name, depth, glyphs, edges_of(config))
    }

    /// Decides for a picture: dark and in full colour where nothing else is said.
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
            glyphs,
            depth,
        })
    }

    /// Returns the same for a terminal that has become dark or light.
    pub fn with_brightness(&self, brightness: Brightness) -> anyhow::Result<Self> {
        let name = match brightness {
            Brightness::Dark => DARK,
            Brightness::Light => LIGHT,
        };
        Self::new(name, self.depth, self.glyphs, self.theme.edges())
    }

    /// Returns the same in the opposite brightness.
    pub fn toggled(&self) -> anyhow::Result<Self> {
        let name = if self.theme_name == LIGHT {
            DARK
        } else {
            LIGHT
        };
        Self::new(name, self.depth, self.glyphs, self.theme.edges())
    }
}
