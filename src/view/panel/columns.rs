//! Which columns of a table are in sight, and how wide they are.
//!
//! A column is as wide as what it says, at most its limit. Where that is too much for all, texts
//! and titles give way first, as long as no two titles look the same; what then has no room is out
//! of sight at the right, and the table is scrolled by whole columns to show it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::overlay::{Align, Column, Table, TableCell, TableRow};
use super::super::text;
use super::narrow::Way;

/// How many cells a text keeps if columns are out of sight beside it.
const TEXT_LEAST: u16 = 16;
/// How many cells a text keeps if that leaves room for all columns.
const TEXT_LEAST_OF_ALL: u16 = 10;
/// How many cells a column keeps that yields to the last one.
const COMMON_LEAST: usize = 6;
/// How many cells the title of numbers keeps.
const TITLE_LEAST: u16 = 6;
/// How many cells lie between two columns.
pub(super) const GAP: u16 = 2;

/// The columns of a table that are in sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InSight {
    /// The first column in sight.
    pub first: usize,
    /// How wide each column in sight is.
    pub widths: Vec<u16>,
    /// How many columns the table has.
    pub of: usize,
    /// Whether a column is narrower than what it says.
    pub is_cut: bool,
    /// How the cells of each column of the table are written; none if all are as they are.
    pub ways: Vec<Way>,
}

impl InSight {
    /// Returns which columns are in sight.
    pub(super) fn range(&self) -> Range<usize> {
        self.first..self.first + self.widths.len()
    }

    /// Returns how many columns are out of sight at the right.
    pub(super) fn n_right(&self) -> usize {
        self.of - self.range().end
    }

    /// Returns the cells of a row that are in sight and cut, each with its column.
    pub(super) fn cut<'a>(
        &self,
        row: &'a TableRow,
    ) -> impl Iterator<Item = (usize, &'a TableCell)> {
        let places = self.places(0);
        places.filter_map(|(index, _, width)| {
            let cell = row.cells.get(index)?;
            let is_cut = text::width(&text::clean(&cell.words())) > usize::from(width);
            (is_cut && cell.bar.is_none()).then_some((index, cell))
        })
    }

    /// Returns each column in sight with its first cell and its width, from a cell on.
    pub(super) fn places(&self, from: u16) -> impl Iterator<Item = (usize, u16, u16)> + '_ {
        let mut x = from;
        self.range().zip(&self.widths).map(move |(column, &width)| {
            let at = x;
            x = x.saturating_add(width).saturating_add(GAP);
            (column, at, width)
        })
    }
}

/// Returns the columns that are in sight in so many cells, as wide as these rows ask for, whose cells are written
/// in these ways. The last column of the table takes what is left, unless it is aligned to the right, because
/// numbers far from their row are hard to read.
pub(super) fn in_sight(
    table: &Table,
    (measured, ways): (&[TableRow], Vec<Way>),
    room: u16,
) -> InSight {
    let of = table.columns.len();
    let first = table.first_column.min(of.saturating_sub(1));
    let mut columns = InSight {
        first,
        widths: Vec::new(),
        of,
        is_cut: false,
        ways,
    };
    let wanted: Vec<Wanted> = (first..of)
        .map(|index| {
            let title = columns.head(index, &table.columns[index]);
            Wanted::of(&table.columns[index], &title, measured, index)
        })
        .collect();
    let (n, mut widths) = fitting(&wanted, room, first > 0);
    let all = table.columns.iter().skip(first).zip(&wanted);
    for ((column, wanted), at) in all.zip(0..n) {
        if column.takes_rest {
            let rest = room.saturating_sub(total(&widths));
            widths[at] += wanted.whole.saturating_sub(widths[at]).min(rest);
        }
    }
    let is_cut = wanted.iter().zip(&widths).any(|(all, &w)| w < all.width);
    if first + n == of
        && let (Some(last), Some(&width)) = (wanted.last(), widths.last())
        && width < last.whole
    {
        for (wanted, width) in wanted.iter().zip(&mut widths) {
            *width = wanted.common.min(*width);
        }
    }
    let used = total(&widths);
    if first + n == of
        && let (Some(last), Some(column)) = (widths.last_mut(), table.columns.last())
        && column.align == Align::Left
    {
        *last += room.saturating_sub(used);
    }
    columns.widths = widths;
    columns.is_cut = is_cut;
    columns
}

/// What a column asks for.
struct Wanted {
    /// Its width, within its limit.
    width: u16,
    /// Its width, whatever its limit.
    whole: u16,
    /// The width that it keeps where the last column has too little: of a column that yields, what most of its
    /// cells ask for.
    common: u16,
    /// The width of what is never cut: numbers, of which a part would be another number.
    numbers: Option<u16>,
    /// Its title.
    title: String,
}

