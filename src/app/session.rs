//! A session without a terminal: state, key map and trace; keys in, scenes out.
//!
//! The viewer, `snapshot --keys` and the tests all drive this one type. It never
//! waits: jobs and other effects are handed out by [`Session::take_effects`], or
//! done in place by [`Session::sync`].

mod arrival;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::command::{Command, Context, Group};
use super::config::Config;
use super::effect::Effect;
use super::hints;
use super::history::Step;
use super::jobs::{Completeness, Job, ListJob, Outcome, Slot, Tell, Tools};
use super::key::Key;
use super::keymap::Lookup;
use super::layer::{Awaits, Layer, LayerKind};
use super::link::Link;
use super::reproduce;
use super::resolve::ViewRequest;
use super::state::{State, TraceOrigin};
use super::tour::Tour;
use super::update::{self, UpdateCx, mouse::MouseInput};
use crate::base::time::TimeSpan;
use crate::import::Thread;
use crate::model::builder::TraceBuilder;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track_tree::{NodeKind, TrackTree};
use crate::view::layout::Layout;
use crate::view::memo::Memo;
use crate::view::opening;
use crate::view::overlay::Overlay;
use crate::view::rows::{self, Rows};
use crate::view::scene::{Scene, Size};
use crate::view::state::{Hint, LoadState, Selection};
use crate::view::viewport::Viewport;

/// A session.
#[derive(Debug)]
pub struct Session {
    state: State,
    /// The trace, and the key map.
    cx: UpdateCx,
    /// What screens have decoded of the trace.
    memo: Memo,
    pending: Vec<Key>,
    request: Option<ViewRequest>,
    /// Keys that are pressed when it is there.
    keys_after: VecDeque<Key>,
    /// The window as nobody has moved it.
    own_view: Viewport,
    scene: Option<Arc<Scene>>,
    /// The window at the time of the last [`Self::settle`].
    settled_view: Viewport,
    /// Whether something that the view request names is missing in the trace.
    lacks: bool,
    /// The serial number of the search that the view request asked for, until that search has ended.
    asked_search: Option<u64>,
    /// The lists, by their numbers, that have asked for work.
    asked_lists: Vec<u64>,
    tools: Arc<Tools>,
}

impl Session {
    /// Returns a session on an empty trace.
    pub fn new(trace_name: &str, config: &Config, size: Size) -> Self {
        let mut state = State {
            size,
            ..State::default()
        };
        trace_name.clone_into(&mut state.view.trace_name);
        state.usual_format = config.time_format;
        state.view.time_format = config.time_format;
        // Not complete, because a view request waits until the trace is complete.
        let mut empty = TraceBuilder::new();
        empty.complete = false;
        let trace = Arc::new(empty.finish());
        let cols = Layout::timeline_cols(size, &state.view);
        let viewport = Viewport::fit(trace.bounds, cols);
        state.view.viewport = viewport;
        state.view.keys = hints::key_names(&config.keymap);
        state.fitted = Some(viewport);
        let request = ViewRequest {
            usual_pins: config.pins.clone(),
            ..ViewRequest::default()
        };
        let mut session = Self {
            state,
            cx: UpdateCx {
                trace,
                keymap: config.keymap.clone(),
            },
            memo: Memo::default(),
            pending: Vec::new(),
            request: None,
            keys_after: VecDeque::new(),
            own_view: viewport,
            scene: None,
            settled_view: viewport,
            lacks: false,
            asked_search: None,
            asked_lists: Vec::new(),
            tools: Arc::default(),
        };
        session.fit_rows();
        if !config.pins.is_empty() {
            // Pins of the configuration may be missing in a trace, so they are not reported if they are.
            session.request = Some(request);
        }
        if let Some(problem) = config.problems.first() {
            let more = match config.problems.len() {
                1 => String::new(),
                n => format!("; {} more: perfetty keys lists all", n - 1),
            };
            session.state.warn(format!("{problem}{more}"));
        }
        session
    }

    /// Marks the trace as the built-in demo, so that printed commands name no file.
    pub fn set_demo(&mut self) {
        self.state.source = TraceOrigin::Demo;
    }

