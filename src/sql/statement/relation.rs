//! Tables and views that statements make.
//!
//! A table that replaces another is made under a name of its own, so that its body can read the other, and gets its
//! name when it is whole.

use super::{Typed, quoted};

/// A table or view made of SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sql) struct Relation {
    /// Whether the statement has OR REPLACE.
    pub(in crate::sql) replace: bool,
    /// Whether it is a view.
    pub(in crate::sql) is_view: bool,
    /// The name of the table or view.
    pub(in crate::sql) name: String,
    /// Its columns, if they are declared.
    pub(in crate::sql) columns: Option<Typed>,
    /// The statement that gives its rows.
    pub(in crate::sql) body: String,
}

impl Relation {
    /// Returns the name under which the table or view is made.
    pub(in crate::sql) fn stored_name(&self) -> String {
        if self.is_view || !self.replace {
            self.name.clone()
        } else {
            format!("_new_{}", self.name)
        }
    }

    /// Returns the statement for SQLite that creates the table or view.
    pub(in crate::sql) fn creating(&self) -> String {
        let kind = if self.is_view { "VIEW" } else { "TABLE" };
        format!(
            "CREATE {kind} {} AS {}",
            quoted(&self.stored_name()),
            self.body
        )
    }

    /// Returns the statement for SQLite that drops what this one replaces.
    pub(in crate::sql) fn dropping(&self) -> String {
        let kind = if self.is_view { "VIEW" } else { "TABLE" };
        format!("DROP {kind} {}", quoted(&self.name))
    }

    /// Returns the statement for SQLite that gives a table its name, if it was made under another.
    pub(in crate::sql) fn renaming(&self) -> Option<String> {
        let (stored, name) = (quoted(&self.stored_name()), quoted(&self.name));
        (stored != name).then(|| format!("ALTER TABLE {stored} RENAME TO {name}"))
    }
}
