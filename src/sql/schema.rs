//! Descriptions of SQL tables and functions: names, columns and their meaning.
//!
//! Tables declare themselves to SQLite with these descriptions, completion reads them, and `docs/sql.md` is
//! generated from them. Names, order and types of columns are those of Perfetto's trace processor. How a
//! column is read is in `tables`, next to its name.

use std::fmt::Write as _;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A 64-bit integer.
    Long,
    /// A floating point number.
    Double,
    /// Text.
    Text,
    /// 0 or 1.
    Bool,
}

impl Kind {
    /// Returns the type in the declaration, which decides the affinity of the column.
    pub(super) const fn declared(self) -> &'static str {
        match self {
            Self::Long => "BIGINT",
            Self::Double => "DOUBLE",
            Self::Text => "TEXT",
            Self::Bool => "BOOLEAN",
        }
    }

    /// Returns the name that the documentation uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Double => "double",
            Self::Text => "string",
            Self::Bool => "bool",
        }
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct ColumnDef {
    /// The name of the column.
    pub name: &'static str,
    /// The type of the column.
    pub kind: Kind,
    /// Whether this is an argument of a table-valued function.
    pub argument: bool,
    /// The meaning of the column, for the documentation.
    pub doc: &'static str,
}

/// A table, or a table-valued function if it has argument columns.
#[derive(Clone, Debug)]
pub struct TableDef {
    /// The name of the table.
    pub name: &'static str,
    /// What the rows are, for the documentation.
    pub doc: &'static str,
    /// The columns in the order of `SELECT *`, then the arguments.
    pub columns: Vec<ColumnDef>,
}

impl TableDef {
    /// Returns the statement that declares the table to SQLite.
    pub(super) fn ddl(&self) -> String {
        let mut ddl = String::from("CREATE TABLE x(");
        for (index, column) in self.columns.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let hidden = if column.argument { " HIDDEN" } else { "" };
            // Writing to a String cannot fail.
            _ = write!(
                ddl,
                "{comma}\"{}\" {}{hidden}",
                column.name,
                column.kind.declared()
            );
        }
        ddl.push(')');
        ddl
    }

    /// Returns the columns that `SELECT *` returns.
    pub fn visible(&self) -> impl Iterator<Item = &ColumnDef> {
        self.columns.iter().filter(|column| !column.argument)
    }

    /// Returns the arguments of a table-valued function.
    pub fn arguments(&self) -> impl Iterator<Item = &ColumnDef> {
        self.columns.iter().filter(|column| column.argument)
    }

    /// Returns whether this is a table-valued function.
    pub fn is_function(&self) -> bool {
        self.arguments().next().is_some()
    }
}

/// A view: a named SELECT over other tables.
#[derive(Clone, Copy, Debug)]
pub struct ViewDef {
    /// The name of the view.
    pub name: &'static str,
    /// What the rows are, for the documentation.
    pub doc: &'static str,
    /// The SELECT statement.
    pub select: &'static str,
}

/// A scalar function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionDef {
    /// The name and the arguments, such as `hash(value, …)`.
    pub usage: &'static str,
    /// What the function returns, for the documentation.
    pub doc: &'static str,
}

impl FunctionDef {
    /// Returns the name without the arguments.
    pub fn name(&self) -> &'static str {
        self.usage
            .split_once('(')
            .map_or(self.usage, |(name, _)| name)
    }
}

