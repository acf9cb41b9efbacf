//! Checks what every [`Trace`] promises.
//!
//! Used by tests and the fuzzer after an import, never by the program. Each
//! check is linear or n log n, so that large traces can be checked too.

use std::collections::HashSet;

use super::ids::{FlowId, NodeId, SliceId};
use super::slice::MAX_DEPTH;
use super::trace::Trace;
use super::track::{Scope, TrackData};
use super::track_tree::{NodeKind, TrackTree, VisualRow};

/// Returns an error that names the broken promise unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

impl Trace {
    /// Returns what is broken in a trace, in words; `Ok` for every trace that `import` returns.
    pub fn check_invariants(&self) -> Result<(), String> {
        self.check_owners()?;
        self.check_slices()?;
        self.check_counters()?;
        self.check_flows()?;
        self.check_frames()?;
        self.check_sched()?;
        self.check_tree()?;
        self.check_sql_ids()
    }

    fn check_owners(&self) -> Result<(), String> {
        let (n_processes, n_threads) =
            (self.processes.processes.len(), self.processes.threads.len());
        for (index, process) in self.processes.processes.iter().enumerate() {
            ensure!(
                process
                    .parent
                    .is_none_or(|parent| parent.index() < n_processes),
                "the parent of process {index} does not exist"
            );
        }
        for (index, thread) in self.processes.threads.iter().enumerate() {
            ensure!(
                thread.upid.is_none_or(|upid| upid.index() < n_processes),
                "the process of thread {index} does not exist"
            );
        }
        for (id, track) in self.tracks.iter() {
            ensure!(
                track
                    .parent
                    .is_none_or(|parent| parent.index() < self.tracks.len()),
                "the parent of {id:?} does not exist"
            );
            let exists = match track.scope {
                Scope::Process(upid) => upid.index() < n_processes,
                Scope::Thread(utid) => utid.index() < n_threads,
                Scope::Global | Scope::Cpu(_) | Scope::Gpu(_) => true,
            };
            ensure!(exists, "the owner of {id:?} does not exist");
            ensure!(
                track
                    .name
                    .is_none_or(|name| name.index() < self.strings.len()),
                "the name of {id:?} does not exist"
            );
        }
        Ok(())
    }

    fn check_slices(&self) -> Result<(), String> {
        for (track, _) in self.slices.tracks() {
            ensure!(
                track.index() < self.tracks.len(),
                "slices on {track:?}, which does not exist"
            );
            ensure!(
                self.slices.n_depths(track) <= MAX_DEPTH,
                "{track:?} is deeper than {MAX_DEPTH}"
            );
            for (depth, slices) in self.slices.depths(track).enumerate() {
                for (index, id) in slices.ids().enumerate() {
                    let ts = self.slices.ts(id);
                    if index > 0 {
                        let before = slices.id(index - 1);
                        ensure!(
                            self.slices.order_key(before) <= self.slices.order_key(id),
                            "{id:?} of {track:?} is out of order"
                        );
                        ensure!(
                            self.slices.end(before).is_none_or(|end| end <= ts),
                            "{before:?} and {id:?} of {track:?} overlap at depth {depth}"
                        );
                    }
                    ensure!(
                        ts >= self.bounds.start() && ts <= self.bounds.end(),
                        "{id:?} starts outside of the trace"
                    );
                    ensure!(
                        self.slices
                            .end(id)
                            .is_none_or(|end| end <= self.bounds.end()),
                        "{id:?} ends outside of the trace"
                    );
                    if depth > 0 {
                        let goes_on = |parent| self.slices.end(parent).is_none_or(|end| end >= ts);
                        ensure!(
                            self.slices.parent(id).is_some_and(goes_on),
                            "{id:?} at depth {depth} has no parent"
                        );
                    }
                }
            }
        }
        Ok(())
    }

