//! Moving the window and the cursor: panning, rows, pages, the ends of the trace, back and forward.
//!
//! A pan is always a whole number of columns, so that cells move exactly. The cursor's row is scrolled to
//! when it would leave the screen.

use super::{UpdateCx, area, overlay, zoom};
use crate::app::command::family::Move;
use crate::app::history::{History, Place};
use crate::app::state::State;
use crate::view::rows::{Content, Depths, Row, Rows, kept_for, shown_depths};
use crate::view::state::Selection;

/// How many pans it takes to cross the window.
const STEPS: i64 = 12;

pub(super) fn update(state: &mut State, command: Move, cx: &UpdateCx) {
    let cols = i64::from(state.view.viewport.cols());
    let step = (cols / STEPS).max(1);
    match command {
        Move::ZoomIn => zoom::zoom(state, cx, 4, 5),
        Move::ZoomOut => zoom::zoom(state, cx, 5, 4),
        Move::PanLeft => along(state, cx, -step),
        Move::PanRight => along(state, cx, step),
        Move::PanLeftPage => along(state, cx, -(cols * 3 / 4).max(1)),
        Move::PanRightPage => along(state, cx, (cols * 3 / 4).max(1)),
        Move::PanLeftColumn => along(state, cx, -1),
        Move::PanRightColumn => along(state, cx, 1),
        Move::RowUp => row(state, cx, -1),
        Move::RowDown => row(state, cx, 1),
        Move::PageUp => page(state, cx, -1),
        Move::PageDown => page(state, cx, 1),
        Move::FirstRow => to_end(state, cx, true),
        Move::LastRow => to_end(state, cx, false),
        Move::TraceStart => {
            let by = state.view.viewport.col_from_ts(cx.trace.bounds.start());
            pan(state, cx, by);
            let view = &mut state.view;
            view.viewport = view.viewport.not_before(cx.trace.bounds);
        }
        Move::TraceEnd => {
            let by = state.view.viewport.col_from_ts(cx.trace.bounds.end());
            pan(state, cx, by.saturating_sub(cols - 1));
        }
        Move::FitAll => zoom::fit(state, cx),
        Move::Back => travel(state, cx, (History::back, "nothing before this")),
        Move::Forward => travel(state, cx, (History::forward, "nothing after this")),
    }
}

/// Goes back or forward in the history, or says that it ends there. A list that was left from the place is opened
/// again, and left again by going on.
fn travel(state: &mut State, cx: &UpdateCx, (go, end): (Go, &str)) {
    if !overlay::is_settled(state) {
        return;
    }
    let Some(place) = go(&mut state.history) else {
        state.say(end);
        return;
    };
    if !state.layers.is_empty() {
        state.park_layers();
    }
    super::restore(state, cx, &place);
    state.unpark_layers_at(&place);
    overlay::refit(state, cx);
    state.move_places(place.viewport);
}

/// A step in the history.
type Go = fn(&mut History) -> Option<Place>;

/// Moves the window, or the free end of an area that is being extended.
fn along(state: &mut State, cx: &UpdateCx, cols: i64) {
    if state.area.is_some() {
        area::extend(state, cx, cols);
    } else {
        pan(state, cx, cols);
    }
}

/// Moves the window by whole columns; the middle stays inside the trace.
pub(super) fn pan(state: &mut State, cx: &UpdateCx, cols: i64) {
    state.fitted = None;
    let panned = state.view.viewport.panned(cols);
    state.view.viewport = panned.clamped_to(cx.trace.bounds);
}

/// Returns how many lines of the screen there are for the rows that scroll.
pub(super) fn room(state: &State, cx: &UpdateCx, rows: &Rows) -> usize {
    let height = usize::from(cx.layout(state).tree.height);
    height - rows.kept_room(height)
}

/// Moves the cursor by lines.
fn row(state: &mut State, cx: &UpdateCx, by: isize) {
    let rows = cx.rows(state);
    let total = rows.lines();
    if total == 0 {
        return;
    }
    let line = match cursor_line(state, cx, &rows) {
        Some(line) => {
            // The lines of a chart are one step, because it has no depths.
            let row = rows.place_at(line).map(|place| rows.rows[place]);
            let chart = row.filter(|row| by > 0 && row.content == Content::Counter);
            let from = chart.map_or(line, |row| row.top + row.lines - 1);
            let next = from.saturating_add_signed(by);
            if next < total { next } else { line }
        }
        None => state.view.scroll.min(total - 1),
    };
    put_cursor(state, cx, &rows, line);
    if state.area.is_some() {
        area::extend(state, cx, 0);
    }
}

/// Puts the cursor on the first row of the screen.
pub(super) fn begin(state: &mut State, cx: &UpdateCx) {
    row(state, cx, 1);
}

/// Returns the line of the cursor among the rows that scroll.
pub(super) fn cursor_line(state: &State, cx: &UpdateCx, rows: &Rows) -> Option<usize> {
    let row = &rows.rows[rows.place_of(state.view.cursor?)?];
    let depths = depths(state, cx, row);
    let place = depths.place_of(state.view.cursor_depth);
    let line = place.unwrap_or(0) / per_line(state);
    Some(row.top + line.min(row.lines.saturating_sub(1)))
}

/// Returns how many depths a line shows.
pub(super) fn per_line(state: &State) -> usize {
    if state.view.half_height { 2 } else { 1 }
}

