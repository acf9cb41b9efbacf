//! Lists, tables, prompts and pages over the main screen, as data.
//!
//! `app` fills them from queries; the texts may come from the trace and are
//! made safe when they are drawn. Drawing is in [`super::panel`].

mod rows;

use std::borrow::Cow;

pub use rows::{Cells, Filled, RowSource, TableRows, not_empty};

use super::scene::{Ink, Line, Role, Size, Tone};
use super::state::Hint;
use crate::base::time::Ts;
use crate::model::ids::SliceId;

/// Something over the main screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// A list with a filter: palette, track finder, search hits.
    List(List),
    /// A table with a filter: jank inbox, logs, SQL results, import issues.
    Table(Table),
    /// One line of input at the bottom.
    Prompt(Prompt),
    /// The keys.
    Help(Help),
    /// The chain of flows through a slice.
    Ladder(LadderOverlay),
}

/// The chain of flows through a slice; laid out when it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderOverlay {
    /// The chain.
    pub ladder: crate::query::flows::chain::Ladder,
    /// The rung that the keyboard is on.
    pub chosen: usize,
    /// Keys that work here.
    pub hints: Vec<Hint>,
    /// The command that prints the same.
    pub command: String,
}

/// A row of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListRow {
    /// The text that is filtered.
    pub text: String,
    /// What stands at the right: a key, a duration.
    pub note: String,
    /// Which characters of `text` matched, ascending.
    pub matched: Vec<u32>,
}

/// A list with a filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// What it is.
    pub title: String,
    /// The text typed so far; `None` if it has no filter.
    pub input: Option<Input>,
    /// The rows that pass the filter; of very many the best.
    pub rows: Vec<ListRow>,
    /// How many rows pass the filter.
    pub passing: usize,
    /// The chosen row.
    pub chosen: usize,
    /// How many rows there are without the filter.
    pub total: usize,
    /// Whether the rows are of the trace, so that there may be more when more of it has been read.
    pub is_of_trace: bool,
    /// Keys that work here besides those of every list.
    pub hints: Vec<Hint>,
}

/// Text being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The text.
    pub text: String,
    /// Where the caret is, in bytes.
    pub caret: usize,
}

/// To which side a column of a table is aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// To the left.
    #[default]
    Left,
    /// To the left; of a text that is too long the middle is left out, as suits names.
    Middle,
    /// To the left; of a text that is too long the end is shown, as suits paths.
    Tail,
    /// To the right: numbers.
    Right,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub title: String,
    /// What the column is called if it has no heading.
    pub unheaded: &'static str,
    /// How it is set.
    pub align: Align,
    /// The widest it gets, in cells; the last column takes what is left.
    pub max_width: u16,
    /// Whether its cells stand for nanoseconds.
    pub is_time: bool,
    /// Whether its cells are instants, which are exported as SQL has them.
    pub is_instant: bool,
    /// Whether it gets wider than that where the last column leaves room.
    pub takes_rest: bool,
    /// Whether its cells are added up, above the rows that pass a filter.
    pub is_summed: bool,
    /// Whether it is only as wide as most of its cells ask for, where the last column has too little room.
    pub yields: bool,
    /// On a narrow screen its instants have so many groups of three digits after the second; 0: all.
    pub narrow_groups: u8,
    /// Whether its durations are in milliseconds on a narrow screen, and the unit in its heading.
    pub narrow_in_ms: bool,
}

impl Column {
    /// Returns the same column, added up where the rows are filtered.
    #[must_use]
    pub fn summed(self) -> Self {
        Self {
            is_summed: true,
            ..self
        }
    }

    /// Returns the same column, as wide as most of its cells ask for where the last one has too little room.
    #[must_use]
    pub fn yielding(self) -> Self {
        Self {
            yields: true,
            ..self
        }
    }

    /// Returns the name of the column where it is exported: in one word, and as in the reports, times have their
    /// unit, except for `ts` and `dur` of tables.
    pub fn record_title(&self) -> String {
        if self.is_instant {
            return "ts".to_owned();
        }
        let name = self.name().replace([' ', '-'], "_");
        if self.is_time && name != "dur" {
            format!("{name}_ns")
        } else {
            name
        }
    }

