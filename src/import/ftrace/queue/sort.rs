//! Puts lists of events into the order of time. Most that are not are a few sorted ones, one after
//! the other: bundles of a CPU that overlap.

use super::{Lists, Timed};
use crate::base::near_sort::digit_sort;

/// A list with more events, or one over a longer time in nanoseconds, is sorted as any other.
const INDEX_BITS: u32 = 20;
const TIME_BITS: u32 = u64::BITS - INDEX_BITS;

/// Room for sorting.
#[derive(Debug, Default)]
pub(super) struct Sorter {
    spare: Lists,
    room: Room,
}

#[derive(Debug, Default)]
struct Room {
    /// Times with the indices of their events.
    keys: Vec<u64>,
    spare: Vec<u64>,
}

impl Sorter {
    /// Sorts lists by time; equal times keep their order. All are within a span.
    pub(super) fn sort(&mut self, lists: &mut Lists, span: (u64, u64)) {
        let Self { spare, room } = self;
        room.sort(&mut lists.switches, span, &mut spare.switches);
        room.sort(&mut lists.wakings, span, &mut spare.wakings);
        room.sort(&mut lists.events, span, &mut spare.events);
    }
}

impl Room {
    fn sort<T: Copy>(
        &mut self,
        list: &mut Vec<Timed<T>>,
        span: (u64, u64),
        spare: &mut Vec<Timed<T>>,
    ) {
        if list.is_sorted_by_key(|timed| timed.ts) {
            return;
        }
        if !self.order(list, span) {
            list.sort_by_key(|timed| timed.ts);
            return;
        }
        spare.clear();
        let index_of = |key: &u64| (key & ((1 << INDEX_BITS) - 1)) as usize;
        spare.extend(self.keys.iter().map(|key| list[index_of(key)]));
        if spare.capacity() / 4 <= list.capacity() {
            std::mem::swap(list, spare);
        } else {
            // Exchanged always, all of them would have as much room as the largest.
            list.copy_from_slice(spare);
        }
    }

    /// Sorts the keys of a list if it is short enough.
    fn order<T>(&mut self, list: &[Timed<T>], (first, last): (u64, u64)) -> bool {
        if list.len() >= 1 << INDEX_BITS || last.saturating_sub(first) >= 1 << TIME_BITS {
            return false;
        }
        // So that the upper bits tell most.
        let unused = (last - first).leading_zeros().saturating_sub(INDEX_BITS);
        let keys = list.iter().zip(0..).map(|(timed, index)| {
            let after = (timed.ts - first).unbounded_shl(unused);
            after << INDEX_BITS | index
        });
        self.keys.clear();
        self.keys.extend(keys);
        if !digit_sort(&mut self.keys, &mut self.spare, |key| *key) {
            self.keys.sort_unstable();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn events_are_in_the_order_of_a_stable_sort(
            times in prop_oneof![
                // Runs, some alike.
                (prop::collection::vec(0..100_u64, 0..40), 1..5_usize).prop_map(|(mut run, n)| {
                    run.sort_unstable();
                    run.repeat(n)
                }),
                prop::collection::vec(prop_oneof![9 => 0..50_u64, 1 => 0..1_u64 << 40], 0..200),
                prop::collection::vec(any::<u64>(), 0..20),
            ],
            (before, after) in (0..50_u64, 0..50_u64),
        ) {
            let list = times.into_iter().zip(0_u32..).map(|(ts, what)| Timed { ts, bundle: 0, what });
            let mut list: Vec<_> = list.collect();
            let mut expected = list.clone();
            expected.sort_by_key(|timed| timed.ts);
            let first = list.iter().map(|timed| timed.ts).min().unwrap_or(0);
            let last = list.iter().map(|timed| timed.ts).max().unwrap_or(0);
            let span = (first.saturating_sub(before), last.saturating_add(after));
            Room::default().sort(&mut list, span, &mut Vec::new());
            prop_assert_eq!(list, expected);
        }
    }
}
