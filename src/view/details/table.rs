//! Tables in the details: a name, and as many figures as the width holds.
//!
//! The most important figure comes first, so that it stays on narrow screens.

use std::borrow::Cow;

use super::super::pane::Pane;
use super::super::scene::{Ink, Item, Role, Span, Text};
use super::super::text;

/// How many cells names keep before figures have room, unless names are shorter.
const NAME: u16 = 24;
/// The width of a column of figures.
pub(super) const FIGURE: u16 = 10;
/// More rows of a table than this are not shown; all of them are in its list.
pub(super) const MAX_ROWS: usize = 200;

/// A table under construction.
pub(super) struct Table<'a> {
    pub(super) pane: &'a mut Pane,
    figures: usize,
    /// The width of a column of figures.
    figure: u16,
    /// How names are cut.
    pub(super) fit: for<'t> fn(&'t str, usize) -> Cow<'t, str>,
}

impl<'a> Table<'a> {
    /// Starts a table with a title and the names of its figures, the most important first.
    pub(super) fn new(pane: &'a mut Pane, title: &str, names: &[&str]) -> Self {
        Self::beside(pane, title, names, usize::from(NAME))
    }

    /// Starts a table whose names take at most `widest` cells. Names keep these cells, up to [`NAME`], before
    /// figures have room.
    pub(super) fn beside(pane: &'a mut Pane, title: &str, names: &[&str], widest: usize) -> Self {
        Self::beside_wide(pane, title, names, (widest, FIGURE))
    }

    /// Starts a table as [`beside`](Self::beside) does, with the same figures, each in so many cells.
    pub(super) fn beside_wide(
        pane: &'a mut Pane,
        title: &str,
        names: &[&str],
        (widest, figure): (usize, u16),
    ) -> Self {
        let figures = Self::n_figures(pane.width(), Self::name_cells(title, widest), names.len());
        let mut table = Self {
            pane,
            figures,
            figure,
            fit: text::fit_label,
        };
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        table.put(&Text::new(0, title, Role::Strong).bold(), &names, Role::Dim);
        table
    }

    /// Returns how many cells names keep before figures have room.
    fn name_cells(title: &str, widest: usize) -> u16 {
        let least = u16::try_from(widest).unwrap_or(NAME).min(NAME);
        least.max(text::width(title) as u16 + 1)
    }

    /// Returns how many of `n` figures have room in a width, beside names of so many cells.
    fn n_figures(width: u16, name: u16, n: usize) -> usize {
        n.min(usize::from(width.saturating_sub(name) / FIGURE))
            .max(1)
    }

    /// Returns how wide the figures of a table that [`beside`](Self::beside) starts may be at most, if each has
    /// as many cells and all names, of `widest` cells, stay whole.
    pub(super) fn room_for_each(width: u16, names: &[&str], title: &str, widest: usize) -> u16 {
        let least = Self::name_cells(title, widest);
        let widest = u16::try_from(widest).unwrap_or(u16::MAX);
        let n = Self::n_figures(width, least, names.len());
        (width.saturating_sub(widest.max(least)) / n as u16).max(FIGURE)
    }

    /// Adds a row of a name and figures.
    pub(super) fn put(&mut self, name: &Text, figures: &[String], role: Role) {
        let width = self.pane.width();
        let n = self.figures.min(figures.len());
        let end = width.saturating_sub(n as u16 * self.figure);
        let line = self.pane.line();
        let room = usize::from(end.saturating_sub(name.x + 1));
        line.put(Text {
            text: (self.fit)(&name.text, room).into_owned(),
            ..name.clone()
        });
        for (index, figure) in figures.iter().take(n).enumerate() {
            let x = end + index as u16 * self.figure;
            let words = text::fit_end(figure, usize::from(self.figure) - 1);
            let words = text::pad_left(&words, usize::from(self.figure));
            line.put(Text::new(x, words, role));
        }
    }

    /// Adds a row that leads to an item, with a cell of its colour before the name.
    pub(super) fn row(&mut self, ink: Ink, name: &str, figures: &[String], item: Item) {
        self.put(&Text::new(2, name, Role::Text), figures, Role::Text);
        let last = self.pane.last_line();
        last.spans.push(Span::bar(0, 8, ink));
        self.pane.link(item);
    }

    /// Adds a row without a colour, for what does not count.
    pub(super) fn dim_row(&mut self, name: &str, figures: &[String], item: Item) {
        self.put(&Text::new(2, name, Role::Dim), figures, Role::Dim);
        self.pane.link(item);
    }

    /// Says how many of `n` rows are left out, if only `most` are shown.
    pub(super) fn rest(&mut self, n: usize, most: usize) {
        if n > most {
            let more = text::grouped((n - most) as u64);
            self.pane
                .text(format!("… {more} more in the list"), Role::Dim);
        }
    }
}
