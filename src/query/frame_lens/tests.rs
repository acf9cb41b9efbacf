//! The frame lens on small traces, and that its parts always tile the frame.

mod answers;
mod causes;
mod cpu_waits;
mod gaps;
mod guesses;
mod lost;
mod waits;

use proptest::prelude::*;

use super::*;
use crate::model::builder::TraceBuilder;
use crate::model::frame_timeline::JankTag;
use crate::model::ids::Upid;
use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
use crate::model::track::Scope;
use crate::query::janks::tests::{TestFrame, add_frames, good};

/// What a test trace is made of.
struct Fixture {
    builder: TraceBuilder,
    app: Upid,
    ui: Utid,
    render: Utid,
    states: Vec<ThreadState>,
    stays: Vec<SchedSlice>,
}

impl Fixture {
    fn new() -> Self {
        let mut builder = TraceBuilder::new();
        let app = builder.process(1000, "com.app");
        let ui = builder.thread(app, 1000, "com.app");
        let render = builder.thread(app, 1001, "RenderThread");
        Self {
            builder,
            app,
            ui,
            render,
            states: Vec::new(),
            stays: Vec::new(),
        }
    }

    /// Adds a stay on a CPU, and the state in which the thread then is.
    fn runs(&mut self, utid: Utid, cpu: u32, ts: i64, dur: i64) {
        self.state(utid, ts, dur, "Running").cpu = Some(cpu);
        self.stays.push(SchedSlice {
            ts: Ts::from_ns(ts),
            dur: Some(Dur::from_ns(dur)),
            cpu,
            utid,
            end_state: None,
            priority: 120,
        });
    }

    fn slices(&mut self, utid: Utid, slices: &[(i64, i64, &str)]) -> Vec<SliceId> {
        let track = self.builder.slice_track(Scope::Thread(utid), None);
        self.builder.nested_slices(track, slices)
    }

    fn state(&mut self, utid: Utid, ts: i64, dur: i64, state: &str) -> &mut ThreadState {
        let state = self.builder.str(state);
        self.states.push(ThreadState::new(
            Ts::from_ns(ts),
            Some(Dur::from_ns(dur)),
            utid,
            state,
        ));
        self.states.last_mut().unwrap()
    }

    /// Finishes the trace with a late frame 131 that was planned for 0..100.
    fn finish(mut self, end: i64) -> Trace {
        let frame = TestFrame {
            expected: Some((0, 100)),
            actual: (5, end),
            jank_type: 64,
            tag: JankTag::SelfJank,
            ..good(131, 0)
        };
        let upids = [self.app];
        add_frames(&mut self.builder, &upids, &[frame]);
        self.builder.sched = SchedTable::new(self.stays, self.states);
        self.builder.finish()
    }
}

fn lens(trace: &Trace) -> FrameLens {
    let frame = trace
        .frames
        .actual()
        .iter()
        .find(|frame| frame.token() == 131)
        .unwrap();
    FrameLens::new(trace, frame)
}

/// Returns the parts as `start-end stage: kind label`.
fn shown(lens: &FrameLens) -> Vec<String> {
    let part = |part: &Part| {
        format!(
            "{}-{} {}: {:?} {}",
            part.span.start().ns(),
            part.span.end().ns(),
            part.stage.name(),
            part.kind,
            part.label
        )
    };
    lens.parts.iter().map(part).collect()
}

#[test]
fn without_scheduling_the_slices_split_the_time() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(
        ui,
        &[
            (10, 60, "Choreographer#doFrame 131"),
            (20, 30, "layout"),
            (25, 5, "inflate item.xml"),
            (30, 5, "inflate item.xml"),
        ],
    );
    fixture.slices(
        render,
        &[(60, 50, "DrawFrames 131"), (70, 20, "flush commands")],
    );
    let trace = fixture.finish(120);
    let lens = lens(&trace);
    assert_eq!(
        shown(&lens),
        [
            "0-10 before doFrame: Unknown(Scheduling) no scheduling events of this thread",
            "10-20 doFrame: Busy Choreographer#doFrame 131",
            "20-25 doFrame: Busy layout",
            // Two slices are two parts, also if their names are the same.
            "25-30 doFrame: Busy inflate item.xml",
            "30-35 doFrame: Busy inflate item.xml",
            "35-50 doFrame: Busy layout",
            "50-60 doFrame: Busy Choreographer#doFrame 131",
            "60-70 DrawFrames: Busy DrawFrames 131",
            "70-90 DrawFrames: Busy flush commands",
            "90-110 DrawFrames: Busy DrawFrames 131",
            "110-120 after the last slice: Unknown(Gpu) no slice tells when the GPU finished",
        ]
    );
    assert_eq!(lens.late_ns, Some(20));
    assert_eq!(lens.stage_dur(Stage::DoFrame), Dur::from_ns(50));
    assert_eq!(lens.biggest().unwrap().label, "layout");
}

