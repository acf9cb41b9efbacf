//! How long the threads of the closed groups on a screen ran, in each column.
//!
//! All groups are added up together: over a long span from sums over stretches of
//! time, over a short one from what ran on each CPU.

use hashbrown::HashMap;

use super::super::cx::Cx;
use super::spread;
use crate::model::ids::{NodeId, Utid};
use crate::model::track_tree::NodeKind;

/// Sums are used if a column has so many stretches or more.
const PER_COLUMN: usize = 2;
/// Where there are no sums yet, no more stays than this are looked at one by one.
const STAYS_MAX: usize = 1 << 20;
/// How many nodes below groups of no process are looked at, in all of them together.
const NODES: usize = 8192;
/// Stands for no group.
const NONE: u16 = u16::MAX;

/// The groups of a thread: of its own node, of another one, and of its process. It may be in several, because
/// a pinned group may be closed where the same one below is open.
type Slots = [u16; 3];
const OWN: usize = 0;
const OTHER: usize = 1;
const PROCESS: usize = 2;

/// What the threads of some groups are busy with.
#[derive(Debug, Default)]
pub(in crate::view) struct Threads {
    /// For each thread, which groups it is in.
    slots: Vec<Slots>,
    /// The groups that have threads with states.
    groups: Vec<NodeId>,
    /// For each of `groups`, the share of each column for which its threads ran.
    busy: Vec<Vec<f32>>,
}

impl Threads {
    /// Adds up what ran in the window, for closed groups.
    pub(in crate::view) fn new(cx: &Cx<'_>, groups: &[NodeId]) -> Self {
        let mut threads = Self::of_groups(cx, groups);
        if threads.groups.is_empty() {
            return threads;
        }
        let cols = usize::from(cx.view.cols());
        threads.busy = vec![vec![0.0; cols]; threads.groups.len()];
        let level = cx
            .trace
            .blocks()
            .and_then(|blocks| blocks.loads.level_for(cx.view.span(), cols * PER_COLUMN));
        match level {
            Some(level) => {
                for (start, end, ran) in level.within(cx.view.span()) {
                    threads.add_stretch(cx, (start, end), ran);
                }
            }
            None => threads.add_stays(cx),
        }
        threads
    }

    /// Returns the shares of a group; `None` if it has no threads with states.
    pub(super) fn of_group(&self, group: NodeId) -> Option<&[f32]> {
        let slot = self.groups.iter().position(|&own| own == group)?;
        self.busy.get(slot).map(Vec::as_slice)
    }

    /// Finds out which threads are in which groups.
    fn of_groups(cx: &Cx<'_>, groups: &[NodeId]) -> Self {
        let (tree, sched) = (&cx.trace.tree, &cx.trace.sched);
        let mut threads = Self::default();
        if sched.states().is_empty() {
            return threads;
        }
        threads.slots = vec![[NONE; 3]; cx.trace.processes.threads.len()];
        let mut of_process = HashMap::new();
        let mut n_nodes = NODES;
        for &group in groups {
            match tree.node(group).kind {
                NodeKind::Process(upid) => {
                    of_process.insert(upid, group);
                }
                NodeKind::Thread(utid) => {
                    if sched.has_states(utid) {
                        threads.put(utid, OWN, group);
                    }
                }
                _ => {
                    let mut below = vec![group];
                    while let Some(id) = below.pop()
                        && n_nodes > 0
                    {
                        n_nodes -= 1;
                        let node = tree.node(id);
                        below.extend(&node.children);
                        if let NodeKind::ThreadStates(utid) = node.kind {
                            threads.put(utid, OTHER, group);
                        }
                    }
                }
            }
        }
        for utid in sched.threads() {
            let upid = cx.trace.processes.thread(utid).upid;
            if let Some(&group) = upid.and_then(|upid| of_process.get(&upid)) {
                threads.put(utid, PROCESS, group);
            }
        }
        threads
    }

    fn put(&mut self, utid: Utid, how: usize, group: NodeId) {
        // The group is nearly always that of the thread before.
        let slot = self.groups.iter().rposition(|&own| own == group);
        let slot = slot.unwrap_or_else(|| {
            self.groups.push(group);
            self.groups.len() - 1
        });
        if let Some(slots) = self.slots.get_mut(utid.index()) {
            slots[how] = slot as u16;
        }
    }

    /// Adds a share of the time from `from` to `to` to the groups of a thread.
    fn spread(&mut self, cx: &Cx<'_>, utid: Utid, (from, to): (i64, i64), share: f32) {
        let Some(slots) = self.slots.get(utid.index()) else {
            return;
        };
        for &slot in slots {
            if let Some(row) = self.busy.get_mut(usize::from(slot)) {
                spread(cx.view, row, from, to, share);
            }
        }
    }

    fn add_stretch(&mut self, cx: &Cx<'_>, (start, end): (i64, i64), ran: &[(Utid, f32)]) {
        let span = cx.view.span();
        let (from, to) = (start.max(span.start().ns()), end.min(span.end().ns()));
        let length = end.saturating_sub(start).max(1) as f32;
        for &(utid, ns) in ran {
            self.spread(cx, utid, (from, to), ns / length);
        }
    }

    /// Adds what ran on each CPU, one by one.
    fn add_stays(&mut self, cx: &Cx<'_>) {
        let (sched, span) = (&cx.trace.sched, cx.view.span());
        let (start, end) = (span.start(), span.end());
        let of_cpu = |cpu: u32| {
            let ids = sched.on_cpu(cpu);
            let before = ids.partition_point(|&id| sched.sched_row(id).ts < start);
            let until = ids.partition_point(|&id| sched.sched_row(id).ts < end);
            &ids[before.saturating_sub(1)..until]
        };
        let stays: Vec<_> = sched.cpus().map(of_cpu).collect();
        let n: usize = stays.iter().map(|ids| ids.len()).sum();
        let step = n.div_ceil(STAYS_MAX).max(1);
        for ids in stays {
            for &id in ids.iter().step_by(step) {
                let stay = sched.sched_row(id);
                if cx.trace.processes.is_idle(stay.utid) {
                    continue;
                }
                let until = sched.stay_end(id).map_or(end, |until| until.min(end));
                let time = (stay.ts.max(start).ns(), until.ns());
                self.spread(cx, stay.utid, time, step as f32);
            }
        }
    }
}
