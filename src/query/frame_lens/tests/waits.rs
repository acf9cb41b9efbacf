//! What others did while a thread waited for them, and how they are named.
//!
//! Waits for threads, for calls of other processes, for the kernel and for nobody that is known.

use super::*;

#[test]
fn a_wait_is_explained_by_those_who_ended_it() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    fixture.slices(worker, &[(15, 30, "compiles a shader")]);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 70, "S");
    fixture.state(ui, 80, 20, "Running").waker = Some(render);
    // RenderThread sleeps for the disk, then for the worker.
    fixture.state(render, 0, 12, "Running");
    fixture.state(render, 12, 6, "D").io_wait = Some(true);
    fixture.state(render, 18, 2, "Running");
    fixture.state(render, 20, 30, "S");
    fixture.state(render, 50, 5, "R").waker = Some(worker);
    fixture.state(render, 55, 45, "Running");
    fixture.state(worker, 0, 16, "S");
    fixture.state(worker, 16, 4, "R").waker = Some(ui);
    fixture.state(worker, 20, 40, "Running");
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    let wait = &lens.groups[0];
    assert_eq!(wait.label, "until woken by RenderThread 1001");
    let chain = chain(&trace, &lens.parts, wait);
    let shown: Vec<_> = (chain.parts.iter())
        .map(|part| {
            let (from, to) = (part.span.start().ns(), part.span.end().ns());
            let thread = trace.thread_title(part.thread.unwrap());
            format!("{from}-{to} {thread} {:?} {}", part.kind, part.label)
        })
        .collect();
    // The UI thread slept when it is said to have woken the worker: that sleep is not looked into.
    assert_eq!(
        shown,
        [
            "10-16 worker 1002 Blocked(Idle) until woken by com.app 1000",
            "16-20 worker 1002 Runnable waiting for a CPU",
            "20-45 worker 1002 Running compiles a shader",
            "45-50 worker 1002 Running in no slice",
            "50-55 RenderThread 1001 Runnable waiting for a CPU",
            "55-80 RenderThread 1001 Running in no slice",
        ]
    );
    let frame = trace.frames.actual().first().unwrap();
    let cause = cause(&trace, frame);
    assert_eq!(
        cause.text,
        "UI thread blocked until woken by RenderThread 1001"
    );
}

#[test]
fn a_thread_that_first_appears_when_it_is_woken_slept_before() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 80, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(worker);
    fixture.state(worker, 60, 5, "R").waker = Some(render);
    fixture.state(worker, 65, 30, "Running");
    fixture.state(render, 5, 70, "Running");
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    let chain = chain(&trace, &lens.parts, &lens.groups[0]);
    let durs = chain.groups.iter().map(|did| (did.thread, did.dur.ns()));
    assert_eq!(
        durs.collect::<Vec<_>>(),
        [(Some(render), 50), (Some(worker), 25), (Some(worker), 5)]
    );
}

#[test]
fn what_is_too_far_back_in_a_wait_is_not_said_to_be_unscheduled() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(ui, &[(0, 50_000, "Choreographer#doFrame 131")]);
    fixture.state(ui, 0, 49_990, "S");
    fixture.state(ui, 49_990, 10, "Running").waker = Some(render);
    for at in 0..50_000 {
        fixture.state(render, at, 1, ["R", "Running"][at as usize % 2]);
    }
    let trace = fixture.finish(50_000);
    let lens = lens(&trace);
    let chain = chain(&trace, &lens.parts, &lens.groups[0]);
    let first = &chain.parts[0];
    assert_eq!(first.kind, PartKind::Unknown(Missing::TooManySteps));
    assert_eq!(first.span.start().ns(), 0);
    let part = chain_of_part(&trace, &lens.parts[0]);
    assert_eq!(part.parts[0].span.dur().ns(), 49_990 - 512);
}

#[test]
fn work_after_too_many_slices_is_not_counted_as_that_of_the_slice_around() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    let mut slices = vec![(0, 6000, "Choreographer#doFrame 131")];
    slices.extend((1..=5000).map(|at| (at, 0, "instant")));
    slices.push((5500, 400, "inflate"));
    fixture.slices(ui, &slices);
    fixture.state(ui, 0, 6000, "Running");
    let lens = lens(&fixture.finish(6000));
    let last = lens.parts.last().unwrap();
    assert_eq!(last.kind, PartKind::Unknown(Missing::TooMany));
    let ends = [last.span.start().ns(), last.span.end().ns()];
    assert_eq!(ends, [4097, 6000]);
}

