//! Frames of Chromium's compositor: those that were dropped, shown without a part of what they should
//! have had, or too late for a scroll, and the stage in which each lost its time.
//!
//! Chromium reports a frame as a slice `PipelineReporter`. Its arguments say how the frame ended and
//! whether that affects smoothness, which is Chromium's own verdict and is not guessed here; its stages
//! are the slices in it. Source: Chromium, `cc/metrics/compositor_frame_reporter.cc`. How it reports
//! scrolls is in `scrolls`.

mod pages;
mod scrolls;
mod stages;
mod verdicts;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

pub use scrolls::{JankReason, ScrollJank};
use stages::{Durations, Usual};
pub use stages::{SlowStage, thread_at_work, waited_for_in, waits_of_event};
pub use verdicts::Verdicts;

use super::args::ArgValue;
use super::frame_timeline::JankTag;
use super::ids::{SliceId, Upid};
use super::trace::Trace;
use super::worst_frames::{Badness, WorstIndex};
use crate::base::time::Dur;

/// The slice of each frame.
const CHROMIUM_FRAME: &str = "PipelineReporter";

/// A frame of which all was shown.
const GOOD: Badness = Badness::of_tag(false, JankTag::None);

/// A frame of which there was nothing to show.
const UNNEEDED: Badness = Badness::of_tag(false, JankTag::Unspecified);

/// What a frame lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The compositor's part was shown, without the update of the main thread.
    Partial,
    /// Nothing was shown.
    Dropped,
    /// It shows a part of a scroll, some vsyncs too late.
    Vsyncs(ScrollJank),
}

impl Lack {
    /// A scroll, whatever is said of it.
    pub const ANY_SCROLL: Self = Self::Vsyncs(ScrollJank {
        missed_vsyncs: None,
        reason: None,
    });

    /// Returns where frames that lack this are counted.
    const fn place(self) -> usize {
        match self {
            Self::Partial => 0,
            Self::Dropped => 1,
            Self::Vsyncs(_) => 2,
        }
    }

    /// Returns the tag of a frame of Android that has the same colour.
    pub const fn tag(self) -> JankTag {
        match self {
            Self::Partial => JankTag::Other,
            Self::Dropped => JankTag::Dropped,
            Self::Vsyncs(_) => JankTag::SelfJank,
        }
    }

    /// Returns what the lack is called on the screen.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Partial => "partial",
            Self::Dropped => "dropped",
            Self::Vsyncs(_) => "janky scroll",
        }
    }

    /// Returns the letter that shows the lack without colour.
    pub const fn letter(self) -> char {
        match self {
            Self::Partial => 'P',
            Self::Dropped => 'D',
            Self::Vsyncs(_) => 'S',
        }
    }
}

/// A frame that lacks something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChromiumFrame {
    /// The slice of the frame; for a janky scroll, the slice with Chromium's verdict.
    pub slice: SliceId,
    /// What it lacks.
    pub lacks: Lack,
    /// Whether Chromium says that it affects smoothness: something moved.
    pub affects_smoothness: bool,
    /// The number of the frame's `BeginFrame`, which its source counts.
    pub sequence: Option<i64>,
    /// The stage that exceeds its usual time the most, if one does by a tenth of the frame.
    pub slow: Option<SlowStage>,
    /// Whether any of its stages was recorded.
    pub has_stages: bool,
}

impl ChromiumFrame {
    /// The titles of [`Self::record`].
    pub const RECORD: [&str; 11] = [
        "ts",
        "dur",
        "frame_sequence",
        "state",
        "affects_smoothness",
        "missed_vsyncs",
        "jank_reason",
        "process",
        "slow_stage",
        "slow_stage_ns",
        "usual_ns",
    ];

    /// Returns how bad the frame is; good if it does not affect smoothness.
    const fn badness(&self) -> Badness {
        if self.affects_smoothness {
            Badness::of_tag(true, self.lacks.tag())
        } else {
            GOOD
        }
    }

    /// Returns what Chromium says of a janky scroll; nothing for other frames.
    pub fn scroll(&self) -> ScrollJank {
        match self.lacks {
            Lack::Vsyncs(jank) => jank,
            Lack::Partial | Lack::Dropped => ScrollJank::default(),
        }
    }

