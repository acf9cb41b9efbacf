//! What the cells of a table leave out on a narrow screen, so that its names and words have the room.
//!
//! Instants have fewer digits where something would be cut, and units stand in the headings. Only what is drawn
//! is changed: filters, orders and exports see the cells as they are.

use std::borrow::Cow;

use super::super::overlay::{Column, Table, TableRow};
use super::super::time;
use super::columns::{InSight, in_sight};
use crate::model::trace::Trace;

/// Screens of so many columns have room for every digit of an instant.
const WHOLE_COLS: u16 = 120;
/// Screens of so many columns have room for a unit in every cell.
const UNIT_COLS: u16 = 100;

/// How the cells of a column are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// As they are.
    #[default]
    Whole,
    /// In milliseconds, as the heading says.
    InMs,
    /// Instants with so many groups of three digits after the second, if that `is_less` than they are told to; the
    /// heading says their unit if they have one.
    Instant {
        groups: usize,
        has_unit: bool,
        is_less: bool,
    },
}

/// The unit of instants, as they end in it.
const SECONDS: &str = " s";

impl Way {
    /// Returns the unit that stands in the heading.
    fn unit(self) -> &'static str {
        match self {
            Self::InMs => " ms",
            Self::Instant { has_unit: true, .. } => SECONDS,
            _ => "",
        }
    }

    /// Writes the cells of a row.
    fn write_all(ways: &[Self], row: &mut TableRow) {
        for (way, cell) in ways.iter().zip(&mut row.cells) {
            match *way {
                Self::InMs => {
                    if let Some(ns) = cell.value.filter(|_| !cell.text.is_empty()) {
                        let sign = if cell.text.starts_with('+') { "+" } else { "" };
                        cell.text = format!("{sign}{}", time::in_ms(ns as i64));
                    }
                }
                Self::Instant {
                    groups, has_unit, ..
                } if cell.ts.is_some() => {
                    cell.text = with_groups(&cell.text, groups);
                    if has_unit && let Some(bare) = cell.text.strip_suffix(SECONDS) {
                        cell.text = bare.to_owned();
                    }
                }
                _ => {}
            }
        }
    }
}

/// Returns an instant with so many groups of digits after the second.
fn with_groups(text: &str, groups: usize) -> String {
    let Some((whole, rest)) = text.split_once('.') else {
        return text.to_owned();
    };
    let is_group = |part: &&str| part.bytes().all(|it| it.is_ascii_digit());
    let parts = rest.split(' ').enumerate();
    let kept: Vec<&str> = parts
        .filter(|(at, part)| *at < groups || !is_group(part))
        .map(|(_, part)| part)
        .collect();
    format!("{whole}.{}", kept.join(" "))
}

impl InSight {
    /// Makes rows as they are drawn.
    pub(super) fn window(
        &self,
        trace: &Trace,
        table: &Table,
        first: usize,
        n: usize,
    ) -> Vec<TableRow> {
        let mut rows = table.rows.window(trace, first, n);
        for row in rows.iter_mut().filter(|row| !row.heading) {
            Way::write_all(&self.ways, row);
        }
        rows
    }

    /// Returns the heading of a column.
    pub(super) fn head<'a>(&self, index: usize, column: &'a Column) -> Cow<'a, str> {
        match self.ways.get(index).map_or("", |way| way.unit()) {
            "" => Cow::Borrowed(&column.title),
            unit => format!("{}{unit}", column.title).into(),
        }
    }

    /// Returns whether instants have fewer digits than they are told to.
    pub(super) fn tells_less(&self) -> bool {
        (self.ways.iter()).any(|way| matches!(way, Way::Instant { is_less: true, .. }))
    }

    /// Returns the instant of the chosen row with all of its digits, if the row has fewer.
    pub(super) fn whole_time(&self, trace: &Trace, table: &Table) -> Option<String> {
        let is_instant = |way: &Way| matches!(way, Way::Instant { is_less: true, .. });
        let at = self.ways.iter().position(is_instant)?;
        let row = table.rows.get(trace, table.chosen)?;
        let cell = row.cells.get(at).filter(|_| !row.heading)?;
        cell.ts.map(|_| cell.text.clone())
    }
}

/// Returns the columns that are in sight on a screen of so many columns, for a table with this row of sums.
pub(super) fn fitted(trace: &Trace, table: &Table, sums: Option<&TableRow>, cols: u16) -> InSight {
    let rows = measured(trace, table);
    let with = |ways: Vec<Way>| {
        let mut rows = rows.clone();
        for row in rows.iter_mut().filter(|row| !row.heading) {
            Way::write_all(&ways, row);
        }
        rows.extend(sums.cloned());
        let columns = in_sight(table, (&rows, ways), cols.saturating_sub(4));
        let is_cut = columns.n_right() > 0
            || (rows.iter()).any(|row| !row.heading && columns.cut(row).next().is_some());
        (columns, is_cut)
    };
    let in_ms = |column: &Column| {
        if column.narrow_in_ms && cols < UNIT_COLS {
            Way::InMs
        } else {
            Way::Whole
        }
    };
    let mut ways: Vec<Way> = table.columns.iter().map(in_ms).collect();
    let (columns, is_cut) = with(ways.clone());
    if !is_cut || cols >= WHOLE_COLS || !table.columns.iter().any(|it| it.narrow_groups > 0) {
        return columns;
    }
    // Instants that are near each other need more digits to be told apart.
    let least = match trace.bounds.dur().ns() {
        10_000_000_000.. => 1,
        10_000_000.. => 2,
        _ => 3,
    };
    for (index, column) in table.columns.iter().enumerate() {
        if column.narrow_groups > 0 {
            let groups = usize::from(column.narrow_groups).max(least);
            let cells = rows.iter().filter_map(|row| row.cells.get(index));
            let mut told = cells.filter(|cell| cell.ts.is_some());
            ways[index] = Way::Instant {
                groups,
                has_unit: told.clone().all(|cell| cell.text.ends_with(SECONDS)),
                is_less: told.any(|cell| with_groups(&cell.text, groups) != cell.text),
            };
        }
    }
    with(ways).0
}

/// Returns the rows whose cells say how wide the columns are: those around the chosen one. They stay the same
/// while the list is scrolled by a few rows, so that columns stay in their places.
fn measured(trace: &Trace, table: &Table) -> Vec<TableRow> {
    /// The rows are taken in blocks of so many: that of the chosen row, two before, as the chosen row may be the
    /// last on a high screen, and one behind.
    const BLOCK: usize = 64;
    let first = (table.chosen / BLOCK).saturating_sub(2) * BLOCK;
    table.rows.window(trace, first, 4 * BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_loses_its_last_digits_in_every_form() {
        let forms = [
            ("0.882 533 661 s", "0.882 533 s", "0.882 s"),
            ("00:01:02.500 000 001", "00:01:02.500 000", "00:01:02.500"),
            ("−0.000 001 000 s", "−0.000 001 s", "−0.000 s"),
            ("4.708 s", "4.708 s", "4.708 s"),
            ("1801642796500", "1801642796500", "1801642796500"),
        ];
        for (whole, micros, millis) in forms {
            assert_eq!(with_groups(whole, 2), micros);
            assert_eq!(with_groups(whole, 1), millis);
            assert_eq!(with_groups(whole, 3), whole);
        }
    }
}
