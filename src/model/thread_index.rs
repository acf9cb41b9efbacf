//! Threads by process and by tid, and the track of each thread's own slices, found once per trace.
//!
//! A trace may hold thousands of threads and tracks, and a list of frames asks for them again and
//! again. Tids are reused: which thread had one at an instant depends on when threads began.

use hashbrown::HashMap;

use super::ids::{TrackId, Upid, Utid};
use super::trace::Trace;
use super::track::{Scope, TrackClass, TrackData};
use crate::base::intern::StrId;
use crate::base::time::Ts;

/// A track with so many times as many slices is the one that matters.
const FAR_MORE: usize = 8;

/// Finds threads, and the tracks of their own slices.
#[derive(Clone, Debug, Default)]
pub struct ThreadIndex {
    /// The track of a thread's own slices.
    tracks: HashMap<Utid, TrackId>,
    /// The other track of a thread's own slices, if its program keeps them on another track than that of the
    /// system, as Chromium does.
    apart: HashMap<Utid, TrackId>,
    /// Threads of processes, sorted.
    by_process: Vec<(Upid, Utid)>,
    /// Threads by machine and tid, sorted; of equal ones the one that began first is first.
    by_tid: Vec<((u32, i64), Option<Ts>, Utid)>,
    /// The first thread of each name, of a process and of all.
    by_name: HashMap<(Option<Upid>, StrId), Utid>,
    /// The main threads of processes.
    mains: HashMap<Upid, Utid>,
}

impl ThreadIndex {
    /// Builds the index. O(n log n) in the number of threads and tracks.
    pub fn new(trace: &Trace) -> Self {
        let mut tracks = HashMap::new();
        let mut apart = HashMap::new();
        for (id, track) in trace.tracks.iter() {
            let Scope::Thread(utid) = track.scope else {
                continue;
            };
            let is_nameless = track.name.is_none() && track.parent.is_none();
            match track.class {
                TrackClass::ThreadExecution => {
                    tracks.entry(utid).or_insert(id);
                }
                TrackClass::TrackEvent if track.data == TrackData::Slices && is_nameless => {
                    apart.entry(utid).or_insert(id);
                }
                _ => {}
            }
        }
        // Of the two the one says what the thread did that has nearly all slices.
        for (utid, apart) in &mut apart {
            let n = |track: TrackId| trace.slices.n_slices(track);
            if let Some(track) = tracks.get_mut(utid)
                && n(*apart) / FAR_MORE > n(*track)
            {
                std::mem::swap(apart, track);
            }
        }
        let threads = || {
            let rows = trace.processes.threads.iter().enumerate();
            rows.map(|(at, thread)| (Utid::from_index(at), thread))
        };
        let mut by_process: Vec<(Upid, Utid)> = threads()
            .filter_map(|(utid, thread)| Some((thread.upid?, utid)))
            .collect();
        by_process.sort_unstable();
        let mut by_tid: Vec<((u32, i64), Option<Ts>, Utid)> = threads()
            .map(|(utid, thread)| ((thread.machine, thread.tid), thread.start_ts, utid))
            .collect();
        by_tid.sort_unstable();
        let (mut by_name, mut mains) = (HashMap::new(), HashMap::new());
        for (utid, thread) in threads() {
            if let Some(name) = thread.name {
                by_name.entry((None, name)).or_insert(utid);
                if thread.upid.is_some() {
                    by_name.entry((thread.upid, name)).or_insert(utid);
                }
            }
            if let (Some(upid), Some(true)) = (thread.upid, thread.is_main) {
                mains.entry(upid).or_insert(utid);
            }
        }
        Self {
            tracks,
            apart,
            by_process,
            by_tid,
            by_name,
            mains,
        }
    }

    /// Returns the first thread of a name, of a process or of all. O(1).
    pub fn named(&self, of: Option<Upid>, name: StrId) -> Option<Utid> {
        self.by_name.get(&(of, name)).copied()
    }

    /// Returns the main thread of a process. O(1).
    pub fn main_of(&self, upid: Upid) -> Option<Utid> {
        self.mains.get(&upid).copied()
    }

    /// Returns the track with the slices that a thread itself opened; of two such tracks, the one that it
    /// shares with the system, unless the other has far more.
    pub fn track_of(&self, utid: Utid) -> Option<TrackId> {
        let track = self.tracks.get(&utid).or_else(|| self.apart.get(&utid));
        track.copied()
    }

