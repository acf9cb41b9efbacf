//! The events of a trace that wait for their turn.
//!
//! Bundles wait, of which no more is known than when they begin. A [`Reader`] reads the bundles that begin
//! first together, and puts their events into the order of time, in which they are taken from here. Only
//! events of the same time have an order of their own: the reference's `trace_sorter.cc` drains the queue that it has
//! begun before another that is due at the same time. Lines of text wait in one queue there, in which they keep
//! the order of the file.

use std::sync::Arc;

use super::bundle::lost::Losses;
use super::reading::{Batch, Reader};
use crate::base::intern::{StrId, StrPool};
use crate::import::pool::{Ahead, Scope};
use crate::model::issue::IssueLog;

/// What the events of one bundle share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    /// The CPU on which all of it happened.
    pub(super) cpu: u32,
    /// The state of the packet's sequence, for interned kernel symbols.
    pub(super) epoch: u32,
    /// Where the bundle's message begins.
    pub(super) offset: u64,
    /// The length of the message in bytes.
    pub(super) len: u32,
    /// Where in the bundle the field with its compact scheduling data begins.
    pub(super) compact: u32,
    /// What is to be added to the times in the bundle.
    pub(super) shift: i64,
}

/// Bundles by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Bundles(pub(super) Vec<Bundle>);

impl Bundles {
    #[inline]
    pub(super) fn get(&self, number: u32) -> &Bundle {
        &self.0[number as usize]
    }
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
    /// Where in the bundle the event's field begins.
    pub(super) place: u32,
    /// The thread it happened in.
    pub(super) tid: u32,
    /// The length of the event's own fields in bytes.
    len: u16,
    /// In the lower bits the field number of the event, or 0 if the event is to be read anew; in the upper
    /// bits how far behind `place` its own fields begin, or which part of an event to be read anew it is.
    number: u16,
}

/// Which part of an event is due. An event that reports what happened at another time has two: its row is
/// due when it was recorded, and what it says when that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    All,
    Row,
    Said,
}

/// How many bits of [`Whole::number`] are the field number.
const NUMBER_BITS: u32 = 10;

/// The numbers of [`Part::Row`] and [`Part::Said`].
const ROW: u16 = 1;
const SAID: u16 = 2;

/// The longest time in nanoseconds between what happened and its record that is kept, some 39 hours. What
/// is recorded later, such as a time of 0 long after the boot, is not known to be from before the trace.
const MAX_LATER: i64 = (1 << 47) - 1;

impl Whole {
    /// Returns an event of a thread that begins at `place` in its bundle and has the field number `number`.
    /// Its own fields begin at `body` in the bundle and have `len` bytes.
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

    /// Returns the row of an event that reports what happened at another time.
    pub(super) const fn row(place: u32) -> Self {
        Self {
            number: ROW << NUMBER_BITS,
            ..Self::unread(place)
        }
    }

    /// Returns what an event says that was recorded so many nanoseconds after that happened.
    pub(super) fn said(place: u32, later: i64) -> Self {
        let later = later.clamp(-MAX_LATER, MAX_LATER);
        Self {
            place,
            tid: later as u32,
            len: (later >> u32::BITS) as u16,
            number: SAID << NUMBER_BITS,
        }
    }

    /// Returns which part of the event it is.
    #[inline]
    pub(super) fn part(&self) -> Part {
        if u32::from(self.number) % (1 << NUMBER_BITS) != 0 {
            return Part::All;
        }
        match self.number >> NUMBER_BITS {
            ROW => Part::Row,
            SAID => Part::Said,
            _ => Part::All,
        }
    }

    /// Returns how many nanoseconds after the time at which it is due the event was recorded.
    #[inline]
    fn later(&self) -> i64 {
        match self.part() {
            Part::Said => {
                let later = i64::from(self.len.cast_signed()) << u32::BITS | i64::from(self.tid);
                if later == MAX_LATER { i64::MAX } else { later }
            }
            Part::All | Part::Row => 0,
        }
    }

    /// Returns the field number of the event and where in the bundle its own fields are; `None` if the event
    /// is to be read anew.
    #[inline]
    pub(super) fn read(&self) -> Option<(u32, std::ops::Range<usize>)> {
        let number = u32::from(self.number) % (1 << NUMBER_BITS);
        let body = self.place as usize + usize::from(self.number >> NUMBER_BITS);
        (number != 0).then(|| (number, body..body + usize::from(self.len)))
    }
}

/// A name in compact data, by its number among all such names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Comm(pub(super) u32);

/// A compact switch. The thread that ran before is the one that the previous switch of the CPU names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CompactSwitch {
    /// The states that kernels write have no more bits than this.
    pub(super) prev_state: u16,
    pub(super) next_pid: u32,
    pub(super) next_prio: i32,
    pub(super) next_comm: Comm,
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

/// The events of a few bundles.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) switches: Vec<Timed<CompactSwitch>>,
    pub(super) wakings: Vec<Timed<CompactWaking>>,
    pub(super) events: Vec<Timed<Whole>>,
}

