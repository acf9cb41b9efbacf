//! Tests of the sums of an area, on a small trace made by hand.
//!
//! One thread runs, sleeps and runs again on the only CPU; a counter and a flow lie beside it.

use super::*;
use crate::base::intern::StrId;
use crate::model::builder::TraceBuilder;
use crate::model::gaps::GapKind;
use crate::model::ids::Utid;
use crate::model::sched::{SchedSlice, SchedTable, ThreadState};
use crate::model::track::Scope;

fn span(a: i64, b: i64) -> TimeSpan {
    TimeSpan::new(Ts::from_ns(a), Ts::from_ns(b))
}

fn sample() -> Trace {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    b.counter_track(
        Scope::Process(app),
        "fps",
        "",
        &[(0, 10.0), (20, 30.0), (90, 50.0)],
    );
    let s = b.nested_slices(track, &[(0, 100, "f"), (40, 20, "g"), (110, 5, "h")]);
    b.flow(s[1], s[2], 1);
    b.flow(s[0], s[0], 2);
    let running = b.str("Running");
    let sleeping = b.str("S");
    let state = |ts: i64, dur: Option<i64>, state| {
        ThreadState::new(Ts::from_ns(ts), dur.map(Dur::from_ns), main, state)
    };
    let on_cpu = |ts: i64, dur: i64, utid| SchedSlice {
        ts: Ts::from_ns(ts),
        dur: Some(Dur::from_ns(dur)),
        cpu: 0,
        utid,
        end_state: None,
        priority: 120,
    };
    b.sched = SchedTable::new(
        vec![
            on_cpu(0, 30, main),
            on_cpu(30, 40, Utid(0)),
            on_cpu(70, 9, main),
        ],
        vec![
            state(0, Some(30), running),
            state(30, Some(40), sleeping),
            state(70, None, running),
        ],
    );
    b.finish()
}

#[test]
fn everything_is_cut_to_the_range() {
    let trace = sample();
    let go = AtomicBool::new(false);
    let area = report(&trace, span(10, 80), &[], &go).expect("not cancelled");
    let name = |id| trace.text(id).into_owned();
    let slices: Vec<_> = area
        .slices
        .iter()
        .map(|s| (s.name.map(name), s.total_ns, s.self_ns))
        .collect();
    assert_eq!(
        slices,
        [(Some("f".into()), 70, 50), (Some("g".into()), 20, 20)]
    );
    let states: Vec<_> = area
        .states
        .iter()
        .map(|s| (name(s.state), s.sum.count, s.sum.total_ns, s.sum.max_ns))
        .collect();
    assert_eq!(
        states,
        [
            ("S".into(), 1, 40, 40),
            ("Running".into(), 2, 29, 20),
            // After its last event nothing is known of the CPU.
            (String::new(), 1, 1, 1),
        ]
    );
    assert_eq!(area.cpu_threads.len(), 1);
    let on_cpu = area.cpu_threads[0].sum;
    assert_eq!((on_cpu.count, on_cpu.total_ns, on_cpu.max_ns), (2, 29, 20));
    // Of 70 ns the CPU ran a thread from 10 to 30 and from 70 to 79.
    let load = CpuLoad {
        whole_ns: 70,
        busy_ns: 29,
        idle_ns: 40,
        suspended_ns: 0,
    };
    assert_eq!(area.cpu_load, load);
    let fps = &area.counters[0];
    assert_eq!((fps.count, fps.first, fps.last), (1, 10.0, 30.0));
    assert!((fps.mean - (10.0 * 10.0 + 60.0 * 30.0) / 70.0).abs() < 1e-9);
    assert_eq!(area.flows.len(), 1);
    assert_eq!(area.flows[0].flows, [FlowId(0)]);
    assert_eq!(
        report(&trace, span(0, 5), &[], &AtomicBool::new(true)),
        None
    );
}

#[test]
fn what_begins_where_the_trace_ends_counts() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, None);
    b.nested_slices(track, &[(0, 100, "f"), (100, 0, "last")]);
    let trace = b.finish();
    let n_slices = |span| {
        let report = report(&trace, span, &[], &AtomicBool::new(false)).unwrap();
        report.slices.iter().map(|row| row.count).sum::<usize>()
    };
    let bounds = trace.bounds;
    assert_eq!(n_slices(bounds), 2);
    assert_eq!(n_slices(span(0, bounds.end().ns() - 1)), 1);
}

