//! Reading the bundles of ftrace events in the order of time.
//!
//! The bundles that begin first are read together, some thousand events at once, into lists that are filled
//! again later. The events before the beginning of the next bundle are put into order. So the events of a
//! trace are never all in memory, and are in the cache when they are imported. A thread of its own may read,
//! a few batches ahead of the thread that imports the events.

use super::bundle::{self, Damage, Names};
use super::queue::{Bundle, Bundles, Due, Lists};
use crate::base::near_sort::digit_sort;

/// Stands for the beginning of the next bundle if there is none.
const NEVER: u64 = u64::MAX;

/// How many events another thread reads at once, at least: waking that thread takes as long as reading
/// hundreds of events.
const LEAST_AHEAD: usize = 16 << 10;

/// Events that were read at once, in the order of time.
#[derive(Debug, Default)]
pub(super) struct Batch {
    lists: Lists,
    /// For each event a key: its upper bits tell times apart, its lower bits are the index of the event.
    keys: Vec<u64>,
    /// The mask of the bits of a key that are an index.
    index: u64,
    /// The names of compact data that were in no batch before.
    pub(super) names: Vec<Box<[u8]>>,
    /// What could not be read.
    pub(super) damage: Damage,
}

impl Batch {
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    fn clear(&mut self) {
        self.lists.clear();
        self.keys.clear();
        self.names.clear();
        self.damage = Damage::default();
    }

    /// Returns the event at a place.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<Due> {
        self.lists.get((self.keys.get(at)? & self.index) as usize)
    }

    /// Returns whether the event at a place has the same time as the next.
    #[inline]
    pub(super) fn is_same_as_next(&self, at: usize) -> bool {
        let keys = self.keys.get(at..at + 2);
        keys.is_some_and(|keys| keys[0] ^ keys[1] <= self.index)
    }

    /// Sorts the events from a place on that have the same time as the first of them. Returns how many these
    /// are.
    pub(super) fn sort_same<K: Ord>(&mut self, at: usize, key_of: impl Fn(&Due) -> K) -> usize {
        let (lists, index) = (&self.lists, self.index);
        let rest = self.keys.get_mut(at..).unwrap_or_default();
        let this = rest.first().copied().unwrap_or_default();
        let is_other = |key: &u64| (key ^ this) > index;
        let n = rest.iter().position(is_other).unwrap_or(rest.len());
        if let Some(same) = rest.get_mut(..n) {
            same.sort_unstable_by_key(|&key| {
                let due = lists.get((key & index) as usize);
                (due.as_ref().map(&key_of), key)
            });
        }
        n
    }
}

/// A bundle that waits.
#[derive(Debug)]
struct Waiting {
    /// When its first event happened.
    first: u64,
    /// The number of the bundle.
    bundle: u32,
    /// Its events, if they could not wait.
    read: Option<Box<Lists>>,
}

