//! The wake-up of the selected thread state or stay on a CPU: from the waker to where the thread ran.
//!
//! A line leaves the waker's track at the instant of the wake-up and turns along the selected
//! track to where the thread ran; the time between, its latency, stands on the way.

use super::super::rows::{Content, Rows};
use super::super::scene::{Direction as Side, Item, Scene, Stroke, StrokeShape};
use super::super::state::{Selection, ViewState};
use super::super::text;
use super::super::time;
use super::route::{At, Pen, Router, Style};
use super::{Edge, Rank};
use crate::base::time::Ts;
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::wakeups::{self, Wakeup};

/// How the arrow is drawn.
const PEN: Pen = Pen {
    rank: Rank::Focus,
    style: Style::Solid,
    flow: None,
    ends: None,
};

/// Returns the cells of the arrow; none if nothing is known of a wake-up.
pub(super) fn strokes(trace: &Trace, state: &ViewState, rows: &Rows, scene: &Scene) -> Vec<Stroke> {
    let (wakeup, track, by, item) = match state.selection {
        Selection::State(id) => {
            let Some(wakeup) = wakeups::of_state(trace, id) else {
                return Vec::new();
            };
            let track = NodeKind::ThreadStates(wakeup.woken);
            (wakeup, track, waker_thread(&wakeup), Item::State(id))
        }
        Selection::Sched(id) => {
            let Some(wakeup) = wakeups::of_sched(trace, id) else {
                return Vec::new();
            };
            let track = NodeKind::CpuSched(trace.sched.sched_row(id).cpu);
            (wakeup, track, waker_cpu(trace, &wakeup), Item::Sched(id))
        }
        _ => return Vec::new(),
    };
    let timeline = scene.layout.timeline;
    let Some(y) = trace
        .tree
        .find(&track)
        .and_then(|node| line_of(scene, node))
    else {
        return Vec::new();
    };
    let mut router = Router::new(scene, item);
    let view = state.viewport.with_cols(timeline.width);
    let width = i64::from(timeline.width);
    let col = |ts: Ts| view.eighth_from_ts(ts).div_euclid(8);
    let woken = col(wakeup.ts);
    if woken >= width {
        return Vec::new();
    }
    let from = woken.max(0);
    let waker = by.and_then(|kind| trace.tree.find(&kind));
    if let Some(at) = waker
        .and_then(|node| place(trace, rows, scene, node))
        .filter(|_| woken >= 0)
    {
        rise(&mut router, at, At { x: from, y });
    }
    let Some(waited) = wakeup.latency else {
        return router.finish();
    };
    let run = col(wakeup.ts.plus(waited));
    let tip = (run - 1).min(width - 1);
    if tip < 0 {
        return router.finish();
    }
    if tip > from {
        router.horizontal(PEN, y, from, tip);
        router.mark(PEN, At { x: tip, y }, StrokeShape::Head(Side::Right, true));
    }
    label(&mut router, At { x: from, y }, tip, &time::dur(waited.ns()));
    router.finish()
}

/// Where the waker's track is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Line(i64),
    Beyond(Edge),
}

/// Returns the waker's state track, which shows that the waker ran.
fn waker_thread(wakeup: &Wakeup) -> Option<NodeKind> {
    // The idle thread has no track; an interrupt woke the thread then.
    (wakeup.waker.0 != 0).then_some(NodeKind::ThreadStates(wakeup.waker))
}

/// Returns the track of the CPU on which the waker ran.
fn waker_cpu(trace: &Trace, wakeup: &Wakeup) -> Option<NodeKind> {
    let state = wakeup.waker_state?;
    let cpu = trace.sched.states().get(state.index())?.cpu?;
    Some(NodeKind::CpuSched(cpu))
}

/// Returns the line of the timeline that shows the data of a node.
fn line_of(scene: &Scene, node: NodeId) -> Option<i64> {
    let top = scene.layout.timeline.y;
    let found = scene.tracks.iter().find(|line| line.data == node)?;
    Some(i64::from(found.y) - i64::from(top))
}

/// Returns where a node is: its line, that of the closed group that holds it, or an edge.
fn place(trace: &Trace, rows: &Rows, scene: &Scene, node: NodeId) -> Option<Place> {
    if let Some(y) = line_of(scene, node) {
        return Some(Place::Line(y));
    }
    for node in trace.tree.path_up(node) {
        let Some(at) = rows.place_of(node) else {
            continue;
        };
        let row = rows.rows[at];
        // Below an open group the node itself is filtered out or hidden.
        if row.content == Content::Heading {
            return None;
        }
        if let Some(y) = line_of(scene, row.data) {
            return Some(Place::Line(y));
        }
        return Some(Place::Beyond(if row.top < scene.scroll.top {
            Edge::Top
        } else {
            Edge::Bottom
        }));
    }
    None
}

/// Draws the line from the waker's track to the selected one.
fn rise(router: &mut Router, from: Place, to: At) {
    match from {
        Place::Line(y) if y == to.y => {}
        Place::Line(y) => {
            router.vertical(PEN, to.x, y, to.y);
            router.mark(PEN, At { x: to.x, y }, StrokeShape::Char('◆'));
        }
        Place::Beyond(edge) => {
            let (y, _) = router.edge(edge);
            router.vertical(PEN, to.x, y, to.y);
            router.beyond(PEN, At { x: to.x, y }, edge);
        }
    }
}

