//! How a screen is drawn: theme, colours and characters, from preferences and terminal.

use super::config::{Config, Slow, ThemeChoice};
use super::terminal::probe::{self, Answers, Brightness};
use crate::widgets::{Depth, Glyphs, Theme};

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
        Self::new(name, depth, glyphs)
    }

    /// Decides for a picture: dark and in full colour where nothing else is said.
    pub fn of_picture(config: &Config, depth: Depth) -> anyhow::Result<Self> {
        let name = match config.theme {
            ThemeChoice::Named(name) => name,
            ThemeChoice::Auto => DARK,
        };
        Self::new(name, depth, config.glyphs.unwrap_or(Glyphs::Braille))
    }

    fn new(theme_name: &'static str, depth: Depth, glyphs: Glyphs) -> anyhow::Result<Self> {
        Ok(Self {
            theme: Theme::built_in(theme_name, depth)?,
            theme_name,
            glyphs,
            depth,
        })
    }

    /// Returns the same in the opposite brightness.
    pub fn toggled(&self) -> anyhow::Result<Self> {
        let name = if self.theme_name == LIGHT {
            DARK
        } else {
            LIGHT
        };
        Self::new(name, self.depth, self.glyphs)
    }
}
