//! Everything that the user can change: what the view reads, and what only commands need.
//!
//! Holds neither a trace nor a clock. [`State::layers`] and the overlays of [`ViewState`] are one stack: they
//! grow and shrink together.

use std::sync::Arc;

use super::command::Context;
use super::effect::Effect;
use super::history::{History, Place};
use super::jobs::Job;
use super::layer::{Layer, LayerKind};
use super::lists::sql::QueryRows;
use super::tour::Tour;
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::query::area::AreaReport;
use crate::query::find::Mode;
use crate::view::overlay::{Overlay, Prompt, Table};
use crate::view::scene::Size;
use crate::view::state::{
    Area, Message, MessageKind, Search, Selection, Tab, TimeFormat, ViewState,
};
use crate::view::time;
use crate::view::viewport::Viewport;

/// What `n` and `N` walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finding {
    /// Janky frames.
    #[default]
    Jank,
    /// The hits of a search.
    Search,
}

/// Where the trace comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TraceOrigin {
    /// The file that the title names, or standard input.
    #[default]
    File,
    /// The built-in demo.
    Demo,
}

/// What the next key does, after the key for setting marks or for going to marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKey {
    /// A mark to set.
    Set,
    /// A mark to go to.
    Go,
}

/// An area that is being selected with the keyboard.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaStart {
    /// The fixed end.
    pub ts: Ts,
    /// The track at the fixed end.
    pub node: NodeId,
    /// The free end.
    pub head: Ts,
    /// What was selected before.
    pub before: Selection,
}

/// What a held button of the mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drag {
    /// Selects an area, from the place where the button was pressed.
    Area {
        /// The time.
        ts: Ts,
        /// The row of the screen.
        y: u16,
        /// The column of the screen.
        x: u16,
        /// Whether the mouse has moved, so that this is no click.
        moved: Moved,
    },
    /// Pans the window.
    Pan {
        /// The last column of the mouse.
        x: u16,
    },
    /// Moves the window on the overview.
    Overview,
    /// Moves the upper edge of the details.
    Details,
}

/// Whether the mouse has moved during a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// Not yet.
    No,
    /// Yes.
    Yes,
}

/// What the last click was on, which decides what a second click does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clicked {
    /// Something where a second click is just another click.
    #[default]
    Other,
    /// The item that is selected now.
    Item,
    /// A row of a list; the click may have closed the list.
    Row,
}

/// The search and its settings.
#[derive(Clone, Debug, Default)]
pub struct SearchState {
    /// How the text is interpreted.
    pub mode: Mode,
    /// Where to search; `None` for everywhere.
    pub within: Option<Area>,
    /// The texts that were searched for, oldest first.
    pub history: Vec<String>,
    /// Counts searches, so that an answer to an older one is dropped.
    pub serial: u64,
    /// What to do when the running search is done.
    pub then: AfterSearch,
    /// The search before the one that is being typed.
    pub earlier: Option<EarlierSearch>,
}

impl SearchState {
    /// Returns in how much of the time was searched, such as ` in 35.1 ms`; empty if everywhere.
    pub fn within_words(&self) -> String {
        let Some(area) = &self.within else {
            return String::new();
        };
        format!(" in {}", time::dur(area.span.dur().ns()))
    }
}

/// A search that is saved while another is typed, to be restored if that is cancelled.
#[derive(Clone, Debug)]
pub struct EarlierSearch {
    /// What `n` and `N` walked.
    pub finding: Finding,
    /// How the text was interpreted.
    pub mode: Mode,
    /// Where it searched; `None` for everywhere.
    pub within: Option<Area>,
    /// What was to be done when the search ended.
    pub then: AfterSearch,
    /// The serial number of the search.
    pub serial: u64,
    /// Its text and hits.
    pub found: Option<Search>,
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

/// SQL queries and their results.
#[derive(Clone, Debug, Default)]
pub struct SqlState {
    /// The queries that were run, oldest first.
    pub history: Vec<String>,
    /// Counts queries, so that an answer to an older one is dropped.
    pub serial: u64,
    /// Where the result of the running query goes.
    pub keep: KeepResult,
    /// Whether a query is running.
    pub running: bool,
    /// The last result, and its query with what that needs.
    pub result: Option<(String, Arc<QueryRows>)>,
    /// The list of the last result in the state in which it was closed, to be opened again.
    pub left: Option<(Layer, Overlay)>,
}

impl SqlState {
    /// Returns whether a layer is the list of the last result. Those of earlier ones may be left and come back to,
    /// but are not listed again once they are closed.
    fn is_of_last(&self, layer: &Layer) -> bool {
        let is_same = match (&layer.queried, &self.result) {
            (Some((_, rows)), Some((_, last))) => Arc::ptr_eq(rows, last),
            (rows, last) => rows.is_none() && last.is_none(),
        };
        layer.kind == LayerKind::SqlResult && is_same
    }
}

/// Where the result of a query goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepResult {
    /// Into a list on top.
    #[default]
    No,
    /// Into the details.
    Yes,
    /// Nowhere: the query only prepares others.
    Nowhere,
}

