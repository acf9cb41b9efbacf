//! Screens drawn from blocks of sums look like those that are drawn row by row.
//!
//! The loader builds blocks once the whole trace is on the screen; without them, rows are added up one by one.

use std::sync::Arc;

use perfetty::base::time::{Dur, Ts};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::scene::{SpanKind, Stress};
use perfetty::view::state::Selection;

use crate::screen::Screen;

/// How busy a closed process is, and where CPUs and threads have something, is drawn the same whether blocks
/// have been built or not.
#[test]
fn blocks_of_scheduling_change_shades_only() {
    use perfetty::model::sched::{SchedSlice, SchedTable, ThreadState};
    let make = || {
        let mut b = TraceBuilder::new();
        let [running, asleep] = ["Running", "S"].map(|name| b.str(name));
        let idle = b.process(0, "swapper");
        b.thread(idle, 0, "swapper");
        let processes = [b.process(10, "much"), b.process(20, "little")];
        let threads: Vec<_> = (0..4)
            .map(|tid| b.thread(processes[usize::from(tid == 3)], 10 + tid, "t"))
            .collect();
        let (mut stays, mut states) = (Vec::new(), Vec::new());
        for i in 0..60_000_i64 {
            // The threads are busy in waves, and idle in the middle.
            let (ts, dur) = (i * 100, 10 + 80 * i64::from(i / 6000 % 2 == 0));
            let utid = threads[(i * i % 4) as usize];
            if (28_000..32_000).contains(&i) {
                continue;
            }
            stays.push(SchedSlice {
                ts: Ts::from_ns(ts),
                dur: Some(Dur::from_ns(dur)),
                cpu: (i % 2) as u32,
                utid,
                end_state: None,
                priority: 0,
            });
            for (state, from, dur) in [(running, ts, dur), (asleep, ts + dur, 100 - dur)] {
                states.push(ThreadState {
                    cpu: (state == running).then_some((i % 2) as u32),
                    ..ThreadState::new(Ts::from_ns(from), Some(Dur::from_ns(dur)), utid, state)
                });
            }
        }
        b.sched = SchedTable::new(stays, states);
        Arc::new(b.finish())
    };
    let (plain, blocks) = (make(), make());
    blocks.build_blocks();
    let mut n_bars = 0;
    for keys in ["", "w", "www", "wwwwww"] {
        for is_open in [false, true] {
            let look = |trace: &Arc<Trace>| {
                let mut screen = Screen::new(trace, 120, 40);
                let nodes = trace.tree.walk();
                let view = &mut screen.session.state_mut().view;
                view.open = nodes.iter().map(|&node| (node, is_open)).collect();
                screen.keys(keys);
                let (scene, _) = screen.painted();
                let charts = scene.lines.iter().flat_map(|line| line.charts.iter());
                let bars: Vec<Vec<i32>> = charts
                    .map(|chart| chart.cols.iter())
                    .map(|cols| cols.map(|col| bar(col.high)).collect())
                    .collect();
                let spans = scene.lines.iter().flat_map(|line| {
                    let cells = line
                        .spans
                        .iter()
                        .flat_map(|span| span.x0 / 8..span.x1.div_ceil(8));
                    cells.map(|cell| (line.y, cell))
                });
                let cells: std::collections::BTreeSet<_> = spans.collect();
                (bars, cells)
            };
            let ((bars_a, cells_a), (bars_b, cells_b)) = (look(&plain), look(&blocks));
            assert_eq!(bars_a.len(), bars_b.len(), "{keys}");
            for (a, b) in bars_a.iter().zip(&bars_b) {
                n_bars += a.iter().filter(|&&bar| bar > 0).count();
                let near = a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) <= 1);
                // Edges of the waves may differ by a column.
                assert!(near.count() + 12 >= a.len(), "{keys}: {a:?}\n{b:?}");
            }
            let differ = cells_a.symmetric_difference(&cells_b).count();
            assert!(
                differ * 50 <= cells_a.len(),
                "{keys}: {differ} of {}",
                cells_a.len()
            );
        }
    }
    assert!(n_bars > 500, "{n_bars}");
}

/// Returns the height of a bar; -1 if there is none.
fn bar(high: u16) -> i32 {
    if high == perfetty::view::scene::ChartCol::EMPTY {
        -1
    } else {
        i32::from(high)
    }
}

/// With and without blocks, a dense column shows as many slices and never hides the selection.
#[test]
fn blocks_of_slices_change_shades_only() {
    let make = || {
        let mut b = TraceBuilder::new();
        let t = b.slice_track(Scope::Global, Some("busy"));
        let slices: Vec<(i64, i64, &str)> = (0..40_000)
            .map(|i| (i * 100 + i % 37, 60, if i % 3 == 0 { "a" } else { "b" }))
            .collect();
        b.nested_slices(t, &slices);
        Arc::new(b.finish())
    };
    let (plain, blocks) = (make(), make());
    blocks.build_blocks();
    for keys in ["", "w", "www", "wwwwww"] {
        let look = |trace: &Arc<Trace>| {
            let mut screen = Screen::new(trace, 80, 24);
            screen
                .session
                .state_mut()
                .select(Selection::Slice(perfetty::model::ids::SliceId(20_000)));
            screen.keys(keys);
            let (scene, _) = screen.painted();
            let spans = scene.lines.iter().flat_map(|line| line.spans.iter());
            let kinds: Vec<_> = spans
                .map(|span| (span.x0 / 8, span.kind, span.stress))
                .collect();
            (kinds, screen.text())
        };
        let ((a, text_a), (b, text_b)) = (look(&plain), look(&blocks));
        let count = |text: &str| text.matches('×').count();
        assert_eq!(count(&text_a), count(&text_b), "{text_a}\n{text_b}");
        let selected = |spans: &[(u32, SpanKind, Stress)]| {
            spans
                .iter()
                .filter(|span| span.2 == Stress::Selected)
                .count()
        };
        assert!(selected(&a) > 0 && selected(&b) > 0, "{keys}");
        let cols = |spans: &[(u32, SpanKind, Stress)]| {
            let cols: std::collections::BTreeSet<u32> = spans.iter().map(|span| span.0).collect();
            cols.len()
        };
        assert!(
            cols(&a).abs_diff(cols(&b)) <= 2,
            "{keys}: {} and {}",
            cols(&a),
            cols(&b)
        );
    }
}
