//! Flows on the screen: walking them there and back, their list, their filter, the ladder; and wake-ups,
//! which the same keys walk.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::base::time::Dur;
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::{SliceId, ThreadStateId};
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::query::flows::nested::nested_flows;
use perfetty::query::flows::{Direction, flows_of, other_end};
use perfetty::query::told_apart::Sayings;
use perfetty::query::wakeups;
use perfetty::view::ladder::name_and;
use perfetty::view::overlay::Overlay;
use perfetty::view::scene::{Ink, Role, StrokeShape};
use perfetty::view::state::Selection;

use crate::screen::{Screen, corpus, demo, written};

const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

/// Returns a chain of slices without branches: one of those that change between processes most often, up to
/// `changes_max` times, and of these the longest.
fn chain(trace: &Trace, changes_max: usize) -> Vec<SliceId> {
    let one = |slice, direction| {
        let mut flows = flows_of(trace, slice, direction);
        let flow = flows.next()?;
        flows.next().is_none().then_some(flow)
    };
    let mut best = (0, Vec::new());
    for flow in trace.flows.rows() {
        if flows_of(trace, flow.from, Direction::Backward)
            .next()
            .is_some()
        {
            continue;
        }
        let mut found = vec![flow.from];
        while let Some(flow) = one(found[found.len() - 1], Direction::Forward) {
            let next = other_end(trace, flow, Direction::Forward);
            if found.contains(&next) || one(next, Direction::Backward).is_none() {
                break;
            }
            found.push(next);
        }
        let changes = found.windows(2).filter(|pair| {
            let upids = [pair[0], pair[1]].map(|slice| trace.upid_of(slice));
            upids[0] != upids[1]
        });
        let changes = changes.count().min(changes_max);
        if (changes, found.len()) > (best.0, best.1.len()) {
            best = (changes, found);
        }
    }
    best.1
}

/// Asserts that a slice is selected and its row is on the screen.
fn shows(screen: &mut Screen, trace: &Trace, slice: SliceId, about: &str) {
    screen.draw(about);
    assert_eq!(screen.selected(), slice, "{about}: {}", screen.text());
    let (scene, _) = screen.painted();
    let (node, row) = trace.tree.place_of(&trace.slices, slice).unwrap();
    let on = |line: &perfetty::view::scene::TrackLine| (line.data, line.row) == (node, Some(row));
    assert!(scene.tracks.iter().any(on), "{about}: {}", screen.text());
    assert!(
        !scene.strokes.is_empty(),
        "{about}: no arrow: {}",
        screen.text()
    );
}

/// Walks along a chain with `]`, back with `[`, and back through the history.
fn walk(trace: &Arc<Trace>, chain: &[SliceId], (cols, rows): (u16, u16)) {
    let mut screen = Screen::new(trace, cols, rows);
    screen.session.state_mut().view.selection = Selection::Slice(chain[0]);
    screen.keys("f");
    shows(&mut screen, trace, chain[0], "start");
    for (hop, &slice) in chain.iter().enumerate().skip(1) {
        screen.keys("]");
        shows(&mut screen, trace, slice, &format!("hop {hop}"));
        let text = screen.text();
        assert!(text.contains("trail") && text.contains(" ▸ "), "{text}");
    }
    // The chain ends where flows leave neither the slice nor one that is nested with it.
    let on = nested_flows(trace, screen.selected(), Direction::Forward, 1, |_| true);
    if on.1.is_empty() {
        screen.keys("]");
        assert!(screen.text().contains("no flow leaves this slice"));
    }
    for (hop, &slice) in chain.iter().enumerate().rev().skip(1) {
        screen.keys("[");
        shows(&mut screen, trace, slice, &format!("back at {hop}"));
    }
    // The history has the way there and the way back.
    for &slice in &chain[1..] {
        screen.keys("<c-o>");
        shows(&mut screen, trace, slice, "history");
    }
    screen.keys("<tab>");
    shows(&mut screen, trace, chain[chain.len() - 2], "forward again");
}

#[test]
fn a_chain_across_processes_is_walked_there_and_back() {
    let trace = demo();
    let found = chain(&trace, 0);
    assert!(found.len() > 2, "{found:?}");
    for size in SIZES {
        walk(&trace, &found, size);
    }
    let Some(trace) = corpus("chrome_desktop") else {
        return;
    };
    let found = chain(&trace, 4);
    assert!(found.len() > 6, "the chain has {} slices", found.len());
    let upids = found.iter().map(|&slice| trace.upid_of(slice));
    let upids: std::collections::BTreeSet<_> = upids.collect();
    assert!(upids.len() > 1, "{upids:?}");
    for size in SIZES {
        walk(&trace, &found, size);
        ladder(&trace, &found, size);
    }
}

