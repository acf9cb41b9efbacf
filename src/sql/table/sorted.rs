//! All rows of a table, sorted by a column.
//!
//! The order is that of SQL: NULL first, numbers by value, text by its bytes, and equal rows by their
//! numbers. A scan in this order needs no sorting by SQLite, which would copy every row for that.

use std::ops::Range;

use hashbrown::HashMap;

use super::Cell;
use super::dense::Dense;

/// The rows of a table in the order of a column.
#[derive(Debug)]
pub(super) struct SortedRows {
    rows: Vec<u32>,
    /// For text, whose keys do not ascend: the start and end of the rows with each key.
    runs: Option<HashMap<i64, (usize, usize)>>,
    /// For text: the end of the rows of each distinct text, and of NULL, in order.
    ends: Vec<usize>,
}

impl SortedRows {
    /// Sorts by a column of numbers.
    pub(super) fn by_number(table: &impl Dense, column: usize) -> Self {
        let mut rows = Vec::with_capacity(table.len() as usize);
        let mut keyed = Vec::new();
        for row in 0..table.len() {
            match table.key(row, column) {
                Some(key) => keyed.push((key, row)),
                None => rows.push(row),
            }
        }
        keyed.sort_unstable();
        rows.extend(keyed.into_iter().map(|(_, row)| row));
        Self {
            rows,
            runs: None,
            ends: Vec::new(),
        }
    }

    /// Sorts by a column of text; meant for few distinct texts, which each have a key.
    pub(super) fn by_text(table: &impl Dense, column: usize) -> Self {
        // For each distinct text: its key, a row that has it, and the number of rows that have it.
        let mut texts: Vec<(Option<i64>, u32, usize)> = Vec::new();
        let mut known: HashMap<Option<i64>, u32> = HashMap::new();
        let mut text_of = Vec::with_capacity(table.len() as usize);
        for row in 0..table.len() {
            let key = table.key(row, column);
            let text = *known.entry(key).or_insert_with(|| {
                texts.push((key, row, 0));
                texts.len() as u32 - 1
            });
            texts[text as usize].2 += 1;
            text_of.push(text);
        }
        let bytes = |row| match table.cell(row, column) {
            Cell::Text(bytes) => bytes.to_vec(),
            Cell::Owned(bytes) => bytes,
            _ => Vec::new(),
        };
        let mut order: Vec<u32> = (0..texts.len() as u32).collect();
        order.sort_by_cached_key(|&text| {
            let (key, row, _) = texts[text as usize];
            (key.is_some(), bytes(row), key)
        });
        let mut next = 0;
        let mut starts = vec![0; texts.len()];
        let (mut runs, mut ends) = (HashMap::new(), Vec::with_capacity(texts.len()));
        for text in order {
            let (key, _, count) = texts[text as usize];
            starts[text as usize] = next;
            runs.extend(key.map(|key| (key, (next, next + count))));
            next += count;
            ends.push(next);
        }
        let mut rows = vec![0; next];
        for (row, text) in (0..).zip(text_of) {
            let start = &mut starts[text as usize];
            rows[*start] = row;
            *start += 1;
        }
        Self {
            rows,
            runs: Some(runs),
            ends,
        }
    }

    /// Returns all rows in the order of the column.
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Returns the range of places with the same text as the place `at`; `None` if the rows are not sorted by
    /// text.
    pub(super) fn same_text(&self, at: usize) -> Option<Range<usize>> {
        let index = self.ends.partition_point(|&end| end <= at);
        let end = *self.ends.get(index)?;
        let before = index.checked_sub(1).map_or(0, |index| self.ends[index]);
        Some(before..end)
    }

    /// Returns the start and end of the rows with `key`; `key_of` returns the key of a row.
    pub(super) fn run(&self, key: i64, key_of: impl Fn(u32) -> Option<i64>) -> (usize, usize) {
        if let Some(runs) = &self.runs {
            return runs.get(&key).copied().unwrap_or((0, 0));
        }
        let start = self.rows.partition_point(|&row| key_of(row) < Some(key));
        let equal = |&row: &u32| key_of(row) == Some(key);
        (start, start + self.rows[start..].partition_point(equal))
    }
}
