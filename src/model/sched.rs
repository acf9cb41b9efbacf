//! Scheduling: what ran on each CPU, and in which state each thread was.

pub mod rows;

use hashbrown::HashMap;

use self::rows::Rows;
use super::ids::{SchedId, ThreadStateId, Utid};
use crate::base::intern::StrId;
use crate::base::time::{Dur, Ts};

/// One stay of a thread on a CPU: a row of `sched`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SchedSlice {
    /// When it was switched in.
    pub ts: Ts,
    /// For how long, `None` if the trace ends first.
    pub dur: Option<Dur>,
    /// On which CPU: see [`CPUS_PER_MACHINE`].
    pub cpu: u32,
    /// Which thread.
    pub utid: Utid,
    /// Its state when it was switched out, as the kernel writes it: `S`, `R+`.
    pub end_state: Option<StrId>,
    /// Its priority.
    pub priority: i32,
}

/// A stretch of time that a thread spent in one state: a row of `thread_state`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadState {
    /// When it began.
    pub ts: Ts,
    /// For how long, `None` if the trace ends first.
    pub dur: Option<Dur>,
    /// Which thread.
    pub utid: Utid,
    /// The state: `Running`, `R`, `S`, `D`, …; empty if the kernel has no such state.
    pub state: StrId,
    /// The CPU, while running.
    pub cpu: Option<u32>,
    /// Whether an uninterruptible sleep waits for IO, if known.
    pub io_wait: Option<bool>,
    /// The kernel function it blocks in.
    pub blocked_function: Option<StrId>,
    /// The thread that woke it.
    pub waker: Option<Utid>,
    /// The state of the waker when it did.
    pub waker_state: Option<ThreadStateId>,
    /// Whether it was woken from an interrupt.
    pub irq_context: Option<bool>,
}

/// A wakeup of a thread that was not asleep: a row of `spurious_sched_wakeup`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpuriousWakeup {
    /// When it happened.
    pub ts: Ts,
    /// The state that the thread was in, and stayed in.
    pub state: ThreadStateId,
    /// Whether it came from an interrupt, if known.
    pub irq_context: Option<bool>,
    /// The thread that was woken.
    pub utid: Utid,
    /// The thread that woke it.
    pub waker: Utid,
}

/// All scheduling rows, with an index per CPU and per thread.
#[derive(Clone, Debug, Default)]
pub struct SchedTable {
    sched: Rows<SchedSlice>,
    states: Rows<ThreadState>,
    spurious: Vec<SpuriousWakeup>,
    /// Rows of `sched` sorted by (cpu, ts).
    by_cpu: Vec<(u32, Vec<SchedId>)>,
    /// Rows of `states` by utid, each sorted by ts.
    by_thread: Vec<(Utid, Vec<ThreadStateId>)>,
}

impl SchedTable {
    /// Builds the tables and their indices. Rows keep their order, which is that of their SQL ids.
    pub fn new(sched: impl Into<Rows<SchedSlice>>, states: impl Into<Rows<ThreadState>>) -> Self {
        let (sched, states) = (sched.into(), states.into());
        let by_cpu = grouped(
            sched.iter().map(|row| (row.cpu, row.ts)),
            SchedId::from_index,
            |id| sched.row(id.index()).ts,
        );
        let by_thread = grouped(
            states.iter().map(|row| (row.utid.0, row.ts)),
            ThreadStateId::from_index,
            |id| states.row(id.index()).ts,
        );
        let by_thread = by_thread.into_iter().map(|(utid, rows)| (Utid(utid), rows));
        Self {
            by_thread: by_thread.collect(),
            by_cpu,
            sched,
            states,
            spurious: Vec::new(),
        }
    }

    /// Adds the wakeups of threads that were not asleep, which must name states of this table.
    #[must_use]
    pub fn with_spurious(mut self, spurious: Vec<SpuriousWakeup>) -> Self {
        self.spurious = spurious;
        self
    }

    /// Returns the wakeups of threads that were not asleep, in the order of import.
    pub fn spurious(&self) -> &[SpuriousWakeup] {
        &self.spurious
    }

    /// Returns all `sched` rows.
    pub fn sched(&self) -> &Rows<SchedSlice> {
        &self.sched
    }

    /// Returns all `thread_state` rows.
    pub fn states(&self) -> &Rows<ThreadState> {
        &self.states
    }

    /// Returns a `sched` row, which must exist.
    pub fn sched_row(&self, id: SchedId) -> SchedSlice {
        self.sched.row(id.index())
    }

    /// Returns a `thread_state` row, which must exist.
    pub fn state_row(&self, id: ThreadStateId) -> ThreadState {
        self.states.row(id.index())
    }

    /// Returns the CPUs that have rows, ascending.
    pub fn cpus(&self) -> impl Iterator<Item = u32> {
        self.by_cpu.iter().map(|(cpu, _)| *cpu)
    }

    /// Returns what ran on a CPU, sorted by time.
    pub fn on_cpu(&self, cpu: u32) -> &[SchedId] {
        match self.by_cpu.binary_search_by_key(&cpu, |row| row.0) {
            Ok(index) => &self.by_cpu[index].1,
            Err(_) => &[],
        }
    }

    /// Returns the threads that have states, ascending.
    pub fn threads(&self) -> impl Iterator<Item = Utid> {
        self.by_thread.iter().map(|(utid, _)| *utid)
    }

