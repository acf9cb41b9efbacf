//! Splits the critical path by what each thread did: states first, then slices.
//!
//! Precedence, per stretch of a thread's time, where the device was not suspended:
//! 1. state `Running`: running, labelled by the innermost slice (at most 6 below the stage's);
//! 2. states `R`, `R+`: waiting for a CPU;
//! 3. any other state: blocked, on what [`super::blocker`] finds; but while the UI thread waits
//!    for the `RenderThread` that draws this frame, or still an earlier one, that one is on the path and is
//!    split instead;
//! 4. no state there, or only one that began before the last event: busy with the innermost slice, or blocked if that is one of the slices
//!    that only ever wait; unknown where there is no slice either.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::blocker::{self, Blocked};
use super::path::{self, Segment};
use super::{Blocker, Missing, Part, PartKind, Stage, cpu};
use crate::base::time::{TimeSpan, Ts};
use crate::model::frame_slices::{FrameWork, frame_work};
use crate::model::gaps::GapKind;
use crate::model::ids::{SliceId, ThreadStateId, TrackId, Upid, Utid};
use crate::model::sched::cpu_name;
use crate::model::trace::Trace;

/// How many depths below the slice of a stage its time is split by.
pub(super) const DEPTHS: usize = 6;

/// How many parts a frame may have; what is beyond is one part without explanation.
pub(super) const PARTS_MAX: usize = 4096;

/// Labels for a thread that could run, and for a thread whose CPU was taken.
pub(super) const WAITING: &str = "waiting for a CPU";
pub(super) const PREEMPTED: &str = "preempted";

/// What is said of any thread while nothing ran.
const SUSPENDED: &str = "the device was suspended";

/// What is said of a thread that gave its CPU away, also where the recorder does not tell that from being
/// preempted.
const YIELDED: &str = "its CPU went to";

/// Returns the parts of the path, which tile it; at most so many.
pub(super) fn parts(trace: &Trace, path: &[Segment], draws: &[SliceId], max: usize) -> Parts {
    let mut parts = Parts::up_to(max);
    for segment in path {
        match segment.thread {
            Some((utid, track)) => split(trace, (segment, draws), utid, track, &mut parts),
            None if segment.stage == Stage::Queued => parts.push(Part {
                kind: PartKind::Blocked(Blocker::Drop),
                label: "until it was dropped".to_owned(),
                slice: segment.slice,
                peer: segment.behind,
                ..unknown(segment.span, segment.stage, None, segment.missing)
            }),
            None if segment.stage == Stage::BeforeProcess => parts.push(Part {
                kind: PartKind::Blocked(Blocker::Process),
                label: "until its process began".to_owned(),
                slice: segment.slice,
                ..unknown(segment.span, segment.stage, None, segment.missing)
            }),
            None => parts.push(unknown(segment.span, segment.stage, None, segment.missing)),
        }
    }
    parts
}

/// How many threads called `RenderThread` are looked at: threads that it starts have its name at first.
const RENDER_THREADS_MAX: usize = 16;

/// Returns parts of which some are a guess, with the time in which the main thread was idle, or waited for an
/// answer, replaced by what the busiest `RenderThread` of the process did. Where that had nothing to do,
/// the time of the main thread stays.
pub(super) fn with_render_thread(trace: &Trace, upid: Upid, parts: Vec<Part>) -> Vec<Part> {
    let is_answer = |part: &Part| {
        let state = part.state.map(|state| trace.sched.state_row(state).state);
        let is_sleep = state.is_some_and(|state| !blocker::is_uninterruptible(trace.bytes(state)));
        part.kind == PartKind::Blocked(Blocker::Thread) && part.slice.is_none() && is_sleep
    };
    let gives_way = |part: &Part| {
        let is_idle = part.kind == PartKind::Blocked(Blocker::Idle);
        part.stage == Stage::MainThread && (is_idle || is_answer(part))
    };
    if !parts.iter().any(gives_way) {
        return parts;
    }
    let index = trace.thread_index();
    let is_render = |&utid: &Utid| {
        let name = trace.processes.thread(utid).name;
        name.is_some_and(|name| trace.bytes(name) == b"RenderThread")
    };
    let did = |utid: Utid| {
        let track = index.track_of(utid);
        let of = move |part: &Part| {
            let segment = Segment {
                span: part.span,
                stage: Stage::MainRender,
                thread: Some((utid, track)),
                slice: None,
                behind: None,
                missing: Missing::Scheduling,
            };
            let mut did = Parts::default();
            split(trace, (&segment, &[]), utid, track, &mut did);
            let mut did = did.list;
            did.retain(|part| {
                let is_nothing = matches!(
                    part.kind,
                    PartKind::Unknown(_) | PartKind::Blocked(Blocker::Idle)
                );
                !is_nothing && !is_of_a_frame(trace, track, part.span.start())
            });
            did
        };
        parts.iter().filter(|part| gives_way(part)).flat_map(of)
    };
    let render = index.of_process(upid).filter(is_render);
    let dids = render
        .take(RENDER_THREADS_MAX)
        .map(|utid| did(utid).collect::<Vec<Part>>());
    let busy = |did: &Vec<Part>| did.iter().map(|part| part.span.dur().ns()).sum::<i64>();
    // Of several threads that are equally busy the first counts.
    let Some(did) = dids.min_by_key(|did| Reverse(busy(did))) else {
        return parts;
    };
    let mut did = did.into_iter().peekable();
    let mut all = Parts::default();
    for part in parts {
        let mut at = part.span.start();
        while let Some(instead) = did.next_if(|did| did.span.start() < part.span.end()) {
            let span = TimeSpan::new(at, instead.span.start());
            at = instead.span.end();
            all.push(Part {
                span,
                ..part.clone()
            });
            all.push(instead);
        }
        let span = TimeSpan::new(at, part.span.end());
        all.push(Part { span, ..part });
    }
    all.list
}

