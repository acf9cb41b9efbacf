//! The sources of a layer's rows.
//!
//! The rows of short lists are stored as entries; those of long lists are made when they are looked at.

use super::Act;
use super::arrange::SortedBy;
use crate::base::time::Ts;
use crate::model::trace::Trace;
use crate::view::overlay::{RowSource, TableCell, TableRow};
use crate::view::scene::Item;

/// The rows of a layer before they are filtered.
pub trait ListSource: RowSource {
    /// Returns the number of rows.
    fn n_rows(&self) -> usize;

    /// Returns whether those are all.
    fn extent(&self) -> Extent {
        Extent::All
    }

    /// Returns what a row leads to: its item, unless the source knows better.
    fn act(&self, index: usize) -> Act {
        Act::to(self.item(index))
    }

    /// Appends the text of a row that the filter searches.
    fn write_text(&self, trace: &Trace, index: usize, text: &mut String) {
        self.row(trace, index).write_text(text);
    }

    /// Returns how many bytes at the start of a row's text are a name, of which a few letters are enough. Of
    /// what comes after it the letters must be those of one word.
    fn name_len(&self, _index: usize, text: &str) -> usize {
        text.len()
    }

    /// Returns what a row is, which finds it too, after those whose text matches.
    fn kind(&self, _trace: &Trace, _index: usize) -> &'static str {
        ""
    }

    /// Returns whether rows have levels, which a filter can name.
    fn has_levels(&self) -> bool {
        false
    }

    /// Returns the level of a row in Android's numbers: 2 is verbose, 7 fatal.
    fn level(&self, _trace: &Trace, _index: usize) -> u8 {
        0
    }

    /// Returns whether the rows are moments in the order of time. A filter of such rows leaves what is chosen
    /// at its time.
    fn is_by_time(&self) -> bool {
        false
    }

    /// Returns when a row was, if that is known without its cells.
    fn time(&self, _trace: &Trace, _index: usize) -> Option<Ts> {
        None
    }

    /// Returns whether the rows can be sorted by a column.
    fn sorts_by(&self, _column: usize) -> bool {
        true
    }

    /// Returns what a column is sorted as, if not as what most of its cells look like.
    fn sorted_as(&self, _column: usize) -> Option<SortedBy> {
        None
    }

    /// Returns the line below the title of a table of which only these rows are shown, if that line counts rows;
    /// else nothing.
    fn legend(&self, _shown: &[u32]) -> Vec<TableCell> {
        Vec::new()
    }

    /// Returns whether the filter searches what stands at the right of a row of a list as well.
    fn is_note_searched(&self, _index: usize) -> bool {
        false
    }

    /// Returns what stands at the right of a row of a list.
    fn note(&self, _: &Trace, _index: usize) -> String {
        String::new()
    }
}

/// Whether the rows of a source are all that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All.
    All,
    /// The first of more, and of how many if that is known.
    First(Option<usize>),
}

/// A row of a list or table before it is filtered.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The text that the filter searches.
    pub text: String,
    /// What the row leads to.
    pub act: Act,
    /// The looks of the row.
    pub look: Look,
}

impl Entry {
    /// Returns a row of a list; `note` stands at its right.
    pub const fn listed(text: String, note: String, act: Act) -> Self {
        Self {
            text,
            act,
            look: Look::List(note),
        }
    }

    /// Returns a row of a table, of which the filter searches all cells.
    pub fn of_cells(cells: Vec<TableCell>, act: Act) -> Self {
        let row = TableRow {
            cells,
            heading: false,
        };
        let mut text = String::new();
        row.write_text(&mut text);
        Self {
            text,
            act,
            look: Look::Table(row),
        }
    }
}

/// The looks of a row.
#[derive(Clone, Debug)]
pub enum Look {
    /// A row of a list, with the text at its right.
    List(String),
    /// A row of a table.
    Table(TableRow),
}

impl RowSource for Vec<Entry> {
    fn row(&self, _: &Trace, index: usize) -> TableRow {
        match &self[index].look {
            Look::Table(row) => row.clone(),
            Look::List(_) => TableRow {
                cells: vec![TableCell::new(self[index].text.clone())],
                ..TableRow::default()
            },
        }
    }

    fn item(&self, index: usize) -> Item {
        match self[index].act {
            Act::Item(item) => item,
            _ => Item::None,
        }
    }

    fn is_heading(&self, index: usize) -> bool {
        matches!(&self[index].look, Look::Table(row) if row.heading)
    }
}

impl ListSource for Vec<Entry> {
    fn n_rows(&self) -> usize {
        self.len()
    }

    fn act(&self, index: usize) -> Act {
        self[index].act.clone()
    }

    fn write_text(&self, _: &Trace, index: usize, text: &mut String) {
        text.push_str(&self[index].text);
    }

    fn name_len(&self, index: usize, text: &str) -> usize {
        match self[index].act {
            Act::Command(command) => command.name().len(),
            _ => text.len(),
        }
    }

    fn kind(&self, _: &Trace, index: usize) -> &'static str {
        match self[index].act {
            Act::Command(command) => command.other_words(),
            _ => "",
        }
    }

    fn is_note_searched(&self, index: usize) -> bool {
        matches!(self[index].act, Act::Flow(..))
    }

    fn note(&self, _: &Trace, index: usize) -> String {
        match &self[index].look {
            Look::List(note) => note.clone(),
            Look::Table(_) => String::new(),
        }
    }
}
