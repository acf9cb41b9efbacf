//! Rows that are written once and read once, in pieces of one size.
//!
//! There may be millions of rows or a few. No row is moved when more come, and the memory of a piece serves
//! the next one that is written.

use std::ops::Range;

/// How many rows a piece has.
const PIECE: usize = 1 << 12;

/// Rows, of which those of the last piece may still change.
#[derive(Clone, Debug)]
pub(super) struct Pieces<T> {
    full: Vec<Vec<T>>,
    /// How many rows `full` holds.
    n_full: usize,
    last: Vec<T>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Self {
            full: Vec::new(),
            n_full: 0,
            last: Vec::new(),
        }
    }
}

impl<T> Pieces<T> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.n_full + self.last.len()
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every other packet")]
    pub(super) fn push(&mut self, row: T) {
        if self.last.len() == PIECE {
            self.begin_piece();
        }
        self.last.push(row);
    }

    #[inline(never)]
    fn begin_piece(&mut self) {
        let full = std::mem::replace(&mut self.last, Vec::with_capacity(PIECE));
        self.full.push(full);
        self.n_full += PIECE;
    }

    /// Returns a row of the last piece.
    #[inline]
    pub(super) fn late_mut(&mut self, row: usize) -> Option<&mut T> {
        let at = row.checked_sub(self.n_full)?;
        self.last.get_mut(at)
    }

    /// Returns a range of rows in slices of any lengths.
    pub(super) fn slices(&self, rows: Range<usize>) -> impl Iterator<Item = &[T]> {
        let first = rows.start / PIECE;
        let pieces = self.full.iter().chain([&self.last]).enumerate().skip(first);
        pieces.map_while(move |(piece, all)| {
            let start = piece * PIECE;
            let end = rows.end.checked_sub(start).filter(|&end| end > 0)?;
            all.get(rows.start.saturating_sub(start)..end.min(all.len()))
        })
    }

    /// Forgets all rows, but not the room of the last piece.
    pub(super) fn clear(&mut self) {
        self.full.clear();
        self.n_full = 0;
        self.last.clear();
    }

    /// Returns how many rows there is room for when they have been forgotten.
    pub(super) fn capacity(&self) -> usize {
        self.last.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_in_ranges() {
        let mut pieces = Pieces::default();
        for n in [0, 1, PIECE, PIECE + 1, 3 * PIECE - 1, 3 * PIECE] {
            pieces.clear();
            for row in 0..n {
                pieces.push(row);
                assert_eq!(pieces.late_mut(row).copied(), Some(row));
                assert_eq!(pieces.late_mut(row + 1), None);
            }
            assert_eq!(pieces.len(), n);
            for start in [0, 1, PIECE - 1, PIECE, 2 * PIECE + 5] {
                for end in [0, start, start + 1, start + PIECE, start + 2 * PIECE] {
                    let range = start.min(n)..end.min(n).max(start.min(n));
                    let rows: Vec<usize> =
                        pieces.slices(range.clone()).flatten().copied().collect();
                    assert_eq!(rows, range.collect::<Vec<_>>());
                }
            }
        }
    }
}