    fn check_counters(&self) -> Result<(), String> {
        for &(track, _, _) in self.counters.ranges() {
            ensure!(
                track.index() < self.tracks.len(),
                "samples on {track:?}, which does not exist"
            );
            ensure!(
                self.tracks.get(track).data == TrackData::Counter,
                "samples on {track:?}, which is no counter"
            );
            ensure!(
                self.counters
                    .track(track)
                    .iter_from(0)
                    .is_sorted_by_key(|sample| sample.0),
                "samples of {track:?} are out of order"
            );
        }
        ensure!(
            self.counters.ranges().is_sorted_by(|a, b| a.0 < b.0),
            "counter tracks are out of order"
        );
        Ok(())
    }

    fn check_flows(&self) -> Result<(), String> {
        for (index, flow) in self.flows.rows().enumerate() {
            let id = FlowId::from_index(index);
            for slice in [flow.from, flow.to] {
                ensure!(
                    slice.index() < self.slices.len(),
                    "an end of {id:?} does not exist"
                );
            }
            ensure!(
                self.flows.leaving(flow.from).contains(&id)
                    && self.flows.reaching(flow.to).contains(&id),
                "{id:?} is missing from an index"
            );
        }
        Ok(())
    }

    fn check_frames(&self) -> Result<(), String> {
        let expected = self.frames.expected();
        let actual = self.frames.actual();
        let slices = expected
            .iter()
            .map(|frame| (frame.slice, frame.upid))
            .chain(actual.iter().map(|frame| (frame.slice, frame.upid)));
        for (slice, upid) in slices {
            ensure!(
                slice.index() < self.slices.len(),
                "a frame has no slice {slice:?}"
            );
            let scope = self.tracks.get(self.slices.track_of(slice)).scope;
            ensure!(
                scope == Scope::Process(upid),
                "the frame {slice:?} of {upid:?} is on a track of {scope:?}"
            );
        }
        // Very many frames may have one token: each is looked for once.
        let (mut known, mut found) = (HashSet::new(), HashSet::new());
        for key in actual.iter().map(|frame| (frame.upid, frame.token())) {
            if known.insert(key) {
                let frames = self.frames.actual_with(key.0, key.1);
                found.extend(frames.map(|frame| (key, frame.slice)));
            }
        }
        for frame in actual {
            ensure!(
                found.contains(&((frame.upid, frame.token()), frame.slice)),
                "the frame {:?} is not found by its token",
                frame.slice
            );
        }
        Ok(())
    }

    fn check_sched(&self) -> Result<(), String> {
        let n_threads = self.processes.threads.len();
        for row in self.sched.sched().iter() {
            ensure!(
                row.utid.index() < n_threads,
                "{:?} does not exist",
                row.utid
            );
        }
        for row in self.sched.states().iter() {
            ensure!(
                row.utid.index() < n_threads,
                "{:?} does not exist",
                row.utid
            );
            ensure!(
                row.waker.is_none_or(|waker| waker.index() < n_threads),
                "a waker does not exist"
            );
        }
        ensure!(
            self.logs.is_sorted_by_key(|row| row.ts),
            "the log is out of order"
        );
        let events = self.ftrace_rows(&|| false).map_err(|why| why.to_string())?;
        ensure!(
            events.iter().is_sorted_by_key(|row| row.ts),
            "ftrace events are out of order"
        );
        ensure!(
            events.iter().count() == self.ftrace.len(),
            "some ftrace events have no row"
        );
        Ok(())
    }

    fn check_tree(&self) -> Result<(), String> {
        let order = self.tree.walk();
        ensure!(
            order.len() + 1 == self.tree.len(),
            "{} of {} nodes are reached",
            order.len(),
            self.tree.len() - 1
        );
        for &id in std::iter::once(&TrackTree::ROOT).chain(&order) {
            for &child in &self.tree.node(id).children {
                ensure!(
                    self.tree.node(child).parent == id && id < child,
                    "{child:?} does not follow its parent"
                );
            }
        }
        let mut shown = vec![0_u8; self.tracks.len()];
        for &id in &order {
            self.check_node(id, &mut shown)?;
        }
        for (track, row) in self.tracks.iter() {
            let has_data =
                self.slices.n_slices(track) > 0 || !self.counters.track(track).is_empty();
            let times = shown[track.index()];
            ensure!(times <= 1, "{track:?} is shown {times} times");
            ensure!(
                times == 1 || !has_data || row.builtin_counter,
                "{track:?} has data and is not shown"
            );
            ensure!(
                self.tree.node_of_track(track).is_some() == (times == 1),
                "the node of {track:?} is wrong"
            );
        }
        Ok(())
    }

