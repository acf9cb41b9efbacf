//! The order of sibling `TrackEvent` tracks, as in the reference's `viz/summary/track_event.sql`.
//!
//! Every `*_track_event` row has a position, from 1, among the rows with the
//! same parent; all rows without parent are one partition. The order is total:
//! the key that the parent asks for, then the row id.

use crate::model::ids::TrackId;
use crate::model::trace::Trace;
use crate::model::track::{ChildOrdering, TrackClass};

/// What a row is sorted by among its siblings; all siblings have the same variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SiblingKey<'a> {
    /// By name in byte order; a row without name comes first.
    Name(Option<&'a [u8]>),
    /// By the time of its first own row; a row without any comes first.
    FirstTs(Option<i64>),
    /// By the rank that the trace gives; absent counts as 0.
    Rank(i32),
}

/// Returns the key of a track among its siblings.
pub fn sibling_key(trace: &Trace, track: TrackId) -> SiblingKey<'_> {
    let row = trace.tracks.get(track);
    let ordering = row
        .parent
        .map(|parent| trace.tracks.get(parent))
        .filter(|parent| parent.class == TrackClass::TrackEvent)
        .map_or(ChildOrdering::Unspecified, |parent| parent.child_ordering);
    match ordering {
        ChildOrdering::Unspecified | ChildOrdering::Lexicographic => {
            SiblingKey::Name(row.name.map(|name| trace.bytes(name)))
        }
        ChildOrdering::Chronological => SiblingKey::FirstTs(first_ts(trace, track)),
        ChildOrdering::Explicit => SiblingKey::Rank(row.sibling_rank.unwrap_or(0)),
    }
}

/// Returns the time of the first slice, sample or state of a track.
pub fn first_ts(trace: &Trace, track: TrackId) -> Option<i64> {
    let top = trace.slices.at_depth(track, 0);
    let slice = (!top.is_empty()).then(|| top.ts(0).ns());
    let sample = trace.counters.track(track).get(0).map(|sample| sample.0);
    match (slice, sample) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Returns the position of every track among its siblings, by [`TrackId`]: from 1 for TrackEvent
/// rows, 0 for the others. O(n log n).
pub fn sibling_positions(trace: &Trace) -> Vec<u32> {
    let mut keyed: Vec<(Option<TrackId>, SiblingKey<'_>, TrackId)> = trace
        .tracks
        .iter()
        .filter(|(_, row)| row.class == TrackClass::TrackEvent)
        .map(|(id, row)| (row.parent, sibling_key(trace, id), id))
        .collect();
    keyed.sort_unstable();
    let mut positions = vec![0; trace.tracks.len()];
    let mut at = (None, 0);
    for (parent, _, id) in &keyed {
        at = if at.0 == Some(*parent) {
            (at.0, at.1 + 1)
        } else {
            (Some(*parent), 1)
        };
        positions[id.index()] = at.1;
    }
    positions
}
