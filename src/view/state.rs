//! What the user looks at: plain data that `app` changes and `view` reads.
//!
//! Rows are named by [`NodeId`], never by their place on the screen, which
//! changes with every expansion, filter and publish. Nothing here is derived
//! from the trace except what a query found (hits, lists).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::overlay::Overlay;
use super::query_track::QueryTrack;
use super::scene::Item;
use super::stops::Stops;
use super::viewport::Viewport;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{
    CounterId, FlowId, NodeId, SchedId, SliceId, StackSampleId, ThreadStateId, TrackId,
};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::area::AreaReport;
use crate::query::find::Hits;
use crate::query::flows;
use crate::query::same_name::SameName;

/// What is selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Selection {
    /// Nothing.
    #[default]
    None,
    /// A slice, instant or frame.
    Slice(SliceId),
    /// A sample of a counter.
    Counter(CounterId),
    /// A stay of a thread on a CPU.
    Sched(SchedId),
    /// A stretch of one thread state.
    State(ThreadStateId),
    /// A sample of a CPU profiler.
    Sample(StackSampleId),
    /// A line of the Android log, by row.
    Log(u32),
    /// A whole track or group.
    Track(NodeId),
    /// A range of time on some tracks.
    Area(Area),
}

impl Selection {
    /// Returns the selected item, if that is what is selected.
    pub const fn item(&self) -> Item {
        match *self {
            Self::Slice(id) => Item::Slice(id),
            Self::Counter(id) => Item::Counter(id),
            Self::Sched(id) => Item::Sched(id),
            Self::State(id) => Item::State(id),
            Self::Sample(id) => Item::Sample(id),
            Self::Log(row) => Item::Log(row),
            Self::None | Self::Track(_) | Self::Area(_) => Item::None,
        }
    }

    /// Returns the node of the tree that shows the selection.
    pub fn node(&self, trace: &Trace) -> Option<NodeId> {
        let (tree, sched) = (&trace.tree, &trace.sched);
        match *self {
            Self::Slice(id) if id.index() < trace.slices.len() => {
                tree.node_of_track(trace.slices.track_of(id))
            }
            Self::Counter(id) if id.index() < trace.counters.len() => {
                tree.node_of_track(trace.counters.track_of(id))
            }
            Self::Sched(id) => tree.find(&NodeKind::CpuSched(sched.sched().get(id.index())?.cpu)),
            Self::State(id) => tree.find(&NodeKind::ThreadStates(
                sched.states().get(id.index())?.utid,
            )),
            Self::Sample(id) => {
                trace.stack_profile.samples.get(id.index())?;
                tree.find(&NodeKind::Samples(trace.stack_profile.owner(id)))
            }
            Self::Log(_) => tree.find(&NodeKind::Logs),
            Self::Track(node) => Some(node),
            Self::None | Self::Slice(_) | Self::Counter(_) | Self::Area(_) => None,
        }
    }
}

impl From<Item> for Selection {
    fn from(item: Item) -> Self {
        match item {
            Item::None => Self::None,
            Item::Slice(id) => Self::Slice(id),
            Item::Counter(id) => Self::Counter(id),
            Item::Sched(id) => Self::Sched(id),
            Item::State(id) => Self::State(id),
            Item::Sample(id) => Self::Sample(id),
            Item::Log(row) => Self::Log(row),
            Item::Span(span) => Self::Area(Area {
                span,
                nodes: BTreeSet::new(),
            }),
            Item::Stretch(node, span) => Self::Area(Area {
                span,
                nodes: BTreeSet::from([node]),
            }),
        }
    }
}

/// A range of time on some tracks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// The time.
    pub span: TimeSpan,
    /// The tracks; a group stands for all below it. Empty means all tracks.
    pub nodes: BTreeSet<NodeId>,
}

/// How instants are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeFormat {
    /// From the start of the trace, with a unit: `12.375 6 s`.
    #[default]
    Relative,
    /// Seconds on the trace clock.
    Seconds,
    /// `hh:mm:ss.mmm` from the start of the trace.
    Timecode,
    /// Wall clock time in UTC, where the trace knows it.
    Utc,
    /// Nanoseconds on the trace clock.
    Nanos,
}

impl TimeFormat {
    /// All formats in the order of the key that cycles through them.
    pub const ALL: [Self; 5] = [
        Self::Relative,
        Self::Seconds,
        Self::Timecode,
        Self::Utc,
        Self::Nanos,
    ];

