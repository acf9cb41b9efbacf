//! The stages of a frame or an event, and which of them took longer than usual.
//!
//! A stage is a slice inside that of its frame, and may have parts of its own. The usual time of a stage is
//! the median, by name, of frames that lack nothing. If no frame came of an event, its wait for the end of
//! the gesture does not count as time of a frame. Source: Chromium, `cc/metrics`,
//! `GetDispatchToTerminationBreakdownName`.

use hashbrown::HashMap;

use super::CHROMIUM_FRAME;
use super::scrolls::EVENT_LATENCY;
use crate::base::intern::StrId;
use crate::base::time::Dur;
use crate::model::ids::{SliceId, Upid, Utid};
use crate::model::trace::Trace;

/// A stage explains a frame if the time beyond its usual time is at least this part (1/n) of the frame.
const LEAST_SHARE: i64 = 10;

/// A stage of a frame, or a part of one, that took longer than it usually does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowStage {
    /// Its name.
    pub name: StrId,
    /// How long it took.
    pub dur: Dur,
    /// How long the stage takes in half of the frames that lack nothing; `None` if it is in none of them.
    pub usual: Option<Dur>,
}

impl SlowStage {
    /// Returns by how many nanoseconds it exceeded its usual time.
    pub(super) fn excess(&self) -> i64 {
        let usual = self.usual.map_or(0, Dur::ns);
        self.dur.ns().saturating_sub(usual)
    }
}

/// How long the stages and their parts took in frames that lack nothing, by name.
#[derive(Debug, Default)]
pub(super) struct Durations(HashMap<StrId, Vec<Dur>>);

impl Durations {
    /// Adds the stages of a frame that lacks nothing.
    pub(super) fn add(&mut self, trace: &Trace, frame: SliceId) {
        for stage in trace.slices.children(frame) {
            let parts = trace.slices.children(stage);
            for (name, dur) in timed(trace, parts.chain([stage])) {
                self.0.entry(name).or_default().push(dur);
            }
        }
    }
}

/// How long the stages and their parts usually take, by name.
#[derive(Debug)]
pub(super) struct Usual(HashMap<StrId, Dur>);

impl Usual {
    /// Returns the medians.
    pub(super) fn of(durations: Durations) -> Self {
        let middle = |(name, mut durs): (StrId, Vec<Dur>)| {
            let middle = durs.len() / 2;
            (name, *durs.select_nth_unstable(middle).1)
        };
        Self(durations.0.into_iter().map(middle).collect())
    }

