//! The events of a trace that wait for their turn: one queue per CPU, drained in time order.
//!
//! What waits are bundles, of which no more is known than when they begin and end. A bundle is
//! read when its turn comes, together with those that it overlaps in time, into lists that the
//! next one fills again: the events of a trace never are in memory together, and are in the cache
//! when they are imported. Rules: spec trace-format 5.9 for the order in which the queues are drained.

mod sort;

use self::sort::Sorter;
use crate::base::intern::StrId;

/// What the events of one bundle share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    /// The CPU on which all of it happened.
    pub(super) cpu: u32,
    /// The state of the packet's sequence, for interned kernel symbols.
    pub(super) epoch: u32,
    /// Where the bundle's message begins.
    pub(super) offset: u64,
    /// How long it is.
    pub(super) len: u32,
    /// Where in it the field of its compact scheduling data begins.
    pub(super) compact: u32,
    /// What is to be added to its times.
    pub(super) shift: i64,
}

/// Something that happened on a CPU, as its bundle tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timed<T> {
    /// Trace time in nanoseconds.
    pub(super) ts: u64,
    /// The number of the bundle.
    pub(super) bundle: u32,
    /// What happened.
    pub(super) what: T,
}

/// A whole event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    /// Where in the bundle its field begins.
    pub(super) place: u32,
    /// The thread it happened in.
    pub(super) tid: u32,
    /// How long its own fields are.
    len: u16,
    /// Which event it is; 0 if it is to be read anew. Above that, how far behind its beginning its
    /// own fields begin.
    number: u16,
}

/// How many bits of [`Whole::number`] are that.
const NUMBER_BITS: u32 = 10;

impl Whole {
    /// Returns an event of a thread that begins at a place of its bundle, which it is, where in the
    /// bundle its own fields begin and how long they are.
    #[inline]
    pub(super) fn new(place: u32, tid: u32, number: u32, (body, len): (u32, u32)) -> Self {
        let head = body.wrapping_sub(place);
        let Ok(short) = u16::try_from(len) else {
            return Self::unread(place);
        };
        if number >= 1 << NUMBER_BITS || head >= 1 << (u16::BITS - NUMBER_BITS) {
            return Self::unread(place);
        }
        Self {
            place,
            tid,
            len: short,
            number: (number | head << NUMBER_BITS) as u16,
        }
    }

    /// Returns an event that is to be read anew.
    pub(super) const fn unread(place: u32) -> Self {
        Self {
            place,
            tid: 0,
            len: 0,
            number: 0,
        }
    }

    /// Returns which event it is and where in the bundle its own fields are, unless it is to be read.
    #[inline]
    pub(super) fn read(&self) -> Option<(u32, std::ops::Range<usize>)> {
        let number = u32::from(self.number) % (1 << NUMBER_BITS);
        let body = self.place as usize + usize::from(self.number >> NUMBER_BITS);
        (number != 0).then(|| (number, body..body + usize::from(self.len)))
    }
}

/// A compact switch: what ran before is what the previous switch of the CPU says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CompactSwitch {
    /// What the kernel writes has no more bits.
    pub(super) prev_state: u16,
    pub(super) next_pid: u32,
    pub(super) next_prio: i32,
    pub(super) next_comm: StrId,
    /// Its index in the arrays of the bundle.
    pub(super) index: u32,
}

/// A compact wakeup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CompactWaking {
    pub(super) pid: u32,
    pub(super) common_flags: u32,
    pub(super) index: u32,
}

/// What a few bundles of a CPU tell, each kind in order of time.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) switches: Vec<Timed<CompactSwitch>>,
    pub(super) wakings: Vec<Timed<CompactWaking>>,
    pub(super) events: Vec<Timed<Whole>>,
}

impl Lists {
    fn clear(&mut self) {
        self.switches.clear();
        self.wakings.clear();
        self.events.clear();
    }

    /// Gives back the room that is left.
    pub(super) fn shrink(&mut self) {
        self.switches.shrink_to_fit();
        self.wakings.shrink_to_fit();
        self.events.shrink_to_fit();
    }

    fn append(&mut self, other: &Self) {
        self.switches.extend_from_slice(&other.switches);
        self.wakings.extend_from_slice(&other.wakings);
        self.events.extend_from_slice(&other.events);
    }
}

/// A bundle that waits.
#[derive(Debug)]
struct Waiting {
    /// Its number.
    bundle: u32,
    /// The times of its first and last event.
    span: (u64, u64),
    /// Whether the next one is to be read with it.
    is_joined: bool,
    /// What it tells, if that could not wait.
    read: Option<Box<Lists>>,
}