    /// Returns the name that the configuration uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Relative => "relative",
            Self::Seconds => "seconds",
            Self::Timecode => "timecode",
            Self::Utc => "utc",
            Self::Nanos => "nanos",
        }
    }

    /// Returns the next format.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&f| f == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// What of a counter is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CounterMode {
    /// Its value.
    #[default]
    Value,
    /// By how much the next sample differs from each, as in Perfetto's UI.
    Change,
    /// By how much the next sample differs from each, for each second between them.
    Rate,
    /// The logarithm of its value.
    Log,
}

impl CounterMode {
    /// Returns what of a counter is drawn at first, by the name of its type. Of those that count from the start
    /// of the device or the process the value is a ramp; these are the ones that Perfetto's UI draws otherwise.
    pub fn at_first(type_name: &[u8]) -> Self {
        match type_name {
            b"net_receive" | b"net_transmit" | b"psi" | b"entity_state" | b"perf_cpu_counter" => {
                Self::Rate
            }
            b"proc_stat_runtime" => Self::Change,
            _ => Self::Value,
        }
    }

    /// Returns its name, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Change => "change",
            Self::Rate => "rate",
            Self::Log => "logarithm",
        }
    }

    /// Returns the next mode.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Value => Self::Change,
            Self::Change => Self::Rate,
            Self::Rate => Self::Log,
            Self::Log => Self::Value,
        }
    }
}

/// A tab of the details pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tab {
    /// What is selected.
    #[default]
    Selection,
    /// Why the frame was late.
    Why,
    /// Flows in and out.
    Flows,
    /// The tree of arguments.
    Args,
    /// Thread states under the selection.
    States,
    /// The result of the last SQL query.
    Sql,
}

impl Tab {
    /// All tabs in order; the keys 1 to 6 choose them.
    pub const ALL: [Self; 6] = [
        Self::Selection,
        Self::Why,
        Self::Flows,
        Self::Args,
        Self::States,
        Self::Sql,
    ];
}

/// Where the details pane is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dock {
    /// Below the tracks.
    #[default]
    Bottom,
    /// Right of the tracks, where the screen is wide enough.
    Right,
}

/// The details pane.
#[derive(Clone, Debug, PartialEq)]
pub struct DetailsState {
    /// Whether it is shown.
    pub open: bool,
    /// Where it is.
    pub dock: Dock,
    /// How many lines more it has below the tracks than a screen of this size gives it by itself; fewer if
    /// negative.
    pub taller: i16,
    /// The tab that is shown.
    pub tab: Tab,
    /// The first line of the tab to be shown, `None` for the resting place. The blocks beside the tab are
    /// scrolled as far.
    pub scroll: Option<usize>,
    /// The first line that is shown at the resting place, as it was drawn last.
    pub resting: usize,
    /// The result of the last SQL query, for its tab.
    pub sql: Option<Arc<super::overlay::Table>>,
}

impl DetailsState {
    /// Goes back to the resting place: shows the lines that are shown before anybody scrolls.
    pub fn rest(&mut self) {
        (self.scroll, self.resting) = (None, 0);
    }

    /// Scrolls so many lines on, or back.
    pub fn scroll_by(&mut self, lines: isize) {
        let from = self.scroll.unwrap_or(self.resting);
        self.scroll = Some(from.saturating_add_signed(lines));
    }
}

impl Default for DetailsState {
    fn default() -> Self {
        Self {
            open: true,
            dock: Dock::Bottom,
            taller: 0,
            tab: Tab::Selection,
            scroll: None,
            resting: 0,
            sql: None,
        }
    }
}

/// A search and what it found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// What was searched for.
    pub text: String,
    /// What was found: so far, or by the search before until this one finds something. `None` until any search
    /// does.
    pub hits: Option<Arc<Hits>>,
    /// Whether the search has finished.
    pub done: bool,
    /// The rows that are walked if the hits are those of a list, which `text` names.
    pub stops: Option<Arc<Stops>>,
}

