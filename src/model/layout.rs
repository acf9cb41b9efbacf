//! Lays out the slices of several tracks as one visual track.
//!
//! A track group holds rows that overlap in time (asynchronous slices). Boxes,
//! a depth-0 slice with its descendants, are placed tallest first into the
//! lowest free rows, as the reference's `experimental_slice_layout.cc` does. Boxes of one
//! height are swept in time order over a tree of the rows, so that a placement
//! costs O(log rows) and not a visit of every row. Frames use the simpler
//! [`packed_rows`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::ops::Range;

use super::ids::{SliceId, TrackId};
use super::slice::SliceTable;
use crate::base::time::Ts;

mod row_tree;
#[cfg(test)]
mod tests;

use row_tree::{OCCUPIED, RowTree};

/// Returns, for every visual row of a group of tracks, its slices sorted by time.
///
/// Touching ends do not collide; a slice that never ended occupies its row to the end, an instant
/// occupies nothing and stands before a slice that begins with it.
pub fn merged_rows(slices: &SliceTable, tracks: &[TrackId]) -> Vec<Vec<SliceId>> {
    let mut boxes = Boxes::default();
    for &track in tracks {
        boxes.add_track(slices, track);
    }
    boxes
        .list
        .sort_unstable_by_key(|b| (Reverse(b.height), b.start, b.order, b.first_range));
    let n_rows = place(&mut boxes.list);
    // Boxes on a row follow each other, so that their slices are in order already, except for slices that
    // start at one time.
    let time = |b: &LayoutBox| (b.start, b.end != b.start, b.order, b.first_range);
    boxes.list.sort_unstable_by_key(time);
    let mut rows: Vec<Vec<SliceId>> = vec![Vec::new(); n_rows];
    for b in &boxes.list {
        for offset in 0..b.height {
            let range = boxes.ranges[b.first_range + offset].clone();
            rows[b.base + offset].extend(range.map(SliceId));
        }
    }
    for row in &mut rows {
        if !row.is_sorted_by_key(|&id| slices.row_key(id)) {
            row.sort_unstable_by_key(|&id| slices.row_key(id));
        }
    }
    rows
}

/// Returns, for every visual row, its slices sorted by time: each slice goes, in time order, to
/// the lowest row whose last slice has ended, or was over if its end was lost. Nesting is ignored.
pub fn packed_rows(slices: &SliceTable, tracks: &[TrackId]) -> Vec<Vec<SliceId>> {
    let depths = tracks.iter().flat_map(|&track| slices.depths(track));
    let lists = depths.filter_map(|depth| {
        let mut ids = depth.ids();
        let first = ids.next()?;
        Some(Reverse(Next {
            key: slices.order_key(first),
            id: first,
            left: ids.len(),
        }))
    });
    // Each list is in order.
    let mut lists: BinaryHeap<Reverse<Next>> = lists.collect();
    let mut rows: Vec<Vec<SliceId>> = Vec::new();
    let mut busy: BinaryHeap<Reverse<(i64, usize)>> = BinaryHeap::new();
    let mut free: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
    while let Some(mut list) = lists.peek_mut() {
        let Next { key, id, left } = list.0;
        if left == 0 {
            PeekMut::pop(list);
        } else {
            let id = SliceId(id.0 + 1);
            list.0 = Next {
                key: slices.order_key(id),
                id,
                left: left - 1,
            };
        }
        let over = slices.over_by(id).map_or(i64::MAX, Ts::ns);
        let (start, end) = (key.0, over);
        while let Some(&Reverse((until, row))) = busy.peek()
            && until <= start
        {
            busy.pop();
            free.push(Reverse(row));
        }
        let row = free.pop().map_or(rows.len(), |row| row.0);
        if row == rows.len() {
            rows.push(Vec::new());
        }
        rows[row].push(id);
        if end > start {
            busy.push(Reverse((end, row)));
        } else {
            free.push(Reverse(row));
        }
    }
    rows
}

/// The next slice of a list in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    key: (i64, u64),
    id: SliceId,
    /// How many slices of the list follow.
    left: usize,
}

/// A depth-0 slice with all its descendants.
#[derive(Debug)]
struct LayoutBox {
    start: i64,
    end: i64,
    /// How many depths it has.
    height: usize,
    order: (i64, u64),
    /// Where in [`Boxes::ranges`] its slice ids are, one range per depth.
    first_range: usize,
    /// The row of its depth 0.
    base: usize,
}