#[test]
fn each_of_many_waits_is_looked_into() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(ui, &[(0, 3000, "Choreographer#doFrame 131")]);
    for at in 0..300 {
        fixture.state(ui, 10 * at, 8, "S");
        fixture.state(ui, 10 * at + 8, 2, "Running").waker = Some(render);
        // The time before the render thread first ran belongs to no thread.
        for step in 0..10 {
            let state = ["R+", "Running"][step as usize % 2];
            fixture.state(render, 10 * at + step, 1, state);
        }
    }
    let trace = fixture.finish(3000);
    let lens = lens(&trace);
    let wait = lens
        .groups
        .iter()
        .find(|group| group.parts.len() == 300)
        .unwrap();
    let chain = chain(&trace, &lens.parts, wait);
    let running = chain
        .groups
        .iter()
        .find(|group| group.kind == PartKind::Running)
        .unwrap();
    assert_eq!((wait.dur.ns(), running.dur.ns()), (2400, 1200));
}

#[test]
fn an_owner_that_waits_for_the_lock_itself_held_it_at_first() {
    let mut fixture = Fixture::new();
    let owner = fixture.builder.thread(fixture.app, 1002, "pool-1");
    let ui = fixture.ui;
    let wait = |tid| format!("Lock contention on a monitor lock (owner tid: {tid})");
    let waits = [wait(1002), wait(1003)];
    fixture.slices(
        ui,
        &[(0, 100, "Choreographer#doFrame 131"), (10, 80, &waits[0])],
    );
    fixture.slices(owner, &[(20, 75, &waits[1])]);
    let trace = fixture.finish(100);
    assert_eq!(
        lens(&trace).parts[1].label,
        "monitor contention: held by pool-1 1002 at first"
    );
}

#[test]
fn owners_of_locks_are_told_apart_and_only_numbers_that_differ_are_left_out() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    for tid in [1002, 1003] {
        fixture.builder.thread(fixture.app, tid, "pool-1");
    }
    let wait = |tid| format!("Lock contention on a monitor lock (owner tid: {tid})");
    let waits = [wait(1002), wait(1003)];
    fixture.slices(
        ui,
        &[
            (0, 100, "Choreographer#doFrame 131"),
            (10, 20, &waits[0]),
            (30, 5, "task 7 of pool-1"),
            (40, 30, &waits[1]),
            (70, 5, "task 8 of pool-1"),
            (75, 15, &waits[0]),
        ],
    );
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    let groups = lens.groups.iter();
    let groups: Vec<_> = groups
        .map(|group| (group.dur.ns(), group.label.as_str()))
        .filter(|(_, label)| label.contains("pool-1"))
        .collect();
    assert_eq!(
        groups,
        [
            (35, "monitor contention: held by pool-1 1002"),
            (30, "monitor contention: held by pool-1 1003"),
            (10, "task … of pool-1"),
        ]
    );
}

#[test]
fn whom_an_interrupt_found_running_woke_nobody() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 80, "S");
    let woken = fixture.state(ui, 90, 10, "Running");
    (woken.waker, woken.irq_context) = (Some(render), Some(true));
    fixture.state(render, 5, 95, "Running");
    let trace = fixture.finish(100);
    let lens = lens(&trace);
    assert_eq!(lens.groups[0].label, "until woken by an interrupt");
    assert_eq!(lens.parts[1].peer, None);
    assert!(chain(&trace, &lens.parts, &lens.groups[0]).parts.is_empty());
}

#[test]
fn a_cause_names_what_most_of_a_wait_was_for() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    let work = fixture.slices(worker, &[(20, 60, "compiles shader 7")]);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 80, "S");
    fixture.state(ui, 90, 10, "Running").waker = Some(worker);
    fixture.state(worker, 5, 95, "Running");
    let trace = fixture.finish(100);
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(
        cause.text,
        "UI thread waited for worker 1002: compiles shader 7"
    );
    // The wait is 80 ns long, and 60 ns of it are the work that it was for.
    assert_eq!(cause.dur, Some(Dur::from_ns(60)));
    assert_eq!(cause.evidence, Some(work[0]));
}