    fn check_node(&self, id: NodeId, shown: &mut [u8]) -> Result<(), String> {
        let node = self.tree.node(id);
        let above = self.tree.node(node.parent);
        ensure!(
            node.parent == TrackTree::ROOT || node.level == above.level + 1,
            "the level of {id:?} is wrong"
        );
        for track in node.kind.tracks() {
            shown[track.index()] = shown[track.index()].saturating_add(1);
        }
        let mut n_shown = 0;
        for row in &node.rows {
            match row {
                VisualRow::Depth { track, depth } => {
                    n_shown += self.slices.at_depth(*track, *depth).len();
                }
                VisualRow::Packed(ids) => {
                    n_shown += ids.len();
                    self.check_packed(id, ids)?;
                }
            }
        }
        let n_slices = node.kind.n_slices(&self.slices);
        // A counter is drawn as one, even if someone wrote slices on it.
        let is_counter = matches!(node.kind, NodeKind::Counter(_));
        ensure!(
            is_counter || n_shown == n_slices,
            "{id:?} shows {n_shown} of {n_slices} slices"
        );
        Ok(())
    }

    fn check_packed(&self, node: NodeId, ids: &[SliceId]) -> Result<(), String> {
        for pair in ids.windows(2) {
            let (before, after) = (pair[0], pair[1]);
            ensure!(
                self.slices.row_key(before) < self.slices.row_key(after)
                    && self
                        .slices
                        .end(before)
                        .is_none_or(|end| end <= self.slices.ts(after)),
                "{before:?} and {after:?} overlap on a row of {node:?}"
            );
        }
        Ok(())
    }

    fn check_sql_ids(&self) -> Result<(), String> {
        let ids = self.sql_ids();
        for (rank, &slice) in ids.slices().iter().enumerate() {
            ensure!(
                ids.id(slice) == Some(rank as u32),
                "the SQL id of {slice:?} is not {rank}"
            );
        }
        ensure!(
            ids.slices()
                .is_sorted_by_key(|&slice| self.slices.order_key(slice)),
            "SQL ids are not in the order of events"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::SliceId;
    use crate::model::track::Scope;

    #[test]
    fn a_sound_trace_passes_and_a_broken_one_does_not() {
        let build = || {
            let mut b = TraceBuilder::new();
            let app = b.process(1, "app");
            let main = b.thread(app, 1, "main");
            let track = b.slice_track(Scope::Thread(main), None);
            let counter = b.counter_track(Scope::Process(app), "fps", "", &[(1, 1.0), (2, 3.0)]);
            let ids = b.nested_slices(track, &[(0, 10, "a"), (2, 3, "b"), (12, -1, "c")]);
            b.flow(ids[0], ids[2], 1);
            (b, counter)
        };
        let (sound, _) = build();
        assert_eq!(sound.finish().check_invariants(), Ok(()));

        let (mut broken, _) = build();
        broken.flow(SliceId(0), SliceId(99), 2);
        assert!(broken.finish().check_invariants().is_err());

        let (overlapping, _) = build();
        let mut trace = overlapping.finish();
        trace.bounds = crate::base::time::TimeSpan::default();
        assert!(trace.check_invariants().is_err());

        let (hidden, counter) = build();
        let mut trace = hidden.finish();
        trace.tracks.get_mut(counter).builtin_counter = true;
        assert_eq!(
            trace.check_invariants(),
            Ok(()),
            "a built-in counter may be hidden"
        );
        trace.tree = super::TrackTree::new(trace.tracks.len());
        assert!(trace.check_invariants().is_err());
    }
}
