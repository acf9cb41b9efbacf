//! Everything that the user can change: what the view reads, and what only keys need.
//!
//! Holds no trace and no clock. [`State::layers`] and the overlays of
//! [`ViewState`] are one stack: they grow and shrink together.

use std::sync::Arc;

use super::history::{History, Place};
use super::jobs::Job;
use super::layer::{Layer, LayerKind};
use super::tour::Tour;
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::query::area::AreaReport;
use crate::query::find::{Hits, Mode};
use crate::view::overlay::Overlay;
use crate::view::scene::Size;
use crate::view::state::{Area, Found, Message, MessageKind, Selection, ViewState};
use crate::view::viewport::Viewport;

/// What `n` and `N` go through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finding {
    /// Janky frames.
    #[default]
    Jank,
    /// What a search found.
    Search,
}

/// Where the trace comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The file that the title names, or standard input.
    #[default]
    File,
    /// It is the built-in demo.
    Demo,
}

/// What the next letter names, after the key for setting marks or for going to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKey {
    /// A mark to set.
    Set,
    /// A mark to go to.
    Go,
}

/// An area that is being selected with the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaStart {
    /// When it starts.
    pub ts: Ts,
    /// On which track.
    pub node: NodeId,
    /// When it ends so far.
    pub head: Ts,
}

/// A button of the mouse that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drag {
    /// Selects an area: where it started.
    Area {
        /// The time.
        ts: Ts,
        /// The row of the screen.
        y: u16,
        /// The column of the screen.
        x: u16,
        /// Whether it has moved, so that it is no click.
        moved: Moved,
    },
    /// Pans: the column it was at last.
    Pan {
        /// The column.
        x: u16,
    },
    /// Moves the window on the overview.
    Overview,
}

/// Whether a drag has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// Not yet.
    No,
    /// Yes.
    Yes,
}

/// What the last click was on, for the second of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clicked {
    /// On something that a second click has no other meaning for.
    #[default]
    Other,
    /// On what is selected now.
    Item,
    /// On a row of a list, which may have closed.
    Row,
}

/// The search.
#[derive(Clone, Debug, Default)]
pub struct SearchState {
    /// How the text is read.
    pub mode: Mode,
    /// Where it is looked for, if not everywhere.
    pub within: Option<Area>,
    /// Texts searched for, oldest first.
    pub history: Vec<String>,
    /// What was found, for `n` and `N`.
    pub found: Option<Arc<Hits>>,
    /// Counts searches, so that an answer to an older one is dropped.
    pub serial: u64,
    /// What to do when the running search is done.
    pub then: AfterSearch,
    /// The search from before the one that is being typed.
    pub earlier: Option<EarlierSearch>,
}

/// A search that is set aside while another is typed: it comes back if that is given up.
#[derive(Clone, Debug)]
pub struct EarlierSearch {
    /// What `n` and `N` went through.
    pub finding: Finding,
    /// How the text was read.
    pub mode: Mode,
    /// Where it was looked for, if not everywhere.
    pub within: Option<Area>,
    /// What was to be done when it was done.
    pub then: AfterSearch,
    /// Which search it was.
    pub serial: u64,
    /// What had been found for `n` and `N`.
    pub hits: Option<Arc<Hits>>,
    /// What was shown of it.
    pub shown: Option<Found>,
}

/// What to do when a search is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterSearch {
    /// Stay here; the hits are only counted and marked.
    #[default]
    Show,
    /// Go to the first hit in or after the window.
    GoToFirst,
    /// List the hits.
    List,
}

/// SQL.
#[derive(Clone, Debug, Default)]
pub struct SqlState {
    /// Queries, oldest first.
    pub history: Vec<String>,
    /// Counts queries, so that an answer to an older one is dropped.
    pub serial: u64,
    /// Whether the running one goes into the details.
    pub keep: KeepResult,
    /// Whether one is running.
    pub running: bool,
    /// The list of the last result as it was left, to be brought back.
    pub left: Option<(Layer, Overlay)>,
}