#[test]
fn states_say_what_blocked_the_ui_thread() {
    let mut fixture = Fixture::new();
    let server = fixture.builder.process(500, "system_server");
    let binder = fixture.builder.thread(server, 501, "binder:500_1");
    let owner = fixture.builder.thread(server, 502, "android.display");
    let ui = fixture.ui;
    let on_ui = fixture.slices(
        ui,
        &[
            (10, 100, "Choreographer#doFrame 131"),
            (30, 40, "binder transaction"),
            (80, 20, "decode"),
        ],
    );
    let on_binder = fixture.slices(
        binder,
        &[
            (35, 30, "binder reply"),
            (
                40,
                20,
                "monitor contention with owner android.display (502) at void a()(B.java:1)",
            ),
        ],
    );
    fixture.slices(owner, &[(0, 200, "holds it")]);
    fixture.builder.flow(on_ui[1], on_binder[0], 1);
    fixture.state(ui, 0, 8, "S");
    fixture.state(ui, 8, 2, "R").waker = Some(owner);
    fixture.state(ui, 10, 22, "Running");
    fixture.state(ui, 32, 36, "S");
    fixture.state(ui, 68, 4, "R");
    fixture.state(ui, 72, 10, "Running");
    let function = fixture.builder.str("filemap_fault");
    let io = fixture.state(ui, 82, 10, "D");
    io.io_wait = Some(true);
    io.blocked_function = Some(function);
    fixture.state(ui, 92, 18, "Running");
    let trace = fixture.finish(110);
    let lens = lens(&trace);
    assert_eq!(
        shown(&lens),
        [
            "0-8 before doFrame: Blocked(Idle) until woken by android.display 502 of \
             system_server",
            "8-10 before doFrame: Runnable waiting for a CPU",
            "10-30 doFrame: Running Choreographer#doFrame 131",
            "30-32 doFrame: Running binder transaction",
            "32-68 doFrame: Blocked(Binder) binder to system_server: monitor contention",
            "68-72 doFrame: Runnable waiting for a CPU",
            "72-80 doFrame: Running Choreographer#doFrame 131",
            "80-82 doFrame: Running decode",
            "82-92 doFrame: Blocked(Io) IO in filemap_fault",
            "92-100 doFrame: Running decode",
            "100-110 doFrame: Running Choreographer#doFrame 131",
        ]
    );
    let wait = &lens.parts[4];
    assert_eq!(
        (wait.slice, wait.peer),
        (Some(on_ui[1]), Some(on_binder[0]))
    );
    let frame = trace.frames.actual().first().unwrap();
    let cause = cause(&trace, frame);
    // doFrame itself ran for 38 ns, but that says less than the call of 36 ns.
    assert_eq!(cause.text, "binder to system_server: monitor contention");
    assert_eq!(cause.dur, Some(Dur::from_ns(36)));
    assert_eq!(cause.evidence, Some(on_binder[0]));
}

#[test]
fn a_lock_names_its_owner_and_what_that_did() {
    let mut fixture = Fixture::new();
    let owner = fixture.builder.thread(fixture.app, 1002, "pool-1");
    let ui = fixture.ui;
    fixture.slices(
        ui,
        &[
            (0, 100, "Choreographer#doFrame 131"),
            (
                10,
                80,
                "Lock contention on a monitor lock (owner tid: 1002)",
            ),
        ],
    );
    let held = fixture.slices(owner, &[(0, 95, "loads"), (20, 60, "reads a file")]);
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    assert_eq!(
        shown(&lens)[1],
        "10-90 doFrame: Blocked(Lock) monitor contention: held by pool-1 1002"
    );
    assert_eq!(lens.parts[1].peer, Some(held[1]));
    assert_eq!(
        lens.biggest().unwrap().kind,
        PartKind::Blocked(Blocker::Lock)
    );
}

