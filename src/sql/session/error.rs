//! Errors of statements, with words for the user and the place in the text.

use super::Limits;
use crate::base::time::Dur;
use crate::sql::macros::{Expanded, Source};
use crate::sql::statement::TokenKind;
use crate::sql::{advice, modules, statement, tables};

/// Why a statement failed.
#[derive(Debug, thiserror::Error)]
pub enum SqlError {
    /// SQLite rejected the statement or failed to run it.
    #[error("{message}{}", place(*.line, *.column))]
    Sql {
        /// The message.
        message: String,
        /// The line of the text, from 1; 0 if unknown.
        line: usize,
        /// The column in the line, from 1; 0 if only the line of the statement is known.
        column: usize,
    },
    /// A module that does not exist here.
    #[error("module not provided: {name}; {likely}{}", place(*.line, *.column))]
    Module {
        /// The name of the module.
        name: String,
        /// Which may have been meant, in words.
        likely: String,
        /// The line of the text, from 1; 0 if unknown.
        line: usize,
        /// The column in the line, from 1.
        column: usize,
    },
    /// The statement was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The statement took longer than allowed.
    #[error("stopped after {} ms", limit.ns() / 1_000_000)]
    Timeout {
        /// The time limit.
        limit: Dur,
    },
    /// The statement needs more memory than allowed.
    #[error(
        "out of memory: SQL may hold {} MiB; {}",
        limit >> 20,
        if *is_of_user { "raise the limit with --max-memory" } else { "that is the most: ask for less" }
    )]
    Memory {
        /// The limit in bytes.
        limit: u64,
        /// Whether the user can raise the limit.
        is_of_user: bool,
    },
    /// The rows could not be written.
    #[error("cannot write rows")]
    Output {
        /// The cause.
        #[source]
        source: std::io::Error,
    },
}

impl SqlError {
    /// Returns an error at a position in a text; without its place if the text is empty.
    pub(super) fn in_text(message: String, text: &str, at: usize) -> Self {
        let (line, column) = line_and_column(text, at);
        Self::Sql {
            message,
            line: if text.is_empty() { 0 } else { line },
            column,
        }
    }

    /// Returns that there is no module of a name, which stands at a position in a text.
    pub(super) fn no_module(name: &str, text: &str, at: usize) -> Self {
        let (line, column) = line_and_column(text, at);
        Self::Module {
            name: name.to_owned(),
            likely: modules::like(name),
            line,
            column,
        }
    }

    /// Returns the error of a text that is not the user's: places in it say nothing.
    pub(super) fn within(mut self, what: &str) -> Self {
        if let Self::Sql { message, .. } = &mut self
            && !message.starts_with(what)
        {
            *message = format!("in {what}: {message}");
        }
        self.at((0, 0))
    }

    /// Returns the name of what there is not, if that is the error, without that of its table.
    fn missing(&self) -> Option<&str> {
        let Self::Sql { message, .. } = self else {
            return None;
        };
        let (_, rest) = message.strip_prefix("no such ")?.split_once(": ")?;
        rest.split(';').next()?.rsplit('.').next()
    }

    /// Returns the name of the function that has failed, which its message begins with.
    fn function(&self) -> Option<&str> {
        let Self::Sql { message, .. } = self else {
            return None;
        };
        message.split_once(": ").map(|(name, _)| name)
    }

    /// Returns the error with another place.
    fn at(mut self, (at_line, at_column): (usize, usize)) -> Self {
        if let Self::Sql { line, column, .. } = &mut self {
            (*line, *column) = (at_line, at_column);
        }
        self
    }

    /// Returns the error with the line of its statement, which starts at `start` in `text`, if it
    /// says no place.
    pub(super) fn of_statement(mut self, text: &str, start: usize) -> Self {
        if let Self::Sql { line: line @ 0, .. } = &mut self {
            *line = line_and_column(text, start).0;
        }
        self
    }
}

fn place(line: usize, column: usize) -> String {
    match (line, column) {
        (0, _) => String::new(),
        (line, 0) => format!(" (line {line})"),
        (line, column) => format!(" (line {line}, column {column})"),
    }
}

/// Returns the error of a statement that needs more memory than allowed; `None` for other errors.
pub(super) fn no_room(error: &rusqlite::Error, limits: Limits) -> Option<SqlError> {
    let code = error.sqlite_error_code();
    (code == Some(rusqlite::ErrorCode::OutOfMemory)).then_some(SqlError::Memory {
        limit: limits.memory_bytes,
        is_of_user: limits.is_memory_of_user,
    })
}

