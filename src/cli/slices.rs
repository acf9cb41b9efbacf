//! `perfetty slices`: the names that take the most time.

use super::Exit;
use super::args::SlicesArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &SlicesArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
