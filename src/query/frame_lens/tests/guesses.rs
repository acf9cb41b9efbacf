//! Frames of which no slice is known, and frames that mostly did nothing: what is guessed of them from
//! the threads of their process, and what is not.

use super::*;

/// The cause of a frame without slices whose process had nothing to do on its main thread.
const IDLE: &str = "unknown: no slice of this process carries its token; main thread idle";

#[test]
fn a_frame_without_its_slices_is_guessed_from_the_main_thread() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(ui, &[(10, 50, "recompose"), (20, 30, "measure 7")]);
    fixture.slices(render, &[(0, 100, "DrawFrames 130")]);
    fixture.state(ui, 0, 10, "S");
    fixture.state(ui, 10, 60, "Running");
    fixture.state(ui, 70, 40, "R");
    let trace = fixture.finish(120);
    let lens = lens(&trace);
    assert!(lens.is_guess());
    assert_eq!(
        shown(&lens),
        [
            "0-10 main thread?: Blocked(Idle) nothing tells who woke it",
            "10-20 main thread?: Running recompose",
            "20-50 main thread?: Running measure 7",
            "50-60 main thread?: Running recompose",
            "60-70 main thread?: Running in no slice",
            "70-110 main thread?: Runnable waiting for a CPU",
            "110-120 main thread?: Unknown(Scheduling) no scheduling events of this thread",
        ]
    );
    let frame = trace.frames.actual().first().unwrap();
    assert_eq!(cause(&trace, frame).text, "main thread? waited for a CPU");
}

#[test]
fn by_guess_a_thread_is_on_an_earlier_frame_until_the_next_one_began() {
    let mut builder = TraceBuilder::new();
    let app = builder.process(1000, "com.app");
    let ui = builder.thread(app, 1000, "com.app");
    let track = builder.slice_track(Scope::Thread(ui), None);
    builder.nested_slices(track, &[(10, 100, "recompose"), (10, 60, "button")]);
    let late = |token, start, end| TestFrame {
        expected: Some((0, 20)),
        actual: (start, end),
        jank_type: 64,
        tag: JankTag::SelfJank,
        ..good(token, 0)
    };
    // The first frame is still drawn when the second begins; the frame of another layer is not in the way.
    let other = TestFrame {
        layer: "popup#2",
        ..late(12, 5, 60)
    };
    let frames = [
        late(10, -20, 40),
        late(11, 30, 80),
        other,
        late(13, 70, 120),
    ];
    let slices = add_frames(&mut builder, &[app], &frames);
    let trace = builder.finish();
    let frame = trace.frames.actual_of(slices[3]).unwrap();
    let lens = FrameLens::new(&trace, frame);
    assert!(lens.is_guess());
    assert_eq!(
        shown(&lens),
        [
            "0-10 earlier frame?: Unknown(Scheduling) no scheduling events of this thread",
            "10-70 earlier frame?: Busy button",
            "70-110 main thread?: Busy recompose",
            "110-120 main thread?: Unknown(Scheduling) no scheduling events of this thread",
        ]
    );
    assert_eq!(lens.earlier, [slices[0], slices[1]]);
    let cause = cause(&trace, frame);
    assert_eq!(cause.text, "main thread? still on frame 11");
    assert_eq!(cause.dur, Some(Dur::from_ns(70)));
    assert_eq!(cause.evidence, Some(slices[1]));
}

