//! Frames of Chromium's compositor: those that were dropped, shown without a part of what they should
//! have had, or too late for a scroll, and the stage in which each lost its time.
//!
//! Chromium reports a frame as a slice `PipelineReporter`, or as two if the compositor sent its part ahead of
//! that of the main thread: they are one frame, as in Chromium's own numbers. Their arguments say how the frame
//! ended and whether that affects smoothness, which is Chromium's own verdict and is not guessed here; its stages
//! are the slices in them. Source: Chromium, `cc/metrics/compositor_frame_reporter.cc` and `frame_info.cc`. How
//! it reports scrolls is in `scrolls`.

mod pages;
mod scrolls;
mod stages;
mod verdicts;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

pub use scrolls::{JankReason, JankReasons, ScrollJank};
use stages::{Durations, Usual};
pub use stages::{SlowStage, thread_at_work, threads_of_frame, waited_for_in, waits_of_event};
pub use verdicts::Verdicts;

use super::args::ArgValue;
use super::frame_timeline::JankTag;
use super::ids::{SliceId, Upid};
use super::trace::Trace;
use super::worst_frames::{Badness, WorstIndex};
use crate::base::time::{Dur, Ts};

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
        reasons: JankReasons::NONE,
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
    /// The slice of the frame, of several reports that with the slow stage; for a janky scroll, the slice with
    /// Chromium's verdict.
    pub slice: SliceId,
    /// Another report of the frame: of the compositor's part, or of the main thread's.
    pub other: Option<SliceId>,
    /// The report that says that all was shown, where another says what the frame lacks.
    pub presented: Option<SliceId>,
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
    /// Whether no work on it ever began: Chromium reports afterwards what it was given no time for, as a frame
    /// with one stage that says nothing.
    pub is_backfilled: bool,
}

impl ChromiumFrame {
    /// The titles of [`Self::record`].
    pub const RECORD: [&str; 12] = [
        "ts",
        "dur",
        "frame_sequence",
        "state",
        "affects_smoothness",
        "missed_vsyncs",
        "jank_reasons",
        "backfilled",
        "process",
        "slow_stage",
        "slow_stage_ns",
        "usual_ns",
    ];

