//! Cells in which more items begin than a cell can show.
//!
//! A dense cell is as dark as it is busy, in the colour of a sample of its items, unless one of them must be
//! seen. A run of dense cells says how many items it holds.

use super::Bars;
use super::items::Items;
use crate::base::time::{TimeSpan, Ts};
use crate::view::color::{Blend, NameInk};
use crate::view::scene::{Ink, Mods, Span, SpanKind, Stress, Text, Tone};
use crate::view::text;

/// How many items of a dense cell are looked at for its colour.
const SAMPLE: usize = 4;
/// A run of dense cells at least this long shows how many items it holds.
const COUNT_CELLS: u32 = 6;

/// An estimate for all items of a cell, made from a few of them.
#[derive(Default)]
pub(in crate::view) struct Sample {
    /// How many items were looked at.
    pub(in crate::view) seen: i64,
    /// Their time in the cell.
    pub(in crate::view) total: i64,
    /// The mean of their colours.
    pub(in crate::view) blend: Blend,
    /// The longest.
    pub(in crate::view) longest: Option<usize>,
    /// The colour of the longest, if it is that of a name.
    pub(in crate::view) name: Option<NameInk>,
    /// Whether they are all instants.
    pub(in crate::view) is_instants: bool,
}

/// A run of dense cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    first: u32,
    cells: u32,
    items: usize,
}

