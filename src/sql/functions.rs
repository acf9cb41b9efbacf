//! The scalar and aggregate functions of trace processor, which SQLite does not have.
//!
//! The description of each function is next to its code, so that documentation and completion list exactly
//! the functions that exist.

mod math;
mod text;
mod time;
mod trace;
mod window;

use std::sync::Arc;

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error, Result};

use super::counter_intervals::CounterSet;
use super::graph::NumberRows;
use super::intervals::IntervalSet;
use super::schema::FunctionDef;
use super::tables::Shared;
use super::value::Value;

/// A function that depends on nothing but its arguments.
struct Pure {
    def: FunctionDef,
    /// The number of arguments; -1 for any number.
    n_args: i32,
    call: fn(&Context<'_>) -> Result<Value>,
}

/// Returns a function that depends on nothing but so many arguments.
const fn pure(
    usage: &'static str,
    doc: &'static str,
    n_args: i32,
    call: fn(&Context<'_>) -> Result<Value>,
) -> Pure {
    Pure {
        def: FunctionDef { usage, doc },
        n_args,
        call,
    }
}

/// A function that reads the trace.
struct OfTrace {
    def: FunctionDef,
    n_args: i32,
    call: fn(&Shared, &Context<'_>) -> Result<Value>,
}

const FLAGS: FunctionFlags = FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DETERMINISTIC);

/// Returns the functions that depend on nothing but their arguments.
fn pure_functions() -> impl Iterator<Item = &'static Pure> {
    let functions = [text::FUNCTIONS, math::FUNCTIONS, time::FUNCTIONS];
    functions.into_iter().flatten()
}

/// Makes the functions available to SQL.
pub(super) fn register(connection: &Connection, shared: &Arc<Shared>) -> Result<()> {
    for function in pure_functions() {
        let (call, name) = (function.call, function.def.name());
        let run = move |context: &Context<'_>| call(context).map_err(|error| of(name, error));
        connection.create_scalar_function(name, function.n_args, FLAGS, run)?;
    }
    for function in trace::FUNCTIONS {
        let (call, name, shared) = (function.call, function.def.name(), Arc::clone(shared));
        let run =
            move |context: &Context<'_>| call(&shared, context).map_err(|error| of(name, error));
        connection.create_scalar_function(name, function.n_args, FLAGS, run)?;
    }
    for (name, n_args, all, is_discrete) in [
        ("percentile", 2, 100.0, false),
        ("percentile_cont", 2, 1.0, false),
        ("percentile_disc", 2, 1.0, true),
        ("median", 1, 1.0, false),
    ] {
        let percentile = math::Percentile {
            name,
            all,
            is_discrete,
        };
        connection.create_aggregate_function(name, n_args, FLAGS, percentile)?;
    }
    connection.create_window_function("last_non_null", 1, FLAGS, window::LastNonNull)?;
    connection.create_aggregate_function("_interval_set", -1, FLAGS, IntervalSet)?;
    connection.create_aggregate_function("_number_rows", -1, FLAGS, NumberRows)?;
    connection.create_aggregate_function("_counter_set", 4, FLAGS, CounterSet)
}

/// Returns the definitions of all functions, for documentation and completion.
pub(super) fn definitions() -> Vec<&'static FunctionDef> {
    let mut definitions: Vec<&FunctionDef> = trace::FUNCTIONS.iter().map(|f| &f.def).collect();
    definitions.extend(pure_functions().map(|f| &f.def));
    definitions.extend(math::AGGREGATES);
    definitions.push(&window::LAST_NON_NULL);
    definitions
}

/// Returns whether a name is that of a function that reads the trace, which modules rely on.
pub(super) fn reads_trace(name: &str) -> bool {
    let mut functions = trace::FUNCTIONS.iter();
    functions.any(|function| function.def.name().eq_ignore_ascii_case(name))
}

/// An argument error.
pub(super) fn wrong(message: impl Into<String>) -> Error {
    Error::UserFunctionError(message.into().into())
}

/// Returns an error in the arguments of a function with the name of the function.
fn of(name: &str, error: Error) -> Error {
    match error {
        Error::UserFunctionError(cause) => {
            let cause = cause.to_string();
            let is_named = cause
                .strip_prefix(name)
                .is_some_and(|it| it.starts_with(':'));
            wrong(if is_named {
                cause
            } else {
                format!("{name}: {cause}")
            })
        }
        other => other,
    }
}

/// Returns the bytes of a text or blob argument; `None` for NULL.
fn bytes<'a>(context: &'a Context<'_>, index: usize) -> Result<Option<&'a [u8]>> {
    match context.get_raw(index) {
        ValueRef::Null => Ok(None),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Ok(Some(bytes)),
        _ => Err(wrong(format!("argument {} must be a string", index + 1))),
    }
}

/// Returns an integer argument; `None` for NULL.
fn integer(context: &Context<'_>, index: usize) -> Result<Option<i64>> {
    match context.get_raw(index) {
        ValueRef::Null => Ok(None),
        ValueRef::Integer(value) => Ok(Some(value)),
        ValueRef::Real(value) => Ok(Some(value as i64)),
        ValueRef::Text(_) | ValueRef::Blob(_) => {
            Err(wrong(format!("argument {} must be a number", index + 1)))
        }
    }
}

#[cfg(test)]
mod tests;