/// Returns whether the slices of a track say that it works on a frame at an instant. That is another frame
/// than one that has to be guessed.
fn is_of_a_frame(trace: &Trace, track: Option<TrackId>, at: Ts) -> bool {
    let mut open = track
        .into_iter()
        .flat_map(|track| trace.slices.open_at(track, at));
    open.any(|slice| {
        let name = trace.slices.name(slice).map(|name| trace.bytes(name));
        name.and_then(frame_work).is_some()
    })
}

/// Appends what a thread did in one of its states, at a stage.
pub(super) fn of_state(
    trace: &Trace,
    stage: Stage,
    (utid, state): (Utid, ThreadStateId),
    span: TimeSpan,
    parts: &mut Parts,
) {
    let track = trace.thread_index().track_of(utid);
    let segment = Segment {
        span,
        stage,
        thread: Some((utid, track)),
        slice: None,
        behind: None,
        missing: Missing::Scheduling,
    };
    let piece = Piece {
        segment: &segment,
        draws: &[],
        utid,
        track,
        state: Some(state),
        missing: Missing::Scheduling,
    };
    awake(trace, piece, span, parts);
}

/// Parts in the order of time, up to a number of them.
#[derive(Debug)]
pub(super) struct Parts {
    list: Vec<Part>,
    max: usize,
    /// The `DrawFrames` of earlier frames for which the UI thread waited inside its own.
    pub(super) behind: Vec<SliceId>,
}

impl Default for Parts {
    fn default() -> Self {
        Self::up_to(PARTS_MAX)
    }
}

impl Parts {
    /// Returns no parts, with room for so many.
    pub(super) const fn up_to(max: usize) -> Self {
        Self {
            list: Vec::new(),
            max,
            behind: Vec::new(),
        }
    }

    /// Returns the parts as a list.
    pub(super) fn into_list(self) -> Vec<Part> {
        self.list
    }

    /// Appends a part, joined with the last one if only the time differs. What there is no room for is one part
    /// without explanation.
    pub(super) fn push(&mut self, part: Part) {
        if part.span.dur().is_zero() {
            return;
        }
        let is_full = self.list.len() >= self.max;
        if let Some(last) = self.list.last_mut() {
            let is_same = last.stage == part.stage
                && last.kind == part.kind
                && last.thread == part.thread
                && last.slice == part.slice
                && last.label == part.label;
            if is_same || is_full {
                last.span = TimeSpan::new(last.span.start(), part.span.end());
                if !is_same {
                    *last = unknown(last.span, last.stage, None, Missing::TooMany);
                }
                return;
            }
        }
        self.list.push(part);
    }
}

/// Returns a part of which nothing is known.
pub(super) fn unknown(
    span: TimeSpan,
    stage: Stage,
    thread: Option<Utid>,
    missing: Missing,
) -> Part {
    Part {
        span,
        stage,
        kind: PartKind::Unknown(missing),
        label: missing.reason().to_owned(),
        thread,
        slice: None,
        state: None,
        peer: None,
    }
}

/// What one piece of a segment is about.
#[derive(Clone, Copy)]
struct Piece<'a> {
    segment: &'a Segment,
    /// The `DrawFrames` of the frame, for which the UI thread may wait.
    draws: &'a [SliceId],
    utid: Utid,
    /// The track of its slices, if it has any.
    track: Option<TrackId>,
    state: Option<ThreadStateId>,
    /// What is missing where neither a state nor a slice tells what the thread did.
    missing: Missing,
}

