//! Moving from a slice to its neighbours, and finding what is at an instant.
//!
//! All moves are on what is drawn: a visual track may show the slices of several
//! track rows. Every move is a few binary searches.

use crate::base::time::Ts;
use crate::model::ids::{NodeId, SliceId, Utid};
use crate::model::slice::SliceTable;
use crate::model::trace::Trace;
use crate::model::track_tree::VisualRow;

/// Later or earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbour {
    /// The slice after.
    Next,
    /// The slice before.
    Previous,
}

/// The order of slices on a visual track: by time, then by event, then by row.
fn key(slices: &SliceTable, id: SliceId) -> (i64, u64, SliceId) {
    let (ts, pos) = slices.order_key(id);
    (ts, pos, id)
}

fn rows(trace: &Trace, node: NodeId) -> std::slice::Iter<'_, VisualRow> {
    trace.tree.node(node).rows.iter()
}

/// Returns the neighbour of a slice on its visual track, by start time.
pub fn neighbour(trace: &Trace, slice: SliceId, step: Neighbour) -> Option<SliceId> {
    let node = trace.tree.node_of_track(trace.slices.track_of(slice))?;
    let slices = &trace.slices;
    let own = key(slices, slice);
    match step {
        Neighbour::Next => rows(trace, node)
            .filter_map(|row| {
                let after = row.partition_point(slices, |id| key(slices, id) <= own);
                (after < row.n_slices(slices)).then(|| row.id(slices, after))
            })
            .min_by_key(|&id| key(slices, id)),
        Neighbour::Previous => rows(trace, node)
            .filter_map(|row| {
                let before = row.partition_point(slices, |id| key(slices, id) < own);
                Some(row.id(slices, before.checked_sub(1)?))
            })
            .max_by_key(|&id| key(slices, id)),
    }
}

/// Returns the first or last slice of a visual track.
pub fn outermost(trace: &Trace, node: NodeId, step: Neighbour) -> Option<SliceId> {
    let slices = &trace.slices;
    let filled = rows(trace, node).filter(|row| row.n_slices(slices) > 0);
    match step {
        Neighbour::Next => filled
            .map(|row| row.id(slices, 0))
            .min_by_key(|&id| key(slices, id)),
        Neighbour::Previous => filled
            .map(|row| row.id(slices, row.n_slices(slices) - 1))
            .max_by_key(|&id| key(slices, id)),
    }
}

/// Returns the slice that encloses a slice.
pub fn parent(trace: &Trace, slice: SliceId) -> Option<SliceId> {
    trace.slices.around(slice).next()
}

/// Returns the child of a slice that lasts longest; one that never ended is longer than any. What began after a slice
/// was over whose end was lost is no child of it.
pub fn longest_child(trace: &Trace, slice: SliceId) -> Option<SliceId> {
    let lost = trace.slices.lost_end(slice);
    let is_in = |&id: &SliceId| lost.is_none_or(|lost| trace.slices.ts(id) < lost.until);
    let children = trace.slices.children(slice).take_while(is_in);
    children.max_by_key(|&id| {
        let dur = trace
            .slices
            .dur(id)
            .map_or(i64::MAX, crate::base::time::Dur::ns);
        (dur, std::cmp::Reverse(id))
    })
}

/// Returns the slice of a visual row that covers an instant. One that never ended lasts until the
/// next starts, or as long as it can have lasted.
pub fn at_row(trace: &Trace, node: NodeId, row: usize, ts: Ts) -> Option<SliceId> {
    let slices = &trace.slices;
    let row = trace.tree.node(node).rows.get(row)?;
    let after = row.partition_point(slices, |id| slices.ts(id) <= ts);
    let id = row.id(slices, after.checked_sub(1)?);
    match slices.over_by(id) {
        Some(end) if end <= ts && slices.ts(id) != ts => None,
        _ => Some(id),
    }
}

/// Returns the innermost slice that was open on a thread at an instant.
pub fn innermost_of_thread(trace: &Trace, utid: Utid, at: Ts) -> Option<SliceId> {
    let track = trace.thread_index().track_of(utid)?;
    trace.slices.open_at(track, at).next_back()
}

/// Returns the innermost slice of a visual track at an instant: that of the lowest row.
pub fn innermost_at(trace: &Trace, node: NodeId, ts: Ts) -> Option<SliceId> {
    (0..trace.tree.node(node).rows.len())
        .rev()
        .find_map(|row| at_row(trace, node, row, ts))
}

/// Returns the slice of a visual track that is nearest to an instant: one that covers it, else the
/// one with the least distance.
pub fn nearest(trace: &Trace, node: NodeId, ts: Ts) -> Option<SliceId> {
    if let Some(id) = innermost_at(trace, node, ts) {
        return Some(id);
    }
    nearest_of(trace, rows(trace, node), ts)
}

/// Returns the slice of a visual row that is nearest to an instant.
pub fn nearest_on_row(trace: &Trace, node: NodeId, row: usize, ts: Ts) -> Option<SliceId> {
    nearest_of(trace, trace.tree.node(node).rows.get(row), ts)
}

