//! Ids of rows that are the same in every scan.
//!
//! Where a statement has OR, SQLite makes a scan for each of the conditions and leaves out rows whose id it has
//! met. A scan that is narrowed reads fewer rows, so their numbers say nothing: ids are hashes of what rows hold.
//! Of rows that hold the same, a scan has all or none; they are counted.

use std::collections::HashMap;

use crate::base::hash::fnv1a;
use crate::sql::table::Cell;

/// The ids of a scan, whose rows come by partition and time.
#[derive(Default)]
pub(super) struct RowIds {
    /// The number of the row that was named last, and its id.
    last: Option<(i64, i64)>,
    /// The partition and time of that row.
    place: (i64, i64),
    /// How many rows of this place have been named, by what they hold.
    met: HashMap<u64, u64>,
}

impl RowIds {
    /// Returns the id of a row, by its number in the scan, its partition and time, and what it holds.
    pub(super) fn id<'a>(
        &mut self,
        number: i64,
        place: (i64, i64),
        cells: impl Iterator<Item = Cell<'a>>,
    ) -> i64 {
        if let Some((of, id)) = self.last
            && of == number
        {
            return id;
        }
        if self.place != place {
            self.place = place;
            self.met.clear();
        }
        let mut held = Vec::new();
        for cell in cells {
            hold(&cell, &mut held);
        }
        let met = self.met.entry(fnv1a([&held[..]])).or_default();
        let id = fnv1a([&held[..], &met.to_le_bytes()[..]]).cast_signed();
        *met += 1;
        self.last = Some((number, id));
        id
    }
}

/// Appends a value so that other values have other bytes.
fn hold(cell: &Cell<'_>, out: &mut Vec<u8>) {
    let (kind, bytes): (u8, &[u8]) = match cell {
        Cell::Null => (0, &[]),
        Cell::Int(value) => (1, &value.to_le_bytes()),
        Cell::Real(value) => (2, &value.to_le_bytes()),
        Cell::Text(text) => (3, text),
        Cell::Owned(text) => (3, text),
        Cell::Blob(bytes) => (4, bytes),
    };
    out.push(kind);
    out.extend_from_slice(&bytes.len().to_le_bytes());
    out.extend_from_slice(bytes);
}
