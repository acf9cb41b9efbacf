//! Where the scheduling of CPUs was not recorded: the sign for it on rows of CPUs and threads, and words.
//!
//! Without a sign an idle CPU and one of which nothing is known would look the same.

use super::cx::Cx;
use super::pane::Pane;
use super::scene::{Glyph, Line, Role};
use super::time;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::gaps::{Gap, GapKind};
use crate::model::ids::{SchedId, ThreadStateId, Utid};
use crate::model::sched::cpu_name;

/// Stands in cells of which nothing is known.
const HATCH: char = '╱';

/// Returns what stands in place of a state in a gap.
pub const fn gap_name(kind: GapKind) -> &'static str {
    match kind {
        GapKind::Lost => "Events were lost",
        GapKind::Before | GapKind::After => "Not recorded",
    }
}

/// Returns the time of a column.
fn col_span(cx: &Cx<'_>, col: u16) -> TimeSpan {
    let [from, to] = [0, 1].map(|at| cx.view.ts_from_col(i64::from(col) + at));
    TimeSpan::new(from, to)
}

/// Returns whether the whole time of a column is in a gap of a CPU, as far as the trace goes.
pub(super) fn is_unrecorded(cx: &Cx<'_>, cpu: u32, col: u16) -> bool {
    let span = col_span(cx, col);
    let inside = span.clamped_to(cx.trace.bounds);
    !inside.dur().is_zero() && cx.trace.gaps().covering(cpu, inside).is_some()
}

/// Hatches the cells of a line that fulfil a condition, where nothing else is.
pub(super) fn hatch(line: &mut Line, is_hatched: impl Fn(u16) -> bool) {
    let cols = (0..line.width).filter(|&col| is_hatched(col));
    let glyphs = cols.map(|col| Glyph {
        behind: false,
        ..Glyph::behind(col, HATCH, Role::Dim)
    });
    line.glyphs.extend(glyphs);
}

/// Hatches the cells of a thread's states that are not known. What is not known of a state is found once for all its
/// cells.
pub(super) fn hatch_states(cx: &Cx<'_>, utid: Utid, line: &mut Line) {
    let (trace, window) = (cx.trace, cx.view.span().clamped_to(cx.trace.bounds));
    let mut state: Option<(TimeSpan, Vec<Gap>)> = None;
    for col in 0..line.width {
        let span = col_span(cx, col).clamped_to(window);
        if span.dur().is_zero() || !trace.gaps().may_concern(trace, utid, span) {
            continue;
        }
        let goes_on = |(of, _): &(TimeSpan, _)| span.end() <= of.end();
        if !state.as_ref().is_some_and(goes_on) {
            let id = trace.sched.state_at(utid, span.start());
            state = id.map(|id| {
                let end = trace.sched.state_end(id).unwrap_or(window.end());
                let rest = TimeSpan::new(span.start(), end.min(window.end()).max(span.end()));
                (rest, trace.gaps().in_state(trace, id, rest))
            });
        }
        let Some((_, gaps)) = &state else { continue };
        let n = gaps.partition_point(|gap| gap.span.start() <= span.start());
        let last = n.checked_sub(1).map(|last| gaps[last].span);
        if last.is_some_and(|gap| span.end() <= gap.end()) {
            line.glyphs.push(Glyph {
                behind: false,
                ..Glyph::behind(col, HATCH, Role::Dim)
            });
        }
    }
}

/// Returns the gap in which a state is not known at an instant.
pub(super) fn at(cx: &Cx<'_>, id: ThreadStateId, ts: Ts) -> Option<Gap> {
    let span = TimeSpan::new(ts, ts.plus(Dur::from_ns(1)));
    let gaps = cx.trace.gaps().in_state(cx.trace, id, span);
    gaps.first().copied()
}

/// Returns when a state is not known.
fn of_state(cx: &Cx<'_>, id: ThreadStateId) -> Vec<Gap> {
    let row = cx.trace.sched.state_row(id);
    let end = cx.trace.sched.state_end(id);
    let end = end.unwrap_or(cx.trace.known_until());
    let span = TimeSpan::new(row.ts, end.max(row.ts));
    cx.trace.gaps().in_state(cx.trace, id, span)
}

/// Says for how much of a state it is not known, and why.
pub(super) fn in_state(cx: &Cx<'_>, pane: &mut Pane, id: ThreadStateId) {
    let end = cx.trace.sched.state_end(id);
    unknown(cx, pane, &of_state(cx, id), end);
}

/// Says for how much of a stay on a CPU it is not known, and why.
pub(super) fn in_stay(cx: &Cx<'_>, pane: &mut Pane, id: SchedId) {
    let row = cx.trace.sched.sched_row(id);
    let end = cx.trace.sched.stay_end(id);
    let until = end.unwrap_or(cx.trace.known_until()).max(row.ts);
    let gaps = cx
        .trace
        .gaps()
        .within(row.cpu, TimeSpan::new(row.ts, until));
    unknown(cx, pane, &gaps.collect::<Vec<_>>(), end);
}

fn unknown(cx: &Cx<'_>, pane: &mut Pane, gaps: &[Gap], end: Option<Ts>) {
    let Some(&first) = gaps.first() else { return };
    // What did not finish tells that its end is missing.
    if first.kind == GapKind::After && end.is_none() && cx.trace.complete {
        let rest = cx.trace.bounds.end().since(first.span.start()).ns();
        if is_little(rest, cx.trace.bounds.dur().ns()) {
            return;
        }
    }
    let ns = gaps.iter().map(|gap| gap.span.dur().ns()).sum();
    pane.pair_of("unknown", &words(first, ns), Role::Warn);
}

/// Returns for how long a time is not known, and why.
pub(super) fn words(gap: Gap, ns: i64) -> String {
    format!("{}: {}", time::dur(ns), reason(gap))
}

/// Returns whether a time without a recording is too short to tell of: the last moment of a trace is hardly ever
/// known.
pub(super) const fn is_little(ns: i64, whole: i64) -> bool {
    ns.saturating_mul(200) < whole
}

/// Says why a time is not known: of which CPU events were lost, or that nothing was recorded.
pub(super) fn reason(gap: Gap) -> String {
    match gap.kind {
        GapKind::Lost => format!("events of {} were lost", cpu_name(gap.cpu)),
        GapKind::Before | GapKind::After => "scheduling was not recorded".to_owned(),
    }
}
