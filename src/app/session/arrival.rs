//! What a session does when its trace comes, or more of it.
//!
//! What the user looks at and reads stays where it is: rows, lists, searches and
//! queries, which are made anew. What was asked for from outside waits until it
//! can be found: the window for the first of the trace, the rest for all of it,
//! and keys for what those before them have asked for.

use std::sync::Arc;

use super::{Session, names_a_place};
use crate::app::command::Command;
use crate::app::history::{History, Step};
use crate::app::key::Key;
use crate::app::layer::{Awaits, Layer};
use crate::app::remap;
use crate::app::resolve::{self, ViewRequest};
use crate::app::state::{AfterSearch, KeepResult};
use crate::app::update;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::query::busy_window::busy_window;
use crate::view::SO_FAR;
use crate::view::memo::Memo;
use crate::view::rows::Rows;
use crate::view::state::{MessageKind, Selection};
use crate::view::time;
use crate::view::viewport::Viewport;

impl Session {
    /// Asks for a view, and for keys that are pressed then. The window waits for the first of the
    /// trace, the rest for all of it.
    pub fn ask(&mut self, mut request: ViewRequest, keys: Vec<Key>) {
        if let Some(earlier) = self.request.take() {
            request.tracks.pin.splice(0..0, earlier.tracks.pin);
            request.usual_pins.extend(earlier.usual_pins);
        }
        self.request = Some(request);
        self.keys_after = keys.into();
        if self.cx.trace.complete {
            self.answer(false);
        }
    }

    /// Takes a new publish of the trace: the same trace, with more in it.
    pub fn set_trace(&mut self, trace: Arc<Trace>) {
        // Of a trace without any time no window means anything.
        let was_nothing = self.cx.trace.bounds.dur().is_zero();
        let was_moved = !was_nothing && self.is_moved();
        let held = self.held_row();
        let old = std::mem::replace(&mut self.cx.trace, trace);
        if was_nothing {
            self.state.history = History::default();
        }
        // What was said to be missing may have come.
        let message = &mut self.state.view.message;
        message.take_if(|message| {
            message.kind == MessageKind::Info && (was_nothing || message.text.contains(SO_FAR))
        });
        self.memo = Memo::default();
        // What the pointer is on has other numbers now, even where it is not drawn yet.
        self.scene = None;
        let query = update::query_to_repeat(&mut self.state);
        let nodes = remap::state(&mut self.state, &old, &self.cx.trace);
        self.fit_rows();
        if let Some((node, line)) = held {
            self.hold_row(nodes.now(node), line);
        }
        let view = self.state.view.viewport;
        if self.state.fitted == Some(view) || was_nothing {
            let fitted = Viewport::fit(self.cx.trace.bounds, self.state.view.viewport.cols());
            self.state.view.viewport = fitted;
            self.state.fitted = Some(fitted);
        }
        // What was found or counted in a part of the trace is no answer any more.
        if let Some((text, keep)) = query {
            update::run_sql(&mut self.state, &text, keep);
        }
        update::search_anew(&mut self.state);
        update::renew(&mut self.state, &self.cx);
        self.type_text("");
        if self.cx.trace.complete {
            self.open_within();
        } else if !was_moved {
            self.look_early();
        }
        if !was_moved {
            self.own_view = self.state.view.viewport;
        }
        if self.cx.trace.complete {
            self.answer(was_moved);
        }
    }

    /// Returns whether the user has chosen what is looked at.
    fn is_moved(&self) -> bool {
        let view = &self.state.view;
        view.viewport != self.own_view || view.selection != Selection::None
    }

    /// Returns the row that is to stay where it is, and on which line of the screen that is: the one of
    /// the keyboard if it is seen, else the first if rows have been scrolled.
    fn held_row(&self) -> Option<(NodeId, usize)> {
        let (view, scroll) = (&self.state.view, self.state.view.scroll);
        let room = self.scene.as_ref().map_or(0, |scene| scene.scroll.room);
        let rows = Rows::new(&self.cx.trace, view);
        let of_keyboard = view.cursor.and_then(|node| rows.place_of(node));
        let is_seen = |&place: &usize| (scroll..scroll + room).contains(&rows.rows[place].top);
        let first = || rows.place_at(scroll).filter(|_| scroll > 0);
        let place = of_keyboard.filter(is_seen).or_else(first)?;
        let row = &rows.rows[place];
        Some((row.node, row.top.saturating_sub(scroll)))
    }

