//! Interactions: which events belong together, where their time went, and whose they are.

use super::*;
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::builder::TraceBuilder;
use crate::model::slice::{Label, SliceRow};
use crate::model::track::Scope;

const MS: i64 = 1_000_000;

/// What an event says: when it was made and how long it took, in milliseconds, its type, its interaction, after how
/// many milliseconds it began to be handled and had been, and which thread reported it.
type Said<'a> = (i64, i64, &'a str, i64, (f64, f64), Option<Utid>);

/// Adds events that do not say of which process they are, each on a track of its own.
fn add(b: &mut TraceBuilder, frame: &str, events: &[Said<'_>]) {
    add_to(b, Scope::Global, frame, events);
}

fn add_to(b: &mut TraceBuilder, scope: Scope, frame: &str, events: &[Said<'_>]) {
    for &(ts, dur, kind, interaction, (begun, ended), thread) in events {
        let label = Label {
            name: Some(b.str("EventTiming")),
            ..Label::default()
        };
        let label = b.labels.intern(label);
        let text = |b: &mut TraceBuilder, text: &str| StoredValue::Str(Some(b.str(text)));
        let (kind, frame) = (text(b, kind), text(b, frame));
        let mut says = vec![
            ("debug.data.type", kind),
            ("debug.data.frame", frame),
            ("debug.data.interactionId", StoredValue::Int(interaction)),
            ("debug.data.timeStamp", StoredValue::Real(1000.5)),
            (
                "debug.data.processingStart",
                StoredValue::Real(1000.5 + begun),
            ),
            (
                "debug.data.processingEnd",
                StoredValue::Real(1000.5 + ended),
            ),
        ];
        if let Some(Utid(utid)) = thread {
            let utid = StoredValue::Uint(u64::from(utid));
            says.push(("legacy_event.passthrough_utid", utid));
        }
        let args = says
            .into_iter()
            .map(|(key, value)| StoredArg::new(b.str(key), value));
        let args: Vec<StoredArg> = args.collect();
        let set = b.arg_sets.add(&args).unwrap();
        let track = b.slice_track(scope, Some("EventTiming"));
        let row = SliceRow::new(ts * MS, Some(dur * MS), label, EventPos::stored(set));
        b.slices.push_track(track, &[vec![row]]);
    }
}

/// What is told of an interaction: when, how long, of which type, the delays in milliseconds, and on which thread.
type Heard = (i64, i64, String, Option<[i64; 3]>, Option<Utid>);

/// The interactions of a trace.
fn told(trace: &Trace) -> Vec<Heard> {
    let found = find(trace, &AtomicBool::new(false)).unwrap();
    let told = found.all.iter().map(|interaction| {
        let span = interaction.span;
        (
            span.start().ns() / MS,
            span.dur().ns() / MS,
            interaction.kind.clone(),
            interaction.delays().map(|all| all.map(|dur| dur.ns() / MS)),
            interaction.main,
        )
    });
    told.collect()
}

fn page(b: &mut TraceBuilder, pid: i64) -> Utid {
    let process = b.process(pid, "Renderer");
    b.thread(process, pid, "CrRendererMain")
}

#[test]
fn events_of_one_interaction_are_one_and_the_longest_counts() {
    let mut b = TraceBuilder::new();
    let main = page(&mut b, 7);
    let events = [
        (10, 12, "pointerdown", 5, (2.0, 4.0), Some(main)),
        (100, 170, "pointerup", 5, (20.0, 21.0), Some(main)),
        (100, 170, "mouseup", 5, (21.0, 22.0), Some(main)),
        (100, 170, "click", 5, (22.0, 140.0), Some(main)),
        (100, 300, "mouseover", 0, (1.0, 2.0), Some(main)),
        (500, 200, "keydown", 6, (5.0, 95.0), Some(main)),
    ];
    add(&mut b, "F", &events);
    let trace = b.finish();
    let wanted = [
        (
            500,
            200,
            "keydown".to_owned(),
            Some([5, 90, 105]),
            Some(main),
        ),
        (
            100,
            170,
            "click".to_owned(),
            Some([20, 120, 30]),
            Some(main),
        ),
    ];
    assert_eq!(told(&trace), wanted);
    assert_eq!(find(&trace, &AtomicBool::new(false)).unwrap().n_events, 6);
    assert_eq!(find(&trace, &AtomicBool::new(true)), None);
}

#[test]
fn what_was_handled_lies_within_the_time_that_it_took() {
    let mut b = TraceBuilder::new();
    let main = page(&mut b, 7);
    let events = [
        (0, 10, "click", 1, (-5.0, 50.0), Some(main)),
        (0, 9, "keyup", 2, (f64::NAN, 3.0), Some(main)),
        (0, 8, "keydown", 3, (5.0, 1.0), Some(main)),
    ];
    add(&mut b, "F", &events);
    let delays: Vec<_> = told(&b.finish()).into_iter().map(|told| told.3).collect();
    assert_eq!(delays, [Some([0, 10, 0]), None, None]);
}

#[test]
fn a_thread_that_is_not_told_is_the_one_that_called_listeners() {
    let mut b = TraceBuilder::new();
    let pages = [7, 8].map(|pid| page(&mut b, pid));
    for (utid, name) in pages.iter().zip(["RunTask", "EventDispatch"]) {
        let track = b.slice_track(Scope::Thread(*utid), None);
        b.nested_slices(track, &[(0, 90 * MS, "Task"), (MS, 80 * MS, name)]);
    }
    add(&mut b, "F", &[(0, 90, "click", 3, (1.0, 80.0), None)]);
    // Nobody was called, but the frame is known.
    add(&mut b, "F", &[(200, 40, "keydown", 4, (1.0, 2.0), None)]);
    add(&mut b, "G", &[(300, 30, "keydown", 5, (1.0, 2.0), None)]);
    let trace = b.finish();
    let mains: Vec<_> = told(&trace).into_iter().map(|told| told.4).collect();
    assert_eq!(mains, [Some(pages[1]), Some(pages[1]), None]);
}

#[test]
fn pages_whose_interactions_have_one_number_are_told_apart() {
    let mut b = TraceBuilder::new();
    for (pid, ts, kind) in [(7, 0, "click"), (8, 900, "keydown")] {
        let main = page(&mut b, pid);
        let scope = Scope::Process(b.processes.thread(main).upid.unwrap());
        add_to(&mut b, scope, "", &[(ts, 200, kind, 7, (1.0, 2.0), None)]);
    }
    let kinds: Vec<_> = told(&b.finish()).into_iter().map(|told| told.2).collect();
    assert_eq!(kinds, ["click", "keydown"]);
}

#[test]
fn a_page_behind_many_threads_is_not_taken_for_the_only_one() {
    let mut b = TraceBuilder::new();
    let first = page(&mut b, 7);
    let process = b.processes.thread(first).upid.unwrap();
    for tid in 0..1_100 {
        b.thread(process, 1_000 + tid, "ThreadPool");
    }
    let second = page(&mut b, 8);
    let track = b.slice_track(Scope::Thread(second), None);
    b.nested_slices(track, &[(0, 90 * MS, "EventDispatch")]);
    add(&mut b, "F", &[(0, 90, "click", 3, (1.0, 80.0), None)]);
    assert_eq!(told(&b.finish())[0].4, Some(second));
}

#[test]
fn the_only_page_is_that_of_all_events() {
    let mut b = TraceBuilder::new();
    let main = page(&mut b, 7);
    add(&mut b, "F", &[(0, 40, "keydown", 4, (1.0, 2.0), None)]);
    let trace = b.finish();
    assert_eq!(told(&trace)[0].4, Some(main));
    assert_eq!(thread_of_event(&trace, SliceId(0)), Some(main));
}
