//! What lies over the main screen: lists, tables, prompts, pages.
//!
//! A layer knows what each of its rows leads to and filters them as one types;
//! how it looks is the [`Overlay`] beside it, which the view draws. What goes
//! into a list is made in `app/lists/`.

use std::cmp::Ordering;

use nucleo::pattern::{Atom, AtomKind, CaseMatching, Normalization, Pattern};
use nucleo::{Matcher, Utf32Str};

use super::command::{Command, Context};
use super::history::Place;
use crate::base::time::Ts;
use crate::model::ids::{FlowId, NodeId, SliceId};
use crate::query::flows::Direction;
use crate::query::flows::chain::Branches;
use crate::view::overlay::{Column, Input, ListRow, Overlay, TableRow};
use crate::view::scene::Item;

/// What a layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Commands by name.
    Palette,
    /// Tracks by name.
    Tracks,
    /// What a search found.
    Hits,
    /// Flows to choose from.
    FlowPick,
    /// Categories of flows, on or off.
    Categories,
    /// Janky frames.
    Inbox,
    /// What could not be imported.
    Issues,
    /// The Android log.
    Logs,
    /// The result of a query.
    SqlResult,
    /// The slowest flows.
    SlowFlows,
    /// Aggregates of an area.
    Area,
    /// Where the details lead.
    Leads,
    /// A search being typed.
    Search,
    /// A track filter being typed.
    Filter,
    /// A query being typed.
    Sql,
    /// A note being typed.
    Note,
    /// The name of a workspace being typed.
    WorkspaceName,
    /// Saved workspaces.
    Workspaces,
    /// A time being typed.
    Time,
    /// The keys.
    Help,
    /// All that belongs to a frame.
    Lens(SliceId),
    /// The chain of flows through a slice.
    Ladder(SliceId),
}

/// What a row leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Act {
    /// Nothing: a heading.
    #[default]
    None,
    /// Runs a command.
    Command(Command),
    /// Goes to a track.
    Node(NodeId),
    /// Goes to an item.
    Item(Item),
    /// Follows a flow.
    Flow(FlowId, Direction),
    /// Shows or hides a category of flows.
    Category(String),
    /// Goes to a time.
    Instant(Ts),
    /// Searches for a name.
    Search(String),
    /// Changes to a workspace.
    Workspace(String),
    /// Forgets a workspace.
    RemoveWorkspace(String),
}

/// A row of a list or table before it is filtered.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What the filter looks at.
    pub text: String,
    /// What it leads to.
    pub act: Act,
    /// How it looks.
    pub look: Look,
}

/// How a row looks.
#[derive(Clone, Debug)]
pub enum Look {
    /// A row of a list, with what stands at its right.
    List(String),
    /// A row of a table.
    Table(TableRow),
}

/// Whether keys are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Keys are commands.
    No,
    /// Keys are typed into the filter or prompt.
    Yes,
}

/// A layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// What it is.
    pub kind: LayerKind,
    /// Its rows, in their order.
    pub entries: Vec<Entry>,
    /// Which of them pass the filter, in the order shown.
    pub shown: Vec<usize>,
    /// Whether keys are text.
    pub typing: Typing,
    /// Where it was opened.
    pub opened: Place,
    /// Which order its rows have.
    pub sort: usize,
    /// How its rows are grouped.
    pub group: usize,
    /// Which entry of the history of inputs is shown, from the newest.
    pub recalled: usize,
    /// Which flows the ladder follows where there are several.
    pub branches: Branches,
}

impl Layer {
    /// Returns a layer without rows.
    pub fn new(kind: LayerKind, typing: Typing, opened: Place) -> Self {
        Self {
            kind,
            entries: Vec::new(),
            shown: Vec::new(),
            typing,
            opened,
            sort: 0,
            group: 0,
            recalled: 0,
            branches: Branches::new(),
        }
    }

    /// Returns where its keys are looked up.
    pub fn context(&self) -> Context {
        match self.typing {
            Typing::Yes => Context::Prompt,
            Typing::No => Context::List,
        }
    }

    /// Returns whether it is one line of input.
    pub fn is_prompt(&self) -> bool {
        matches!(
            self.kind,
            LayerKind::Search
                | LayerKind::Filter
                | LayerKind::Sql
                | LayerKind::Note
                | LayerKind::WorkspaceName
                | LayerKind::Time
        )
    }

