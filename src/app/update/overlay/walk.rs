//! Makes the rows of a list hits: `n` and `N` walk them, and the ruler marks them.
//!
//! They are then what a search has found, only that no text finds them again: they end with the trace that
//! they are rows of.

use std::sync::Arc;

use hashbrown::HashSet;

use super::{listing, rows};
use crate::app::effect::Effect;
use crate::app::jobs::Slot;
use crate::app::layer::{Act, Choice, Layer, LayerKind};
use crate::app::lists;
use crate::app::state::{Finding, State};
use crate::app::update::{UpdateCx, find};
use crate::base::time::Ts;
use crate::model::trace::Trace;
use crate::query::find::{Found, Hits};
use crate::view::scene::Item;
use crate::view::state::{Search, Selection};
use crate::view::stops::{Stop, Stops};
use crate::view::text::{counted, grouped};

/// More rows than this would make the screen wait.
const ROWS_MAX: usize = 200_000;

/// Goes where the chosen row leads; `n` and `N` then walk all rows that are shown. Lists of frames and hits are
/// walked anyway.
pub(super) fn walk(state: &mut State, cx: &UpdateCx) {
    if !listing::is_settled(state) {
        return;
    }
    let Some(layer) = state.layers.last() else {
        return;
    };
    let kind = layer.kind;
    if matches!(
        kind,
        LayerKind::Inbox | LayerKind::Chromium | LayerKind::Hits
    ) {
        rows::go(state, cx);
        return;
    }
    let n_rows = layer.shown.len();
    if n_rows > ROWS_MAX {
        let most = grouped(ROWS_MAX as u64);
        state.say(format!(
            "no more than {most} rows are walked: filter them first"
        ));
        return;
    }
    let hits = Hits::new(&cx.trace, found(&cx.trace, layer));
    let stops = Stops::new(
        &cx.trace,
        layer.acts().filter_map(|act| stop_of(&cx.trace, &act)),
    );
    let n_walked = match stops.len() {
        0 => hits.nodes.len(),
        n => n,
    };
    if n_walked == 0 {
        state.say(match n_rows {
            0 => "there are no rows to walk",
            _ => "none of these rows has a time or is a track",
        });
        return;
    }
    state.search.serial += 1;
    state.search.within = None;
    state.ask(Effect::Cancel(Slot::Search));
    state.view.found = Some(Search {
        text: of_list(kind).to_owned(),
        hits: Some(Arc::new(hits)),
        done: true,
        stops: Some(Arc::new(stops)),
    });
    if !kind.is_come_back_to() {
        // Escape leaves this walk, and does not lead to a list from before it.
        state.parked = None;
    }
    if matches!(rows::chosen(state), None | Some(Act::None)) {
        rows::leave(state, Some(kind));
        find::first(state, cx);
    } else {
        rows::go(state, cx);
    }
    // Going to a frame from some lists lets `n` walk frames.
    state.finding = Finding::Search;
    let rows = counted(n_walked, "row", "rows");
    let others = match n_rows - n_walked {
        0 => String::new(),
        n => format!(
            "; {} not: without a time, or the same again",
            grouped(n as u64)
        ),
    };
    state.say(format!("n and N walk {rows} of {}{others}", of_list(kind)));
}

/// Chooses the row of the list on top that stands for what was selected at an instant, if there is one: `n` may have
/// gone on from the row that was chosen.
pub(in crate::app::update) fn choose_selected(
    state: &mut State,
    cx: &UpdateCx,
    (selection, now): &(Selection, Ts),
) {
    let Some((layer, overlay)) = state.top() else {
        return;
    };
    if layer.shown.len() > ROWS_MAX {
        return;
    }
    let trace = &cx.trace;
    let is_selected = |act: &Act| match *act {
        Act::Node(node) => *selection == Selection::Track(node),
        _ => stop_of(trace, act).is_some_and(|(ts, stop)| {
            stop.selection() == *selection && ts.is_none_or(|ts| ts == *now)
        }),
    };
    // Of several such rows the chosen one stays.
    if layer.chosen(overlay).is_some_and(|act| is_selected(&act)) {
        return;
    }
    let row = layer.acts().position(|act| is_selected(&act));
    if let Some(row) = row {
        rows::choose(state, Choice::At(row));
    }
}

/// Returns what a list is called whose rows are walked.
const fn of_list(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::SqlResult => "the query",
        LayerKind::Logs => "the log",
        LayerKind::KernelEvents => "the kernel events",
        LayerKind::Cujs => "the journeys",
        LayerKind::Startups => "the starts",
        LayerKind::Anrs => "the ANRs",
        LayerKind::LongTasks => "the long tasks",
        LayerKind::Interactions => "the interactions",
        LayerKind::Marks => "the marks and notes",
        _ => "the list",
    }
}

/// Returns where a row leads, and when that is if it is no item.
fn stop_of(trace: &Trace, act: &Act) -> Option<(Option<Ts>, Stop)> {
    match *act {
        Act::Item(Item::None) => None,
        Act::Item(item) => Some((None, Stop::Item(item))),
        Act::FocusFlow(slice, _) => Some((None, Stop::Item(Item::Slice(slice)))),
        Act::Event(ts, item) => Some((Some(ts), Stop::Event(item))),
        Act::Moment(ts, node) | Act::Concerns(ts, node) => Some((Some(ts), Stop::Track(node))),
        Act::Instant(ts) | Act::Mark(ts) => Some((Some(ts), Stop::Time)),
        Act::KernelEvent(index) => {
            let (ts, item) = lists::ftrace::place(trace, index)?;
            Some((Some(ts), Stop::Event(item)))
        }
        _ => None,
    }
}

/// Returns the slices, tracks and lines of the log that the rows of a list stand for, which are marked as hits
/// and listed as such.
fn found(trace: &Trace, layer: &Layer) -> Found {
    let mut found = Found::default();
    let mut nodes = HashSet::new();
    for act in layer.acts() {
        match act {
            Act::Item(Item::Slice(slice)) => found.slices.push(slice),
            Act::Item(Item::Log(row)) => found.logs.push(row),
            Act::Node(node) => {
                nodes.insert(node);
            }
            _ => {}
        }
    }
    found.slices.sort_unstable();
    found.slices.dedup();
    found.logs.sort_unstable();
    found.logs.dedup();
    if !nodes.is_empty() {
        // Tracks are walked in the order in which they stand on the screen.
        let walked = trace.tree.walk().into_iter();
        found.nodes = walked.filter(|node| nodes.contains(node)).collect();
    }
    found
}
