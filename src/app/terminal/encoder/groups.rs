//! Changed cells grouped by the pen they need, so that each pen is set once.
//!
//! In true colour a pen takes up to forty bytes and a move four to eight, so edges, labels and bodies of many
//! bars are cheaper pen by pen than from left to right.

use hashbrown::HashMap;

use super::super::cells::{Packed, Paint};
use super::writer::{Pen, State, Tricks, changed_until, distance, move_len};

/// With more runs than this, the order is that of the screen, because looking for the nearest run each time
/// takes too long.
const PATH_MAX: usize = 240;
/// With more pens than this, looking for the nearest pen each time takes too long.
const NEAREST_MAX: usize = 160;

/// Cells of a row that can be written with one pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    pub(super) row: u16,
    pub(super) start: u16,
    /// The column after the last one.
    pub(super) end: u16,
}

impl Run {
    /// Returns how many bytes move the cursor to the run.
    fn from(self, cursor: Option<(u16, u16)>) -> usize {
        move_len(cursor, self.start, self.row)
    }

    /// Returns the position of the cursor after the run is written.
    fn after(self) -> (u16, u16) {
        (self.end, self.row)
    }
}

/// Returns how many bytes the moves to and between some runs take.
fn path_len(runs: &[Run], cursor: Option<(u16, u16)>) -> usize {
    let mut cursor = cursor;
    let steps = runs.iter().map(|run| {
        let len = run.from(cursor);
        cursor = Some(run.after());
        len
    });
    steps.sum()
}

/// Orders runs so that each is followed by the nearest one, if that is shorter. Vertical lines are then
/// written downwards.
fn nearest_path(runs: Vec<Run>, cursor: Option<(u16, u16)>) -> Vec<Run> {
    let mut left = runs.clone();
    let mut path = Vec::with_capacity(left.len());
    let mut at = cursor;
    while let Some((next, _)) = (left.iter().enumerate()).min_by_key(|(_, run)| run.from(at)) {
        let run = left.remove(next);
        at = Some(run.after());
        path.push(run);
    }
    if path_len(&path, cursor) < path_len(&runs, cursor) {
        path
    } else {
        runs
    }
}

/// Runs by the pen they need.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// Runs that have ink.
    inked: HashMap<Pen, Vec<Run>>,
    /// Runs of blanks, by their background; a pen of any foreground can write these.
    blank: HashMap<Paint, Vec<Run>>,
}

impl Groups {
    /// Adds the differences in a row.
    pub(super) fn add(&mut self, row: u16, shown: &[Packed], wanted: &[Packed], erase: bool) {
        let mut x = 0;
        while x < wanted.len() {
            let end = changed_until(shown, wanted, x, erase);
            let mut start = x;
            while start < end {
                start = self.add_run(row, wanted, start, end);
            }
            x = end.max(x + 1);
        }
    }

    /// Adds the longest run from `start` that one pen can write; returns its end.
    fn add_run(&mut self, row: u16, wanted: &[Packed], start: usize, end: usize) -> usize {
        let mut pen: Option<Pen> = None;
        let ground = wanted[start].bg;
        let mut x = start;
        while x < end {
            let cell = wanted[x];
            if cell.width > 0 {
                if cell.bg != ground {
                    break;
                }
                if cell.has_ink() {
                    let own = Pen {
                        fg: cell.fg,
                        bg: cell.bg,
                        attrs: cell.attrs,
                    };
                    // Blanks before the first ink belong to its run, unless its attributes show on blanks.
                    if pen.is_some_and(|pen| pen != own)
                        || pen.is_none() && x > start && own.attrs.marks_space()
                    {
                        break;
                    }
                    pen = Some(own);
                } else if pen.is_some_and(|pen| pen.attrs.marks_space()) {
                    break;
                }
            }
            x += 1;
        }
        let run = Run {
            row,
            start: start as u16,
            end: x as u16,
        };
        match pen {
            Some(pen) => self.inked.entry(pen).or_default().push(run),
            None => self.blank.entry(ground).or_default().push(run),
        }
        x
    }

    /// Returns the runs in the order in which to write them.
    pub(super) fn order(mut self, state: State, tricks: Tricks) -> Vec<Run> {
        // In the order of the screen, so that equal frames have equal bytes.
        let mut groups: Vec<(Pen, Vec<Run>)> = self.inked.drain().collect();
        groups.sort_unstable_by_key(|(_, runs)| runs.first().copied());
        let mut blank: Vec<(Paint, Vec<Run>)> = self.blank.drain().collect();
        blank.sort_unstable_by_key(|(_, runs)| runs.first().copied());
        for (ground, runs) in blank {
            let fits =
                |(pen, _): &&mut (Pen, Vec<Run>)| pen.bg == ground && !pen.attrs.marks_space();
            // The more runs a pen writes, the nearer one of them is likely to be.
            let with = groups.iter_mut().filter(fits);
            if let Some((_, with)) = with.max_by_key(|(_, with)| with.len()) {
                with.extend(runs);
            } else {
                let pen = Pen {
                    bg: ground,
                    ..Pen::default()
                };
                groups.push((pen, runs));
            }
        }
        for (_, runs) in &mut groups {
            runs.sort_unstable();
        }
        if groups.len() > NEAREST_MAX {
            groups.sort_unstable_by_key(|(pen, _)| (pen.bg, pen.fg, pen.attrs));
            return groups.into_iter().flat_map(|(_, runs)| runs).collect();
        }
        // Of equally near pens, the one whose first run is higher on the screen comes first.
        groups.sort_unstable_by_key(|(_, runs)| runs.first().copied());
        let is_short = groups.iter().map(|(_, runs)| runs.len()).sum::<usize>() <= PATH_MAX;
        let mut order: Vec<Run> = Vec::new();
        let mut cursor = state.cursor;
        let mut pen = state.pen.unwrap_or_default();
        let near = |pen: Pen, to: Pen| distance(pen, to, tricks);
        while let Some((nearest, _)) =
            (groups.iter().enumerate()).min_by_key(|(_, (to, _))| near(pen, *to))
        {
            let (next, runs) = groups.remove(nearest);
            pen = next;
            order.extend(if is_short {
                nearest_path(runs, cursor)
            } else {
                runs
            });
            cursor = order.last().copied().map(Run::after);
        }
        order
    }
}
