//! What a row is drawn from: items, and how they are found by time.
//!
//! Each kind of row implements [`Items`]. What only few kinds have is nothing by default.

use super::dense::Sample;
use crate::base::search::partition;
use crate::base::time::TimeSpan;
use crate::model::blocks::Level;
use crate::view::scene::{Ink, Item, Tone};

/// Items of one visual row: sorted by start, disjoint.
pub(in crate::view) trait Items {
    /// What a block of items adds up to.
    type Block;

    /// Returns how many items there are.
    fn len(&self) -> usize;

    /// Returns when an item starts.
    fn ts(&self, index: usize) -> i64;

    /// Returns when an item ends, `None` if never.
    fn end(&self, index: usize) -> Option<i64>;

    /// Returns up to when it is known that an item goes on, if that is not up to its end.
    fn known_end(&self, _index: usize) -> Option<i64> {
        None
    }

    /// Returns how long an item without an end is drawn at most: until then, if its end was lost.
    fn over_by(&self, _index: usize) -> Option<i64> {
        None
    }

    /// Returns how long an item lasts, `None` if it never ends.
    fn dur(&self, index: usize) -> Option<i64> {
        self.end(index)
            .map(|end| end.saturating_sub(self.ts(index)))
    }

    /// Returns what an item stands for.
    fn item(&self, index: usize) -> Item;

    /// Returns the colour of an item.
    fn ink(&self, index: usize) -> Ink;

    /// Returns the safe name of an item.
    fn label(&self, index: usize) -> String;

    /// Returns the colour of the text on an item.
    fn label_ink(&self, _index: usize) -> Ink {
        Ink::OnFill
    }

    /// Returns a label of at most `room` cells for an item whose name does not fit; `None` if a part of the
    /// name is better.
    fn short_label(&self, _index: usize, _room: usize) -> Option<String> {
        None
    }

    /// Returns whether a stretch of dense cells should say how many items it holds.
    fn counts(&self) -> bool {
        true
    }

    /// Returns a change of colour of an item.
    fn tone(&self, _index: usize) -> Tone {
        Tone::Normal
    }

    /// Returns whether an item is not drawn at all.
    fn is_skipped(&self, _index: usize) -> bool {
        false
    }

    /// Returns the place of the selected item.
    fn selected(&self) -> Option<usize> {
        None
    }

    /// Returns whether the selection has come to rest where it is.
    fn is_settled(&self) -> bool {
        true
    }

    /// Returns the item that a cell must show, of the items from `from` up to `to`, which begin in the cell,
    /// and of what reaches into it; `span` is the time of the cell.
    fn outstanding(&self, _from: usize, _to: usize, _span: TimeSpan) -> Option<usize> {
        None
    }

    /// Returns whether an item must be seen, however short it is.
    fn is_kept(&self, _index: usize) -> bool {
        false
    }

    /// Returns sums of blocks of items, the finest first; none where every item is looked at.
    fn levels(&self) -> &[Level<Self::Block>] {
        &[]
    }

    /// Returns the sample of a cell that lasts so many nanoseconds, by the blocks of `n` items.
    fn sum(&self, _blocks: &[Self::Block], _n: usize, _cell_ns: i64) -> Sample {
        Sample::default()
    }

    /// Returns since when an item is late: it is drawn darker from there.
    fn deadline(&self, _index: usize) -> Option<i64> {
        None
    }
}

/// Returns the first index at or after `from` whose item starts at `ts` or later. `hint` is about
/// how many items to expect before it: neighbouring columns hold about as many.
pub(super) fn gallop<I: Items>(items: &I, from: usize, ts: i64, hint: usize) -> usize {
    let len = items.len();
    let guess = from.saturating_add(hint).min(len);
    let mut step = (hint / 8).max(1);
    let (mut low, mut high);
    if guess == from || items.ts(guess - 1) < ts {
        low = guess;
        high = loop {
            let probe = low + step;
            if probe > len {
                break len;
            }
            if items.ts(probe - 1) >= ts {
                break probe - 1;
            }
            low = probe;
            step *= 2;
        };
    } else {
        high = guess - 1;
        low = loop {
            let probe = high.saturating_sub(step);
            if probe <= from {
                break from;
            }
            if items.ts(probe - 1) < ts {
                break probe;
            }
            high = probe - 1;
            step *= 2;
        };
    }
    partition(low..high, |index| items.ts(index) < ts)
}

/// Returns the first item that is visible from `start` on.
pub(super) fn first_visible<I: Items>(items: &I, start: i64) -> usize {
    let first = partition(0..items.len(), |index| items.ts(index) < start);
    let over = |index: usize| items.end(index).or_else(|| items.over_by(index));
    let covers = |index: usize| over(index).is_none_or(|end| end > start);
    if first > 0 && covers(first - 1) {
        first - 1
    } else {
        first
    }
}
