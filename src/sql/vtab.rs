//! The glue between SQLite's virtual tables and [`Provider`]: the only unsafe code of `sql`.
//!
//! Everything here is a thin translation. The content of tables, their searches and their costs are safe code
//! in [`super::table`] and `tables`; the bodies of functions run in [`super::session`]. A panic in that code
//! becomes an error of the statement, because a panic that got into SQLite's C code would end the process.

#![expect(
    unsafe_code,
    reason = "SQLite calls virtual tables through C structures, and functions that run SQL need \
              the connection that calls them"
)]

use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rusqlite::types::ValueRef;
use rusqlite::vtab::{
    Context, Filters, IndexConstraintOp, IndexFlags, IndexInfo, Module, VTab, VTabConnection,
    VTabCursor, sqlite3_vtab, sqlite3_vtab_cursor,
};
use rusqlite::{CachedStatement, Connection, Error, Result, Statement};

use super::table::{Cell, Collation, Constraint, Op, Order, Provider, Rows, Scan};
use super::value::Value;

/// Makes a table, or a table-valued function, available under its name.
pub(super) fn register(
    connection: &Connection,
    name: &str,
    table: Arc<dyn Provider>,
) -> Result<()> {
    const MODULE: &Module<'static, TraceTable> = &Module::eponymous_only_module();
    connection.create_module(name, MODULE, Some(table))
}

/// A second handle on the connection of a session, for its functions and tables that are made of SQL. It
/// keeps the statements of functions: preparing them takes longer than most of them run.
#[derive(Debug)]
pub(super) struct Caller(Connection);

// SAFETY: only functions and tables use it, which SQLite calls on the one thread that uses the connection,
// and the session, which that thread has borrowed.
unsafe impl Sync for Caller {}

impl Caller {
    /// Returns a handle, whose statements must be forgotten before the connection is closed.
    pub(super) fn of(connection: &Connection) -> Result<Self> {
        /// How many statements are kept, more than sessions have functions.
        const KEPT: usize = 500;
        // SAFETY: the handle is only used below, while the connection is open.
        let handle = unsafe { connection.handle() };
        // SAFETY: dropping the second handle does not close the connection, which outlives its
        // functions and the statements.
        let connection = unsafe { Connection::from_handle(handle) }?;
        connection.set_prepared_statement_cache_capacity(KEPT);
        Ok(Self(connection))
    }

    /// Returns a statement that is not running, a kept one if there is one.
    pub(super) fn prepare(&self, sql: &str) -> Result<CachedStatement<'_>> {
        self.0.prepare_cached(sql)
    }

    /// Returns a statement that is not kept.
    pub(super) fn prepare_once(&self, sql: &str) -> Result<Statement<'_>> {
        self.0.prepare(sql)
    }

    /// Forgets the statements that are kept.
    pub(super) fn forget(&self) {
        self.0.flush_prepared_statement_cache();
    }
}

/// Runs code that SQLite calls. A panic becomes an error, after which SQLite only closes the scan.
fn guarded<T>(run: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let message = "it failed: this is a bug of perfetty";
        Err(Error::ModuleError(message.to_owned()))
    })
}

/// One use of a table in a connection.
#[repr(C)]
struct TraceTable {
    /// SQLite's part; must be first.
    base: sqlite3_vtab,
    provider: Arc<dyn Provider>,
}

// SAFETY: the struct is `repr(C)` and its first field is `sqlite3_vtab`.
unsafe impl VTab<'_> for TraceTable {
    type Aux = Arc<dyn Provider>;
    type Cursor = TraceCursor;

    fn connect(
        _db: &mut VTabConnection,
        aux: Option<&Self::Aux>,
        _module_name: &[u8],
        _database_name: &[u8],
        _table_name: &[u8],
        _args: &[&[u8]],
    ) -> Result<(Cow<'static, CStr>, Self)> {
        let provider = aux
            .map(Arc::clone)
            .ok_or_else(|| Error::ModuleError(String::from("table without data")))?;
        let ddl = guarded(|| std::ffi::CString::new(provider.ddl()).map_err(Error::NulError))?;
        let table = Self {
            base: sqlite3_vtab::default(),
            provider,
        };
        Ok((Cow::Owned(ddl), table))
    }

    fn best_index(&self, info: &mut IndexInfo) -> Result<bool> {
        guarded(|| Ok(self.plan(info)))
    }

    fn open(&mut self) -> Result<TraceCursor> {
        Ok(TraceCursor {
            base: sqlite3_vtab_cursor::default(),
            provider: Arc::clone(&self.provider),
            rows: None,
            is_done: true,
        })
    }
}

