//! Rows that are not changed, in as few bits as their neighbours need.
//!
//! A row is a time and a few numbers. Rows are packed in blocks. In a block, the time takes as many bits as
//! the latest one needs, counted from the first; of every other column only the lower bits are kept that
//! differ. Any row is found at once.

/// How many rows a block has, unless they differ too much.
const BLOCK: usize = 64;
/// How many bytes are read or written at once.
const WORD: usize = 16;
/// How many columns there are beside the time.
const N: usize = 4;
/// The time and the first column are packed into one number, the other columns into another. Each number
/// takes at most so many bits, so that both fit into a word.
const BITS_MAX: u32 = 63;

/// The powers of two: multiplying by the same one again and again is faster than shifting.
const POWERS: [u64; 64] = {
    let mut powers = [0; 64];
    let mut bits = 0;
    while bits < powers.len() {
        powers[bits] = 1 << bits;
        bits += 1;
    }
    powers
};

/// A row: its time, and its other columns.
pub type Row = (i64, [u32; N]);

/// Rows that are packed alike.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The index of the first row.
    first: u32,
    /// How many bytes each row takes.
    len: u8,
    /// How many bits the time takes, and in `bits` each of the other columns.
    ts_bits: u8,
    bits: [u8; N],
    /// The time of the first row, and in `upper` the upper bits of the other columns.
    ts: i64,
    upper: [u32; N],
    /// Where the rows begin in `packed`.
    at: usize,
}

/// All rows, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct PackedRows {
    blocks: Vec<Block>,
    /// The rows of all blocks, and a spare word after them.
    packed: Vec<u8>,
    /// How many rows are packed.
    n_packed: usize,
    /// Rows that are not packed yet.
    open: Vec<Row>,
}

impl PackedRows {
    /// Returns how many rows there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.n_packed + self.open.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reserves room for so many more rows of the usual size, if there is enough memory, and calls `prepare`
    /// with it.
    pub fn reserve(&mut self, rows: usize, prepare: impl FnOnce(&mut Vec<u8>)) {
        const USUAL: usize = 8;
        let len = rows.saturating_mul(USUAL);
        if self.packed.try_reserve_exact(len).is_ok() {
            prepare(&mut self.packed);
        }
    }

    /// Appends a row.
    #[inline]
    pub fn push(&mut self, row: Row) {
        self.open.push(row);
        if self.open.len() >= BLOCK {
            self.pack_open();
        }
    }

    /// Returns a row if it may still be changed.
    pub fn open_mut(&mut self, index: usize) -> Option<&mut Row> {
        self.open.get_mut(index.checked_sub(self.n_packed)?)
    }

    /// Gives back the room that is left.
    pub fn shrink(&mut self) {
        self.pack_open();
        self.open = Vec::new();
        self.blocks.shrink_to_fit();
        self.packed.shrink_to_fit();
    }

