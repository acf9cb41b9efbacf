//! What is written under another name, and has its own when it is finished.
//!
//! So no file is ever there half written, whatever ends the program: what was
//! begun lies in a folder `NAME.part` beside `NAME`, which is taken away unless
//! the program is killed. What has the name already is never lost, nor is a link
//! followed.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How many names are tried: others may be at work, or have been killed.
const NAMES_MAX: usize = 1000;

/// A folder for what is not finished. It is taken away when this is dropped.
#[derive(Debug)]
pub struct Part {
    folder: PathBuf,
    /// What the folder, or a file in it, will be called.
    to: PathBuf,
}

impl Part {
    /// Makes a new folder beside `to`.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or `to` is no name.
    pub fn beside(to: &Path) -> io::Result<Self> {
        let name = to.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        for number in 1..=NAMES_MAX {
            let mut other = OsString::from(name);
            match number {
                1 => other.push(".part"),
                _ => other.push(format!(".part{number}")),
            }
            let folder = to.with_file_name(other);
            match fs::create_dir(&folder) {
                Ok(()) => {
                    let to = to.with_file_name(name);
                    return Ok(Self { folder, to });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Returns the folder to write into.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Gives the folder its name, unless something has it.
    ///
    /// # Errors
    ///
    /// Something has the name, or it cannot be given.
    pub fn finish(self) -> io::Result<()> {
        rename_new(&self.folder, &self.to)
    }

    /// Gives a file of the folder the name, unless something has it.
    ///
    /// # Errors
    ///
    /// Something has the name, or it cannot be given.
    pub fn finish_file(self, file: &Path) -> io::Result<()> {
        rename_new(file, &self.to)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // It has another name by now if it is finished.
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

/// Renames, but not over what is there.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;

        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Not every file system can.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
    }
    if to.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::rename(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_nothing_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let to = dir.path().join("out");
        let names = || {
            let entries = fs::read_dir(dir.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let (first, second) = (Part::beside(&to).unwrap(), Part::beside(&to).unwrap());
        assert_eq!(names(), ["out.part", "out.part2"]);
        fs::write(first.folder().join("f"), "first").unwrap();
        fs::write(second.folder().join("f"), "second").unwrap();
        first.finish().unwrap();
        let file = second.folder().join("f");
        let error = second.finish_file(&file).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(names(), ["out"]);
        assert_eq!(fs::read(to.join("f")).unwrap(), b"first");
        // An empty folder is not taken for nothing, and neither is a link to nowhere.
        let empty = dir.path().join("empty");
        fs::create_dir(&empty).unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        for to in [&empty, &link] {
            assert!(Part::beside(to).unwrap().finish().is_err());
        }
        assert_eq!(names(), ["empty", "link", "out"]);
        drop(Part::beside(&to).unwrap());
        assert_eq!(names(), ["empty", "link", "out"]);
    }
}