    /// Returns the states of a thread, sorted by time.
    pub fn of_thread(&self, utid: Utid) -> &[ThreadStateId] {
        match self.by_thread.binary_search_by_key(&utid, |row| row.0) {
            Ok(index) => &self.by_thread[index].1,
            Err(_) => &[],
        }
    }

    /// Returns the state of a thread at an instant.
    pub fn state_at(&self, utid: Utid, ts: Ts) -> Option<ThreadStateId> {
        let rows = self.of_thread(utid);
        let after = rows.partition_point(|&id| self.state_row(id).ts <= ts);
        let id = rows[after.checked_sub(1)?];
        let row = self.state_row(id);
        match row.dur {
            Some(dur) if row.ts.plus(dur) <= ts => None,
            _ => Some(id),
        }
    }
}

/// How many keys' groups [`grouped`] has at hand.
const LAST_SLOTS: usize = 4096;

/// Returns the rows of each group, groups ascending, rows by time; equal times keep their order.
///
/// `rows` says of each row which group it is of and when. Rows come nearly in the order of time, so
/// that hardly a group has to be sorted.
fn grouped<I: Copy>(
    rows: impl Iterator<Item = (u32, Ts)>,
    id: impl Fn(usize) -> I,
    ts: impl Fn(I) -> Ts,
) -> Vec<(u32, Vec<I>)> {
    struct Group<I> {
        key: u32,
        rows: Vec<I>,
        last: Ts,
        is_sorted: bool,
    }
    // By the lower bits of a key, the group it was last; nearly always that is it.
    let mut rows = rows.enumerate().peekable();
    if rows.peek().is_none() {
        return Vec::new();
    }
    let mut last_slots = vec![0; LAST_SLOTS];
    let mut slots: HashMap<u32, usize> = HashMap::new();
    let mut groups: Vec<Group<I>> = Vec::new();
    for (row, (key, at)) in rows {
        let last = &mut last_slots[key as usize % LAST_SLOTS];
        if groups.get(*last).is_none_or(|group| group.key != key) {
            *last = *slots.entry(key).or_insert_with(|| {
                groups.push(Group {
                    key,
                    rows: Vec::new(),
                    last: at,
                    is_sorted: true,
                });
                groups.len() - 1
            });
        }
        let group = &mut groups[*last];
        group.is_sorted &= group.last <= at;
        group.last = at;
        group.rows.push(id(row));
    }
    groups.sort_unstable_by_key(|group| group.key);
    let groups = groups.into_iter().map(|mut group| {
        if !group.is_sorted {
            group.rows.sort_by_key(|&id| ts(id));
        }
        group.rows.shrink_to_fit();
        (group.key, group.rows)
    });
    groups.collect()
}

/// A row of the Android log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogRow {
    /// When it was written.
    pub ts: Ts,
    /// Who wrote it.
    pub utid: Option<Utid>,
    /// Android's priority, 2 verbose to 7 fatal.
    pub prio: i64,
    /// The tag.
    pub tag: Option<StrId>,
    /// The message.
    pub msg: Option<StrId>,
}

/// How many numbers each machine has for its CPUs. A CPU of the `n`-th machine is told from others
/// by its own number and `n` times this.
pub const CPUS_PER_MACHINE: u32 = 4096;

/// Returns what a CPU is called.
pub fn cpu_name(cpu: u32) -> String {
    let own = cpu % CPUS_PER_MACHINE;
    match cpu / CPUS_PER_MACHINE {
        0 => format!("CPU {own}"),
        machine => format!("CPU {own} of machine {machine}"),
    }
}

/// A CPU: a row of `cpu`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CpuRow {
    /// The number, with that of its machine: see [`CPUS_PER_MACHINE`].
    pub cpu: u32,
    /// The cluster that it belongs to.
    pub cluster_id: Option<i64>,
    /// The name of the processor.
    pub processor: Option<StrId>,
    /// Its capacity relative to the largest, 1024.
    pub capacity: Option<i64>,
}

/// An ftrace event: a row of `ftrace_event`. Its fields are decoded from the file when asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FtraceRow {
    /// When it happened.
    pub ts: Ts,
    /// The name of the event.
    pub name: StrId,
    /// On which CPU: see [`CPUS_PER_MACHINE`].
    pub cpu: u32,
    /// In which thread.
    pub utid: Utid,
    /// Flags that the kernel recorded with a compact wakeup.
    pub common_flags: u16,
    /// Where its bytes are; see [`Self::place`].
    pub offset: u64,
}

impl FtraceRow {
    const INDEX_SHIFT: u32 = 40;

    /// Returns the [`Self::offset`] of an event that is the `index`-th of the compact ones at `offset`.
    pub const fn compact_offset(offset: u64, index: u32) -> u64 {
        let index = (index as u64 + 1) << Self::INDEX_SHIFT;
        offset & ((1 << Self::INDEX_SHIFT) - 1) | index
    }

    /// Splits [`Self::offset`]: where its bytes begin, and its number among compact ones from 1 on.
    const fn parts(&self) -> (u64, u32) {
        let offset = self.offset & ((1 << Self::INDEX_SHIFT) - 1);
        (offset, (self.offset >> Self::INDEX_SHIFT) as u32)
    }

    const fn of_parts(offset: u64, number: u32) -> u64 {
        offset | (number as u64) << Self::INDEX_SHIFT
    }

    /// Returns where its bytes begin, and which of the compact events there it is, if it is one.
    pub const fn place(&self) -> (u64, Option<u32>) {
        match self.parts() {
            (offset, 0) => (offset, None),
            (offset, number) => (offset, Some(number - 1)),
        }
    }
}
