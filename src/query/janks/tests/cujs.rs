//! The frames of critical user journeys.

use super::{TestFrame, add_frames, good};
use crate::model::builder::TraceBuilder;
use crate::model::cujs::{CujState, Cujs};
use crate::model::ids::SliceId;
use crate::model::trace::Trace;
use crate::model::track::Scope;

/// A trace with as many journeys that all last as long as its frames do.
fn trace(n_cujs: usize) -> (Trace, Vec<SliceId>) {
    let mut b = TraceBuilder::new();
    let upid = b.process(10, "app");
    let main = b.thread(upid, 10, "main");
    let frames: Vec<TestFrame<'_>> = [(20, 100), (21, 200)]
        .map(|(token, ts)| good(token, ts))
        .into();
    let frames = add_frames(&mut b, &[upid], &frames);
    let track = b.slice_track(Scope::Thread(main), None);
    let works = [
        (100, 5, "Choreographer#doFrame 20"),
        (200, 5, "Choreographer#doFrame 21"),
    ];
    b.nested_slices(track, &works);
    for _ in 0..n_cujs {
        let track = b.slice_track(Scope::Process(upid), Some("J<A>"));
        b.nested_slices(track, &[(50, 5_000_000, "J<A>")]);
    }
    let mut trace = b.finish();
    trace.processes.threads[main.index()].is_main = Some(true);
    (trace, frames)
}

#[test]
fn frames_have_ranks_in_their_journeys() {
    let (trace, frames) = trace(2);
    let cujs = trace.cujs();
    assert_eq!(cujs.all().len(), 2);
    for cuj in cujs.all() {
        assert_eq!(cuj.name(&trace), b"A");
        assert_eq!(cuj.frames.as_ref(), Some(&frames));
        assert_eq!(cuj.rank_of(&trace, frames[1]), Some((2, 2)));
        assert_eq!(cuj.rank_of(&trace, cuj.slice), None);
        assert_eq!(cujs.of_slice(cuj.slice), Some(cuj));
    }
    assert!(cujs.of_frame(frames[0]).eq(cujs.all()));
    assert_eq!(cujs.of_slice(frames[0]), None);
}

#[test]
fn what_is_looked_at_is_bounded() {
    let (trace, _) = trace(3);
    // Each journey looks at itself, two slices and two frames.
    let told = |visits| {
        let cujs = Cujs::within(&trace, visits);
        let all = cujs.all().iter().map(|cuj| cuj.frames.is_some());
        all.collect::<Vec<_>>()
    };
    assert_eq!(told(15), [true, true, true]);
    assert_eq!(told(14), [true, true, false]);
    assert_eq!(told(4), [false, false, false]);
}

#[test]
fn latencies_end_as_instants_on_their_tracks_say() {
    let mut b = TraceBuilder::new();
    let upids = [10, 20].map(|pid| b.process(pid, "app"));
    let mut add = |upid: usize, name: &str, slices: &[(i64, i64, &str)]| {
        let track = b.slice_track(Scope::Process(upids[upid]), Some(name));
        b.nested_slices(track, slices)[0]
    };
    let ended = [
        add(0, "L<DONE>", &[(0, 100, "L<DONE>"), (101, 0, "cancel")]),
        add(0, "L<GONE>", &[(0, 100, "L<GONE>")]),
        add(0, "L<SLOW>", &[(0, 100, "L<SLOW>"), (50, 20, "cancel")]),
    ];
    // Said of the same name in another process, and on other tracks of that name.
    add(1, "L<DONE>", &[(50, 0, "cancel")]);
    add(0, "L<GONE>", &[(50, 0, "timeout"), (60, 0, "cancel")]);
    add(0, "L<SLOW>", &[(100, 0, "timeout")]);
    add(0, "J<DONE>", &[(0, 100, "J<DONE>"), (50, 0, "cancel")]);
    let trace = b.finish();
    let states = |cujs: &Cujs| {
        ended.map(|slice| {
            let cuj = cujs.of_slice(slice).expect("a journey");
            (cuj.state, cuj.counts, cuj.is_of_frames())
        })
    };
    assert_eq!(
        states(trace.cujs()),
        [
            (CujState::Completed, true, false),
            (CujState::Cancelled, false, false),
            (CujState::TimedOut, true, false),
        ]
    );
    // Where the instants cannot be looked at any more, nothing is said.
    let states = states(&Cujs::within(&trace, 0)).map(|(state, ..)| state);
    assert_eq!(
        states,
        [CujState::Completed, CujState::Unknown, CujState::Unknown]
    );
}