/// How many events of which kind there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected {
    pub(super) switches: usize,
    pub(super) wakings: usize,
    pub(super) all: usize,
}

impl Expected {
    pub(super) fn add(&mut self, other: Self) {
        self.switches += other.switches;
        self.wakings += other.wakings;
        self.all += other.all;
    }
}

/// After the end of time: nothing is left.
pub(super) const NEVER: u64 = u64::MAX;

/// Stands for none of the three lists of a CPU.
const NO_LIST: u8 = 3;

/// What is due next on a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due<'a> {
    Switches(&'a [Timed<CompactSwitch>]),
    Wakings(&'a [Timed<CompactWaking>]),
    Events(&'a [Timed<Whole>]),
}

/// The queue of a CPU.
#[derive(Debug)]
pub(super) struct CpuQueue {
    pub(super) cpu: u32,
    /// The bundles that wait, after the sort the next one last.
    waiting: Vec<Waiting>,
    /// The events that were read.
    pub(super) lists: Lists,
    /// How many of each list are done with, and when the next of each is due.
    next: [usize; 3],
    heads: [u64; 3],
    /// Which list was drained last; [`NO_LIST`] if it was none of this CPU's.
    last: u8,
    /// The turn of each list among those with events of the same time.
    ranks: [u32; 3],
}

impl Default for CpuQueue {
    fn default() -> Self {
        Self {
            cpu: 0,
            waiting: Vec::new(),
            lists: Lists::default(),
            next: [0; 3],
            heads: [NEVER; 3],
            last: NO_LIST,
            ranks: [0; 3],
        }
    }
}

impl CpuQueue {
    /// Orders the bundles, and joins those that overlap.
    fn sort(&mut self) {
        let by_start = |waiting: &Waiting| (waiting.span.0, waiting.bundle);
        if !self.waiting.is_sorted_by_key(by_start) {
            self.waiting.sort_unstable_by_key(by_start);
        }
        let mut rest = self.waiting.as_mut_slice();
        while let Some(first) = rest.first() {
            let (mut end, mut n) = (first.span.1, 1);
            while let Some(next) = rest.get(n).filter(|next| next.span.0 <= end) {
                end = end.max(next.span.1);
                n += 1;
            }
            let (joined, others) = rest.split_at_mut(n);
            if n > 1 {
                joined.sort_unstable_by_key(|waiting| waiting.bundle);
                for waiting in joined.iter_mut().take(n - 1) {
                    waiting.is_joined = true;
                }
            }
            rest = others;
        }
        self.waiting.reverse();
    }

    /// Reads more if nothing is left of what was read.
    #[inline(never)]
    fn refill_if_empty(&mut self, sorter: &mut Sorter, read: &mut dyn FnMut(u32, &mut Lists)) {
        while self.head_ts() == NEVER && !self.waiting.is_empty() {
            self.refill(sorter, read);
        }
    }

    /// Reads what is next.
    fn refill(&mut self, sorter: &mut Sorter, read: &mut dyn FnMut(u32, &mut Lists)) {
        self.lists.clear();
        let (mut first, mut last) = (NEVER, 0);
        while let Some(waiting) = self.waiting.pop() {
            (first, last) = (first.min(waiting.span.0), last.max(waiting.span.1));
            match waiting.read {
                Some(lists) => self.lists.append(&lists),
                None => read(waiting.bundle, &mut self.lists),
            }
            if !waiting.is_joined {
                break;
            }
        }
        sorter.sort(&mut self.lists, (first, last));
        self.next = [0; 3];
        let Lists {
            switches,
            wakings,
            events,
        } = &self.lists;
        self.heads = [head(switches, 0), head(wakings, 0), head(events, 0)];
    }

    /// Returns the time of the next event.
    fn head_ts(&self) -> u64 {
        let [switch, waking, event] = self.heads;
        switch.min(waking).min(event)
    }

    /// Takes the next events of one list that have their turn, as many as come before those of others.
    /// Of lists with events of the same time that which was drained last goes on, and else that with
    /// the lowest rank begins.
    #[inline]
    pub(super) fn take(&mut self, turn: Turn) -> Option<Due<'_>> {
        let [switch, waking, event] = self.heads;
        let first = switch.min(waking).min(event);
        let (kind, others) = if event == first {
            (2, switch.min(waking))
        } else if waking == first {
            (1, switch.min(event))
        } else {
            (0, waking.min(event))
        };
        let before = others.min(turn.before);
        if first < before {
            Some(self.until(kind, before))
        } else if first > turn.through {
            None
        } else {
            self.take_of_same(turn)
        }
    }

    /// Takes the next event where others have the same time.
    #[inline(never)]
    fn take_of_same(&mut self, turn: Turn) -> Option<Due<'_>> {
        let ts = self.head_ts();
        let kind = match self.going_on(ts) {
            Some(last) if ts <= turn.through => last,
            _ if ts < turn.before => self.first_of(ts)?.1,
            _ => return None,
        };
        // It goes on with what has the same time.
        Some(self.until(kind, ts.saturating_add(1)))
    }

    /// Returns whether an event has its turn.
    fn has_turn(&self, turn: Turn) -> bool {
        let ts = self.head_ts();
        ts < turn.before || ts <= turn.through && self.going_on(ts).is_some()
    }

    /// Returns the list that was drained last, if its next event has this time.
    fn going_on(&self, ts: u64) -> Option<usize> {
        let last = usize::from(self.last);
        (self.heads.get(last) == Some(&ts)).then_some(last)
    }

    /// Returns, of the lists whose next event has this time, that with the lowest rank, after that.
    fn first_of(&self, ts: u64) -> Option<(u32, usize)> {
        let kinds = (0..3).filter(|&kind| self.heads[kind] == ts);
        kinds.map(|kind| (self.ranks[kind], kind)).min()
    }

    /// Takes the events of a list before a time.
    #[inline]
    fn until(&mut self, kind: usize, before: u64) -> Due<'_> {
        self.last = kind as u8;
        let Lists {
            switches,
            wakings,
            events,
        } = &self.lists;
        let (next, head) = (&mut self.next[kind], &mut self.heads[kind]);
        match kind {
            0 => Due::Switches(run(switches, before, next, head)),
            1 => Due::Wakings(run(wakings, before, next, head)),
            _ => Due::Events(run(events, before, next, head)),
        }
    }
}

