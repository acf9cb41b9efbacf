//! Columns of the slice table that take fewer bytes than their numbers have.
//!
//! [`NearColumn`] holds numbers that are near their neighbours in four bytes each,
//! and finds any of them at once. [`ThreadTimes`] holds pairs that many slices
//! have and few questions are about, in four or five bytes, a short walk away.

use super::ids::SliceId;
use crate::base::pack::{self, Stream};

/// Rows that share a base, as a power of two.
const BLOCK_BITS: usize = 6;
const BLOCK: usize = 1 << BLOCK_BITS;

/// Numbers by row. Where those of a block are further apart than 32 bits reach, they are beside.
#[derive(Clone, Debug, Default)]
pub struct NearColumn {
    /// The difference from the base of the block.
    near: Vec<i32>,
    /// For each block, what differences are from; of a wide block, where in `wide` it begins.
    bases: Vec<i64>,
    /// For each block, whether it is wide.
    is_wide: Vec<bool>,
    /// The numbers of wide blocks, `BLOCK` each.
    wide: Vec<i64>,
}

impl NearColumn {
    /// Makes room for as many more numbers.
    pub fn reserve(&mut self, n: usize) {
        self.near.reserve_exact(n);
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
            Ok(near) => self.near.push(near),
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
                    .map(|row| number(row).wrapping_sub(base) as i32);
                self.near.extend(near);
            } else {
                for row in block {
                    self.push(number(row));
                }
            }
        }
    }

    /// Writes the numbers of the last block out.
    #[cold]
    fn widen(&mut self, base: i64, value: i64) {
        let start = self.near.len() & !(BLOCK - 1);
        let at = self.wide.len() as i64;
        let near = self.near.iter().skip(start);
        self.wide
            .extend(near.map(|&near| base.wrapping_add(i64::from(near))));
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
            base.wrapping_add(i64::from(self.near[row]))
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

/// A clock of the thread at the start of a slice, and how far it went, if known.
pub type ThreadTime = (i64, Option<i64>);

// A row's first byte: how long its numbers are, and what they mean.
const DUR_SHIFT: u32 = 2;
/// Both numbers are in microseconds.
const MICROS: u8 = 1 << 4;
const HAS_DUR: u8 = 1 << 5;
/// The row is not that of the next slice, which is written out.
const GAP: u8 = 1 << 6;
/// The numbers are written out.
const WIDE: u8 = 1 << 7;

/// Clocks of threads by slice, for some slices.
#[derive(Clone, Debug, Default)]
pub struct ThreadTimes {
    /// For every `BLOCK` rows, the slice of the first and where it begins. It is written out.
    heads: Vec<(SliceId, usize)>,
    stream: Stream,
    len: usize,
    last: (SliceId, i64),
}

impl ThreadTimes {
    /// Adds a row. Slices must come in ascending order.
    pub fn push(&mut self, slice: SliceId, (ts, dur): ThreadTime) {
        let starts_block = self.len.is_multiple_of(BLOCK);
        self.len += 1;
        let (before, last_ts) = std::mem::replace(&mut self.last, (slice, ts));
        let mut flags = if dur.is_some() { HAS_DUR } else { 0 };
        if starts_block {
            self.heads.push((slice, self.stream.len()));
        } else if slice.0 != before.0.wrapping_add(1) {
            flags |= GAP;
        }
        let (d_ts, took) = (ts.wrapping_sub(last_ts), dur.unwrap_or(0));
        let micros = pack::thousandth(d_ts).zip(pack::thousandth(took));
        let numbers = if micros.is_some() {
            flags |= MICROS;
            micros
        } else {
            i32::try_from(d_ts).ok().zip(i32::try_from(took).ok())
        };
        let (Some((near, took)), false) = (numbers, starts_block) else {
            self.stream.extend(&[flags & !MICROS | WIDE]);
            self.push_gap(flags, slice);
            self.stream.extend(&ts.to_le_bytes());
            self.stream.extend(&dur.unwrap_or(0).to_le_bytes());
            return;
        };
        let (near, took) = (pack::zigzag32(near), pack::zigzag32(took));
        let codes = (pack::code(near), pack::code(took));
        let flags = flags | (codes.0 | codes.1 << DUR_SHIFT) as u8;
        let len = pack::len(codes.0);
        if flags & GAP == 0 {
            let record = u64::from(flags) | u64::from(near) << 8;
            self.stream.put(record, 1 + len);
        } else {
            self.stream.extend(&[flags]);
            self.push_gap(flags, slice);
            self.stream.put(u64::from(near), len);
        }
        self.stream.put(u64::from(took), pack::len(codes.1));
    }

    fn push_gap(&mut self, flags: u8, slice: SliceId) {
        if flags & GAP != 0 {
            self.stream.extend(&slice.0.to_le_bytes());
        }
    }

    /// Gives back memory that is not needed when no row follows.
    pub fn finish(&mut self) {
        self.stream.finish();
        self.heads.shrink_to_fit();
    }

    /// Returns the row of a slice.
    pub fn get(&self, slice: SliceId) -> Option<ThreadTime> {
        let block = self.heads.partition_point(|head| head.0 <= slice);
        let &(first, mut at) = self.heads.get(block.checked_sub(1)?)?;
        let bytes = self.stream.bytes();
        let next = self.heads.get(block);
        let end = next.map_or(self.stream.len(), |next| next.1);
        let mut now = first;
        let mut ts = 0_i64;
        let mut is_first = true;
        while at < end {
            let flags = *bytes.get(at)?;
            at += 1;
            if flags & GAP != 0 {
                now = SliceId(pack::low(pack::word(bytes, at), 3));
                at += 4;
            } else if !is_first {
                now = SliceId(now.0.wrapping_add(1));
            }
            is_first = false;
            let took;
            if flags & WIDE != 0 {
                ts = pack::word(bytes, at).cast_signed();
                took = pack::word(bytes, at + 8).cast_signed();
                at += 16;
            } else {
                let codes = (u32::from(flags), u32::from(flags >> DUR_SHIFT));
                let scale = if flags & MICROS != 0 { 1000 } else { 1 };
                let word = pack::word(bytes, at);
                let near = pack::unzigzag(u64::from(pack::low(word, codes.0)));
                let word = word >> (8 * pack::len(codes.0));
                let dur = pack::unzigzag(u64::from(pack::low(word, codes.1)));
                at += (pack::len(codes.0) + pack::len(codes.1)) as usize;
                ts = ts.wrapping_add(near.wrapping_mul(scale));
                took = dur.wrapping_mul(scale);
            }
            if now >= slice {
                let dur = (flags & HAS_DUR != 0).then_some(took);
                return (now == slice).then_some((ts, dur));
            }
        }
        None
    }

    /// Returns the memory that the rows hold, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.stream.heap_bytes() + self.heads.capacity() * size_of::<(SliceId, usize)>()
    }
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
            column.reserve(numbers.len());
            // In pieces, by one and by many.
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
            rows in prop::collection::vec((1_u32..3, number(), prop::option::of(number())), 0..300),
        ) {
            let mut times = ThreadTimes::default();
            let mut slice = 0;
            let mut all = Vec::new();
            for (gap, ts, dur) in rows {
                slice += gap;
                times.push(SliceId(slice), (ts, dur));
                all.push((SliceId(slice), (ts, dur)));
            }
            for id in (0..=slice + 1).map(SliceId) {
                let there = all.iter().find(|row| row.0 == id).map(|row| row.1);
                prop_assert_eq!(times.get(id), there);
            }
        }
    }

    #[test]
    fn near_numbers_take_four_bytes_and_far_ones_twelve() {
        let mut near = NearColumn::default();
        near.reserve(6400);
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
        assert!(times.stream.len() < 5 * 6400, "{}", times.stream.len());
    }
}