    /// Returns whether a slice that tells of the frame is a report of it without the slow stage that is told.
    pub fn is_other_report(&self, trace: &Trace, slice: SliceId) -> bool {
        slice != self.slice && trace.slices.name(slice) == trace.slices.name(self.slice)
    }

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
        [
            trace.slices.ts(self.slice).ns().to_string(),
            ns(trace.slices.dur(self.slice)),
            number(self.sequence),
            self.lacks.text().to_owned(),
            self.affects_smoothness.to_string(),
            number(self.scroll().missed_vsyncs),
            self.scroll().reasons.text(),
            self.is_backfilled.to_string(),
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
    /// How many of them changed nothing: Chromium counts these as shown in time, whenever they were.
    pub n_without_damage: usize,
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

    /// Returns how many frames of scrolls are judged by when they were shown.
    pub fn n_judged_scrolls(&self) -> usize {
        self.n_scroll_frames.saturating_sub(self.n_without_damage)
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
            n => {
                let n_janky = self.n_janky_scrolls();
                let are = if n_janky == 1 { "is" } else { "are" };
                let unchanged = match self.n_without_damage {
                    0 => String::new(),
                    n => format!(", {n} changed nothing and count as in time"),
                };
                format!("; {n_janky} of {n} frames of scrolls {are} janky{unchanged}")
            }
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
        let reports = Report::all(trace, cancel)?;
        let frames = || reports.chunk_by(Report::is_of_frame_of);
        let mut durations = Durations::default();
        for reports in frames() {
            if is_cancelled() {
                return None;
            }
            if matches!(State::worst_of(reports), Some(State::PresentedAll)) {
                for report in reports {
                    durations.add(trace, report.slice);
                }
            }
        }
        let usual = Usual::of(durations);
        let (mut complete, mut good, mut unneeded) = (Vec::new(), Vec::new(), Vec::new());
        let mut others = Vec::new();
        for reports in frames() {
            if is_cancelled() {
                return None;
            }
            if !reports.iter().any(|report| is_asked(report.slice)) {
                continue;
            }
            found.n_frames += 1;
            let slices = reports.iter().map(|report| report.slice);
            match State::worst_of(reports) {
                None => found.n_unknown += 1,
                Some(State::PresentedAll) => {
                    complete.extend(slices.clone().max_by_key(|&slice| trace.slices.dur(slice)));
                    good.extend(slices);
                }
                Some(State::Lacks(lacks)) => {
                    let frame = of_reports(trace, reports, lacks, &usual);
                    let slices = slices.filter(|&slice| slice != frame.slice);
                    others.extend(slices.map(|slice| (slice, frame.slice)));
                    found.lacking.push(frame);
                }
                Some(State::NoUpdateDesired) => unneeded.extend(slices),
            }
        }
        let mut scrolls = scrolls::find(trace, cancel)?;
        scrolls.janky.retain(|frame| is_asked(frame.slice));
        scrolls.smooth.retain(|&slice| is_asked(slice));
        scrolls.without_damage.retain(|&slice| is_asked(slice));
        found.n_without_damage = scrolls.without_damage.len();
        found.n_scroll_frames =
            scrolls.janky.len() + scrolls.smooth.len() + scrolls.without_damage.len();
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
        good.extend(scrolls.smooth);
        unneeded.extend(scrolls.without_damage);
        found.judge(&good, &unneeded, &others);
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

    /// Notes how bad each slice is that tells of a frame, also where there was nothing to show. `others` are
    /// further reports of frames, each with the slice of its frame.
    fn judge(&mut self, good: &[SliceId], unneeded: &[SliceId], others: &[(SliceId, SliceId)]) {
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
        // If a slice tells of several frames, the first one stays, which is the worst.
        self.tellers.sort_unstable();
        self.tellers.dedup_by_key(|&mut (slice, _)| slice);
        let mut more = Vec::new();
        for &(report, frame) in others {
            let found = (self.tellers).binary_search_by_key(&frame, |&(slice, _)| slice);
            if let Ok(found) = found {
                let at = self.tellers[found].1;
                told.push((report, self.lacking[at as usize].badness()));
                more.push((report, at));
            }
        }
        self.tellers.append(&mut more);
        self.tellers.sort_unstable();
        self.verdicts = Verdicts::new(told);
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

    /// Returns the worst state that reports of a frame say.
    fn worst_of(reports: &[Report]) -> Option<Self> {
        let states = reports.iter().map(|report| report.told.state);
        states.max_by_key(|&state| Self::rank(state)).flatten()
    }

    /// Returns how bad a state is, beside others.
    const fn rank(state: Option<Self>) -> u8 {
        match state {
            None => 0,
            Some(Self::NoUpdateDesired) => 1,
            Some(Self::PresentedAll) => 2,
            Some(Self::Lacks(Lack::Partial)) => 3,
            Some(Self::Lacks(_)) => 4,
        }
    }
}

/// One report of a frame.
#[derive(Debug)]
struct Report {
    slice: SliceId,
    upid: Option<Upid>,
    ts: Ts,
    told: Told,
}

impl Report {
    /// Returns all reports, those of one frame beside each other; nothing if it was cancelled.
    fn all(trace: &Trace, cancel: &AtomicBool) -> Option<Vec<Self>> {
        let mut reports = Vec::new();
        for slice in slices_named(trace, CHROMIUM_FRAME) {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            reports.push(Self {
                slice,
                upid: trace.upid_of(slice),
                ts: trace.slices.ts(slice),
                told: Told::of(trace, slice),
            });
        }
        reports.sort_unstable_by_key(|report| (report.frame(), report.slice));
        Some(reports)
    }

    /// Returns what reports of a frame have in common: they all begin when the frame does.
    const fn frame(&self) -> (Ts, Option<Upid>, [Option<i64>; 3]) {
        let told = &self.told;
        (self.ts, self.upid, [told.sequence, told.source, told.host])
    }

    /// Returns whether another report is of the same frame. Where reports do not say which part of the pages they
    /// are of, as those of old versions, they may be of frames that several parts drew at once.
    fn is_of_frame_of(&self, other: &Self) -> bool {
        let is_known = self.told.sequence.is_some() && self.told.host.is_some();
        is_known && self.frame() == other.frame()
    }
}

/// Returns the frame of some reports, which lacks something.
fn of_reports(trace: &Trace, reports: &[Report], lacks: Lack, usual: &Usual) -> ChromiumFrame {
    let is_worst = |report: &&Report| State::rank(report.told.state);
    // Of several that are as bad the last one counts, be it here or below.
    let worst = reports.iter().max_by_key(is_worst);
    let is_backfilled = reports.iter().all(|report| report.told.is_backfilled);
    let slow = reports.iter().filter_map(|report| {
        let slow = usual.slow_stage(trace, report.slice)?;
        Some((report.slice, slow))
    });
    let slow = slow.max_by_key(|(_, slow)| slow.excess());
    let slow = slow.filter(|_| !is_backfilled);
    let slice = slow.map(|(slice, _)| slice);
    let slice = slice.or(worst.map(|report| report.slice));
    let slice = slice.unwrap_or(reports[0].slice);
    let mut slices = reports.iter().map(|report| report.slice);
    let presented = reports
        .iter()
        .find(|report| matches!(report.told.state, Some(State::PresentedAll)));
    ChromiumFrame {
        slice,
        other: slices.clone().find(|&other| other != slice),
        presented: presented.map(|report| report.slice),
        lacks,
        affects_smoothness: reports.iter().any(|report| report.told.affects_smoothness),
        sequence: reports[0].told.sequence,
        slow: slow.map(|(_, slow)| slow),
        has_stages: slices.any(|slice| trace.slices.children(slice).next().is_some()),
        is_backfilled,
    }
}

/// What the arguments of a report say.
#[derive(Debug, Default)]
struct Told {
    state: Option<State>,
    affects_smoothness: bool,
    sequence: Option<i64>,
    /// Who counts the frames.
    source: Option<i64>,
    /// Which part of the process's pages it is a frame of.
    host: Option<i64>,
    is_backfilled: bool,
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
                ("frame_source", value) => told.source = number(&value),
                ("layer_tree_host_id", value) => told.host = number(&value),
                ("frame_type", ArgValue::Str(text)) => told.is_backfilled = *text == *b"BACKFILL",
                _ => {}
            }
        });
        told
    }
}
