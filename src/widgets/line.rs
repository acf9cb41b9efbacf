//! Paints one line of a scene: ground, charts, spans with 1/8-cell edges, texts, glyphs.
//!
//! A cell has two colours, so at most two stretches of a cell can be shown;
//! which ones is decided cell by cell. Where there is no colour, ends of
//! spans become half blocks and fills become patterns.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use self::pattern::{jank_pattern, pattern};
use super::glyphs::Glyphs;
use super::theme::{Depth, Edges, Paint, Theme, modifier, paint_of};
use crate::view::color::{Rgb, contrast};
use crate::view::scene::{
    Chart, ChartCol, ChartKind, Glyph, Ink, Line, Role, Span, SpanKind, StateRole, Stress, Text,
    Tone,
};

mod half;
mod pattern;

/// What painting needs to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Painter<'a> {
    /// The colours.
    pub(super) theme: &'a Theme,
    /// The characters.
    pub(super) glyphs: Glyphs,
}

impl Painter<'_> {
    /// Paints a line; what lies outside the buffer is left out.
    pub(super) fn line(self, line: &Line, buf: &mut Buffer) {
        let area = *buf.area();
        if line.y >= area.height || line.x >= area.width {
            return;
        }
        let mut row = Row {
            painter: self,
            x: area.x + line.x,
            y: area.y + line.y,
            width: line.width.min(area.width - line.x),
            ground: self.theme.role(line.ground),
            buf,
        };
        row.clear(line.fill);
        for &(from, to, role) in &line.shades {
            let shade = self.theme.role(role).color;
            for col in from..to {
                if let Some(cell) = row.cell(col) {
                    cell.set_bg(shade);
                }
            }
        }
        for glyph in line.glyphs.iter().filter(|glyph| glyph.behind) {
            row.glyph(glyph);
        }
        for chart in &line.charts {
            row.chart(chart);
        }
        row.spans(&line.spans);
        for text in &line.texts {
            row.text(text);
        }
        if self.is_mono() && line.ground == Role::Chosen {
            for col in 0..row.width {
                if let Some(cell) = row.cell(col) {
                    cell.modifier |= Modifier::REVERSED;
                }
            }
        }
        for glyph in line.glyphs.iter().filter(|glyph| !glyph.behind) {
            row.glyph(glyph);
        }
    }

    fn is_mono(self) -> bool {
        self.theme.depth() == Depth::Mono
    }
}

/// A part of a cell that one span covers, in eighths from the cell's left edge.
#[derive(Clone, Copy)]
struct Part {
    from: u32,
    to: u32,
    paint: Paint,
    stress: Stress,
    /// Whether the part marks the selection, if that covers no cell completely.
    is_mark: bool,
}

impl Part {
    /// Returns how much it matters that the part is seen.
    fn weight(&self) -> (Stress, u32) {
        (self.stress, self.to - self.from)
    }
}

/// The parts of one cell, left to right.
struct Cell {
    col: u32,
    parts: [Option<Part>; 3],
    len: usize,
}

impl Cell {
    const fn new(col: u32) -> Self {
        Self {
            col,
            parts: [None; 3],
            len: 0,
        }
    }

    /// Adds a part; a fourth replaces the smallest one that is not selected.
    fn add(&mut self, part: Part) {
        if self.len < self.parts.len() {
            self.parts[self.len] = Some(part);
            self.len += 1;
            return;
        }
        let smallest = (0..self.len).min_by_key(|&i| self.parts[i].as_ref().map(Part::weight));
        if let Some(index) = smallest
            && self.parts[index].as_ref().map(Part::weight) < Some(part.weight())
        {
            self.parts[index] = Some(part);
        }
    }

    /// Returns the two parts that are shown, left to right.
    fn shown(&self) -> (Option<Part>, Option<Part>) {
        let mut kept: [Option<Part>; 3] = self.parts;
        let mut n = self.len;
        while n > 2 {
            let least = (0..n)
                .min_by_key(|&i| kept[i].as_ref().map(Part::weight))
                .unwrap_or(0);
            kept[least..].rotate_left(1);
            n -= 1;
        }
        let second = if n > 1 { kept[1] } else { None };
        (kept[0], second)
    }
}

/// A row of cells being painted.
struct Row<'a, 'b> {
    painter: Painter<'a>,
    x: u16,
    y: u16,
    width: u16,
    ground: Paint,
    buf: &'b mut Buffer,
}

