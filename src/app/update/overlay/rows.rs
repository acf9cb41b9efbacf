//! Commands for the rows of a layer: choosing one, going where it leads.
//!
//! Lists, tables and the rungs of the ladder are rows; the layer knows what each leads to.

use std::collections::BTreeSet;

use super::{categories, listing, queried, regroup_hits, walk};
use crate::app::command::family::Lists;
use crate::app::layer::{Act, Awaits, Choice, LayerKind, Typing};
use crate::app::lists;
use crate::app::state::{Finding, State};
use crate::app::update::{
    UpdateCx, area, find, flow, jank, ladder, marks, select, workspaces, zoom,
};
use crate::base::time::Ts;
use crate::model::ids::NodeId;
use crate::query::flows::{Direction, Turn};
use crate::view::columns_in_sight;
use crate::view::overlay::{Input, Overlay, Table};
use crate::view::scene::Item;
use crate::view::state::Selection;
use crate::view::stops::Stop;

/// Runs a command of lists.
pub(in crate::app::update) fn list(state: &mut State, command: Lists, cx: &UpdateCx) {
    let page = isize::try_from(state.size.rows.saturating_sub(8).max(1)).unwrap_or(10);
    match command {
        Lists::ListDown => choose(state, Choice::By(1)),
        Lists::ListUp => choose(state, Choice::By(-1)),
        Lists::ListPageDown => choose(state, Choice::By(page)),
        Lists::ListPageUp => choose(state, Choice::By(-page)),
        Lists::ListFirst => choose(state, Choice::First),
        Lists::ListLast => choose(state, Choice::Last),
        Lists::ListLeft => scroll_columns(state, cx, Direction::Backward),
        Lists::ListRight => scroll_columns(state, cx, Direction::Forward),
        Lists::ListGo => go(state, cx),
        Lists::ListWalk => walk::walk(state, cx),
        Lists::ListFilter => start_filter(state),
        Lists::ListSort => reorder(state, cx, 1, 0),
        Lists::ListReverse => reverse(state, cx),
        Lists::ListGroup => reorder(state, cx, 0, 1),
        Lists::ListTrack => queried::toggle(state, cx),
        Lists::ListExport => listing::export(state, cx),
        Lists::ListLens => {
            if listing::is_settled(state) {
                match chosen(state) {
                    Some(Act::Item(item)) => jank::lens(state, cx, item),
                    Some(_) => jank::lens(state, cx, Item::None),
                    None => say_no_row(state),
                }
            }
        }
        Lists::ListToggle => match chosen(state) {
            Some(Act::Category(_)) => toggle_category(state, cx),
            _ => state.say("only flow categories are switched on and off"),
        },
        Lists::ListBranch => match state.top_kind() {
            Some(LayerKind::Ladder(_)) => ladder::branch(state, cx, Turn::Next),
            Some(LayerKind::Categories) => show_only_category(state, cx),
            _ => area::branch(state, cx),
        },
        Lists::ListCallers => area::callers(state, cx),
        Lists::Pick1
        | Lists::Pick2
        | Lists::Pick3
        | Lists::Pick4
        | Lists::Pick5
        | Lists::Pick6
        | Lists::Pick7
        | Lists::Pick8
        | Lists::Pick9 => pick(state, cx, command as usize - Lists::Pick1 as usize),
    }
}

/// Goes where the row with this index leads, if there is such a row. Headings are no rows.
fn pick(state: &mut State, cx: &UpdateCx, nth: usize) {
    if !listing::is_settled(state) {
        return;
    }
    let count = state.layers.last().map_or(0, |layer| layer.shown.len());
    let is_row = |&at: &usize| match state.view.overlays.last() {
        Some(Overlay::Table(table)) => !table.rows.is_heading(at),
        _ => true,
    };
    // Each heading is followed by a row.
    let row = (0..count).filter(is_row).nth(nth);
    match row {
        Some(row) => {
            choose(state, Choice::At(row));
            go(state, cx);
        }
        None => state.say(format!("there is no row {}", nth + 1)),
    }
}

/// Scrolls a table by a column.
fn scroll_columns(state: &mut State, cx: &UpdateCx, to: Direction) {
    let cols = state.size.cols;
    let table = match state.view.overlays.last_mut() {
        Some(Overlay::Table(table)) => table,
        Some(Overlay::Ladder(_)) => {
            state.say("the threads around that of the chosen slice are shown");
            return;
        }
        _ => {
            state.say("only tables have columns to scroll");
            return;
        }
    };
    let (columns, goes_on) = columns_in_sight(&cx.trace, table, cols);
    match to {
        Direction::Backward if columns.start > 0 => table.first_column = columns.start - 1,
        Direction::Forward if goes_on => table.first_column = columns.start + 1,
        Direction::Backward => state.say("no columns further left"),
        Direction::Forward => state.say("no columns further right"),
    }
}