    /// Scrolls so that a row, or the group that it is in now, is on a line of the screen.
    fn hold_row(&mut self, node: Option<NodeId>, line: usize) {
        let rows = Rows::new(&self.cx.trace, &self.state.view);
        let tree = &self.cx.trace.tree;
        let with_groups = node.into_iter().flat_map(|node| tree.path_up(node));
        let mut places = with_groups.filter_map(|node| rows.place_of(node));
        if let Some(place) = places.next() {
            self.state.view.scroll = rows.rows[place].top.saturating_sub(line);
        }
    }

    /// Shows where nearly everything is, if that is only a part of the time.
    fn open_within(&mut self) {
        let Some(window) = busy_window(&self.cx.trace) else {
            return;
        };
        self.state.opens_within = true;
        let view = self.state.view.viewport;
        if self.state.fitted != Some(view) || self.state.wants_whole {
            return;
        }
        self.state.view.viewport = Viewport::new(window, view.cols());
        self.state.fitted = None;
        if !self.request.as_ref().is_some_and(names_a_place) {
            let [shown, all] =
                [window, self.cx.trace.bounds].map(|span| time::dur(span.dur().ns()));
            let text =
                format!("nearly all events are in these {shown} of {all}; 0 shows everything");
            self.state.say(text);
        }
    }

    /// Shows the window that was asked for, as far as it is known when the trace begins: what is there
    /// is read before the rest.
    fn look_early(&mut self) {
        let at = self.request.as_ref().and_then(|request| request.at);
        if let Some(at) = at.filter(|_| !self.state.view.is_opening(&self.cx.trace)) {
            resolve::show(at, &mut self.state, &self.cx);
        }
    }

    /// Shows the view that was asked for, now that the trace is there. Where the user has gone
    /// elsewhere meanwhile (`is_moved`) it is a step back.
    fn answer(&mut self, is_moved: bool) {
        let Some(request) = self.request.take() else {
            return;
        };
        let is_left = is_moved && names_a_place(&request);
        let here = is_left.then(|| self.state.place());
        if names_a_place(&request) {
            // Where the viewer opened without it does not matter.
            let message = &mut self.state.view.message;
            message.take_if(|message| message.kind == MessageKind::Info);
        }
        let problems = resolve::apply(&request, &mut self.state, &self.cx);
        if let Some(problem) = problems.first() {
            self.lacks = true;
            self.state.warn(problem.to_string());
        }
        if let Some(text) = &request.search {
            // What was asked for by name stays where it is.
            let is_placed = request.at.is_some() || !request.select.is_empty();
            let then = if is_placed {
                AfterSearch::Show
            } else {
                AfterSearch::GoToFirst
            };
            update::search_for(&mut self.state, text, then);
            self.asked_search = Some(self.state.search.serial);
        }
        if let Some(link) = &request.link {
            let (sql, before) = link.sql();
            // What a list of another query takes the place of can be had again in the prompt.
            let before = before.into_iter().map(str::to_owned);
            self.state.sql.history.extend(before);
            if let Some((text, is_shown)) = sql {
                let keep = if is_shown {
                    KeepResult::No
                } else {
                    KeepResult::Nowhere
                };
                update::run_sql(&mut self.state, &text, keep);
            }
        }
        self.state.history.note(self.state.place(), Step::Jump);
        if let Some(here) = here {
            update::go_back_to(&mut self.state, &self.cx, &here);
            self.keys_after.clear();
            if !self.lacks {
                let back = self.cx.keymap.label(Command::Back);
                let text = format!("{back} goes to what the command asked for");
                self.state.say(text);
            }
        }
    }

    /// Presses the next of the keys that were asked for, if what those before it asked for is there.
    /// Returns whether it did.
    pub fn press_asked(&mut self) -> bool {
        let is_there = self.cx.trace.complete && self.request.is_none() && !self.awaits_answer();
        if !is_there || self.keys_after.is_empty() {
            return false;
        }
        // The keys may be about frames of Chromium, which are looked for once the trace is on the screen.
        if self.cx.trace.awaits_chromium() {
            return false;
        }
        match self.keys_after.pop_front() {
            Some(key) => self.key(key),
            None => return false,
        }
        true
    }

    /// Returns whether a job is to answer what was asked for.
    fn awaits_answer(&self) -> bool {
        let (state, view) = (&self.state, &self.state.view);
        let is_area = matches!(view.selection, Selection::Area(_));
        let is_adding_up = is_area && view.area_sums().is_none();
        let is_listing = |layer: &Layer| layer.awaits != Awaits::Nothing;
        !state.effects.is_empty()
            || state.sql.running
            || view.is_searching()
            || is_adding_up
            || state.layers.iter().any(is_listing)
    }
}