    /// Returns the tracks with slices that a thread itself opened: that of [`Self::track_of`], and then the other
    /// one, if there are two.
    pub fn stacks_of(&self, utid: Utid) -> impl Iterator<Item = TrackId> {
        let tracks = [self.tracks.get(&utid), self.apart.get(&utid)];
        tracks.into_iter().flatten().copied()
    }

    /// Returns whether a track has slices that a thread itself opened, and that nest in time.
    pub fn is_stack_of(&self, track: TrackId, utid: Utid) -> bool {
        self.stacks_of(utid).any(|stack| stack == track)
    }

    /// Returns the threads of a process, in utid order.
    pub fn of_process(&self, upid: Upid) -> impl Iterator<Item = Utid> {
        let start = self.by_process.partition_point(|row| row.0 < upid);
        let rows = self.by_process[start..].iter();
        rows.take_while(move |row| row.0 == upid).map(|row| row.1)
    }

    /// Returns the thread that had a tid on a machine at an instant: the last one that had started by then; if
    /// none had, the first with this tid.
    pub fn with_tid(&self, machine: u32, tid: i64, at: Ts) -> Option<Utid> {
        let which = (machine, tid);
        let start = self.by_tid.partition_point(|row| row.0 < which);
        let len = self.by_tid[start..].partition_point(|row| row.0 == which);
        let rows = &self.by_tid[start..start + len];
        let begun = rows.partition_point(|row| row.1.is_none_or(|start| start <= at));
        rows.get(begun.saturating_sub(1)).map(|row| row.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;

    #[test]
    fn threads_are_found_by_process_tid_and_time() {
        let mut b = TraceBuilder::new();
        let (app, other) = (b.process(10, "app"), b.process(20, "other"));
        let main = b.thread(app, 10, "main");
        let theirs = b.thread(other, 30, "theirs");
        let first = b.thread(app, 11, "first");
        let second = b.thread(other, 11, "second");
        let track = b.slice_track(Scope::Thread(second), None);
        b.nested_slices(track, &[(0, 1, "s")]);
        let mut trace = b.finish();
        trace.processes.threads[second.index()].start_ts = Some(Ts::from_ns(100));
        let index = ThreadIndex::new(&trace);
        assert_eq!(index.of_process(app).collect::<Vec<_>>(), [main, first]);
        let name = trace.processes.thread(theirs).name.unwrap();
        assert_eq!(index.named(None, name), Some(theirs));
        assert_eq!(index.named(Some(other), name), Some(theirs));
        assert_eq!(index.named(Some(app), name), None);
        assert_eq!(
            index.of_process(other).collect::<Vec<_>>(),
            [theirs, second]
        );
        assert_eq!(index.track_of(second), Some(track));
        assert_eq!(index.track_of(first), None);
        assert!(index.is_stack_of(track, second) && !index.is_stack_of(track, first));
        for (at, wanted) in [(0, first), (99, first), (100, second), (500, second)] {
            assert_eq!(index.with_tid(0, 11, Ts::from_ns(at)), Some(wanted), "{at}");
        }
        assert_eq!(index.with_tid(0, 12, Ts::from_ns(0)), None);
        // Each machine has its own tids.
        trace.processes.threads[second.index()].machine = 1;
        let index = ThreadIndex::new(&trace);
        let found = [0, 1, 2].map(|machine| index.with_tid(machine, 11, Ts::from_ns(500)));
        assert_eq!(found, [Some(first), Some(second), None]);
    }

    #[test]
    fn of_two_tracks_that_of_the_system_counts_unless_the_other_has_far_more() {
        for (n, is_apart) in [(8, false), (17, true)] {
            let mut b = TraceBuilder::new();
            let app = b.process(10, "app");
            let utid = b.thread(app, 10, "main");
            let own = b.slice_track(Scope::Thread(utid), None);
            b.tracks.get_mut(own).class = TrackClass::TrackEvent;
            let system = b.slice_track(Scope::Thread(utid), None);
            b.tracks.get_mut(system).class = TrackClass::ThreadExecution;
            let slices = (0..n).map(|at| (at * 10, 5, "a"));
            b.nested_slices(own, &slices.collect::<Vec<_>>());
            b.nested_slices(system, &[(0, 5, "b")]);
            let index = ThreadIndex::new(&b.finish());
            let track = if is_apart { own } else { system };
            assert_eq!(index.track_of(utid), Some(track), "{n}");
            assert!(index.is_stack_of(own, utid) && index.is_stack_of(system, utid));
        }
    }
}
