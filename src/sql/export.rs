//! Writes all tables of a trace into a new `SQLite` file.
//!
//! Rows are streamed from a session into the file, and not held in memory. An existing file is never opened.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::{ToSqlOutput, ValueRef};

use super::schema::Kind;
use super::session::{RowSink, SqlError, SqlSession};
use super::statement::quoted;
use super::tables;

/// Returns the tables that can be exported, in the order of the documentation.
pub fn tables() -> Vec<&'static str> {
    tables::definitions()
        .iter()
        .filter(|table| !table.is_function())
        .map(|table| table.name)
        .filter(|&name| name != tables::NAMES_OF_TABLES)
        .collect()
}

/// Returns the statement that reads all rows of a table.
pub fn select(table: &str) -> String {
    format!("SELECT * FROM {}", quoted(table))
}

/// Writes tables into a new file. Calls `each` with every table and its number of rows once the table is
/// written. A file that cannot be written completely is removed.
pub fn to_file(
    session: &mut SqlSession,
    path: &Path,
    tables: &[&'static str],
    each: &mut dyn FnMut(&str, u64),
) -> Result<(), SqlError> {
    let output = |source| SqlError::Output { source };
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(output)?;
    let written = fill(session, path, tables, each);
    if written.is_err() {
        let _gone = std::fs::remove_file(path);
    }
    written
}

/// Writes tables into an empty file.
fn fill(
    session: &mut SqlSession,
    path: &Path,
    tables: &[&'static str],
    each: &mut dyn FnMut(&str, u64),
) -> Result<(), SqlError> {
    let output = |source| SqlError::Output { source };
    let connection = Connection::open(path).map_err(|error| output(failed(error)))?;
    // An incomplete file is removed, so no journal is needed.
    connection
        .execute_batch("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN")
        .map_err(|error| output(failed(error)))?;
    for &table in tables {
        let mut sink = FileTable {
            connection: &connection,
            table,
            insert: String::new(),
            n_rows: 0,
        };
        session.run(&select(table), &mut sink)?;
        each(table, sink.n_rows);
    }
    connection
        .execute_batch("COMMIT")
        .map_err(|error| output(failed(error)))
}

/// Returns the error as text alone: its source would say the same again.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape that `map_err` takes"
)]
fn failed(error: rusqlite::Error) -> io::Error {
    io::Error::other(error.to_string())
}

/// A table of the file while its rows are written.
struct FileTable<'a> {
    connection: &'a Connection,
    table: &'static str,
    insert: String,
    n_rows: u64,
}

impl RowSink for FileTable<'_> {
    fn begin(&mut self, columns: &[String]) -> io::Result<()> {
        let definition = tables::definitions()
            .iter()
            .find(|definition| definition.name == self.table);
        let declared = |name: &str| {
            let column = definition?
                .columns
                .iter()
                .find(|column| column.name == name)?;
            Some(match column.kind {
                Kind::Long | Kind::Bool => "INTEGER",
                Kind::Double => "REAL",
                Kind::Text => "TEXT",
            })
        };
        let columns: Vec<String> = columns
            .iter()
            .map(|name| format!("{} {}", quoted(name), declared(name).unwrap_or_default()))
            .collect();
        let table = quoted(self.table);
        let create = format!("CREATE TABLE {table}({})", columns.join(", "));
        self.connection.execute_batch(&create).map_err(failed)?;
        let places = vec!["?"; columns.len()].join(", ");
        self.insert = format!("INSERT INTO {table} VALUES ({places})");
        Ok(())
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<bool> {
        let mut statement = self
            .connection
            .prepare_cached(&self.insert)
            .map_err(failed)?;
        let values = values.iter().map(|&value| Told(value));
        statement
            .execute(rusqlite::params_from_iter(values))
            .map_err(failed)?;
        self.n_rows += 1;
        Ok(true)
    }
}

/// A value passed on as it is, but for invalid UTF-8, which readers of the file refuse.
struct Told<'a>(ValueRef<'a>);

impl rusqlite::ToSql for Told<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        if let ValueRef::Text(bytes) = self.0
            && let Cow::Owned(text) = String::from_utf8_lossy(bytes)
        {
            return Ok(ToSqlOutput::Owned(text.into()));
        }
        Ok(ToSqlOutput::Borrowed(self.0))
    }
}