#[test]
fn the_gpu_is_on_the_path_only_if_it_ended_last() {
    let build = |gpu_end: i64| {
        let mut fixture = Fixture::new();
        let gpu = fixture.builder.thread(fixture.app, 1003, "GPU completion");
        let (ui, render) = (fixture.ui, fixture.render);
        fixture.slices(ui, &[(0, 30, "Choreographer#doFrame 131")]);
        fixture.slices(
            render,
            &[
                (30, 40, "DrawFrames 131"),
                (50, 2, "Trace GPU completion fence 77"),
            ],
        );
        fixture.slices(
            gpu,
            &[
                (40, 5, "waiting for GPU completion 76"),
                (52, gpu_end - 52, "waiting for GPU completion 77"),
            ],
        );
        fixture.finish(gpu_end.max(70))
    };
    let late = lens(&build(110));
    assert_eq!(late.stage_dur(Stage::Gpu), Dur::from_ns(58));
    assert_eq!(late.stage_dur(Stage::Draw), Dur::from_ns(22));
    let early = lens(&build(60));
    assert_eq!(early.stage_dur(Stage::Gpu), Dur::ZERO);
    assert_eq!(early.stage_dur(Stage::Draw), Dur::from_ns(40));
}

#[test]
fn while_the_ui_thread_waits_for_its_drawing_the_drawing_is_on_the_path() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    fixture.slices(
        render,
        &[(40, 40, "DrawFrames 131"), (45, 30, "Creating EGLContext")],
    );
    fixture.state(ui, 0, 30, "Running");
    fixture.state(ui, 30, 60, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(render);
    fixture.state(render, 0, 100, "Running");
    let trace = fixture.finish(100);
    assert_eq!(
        shown(&lens(&trace)),
        [
            "0-30 doFrame: Running Choreographer#doFrame 131",
            "30-40 doFrame: Blocked(RenderThread) waiting for RenderThread",
            "40-45 DrawFrames: Running DrawFrames 131",
            "45-75 DrawFrames: Running Creating EGLContext",
            "75-80 DrawFrames: Running DrawFrames 131",
            "80-90 doFrame: Blocked(RenderThread) waiting for RenderThread",
            "90-100 doFrame: Running Choreographer#doFrame 131",
        ]
    );
}

#[test]
fn while_the_drawing_of_an_earlier_frame_goes_on_that_is_what_the_ui_thread_waits_for() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(
        ui,
        &[
            (0, 100, "Choreographer#doFrame 131"),
            (10, 80, "postAndWait"),
        ],
    );
    let on_render = fixture.slices(
        render,
        &[
            (-20, 80, "DrawFrames 130"),
            (15, 30, "flush"),
            (65, 20, "DrawFrames 131"),
        ],
    );
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 80, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(render);
    fixture.state(render, -20, 120, "Running");
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    assert_eq!(
        shown(&lens),
        [
            "0-10 doFrame: Running Choreographer#doFrame 131",
            "10-15 earlier DrawFrames: Running DrawFrames 130",
            "15-45 earlier DrawFrames: Running flush",
            "45-60 earlier DrawFrames: Running DrawFrames 130",
            "60-65 doFrame: Blocked(RenderThread) waiting for RenderThread",
            "65-85 DrawFrames: Running DrawFrames 131",
            "85-90 doFrame: Blocked(RenderThread) waiting for RenderThread",
            "90-100 doFrame: Running Choreographer#doFrame 131",
        ]
    );
    assert_eq!(lens.earlier, [on_render[0]]);
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(cause.text, "RenderThread still on frame 130");
    assert_eq!(cause.dur, Some(Dur::from_ns(50)));
    assert_eq!(cause.evidence, Some(on_render[0]));
}

