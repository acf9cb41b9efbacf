//! Tests of what keys select at an instant, and of what walking begins with.
//!
//! In a session without a terminal.

use std::collections::BTreeSet;

use crate::app::session::Session;
use crate::app::update::testing::{self, press_and_wait as press};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::builder::TraceBuilder;
use crate::model::ids::{CounterId, NodeId, SchedId, ThreadStateId, Utid};
use crate::model::sched::{LogRow, SchedSlice, SchedTable, ThreadState};
use crate::model::track::Scope;
use crate::model::track_tree::NodeKind;
use crate::view::rows::Rows;
use crate::view::state::{Area, Selection};
use crate::view::viewport::Viewport;

/// Puts the keyboard on a row at an instant, selects what is there, and returns it.
fn selected_at(session: &mut Session, kind: &NodeKind, ts: i64) -> Selection {
    let node: NodeId = session.trace().tree.find(kind).expect("a row");
    let view = &mut session.state_mut().view;
    view.selection = Selection::None;
    (view.cursor, view.cursor_depth) = (Some(node), 0);
    view.cursor_ts = Some(Ts::from_ns(ts));
    press(session, "<enter>");
    session.state().view.selection.clone()
}

#[test]
fn what_begins_at_the_instant_of_the_keyboard_is_selected_and_idle_time_never() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let counter = b.counter_track(Scope::Global, "c", "", &[(0, 1.0), (50, 2.0), (90, 3.0)]);
    let [running, asleep] = ["Running", "S"].map(|name| b.str(name));
    let state = |ts, state| ThreadState::new(Ts::from_ns(ts), Some(Dur::from_ns(30)), main, state);
    let stay = |ts, utid| SchedSlice {
        ts: Ts::from_ns(ts),
        dur: Some(Dur::from_ns(30)),
        cpu: 0,
        utid,
        end_state: None,
        priority: 120,
    };
    b.sched = SchedTable::new(
        vec![stay(0, main), stay(30, Utid(0)), stay(60, main)],
        vec![state(0, running), state(30, asleep), state(60, running)],
    );
    let mut session = testing::session_of(b);
    let mut at = |kind: NodeKind, ts| selected_at(&mut session, &kind, ts);
    let (of_counter, of_thread) = (NodeKind::Counter(counter), NodeKind::ThreadStates(main));
    let sample = |id| Selection::Counter(CounterId(id));
    assert_eq!(at(of_counter.clone(), 49), sample(0));
    assert_eq!(at(of_counter, 50), sample(1));
    let state = |id| Selection::State(ThreadStateId(id));
    assert_eq!(at(of_thread.clone(), 29), state(0));
    assert_eq!(at(of_thread, 30), state(1));
    let stay = |id| Selection::Sched(SchedId(id));
    assert_eq!(at(NodeKind::CpuSched(0), 45), stay(0));
    assert_eq!(at(NodeKind::CpuSched(0), 60), stay(2));
    // The next one is the next that is not idle.
    press(&mut session, ",");
    assert_eq!(session.state().view.selection, stay(0));
    press(&mut session, ".");
    assert_eq!(session.state().view.selection, stay(2));
    // The selection says where one is now.
    assert_eq!(session.state().view.cursor_ts, None);
}

#[test]
fn a_line_of_the_log_is_selected_at_its_very_instant() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(track, &[(0, 100, "a")]);
    for ts in [10, 20] {
        b.logs.push(LogRow {
            ts: Ts::from_ns(ts),
            prio: 4,
            ..LogRow::default()
        });
    }
    let mut session = testing::session_of(b);
    let mut at = |ts| selected_at(&mut session, &NodeKind::Logs, ts);
    assert_eq!(at(19), Selection::Log(0));
    assert_eq!(at(20), Selection::Log(1));
}

#[test]
fn the_slice_on_the_row_of_the_keyboard_is_selected_though_others_are_nearer() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let s = b.nested_slices(track, &[(0, 100, "outer"), (10, 5, "in"), (80, 5, "in")]);
    let mut session = testing::session_of(b);
    let view = &mut session.state_mut().view;
    (view.cursor_depth, view.cursor_ts) = (1, Some(Ts::from_ns(60)));
    let node = session.trace().tree.node_of_track(track);
    session.state_mut().view.cursor = node;
    press(&mut session, "<enter>");
    assert_eq!(session.state().view.selection, Selection::Slice(s[2]));
}

#[test]
fn walking_begins_on_the_first_row_of_the_screen() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    for tid in 1..=40 {
        let thread = b.thread(app, tid, "t");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(0, 100, "s")]);
    }
    let mut session = testing::session_of(b);
    session.state_mut().view.scroll = 5;
    press(&mut session, ".");
    let selected = session.state().view.selection.node(session.trace());
    let rows = Rows::new(session.trace(), &session.state().view);
    let place = rows.place_at(5).expect("a row");
    assert_eq!(selected, Some(rows.rows[place].data));
}