    /// Returns a row, `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<Row> {
        match index.checked_sub(self.n_packed) {
            Some(open) => self.open.get(open).copied(),
            None => self.unpack(index),
        }
    }

    #[inline(never)]
    fn pack_open(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        self.pack(&open);
        open.clear();
        self.open = open;
    }

    fn pack(&mut self, rows: &[Row]) {
        let Some(&(first, columns)) = rows.first() else {
            return;
        };
        let (mut later, mut differ) = (0, [0; N]);
        for &(ts, values) in rows {
            later |= ts.wrapping_sub(first).cast_unsigned();
            for column in 0..N {
                differ[column] |= values[column] ^ columns[column];
            }
        }
        let ts_bits = u64::BITS - later.leading_zeros();
        let bits = differ.map(|differ| u32::BITS - differ.leading_zeros());
        let (low_bits, high_bits) = (ts_bits + bits[0], bits[1] + bits[2] + bits[3]);
        if low_bits > BITS_MAX || high_bits > BITS_MAX {
            // This ends, as one row alone takes no bits.
            let (before, after) = rows.split_at(rows.len() / 2);
            self.pack(before);
            return self.pack(after);
        }
        let masks = bits.map(|bits| ((1_u64 << bits) - 1) as u32);
        let len = (low_bits + high_bits).div_ceil(8) as usize;
        let at = self.packed.len().saturating_sub(WORD);
        self.packed.resize(at + rows.len() * len + WORD, 0);
        let to = self.packed.get_mut(at..).unwrap_or_default();
        let scale = |bits: u32| POWERS[bits as usize % POWERS.len()];
        let scales = [ts_bits, bits[1], bits[1] + bits[2]].map(scale);
        let high_scale = u128::from(scale(low_bits));
        let mut row = 0;
        for &(ts, values) in rows {
            let [first_value, a, b, c] =
                std::array::from_fn(|column| u64::from(values[column] & masks[column]));
            let low = ts.wrapping_sub(first).cast_unsigned() | (first_value * scales[0]);
            let high = a | (b * scales[1]) | (c * scales[2]);
            let word = u128::from(low) | (u128::from(high) * high_scale);
            // The next rows write over what is beyond this one.
            if let Some(to) = to.get_mut(row..row + WORD) {
                to.copy_from_slice(&word.to_le_bytes());
            }
            row += len;
        }
        self.blocks.push(Block {
            first: self.n_packed as u32,
            len: len as u8,
            ts_bits: ts_bits as u8,
            bits: bits.map(|bits| bits as u8),
            ts: first,
            upper: std::array::from_fn(|column| columns[column] & !masks[column]),
            at,
        });
        self.n_packed += rows.len();
    }

    fn unpack(&self, index: usize) -> Option<Row> {
        // No block has more rows than that, and few have less.
        let mut block = index / BLOCK;
        let next = self.blocks.get(block + 1);
        if next.is_some_and(|next| next.first as usize <= index) {
            let rest = self.blocks.get(block..)?;
            block += rest.partition_point(|block| block.first as usize <= index) - 1;
        }
        let block = self.blocks.get(block)?;
        let at = block.at + (index - block.first as usize) * usize::from(block.len);
        Some(block.unpack(self.packed.get(at..)?.first_chunk()?))
    }

    /// Iterates over the rows.
    pub fn iter(&self) -> impl Iterator<Item = Row> + '_ {
        Iter {
            rows: self,
            next: 0,
            unpacked: Vec::new(),
            at: 0,
        }
    }

    /// Calls `each` for the rows in their order, as [`Self::iter`] does, but faster.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "into the loop over all rows")]
    pub fn for_each(mut self, mut each: impl FnMut(Row)) {
        self.pack_open();
        let nexts = self.blocks.iter().skip(1);
        let ends = nexts.map(|next| next.first as usize).chain([self.n_packed]);
        for (of, end) in self.blocks.iter().zip(ends) {
            let bytes = self.packed.get(of.at..).unwrap_or_default();
            let (unpacker, len, mut at) = (of.unpacker(), usize::from(of.len), 0);
            for _ in of.first as usize..end {
                let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
                    break;
                };
                each(unpacker.unpack(word));
                at += len;
            }
        }
    }

    /// Appends the rows of a block; after the last block come those that are not packed.
    fn unpack_block(&self, block: usize, to: &mut Vec<Row>) {
        let Some(of) = self.blocks.get(block) else {
            if block == self.blocks.len() {
                to.extend_from_slice(&self.open);
            }
            return;
        };
        let next = self.blocks.get(block + 1);
        let end = next.map_or(self.n_packed, |next| next.first as usize);
        let unpacker = of.unpacker();
        let mut rest = self.packed.get(of.at..).unwrap_or_default();
        let rows = (of.first as usize..end).map_while(|_| {
            let row = unpacker.unpack(rest.first_chunk()?);
            rest = rest.get(usize::from(of.len)..)?;
            Some(row)
        });
        to.extend(rows);
    }
}

