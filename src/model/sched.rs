//! Scheduling: what ran on each CPU, and in which state each thread was.
//!
//! Rows are kept in the order of import, which is that of their SQL ids. The indices by CPU and by thread are
//! built when they are first needed.

pub mod events;
pub mod rows;
pub mod wakeups;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use self::rows::{Lasting, Rows};
use self::wakeups::SpuriousWakeups;
use super::ids::{ArgSetId, SchedId, ThreadStateId, Utid};
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

impl ThreadState {
    /// Returns a state of which nothing else is known.
    #[inline]
    pub const fn new(ts: Ts, dur: Option<Dur>, utid: Utid, state: StrId) -> Self {
        Self {
            ts,
            dur,
            utid,
            state,
            cpu: None,
            io_wait: None,
            blocked_function: None,
            waker: None,
            waker_state: None,
            irq_context: None,
        }
    }
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
    spurious: SpuriousWakeups,
    /// The CPUs and the threads that have rows, ascending.
    cpus: Vec<u32>,
    threads: Vec<u32>,
    /// When the first row begins and the last ends.
    extent: Option<(Ts, Ts)>,
    /// Rows of `sched` by CPU.
    by_cpu: OnceLock<Groups<SchedId>>,
    /// Rows of `states` by utid.
    by_thread: OnceLock<Groups<ThreadStateId>>,
    /// When threads had left their CPUs that are in state `Running` for longer, by the state.
    left: OnceLock<Vec<(ThreadStateId, Ts)>>,
}

