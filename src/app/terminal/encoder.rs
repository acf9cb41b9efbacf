//! From painted buffers to the fewest bytes that make a terminal show them.
//!
//! Keeps what the terminal shows, its pen and its cursor from frame to frame, so
//! a frame is only what changed: changed cells, changed halves of the pen,
//! relative moves. A pan shifts rows by inserting and deleting characters, a
//! scroll moves a region, each where that is shorter. Nothing changed is no byte.

use ratatui::buffer::Buffer;

use super::cells::{Attrs, Packed, Paint, Params, Symbols, push_number};
use crate::widgets::theme::Depth;

/// What moved since the last frame, so that the terminal can move it too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// The rows to write now, ascending: the next frame writes the others. All if empty.
    pub first: Vec<u16>,
    /// A pan of the rows `top..bottom` from column `left` to the right edge.
    pub pan: Option<Shift>,
    /// A scroll of the rows `top..bottom`.
    pub scroll: Option<Shift>,
}

/// A shift of a part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The first row.
    pub top: u16,
    /// The row after the last.
    pub bottom: u16,
    /// The first column; scrolls take whole rows.
    pub left: u16,
    /// How far the view went: its contents go left or up by as much.
    pub by: i32,
}

/// Whether the terminal is known to honour shifts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shifting {
    /// Cells are only written.
    Never,
    /// Insert and delete character, scroll regions.
    #[default]
    Allowed,
}

/// Whether frames are shown all at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// They are marked; terminals that do not know the marks pass over them.
    #[default]
    Marked,
    /// The terminal has said that it does not know the marks: they are spared.
    Bare,
}

const BEGIN_SYNC: &[u8] = b"\x1b[?2026h";
const END_SYNC: &[u8] = b"\x1b[?2026l";

/// How far unchanged cells are written again instead of moving over them.
const REFILL_MAX: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pen {
    fg: Paint,
    bg: Paint,
    attrs: Attrs,
}

/// The terminal's state that bytes change.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// `None` if nobody knows it.
    pen: Option<Pen>,
    /// Column and row; `None` after the last column, where terminals differ.
    cursor: Option<(u16, u16)>,
}

/// Turns buffers into bytes.
#[derive(Debug, Default)]
pub struct Encoder {
    depth: Depth,
    shifting: Shifting,
    sync: Sync,
    cols: u16,
    rows: u16,
    shown: Vec<Packed>,
    next: Vec<Packed>,
    symbols: Symbols,
    state: State,
    caret: Option<(u16, u16)>,
    params: Params,
    out: Vec<u8>,
}

impl Encoder {
    /// Returns an encoder for a terminal about which nothing is known.
    pub fn new(depth: Depth, shifting: Shifting) -> Self {
        Self {
            depth,
            shifting,
            ..Self::default()
        }
    }

    /// Forgets what the terminal shows: the next frame paints everything.
    pub fn reset(&mut self) {
        self.cols = 0;
        self.rows = 0;
    }

    /// Changes whether frames are marked to be shown all at once.
    pub fn set_sync(&mut self, sync: Sync) {
        self.sync = sync;
    }

    /// Changes how many colours are used; the next frame paints everything.
    pub fn set_depth(&mut self, depth: Depth) {
        self.depth = depth;
        self.reset();
    }

