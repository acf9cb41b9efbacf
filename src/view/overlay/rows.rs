//! The rows of a table: made when they are looked at.
//!
//! A list of a hundred thousand rows costs a frame no more than its screenful.

use std::fmt::Debug;
use std::sync::Arc;

use super::{Column, TableCell, TableRow};
use crate::model::trace::Trace;
use crate::view::scene::Item;

/// Makes the rows of a table. A row is asked for by its number, from 0.
pub trait RowSource: Debug + Send + Sync {
    /// Makes a row.
    fn row(&self, trace: &Trace, index: usize) -> TableRow;

    /// Makes the heading of a group of which so many rows are shown.
    fn heading(&self, trace: &Trace, index: usize, _n_shown: usize) -> TableRow {
        self.row(trace, index)
    }

    /// Returns the titles of exported rows; none if what is shown is exported.
    fn record_titles(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns a row as it is exported, one text for each title, or nothing where nothing stands: times
    /// in nanoseconds, and numbers as they are, not as they are shown.
    fn record(&self, trace: &Trace, index: usize) -> Vec<Option<String>> {
        self.row(trace, index).record()
    }

    /// Returns the item that a row is about, if there is one.
    fn item(&self, _index: usize) -> Item {
        Item::None
    }

    /// Returns whether a row is the heading of a group.
    fn is_heading(&self, _index: usize) -> bool {
        false
    }
}

/// Returns the text of a cell, if anything stands there.
pub fn not_empty(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

/// A column, and what makes its cell of a row.
pub type Filled<T> = (Column, fn(&T, &Trace, usize) -> TableCell);

/// What makes rows cell by cell.
pub trait Cells: Debug + Send + Sync + Sized {
    /// Returns the columns.
    fn columns(&self) -> &[Filled<Self>];

    /// Returns the columns, without what makes their cells.
    fn heads(&self) -> Vec<Column> {
        let columns = self.columns().iter();
        columns.map(|(column, _)| column.clone()).collect()
    }

    /// Returns the item that a row is about, if there is one.
    fn item(&self, index: usize) -> Item;

    /// Returns the name of the group that begins with this row, if the row is its heading.
    fn group_at(&self, _index: usize) -> Option<&str> {
        None
    }
}

impl<T: Cells> RowSource for T {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        if let Some(name) = self.group_at(index) {
            return TableRow::heading(name.to_owned());
        }
        let columns = self.columns().iter();
        let cells = columns.map(|(_, cell)| cell(self, trace, index));
        TableRow {
            cells: cells.collect(),
            heading: false,
        }
    }

    fn record(&self, trace: &Trace, index: usize) -> Vec<Option<String>> {
        let mut row = self.row(trace, index);
        for (cell, (column, _)) in row.cells.iter_mut().zip(self.columns()) {
            // What stands there instead of an instant is none.
            if column.is_instant && cell.ts.is_none() {
                cell.text.clear();
            }
        }
        row.record()
    }

    fn heading(&self, _: &Trace, index: usize, n_shown: usize) -> TableRow {
        TableRow::group(self.group_at(index).unwrap_or_default(), n_shown)
    }

    fn item(&self, index: usize) -> Item {
        Cells::item(self, index)
    }

    fn is_heading(&self, index: usize) -> bool {
        self.group_at(index).is_some()
    }
}

impl RowSource for Vec<TableRow> {
    fn row(&self, _: &Trace, index: usize) -> TableRow {
        self[index].clone()
    }

    fn is_heading(&self, index: usize) -> bool {
        self[index].heading
    }
}

/// The rows of a table that pass its filter, in their order.
#[derive(Clone, Debug)]
pub struct TableRows {
    source: Arc<dyn RowSource>,
    shown: Arc<[u32]>,
    /// Where the headings are, ascending.
    headings: Arc<[u32]>,
}

impl Default for TableRows {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl From<Vec<TableRow>> for TableRows {
    fn from(rows: Vec<TableRow>) -> Self {
        let shown = (0..rows.len() as u32).collect();
        let is_heading = |&at: &u32| rows[at as usize].heading;
        let headings = (0..rows.len() as u32).filter(is_heading).collect();
        Self::new(Arc::new(rows), shown, headings)
    }
}

/// Two are equal if they show rows of the same source in the same order, not if their rows look alike.
impl PartialEq for TableRows {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && Arc::ptr_eq(&self.shown, &other.shown)
    }
}

impl TableRows {
    /// Returns rows of a source, of which those at some places are headings.
    pub fn new(source: Arc<dyn RowSource>, shown: Arc<[u32]>, headings: Arc<[u32]>) -> Self {
        Self {
            source,
            shown,
            headings,
        }
    }

    /// Returns the same rows, made by another source.
    #[must_use]
    pub fn made_by(&self, source: Arc<dyn RowSource>) -> Self {
        Self {
            source,
            ..self.clone()
        }
    }

    /// Returns how many there are, headings included.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// Returns how many there are without headings.
    pub fn n_entries(&self) -> usize {
        self.shown.len() - self.headings.len()
    }

    /// Makes the row at a place.
    pub fn get(&self, trace: &Trace, at: usize) -> Option<TableRow> {
        let index = self.index(at)?;
        let Ok(group) = self.headings.binary_search(&(at as u32)) else {
            return Some(self.source.row(trace, index));
        };
        let next = self.headings.get(group + 1);
        let next = next.map_or(self.len(), |&next| next as usize);
        Some(self.source.heading(trace, index, next - at - 1))
    }

    /// Makes the rows at and after a place, at most `n`.
    pub fn window(&self, trace: &Trace, at: usize, n: usize) -> Vec<TableRow> {
        (at..self.len().min(at.saturating_add(n)))
            .filter_map(|at| self.get(trace, at))
            .collect()
    }

    /// Returns the titles of exported rows; none if what is shown is exported.
    pub fn record_titles(&self) -> &'static [&'static str] {
        self.source.record_titles()
    }

    /// Makes what is exported of all rows but headings, in their order. The heading above a row comes first if
    /// `has_headings`.
    pub fn records<'a>(
        &'a self,
        trace: &'a Trace,
        has_headings: bool,
    ) -> impl Iterator<Item = Vec<Option<String>>> + 'a {
        let mut heading = None;
        (0..self.len()).filter_map(move |at| {
            let index = self.index(at)?;
            if self.source.is_heading(index) {
                let cells = self.source.row(trace, index).cells;
                heading = cells.into_iter().next().map(|cell| cell.text);
                return None;
            }
            let mut record = self.source.record(trace, index);
            if has_headings {
                record.insert(0, heading.clone());
            }
            Some(record)
        })
    }

    /// Returns where the row at a place leads.
    pub fn item(&self, at: usize) -> Option<Item> {
        Some(self.source.item(self.index(at)?))
    }

    /// Returns whether the row at a place is a heading.
    pub fn is_heading(&self, at: usize) -> bool {
        self.index(at)
            .is_some_and(|index| self.source.is_heading(index))
    }

    /// Returns the number of the row at a place in the source.
    fn index(&self, at: usize) -> Option<usize> {
        self.shown.get(at).map(|&index| index as usize)
    }
}
