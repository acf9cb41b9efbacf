//! What a search found, and stepping through it in time order.

use hashbrown::HashSet;

use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::nav::Neighbour;
use crate::query::slices::{nodes_below, tracks_below};

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Slices, ascending by id.
    pub slices: Vec<SliceId>,
    /// Those of them that match by an argument or their id, not by their name, ascending.
    pub contents: Vec<SliceId>,
    /// Groups and tracks whose name matches, in display order.
    pub nodes: Vec<NodeId>,
    /// Rows of the log, ascending.
    pub logs: Vec<u32>,
}

impl Found {
    /// Keeps what touches a span of time on some nodes and all below them; on all tracks if `nodes`
    /// is empty.
    pub fn keep_within(&mut self, trace: &Trace, span: TimeSpan, nodes: &[NodeId]) {
        let slices = &trace.slices;
        // An instant may stand on either edge.
        let touches = |from: Ts, to: Ts| {
            if to > from {
                from < span.end() && to > span.start()
            } else {
                span.start() <= from && from <= span.end()
            }
        };
        let below = nodes_below(trace, nodes);
        let tracks = tracks_below(trace, nodes);
        let is_on = |track: crate::model::ids::TrackId| nodes.is_empty() || tracks[track.index()];
        let is_within = |&id: &SliceId| {
            let from = slices.ts(id);
            let to = slices.over_by(id).unwrap_or(trace.known_until());
            is_on(slices.track_of(id)) && touches(from, to)
        };
        self.slices.retain(is_within);
        self.contents.retain(is_within);
        let all_below: HashSet<NodeId> = below.iter().copied().collect();
        self.nodes
            .retain(|node| nodes.is_empty() || all_below.contains(node));
        let has_logs = |node: &NodeId| matches!(trace.tree.node(*node).kind, NodeKind::Logs);
        let shows_logs = nodes.is_empty() || below.iter().any(has_logs);
        self.logs.retain(|&row| {
            let ts = trace.logs[row as usize].ts;
            shows_logs && span.start() <= ts && ts <= span.end()
        });
    }
}

/// What a search found, in the order of time. It is put in order where the search runs, because that takes a
/// while for millions of hits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Slices, ascending by id.
    pub slices: Vec<SliceId>,
    /// Those of them that match by an argument or their id, not by their name, ascending.
    pub contents: Vec<SliceId>,
    /// Groups and tracks whose name matches, in display order, without tracks of slices that only repeat the
    /// name of their group, as those of a thread do.
    pub nodes: Vec<NodeId>,
    /// Rows of the log, ascending.
    pub logs: Vec<u32>,
    /// When the slices start, ascending.
    pub times: Vec<i64>,
    /// The slices in that order; those that start together by id.
    by_time: Vec<SliceId>,
}

impl Hits {
    /// Puts what was found in order. O(n log n).
    pub fn new(trace: &Trace, found: Found) -> Self {
        let all: HashSet<NodeId> = found.nodes.iter().copied().collect();
        let is_told = |&id: &NodeId| {
            let node = trace.tree.node(id);
            matches!(node.kind, NodeKind::Slices(_))
                && all.contains(&node.parent)
                && trace.tree.node(node.parent).name == node.name
        };
        let mut nodes = found.nodes;
        nodes.retain(|id| !is_told(id));
        let key = |&id: &SliceId| (trace.slices.ts(id).ns(), id);
        let mut order: Vec<(i64, SliceId)> = found.slices.iter().map(key).collect();
        order.sort_unstable();
        Self {
            slices: found.slices,
            contents: found.contents,
            nodes,
            logs: found.logs,
            times: order.iter().map(|hit| hit.0).collect(),
            by_time: order.into_iter().map(|hit| hit.1).collect(),
        }
    }

    /// Returns how many places were found.
    pub fn total(&self) -> usize {
        self.slices.len() + self.nodes.len() + self.logs.len()
    }

    /// Returns whether a slice was found.
    pub fn contains(&self, slice: SliceId) -> bool {
        self.slices.binary_search(&slice).is_ok()
    }

    /// Returns how many slices found come before one with this start and id, by time.
    pub fn rank(&self, (ts, id): (i64, SliceId)) -> usize {
        let from = self.times.partition_point(|&time| time < ts);
        let to = from + self.times[from..].partition_point(|&time| time == ts);
        from + self.by_time[from..to].partition_point(|&other| other < id)
    }

    /// Returns the slice found after or before one with this start and id, by time.
    pub fn step(&self, from: (i64, SliceId), step: Neighbour) -> Option<SliceId> {
        let rank = self.rank(from);
        let here = self.times.get(rank).zip(self.by_time.get(rank));
        let is_here = here == Some((&from.0, &from.1));
        beside(&self.by_time, (rank, is_here), step)
    }

    /// Returns how many places are walked one by one: the slices, or else the tracks, or else the log.
    pub fn n_walked(&self) -> usize {
        match (self.slices.len(), self.nodes.len()) {
            (0, 0) => self.logs.len(),
            (0, n) | (n, _) => n,
        }
    }

    /// Returns the track found below or above a node, in display order. O(nodes).
    pub fn step_node(&self, trace: &Trace, from: NodeId, step: Neighbour) -> Option<NodeId> {
        let mut above = 0;
        let before = (trace.tree.walk().into_iter()).take_while(|&node| node != from);
        for node in before {
            above += usize::from(self.nodes.get(above) == Some(&node));
        }
        let is_here = self.nodes.get(above) == Some(&from);
        beside(&self.nodes, (above, is_here), step)
    }

    /// Returns the log line found after or before a row of the log.
    pub fn step_log(&self, from: u32, step: Neighbour) -> Option<u32> {
        let before = self.logs.partition_point(|&row| row < from);
        let is_here = self.logs.get(before) == Some(&from);
        beside(&self.logs, (before, is_here), step)
    }

    /// Returns the slices found in time order, from the first that starts at an instant or later on;
    /// those before it come last.
    pub fn from(&self, ts: i64) -> impl Iterator<Item = SliceId> + '_ {
        let place = self.times.partition_point(|&time| time < ts);
        let (before, after) = self.by_time.split_at(place);
        after.iter().chain(before).copied()
    }

    /// Returns the first slices found in time order, at most `limit`.
    pub fn first(&self, limit: usize) -> &[SliceId] {
        &self.by_time[..limit.min(self.by_time.len())]
    }
}

/// Returns what comes after or before a place among things of which so many stand before it, and one at it if
/// `is_here`.
fn beside<T: Copy>(all: &[T], (before, is_here): (usize, bool), step: Neighbour) -> Option<T> {
    let place = match step {
        Neighbour::Next => before + usize::from(is_here),
        Neighbour::Previous => before.checked_sub(1)?,
    };
    all.get(place).copied()
}
