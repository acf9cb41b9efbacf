//! Keys that follow flows, on small graphs of slices.
//!
//! Each slice is on a thread of its own, ten units long, twenty after the one before.

use super::super::testing::{press, said, session_of};
use super::*;
use crate::app::session::Session;
use crate::base::time::{Dur, Ts};
use crate::model::builder::TraceBuilder;
use crate::model::ids::Utid;
use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
use crate::model::track::Scope;
use crate::view::overlay::Overlay;
use crate::view::state::Tab;

/// Returns a session over `n` slices with flows between them, after one was selected and keys were pressed.
fn after(
    n: usize,
    flows: &[(usize, usize)],
    selected: usize,
    keys: &str,
) -> (Session, Vec<SliceId>) {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let slices: Vec<SliceId> = (0..n as i64)
        .map(|n| {
            let thread = b.thread(app, n + 1, "t");
            let track = b.slice_track(Scope::Thread(thread), None);
            b.nested_slices(track, &[(20 * n, 10, "s")])[0]
        })
        .collect();
    for (&(from, to), id) in flows.iter().zip(1..) {
        b.flow(slices[from], slices[to], id);
    }
    let mut session = session_of(b);
    session
        .state_mut()
        .select(Selection::Slice(slices[selected]));
    press(&mut session, keys);
    (session, slices)
}

/// Flows from slice 0 to 40 others, most of which are below the screen.
const FAN: [(usize, usize); 40] = {
    let mut fan = [(0, 0); 40];
    let mut n = 0;
    while n < 40 {
        fan[n] = (0, n + 1);
        n += 1;
    }
    fan
};

fn peeked(session: &Session) -> Option<SliceId> {
    let flows = &session.state().view.flows;
    flows.peek_slice.filter(|_| flows.peek.is_some())
}

#[test]
fn what_is_peeked_at_is_the_focused_flow() {
    // The last flow is the one that is drawn as focused.
    let (session, s) = after(41, &FAN, 0, "P");
    assert_eq!(peeked(&session), Some(s[40]));
    // The other end of the first flow is on the screen.
    let (session, _) = after(41, &FAN, 0, "}P");
    assert_eq!(peeked(&session), None);
    assert!(session.state().view.message.is_some());
    // The default focus is on the last flow, whose end is on the screen; another flow gets the focus instead.
    let mut fan = FAN;
    fan.reverse();
    let (session, s) = after(41, &fan, 0, "P");
    let flow = session.state().view.flows.focus.expect("a flow in focus");
    let to = fan[flow.index()].1;
    assert_eq!(peeked(&session), Some(s[to]));
    assert!(to > 1);
}

#[test]
fn going_back_shows_what_was_peeked_at_unless_it_was_hidden_or_pinned_since() {
    let (mut session, s) = after(41, &FAN, 0, "P");
    // Many flows leave the slice: the key lists them.
    press(&mut session, "]<enter>");
    assert_ne!(session.state().view.selection, Selection::Slice(s[0]));
    assert_eq!(peeked(&session), None);
    press(&mut session, "<c-o>");
    assert_eq!(session.state().view.selection, Selection::Slice(s[0]));
    assert_eq!(peeked(&session), Some(s[40]));
    let node = session.state().view.flows.peek.expect("a track");
    press(&mut session, "<tab>");
    session.state_mut().view.hidden.insert(node);
    press(&mut session, "<c-o>");
    assert_eq!(peeked(&session), None);
    press(&mut session, "<tab>");
    let view = &mut session.state_mut().view;
    view.hidden.clear();
    view.pins.push(node);
    press(&mut session, "<c-o>");
    assert_eq!(peeked(&session), None);
}

#[test]
fn one_key_focuses_another_flow() {
    let focus = |keys| {
        let (session, _) = after(4, &[(0, 1), (0, 2), (0, 3)], 0, keys);
        session.state().view.flows.focus
    };
    // `{` begins at the last flow.
    assert_eq!(focus("{"), Some(FlowId(1)));
    assert_eq!(focus("}"), Some(FlowId(0)));
}

#[test]
fn back_over_a_hop_and_on_again_asks_nothing() {
    let (session, s) = after(4, &[(0, 1), (0, 2), (0, 3)], 0, "]2[]");
    assert!(session.state().layers.is_empty());
    assert_eq!(session.state().view.selection, Selection::Slice(s[2]));
    let (session, s) = after(4, &[(0, 3), (1, 3), (2, 3)], 3, "[1][");
    assert_eq!(session.state().view.selection, Selection::Slice(s[0]));
    // At a slice that the walked flow does not touch, it does not decide the next hop.
    let (session, _) = after(5, &[(0, 1), (1, 2), (1, 3), (1, 4)], 0, "]]");
    assert_eq!(session.state().layers.len(), 1);
}

