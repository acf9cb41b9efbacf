//! The events of a trace that wait for their turn.
//!
//! What waits are bundles, of which no more is known than when they begin. Those that begin first are
//! read together, some thousand events, into lists that the next ones fill again; what of that comes
//! before the beginning of the next bundle is put into the order of time. So the events of a trace
//! never are in memory together, and are in the cache when they are imported. Rules: spec
//! trace-format 5.9 for the order of events of the same time.

use crate::base::intern::StrId;
use crate::base::near_sort::digit_sort;

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

/// What a few bundles tell.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) switches: Vec<Timed<CompactSwitch>>,
    pub(super) wakings: Vec<Timed<CompactWaking>>,
    pub(super) events: Vec<Timed<Whole>>,
}

/// One thing of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Switch(Timed<CompactSwitch>),
    Waking(Timed<CompactWaking>),
    Event(Timed<Whole>),
}

impl Due {
    /// Returns when it happened, and the number of its bundle.
    #[inline]
    pub(super) fn when(&self) -> (i64, u32) {
        let (ts, bundle) = match self {
            Self::Switch(switch) => (switch.ts, switch.bundle),
            Self::Waking(waking) => (waking.ts, waking.bundle),
            Self::Event(event) => (event.ts, event.bundle),
        };
        (ts.cast_signed(), bundle)
    }
}

impl Lists {
    fn len(&self) -> usize {
        self.switches.len() + self.wakings.len() + self.events.len()
    }

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

    /// Returns what has an index: events come first, then wakeups.
    #[inline]
    fn get(&self, index: usize) -> Option<Due> {
        if let Some(event) = self.events.get(index) {
            return Some(Due::Event(*event));
        }
        let index = index - self.events.len();
        if let Some(waking) = self.wakings.get(index) {
            return Some(Due::Waking(*waking));
        }
        let switch = self.switches.get(index - self.wakings.len())?;
        Some(Due::Switch(*switch))
    }

    /// Calls `each` with the times of all, by their indices.
    #[inline]
    fn each_ts(&self, mut each: impl FnMut(u64)) {
        self.events.iter().for_each(|event| each(event.ts));
        self.wakings.iter().for_each(|waking| each(waking.ts));
        self.switches.iter().for_each(|switch| each(switch.ts));
    }

    /// Keeps what has these indices, in their order.
    fn keep(&mut self, indices: &[u32], spare: &mut Self) {
        spare.clear();
        for &index in indices {
            match self.get(index as usize) {
                Some(Due::Switch(switch)) => spare.switches.push(switch),
                Some(Due::Waking(waking)) => spare.wakings.push(waking),
                Some(Due::Event(event)) => spare.events.push(event),
                None => {}
            }
        }
        std::mem::swap(self, spare);
    }
}

/// A bundle that waits.
#[derive(Debug)]
struct Waiting {
    /// When its first event happened.
    first: u64,
    /// Its number.
    bundle: u32,
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

/// What was read.
#[derive(Debug)]
struct Batch {
    /// How much is to be read at once, at least.
    least: usize,
    lists: Lists,
    /// What is complete, in the order of time: keys that tell times apart, and in their lower bits
    /// the indices.
    keys: Vec<u64>,
    /// Which bits are those.
    index: u64,
    /// How many are done with.
    next: usize,
    /// Up to where the order of events of the same time is that of the queues of the reference.
    in_order: usize,
    /// Where what comes later than that begins, and its indices.
    end: u64,
    later: Vec<u32>,
    /// Room for the lists and for sorting.
    spare: (Lists, Vec<u64>),
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            // Few enough for the cache, so many that little of it is to be kept.
            least: 4 << 10,
            lists: Lists::default(),
            keys: Vec::new(),
            index: 0,
            next: 0,
            in_order: 0,
            end: 0,
            later: Vec::new(),
            spare: Default::default(),
        }
    }
}