    /// Says that what is shown becomes a picture, on which the whole command stands if there is room.
    pub const fn set_picture(&mut self) {
        self.state.view.is_picture = true;
    }

    /// Begins the guided tour.
    pub fn start_tour(&mut self) {
        self.state.tour = Some(Tour::default());
    }

    /// Returns whether the trace lacks something that the view was asked for.
    pub fn lacks(&self) -> bool {
        self.lacks
    }

    /// Returns what outlives single jobs, such as the SQL session.
    pub fn tools(&self) -> &Arc<Tools> {
        &self.tools
    }

    /// Returns the trace.
    pub fn trace(&self) -> &Arc<Trace> {
        &self.cx.trace
    }

    /// Returns the state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the state, for changes that no command makes.
    pub fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// Gives tracks as many lines as the screen has room for. What is opened later changes nothing, so
    /// that rows stay where they are when others are opened.
    fn fit_rows(&mut self) {
        let size = self.state.size;
        let layout = Layout::new(&self.cx.trace, &self.state.view, size);
        let height = usize::from(layout.tree.height);
        let view = &mut self.state.view;
        view.tall = size.rows > size.cols / 2;
        // How busy each track is, is only known once the whole trace is read.
        view.open_at_first = if self.cx.trace.complete {
            opening::fill(&self.cx.trace, view.tall, height)
        } else {
            BTreeMap::new()
        };
        // The track of the cursor and the groups around it stay open.
        let mut at = view.cursor;
        while let Some(node) = at.filter(|&node| node != TrackTree::ROOT) {
            if view.open_at_first.get(&node) == Some(&false) {
                view.open_at_first.remove(&node);
            }
            at = Some(self.cx.trace.tree.node(node).parent);
        }
        // Rows would jump with each part that is read.
        view.depth_lines = if self.cx.trace.complete {
            rows::depth_lines(&self.cx.trace, view, height)
        } else {
            0
        };
        view.counter_lines = rows::counter_lines(&self.cx.trace, view, height);
    }

    /// Fits the rows to a new size. The top row stays at the top, and the cursor stays on the screen if it
    /// was there.
    fn refit_rows(&mut self) {
        let scroll = self.state.view.scroll;
        let before = Rows::new(&self.cx.trace, &self.state.view);
        let top = before.place_at(scroll).map(|place| before.rows[place]);
        let scene = self.scene.as_deref();
        let shown = scene.map_or(&[][..], |scene| &scene.tracks);
        let cursor = self.state.view.cursor;
        let cursor = cursor.filter(|&node| shown.iter().any(|line| line.node == node));
        self.fit_rows();
        if let Some(row) = top.filter(|_| scroll > 0) {
            let now = Rows::new(&self.cx.trace, &self.state.view);
            if let Some(place) = now.place_of(row.node) {
                let line = (scroll - row.top).min(now.rows[place].lines.saturating_sub(1));
                self.state.view.scroll = now.rows[place].top + line;
            }
        }
        if let Some(node) = cursor {
            update::reveal_node(&mut self.state, &self.cx, node);
        }
    }

    /// Says how far the import is.
    pub fn set_load(&mut self, load: LoadState) {
        if load == LoadState::Cancelled {
            self.state.view.stopped = Some("loading was stopped".to_owned());
        }
        self.state.view.load = load;
    }

    /// Returns whether a key would be typed into a filter or prompt.
    pub fn is_typed(&self, key: Key) -> bool {
        let context = self.state.context();
        self.pending.is_empty()
            && context == Context::Prompt
            && self.cx.keymap.lookup(context, &[key]) == Lookup::None
            && key.typed().is_some()
    }

