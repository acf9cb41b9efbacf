//! Makes the rows of lists: when they are opened, anew for a screen that has changed its size, and anew when
//! more of the trace comes.
//!
//! Where a list stays open, so do its filter, its order and, where it is found again, the chosen row. What is
//! not made here comes with the query or the choice that it shows.

use std::sync::Arc;

use super::listing::take_over;
use super::rows::choose_act;
use super::{clock, listing, lists};
use crate::app::layer::source::ListSource;
use crate::app::layer::{Awaits, LayerKind};
use crate::app::lists::hits::{HitGrouping, HitRows};
use crate::app::lists::jank::Inbox;
use crate::app::lists::work::ListWork;
use crate::app::state::State;
use crate::app::update::{UpdateCx, area, ladder, marks};
use crate::query::find::Query;
use crate::query::flows::chain::Branches;
use crate::view::overlay::{Column, Overlay, Table};

/// The rows of a list.
pub(super) enum ListRows {
    /// Work in the background makes them.
    Asked(ListWork),
    /// The table without them, and the rows.
    Made(Box<Table>, Arc<dyn ListSource>),
}

impl ListRows {
    fn made(table: Table, rows: impl ListSource + 'static) -> Self {
        Self::Made(Box::new(table), Arc::new(rows))
    }
}

/// Returns the rows of a list, in the order and the groups of those that are made in them; `None` if they are not made
/// of the trace alone, or cannot be made yet.
pub(super) fn rows_of(
    state: &State,
    cx: &UpdateCx,
    kind: LayerKind,
    (sort, group): (usize, usize),
) -> Option<ListRows> {
    let (clock, cols) = (clock(state, cx), state.size.cols);
    Some(match kind {
        LayerKind::Inbox => {
            let inbox = Inbox::new(&cx.trace, (clock, cols), sort, group);
            ListRows::Asked(ListWork::Inbox(inbox))
        }
        LayerKind::Chromium => {
            let is_grouped = !group.is_multiple_of(2);
            ListRows::Asked(ListWork::Chromium(clock, cols, is_grouped))
        }
        LayerKind::Cujs => {
            let (table, entries) = lists::cujs::cujs(&cx.trace, (&clock, cols));
            ListRows::made(table, entries)
        }
        LayerKind::Startups => {
            let (table, entries) = lists::startups::startups(&cx.trace, (&clock, cols));
            ListRows::made(table, entries)
        }
        LayerKind::Anrs => {
            let (table, entries) = lists::anrs::anrs(&cx.trace, (&clock, cols));
            ListRows::made(table, entries)
        }
        LayerKind::LongTasks => ListRows::Asked(ListWork::LongTasks(clock, cols)),
        LayerKind::Interactions => ListRows::Asked(ListWork::Interactions(clock)),
        LayerKind::Lens(item) => ListRows::Asked(ListWork::Lens(item, clock, cols)),
        LayerKind::KernelEvents => ListRows::Asked(ListWork::KernelEvents(clock, cols)),
        LayerKind::SlowFlows => ListRows::Asked(ListWork::SlowFlows),
        LayerKind::Categories => ListRows::Asked(ListWork::Categories),
        LayerKind::Hits => {
            let found = state.view.hits().cloned()?;
            let text = state.view.searched_text();
            let query = Query::new(text, state.search.mode).ok();
            let query = query.filter(|_| !state.view.are_hits_rows());
            let rows = HitRows::new(found, query, clock, cols);
            let rows = rows.grouped(&cx.trace, HitGrouping::after(group));
            let title = format!("{text}{}", state.search.within_words());
            ListRows::made(rows.table(&title), rows)
        }
        LayerKind::Logs => {
            let (table, lines) = lists::logs::logs(&cx.trace, clock, cols);
            ListRows::made(table, lines)
        }
        LayerKind::Marks => {
            let (table, entries) = marks::rows(state, cx);
            ListRows::made(table, entries)
        }
        LayerKind::Issues => {
            let stopped = state.view.stopped.as_deref();
            let fate = state.view.file;
            let (table, entries) = lists::table::issues(&cx.trace, &clock, stopped, fate);
            ListRows::made(table, entries)
        }
        LayerKind::Area(list) => {
            let (table, rows) = area::list_rows(state, list)?;
            ListRows::Made(Box::new(table), rows)
        }
        LayerKind::Part(list, part) => {
            let (table, rows) = area::part_rows(state, cx, list, part)?;
            ListRows::Made(Box::new(table), rows)
        }
        LayerKind::Compare(list) => {
            let (table, rows) = area::comparison_rows(state, cx, list)?;
            ListRows::made(table, rows)
        }
        _ => return None,
    })
}

