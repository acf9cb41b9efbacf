//! Kernels other than Linux: each event tells the new state of one task, so that what a CPU ran
//! before may end before or after what it runs next begins.
//!
//! Rules: the reference's `generic_kernel_parser.cc`.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::decode::fields::Message;
use crate::import::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use crate::import::sink::{At, Sink};
use crate::model::ids::Utid;
use crate::model::sched::{SchedSlice, ThreadState};
use crate::model::track::Scope;
use crate::proto::{
    generic_kernel_cpu_frequency_event as cpu_frequency,
    generic_kernel_process_tree::{self as process_tree, process, thread},
    generic_kernel_task_rename_event as rename, generic_kernel_task_state_event as task_state,
};

/// More CPUs than this are a sign of damage.
const CPU_MAX: u32 = 1024;

/// States of tasks, by number.
const STATES: [&str; 9] = [
    "Unknown", "Created", "R", "Running", "S", "D", "T", "Z", "X",
];
const CREATED: usize = 1;
const RUNNING: usize = 3;
const DEAD: usize = 7;
const DESTROYED: usize = 8;

/// What a CPU runs.
#[derive(Clone, Copy, Debug)]
struct Running {
    row: usize,
    tid: i64,
    utid: Utid,
}

/// What is known of a thread.
#[derive(Clone, Copy, Debug, Default)]
struct Task {
    /// Its last row in `thread_state`, and the state in that.
    last: Option<(usize, usize)>,
    /// Its row in `sched` that ended when another thread began to run, and when that was.
    hanging: Option<(usize, i64)>,
}

/// Imports events of generic kernels.
#[derive(Debug, Default)]
pub(super) struct GenericKernel {
    cpus: HashMap<u32, Running>,
    tasks: HashMap<Utid, Task>,
    names: Vec<StrId>,
}

impl GenericKernel {
    /// Imports `GenericKernelTaskStateEvent`.
    pub(super) fn task_state(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        let cpu = payload.i32(task_state::CPU).cast_unsigned();
        let comm = payload.text(task_state::COMM);
        let tid = payload.i64(task_state::TID);
        let state = payload.u64(task_state::STATE) as usize;
        let priority = payload.i32(task_state::PRIO);
        if !(CREATED..STATES.len()).contains(&state) {
            sink.issues.count("task_state_invalid");
            return;
        }
        if cpu >= CPU_MAX {
            sink.issues.count("import_limit_reached");
            return;
        }
        let Some(utid) = self.task(tid, state, at, sink) else {
            return;
        };
        let comm = sink.strings.intern(comm);
        let priority_of_name = ThreadNamePriority::Ftrace;
        sink.processes.set_thread_name(utid, comm, priority_of_name);
        if state == RUNNING {
            self.start(cpu, (tid, utid), priority, at, sink);
        } else if !self.stop(cpu, (tid, utid), state, at, sink) {
            self.push_state(utid, Some(state), None, at, sink);
        }
        if state == DEAD {
            sink.processes.end_thread(tid, at.time());
        }
    }

    /// Returns the thread of an event; `None` if the event may not come now.
    fn task(&self, tid: i64, state: usize, at: At, sink: &mut Sink) -> Option<Utid> {
        let known = sink.processes.find_thread(tid);
        let Some(utid) = known else {
            return match state {
                CREATED => Some(sink.processes.start_thread(tid, Some(at.time()))),
                // A dead thread is not known any more, and its being destroyed changes nothing.
                DESTROYED => None,
                _ => Some(sink.processes.thread(tid)),
            };
        };
        let before = self.tasks.get(&utid).and_then(|task| task.last);
        let before = before.map(|(_, state)| state);
        let is_wrong = match state {
            CREATED => true,
            RUNNING => before == Some(RUNNING),
            DEAD => before == Some(DESTROYED),
            _ => false,
        };
        if is_wrong {
            sink.issues.count("generic_task_state_invalid_order");
            if state == DEAD {
                sink.processes.end_thread(tid, at.time());
            }
            return None;
        }
        Some(utid)
    }

    /// Lets a thread run, where another may have run until now.
    fn start(
        &mut self,
        cpu: u32,
        (tid, utid): (i64, Utid),
        priority: i32,
        at: At,
        sink: &mut Sink,
    ) {
        let Some(number) = sink.cpu(cpu) else { return };
        let row = sink.sched.len();
        if let Some(before) = self.cpus.insert(cpu, Running { row, tid, utid }) {
            sink.sched.close(before.row, at.time(), None);
            self.tasks.entry(before.utid).or_default().hanging = Some((before.row, at.ts));
            // In which state that thread is left is not known yet.
            self.push_state(before.utid, None, None, at, sink);
        } else {
            sink.add_cpu(cpu);
        }
        sink.sched.push(SchedSlice {
            ts: at.time(),
            dur: None,
            cpu: number,
            utid,
            end_state: None,
            priority,
        });
        self.push_state(utid, Some(RUNNING), Some(number), at, sink);
    }

