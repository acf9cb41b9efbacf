//! What lies over the main screen: lists, tables, prompts, pages.
//!
//! A layer knows what each of its rows leads to and filters them as one types;
//! how it looks is the [`Overlay`] beside it, which the view draws. What goes
//! into a list is made in `app/lists/`. Work over many rows is asked for and
//! done in the background: the rows that are there stay until it is done.

pub mod arrange;
pub mod rank;
pub mod source;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::arrange::{Arrange, Arranged};
use self::rank::{Rank, Ranked};
use self::source::Source;
use super::command::{Command, Context};
use super::history::Place;
use super::lists::area::AreaList;
use super::lists::compare::CompareList;
use super::lists::work::ListWork;
use crate::base::time::Ts;
use crate::model::ids::{FlowId, NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::flows::Direction;
use crate::query::flows::chain::Branches;
use crate::view::overlay::{Input, Overlay, RowSource, Table, TableRows};
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
    /// Frames of Chromium that lack something.
    Chromium,
    /// What could not be imported.
    Issues,
    /// The Android log.
    Logs,
    /// The events of the kernel.
    KernelEvents,
    /// The result of a query.
    SqlResult,
    /// The slowest flows.
    SlowFlows,
    /// Where the details lead.
    Leads,
    /// The sums of the selected area.
    Area(AreaList),
    /// The sums of the selected area beside those of the one that was kept.
    Compare(CompareList),
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
    /// Marks and notes.
    Marks,
    /// A time being typed.
    Time,
    /// The keys.
    Help,
    /// All that belongs to a frame, or where the time of what a thread did went.
    Lens(Item),
    /// The chain of flows through a slice.
    Ladder(SliceId),
}

impl LayerKind {
    /// Returns whether it is one line of input.
    pub fn is_prompt(self) -> bool {
        matches!(
            self,
            Self::Search | Self::Filter | Self::Sql | Self::Note | Self::WorkspaceName | Self::Time
        )
    }

    /// Returns whether it holds nothing that is of one trace.
    pub fn is_of_any_trace(self) -> bool {
        let is_other = matches!(
            self,
            Self::Palette | Self::Help | Self::Marks | Self::Workspaces
        );
        self.is_prompt() || is_other
    }
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
    /// Goes to a slice, with one of its flows focused.
    FocusFlow(SliceId, FlowId),
    /// Shows or hides a category of flows.
    Category(String),
    /// Goes to a time.
    Instant(Ts),
    /// Goes to a mark or a note.
    Mark(Ts),
    /// Goes to a time, and selects what happened then.
    Event(Ts, Item),
    /// Goes to a time on a track that has nothing then.
    Moment(Ts, NodeId),
    /// Goes to an event of the kernel, by its place among all.
    KernelEvent(usize),
    /// Changes to a workspace.
    Workspace(String),
    /// Forgets a workspace.
    RemoveWorkspace(String),
}

/// Whether keys that are pressed are commands or text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Keys are commands.
    No,
    /// Keys are typed into the filter or prompt.
    Yes,
}

/// What a layer waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// Nothing: its rows are complete and in order.
    Nothing,
    /// Its rows.
    Rows,
    /// The order of its rows, or which of them pass the filter.
    Order,
}

/// Which layer asked for work, and how often it had asked by then: older answers are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket {
    /// The layer.
    pub layer: u64,
    /// How often it has asked.
    pub asked: u64,
}

/// A layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// What it is.
    pub kind: LayerKind,
    /// Where its rows come from.
    pub source: Arc<dyn Source>,
    /// Which of them pass the filter, in the order shown.
    pub shown: Arc<[u32]>,
    /// All of them in their order.
    order: Arc<[u32]>,
    /// The column that all of them are to be sorted by, until that is done.
    sort_by: Option<usize>,
    /// What it asked for last.
    pub ticket: Ticket,
    /// What it waits for.
    pub awaits: Awaits,
    /// The work that it asked for last, until somebody begins it.
    wants: Option<ListWork>,
    /// What is chosen when the rows are there that are made anew of more of the trace.
    pub again: Option<Act>,
    /// How wide the screen is that it was made for.
    pub cols: u16,
    /// Whether the rows that it awaits are those it has, made for a screen of another size.
    refits: bool,
    /// Whether keys are text.
    pub typing: Typing,
    /// Where it was opened.
    pub opened: Place,
    /// How often the next order was asked for, which says what order the rows have.
    pub sort: usize,
    /// What the order was called that the rows had at first.
    pub own_order: String,
    /// How often the next grouping was asked for, which says what the rows are grouped by.
    pub group: usize,
    /// How far back in the history of inputs the prompt is; 0 if what it shows was typed.
    pub recalled: usize,
    /// Which flows the ladder follows where there are several.
    pub branches: Branches,
}