/// Checks that the ladder has a rung for each slice, and leads to each.
fn ladder(trace: &Arc<Trace>, chain: &[SliceId], (cols, rows): (u16, u16)) {
    let mut screen = Screen::new(trace, cols, rows);
    screen.session.state_mut().view.selection = Selection::Slice(chain[2]);
    screen.keys("L").draw("ladder");
    let Some(Overlay::Ladder(page)) = screen.view().overlays.last() else {
        panic!("no ladder: {}", screen.text());
    };
    let rungs: Vec<SliceId> = page.ladder.rungs.iter().map(|rung| rung.slice).collect();
    assert_eq!((&rungs[..], page.chosen), (chain, 2));
    let text = screen.text();
    assert!(text.contains("FLOW LADDER"), "{text}");
    screen.keys("<end><enter>");
    assert_eq!(screen.selected(), chain[chain.len() - 1]);
}

/// Returns a trace with two threads of one process and one of another; slices take 5 ns. `a` has flows from
/// `in 1` and `in 2`, and to `near`, to `far` in the other process, and to `past`, which began before `a`
/// ended.
fn branched() -> Arc<Trace> {
    let mut text = String::from(
        "packet { timestamp: 1 trusted_packet_sequence_id: 1 sequence_flags: 1 track_descriptor { \
         uuid: 1 process { pid: 7 process_name: \"one\" } } }\n",
    );
    for (uuid, pid, tid, name) in [(2, 7, 7, "main"), (3, 7, 8, "worker"), (4, 9, 9, "other")] {
        writeln!(
            text,
            "packet {{ timestamp: 1 trusted_packet_sequence_id: 1 track_descriptor {{ uuid: {uuid} \
             thread {{ pid: {pid} tid: {tid} thread_name: \"{name}\" }} }} }}"
        )
        .unwrap();
    }
    let events = [
        (10, 3, "in 1", "net", "flow_ids: 1"),
        (20, 3, "in 2", "net", "flow_ids: 2"),
        (30, 2, "a", "ui", "flow_ids: [1, 2, 3, 4, 5]"),
        (32, 3, "past", "ui", "terminating_flow_ids: 3"),
        (50, 3, "near", "ui", "flow_ids: 4"),
        (60, 4, "far", "gpu", "terminating_flow_ids: 5"),
        (70, 4, "further", "gpu", "terminating_flow_ids: 4"),
    ];
    for (ts, track, name, category, flows) in events {
        let ids = "trusted_packet_sequence_id: 1";
        writeln!(
            text,
            "packet {{ timestamp: {ts} {ids} track_event {{ type: TYPE_SLICE_BEGIN track_uuid: \
             {track} name: \"{name}\" categories: \"{category}\" {flows} }} }}\n\
             packet {{ timestamp: {} {ids} track_event {{ type: TYPE_SLICE_END track_uuid: {track} \
             }} }}",
            ts + 5
        )
        .unwrap();
    }
    written(&text)
}

fn named(trace: &Trace, name: &str) -> SliceId {
    let mut all = (0..trace.slices.len()).map(SliceId::from_index);
    all.find(|&slice| trace.slice_name(slice).is_some_and(|found| found == name))
        .unwrap()
}