    /// Presses a key that came together with an escape. If the key with Alt is bound here it is that;
    /// otherwise these are two keys, Escape and then the key, which a slow link delivers together.
    pub fn escaped_key(&mut self, key: Key) {
        self.pending.push(key.alt());
        let is_known = self.state.mark.is_none() && self.find(self.state.context()) != Lookup::None;
        self.pending.pop();
        if is_known {
            self.key(key.alt());
            return;
        }
        self.key(Key::plain(super::key::Code::Esc));
        self.key(key);
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        // A quit key quits even while the letter of a mark is awaited.
        let quits = self.cx.keymap.lookup(Context::Main, &[key]) == Lookup::Command(Command::Quit);
        if let Some(mark) = self.state.mark.take()
            && !quits
        {
            update::name_mark(&mut self.state, &self.cx, mark, key);
            return;
        }
        let context = self.state.context();
        if self.is_typed(key)
            && let Some(c) = key.typed()
        {
            self.type_text(&c.to_string());
            return;
        }
        // Escape leaves a pending chord and nothing else.
        if !self.pending.is_empty() && key == Key::plain(super::key::Code::Esc) {
            self.drop_pending();
            return;
        }
        self.pending.push(key);
        match self.find(context) {
            Lookup::Command(command) => {
                self.pending.clear();
                update::in_tour(&mut self.state, command, &self.cx);
            }
            Lookup::Pending => {
                let keys: Vec<String> = self.pending.iter().map(|key| key.label()).collect();
                self.state.say(format!("{} …", keys.join(" ")));
            }
            Lookup::None => {
                let keys: Vec<String> = self.pending.iter().map(|key| key.label()).collect();
                let on_base = self.cx.keymap.lookup(Context::Main, &self.pending);
                let in_list = self.cx.keymap.lookup(Context::List, &self.pending);
                let meant = match self.pending[..] {
                    [key] => hints::meant_by(key),
                    _ => None,
                };
                self.pending.clear();
                let keys = keys.join(" ");
                let is_of_lists = context == Context::List
                    && (in_list != Lookup::None
                        || meant.is_some_and(|(command, _)| !works_in(command, context)));
                if is_of_lists || context != Context::Main && on_base != Lookup::None {
                    let close = self.cx.keymap.label(Command::Escape);
                    self.state
                        .say(format!("{keys} does nothing here; {close} goes back"));
                } else if context != Context::Prompt {
                    let help = (Command::Help, "shows the keys");
                    let (command, does) = meant.unwrap_or(help);
                    let other = hints::label_or_name(&self.cx.keymap, command);
                    self.state
                        .say(format!("{keys} is not bound; {other} {does}"));
                }
            }
        }
    }

    /// Looks up the pending keys in the map of the top layer, else among the commands that work over every
    /// layer. In the ladder, the keys that follow flows move along its chain, and those that choose one its branch; the help is read like a text.
    fn find(&self, context: Context) -> Lookup {
        let top = self.state.top_kind();
        let is_ladder = matches!(top, Some(LayerKind::Ladder(_)));
        let is_chain = |command| {
            use Command as C;
            let along = [C::FollowFlow, C::FollowFlowBack, C::NextFlow, C::PrevFlow];
            is_ladder && along.contains(&command)
        };
        let found = match self.cx.keymap.lookup(context, &self.pending) {
            Lookup::None if context != Context::Main => {
                let main = self.cx.keymap.lookup(Context::Main, &self.pending);
                match main {
                    Lookup::Command(command) if is_chain(command) => main,
                    Lookup::Command(Command::Back | Command::Forward)
                        if context == Context::List && self.is_of_history() =>
                    {
                        main
                    }
                    Lookup::Command(Command::LastRow)
                        if top == Some(LayerKind::Help) && context == Context::List =>
                    {
                        main
                    }
                    Lookup::Command(command) if works_in(command, context) => main,
                    _ => Lookup::None,
                }
            }
            found => found,
        };
        match found {
            Lookup::Command(command)
                if top == Some(LayerKind::Help) && context == Context::List =>
            {
                in_help(command).map_or(Lookup::None, Lookup::Command)
            }
            found => found,
        }
    }

    /// Returns whether going through the history has opened what is on top: then the same keys go on.
    fn is_of_history(&self) -> bool {
        let top = self.state.layers.last();
        top.is_some_and(|layer| layer.is_of_history)
    }

    /// Drops the keys that wait for another one, with what was said of them. Who does something else has
    /// forgotten them.
    fn drop_pending(&mut self) {
        let is_mark = self.state.mark.take().is_some();
        let is_chord = !self.pending.is_empty();
        if is_mark || is_chord {
            self.pending.clear();
            self.state.view.message = None;
        }
    }

