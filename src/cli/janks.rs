//! `perfetty janks`: janky frames.

use super::Exit;
use super::args::JanksArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &JanksArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
