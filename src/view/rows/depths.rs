//! Which depths of a track are shown where it has more than lines.
//!
//! The number of lines is decided in `view/rows.rs`. Here wrappers are folded first, then
//! the last depths, and what must be seen never is.

use super::{Content, Row};
use crate::model::ids::{NodeId, SliceId};
use crate::model::trace::Trace;
use crate::model::track_tree::VisualRow;

/// Which visual rows of a node are shown, from the top.
#[derive(Debug, PartialEq, Eq)]
pub enum Depths {
    /// The first so many visual rows; they are not listed, as there may be a million.
    First(usize),
    /// These, ascending.
    Some(Vec<usize>),
}

impl Depths {
    /// Returns the visual row at a place.
    pub fn get(&self, place: usize) -> Option<usize> {
        match self {
            Self::First(n) => (place < *n).then_some(place),
            Self::Some(shown) => shown.get(place).copied(),
        }
    }

    /// Returns the place of a visual row, if it is shown.
    pub fn place_of(&self, depth: usize) -> Option<usize> {
        match self {
            Self::First(n) => (depth < *n).then_some(depth),
            Self::Some(shown) => shown.binary_search(&depth).ok(),
        }
    }
}

/// Returns the visual rows of a node that are never folded for a slice, the most important first: its own, and
/// that of what it called or, of a frame, its stages.
pub fn kept_for(trace: &Trace, node: NodeId, slice: SliceId) -> Vec<usize> {
    let (tree, slices) = (&trace.tree, &trace.slices);
    if tree.node_of_track(slices.track_of(slice)) != Some(node) {
        return Vec::new();
    }
    let inner = slices.children(slice).next();
    let both = [Some(slice), inner].into_iter().flatten();
    let places = both.filter_map(|slice| tree.place_of(slices, slice));
    places.map(|(_, row)| row).collect()
}

/// Returns which visual rows of a node are shown. Wrappers, whose slices are each filled by one child, are
/// folded first, then the last rows; the rows of `keep`, the most important first, are folded last of all.
pub fn shown_depths(trace: &Trace, row: &Row, keep: &[usize]) -> Depths {
    let rows = &trace.tree.node(row.data).rows;
    if row.content == Content::Outermost {
        return Depths::First(1);
    }
    if row.folded == 0 {
        return Depths::First(rows.len());
    }
    let n_shown = rows.len().saturating_sub(row.folded).max(1);
    let mut kept: Vec<usize> = Vec::new();
    for &depth in keep.iter().filter(|&&depth| depth < rows.len()) {
        if kept.len() < n_shown && !kept.contains(&depth) {
            kept.push(depth);
        }
    }
    // Only a track that is not merged has wrappers, and it is at most some hundred deep.
    let nested = rows
        .iter()
        .take_while(|row| matches!(row, VisualRow::Depth { .. }))
        .count();
    let wrappers: Vec<usize> = (0..nested)
        .filter(|depth| !kept.contains(depth) && is_wrapper(trace, &rows[*depth]))
        .take(row.folded)
        .collect();
    let n_others = n_shown - kept.len();
    let others = (0..rows.len())
        .filter(|depth| wrappers.binary_search(depth).is_err() && !kept.contains(depth))
        .take(n_others);
    let mut shown: Vec<usize> = others.chain(kept.iter().copied()).collect();
    shown.sort_unstable();
    Depths::Some(shown)
}

/// Returns whether most slices of a row are covered to 95 % by one child, judged by a sample.
fn is_wrapper(trace: &Trace, row: &VisualRow) -> bool {
    const SAMPLE: usize = 8;
    let VisualRow::Depth { track, depth } = row else {
        return false;
    };
    let slices = trace.slices.at_depth(*track, *depth);
    if slices.is_empty() {
        return false;
    }
    let step = slices.len().div_ceil(SAMPLE);
    let sample = (0..slices.len())
        .step_by(step)
        .map(|index| slices.id(index));
    let wrapped = sample
        .clone()
        .filter(|&id| has_filling_child(trace, id))
        .count();
    wrapped * 2 > sample.count()
}

fn has_filling_child(trace: &Trace, id: SliceId) -> bool {
    let Some(dur) = trace.slices.dur(id) else {
        return false;
    };
    let mut children = trace.slices.children(id);
    children.len() <= 3
        && children.any(|child| {
            trace
                .slices
                .dur(child)
                .is_some_and(|inner| inner.ns() / 19 >= dur.ns() / 20)
        })
}

