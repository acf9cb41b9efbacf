//! What statements make: tables, views, functions, indices and span joins.
//!
//! What fails leaves nothing behind, and what it was to replace is still there.

use std::collections::BTreeSet;
use std::sync::Arc;

use rusqlite::Statement;
use rusqlite::config::DbConfig;

use super::error::stays;
use super::{NoRows, SqlError, SqlSession, declared};
use crate::sql::span_join::{SpanJoin, SpanJoinTable};
use crate::sql::statement::{DroppedIndex, Function, Index, Relation, names};
use crate::sql::table::{Constraint, Order, Plan, Provider, Rows, plan_call};
use crate::sql::value::Value;
use crate::sql::{functions, tables, user, vtab};

/// Stands for the number of arguments of a function that returns a table: of those only one may have a name.
const ANY: usize = usize::MAX;

/// Returns what a function is known by: its name in lower case and its number of arguments.
fn key(function: &Function) -> (String, usize) {
    let n_args = function
        .columns
        .as_ref()
        .map_or(function.args.len(), |_| ANY);
    (function.name.to_ascii_lowercase(), n_args)
}

impl SqlSession {
    /// Runs statements that SQLite undoes together if one of them fails.
    pub(super) fn whole<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        self.plain("SAVEPOINT _whole", "", 0, &mut NoRows)?;
        let done = run(self);
        if done.is_err() {
            // After an interruption SQLite may have undone them already.
            _ = self.plain("ROLLBACK TO _whole", "", 0, &mut NoRows);
        }
        let ended = self.plain("RELEASE _whole", "", 0, &mut NoRows);
        let value = done?;
        ended.map(|_| value)
    }

    /// Makes a table or view, of which the body stands at `start` in `text`.
    pub(super) fn relation(
        &mut self,
        made: &Relation,
        text: &str,
        start: usize,
    ) -> Result<(), SqlError> {
        let (columns, origins) = {
            let body = self.connection.prepare(&made.body);
            let body = body.map_err(|error| self.stopped(&error, text, start))?;
            let columns: Vec<String> = body.column_names().map(str::to_owned).collect();
            (columns, self.known.origins.of(&body, &made.body))
        };
        let mut names = BTreeSet::new();
        let mut seen = columns.iter();
        let again = seen.find(|name| !names.insert(name.to_ascii_lowercase()));
        let kind = if made.is_view { "VIEW" } else { "TABLE" };
        let wrong = |message: String| {
            SqlError::in_text(format!("CREATE PERFETTO {kind}: {message}"), text, start)
        };
        // SQLite would rename the second of two columns with the same name.
        if let Some(again) = again.filter(|_| !made.is_view) {
            return Err(wrong(format!("several columns are called {again}")));
        }
        let declared = made.columns.as_ref();
        if let Some(differ) = declared.and_then(|it| declared::columns_differ(it, &columns)) {
            return Err(wrong(differ));
        }
        let function = (made.name.to_ascii_lowercase(), ANY);
        if !made.replace && self.known.user_functions.contains(&function) {
            return Err(wrong(format!("table {} already exists", made.name)));
        }
        self.whole(|session| {
            if made.is_view {
                session.drop_replaced(made)?;
            }
            session.plain(&made.creating(), "", 0, &mut NoRows)?;
            if made.is_view {
                return Ok(());
            }
            if !session.is_in_module {
                let misfit = declared::settle_values(&session.connection, made, &columns);
                if let Some(misfit) = misfit.map_err(|error| session.stopped(&error, "", 0))? {
                    return Err(wrong(misfit));
                }
            }
            // Until now its body may have read what it replaces.
            session.drop_replaced(made)?;
            session.put_in_place(made)
        })?;
        self.known.user_functions.remove(&function);
        if made.is_view {
            let body = if self.is_in_module { "" } else { &made.body };
            self.known.origins.keep_view(&made.name, body);
        } else {
            self.known.origins.keep(&made.name, &columns, origins);
        }
        Ok(())
    }

    /// Drops what a table or view replaces. Functions that return tables, and span joins that were dropped, are
    /// unknown to SQLite's schema: it looks for them only where there is nothing else.
    fn drop_replaced(&self, made: &Relation) -> Result<(), SqlError> {
        let is_stored = |kind| self.is_stored(kind, &made.name).unwrap_or(true);
        if made.replace && (is_stored("table") || is_stored("view")) {
            self.plain(&made.dropping(), "", 0, &mut NoRows)?;
        }
        Ok(())
    }

    /// Gives a table that replaces another its name.
    fn put_in_place(&self, made: &Relation) -> Result<(), SqlError> {
        let Some(renaming) = made.renaming() else {
            return Ok(());
        };
        let failed = |error| self.stopped(&error, "", 0);
        // Views name the table, not what takes its place for a moment.
        let literally = DbConfig::SQLITE_DBCONFIG_LEGACY_ALTER_TABLE;
        self.connection
            .set_db_config(literally, true)
            .map_err(failed)?;
        let done = self.plain(&renaming, "", 0, &mut NoRows);
        self.connection
            .set_db_config(literally, false)
            .map_err(failed)?;
        done.map(|_| ())
    }

    /// Drops a table or another object, with a statement that starts at a position of a text.
    pub(super) fn drop_table(
        &mut self,
        name: &str,
        sql: &str,
        (text, start): (&str, usize),
    ) -> Result<(), SqlError> {
        let wrong = |message| SqlError::in_text(message, text, start);
        let key = name.to_ascii_lowercase();
        if self.is_stored("table", name).map_err(wrong)?
            || self.is_stored("view", name).map_err(wrong)?
        {
            self.plain(sql, text, start, &mut NoRows)?;
        } else if self.known.span_joins.remove(&key)
            | self.known.user_functions.remove(&(key.clone(), ANY))
        {
            // SQLite cannot be told to forget it.
            let gone = Arc::new(Gone(name.to_owned()));
            vtab::register(&self.connection, name, gone)
                .map_err(|error| self.stopped(&error, text, start))?;
            self.calls.caller.forget();
            self.known.gone.insert(key);
        } else if !self.known.gone.contains(&key) {
            self.plain(sql, text, start, &mut NoRows)?;
        } else if !names(sql).contains("exists") {
            return Err(wrong(no_table(name)));
        }
        self.known.origins.forget(name);
        Ok(())
    }

    /// Makes an index. Returns whether there is a new one: what is over the trace has indices of its own. The
    /// error says why that is not possible.
    pub(super) fn index(&self, index: &Index) -> Result<Result<bool, SqlError>, String> {
        self.has_table(&index.table)?;
        if !self.is_stored("table", &index.table)? {
            return Ok(Ok(false));
        }
        if !index.replace && self.is_stored("index", &index.stored_name())? {
            return Err(format!("index {} exists already", index.name));
        }
        let mut statements = index.statements().into_iter();
        let done = statements.try_for_each(|sql| self.plain(&sql, "", 0, &mut NoRows).map(|_| ()));
        Ok(done.map(|()| true))
    }

    /// Drops an index. The error of the outer result says that there is none.
    pub(super) fn drop_index(&self, index: &DroppedIndex) -> Result<Result<(), SqlError>, String> {
        // What is over the trace has indices of its own, which stay.
        let of_trace = match &index.table {
            Some(table) => self.has_table(table).is_ok() && !self.is_stored("table", table)?,
            None => false,
        };
        if !of_trace && !self.is_stored("index", &index.stored_name())? {
            return Err(format!("no such index: {}", index.name));
        }
        let dropped = self.plain(&index.statement(), "", 0, &mut NoRows);
        Ok(dropped.map(|_| ()))
    }

    /// Creates a function, whose body starts at `start` in `text`. The error of the outer result says why there
    /// can be none of that name.
    pub(super) fn function(
        &mut self,
        function: Function,
        text: &str,
        start: usize,
    ) -> Result<Result<(), SqlError>, String> {
        let name = function.name.clone();
        if functions::reads_trace(&name) || tables::exists(&name) {
            return Err(stays(&name, "function"));
        }
        let key = key(&function);
        if !function.replace && self.known.user_functions.contains(&key) {
            return Err(format!("function {name} exists already"));
        }
        if function.columns.is_some() && self.has_table(&name).is_ok() {
            return Err(format!("table {name} already exists"));
        }
        self.known.gone.remove(&key.0);
        let is_new = self.known.user_functions.insert(key.clone());
        let made = self.register(function, is_new);
        if made.is_err() && is_new {
            self.known.user_functions.remove(&key);
        }
        Ok(made.map_err(|error| self.stopped(&error, text, start)))
    }

    /// Makes a function available if its body is right.
    fn register(&mut self, function: Function, is_new: bool) -> rusqlite::Result<()> {
        // Kept statements may be of what this one replaces.
        self.calls.caller.forget();
        let connection = &self.connection;
        let (name, n_args) = (function.name.clone(), function.args.len());
        let is_scalar = function.columns.is_none();
        let declared = function.columns.iter().flatten();
        let declared: Vec<String> = declared.map(|(column, _)| column.clone()).collect();
        let checked = function.clone();
        // Wrong bodies are reported now, not when the function is called. One that calls itself
        // can be understood only when the function is there.
        let check = || {
            let prepared = connection.prepare(&checked.body)?;
            match wrong_body(&checked, &prepared) {
                Some(message) => Err(functions::wrong(message)),
                None => Ok(self.known.origins.of(&prepared, &checked.body)),
            }
        };
        let made = if is_new && user::calls_itself(&function) {
            let made = user::register(connection, function, &self.calls);
            let checked = made.and_then(|()| check());
            if checked.is_err() && is_scalar {
                let n_args = i32::try_from(n_args).unwrap_or(i32::MAX);
                // The error of the body is more useful than an error here.
                let _gone = connection.remove_function(name.as_str(), n_args);
            }
            checked
        } else {
            check().and_then(|origins| {
                user::register(connection, function, &self.calls).map(|()| origins)
            })
        };
        let origins = made?;
        if !is_scalar {
            self.known.origins.keep(&name, &declared, origins);
        }
        Ok(())
    }

    /// Creates a table of where the spans of two tables overlap. Returns whether there is a new one. The error
    /// says why that is not possible.
    pub(super) fn span_join(&mut self, statement: SpanJoin) -> Result<bool, String> {
        let name = statement.name.clone();
        let exists = if self.known.span_joins.contains(&name.to_ascii_lowercase()) {
            true
        } else {
            // A dropped span join is still known to SQLite, other tables are not made over.
            self.has_table(&name).is_ok()
        };
        if exists && statement.only_if_new {
            return Ok(false);
        }
        if exists {
            return Err(format!("table {name} already exists"));
        }
        self.calls.caller.forget();
        let (calls, stop) = (self.calls.clone(), Arc::clone(&self.stop));
        let table = SpanJoinTable::new(&self.connection, statement, calls, stop)?;
        vtab::register(&self.connection, &name, Arc::new(table))
            .map_err(|error| error.to_string())?;
        self.known.gone.remove(&name.to_ascii_lowercase());
        self.known.span_joins.insert(name.to_ascii_lowercase());
        Ok(true)
    }

    /// Returns that there is no table or view of a name as an error.
    pub(super) fn has_table(&self, name: &str) -> Result<(), String> {
        let sql = "SELECT EXISTS(SELECT 1 FROM sqlite_master WHERE name = ?1 COLLATE NOCASE)";
        let made: rusqlite::Result<bool> = self.connection.query_row(sql, [name], |row| row.get(0));
        let is_there = made.map_err(|error| error.to_string())?
            || tables::exists(name)
            || self.known.span_joins.contains(&name.to_ascii_lowercase());
        if is_there {
            Ok(())
        } else {
            Err(no_table(name))
        }
    }

    /// Returns whether SQLite stores a table or index, as it does with those made by statements.
    pub(super) fn is_stored(&self, kind: &str, name: &str) -> Result<bool, String> {
        let sql = "SELECT EXISTS(SELECT 1 FROM sqlite_master \
                   WHERE type = ?1 AND name = ?2 COLLATE NOCASE)";
        let stored = self
            .connection
            .query_row(sql, [kind, name], |row| row.get(0));
        stored.map_err(|error| error.to_string())
    }
}

