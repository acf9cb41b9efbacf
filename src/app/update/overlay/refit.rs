//! Fits lists to a screen that has changed its size.
//!
//! The cells of a list depend on the width, so its rows are made again; the filter, the order and the chosen
//! row stay.

use std::sync::Arc;

use super::listing::take_over;
use super::{area, clock, hit_rows};
use crate::app::layer::source::Source;
use crate::app::layer::{Awaits, LayerKind};
use crate::app::lists::jank::Inbox;
use crate::app::lists::logs;
use crate::app::lists::work::ListWork;
use crate::app::state::State;
use crate::app::update::UpdateCx;
use crate::view::overlay::Table;

/// How the rows of a list are made again.
pub(super) enum Again {
    /// In the background.
    Work(ListWork),
    /// At once.
    Made(Box<Table>, Arc<dyn Source>),
}

/// Makes the columns of all lists fit the screen.
pub fn refit(state: &mut State, cx: &UpdateCx) {
    let cols = state.size.cols;
    for at in 0..state.layers.len() {
        // Lists that were parked may still fit.
        if std::mem::replace(&mut state.layers[at].cols, cols) == cols {
            continue;
        }
        let Some(again) = again(state, cx, at) else {
            continue;
        };
        let (layer, overlay) = (&mut state.layers[at], &mut state.view.overlays[at]);
        layer.refit();
        match again {
            Again::Work(work) => layer.ask(work, Awaits::Rows),
            Again::Made(table, source) => {
                take_over(layer, overlay, *table, source, cx);
            }
        }
    }
}

/// Returns how the rows of a layer are made again; `None` where they do not depend on the width, or
/// cannot be made yet.
pub(super) fn again(state: &State, cx: &UpdateCx, at: usize) -> Option<Again> {
    let (layer, cols) = (&state.layers[at], state.size.cols);
    let clock = clock(state, cx);
    Some(match layer.kind {
        LayerKind::Inbox => {
            let inbox = Inbox::new(clock, cols, layer.sort, layer.group);
            Again::Work(ListWork::Inbox(inbox))
        }
        LayerKind::Chromium => Again::Work(ListWork::Chromium(clock, cols)),
        LayerKind::Lens(item) => Again::Work(ListWork::Lens(item, clock, cols)),
        LayerKind::KernelEvents => Again::Work(ListWork::KernelEvents(clock, cols)),
        LayerKind::Hits => {
            let (table, rows) = hit_rows(state, cx, layer.group)?;
            Again::Made(Box::new(table), Arc::new(rows))
        }
        LayerKind::Logs => {
            let (table, lines) = logs::logs(&cx.trace, clock, cols);
            Again::Made(Box::new(table), Arc::new(lines))
        }
        LayerKind::Area(list) => {
            let (table, rows) = area::list_rows(state, list)?;
            Again::Made(Box::new(table), rows)
        }
        LayerKind::Compare(list) => {
            let (table, rows) = area::comparison_rows(state, cx, list)?;
            Again::Made(Box::new(table), Arc::new(rows))
        }
        _ => return None,
    })
}