impl Wanted {
    fn of(column: &Column, title: &str, measured: &[TableRow], index: usize) -> Self {
        let cells = measured.iter().filter(|row| !row.heading);
        let cells = cells.filter_map(|row| row.cells.get(index));
        // A bar takes what is left.
        let cells = cells.filter(|cell| cell.bar.is_none());
        let widths = cells.map(|cell| text::width(&text::clean(&cell.words())));
        let mut widths: Vec<usize> = widths.collect();
        widths.sort_unstable();
        let limit = match column.max_width {
            0 => usize::MAX,
            limit => usize::from(limit),
        };
        let cells = widths.last().copied().unwrap_or(0);
        let title = text::clean(title).into_owned();
        let width = cells.max(text::width(&title));
        let most = widths.get(widths.len() * 4 / 5).copied().unwrap_or(0);
        let common = if column.yields {
            most.max(text::width(&title)).max(COMMON_LEAST)
        } else {
            usize::MAX
        };
        let narrow = |width: usize| u16::try_from(width.min(limit)).unwrap_or(u16::MAX);
        Self {
            width: narrow(width),
            whole: u16::try_from(width).unwrap_or(u16::MAX),
            common: u16::try_from(common).unwrap_or(u16::MAX),
            numbers: (column.align == Align::Right).then(|| narrow(cells)),
            title,
        }
    }

    /// Returns how narrow the column may get if texts keep `text` cells, and titles of numbers `title`.
    fn least(&self, text: u16, title: u16) -> u16 {
        let least = self.numbers.map_or(text, |numbers| numbers.max(title));
        self.width.min(least)
    }
}

fn total(widths: &[u16]) -> u16 {
    let cells = widths.iter().map(|&width| u32::from(width + GAP));
    let cells = cells.sum::<u32>().saturating_sub(u32::from(GAP));
    u16::try_from(cells).unwrap_or(u16::MAX)
}

/// Returns how many columns have room, at least one, and how wide they are. Where columns have been
/// scrolled by, one scrolls on: all that is left need not be in sight.
fn fitting(wanted: &[Wanted], room: u16, is_scrolled: bool) -> (usize, Vec<u16>) {
    let whole = u16::MAX;
    let steps = [
        (TEXT_LEAST, whole),
        (TEXT_LEAST_OF_ALL, whole),
        (TEXT_LEAST_OF_ALL, TITLE_LEAST),
    ];
    let mut widths: Vec<u16> = wanted.iter().map(|column| column.width.min(room)).collect();
    let n_steps = if is_scrolled { 1 } else { steps.len() };
    let has_room = (steps[..n_steps].iter()).any(|&least| narrow(&mut widths, wanted, least, room));
    if has_room && are_apart(wanted, &widths) {
        return (wanted.len(), widths);
    }
    let least: Vec<u16> = wanted
        .iter()
        .map(|column| column.least(TEXT_LEAST, whole).min(room))
        .collect();
    let n = (1..least.len())
        .take_while(|&n| total(&least[..=n]) <= room)
        .last()
        .map_or(1, |n| n + 1);
    let shown = &wanted[..n];
    let mut widths: Vec<u16> = shown.iter().map(|column| column.width.min(room)).collect();
    // One column alone is as wide as there is room.
    let _is_enough = narrow(&mut widths, shown, steps[0], room);
    (n, widths)
}

/// Returns whether no title is cut so that it looks like another.
fn are_apart(wanted: &[Wanted], widths: &[u16]) -> bool {
    let shown = wanted.iter().zip(widths).map(|(column, &width)| {
        let shown = text::fit_end(&column.title, usize::from(width));
        (shown.len() < column.title.len(), shown)
    });
    let mut seen = BTreeSet::new();
    let mut cut = shown.filter_map(|(is_cut, shown)| is_cut.then_some(shown));
    cut.all(|shown| seen.insert(shown))
}