    /// Types or pastes text; does nothing if no layer takes text.
    pub fn type_text(&mut self, text: &str) {
        self.drop_pending();
        if !self.state.is_typing() {
            return;
        }
        update::typed(&mut self.state, &self.cx, text);
    }

    /// Handles a mouse event.
    pub fn mouse(&mut self, input: MouseInput) {
        if input.kind.is_press() {
            self.drop_pending();
        }
        let scene = match self.scene.take() {
            Some(scene) => scene,
            None => self.scene(),
        };
        update::mouse::update(&mut self.state, input, &scene, &self.cx);
        self.scene = Some(scene);
    }

    /// Takes a new screen size; the window in time stays the same.
    pub fn resize(&mut self, size: Size) {
        let was = self.state.place();
        self.state.size = size;
        self.refit_rows();
        let cols = Layout::timeline_cols(size, &self.state.view);
        let old = self.state.view.viewport;
        let is_fitted = self.state.fitted == Some(old);
        let is_own = old == self.own_view;
        if is_fitted {
            let view = Viewport::fit(self.cx.trace.bounds, cols);
            self.state.view.viewport = view;
            self.state.fitted = Some(view);
        } else {
            self.state.set_cols(cols);
            self.state.fitted = None;
        }
        if is_own {
            self.own_view = self.state.view.viewport;
        }
        // The hits below a search prompt are cut to the width of the screen.
        update::search_results(&mut self.state, &self.cx);
        update::refit(&mut self.state, &self.cx);
        self.state.reopen_at(&was);
        self.state.move_places(old);
        self.state.history.amend(self.state.place());
    }

    /// Returns an error if this outcome ends the requested search and the search found nothing.
    fn missing(&mut self, outcome: &Outcome) -> Option<String> {
        let (serial, why) = match outcome {
            Outcome::Found {
                serial,
                found,
                done: Completeness::Whole,
            } => {
                let text = self.state.view.found.as_ref().map(|found| &found.text);
                let why = text.map(|text| {
                    let why = update::find::unsearched(&self.cx.trace, text);
                    format!("nothing matches {text:?}{why}")
                });
                (*serial, why.filter(|_| found.total() == 0))
            }
            Outcome::SearchFailed { serial, error } => (*serial, Some(error.clone())),
            _ => return None,
        };
        self.asked_search.take_if(|asked| *asked == serial)?;
        why.map(|why| format!("--search: {why}"))
    }

    /// Takes the result of a job.
    pub fn finish(&mut self, outcome: Outcome) {
        let missing = self.missing(&outcome);
        match outcome {
            Outcome::Found {
                serial,
                found,
                done,
            } => update::apply_found(&mut self.state, &self.cx, serial, found, done),
            Outcome::SearchFailed { serial, error } => {
                update::apply_search_error(&mut self.state, serial, error);
            }
            Outcome::Running {
                serial,
                rows,
                steps,
            } => {
                update::apply_running(&mut self.state, serial, rows, steps);
                return;
            }
            Outcome::Rows {
                serial,
                text,
                result,
            } => update::apply_rows(&mut self.state, &self.cx, serial, &text, result),
            // These sums were computed on an earlier publish, so they lack a part of the trace.
            Outcome::Area { generation, .. } | Outcome::SameName { generation, .. }
                if generation != self.state.generation =>
            {
                return;
            }
            Outcome::Area { area, report, .. } => {
                self.state.view.area_report = report.map(|report| (area, report));
                update::fill_area_list(&mut self.state, &self.cx);
                return;
            }
            Outcome::SameName { slice, found, .. } => {
                self.state.view.same_name = found.map(|found| (slice, found));
                return;
            }
            Outcome::Looked { ticket, percent } => {
                update::apply_looked(&mut self.state, ticket, percent);
                return;
            }
            Outcome::Listed { ticket, result } => {
                update::apply_listed(&mut self.state, &self.cx, ticket, result);
                return;
            }
        }
        if let Some(why) = missing {
            self.lacks = true;
            self.state.warn(why);
        }
        self.state.history.note(self.state.place(), Step::Jump);
    }

