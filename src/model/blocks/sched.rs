//! Blocks of what ran on a CPU, and of the states of a thread.

use hashbrown::HashMap;

use super::{Level, Sum};
use crate::base::intern::StrId;
use crate::base::time::Dur;
use crate::model::columns::NearColumn;
use crate::model::ids::{ThreadStateId, Utid};
use crate::model::trace::Trace;

/// What some stays on a CPU add up to. The idle thread counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CpuBlock {
    /// The thread of the longest stay.
    pub utid: Utid,
    /// The place of the longest stay in its row.
    pub longest: u32,
    /// How long the longest stay lasts, in nanoseconds.
    pub dur_ns: f32,
    /// The sum of the durations, in nanoseconds.
    pub busy_ns: f32,
}

impl Sum for CpuBlock {
    fn add(&mut self, other: &Self) {
        let busy_ns = self.busy_ns + other.busy_ns;
        if other.dur_ns > self.dur_ns {
            *self = *other;
        }
        self.busy_ns = busy_ns;
    }
}

/// What states of threads have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateClass {
    /// On a CPU.
    Running,
    /// Waiting for a CPU.
    Runnable,
    /// In a sleep that cannot be interrupted.
    Blocked,
    /// Asleep, or gone.
    Asleep,
}

impl StateClass {
    /// All of them, in the order of their numbers.
    #[cfg(test)]
    const ALL: [Self; 4] = [Self::Running, Self::Runnable, Self::Blocked, Self::Asleep];

    /// Returns the class of a state as the kernel writes it.
    pub fn of(state: &[u8]) -> Self {
        match state {
            b"Running" => Self::Running,
            [b'R', ..] => Self::Runnable,
            [b'D', ..] => Self::Blocked,
            _ => Self::Asleep,
        }
    }
}

/// What some states of a thread add up to, for each [`StateClass`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateBlock {
    /// How long they last, in nanoseconds.
    pub ns: [f32; 4],
    /// The place of a long state of each class in its row; of no meaning if there is none.
    pub longest: [u32; 4],
}

impl Sum for StateBlock {
    fn add(&mut self, other: &Self) {
        for class in 0..self.ns.len() {
            if other.ns[class] > self.ns[class] {
                self.longest[class] = other.longest[class];
            }
            self.ns[class] += other.ns[class];
        }
    }
}

/// A row that is not short, with what is drawn of it.
///
/// Neighbours of a row are far apart in the table, so that fetching each of them from there would take long.
#[derive(Clone, Debug, Default)]
pub struct Row<B> {
    /// When each of its items begins.
    pub starts: NearColumn,
    /// Sums over blocks of items, the finest first; none if they are few.
    pub levels: Vec<Level<B>>,
}

/// Rows with fewer items are looked at in the table.
const ROW_MIN: usize = 64;

impl<B: Sum> Row<B> {
    /// Returns a row; `None` if it is short. `item` returns the time of an item, and the block of it alone.
    fn of(len: usize, item: impl Fn(usize) -> (i64, B)) -> Option<Self> {
        (len >= ROW_MIN).then(|| {
            let mut starts = NearColumn::default();
            starts.reserve(len, |_| ());
            (0..len).for_each(|index| starts.push(item(index).0));
            Self {
                starts,
                levels: Level::of_rows(len, item),
            }
        })
    }
}

/// All rows that are not short.
#[derive(Clone, Debug, Default)]
pub struct SchedBlocks {
    /// By CPU, ascending.
    cpus: Vec<(u32, Row<CpuBlock>)>,
    /// By thread, ascending.
    threads: Vec<(Utid, Row<StateBlock>)>,
}

impl SchedBlocks {
    /// Adds up the scheduling of a trace. O(n).
    pub fn new(trace: &Trace) -> Self {
        let sched = &trace.sched;
        let cpu = |cpu: u32| {
            let ids = sched.on_cpu(cpu);
            let stay = |index: usize| {
                let row = sched.sched_row(ids[index]);
                let is_idle = trace.processes.is_idle(row.utid);
                let until_next = || Some(sched.stay_end(ids[index])?.since(row.ts));
                let dur = row.dur.or_else(until_next).filter(|_| !is_idle);
                let dur = dur.map_or(0, Dur::ns) as f32;
                let block = CpuBlock {
                    utid: row.utid,
                    longest: index as u32,
                    dur_ns: dur,
                    busy_ns: dur,
                };
                (row.ts.ns(), block)
            };
            Some((cpu, Row::of(ids.len(), stay)?))
        };
        let mut classes: HashMap<StrId, StateClass> = HashMap::new();
        for row in sched.states().iter() {
            let class = || StateClass::of(trace.bytes(row.state));
            classes.entry(row.state).or_insert_with(class);
        }
        let of_state = |index: usize, id: ThreadStateId| {
            let row = sched.state_row(id);
            let mut block = StateBlock {
                ns: [0.0; 4],
                longest: [index as u32; 4],
            };
            let class = classes.get(&row.state).copied();
            let class = class.unwrap_or(StateClass::Asleep);
            let until_next = || Some(sched.state_end(id)?.since(row.ts));
            let left = sched.left_cpu(id).map(|left| left.since(row.ts));
            let dur = left.or(row.dur).or_else(until_next);
            block.ns[class as usize] = dur.map_or(0, Dur::ns) as f32;
            (row.ts.ns(), block)
        };
        let thread = |utid: Utid| {
            let ids = sched.of_thread(utid);
            let state = |index: usize| of_state(index, ids[index]);
            Some((utid, Row::of(ids.len(), state)?))
        };
        Self {
            cpus: sched.cpus().filter_map(cpu).collect(),
            threads: sched.threads().filter_map(thread).collect(),
        }
    }

