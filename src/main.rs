//! Parses the command line and runs a subcommand. Nothing else.

fn main() {}