    /// Returns the effects that the commands so far have asked for.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        self.add_up();
        let State {
            layers, effects, ..
        } = &mut self.state;
        // Nobody waits for the rows of a list that is closed.
        self.asked_lists.retain(|&list| {
            let is_open = layers.iter().any(|layer| layer.ticket.layer == list);
            let closed = (!is_open).then_some(Effect::Cancel(Slot::List(list)));
            effects.extend(closed);
            is_open
        });
        let asked: Vec<_> = layers.iter_mut().filter_map(Layer::take_asked).collect();
        for (ticket, _) in &asked {
            if !self.asked_lists.contains(&ticket.layer) {
                self.asked_lists.push(ticket.layer);
            }
        }
        let asked = asked.into_iter();
        let job = |(ticket, work)| Effect::Run(Job::List(ListJob { ticket, work }));
        effects.extend(asked.map(job));
        std::mem::take(effects)
    }

    /// Returns whether the rows of the list on top are still to come.
    pub fn is_listing(&self) -> bool {
        let top = self.state.layers.last();
        top.is_some_and(|layer| layer.awaits != Awaits::Nothing)
    }

    /// Starts the job that computes the sums of the selection's details, once per selection.
    fn add_up(&mut self) {
        let view = &self.state.view;
        let generation = self.state.generation;
        let (job, is_known) = match &view.selection {
            Selection::Area(area) => {
                let area = area.clone();
                (Job::Area { area, generation }, view.area_sums().is_some())
            }
            &Selection::Slice(slice) => {
                let is_known = view.same_name.as_ref().is_some_and(|(of, _)| *of == slice);
                (Job::SameName { slice, generation }, is_known)
            }
            _ => return,
        };
        if !is_known && self.state.added_up.as_ref() != Some(&job) {
            self.state.added_up = Some(job.clone());
            self.state.ask(Effect::Run(job));
        }
    }

    /// Runs all jobs at once, on this thread; returns the other effects without performing them.
    pub fn sync(&mut self) -> Vec<Effect> {
        let mut others = Vec::new();
        loop {
            let effects = self.take_effects();
            if effects.is_empty() {
                if !self.keys_after.is_empty() {
                    self.cx.trace.find_chromium();
                }
                if self.press_asked() {
                    continue;
                }
                return others;
            }
            for effect in effects {
                match effect {
                    Effect::Run(job) => {
                        let told = Arc::new(Mutex::new(Vec::new()));
                        let partly = Arc::clone(&told);
                        let tell: Tell = Arc::new(move |partial| {
                            let mut told = partly.lock().unwrap_or_else(PoisonError::into_inner);
                            told.push(partial);
                        });
                        let cancel = AtomicBool::new(false);
                        let end = job.run(&self.cx.trace, &self.tools, &cancel, &tell);
                        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                        let told = std::mem::take(&mut *told);
                        for outcome in told.into_iter().chain(end) {
                            self.finish(outcome);
                        }
                    }
                    // The job of that list has ended, as every job here runs to its end.
                    Effect::Cancel(Slot::List(_)) => {}
                    other => others.push(other),
                }
            }
        }
    }

    /// Returns the threads that have a line on the screen, from top to bottom.
    pub fn threads_on_screen(&self) -> Vec<Thread> {
        let Some(scene) = &self.scene else {
            return Vec::new();
        };
        let tree = &self.cx.trace.tree;
        let processes = &self.cx.trace.processes;
        let thread_of = |node: NodeId| {
            tree.path_up(node)
                .find_map(|node| match tree.node(node).kind {
                    NodeKind::Thread(utid) => {
                        let thread = processes.thread(utid);
                        let pid = processes.process(thread.upid?).pid;
                        let tid = thread.tid;
                        Some(Thread { pid, tid })
                    }
                    _ => None,
                })
        };
        let lines = scene.tracks.iter().filter(|line| line.first);
        lines.filter_map(|line| thread_of(line.node)).collect()
    }

    /// Returns the scene to draw, with everything up to date.
    pub fn scene(&mut self) -> Arc<Scene> {
        self.settle();
        self.compose()
    }

    /// Returns the scene to draw, for a quick answer to a key. What depends on the selected slice all over
    /// the screen (slices of its name, its deadline, its command) may still be that of the slice selected
    /// before, so that few cells change. If the window has moved, all cells change anyway, so everything is
    /// brought up to date.
    pub fn scene_at_once(&mut self) -> Arc<Scene> {
        let is_slice = matches!(self.state.view.selection, Selection::Slice(_));
        if !is_slice || self.settled_view != self.state.view.viewport {
            self.settle();
        }
        self.compose()
    }

    /// Brings up to date what depends on the selection all over the screen.
    fn settle(&mut self) {
        self.settled_view = self.state.view.viewport;
        self.state.view.commands = if self.state.view.is_picture {
            reproduce::picture_command_lines(&self.state, &self.cx)
        } else {
            vec![reproduce::status_line(&self.state, &self.cx)]
        };
        self.state.view.settled = match self.state.view.selection {
            Selection::Slice(id) => Some(id),
            _ => None,
        };
    }

    fn compose(&mut self) -> Arc<Scene> {
        hints::hint_at_lens(&mut self.state, &self.cx.trace, &self.cx.keymap);
        if let (Some(layer), Some(Overlay::Table(table))) = (
            self.state.layers.last(),
            self.state.view.overlays.last_mut(),
        ) {
            table.lacks = reproduce::lacks_of_list(layer, table);
        }
        let mode = hints::mode(&self.state, &self.cx.trace);
        let hints = hints::hints(&self.state, &self.cx.trace, &self.cx.keymap);
        let own_hints = hints::own_hints(&self.state, &self.cx.trace, &self.cx.keymap);
        let view = &mut self.state.view;
        view.history = self.state.history.position();
        mode.clone_into(&mut view.mode);
        view.hints = hints;
        view.own_hints = own_hints;
        view.tour = self.state.tour.map(|tour| tour.card(&self.cx.keymap));
        let (view, size) = (&self.state.view, self.state.size);
        let scene = crate::view::scene_with(&self.cx.trace, view, &self.memo, size);
        let scene = Arc::new(scene);
        // The scene knows where the rows end; a scroll position beyond that is moved back.
        if self.state.view.scroll > scene.scroll.top {
            self.state.view.scroll = scene.scroll.top;
            self.state.history.amend(self.state.place());
        }
        if let Some((top, resting)) = scene.details_top {
            let details = &mut self.state.view.details;
            details.resting = resting;
            details.scroll = details.scroll.map(|_| top).filter(|&top| top != resting);
        }
        if let (Some(top), Some(Overlay::Help(help))) =
            (scene.help_top, self.state.view.overlays.last_mut())
        {
            help.scroll = top;
        }
        self.scene = Some(Arc::clone(&scene));
        scene
    }

    /// Returns the window in time.
    pub fn window(&self) -> TimeSpan {
        self.state.view.viewport.span()
    }

    /// Returns the hints, those of the selection first, for tests.
    pub fn hints(&self) -> impl Iterator<Item = &Hint> {
        let view = &self.state.view;
        view.own_hints.iter().chain(&view.hints)
    }
}

