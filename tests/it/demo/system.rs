//! SurfaceFlinger, `system_server` and the neighbours.
//!
//! SurfaceFlinger takes one buffer per vsync if one is ready, so a late frame makes the next ones wait.
//! `system_server` answers calls, while one of its threads once holds the window manager's lock for too long.

use super::machine::{MS, Op, US, begin, slice, then};
use super::recorder::event;
use super::story::{
    Cause, LAYER, N_FRAMES, PERIOD, SHOWN_AFTER, SLOW_TICK, SURFACE_FLINGER, Tick, Wires, cause,
    note, tick_token, vsync,
};

/// Notifies the app of every vsync.
pub(super) fn app_vsync(wires: Wires, number: u64) -> Op {
    then(move |machine, _| {
        if number > N_FRAMES {
            return Vec::new();
        }
        let work = machine.story.about(55 * US);
        vec![
            Op::Until(vsync(number)),
            Op::Print(format!("C|{SURFACE_FLINGER}|VSYNC-app|{}", number % 2)),
            begin(format!("dispatch vsync to com.example.feed, {number}")),
            Op::Run(work),
            Op::Post(wires.vsync),
            Op::End,
            app_vsync(wires, number + 1),
        ]
    })
}

/// Writes how many buffers of the feed are queued.
pub(super) fn buffer_count() -> Op {
    then(|machine, _| {
        let n_queued = machine.story.queued.len();
        vec![Op::Print(format!(
            "C|{SURFACE_FLINGER}|BufferTX - {LAYER}|{n_queued}"
        ))]
    })
}

/// Composes at vsync `number`, if a frame is ready then.
pub(super) fn compose(wires: Wires, number: u64) -> Op {
    let ready = then(move |machine, _| {
        let now = machine.now;
        let mut ops = vec![Op::Print(format!(
            "C|{SURFACE_FLINGER}|VSYNC-sf|{}",
            number % 2
        ))];
        let story = &mut machine.story;
        while let Some(&frame) = story.queued.front() {
            if story.frames[frame].gpu_done > now {
                break;
            }
            story.queued.pop_front();
            if cause(story.frames[frame].number) == Cause::Dropped {
                story.frames[frame].dropped = Some(now);
                ops.extend(slice("dropBuffer", [Op::Run(60 * US), buffer_count()]));
                ops.push(Op::Post(wires.buffers));
                continue;
            }
            story.frames[frame].latched = Some(number);
            story.ticks.push(Tick {
                number,
                token: tick_token(number),
                vsync: vsync(number),
                started: now,
                composed: 0,
            });
            let tick = story.ticks.len() - 1;
            ops.extend(composition(wires, number, tick, story.about(900 * US)));
            break;
        }
        ops.push(compose(wires, number + 1));
        ops
    });
    then(move |_, _| {
        if number > N_FRAMES + 4 {
            Vec::new()
        } else {
            vec![Op::Until(vsync(number)), ready]
        }
    })
}

/// The steps of one composition.
fn composition(wires: Wires, number: u64, tick: usize, work: u64) -> Vec<Op> {
    let token = tick_token(number);
    let slow = number == SLOW_TICK;
    let mut ops = slice(
        format!("commit {token} vsyncIn 16.667ms"),
        [
            Op::Run(work / 2),
            begin(format!("latchBuffer {LAYER}")),
            Op::Run(work / 4),
            buffer_count(),
            Op::End,
            Op::Run(work / 4),
        ],
    );
    let mut inside = vec![begin("prepareFrame"), Op::Run(work / 2), Op::End];
    if slow {
        inside.extend(slice(
            "composeSurfaces (client composition of 9 layers)",
            [Op::Run(17 * MS)],
        ));
    }
    inside.extend(slice("presentDisplay", [Op::Run(work)]));
    inside.push(note(move |machine, _| {
        machine.story.ticks[tick].composed = machine.now;
    }));
    ops.extend(slice(format!("composite {token}"), inside));
    ops.push(note(move |machine, _| {
        let shown = shown(vsync(number), machine.now);
        machine.post_at(shown, wires.buffers);
    }));
    ops
}

/// Returns when the result of a composition, finished at `composed` after `vsync`, is on the screen.
pub(super) fn shown(vsync: u64, composed: u64) -> u64 {
    let mut shown = vsync + SHOWN_AFTER;
    while shown < composed {
        shown += PERIOD;
    }
    shown
}

/// Answers calls.
pub(super) fn serve(wires: Wires) -> Op {
    then(move |_, _| {
        let answer = then(move |machine, _| {
            let Some(call) = machine.story.calls.pop_front() else {
                return vec![serve(wires)];
            };
            let mut ops = vec![Op::Kernel(Box::new(event::binder_received(call.id)))];
            ops.extend(call.work);
            let reply = event::binder_transaction(call.reply_id, call.from, true);
            ops.push(Op::Kernel(Box::new(reply)));
            ops.push(Op::Post(call.done));
            ops.push(Op::Run(15 * US));
            ops.push(serve(wires));
            ops
        });
        vec![Op::Take(wires.binder), answer]
    })
}

pub(super) const PLACEMENT: &str = "void com.android.server.wm.WindowSurfacePlacer.performSurfacePlacement()(WindowSurfacePlacer.java:141)";
pub(super) const RELAYOUT: &str = "int com.android.server.wm.WindowManagerService.relayoutWindow()(WindowManagerService.java:2210)";

/// Places windows now and then; one time it is slow while it holds the lock.
pub(super) fn display(wires: Wires) -> Vec<Op> {
    let mut ops = Vec::new();
    for frame in (6..N_FRAMES).step_by(18) {
        let slow = frame == 24;
        ops.push(Op::Until(vsync(frame) + 900 * US));
        ops.push(begin("performSurfacePlacement"));
        ops.push(Op::Lock(wires.window_lock, PLACEMENT));
        ops.push(Op::Run(if slow { 3 * MS } else { 600 * US }));
        if slow {
            ops.extend(slice("writeSettings: fsync", [Op::Io(19 * MS, 2)]));
            ops.push(Op::Run(2 * MS));
        }
        ops.push(Op::Unlock(wires.window_lock));
        ops.push(Op::End);
    }
    ops
}

/// Returns one of eight threads that all wake up while frame 84 is drawn.
pub(super) fn sync_worker(worker: i32) -> Vec<Op> {
    let stagger = 40 * US * u64::from(worker.unsigned_abs());
    vec![
        Op::Until(vsync(84) - 300 * US + stagger),
        begin(format!("SyncJob.merge shard {worker}")),
        Op::Run(11 * MS),
        Op::End,
    ]
}
