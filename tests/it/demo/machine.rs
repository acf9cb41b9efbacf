//! A small phone: processors, threads that run scripts, locks and interrupts.
//!
//! The demo's thread states are not invented one by one: threads execute
//! scripts on four processors under a priority scheduler, and the kernel events
//! are written down as they happen. Everything is deterministic.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use perfetty_messages::FtraceEvent;

use super::recorder::{Recorder, event};
use super::story::Story;

pub(super) const US: u64 = 1_000;
pub(super) const MS: u64 = 1_000_000;
/// How long a thread runs before another thread of its priority gets the processor.
const QUANTUM: u64 = 6 * MS;
/// The least time from a wake-up to the switch to the thread.
const WAKE_LATENCY: u64 = 14 * US;

const SLEEPING: i64 = 1;
const UNINTERRUPTIBLE: i64 = 2;
/// Runnable, but preempted.
const PREEMPTED: i64 = 0x100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ThreadId(pub(super) usize);

/// A counter that threads wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sem(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lock(usize);

/// A later step of a script, which runs once its time has come.
pub(super) type Then = Box<dyn FnOnce(&mut Machine, ThreadId) -> Vec<Op>>;

/// One step of a thread's script.
pub(super) enum Op {
    /// Uses the processor for so long.
    Run(u64),
    Begin(String),
    End,
    /// Writes a line of the atrace grammar.
    Print(String),
    /// Writes any other kernel event.
    Kernel(Box<FtraceEvent>),
    /// Sleeps until a time.
    Until(u64),
    /// Sleeps until the counter is positive, then takes one.
    Take(Sem),
    Post(Sem),
    /// Waits for storage: for how long, and the number of the kernel symbol.
    Io(u64, u64),
    /// Takes a monitor; writes a slice if another thread holds it.
    Lock(Lock, &'static str),
    Unlock(Lock),
    Then(Then),
}

/// A step of a script that depends on what has happened by then.
pub(super) fn then(f: impl FnOnce(&mut Machine, ThreadId) -> Vec<Op> + 'static) -> Op {
    Op::Then(Box::new(f))
}

pub(super) fn begin(name: impl Into<String>) -> Op {
    Op::Begin(name.into())
}

/// Returns a slice around some steps.
pub(super) fn slice(name: impl Into<String>, steps: impl IntoIterator<Item = Op>) -> Vec<Op> {
    let mut ops = vec![begin(name)];
    ops.extend(steps);
    ops.push(Op::End);
    ops
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ready { since: u64 },
    Running { cpu: usize },
    Blocked,
}

pub(super) struct Thread {
    pub(super) tid: i32,
    pub(super) pid: i32,
    pub(super) comm: &'static str,
    prio: i32,
    /// Processors in the order of preference.
    cpus: &'static [usize],
    last_cpu: usize,
    state: State,
    script: VecDeque<Op>,
    /// The rest of the current `Run`.
    remaining: u64,
    /// The kernel symbol of the storage that the thread waits for.
    io: Option<u64>,
}

/// A processor and the thread that runs on it; none means the idle thread.
#[derive(Default)]
struct Cpu {
    current: Option<ThreadId>,
    since: u64,
    /// When the current `Run` was last accounted for.
    accounted: u64,
    /// Counts runs, to recognise alarms of earlier runs.
    generation: u64,
    /// The time used since the governor last looked.
    busy: u64,
    freq: u32,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Alarm {
    Wake(ThreadId),
    Post(Sem),
    Dispatch,
    Cpu { cpu: usize, generation: u64 },
}

struct Monitor {
    owner: Option<ThreadId>,
    held_in: &'static str,
    waiters: VecDeque<ThreadId>,
}

/// The phone.
pub(super) struct Machine {
    pub(super) now: u64,
    pub(super) out: Recorder,
    pub(super) story: Story,
    pub(super) threads: Vec<Thread>,
    cpus: Vec<Cpu>,
    sems: Vec<(u32, VecDeque<ThreadId>)>,
    monitors: Vec<Monitor>,
    alarms: BinaryHeap<Reverse<(u64, u64, Alarm)>>,
    n_alarms: u64,
    gpu_free: u64,
}

impl Machine {
    pub(super) fn new(start: u64, n_cpus: usize, story: Story) -> Self {
        let mut machine = Self {
            now: start,
            out: Recorder::new(start, n_cpus),
            story,
            threads: Vec::new(),
            cpus: Vec::new(),
            sems: Vec::new(),
            monitors: Vec::new(),
            alarms: BinaryHeap::new(),
            n_alarms: 0,
            gpu_free: 0,
        };
        for cpu in 0..n_cpus {
            machine.cpus.push(Cpu::default());
            machine.set_freq(cpu, if cpu < 2 { 576_000 } else { 910_000 });
        }
        machine
    }

