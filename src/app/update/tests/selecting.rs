//! Tests of what keys select at an instant, and of what walking begins with.
//!
//! In a session without a terminal.

use crate::app::session::Session;
use crate::app::update::testing::{self, press_and_wait as press};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::builder::TraceBuilder;
use crate::model::ids::{CounterId, NodeId, SchedId, ThreadStateId, Utid};
use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
use crate::model::track::Scope;
use crate::model::track_tree::NodeKind;
use crate::view::state::Selection;
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
    press(&mut session, "Sn");
    assert_eq!(session.state().view.selection, Selection::Slice(s[2]));
}
