//! The flow ladder: the chain through the selected slice, and its branches.

use super::{UpdateCx, overlay};
use crate::app::command::Command;
use crate::app::layer::{Act, Entry, Layer, LayerKind, Look, Typing};
use crate::app::resolve::flow_command_line;
use crate::app::state::State;
use crate::model::ids::SliceId;
use crate::query::flows::chain::{Branches, Ladder, ladder};
use crate::query::flows::{Direction, default_focus, next_focus};
use crate::view::overlay::{LadderOverlay, Overlay};
use crate::view::scene::Item;

/// How many hops are followed each way.
const DEPTH: usize = 64;

/// Shows the chain through a slice.
pub(super) fn open(state: &mut State, cx: &UpdateCx<'_>, slice: SliceId) {
    show(state, cx, slice, Branches::new(), None);
}

/// Follows another flow where the chosen rung has several: onward, else back.
pub(super) fn branch(state: &mut State, cx: &UpdateCx<'_>) {
    let (Some(layer), Some(Overlay::Ladder(page))) =
        (state.layers.last(), state.view.overlays.last())
    else {
        return;
    };
    let LayerKind::Ladder(slice) = layer.kind else {
        return;
    };
    let Some(rung) = page.ladder.rungs.get(page.chosen) else {
        return;
    };
    let at = rung.slice;
    let mut branches = layer.branches.clone();
    let is_before = page.chosen < page.ladder.selected;
    let sides = if is_before {
        [Direction::Backward, Direction::Forward]
    } else {
        [Direction::Forward, Direction::Backward]
    };
    // Only flows away from the selected slice can be chosen: the others lead to it.
    let is_open = |side: &Direction| page.chosen == page.ladder.selected || *side == sides[0];
    let next = sides
        .iter()
        .filter(|&side| is_open(side))
        .find_map(|&side| {
            let focus = branches
                .get(&(at, side))
                .copied()
                .or_else(|| default_focus(cx.trace, at, side))?;
            let next = next_focus(cx.trace, at, side, Some(focus))?;
            (next != focus).then_some((side, next))
        });
    let Some((side, flow)) = next else {
        state.say("no other flow here");
        return;
    };
    branches.insert((at, side), flow);
    show(state, cx, slice, branches, Some(at));
}

/// Shows a chain, with the keyboard on `at` if it is still part of it.
fn show(
    state: &mut State,
    cx: &UpdateCx<'_>,
    slice: SliceId,
    branches: Branches,
    at: Option<SliceId>,
) {
    let chain = ladder(cx.trace, slice, DEPTH, &branches);
    if chain.rungs.len() < 2 {
        state.say("no flow leaves or reaches this slice");
        return;
    }
    let place = |at: SliceId| chain.rungs.iter().position(|rung| rung.slice == at);
    let chosen = at.and_then(place).unwrap_or(chain.selected);
    let entries = entries(cx, &chain);
    let hints = [
        Command::ListDown,
        Command::ListUp,
        Command::ListGo,
        Command::ListBranch,
        Command::Pick1,
    ];
    let page = LadderOverlay {
        ladder: chain,
        chosen,
        hints: overlay::hints(cx, &hints),
        command: flow_command_line(state, cx.trace, slice),
    };
    let kind = LayerKind::Ladder(slice);
    // A branch takes the place of the chain before it.
    let opened = match state.layers.last() {
        Some(layer) if layer.kind == kind => {
            let opened = layer.opened.clone();
            state.pop_layer();
            opened
        }
        _ => state.place(),
    };
    let mut layer = Layer::new(kind, Typing::No, opened);
    layer.entries = entries;
    layer.branches = branches;
    let mut page = Overlay::Ladder(page);
    layer.refilter(&mut page);
    state.push_layer(layer, page);
}

fn entries(cx: &UpdateCx<'_>, chain: &Ladder) -> Vec<Entry> {
    let entry = |slice| Entry {
        text: crate::view::ladder::slice_name(cx.trace, slice),
        act: Act::Item(Item::Slice(slice)),
        look: Look::List(String::new()),
    };
    chain.rungs.iter().map(|rung| entry(rung.slice)).collect()
}