    /// Returns the stage of a frame that exceeds its usual time the most, or a part of the stage if that part
    /// causes more than half of the excess. `None` if the excess explains little of the frame.
    pub(super) fn slow_stage(&self, trace: &Trace, frame: SliceId) -> Option<SlowStage> {
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

/// Which thread has to get a frame or an event through a stage, or a part of one.
#[derive(Clone, Copy)]
enum Worker {
    /// The main thread of the browser, which hands on input.
    Browser,
    /// The main thread of the frame's process.
    Main,
    /// The compositor's thread there.
    Compositor,
    /// The thread that puts the frames of all processes together.
    Viz,
}

impl Worker {
    /// Returns the thread that a stage waits for, by the name of the stage. Until a frame is sent to the main
    /// thread, that thread is still busy with an earlier one or with something else.
    fn of_stage(name: &[u8]) -> Option<Self> {
        // An event is also told from where it was handled to some stage of its frame.
        let until = name
            .strip_prefix(b"RendererMainFinishedTo")
            .or_else(|| name.strip_prefix(b"RendererCompositorFinishedTo"));
        Some(match until.unwrap_or(name) {
            b"GenerationToBrowserMain" => Self::Browser,
            b"BeginImplFrameToSendBeginMainFrame"
            | b"SendBeginMainFrameToCommit"
            | b"SendBeginMainFrame"
            | b"RendererCompositorToMain"
            | b"RendererMainProcessing" => Self::Main,
            // What ends with a commit is the main thread's, the commit itself is the compositor's.
            b"Commit" if until.is_some() => Self::Main,
            b"Commit"
            | b"EndCommit"
            | b"EndCommitToActivation"
            | b"Activation"
            | b"EndActivate"
            | b"EndActivateToSubmitCompositorFrame"
            | b"SubmitCompositorFrame"
            | b"BrowserMainToRendererCompositor"
            | b"GenerationToRendererCompositor"
            | b"RendererCompositorQueueingDelay"
            | b"RendererCompositorProcessing" => Self::Compositor,
            // The compositor is done with the event and waits until Viz asks for a frame.
            b"BeginImplFrame" if until.is_some() => Self::Viz,
            b"SubmitCompositorFrameToPresentationCompositorFrame"
            | b"SubmitToReceiveCompositorFrame"
            | b"ReceiveCompositorFrameToStartDraw"
            | b"StartDrawToSwapStart" => Self::Viz,
            _ => return None,
        })
    }

    /// Returns the thread, for a frame of a process.
    fn thread(self, trace: &Trace, upid: Upid) -> Option<Utid> {
        let named = |of: Option<Upid>, name: &[u8]| {
            let name = trace.strings.find(name)?;
            trace.thread_index().named(of, name)
        };
        let of_process = |name: &[u8]| named(Some(upid), name);
        let anywhere = |name: &[u8]| named(None, name);
        match self {
            Self::Browser => anywhere(b"CrBrowserMain"),
            Self::Main => of_process(b"CrRendererMain").or_else(|| trace.main_thread(upid)),
            Self::Compositor => of_process(b"Compositor"),
            Self::Viz => anywhere(b"VizCompositorThread"),
        }
    }
}

/// Returns the slice of a stage of a frame, or of a part of a stage, and the thread that the frame waits for
/// there. `None` if that is not known.
pub fn thread_at_work(trace: &Trace, frame: SliceId, stage: StrId) -> Option<(SliceId, Utid)> {
    let slices = &trace.slices;
    let stages = slices.children(frame);
    let parts = slices
        .children(frame)
        .flat_map(|stage| slices.children(stage));
    let slice = stages
        .chain(parts)
        .find(|&slice| slices.name(slice) == Some(stage))?;
    let worker = Worker::of_stage(trace.bytes(stage))?;
    Some((slice, worker.thread(trace, trace.upid_of(frame)?)?))
}

/// Returns the threads that frames of a process need, the first that a frame needs last.
pub fn threads_of_frame(trace: &Trace, frame: SliceId) -> impl Iterator<Item = Utid> {
    let upid = trace.upid_of(frame);
    let workers = [Worker::Viz, Worker::Compositor, Worker::Main].into_iter();
    workers.filter_map(move |worker| worker.thread(trace, upid?))
}

/// Returns the thread that a frame or an event of Chromium waits for in a slice, which is a stage of it.
/// `None` for all other slices.
pub fn waited_for_in(trace: &Trace, stage: SliceId) -> Option<Utid> {
    let worker = Worker::of_stage(trace.bytes(trace.slices.name(stage)?))?;
    let whole = trace.slices.parent(stage)?;
    let is_whole = [CHROMIUM_FRAME, EVENT_LATENCY].map(str::as_bytes);
    let name = trace.bytes(trace.slices.name(whole)?);
    if !is_whole.contains(&name) {
        return None;
    }
    worker.thread(trace, trace.upid_of(stage)?)
}

/// Returns the stages that made an event of Chromium long, in the order of time, and the threads that it
/// waited for in them, as far as they are known; none of other slices.
pub fn waits_of_event(trace: &Trace, event: SliceId) -> Vec<(SliceId, Option<Utid>)> {
    let slices = &trace.slices;
    let whole = slices.dur(event).map_or(0, Dur::ns);
    let is_event = slices
        .name(event)
        .is_some_and(|name| trace.bytes(name) == EVENT_LATENCY.as_bytes());
    if !is_event || whole == 0 {
        return Vec::new();
    }
    let is_long =
        |&stage: &SliceId| slices.dur(stage).map_or(0, Dur::ns) >= (whole / LEAST_SHARE).max(1);
    let long = slices.children(event).filter(is_long);
    long.map(|stage| (stage, waited_for_in(trace, stage)))
        .collect()
}

/// The end of the name of the stage that lasts until an event without a frame of its own is let go.
const UNTIL_LET_GO: &[u8] = b"ToTermination";

/// Returns the names and durations of slices that have both, and are stages on the way to the screen.
fn timed(
    trace: &Trace,
    slices: impl Iterator<Item = SliceId>,
) -> impl Iterator<Item = (StrId, Dur)> {
    let named =
        slices.filter_map(|slice| Some((trace.slices.name(slice)?, trace.slices.dur(slice)?)));
    named.filter(|&(name, _)| !trace.bytes(name).ends_with(UNTIL_LET_GO))
}
