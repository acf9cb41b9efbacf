//! `perfetty snapshot`: prints what the viewer shows.

use super::Exit;
use super::args::{GlobalArgs, SnapshotArgs};
use super::out::Out;

/// Runs the command.
pub fn run(args: &SnapshotArgs, _global: &GlobalArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
