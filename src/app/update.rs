//! What each command does to the state. This code is pure: it acts on the outside only by [`Effect`]s.
//!
//! This file hands each [`Family`] of commands to its file below `update/`; two small families are handled
//! here.

mod area;
mod copy;
pub(super) mod find;
mod flow;
mod frame;
mod jank;
mod ladder;
mod marks;
pub mod mouse;
mod move_;
mod overlay;
mod select;
mod sql;
mod track;
mod workspaces;
mod zoom;

pub use area::fill_list as fill_area_list;
pub use find::{apply_found, apply_search_error, search_anew};
pub use flow::peek_again;
pub use frame::bring_work;
pub use overlay::{apply_listed, apply_looked, refit, renew, search_results, typed};
pub use select::{focus, go_to_item, item_at, reveal_node, select_slice};
pub use sql::{apply_rows, apply_running, query_to_repeat, run as run_sql};
pub use track::{clear_filter, counters_below, fit_lines, pin_all, toggle_half_height};

pub(super) use marks::name as name_mark;

use std::sync::Arc;

use super::command::family::{Everywhere, Move, Screen};
use super::command::{Command, Family};
use super::effect::{Effect, QuitReason};
use super::hints;
use super::history::{Place, Step};
use super::jobs::Slot;
use super::keymap::Keymap;
use super::lists::area::AreaList;
use super::state::{Finding, State, TraceOrigin};
use super::tour::Tour;
use crate::base::time::{TimeSpan, Ts};
use crate::model::trace::Trace;
use crate::view::layout::{Layout, has_details_room, is_flat, taller_for};
use crate::view::rows::Rows;
use crate::view::state::{Selection, Tab};
use crate::view::stops;
use crate::view::time::{self, Clock};

/// What a command may read besides the state.
#[derive(Debug)]
pub struct UpdateCx {
    /// The trace.
    pub trace: Arc<Trace>,
    /// The key map, for texts that name keys.
    pub keymap: Keymap,
}

impl UpdateCx {
    /// Returns the layout of the panes.
    pub fn layout(&self, state: &State) -> Layout {
        Layout::new(&self.trace, &state.view, state.size)
    }

    /// Returns the visible rows.
    pub fn rows(&self, state: &State) -> Rows {
        Rows::new(&self.trace, &state.view)
    }

    /// Returns the instant of the cursor.
    pub fn cursor_ts(&self, state: &State) -> Ts {
        time::cursor_ts(&self.trace, &state.view)
    }

    /// Returns the time of the selection; that of an instant has no duration.
    pub fn selected_span(&self, state: &State) -> Option<TimeSpan> {
        time::selected_span(&self.trace, &state.view.selection)
    }
}

/// Applies a command, which may ask for effects.
pub fn update(state: &mut State, command: Command, cx: &UpdateCx) {
    state.view.message = None;
    let is_about_times = matches!(command.family(), Family::Areas(_) | Family::Marks(_))
        || command == Command::GoToTime;
    if is_about_times && state.view.is_opening(&cx.trace) {
        state.say("nothing of the trace is there yet");
        return;
    }
    if state.history.position().is_none() {
        state.history.note(state.place(), Step::Jump);
    }
    match command.family() {
        Family::Move(command) => move_::update(state, command, cx),
        Family::Select(command) => select::update(state, command, cx),
        Family::Tracks(command) => track::update(state, command, cx),
        Family::Workspaces(command) => workspaces::update(state, command, cx),
        Family::Find(command) => find::update(state, command, cx),
        Family::Jank(command) => jank::update(state, command, cx),
        Family::Flows(command) => flow::update(state, command, cx),
        Family::Areas(command) => area::update(state, command, cx),
        Family::Marks(command) => marks::update(state, command, cx),
        Family::Copy(command) => copy::update(state, command, cx),
        Family::Screen(command) => screen(state, command, cx),
        Family::Everywhere(command) => everywhere(state, command, cx),
        Family::Lists(command) => overlay::list(state, command, cx),
        Family::Prompt(command) => overlay::typing(state, command, cx),
        Family::Edit(command) => overlay::edit(state, command, cx),
    }
    if !matches!(command, Command::Back | Command::Forward) {
        // All stages of an area that is being extended are one place.
        let step = match state.area {
            Some(_) => Step::Small,
            None => step_of(command.family()),
        };
        state.history.note(state.place(), step);
    }
}

