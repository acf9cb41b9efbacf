//! Turns sorted, disjoint items of one visual row into spans, at any zoom.
//!
//! A column in which many items begin becomes one dense cell: found by a
//! galloping search, coloured by a sample, with what must not vanish on top.
//! The cost is O(columns x log items), and linear where there are few.

mod blocks;
mod dense;
mod items;

use blocks::{Blocks, level_for};
use dense::Run;
use items::{first_visible, gallop};

pub(super) use dense::Sample;
pub(super) use items::Items;

use super::scene::{Glyph, Ink, Line, Mods, Role, Span, SpanKind, Stress, Text, Tone};
use super::text;
use super::viewport::Viewport;
use crate::base::time::Ts;

/// The mark of the selected instant.
pub(super) const SELECTED_INSTANT: char = '◆';

/// How the name of the selected item is written.
const SELECTED: Mods = Mods::BOLD.with(Mods::UNDERLINE);

/// A selected bar with fewer cells has its name on white, because its underline is too short to be found
/// among other bars of that name.
const NARROW_CELLS: usize = 20;

/// How many cells of a long bar are underlined before the selection rests on it.
const REACHED: u32 = 16;

/// Draws the items of a row into a line.
pub(super) struct Bars<'a, I> {
    items: &'a I,
    view: Viewport,
    kind: SpanKind,
    line: &'a mut Line,
    /// Where the spans of this row begin in the line.
    first_span: usize,
    run: Run,
    /// Whether the name of the selected item stands on it.
    is_named: bool,
}

impl<'a, I: Items> Bars<'a, I> {
    /// Returns a drawer; `kind` is `Bar`, or `Upper` or `Lower` for half-height rows.
    pub(super) fn new(items: &'a I, view: Viewport, kind: SpanKind, line: &'a mut Line) -> Self {
        let first_span = line.spans.len();
        // There is about one span a column, so that the list need not grow.
        line.spans
            .reserve(items.len().min(usize::from(view.cols())));
        Self {
            items,
            view,
            kind,
            line,
            first_span,
            run: Run::default(),
            is_named: false,
        }
    }

    /// Draws what the window shows.
    pub(super) fn draw(mut self) {
        let end = self.view.span().end().ns();
        let start = self.view.start().ns();
        let mut index = first_visible(self.items, start);
        let mut expected = 0;
        let level = level_for(self.items, self.view);
        let slack = self.view.ns_per_col() / 2;
        // When the next item begins, if its block says so.
        let mut known = None;
        while index < self.items.len() {
            let ts = known.take().unwrap_or_else(|| self.items.ts(index));
            if ts >= end {
                break;
            }
            let ts = ts.max(start);
            let col = self.col(ts);
            let next = self.view.ts_from_col(i64::from(col) + 1).ns();
            if let Some(blocks) = level.and_then(|level| Blocks::new(level, index, next, slack)) {
                let until = blocks.until();
                let all = &blocks.level.blocks()[blocks.from..blocks.to];
                let sample =
                    |bars: &Self| bars.items.sum(all, until - index, bars.view.ns_per_col());
                self.dense((index, until), col, next, sample);
                known = Some(blocks.after());
                index = until;
                continue;
            }
            let until = gallop(self.items, index + 1, next, expected);
            expected = until - index - 1;
            if self.is_dense(index, until, col) {
                let sample = |bars: &Self| bars.sample(index, until, next);
                self.dense((index, until), col, next, sample);
                self.tail(until - 1, next, col * 8 + 8);
            } else {
                for at in index..until {
                    self.bar(at);
                }
                // The selected instant is seen, whatever else is in its cell.
                if let Some(selected) = self.selected_instant(index, until) {
                    self.instant_glyph(selected, col, Mods::BOLD);
                }
            }
            index = until;
        }
        self.flush_run();
        if self.kind == SpanKind::Bar && !self.is_named {
            self.mark_selected();
        }
    }