impl<I: Items> Bars<'_, I> {
    /// Returns whether more edges fall into the column than a cell can show.
    pub(super) fn is_dense(&self, from: usize, to: usize, col: u32) -> bool {
        let n = to - from;
        if n > 3 {
            return true;
        }
        let (left, right) = (col * 8, col * 8 + 8);
        let mut at = self.last_end().max(left);
        // A cell has two colours: three items, or an item with gaps on both sides beside another,
        // are too many.
        let reaches_in = u32::from(at > left);
        let (mut edges, mut parts) = (reaches_in, reaches_in);
        let mut before = self.last().map_or(0, |span| span.x0);
        for index in from..to {
            if self.is_instant(index) || self.items.is_skipped(index) {
                continue;
            }
            parts += 1;
            let x0 = self.eighth(self.items.ts(index));
            let x1 = self.end_eighth(index, x0);
            if x0 < at && at <= before.max(left) + 1 {
                // Both items are in one eighth, so that neither can make room.
                return true;
            }
            edges += u32::from(x0 > at) + u32::from(x1 < right);
            before = x0;
            at = x1;
        }
        n > 1 && (edges >= 3 || parts >= 3)
    }

    /// Draws one cell for many items. They are sampled unless one of them must be shown.
    pub(super) fn dense(
        &mut self,
        (from, to): (usize, usize),
        col: u32,
        next: i64,
        sample: impl FnOnce(&Self) -> Sample,
    ) {
        let (left, right) = (col * 8, col * 8 + 8);
        // A span that reaches into the cell from the left makes room for it.
        if let Some(last) = self.last_mut()
            && last.x1 > left
        {
            last.x1 = left.max(last.x0 + 1);
        }
        let span = TimeSpan::new(self.view.ts_from_col(i64::from(col)), Ts::from_ns(next));
        let outstanding = self.items.outstanding(from, to, span);
        let sample = match outstanding {
            Some(_) => Sample::default(),
            None => sample(self),
        };
        if let Some(selected) = self.selected_instant(from, to) {
            self.instant_cell(selected, col);
            return;
        }
        let Some(shown) = outstanding.or(sample.longest) else {
            return;
        };
        if sample.is_instants && outstanding.is_none() {
            self.instant_cell(shown, col);
            return;
        }
        let ink = match sample.name {
            Some(name) if outstanding.is_none() => Ink::Name(NameInk {
                rgb: sample.blend.mean(),
                ..name
            }),
            // The item is looked at only here, because that costs as much as everything else.
            _ => self.items.ink(shown),
        };
        let n = to - from;
        let covered = sample.total as f64 * n as f64 / sample.seen.max(1) as f64;
        let share = covered / self.view.ns_per_col() as f64;
        let tone = match outstanding {
            Some(index) => self.items.tone(index),
            // The root spreads nearly idle cells over more steps than nearly busy ones, as the eye does.
            None => Tone::Share((share.sqrt() * 8.0).ceil().clamp(1.0, 8.0) as u8),
        };
        let level = match n {
            0..6 => 0,
            6..64 => 1,
            _ => 2,
        };
        self.push(Span {
            x0: left,
            x1: right,
            kind: match self.kind {
                SpanKind::Bar => SpanKind::Dense(level),
                kind => kind,
            },
            ink,
            tone,
            stress: match outstanding {
                Some(index) if self.is_selected(index) => Stress::Selected,
                Some(_) => Stress::Kept,
                None => Stress::None,
            },
            item: self.items.item(shown),
        });
        self.count(col, n);
    }

    /// Looks at the first of many items.
    pub(super) fn sample(&self, from: usize, to: usize, next: i64) -> Sample {
        let mut sample = Sample::default();
        let mut most = -1;
        let (mut instants, mut skipped) = (0, 0);
        // Neighbours in memory: a sample spread over the cell would cost a cache miss each.
        for index in from..to.min(from + SAMPLE) {
            sample.seen += 1;
            if self.items.is_skipped(index) {
                skipped += 1;
                continue;
            }
            let own = self.items.dur(index);
            let left = next.saturating_sub(self.items.ts(index)).max(0);
            let dur = own.map_or(0, |own| own.min(left));
            instants += i64::from(own == Some(0));
            sample.total = sample.total.saturating_add(dur);
            let name = match self.items.ink(index) {
                Ink::Name(name) => Some(name),
                _ => None,
            };
            if let Some(name) = name {
                sample.blend.add(name.rgb, dur.max(1) as f32);
            }
            if dur > most {
                most = dur;
                sample.longest = Some(index);
                sample.name = name;
            }
        }
        sample.is_instants = instants + skipped == sample.seen;
        sample
    }

    /// Adds a cell to the run of dense cells that ends just before it.
    fn count(&mut self, col: u32, n: usize) {
        if self.run.cells > 0 && self.run.first + self.run.cells != col {
            self.flush_run();
        }
        if self.run.cells == 0 {
            self.run.first = col;
        }
        self.run.cells += 1;
        self.run.items += n;
    }

    /// Draws what the last item of a dense cell covers after it.
    pub(super) fn tail(&mut self, last: usize, next: i64, right: u32) {
        if self.end_of(last) <= next || self.items.is_skipped(last) {
            return;
        }
        let x1 = self.end_eighth(last, right - 1);
        if x1 <= right {
            return;
        }
        self.flush_run();
        let span = Span {
            x0: right,
            x1,
            kind: self.kind_of(last),
            ink: self.items.ink(last),
            tone: self.items.tone(last),
            stress: self.stress(last),
            item: self.items.item(last),
        };
        self.push_until_due(last, span);
        if self.kind == SpanKind::Bar {
            self.label(last, right, x1);
        }
    }

    /// Draws one cell for many instants.
    fn instant_cell(&mut self, index: usize, col: u32) {
        self.flush_run();
        self.instant_glyph(index, col, Mods::BOLD);
    }

    /// Says how many items a run of dense cells holds, if there is room.
    pub(super) fn flush_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        let is_worth_it = run.cells >= COUNT_CELLS && run.items >= 16;
        if !is_worth_it || self.kind != SpanKind::Bar || !self.items.counts() {
            return;
        }
        let count = format!("×{}", text::short_count(run.items as u64));
        let width = text::width(&count) as u32;
        if width + 2 <= run.cells {
            let x = run.first + (run.cells - width) / 2;
            self.line.texts.push(Text {
                x: x as u16,
                text: count,
                ink: Ink::OnFill,
                ground: None,
                mods: Mods::NONE,
            });
        }
    }
}
