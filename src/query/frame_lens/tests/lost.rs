//! Slices and frames whose end was lost: nothing is blamed on them after they were over.

use super::*;
use crate::model::lost_ends::LostBy;

#[test]
fn a_frame_waits_behind_work_without_an_end_until_that_on_another_frame_began() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    // As the stack leaves them: what came later lies in the one that was lost.
    let on_ui = fixture.slices(
        ui,
        &[
            (-90, -1, "Choreographer#doFrame 120"),
            (-80, -1, "traversal"),
            (10, 20, "Choreographer#doFrame 129"),
            (40, 15, "Choreographer#doFrame 130"),
            (70, 30, "Choreographer#doFrame 131"),
        ],
    );
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    assert_eq!(
        shown(&lens),
        [
            "0-10 earlier doFrame: Busy traversal",
            "10-30 earlier doFrame: Busy Choreographer#doFrame 129",
            "30-40 before doFrame: Unknown(Scheduling) no scheduling events of this thread",
            "40-55 earlier doFrame: Busy Choreographer#doFrame 130",
            "55-70 before doFrame: Unknown(Scheduling) no scheduling events of this thread",
            "70-100 doFrame: Busy Choreographer#doFrame 131",
        ]
    );
    assert_eq!(lens.earlier, [on_ui[0], on_ui[2], on_ui[3]]);
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(cause.text, "UI thread still on frame 129");
    // Nor does it belong to what lies in the lost one by the tables.
    let around: Vec<SliceId> = trace.slices.around(on_ui[4]).collect();
    assert!(around.is_empty(), "{around:?}");
    assert_eq!(worked_on(&trace, on_ui[4]).count(), 1);
}

#[test]
fn a_frame_whose_end_was_lost_lasts_no_longer_than_until_it_was_shown() {
    let mut builder = TraceBuilder::new();
    let app = builder.process(1000, "com.app");
    let flinger = builder.process(500, "surfaceflinger");
    let display = |token, start, end| TestFrame {
        process: 1,
        layer: "",
        actual: (start, end),
        expected: None,
        ..good(token, 0)
    };
    let open = |token, display, start| TestFrame {
        expected: Some((start, -1)),
        actual: (start, -1),
        display,
        jank_type: 64,
        tag: JankTag::SelfJank,
        ..good(token, 0)
    };
    let frames = [
        open(10, 20, 5),
        display(20, 15, 40),
        // Its display frame is not in the trace.
        open(11, 21, 50),
        good(12, 60),
        open(13, 23, 80),
        open(14, 24, 90),
        display(90, 900, 990),
    ];
    let ids = add_frames(&mut builder, &[app, flinger], &frames);
    let trace = builder.finish();
    let lost = |id: SliceId| {
        let end = trace.slices.lost_end(id);
        end.map(|end| (end.until.ns(), end.by))
    };
    let [first, _, second, _, third, last, _] = ids[..] else {
        panic!("seven frames");
    };
    assert_eq!(lost(first), Some((40, LostBy::Surely)));
    assert_eq!(lost(second), Some((60, LostBy::Next)));
    // These may be the last moments of the trace.
    assert_eq!([third, last].map(lost), [None, None]);
    let expected = trace.frames.expected().iter();
    let expected: Vec<_> = expected.map(|frame| lost(frame.slice)).collect();
    let next = |ts| Some((ts, LostBy::Next));
    assert_eq!(expected, [next(50), next(60), None, None, None]);
    // What is explained ends there, nobody says how late it was, and the next frame needs no other row.
    let of = |id| FrameLens::new(&trace, trace.frames.actual_of(id).unwrap());
    let lens = of(first);
    assert_eq!((lens.span.end().ns(), lens.late_ns), (40, None));
    assert_eq!(lens.lost, trace.slices.lost_end(first));
    assert_eq!(of(last).span.end(), trace.known_until());
    let place = |id| trace.tree.place_of(&trace.slices, id).unwrap();
    assert_eq!([first, second, third].map(|id| place(id).1), [0, 0, 0]);
    // In the strip those that were over are where they began.
    let worst = |from, to| {
        let span = TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
        trace.worst_frames().all().worst(span)
    };
    assert_eq!(worst(5, 6), Some(first));
    assert_eq!(worst(6, 10), None);
    assert_eq!(worst(100, 200), Some(last));
}
