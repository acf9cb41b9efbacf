//! Thread states and what ran on CPUs in a range of time: by state, thread and process.
//!
//! What is known of each thread is found first; sums over threads are made of that.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Area;
use crate::base::intern::StrId;
use crate::base::time::{TimeSpan, Ts};
use crate::model::gaps::{Gap, GapKind};
use crate::model::ids::{SchedId, ThreadStateId, Upid, Utid};
use crate::model::sched::machine_and_cpu;
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;

/// Stretches of time, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSum {
    /// How many.
    pub count: usize,
    /// How long in all.
    pub total_ns: i64,
    /// The longest.
    pub max_ns: i64,
}

impl TimeSum {
    const fn one(ns: i64) -> Self {
        Self {
            count: 1,
            total_ns: ns,
            max_ns: ns,
        }
    }

    /// Adds other stretches; returns whether the longest is now one of them.
    fn add(&mut self, other: Self) -> bool {
        self.count += other.count;
        self.total_ns = self.total_ns.saturating_add(other.total_ns);
        let is_longer = other.max_ns > self.max_ns;
        self.max_ns = self.max_ns.max(other.max_ns);
        is_longer
    }
}

/// The time that threads spent in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateStats {
    /// The state as recorded.
    pub state: StrId,
    /// Whether it waits for IO, where that is known.
    pub io_wait: Option<bool>,
    /// Why the state is not known after all; [`Self::state`] is empty then.
    pub gap: Option<GapKind>,
    /// The stretches inside the range.
    pub sum: TimeSum,
    /// The longest stretch, the first of several.
    pub longest: ThreadStateId,
}

/// The time that a thread spent in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadStateStats {
    /// The thread.
    pub utid: Utid,
    /// The time in that state.
    pub stats: StateStats,
}

/// The time that threads were blocked in a function of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedStats {
    /// The function.
    pub function: StrId,
    /// The stretches inside the range.
    pub sum: TimeSum,
    /// The longest stretch, the first of several.
    pub longest: ThreadStateId,
}

/// The time that the selected threads ran on a CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RanOnStats {
    /// The CPU.
    pub cpu: u32,
    /// The stretches inside the range.
    pub sum: TimeSum,
    /// The longest stretch, the first of several.
    pub longest: ThreadStateId,
}

/// What is known of the selected threads, the longest first.
pub(super) struct OfThreads {
    /// The states of each.
    pub states: Vec<ThreadStateStats>,
    /// In which functions they were blocked.
    pub blocked: Vec<BlockedStats>,
    /// On which CPUs they ran.
    pub ran_on: Vec<RanOnStats>,
}

/// The time that a thread ran on the selected CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuThreadStats {
    /// The thread.
    pub utid: Utid,
    /// The stays inside the range.
    pub sum: TimeSum,
    /// The longest stay, the first of several.
    pub longest: SchedId,
}

/// The time that the threads of a process ran on the selected CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuProcessStats {
    /// The process; `None` for threads of which it is not known.
    pub upid: Option<Upid>,
    /// How many of its threads ran.
    pub threads: usize,
    /// The stays inside the range.
    pub sum: TimeSum,
    /// The longest stay, the first of several.
    pub longest: SchedId,
}

/// How busy the selected CPUs were together. CPUs without any stay do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuLoad {
    /// How long they could have run: the range, times how many there are.
    pub whole_ns: i64,
    /// How long threads ran.
    pub busy_ns: i64,
    /// How long the idle thread ran. What happened in the rest is not known.
    pub idle_ns: i64,
    /// How long they stood still because their machine was suspended, in the time of stays; none of that counts as
    /// busy or idle.
    pub suspended_ns: i64,
}