    /// Marks the selected bar if its name does not stand on it, because an underline is not seen beside other
    /// bars of one colour.
    fn mark_selected(&mut self) {
        let Some(item) = self.items.selected().map(|index| self.items.item(index)) else {
            return;
        };
        let spans = self.line.spans.get(self.first_span..).unwrap_or_default();
        let mut own = spans.iter().filter(|span| span.item == item);
        let Some(&first) = own.next() else { return };
        let last = own.next_back().unwrap_or(&first);
        let x = Span {
            x1: last.x1,
            ..first
        }
        .mark_cell() as u16;
        // A number of a dense run would be another number if the mark hid a digit.
        self.line
            .texts
            .retain(|text| !(text.x..text.end()).contains(&x));
        self.line.glyphs.push(Glyph {
            x,
            ch: SELECTED_INSTANT,
            ink: Ink::OnFill,
            mods: Mods::BOLD,
            behind: false,
            item,
        });
    }

    fn col(&self, ts: i64) -> u32 {
        let col = self.view.col_from_ts(Ts::from_ns(ts));
        col.clamp(0, i64::from(self.view.cols()) - 1) as u32
    }

    /// Returns the eighth of an instant, inside the window.
    fn eighth(&self, ts: i64) -> u32 {
        let eighth = self.view.eighth_from_ts(Ts::from_ns(ts));
        eighth.clamp(0, i64::from(self.view.cols()) * 8) as u32
    }

    /// Returns the last span of this row so far.
    fn last(&self) -> Option<&Span> {
        self.line.spans.get(self.first_span..)?.last()
    }

    fn last_mut(&mut self) -> Option<&mut Span> {
        self.line.spans.get_mut(self.first_span..)?.last_mut()
    }

    fn last_end(&self) -> u32 {
        self.last().map_or(0, |span| span.x1)
    }

    /// Returns where an item ends, in eighths, after `x0`. What must be seen reaches into every
    /// eighth that it touches.
    fn end_eighth(&self, index: usize, x0: u32) -> u32 {
        let end = self.end_of(index);
        let ts = if self.items.is_kept(index) {
            end.saturating_sub(1)
        } else {
            end
        };
        let rounded = u32::from(ts != end);
        (self.eighth(ts) + rounded).max(x0 + 1)
    }

    fn is_instant(&self, index: usize) -> bool {
        self.items.end(index) == Some(self.items.ts(index))
    }

    fn is_selected(&self, index: usize) -> bool {
        self.items.selected() == Some(index)
    }

    /// Returns how an item is drawn, unless it is an instant.
    fn kind_of(&self, index: usize) -> SpanKind {
        match self.kind {
            SpanKind::Bar if self.items.end(index).is_none() => SpanKind::Open,
            kind => kind,
        }
    }

    /// Returns the end of an item as it is drawn: an unfinished one lasts until the next, or as long as it can have.
    fn end_of(&self, index: usize) -> i64 {
        let end = self.items.end(index).unwrap_or_else(|| {
            let has_next = index + 1 < self.items.len();
            let next = has_next.then(|| self.items.ts(index + 1));
            let ends = [next, self.items.over_by(index)].into_iter().flatten();
            ends.min().unwrap_or(i64::MAX)
        });
        let known = self.items.known_end(index);
        known.map_or(end, |known| known.min(end))
    }

    fn push(&mut self, mut span: Span) {
        // A span that must be seen keeps its start, and the span before it makes room.
        if span.stress > Stress::None
            && let Some(last) = self.last_mut()
            && last.x1 > span.x0
            && last.x0 < span.x0
        {
            last.x1 = span.x0;
        }
        span.x0 = span.x0.max(self.last_end());
        span.x1 = span
            .x1
            .max(span.x0 + 1)
            .min(u32::from(self.view.cols()) * 8);
        if span.x0 >= span.x1 {
            return;
        }
        let head = (span.x0 / 8 + REACHED) * 8;
        let is_reached = span.stress == Stress::Selected && !self.items.is_settled();
        if is_reached && span.kind == SpanKind::Bar && head + 64 < span.x1 {
            self.line.spans.push(Span { x1: head, ..span });
            span = Span {
                x0: head,
                stress: Stress::Kept,
                ..span
            };
        }
        self.line.spans.push(span);
    }

