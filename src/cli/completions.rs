//! `perfetty completions`: completion scripts, made from the definitions of the command line.

use std::io::Write as _;

use clap::CommandFactory as _;

use super::Exit;
use super::args::{Cli, CompletionsArgs};
use super::out::Out;

/// Prints the script for a shell.
pub fn run(args: &CompletionsArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "perfetty", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Done)
}
