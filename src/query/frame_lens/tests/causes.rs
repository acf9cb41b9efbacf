//! Which other frame a stuffed or dropped one names: by when they were shown, not by their tokens. And
//! what there is no cause for: how long a dropped frame waited, when an expired one began.

use super::*;
use crate::model::frame_timeline::FrameTimelineTable;
use crate::model::jank::{PREDICTION_EXPIRED, jank_bits};

const MS: i64 = 1_000_000;

/// A frame from `start` to `end`, in milliseconds, for a display frame.
fn frame(token: i64, display: i64, (start, end): (i64, i64), tag: JankTag) -> TestFrame<'static> {
    TestFrame {
        display,
        expected: None,
        actual: (start * MS, end * MS),
        tag,
        ..good(token, 0)
    }
}

/// The cause of the last of these frames.
fn of_last(frames: &[TestFrame<'_>]) -> (String, Option<usize>) {
    let mut builder = TraceBuilder::new();
    let app = builder.process(1000, "com.app");
    let sf = builder.process(500, "/system/bin/surfaceflinger");
    let slices = add_frames(&mut builder, &[app, sf], frames);
    let trace = builder.finish();
    let last = trace.frames.actual_of(slices[slices.len() - 1]).unwrap();
    let cause = cause(&trace, last);
    let evidence = |slice| slices.iter().position(|&other| other == slice);
    (cause.text, cause.evidence.and_then(evidence))
}

/// A display frame, in milliseconds.
fn display(token: i64, start: i64, end: i64) -> TestFrame<'static> {
    TestFrame {
        process: 1,
        layer: "",
        ..frame(token, token, (start, end), JankTag::None)
    }
}

#[test]
fn a_frame_is_stuffed_behind_the_one_that_was_shown_before_it() {
    // The last frame began late, when frames with greater tokens were done.
    let frames = [
        frame(20, 21, (0, 10), JankTag::None),
        frame(40, 41, (30, 40), JankTag::None),
        frame(60, 61, (50, 62), JankTag::None),
        // Of the layer, but never shown; and shown, but not on it.
        frame(64, 65, (52, 63), JankTag::Dropped),
        TestFrame {
            layer: "popup#2",
            ..frame(66, 66, (52, 64), JankTag::None)
        },
        display(61, 70, 80),
        frame(24, 70, (65, 75), JankTag::BufferStuffing),
    ];
    let told = ("stuffed behind frame 60".to_owned(), Some(2));
    assert_eq!(of_last(&frames), told);
}

#[test]
fn what_was_shown_before_a_frame_was_to_begin_is_not_in_its_way() {
    let ahead = frame(20, 21, (0, 10), JankTag::None);
    let late = frame(24, 70, (65, 75), JankTag::BufferStuffing);
    let told = ("buffer stuffing".to_owned(), None);
    assert_eq!(of_last(&[ahead, display(21, 12, 22), late]), told);
    // Here the frame ahead is shown only after the late one was to begin.
    let told = ("stuffed behind frame 20".to_owned(), Some(0));
    assert_eq!(of_last(&[ahead, display(21, 60, 66), late]), told);
    let planned = TestFrame {
        expected: Some((9 * MS, 70 * MS)),
        ..late
    };
    assert_eq!(of_last(&[ahead, planned]), told);
}

#[test]
fn a_frame_that_began_after_its_deadline_had_no_chance_whatever_was_ahead() {
    let ahead = frame(40, 41, (30, 50), JankTag::None);
    let late = TestFrame {
        expected: Some((20 * MS, 36 * MS)),
        ..frame(24, 70, (45, 55), JankTag::BufferStuffing)
    };
    let (text, evidence) = of_last(&[ahead, late]);
    assert_eq!(text, "began after its own deadline, behind frame 40");
    assert_eq!(evidence, Some(0));
    // Before its deadline it had one. SurfaceFlinger begins late because of the frame ahead.
    let in_time = TestFrame {
        expected: Some((20 * MS, 46 * MS)),
        ..late
    };
    assert_eq!(of_last(&[ahead, in_time]).0, "stuffed behind frame 40");
    let display = |frame: TestFrame<'static>, token| TestFrame {
        process: 1,
        layer: "",
        token,
        ..frame
    };
    let ahead = display(ahead, 41);
    let late = TestFrame {
        tag: JankTag::SurfaceFlingerStuffing,
        ..display(late, 70)
    };
    assert_eq!(of_last(&[ahead, late]).0, "stuffed behind frame 41");
}

