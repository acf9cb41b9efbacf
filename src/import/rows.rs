//! Which row of a visual track a slice goes to, so that slices of different owners do not nest.
//!
//! Slices go by a cookie: a frame's, an asynchronous event's id, a member of merged
//! siblings. A cookie keeps the row that it used last; another cookie takes the first
//! row without an open slice, else a new one. As in the reference's `track_compressor.cc`. Every operation is
//! logarithmic, because a hostile trace can leave any number of slices open.

use std::hash::Hash;

use hashbrown::HashMap;

/// What an event does to the number of open slices of its cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Step {
    /// One more slice is open.
    Open,
    /// One slice is open, however many were.
    OpenOnly,
    /// One fewer slice is open.
    Close,
    /// As many slices are open as before.
    Keep,
}

/// The rows of one visual track; `T` is what its owner keeps of each.
#[derive(Debug)]
pub(in crate::import) struct CookieRows<C, T> {
    rows: Vec<Row<C, T>>,
    /// The row that each cookie used last, unless another cookie took it since.
    by_cookie: HashMap<C, usize>,
    /// Rows without an open slice.
    free: IndexSet,
}

/// Names a row with an open slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct RowIndex(u32);

#[derive(Debug)]
struct Row<C, T> {
    cookie: C,
    n_open: u64,
    kept: T,
}

impl<C, T> Default for CookieRows<C, T> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            by_cookie: HashMap::new(),
            free: IndexSet::default(),
        }
    }
}

/// A set of small numbers as bits of words, with a bit above for each word that is not 0, and so on up to one
/// word.
#[derive(Debug, Default)]
struct IndexSet {
    levels: Vec<Vec<u64>>,
}

impl IndexSet {
    /// Returns the smallest number.
    fn first(&self) -> Option<usize> {
        let mut at = 0;
        for level in self.levels.iter().rev() {
            let word = *level.get(at)?;
            if word == 0 {
                return None;
            }
            at = at * 64 + word.trailing_zeros() as usize;
        }
        (!self.levels.is_empty()).then_some(at)
    }

    fn insert(&mut self, number: usize) {
        if self
            .levels
            .first()
            .is_none_or(|words| words.len() <= number / 64)
        {
            self.grow(number / 64 + 1);
        }
        let mut at = number;
        for level in &mut self.levels {
            let word = &mut level[at / 64];
            let was_empty = std::mem::replace(word, *word | 1 << (at % 64)) == 0;
            if !was_empty {
                break;
            }
            at /= 64;
        }
    }

    fn remove(&mut self, number: usize) {
        let mut at = number;
        for level in &mut self.levels {
            let Some(word) = level.get_mut(at / 64) else {
                return;
            };
            *word &= !(1 << (at % 64));
            if *word != 0 {
                break;
            }
            at /= 64;
        }
    }

    /// Makes room for `n_words` words.
    #[cold]
    fn grow(&mut self, n_words: usize) {
        let mut n = n_words;
        for level in 0.. {
            if level == self.levels.len() {
                let below = level
                    .checked_sub(1)
                    .and_then(|below| self.levels[below].first());
                let is_any = below.is_some_and(|&word| word != 0);
                self.levels.push(vec![u64::from(is_any)]);
            }
            let words = &mut self.levels[level];
            words.resize(n.max(words.len()), 0);
            if n == 1 {
                break;
            }
            n = n.div_ceil(64);
        }
    }
}

impl<C: Copy + Eq + Hash, T> CookieRows<C, T> {
    /// Returns the row that an event of a cookie goes to; `add` makes a new one.
    pub(in crate::import) fn row(
        &mut self,
        cookie: C,
        step: Step,
        add: impl FnOnce() -> T,
    ) -> &mut T {
        let index = self.index_of(cookie, add);
        self.step(index, step)
    }

    /// Opens one more slice of a cookie. Returns the index of its row, and what is kept of the row.
    pub(in crate::import) fn open(
        &mut self,
        cookie: C,
        add: impl FnOnce() -> T,
    ) -> (RowIndex, &mut T) {
        let index = self.index_of(cookie, add);
        (RowIndex(index as u32), self.step(index, Step::Open))
    }

    /// Closes a slice on a row that has an open one and still belongs to its cookie.
    pub(in crate::import) fn close(&mut self, row: RowIndex) -> &mut T {
        self.step(row.0 as usize, Step::Close)
    }

    fn step(&mut self, index: usize, step: Step) -> &mut T {
        let row = &mut self.rows[index];
        row.n_open = match step {
            Step::Open => row.n_open.saturating_add(1),
            Step::OpenOnly => 1,
            Step::Close => row.n_open.saturating_sub(1),
            Step::Keep => row.n_open,
        };
        if row.n_open == 0 {
            self.free.insert(index);
        } else {
            self.free.remove(index);
        }
        &mut row.kept
    }

    /// Returns what is kept of each row, in the order in which they were made.
    pub(in crate::import) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.rows.iter_mut().map(|row| &mut row.kept)
    }

    fn index_of(&mut self, cookie: C, add: impl FnOnce() -> T) -> usize {
        if let Some(&index) = self.by_cookie.get(&cookie) {
            return index;
        }
        let index = if let Some(index) = self.free.first() {
            self.by_cookie.remove(&self.rows[index].cookie);
            self.rows[index].cookie = cookie;
            index
        } else {
            self.rows.push(Row {
                cookie,
                n_open: 0,
                kept: add(),
            });
            self.rows.len() - 1
        };
        self.by_cookie.insert(cookie, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_of_indices_are_sets(
            steps in prop::collection::vec(
                (any::<bool>(), prop_oneof![0_usize..80, 0_usize..9000, 0_usize..600_000]), 0..200),
        ) {
            let (mut set, mut expected) = (IndexSet::default(), BTreeSet::new());
            for (is_new, number) in steps {
                if is_new {
                    set.insert(number);
                    expected.insert(number);
                } else {
                    let number = expected.range(number / 2..).next().copied().unwrap_or(number);
                    set.remove(number);
                    expected.remove(&number);
                }
                prop_assert_eq!(set.first(), expected.first().copied());
            }
            while let Some(first) = expected.pop_first() {
                prop_assert_eq!(set.first(), Some(first));
                set.remove(first);
            }
            prop_assert_eq!(set.first(), None);
        }
    }

    #[test]
    fn rows_are_kept_while_open_and_taken_over_when_free() {
        let mut rows = CookieRows::default();
        let mut n_rows = 0;
        let mut step = |cookie: u64, step| {
            *rows.row(cookie, step, || {
                n_rows += 1;
                n_rows - 1
            })
        };
        assert_eq!(step(1, Step::Open), 0);
        assert_eq!(step(2, Step::Open), 1);
        assert_eq!(step(1, Step::Open), 0);
        assert_eq!(step(3, Step::Keep), 2);
        assert_eq!(step(4, Step::Open), 2);
        assert_eq!(step(1, Step::Close), 0);
        assert_eq!(step(5, Step::Open), 3);
        assert_eq!(step(1, Step::Close), 0);
        assert_eq!(step(6, Step::Open), 0);
        // Cookie 6 has taken over the row of cookie 1 meanwhile.
        assert_eq!(step(1, Step::Close), 4);
        // A row that was opened more than once is free after one step that closes it.
        assert_eq!(step(2, Step::Open), 1);
        assert_eq!(step(2, Step::OpenOnly), 1);
        assert_eq!(step(2, Step::Close), 1);
        assert_eq!(step(7, Step::Open), 1);
    }
}
