//! Why a thread waited for a CPU, and how long: who woke it, or who took the CPU from it.
//!
//! The kernel notes the waker in the runnable row that the wake-up begins. A stay on a CPU, the
//! wait before it and the sleep before that are all about the same wake-up. A thread that was
//! preempted was woken by nobody: what ran next on the CPU that it lost tells who preempted it.

use super::flows::WalkEnd;
use crate::base::time::{Dur, Ts};
use crate::model::ids::{SchedId, ThreadStateId, Utid};
use crate::model::trace::Trace;

/// One wake-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wakeup {
    /// When.
    pub ts: Ts,
    /// Who was woken.
    pub woken: Utid,
    /// The state that it began.
    pub runnable: ThreadStateId,
    /// The state in which the thread then ran, if the trace has it.
    pub running: Option<ThreadStateId>,
    /// The thread that did it; for a wake-up from an interrupt, the thread that ran when it came.
    pub waker: Utid,
    /// The state that the waker was in.
    pub waker_state: Option<ThreadStateId>,
    /// Whether it came from an interrupt.
    pub irq: bool,
    /// How long the thread waited for a CPU.
    pub latency: Option<Dur>,
}

/// One wait for a CPU, whatever began it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// When it began.
    pub ts: Ts,
    /// Who waited.
    pub thread: Utid,
    /// The state that is this wait.
    pub runnable: ThreadStateId,
    /// The state in which the thread then ran, if the trace has it.
    pub running: Option<ThreadStateId>,
    /// How long it took; `None` if it did not end.
    pub dur: Option<Dur>,
    /// The stay that came next on the CPU when the wait began: its thread took the CPU. `None` for a thread
    /// that was woken, and where the trace does not tell.
    pub taken_by: Option<SchedId>,
}

/// Returns the wake-up that a state is about: it began that wait, ended that sleep, or led to
/// that run. `None` for a thread that was preempted, which nobody woke.
pub fn of_state(trace: &Trace, state: ThreadStateId) -> Option<Wakeup> {
    let wait = wait_of(trace, state)?;
    let row = trace.sched.state_row(wait.runnable);
    Some(Wakeup {
        ts: wait.ts,
        woken: wait.thread,
        runnable: wait.runnable,
        running: wait.running,
        waker: row.waker?,
        waker_state: row.waker_state,
        irq: row.irq_context == Some(true),
        latency: wait.dur,
    })
}

/// Returns the wake-up that led to a stay on a CPU.
pub fn of_sched(trace: &Trace, id: SchedId) -> Option<Wakeup> {
    of_state(trace, running(trace, id)?)
}

/// Returns whether a state is the last one that the trace has of its thread.
pub fn is_last(trace: &Trace, state: ThreadStateId) -> bool {
    place(trace, state).is_some_and(|(rows, at)| at + 1 == rows.len())
}

/// Returns the wait for a CPU that a state is about: it is that wait, was the sleep before it, or
/// the run after it.
pub fn wait_of(trace: &Trace, state: ThreadStateId) -> Option<Wait> {
    let (rows, at) = place(trace, state)?;
    if is_wait(trace, state) {
        wait_at(trace, rows, at)
    } else if is_running(trace, state) {
        wait_at(trace, rows, at.checked_sub(1)?)
    } else {
        wait_at(trace, rows, at + 1)
    }
}

/// Returns whether the thread of a wait was preempted, as the kernel says; one that yields the CPU is not.
pub fn is_preempted(trace: &Trace, wait: &Wait) -> bool {
    let state = trace.sched.state_row(wait.runnable).state;
    trace.bytes(state) == b"R+"
}

/// Returns the wait for a CPU in which a run ended: the thread would have gone on if it could.
pub fn wait_after(trace: &Trace, running: ThreadStateId) -> Option<Wait> {
    if !is_running(trace, running) {
        return None;
    }
    let (rows, at) = place(trace, running)?;
    // A thread that was woken had slept, if only for too short a time to be seen.
    let wait = wait_at(trace, rows, at + 1)?;
    let is_woken = trace.sched.state_row(wait.runnable).waker.is_some();
    (!is_woken).then_some(wait)
}