/// How flows are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowState {
    /// Whether arrows are drawn.
    pub shown: bool,
    /// How many hops around the selection.
    pub depth: u8,
    /// The flow that `]` and `[` move along.
    pub focus: Option<FlowId>,
    /// The flow that was followed last. Without a chosen focus, `[` and `]` go back and forth along it.
    pub walked: Option<FlowId>,
    /// Single categories that are not shown.
    pub hidden: BTreeSet<String>,
    /// The hidden target of a flow that is shown for now.
    pub peek: Option<NodeId>,
    /// The slice on the target `peek` for which it is shown: the row of the slice is not folded.
    pub peek_slice: Option<SliceId>,
    /// Slices walked through, oldest first.
    pub trail: Vec<SliceId>,
}

impl Default for FlowState {
    fn default() -> Self {
        Self {
            shown: true,
            depth: 1,
            focus: None,
            walked: None,
            hidden: BTreeSet::new(),
            peek: None,
            peek_slice: None,
            trail: Vec::new(),
        }
    }
}

impl FlowState {
    /// Returns whether none of the categories of a flow is shown.
    pub fn is_off(&self, trace: &Trace, flow: FlowId) -> bool {
        flows::is_hidden(trace, flow, &self.hidden)
    }

    /// Shows arrows, at least those of the selection itself.
    pub fn show(&mut self) {
        self.shown = true;
        self.depth = self.depth.max(1);
    }

    /// Returns whether the trail has led to a slice: the slice is on the trail, or nested with its last one.
    pub fn has_led_to(&self, trace: &Trace, id: SliceId) -> bool {
        let slices = &trace.slices;
        let is_nested = |last: SliceId| {
            let is_before =
                |a: SliceId, b: SliceId| slices.end(a).is_some_and(|end| end <= slices.ts(b));
            let is_known = last.index() < slices.len() && id.index() < slices.len();
            is_known
                && slices.track_of(last) == slices.track_of(id)
                && !is_before(last, id)
                && !is_before(id, last)
        };
        self.trail.contains(&id) || self.trail.last().is_some_and(|&last| is_nested(last))
    }
}

/// A note at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// When.
    pub ts: Ts,
    /// What it says.
    pub text: String,
    /// The path of the track on which it was written, if it was on one.
    pub track: Option<String>,
    /// The slice on which it was written, if it was on one.
    pub on: Option<NotedSlice>,
}

/// What is known again of a slice on which a note was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedSlice {
    /// Its name.
    pub name: String,
    /// How long it lasted in nanoseconds, if it ended.
    pub dur: Option<i64>,
}

/// The A and B markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Only A is set.
    From(Ts),
    /// Both are set.
    Between(Ts, Ts),
}

/// A key and what it does, for the status line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The keys as they are typed.
    pub keys: String,
    /// What they do, in a word or two.
    pub what: String,
}

/// A step of the guided tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourCard {
    /// Which step it is, from 1, and of how many.
    pub place: (usize, usize),
    /// What to press, and what it does.
    pub next: Hint,
    /// What there is to see on the screen now.
    pub seen: String,
    /// The keys of help, which lists all steps.
    pub help: String,
    /// The keys that end the tour; empty where they are what the step asks for.
    pub leave: String,
}

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// News.
    Info,
    /// A warning.
    Warn,
    /// Something failed.
    Error,
}

/// A message in the status line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How much it matters.
    pub kind: MessageKind,
    /// What it says; may hold text from the trace.
    pub text: String,
}

/// How far the import is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LoadState {
    /// Nothing has been read yet.
    Opening,
    /// The input is being read, or unpacked, before any of it can be shown.
    Reading {
        /// Bytes of it that have been.
        done: u64,
        /// Bytes that it has, if that is known.
        total: Option<u64>,
        /// Bytes a second.
        rate: u64,
    },
    /// It is being imported.
    Loading {
        /// How much of the work is done.
        done: u64,
        /// How much there is.
        total: u64,
    },
    /// All read, after this long.
    Done(Dur),
    /// Stopped by the user.
    Cancelled,
    /// Could not go on.
    Failed,
    /// Not from a file.
    #[default]
    Idle,
}

/// Returns what of a counter is drawn at first.
pub fn first_counter_mode(trace: &Trace, track: TrackId) -> CounterMode {
    CounterMode::at_first(trace.bytes(trace.tracks.get(track).type_name))
}

impl ViewState {
    /// Returns whether there is nothing of the trace to show yet.
    pub fn is_opening(&self, trace: &Trace) -> bool {
        let is_reading = matches!(
            self.load,
            LoadState::Opening | LoadState::Reading { .. } | LoadState::Loading { .. }
        );
        is_reading && trace.tracks.is_empty()
    }

