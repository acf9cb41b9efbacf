//! What is told of times in which the scheduling of a thread's CPU was not recorded.
//!
//! The UI thread runs on CPU 1, sleeps and runs again, with a slice over all of it.

use super::*;
use crate::model::gaps::tests::lose;

/// Returns the parts of a stretch as `start-end kind label`.
fn told(trace: &Trace, utid: Utid, span: (i64, i64)) -> Vec<String> {
    let span = TimeSpan::new(Ts::from_ns(span.0), Ts::from_ns(span.1));
    let explained = explain(trace, Some(utid), None, span, Room::Draw).unwrap();
    let told = |part: &Part| {
        let (start, end) = (part.span.start().ns(), part.span.end().ns());
        format!("{start}-{end} {:?} {}", part.kind, part.label)
    };
    explained.parts.iter().map(told).collect()
}

#[test]
fn nothing_is_known_while_events_of_the_cpu_were_lost() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(ui, &[(0, 100, "work")]);
    fixture.runs(ui, 1, 0, 30);
    fixture.state(ui, 30, 10, "R+");
    fixture.runs(render, 1, 30, 10);
    fixture.runs(ui, 1, 40, 20);
    fixture.state(ui, 60, 30, "S");
    fixture.runs(ui, 1, 90, 10);
    lose(&mut fixture.builder, 1, &[(20, 25), (35, 50), (70, 80)]);
    lose(&mut fixture.builder, 0, &[(0, 100)]);
    let trace = fixture.finish(100);
    assert_eq!(
        told(&trace, ui, (0, 100)),
        [
            "0-20 Running work",
            "20-25 Unknown(Lost) events of CPU 1 were lost",
            "25-30 Running work",
            "30-35 Runnable preempted by RenderThread 1001",
            "35-50 Unknown(Lost) events of CPU 1 were lost",
            "50-60 Running work",
            "60-70 Blocked(Unknown) work: asleep, the events of who woke it were lost",
            "70-80 Unknown(Lost) events of CPU 1 were lost",
            "80-90 Blocked(Unknown) work: asleep, the events of who woke it were lost",
            "90-100 Running work",
        ]
    );
}

#[test]
fn after_the_last_event_slices_tell_what_a_thread_did() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    fixture.slices(ui, &[(0, 50, "work"), (70, 20, "more")]);
    fixture.runs(ui, 1, 0, 20);
    fixture.state(ui, 20, 0, "S").dur = None;
    fixture.runs(Utid(0), 1, 20, 10);
    let trace = fixture.finish(100);
    assert_eq!(
        told(&trace, ui, (0, 100)),
        [
            "0-20 Running work",
            "20-30 Blocked(Unknown) work: asleep, without telling for what",
            "30-50 Busy work",
            "50-70 Unknown(NotRecorded) scheduling was not recorded",
            "70-90 Busy more",
            "90-100 Unknown(NotRecorded) scheduling was not recorded",
        ]
    );
}
