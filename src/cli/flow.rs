//! `perfetty flow`: the chain of flows through a slice.

use super::Exit;
use super::args::FlowArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &FlowArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