/// Applies a command that a user has given. If it is not the one that the tour asks for, the tour may end.
pub fn in_tour(state: &mut State, command: Command, cx: &UpdateCx) {
    let (top, before) = (state.top_kind(), state.tour);
    if before.is_some_and(|tour| tour.is_left_by(command, top)) {
        state.view.message = None;
        go_on_tour(state, cx, None);
        return;
    }
    update(state, command, cx);
    // Not if the command has begun it.
    if state.tour == before {
        go_on_tour(state, cx, before.and_then(|tour| tour.after(command, top)));
    }
}

/// Goes to a step of the tour. If it has ended before its last step, says how to take it again.
fn go_on_tour(state: &mut State, cx: &UpdateCx, next: Option<Tour>) {
    let before = std::mem::replace(&mut state.tour, next);
    let is_left = before.is_some_and(|tour| !tour.is_last()) && next.is_none();
    if is_left {
        let again = hints::label_or_name(&cx.keymap, Command::Tour);
        let said = state.view.message.take();
        let said = said.map_or_else(String::new, |said| format!(" · {}", said.text));
        state.say(format!("the tour has ended; {again} begins it again{said}"));
    }
}

/// Returns how the history takes the place where a command has led.
const fn step_of(family: Family) -> Step {
    match family {
        Family::Move(Move::TraceStart | Move::TraceEnd | Move::FitAll)
        | Family::Select(_)
        | Family::Find(_)
        | Family::Jank(_)
        | Family::Flows(_)
        | Family::Areas(_)
        | Family::Marks(_)
        | Family::Everywhere(_)
        | Family::Lists(_) => Step::Jump,
        Family::Move(_)
        | Family::Tracks(_)
        | Family::Workspaces(_)
        | Family::Copy(_)
        | Family::Screen(_)
        | Family::Prompt(_)
        | Family::Edit(_) => Step::Small,
    }
}

/// Returns to a place of the history, with its track filter.
fn restore(state: &mut State, cx: &UpdateCx, place: &Place) {
    if state.view.filter != place.filter
        && let Err(error) = track::filter(state, cx, &place.filter)
    {
        state.warn(error.to_string());
    }
    state.restore(place);
    // What has been hidden or pinned since is not shown once more.
    let (pins, hidden) = (&state.view.pins, &state.view.hidden);
    state.view.flows.peek.take_if(|node| {
        let mut up = cx.trace.tree.path_up(*node);
        pins.contains(node) || up.any(|node| hidden.contains(&node))
    });
}

/// Puts the cursor on the first row of the screen where moving down begins, and says that a key that changes
/// rows works there from now on.
fn begin_at_row(state: &mut State, cx: &UpdateCx, command: Command) {
    move_::begin(state, cx);
    let Some(node) = state.view.cursor else {
        state.say("there are no rows");
        return;
    };
    let name = &cx.trace.tree.node(node).name;
    let (key, does) = (cx.keymap.label(command), command.hint());
    state.say(match key.as_str() {
        "" => format!("now on {name}"),
        key => format!("now on {name}: {key} again to {does} it"),
    });
}

/// Comes back to a place that was left a moment ago, which is one step back.
pub fn go_back_to(state: &mut State, cx: &UpdateCx, place: &Place) {
    restore(state, cx, place);
    state.history.note(state.place(), Step::Jump);
}

fn screen(state: &mut State, command: Screen, cx: &UpdateCx) {
    let tab = |state: &mut State, tab: Tab| {
        let details = &mut state.view.details;
        let is_shown = details.open && details.tab == tab;
        if !is_shown {
            (details.open, details.tab) = (true, tab);
            details.rest();
        }
        // The key of a tab that is shown already opens the tab's list, as does one of a tab without room.
        if is_shown || !has_details_room(state.size) {
            list_of_tab(state, cx, tab);
        } else if state.view.selection == Selection::None {
            overlay::say_why_no_tab(state, cx, tab);
        }
    };
    match command {
        Screen::TimeFormat => next_time_format(state, cx),
        Screen::Details | Screen::DetailsUp | Screen::DetailsDown
            if !has_details_room(state.size) =>
        {
            state.say(NO_DETAILS_ROOM);
        }
        Screen::Details => next_dock(state),
        Screen::TabSelection => tab(state, Tab::Selection),
        Screen::TabWhy => tab(state, Tab::Why),
        Screen::TabFlows => tab(state, Tab::Flows),
        Screen::TabArgs => tab(state, Tab::Args),
        Screen::TabStates => tab(state, Tab::States),
        Screen::TabSql => tab(state, Tab::Sql),
        Screen::DetailsUp => state.view.details.scroll_by(-1),
        Screen::DetailsDown => state.view.details.scroll_by(1),
        Screen::DetailsTaller => resize_details(state, cx, 1),
        Screen::DetailsShorter => resize_details(state, cx, -1),
        Screen::Issues => overlay::issues(state, cx),
        Screen::CancelLoad if cx.trace.complete => state.say("the trace has been read"),
        Screen::CancelLoad => state.ask(Effect::CancelLoad),
        Screen::ToggleTheme => state.ask(Effect::ToggleTheme),
        Screen::Tour if state.source == TraceOrigin::Demo => begin_tour(state, cx),
        Screen::Tour => state.say("the tour is one of the demo: run perfetty without a trace"),
    }
}

