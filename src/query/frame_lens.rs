//! The frame lens: everything that belongs to one frame's token, and where its time went.
//!
//! Links come from tokens and flows, as in the reference's `android/frames/timeline.sql`, the split of the time
//! from slices and, where there are any, thread states. The parts tile the span from
//! the expected start to the actual end exactly, and each carries its evidence. What
//! the trace cannot tell is [`PartKind::Unknown`] with the reason, never a guess.

mod asked;
mod blocker;
mod cause;
mod chain;
mod cpu;
mod explain;
mod links;
mod parts;
mod path;
mod shown;
mod startup;
#[cfg(test)]
mod tests;

use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::frame_slices::frame_work;
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::{FlowId, SliceId, ThreadStateId, Utid};
use crate::model::lost_ends::LostEnd;
use crate::model::trace::Trace;

pub use blocker::{Holder, holder, other_process};
pub use cause::{Cause, cause, cause_with};
pub use chain::{Chain, chain, chain_of_part};
pub use cpu::taker_ran;
pub use explain::{
    Explained, Room, StageTime, explain, explain_meanwhile, has_inside, has_stages, on_stack_of,
    span_of_slice,
};
pub use links::{FrameLinks, links, pacing, worked_on};
pub use shown::{Shown, shown_late};

/// A stage of a frame's way, in the order of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// What the main thread of the process did during the frame. This is a guess, as no slice tells which
    /// work was the frame's.
    MainThread,
    /// What the main thread did, also as a guess, while by their actual times it was on an earlier frame.
    EarlierMain,
    /// What a `RenderThread` of the process did while the main thread had nothing to do: a guess, too.
    MainRender,
    /// No work on the frame has begun: the UI thread has not come to it yet.
    WaitUi,
    /// The UI thread still works on an earlier frame.
    EarlierDoFrame,
    /// `doFrame` on the UI thread.
    DoFrame,
    /// Between `doFrame` and `DrawFrames`.
    WaitRender,
    /// `RenderThread` still draws an earlier frame.
    EarlierDraw,
    /// `DrawFrames` on `RenderThread`.
    Draw,
    /// The GPU still works on the frame.
    Gpu,
    /// A frame that was never shown waits until it is dropped.
    Queued,
    /// SurfaceFlinger has not begun yet.
    WaitSurfaceFlinger,
    /// SurfaceFlinger's main thread: commit.
    Commit,
    /// SurfaceFlinger's main thread: composite.
    Composite,
    /// All of a frame of which no slice is known.
    Untold,
    /// After the last slice that carries the token.
    Tail,
    /// The start of an app of which no process is known.
    Startup,
    /// An app is started whose process is not there yet.
    BeforeProcess,
    /// The process of the app is there and has not bound the application yet.
    ProcessStart,
    /// `bindApplication` on the main thread.
    BindApplication,
    /// A process that was there before waits for its activity.
    BeforeActivity,
    /// The activity is started and resumed, until the first frame.
    Activity,
    /// The first frame is drawn.
    AfterFirstFrame,
    /// No stage of a frame: any stretch of a thread.
    Stretch,
}

impl Stage {
    /// All stages of frames in the order of the pipeline, of which a frame may have several.
    pub const ALL: [Self; 16] = [
        Self::MainThread,
        Self::EarlierMain,
        Self::MainRender,
        Self::WaitUi,
        Self::EarlierDoFrame,
        Self::DoFrame,
        Self::WaitRender,
        Self::EarlierDraw,
        Self::Draw,
        Self::Gpu,
        Self::Queued,
        Self::WaitSurfaceFlinger,
        Self::Commit,
        Self::Composite,
        Self::Untold,
        Self::Tail,
    ];

    /// Returns whether it may be a stage of a frame.
    pub fn is_of_frame(self) -> bool {
        self <= Self::Tail
    }

