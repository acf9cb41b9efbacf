//! Functions that are written in SQL: `CREATE PERFETTO FUNCTION`.
//!
//! The body runs on the connection that calls the function, with the arguments as parameters `$name`. A
//! function of one value is a scalar function; one that returns a table is a table-valued function.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Error, Result, Statement};

use super::functions::Out;
use super::schema::Kind;
use super::statement::{Function, tokens};
use super::table::{Cell, Constraint, Order, Plan, Provider, Rows, Search, plan_call};
use super::vtab;

/// How deeply functions may call each other and themselves, because every level takes stack.
pub(super) const MAX_DEPTH: u32 = 100;

/// The most values that one call of a table function may return.
const MAX_CELLS: usize = 10_000_000;

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

/// Makes a function available to SQL.
pub(super) fn register(connection: &Connection, function: Function, depth: &Depth) -> Result<()> {
    let depth = depth.clone();
    if function.columns.is_some() {
        let name = function.name.clone();
        return vtab::register(
            connection,
            &name,
            Arc::new(TableFunction { function, depth }),
        );
    }
    let n_args = function.args.len() as i32;
    let name = function.name.clone();
    let call = move |context: &Context<'_>| {
        depth.run(|| vtab::with_caller(context, |caller| scalar(caller, &function, context)))
    };
    connection.create_scalar_function(name.as_str(), n_args, FunctionFlags::SQLITE_UTF8, call)
}

/// Returns whether the body of a function mentions the function itself.
pub(super) fn calls_itself(function: &Function) -> bool {
    let mut tokens = tokens(&function.body).into_iter();
    tokens.any(|token| token.text.eq_ignore_ascii_case(&function.name))
}

fn bind(statement: &mut Statement<'_>, name: &str, value: impl rusqlite::ToSql) -> Result<()> {
    match statement.parameter_index(&format!("${name}"))? {
        Some(index) => statement.raw_bind_parameter(index, value),
        None => Ok(()),
    }
}

fn scalar(connection: &Connection, function: &Function, context: &Context<'_>) -> Result<Out> {
    let mut statement = connection.prepare(&function.body)?;
    for (index, name) in function.args.iter().enumerate() {
        let value: Value = context.get(index)?;
        bind(&mut statement, name, value)?;
    }
    let mut rows = statement.raw_query();
    rows.next()?
        .map_or(Ok(Out::Null), |row| Ok(copy(row.get_ref(0)?)))
}

fn copy(value: ValueRef<'_>) -> Out {
    match value {
        ValueRef::Null => Out::Null,
        ValueRef::Integer(value) => Out::Int(value),
        ValueRef::Real(value) => Out::Real(value),
        ValueRef::Text(bytes) => Out::Text(bytes.to_vec()),
        ValueRef::Blob(bytes) => Out::Blob(bytes.to_vec()),
    }
}

/// A function that returns a table.
struct TableFunction {
    function: Function,
    depth: Depth,
}

impl TableFunction {
    fn columns(&self) -> &[(String, Kind)] {
        self.function.columns.as_deref().unwrap_or_default()
    }
}

impl Provider for TableFunction {
    fn ddl(&self) -> String {
        let mut columns: Vec<String> = Vec::new();
        for (name, kind) in self.columns() {
            columns.push(format!(
                "{} {}",
                super::statement::quoted(name),
                kind.declared()
            ));
        }
        for name in &self.function.args {
            // The prefix avoids a clash, because an argument may have the name of a column.
            columns.push(format!(
                "{} HIDDEN",
                super::statement::quoted(&format!("_arg_{name}"))
            ));
        }
        format!("CREATE TABLE x({})", columns.join(", "))
    }

    fn plan(&self, constraints: &[Constraint], _order: &[Order]) -> Option<Plan> {
        let first = self.columns().len();
        let mut plan = plan_call(first..first + self.function.args.len(), constraints)?;
        plan.cost = 10_000.0;
        plan.rows = 100;
        Some(plan)
    }

    fn runs_sql(&self) -> bool {
        true
    }

    fn open_with(
        self: Arc<Self>,
        connection: &Connection,
        _code: i32,
        args: &[Search],
    ) -> Result<Box<dyn Rows>> {
        if args.len() != self.function.args.len() {
            return Err(Error::ModuleError(format!(
                "{} needs {} arguments",
                self.function.name,
                self.function.args.len()
            )));
        }
        let rows = self.depth.run(|| self.call(connection, args))?;
        Ok(Box::new(rows))
    }
}

impl TableFunction {
    fn call(&self, connection: &Connection, args: &[Search]) -> Result<UserRows> {
        let mut statement = connection.prepare(&self.function.body)?;
        for (name, value) in self.function.args.iter().zip(args) {
            bind(&mut statement, name, out_of(value))?;
        }
        // Columns are matched by name, or by position if no column has the name.
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let sources: Vec<usize> = self
            .columns()
            .iter()
            .enumerate()
            .map(|(place, (wanted, _))| {
                let named = names
                    .iter()
                    .position(|name| name.eq_ignore_ascii_case(wanted));
                named.unwrap_or(place)
            })
            .collect();
        if sources.iter().any(|&source| source >= names.len()) {
            return Err(Error::ModuleError(format!(
                "{} returns fewer columns than it declares",
                self.function.name
            )));
        }
        let mut cells = Vec::new();
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            for &source in &sources {
                cells.push(copy(row.get_ref(source)?));
            }
            if cells.len() > MAX_CELLS {
                return Err(Error::ModuleError(format!(
                    "{} returns too many rows",
                    self.function.name
                )));
            }
        }
        Ok(UserRows {
            width: sources.len(),
            cells,
            args: args.iter().map(out_of).collect(),
            at: 0,
        })
    }
}

/// Copies a search value, to bind it to a parameter.
pub(super) fn out_of(value: &Search) -> Out {
    match value {
        Search::Null => Out::Null,
        Search::Int(value) => Out::Int(*value),
        Search::Real(value) => Out::Real(*value),
        Search::Text(bytes) => Out::Text(bytes.clone()),
        Search::Blob(bytes) => Out::Blob(bytes.clone()),
    }
}

/// The rows of a call.
struct UserRows {
    width: usize,
    cells: Vec<Out>,
    args: Vec<Out>,
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
        match value {
            Out::Null => Cell::Null,
            Out::Int(value) => Cell::Int(*value),
            Out::Real(value) => Cell::Real(*value),
            Out::Text(bytes) => Cell::Text(bytes),
            Out::Blob(bytes) => Cell::Blob(bytes),
        }
    }

    fn id(&self) -> i64 {
        self.at as i64
    }
}