#[test]
fn a_trail_leads_to_what_is_selected() {
    let trace = branched();
    let mut screen = Screen::new(&trace, 120, 45);
    let select = |screen: &mut Screen, name: &str| {
        let slice = Selection::Slice(named(&trace, name));
        screen.session.state_mut().select(slice);
        screen.session.sync();
    };
    select(&mut screen, "in 1");
    let text = screen.keys("]").text();
    assert!(
        text.contains("in 1 ▸ a ") && text.contains(" FLOW "),
        "{text}"
    );
    // A slice that was reached in another way is not on the trail, and begins a new one.
    select(&mut screen, "in 2");
    let text = screen.text();
    assert!(
        !text.contains("trail") && text.contains(" SLICE "),
        "{text}"
    );
    let text = screen.keys("]").text();
    assert!(
        text.contains("in 2 ▸ a ") && !text.contains("in 1 ▸"),
        "{text}"
    );
    let Some(trace) = corpus("chrome_desktop") else {
        return;
    };
    // If the trail is too long for its line, its end is shown.
    let found = chain(&trace, 4);
    let mut screen = Screen::new(&trace, 80, 24);
    screen
        .session
        .state_mut()
        .select(Selection::Slice(found[0]));
    for two in found.windows(2) {
        let [before, slice] = [two[0], two[1]];
        screen.keys("]");
        assert_eq!(screen.selected(), slice);
        let text = screen.text();
        let line = text
            .lines()
            .find(|line| line.starts_with(" trail"))
            .unwrap();
        let line = line.split('│').next().unwrap().trim_end();
        // Steps of one name are told apart.
        let name = Sayings::default().told_apart(&trace, slice, [before]);
        let name = name.unwrap_or_else(|| trace.slice_name(slice).unwrap().into_owned());
        let name: String = name.chars().take(8).collect();
        let (_, last) = line.rsplit_once("▸ ").unwrap();
        assert!(last.starts_with(&name), "{name}: {line}");
    }
}

#[test]
fn the_flows_of_a_slice_are_listed_chosen_and_filtered() {
    let trace = branched();
    let mut screen = Screen::new(&trace, 139, 45);
    screen.session.state_mut().view.selection = Selection::Slice(named(&trace, "a"));
    screen.keys("3").draw("flows");
    // Only the pane is read, because the arrows of the timeline say less.
    let pane = |screen: &mut Screen| {
        let text = screen.text();
        text.split_once("FLOWS 2 in · 3 out").unwrap().1.to_owned()
    };
    let line = |text: &str, what: &str| {
        let found = text.lines().find(|line| line.contains(what));
        found
            .unwrap_or_else(|| panic!("no {what} in {text}"))
            .to_owned()
    };
    let text = pane(&mut screen);
    // Name, place if elsewhere, category and delay; the delay of an overlapping flow is negative.
    let far = line(&text, "▶ far");
    for what in ["other 9 · Process 9 · gpu,ui", "+25 ns"] {
        assert!(far.contains(what), "{what}: {text}");
    }
    assert!(line(&text, "▶ past").contains("−3 ns"), "{text}");
    assert!(!text.contains("further"), "{text}");
    // The flows up to one more hop.
    screen.keys("+");
    let text = pane(&mut screen);
    assert!(text.contains("up to 2 hops"), "{text}");
    let further = line(&text, "▷ further");
    for what in ["2 hops", "+15 ns"] {
        assert!(further.contains(what), "{what}: {text}");
    }
    screen.keys("-");
    // Several flows lead on, so a list asks; its third row is the last flow.
    screen.keys("]");
    let text = screen.text();
    assert!(text.contains("FLOWS THAT LEAVE THIS SLICE"), "{text}");
    screen.keys("3");
    assert_eq!(screen.selected(), named(&trace, "far"));
    screen.keys("[");
    // After another flow is focused, it is followed without a question.
    for (keys, name) in [("}}}]", "past"), ("[{{{]", "far")] {
        screen.keys(keys);
        assert_eq!(screen.selected(), named(&trace, name), "{}", screen.text());
    }
    screen.keys("[");
    // With the other categories hidden, no flow reaches the slice.
    screen.keys("c");
    let Some(Overlay::List(list)) = screen.view().overlays.last() else {
        panic!("no list");
    };
    let rows: Vec<&str> = list.rows.iter().map(|row| row.text.as_str()).collect();
    assert_eq!(rows, ["[x] gpu", "[x] net", "[x] ui"]);
    screen.keys("b<esc>[");
    let text = screen.text();
    assert!(
        text.contains("2 flows reach this slice, of categories that are off"),
        "{text}"
    );
    assert!(text.contains("4 of categories that are off"), "{text}");
    assert!(text.contains("of 5 flows"), "{text}");
    // Nor does the chain, nor the pane, go along what is hidden.
    assert!(text.contains("▶ far"), "{text}");
    let rungs = |screen: &Screen| match screen.view().overlays.last() {
        Some(Overlay::Ladder(page)) => page.ladder.rungs.len(),
        _ => 0,
    };
    screen.keys("L").draw("the rest of the chain");
    assert_eq!(rungs(&screen), 2);
    screen.keys("<esc>cb<esc>L").draw("the whole chain");
    assert_eq!(rungs(&screen), 3);
}

