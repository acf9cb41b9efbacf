//! Janky scrolls of Chromium: updates of a scroll that were shown later than the scroll needed.
//!
//! The verdict, the reason and the vsyncs missed are those of Chromium's own metric, the fourth version of
//! "scroll jank", and are not computed here. It reports each shown frame of a scroll as a slice
//! `ScrollJankV4`; in older versions the slice `EventLatency` of an update says whether the update was janky.
//! The stages of `EventLatency` say what took long. Source: Chromium, `cc/metrics/scroll_jank_v4_result.h`
//! and `EventLatency` in `base/tracing/protos/chrome_track_event.proto`.

use hashbrown::HashMap;

use super::stages::{Durations, Usual};
use super::{ChromiumFrame, Lack, number, slices_named};
use crate::model::args::ArgValue;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;

/// The slice of each frame that shows a part of a scroll.
pub(super) const SCROLL_JANK: &str = "ScrollJankV4";

/// The slice of each event, from when it was made until what it led to was shown.
pub(super) const EVENT_LATENCY: &str = "EventLatency";

/// Why an update came too late: `EventLatency.ScrollJankV4Result.JankReason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JankReason {
    /// Input got to the frames that show it slower than before.
    SlowerDelivery,
    /// The fingers moved fast, so that a gap is seen.
    FastScroll,
    /// The fingers had left, and the first frame of the fling was late.
    StartOfFling,
    /// A later frame of a fling.
    Fling,
}

impl JankReason {
    fn named(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"MISSED_VSYNC_DUE_TO_DECELERATING_INPUT_FRAME_DELIVERY" => Self::SlowerDelivery,
            b"MISSED_VSYNC_DURING_FAST_SCROLL" => Self::FastScroll,
            b"MISSED_VSYNC_AT_START_OF_FLING" => Self::StartOfFling,
            b"MISSED_VSYNC_DURING_FLING" => Self::Fling,
            _ => return None,
        })
    }

    /// Returns the reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::SlowerDelivery => "slower input",
            Self::FastScroll => "fast scroll",
            Self::StartOfFling => "start of a fling",
            Self::Fling => "fling",
        }
    }
}

/// What Chromium says of a janky update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScrollJank {
    /// How many vsyncs the update missed, for the reason by which it missed the most.
    pub missed_vsyncs: Option<i64>,
    /// The reason by which it missed the most.
    pub reason: Option<JankReason>,
}

/// The shown frames of scrolls.
#[derive(Debug, Default)]
pub(super) struct Scrolls {
    /// How many there are.
    pub(super) n_frames: usize,
    /// The janky frames, in the order of their slices.
    pub(super) janky: Vec<ChromiumFrame>,
    /// The slices that say that a frame is not janky.
    pub(super) smooth: Vec<SliceId>,
    /// For each report of a frame, unless it is an event itself, its slice and that of the event it is about.
    pub(super) events: Vec<(SliceId, SliceId)>,
}

/// Finds the shown frames of scrolls. Reads the arguments of all their slices, and of all events.
pub(super) fn find(trace: &Trace) -> Scrolls {
    let mut events: HashMap<i64, SliceId> = HashMap::new();
    let mut reports = Vec::new();
    let mut told_by_events = Vec::new();
    for slice in slices_named(trace, EVENT_LATENCY) {
        let told = Told::of(trace, slice);
        if let Some(id) = told.event {
            events.insert(id, slice);
        }
        if told.is_janky.is_some() {
            told_by_events.push((
                slice,
                Told {
                    event: None,
                    ..told
                },
            ));
        }
    }
    for slice in slices_named(trace, SCROLL_JANK) {
        let told = Told::of(trace, slice);
        if told.is_janky.is_some() {
            reports.push((slice, told));
        }
    }
    // Only one kind of slice counts, so that no update counts twice.
    if reports.is_empty() {
        reports = told_by_events;
    }
    let latency = |(slice, told): &(SliceId, Told)| match told.event {
        Some(id) => events.get(&id).copied(),
        None => Some(*slice),
    };
    let is_smooth = |(_, told): &&(SliceId, Told)| told.is_janky != Some(true);
    let mut durations = Durations::default();
    for event in reports.iter().filter(is_smooth).filter_map(latency) {
        durations.add(trace, event);
    }
    let usual = Usual::of(durations);
    let events = reports
        .iter()
        .filter_map(|report| Some((report.0, latency(report)?)))
        .filter(|(slice, event)| slice != event)
        .collect();
    let janky = reports
        .iter()
        .filter(|(_, told)| told.is_janky == Some(true));
    let janky = janky.map(|report| {
        let stages = latency(report);
        ChromiumFrame {
            slice: report.0,
            lacks: Lack::Vsyncs(report.1.jank),
            affects_smoothness: true,
            sequence: None,
            slow: stages.and_then(|event| usual.slow_stage(trace, event)),
            has_stages: stages.is_some_and(|event| trace.slices.children(event).next().is_some()),
        }
    });
    Scrolls {
        n_frames: reports.len(),
        janky: janky.collect(),
        smooth: (reports.iter().filter(is_smooth))
            .map(|report| report.0)
            .collect(),
        events,
    }
}

/// What the arguments of a slice say of a scroll.
#[derive(Debug, Default)]
struct Told {
    is_janky: Option<bool>,
    /// The version of the metric that gave `is_janky`; of several versions the newest counts.
    version: u8,
    jank: ScrollJank,
    /// The id of an event: that of the slice itself, or of the first event that a frame shows.
    event: Option<i64>,
}

impl Told {
    fn of(trace: &Trace, slice: SliceId) -> Self {
        let mut told = Self::default();
        // The reasons, each with the path of its message.
        let mut reasons: Vec<(String, ScrollJank)> = Vec::new();
        trace.slice_args(slice, &mut |arg| {
            let Some((message, field)) = arg.key.rsplit_once('.') else {
                return;
            };
            let last = message.rsplit_once('.').map_or(message, |(_, last)| last);
            match (last, field, &arg.value) {
                ("scroll_jank_v4", "is_janky", ArgValue::Bool(is)) => told.verdict(4, *is),
                ("event_latency", "is_janky_scrolled_frame_v3", ArgValue::Bool(is)) => {
                    told.verdict(3, *is);
                }
                ("event_latency", "is_janky_scrolled_frame", ArgValue::Bool(is)) => {
                    told.verdict(2, *is);
                }
                ("event_latency", "event_latency_id", value)
                | ("real" | "synthetic", "first_event_latency_id", value) => {
                    told.event = told.event.or(number(value));
                }
                (last, "jank_reason" | "missed_vsyncs", value)
                    if last.starts_with("missed_vsyncs_per_jank_reason") =>
                {
                    let known = reasons.iter().position(|(path, _)| path == message);
                    let at = known.unwrap_or_else(|| {
                        reasons.push((message.to_owned(), ScrollJank::default()));
                        reasons.len() - 1
                    });
                    let jank = &mut reasons[at].1;
                    match value {
                        ArgValue::Str(name) => jank.reason = JankReason::named(name),
                        value => jank.missed_vsyncs = number(value),
                    }
                }
                _ => {}
            }
        });
        // Of reasons with as many missed vsyncs the first counts.
        for (_, jank) in reasons {
            if jank.missed_vsyncs > told.jank.missed_vsyncs || told.jank == ScrollJank::default() {
                told.jank = jank;
            }
        }
        told
    }

    /// Takes the verdict of a version of the metric, unless a newer version has given one.
    fn verdict(&mut self, version: u8, is_janky: bool) {
        if version > self.version {
            self.version = version;
            self.is_janky = Some(is_janky);
        }
    }
}
