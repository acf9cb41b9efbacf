//! Columns of many items, by sums over blocks of them.
//!
//! A column of at least two blocks is drawn from those alone: its cost does not
//! depend on how many items it holds, and no item is looked at.

use super::super::viewport::Viewport;
use super::Items;
use crate::model::blocks::Level;

/// Blocks are used where a column holds at least so many of them.
const BLOCKS_MIN: usize = 2;

/// Returns the coarsest level of which a column of the window holds [`BLOCKS_MIN`] blocks or more.
pub(super) fn level_for<I: Items>(items: &I, view: Viewport) -> Option<&Level<I::Block>> {
    let levels = items.levels();
    let finest = levels.first()?;
    let span = view.span();
    let before = |ts: i64| finest.ts().partition_point(|&at| at < ts);
    let n = before(span.end().ns()).saturating_sub(before(span.start().ns()));
    let a_column = n * finest.size() / usize::from(view.cols());
    let fits = |level: &&Level<I::Block>| level.size() * BLOCKS_MIN <= a_column;
    levels.iter().rev().find(fits)
}

/// A column whose items are known by their blocks.
pub(super) struct Blocks<'a, B> {
    pub(super) level: &'a Level<B>,
    /// The first block that begins in the column.
    pub(super) from: usize,
    /// The block after the last.
    pub(super) to: usize,
}

impl<'a, B> Blocks<'a, B> {
    /// Returns the blocks from an item on that begin before `next`; `None` if they are too few, or
    /// if the last of them reaches far into the next column.
    pub(super) fn new(level: &'a Level<B>, index: usize, next: i64, slack: i64) -> Option<Self> {
        let from = index.div_ceil(level.size());
        let ts = level.ts();
        let (mut low, mut step) = (from, 1);
        while low + step <= ts.len() && ts[low + step - 1] < next {
            low += step;
            step *= 2;
        }
        let high = (low + step - 1).min(ts.len());
        let to = low + ts[low..high].partition_point(|&at| at < next);
        let after = *ts.get(to)?;
        (to >= from + BLOCKS_MIN && after <= next.saturating_add(slack)).then_some(Self {
            level,
            from,
            to,
        })
    }

    /// Returns the first item after the blocks.
    pub(super) fn until(&self) -> usize {
        self.to * self.level.size()
    }

    /// Returns when the first item after the blocks begins.
    pub(super) fn after(&self) -> i64 {
        self.level.ts()[self.to]
    }
}