#[test]
fn enter_in_the_flows_of_the_details_goes_there() {
    let trace = branched();
    let mut screen = Screen::new(&trace, 80, 24);
    screen.session.state_mut().view.selection = Selection::Slice(named(&trace, "a"));
    screen.keys("33").draw("list");
    let text = screen.text();
    assert!(text.contains("WHERE IT LEADS"), "{text}");
    screen.keys("/further<enter>");
    let Some(Overlay::List(list)) = screen.view().overlays.last() else {
        panic!("no list");
    };
    assert!(list.rows.is_empty(), "{:?}", list.rows);
    screen.keys("<esc>3/far<enter><enter>");
    assert_eq!(screen.selected(), named(&trace, "far"));
    screen.keys("<c-o>");
    assert_eq!(screen.selected(), named(&trace, "a"));
}

/// Returns the first state that another thread woke, with some states before it.
fn woken(trace: &Trace) -> (ThreadStateId, wakeups::Wakeup) {
    let states = (100..trace.sched.states().len()).map(ThreadStateId::from_index);
    let mut found = states.filter_map(|id| Some((id, wakeups::of_state(trace, id)?)));
    found
        .find(|(id, wakeup)| {
            wakeup.running == Some(*id)
                && wakeup.waker_state.is_some()
                && wakeup.latency.is_some_and(|waited| {
                    let ran = trace.sched.state_row(*id).dur.map_or(0, Dur::ns);
                    waited.ns() > 50_000 && waited.ns() < ran
                })
        })
        .unwrap()
}

#[test]
fn a_wake_up_is_drawn_told_and_walked() {
    let mut traces = vec![demo()];
    traces.extend(corpus("cuttlefish_app_startup"));
    for trace in traces {
        let (run, wakeup) = woken(&trace);
        for (cols, rows) in SIZES {
            let mut screen = Screen::new(&trace, cols, rows);
            screen.session.state_mut().view.selection = Selection::State(run);
            screen.keys(",fssssss.").draw("a state");
            let text = screen.text();
            let waited = perfetty::view::time::dur(wakeup.latency.unwrap().ns());
            let (scene, _) = screen.painted();
            let timeline = scene.layout.timeline;
            let edges = [timeline.y, timeline.y + timeline.height - 1];
            // A mark of the waker, or a line that comes from beyond an edge.
            let leads = scene.strokes.iter().any(|stroke| match stroke.shape {
                StrokeShape::Char(what) => what == '◆',
                StrokeShape::Joins(sides) => sides & 5 == 5 && edges.contains(&stroke.y),
                _ => false,
            });
            assert!(leads, "no waker: {text}");
            assert!(text.contains(&format!(" {waited} ")), "{waited}: {text}");
            screen.keys("1");
            let leads = perfetty::view::leads(
                &trace,
                screen.view(),
                &[perfetty::view::state::Tab::Selection],
            );
            let words: Vec<&str> = leads.iter().map(|lead| lead.0.as_str()).collect();
            assert!(
                words.iter().any(|words| words.starts_with("woken by")),
                "{words:?}"
            );
            assert!(
                words.iter().any(|words| words.starts_with("cpu")),
                "{words:?}"
            );
            screen.keys("<esc>[");
            let waker = wakeup.waker_state.unwrap();
            assert_eq!(*screen.selection(), Selection::State(waker));
            screen.keys("<c-o>");
            assert_eq!(*screen.selection(), Selection::State(run));
            // From the wait, `]` leads to the run after it.
            screen.keys(",");
            assert_eq!(*screen.selection(), Selection::State(wakeup.runnable));
            screen.keys("]");
            assert_eq!(*screen.selection(), Selection::State(run));
            // The same on the track of the CPU.
            let stay = wakeups::stay(&trace, run).unwrap();
            screen.session.state_mut().view.selection = Selection::Sched(stay);
            screen.keys("[");
            let by = wakeups::stay(&trace, waker).unwrap();
            assert_eq!(*screen.selection(), Selection::Sched(by));
        }
    }
}

/// Two steps of a frame as Chromium writes them: with the same name, told apart by an argument.
const STEPS: &str = r#"
packet { track_descriptor { uuid: 2 thread { pid: 5 tid: 6 thread_name: "viz" } } }
packet { timestamp: 100 trusted_packet_sequence_id: 1 sequence_flags: 1 track_event { type: TYPE_SLICE_BEGIN
  track_uuid: 2 name: "Pipeline" flow_ids: 7 debug_annotations { name: "same" string_value: "x" }
  debug_annotations { name: "step" string_value: "STEP_DRAW" } } }
