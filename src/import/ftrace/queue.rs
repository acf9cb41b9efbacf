//! The events of a trace that wait for their turn: one queue per CPU, drained in time order.
//!
//! A queue consists of segments, which go as they are drained: what is imported takes their place.
//! Rules: spec trace-format 5.9 for the order in which the queues are drained.

use std::collections::VecDeque;

use crate::base::intern::StrId;

/// What the records of one bundle share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    /// The CPU on which all of it happened.
    pub(super) cpu: u32,
    /// The state of the packet's sequence, for interned kernel symbols.
    pub(super) epoch: u32,
    /// Where the bundle's message begins.
    pub(super) offset: u64,
    /// Where in it the field of its compact scheduling data begins.
    pub(super) compact: u32,
}

/// What a record stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole event; its place is the offset of its field in the bundle.
    Event,
    /// A compact switch; its place is its index in the segment.
    Switch,
    /// A compact wakeup; its place is its index in the segment.
    Waking,
}

/// One event: when, and where to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Trace time in nanoseconds.
    pub(super) ts: i64,
    bundle_and_kind: u32,
    /// See [`Kind`].
    pub(super) place: u32,
}

const KIND_SHIFT: u32 = 30;

impl Record {
    pub(super) fn new(ts: i64, bundle: u32, kind: Kind, place: u32) -> Self {
        Self {
            ts,
            bundle_and_kind: bundle | (kind as u32) << KIND_SHIFT,
            place,
        }
    }

    pub(super) fn kind(self) -> Kind {
        match self.bundle_and_kind >> KIND_SHIFT {
            0 => Kind::Event,
            1 => Kind::Switch,
            _ => Kind::Waking,
        }
    }

    pub(super) fn bundle(self) -> usize {
        (self.bundle_and_kind & ((1 << KIND_SHIFT) - 1)) as usize
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

/// An event whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    /// Trace time in nanoseconds.
    pub(super) ts: i64,
    pub(super) bundle: Bundle,
    pub(super) what: What,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// A whole event, whose field begins at this byte of the bundle.
    Event(u32),
    Switch(CompactSwitch),
    Waking(CompactWaking),
}

/// How many records a segment has at least, but for the last one.
const SEGMENT: usize = if cfg!(test) { 8 } else { 1 << 14 };

/// Some of the records of a CPU, and what they name.
#[derive(Debug, Default)]
pub(super) struct Segment {
    pub(super) records: Vec<Record>,
    pub(super) switches: Vec<CompactSwitch>,
    pub(super) wakings: Vec<CompactWaking>,
}

impl Segment {
    /// Sorts what a bundle added after the first `start` records. Returns from when to when that is.
    fn sort_from(&mut self, start: usize) -> Option<(i64, i64)> {
        let added = self.records.get_mut(start..)?;
        if !added.is_sorted_by_key(|record| record.ts) {
            added.sort_by_key(|record| record.ts);
        }
        Some((added.first()?.ts, added.last()?.ts))
    }

    /// Appends another segment.
    fn append(&mut self, other: Self) {
        let (switches, wakings) = (self.switches.len() as u32, self.wakings.len() as u32);
        self.records.extend(other.records.into_iter().map(|record| {
            let place = match record.kind() {
                Kind::Event => record.place,
                Kind::Switch => record.place + switches,
                Kind::Waking => record.place + wakings,
            };
            Record { place, ..record }
        }));
        self.switches.extend(other.switches);
        self.wakings.extend(other.wakings);
    }
}

#[derive(Debug, Default)]
struct CpuQueue {
    cpu: u32,
    /// The segment that is being drained.
    first: Segment,
    /// How many of its records are.
    next: usize,
    /// The segments after that.
    segments: VecDeque<Segment>,
    /// The time of the newest record.
    last: i64,
    unsorted: bool,
}

impl CpuQueue {
    /// Returns the segments that are left, of which the first may be drained in part.
    fn segments(&self) -> impl Iterator<Item = &Segment> {
        std::iter::once(&self.first).chain(&self.segments)
    }

    /// Returns the segment for a bundle.
    fn segment(&mut self) -> &mut Segment {
        let is_full = |last: &Segment| last.records.len() >= SEGMENT;
        if self.segments.back().is_none_or(is_full) {
            self.segments.push_back(Segment::default());
        }
        let last = self.segments.len() - 1;
        &mut self.segments[last]
    }

    /// Returns the next record. After [`Self::sort`].
    #[inline]
    fn head(&self) -> Option<&Record> {
        self.first.records.get(self.next)
    }

    #[inline]
    fn head_ts(&self) -> i64 {
        self.head().map_or(i64::MAX, |record| record.ts)
    }

    fn is_drained(&self) -> bool {
        self.head().is_none()
    }