impl Block {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "before the loop over all rows")]
    fn unpacker(&self) -> Unpacker {
        let [first_bits, a_bits, b_bits, c_bits] = self.bits;
        let lowest = |bits: u8| (1_u64 << bits) - 1;
        Unpacker {
            ts: self.ts,
            upper: self.upper,
            shifts: [
                self.ts_bits,
                self.ts_bits + first_bits,
                a_bits,
                a_bits + b_bits,
            ],
            masks: [self.ts_bits, first_bits, a_bits, b_bits, c_bits].map(lowest),
        }
    }

    #[inline]
    fn unpack(&self, word: &[u8; WORD]) -> Row {
        self.unpacker().unpack(word)
    }
}

/// What it takes to unpack the rows of a block.
struct Unpacker {
    ts: i64,
    upper: [u32; N],
    /// By how many bits columns are shifted: the first and the second from the beginning, the others from the
    /// second on.
    shifts: [u8; N],
    /// The bits of the time and of the columns.
    masks: [u64; N + 1],
}

impl Unpacker {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "into the loop over all rows")]
    fn unpack(&self, word: &[u8; WORD]) -> Row {
        let word = u128::from_le_bytes(*word);
        let (low, upper) = (word as u64, (word >> 64) as u64);
        let [first_at, low_bits, b_at, c_at] = self.shifts;
        let [ts_mask, masks @ ..] = self.masks;
        // `low_bits` is less than 64, but may be 0.
        let high = low >> low_bits | upper << 1 << (63 - low_bits);
        let columns = [low >> first_at, high, high >> b_at, high >> c_at];
        let columns = std::array::from_fn(|column| {
            self.upper[column] | (columns[column] & masks[column]) as u32
        });
        (self.ts.wrapping_add((low & ts_mask).cast_signed()), columns)
    }
}

/// Iterates over rows.
#[derive(Debug)]
struct Iter<'a> {
    rows: &'a PackedRows,
    /// The next block.
    next: usize,
    /// The rows of the block before `next`, of which `at` were returned.
    unpacked: Vec<Row>,
    at: usize,
}

impl Iterator for Iter<'_> {
    type Item = Row;

    #[inline]
    fn next(&mut self) -> Option<Row> {
        if self.at >= self.unpacked.len() {
            self.unpacked.clear();
            self.rows.unpack_block(self.next, &mut self.unpacked);
            (self.next, self.at) = (self.next + 1, 0);
        }
        let row = *self.unpacked.get(self.at)?;
        self.at += 1;
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Numbers of all sizes, most of them small.
    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![30 => 0..8_u32, 10 => 0..5000_u32, 1 => any::<u32>()]
    }

    fn ts() -> impl Strategy<Value = i64> {
        prop_oneof![30 => 0..100_000_i64, 1 => any::<i64>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4 + 1, ..ProptestConfig::default() })]

        #[test]
        fn rows_come_out_as_they_went_in(
            all in prop::collection::vec(
                (ts(), [number(), number(), number(), number()]),
                0..3 * BLOCK,
            ),
            is_packed in any::<bool>(),
        ) {
            let mut rows = PackedRows::default();
            for &row in &all {
                rows.push(row);
            }
            if is_packed {
                rows.shrink();
            }
            prop_assert_eq!(rows.len(), all.len());
            for (index, &row) in all.iter().enumerate() {
                prop_assert_eq!(rows.get(index), Some(row));
            }
            prop_assert_eq!(rows.get(all.len()), None);
            prop_assert_eq!(rows.iter().collect::<Vec<_>>(), all.clone());
            let mut shown = Vec::new();
            rows.clone().for_each(|row| shown.push(row));
            prop_assert_eq!(&shown, &all);
            for (index, row) in all.into_iter().enumerate() {
                prop_assert!(rows.open_mut(index).is_none_or(|open| *open == row));
            }
        }
    }

    #[test]
    fn usual_rows_are_small() {
        let mut rows = PackedRows::default();
        for n in 0..10_000_u32 {
            let ts = 5_000_000_000 + i64::from(n) * 2_000;
            rows.push((ts, [n % 16, n * 61 % 32_768, n * 7 % 3_000, n % 8]));
        }
        rows.shrink();
        assert!(rows.packed.len() < 78_000, "{}", rows.packed.len());
    }
}