#[test]
fn while_the_ui_thread_waits_for_another_thread_its_drawing_is_not_on_the_path() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    fixture.slices(render, &[(40, 40, "DrawFrames 131")]);
    fixture.state(ui, 0, 30, "Running");
    fixture.state(ui, 30, 60, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(worker);
    let trace = fixture.finish(100);
    assert_eq!(
        shown(&lens(&trace)),
        [
            "0-30 doFrame: Running Choreographer#doFrame 131",
            "30-90 doFrame: Blocked(Thread) until woken by worker 1002",
            "90-100 doFrame: Running Choreographer#doFrame 131",
        ]
    );
}

#[test]
fn a_frame_waits_behind_the_work_on_earlier_ones() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let on_ui = fixture.slices(
        ui,
        &[
            (-50, 90, "Choreographer#doFrame 130"),
            (0, 30, "inflate"),
            (45, 10, "input"),
            (60, 20, "Choreographer#doFrame 131"),
        ],
    );
    let on_render = fixture.slices(
        render,
        &[(70, 20, "DrawFrames 130"), (92, 8, "DrawFrames 131")],
    );
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    assert_eq!(
        shown(&lens),
        [
            "0-30 earlier doFrame: Busy inflate",
            "30-40 earlier doFrame: Busy Choreographer#doFrame 130",
            "40-45 before doFrame: Unknown(Scheduling) no scheduling events of this thread",
            "45-55 before doFrame: Busy input",
            "55-60 before doFrame: Unknown(Scheduling) no scheduling events of this thread",
            "60-80 doFrame: Busy Choreographer#doFrame 131",
            "80-90 earlier DrawFrames: Busy DrawFrames 130",
            "90-92 before DrawFrames: Unknown(Scheduling) no scheduling events of this thread",
            "92-100 DrawFrames: Busy DrawFrames 131",
        ]
    );
    assert_eq!(lens.earlier, [on_ui[0], on_render[0]]);
    assert_eq!(lens.earlier_dur(), Dur::from_ns(50));
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(cause.text, "UI thread still on frame 130");
    assert_eq!(cause.evidence, Some(on_ui[0]));
    assert_eq!(cause.dur, Some(Dur::from_ns(50)));
}

#[test]
fn all_waits_for_a_cpu_are_one() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    fixture.slices(
        ui,
        &[(30, 70, "Choreographer#doFrame 131"), (50, 45, "layout")],
    );
    fixture.state(ui, 0, 10, "S");
    fixture.state(ui, 10, 25, "R");
    fixture.state(ui, 35, 15, "R+");
    fixture.state(ui, 50, 35, "Running");
    fixture.state(ui, 85, 5, "R");
    fixture.state(ui, 90, 10, "Running");
    let trace = fixture.finish(100);
    let groups = lens(&trace).groups;
    let waits = groups
        .iter()
        .filter(|group| group.kind == PartKind::Runnable);
    let waits: Vec<_> = waits
        .map(|group| (group.stage, group.dur.ns(), group.label.as_str()))
        .collect();
    assert_eq!(
        waits,
        [
            (
                Stage::DoFrame,
                25,
                "waiting for a CPU, 60 % after preemption"
            ),
            (Stage::WaitUi, 20, "waiting for a CPU"),
        ]
    );
    // Of the layout, 40 ns, less than of both stages.
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(cause.text, "UI thread waited for a CPU");
    assert_eq!(cause.dur, Some(Dur::from_ns(45)));
}

#[test]
fn a_group_has_the_numbers_that_all_of_its_parts_have() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    for (at, tid) in [(0, 7316), (40, 7321)] {
        let worker = fixture.builder.thread(fixture.app, tid, "Worker");
        fixture.state(ui, at, 30, "S");
        fixture.state(ui, at + 30, 10, "Running").waker = Some(worker);
    }
    fixture.state(ui, 80, 10, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(render);
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    let groups: Vec<_> = lens
        .groups
        .iter()
        .map(|group| group.label.as_str())
        .collect();
    assert_eq!(
        groups,
        [
            "until woken by Worker …",
            "Choreographer#doFrame 131",
            "until woken by RenderThread 1001",
        ]
    );
}

