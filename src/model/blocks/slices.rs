//! Blocks of slices: the longest of each, and the sum of the durations.
//!
//! 1.7 bytes a slice; short rows have none.

use super::{Level, Sum};
use crate::model::ids::{LabelId, SliceId};
use crate::model::slice::{DepthSlices, SliceTable};

/// What a block of slices adds up to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The label of the longest slice.
    pub label: LabelId,
    /// The place of the longest slice in its row.
    pub longest: u32,
    /// How long that one lasts, in nanoseconds; 0 if it never ended.
    pub dur_ns: f32,
    /// The sum of the durations, in nanoseconds.
    pub busy_ns: f32,
}

impl Sum for Block {
    fn add(&mut self, other: &Self) {
        self.busy_ns += other.busy_ns;
        if other.dur_ns > self.dur_ns {
            self.label = other.label;
            self.longest = other.longest;
            self.dur_ns = other.dur_ns;
        }
    }
}

/// The blocks of all long rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SliceBlocks {
    /// By the first slice of the row, ascending.
    rows: Vec<(SliceId, Vec<Level<Block>>)>,
}

impl SliceBlocks {
    /// Adds up the slices of a table. O(n).
    pub fn new(table: &SliceTable) -> Self {
        let mut rows = Vec::new();
        for (track, _) in table.tracks() {
            for row in table.depths(track) {
                let slice = |index: usize| {
                    let id = row.id(index);
                    let dur_ns = table.dur(id).map_or(0.0, |dur| dur.ns() as f32);
                    let block = Block {
                        label: table.label_id(id),
                        longest: index as u32,
                        dur_ns,
                        busy_ns: dur_ns,
                    };
                    (row.ts(index).ns(), block)
                };
                let levels = Level::of_rows(row.len(), slice);
                if !levels.is_empty() {
                    rows.push((row.id(0), levels));
                }
            }
        }
        rows.sort_by_key(|&(first, _)| first);
        Self { rows }
    }

    /// Returns the levels of a row, the finest first; none if it is short.
    pub fn of_row(&self, row: DepthSlices<'_>) -> &[Level<Block>] {
        if row.is_empty() {
            return &[];
        }
        let place = self
            .rows
            .binary_search_by_key(&row.id(0), |&(first, _)| first);
        place.map_or(&[], |at| self.rows[at].1.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    #[test]
    fn every_level_adds_up_to_the_row() {
        let mut b = TraceBuilder::new();
        let long = b.slice_track(Scope::Global, Some("long"));
        let short = b.slice_track(Scope::Global, Some("short"));
        let slices: Vec<(i64, i64, &str)> = (0..20_000)
            .map(|i| (i * 100, 10 + i % 7, if i == 12_345 { "x" } else { "y" }))
            .map(|(ts, dur, name)| (ts, if name == "x" { 90 } else { dur }, name))
            .collect();
        b.nested_slices(long, &slices);
        b.nested_slices(short, &[(0, 5, "z")]);
        let trace = b.finish();
        let blocks = SliceBlocks::new(&trace.slices);
        let row = trace.slices.at_depth(long, 0);
        let levels = blocks.of_row(row);
        assert!(levels.len() > 1);
        let total: i64 = slices.iter().map(|slice| slice.1).sum();
        for level in levels {
            assert_eq!(level.ts().len(), row.len().div_ceil(level.size()));
            let busy: f32 = level.blocks().iter().map(|block| block.busy_ns).sum();
            assert!((f64::from(busy) - total as f64).abs() < 1.0, "{busy}");
            let longest = level
                .blocks()
                .iter()
                .max_by(|a, b| a.dur_ns.total_cmp(&b.dur_ns))
                .expect("blocks");
            assert_eq!(longest.longest, 12_345);
            assert_eq!(longest.label, trace.slices.label_id(row.id(12_345)));
            for (at, &ts) in level.ts().iter().enumerate() {
                assert_eq!(ts, row.ts(at * level.size()).ns());
            }
        }
        assert!(blocks.of_row(trace.slices.at_depth(short, 0)).is_empty());
        let levels = levels.iter();
        let bytes = levels.map(|level| size_of_val(level.blocks()) + size_of_val(level.ts()));
        assert!(bytes.sum::<usize>() < row.len() * 2);
    }
}