#[test]
fn what_stays_infinite_has_not_changed() {
    let mut b = TraceBuilder::new();
    let infinite = f64::INFINITY;
    // Of the two samples at 50 the first held for no time.
    let samples = [(0, 1.0), (50, infinite), (50, 3.0), (100, 5.0)];
    b.counter_track(Scope::Global, "one", "", &samples);
    b.counter_track(Scope::Global, "two", "", &[(0, infinite), (100, infinite)]);
    let trace = b.finish();
    let report = report(&trace, span(0, 100), &[], &AtomicBool::new(false)).unwrap();
    let figures = |at: usize| {
        let of = &report.counters[at];
        (of.change, of.rate, of.mean)
    };
    assert_eq!(figures(0), (4.0, Some(4e7), 2.0));
    assert_eq!(figures(1), (0.0, Some(0.0), infinite));
}

#[test]
fn only_the_selected_tracks_count() {
    let trace = sample();
    let fps = trace
        .tree
        .walk()
        .into_iter()
        .find(|&node| trace.tree.node(node).name == "fps")
        .expect("a counter");
    let area = report(&trace, span(0, 200), &[fps], &AtomicBool::new(false));
    let area = area.expect("not cancelled");
    assert!(area.slices.is_empty() && area.states.is_empty() && area.flows.is_empty());
    assert_eq!((area.counters[0].min, area.counters[0].max), (10.0, 50.0));
}

/// Returns a stay of a thread on a CPU.
fn on_cpu(ts: i64, dur: i64, cpu: u32, utid: Utid) -> SchedSlice {
    SchedSlice {
        ts: Ts::from_ns(ts),
        dur: Some(Dur::from_ns(dur)),
        cpu,
        utid,
        end_state: None,
        priority: 120,
    }
}

#[test]
fn states_are_told_by_thread_and_cpu_time_by_process() {
    let mut b = TraceBuilder::new();
    let (app, other) = (b.process(7, "app"), b.process(9, "other"));
    let threads = [b.thread(app, 7, "main"), b.thread(app, 8, "worker")];
    let alone = b.thread(other, 9, "alone");
    let (running, sleeping) = (b.str("Running"), b.str("S"));
    let state = |ts: i64, dur: i64, utid, state| {
        ThreadState::new(Ts::from_ns(ts), Some(Dur::from_ns(dur)), utid, state)
    };
    let [main, worker] = threads;
    b.sched = SchedTable::new(
        vec![
            on_cpu(0, 30, 0, main),
            on_cpu(30, 40, 0, alone),
            on_cpu(0, 25, 1, worker),
        ],
        vec![
            state(0, 30, main, running),
            state(0, 25, worker, running),
            state(25, 75, worker, sleeping),
            state(30, 40, alone, running),
            ThreadState {
                dur: None,
                ..state(30, 0, main, sleeping)
            },
            state(90, 10, main, running),
        ],
    );
    let trace = b.finish();
    let area = report(&trace, span(0, 100), &[], &AtomicBool::new(false)).unwrap();
    let by_thread: Vec<_> = area
        .thread_states
        .iter()
        .map(|of| {
            (
                of.utid,
                of.stats.state,
                of.stats.sum.count,
                of.stats.sum.total_ns,
            )
        })
        .collect();
    assert_eq!(
        by_thread,
        [
            (worker, sleeping, 1, 75),
            (main, sleeping, 1, 60),
            (main, running, 2, 40),
            (alone, running, 1, 40),
            (worker, running, 1, 25),
        ]
    );
    let longest = area.thread_states[0].stats.longest;
    assert_eq!(trace.sched.state_row(longest).utid, worker);
    let by_state: Vec<_> = area
        .states
        .iter()
        .map(|s| (s.state, s.sum.total_ns))
        .collect();
    assert_eq!(by_state, [(sleeping, 135), (running, 105)]);
    let by_process: Vec<_> = area
        .cpu_processes
        .iter()
        .map(|of| (of.upid, of.threads, of.sum.count, of.sum.total_ns))
        .collect();
    assert_eq!(by_process, [(Some(app), 2, 2, 55), (Some(other), 1, 1, 40)]);
    let threads: Vec<_> = area.cpu_threads.iter().map(|of| of.utid).collect();
    assert_eq!(threads, [alone, main, worker]);
}