#[test]
fn a_frame_without_slices_is_unknown_with_the_reason() {
    let trace = Fixture::new().finish(120);
    let lens = lens(&trace);
    assert_eq!(
        shown(&lens),
        ["0-120 frame: Unknown(Slices) no slice of this process carries its token"]
    );
    let frame = trace.frames.actual().first().unwrap();
    assert_eq!(cause(&trace, frame).text, "App Deadline Missed");
}

#[test]
fn a_display_frame_is_explained_by_surfaceflinger() {
    let mut builder = TraceBuilder::new();
    let app = builder.process(1000, "com.app");
    let sf = builder.process(500, "/system/bin/surfaceflinger");
    let main = builder.thread(sf, 500, "surfaceflinger");
    let track = builder.slice_track(Scope::Thread(main), None);
    let slices = builder.nested_slices(track, &[(50, 10, "commit 12"), (60, 20, "composite 12")]);
    let frames = [
        good(10, 0),
        good(11, 5),
        TestFrame {
            process: 1,
            layer: "",
            expected: Some((40, 90)),
            actual: (45, 100),
            ..good(12, 40)
        },
    ];
    let frames: Vec<TestFrame<'_>> = frames
        .iter()
        .map(|frame| TestFrame {
            display: 12,
            ..*frame
        })
        .collect();
    let actual = add_frames(&mut builder, &[app, sf], &frames);
    builder.flow(actual[0], actual[2], 0);
    builder.flow(actual[1], actual[2], 0);
    let trace = builder.finish();
    let lens = FrameLens::new(&trace, trace.frames.actual_of(actual[2]).unwrap());
    assert_eq!(lens.links.composited, [actual[0], actual[1]]);
    assert_eq!(lens.links.commits, [slices[0]]);
    assert_eq!(lens.flows.len(), 2);
    assert_eq!(
        shown(&lens),
        [
            "40-50 before SurfaceFlinger: Unknown(Scheduling) no scheduling events of this thread",
            "50-60 commit: Busy commit 12",
            "60-80 composite: Busy composite 12",
            "80-100 after the last slice: Unknown(Display) the display is not traced",
        ]
    );
    let app_frame = trace.frames.actual_of(actual[0]).unwrap();
    let from_app = FrameLens::new(&trace, app_frame);
    assert_eq!(from_app.links.display, Some(actual[2]));
    assert_eq!(from_app.links.composites, [slices[1]]);
}

/// A thread that sleeps from 10 to 90 until another, which renders, wakes it.
fn fixture_of_a_thread_without_slices() -> Trace {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(render, &[(0, 100, "renders")]);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 80, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(render);
    fixture.state(render, 0, 100, "Running");
    fixture.finish(100)
}

#[test]
fn any_stretch_of_a_thread_is_explained() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let on_ui = fixture.slices(
        ui,
        // An instant takes none of the time after it.
        &[
            (0, 100, "task"),
            (5, 0, "posted"),
            (10, 40, "parse"),
            (20, 10, "alloc"),
            (40, 0, "posted"),
        ],
    );
    fixture.state(ui, 0, 60, "Running");
    fixture.state(ui, 60, 30, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(render);
    fixture.state(render, 70, 40, "Running");
    let trace = fixture.finish(100);
    let of = |slice: Option<SliceId>, from, to| {
        let span = TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
        explain(&trace, Some(ui), slice, span, Room::Draw).unwrap()
    };
    let shown = |explained: &Explained| -> Vec<String> {
        let groups = explained.groups.iter();
        let words = groups.map(|group| format!("{} {}", group.dur.ns(), group.label));
        words.collect()
    };
    let task = of(Some(on_ui[0]), 0, 100);
    assert_eq!(
        shown(&task),
        [
            "30 task",
            "30 parse",
            "30 until woken by RenderThread 1001",
            "10 alloc",
        ]
    );
    let behind = chain(&trace, &task.parts, &task.groups[2]);
    assert_eq!(behind.groups[0].dur, Dur::from_ns(20));
    assert_eq!(behind.groups[0].thread, Some(render));
    assert_eq!(shown(&of(Some(on_ui[3]), 20, 30)), ["10 alloc"]);
    assert_eq!(on_stack_of(&trace, on_ui[0]), Some(ui));
    // Where there is no slice a sleep has a cause, too.
    let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(100));
    let late = fixture_of_a_thread_without_slices();
    let utid = late.sched.state_row(ThreadStateId(0)).utid;
    let native = explain(&late, Some(utid), None, span, Room::Draw).unwrap();
    assert_eq!(native.groups[0].kind, PartKind::Blocked(Blocker::Idle));
    let behind = chain(&late, &native.parts, &native.groups[0]);
    assert_eq!(behind.groups[0].label, "renders");
    // Without a slice all depths are looked at.
    assert_eq!(shown(&of(None, 15, 40)), ["15 parse", "10 alloc"]);
}