    /// Returns whether the frame waits behind an earlier one.
    pub const fn is_earlier(self) -> bool {
        matches!(
            self,
            Self::EarlierMain | Self::EarlierDoFrame | Self::EarlierDraw
        )
    }

    /// Returns what the stage is called on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MainThread => "main thread?",
            Self::EarlierMain => "earlier frame?",
            Self::MainRender => "RenderThread?",
            Self::WaitUi => "before doFrame",
            Self::EarlierDoFrame => "earlier doFrame",
            Self::DoFrame => "doFrame",
            Self::WaitRender => "before DrawFrames",
            Self::EarlierDraw => "earlier DrawFrames",
            Self::Draw => "DrawFrames",
            Self::Gpu => "GPU",
            Self::Queued => "queued",
            Self::WaitSurfaceFlinger => "before SurfaceFlinger",
            Self::Commit => "commit",
            Self::Composite => "composite",
            Self::Untold => "frame",
            Self::Tail => "after the last slice",
            Self::Startup => "start",
            Self::BeforeProcess => "before the process",
            Self::ProcessStart => "process start",
            Self::BindApplication => "bindApplication",
            Self::BeforeActivity => "before the activity",
            Self::Activity => "activity",
            Self::AfterFirstFrame => "after first frame",
            Self::Stretch => "",
        }
    }
}

/// What blocks a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Blocker {
    /// A call into another process.
    Binder,
    /// A lock or monitor that another thread holds.
    Lock,
    /// The garbage collector.
    Gc,
    /// A fence, a buffer or the GPU.
    Buffer,
    /// The UI thread waits for `RenderThread`.
    RenderThread,
    /// Reading from or writing to storage.
    Io,
    /// A function of the kernel, whose name is known.
    Kernel,
    /// Another thread, which woke the blocked one.
    Thread,
    /// The system, which has not started the process yet.
    Process,
    /// The device, which was suspended: nothing ran.
    Suspend,
    /// No thread: the frame waits for a newer one that takes its place, or whatever else drops it.
    Drop,
    /// Nothing to do: the thread sleeps outside of any slice.
    Idle,
    /// A sleep of which the trace does not say for whom the thread waits.
    Unknown,
}

/// Why a part of the time is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Missing {
    /// Nothing tells when the frame began.
    Start,
    /// No slice of the frame's process carries its token.
    Slices,
    /// No process resumed an activity while the app started.
    Process,
    /// Nothing tells what the thread did: the trace has no scheduling of it here.
    Scheduling,
    /// Kernel events of the thread's CPU were lost.
    Lost,
    /// The thread's CPU was not recorded any more.
    NotRecorded,
    /// No slice of GPU work belongs to the frame.
    Gpu,
    /// Nothing tells when SurfaceFlinger got the frame that was ready.
    Handover,
    /// Nothing tells what happened after SurfaceFlinger composed.
    Display,
    /// The frame has too many parts to list.
    TooMany,
    /// There were too many steps from waker to waker to walk them all.
    TooManySteps,
}

impl Missing {
    /// Returns the reason as a sentence without a full stop.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Start => "its start is unknown, as its prediction had expired",
            Self::Slices => "no slice of this process carries its token",
            Self::Process => "no slice tells which process was started",
            Self::Scheduling => "no scheduling events of this thread",
            Self::Lost => "events of its CPU were lost",
            Self::NotRecorded => "scheduling was not recorded",
            Self::Gpu => "no slice tells when the GPU finished",
            Self::Handover => "no slice tells when SurfaceFlinger got it",
            Self::Display => "the display is not traced",
            Self::TooMany => "too many parts to list",
            Self::TooManySteps => "not looked into: too many steps",
        }
    }
}

/// What a thread did in a part of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartKind {
    /// The thread ran on a CPU.
    Running,
    /// A slice was open; without scheduling events nobody knows whether the thread ran.
    Busy,
    /// The thread waited for a CPU.
    Runnable,
    /// The thread waited for something else.
    Blocked(Blocker),
    /// The trace does not say what the thread did.
    Unknown(Missing),
}