#[test]
fn a_thread_of_another_process_is_named_with_that() {
    let mut fixture = Fixture::new();
    let render = fixture.render;
    let sf = fixture.builder.process(1, "/system/bin/surfaceflinger");
    let hal = fixture
        .builder
        .process(2, "android.hardware.graphics.allocator");
    let twins = fixture.builder.process(3, "com.twin");
    let wakers = [
        (
            fixture.builder.thread(sf, 1, "surfaceflinger"),
            "surfaceflinger 1",
        ),
        // A main thread that is called like a thread of binder's pool.
        (
            fixture.builder.thread(hal, 2, "binder:2_2"),
            "binder:2_2 2 of android.hardware.graphics.allocator",
        ),
        (
            fixture.builder.thread(twins, 4, "RenderThread"),
            "RenderThread 4 of com.twin",
        ),
        (
            fixture.builder.thread(fixture.app, 1005, "RenderThread"),
            "RenderThread 1005",
        ),
    ];
    fixture.slices(render, &[(0, 100, "DrawFrames 131")]);
    for (at, &(waker, _)) in (0..).zip(&wakers) {
        // The last sleep is the longest.
        fixture.state(render, 20 * at, 12 + at, "S");
        let ran = 20 * at + 12 + at;
        fixture.state(render, ran, 8 - at, "Running").waker = Some(waker);
    }
    let trace = fixture.finish(100);
    let groups = lens(&trace).groups;
    for (_, named) in wakers {
        let label = format!("until woken by {named}");
        assert!(groups.iter().any(|group| group.label == label), "{label}");
    }
    // Two threads with one name are told apart by their numbers.
    assert_eq!(
        cause(&trace, trace.frames.actual().first().unwrap()).text,
        "RenderThread 1001 blocked until woken by RenderThread 1005"
    );
}

#[test]
fn an_uninterruptible_sleep_is_never_idle() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let by = |lens: &FrameLens, at: usize| lens.parts[at].kind;
    fixture.state(ui, 0, 30, "D");
    fixture.state(ui, 30, 10, "Running").waker = Some(render);
    fixture.state(ui, 40, 30, "D|K");
    let woken = fixture.state(ui, 70, 10, "Running");
    (woken.waker, woken.irq_context) = (Some(render), Some(true));
    fixture.state(ui, 80, 20, "D|N");
    fixture.state(ui, 100, 10, "Running").waker = Some(render);
    let trace = fixture.finish(110);
    let lens = lens(&trace);
    assert_eq!(lens.parts[0].label, "until woken by RenderThread 1001");
    assert_eq!(by(&lens, 0), PartKind::Blocked(Blocker::Thread));
    assert_eq!(
        lens.parts[2].label,
        "in the kernel, until woken by an interrupt"
    );
    assert_eq!(by(&lens, 2), PartKind::Blocked(Blocker::Thread));
    // In older kernels `D|N` is the state of a worker that has nothing to do.
    assert_eq!(by(&lens, 4), PartKind::Blocked(Blocker::Idle));
    // A wait for a thread that is not idle is a cause.
    assert_eq!(
        cause(&trace, trace.frames.actual().first().unwrap()).text,
        "main thread? blocked until woken by RenderThread 1001"
    );
}

#[test]
fn a_state_without_an_end_lasts_until_the_next() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    fixture.state(ui, 0, 0, "S").dur = None;
    fixture.state(ui, 60, 40, "Running");
    let trace = fixture.finish(100);
    assert_eq!(
        shown(&lens(&trace)),
        [
            "0-60 main thread?: Blocked(Idle) nothing tells who woke it",
            "60-100 main thread?: Running in no slice",
        ]
    );
}

#[test]
fn sleeps_that_nobody_explains_are_told_by_the_slice_they_were_in() {
    let mut fixture = Fixture::new();
    let (ui, render) = (fixture.ui, fixture.render);
    let on_ui = fixture.slices(
        ui,
        &[
            (0, 100, "bindApplication"),
            (10, 30, "CrashReporter.init"),
            (40, 50, "ImageLoader.init"),
        ],
    );
    let sleeps = [(0, 5), (12, 20), (42, 40), (92, 6)];
    for (ts, dur) in sleeps {
        fixture.state(ui, ts, dur, "S");
        let woken = fixture.state(ui, ts + dur, 2, "Running");
        (woken.waker, woken.irq_context) = (Some(render), Some(true));
    }
    let trace = fixture.finish(100);
    let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(100));
    let explained = explain(&trace, Some(ui), Some(on_ui[0]), span, Room::Draw).unwrap();
    let slept = explained
        .groups
        .iter()
        .filter(|group| matches!(group.kind, PartKind::Blocked(_)));
    let slept: Vec<_> = slept
        .map(|group| (group.dur.ns(), group.label.as_str()))
        .collect();
    assert_eq!(
        slept,
        [
            (40, "ImageLoader.init: until woken by an interrupt"),
            (20, "CrashReporter.init: until woken by an interrupt"),
            (11, "until woken by an interrupt"),
        ]
    );
}