impl TraceTable {
    /// Chooses a plan for SQLite's constraints. Returns whether there is one.
    fn plan(&self, info: &mut IndexInfo) -> bool {
        let constraints: Vec<Constraint> = info
            .constraints()
            .enumerate()
            .map(|(index, constraint)| Constraint {
                column: usize::try_from(constraint.column()).ok(),
                op: operator(&constraint.operator()),
                usable: constraint.is_usable(),
                collation: match info.collation(index) {
                    Ok("BINARY") => Collation::Binary,
                    _ => Collation::Other,
                },
                value: match info.rhs_value(index) {
                    Ok(Some(value)) => Some(Value::of(value)),
                    _ => None,
                },
            })
            .collect();
        let order: Vec<Order> = info
            .order_bys()
            .map(|term| Order {
                column: usize::try_from(term.column()).ok(),
                descending: term.is_order_by_desc(),
            })
            .collect();
        let Some(plan) = self.provider.plan(&constraints, &order, info.col_used()) else {
            return false;
        };
        for (argument, &constraint) in plan.args.iter().enumerate() {
            let mut usage = info.constraint_usage(constraint);
            usage.set_argv_index(argument as c_int + 1);
            usage.set_omit(self.provider.is_exact());
        }
        info.set_idx_num(plan.code);
        info.set_estimated_cost(plan.cost);
        info.set_estimated_rows(plan.rows);
        info.set_order_by_consumed(plan.ordered);
        if plan.scan == Scan::Unique {
            info.set_idx_flags(IndexFlags::SQLITE_INDEX_SCAN_UNIQUE);
        }
        true
    }
}

/// A scan of a table.
#[repr(C)]
struct TraceCursor {
    /// SQLite's part; must be first.
    base: sqlite3_vtab_cursor,
    provider: Arc<dyn Provider>,
    rows: Option<Box<dyn Rows>>,
    /// Whether there is no current row. Computed once per row, because `eof` cannot report an error.
    is_done: bool,
}

// SAFETY: the struct is `repr(C)` and its first field is `sqlite3_vtab_cursor`.
unsafe impl VTabCursor for TraceCursor {
    fn filter(&mut self, code: c_int, _text: Option<&str>, args: &Filters<'_>) -> Result<()> {
        self.is_done = true;
        guarded(|| self.search(code, args))
    }

    fn next(&mut self) -> Result<()> {
        self.is_done = true;
        guarded(|| {
            if let Some(rows) = &mut self.rows {
                rows.advance()?;
                self.is_done = rows.done();
            }
            Ok(())
        })
    }

    fn eof(&self) -> bool {
        self.is_done
    }

    fn column(&self, context: &mut Context, column: c_int) -> Result<()> {
        let Some(rows) = &self.rows else {
            return Ok(());
        };
        guarded(|| match rows.cell(column as usize) {
            Cell::Null => context.set_result(rusqlite::types::Null),
            Cell::Int(value) => context.set_result(value),
            Cell::Real(value) => context.set_result(value),
            Cell::Text(bytes) => context.set_result(Raw(ValueRef::Text(bytes))),
            Cell::Owned(bytes) => context.set_result(Raw(ValueRef::Text(&bytes))),
            Cell::Blob(bytes) => context.set_result(Raw(ValueRef::Blob(bytes))),
        })
    }

    fn rowid(&self) -> Result<i64> {
        guarded(|| Ok(self.rows.as_ref().map_or(0, |rows| rows.id())))
    }
}

impl TraceCursor {
    /// Starts a scan with the values of the plan's constraints.
    fn search(&mut self, code: c_int, args: &Filters<'_>) -> Result<()> {
        let args: Vec<Value> = args.iter().map(Value::of).collect();
        let rows = Arc::clone(&self.provider).open(code, &args)?;
        self.is_done = rows.done();
        self.rows = Some(rows);
        Ok(())
    }
}

/// Bytes that are handed to SQLite as they are: text of a trace need not be UTF-8.
pub(super) struct Raw<'a>(pub(super) ValueRef<'a>);

impl rusqlite::ToSql for Raw<'_> {
    fn to_sql(&self) -> Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(rusqlite::types::ToSqlOutput::Borrowed(self.0))
    }
}

fn operator(op: &IndexConstraintOp) -> Op {
    match op {
        IndexConstraintOp::SQLITE_INDEX_CONSTRAINT_EQ => Op::Eq,
        IndexConstraintOp::SQLITE_INDEX_CONSTRAINT_GT => Op::Gt,
        IndexConstraintOp::SQLITE_INDEX_CONSTRAINT_GE => Op::Ge,
        IndexConstraintOp::SQLITE_INDEX_CONSTRAINT_LT => Op::Lt,
        IndexConstraintOp::SQLITE_INDEX_CONSTRAINT_LE => Op::Le,
        _ => Op::Other,
    }
}

#[cfg(test)]
mod tests;
