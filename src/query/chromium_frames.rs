//! Frames of Chromium's compositor: those that were dropped or shown without a part of what they
//! should have had, and the stage in which each lost its time.
//!
//! Chromium reports a frame as a slice `PipelineReporter`. Its arguments say how the frame ended and
//! whether that affects smoothness, which is Chromium's own verdict and is not guessed here; its stages
//! are the slices in it. Source: Chromium, `cc/metrics/compositor_frame_reporter.cc`.

use std::cmp::Reverse;

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::base::time::Dur;
use crate::model::args::ArgValue;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;

/// The slice of each frame.
const CHROMIUM_FRAME: &str = "PipelineReporter";

/// What a stage takes beyond its usual time explains a frame if it is this part of it, or more.
const LEAST_SHARE: i64 = 10;

/// What a frame lacks, as `ChromeFrameReporter.State` tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The compositor's part was shown, without the update of the main thread.
    Partial,
    /// Nothing was shown.
    Dropped,
}

impl Lack {
    /// Returns how it is called on the screen.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Partial => "partial",
            Self::Dropped => "dropped",
        }
    }
}

/// A stage of a frame, or a part of one, that took longer than it usually does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowStage {
    /// Its name.
    pub name: StrId,
    /// How long it took.
    pub dur: Dur,
    /// How long it takes in half of the frames of which all was shown; `None` if it is in none of them.
    pub usual: Option<Dur>,
}

/// A frame that lacks something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChromiumFrame {
    /// Its slice.
    pub slice: SliceId,
    /// What it lacks.
    pub lacks: Lack,
    /// Whether Chromium says that it affects smoothness: something moved.
    pub affects_smoothness: bool,
    /// The number of its `BeginFrame`, which its source counts.
    pub sequence: Option<i64>,
    /// The stage that exceeds its usual time the most, if one does by a tenth of the frame.
    pub slow: Option<SlowStage>,
    /// Whether any of its stages was recorded.
    pub has_stages: bool,
}

/// What a trace tells of Chromium's frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChromiumFrames {
    /// How many frames there are.
    pub n_frames: usize,
    /// How many of them do not say how they ended.
    pub n_unknown: usize,
    /// Those that lack something: first those that affect smoothness, the longest first.
    pub lacking: Vec<ChromiumFrame>,
}

impl ChromiumFrames {
    /// Returns how many frames lack that.
    pub fn n_of(&self, lacks: Lack) -> usize {
        let frames = self.lacking.iter();
        frames.filter(|frame| frame.lacks == lacks).count()
    }

    /// Returns in a few words how many frames there are and how they ended.
    pub fn summary(&self) -> String {
        let [dropped, partial] = [Lack::Dropped, Lack::Partial]
            .map(|lacks| format!("{} {}", self.n_of(lacks), lacks.text()));
        let unsmooth = format!("{} affect smoothness", self.n_unsmooth());
        let unknown = match self.n_unknown {
            0 => String::new(),
            n => format!(", {n} without a state"),
        };
        format!(
            "{}: {dropped}, {partial}, {unsmooth}{unknown}",
            self.n_frames
        )
    }

    /// Returns how many affect smoothness.
    pub fn n_unsmooth(&self) -> usize {
        let frames = self.lacking.iter();
        frames.filter(|frame| frame.affects_smoothness).count()
    }
}

/// Returns whether a trace seems to have such frames: it knows their name. Takes no time.
pub fn are_likely(trace: &Trace) -> bool {
    trace.strings.find(CHROMIUM_FRAME.as_bytes()).is_some()
}

/// Returns the slices of all frames. Looks at all slices if one bears that name.
fn slices(trace: &Trace) -> impl Iterator<Item = SliceId> {
    let frame = trace.strings.find(CHROMIUM_FRAME.as_bytes());
    let labels = trace.slices.labels().iter();
    let is_frame: Vec<bool> = labels
        .map(|label| frame.is_some() && label.name == frame)
        .collect();
    // Without such a name no slice is looked at.
    let labels = if is_frame.contains(&true) {
        trace.slices.label_column()
    } else {
        &[]
    };
    let labels = (0..).map(SliceId).zip(labels);
    labels.filter_map(move |(slice, &label)| is_frame[label as usize].then_some(slice))
}