packet { timestamp: 110 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_END track_uuid: 2 } }
packet { timestamp: 200 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_BEGIN
  track_uuid: 2 name: "Pipeline" flow_ids: 7 debug_annotations { name: "same" string_value: "x" }
  debug_annotations { name: "step" string_value: "STEP_SWAP\033[31m" } } }
packet { timestamp: 210 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_END track_uuid: 2 } }
"#;

#[test]
fn ends_of_one_name_are_told_apart_by_what_differs() {
    let trace = written(STEPS);
    let [first, second] = [0, 1].map(SliceId);
    let sayings = Sayings::default();
    let differs = |slice, beside| sayings.what_differs(&trace, slice, beside);
    assert_eq!(differs(first, second).as_deref(), Some("STEP_DRAW"));
    assert_eq!(differs(first, first), None);
    let what = sayings.told_apart(&trace, second, [first]);
    let name = |room| name_and(&trace, second, what.as_deref(), room);
    assert_eq!(name(80), "Pipeline · STEP_SWAP\u{fffd}[31m");
    assert_eq!(name(20), "STEP_SWAP\u{fffd}[31m");
    for (cols, rows) in SIZES {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.session.state_mut().view.selection = Selection::Slice(second);
        for keys in ["3", "L"] {
            let text = screen.keys(keys).text();
            assert!(text.contains("STEP_DRAW"), "{keys}: {text}");
        }
    }
}

#[test]
fn what_tells_a_step_apart_is_said_though_the_one_before_it_has_the_same() {
    let mut text = String::from(
        "packet { track_descriptor { uuid: 2 thread { pid: 5 tid: 6 thread_name: \"viz\" } } }\n",
    );
    for (index, step) in ["DRAW", "SWAP", "SWAP"].iter().enumerate() {
        // The last step takes long to begin.
        let at = [100, 200, 1_000][index];
        let event = |ts: usize, fields: &str| {
            format!(
                "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 sequence_flags: 1 track_event {{ track_uuid: 2 {fields} }} }}\n"
            )
        };
        text += &event(
            at,
            &format!(
                "type: TYPE_SLICE_BEGIN name: \"Pipeline\" flow_ids: 7 debug_annotations {{ name: \"step\" string_value: \"{step}\" }}"
            ),
        );
        text += &event(at + 50, "type: TYPE_SLICE_END");
    }
    let trace = written(&text);
    let mut screen = Screen::new(&trace, 120, 40);
    screen.session.state_mut().view.selection = Selection::Slice(SliceId(1));
    let page = screen.keys("L").text();
    // The title names the first and the last.
    assert_eq!(page.matches("Pipeline · SWAP").count(), 3, "{page}");
    assert_eq!(page.matches("Pipeline · DRAW").count(), 2, "{page}");
    // The slow hop is highlighted.
    let (scene, _) = screen.painted();
    let role = |words: &str| {
        let mut texts = scene.overlay.iter().flat_map(|line| &line.texts);
        let found = texts.find(|text| text.text.contains(words));
        found.unwrap_or_else(|| panic!("{words}: {page}")).ink
    };
    assert_eq!(role("+750 ns"), Ink::Role(Role::Bad));
    assert_eq!(role("+50 ns"), Ink::Role(Role::Dim));
}

#[test]
fn an_arrow_leaves_the_marks_of_instants() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let mut instants = Vec::new();
    for (tid, ts) in [(1, 100), (2, 800)] {
        let thread = b.thread(app, tid, "t");
        let track = b.slice_track(Scope::Thread(thread), None);
        instants.extend(b.nested_slices(track, &[(ts, 0, "step"), (1_000, 10, "end")]));
    }
    b.flow(instants[0], instants[2], 1);
    let mut screen = Screen::new(&Arc::new(b.finish()), 80, 24);
    screen
        .session
        .state_mut()
        .select(Selection::Slice(instants[0]));
    let text = screen.text();
    assert!(text.contains('◆') && text.contains('▶'), "{text}");
    // The instant that an arrow comes from is seen, too.
    screen
        .session
        .state_mut()
        .select(Selection::Slice(instants[2]));
    let text = screen.text();
    assert!(text.contains("▾") && text.contains('◆'), "{text}");
    let above = text
        .lines()
        .find(|line| line.contains("step") && !line.contains('◆'));
    assert!(above.is_some_and(|line| line.contains('▾')), "{text}");
}

