//! Who woke a thread, and how long it then waited for a CPU.
//!
//! The kernel notes the waker in the runnable row that the wake-up begins. A stay on a CPU, the
//! wait before it and the sleep before that are all about the same wake-up.

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
    /// Who did it. For one from an interrupt, who ran when it came.
    pub waker: Utid,
    /// What that one was doing.
    pub waker_state: Option<ThreadStateId>,
    /// Whether it came from an interrupt.
    pub irq: bool,
    /// How long the thread waited for a CPU.
    pub latency: Option<Dur>,
}

/// Returns the wake-up that a state is about: it began that wait, ended that sleep, or led to
/// that run. `None` for a thread that was preempted, which nobody woke.
pub fn of_state(trace: &Trace, state: ThreadStateId) -> Option<Wakeup> {
    let sched = &trace.sched;
    let row = sched.states().get(state.index())?;
    let rows = sched.of_thread(row.utid);
    let at = rows.partition_point(|&id| sched.state_row(id).ts < row.ts);
    let at = at + rows[at..].iter().position(|&id| id == state)?;
    let is_running = trace.bytes(row.state) == b"Running";
    let runnable = if row.waker.is_some() {
        at
    } else if is_running {
        at.checked_sub(1)?
    } else {
        at + 1
    };
    let id = *rows.get(runnable)?;
    let wait = sched.state_row(id);
    let next = rows.get(runnable + 1).copied();
    Some(Wakeup {
        ts: wait.ts,
        woken: wait.utid,
        runnable: id,
        running: next.filter(|&id| trace.bytes(sched.state_row(id).state) == b"Running"),
        waker: wait.waker?,
        waker_state: wait.waker_state,
        irq: wait.irq_context == Some(true),
        latency: wait.dur,
    })
}

/// Returns the wake-up that led to a stay on a CPU.
pub fn of_sched(trace: &Trace, id: SchedId) -> Option<Wakeup> {
    let row = trace.sched.sched().get(id.index())?;
    of_state(trace, trace.sched.state_at(row.utid, row.ts)?)
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
    /// is preempted, and runs again from 70.
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
            (woken, 70, 10, "Running", Some(0), None),
        ];
        for (utid, ts, dur, name, cpu, by) in rows {
            let state = b.str(name);
            let (ts, dur) = (Ts::from_ns(ts), Some(Dur::from_ns(dur)));
            states.push(ThreadState {
                ts,
                dur,
                utid,
                state,
                cpu,
                io_wait: None,
                blocked_function: None,
                waker: by.map(|by| by.0),
                waker_state: by.map(|by| by.1),
                irq_context: None,
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
        for state in [0, 1, 5, 6] {
            assert_eq!(of_state(&trace, ThreadStateId(state)), None, "{state}");
        }
        assert_eq!(of_sched(&trace, SchedId(2)), Some(wakeup));
        assert_eq!(of_sched(&trace, SchedId(3)), None);
        assert_eq!(stay(&trace, ThreadStateId(4)), Some(SchedId(2)));
        assert_eq!(stay(&trace, ThreadStateId(3)), None);
    }
}