    /// Returns the frame as data. Times are in nanoseconds; what is not known is empty.
    pub fn record(&self, trace: &Trace) -> [String; Self::RECORD.len()] {
        let number = |n: Option<i64>| n.map_or_else(String::new, |n| n.to_string());
        let ns = |dur: Option<Dur>| number(dur.map(Dur::ns));
        let stage = self.slow.map(|slow| trace.text(slow.name).into_owned());
        let reason = self.scroll().reason.map(JankReason::text);
        [
            trace.slices.ts(self.slice).ns().to_string(),
            ns(trace.slices.dur(self.slice)),
            number(self.sequence),
            self.lacks.text().to_owned(),
            self.affects_smoothness.to_string(),
            number(self.scroll().missed_vsyncs),
            reason.unwrap_or_default().to_owned(),
            trace.owner_title(self.slice),
            stage.unwrap_or_default(),
            ns(self.slow.map(|slow| slow.dur)),
            ns(self.slow.and_then(|slow| slow.usual)),
        ]
    }
}

/// How many frames lack the same.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// All of them.
    all: usize,
    /// Those that affect smoothness.
    janky: usize,
}

/// What a trace tells of Chromium's frames.
#[derive(Clone, Debug, Default)]
pub struct ChromiumFrames {
    /// How many frames there are.
    pub n_frames: usize,
    /// How many of them do not say how they ended.
    pub n_unknown: usize,
    /// How many frames of scrolls are reported.
    pub n_scroll_frames: usize,
    /// Frames and janky scrolls that lack something, worst first: by whether they affect smoothness, then by
    /// the vsyncs that they missed, then dropped ones, then by duration.
    pub lacking: Vec<ChromiumFrame>,
    /// The slices of the janky ones, which are those that affect smoothness, by time.
    pub janky: Vec<SliceId>,
    /// The median duration of the frames of which all was shown.
    pub usual_dur: Option<Dur>,
    /// All frames that were shown in full or lack something, for the frame strip.
    pub by_time: WorstIndex,
    /// How bad each slice is that tells of a frame: the slice of a frame, the report of a scroll, and the
    /// event that a janky report is about.
    pub verdicts: Verdicts,
    /// How many of `lacking` there are of each [`Lack::place`].
    counts: [Counts; 3],
    /// The place in `lacking` of the frame that a slice tells of, by slice.
    tellers: Vec<(SliceId, u32)>,
    /// For each report of a scroll that is about an event, its slice and that of the event; sorted.
    events: Vec<(SliceId, SliceId)>,
    /// The addresses of the pages that each process showed.
    pages: BTreeMap<Upid, Vec<String>>,
}

impl ChromiumFrames {
    /// Returns whether there are any frames, be it only of scrolls.
    pub const fn are_any(&self) -> bool {
        self.n_frames + self.n_scroll_frames > 0
    }

    /// Returns how many frames were dropped.
    pub fn n_dropped(&self) -> usize {
        self.counts[Lack::Dropped.place()].all
    }

    /// Returns how many were shown without the main thread's part.
    pub fn n_partial(&self) -> usize {
        self.counts[Lack::Partial.place()].all
    }

    /// Returns how many frames of scrolls are janky.
    pub fn n_janky_scrolls(&self) -> usize {
        self.counts[Lack::ANY_SCROLL.place()].all
    }

    /// Returns how many janky frames lack what `lacks` does, however many vsyncs that is. O(1).
    pub fn n_janky(&self, lacks: Lack) -> usize {
        self.counts[lacks.place()].janky
    }

    /// Returns how many of those that were dropped or partial affect smoothness.
    pub fn n_unsmooth(&self) -> usize {
        self.n_janky(Lack::Dropped) + self.n_janky(Lack::Partial)
    }

    /// Returns the addresses of the last pages that a process showed, in the order of time.
    pub fn pages_of(&self, upid: Upid) -> &[String] {
        self.pages.get(&upid).map_or(&[], Vec::as_slice)
    }

    /// Returns the slice of the event that a report of a scroll is about. The stages of the event say where
    /// its time went.
    pub fn event_of(&self, report: SliceId) -> Option<SliceId> {
        let found = (self.events).binary_search_by_key(&report, |&(report, _)| report);
        found.ok().map(|at| self.events[at].1)
    }

    /// Returns the frame that lacks something and has this slice as its own, its report or its event. O(log
    /// n).
    pub fn told_by(&self, slice: SliceId) -> Option<&ChromiumFrame> {
        let found = (self.tellers).binary_search_by_key(&slice, |&(slice, _)| slice);
        self.lacking.get(self.tellers[found.ok()?].1 as usize)
    }