/// Returns whether the cells of a list are the same whatever the width of the screen.
fn fits_any_width(kind: LayerKind) -> bool {
    matches!(
        kind,
        LayerKind::SlowFlows | LayerKind::Categories | LayerKind::Issues
    )
}

/// Makes the columns of all lists fit the screen.
pub fn refit(state: &mut State, cx: &UpdateCx) {
    let cols = state.size.cols;
    for at in 0..state.layers.len() {
        let layer = &mut state.layers[at];
        // Lists that were parked may still fit.
        let fits = std::mem::replace(&mut layer.cols, cols) == cols || fits_any_width(layer.kind);
        if !fits && let Some(rows) = rows_at(state, cx, at) {
            state.layers[at].refit();
            give(state, cx, at, rows);
        }
    }
}

/// Gives all lists that wait for it the rows of more of the trace, or asks for them.
pub fn renew(state: &mut State, cx: &UpdateCx) {
    for at in 0..state.layers.len() {
        let layer = &mut state.layers[at];
        if layer.awaits != Awaits::Rows {
            continue;
        }
        match layer.kind {
            LayerKind::Tracks => {
                layer.fill(Arc::new(lists::TrackNames::new(&cx.trace)));
                layer.refilter(&mut state.view.overlays[at], &cx.trace);
            }
            LayerKind::Ladder(slice) => {
                let branches = Branches::new();
                let chosen = layer.again.take();
                state.pop_layer();
                ladder::show(state, cx, slice, branches, None);
                choose_act(state, chosen);
            }
            _ => {
                if let Some(rows) = rows_at(state, cx, at)
                    && give(state, cx, at, rows)
                    && at + 1 == state.layers.len()
                {
                    settle(state, cx);
                }
            }
        }
    }
}

/// Asks for the rows of the list on top, which are made in the background.
pub(in crate::app::update) fn ask(state: &mut State, cx: &UpdateCx) {
    if let Some(at) = state.layers.len().checked_sub(1)
        && let Some(rows) = rows_at(state, cx, at)
    {
        give(state, cx, at, rows);
    }
}

/// Returns the rows of the list at a place in the stack, in the order that it has.
fn rows_at(state: &State, cx: &UpdateCx, at: usize) -> Option<ListRows> {
    let layer = &state.layers[at];
    rows_of(state, cx, layer.kind, (layer.sort, layer.group))
}

/// Gives an open list its rows, or lets it ask for them. Returns whether it has them.
fn give(state: &mut State, cx: &UpdateCx, at: usize, rows: ListRows) -> bool {
    let (layer, overlay) = (&mut state.layers[at], &mut state.view.overlays[at]);
    match rows {
        ListRows::Asked(work) => {
            layer.ask(work, Awaits::Rows);
            false
        }
        ListRows::Made(table, source) => {
            take_over(layer, overlay, *table, source, cx);
            true
        }
    }
}

/// Puts the rows of the list on top that were made anew into the order that they had, and chooses the
/// row that was chosen. Returns whether there is one.
pub(super) fn settle(state: &mut State, cx: &UpdateCx) -> bool {
    let Some(layer) = state.layers.last_mut() else {
        return false;
    };
    let chosen = layer.again.take();
    // The inbox is made in its order.
    let is_sorted = layer.sort > 0 && layer.kind != LayerKind::Inbox;
    if is_sorted && let Some(Overlay::Table(table)) = state.view.overlays.last() {
        layer.sort -= 1;
        // At another width other columns may stand before it.
        let by = &layer.sorted_by;
        let is_meant = |column: &Column| !by.is_empty() && column.name() == by;
        if let Some(place) = table.columns.iter().position(is_meant) {
            layer.sort = table.columns.len() + 1 + place;
        }
        listing::sort_by_next_column(state, cx);
    }
    choose_act(state, chosen)
}
