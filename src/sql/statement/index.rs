//! Indices of tables that statements make and drop.
//!
//! `CREATE PERFETTO INDEX` is `CREATE INDEX` of SQLite under a name of its own, as SQLite does not let a table
//! and an index share one.

use super::quoted;

/// `CREATE PERFETTO INDEX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sql) struct Index {
    /// Whether the statement has OR REPLACE.
    pub(in crate::sql) replace: bool,
    /// The name of the index.
    pub(in crate::sql) name: String,
    /// The table.
    pub(in crate::sql) table: String,
    /// The columns, in parentheses.
    pub(super) columns: String,
}

impl Index {
    /// Returns the name that SQLite knows.
    pub(in crate::sql) fn stored_name(&self) -> String {
        stored_name(&self.name)
    }

    /// Returns the statements for SQLite that create the index.
    pub(in crate::sql) fn statements(&self) -> Vec<String> {
        let (name, table) = (quoted(&self.stored_name()), quoted(&self.table));
        let mut statements = Vec::new();
        if self.replace {
            statements.push(dropping(&self.name));
        }
        statements.push(format!("CREATE INDEX {name} ON {table} {}", self.columns));
        statements
    }
}

/// `DROP PERFETTO INDEX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sql) struct DroppedIndex {
    /// The name of the index.
    pub(in crate::sql) name: String,
    /// The table, if the statement names it.
    pub(in crate::sql) table: Option<String>,
}

impl DroppedIndex {
    /// Returns the name that SQLite knows.
    pub(in crate::sql) fn stored_name(&self) -> String {
        stored_name(&self.name)
    }

    /// Returns the statement for SQLite.
    pub(in crate::sql) fn statement(&self) -> String {
        dropping(&self.name)
    }
}

fn stored_name(name: &str) -> String {
    format!("_index_{name}")
}

/// Returns the statement for SQLite that drops an index, if there is one of the name.
fn dropping(name: &str) -> String {
    format!("DROP INDEX IF EXISTS {}", quoted(&stored_name(name)))
}