impl Layer {
    /// Returns a layer without rows.
    pub fn new(kind: LayerKind, typing: Typing, opened: Place) -> Self {
        Self {
            kind,
            source: Arc::new(Vec::new()),
            shown: Arc::default(),
            order: Arc::default(),
            sort_by: None,
            ticket: Ticket { layer: 0, asked: 0 },
            awaits: Awaits::Nothing,
            wants: None,
            again: None,
            cols: 0,
            refits: false,
            typing,
            opened,
            sort: 0,
            own_order: String::new(),
            group: 0,
            recalled: 0,
            branches: Branches::new(),
        }
    }

    /// Returns in which part of the key map its keys are looked up.
    pub fn context(&self) -> Context {
        match self.typing {
            Typing::Yes => Context::Prompt,
            Typing::No => Context::List,
        }
    }

    /// Returns whether it is one line of input.
    pub fn is_prompt(&self) -> bool {
        self.kind.is_prompt()
    }

    /// Gives it rows.
    pub fn fill(&mut self, source: Arc<dyn Source>) {
        self.order = (0..source.n_rows() as u32).collect();
        self.shown = Arc::clone(&self.order);
        self.source = source;
        self.sort_by = None;
        self.awaits = Awaits::Nothing;
        self.refits = false;
    }

    /// Gives a table and its layer the same rows, made for a screen of another size: they stay where
    /// they are. Returns whether that is what was awaited, and what they are.
    pub fn refill(&mut self, table: &mut Table, source: &Arc<dyn Source>) -> bool {
        let is_same = self.refits && source.n_rows() == self.source.n_rows();
        self.refits = false;
        if is_same {
            self.source = Arc::clone(source);
            self.awaits = Awaits::Nothing;
            let rows: Arc<dyn RowSource> = Arc::clone(source) as _;
            table.rows = table.rows.made_by(rows);
            table.is_behind = false;
        }
        is_same
    }

    /// Says that the rows to come are those that it has. What is being put in order meanwhile is
    /// done anew.
    pub fn refit(&mut self) {
        self.refits = self.awaits == Awaits::Nothing;
    }

    /// Asks for work of which the layer awaits the result.
    pub fn ask(&mut self, work: ListWork, awaits: Awaits) {
        self.ticket.asked += 1;
        self.awaits = awaits;
        self.wants = Some(work);
    }

    /// Lets all rows go, and what was asked for: others are to come.
    pub fn await_anew(&mut self, overlay: &mut Overlay) {
        self.fill(Arc::new(Vec::new()));
        self.ticket.asked += 1;
        self.wants = None;
        self.awaits = Awaits::Rows;
        match overlay {
            Overlay::Table(table) => {
                table.rows = TableRows::default();
                table.chosen = 0;
                table.is_behind = true;
                "in more of the trace …".clone_into(&mut table.empty);
            }
            Overlay::List(list) => {
                list.rows.clear();
                list.chosen = 0;
            }
            Overlay::Help(_) | Overlay::Prompt(_) | Overlay::Ladder(_) => {}
        }
    }

    /// Takes the work that it asked for, to begin it.
    pub fn take_asked(&mut self) -> Option<(Ticket, ListWork)> {
        Some((self.ticket, self.wants.take()?))
    }

    /// Returns what the chosen row leads to.
    pub fn chosen(&self, overlay: &Overlay) -> Option<Act> {
        let place = match overlay {
            Overlay::List(list) => list.chosen,
            Overlay::Table(table) => table.chosen,
            Overlay::Ladder(page) => page.chosen,
            Overlay::Prompt(prompt) => prompt.chosen?,
            Overlay::Help(_) => return None,
        };
        let index = *self.shown.get(place)?;
        Some(self.source.act(index as usize))
    }