    /// Returns the chosen row.
    pub fn chosen(&self, overlay: &Overlay) -> Option<&Entry> {
        let place = match overlay {
            Overlay::List(list) => list.chosen,
            Overlay::Table(table) => table.chosen,
            Overlay::Ladder(page) => page.chosen,
            Overlay::Prompt(prompt) => prompt.chosen?,
            Overlay::Page(_) | Overlay::Help(_) | Overlay::Canvas(_) => return None,
        };
        self.entries.get(*self.shown.get(place)?)
    }

    /// Filters the rows by what is typed and writes them into the overlay.
    pub fn refilter(&mut self, overlay: &mut Overlay) {
        let text = input(overlay)
            .map_or("", |input| input.text.as_str())
            .to_owned();
        match overlay {
            Overlay::List(list) => {
                let ranked = rank(&text, &self.entries);
                list.rows = ranked
                    .iter()
                    .map(|(index, matched)| self.list_row(*index, matched.clone()))
                    .collect();
                self.shown = ranked.into_iter().map(|(index, _)| index).collect();
                list.total = self.entries.len();
                list.chosen = 0;
            }
            Overlay::Table(table) => {
                let words = text.split_whitespace().map(str::to_lowercase);
                let tests: Vec<Test> = words
                    .filter_map(|word| Test::of(&word, &table.columns))
                    .collect();
                let mut matcher = Matcher::new(nucleo::Config::DEFAULT);
                self.shown = (0..self.entries.len())
                    .filter(|&index| {
                        let entry = &self.entries[index];
                        let is_heading = entry.act == Act::None;
                        let accepts = |test: &Test| test.accepts(entry, &mut matcher);
                        tests.is_empty() || (!is_heading && tests.iter().all(accepts))
                    })
                    .collect();
                table.rows = self
                    .shown
                    .iter()
                    .filter_map(|&index| match &self.entries[index].look {
                        Look::Table(row) => Some(row.clone()),
                        Look::List(_) => None,
                    })
                    .collect();
                table.chosen = table.rows.iter().position(|row| !row.heading).unwrap_or(0);
            }
            Overlay::Ladder(_) => self.shown = (0..self.entries.len()).collect(),
            Overlay::Help(_) | Overlay::Prompt(_) | Overlay::Page(_) | Overlay::Canvas(_) => {}
        }
    }

    fn list_row(&self, index: usize, matched: Vec<u32>) -> ListRow {
        let entry = &self.entries[index];
        let note = match &entry.look {
            Look::List(note) => note.clone(),
            Look::Table(_) => String::new(),
        };
        ListRow {
            text: entry.text.clone(),
            note,
            matched,
        }
    }

    /// Moves the chosen row.
    pub fn choose(&self, overlay: &mut Overlay, to: Choice) {
        let (chosen, count) = match overlay {
            Overlay::List(list) => (&mut list.chosen, list.rows.len()),
            Overlay::Table(table) => (&mut table.chosen, table.rows.len()),
            Overlay::Ladder(page) => (&mut page.chosen, page.ladder.rungs.len()),
            Overlay::Page(page) => (&mut page.scroll, page.lines.len()),
            Overlay::Help(help) => {
                let lines = help.groups.iter().map(|group| group.keys.len() + 2).sum();
                (&mut help.scroll, lines)
            }
            Overlay::Prompt(_) | Overlay::Canvas(_) => return,
        };
        let last = count.saturating_sub(1);
        let from = *chosen;
        *chosen = match to {
            Choice::By(step) => from.saturating_add_signed(step).min(last),
            Choice::First => 0,
            Choice::Last => last,
            Choice::At(row) => row.min(last),
        };
        // Headings are stepped over.
        if let Overlay::Table(table) = overlay
            && table.rows.get(table.chosen).is_some_and(|row| row.heading)
        {
            let back = matches!(to, Choice::By(..0) | Choice::Last);
            let next = if back {
                (0..table.chosen)
                    .rev()
                    .find(|&row| !table.rows[row].heading)
            } else {
                (table.chosen..table.rows.len()).find(|&row| !table.rows[row].heading)
            };
            table.chosen = next.unwrap_or(from);
        }
    }
}

/// Where the chosen row goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// So many rows on.
    By(isize),
    /// To the first.
    First,
    /// To the last.
    Last,
    /// To a row.
    At(usize),
}

