//! How many bytes screens send to the terminal: each step has a limit, and what is idle sends nothing.
//!
//! What concerns the whole screen waits until the selection rests, so that the answer to a key stays small.

use std::sync::Arc;

use perfetty::base::time::TimeSpan;
use perfetty::model::trace::Trace;
use perfetty::view::state::Selection;

use crate::screen::{Screen, corpus, demo};

/// The most bytes of a pan, at 200x60 and at 80x24.
const PAN_MAX: [usize; 2] = [1400, 700];
/// Bytes of a pan by an eighth of the window, and of a zoom.
const STEP_MAX: [usize; 2] = [3000, 1100];
const ZOOM_MAX: [usize; 2] = [14_000, 4_000];
/// Bytes that answer a move of the selection, one by one.
const SELECT_MAX: usize = 400;
/// The most bytes of a move of the selection with the details, on average.
const MOVE_MAX: usize = 600;
/// The most bytes of equal names, the deadline and the vsyncs, which follow when the selection rests.
const SETTLED_MAX: usize = 2700;

/// Selects a slice in the middle of the busiest row, in a window of about 16 of its slices.
fn select_busiest(screen: &mut Screen, trace: &Trace) {
    let tracks = trace.slices.tracks();
    let rows = tracks
        .iter()
        .flat_map(|(track, _)| trace.slices.depths(*track));
    let row = rows.max_by_key(|row| row.len()).expect("a row");
    let at = row.len() / 2;
    let id = row.id(at);
    let last = row.ts((at + 16).min(row.len() - 1));
    let state = screen.session.state_mut();
    state.select(Selection::Slice(id));
    state.view.cursor = trace.tree.node_of_track(trace.slices.track_of(id));
    screen.keys("f");
    let state = screen.session.state_mut();
    let span = TimeSpan::new(trace.slices.ts(id), last);
    state.view.viewport = state.view.viewport.focused_on(span);
    screen.session.sync();
}

/// Checks how many bytes single steps write.
fn check_bytes(name: &str, trace: &Arc<Trace>) {
    for ((cols, rows), at) in [(200, 60), (80, 24)].into_iter().zip(0..) {
        let about = format!("{name} at {cols}x{rows}");
        let mut screen = Screen::new(trace, cols, rows);
        screen.draw("first");
        select_busiest(&mut screen, trace);
        screen.draw("focus");
        assert_eq!(screen.all("idle"), 0, "{about}: idle");
        let (mut n, mut sum) = (0, 0);
        for step in 0..12 {
            let before = screen.place();
            let bytes = screen.keys(".").draw("next");
            // A slice out of sight is scrolled or panned to, which costs more than this step.
            if screen.place() == before {
                n += 1;
                sum += bytes + screen.rest;
                let settled = screen.settled;
                assert!(bytes <= SELECT_MAX, "{about}: select {step}: {bytes}");
                assert!(settled <= SETTLED_MAX, "{about}: settled {step}: {settled}");
            }
        }
        assert!(n >= 3, "{about}: {n} steps in sight");
        assert!(sum <= MOVE_MAX * n, "{about}: {sum} bytes of {n} moves");
        for (steps, most) in [
            (
                &["<c-right>", "<c-right>", "<c-left>", "<c-left>", "<c-left>"][..],
                PAN_MAX[at],
            ),
            (&["d", "d", "a", "a", "a", "d"], STEP_MAX[at]),
            (&["w", "w", "s", "s", "s", "w"], ZOOM_MAX[at]),
        ] {
            for keys in steps {
                let bytes = screen.keys(keys).all(keys);
                assert!(bytes <= most, "{about}: {keys}: {bytes}");
            }
        }
        assert_eq!(screen.all("idle"), 0, "{about}: idle");
    }
}

#[test]
fn a_pan_a_selection_and_idle_stay_within_their_bytes() {
    check_bytes("the demo", &demo());
}

/// Equal names, arrows and the deadline are all over the screen: they follow when the selection rests, or at
/// once if the window moves anyway.
#[test]
fn what_crosses_the_screen_waits_until_the_selection_rests() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("nf");
    screen.session.scene();
    let settled = |screen: &Screen| {
        let view = screen.view();
        matches!(view.selection, Selection::Slice(id) if view.settled == Some(id))
    };
    let command = screen.view().commands.clone();
    assert!(settled(&screen));
    screen.keys("sss");
    screen.session.scene();
    screen.keys(".");
    screen.session.scene_at_once();
    assert!(!settled(&screen) && screen.view().commands != command);
    screen.session.scene();
    assert!(settled(&screen));
    screen.keys(".w");
    screen.session.scene_at_once();
    assert!(settled(&screen), "the window has moved");
    screen.keys("<esc>");
    screen.session.scene_at_once();
    assert_eq!(screen.view().settled, None);
}

#[test]
fn real_traces_stay_within_their_bytes() {
    for name in ["chrome_desktop", "phone_nowinandroid"] {
        if let Some(trace) = corpus(name) {
            check_bytes(name, &trace);
        }
    }
}
