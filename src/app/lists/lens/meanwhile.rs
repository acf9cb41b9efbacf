//! What the thread did for which a frame or an event of Chromium waited.
//!
//! The stages of a frame say how long something took, not what kept it: the main thread, for
//! instance, may have been busy with a script. Its slices say so. Of a frame that is the stage that
//! took longer than usual, of an event every stage that made it long. A frame that was never begun has no stage
//! that says anything: told is what all threads did that it needed.

use super::{groups, heading};
use crate::app::layer::source::Entry;
use crate::base::time::TimeSpan;
use crate::model::chromium_frames::{
    ChromiumFrame, thread_at_work, threads_of_frame, waited_for_in, waits_of_event,
};
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
    if told.is_some_and(|frame| frame.is_backfilled) {
        let threads = threads_of_frame(trace, slice);
        return threads
            .flat_map(|utid| of_thread(trace, (slice, utid), "", cols))
            .collect();
    }
    let mut waits = waits_of_event(trace, slice);
    let slow = told.and_then(|frame| frame.slow);
    let of_frame = slow.and_then(|slow| thread_at_work(trace, slice, slow.name));
    // What is said to be slow may be a part of a long stage, or one that is never long.
    if let Some((stage, utid)) = of_frame
        && !waits.is_empty()
        && waits.iter().all(|&(long, _)| long != stage)
    {
        waits.push((stage, Some(utid)));
        waits.sort_by_key(|&(stage, _)| trace.slices.order_key(stage));
    }
    if !waits.is_empty() {
        let of_wait = |&(stage, utid): &(SliceId, Option<Utid>)| {
            let name = trace.slice_name(stage).unwrap_or_default();
            let dur = trace.slices.dur(stage).unwrap_or_default();
            let words = format!("{}, {}: ", text::clean(&name), time::dur(dur.ns()));
            match utid {
                Some(utid) => of_thread(trace, (stage, utid), &words, cols),
                None => vec![heading(format!(
                    "{words}not known which thread it waits for"
                ))],
            }
        };
        return waits.iter().flat_map(of_wait).collect();
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::chromium_frames::{Lack, SlowStage};
    use crate::model::track::Scope;

    #[test]
    fn the_stage_that_is_said_to_be_slow_is_told_though_others_are_longer() {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "renderer");
        b.thread(app, 8, "CrRendererMain");
        b.thread(app, 9, "Compositor");
        let track = b.slice_track(Scope::Process(app), Some("events"));
        let (short, long) = ("RendererCompositorProcessing", "RendererMainProcessing");
        b.nested_slices(
            track,
            &[(0, 1_000, "EventLatency"), (0, 50, short), (50, 900, long)],
        );
        let trace = b.finish();
        let slice = trace.slices.ids().next().unwrap();
        let headings = |slow: Option<&str>| {
            let slow = slow.map(|name| SlowStage {
                name: trace.strings.find(name.as_bytes()).unwrap(),
                dur: crate::base::time::Dur::from_ns(50),
                usual: None,
            });
            let frame = ChromiumFrame {
                slice,
                other: None,
                presented: None,
                lacks: Lack::Dropped,
                affects_smoothness: true,
                sequence: None,
                slow,
                has_stages: true,
                is_backfilled: false,
            };
            let entries = entries(&trace, slice, Some(&frame), 120);
            let texts = entries.into_iter().map(|entry| entry.text);
            let found = texts.filter(|text| text.contains("meanwhile on"));
            found.collect::<Vec<_>>()
        };
        assert_eq!(headings(None).len(), 1);
        assert_eq!(headings(Some(long)).len(), 1);
        let both = headings(Some(short));
        assert_eq!(both.len(), 2);
        assert!(both[0].starts_with(short), "{both:?}");
    }
}