/// Returns what is typed into an overlay.
pub fn input(overlay: &Overlay) -> Option<&Input> {
    match overlay {
        Overlay::List(list) => list.input.as_ref(),
        Overlay::Table(table) => table.input.as_ref(),
        Overlay::Prompt(prompt) => Some(&prompt.input),
        Overlay::Help(help) => help.input.as_ref(),
        Overlay::Page(_) | Overlay::Canvas(_) | Overlay::Ladder(_) => None,
    }
}

/// Returns what is typed into an overlay, to change it.
pub fn input_mut(overlay: &mut Overlay) -> Option<&mut Input> {
    match overlay {
        Overlay::List(list) => list.input.as_mut(),
        Overlay::Table(table) => table.input.as_mut(),
        Overlay::Prompt(prompt) => Some(&mut prompt.input),
        Overlay::Help(help) => help.input.as_mut(),
        Overlay::Page(_) | Overlay::Canvas(_) | Overlay::Ladder(_) => None,
    }
}

/// What a word of a table's filter asks of a row.
#[derive(Debug)]
enum Test {
    /// The row holds it, whatever the case.
    Holds(Atom),
    /// A column is more, or less, than a number: `late>5ms`, `dur<1s`.
    Compares(usize, Ordering, f64),
}

impl Test {
    /// Reads a word in lower case. `None` while a comparison is not typed to its end.
    fn of(word: &str, columns: &[Column]) -> Option<Self> {
        let Some(at) = word.find(['>', '<']) else {
            return Some(Self::holds(word));
        };
        let (name, rest) = word.split_at(at);
        let named = |column: &Column| column.title.to_lowercase() == name;
        let Some(column) = columns.iter().position(named).filter(|_| at > 0) else {
            return Some(Self::holds(word));
        };
        let order = if rest.starts_with('>') {
            Ordering::Greater
        } else {
            Ordering::Less
        };
        let value = quantity(rest.get(1..)?)?;
        Some(Self::Compares(column, order, value))
    }

    fn holds(word: &str) -> Self {
        let (case, marks) = (CaseMatching::Ignore, Normalization::Smart);
        Self::Holds(Atom::new(word, case, marks, AtomKind::Substring, false))
    }

    fn accepts(&self, entry: &Entry, matcher: &mut Matcher) -> bool {
        match (self, &entry.look) {
            (Self::Holds(word), _) => {
                // nucleo 0.5 overlooks what stands at the very end of a text that is not ASCII.
                let padded = format!("{} ", entry.text);
                let mut chars = Vec::new();
                let text = Utf32Str::new(&padded, &mut chars);
                word.score(text, matcher).is_some()
            }
            (Self::Compares(column, order, value), Look::Table(row)) => row
                .cells
                .get(*column)
                .and_then(|cell| quantity(&cell.text))
                .is_some_and(|cell| cell.total_cmp(value) == *order),
            (Self::Compares(..), Look::List(_)) => false,
        }
    }
}

/// Reads a number as a table shows it: `1 234`, `+12.6 ms`, `−3`. Times are in nanoseconds.
pub fn quantity(text: &str) -> Option<f64> {
    let text: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, ',' | '+'))
        .map(|c| if c == '−' { '-' } else { c })
        .collect();
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.as_str()),
    };
    let mut sum = 0.0;
    while !rest.is_empty() {
        let after = rest.find(char::is_alphabetic).unwrap_or(rest.len());
        let (number, tail) = rest.split_at(after);
        let end = tail.find(|c: char| !c.is_alphabetic());
        let (unit, next) = tail.split_at(end.unwrap_or(tail.len()));
        let scale = match unit {
            "" | "ns" => 1.0,
            "µs" | "us" => 1e3,
            "ms" => 1e6,
            "s" => 1e9,
            "min" => 60e9,
            "h" => 3_600e9,
            "d" => 86_400e9,
            _ => return None,
        };
        sum += number.parse::<f64>().ok()? * scale;
        rest = next;
    }
    (!text.is_empty()).then_some(sign * sum)
}

