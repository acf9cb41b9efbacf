//! Opening, closing, pinning, hiding and filtering tracks.
//!
//! These commands only change the user's choices for nodes; `view/rows.rs` derives from them which rows are
//! visible.

use std::sync::Arc;

use hashbrown::HashSet;

use super::{UpdateCx, move_};
use crate::app::command::Command;
use crate::app::command::family::Tracks;
use crate::app::hints;
use crate::app::state::State;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track_tree::{NodeKind, TrackTree};
use crate::query::find::{FindError, filter_nodes};
use crate::view::rows::{Content, Row, counter_lines, depth_lines, is_open};
use crate::view::state::CounterMode;
use crate::view::text::counted;

pub(super) fn update(state: &mut State, command: Tracks, cx: &UpdateCx) {
    match command {
        Tracks::Toggle => match state.view.cursor {
            Some(node) => toggle(state, cx, node),
            None => super::begin_at_row(state, cx, Command::Toggle),
        },
        Tracks::ExpandLevel => move_::around_cursor(state, cx, |state| expand_level(state, cx)),
        Tracks::CollapseLevel => move_::around_cursor(state, cx, |state| collapse_level(state, cx)),
        Tracks::ExpandAll => move_::around_cursor(state, cx, |state| set_all(state, cx, true)),
        Tracks::CollapseAll => move_::around_cursor(state, cx, |state| set_all(state, cx, false)),
        Tracks::Pin => match state.view.cursor {
            Some(node) => pin(state, node),
            None => super::begin_at_row(state, cx, Command::Pin),
        },
        Tracks::PinFiltered => pin_filtered(state, cx),
        Tracks::UnpinAll if state.view.pins.is_empty() && state.view.queried.is_empty() => {
            state.say("nothing is pinned");
        }
        Tracks::UnpinAll => {
            // A pinned row is still in its place; these are gone until their queries are run again.
            if !state.view.queried.is_empty() {
                let n = counted(state.view.queried.len(), "track", "tracks");
                state.say(format!("{n} of queries taken off, too"));
            }
            state.view.pins.clear();
            state.view.queried.clear();
        }
        Tracks::Hide => move_::around_cursor(state, cx, |state| hide(state, cx)),
        Tracks::ShowHidden if state.view.hidden.is_empty() => state.say("nothing is hidden"),
        Tracks::ShowHidden => state.view.hidden.clear(),
        Tracks::FilterTracks => super::overlay::filter_prompt(state),
        Tracks::ClearFilter if state.view.filtered.is_none() => {
            state.say("no track filter is set");
        }
        Tracks::ClearFilter => clear_filter(state, cx),
        Tracks::HalfHeight => toggle_half_height(state, cx),
        Tracks::CounterMode => counter_mode(state, cx),
    }
}

/// Changes the height of slices; the track at the top of the screen stays there.
pub fn toggle_half_height(state: &mut State, cx: &UpdateCx) {
    let rows = cx.rows(state);
    let top = rows.place_at(state.view.scroll);
    let was_half = state.view.half_height;
    state.view.half_height = !was_half;
    let now = cx.rows(state);
    if let Some(place) = top {
        let line = state.view.scroll - rows.rows[place].top;
        let line = if was_half { line * 2 } else { line / 2 };
        let row = &now.rows[place];
        state.view.scroll = row.top + line.min(row.lines.saturating_sub(1));
    }
}

/// Draws the counter under the cursor, or all counters below the cursor's row, in the mode after that of the
/// first of them.
fn counter_mode(state: &mut State, cx: &UpdateCx) {
    let counters = state
        .view
        .cursor
        .map(|node| counters_below(&cx.trace, node))
        .unwrap_or_default();
    let Some(&first) = counters.first() else {
        state.say("no counter is chosen: use j and k");
        return;
    };
    let mode = state.view.counter_mode(&cx.trace, first).next();
    for &node in &counters {
        state.view.counter_modes.remove(&node);
        if state.view.counter_mode(&cx.trace, node) != mode {
            state.view.counter_modes.insert(node, mode);
        }
    }
    let what = match counters.len() {
        1 => "counter".to_owned(),
        n => counted(n, "counter", "counters"),
    };
    let to_next = match mode {
        CounterMode::Change | CounterMode::Rate => " to the next sample",
        CounterMode::Value | CounterMode::Log => "",
    };
    state.say(format!("{what}: {}{to_next}", mode.name()));
}

/// Returns a node if it is a counter, and the counters below it, in the order of the tree.
pub fn counters_below(trace: &Trace, node: NodeId) -> Vec<NodeId> {
    let mut counters = Vec::new();
    let mut left = vec![node];
    while let Some(id) = left.pop() {
        let node = trace.tree.node(id);
        if matches!(node.kind, NodeKind::Counter(_)) {
            counters.push(id);
        }
        left.extend(node.children.iter().rev());
    }
    counters
}

