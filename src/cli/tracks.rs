//! `perfetty tracks`: the tree of tracks in display order.

use super::Exit;
use super::args::TracksArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &TracksArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
