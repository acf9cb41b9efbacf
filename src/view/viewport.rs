//! The window on the time axis: exact integer maths between time and columns.
//!
//! The length of the window is a whole number of nanoseconds per column, so
//! that panning by columns moves every cell exactly. Nothing here overflows,
//! whatever the timestamps are; column numbers may lie outside the window.

use crate::base::time::{Dur, TimeSpan, Ts};

/// Sub-columns per column: slice edges are drawn at eighths of a cell.
const EIGHTHS: i64 = 8;

/// A window on the time axis, `cols` columns wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    start: Ts,
    ns_per_col: i64,
    cols: u16,
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            start: Ts::ZERO,
            ns_per_col: 1,
            cols: 1,
        }
    }
}

impl Viewport {
    /// Returns the window that starts with `span` and is just long enough to show all of it.
    pub fn new(span: TimeSpan, cols: u16) -> Self {
        let cols = cols.max(1);
        let width = i128::from(cols);
        let dur = i128::from(span.end().ns()) - i128::from(span.start().ns());
        let ns_per_col = (dur + width - 1) / width;
        Self {
            start: span.start(),
            ns_per_col: clamp_ns(ns_per_col, cols),
            cols,
        }
    }

    /// Returns how many columns the window has, at least one.
    pub const fn cols(self) -> u16 {
        self.cols
    }

    /// Returns the length of a column in nanoseconds, at least one.
    pub const fn ns_per_col(self) -> i64 {
        self.ns_per_col
    }

    /// Returns the first instant that is shown.
    pub const fn start(self) -> Ts {
        self.start
    }

    /// Returns the time that is shown.
    pub fn span(self) -> TimeSpan {
        TimeSpan::new(self.start, self.start.plus(self.dur()))
    }

    /// Returns the length of the window.
    pub const fn dur(self) -> Dur {
        Dur::from_ns(self.ns_per_col * self.cols as i64)
    }

    /// Returns the window over the same time on a screen of another width.
    #[must_use]
    pub fn with_cols(self, cols: u16) -> Self {
        if cols == self.cols {
            self
        } else {
            Self::new(self.span(), cols)
        }
    }

    /// Returns the column that shows `ts`: negative before the window, `cols` and above after it.
    #[inline]
    pub fn col_from_ts(self, ts: Ts) -> i64 {
        self.units(ts, 1)
    }

    /// Returns the eighth of a column that shows `ts`, counted from the left edge of the window.
    #[inline]
    pub fn eighth_from_ts(self, ts: Ts) -> i64 {
        self.units(ts, EIGHTHS)
    }

    fn units(self, ts: Ts, per_col: i64) -> i64 {
        let from_start = ts.ns().checked_sub(self.start.ns());
        if let Some(scaled) = from_start.and_then(|ns| ns.checked_mul(per_col)) {
            return scaled.div_euclid(self.ns_per_col);
        }
        let ns = i128::from(ts.ns()) - i128::from(self.start.ns());
        let units = (ns * i128::from(per_col)).div_euclid(i128::from(self.ns_per_col));
        units.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
    }

