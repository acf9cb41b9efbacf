//! The path of an app's start: which stage it was at, from the launch until the system says that it is done.
//!
//! Until the process is there nothing of it can run. Then its main thread binds the application, starts and
//! resumes the activity, and draws the first frame, whose last stages are on `RenderThread`, as of any frame.
//! A start without `bindApplication` is one of a process that was there: before the activity's first slice it
//! waits for the system. The stages tile the start.

use super::path::{Segment, thread_of};
use super::{Missing, Stage};
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{SliceId, TrackId, Utid};
use crate::model::startups::{Startup, StartupType};
use crate::model::trace::Trace;

/// So many slices of a main thread are looked at for the stages of a start, at each depth.
const LOOKED_AT: usize = 4096;

/// Slices of an activity lie at these depths.
const ACTIVITY_DEPTHS: usize = 4;

/// How the names of slices begin in which an activity is started or resumed.
const ACTIVITY: [&[u8]; 5] = [
    b"clientTransactionExecuted",
    b"activityStart",
    b"activityRestart",
    b"activityResume",
    b"performCreate:",
];

/// Returns the segments of a start, in the order of time. They tile it.
pub(super) fn path(trace: &Trace, start: &Startup) -> Vec<Segment> {
    let mut path = Path {
        segments: Vec::new(),
        at: start.span.start(),
        end: start.span.end(),
        missing: if start.is_looked_into {
            Missing::Process
        } else {
            Missing::TooManySteps
        },
    };
    let main = start.upid.and_then(|upid| trace.main_thread(upid));
    let Some(main) = main else {
        path.push(start.span.end(), Stage::Startup, None, None);
        return path.segments;
    };
    let track = trace.thread_index().track_of(main);
    let thread = Some((main, track));
    if let Some(began) = began(trace, start, main) {
        path.push(began, Stage::BeforeProcess, None, Some(start.slice));
    }
    let slices = &trace.slices;
    let end = |slice: SliceId| slices.over_by(slice).unwrap_or(start.span.end());
    let named = |is: &dyn Fn(&[u8]) -> bool, from: Ts| {
        let span = TimeSpan::new(from, start.span.end().max(from));
        track.and_then(|track| first_named(trace, track, is, span))
    };
    let bind = named(&|name| name == b"bindApplication", path.at);
    if let Some(bind) = bind {
        path.push(slices.ts(bind), Stage::ProcessStart, thread, None);
        path.push(end(bind), Stage::BindApplication, thread, Some(bind));
    } else {
        let is_of_activity = |name: &[u8]| ACTIVITY.iter().any(|begin| name.starts_with(begin));
        let until = named(&is_of_activity, path.at).map(|slice| slices.ts(slice));
        let until = until.unwrap_or(path.at);
        path.push(until, Stage::BeforeActivity, thread, None);
    }
    let Some(frame) = start.first_frame else {
        path.push(start.span.end(), Stage::Activity, thread, None);
        return path.segments;
    };
    let (ui, draw) = (frame.do_frame, frame.draw_frame);
    path.push(slices.ts(ui), Stage::Activity, thread, None);
    path.push(end(ui), Stage::DoFrame, thread_of(trace, ui), Some(ui));
    let render = thread_of(trace, draw);
    path.push(slices.ts(draw), Stage::WaitRender, render, None);
    path.push(end(draw), Stage::Draw, render, Some(draw));
    path.push(start.span.end(), Stage::AfterFirstFrame, thread, None);
    path.segments
}

/// The segments so far, and the instant up to which they reach.
struct Path {
    segments: Vec<Segment>,
    at: Ts,
    end: Ts,
    /// Why the process is not known, if it is not.
    missing: Missing,
}

impl Path {
    /// Appends the stage that lasts from where the segments end until `to`, if that is later.
    fn push(
        &mut self,
        to: Ts,
        stage: Stage,
        thread: Option<(Utid, Option<TrackId>)>,
        slice: Option<SliceId>,
    ) {
        let to = to.min(self.end);
        if to <= self.at {
            return;
        }
        self.segments.push(Segment {
            span: TimeSpan::new(self.at, to),
            stage,
            thread,
            slice,
            behind: None,
            missing: match stage {
                Stage::Startup => self.missing,
                _ => Missing::Scheduling,
            },
        });
        self.at = to;
    }
}

/// Returns when the process of a start began, if the trace tells that. Before its first state a thread may just
/// have slept, but not that of a process that a cold start makes. Slices say nothing of when a process began.
fn began(trace: &Trace, start: &Startup, main: Utid) -> Option<Ts> {
    let process = trace.processes.process(start.upid?);
    let started = [process.start_ts, trace.processes.thread(main).start_ts];
    let is_made = start.kind == Some(StartupType::Cold);
    let first = trace.sched.of_thread(main).first().filter(|_| is_made);
    let state = first.map(|&id| trace.sched.state_row(id).ts);
    let told = started.into_iter().flatten().min();
    told.into_iter().chain(state).min()
}

/// Returns the first slice of a track within a span whose name is one that is looked for; of slices that begin
/// together the outermost.
fn first_named(
    trace: &Trace,
    track: TrackId,
    is: &dyn Fn(&[u8]) -> bool,
    span: TimeSpan,
) -> Option<SliceId> {
    let slices = &trace.slices;
    let is_named = |slice: &SliceId| {
        let name = slices.name(*slice).map(|name| trace.bytes(name));
        name.is_some_and(is)
    };
    let depths = slices.depths(track).take(ACTIVITY_DEPTHS);
    let firsts = depths.filter_map(|depth| {
        let (first, last) = (depth.n_before(span.start()), depth.n_before(span.end()));
        let looked_at = first..last.min(first.saturating_add(LOOKED_AT));
        looked_at.map(|at| depth.id(at)).find(is_named)
    });
    firsts.min_by_key(|&slice| slices.ts(slice))
}
