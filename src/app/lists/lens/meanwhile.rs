//! What the thread did for which a frame or an event of Chromium waited.
//!
//! The stages of a frame say how long something took, not what kept it: the main thread, for
//! instance, may have been busy with a script. Its slices say so. Of a frame that is the stage that
//! took longer than usual, of an event every stage that made it long.

use super::{groups, heading};
use crate::app::layer::source::Entry;
use crate::base::time::TimeSpan;
use crate::model::chromium_frames::{ChromiumFrame, thread_at_work, waited_for_in, waits_of_event};
use crate::model::ids::{SliceId, Utid};
use crate::model::trace::Trace;
use crate::query::frame_lens::{Room, explain_meanwhile};
use crate::view::{text, time};

/// Returns the rows of what threads did while a slice lasted, below headings that name them; nothing if they are
/// not known. `told` is what is known of the slice as a frame.
pub(super) fn entries(
    trace: &Trace,
    slice: SliceId,
    told: Option<&ChromiumFrame>,
    cols: u16,
) -> Vec<Entry> {
    let waits = waits_of_event(trace, slice);
    if !waits.is_empty() {
        let of_wait = |&(stage, utid): &(SliceId, Utid)| {
            let name = trace.slice_name(stage).unwrap_or_default();
            let dur = trace.slices.dur(stage).unwrap_or_default();
            let words = format!("{}, {}: ", text::clean(&name), time::dur(dur.ns()));
            of_thread(trace, (stage, utid), &words, cols)
        };
        return waits.iter().flat_map(of_wait).collect();
    }
    let slow = told.and_then(|frame| frame.slow);
    let of_frame = slow.and_then(|slow| thread_at_work(trace, slice, slow.name));
    let wait = of_frame.or_else(|| Some((slice, waited_for_in(trace, slice)?)));
    wait.map_or_else(Vec::new, |wait| of_thread(trace, wait, "", cols))
}

/// Returns what a thread did during a stage; `words` name the stage, if it is not the only one.
fn of_thread(trace: &Trace, (stage, utid): (SliceId, Utid), words: &str, cols: u16) -> Vec<Entry> {
    let end = trace.slices.end(stage);
    let span = end.map(|end| TimeSpan::new(trace.slices.ts(stage), end));
    let explained = span.and_then(|span| explain_meanwhile(trace, utid, span, Room::List));
    let Some(explained) = explained else {
        return Vec::new();
    };
    let who = text::clean(&trace.thread_title(utid)).into_owned();
    let mut entries = vec![heading(format!("{words}meanwhile on {who}"))];
    entries.extend(groups(
        trace,
        (&explained.parts, &explained.groups),
        explained.span,
        cols,
    ));
    entries
}
