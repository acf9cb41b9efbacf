//! Statistics of flows: delays by pair of slice names, and the slowest flows.
//!
//! Percentiles are nearest-rank, so that each is the delay of a real flow. Self
//! flows are left out.

use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::{category, delay_ns, is_before};
use crate::base::intern::StrId;
use crate::model::ids::{FlowId, SliceId};
use crate::model::trace::Trace;
use crate::model::track::TrackClass;

/// The delays of all flows from slices of one name to slices of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairStats {
    /// The name of the slices they leave; for frames that of their track, since the names of
    /// frames are numbers.
    pub from: Option<StrId>,
    /// The name of the slices they reach.
    pub to: Option<StrId>,
    /// How many.
    pub count: usize,
    /// How many reach a slice that started before the one they leave.
    pub n_backward: usize,
    /// The shortest delay; negative delays are overlaps.
    pub min_ns: i64,
    /// The median.
    pub p50_ns: i64,
    /// Nine in ten are no longer.
    pub p90_ns: i64,
    /// 99 in a hundred are no longer.
    pub p99_ns: i64,
    /// The longest.
    pub max_ns: i64,
    /// The flow with the longest delay.
    pub slowest: FlowId,
}

/// Returns the name by which the flows of a slice are grouped.
pub fn group_name(trace: &Trace, slice: SliceId) -> Option<StrId> {
    let track = trace.tracks.get(trace.slices.track_of(slice));
    match track.class {
        TrackClass::ExpectedFrames | TrackClass::ActualFrames => track.name,
        _ => trace.slices.name(slice),
    }
}

/// Delays with their flows.
type Delays = Vec<(i64, FlowId)>;

/// Returns the delays by pair of names, the longest delay first. Self flows are left out.
pub fn by_pair(trace: &Trace) -> Vec<PairStats> {
    let mut delays: HashMap<(Option<StrId>, Option<StrId>), Delays> = HashMap::new();
    for (index, flow) in trace.flows.rows().enumerate() {
        if flow.from == flow.to {
            continue;
        }
        let id = FlowId::from_index(index);
        let key = (group_name(trace, flow.from), group_name(trace, flow.to));
        delays
            .entry(key)
            .or_default()
            .push((delay_ns(trace, id), id));
    }
    let mut pairs: Vec<PairStats> = delays
        .into_iter()
        .map(|((from, to), mut delays)| {
            delays.sort_unstable_by_key(|&(delay, id)| (delay, std::cmp::Reverse(id)));
            let at = |percent: usize| delays[percentile_index(delays.len(), percent)].0;
            let (max_ns, slowest) = delays[delays.len() - 1];
            PairStats {
                from,
                to,
                count: delays.len(),
                n_backward: delays
                    .iter()
                    .filter(|&&(_, id)| is_before(trace, id))
                    .count(),
                min_ns: delays[0].0,
                p50_ns: at(50),
                p90_ns: at(90),
                p99_ns: at(99),
                max_ns,
                slowest,
            }
        })
        .collect();
    pairs.sort_unstable_by_key(|pair| (std::cmp::Reverse(pair.max_ns), pair.slowest));
    pairs
}

/// Returns how many flows there are of each category, by its name; empty if there is none.
pub fn by_category(trace: &Trace) -> Vec<(String, usize)> {
    // Without arguments of its own a flow has the categories of its slices: most are alike.
    let mut alike = HashMap::<_, (FlowId, usize)>::new();
    let mut counts = BTreeMap::<String, usize>::new();
    for id in (0..trace.flows.len()).map(FlowId::from_index) {
        let flow = trace.flows.get(id);
        if flow.args.is_some() {
            *counts.entry(category(trace, id)).or_default() += 1;
        } else {
            let labels = [flow.from, flow.to].map(|slice| trace.slices.label_id(slice));
            alike.entry(labels).or_insert((id, 0)).1 += 1;
        }
    }
    for (id, count) in alike.into_values() {
        *counts.entry(category(trace, id)).or_default() += count;
    }
    counts.into_iter().collect()
}

/// Returns where the nearest-rank percentile of `len` sorted values stands; `len` is at least 1.
pub(crate) fn percentile_index(len: usize, percent: usize) -> usize {
    (len * percent).div_ceil(100).max(1) - 1
}