/// An event of [`Lists`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Switch(Timed<CompactSwitch>),
    Waking(Timed<CompactWaking>),
    Event(Timed<Whole>),
}

impl Due {
    /// Returns when the event happened, and the number of its bundle.
    #[inline]
    pub(super) fn when(&self) -> (i64, u32) {
        let (ts, bundle) = match self {
            Self::Switch(switch) => (switch.ts, switch.bundle),
            Self::Waking(waking) => (waking.ts, waking.bundle),
            Self::Event(event) => (event.ts, event.bundle),
        };
        (ts.cast_signed(), bundle)
    }

    /// Returns when the event was recorded.
    #[inline]
    pub(super) fn recorded(&self) -> i64 {
        let (ts, _) = self.when();
        match self {
            Self::Event(event) => ts.saturating_add(event.what.later()),
            Self::Switch(_) | Self::Waking(_) => ts,
        }
    }
}

impl Lists {
    pub(super) fn len(&self) -> usize {
        self.switches.len() + self.wakings.len() + self.events.len()
    }

    pub(super) fn clear(&mut self) {
        self.switches.clear();
        self.wakings.clear();
        self.events.clear();
    }

    /// Gives back memory that is left over.
    pub(super) fn shrink(&mut self) {
        self.switches.shrink_to_fit();
        self.wakings.shrink_to_fit();
        self.events.shrink_to_fit();
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.switches.extend_from_slice(&other.switches);
        self.wakings.extend_from_slice(&other.wakings);
        self.events.extend_from_slice(&other.events);
    }

    /// Returns the event with an index. Indices of whole events come first, then those of wakeups, then those
    /// of switches.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Due> {
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

    /// Calls `each` with the times of all events, in the order of their indices.
    #[inline]
    pub(super) fn each_ts(&self, mut each: impl FnMut(u64)) {
        self.events.iter().for_each(|event| each(event.ts));
        self.wakings.iter().for_each(|waking| each(waking.ts));
        self.switches.iter().for_each(|switch| each(switch.ts));
    }

    pub(super) fn push(&mut self, due: Due) {
        match due {
            Due::Switch(switch) => self.switches.push(switch),
            Due::Waking(waking) => self.wakings.push(waking),
            Due::Event(event) => self.events.push(event),
        }
    }
}

/// How many events there are, and how many of some kinds.
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

/// A queue of the reference: the CPU, and the number of the list that has its events here.
type Queue = (u32, usize);

/// The reader of bundles.
#[derive(Debug)]
enum Reading {
    /// This thread reads, when no event that was read is left.
    Here(Box<Reader>),
    /// Another thread reads, ahead of this one.
    Ahead(Ahead<Batch>),
}

impl Default for Reading {
    fn default() -> Self {
        Self::Here(Box::default())
    }
}

/// What is filled when a batch is taken in.
pub(super) struct Told<'a> {
    pub(super) strings: &'a mut StrPool,
    pub(super) issues: &'a mut IssueLog,
}

/// All ftrace events of a trace.
#[derive(Debug, Default)]
pub(super) struct Queues {
    pub(super) bundles: Arc<Bundles>,
    pub(super) expected: Expected,
    reading: Reading,
    batch: Batch,
    /// How many events of the batch are done with.
    next: usize,
    /// Up to where in the batch events of the same time are in the order of the reference's queues.
    in_order: usize,
    /// Where in the batch the last drain began, and in `last` the queue that goes on there.
    since: usize,
    last: Option<Queue>,
    /// The names of compact data, by their numbers.
    comms: Vec<StrId>,
    /// The CPUs that have bundles.
    cpus: Vec<u32>,
    /// The ranks of switches, wakeups and events, by CPU.
    ranks: [Vec<u32>; 3],
    /// Whether events of one time are due in the order of the file instead.
    pub(super) is_in_file_order: bool,
    /// When events were lost.
    pub(super) losses: Losses,
    /// The last time on the clock of ftrace that was related to boot time.
    pub(super) last_clock_pair: i64,
    /// When the newest of all first bundles begins: before that some CPU's data is missing.
    pub(super) valid_from: Option<i64>,
    /// When the latest of all events happens.
    pub(super) latest: u64,
}

impl Queues {
    /// Returns queues that read at least so many events at once.
    #[cfg(test)]
    pub(super) fn reading(least: usize) -> Self {
        Self {
            reading: Reading::Here(Box::new(Reader::reading(least))),
            ..Self::default()
        }
    }

    /// Returns the reader of bundles, as long as this thread has it.
    pub(super) fn reader(&mut self) -> Option<&mut Reader> {
        match &mut self.reading {
            Reading::Here(reader) => Some(reader),
            Reading::Ahead(_) => None,
        }
    }

