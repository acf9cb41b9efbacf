//! What a thread that could run waited for: who took its CPU, and what ran there until it ran again.
//!
//! The thread that took the CPU may have kept it for a moment only, which says little of a long wait. What
//! else ran there is known from the stays on that CPU. From a thread that was woken nobody took a CPU: what
//! it waited for is what ran on the CPU that it then got.

use super::parts::{self, Parts};
use super::{Blocker, Missing, Part, PartKind, Stage};
use crate::base::time::{Dur, TimeSpan};
use crate::model::ids::{SchedId, ThreadStateId};
use crate::model::sched::cpu_name;
use crate::model::trace::Trace;
use crate::query::wakeups;

/// How many stays are looked at for one wait; what comes after them is unknown.
const STAYS_MAX: usize = 4_096;

/// Returns the stay that came next on the CPU that a thread lost, if the state is its wait for a CPU.
pub(super) fn taken_by(trace: &Trace, state: ThreadStateId) -> Option<SchedId> {
    wakeups::wait_of(trace, state)?.taken_by
}

/// Returns for how much of some waits the threads that took the CPUs ran without a break; `None` if that is
/// known of no wait. Waits of frames do not tell who took the CPU.
pub fn taker_ran<'a>(trace: &Trace, waits: impl Iterator<Item = &'a Part>) -> Option<Dur> {
    let mut ran = None;
    for part in waits.filter(|part| is_told(part)) {
        let Some(stay) = part.state.and_then(|state| taken_by(trace, state)) else {
            continue;
        };
        let inside = stay_span(trace, stay).clamped_to(part.span);
        ran = Some(ran.unwrap_or(Dur::ZERO).plus(inside.dur()));
    }
    ran
}

/// Returns the CPU for which a thread waits in a state: the one that it lost, else the one that it then got.
fn cpu_of_wait(trace: &Trace, state: ThreadStateId) -> Option<u32> {
    let wait = wakeups::wait_of(trace, state)?;
    match wait.taken_by {
        Some(stay) => Some(trace.sched.sched_row(stay).cpu),
        None => trace.sched.state_row(wait.running?).cpu,
    }
}

/// Returns what ran on the CPU for which a thread waited. Looks at no more than `left` stays, and subtracts
/// those it looked at.
pub(super) fn what_ran(trace: &Trace, part: &Part, left: &mut usize) -> Vec<Part> {
    let Some(cpu) = part.state.and_then(|state| cpu_of_wait(trace, state)) else {
        return Vec::new();
    };
    let stays = trace.sched.on_cpu(cpu);
    let before = stays.partition_point(|&id| trace.sched.sched_row(id).ts <= part.span.start());
    let mut all = Parts::default();
    let mut at = part.span.start();
    for &stay in stays.iter().skip(before.saturating_sub(1)).take(STAYS_MAX) {
        let row = trace.sched.sched_row(stay);
        if row.ts >= part.span.end() {
            return all.into_list();
        }
        if *left == 0 {
            break;
        }
        *left -= 1;
        let span = stay_span(trace, stay).clamped_to(part.span);
        at = at.max(span.end());
        let is_idle = trace.processes.is_idle(row.utid);
        let (kind, verb) = if is_idle {
            (PartKind::Blocked(Blocker::Idle), "nothing ")
        } else {
            (PartKind::Running, "")
        };
        all.push(Part {
            span,
            stage: part.stage,
            kind,
            label: format!("{verb}on {}", cpu_name(cpu)),
            thread: (!is_idle).then_some(row.utid),
            slice: None,
            state: wakeups::running(trace, stay).filter(|_| !is_idle),
            peer: None,
        });
    }
    let rest = TimeSpan::new(at.min(part.span.end()), part.span.end());
    if stays
        .last()
        .is_some_and(|&last| trace.sched.sched_row(last).ts > at)
    {
        let unknown = parts::unknown(rest, part.stage, None, Missing::TooManySteps);
        all.push(unknown);
    }
    all.into_list()
}

/// Returns whether a part is a wait for a CPU that tells who took it.
fn is_told(part: &Part) -> bool {
    part.kind == PartKind::Runnable && part.stage == Stage::Stretch
}

/// Returns the span of a stay, which lasts to the end of the trace if it did not end.
fn stay_span(trace: &Trace, stay: SchedId) -> TimeSpan {
    let start = trace.sched.sched_row(stay).ts;
    let end = trace.sched.stay_end(stay).unwrap_or(trace.known_until());
    TimeSpan::new(start, end.max(start))
}
