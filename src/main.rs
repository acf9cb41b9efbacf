//! The `perfetty` program: see `perfetty::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    perfetty::cli::run(std::env::args_os())
}