impl SchedTable {
    /// Builds the tables. Rows keep their order, which is that of their SQL ids.
    pub fn new(sched: impl Into<Rows<SchedSlice>>, states: impl Into<Rows<ThreadState>>) -> Self {
        let (sched, states) = (sched.into(), states.into());
        let (mut cpus, mut threads) = (Keys::default(), Keys::default());
        let stays = sched.extent(|cpu| cpus.add(cpu));
        let extents = [stays, states.extent(|utid| threads.add(utid))];
        let extents = extents.into_iter().flatten();
        Self {
            cpus: cpus.sorted(),
            threads: threads.sorted(),
            extent: extents.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))),
            sched,
            states,
            ..Self::default()
        }
    }

    /// Adds the wakeups of threads that were not asleep, which must name states of this table.
    #[must_use]
    pub fn with_spurious(mut self, spurious: SpuriousWakeups) -> Self {
        self.spurious = spurious;
        self
    }

    /// Returns the wakeups of threads that were not asleep, in the order of import.
    pub fn spurious(&self) -> &SpuriousWakeups {
        &self.spurious
    }

    /// Returns when the first row began and the last ended; those that have not ended count as empty.
    pub fn extent(&self) -> Option<(Ts, Ts)> {
        self.extent
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
        self.cpus.iter().copied()
    }

    /// Returns what ran on a CPU, sorted by time.
    pub fn on_cpu(&self, cpu: u32) -> &[SchedId] {
        self.by_cpu().of(cpu)
    }

    /// Returns the place of a row, which must exist, in [`Self::on_cpu`] of its CPU. O(log n).
    pub fn place_on_cpu(&self, id: SchedId) -> Option<usize> {
        let ids = self.on_cpu(self.sched_row(id).cpu);
        place_of(ids, id, |id| self.sched_row(id).ts)
    }

    /// Returns the threads that have states, ascending.
    pub fn threads(&self) -> impl Iterator<Item = Utid> {
        self.threads.iter().copied().map(Utid)
    }

    /// Returns whether a thread has states.
    pub fn has_states(&self, utid: Utid) -> bool {
        self.threads.binary_search(&utid.0).is_ok()
    }

    /// Returns the states of a thread, sorted by time.
    pub fn of_thread(&self, utid: Utid) -> &[ThreadStateId] {
        self.by_thread().of(utid.0)
    }

    /// Returns the place of a row, which must exist, in [`Self::of_thread`] of its thread. O(log n).
    pub fn place_of_state(&self, id: ThreadStateId) -> Option<usize> {
        let ids = self.of_thread(self.state_row(id).utid);
        place_of(ids, id, |id| self.state_row(id).ts)
    }

    /// Returns the index of CPUs, which the first call builds.
    pub fn by_cpu(&self) -> &Groups<SchedId> {
        let groups = || Groups::new(&self.sched, SchedId::from_index);
        self.by_cpu.get_or_init(groups)
    }

    /// Returns the index of threads, which the first call builds.
    pub fn by_thread(&self) -> &Groups<ThreadStateId> {
        let groups = || Groups::new(&self.states, ThreadStateId::from_index);
        self.by_thread.get_or_init(groups)
    }

    /// Returns when a stay on a CPU ended: as recorded, else when the next stay on that CPU began. `None` if
    /// no end was recorded and the stay is the last of its CPU.
    pub fn stay_end(&self, id: SchedId) -> Option<Ts> {
        let row = self.sched_row(id);
        let end = row.dur.map(|dur| row.ts.plus(dur));
        let next = || after(self.on_cpu(row.cpu), id, |id| self.sched_row(id).ts);
        end.or_else(next)
    }

    /// Returns when a thread had left its CPU whose state `Running` goes on for longer: another one ran there, and the
    /// switch between them was lost.
    pub fn left_cpu(&self, id: ThreadStateId) -> Option<Ts> {
        let left = self.all_left();
        let at = left.binary_search_by_key(&id, |row| row.0).ok()?;
        Some(left[at].1)
    }

    /// Returns all of [`Self::left_cpu`], which the first call finds: it looks at every stay.
    pub fn all_left(&self) -> &[(ThreadStateId, Ts)] {
        self.left.get_or_init(|| {
            let open = self.sched.iter().enumerate();
            let open = open.filter(|(_, stay)| stay.dur.is_none());
            let left = open.filter_map(|(index, stay)| {
                let next = self.stay_end(SchedId::from_index(index))?;
                let ids = self.of_thread(stay.utid);
                let at = ids.partition_point(|&id| self.state_row(id).ts < stay.ts);
                let &id = ids.get(at)?;
                let row = self.state_row(id);
                let is_it = row.ts == stay.ts && row.cpu == Some(stay.cpu);
                let is_longer = row.dur.is_none_or(|dur| row.ts.plus(dur) > next);
                (is_it && is_longer).then_some((id, next))
            });
            let mut left: Vec<(ThreadStateId, Ts)> = left.collect();
            left.sort_unstable();
            left
        })
    }

    /// Returns when a thread left a state: as recorded, else when its next state began; no later than another ran
    /// on its CPU. `None` if no end was recorded and the state is the last of its thread.
    pub fn state_end(&self, id: ThreadStateId) -> Option<Ts> {
        if let Some(left) = self.left_cpu(id) {
            return Some(left);
        }
        let row = self.state_row(id);
        let end = row.dur.map(|dur| row.ts.plus(dur));
        let next = || after(self.of_thread(row.utid), id, |id| self.state_row(id).ts);
        end.or_else(next)
    }

    /// Returns the state of a thread at an instant.
    pub fn state_at(&self, utid: Utid, ts: Ts) -> Option<ThreadStateId> {
        let rows = self.of_thread(utid);
        let after = rows.partition_point(|&id| self.state_row(id).ts <= ts);
        let id = rows[after.checked_sub(1)?];
        let row = self.state_row(id);
        let end = self.left_cpu(id).or(row.dur.map(|dur| row.ts.plus(dur)));
        end.is_none_or(|end| end > ts).then_some(id)
    }
}

/// Returns when the row after `id` begins among those of a CPU or thread, which are sorted by time.
fn after<K: Copy + Ord>(ids: &[K], id: K, ts: impl Fn(K) -> Ts) -> Option<Ts> {
    let before = ids.partition_point(|&other| (ts(other), other) <= (ts(id), id));
    ids.get(before).map(|&next| ts(next))
}

/// The CPUs or threads that have rows.
#[derive(Debug, Default)]
struct Keys {
    /// For each key below [`Self::LOW`] that was met or is lower than one that was, whether it has rows.
    low: Vec<bool>,
    high: BTreeSet<u32>,
}

impl Keys {
    /// Keys below this number are kept in `low`, others in `high`.
    const LOW: usize = 1 << 20;