/// Moves the chosen row of the top layer.
pub(super) fn choose(state: &mut State, to: Choice) {
    if let Some((layer, overlay)) = state.top_mut() {
        layer.choose(overlay, to);
    }
}

/// Returns what the chosen row leads to.
pub(super) fn chosen(state: &State) -> Option<Act> {
    let (layer, overlay) = state.top()?;
    layer.chosen(overlay)
}

/// Says that a table has no row that a key could be about.
pub(in crate::app::update) fn say_no_row(state: &mut State) {
    if state.top_table().is_some() {
        state.say("no row is chosen");
    }
}

/// Goes to a time, and to the track that a row is about then, if there is one.
fn go_to_time(
    state: &mut State,
    cx: &UpdateCx,
    kind: Option<LayerKind>,
    (ts, node): (Ts, Option<NodeId>),
) {
    if !cx.trace.bounds.contains(ts) {
        state.say("that time is before or after all that is shown");
        return;
    }
    leave(state, kind);
    if let Some(node) = node {
        find::go_to_stop(state, cx, (ts, Stop::Track(node)));
        state.say("the time of that row, on the track that it is about");
    } else {
        // A note that was written then has nothing to do with the row, nor has what was selected before.
        state.select(Selection::None);
        marks::go(state, cx, ts);
        state.say("only the time of that row is on the screen");
    }
}

/// Goes to what the chosen row leads to. Tables are parked, so that Ctrl-O and Esc come back to the same row.
pub(super) fn go(state: &mut State, cx: &UpdateCx) {
    if !listing::is_settled(state) {
        return;
    }
    let kind = state.top_kind();
    let Some(act) = chosen(state) else {
        say_no_row(state);
        return;
    };
    match act {
        Act::None => state.say(why_no_lead(kind)),
        Act::Category(_) => toggle_category(state, cx),
        Act::Command(command) => {
            // Below the palette may be the list that the command is for.
            if command.works_over_lists() {
                state.pop_layer();
            } else {
                state.clear_layers();
            }
            crate::app::update::update(state, command, cx);
        }
        Act::Node(node) => {
            leave(state, kind);
            select::reveal_node(state, cx, node);
            state.select(Selection::Track(node));
        }
        Act::Item(item) if kind.is_some_and(LayerKind::is_of_frames) => jank::go(state, cx, item),
        Act::Item(item) => {
            let way = ladder::way(state);
            leave(state, kind);
            flow::walk(state, cx, &way);
            if kind == Some(LayerKind::Hits) || kind == Some(LayerKind::Search) {
                state.finding = Finding::Search;
            }
            if kind == Some(LayerKind::Leads) {
                flow::go_to_listed(state, cx, item);
            } else {
                select::go_to_item(state, cx, item);
            }
            match item {
                // A stretch of time is nothing but its two ends.
                Item::Span(span) if span.dur() > state.view.viewport.dur() => {
                    zoom::focus(state, cx, span);
                }
                // What a thread did for a while fills the window.
                Item::Stretch(_, span) => zoom::focus(state, cx, span),
                _ => {}
            }
        }
        Act::Flow(id, direction) => {
            state.clear_layers();
            flow::follow(state, cx, id, direction);
        }
        Act::FocusFlow(slice, id) => {
            leave(state, kind);
            select::go_to_item(state, cx, Item::Slice(slice));
            state.view.flows.focus = Some(id);
            state.view.flows.show();
        }
        Act::Instant(ts) => go_to_time(state, cx, kind, (ts, None)),
        Act::Concerns(ts, node) => go_to_time(state, cx, kind, (ts, Some(node))),
        Act::Mark(ts) => {
            state.clear_layers();
            marks::go_to_written(state, cx, ts);
        }
        Act::Event(ts, item) => {
            leave(state, kind);
            find::go_to_stop(state, cx, (ts, Stop::Event(item)));
        }
        Act::Moment(ts, node) => {
            leave(state, kind);
            find::go_to_stop(state, cx, (ts, Stop::Track(node)));
            state.say("nothing is known of the thread at that time: its track is selected");
        }
        Act::KernelEvent(index) => {
            let Some((ts, item)) = lists::ftrace::place(&cx.trace, index) else {
                state.say("the events are to be read again: open the list anew");
                return;
            };
            leave(state, kind);
            find::go_to_stop(state, cx, (ts, Stop::Event(item)));
        }
        Act::Search(text) => {
            state.clear_layers();
            find::search_and_list(state, &text);
        }
        Act::Workspace(name) => {
            state.clear_layers();
            workspaces::switch(state, cx, &name);
        }
        Act::RemoveWorkspace(name) => {
            state.clear_layers();
            workspaces::remove(state, &name);
        }
    }
}

