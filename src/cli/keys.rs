//! `perfetty keys`: the key map.

use super::Exit;
use super::args::KeysArgs;
use super::out::Out;

/// Runs the command.
pub fn run(args: &KeysArgs, _out: &mut Out) -> anyhow::Result<Exit> {
    anyhow::bail!("cannot run yet: {args:?}")
}
