//! Lists that are open when more of the trace comes: their rows are made anew.
//!
//! What is typed into them, how they are ordered and, where it is found again, the
//! chosen row stay. What is not made here comes with the search, the query or the
//! sums that it shows, which are asked for anew elsewhere.

use std::sync::Arc;

use super::listing::take_over;
use super::refit::{Again, again};
use super::rows::choose_act;
use super::{listing, lists};
use crate::app::layer::{Awaits, LayerKind};
use crate::app::lists::work::ListWork;
use crate::app::state::State;
use crate::app::update::{UpdateCx, ladder};
use crate::query::flows::chain::Branches;
use crate::view::overlay::Overlay;

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
                if let Some(again) = again_of_more(state, cx, at) {
                    make(state, cx, at, again);
                }
            }
        }
    }
}

/// Returns how the rows of a list are made again of more of the trace; nothing if they come with what
/// they are of.
fn again_of_more(state: &State, cx: &UpdateCx, at: usize) -> Option<Again> {
    Some(match state.layers[at].kind {
        LayerKind::SlowFlows => Again::Work(ListWork::SlowFlows),
        LayerKind::Categories => Again::Work(ListWork::Categories),
        LayerKind::Issues => {
            let (table, entries) = lists::table::issues(&cx.trace, state.view.stopped.as_deref());
            Again::Made(Box::new(table), Arc::new(entries))
        }
        _ => return again(state, cx, at),
    })
}

fn make(state: &mut State, cx: &UpdateCx, at: usize, again: Again) {
    let is_top = at + 1 == state.layers.len();
    let (layer, overlay) = (&mut state.layers[at], &mut state.view.overlays[at]);
    match again {
        Again::Work(work) => layer.ask(work, Awaits::Rows),
        Again::Made(table, source) => {
            take_over(layer, overlay, *table, source, cx);
            if is_top {
                settle(state, cx);
            }
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
    if is_sorted && matches!(state.view.overlays.last(), Some(Overlay::Table(_))) {
        layer.sort -= 1;
        listing::sort_by_next_column(state, cx);
    }
    choose_act(state, chosen)
}
