//! The feed: main thread, `RenderThread`, their helpers, and its own track events.
//!
//! Main thread and `RenderThread` write the slices that the framework writes on a phone. The loader is
//! instrumented with track events: it has custom tracks under one process, flows across threads, and
//! arguments.

use super::custom;
use super::machine::{MS, Op, Sem, US, begin, slice, then};
use super::story::{Cause, FEED, Frame, Wires, call, cause, frame_token, note, resting, vsync};
use super::system::{RELAYOUT, buffer_count};

/// A row that was loaded and waits to be bound to a view.
pub(super) struct Job {
    pub(super) item: u64,
}

/// Scrolls: draws a frame at every vsync; after missed vsyncs, the latest one.
pub(super) fn main_thread(wires: Wires) -> Vec<Op> {
    vec![
        Op::Print(format!("S|{FEED}|J<FEED_SCROLL>|77")),
        begin("deliverInputEvent src=0x1002 ACTION_DOWN"),
        Op::Run(350 * US),
        Op::End,
        wait_for_vsync(wires, 0),
    ]
}

fn wait_for_vsync(wires: Wires, seen: u64) -> Op {
    then(move |_, _| {
        let frame = then(move |machine, _| {
            let missed = u64::from(machine.drain(wires.vsync));
            let number = seen + missed;
            let mut ops = Vec::new();
            if missed > 1 {
                ops.push(custom::skipped_frames(missed));
            }
            if number == 176 {
                ops.push(Op::Print(format!("F|{FEED}|J<FEED_SCROLL>|77")));
            }
            if !resting(number) && number < 176 {
                ops.extend(do_frame(wires, number, machine.now));
            }
            ops.push(wait_for_vsync(wires, number + 1));
            ops
        });
        vec![Op::Take(wires.vsync), frame]
    })
}

/// One frame on the main thread.
fn do_frame(wires: Wires, number: u64, started: u64) -> Vec<Op> {
    let frame = Frame {
        number,
        token: frame_token(number),
        vsync: vsync(number),
        started,
        gpu_done: 0,
        latched: None,
        dropped: None,
        toast: (70..76).contains(&number),
    };
    let name = format!("Choreographer#doFrame {}", frame.token);
    let late = started.saturating_sub(frame.vsync);
    let mut ops = vec![begin(name)];
    if late > 2 * MS {
        ops.push(begin(format!(
            "Choreographer#doFrame - resynced to {} in {}.{}ms",
            frame.token,
            late / MS,
            late % MS / (100 * US)
        )));
        ops.push(Op::End);
    }
    ops.push(then(move |machine, _| {
        machine.story.frames.push(frame);
        let index = machine.story.frames.len() - 1;
        let mut ops = vec![begin("input")];
        ops.push(Op::Run(machine.story.about(300 * US)));
        ops.push(Op::End);
        let scroll = machine.story.about(500 * US);
        let binds = bind_rows(machine.story.binds.drain(..).collect());
        let mut animation = vec![begin("RV Scroll"), Op::Run(scroll)];
        animation.extend(binds);
        animation.push(Op::End);
        ops.extend(slice("animation", animation));
        ops.extend(slice("traversal", traversal(wires, number, index)));
        ops
    }));
    ops.push(Op::End);
    ops
}

/// Measure, layout and draw, with the fault of this frame.
fn traversal(wires: Wires, number: u64, index: usize) -> Vec<Op> {
    vec![then(move |machine, _| {
        let mut about = |ns| machine.story.about(ns);
        let (measure, layout, draw) = (about(900 * US), about(700 * US), about(1200 * US));
        let mut ops = Vec::new();
        match cause(number) {
            Cause::Binder => {
                let work = vec![
                    Op::Run(120 * US),
                    Op::Lock(wires.window_lock, RELAYOUT),
                    Op::Run(900 * US),
                    Op::Unlock(wires.window_lock),
                    Op::Run(80 * US),
                ];
                let name = "AIDL::java::IWindowSession::relayout::client";
                ops.extend(slice("relayoutWindow", call(wires, name, work)));
            }
            Cause::Gc => {
                ops.push(begin("GC: Wait For Completion Alloc"));
                ops.push(Op::Take(wires.gc_done));
                ops.push(Op::End);
            }
            _ if number % 30 == 12 => {
                let work = vec![Op::Run(250 * US)];
                let name = "AIDL::java::IActivityTaskManager::reportSizeConfigurations::client";
                ops.extend(call(wires, name, work));
            }
            _ => {}
        }
        let mut measuring = vec![Op::Run(measure / 2)];
        if number.is_multiple_of(9) || cause(number) == Cause::Io {
            measuring.push(begin("RV CreateView type=0x7f0d0031"));
            measuring.push(begin("inflate"));
            if cause(number) == Cause::Io {
                measuring.extend(slice(
                    "openAsset item_feed_video.xml",
                    [
                        Op::Run(200 * US),
                        Op::Io(9 * MS + 400 * US, 1),
                        Op::Run(300 * US),
                        Op::Io(6 * MS + 100 * US, 1),
                    ],
                ));
            }
            measuring.push(Op::Run(900 * US));
            measuring.push(Op::End);
            measuring.push(Op::End);
        }
        measuring.push(Op::Run(measure / 2));
        ops.extend(slice("measure", measuring));
        ops.extend(slice(
            "layout",
            [begin("RV OnLayout"), Op::Run(layout), Op::End],
        ));
        ops.extend(slice(
            "draw-VRI[FeedActivity]",
            [
                begin("Record View#draw()"),
                Op::Run(draw),
                Op::End,
                note(move |machine, _| machine.story.to_draw.push_back(index)),
                begin("postAndWait"),
                Op::Post(wires.draw),
                Op::Take(wires.synced),
                Op::End,
            ],
        ));
        ops
    })]
}

