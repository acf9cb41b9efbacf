//! `perfetty keys`: prints the key map in effect, or the built-in one.

use std::io::Write as _;

use super::Exit;
use super::args::{KeysArgs, KeysFormat};
use super::out::Out;
use crate::app::config::Config;
use crate::app::keymap::Keymap;

/// Runs the command.
pub fn run(args: &KeysArgs, out: &mut Out) -> anyhow::Result<Exit> {
    let keymap = if args.default {
        Keymap::built_in()
    } else {
        let config = Config::load();
        for problem in &config.problems {
            out.warn(problem);
        }
        config.keymap
    };
    let text = match args.format {
        KeysFormat::Text => keymap.to_text(),
        KeysFormat::Md => keymap.to_markdown(),
        KeysFormat::Toml => keymap.to_toml(),
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
