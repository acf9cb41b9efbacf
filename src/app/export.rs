//! Writes a file that the user asked for into the working directory.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};

/// The most names that are tried.
const NAMES_MAX: usize = 1000;

/// Writes a new file and returns its name, which gets a number if the name is taken. Never overwrites a file
/// or follows a link. A file that cannot be written completely is removed.
pub fn write_new(name: &str, text: &str) -> io::Result<String> {
    write_with(name, |file| file.write_all(text.as_bytes()))
}

fn write_with(name: &str, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<String> {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "txt"));
    for number in 1..=NAMES_MAX {
        let name = match number {
            1 => format!("{stem}.{extension}"),
            _ => format!("{stem}-{number}.{extension}"),
        };
        // `create_new` neither follows links nor overwrites files.
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(mut file) => {
                return match write(&mut file) {
                    Ok(()) => Ok(name),
                    Err(error) => {
                        let _gone = std::fs::remove_file(&name);
                        Err(error)
                    }
                };
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_file_is_taken_away() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("rows.csv");
        let name = path.to_str().unwrap();
        let full = write_with(name, |file| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(full.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(!path.exists());
        assert_eq!(write_new(name, "all").unwrap(), name);
        // An existing file is never touched, even if writing another one fails.
        let full = write_with(name, |_| Err(io::ErrorKind::StorageFull.into()));
        assert!(full.is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "all");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