/// Where the result of a query goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepResult {
    /// Into a list on top.
    #[default]
    No,
    /// Into the details.
    Yes,
}

/// Everything that the user can change.
#[derive(Debug, Default)]
pub struct State {
    /// What the view reads.
    pub view: ViewState,
    /// What lies over the main screen; parallel to the overlays of the view.
    pub layers: Vec<Layer>,
    /// How many layers there have been: the number of the newest.
    pub n_layers: u64,
    /// A list of frames that was left by going to one of its rows: Esc comes back to it.
    pub parked: Option<(Vec<Layer>, Vec<Overlay>)>,
    /// The size of the screen.
    pub size: Size,
    /// Where the trace comes from.
    pub source: Source,
    /// The tour of the demo, if it is being taken.
    pub tour: Option<Tour>,
    /// Views and selections so far.
    pub history: History,
    /// What the next letter names; `None` if it is a key like any other.
    pub mark: Option<MarkKey>,
    /// What `n` goes through.
    pub finding: Finding,
    /// The area being selected with the keyboard.
    pub area: Option<AreaStart>,
    /// The area that others are compared with, and its sums.
    pub kept_area: Option<(Area, Arc<AreaReport>)>,
    /// Counts publishes of the trace: answers about an older one are dropped.
    pub generation: u64,
    /// The last job that added something up for the details, so that it is not begun again.
    pub added_up: Option<Job>,
    /// The button of the mouse that is held.
    pub drag: Option<Drag>,
    /// What the last click was on.
    pub clicked: Clicked,
    /// The search.
    pub search: SearchState,
    /// SQL.
    pub sql: SqlState,
    /// How many flows there are of each category, once they have been counted.
    pub categories: Option<Arc<Vec<(String, usize)>>>,
    /// The frames that `n` goes through, by time, while the inbox is filtered; `None` for all.
    pub walk: Option<Vec<SliceId>>,
    /// Saved workspaces by name.
    pub workspaces: std::collections::BTreeMap<String, super::workspace::Workspace>,
    /// The window that shows the whole trace, as long as nobody has moved it: it grows with the trace
    /// while that loads.
    pub fitted: Option<Viewport>,
    /// The time that somebody asked to see, with the window that shows it: columns are whole
    /// nanoseconds, so that a window may be a little longer.
    pub asked_window: Option<(Viewport, TimeSpan)>,
    /// Whether this trace opens on a part of its time, where nearly all of it is; a command that
    /// brings back a view of the whole then has to name the whole.
    pub opens_within: bool,
    /// Whether the user has asked for the whole time; then loading does not narrow it down.
    pub wants_whole: bool,
}

impl State {
    /// Shows a message until the next key.
    pub fn say(&mut self, text: impl Into<String>) {
        self.tell(MessageKind::Info, text);
    }

