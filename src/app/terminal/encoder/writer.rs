//! Writes cells: moves the cursor, changes the pen, and takes the shortest way from cell to cell.
//!
//! The state of pen and cursor is kept, so that only differences are written. At the edges of bars foreground
//! and background swap, which reverse video does in four bytes where two colours take forty.

use super::super::cells::{Attrs, Packed, Paint, Params, Symbols, push_number};

/// So many unchanged cells are written again rather than moving the cursor over them.
const REFILL_MAX: usize = 4;
/// From so many blanks on, erasing is shorter than writing them.
const ERASE_MIN: usize = 12;

/// The colours and attributes with which the terminal shows what is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Pen {
    pub(super) fg: Paint,
    pub(super) bg: Paint,
    pub(super) attrs: Attrs,
}

impl Pen {
    /// Returns the pen that looks the same without reverse video. If a colour is the terminal's default,
    /// returns `self`, because the default foreground has no name as a background.
    fn plain(self) -> Self {
        let is_named = self.fg != Paint::DEFAULT && self.bg != Paint::DEFAULT;
        if self.attrs.is_reversed() && is_named {
            Self {
                fg: self.bg,
                bg: self.fg,
                attrs: self.attrs.reversed(),
            }
        } else {
            self
        }
    }

    /// Returns whether a cell written with this pen looks right.
    fn shows(self, cell: Packed) -> bool {
        let plain = self.plain();
        if cell.has_ink() {
            (plain.fg, plain.bg, plain.attrs) == (cell.fg, cell.bg, cell.attrs)
        } else {
            plain.bg == cell.bg && !plain.attrs.marks_space()
        }
    }

    /// Returns the number of bytes that change this pen to another, without the bytes of the sequence around.
    fn cost(self, to: Self) -> usize {
        let paint = |from: Paint, to: Paint| if from == to { 0 } else { to.sgr_len() };
        paint(self.fg, to.fg) + paint(self.bg, to.bg) + 3 * self.attrs.changes(to.attrs)
    }
}

/// The state of the terminal that the written bytes change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    /// The pen; `None` if unknown.
    pub(super) pen: Option<Pen>,
    /// Column and row; `None` after the last column, where terminals differ.
    pub(super) cursor: Option<(u16, u16)>,
}

/// The shortcuts that a terminal understands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tricks {
    /// Reverse video for swapped colours.
    pub(super) reverse: bool,
    /// Erasing that leaves the background of the pen.
    pub(super) erase: bool,
}

/// Appends the shortest move to a cell.
pub(super) fn go_to(out: &mut Vec<u8>, state: &mut State, x: u16, y: u16) {
    let at = state.cursor;
    state.cursor = Some((x, y));
    if at == Some((x, y)) {
        return;
    }
    let start = out.len();
    out.extend_from_slice(b"\x1b[");
    push_number(out, u32::from(y) + 1);
    if x > 0 {
        out.push(b';');
        push_number(out, u32::from(x) + 1);
    }
    out.push(b'H');
    let Some(from) = at else { return };
    let straight = out.len() - start;
    // The alternative: down or up first, then along the row.
    let relative = out.len();
    step(
        out,
        y.abs_diff(from.1),
        if y > from.1 { *b"\nB" } else { *b"\0A" },
    );
    if x == 0 && from.0 > 0 {
        out.push(b'\r');
    } else {
        step(
            out,
            x.abs_diff(from.0),
            if x > from.0 { *b"\0C" } else { *b"\x08D" },
        );
    }
    if out.len() - relative < straight {
        out.drain(start..relative);
    } else {
        out.truncate(relative);
    }
}

/// Appends `n` steps: by one control character each if there is one and the steps are few, otherwise by a
/// sequence that ends with a letter.
fn step(out: &mut Vec<u8>, n: u16, [control, letter]: [u8; 2]) {
    if n == 0 {
        return;
    }
    if control != 0 && n <= 4 {
        out.extend(std::iter::repeat_n(control, usize::from(n)));
        return;
    }
    out.extend_from_slice(b"\x1b[");
    if n > 1 {
        push_number(out, u32::from(n));
    }
    out.push(letter);
}

