//! A SQL session over a trace: runs statements, returns plain rows, and can be stopped.
//!
//! A session lives in memory only: statements that would access a file, load code or change how SQLite works
//! are refused. Rows are passed on as they come, to a [`RowSink`] that says when it has enough.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::macros::Macros;
use super::modules::Module;
use super::statement::{self, Statement, Target, Wrong};
use super::tables::{self, Shared};
use super::user::{Calls, Depth, Held};
use super::{modules, vtab};
use crate::base::time::Dur;
use crate::model::trace::Trace;

mod declared;
mod error;
mod guard;
mod make;
mod origin;

pub use error::SqlError;
use error::{REFUSED, failed, is_refused, kept, no_argument, no_room, of_expanded, stays};
pub use origin::Origin;
use origin::Origins;

/// The progress of a statement.
#[derive(Debug, Default)]
pub struct Progress {
    rows: AtomicU64,
    steps: AtomicU64,
}

/// Called while a statement runs, every few million steps of SQLite.
#[derive(Clone)]
pub struct Watcher(pub Arc<dyn Fn(&Progress) + Send + Sync>);

impl std::fmt::Debug for Watcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watcher")
    }
}

impl Progress {
    /// Returns how many rows the statement has returned.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// Returns how many thousands of steps SQLite has made, which shows that it progresses.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// Counts a thousand steps, and calls the watcher now and then.
    fn step(&self, watcher: Option<&Watcher>) {
        let steps = self.steps.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(Watcher(watch)) = watcher
            && steps.is_multiple_of(WATCH_STEPS)
        {
            watch(self);
        }
    }

    fn start(&self) {
        self.rows.store(0, Ordering::Relaxed);
        self.steps.store(0, Ordering::Relaxed);
    }
}

/// The limits of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time that a text of statements may take, with the clock that measures it.
    pub time: Option<(Dur, fn() -> Dur)>,
    /// The most memory that SQLite may hold, over all sessions of the process, in bytes.
    pub memory_bytes: u64,
    /// Whether `memory_bytes` is the limit that the user has set for the process, and can raise.
    pub is_memory_of_user: bool,
}

impl Limits {
    /// Returns these limits with the memory limited to what the user allows the process, in bytes.
    #[must_use]
    pub fn within(self, allowed: u64) -> Self {
        if allowed >= self.memory_bytes {
            return self;
        }
        Self {
            memory_bytes: allowed,
            is_memory_of_user: true,
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            memory_bytes: 2 << 30,
            is_memory_of_user: false,
        }
    }
}

/// A value of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum SqlValue {
    /// SQL NULL.
    Null,
    /// An integer.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// Text: raw bytes of the trace, not yet safe to print.
    Text(Box<[u8]>),
    /// Bytes.
    Blob(Box<[u8]>),
}

impl SqlValue {
    fn copied(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(value) => Self::Int(value),
            ValueRef::Real(value) => Self::Real(value),
            ValueRef::Text(bytes) => Self::Text(bytes.into()),
            ValueRef::Blob(bytes) => Self::Blob(bytes.into()),
        }
    }

    fn size(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Text(bytes) | Self::Blob(bytes) => bytes.len(),
                _ => 0,
            }
    }
}

/// What can end a statement early.
#[derive(Debug)]
pub(super) struct Stop {
    progress: Progress,
    /// A flag that another thread sets to cancel.
    cancelled: OnceLock<Arc<AtomicBool>>,
    limits: Limits,
    /// When the running text must end, on the clock of the limits in nanoseconds; `u64::MAX` for never.
    deadline: AtomicU64,
}

impl Stop {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            progress: Progress::default(),
            cancelled: OnceLock::new(),
            limits,
            deadline: AtomicU64::new(u64::MAX),
        }
    }

    /// Returns whether the running statement has to end.
    pub(super) fn is_wanted(&self) -> bool {
        self.is_cancelled() || self.is_late()
    }

    fn is_cancelled(&self) -> bool {
        let flag = self.cancelled.get();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Returns the most memory that a statement may hold, in bytes.
    pub(super) const fn memory_bytes(&self) -> u64 {
        self.limits.memory_bytes
    }

    fn is_late(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        let time = self.limits.time;
        time.is_some_and(|(_, now)| now().ns().unsigned_abs() >= deadline)
    }
}

/// Receives the rows of results as they come.
pub trait RowSink {
    /// A statement begins, which may have a result. `_is_last` tells that no statement follows.
    fn statement(&mut self, _is_last: bool) -> std::io::Result<()> {
        Ok(())
    }

    /// A result begins; only statements with columns have a result.
    fn begin(&mut self, columns: &[String]) -> std::io::Result<()>;

