//! What the thread did for which a frame of Chromium waited in its slow stage.
//!
//! The stages of a frame say how long something took, not what kept it: the main thread, for
//! instance, may have been busy with a script. Its slices say so.

use super::{groups, heading};
use crate::app::layer::source::Entry;
use crate::base::time::TimeSpan;
use crate::model::chromium_frames::{ChromiumFrame, thread_at_work};
use crate::model::trace::Trace;
use crate::query::frame_lens::{PartKind, Room, explain};
use crate::view::text;

/// Returns the rows of what that thread did, below a heading that names it; nothing if it is not known.
pub(super) fn entries(trace: &Trace, frame: &ChromiumFrame, cols: u16) -> Vec<Entry> {
    let of_report = frame.slow.map(|slow| (frame.slice, slow));
    let worker = of_report.and_then(|(slice, slow)| {
        let (stage, utid) = thread_at_work(trace, slice, slow.name)?;
        let span = TimeSpan::new(trace.slices.ts(stage), trace.slices.end(stage)?);
        Some((
            explain(trace, Some(utid), None, span, Room::List)?,
            utid,
            span,
        ))
    });
    let Some((mut explained, utid, span)) = worker else {
        return Vec::new();
    };
    // Without scheduling it is not known whether a thread ran, but that it was in none of its slices is.
    for group in &mut explained.groups {
        if matches!(group.kind, PartKind::Unknown(_)) {
            "in no slice".clone_into(&mut group.label);
        }
    }
    let who = text::clean(&trace.thread_title(utid)).into_owned();
    let mut entries = vec![heading(format!("meanwhile on {who}"))];
    entries.extend(groups(
        trace,
        (&explained.parts, &explained.groups),
        span,
        cols,
    ));
    entries
}