#[test]
fn a_stay_without_an_end_lasts_until_the_next_on_its_cpu() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let (main, worker) = (b.thread(app, 7, "main"), b.thread(app, 8, "worker"));
    let on_cpu = |ts: i64, dur: Option<i64>, cpu, utid| SchedSlice {
        ts: Ts::from_ns(ts),
        dur: dur.map(Dur::from_ns),
        cpu,
        utid,
        end_state: None,
        priority: 120,
    };
    let stays = vec![
        on_cpu(0, None, 0, main),
        on_cpu(10, Some(20), 1, worker),
        on_cpu(30, Some(40), 0, worker),
        on_cpu(70, None, 0, main),
    ];
    b.sched = SchedTable::new(stays, Vec::new());
    let trace = b.finish();
    let area = report(&trace, span(0, 70), &[], &AtomicBool::new(false)).unwrap();
    let ran: Vec<_> = area
        .cpu_threads
        .iter()
        .map(|of| (of.utid, of.sum.count, of.sum.total_ns))
        .collect();
    // The last one begins where the trace ends.
    assert_eq!(ran, [(worker, 2, 60), (main, 2, 30)]);
    let area = report(&trace, span(0, 69), &[], &AtomicBool::new(false)).unwrap();
    let n_stays: usize = area.cpu_threads.iter().map(|of| of.sum.count).sum();
    assert_eq!(n_stays, 3);
}

/// A counter of CPU 0 of a type.
fn of_cpu(type_name: &str, samples: &[(i64, f64)]) -> Trace {
    use crate::model::track::{Track, TrackData};
    let mut b = TraceBuilder::new();
    let track = Track {
        type_name: b.str(type_name),
        data: TrackData::Counter,
        name: Some(b.str("counter")),
        scope: Scope::Cpu(0),
        ..Track::default()
    };
    let track = b.tracks.push(track);
    b.counters.push_track(track, samples.iter().copied());
    b.finish()
}

