//! Columns of the slice table that take fewer bytes than their numbers have.
//!
//! [`NearColumn`] holds numbers that are near their neighbours in four bytes each,
//! and finds any of them at once. [`ThreadTimes`] holds pairs that many slices
//! have and few questions are about, in four or five bytes.

use super::ids::SliceId;
use crate::base::pack::{self, Stream};

/// Rows that share a base, as a power of two.
const BLOCK_BITS: usize = 6;
const BLOCK: usize = 1 << BLOCK_BITS;

/// Numbers by row. Blocks whose numbers are further apart than 32 bits reach are kept apart in `wide`.
#[derive(Clone, Debug, Default)]
pub struct NearColumn {
    /// The difference from the base of the block.
    near: Vec<u32>,
    /// For each block, the number that differences are from; for a wide block, where it begins in `wide`.
    bases: Vec<i64>,
    /// For each block, whether it is wide.
    is_wide: Vec<bool>,
    /// The numbers of wide blocks, `BLOCK` each.
    wide: Vec<i64>,
}

impl NearColumn {
    /// Reserves room for so many more numbers and calls `prepare` with it.
    pub fn reserve(&mut self, n: usize, prepare: impl Fn(&mut Vec<u32>)) {
        self.near.reserve_exact(n);
        prepare(&mut self.near);
        self.bases.reserve_exact(n / BLOCK + 1);
        self.is_wide.reserve_exact(n / BLOCK + 1);
    }

    /// Adds a number.
    #[inline]
    pub fn push(&mut self, value: i64) {
        let row = self.near.len();
        if row & (BLOCK - 1) == 0 {
            self.bases.push(value);
            self.is_wide.push(false);
        }
        let (Some(&base), Some(&false)) = (self.bases.last(), self.is_wide.last()) else {
            self.near.push(0);
            self.wide.push(value);
            return;
        };
        match i32::try_from(value.wrapping_sub(base)) {
            Ok(near) => self.near.push(near.cast_unsigned()),
            Err(_far) => self.widen(base, value),
        }
    }

    /// Adds the number of each row.
    pub fn extend<T>(&mut self, rows: &[T], number: impl Fn(&T) -> i64) {
        let room = self.near.len().next_multiple_of(BLOCK) - self.near.len();
        let (first, rest) = rows.split_at(room.min(rows.len()));
        for row in first {
            self.push(number(row));
        }
        for block in rest.chunks(BLOCK) {
            // As `push` does it, but with one decision for the whole block.
            let base = block.first().map_or(0, &number);
            let is_near = |row| {
                let far = number(row).wrapping_sub(base);
                i64::from(far as i32) == far
            };
            if block.iter().fold(true, |all, row| all & is_near(row)) {
                self.bases.push(base);
                self.is_wide.push(false);
                let near = block
                    .iter()
                    .map(|row| number(row).wrapping_sub(base) as u32);
                self.near.extend(near);
            } else {
                for row in block {
                    self.push(number(row));
                }
            }
        }
    }

    /// Makes the last block wide: writes its numbers in full.
    #[cold]
    fn widen(&mut self, base: i64, value: i64) {
        let start = self.near.len() & !(BLOCK - 1);
        let at = self.wide.len() as i64;
        let near = self.near.iter().skip(start);
        self.wide
            .extend(near.map(|&near| base.wrapping_add(i64::from(near.cast_signed()))));
        self.wide.push(value);
        self.near.push(0);
        if let (Some(base), Some(is_wide)) = (self.bases.last_mut(), self.is_wide.last_mut()) {
            *base = at;
            *is_wide = true;
        }
    }

    /// Returns the number of a row.
    #[inline]
    pub fn get(&self, row: usize) -> i64 {
        let block = row >> BLOCK_BITS;
        let base = self.bases[block];
        if self.is_wide[block] {
            self.wide[base as usize + (row & (BLOCK - 1))]
        } else {
            base.wrapping_add(i64::from(self.near[row].cast_signed()))
        }
    }

    /// Returns how many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.near.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.near.is_empty()
    }

    /// Returns the memory that the column holds, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.near.capacity() * 4
            + (self.bases.capacity() + self.wide.capacity()) * 8
            + self.is_wide.capacity()
    }
}

/// A clock of the thread at the start of a slice, and how far it went during the slice, if known.
pub type ThreadTime = (i64, Option<i64>);

/// Says that there is no clock, or that it is not known how far it went.
pub(super) const NO_CLOCK: u32 = u32::MAX;
/// Says that a clock went further than 32 bits tell.
pub(super) const FAR_CLOCK: u32 = u32::MAX - 1;