/// Everything that the user can change.
#[derive(Debug, Default)]
pub struct State {
    /// What the view reads.
    pub view: ViewState,
    /// The layers over the main screen; parallel to the overlays of the view.
    pub layers: Vec<Layer>,
    /// How many layers there have been; the newest layer has this number.
    pub n_layers: u64,
    /// The layers that were left by going to one of their rows; Escape brings them back. What is opened and closed
    /// meanwhile leaves them, but not another list that is left so, or a search or a track that is gone to instead.
    pub parked: Option<(Vec<Layer>, Vec<Overlay>)>,
    /// The size of the screen.
    pub size: Size,
    /// How times are written at first.
    pub usual_format: TimeFormat,
    /// Where the trace comes from.
    pub source: TraceOrigin,
    /// The tour of the demo, while it is taken.
    pub tour: Option<Tour>,
    /// The history of views and selections.
    pub history: History,
    /// What the next key does to a mark; `None` if it is a key like any other.
    pub mark: Option<MarkKey>,
    /// What `n` and `N` walk.
    pub finding: Finding,
    /// The area being selected with the keyboard.
    pub area: Option<AreaStart>,
    /// The area that others are compared with, and its sums.
    pub kept_area: Option<(Area, Arc<AreaReport>)>,
    /// Counts publishes of the trace; results about an older one are dropped.
    pub generation: u64,
    /// The last job that was started for the details, so that it is not started again.
    pub added_up: Option<Job>,
    /// What the held button of the mouse does.
    pub drag: Option<Drag>,
    /// What the last click was on.
    pub clicked: Clicked,
    /// The search and its settings.
    pub search: SearchState,
    /// SQL queries and their results.
    pub sql: SqlState,
    /// How many flows each category has, once they are counted.
    pub categories: Option<Arc<Vec<(String, usize)>>>,
    /// The frames that `n` walks, by time, while the inbox is filtered; `None` for all frames.
    pub walk: Option<Vec<SliceId>>,
    /// Saved workspaces by name.
    pub workspaces: std::collections::BTreeMap<String, super::workspace::Workspace>,
    /// The window that shows the whole trace, until the user moves it; it grows with the trace during
    /// loading.
    pub fitted: Option<Viewport>,
    /// The window and the exact time that the user asked for. Columns are whole nanoseconds, so the window
    /// may be a little longer than that time.
    pub asked_window: Option<(Viewport, TimeSpan)>,
    /// Whether this trace opens on the part of its time where nearly all of it is. A command that shows the
    /// whole trace then has to say so.
    pub opens_within: bool,
    /// Whether the user has asked for the whole trace, so that the end of loading does not narrow the window.
    pub wants_whole: bool,
    /// What commands have asked for, until the session hands it out.
    pub effects: Vec<Effect>,
}

