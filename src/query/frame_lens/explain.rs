//! Where the time of any stretch of a thread went: as the lens tells it of a frame.
//!
//! The same rules split it, by states first and then by slices; there are no other stages than the
//! stretch itself.

use super::parts;
use super::path::Segment;
use super::{Missing, Part, PartGroup, PartKind, Stage, group, startup};
use crate::base::time::{Dur, TimeSpan};
use crate::model::chromium_frames::waited_for_in;
use crate::model::ids::{SliceId, TrackId, Utid};
use crate::model::startups::Startup;
use crate::model::trace::Trace;

/// How much may happen in a stretch that is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// As much as can be looked at while the screen is drawn.
    Draw,
    /// As much as a list may hold that is made in the background.
    List,
}

impl Room {
    /// Returns how many thread states and how many slices or parts are looked at.
    const fn limits(self) -> (usize, usize) {
        match self {
            Self::Draw => (2_000, parts::PARTS_MAX),
            Self::List => (32_768, 32_768),
        }
    }
}

/// How long one stage of a stretch was.
#[derive(Clone, Debug, PartialEq)]
pub struct StageTime {
    /// The stage.
    pub stage: Stage,
    /// How long it was.
    pub dur: Dur,
    /// The slice that is the stage, if one is.
    pub slice: Option<SliceId>,
}

/// Where the time of a stretch of a thread went.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    /// The stretch.
    pub span: TimeSpan,
    /// What the thread did; these tile the span.
    pub parts: Vec<Part>,
    /// The parts added up, longest first.
    pub groups: Vec<PartGroup>,
    /// The stages of the start of an app in the order of time; of anything else none.
    pub stages: Vec<StageTime>,
}

/// Returns the thread on whose stack a slice is. Other slices of a thread, such as asynchronous ones, do not
/// say what the thread did.
pub fn on_stack_of(trace: &Trace, slice: SliceId) -> Option<Utid> {
    let utid = trace.utid_of(slice)?;
    let track = trace.slices.track_of(slice);
    trace
        .thread_index()
        .is_stack_of(track, utid)
        .then_some(utid)
}

/// Returns whether slices that take time lie in a slice, or whether it is the start of an app, or a stage in
/// which Chromium waited for a thread. If the slice is on no thread's stack, these tell where its time went.
pub fn has_stages(trace: &Trace, slice: SliceId) -> bool {
    trace.startups().of_slice(slice).is_some()
        || has_inside(trace, slice)
        || waited_for_in(trace, slice).is_some()
}

/// Returns whether slices that take time lie in a slice.
pub fn has_inside(trace: &Trace, slice: SliceId) -> bool {
    /// At most so many are looked at, because every draw asks; if there are more, some are taken to take
    /// time.
    const LOOKED_AT: usize = 100;
    let takes_time = |slice| trace.slices.dur(slice) != Some(Dur::ZERO);
    let mut inside = trace.slices.children(slice).enumerate();
    inside.any(|(n, inside)| n == LOOKED_AT || takes_time(inside))
}

/// Returns the time that the lens of a slice explains: that of the app's start that it stands for, or its own,
/// which ends where the trace does if the slice has no end, or as late as it can have ended if that was lost.
pub fn span_of_slice(trace: &Trace, slice: SliceId) -> TimeSpan {
    if let Some(start) = trace.startups().of_slice(slice) {
        return start.span;
    }
    let start = trace.slices.ts(slice);
    let end = trace.slices.over_by(slice).unwrap_or(trace.known_until());
    TimeSpan::new(start, end.max(start))
}

