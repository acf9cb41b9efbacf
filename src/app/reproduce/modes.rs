//! The keys that draw counters in the modes in which they are drawn now.
//!
//! No flag says a mode, so the keys go to the row of the counter, or of the
//! group if all of its counters have one mode, run the command there and come
//! back.

use super::State;
use crate::app::command::Command;
use crate::app::key::{Code, Key};
use crate::app::update::{UpdateCx, counters_below, update};
use crate::model::ids::NodeId;
use crate::model::track_tree::TrackTree;
use crate::view::state::{CounterMode, ViewState};

/// No way is longer than so many keys.
const WAY_MAX: usize = 60;

/// Returns the keys; `None` if there are none that change nothing else.
pub(super) fn keys(state: &State, cx: &UpdateCx) -> Option<Vec<Key>> {
    let mut keys = Vec::new();
    let targets = targets(state, cx);
    if targets.is_empty() {
        return Some(keys);
    }
    let start = (state.view.cursor?, state.view.cursor_depth);
    let mut probe = State {
        size: state.size,
        view: state.view.clone(),
        ..State::default()
    };
    for (node, mode) in targets {
        go(&mut probe, cx, (node, None), &mut keys)?;
        // The command goes on from the mode of the first counter.
        let first = counters_below(&cx.trace, node).first().copied()?;
        let from = ViewState::default().counter_mode(&cx.trace, first);
        for _ in 0..n_presses(from, mode) {
            run_counter_mode(cx, &mut keys)?;
        }
    }
    go(&mut probe, cx, (start.0, Some(start.1)), &mut keys)?;
    (probe.view.scroll == state.view.scroll).then_some(keys)
}

/// Returns the rows on which the command sets modes, from top to bottom.
fn targets(state: &State, cx: &UpdateCx) -> Vec<(NodeId, CounterMode)> {
    let modes = &state.view.counter_modes;
    let rows = cx.rows(state);
    let mut targets: Vec<(NodeId, CounterMode)> = Vec::new();
    for (&node, &mode) in modes {
        let is_alike = |&node: &NodeId| {
            let below = counters_below(&cx.trace, node);
            let is_shown = rows.place_of(node).is_some();
            let has_mode = |&id: &NodeId| state.view.counter_mode(&cx.trace, id) == mode;
            is_shown && below.iter().all(has_mode)
        };
        let up = cx.trace.tree.path_up(node);
        let alike = up.take_while(|&id| id != TrackTree::ROOT);
        // The group is the outermost in which all counters are alike.
        let target = alike.filter(is_alike).last().unwrap_or(node);
        if !targets.contains(&(target, mode)) {
            targets.push((target, mode));
        }
    }
    targets.sort_by_key(|&(node, _)| rows.place_of(node));
    targets
}

/// Moves the cursor to a node, and to a depth of it, row by row.
fn go(
    probe: &mut State,
    cx: &UpdateCx,
    (node, depth): (NodeId, Option<usize>),
    keys: &mut Vec<Key>,
) -> Option<()> {
    let rows = cx.rows(probe);
    let place = rows.place_of(node)?;
    for _ in 0..WAY_MAX {
        let at = probe.view.cursor.and_then(|cursor| rows.place_of(cursor))?;
        let beyond = depth.map_or(0, |depth| depth.cmp(&probe.view.cursor_depth) as i8);
        let command = match (place.cmp(&at) as i8, beyond) {
            (1.., _) | (0, 1..) => Command::RowDown,
            (..0, _) | (0, ..0) => Command::RowUp,
            (0, 0) => return Some(()),
        };
        keys.extend(cx.keymap.keys(command).first()?.iter().copied());
        update(probe, command, cx);
    }
    None
}

/// Returns how often the command is run to get from one mode to another: once round to the same, for others of the
/// group are in another mode then.
fn n_presses(from: CounterMode, mode: CounterMode) -> usize {
    let modes = std::iter::successors(Some(from.next()), |mode| Some(mode.next()));
    modes.take_while(|&other| other != mode).count() + 1
}

/// Runs the command by its name.
fn run_counter_mode(cx: &UpdateCx, keys: &mut Vec<Key>) -> Option<()> {
    keys.extend(cx.keymap.keys(Command::Palette).first()?.iter().copied());
    keys.extend(Command::CounterMode.name().chars().map(Key::char));
    keys.push(Key::plain(Code::Enter));
    Some(())
}
