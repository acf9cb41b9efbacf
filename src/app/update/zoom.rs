//! The scale of the time axis.

use super::UpdateCx;
use crate::app::state::State;
use crate::base::time::{Dur, TimeSpan};
use crate::view::viewport::Viewport;

/// Multiplies the length of the window by `numerator / denominator`, around the cursor's instant.
pub(super) fn zoom(state: &mut State, cx: &UpdateCx, numerator: u32, denominator: u32) {
    let col = state.view.viewport.col_from_ts(cx.cursor_ts(state));
    zoom_at(
        state,
        cx,
        col.clamp(0, i64::from(u16::MAX)) as u16,
        numerator,
        denominator,
    );
}

/// Zooms around a column.
pub(super) fn zoom_at(
    state: &mut State,
    cx: &UpdateCx,
    col: u16,
    numerator: u32,
    denominator: u32,
) {
    state.fitted = None;
    let zoomed = state.view.viewport.zoomed(col, numerator, denominator);
    let zoomed = zoomed.clamped_to(cx.trace.bounds);
    // Who zooms out wants to see more: nothing is beside the trace.
    state.view.viewport = if numerator > denominator {
        zoomed.within(cx.trace.bounds)
    } else {
        zoomed
    };
}

/// Shows the whole trace.
pub(super) fn fit(state: &mut State, cx: &UpdateCx) {
    let view = Viewport::fit(cx.trace.bounds, state.view.viewport.cols());
    state.view.viewport = view;
    state.fitted = Some(view);
    state.wants_whole = true;
}

/// Shows a span with some space around it. An instant is moved to the middle; if it is there already, or if
/// half of the window would be empty, the window also gets short.
pub(super) fn focus(state: &mut State, cx: &UpdateCx, span: TimeSpan) {
    /// The window of an instant is 1/500 of the present window, as in Perfetto's UI.
    const OF: i64 = 500;
    state.fitted = None;
    let view = state.view.viewport;
    let mut focused = view.focused_on(span).clamped_to(cx.trace.bounds);
    let is_long = view.dur().ns() > cx.trace.bounds.dur().ns() / 2;
    if span.dur().is_zero() && (focused == view || is_long) {
        let dur = Dur::from_ns(view.dur().ns() / OF);
        let close = TimeSpan::new(span.start(), span.start().plus(dur));
        focused = Viewport::new(close, view.cols()).centred_on(span.start());
    }
    state.view.viewport = focused;
}

/// Moves the window so that a span is visible; the scale stays the same.
pub(super) fn show(state: &mut State, cx: &UpdateCx, span: TimeSpan) {
    let view = state.view.viewport;
    let window = view.span();
    let fits = span.dur() <= view.dur();
    let inside = window.start() <= span.start() && span.end() <= window.end();
    // A span longer than the window is visible if it covers the window.
    let within = !fits && span.start() <= window.start() && window.end() <= span.end();
    if inside || within {
        return;
    }
    state.fitted = None;
    let centre = if fits {
        crate::view::time::middle(span)
    } else {
        // The start of the span goes to a quarter of the window.
        span.start().plus(Dur::from_ns(view.dur().ns() / 4))
    };
    state.view.viewport = view.centred_on(centre).clamped_to(cx.trace.bounds);
}