/// Takes from the widest columns what there is no room for, as far as they may get narrower. Returns whether
/// that is enough.
fn narrow(widths: &mut [u16], wanted: &[Wanted], (text, title): (u16, u16), room: u16) -> bool {
    while total(widths) > room {
        let columns = widths.iter_mut().zip(wanted);
        let may = columns.filter(|(width, column)| **width > column.least(text, title));
        let Some((width, _)) = may.max_by_key(|(width, _)| **width) else {
            return false;
        };
        *width -= 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen_in(table: &Table, rows: &[TableRow], room: u16) -> InSight {
        in_sight(table, (rows, Vec::new()), room)
    }

    #[test]
    fn a_column_yields_to_the_last_one_what_few_of_its_cells_need() {
        let (mut table, mut rows) = table(&[("tag", "libc", false), ("message", "", false)]);
        table.columns[0].yields = true;
        let mut long = rows[0].clone();
        long.cells[0].text = "t".repeat(12);
        rows.resize(9, rows[0].clone());
        rows.push(long);
        assert_eq!(seen_in(&table, &rows, 40).widths, [12, 26]);
        // The message needs more than is left beside the longest tag.
        rows[0].cells[1].text = "m".repeat(30);
        assert_eq!(seen_in(&table, &rows, 40).widths, [6, 32]);
        table.columns[0].yields = false;
        assert_eq!(seen_in(&table, &rows, 40).widths, [12, 26]);
    }

    #[test]
    fn a_column_may_take_what_the_last_one_leaves() {
        let (mut table, rows) =
            table(&[("tag", &"t".repeat(30), false), ("message", "short", false)]);
        table.columns[0].max_width = 12;
        let widths = |table: &Table, room| seen_in(table, &rows, room).widths;
        assert_eq!(widths(&table, 60), [12, 46]);
        table.columns[0].takes_rest = true;
        assert_eq!(widths(&table, 60), [30, 28]);
        assert_eq!(widths(&table, 30), [21, 7]);
        assert_eq!(widths(&table, 21), [12, 7]);
    }

    /// A table with one row; each column has a title, the text of its cell, and whether that is a number.
    fn table(columns: &[(&str, &str, bool)]) -> (Table, Vec<TableRow>) {
        let column = |&(title, _, is_number): &(&str, &str, bool)| Column {
            title: title.into(),
            align: if is_number { Align::Right } else { Align::Left },
            max_width: 60,
            ..Column::default()
        };
        let row = TableRow {
            cells: columns
                .iter()
                .map(|column| TableCell::new(column.1))
                .collect(),
            heading: false,
        };
        let table = Table {
            columns: columns.iter().map(column).collect(),
            ..Table::default()
        };
        (table, vec![row])
    }

    #[test]
    fn a_text_gives_way_to_the_numbers_behind_it() {
        let name = "monitor contention with owner pool-4-thread-7 (8172)";
        let (table, rows) = table(&[
            ("ts", "17634767431602", true),
            ("name", name, false),
            ("parent_id", "5221", true),
        ]);
        let all = seen_in(&table, &rows, 80);
        assert_eq!(all.widths, [14, 52, 9]);
        assert!(!all.is_cut);
        let narrow = seen_in(&table, &rows, 50);
        assert_eq!((narrow.widths, narrow.is_cut), (vec![14, 23, 9], true));
        let narrower = seen_in(&table, &rows, 37);
        assert_eq!(narrower.widths, [14, 10, 9]);
        // After the texts a title is cut; a number never is.
        assert_eq!(seen_in(&table, &rows, 34).widths, [14, 10, 6]);
        let least = seen_in(&table, &rows, 33);
        assert_eq!((least.n_right(), least.widths), (1, vec![14, 17]));
    }

    #[test]
    fn titles_are_not_cut_until_they_look_the_same() {
        let alike = ["thread_ts", "thread_dur", "thread_count"].map(|title| (title, "1", true));
        let (alike, rows) = table(&alike);
        assert_eq!(seen_in(&alike, &rows, 35).widths, [9, 10, 12]);
        let narrow = seen_in(&alike, &rows, 22);
        assert_eq!((narrow.widths, narrow.of), (vec![9, 10], 3));
        let (others, rows) = table(&[("arrival", "1", true), ("departure", "2", true)]);
        assert_eq!(seen_in(&others, &rows, 14).widths, [6, 6]);
    }

    #[test]
    fn what_has_no_room_is_reached_by_scrolling() {
        let text = "com.example.perfetto.lockcontention";
        let columns: Vec<_> = ["a", "b", "c", "d", "e"]
            .map(|title| (title, text, false))
            .into();
        let (mut table, rows) = table(&columns);
        let seen = |table: &Table| {
            let columns = seen_in(table, &rows, 40);
            (columns.range(), columns.n_right())
        };
        assert_eq!(seen(&table), (0..2, 3));
        table.first_column = 3;
        assert_eq!(seen(&table), (3..5, 0));
        assert!(seen_in(&table, &rows, 40).is_cut);
        // One scrolls on sooner than that what is left is cut further.
        table.first_column = 2;
        assert_eq!(seen(&table), (2..4, 1));
        // The last alone has all the room.
        table.first_column = 9;
        assert_eq!(seen(&table), (4..5, 0));
        assert_eq!(seen_in(&table, &rows, 40).widths, [40]);
    }
}