    /// Shows a warning until the next key.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.tell(MessageKind::Warn, text);
    }

    /// Shows an error until the next key.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.tell(MessageKind::Error, text);
    }

    fn tell(&mut self, kind: MessageKind, text: impl Into<String>) {
        self.view.message = Some(Message {
            kind,
            text: text.into(),
        });
    }

    /// Shows the time that was asked for.
    pub fn show_window(&mut self, span: TimeSpan) {
        let view = Viewport::new(span, self.view.viewport.cols());
        self.view.viewport = view;
        self.fitted = None;
        // A column is an instant at the least.
        self.asked_window = (!span.dur().is_zero()).then_some((view, span));
    }

    /// Returns the time in the window: what was asked for, as long as nobody has moved it, to the
    /// nanosecond.
    pub fn window(&self) -> TimeSpan {
        let view = self.view.viewport;
        match self.asked_window {
            Some((asked, span)) if asked == view => span,
            _ => view.span(),
        }
    }

    /// Shows the same time in so many columns.
    pub fn set_cols(&mut self, cols: u16) {
        let old = self.view.viewport;
        let asked = self.asked_window.filter(|&(asked, _)| asked == old);
        let view = match asked {
            Some((_, span)) => Viewport::new(span, cols),
            None => old.with_cols(cols),
        };
        self.view.viewport = view;
        self.asked_window = asked.map(|(_, span)| (view, span));
    }

    /// Puts a layer on top.
    pub fn push_layer(&mut self, mut layer: Layer, overlay: Overlay) {
        self.parked = None;
        self.n_layers += 1;
        layer.ticket.layer = self.n_layers;
        layer.cols = self.size.cols;
        self.layers.push(layer);
        self.view.overlays.push(overlay);
    }

    /// Takes the top layer away.
    pub fn pop_layer(&mut self) -> Option<Layer> {
        if let (Some(layer), Some(overlay)) = (self.layers.last(), self.view.overlays.last())
            && layer.kind == LayerKind::SqlResult
        {
            self.sql.left = Some((layer.clone(), overlay.clone()));
        }
        self.view.overlays.pop();
        self.layers.pop()
    }

    /// Remembers how the result of a query is left, if it is among the layers.
    fn keep_result(&mut self) {
        let mut layers = self.layers.iter().zip(&self.view.overlays);
        if let Some((layer, overlay)) =
            layers.rfind(|(layer, _)| layer.kind == LayerKind::SqlResult)
        {
            self.sql.left = Some((layer.clone(), overlay.clone()));
        }
    }

    /// Takes all layers away.
    pub fn clear_layers(&mut self) {
        self.keep_result();
        self.layers.clear();
        self.view.overlays.clear();
    }

    /// Takes all layers away, to come back to them.
    pub fn park_layers(&mut self) {
        self.keep_result();
        let layers = std::mem::take(&mut self.layers);
        let overlays = std::mem::take(&mut self.view.overlays);
        self.parked = Some((layers, overlays));
    }

    /// Comes back to the layers that were parked; false if there are none.
    pub fn unpark_layers(&mut self) -> bool {
        let Some((layers, overlays)) = self.parked.take() else {
            return false;
        };
        self.layers = layers;
        self.view.overlays = overlays;
        true
    }

    /// Comes back to the layers that were parked if they lay over this place.
    pub fn unpark_layers_at(&mut self, place: &Place) {
        let over = self.parked.as_ref().and_then(|(layers, _)| layers.last());
        let is_there = over.is_some_and(|layer| {
            let opened = &layer.opened;
            opened.viewport == place.viewport && opened.selection == place.selection
        });
        if is_there {
            self.unpark_layers();
        }
    }

    /// Returns what the history remembers of the present view.
    pub fn place(&self) -> Place {
        Place {
            viewport: self.view.viewport,
            selection: self.view.selection.clone(),
            scroll: self.view.scroll,
            cursor: self.view.cursor,
            cursor_depth: self.view.cursor_depth,
            filter: self.view.filter.clone(),
        }
    }

    /// Goes to a place of the history, but for its filter.
    pub fn restore(&mut self, place: &Place) {
        self.view.viewport = place.viewport.with_cols(self.view.viewport.cols());
        // An area of the history is made already.
        self.area = None;
        self.select(place.selection.clone());
        self.view.scroll = place.scroll;
        self.view.cursor = place.cursor;
        self.view.cursor_depth = place.cursor_depth;
    }

    /// Changes the selection, and what depends on it.
    pub fn select(&mut self, selection: Selection) {
        // What is no area leaves the making of one.
        if !matches!(selection, Selection::Area(_)) {
            self.area = None;
        }
        if self.view.selection != selection {
            self.view.details.rest();
            self.view.flows.focus = None;
            self.view.flows.peek = None;
            self.view.selection = selection;
        }
    }
}
