//! Writes a file that the user asked for into the working directory.

use std::fs::OpenOptions;
use std::io::{self, Write as _};

/// How many names are tried.
const NAMES_MAX: usize = 1000;

/// Writes a new file and returns its name: never over another, never through a link.
pub fn write_new(name: &str, text: &str) -> io::Result<String> {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "txt"));
    for number in 1..=NAMES_MAX {
        let name = match number {
            1 => format!("{stem}.{extension}"),
            _ => format!("{stem}-{number}.{extension}"),
        };
        // `create_new` neither follows links nor overwrites.
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(mut file) => {
                file.write_all(text.as_bytes())?;
                return Ok(name);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