    /// Adds a bundle, and its events if these cannot wait; `first` is when the first of them happened, `None`
    /// if there are none. Returns whether it is the first bundle of its CPU; `None` if there are too many
    /// bundles. To be called before [`Self::sort`].
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
            let number = u32::try_from(self.bundles.0.len()).ok()?;
            Arc::make_mut(&mut self.bundles).0.push(bundle);
            self.reader()?.add(first, number, read);
        }
        Some(is_first)
    }

    /// Ranks those lists of a CPU for which a bundle has events. In the reference each list is a queue of its
    /// own. When a queue is first needed, the reference makes the queues of the same kind for all lower CPUs,
    /// too, and at equal times the queue that was made first has its turn.
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

    /// Puts the bundles into the order of time, and reads the first ones; `bytes` returns the bytes of a
    /// bundle. To be called before the first [`Self::take`].
    pub(super) fn sort<'a>(&mut self, bytes: impl Fn(&Bundle) -> &'a [u8], told: &mut Told<'_>) {
        if let Some(reader) = self.reader() {
            reader.sort();
        }
        self.read_on(bytes, told);
    }

    /// Has another thread read the bundles from now on.
    pub(super) fn read_ahead<'s, 'a>(
        &mut self,
        scope: &'s Scope<'s, '_>,
        bytes: impl Fn(&Bundle) -> &'a [u8] + Send + 's,
    ) {
        let Some(reader) = self.reader() else {
            return;
        };
        let mut reader = std::mem::take(reader);
        reader.read_more_at_once();
        let bundles = Arc::clone(&self.bundles);
        let read = move |batch: &mut Batch| reader.read(batch, &bundles, &bytes);
        self.reading = Reading::Ahead(Ahead::spawn(scope, read));
    }

    /// Returns the time of the next event.
    pub(super) fn next_ts(&self) -> Option<i64> {
        Some(self.batch.get(self.next)?.when().0)
    }

    /// Returns a name of compact data.
    #[inline]
    pub(super) fn comm(&self, comm: Comm) -> StrId {
        let comm = self.comms.get(comm.0 as usize);
        comm.copied().unwrap_or_default()
    }

    /// Begins to drain queues, after another importer had its turn: no queue goes on.
    pub(super) fn begin(&mut self) {
        self.last = None;
        self.since = self.next;
    }

    /// Takes the next event that was read, if it is due until `limit`.
    #[inline]
    pub(super) fn take(&mut self, limit: i64) -> Option<Due> {
        let at = self.next;
        let mut due = self.batch.get(at)?;
        if due.when().0 > limit {
            return None;
        }
        self.next += 1;
        if self.batch.is_same_as_next(at) {
            due = self.first_of_same(at)?;
        }
        Some(due)
    }

    /// Orders the events of one time from a place on as the reference drains its queues, and returns the
    /// first: the queue that was drained last goes on, then the queues have their turns by their ranks.
    #[inline(never)]
    fn first_of_same(&mut self, at: usize) -> Option<Due> {
        if at >= self.in_order {
            let last = self.last_before(at);
            let (bundles, ranks) = (&self.bundles, &self.ranks);
            let is_in_file_order = self.is_in_file_order;
            let n = self.batch.sort_same(at, |due| {
                let (_, bundle) = due.when();
                if is_in_file_order {
                    return (false, None, bundle);
                }
                let queue @ (cpu, kind) = queue_of(due, bundles);
                let rank = ranks[kind].get(cpu as usize).copied();
                (last != Some(queue), rank, bundle)
            });
            self.in_order = at + n;
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

    /// Reads more bundles if no event that was read is left. Returns whether there are events after that.
    pub(super) fn read_on<'a>(
        &mut self,
        bytes: impl Fn(&Bundle) -> &'a [u8],
        told: &mut Told<'_>,
    ) -> bool {
        let mut is_more = false;
        while self.next == self.batch.len() && self.next_batch(&bytes, told) {
            is_more = self.batch.len() > 0;
        }
        is_more
    }

    /// Goes on to the next batch. Returns whether there is one.
    fn next_batch<'a>(&mut self, bytes: &dyn Fn(&Bundle) -> &'a [u8], told: &mut Told<'_>) -> bool {
        let last = self.last_before(self.next);
        let is_read = match &mut self.reading {
            Reading::Here(reader) => reader.read(&mut self.batch, &self.bundles, bytes),
            Reading::Ahead(ahead) => ahead.next(&mut self.batch),
        };
        if is_read {
            (self.last, self.since) = (last, 0);
            (self.next, self.in_order) = (0, 0);
            // Names are interned in the order of batches, whichever thread has read these.
            let names = self.batch.names.drain(..);
            self.comms
                .extend(names.map(|name| told.strings.intern(&name)));
            self.batch.damage.report(told.issues);
        }
        is_read
    }
}

/// Returns the queue that an event is in.
fn queue_of(due: &Due, bundles: &Bundles) -> Queue {
    let kind = match due {
        Due::Switch(_) => 0,
        Due::Waking(_) => 1,
        Due::Event(_) => 2,
    };
    (bundles.get(due.when().1).cpu, kind)
}
