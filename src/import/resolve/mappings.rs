//! Rows of the reference's table of mapped binaries, which arguments name by number.
//!
//! A row is made when a binary is first named; the same mapping of the same binary has one.

use hashbrown::HashMap;

use crate::decode::fields::Fields;
use crate::import::scan::Scan;

/// InternedData's mappings, and the strings that they name by id.
const MAPPINGS: u32 = 19;
const BUILD_IDS: u32 = 16;
const PATHS: u32 = 17;

/// Mapped binaries so far.
#[derive(Debug, Default)]
pub(super) struct Mappings {
    /// Rows by content: the numbers, the build id and the parts of the path.
    by_content: HashMap<([u64; 5], Vec<Vec<u8>>), u64>,
    rows: HashMap<(u32, u64), u64>,
}

impl Mappings {
    /// Gives the mapping that `epoch` interned as `iid` its row, if there is one.
    pub(super) fn add(&mut self, scan: &Scan, epoch: u32, iid: u64) {
        let table = scan.sequences.table(epoch);
        let entry = |field, iid| {
            let (offset, len) = table.other(field, iid)?;
            Some(Fields::new(scan.space.slice(offset, len as usize)))
        };
        let text = |field, iid| {
            let value = entry(field, iid).and_then(|entry| entry.last_of(2));
            value.map_or_else(Vec::new, |value| value.as_bytes().to_vec())
        };
        let Some(mapping) = entry(MAPPINGS, iid) else {
            return;
        };
        let mut numbers = [0; 5];
        let mut texts = vec![Vec::new()];
        for field in mapping {
            match field.number {
                2 => texts[0] = text(BUILD_IDS, field.as_u64()),
                number @ 3..=6 => numbers[number as usize - 3] = field.as_u64(),
                7 => field.each_varint(|iid| texts.push(text(PATHS, iid))),
                8 => numbers[4] = field.as_u64(),
                _ => {}
            }
        }
        let next = self.by_content.len() as u64;
        let row = *self.by_content.entry((numbers, texts)).or_insert(next);
        self.rows.insert((epoch, iid), row);
    }

    /// Returns the rows, by epoch and id.
    pub(super) fn into_rows(self) -> HashMap<(u32, u64), u64> {
        self.rows
    }
}
