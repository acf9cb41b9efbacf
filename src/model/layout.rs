//! Lays out the slices of several tracks as one visual track.
//!
//! A track group holds rows that overlap in time (asynchronous slices, frames).
//! Boxes, a depth-0 slice with its descendants, are placed tallest first into
//! the lowest free rows, as the reference does (spec trace-format 7.5).

use super::ids::{SliceId, TrackId};
use super::slice::SliceTable;

/// Returns, for every visual row of a group of tracks, its slices sorted by time.
///
/// Touching ends do not collide; a slice that never ended occupies its row to the end.
pub fn merged_rows(slices: &SliceTable, tracks: &[TrackId]) -> Vec<Vec<SliceId>> {
    let mut boxes: Vec<LayoutBox> = tracks
        .iter()
        .flat_map(|&track| boxes_of(slices, track))
        .collect();
    boxes.sort_by_key(|b| (std::cmp::Reverse(b.height), b.start, b.order));
    let mut occupied: Vec<Row> = Vec::new();
    let mut rows: Vec<Vec<SliceId>> = Vec::new();
    for b in &boxes {
        let base = lowest_free(&occupied, b);
        while rows.len() < base + b.height {
            rows.push(Vec::new());
            occupied.push(Row::default());
        }
        for row in &mut occupied[base..base + b.height] {
            row.insert(b.start, b.end);
        }
        for (depth, ids) in b.depths.iter().enumerate() {
            rows[base + depth].extend((ids.start..ids.end).map(SliceId));
        }
    }
    for row in &mut rows {
        row.sort_by_key(|&id| slices.order_key(id));
    }
    rows
}

/// A depth-0 slice with all its descendants.
struct LayoutBox {
    start: i64,
    end: i64,
    height: usize,
    order: (i64, u64),
    /// Per depth, the range of slice ids.
    depths: Vec<std::ops::Range<u32>>,
}

fn boxes_of(slices: &SliceTable, track: TrackId) -> Vec<LayoutBox> {
    let depths: Vec<_> = slices.depths(track).collect();
    let Some(roots) = depths.first() else {
        return Vec::new();
    };
    let mut next: Vec<usize> = vec![0; depths.len()];
    let mut boxes = Vec::with_capacity(roots.len());
    for index in 0..roots.len() {
        let root = roots.id(index);
        let until = (index + 1 < roots.len()).then(|| slices.order_key(roots.id(index + 1)));
        let mut end = end_or_max(slices, root);
        let mut ranges = vec![root.0..root.0 + 1];
        for (depth, rows) in depths.iter().enumerate().skip(1) {
            let from = next[depth];
            let mut to = from;
            while to < rows.len() && until.is_none_or(|key| slices.order_key(rows.id(to)) < key) {
                end = end.max(end_or_max(slices, rows.id(to)));
                to += 1;
            }
            next[depth] = to;
            if to == from {
                break;
            }
            ranges.push(rows.id(from).0..rows.id(from).0 + (to - from) as u32);
        }
        boxes.push(LayoutBox {
            start: slices.ts(root).ns(),
            end,
            height: ranges.len(),
            order: slices.order_key(root),
            depths: ranges,
        });
    }
    boxes
}

fn end_or_max(slices: &SliceTable, id: SliceId) -> i64 {
    slices.end(id).map_or(i64::MAX, crate::base::time::Ts::ns)
}

/// The occupied times of one visual row: disjoint, by start.
#[derive(Default)]
struct Row {
    taken: std::collections::BTreeMap<i64, i64>,
}

impl Row {
    fn is_free(&self, start: i64, end: i64) -> bool {
        if start >= end {
            return self
                .taken
                .range(..=start)
                .next_back()
                .is_none_or(|(_, &e)| e <= start);
        }
        self.taken
            .range(..end)
            .next_back()
            .is_none_or(|(_, &e)| e <= start)
    }

    fn insert(&mut self, start: i64, end: i64) {
        if start < end {
            self.taken.insert(start, end);
        }
    }
}

fn lowest_free(occupied: &[Row], b: &LayoutBox) -> usize {
    let mut base = 0;
    'search: while base < occupied.len() {
        for offset in 0..b.height {
            let Some(row) = occupied.get(base + offset) else {
                break;
            };
            if !row.is_free(b.start, b.end) {
                base += offset + 1;
                continue 'search;
            }
        }
        return base;
    }
    base
}
