//! The extents of counters that share their y axis.
//!
//! Counters with the same key below the same parent are drawn to one scale, so
//! that they can be compared. What they reach together is summed up once.

use hashbrown::HashMap;

use super::ids::TrackId;
use super::samples::widened;
use super::trace::Trace;
use super::track::{Scope, Track};
use crate::base::intern::StrId;

/// What counters with one y axis share: the key, the parent and the owner. The owner decides for counters
/// without a parent.
type Shared = (StrId, Option<TrackId>, Scope);

/// The lowest and highest value of counters that share a y axis.
#[derive(Debug)]
pub(super) struct YAxes(HashMap<Shared, (f64, f64)>);

fn shared(track: &Track) -> Option<Shared> {
    let key = track.y_axis_share_key.filter(|_| !track.builtin_counter)?;
    Some((key, track.parent, track.scope))
}

impl YAxes {
    pub(super) fn new(trace: &Trace) -> Self {
        let counters = trace.counters.ranges().iter();
        let extents = counters.filter_map(|&(track, ..)| {
            let shared = shared(trace.tracks.get(track))?;
            Some((shared, trace.counters.finite_extent(track)?))
        });
        let mut axes = HashMap::new();
        for (shared, extent) in extents {
            let axis = axes.entry(shared).or_insert(extent);
            *axis = widened(*axis, extent);
        }
        Self(axes)
    }

    /// Returns the extent of all counters that share the axis of this one.
    pub(super) fn extent(&self, track: &Track) -> Option<(f64, f64)> {
        let shared = shared(track)?;
        self.0.get(&shared).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;

    #[test]
    fn counters_of_one_key_and_parent_share_what_they_reach() {
        let mut b = TraceBuilder::new();
        let key = b.str("key");
        let mut counter = |high: f64, parent: Option<u32>, key: Option<StrId>| {
            let track = b.counter_track(Scope::Global, "c", "", &[(0, 1.0), (1, high)]);
            let row = b.tracks.get_mut(track);
            (row.parent, row.y_axis_share_key) = (parent.map(TrackId), key);
            track
        };
        let low = counter(200.0, None, Some(key));
        let high = counter(400.0, None, Some(key));
        let elsewhere = counter(5_000.0, Some(0), Some(key));
        let alone = counter(9_000.0, None, None);
        let infinite = counter(f64::INFINITY, None, Some(key));
        let hidden = counter(1e9, None, Some(key));
        b.tracks.get_mut(hidden).builtin_counter = true;
        let trace = b.finish();
        let extent = |track| trace.shared_extent(track);
        for track in [low, high, infinite] {
            assert_eq!(extent(track), Some((1.0, 400.0)));
        }
        assert_eq!(extent(elsewhere), Some((1.0, 5_000.0)));
        assert_eq!(extent(alone), None);
        assert_eq!(extent(hidden), None);
    }
}
