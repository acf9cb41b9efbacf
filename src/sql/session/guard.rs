//! The limits of a session, and the statements that it refuses.
//!
//! Creating the tables, views and functions of a new session is here, too, because it needs more rights than
//! statements have.

use std::sync::Arc;

use rusqlite::Connection;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;

use super::Limits;
use crate::sql::tables::{self, Shared, VIEWS};
use crate::sql::{functions, vtab};

/// Sets the limits and creates tables, views and functions.
pub(super) fn prepare(
    connection: &Connection,
    shared: &Arc<Shared>,
    limits: Limits,
) -> rusqlite::Result<()> {
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    let memory = i64::try_from(limits.memory_bytes).unwrap_or(i64::MAX);
    connection.pragma_update(None, "hard_heap_limit", memory)?;
    for (limit, value) in [
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_LENGTH, 256 << 20),
        (Limit::SQLITE_LIMIT_SQL_LENGTH, 4 << 20),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        connection.set_limit(limit, value)?;
    }
    for (name, table) in tables::all(shared) {
        vtab::register(connection, name, table)?;
    }
    functions::register(connection, shared)?;
    for view in VIEWS {
        connection.execute_batch(&format!("CREATE VIEW {} AS {}", view.name, view.select))?;
    }
    Ok(())
}

/// Pragmas that only describe the schema.
const HARMLESS_PRAGMAS: &[&str] = &[
    "table_info",
    "table_xinfo",
    "table_list",
    "function_list",
    "module_list",
    "index_list",
    "index_info",
    "index_xinfo",
    "compile_options",
    "collation_list",
];

/// Decides what a statement may do: anything inside the session, nothing outside.
pub(super) fn authorize(context: AuthContext<'_>) -> Authorization {
    let allowed = match context.action {
        AuthAction::Attach { .. }
        | AuthAction::Detach { .. }
        | AuthAction::CreateVtable { .. }
        | AuthAction::DropVtable { .. }
        | AuthAction::CreateTrigger { .. }
        | AuthAction::CreateTempTrigger { .. }
        | AuthAction::Unknown { .. } => false,
        AuthAction::CreateTable { table_name: name }
        | AuthAction::CreateTempTable { table_name: name }
        | AuthAction::CreateView { view_name: name }
        | AuthAction::CreateTempView { view_name: name }
        | AuthAction::DropView { view_name: name } => !tables::exists(name),
        AuthAction::Pragma { pragma_name, .. } => HARMLESS_PRAGMAS
            .iter()
            .any(|name| pragma_name.eq_ignore_ascii_case(name)),
        AuthAction::Function { function_name } => !["load_extension", "fts3_tokenizer"]
            .iter()
            .any(|name| function_name.eq_ignore_ascii_case(name)),
        _ => true,
    };
    if allowed {
        Authorization::Allow
    } else {
        Authorization::Deny
    }
}