    /// Returns what the rows that pass the filter lead to, in their order.
    pub fn acts(&self) -> impl Iterator<Item = Act> + '_ {
        let shown = self.shown.iter();
        shown.map(|&index| self.source.act(index as usize))
    }

    /// Sorts a table by a column and filters it.
    pub fn sort(&mut self, overlay: &mut Overlay, trace: &Trace, column: usize) {
        self.sort_by = Some(column);
        self.refilter(overlay, trace);
    }

    /// Gives the rows of a table the order back that they had at first.
    pub fn unsort(&mut self, overlay: &mut Overlay, trace: &Trace) {
        self.order = (0..self.source.n_rows() as u32).collect();
        self.sort_by = None;
        self.refilter(overlay, trace);
    }

    /// Filters the rows by what is typed and writes them into the overlay, or asks for that.
    pub fn refilter(&mut self, overlay: &mut Overlay, trace: &Trace) {
        let text = input(overlay)
            .map_or("", |input| input.text.as_str())
            .to_owned();
        match overlay {
            Overlay::List(_) => {
                let rank = Rank {
                    source: Arc::clone(&self.source),
                    filter: text,
                };
                if rank.is_long() {
                    self.ask(ListWork::Rank(rank), Awaits::Order);
                } else if let Some(ranked) = rank.run(trace, &AtomicBool::new(false)) {
                    // Older work is of no use any more.
                    self.ticket.asked += 1;
                    self.wants = None;
                    self.ranked(overlay, ranked);
                }
            }
            // Rows that are still to come are filtered when they are there.
            Overlay::Table(_) if self.awaits == Awaits::Rows => self.refits = false,
            Overlay::Table(table) => {
                let arrange = Arrange {
                    source: Arc::clone(&self.source),
                    order: Arc::clone(&self.order),
                    columns: table.columns.clone(),
                    by: self.sort_by,
                    filter: text,
                };
                if arrange.is_long() {
                    table.is_behind = true;
                    self.ask(ListWork::Arrange(arrange), Awaits::Order);
                } else if let Some(arranged) = arrange.run(trace, &AtomicBool::new(false)) {
                    // Older work is of no use any more.
                    self.ticket.asked += 1;
                    self.wants = None;
                    self.arranged(overlay, arranged);
                }
            }
            Overlay::Help(_) | Overlay::Prompt(_) | Overlay::Ladder(_) => {}
        }
    }

    /// Takes the order of the rows, and which of them pass the filter.
    pub fn arranged(&mut self, overlay: &mut Overlay, arranged: Arranged) {
        let Overlay::Table(table) = overlay else {
            return;
        };
        self.awaits = Awaits::Nothing;
        self.sort_by = None;
        if let Some((column, by)) = arranged.sorted
            && let Some(column) = table.columns.get(column)
        {
            table.order = format!("by {}, {}", column.name(), by.first());
        }
        self.order = arranged.order;
        self.shown = Arc::clone(&arranged.shown);
        let source: Arc<dyn Source> = Arc::clone(&self.source);
        table.rows = TableRows::new(source, arranged.shown, arranged.headings);
        table.is_behind = false;
        let mut places = 0..table.rows.len();
        table.chosen = places.find(|&at| !table.rows.is_heading(at)).unwrap_or(0);
    }

    /// Takes the rows of a list that pass the filter, the best first.
    pub fn ranked(&mut self, overlay: &mut Overlay, ranked: Ranked) {
        let Overlay::List(list) = overlay else {
            return;
        };
        self.awaits = Awaits::Nothing;
        self.shown = ranked.shown;
        list.rows = ranked.rows;
        list.passing = ranked.passing;
        list.total = self.source.n_rows();
        list.chosen = 0;
    }

    /// Moves the chosen row.
    pub fn choose(&self, overlay: &mut Overlay, to: Choice) {
        let (chosen, count) = match overlay {
            Overlay::List(list) => (&mut list.chosen, list.rows.len()),
            Overlay::Table(table) => (&mut table.chosen, table.rows.len()),
            Overlay::Ladder(page) => (&mut page.chosen, page.ladder.rungs.len()),
            Overlay::Help(help) => {
                // At most so many: where the last are is known when they are drawn.
                let lines = help.groups.iter().map(|group| group.keys.len() * 3 + 2);
                (&mut help.scroll, lines.sum())
            }
            Overlay::Prompt(_) => return,
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
            && table.rows.is_heading(table.chosen)
        {
            let back = matches!(to, Choice::By(..0) | Choice::Last);
            let next = if back {
                (0..table.chosen)
                    .rev()
                    .find(|&row| !table.rows.is_heading(row))
            } else {
                (table.chosen..table.rows.len()).find(|&row| !table.rows.is_heading(row))
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
        Overlay::Ladder(_) => None,
    }
}

/// Returns what is typed into an overlay, to change it.
pub fn input_mut(overlay: &mut Overlay) -> Option<&mut Input> {
    match overlay {
        Overlay::List(list) => list.input.as_mut(),
        Overlay::Table(table) => table.input.as_mut(),
        Overlay::Prompt(prompt) => Some(&mut prompt.input),
        Overlay::Help(help) => help.input.as_mut(),
        Overlay::Ladder(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::source::{Entry, Look};
    use super::*;
    use crate::model::builder::TraceBuilder;
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
            filter: String::new(),
        };
        let mut layer = Layer::new(LayerKind::Palette, Typing::Yes, place);
        let entry = |text: &str| Entry {
            text: text.into(),
            act: Act::Category(text.into()),
            look: Look::List(String::new()),
        };
        let entries = ["zoom-in", "zoom-out", "pan-left"].map(entry);
        layer.fill(Arc::new(Vec::from(entries)));
        let trace = TraceBuilder::new().finish();
        let mut overlay = Overlay::List(List {
            input: Some(Input {
                text: "zmou".into(),
                caret: 4,
            }),
            ..List::default()
        });
        layer.refilter(&mut overlay, &trace);
        assert_eq!(*layer.shown, [1]);
        let act = layer.chosen(&overlay);
        assert_eq!(act, Some(Act::Category("zoom-out".into())));
        let Overlay::List(list) = &overlay else {
            panic!("no list");
        };
        assert_eq!(list.rows[0].matched, [0, 3, 5, 6]);
        assert_eq!(list.total, 3);
    }
}
