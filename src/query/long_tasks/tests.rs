//! Which slices are long tasks, and what most of each was.

use super::*;
use crate::model::builder::TraceBuilder;
use crate::model::track::{Scope, TrackClass};

const MS: i64 = 1_000_000;

/// What a slice is: when and how long, in milliseconds, and its name.
type Slices<'a> = [(i64, i64, &'a str)];

fn in_ns<'a>(slices: &Slices<'a>) -> Vec<(i64, i64, &'a str)> {
    let to_ns = |&(ts, dur, name): &(i64, i64, &'a str)| (ts * MS, dur.max(-1) * MS, name);
    slices.iter().map(to_ns).collect()
}

/// The slices of a thread, whose tid is another than the pid of its process.
fn thread(b: &mut TraceBuilder, pid: i64, (tid, name): (i64, &str), slices: &Slices<'_>) -> Utid {
    let process = b.process(pid, "app");
    let utid = b.thread(process, tid, name);
    let track = b.slice_track(Scope::Thread(utid), None);
    b.nested_slices(track, &in_ns(slices));
    utid
}

/// The long tasks of a trace: when and for how many milliseconds, which, and what most of it was.
fn told(trace: &Trace) -> Vec<(i64, i64, String, String)> {
    let name = |slice: SliceId| trace.slice_name(slice).unwrap_or_default().into_owned();
    let all = find(trace, &AtomicBool::new(false)).unwrap();
    let told = all.iter().map(|task| {
        let span = task.span;
        let most = task.most.map_or_else(String::new, name);
        let dur = span.dur().ns() / MS;
        (span.start().ns() / MS, dur, name(task.slice), most)
    });
    told.collect()
}

/// The long tasks of the main thread of an app.
fn of_main(slices: &Slices<'_>) -> Vec<(i64, i64, String, String)> {
    let mut b = TraceBuilder::new();
    thread(&mut b, 7, (7, "main"), slices);
    told(&b.finish())
}

fn task(ts: i64, dur: i64, name: &str, most: &str) -> (i64, i64, String, String) {
    (ts, dur, name.to_owned(), most.to_owned())
}

#[test]
fn the_outermost_slices_of_main_threads_that_last_for_long_are_long_tasks() {
    let mut b = TraceBuilder::new();
    thread(
        &mut b,
        7,
        (7, "main"),
        &[(0, 50, "first"), (100, 49, "short"), (200, 90, "second")],
    );
    thread(&mut b, 8, (9, "CrRendererMain"), &[(0, 60, "of a page")]);
    thread(&mut b, 10, (11, "worker"), &[(0, 500, "work")]);
    let utid = Utid(1);
    let apart = b.slice_track(Scope::Thread(utid), Some("AnimationFrame"));
    b.nested_slices(apart, &[(0, 300 * MS, "AnimationFrame")]);
    let wanted = [
        task(200, 90, "second", ""),
        task(0, 60, "of a page", ""),
        task(0, 50, "first", ""),
    ];
    assert_eq!(told(&b.finish()), wanted);
}

#[test]
fn what_only_says_that_tasks_ran_is_none() {
    let found = of_main(&[
        (0, 300, "ThreadController active"),
        (10, 40, "RunTask"),
        (60, 70, "RunTask"),
        (61, 60, "FunctionCall"),
        (200, 80, "RunTask"),
        (400, 100, "ThreadController active"),
        (410, 30, "RunTask"),
        (450, 30, "RunTask"),
    ]);
    let wanted = [
        task(200, 80, "RunTask", ""),
        task(60, 70, "RunTask", "FunctionCall"),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn loops_that_run_tasks_are_none_though_they_end() {
    let mut b = TraceBuilder::new();
    let browser = [
        (0, 900, "RunLoop::Run"),
        (10, 300, "ThreadController active"),
        (20, 200, "ThreadControllerImpl::RunTask"),
        // A loop in a task is a part of it.
        (30, 180, "RunLoop::Run"),
        (40, 60, "ThreadControllerImpl::RunTask"),
        (400, 40, "ThreadController active"),
        (500, 70, "ThreadController active"),
        (505, 60, "ThreadControllerImpl::RunTask"),
    ];
    thread(&mut b, 7, (7, "CrBrowserMain"), &browser);
    let gpu = [
        (0, -1, "GpuMain"),
        (10, 90, "InitializeSandbox"),
        (110, -1, "Run Message Loop"),
        (120, -1, "RunLoop::Run"),
        (600, 80, "ThreadControllerImpl::RunTask"),
    ];
    thread(&mut b, 8, (8, "CrGpuMain"), &gpu);
    let found: Vec<_> = told(&b.finish())
        .into_iter()
        .map(|(ts, dur, name, _)| (ts, dur, name))
        .collect();
    let task = "ThreadControllerImpl::RunTask".to_owned();
    let wanted = [
        (20, 200, task.clone()),
        (10, 90, "InitializeSandbox".to_owned()),
        (600, 80, task.clone()),
        (505, 60, task),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn queues_of_tasks_are_none_either() {
    let mut b = TraceBuilder::new();
    thread(
        &mut b,
        7,
        (8, "CrGpuMain"),
        &[(0, 200, "Queue"), (0, 90, "Task"), (100, 90, "Queue")],
    );
    let category = Some(b.str("sequence_manager"));
    let name = b.str("Queue");
    let mut trace = b.finish();
    let mut labels = trace.slices.labels().to_vec();
    for label in &mut labels {
        label.category = category.filter(|_| label.name == Some(name));
    }
    trace.slices.set_labels(labels);
    assert_eq!(told(&trace), [task(0, 90, "Task", "")]);
}

#[test]
fn most_of_a_task_is_what_lasts_half_of_it_or_else_the_longest() {
    let found = of_main(&[
        (0, 100, "one"),
        (1, 90, "a"),
        (2, 60, "b"),
        (3, 10, "c"),
        (40, 15, "d"),
        (200, 99, "two"),
        (201, 20, "e"),
        (230, 30, "f"),
        (231, 29, "g"),
        (300, 98, "three"),
        (310, 0, "instant"),
    ]);
    let wanted = [
        task(0, 100, "one", "b"),
        task(200, 99, "two", "f"),
        task(300, 98, "three", ""),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn without_an_end_a_task_lasts_to_the_end_and_those_in_it_are_told_too() {
    let found = of_main(&[
        (0, 10, "begin"),
        (20, -1, "ThreadController active"),
        (30, -1, "hangs"),
        (40, 60, "step"),
        (120, -1, "waits"),
        (130, 70, "read"),
        (300, 100, "last"),
    ]);
    let wanted = [
        task(30, 370, "hangs", "last"),
        task(300, 100, "last", ""),
        task(130, 70, "read", ""),
        task(40, 60, "step", ""),
    ];
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    for (found, wanted) in found.iter().zip(&wanted) {
        assert_eq!(
            (found.0, found.1, &found.2),
            (wanted.0, wanted.1, &wanted.2)
        );
    }
}

#[test]
fn what_both_stacks_of_a_thread_tell_is_one_task() {
    let mut b = TraceBuilder::new();
    let system = [(0, 60, "inflate"), (300, 80, "doFrame"), (500, 50, "draw")];
    let utid = thread(&mut b, 7, (7, "main"), &system);
    let own = b.slice_track(Scope::Thread(utid), None);
    b.tracks.get_mut(own).class = TrackClass::TrackEvent;
    b.nested_slices(own, &in_ns(&[(0, 200, "RunTask"), (310, 60, "RunTask")]));
    let wanted = [
        task(0, 200, "RunTask", ""),
        task(300, 80, "doFrame", ""),
        task(500, 50, "draw", ""),
    ];
    assert_eq!(told(&b.finish()), wanted);
}

#[test]
fn a_search_that_is_cancelled_ends() {
    let mut b = TraceBuilder::new();
    thread(&mut b, 7, (7, "main"), &[(0, 60, "task")]);
    assert_eq!(find(&b.finish(), &AtomicBool::new(true)), None);
}

#[test]
fn a_slice_whose_end_was_lost_is_no_task_after_another_of_its_name() {
    // The end of the second was lost, with that of what it did.
    let slices = [
        (0, 40, "Tick"),
        (100, -1, "Tick"),
        (110, -1, "draw"),
        (160, 10, "Tick"),
        (400, 60, "Tick"),
    ];
    let expected = [task(100, 60, "Tick", "draw"), task(400, 60, "Tick", "")];
    assert_eq!(of_main(&slices), expected);
    // One that was over soon is none.
    let slices = [
        (0, 40, "Tick"),
        (100, -1, "Tick"),
        (120, 10, "Tick"),
        (400, 60, "Tick"),
    ];
    assert_eq!(of_main(&slices), [task(400, 60, "Tick", "")]);
}
