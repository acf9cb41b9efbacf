//! `perfetty query`: SQL on a trace.

use super::Exit;
use super::args::QueryArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &QueryArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