    /// Returns in a few words how many frames there are and how they ended.
    pub fn summary(&self) -> String {
        let unknown = match self.n_unknown {
            0 => String::new(),
            n => format!(", {n} without a state"),
        };
        let scrolls = match self.n_scroll_frames {
            0 => String::new(),
            n => format!(
                "; {} of {n} frames of scrolls are janky",
                self.n_janky_scrolls()
            ),
        };
        format!(
            "{} frames of Chromium: {} dropped, {} partial, {} affect smoothness{unknown}{scrolls}",
            self.n_frames,
            self.n_dropped(),
            self.n_partial(),
            self.n_unsmooth()
        )
    }
}

/// Returns whether a trace seems to have frames of Chromium, which is whether it knows a name of theirs.
pub fn are_likely(trace: &Trace) -> bool {
    let names = [CHROMIUM_FRAME, scrolls::SCROLL_JANK, scrolls::EVENT_LATENCY];
    names
        .iter()
        .any(|name| trace.strings.find(name.as_bytes()).is_some())
}

/// Returns all slices with a name. Looks at all slices, unless none has that name.
pub fn slices_named(trace: &Trace, name: &str) -> impl Iterator<Item = SliceId> {
    let name = trace.strings.find(name.as_bytes());
    let labels = trace.slices.labels().iter();
    let is_it: Vec<bool> = labels
        .map(|label| name.is_some() && label.name == name)
        .collect();
    // Without such a name no slice is looked at.
    let labels = if is_it.contains(&true) {
        trace.slices.label_column()
    } else {
        &[]
    };
    let labels = (0..).map(SliceId).zip(labels);
    labels.filter_map(move |(slice, &label)| is_it[label as usize].then_some(slice))
}

/// Returns the integer that an argument holds, if it does.
fn number(value: &ArgValue<'_>) -> Option<i64> {
    match *value {
        ArgValue::Int(n) => Some(n),
        ArgValue::Uint(n) => i64::try_from(n).ok(),
        _ => None,
    }
}

impl ChromiumFrames {
    /// Finds the frames of a trace; nothing if it was cancelled. Looks at the names of all slices, and
    /// reads the arguments of the frames.
    pub fn find(trace: &Trace, cancel: &AtomicBool) -> Option<Self> {
        let mut found = Self::among(trace, |_| true, cancel)?;
        found.pages = pages::find(trace, cancel)?;
        Some(found)
    }

    /// Finds the frames whose slices are asked for; what is usual of a stage is that of all. Pages are not found.
    pub fn among(
        trace: &Trace,
        is_asked: impl Fn(SliceId) -> bool,
        cancel: &AtomicBool,
    ) -> Option<Self> {
        let is_cancelled = || cancel.load(Ordering::Relaxed);
        let mut found = Self::default();
        let mut complete = Vec::new();
        let mut unneeded = Vec::new();
        for slice in slices_named(trace, CHROMIUM_FRAME) {
            if is_cancelled() {
                return None;
            }
            let told = Told::of(trace, slice);
            if is_asked(slice) {
                found.n_frames += 1;
            } else if !matches!(told.state, Some(State::PresentedAll)) {
                continue;
            }
            match told.state {
                None => found.n_unknown += 1,
                Some(State::PresentedAll) => complete.push(slice),
                Some(State::Lacks(lacks)) => found.lacking.push(ChromiumFrame {
                    slice,
                    lacks,
                    affects_smoothness: told.affects_smoothness,
                    sequence: told.sequence,
                    slow: None,
                    has_stages: false,
                }),
                Some(State::NoUpdateDesired) => unneeded.push(slice),
            }
        }
        let mut durations = Durations::default();
        for &frame in &complete {
            if is_cancelled() {
                return None;
            }
            durations.add(trace, frame);
        }
        let usual = Usual::of(durations);
        complete.retain(|&slice| is_asked(slice));
        for frame in &mut found.lacking {
            if is_cancelled() {
                return None;
            }
            let mut stages = trace.slices.children(frame.slice);
            frame.has_stages = stages.next().is_some();
            frame.slow = usual.slow_stage(trace, frame.slice);
        }
        let mut scrolls = scrolls::find(trace, cancel)?;
        scrolls.janky.retain(|frame| is_asked(frame.slice));
        scrolls.smooth.retain(|&slice| is_asked(slice));
        found.n_scroll_frames = scrolls.janky.len() + scrolls.smooth.len();
        found.events = scrolls.events;
        found.events.sort_unstable();
        found.lacking.extend(scrolls.janky);
        found.lacking.sort_by_cached_key(|frame| {
            let dur = trace.slices.dur(frame.slice);
            let missed_vsyncs = frame.scroll().missed_vsyncs;
            let is_dropped = frame.lacks == Lack::Dropped;
            let badness = Reverse((frame.affects_smoothness, missed_vsyncs, is_dropped, dur));
            (badness, trace.slices.order_key(frame.slice))
        });
        found.put_by_time(trace, &complete);
        complete.extend(scrolls.smooth);
        found.judge(&complete, &unneeded);
        Some(found)
    }