/// Clocks of threads by slice, for some slices.
///
/// All numbers of a block are as long as its longest, so that each is found without a search.
#[derive(Clone, Debug, Default)]
pub struct ThreadTimes {
    /// The blocks, by their first slices.
    heads: Vec<ThreadHead>,
    stream: Stream,
    /// The head of the block that is being filled, whose numbers are in `rows`. Lookups don't find it yet.
    open: ThreadHead,
    rows: Vec<(i64, i64)>,
}

/// What the rows of a block have in common.
#[derive(Clone, Copy, Debug, Default)]
struct ThreadHead {
    first: SliceId,
    /// How many bytes a clock takes, and how many a duration.
    lens: (u8, u8),
    /// Whether both are in microseconds.
    in_micros: bool,
    /// A bit for each slice from `first` on: in `present` whether it has a row, in `has_dur` whether the row
    /// has a duration.
    present: u64,
    has_dur: u64,
    /// What is added to clocks.
    base: i64,
    /// Where the rows begin.
    at: usize,
}

/// How many bytes a row takes, usually.
const USUAL_THREAD_TIME: usize = 4;

impl ThreadTimes {
    /// Reserves room for so many more rows of the usual size and calls `prepare` with it. What is left of the
    /// room is given back by [`Self::finish`].
    pub fn reserve(&mut self, n: usize, prepare: impl FnOnce(&mut Vec<u8>)) {
        // Some rows take more, and if the room were too small, all rows would be moved.
        let more = n / 16;
        let room = n.saturating_mul(USUAL_THREAD_TIME).saturating_add(more);
        self.stream.reserve_with(room, prepare);
    }

    /// Adds a row. Slices must come in ascending order.
    #[inline]
    pub fn push(&mut self, slice: SliceId, (ts, dur): ThreadTime) {
        let mut place = slice.0.wrapping_sub(self.open.first.0);
        if place as usize >= BLOCK || self.rows.is_empty() {
            self.close();
            self.open.first = slice;
            place = 0;
        }
        self.open.present |= 1 << place;
        self.open.has_dur |= u64::from(dur.is_some()) << place;
        self.rows.push((ts, dur.unwrap_or(0)));
    }

    /// Adds the rows of slices from `first` on, as [`Self::push`] does one by one, but faster. A row is a
    /// clock as its distance from `base`, or [`NO_CLOCK`] for a slice without one, and how far the clock
    /// went; where that is [`FAR_CLOCK`], `far` returns it, in order.
    pub fn extend_near(
        &mut self,
        first: SliceId,
        base: i64,
        mut rows: &[(u32, u32)],
        mut far: impl FnMut() -> Option<i64>,
    ) {
        let mut slice = first.0;
        while !rows.is_empty() {
            let is_between =
                self.rows.is_empty() || slice.wrapping_sub(self.open.first.0) >= BLOCK as u32;
            if is_between && let Some((block, rest)) = rows.split_first_chunk::<BLOCK>() {
                self.close();
                if self.add_block(SliceId(slice), base, block) {
                    rows = rest;
                    slice = slice.wrapping_add(BLOCK as u32);
                    continue;
                }
            }
            // Rows are pushed up to where a whole block may begin.
            let n = match slice.wrapping_sub(self.open.first.0) as usize {
                place if place < BLOCK && !self.rows.is_empty() => BLOCK - place,
                _ => BLOCK,
            };
            let (some, rest) = rows.split_at(n.min(rows.len()));
            for &(start, took) in some {
                if start != NO_CLOCK {
                    let took = match took {
                        NO_CLOCK => None,
                        FAR_CLOCK => far(),
                        took => Some(i64::from(took)),
                    };
                    self.push(SliceId(slice), (base.wrapping_add(i64::from(start)), took));
                }
                slice = slice.wrapping_add(1);
            }
            rows = rest;
        }
    }