#[test]
fn idle_states_have_shares_of_the_time_and_no_mean() {
    use crate::model::samples::NOT_IDLE;
    let samples = [
        (0, 1.0),
        (30, NOT_IDLE),
        (50, 0.0),
        (60, NOT_IDLE),
        (70, NOT_IDLE),
        (100, 2.0),
    ];
    let trace = of_cpu("cpu_idle", &samples);
    let track = TrackId(0);
    assert_eq!(trace.counters.extent(track), Some((-1.0, 2.0)));
    let go = AtomicBool::new(false);
    let area = report(&trace, span(10, 90), &[], &go).expect("not cancelled");
    assert!(area.counters.is_empty(), "{:?}", area.counters);
    let rows: Vec<_> = area
        .residency
        .iter()
        .map(|of| {
            (
                of.value,
                of.sum.count,
                of.sum.total_ns,
                of.sum.max_ns,
                of.known_ns,
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (NOT_IDLE, 2, 50, 30, 80),
            (1.0, 1, 20, 20, 80),
            (0.0, 1, 10, 10, 80)
        ]
    );
    // The state at the start began before it; "not idle" was longest from 60 on.
    let longest: Vec<_> = area.residency.iter().map(|of| of.longest.0).collect();
    assert_eq!(longest, [3, 0, 2]);
}

#[test]
fn frequencies_have_their_times_too_unless_they_are_many() {
    let report = |samples: &[(i64, f64)], to| {
        let trace = of_cpu("cpu_frequency", samples);
        report(&trace, span(0, to), &[], &AtomicBool::new(false)).expect("not cancelled")
    };
    let samples = [(0, 576.0), (30, 1_803.0), (40, 576.0), (100, 910.0)];
    // An area may be longer than the trace, of which no more is known.
    for to in [100, 1_000] {
        let area = report(&samples, to);
        let of = |value: f64| {
            let found = (area.residency.iter()).find(|of| of.value.to_bits() == value.to_bits());
            found.map(|of| (of.sum.count, of.sum.total_ns, of.longest.0, of.known_ns))
        };
        assert_eq!(of(576.0), Some((2, 90, 2, 100)));
        assert_eq!(of(1_803.0), Some((1, 10, 1, 100)));
        let counter = &area.counters[0];
        assert_eq!((counter.max, counter.peak.0), (1_803.0, 1));
        assert!((counter.mean - 698.7).abs() < 1e-9, "{}", counter.mean);
        assert!((counter.rate.expect("a rate") - 334.0 * 1e7).abs() < 1e-3);
    }
    let many: Vec<(i64, f64)> = (0..100).map(|n| (n, n as f64)).collect();
    let area = report(&many, 100);
    assert_eq!((area.residency.len(), area.counters.len()), (0, 1));
}

#[test]
fn tracks_below_the_selected_ones_are_counted() {
    let trace = sample();
    let is_app = |&id: &NodeId| matches!(trace.tree.node(id).kind, NodeKind::Process(_));
    let app = trace
        .tree
        .walk()
        .into_iter()
        .find(is_app)
        .expect("a process");
    let cancel = AtomicBool::new(false);
    let report = |nodes: &[NodeId]| report(&trace, span(0, 100), nodes, &cancel).unwrap();
    // The three tracks are the counter of the process, and the slices and the states of its thread.
    assert_eq!(report(&[app]).n_tracks, 3);
    let twice = [app, trace.tree.node(app).children[0]];
    assert_eq!(report(&twice).n_tracks, 3);
}

#[test]
fn frames_are_no_slices_of_an_area() {
    use crate::query::janks::tests::{add_frames, good};
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let mut hidden = good(13, 20);
    (hidden.jank_type, hidden.tag) = (4, JankTag::SelfJank);
    let mut late = good(14, 40);
    (late.jank_type, late.tag) = (64 | 4, JankTag::SelfJank);
    add_frames(&mut b, &[app], &[good(12, 0), hidden, late]);
    let trace = b.finish();
    let area = report(&trace, trace.bounds, &[], &AtomicBool::new(false)).unwrap();
    let n_frames: usize = area.frames.iter().map(|stats| stats.count).sum();
    assert_eq!(n_frames, 3);
    // Of the three frames only the one with a wrong prediction and nothing else is no jank.
    for stats in &area.frames {
        let is_hidden = stats.jank_type == "Prediction Error";
        assert_eq!(stats.is_hidden, is_hidden, "{stats:?}");
    }
    // What was wrong beside the prediction goes first.
    let told: Vec<&str> = area.frames.iter().map(|stats| &*stats.jank_type).collect();
    let last = "App Deadline Missed, Prediction Error";
    assert!(told.contains(&last), "{told:?}");
    // Frames are not counted as slices: the expected and the actual frame of a token have one name, so that
    // they would be added up.
    assert!(area.slices.is_empty(), "{:?}", area.slices);
}

#[test]
fn frames_of_one_reason_are_told_by_those_that_ended() {
    use crate::query::janks::tests::{TestFrame, add_frames, good};
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let late = |token, ts, end| TestFrame {
        actual: (ts, end),
        jank_type: 64,
        tag: JankTag::SelfJank,
        ..good(token, ts)
    };
    let frames = [
        good(10, 0),
        late(11, 20, 50),
        late(12, 60, 90),
        late(13, 100, -1),
    ];
    let slices = add_frames(&mut b, &[app], &frames);
    let trace = b.finish();
    let area = report(&trace, trace.bounds, &[], &AtomicBool::new(false)).unwrap();
    // The reason of most frames comes first.
    let of: Vec<_> = area
        .frames
        .iter()
        .map(|of| (of.count, of.n_unfinished, of.mean_ns, of.longest))
        .collect();
    assert_eq!(of, [(3, 1, 30, slices[1]), (1, 0, 10, slices[0])]);
}

#[test]
fn of_samples_at_one_time_the_last_holds_and_of_equal_peaks_the_first_is_told() {
    let mut b = TraceBuilder::new();
    let samples = [(0, 2.0), (0, 1.0), (50, 5.0), (80, 5.0), (90, 1.0)];
    b.counter_track(Scope::Global, "fps", "", &samples);
    let trace = b.finish();
    let area = report(&trace, span(0, 90), &[], &AtomicBool::new(false)).unwrap();
    let fps = &area.counters[0];
    assert_eq!((fps.first, fps.max, fps.peak.0), (1.0, 5.0, 2));
}

#[test]
fn what_touches_the_end_counts_and_nothing_lasts_beyond_the_trace() {
    let trace = sample();
    let report = |a, b| report(&trace, span(a, b), &[], &AtomicBool::new(false)).unwrap();
    // A flow leaves `g`, which ends there; the flow from `f` to itself does not count.
    let area = report(0, 60);
    let flows: Vec<&[FlowId]> = area.flows.iter().map(|of| &of.flows[..]).collect();
    assert_eq!(flows, [[FlowId(0)]]);
    let area = report(0, 1_000);
    let (last, unknown) = (trace.bounds.end().ns(), &area.states[2]);
    assert_eq!(unknown.gap, Some(GapKind::After));
    assert_eq!(unknown.sum.total_ns, last - 79);
    let ran = &area.states[1];
    assert_eq!(&*trace.text(ran.state), "Running");
    assert_eq!(ran.sum.total_ns, 30 + 9);
}

#[test]
fn waits_for_io_are_told_apart_and_the_longest_is_the_first_of_several() {
    let mut b = TraceBuilder::new();
    let (app, other) = (b.process(7, "app"), b.process(9, "other"));
    let (main, worker) = (b.thread(app, 7, "main"), b.thread(app, 8, "worker"));
    let alone = b.thread(other, 9, "alone");
    let asleep = b.str("D");
    let state = |ts: i64, dur: i64, is_io| ThreadState {
        io_wait: Some(is_io),
        ..ThreadState::new(Ts::from_ns(ts), Some(Dur::from_ns(dur)), main, asleep)
    };
    b.sched = SchedTable::new(
        vec![
            on_cpu(0, 20, 0, main),
            on_cpu(0, 99, 1, alone),
            on_cpu(20, 30, 0, worker),
            on_cpu(50, 20, 0, main),
        ],
        vec![
            state(0, 10, true),
            state(10, 30, false),
            state(40, 10, true),
            state(50, 30, false),
        ],
    );
    b.sample(main, 10);
    let trace = b.finish();
    let report = |nodes: &[NodeId]| {
        report(&trace, span(0, 100), nodes, &AtomicBool::new(false)).expect("not cancelled")
    };
    let area = report(&[]);
    let waits: Vec<_> = area
        .thread_states
        .iter()
        .map(|of| (of.stats.io_wait, of.stats.sum.total_ns, of.stats.longest.0))
        .collect();
    assert_eq!(waits, [(Some(false), 60, 1), (Some(true), 20, 0)]);
    let pairs = compare::thread_states(&area, &area);
    assert!(pairs.iter().all(|pair| pair.a == pair.b), "{pairs:?}");
    let stays: Vec<_> = area
        .cpu_threads
        .iter()
        .map(|of| (of.utid, trace.sched.sched_row(of.longest).ts.ns()))
        .collect();
    assert_eq!(stays, [(alone, 0), (main, 0), (worker, 20)]);
    // The longest stay of a process need not be that of the thread that ran most.
    let stays: Vec<_> = area
        .cpu_processes
        .iter()
        .map(|of| (of.upid, trace.sched.sched_row(of.longest).utid))
        .collect();
    assert_eq!(stays, [(Some(other), alone), (Some(app), worker)]);
    let samples_on = |cpu| {
        let node = trace.tree.find(&NodeKind::CpuSched(cpu)).expect("a CPU");
        report(&[node]).profile.samples
    };
    assert_eq!([samples_on(0), samples_on(1)], [1, 0]);
}

/// Returns the figures of the only counter of a trace in a range.
fn only_counter(trace: &Trace, span: TimeSpan) -> CounterStats {
    let report = report(trace, span, &[], &AtomicBool::new(false)).expect("not cancelled");
    report.counters.into_iter().next().expect("a counter")
}

#[test]
fn what_only_grows_has_one_rate_however_the_samples_fall() {
    const S: i64 = 1_000_000_000;
    let mut b = TraceBuilder::new();
    // Two units a second, looked at once a second, from the second 1 on.
    let polled: Vec<_> = (1..=12).map(|s| (s * S, (s * 2) as f64)).collect();
    b.counter_track(Scope::Global, "energy", "", &polled);
    let end = b.slice_track(Scope::Global, None);
    b.nested_slices(end, &[(0, 20 * S, "later")]);
    let trace = b.finish();
    let grown = |from: i64, to: i64| {
        let of = only_counter(&trace, span(from * S / 10, to * S / 10));
        (of.change, of.rate.expect("a rate"), of.count)
    };
    let is = |(change, rate, count): (f64, f64, usize), of: f64, n: usize| {
        assert!((change - of).abs() < 1e-9 && (rate - 2.0).abs() < 1e-9 && count == n);
    };
    is(grown(29, 31), 0.4, 1);
    is(grown(31, 39), 1.6, 0);
    is(grown(30, 40), 2.0, 1);
    is(grown(29, 41), 2.4, 2);
    // Before the first sample and after the last nothing is known.
    is(grown(0, 30), 4.0, 2);
    is(grown(115, 150), 1.0, 1);
    let after = only_counter(&trace, span(13 * S, 14 * S));
    assert_eq!((after.change, after.rate), (0.0, None));
    // The other figures are of samples.
    let of = only_counter(&trace, span(29 * S / 10, 31 * S / 10));
    assert_eq!((of.first, of.last), (4.0, 6.0));
    assert_eq!((of.min, of.max, of.mean), (4.0, 6.0, 5.0));
}

#[test]
fn a_level_that_rose_once_is_where_it_was_in_between() {
    let mut b = TraceBuilder::new();
    let mut samples: Vec<_> = (0..8).map(|at| (at * 10, 1.0)).collect();
    samples.push((80, 2.0));
    b.counter_track(Scope::Global, "level", "", &samples);
    let end = b.slice_track(Scope::Global, None);
    b.nested_slices(end, &[(0, 200, "later")]);
    let of = only_counter(&b.finish(), span(72, 75));
    assert_eq!((of.min, of.max), (1.0, 1.0));
    assert!(of.change.abs() < f64::EPSILON, "{}", of.change);
}

#[test]
fn energy_only_grows_be_it_told_twice() {
    let samples = [(0, 1.0), (100, 3.4)];
    let mut b = TraceBuilder::new();
    let track = b.counter_track(Scope::Global, "power.rails.display", "", &samples);
    b.counter_track(Scope::Global, "frames", "", &samples);
    b.tracks.get_mut(track).type_name = b.strings.intern(b"power_rails");
    let trace = b.finish();
    let report = report(&trace, span(90, 100), &[], &AtomicBool::new(false)).unwrap();
    let of = |name: &str| {
        let is_it = |of: &&CounterStats| trace.tree.node(of.node).name == name;
        report.counters.iter().find(is_it).map(|of| of.change)
    };
    assert!((of("power.rails.display").unwrap() - 0.24).abs() < 1e-9);
    assert_eq!(of("frames"), Some(3.4 - 1.0));
}

#[test]
fn what_also_falls_changes_at_its_samples() {
    let mut b = TraceBuilder::new();
    let mut samples: Vec<_> = (0..20_000).map(|at| (at * 10, at as f64)).collect();
    // The fall stands between those of the samples that are compared.
    samples[301].1 = 0.0;
    b.counter_track(Scope::Global, "grows", "", &samples);
    let trace = b.finish();
    let of = |from, to| only_counter(&trace, span(from, to)).change;
    assert!((of(15, 25) - 1.0).abs() < 1e-9);
    assert!((of(2995, 3035) - 4.0).abs() < 1e-9);
    assert!((of(3005, 3015) + 300.0).abs() < 1e-9);
}

#[test]
fn a_last_sample_that_only_ends_the_time_before_it_is_no_value() {
    let mut b = TraceBuilder::new();
    let (gpu, name) = (Scope::Gpu(0), "L2");
    let track = b.counter_track(gpu, name, "%", &[(0, 20.0), (10, 30.0), (20, 0.0)]);
    b.counter_track(gpu, "one", "%", &[(40, 0.0)]);
    let mut trace = b.finish();
    let is_0 = only_counter(&trace, span(0, 40));
    assert_eq!((is_0.min, is_0.last, is_0.mean), (0.0, 0.0, 12.5));
    for range in trace.counters.ranges().to_vec() {
        trace.counters.end_at_last(range.0);
    }
    let of = only_counter(&trace, span(0, 40));
    assert_eq!((of.min, of.max, of.mean), (20.0, 30.0, 25.0));
    assert_eq!((of.first, of.last, of.count), (20.0, 30.0, 2));
    assert_eq!((of.change, of.rate), (10.0, Some(5e8)));
    assert_eq!(trace.counters.extent(track), Some((20.0, 30.0)));
    let after = report(&trace, span(20, 40), &[], &AtomicBool::new(false)).expect("not cancelled");
    assert!(after.counters.is_empty());
    let samples = trace.counters.track(track);
    assert_eq!(samples.len(), 3);
    let values = [5, 19, 20, 30].map(|ts| samples.value_at(Ts::from_ns(ts)));
    assert_eq!(values, [Some(20.0), Some(30.0), None, None]);
    let mut walk = samples.walk_from(Ts::from_ns(5)).expect("samples");
    let until = [12, 25, 40].map(|end| walk.until(end));
    let nothing = crate::model::samples::NOTHING;
    assert_eq!(until, [(20.0, 30.0), (30.0, 30.0), nothing]);
}

#[test]
fn cpus_stand_still_while_the_device_is_suspended() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    b.sched = SchedTable::new(
        vec![
            on_cpu(0, 30, 0, main),
            on_cpu(30, 50, 0, Utid(0)),
            // The thread that suspends the device has the CPU all the time.
            on_cpu(80, 120, 0, main),
        ],
        Vec::new(),
    );
    crate::model::suspends::tests::suspend(&mut b, &[(40, 30), (100, 50), (190, 60)]);
    let trace = b.finish();
    let area = report(&trace, span(10, 250), &[], &AtomicBool::new(false)).expect("not cancelled");
    let load = CpuLoad {
        whole_ns: 240,
        busy_ns: 20 + 60,
        idle_ns: 20,
        // After its last stay nothing is known of the CPU.
        suspended_ns: 30 + 50 + 10,
    };
    assert_eq!(area.cpu_load, load);
    assert_eq!(area.cpu_threads[0].sum.total_ns, load.busy_ns);
}