/// Returns what of a list comes before a time, from `next` on, which is moved behind it, to what
/// is due at `head`.
#[inline]
fn run<'a, T>(
    list: &'a [Timed<T>],
    before: u64,
    next: &mut usize,
    head: &mut u64,
) -> &'a [Timed<T>] {
    let rest = list.get(*next..).unwrap_or_default();
    let is_after = |timed: &Timed<T>| timed.ts >= before;
    let n = rest.iter().position(is_after).unwrap_or(rest.len());
    *next += n;
    *head = rest.get(n).map_or(NEVER, |timed| timed.ts);
    rest.get(..n).unwrap_or_default()
}

/// How far a CPU is drained.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// All of its events before this ...
    before: u64,
    /// ... and those of the list that was drained last up to and including this.
    through: u64,
}

/// Returns when what stands at a place is due.
#[inline]
fn head<T>(list: &[Timed<T>], at: usize) -> u64 {
    list.get(at).map_or(NEVER, |timed| timed.ts)
}

/// All ftrace events of a trace, by CPU.
#[derive(Debug, Default)]
pub(super) struct Queues {
    pub(super) cpus: Vec<CpuQueue>,
    pub(super) bundles: Vec<Bundle>,
    pub(super) expected: Expected,
    /// When the next event of each CPU is due, and which CPU that is, in the order of their turns.
    order: Vec<(u64, u32)>,
    /// Which CPU was drained last.
    last: usize,
    /// The ranks of switches, wakeups and events, by CPU.
    ranks: [Vec<u32>; 3],
    sorter: Sorter,
    /// The CPUs on which events were lost.
    pub(super) lost_on: Vec<u32>,
    /// When the last of the readings was taken that relate the clock of ftrace to boot time.
    pub(super) last_clock_pair: i64,
    /// When the newest of all first bundles begins: before it some CPU's data is missing.
    pub(super) valid_from: Option<i64>,
}

impl Queues {
    /// Adds a bundle, and what it tells if that cannot wait; `span` says when it begins and ends,
    /// unless nothing happened. Returns whether it is the first of its CPU; `None` if there are too many.
    pub(super) fn add(
        &mut self,
        bundle: Bundle,
        span: Option<(u64, u64)>,
        read: Option<Box<Lists>>,
    ) -> Option<bool> {
        let known = self.cpus.iter().position(|queue| queue.cpu == bundle.cpu);
        let index = known.unwrap_or_else(|| {
            self.cpus.push(CpuQueue {
                cpu: bundle.cpu,
                ..CpuQueue::default()
            });
            self.cpus.len() - 1
        });
        if let Some(span) = span {
            let number = u32::try_from(self.bundles.len()).ok()?;
            self.bundles.push(bundle);
            self.cpus[index].waiting.push(Waiting {
                bundle: number,
                span,
                is_joined: false,
                read,
            });
        }
        Some(known.is_none())
    }