#[test]
fn a_focused_flow_of_another_slice_is_not_followed() {
    let (mut session, s) = after(4, &[(0, 1), (2, 3)], 0, "");
    session.state_mut().view.flows.focus = Some(FlowId(1));
    press(&mut session, "]");
    assert_eq!(session.state().view.selection, Selection::Slice(s[1]));
}

#[test]
fn what_the_details_list_is_followed_as_with_the_key() {
    let trail = |keys| {
        let (session, s) = after(4, &[(0, 1), (1, 2), (1, 3)], 0, keys);
        (session.state().view.flows.trail.clone(), s)
    };
    let (walked, s) = trail("<enter><enter>");
    assert_eq!(walked, [s[0], s[1]]);
    // The third row is one hop further.
    let (walked, s) = trail("+<enter>3");
    assert_eq!(walked, [s[0], s[1], s[3]]);
}

#[test]
fn what_stands_below_the_heading_of_flows_is_a_flow() {
    for keys in ["", "}", "}}", "}}}}}}"] {
        let (mut session, _) = after(11, &FAN[..10], 0, keys);
        let scene = session.scene();
        let lines = scene.lines.iter();
        let mut texts = lines.flat_map(|line| line.texts.iter().map(move |text| (line, text)));
        let head = texts.find(|(_, text)| text.text == "FLOWS");
        let (head, _) = head.expect("the heading");
        let mut below = scene.lines.iter().filter(|line| line.x == head.x);
        let below = below.find(|line| line.y == head.y + 1).expect("a line");
        assert_eq!(below.texts[0].text, "▶", "{keys}: {below:?}");
    }
}

#[test]
fn more_hops_are_never_fewer() {
    let (mut session, _) = after(2, &[(0, 1)], 0, "");
    session.state_mut().view.flows.depth = 99;
    press(&mut session, "+");
    assert_eq!(session.state().view.flows.depth, 99);
    press(&mut session, "-");
    assert_eq!(session.state().view.flows.depth, 98);
}

#[test]
fn rows_that_numbers_pick_are_told_by_the_first_and_the_last() {
    let (session, _) = after(4, &[(0, 1), (0, 2), (0, 3)], 0, "]");
    let Some(Overlay::List(list)) = session.state().view.overlays.last() else {
        panic!("no list");
    };
    let picks = list.hints.iter().find(|hint| hint.what == "pick");
    assert_eq!(picks.map(|hint| hint.keys.as_str()), Some("1–9"));
}

#[test]
fn the_ladder_says_what_it_does_not_do() {
    for keys in ["L/", "L<right>"] {
        let (session, _) = after(2, &[(0, 1)], 0, keys);
        assert!(session.state().view.message.is_some(), "{keys}");
    }
}

/// Returns a session in which a run of the first of 40 threads wakes the last `n_woken` threads, which then
/// run for a while.
fn waking(n_woken: usize) -> Session {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let [running, runnable] = ["Running", "R"].map(|name| b.str(name));
    let (mut stays, mut states) = (Vec::new(), Vec::new());
    for n in 0..40 {
        let thread = b.thread(app, n + 1, "t");
        let (ts, dur) = (Ts::from_ns(0), Some(Dur::from_ns(100)));
        let cpu = Some(n as u32);
        states.push(ThreadState {
            cpu,
            ..ThreadState::new(ts, dur, thread, running)
        });
        stays.push(SchedSlice {
            ts,
            dur,
            cpu: n as u32,
            utid: thread,
            end_state: None,
            priority: 120,
        });
    }
    let waker = states[0].utid;
    let woken: Vec<_> = states
        .iter()
        .rev()
        .take(n_woken)
        .map(|row| row.utid)
        .collect();
    for (utid, at) in woken.iter().copied().zip(20..) {
        // The thread had slept from the start.
        states
            .iter_mut()
            .filter(|row| row.utid == utid)
            .for_each(|row| {
                row.state = runnable;
                row.cpu = None;
                row.ts = Ts::from_ns(at);
                row.dur = Some(Dur::from_ns(10));
                row.waker = Some(waker);
                row.waker_state = Some(ThreadStateId(0));
            });
    }
    states.sort_by_key(|row| row.ts);
    let mut runs = Vec::new();
    for (&utid, at) in woken.iter().zip(30..) {
        runs.push(ThreadState {
            cpu: Some(0),
            ..ThreadState::new(Ts::from_ns(at), Some(Dur::from_ns(5)), utid, running)
        });
    }
    states.extend(runs);
    b.sched = SchedTable::new(stays, states);
    session_of(b)
}