    /// Ends the run of a thread, if it was running. Returns whether its state is written with that.
    fn stop(
        &mut self,
        cpu: u32,
        (tid, utid): (i64, Utid),
        state: usize,
        at: At,
        sink: &mut Sink,
    ) -> bool {
        let name = self.name(state, sink);
        if let Some(running) = self.cpus.get(&cpu).filter(|running| running.tid == tid) {
            sink.sched.close(running.row, at.time(), Some(name));
            self.cpus.remove(&cpu);
            return false;
        }
        // Another thread began to run at this time: now it is known why this one stopped.
        let task = self.tasks.entry(utid).or_default();
        let Some((row, _)) = task.hanging.filter(|(_, ended)| *ended == at.ts) else {
            return false;
        };
        task.hanging = None;
        sink.sched.update(row, |row| row.end_state = Some(name));
        if let Some((row, last)) = &mut task.last {
            *last = state;
            sink.thread_states.update(*row, |row| row.state = name);
        }
        true
    }

    /// Notes that a thread is in another state, on a CPU if it runs.
    fn push_state(
        &mut self,
        utid: Utid,
        state: Option<usize>,
        cpu: Option<u32>,
        at: At,
        sink: &mut Sink,
    ) {
        let name = state.map_or(StrId::EMPTY, |state| self.name(state, sink));
        if utid == sink.processes.idle() {
            return;
        }
        let task = self.tasks.entry(utid).or_default();
        if let Some((row, _)) = task.last {
            sink.thread_states.end(row, at.time());
        }
        task.last = Some((sink.thread_states.len(), state.unwrap_or(0)));
        sink.thread_states.push(ThreadState {
            cpu,
            ..ThreadState::new(at.time(), None, utid, name)
        });
    }

    fn name(&mut self, state: usize, sink: &mut Sink) -> StrId {
        if self.names.is_empty() {
            self.names = STATES.map(|state| sink.str(state)).to_vec();
        }
        self.names.get(state).copied().unwrap_or_default()
    }
}

/// Imports `GenericKernelCpuFrequencyEvent`.
pub(super) fn cpu_frequency(payload: Message<'_>, at: At, sink: &mut Sink) {
    let cpu = payload.i32(cpu_frequency::CPU).cast_unsigned();
    let hertz = payload.i64(cpu_frequency::FREQ_HZ);
    let (scope, kilohertz) = (Scope::Cpu(cpu), hertz as f64 / 1000.0);
    sink.count("cpu_frequency", scope, "cpufreq", None, kilohertz, at);
}

/// Imports `GenericKernelTaskRenameEvent`.
pub(super) fn rename(payload: Message<'_>, sink: &mut Sink) {
    let comm = payload.text(rename::COMM);
    let comm = sink.strings.intern(comm);
    let utid = sink.processes.thread(payload.i64(rename::TID));
    let priority = ThreadNamePriority::Ftrace;
    sink.processes.set_thread_name(utid, comm, priority);
}

/// Imports `GenericKernelProcessTree`: what runs, and in which process.
pub(super) fn process_tree(payload: Message<'_>, sink: &mut Sink) {
    for process in payload.messages(process_tree::PROCESSES) {
        let Some(cmdline) = process.field(process::CMDLINE) else {
            continue;
        };
        let parent = sink.processes.process_alone(process.i64(process::PPID));
        let upid = sink.processes.process_alone(process.i64(process::PID));
        sink.processes.set_parent(upid, parent);
        let cmdline = cmdline.as_bytes();
        let name = cmdline.split(|&byte| byte == b' ').next();
        let name = sink.strings.intern(name.unwrap_or_default());
        let priority = ProcessNamePriority::System;
        sink.processes.set_process_name(upid, name, priority);
        sink.processes.table.processes[upid.index()].cmdline = Some(sink.strings.intern(cmdline));
    }
    for thread in payload.messages(process_tree::THREADS) {
        let upid = sink.processes.process_alone(thread.i64(thread::PID));
        let utid = sink.processes.thread_of(thread.i64(thread::TID), upid);
        let is_main = thread.bool(thread::IS_MAIN_THREAD);
        sink.processes.table.threads[utid.index()].is_main = Some(is_main);
        if let Some(comm) = thread.field(thread::COMM) {
            let comm = sink.strings.intern(comm.as_bytes());
            let priority = ThreadNamePriority::ProcessTree;
            sink.processes.set_thread_name(utid, comm, priority);
        }
    }
}
