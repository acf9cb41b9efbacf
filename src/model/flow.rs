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

/// Returns the ids of flows by a slice of theirs; those of the same slice in order.
fn sorted_by(rows: &[Flow], slice: impl Fn(&Flow) -> SliceId) -> Vec<FlowId> {
    // First to about the right place, of which there are as many as flows, and then there: what
    // is compared stands side by side.
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
    let mut keys = vec![0_u64; rows.len()];
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
    keys.into_iter().map(|key| FlowId(key as u32)).collect()
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
        Self {
            by_from: sorted_by(&rows, |flow| flow.from),
            by_to: sorted_by(&rows, |flow| flow.to),
            rows,
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn indices_are_sorted(
            ends in prop::collection::vec(
                prop_oneof![(0_u32..9, 0_u32..9), (0_u32..5000, 4000_u32..4010), any::<(u32, u32)>()], 0..80),
        ) {
            let rows = ends.iter().map(|&(from, to)| Flow {
                from: SliceId(from), to: SliceId(to), trace_id: None, args: None,
            });
            let table = FlowTable::new(rows.collect(), 0);
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
