//! One value of SQL that is kept: an argument, the result of a function, what rows are searched for.
//!
//! Values of results, of which there may be millions, are [`super::session::SqlValue`]; values of rows are
//! borrowed as [`Cell`].

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Result, ToSql};

use super::table::Cell;

/// A value. Text may be any bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// SQL NULL, which nothing equals.
    Null,
    /// An integer.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// Text.
    Text(Vec<u8>),
    /// Bytes.
    Blob(Vec<u8>),
}

impl Value {
    /// Copies a value of SQLite.
    pub(super) fn of(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(value) => Self::Int(value),
            ValueRef::Real(value) => Self::Real(value),
            ValueRef::Text(bytes) => Self::Text(bytes.to_vec()),
            ValueRef::Blob(bytes) => Self::Blob(bytes.to_vec()),
        }
    }

    /// Returns the value of a row.
    pub(super) fn cell(&self) -> Cell<'_> {
        match self {
            Self::Null => Cell::Null,
            Self::Int(value) => Cell::Int(*value),
            Self::Real(value) => Cell::Real(*value),
            Self::Text(bytes) => Cell::Text(bytes),
            Self::Blob(bytes) => Cell::Blob(bytes),
        }
    }

    /// Returns how many bytes of memory the value takes besides its own size.
    pub(super) fn bytes_outside(&self) -> usize {
        /// What the allocator takes for itself, about.
        const OF_ALLOCATOR: usize = 16;
        match self {
            Self::Text(bytes) | Self::Blob(bytes) => bytes.len() + OF_ALLOCATOR,
            Self::Null | Self::Int(_) | Self::Real(_) => 0,
        }
    }

    /// Returns the value as an integer; `None` if it is not a number.
    pub(super) fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Real(value) => Some(*value as i64),
            Self::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
            Self::Null | Self::Blob(_) => None,
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(bytes) => ValueRef::Text(bytes),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
