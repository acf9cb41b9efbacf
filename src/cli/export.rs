//! `perfetty export`: all tables to files.

use super::Exit;
use super::args::ExportArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &ExportArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
