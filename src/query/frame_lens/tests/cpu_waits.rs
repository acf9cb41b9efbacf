//! Who took the CPU from a thread that could run.
//!
//! The UI thread runs on CPU 1 and loses it; others run there until it runs again.

use super::*;

fn explained(trace: &Trace, utid: Utid, from: i64, to: i64) -> Explained {
    let span = TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
    explain(trace, utid, None, span).unwrap()
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