#[derive(Debug, Default)]
struct Boxes {
    list: Vec<LayoutBox>,
    ranges: Vec<Range<u32>>,
}

impl Boxes {
    fn add_track(&mut self, slices: &SliceTable, track: TrackId) {
        let depths: Vec<_> = slices.depths(track).collect();
        let Some((roots, below)) = depths.split_first() else {
            return;
        };
        let mut next: Vec<usize> = vec![0; below.len()];
        for index in 0..roots.len() {
            let root = roots.id(index);
            let until = (index + 1 < roots.len()).then(|| slices.order_key(roots.id(index + 1)));
            let mut end = end_or_max(slices, root);
            let first_range = self.ranges.len();
            self.ranges.push(root.0..root.0 + 1);
            for (rows, next) in below.iter().zip(&mut next) {
                let from = *next;
                while *next < rows.len()
                    && until.is_none_or(|key| slices.order_key(rows.id(*next)) < key)
                {
                    end = end.max(end_or_max(slices, rows.id(*next)));
                    *next += 1;
                }
                if *next == from {
                    break;
                }
                let first = rows.id(from).0;
                self.ranges.push(first..first + (*next - from) as u32);
            }
            self.list.push(LayoutBox {
                start: slices.ts(root).ns(),
                end,
                height: self.ranges.len() - first_range,
                order: slices.order_key(root),
                first_range,
                base: 0,
            });
        }
    }
}

fn end_or_max(slices: &SliceTable, id: SliceId) -> i64 {
    slices.end(id).map_or(i64::MAX, Ts::ns)
}

/// Sets the base of every box, which are sorted by height descending, then time; returns how many
/// rows they need.
fn place(boxes: &mut [LayoutBox]) -> usize {
    let mut n_rows = 0;
    let mut done = 0;
    while done < boxes.len() {
        let height = boxes[done].height;
        let len = boxes[done..].partition_point(|b| b.height == height);
        let (placed, rest) = boxes.split_at_mut(done);
        n_rows = place_class(placed, &mut rest[..len], n_rows);
        done += len;
    }
    n_rows
}

/// Places boxes of one height, sorted by time, around those already `placed`.
fn place_class(placed: &[LayoutBox], class: &mut [LayoutBox], mut n_rows: usize) -> usize {
    // Instants are obstacles, too: a box may touch them but not reach over them.
    let mut obstacles: Vec<&LayoutBox> = placed.iter().collect();
    obstacles.sort_unstable_by_key(|b| b.start);
    // For every row the starts of its obstacles, the next one last.
    let mut starts: Vec<Vec<i64>> = vec![Vec::new(); n_rows];
    for b in obstacles.iter().rev() {
        for row in &mut starts[b.base..b.base + b.height] {
            row.push(b.start);
        }
    }
    let mut rows = RowTree::new(starts.iter().map(|row| *row.last().unwrap_or(&i64::MAX)));
    let mut obstacles = obstacles.into_iter().peekable();
    let mut busy = Busy::new();
    for b in class {
        while let Some(obstacle) = obstacles.next_if(|o| o.start <= b.start) {
            release(&mut rows, &mut busy, &starts, obstacle.start);
            let range = obstacle.base..obstacle.base + obstacle.height;
            for (row, starts) in range.clone().zip(&mut starts[range]) {
                starts.pop();
                rows.set(row, OCCUPIED);
            }
            busy.push(Reverse((obstacle.end, obstacle.base, obstacle.height)));
        }
        release(&mut rows, &mut busy, &starts, b.start);
        b.base = rows.lowest_run(b.height, b.end, n_rows);
        n_rows = n_rows.max(b.base + b.height);
        if b.start < b.end {
            for row in b.base..b.base + b.height {
                rows.set(row, OCCUPIED);
            }
            busy.push(Reverse((b.end, b.base, b.height)));
        }
    }
    n_rows
}

/// Occupied rows: (until when, first row, how many).
type Busy = BinaryHeap<Reverse<(i64, usize, usize)>>;

/// Frees the rows whose box has ended at `now`, until their next obstacle starts.
fn release(rows: &mut RowTree, busy: &mut Busy, starts: &[Vec<i64>], now: i64) {
    while let Some(&Reverse((until, base, height))) = busy.peek()
        && until <= now
    {
        busy.pop();
        for row in base..base + height {
            let next = starts.get(row).and_then(|starts| starts.last());
            rows.set(row, *next.unwrap_or(&i64::MAX));
        }
    }
}