impl Batch {
    /// Puts what comes before a time into order.
    fn sort(&mut self, end: u64) {
        let first = std::mem::replace(&mut self.end, end);
        let mut last = end.saturating_sub(1);
        if end == NEVER {
            last = first;
            self.lists.each_ts(|ts| last = last.max(ts));
        }
        // The times take the upper bits of the keys.
        let range = last.saturating_sub(first);
        let bits = range.leading_zeros();
        let n_bits = usize::BITS - self.lists.len().leading_zeros();
        if bits < n_bits {
            return self.sort_any();
        }
        let (keys, later) = (&mut self.keys, &mut self.later);
        let mut index = 0;
        self.lists.each_ts(|ts| {
            if ts < end {
                keys.push(ts.saturating_sub(first).unbounded_shl(bits) | u64::from(index));
            } else {
                later.push(index);
            }
            index += 1;
        });
        self.index = (1 << n_bits) - 1;
        if !keys.is_sorted() && !digit_sort(keys, &mut self.spare.1, |key| *key) {
            keys.sort_unstable();
        }
    }

    /// Does that however long it takes: the keys are counted.
    #[cold]
    fn sort_any(&mut self) {
        let mut all: Vec<(u64, u32)> = Vec::new();
        let mut index = 0;
        self.lists.each_ts(|ts| {
            if ts < self.end {
                all.push((ts, index));
            } else {
                self.later.push(index);
            }
            index += 1;
        });
        all.sort_unstable();
        let (mut n, mut last) = (0, 0);
        self.keys.extend(all.into_iter().map(|(ts, index)| {
            n += u64::from(std::mem::replace(&mut last, ts) != ts);
            n << u32::BITS | u64::from(index)
        }));
        self.index = u64::from(u32::MAX);
    }

    /// Returns what stands at a place of what is complete.
    #[inline]
    fn get(&self, at: usize) -> Option<Due> {
        self.lists.get((self.keys.get(at)? & self.index) as usize)
    }

    /// Returns whether two keys have the same time.
    #[inline]
    fn is_same(&self, a: u64, b: u64) -> bool {
        (a ^ b) <= self.index
    }
}

/// After the end of time: all is complete.
const NEVER: u64 = u64::MAX;

/// A queue of the reference: the CPU, and which list its events are in here.
type Queue = (u32, usize);

/// All ftrace events of a trace.
#[derive(Debug, Default)]
pub(super) struct Queues {
    pub(super) bundles: Vec<Bundle>,
    pub(super) expected: Expected,
    /// The bundles that wait, after the sort the next one last.
    waiting: Vec<Waiting>,
    batch: Batch,
    /// Where in the batch the last drain began, and which queue goes on there.
    since: usize,
    last: Option<Queue>,
    /// The CPUs that have bundles.
    cpus: Vec<u32>,
    /// The ranks of switches, wakeups and events, by CPU.
    ranks: [Vec<u32>; 3],
    /// The CPUs on which events were lost.
    pub(super) lost_on: Vec<u32>,
    /// When the last of the readings was taken that relate the clock of ftrace to boot time.
    pub(super) last_clock_pair: i64,
    /// When the newest of all first bundles begins: before it some CPU's data is missing.
    pub(super) valid_from: Option<i64>,
}

impl Queues {
    /// Returns queues of which so many events are read at once, at least.
    #[cfg(test)]
    pub(super) fn reading(least: usize) -> Self {
        let mut queues = Self::default();
        queues.batch.least = least;
        queues
    }