fn split(
    trace: &Trace,
    (segment, draws): (&Segment, &[SliceId]),
    utid: Utid,
    track: Option<TrackId>,
    parts: &mut Parts,
) {
    let mut at = segment.span.start();
    let end = segment.span.end();
    let piece = |state| Piece {
        segment,
        draws,
        utid,
        track,
        state,
        missing: Missing::Scheduling,
    };
    let states = trace.sched.of_thread(utid);
    let first = states.partition_point(|&id| trace.sched.state_row(id).ts <= at);
    for &id in &states[first.saturating_sub(1)..] {
        let row = trace.sched.state_row(id);
        if row.ts >= end {
            break;
        }
        let row_end = trace.sched.state_end(id).unwrap_or(trace.known_until());
        let (from, to) = (row.ts.max(at), row_end.min(end));
        if from >= to {
            continue;
        }
        awake(trace, piece(None), TimeSpan::new(at, from), parts);
        awake(trace, piece(Some(id)), TimeSpan::new(from, to), parts);
        at = to;
    }
    awake(trace, piece(None), TimeSpan::new(at, end), parts);
}

/// Appends what a thread did in a span, or in one of its states, while the device was not suspended: then no
/// thread can do or wait for anything.
fn awake(trace: &Trace, piece: Piece<'_>, span: TimeSpan, parts: &mut Parts) {
    let machine = trace.processes.thread(piece.utid).machine;
    let suspends = trace.suspends().within(machine, span);
    let mut at = span.start();
    // With more of them there is no room for the parts either.
    for suspended in suspends.take(parts.max) {
        recorded(trace, piece, TimeSpan::new(at, suspended.start()), parts);
        parts.push(Part {
            span: suspended,
            stage: piece.segment.stage,
            kind: PartKind::Blocked(Blocker::Suspend),
            label: SUSPENDED.to_owned(),
            thread: Some(piece.utid),
            slice: None,
            state: piece.state,
            peer: None,
        });
        at = suspended.end();
    }
    recorded(trace, piece, TimeSpan::new(at, span.end()), parts);
}

/// Appends what a thread did in a span, or in one of its states, as far as that is known: where events of its CPU
/// were lost nothing is, and after the last one no more than where there never was any.
fn recorded(trace: &Trace, piece: Piece<'_>, span: TimeSpan, parts: &mut Parts) {
    let Some(id) = piece.state else {
        by_slices(trace, piece, span, parts);
        return;
    };
    let mut at = span.start();
    for gap in trace
        .gaps()
        .in_state(trace, id, span)
        .into_iter()
        .take(parts.max)
    {
        by_state(trace, piece, TimeSpan::new(at, gap.span.start()), parts);
        at = gap.span.end();
        if gap.kind != GapKind::Lost {
            let stateless = Piece {
                state: None,
                missing: Missing::NotRecorded,
                ..piece
            };
            by_slices(trace, stateless, gap.span, parts);
            continue;
        }
        let stage = piece.segment.stage;
        parts.push(Part {
            label: format!("events of {} were lost", cpu_name(gap.cpu)),
            state: Some(id),
            ..unknown(gap.span, stage, Some(piece.utid), Missing::Lost)
        });
    }
    by_state(trace, piece, TimeSpan::new(at, span.end()), parts);
}

fn by_state(trace: &Trace, piece: Piece<'_>, span: TimeSpan, parts: &mut Parts) {
    let Some(id) = piece.state.filter(|_| !span.dur().is_zero()) else {
        return;
    };
    let row = trace.sched.state_row(id);
    let part = |kind, label: String, slice, peer| Part {
        span,
        stage: piece.segment.stage,
        kind,
        label,
        thread: Some(piece.utid),
        slice,
        state: Some(id),
        peer,
    };
    match trace.bytes(row.state) {
        b"Running" => by_slices(trace, piece, span, parts),
        state @ (b"R" | b"R+") => {
            let label = why_no_cpu(trace, piece, id, state == b"R+");
            parts.push(part(PartKind::Runnable, label, None, None));
        }
        _ => {
            let at = (piece.track, piece.segment.slice);
            let blocked = blocker::of_state(trace, at, id, span);
            if let Some(drawing) = drawing(trace, piece, &blocked, span) {
                by_drawing(trace, piece, &drawing, span, parts);
                return;
            }
            let kind = PartKind::Blocked(blocked.by);
            parts.push(part(kind, blocked.label, blocked.slice, blocked.peer));
        }
    }
}