    /// Returns the bytes that make the terminal show `buffer`, with its cursor at `caret`.
    pub fn frame(&mut self, buffer: &Buffer, motion: Motion, caret: Option<(u16, u16)>) -> &[u8] {
        self.out.clear();
        if self.symbols.is_full() {
            self.symbols = Symbols::default();
            self.reset();
        }
        let (begin, end) = match self.sync {
            Sync::Marked => (BEGIN_SYNC, END_SYNC),
            Sync::Bare => (&[][..], &[][..]),
        };
        self.out.extend_from_slice(begin);
        let mut motion = motion;
        if (self.cols, self.rows) != (buffer.area.width, buffer.area.height) {
            self.clear(buffer.area.width, buffer.area.height);
            motion = Motion::default();
        }
        let caret = caret.filter(|&(x, y)| x < self.cols && y < self.rows);
        if self.caret.is_some() && caret.is_none() {
            self.out.extend_from_slice(b"\x1b[?25l");
        }
        let mut next = std::mem::take(&mut self.next);
        self.symbols.pack(buffer, self.depth, &mut next);
        self.next = next;
        if self.shifting == Shifting::Never {
            motion.pan = None;
            motion.scroll = None;
        }
        if let Some(scroll) = motion.scroll {
            self.scroll(scroll);
        }
        for row in 0..self.rows {
            if motion.first.is_empty() || motion.first.binary_search(&row).is_ok() {
                self.row(row, motion.pan);
            }
        }
        if let Some((x, y)) = caret {
            let mut out = std::mem::take(&mut self.out);
            go_to(&mut out, &mut self.state, x, y);
            if self.caret.is_none() {
                out.extend_from_slice(b"\x1b[?25h");
            }
            self.out = out;
        }
        self.caret = caret;
        if self.out.len() == begin.len() {
            self.out.clear();
        } else {
            self.out.extend_from_slice(end);
        }
        &self.out
    }

    /// Returns a buffer as lines, for printing: every cell, no moves, colours off at line ends.
    pub fn print(&mut self, buffer: &Buffer) -> Vec<u8> {
        let mut cells = Vec::new();
        self.symbols.pack(buffer, self.depth, &mut cells);
        let mut out = Vec::new();
        for row in 0..buffer.area.height {
            let line = Self::cells_of(&cells, row, buffer.area.width);
            let mut state = State {
                pen: Some(Pen::default()),
                cursor: Some((0, row)),
            };
            let mut writer = Writer {
                symbols: &self.symbols,
                params: &mut self.params,
                cols: buffer.area.width,
                row,
            };
            for (x, &cell) in line.iter().enumerate() {
                if cell.width > 0 {
                    writer.put(&mut out, &mut state, cell, x);
                }
            }
            if state.pen != Some(Pen::default()) {
                out.extend_from_slice(b"\x1b[m");
            }
            out.push(b'\n');
        }
        out
    }

    fn clear(&mut self, cols: u16, rows: u16) {
        self.cols = cols;
        self.rows = rows;
        self.out
            .extend_from_slice(b"\x1b[?25l\x1b[r\x1b[0m\x1b[H\x1b[2J");
        self.state = State {
            pen: Some(Pen::default()),
            cursor: Some((0, 0)),
        };
        self.caret = None;
        self.shown.clear();
        self.shown
            .resize(usize::from(cols) * usize::from(rows), Packed::BLANK);
    }

    fn cells_of(cells: &[Packed], row: u16, cols: u16) -> &[Packed] {
        let start = usize::from(row) * usize::from(cols);
        cells.get(start..start + usize::from(cols)).unwrap_or(&[])
    }

    /// Moves a region if that leaves fewer cells to write.
    fn scroll(&mut self, shift: Shift) {
        let (top, bottom) = (shift.top, shift.bottom.min(self.rows));
        let by = shift.by.unsigned_abs();
        if shift.by == 0 || bottom <= top || by >= u32::from(bottom - top) {
            return;
        }
        let cols = usize::from(self.cols);
        let range = usize::from(top) * cols..usize::from(bottom) * cols;
        let moved = by as usize * cols;
        let mut region = self.shown[range.clone()].to_vec();
        let len = region.len();
        if shift.by > 0 {
            region.copy_within(moved.., 0);
            region[len - moved..].fill(Packed::STALE);
        } else {
            region.copy_within(..len - moved, moved);
            region[..moved].fill(Packed::STALE);
        }
        let wanted = &self.next[range.clone()];
        let differing = |cells: &[Packed]| cells.iter().zip(wanted).filter(|(a, b)| a != b).count();
        // Scrolling costs about thirty bytes: as much as a few cells.
        if differing(&region) + 8 >= differing(&self.shown[range.clone()]) {
            return;
        }
        self.out.extend_from_slice(b"\x1b[");
        push_number(&mut self.out, u32::from(top) + 1);
        self.out.push(b';');
        push_number(&mut self.out, u32::from(bottom));
        self.out.extend_from_slice(b"r\x1b[");
        push_number(&mut self.out, by);
        self.out.push(if shift.by > 0 { b'S' } else { b'T' });
        self.out.extend_from_slice(b"\x1b[r");
        self.state.cursor = None;
        self.shown[range].copy_from_slice(&region);
    }