    /// Writes a whole block; returns false if a row of it has no clock or one that went far.
    fn add_block(&mut self, first: SliceId, base: i64, rows: &[(u32, u32); BLOCK]) -> bool {
        let (mut least, mut most, mut has_far) = (u32::MAX, 0, false);
        for &(start, took) in rows {
            least = least.min(start);
            most = most.max(start);
            has_far |= took == FAR_CLOCK;
        }
        if most == NO_CLOCK || has_far {
            return false;
        }
        let took_of = |took: u32| if took == NO_CLOCK { 0 } else { took };
        let (mut all, mut all_micros, mut in_micros) = ((0, 0), (0, 0), true);
        for &(start, took) in rows {
            let row = (start - least, took_of(took));
            let micros = (
                pack::exact_thousandth32(row.0),
                pack::exact_thousandth32(row.1),
            );
            all = (all.0 | row.0, all.1 | row.1);
            all_micros = (all_micros.0 | micros.0, all_micros.1 | micros.1);
            in_micros &= micros.0 <= pack::THOUSANDTH_MAX32 && micros.1 <= pack::THOUSANDTH_MAX32;
        }
        // This loop is separate, because the processor does four rows at once in the one above.
        let has_dur = rows.iter().fold(0, |bits, &(_, took)| {
            bits >> 1 | u64::from(took != NO_CLOCK) << (BLOCK - 1)
        });
        let all = if in_micros { all_micros } else { all };
        let head = ThreadHead {
            first,
            lens: (byte_len(all.0.into()), byte_len(all.1.into())),
            in_micros,
            present: u64::MAX,
            has_dur,
            base: base.wrapping_add(i64::from(least)),
            at: self.stream.len(),
        };
        self.heads.push(head);
        let (len, len_took) = (u32::from(head.lens.0), u32::from(head.lens.1));
        // A row takes eight bytes at most, and the last one is written as a whole word.
        let mut bytes = [0; 9 * BLOCK];
        let mut at = 0;
        for &(start, took) in rows {
            let mut row = (start - least, took_of(took));
            if in_micros {
                row = (
                    pack::exact_thousandth32(row.0),
                    pack::exact_thousandth32(row.1),
                );
            }
            let word = u64::from(row.0) | u64::from(row.1) << (8 * len);
            if let Some(to) = bytes.get_mut(at..at + 8) {
                to.copy_from_slice(&word.to_le_bytes());
            }
            at += (len + len_took) as usize;
        }
        self.stream.extend(bytes.get(..at).unwrap_or_default());
        true
    }

    /// Writes the rows of the block that is being filled.
    #[inline(never)]
    fn close(&mut self) {
        let mut head = std::mem::take(&mut self.open);
        let Some(base) = self.rows.iter().map(|row| row.0).min() else {
            return;
        };
        (head.base, head.at) = (base, self.stream.len());
        // All bits that are set in any row, in nanoseconds and in microseconds.
        let (mut all, mut all_micros) = ((0, 0), (0, 0));
        let mut in_micros = true;
        let numbers = |row: &(i64, i64)| {
            let ts = row.0.wrapping_sub(base).cast_unsigned();
            (ts, row.1.cast_unsigned())
        };
        let thousandths = |(ts, took)| (pack::exact_thousandth(ts), pack::exact_thousandth(took));
        for row in &self.rows {
            let row = numbers(row);
            let micros = thousandths(row);
            all = (all.0 | row.0, all.1 | row.1);
            all_micros = (all_micros.0 | micros.0, all_micros.1 | micros.1);
            in_micros &= micros.0 <= pack::THOUSANDTH_MAX && micros.1 <= pack::THOUSANDTH_MAX;
        }
        head.in_micros = in_micros;
        let all = if in_micros { all_micros } else { all };
        head.lens = (byte_len(all.0), byte_len(all.1));
        let (len, len_took) = (u32::from(head.lens.0), u32::from(head.lens.1));
        for row in &self.rows {
            let mut row = numbers(row);
            if in_micros {
                row = thousandths(row);
            }
            if len + len_took < 8 {
                self.stream.put(row.0 | row.1 << (8 * len), len + len_took);
            } else {
                self.stream.put(row.0, len);
                self.stream.put(row.1, len_took);
            }
        }
        self.heads.push(head);
        self.rows.clear();
    }

    /// Writes the last block, so that all rows are found, and gives back spare memory. No row may follow.
    pub fn finish(&mut self) {
        self.close();
        self.rows = Vec::new();
        self.stream.finish();
        self.heads.shrink_to_fit();
    }

    /// Returns the row of a slice.
    pub fn get(&self, slice: SliceId) -> Option<ThreadTime> {
        let after = self.heads.partition_point(|head| head.first <= slice);
        let head = self.heads.get(after.checked_sub(1)?)?;
        let bit = 1_u64.checked_shl(slice.0 - head.first.0)?;
        if head.present & bit == 0 {
            return None;
        }
        let row = (head.present & (bit - 1)).count_ones() as usize;
        let (len, len_took) = (usize::from(head.lens.0), usize::from(head.lens.1));
        let at = head.at + row * (len + len_took);
        let bytes = self.stream.bytes();
        let scale: u64 = if head.in_micros { 1000 } else { 1 };
        let number = |at, len| (pack::word(bytes, at) & mask(len)).wrapping_mul(scale);
        let ts = head.base.wrapping_add_unsigned(number(at, len));
        let took = number(at + len, len_took).cast_signed();
        Some((ts, (head.has_dur & bit != 0).then_some(took)))
    }

    /// Returns the memory that the rows hold, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.stream.heap_bytes()
            + self.heads.capacity() * size_of::<ThreadHead>()
            + self.rows.capacity() * size_of::<(i64, i64)>()
    }
}

/// Returns how many bytes a number takes.
fn byte_len(number: u64) -> u8 {
    (8 - number.leading_zeros() / 8) as u8
}