    /// Returns the name of the column. Only a column of an SQL query may have none.
    pub fn name(&self) -> &str {
        if self.title.is_empty() {
            self.unheaded
        } else {
            &self.title
        }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableCell {
    /// The text.
    pub text: String,
    /// Its colour.
    pub role: Role,
    /// Whether it is bold.
    pub bold: bool,
    /// The value that the cell is sorted and filtered by where the text is rounded, in the unit of the text;
    /// times are in nanoseconds.
    pub value: Option<f64>,
    /// The instant that the text tells: what is exported.
    pub ts: Option<Ts>,
    /// A bar behind the text, which begins where the bar does.
    pub bar: Option<CellBar>,
    /// What follows the text, such as `×4`: it stays where the text is cut, and is not exported.
    pub tail: String,
}

/// A bar in a cell of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellBar {
    /// Where it begins, as a share of the cell's width.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Its colour.
    pub ink: Ink,
}

impl TableCell {
    /// Returns a cell of ordinary text.
    pub fn new(text: impl Into<String>) -> Self {
        Self::of(text, Role::Text)
    }

    /// Returns a cell of a colour.
    pub fn of(text: impl Into<String>, role: Role) -> Self {
        Self {
            text: text.into(),
            role,
            bold: false,
            value: None,
            ts: None,
            bar: None,
            tail: String::new(),
        }
    }

    /// Returns a bar with a name in it.
    pub fn bar(name: impl Into<String>, bar: CellBar) -> Self {
        Self {
            bar: Some(bar),
            ..Self::new(name)
        }
    }

    /// Returns the same with the value that its text rounds.
    #[must_use]
    pub fn valued(mut self, value: f64) -> Self {
        self.value = Some(value);
        self
    }

    /// Returns its text and what follows that.
    pub fn words(&self) -> Cow<'_, str> {
        if self.tail.is_empty() {
            Cow::Borrowed(&self.text)
        } else {
            format!("{} {}", self.text, self.tail).into()
        }
    }

    /// Returns the same, bold.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.bold = true;
        self
    }
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableRow {
    /// Its cells, one a column, and then those of columns that are left out.
    pub cells: Vec<TableCell>,
    /// Whether it is the heading of a group.
    pub heading: bool,
}

impl TableRow {
    /// Returns the heading of a group.
    pub fn heading(text: String) -> Self {
        Self {
            cells: vec![TableCell::of(text, Role::Strong).bold()],
            heading: true,
        }
    }

    /// Returns the heading of a group with how many of its rows are shown. The number comes first, because the
    /// name may be longer than the screen is wide.
    pub fn group(name: &str, n_shown: usize) -> Self {
        Self::heading(format!("×{}  {name}", super::text::grouped(n_shown as u64)))
    }

    /// Returns its cells as they are exported: values as they are, and nothing where nothing stands.
    pub fn record(self) -> Vec<Option<String>> {
        let exact = |cell: TableCell| match (cell.ts, cell.value) {
            (Some(ts), _) => ts.ns().to_string(),
            (None, Some(value)) => value.to_string(),
            (None, None) => cell.text,
        };
        let cells = self.cells.into_iter();
        cells.map(exact).map(not_empty).collect()
    }

    /// Appends the texts of its cells, with blanks between them.
    pub fn write_text(&self, text: &mut String) {
        for (at, cell) in self.cells.iter().enumerate() {
            if at > 0 {
                text.push(' ');
            }
            text.push_str(&cell.text);
        }
    }
}

/// Which frame a table draws below its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FramePreview {
    /// None.
    #[default]
    None,
    /// That of the chosen row, if it leads to one.
    Chosen,
    /// Always this one.
    Of(SliceId),
}