/// How many columns from its bend the latency of a short arrow may stand.
const AWAY: i64 = 12;

/// Writes the latency on the arrow where that is long enough and runs over no name, else beside its
/// bend, where it covers least.
fn label(router: &mut Router, bend: At, tip: i64, words: &str) {
    let words = format!(" {words} ");
    let len = text::width(&words) as i64;
    let room = tip - bend.x - 1;
    let middle = At {
        x: bend.x + 1 + (room - len) / 2,
        y: bend.y,
    };
    let at = if room >= len + 2 && router.covered(middle, len) == 0 {
        middle
    } else {
        let places = (1..=AWAY).flat_map(|by| [-1, 1].map(|dy| (by, dy)));
        let places = places.map(|(by, dy)| At {
            x: bend.x + by,
            y: bend.y + dy,
        });
        let least = places.min_by_key(|&at| router.covered(at, len));
        least.unwrap_or(bend)
    };
    router.write(PEN, at, &words);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::TimeSpan;
    use crate::model::ids::{SchedId, ThreadStateId};
    use crate::query::wakeups::tests::trace;
    use crate::view::scene;
    use crate::view::scene::Size;
    use crate::view::viewport::Viewport;

    /// The arrow of a selection as text, with a nanosecond a column.
    fn drawn(selection: Selection) -> Vec<String> {
        drawn_from(selection, 0)
    }

    /// The same in a window that begins at another time.
    fn drawn_from(selection: Selection, start: i64) -> Vec<String> {
        let (trace, _, _) = trace();
        let mut state = ViewState::default();
        state.details.open = false;
        let size = Size {
            cols: 200,
            rows: 14,
        };
        let width = scene(&trace, &state, size).layout.timeline.width;
        let span = TimeSpan::new(Ts::from_ns(start), Ts::from_ns(start + i64::from(width)));
        state.viewport = Viewport::new(span, width);
        for node in trace.tree.walk() {
            state.open.insert(node, true);
        }
        let mut seen = scene(&trace, &state, size);
        seen.strokes.clear();
        state.selection = selection;
        let rows = Rows::new(&trace, &state);
        let strokes = strokes(&trace, &state, &rows, &seen);
        super::super::tests::draw(&seen, &strokes)
    }

    #[test]
    fn an_arrow_leads_from_the_waker_to_when_the_thread_ran() {
        let lines = drawn(Selection::State(ThreadStateId(4)));
        let text = lines.join("\n");
        let from = lines.iter().position(|line| line.contains('◆'));
        let to = lines.iter().position(|line| line.contains('▶'));
        assert!(from < to, "the waker stands above: {text}");
        let arrow = &lines[to.unwrap()];
        assert!(text.contains(" 15 ns"), "{text}");
        let col = |line: &str, what| line.chars().position(|c| c == what);
        assert_eq!(col(&lines[from.unwrap()], '◆'), Some(30), "{text}");
        assert_eq!(col(arrow, '╰'), Some(30), "{text}");
        assert_eq!(col(arrow, '▶'), Some(44), "{text}");
        // The sleep before and the wait are about the same wake-up. The name of the wait, behind which
        // the arrow passes, is not written over.
        for state in [2, 3] {
            let lines = drawn(Selection::State(ThreadStateId(state)));
            let arrow = &lines[to.unwrap()];
            assert_eq!(col(arrow, '▶'), Some(44), "{arrow}");
            assert!(arrow.contains("╰        ─────▶"), "{arrow}");
            assert!(lines.join("\n").contains(" 15 ns"), "{lines:#?}");
        }
    }

    #[test]
    fn on_cpus_it_leaves_the_one_where_the_waker_ran() {
        let lines = drawn(Selection::Sched(SchedId(2)));
        let text = lines.join("\n");
        let from = lines.iter().position(|line| line.contains('◆'));
        let to = lines.iter().position(|line| line.contains('▶'));
        assert!(from.is_some() && from < to, "CPU 0 is above CPU 1: {text}");
        assert!(text.contains(" 15 ns "), "{text}");
    }

    #[test]
    fn of_a_wake_up_beyond_an_edge_nothing_is_drawn_but_what_lies_in_the_window() {
        let run = || Selection::State(ThreadStateId(4));
        let lines = drawn_from(run(), 35);
        let text = lines.join("\n");
        assert!(
            !text.contains('◆'),
            "the waker is left of the window: {text}"
        );
        let head = lines
            .iter()
            .filter_map(|line| line.chars().position(|c| c == '▶'));
        assert_eq!(head.collect::<Vec<_>>(), [9], "{text}");
        for start in [50, -500] {
            let lines = drawn_from(run(), start);
            assert!(lines.iter().all(String::is_empty), "{start}: {lines:?}");
        }
    }

    #[test]
    fn nobody_woke_a_preempted_thread() {
        for state in [0, 1, 5, 6, 7] {
            let lines = drawn(Selection::State(ThreadStateId(state)));
            assert!(lines.iter().all(String::is_empty), "{state}: {lines:?}");
        }
    }
}