impl Area<'_> {
    /// Returns for how long a machine was suspended in a stretch inside the range, in nanoseconds.
    fn suspended_in(&self, machine: u32, ts: Ts, end: Option<Ts>) -> i64 {
        let end = end.unwrap_or(self.trace.known_until()).max(ts);
        let span = TimeSpan::new(ts, end).clamped_to(self.span);
        self.trace.suspends().time_in(machine, span).ns()
    }

    /// Returns which parts of a stretch of a thread's time, inside the range, are not known to be in that state.
    fn gaps_in(&self, id: ThreadStateId, ts: Ts, end: Option<Ts>) -> Vec<Gap> {
        let end = end.unwrap_or(self.trace.known_until()).max(ts);
        let span = TimeSpan::new(ts, end).clamped_to(self.span);
        self.trace.gaps().in_state(self.trace, id, span)
    }

    /// Returns for how long a CPU was not recorded in a stretch inside the range, in nanoseconds, without the time
    /// for which it was suspended.
    fn unrecorded_in(&self, cpu: u32, ts: Ts, end: Option<Ts>) -> i64 {
        let end = end.unwrap_or(self.trace.known_until()).max(ts);
        let span = TimeSpan::new(ts, end).clamped_to(self.span);
        unrecorded(self.trace, cpu, span)
    }

    /// Returns whether a time is too short to tell of: the last moment of a trace is hardly ever known.
    const fn is_little(&self, ns: i64) -> bool {
        ns.saturating_mul(200) < self.span.dur().ns()
    }

    /// Adds up the states of the selected threads, in which functions these were blocked and on which CPUs they ran.
    pub(super) fn thread_states(&self) -> Option<OfThreads> {
        let sched = &self.trace.sched;
        let mut all = Vec::new();
        let mut by_function: BTreeMap<StrId, BlockedStats> = BTreeMap::new();
        let mut by_cpu: BTreeMap<u32, RanOnStats> = BTreeMap::new();
        for kind in self.kinds() {
            let NodeKind::ThreadStates(utid) = *kind else {
                continue;
            };
            self.go_on()?;
            let mut by_state: BTreeMap<StateKey, StateStats> = BTreeMap::new();
            let rows = sched.of_thread(utid);
            let from = rows.partition_point(|&id| sched.state_row(id).ts < self.span.start());
            for &id in &rows[from.saturating_sub(1)..] {
                let row = sched.state_row(id);
                if row.ts >= self.reach.end() {
                    break;
                }
                let end = sched.state_end(id);
                let Some(mut ns) = self.inside(row.ts, end) else {
                    continue;
                };
                let mut add = |key: StateKey, ns| {
                    let stats = by_state.entry(key).or_insert(StateStats::new(key, id));
                    stats.add(TimeSum::one(ns), id);
                };
                let gaps = self.gaps_in(id, row.ts, end);
                for gap in &gaps {
                    let in_gap = gap.span.dur().ns();
                    ns = ns.saturating_sub(in_gap);
                    if gap.kind != GapKind::After || !self.is_little(in_gap) {
                        add((StrId::EMPTY, None, Some(gap.kind)), in_gap);
                    }
                }
                if ns == 0 && !gaps.is_empty() {
                    continue;
                }
                add((row.state, row.io_wait, None), ns);
                if let Some(cpu) = row.cpu {
                    let stats = by_cpu.entry(cpu).or_insert(RanOnStats {
                        cpu,
                        sum: TimeSum::default(),
                        longest: id,
                    });
                    if stats.sum.add(TimeSum::one(ns)) {
                        stats.longest = id;
                    }
                }
                if let Some(function) = row.blocked_function {
                    let stats = by_function.entry(function).or_insert(BlockedStats {
                        function,
                        sum: TimeSum::default(),
                        longest: id,
                    });
                    if stats.sum.add(TimeSum::one(ns)) {
                        stats.longest = id;
                    }
                }
            }
            let states = by_state.into_values();
            all.extend(states.map(|stats| ThreadStateStats { utid, stats }));
        }
        all.sort_by_key(|of| (Reverse(of.stats.sum.total_ns), of.utid));
        let mut blocked: Vec<BlockedStats> = by_function.into_values().collect();
        blocked.sort_by_key(|of| Reverse(of.sum.total_ns));
        let mut ran_on: Vec<RanOnStats> = by_cpu.into_values().collect();
        ran_on.sort_by_key(|of| Reverse(of.sum.total_ns));
        Some(OfThreads {
            states: all,
            blocked,
            ran_on,
        })
    }

    /// Adds up what ran on the selected CPUs, the longest first, and for how long anything ran.
    pub(super) fn cpu_threads(&self) -> Option<(Vec<CpuThreadStats>, CpuLoad)> {
        let sched = &self.trace.sched;
        let mut load = CpuLoad::default();
        let mut by_thread: BTreeMap<Utid, CpuThreadStats> = BTreeMap::new();
        for kind in self.kinds() {
            let NodeKind::CpuSched(cpu) = *kind else {
                continue;
            };
            self.go_on()?;
            let rows = sched.on_cpu(cpu);
            let (machine, _) = machine_and_cpu(cpu);
            if !rows.is_empty() {
                load.whole_ns = load.whole_ns.saturating_add(self.span.dur().ns());
            }
            let from = rows.partition_point(|&id| sched.sched_row(id).ts < self.span.start());
            for &id in &rows[from.saturating_sub(1)..] {
                let row = sched.sched_row(id);
                if row.ts >= self.reach.end() {
                    break;
                }
                let end = sched.stay_end(id);
                let Some(ns) = self.inside(row.ts, end) else {
                    continue;
                };
                let suspended = self.suspended_in(machine, row.ts, end);
                load.suspended_ns = load.suspended_ns.saturating_add(suspended);
                let unrecorded = self.unrecorded_in(cpu, row.ts, end);
                let is_known = unrecorded == 0;
                let ns = ns.saturating_sub(suspended).saturating_sub(unrecorded);
                if ns == 0 && !is_known {
                    continue;
                }
                // The idle thread stands for nothing running.
                if self.trace.processes.is_idle(row.utid) {
                    load.idle_ns = load.idle_ns.saturating_add(ns);
                    continue;
                }
                load.busy_ns = load.busy_ns.saturating_add(ns);
                let stats = by_thread.entry(row.utid).or_insert(CpuThreadStats {
                    utid: row.utid,
                    sum: TimeSum::default(),
                    longest: id,
                });
                if stats.sum.add(TimeSum::one(ns)) {
                    stats.longest = id;
                }
            }
        }
        let mut threads: Vec<CpuThreadStats> = by_thread.into_values().collect();
        threads.sort_by_key(|stats| Reverse(stats.sum.total_ns));
        Some((threads, load))
    }
}

