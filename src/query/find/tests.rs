//! Searches of a small trace.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::base::time::Ts;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::builder::TraceBuilder;
use crate::model::sched::LogRow;
use crate::model::slice::{Label, SliceRow};
use crate::model::track::Scope;
use crate::query::nav::Neighbour;

/// Two threads with five slices; the last has an argument in memory.
fn sample() -> (Trace, Vec<SliceId>) {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "com.App");
    let main = b.thread(app, 7, "main");
    let render = b.thread(app, 9, "RenderThread");
    let one = b.slice_track(Scope::Thread(main), None);
    let two = b.slice_track(Scope::Thread(render), None);
    let three = b.slice_track(Scope::Process(app), Some("args"));
    let mut ids = b.nested_slices(
        one,
        &[(0, 50, "doFrame 1"), (10, 5, "draw"), (60, 5, "doFrame 2")],
    );
    ids.extend(b.nested_slices(two, &[(30, 5, "DrawFrames 1")]));
    let key = b.str("debug.url");
    let value = b.str("https://Example.org");
    let set = b
        .arg_sets
        .add(&[StoredArg::new(key, StoredValue::Str(Some(value)))]);
    let label = b.labels.intern(Label::default());
    let pos = EventPos::stored(set.expect("one argument"));
    ids.push(SliceId::from_index(b.slices.len()));
    b.slices
        .push_track(three, &[vec![SliceRow::new(70, Some(1), label, pos)]]);
    let msg = Some(b.str("drawing failed"));
    b.logs.push(LogRow {
        ts: Ts::from_ns(5),
        prio: 6,
        msg,
        ..LogRow::default()
    });
    (b.finish(), ids)
}

fn run(trace: &Trace, text: &str) -> Found {
    let (mode, text) = Mode::split(text);
    let query = Query::new(text, mode).expect("a good query");
    find(trace, &query, &AtomicBool::new(false), &mut |_| {}).expect("not cancelled")
}

#[test]
fn plain_text_is_found_in_any_case_everywhere() {
    let (trace, s) = sample();
    let draw = run(&trace, "DRAW");
    assert_eq!(draw.slices, [s[1], s[3]]);
    assert_eq!(draw.logs, [0]);
    assert_eq!(run(&trace, "example").slices, [s[4]]);
    assert_eq!(run(&trace, "debug.U").slices, [s[4]]);
    let names = |found: &Found| -> Vec<String> {
        let name = |&id: &NodeId| trace.tree.node(id).name.clone();
        found.nodes.iter().map(name).collect()
    };
    assert_eq!(names(&run(&trace, "com.app")), ["com.App 7"]);
    assert_eq!(run(&trace, "nothing"), Found::default());
    // SQL ids are in the order of events.
    assert_eq!(run(&trace, "0").slices, [s[0]]);
}

#[test]
fn regular_expressions_and_letters_in_order_are_found() {
    let (trace, s) = sample();
    assert_eq!(run(&trace, "re:frames? \\d$").slices, [s[0], s[2], s[3]]);
    assert_eq!(run(&trace, "re:Draw").slices, [s[3]]);
    assert_eq!(run(&trace, "fuzzy:dfr2").slices, [s[2]]);
    let error = |text| Query::new(text, Mode::Regex).expect_err("no good query");
    assert!(matches!(error("("), FindError::Regex { .. }));
    assert!(matches!(error("(a{1000}){1000}"), FindError::Regex { .. }));
    assert!(matches!(error(""), FindError::Empty));
}

#[test]
fn what_is_found_is_stepped_through_in_time_order() {
    let (trace, s) = sample();
    let found = Hits::new(&trace, run(&trace, "frame"));
    assert_eq!(found.slices[..], [s[0], s[2], s[3]]);
    let ts = |id| trace.slices.ts(id).ns();
    let order = [s[0], s[3], s[2]];
    assert_eq!(found.first(2), &order[..2]);
    assert_eq!(found.times[..], [0, 30, 60]);
    for (rank, pair) in order.windows(2).enumerate() {
        let (a, b) = (pair[0], pair[1]);
        assert_eq!(found.step((ts(a), a), Neighbour::Next), Some(b));
        assert_eq!(found.step((ts(b), b), Neighbour::Previous), Some(a));
        assert_eq!(found.rank((ts(b), b)), rank + 1);
    }
    assert_eq!(found.step((60, s[2]), Neighbour::Next), None);
    assert_eq!(found.step((40, SliceId(0)), Neighbour::Next), Some(s[2]));
    // Slices that start together are stepped through by id, with and without standing on one of them.
    let mut b = TraceBuilder::new();
    let tracks = ["a", "b", "c"].map(|name| b.slice_track(Scope::Global, Some(name)));
    let twins = tracks.map(|track| b.nested_slices(track, &[(7, 5, "twin")])[0]);
    let trace = b.finish();
    let outer = Found {
        slices: vec![twins[0], twins[2]],
        ..Found::default()
    };
    let hits = Hits::new(&trace, outer);
    let step = |id, step| hits.step((7, id), step);
    assert_eq!(step(twins[0], Neighbour::Next), Some(twins[2]));
    assert_eq!(step(twins[1], Neighbour::Next), Some(twins[2]));
    assert_eq!(step(twins[1], Neighbour::Previous), Some(twins[0]));
    assert_eq!(step(twins[0], Neighbour::Previous), None);
    assert_eq!(step(twins[2], Neighbour::Next), None);
    let before = (6, twins[0]);
    assert_eq!(hits.step(before, Neighbour::Next), Some(twins[0]));
}