    /// Adds a bundle, and what it tells if that cannot wait; `first` says when it begins, unless
    /// nothing happened. Returns whether it is the first of its CPU; `None` if there are too many.
    pub(super) fn add(
        &mut self,
        bundle: Bundle,
        first: Option<u64>,
        read: Option<Box<Lists>>,
    ) -> Option<bool> {
        let is_first = !self.cpus.contains(&bundle.cpu);
        if is_first {
            self.cpus.push(bundle.cpu);
        }
        if let Some(first) = first {
            let number = u32::try_from(self.bundles.len()).ok()?;
            self.bundles.push(bundle);
            self.waiting.push(Waiting {
                first,
                bundle: number,
                read,
            });
        }
        Some(is_first)
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

    /// Puts the bundles into the order of time, and reads the first. `read` reads one by its number.
    /// Before the first [`Self::take`].
    pub(super) fn sort(&mut self, read: impl FnMut(&Bundle, u32, &mut Lists)) {
        self.waiting
            .sort_unstable_by_key(|waiting| std::cmp::Reverse((waiting.first, waiting.bundle)));
        self.batch.end = self.waiting.last().map_or(0, |waiting| waiting.first);
        self.read_on(read);
    }

    /// Returns the time of the next event.
    pub(super) fn next_ts(&self) -> Option<i64> {
        Some(self.batch.get(self.batch.next)?.when().0)
    }

    /// Begins to drain queues, after another importer had its turn: no queue goes on.
    pub(super) fn begin(&mut self) {
        self.last = None;
        self.since = self.batch.next;
    }

    /// Takes what is next of what was read, if it is due until `limit`.
    #[inline]
    pub(super) fn take(&mut self, limit: i64) -> Option<Due> {
        let batch = &mut self.batch;
        let at = batch.next;
        let mut due = batch.get(at)?;
        if due.when().0 > limit {
            return None;
        }
        batch.next += 1;
        if let Some(&[this, next]) = batch.keys.get(at..at + 2)
            && batch.is_same(this, next)
        {
            due = self.first_of_same(at)?;
        }
        Some(due)
    }

    /// Orders what has the same time from a place on as the reference drains its queues: that which
    /// was drained last goes on, then they have their turns by their ranks. Returns the first.
    #[inline(never)]
    fn first_of_same(&mut self, at: usize) -> Option<Due> {
        if at >= self.batch.in_order {
            let last = self.last_before(at);
            let (bundles, ranks, batch) = (&self.bundles, &self.ranks, &mut self.batch);
            let (keys, lists, index) = (&mut batch.keys, &batch.lists, batch.index);
            let rest = keys.get_mut(at..)?;
            let this = *rest.first()?;
            let is_other = |key: &u64| (key ^ this) > index;
            let n = rest.iter().position(is_other).unwrap_or(rest.len());
            rest.get_mut(..n)?.sort_unstable_by_key(|&key| {
                let due = lists.get((key & index) as usize)?;
                let queue @ (cpu, kind) = queue_of(&due, bundles);
                let rank = ranks[kind].get(cpu as usize).copied();
                Some((last != Some(queue), rank, due.when().1, key))
            });
            batch.in_order = at + n;
        }
        self.batch.get(at)
    }

    /// Returns the queue that was drained last before a place of the batch, if it goes on.
    fn last_before(&self, at: usize) -> Option<Queue> {
        if at <= self.since {
            return self.last;
        }
        Some(queue_of(&self.batch.get(at - 1)?, &self.bundles))
    }

    /// Reads more if nothing is left of what was read. Returns whether there is more then.
    pub(super) fn read_on(&mut self, mut read: impl FnMut(&Bundle, u32, &mut Lists)) -> bool {
        let mut is_more = false;
        while self.batch.next == self.batch.keys.len()
            && !(self.waiting.is_empty() && self.batch.later.is_empty())
        {
            self.read_batch(&mut read);
            is_more = !self.batch.keys.is_empty();
        }
        is_more
    }

    fn read_batch(&mut self, read: &mut dyn FnMut(&Bundle, u32, &mut Lists)) {
        self.last = self.last_before(self.batch.next);
        self.since = 0;
        let batch = &mut self.batch;
        batch.lists.keep(&batch.later, &mut batch.spare.0);
        batch.later.clear();
        batch.keys.clear();
        (batch.next, batch.in_order) = (0, 0);
        // At least as much as was kept, so that all of it is kept but a few times.
        let n_kept = batch.lists.len();
        let least = n_kept + n_kept.max(batch.least);
        while batch.lists.len() < least
            && let Some(waiting) = self.waiting.pop()
        {
            if let Some(lists) = waiting.read {
                batch.lists.append(&lists);
            } else {
                let bundle = &self.bundles[waiting.bundle as usize];
                read(bundle, waiting.bundle, &mut batch.lists);
            }
        }
        batch.sort(self.waiting.last().map_or(NEVER, |waiting| waiting.first));
    }
}

/// Returns the queue that something is in.
fn queue_of(due: &Due, bundles: &[Bundle]) -> Queue {
    let kind = match due {
        Due::Switch(_) => 0,
        Due::Waking(_) => 1,
        Due::Event(_) => 2,
    };
    (bundles[due.when().1 as usize].cpu, kind)
}
