//! What more is open at first if the screen has room for it.
//!
//! [`super::rows::opens_at_first`] knows nothing of the screen: on a large one it would leave half
//! of the rows empty. Here the busiest processes and threads are opened, one after the other, as
//! long as everything still fits. So nothing ever has to be scrolled for it, and where the rows
//! fill the screen anyway, nothing changes, but that a process with far more to show than the first
//! is open in its place.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::rows::{Row, Rows, opens_at_first};
use super::state::ViewState;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track_tree::{NodeKind, TrackTree};

/// Returns which nodes are open or closed at first, other than [`super::rows::opens_at_first`] says,
/// on a screen with room for `height` lines of tracks.
pub fn fill(trace: &Trace, tall: bool, height: usize) -> BTreeMap<NodeId, bool> {
    let state = ViewState {
        tall,
        ..ViewState::default()
    };
    let state = ViewState {
        open_at_first: busiest_first(trace),
        ..state
    };
    let rows = Rows::new(trace, &state);
    let mut filler = Filler {
        trace,
        state,
        rows,
        height,
    };
    if filler.rows.lines() >= height {
        return filler.state.open_at_first;
    }
    let is_thread = |node: NodeId| matches!(trace.tree.node(node).kind, NodeKind::Thread(_));
    let is_process = |node: NodeId| matches!(trace.tree.node(node).kind, NodeKind::Process(_));
    for process in filler.closed(is_process) {
        let children = &trace.tree.node(process).children;
        let threads: Vec<NodeId> = children.iter().copied().filter(|&n| is_thread(n)).collect();
        // First all children of the process are closed, each on a line.
        let closed = children.iter().map(|&child| (child, false));
        if filler.fits(closed.chain([(process, true)])) {
            let busiest = threads
                .into_iter()
                .max_by_key(|&thread| (n_events(trace, thread), Reverse(thread)));
            if let Some(thread) = busiest {
                filler.fits([(thread, true)]);
            }
        }
    }
    for thread in filler.closed(is_thread) {
        filler.fits([(thread, true)]);
    }
    for group in filler.closed(|node| !is_thread(node) && !is_process(node)) {
        filler.fits([(group, true)]);
    }
    filler.state.open_at_first
}

/// Returns the changes that open another process instead of the first, if it has far more to show: in traces
/// with many processes only the first is open at first. In traces with frames nothing changes, as the
/// processes that show some are open.
fn busiest_first(trace: &Trace) -> BTreeMap<NodeId, bool> {
    const FAR_MORE: usize = 2;
    /// How many processes are compared at most.
    const COMPARED: usize = 256;
    let all = &trace.tree.node(TrackTree::ROOT).children;
    let is_process = |&node: &NodeId| matches!(trace.tree.node(node).kind, NodeKind::Process(_));
    let mut processes = all.iter().copied().filter(is_process).take(COMPARED);
    let Some(first) = processes.next() else {
        return BTreeMap::new();
    };
    let others = processes.filter(|&node| !opens_at_first(trace, node));
    let busiest = others.max_by_key(|&node| (n_events(trace, node), Reverse(node)));
    match busiest {
        Some(other)
            if trace.frames.actual().is_empty()
                && n_events(trace, other) >= FAR_MORE * n_events(trace, first).max(1) =>
        {
            BTreeMap::from([(first, false), (other, true)])
        }
        _ => BTreeMap::new(),
    }
}

/// The rows as far as they are open.
struct Filler<'a> {
    trace: &'a Trace,
    state: ViewState,
    rows: Rows,
    height: usize,
}

impl Filler<'_> {
    /// Returns the closed rows of a kind, those with the most events first.
    fn closed(&self, is_meant: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let is_closed = |row: &&Row| row.open == Some(false) && is_meant(row.node);
        let closed = self.rows.rows.iter().filter(is_closed);
        let mut nodes: Vec<NodeId> = closed.map(|row| row.node).collect();
        nodes.sort_by_cached_key(|&node| Reverse(n_events(self.trace, node)));
        nodes
    }

    /// Opens and closes nodes if all rows fit then. Returns whether they do.
    fn fits(&mut self, changes: impl IntoIterator<Item = (NodeId, bool)>) -> bool {
        let changes: Vec<(NodeId, bool)> = changes.into_iter().collect();
        let room = self.height.saturating_sub(self.rows.lines());
        // What is opened has a line for nearly every child: large groups need not be tried.
        let mut opened = changes.iter().filter(|change| change.1);
        if opened.any(|change| self.trace.tree.node(change.0).children.len() > room + 1) {
            return false;
        }
        let before = self.state.open_at_first.clone();
        self.state.open_at_first.extend(changes);
        let rows = Rows::new(self.trace, &self.state);
        let fits = rows.lines() <= self.height;
        if fits {
            self.rows = rows;
        } else {
            self.state.open_at_first = before;
        }
        fits
    }
}