    /// Draws an item, darker past its deadline, which may also be out of sight or before the item begins.
    fn push_until_due(&mut self, index: usize, span: Span) {
        let late = Span {
            tone: Tone::Deep,
            ..span
        };
        let due = self.items.deadline(index);
        match due.filter(|&due| due < self.end_of(index)) {
            Some(due) if self.eighth(due) <= span.x0 => self.push(late),
            Some(due) if self.eighth(due) < span.x1 => {
                let due = self.eighth(due);
                self.push(Span { x1: due, ..span });
                self.push(Span { x0: due, ..late });
            }
            _ => self.push(span),
        }
    }

    fn stress(&self, index: usize) -> Stress {
        if self.is_selected(index) {
            Stress::Selected
        } else if self.items.is_kept(index) {
            Stress::Kept
        } else {
            Stress::None
        }
    }

    fn bar(&mut self, index: usize) {
        self.flush_run();
        if self.items.is_skipped(index) {
            return;
        }
        if self.is_instant(index) {
            self.instant(index);
            return;
        }
        let mut x0 = self.eighth(self.items.ts(index));
        let x1 = self.end_eighth(index, x0);
        let ink = self.items.ink(index);
        // Neighbours of one colour need a gap between them. If a name ends at the edge, its last letter would
        // stand in the gap, so that the gap goes to the next item.
        let edge = x0;
        let ends_there = |text: &Text| u32::from(text.end()) * 8 == edge;
        let is_named = x1 - x0 > 1 && self.line.texts.last().is_some_and(ends_there);
        if self.kind == SpanKind::Bar
            && let Some(last) = self.last_mut()
            && last.x1 == x0
            && last.ink == ink
        {
            if last.x1 - last.x0 > 1 && !is_named {
                last.x1 -= 1;
            } else if x1 - x0 > 1 {
                x0 += 1;
            }
        }
        let span = Span {
            x0,
            x1,
            kind: self.kind_of(index),
            ink,
            tone: self.items.tone(index),
            stress: self.stress(index),
            item: self.items.item(index),
        };
        self.push_until_due(index, span);
        if self.kind == SpanKind::Bar {
            self.label(index, x0, x1);
        }
    }

    /// Returns the part of an item that its name goes into, as a name across the deadline would be hard to
    /// read. It goes before the deadline if it has room there, else into the longer part if it needs no cut
    /// there.
    fn labelled_part(&self, index: usize, name: &str, (x0, x1): (u32, u32)) -> (u32, u32) {
        let due = self.items.deadline(index).map(|due| self.eighth(due));
        let Some(due) = due.filter(|due| (x0 + 1..x1).contains(due)) else {
            return (x0, x1);
        };
        let room = |x0: u32, x1: u32| (x1 / 8).saturating_sub(x0.div_ceil(8)) as usize;
        let before = (x0, due);
        let longer = if due - x0 >= x1 - due {
            before
        } else {
            (due, x1)
        };
        let fits = |(x0, x1): (u32, u32)| text::width(name) < room(x0, x1);
        let is_short = |room: usize| {
            let short = self.items.short_label(index, room);
            short.is_some_and(|short| !short.contains('…') && text::width(&short) <= room)
        };
        match before {
            _ if fits(before) => before,
            _ if fits(longer) || is_short(room(longer.0, longer.1)) => longer,
            _ => (x0, x1),
        }
    }