fn nearest_of<'a>(
    trace: &Trace,
    rows: impl IntoIterator<Item = &'a VisualRow>,
    ts: Ts,
) -> Option<SliceId> {
    let slices = &trace.slices;
    let distance = |id: SliceId| {
        let start = slices.ts(id);
        let end = slices.over_by(id).unwrap_or(start);
        start.since(ts).ns().max(ts.since(end).ns())
    };
    rows.into_iter()
        .flat_map(|row| {
            let after = row.partition_point(slices, |id| slices.ts(id) <= ts);
            let around = after.saturating_sub(1)..(after + 1).min(row.n_slices(slices));
            around.map(|index| row.id(slices, index))
        })
        .min_by_key(|&id| (distance(id), key(slices, id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    #[test]
    fn neighbours_go_through_all_rows_in_time_order() {
        let mut b = TraceBuilder::new();
        let one = b.slice_track(Scope::Global, Some("g"));
        let two = b.slice_track(Scope::Global, Some("g"));
        for track in [one, two] {
            b.tracks.get_mut(track).group = Some(1);
        }
        let a = b.nested_slices(one, &[(0, 100, "a"), (10, 5, "x"), (200, 0, "i")]);
        let c = b.nested_slices(two, &[(5, 100, "c"), (150, -1, "x")]);
        let trace = b.finish();
        let order = [a[0], c[0], a[1], c[1], a[2]];
        for pair in order.windows(2) {
            assert_eq!(neighbour(&trace, pair[0], Neighbour::Next), Some(pair[1]));
            assert_eq!(
                neighbour(&trace, pair[1], Neighbour::Previous),
                Some(pair[0])
            );
        }
        assert_eq!(neighbour(&trace, a[2], Neighbour::Next), None);
        assert_eq!(neighbour(&trace, a[0], Neighbour::Previous), None);
        let node = trace.tree.node_of_track(one).expect("shown");
        assert_eq!(outermost(&trace, node, Neighbour::Next), Some(a[0]));
        assert_eq!(outermost(&trace, node, Neighbour::Previous), Some(a[2]));
    }

    #[test]
    fn what_is_at_an_instant_is_the_innermost() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let s = b.nested_slices(
            track,
            &[
                (0, 100, "a"),
                (10, 20, "b"),
                (40, 50, "c"),
                (150, -1, "open"),
                (200, 5, "in"),
            ],
        );
        let trace = b.finish();
        let node = trace.tree.node_of_track(track).expect("shown");
        let at = |ts| innermost_at(&trace, node, Ts::from_ns(ts));
        assert_eq!(
            [at(5), at(10), at(35), at(100), at(170)],
            [Some(s[0]), Some(s[1]), Some(s[0]), None, Some(s[3])]
        );
        assert_eq!(nearest(&trace, node, Ts::from_ns(120)), Some(s[0]));
        assert_eq!(nearest(&trace, node, Ts::from_ns(140)), Some(s[3]));
        assert_eq!(longest_child(&trace, s[0]), Some(s[2]));
        assert_eq!(parent(&trace, s[2]), Some(s[0]));
        assert_eq!(longest_child(&trace, s[2]), None);
        assert_eq!(at(150), Some(s[3]));
    }

    #[test]
    fn what_never_ends_is_the_longest_child_and_of_equal_ones_the_first() {
        let longest = |slices: &[(i64, i64, &str)]| {
            let mut b = TraceBuilder::new();
            let track = b.slice_track(Scope::Global, Some("t"));
            let s = b.nested_slices(track, slices);
            let found = longest_child(&b.finish(), s[0]);
            found.and_then(|id| s.iter().position(|&other| other == id))
        };
        let twins = [(0, 100, "a"), (10, 20, "b"), (40, 20, "c")];
        assert_eq!(longest(&twins), Some(1));
        let open = [(0, 100, "a"), (10, 20, "b"), (40, -1, "c")];
        assert_eq!(longest(&open), Some(2));
    }

    #[test]
    fn an_instant_is_found_where_it_is_and_the_earlier_of_two_is_nearer() {
        let mut b = TraceBuilder::new();
        let tracks = [(); 2].map(|()| b.slice_track(Scope::Global, Some("g")));
        for track in tracks {
            b.tracks.get_mut(track).group = Some(1);
        }
        let late = b.nested_slices(tracks[0], &[(140, 10, "late"), (200, 0, "instant")]);
        let early = b.nested_slices(tracks[1], &[(0, 100, "early")])[0];
        let trace = b.finish();
        let node = trace.tree.node_of_track(tracks[0]).expect("shown");
        let at = |ts| innermost_at(&trace, node, Ts::from_ns(ts));
        assert_eq!([at(200), at(201)], [Some(late[1]), None]);
        assert_eq!(nearest(&trace, node, Ts::from_ns(120)), Some(early));
    }
}