/// Puts the cursor on a line and scrolls to it.
fn put_cursor(state: &mut State, cx: &UpdateCx, rows: &Rows, line: usize) {
    let Some(place) = rows.place_at(line) else {
        return;
    };
    let row = rows.rows[place];
    state.view.cursor = Some(row.node);
    let depths = depths(state, cx, &row);
    let place = (line - row.top) * per_line(state);
    state.view.cursor_depth = depths.get(place).unwrap_or(0);
    show_line(state, cx, rows, line);
    if row.content == Content::Counter {
        // The name and all of the chart become visible, if they fit.
        let last = row.top + row.lines - 1;
        show_line(state, cx, rows, last);
        show_line(state, cx, rows, row.top);
    }
}

/// Returns how many headings stay visible above a line that is the first of `room`.
pub(super) fn headings(rows: &Rows, line: usize, room: usize) -> usize {
    let level = rows
        .place_at(line)
        .map_or(0, |place| rows.rows[place].level);
    usize::from(level).min(room / 4)
}

/// Scrolls until a line is visible below the headings that stay at the top.
pub(super) fn show_line(state: &mut State, cx: &UpdateCx, rows: &Rows, line: usize) {
    let room = room(state, cx, rows);
    let headings = headings(rows, line, room);
    let total = rows.lines();
    let scroll = state.view.scroll.min(total.saturating_sub(room));
    let is_step = line + 1 >= scroll + headings && line <= scroll + room;
    state.view.scroll = if !is_step {
        // After a jump, the rows below the line are visible, too.
        line.saturating_sub((room / 3).max(headings))
    } else if line < scroll + headings {
        line.saturating_sub(headings)
    } else if line >= scroll + room {
        line + 1 - room.min(line + 1)
    } else {
        scroll
    };
}

/// Makes a change to which rows there are. The cursor stays on its line of the screen if there is one for it, and
/// in sight in any case: it may have moved to the group around it, far above.
pub(super) fn around_cursor(state: &mut State, cx: &UpdateCx, change: impl FnOnce(&mut State)) {
    let line = cursor_line(state, cx, &cx.rows(state));
    let below = line.map(|line| line.saturating_sub(state.view.scroll));
    change(state);
    let rows = cx.rows(state);
    if let (Some(below), Some(line)) = (below, cursor_line(state, cx, &rows)) {
        state.view.scroll = line.saturating_sub(below);
        show_line(state, cx, &rows, line);
    }
}

/// Scrolls until a few lines below a visible line are visible, too, down to `last` at most.
pub(super) fn show_below(
    state: &mut State,
    cx: &UpdateCx,
    rows: &Rows,
    (line, last): (usize, usize),
) {
    const LINES: usize = 3;
    let room = room(state, cx, rows);
    let lines = LINES.min(room / 4);
    let seen = state.view.scroll + room;
    if line < seen {
        state.view.scroll += (last.min(line + lines) + 1).saturating_sub(seen);
    }
}

/// Returns the visual rows that a row shows; that of the selection is never folded.
pub(super) fn depths(state: &State, cx: &UpdateCx, row: &Row) -> Depths {
    let keep = match state.view.selection {
        Selection::Slice(id) => kept_for(&cx.trace, row.data, id),
        _ => Vec::new(),
    };
    match row.content {
        Content::Slices | Content::Outermost => shown_depths(&cx.trace, row, &keep),
        _ => Depths::First(0),
    }
}

fn page(state: &mut State, cx: &UpdateCx, by: isize) {
    let rows = cx.rows(state);
    let room = room(state, cx, &rows);
    // Where all rows are seen, a page leads to the first or the last.
    let page = room.saturating_sub(2).max(1);
    let page = if is_all_seen(state, cx, &rows) {
        room.max(page)
    } else {
        page
    };
    let by = by * page as isize;
    scroll(state, cx, by);
    let Some(last) = rows.lines().checked_sub(1) else {
        return;
    };
    let line = match cursor_line(state, cx, &rows) {
        Some(line) => line.saturating_add_signed(by),
        // Without a line on the screen, the cursor goes to the first line after scrolling.
        None if by > 0 && is_all_seen(state, cx, &rows) => last,
        None => state.view.scroll,
    };
    put_cursor(state, cx, &rows, line.min(last));
    if state.area.is_some() {
        area::extend(state, cx, 0);
    }
}

/// Returns whether all rows fit on the screen.
fn is_all_seen(state: &State, cx: &UpdateCx, rows: &Rows) -> bool {
    rows.lines() <= room(state, cx, rows)
}

/// Moves the cursor to the first or the last row.
fn to_end(state: &mut State, cx: &UpdateCx, is_first: bool) {
    let rows = cx.rows(state);
    let Some(last) = rows.lines().checked_sub(1) else {
        return;
    };
    put_cursor(state, cx, &rows, if is_first { 0 } else { last });
    // Scrolls on to the very end, as there may be lines before the first or after the last row.
    scroll(state, cx, if is_first { isize::MIN } else { isize::MAX });
    if state.area.is_some() {
        area::extend(state, cx, 0);
    }
}

/// Scrolls by lines.
pub(super) fn scroll(state: &mut State, cx: &UpdateCx, by: isize) {
    let rows = cx.rows(state);
    let last = rows.lines().saturating_sub(room(state, cx, &rows));
    state.view.scroll = state
        .view
        .scroll
        .min(last)
        .saturating_add_signed(by)
        .min(last);
}
