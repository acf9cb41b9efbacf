//! Maps independent pieces of work over scoped threads, in a deterministic order, and has a thread
//! make ahead ([`Ahead`]) what another uses piece by piece.
//!
//! Results are in the order of indices, whichever thread is done first. The thread that collects them is
//! woken as seldom as possible, because waking it takes longer than a small piece of work.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
pub(super) use std::thread::Scope;
use std::time::Duration;

use crate::bytes::heap;

/// Reports that a piece of work has got on by so much of its size. If it breaks, the result is not wanted any
/// more.
pub(super) type GetOn<'a> = dyn Fn(u64) -> ControlFlow<()> + 'a;

/// The longest time between two reports while pieces of work are on the way.
const REPORT_EVERY: Duration = Duration::from_millis(20);

/// What [`map`] has done so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    /// How much of all pieces is done, also of those that are being worked on.
    pub(super) size: u64,
    /// How many pieces from the front are done altogether.
    pub(super) n_first: usize,
}

/// A piece of work for [`map`]: its index and its size.
pub(super) type Piece = (usize, u64);

/// Applies `work` to every piece on `threads` threads (0: one per core), in the order of `pieces`, which are
/// all indices below their number, and returns the results by index. `report` is called with what is done,
/// also within a piece that reports how it gets on; if `report` breaks, the rest is left undone and the
/// result is `None`.
pub(super) fn map<T: Send>(
    threads: usize,
    pieces: &[Piece],
    work: impl Fn(usize, &GetOn<'_>) -> T + Sync,
    report: &mut dyn FnMut(Done) -> ControlFlow<()>,
) -> Option<Vec<T>> {
    match n_threads(threads, pieces.len()) {
        0 | 1 => map_alone(pieces, &work, report),
        threads => map_shared(threads, pieces, &work, report),
    }
}

/// Does a piece of work, and reports what it has not reported of its size itself; breaks if the result is not
/// wanted any more.
fn piece<T>(
    work: &impl Fn(usize, &GetOn<'_>) -> T,
    (index, size): Piece,
    get_on: &GetOn<'_>,
) -> ControlFlow<(), T> {
    heap::grow_on_huge_pages();
    let told = Cell::new(0);
    let result = work(index, &|size| {
        told.set(told.get() + size);
        get_on(size)
    });
    get_on(size.saturating_sub(told.get()))?;
    ControlFlow::Continue(result)
}

/// [`map`] on this thread.
fn map_alone<T>(
    pieces: &[Piece],
    work: &impl Fn(usize, &GetOn<'_>) -> T,
    report: &mut dyn FnMut(Done) -> ControlFlow<()>,
) -> Option<Vec<T>> {
    let mut results: Vec<Option<T>> = pieces.iter().map(|_| None).collect();
    let (size_done, cancelled) = (Cell::new(0), Cell::new(false));
    let report = RefCell::new(report);
    for (n_first, &of) in pieces.iter().enumerate() {
        let get_on = |size| {
            size_done.set(size_done.get() + size);
            let size = size_done.get();
            let flow = report.borrow_mut()(Done { size, n_first });
            cancelled.set(cancelled.get() | flow.is_break());
            flow
        };
        let result = piece(work, of, &get_on).continue_value();
        // A piece may have gone on although it was told to stop.
        let result = result.filter(|_| !cancelled.get())?;
        *results.get_mut(of.0)? = Some(result);
    }
    results.into_iter().collect()
}

/// [`map`] on several threads, while this one reports.
fn map_shared<T: Send>(
    threads: usize,
    pieces: &[Piece],
    work: &(impl Fn(usize, &GetOn<'_>) -> T + Sync),
    report: &mut dyn FnMut(Done) -> ControlFlow<()>,
) -> Option<Vec<T>> {
    let mut results: Vec<Option<T>> = pieces.iter().map(|_| None).collect();
    let (done, cancelled) = (AtomicU64::new(0), AtomicBool::new(false));
    let get_on = |size| {
        done.fetch_add(size, Ordering::Relaxed);
        if cancelled.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let next = AtomicUsize::new(0);
    let (ready, left) = (Mutex::new(Ready::new(threads)), Condvar::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (next, get_on) = (&next, &get_on);
            let (ready, left) = (&ready, &left);
            scope.spawn(move || {
                let _leave = Leave(ready, left);
                while let Some(&of) = pieces.get(next.fetch_add(1, Ordering::Relaxed))
                    && let ControlFlow::Continue(result) = piece(work, of, get_on)
                {
                    lock(ready).results.push((of.0, result));
                }
            });
        }
        let mut n_first = 0;
        loop {
            let is_on = |ready: &mut Ready<T>| ready.n_threads > 0;
            let waited = left.wait_timeout_while(lock(&ready), REPORT_EVERY, is_on);
            let (mut guard, _) = waited.unwrap_or_else(PoisonError::into_inner);
            let is_over = guard.n_threads == 0;
            let more = std::mem::take(&mut guard.results);
            drop(guard);
            for (index, result) in more {
                if let Some(slot) = results.get_mut(index) {
                    *slot = Some(result);
                }
            }
            let is_done = |&(index, _): &Piece| results.get(index).is_some_and(Option::is_some);
            while pieces.get(n_first).is_some_and(is_done) {
                n_first += 1;
            }
            let size = done.load(Ordering::Relaxed);
            if report(Done { size, n_first }).is_break() {
                cancelled.store(true, Ordering::Relaxed);
                break;
            }
            if is_over {
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

/// Does what [`map`] does, on as many threads as there are cores, until `cancel` is set.
pub(super) fn map_until<T: Send>(
    cancel: &AtomicBool,
    pieces: &[Piece],
    work: impl Fn(usize) -> T + Sync,
) -> Option<Vec<T>> {
    map(0, pieces, |index, _| work(index), &mut |_| {
        if cancel.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// Applies `work` to each of some things as [`map_until`] does, to `at_once` things in each piece.
pub(super) fn map_each<T: Sync, R: Send>(
    cancel: &AtomicBool,
    (things, at_once): (&[T], usize),
    work: impl Fn(&T) -> R + Sync,
) -> Option<Vec<R>> {
    let chunks: Vec<&[T]> = things.chunks(at_once).collect();
    let sizes = chunks.iter().map(|chunk| chunk.len() as u64);
    let pieces: Vec<Piece> = sizes.enumerate().collect();
    let done = map_until(cancel, &pieces, |index| {
        chunks[index].iter().map(&work).collect::<Vec<_>>()
    });
    Some(done?.into_iter().flatten().collect())
}

/// What the threads of [`map`] have done and nobody has taken yet. Results are gathered here because waking
/// the other thread for every piece takes longer than some pieces.
struct Ready<T> {
    results: Vec<(usize, T)>,
    /// How many threads are at work.
    n_threads: usize,
}

impl<T> Ready<T> {
    fn new(n_threads: usize) -> Self {
        Self {
            results: Vec::new(),
            n_threads,
        }
    }
}

/// Notes that a thread is done when this is dropped, also when a piece of work panics.
struct Leave<'a, T>(&'a Mutex<Ready<T>>, &'a Condvar);

impl<T> Drop for Leave<'_, T> {
    fn drop(&mut self) {
        lock(self.0).n_threads -= 1;
        self.1.notify_all();
    }
}

/// Returns how many threads work on some pieces if `wanted` threads may (0: one per core).
pub(super) fn n_threads(wanted: usize, n_pieces: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n,
    }
    .min(n_pieces.max(1))
}

/// Does two things, at the same time if there may be `threads` (0: one per core).
pub(super) fn both<A: Send, B>(
    threads: usize,
    other: impl FnOnce() -> A + Send,
    own: impl FnOnce() -> B,
) -> (A, B) {
    if n_threads(threads, 2) <= 1 {
        return (other(), own());
    }
    std::thread::scope(|scope| {
        let other = scope.spawn(other);
        let own = own();
        match other.join() {
            Ok(other) => (other, own),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Runs something that may have other threads work beside it, if there may be `threads` (0: one per core).
/// These threads end before this returns.
pub(super) fn beside<'e, T>(
    threads: usize,
    run: impl for<'s> FnOnce(Option<&'s Scope<'s, 'e>>) -> T,
) -> T {
    if n_threads(threads, 2) <= 1 {
        return run(None);
    }
    std::thread::scope(|scope| run(Some(scope)))
}

/// Things that one thread makes, a few ahead of another that uses them one by one.
#[derive(Debug)]
pub(super) struct Ahead<T> {
    made: Receiver<T>,
    used: SyncSender<T>,
}

impl<T: Default + Send> Ahead<T> {
    /// How many things are on the way while another one is used.
    const N: usize = 2;

    /// Has another thread make things, each out of one that was used before. `make` returns whether it made
    /// one; if it did not, or when this is dropped, no more are made.
    pub(super) fn spawn<'s>(
        scope: &'s Scope<'s, '_>,
        mut make: impl FnMut(&mut T) -> bool + Send + 's,
    ) -> Self
    where
        T: 's,
    {
        let (to_use, made) = sync_channel(Self::N);
        // The channel has room for all things that there are, so that nobody waits to give one back.
        let (used, to_make) = sync_channel(Self::N);
        for _ in 0..Self::N {
            // This cannot fail, as the other end is here.
            let _sent = used.send(T::default());
        }
        scope.spawn(move || {
            for mut thing in to_make {
                if !make(&mut thing) || to_use.send(thing).is_err() {
                    break;
                }
            }
        });
        Self { made, used }
    }

    /// Changes a thing that was used for the next one. Returns whether there is one.
    pub(super) fn next(&self, thing: &mut T) -> bool {
        let Ok(next) = self.made.recv() else {
            return false;
        };
        // This fails if all things are made, as nobody takes one back then.
        let _sent = self.used.send(std::mem::replace(thing, next));
        true
    }
}

/// How many results for each thread may be ready when threads that wait are woken.
const FEW: usize = 4;

/// What the threads of [`in_order`] share.
struct Line<T> {
    ready: BTreeMap<usize, T>,
    /// The piece that is next in order.
    next: usize,
    /// How many threads wait until they may begin a piece.
    n_waiting: usize,
    stopped: bool,
}

impl<T> Line<T> {
    /// Returns whether to wake the threads that wait when a result was taken. They are not woken for each, as
    /// that takes longer than some pieces, but while there are still some results to take.
    fn is_short(&self, threads: usize) -> bool {
        self.n_waiting > 0 && self.ready.len() <= FEW * threads
    }
}

/// Applies `work` to every index below `n` on `threads` threads (0: one per core), and hands the results to
/// `take` in index order while the rest is being worked on. If `take` breaks, the rest is left undone.
/// Results that are early wait in memory, so a piece is begun only when it is the next in order or if
/// `may_begin` allows that, given the index of the piece and of the next.
pub(super) fn in_order<T: Send>(
    threads: usize,
    may_begin: impl Fn(usize, usize) -> bool + Sync,
    n: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let threads = n_threads(threads, n);
    if threads <= 1 {
        return (0..n).try_for_each(|index| {
            heap::grow_on_huge_pages();
            take(index, work(index))
        });
    }
    let started = AtomicUsize::new(0);
    let line = Mutex::new(Line {
        ready: BTreeMap::new(),
        next: 0,
        n_waiting: 0,
        stopped: false,
    });
    // For the thread that takes results, and for threads that wait until they may begin.
    let (made, moved) = (Condvar::new(), Condvar::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = started.fetch_add(1, Ordering::Relaxed);
                    if index >= n {
                        return;
                    }
                    let too_early = |line: &mut Line<T>| {
                        !line.stopped && index > line.next && !may_begin(index, line.next)
                    };
                    let mut guard = lock(&line);
                    guard.n_waiting += 1;
                    let guard = moved.wait_while(guard, too_early);
                    let mut guard = guard.unwrap_or_else(PoisonError::into_inner);
                    guard.n_waiting -= 1;
                    if guard.stopped {
                        return;
                    }
                    drop(guard);
                    // A panic must not leave the other threads waiting.
                    let stop = StopOnPanic(&line, [&made, &moved]);
                    heap::grow_on_huge_pages();
                    let result = work(index);
                    std::mem::forget(stop);
                    let mut guard = lock(&line);
                    guard.ready.insert(index, result);
                    let is_awaited = guard.next == index;
                    drop(guard);
                    if is_awaited {
                        made.notify_one();
                    }
                }
            });
        }
        for index in 0..n {
            let missing = |line: &mut Line<T>| !line.stopped && !line.ready.contains_key(&index);
            let mut guard = lock(&line);
            if missing(&mut guard) {
                // The missing piece may be that of a thread that waits.
                moved.notify_all();
            }
            let guard = made.wait_while(guard, missing);
            let mut guard = guard.unwrap_or_else(PoisonError::into_inner);
            let result = guard.ready.remove(&index);
            guard.next = index + 1;
            let is_short = guard.is_short(threads);
            drop(guard);
            if is_short {
                moved.notify_all();
            }
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops the line when this is dropped, which it only is if a piece of work panics.
struct StopOnPanic<'a, T>(&'a Mutex<Line<T>>, [&'a Condvar; 2]);

impl<T> Drop for StopOnPanic<'_, T> {
    fn drop(&mut self) {
        lock(self.0).stopped = true;
        for waiting in self.1 {
            waiting.notify_all();
        }
    }
}

/// What a thread is to work on, to be taken once: the lock only serves to move it there.
#[derive(Debug)]
pub(super) struct Work<T>(Mutex<Option<T>>);

impl<T> Work<T> {
    pub(super) const fn new(work: T) -> Self {
        Self(Mutex::new(Some(work)))
    }

    /// Takes the work out. A piece of work is done once: a second time panics, as the result would lack what
    /// was there.
    pub(super) fn take(&self) -> T {
        match lock(&self.0).take() {
            Some(work) => work,
            None => unreachable!("a piece of work is done twice"),
        }
    }
}

/// Things that are done with, for any thread that needs one.
#[derive(Debug)]
pub(super) struct Spare<T>(Mutex<Kept<T>>);

/// What is kept, each thing with its size, and the sum of the sizes.
#[derive(Debug)]
struct Kept<T> {
    things: Vec<(usize, T)>,
    total: usize,
}

impl<T> Default for Spare<T> {
    fn default() -> Self {
        let (things, total) = (Vec::new(), 0);
        Self(Mutex::new(Kept { things, total }))
    }
}

impl<T> Spare<T> {
    /// Returns a thing that was kept.
    pub(super) fn take(&self) -> Option<T> {
        let mut kept = self.0.lock().ok()?;
        let (size, thing) = kept.things.pop()?;
        kept.total -= size;
        Some(thing)
    }

    /// Keeps as many things as fit into `room`, by their sizes, together with those that are kept already.
    pub(super) fn keep(&self, things: Vec<T>, room: usize, size: impl Fn(&T) -> usize) {
        let Ok(mut kept) = self.0.lock() else { return };
        for thing in things {
            let size = size(&thing);
            if size <= room.saturating_sub(kept.total) {
                kept.total += size;
                kept.things.push((size, thing));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_made_ahead_come_in_order_and_are_left_when_nobody_wants_them() {
        for (all, wanted) in [(9, 20), (1000, 5), (0, 1)] {
            let got = beside(2, |scope| {
                let mut next = 0;
                let ahead = Ahead::spawn(scope.unwrap(), move |thing: &mut Vec<i32>| {
                    thing.clear();
                    thing.push(next);
                    next += 1;
                    next <= all
                });
                let mut thing = Vec::new();
                let mut got: Vec<i32> = Vec::new();
                while got.len() < wanted && ahead.next(&mut thing) {
                    got.extend(&thing);
                }
                got
            });
            let least = (all as usize).min(wanted);
            assert_eq!(got, (0..least as i32).collect::<Vec<i32>>());
        }
        assert!(beside(1, |scope| scope.is_none()));
    }

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 5] {
            let mut got = Vec::new();
            let slow = |index: usize| {
                if index.is_multiple_of(7) {
                    std::thread::sleep(Duration::from_micros(300));
                }
                index * 2
            };
            let is_near = |index, next| index <= next + threads;
            let flow = in_order(threads, is_near, 500, slow, |index, result| {
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
    fn work_is_taken_once() {
        let work = Work::new(vec![1, 2]);
        assert_eq!(work.take(), [1, 2]);
        let again = std::panic::AssertUnwindSafe(|| work.take());
        assert!(std::panic::catch_unwind(again).is_err());
    }

    #[test]
    fn what_is_spare_has_a_limit() {
        let spare = Spare::default();
        assert_eq!(spare.take(), None::<usize>);
        spare.keep(vec![3, 9, 4, 4], 10, |&size| size);
        spare.keep(vec![4, 1], 10, |&size| size);
        let all: Vec<usize> = std::iter::from_fn(|| spare.take()).collect();
        assert_eq!(all, [1, 4, 3]);
    }

    #[test]
    fn a_break_stops_the_rest() {
        for threads in [1, 3] {
            let mut n = 0;
            let flow = in_order(
                threads,
                |_, _| false,
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
    fn a_piece_tells_how_it_gets_on_and_can_be_stopped() {
        const PIECES: [Piece; 2] = [(1, 150), (0, 100)];
        for threads in [1, 2] {
            let mut seen = Vec::new();
            let steps = |_: usize, get_on: &GetOn<'_>| (0..100).try_for_each(|_| get_on(1));
            let results = map(threads, &PIECES, steps, &mut |done| {
                seen.push((done.size, done.n_first));
                ControlFlow::Continue(())
            });
            assert_eq!(results.map(|results| results.len()), Some(2));
            assert!(
                seen.is_sorted() && seen.last().unwrap().0 == 250,
                "{seen:?}"
            );
            assert!(
                seen.iter()
                    .all(|&(size, n_first)| n_first == 0 || size >= 150),
                "{seen:?}"
            );

            // This job goes on until the report stops it.
            let endless = |_: usize, get_on: &GetOn<'_>| while get_on(1).is_continue() {};
            let mut report = |done: Done| match done.size {
                0..1000 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            assert_eq!(map(threads, &PIECES, endless, &mut report), None);
        }
    }

    #[test]
    fn things_are_mapped_in_their_order_until_that_is_cancelled() {
        let things: Vec<u32> = (0..1000).collect();
        let cancel = AtomicBool::new(false);
        let doubled = map_each(&cancel, (&things, 7), |thing| thing * 2);
        assert!(
            doubled
                .unwrap()
                .into_iter()
                .eq((0..1000).map(|thing| thing * 2))
        );
        let none = map_each(&cancel, (&[], 7), |thing: &u32| *thing);
        assert_eq!(none, Some(Vec::new()));

        let stopped = map_each(&cancel, (&things, 1), |thing| {
            cancel.store(true, Ordering::Relaxed);
            *thing
        });
        assert_eq!(stopped, None);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let result = std::panic::catch_unwind(|| {
            in_order(
                2,
                |_, _| true,
                1000,
                |index| assert_ne!(index, 40),
                |_, ()| ControlFlow::Continue(()),
            )
        });
        assert!(result.is_err());
    }
}