    #[inline]
    fn add(&mut self, key: u32) {
        match self.low.get_mut(key as usize) {
            Some(has_rows) => *has_rows = true,
            None => self.add_new(key),
        }
    }

    #[cold]
    fn add_new(&mut self, key: u32) {
        if key as usize >= Self::LOW {
            self.high.insert(key);
        } else {
            self.low.resize(key as usize + 1, false);
            self.low[key as usize] = true;
        }
    }

    fn sorted(self) -> Vec<u32> {
        let low = (0..).zip(self.low);
        let low = low.filter_map(|(key, has_rows)| has_rows.then_some(key));
        low.chain(self.high).collect()
    }
}

/// The rows of each CPU or thread.
#[derive(Clone, Debug)]
pub struct Groups<I> {
    /// The CPUs or threads that have rows, ascending.
    keys: Vec<u32>,
    /// Where the rows of each key begin in `rows`, and where those of the last end.
    starts: Vec<usize>,
    /// Rows by key, then by time; equal times keep their order.
    rows: Vec<I>,
}

impl<I> Default for Groups<I> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
        }
    }
}

impl<I: Copy> Groups<I> {
    /// Groups rows. They come in the order of time, or nearly so.
    fn new<T: Lasting>(table: &Rows<T>, id: impl Fn(usize) -> I) -> Self {
        if table.is_empty() {
            return Self::default();
        }
        // `ends` first counts the rows of each key, one slot ahead. Then it says where the rows of each begin
        // and, as they are filled in, where they end.
        let mut ends = vec![0_u32];
        // Counting takes a slot for every number up to the highest key, so it is given up if few have rows.
        let n_max = table.len().saturating_mul(8);
        let mut is_counted = true;
        table.each_group(|key| {
            let slot = key as usize + 1;
            if slot >= ends.len() && slot <= n_max {
                ends.resize(slot + 1, 0);
            }
            match ends.get_mut(slot) {
                Some(n) => *n += 1,
                None => is_counted = false,
            }
        });
        if !(is_counted && table.is_sorted()) {
            return Self::of_any(table, id);
        }
        let (mut keys, mut starts) = (Vec::new(), Vec::new());
        let mut end = 0_u32;
        for (key, slot) in (0..).zip(ends.iter_mut().skip(1)) {
            let n = std::mem::replace(slot, end);
            if n > 0 {
                keys.push(key);
                starts.push(end as usize);
            }
            end += n;
        }
        starts.push(end as usize);
        let mut rows = vec![id(0); end as usize];
        let mut row = 0;
        table.each_group(|key| {
            let slot = &mut ends[key as usize + 1];
            rows[*slot as usize] = id(row);
            *slot += 1;
            row += 1;
        });
        Self { keys, starts, rows }
    }

    /// Groups rows that come in any order.
    fn of_any<T: Lasting>(table: &Rows<T>, id: impl Fn(usize) -> I) -> Self {
        let mut rows: Vec<(u32, Ts, u32)> = Vec::with_capacity(table.len());
        let all = table.iter().zip(0_u32..);
        rows.extend(all.map(|(of, row)| (of.group(), of.times().0, row)));
        rows.sort_unstable();
        let (mut keys, mut starts) = (Vec::new(), Vec::new());
        for (start, &(key, ..)) in rows.iter().enumerate() {
            if keys.last() != Some(&key) {
                keys.push(key);
                starts.push(start);
            }
        }
        starts.push(rows.len());
        let rows = rows.iter().map(|&(.., row)| id(row as usize)).collect();
        Self { keys, starts, rows }
    }

    /// Returns the rows of a key, by time.
    fn of(&self, key: u32) -> &[I] {
        match self.keys.binary_search(&key) {
            Ok(index) => &self.rows[self.starts[index]..self.starts[index + 1]],
            Err(_) => &[],
        }
    }
}

/// What kept a line of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogSource {
    /// Android's log, or Chromium's.
    #[default]
    Logcat,
    /// The journal of systemd.
    Journal,
}

impl LogSource {
    /// Returns its name as `logs` has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logcat => "android_logcat",
            Self::Journal => "systemd_journald",
        }
    }
}