/// Opens or closes a node; if there is nothing in it, closes the group around it.
pub(super) fn toggle(state: &mut State, cx: &UpdateCx, node: NodeId) {
    let parent = cx.trace.tree.node(node).parent;
    move_::around_cursor(state, cx, |state| {
        if !toggle_own(state, cx, node) && parent != TrackTree::ROOT {
            state.view.open.insert(parent, false);
            state.view.cursor = Some(parent);
            state.view.cursor_depth = 0;
        }
    });
}

/// Opens or closes a node; returns false if there is nothing in it to show or to hide. A counter has more lines
/// while it is open. An open group whose own slices are folded shows all of them before it is closed.
pub(super) fn toggle_own(state: &mut State, cx: &UpdateCx, node: NodeId) -> bool {
    let rows = cx.rows(state);
    let row = rows.place_of(node).map(|place| rows.rows[place]);
    if let Some((row, open)) = row.and_then(|row| Some((row, row.open?))) {
        if row.can_unfold() {
            state.view.open.insert(row.data, true);
            return true;
        }
        // The slices on the line of a thread are folded again when it is opened next.
        if row.data != node {
            state.view.open.remove(&row.data);
        }
        state.view.open.insert(node, !open);
        return true;
    }
    // A track that folds its depths shows them all, or folds again.
    let folded = row.is_some_and(|row| row.folded > 0);
    let unfolded = state.view.open.get(&node) == Some(&true);
    let is_counter = row.is_some_and(|row| row.content == Content::Counter);
    if folded || unfolded || is_counter {
        let shows_more = folded || is_counter && !unfolded;
        state.view.open.insert(node, shows_more);
    }
    folded || unfolded || is_counter
}

/// Shows the folded rows of a track, if there are any.
pub(super) fn unfold(state: &mut State, cx: &UpdateCx, node: NodeId) {
    let rows = cx.rows(state);
    let row = rows.place_of(node).map(|place| rows.rows[place]);
    if let Some(row) = row.filter(Row::can_unfold) {
        state.view.open.insert(row.data, true);
    }
}

fn groups(cx: &UpdateCx) -> impl Iterator<Item = NodeId> + '_ {
    let tree = &cx.trace.tree;
    let all = (1..tree.len()).map(NodeId::from_index);
    all.filter(|&id| !tree.node(id).children.is_empty())
}

fn expand_level(state: &mut State, cx: &UpdateCx) {
    let tree = &cx.trace.tree;
    let level = groups(cx)
        .filter(|&id| !is_open(&cx.trace, &state.view, id))
        .map(|id| tree.node(id).level)
        .min();
    let Some(level) = level else {
        let folds = cx.rows(state).rows.iter().any(Row::can_unfold);
        let space = hints::label_or_name(&cx.keymap, Command::Toggle);
        state.say(if folds {
            format!("all groups are open; {space} shows all rows of a deep track")
        } else {
            "everything is open".to_owned()
        });
        return;
    };
    for id in groups(cx).filter(|&id| tree.node(id).level == level) {
        state.view.open.insert(id, true);
    }
}

fn collapse_level(state: &mut State, cx: &UpdateCx) {
    let tree = &cx.trace.tree;
    let level = groups(cx)
        .filter(|&id| is_open(&cx.trace, &state.view, id))
        .map(|id| tree.node(id).level)
        .max();
    let Some(level) = level else {
        state.say("everything is closed");
        return;
    };
    for id in groups(cx).filter(|&id| tree.node(id).level == level) {
        state.view.open.insert(id, false);
    }
    climb(state, cx);
}

fn set_all(state: &mut State, cx: &UpdateCx, open: bool) {
    for id in groups(cx) {
        state.view.open.insert(id, open);
    }
    climb(state, cx);
}

/// Moves the cursor up to the first visible group around it. If there is none, it is on no row.
pub(super) fn climb(state: &mut State, cx: &UpdateCx) {
    let rows = cx.rows(state);
    while let Some(node) = state.view.cursor {
        if rows.place_of(node).is_some() || rows.pinned.iter().any(|row| row.node == node) {
            break;
        }
        let above = (node != TrackTree::ROOT).then(|| cx.trace.tree.node(node).parent);
        state.view.cursor = above;
        state.view.cursor_depth = 0;
    }
}

fn pin(state: &mut State, node: NodeId) {
    let pins = &mut state.view.pins;
    match pins.iter().position(|&pin| pin == node) {
        Some(place) => {
            pins.remove(place);
        }
        None => pins.push(node),
    }
}

