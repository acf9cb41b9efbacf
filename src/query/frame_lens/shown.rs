//! What came after a frame was done, where that made it late.
//!
//! A frame ends when it is handed over and its GPU work is done. It is on the screen when the display frame
//! that takes it ends. Display frames begin at vsyncs: a frame that misses one waits for the next. The packet
//! of a frame does not tell when it was to be shown; the nearest good frame of its layer does, by how long
//! after its deadline that one was shown.

use super::FrameLens;
use super::links::display_of;
use crate::base::time::Dur;
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::SliceId;
use crate::model::jank::PRESENT_LATE;
use crate::model::trace::Trace;

/// A frame may be shown so much later than planned and is still in time for SurfaceFlinger.
const TOLERANCE_NS: i64 = 2_000_000;

/// How a frame came to the screen after its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The display frame that showed it.
    pub display: SliceId,
    /// How late the display frame itself was, if it was late.
    pub display_late: Option<Dur>,
    /// How long after the frame's end it was on the screen.
    pub after: Dur,
    /// For how much of `after` the display frame had not begun.
    pub waited: Option<Dur>,
    /// How much later it was shown than a good frame, beyond what it was late by itself.
    pub later: Option<Dur>,
}

/// Returns how a frame came to the screen, if the way there made it late.
pub fn shown_late(trace: &Trace, frame: &ActualFrame, lens: &FrameLens) -> Option<Shown> {
    let display = lens
        .links
        .display
        .filter(|&display| display != frame.slice)?;
    if frame.present_type != PRESENT_LATE {
        return None;
    }
    let (end, began) = (trace.slices.end(frame.slice)?, trace.slices.ts(display));
    let at = trace.slices.end(display).filter(|&at| at > end)?;
    let own = lens.late_ns?.max(0);
    let good = trace.frames_by_time().nearest_good(trace, frame);
    let good = good.and_then(|slice| trace.frames.actual_of(slice));
    let late = trace.frames.actual_of(display);
    let late = late.and_then(|display| trace.frames.late_ns(trace, display));
    let display_late = late.filter(|&late| late > TOLERANCE_NS);
    let waited = (began > end).then(|| began.since(end));
    // No more time than this was lost; if the difference is larger, the good frame had a shorter way.
    let lost = waited
        .map_or(0, Dur::ns)
        .saturating_add(display_late.unwrap_or(0));
    let later = match good.and_then(|good| after_deadline(trace, good)) {
        Some(usual) => {
            let beyond = after_deadline(trace, frame)?.saturating_sub(usual);
            Some(beyond.saturating_sub(own).min(lost))
        }
        None => None,
    };
    // Without a good frame, a frame that was done in time was made late by nothing else.
    let by = later.unwrap_or(if own == 0 { lost } else { 0 });
    (by > TOLERANCE_NS).then(|| Shown {
        display,
        display_late: display_late.map(Dur::from_ns),
        after: at.since(end),
        waited,
        later: later.map(Dur::from_ns),
    })
}

/// Returns how many nanoseconds after its deadline a frame was shown.
fn after_deadline(trace: &Trace, frame: &ActualFrame) -> Option<i64> {
    let shown = trace.slices.end(display_of(trace, frame)?.slice)?;
    let due = trace.frames.deadline(trace, frame)?;
    Some(shown.ns().saturating_sub(due.ns()))
}
