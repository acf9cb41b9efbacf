//! `perfetty TRACE`: opens the viewer.

use super::Exit;
use super::args::{GlobalArgs, ViewArgs};
use super::out::Out;

/// Runs the command.
pub fn run(args: &ViewArgs, _global: &GlobalArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
