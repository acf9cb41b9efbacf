//! Where the time of any stretch of a thread went: as the lens tells it of a frame.
//!
//! The same rules split it, by states first and then by slices; there are no other stages than the
//! stretch itself.

use super::parts::{self, PARTS_MAX};
use super::path::Segment;
use super::{Missing, Part, PartGroup, Stage, group};
use crate::base::time::{Dur, TimeSpan};
use crate::model::ids::{SliceId, Utid};
use crate::model::trace::Trace;

/// A stretch with more thread states than this is not explained: it takes too long for one draw.
const STATES_MAX: usize = 2_000;

/// Where the time of a stretch of a thread went.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    /// The stretch.
    pub span: TimeSpan,
    /// What the thread did; these tile the span.
    pub parts: Vec<Part>,
    /// The parts added up, longest first.
    pub groups: Vec<PartGroup>,
}

/// Returns the thread on whose stack a slice is. Other slices of a thread, such as asynchronous ones, do not
/// say what the thread did.
pub fn on_stack_of(trace: &Trace, slice: SliceId) -> Option<Utid> {
    let utid = trace.utid_of(slice)?;
    let track = trace.slices.track_of(slice);
    trace
        .thread_index()
        .is_stack_of(track, utid)
        .then_some(utid)
}

/// Returns whether slices that take time lie in a slice. If the slice is on no thread's stack, these stages
/// tell where its time went.
pub fn has_stages(trace: &Trace, slice: SliceId) -> bool {
    /// At most so many are looked at, because every draw asks; if there are more, some are taken to take
    /// time.
    const LOOKED_AT: usize = 100;
    let takes_time = |slice| trace.slices.dur(slice) != Some(Dur::ZERO);
    let mut inside = trace.slices.children(slice).enumerate();
    inside.any(|(n, inside)| n == LOOKED_AT || takes_time(inside))
}

/// Explains a stretch of a thread. With a slice, explains what happened inside of it; without a thread,
/// explains it by the slices that lie in that slice. `None` if too much happened: more than two thousand
/// states, or some thousands of slices.
///
/// Cost: a few binary searches for each state and slice.
pub fn explain(
    trace: &Trace,
    utid: Option<Utid>,
    slice: Option<SliceId>,
    span: TimeSpan,
) -> Option<Explained> {
    let track = match slice {
        Some(slice) => Some(trace.slices.track_of(slice)),
        None => utid.and_then(|utid| trace.thread_index().track_of(utid)),
    };
    let states = utid.map_or(&[][..], |utid| trace.sched.of_thread(utid));
    let place = |ts| states.partition_point(|&id| trace.sched.state_row(id).ts < ts);
    let n_states = place(span.end()) - place(span.start());
    let top = slice.map_or(0, |slice| trace.slices.depth_of(slice));
    let n_slices = track.map_or(0, |track| {
        let depths = trace.slices.depths(track).skip(top).take(parts::DEPTHS + 1);
        let inside =
            depths.map(|slices| slices.n_before(span.end()) - slices.n_before(span.start()));
        inside.sum()
    });
    if n_states > STATES_MAX || n_slices > PARTS_MAX {
        return None;
    }
    let parts = if let (None, Some(slice)) = (utid, slice) {
        parts::of_stages(trace, slice, span)
    } else {
        let segment = Segment {
            span,
            stage: Stage::Stretch,
            thread: utid.map(|utid| (utid, track)),
            slice,
            behind: None,
            missing: Missing::Scheduling,
        };
        parts::parts(trace, &[segment], &[])
    };
    let groups = group(&parts);
    Some(Explained {
        span,
        parts,
        groups,
    })
}