/// Returns how many slices, samples and states there are below a node, of as many rows as can be
/// looked through at once.
fn n_events(trace: &Trace, node: NodeId) -> usize {
    /// A node with more nodes and rows than these is busy enough.
    const LOOKED_AT: usize = 4096;
    let tree = &trace.tree;
    let mut below = vec![node];
    let (mut n, mut left) = (0, LOOKED_AT);
    while let Some(id) = below.pop()
        && left > 0
    {
        let node = tree.node(id);
        below.extend(node.children.iter().take(left));
        n += match node.kind {
            NodeKind::Counter(track) => trace.counters.track(track).len(),
            NodeKind::ThreadStates(utid) => trace.sched.of_thread(utid).len(),
            NodeKind::Samples(owner) => trace.stack_profile.of(owner).len(),
            _ => 0,
        };
        let rows = node.rows.iter().take(left);
        left = left.saturating_sub(1 + rows.len());
        n += rows.map(|row| row.n_slices(&trace.slices)).sum::<usize>();
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Ts;
    use crate::model::builder::TraceBuilder;
    use crate::model::sched::{SchedTable, ThreadState};
    use crate::model::track::Scope;

    /// Returns a trace of six processes, the busiest of which is first and open anyway. Each has two threads of
    /// two depths; the n-th has n times as many slices.
    fn trace() -> Trace {
        let mut b = TraceBuilder::new();
        for n in 1..=6_i64 {
            let pid = 10 * n;
            let process = b.process(pid, &format!("p{n}"));
            for tid in [pid, pid + 1] {
                let thread = b.thread(process, tid, "t");
                let track = b.slice_track(Scope::Thread(thread), None);
                let slices = (0..n).flat_map(|i| [(i * 10, 8, "a"), (i * 10, 5, "b")]);
                b.nested_slices(track, &slices.collect::<Vec<_>>());
            }
        }
        b.finish()
    }

    /// Returns the names of the rows with their lines on a screen of so many.
    fn shown(trace: &Trace, height: usize) -> (Vec<(&str, usize)>, usize) {
        let state = ViewState {
            open_at_first: fill(trace, false, height),
            ..ViewState::default()
        };
        let rows = Rows::new(trace, &state);
        let name = |row: &Row| (trace.tree.node(row.node).name.as_str(), row.lines);
        (rows.rows.iter().map(name).collect(), rows.lines())
    }

    #[test]
    fn the_busiest_fill_the_screen_and_no_more() {
        let trace = trace();
        let (_, least) = shown(&trace, 0);
        assert_eq!(least, 10, "five closed, one open with two threads");
        for height in 0..60 {
            let (_, lines) = shown(&trace, height);
            assert!(lines <= height.max(least), "{lines} of {height}");
            assert!(lines + 2 > height.min(30), "{lines} of {height}");
        }
        let (rows, _) = shown(&trace, 13);
        // Of the closed processes p5 has the most slices, so that it is opened, and a thread of it, too.
        assert_eq!(rows[3..6], [("p5 50", 1), ("t 50", 2), ("t 51", 1)]);
        assert_eq!(rows[6..].iter().map(|row| row.1).sum::<usize>(), 4);
    }

    #[test]
    fn a_process_with_far_more_to_show_is_open_instead_of_the_first() {
        for (n_of_browser, opened) in [(6, "Browser 1"), (5, "Renderer 3")] {
            let mut b = TraceBuilder::new();
            for (pid, n) in [(1, n_of_browser), (2, 1), (3, 10), (4, 2), (5, 1), (6, 1)] {
                let kind = ["Browser", "GPU Process", "Renderer"][(pid as usize - 1).min(2)];
                let process = b.process(pid, kind);
                b.processes.processes[process.index()].sort_hint = Some(pid);
                let thread = b.thread(process, pid, "t");
                let track = b.slice_track(Scope::Thread(thread), None);
                let slices = (0..n).map(|i| (i * 10, 8, "a"));
                b.nested_slices(track, &slices.collect::<Vec<_>>());
            }
            let trace = b.finish();
            let (rows, _) = shown(&trace, 0);
            let place = rows.iter().position(|row| row.0 == opened).unwrap();
            assert_eq!(rows.len(), 7, "{rows:?}");
            assert_eq!(rows[place + 1].0.chars().next(), Some('t'), "{rows:?}");
        }
    }

    #[test]
    fn a_thread_of_states_and_samples_alone_is_closed_at_first() {
        let mut b = TraceBuilder::new();
        let app = b.process(10, "app");
        let threads = [11, 12].map(|tid| b.thread(app, tid, "t"));
        let running = b.str("Running");
        let state = |utid| ThreadState::new(Ts::from_ns(5), None, utid, running);
        b.sched = SchedTable::new(Vec::new(), threads.map(state).to_vec());
        for utid in threads {
            b.sample(utid, 6);
        }
        let track = b.slice_track(Scope::Thread(threads[1]), None);
        b.nested_slices(track, &[(0, 100, "draw")]);
        let trace = b.finish();
        let open = threads.map(|utid| {
            let thread = trace.tree.find(&NodeKind::Thread(utid)).unwrap();
            opens_at_first(&trace, thread)
        });
        assert_eq!(open, [false, true]);
    }

    #[test]
    fn a_full_screen_is_left_alone() {
        assert_eq!(fill(&trace(), false, 10), BTreeMap::new());
        assert_eq!(
            fill(&TraceBuilder::new().finish(), true, 50),
            BTreeMap::new()
        );
    }
}