/// Binds rows that the loader has finished, as part of this frame.
fn bind_rows(jobs: Vec<Job>) -> Vec<Op> {
    let mut ops = Vec::new();
    for job in jobs {
        let item = job.item;
        ops.push(note(move |machine, _| custom::bind_begin(machine, item)));
        ops.push(Op::Run(420 * US));
        ops.push(note(|machine, _| custom::bind_end(machine)));
    }
    ops
}

/// Draws what the main thread has recorded.
pub(super) fn render(wires: Wires) -> Op {
    then(move |_, _| {
        let draw = then(move |machine, _| {
            let Some(index) = machine.story.to_draw.pop_front() else {
                return vec![render(wires)];
            };
            let number = machine.story.frames[index].number;
            let token = machine.story.frames[index].token;
            let mut about = |ns| machine.story.about(ns);
            let (sync, flush, swap) = (about(400 * US), about(1900 * US), about(500 * US));
            let mut ops = vec![begin(format!("DrawFrames {token}"))];
            ops.extend(slice("syncFrameState", [Op::Run(sync)]));
            ops.push(Op::Post(wires.synced));
            let mut flushing = vec![Op::Run(flush)];
            if cause(number) == Cause::Shader {
                flushing.extend(slice("shader_compile", [Op::Run(8 * MS)]));
            }
            ops.extend(slice("flush commands", flushing));
            ops.extend(slice(
                "eglSwapBuffersWithDamageKHR",
                [
                    begin("dequeueBuffer"),
                    Op::Take(wires.buffers),
                    Op::End,
                    Op::Run(swap),
                    begin("queueBuffer"),
                    submit(wires, index),
                    Op::Run(120 * US),
                    buffer_count(),
                    Op::End,
                ],
            ));
            ops.push(Op::End);
            ops.push(render(wires));
            ops
        });
        vec![Op::Take(wires.draw), draw]
    })
}

/// Submits a frame to the GPU, and its buffer to SurfaceFlinger.
fn submit(wires: Wires, index: usize) -> Op {
    then(move |machine, _| {
        let number = machine.story.frames[index].number;
        let work = match cause(number) {
            Cause::Gpu => 25 * MS,
            _ => machine.story.about(3 * MS + 600 * US),
        };
        let fence = machine.sem(0);
        machine.story.frames[index].gpu_done = machine.gpu(work, fence);
        machine.story.on_gpu.push_back((index, fence));
        machine.story.queued.push_back(index);
        vec![
            begin(format!("Trace GPU completion fence {}", index + 1)),
            Op::End,
            Op::Post(wires.gpu),
        ]
    })
}

/// Waits for the GPU, frame by frame.
pub(super) fn gpu_completion(wires: Wires) -> Op {
    then(move |_, _| {
        let wait = then(move |machine, _| {
            let Some(&(index, fence)) = machine.story.on_gpu.front() else {
                return vec![gpu_completion(wires)];
            };
            let name = format!("waiting for GPU completion {}", index + 1);
            vec![
                begin(name),
                Op::Take(fence),
                Op::Run(25 * US),
                Op::End,
                note(|machine, _| {
                    machine.story.on_gpu.pop_front();
                }),
                gpu_completion(wires),
            ]
        });
        vec![Op::Take(wires.gpu), wait]
    })
}

/// Collects garbage; one time the main thread has to wait for it.
pub(super) fn heap_task(wires: Wires) -> Vec<Op> {
    let mut ops = Vec::new();
    for (at, waited_for) in [(16, None), (68, Some(wires.gc_done)), (118, None)] {
        ops.push(Op::Until(vsync(at) - MS));
        ops.extend(collection(waited_for));
    }
    ops
}

fn collection(waited_for: Option<Sem>) -> Vec<Op> {
    let mut ops = slice(
        "Background young concurrent copying GC",
        [
            begin("InitializePhase"),
            Op::Run(300 * US),
            Op::End,
            begin("MarkingPhase"),
            Op::Run(4 * MS),
            Op::End,
            begin("CopyingPhase"),
            Op::Run(6 * MS),
            Op::End,
            begin("ReclaimPhase"),
            Op::Run(900 * US),
            Op::End,
            Op::Print(format!("C|{FEED}|Heap size (KB)|38144")),
        ],
    );
    if let Some(waiter) = waited_for {
        ops.push(Op::Post(waiter));
    }
    ops
}

/// Loads rows: fetches, decodes, and passes them to the main thread.
pub(super) fn loader(wires: Wires) -> Vec<Op> {
    let mut ops = vec![note(|machine, _| custom::describe(machine))];
    for (item, at) in (17..).zip((8..164).step_by(13)) {
        ops.push(Op::Until(vsync(at) + 3 * MS));
        ops.push(note(move |machine, _| custom::fetch_begin(machine, item)));
        ops.push(Op::Run(180 * US));
        ops.push(then(move |machine, _| {
            // The answer comes from the network.
            let answer = machine.now + machine.story.about(70 * MS);
            machine.post_at(answer, wires.load);
            vec![Op::Take(wires.load)]
        }));
        ops.push(note(move |machine, _| custom::fetch_end(machine, item)));
        ops.push(note(move |machine, _| custom::decode_begin(machine, item)));
        ops.push(Op::Run(2 * MS));
        ops.push(note(move |machine, _| {
            custom::decode_progress(machine, item);
        }));
        ops.push(Op::Run(3 * MS + 200 * US));
        ops.push(note(move |machine, _| custom::decode_end(machine, item)));
        ops.push(note(move |machine, _| {
            machine.story.binds.push_back(Job { item });
        }));
    }
    ops
}