/// Returns the mask for a number of so many bytes in a word.
fn mask(len: usize) -> u64 {
    u64::MAX.checked_shr(64 - 8 * len as u32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![
            4 => 0_i64..1000,
            4 => (0_i64..1_000_000).prop_map(|us| us * 1000),
            1 => any::<i64>(),
        ]
    }

    proptest! {
        #[test]
        fn numbers_come_back(
            numbers in prop::collection::vec(number(), 0..300), base in any::<i32>(),
            cuts in (0_usize..200, 0_usize..100),
        ) {
            let mut column = NearColumn::default();
            let numbers: Vec<i64> =
                numbers.iter().map(|&n| n.saturating_add(i64::from(base))).collect();
            column.reserve(numbers.len(), |_| {});
            // The numbers are added in pieces, one by one and many at once.
            let (a, rest) = numbers.split_at(cuts.0.min(numbers.len()));
            let (b, c) = rest.split_at(cuts.1.min(rest.len()));
            column.extend(a, |&number| number);
            for &number in b {
                column.push(number);
            }
            column.extend(c, |&number| number);
            prop_assert_eq!(column.len(), numbers.len());
            for (row, &number) in numbers.iter().enumerate() {
                prop_assert_eq!(column.get(row), number);
            }
        }

        #[test]
        fn thread_times_come_back(
            rows in prop::collection::vec(
                (prop_oneof![9 => 1_u32..3, 1 => 60_u32..70], number(), prop::option::of(number())), 0..300),
        ) {
            let mut times = ThreadTimes::default();
            let mut slice = 0;
            let mut all = Vec::new();
            for (gap, ts, dur) in rows {
                slice += gap;
                times.push(SliceId(slice), (ts, dur));
                all.push((SliceId(slice), (ts, dur)));
            }
            times.finish();
            for id in (0..=slice + 1).map(SliceId) {
                let there = all.iter().find(|row| row.0 == id).map(|row| row.1);
                prop_assert_eq!(times.get(id), there);
            }
        }
    }

    proptest! {
        #[test]
        fn many_thread_times_are_as_one_by_one(
            parts in prop::collection::vec(
                (
                    0_u32..70,
                    any::<i32>(),
                    prop::collection::vec(
                        (
                            prop_oneof![100 => 0_u32..5000, 1 => Just(NO_CLOCK)],
                            prop_oneof![100 => 0_u32..500, 30 => Just(NO_CLOCK), 1 => Just(FAR_CLOCK), 1 => any::<u32>()],
                        ),
                        0..300,
                    ),
                ),
                0..4,
            ),
            is_fine: bool,
        ) {
            let (mut many, mut one) = (ThreadTimes::default(), ThreadTimes::default());
            let mut slice = 0;
            for (gap, base, mut rows) in parts {
                slice += gap;
                let base = i64::from(base) * 1_000_000;
                for (start, took) in &mut rows {
                    for number in [start, took] {
                        if !is_fine && *number < 5000 {
                            *number *= 1000;
                        }
                    }
                }
                let mut n_far = 0;
                many.extend_near(SliceId(slice), base, &rows, || {
                    n_far += 1;
                    Some(i64::from(n_far) << 33)
                });
                let mut n_far = 0;
                for (start, took) in rows {
                    if start != NO_CLOCK {
                        let took = match took {
                            NO_CLOCK => None,
                            FAR_CLOCK => {
                                n_far += 1;
                                Some(i64::from(n_far) << 33)
                            }
                            took => Some(i64::from(took)),
                        };
                        one.push(SliceId(slice), (base + i64::from(start), took));
                    }
                    slice += 1;
                }
            }
            many.finish();
            one.finish();
            prop_assert_eq!(many.stream.bytes(), one.stream.bytes());
            for id in (0..slice + 2).map(SliceId) {
                prop_assert_eq!(many.get(id), one.get(id));
            }
        }
    }

    #[test]
    fn near_numbers_take_four_bytes_and_far_ones_twelve() {
        let mut near = NearColumn::default();
        near.reserve(6400, |_| {});
        (0..6400).for_each(|n| near.push(n * 30_000_000));
        assert!(near.heap_bytes() < 6400 * 9 / 2, "{}", near.heap_bytes());
        assert!(near.wide.is_empty());
        let mut far = NearColumn::default();
        (0..64).for_each(|n| far.push(n << 40));
        assert_eq!(far.wide.len(), 64);
    }

    #[test]
    fn usual_thread_times_take_five_bytes() {
        let mut times = ThreadTimes::default();
        (0..6400_u32).for_each(|n| {
            times.push(
                SliceId(n),
                (i64::from(n) * 13_000, Some(i64::from(n % 400) * 1000)),
            );
        });
        times.finish();
        assert!(times.heap_bytes() < 5 * 6400, "{}", times.heap_bytes());
    }
}
