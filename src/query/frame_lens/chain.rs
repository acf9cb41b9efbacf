//! What others did while a thread slept: the critical path of a wait, from waker to waker.
//!
//! Walked backwards from the end of the wait. Whoever ended it was at work until then, back to
//! where that thread had been woken itself; before that counts what its own waker did, and so on.
//! A sleep that no thread ended (IO, a timer), or whose waker is not known to have been awake,
//! stays where it is, and the walk goes on with what the same thread did before.
//! For a wait for a CPU that another thread took, the chain is what ran on that CPU meanwhile.

use super::parts::{self, Parts};
use super::{Blocker, Missing, Part, PartGroup, PartKind, blocker, cpu, group};
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{ThreadStateId, Utid};
use crate::model::trace::Trace;
use crate::query::wakeups::{self, Wakeup};

/// How many thread states are walked for one wait; what is before them is unknown.
const STATES_MAX: usize = 512;

/// How many thread states, or stays on a CPU, are walked for all waits of a group, the longest first.
const ALL_STATES_MAX: usize = 32_768;

/// What others did while a thread waited for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chain {
    /// What the others did, in the order of time within each wait.
    pub parts: Vec<Part>,
    /// The parts added up by thread, longest first.
    pub groups: Vec<PartGroup>,
}

/// Returns what others did while the thread of a group of `parts` slept, or waited for the CPU that
/// it had lost; nothing if it did not, or if the trace does not tell who woke it, or took the CPU.
///
/// Waits for which no steps are left are unknown. Cost: a few binary searches for each of some tens of
/// thousands of states at most.
pub fn chain(trace: &Trace, parts: &[Part], of: &PartGroup) -> Chain {
    let mut waits: Vec<&Part> = of.parts.iter().map(|&at| &parts[at]).collect();
    waits.sort_by_key(|part| std::cmp::Reverse(part.span.dur()));
    chain_within(trace, &waits, ALL_STATES_MAX)
}

/// Returns what others did during some waits, walking no more than `left` thread states.
fn chain_within(trace: &Trace, waits: &[&Part], mut left: usize) -> Chain {
    let parts = waits
        .iter()
        .flat_map(|part| of_part(trace, part, &mut left));
    Chain::new(parts.collect())
}

/// Returns what others did while the thread of one part slept, as [`chain`] does for a group.
pub fn chain_of_part(trace: &Trace, part: &Part) -> Chain {
    Chain::new(of_part(trace, part, &mut { STATES_MAX }))
}

impl Chain {
    fn new(parts: Vec<Part>) -> Self {
        let groups = group(&parts);
        Self { parts, groups }
    }
}

/// A stretch in which one thread is what is waited for.
struct Link {
    span: TimeSpan,
    utid: Utid,
    /// What it did, or why that is unknown.
    state: Result<ThreadStateId, Missing>,
}

/// Returns what others did during a part. Looks at no more than `left` states, and subtracts those it looked
/// at.
fn of_part(trace: &Trace, part: &Part, left: &mut usize) -> Vec<Part> {
    let by_others = match part.kind {
        PartKind::Blocked(blocker) => match blocker {
            Blocker::Binder
            | Blocker::Lock
            | Blocker::Gc
            | Blocker::RenderThread
            | Blocker::Thread => true,
            // For a frame, time in which nothing was to be done, as before its vsync, is no wait.
            Blocker::Idle => !part.stage.is_of_frame(),
            // Waits for fences and the GPU are ended by interrupts, often without a trace of who did.
            Blocker::Buffer
            | Blocker::Drop
            | Blocker::Io
            | Blocker::Kernel
            | Blocker::Process
            | Blocker::Suspend
            | Blocker::Unknown => false,
        },
        _ => false,
    };
    if part.kind == PartKind::Runnable {
        return cpu::what_ran(trace, part, left);
    }
    let Some(state) = part.state.filter(|_| by_others) else {
        return Vec::new();
    };
    let mut parts = Parts::default();
    for link in walk(trace, state, part.span, left).into_iter().rev() {
        let Link { span, utid, state } = link;
        match state {
            Ok(state) => parts::of_state(trace, part.stage, (utid, state), span, &mut parts),
            Err(missing) => parts.push(parts::unknown(span, part.stage, Some(utid), missing)),
        }
    }
    parts.into_list()
}