#[test]
fn the_details_show_the_flow_that_is_focused() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    let mut slice = |tid: i64, ts: i64, name: &str| {
        let thread = b.thread(app, tid, "worker");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(ts, 10, name)])[0]
    };
    let into = slice(11, 0, "request");
    let here = slice(12, 100, "serve");
    let ends: Vec<_> = (0..5)
        .map(|n| slice(13 + n, 200 + n, &format!("reply {n}")))
        .collect();
    b.flow(into, here, 1);
    for (id, end) in (2..).zip(ends) {
        b.flow(here, end, id);
    }
    let trace = Arc::new(b.finish());
    let mut screen = Screen::new(&trace, 80, 24);
    screen.session.state_mut().select(Selection::Slice(here));
    let details = |screen: &mut Screen| {
        let text = screen.text();
        let lines = text.lines().rev().take(6).map(str::to_owned);
        lines.collect::<Vec<_>>().join("\n")
    };
    for name in [
        "request", "reply 0", "reply 1", "reply 2", "reply 3", "reply 4",
    ] {
        screen.keys("}");
        let text = details(&mut screen);
        assert!(
            text.contains(name) && text.contains("FLOWS 1 in"),
            "{name}: {text}"
        );
    }
    // The flows have their own tab as well, in which one can scroll.
    screen.keys("3");
    let text = details(&mut screen);
    assert!(text.contains("reply 4"), "{text}");
    screen.keys("<s-up><s-up><s-up><s-up>");
    let text = details(&mut screen);
    assert!(!text.contains("reply 4"), "{text}");
    // Scrolls up to the first flow, and back to where the details rest.
    for _ in 0..20 {
        screen.keys("<s-up>").text();
    }
    let text = details(&mut screen);
    assert!(text.contains("request"), "{text}");
    screen.keys(&"<s-down>".repeat(20));
    let text = details(&mut screen);
    assert!(text.contains("reply 4"), "{text}");
}

#[test]
fn a_target_in_a_folded_row_is_shown_with_its_track() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "merged");
    let mut target = SliceId::from_index(0);
    for _ in 0..40 {
        let track = b.slice_track(Scope::Process(app), Some("req"));
        b.tracks.get_mut(track).group = Some(1);
        target = b.nested_slices(track, &[(100, 1000, "req")])[0];
    }
    let source = b.process(2, "source");
    let main = b.thread(source, 2, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    let send = b.nested_slices(track, &[(0, 50, "send")])[0];
    b.flow(send, target, 1);
    let trace = Arc::new(b.finish());
    let (node, row) = trace.tree.place_of(&trace.slices, target).unwrap();
    assert!(row > 30, "{row}");
    // A screen on which there is no room for all unfolded rows among the pinned ones.
    let mut screen = Screen::new(&trace, 120, 30);
    screen.session.state_mut().view.selection = Selection::Slice(send);
    let shows = |screen: &mut Screen| {
        let (scene, _) = screen.painted();
        let mut lines = scene.tracks.iter();
        lines.any(|line| line.data == node && line.row == Some(row))
    };
    assert!(!shows(screen.keys("CC")));
    assert!(shows(screen.keys("P")));
}

#[test]
fn a_chain_of_no_hops_does_not_deny_those_that_follow() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_perfetty"))
        .arg("flow")
        .arg(crate::support::repo("assets/demo.pftrace.gz"))
        .args(["--from", "frame:51072", "--depth", "0"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("the chain goes on after (--depth)"), "{text}");
    assert!(!text.contains("no flow leaves or reaches"), "{text}");
}