    /// Writes what differs in a row, shifting it first if that is shorter.
    fn row(&mut self, row: u16, pan: Option<Shift>) {
        let shown = Self::cells_of(&self.shown, row, self.cols);
        let wanted = Self::cells_of(&self.next, row, self.cols);
        if shown == wanted {
            return;
        }
        let shifted = pan
            .filter(|pan| (pan.top..pan.bottom).contains(&row))
            .and_then(|pan| Some((pan, shifted(shown, pan)?)));
        let mut writer = Writer {
            symbols: &self.symbols,
            params: &mut self.params,
            cols: self.cols,
            row,
        };
        let before = self.state;
        let start = self.out.len();
        writer.write(&mut self.out, &mut self.state, shown, wanted);
        if let Some((pan, cells)) = shifted {
            let plain = self.out.len() - start;
            let mut other = Vec::new();
            let mut state = before;
            go_to(&mut other, &mut state, pan.left, row);
            other.extend_from_slice(b"\x1b[");
            if pan.by.unsigned_abs() > 1 {
                push_number(&mut other, pan.by.unsigned_abs());
            }
            other.push(if pan.by > 0 { b'P' } else { b'@' });
            writer.write(&mut other, &mut state, &cells, wanted);
            if other.len() < plain {
                self.out.truncate(start);
                self.out.extend_from_slice(&other);
                self.state = state;
            }
        }
        let range = usize::from(row) * usize::from(self.cols)..;
        let len = usize::from(self.cols);
        self.shown[range.start..range.start + len]
            .copy_from_slice(&self.next[range.start..range.start + len]);
    }
}

/// Returns a row as a pan leaves it, `None` if it would cut a wide symbol.
fn shifted(shown: &[Packed], pan: Shift) -> Option<Vec<Packed>> {
    let left = usize::from(pan.left);
    let by = pan.by.unsigned_abs() as usize;
    if by == 0 || left >= shown.len() || by >= shown.len() - left {
        return None;
    }
    let mut cells = shown.to_vec();
    let end = cells.len();
    // A wide symbol may not straddle the edge where characters come or go.
    let cut = |at: usize| shown.get(at).is_some_and(|cell| cell.width == 0);
    if cut(left) || (pan.by > 0 && cut(left + by)) || (pan.by < 0 && cut(end - by)) {
        return None;
    }
    if pan.by > 0 {
        cells.copy_within(left + by..end, left);
        cells[end - by..].fill(Packed::STALE);
    } else {
        cells.copy_within(left..end - by, left + by);
        cells[left..left + by].fill(Packed::STALE);
    }
    Some(cells)
}

/// Appends the shortest move to a cell.
fn go_to(out: &mut Vec<u8>, state: &mut State, x: u16, y: u16) {
    let at = state.cursor;
    state.cursor = Some((x, y));
    let start = out.len();
    if at == Some((x, y)) {
        return;
    }
    out.extend_from_slice(b"\x1b[");
    push_number(out, u32::from(y) + 1);
    if x > 0 {
        out.push(b';');
        push_number(out, u32::from(x) + 1);
    }
    out.push(b'H');
    let Some((from_x, from_y)) = at else { return };
    let mut other = [0_u8; 16];
    let mut len = 0;
    let mut add = |bytes: &[u8]| {
        if let Some(room) = other.get_mut(len..len + bytes.len()) {
            room.copy_from_slice(bytes);
        }
        len += bytes.len();
    };
    let step = |by: u16, letter: u8| {
        let mut bytes = b"\x1b[".to_vec();
        if by > 1 {
            push_number(&mut bytes, u32::from(by));
        }
        bytes.push(letter);
        bytes
    };
    if y == from_y + 1 && x == 0 {
        add(b"\r\n");
    } else if y == from_y {
        match x {
            0 => add(b"\r"),
            _ if x > from_x => add(&step(x - from_x, b'C')),
            _ if from_x - x <= 3 => (x..from_x).for_each(|_| add(b"\x08")),
            _ => add(&step(from_x - x, b'D')),
        }
    } else if x == from_x && y > from_y {
        add(&step(y - from_y, b'B'));
    } else if x == from_x {
        add(&step(from_y - y, b'A'));
    } else {
        return;
    }
    if len <= other.len() && len < out.len() - start {
        out.truncate(start);
        out.extend_from_slice(&other[..len]);
    }
}