/// Reads the bundles that wait.
#[derive(Debug)]
pub(super) struct Reader {
    /// By time after the sort, the next bundle last.
    waiting: Vec<Waiting>,
    pub(super) names: Names,
    /// How many events are to be read at once, at least.
    least: usize,
    /// The end of the last batch, and in `kept` the later events that were read with it.
    end: u64,
    kept: Lists,
    /// Memory for the indices of later events, and in `spare` for sorting.
    later: Vec<u32>,
    spare: Vec<u64>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            names: Names::default(),
            // These are few enough for the cache, and so many that few of them have to be kept for the next
            // batch.
            least: 4 << 10,
            end: 0,
            kept: Lists::default(),
            later: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl Reader {
    /// Returns a reader of at least so many events at once.
    #[cfg(test)]
    pub(super) fn reading(least: usize) -> Self {
        Self {
            least,
            ..Self::default()
        }
    }

    /// Adds a bundle by its number, and its events if these cannot wait; `first` says when it begins.
    pub(super) fn add(&mut self, first: u64, bundle: u32, read: Option<Box<Lists>>) {
        self.waiting.push(Waiting {
            first,
            bundle,
            read,
        });
    }

    /// Puts the bundles into the order of time. To be called once, before the first is read.
    pub(super) fn sort(&mut self) {
        self.waiting
            .sort_unstable_by_key(|waiting| std::cmp::Reverse((waiting.first, waiting.bundle)));
        self.end = self.waiting.last().map_or(0, |waiting| waiting.first);
    }

    /// Makes batches so large that another thread is worth its while.
    pub(super) fn read_more_at_once(&mut self) {
        self.least = self.least.max(LEAST_AHEAD);
    }

    /// Reads the next batch. Returns whether anything was left.
    pub(super) fn read<'a>(
        &mut self,
        batch: &mut Batch,
        bundles: &Bundles,
        bytes: &dyn Fn(&Bundle) -> &'a [u8],
    ) -> bool {
        if self.waiting.is_empty() && self.kept.len() == 0 {
            return false;
        }
        batch.clear();
        std::mem::swap(&mut batch.lists, &mut self.kept);
        // At least as many events are read as were kept, so that each of those is kept a few times only.
        let n_kept = batch.lists.len();
        let least = n_kept + n_kept.max(self.least);
        while batch.lists.len() < least
            && let Some(waiting) = self.waiting.pop()
        {
            if let Some(lists) = waiting.read {
                batch.lists.append(&lists);
            } else {
                let bundle = bundles.get(waiting.bundle);
                let place = (waiting.bundle, bundle.shift);
                let damage = bundle::read(bytes(bundle), place, &mut batch.lists, &mut self.names);
                batch.damage.add(damage);
            }
        }
        batch.names.extend(self.names.untold());
        let end = self.waiting.last().map_or(NEVER, |waiting| waiting.first);
        self.order(batch, end);
        true
    }

    /// Puts the events before `end` into order, and keeps the others.
    fn order(&mut self, batch: &mut Batch, end: u64) {
        let first = std::mem::replace(&mut self.end, end);
        let mut last = end.saturating_sub(1);
        if end == NEVER {
            last = first;
            batch.lists.each_ts(|ts| last = last.max(ts));
        }
        // The times take the upper bits of the keys.
        let range = last.saturating_sub(first);
        let bits = range.leading_zeros();
        let n_bits = usize::BITS - batch.lists.len().leading_zeros();
        self.later.clear();
        if bits < n_bits {
            self.order_any(batch);
        } else {
            let (keys, later) = (&mut batch.keys, &mut self.later);
            let mut index = 0;
            batch.lists.each_ts(|ts| {
                if ts < end {
                    keys.push(ts.saturating_sub(first).unbounded_shl(bits) | u64::from(index));
                } else {
                    later.push(index);
                }
                index += 1;
            });
            batch.index = (1 << n_bits) - 1;
            if !keys.is_sorted() && !digit_sort(keys, &mut self.spare, |key| *key) {
                keys.sort_unstable();
            }
        }
        let later = self.later.iter();
        for due in later.filter_map(|&index| batch.lists.get(index as usize)) {
            self.kept.push(due);
        }
    }

    /// Does the same if times take too many bits: the upper bits of the keys number the times.
    #[cold]
    fn order_any(&mut self, batch: &mut Batch) {
        let mut all: Vec<(u64, u32)> = Vec::new();
        let mut index = 0;
        batch.lists.each_ts(|ts| {
            if ts < self.end {
                all.push((ts, index));
            } else {
                self.later.push(index);
            }
            index += 1;
        });
        all.sort_unstable();
        let (mut n, mut last) = (0, 0);
        batch.keys.extend(all.into_iter().map(|(ts, index)| {
            n += u64::from(std::mem::replace(&mut last, ts) != ts);
            n << u32::BITS | u64::from(index)
        }));
        batch.index = u64::from(u32::MAX);
    }
}
