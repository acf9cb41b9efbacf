//! Memory maps of trace files, and zeros from the system: the only `unsafe` code for them.
//!
//! A mapped file can shrink while it is read, and then the kernel answers a read
//! with SIGBUS. The handler here puts a page of zeros where the lost one was and
//! counts it, so the program goes on with a trace that ends in zeros, and says so.

#![expect(unsafe_code, reason = "maps, and the handler that repairs them")]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use memmap2::{Advice, Mmap, MmapMut, MmapOptions, UncheckedAdvice};
use rustix::mm::{MapFlags, ProtFlags};

/// How a map will be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// From the beginning to the end: read ahead far.
    Sequential,
    /// Here and there: do not read ahead.
    Random,
}

/// A read-only map of a whole file.
///
/// # Contract
///
/// The length is that at the time of opening. Nobody may *write* into the file while it is
/// mapped: readers of the bytes take them as unchanging, as every `&[u8]` is, so a parser could
/// see two different values at one place. All readers here validate what they read where they
/// read it, so the worst outcome is a wrong trace. Files that are *replaced* by renaming another
/// one over them stay as they were; files that *shrink* read as zeros from there, see
/// [`lost_pages`]. Who cannot live with this reads the file into memory instead.
#[derive(Debug)]
pub struct Map {
    map: Mmap,
    slot: &'static Slot,
}

/// The address range of a live map; both 0 if the slot is free.
#[derive(Debug)]
struct Slot {
    start: AtomicUsize,
    end: AtomicUsize,
}

/// Far more maps than one process ever opens; the signal handler cannot take a lock, so the
/// number is fixed.
const N_SLOTS: usize = 32;

static SLOTS: [Slot; N_SLOTS] = [const {
    Slot {
        start: AtomicUsize::new(0),
        end: AtomicUsize::new(0),
    }
}; N_SLOTS];

static LOST_PAGES: AtomicU64 = AtomicU64::new(0);

/// Returns how many pages of mapped files vanished under this process and read as zeros now.
pub fn lost_pages() -> u64 {
    LOST_PAGES.load(Ordering::Relaxed)
}

impl Map {
    /// Maps a whole regular file; see the contract above. An empty file cannot be mapped.
    pub fn of_file(file: &File) -> io::Result<Self> {
        install_handler()?;
        // SAFETY: the map is private and read-only. That the file does not change under us is the
        // documented contract; where it shrinks the handler installed above keeps reads defined.
        let map = unsafe { MmapOptions::new().map(file) }?;
        let start = map.as_ptr().addr();
        let slot = SLOTS.iter().find(|slot| {
            slot.start
                .compare_exchange(0, start, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
        });
        let slot = slot.ok_or_else(|| io::Error::other("too many files are mapped"))?;
        slot.end.store(start + map.len(), Ordering::Release);
        Ok(Self { map, slot })
    }

    /// Returns the bytes of the file.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Tells the kernel how the bytes will be read. It may not care.
    pub fn advise(&self, access: Access) {
        let advice = match access {
            Access::Sequential => Advice::Sequential,
            Access::Random => Advice::Random,
        };
        if let Err(error) = self.map.advise(advice) {
            tracing::debug!(?advice, ?error, "madvise failed");
        }
    }

    /// Has a range of the file read in the background. The kernel may not care.
    pub fn prefetch(&self, range: Range<usize>) {
        let result = self
            .map
            .advise_range(Advice::WillNeed, range.start, range.len());
        if let Err(error) = result {
            tracing::debug!(?error, "madvise failed");
        }
    }

    /// Gives the memory of a range of the file back: what is read there again is taken from the
    /// system's cache of the file, or from the file.
    pub fn release(&self, range: Range<usize>) {
        /// A multiple of every page size that there is.
        const PAGE: usize = 64 << 10;
        let start = range.start.next_multiple_of(PAGE);
        // The last page belongs to the range if the file ends in it.
        let end = if range.end >= self.map.len() {
            self.map.len()
        } else {
            range.end / PAGE * PAGE
        };
        if start >= end {
            return;
        }
        // SAFETY: the map is of a file, shared and read-only, so that the pages come back as they
        // were, under readers too; pages of zeros that stand for lost ones come back as zeros.
        let result = unsafe {
            self.map
                .unchecked_advise_range(UncheckedAdvice::DontNeed, start, end - start)
        };
        if let Err(error) = result {
            tracing::debug!(?error, "madvise failed");
        }
    }
}

/// Returns the bytes of a page of memory.
pub fn page_size() -> u64 {
    // SAFETY: it only reads a number of the system.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    size.try_into().unwrap_or(4096)
}

/// Memory of the system's, zero where nothing was written, on huge pages where there are any.
///
/// Unlike memory of the allocator it has no head in front of it, which is written before anybody can
/// ask for huge pages.
#[derive(Debug)]
pub struct Zeros(MmapMut);

impl Zeros {
    /// Returns at least `n` bytes; `None` if the system has none.
    pub fn new(n: usize) -> Option<Self> {
        let map = MmapMut::map_anon(Self::length(n)?).ok()?;
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(Advice::HugePage) {
            tracing::debug!(?error, "madvise failed");
        }
        Some(Self(map))
    }

