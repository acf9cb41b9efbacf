//! Which packets have the time of a track event, and which side goes first then.
//!
//! The reference keeps two queues, one of track events and one of all other packets, and drains
//! the one that it has begun through the times at which the other would be due. So it depends on
//! what came before whether a descriptor or an event of the same time is first, and with it which
//! thread gets the lower number. Units note what their events say about this while they are
//! decoded: each event once, in any order, on any thread. The rule is in `trace_sorter.cc`.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

use super::scan::{Cold, QueuedFrame};
use crate::base::near_sort::bucket_sort;

/// Set if an event has the time of the packet.
const AT: u8 = 1;
/// Set if an event is earlier than the packet and later than the packet before.
const BETWEEN: u8 = 2;

/// For each time of a packet, whether a track event has the same time, and whether one comes just before.
#[derive(Debug, Default)]
pub(super) struct Ties {
    /// The times of packets that are not track events, sorted.
    times: Vec<i64>,
    /// What is known of each of these times, and of the time after the last. Bits are only ever set, so the
    /// order of events and threads does not matter.
    seen: Vec<AtomicU8>,
}

impl Ties {
    /// Takes packets in any order, and frames in time order.
    pub(super) fn new(cold: &[Cold], frames: &[QueuedFrame]) -> Self {
        let cold = cold.iter().map(|packet| packet.ts).collect();
        Self::of(cold, frames.iter().map(|frame| frame.ts))
    }

    fn of(mut cold: Vec<i64>, sorted: impl ExactSizeIterator<Item = i64>) -> Self {
        bucket_sort(&mut cold, |&ts| ts);
        let mut times = Vec::with_capacity(cold.len() + sorted.len());
        let mut cold = cold.into_iter().peekable();
        for time in sorted {
            while let Some(before) = cold.next_if(|&before| before <= time) {
                push_new(&mut times, before);
            }
            push_new(&mut times, time);
        }
        cold.for_each(|time| push_new(&mut times, time));
        let seen = (0..=times.len()).map(|_| AtomicU8::new(0)).collect();
        Self { times, seen }
    }

    /// Returns a noter for the events of a unit.
    pub(super) fn noter(&self) -> Noter<'_> {
        Noter {
            ties: self,
            index: 0,
            after: 0,
            before: 0,
        }
    }

    /// Returns the times, sorted, at which track events come before other packets, because the queue of
    /// events was drained last and goes on.
    pub(super) fn late(&self) -> Vec<i64> {
        let mut late = Vec::new();
        // Whether the queue of events is the one being drained.
        let mut drains_events = false;
        for (&time, seen) in self.times.iter().zip(&self.seen) {
            let seen = seen.load(Ordering::Relaxed);
            drains_events |= seen & BETWEEN != 0;
            if seen & AT == 0 {
                drains_events = false;
                continue;
            }
            if drains_events {
                late.push(time);
            }
            // The other queue had its turn last.
            drains_events = !drains_events;
        }
        late
    }
}

/// Appends a time, unless it is the last one already.
fn push_new(times: &mut Vec<i64>, time: i64) {
    if times.last() != Some(&time) {
        times.push(time);
    }
}

/// Notes events of one unit.
#[derive(Debug)]
pub(super) struct Noter<'a> {
    ties: &'a Ties,
    /// The index among the times where the last event was noted: the next event is near.
    index: usize,
    // An event between these times was noted already; more of them would change nothing.
    after: i64,
    before: i64,
}

impl Noter<'_> {
    /// Notes that there is an event at `ts`.
    #[inline]
    pub(super) fn event(&mut self, ts: i64) {
        if ts <= self.after || ts >= self.before {
            self.first_between(ts);
        }
    }

    /// Returns the times at which events need not be noted any more, given that one at `ts` was.
    pub(super) fn noted(&self, ts: i64) -> Option<Range<i64>> {
        (ts > self.after && ts < self.before).then(|| self.after.saturating_add(1)..self.before)
    }

    #[cold]
    fn first_between(&mut self, ts: i64) {
        let Ties { times, seen } = self.ties;
        let index = first_not_before(times, ts, self.index);
        self.index = index;
        let bit = if times.get(index) == Some(&ts) {
            AT
        } else {
            let before = index.checked_sub(1).and_then(|before| times.get(before));
            self.after = before.copied().unwrap_or(i64::MIN);
            self.before = times.get(index).copied().unwrap_or(i64::MAX);
            BETWEEN
        };
        if let Some(seen) = seen.get(index)
            && seen.load(Ordering::Relaxed) & bit == 0
        {
            seen.fetch_or(bit, Ordering::Relaxed);
        }
    }
}

/// Returns how many of sorted times are before `ts`; the number is likely to be near `near`.
fn first_not_before(times: &[i64], ts: i64, near: usize) -> usize {
    let is_before = |at: usize| times.get(at).is_some_and(|&time| time < ts);
    let (mut low, mut high, mut step) = (near, near, 1);
    while is_before(high) {
        (low, high) = (high + 1, high + step);
        step *= 2;
    }
    while low > 0 && !is_before(low - 1) {
        (low, high) = (low.saturating_sub(step), low - 1);
        step *= 2;
    }
    let range = low..high.min(times.len());
    let among = times.get(range).unwrap_or_default();
    low + among.partition_point(|&time| time < ts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Ties, first_not_before};

    proptest! {
        #[test]
        fn what_is_near_is_found(
            times in prop::collection::btree_set(0_i64..300, 0..90), ts in -5_i64..310, near in 0_usize..95,
        ) {
            let times: Vec<i64> = times.into_iter().collect();
            let near = near.min(times.len());
            let expected = times.partition_point(|&time| time < ts);
            prop_assert_eq!(first_not_before(&times, ts, near), expected);
        }
    }

    fn late(packets: &[i64], events: &[i64]) -> Vec<i64> {
        // Half of the packets are frames; which half does not matter.
        let n_cold = packets.len() / 2;
        let mut frames = packets[n_cold..].to_vec();
        frames.sort_unstable();
        let ties = Ties::of(packets[..n_cold].to_vec(), frames.into_iter());
        let mut noter = ties.noter();
        for &ts in events {
            noter.event(ts);
        }
        ties.late()
    }

    #[test]
    fn the_queue_that_is_being_drained_goes_through_ties() {
        // With an event before the tie, the event goes first and the packet waits.
        assert_eq!(late(&[10], &[5, 10]), [10]);
        // With a packet before the tie, or nothing, the packet does not wait.
        assert!(late(&[1, 10], &[10]).is_empty());
        assert!(late(&[10], &[10]).is_empty());
        // The queue that went second in a tie goes first in the next one, unless something is in between.
        assert_eq!(late(&[10, 20], &[5, 10, 20]), [10]);
        assert_eq!(late(&[10, 20], &[10, 20]), [20]);
        assert_eq!(late(&[10, 20], &[5, 10, 15, 20]), [10, 20]);
        // The order in which events are noted does not matter, nor do further events.
        assert_eq!(late(&[10, 20], &[20, 15, 10, 5]), [10, 20]);
        assert_eq!(
            late(&[20, 10, 10], &[14, 15, 16, 20, 4, 5, 10, 30]),
            [10, 20]
        );
        assert!(late(&[], &[1, 2]).is_empty());
    }
}