#[test]
fn what_was_not_recorded_is_neither_busy_nor_in_a_state() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let (running, asleep) = (b.str("Running"), b.str("S"));
    let state = |ts, dur, state, cpu| ThreadState {
        cpu,
        ..ThreadState::new(Ts::from_ns(ts), Some(Dur::from_ns(dur)), main, state)
    };
    b.sched = SchedTable::new(
        vec![
            on_cpu(0, 60, 0, main),
            on_cpu(60, 40, 0, Utid(0)),
            on_cpu(100, 20, 0, main),
        ],
        vec![
            state(0, 60, running, Some(0)),
            state(60, 40, asleep, None),
            state(100, 20, running, Some(0)),
        ],
    );
    crate::model::gaps::tests::lose(&mut b, 0, &[(20, 50), (90, 95)]);
    crate::model::suspends::tests::suspend(&mut b, &[(30, 10)]);
    let trace = b.finish();
    let area = report(&trace, span(10, 110), &[], &AtomicBool::new(false)).expect("not cancelled");
    let load = CpuLoad {
        whole_ns: 100,
        busy_ns: 10 + 10 + 10,
        idle_ns: 40 - 5,
        suspended_ns: 10,
    };
    assert_eq!(area.cpu_load, load);
    assert_eq!(area.cpu_threads[0].sum.total_ns, load.busy_ns);
    let states = area.states.iter();
    let told: Vec<_> = states
        .map(|of| (of.state, of.gap, of.sum.total_ns, of.sum.count))
        .collect();
    let lost = (StrId::EMPTY, Some(GapKind::Lost), 30 + 5, 2);
    assert_eq!(told, [lost, (asleep, None, 35, 1), (running, None, 30, 2)]);
}