    /// Writes the name of an item into its span, if there is room.
    fn label(&mut self, index: usize, x0: u32, x1: u32) {
        if (x1 / 8).saturating_sub(x0.div_ceil(8)) < 2 {
            return;
        }
        let mut name = self.items.label(index);
        let is_narrow = x1 / 8 < x0.div_ceil(8) + NARROW_CELLS as u32;
        let (x0, x1) = self.labelled_part(index, &name, (x0, x1));
        let (first, last) = (x0.div_ceil(8), x1 / 8);
        let room = last.saturating_sub(first) as usize;
        if room < 2 {
            return;
        }
        if text::width(&name) > room
            && let Some(short) = self.items.short_label(index, room)
        {
            name = short;
            if text::width(&name) > room {
                return;
            }
        }
        if name.is_empty() {
            return;
        }
        let selected = self.is_selected(index);
        let stands_out = selected && is_narrow;
        // Beside a name on white the colour of the bar is seen at both ends, unless a name that fits would be
        // cut for it.
        let fits_without = (room - 1..=room).contains(&text::width(&name));
        let has_ends = stands_out && room >= 6 && !fits_without;
        let (first, room) = if has_ends {
            (first + 1, room - 2)
        } else {
            (first, room)
        };
        let is_padded = room >= 4 && text::width(&name) < room && !has_ends;
        let label = match room {
            // A number is not cut, because a part of it is another number.
            2 | 3 if text::width(&name) > room && cuts_a_number(&name, room) => return,
            2 | 3 if text::width(&name) > room => {
                name.chars().take_while(char::is_ascii).take(room).collect()
            }
            _ => text::fit_label(&name, room - usize::from(is_padded)).into_owned(),
        };
        self.is_named |= selected;
        self.line.texts.push(Text {
            x: first as u16 + u16::from(is_padded),
            text: label,
            ink: if stands_out {
                Ink::OnFill
            } else {
                self.items.label_ink(index)
            },
            ground: stands_out.then_some(Ink::Role(Role::Strong)),
            mods: if selected { SELECTED } else { Mods::NONE },
        });
    }

    /// Draws an instant, with its name if there is room up to the next item.
    fn instant(&mut self, index: usize) {
        let x = self.col(self.items.ts(index));
        let (ink, mods) = if self.is_selected(index) {
            (Role::Strong, Mods::BOLD)
        } else {
            (Role::Dim, Mods::NONE)
        };
        self.instant_glyph(index, x, mods);
        if self.kind != SpanKind::Bar {
            return;
        }
        let next = if index + 1 < self.items.len() {
            self.eighth(self.items.ts(index + 1)) / 8
        } else {
            u32::from(self.view.cols())
        };
        let room = next.saturating_sub(x + 3) as usize;
        if room >= 4 && self.last_end() <= x * 8 {
            let name = self.items.label(index);
            self.line.texts.push(Text {
                x: x as u16 + 2,
                text: text::fit_label(&name, room.min(32)).into_owned(),
                ink: Ink::Role(ink),
                ground: None,
                mods,
            });
        }
    }

    /// Returns the selected item if it is an instant and in the range.
    fn selected_instant(&self, from: usize, to: usize) -> Option<usize> {
        let selected = self.items.selected()?;
        ((from..to).contains(&selected) && self.is_instant(selected)).then_some(selected)
    }

    /// Marks a cell as that of an instant; a later mark in it covers this one.
    fn instant_glyph(&mut self, index: usize, col: u32, mods: Mods) {
        self.line.glyphs.push(Glyph {
            x: col as u16,
            ch: if self.is_selected(index) {
                SELECTED_INSTANT
            } else {
                '▾'
            },
            ink: self.items.ink(index),
            mods,
            behind: false,
            item: self.items.item(index),
        });
    }
}

/// Returns whether the first `room` characters of a name end within a number.
fn cuts_a_number(name: &str, room: usize) -> bool {
    let around = name.as_bytes().get(room - 1..=room);
    around.is_some_and(|around| around.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests;
