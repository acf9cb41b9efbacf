//! Rows of many columns, most of them empty: a row takes only the memory of its values.
//!
//! So a packet of empty entries does not become a table many times its size.

use std::marker::PhantomData;

use crate::base::intern::StrId;

/// How many columns a table can have.
pub const COLUMNS_MAX: usize = 32;

/// The columns of a table.
pub trait Column: Copy {
    /// Returns which column it is, below [`COLUMNS_MAX`].
    fn index(self) -> usize;
}

/// A row that is being filled.
#[derive(Debug)]
pub struct SparseRow<C> {
    /// Which columns have a value, as bits.
    mask: u32,
    values: [i64; COLUMNS_MAX],
    columns: PhantomData<C>,
}

impl<C> Clone for SparseRow<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for SparseRow<C> {}

impl<C> Default for SparseRow<C> {
    fn default() -> Self {
        Self {
            mask: 0,
            values: [0; COLUMNS_MAX],
            columns: PhantomData,
        }
    }
}

impl<C: Column> SparseRow<C> {
    /// Gives a column its value.
    pub fn set(&mut self, column: C, value: i64) {
        let column = column.index();
        self.mask |= 1 << column;
        self.values[column] = value;
    }

    /// Gives a column its value if it is not 0.
    pub fn set_some(&mut self, column: C, value: i64) {
        if value != 0 {
            self.set(column, value);
        }
    }

    /// Gives a column a string of the trace.
    pub fn set_string(&mut self, column: C, id: StrId) {
        self.set(column, i64::from(id.get()));
    }
}

/// A table whose values are numbers, and strings by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseTable<C> {
    /// The columns that each row has, as bits, and where its first value is.
    rows: Vec<(u32, usize)>,
    values: Vec<i64>,
    columns: PhantomData<C>,
}

impl<C> Default for SparseTable<C> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            values: Vec::new(),
            columns: PhantomData,
        }
    }
}

impl<C: Column> SparseTable<C> {
    /// Adds a row.
    pub fn push(&mut self, row: &SparseRow<C>) {
        self.rows.push((row.mask, self.values.len()));
        let values = row.values.iter().enumerate();
        let values = values.filter(|(column, _)| row.mask & (1 << column) != 0);
        self.values.extend(values.map(|(_, value)| value));
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
    pub fn get(&self, row: usize, column: C) -> Option<i64> {
        let &(mask, first) = self.rows.get(row)?;
        let bit = 1_u32 << column.index();
        let before = (mask & (bit - 1)).count_ones() as usize;
        self.values
            .get(first + before)
            .copied()
            .filter(|_| mask & bit != 0)
    }

    /// Returns the string of a column, if the row has one.
    pub fn string(&self, row: usize, column: C) -> Option<StrId> {
        let number = u32::try_from(self.get(row, column)?).ok()?;
        Some(StrId::new(number))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Copy, Debug)]
    struct Nth(usize);

    impl Column for Nth {
        fn index(self) -> usize {
            self.0
        }
    }

    proptest! {
        #[test]
        fn rows_are_what_was_pushed(
            rows in prop::collection::vec(
                prop::collection::vec(prop::option::of(any::<i64>()), 0..=COLUMNS_MAX), 0..20),
        ) {
            let mut table = SparseTable::default();
            for values in &rows {
                let mut row = SparseRow::default();
                for (column, value) in values.iter().enumerate() {
                    if let Some(value) = value {
                        row.set(Nth(column), *value);
                    }
                }
                table.push(&row);
            }
            prop_assert_eq!(table.len(), rows.len());
            for (at, row) in rows.iter().enumerate() {
                for column in 0..COLUMNS_MAX {
                    let expected = row.get(column).copied().flatten();
                    prop_assert_eq!(table.get(at, Nth(column)), expected);
                }
            }
            prop_assert_eq!(table.get(rows.len(), Nth(0)), None);
        }
    }
}
