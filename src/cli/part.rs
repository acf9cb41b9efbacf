//! Files and folders that get their name only when they are complete.
//!
//! What is being written is in a folder `NAME.part` next to `NAME`, which is removed when the program ends,
//! unless it is killed. So `NAME` is never incomplete. Whatever has the name already is never overwritten,
//! and links are not followed.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The most names that are tried; other processes may use some, and killed ones may have left some.
const NAMES_MAX: usize = 1000;

/// A folder for incomplete files, which is removed when this is dropped.
#[derive(Debug)]
pub struct Part {
    folder: PathBuf,
    /// The final name of the folder, or of a file in it.
    to: PathBuf,
}

impl Part {
    /// Makes a new folder next to `to`.
    ///
    /// # Errors
    ///
    /// The folder cannot be created, or `to` has no file name.
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

    /// Gives the folder its final name.
    ///
    /// # Errors
    ///
    /// The name is taken, or the folder cannot be renamed.
    pub fn finish(self) -> io::Result<()> {
        rename_new(&self.folder, &self.to)
    }

    /// Gives a file of the folder the final name.
    ///
    /// # Errors
    ///
    /// The name is taken, or the file cannot be renamed.
    pub fn finish_file(self, file: &Path) -> io::Result<()> {
        rename_new(file, &self.to)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After [`Self::finish`] there is no folder with the old name.
        let _gone = fs::remove_dir_all(&self.folder);
    }
}

/// Renames a file or folder, unless the new name is taken.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;

        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Some file systems don't support this flag.
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
        // An empty folder counts as taken, and so does a link to nowhere.
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