/// A frame that begins late keeps the early token that it was given: work that was done before it began is
/// not its own.
#[test]
fn by_guess_a_late_frame_did_not_what_was_done_for_frames_with_later_tokens() {
    let mut builder = TraceBuilder::new();
    let app = builder.process(1000, "com.app");
    let ui = builder.thread(app, 1000, "com.app");
    let track = builder.slice_track(Scope::Thread(ui), None);
    builder.nested_slices(track, &[(5, 20, "recompose"), (30, 20, "recompose")]);
    builder.nested_slices(track, &[(64, 14, "recompose")]);
    let late = TestFrame {
        expected: Some((0, 20)),
        actual: (64, 78),
        jank_type: 64,
        tag: JankTag::SelfJank,
        ..good(28, 0)
    };
    // Another buffer of the same token, which belongs to the frame itself.
    let own = TestFrame {
        actual: (50, 60),
        ..late
    };
    let frames = [
        TestFrame {
            actual: (4, 27),
            ..good(35, 4)
        },
        TestFrame {
            actual: (29, 52),
            ..good(91, 29)
        },
        own,
        late,
    ];
    let slices = add_frames(&mut builder, &[app], &frames);
    let trace = builder.finish();
    let lens = FrameLens::new(&trace, trace.frames.actual_of(slices[3]).unwrap());
    assert_eq!(lens.earlier, [slices[0], slices[1]]);
    assert_eq!(lens.stage_dur(Stage::EarlierMain), Dur::from_ns(46));
    let own = |part: &&Part| part.stage == Stage::MainThread && part.kind == PartKind::Busy;
    let own = lens
        .parts
        .iter()
        .filter(own)
        .map(|part| part.span.dur().ns());
    assert_eq!(own.collect::<Vec<_>>(), [14]);
}

/// A process that draws on a layer which another made has the slices of both frames.
#[test]
fn what_is_the_same_frame_in_another_process_is_no_guess() {
    let mut builder = TraceBuilder::new();
    let upids = [
        builder.process(900, "system_server"),
        builder.process(1000, "com.app"),
        builder.process(500, "/system/bin/surfaceflinger"),
    ];
    let ui = builder.thread(upids[1], 1000, "com.app");
    let track = builder.slice_track(Scope::Thread(ui), None);
    let work = [(0, 90, "Choreographer#doFrame 131"), (10, 70, "layout")];
    let work = builder.nested_slices(track, &work);
    let late = TestFrame {
        expected: Some((0, 50)),
        actual: (5, 100),
        jank_type: 64,
        tag: JankTag::SelfJank,
        ..good(131, 0)
    };
    let frames = [
        late,
        TestFrame {
            process: 1,
            layer: "window#2",
            ..late
        },
        // Shown with them, but not at the same time.
        TestFrame {
            layer: "other#3",
            actual: (5, 99),
            ..late
        },
        TestFrame {
            process: 2,
            layer: "",
            expected: None,
            actual: (95, 110),
            ..good(132, 95)
        },
    ];
    let actual = add_frames(&mut builder, &upids, &frames);
    for (at, &frame) in (0..).zip(&actual[..3]) {
        builder.flow(frame, actual[3], at);
    }
    let trace = builder.finish();
    let of = |at: usize| {
        let frame = trace.frames.actual_of(actual[at]).unwrap();
        (FrameLens::new(&trace, frame), cause(&trace, frame).text)
    };
    let (lens, cause) = of(0);
    assert_eq!((lens.links.twin, lens.is_guess()), (Some(actual[1]), false));
    assert_eq!(lens.links.do_frames, [work[0]]);
    assert_eq!(cause, "in com.app: layout on UI thread");
    // The one that has slices is told by these.
    let (lens, cause) = of(1);
    assert_eq!((lens.links.twin, &*cause), (None, "layout on UI thread"));
    assert_eq!(of(2).0.links.twin, None);
}

