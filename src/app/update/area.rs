//! Selects areas: spans of time on some tracks.
//!
//! While [`AreaStart`] is set, the keys that pan move the free end of the area instead, and the keys for the
//! next slice snap it to an edge.

mod parts;

pub(super) use parts::{branch, callers, part_rows};

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{UpdateCx, move_, overlay};
use crate::app::command::Command;
use crate::app::command::family::Areas;
use crate::app::hints;
use crate::app::key::Key;
use crate::app::layer::source::ListSource;
use crate::app::layer::{Awaits, LayerKind};
use crate::app::lists::area::{self, AreaList, Headings};
use crate::app::lists::compare::CompareRows;
use crate::app::reproduce::{self, quoted};
use crate::app::state::{AreaStart, State};
use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{NodeId, SliceId};
use crate::model::startups::Startup;
use crate::model::trace::Trace;
use crate::query::area::AreaReport;
use crate::query::frame_lens::FrameLens;
use crate::query::nav::Neighbour;
use crate::view::overlay::Table;
use crate::view::state::{Area, Hint, Selection, Tab};
use crate::view::text::counted;

pub(super) fn update(state: &mut State, command: Areas, cx: &UpdateCx) {
    match command {
        Areas::StartArea => start(state, cx),
        Areas::AreaFromSlice => from_selection(state, cx),
        Areas::AreaAll => all(state, cx),
        Areas::AreaReport => show_sums(state, cx),
        Areas::FlameGraph => flame_graph(state, cx),
        Areas::KeepArea => keep(state),
        Areas::CompareArea => compare(state, cx),
    }
}

fn start(state: &mut State, cx: &UpdateCx) {
    if state.area.is_some() {
        return finish(state, cx);
    }
    let rows = cx.rows(state);
    if !rows.are_there() {
        state.say("there are no rows");
        return;
    }
    let ts = cx.cursor_ts(state);
    let selected = state.view.selection.node(&cx.trace);
    let first = || Some(rows.rows.first().or(rows.pinned.first())?.node);
    let Some(node) = state.view.cursor.or(selected).or_else(first) else {
        return;
    };
    state.view.cursor = Some(node);
    state.area = Some(AreaStart {
        ts,
        node,
        head: ts,
        before: state.view.selection.clone(),
    });
    extend(state, cx, 0);
}

/// Ends the extension of an area, unless it has no length yet.
pub(super) fn finish(state: &mut State, cx: &UpdateCx) {
    let is_begun = |area: &AreaStart| area.head == area.ts;
    if state.area.as_ref().is_some_and(is_begun) {
        let key = |command| hints::label_or_name(&cx.keymap, command);
        let (left, right) = (key(Command::PanLeft), key(Command::PanRight));
        state.say(format!(
            "the area has no length yet: {left} and {right} move its end"
        ));
    } else {
        state.area = None;
    }
}

/// Moves the free end of the area by columns, and to the row of the cursor.
pub(super) fn extend(state: &mut State, cx: &UpdateCx, cols: i64) {
    let Some(area) = &state.area else { return };
    let view = state.view.viewport;
    let head = if cols == 0 {
        area.head
    } else {
        view.ts_from_col(view.col_from_ts(area.head).saturating_add(cols))
    };
    put_head(state, cx, head);
}

/// Moves the free end of the area to the next edge of a slice on the cursor's track.
pub(super) fn snap(state: &mut State, cx: &UpdateCx, step: Neighbour) {
    let (Some(area), Some(node)) = (&state.area, state.view.cursor) else {
        return;
    };
    let head = area.head;
    if let Some(edge) = edge(cx, node, head, step) {
        put_head(state, cx, edge);
    }
}

/// Returns the nearest edge of a slice of a track after or before an instant.
fn edge(cx: &UpdateCx, node: NodeId, ts: Ts, step: Neighbour) -> Option<Ts> {
    let slices = &cx.trace.slices;
    let rows = cx.trace.tree.node(node).rows.iter();
    let near = rows.flat_map(|row| {
        let after = row.partition_point(slices, |id| slices.ts(id) < ts);
        let around = after.saturating_sub(2)..(after + 2).min(row.n_slices(slices));
        let ids = around.map(|index| row.id(slices, index));
        ids.flat_map(|id| [Some(slices.ts(id)), slices.end(id)])
            .flatten()
    });
    match step {
        Neighbour::Next => near.filter(|&edge| edge > ts).min(),
        Neighbour::Previous => near.filter(|&edge| edge < ts).max(),
    }
}