    /// Returns what is drawn of the counter of a node.
    pub fn counter_mode(&self, trace: &Trace, node: NodeId) -> CounterMode {
        let chosen = self.counter_modes.get(&node).copied();
        chosen.unwrap_or_else(|| match trace.tree.node(node).kind {
            NodeKind::Counter(track) => first_counter_mode(trace, track),
            _ => CounterMode::Value,
        })
    }

    /// Returns what the search has found; `None` before it has found anything.
    pub fn hits(&self) -> Option<&Arc<Hits>> {
        self.found.as_ref()?.hits.as_ref()
    }

    /// Returns the selected area and its sums, once these are known.
    pub fn area_sums(&self) -> Option<(&Area, &Arc<AreaReport>)> {
        let Selection::Area(area) = &self.selection else {
            return None;
        };
        let (of, report) = self.area_report.as_ref()?;
        (of == area).then_some((area, report))
    }

    /// Returns what is searched for, or of what list the hits are the rows; empty without hits.
    pub fn searched_text(&self) -> &str {
        self.found.as_ref().map_or("", |found| &found.text)
    }

    /// Returns whether the hits are the rows of a list and not what a search found.
    pub fn are_hits_rows(&self) -> bool {
        self.found
            .as_ref()
            .is_some_and(|found| found.stops.is_some())
    }

    /// Returns the rows of a list that are walked, if any have a time.
    pub fn stops(&self) -> Option<&Arc<Stops>> {
        let stops = self.found.as_ref()?.stops.as_ref();
        stops.filter(|stops| !stops.is_empty())
    }

    /// Returns when the hits begin that are walked, ascending.
    pub fn hit_times(&self) -> &[i64] {
        match (self.stops(), self.hits()) {
            (Some(stops), _) => stops.times(),
            (None, Some(hits)) => &hits.times,
            (None, None) => &[],
        }
    }

    /// Returns whether the search goes on.
    pub fn is_searching(&self) -> bool {
        self.found.as_ref().is_some_and(|found| !found.done)
    }
}

/// Cost of the last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meter {
    /// Time to compute it, in microseconds.
    pub frame_us: u32,
    /// Bytes written.
    pub bytes: u32,
}

/// Which traces a way to begin is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// Those with frames of Android.
    Janks,
    /// Those with frames of Android, or janky ones of Chromium.
    NextJank,
    /// Those with frames of Chromium alone.
    Chromium,
    /// Those with apps that did not respond.
    Anrs,
    /// Those with starts of apps that all responded.
    Startups,
    /// Those with flows, and neither of these.
    Flows,
    /// Those with none of these three.
    Commands,
    /// Those with tracks.
    Rows,
    /// All.
    Any,
}

/// The keys that are named on the screen next to what they do; empty where a command has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyNames {
    /// Scrolls the details up.
    pub up: String,
    /// Scrolls them down.
    pub down: String,
    /// Goes back in the history.
    pub back: String,
    /// Goes forward in it.
    pub forward: String,
    /// Stops what runs.
    pub stop: String,
    /// Finds commands.
    pub palette: String,
    /// Lists issues.
    pub issues: String,
    /// Two keys: one goes back along the focused flow, the other forward.
    pub follow: [String; 2],
    /// Two keys that show the columns of a table which are out of sight: at the left, and at the right.
    pub columns: [String; 2],
    /// Copies the command of the view.
    pub copy_command: String,
    /// Draws a counter as value, change, rate or logarithm.
    pub counter_mode: String,
    /// Takes the mouse back from the terminal.
    pub mouse: String,
    /// How to close a list that has no rows.
    pub leave: Vec<Hint>,
    /// How to begin where nothing is selected, the most useful first.
    pub begin: Vec<(Beginning, Hint)>,
}

/// How far a query is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryProgress {
    /// How many rows there are so far.
    pub rows: u64,
    /// How many millions of steps it has taken; none while the tables are prepared that it reads.
    pub millions: u64,
}

/// What has become of a file since it was mapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileFate {
    /// Nothing that matters.
    #[default]
    Whole,
    /// It has shrunk, so that what is gone reads as zeros.
    CutShort,
    /// Something else was written over it.
    Overwritten,
}

