//! The critical path of a frame: which stage its end depended on, walked backwards.
//!
//! From the end of the frame: the stage that is open there is on the path, back to its start;
//! where several are open the one furthest down the pipeline wins, and of those the one that
//! started last. Where none is open the frame waits for the stage that comes next, back to the
//! end of the stage before. So a GPU that finished before `DrawFrames` is not on the path.
//! While the thread still works on an earlier frame, the frame waits behind that one. Where no slice is known
//! to be of the frame, the main thread of its process is taken for the path; that thread is on an earlier
//! frame of the layer from when that frame began until the next one did.

use super::links::{FrameLinks, same_layer};
use super::{Missing, Stage};
use crate::base::time::{TimeSpan, Ts};
use crate::model::frame_slices::{FrameWork, frame_work};
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::{SliceId, TrackId, Upid, Utid};
use crate::model::trace::Trace;

/// How many slices of one frame are looked at: a real one has fewer than ten.
const ACTIVITIES_MAX: usize = 512;

/// How many slices of a thread are looked at for an earlier frame.
const EARLIER_MAX: usize = 4096;

/// A stretch of the critical path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Segment {
    /// From when to when.
    pub(super) span: TimeSpan,
    /// Which stage.
    pub(super) stage: Stage,
    /// The thread that works, or that is waited for, and the track of its slices.
    pub(super) thread: Option<(Utid, Option<TrackId>)>,
    /// The slice of the stage, of an earlier frame too; none while waiting for anything else.
    pub(super) slice: Option<SliceId>,
    /// The work on an earlier frame that the frame waits behind, or that earlier frame; for a dropped frame,
    /// the frame that was shown instead.
    pub(super) behind: Option<SliceId>,
    /// Why nothing is known of the segment, if there is no thread.
    pub(super) missing: Missing,
}

/// A slice that works on the frame.
#[derive(Clone, Copy, Debug)]
struct Activity {
    stage: Stage,
    slice: SliceId,
    start: Ts,
    end: Ts,
}

/// Returns the span to explain: from the expected start, else the first sign of the frame, to
/// its end, or as long as it can have lasted if that was lost, or to the end of the trace if it has none.
pub(super) fn span(trace: &Trace, frame: &ActualFrame, links: &FrameLinks) -> TimeSpan {
    let end = trace.slices.over_by(frame.slice);
    let end = end.unwrap_or(trace.known_until());
    let first = signs(frame, links)
        .map(|slice| trace.slices.ts(slice))
        .min();
    let own = trace.slices.ts(frame.slice);
    let start = match (links.expected, first) {
        (Some(expected), _) => trace.slices.ts(expected),
        (None, Some(first)) if frame.is_expired() => first,
        (None, first) => first.map_or(own, |first| first.min(own)),
    };
    TimeSpan::new(start.min(end), end)
}

/// Returns whether the trace tells when a frame began.
pub(super) fn is_start_known(frame: &ActualFrame, links: &FrameLinks) -> bool {
    !frame.is_expired() || links.expected.is_some() || signs(frame, links).next().is_some()
}

/// Returns the slices that work on a frame.
fn signs(frame: &ActualFrame, links: &FrameLinks) -> impl Iterator<Item = SliceId> {
    let lists = match frame.surface_token {
        Some(_) => [&links.do_frames, &links.draw_frames],
        None => [&links.commits, &links.composites],
    };
    lists.into_iter().flatten().copied()
}

