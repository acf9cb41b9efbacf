//! The layers over the main screen: lists, tables, prompts, pages.
//!
//! A layer knows what each of its rows leads to, and filters them while the user types. Its looks are in the
//! [`Overlay`] of the same index, which the view draws. The rows of lists are made in `app/lists/`. Work over
//! many rows is asked for and done in the background: the rows that are there stay until it is done.

pub mod arrange;
pub mod rank;
pub mod source;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::arrange::{Arrange, Arranged, SortedBy};
use self::rank::{Rank, Ranked};
use self::source::ListSource;
use super::command::{Command, Context};
use super::history::Place;
use super::lists::area::{AreaList, Part};
use super::lists::sql::QueryRows;
use super::lists::work::ListWork;
use crate::base::time::Ts;
use crate::model::ids::{FlowId, NodeId, SliceId};
use crate::model::trace::Trace;
use crate::query::flows::Direction;
use crate::query::flows::chain::Branches;
use crate::view::overlay::{Input, Overlay, RowSource, Table, TableRows};
use crate::view::scene::Item;

/// The kind of a layer.
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
    /// Janky frames of Chromium.
    Chromium,
    /// Critical user journeys.
    Cujs,
    /// Starts of apps.
    Startups,
    /// Apps that did not respond.
    Anrs,
    /// What kept main threads busy for long.
    LongTasks,
    /// Interactions with pages of Chromium.
    Interactions,
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
    /// A list of what the details refer to.
    Leads,
    /// The sums of the selected area.
    Area(AreaList),
    /// A part of one of the trees of the selected area.
    Part(AreaList, Part),
    /// The sums of the selected area compared with those of the area that was kept.
    Compare(AreaList),
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
    /// The lens of an item: everything that belongs to a frame, or where the time of a stretch went.
    Lens(Item),
    /// The chain of flows through a slice.
    Ladder(SliceId),
}

impl LayerKind {
    /// Returns whether the layer is one line of input.
    pub fn is_prompt(self) -> bool {
        matches!(
            self,
            Self::Search | Self::Filter | Self::Sql | Self::Note | Self::WorkspaceName | Self::Time
        )
    }

    /// Returns whether text is typed into the layer as soon as it opens.
    pub fn begins_with_typing(self) -> bool {
        self.is_prompt() || matches!(self, Self::Palette | Self::Tracks)
    }

    /// Returns whether the layer is a table that is come back to from where one of its rows leads.
    pub fn is_come_back_to(self) -> bool {
        matches!(
            self,
            Self::Hits
                | Self::Cujs
                | Self::Startups
                | Self::Anrs
                | Self::LongTasks
                | Self::Interactions
                | Self::Logs
                | Self::KernelEvents
                | Self::SlowFlows
                | Self::SqlResult
                | Self::Area(_)
                | Self::Part(..)
                | Self::Compare(_)
        )
    }

    /// Returns whether the layer is a list of frames or a lens.
    pub fn is_of_frames(self) -> bool {
        matches!(self, Self::Inbox | Self::Chromium | Self::Lens(_))
    }

    /// Returns whether what each row of the layer stands for has a lens.
    pub fn has_lenses(self) -> bool {
        self.is_of_frames()
            || matches!(
                self,
                Self::Startups | Self::Anrs | Self::LongTasks | Self::Interactions
            )
    }

    /// Returns whether the rows can be put into other orders.
    pub fn is_sortable(self) -> bool {
        matches!(
            self,
            Self::Inbox
                | Self::Chromium
                | Self::Cujs
                | Self::Startups
                | Self::Anrs
                | Self::LongTasks
                | Self::Interactions
                | Self::Issues
                | Self::Logs
                | Self::Marks
                | Self::KernelEvents
                | Self::SqlResult
                | Self::SlowFlows
                | Self::Hits
                | Self::Area(_)
                | Self::Part(..)
                | Self::Compare(_)
        )
    }

    /// Returns whether the layer shows sums of the selected area.
    pub fn is_of_area(self) -> bool {
        matches!(self, Self::Area(_) | Self::Part(..) | Self::Compare(_))
    }

    /// Returns whether the layer is a tree of an area, or a branch of one.
    pub fn is_tree(self) -> bool {
        match self {
            Self::Area(list) => matches!(list, AreaList::SliceTree | AreaList::SampleTree),
            Self::Part(_, part) => matches!(part, Part::Branch(_)),
            _ => false,
        }
    }

