//! Functions that are written in SQL: `CREATE PERFETTO FUNCTION`.
//!
//! The body is run on the connection that calls the function, with its arguments
//! as the parameters `$name`; it is prepared once, and once more for each call
//! inside a call. A function of one value is a scalar function, one that returns a
//! table is a table-valued function.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, Connection, Error, Result, Statement};

use super::functions::wrong;
use super::session::Stop;
use super::statement::{Function, Type, tokens};
use super::table::{Cell, Constraint, Order, Plan, Provider, Rows, expect_args, plan_call};
use super::value::Value;
use super::vtab::{self, Caller};

/// How deeply functions may call each other and themselves, because every level takes stack.
pub(super) const MAX_DEPTH: u32 = 100;

/// Counts the calls that are running.
#[derive(Clone, Debug, Default)]
pub(super) struct Depth(Arc<AtomicU32>);

impl Depth {
    /// Runs a call, unless too many are running already.
    pub(super) fn run<T>(&self, call: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.0.fetch_add(1, Ordering::Relaxed) >= MAX_DEPTH {
            self.0.fetch_sub(1, Ordering::Relaxed);
            return Err(Error::UserFunctionError(
                format!("functions call each other too deeply: {MAX_DEPTH} calls at most").into(),
            ));
        }
        let result = call();
        self.0.fetch_sub(1, Ordering::Relaxed);
        result
    }
}

/// Counts the bytes of the rows that calls hold, all of a session together.
#[derive(Clone, Debug, Default)]
pub(super) struct Held(Arc<AtomicU64>);

/// The part of [`Held`] that is of one call.
struct Share {
    all: Held,
    bytes: u64,
}

impl Share {
    /// Notes that this call holds so many bytes, which only become more. Returns how many all calls hold.
    fn grow(&mut self, bytes: usize) -> u64 {
        let more = (bytes as u64).saturating_sub(self.bytes);
        self.bytes += more;
        self.all.0.fetch_add(more, Ordering::Relaxed) + more
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.all.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// What functions share.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    /// How deep they are.
    pub(super) depth: Depth,
    /// What runs their bodies.
    pub(super) caller: Arc<Caller>,
    /// How much they hold.
    pub(super) held: Held,
    /// The limit of that.
    pub(super) stop: Arc<Stop>,
}

/// Makes a function available.
pub(super) fn register(connection: &Connection, function: Function, calls: &Calls) -> Result<()> {
    let calls = calls.clone();
    let name = function.name.clone();
    let params = function.args.iter().map(|(name, _)| format!("${name}"));
    let params = params.collect();
    let callable = Callable {
        function,
        params,
        calls,
    };
    if callable.function.columns.is_some() {
        return vtab::register(connection, &name, Arc::new(TableFunction(callable)));
    }
    let n_args = callable.function.args.len() as i32;
    let call = move |context: &Context<'_>| callable.calls.depth.run(|| callable.scalar(context));
    connection.create_scalar_function(name.as_str(), n_args, FunctionFlags::SQLITE_UTF8, call)
}

/// Returns whether the body of a function mentions the function itself.
pub(super) fn calls_itself(function: &Function) -> bool {
    let mut tokens = tokens(&function.body).into_iter();
    tokens.any(|token| token.text.eq_ignore_ascii_case(&function.name))
}

/// A function that can be called.
struct Callable {
    function: Function,
    /// The parameters of the body that stand for the arguments.
    params: Vec<String>,
    calls: Calls,
}

impl Callable {
    /// Returns the body, ready to be given arguments.
    fn prepare(&self) -> Result<CachedStatement<'_>> {
        self.calls.caller.prepare(&self.function.body)
    }

    /// Gives the body an argument.
    fn bind(
        &self,
        statement: &mut Statement<'_>,
        index: usize,
        value: impl rusqlite::ToSql,
    ) -> Result<()> {
        match statement.parameter_index(&self.params[index])? {
            Some(index) => statement.raw_bind_parameter(index, value),
            None => Ok(()),
        }
    }

