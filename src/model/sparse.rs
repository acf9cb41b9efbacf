//! Rows of many columns of which most have few values: a row costs what it says.
//!
//! So a packet of empty entries does not become a table many times its size.

use crate::base::intern::StrId;

/// How many columns a table can have.
pub const COLUMNS_MAX: usize = 32;

/// A table whose values are numbers, and strings by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SparseTable {
    /// Which columns each row has, as bits, and where its first value is.
    rows: Vec<(u32, u32)>,
    values: Vec<i64>,
}

impl SparseTable {
    /// Adds a row: the values of its columns, the first column first.
    pub fn push(&mut self, columns: &[Option<i64>]) {
        let first = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        let mut mask = 0;
        for (column, value) in columns.iter().take(COLUMNS_MAX).enumerate() {
            if let Some(value) = value {
                mask |= 1 << column;
                self.values.push(*value);
            }
        }
        self.rows.push((mask, first));
    }

    /// Returns how many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the value of a column, if the row has one.
    pub fn get(&self, row: usize, column: usize) -> Option<i64> {
        let &(mask, first) = self.rows.get(row)?;
        let bit = 1_u32.checked_shl(u32::try_from(column).ok()?)?;
        let before = (mask & (bit - 1)).count_ones();
        let at = usize::try_from(first.checked_add(before)?).ok()?;
        self.values.get(at).copied().filter(|_| mask & bit != 0)
    }

    /// Returns the string of a column, if the row has one.
    pub fn string(&self, row: usize, column: usize) -> Option<StrId> {
        let number = u32::try_from(self.get(row, column)?).ok()?;
        Some(StrId::new(number))
    }
}

/// Returns what stands for a string in a table.
pub fn string_value(id: StrId) -> i64 {
    i64::from(id.get())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_are_what_was_pushed(
            rows in prop::collection::vec(
                prop::collection::vec(prop::option::of(any::<i64>()), 0..COLUMNS_MAX + 2), 0..20),
        ) {
            let mut table = SparseTable::default();
            for row in &rows {
                table.push(row);
            }
            prop_assert_eq!(table.len(), rows.len());
            for (at, row) in rows.iter().enumerate() {
                for column in 0..COLUMNS_MAX + 3 {
                    let expected = row.get(column).copied().flatten();
                    let expected = expected.filter(|_| column < COLUMNS_MAX);
                    prop_assert_eq!(table.get(at, column), expected);
                }
            }
            prop_assert_eq!(table.get(rows.len(), 0), None);
        }
    }
}