/// Writes the cells of one row.
struct Writer<'a> {
    symbols: &'a Symbols,
    params: &'a mut Params,
    cols: u16,
    row: u16,
}

impl Writer<'_> {
    fn write(&mut self, out: &mut Vec<u8>, state: &mut State, shown: &[Packed], wanted: &[Packed]) {
        let mut x = 0;
        while x < wanted.len() {
            let cell = wanted[x];
            if cell.width == 0 {
                x += 1;
                continue;
            }
            let width = usize::from(cell.width);
            if shown[x..x + width] == wanted[x..x + width] {
                x += width;
                continue;
            }
            self.reach(out, state, x, wanted);
            self.put(out, state, cell, x);
            x += width;
        }
    }

    /// Brings the cursor to a cell: by writing the few cells between again, or by a move.
    fn reach(&self, out: &mut Vec<u8>, state: &mut State, x: usize, wanted: &[Packed]) {
        if let (Some((from, row)), Some(pen)) = (state.cursor, state.pen)
            && row == self.row
            && usize::from(from) < x
            && x - usize::from(from) <= REFILL_MAX
        {
            let gap = &wanted[usize::from(from)..x];
            let same = |cell: &Packed| {
                cell.width == 1
                    && cell.symbol < 0x80
                    && cell.bg == pen.bg
                    && (!cell.has_ink() && pen.attrs == Attrs::default()
                        || cell.fg == pen.fg && cell.attrs == pen.attrs)
            };
            if gap.iter().all(same) {
                for cell in gap {
                    self.symbols.push(cell.symbol, out);
                }
                state.cursor = Some((x as u16, self.row));
                return;
            }
        }
        go_to(out, state, x as u16, self.row);
    }

    fn put(&mut self, out: &mut Vec<u8>, state: &mut State, cell: Packed, x: usize) {
        let old = state.pen;
        let current = old.unwrap_or_default();
        let wanted = if cell.has_ink() {
            Pen {
                fg: cell.fg,
                bg: cell.bg,
                attrs: cell.attrs,
            }
        } else {
            // A space shows only its ground, and what would show on a space must be off.
            let visible = cell.attrs;
            Pen {
                fg: current.fg,
                bg: cell.bg,
                attrs: if current.attrs.marks_space() {
                    visible
                } else {
                    current.attrs
                },
            }
        };
        if old != Some(wanted) {
            self.params.clear();
            if old.is_none() {
                self.params.push(0);
            }
            let from = old.unwrap_or_default();
            from.attrs.push_change(wanted.attrs, self.params);
            if from.fg != wanted.fg {
                wanted.fg.push_sgr(30, self.params);
            }
            if from.bg != wanted.bg {
                wanted.bg.push_sgr(40, self.params);
            }
            let bytes = self.params.bytes();
            out.extend_from_slice(b"\x1b[");
            // `CSI m` is `CSI 0 m`.
            out.extend_from_slice(if bytes == b"0" { b"" } else { bytes });
            out.push(b'm');
            state.pen = Some(wanted);
        }
        self.symbols.push(cell.symbol, out);
        let after = x as u16 + u16::from(cell.width);
        state.cursor = (after < self.cols).then_some((after, self.row));
    }
}