#[test]
fn a_frame_that_was_early_is_zoomed_to_with_its_deadline() {
    use crate::query::janks::tests::{TestFrame, add_frames, good};
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let early = TestFrame {
        expected: Some((1_000, 1_160)),
        ..good(1, 1_000)
    };
    let slices = add_frames(&mut b, &[app], &[early, good(9, 9_000)]);
    let mut session = testing::session_of(b);
    session.state_mut().select(Selection::Slice(slices[0]));
    press(&mut session, "f");
    // It took 10 ns of 160.
    let window = session.state().view.viewport.span();
    assert!(window.end().ns() >= 1_160, "{window:?}");
}

#[test]
fn without_a_selection_frames_are_walked_from_the_edges_of_the_window() {
    use crate::model::frame_timeline::{ActualFrame, JankTag};
    use crate::query::janks::tests::{TestFrame, add_frames, good};
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let janky = |token, ts| TestFrame {
        actual: (ts, ts + 45),
        jank_type: 64,
        tag: JankTag::SelfJank,
        ..good(token, ts)
    };
    let frames = [janky(1, 0), janky(2, 100), janky(3, 200), janky(4, 300)];
    add_frames(&mut b, &[app], &frames);
    let mut session = testing::session_of(b);
    let walked = |session: &mut Session, key: &str| {
        let view = &mut session.state_mut().view;
        view.selection = Selection::None;
        (view.cursor, view.cursor_ts) = (None, None);
        let span = TimeSpan::new(Ts::from_ns(90), Ts::from_ns(250));
        view.viewport = Viewport::new(span, view.viewport.cols());
        press(session, key);
        let trace = session.trace();
        match session.state().view.selection {
            Selection::Slice(id) => trace.frames.actual_of(id).map(ActualFrame::token),
            _ => None,
        }
    };
    assert_eq!(walked(&mut session, "n"), Some(2));
    assert_eq!(walked(&mut session, "N"), Some(3));
    // Of frames, the actual ones are selected first, which say more than the expected ones above them.
    assert!(walked(&mut session, ".").is_some());
}

#[test]
fn slices_of_the_same_name_are_those_with_its_very_letters() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let s = b.nested_slices(track, &[(0, 5, "a.b"), (10, 5, "axb"), (20, 5, "a.b")]);
    let mut session = testing::session_of(b);
    session.state_mut().select(Selection::Slice(s[0]));
    // They are found everywhere, wherever was searched before.
    session.state_mut().search.within = Some(Area {
        span: TimeSpan::new(Ts::from_ns(0), Ts::from_ns(8)),
        nodes: BTreeSet::new(),
    });
    press(&mut session, "Sn");
    assert_eq!(session.state().view.selection, Selection::Slice(s[2]));
}

#[test]
fn the_lens_of_what_never_ended_says_how_long_it_was_at_least() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let tracks = [7, 8].map(|tid| {
        let thread = b.thread(app, tid, "t");
        b.slice_track(Scope::Thread(thread), None)
    });
    let s = b.nested_slices(tracks[0], &[(0, 5_000, "ended"), (5_000, -1, "open")]);
    // The end of the second was lost before the third began.
    let ticks = [
        (0, 1_000, "Tick"),
        (2_000, -1, "Tick"),
        (4_000, 500, "Tick"),
        (7_000, 1_000, "last"),
    ];
    let ticks = b.nested_slices(tracks[1], &ticks);
    let mut session = testing::session_of(b);
    for (slice, title) in [
        (s[0], "ended · 5.00 µs"),
        (s[1], "open · ≥ 3.00 µs"),
        (ticks[1], "Tick · ≤ 2.00 µs"),
    ] {
        session.state_mut().select(Selection::Slice(slice));
        press(&mut session, "e");
        let table = session.state().top_table().expect("a lens");
        assert_eq!(table.title, title);
        press(&mut session, "<esc>");
    }
}

#[test]
fn slices_of_the_same_name_are_as_many_as_the_details_say() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let names = ["draw", "Draw", "draw", "DRAW", "a\u{1b}b", "A\u{1b}b"];
    let slices: Vec<(i64, i64, &str)> = (0..)
        .step_by(10)
        .zip(names)
        .map(|(ts, name)| (ts, 5, name))
        .collect();
    let s = b.nested_slices(track, &slices);
    let mut session = testing::session_of(b);
    for (at, n) in [(0, 2), (1, 1), (3, 1), (4, 1), (5, 1)] {
        session.state_mut().select(Selection::Slice(s[at]));
        press(&mut session, "S");
        let hits = session.state().view.hits().expect("hits");
        assert_eq!(hits.slices.len(), n, "{}", names[at]);
        // The command that shows the view finds the same.
        let text = session.state().view.searched_text();
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}