/// Returns the waits for a CPU that a run began by waking their threads, in the order of time. If very much
/// begins during the run, only the first of it is looked at, and there may be more.
pub fn woken_by(trace: &Trace, running: ThreadStateId) -> (Vec<ThreadStateId>, WalkEnd) {
    /// Every draw asks for this, so that no more states are looked at.
    const LOOKED_AT: usize = 8_192;
    let states = trace.sched.states();
    let mut woken = Vec::new();
    if !is_running(trace, running) {
        return (woken, WalkEnd::All);
    }
    let end = trace.sched.state_end(running).unwrap_or(Ts::MAX);
    // Rows are in the order of time, so that the waits that the run began come after it.
    let after = (running.index() + 1..states.len()).map(|index| (index, states.row(index)));
    for (n, (index, row)) in after.take_while(|(_, row)| row.ts <= end).enumerate() {
        if n == LOOKED_AT {
            return (woken, WalkEnd::Cut);
        }
        if row.waker_state == Some(running) {
            woken.push(ThreadStateId::from_index(index));
        }
    }
    (woken, WalkEnd::All)
}

/// Returns the state in which a thread is while it stays on a CPU.
pub fn running(trace: &Trace, id: SchedId) -> Option<ThreadStateId> {
    let row = trace.sched.sched().get(id.index())?;
    trace.sched.state_at(row.utid, row.ts)
}

/// Returns the states of the thread of a state, and where that is among them.
fn place(trace: &Trace, state: ThreadStateId) -> Option<(&[ThreadStateId], usize)> {
    let sched = &trace.sched;
    let row = sched.states().get(state.index())?;
    let rows = sched.of_thread(row.utid);
    let at = rows.partition_point(|&id| sched.state_row(id).ts < row.ts);
    let at = at + rows[at..].iter().position(|&id| id == state)?;
    Some((rows, at))
}

/// Returns whether a state is a run on a CPU.
pub fn is_running(trace: &Trace, state: ThreadStateId) -> bool {
    trace.bytes(trace.sched.state_row(state).state) == b"Running"
}

fn is_wait(trace: &Trace, state: ThreadStateId) -> bool {
    let row = trace.sched.state_row(state);
    row.waker.is_some() || matches!(trace.bytes(row.state), b"R" | b"R+")
}

/// Returns the wait that stands at a place among the states of a thread.
fn wait_at(trace: &Trace, rows: &[ThreadStateId], at: usize) -> Option<Wait> {
    let id = *rows.get(at)?;
    if !is_wait(trace, id) {
        return None;
    }
    let row = trace.sched.state_row(id);
    let before = at.checked_sub(1).map(|at| rows[at]);
    let next = rows.get(at + 1).copied();
    Some(Wait {
        ts: row.ts,
        thread: row.utid,
        runnable: id,
        running: next.filter(|&id| is_running(trace, id)),
        dur: row.dur,
        taken_by: match (row.waker, before) {
            (None, Some(before)) => taken_by(trace, before, row.ts),
            _ => None,
        },
    })
}

/// Returns the stay that began on the CPU of a run when that ended.
fn taken_by(trace: &Trace, run: ThreadStateId, end: Ts) -> Option<SchedId> {
    let sched = &trace.sched;
    let row = sched.state_row(run);
    // With a gap between the run and the wait, the next stay does not tell who took the CPU.
    if !is_running(trace, run) || row.dur.map(|dur| row.ts.plus(dur)) != Some(end) {
        return None;
    }
    let stays = sched.on_cpu(row.cpu?);
    let at = stays.partition_point(|&id| sched.sched_row(id).ts < end);
    let next = sched.sched_row(*stays.get(at)?);
    (next.ts == end && next.utid != row.utid).then(|| stays[at])
}