    /// Takes the next record if it is due until `limit`.
    #[inline]
    fn take(&mut self, limit: i64, bundles: &[Bundle]) -> Option<Due> {
        let segment = &self.first;
        let record = *segment.records.get(self.next)?;
        if record.ts > limit {
            return None;
        }
        let place = record.place as usize;
        let what = match record.kind() {
            Kind::Event => What::Event(record.place),
            Kind::Switch => What::Switch(*segment.switches.get(place)?),
            Kind::Waking => What::Waking(*segment.wakings.get(place)?),
        };
        self.next += 1;
        if self.next >= segment.records.len() {
            self.advance();
        }
        Some(Due {
            ts: record.ts,
            bundle: bundles[record.bundle()],
            what,
        })
    }

    /// Goes on to the next segment.
    fn advance(&mut self) {
        self.first = self.segments.pop_front().unwrap_or_default();
        self.next = 0;
    }

    /// Puts all records into the order of time; equal times keep their order.
    fn sort(&mut self) {
        if std::mem::take(&mut self.unsorted) {
            self.merge();
        }
        self.advance();
    }

    fn merge(&mut self) {
        let mut all = Segment::default();
        while let Some(segment) = self.segments.pop_front() {
            all.append(segment);
        }
        all.records.sort_by_key(|record| record.ts);
        self.segments.push_back(all);
    }
}

/// How many rows the events will make, at most or nearly so.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected {
    pub(super) switches: usize,
    pub(super) wakings: usize,
}

/// All ftrace events of a trace, by CPU.
#[derive(Debug, Default)]
pub(super) struct Queues {
    cpus: Vec<CpuQueue>,
    bundles: Vec<Bundle>,
    pub(super) expected: Expected,
    /// The queue that is being drained, and the time of the first record of the others.
    current: Option<(usize, i64)>,
    /// The time of the next record of each CPU; the end of time if there is none.
    heads: Vec<i64>,
    /// When the last of the readings was taken that relate the clock of ftrace to boot time.
    pub(super) last_clock_pair: i64,
    /// When the newest of all first bundles begins: before it some CPU's data is missing.
    pub(super) valid_from: Option<i64>,
}

impl Queues {
    /// Adds a bundle, whose records `fill` appends to a segment; it is told the number of the bundle.
    /// Returns whether it is the first of its CPU; `None` if there are too many.
    pub(super) fn add(
        &mut self,
        bundle: Bundle,
        fill: impl FnOnce(u32, &mut Segment, &mut Expected),
    ) -> Option<bool> {
        if self.bundles.len() >= 1 << KIND_SHIFT {
            return None;
        }
        let known = self.cpus.iter().position(|queue| queue.cpu == bundle.cpu);
        let index = known.unwrap_or_else(|| {
            self.cpus.push(CpuQueue {
                cpu: bundle.cpu,
                ..CpuQueue::default()
            });
            self.cpus.len() - 1
        });
        self.bundles.push(bundle);
        let queue = &mut self.cpus[index];
        let segment = queue.segment();
        let start = segment.records.len();
        fill(self.bundles.len() as u32 - 1, segment, &mut self.expected);
        if let Some((first, last)) = segment.sort_from(start) {
            queue.unsorted |= first < queue.last;
            queue.last = last;
        }
        Some(known.is_none())
    }

    /// Sorts each CPU's records by time; equal times keep their order. Before the first [`Self::take`].
    pub(super) fn sort(&mut self) {
        self.cpus.sort_by_key(|queue| queue.cpu);
        self.cpus.iter_mut().for_each(CpuQueue::sort);
        self.heads = self.cpus.iter().map(CpuQueue::head_ts).collect();
    }

    /// Returns the queue that is being drained, if no other one has an earlier record.
    #[inline]
    fn current(&self) -> Option<usize> {
        let (index, limit) = self.current?;
        let head = *self.heads.get(index)?;
        let is_left = head != i64::MAX || !self.cpus[index].is_drained();
        (head <= limit && is_left).then_some(index)
    }

    /// Returns how many records there are. Before the first [`Self::take`].
    pub(super) fn n_records(&self) -> usize {
        let segments = self.cpus.iter().flat_map(CpuQueue::segments);
        segments.map(|segment| segment.records.len()).sum()
    }

    /// Returns the time of the next record.
    pub(super) fn next_ts(&self) -> Option<i64> {
        if let Some(index) = self.current() {
            return Some(self.heads[index]);
        }
        let first = *self.heads.iter().min()?;
        let is_left = first != i64::MAX || self.cpus.iter().any(|queue| !queue.is_drained());
        is_left.then_some(first)
    }

    /// Notes that something else is imported now: the next queue is chosen anew.
    pub(super) fn interrupt(&mut self) {
        self.current = None;
    }

    /// Returns the next event if it is due until `limit`. A queue is drained until another one has
    /// an earlier record; of equal times, the CPU with the lowest number is chosen.
    #[inline]
    pub(super) fn take(&mut self, limit: i64) -> Option<Due> {
        let index = match self.current() {
            Some(index) => index,
            None => self.choose()?,
        };
        let queue = &mut self.cpus[index];
        let due = queue.take(limit, &self.bundles)?;
        self.heads[index] = queue.head_ts();
        Some(due)
    }