/// Opens the list of a tab of the details: where its lines lead, as a rule.
fn list_of_tab(state: &mut State, cx: &UpdateCx, tab: Tab) {
    match (&state.view.selection, AreaList::of_tab(tab)) {
        // What the tab shows then are the states of the thread whose other rows the area has.
        (Selection::Area(_), Some(AreaList::States)) if area::has_other_states(state, cx) => {
            overlay::leads(state, cx, &[tab]);
        }
        (Selection::Area(_), Some(list)) => area::open_list(state, cx, list),
        _ if tab == Tab::Sql => overlay::list_result(state, cx),
        _ if tab == Tab::Args => overlay::arguments(state, cx),
        _ => {
            overlay::leads(state, cx, &[tab]);
            let is_listed = !state.layers.is_empty() || state.view.selection == Selection::None;
            if !is_listed && !has_details_room(state.size) {
                state.say(format!("{NO_DETAILS_ROOM}; nothing in them leads on"));
            }
        }
    }
}

/// Begins the tour with the view with which the demo opens.
fn begin_tour(state: &mut State, cx: &UpdateCx) {
    state.finding = Finding::Jank;
    state.select(Selection::None);
    zoom::fit(state, cx);
    state.tour = Some(Tour::default());
}

/// Shows times in the next format that is possible in this trace.
fn next_time_format(state: &mut State, cx: &UpdateCx) {
    let next = state.view.time_format.next();
    // UTC is only possible if the trace has a clock of the time of day.
    let is_known = Clock::new(&cx.trace, next).format() == next;
    let format = if is_known { next } else { next.next() };
    state.view.time_format = format;
    let name = format.name();
    state.say(if is_known {
        format!("time format: {name}")
    } else {
        let lacking = next.name();
        format!("time format: {name}; the trace does not know {lacking}")
    });
}

/// The message if the screen is too low for the details.
const NO_DETAILS_ROOM: &str = "details need 20 rows";

/// Gives the details so many lines more, and says so if they cannot have them.
fn resize_details(state: &mut State, cx: &UpdateCx, by: i32) {
    let details = cx.layout(state).details;
    let closed = cx.keymap.label(Command::Details);
    if !has_details_room(state.size) {
        state.say(NO_DETAILS_ROOM);
    } else if details.is_empty() {
        state.say(format!("the details are closed; {closed} shows them"));
    } else if details.x > 0 {
        state.say(format!(
            "only details below the tracks change their height; {closed} moves them"
        ));
    } else {
        let height = i32::from(details.height);
        set_details_height(state, cx, height + by);
        if i32::from(cx.layout(state).details.height) == height {
            state.say(if by > 0 {
                "the tracks need the lines that are left"
            } else {
                "the details are as low as they can be"
            });
        }
    }
}

/// Gives the details below the tracks so many lines, or as many as they may have. The cursor stays in sight if
/// it was.
pub fn set_details_height(state: &mut State, cx: &UpdateCx, height: i32) {
    let rows = cx.rows(state);
    let line = move_::cursor_line(state, cx, &rows).filter(|line| {
        let below = line.checked_sub(state.view.scroll);
        below.is_some_and(|below| below < move_::room(state, cx, &rows))
    });
    state.view.details.taller = taller_for(state.size, height);
    if let Some(line) = line {
        move_::show_line(state, cx, &rows, line);
    }
}

/// Shows the details below the tracks, then right of them if there is room, then not at all.
pub fn next_dock(state: &mut State) {
    use crate::view::layout::MIN_DOCKED_COLS;
    use crate::view::state::Dock;
    // On a flat screen, the details are right of the tracks anyway.
    let may_dock = state.size.cols >= MIN_DOCKED_COLS && !is_flat(state.size);
    let details = &mut state.view.details;
    (details.open, details.dock) = match (details.open, details.dock) {
        (false, _) => (true, Dock::Bottom),
        (true, Dock::Bottom) if may_dock => (true, Dock::Right),
        (true, dock) => (false, dock),
    };
    let cols = Layout::timeline_cols(state.size, &state.view);
    let old = state.view.viewport;
    let is_fitted = state.fitted == Some(old);
    state.set_cols(cols);
    state.fitted = is_fitted.then_some(state.view.viewport);
    state.move_places(old);
}