    /// Returns whether the rows of the layer are of slices or functions, which others may have called.
    pub fn has_callers(self) -> bool {
        let is_by_name = |list| matches!(list, AreaList::Slices | AreaList::Functions);
        let is_list = matches!(self, Self::Area(list) if is_by_name(list));
        is_list || self.is_tree() || matches!(self, Self::Part(..))
    }

    /// Returns whether the layer shows nothing that depends on the trace.
    pub fn is_of_any_trace(self) -> bool {
        let is_other = matches!(self, Self::Palette | Self::Help | Self::Workspaces);
        self.is_prompt() || is_other
    }
}

/// What Enter does on a row.
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
    /// Goes to a time and selects an item.
    Event(Ts, Item),
    /// Goes to a time on a track, where there is no item.
    Moment(Ts, NodeId),
    /// Goes to a time and to the track that something was about then.
    Concerns(Ts, NodeId),
    /// Goes to a kernel event, by its index among all of them.
    KernelEvent(usize),
    /// Searches for a text, and lists what has it.
    Search(String),
    /// Changes to a workspace.
    Workspace(String),
    /// Forgets a workspace.
    RemoveWorkspace(String),
}

impl Act {
    /// Returns what goes to an item, if there is one.
    pub const fn to(item: Item) -> Self {
        match item {
            Item::None => Self::None,
            item => Self::Item(item),
        }
    }
}

/// Whether keys in a layer are commands or text.
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

/// Which request of which layer a piece of work answers; answers to older requests are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket {
    /// The number of the layer.
    pub layer: u64,
    /// How often the layer had asked by then.
    pub asked: u64,
}

/// A layer: the state of a list, table, prompt or page that the view does not need.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The kind of the layer.
    pub kind: LayerKind,
    /// Where its rows come from.
    pub source: Arc<dyn ListSource>,
    /// The indices of the rows that pass the filter, in the order shown.
    pub shown: Arc<[u32]>,
    /// The indices of all rows, in the order of the sort.
    order: Arc<[u32]>,
    /// The column to sort by next; `None` once the rows are sorted.
    sort_by: Option<usize>,
    /// Whether the rows are in the reverse of their order, within each group.
    pub is_reversed: bool,
    /// The column that the rows are sorted by, and its kind of values; `None` if they have their first order.
    sorted: Option<(usize, SortedBy)>,
    /// Its latest request for work.
    pub ticket: Ticket,
    /// What the layer waits for.
    pub awaits: Awaits,
    /// The work that the layer asked for last, until the work begins.
    wants: Option<ListWork>,
    /// The index of the row that was chosen last, before a filter that it may not pass.
    last_chosen: Option<u32>,
    /// What is chosen when the rows are there that are made anew of more of the trace.
    pub again: Option<Act>,
    /// How wide the screen is that it was made for.
    pub cols: u16,
    /// Whether the awaited rows are the present ones, made again for another width.
    refits: bool,
    /// Whether keys are typed as text.
    pub typing: Typing,
    /// The place in the trace where the user was when the layer opened.
    pub opened: Place,
    /// Where the next sort begins to look for a column, counted on over the columns and the first order; 0 if
    /// the rows were never sorted.
    pub sort: usize,
    /// The name of the column that the rows are sorted by; empty if they have their first order.
    pub sorted_by: String,
    /// The words for the order that the rows had at first, once they have another.
    own_order: String,
    /// How many times the grouping was switched, which selects what the rows are grouped by.
    pub group: usize,
    /// How far back in the history of inputs the prompt is; 0 if its text was typed.
    pub recalled: usize,
    /// What was typed when earlier inputs were first gone to.
    pub draft: String,
    /// Which flow the ladder follows where there are several.
    pub branches: Branches,
    /// Whether `n` walks its rows.
    pub is_walked: bool,
    /// Whether going through the history has opened it, and goes on from it.
    pub is_of_history: bool,
    /// The query whose result the layer shows, with what that needs, and the result; `None` if it shows none, or
    /// waits for it.
    pub queried: Option<(String, Arc<QueryRows>)>,
}

impl Layer {
    /// Returns a layer without rows.
    pub fn new(kind: LayerKind, opened: Place) -> Self {
        let typing = if kind.begins_with_typing() {
            Typing::Yes
        } else {
            Typing::No
        };
        Self {
            kind,
            source: Arc::new(Vec::new()),
            shown: Arc::default(),
            order: Arc::default(),
            sort_by: None,
            is_reversed: false,
            sorted: None,
            ticket: Ticket { layer: 0, asked: 0 },
            awaits: Awaits::Nothing,
            wants: None,
            last_chosen: None,
            again: None,
            cols: 0,
            refits: false,
            typing,
            opened,
            sort: 0,
            sorted_by: String::new(),
            own_order: String::new(),
            group: 0,
            recalled: 0,
            draft: String::new(),
            branches: Branches::new(),
            is_walked: false,
            is_of_history: false,
            queried: None,
        }
    }

