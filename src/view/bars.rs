//! Turns sorted, disjoint items of one visual row into spans, at any zoom.
//!
//! A column in which many items begin becomes one dense cell: found by a
//! galloping search, coloured by a sample, with what must not vanish on top.
//! The cost is O(columns x log items), and linear where there are few.

mod blocks;

use blocks::{Blocks, level_for};

use super::color::{Blend, NameInk};
use super::scene::{Glyph, Ink, Item, Line, Mods, Role, Span, SpanKind, Stress, Text, Tone};
use super::text;
use super::viewport::Viewport;
use crate::base::time::{TimeSpan, Ts};
use crate::model::blocks::Level;

/// The mark of the selected instant.
pub(super) const SELECTED_INSTANT: char = '◆';

/// Items of one visual row: sorted by start, disjoint.
pub(super) trait Items {
    /// What a block of them adds up to.
    type Block;

    /// Returns how many there are.
    fn len(&self) -> usize;

    /// Returns when one starts.
    fn ts(&self, index: usize) -> i64;

    /// Returns when one ends, `None` if never.
    fn end(&self, index: usize) -> Option<i64>;

    /// Returns how long one lasts, `None` if it never ends.
    fn dur(&self, index: usize) -> Option<i64> {
        self.end(index)
            .map(|end| end.saturating_sub(self.ts(index)))
    }

    /// Returns what one stands for.
    fn item(&self, index: usize) -> Item;

    /// Returns the colour of one.
    fn ink(&self, index: usize) -> Ink;

    /// Returns the safe name of one.
    fn label(&self, index: usize) -> String;

    /// Returns the colour of the text on one.
    fn label_ink(&self, _index: usize) -> Ink {
        Ink::OnFill
    }

    /// Returns what to say of one where its name does not fit; `None` if a part of that is better.
    fn short_label(&self, _index: usize) -> Option<String> {
        None
    }

    /// Returns whether it says something how many there are in a stretch of dense cells.
    fn counts(&self) -> bool {
        true
    }

    /// Returns a change of colour of one.
    fn tone(&self, _index: usize) -> Tone {
        Tone::Normal
    }

    /// Returns whether one is not drawn at all.
    fn is_skipped(&self, _index: usize) -> bool {
        false
    }

    /// Returns the place of the selected one.
    fn selected(&self) -> Option<usize> {
        None
    }

    /// Returns whether the selection has come to rest where it is.
    fn is_settled(&self) -> bool {
        true
    }

    /// Returns the one that a cell must show of the items from `from` up to `to`, which begin in
    /// it, and of what reaches into it; `span` is the time of the cell.
    fn outstanding(&self, _from: usize, _to: usize, _span: TimeSpan) -> Option<usize> {
        None
    }

    /// Returns whether one must be seen, however short it is.
    fn is_kept(&self, _index: usize) -> bool {
        false
    }

    /// Returns sums of blocks of items, the finest first; none where every item is looked at.
    fn levels(&self) -> &[Level<Self::Block>] {
        &[]
    }

    /// Returns what blocks of `n` items tell of a cell that lasts so many nanoseconds.
    fn sum(&self, _blocks: &[Self::Block], _n: usize, _cell_ns: i64) -> Sample {
        Sample::default()
    }

    /// Returns since when one is late: it is drawn darker from there.
    fn deadline(&self, _index: usize) -> Option<i64> {
        None
    }
}

/// How many cells of a long bar are underlined before the selection rests on it.
const REACHED: u32 = 16;
/// How many items of a dense cell are looked at for its colour.
const SAMPLE: usize = 4;
/// A run of dense cells at least this long shows how many items it holds.
const COUNT_CELLS: u32 = 6;

