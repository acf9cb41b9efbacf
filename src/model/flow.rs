//! Flows: directed edges between slices, stored once and indexed both ways.

use std::ops::Range;

use super::ids::{ArgSetId, FlowId, SliceId};
use super::issue::IssueLog;
use super::slice::SliceTable;

/// A flow.
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

/// What all flows have: the slices at both ends, and a number.
type Row = (SliceId, SliceId, i64);

/// Flows in emission order, sixteen bytes each.
#[derive(Clone, Debug, Default)]
pub struct FlowRows {
    rows: Vec<Row>,
    /// A bit for each flow up to the last without an id: set if the flow has none.
    without_id: Vec<u64>,
    /// The arguments of flows that have any, by index.
    args: Vec<(u32, ArgSetId)>,
}

impl FlowRows {
    /// Reserves room for so many more flows and calls `prepare` with it.
    pub fn reserve(&mut self, n: usize, prepare: impl FnOnce(&mut Vec<Row>)) {
        self.rows.reserve_exact(n);
        prepare(&mut self.rows);
    }

    /// Adds a flow.
    #[inline]
    pub fn push(&mut self, flow: Flow) {
        let index = self.rows.len();
        if flow.trace_id.is_none() {
            self.without_id.resize(index / 64 + 1, 0);
            self.without_id[index / 64] |= 1 << (index % 64);
        }
        if let Some(args) = flow.args {
            self.args.push((index as u32, args));
        }
        self.rows
            .push((flow.from, flow.to, flow.trace_id.unwrap_or(0)));
    }

    /// Returns the ids of all flows by the slice that they leave.
    pub fn by_from(&self) -> Vec<FlowId> {
        sorted_by(&self.rows, |row| row.0)
    }

    /// Returns the ids of all flows by the slice that they reach.
    pub fn by_to(&self) -> Vec<FlowId> {
        sorted_by(&self.rows, |row| row.1)
    }

    fn get(&self, index: usize) -> Flow {
        let (from, to, trace_id) = self.rows[index];
        let bits = self.without_id.get(index / 64).copied().unwrap_or(0);
        let args = self.args.binary_search_by_key(&index, |row| row.0 as usize);
        Flow {
            from,
            to,
            trace_id: (bits >> (index % 64) & 1 == 0).then_some(trace_id),
            args: args.ok().map(|at| self.args[at].1),
        }
    }

    /// Returns all flows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Flow> + '_ {
        (0..self.rows.len()).map(|index| self.get(index))
    }
}

impl FromIterator<Flow> for FlowRows {
    fn from_iter<I: IntoIterator<Item = Flow>>(flows: I) -> Self {
        let mut rows = Self::default();
        flows.into_iter().for_each(|flow| rows.push(flow));
        rows
    }
}

/// Returns the ids of flows, sorted by a slice of each, then by id.
fn sorted_by(rows: &[Row], slice: impl Fn(&Row) -> SliceId) -> Vec<FlowId> {
    // Flows first go to about their place, of which there are as many as flows, and are then sorted there: so
    // what is compared stands side by side in memory.
    let max = rows.iter().map(|flow| slice(flow).0).max().unwrap_or(0);
    let bits = (u32::BITS - max.leading_zeros()).saturating_sub(rows.len().max(1).ilog2());
    let place = |slice: u32| (u64::from(slice) >> bits) as usize;
    let mut ends = vec![0_u32; place(max) + 1];
    for flow in rows {
        ends[place(slice(flow).0)] += 1;
    }
    let mut n = 0;
    for end in &mut ends {
        n += std::mem::replace(end, n);
    }
    let mut keys = vec![0; rows.len()];
    for (id, flow) in rows.iter().enumerate() {
        let slice = slice(flow).0;
        let end = &mut ends[place(slice)];
        keys[*end as usize] = u64::from(slice) << 32 | id as u64;
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        keys[start..end as usize].sort_unstable();
        start = end as usize;
    }
    keys.iter().map(|&key| FlowId(key as u32)).collect()
}

/// Flows that exist already, or that are made when all slices are there.
pub trait MakeFlows: std::fmt::Debug + Send {
    /// Makes the flows; `slices` are those of the trace.
    fn make(self: Box<Self>, slices: &SliceTable) -> MadeFlows;
}

/// The flows of a trace, and what is known of flow events that made no flow.
#[derive(Debug, Default)]
pub struct MadeFlows {
    /// The flows in emission order.
    pub rows: FlowRows,
    /// The slices where flow ids were started that were never continued: one for each id, in any order.
    pub unfinished: Vec<SliceId>,
    /// What was wrong with the other events.
    pub issues: IssueLog,
}

impl MakeFlows for MadeFlows {
    fn make(self: Box<Self>, _slices: &SliceTable) -> MadeFlows {
        *self
    }
}

/// All flows in emission order, with an index in each direction.
#[derive(Clone, Debug, Default)]
pub struct FlowTable {
    rows: FlowRows,
    /// Flow ids sorted by (from, id).
    by_from: Vec<FlowId>,
    /// Flow ids sorted by (to, id).
    by_to: Vec<FlowId>,
    /// The slices where flow ids were started that were never continued, sorted, one for each id.
    unfinished: Vec<SliceId>,
}