/// A stretch of a frame's time.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The time of the part.
    pub span: TimeSpan,
    /// The stage that the frame was at.
    pub stage: Stage,
    /// What the thread did.
    pub kind: PartKind,
    /// The part in a few words: the slice that ran, or what the thread waited for. Not yet safe to show.
    pub label: String,
    /// The thread that the part is about.
    pub thread: Option<Utid>,
    /// Evidence: the slice on that thread.
    pub slice: Option<SliceId>,
    /// Evidence: the thread state.
    pub state: Option<ThreadStateId>,
    /// Evidence: the slice of another thread that this one waited for.
    pub peer: Option<SliceId>,
}

/// Parts of one thread, of the same kind, with the same label.
#[derive(Clone, Debug, PartialEq)]
pub struct PartGroup {
    /// The stage that the frame was at.
    pub stage: Stage,
    /// What the thread did.
    pub kind: PartKind,
    /// The parts in a few words; numbers in which they differ are ellipses.
    pub label: String,
    /// The thread that the parts are about.
    pub thread: Option<Utid>,
    /// How long the parts are together.
    pub dur: Dur,
    /// The indices of the parts in [`FrameLens::parts`], in the order of time.
    pub parts: Vec<usize>,
    /// The index of the longest part.
    pub longest: usize,
}

/// All about one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameLens {
    /// The frame's slice.
    pub frame: SliceId,
    /// The slices that belong to the frame.
    pub links: FrameLinks,
    /// The time that is explained: expected start (else the first sign of it) to actual end.
    pub span: TimeSpan,
    /// Whether the trace tells when the frame began; else `span` is what SurfaceFlinger made up.
    pub is_start_known: bool,
    /// What is known of the end of the frame if that was lost; then `span` ends as late as it can have.
    pub lost: Option<LostEnd>,
    /// When the frame was due.
    pub deadline: Option<Ts>,
    /// The work on earlier frames that this one waited behind, in the order of time; the earlier frames
    /// themselves if no slice is known to be work on a frame.
    pub earlier: Vec<SliceId>,
    /// How late the frame was in nanoseconds.
    pub late_ns: Option<i64>,
    /// Where the time went: the parts tile `span`.
    pub parts: Vec<Part>,
    /// The parts added up, longest first.
    pub groups: Vec<PartGroup>,
    /// Flows between the slices of the lens.
    pub flows: Vec<FlowId>,
}

impl FrameLens {
    /// Gathers what belongs to a frame. Cost: a few binary searches and a pass over the thread
    /// states and slices inside the frame.
    pub fn new(trace: &Trace, frame: &ActualFrame) -> Self {
        let links = links(trace, frame);
        let span = path::span(trace, frame, &links);
        let path = path::critical_path(trace, frame, &links, span);
        let parts = parts::parts(trace, &path, &links.draw_frames, parts::PARTS_MAX);
        let earlier = path.iter().filter(|segment| segment.stage.is_earlier());
        let earlier = earlier.filter_map(|segment| segment.behind);
        let mut earlier: Vec<SliceId> = earlier.chain(parts.behind.iter().copied()).collect();
        earlier.sort_by_key(|&slice| trace.slices.order_key(slice));
        earlier.dedup();
        let parts = parts::with_render_thread(trace, frame.upid, parts.into_list());
        let groups = group(&parts);
        let flows = links.flows(trace);
        Self {
            frame: frame.slice,
            span,
            is_start_known: path::is_start_known(frame, &links),
            lost: trace.slices.lost_end(frame.slice),
            deadline: trace.frames.deadline(trace, frame),
            late_ns: trace.frames.late_ns(trace, frame),
            earlier,
            parts,
            groups,
            flows,
            links,
        }
    }