#[test]
fn by_guess_its_render_thread_worked_while_the_main_thread_was_idle() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    // A thread that still has the name of the thread that started it.
    let worker = fixture.builder.thread(fixture.app, 1002, "RenderThread");
    fixture.state(worker, 0, 10, "Running");
    fixture.state(ui, 0, 5, "Running");
    fixture.state(ui, 5, 95, "S");
    fixture.state(render, 0, 20, "S");
    fixture.state(render, 20, 40, "Running");
    fixture.state(render, 60, 30, "R+");
    fixture.state(render, 90, 10, "S");
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    assert!(lens.is_guess());
    assert_eq!(
        shown(&lens),
        [
            "0-5 main thread?: Running in no slice",
            "5-20 main thread?: Blocked(Idle) it sleeps on",
            "20-60 RenderThread?: Running in no slice",
            "60-90 RenderThread?: Runnable preempted, waiting for a CPU",
            "90-100 main thread?: Blocked(Idle) it sleeps on",
        ]
    );
    assert_eq!(lens.parts[2].thread, Some(render));
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(cause.text, "RenderThread? running in no slice");
    assert_eq!(cause.dur, Some(Dur::from_ns(40)));
}

#[test]
fn what_is_a_small_part_of_a_frame_is_not_its_cause() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    fixture.state(ui, 0, 9, "Running");
    fixture.state(ui, 9, 91, "S");
    let trace = fixture.finish(100);
    let late = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(late.text, IDLE);
    assert_eq!(late.dur, Some(Dur::from_ns(91)));

    // Of a frame that is not known for the most part nobody knows whether it was idle.
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    fixture.state(ui, 0, 9, "Running");
    fixture.state(ui, 9, 40, "S");
    let trace = fixture.finish(100);
    let late = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(late.text, "unknown: no scheduling events of this thread");

    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    fixture.slices(ui, &[(0, 9, "Choreographer#doFrame 131")]);
    let trace = fixture.finish(100);
    let late = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(
        late.text,
        "unknown: no slice tells when SurfaceFlinger got it"
    );
    assert_eq!(late.dur, Some(Dur::from_ns(91)));
}

#[test]
fn states_are_enough_for_a_guess() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    fixture.state(ui, 0, 30, "R+");
    fixture.state(ui, 30, 40, "Running");
    fixture.state(ui, 70, 30, "D");
    let trace = fixture.finish(100);
    assert_eq!(
        shown(&lens(&trace)),
        [
            "0-30 main thread?: Runnable preempted, waiting for a CPU",
            "30-70 main thread?: Running in no slice",
            "70-100 main thread?: Blocked(Unknown) in the kernel, without telling where",
        ]
    );
}

#[test]
fn a_display_frame_without_slices_is_guessed_from_surfaceflingers_main_thread() {
    let mut builder = TraceBuilder::new();
    let sf = builder.process(500, "/system/bin/surfaceflinger");
    let main = builder.thread(sf, 500, "surfaceflinger");
    let late = TestFrame {
        layer: "",
        expected: Some((0, 20)),
        actual: (0, 100),
        jank_type: 16,
        tag: JankTag::SelfJank,
        ..good(12, 0)
    };
    let hal = TestFrame {
        expected: Some((200, 220)),
        actual: (200, 300),
        jank_type: 8,
        ..TestFrame { token: 13, ..late }
    };
    let actual = add_frames(&mut builder, &[sf], &[late, hal]);
    let states = [(0, 95, "S"), (95, 5, "Running"), (100, 200, "S")].map(|(ts, dur, state)| {
        let state = builder.str(state);
        ThreadState::new(Ts::from_ns(ts), Some(Dur::from_ns(dur)), main, state)
    });
    builder.sched = SchedTable::new(Vec::new(), states.to_vec());
    let trace = builder.finish();
    let frame = trace.frames.actual_of(actual[0]).unwrap();
    let lens = FrameLens::new(&trace, frame);
    assert!(lens.is_guess());
    assert_eq!(
        shown(&lens),
        [
            "0-95 main thread?: Blocked(Idle) nothing tells who woke it",
            "95-100 main thread?: Running in no slice",
        ]
    );
    assert_eq!(cause(&trace, frame).text, IDLE);
    // If SurfaceFlinger blames something else, that says more than the guess.
    let hal = trace.frames.actual_of(actual[1]).unwrap();
    assert_eq!(cause(&trace, hal).text, "Display HAL");
}