/// Returns the segments that tile `span`, in the order of time.
pub(super) fn critical_path(
    trace: &Trace,
    frame: &ActualFrame,
    links: &FrameLinks,
    span: TimeSpan,
) -> Vec<Segment> {
    let is_display = frame.surface_token.is_none();
    if !is_start_known(frame, links) {
        return vec![Segment {
            span,
            stage: Stage::Tail,
            thread: None,
            slice: None,
            behind: None,
            missing: Missing::Start,
        }];
    }
    let activities = activities(trace, links, is_display, span);
    if activities.is_empty()
        && let Some(main) = main_thread(trace, frame.upid)
    {
        return guessed(trace, frame, main, span);
    }
    let is_drawn = activities.iter().any(|it| it.stage == Stage::Draw);
    let has_gpu = activities.iter().any(|it| it.stage == Stage::Gpu);
    let (stage, missing) = match (activities.is_empty(), is_display) {
        (true, _) => (Stage::Untold, Missing::Slices),
        (false, true) => (Stage::Tail, Missing::Display),
        (false, false) if frame.is_dropped() => (Stage::Queued, Missing::Handover),
        (false, false) if is_drawn && !has_gpu => (Stage::Tail, Missing::Gpu),
        // Without drawing there is nothing for the GPU to finish.
        (false, false) => (Stage::Tail, Missing::Handover),
    };
    let queued = stage == Stage::Queued;
    let tail = |span| Segment {
        span,
        stage,
        thread: None,
        slice: queued.then_some(frame.slice),
        behind: links.instead,
        missing,
    };
    let mut segments: Vec<Segment> = Vec::new();
    let mut next: Option<Activity> = None;
    let mut at = span.end();
    while at > span.start() {
        let open = activities
            .iter()
            .filter(|a| a.start < at && at <= a.end)
            .max_by_key(|a| (a.stage, a.start));
        if let Some(&activity) = open {
            let start = activity.start.max(span.start());
            segments.push(Segment {
                span: TimeSpan::new(start, at),
                stage: activity.stage,
                thread: thread_of(trace, activity.slice),
                slice: Some(activity.slice),
                behind: None,
                missing: Missing::Scheduling,
            });
            at = start;
            next = Some(activity);
            continue;
        }
        let before = activities
            .iter()
            .filter(|a| a.end < at)
            .map(|a| a.end)
            .max()
            .map_or(span.start(), |end| end.max(span.start()));
        let span = TimeSpan::new(before, at);
        match next {
            Some(next) => wait(trace, next, span, &mut segments),
            None => segments.push(tail(span)),
        }
        at = before;
    }
    segments.reverse();
    segments
}

/// Returns the path of a frame of which no slice is known: what the main thread did, which was on
/// earlier frames before this one began.
fn guessed(
    trace: &Trace,
    frame: &ActualFrame,
    main: (Utid, Option<TrackId>),
    span: TimeSpan,
) -> Vec<Segment> {
    let began = trace.slices.ts(frame.slice);
    let mut earlier: Vec<(Ts, Ts, SliceId)> = same_layer(trace, frame)
        // A frame that began late has a lower token than frames made before it, so that tokens tell no order.
        .filter(|other| other.token() != frame.token())
        .filter_map(|other| {
            let start = trace.slices.ts(other.slice);
            Some((start, trace.slices.end(other.slice)?, other.slice))
        })
        .filter(|&(start, end, _)| start < began && end > span.start())
        .collect();
    earlier.sort_unstable();
    let mut segments = Vec::new();
    let mut at = span.start();
    let mut push = |to: Ts, behind: Option<SliceId>| {
        if at < to {
            segments.push(Segment {
                span: TimeSpan::new(at, to),
                stage: match behind {
                    Some(_) => Stage::EarlierMain,
                    None => Stage::MainThread,
                },
                thread: Some(main),
                slice: None,
                behind,
                missing: Missing::Slices,
            });
            at = to;
        }
    };
    // A frame ends when it is drawn; the main thread goes on to the next frame before that.
    let next = earlier.iter().skip(1).map(|&(start, ..)| start);
    for (&(start, end, slice), next) in earlier.iter().zip(next.chain([began])) {
        let last = span.end().min(next);
        push(start.min(last), None);
        push(end.min(last), Some(slice));
    }
    push(span.end(), None);
    segments
}

/// Appends the segments in which the frame waits for `next`, the last one first.
fn wait(trace: &Trace, next: Activity, span: TimeSpan, segments: &mut Vec<Segment>) {
    let (stage, behind, missing) = match next.stage {
        Stage::DoFrame => (
            Stage::WaitUi,
            Some((FrameWork::DoFrame, Stage::EarlierDoFrame)),
            Missing::Scheduling,
        ),
        Stage::Draw => (
            Stage::WaitRender,
            Some((FrameWork::DrawFrame, Stage::EarlierDraw)),
            Missing::Scheduling,
        ),
        Stage::Gpu => (Stage::Gpu, None, Missing::Gpu),
        _ => (Stage::WaitSurfaceFlinger, None, Missing::Scheduling),
    };
    let thread = thread_of(trace, next.slice);
    let mut push = |from, to, stage, slice| {
        if from < to {
            segments.push(Segment {
                span: TimeSpan::new(from, to),
                stage,
                thread,
                slice,
                behind: slice,
                missing,
            });
        }
    };
    let mut at = span.end();
    if let Some((work, behind)) = behind {
        for (slice, open) in work_on(trace, next.slice, work, span).into_iter().rev() {
            push(open.end(), at, stage, None);
            push(open.start(), open.end(), behind, Some(slice));
            at = open.start();
        }
    }
    push(span.start(), at, stage, None);
}