#[test]
fn a_frame_with_the_wrong_prediction_of_its_display_frame_was_stuffed() {
    let ahead = frame(20, 21, (0, 60), JankTag::None);
    let told = |token, jank_type| {
        let late = frame(token, 70, (40, 75), JankTag::Other);
        of_last(&[ahead, TestFrame { jank_type, ..late }]).0
    };
    let stuffed = jank_bits::BUFFER_STUFFING | jank_bits::PREDICTION_ERROR;
    assert_eq!(told(24, stuffed), "stuffed behind frame 20");
    // Several buffers of a layer can have one token.
    assert_eq!(told(20, stuffed), "stuffed behind frame 20, shown by 21");
    let by_others = stuffed | jank_bits::SF_CPU_DEADLINE_MISSED;
    let reasons = "SurfaceFlinger CPU Deadline Missed, Buffer Stuffing, Prediction Error";
    assert_eq!(told(24, by_others), reasons);
    let never_shown = stuffed | jank_bits::DROPPED;
    let reasons = "Buffer Stuffing, Dropped Frame, Prediction Error";
    assert_eq!(told(24, never_shown), reasons);
    assert_eq!(told(24, jank_bits::PREDICTION_ERROR), "Prediction Error");
}

#[test]
fn what_is_shown_after_a_pause_was_not_shown_instead_of_a_dropped_frame() {
    let dropped = frame(30, 41, (0, 40), JankTag::Dropped);
    let told = ("dropped: frame 26 was shown instead".to_owned(), Some(2));
    let instead = frame(26, 41, (20, 45), JankTag::None);
    let frames = [
        frame(20, 21, (0, 10), JankTag::None),
        frame(34, 61, (38, 60), JankTag::None),
        instead,
        dropped,
    ];
    assert_eq!(of_last(&frames), told);
    // The next one may begin when the other is dropped; after a pause it is none of its business.
    let next = |start| {
        let planned = TestFrame {
            expected: Some((0, 16 * MS)),
            ..dropped
        };
        let next = frame(34, 61, (start, start + 10), JankTag::None);
        of_last(&[next, planned])
    };
    let told = ("dropped: frame 34 was shown instead".to_owned(), Some(0));
    assert_eq!(next(56), told);
    assert_eq!(next(57), ("dropped".to_owned(), None));
}

#[test]
fn a_dropped_frame_was_shown_by_none() {
    let mut builder = TraceBuilder::new();
    let app = builder.process(1000, "com.app");
    let sf = builder.process(500, "/system/bin/surfaceflinger");
    let ui = builder.thread(app, 1000, "com.app");
    let track = builder.slice_track(Scope::Thread(ui), None);
    builder.nested_slices(track, &[(0, 10 * MS, "Choreographer#doFrame 30")]);
    let frames = [
        frame(30, 41, (0, 40), JankTag::Dropped),
        frame(34, 41, (20, 45), JankTag::None),
        display(41, 38, 50),
    ];
    let actual = add_frames(&mut builder, &[app, sf], &frames);
    builder.flow(actual[0], actual[2], 0);
    builder.flow(actual[1], actual[2], 0);
    let trace = builder.finish();
    let lens = FrameLens::new(&trace, trace.frames.actual_of(actual[0]).unwrap());
    let links = &lens.links;
    assert_eq!((links.display, links.dropped_at), (None, Some(actual[2])));
    assert_eq!(links.instead, Some(actual[1]));
    assert!(links.composited.is_empty() && lens.flows.is_empty());
    // From when it was done its end is no work of anybody.
    let last = lens.parts.last().unwrap();
    assert_eq!(last.stage, Stage::Queued);
    assert_eq!(last.kind, PartKind::Blocked(Blocker::Drop));
    assert_eq!(last.peer, Some(actual[1]));
    assert_eq!(lens.biggest().unwrap().stage, Stage::DoFrame);
    let shown = FrameLens::new(&trace, trace.frames.actual_of(actual[1]).unwrap());
    assert_eq!(shown.links.display, Some(actual[2]));
    assert_eq!(shown.links.composited, [actual[1]]);
}