/// Where so many tracks are pinned, no more are pinned at once: nobody looks at them, and they would fill the screen.
const PINS_MAX: usize = 100;

/// Pins what the track filter shows, and clears the filter.
fn pin_filtered(state: &mut State, cx: &UpdateCx) {
    let Some(filtered) = state.view.filtered.clone() else {
        let key = hints::label_or_name(&cx.keymap, Command::FilterTracks);
        state.say(format!("no track filter is set: {key} sets one"));
        return;
    };
    let nodes = cx.trace.tree.walk().into_iter();
    let nodes: Vec<NodeId> = nodes.filter(|node| filtered.contains(node)).collect();
    let (pinned, left) = pin_all(state, cx, &nodes);
    clear_filter(state, cx);
    let words = match pinned {
        0 if left == 0 => "they are pinned already".to_owned(),
        n => format!("{} pinned", counted(n, "track", "tracks")),
    };
    let more = match left {
        0 => String::new(),
        n => format!(", {} left out", counted(n, "track", "tracks")),
    };
    state.say(words + &more);
}

/// Pins some tracks and groups, in this order, after those that are pinned. A group is not pinned itself if some of
/// what is in it is. Returns how many were pinned, and how many more would have been if there were no limit.
pub fn pin_all(state: &mut State, cx: &UpdateCx, nodes: &[NodeId]) -> (usize, usize) {
    let pins = &mut state.view.pins;
    let known: HashSet<NodeId> = pins.iter().copied().collect();
    let mut asked = pinned_of(cx, nodes);
    asked.retain(|node| !known.contains(node));
    let pinned = asked.len().min(PINS_MAX.saturating_sub(known.len()));
    pins.extend(&asked[..pinned]);
    (pinned, asked.len() - pinned)
}

/// Returns those of some nodes that have none of the others in them.
fn pinned_of(cx: &UpdateCx, nodes: &[NodeId]) -> Vec<NodeId> {
    let tree = &cx.trace.tree;
    let above = nodes.iter().flat_map(|&node| tree.path_up(node).skip(1));
    let above: HashSet<NodeId> = above.collect();
    let is_least = |node: &NodeId| !above.contains(node);
    nodes.iter().copied().filter(is_least).collect()
}

fn hide(state: &mut State, cx: &UpdateCx) {
    let Some(node) = state.view.cursor else {
        super::begin_at_row(state, cx, Command::Hide);
        return;
    };
    let rows = cx.rows(state);
    let place = rows.place_of(node);
    state.view.hidden.insert(node);
    state.view.pins.retain(|&pin| pin != node);
    let rows = cx.rows(state);
    let last = rows.rows.len().saturating_sub(1);
    let next = place.and_then(|place| rows.rows.get(place.min(last)));
    state.view.cursor = next.map(|row| row.node);
    state.view.cursor_depth = 0;
    let name = &cx.trace.tree.node(node).name;
    let all = match state.view.hidden.len() {
        1 => String::new(),
        n => format!(", {n} in all"),
    };
    let how = shown_again_by(cx);
    state.say(format!("{name} hidden{all}: {how}"));
}

/// Returns the words for how to show hidden tracks again, by the command's key or by its name in the palette.
fn shown_again_by(cx: &UpdateCx) -> String {
    let command = Command::ShowHidden;
    let key = cx.keymap.label(command);
    let how = if key.is_empty() {
        format!("{} {}", cx.keymap.label(Command::Palette), command.name())
    } else {
        key
    };
    format!("{how} shows all again")
}

/// Shows only tracks whose path matches the filter; an empty filter shows all.
///
/// # Errors
///
/// The filter is invalid; then the state does not change.
pub(super) fn filter(state: &mut State, cx: &UpdateCx, text: &str) -> Result<(), FindError> {
    let nodes = if text.trim().is_empty() {
        None
    } else {
        let nodes = filter_nodes(&cx.trace, text)?;
        Some(Arc::new(nodes.into_iter().collect()))
    };
    text.clone_into(&mut state.view.filter);
    state.view.scroll = 0;
    state.view.filtered = nodes;
    fit_lines(state, cx);
    Ok(())
}

/// Shows all tracks again.
pub fn clear_filter(state: &mut State, cx: &UpdateCx) {
    state.view.filter.clear();
    state.view.scroll = 0;
    state.view.filtered = None;
    fit_lines(state, cx);
}

/// Gives slices and counters as many lines as the rows that a filter leaves have room for.
pub fn fit_lines(state: &mut State, cx: &UpdateCx) {
    let height = usize::from(cx.layout(state).tree.height);
    state.view.depth_lines = depth_lines(&cx.trace, &state.view, height);
    state.view.counter_lines = counter_lines(&cx.trace, &state.view, height);
}