    /// Returns the length of a map for `n` bytes: the system puts a map that is as long as some huge pages
    /// where one may begin.
    fn length(n: usize) -> Option<usize> {
        const HUGE: usize = 2 << 20;
        n.checked_next_multiple_of(HUGE)
    }

    /// Makes the memory at least `n` bytes long, if the system can do so without copying it.
    pub fn grow(&mut self, n: usize) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(len) = Self::length(n) {
            let options = memmap2::RemapOptions::new().may_move(true);
            // SAFETY: no file is mapped, and nobody else has a part of it while it moves.
            return len > self.0.len() && unsafe { self.0.remap(len, options) }.is_ok();
        }
        #[cfg(not(target_os = "linux"))]
        let _not_without_copying = n;
        false
    }

    /// Gives back what follows the first `n` bytes, in whole pages.
    pub fn shrink(&mut self, n: usize) {
        #[cfg(target_os = "linux")]
        {
            let page = usize::try_from(page_size()).unwrap_or(4096);
            let len = n.next_multiple_of(page).max(page);
            if len < self.0.len() {
                let options = memmap2::RemapOptions::new();
                // SAFETY: no file is mapped, and nobody else has a part of it while it becomes shorter.
                if let Err(error) = unsafe { self.0.remap(len, options) } {
                    tracing::debug!(?error, "mremap failed");
                }
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _all_is_kept = n;
    }
}

impl std::ops::Deref for Zeros {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl std::ops::DerefMut for Zeros {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        self.slot.end.store(0, Ordering::Release);
        self.slot.start.store(0, Ordering::Release);
    }
}

/// What to do with a SIGBUS that is not ours.
static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();

/// Installs the SIGBUS handler once per process.
///
/// It is not installed through a signal library: such libraries first call the handler that was there before,
/// and the standard library's handler takes every SIGBUS for a bug and makes the next one deadly.
fn install_handler() -> io::Result<()> {
    static INSTALLED: OnceLock<Result<(), io::ErrorKind>> = OnceLock::new();
    let install = || {
        let on_bus_error: extern "C" fn(_, _, _) = on_bus_error;
        let mut action = no_action();
        action.sa_sigaction = on_bus_error as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        let mut previous = no_action();
        // SAFETY: both point to a `sigaction`. The handler has the signature that SA_SIGINFO
        // asks for and only uses atomics and system calls, which are safe in a signal handler.
        let result = unsafe { libc::sigaction(libc::SIGBUS, &raw const action, &raw mut previous) };
        if result != 0 {
            return Err(io::Error::last_os_error().kind());
        }
        PREVIOUS.get_or_init(|| previous);
        Ok(())
    };
    INSTALLED.get_or_init(install).map_err(io::Error::from)
}

/// Returns the default action, without flags and with an empty mask.
fn no_action() -> libc::sigaction {
    // SAFETY: all fields are numbers, sets of bits or optional pointers, which may be zero.
    unsafe { std::mem::zeroed() }
}

extern "C" fn on_bus_error(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: with SA_SIGINFO the kernel passes a valid pointer.
    let info = unsafe { &*info };
    // SAFETY: SIGBUS is one of the signals for which the kernel fills in an address.
    let addr = unsafe { info.si_addr() };
    if !replace_lost_page(addr.addr()) {
        // The instruction runs again after this and meets the handler that was there before us.
        let previous = PREVIOUS.get().copied().unwrap_or_else(no_action);
        // SAFETY: the pointer is valid, and the action is one that was installed before.
        unsafe { libc::sigaction(libc::SIGBUS, &raw const previous, std::ptr::null_mut()) };
    }
}

/// Maps zeros over the page at `addr` if it belongs to one of our maps. Runs in a signal handler.
fn replace_lost_page(addr: usize) -> bool {
    let ours = SLOTS.iter().any(|slot| {
        let start = slot.start.load(Ordering::Acquire);
        start != 0 && addr >= start && addr < slot.end.load(Ordering::Acquire)
    });
    if !ours {
        return false;
    }
    // The page size is one of these. An address that is not on a page boundary is refused by the
    // kernel, and a length is rounded up to the page size, so the first success is the right one.
    [4 << 10, 16 << 10, 64 << 10].into_iter().any(|size| {
        let page = std::ptr::without_provenance_mut(addr & !(size - 1));
        // SAFETY: the range lies in a live map of ours, which begins on a page boundary, so only
        // bytes of that map are replaced, and they can be read before and after.
        let mapped = unsafe {
            rustix::mm::mmap_anonymous(
                page,
                size,
                ProtFlags::READ,
                MapFlags::PRIVATE | MapFlags::FIXED,
            )
        };
        if mapped.is_ok() {
            LOST_PAGES.fetch_add(1, Ordering::Relaxed);
        }
        mapped.is_ok()
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_that_shrinks_reads_as_zeros_and_is_counted() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![7; 1 << 20]).unwrap();
        let map = Map::of_file(&file).unwrap();
        assert_eq!(map.bytes()[1 << 19], 7);
        let before = lost_pages();
        file.set_len(0).unwrap();
        let sum: u64 = map.bytes().iter().map(|&byte| u64::from(byte)).sum();
        assert_eq!(sum, 0);
        assert!(lost_pages() > before);
        assert_eq!(map.bytes().len(), 1 << 20);
    }

    #[test]
    fn a_file_that_is_replaced_stays_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let (path, other) = (dir.path().join("a"), dir.path().join("b"));
        std::fs::write(&path, vec![1; 10_000]).unwrap();
        std::fs::write(&other, b"2").unwrap();
        let map = Map::of_file(&File::open(&path).unwrap()).unwrap();
        map.advise(Access::Sequential);
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(map.bytes(), vec![1; 10_000]);
    }

    #[test]
    fn released_pages_read_as_before() {
        let mut file = tempfile::tempfile().unwrap();
        let bytes: Vec<u8> = (0..100_000_u32).map(|i| (i % 251) as u8).collect();
        file.write_all(&bytes).unwrap();
        let map = Map::of_file(&file).unwrap();
        assert_eq!(map.bytes(), bytes);
        for range in [
            0..0,
            5..4000,
            0..8192,
            8000..90_000,
            90_000..usize::MAX,
            0..100_000,
        ] {
            map.release(range);
            assert_eq!(map.bytes(), bytes);
        }
        file.set_len(50_000).unwrap();
        assert_eq!(map.bytes()[70_000], 0);
        map.release(0..usize::MAX);
        assert_eq!((map.bytes()[1], map.bytes()[70_000]), (1, 0));
    }

    #[test]
    fn slots_are_given_back() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"x").unwrap();
        for _ in 0..10 * N_SLOTS {
            assert_eq!(Map::of_file(&file).unwrap().bytes(), b"x");
        }
    }

    #[test]
    fn foreign_addresses_are_not_touched() {
        let here = 0_u8;
        assert!(!replace_lost_page((&raw const here).addr()));
        assert!(!replace_lost_page(0));
    }
}