/// Returns the work on frames on the thread of `next` in `span`, in the order of time: while that has not begun,
/// it is work on earlier ones.
pub(super) fn work_on(
    trace: &Trace,
    next: SliceId,
    work: FrameWork,
    span: TimeSpan,
) -> Vec<(SliceId, TimeSpan)> {
    let slices = &trace.slices;
    let track = slices.track_of(next);
    let on_depth = |depth| {
        let slices = slices.at_depth(track, depth);
        let first = slices.n_before(span.start()).saturating_sub(1);
        let last = slices.n_before(span.end()).min(first + EARLIER_MAX);
        (first..last).map(move |at| slices.id(at))
    };
    let is_work = |slice: &SliceId| {
        let name = slices.name(*slice).map(|name| trace.bytes(name));
        name.and_then(frame_work).is_some_and(|(is, _)| is == work)
    };
    let open = |slice| {
        let end = slices.over_by(slice).unwrap_or(span.end());
        let open = TimeSpan::new(slices.ts(slice), end);
        open.overlaps(span).then(|| (slice, open.clamped_to(span)))
    };
    let mut found: Vec<(SliceId, TimeSpan)> = Vec::new();
    for depth in 0..=slices.depth_of(next) {
        let here = on_depth(depth).filter(is_work).filter_map(open);
        // Work that lies in other work is told by that, unless that was over and its end was lost.
        let n_outer = found.len();
        for one in here {
            let is_inner = |outer: &(SliceId, TimeSpan)| outer.1.overlaps(one.1);
            if !found[..n_outer].iter().any(is_inner) {
                found.push(one);
            }
        }
        let is_lost = |&(slice, _): &(SliceId, TimeSpan)| slices.dur(slice).is_none();
        let goes_on = n_outer == found.len() || found[n_outer..].iter().any(is_lost);
        if !goes_on || found.len() >= EARLIER_MAX {
            break;
        }
    }
    found.sort_by_key(|(_, open)| open.start());
    found
}

/// Returns the main thread of a process, if the trace tells what it did: most applications draw there.
fn main_thread(trace: &Trace, upid: Upid) -> Option<(Utid, Option<TrackId>)> {
    let main = trace.main_thread(upid)?;
    let track = trace.thread_index().track_of(main);
    let is_told = track.is_some() || !trace.sched.of_thread(main).is_empty();
    is_told.then_some((main, track))
}

pub(super) fn thread_of(trace: &Trace, slice: SliceId) -> Option<(Utid, Option<TrackId>)> {
    Some((trace.utid_of(slice)?, Some(trace.slices.track_of(slice))))
}

/// Returns the slices that work on the frame and touch `span`; a slice without an end lasts as long as
/// `span`, if it can.
fn activities(
    trace: &Trace,
    links: &FrameLinks,
    is_display: bool,
    span: TimeSpan,
) -> Vec<Activity> {
    let stages: [(Stage, &[SliceId]); 3] = if is_display {
        [
            (Stage::Commit, &links.commits),
            (Stage::Composite, &links.composites),
            (Stage::Gpu, &[]),
        ]
    } else {
        [
            (Stage::DoFrame, &links.do_frames),
            (Stage::Draw, &links.draw_frames),
            (Stage::Gpu, &links.gpu),
        ]
    };
    stages
        .into_iter()
        .flat_map(|(stage, slices)| slices.iter().map(move |&slice| (stage, slice)))
        .map(|(stage, slice)| Activity {
            stage,
            slice,
            start: trace.slices.ts(slice),
            end: trace.slices.over_by(slice).unwrap_or(span.end()),
        })
        .filter(|a| a.start < span.end() && a.end > span.start() && a.start < a.end)
        .take(ACTIVITIES_MAX)
        .collect()
}