    /// Returns whether the parts are what the main thread and perhaps `RenderThread` did, because nothing
    /// tells whose work that was.
    pub fn is_guess(&self) -> bool {
        let mut stages = self.parts.iter().map(|part| part.stage);
        stages.any(|stage| {
            matches!(
                stage,
                Stage::MainThread | Stage::EarlierMain | Stage::MainRender
            )
        })
    }

    /// Returns the name of the process in which the same frame was drawn, if that is another one: the parts are
    /// what its threads did.
    pub fn twin_process(&self, trace: &Trace) -> Option<String> {
        let twin = trace.frames.actual_of(self.links.twin?)?;
        Some(blocker::process_name(trace, twin.upid))
    }

    /// Returns the time spent at a stage.
    pub fn stage_dur(&self, stage: Stage) -> Dur {
        let parts = self.parts.iter().filter(|part| part.stage == stage);
        parts.fold(Dur::ZERO, |sum, part| sum.plus(part.span.dur()))
    }

    /// Returns the stages that took another time than in another frame, with the time here and there. Of two frames
    /// without slices the one stage of each is all of it, and left out.
    pub fn compared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (Stage, Dur, Dur)> + 'a {
        let durs = |stage| (stage, self.stage_dur(stage), other.stage_dur(stage));
        let differs = |&(stage, here, there): &(Stage, Dur, Dur)| {
            let is_all = stage == Stage::Untold && !here.is_zero() && !there.is_zero();
            here != there && !is_all
        };
        Stage::ALL.into_iter().map(durs).filter(differs)
    }

    /// Returns how long the frame waited behind earlier ones.
    pub fn earlier_dur(&self) -> Dur {
        let stages = Stage::ALL.iter().filter(|stage| stage.is_earlier());
        stages.fold(Dur::ZERO, |sum, &stage| sum.plus(self.stage_dur(stage)))
    }

    /// Returns the group that explains the frame best: the biggest one of the frame itself that is neither
    /// unknown nor idle.
    ///
    /// Time that `doFrame` and the like spend outside of their children says little, so it only
    /// counts if it is more than twice as long as anything else.
    pub fn biggest(&self) -> Option<&PartGroup> {
        let says_something = |group: &&PartGroup| {
            let is_told = !matches!(
                group.kind,
                PartKind::Unknown(_) | PartKind::Blocked(Blocker::Idle | Blocker::Drop)
            );
            is_told && !group.stage.is_earlier()
        };
        let groups = || self.groups.iter().filter(says_something);
        let own = groups().find(|group| group.is_own_time());
        let other = groups().find(|group| !group.is_own_time());
        match (own, other) {
            (Some(own), Some(other)) if own.dur.ns() / 2 <= other.dur.ns() => Some(other),
            (Some(own), _) => Some(own),
            (None, other) => other,
        }
    }
}

impl PartGroup {
    /// Returns whether the group is what the slice of a stage itself did, outside of its children.
    fn is_own_time(&self) -> bool {
        matches!(self.kind, PartKind::Running | PartKind::Busy)
            && matches!(
                self.stage,
                Stage::DoFrame | Stage::Draw | Stage::Commit | Stage::Composite
            )
            && frame_work(self.label.as_bytes()).is_some()
    }
}

/// Returns what the other side of a part waited for itself: a slice of a third thread.
pub fn behind(trace: &Trace, part: &Part) -> Option<SliceId> {
    blocker::behind(trace, part.peer?)
}

/// Returns a label without digits, so that `doFrame 131` and `doFrame 132` are the same thing, and so is the
/// `doFrame …` of both.
pub fn without_digits(label: &str) -> String {
    let stays = |c: &char| !c.is_ascii_digit() && *c != '…';
    label.chars().filter(stays).collect()
}