    fn scalar(&self, context: &Context<'_>) -> Result<Value> {
        let function = &self.function;
        let mut statement = self.prepare()?;
        for (index, (name, wanted)) in function.args.iter().enumerate() {
            let value = context.get_raw(index);
            if let Some(found) = misfit(*wanted, value) {
                return Err(wrong(format!(
                    "{}: argument {name} must be {}, not {}",
                    function.name,
                    wanted.name(),
                    found.name(),
                )));
            }
            self.bind(&mut statement, index, vtab::Raw(value))?;
        }
        let mut rows = statement.raw_query();
        let Some(row) = rows.next()? else {
            return Ok(Value::Null);
        };
        let value = Value::of(row.get_ref(0)?);
        if rows.next()?.is_some() {
            let name = &function.name;
            return Err(wrong(format!(
                "{name} returns one value: its body has several rows"
            )));
        }
        Ok(value)
    }
}

/// Returns what a value is if it is not of a type; NULL is of any.
fn misfit(wanted: Type, value: ValueRef<'_>) -> Option<Type> {
    let found = match value {
        ValueRef::Null => return None,
        ValueRef::Integer(_) if wanted == Type::Bool => return None,
        ValueRef::Integer(_) => Type::Int,
        ValueRef::Real(_) => Type::Real,
        ValueRef::Text(_) => Type::Text,
        ValueRef::Blob(_) => Type::Bytes,
    };
    (found != wanted).then_some(found)
}

/// A function that returns a table.
struct TableFunction(Callable);

impl TableFunction {
    fn columns(&self) -> &[(String, Type)] {
        self.0.function.columns.as_deref().unwrap_or_default()
    }

    fn args(&self) -> &[(String, Type)] {
        &self.0.function.args
    }
}

impl Provider for TableFunction {
    fn ddl(&self) -> String {
        let mut columns: Vec<String> = Vec::new();
        for (name, of) in self.columns() {
            columns.push(format!(
                "{} {}",
                super::statement::quoted(name),
                of.kind().declared()
            ));
        }
        for (name, _) in self.args() {
            // An argument may have the name of a column.
            columns.push(format!(
                "{} HIDDEN",
                super::statement::quoted(&format!("_arg_{name}"))
            ));
        }
        format!("CREATE TABLE x({})", columns.join(", "))
    }

    fn plan(&self, constraints: &[Constraint], _order: &[Order], _used: u64) -> Option<Plan> {
        let first = self.columns().len();
        let mut plan = plan_call(first..first + self.args().len(), constraints)?;
        plan.cost = 10_000.0;
        plan.rows = 100;
        Some(plan)
    }

    fn is_exact(&self) -> bool {
        // SQLite would find that NULL, as an argument, equals nothing.
        true
    }

    fn open(self: Arc<Self>, _code: i32, args: &[Value]) -> Result<Box<dyn Rows>> {
        expect_args(&self.0.function.name, args, self.args().len())?;
        let rows = self.0.calls.depth.run(|| self.call(args))?;
        Ok(Box::new(rows))
    }
}

impl TableFunction {
    fn call(&self, args: &[Value]) -> Result<UserRows> {
        let width = self.columns().len();
        let mut statement = self.0.prepare()?;
        for (index, value) in args.iter().enumerate() {
            self.0.bind(&mut statement, index, value)?;
        }
        let mut cells: Vec<Value> = Vec::new();
        let mut outside = 0;
        let mut share = Share {
            all: self.0.calls.held.clone(),
            bytes: 0,
        };
        let limit = self.0.calls.stop.memory_bytes();
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            for column in 0..width {
                let value = Value::of(row.get_ref(column)?);
                outside += value.bytes_outside();
                cells.push(value);
            }
            if share.grow(cells.capacity() * size_of::<Value>() + outside) > limit {
                return Err(Error::ModuleError(format!(
                    "{} returns more rows than fit into memory",
                    self.0.function.name
                )));
            }
        }
        Ok(UserRows {
            _share: share,
            width,
            cells,
            args: args.to_vec(),
            at: 0,
        })
    }
}

/// The rows of a call.
struct UserRows {
    /// What is given back when the rows are dropped.
    _share: Share,
    width: usize,
    cells: Vec<Value>,
    args: Vec<Value>,
    at: usize,
}

impl Rows for UserRows {
    fn done(&self) -> bool {
        self.at * self.width >= self.cells.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let value = match column.checked_sub(self.width) {
            Some(arg) => &self.args[arg],
            None => &self.cells[self.at * self.width + column],
        };
        value.cell()
    }

    fn id(&self) -> i64 {
        self.at as i64
    }
}