/// Returns the entries that match, best first, with the places of the characters that matched.
fn rank(text: &str, entries: &[Entry]) -> Vec<(usize, Vec<u32>)> {
    if text.trim().is_empty() {
        return (0..entries.len())
            .map(|index| (index, Vec::new()))
            .collect();
    }
    let pattern = Pattern::parse(text, CaseMatching::Smart, Normalization::Smart);
    let mut matcher = Matcher::new(nucleo::Config::DEFAULT);
    let mut chars = Vec::new();
    let mut ranked: Vec<(u32, usize, Vec<u32>)> = entries
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| {
            let mut matched = Vec::new();
            let haystack = Utf32Str::new(&entry.text, &mut chars);
            let score = pattern.indices(haystack, &mut matcher, &mut matched)?;
            matched.sort_unstable();
            matched.dedup();
            Some((score, index, matched))
        })
        .collect();
    // A name that holds the text as it stands comes before letters in order.
    let needle = text.trim().to_lowercase();
    let holds = |index: usize| entries[index].text.to_lowercase().contains(&needle);
    ranked
        .sort_by_cached_key(|&(score, index, _)| (!holds(index), std::cmp::Reverse(score), index));
    ranked
        .into_iter()
        .map(|(_, index, matched)| (index, matched))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::overlay::List;
    use crate::view::state::Selection;
    use crate::view::viewport::Viewport;

    #[test]
    fn quantities_are_read_as_they_are_shown() {
        for ns in [0, 7, 999, 1_500, 12_600_000, 2_500_000_000, 90_000_000_000] {
            for ns in [ns, -ns] {
                let shown = crate::view::time::signed(ns);
                assert_eq!(quantity(&shown), Some(ns as f64), "{shown}");
            }
        }
        assert_eq!(quantity("1\u{202f}234"), Some(1234.0));
        for text in ["", "no end", "x", "5 apples", "1..2"] {
            assert_eq!(quantity(text), None, "{text}");
        }
    }

    #[test]
    fn a_table_is_filtered_by_words_and_by_numbers() {
        let place = Place {
            viewport: Viewport::default(),
            selection: Selection::None,
            scroll: 0,
            cursor: None,
            cursor_depth: 0,
        };
        let mut layer = Layer::new(LayerKind::Inbox, Typing::Yes, place);
        let column = |title: &str| Column {
            title: title.into(),
            ..Column::default()
        };
        let rows = [
            ("131", "+12.6 ms", "Feed"),
            ("132", "−1 ms", "feed"),
            ("40", "–", "maps"),
        ];
        for (token, late, who) in rows {
            let cells = [token, late, who].map(crate::view::overlay::TableCell::new);
            layer.entries.push(Entry {
                text: format!("{token} {late} {who}"),
                act: Act::Search(token.into()),
                look: Look::Table(TableRow {
                    cells: cells.into(),
                    ..TableRow::default()
                }),
            });
        }
        let mut shown = |text: &str| {
            let mut overlay = Overlay::Table(crate::view::overlay::Table {
                columns: vec![column("frame"), column("late"), column("who")],
                input: Some(Input {
                    text: text.into(),
                    caret: text.len(),
                }),
                ..Default::default()
            });
            layer.refilter(&mut overlay);
            layer.shown.clone()
        };
        assert_eq!(shown("feed"), [0, 1]);
        assert_eq!(shown("late>5ms"), [0]);
        assert_eq!(shown("late<5ms"), [1]);
        assert_eq!(shown("FEED late>0"), [0]);
        assert_eq!(shown("frame<100"), [2]);
        // Not typed to its end, and no column.
        assert_eq!(shown("late>"), [0, 1, 2]);
        assert_eq!(shown("dur>5"), [] as [usize; 0]);
    }

    #[test]
    fn typing_filters_and_ranks() {
        let place = Place {
            viewport: Viewport::default(),
            selection: Selection::None,
            scroll: 0,
            cursor: None,
            cursor_depth: 0,
        };
        let mut layer = Layer::new(LayerKind::Palette, Typing::Yes, place);
        for text in ["zoom-in", "zoom-out", "pan-left"] {
            layer.entries.push(Entry {
                text: text.into(),
                act: Act::Search(text.into()),
                look: Look::List(String::new()),
            });
        }
        let mut overlay = Overlay::List(List {
            input: Some(Input {
                text: "zmou".into(),
                caret: 4,
            }),
            ..List::default()
        });
        layer.refilter(&mut overlay);
        assert_eq!(layer.shown, [1]);
        let entry = layer.chosen(&overlay).unwrap();
        assert_eq!(entry.act, Act::Search("zoom-out".into()));
        let Overlay::List(list) = &overlay else {
            panic!("no list");
        };
        assert_eq!(list.rows[0].matched, [0, 3, 5, 6]);
        assert_eq!(list.total, 3);
    }
}
