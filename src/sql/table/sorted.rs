//! All rows of a table, sorted by a column.
//!
//! The order is that of SQL: NULL first, numbers by value, text by its bytes, and rows
//! that are equal by row. So a scan in this order needs no sorting by SQLite, which would
//! copy every row to do it.

use std::ops::Range;

use hashbrown::HashMap;

use super::Cell;
use super::dense::Dense;

/// The rows of a table in the order of a column.
#[derive(Debug)]
pub(super) struct SortedRows {
    rows: Vec<u32>,
    /// For text, whose keys do not ascend: where the rows of each key lie.
    runs: Option<HashMap<i64, (usize, usize)>>,
    /// For text: where the rows of each one end, NULL among them.
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

    /// Sorts by a column of text, of which each distinct one has a key and appears often.
    pub(super) fn by_text(table: &impl Dense, column: usize) -> Self {
        // Of each text: its key, a row that has it, and how many have.
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

    /// Returns all rows.
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Returns where the rows lie that have the same text as the one at a place, if they are sorted by
    /// text.
    pub(super) fn same_text(&self, at: usize) -> Option<Range<usize>> {
        let index = self.ends.partition_point(|&end| end <= at);
        let end = *self.ends.get(index)?;
        let before = index.checked_sub(1).map_or(0, |index| self.ends[index]);
        Some(before..end)
    }

    /// Returns where the rows with `key` lie; `key_of` returns the key of a row.
    pub(super) fn run(&self, key: i64, key_of: impl Fn(u32) -> Option<i64>) -> (usize, usize) {
        if let Some(runs) = &self.runs {
            return runs.get(&key).copied().unwrap_or((0, 0));
        }
        let start = self.rows.partition_point(|&row| key_of(row) < Some(key));
        let equal = |&row: &u32| key_of(row) == Some(key);
        (start, start + self.rows[start..].partition_point(equal))
    }
}