/// Returns for how long a CPU was not recorded in a span, in nanoseconds, without the time for which it was
/// suspended.
pub fn unrecorded(trace: &Trace, cpu: u32, span: TimeSpan) -> i64 {
    let (machine, _) = machine_and_cpu(cpu);
    let awake = |gap: Gap| {
        let suspended = trace.suspends().time_in(machine, gap.span);
        gap.span.dur().ns().saturating_sub(suspended.ns())
    };
    let gaps = trace.gaps().within(cpu, span);
    gaps.map(awake).fold(0, i64::saturating_add)
}

/// What tells states apart.
type StateKey = (StrId, Option<bool>, Option<GapKind>);

impl StateStats {
    /// Returns a state in which no thread was for any time.
    fn new((state, io_wait, gap): StateKey, longest: ThreadStateId) -> Self {
        Self {
            state,
            io_wait,
            gap,
            sum: TimeSum::default(),
            longest,
        }
    }

    fn add(&mut self, sum: TimeSum, longest: ThreadStateId) {
        if self.sum.add(sum) {
            self.longest = longest;
        }
    }
}

/// Adds up the states of threads by state alone, the longest first.
pub(super) fn by_state(threads: &[ThreadStateStats]) -> Vec<StateStats> {
    let mut by_state: BTreeMap<StateKey, StateStats> = BTreeMap::new();
    for ThreadStateStats { stats, .. } in threads {
        let known = by_state.entry((stats.state, stats.io_wait, stats.gap));
        known
            .and_modify(|all| all.add(stats.sum, stats.longest))
            .or_insert_with(|| stats.clone());
    }
    let mut states: Vec<StateStats> = by_state.into_values().collect();
    states.sort_by_key(|stats| Reverse(stats.sum.total_ns));
    states
}

/// Adds up what ran by process, the longest first.
pub(super) fn by_process(trace: &Trace, threads: &[CpuThreadStats]) -> Vec<CpuProcessStats> {
    let mut by_process: BTreeMap<Option<Upid>, CpuProcessStats> = BTreeMap::new();
    for thread in threads {
        let upid = trace.processes.thread(thread.utid).upid;
        let stats = by_process.entry(upid).or_insert(CpuProcessStats {
            upid,
            threads: 0,
            sum: TimeSum::default(),
            longest: thread.longest,
        });
        stats.threads += 1;
        if stats.sum.add(thread.sum) {
            stats.longest = thread.longest;
        }
    }
    let mut processes: Vec<CpuProcessStats> = by_process.into_values().collect();
    processes.sort_by_key(|stats| Reverse(stats.sum.total_ns));
    processes
}
