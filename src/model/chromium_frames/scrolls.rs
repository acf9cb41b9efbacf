//! Janky scrolls of Chromium: updates of a scroll that were shown later than the scroll needed.
//!
//! The verdict, the reason and the vsyncs missed are those of Chromium's own metric, the fourth version of
//! "scroll jank", and are not computed here. It reports each shown frame of a scroll as a slice
//! `ScrollJankV4`; in older versions the slice `EventLatency` of an update says whether the update was janky.
//! A frame that changed nothing counts as shown in time there, whenever it was: nobody can see the difference.
//! The stages of `EventLatency` say what took long. Source: Chromium, `cc/metrics/scroll_jank_v4_result.h`,
//! `scroll_jank_v4_decider.h` and `EventLatency` in `base/tracing/protos/chrome_track_event.proto`.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use super::stages::{Durations, SlowStage, Usual};
use super::{ChromiumFrame, Lack, number, slices_named};
use crate::model::args::ArgValue;
use crate::model::ids::{SliceId, Upid};
use crate::model::trace::Trace;

/// The slice of each frame that shows a part of a scroll.
pub(super) const SCROLL_JANK: &str = "ScrollJankV4";

/// The slice of each event, from when it was made until what it led to was shown.
pub(super) const EVENT_LATENCY: &str = "EventLatency";

/// Why an update came too late: `EventLatency.ScrollJankV4Result.JankReason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JankReason {
    /// It took Chromium longer than before to get input, which came in time, to the frame that shows it.
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
            Self::SlowerDelivery => "slower delivery",
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
    /// Why.
    pub reasons: JankReasons,
}

/// How many reasons there are.
const REASONS: usize = 4;

/// The reasons of a janky update, that by which it missed the most vsyncs first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JankReasons([Option<JankReason>; REASONS]);

impl JankReasons {
    /// No reason.
    pub const NONE: Self = Self([None; REASONS]);

    /// Returns each in words.
    pub fn texts(self) -> impl Iterator<Item = &'static str> {
        self.0.into_iter().flatten().map(JankReason::text)
    }

    /// Returns all of them in words; empty if there are none.
    pub fn text(self) -> String {
        self.texts().collect::<Vec<_>>().join(" + ")
    }
}

/// The shown frames of scrolls.
#[derive(Debug, Default)]
pub(super) struct Scrolls {
    /// Those that are janky, in the order of their slices.
    pub(super) janky: Vec<ChromiumFrame>,
    /// The slices that say that a frame is not janky.
    pub(super) smooth: Vec<SliceId>,
    /// The slices that say so of a frame that changed nothing.
    pub(super) without_damage: Vec<SliceId>,
    /// For each report of a frame, unless it is an event itself, its slice and that of the event it is about.
    pub(super) events: Vec<(SliceId, SliceId)>,
}

/// Returns what a trace tells of its scrolls. Reads the arguments of all their slices, and of those of
/// all events. Any number of reports may be of one event: its stages are looked at once.
///
/// Returns nothing if it was cancelled.
pub(super) fn find(trace: &Trace, cancel: &AtomicBool) -> Option<Scrolls> {
    let is_cancelled = || cancel.load(Ordering::Relaxed);
    let mut events = Events::default();
    let mut reports = Vec::new();
    let mut told_by_events = Vec::new();
    for slice in slices_named(trace, EVENT_LATENCY) {
        if is_cancelled() {
            return None;
        }
        let told = Told::of(trace, slice);
        if let Some(id) = told.event {
            events.add(trace, id, slice);
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
        if is_cancelled() {
            return None;
        }
        let told = Told::of(trace, slice);
        if told.is_janky.is_some() {
            reports.push((slice, told));
        }
    }
    // Only one kind of slice counts, so that no update counts twice.
    if reports.is_empty() {
        reports = told_by_events;
    }
    let mut found = Scrolls::default();
    let mut of_smooth = Vec::new();
    let mut of_janky = Vec::new();
    for (slice, told) in reports {
        let event = match told.event {
            Some(id) => events.of(trace, slice, id),
            None => Some(slice),
        };
        let other = event.filter(|&event| event != slice);
        found.events.extend(other.map(|event| (slice, event)));
        if told.is_janky == Some(true) {
            of_janky.push((slice, told.jank(), event));
        } else if told.is_without_damage {
            // When it was shown was not asked, so its stages say nothing of what is usual.
            found.without_damage.push(slice);
        } else {
            found.smooth.push(slice);
            of_smooth.extend(event);
        }
    }
    of_smooth.sort_unstable();
    of_smooth.dedup();
    let mut durations = Durations::default();
    for event in of_smooth {
        if is_cancelled() {
            return None;
        }
        durations.add(trace, event);
    }
    let usual = Usual::of(durations);
    let mut known: HashMap<SliceId, (Option<SlowStage>, bool)> = HashMap::new();
    for (slice, jank, event) in of_janky {
        if is_cancelled() {
            return None;
        }
        let mut look = |event: SliceId| {
            *known.entry(event).or_insert_with(|| {
                let has_stages = trace.slices.children(event).next().is_some();
                (usual.slow_stage(trace, event), has_stages)
            })
        };
        let (slow, has_stages) = event.map_or((None, false), &mut look);
        found.janky.push(ChromiumFrame {
            slice,
            other: None,
            presented: None,
            lacks: Lack::Vsyncs(jank),
            affects_smoothness: true,
            sequence: None,
            slow,
            has_stages,
            is_backfilled: false,
        });
    }
    Some(found)
}

/// The slices of events by the numbers that Chromium gives them. Of several of one process the last
/// counts.
#[derive(Debug, Default)]
struct Events {
    of_process: HashMap<(Option<Upid>, i64), SliceId>,
    /// Whose events have a number.
    whose: HashMap<i64, Whose>,
}

/// Whose the events of a number are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// Those of one process, or of none that is known.
    One(Option<Upid>),
    /// Those of several.
    Several,
}