fn put_head(state: &mut State, cx: &UpdateCx, head: Ts) {
    let bounds = cx.trace.bounds;
    let head = head.clamp(bounds.start(), bounds.end());
    let Some(area) = &mut state.area else { return };
    area.head = head;
    let (from, start) = (area.node, area.ts);
    let to = state.view.cursor.unwrap_or(from);
    let nodes = between(state, cx, from, to);
    state.select(Selection::Area(Area {
        span: TimeSpan::new(start, head),
        nodes,
    }));
    state.view.cursor_ts = Some(head);
    let col = state.view.viewport.col_from_ts(head);
    let last = i64::from(state.view.viewport.cols()) - 1;
    if col < 0 {
        move_::pan(state, cx, col);
    } else if col > last {
        move_::pan(state, cx, col - last);
    }
}

/// Returns the nodes of the rows between two rows, inclusive, in any order.
pub(super) fn between(state: &State, cx: &UpdateCx, from: NodeId, to: NodeId) -> BTreeSet<NodeId> {
    let rows = cx.rows(state);
    let (Some(a), Some(b)) = (rows.place_of(from), rows.place_of(to)) else {
        return BTreeSet::from([from, to]);
    };
    rows.rows[a.min(b)..=a.max(b)]
        .iter()
        .map(|row| row.node)
        .collect()
}

/// Returns the selected area, or an area of the time and the track of the selected item.
pub(super) fn around(state: &State, cx: &UpdateCx) -> Option<Area> {
    if let Selection::Area(area) = &state.view.selection {
        return Some(area.clone());
    }
    let node = state.view.selection.node(&cx.trace)?;
    Some(Area {
        span: cx.selected_span(state)?,
        nodes: BTreeSet::from([node]),
    })
}

/// Selects an area of the time and the track of the selected item; a second time, on all tracks.
fn from_selection(state: &mut State, cx: &UpdateCx) {
    let Some(area) = around(state, cx) else {
        state.say("select a slice first");
        return;
    };
    state.area = None;
    let is_known = state.view.selection == Selection::Area(area.clone());
    if is_known {
        to_all_tracks(state, cx, area.span);
    } else {
        state.select(Selection::Area(area));
    }
}

/// Extends the selected area, of such a span, to all tracks, or says that it has them.
fn to_all_tracks(state: &mut State, cx: &UpdateCx, span: TimeSpan) {
    let nodes = BTreeSet::new();
    let area = Selection::Area(Area { span, nodes });
    if state.view.selection == area {
        let clear = hints::label_or_name(&cx.keymap, Command::Escape);
        // It may stop a query or lead back to a list first.
        let clear = if state.leads_back_to_list() || state.sql.running {
            String::new()
        } else {
            format!("; {clear} clears it")
        };
        state.say(format!("the area has all tracks{clear}"));
    } else {
        state.select(area);
    }
}

/// Selects the window on the cursor's track. An area that is selected already is extended to all tracks.
fn all(state: &mut State, cx: &UpdateCx) {
    state.area = None;
    if let Selection::Area(area) = &state.view.selection {
        return to_all_tracks(state, cx, area.span);
    }
    let (window, bounds) = (state.window(), cx.trace.bounds);
    // The window may reach beyond the trace, where there is nothing.
    let inside = |ts: Ts| ts.clamp(bounds.start(), bounds.end());
    if !cx.rows(state).are_there() {
        state.say("there are no rows");
        return;
    }
    let node = state.view.cursor;
    let node = node.or_else(|| state.view.selection.node(&cx.trace));
    state.select(Selection::Area(Area {
        span: TimeSpan::new(inside(window.start()), inside(window.end())),
        nodes: node.into_iter().collect(),
    }));
}