impl FileFate {
    /// Returns what it was, as in "the file was …"; `None` if nothing is lost.
    pub const fn words(self) -> Option<&'static str> {
        match self {
            Self::Whole => None,
            Self::CutShort => Some("cut short"),
            Self::Overwritten => Some("overwritten"),
        }
    }
}

/// Everything that decides what is on the screen besides the trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ViewState {
    /// What the title calls the trace.
    pub trace_name: String,
    /// What has become of the file under the view.
    pub file: FileFate,
    /// Whether the terminal has the mouse, which is then told beside the command.
    pub lacks_mouse: bool,
    /// How far the query is that runs.
    pub query: Option<QueryProgress>,
    /// The window on the time axis.
    pub viewport: Viewport,
    /// The first line of the tracks that are not pinned.
    pub scroll: usize,
    /// Nodes that the user opened or closed; the others follow `open_at_first`.
    pub open: BTreeMap<NodeId, bool>,
    /// Nodes that are open or closed at first because the screen has so much room; the others
    /// follow [`super::rows::opens_at_first`].
    pub open_at_first: BTreeMap<NodeId, bool>,
    /// Tracks at the top, in this order.
    pub pins: Vec<NodeId>,
    /// Tracks of queries, which stand above the pinned ones.
    pub queried: Vec<Arc<QueryTrack>>,
    /// Tracks that are not shown.
    pub hidden: BTreeSet<NodeId>,
    /// The text of the track filter; empty if there is none.
    pub filter: String,
    /// The nodes that match the filter.
    pub filtered: Option<Arc<BTreeSet<NodeId>>>,
    /// What is selected.
    pub selection: Selection,
    /// The slice whose name makes others stand out and whose deadline crosses the screen: the
    /// selected one, or for a moment the one before. `None` is the selected one.
    pub settled: Option<SliceId>,
    /// How a slice compares with all of its name, for as long as it is the one selected.
    pub same_name: Option<(SliceId, Arc<SameName>)>,
    /// What happened in an area, for as long as it is the one selected.
    pub area_report: Option<(Area, Arc<AreaReport>)>,
    /// The row that the keyboard is on.
    pub cursor: Option<NodeId>,
    /// Which visual row of that node.
    pub cursor_depth: usize,
    /// The time that values are shown for; the middle of the window if not set.
    pub cursor_ts: Option<Ts>,
    /// Named marks.
    pub marks: BTreeMap<char, Ts>,
    /// Notes, by time.
    pub notes: Vec<Note>,
    /// The A and B markers.
    pub measure: Option<Measure>,
    /// How instants are written.
    pub time_format: TimeFormat,
    /// What of a counter is drawn, where the user has chosen something else than [`CounterMode::at_first`].
    pub counter_modes: BTreeMap<NodeId, CounterMode>,
    /// Whether the screen is high for its width, so that tracks may take more lines.
    pub tall: bool,
    /// How many depths of a track are shown that the user has not opened, if that is more than usual.
    pub depth_lines: usize,
    /// How many lines a counter gets that the user has not opened; 0 counts as one.
    pub counter_lines: usize,
    /// Two depths a cell, without labels.
    pub half_height: bool,
    /// The details pane.
    pub details: DetailsState,
    /// The search and what it found.
    pub found: Option<Search>,
    /// How flows are shown.
    pub flows: FlowState,
    /// Lists, prompts and pages; the last is on top.
    pub overlays: Vec<Overlay>,
    /// The mode, as the badge says it: `BROWSE`, `FRAME`, `SEARCH`.
    pub mode: String,
    /// The most useful keys now, best first.
    pub hints: Vec<Hint>,
    /// Keys that only some selections have a use for, at the right edge.
    pub own_hints: Vec<Hint>,
    /// The keys that are named on the screen outside of the hints.
    pub keys: KeyNames,
    /// The step of the guided tour, if it is being taken.
    pub tour: Option<TourCard>,
    /// A message instead of the hints.
    pub message: Option<Message>,
    /// The ways to write the command that shows this view, the longest first.
    pub commands: Vec<String>,
    /// Whether this is a picture: the command counts more than the key that copies it.
    pub is_picture: bool,
    /// Place in the history and its length, from 1.
    pub history: Option<(usize, usize)>,
    /// How far the import is.
    pub load: LoadState,
    /// Why not all of the trace is read, nor will be.
    pub stopped: Option<String>,
    /// Cost of the last frame, if it is shown.
    pub meter: Option<Meter>,
}