    /// Returns the first instant that column `col` shows.
    #[inline]
    pub fn ts_from_col(self, col: i64) -> Ts {
        let from_start = col.checked_mul(self.ns_per_col);
        if let Some(ns) = from_start.and_then(|ns| self.start.ns().checked_add(ns)) {
            return Ts::from_ns(ns);
        }
        let ns = i128::from(self.start.ns()) + i128::from(col) * i128::from(self.ns_per_col);
        Ts::from_ns(ns.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
    }

    /// Returns the window moved by whole columns.
    #[must_use]
    pub fn panned(self, cols: i64) -> Self {
        Self {
            start: self.ts_from_col(cols),
            ..self
        }
    }

    /// Returns the window zoomed by `numerator / denominator` of its length, so that the first
    /// instant of column `anchor` stays in that column.
    #[must_use]
    pub fn zoomed(self, anchor: u16, numerator: u32, denominator: u32) -> Self {
        let anchor = i64::from(anchor.min(self.cols - 1));
        let scaled = i128::from(self.ns_per_col) * i128::from(numerator.max(1));
        let denominator = i128::from(denominator.max(1));
        let mut ns_per_col = clamp_ns((scaled + denominator / 2) / denominator, self.cols);
        // Rounding must not swallow a zoom step where columns are a few nanoseconds long.
        if ns_per_col == self.ns_per_col {
            ns_per_col = match numerator.max(1).cmp(&(denominator as u32)) {
                std::cmp::Ordering::Less => clamp_ns(i128::from(ns_per_col) - 1, self.cols),
                std::cmp::Ordering::Equal => ns_per_col,
                std::cmp::Ordering::Greater => clamp_ns(i128::from(ns_per_col) + 1, self.cols),
            };
        }
        self.with_scale_at(anchor, ns_per_col)
    }

    /// Returns whether both windows differ by less than a column, as after zooming in and out again.
    fn is_nearly(self, other: Self) -> bool {
        let ns = |at: i64| i128::from(at);
        let start = ns(self.start.ns()) - ns(other.start.ns());
        let dur = ns(self.dur().ns()) - ns(other.dur().ns());
        start.abs().max(dur.abs()) < ns(other.ns_per_col)
    }

    /// Returns the window of another scale that keeps the first instant of a column in its place.
    fn with_scale_at(self, anchor: i64, ns_per_col: i64) -> Self {
        let kept = i128::from(self.ts_from_col(anchor).ns());
        let start = kept - i128::from(anchor) * i128::from(ns_per_col);
        Self {
            start: Ts::from_ns(start.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64),
            ns_per_col,
            cols: self.cols,
        }
    }

    /// Returns the window that shows all of `bounds`.
    pub fn fit(bounds: TimeSpan, cols: u16) -> Self {
        Self::new(bounds, cols)
    }

    /// Returns the window that shows `span` in its middle, with a tenth of the width free on
    /// either side. An instant keeps the scale.
    #[must_use]
    pub fn focused_on(self, span: TimeSpan) -> Self {
        if span.dur().is_zero() {
            return self.centred_on(span.start());
        }
        let margin = Dur::from_ns((span.dur().ns() / 8).max(1));
        Self::new(
            TimeSpan::new(span.start().minus(margin), span.end().plus(margin)),
            self.cols,
        )
    }

    /// Returns the window moved by whole columns so that `ts` is in its middle.
    #[must_use]
    pub fn centred_on(self, ts: Ts) -> Self {
        self.panned(
            self.col_from_ts(ts)
                .saturating_sub(i64::from(self.cols) / 2),
        )
    }

    /// Returns the nearest window that is no longer than the padded trace and whose middle shows
    /// a part of the trace.
    #[must_use]
    pub fn clamped_to(self, bounds: TimeSpan) -> Self {
        let fit = Self::fit(bounds, self.cols);
        let longest = i128::from(fit.ns_per_col) + i128::from(fit.ns_per_col) / 8;
        let longest = clamp_ns(longest, self.cols);
        let anchor = i64::from(self.cols) / 2;
        let view = if self.ns_per_col > longest {
            self.with_scale_at(anchor, longest)
        } else {
            self
        };
        let view = view.with_middle_in(bounds);
        if view.is_nearly(fit) { fit } else { view }
    }

    /// Returns the window moved so that it begins with `bounds`, if it begins before.
    #[must_use]
    pub fn not_before(self, bounds: TimeSpan) -> Self {
        Self {
            start: self.start.max(bounds.start()),
            ..self
        }
    }

    /// Returns the nearest window that shows nothing but `bounds`, or all of them if it is as long.
    #[must_use]
    pub fn within(self, bounds: TimeSpan) -> Self {
        let fit = Self::fit(bounds, self.cols);
        if self.ns_per_col >= fit.ns_per_col {
            return fit;
        }
        let last = bounds.end().ns().saturating_sub(self.dur().ns());
        let start = self.start.ns().min(last).max(bounds.start().ns());
        Self {
            start: Ts::from_ns(start),
            ..self
        }
    }

    /// Returns the nearest window of the same scale whose middle shows a part of `bounds`.
    fn with_middle_in(self, bounds: TimeSpan) -> Self {
        let anchor = i64::from(self.cols) / 2;
        let middle = self.ts_from_col(anchor);
        let nearest = middle.clamp(bounds.start(), bounds.end());
        if nearest == middle {
            return self;
        }
        // By whole columns, so that cells keep their contents.
        let mut cols = self.col_from_ts(nearest).saturating_sub(anchor);
        if nearest < middle && self.panned(cols).ts_from_col(anchor) > bounds.end() {
            cols = cols.saturating_sub(1);
        }
        self.panned(cols)
    }
}

/// Keeps the length of the window inside 64 bits.
fn clamp_ns(ns_per_col: i128, cols: u16) -> i64 {
    ns_per_col.clamp(1, i128::from(i64::MAX) / i128::from(cols)) as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn views() -> impl Strategy<Value = Viewport> {
        (any::<i64>(), any::<i64>(), 1..500_u16).prop_map(|(a, b, cols)| {
            Viewport::new(TimeSpan::new(Ts::from_ns(a), Ts::from_ns(b)), cols)
        })
    }

    fn calm_views() -> impl Strategy<Value = Viewport> {
        (0..1_000_000_000_000_i64, 1..1_000_000_000_i64, 1..500_u16).prop_map(|(a, dur, cols)| {
            let start = Ts::from_ns(a);
            Viewport::new(TimeSpan::new(start, start.plus(Dur::from_ns(dur))), cols)
        })
    }

    proptest! {
        #[test]
        fn a_column_begins_at_or_before_what_it_shows(view in views(), ts in any::<i64>()) {
            let ts = Ts::from_ns(ts);
            let col = view.col_from_ts(ts);
            prop_assert!(view.ts_from_col(col) <= ts);
            prop_assert!(view.ts_from_col(col.saturating_add(1)) >= ts);
        }

        #[test]
        fn columns_are_monotone(view in views(), a in any::<i64>(), b in any::<i64>()) {
            let (low, high) = (a.min(b), a.max(b));
            prop_assert!(view.col_from_ts(Ts::from_ns(low)) <= view.col_from_ts(Ts::from_ns(high)));
            let eighth = view.eighth_from_ts(Ts::from_ns(low));
            prop_assert!(eighth <= view.eighth_from_ts(Ts::from_ns(high)));
            prop_assert_eq!(eighth.div_euclid(8).clamp(-1 << 59, 1 << 59),
                view.col_from_ts(Ts::from_ns(low)).clamp(-1 << 59, 1 << 59));
        }

        #[test]
        fn zooming_keeps_the_anchor_in_its_column(
            view in calm_views(), anchor in any::<u16>(), num in 1..20_u32, den in 1..20_u32,
        ) {
            let anchor = anchor % view.cols();
            let kept = view.ts_from_col(i64::from(anchor));
            let zoomed = view.zoomed(anchor, num, den);
            prop_assert_eq!(zoomed.col_from_ts(kept), i64::from(anchor));
            prop_assert!(zoomed.ns_per_col() >= 1);
            if num < den && view.ns_per_col() > 1 {
                prop_assert!(zoomed.ns_per_col() < view.ns_per_col());
            }
            if num > den {
                prop_assert!(zoomed.ns_per_col() > view.ns_per_col());
            }
        }

        #[test]
        fn zooming_in_and_out_again_shows_the_whole_trace(
            start in 0..1_000_000_i64, dur in 1_000_000..1_000_000_000_000_i64,
            cols in 20..400_u16, anchor in any::<u16>(),
        ) {
            let bounds = TimeSpan::new(Ts::from_ns(start), Ts::from_ns(start + dur));
            let fit = Viewport::fit(bounds, cols);
            let inside = fit.zoomed(anchor, 4, 5).clamped_to(bounds);
            prop_assert_eq!(inside.zoomed(anchor, 5, 4).clamped_to(bounds), fit);
            // A step of one column beyond the bounds is not undone.
            prop_assert_eq!(fit.panned(1).clamped_to(bounds), fit.panned(1));
        }

        #[test]
        fn panning_moves_every_cell_exactly(view in calm_views(), by in -1000..1000_i64, ts in 0..2_000_000_000_000_i64) {
            let ts = Ts::from_ns(ts);
            let panned = view.panned(by);
            prop_assert_eq!(panned.eighth_from_ts(ts), view.eighth_from_ts(ts) - by * EIGHTHS);
            prop_assert_eq!(panned.panned(-by), view);
        }

        #[test]
        fn a_clamped_window_shows_the_trace(view in views(), a in 0..1_000_000_i64, dur in 1..1_000_000_i64) {
            let bounds = TimeSpan::new(Ts::from_ns(a), Ts::from_ns(a + dur));
            let clamped = view.clamped_to(bounds);
            let middle = clamped.ts_from_col(i64::from(clamped.cols()) / 2);
            prop_assert!(middle.plus(Dur::from_ns(clamped.ns_per_col())) >= bounds.start());
            prop_assert!(middle <= bounds.end());
            prop_assert!(clamped.ns_per_col() <= (dur / i64::from(view.cols()) + 1) * 9 / 8 + 1);
            prop_assert_eq!(clamped.clamped_to(bounds), clamped);
            let within = clamped.within(bounds);
            let fit = Viewport::fit(bounds, clamped.cols());
            prop_assert!(within == fit || within.start() >= bounds.start());
            prop_assert!(within == fit || within.span().end() <= bounds.end());
            prop_assert!(within.ns_per_col() <= clamped.ns_per_col());
            prop_assert_eq!(within.within(bounds), within);
        }
    }

    #[test]
    fn fit_shows_both_ends() {
        let bounds = TimeSpan::new(Ts::from_ns(100), Ts::from_ns(1101));
        let view = Viewport::fit(bounds, 10);
        assert_eq!(view.col_from_ts(bounds.start()), 0);
        assert_eq!(view.ns_per_col(), 101);
        assert_eq!(view.col_from_ts(Ts::from_ns(1100)), 9);
    }

    #[test]
    fn columns_of_few_nanoseconds_can_be_zoomed() {
        let view = Viewport::new(TimeSpan::new(Ts::ZERO, Ts::from_ns(80)), 80);
        let out = view.zoomed(40, 5, 4);
        assert_eq!((view.ns_per_col(), out.ns_per_col()), (1, 2));
        assert_eq!(out.zoomed(40, 4, 5).ns_per_col(), 1);
    }

    #[test]
    fn within_a_trace_a_window_shows_nothing_else() {
        let span = |from, to| TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
        let within = |from| {
            let view = Viewport::new(span(from, from + 100), 100);
            view.within(span(0, 1_000)).start().ns()
        };
        assert_eq!([within(-50), within(500), within(950)], [0, 500, 900]);
    }

    #[test]
    fn a_trace_of_decades_fits() {
        for end in [1_760_000_000_000_000_000, i64::MAX - 807] {
            let bounds = TimeSpan::new(Ts::ZERO, Ts::from_ns(end));
            for cols in [1, 80, 400, u16::MAX] {
                let fit = Viewport::fit(bounds, cols).clamped_to(bounds);
                let last = i64::from(cols) - 1;
                assert_eq!(fit.col_from_ts(Ts::from_ns(end - 100_000)), last, "{cols}");
            }
        }
    }

    #[test]
    fn resizing_keeps_the_time_range() {
        let view = Viewport::new(TimeSpan::new(Ts::ZERO, Ts::from_ns(8000)), 80);
        let wide = view.with_cols(160);
        assert_eq!(wide.span(), view.span());
        assert_eq!(wide.with_cols(80), view);
    }
}
