//! What a mapped file was when it was opened, to know it again.
//!
//! A file that is written over in its place, as copying a new trace onto an old one does, changes under the
//! mapping. Files that are renamed over it, or that only grow, change nothing of what was mapped.

use std::fs::File;
use std::time::SystemTime;

use crate::base::hash::fnv1a;

/// How much of each end is looked at.
const END_LEN: usize = 4096;

/// What a file was when it was opened.
#[derive(Debug)]
pub(super) struct Original {
    file: File,
    modified: Option<SystemTime>,
    ends: u64,
}

impl Original {
    /// Notes what a file is, of which these are the bytes.
    pub(super) fn new(file: File, bytes: &[u8]) -> Self {
        Self {
            modified: modified(&file),
            ends: ends(bytes),
            file,
        }
    }

    /// Returns whether the file was written to since, and begins or ends in another way. Its bytes are only looked
    /// at if it was written to.
    pub(super) fn is_overwritten(&self, bytes: &[u8]) -> bool {
        modified(&self.file) != self.modified && ends(bytes) != self.ends
    }
}

fn modified(file: &File) -> Option<SystemTime> {
    file.metadata().ok()?.modified().ok()
}

fn ends(bytes: &[u8]) -> u64 {
    let first = bytes.get(..END_LEN).unwrap_or(bytes);
    let last = bytes.len().checked_sub(END_LEN);
    let last = last.and_then(|from| bytes.get(from..)).unwrap_or(&[]);
    fnv1a([first, last])
}
