//! Whether a thread that slept in no slice waited for an answer, or had nothing to do.
//!
//! Whoever ended the sleep gave an answer if the sleeper had woken that thread in the run before. Threads that
//! work for others do so, too: they wake whom they worked for, and sleep until they are needed again. So
//! the run must not have begun with a wake-up by the same thread, unless that was an answer as well; and what
//! led to the wake-up must not have begun with an interrupt during the sleep, such as a timer or a vsync.

use super::blocker::{is_uninterruptible, thread_that_woke};
use crate::base::time::Ts;
use crate::model::ids::{ThreadStateId, Utid};
use crate::model::sched::ThreadState;
use crate::model::trace::Trace;
use crate::query::wakeups::{self, Wakeup};

/// How many thread states are looked at to tell whether one sleep waited for an answer.
const STATES_MAX: usize = 512;

/// Returns whether the wake-up that ended a sleep was the answer of the waker to the sleeper.
pub(super) fn is_answer(trace: &Trace, sleep: ThreadStateId, wakeup: Wakeup) -> bool {
    let Some(waker) = thread_that_woke(trace, wakeup) else {
        return false;
    };
    let mut left = STATES_MAX;
    let asked = asked(trace, sleep, waker, &mut left);
    asked.is_some_and(|asked| led_to(trace, (waker, wakeup.ts), asked, &mut left))
}

/// Returns when the thread of a sleep woke the one that it then slept for; `None` if it did not do so of its own
/// accord.
fn asked(trace: &Trace, sleep: ThreadStateId, waker: Utid, left: &mut usize) -> Option<Ts> {
    let mut sleep = trace.sched.state_row(sleep);
    let states = trace.sched.of_thread(sleep.utid);
    let mut place = states.partition_point(|&id| trace.sched.state_row(id).ts < sleep.ts);
    let mut first = None;
    loop {
        let mut run = sleep.ts;
        // Back to the sleep that ended when the thread last began to run.
        let before = loop {
            let Some(before) = place.checked_sub(1) else {
                break None;
            };
            place = before;
            *left = left.checked_sub(1)?;
            let row = trace.sched.state_row(states[place]);
            if is_sleep(trace, &row) {
                break Some(row);
            }
            run = row.ts;
        };
        let asked = woken_by(trace, waker, (sleep.utid, run, sleep.ts), left)?;
        let first = *first.get_or_insert(asked);
        let woke = before.and_then(|_| wakeups::of_state(trace, states[place]));
        match (before, woke.and_then(|woke| thread_that_woke(trace, woke))) {
            (Some(before), Some(other)) if other == waker => sleep = before,
            _ => return Some(first),
        }
    }
}

/// Returns when a thread was last woken by another between two instants.
fn woken_by(
    trace: &Trace,
    utid: Utid,
    (by, from, to): (Utid, Ts, Ts),
    left: &mut usize,
) -> Option<Ts> {
    let states = trace.sched.of_thread(utid);
    let until = states.partition_point(|&id| trace.sched.state_row(id).ts <= to);
    for &id in states[..until].iter().rev() {
        *left = left.checked_sub(1)?;
        let row = trace.sched.state_row(id);
        if row.ts < from {
            break;
        }
        if row.waker == Some(by) && row.irq_context != Some(true) {
            return Some(row.ts);
        }
    }
    None
}

/// Returns whether what a thread did at an instant goes back to one before, from waker to waker, with no
/// interrupt in between that woke one of them from a sleep in which it had nothing to do.
fn led_to(trace: &Trace, (mut utid, mut at): (Utid, Ts), since: Ts, left: &mut usize) -> bool {
    let mut states = trace.sched.of_thread(utid);
    let mut place = states.partition_point(|&id| trace.sched.state_row(id).ts < at);
    while at > since {
        let (Some(before), Some(less)) = (place.checked_sub(1), left.checked_sub(1)) else {
            return false;
        };
        (place, *left) = (before, less);
        let row = trace.sched.state_row(states[place]);
        at = row.ts;
        if !is_sleep(trace, &row) {
            continue;
        }
        let woke = wakeups::of_state(trace, states[place]);
        let waker = woke.and_then(|woke| Some((thread_that_woke(trace, woke)?, woke.ts)));
        let Some(waker) = waker else { return false };
        (utid, at) = waker;
        states = trace.sched.of_thread(utid);
        place = states.partition_point(|&id| trace.sched.state_row(id).ts < at);
    }
    true
}

/// Returns whether a state is a sleep that may be for want of work: one for IO or in the kernel is a part of it.
fn is_sleep(trace: &Trace, row: &ThreadState) -> bool {
    let state = trace.bytes(row.state);
    !matches!(state, b"Running" | b"R" | b"R+")
        && !is_uninterruptible(state)
        && row.io_wait != Some(true)
}
