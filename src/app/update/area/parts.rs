//! Opening parts of the trees of an area: a branch, and the callers of what has a name.
//!
//! They are made of the sums that the area has already, so that they open at once.

use std::sync::Arc;

use super::{UpdateCx, list_command, overlay};
use crate::app::command::Command;
use crate::app::layer::LayerKind;
use crate::app::layer::source::ListSource;
use crate::app::lists::area::{self, AreaList, Part};
use crate::app::state::State;
use crate::view::overlay::{Overlay, Table};

/// More presses of a key than these say little to a reader.
const ROWS_AWAY: usize = 60;

/// Returns the tree that a list of an area is made of, if it is one or has the same names.
const fn tree_of(list: AreaList) -> Option<AreaList> {
    match list {
        AreaList::Slices | AreaList::SliceTree => Some(AreaList::SliceTree),
        AreaList::Functions | AreaList::SampleTree => Some(AreaList::SampleTree),
        _ => None,
    }
}

/// Returns the tree that the chosen row of the top list belongs to, which part of it the list shows, and which
/// row it is.
fn chosen_of_tree(state: &State) -> Option<(AreaList, Option<Part>, usize)> {
    let (layer, Overlay::Table(table)) = state.top()? else {
        return None;
    };
    let (tree, part) = match layer.kind {
        LayerKind::Area(list) => (tree_of(list)?, None),
        LayerKind::Part(tree, part) => (tree, Some(part)),
        _ => return None,
    };
    let row = *layer.shown.get(table.chosen)?;
    Some((tree, part, row as usize))
}

/// Returns which call of its tree the chosen row of a list of an area stands for.
fn node_of(state: &State, cx: &UpdateCx) -> Option<u32> {
    let (tree, part, row) = chosen_of_tree(state)?;
    let (_, report) = state.view.area_sums()?;
    match (part, state.top_kind()) {
        (Some(part), _) => {
            let sums = area::part(tree, report, part)?;
            area::node_of(tree, &sums, &cx.trace, row)
        }
        (None, Some(LayerKind::Area(list))) => area::node_of(list, report, &cx.trace, row),
        _ => None,
    }
}

/// Shows the branch of the chosen row of a tree as a list of its own.
pub(in crate::app::update) fn branch(state: &mut State, cx: &UpdateCx) {
    if !state.top_kind().is_some_and(LayerKind::is_tree) {
        state.say("only trees and the ladder of flows have branches");
        return;
    }
    let Some(((tree, part, row), (_, report))) = chosen_of_tree(state).zip(state.view.area_sums())
    else {
        overlay::say_no_row(state);
        return;
    };
    let node = node_of(state, cx);
    let is_root = row == 0 && part.is_some();
    let inner =
        node.filter(|&node| !is_root && area::part(tree, report, Part::Branch(node)).is_some());
    let Some(node) = inner else {
        state.say(match (node, is_root) {
            (_, true) => "this is all of this branch",
            (None, _) => "these are several, which have no rows of their own",
            (Some(_), _) => "nothing is below this row",
        });
        return;
    };
    let rows = 0..tree.len(report).min(ROWS_AWAY);
    let place = |&row: &usize| area::node_of(tree, report, &cx.trace, row) == Some(node);
    let home = { rows }.find(place).map(|row| (tree, row));
    let command = command_at(state, cx, home, Command::ListBranch);
    open_part(
        state,
        cx,
        LayerKind::Part(tree, Part::Branch(node)),
        command,
    );
}

/// Shows what called the function of the chosen row, or what slices of its name lie in, as a list of its own.
pub(in crate::app::update) fn callers(state: &mut State, cx: &UpdateCx) {
    if !state.top_kind().is_some_and(LayerKind::has_callers) {
        state.say("only slices and functions in the sums of an area have callers");
        return;
    }
    let Some(((tree, part, row), (_, report))) = chosen_of_tree(state).zip(state.view.area_sums())
    else {
        overlay::say_no_row(state);
        return;
    };
    if matches!(part, Some(Part::Callers(_))) && row == 0 {
        state.say("these are the callers of this row");
        return;
    }
    let node = node_of(state, cx);
    let sums = node.and_then(|node| area::part(tree, report, Part::Callers(node)));
    let Some((node, sums)) = node.zip(sums) else {
        let is_tree = state.top_kind().is_some_and(LayerKind::is_tree);
        state.say(match (node, tree) {
            (None, _) if is_tree || part.is_some() => {
                "these are several, which have no rows of their own"
            }
            (_, AreaList::SampleTree) => "nothing called this",
            _ => "these slices lie in no others",
        });
        return;
    };
    let home = area::home_of(tree, (report, &sums), &cx.trace, ROWS_AWAY);
    let command = command_at(state, cx, home, Command::ListCallers);
    open_part(
        state,
        cx,
        LayerKind::Part(tree, Part::Callers(node)),
        command,
    );
}

/// Returns the command that opens a list of the selected area and asks something of one of its rows, if that
/// is not far down.
fn command_at(
    state: &State,
    cx: &UpdateCx,
    home: Option<(AreaList, usize)>,
    then: Command,
) -> Option<String> {
    let ((list, row), (_, report)) = home.zip(state.view.area_sums())?;
    let first = |command| cx.keymap.keys(command).first();
    let mut keys = first(Command::ListDown)?.repeat(row);
    keys.extend_from_slice(first(then)?);
    list_command(state, cx, list, report, &keys)
}

/// Opens a part of a tree, which the command opens again.
fn open_part(state: &mut State, cx: &UpdateCx, kind: LayerKind, command: Option<String>) {
    let mut hints = vec![Command::ListGo];
    hints.extend(kind.is_tree().then_some(Command::ListBranch));
    hints.extend([Command::ListCallers, Command::ListFilter, Command::ListSort]);
    let hints = overlay::hints(cx, &hints);
    overlay::open_made(state, cx, kind, hints);
    if let Some(table) = state.top_table_mut() {
        table.command = command.unwrap_or_default();
    }
}

/// Returns a part of one of the trees of the selected area, once the sums are there.
pub(in crate::app::update) fn part_rows(
    state: &State,
    cx: &UpdateCx,
    tree: AreaList,
    part: Part,
) -> Option<(Table, Arc<dyn ListSource>)> {
    let (of, report) = state.view.area_sums()?;
    let sums = Arc::new(area::part(tree, report, part)?);
    let part = (tree, part);
    Some(area::list_of_part(
        part,
        &cx.trace,
        (of, sums),
        state.size.cols,
    ))
}
