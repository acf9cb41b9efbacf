//! One keystroke as a value, and how it is written.
//!
//! A character carries its case, so Shift is only a modifier of named keys. Keys are written as KEYS on the
//! command line are: `j`, `<enter>`, `<c-o>`.

use std::fmt;

/// Which key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A character, in its case.
    Char(char),
    /// A function key, from 1.
    F(u8),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
}

/// A keystroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// Which key.
    pub code: Code,
    mods: u8,
}

const SHIFT: u8 = 1;
const ALT: u8 = 2;
const CTRL: u8 = 4;

/// Why a text is not a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// `<` without `>`.
    #[error("a < without > (write <lt> for the character)")]
    Open,
    /// An unknown name.
    #[error("no key is called <{name}>")]
    Unknown {
        /// The name.
        name: String,
    },
    /// No key at all.
    #[error("a key is missing")]
    Empty,
}

/// The names of keys; the first name of a key is the one that is printed.
const NAMES: &[(&str, Code)] = &[
    ("enter", Code::Enter),
    ("ret", Code::Enter),
    ("cr", Code::Enter),
    ("esc", Code::Esc),
    ("tab", Code::Tab),
    ("bs", Code::Backspace),
    ("backspace", Code::Backspace),
    ("del", Code::Delete),
    ("delete", Code::Delete),
    ("ins", Code::Insert),
    ("insert", Code::Insert),
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("pgup", Code::PageUp),
    ("pageup", Code::PageUp),
    ("pgdn", Code::PageDown),
    ("pagedown", Code::PageDown),
    ("space", Code::Char(' ')),
    ("lt", Code::Char('<')),
    ("gt", Code::Char('>')),
    ("minus", Code::Char('-')),
];

impl Key {
    /// Returns a key without modifiers.
    pub const fn plain(code: Code) -> Self {
        Self { code, mods: 0 }
    }

    /// Returns the key of a character.
    pub const fn char(c: char) -> Self {
        Self::plain(Code::Char(c))
    }

    /// Returns the key with Ctrl held.
    #[must_use]
    pub const fn ctrl(self) -> Self {
        self.with(CTRL)
    }

    /// Returns the key with Alt held.
    #[must_use]
    pub const fn alt(self) -> Self {
        self.with(ALT)
    }

    /// Returns the key with Shift held; a character stays the same, as Shift is in its case.
    #[must_use]
    pub const fn shift(self) -> Self {
        match self.code {
            Code::Char(_) => self,
            _ => self.with(SHIFT),
        }
    }

    const fn with(self, held: u8) -> Self {
        Self {
            code: self.code,
            mods: self.mods | held,
        }
    }