/// Returns why a thread waited for a CPU, and which thread took its CPU. For frames the latter is left out,
/// because one group says how long they waited for CPUs.
fn why_no_cpu(trace: &Trace, piece: Piece<'_>, state: ThreadStateId, is_preempted: bool) -> String {
    let of_frame = piece.segment.stage != Stage::Stretch;
    let taken_by = Some(state).filter(|_| !of_frame);
    let taken_by = taken_by.and_then(|state| cpu::taken_by(trace, state));
    let by = taken_by.map(|stay| {
        let utid = trace.sched.sched_row(stay).utid;
        blocker::thread_name(trace, utid, Some(piece.utid))
    });
    match (by, is_preempted) {
        (Some(by), true) => format!("{PREEMPTED} by {by}"),
        (Some(by), false) => format!("{YIELDED} {by}"),
        (None, true) => format!("{PREEMPTED}, {WAITING}"),
        (None, false) => WAITING.to_owned(),
    }
}

/// What `RenderThread` draws while the UI thread waits for it.
struct Drawing {
    /// Its thread, and the track of its slices.
    thread: (Utid, TrackId),
    /// What it draws in the order of time: this frame, or earlier ones.
    draws: Vec<(SliceId, TimeSpan)>,
}

/// Returns what `RenderThread` draws if the UI thread waits for it to draw this frame; it may have to finish
/// earlier ones before.
fn drawing(trace: &Trace, piece: Piece<'_>, blocked: &Blocked, span: TimeSpan) -> Option<Drawing> {
    if piece.segment.stage != Stage::DoFrame {
        return None;
    }
    let drawing = |draw: SliceId| {
        let utid = trace.utid_of(draw)?;
        let waits = match blocked.by {
            Blocker::RenderThread => true,
            Blocker::Thread => blocked.waker == Some(utid),
            _ => false,
        };
        let draws = waits.then(|| path::work_on(trace, draw, FrameWork::DrawFrame, span))?;
        let thread = (utid, trace.slices.track_of(draw));
        (!draws.is_empty()).then_some(Drawing { thread, draws })
    };
    let found = piece.draws.iter().filter_map(|&draw| drawing(draw));
    // With several threads that draw, the one that draws this frame meanwhile counts.
    let draws_this = |found: &Drawing| found.draws.iter().any(|(at, _)| piece.draws.contains(at));
    found.min_by_key(|found| !draws_this(found))
}

/// Splits the time in which the UI thread waits for `RenderThread` by what that does.
fn by_drawing(
    trace: &Trace,
    piece: Piece<'_>,
    drawing: &Drawing,
    span: TimeSpan,
    parts: &mut Parts,
) {
    let (utid, track) = drawing.thread;
    let wait = |span, draw| Part {
        span,
        stage: piece.segment.stage,
        kind: PartKind::Blocked(Blocker::RenderThread),
        label: "waiting for RenderThread".to_owned(),
        thread: Some(piece.utid),
        slice: Some(draw),
        state: piece.state,
        peer: Some(draw),
    };
    let mut at = span.start();
    for &(draw, open) in &drawing.draws {
        let is_own = piece.draws.contains(&draw);
        let segment = Segment {
            span: open,
            stage: if is_own {
                Stage::Draw
            } else {
                Stage::EarlierDraw
            },
            thread: Some((utid, Some(track))),
            slice: Some(draw),
            behind: (!is_own).then_some(draw),
            missing: Missing::Scheduling,
        };
        parts.behind.extend(segment.behind);
        parts.push(wait(TimeSpan::new(at, open.start()), draw));
        split(trace, (&segment, &[]), utid, Some(track), parts);
        at = open.end();
    }
    if let Some(&(last, _)) = drawing.draws.last() {
        parts.push(wait(TimeSpan::new(at, span.end()), last));
    }
}

/// Splits a span by the innermost slices: work if the thread runs, else whatever the slice says.
fn by_slices(trace: &Trace, piece: Piece<'_>, span: TimeSpan, parts: &mut Parts) {
    if span.dur().is_zero() {
        return;
    }
    let segment = piece.segment;
    let top = segment
        .slice
        .map_or(0, |slice| trace.slices.depth_of(slice));
    let Some(track) = piece.track else {
        parts.push(piece_part(trace, piece, span, segment.slice));
        return;
    };
    let rest = each_innermost(trace, (track, top), (span, parts.max), |span, innermost| {
        let slice = innermost.or(segment.slice);
        parts.push(piece_part(trace, piece, span, slice));
    });
    let stage = segment.stage;
    parts.push(unknown(rest, stage, Some(piece.utid), Missing::TooMany));
}

