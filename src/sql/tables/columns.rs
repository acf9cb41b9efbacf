//! What a column of a table is: its name, its type, what it means and how it is read.
//!
//! All of it is stated in one place, so that the position of a column in its table
//! follows from the list of columns, and from nothing else.

use std::sync::Arc;

use rusqlite::Result;

use super::Shared;
use crate::base::intern::StrId;
use crate::sql::schema::{ColumnDef, Kind, TableDef};
use crate::sql::table::{Cell, Rows};

/// A row that columns are read from.
pub(super) struct Row<'a, R> {
    /// What all tables share.
    pub(super) shared: &'a Shared,
    /// Which row of the table it is.
    pub(super) number: u32,
    /// What the table keeps of the row.
    pub(super) data: &'a R,
}

impl<R> Clone for Row<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Row<'_, R> {}

impl<'a, R> Row<'a, R> {
    /// Returns a string of the trace, or NULL.
    pub(super) fn text(self, id: Option<StrId>) -> Cell<'a> {
        self.shared.text(id)
    }
}

/// How the value of a column is read.
type Get<R> = for<'a> fn(Row<'a, R>) -> Cell<'a>;

/// A column of a table whose rows keep an `R` each.
pub(super) struct Column<R> {
    def: ColumnDef,
    get: Get<R>,
}

/// A table, or a table-valued function if it has argument columns.
pub(super) struct Table<R: 'static> {
    /// Its name.
    pub(super) name: &'static str,
    /// What its rows are.
    pub(super) doc: &'static str,
    /// Its columns in the order of `SELECT *`, arguments last.
    pub(super) columns: &'static [Column<R>],
}

impl<R> Table<R> {
    /// Returns the description.
    pub(super) fn def(&self) -> TableDef {
        TableDef {
            name: self.name,
            doc: self.doc,
            columns: self.columns.iter().map(|column| column.def).collect(),
        }
    }

    /// Returns where a column is, which must be there: meant for constants.
    pub(super) const fn position(&self, name: &str) -> usize {
        let mut position = 0;
        while !is_same(self.columns[position].def.name, name) {
            position += 1;
        }
        position
    }

    /// Returns a value of a row.
    #[inline]
    pub(super) fn cell<'a>(&self, row: Row<'a, R>, column: usize) -> Cell<'a> {
        (self.columns[column].get)(row)
    }
}

/// What a call of a table-valued function returned.
pub(super) trait Returned {
    /// Returns how many rows there are.
    fn len(&self) -> usize;

    /// Returns the id of a row.
    fn id(&self, number: usize) -> i64;
}

/// The rows of a call, one after the other.
pub(super) struct Call<R: 'static> {
    table: &'static Table<R>,
    shared: Arc<Shared>,
    rows: R,
    at: usize,
}

impl<R: Returned> Call<R> {
    /// Returns the rows from the first on.
    pub(super) fn open(table: &'static Table<R>, shared: &Arc<Shared>, rows: R) -> Box<dyn Rows> {
        Box::new(Self {
            table,
            shared: Arc::clone(shared),
            rows,
            at: 0,
        })
    }
}

impl<R: Returned> Rows for Call<R> {
    fn done(&self) -> bool {
        self.at >= self.rows.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let row = Row {
            shared: &self.shared,
            number: self.at as u32,
            data: &self.rows,
        };
        self.table.cell(row, column)
    }

    fn id(&self) -> i64 {
        self.rows.id(self.at)
    }
}

/// Compares texts in constants, where `==` cannot.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// An integer column.
pub(super) const fn long<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Long, doc, get)
}

/// A floating point column.
pub(super) const fn double<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Double, doc, get)
}

/// A text column.
pub(super) const fn text<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Text, doc, get)
}

/// A column of 0 and 1.
pub(super) const fn boolean<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Bool, doc, get)
}

/// The column of row numbers, under the name `id`.
pub(super) const fn id<R>(doc: &'static str) -> Column<R> {
    long("id", doc, |row| row.number.into())
}

/// An argument of a table-valued function; it reads the value that was given.
pub(super) const fn argument<R>(
    name: &'static str,
    kind: Kind,
    doc: &'static str,
    get: Get<R>,
) -> Column<R> {
    let mut column = column(name, kind, doc, get);
    column.def.argument = true;
    column
}

const fn column<R>(name: &'static str, kind: Kind, doc: &'static str, get: Get<R>) -> Column<R> {
    Column {
        def: ColumnDef {
            name,
            kind,
            argument: false,
            doc,
        },
        get,
    }
}