impl Row<'_, '_> {
    fn cell(&mut self, col: u16) -> Option<&mut ratatui::buffer::Cell> {
        (col < self.width).then(|| &mut self.buf[(self.x + col, self.y)])
    }

    /// Returns the cells of columns, as far as they are in the line.
    fn cells(&mut self, cols: Range<u32>) -> &mut [ratatui::buffer::Cell] {
        let width = u32::from(self.width);
        let cols = cols.start.min(width) as usize..cols.end.min(width) as usize;
        let start = self.buf.index_of(self.x, self.y);
        let cells = self.buf.content.get_mut(start..).unwrap_or_default();
        cells.get_mut(cols).unwrap_or_default()
    }

    fn clear(&mut self, fill: Option<(char, Role)>) {
        let mut empty = ratatui::buffer::Cell::EMPTY;
        if let Some((ch, role)) = fill {
            empty.set_char(self.painter.glyphs.map(ch));
            empty.set_fg(self.painter.theme.role(role).color);
        }
        empty.set_bg(self.ground.color);
        self.cells(0..u32::from(self.width)).fill(empty);
    }

    fn glyph(&mut self, glyph: &Glyph) {
        let painter = self.painter;
        let mapped = painter.glyphs.map(glyph.ch);
        let is_wide = unicode_width::UnicodeWidthChar::width(mapped) != Some(1);
        let Some(cell) = self.cell(glyph.x) else {
            return;
        };
        let fg = match glyph.ink {
            Ink::OnFill => painter.theme.text_on(paint_of(cell.bg)),
            ink => painter.theme.fill(ink, Tone::Normal).color,
        };
        cell.set_char(if is_wide { '?' } else { mapped });
        cell.set_fg(fg);
        cell.modifier = modifier(glyph.mods);
    }

    fn chart(&mut self, chart: &Chart) {
        match chart.kind {
            ChartKind::Area => {
                for (index, col) in chart.cols.iter().enumerate() {
                    self.block(chart, chart.x + index as u16, *col);
                }
            }
            ChartKind::Step | ChartKind::Bars => {
                let is_line = chart.kind == ChartKind::Step;
                for (index, pair) in chart.cols.chunks(2).enumerate() {
                    let x = chart.x + index as u16;
                    if is_line && self.painter.glyphs == Glyphs::Braille {
                        self.braille(chart, x, pair);
                        continue;
                    }
                    let used = pair.iter().filter(|col| col.high != ChartCol::EMPTY);
                    match used.max_by_key(|col| col.high) {
                        Some(col) if col.high == 0 && chart.line == 0 => self.base(x),
                        Some(col) => self.block(chart, x, *col),
                        None => {}
                    }
                }
            }
        }
    }

    /// Draws the base line of a counter where it is empty. Without colours it would look like the lowest bar.
    fn base(&mut self, x: u16) {
        let painter = self.painter;
        if painter.is_mono() || !painter.glyphs.has_blocks() {
            return;
        }
        let fg = painter.theme.role(Role::Rule).color;
        if let Some(cell) = self.cell(x) {
            cell.set_char(painter.glyphs.lower_block(1)).set_fg(fg);
        }
    }

    /// Fills a cell from the bottom.
    fn block(&mut self, chart: &Chart, x: u16, col: ChartCol) {
        if col.high == ChartCol::EMPTY {
            return;
        }
        let height = col.high.saturating_sub(chart.line * 8).min(8);
        let painter = self.painter;
        // Counters cover far more than a line does, so they are calmer.
        let tone = match chart.kind {
            ChartKind::Area => Tone::Normal,
            ChartKind::Bars | ChartKind::Step => Tone::Share(6),
        };
        let paint = painter.theme.fill(col.ink, tone);
        let Some(cell) = self.cell(x) else { return };
        if painter.is_mono()
            && height > 0
            && let Some(ch) = jank_pattern(col.ink, !painter.glyphs.has_blocks())
        {
            cell.set_char(ch);
        } else if painter.theme.depth() == Depth::Sixteen
            && height > 0
            && jank_pattern(col.ink, false).is_some()
        {
            // Two of the 16 greens are hardly told apart.
            cell.set_bg(paint.color);
            let ascii = !painter.glyphs.has_blocks();
            pattern::draw(cell, painter.theme, paint, (col.ink, Tone::Normal), ascii);
        } else if height == 8 && painter.glyphs.has_blocks() && !painter.is_mono() {
            cell.set_char(' ').set_bg(paint.color);
        } else if height > 0 {
            cell.set_char(painter.glyphs.lower_block(height));
            cell.set_fg(paint.color);
        }
    }