    /// Returns what ran on a CPU; `None` if the row is short.
    pub fn on_cpu(&self, cpu: u32) -> Option<&Row<CpuBlock>> {
        let place = self.cpus.binary_search_by_key(&cpu, |row| row.0);
        place.ok().map(|at| &self.cpus[at].1)
    }

    /// Returns the states of a thread; `None` if the row is short.
    pub fn of_thread(&self, utid: Utid) -> Option<&Row<StateBlock>> {
        let place = self.threads.binary_search_by_key(&utid, |row| row.0);
        place.ok().map(|at| &self.threads[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Ts;
    use crate::model::builder::TraceBuilder;
    use crate::model::sched::{SchedSlice, SchedTable, ThreadState};

    #[test]
    fn every_level_adds_up_to_the_row() {
        let mut b = TraceBuilder::new();
        let process = b.process(1, "p");
        for tid in 1..6 {
            b.thread(process, tid, "");
        }
        let states = ["Running", "R+", "D", "S"].map(|name| b.str(name));
        let n = 20_000_i64;
        // A stay without an end lasts until the next stay.
        let dur = |i: i64| match i {
            5555 | 7777 => 10 - i64::from(i == 5555),
            i => 1 + i % 7,
        };
        let stay = |i: i64| SchedSlice {
            ts: Ts::from_ns(i * 10),
            dur: (i != 7777).then(|| Dur::from_ns(dur(i))),
            cpu: 3,
            utid: Utid((i % 4) as u32),
            end_state: None,
            priority: 0,
        };
        let state = |i: i64| {
            ThreadState::new(
                Ts::from_ns(i * 10),
                (i % 9 != 0 || i + 1 == n).then_some(Dur::from_ns(10)),
                Utid(5),
                states[usize::from(i % 5 != 0) * (i % 4) as usize],
            )
        };
        let stays: Vec<_> = (0..n).map(stay).collect();
        let busy: i64 = stays
            .iter()
            .zip(0..)
            .filter(|(row, _)| row.utid != Utid(0))
            .map(|(_, i)| dur(i))
            .sum();
        let all: Vec<_> = (0..n).map(state).collect();
        let sums = states.map(|name| all.iter().filter(|row| row.state == name).count() * 10);
        b.sched = SchedTable::new(stays, all);
        let trace = b.finish();
        let blocks = SchedBlocks::new(&trace);
        let row = blocks.on_cpu(3).expect("a long row");
        assert!(row.levels.len() > 1 && blocks.on_cpu(0).is_none());
        assert!((0..n).all(|i| row.starts.get(i as usize) == i * 10));
        for level in &row.levels {
            let sum: f32 = level.blocks().iter().map(|block| block.busy_ns).sum();
            assert_eq!(sum as i64, busy, "without the idle thread");
            let longest = level
                .blocks()
                .iter()
                .max_by(|a, b| a.dur_ns.total_cmp(&b.dur_ns));
            let longest = longest.expect("a block");
            assert_eq!((longest.longest, longest.utid), (7777, Utid(1)));
        }
        let row = blocks.of_thread(Utid(5)).expect("a long row");
        assert!(row.levels.len() > 1 && blocks.of_thread(Utid(4)).is_none());
        assert!((0..n).all(|i| row.starts.get(i as usize) == i * 10));
        let ids = trace.sched.of_thread(Utid(5));
        for level in &row.levels {
            for (class, sum) in StateClass::ALL.into_iter().zip(sums) {
                let of = |block: &StateBlock| block.ns[class as usize];
                let total: f32 = level.blocks().iter().map(of).sum();
                assert_eq!(total as usize, sum, "{class:?}");
                for block in level.blocks().iter().filter(|block| of(block) > 0.0) {
                    let id = ids[block.longest[class as usize] as usize];
                    let state = trace.bytes(trace.sched.state_row(id).state);
                    assert_eq!(StateClass::of(state), class);
                }
            }
        }
    }
}