/// Returns how many bytes [`go_to`] writes.
pub(super) fn move_len(from: Option<(u16, u16)>, x: u16, y: u16) -> usize {
    if from == Some((x, y)) {
        return 0;
    }
    let digits = |n: u16| n.checked_ilog10().unwrap_or(0) as usize + 1;
    let column = if x > 0 { 1 + digits(x + 1) } else { 0 };
    let straight = 3 + digits(y + 1) + column;
    let Some(from) = from else { return straight };
    let step = |n: u16, by_control: bool| match n {
        0 => 0,
        1..=4 if by_control => usize::from(n),
        1 => 3,
        _ => 3 + digits(n),
    };
    let along = if x == 0 && from.0 > 0 {
        1
    } else {
        step(x.abs_diff(from.0), x < from.0)
    };
    straight.min(step(y.abs_diff(from.1), y > from.1) + along)
}

/// Writes cells of one row.
pub(super) struct Writer<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) params: &'a mut Params,
    pub(super) tricks: Tricks,
    pub(super) cols: u16,
    pub(super) row: u16,
}

impl Writer<'_> {
    /// Writes the cells of the row that differ.
    pub(super) fn write(
        &mut self,
        out: &mut Vec<u8>,
        state: &mut State,
        shown: &[Packed],
        wanted: &[Packed],
    ) {
        let mut x = 0;
        while x < wanted.len() {
            let end = changed_until(shown, wanted, x, self.tricks.erase);
            if end > x {
                self.run(out, state, wanted, x..end);
            }
            x = end.max(x + 1);
        }
    }

    /// Writes a range of cells of the row.
    pub(super) fn run(
        &mut self,
        out: &mut Vec<u8>,
        state: &mut State,
        wanted: &[Packed],
        cells: std::ops::Range<usize>,
    ) {
        let mut x = cells.start;
        while x < cells.end {
            let cell = wanted[x];
            if cell.width == 0 {
                x += 1;
                continue;
            }
            self.reach(out, state, x, wanted);
            if self.tricks.erase && !cell.has_ink() {
                let same = |next: &&Packed| next.is_blank_on(cell.bg);
                let blanks = wanted[x..cells.end].iter().take_while(same).count();
                if blanks >= ERASE_MIN {
                    self.erase(out, state, cell, blanks);
                    x += blanks;
                    continue;
                }
            }
            self.put(out, state, cell, x);
            x += usize::from(cell.width);
        }
    }

    /// Brings the cursor to a cell, by writing the few cells before it again or by a move.
    fn reach(&self, out: &mut Vec<u8>, state: &mut State, x: usize, wanted: &[Packed]) {
        if let (Some((from, row)), Some(pen)) = (state.cursor, state.pen)
            && row == self.row
            && usize::from(from) < x
            && x - usize::from(from) <= REFILL_MAX
        {
            let gap = &wanted[usize::from(from)..x];
            let same = |cell: &Packed| cell.width == 1 && cell.symbol < 0x80 && pen.shows(*cell);
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

    /// Writes a cell at the cursor.
    pub(super) fn put(&mut self, out: &mut Vec<u8>, state: &mut State, cell: Packed, x: usize) {
        if !state.pen.is_some_and(|pen| pen.shows(cell)) {
            self.pick_up(out, state, cell);
        }
        self.symbols.push(cell.symbol, out);
        let after = x as u16 + u16::from(cell.width);
        state.cursor = (after < self.cols).then_some((after, self.row));
    }

    /// Changes the pen to the one that shows a cell and takes the fewest bytes.
    fn pick_up(&mut self, out: &mut Vec<u8>, state: &mut State, cell: Packed) {
        let current = state.pen.unwrap_or_default();
        let direct = pen_for(cell, current, false);
        let may_swap = self.tricks.reverse
            && cell.bg != Paint::DEFAULT
            && (cell.fg != Paint::DEFAULT || !cell.has_ink())
            && !cell.attrs.is_reversed();
        let swapped = may_swap.then(|| pen_for(cell, current, true));
        let shorter = swapped.filter(|swapped| current.cost(*swapped) < current.cost(direct));
        self.change_pen(out, state, shorter.unwrap_or(direct));
    }

    /// Erases cells from the cursor on; the cursor does not move.
    fn erase(&mut self, out: &mut Vec<u8>, state: &mut State, cell: Packed, n: usize) {
        let current = state.pen.unwrap_or_default();
        self.change_pen(out, state, pen_for(cell, current, false));
        out.extend_from_slice(b"\x1b[");
        push_number(out, n as u32);
        out.push(b'X');
    }

    fn change_pen(&mut self, out: &mut Vec<u8>, state: &mut State, wanted: Pen) {
        let old = state.pen;
        if old == Some(wanted) {
            return;
        }
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
        // A sequence without parameters means 0.
        out.extend_from_slice(if bytes == b"0" { b"" } else { bytes });
        out.push(b'm');
        state.pen = Some(wanted);
    }
}

/// Returns the end of the changed cells that begin at `x`; `x` itself if that cell is unchanged. Blanks
/// between changed blanks count as changed if they can be erased together.
pub(super) fn changed_until(shown: &[Packed], wanted: &[Packed], x: usize, erase: bool) -> usize {
    let mut end = x;
    while end < wanted.len() {
        let width = usize::from(wanted[end].width.max(1));
        let cells = end..(end + width).min(wanted.len());
        if shown[cells.clone()] == wanted[cells.clone()] {
            break;
        }
        end = cells.end;
    }
    if erase && end > x {
        let last = wanted[end - 1];
        let blank = |cell: &Packed| !last.has_ink() && cell.is_blank_on(last.bg);
        let blanks = wanted[end..].iter().take_while(|cell| blank(cell)).count();
        let mut changed = (end..end + blanks).rev();
        end = changed
            .find(|&at| shown[at] != wanted[at])
            .map_or(end, |at| at + 1);
    }
    end
}

/// Returns the pen nearest to `current` that shows a cell, with its colours swapped or not.
fn pen_for(cell: Packed, current: Pen, swapped: bool) -> Pen {
    let mut pen = if cell.has_ink() {
        Pen {
            fg: cell.fg,
            bg: cell.bg,
            attrs: cell.attrs,
        }
    } else {
        // A blank only shows its background; attributes that show on a blank must be off.
        let ink = if swapped { current.bg } else { current.fg };
        Pen {
            fg: ink,
            bg: cell.bg,
            attrs: current.attrs.off_space(),
        }
    };
    if swapped {
        std::mem::swap(&mut pen.fg, &mut pen.bg);
        pen.attrs = pen.attrs.reversed();
    }
    pen
}

/// Returns how many bytes lead from one pen to another, approximately.
pub(super) fn distance(from: Pen, to: Pen, tricks: Tricks) -> usize {
    let direct = from.cost(to);
    if !tricks.reverse || to.fg == Paint::DEFAULT || to.bg == Paint::DEFAULT {
        return direct;
    }
    let swapped = Pen {
        fg: to.bg,
        bg: to.fg,
        attrs: to.attrs.reversed(),
    };
    direct.min(from.cost(swapped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_move_is_known_before_it_is_made() {
        let places = [0_u16, 1, 3, 4, 5, 8, 9, 10, 11, 98, 99, 100, 199];
        let cells = || places.iter().flat_map(|&y| places.map(|x| (x, y)));
        for from in cells().map(Some).chain([None]) {
            for (x, y) in cells() {
                let mut out = Vec::new();
                let mut state = State {
                    cursor: from,
                    pen: None,
                };
                go_to(&mut out, &mut state, x, y);
                assert_eq!(move_len(from, x, y), out.len(), "{from:?} to {x},{y}");
            }
        }
    }
}
