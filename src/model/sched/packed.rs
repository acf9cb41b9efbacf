//! Rows that are rarely looked at, in as few bits as their neighbours need.
//!
//! A row is a time and a few numbers. Rows are packed in blocks: in each, a row has of every column
//! as many bits as the greatest number there takes, counted from the least. Any row is found at once.

/// How many rows a block has, unless they differ too much.
const BLOCK: usize = 128;
/// How many bytes are read or written at once, and how many bits of them a row takes at most.
const WORD: usize = 16;
const BITS_MAX: u32 = 120;

/// A row: its time, and its other columns.
pub(super) type Row<const N: usize> = (i64, [u32; N]);

/// Rows that are packed alike.
#[derive(Clone, Copy, Debug)]
struct Block<const N: usize> {
    /// The index of the first.
    first: u32,
    /// How many bytes each takes.
    len: u8,
    /// How many bits of them are the time and the other columns.
    ts_bits: u8,
    bits: [u8; N],
    /// The least of each.
    least: [u32; N],
    ts: i64,
    /// Where they begin.
    at: usize,
}

/// All rows, in the order in which they were added.
#[derive(Clone, Debug)]
pub(super) struct PackedRows<const N: usize> {
    blocks: Vec<Block<N>>,
    /// The rows of all blocks, and then a word.
    packed: Vec<u8>,
    /// How many rows that is.
    n_packed: usize,
    /// Rows that are not packed yet.
    open: Vec<Row<N>>,
}

impl<const N: usize> Default for PackedRows<N> {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            packed: Vec::new(),
            n_packed: 0,
            open: Vec::new(),
        }
    }
}

impl<const N: usize> PackedRows<N> {
    /// Returns how many rows there are.
    pub(super) fn len(&self) -> usize {
        self.n_packed + self.open.len()
    }

    /// Makes room for so many more rows of a usual size, if there is that much, and shows it to
    /// `prepare`.
    pub(super) fn reserve(&mut self, rows: usize, prepare: impl FnOnce(&mut Vec<u8>)) {
        const USUAL: usize = 8;
        let len = rows.saturating_mul(USUAL);
        if self.packed.try_reserve_exact(len).is_ok() {
            prepare(&mut self.packed);
        }
    }

    /// Appends a row.
    #[inline]
    pub(super) fn push(&mut self, row: Row<N>) {
        self.open.push(row);
        if self.open.len() >= BLOCK {
            self.pack_open();
        }
    }

    /// Gives back the room that is left.
    pub(super) fn shrink(&mut self) {
        self.pack_open();
        self.open = Vec::new();
        self.blocks.shrink_to_fit();
        self.packed.shrink_to_fit();
    }

    /// Returns a row, `None` beyond the last.
    pub(super) fn get(&self, index: usize) -> Option<Row<N>> {
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

    fn pack(&mut self, rows: &[Row<N>]) {
        let Some(&(first, columns)) = rows.first() else {
            return;
        };
        let (mut earliest, mut latest) = (first, first);
        let (mut least, mut most) = (columns, columns);
        for &(ts, columns) in rows {
            earliest = earliest.min(ts);
            latest = latest.max(ts);
            for (column, value) in columns.into_iter().enumerate() {
                least[column] = least[column].min(value);
                most[column] = most[column].max(value);
            }
        }
        let n_bits = |range: u64| u64::BITS - range.leading_zeros();
        let ts_bits = n_bits(latest.wrapping_sub(earliest).cast_unsigned());
        let bits: [u32; N] =
            std::array::from_fn(|column| n_bits(u64::from(most[column] - least[column])));
        let all = ts_bits + bits.iter().sum::<u32>();
        if all > BITS_MAX {
            // One row alone takes none.
            let (before, after) = rows.split_at(rows.len() / 2);
            self.pack(before);
            return self.pack(after);
        }
        let len = all.div_ceil(8) as usize;
        let at = self.packed.len().saturating_sub(WORD);
        self.packed.resize(at + rows.len() * len + WORD, 0);
        let to = self.packed.get_mut(at..).unwrap_or_default();
        for (index, &(ts, columns)) in rows.iter().enumerate() {
            let mut word = u128::from(ts.wrapping_sub(earliest).cast_unsigned());
            let mut shift = ts_bits;
            for column in 0..N {
                word |= u128::from(columns[column] - least[column]) << shift;
                shift += bits[column];
            }
            // What is beyond the row the next ones write over.
            if let Some(to) = to.get_mut(index * len..index * len + WORD) {
                to.copy_from_slice(&word.to_le_bytes());
            }
        }
        self.blocks.push(Block {
            first: self.n_packed as u32,
            len: len as u8,
            ts_bits: ts_bits as u8,
            bits: bits.map(|bits| bits as u8),
            least,
            ts: earliest,
            at,
        });
        self.n_packed += rows.len();
    }

    fn unpack(&self, index: usize) -> Option<Row<N>> {
        // No block has more rows, few have less.
        let mut block = index / BLOCK;
        let next = self.blocks.get(block + 1);
        if next.is_some_and(|next| next.first as usize <= index) {
            let rest = self.blocks.get(block..)?;
            block += rest.partition_point(|block| block.first as usize <= index) - 1;
        }
        let block = self.blocks.get(block)?;
        let at = block.at + (index - block.first as usize) * usize::from(block.len);
        let mut word = u128::from_le_bytes(*self.packed.get(at..)?.first_chunk()?);
        let mut take = |bits: u8| {
            let value = word & ((1 << bits) - 1);
            word >>= bits;
            value as u64
        };
        let ts = block.ts.wrapping_add(take(block.ts_bits).cast_signed());
        let columns =
            std::array::from_fn(|column| block.least[column] + take(block.bits[column]) as u32);
        Some((ts, columns))
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