    fn put_by_time(&mut self, trace: &Trace, complete: &[SliceId]) {
        for frame in &self.lacking {
            let counts = &mut self.counts[frame.lacks.place()];
            counts.all += 1;
            counts.janky += usize::from(frame.affects_smoothness);
        }
        let janky = self.lacking.iter().filter(|frame| frame.affects_smoothness);
        self.janky = janky.map(|frame| frame.slice).collect();
        (self.janky).sort_by_key(|&slice| trace.slices.order_key(slice));
        let mut durs: Vec<Dur> = (complete.iter())
            .filter_map(|&slice| trace.slices.dur(slice))
            .collect();
        let middle = durs.len() / 2;
        if middle < durs.len() {
            self.usual_dur = Some(*durs.select_nth_unstable(middle).1);
        }
        let lacking = self.lacking.iter();
        let lacking = lacking.map(|frame| (frame.slice, frame.badness()));
        let complete = complete.iter().map(|&slice| (slice, GOOD));
        self.by_time = WorstIndex::of_slices(trace, complete.chain(lacking));
    }

    /// Notes how bad each slice is that tells of a frame, also where there was nothing to show.
    fn judge(&mut self, good: &[SliceId], unneeded: &[SliceId]) {
        let good = good.iter().map(|&slice| (slice, GOOD));
        let unneeded = unneeded.iter().map(|&slice| (slice, UNNEEDED));
        let mut told: Vec<(SliceId, Badness)> = good.chain(unneeded).collect();
        for (frame, at) in self.lacking.iter().zip(0..) {
            let event = self.event_of(frame.slice);
            for slice in std::iter::once(frame.slice).chain(event) {
                told.push((slice, frame.badness()));
                self.tellers.push((slice, at));
            }
        }
        self.verdicts = Verdicts::new(told);
        // If a slice tells of several frames, the first one stays, which is the worst.
        self.tellers.sort_unstable();
        self.tellers.dedup_by_key(|&mut (slice, _)| slice);
    }
}

/// How a frame ended: `ChromeFrameReporter.State`.
#[derive(Clone, Copy, Debug)]
enum State {
    /// There was nothing to show.
    NoUpdateDesired,
    /// All was shown.
    PresentedAll,
    /// Something was missing.
    Lacks(Lack),
}

impl State {
    /// Returns the state that an argument names.
    fn named(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"STATE_NO_UPDATE_DESIRED" => Self::NoUpdateDesired,
            b"STATE_PRESENTED_ALL" => Self::PresentedAll,
            b"STATE_PRESENTED_PARTIAL" => Self::Lacks(Lack::Partial),
            b"STATE_DROPPED" => Self::Lacks(Lack::Dropped),
            _ => return None,
        })
    }
}

/// What the arguments of a frame say.
#[derive(Debug, Default)]
struct Told {
    state: Option<State>,
    affects_smoothness: bool,
    sequence: Option<i64>,
}

impl Told {
    fn of(trace: &Trace, frame: SliceId) -> Self {
        let mut told = Self::default();
        trace.slice_args(frame, &mut |arg| {
            // `chrome_frame_reporter`, in newer versions `frame_reporter`; in JSON below `args`.
            let Some((message, field)) = arg.key.rsplit_once('.') else {
                return;
            };
            if !message.ends_with("frame_reporter") {
                return;
            }
            match (field, arg.value) {
                ("state", ArgValue::Str(text)) => told.state = State::named(&text),
                ("affects_smoothness", ArgValue::Bool(affects)) => {
                    told.affects_smoothness = affects;
                }
                ("frame_sequence", value) => told.sequence = number(&value),
                _ => {}
            }
        });
        told
    }
}