impl State {
    /// Asks for an effect.
    pub fn ask(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Says who has the mouse, which the screen shows as long as the terminal has it.
    pub fn tell_mouse(&mut self, is_ours: bool) {
        self.view.lacks_mouse = !is_ours;
        match self.view.keys.mouse.as_str() {
            _ if is_ours => self.say("perfetty has the mouse"),
            "" => self.say("the terminal has the mouse"),
            key => self.say(format!("the terminal has the mouse; {key} takes it back")),
        }
    }

    /// Notes that no query runs any more. Returns whether one did.
    pub fn end_query(&mut self) -> bool {
        self.view.query = None;
        std::mem::take(&mut self.sql.running)
    }

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

    /// Shows a span of time that was asked for.
    pub fn show_window(&mut self, span: TimeSpan) {
        let view = Viewport::new(span, self.view.viewport.cols());
        self.view.viewport = view;
        self.fitted = None;
        // A span of zero is widened to a column per nanosecond, so the window is no longer that span.
        self.asked_window = (!span.dur().is_zero()).then_some((view, span));
    }

    /// Returns the time in the window, to the nanosecond: the span that was asked for, unless the window has
    /// changed since.
    pub fn window(&self) -> TimeSpan {
        let view = self.view.viewport;
        match self.asked_window {
            Some((asked, span)) if asked == view => span,
            _ => view.span(),
        }
    }

    /// Changes the number of columns; the time in the window stays the same.
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

    /// Gives the present place to all layers that were opened at `old`, which the screen has changed.
    pub fn reopen_at(&mut self, old: &Place) {
        let new = self.place();
        let parked = self.parked.iter_mut().flat_map(|(layers, _)| layers);
        for layer in self.layers.iter_mut().chain(parked) {
            if layer.opened == *old {
                layer.opened = new.clone();
            }
        }
    }

    /// Gives the present window to all places that had `old`, which is the same time on a screen of another width:
    /// it would be taken for a place of its own.
    pub fn move_places(&mut self, old: Viewport) {
        let new = self.view.viewport;
        let change = |place: &mut Place| {
            if place.viewport == old {
                place.viewport = new;
            }
        };
        let parked = self.parked.iter_mut().flat_map(|(layers, _)| layers);
        for layer in self.layers.iter_mut().chain(parked) {
            change(&mut layer.opened);
        }
        self.history.remap(change);
    }

    /// Puts a layer on top.
    pub fn push_layer(&mut self, mut layer: Layer, overlay: Overlay) {
        self.n_layers += 1;
        layer.ticket.layer = self.n_layers;
        layer.cols = self.size.cols;
        self.layers.push(layer);
        self.view.overlays.push(overlay);
    }

    /// Returns the layer on top and what is drawn of it.
    pub fn top(&self) -> Option<(&Layer, &Overlay)> {
        Some((self.layers.last()?, self.view.overlays.last()?))
    }

    /// Returns the layer on top and what is drawn of it, to be changed.
    pub fn top_mut(&mut self) -> Option<(&mut Layer, &mut Overlay)> {
        Some((self.layers.last_mut()?, self.view.overlays.last_mut()?))
    }

    /// Returns the table on top.
    pub fn top_table(&self) -> Option<&Table> {
        match self.view.overlays.last() {
            Some(Overlay::Table(table)) => Some(table),
            _ => None,
        }
    }

    /// Returns the table on top, to be changed.
    pub fn top_table_mut(&mut self) -> Option<&mut Table> {
        match self.view.overlays.last_mut() {
            Some(Overlay::Table(table)) => Some(table),
            _ => None,
        }
    }

    /// Returns the prompt on top.
    pub fn top_prompt(&self) -> Option<&Prompt> {
        match self.view.overlays.last() {
            Some(Overlay::Prompt(prompt)) => Some(prompt),
            _ => None,
        }
    }

    /// Returns the prompt on top, to be changed.
    pub fn top_prompt_mut(&mut self) -> Option<&mut Prompt> {
        match self.view.overlays.last_mut() {
            Some(Overlay::Prompt(prompt)) => Some(prompt),
            _ => None,
        }
    }

    /// Returns the kind of the layer on top.
    pub fn top_kind(&self) -> Option<LayerKind> {
        self.layers.last().map(|layer| layer.kind)
    }

    /// Returns the part of the key map in which keys are looked up first.
    pub fn context(&self) -> Context {
        self.layers.last().map_or(Context::Main, Layer::context)
    }

    /// Returns whether text is typed into the layer on top.
    pub fn is_typing(&self) -> bool {
        self.context() == Context::Prompt
    }

    /// Removes the top layer.
    pub fn pop_layer(&mut self) -> Option<Layer> {
        if let Some((layer, overlay)) = self.top()
            && self.sql.is_of_last(layer)
        {
            self.sql.left = Some((layer.clone(), overlay.clone()));
        }
        self.view.overlays.pop();
        self.layers.pop()
    }

    /// Takes the top layer away as it is, to be put back.
    pub fn lift_layer(&mut self) -> Option<(Layer, Overlay)> {
        Some((self.layers.pop()?, self.view.overlays.pop()?))
    }

    /// Saves the list of a query's result, if it is among the layers.
    fn keep_result(&mut self) {
        let mut layers = self.layers.iter().zip(&self.view.overlays);
        if let Some((layer, overlay)) = layers.rfind(|(layer, _)| self.sql.is_of_last(layer)) {
            self.sql.left = Some((layer.clone(), overlay.clone()));
        }
    }

    /// Removes all layers.
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

    /// Restores the parked layers; returns false if there are none. Lists of the sums of an area select it again,
    /// because they are made of the sums of the selected one.
    pub fn unpark_layers(&mut self) -> bool {
        let Some((layers, overlays)) = self.parked.take() else {
            return false;
        };
        self.layers = layers;
        self.view.overlays = overlays;
        if let Some(layer) = self.layers.last_mut() {
            layer.is_of_history = false;
        }
        if let Some(layer) = self.layers.last().filter(|layer| layer.kind.is_of_area()) {
            self.select(layer.opened.selection.clone());
        }
        true
    }

    /// Returns whether Escape opens a list again from which the selection was gone to. A query that runs is stopped
    /// first.
    pub fn leads_back_to_list(&self) -> bool {
        !self.sql.running && self.view.selection != Selection::None && self.parked.is_some()
    }

    /// Restores the parked layers if they were opened at this place.
    pub fn unpark_layers_at(&mut self, place: &Place) {
        let over = self.parked.as_ref().and_then(|(layers, _)| layers.last());
        let is_there = over.is_some_and(|layer| {
            let opened = &layer.opened;
            let of = |place: &Place| (place.viewport, place.cursor_ts);
            of(opened) == of(place) && opened.selection == place.selection
        });
        if is_there {
            self.unpark_layers();
            if let Some(layer) = self.layers.last_mut() {
                layer.is_of_history = true;
            }
        }
    }

    /// Returns the present place, for the history.
    pub fn place(&self) -> Place {
        let flows = &self.view.flows;
        Place {
            viewport: self.view.viewport,
            selection: self.view.selection.clone(),
            scroll: self.view.scroll,
            cursor: self.view.cursor,
            cursor_depth: self.view.cursor_depth,
            cursor_ts: self.view.cursor_ts,
            filter: self.view.filter.clone(),
            peek: flows.peek.map(|node| (node, flows.peek_slice)),
        }
    }

    /// Goes to a place of the history; its filter is not applied.
    pub fn restore(&mut self, place: &Place) {
        self.view.viewport = place.viewport.with_cols(self.view.viewport.cols());
        // An area of the history is complete, it is not extended any more.
        self.area = None;
        self.select(place.selection.clone());
        let flows = &mut self.view.flows;
        flows.peek = place.peek.map(|(node, _)| node);
        flows.peek_slice = place.peek.and_then(|(_, slice)| slice);
        self.view.scroll = place.scroll;
        self.view.cursor = place.cursor;
        self.view.cursor_depth = place.cursor_depth;
        self.view.cursor_ts = place.cursor_ts;
    }

    /// Changes the selection, and resets what depends on it.
    pub fn select(&mut self, selection: Selection) {
        // Selecting anything but an area ends the extension of an area.
        if !matches!(selection, Selection::Area(_)) {
            self.area = None;
        }
        if self.view.selection != selection {
            let is_area = |of: &Selection| matches!(of, Selection::Area(_));
            let details = &mut self.view.details;
            // The second and the fourth tab of an area are about other things than those of what is no area.
            if is_area(&self.view.selection) != is_area(&selection)
                && matches!(details.tab, Tab::Why | Tab::Args)
            {
                details.tab = Tab::Selection;
            }
            details.rest();
            self.view.flows.focus = None;
            self.view.flows.peek = None;
            self.view.selection = selection;
        }
    }
}