#[cfg(test)]
mod tests {
    use super::super::{MAX_DEPTHS, Rows, opens};
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::model::track_tree::TrackTree;
    use crate::view::state::ViewState;

    #[test]
    fn deep_tracks_fold_their_wrappers_but_never_the_selection() {
        let mut b = TraceBuilder::new();
        let t = b.slice_track(Scope::Global, Some("deep"));
        let slices: Vec<(i64, i64, &str)> = (0..30).map(|d| (d, 10_000 - 2 * d, "w")).collect();
        b.nested_slices(t, &slices);
        let trace = b.finish();
        let mut state = ViewState::default();
        let rows = Rows::new(&trace, &state);
        let row = rows.rows.last().expect("one row");
        assert_eq!((row.lines, row.folded), (MAX_DEPTHS, 30 - MAX_DEPTHS));
        let shown = shown_depths(&trace, row, &[5]);
        let Depths::Some(depths) = &shown else {
            panic!("{shown:?}");
        };
        assert_eq!(depths.len(), MAX_DEPTHS);
        assert!(depths.contains(&5) && depths.contains(&29), "{shown:?}");
        for (place, &depth) in depths.iter().enumerate() {
            assert_eq!(shown.get(place), Some(depth));
            assert_eq!(shown.place_of(depth), Some(place));
        }
        // What is folded can be opened, and then closed again.
        assert!(opens(&trace, &state, row.data));
        state.open.insert(row.data, true);
        assert_eq!(
            Rows::new(&trace, &state).rows.last().map(|r| r.lines),
            Some(30)
        );
        assert!(opens(&trace, &state, row.data));
    }

    #[test]
    fn of_many_lanes_the_first_are_shown_and_that_of_the_selection() {
        const LANES: usize = 5_000;
        let mut b = TraceBuilder::new();
        let process = b.process(1, "app");
        for lane in 0..LANES as i64 {
            let track = b.slice_track(Scope::Process(process), Some("lanes"));
            b.tracks.get_mut(track).group = Some(1);
            b.nested_slices(track, &[(lane, 10_000, "lane")]);
        }
        let trace = b.finish();
        let mut state = ViewState::default();
        let lanes = |state: &ViewState| *Rows::new(&trace, state).rows.last().expect("a row");
        let row = lanes(&state);
        assert_eq!(row.folded, LANES - MAX_DEPTHS);
        let first: Vec<usize> = (0..MAX_DEPTHS).collect();
        for near in [&[][..], &[3], &[LANES]] {
            let shown = shown_depths(&trace, &row, near);
            assert_eq!(shown, Depths::Some(first.clone()));
        }
        let mut kept = first;
        *kept.last_mut().expect("a lane") = 4_321;
        let shown = shown_depths(&trace, &row, &[4_321]);
        assert_eq!(shown, Depths::Some(kept));
        state.open.insert(row.data, true);
        let all = shown_depths(&trace, &lanes(&state), &[4_321]);
        assert_eq!(all, Depths::First(LANES));
        assert_eq!(
            (all.get(LANES - 1), all.get(LANES)),
            (Some(LANES - 1), None)
        );
        assert_eq!((all.place_of(7), all.place_of(LANES)), (Some(7), None));
    }

    #[test]
    fn what_a_slice_called_is_not_folded_below_it() {
        let mut b = TraceBuilder::new();
        let process = b.process(1, "app");
        let mut frames = Vec::new();
        for lane in 0..20 {
            let track = b.slice_track(Scope::Process(process), Some("frames"));
            b.tracks.get_mut(track).group = Some(1);
            let slices = [(lane, 10_000, "frame"), (lane + 10, 100, "stage")];
            frames.push(b.nested_slices(track, &slices)[0]);
        }
        let trace = b.finish();
        let rows = Rows::new(&trace, &ViewState::default());
        let row = rows.rows.last().expect("a row");
        let kept = kept_for(&trace, row.data, frames[17]);
        assert_eq!(kept, [34, 35]);
        let shown = shown_depths(&trace, row, &kept);
        let mut all: Vec<usize> = (0..MAX_DEPTHS - 2).collect();
        all.extend([34, 35]);
        assert_eq!(shown, Depths::Some(all));
        assert!(kept_for(&trace, TrackTree::ROOT, frames[17]).is_empty());
        // Where there is room for one line only, it is that of the slice.
        let low = Row {
            folded: 39,
            lines: 1,
            ..*row
        };
        assert_eq!(shown_depths(&trace, &low, &kept), Depths::Some(vec![34]));
    }
}
