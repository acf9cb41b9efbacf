//! What a search found, and stepping through it in time order.
//!
//! Slices are kept by id. Within one (track, depth) that is time order too, so
//! stepping and ranking are a few binary searches per depth and never sort.

use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::model::slice::SliceTable;
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::nav::Step;
use crate::query::slices::{nodes_below, tracks_below};

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Slices, ascending by id.
    pub slices: Vec<SliceId>,
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
        self.slices.retain(|&id| {
            let from = slices.ts(id);
            let to = slices.end(id).unwrap_or(trace.bounds.end());
            is_on(slices.track_of(id)) && touches(from, to)
        });
        self.nodes
            .retain(|node| nodes.is_empty() || below.contains(node));
        let has_logs = |node: &NodeId| matches!(trace.tree.node(*node).kind, NodeKind::Logs);
        let shows_logs = nodes.is_empty() || below.iter().any(has_logs);
        self.logs.retain(|&row| {
            let ts = trace.logs[row as usize].ts;
            shows_logs && span.start() <= ts && ts <= span.end()
        });
    }

    /// Returns how many places were found.
    pub fn total(&self) -> usize {
        self.slices.len() + self.nodes.len() + self.logs.len()
    }

    /// Returns whether a slice was found.
    pub fn contains(&self, slice: SliceId) -> bool {
        self.slices.binary_search(&slice).is_ok()
    }

    /// Returns the slices found of each depth of each track: each run is in time order.
    fn runs<'a>(&'a self, slices: &'a SliceTable) -> impl Iterator<Item = &'a [SliceId]> {
        let mut rest: &[SliceId] = &self.slices;
        std::iter::from_fn(move || {
            let first = *rest.first()?;
            let run = slices.at_depth(slices.track_of(first), slices.depth_of(first));
            let last = run.id(run.len() - 1);
            let (run, after) = rest.split_at(rest.partition_point(|&id| id <= last));
            rest = after;
            Some(run)
        })
    }

    /// Returns the slice found after or before one with this start and id, by time.
    pub fn step(&self, trace: &Trace, from: (i64, SliceId), step: Step) -> Option<SliceId> {
        let key = |id: SliceId| (trace.slices.ts(id).ns(), id);
        match step {
            Step::Next => self
                .runs(&trace.slices)
                .filter_map(|run| run.get(run.partition_point(|&id| key(id) <= from)))
                .copied()
                .min_by_key(|&id| key(id)),
            Step::Previous => self
                .runs(&trace.slices)
                .filter_map(|run| {
                    let before = run.partition_point(|&id| key(id) < from);
                    run.get(before.checked_sub(1)?)
                })
                .copied()
                .max_by_key(|&id| key(id)),
        }
    }

    /// Returns how many slices found come before a slice in time.
    pub fn rank(&self, trace: &Trace, slice: SliceId) -> usize {
        let key = |id: SliceId| (trace.slices.ts(id).ns(), id);
        let own = key(slice);
        self.runs(&trace.slices)
            .map(|run| run.partition_point(|&id| key(id) < own))
            .sum()
    }

    /// Returns when the slices found start, sorted.
    pub fn times(&self, trace: &Trace) -> Vec<i64> {
        let mut times: Vec<i64> = self
            .slices
            .iter()
            .map(|&id| trace.slices.ts(id).ns())
            .collect();
        times.sort_unstable();
        times
    }

    /// Returns the first slices found in time order, at most `limit`.
    pub fn first(&self, trace: &Trace, limit: usize) -> Vec<SliceId> {
        let mut list: Vec<(i64, SliceId)> = self
            .slices
            .iter()
            .map(|&id| (trace.slices.ts(id).ns(), id))
            .collect();
        if limit < list.len() {
            list.select_nth_unstable(limit);
            list.truncate(limit);
        }
        list.sort_unstable();
        list.into_iter().map(|(_, id)| id).collect()
    }
}
