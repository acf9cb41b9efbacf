//! The measurements of the suite: processor time, allocations, memory of a child process.

#![expect(unsafe_code, reason = "an allocator that counts, and getrusage")]
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

static N_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
/// Live bytes since counting began; negative if more was freed than allocated.
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);
/// Whether allocations are counted. Counting makes threads wait for each other, so it is off while times are
/// measured.
static IS_COUNTING: AtomicBool = AtomicBool::new(false);

/// The system's allocator with counters.
pub(crate) struct Counting;

impl Counting {
    fn add(n: usize) {
        if IS_COUNTING.load(Ordering::Relaxed) {
            N_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
            let live = LIVE.fetch_add(n as i64, Ordering::Relaxed) + n as i64;
            PEAK.fetch_max(live, Ordering::Relaxed);
        }
    }

    fn remove(n: usize) {
        if IS_COUNTING.load(Ordering::Relaxed) {
            LIVE.fetch_sub(n as i64, Ordering::Relaxed);
        }
    }
}

// SAFETY: every call is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Self::add(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        Self::remove(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::remove(layout.size());
        Self::add(size);
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

/// The allocations of a piece of work.
#[derive(Clone, Copy)]
pub(crate) struct Heap {
    /// The number of allocations, including reallocations.
    pub(crate) allocations: u64,
    /// The most live bytes at one time, beyond those from before.
    pub(crate) peak: u64,
    /// The bytes that are still live at the end.
    pub(crate) kept: u64,
}

/// Does some work and returns its allocations.
pub(crate) fn heap<T>(work: impl FnOnce() -> T) -> (T, Heap) {
    N_ALLOCATIONS.store(0, Ordering::Relaxed);
    LIVE.store(0, Ordering::Relaxed);
    PEAK.store(0, Ordering::Relaxed);
    IS_COUNTING.store(true, Ordering::Relaxed);
    let result = work();
    IS_COUNTING.store(false, Ordering::Relaxed);
    let positive = |n: &AtomicI64| n.load(Ordering::Relaxed).max(0).cast_unsigned();
    let heap = Heap {
        allocations: N_ALLOCATIONS.load(Ordering::Relaxed),
        peak: positive(&PEAK),
        kept: positive(&LIVE),
    };
    (result, heap)
}

/// Returns the processor time of this process, or of its children that have ended.
fn cpu_of(who: libc::c_int) -> Duration {
    // SAFETY: all fields are numbers, which may be zero.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a `rusage`.
    unsafe { libc::getrusage(who, &raw mut usage) };
    [usage.ru_utime, usage.ru_stime]
        .iter()
        .map(|time| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000))
        .sum()
}

/// Returns the processor time that this process has taken.
pub(crate) fn cpu() -> Duration {
    cpu_of(libc::RUSAGE_SELF)
}

/// The lowest processor time and the lowest wall-clock time of several runs.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
}

impl Times {
    const MAX: Self = Self {
        cpu: Duration::MAX,
        wall: Duration::MAX,
    };

    fn min(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.min(other.cpu),
            wall: self.wall.min(other.wall),
        }
    }
}

/// Does some work `runs` times and returns the lowest times.
pub(crate) fn times<T>(runs: usize, mut work: impl FnMut() -> T) -> Times {
    let [times] = each_in_turn(runs, [&mut || _ = std::hint::black_box(work())]);
    times
}

/// Does several pieces of work in turn, `rounds` times each, so that whatever slows the machine down for a
/// while affects all of them.
pub(crate) fn each_in_turn<const N: usize>(
    rounds: usize,
    mut works: [&mut dyn FnMut(); N],
) -> [Times; N] {
    let mut least = [Times::MAX; N];
    for _ in 0..rounds {
        for (work, least) in works.iter_mut().zip(&mut least) {
            let (started, before) = (Instant::now(), cpu_of(libc::RUSAGE_SELF));
            work();
            let times = Times {
                cpu: cpu_of(libc::RUSAGE_SELF).saturating_sub(before),
                wall: started.elapsed(),
            };
            *least = least.min(times);
        }
    }
    least
}

/// A program that has ended: its times, and the most anonymous memory that it had at one time.
#[derive(Clone, Copy)]
pub(crate) struct Ended {
    pub(crate) times: Times,
    pub(crate) peak_anonymous: u64,
    /// The most memory that it had, including mapped files.
    pub(crate) peak_resident: u64,
}

impl Ended {
    /// Returns the lowest times and the most memory of two runs.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            times: self.times.min(other.times),
            peak_anonymous: self.peak_anonymous.max(other.peak_anonymous),
            peak_resident: self.peak_resident.max(other.peak_resident),
        }
    }
}

/// Runs two programs in turn, `runs` times each, and some work of this process between them. `None` stands
/// for a program that cannot be run or fails.
pub(crate) fn in_turn(
    runs: usize,
    programs: [&mut Command; 2],
    beside: &mut dyn FnMut(),
) -> ([Option<Ended>; 2], Times) {
    let mut all = programs.map(|command| (command, None::<Ended>));
    let mut least = Times::MAX;
    for round in 0..runs {
        for (command, ended) in &mut all {
            let more = (round == 0 || ended.is_some()).then(|| program(command));
            *ended = more
                .flatten()
                .map(|more| ended.map_or(more, |ended| ended.with(more)));
            least = least.min(times(1, &mut *beside));
        }
    }
    (all.map(|(_, ended)| ended), least)
}

/// Returns the wall-clock time of so many simultaneous runs of a program, for each number the lowest of
/// `rounds`; `None` if a run fails.
pub(crate) fn at_once<const N: usize>(
    rounds: usize,
    numbers: [usize; N],
    command: &mut Command,
) -> Option<[Duration; N]> {
    let mut least = [Duration::MAX; N];
    for _ in 0..rounds {
        for (&n, least) in numbers.iter().zip(&mut least) {
            let started = Instant::now();
            let children: Result<Vec<Child>, _> = (0..n).map(|_| command.spawn()).collect();
            for mut child in children.ok()? {
                child.wait().ok().filter(ExitStatus::success)?;
            }
            *least = started.elapsed().min(*least);
        }
    }
    Some(least)
}

/// Runs a program to its end; `None` if it cannot be run or fails.
pub(crate) fn program(command: &mut Command) -> Option<Ended> {
    let (started, before) = (Instant::now(), cpu_of(libc::RUSAGE_CHILDREN));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let (mut peak_anonymous, mut peak_resident) = (0, 0);
    let status_of_end = loop {
        peak_anonymous = peak_anonymous.max(status(&child, "RssAnon").unwrap_or(0));
        peak_resident = peak_resident.max(status(&child, "VmHWM").unwrap_or(0));
        if let Some(status) = child.try_wait().ok()? {
            break status;
        }
        // Sleeping leaves the cores to the program.
        std::thread::sleep(Duration::from_millis(3));
    };
    let times = Times {
        cpu: cpu_of(libc::RUSAGE_CHILDREN).saturating_sub(before),
        wall: started.elapsed(),
    };
    status_of_end.success().then_some(Ended {
        times,
        peak_anonymous,
        peak_resident,
    })
}

/// Returns a figure of a program's memory, in bytes.
fn status(child: &Child, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}
