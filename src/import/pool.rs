//! Maps independent pieces of work over scoped threads, in a deterministic order.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Applies `work` to every index of `sizes` on `threads` threads (0: one per core), largest first,
/// and returns the results in index order. `report` gets the size done; if it breaks, the rest is
/// left undone and the result is `None`.
pub(super) fn map<T: Send>(
    threads: usize,
    sizes: &[u64],
    work: impl Fn(usize) -> T + Sync,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Vec<T>> {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n,
    }
    .min(sizes.len().max(1));
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(sizes.get(index).copied()));
    let mut results: Vec<Option<T>> = (0..sizes.len()).map(|_| None).collect();
    if threads <= 1 {
        let mut done = 0;
        for index in order {
            if let Some(slot) = results.get_mut(index) {
                *slot = Some(work(index));
            }
            done += sizes.get(index).copied().unwrap_or(0);
            if report(done).is_break() {
                return None;
            }
        }
        return results.into_iter().collect();
    }
    let next = AtomicUsize::new(0);
    let done = AtomicU64::new(0);
    let cancelled = AtomicBool::new(false);
    let cancelled_ref = &cancelled;
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel::<(usize, T)>(threads * 4);
        for _ in 0..threads {
            let send = send.clone();
            let (next, order, work, done) = (&next, &order, &work, &done);
            scope.spawn(move || {
                while let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if cancelled_ref.load(Ordering::Relaxed) {
                        return;
                    }
                    let result = work(index);
                    done.fetch_add(sizes.get(index).copied().unwrap_or(0), Ordering::Relaxed);
                    if send.send((index, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (index, result) in receive {
            if let Some(slot) = results.get_mut(index) {
                *slot = Some(result);
            }
            if report(done.load(Ordering::Relaxed)).is_break() {
                cancelled.store(true, Ordering::Relaxed);
                break;
            }
        }
    });
    if cancelled.load(Ordering::Relaxed) {
        None
    } else {
        results.into_iter().collect()
    }
}
