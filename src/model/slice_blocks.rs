//! Sums over blocks of neighbouring slices: a dense column is drawn without looking at its slices.
//!
//! Long rows are cut into blocks of 16 slices, and those into blocks of 8 times
//! as many, and so on. Each block knows when it begins, its longest slice and the
//! sum of its durations. 1.7 bytes a slice; short rows have none.

use super::ids::{LabelId, SliceId};
use super::slice::{DepthSlices, SliceTable};

/// Slices of the finest blocks.
const BLOCK: usize = 16;
/// How many blocks make one of the next level.
const FAN_OUT: usize = 8;
/// Rows with fewer slices are drawn slice by slice.
const ROW_MIN: usize = 1024;

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

impl Block {
    fn add(&mut self, other: &Self) {
        self.busy_ns += other.busy_ns;
        if other.dur_ns > self.dur_ns {
            self.label = other.label;
            self.longest = other.longest;
            self.dur_ns = other.dur_ns;
        }
    }
}

/// The blocks of one size of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// How many slices a block has; the last may have fewer.
    size: usize,
    /// When the first slice of each block begins, ascending.
    ts: Vec<i64>,
    blocks: Vec<Block>,
}

impl Level {
    /// Returns how many slices a block has; the last may have fewer.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns when the blocks begin.
    pub fn ts(&self) -> &[i64] {
        &self.ts
    }

    /// Returns the blocks in order of time.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn of_slices(table: &SliceTable, row: DepthSlices<'_>) -> Self {
        let n = row.len().div_ceil(BLOCK);
        let mut level = Self {
            size: BLOCK,
            ts: Vec::with_capacity(n),
            blocks: Vec::with_capacity(n),
        };
        for first in (0..row.len()).step_by(BLOCK) {
            let one = |index: usize| {
                let id = row.id(index);
                let dur_ns = table.dur(id).map_or(0.0, |dur| dur.ns() as f32);
                Block {
                    label: table.label_id(id),
                    longest: index as u32,
                    dur_ns,
                    busy_ns: dur_ns,
                }
            };
            let mut block = one(first);
            for index in first + 1..(first + BLOCK).min(row.len()) {
                block.add(&one(index));
            }
            level.ts.push(row.ts(first).ns());
            level.blocks.push(block);
        }
        level
    }

    /// Returns the level above.
    fn above(&self) -> Self {
        Self {
            size: self.size * FAN_OUT,
            ts: self.ts.iter().step_by(FAN_OUT).copied().collect(),
            blocks: self
                .blocks
                .chunks(FAN_OUT)
                .map(|chunk| {
                    let mut sum = chunk[0];
                    chunk[1..].iter().for_each(|block| sum.add(block));
                    sum
                })
                .collect(),
        }
    }
}

/// The blocks of all long rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SliceBlocks {
    /// By the first slice of the row, ascending.
    rows: Vec<(SliceId, Vec<Level>)>,
}

impl SliceBlocks {
    /// Adds up the slices of a table. O(n).
    pub fn new(table: &SliceTable) -> Self {
        let mut rows = Vec::new();
        for (track, _) in table.tracks() {
            for row in table.depths(track).filter(|row| row.len() >= ROW_MIN) {
                let mut levels = vec![Level::of_slices(table, row)];
                while let Some(last) = levels.last()
                    && last.blocks.len() >= ROW_MIN
                {
                    levels.push(last.above());
                }
                rows.push((row.id(0), levels));
            }
        }
        rows.sort_by_key(|&(first, _)| first);
        Self { rows }
    }

    /// Returns the levels of a row, the finest first; none if it is short.
    pub fn of_row(&self, row: DepthSlices<'_>) -> &[Level] {
        if row.len() < ROW_MIN {
            return &[];
        }
        let place = self
            .rows
            .binary_search_by_key(&row.id(0), |&(first, _)| first);
        place.map_or(&[], |at| self.rows[at].1.as_slice())
    }

    /// Returns the memory that the blocks hold, in bytes.
    pub fn heap_bytes(&self) -> usize {
        let of_level = |level: &Level| {
            level.ts.capacity() * size_of::<i64>() + level.blocks.capacity() * size_of::<Block>()
        };
        let levels = self.rows.iter().flat_map(|(_, levels)| levels);
        levels.map(of_level).sum()
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
        assert!(blocks.heap_bytes() < row.len() * 2);
    }
}
