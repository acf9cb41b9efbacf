//! Maps independent pieces of work over scoped threads, in a deterministic order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// Applies `work` to every index of `sizes` on `threads` threads (0: one per core), largest first,
/// and returns the results in index order. `report` gets the size done; if it breaks, the rest is
/// left undone and the result is `None`.
pub(super) fn map<T: Send>(
    threads: usize,
    sizes: &[u64],
    work: impl Fn(usize) -> T + Sync,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Option<Vec<T>> {
    let threads = n_threads(threads, sizes.len());
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

fn n_threads(wanted: usize, n_pieces: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n,
    }
    .min(n_pieces.max(1))
}

/// How far ahead of the piece that is next in order work may be, for each thread: what is done
/// early waits in memory.
const AHEAD: usize = 1;

/// What the threads of [`in_order`] share.
struct Line<T> {
    ready: BTreeMap<usize, T>,
    /// The piece that is next in order.
    next: usize,
    stopped: bool,
}

/// Applies `work` to every index below `n` on `threads` threads (0: one per core), and hands the
/// results to `take` in index order while the rest is being worked on. If `take` breaks, the rest
/// is left undone.
pub(super) fn in_order<T: Send>(
    threads: usize,
    n: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let threads = n_threads(threads, n);
    if threads <= 1 {
        return (0..n).try_for_each(|index| take(index, work(index)));
    }
    let started = AtomicUsize::new(0);
    let line = Mutex::new(Line {
        ready: BTreeMap::new(),
        next: 0,
        stopped: false,
    });
    let moved = Condvar::new();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = started.fetch_add(1, Ordering::Relaxed);
                    if index >= n {
                        return;
                    }
                    let too_early =
                        |line: &mut Line<T>| !line.stopped && index >= line.next + AHEAD * threads;
                    let guard = moved.wait_while(lock(&line), too_early);
                    if guard.unwrap_or_else(PoisonError::into_inner).stopped {
                        return;
                    }
                    // A panic must not leave the others waiting.
                    let stop = StopOnPanic(&line, &moved);
                    let result = work(index);
                    std::mem::forget(stop);
                    lock(&line).ready.insert(index, result);
                    moved.notify_all();
                }
            });
        }
        for index in 0..n {
            let missing = |line: &mut Line<T>| !line.stopped && !line.ready.contains_key(&index);
            let guard = moved.wait_while(lock(&line), missing);
            let mut guard = guard.unwrap_or_else(PoisonError::into_inner);
            let result = guard.ready.remove(&index);
            guard.next = index + 1;
            drop(guard);
            moved.notify_all();
            let flow = result.map_or(ControlFlow::Break(()), |result| take(index, result));
            if flow.is_break() {
                lock(&line).stopped = true;
                moved.notify_all();
                return flow;
            }
        }
        ControlFlow::Continue(())
    })
}

fn lock<T>(line: &Mutex<Line<T>>) -> MutexGuard<'_, Line<T>> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops the line if it is dropped: when a piece of work panics.
struct StopOnPanic<'a, T>(&'a Mutex<Line<T>>, &'a Condvar);

impl<T> Drop for StopOnPanic<'_, T> {
    fn drop(&mut self) {
        lock(self.0).stopped = true;
        self.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 5] {
            let mut got = Vec::new();
            let slow = |index: usize| {
                if index.is_multiple_of(7) {
                    std::thread::sleep(std::time::Duration::from_micros(300));
                }
                index * 2
            };
            let flow = in_order(threads, 500, slow, |index, result| {
                got.push((index, result));
                ControlFlow::Continue(())
            });
            assert!(flow.is_continue());
            assert!(
                got.iter()
                    .copied()
                    .eq((0..500).map(|index| (index, index * 2)))
            );
        }
    }

    #[test]
    fn a_break_stops_the_rest() {
        for threads in [1, 3] {
            let mut n = 0;
            let flow = in_order(
                threads,
                100_000,
                |index| index,
                |index, _| {
                    n += 1;
                    if index == 10 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            );
            assert!(flow.is_break());
            assert_eq!(n, 11);
        }
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let result = std::panic::catch_unwind(|| {
            in_order(
                2,
                1000,
                |index| assert_ne!(index, 40),
                |_, ()| ControlFlow::Continue(()),
            )
        });
        assert!(result.is_err());
    }
}