fn no_table(name: &str) -> String {
    format!("no such table: {name}")
}

/// What stands for a span join or function that was dropped, by its name.
struct Gone(String);

impl Provider for Gone {
    fn ddl(&self) -> String {
        String::from("CREATE TABLE x(dropped)")
    }

    fn plan(&self, _constraints: &[Constraint], _order: &[Order], _used: u64) -> Option<Plan> {
        plan_call(0..0, &[])
    }

    fn open(self: Arc<Self>, _code: i32, _args: &[Value]) -> rusqlite::Result<Box<dyn Rows>> {
        Err(rusqlite::Error::ModuleError(no_table(&self.0)))
    }
}

/// Says what is wrong with the body of a function, which would be NULL where it names what is no argument.
fn wrong_body(function: &Function, body: &Statement<'_>) -> Option<String> {
    let columns: Vec<String> = body.column_names().map(str::to_owned).collect();
    if let Some(differ) = declared::returns_differ(function, &columns) {
        return Some(differ);
    }
    let is_argument = |parameter: &str| {
        let name = parameter.strip_prefix('$');
        name.is_some_and(|name| function.args.iter().any(|(argument, _)| argument == name))
    };
    let mut parameters =
        (1..=body.parameter_count()).map(|at| body.parameter_name(at).unwrap_or("?"));
    let other = parameters.find(|parameter| !is_argument(parameter))?;
    Some(format!("{} has no argument {other}", function.name))
}