/// Returns a label with an ellipsis for each number, which stands for all labels that differ in numbers only.
pub fn with_any_numbers(label: &str) -> String {
    let mut all = String::with_capacity(label.len());
    for c in label.chars() {
        if !c.is_ascii_digit() {
            all.push(c);
        } else if !all.ends_with('…') {
            all.push('…');
        }
    }
    all
}

/// Returns two labels that are the same without digits as one, with an ellipsis for each number in which they
/// differ. The first may already stand for several.
pub fn with_what_differs(known: &str, other: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || c == '…';
    let runs = |label: &str| -> Vec<String> {
        let mut runs: Vec<String> = Vec::new();
        let mut before = None;
        for c in label.chars() {
            match runs.last_mut().filter(|_| before == Some(is_number(c))) {
                Some(run) => run.push(c),
                None => runs.push(c.to_string()),
            }
            before = Some(is_number(c));
        }
        runs
    };
    let (known, others) = (runs(known), runs(other));
    let is_alike = known.len() == others.len()
        && (known.iter().zip(&others))
            .all(|(a, b)| a == b || [a, b].iter().all(|run| run.starts_with(is_number)));
    if !is_alike {
        return with_any_numbers(other);
    }
    let mut all = String::with_capacity(other.len());
    for (a, b) in known.iter().zip(&others) {
        all.push_str(if a == b { a } else { "…" });
    }
    all
}

/// Adds parts up into groups, the longest first. For a frame all waits for a CPU are one group, which says
/// for how much of it a thread was preempted; for anything else each wait names the thread that took the CPU.
fn group(parts: &[Part]) -> Vec<PartGroup> {
    let mut places = hashbrown::HashMap::new();
    let mut groups: Vec<PartGroup> = Vec::new();
    let is_one_wait =
        |stage: Stage, kind: PartKind| kind == PartKind::Runnable && stage != Stage::Stretch;
    for (at, part) in parts.iter().enumerate() {
        let label = if is_one_wait(part.stage, part.kind) {
            String::new()
        } else if part.kind == PartKind::Blocked(Blocker::Lock) {
            // Who held a lock is what one wants to know of it, and threads of a pool differ in numbers only.
            part.label.clone()
        } else {
            without_digits(&part.label)
        };
        let key = (part.stage, part.kind, part.thread, label);
        let place = *places.entry(key).or_insert_with(|| {
            groups.push(PartGroup {
                stage: part.stage,
                kind: part.kind,
                label: part.label.clone(),
                thread: part.thread,
                dur: Dur::ZERO,
                parts: Vec::new(),
                longest: at,
            });
            groups.len() - 1
        });
        let group = &mut groups[place];
        group.dur = group.dur.plus(part.span.dur());
        group.parts.push(at);
        if part.label != group.label {
            group.label = with_what_differs(&group.label, &part.label);
        }
        if part.span.dur() > parts[group.longest].span.dur() {
            group.longest = at;
        }
    }
    for group in &mut groups {
        if is_one_wait(group.stage, group.kind) {
            group.label = wait_for_cpu(group.parts.iter().map(|&at| &parts[at]));
        }
    }
    groups.sort_by_key(|group| (std::cmp::Reverse(group.dur), group.parts[0]));
    groups
}

/// Returns the label of waits for a CPU: whether a thread was preempted for all or a part of it.
fn wait_for_cpu<'a>(waits: impl Iterator<Item = &'a Part>) -> String {
    let (mut all, mut preempted) = (Dur::ZERO, Dur::ZERO);
    for part in waits {
        all = all.plus(part.span.dur());
        if part.label.starts_with(parts::PREEMPTED) {
            preempted = preempted.plus(part.span.dur());
        }
    }
    if preempted.is_zero() {
        return parts::WAITING.to_owned();
    }
    if preempted == all {
        return format!("{}, {}", parts::PREEMPTED, parts::WAITING);
    }
    let percent = preempted.ns() as f64 * 100.0 / all.ns().max(1) as f64;
    format!("{}, {percent:.0} % after preemption", parts::WAITING)
}
