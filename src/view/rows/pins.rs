//! How pinned rows, and the tracks of queries above them, share the lines that they may take.
//!
//! They take two fifths of the track area, or a little more where they are many. Tall rows are folded before a
//! row is left out.

use super::{Content, Row, Rows};
use crate::model::trace::Trace;
use crate::view::query_track::share_lines;

/// Track areas lower than this have no lines to spare.
const LOW: usize = 20;
/// A row that is shown for now has so many lines there.
const FOR_NOW_LINES: usize = 3;

impl Rows {
    /// Returns how many lines of a track area of some height each of the tracks of queries takes: together two
    /// fifths of it, so that a line is left for most that is pinned.
    pub fn queried_lines(&self, height: usize) -> Vec<usize> {
        share_lines(&self.queried, height * 2 / 5)
    }

    /// Returns how many lines of a track area of some height do not scroll.
    pub fn kept_room(&self, height: usize) -> usize {
        let queried: usize = self.queried_lines(height).iter().sum();
        queried + self.pinned_room(height - queried)
    }

    /// Returns how many lines of a track area of some height the pinned rows take: two fifths of it, or where
    /// they are many up to three, so that each has a line.
    pub fn pinned_room(&self, height: usize) -> usize {
        let lines = self.pinned.last().map_or(0, |row| match height {
            ..LOW if self.is_for_now(row) => row.top + row.lines.min(FOR_NOW_LINES),
            _ => row.top + row.lines,
        });
        let most = (height * 2 / 5).max(self.pinned.len().min(height * 3 / 5));
        lines.min(most)
    }

    /// Returns whether a pinned row is only shown for now, as nobody asked for it.
    pub fn is_for_now(&self, row: &Row) -> bool {
        self.for_now == Some(row.node)
    }

    /// Returns the pinned rows with so many lines together, and how many rows are left out because there are
    /// more than lines. The tallest are folded first; the row that was pinned last is never left out.
    pub fn fitted_pins(&self, trace: &Trace, half_height: bool, room: usize) -> (Vec<Row>, usize) {
        let n_out = self.pinned.len().saturating_sub(room);
        let (first, last) = self
            .pinned
            .split_at(self.pinned.len() - usize::from(n_out > 0));
        let kept = first.iter().take(room.saturating_sub(last.len()));
        let mut pins: Vec<Row> = kept.chain(last.iter().take(room)).copied().collect();
        for row in &mut pins {
            row.lines = row.lines.min(room);
        }
        let mut over = pins
            .iter()
            .map(|row| row.lines)
            .sum::<usize>()
            .saturating_sub(room);
        while over > 0 {
            // Of equally tall rows the lower ones lose a line first.
            let Some(tallest) = pins.iter_mut().max_by_key(|row| row.lines) else {
                break;
            };
            tallest.lines -= 1;
            over -= 1;
        }
        for row in &mut pins {
            if row.content == Content::Slices {
                let n_shown = row.lines * if half_height { 2 } else { 1 };
                let n_rows = trace.tree.node(row.data).rows.len();
                row.folded = row.folded.max(n_rows.saturating_sub(n_shown));
            }
        }
        (pins, n_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::model::track_tree::NodeKind;
    use crate::view::state::ViewState;

    #[test]
    fn pinned_rows_are_folded_before_one_is_left_out() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let nested: Vec<_> = (0..9).map(|n| (n, 100 - n, "deep")).collect();
        let mut pins = Vec::new();
        for tid in 1..=8 {
            let thread = b.thread(app, tid, "worker");
            let track = b.slice_track(Scope::Thread(thread), None);
            let n_deep = if tid == 2 { 9 } else { 3 };
            b.nested_slices(track, &nested[..n_deep]);
        }
        let trace = b.finish();
        for node in trace.tree.walk() {
            if matches!(trace.tree.node(node).kind, NodeKind::Slices(_)) {
                pins.push(node);
            }
        }
        let fitted = |n_pins: usize, height: usize| {
            let state = ViewState {
                pins: pins[..n_pins].to_vec(),
                ..ViewState::default()
            };
            let rows = Rows::new(&trace, &state);
            let room = rows.pinned_room(height);
            let (fitted, n_out) = rows.fitted_pins(&trace, false, room);
            let lines: Vec<_> = fitted.iter().map(|row| row.lines).collect();
            assert!(lines.iter().sum::<usize>() <= room);
            let last = fitted.last().map(|row| row.data);
            assert_eq!(last, pins[..n_pins].last().copied(), "the last pinned");
            let folded = fitted.iter().map(|row| row.folded).max().unwrap_or(0);
            (lines, folded, n_out)
        };
        assert_eq!(fitted(3, 50), (vec![3, 9, 3], 0, 0));
        // The tallest first, then the lower of those that are equal.
        assert_eq!(fitted(3, 30), (vec![3, 6, 3], 3, 0));
        assert_eq!(fitted(3, 20), (vec![3, 3, 2], 6, 0));
        assert_eq!(fitted(3, 5), (vec![1, 1, 1], 8, 0));
        // A line for each, up to three fifths of the area.
        assert_eq!(fitted(8, 15), (vec![1; 8], 8, 0));
        assert_eq!(fitted(8, 10), (vec![1; 6], 8, 2));
        assert_eq!(fitted(0, 10), (Vec::new(), 0, 0));
    }
}