    /// Draws the dots of two half columns.
    fn braille(&mut self, chart: &Chart, x: u16, pair: &[ChartCol]) {
        // Dots of each half, from the bottom row to the top one.
        const DOTS: [[u8; 4]; 2] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]];
        let bottom = chart.line * 4;
        let mut mask = 0_u8;
        let mut ink = None;
        for (half, col) in pair.iter().enumerate() {
            if col.high == ChartCol::EMPTY {
                continue;
            }
            let (low, high) = (col.low / 2, (col.high / 2).max(col.low / 2));
            for (dot, bit) in DOTS[half].iter().enumerate() {
                let at = bottom + dot as u16;
                if at >= low && at <= high {
                    mask |= bit;
                    ink = Some(col.ink);
                }
            }
        }
        let Some(ink) = ink else { return };
        let fg = self.painter.theme.fill(ink, Tone::Normal).color;
        if let Some(cell) = self.cell(x) {
            let ch = char::from_u32(0x2800 + u32::from(mask)).unwrap_or(' ');
            cell.set_char(ch).set_fg(fg);
        }
    }

    fn spans(&mut self, spans: &[Span]) {
        let mut open: Option<Cell> = None;
        let mut last: Option<Span> = None;
        for (index, span) in spans.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|index| spans.get(index));
            let joins = Joins {
                left: before.is_some_and(|before| is_tail(before, span)),
                right: spans.get(index + 1).is_some_and(|next| is_tail(span, next)),
            };
            let whole;
            let span = if self.painter.theme.edges() == Edges::Whole {
                let Some(rounded) = whole_cells(span, last.as_ref()) else {
                    continue;
                };
                last = Some(rounded);
                whole = rounded;
                &whole
            } else {
                span
            };
            if span.x1 <= span.x0 || span.x0 >= u32::from(self.width) * 8 {
                continue;
            }
            match span.kind {
                SpanKind::Upper | SpanKind::Lower => self.half(span, joins.right),
                _ if self.painter.is_mono() => self.mono_span(span, joins),
                SpanKind::Open => {
                    if let Some(cell) = open.take() {
                        self.finish(&cell);
                    }
                    self.open_span(span);
                }
                _ => self.bar(span, &mut open),
            }
        }
        if let Some(cell) = open {
            self.finish(&cell);
        }
    }

    fn bar(&mut self, span: &Span, open: &mut Option<Cell>) {
        let paint = self.painter.theme.fill(span.ink, span.tone);
        let x1 = span.x1.min(u32::from(self.width) * 8);
        let (whole, end) = span.whole_cells();
        let is_narrow = span.stress == Stress::Selected && whole == end;
        let mut at = span.x0;
        while at < x1 {
            let col = at / 8;
            let mut end = ((col + 1) * 8).min(x1);
            if end - at == 8 {
                end = x1 / 8 * 8;
                self.full(span, col..end / 8, paint);
            } else {
                if open.as_ref().is_some_and(|cell| cell.col != col)
                    && let Some(cell) = open.take()
                {
                    self.finish(&cell);
                }
                open.get_or_insert_with(|| Cell::new(col)).add(Part {
                    from: at % 8,
                    to: end - col * 8,
                    paint,
                    stress: span.stress,
                    is_mark: is_narrow && col == span.mark_cell(),
                });
            }
            at = end;
        }
    }

    /// Paints columns that a span covers.
    fn full(&mut self, span: &Span, cols: Range<u32>, paint: Paint) {
        let painter = self.painter;
        let mut cell = ratatui::buffer::Cell::EMPTY;
        cell.set_bg(paint.color);
        cell.set_fg(painter.theme.text_on(paint));
        match span.kind {
            SpanKind::Dense(_) if painter.theme.depth() == Depth::Sixteen && is_idle(span) => {
                let ground = painter.theme.role(Role::Ground);
                let fg = match span.ink {
                    Ink::Role(Role::State(_)) => painter.theme.role(Role::Rule).color,
                    _ => paint.color,
                };
                cell.set_char(painter.glyphs.dot())
                    .set_bg(ground.color)
                    .set_fg(fg);
            }
            SpanKind::Dense(0) => {}
            SpanKind::Dense(level) => {
                cell.set_char(painter.glyphs.texture(level));
                cell.set_fg(painter.theme.texture_on(paint));
            }
            _ if painter.theme.depth() == Depth::Sixteen => {
                let ascii = !painter.glyphs.has_blocks();
                pattern::draw(
                    &mut cell,
                    painter.theme,
                    paint,
                    (span.ink, span.tone),
                    ascii,
                );
            }
            _ => {}
        }
        if span.stress == Stress::Selected {
            cell.modifier |= Modifier::UNDERLINED;
        }
        self.cells(cols).fill(cell);
    }

    /// Paints a cell that spans cover in part.
    fn finish(&mut self, cell: &Cell) {
        let col = cell.col as u16;
        let ground = match self.cell(col) {
            Some(cell) => paint_of(cell.bg),
            None => return,
        };
        let painter = self.painter;
        if let Some(mark) = cell.parts.iter().flatten().find(|part| part.is_mark) {
            // The colour fills the cell, so that the mark stands on it.
            if let Some(target) = self.cell(col) {
                target.set_char(' ').set_bg(mark.paint.color);
                target.set_fg(painter.theme.text_on(mark.paint));
                target.modifier = Modifier::UNDERLINED;
            }
            return;
        }
        let (Some(first), second) = cell.shown() else {
            return;
        };
        if !painter.glyphs.has_blocks() {
            let widest = match second {
                Some(second) if second.weight() > first.weight() => second,
                _ => first,
            };
            if let Some(target) = self.cell(col) {
                if second.is_some() || widest.stress > Stress::None || widest.to - widest.from >= 4
                {
                    target.set_char(' ').set_bg(widest.paint.color);
                } else {
                    target.set_char('|').set_fg(widest.paint.color);
                }
            }
            return;
        }
        let (ch, fg, bg) = match second {
            None => lone(first, ground),
            Some(second) => shared(first, second, ground),
        };
        if let Some(target) = self.cell(col) {
            target.set_char(ch).set_fg(fg.color).set_bg(bg.color);
        }
    }

    /// Fades a span that never ended: its last three full cells blend into the ground, and a
    /// dotted line goes on to its edge.
    fn open_span(&mut self, span: &Span) {
        let painter = self.painter;
        let (first, last) = (
            span.x0.div_ceil(8),
            span.x1.min(u32::from(self.width) * 8) / 8,
        );
        let ground = self.ground;
        let paint = painter.theme.fill(span.ink, span.tone);
        if !span.x0.is_multiple_of(8) {
            let part = Part {
                from: span.x0 % 8,
                to: 8,
                paint,
                stress: span.stress,
                is_mark: false,
            };
            let mut cell = Cell::new(span.x0 / 8);
            cell.add(part);
            self.finish(&cell);
        }
        let n = last.saturating_sub(first);
        // The bar takes what is left of a fade of three cells and a dotted tail as long: ending
        // earlier, it would look like a slice that ended there.
        let solid = if n > 12 { n - 6 } else { n / 2 };
        for index in 0..n {
            let col = first + index;
            if index < solid {
                self.full(span, col..col + 1, paint);
                continue;
            }
            let step = index - solid;
            let Some(cell) = self.cell(col as u16) else {
                break;
            };
            if step < 3 && painter.theme.depth() == Depth::True {
                let faded = painter.theme.between(paint, ground, (step * 2 + 2) as u8);
                cell.set_char(' ').set_bg(faded.color);
                cell.set_fg(painter.theme.text_on(faded));
            } else {
                cell.set_char(painter.glyphs.map('┄')).set_fg(paint.color);
            }
        }
    }

    /// Paints a span without colour: half blocks at its ends and a pattern between. The part of a frame past
    /// its deadline is hatched, without an end before it, which would make two frames of one.
    fn mono_span(&mut self, span: &Span, joins: Joins) {
        let (left, right, fill) = if self.painter.glyphs.has_blocks() {
            ('▐', '▌', pattern(span.ink, false))
        } else {
            ('[', ']', pattern(span.ink, true))
        };
        let fill = match span.kind {
            SpanKind::Dense(_) if is_idle(span) => self.painter.glyphs.dot(),
            SpanKind::Dense(level) => self.painter.glyphs.texture(level.max(1)),
            _ if span.tone == Tone::Deep => self.painter.glyphs.map('╱'),
            _ => fill.unwrap_or(' '),
        };
        let (first, last) = (span.x0 / 8, span.x1.div_ceil(8).min(u32::from(self.width)));
        for col in first..last {
            let is_dense = matches!(span.kind, SpanKind::Dense(_));
            let ch = if is_dense {
                fill
            } else if last - first == 1 && !joins.left && !joins.right {
                // A whole cell has room for what tells it from others, as beside a legend.
                if fill != ' ' && span.x1 - span.x0 == 8 {
                    fill
                } else if self.painter.glyphs.has_blocks() {
                    right
                } else {
                    '|'
                }
            } else if col == first && !joins.left {
                left
            } else if col + 1 == last && !joins.right && span.kind != SpanKind::Open {
                right
            } else if span.kind == SpanKind::Open && col + 4 >= last {
                self.painter.glyphs.map('┄')
            } else {
                fill
            };
            if let Some(cell) = self.cell(col as u16) {
                cell.set_char(ch);
                cell.modifier = if span.stress == Stress::Selected {
                    Modifier::REVERSED
                } else {
                    Modifier::empty()
                };
            }
        }
    }

    /// Returns the ground and the colour of a label that stands on several fills. It is black or white, not
    /// both in one word. If neither can be read on all of the fills, the label gets a ground of its own.
    fn one_ink(&self, text: &Text) -> (Option<Paint>, Option<Color>) {
        const ENOUGH: f32 = 4.5;
        let theme = self.painter.theme;
        let end = (text.end()).min(self.width);
        let ground_at = |col: u16| self.buf[(self.x + col, self.y)].bg;
        let Some(first) = (text.x < end).then(|| ground_at(text.x)) else {
            return (None, None);
        };
        if (text.x..end).all(|col| ground_at(col) == first) {
            return (None, Some(theme.text_on(paint_of(first))));
        }
        let least = |ink: Rgb| {
            let cols = (text.x..end).map(|col| contrast(ink, paint_of(ground_at(col)).rgb));
            cols.fold(f32::INFINITY, f32::min)
        };
        let [black, white] = [Rgb(0, 0, 0), Rgb(255, 255, 255)].map(least);
        if black.max(white) < ENOUGH {
            let middle = paint_of(ground_at(text.x.midpoint(end)));
            return (Some(middle), Some(theme.text_on(middle)));
        }
        let on = if black >= white {
            Rgb(255, 255, 255)
        } else {
            Rgb(0, 0, 0)
        };
        let on = Paint {
            color: Color::Reset,
            rgb: on,
        };
        (None, Some(theme.text_on(on)))
    }

    fn text(&mut self, text: &Text) {
        let painter = self.painter;
        let mods = modifier(text.mods);
        let own = text.ground.map(|ink| painter.theme.fill(ink, Tone::Normal));
        let (ground, ink_of_all) = match own {
            None if text.ink == Ink::OnFill => self.one_ink(text),
            own => (own, None),
        };
        let fixed = match text.ink {
            Ink::OnFill => ink_of_all,
            // These colours are made for fills: words in them must be readable, patterns of a legend stay as
            // they are.
            ink @ Ink::Role(Role::Jank(..) | Role::State(_) | Role::Dim)
                if text.text.contains(char::is_alphanumeric) =>
            {
                let fill = painter.theme.fill(ink, Tone::Normal);
                let ground = ground.unwrap_or(self.ground);
                Some(painter.theme.readable(fill, ground).color)
            }
            ink => Some(painter.theme.fill(ink, Tone::Normal).color),
        };
        let ground = ground.map(|ground| ground.color);
        let mut col = text.x;
        for grapheme in text.text.graphemes(true) {
            let width = grapheme.width() as u16;
            if width == 0 {
                continue;
            }
            if col + width > self.width {
                break;
            }
            let mut utf8 = [0; 4];
            let mut chars = grapheme.chars();
            let shown = match (chars.next(), chars.next()) {
                (Some(c), None) => {
                    let mapped = painter.glyphs.map(c);
                    &*mapped.encode_utf8(&mut utf8)
                }
                _ if painter.glyphs.has_blocks() => grapheme,
                _ => "?",
            };
            for offset in 0..width {
                let is_narrowed = offset > 0 && shown.width() == 1;
                let Some(cell) = self.cell(col + offset) else {
                    return;
                };
                if let Some(ground) = ground {
                    cell.set_bg(ground);
                }
                cell.set_fg(fixed.unwrap_or_else(|| painter.theme.text_on(paint_of(cell.bg))));
                if !painter.is_mono() {
                    // A label on a pattern stands on the plain hue.
                    cell.modifier.remove(Modifier::REVERSED);
                }
                cell.modifier |= mods;
                if painter.is_mono() && text.ground.is_some_and(stands_out) {
                    cell.modifier |= Modifier::REVERSED;
                }
                match offset {
                    0 => cell.set_symbol(shown),
                    _ if is_narrowed => cell.set_symbol(" "),
                    _ => cell.set_symbol(""),
                };
            }
            col += width;
        }
    }
}

