//! The configuration: built-in values, overridden by a TOML file, overridden by flags.
//!
//! The file is `perfetty/config.toml` below `$XDG_CONFIG_HOME` (`~/.config`). A mistake in it never keeps the
//! viewer from opening: what cannot be read is reported in [`Config::problems`], and the rest applies. The
//! file is never written.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use super::keymap::Keymap;
use crate::query::find::regex;
use crate::view::state::TimeFormat;
use crate::widgets::glyphs::Glyphs;
use crate::widgets::theme::BUILT_IN;

/// The names of all settings.
pub const KEYS: [&str; 8] = [
    "theme",
    "color",
    "glyphs",
    "time-format",
    "mouse",
    "slow",
    "pins",
    "keys",
];

/// Which colours to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// Dark or light, like the terminal.
    #[default]
    Auto,
    /// The built-in theme with this name.
    Named(&'static str),
}

impl ThemeChoice {
    /// Returns the choice with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "auto" {
            return Some(Self::Auto);
        }
        let mut themes = BUILT_IN.iter();
        let found = themes.find(|(known, _)| *known == name);
        found.map(|&(known, _)| Self::Named(known))
    }
}

/// How many colours to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// What the terminal and the environment say.
    #[default]
    Auto,
    /// Like `Auto`, but colours even if the output is not a terminal or `NO_COLOR` is set.
    Always,
    /// No colours.
    Never,
    /// 16 colours.
    Ansi16,
    /// 256 colours.
    Ansi256,
    /// Colours of 24 bits.
    Truecolor,
}

/// The user's preferences.
#[derive(Clone, Debug)]
pub struct Config {
    /// The key map.
    pub keymap: Keymap,
    /// Which colours to draw with.
    pub theme: ThemeChoice,
    /// How many colours to draw with.
    pub color: ColorChoice,
    /// Which characters to draw with; `None` lets the terminal decide.
    pub glyphs: Option<Glyphs>,
    /// How instants are written.
    pub time_format: TimeFormat,
    /// Patterns of paths of tracks that are pinned in every trace.
    pub pins: Vec<String>,
    /// Whether the mouse is captured at the start.
    pub mouse: bool,
    /// Whether to spare a slow link.
    pub slow: Slow,
    /// The errors, as text for the user.
    pub problems: Vec<String>,
}

/// Whether to spare a slow link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slow {
    /// Everything is drawn.
    #[default]
    No,
    /// 256 colours, edges of whole cells, no mouse.
    Yes,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            keymap: Keymap::built_in(),
            theme: ThemeChoice::default(),
            color: ColorChoice::default(),
            glyphs: None,
            time_format: TimeFormat::default(),
            pins: Vec::new(),
            mouse: true,
            slow: Slow::No,
            problems: Vec::new(),
        }
    }
}

impl Config {
    /// Returns the path of the configuration file.
    pub fn path() -> Option<PathBuf> {
        let dirs = etcetera::choose_base_strategy().ok()?;
        Some(dirs.config_dir().join("perfetty").join("config.toml"))
    }

    /// Reads the user's file; without one, returns the built-in values.
    pub fn load() -> Self {
        Self::path().map_or_else(Self::default, |path| Self::load_from(&path))
    }

