//! Reading the bundles of ftrace events in the order of time.
//!
//! Those that begin first are read together, some thousand events, into lists that later ones fill
//! again; what of that comes before the beginning of the next bundle is put into order. So the events
//! of a trace never are in memory together, and are in the cache when they are imported. A thread of
//! its own may do it, a few batches ahead of who imports them.

use super::bundle::{self, Damage, Names};
use super::queue::{Bundle, Bundles, Due, Lists};
use crate::base::near_sort::digit_sort;

/// After the end of time: all is complete.
const NEVER: u64 = u64::MAX;

/// How many events a batch has at least that another thread reads: to be woken takes it as long as to
/// read hundreds.
const LEAST_AHEAD: usize = 16 << 10;

/// What was read at once, in the order of time.
#[derive(Debug, Default)]
pub(super) struct Batch {
    lists: Lists,
    /// Keys that tell times apart, and in their lower bits the indices.
    keys: Vec<u64>,
    /// Which bits are those.
    index: u64,
    /// The names of compact data that no batch before has told.
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

    /// Returns what stands at a place.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<Due> {
        self.lists.get((self.keys.get(at)? & self.index) as usize)
    }

    /// Returns whether what stands at a place has the same time as the next.
    #[inline]
    pub(super) fn is_same_as_next(&self, at: usize) -> bool {
        let keys = self.keys.get(at..at + 2);
        keys.is_some_and(|keys| keys[0] ^ keys[1] <= self.index)
    }

    /// Sorts what has the same time from a place on. Returns how many that are.
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
    /// Its number.
    bundle: u32,
    /// What it tells, if that could not wait.
    read: Option<Box<Lists>>,
}

/// Reads the bundles that wait.
#[derive(Debug)]
pub(super) struct Reader {
    /// After the sort the next one last.
    waiting: Vec<Waiting>,
    pub(super) names: Names,
    /// How much is to be read at once, at least.
    least: usize,
    /// Where what comes later than the last batch begins, and what of it was read.
    end: u64,
    kept: Lists,
    /// Room for its indices and for sorting.
    later: Vec<u32>,
    spare: Vec<u64>,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            names: Names::default(),
            // Few enough for the cache, so many that little of it is to be kept.
            least: 4 << 10,
            end: 0,
            kept: Lists::default(),
            later: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl Reader {
    /// Returns one that reads so many events at once, at least.
    #[cfg(test)]
    pub(super) fn reading(least: usize) -> Self {
        Self {
            least,
            ..Self::default()
        }
    }

    /// Adds a bundle by its number, and what it tells if that cannot wait; `first` says when it
    /// begins.
    pub(super) fn add(&mut self, first: u64, bundle: u32, read: Option<Box<Lists>>) {
        self.waiting.push(Waiting {
            first,
            bundle,
            read,
        });
    }

    /// Puts the bundles into the order of time. Once, before the first is read.
    pub(super) fn sort(&mut self) {
        self.waiting
            .sort_unstable_by_key(|waiting| std::cmp::Reverse((waiting.first, waiting.bundle)));
        self.end = self.waiting.last().map_or(0, |waiting| waiting.first);
    }

    /// Makes batches as large as is worth another thread.
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
        // At least as much as was kept, so that all of it is kept but a few times.
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

    /// Puts what comes before a time into order, and keeps the rest.
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

    /// Does that however long it takes: the keys are counted.
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