/// Which ends of a span are not drawn, because its item goes on in another colour.
#[derive(Clone, Copy)]
struct Joins {
    left: bool,
    right: bool,
}

/// Returns whether a span is the part of the one before that is past its deadline.
fn is_tail(before: &Span, span: &Span) -> bool {
    span.tone == Tone::Deep && before.x1 == span.x0 && before.item == span.item
}

/// Returns whether a dense cell is of a thread that slept nearly all the time, or of items that cover
/// hardly anything: without shades a cell of their colour would be the loudest of a quiet row.
fn is_idle(span: &Span) -> bool {
    const LEAST: u8 = 2;
    let rests = Ink::Role(Role::State(StateRole::Sleeping));
    span.ink == rests || matches!(span.tone, Tone::Share(eighths) if eighths <= LEAST)
}

/// Returns whether a ground is meant to be told from what is around it.
fn stands_out(ground: Ink) -> bool {
    matches!(
        ground,
        Ink::Role(Role::Accent | Role::Chosen | Role::Match | Role::Selection)
    )
}

/// Returns how one part of a cell is shown: character, colour of it, colour behind it.
fn lone(part: Part, ground: Paint) -> (char, Paint, Paint) {
    let glyphs = Glyphs::Blocks;
    if part.from == 0 {
        (glyphs.left_block(part.to), part.paint, ground)
    } else if part.to == 8 {
        (glyphs.left_block(part.from), ground, part.paint)
    } else {
        // In the middle of the cell: keep its width, at the nearer edge.
        let width = part.to - part.from;
        if part.from <= 8 - part.to {
            (glyphs.left_block(width), part.paint, ground)
        } else {
            (glyphs.left_block(8 - width), ground, part.paint)
        }
    }
}

