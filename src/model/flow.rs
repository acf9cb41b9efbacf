//! Flows: directed edges between slices, stored once and indexed both ways.

use super::ids::{ArgSetId, FlowId, SliceId};

/// A row of the flow table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The slice that the flow leaves.
    pub from: SliceId,
    /// The slice that the flow reaches. Equal to `from` for a self flow.
    pub to: SliceId,
    /// The recorded flow id, `None` for frame timeline flows.
    pub trace_id: Option<i64>,
    /// Name and category of a legacy flow.
    pub args: Option<ArgSetId>,
}

/// All flows in emission order, with an index in each direction.
#[derive(Clone, Debug, Default)]
pub struct FlowTable {
    rows: Vec<Flow>,
    /// Flow ids sorted by (from, id).
    by_from: Vec<FlowId>,
    /// Flow ids sorted by (to, id).
    by_to: Vec<FlowId>,
    /// Flow ids that were started and never continued.
    unfinished: u64,
}

impl FlowTable {
    /// Builds the table and both indices.
    pub fn new(rows: Vec<Flow>, unfinished: u64) -> Self {
        let mut by_from: Vec<FlowId> = (0..rows.len()).map(FlowId::from_index).collect();
        let mut by_to = by_from.clone();
        by_from.sort_by_key(|&id| rows[id.index()].from);
        by_to.sort_by_key(|&id| rows[id.index()].to);
        Self {
            rows,
            by_from,
            by_to,
            unfinished,
        }
    }

    /// Returns a row.
    pub fn get(&self, id: FlowId) -> &Flow {
        &self.rows[id.index()]
    }

    /// Returns all rows in emission order.
    pub fn rows(&self) -> &[Flow] {
        &self.rows
    }

    /// Returns the flows that leave `slice`, in emission order.
    pub fn leaving(&self, slice: SliceId) -> &[FlowId] {
        self.matching(&self.by_from, slice, |flow| flow.from)
    }

    /// Returns the flows that reach `slice`, in emission order.
    pub fn reaching(&self, slice: SliceId) -> &[FlowId] {
        self.matching(&self.by_to, slice, |flow| flow.to)
    }

    fn matching<'a>(
        &self,
        index: &'a [FlowId],
        slice: SliceId,
        key: impl Fn(&Flow) -> SliceId,
    ) -> &'a [FlowId] {
        let start = index.partition_point(|&id| key(self.get(id)) < slice);
        let rest = &index[start..];
        // Most slices have few flows: the end is near, and each look elsewhere costs a cache miss.
        let is_here = |&id: &FlowId| key(self.get(id)) == slice;
        let mut bound = 1;
        while rest.get(bound).is_some_and(is_here) {
            bound *= 2;
        }
        let len = rest[..bound.min(rest.len())].partition_point(is_here);
        &rest[..len]
    }

    /// Returns how many flow ids were started and never reached a second slice.
    pub fn n_unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Returns how many flows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there is no flow.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
