//! Turns painted buffers into the fewest bytes that make a terminal show them.
//!
//! The encoder remembers what the terminal shows, its pen and its cursor from frame to frame, so a frame
//! consists only of what changed: changed cells, changed parts of the pen, relative moves. Cells are written
//! from left to right or pen by pen, whichever is shorter. A pan may insert and delete characters of rows,
//! and a scroll may move a region, if that is shorter. If nothing changed, no byte is written.

use ratatui::buffer::Buffer;

mod groups;
mod writer;

use super::cells::{Packed, Params, Symbols, push_number};
use crate::widgets::theme::Depth;
use groups::Groups;
use writer::{Pen, State, Tricks, Writer, go_to};

/// What moved since the last frame, so that the terminal can move it too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// The rows to write now, ascending; the next frame writes the others. Empty for all rows.
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
    /// The row after the last one.
    pub bottom: u16,
    /// The first column; scrolls take whole rows.
    pub left: u16,
    /// How far the view moved; its contents move left or up by as much.
    pub by: i32,
}

/// What the terminal is known to support besides writing cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shifting {
    /// Nothing: cells are only written.
    Never,
    /// Insert and delete character, scroll regions.
    Uncoloured,
    /// Also erasing that leaves the background of the pen.
    #[default]
    Allowed,
}

/// Whether frames are marked so that the terminal shows each at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sync {
    /// Frames are marked; terminals that do not know the marks ignore them.
    #[default]
    Marked,
    /// Frames have no marks, because the terminal has said that it does not know them.
    Bare,
}

const BEGIN_SYNC: &[u8] = b"\x1b[?2026h";
const END_SYNC: &[u8] = b"\x1b[?2026l";

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

    /// Changes the number of colours; the next frame paints everything.
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
        let rows: Vec<u16> = (0..self.rows)
            .filter(|row| motion.first.is_empty() || motion.first.binary_search(row).is_ok())
            .filter(|&row| self.differs(row))
            .collect();
        self.write(&rows, motion.pan);
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

    /// Returns a buffer as lines to print: every cell, no moves, default colours at the ends of lines.
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
                tricks: Tricks::default(),
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

    /// Scrolls a region if fewer cells have to be written then.
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
        // The sequences for scrolling take about thirty bytes, as much as a few cells.
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

    fn differs(&self, row: u16) -> bool {
        Self::cells_of(&self.shown, row, self.cols) != Self::cells_of(&self.next, row, self.cols)
    }

    fn tricks(&self) -> Tricks {
        Tricks {
            reverse: self.depth >= Depth::Indexed,
            erase: self.shifting == Shifting::Allowed,
        }
    }

    /// Writes the differences in some rows, row by row or pen by pen, whichever is shorter.
    fn write(&mut self, rows: &[u16], pan: Option<Shift>) {
        let tricks = self.tricks();
        let mut writer = Writer {
            symbols: &self.symbols,
            params: &mut self.params,
            tricks,
            cols: self.cols,
            row: 0,
        };
        let (mut by_row, mut state) = (Vec::new(), self.state);
        let (mut by_pen, mut other) = (Vec::new(), self.state);
        let mut groups = Groups::default();
        for &row in rows {
            let shown = Self::cells_of(&self.shown, row, self.cols);
            let wanted = Self::cells_of(&self.next, row, self.cols);
            writer.row = row;
            let (start, before) = (by_row.len(), state);
            writer.write(&mut by_row, &mut state, shown, wanted);
            let shifted = pan
                .filter(|pan| (pan.top..pan.bottom).contains(&row))
                .and_then(|pan| Some((pan, shifted(shown, pan)?)));
            if let Some((pan, cells)) = shifted {
                let (mut moved, mut after) = (Vec::new(), before);
                shift(&mut moved, &mut after, pan, row);
                writer.write(&mut moved, &mut after, &cells, wanted);
                if moved.len() < by_row.len() - start {
                    by_row.truncate(start);
                    by_row.extend_from_slice(&moved);
                    state = after;
                    shift(&mut by_pen, &mut other, pan, row);
                    groups.add(row, &cells, wanted, tricks.erase);
                    continue;
                }
            }
            groups.add(row, shown, wanted, tricks.erase);
        }
        for run in groups.order(other, tricks) {
            let wanted = Self::cells_of(&self.next, run.row, self.cols);
            writer.row = run.row;
            let cells = usize::from(run.start)..usize::from(run.end);
            writer.run(&mut by_pen, &mut other, wanted, cells);
        }
        if by_pen.len() < by_row.len() {
            (by_row, state) = (by_pen, other);
        }
        self.out.extend_from_slice(&by_row);
        self.state = state;
        for &row in rows {
            let start = usize::from(row) * usize::from(self.cols);
            let cells = start..start + usize::from(self.cols);
            self.shown[cells.clone()].copy_from_slice(&self.next[cells]);
        }
    }
}

/// Moves the cells of a row by a pan.
fn shift(out: &mut Vec<u8>, state: &mut State, pan: Shift, row: u16) {
    go_to(out, state, pan.left, row);
    out.extend_from_slice(b"\x1b[");
    if pan.by.unsigned_abs() > 1 {
        push_number(out, pan.by.unsigned_abs());
    }
    out.push(if pan.by > 0 { b'P' } else { b'@' });
}

/// Returns a row after a pan; `None` if that would cut a wide symbol.
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