/// Returns whether an area is selected and the cursor is in it.
pub(super) fn is_at_cursor(state: &State, cx: &UpdateCx) -> bool {
    let Selection::Area(area) = &state.view.selection else {
        return false;
    };
    let ts = cx.cursor_ts(state);
    let is_there =
        state.view.cursor_ts.is_none() || (area.span.start() <= ts && ts <= area.span.end());
    let is_on = |node| area.nodes.is_empty() || area.nodes.contains(node);
    is_there && state.view.cursor.as_ref().is_none_or(is_on)
}

/// Returns whether the details of the selected area show states although none of its rows has any.
pub(super) fn has_other_states(state: &State, cx: &UpdateCx) -> bool {
    let sums = state.view.area_sums();
    let has_none = sums.is_some_and(|(_, report)| AreaList::States.len(report) == 0);
    let is_shown = state.view.details.tab == Tab::States;
    has_none && is_shown && !crate::view::leads(&cx.trace, &state.view, &[Tab::States]).is_empty()
}

/// Opens the list of the sums that the present tab of the details shows.
pub(super) fn show_sums(state: &mut State, cx: &UpdateCx) {
    if !matches!(state.view.selection, Selection::Area(_)) {
        state.say("select an area first");
        return;
    }
    let tab = state.view.details.tab;
    let list = AreaList::of_tab(tab).filter(|_| state.view.details.open);
    open_list(state, cx, list.unwrap_or(AreaList::Slices));
}

/// Returns an area of the time of the selected frame, critical user journey or start of an app, on the threads
/// that worked on it: on its own track nothing nests.
fn of_workers(state: &State, cx: &UpdateCx) -> Option<Area> {
    let Selection::Slice(slice) = state.view.selection else {
        return None;
    };
    let trace = &*cx.trace;
    let (span, works) = if let Some(frame) = trace.frames.actual_of(slice) {
        let lens = FrameLens::new(trace, frame);
        let links = lens.links;
        let works = match frame.surface_token {
            Some(_) => [links.do_frames, links.draw_frames, links.gpu].concat(),
            None => [links.commits, links.composites].concat(),
        };
        (lens.span, works)
    } else if let Some(start) = trace.startups().of_slice(slice) {
        return of_start(trace, start);
    } else {
        let cuj = trace.cujs().of_slice(slice)?;
        let frames = cuj.frames.iter().flatten();
        let frames = frames.filter_map(|&frame| trace.frames.actual_of(frame));
        let works = frames.flat_map(|frame| trace.frame_slices().with(frame.upid, frame.token()));
        (
            cx.selected_span(state)?,
            works.map(|work| work.slice).collect(),
        )
    };
    let node = |slice: SliceId| trace.tree.node_of_track(trace.slices.track_of(slice));
    let nodes: BTreeSet<NodeId> = works.into_iter().filter_map(node).collect();
    (!nodes.is_empty()).then_some(Area { span, nodes })
}

/// Returns an area of the time of an app's start, on its main thread and the one that drew its first frame.
fn of_start(trace: &Trace, start: &Startup) -> Option<Area> {
    let main = trace.main_thread(start.upid?)?;
    let draw = start.first_frame.map(|frame| frame.draw_frame);
    let tracks = [
        trace.thread_index().track_of(main),
        draw.map(|draw| trace.slices.track_of(draw)),
    ];
    let nodes = tracks.into_iter().flatten();
    let nodes: BTreeSet<NodeId> = nodes
        .filter_map(|track| trace.tree.node_of_track(track))
        .collect();
    let span = start.span;
    (!nodes.is_empty()).then_some(Area { span, nodes })
}

/// Opens the tree of the slices, or else of the samples, of the selected area, or of an area of the selected
/// item.
fn flame_graph(state: &mut State, cx: &UpdateCx) {
    if !matches!(state.view.selection, Selection::Area(_)) {
        let Some(area) = of_workers(state, cx).or_else(|| around(state, cx)) else {
            state.say("select an area or a slice first");
            return;
        };
        state.area = None;
        state.select(Selection::Area(area));
    }
    open_list(state, cx, AreaList::SliceTree);
}