/// A line of a log: Android's, what Chromium logs as track events, or one of the journal of systemd.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogRow {
    /// When it was written.
    pub ts: Ts,
    /// Who wrote it.
    pub utid: Option<Utid>,
    /// Android's priority, 2 verbose to 7 fatal, or in the journal that of syslog, 0 emergency to 7 debug.
    pub prio: i64,
    /// What kept it.
    pub source: LogSource,
    /// The tag.
    pub tag: Option<StrId>,
    /// The message.
    pub msg: Option<StrId>,
    /// What else is known of it.
    pub args: Option<ArgSetId>,
}

impl LogRow {
    /// Returns how grave it is, by Android's priorities: 2 verbose to 7 fatal, less if nobody knows.
    pub fn severity(&self) -> u8 {
        match self.source {
            LogSource::Logcat => self.prio.clamp(0, 7) as u8,
            LogSource::Journal => severity_of_syslog(self.prio),
        }
    }
}

/// Returns how grave a priority of syslog is, 0 emergency to 7 debug, by Android's priorities.
pub const fn severity_of_syslog(prio: i64) -> u8 {
    match prio {
        ..=2 => 7,
        3 => 6,
        4 => 5,
        5 | 6 => 4,
        _ => 3,
    }
}

/// How many numbers are reserved for the CPUs of each machine. CPU `c` of the `n`-th machine has the number
/// `n * CPUS_PER_MACHINE + c`.
pub const CPUS_PER_MACHINE: u32 = 4096;

/// Returns the first CPU of a machine.
pub const fn first_cpu(machine: u32) -> u32 {
    machine.saturating_mul(CPUS_PER_MACHINE)
}

/// Returns the number of a machine's CPU in the trace; `None` if its number on the machine is too large.
pub fn cpu_of(machine: u32, cpu: u32) -> Option<u32> {
    (cpu < CPUS_PER_MACHINE).then(|| first_cpu(machine).saturating_add(cpu))
}

/// Returns the machine that a CPU is of, and its number there.
pub const fn machine_and_cpu(cpu: u32) -> (u32, u32) {
    (cpu / CPUS_PER_MACHINE, cpu % CPUS_PER_MACHINE)
}

/// Returns what a CPU is called: `CPU 3`, `CPU 3 of machine 1`.
pub fn cpu_name(cpu: u32) -> String {
    format!("CPU {}", cpu_number(cpu))
}

/// Returns the number of a CPU as text: `3`, `3 of machine 1`. CPU numbers are shown only through this.
pub fn cpu_number(cpu: u32) -> String {
    let (machine, own) = machine_and_cpu(cpu);
    format!("{own}{}", of_machine(machine))
}

/// Returns the suffix that names a machine: ` of machine 1`. It is empty for the host.
pub fn of_machine(machine: u32) -> String {
    match machine {
        0 => String::new(),
        _ => format!(" of machine {machine}"),
    }
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
    /// What the thread was called that a compact switch took off the CPU.
    pub prev_comm: Option<StrId>,
    /// Where in the trace the event, or the compact data that it is part of, begins.
    pub offset: u64,
    /// The index of a compact event among those at `offset`; `None` for other events.
    pub index: Option<u32>,
}