/// Returns the stay on a CPU that a running state is.
pub fn stay(trace: &Trace, state: ThreadStateId) -> Option<SchedId> {
    let sched = &trace.sched;
    let row = sched.states().get(state.index())?;
    let stays = sched.on_cpu(row.cpu?);
    let at = stays.partition_point(|&id| sched.sched_row(id).ts < row.ts);
    let found = stays[at..].iter().copied();
    found
        .take_while(|&id| sched.sched_row(id).ts == row.ts)
        .find(|&id| sched.sched_row(id).utid == row.utid)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::sched::{SchedSlice, SchedTable, ThreadState};

    /// Two threads: the second sleeps from 10, is woken by the first at 30, runs from 45 to 60,
    /// is preempted by the first, and runs again from 70.
    pub(crate) fn trace() -> (Trace, Utid, Utid) {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let (waker, woken) = (b.thread(app, 1, "waker"), b.thread(app, 2, "woken"));
        let mut states = Vec::new();
        let mut stays = Vec::new();
        let rows = [
            (waker, 0, 50, "Running", Some(0), None),
            (woken, 0, 10, "Running", Some(1), None),
            (woken, 10, 20, "S", None, None),
            (woken, 30, 15, "R", None, Some((waker, ThreadStateId(0)))),
            (woken, 45, 15, "Running", Some(1), None),
            (woken, 60, 10, "R+", None, None),
            (waker, 60, 8, "Running", Some(1), None),
            (woken, 70, 10, "Running", Some(0), None),
        ];
        for (utid, ts, dur, name, cpu, by) in rows {
            let state = b.str(name);
            let (ts, dur) = (Ts::from_ns(ts), Some(Dur::from_ns(dur)));
            states.push(ThreadState {
                cpu,
                waker: by.map(|by| by.0),
                waker_state: by.map(|by| by.1),
                ..ThreadState::new(ts, dur, utid, state)
            });
            if let Some(cpu) = cpu {
                stays.push(SchedSlice {
                    ts,
                    dur,
                    cpu,
                    utid,
                    end_state: None,
                    priority: 120,
                });
            }
        }
        b.sched = SchedTable::new(stays, states);
        (b.finish(), waker, woken)
    }

    #[test]
    fn sleep_wait_and_run_are_about_one_wake_up() {
        let (trace, waker, woken) = trace();
        let wakeup = Wakeup {
            ts: Ts::from_ns(30),
            woken,
            runnable: ThreadStateId(3),
            running: Some(ThreadStateId(4)),
            waker,
            waker_state: Some(ThreadStateId(0)),
            irq: false,
            latency: Some(Dur::from_ns(15)),
        };
        for state in [2, 3, 4] {
            assert_eq!(
                of_state(&trace, ThreadStateId(state)),
                Some(wakeup),
                "{state}"
            );
        }
        for state in [0, 1, 5, 6, 7] {
            assert_eq!(of_state(&trace, ThreadStateId(state)), None, "{state}");
        }
        assert_eq!(of_sched(&trace, SchedId(2)), Some(wakeup));
        assert_eq!(of_sched(&trace, SchedId(4)), None);
        assert_eq!(stay(&trace, ThreadStateId(4)), Some(SchedId(2)));
        assert_eq!(stay(&trace, ThreadStateId(3)), None);
    }

    #[test]
    fn a_run_tells_whom_it_woke() {
        let (trace, ..) = trace();
        let woken = woken_by(&trace, ThreadStateId(0));
        assert_eq!(woken, (vec![ThreadStateId(3)], WalkEnd::All));
        for state in [1, 2, 4, 5, 6, 7] {
            let woken = woken_by(&trace, ThreadStateId(state));
            assert_eq!(woken, (vec![], WalkEnd::All), "{state}");
        }
    }

    #[test]
    fn a_wait_tells_who_took_the_cpu_and_which_run_ended_it() {
        let (trace, _, woken) = trace();
        let wait = Wait {
            ts: Ts::from_ns(60),
            thread: woken,
            runnable: ThreadStateId(5),
            running: Some(ThreadStateId(7)),
            dur: Some(Dur::from_ns(10)),
            taken_by: Some(SchedId(3)),
        };
        for state in [5, 7] {
            assert_eq!(wait_of(&trace, ThreadStateId(state)), Some(wait), "{state}");
        }
        assert_eq!(wait_after(&trace, ThreadStateId(4)), Some(wait));
        // A thread that was woken lost its CPU to nobody; after a state that ends in a sleep there is no wait
        // for a CPU.
        let woken = wait_of(&trace, ThreadStateId(4)).unwrap();
        assert_eq!(woken.runnable, ThreadStateId(3));
        assert_eq!(woken.taken_by, None);
        for state in [0, 1, 2, 3, 5, 6, 7] {
            assert_eq!(wait_after(&trace, ThreadStateId(state)), None, "{state}");
        }
        for state in [0, 1, 6] {
            assert_eq!(wait_of(&trace, ThreadStateId(state)), None, "{state}");
        }
    }
}