/// Returns how two parts of a cell are shown.
fn shared(first: Part, second: Part, ground: Paint) -> (char, Paint, Paint) {
    let glyphs = Glyphs::Blocks;
    let gap = second.from.saturating_sub(first.to);
    if first.paint == second.paint && (gap > 0 || first.from > 0) {
        // A gap between two parts of one colour must be seen, as a thin line at the nearer edge.
        return if first.to <= 4 {
            ('▏', ground, first.paint)
        } else {
            ('▕', ground, first.paint)
        };
    }
    let covered = (first.to - first.from) + (second.to - second.from);
    if gap >= 4
        && first.from == 0
        && second.to == 8
        && covered <= 4
        && first.stress == Stress::None
        && second.stress == Stress::None
    {
        // Mostly a gap: the wider part stays.
        return if first.to >= 8 - second.from {
            lone(first, ground)
        } else {
            lone(second, ground)
        };
    }
    if gap > 0 && first.stress != second.stress && covered <= 4 {
        return lone(
            if first.stress > second.stress {
                first
            } else {
                second
            },
            ground,
        );
    }
    let edge = (first.to + second.from).div_ceil(2).clamp(1, 7);
    (glyphs.left_block(edge), first.paint, second.paint)
}

/// Returns a span that covers whole cells, at least one; `None` if the span before it has that cell and
/// matters as much.
fn whole_cells(span: &Span, last: Option<&Span>) -> Option<Span> {
    let nearest = |eighth: u32| (eighth + 4) / 8 * 8;
    let mut x0 = nearest(span.x0);
    let mut x1 = nearest(span.x1);
    if x1 <= x0 {
        x0 = span.x0 / 8 * 8;
        x1 = x0 + 8;
    }
    if let Some(last) = last
        && x0 < last.x1
        && span.stress <= last.stress
    {
        x0 = last.x1;
    }
    (x0 < x1).then_some(Span { x0, x1, ..*span })
}

#[cfg(test)]
mod tests;