/// Returns what the trace tells of its frames, unless it is cancelled. Reads the arguments of all of
/// them.
pub fn find(trace: &Trace, is_cancelled: &dyn Fn() -> bool) -> Option<ChromiumFrames> {
    let mut found = ChromiumFrames::default();
    let mut usual: HashMap<StrId, Vec<Dur>> = HashMap::new();
    for slice in slices(trace) {
        if is_cancelled() {
            return None;
        }
        found.n_frames += 1;
        let told = Told::of(trace, slice);
        match told.state {
            None => found.n_unknown += 1,
            Some(State::PresentedAll) => {
                for stage in trace.slices.children(slice) {
                    let parts = trace.slices.children(stage);
                    for (name, dur) in timed(trace, parts.chain([stage])) {
                        usual.entry(name).or_default().push(dur);
                    }
                }
            }
            Some(State::Lacks(lacks)) => found.lacking.push(ChromiumFrame {
                slice,
                lacks,
                affects_smoothness: told.affects_smoothness,
                sequence: told.sequence,
                slow: None,
                has_stages: false,
            }),
            Some(State::NoUpdateDesired) => {}
        }
    }
    let middle = |(name, mut durs): (StrId, Vec<Dur>)| {
        let middle = durs.len() / 2;
        (name, *durs.select_nth_unstable(middle).1)
    };
    let usual = Usual(usual.into_iter().map(middle).collect());
    for frame in &mut found.lacking {
        let mut stages = trace.slices.children(frame.slice);
        frame.has_stages = stages.next().is_some();
        frame.slow = usual.slow_stage(trace, frame.slice);
    }
    found.lacking.sort_by_cached_key(|frame| {
        let dur = trace.slices.dur(frame.slice);
        let badness = Reverse((frame.affects_smoothness, dur));
        (badness, trace.slices.order_key(frame.slice))
    });
    Some(found)
}

/// Returns the names and durations of slices that have both.
fn timed(
    trace: &Trace,
    slices: impl Iterator<Item = SliceId>,
) -> impl Iterator<Item = (StrId, Dur)> {
    slices.filter_map(|slice| Some((trace.slices.name(slice)?, trace.slices.dur(slice)?)))
}

/// How long the stages and their parts usually take, by name.
struct Usual(HashMap<StrId, Dur>);

impl Usual {
    /// Returns the stage of a frame that exceeds its usual time the most, or the part of it to which
    /// more than half of that is due; none where that explains little of the frame.
    fn slow_stage(&self, trace: &Trace, frame: SliceId) -> Option<SlowStage> {
        let slices = &trace.slices;
        let (slow, excess) = self.slowest(trace, slices.children(frame))?;
        let whole = slices.dur(frame).map_or(0, Dur::ns);
        if excess < whole / LEAST_SHARE {
            return None;
        }
        // Stages do not repeat within a frame.
        let is_it = |&stage: &SliceId| slices.name(stage) == Some(slow.name);
        let stage = slices.children(frame).find(is_it)?;
        Some(match self.slowest(trace, slices.children(stage)) {
            Some((part, of_part)) if of_part > excess / 2 => part,
            _ => slow,
        })
    }

    /// Returns the slice that exceeds its usual time the most, the first of several, and by how many
    /// nanoseconds.
    fn slowest(
        &self,
        trace: &Trace,
        slices: impl Iterator<Item = SliceId>,
    ) -> Option<(SlowStage, i64)> {
        let mut slowest: Option<(SlowStage, i64)> = None;
        for (name, dur) in timed(trace, slices) {
            let usual = self.0.get(&name).copied();
            let excess = dur.ns().saturating_sub(usual.map_or(0, Dur::ns));
            if excess > slowest.map_or(0, |(_, most)| most) {
                slowest = Some((SlowStage { name, dur, usual }, excess));
            }
        }
        slowest
    }
}

/// How a frame ended: `ChromeFrameReporter.State`.
#[derive(Clone, Copy, Debug)]
enum State {
    /// There was nothing to show.
    NoUpdateDesired,
    /// All was shown.
    PresentedAll,
    /// Not all that there was.
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
                ("frame_sequence", ArgValue::Int(n)) => told.sequence = Some(n),
                ("frame_sequence", ArgValue::Uint(n)) => told.sequence = i64::try_from(n).ok(),
                _ => {}
            }
        });
        told
    }
}