#[test]
fn a_run_leads_on_to_those_that_it_woke() {
    let mut session = waking(1);
    let select = |session: &mut Session, id| {
        session
            .state_mut()
            .select(Selection::State(ThreadStateId(id)));
    };
    let selected = |session: &Session| session.state().view.selection.clone();
    select(&mut session, 0);
    press(&mut session, "]");
    assert_eq!(selected(&session), Selection::State(ThreadStateId(40)));
    press(&mut session, "[");
    assert_eq!(selected(&session), Selection::State(ThreadStateId(0)));
    // The details name the woken threads and lead to them.
    let leads = crate::view::leads(session.trace(), &session.state().view, &[Tab::Selection]);
    let woke = leads.iter().find(|lead| lead.0.starts_with("woke"));
    let woke = woke.map(|(words, _, item)| (words.as_str(), *item));
    let wait = Item::State(ThreadStateId(39));
    assert_eq!(woke, Some(("woke      t 40  +20 ns", wait)), "{leads:?}");
    // If several threads were woken, a list asks which.
    let mut session = waking(2);
    select(&mut session, 0);
    press(&mut session, "]2");
    assert_eq!(selected(&session), Selection::State(ThreadStateId(41)));
}

#[test]
fn the_track_of_the_waker_is_peeked_at() {
    let mut session = waking(1);
    let waker = session.trace().sched.state_row(ThreadStateId(0)).utid;
    session
        .state_mut()
        .select(Selection::State(ThreadStateId(39)));
    press(&mut session, "fP");
    let node = session.trace().tree.find(&NodeKind::ThreadStates(waker));
    assert!(node.is_some());
    assert_eq!(session.state().view.flows.peek, node);
    press(&mut session, "P");
    assert_eq!(session.state().view.flows.peek, None);
    for key in ["L", "}"] {
        press(&mut session, key);
        let said = session.state().view.message.clone().expect("words");
        assert!(said.text.contains("wake-up"), "{key}: {}", said.text);
    }
}

/// Returns a session over two tasks, of which the first posts the second from within, after keys were pressed. Both
/// tasks have a slice around them and one in them.
fn posted(n_posts: usize, keys: &str) -> (Session, Vec<SliceId>) {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let mut all = Vec::new();
    for (tid, ts) in [(1, 0), (2, 1000), (3, 2000)] {
        let thread = b.thread(app, tid, "t");
        let track = b.slice_track(Scope::Thread(thread), None);
        let slices = [(ts, 100, "outer"), (ts + 10, 80, "task")];
        let inner = [(ts + 20, 5, "post"), (ts + 30, 5, "post")];
        all.extend(b.nested_slices(track, &[&slices[..], &inner[..]].concat()));
    }
    let [_, first, post, post_2, ..] = all[..] else {
        unreachable!("four slices a track")
    };
    for (from, to) in [(post, all[5]), (post_2, all[9])].into_iter().take(n_posts) {
        b.flow(from, to, to.0.into());
    }
    let mut session = session_of(b);
    session.state_mut().select(Selection::Slice(first));
    press(&mut session, keys);
    (session, all)
}

#[test]
fn a_task_leads_on_by_the_flow_of_a_slice_inside_of_it() {
    let at = |n, keys| {
        let (session, all) = posted(n, keys);
        let place = |slice: SliceId| all.iter().position(|&other| other == slice);
        let Selection::Slice(selected) = session.state().view.selection else {
            panic!("no slice is selected")
        };
        (place(selected), said(&session).to_owned())
    };
    let (place, said) = at(1, "]");
    assert_eq!(place, Some(5));
    assert_eq!(said, "along a flow of post, inside task");
    // From a slice in the posted task back to who posted it.
    let (place, said) = at(1, "]i[");
    assert_eq!(place, Some(2));
    assert_eq!(said, "along a flow of task, around post");
    // Of several flows one is chosen.
    assert_eq!(at(2, "]").0, Some(1));
    assert_eq!(at(2, "]2").0, Some(9));
    let (session, _) = posted(2, "]");
    let Some(Overlay::List(list)) = session.state().view.overlays.last() else {
        panic!("no list");
    };
    let rows: Vec<&str> = list.rows.iter().map(|row| row.text.as_str()).collect();
    assert_eq!(rows, ["post ▸ task", "post ▸ task"]);
    // A trail of tasks goes on through slices that are nested with its last one.
    let (session, all) = posted(1, "]");
    assert_eq!(session.state().view.flows.trail, [all[2], all[5]]);
}