/// Returns whether a request names a place in the trace.
fn names_a_place(request: &ViewRequest) -> bool {
    request.at.is_some()
        || !request.select.is_empty()
        || request.link.as_ref().is_some_and(Link::names_a_place)
}

/// Returns what a command of lists does in the help, which has no rows to choose: keys that pagers have, too,
/// scroll it. `None` if it does nothing there.
const fn in_help(command: Command) -> Option<Command> {
    use Command as C;
    match command {
        C::ListDown
        | C::ListUp
        | C::ListPageDown
        | C::ListPageUp
        | C::ListFirst
        | C::ListLast
        | C::ListFilter
        | C::Palette => Some(command),
        C::ListToggle => Some(C::ListPageDown),
        C::ListGroup => Some(C::ListFirst),
        C::LastRow => Some(C::ListLast),
        _ => {
            if matches!(command.group(), Group::Everywhere) {
                Some(command)
            } else {
                None
            }
        }
    }
}

/// Returns whether a command of the main map works over a layer.
fn works_in(command: Command, context: Context) -> bool {
    match context {
        Context::Prompt => matches!(
            command,
            Command::Quit
                | Command::Suspend
                | Command::Redraw
                | Command::ToggleMouse
                | Command::ToggleMeter
        ),
        _ => command.works_over_lists(),
    }
}