/// Returns the content of `docs/sql.md`.
pub fn markdown() -> String {
    let mut page = String::from(
        "# SQL\n\n\
         <!-- Generated from src/sql; `BLESS=1 cargo test --lib sql::schema` rewrites it. -->\n\n\
         `perfetty query TRACE \"SELECT …\"` and `:` in the viewer run SQLite over the trace, with the\n\
         tables, columns and functions of Perfetto's trace processor. Times and durations are\n\
         nanoseconds; a duration of -1 means that the slice never ended.\n\
         `SELECT name FROM perfetto_tables` lists the tables and views below, `sqlite_master` the views\n\
         and what you and modules make; `PRAGMA table_info(slice)` lists the columns of one.\n\n\
         ## Tables\n",
    );
    let tables = super::tables::definitions();
    for table in tables.iter().filter(|table| !table.is_function()) {
        table_section(&mut page, table);
    }
    page.push_str("\n## Views\n\n| view | rows |\n|---|---|\n");
    for view in super::tables::VIEWS {
        // Writing to a String cannot fail.
        _ = writeln!(page, "| `{}` | {} |", view.name, view.doc);
    }
    page.push_str("\n## Table-valued functions\n");
    for table in tables.iter().filter(|table| table.is_function()) {
        table_section(&mut page, table);
    }
    page.push_str("\n## Functions\n\n| function | returns |\n|---|---|\n");
    for function in super::functions::definitions() {
        _ = writeln!(page, "| `{}` | {} |", function.usage, function.doc);
    }
    page.push_str(
        "\n## Modules\n\n`INCLUDE PERFETTO MODULE name;` provides more; a module that is not listed is refused.\n\n\
         | module | what it provides |\n|---|---|\n",
    );
    let mut modules: Vec<_> = super::modules::all().collect();
    modules.sort_by_key(|module| module.name);
    for module in modules {
        _ = writeln!(page, "| `{}` | {} |", module.name, module.doc);
    }
    page.push_str("\n## Macros\n\n| macro | stands for |\n|---|---|\n");
    for builtin in super::macros::BUILTIN {
        _ = writeln!(page, "| `{}` | {} |", builtin.usage, builtin.doc);
    }
    page.push_str(CREATE_DOC);
    page
}

const CREATE_DOC: &str = "\n## Your own tables, views and functions\n\n\
    `CREATE [OR REPLACE] PERFETTO TABLE|VIEW name [(columns)] AS SELECT …` and\n\
    `CREATE [OR REPLACE] PERFETTO FUNCTION name(arg TYPE, …) RETURNS TYPE AS SELECT … $arg …`, also with\n\
    `RETURNS TABLE(column TYPE, …)`, last as long as the session. Columns and arguments must be what is\n\
    declared. A table may be replaced by what is made of it; a statement or module that fails leaves nothing\n\
    behind, and what it was to replace stays. `CREATE [OR REPLACE] PERFETTO INDEX name ON table(column, …)`\n\
    makes searches of a table that a statement has made faster; tables of the trace need none. Functions may\n\
    call each other and themselves, a hundred calls deep; all rows that one returns must fit into memory, even\n\
    if only some are used. Macros last as long, too: after\n\
    `CREATE [OR REPLACE] PERFETTO MACRO name(arg TYPE, …) RETURNS TYPE AS … $arg …`, `name!(text, …)` stands\n\
    for the body with the texts in it. Statements cannot reach files: `ATTACH`, extensions and pragmas\n\
    that write are refused.\n\n\
    ## Overlapping spans\n\n\
    `CREATE VIRTUAL TABLE name USING SPAN_JOIN(one PARTITIONED column, other PARTITIONED column)` makes a table\n\
    of where rows of two tables, which have `ts` and, unless they are instants, `dur`, overlap: with `ts`,\n\
    `dur`, the column that they are partitioned by and all other columns of both. Rows of one partition must\n\
    not overlap; a table without `PARTITIONED` is one partition, and joins each of the other.\n\
    `SPAN_LEFT_JOIN` keeps what of the first table overlaps nothing, `SPAN_OUTER_JOIN` what of either, with NULLs.\n";

fn table_section(page: &mut String, table: &TableDef) {
    let arguments: Vec<&str> = table.arguments().map(|column| column.name).collect();
    let arguments = if arguments.is_empty() {
        String::new()
    } else {
        format!("({})", arguments.join(", "))
    };
    // Writing to a String cannot fail.
    _ = writeln!(
        page,
        "\n### {}{arguments}\n\n{}\n\n| column | type | |\n|---|---|---|",
        table.name, table.doc
    );
    for column in table.visible() {
        _ = writeln!(
            page,
            "| `{}` | {} | {} |",
            column.name,
            column.kind.name(),
            column.doc
        );
    }
    for column in table.arguments() {
        _ = writeln!(
            page,
            "| `{}` | {} | argument: {} |",
            column.name,
            column.kind.name(),
            column.doc
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn docs_sql_md_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/sql.md");
        let page = super::markdown();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &page).unwrap();
        }
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(stored, page, "run BLESS=1 cargo test --lib sql::schema");
    }
}