#[test]
fn of_a_slice_that_no_flow_leaves_the_flows_inside_it_are_listed() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let s = b.nested_slices(track, &[(0, 100, "task"), (10, 5, "from"), (20, 5, "to")]);
    b.flow(s[1], s[2], 1);
    let mut session = session_of(b);
    for (key, title, row) in [
        (
            "]",
            "no flow leaves this slice; these stay inside it",
            "from ▸ to",
        ),
        (
            "[",
            "no flow reaches this slice; these stay inside it",
            "to ◂ from",
        ),
    ] {
        session.state_mut().select(Selection::Slice(s[0]));
        press(&mut session, key);
        let Some(Overlay::List(list)) = session.state().view.overlays.last() else {
            panic!("no list: {}", said(&session));
        };
        assert_eq!(
            (list.title.as_str(), list.rows[0].text.as_str()),
            (title, row)
        );
        press(&mut session, "<esc>");
    }
    press(&mut session, "3");
    let scene = session.scene();
    let mut texts = scene.lines.iter().flat_map(|line| &line.texts);
    assert!(texts.any(|text| text.text == "1 between slices inside this one"));
    press(&mut session, "]<enter>");
    assert_eq!(session.state().view.selection, Selection::Slice(s[2]));
    // From the slices themselves one goes on as ever.
    press(&mut session, "[");
    assert_eq!(session.state().view.selection, Selection::Slice(s[1]));
}

#[test]
fn the_details_list_flows_of_slices_inside_and_around() {
    let (mut session, _) = posted(2, "3");
    let scene = session.scene();
    let texts = scene.lines.iter().flat_map(|line| &line.texts);
    let texts: Vec<&str> = texts.map(|text| text.text.as_str()).collect();
    assert!(
        texts.contains(&"2 out of slices inside this one"),
        "{texts:?}"
    );
    assert!(
        texts.iter().any(|text| text.starts_with("of post")),
        "{texts:?}"
    );
    assert!(texts.contains(&"flows in/around"), "{texts:?}");
    // Beside another tab they would take the place of arguments.
    press(&mut session, "1");
    let scene = session.scene();
    let mut texts = scene.lines.iter().flat_map(|line| &line.texts);
    assert!(!texts.any(|text| text.text.starts_with("of post")));
}

#[test]
fn what_is_peeked_at_is_no_pin_of_a_workspace() {
    let (mut session, slices) = after(41, &FAN, 0, "P>workspace-save<enter>w<enter>");
    let pinned = |session: &Session| session.state().workspaces["w"].pin.len();
    assert!(peeked(&session).is_some());
    assert_eq!(pinned(&session), 0);
    let track = session.trace().slices.track_of(slices[7]);
    let node = session.trace().tree.node_of_track(track).unwrap();
    session.state_mut().view.pins.push(node);
    press(&mut session, ">workspace-save<enter>w<enter>");
    assert_eq!(pinned(&session), 1);
}

#[test]
fn a_flow_from_a_slice_to_itself_is_no_flow_to_follow() {
    let shown = |flows: &[(usize, usize)]| {
        let (mut session, _) = after(2, flows, 0, "3");
        let scene = session.scene();
        let texts = scene.lines.iter().flat_map(|line| &line.texts);
        let texts: Vec<String> = texts.map(|text| text.text.clone()).collect();
        texts.join("|")
    };
    let both = shown(&[(0, 0), (0, 1), (0, 0)]);
    assert!(
        both.contains("0 in · 1 out") && both.contains("Flows 1"),
        "{both}"
    );
    assert!(both.contains("2 flows from this slice to itself"), "{both}");
    assert!(both.contains("follow flow"), "{both}");
    let only = shown(&[(0, 0)]);
    assert!(only.contains("1 flow from this slice to itself"), "{only}");
    assert!(
        !only.contains("follow flow") && !only.contains("Flows 1"),
        "{only}"
    );
    let (session, _) = after(1, &[(0, 0)], 0, "]");
    assert!(said(&session).starts_with("no flow leaves this slice"));
}

#[test]
fn the_idle_thread_and_the_end_of_the_trace_wake_nobody() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let [sleep, wait, run] = ["S", "R", "Running"].map(|name| b.str(name));
    let ten = Some(Dur::from_ns(10));
    let states = [
        (ten, sleep, None),
        (ten, wait, Some(Utid(0))),
        (ten, run, None),
        (None, sleep, None),
    ];
    let states = (0..)
        .zip(states)
        .map(|(at, (dur, state, waker))| ThreadState {
            waker,
            irq_context: waker.map(|_| false),
            ..ThreadState::new(Ts::from_ns(10 * at), dur, main, state)
        });
    b.sched = SchedTable::new(Vec::new(), states.collect::<Vec<_>>());
    let mut session = session_of(b);
    for (at, says) in [
        (0, "an interrupt woke this thread"),
        (2, "an interrupt woke this thread"),
        (3, "nobody woke this thread before the trace ended"),
    ] {
        let state = Selection::State(ThreadStateId(at));
        session.state_mut().select(state);
        press(&mut session, "[");
        assert_eq!(said(&session), says);
    }
}
