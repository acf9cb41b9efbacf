//! Numbers of flows: beside the bends of their arrows, and at the edges beyond which they lead.
//!
//! A number stands where it can be read, near to what it counts, else nowhere: it
//! covers no label and no mark, and runs into no other text.

use super::{Arrival, At, Bundle, OVER_LABEL, Pen, Router, StrokeShape, TO_LEFT, TO_RIGHT};

/// How far from its place a count may stand, in columns; further away it would seem to belong to another
/// arrow.
const COUNT_COLS: i64 = 12;

impl Router {
    /// Writes an arrow and a count over the end of a line if there is room, else the arrow at the
    /// end and, where it is more than one, the count beside it.
    pub(super) fn write_at_end(&mut self, pen: Pen, at: At, arrow: char, count: usize) {
        // Heads of arrows look like those up and down, but for their numbers.
        let text = match (arrow, count) {
            (TO_LEFT | TO_RIGHT, 1) => arrow.to_string(),
            _ => format!("{arrow}{count}"),
        };
        let len = text.chars().count() as i64;
        let mut over = (0..len).map(|by| At { x: at.x - by, ..at });
        if let Some(first) = over.find(|&first| self.is_open(first, &text)) {
            self.put(pen, first, &text);
            return;
        }
        let is_written = count > 1 && self.write(pen, at, &text);
        let end = self.index(at).map(|index| self.cells[index]);
        let is_free = end.is_some_and(|cell| !cell.label && !cell.blocked && cell.mark.is_none());
        if is_free || !(is_written || self.write(pen, at, &arrow.to_string())) {
            self.mark(pen, at, StrokeShape::Char(arrow));
        }
    }

    /// Writes how many flows come from beyond an edge beside the end of their line: on the edge or,
    /// where words stand there, on the next lines towards the head.
    fn write_beside(&mut self, arrival: Arrival) {
        let Arrival {
            pen,
            at,
            y,
            n_flows,
        } = arrival;
        if n_flows < 2 {
            return;
        }
        let text = format!("×{n_flows}");
        let len = text.chars().count() as i64;
        let step = (y - at.y).signum();
        let lines = (0..(y - at.y).abs().max(1)).map(|by| at.y + by * step);
        // Marks of the tree stand left of the first column, and a number there would seem to belong to them.
        let sides = [at.x + 1, at.x - len].into_iter().filter(|&x| x > 0);
        let mut places = lines.flat_map(|y| sides.clone().map(move |x| At { x, y }));
        match places.find(|&first| self.is_open(first, &text)) {
            Some(first) => self.put(pen, first, &text),
            None => {
                self.write(pen, At { x: at.x + 1, ..at }, &text);
            }
        }
    }

    /// Returns whether a text can be read here: it lies within the timeline and covers neither a
    /// label nor a mark, and no other text or number goes on where its own ends.
    fn is_open(&self, first: At, text: &str) -> bool {
        let cell = |x: i64| {
            let index = self.index(At { x, ..first });
            index.map(|index| &self.cells[index])
        };
        let is_free = |x: i64| {
            cell(x).is_some_and(|cell| cell.mark.is_none() && !cell.blocked && !cell.label)
        };
        let is_text = |x: i64| {
            cell(x).is_some_and(|cell| {
                let is_count = |mark| matches!(mark, StrokeShape::Char('0'..='9' | '×'));
                cell.label || cell.mark.is_some_and(is_count)
            })
        };
        let end = first.x + text.chars().count() as i64;
        let begins = text.starts_with(|c: char| c == '×' || c.is_ascii_digit());
        let goes_on = begins && is_text(first.x - 1);
        (first.x..end).all(is_free) && !goes_on && !is_text(end)
    }

    /// Returns how much of labels a text of `len` cells would cover; what lies outside of the
    /// timeline, or on the selection's label or a mark, cannot be written on.
    pub(in super::super) fn covered(&self, first: At, len: i64) -> u64 {
        let cells = (first.x..first.x + len).map(|x| At { x, ..first });
        cells.fold(0, |sum: u64, at| {
            let cell = self.index(at).map(|index| &self.cells[index]);
            let cost = cell
                .filter(|cell| cell.mark.is_none() && !cell.blocked)
                .map_or(u64::MAX, |cell| cell.cost / OVER_LABEL);
            sum.saturating_add(cost)
        })
    }

    /// Writes a text as near to a cell as it can be read, and returns whether there is such a place
    /// near.
    pub(in super::super) fn write(&mut self, pen: Pen, at: At, text: &str) -> bool {
        let len = text.chars().count() as i64;
        let last = (i64::from(self.area.width) - len).max(0);
        let wanted = at.x.clamp(0, last);
        let near = (0..=COUNT_COLS).flat_map(|by| [wanted + by, wanted - by]);
        let mut places = near.map(|x| At { x, ..at });
        let place = places.find(|&first| self.is_open(first, text));
        if let Some(first) = place {
            self.put(pen, first, text);
        }
        place.is_some()
    }

    /// Writes a text from a cell on.
    fn put(&mut self, pen: Pen, first: At, text: &str) {
        for (x, c) in (first.x..).zip(text.chars()) {
            self.mark(pen, At { x, ..first }, StrokeShape::Char(c));
        }
    }

    /// Writes how many flows share the arrow beside its bend.
    pub(super) fn bundle_count(&mut self, bundle: &Bundle, bend: At) {
        if bundle.flows.len() < 2 {
            return;
        }
        let text = format!("×{}", bundle.flows.len());
        let beside = At {
            x: bend.x + 1,
            ..bend
        };
        self.counts.push((Pen::of(bundle), beside, text));
    }

    /// Writes the counts that had to wait for all lines and heads.
    pub(super) fn write_counts(&mut self) {
        for arrival in std::mem::take(&mut self.arrivals).into_iter().rev() {
            self.write_beside(arrival);
        }
        // The most important arrow was drawn last, and its count is written first.
        for (pen, beside, text) in std::mem::take(&mut self.counts).into_iter().rev() {
            self.write(pen, beside, &text);
        }
    }
}