#[test]
fn the_ladder_of_a_slice_without_flows_says_what_goes_along_those_around_it() {
    let event = |ts: u32, rest: &str| {
        format!(
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 \
             track_event {{ track_uuid: 1 {rest} }} }}\n"
        )
    };
    let trace = written(
        &[
            event(100, "type: TYPE_INSTANT name: \"posts\" flow_ids: 1"),
            event(
                200,
                "type: TYPE_SLICE_BEGIN name: \"task\" terminating_flow_ids: 1",
            ),
            event(210, "type: TYPE_SLICE_BEGIN name: \"call\""),
            event(290, "type: TYPE_SLICE_END"),
            event(300, "type: TYPE_SLICE_END"),
            event(400, "type: TYPE_INSTANT name: \"alone\""),
        ]
        .concat(),
    );
    let around = "this slice has no flow; [ goes along those around it";
    let none = "no flow leaves or reaches this slice";
    for (name, words) in [("call", around), ("alone", none)] {
        let mut screen = Screen::new(&trace, 120, 30);
        screen.session.state_mut().view.selection = Selection::Slice(named(&trace, name));
        let text = screen.keys("L").text();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn a_flow_that_never_arrives_is_told_where_it_begins() {
    let event = |ts: u32, rest: &str| {
        format!(
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 \
             track_event {{ track_uuid: 1 type: TYPE_INSTANT {rest} }} }}\n"
        )
    };
    let trace = written(
        &[
            event(100, "name: \"sends\" flow_ids: 1 flow_ids: 7"),
            event(200, "name: \"gets\" terminating_flow_ids: 1"),
            event(300, "name: \"lost\" flow_ids: 8 flow_ids: 9"),
        ]
        .concat(),
    );
    for (name, words, moves) in [
        ("sends", Some("1 flow begins here and never arrives"), true),
        ("gets", None, true),
        ("lost", Some("2 flows begin here and never arrive"), false),
    ] {
        let mut screen = Screen::new(&trace, 120, 30);
        screen.session.state_mut().view.selection = Selection::Slice(named(&trace, name));
        let text = screen.keys("3").text();
        assert_eq!(text.contains("never arrive"), words.is_some(), "{text}");
        assert!(text.contains(words.unwrap_or("FLOWS")), "{text}");
        assert_eq!(text.contains("[ ] move"), moves, "{text}");
    }
}

/// A trace with a slice from which so many flows lead to slices of another thread, `job 0` and so on.
fn hub(n: i64) -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let tracks = [2, 3].map(|tid| {
        let thread = b.thread(app, tid, "worker");
        b.slice_track(Scope::Thread(thread), None)
    });
    let hub = b.nested_slices(tracks[0], &[(0, 10, "hub")])[0];
    let names: Vec<String> = (0..n).map(|at| format!("job {at}")).collect();
    let rows = (0..)
        .zip(&names)
        .map(|(at, name)| (100 + 20 * at, 10, name.as_str()));
    let jobs = b.nested_slices(tracks[1], &rows.collect::<Vec<_>>());
    for (job, id) in jobs.into_iter().zip(1..) {
        b.flow(hub, job, id);
    }
    Arc::new(b.finish())
}

#[test]
fn of_very_many_flows_the_one_that_keys_go_along_is_listed() {
    let trace = hub(1_200);
    let mut screen = Screen::new(&trace, 120, 30);
    let select = |screen: &mut Screen| {
        let slice = Selection::Slice(named(&trace, "hub"));
        screen.session.state_mut().select(slice);
    };
    select(&mut screen);
    let text = screen.keys("]").text();
    assert!(
        text.contains("OF 1 200 FLOWS THAT LEAVE THIS SLICE"),
        "{text}"
    );
    screen.keys("<enter>");
    assert_eq!(screen.selected(), named(&trace, "job 1199"));
    // The pane lists it as well, and the flows beside it are reached.
    select(&mut screen);
    let text = screen.keys("3").text();
    assert!(text.contains("▶ job 1199"), "{text}");
    let text = screen.keys("{").text();
    assert!(text.contains("▶ job 1198"), "{text}");
    screen.keys("]");
    assert_eq!(screen.selected(), named(&trace, "job 1198"));
    select(&mut screen);
    let text = screen.keys("3").text();
    assert!(
        text.contains("WHERE IT LEADS: THE NEAREST OF 1 200 FLOWS"),
        "{text}"
    );
}

#[test]
fn the_flows_to_choose_from_are_found_by_their_threads() {
    let trace = branched();
    let mut screen = Screen::new(&trace, 100, 30);
    screen.session.state_mut().view.selection = Selection::Slice(named(&trace, "a"));
    let text = screen.keys("]").text();
    // Of another process the thread is not enough.
    assert!(text.contains("other 9 · Process 9"), "{text}");
    screen.keys("/other<enter><enter>");
    assert_eq!(screen.selected(), named(&trace, "far"));
}