/// Explains a stretch of a thread. With a slice, explains what happened inside of it; without a thread,
/// explains it by the slices that lie in that slice, or as the start of an app. `None` if more happened than
/// there is room for.
///
/// Cost: a few binary searches for each state and slice.
pub fn explain(
    trace: &Trace,
    utid: Option<Utid>,
    slice: Option<SliceId>,
    span: TimeSpan,
    room: Room,
) -> Option<Explained> {
    let started = slice.filter(|_| utid.is_none());
    if let Some(start) = started.and_then(|slice| trace.startups().of_slice(slice)) {
        return explain_start(trace, start, room);
    }
    let (_, max) = room.limits();
    let parts = if let (None, Some(slice)) = (utid, slice) {
        let place = (trace.slices.track_of(slice), trace.slices.depth_of(slice));
        if slices_inside(trace, place, span) > max {
            return None;
        }
        parts::of_stages(trace, slice, span, max)
    } else {
        let track = match slice {
            Some(slice) => Some(trace.slices.track_of(slice)),
            None => utid.and_then(|utid| trace.thread_index().track_of(utid)),
        };
        let path = [Segment {
            span,
            stage: Stage::Stretch,
            thread: utid.map(|utid| (utid, track)),
            slice,
            behind: None,
            missing: Missing::Scheduling,
        }];
        if !fits(trace, &path, room) {
            return None;
        }
        parts::parts(trace, &path, &[], max).into_list()
    };
    Some(Explained {
        span,
        groups: group(&parts),
        parts,
        stages: Vec::new(),
    })
}

/// Explains what a thread did while others waited for it.
pub fn explain_meanwhile(
    trace: &Trace,
    utid: Utid,
    span: TimeSpan,
    room: Room,
) -> Option<Explained> {
    let mut explained = explain(trace, Some(utid), None, span, room)?;
    // Without scheduling it is not known whether a thread ran, but that it was in none of its slices is.
    for group in &mut explained.groups {
        if group.kind == PartKind::Unknown(Missing::Scheduling) {
            "in no slice".clone_into(&mut group.label);
        }
    }
    Some(explained)
}

/// Explains the start of an app by its stages.
fn explain_start(trace: &Trace, start: &Startup, room: Room) -> Option<Explained> {
    let path = startup::path(trace, start);
    if !fits(trace, &path, room) {
        return None;
    }
    let draw = start.first_frame.map(|frame| frame.draw_frame);
    let parts = parts::parts(trace, &path, draw.as_slice(), room.limits().1).into_list();
    let of = |stage| {
        let segment = path.iter().find(|segment| segment.stage == stage);
        segment.and_then(|segment| segment.slice)
    };
    let mut stages: Vec<StageTime> = Vec::new();
    for part in &parts {
        match stages.iter_mut().find(|at| at.stage == part.stage) {
            Some(at) => at.dur = at.dur.plus(part.span.dur()),
            None => stages.push(StageTime {
                stage: part.stage,
                dur: part.span.dur(),
                slice: match part.stage {
                    // `doFrame` may wait for it, and then it is no segment of its own.
                    Stage::Draw => draw,
                    stage => of(stage),
                },
            }),
        }
    }
    Some(Explained {
        span: start.span,
        groups: group(&parts),
        parts,
        stages,
    })
}

/// Returns whether there is room for what happened on the threads of a path.
fn fits(trace: &Trace, path: &[Segment], room: Room) -> bool {
    let (mut n_states, mut n_slices) = (0, 0);
    for segment in path {
        let Some((utid, track)) = segment.thread else {
            continue;
        };
        let states = trace.sched.of_thread(utid);
        let place = |ts| states.partition_point(|&id| trace.sched.state_row(id).ts < ts);
        n_states += place(segment.span.end()) - place(segment.span.start());
        let depth = |slice| trace.slices.depth_of(slice);
        if let Some(track) = track {
            let place = (track, segment.slice.map_or(0, depth));
            n_slices += slices_inside(trace, place, segment.span);
        }
    }
    let (states_max, slices_max) = room.limits();
    n_states <= states_max && n_slices <= slices_max
}

/// Returns how many slices begin within a span at those depths of a track, from one on, that parts are told by.
fn slices_inside(trace: &Trace, (track, top): (TrackId, usize), span: TimeSpan) -> usize {
    let depths = trace.slices.depths(track).skip(top).take(parts::DEPTHS + 1);
    let inside = depths.map(|slices| slices.n_before(span.end()) - slices.n_before(span.start()));
    inside.sum()
}
