//! Scheduling: what ran on each CPU (`sched`) and in which state each thread was (`thread_state`).
//!
//! Exactly the algorithm of the reference's `ftrace_sched_event_tracker.cc` and `thread_state_tracker.cc`, gaps
//! included: a thread that is switched out without having been seen running keeps its former state open, because
//! events were lost. The idle thread has rows in `sched` but no states.

use super::task_state::{KernelVersion, TaskState};
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::import::sink::Sink;
use crate::model::ids::{ThreadStateId, Utid};
use crate::model::sched::rows::Coded;
use crate::model::sched::{SchedSlice, SpuriousWakeup, ThreadState};

const NONE: u32 = u32::MAX;

/// What is known of a CPU from its last switch.
#[derive(Clone, Copy, Debug)]
struct Cpu {
    /// The open row of `sched`, and in `since` when it began.
    row: u32,
    since: Ts,
    pid: i64,
    utid: Option<Utid>,
}

/// What the last row of a thread in `thread_state` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Is {
    Running,
    Runnable,
    /// Any other state.
    Blocked,
}

/// The newest rows of a thread in `thread_state`.
#[derive(Clone, Copy, Debug)]
struct Rows {
    /// The last row, [`NONE`] if there is none.
    last: u32,
    /// The last blocked row, until the thread runs again.
    blocked: u32,
    /// The state in the last row, and in `since` when that began.
    is: Is,
    since: Ts,
}

impl Rows {
    const NONE: Self = Self {
        last: NONE,
        blocked: NONE,
        is: Is::Blocked,
        since: Ts::from_ns(0),
    };

    /// Notes a row that begins.
    #[inline]
    fn begin(&mut self, id: u32, is: Is, ts: Ts) {
        self.last = id;
        self.is = is;
        self.since = ts;
        match is {
            Is::Running => self.blocked = NONE,
            Is::Runnable => {}
            Is::Blocked => self.blocked = id,
        }
    }
}

/// A switch, as both encodings have it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch {
    pub(super) ts: i64,
    pub(super) cpu: u32,
    pub(super) prev_state: i64,
    pub(super) next_pid: i64,
    pub(super) next_prio: i32,
    pub(super) next_utid: Utid,
}

/// The state that a switch leaves a thread in.
#[derive(Clone, Copy, Debug)]
struct Left {
    /// The state as `sched` names it; `None` if the kernel has no such state.
    name: Option<StrId>,
    ended: Coded<Option<StrId>>,
    /// The state as `thread_state` names it.
    state: Coded<StrId>,
    is: Is,
}

/// How a state came to an end.
#[derive(Clone, Copy, Debug, Default)]
struct Wakeup {
    waker: Option<Utid>,
    irq_context: Option<bool>,
}

/// Imports scheduling events.
#[derive(Debug)]
pub(super) struct Sched {
    cpus: Vec<Cpu>,
    threads: Vec<Rows>,
    running: Coded<StrId>,
    runnable: Coded<StrId>,
    /// The states that occurred, by the number that the kernel writes.
    states: Vec<Option<Left>>,
    kernel: Option<KernelVersion>,
    /// The number of the machine's first CPU.
    first_cpu: u32,
    /// The machine's idle thread.
    idle: Utid,
    /// How many switches name another thread than the one that ran: in some traces nearly all.
    n_mismatched: i64,
}

impl Sched {
    pub(super) fn new(sink: &mut Sink) -> Self {
        let [running, runnable] = ["Running", "R"].map(|state| {
            let state = sink.str(state);
            sink.thread_states.coded(state)
        });
        Self {
            cpus: Vec::new(),
            threads: Vec::new(),
            running,
            runnable,
            states: Vec::new(),
            kernel: None,
            first_cpu: super::first_cpu(sink),
            idle: sink.processes.idle(),
            n_mismatched: 0,
        }
    }

