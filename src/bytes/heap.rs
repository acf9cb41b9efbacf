//! What is asked of the allocator: to give memory back, and to keep it on huge pages. The only `unsafe`
//! code for that.
//!
//! Where memory is used for the first time, a page fault for each 4 KiB takes longer than to fill them.
//! None of this changes what memory holds, and a system that has no huge pages does without.

// Elsewhere nothing is asked.
#![cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "the allocator and the system are asked in C")
)]

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use super::mmap::page_size;

/// Gives memory that was allocated and is free again back to the system, where the allocator
/// keeps it otherwise. Takes some milliseconds for a heap of 100 MB.
pub fn give_back_free_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it only releases pages that hold nothing, and may be called from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
    grow_ahead();
}

/// Makes the allocator give large blocks back to the system as soon as they are free, and let them grow
/// without moving them. It does so in the beginning, but after each block that it gives back it takes larger
/// blocks for small ones.
pub fn keep_large_blocks_apart() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it only sets a number of the allocator, and may be called from any thread.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10);
    }
}

/// Where the main heap began when it was to have huge pages; 0 if it is to have none.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
static HEAP_START: AtomicUsize = AtomicUsize::new(0);

/// Lets the main heap grow in steps of many huge pages: see [`grow_on_huge_pages`]. This is for a process
/// that prints and ends, before it has other threads: what is free in the middle of huge pages stays with the
/// process. Other threads have heaps of their own, on small pages. If they shared the main heap, they would
/// sleep while they wait for it, and waking them takes longer than most of what they want there. Huge pages
/// under their heaps, too, would take up to a tenth more memory at the peak.
pub fn use_huge_pages() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // A step takes no memory before it is used, and costs as many page faults as a huge page has small
        // ones: what made the heap grow is written before the system is asked.
        const STEP: libc::c_int = 64 << 20;
        // What is free at the end of the heap is not given back by itself, as it is used again, on huge
        // pages.
        const KEPT: libc::c_int = 4 * STEP;
        for (option, value) in [(libc::M_TOP_PAD, STEP), (libc::M_TRIM_THRESHOLD, KEPT)] {
            // SAFETY: it only sets a number of the allocator, and may be called from any thread.
            unsafe {
                libc::mallopt(option, value);
            }
        }
        // SAFETY: it only reads where the heap ends.
        let end = unsafe { libc::sbrk(0) };
        HEAP_START.store(end.addr(), Ordering::Relaxed);
    }
    grow_ahead();
}

/// Lets the main heap grow before more is allocated, so that it has huge pages from the start.
fn grow_ahead() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// Less than a block that has a map of its own; twice this is more than is free at the end.
        const MORE: usize = 120 << 10;
        if HEAP_START.load(Ordering::Relaxed) == 0 {
            return;
        }
        // SAFETY: any number of bytes may be asked for.
        let more = [(); 2].map(|()| std::hint::black_box(unsafe { libc::malloc(MORE) }));
        for more in more {
            // SAFETY: it was allocated here, or is null, and nobody else has it.
            unsafe { libc::free(more) };
        }
        grow_on_huge_pages();
    }
}

/// Asks the system for huge pages under the main heap if the heap has grown since the last call. The call
/// takes next to nothing if it has not, and should come often: memory that is used before has small pages.
/// The system may not care.
pub fn grow_on_huge_pages() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        static HEAP_END: AtomicUsize = AtomicUsize::new(0);
        let start = HEAP_START.load(Ordering::Relaxed);
        if start == 0 {
            return;
        }
        // SAFETY: it only reads where the heap ends.
        let end = unsafe { libc::sbrk(0) };
        if HEAP_END.swap(end.addr(), Ordering::Relaxed) == end.addr() {
            return;
        }
        let page = usize::try_from(page_size()).unwrap_or(4096);
        let start = start.next_multiple_of(page);
        let len = end.addr().saturating_sub(start) / page * page;
        if len > 0 {
            advise_huge_pages(end.with_addr(start), len);
        }
    }
}

/// Asks the system for huge pages in a range of whole pages.
#[cfg(target_os = "linux")]
fn advise_huge_pages(start: *mut libc::c_void, len: usize) {
    // SAFETY: what is advised changes neither what the pages hold nor who may use them. Where there are
    // none, the system says so.
    let result = unsafe { rustix::mm::madvise(start, len, rustix::mm::Advice::LinuxHugepage) };
    if let Err(error) = result {
        tracing::debug!(?error, "madvise failed");
    }
}

/// Asks the system for huge pages under the room that a vector has left: a page fault for each 4 KiB takes
/// longer than filling them. The system may not care.
pub fn prefer_huge_pages<T>(vec: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let room = vec.spare_capacity_mut();
        let len = size_of_val(room);
        let start = room.as_mut_ptr().cast::<libc::c_void>();
        // The range begins at the start of a page, which may be that of a huge one: the allocator's own bytes
        // stand there.
        let skip = start.addr() % PAGE;
        if skip + len < PAGE {
            return;
        }
        // The range ends at the end of a page, too, so that a huge page may reach beyond it, into the memory of
        // another vector.
        let len = (skip + len).next_multiple_of(PAGE);
        let start = start.wrapping_byte_sub(skip);
        advise_huge_pages(start, len);
    }
    #[cfg(not(target_os = "linux"))]
    let _no_such_advice = vec;
}

/// Returns an empty vector with room for at least `n` things, on huge pages if it is large.
pub fn with_huge_pages<T>(n: usize) -> Vec<T> {
    const LARGE: usize = 4 << 20;
    const HUGE: usize = 2 << 20;
    /// More than the allocator puts before a block.
    const HEAD: usize = 64;
    let len = n.saturating_mul(size_of::<T>());
    if len < LARGE {
        return Vec::with_capacity(n);
    }
    // A block that is as long as some huge pages is put where one may begin.
    let len = len.saturating_add(HEAD).next_multiple_of(HUGE) - HEAD;
    let mut vec = Vec::with_capacity(len / size_of::<T>());
    prefer_huge_pages(&mut vec);
    vec
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_pages_change_nothing() {
        let mut small: Vec<u8> = Vec::new();
        prefer_huge_pages(&mut small);
        let mut large: Vec<u32> = vec![7; 1000];
        large.reserve_exact(3 << 20);
        prefer_huge_pages(&mut large);
        large.extend(0..3 << 20);
        assert_eq!(
            (large[999], large[1000], large[3 << 20]),
            (7, 0, (3 << 20) - 1000)
        );
        prefer_huge_pages(&mut large);
    }

    /// Returns whether huge pages are requested for the memory at an address; `None` if the system has none.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn is_huge(address: usize) -> Option<bool> {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists() {
            return None;
        }
        // The file has a line with the range of each mapping, and further down one with the mapping's flags.
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut is_there = false;
        let flags = maps.lines().find(|line| {
            let range = line
                .split(' ')
                .next()
                .and_then(|range| range.split_once('-'));
            if let Some((from, to)) = range {
                let number = |hex| usize::from_str_radix(hex, 16).unwrap();
                is_there = (number(from)..number(to)).contains(&address);
            }
            is_there && line.starts_with("VmFlags:")
        });
        Some(flags.unwrap().contains(" hg"))
    }

    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn the_main_heap_grows_on_huge_pages() {
        // SAFETY: the heap only grows, as it does when the allocator grows it.
        let start = unsafe { libc::sbrk(8 << 20) };
        HEAP_START.store(start.addr(), Ordering::Relaxed);
        grow_on_huge_pages();
        assert_ne!(is_huge(start.addr() + (4 << 20)), Some(false));
    }
}
