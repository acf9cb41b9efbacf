//! Sums over blocks of neighbouring rows: a dense column is drawn without looking at its rows.
//!
//! Long lists are cut into blocks of 16 rows, and those into blocks of 8 times as
//! many, and so on. What a block adds up depends on what the rows are. Made for
//! traces that are looked at on a screen, after they have been imported.

pub mod load;
pub mod sched;
pub mod slices;

use self::load::Loads;
use self::sched::SchedBlocks;
use self::slices::SliceBlocks;
use super::name_hash::NameHashes;
use super::trace::Trace;

/// Rows of the finest blocks.
const BLOCK: usize = 16;
/// How many blocks make one of the next level.
const FAN_OUT: usize = 8;
/// Lists with fewer rows are drawn row by row.
const ROWS_MIN: usize = 1024;

/// What a block adds up to.
pub trait Sum: Copy {
    /// Adds the block that follows.
    fn add(&mut self, other: &Self);
}

/// The blocks of one size of a list of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Level<B> {
    /// How many rows a block has; the last may have fewer.
    size: usize,
    /// When the first row of each block begins, ascending.
    ts: Vec<i64>,
    blocks: Vec<B>,
}

impl<B: Sum> Level<B> {
    /// Returns all levels of a list of `len` rows, the finest first; none if it is short. `row` returns the
    /// time of a row, and the block of that row alone.
    pub fn of_rows(len: usize, row: impl Fn(usize) -> (i64, B)) -> Vec<Self> {
        if len < ROWS_MIN {
            return Vec::new();
        }
        let n = len.div_ceil(BLOCK);
        let mut finest = Self {
            size: BLOCK,
            ts: Vec::with_capacity(n),
            blocks: Vec::with_capacity(n),
        };
        for first in (0..len).step_by(BLOCK) {
            let (ts, mut block) = row(first);
            for index in first + 1..(first + BLOCK).min(len) {
                block.add(&row(index).1);
            }
            finest.ts.push(ts);
            finest.blocks.push(block);
        }
        let mut levels = vec![finest];
        while let Some(last) = levels.last()
            && last.blocks.len() >= ROWS_MIN
        {
            levels.push(last.above());
        }
        levels
    }

    /// Returns the level above.
    fn above(&self) -> Self {
        let sum = |chunk: &[B]| {
            let (first, rest) = chunk.split_first()?;
            let mut sum = *first;
            for block in rest {
                sum.add(block);
            }
            Some(sum)
        };
        Self {
            size: self.size * FAN_OUT,
            ts: self.ts.iter().step_by(FAN_OUT).copied().collect(),
            blocks: self.blocks.chunks(FAN_OUT).filter_map(sum).collect(),
        }
    }
}

impl<B> Level<B> {
    /// Returns how many rows a block has; the last may have fewer.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns when the blocks begin.
    pub fn ts(&self) -> &[i64] {
        &self.ts
    }

    /// Returns the blocks in order of time.
    pub fn blocks(&self) -> &[B] {
        &self.blocks
    }
}

/// All sums of a trace, and the hashes of names: what a draw at any zoom needs.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// Sums of slices.
    pub slices: SliceBlocks,
    /// Sums of what ran on CPUs, and of states of threads.
    pub sched: SchedBlocks,
    /// How long threads ran.
    pub loads: Loads,
    /// Hashes of names, which give slices their colours.
    pub names: NameHashes,
}

impl Blocks {
    /// Adds up the rows of a trace. O(n).
    pub fn new(trace: &Trace) -> Self {
        Self {
            slices: SliceBlocks::new(&trace.slices),
            sched: SchedBlocks::new(trace),
            loads: Loads::new(trace),
            names: NameHashes::new(trace),
        }
    }
}
