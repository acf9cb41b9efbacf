//! Sleeps in no slice that are waits for an answer, and those that only look like it.

use super::*;

/// The main thread sleeps, is woken at 5 by a thread called `timer`, or by the worker, and asks the worker for
/// something at 8, who answers at 12; what it asks for at 16 is answered at 80. Returns the fixture with
/// the main thread's states, the worker and the timer.
fn asks_twice(is_woken_by_worker: bool) -> (Fixture, Utid) {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    let timer = fixture.builder.thread(fixture.app, 1003, "timer");
    let first = if is_woken_by_worker { worker } else { timer };
    fixture.state(ui, 0, 5, "S");
    fixture.state(ui, 5, 5, "Running").waker = Some(first);
    fixture.state(ui, 10, 2, "S");
    fixture.state(ui, 12, 5, "Running").waker = Some(worker);
    fixture.state(ui, 17, 63, "S");
    fixture.state(ui, 80, 20, "Running").waker = Some(worker);
    fixture.state(timer, 0, 100, "Running");
    fixture.state(
        worker,
        0,
        8,
        ["S", "Running"][usize::from(is_woken_by_worker)],
    );
    fixture.state(worker, 8, 5, "Running").waker = Some(ui);
    fixture.state(worker, 13, 3, "S");
    (fixture, worker)
}

fn kinds(trace: &Trace) -> Vec<(i64, PartKind)> {
    let slept = |part: &&Part| matches!(part.kind, PartKind::Blocked(_));
    let lens = lens(trace);
    let parts = lens.parts.iter().filter(slept);
    parts
        .map(|part| (part.span.start().ns(), part.kind))
        .collect()
}

const IDLE: PartKind = PartKind::Blocked(Blocker::Idle);
const WAITS: PartKind = PartKind::Blocked(Blocker::Thread);

#[test]
fn a_thread_that_sleeps_for_an_answer_is_not_idle() {
    let (mut fixture, worker) = asks_twice(false);
    let ui = fixture.ui;
    fixture.state(worker, 16, 34, "Running").waker = Some(ui);
    // Its own IO is a part of the work that is waited for.
    fixture.state(worker, 50, 10, "D");
    fixture.state(worker, 60, 40, "Running");
    let trace = fixture.finish(100);
    assert_eq!(kinds(&trace), [(0, IDLE), (10, WAITS), (17, WAITS)]);
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(cause.text, "main thread? waited for worker 1002: running");
    // The Why tab of the sleep alone says the same.
    let span = TimeSpan::new(Ts::from_ns(17), Ts::from_ns(80));
    let alone = explain(&trace, Some(ui), None, span, Room::Draw).unwrap();
    assert_eq!(alone.groups[0].kind, WAITS);
}

#[test]
fn a_thread_that_others_ask_is_idle_until_they_do_again() {
    let (mut fixture, worker) = asks_twice(true);
    let ui = fixture.ui;
    fixture.state(worker, 16, 84, "Running").waker = Some(ui);
    let trace = fixture.finish(100);
    assert_eq!(kinds(&trace), [(0, IDLE), (10, IDLE), (17, IDLE)]);
}

#[test]
fn what_a_timer_brought_about_is_no_answer() {
    let (mut fixture, worker) = asks_twice(false);
    let ui = fixture.ui;
    fixture.state(worker, 16, 4, "Running").waker = Some(ui);
    fixture.state(worker, 20, 55, "S");
    let woken = fixture.state(worker, 75, 25, "Running");
    (woken.waker, woken.irq_context) = (Some(ui), Some(true));
    let trace = fixture.finish(100);
    assert_eq!(kinds(&trace), [(0, IDLE), (10, WAITS), (17, IDLE)]);
}

#[test]
fn while_an_answer_is_waited_for_a_busy_render_thread_counts() {
    let (mut fixture, worker) = asks_twice(false);
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.state(worker, 16, 84, "Running").waker = Some(ui);
    fixture.state(render, 20, 40, "Running");
    let lens = lens(&fixture.finish(100));
    let after = lens
        .parts
        .iter()
        .filter(|part| part.span.start().ns() >= 17);
    let after: Vec<_> = after
        .map(|part| (part.stage, part.span.dur().ns(), part.kind))
        .collect();
    assert_eq!(
        after,
        [
            (Stage::MainThread, 3, WAITS),
            (Stage::MainRender, 40, PartKind::Running),
            (Stage::MainThread, 20, WAITS),
            (Stage::MainThread, 20, PartKind::Running),
        ]
    );
}