/// A table with a filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The badge at the top left: `JANK INBOX`.
    pub badge: String,
    /// What it shows: `37 of 1 642 frames`.
    pub title: String,
    /// What stands at the right of the title: the order.
    pub order: String,
    /// A line below the title, such as a legend.
    pub legend: Vec<TableCell>,
    /// The columns.
    pub columns: Vec<Column>,
    /// Columns that are left out on this screen, but which filters know: their cells come after all others.
    pub left_out: Vec<Column>,
    /// The first column that is shown: those before it are scrolled out of sight.
    pub first_column: usize,
    /// The rows that pass the filter.
    pub rows: TableRows,
    /// What there is to say of the filter and of what passes it.
    pub filtered: Box<Filtered>,
    /// Whether `rows` are the rows of before, while those that were asked for are still being found.
    pub is_behind: bool,
    /// How much of the rows has been looked through for a filter or an order, in percent, while that is done.
    pub looked: Option<u8>,
    /// Whether the first rows are still being found.
    pub is_asked: bool,
    /// The chosen row.
    pub chosen: usize,
    /// The text of the filter.
    pub input: Option<Input>,
    /// Whether the filter is being typed.
    pub is_typing: bool,
    /// Which frame is drawn below the rows, where there is room.
    pub preview: FramePreview,
    /// What is shown instead of rows if there are none.
    pub empty: String,
    /// The mode badge of the status line.
    pub mode: String,
    /// Keys that work here.
    pub hints: Vec<Hint>,
    /// The command that prints the same.
    pub command: String,
    /// What of the list that command does not bring back, such as `its filter`; empty if it brings back all.
    pub lacks: &'static str,
}

impl Table {
    /// Returns whether a filter is set.
    pub fn is_filtered(&self) -> bool {
        let input = self.input.as_ref();
        input.is_some_and(|input| !input.text.trim().is_empty())
    }

    /// Returns whether a filter is set and it is known which rows pass it.
    pub fn has_filtered(&self) -> bool {
        self.is_filtered() && !self.is_asked && !self.is_behind
    }

    /// Returns whether it is known that there are no rows, with a filter or without.
    pub fn has_nothing(&self) -> bool {
        self.rows.is_empty() && !self.is_filtered() && !self.is_asked && !self.is_behind
    }
}

/// What there is to say of a filter and of what passes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filtered {
    /// What the rows that pass add up to, a value for each column that is summed; none without a filter.
    pub sums: Vec<Option<f64>>,
    /// The line below the title for the rows that pass; empty if it does not depend on them, or without a filter.
    pub legend: Vec<TableCell>,
    /// What may be meant otherwise than it is read in the filter, in words; empty if nothing is.
    pub note: String,
}

/// One line of input at the bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt {
    /// What stands before it: `/`, `:`.
    pub label: String,
    /// The text typed so far.
    pub input: Input,
    /// What it takes, shown while nothing is typed.
    pub example: Cow<'static, str>,
    /// What stands at the right, where the text leaves room: a count.
    pub note: String,
    /// Whether the message says what is wrong with the text.
    pub failed: bool,
    /// The heading of the choices, which says so if there are none; empty for words that only complete.
    pub title: String,
    /// Completions, best first.
    pub choices: Vec<String>,
    /// The chosen completion.
    pub chosen: Option<usize>,
    /// The completion that was inserted before the caret last; empty if something else was done since.
    pub completed: String,
}

/// A group of keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HelpGroup {
    /// What they are about.
    pub title: String,
    /// The keys and what they do.
    pub keys: Vec<Hint>,
    /// What colours and letters mean.
    pub samples: Vec<Sample>,
}

/// A bar as it is drawn, and what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Its colour.
    pub ink: Ink,
    /// A change of the colour.
    pub tone: Tone,
    /// What stands in it where it is narrow.
    pub letter: &'static str,
    /// What it means.
    pub what: &'static str,
}

/// The keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Help {
    /// What it is called, with a blank at both ends.
    pub badge: &'static str,
    /// Groups in the order of the key map.
    pub groups: Vec<HelpGroup>,
    /// The first line shown.
    pub scroll: usize,
    /// What is typed to filter the keys.
    pub input: Option<Input>,
    /// The keys of the list itself.
    pub hints: Vec<Hint>,
}

/// Lines that someone else has laid out, for a given size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Canvas {
    /// The size they were laid out for.
    pub size: Size,
    /// Their lines, from (0, 0).
    pub lines: Vec<Line>,
    /// Arrows over them, from (0, 0).
    pub strokes: Vec<super::scene::Stroke>,
}
