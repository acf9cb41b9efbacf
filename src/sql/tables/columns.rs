//! Columns of tables: name, type, meaning and how they are read.
//!
//! All of this is in one place, so that the position of a column in its table follows from the list of
//! columns alone.

use std::sync::Arc;

use rusqlite::Result;

use super::{Named, Shared};
use crate::base::intern::StrId;
use crate::sql::schema::{ColumnDef, Kind, TableDef};
use crate::sql::table::{Cell, Provider, Rows};

/// The row that a column is read from.
pub(super) struct Row<'a, R> {
    /// The data that all tables share.
    pub(super) shared: &'a Shared,
    /// The number of the row in the table.
    pub(super) number: u32,
    /// The data that the table has for the row.
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

/// Reads the value of a column.
type Get<R> = for<'a> fn(Row<'a, R>) -> Cell<'a>;

/// A column of a table; `R` is the data of a row.
pub(super) struct Column<R> {
    def: ColumnDef,
    get: Get<R>,
}

/// A table, or a table-valued function if it has argument columns.
pub(super) struct Table<R: 'static> {
    /// The name of the table.
    pub(super) name: &'static str,
    /// What the rows are, for the documentation.
    pub(super) doc: &'static str,
    /// The columns in the order of `SELECT *`, then the arguments.
    pub(super) columns: &'static [Column<R>],
    /// Makes the table of a trace.
    pub(super) make: fn(&Arc<Shared>) -> Arc<dyn Provider>,
}

/// A table, whatever its rows are.
pub(super) trait AnyTable: Sync {
    /// Returns the definition.
    fn definition(&self) -> TableDef;

    /// Returns the table of a trace, with its name.
    fn of(&self, shared: &Arc<Shared>) -> Named;
}

impl<R> AnyTable for Table<R> {
    fn definition(&self) -> TableDef {
        self.def()
    }

    fn of(&self, shared: &Arc<Shared>) -> Named {
        (self.name, (self.make)(shared))
    }
}

impl<R> Table<R> {
    /// Returns the definition.
    pub(super) fn def(&self) -> TableDef {
        TableDef {
            name: self.name,
            doc: self.doc,
            columns: self.columns.iter().map(|column| column.def).collect(),
        }
    }

    /// Returns the position of a column that must exist; meant for constants.
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

/// The rows that a call of a table-valued function returns.
pub(super) trait Returned {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Returns the id of a row.
    fn id(&self, number: usize) -> i64;
}

/// A scan of the rows of a call.
pub(super) struct Call<R: 'static> {
    table: &'static Table<R>,
    shared: Arc<Shared>,
    rows: R,
    at: usize,
}

impl<R: Returned> Call<R> {
    /// Starts the scan.
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

/// Compares texts in constant expressions, where `==` is not possible.
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

/// Returns an integer column.
pub(super) const fn long<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Long, doc, get)
}

/// Returns a floating point column.
pub(super) const fn double<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Double, doc, get)
}

/// Returns a text column.
pub(super) const fn text<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Text, doc, get)
}

/// Returns a column of 0 and 1.
pub(super) const fn boolean<R>(name: &'static str, doc: &'static str, get: Get<R>) -> Column<R> {
    column(name, Kind::Bool, doc, get)
}

/// Returns the column `id`, which has the number of the row.
pub(super) const fn id<R>(doc: &'static str) -> Column<R> {
    long("id", doc, |row| row.number.into())
}

/// Returns an argument of a table-valued function; `get` returns the value that was passed.
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
