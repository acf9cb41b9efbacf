//! `perfetty query`: runs SQL on a trace.
//!
//! Rows are printed as SQLite returns them, so a large result needs no memory; only the table for people
//! measures its columns on the first rows before it prints them. The formats are in `format`.

mod format;

use std::io::Read as _;

use anyhow::Context as _;

use super::args::QueryArgs;
use super::out::Out;
use super::{Exit, Usage, load};
use crate::base::time::Dur;
use crate::sql::session::{Limits, SqlError, SqlSession};

/// Runs the command.
pub fn run(args: &QueryArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let sql = text(args)?;
    let trace = load::trace(&args.input, out)?;
    let limits = Limits {
        time: args.timeout.map(|limit| (limit, now as fn() -> Dur)),
        ..Limits::default()
    };
    let limits = limits.within(load::max_memory(&args.input.load));
    let mut session = SqlSession::new(trace, limits)?;
    let mut printer = format::Printer::new(args.format, out);
    let result = session.run(&sql, &mut printer);
    let mut printed = printer.finish();
    if result.is_ok() {
        printed = printed.and_then(|()| printer.end_document());
    }
    let last_rows = printer.last_rows();
    match result {
        Ok(()) => {}
        Err(SqlError::Output { source }) => return Err(source).context("cannot print the rows"),
        Err(error) => {
            let file = args
                .file
                .as_ref()
                .map(|file| format!("{}: ", file.display()));
            return Err(Usage(format!("{}{error}", file.unwrap_or_default())).into());
        }
    }
    printed
        .and_then(|()| out.finish())
        .context("cannot print the rows")?;
    if args.fail_empty && last_rows == 0 {
        return Ok(Exit::No);
    }
    Ok(Exit::Done)
}

/// Prints the result of one statement and returns how many rows it has.
pub(super) fn print(
    session: &mut SqlSession,
    sql: &str,
    format: super::args::QueryFormat,
    out: &mut Out,
) -> anyhow::Result<u64> {
    let mut printer = format::Printer::new(format, out);
    session.run(sql, &mut printer)?;
    printer.finish()?;
    Ok(printer.last_rows())
}

/// Returns the statements, from the command line, a file or standard input.
fn text(args: &QueryArgs) -> anyhow::Result<String> {
    let is_input = match (&args.sql, &args.file) {
        (Some(sql), _) => sql == "-",
        (None, Some(path)) => path.as_os_str() == "-",
        (None, None) => false,
    };
    if is_input {
        if args.input.trace.as_os_str() == "-" {
            let both = "standard input cannot be both the trace and the query";
            return Err(Usage(both.into()).into());
        }
        let mut sql = String::new();
        std::io::stdin()
            .read_to_string(&mut sql)
            .context("cannot read the query from standard input")?;
        return Ok(sql);
    }
    match (&args.sql, &args.file) {
        (Some(sql), _) => Ok(sql.clone()),
        (None, Some(path)) => {
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
        }
        (None, None) => Ok(String::new()),
    }
}

/// Returns the time since the first call of the clock.
fn now() -> Dur {
    let elapsed = crate::app::run::clock();
    Dur::from_ns(i64::try_from(elapsed.as_nanos()).unwrap_or(i64::MAX))
}