#[test]
fn flows_to_one_slice_are_one_choice() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let mut slice = |tid: i64, ts: i64, name: &str| {
        let thread = b.thread(app, tid, "worker");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(ts, 10, name)])[0]
    };
    let [from, one, two] = [(2, 0, "from"), (3, 20, "one"), (4, 40, "two")]
        .map(|(tid, ts, name)| slice(tid, ts, name));
    for (to, id) in [(one, 1), (one, 2), (one, 3), (two, 4)] {
        b.flow(from, to, id);
    }
    b.flow(one, two, 5);
    b.flow(one, two, 6);
    let trace = Arc::new(b.finish());
    let mut screen = Screen::new(&trace, 100, 30);
    screen.session.state_mut().select(Selection::Slice(from));
    let text = screen.keys("]").text();
    let rows = text
        .lines()
        .filter(|line| line.contains("Thread 3") || line.contains("worker 3"));
    assert!(text.contains("one ×3"), "{text}");
    assert!(rows.count() >= 1, "{text}");
    screen.keys("<esc>");
    // Where all lead to one slice, nothing is asked.
    screen.session.state_mut().select(Selection::Slice(one));
    screen.keys("]");
    assert_eq!(screen.selected(), two);
}

#[test]
fn a_long_trail_is_shown_around_the_selected_slice() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("hops"));
    let names: Vec<String> = (0..30).map(|at| format!("step {at}")).collect();
    let rows: Vec<_> = (0..)
        .zip(&names)
        .map(|(at, name)| (20 * at, 10, name.as_str()))
        .collect();
    let slices = b.nested_slices(track, &rows);
    for (pair, id) in slices.windows(2).zip(1..) {
        b.flow(pair[0], pair[1], id);
    }
    let trace = Arc::new(b.finish());
    let mut screen = Screen::new(&trace, 80, 24);
    screen
        .session
        .state_mut()
        .select(Selection::Slice(slices[0]));
    let trail = |screen: &mut Screen| {
        let text = screen.text();
        let line = text.lines().find(|line| line.starts_with(" trail"));
        let line = line.unwrap_or_else(|| panic!("{text}"));
        line.split('│').next().unwrap_or(line).trim_end().to_owned()
    };
    screen.keys(&"]".repeat(20));
    let line = trail(&mut screen);
    assert!(
        line.contains("… step ") && line.ends_with("▸ step 20"),
        "{line}"
    );
    screen.keys(&"<c-o>".repeat(10));
    let line = trail(&mut screen);
    assert!(
        line.contains("… step ") && line.ends_with("step 10 ▸ step 11 …"),
        "{line}"
    );
    screen.keys(&"<c-o>".repeat(10));
    let line = trail(&mut screen);
    assert!(line.ends_with("trail     step 0 ▸ step 1 …"), "{line}");
}

#[test]
fn a_ladder_that_ends_at_hidden_categories_says_so_and_its_command_prints_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flows.json");
    std::fs::write(&path, crate::reproduce::OF_TWO_CATEGORIES).unwrap();
    let trace = crate::screen::import(crate::reproduce::OF_TWO_CATEGORIES.into());
    let ladder = |hidden: &[&str], keys: &str| {
        let mut screen = Screen::new(&trace, 160, 30);
        let view = &mut screen.session.state_mut().view;
        view.selection = Selection::Slice(named(&trace, "middle"));
        view.flows.hidden = hidden.iter().map(|&name| name.to_owned()).collect();
        let text = screen.keys(keys).text();
        let overlay = screen.session.state().view.overlays.last();
        let Some(Overlay::Ladder(page)) = overlay else {
            panic!("{text}");
        };
        (text, page.command.clone())
    };
    let off = "1 flow goes on from here, of categories that are off: c";
    assert!(ladder(&["two"], "L]").0.contains(off));
    let before = "1 flow leads here, of categories that are off: c";
    assert!(ladder(&["one"], "L[").0.contains(before));
    assert!(ladder(&[], "L<end>]").0.contains("the chain ends here"));
    assert!(ladder(&["two"], "L[[").0.contains("the chain begins here"));
    let others = "1 other flow of this slice, of categories that are off: c";
    assert!(ladder(&["two"], "Lb").0.contains(others));
    for (hidden, flag, names) in [
        (&[][..], None, "first → last"),
        (&["two"], Some("--hide-flows two"), "first → middle"),
        (&["one"], Some("--hide-flows one"), "middle → last"),
        // What the chain does not meet is not told.
        (&["else"], None, "first → last"),
    ] {
        let command = ladder(hidden, "L").1;
        assert_eq!(
            command
                .find("--hide-flows")
                .map(|at| command.get(at..).unwrap()),
            flag,
            "{command}"
        );
        let words = crate::support::shell_words(&command);
        let flags = words[3..].iter().map(String::as_str);
        let args: Vec<&str> = ["flow", "flows.json"].into_iter().chain(flags).collect();
        let text = crate::support::printed(folder.path(), &args);
        assert!(text.starts_with(names), "{command}: {text}");
    }
}
