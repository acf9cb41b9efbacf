//! `perfetty info`: what a trace holds.

use super::Exit;
use super::args::InfoArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &InfoArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