    /// Returns the part of the key map in which keys are looked up.
    pub fn context(&self) -> Context {
        match self.typing {
            Typing::Yes => Context::Prompt,
            Typing::No => Context::List,
        }
    }

    /// Returns whether the layer is one line of input.
    pub fn is_prompt(&self) -> bool {
        self.kind.is_prompt()
    }

    /// Replaces the rows.
    pub fn fill(&mut self, source: Arc<dyn ListSource>) {
        self.source = source;
        self.order = self.first_order();
        self.shown = Arc::clone(&self.order);
        (self.sort_by, self.sorted, self.last_chosen) = (None, None, None);
        self.awaits = Awaits::Nothing;
        self.refits = false;
    }

    /// Gives a table and its layer the same rows, made for another width, and keeps their order. Does so only
    /// if such rows are awaited and their number is the same; returns whether it did.
    pub fn refill(&mut self, table: &mut Table, source: &Arc<dyn ListSource>) -> bool {
        let is_same = self.refits && source.n_rows() == self.source.n_rows();
        self.refits = false;
        if is_same {
            self.source = Arc::clone(source);
            self.awaits = Awaits::Nothing;
            let rows: Arc<dyn RowSource> = Arc::clone(source) as _;
            table.rows = table.rows.made_by(rows);
            table.is_behind = false;
            table.looked = None;
        }
        is_same
    }

    /// Notes that the awaited rows are the present ones, made for another width. If rows are being put in
    /// order, that is done anew instead.
    pub fn refit(&mut self) {
        self.refits = self.awaits == Awaits::Nothing;
    }

    /// Asks for work whose result the layer then awaits.
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
                table.looked = None;
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

    /// Sorts a table by a column, and filters it.
    pub fn sort(&mut self, overlay: &mut Overlay, trace: &Trace, column: usize) {
        self.sort_by = Some(column);
        self.refilter(overlay, trace);
    }

    /// Gives the rows of a table their first order back.
    pub fn unsort(&mut self, overlay: &mut Overlay, trace: &Trace) {
        self.order = self.first_order();
        (self.sort_by, self.sorted) = (None, None);
        if let Overlay::Table(table) = overlay {
            table.order = self.order_words(table);
        }
        self.refilter(overlay, trace);
    }

    /// Turns the order of a table round.
    pub fn reverse(&mut self, overlay: &mut Overlay, trace: &Trace) {
        self.keep_own_order(overlay);
        self.is_reversed = !self.is_reversed;
        let mut order = self.order.to_vec();
        arrange::reverse(&mut order, &*self.source);
        self.order = order.into();
        if let Overlay::Table(table) = overlay {
            table.order = self.order_words(table);
        }
        self.refilter(overlay, trace);
    }

    /// Keeps the words for the first order of a table while it still has that.
    pub fn keep_own_order(&mut self, overlay: &Overlay) {
        // Some lists are made in the order that is asked for, so that it is always their own.
        if let Overlay::Table(table) = overlay
            && self.sorted.is_none()
            && !self.is_reversed
        {
            self.own_order.clone_from(&table.order);
        }
    }

    /// Says of a table with new rows that they are in the reverse of their first order, if they are.
    pub fn say_reversed(&mut self, table: &mut Table) {
        if self.is_reversed {
            self.own_order = std::mem::take(&mut table.order);
            table.order = self.order_words(table);
        }
    }

    /// Returns the rows in their first order, or in its reverse.
    fn first_order(&self) -> Arc<[u32]> {
        let mut order: Vec<u32> = (0..self.source.n_rows() as u32).collect();
        if self.is_reversed {
            arrange::reverse(&mut order, &*self.source);
        }
        order.into()
    }

    /// Returns the words for the order that a table has now.
    fn order_words(&self, table: &Table) -> String {
        let sorted = self
            .sorted
            .map(|(column, by)| (table.columns.get(column), by));
        if let Some((Some(column), by)) = sorted {
            return format!("by {}, {}", column.name(), by.first(self.is_reversed));
        }
        let own = match self.own_order.as_str() {
            "" => "as listed",
            own => own,
        };
        if self.is_reversed {
            format!("{own}, reversed")
        } else {
            own.to_owned()
        }
    }