impl Events {
    fn add(&mut self, trace: &Trace, id: i64, event: SliceId) {
        let upid = trace.upid_of(event);
        self.of_process.insert((upid, id), event);
        let whose = self.whose.entry(id).or_insert(Whose::One(upid));
        if *whose != Whose::One(upid) {
            *whose = Whose::Several;
        }
    }

    /// Returns the event that a report means by a number: that of its own process. Where that has
    /// none, an event of another is meant only if a single process has the number.
    fn of(&self, trace: &Trace, report: SliceId, id: i64) -> Option<SliceId> {
        let own = self.of_process.get(&(trace.upid_of(report), id));
        let other = || match self.whose.get(&id)? {
            Whose::One(upid) => self.of_process.get(&(*upid, id)),
            Whose::Several => None,
        };
        own.or_else(other).copied()
    }
}

/// What the arguments of a slice say of a scroll.
#[derive(Debug, Default)]
struct Told {
    is_janky: Option<bool>,
    /// Whether the frame changed nothing: whenever it was shown, it counts as shown in time.
    is_without_damage: bool,
    /// The version of the metric that gave `is_janky`; of several versions the newest counts.
    version: u8,
    /// How many vsyncs it missed, and why, as far as that is known; each reason once, as told.
    missed: Vec<(Option<i64>, JankReason)>,
    most_missed: Option<i64>,
    /// The id of an event: that of the slice itself, or of the first event that a frame shows.
    event: Option<i64>,
}

impl Told {
    fn of(trace: &Trace, slice: SliceId) -> Self {
        let mut told = Self::default();
        // The reason that is being read, and the path of its message: what that holds stands together.
        let (mut path, mut of_reason) = (String::new(), (None, None));
        trace.slice_args(slice, &mut |arg| {
            let Some((message, field)) = arg.key.rsplit_once('.') else {
                return;
            };
            let last = message.rsplit_once('.').map_or(message, |(_, last)| last);
            match (last, field, &arg.value) {
                ("scroll_jank_v4", "is_janky", ArgValue::Bool(is)) => told.verdict(4, *is),
                ("scroll_jank_v4", "damage_type", ArgValue::Str(name)) => {
                    told.is_without_damage = name.starts_with(b"NON_DAMAGING");
                }
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
                    if path != message {
                        told.missed(std::mem::take(&mut of_reason));
                        message.clone_into(&mut path);
                    }
                    match value {
                        ArgValue::Str(name) => of_reason.1 = JankReason::named(name),
                        value => of_reason.0 = number(value),
                    }
                }
                _ => {}
            }
        });
        told.missed(of_reason);
        told
    }

    /// Takes how many vsyncs were missed for a reason.
    fn missed(&mut self, (missed, reason): (Option<i64>, Option<JankReason>)) {
        self.most_missed = self.most_missed.max(missed);
        let Some(reason) = reason else { return };
        match self.missed.iter_mut().find(|(_, known)| *known == reason) {
            Some((most, _)) => *most = missed.max(*most),
            None => self.missed.push((missed, reason)),
        }
    }

    /// Returns what is said of a janky update. Of reasons for which as many vsyncs were missed the first counts.
    fn jank(&self) -> ScrollJank {
        let mut missed = self.missed.clone();
        missed.sort_by_key(|&(missed, _)| Reverse(missed));
        let mut reasons = missed.into_iter().map(|(_, reason)| reason);
        ScrollJank {
            missed_vsyncs: self.most_missed,
            reasons: JankReasons(std::array::from_fn(|_| reasons.next())),
        }
    }

    /// Takes what a version of the metric says, unless a newer one has said something.
    fn verdict(&mut self, version: u8, is_janky: bool) {
        if version > self.version {
            self.version = version;
            self.is_janky = Some(is_janky);
        }
    }
}
