//! How long CPUs were in each idle state, and at each frequency, in a range of time.
//!
//! States are names: their sums and means say nothing, but how long each lasted does. Frequencies are
//! quantities, but of the few that a CPU has, people ask the same.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Area, TimeSum};
use crate::model::ids::{CounterId, NodeId, TrackId};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;

/// Frequencies with more values than this were measured, not chosen.
const VALUES_MAX: usize = 64;

/// The time for which a counter had one value.
#[derive(Clone, Debug, PartialEq)]
pub struct Residency {
    /// The counter.
    pub track: TrackId,
    /// Where it stands in the tree.
    pub node: NodeId,
    /// The value as recorded; [`crate::model::samples::NOT_IDLE`] is no idle state.
    pub value: f64,
    /// The stretches inside the range.
    pub sum: TimeSum,
    /// The sample that began the longest of them, the first of several.
    pub longest: CounterId,
    /// For how long the value of this counter is known.
    pub known_ns: i64,
}

impl Area<'_> {
    /// Adds up the idle states of the selected CPUs, and their frequencies.
    pub(super) fn residency(&self) -> Option<Vec<Residency>> {
        let mut all = Vec::new();
        for &node in self.nodes {
            let NodeKind::Counter(track) = self.trace.tree.node(node).kind else {
                continue;
            };
            let are_states = self.trace.counters.are_idle_states(track);
            if are_states || is_frequency(self.trace, track) {
                self.go_on()?;
                let by_value = self.by_value(node, track);
                if are_states || by_value.len() <= VALUES_MAX {
                    all.extend(by_value);
                }
            }
        }
        Some(all)
    }

    fn by_value(&self, node: NodeId, track: TrackId) -> Vec<Residency> {
        let steps = self.steps(track);
        // Nothing says that a value lasts beyond what is known.
        let end = self.known_end(track);
        let known_ns = steps.all.first().map_or(0, |first| (end - first.0).max(0));
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut by_value: Vec<Residency> = Vec::new();
        let mut before = None;
        let mut stretch = (0, CounterId(0));
        for (index, &(ts, value)) in steps.all.iter().enumerate() {
            let until = steps.all.get(index + 1).map_or(end, |next| next.0).min(end);
            let ns = (until - ts).max(0);
            let place = *places.entry(value.to_bits()).or_insert_with(|| {
                by_value.push(Residency {
                    track,
                    node,
                    value,
                    sum: TimeSum::default(),
                    longest: steps.sample(index),
                    known_ns,
                });
                by_value.len() - 1
            });
            let stats = &mut by_value[place];
            // A sample of the same value goes on with the stretch.
            if before == Some(value) {
                stretch.0 += ns;
            } else {
                stats.sum.count += 1;
                stretch = (ns, steps.sample(index));
            }
            before = Some(value);
            stats.sum.total_ns = stats.sum.total_ns.saturating_add(ns);
            if stretch.0 > stats.sum.max_ns {
                stats.sum.max_ns = stretch.0;
                stats.longest = stretch.1;
            }
        }
        by_value.sort_by_key(|stats| Reverse(stats.sum.total_ns));
        by_value
    }
}

fn is_frequency(trace: &Trace, track: TrackId) -> bool {
    let type_name = trace.text(trace.tracks.get(track).type_name);
    matches!(&*type_name, "cpu_frequency" | "gpu_frequency")
}