#[test]
fn a_wait_for_a_thread_that_ran_in_no_slice_is_evidence_itself() {
    let mut fixture = Fixture::new();
    let worker = fixture.builder.thread(fixture.app, 1002, "worker");
    let ui = fixture.ui;
    fixture.slices(ui, &[(0, 100, "Choreographer#doFrame 131")]);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 70, "S");
    fixture.state(ui, 80, 20, "Running").waker = Some(worker);
    fixture.state(worker, 0, 90, "Running");
    let trace = fixture.finish(100);
    let cause = cause(&trace, trace.frames.actual().first().unwrap());
    assert_eq!(cause.text, "UI thread waited for worker 1002: running");
    let state = trace.sched.state_row(cause.state.unwrap());
    assert_eq!((cause.evidence, state.utid), (None, ui));
    assert_eq!(state.ts.ns(), 10);
}

/// The label of the wait of a call from 10 to 90 in a frame from 0 to 100, whose reply has these slices.
fn call(reply: &[(i64, i64, &str)]) -> String {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    let server = fixture.builder.process(500, "system_server");
    let binder = fixture.builder.thread(server, 501, "binder:500_1");
    let slices = [
        (0, 100, "Choreographer#doFrame 131"),
        (10, 80, "binder transaction"),
    ];
    let on_ui = fixture.slices(ui, &slices);
    let on_binder = fixture.slices(binder, reply);
    fixture.builder.flow(on_ui[1], on_binder[0], 1);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 80, "S");
    fixture.state(ui, 90, 10, "Running");
    let trace = fixture.finish(100);
    lens(&trace).groups[0].label.clone()
}

#[test]
fn a_call_names_what_took_most_of_its_reply() {
    let contention = "Lock contention on Jit code cache (owner tid: 7)";
    let computes = [
        (12, 76, "binder reply"),
        (14, 70, "AIDL::getInfo"),
        (20, 2, contention),
    ];
    assert_eq!(call(&computes), "binder to system_server: AIDL::getInfo");
    let waits = [
        (12, 76, "binder reply"),
        (14, 70, "AIDL::getInfo"),
        (20, 60, contention),
    ];
    assert_eq!(call(&waits), "binder to system_server: lock contention");
    let lies_there = [(80, 10, "binder reply"), (81, 8, "AIDL::getInfo")];
    assert_eq!(
        call(&lies_there),
        "binder to system_server: not taken up yet"
    );
}

#[test]
fn a_call_that_waits_for_a_call_names_where_that_goes() {
    let mut fixture = Fixture::new();
    let ui = fixture.ui;
    let server = fixture.builder.process(500, "system_server");
    let provider = fixture.builder.process(600, "com.provider");
    let first = fixture.builder.thread(server, 501, "binder:500_1");
    let second = fixture.builder.thread(provider, 601, "binder:600_1");
    let on_ui = [
        (0, 100, "Choreographer#doFrame 131"),
        (10, 80, "binder transaction"),
    ];
    let on_ui = fixture.slices(ui, &on_ui);
    let on_first = fixture.slices(
        first,
        &[(12, 76, "binder reply"), (14, 70, "binder transaction")],
    );
    let on_second = fixture.slices(second, &[(16, 60, "binder reply")]);
    fixture.builder.flow(on_ui[1], on_first[0], 1);
    fixture.builder.flow(on_first[1], on_second[0], 2);
    fixture.state(ui, 0, 10, "Running");
    fixture.state(ui, 10, 80, "S");
    fixture.state(ui, 90, 10, "Running");
    let trace = fixture.finish(100);
    assert_eq!(
        lens(&trace).groups[0].label,
        "binder to system_server: its own call to com.provider"
    );
}

#[test]
fn sleeps_that_only_an_interrupt_ends_are_told_apart() {
    let label = |state: &str, io: bool| {
        let mut fixture = Fixture::new();
        let ui = fixture.ui;
        fixture.slices(
            ui,
            &[(0, 100, "Choreographer#doFrame 131"), (10, 80, "commit")],
        );
        fixture.state(ui, 0, 10, "Running");
        fixture.state(ui, 10, 70, state).io_wait = io.then_some(true);
        let woken = fixture.state(ui, 80, 5, "R");
        woken.waker = Some(Utid(0));
        fixture.state(ui, 85, 15, "Running");
        let trace = fixture.finish(100);
        lens(&trace).groups[0].label.clone()
    };
    assert_eq!(label("S", false), "commit: until woken by an interrupt");
    assert_eq!(
        label("D", false),
        "commit: in the kernel, until woken by an interrupt"
    );
    assert_eq!(label("D", true), "commit: IO");
    assert_eq!(
        label("T", false),
        "commit: stopped by a signal or a debugger"
    );
}
