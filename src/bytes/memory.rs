//! How much memory the process holds, and the limit that the user gives it.
//!
//! What counts is what only this process holds: not the pages of mapped files, which the
//! kernel takes back when it needs them. Systems without `/proc` do not tell, and there
//! only what is read and decompressed is limited.

use std::sync::atomic::{AtomicBool, Ordering};

/// A limit on the memory of the process, and whether it was exceeded.
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

    /// Notes that more memory is needed than allowed.
    pub fn exceed(&self) {
        self.exceeded.store(true, Ordering::Relaxed);
    }

    /// Returns whether a check found too much.
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
    }
}

/// Returns a limit in words, with a unit in which users can give limits, too.
pub fn words(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    match bytes {
        0..MIB => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

/// Returns the limit if the user gives none: most of the memory that there is for this process, so that a
/// trace that is too large is refused before the system ends the process.
pub fn default_limit() -> u64 {
    let address_space = rustix::process::getrlimit(rustix::process::Resource::As).current;
    let there_is = least(
        &|path| std::fs::read_to_string(path).ok(),
        address_space.unwrap_or(u64::MAX),
    );
    match there_is {
        u64::MAX => u64::MAX,
        there_is => there_is / 4 * 3,
    }
}

/// Returns the least of what limits the memory of the process: the machine's memory, the limits of its
/// control groups (a container's, a build server's), and its address space. `read` returns the contents of a
/// file of the system. The result is `u64::MAX` if nothing limits the memory.
fn least(read: &dyn Fn(&str) -> Option<String>, address_space: u64) -> u64 {
    let machine = read("/proc/meminfo").and_then(|text| kilobytes(&text, "MemTotal:"));
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let files = groups.lines().flat_map(limit_files);
    let groups = files.filter_map(|path| read(&path)?.trim().parse().ok());
    groups
        .chain(machine)
        .fold(address_space, |least: u64, limit| least.min(limit))
}

/// Returns the files that may limit the memory of a control group, which is given as a line of
/// `/proc/self/cgroup`, and of all that it is in. A file that says `max`, or that is not there,
/// limits nothing.
fn limit_files(line: &str) -> Vec<String> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else {
        return Vec::new();
    };
    // Version 2 names no controllers. Beside version 1 it may have a place of its own.
    let (roots, file): (&[&str], _) = if controllers.is_empty() {
        (&["/sys/fs/cgroup", "/sys/fs/cgroup/unified"], "memory.max")
    } else if controllers.split(',').any(|name| name == "memory") {
        (&["/sys/fs/cgroup/memory"], "memory.limit_in_bytes")
    } else {
        return Vec::new();
    };
    // In a container its own group may be the root of what is mounted, whatever it is called outside.
    let mut group = group.trim_end_matches('/');
    if group.split('/').any(|part| part == "..") {
        group = "";
    }
    let above = std::iter::successors(Some(group), |group| {
        group.rsplit_once('/').map(|(above, _)| above)
    });
    above
        .flat_map(|group| {
            roots
                .iter()
                .map(move |root| format!("{root}{group}/{file}"))
        })
        .collect()
}

/// Returns the bytes that only this process holds, where the system tells.
///
/// Of the files that have this number, the system needs the least time to write this one.
fn held() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = pages.split(' ').skip(1).map(str::parse::<u64>);
    let (resident, shared) = (pages.next()?.ok()?, pages.next()?.ok()?);
    let page = super::mmap::page_size();
    Some(resident.saturating_sub(shared).saturating_mul(page))
}

/// Returns the bytes of a line in kilobytes that begins with `name`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_units() {
        let said = [10 << 10, 200 << 20, 3 << 30].map(words);
        assert_eq!(said, ["10 KiB", "200 MiB", "3072 MiB"]);
    }

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
        assert!((16 << 20..u64::MAX).contains(&default_limit()));
    }

    /// Returns the limit of a process on a machine of 1000 kB that has these files.
    fn limit_with(files: &[(&str, &str)], address_space: u64) -> u64 {
        let meminfo = ("/proc/meminfo", "MemFree: 1 kB\nMemTotal:    1000 kB\n");
        let files: Vec<_> = files.iter().chain([&meminfo]).collect();
        let read = |path: &str| {
            let file = files.iter().find(|(name, _)| *name == path)?;
            Some(file.1.to_owned())
        };
        least(&read, address_space)
    }

    #[test]
    fn the_least_limit_counts() {
        const MACHINE: u64 = 1000 * 1024;
        let none = u64::MAX;
        assert_eq!(least(&|_| None, none), none);
        assert_eq!(limit_with(&[], none), MACHINE);
        assert_eq!(limit_with(&[], 5000), 5000);
        let v2 = ("/proc/self/cgroup", "0::/a/b\n");
        let own = ("/sys/fs/cgroup/a/b/memory.max", "max\n");
        let above = ("/sys/fs/cgroup/a/memory.max", "4096\n");
        let root = ("/sys/fs/cgroup/memory.max", "2048\n");
        assert_eq!(limit_with(&[v2, own], none), MACHINE);
        assert_eq!(limit_with(&[v2, own, above], none), 4096);
        assert_eq!(limit_with(&[v2, own, above], 4000), 4000);
        // In a container without a cgroup namespace of its own, the limit of the container is at the root.
        assert_eq!(limit_with(&[v2, root], none), 2048);
        let v1 = (
            "/proc/self/cgroup",
            "5:cpu,memory:/x\n4:devices:/y\n0::/../z\nnonsense\n",
        );
        let unlimited = (
            "/sys/fs/cgroup/memory/x/memory.limit_in_bytes",
            "9223372036854771712\n",
        );
        let all = ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "1024\n");
        let other = ("/sys/fs/cgroup/memory/y/memory.limit_in_bytes", "1\n");
        let unified = ("/sys/fs/cgroup/unified/memory.max", "512\n");
        assert_eq!(limit_with(&[v1, unlimited, other], none), MACHINE);
        assert_eq!(limit_with(&[v1, unlimited, all], none), 1024);
        assert_eq!(limit_with(&[v1, all, unified], none), 512);
    }
}
