//! Going to a frame: the window around it, and the slice that worked on it in sight.
//!
//! The rows of frames are above those of threads, often far above the one that drew the frame. If both fit on
//! the screen, the frame's row goes to the top; if not, the thread's track is pinned for now, until something
//! else is selected. So is the main thread of an app that is started, whose start is a slice of the system.

use super::{UpdateCx, move_, select, zoom};
use crate::app::state::State;
use crate::base::time::TimeSpan;
use crate::model::ids::{NodeId, SliceId};
use crate::model::track_tree::NodeKind;
use crate::view::rows::{Content, Row, Rows};

/// How many columns a frame and its deadline get at least; the frame alone gets one. What is narrower would not
/// be visible.
const FRAME_COLS: i64 = 3;

/// How many lines below the slice that worked on the frame are made visible with it.
const LINES_BELOW: usize = 3;

/// With fewer lines for tracks, no track is pinned.
const LINES_FOR_PEEK: usize = 8;

/// Selects a frame and shows it with its deadline and the slices that worked on it; zooms only if
/// it and its deadline do not fit or are too narrow.
pub(super) fn go_to(state: &mut State, cx: &UpdateCx, slice: SliceId) {
    let trace = &cx.trace;
    select::select_slice(state, cx, slice);
    let start = trace.slices.ts(slice);
    let end = trace.slices.end(slice).unwrap_or(start);
    let frame = TimeSpan::new(start, end);
    let span = select::with_deadline(state, cx, frame);
    let view = state.view.viewport;
    let is_narrow = span.dur().ns() < view.ns_per_col().saturating_mul(FRAME_COLS)
        || frame.dur().ns() < view.ns_per_col();
    if span.dur() > view.dur() || is_narrow {
        zoom::focus(state, cx, span);
    } else {
        zoom::show(state, cx, span);
    }
    bring_work(state, cx, slice);
}

/// Brings the slice that worked on a frame, or on the start of an app, into sight. The cursor is on the frame or
/// the start.
pub fn bring_work(state: &mut State, cx: &UpdateCx, slice: SliceId) {
    if let Some(work) = work_of(cx, slice) {
        show_work(state, cx, work);
    }
}

/// Returns the first slice of a thread that has the token of a frame, which is `doFrame` if there is one; of the
/// start of an app, the first of its main thread.
fn work_of(cx: &UpdateCx, slice: SliceId) -> Option<SliceId> {
    if let Some(start) = cx.trace.startups().of_slice(slice) {
        return start.first_work(&cx.trace);
    }
    let frame = cx.trace.frames.actual_of(slice)?;
    let works = cx.trace.frame_slices().with(frame.upid, frame.token());
    works.first().map(|work| work.slice)
}

/// Scrolls until both the frame, where the cursor is, and a slice are visible, or else pins the slice's track
/// for now.
fn show_work(state: &mut State, cx: &UpdateCx, work: SliceId) {
    let Some((node, depth)) = cx.trace.tree.place_of(&cx.trace.slices, work) else {
        return;
    };
    let rows = cx.rows(state);
    if rows.pinned.iter().any(|row| row.data == node) || frame_lines(state, cx, &rows).is_none() {
        return;
    }
    let lines = lines_of(state, cx, &rows, (node, depth));
    let scroll = lines.and_then(|lines| scroll_to_both(state, cx, &rows, lines));
    if let Some(scroll) = scroll {
        state.view.scroll = scroll;
    } else if may_peek(state, cx, node) {
        state.view.flows.peek = Some(node);
        state.view.flows.peek_slice = Some(work);
        let rows = cx.rows(state);
        if let Some((_, line)) = frame_lines(state, cx, &rows)
            && let Some(scroll) = scroll_to_both(state, cx, &rows, (line, line))
        {
            state.view.scroll = scroll;
        }
    }
}

/// Returns the first line of the frame's row and the line of the cursor, which is on the frame.
fn frame_lines(state: &State, cx: &UpdateCx, rows: &Rows) -> Option<(usize, usize)> {
    let place = rows.place_of(state.view.cursor?)?;
    Some((rows.rows[place].top, move_::cursor_line(state, cx, rows)?))
}

/// Returns the line of a depth of a node, and the last of the lines below it that should be visible, too.
fn lines_of(
    state: &State,
    cx: &UpdateCx,
    rows: &Rows,
    (node, depth): (NodeId, usize),
) -> Option<(usize, usize)> {
    let shows = |row: &&Row| {
        row.data == node && matches!(row.content, Content::Slices | Content::Outermost)
    };
    let row = rows.rows.iter().find(shows)?;
    let place = move_::depths(state, cx, row).place_of(depth)?;
    let line = row.top + place / move_::per_line(state);
    let last = (row.top + row.lines).saturating_sub(1);
    Some((line, last.min(line + LINES_BELOW)))
}

/// Returns how far to scroll so that the frame and some other lines are visible: not at all if they are, else
/// so that the expected frames are at the top, or the frame's row, or at least its line. `None` if there is
/// no room for both.
fn scroll_to_both(
    state: &State,
    cx: &UpdateCx,
    rows: &Rows,
    (first, last): (usize, usize),
) -> Option<usize> {
    let (top, line) = frame_lines(state, cx, rows)?;
    let before = top.checked_sub(1).and_then(|above| rows.place_at(above));
    let expected = before.map(|place| rows.rows[place]).filter(|row| {
        let kind = &cx.trace.tree.node(row.data).kind;
        matches!(kind, NodeKind::ExpectedFrames(_))
    });
    let expected = expected.map_or(top, |row| row.top);
    let room = move_::room(state, cx, rows);
    let headings = move_::headings(rows, line, room);
    let most = rows.lines().saturating_sub(room);
    let scroll = state.view.scroll.min(most);
    let is_seen = |seen: usize| seen >= scroll + headings && seen < scroll + room;
    if is_seen(line) && is_seen(first) && is_seen(last) {
        return Some(scroll);
    }
    let last = last.max(line);
    let mut tops = [expected, top, line].into_iter().map(|at| at.min(first));
    let top = tops.find(|at| last < at.saturating_sub(headings) + room)?;
    Some(top.saturating_sub(headings).min(most))
}

/// Returns whether a node may be pinned for now: not if the user has hidden it or filtered it away, and not
/// on a low screen.
fn may_peek(state: &State, cx: &UpdateCx, node: NodeId) -> bool {
    let mut path = cx.trace.tree.path_up(node);
    let is_hidden = path.any(|node| state.view.hidden.contains(&node));
    let height = usize::from(cx.layout(state).tree.height);
    !is_hidden && state.view.filtered.is_none() && height >= LINES_FOR_PEEK
}