/// A frame whose prediction had expired, from 98 to 100, with slices of its UI thread before.
fn expired(slices: &[(i64, i64, &str)]) -> (String, FrameLens) {
    let mut builder = TraceBuilder::new();
    let app = builder.process(1000, "com.app");
    let ui = builder.thread(app, 1000, "com.app");
    let track = builder.slice_track(Scope::Thread(ui), None);
    builder.nested_slices(track, slices);
    let frame = TestFrame {
        expected: None,
        actual: (98, 100),
        jank_type: 64,
        tag: JankTag::SelfJank,
        ..good(131, 0)
    };
    add_frames(&mut builder, &[app], &[frame]);
    let mut actual = builder.frames.actual().to_vec();
    actual[0].prediction_type = PREDICTION_EXPIRED;
    builder.frames = FrameTimelineTable::new(Vec::new(), actual);
    let trace = builder.finish();
    (cause(&trace, &trace.frames.actual()[0]).text, lens(&trace))
}

#[test]
fn what_surfaceflinger_makes_up_for_a_start_is_not_explained() {
    let (cause, lens) = expired(&[(0, 100, "recompose")]);
    assert!(!lens.is_start_known);
    assert_eq!(
        shown(&lens),
        [
            "98-100 after the last slice: Unknown(Start) its start is unknown, as its prediction had \
             expired"
        ]
    );
    assert_eq!(cause, "App Deadline Missed");
    // The slices of the frame tell when it began, so the start in the frame itself no longer counts.
    let (cause, lens) = expired(&[(40, 60, "Choreographer#doFrame 131"), (45, 50, "layout")]);
    assert!(lens.is_start_known);
    assert_eq!(lens.span.dur(), Dur::from_ns(60));
    assert_eq!(cause, "layout on UI thread");
    let (_, lens) = expired(&[(99, 1, "Choreographer#doFrame 131")]);
    assert_eq!(lens.span.dur(), Dur::from_ns(1));
}

#[test]
fn what_the_gpu_has_nothing_to_do_with_is_not_blamed_on_it() {
    let tail = |slices: &[(i64, i64, &str)], gpu: bool| {
        let mut fixture = Fixture::new();
        let (ui, render) = (fixture.ui, fixture.render);
        fixture.slices(ui, &[(0, 10, "Choreographer#doFrame 131")]);
        fixture.slices(render, slices);
        if gpu {
            let gpu = fixture.builder.thread(fixture.app, 1003, "GPU completion");
            fixture.slices(gpu, &[(20, 10, "waiting for GPU completion 7")]);
        }
        let lens = lens(&fixture.finish(100));
        lens.parts.last().unwrap().kind
    };
    let draws = [
        (10, 10, "DrawFrames 131"),
        (12, 2, "Trace GPU completion fence 7"),
    ];
    assert_eq!(tail(&draws, false), PartKind::Unknown(Missing::Gpu));
    // The GPU had finished; then, nothing was drawn at all.
    assert_eq!(tail(&draws, true), PartKind::Unknown(Missing::Handover));
    assert_eq!(tail(&[], false), PartKind::Unknown(Missing::Handover));
}