/// Opens a list of the sums of the selected area.
pub(super) fn open_list(state: &mut State, cx: &UpdateCx, asked: AreaList) {
    if !matches!(state.view.selection, Selection::Area(_)) {
        return;
    }
    let kind = LayerKind::Area(asked);
    let Some((_, report)) = state.view.area_sums() else {
        // `fill_list` opens the list anew when the sums are there.
        let table = Table {
            badge: "AREA".into(),
            is_asked: true,
            empty: "adding up …".into(),
            mode: "AREA".into(),
            ..Table::default()
        };
        overlay::open_table(state, cx, kind, table, Arc::new(Vec::new()));
        if let Some(layer) = state.layers.last_mut() {
            layer.awaits = Awaits::Rows;
        }
        return;
    };
    // If the area has no rows for this list, the next list that has some is opened.
    let list = match asked.len(report) {
        0 if asked == AreaList::SliceTree && AreaList::SampleTree.is_in(&[report]) => {
            AreaList::SampleTree
        }
        0 => asked.next_of(&AreaList::ALL, &[report]),
        _ => asked,
    };
    let has_no_tree = asked == AreaList::SliceTree && list != asked && list != AreaList::SampleTree;
    let command = list_command(state, cx, list, report, &[]).unwrap_or_default();
    let mut hints = list_hints(cx);
    let kind = LayerKind::Area(list);
    if kind.has_callers() {
        let more = [Command::ListBranch, Command::ListCallers];
        let more = more.split_at(usize::from(!kind.is_tree())).1;
        hints.splice(1..1, overlay::hints(cx, more));
    }
    overlay::open_made(state, cx, kind, hints);
    if let Some(table) = state.top_table_mut() {
        table.command = command;
    }
    if has_no_tree {
        state.say(if cx.trace.arg_source.has_callstacks() {
            "no slice here lies in another; call stacks of events are not added up"
        } else {
            "no slice here lies in another"
        });
    }
}

/// Returns the command that selects the area and opens one of its lists, the first and then those after it, and
/// presses some keys there.
fn list_command(
    state: &State,
    cx: &UpdateCx,
    list: AreaList,
    report: &AreaReport,
    then: &[Key],
) -> Option<String> {
    let next_list = |list: AreaList| list.next_of(&AreaList::ALL, &[report]);
    let mut at = match AreaList::Slices.len(report) {
        0 => next_list(AreaList::Slices),
        _ => AreaList::Slices,
    };
    let mut keys = cx.keymap.keys(Command::Open).first()?.clone();
    for _ in AreaList::ALL {
        if at == list {
            break;
        }
        keys.extend_from_slice(cx.keymap.keys(Command::ListGroup).first()?);
        at = next_list(at);
    }
    keys.extend_from_slice(then);
    let select = reproduce::select_selected(state, cx)?;
    Some(format!(
        "{select} --keys {}",
        quoted(&Key::print_all(&keys))
    ))
}

/// Returns a list of the sums of the selected area, once they are there.
pub(super) fn list_rows(state: &State, list: AreaList) -> Option<(Table, Arc<dyn ListSource>)> {
    let sums = state.view.area_sums()?;
    Some(area::list(list, sums, state.size.cols))
}

fn list_hints(cx: &UpdateCx) -> Vec<Hint> {
    let mut hints = overlay::hints(cx, &overlay::LIST_KEYS);
    let next = Hint {
        keys: cx.keymap.label(Command::ListGroup),
        what: "next list".into(),
    };
    hints.insert(1, next);
    hints.retain(|hint| !hint.keys.is_empty());
    hints
}

/// Returns the selected area and its sums; otherwise says what is missing.
fn summed_up(state: &mut State) -> Option<(Area, Arc<AreaReport>)> {
    if !matches!(state.view.selection, Selection::Area(_)) {
        state.say("select an area first: v starts one, R makes one of a slice");
        return None;
    }
    let known = state.view.area_sums();
    let known = known.map(|(area, report)| (area.clone(), Arc::clone(report)));
    if known.is_none() {
        state.say("the area is still being added up");
    }
    known
}

/// Keeps the selected area, to compare other areas with it.
fn keep(state: &mut State) {
    let Some(known) = summed_up(state) else {
        return;
    };
    state.kept_area = Some(known);
    state.say("kept: compare-area compares the next area with this one");
}

/// Compares the selected area with the kept one; if none is kept, keeps the selected one.
fn compare(state: &mut State, cx: &UpdateCx) {
    match (&state.kept_area, &state.view.selection) {
        (Some((kept, _)), Selection::Area(area)) if kept == area => {
            state.say("this is the area that was kept: select another one");
        }
        (Some(_), _) => open_comparison(state, cx, AreaList::Slices),
        (None, _) => keep(state),
    }
}

