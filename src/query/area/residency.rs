//! How long CPUs were in each idle state in a range of time.
//!
//! States are names: their sums and means say nothing, but how long each lasted does.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Area, TimeSum};
use crate::model::ids::{NodeId, TrackId};
use crate::model::track_tree::NodeKind;

/// The time that a CPU spent in one idle state, or in none.
#[derive(Clone, Debug, PartialEq)]
pub struct IdleStats {
    /// The counter of the states.
    pub track: TrackId,
    /// Where it stands in the tree.
    pub node: NodeId,
    /// The state as recorded; [`crate::model::samples::NOT_IDLE`] is none.
    pub state: f64,
    /// The stretches inside the range.
    pub sum: TimeSum,
    /// For how long the state of this CPU is known.
    pub known_ns: i64,
}

impl Area<'_> {
    /// Adds up the idle states of the selected CPUs.
    pub(super) fn idle_states(&self) -> Option<Vec<IdleStats>> {
        let mut all = Vec::new();
        for &node in self.nodes {
            if let NodeKind::Counter(track) = self.trace.tree.node(node).kind
                && self.trace.counters.are_idle_states(track)
            {
                self.go_on()?;
                all.extend(self.residency(node, track));
            }
        }
        Some(all)
    }

    fn residency(&self, node: NodeId, track: TrackId) -> Vec<IdleStats> {
        let (steps, _) = self.steps(track);
        // Nothing says that a state lasts beyond what is known.
        let end = self.span.end().min(self.trace.known_until()).ns();
        let known_ns = steps.first().map_or(0, |first| (end - first.0).max(0));
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut by_state: Vec<IdleStats> = Vec::new();
        let mut before = None;
        let mut stretch_ns = 0;
        for (index, &(ts, state)) in steps.iter().enumerate() {
            let until = steps.get(index + 1).map_or(end, |next| next.0).min(end);
            let ns = (until - ts).max(0);
            let place = *places.entry(state.to_bits()).or_insert_with(|| {
                by_state.push(IdleStats {
                    track,
                    node,
                    state,
                    sum: TimeSum::default(),
                    known_ns,
                });
                by_state.len() - 1
            });
            let sum = &mut by_state[place].sum;
            // A sample of the same state goes on with the stretch.
            if before == Some(state) {
                stretch_ns += ns;
            } else {
                sum.count += 1;
                stretch_ns = ns;
            }
            before = Some(state);
            sum.total_ns = sum.total_ns.saturating_add(ns);
            sum.max_ns = sum.max_ns.max(stretch_ns);
        }
        by_state.sort_by_key(|stats| Reverse(stats.sum.total_ns));
        by_state
    }
}
