//! How much memory the process holds, and the limit that the user gives it.
//!
//! What counts is what only this process holds: not the pages of mapped files, which the
//! kernel takes back when it needs them. Systems without `/proc` do not tell, and there
//! only what is read and decompressed is limited.

use std::sync::atomic::{AtomicBool, Ordering};

/// A limit on the memory of the process, and whether it was met.
#[derive(Debug)]
pub struct MemoryLimit {
    bytes: u64,
    exceeded: AtomicBool,
}

impl MemoryLimit {
    /// Returns a limit in bytes; `u64::MAX` is none.
    pub const fn new(bytes: u64) -> Self {
        Self {
            bytes,
            exceeded: AtomicBool::new(false),
        }
    }

    /// Returns the limit in bytes.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Looks at what the process holds and returns whether that is, or was, too much. Takes some
    /// microseconds.
    pub fn check(&self) -> bool {
        if self.bytes != u64::MAX && held().is_some_and(|held| held > self.bytes) {
            self.exceed();
        }
        self.is_exceeded()
    }

    /// Returns how many bytes more the process may hold: all of the limit where the system does not
    /// tell what it holds. Takes some microseconds.
    pub fn left(&self) -> u64 {
        match self.bytes {
            u64::MAX => u64::MAX,
            limit => limit.saturating_sub(held().unwrap_or(0)),
        }
    }

    /// Says that what is needed would be too much.
    pub fn exceed(&self) {
        self.exceeded.store(true, Ordering::Relaxed);
    }

    /// Returns whether a check found too much.
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
    }
}

/// Returns the limit for those who give none: most of the memory that there is, so that a trace
/// that is too large is refused before the system ends the process.
pub fn default_limit() -> u64 {
    bytes_in("/proc/meminfo", "MemTotal:").map_or(u64::MAX, |total| total / 4 * 3)
}

/// Returns the bytes that only this process holds, where the system tells.
///
/// Of the files that say so this is the one that the system needs least time to write.
fn held() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = pages.split(' ').skip(1).map(str::parse::<u64>);
    let (resident, shared) = (pages.next()?.ok()?, pages.next()?.ok()?);
    let page = super::mmap::page_size();
    Some(resident.saturating_sub(shared).saturating_mul(page))
}

/// Reads a number of kilobytes from a line of a file of the system.
fn bytes_in(path: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_written_is_held() {
        let limit = MemoryLimit::new(held().unwrap() + (48 << 20));
        assert!(!limit.check());
        let block = vec![1_u8; 64 << 20];
        assert!(limit.check(), "{:?} of {}", held(), limit.bytes());
        drop(block);
        assert!(limit.is_exceeded(), "it was met once");
        assert!(!MemoryLimit::new(u64::MAX).check());
    }

    #[test]
    fn what_is_left_is_not_held() {
        let limit = MemoryLimit::new(held().unwrap() + (48 << 20));
        assert!((1..80 << 20).contains(&limit.left()), "{}", limit.left());
        assert_eq!(MemoryLimit::new(1).left(), 0);
        assert_eq!(MemoryLimit::new(u64::MAX).left(), u64::MAX);
        limit.exceed();
        assert!(limit.is_exceeded() && limit.check());
    }

    #[test]
    fn there_is_a_default() {
        assert!((64 << 20..u64::MAX).contains(&default_limit()));
    }
}