/// Opens a comparison of the kept and the selected area, or the first after it that has rows.
fn open_comparison(state: &mut State, cx: &UpdateCx, list: AreaList) {
    let (Some((_, b)), Some((_, a))) = (summed_up(state), &state.kept_area) else {
        return;
    };
    let reports = [&**a, &b];
    let list = if list.is_in(&reports) {
        list
    } else {
        list.next_of(&AreaList::COMPARED, &reports)
    };
    if !list.is_in(&reports) {
        // The area of a frame is one example: its track has no slices but frames.
        let all = hints::label_or_name(&cx.keymap, Command::AreaAll);
        state.say(format!(
            "nothing to compare on these tracks; {all} makes an area one of all tracks"
        ));
        return;
    }
    overlay::open_made(state, cx, LayerKind::Compare(list), list_hints(cx));
}

/// Returns a comparison of the kept and the selected area; `None` if sums are missing.
pub(super) fn comparison_rows(
    state: &State,
    cx: &UpdateCx,
    list: AreaList,
) -> Option<(Table, CompareRows)> {
    let (area_a, a) = state.kept_area.clone()?;
    let (area_b, b) = state.view.area_report.clone()?;
    let on_a = tracks_of(cx, &area_a, &a);
    let on_b = tracks_of(cx, &area_b, &b);
    let rows = CompareRows::new(list, &cx.trace, (a, b), state.size.cols);
    let table = rows.table(&overlay::clock(state, cx), [&on_a, &on_b]);
    Some((table, rows))
}

/// Returns the tracks of an area in words; a single track by name.
fn tracks_of(cx: &UpdateCx, area: &Area, report: &AreaReport) -> String {
    match (area.nodes.first(), area.nodes.len()) {
        (None, _) => "all tracks".to_owned(),
        (Some(&node), 1) => cx.trace.tree.node(node).name.clone(),
        _ => counted(report.n_tracks, "track", "tracks"),
    }
}

/// Replaces a comparison by the next one.
pub(super) fn next_comparison(state: &mut State, cx: &UpdateCx, list: AreaList) {
    let (Some((_, a)), Some((_, b))) = (&state.kept_area, &state.view.area_report) else {
        return;
    };
    let next = list.next_of(&AreaList::COMPARED, &[a, b]);
    if next == list {
        state.say("there is nothing else to compare");
        return;
    }
    state.pop_layer();
    open_comparison(state, cx, next);
}

/// Opens the list anew that was opened before the sums of the selected area were there.
pub fn fill_list(state: &mut State, cx: &UpdateCx) {
    if let Some(layer) = state.layers.last()
        && let (LayerKind::Area(list), Awaits::Rows) = (layer.kind, layer.awaits)
    {
        state.pop_layer();
        open_list(state, cx, list);
    }
}

/// Replaces a list of the sums by the next one.
pub(super) fn next_list(state: &mut State, cx: &UpdateCx, list: AreaList) {
    let Some((_, report)) = state.view.area_sums() else {
        return;
    };
    let next = list.next_of(&AreaList::ALL, &[report]);
    if next == list {
        state.say("the area has nothing else to list");
        return;
    }
    state.pop_layer();
    open_list(state, cx, next);
}

/// Shows the list of a title below that of a table with the sums of areas, counted from the left.
pub(super) fn go_to_heading(state: &mut State, cx: &UpdateCx, at: usize) {
    match state.top_kind() {
        Some(LayerKind::Area(list)) => {
            let sums = state.view.area_sums();
            let named = sums.map(|(_, report)| Headings::of_area(list, report, state.size.cols));
            let named = named.and_then(|named| named.lists.get(at).copied());
            if let Some(next) = named.filter(|&next| next != list) {
                state.pop_layer();
                open_list(state, cx, next);
            }
        }
        Some(LayerKind::Compare(list)) => {
            let rows = comparison_rows(state, cx, list);
            let named = rows.and_then(|(_, rows)| rows.headings().lists.get(at).copied());
            if let Some(next) = named.filter(|&next| next != list) {
                state.pop_layer();
                open_comparison(state, cx, next);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