/// Returns the first index at or after `from` whose item starts at `ts` or later. `hint` is about
/// how many items to expect before it: neighbouring columns hold about as many.
fn gallop<I: Items>(items: &I, from: usize, ts: i64, hint: usize) -> usize {
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
    while low < high {
        let middle = low.midpoint(high);
        if items.ts(middle) < ts {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns the first item that is visible from `start` on.
fn first_visible<I: Items>(items: &I, start: i64) -> usize {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = low.midpoint(high);
        if items.ts(middle) < start {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let covers = |index: usize| items.end(index).is_none_or(|end| end > start);
    if low > 0 && covers(low - 1) {
        low - 1
    } else {
        low
    }
}

/// What a look at some of many items tells of all of them.
#[derive(Default)]
pub(super) struct Sample {
    /// How many were looked at.
    pub(super) seen: i64,
    /// Their time in the cell.
    pub(super) total: i64,
    /// The mean of their colours.
    pub(super) blend: Blend,
    /// The longest.
    pub(super) longest: Option<usize>,
    /// The colour of that one, if it is that of a name.
    pub(super) name: Option<NameInk>,
    /// Whether they are all instants.
    pub(super) is_instants: bool,
}

/// A run of dense cells.
#[derive(Clone, Copy, Default)]
struct Run {
    first: u32,
    cells: u32,
    items: usize,
}

/// Draws the items of a row into a line.
pub(super) struct Bars<'a, I> {
    items: &'a I,
    view: Viewport,
    kind: SpanKind,
    line: &'a mut Line,
    /// Where the spans of this row begin in the line.
    first_span: usize,
    run: Run,
}

impl<'a, I: Items> Bars<'a, I> {
    /// Returns a drawer; `kind` is `Bar`, or `Upper` or `Lower` for half-height rows.
    pub(super) fn new(items: &'a I, view: Viewport, kind: SpanKind, line: &'a mut Line) -> Self {
        let first_span = line.spans.len();
        // About one a column, so that the list need not grow.
        line.spans
            .reserve(items.len().min(usize::from(view.cols())));
        Self {
            items,
            view,
            kind,
            line,
            first_span,
            run: Run::default(),
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
        // When the next item begins, where its block says so.
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
                // The selected one is seen, whatever else is in its cell.
                if let Some(selected) = self.selected_instant(index, until) {
                    self.instant_glyph(selected, col, Mods::BOLD);
                }
            }
            index = until;
        }
        self.flush_run();
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

    /// Returns how an item is drawn that is no instant.
    fn kind_of(&self, index: usize) -> SpanKind {
        match self.kind {
            SpanKind::Bar if self.items.end(index).is_none() => SpanKind::Open,
            kind => kind,
        }
    }

    /// Returns the end of an item as it is drawn: an unfinished one lasts until the next.
    fn end_of(&self, index: usize) -> i64 {
        match self.items.end(index) {
            Some(end) => end,
            None if index + 1 < self.items.len() => self.items.ts(index + 1),
            None => i64::MAX,
        }
    }

    /// Returns whether more edges fall into the column than a cell can show.
    fn is_dense(&self, from: usize, to: usize, col: u32) -> bool {
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
                // Both in one eighth: neither can make room.
                return true;
            }
            edges += u32::from(x0 > at) + u32::from(x1 < right);
            before = x0;
            at = x1;
        }
        n > 1 && (edges >= 3 || parts >= 3)
    }

    fn push(&mut self, mut span: Span) {
        // What must be seen starts where it starts; the span before makes room.
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
        // Neighbours of one colour need a gap to be told apart: not where a name ends, whose last
        // letter would stand in it.
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
        match self.items.deadline(index).map(|due| self.eighth(due)) {
            Some(due) if due > x0 && due < x1 => {
                self.push(Span { x1: due, ..span });
                self.push(Span {
                    x0: due,
                    tone: Tone::Deep,
                    ..span
                });
            }
            _ => self.push(span),
        }
        if self.kind == SpanKind::Bar {
            self.label(index, x0, x1);
        }
    }

    /// Writes the name of an item into its span, if there is room.
    fn label(&mut self, index: usize, x0: u32, x1: u32) {
        let (first, last) = (x0.div_ceil(8), x1 / 8);
        let room = last.saturating_sub(first) as usize;
        if room < 2 {
            return;
        }
        let mut name = self.items.label(index);
        if text::width(&name) > room
            && let Some(short) = self.items.short_label(index)
        {
            name = short;
            if text::width(&name) > room {
                return;
            }
        }
        if name.is_empty() {
            return;
        }
        let is_padded = room >= 4 && text::width(&name) < room;
        let label = match room {
            // A part of a number is another number.
            2 | 3 if text::width(&name) > room && cuts_a_number(&name, room) => return,
            2 | 3 if text::width(&name) > room => {
                name.chars().take_while(char::is_ascii).take(room).collect()
            }
            _ => text::fit_label(&name, room - usize::from(is_padded)).into_owned(),
        };
        let mods = if self.is_selected(index) {
            Mods::BOLD.with(Mods::UNDERLINE)
        } else {
            Mods::NONE
        };
        self.line.texts.push(Text {
            x: first as u16 + u16::from(is_padded),
            text: label,
            ink: self.items.label_ink(index),
            ground: None,
            mods,
        });
    }

    /// Draws an instant, with its name if there is room up to the next item.
    fn instant(&mut self, index: usize) {
        let x = self.col(self.items.ts(index));
        let (ink, mods) = match self.is_selected(index) {
            true => (Role::Strong, Mods::BOLD),
            false => (Role::Dim, Mods::NONE),
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

    /// Draws one cell for many items. They are sampled where none of them must be shown.
    fn dense(
        &mut self,
        (from, to): (usize, usize),
        col: u32,
        next: i64,
        sample: impl FnOnce(&Self) -> Sample,
    ) {
        let (left, right) = (col * 8, col * 8 + 8);
        // What reaches into the cell from the left makes room for it.
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
            // Looking at the item costs as much as all else.
            _ => self.items.ink(shown),
        };
        let n = to - from;
        let covered = sample.total as f64 * n as f64 / sample.seen.max(1) as f64;
        let share = covered / self.view.ns_per_col() as f64;
        let tone = match outstanding {
            Some(index) => self.items.tone(index),
            // Of what is nearly idle the eye tells more steps than of what is nearly busy.
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

    /// Looks at some of many items.
    fn sample(&self, from: usize, to: usize, next: i64) -> Sample {
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
    fn tail(&mut self, last: usize, next: i64, right: u32) {
        if self.end_of(last) <= next || self.items.is_skipped(last) {
            return;
        }
        let x1 = self.end_eighth(last, right - 1);
        if x1 <= right {
            return;
        }
        self.flush_run();
        self.push(Span {
            x0: right,
            x1,
            kind: self.kind_of(last),
            ink: self.items.ink(last),
            tone: self.items.tone(last),
            stress: self.stress(last),
            item: self.items.item(last),
        });
        if self.kind == SpanKind::Bar {
            self.label(last, right, x1);
        }
    }

    /// Draws one cell for many instants.
    fn instant_cell(&mut self, index: usize, col: u32) {
        self.flush_run();
        self.instant_glyph(index, col, Mods::BOLD);
    }

    /// Returns the selected item if it is one of some, and an instant.
    fn selected_instant(&self, from: usize, to: usize) -> Option<usize> {
        let selected = self.items.selected()?;
        ((from..to).contains(&selected) && self.is_instant(selected)).then_some(selected)
    }

    /// Marks a cell as that of an instant; a later mark in it covers this one.
    fn instant_glyph(&mut self, index: usize, col: u32, mods: Mods) {
        self.line.glyphs.push(Glyph {
            x: col as u16,
            ch: match self.is_selected(index) {
                true => SELECTED_INSTANT,
                false => '▾',
            },
            ink: self.items.ink(index),
            mods,
            behind: false,
            item: self.items.item(index),
        });
    }

    /// Says how many items a run of dense cells holds, if there is room.
    fn flush_run(&mut self) {
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

/// Returns whether the first `room` characters of a name end within a number.
fn cuts_a_number(name: &str, room: usize) -> bool {
    let around = name.as_bytes().get(room - 1..=room);
    around.is_some_and(|around| around.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests;
