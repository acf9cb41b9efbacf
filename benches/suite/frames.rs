//! Frames: the time to compute them, and the bytes that single steps write.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use perfetty::app::session::Session;
use perfetty::base::time::{Dur, Ts};
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{self, Unobserved};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::frame_timeline::{
    ActualFrame, ExpectedFrame, FrameTimelineTable, JankSeverity, JankTag,
};
use perfetty::model::ids::{TrackId, Upid, Utid};
use perfetty::model::sched::{SchedSlice, SchedTable, ThreadState};
use perfetty::model::trace::Trace;
use perfetty::model::track::{Scope, TrackClass};
use perfetty::view::viewport::Viewport;

use crate::render::{Cost, Screen, generated, next, percentile, select_busiest};
use crate::report::Report;

/// The number of zooms, each eight times as close as the one before.
const ZOOMS: i32 = 7;
/// The number of places that are drawn at each zoom.
const PLACES: usize = 60;

/// Reports what frames of the screen cost at any zoom, in traces of `n_rows` slices, of as many thread
/// states, and of a tenth as many janky and good frames.
pub(crate) fn times(n_rows: usize, report: &mut Report) {
    let trace = generated(n_rows);
    let rows = format!("{} slices", trace.slices.len());
    times_of(trace, &rows, report);
    let trace = scheduled(n_rows / 3);
    let rows = format!("{} thread states", trace.sched.states().len());
    times_of(trace, &rows, report);
    let trace = framed(n_rows / 10);
    let rows = format!("{} frames", trace.frames.actual().len());
    times_of(trace, &rows, report);
}

/// Returns a trace of `n` frames of twelve processes, up to three at once in each; one of eleven frames is
/// late.
fn framed(n: usize) -> Trace {
    const N_PROCESSES: usize = 12;
    const LANES: usize = 3;
    const PERIOD_NS: i64 = 16_666_667;
    let mut b = TraceBuilder::new();
    let mut state = 7;
    let (mut expected, mut actual) = (Vec::new(), Vec::new());
    for process in 0..N_PROCESSES {
        let upid = b.process(1000 + process as i64, &format!("app{process}"));
        let tracks = [TrackClass::ExpectedFrames, TrackClass::ActualFrames].map(|class| {
            [(); LANES].map(|()| {
                let track = b.slice_track(Scope::Process(upid), Some("Timeline"));
                let row = b.tracks.get_mut(track);
                row.class = class;
                row.group = Some(upid.0 * 2 + u32::from(class == TrackClass::ActualFrames));
                track
            })
        });
        for lane in 0..LANES {
            let frames: Vec<(i64, bool, String)> = (lane..n / N_PROCESSES)
                .step_by(LANES)
                .map(|frame| {
                    let is_late = next(&mut state).is_multiple_of(11);
                    let token = frame * N_PROCESSES + process;
                    (frame as i64 * PERIOD_NS, is_late, token.to_string())
                })
                .collect();
            let slices =
                |track: &[TrackId; LANES], dur: &dyn Fn(bool) -> i64, b: &mut TraceBuilder| {
                    let slices = frames.iter();
                    let slices: Vec<(i64, i64, &str)> = slices
                        .map(|(ts, is_late, token)| (*ts, dur(*is_late), token.as_str()))
                        .collect();
                    b.nested_slices(track[lane], &slices)
                };
            let planned = slices(&tracks[0], &|_| PERIOD_NS * 2, &mut b);
            let late = |is_late| PERIOD_NS * 3 / 2 + i64::from(is_late) * PERIOD_NS;
            let happened = slices(&tracks[1], &late, &mut b);
            for ((_, is_late, token), (planned, happened)) in
                frames.iter().zip(planned.into_iter().zip(happened))
            {
                let display_token = token.parse().expect("a number");
                expected.push(ExpectedFrame {
                    slice: planned,
                    upid,
                    display_token,
                    surface_token: None,
                    layer: None,
                });
                actual.push(ActualFrame {
                    slice: happened,
                    upid,
                    display_token,
                    surface_token: None,
                    layer: None,
                    present_type: 1,
                    prediction_type: 1,
                    on_time_finish: !is_late,
                    gpu_composition: false,
                    jank_type: if *is_late { 64 } else { 1 },
                    jank_tag: if *is_late {
                        JankTag::SelfJank
                    } else {
                        JankTag::None
                    },
                    jank_tag_experimental: JankTag::Unspecified,
                    severity: JankSeverity::Full,
                    severity_score: 0.0,
                    latched_fence_state: None,
                    latches: None,
                });
            }
        }
    }
    b.frames = FrameTimelineTable::new(expected, actual);
    b.finish()
}

