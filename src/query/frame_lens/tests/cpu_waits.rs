//! Who took the CPU from a thread that could run.
//!
//! The UI thread runs on CPU 1 and loses it; others run there until it runs again.

use super::*;

fn explained(trace: &Trace, utid: Utid, from: i64, to: i64) -> Explained {
    let span = TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
    explain(trace, Some(utid), None, span, Room::Draw).unwrap()
}

#[test]
fn who_took_the_cpu_is_named_whatever_the_writer_calls_the_wait() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.runs(ui, 1, 0, 10);
    fixture.state(ui, 10, 20, "R");
    fixture.runs(render, 1, 10, 20);
    fixture.runs(ui, 1, 30, 10);
    fixture.state(ui, 40, 30, "R+");
    fixture.runs(render, 1, 40, 30);
    fixture.runs(ui, 1, 70, 10);
    // Who is woken has lost no CPU.
    fixture.state(ui, 80, 5, "S");
    fixture.state(ui, 85, 5, "R").waker = Some(render);
    fixture.runs(render, 1, 80, 10);
    fixture.runs(ui, 1, 90, 10);
    let trace = fixture.finish(100);
    let waits = explained(&trace, ui, 0, 100);
    let waits = waits
        .groups
        .iter()
        .filter(|group| group.kind == PartKind::Runnable);
    let waits: Vec<_> = waits
        .map(|group| (group.dur.ns(), group.label.as_str()))
        .collect();
    assert_eq!(
        waits,
        [
            (30, "preempted by RenderThread 1001"),
            (20, "its CPU went to RenderThread 1001"),
            (5, "waiting for a CPU"),
        ]
    );
}

#[test]
fn what_ran_on_the_cpu_during_a_wait_is_told_most_first() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    fixture.runs(ui, 1, 0, 10);
    fixture.state(ui, 10, 80, "R+");
    fixture.runs(ui, 0, 90, 10);
    fixture.runs(render, 1, 10, 1);
    fixture.runs(worker, 1, 11, 20);
    fixture.runs(Utid(0), 1, 31, 9);
    fixture.runs(worker, 1, 40, 30);
    // Nothing is known of the CPU from 70 to 75; the last stay has no end.
    fixture.runs(render, 1, 75, 0);
    fixture.stays.last_mut().unwrap().dur = None;
    fixture.runs(worker, 1, 85, 50);
    let trace = fixture.finish(100);
    let explained = explained(&trace, ui, 0, 100);
    let wait = &explained.groups[0];
    assert_eq!((wait.kind, wait.dur.ns()), (PartKind::Runnable, 80));
    assert_eq!(wait.label, "preempted by RenderThread 1001");
    // Of 80 ns it had the CPU for one.
    let waits = wait.parts.iter().map(|&at| &explained.parts[at]);
    assert_eq!(taker_ran(&trace, waits), Some(Dur::from_ns(1)));
    let chain = chain(&trace, &explained.parts, wait);
    assert_eq!(
        ran(&chain),
        [
            (Some(worker), 55, "on CPU 1"),
            (Some(render), 11, "on CPU 1"),
            (None, 9, "nothing on CPU 1"),
        ]
    );
}

/// Returns who ran, for how long and where, most first.
fn ran(chain: &Chain) -> Vec<(Option<Utid>, i64, &str)> {
    let groups = chain.groups.iter();
    let groups = groups.map(|did| (did.thread, did.dur.ns(), did.label.as_str()));
    groups.collect()
}

#[test]
fn who_had_the_cpu_that_a_woken_thread_then_got_is_told() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    fixture.runs(ui, 1, 0, 10);
    fixture.state(ui, 10, 10, "S");
    fixture.state(ui, 20, 60, "R").waker = Some(render);
    fixture.runs(ui, 3, 80, 10);
    // It began before the wait; what runs on other CPUs does not matter.
    fixture.runs(worker, 3, 5, 65);
    fixture.runs(Utid(0), 3, 70, 10);
    fixture.runs(render, 1, 10, 80);
    let trace = fixture.finish(100);
    let explained = explained(&trace, ui, 20, 80);
    let wait = &explained.groups[0];
    assert_eq!(
        (wait.dur.ns(), wait.label.as_str()),
        (60, "waiting for a CPU")
    );
    let chain = chain(&trace, &explained.parts, wait);
    assert_eq!(
        ran(&chain),
        [
            (Some(worker), 50, "on CPU 3"),
            (None, 10, "nothing on CPU 3"),
        ]
    );
}

#[test]
fn more_than_can_be_looked_at_is_said_to_be() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.runs(ui, 1, 0, 10);
    fixture.state(ui, 10, 9_990, "R+");
    for at in 10..9_990 {
        fixture.runs(render, 1, at, 1);
    }
    let trace = fixture.finish(10_000);
    let explained = explained(&trace, ui, 0, 10_000);
    let chain = chain(&trace, &explained.parts, &explained.groups[0]);
    let last = chain.parts.last().unwrap();
    assert_eq!(last.kind, PartKind::Unknown(Missing::TooManySteps));
    assert_eq!(last.span.end().ns(), 10_000);
    let all: i64 = chain.parts.iter().map(|part| part.span.dur().ns()).sum();
    assert_eq!(all, 9_990);
}

#[test]
fn while_the_device_is_suspended_no_thread_waits_for_a_cpu() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.runs(ui, 1, 0, 10);
    fixture.state(ui, 10, 10, "S");
    fixture.state(ui, 20, 60, "R").waker = Some(render);
    fixture.runs(ui, 3, 80, 10);
    fixture.runs(Utid(0), 3, 10, 70);
    crate::model::suspends::tests::suspend(&mut fixture.builder, &[(25, 50)]);
    let trace = fixture.finish(100);
    let explained = explained(&trace, ui, 20, 80);
    let groups = explained.groups.iter();
    let told: Vec<_> = groups
        .map(|group| (group.kind, group.dur.ns(), group.label.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                PartKind::Blocked(Blocker::Suspend),
                50,
                "the device was suspended"
            ),
            (PartKind::Runnable, 10, "waiting for a CPU"),
        ]
    );
    let chain = chain(&trace, &explained.parts, &explained.groups[1]);
    assert_eq!(ran(&chain), [(None, 10, "nothing on CPU 3")]);
}