fn everywhere(state: &mut State, command: Everywhere, cx: &UpdateCx) {
    match command {
        Everywhere::ToggleMouse => state.ask(Effect::ToggleMouse),
        Everywhere::ToggleMeter => {
            state.view.meter = match state.view.meter {
                Some(_) => None,
                None => Some(crate::view::state::Meter {
                    frame_us: 0,
                    bytes: 0,
                }),
            };
        }
        Everywhere::Redraw => state.ask(Effect::Redraw),
        Everywhere::Suspend => state.ask(Effect::Suspend),
        Everywhere::Help => overlay::help(state, cx),
        Everywhere::Legend => overlay::legend(state, cx),
        Everywhere::Close => {
            if state.layers.is_empty() {
                state.ask(Effect::Quit(QuitReason::Asked));
            } else {
                overlay::close(state, cx);
            }
        }
        Everywhere::Escape => {
            LEFT_BY_ESCAPE.iter().any(|leave| leave(state, cx));
        }
        Everywhere::Quit => state.ask(Effect::Quit(QuitReason::Interrupted)),
    }
}

/// Leaves one thing, and returns whether it was there.
type Leave = fn(&mut State, &UpdateCx) -> bool;

/// What Esc may leave, in this order: one press leaves the first thing that is there.
const LEFT_BY_ESCAPE: [Leave; 7] = [
    leave_layer,
    leave_area,
    stop_query,
    return_to_list,
    leave_search,
    leave_walk,
    deselect,
];

fn leave_layer(state: &mut State, cx: &UpdateCx) -> bool {
    let is_there = !state.layers.is_empty();
    if is_there {
        overlay::close_and_return(state, cx);
    }
    is_there
}

/// Opens the list again from which the selection was gone to.
fn return_to_list(state: &mut State, cx: &UpdateCx) -> bool {
    // Lists of the sums of an area select it again.
    let left = (
        state.view.selection.clone(),
        stops::now(&cx.trace, &state.view),
    );
    let is_there = state.leads_back_to_list() && state.unpark_layers();
    if is_there {
        overlay::choose_selected(state, cx, &left);
        refit(state, cx);
    }
    is_there
}

fn stop_query(state: &mut State, _: &UpdateCx) -> bool {
    let is_there = state.end_query();
    if is_there {
        state.sql.serial += 1;
        state.say("the query is stopped");
        state.ask(Effect::Cancel(Slot::Sql));
    }
    is_there
}

/// Leaves the area that is being extended: what was selected before is selected again.
fn leave_area(state: &mut State, _: &UpdateCx) -> bool {
    let Some(area) = state.area.take() else {
        return false;
    };
    state.history.give_up_area();
    state.select(area.before);
    (state.view.cursor, state.view.cursor_ts) = (Some(area.node), Some(area.ts));
    true
}

fn leave_search(state: &mut State, _: &UpdateCx) -> bool {
    use super::state::Finding;
    let is_there = state.finding == Finding::Search || state.view.found.is_some();
    if is_there {
        state.finding = Finding::Jank;
        state.view.found = None;
        state.search.serial += 1;
        state.ask(Effect::Cancel(Slot::Search));
    }
    is_there
}

/// Leaves the list of frames that `n` and `N` walk.
fn leave_walk(state: &mut State, cx: &UpdateCx) -> bool {
    let is_there = state.walk.take().is_some();
    if is_there {
        state.say(if cx.trace.whose_frames().are_walked() {
            "n and N walk all janky frames again"
        } else {
            "n and N no longer walk the list"
        });
    }
    is_there
}

fn deselect(state: &mut State, _: &UpdateCx) -> bool {
    state.select(Selection::None);
    state.view.flows.peek = None;
    state.view.cursor_ts = None;
    state.view.flows.trail.clear();
    true
}

/// Searches as if the text had been typed; a prefix of the text may choose the mode.
pub fn search_for(state: &mut State, text: &str, then: super::state::AfterSearch) {
    state.finding = Finding::Search;
    let (mode, text) = crate::query::find::Mode::split(text);
    state.search.mode = mode;
    state.search.within = None;
    find::search(state, text, then);
}

#[cfg(test)]
pub(in crate::app) mod testing;
#[cfg(test)]
mod tests;