proptest! {
    #[test]
    fn chains_lie_inside_the_waits(
        ui in proptest::collection::vec((0i64..4, 1i64..30, 0usize..4, 0usize..3), 1..20),
        render in proptest::collection::vec((0i64..4, 1i64..30, 0usize..4, 0usize..3), 1..20),
        worker in proptest::collection::vec((0i64..4, 1i64..30, 0usize..4, 0usize..3), 1..20),
    ) {
        let mut fixture = Fixture::new();
        let third = fixture.builder.thread(fixture.app, 1002, "worker");
        let threads = [fixture.ui, fixture.render, third];
        fixture.slices(threads[0], &[(0, 200, "Choreographer#doFrame 131")]);
        for (utid, states) in threads.into_iter().zip([ui, render, worker]) {
            let mut ts = 0;
            for (gap, dur, state, by) in states {
                ts += gap;
                let name = ["Running", "R", "S", "D"][state];
                fixture.state(utid, ts, dur, name).waker = Some(threads[by]);
                ts += dur;
            }
        }
        let trace = fixture.finish(200);
        let lens = lens(&trace);
        for group in &lens.groups {
            let chain = chain(&trace, &lens.parts, group);
            let waits: Vec<TimeSpan> = group.parts.iter().map(|&at| lens.parts[at].span).collect();
            for part in &chain.parts {
                let is_inside = waits.iter().any(|&wait| part.span.clamped_to(wait) == part.span);
                prop_assert!(is_inside);
            }
            let mut spans: Vec<TimeSpan> = chain.parts.iter().map(|part| part.span).collect();
            spans.sort_by_key(|span| span.start());
            for pair in spans.windows(2) {
                prop_assert!(pair[0].end() <= pair[1].start());
            }
            let sum: i64 = chain.parts.iter().map(|part| part.span.dur().ns()).sum();
            prop_assert!(sum <= group.dur.ns());
        }
    }

    #[test]
    fn parts_tile_the_span(
        ui in proptest::collection::vec((0i64..20, 1i64..20), 1..12),
        draw in (0i64..150, 1i64..100),
        states in proptest::collection::vec((0i64..12, 1i64..20, 0usize..5), 0..20),
        end in 10i64..200,
    ) {
        let mut fixture = Fixture::new();
        let (main, render) = (fixture.ui, fixture.render);
        let mut ts = 0;
        let mut slices = Vec::new();
        for (at, (gap, dur)) in ui.into_iter().enumerate() {
            ts += gap;
            let name = ["Choreographer#doFrame 131", "Choreographer#doFrame 130"][at % 2];
            slices.push((ts, dur, name));
            slices.push((ts, dur / 2, "binder transaction"));
            ts += dur;
        }
        slices.retain(|slice| slice.1 > 0);
        fixture.slices(main, &slices);
        fixture.slices(render, &[(draw.0, draw.1, "DrawFrames 131")]);
        let mut ts = 0;
        for (gap, dur, state) in states {
            ts += gap;
            let name = ["Running", "R", "S", "D", "R+"][state];
            fixture.state(main, ts, dur, name).waker = (dur % 2 == 0).then_some(render);
            ts += dur;
        }
        let trace = fixture.finish(end);
        let lens = lens(&trace);
        let mut at = lens.span.start();
        for part in &lens.parts {
            prop_assert_eq!(part.span.start(), at);
            prop_assert!(part.span.end() > at);
            at = part.span.end();
        }
        prop_assert_eq!(at, lens.span.end());
        let sum: i64 = lens.groups.iter().map(|group| group.dur.ns()).sum();
        prop_assert_eq!(sum, lens.span.dur().ns());
    }
}
