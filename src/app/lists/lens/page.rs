//! Which function of a page ran in a part of a lens, or which of its events was handled.
//!
//! Parts are split to a few depths only, and what Chromium calls on the way to a script is deeper.

use crate::model::ids::SliceId;
use crate::model::trace::Trace;
use crate::query::frame_lens::{Part, PartKind};
use crate::query::told_apart;
use crate::view::time::middle;

/// How many depths below the slice of a part are looked at.
const DEPTHS: usize = 8;

/// Returns the name of a slice, with what it is about if it is one of Chromium's.
pub(super) fn named(trace: &Trace, slice: SliceId) -> String {
    let name = trace.slice_name(slice).unwrap_or_default();
    match told_apart::told_alone(trace, slice) {
        Some(told) => format!("{name} · {told}"),
        None => name.into_owned(),
    }
}

/// Returns the words after the label of a part that name the innermost function or event for most of it.
pub(super) fn of_page(trace: &Trace, part: &Part) -> String {
    let runs = part.kind == PartKind::Busy || part.kind == PartKind::Running;
    let Some(slice) = part.slice.filter(|_| runs) else {
        return String::new();
    };
    let slices = &trace.slices;
    let (track, depth) = (slices.track_of(slice), slices.depth_of(slice));
    let mut told = told_apart::of_page(trace, slice);
    for depth in (depth + 1..slices.n_depths(track)).take(DEPTHS) {
        let Some(inner) = slices.at_depth(track, depth).going_on(middle(part.span)) else {
            break;
        };
        let end = slices.over_by(inner).unwrap_or(part.span.end());
        let shared = end
            .min(part.span.end())
            .since(slices.ts(inner).max(part.span.start()));
        if shared.ns() < part.span.dur().ns() / 2 {
            break;
        }
        told = told_apart::of_page(trace, inner).or(told);
    }
    told.map_or_else(String::new, |told| format!(" {told}"))
}
