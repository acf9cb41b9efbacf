//! The threads and the plot: a feed that scrolls for three seconds.
//!
//! Most frames are fine. Some are not, each for a reason that the thread states
//! show: a binder call that meets a contended lock, a garbage collection, a
//! read from storage, a crowd of runnable threads, a slow shader, a slow GPU,
//! and SurfaceFlinger itself. What follows a late frame (stuffing) is not
//! scripted: it happens because the buffers queue up.

use std::collections::VecDeque;

use super::app::{self, Job};
use super::machine::{Lock, MS, Machine, Op, Sem, ThreadId, US, begin, slice, then};
use super::recorder::event;
use super::system;

pub(super) const FEED: i32 = 4242;
pub(super) const SYSTEM_SERVER: i32 = 1210;
pub(super) const SURFACE_FLINGER: i32 = 480;
pub(super) const SYNC: i32 = 5120;
pub(super) const LAYER: &str = "TX - com.example.feed/com.example.feed.FeedActivity#612";
pub(super) const TOAST: &str = "TX - Toast#640";

/// Time between two frames at 60 Hz.
pub(super) const PERIOD: u64 = 16_666_667;
pub(super) const START: u64 = 86_400_000_000_000;
pub(super) const FIRST_VSYNC: u64 = START + 50 * MS;
pub(super) const N_FRAMES: u64 = 178;
pub(super) const END: u64 = FIRST_VSYNC + (N_FRAMES + 6) * PERIOD;
/// The time from a composition's vsync until its frame is shown.
pub(super) const SHOWN_AFTER: u64 = PERIOD * 62 / 100;

const BIG: &[usize] = &[2, 3, 1, 0];
const LITTLE: &[usize] = &[0, 1, 2, 3];
const TOP_APP: i32 = 110;

const SYNC_WORKERS: [&str; 8] = [
    "sync-worker-0",
    "sync-worker-1",
    "sync-worker-2",
    "sync-worker-3",
    "sync-worker-4",
    "sync-worker-5",
    "sync-worker-6",
    "sync-worker-7",
];

/// The fault of a frame of the app, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    None,
    /// A binder call meets a lock that another thread holds.
    Binder,
    Shader,
    /// A read from storage on the main thread.
    Io,
    Gc,
    /// More runnable threads than processors.
    Crowd,
    Gpu,
    Dropped,
    /// SurfaceFlinger reports: late, but nothing moved.
    NonAnimating,
    /// SurfaceFlinger reports nothing.
    Unspecified,
    /// Shown earlier than predicted.
    PredictionError,
    /// Drawn long after its prediction.
    Expired,
}

pub(super) fn cause(frame: u64) -> Cause {
    match frame {
        24 => Cause::Binder,
        40 => Cause::Shader,
        54 => Cause::Io,
        68 => Cause::Gc,
        84 => Cause::Crowd,
        106 => Cause::Gpu,
        146 => Cause::Dropped,
        152 => Cause::NonAnimating,
        156 => Cause::Unspecified,
        160 => Cause::PredictionError,
        166 => Cause::Expired,
        _ => Cause::None,
    }
}

/// Returns whether the finger rests at a vsync, so that the app draws nothing.
pub(super) fn resting(frame: u64) -> bool {
    matches!(
        frame,
        0..=3 | 31 | 32 | 46 | 47 | 60 | 74 | 93 | 94 | 113 | 114 | 130 | 131 | 170
    )
}

/// The composition that takes too long; it delays those after it.
pub(super) const SLOW_TICK: u64 = 125;

/// A frame of the app.
pub(super) struct Frame {
    pub(super) number: u64,
    pub(super) token: i64,
    pub(super) vsync: u64,
    pub(super) started: u64,
    pub(super) gpu_done: u64,
    /// The composition that has shown the frame.
    pub(super) latched: Option<u64>,
    /// When the frame was dropped.
    pub(super) dropped: Option<u64>,
    pub(super) toast: bool,
}

/// A composition by SurfaceFlinger.
pub(super) struct Tick {
    pub(super) number: u64,
    pub(super) token: i64,
    pub(super) vsync: u64,
    pub(super) started: u64,
    pub(super) composed: u64,
}

/// The data that the threads share.
#[derive(Default)]
pub(super) struct Story {
    pub(super) frames: Vec<Frame>,
    pub(super) ticks: Vec<Tick>,
    /// Frames waiting for `RenderThread`, the GPU completion thread and SurfaceFlinger.
    pub(super) to_draw: VecDeque<usize>,
    pub(super) on_gpu: VecDeque<(usize, Sem)>,
    pub(super) queued: VecDeque<usize>,
    pub(super) binds: VecDeque<Job>,
    /// Calls that wait for a binder thread: id, whom to answer, what to do.
    pub(super) calls: VecDeque<Call>,
    pub(super) next_binder_id: i32,
    random: u64,
}

pub(super) struct Call {
    pub(super) id: i32,
    pub(super) from: (i32, i32),
    pub(super) done: Sem,
    pub(super) reply_id: i32,
    pub(super) work: Vec<Op>,
}

impl Story {
    /// Returns the next number of a fixed sequence, below `limit`.
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        // xorshift64
        let mut x = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random = x;
        x % limit
    }

    /// Returns a duration around `ns`, up to an eighth more or less.
    pub(super) fn about(&mut self, ns: u64) -> u64 {
        ns - ns / 8 + self.below(ns / 4)
    }
}