    /// Receives a row of the result. Returns whether more rows are wanted.
    fn row(&mut self, values: &[ValueRef<'_>]) -> std::io::Result<bool>;

    /// Where the columns of the result that has begun come from, as far as it is known.
    fn origins(&mut self, _origins: Vec<Option<Origin>>) {}

    /// The result ends.
    fn end(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A result in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultSet {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Where the columns come from, as far as it is known.
    pub origins: Vec<Option<Origin>>,
    /// The rows.
    pub rows: Vec<Vec<SqlValue>>,
    /// Whether there were more rows than the limit.
    pub truncated: bool,
}

/// Collects the last result in memory, up to a number of rows and bytes.
#[derive(Debug)]
struct Collect {
    max_rows: usize,
    max_bytes: usize,
    bytes: usize,
    result: ResultSet,
}

impl RowSink for Collect {
    fn begin(&mut self, columns: &[String]) -> std::io::Result<()> {
        self.bytes = 0;
        self.result = ResultSet {
            columns: columns.to_vec(),
            ..ResultSet::default()
        };
        Ok(())
    }

    fn origins(&mut self, origins: Vec<Option<Origin>>) {
        self.result.origins = origins;
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> std::io::Result<bool> {
        if self.result.rows.len() >= self.max_rows || self.bytes >= self.max_bytes {
            self.result.truncated = true;
            return Ok(false);
        }
        let row: Vec<SqlValue> = values
            .iter()
            .map(|&value| SqlValue::copied(value))
            .collect();
        self.bytes += row.iter().map(SqlValue::size).sum::<usize>();
        self.result.rows.push(row);
        Ok(true)
    }
}

/// After how many steps of SQLite the progress handler is called.
const STEPS: i32 = 1000;
/// After how many thousands of steps the watcher is called.
const WATCH_STEPS: u64 = 2000;

/// What statements have made that SQLite does not undo by itself.
#[derive(Clone, Debug)]
struct Known {
    included: BTreeSet<&'static str>,
    /// The functions made by statements, by name and number of arguments, because only OR REPLACE may make
    /// one again.
    user_functions: BTreeSet<(String, usize)>,
    macros: Macros,
    /// The span joins that exist, by name in lower case.
    span_joins: BTreeSet<String>,
    /// The span joins, and functions that return tables, that were dropped.
    gone: BTreeSet<String>,
    origins: Origins,
}

/// A SQL session over a trace.
pub struct SqlSession {
    connection: Connection,
    shared: Arc<Shared>,
    stop: Arc<Stop>,
    known: Known,
    /// The statements that created or changed something, in order.
    made: Vec<String>,
    calls: Calls,
    /// Whether the statements that run are those of a module, which are known to be right.
    is_in_module: bool,
}

impl Drop for SqlSession {
    fn drop(&mut self) {
        self.calls.caller.forget();
    }
}

impl std::fmt::Debug for SqlSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqlSession")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl SqlSession {
    /// Opens a session. The first session of a trace computes the SQL ids of its slices.
    pub fn new(trace: Arc<Trace>, limits: Limits) -> Result<Self, SqlError> {
        let stop = Arc::new(Stop::new(limits));
        let shared = Shared::new(trace, Arc::clone(&stop));
        let no_session = |error| no_room(&error, limits).unwrap_or_else(|| failed(&error, "", 0));
        let connection = Connection::open_in_memory().map_err(no_session)?;
        guard::prepare(&connection, &shared, limits).map_err(no_session)?;
        let calls = Calls {
            depth: Depth::default(),
            caller: Arc::new(vtab::Caller::of(&connection).map_err(no_session)?),
            held: Held::default(),
            stop: Arc::clone(&stop),
        };
        let mut session = Self {
            connection,
            shared,
            stop,
            known: Known {
                included: BTreeSet::new(),
                user_functions: BTreeSet::new(),
                macros: Macros::new(),
                span_joins: BTreeSet::new(),
                gone: BTreeSet::new(),
                origins: Origins::default(),
            },
            made: Vec::new(),
            calls,
            is_in_module: false,
        };
        session.look_in(None)?;
        session
            .connection
            .authorizer(Some(guard::authorize))
            .map_err(|error| failed(&error, "", 0))?;
        Ok(session)
    }

    /// Makes SQLite call back now and then, to count its steps and to check whether it must end.
    fn look_in(&mut self, watcher: Option<Watcher>) -> Result<(), SqlError> {
        let stop = Arc::clone(&self.stop);
        let must_stop = move || {
            stop.progress.step(watcher.as_ref());
            stop.is_wanted()
        };
        self.connection
            .progress_handler(STEPS, Some(must_stop))
            .map_err(|error| failed(&error, "", 0))
    }

    /// Sets the flag that cancels statements. Only the first call has an effect.
    pub fn cancel_with(&mut self, flag: Arc<AtomicBool>) {
        self.stop.cancelled.get_or_init(|| flag);
    }

    /// Sets the watcher of the statements that follow.
    pub fn watch(&mut self, watcher: Watcher) -> Result<(), SqlError> {
        self.look_in(Some(watcher))
    }

    /// Runs statements and returns the result of the last one that has a result, up to a number of rows and
    /// bytes.
    pub fn query(
        &mut self,
        text: &str,
        max_rows: usize,
        max_bytes: usize,
    ) -> Result<ResultSet, SqlError> {
        let mut sink = Collect {
            max_rows,
            max_bytes,
            bytes: 0,
            result: ResultSet::default(),
        };
        self.run(text, &mut sink)?;
        Ok(sink.result)
    }

    /// Runs statements and passes their rows on.
    pub fn run(&mut self, text: &str, sink: &mut dyn RowSink) -> Result<(), SqlError> {
        self.stop.progress.start();
        let deadline = self.stop.limits.time.map_or(u64::MAX, |(limit, now)| {
            now().plus(limit).ns().unsigned_abs()
        });
        self.stop.deadline.store(deadline, Ordering::Relaxed);
        self.statements(text, sink)
    }

    /// Returns those of the earlier statements that another session must run before it can run a text: all
    /// that include modules, and those that create or change something that the text uses.
    pub fn needed_by(&self, text: &str) -> Vec<&str> {
        let mut used = statement::names(text);
        let mut needed: Vec<&str> = Vec::new();
        for made in self.made.iter().rev() {
            let is_used = match statement::target(made) {
                Some(Target::Module) => true,
                Some(Target::Named(name)) => used.contains(&name),
                None => false,
            };
            if is_used {
                used.extend(statement::names(made));
                needed.push(made);
            }
        }
        needed.reverse();
        needed
    }

    fn statements(&mut self, text: &str, sink: &mut dyn RowSink) -> Result<(), SqlError> {
        let parts = statement::split(text);
        for (index, &(start, part)) in parts.iter().enumerate() {
            sink.statement(index + 1 == parts.len())
                .map_err(|source| SqlError::Output { source })?;
            self.statement(text, (start, part), sink).map_err(|error| {
                // With a single statement or a single line, it is clear which statement the error is in.
                if parts.len() > 1 && text.contains('\n') {
                    error.of_statement(text, start)
                } else {
                    error
                }
            })?;
        }
        Ok(())
    }

    /// Runs one statement, which starts at `start` in `text`.
    fn statement(
        &mut self,
        text: &str,
        (start, part): (usize, &str),
        sink: &mut dyn RowSink,
    ) -> Result<(), SqlError> {
        let mistaken = |text: &str, start, wrong: Wrong| {
            SqlError::in_text(wrong.message, text, start + wrong.at)
        };
        let parsed = statement::parse(part).map_err(|wrong| mistaken(text, start, wrong))?;
        // The body of a macro is checked where the macro is used.
        let expanded = match parsed {
            Statement::Macro(_) => Ok(None),
            _ => self.known.macros.expand(part),
        };
        let has_made = match expanded.map_err(|wrong| mistaken(text, start, wrong))? {
            None => self.carry_out(parsed, (text, start, part), sink)?,
            Some(expanded) => {
                let whole = expanded.text.as_str();
                let parsed = statement::parse(whole).map_err(|wrong| mistaken(whole, 0, wrong));
                parsed
                    .and_then(|parsed| self.carry_out(parsed, (whole, 0, whole), sink))
                    .map_err(|error| of_expanded(error, &expanded, (text, start, part)))?
            }
        };
        if has_made && !self.is_included(part) {
            self.made.push(part.to_owned());
        }
        Ok(())
    }

    /// Does what a statement says that is a part of a text. Returns whether it has made or changed something.
    fn carry_out(
        &mut self,
        parsed: Statement,
        (text, start, part): (&str, usize, &str),
        sink: &mut dyn RowSink,
    ) -> Result<bool, SqlError> {
        let wrong = |message| SqlError::in_text(message, text, start);
        // A body is the end of its statement.
        let of_body = |body: &str| (start + part.len()).saturating_sub(body.len());
        let mut has_made = true;
        match parsed {
            Statement::Plain(sql) => has_made = self.plain(&sql, text, start, sink)?,
            Statement::Macro(defined) => self.known.macros.define(defined).map_err(wrong)?,
            Statement::SpanJoin(join) => has_made = self.span_join(join).map_err(wrong)?,
            Statement::Drop { name, sql, is_own } => {
                let at = if is_own { ("", 0) } else { (text, start) };
                self.drop_table(&name, &sql, at)
                    .map_err(|error| kept(&name, &error).map_or(error, wrong))?;
            }
            Statement::DropIndex(index) => self.drop_index(&index).map_err(wrong)??,
            Statement::Include { name, at } => self.include(&name, text, start + at)?,
            Statement::Relation(made) => {
                if tables::exists(&made.name) {
                    return Err(wrong(stays(&made.name, "table")));
                }
                self.relation(&made, text, of_body(&made.body))?;
            }
            Statement::Index(index) => has_made = self.index(&index).map_err(wrong)??,
            Statement::Function(function) => {
                let body = of_body(&function.body);
                self.function(function, text, body).map_err(wrong)??;
            }
        }
        Ok(has_made)
    }

    /// Returns whether a statement includes a module that an equal statement has included before.
    fn is_included(&self, statement: &str) -> bool {
        statement::target(statement) == Some(Target::Module)
            && self.made.iter().any(|made| made == statement)
    }

    /// Runs a statement of SQLite that starts at `start` in `text`. Returns whether it is one that changes
    /// something.
    fn plain(
        &self,
        sql: &str,
        text: &str,
        start: usize,
        sink: &mut dyn RowSink,
    ) -> Result<bool, SqlError> {
        let fail = |error: &rusqlite::Error| self.stopped(error, text, start);
        let mut statement = self.connection.prepare(sql).map_err(|error| {
            let error = fail(&error);
            if !text.is_empty()
                && let Some(Target::Named(name)) = statement::target(sql)
                && let Some(message) = kept(&name, &error)
            {
                return SqlError::in_text(message, text, start);
            }
            match error {
                SqlError::Sql { line, column, .. } if is_refused(&error) => SqlError::Sql {
                    message: format!("{REFUSED}: {}", statement::beginning(sql)),
                    line,
                    column,
                },
                error => error,
            }
        })?;
        if statement.parameter_count() > 0 {
            let name = statement.parameter_name(1).unwrap_or("?");
            return Err(no_argument(name, sql, text, start));
        }
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let changes = !statement.readonly();
        if columns.is_empty() {
            let done = statement.raw_execute();
            return done.map(|_| changes).map_err(|e| fail(&e));
        }
        let origins = self.known.origins.of(&statement, sql);
        let output = |source| SqlError::Output { source };
        let mut rows = statement.raw_query();
        let mut began = false;
        while let Some(row) = rows.next().map_err(|e| fail(&e))? {
            if !began {
                sink.begin(&columns).map_err(output)?;
                began = true;
            }
            let values: Vec<ValueRef<'_>> = (0..columns.len())
                .map(|index| row.get_ref(index))
                .collect::<Result<_, _>>()
                .map_err(|e| fail(&e))?;
            self.stop.progress.rows.fetch_add(1, Ordering::Relaxed);
            if !sink.row(&values).map_err(output)? {
                break;
            }
        }
        if !began {
            sink.begin(&columns).map_err(output)?;
        }
        sink.origins(origins);
        sink.end().map_err(output)?;
        Ok(changes)
    }

    /// Includes the modules of a name, which stands at a position in a text.
    fn include(&mut self, name: &str, text: &str, at: usize) -> Result<(), SqlError> {
        let found = modules::find(name);
        if found.is_empty() {
            return Err(SqlError::no_module(name, text, at));
        }
        if self.is_in_module {
            return self.add(&found);
        }
        // A module of which a part is missing would count as included.
        let known = self.known.clone();
        let added = self.whole(|session| session.add(&found));
        if added.is_err() {
            self.known = known;
        }
        added
    }

    /// Adds what modules make, unless they have been included.
    fn add(&mut self, found: &[&'static Module]) -> Result<(), SqlError> {
        for module in found {
            if self.known.included.insert(module.name) {
                for (name, table) in (module.tables)(&self.shared) {
                    vtab::register(&self.connection, name, table)
                        .map_err(|error| self.stopped(&error, "", 0))?;
                }
                // Including the module again makes its objects again, so its statements are not remembered.
                let made = std::mem::take(&mut self.made);
                let is_in_module = std::mem::replace(&mut self.is_in_module, true);
                let ended = self.statements(module.sql, &mut NoRows);
                self.is_in_module = is_in_module;
                self.made = made;
                ended.map_err(|error| error.within(&format!("module {}", module.name)))?;
            }
        }
        Ok(())
    }

    /// Returns why a statement ended: an interruption has a reason of its own.
    fn stopped(&self, error: &rusqlite::Error, text: &str, start: usize) -> SqlError {
        if self.stop.is_cancelled() {
            return SqlError::Cancelled;
        }
        match self.stop.limits.time {
            Some((limit, _)) if self.stop.is_late() => SqlError::Timeout { limit },
            _ => no_room(error, self.stop.limits).unwrap_or_else(|| failed(error, text, start)),
        }
    }
}

/// A sink for statements whose rows are not wanted.
struct NoRows;

impl RowSink for NoRows {
    fn begin(&mut self, _columns: &[String]) -> std::io::Result<()> {
        Ok(())
    }

    fn row(&mut self, _values: &[ValueRef<'_>]) -> std::io::Result<bool> {
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