impl FlowTable {
    /// Builds the table and both indices.
    pub fn new(rows: FlowRows, unfinished: Vec<SliceId>) -> Self {
        let indices = (rows.by_from(), rows.by_to());
        Self::with_indices(rows, indices, unfinished)
    }

    /// Builds the table with its indices, [`FlowRows::by_from`] and [`FlowRows::by_to`].
    pub fn with_indices(
        rows: FlowRows,
        (by_from, by_to): (Vec<FlowId>, Vec<FlowId>),
        mut unfinished: Vec<SliceId>,
    ) -> Self {
        unfinished.sort_unstable();
        unfinished.shrink_to_fit();
        Self {
            rows,
            by_from,
            by_to,
            unfinished,
        }
    }

    /// Returns a flow.
    pub fn get(&self, id: FlowId) -> Flow {
        self.rows.get(id.index())
    }

    /// Returns all flows in emission order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Flow> + '_ {
        self.rows.iter()
    }

    /// Returns the flows that leave `slice`, in emission order.
    pub fn leaving(&self, slice: SliceId) -> &[FlowId] {
        self.matching(&self.by_from, slice, |row| row.0)
    }

    /// Returns the flows that reach `slice`, in emission order.
    pub fn reaching(&self, slice: SliceId) -> &[FlowId] {
        self.matching(&self.by_to, slice, |row| row.1)
    }

    /// Returns the flows that leave any of these slices, by slice.
    pub fn leaving_any(&self, slices: Range<SliceId>) -> &[FlowId] {
        self.matching_any(&self.by_from, &slices, |row| row.0)
    }

    /// Returns the flows that reach any of these slices, by slice.
    pub fn reaching_any(&self, slices: Range<SliceId>) -> &[FlowId] {
        self.matching_any(&self.by_to, &slices, |row| row.1)
    }

    fn matching_any<'a>(
        &self,
        index: &'a [FlowId],
        slices: &Range<SliceId>,
        key: impl Fn(&Row) -> SliceId,
    ) -> &'a [FlowId] {
        let n_before = |slice| index.partition_point(|id| key(&self.rows.rows[id.index()]) < slice);
        let start = n_before(slices.start);
        &index[start..n_before(slices.end).max(start)]
    }

    fn matching<'a>(
        &self,
        index: &'a [FlowId],
        slice: SliceId,
        key: impl Fn(&Row) -> SliceId,
    ) -> &'a [FlowId] {
        let key = |id: FlowId| key(&self.rows.rows[id.index()]);
        let start = index.partition_point(|&id| key(id) < slice);
        let rest = &index[start..];
        // Most slices have few flows: the end is near, and each look elsewhere costs a cache miss.
        let is_here = |&id: &FlowId| key(id) == slice;
        let mut bound = 1;
        while rest.get(bound).is_some_and(is_here) {
            bound *= 2;
        }
        let len = rest[..bound.min(rest.len())].partition_point(is_here);
        &rest[..len]
    }

    /// Returns the slices where flow ids were started that never reached a second slice, sorted, one for each id.
    pub fn unfinished(&self) -> &[SliceId] {
        &self.unfinished
    }

    /// Returns how many flow ids were started at a slice and never reached a second one.
    pub fn n_unfinished_at(&self, slice: SliceId) -> usize {
        let start = self.unfinished.partition_point(|&at| at < slice);
        self.unfinished[start..].partition_point(|&at| at == slice)
    }

    /// Returns how many flows there are.
    pub fn len(&self) -> usize {
        self.rows.rows.len()
    }

    /// Returns whether there is no flow.
    pub fn is_empty(&self) -> bool {
        self.rows.rows.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn flows_come_back(
            flows in prop::collection::vec((any::<(u32, u32)>(), any::<Option<i64>>(), prop::option::weighted(0.2, any::<u32>())), 0..200),
        ) {
            let flows: Vec<Flow> = flows
                .into_iter()
                .map(|((from, to), trace_id, args)| Flow {
                    from: SliceId(from), to: SliceId(to), trace_id, args: args.map(ArgSetId),
                })
                .collect();
            let table = FlowTable::new(flows.iter().copied().collect(), Vec::new());
            prop_assert_eq!(table.rows().collect::<Vec<_>>(), flows);
        }

        #[test]
        fn indices_are_sorted(
            ends in prop::collection::vec(
                prop_oneof![(0_u32..9, 0_u32..9), (0_u32..5000, 4000_u32..4010), any::<(u32, u32)>()], 0..80),
        ) {
            let rows = ends.iter().map(|&(from, to)| Flow {
                from: SliceId(from), to: SliceId(to), trace_id: None, args: None,
            });
            let table = FlowTable::new(rows.collect(), Vec::new());
            let by = |key: fn(&(u32, u32)) -> u32| {
                let mut ids: Vec<u32> = (0..ends.len() as u32).collect();
                ids.sort_by_key(|&id| key(&ends[id as usize]));
                ids.into_iter().map(FlowId).collect::<Vec<_>>()
            };
            prop_assert_eq!(&table.by_from, &by(|ends| ends.0));
            prop_assert_eq!(&table.by_to, &by(|ends| ends.1));
        }
    }
}