/// Returns an error as words, with its place in `text`, in which the statement starts at `start`.
pub(super) fn failed(error: &rusqlite::Error, text: &str, start: usize) -> SqlError {
    let (message, offset) = match error {
        rusqlite::Error::SqlInputError { msg, offset, .. } => (
            msg.clone(),
            usize::try_from(*offset).ok().map(|offset| start + offset),
        ),
        rusqlite::Error::SqliteFailure(code, message) => {
            (message.clone().unwrap_or_else(|| code.to_string()), None)
        }
        other => (other.to_string(), None),
    };
    let advice = advice::on(&message, text);
    let missing = message.strip_prefix("no such table: ");
    let (line, column) = match offset.or_else(|| place_of_missing(missing, text, start)) {
        Some(offset) if !text.is_empty() => line_and_column(text, offset),
        _ => (0, 0),
    };
    SqlError::Sql {
        message: format!("{message}{advice}"),
        line,
        column,
    }
}

/// Returns where a statement names a missing table, because SQLite does not report that place. The statement
/// starts at `start` in `text`.
fn place_of_missing(name: Option<&str>, text: &str, start: usize) -> Option<usize> {
    let (name, rest) = (name?.trim_start_matches("main."), text.get(start..)?);
    let tokens = statement::tokens(rest);
    let mut statement = tokens.iter().take_while(|token| token.text != ";");
    let token = statement.find(|it| statement::unquoted(it.text).eq_ignore_ascii_case(name))?;
    Some(start + token.start)
}

/// Returns the error of a statement, at `start` in `text`, that names an argument, which would be NULL: nobody
/// gives it any.
pub(super) fn no_argument(name: &str, sql: &str, text: &str, start: usize) -> SqlError {
    let mut tokens = statement::tokens(sql).into_iter();
    let at = tokens.find(|token| token.text.starts_with(name));
    let message = format!("{name} has no value: only the body of a function has arguments");
    SqlError::in_text(message, text, start + at.map_or(0, |token| token.start))
}

/// The message of SQLite for a statement that the session refuses.
pub(super) const REFUSED: &str = "not authorized";

/// Returns whether the session has refused the statement.
pub(super) fn is_refused(error: &SqlError) -> bool {
    matches!(error, SqlError::Sql { message, .. } if message.starts_with(REFUSED))
}

/// Returns why a table could not be made or dropped if it is one of the trace.
pub(super) fn kept(name: &str, error: &SqlError) -> Option<String> {
    let is_kept = is_refused(error) && tables::exists(name);
    is_kept.then(|| stays(name, "table"))
}

/// Returns the error of an expanded statement with its place in the statement `part`, which starts at `start` in
/// `text`. What is wrong in a replacement gets the name of the macro, unless an argument names what there is not.
pub(super) fn of_expanded(
    error: SqlError,
    expanded: &Expanded,
    (text, start, part): (&str, usize, &str),
) -> SqlError {
    let SqlError::Sql { line, column, .. } = error else {
        return error;
    };
    let at = (line > 0 && column > 0).then(|| offset_of(&expanded.text, line, column));
    let (used, looked_in, word) = match at.map(|at| (at, expanded.source(at))) {
        Some((_, Source::Statement(own))) => {
            return error.at(line_and_column(text, start + own));
        }
        Some((at, Source::Use(used))) => {
            let word = error.missing().or_else(|| word_at(&expanded.text, at));
            (used, used.name_end..used.from.end, word)
        }
        None => {
            let Some(first) = expanded.uses.first() else {
                return error;
            };
            let word = error.missing().or_else(|| error.function());
            (first, 0..part.len(), word)
        }
    };
    let tokens = statement::tokens(part).into_iter();
    let mut tokens = tokens.filter(|token| looked_in.contains(&token.start));
    let is_word = |text: &str| word.is_some_and(|it| statement::unquoted(text) == it);
    let own = tokens.find(|token| is_word(token.text));
    let place = line_and_column(
        text,
        start + own.map_or(used.from.start, |token| token.start),
    );
    let is_of_macro = own.is_none() || (at.is_some() && error.missing().is_none());
    if is_of_macro {
        let name = part.get(used.from.start..used.name_end);
        return error
            .within(&format!("{}!", name.unwrap_or_default()))
            .at(place);
    }
    error.at(place)
}

/// Returns the word or quoted name that starts at a position of a text.
fn word_at(text: &str, at: usize) -> Option<&str> {
    let first = statement::tokens(text.get(at..)?).into_iter().next()?;
    (first.kind != TokenKind::Sign).then(|| statement::unquoted(first.text))
}

/// Says that what has a name is of the trace.
pub(super) fn stays(name: &str, kind: &str) -> String {
    format!("{name} is a {kind} of the trace: it stays")
}

/// Returns the position in a text of a line and a column, both from 1.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    let mut chars = rest.char_indices();
    let within = chars.nth(column.saturating_sub(1));
    start + within.map_or(rest.len(), |(at, _)| at)
}

/// Returns the line and the column of a position in a text, both from 1.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}