    /// Returns the character that the key types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if self.mods == 0 && !c.is_control() => Some(c),
            _ => None,
        }
    }

    /// Reads a sequence of keys.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, KeyError> {
        let mut keys = Vec::new();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            if c != '<' {
                keys.push(Self::char(c));
                continue;
            }
            let (name, after) = rest.as_str().split_once('>').ok_or(KeyError::Open)?;
            // `<c->>` is Ctrl and the character >.
            let (name, after) = match after.strip_prefix('>') {
                Some(more) if name.ends_with('-') => (format!("{name}>"), more),
                _ => (name.to_owned(), after),
            };
            keys.push(Self::from_name(&name)?);
            rest = after.chars();
        }
        Ok(keys)
    }

    fn from_name(name: &str) -> Result<Self, KeyError> {
        let unknown = || KeyError::Unknown {
            name: name.to_owned(),
        };
        let mut rest = name;
        let mut mods = 0;
        while let Some((held, after)) = rest.split_once('-').filter(|(_, after)| !after.is_empty())
        {
            mods |= match held {
                "c" | "C" => CTRL,
                "a" | "A" | "m" | "M" => ALT,
                "s" | "S" => SHIFT,
                _ => return Err(unknown()),
            };
            rest = after;
        }
        let lower = rest.to_ascii_lowercase();
        let named = NAMES.iter().find(|(name, _)| *name == lower);
        let mut chars = rest.chars();
        let code = match (named, chars.next(), chars.as_str()) {
            (Some(&(_, code)), ..) => code,
            (None, Some(c), "") => Code::Char(c),
            (None, Some('f' | 'F'), number) => match number.parse() {
                Ok(number @ 1..=24) => Code::F(number),
                _ => return Err(unknown()),
            },
            _ => return Err(unknown()),
        };
        let key = Self {
            code,
            mods: mods & !SHIFT,
        };
        if mods & SHIFT == 0 {
            return Ok(key);
        }
        Ok(match code {
            Code::Char(c) if c.is_ascii_lowercase() => Self {
                code: Code::Char(c.to_ascii_uppercase()),
                mods: key.mods,
            },
            _ => key.shift(),
        })
    }

    /// Writes a sequence of keys in the form that [`Self::parse_all`] reads.
    pub fn print_all(keys: &[Self]) -> String {
        keys.iter().map(Self::to_string).collect()
    }

    /// Returns the key as it is written in the help: `Ctrl-O`, `Enter`, `j`.
    pub fn label(self) -> String {
        let mut label = String::new();
        if self.mods & CTRL != 0 {
            label.push_str("Ctrl-");
        }
        if self.mods & ALT != 0 {
            label.push_str("Alt-");
        }
        if self.mods & SHIFT != 0 {
            label.push_str("Shift-");
        }
        let ctrl = self.mods & CTRL != 0;
        match self.code {
            Code::Char(' ') => label.push_str("Space"),
            Code::Char(c) if ctrl => label.extend(c.to_uppercase()),
            Code::Char(c) => label.push(c),
            Code::F(number) => {
                label.push('F');
                label.push_str(&number.to_string());
            }
            Code::Enter => label.push_str("Enter"),
            Code::Esc => label.push_str("Esc"),
            Code::Tab => label.push_str("Tab"),
            Code::Backspace => label.push_str("Backspace"),
            Code::Delete => label.push_str("Del"),
            Code::Insert => label.push_str("Ins"),
            Code::Up => label.push('↑'),
            Code::Down => label.push('↓'),
            Code::Left => label.push('←'),
            Code::Right => label.push('→'),
            Code::Home => label.push_str("Home"),
            Code::End => label.push_str("End"),
            Code::PageUp => label.push_str("PgUp"),
            Code::PageDown => label.push_str("PgDn"),
        }
        label
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Code::Char(c) = self.code
            && self.mods == 0
            && !matches!(c, '<' | ' ')
        {
            return write!(f, "{c}");
        }
        f.write_str("<")?;
        for (held, letter) in [(CTRL, "c-"), (ALT, "a-"), (SHIFT, "s-")] {
            if self.mods & held != 0 {
                f.write_str(letter)?;
            }
        }
        match (NAMES.iter().find(|(_, code)| *code == self.code), self.code) {
            (Some((name, _)), _) => f.write_str(name)?,
            (None, Code::Char(c)) => write!(f, "{c}")?,
            (None, Code::F(number)) => write!(f, "f{number}")?,
            (None, code) => write!(f, "{code:?}")?,
        }
        f.write_str(">")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keys_are_read_without_separators() {
        assert_eq!(
            Key::parse_all("jj<enter><c-o>"),
            Ok(vec![
                Key::char('j'),
                Key::char('j'),
                Key::plain(Code::Enter),
                Key::char('o').ctrl()
            ])
        );
        assert_eq!(Key::parse_all("<lt>"), Ok(vec![Key::char('<')]));
        assert_eq!(Key::parse_all("<space>"), Ok(vec![Key::char(' ')]));
        assert_eq!(
            Key::parse_all("<a-left>"),
            Ok(vec![Key::plain(Code::Left).alt()])
        );
        assert_eq!(Key::parse_all("<f12>"), Ok(vec![Key::plain(Code::F(12))]));
        assert_eq!(Key::parse_all("<c-->"), Ok(vec![Key::char('-').ctrl()]));
        assert_eq!(
            Key::parse_all("<c->>x"),
            Ok(vec![Key::char('>').ctrl(), Key::char('x')])
        );
        assert_eq!(Key::parse_all("<s-a>"), Ok(vec![Key::char('A')]));
        assert_eq!(Key::parse_all("<c-"), Err(KeyError::Open));
        for bad in ["<>", "<bogus>", "<f99>", "<x-a>"] {
            assert!(Key::parse_all(bad).is_err(), "{bad}");
        }
    }

    fn keys() -> impl Strategy<Value = Key> {
        let code = prop_oneof![
            any::<char>().prop_map(Code::Char),
            (1..=24_u8).prop_map(Code::F),
            (0..NAMES.len()).prop_map(|i| NAMES[i].1),
        ];
        (code, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(code, c, a, s)| {
            let mut key = Key::plain(code);
            if c {
                key = key.ctrl();
            }
            if a {
                key = key.alt();
            }
            if s {
                key = key.shift();
            }
            key
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(keys in prop::collection::vec(keys(), 0..6)) {
            prop_assert_eq!(Key::parse_all(&Key::print_all(&keys)), Ok(keys));
        }

        #[test]
        fn no_text_panics(text in ".{0,40}") {
            if let Ok(keys) = Key::parse_all(&text) {
                prop_assert!(keys.len() <= text.chars().count());
            }
        }
    }
}