    /// Adds a thread that starts its script at once.
    pub(super) fn thread(
        &mut self,
        (pid, tid, comm): (i32, i32, &'static str),
        prio: i32,
        cpus: &'static [usize],
        script: Vec<Op>,
    ) -> ThreadId {
        let id = ThreadId(self.threads.len());
        self.threads.push(Thread {
            tid,
            pid,
            comm,
            prio,
            cpus,
            last_cpu: cpus[0],
            state: State::Blocked,
            script: script.into(),
            remaining: 0,
            io: None,
        });
        self.alarm(self.now + 100 * US, Alarm::Wake(id));
        id
    }

    pub(super) fn sem(&mut self, count: u32) -> Sem {
        self.sems.push((count, VecDeque::new()));
        Sem(self.sems.len() - 1)
    }

    pub(super) fn monitor(&mut self) -> Lock {
        self.monitors.push(Monitor {
            owner: None,
            held_in: "",
            waiters: VecDeque::new(),
        });
        Lock(self.monitors.len() - 1)
    }

    /// Takes everything from a counter without waiting.
    pub(super) fn drain(&mut self, sem: Sem) -> u32 {
        std::mem::take(&mut self.sems[sem.0].0)
    }

    pub(super) fn post_at(&mut self, at: u64, sem: Sem) {
        self.alarm(at, Alarm::Post(sem));
    }

    /// Gives work to the graphics processor and returns when it will be done.
    pub(super) fn gpu(&mut self, work: u64, fence: Sem) -> u64 {
        let done = self.gpu_free.max(self.now) + work;
        self.gpu_free = done;
        self.post_at(done, fence);
        done
    }

    /// Writes a kernel event of the thread that runs on `cpu`.
    fn kernel(&mut self, cpu: usize, mut event: FtraceEvent) {
        let tid = self.cpus[cpu]
            .current
            .map_or(0, |thread| self.threads[thread.0].tid);
        event.pid = Some(tid.unsigned_abs());
        self.out.kernel(cpu, self.now, event);
    }

    pub(super) fn set_freq(&mut self, cpu: usize, khz: u32) {
        if std::mem::replace(&mut self.cpus[cpu].freq, khz) != khz {
            self.kernel(cpu, event::cpu_frequency(cpu, khz));
        }
    }

    /// Sets every processor's clock rate by its load over the last `period`.
    pub(super) fn govern(&mut self, period: u64) {
        for cpu in 0..self.cpus.len() {
            self.account(cpu);
            let busy = std::mem::take(&mut self.cpus[cpu].busy);
            let steps: [u32; 4] = if cpu < 2 {
                [576_000, 1_098_000, 1_401_000, 1_803_000]
            } else {
                [910_000, 1_426_000, 1_968_000, 2_850_000]
            };
            let step = (busy * 4 / period).min(3);
            self.set_freq(cpu, steps[usize::try_from(step).expect("at most three")]);
        }
    }

    /// Lets time pass until `end`.
    pub(super) fn run(&mut self, end: u64) {
        while let Some(Reverse((at, _, alarm))) = self.alarms.pop() {
            if at > end {
                break;
            }
            self.now = at.max(self.now);
            match alarm {
                Alarm::Wake(thread) => self.wake(thread, None),
                Alarm::Post(sem) => self.post(sem, None),
                Alarm::Dispatch => self.dispatch(),
                Alarm::Cpu { cpu, generation } => {
                    if self.cpus[cpu].generation == generation {
                        self.account(cpu);
                        self.proceed(cpu);
                    }
                }
            }
        }
    }

    fn alarm(&mut self, at: u64, alarm: Alarm) {
        self.n_alarms += 1;
        self.alarms.push(Reverse((at, self.n_alarms, alarm)));
    }

    fn post(&mut self, sem: Sem, by: Option<ThreadId>) {
        match self.sems[sem.0].1.pop_front() {
            Some(thread) => self.wake(thread, by),
            None => self.sems[sem.0].0 += 1,
        }
    }

    /// Makes a thread ready; without a waker, an interrupt has woken it.
    fn wake(&mut self, id: ThreadId, by: Option<ThreadId>) {
        let waker_cpu = by.and_then(|by| self.cpu_of(by));
        let cpu = waker_cpu.unwrap_or(self.threads[id.0].last_cpu);
        let thread = &mut self.threads[id.0];
        let (tid, comm, prio, target) = (thread.tid, thread.comm, thread.prio, thread.last_cpu);
        thread.state = State::Ready { since: self.now };
        let io = thread.io.take();
        self.kernel(cpu, event::sched_waking(tid, comm, prio, target));
        if let Some(symbol) = io {
            self.kernel(cpu, event::sched_blocked_reason(tid, symbol, true));
        }
        self.alarm(self.now + WAKE_LATENCY, Alarm::Dispatch);
    }

    fn cpu_of(&self, id: ThreadId) -> Option<usize> {
        match self.threads[id.0].state {
            State::Running { cpu } => Some(cpu),
            _ => None,
        }
    }

    /// Assigns processors to the threads with the highest priorities.
    fn dispatch(&mut self) {
        let mut ready: Vec<_> = (0..self.threads.len())
            .filter_map(|id| match self.threads[id].state {
                State::Ready { since } => Some((self.threads[id].prio, since, ThreadId(id))),
                _ => None,
            })
            .collect();
        ready.sort_unstable();
        for (prio, _, id) in ready {
            let thread = &self.threads[id.0];
            if !matches!(thread.state, State::Ready { .. }) {
                continue;
            }
            let idle = std::iter::once(thread.last_cpu)
                .chain(thread.cpus.iter().copied())
                .find(|&cpu| thread.cpus.contains(&cpu) && self.cpus[cpu].current.is_none());
            let weakest = || {
                let running = |cpu: usize| self.cpus[cpu].current.map(|id| self.threads[id.0].prio);
                let worst = thread
                    .cpus
                    .iter()
                    .copied()
                    .max_by_key(|&cpu| (running(cpu), Reverse(cpu)));
                worst.filter(|&cpu| running(cpu).is_some_and(|other| other > prio))
            };
            if let Some(cpu) = idle.or_else(weakest) {
                self.switch(cpu, PREEMPTED, Some(id));
                self.proceed(cpu);
            }
        }
    }

    /// Charges the running thread for the time since the last accounting.
    fn account(&mut self, cpu: usize) {
        if let Some(id) = self.cpus[cpu].current {
            let used = self.now - self.cpus[cpu].accounted;
            let thread = &mut self.threads[id.0];
            thread.remaining = thread.remaining.saturating_sub(used);
            self.cpus[cpu].busy += used;
        }
        self.cpus[cpu].accounted = self.now;
    }

    /// Switches a processor to `next`, or the best ready thread, or the idle thread.
    fn switch(&mut self, cpu: usize, state: i64, next: Option<ThreadId>) {
        self.account(cpu);
        let previous = self.cpus[cpu].current;
        let next = next.or_else(|| self.best_for(cpu));
        if previous.is_none() && next.is_none() {
            return;
        }
        let idle = (0, "swapper", 120);
        let describe = |machine: &Self, id: Option<ThreadId>| {
            id.map_or(idle, |id| {
                let thread = &machine.threads[id.0];
                (thread.tid, thread.comm, thread.prio)
            })
        };
        let (from, to) = (describe(self, previous), describe(self, next));
        let state = if previous.is_none() { 0 } else { state };
        self.kernel(cpu, event::sched_switch(from, state, to));
        if let Some(id) = previous {
            self.threads[id.0].state = match state {
                PREEMPTED => State::Ready { since: self.now },
                _ => State::Blocked,
            };
            self.alarm(self.now + WAKE_LATENCY, Alarm::Dispatch);
        }
        if let Some(id) = next {
            self.threads[id.0].state = State::Running { cpu };
            self.threads[id.0].last_cpu = cpu;
        }
        let processor = &mut self.cpus[cpu];
        processor.current = next;
        processor.since = self.now;
        processor.accounted = self.now;
        processor.generation += 1;
        match (previous, next) {
            (Some(_), None) => self.kernel(cpu, event::cpu_idle(cpu, 1)),
            (None, Some(_)) => self.kernel(cpu, event::cpu_idle(cpu, u32::MAX)),
            _ => {}
        }
    }

    fn best_for(&self, cpu: usize) -> Option<ThreadId> {
        let candidates = self.threads.iter().enumerate().filter_map(|(id, thread)| {
            let State::Ready { since } = thread.state else {
                return None;
            };
            let rested = since + WAKE_LATENCY <= self.now || since == self.now;
            (thread.cpus.contains(&cpu) && rested).then_some((thread.prio, since, ThreadId(id)))
        });
        candidates.min().map(|(_, _, id)| id)
    }

    /// Continues the thread on a processor until it runs, waits or is done.
    fn proceed(&mut self, cpu: usize) {
        while let Some(id) = self.cpus[cpu].current {
            if self.threads[id.0].remaining > 0 {
                let used = self.now - self.cpus[cpu].since;
                let rival = self.best_for(cpu).map(|rival| self.threads[rival.0].prio);
                let left = QUANTUM.saturating_sub(used);
                if left == 0 && rival.is_some_and(|prio| prio <= self.threads[id.0].prio) {
                    self.switch(cpu, PREEMPTED, None);
                    continue;
                }
                let left = if left == 0 { QUANTUM } else { left };
                let generation = self.cpus[cpu].generation;
                let at = self.now + self.threads[id.0].remaining.min(left);
                self.alarm(at, Alarm::Cpu { cpu, generation });
                return;
            }
            match self.threads[id.0].script.pop_front() {
                Some(op) => {
                    if let Some(state) = self.step(cpu, id, op) {
                        self.switch(cpu, state, None);
                    }
                }
                None => self.switch(cpu, SLEEPING, None),
            }
        }
    }

    /// Executes one step; returns the thread's state if it waits now.
    fn step(&mut self, cpu: usize, id: ThreadId, op: Op) -> Option<i64> {
        let pid = self.threads[id.0].pid;
        match op {
            Op::Run(ns) => self.threads[id.0].remaining = ns,
            Op::Begin(name) => self.kernel(cpu, event::print(&format!("B|{pid}|{name}"))),
            Op::End => self.kernel(cpu, event::print(&format!("E|{pid}"))),
            Op::Print(line) => self.kernel(cpu, event::print(&line)),
            Op::Kernel(event) => self.kernel(cpu, *event),
            Op::Until(at) if at <= self.now => {}
            Op::Until(at) => {
                self.alarm(at, Alarm::Wake(id));
                return Some(SLEEPING);
            }
            Op::Take(sem) => {
                let (count, waiters) = &mut self.sems[sem.0];
                if *count == 0 {
                    waiters.push_back(id);
                    return Some(SLEEPING);
                }
                *count -= 1;
            }
            Op::Post(sem) => self.post(sem, Some(id)),
            Op::Io(ns, symbol) => {
                self.threads[id.0].io = Some(symbol);
                self.alarm(self.now + ns, Alarm::Wake(id));
                return Some(UNINTERRUPTIBLE);
            }
            Op::Lock(lock, held_in) => return self.lock(cpu, id, lock, held_in),
            Op::Unlock(lock) => {
                let next = self.monitors[lock.0].waiters.pop_front();
                self.monitors[lock.0].owner = next;
                if let Some(next) = next {
                    self.wake(next, Some(id));
                }
            }
            Op::Then(f) => {
                let ops = f(self, id);
                let script = &mut self.threads[id.0].script;
                for op in ops.into_iter().rev() {
                    script.push_front(op);
                }
            }
        }
        None
    }

    fn lock(&mut self, cpu: usize, id: ThreadId, lock: Lock, method: &'static str) -> Option<i64> {
        let monitor = &mut self.monitors[lock.0];
        let Some(owner) = monitor.owner else {
            monitor.owner = Some(id);
            monitor.held_in = method;
            return None;
        };
        let n_waiters = monitor.waiters.len();
        let held_in = std::mem::replace(&mut monitor.held_in, method);
        monitor.waiters.push_back(id);
        let (name, tid) = (self.threads[owner.0].comm, self.threads[owner.0].tid);
        let pid = self.threads[id.0].pid;
        let text = format!(
            "B|{pid}|monitor contention with owner {name} ({tid}) at {held_in} \
             waiters={n_waiters} blocking from {method}"
        );
        self.kernel(cpu, event::print(&text));
        let text = format!("B|{pid}|Lock contention on a monitor lock (owner tid: {tid})");
        self.kernel(cpu, event::print(&text));
        let script = &mut self.threads[id.0].script;
        script.push_front(Op::End);
        script.push_front(Op::End);
        Some(SLEEPING)
    }
}