/// Returns why a row leads nowhere.
const fn why_no_lead(kind: Option<LayerKind>) -> &'static str {
    match kind {
        Some(LayerKind::SqlResult) => "this row has nothing to go to: no id and no ts",
        Some(LayerKind::Lens(_)) => {
            "this row leads nowhere: it adds up what is in no slice or too short to list"
        }
        Some(LayerKind::Issues) => "it is not known when that happened",
        _ => "this row leads nowhere: nothing in the trace stands for it alone",
    }
}

/// Closes all layers; tables are parked. A list that was parked before goes if this one is left for a track or for
/// what a search has found.
pub(super) fn leave(state: &mut State, kind: Option<LayerKind>) {
    if kind.is_some_and(LayerKind::is_come_back_to) {
        state.park_layers();
        return;
    }
    state.clear_layers();
    if matches!(kind, Some(LayerKind::Tracks | LayerKind::Search)) {
        state.parked = None;
    }
}

fn start_filter(state: &mut State) {
    let Some((layer, overlay)) = state.top_mut() else {
        return;
    };
    let input = match overlay {
        Overlay::List(list) => &mut list.input,
        Overlay::Table(table) => &mut table.input,
        Overlay::Help(help) => &mut help.input,
        Overlay::Prompt(_) => return,
        Overlay::Ladder(_) => {
            state.say("a chain is not filtered");
            return;
        }
    };
    input.get_or_insert_with(Input::default);
    layer.typing = Typing::Yes;
    if let Overlay::Table(table) = overlay {
        table.is_typing = true;
    }
}

fn toggle_category(state: &mut State, cx: &UpdateCx) {
    let Some(Act::Category(category)) = chosen(state) else {
        return;
    };
    let hidden = &mut state.view.flows.hidden;
    if !hidden.remove(&category) {
        hidden.insert(category);
    }
    renew_categories(state, cx);
}

/// Hides the categories of all other rows or, if they are hidden already, shows all.
fn show_only_category(state: &mut State, cx: &UpdateCx) {
    let Some(Act::Category(category)) = chosen(state) else {
        return;
    };
    let counts = state.categories.clone().unwrap_or_default();
    let names = counts.iter().map(|(name, _)| name);
    let others: BTreeSet<String> = names.filter(|&name| *name != category).cloned().collect();
    let hidden = &mut state.view.flows.hidden;
    if *hidden == others {
        hidden.clear();
    } else {
        *hidden = others;
    }
    renew_categories(state, cx);
}

/// Makes the rows of the categories anew, and stays where it was.
fn renew_categories(state: &mut State, cx: &UpdateCx) {
    let row = match state.view.overlays.last() {
        Some(Overlay::List(list)) => list.chosen,
        _ => 0,
    };
    categories(state, cx);
    choose(state, Choice::At(row));
}

/// Returns whether a table has no rows at all, and says so.
fn has_nothing(state: &mut State) -> bool {
    let is_made = state
        .layers
        .last()
        .is_some_and(|layer| layer.awaits == Awaits::Nothing);
    let is_empty = is_made && state.top_table().is_some_and(Table::has_nothing);
    if is_empty {
        state.say("there are no rows");
    }
    is_empty
}

/// Turns the order of the rows round.
fn reverse(state: &mut State, cx: &UpdateCx) {
    match state.top_kind() {
        _ if has_nothing(state) => {}
        Some(kind) if kind.is_sortable() => listing::reverse(state, cx),
        _ => state.say("these rows have one order"),
    }
}

/// Sorts by the next order or groups by the next grouping.
fn reorder(state: &mut State, cx: &UpdateCx, sort: usize, group: usize) {
    if let Some(layer) = state.layers.last_mut() {
        layer.is_reversed = false;
    }
    match state.top_kind() {
        _ if sort > 0 && has_nothing(state) => {}
        Some(LayerKind::Inbox) => jank::reorder(state, cx, sort, group),
        Some(LayerKind::Chromium) if group > 0 => jank::reorder(state, cx, sort, group),
        Some(LayerKind::Hits) if group > 0 => regroup_hits(state, cx),
        Some(kind) if sort > 0 && kind.is_sortable() => listing::sort_by_next_column(state, cx),
        Some(LayerKind::Area(list)) => area::next_list(state, cx, list),
        Some(LayerKind::Compare(list)) => area::next_comparison(state, cx, list),
        _ if sort > 0 => state.say("these rows have one order"),
        _ => state.say("these rows have no groups"),
    }
}

/// Chooses the row that leads to an item.
pub(in crate::app::update) fn choose_item(state: &mut State, item: Item) {
    choose_act(state, Some(Act::Item(item)));
}

/// Chooses the row that leads to something. Returns whether there is one.
pub(super) fn choose_act(state: &mut State, wanted: Option<Act>) -> bool {
    let (Some(wanted), Some((layer, overlay))) = (wanted, state.top_mut()) else {
        return false;
    };
    let row = layer.acts().position(|act| act == wanted);
    if let Some(row) = row {
        layer.choose(overlay, Choice::At(row));
    }
    row.is_some()
}