    /// Chooses the queue to drain.
    fn choose(&mut self) -> Option<usize> {
        let (mut best, mut first, mut second) = (0, i64::MAX, i64::MAX);
        for (index, &head) in self.heads.iter().enumerate() {
            // Without a branch: which head is the lowest is anyone's guess.
            second = second.min(first.max(head));
            best = if head < first { index } else { best };
            first = first.min(head);
        }
        if first == i64::MAX {
            // Nothing is left but what happens then, if anything.
            best = self.cpus.iter().position(|queue| !queue.is_drained())?;
        }
        self.current = Some((best, second));
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the queues are to do, the long way: every queue whole and sorted, its records by number.
    struct Plain {
        cpus: Vec<Vec<(i64, u32)>>,
        current: Option<(usize, i64)>,
    }

    impl Plain {
        fn take(&mut self, limit: i64) -> Option<(i64, u32)> {
            let is_due = |cpus: &[Vec<(i64, u32)>], (index, limit): (usize, i64)| {
                cpus[index].first().is_some_and(|head| head.0 <= limit)
            };
            if !self
                .current
                .is_some_and(|current| is_due(&self.cpus, current))
            {
                let heads = self.cpus.iter().enumerate();
                let mut heads: Vec<(i64, usize)> = heads
                    .filter_map(|(index, queue)| Some((queue.first()?.0, index)))
                    .collect();
                heads.sort_unstable();
                let second = heads.get(1).map_or(i64::MAX, |head| head.0);
                self.current = Some((heads.first()?.1, second));
            }
            let queue = &mut self.cpus[self.current?.0];
            (queue[0].0 <= limit).then(|| queue.remove(0))
        }

        fn next_ts(&self) -> Option<i64> {
            let heads = self.cpus.iter().filter_map(|queue| queue.first());
            heads.map(|head| head.0).min()
        }
    }

    fn ts() -> impl Strategy<Value = i64> {
        prop_oneof![20 => 0..30_i64, 1 => Just(i64::MAX)]
    }

    proptest! {
        #[test]
        fn segments_are_drained_like_whole_queues(
            // CPU, how far in time, and what happened.
            bundles in prop::collection::vec(
                (0..4_u32, 0..3_i64, prop::collection::vec((ts(), 0..3_u8), 0..12)), 0..20,
            ),
            is_late in any::<bool>(),
            // How far to go each time.
            steps in prop::collection::vec(0..40_i64, 0..9),
        ) {
            let mut queues = Queues::default();
            let mut plain = Plain { cpus: vec![Vec::new(); 4], current: None };
            let mut number = 0;
            for (order, (cpu, far, records)) in bundles.into_iter().enumerate() {
                let bundle = Bundle { cpu, epoch: 0, offset: 0, compact: 0 };
                // Bundles of a CPU follow each other, but now and then.
                let far = if is_late { far * 30 } else { order as i64 * 30 };
                let is_first = queues.add(bundle, |bundle, segment, _| {
                    for (ts, kind) in records {
                        let ts = ts.saturating_add(far);
                        let (kind, place) = match kind {
                            0 => (Kind::Event, number),
                            1 => (Kind::Switch, segment.switches.len() as u32),
                            _ => (Kind::Waking, segment.wakings.len() as u32),
                        };
                        segment.records.push(Record::new(ts, bundle, kind, place));
                        match kind {
                            Kind::Event => {}
                            Kind::Switch => segment.switches.push(CompactSwitch {
                                prev_state: 0,
                                next_pid: 0,
                                next_prio: 0,
                                next_comm: StrId::EMPTY,
                                index: number,
                            }),
                            Kind::Waking => segment.wakings.push(CompactWaking {
                                pid: 0,
                                common_flags: 0,
                                index: number,
                            }),
                        }
                        plain.cpus[cpu as usize].push((ts, number));
                        number += 1;
                    }
                });
                prop_assert!(is_first.is_some());
            }
            queues.sort();
            prop_assert_eq!(queues.n_records(), number as usize);
            for queue in &mut plain.cpus {
                queue.sort_by_key(|record| record.0);
            }
            let mut limit = 0_i64;
            for step in steps.into_iter().chain([i64::MAX]) {
                limit = limit.saturating_add(step);
                loop {
                    prop_assert_eq!(queues.next_ts(), plain.next_ts());
                    let got = queues.take(limit).map(|due| match due.what {
                        What::Event(number) => (due.ts, number),
                        What::Switch(switch) => (due.ts, switch.index),
                        What::Waking(waking) => (due.ts, waking.index),
                    });
                    prop_assert_eq!(got, plain.take(limit));
                    if got.is_none() {
                        break;
                    }
                }
                queues.interrupt();
                plain.current = None;
            }
            prop_assert_eq!(queues.next_ts(), None);
        }
    }
}