/// Splits the time of a slice that is on no thread's stack by the slices in it, at most so many; empty if there
/// are none.
pub(super) fn of_stages(trace: &Trace, slice: SliceId, span: TimeSpan, max: usize) -> Vec<Part> {
    let place = (trace.slices.track_of(slice), trace.slices.depth_of(slice));
    let mut parts = Parts::up_to(max);
    let rest = each_innermost(trace, place, (span, max), |span, innermost| {
        let innermost = innermost.unwrap_or(slice);
        let part = Part {
            span,
            stage: Stage::Stretch,
            kind: PartKind::Busy,
            label: trace
                .slice_name(innermost)
                .map_or_else(String::new, Cow::into_owned),
            thread: None,
            slice: Some(innermost),
            state: None,
            peer: None,
        };
        parts.push(part);
    });
    parts.push(unknown(rest, Stage::Stretch, None, Missing::TooMany));
    let is_only_itself = parts.list.iter().all(|part| part.slice == Some(slice));
    if is_only_itself {
        return Vec::new();
    }
    parts.list
}

/// Calls `each` with the pieces that the slices of a track cut a span into, from a depth on, and the
/// innermost slice that goes on in each. Returns the end of the span that was not looked at, because
/// there are more slices at a depth than `max`.
fn each_innermost(
    trace: &Trace,
    (track, top): (TrackId, usize),
    (span, max): (TimeSpan, usize),
    mut each: impl FnMut(TimeSpan, Option<SliceId>),
) -> TimeSpan {
    let bottom = (top + DEPTHS).min(trace.slices.n_depths(track).saturating_sub(1));
    let (cuts, rest) = cuts(trace, (track, top..bottom + 1), span, max);
    for pair in cuts.windows(2) {
        let &[from, to] = pair else { continue };
        let innermost = (top..=bottom)
            .rev()
            .find_map(|depth| trace.slices.at_depth(track, depth).going_on(from));
        each(TimeSpan::new(from, to), innermost);
    }
    rest
}

fn piece_part(trace: &Trace, piece: Piece<'_>, span: TimeSpan, innermost: Option<SliceId>) -> Part {
    let segment = piece.segment;
    let name = innermost.and_then(|slice| trace.slice_name(slice));
    let runs = piece.state.is_some();
    let part = |kind, label| Part {
        span,
        stage: segment.stage,
        kind,
        label,
        thread: Some(piece.utid),
        slice: innermost,
        state: piece.state,
        peer: None,
    };
    if runs {
        let label = name.map_or_else(|| "in no slice".to_owned(), Cow::into_owned);
        return part(PartKind::Running, label);
    }
    let Some(slice) = innermost else {
        return unknown(span, segment.stage, Some(piece.utid), piece.missing);
    };
    // Slices in it may be too deep to be looked at.
    let open = trace
        .slices
        .open_at(trace.slices.track_of(slice), span.start());
    if blocker::is_run_loop(trace, slice) && open.last() == Some(slice) {
        let label = "waiting for tasks".to_owned();
        return part(PartKind::Blocked(Blocker::Idle), label);
    }
    if let Some(blocked) = blocker::of_slice(trace, slice, span) {
        return Part {
            peer: blocked.peer,
            ..part(PartKind::Blocked(blocked.by), blocked.label)
        };
    }
    part(
        PartKind::Busy,
        name.map_or_else(String::new, Cow::into_owned),
    )
}

/// Returns the borders of at most `max` slices at each of some depths inside `span`, with those of `span`; and
/// the end of it from which on not all of them are among these.
fn cuts(
    trace: &Trace,
    (track, depths): (TrackId, std::ops::Range<usize>),
    span: TimeSpan,
    max: usize,
) -> (Vec<Ts>, TimeSpan) {
    let mut cuts = vec![span.start()];
    let mut until = span.end();
    for depth in depths {
        let slices = trace.slices.at_depth(track, depth);
        let first = slices.n_before(span.start()).saturating_sub(1);
        let last = slices.n_before(span.end());
        for at in first..last {
            let slice = slices.id(at);
            if at - first >= max {
                until = until.min(trace.slices.ts(slice));
                break;
            }
            cuts.push(trace.slices.ts(slice));
            cuts.extend(trace.slices.over_by(slice));
        }
    }
    cuts.push(until);
    cuts.retain(|&cut| span.start() <= cut && cut <= until);
    cuts.sort_unstable();
    cuts.dedup();
    (cuts, TimeSpan::new(until, span.end()))
}
