//! What is searched for: plain text, a regular expression, or letters in order.
//!
//! Patterns come from people, so their compiled size is bounded; names come from
//! traces and are tested as bytes.

use nucleo::pattern::{CaseMatching, Normalization, Pattern};
use nucleo::{Config, Matcher, Utf32Str};

/// How a search text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Text that a name contains, in any case.
    #[default]
    Plain,
    /// A regular expression; in any case unless it has an upper-case letter.
    Regex,
    /// Letters that a name contains in this order.
    Fuzzy,
}

/// How modes are written before a search text.
const PREFIXES: [(Mode, &str); 3] = [
    (Mode::Plain, "text:"),
    (Mode::Regex, "re:"),
    (Mode::Fuzzy, "fuzzy:"),
];

impl Mode {
    /// Returns the mode after this one, cyclically.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Plain => Self::Regex,
            Self::Regex => Self::Fuzzy,
            Self::Fuzzy => Self::Plain,
        }
    }

    /// Returns the name of the mode.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Regex => "regex",
            Self::Fuzzy => "fuzzy",
        }
    }

    /// Reads a search text that may say how it is to be read: `re:RE`, `fuzzy:LETTERS`,
    /// `text:TEXT`; without any of them it is plain.
    pub fn split(text: &str) -> (Self, &str) {
        PREFIXES
            .iter()
            .find_map(|&(mode, prefix)| Some((mode, text.strip_prefix(prefix)?)))
            .unwrap_or((Self::Plain, text))
    }

    /// Writes a search text so that [`Mode::split`] reads it as it was meant.
    pub fn join(self, text: &str) -> String {
        if Self::split(text) == (self, text) {
            return text.to_owned();
        }
        let prefix = PREFIXES.iter().find(|(mode, _)| *mode == self);
        format!("{}{text}", prefix.map_or("", |(_, prefix)| prefix))
    }
}

/// Why a search text cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// Nothing to search for.
    #[error("the search text is empty")]
    Empty,
    /// Not a regular expression.
    #[error("not a regular expression: {reason}")]
    Regex {
        /// What is wrong with it, in one line.
        reason: String,
    },
}

/// The most memory that a compiled regular expression may take.
const REGEX_BYTES_MAX: usize = 1 << 22;

/// The longest pattern that is read: what is made of it first takes about a hundred times its length, and names
/// in a trace, of which patterns are made, are as long as they like.
pub const PATTERN_BYTES_MAX: usize = 1 << 16;

/// Compiles a regular expression over bytes of the trace.
///
/// # Errors
///
/// It is none, longer than [`PATTERN_BYTES_MAX`], or takes too much memory.
pub fn regex(pattern: &str, any_case: bool) -> Result<regex::bytes::Regex, FindError> {
    if pattern.len() > PATTERN_BYTES_MAX {
        return Err(FindError::Regex {
            reason: format!("longer than {} kB", PATTERN_BYTES_MAX >> 10),
        });
    }
    regex::bytes::RegexBuilder::new(pattern)
        .case_insensitive(any_case)
        .size_limit(REGEX_BYTES_MAX)
        .dfa_size_limit(REGEX_BYTES_MAX)
        .build()
        .map_err(|error| FindError::Regex {
            reason: last_line(&error.to_string()),
        })
}

/// Returns the last line of a message of the regex crate, which says what is wrong; the lines before draw the
/// pattern.
pub fn last_line(message: &str) -> String {
    let line = message.lines().next_back().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}

/// A search text, ready to use.
#[derive(Clone, Debug)]
pub struct Query {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Plain(regex::bytes::Regex),
    Regex(regex::bytes::Regex),
    Fuzzy(Pattern),
}

impl Query {
    /// Reads a search text.
    pub fn new(text: &str, mode: Mode) -> Result<Self, FindError> {
        if text.is_empty() {
            return Err(FindError::Empty);
        }
        let kind = match mode {
            Mode::Plain => Kind::Plain(regex(&regex::escape(text), true)?),
            Mode::Regex => Kind::Regex(regex(text, !text.contains(char::is_uppercase))?),
            Mode::Fuzzy => Kind::Fuzzy(fuzzy(text)),
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }

    /// Returns the text if it is searched for as it stands.
    pub(super) fn needle(&self) -> Option<&str> {
        matches!(self.kind, Kind::Plain(_)).then_some(&*self.text)
    }

    /// Returns whether the text is this number.
    pub(super) fn is_number(&self, number: i128) -> bool {
        self.text.parse() == Ok(number)
    }

    /// Returns whether the text is this number, as such or as pointers are shown: `0xdeadbeef`.
    pub(super) fn is_pointer(&self, pointer: u64) -> bool {
        let text = &self.text;
        let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"));
        let shown = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        shown == Some(pointer) || self.is_number(i128::from(pointer))
    }

    /// Returns a tester of names.
    pub fn tester(&self) -> Tester<'_> {
        match &self.kind {
            Kind::Plain(regex) | Kind::Regex(regex) => Tester::Regex(regex),
            Kind::Fuzzy(pattern) => Tester::Fuzzy(Box::new(Letters {
                pattern: pattern.clone(),
                matcher: Matcher::new(Config::DEFAULT),
                buffer: Vec::new(),
            })),
        }
    }
}

/// Returns whether a text is a value of arguments that no search finds: booleans and fractions are not
/// written as text in a trace.
pub fn is_unsearched(text: &str) -> bool {
    let text = text.trim();
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let is_fraction = is_number && text.parse::<i128>().is_err() && text.parse::<f64>().is_ok();
    is_fraction || ["true", "false"].contains(&text)
}

fn fuzzy(text: &str) -> Pattern {
    Pattern::parse(text, CaseMatching::Smart, Normalization::Smart)
}

/// Tests names against a query.
#[derive(Debug)]
pub enum Tester<'a> {
    /// By regular expression.
    Regex(&'a regex::bytes::Regex),
    /// By letters in order.
    Fuzzy(Box<Letters>),
}

impl Tester<'_> {
    /// Returns whether a name matches.
    pub fn is_match(&mut self, name: &[u8]) -> bool {
        match self {
            Self::Regex(regex) => regex.is_match(name),
            Self::Fuzzy(letters) => letters.is_match(&String::from_utf8_lossy(name)),
        }
    }
}

/// Tests names by letters in order.
#[derive(Debug)]
pub struct Letters {
    pattern: Pattern,
    matcher: Matcher,
    buffer: Vec<char>,
}

impl Letters {
    fn is_match(&mut self, name: &str) -> bool {
        let name = Utf32Str::new(name, &mut self.buffer);
        self.pattern.score(name, &mut self.matcher).is_some()
    }
}