/// Returns the place of a row among those of its CPU or thread, which are sorted by time and, where
/// several begin at one instant, by row.
fn place_of<K: Copy + Ord>(ids: &[K], id: K, ts: impl Fn(K) -> Ts) -> Option<usize> {
    ids.binary_search_by_key(&(ts(id), id), |&other| (ts(other), other))
        .ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_has_no_end_ends_where_the_next_begins() {
        let rows = [(0, 0, None), (0, 5, Some(3)), (1, 6, None), (0, 20, None)];
        let stay = |&(key, ts, dur): &(u32, i64, Option<i64>)| SchedSlice {
            ts: Ts::from_ns(ts),
            dur: dur.map(Dur::from_ns),
            cpu: key,
            utid: Utid(key),
            end_state: None,
            priority: 0,
        };
        let state = |&(key, ts, dur): &(u32, i64, Option<i64>)| {
            let (ts, dur) = (Ts::from_ns(ts), dur.map(Dur::from_ns));
            ThreadState::new(ts, dur, Utid(key), StrId::EMPTY)
        };
        let stays: Vec<SchedSlice> = rows.iter().map(stay).collect();
        let states: Vec<ThreadState> = rows.iter().map(state).collect();
        let table = SchedTable::new(stays, states);
        for (row, end) in [Some(5), Some(8), None, None].into_iter().enumerate() {
            let end = end.map(Ts::from_ns);
            assert_eq!(table.stay_end(SchedId::from_index(row)), end, "{row}");
            let of_state = table.state_end(ThreadStateId::from_index(row));
            assert_eq!(of_state, end, "{row}");
        }
    }

    #[test]
    fn a_thread_has_left_its_cpu_when_another_runs_there() {
        let stay = |utid, ts, dur: Option<i64>| SchedSlice {
            ts: Ts::from_ns(ts),
            dur: dur.map(Dur::from_ns),
            cpu: 3,
            utid: Utid(utid),
            end_state: None,
            priority: 0,
        };
        let state = |utid, ts, dur: Option<i64>, cpu| ThreadState {
            cpu,
            ..ThreadState::new(
                Ts::from_ns(ts),
                dur.map(Dur::from_ns),
                Utid(utid),
                StrId::EMPTY,
            )
        };
        let stays = vec![
            stay(1, 0, Some(5)),
            stay(2, 5, None),
            stay(1, 30, Some(10)),
            stay(2, 90, None),
        ];
        let states = vec![
            state(1, 0, Some(5), Some(3)),
            state(2, 5, Some(85), Some(3)),
            state(1, 5, Some(25), None),
            state(1, 30, Some(10), Some(3)),
            state(2, 90, None, Some(3)),
        ];
        let table = SchedTable::new(stays, states);
        let lost = ThreadStateId(1);
        assert_eq!(table.all_left(), [(lost, Ts::from_ns(30))]);
        let ends = (0..5).map(|id| table.state_end(ThreadStateId(id)).map(Ts::ns));
        let ends: Vec<_> = ends.collect();
        assert_eq!(ends, [Some(5), Some(30), Some(30), Some(40), None]);
        let at = |ts| table.state_at(Utid(2), Ts::from_ns(ts));
        assert_eq!(
            [at(29), at(30), at(95)],
            [Some(lost), None, Some(ThreadStateId(4))]
        );
    }

    #[test]
    fn a_row_is_found_among_those_that_begin_with_it() {
        let starts = [5, 7, 7, 7, 9];
        let ids: Vec<ThreadStateId> = (0..starts.len()).map(ThreadStateId::from_index).collect();
        let ts = |id: ThreadStateId| Ts::from_ns(starts[id.index()]);
        for (place, &id) in ids.iter().enumerate() {
            assert_eq!(place_of(&ids, id, ts), Some(place));
        }
        assert_eq!(place_of(&ids[..2], ids[2], ts), None);
    }

    proptest! {
        #[test]
        fn groups_are_what_sorting_makes(
            rows in prop::collection::vec((prop_oneof![9 => 0..9_u32, 1 => any::<u32>()], 0..20_i64), 0..80),
            is_sorted in any::<bool>(),
        ) {
            let mut rows = rows;
            if is_sorted {
                rows.sort_by_key(|row| row.1);
            }
            let table: Vec<SchedSlice> = rows.iter().map(|&(cpu, ts)| SchedSlice {
                ts: Ts::from_ns(ts),
                dur: None,
                cpu,
                utid: Utid(0),
                end_state: None,
                priority: 0,
            }).collect();
            let table = SchedTable::new(table, Vec::new());
            let cpus: Vec<u32> = table.cpus().collect();
            let distinct: BTreeSet<u32> = rows.iter().map(|row| row.0).collect();
            prop_assert!(distinct.iter().eq(&cpus));
            for cpu in cpus.into_iter().chain([9, u32::MAX]) {
                let mut expected: Vec<SchedId> = (0..rows.len())
                    .filter(|&row| rows[row].0 == cpu)
                    .map(SchedId::from_index)
                    .collect();
                expected.sort_by_key(|id| rows[id.index()].1);
                prop_assert_eq!(table.on_cpu(cpu), &expected);
                for (place, &id) in expected.iter().enumerate() {
                    prop_assert_eq!(table.place_on_cpu(id), Some(place));
                }
            }
        }
    }
}