    /// Filters the rows by the text that is typed. Short work is done at once, else the layer asks for it.
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
                    // The result of older work would be out of date.
                    self.ticket.asked += 1;
                    self.wants = None;
                    self.ranked(overlay, ranked);
                }
            }
            // Rows that are still to come are filtered when they have come.
            Overlay::Table(_) if self.awaits == Awaits::Rows => self.refits = false,
            Overlay::Table(table) => {
                let arrange = Arrange {
                    source: Arc::clone(&self.source),
                    order: Arc::clone(&self.order),
                    columns: [&table.columns[..], &table.left_out].concat(),
                    by: self.sort_by,
                    is_reversed: self.is_reversed,
                    filter: text,
                };
                if arrange.is_long() {
                    table.is_behind = true;
                    table.looked = Some(0);
                    self.ask(ListWork::Arrange(arrange), Awaits::Order);
                } else if let Some(arranged) = arrange.run(trace, &AtomicBool::new(false), &|_| {})
                {
                    // The result of older work would be out of date.
                    self.ticket.asked += 1;
                    self.wants = None;
                    self.arranged(overlay, arranged);
                }
            }
            Overlay::Help(_) | Overlay::Prompt(_) | Overlay::Ladder(_) => {}
        }
    }

    /// Applies the result of sorting and filtering a table.
    pub fn arranged(&mut self, overlay: &mut Overlay, arranged: Arranged) {
        let Overlay::Table(table) = overlay else {
            return;
        };
        self.awaits = Awaits::Nothing;
        self.sort_by = None;
        if arranged.sorted.is_some() {
            self.sorted = arranged.sorted;
            table.order = self.order_words(table);
        }
        self.order = arranged.order;
        self.shown = Arc::clone(&arranged.shown);
        let source: Arc<dyn ListSource> = Arc::clone(&self.source);
        table.rows = TableRows::new(source, arranged.shown, arranged.headings);
        *table.filtered = arranged.filtered;
        table.is_behind = false;
        table.looked = None;
        let is_by_time = self.source.is_by_time() && self.sorted.is_none();
        if let Some(place) = self.last_chosen.filter(|_| is_by_time) {
            self.choose_near(overlay, place);
            return;
        }
        let mut places = 0..table.rows.len();
        table.chosen = places.find(|&at| !table.rows.is_heading(at)).unwrap_or(0);
    }

    /// Chooses a row of a table whose rows are in the order of time, or the first after it that passes the
    /// filter.
    pub fn choose_near(&mut self, overlay: &mut Overlay, place: u32) {
        self.last_chosen = Some(place);
        let near = self.shown.partition_point(|&row| {
            if self.is_reversed {
                row > place
            } else {
                row < place
            }
        });
        if let Overlay::Table(table) = overlay {
            table.chosen = near.min(table.rows.len().saturating_sub(1));
        }
    }

    /// Applies the result of filtering a list, the best matches first.
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
    pub fn choose(&mut self, overlay: &mut Overlay, to: Choice) {
        let (chosen, count) = match overlay {
            Overlay::List(list) => (&mut list.chosen, list.rows.len()),
            Overlay::Table(table) => (&mut table.chosen, table.rows.len()),
            Overlay::Ladder(page) => (&mut page.chosen, page.ladder.rungs.len()),
            Overlay::Help(help) => {
                // An upper bound; the last line is only known when the page is drawn, which corrects this.
                let lines = (help.groups.iter())
                    .map(|group| (group.keys.len() + group.samples.len()) * 3 + 2);
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
        // Headings cannot be chosen.
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
        if let Overlay::Table(table) = overlay {
            self.last_chosen = self.shown.get(table.chosen).copied();
        }
    }
}

/// Where to move the chosen row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By so many rows; negative is up.
    By(isize),
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// To the row of this index.
    At(usize),
}

/// Returns the line of input of an overlay.
pub fn input(overlay: &Overlay) -> Option<&Input> {
    match overlay {
        Overlay::List(list) => list.input.as_ref(),
        Overlay::Table(table) => table.input.as_ref(),
        Overlay::Prompt(prompt) => Some(&prompt.input),
        Overlay::Help(help) => help.input.as_ref(),
        Overlay::Ladder(_) => None,
    }
}

/// Returns the line of input of an overlay, to change it.
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
    use super::source::Entry;
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
            cursor_ts: None,
            filter: String::new(),
            peek: None,
        };
        let mut layer = Layer::new(LayerKind::Palette, place);
        let entry =
            |text: &str| Entry::listed(text.into(), String::new(), Act::Category(text.into()));
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