/// Returns what was waited for during a sleep, inside `span`, the last link first.
fn walk(trace: &Trace, state: ThreadStateId, span: TimeSpan, left: &mut usize) -> Vec<Link> {
    let mut links = Vec::new();
    let sleep = trace.sched.state_row(state);
    let Some(mut at) = sleep.dur.map(|dur| sleep.ts.plus(dur)) else {
        return links;
    };
    let Some((mut utid, mut place)) = who_woke(trace, state) else {
        return links;
    };
    let start = span.start().max(sleep.ts);
    let mut link = |from: Ts, to: Ts, utid, state| {
        let span = TimeSpan::new(from.min(to), to).clamped_to(span);
        if !span.dur().is_zero() {
            links.push(Link { span, utid, state });
        }
    };
    let mut missing = Missing::TooManySteps;
    for _ in 0..*left {
        *left -= 1;
        let id = trace.sched.of_thread(utid)[place];
        if let Some((waker, awake)) = who_woke(trace, id) {
            (utid, place) = (waker, awake);
            continue;
        }
        let row = trace.sched.state_row(id);
        link(row.ts.max(start), at, utid, Ok(id));
        // A sleep may have ended before anybody is known to have ended it.
        at = row.ts.min(at);
        if at <= start {
            break;
        }
        let before = place.checked_sub(1);
        let end = before.map(|place| {
            let row = trace.sched.state_row(trace.sched.of_thread(utid)[place]);
            row.dur.map_or(at, |dur| row.ts.plus(dur)).min(at)
        });
        // A thread that first appears when it is woken slept before.
        if end != Some(at)
            && let Some((waker, awake)) = who_began(trace, id)
        {
            (utid, place) = (waker, awake);
            continue;
        }
        let (Some(before), Some(end)) = (before, end) else {
            missing = Missing::Scheduling;
            break;
        };
        link(end.max(start), at, utid, Err(Missing::Scheduling));
        (at, place) = (end, before);
        if at <= start {
            break;
        }
    }
    link(start.min(at), at, utid, Err(missing));
    links
}

/// Returns the thread that ended a sleep, and the place among its states of the one in which it ran then.
/// `None` if the state is no sleep, the kernel waited by itself, or no waker is known.
fn who_woke(trace: &Trace, state: ThreadStateId) -> Option<(Utid, usize)> {
    let sleep = trace.sched.state_row(state);
    let is_sleep = !matches!(trace.bytes(sleep.state), b"Running" | b"R" | b"R+");
    let by_itself = sleep.io_wait == Some(true) || sleep.blocked_function.is_some();
    if !is_sleep || by_itself {
        return None;
    }
    ran_at(trace, wakeups::of_state(trace, state)?)
}

/// Returns, as [`who_woke`] does, the thread that began a wait for a CPU by waking the waiting thread.
fn who_began(trace: &Trace, state: ThreadStateId) -> Option<(Utid, usize)> {
    trace.sched.state_row(state).waker?;
    ran_at(trace, wakeups::of_state(trace, state)?)
}

/// Returns the waker, and the place of the state in which it ran when it woke another.
fn ran_at(trace: &Trace, wakeup: Wakeup) -> Option<(Utid, usize)> {
    let waker = blocker::thread_that_woke(trace, wakeup)?;
    let states = trace.sched.of_thread(waker);
    let before = states.partition_point(|&id| trace.sched.state_row(id).ts < wakeup.ts);
    let place = before.checked_sub(1)?;
    let row = trace.sched.state_row(states[place]);
    let is_awake = row.dur.is_none_or(|dur| row.ts.plus(dur) >= wakeup.ts)
        && trace.bytes(row.state) == b"Running";
    is_awake.then_some((waker, place))
}