/// The counters that connect the threads.
#[derive(Clone, Copy)]
pub(super) struct Wires {
    pub(super) vsync: Sem,
    pub(super) draw: Sem,
    pub(super) synced: Sem,
    pub(super) buffers: Sem,
    pub(super) gpu: Sem,
    pub(super) binder: Sem,
    pub(super) gc_done: Sem,
    pub(super) window_lock: Lock,
    pub(super) load: Sem,
}

pub(super) fn vsync(number: u64) -> u64 {
    FIRST_VSYNC + number * PERIOD
}

/// Returns the token of a frame; frames and compositions share one counter.
pub(super) fn frame_token(number: u64) -> i64 {
    51_000 + 3 * i64::try_from(number).expect("small")
}

pub(super) fn tick_token(number: u64) -> i64 {
    frame_token(number) + 1
}

/// Simulates the story.
pub(super) fn play() -> Machine {
    let mut machine = Machine::new(
        START,
        4,
        Story {
            next_binder_id: 90_001,
            ..Story::default()
        },
    );
    let wires = Wires {
        vsync: machine.sem(0),
        draw: machine.sem(0),
        synced: machine.sem(0),
        buffers: machine.sem(3),
        gpu: machine.sem(0),
        binder: machine.sem(0),
        gc_done: machine.sem(0),
        window_lock: machine.monitor(),
        load: machine.sem(0),
    };
    let m = &mut machine;
    m.thread(
        (FEED, FEED, "m.example.feed"),
        TOP_APP,
        BIG,
        app::main_thread(wires),
    );
    m.thread(
        (FEED, 4260, "RenderThread"),
        TOP_APP,
        BIG,
        vec![app::render(wires)],
    );
    m.thread(
        (FEED, 4263, "GPU completion"),
        TOP_APP,
        LITTLE,
        vec![app::gpu_completion(wires)],
    );
    m.thread(
        (FEED, 4251, "HeapTaskDaemon"),
        124,
        LITTLE,
        app::heap_task(wires),
    );
    m.thread(
        (FEED, 4271, "Feed-loader-1"),
        120,
        LITTLE,
        app::loader(wires),
    );
    neighbours(m, wires);
    machine.run(END);
    machine
}

/// Adds the threads of other processes.
fn neighbours(m: &mut Machine, wires: Wires) {
    let sf = SURFACE_FLINGER;
    m.thread(
        (sf, sf, "surfaceflinger"),
        97,
        LITTLE,
        vec![system::compose(wires, 4)],
    );
    m.thread(
        (sf, 494, "app"),
        97,
        LITTLE,
        vec![system::app_vsync(wires, 0)],
    );
    m.thread(
        (SYSTEM_SERVER, 1288, "binder:1210_5"),
        120,
        LITTLE,
        vec![system::serve(wires)],
    );
    m.thread(
        (SYSTEM_SERVER, 1232, "android.display"),
        112,
        LITTLE,
        system::display(wires),
    );
    for (worker, comm) in (0..).zip(SYNC_WORKERS) {
        let who = (SYNC, SYNC + 11 + worker, comm);
        m.thread(who, TOP_APP, BIG, system::sync_worker(worker));
    }
    m.thread((60, 60, "kworker/u8:3"), 120, LITTLE, vec![governor(0)]);
    m.thread((71, 71, "logd.writer"), 130, LITTLE, vec![chatter(9 * MS)]);
    m.thread(
        (SYSTEM_SERVER, 1240, "ActivityManager"),
        120,
        LITTLE,
        vec![chatter(23 * MS)],
    );
}

/// Sets the processors' clock rates every 20 ms.
fn governor(round: u64) -> Op {
    const PERIOD: u64 = 20 * MS;
    then(move |machine, _| {
        machine.govern(PERIOD);
        let busy = machine.story.on_gpu.len();
        let khz = [251_000, 471_000, 848_000][busy.min(2)];
        vec![
            Op::Kernel(Box::new(event::gpu_frequency(khz))),
            Op::Run(40 * US),
            Op::Until(START + (round + 1) * PERIOD),
            governor(round + 1),
        ]
    })
}

/// Makes a thread do a little now and then.
fn chatter(pause: u64) -> Op {
    then(move |machine, _| {
        let work = machine.story.about(150 * US);
        let pause_now = machine.story.about(pause);
        let until = machine.now + pause_now;
        vec![Op::Run(work), Op::Until(until), chatter(pause)]
    })
}

/// Makes a synchronous call into `system_server`, where `work` runs.
pub(super) fn call(wires: Wires, name: &'static str, work: Vec<Op>) -> Vec<Op> {
    let server = name.replace("::client", "::server");
    slice(
        name,
        [then(move |machine, caller| {
            let done = machine.sem(0);
            let id = machine.story.next_binder_id;
            machine.story.next_binder_id += 2;
            let from = (machine.threads[caller.0].pid, machine.threads[caller.0].tid);
            let mut on_server = vec![begin(server)];
            on_server.extend(work);
            on_server.push(Op::End);
            let call = Call {
                id,
                from,
                done,
                reply_id: id + 1,
                work: on_server,
            };
            machine.story.calls.push_back(call);
            vec![
                Op::Run(30 * US),
                Op::Kernel(Box::new(event::binder_transaction(
                    id,
                    (SYSTEM_SERVER, 0),
                    false,
                ))),
                Op::Post(wires.binder),
                Op::Take(done),
                Op::Kernel(Box::new(event::binder_received(id + 1))),
                Op::Run(20 * US),
            ]
        })],
    )
}

/// Returns a step that only reads or changes the machine.
pub(super) fn note(f: impl FnOnce(&mut Machine, ThreadId) + 'static) -> Op {
    then(move |machine, thread| {
        f(machine, thread);
        Vec::new()
    })
}