    /// Reads a file.
    fn load_from(path: &Path) -> Self {
        /// The largest file that is read: nobody writes more by hand.
        const MAX_BYTES: u64 = 1 << 20;
        let mut config = Self::default();
        let name = path.display();
        match std::fs::metadata(path) {
            Ok(meta) if !meta.is_file() || meta.len() > MAX_BYTES => {
                config
                    .problems
                    .push(format!("{name}: not a configuration file"));
            }
            Ok(_) => match std::fs::read_to_string(path) {
                Ok(text) => config.apply_text(&text, &name.to_string()),
                Err(error) => config.problems.push(format!("{name}: {error}")),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => config.problems.push(format!("{name}: {error}")),
        }
        config
    }

    /// Applies the text of a file; `name` is for messages.
    pub fn apply_text(&mut self, text: &str, name: &str) {
        let table = match text.parse::<toml::Table>() {
            Ok(table) => table,
            Err(error) => {
                // If the file is not valid TOML, nothing of it applies, because its meaning is unclear.
                let before = error.span().and_then(|span| text.get(..span.start));
                let line = before.map(|before| before.matches('\n').count() + 1);
                let line = line.map_or_else(String::new, |line| format!("line {line}: "));
                let what = format!("{line}{}; nothing in it holds", error.message());
                self.problems.push(format!("{name}: {what}"));
                return;
            }
        };
        for (key, value) in &table {
            let told = match (key.as_str(), value.as_table()) {
                ("keys", Some(tables)) => {
                    let wrong = self.keymap.apply(tables);
                    wrong.iter().map(|error| with_cause(error)).collect()
                }
                _ => Vec::from_iter(self.apply(key, value).err()),
            };
            let told = told.iter().map(|problem| format!("{name}: {problem}"));
            self.problems.extend(told);
        }
        for conflict in self.keymap.conflicts() {
            self.problems.push(format!("{name}: {conflict}"));
        }
    }

    fn apply(&mut self, key: &str, value: &toml::Value) -> Result<(), String> {
        match key {
            "theme" => {
                let names = "theme must be one of auto, dark, light, mono, okabe";
                let theme = value.as_str().and_then(ThemeChoice::from_name);
                self.theme = theme.ok_or(names)?;
            }
            "color" => self.color = choice(key, value, COLORS)?,
            "glyphs" => {
                let tiers: Vec<_> = Glyphs::ALL.iter().map(|&g| (g.name(), g)).collect();
                self.glyphs = Some(choice(key, value, &tiers)?);
            }
            "time-format" => {
                let formats: Vec<_> = TimeFormat::ALL.iter().map(|&f| (f.name(), f)).collect();
                self.time_format = choice(key, value, &formats)?;
            }
            "mouse" => self.mouse = value.as_bool().ok_or("mouse must be true or false")?,
            "slow" => {
                let slow = value.as_bool().ok_or("slow must be true or false")?;
                self.slow = if slow { Slow::Yes } else { Slow::No };
            }
            "pins" => {
                let list = value.as_array().ok_or("pins must be a list of patterns")?;
                let pins: Vec<String> = list
                    .iter()
                    .map(|pin| pin.as_str().map(str::to_owned))
                    .collect::<Option<_>>()
                    .ok_or("pins must be a list of patterns")?;
                let wrong = |pin: &String| regex(pin, false).err();
                let told: Vec<String> = pins
                    .iter()
                    .filter_map(|pin| Some(format!("pins: {pin:?}: {}", wrong(pin)?)))
                    .collect();
                // The valid patterns apply nevertheless.
                self.pins = pins;
                self.pins.retain(|pin| wrong(pin).is_none());
                if !told.is_empty() {
                    return Err(told.join("; "));
                }
            }
            "keys" => return Err("keys must be a table".into()),
            _ => {
                return Err(format!(
                    "nothing is called {key}; there are {}",
                    KEYS.join(", ")
                ));
            }
        }
        Ok(())
    }
}

const COLORS: &[(&str, ColorChoice)] = &[
    ("auto", ColorChoice::Auto),
    ("always", ColorChoice::Always),
    ("never", ColorChoice::Never),
    ("16", ColorChoice::Ansi16),
    ("256", ColorChoice::Ansi256),
    ("truecolor", ColorChoice::Truecolor),
];

fn choice<T: Copy>(key: &str, value: &toml::Value, choices: &[(&str, T)]) -> Result<T, String> {
    let found = value
        .as_str()
        .and_then(|text| choices.iter().find(|(name, _)| *name == text));
    found.map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        format!("{key} must be one of {}", names.join(", "))
    })
}

fn with_cause(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::command::Command;

    #[test]
    fn what_is_written_holds_and_mistakes_are_told() {
        let mut config = Config::default();
        let text = "theme = \"light\"\npins = [\"Actual\"]\nmouse = 3\nfoo = 1\n\
                    [keys.main]\nzoom-in = [\"o\"]\n";
        config.apply_text(text, "c.toml");
        assert_eq!(config.theme, ThemeChoice::Named("light"));
        assert_eq!(config.pins, ["Actual"]);
        assert_eq!(config.keymap.label(Command::ZoomIn), "o");
        let mut problems = config.problems.clone();
        problems.sort();
        assert_eq!(
            problems,
            [
                "c.toml: mouse must be true or false",
                "c.toml: nothing is called foo; there are theme, color, glyphs, time-format, \
                 mouse, slow, pins, keys"
            ]
        );
    }

    #[test]
    fn the_printed_keys_are_read_back() {
        let mut changed = Config::default();
        changed.apply_text("[keys.main]\nzoom-in = [\"o\", \"<lt>\"]\n", "c.toml");
        let mut again = Config::default();
        again.apply_text(&changed.keymap.to_toml(), "c.toml");
        assert_eq!(again.problems, [""; 0]);
        for &command in Command::ALL {
            let keys = changed.keymap.keys(command);
            assert_eq!(again.keymap.keys(command), keys, "{command:?}");
        }
    }

    #[test]
    fn a_pin_that_is_no_pattern_is_named_and_the_others_hold() {
        let mut config = Config::default();
        config.apply_text("pins = [\"(\", \"Actual\"]", "c.toml");
        assert_eq!(config.pins, ["Actual"]);
        assert_eq!(
            config.problems,
            ["c.toml: pins: \"(\": not a regular expression: unclosed group"]
        );
    }

    #[test]
    fn a_damaged_file_leaves_the_built_in_values() {
        let mut config = Config::default();
        config.apply_text("mouse = false\n\npins = [\"a\"\nslow = true\n", "c.toml");
        assert_eq!(config.problems.len(), 1);
        let told = &config.problems[0];
        assert!(told.starts_with("c.toml: line "), "{told}");
        assert!(told.ends_with("; nothing in it holds"), "{told}");
        assert!(config.mouse);
        config.apply_text(
            "[keys.main]\nzoom-in = [\"<q\"]\nzoom-out = [\"9\"]\n",
            "c.toml",
        );
        // The other settings apply.
        assert_eq!(config.keymap.label(Command::ZoomIn), "w");
        assert_eq!(config.keymap.label(Command::ZoomOut), "9");
        assert_eq!(
            config.problems.last().unwrap(),
            "c.toml: bad keys of zoom-in: a < without > (write <lt> for the character)"
        );
        let config = Config::load_from(Path::new("/nonexistent/c.toml"));
        assert_eq!(config.problems, [""; 0]);
        let config = Config::load_from(Path::new("/"));
        assert_eq!(config.problems, ["/: not a configuration file"]);
    }
}