    /// Ranks the lists of a CPU that are in a bundle. In the reference each is a queue of its own.
    /// When one is first needed, it makes those of the same kind for all lower CPUs too, and of equal
    /// times the queue that was made first has its turn.
    pub(super) fn rank(&mut self, cpu: u32, kinds: [bool; 3]) {
        let n: usize = self.ranks.iter().map(Vec::len).sum();
        let mut next = n as u32;
        for (ranks, _) in self.ranks.iter_mut().zip(kinds).filter(|(_, is_in)| *is_in) {
            while ranks.len() <= cpu as usize {
                ranks.push(next);
                next += 1;
            }
        }
    }

    /// Puts the bundles of each CPU into the order of time, and reads the first. `read` reads one
    /// by its number. Before the first [`Self::choose`].
    pub(super) fn sort(&mut self, mut read: impl FnMut(&Bundle, u32, &mut Lists)) {
        self.cpus.sort_by_key(|queue| queue.cpu);
        let bundles = &self.bundles;
        for queue in &mut self.cpus {
            queue.sort();
            let rank = |of: &Vec<u32>| of.get(queue.cpu as usize).copied();
            queue.ranks = self.ranks.each_ref().map(|of| rank(of).unwrap_or(u32::MAX));
            let mut read = |number, lists: &mut _| read(&bundles[number as usize], number, lists);
            queue.refill_if_empty(&mut self.sorter, &mut read);
        }
        self.order = self.cpus.iter().map(CpuQueue::head_ts).zip(0..).collect();
        self.order.sort_unstable();
    }

    /// Returns the time of the next event.
    pub(super) fn next_ts(&self) -> Option<i64> {
        let &(first, _) = self.order.first()?;
        i64::try_from(first).ok()
    }

    /// Begins to drain queues, after another importer had its turn: no queue goes on.
    pub(super) fn begin(&mut self) {
        if let Some(queue) = self.cpus.get_mut(self.last) {
            queue.last = NO_LIST;
        }
    }

    /// Chooses the queue to drain next, and how far, if something is due until `limit`.
    pub(super) fn choose(&mut self, limit: i64) -> Option<(usize, Turn)> {
        let &(first, _) = self.order.first()?;
        let limit = u64::try_from(limit).ok()?;
        if first > limit {
            return None;
        }
        let second = self.order.get(1).map_or(NEVER, |&(second, _)| second);
        if first == second {
            self.choose_of_same(first);
        }
        let index = self.order.first()?.1 as usize;
        if index != self.last {
            self.cpus[self.last].last = NO_LIST;
            self.last = index;
        }
        let turn = Turn {
            before: second.min(limit + 1),
            through: second.min(limit),
        };
        Some((index, turn))
    }

    /// Puts first the CPU that has its turn of those whose next event has this time.
    #[inline(never)]
    fn choose_of_same(&mut self, ts: u64) {
        let n = self.order.partition_point(|&(other, _)| other <= ts);
        let same = self.order[..n].iter().map(|&(_, index)| index as usize);
        let turn_of = |(place, index): (usize, usize)| {
            let queue = &self.cpus[index];
            let last = queue.going_on(ts).filter(|_| index == self.last);
            match last {
                Some(kind) => Some((false, 0, kind, place)),
                None => queue
                    .first_of(ts)
                    .map(|(rank, kind)| (true, rank, kind, place)),
            }
        };
        let first = same.enumerate().filter_map(turn_of).min();
        if let Some((_, _, kind, place)) = first {
            self.order[..=place].rotate_right(1);
            self.cpus[self.order[0].1 as usize].last = kind as u8;
        }
    }

    /// Says that the queue that was chosen was drained as far as its turn goes: reads more where it
    /// has come to an end. Returns whether more has its turn.
    pub(super) fn go_on(
        &mut self,
        index: usize,
        turn: Turn,
        mut read: impl FnMut(&Bundle, u32, &mut Lists),
    ) -> bool {
        let queue = &mut self.cpus[index];
        // Where there is more, it has no turn: else it would have been taken.
        if queue.head_ts() == NEVER {
            let bundles = &self.bundles;
            queue.refill_if_empty(&mut self.sorter, &mut |number, lists| {
                read(&bundles[number as usize], number, lists);
            });
            if queue.has_turn(turn) {
                return true;
            }
        }
        // It takes its place among the others; mostly not far behind.
        let this = (queue.head_ts(), index as u32);
        let Some((mut place, others)) = self.order.split_first_mut() else {
            return false;
        };
        for next in others {
            if *next >= this {
                break;
            }
            *place = *next;
            place = next;
        }
        *place = this;
        false
    }
}
