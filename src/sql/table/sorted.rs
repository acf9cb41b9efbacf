//! All rows of a table, sorted by a column.
//!
//! The order is that of SQL: NULL first, numbers by value, text by its bytes, and rows
//! that are equal by row. So a scan in this order needs no sorting by SQLite, which would
//! copy every row to do it.

use hashbrown::HashMap;

use super::Cell;
use super::dense::Dense;

/// The rows of a table in the order of a column.
#[derive(Debug)]
pub(super) struct SortedRows {
    rows: Vec<u32>,
    /// Where the rows of each key lie, for text: its keys do not ascend.
    runs: Option<HashMap<i64, (usize, usize)>>,
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
        Self { rows, runs: None }
    }

    /// Sorts by a column of text, of which each distinct one has a key and appears often.
    pub(super) fn by_text(table: &impl Dense, column: usize) -> Self {
        let key = |row| table.key(row, column);
        // Of each text: a row that has it, and how many.
        let mut counts: HashMap<Option<i64>, (u32, usize)> = HashMap::new();
        for row in 0..table.len() {
            counts.entry(key(row)).or_insert((row, 0)).1 += 1;
        }
        let mut texts: Vec<_> = counts.into_iter().collect();
        let bytes = |row| match table.cell(row, column) {
            Cell::Text(bytes) => bytes.to_vec(),
            Cell::Owned(bytes) => bytes,
            _ => Vec::new(),
        };
        texts.sort_by_cached_key(|&(key, (row, _))| (key.is_some(), bytes(row), key));
        let mut next = 0;
        let mut starts: HashMap<Option<i64>, usize> = HashMap::new();
        let mut runs = HashMap::new();
        for (key, (_, count)) in texts {
            starts.insert(key, next);
            runs.extend(key.map(|key| (key, (next, next + count))));
            next += count;
        }
        let mut rows = vec![0; next];
        for row in 0..table.len() {
            if let Some(start) = starts.get_mut(&key(row)) {
                rows[*start] = row;
                *start += 1;
            }
        }
        Self {
            rows,
            runs: Some(runs),
        }
    }

    /// Returns all rows.
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
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
