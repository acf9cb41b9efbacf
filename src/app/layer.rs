//! What lies over the main screen: lists, tables, prompts, pages.
//!
//! A layer knows what each of its rows leads to and filters them as one types;
//! how it looks is the [`Overlay`] beside it, which the view draws. What goes
//! into a list is made in `app/lists/`.

use nucleo::pattern::{CaseMatching, Normalization, Pattern};
use nucleo::{Matcher, Utf32Str};

use super::command::{Command, Context};
use super::history::Place;
use crate::base::time::Ts;
use crate::model::ids::{FlowId, NodeId, SliceId};
use crate::query::flows::Direction;
use crate::query::flows::chain::Branches;
use crate::view::overlay::{Input, ListRow, Overlay, TableRow};
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
    /// A search being typed.
    Search,
    /// A track filter being typed.
    Filter,
    /// A query being typed.
    Sql,
    /// A note being typed.
    Note,
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
                let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
                self.shown = (0..self.entries.len())
                    .filter(|&index| {
                        let entry = &self.entries[index];
                        let is_heading = entry.act == Act::None;
                        words.is_empty() || (!is_heading && contains_all(&entry.text, &words))
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

fn contains_all(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
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