    /// Reports what was counted.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        let n = std::mem::take(&mut self.n_mismatched);
        if n > 0 {
            sink.issues.add("mismatched_sched_switch_tids", None, n);
        }
    }

    /// Sets the version of the kernel that wrote the states.
    pub(super) fn set_kernel(&mut self, kernel: Option<KernelVersion>) {
        self.kernel = kernel;
        self.states.clear();
    }

    #[inline]
    fn cpu(&mut self, cpu: u32) -> &mut Cpu {
        let index = cpu as usize;
        if index >= self.cpus.len() {
            self.add_cpus(index + 1);
        }
        &mut self.cpus[index]
    }

    #[cold]
    fn add_cpus(&mut self, n: usize) {
        let unknown = Cpu {
            row: NONE,
            since: Ts::from_ns(0),
            pid: 0,
            utid: None,
        };
        self.cpus.resize(n, unknown);
    }

    /// Returns the thread that the last switch of a CPU started.
    pub(super) fn running_on(&mut self, cpu: u32) -> Option<Utid> {
        self.cpu(cpu).utid
    }

    /// Returns the state that a switch leaves a thread in.
    #[inline]
    fn left(&mut self, raw: i64, sink: &mut Sink) -> Left {
        let raw = raw as u16;
        let left = match self.states.get(usize::from(raw)) {
            Some(&Some(left)) => left,
            _ => self.new_state(raw, sink),
        };
        if left.name.is_none() {
            sink.issues.count("task_state_invalid");
        }
        left
    }

    #[cold]
    #[inline(never)]
    fn new_state(&mut self, raw: u16, sink: &mut Sink) -> Left {
        let name = TaskState::new(raw, self.kernel);
        let name = name.map(|state| sink.strings.intern(state.text()));
        // An invalid state is NULL in the reference.
        let state = sink.thread_states.coded(name.unwrap_or(StrId::EMPTY));
        let is = if state == self.running {
            Is::Running
        } else if state == self.runnable {
            Is::Runnable
        } else {
            Is::Blocked
        };
        let ended = sink.sched.coded(name);
        let left = Left {
            name,
            ended,
            state,
            is,
        };
        let index = usize::from(raw);
        if index >= self.states.len() {
            self.states.resize(index + 1, None);
        }
        self.states[index] = Some(left);
        left
    }

    /// Imports a switch that names the thread that it switches out.
    pub(super) fn switch(
        &mut self,
        switch: &Switch,
        (prev_pid, prev): (i64, Utid),
        sink: &mut Sink,
    ) {
        let left = self.left(switch.prev_state, sink);
        let cpu = *self.cpu(switch.cpu);
        if cpu.row != NONE {
            if cpu.pid == prev_pid {
                close_sched(&cpu, switch.ts, left.ended, sink);
            } else {
                self.n_mismatched += 1;
            }
        }
        self.open_sched(switch, prev, left, sink);
    }

    /// Imports a switch that does not name the thread that it switches out. Returns that thread; `None` for
    /// the first switch of a CPU.
    #[inline]
    pub(super) fn switch_compact(&mut self, switch: &Switch, sink: &mut Sink) -> Option<Utid> {
        let cpu = self.cpu(switch.cpu);
        let Some(prev) = cpu.utid else {
            cpu.utid = Some(switch.next_utid);
            sink.issues.count("compact_sched_switch_skipped");
            return None;
        };
        let cpu = *cpu;
        let left = self.left(switch.prev_state, sink);
        if cpu.row != NONE {
            close_sched(&cpu, switch.ts, left.ended, sink);
        }
        self.open_sched(switch, prev, left, sink);
        Some(prev)
    }

    /// Notes the thread that a compact switch starts, without adding a row, as the switch is from before the
    /// data of all CPUs is complete. Returns the thread that is switched out.
    pub(super) fn note_compact(&mut self, switch: &Switch, sink: &mut Sink) -> Option<Utid> {
        let cpu = self.cpu(switch.cpu);
        let prev = cpu.utid;
        *cpu = Cpu {
            row: NONE,
            since: Ts::from_ns(switch.ts),
            pid: switch.next_pid,
            utid: Some(switch.next_utid),
        };
        if prev.is_none() {
            sink.issues.count("compact_sched_switch_skipped");
        }
        prev
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "at two places, one for each encoding")]
    fn open_sched(&mut self, switch: &Switch, prev: Utid, left: Left, sink: &mut Sink) {
        let row = sink.sched.len() as u32;
        let (next, cpu) = (switch.next_utid, self.first_cpu + switch.cpu);
        sink.sched.push(SchedSlice {
            ts: Ts::from_ns(switch.ts),
            dur: None,
            cpu,
            utid: next,
            end_state: None,
            priority: switch.next_prio,
        });
        *self.cpu(switch.cpu) = Cpu {
            row,
            since: Ts::from_ns(switch.ts),
            pid: switch.next_pid,
            utid: Some(next),
        };
        // Half of the time one of the two is the idle thread, which has no states.
        let idle = self.idle;
        let ts = Ts::from_ns(switch.ts);
        if prev != idle {
            let id = sink.thread_states.len() as u32;
            let rows = self.rows(prev);
            if rows.is == Is::Running {
                sink.thread_states
                    .end_since(rows.last as usize, rows.since, ts);
            }
            rows.begin(id, left.is, ts);
            sink.thread_states.push_coded(begun(ts, prev), left.state);
        }
        if next != idle {
            let id = sink.thread_states.len() as u32;
            let running = self.running;
            let rows = self.rows(next);
            if rows.last != NONE {
                sink.thread_states
                    .end_since(rows.last as usize, rows.since, ts);
            }
            rows.begin(id, Is::Running, ts);
            let cpu = Some(cpu);
            let row = ThreadState {
                cpu,
                ..begun(ts, next)
            };
            sink.thread_states.push_coded(row, running);
        }
    }

    /// Imports a wakeup. `flags` are those of the event, if they are known.
    pub(super) fn waking(
        &mut self,
        ts: i64,
        utid: Utid,
        waker: Utid,
        flags: Option<u32>,
        sink: &mut Sink,
    ) {
        let irq_context = flags.map(|flags| flags & 0x18 != 0);
        if let Some(rows) = self.last(utid) {
            if rows.is != Is::Blocked {
                sink.spurious_wakeups.push(SpuriousWakeup {
                    ts: Ts::from_ns(ts),
                    state: ThreadStateId(rows.last),
                    irq_context,
                    utid,
                    waker,
                });
                return;
            }
            self.close(utid, ts, sink);
        }
        let wakeup = Wakeup {
            waker: Some(waker),
            irq_context,
        };
        if utid != self.idle {
            self.open(ts, utid, wakeup, sink);
        }
    }

    /// Imports the creation of a thread, which is runnable at once.
    pub(super) fn new_task(&mut self, ts: i64, utid: Utid, creator: Utid, sink: &mut Sink) {
        let wakeup = Wakeup {
            waker: Some(creator),
            irq_context: Some(false),
        };
        self.open(ts, utid, wakeup, sink);
    }

    /// Notes why a thread was blocked.
    pub(super) fn blocked_reason(
        &self,
        utid: Utid,
        io_wait: bool,
        function: Option<StrId>,
        sink: &mut Sink,
    ) {
        let Some(rows) = self.threads.get(utid.index()) else {
            return;
        };
        sink.thread_states.update(rows.blocked as usize, |row| {
            row.io_wait = Some(io_wait);
            if function.is_some() {
                row.blocked_function = function;
            }
        });
    }

    /// Returns the newest rows of a thread that has any.
    #[inline]
    fn last(&self, utid: Utid) -> Option<Rows> {
        let rows = *self.threads.get(utid.index())?;
        (rows.last != NONE).then_some(rows)
    }

    /// Returns the newest rows of a thread, which may have none.
    #[inline]
    fn rows(&mut self, utid: Utid) -> &mut Rows {
        let index = utid.index();
        if index >= self.threads.len() {
            self.add_threads(index + 1);
        }
        &mut self.threads[index]
    }

    #[cold]
    fn add_threads(&mut self, n: usize) {
        self.threads.resize(n, Rows::NONE);
    }

    /// Ends the last row of a thread, if there is any.
    #[inline]
    fn close(&self, utid: Utid, ts: i64, sink: &mut Sink) {
        if let Some(rows) = self.last(utid) {
            let times = (rows.since, Ts::from_ns(ts));
            sink.thread_states
                .end_since(rows.last as usize, times.0, times.1);
        }
    }

    /// Says that a thread other than the idle one is runnable from now on.
    #[inline]
    fn open(&mut self, ts: i64, utid: Utid, wakeup: Wakeup, sink: &mut Sink) {
        let waker_state = wakeup.waker.and_then(|waker| {
            let rows = self.last(waker)?;
            (rows.is == Is::Running).then_some(ThreadStateId(rows.last))
        });
        let id = sink.thread_states.len() as u32;
        let ts = Ts::from_ns(ts);
        let row = ThreadState {
            waker: wakeup.waker,
            waker_state,
            irq_context: wakeup.irq_context,
            ..begun(ts, utid)
        };
        sink.thread_states.push_coded(row, self.runnable);
        self.rows(utid).begin(id, Is::Runnable, ts);
    }
}

/// Returns a row for a state that has begun; the caller adds the name.
#[inline]
const fn begun(ts: Ts, utid: Utid) -> ThreadState {
    ThreadState::new(ts, None, utid, StrId::EMPTY)
}

/// Ends the open row of a CPU.
#[inline]
fn close_sched(cpu: &Cpu, ts: i64, state: Coded<Option<StrId>>, sink: &mut Sink) {
    let times = (cpu.since, Ts::from_ns(ts));
    sink.sched.close_since(cpu.row as usize, times, state);
}
