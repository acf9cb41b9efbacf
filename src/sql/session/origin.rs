//! Where the columns of a result come from: which column of which table.
//!
//! SQLite knows it, through views and subqueries, but for two things: of a table that a statement
//! made it knows that table, and of selects that are put below each other it names the first only.

use std::collections::{BTreeSet, HashMap};

use rusqlite::Statement;

use crate::sql::statement;

/// A column of a table of the trace, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The table, or the function that returns it.
    pub table: String,
    /// The column.
    pub column: String,
}

impl Origin {
    /// Returns the origin that is a column itself.
    pub fn new(table: &str, column: &str) -> Self {
        Self {
            table: table.to_ascii_lowercase(),
            column: column.to_ascii_lowercase(),
        }
    }
}

/// What statements have made of which columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    /// What the columns of tables and functions are, as far as it is known.
    made: HashMap<String, HashMap<String, Origin>>,
    /// Views over several selects, whose rows may be of different things.
    mixed: BTreeSet<String>,
}

impl Origins {
    /// Returns where the columns of a statement come from; `None` for what is computed, and for all
    /// of a statement whose rows may be of different things.
    pub(super) fn of(&self, prepared: &Statement<'_>, sql: &str) -> Vec<Option<Origin>> {
        let columns = prepared.columns_with_metadata();
        if self.mixes(sql) {
            return columns.map(|_| None).collect();
        }
        let origin = |table: &str, column: &str| {
            let own = Origin::new(table, column);
            match self.made.get(&own.table) {
                Some(columns) => columns.get(&own.column).cloned(),
                None => Some(own),
            }
        };
        columns
            .map(|column| origin(column.table_name()?, column.origin_name()?))
            .collect()
    }

    /// Returns whether a text puts rows of several selects below each other.
    fn mixes(&self, sql: &str) -> bool {
        let names = statement::names(sql);
        names.contains("union") || names.iter().any(|name| self.mixed.contains(name))
    }

    /// Remembers what the columns of a new table or function are.
    pub(super) fn keep(&mut self, name: &str, columns: &[String], of: Vec<Option<Origin>>) {
        let known = columns.iter().zip(of);
        let known = known.filter_map(|(column, of)| Some((column.to_ascii_lowercase(), of?)));
        self.forget(name);
        self.made.insert(name.to_ascii_lowercase(), known.collect());
    }

    /// Remembers a new view, through which SQLite looks.
    pub(super) fn keep_view(&mut self, name: &str, body: &str) {
        self.forget(name);
        if self.mixes(body) {
            self.mixed.insert(name.to_ascii_lowercase());
        }
    }

    /// Forgets a table or view.
    pub(super) fn forget(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        self.made.remove(&name);
        self.mixed.remove(&name);
    }
}