#[test]
fn a_cancelled_search_finds_nothing_and_phases_are_told() {
    let (trace, s) = sample();
    let query = Query::new("draw", Mode::Plain).expect("a good query");
    assert_eq!(
        find(&trace, &query, &AtomicBool::new(true), &mut |_| {}),
        None
    );
    let mut seen = Vec::new();
    find(&trace, &query, &AtomicBool::new(false), &mut |found| {
        seen.push(found.slices.clone());
    });
    assert_eq!(seen, [vec![s[1], s[3]]]);
}

#[test]
fn tracks_are_filtered_by_terms() {
    let (trace, _) = sample();
    let name = |id: NodeId| trace.tree.node(id).name.clone();
    let filtered = |text: &str| -> Vec<String> {
        let nodes = filter_nodes(&trace, text).unwrap();
        nodes.into_iter().map(name).collect()
    };
    let both = ["args", "RenderThread 9", "RenderThread 9"];
    assert_eq!(filtered("args, RENDER"), both);
    assert_eq!(filtered("args,"), both[..1]);
    assert_eq!(filtered("re:args$|Render.*9"), both);
    assert_eq!(filtered("re:RENDER"), Vec::<String>::new());
    assert_eq!(filtered(" ").len() + 1, trace.tree.len());
    assert!(filter_nodes(&trace, "re:(").is_err());
}

#[test]
fn a_search_text_says_how_it_is_read() {
    assert_eq!(Mode::split("re:^a"), (Mode::Regex, "^a"));
    assert_eq!(Mode::split("a:b"), (Mode::Plain, "a:b"));
    for mode in [Mode::Plain, Mode::Regex, Mode::Fuzzy] {
        for text in ["a", "re:a", "text:re:a", "fuzzy:", ""] {
            assert_eq!(Mode::split(&mode.join(text)), (mode, text));
        }
    }
    assert_eq!(Mode::Plain.join("a:b"), "a:b");
}

#[test]
fn what_is_found_can_be_kept_to_an_area() {
    let (trace, ids) = sample();
    let all = run(&trace, "draw");
    let kept = |from, to, nodes: &[NodeId]| {
        let span = crate::base::time::TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
        let mut found = all.clone();
        found.keep_within(&trace, span, nodes);
        found
    };
    assert_eq!(kept(0, 100, &[]), all);
    assert_eq!(kept(12, 20, &[]).slices, [ids[1]], "it has begun before");
    assert!(kept(15, 30, &[]).slices.is_empty(), "it ends there");
    assert_eq!(kept(30, 31, &[]).slices, [ids[3]]);
    let main = trace.tree.node_of_track(trace.slices.track_of(ids[0]));
    let here = kept(0, 100, &[main.expect("a node")]);
    assert_eq!(here.slices, [ids[1]]);
    assert!(here.logs.is_empty());
}

#[test]
fn an_area_has_what_stands_on_its_edges_and_what_never_ended() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let slices = [(0, 0, "x"), (10, -1, "x"), (50, 0, "x"), (51, 0, "x")];
    let s = b.nested_slices(track, &slices);
    let trace = b.finish();
    let kept = |from, to| {
        let span = crate::base::time::TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
        let mut found = run(&trace, "x");
        found.contents = found.slices.clone();
        found.keep_within(&trace, span, &[]);
        assert_eq!(found.contents, found.slices);
        found.slices
    };
    assert_eq!(kept(0, 5), [s[0]]);
    let mut inside = kept(20, 50);
    inside.sort_unstable();
    let mut wanted = [s[1], s[2]];
    wanted.sort_unstable();
    assert_eq!(inside, wanted);
}

#[test]
fn a_slice_that_matches_in_several_ways_is_one_hit() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let key = b.str("debug.url");
    let number = b.str("debug.number");
    let mut slice = |ts, name: &str, arg: &[StoredArg]| {
        let label = Label {
            name: Some(b.str(name)),
            category: None,
        };
        let set = b.arg_sets.add(arg).expect("one argument");
        let label = b.labels.intern(label);
        SliceRow::new(ts, Some(1), label, EventPos::stored(set))
    };
    let some = StoredValue::Null;
    let rows = vec![
        slice(0, "first", &[StoredArg::new(key, some)]),
        slice(10, "the url", &[StoredArg::new(key, some)]),
        slice(20, "id", &[StoredArg::new(number, StoredValue::Int(2))]),
        slice(
            30,
            "most",
            &[StoredArg::new(number, StoredValue::Uint(u64::MAX))],
        ),
    ];
    b.slices.push_track(track, &[rows]);
    let trace = b.finish();
    let s = |index| SliceId::from_index(index);
    let found = run(&trace, "url");
    assert_eq!(found.slices, [s(0), s(1)]);
    assert_eq!(found.contents, [s(0)]);
    // By its id and by its argument.
    assert_eq!(run(&trace, "2").slices, [s(2)]);
    assert_eq!(run(&trace, "18446744073709551615").slices, [s(3)]);
}

#[test]
fn pointers_are_found_as_they_are_shown() {
    let is_found = |text| {
        let query = Query::new(text, Mode::Plain).expect("a good query");
        query.is_pointer(0xdead_beef)
    };
    assert!(is_found("0xdeadbeef") && is_found("0XDEADBEEF") && is_found("3735928559"));
    assert!(!is_found("deadbeef") && !is_found("0xdead"));
}