/// Returns a trace of `n` stays on 8 CPUs by 400 threads, each followed by a sleep and a wait.
fn scheduled(n: usize) -> Trace {
    const N_CPUS: usize = 8;
    const N_THREADS: usize = 400;
    let mut b = TraceBuilder::new();
    let [running, asleep, runnable] = ["Running", "S", "R"].map(|name| b.str(name));
    let idle = b.process(0, "swapper");
    b.thread(idle, 0, "swapper");
    for thread in 0..N_THREADS as i64 {
        let pid = 1000 + thread / 10 * 10;
        let process = match thread % 10 {
            0 => b.process(pid, "process"),
            _ => Upid(1 + thread as u32 / 10),
        };
        b.thread(process, 1000 + thread, "thread");
    }
    let mut state = 7;
    let mut free = [0_i64; N_CPUS];
    let mut slept = [0_i64; N_THREADS];
    let (mut stays, mut states) = (Vec::with_capacity(n), Vec::with_capacity(3 * n));
    for stay in 0..n {
        let (cpu, thread) = (stay % N_CPUS, next(&mut state) as usize % N_THREADS);
        let ts = free[cpu].max(slept[thread]) + next(&mut state) as i64 % 20_000;
        let dur = 5_000 + next(&mut state) as i64 % 200_000;
        let utid = Utid(1 + thread as u32);
        stays.push(SchedSlice {
            ts: Ts::from_ns(ts),
            dur: Some(Dur::from_ns(dur)),
            cpu: cpu as u32,
            utid,
            end_state: Some(asleep),
            priority: 120,
        });
        let woken = slept[thread] + (ts - slept[thread]) * 3 / 4;
        let mut state_of = |from: i64, to: i64, state| {
            states.push(ThreadState {
                cpu: (state == running).then_some(cpu as u32),
                ..ThreadState::new(
                    Ts::from_ns(from),
                    Some(Dur::from_ns(to - from)),
                    utid,
                    state,
                )
            });
        };
        state_of(slept[thread], woken, asleep);
        state_of(woken, ts, runnable);
        state_of(ts, ts + dur, running);
        free[cpu] = ts + dur;
        slept[thread] = ts + dur;
    }
    b.sched = SchedTable::new(stays, states);
    b.finish()
}

fn times_of(trace: Trace, rows: &str, report: &mut Report) {
    let trace = Arc::new(trace);
    trace.build_blocks();
    trace.worst_frames();
    let mut screen = Screen::new(&trace, (200, 60));
    let mut state = 7;
    let mut costs = Vec::new();
    for zoom in 0..ZOOMS {
        for _ in 0..PLACES {
            let shown = view_of(&mut screen.session);
            let whole = Viewport::fit(trace.bounds, shown.viewport.cols());
            let zoomed = (0..zoom).fold(whole, |view, _| view.zoomed(0, 1, 8));
            let far = whole.span().dur().ns() / zoomed.ns_per_col().max(1);
            shown.viewport = zoomed.panned(next(&mut state) as i64 % far.max(1));
            shown.scroll = next(&mut state) as usize % 400;
            costs.push(screen.draw());
        }
    }
    let of = |what: fn(&Cost) -> Duration, percent| {
        let mut all: Vec<Duration> = costs.iter().map(what).collect();
        percentile(&mut all, percent).as_micros()
    };
    let figures = |what: fn(&Cost) -> Duration| {
        let [half, most, worst] = [50, 99, 100].map(|percent| of(what, percent));
        format!("p50 {half} µs, p99 {most} µs, worst {worst} µs")
    };
    let scenes = figures(|cost| cost.scene);
    let encodes = figures(|cost| cost.encode);
    let what = |what| format!("{what}, {rows}, 200x60, all zooms");
    report.tell("R1", what("cells of a frame"), scenes);
    report.tell(
        "R4",
        what("difference and encoding, whole screens"),
        encodes,
    );
}

fn view_of(session: &mut Session) -> &mut perfetty::view::state::ViewState {
    &mut session.state_mut().view
}

/// Checks the bytes of single steps in the demo.
pub(crate) fn bytes(report: &mut Report) {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo.pftrace.gz");
    let read = std::fs::read(demo).expect("the demo");
    let input = TraceBytes::from_vec(read).expect("the demo");
    let trace = Arc::new(import::import(&Arc::new(input), &mut Unobserved).expect("the demo"));
    let steps = [
        ("B1", "a pan by a column", "<c-right>", (200, 60), 3500.0),
        ("B2", "a pan by a column", "<c-right>", (80, 24), 1400.0),
        ("B3", "a zoom step", "w", (200, 60), 20_000.0),
        ("B4", "the next slice, at once", ".", (200, 60), 250.0),
        ("B5", "nothing", "", (200, 60), 0.0),
    ];
    for (id, what, keys, size, limit) in steps {
        const TIMES: usize = 4;
        let mut screen = Screen::new(&trace, size);
        select_busiest(&mut screen, &trace);
        screen.draw();
        // The bytes that follow a selection when the keys rest are no part of the answer to the key.
        let is_selection = id == "B4";
        let bytes = (0..TIMES).map(|_| {
            let cost = screen.keys(keys).draw();
            cost.bytes + if is_selection { 0 } else { cost.rest }
        });
        let mean = bytes.sum::<usize>() as f64 / TIMES as f64;
        let (cols, rows) = size;
        let what = format!("bytes of {what}, the demo at {cols}x{rows}, true colour");
        report.gate(id, &what, mean, limit);
    }
    let mut screen = Screen::new(&trace, (200, 60));
    select_busiest(&mut screen, &trace);
    screen.draw();
    let pans = ["<c-right>", "<c-left>"].repeat(100);
    let mut encodes: Vec<Duration> = pans
        .into_iter()
        .map(|keys| screen.keys(keys).draw().encode)
        .collect();
    let [half, most] = [50, 99].map(|percent| percentile(&mut encodes, percent).as_micros());
    report.tell(
        "R4",
        "difference and encoding, a pan by a column, the demo at 200x60",
        format!("p50 {half} µs, p99 {most} µs"),
    );
}
