//! Ftrace events of graphics in the kernel: vertical blanks, jobs of the GPU's scheduler, and
//! the fences that jobs signal.
//!
//! Types and names of the tracks are the reference's.

use std::collections::VecDeque;

use hashbrown::HashMap;

use super::event::Event;

use super::tracks::{Begun, OpenSlices, Tracks};
use crate::import::sink::{DirectFlow, Sink, SinkTrack};
use crate::model::args::StoredArg;
use crate::model::track::{Scope, TrackData};
use crate::proto::ftrace_event::{
    self, dma_fence_init as fence_init, dma_fence_signaled as fence_signaled,
    dma_fence_wait_start as wait_start, drm_run_job as run_job, drm_sched_job as sched_job,
    drm_sched_job_done as job_done, drm_sched_job_queue as job_queue, drm_sched_job_run as job_run,
    drm_sched_process_job as process_job, drm_vblank_event,
};

/// Fences that hold other fences are on timelines of this name, each on one of its own.
const UNBOUND: &[u8] = b"unbound";

/// What identifies a job among the jobs of its ring: its number, or in newer kernels the context and number
/// of its fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Job {
    Number(u64),
    Fence(u64, u64),
}

impl Job {
    fn args(self, sink: &mut Sink) -> Vec<StoredArg> {
        match self {
            Self::Number(number) => vec![sink.uint_arg("gpu sched job", number)],
            Self::Fence(context, seqno) => vec![
                sink.uint_arg("fence context", context),
                sink.uint_arg("fence seqno", seqno),
            ],
        }
    }
}

/// What identifies a job that is done: the address of its fence, or as in [`Job`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Done {
    Address(u64),
    Fence(u64, u64),
}

/// A queue of the GPU, which works on one job at a time.
#[derive(Debug)]
struct Ring {
    track: SinkTrack,
    running: VecDeque<Job>,
    /// The instants that put jobs into the queue, for jobs that do not run yet.
    queued: HashMap<Job, Begun>,
}

/// Fences that are signalled one after the other.
#[derive(Debug)]
struct Timeline {
    track: SinkTrack,
    pending: VecDeque<u64>,
    /// Whether events say when its fences are emitted, which is better than when they are made.
    emits: bool,
}

/// Imports events of graphics.
#[derive(Debug, Default)]
pub(super) struct Drm {
    rings: Vec<Ring>,
    ring_names: HashMap<Vec<u8>, usize>,
    /// The rings of jobs that run.
    busy: HashMap<Done, usize>,
    timelines: HashMap<u32, Timeline>,
    open: OpenSlices,
}

impl Drm {
    /// Imports an event.
    pub(super) fn event(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        match event.number {
            ftrace_event::DRM_VBLANK_EVENT => vblank(event, b"signal", sink),
            ftrace_event::DRM_VBLANK_EVENT_DELIVERED => vblank(event, b"deliver", sink),
            ftrace_event::DRM_SCHED_JOB => self.queue(
                event,
                (sched_job::NAME, Job::Number(event.u64(sched_job::ID))),
                tracks,
                sink,
            ),
            ftrace_event::DRM_RUN_JOB => {
                let done = Done::Address(event.u64(run_job::FENCE));
                self.run(
                    event,
                    (run_job::NAME, Job::Number(event.u64(run_job::ID))),
                    done,
                    sink,
                );
            }
            ftrace_event::DRM_SCHED_PROCESS_JOB => {
                self.done(event, Done::Address(event.u64(process_job::FENCE)), sink);
            }
            ftrace_event::DRM_SCHED_JOB_DONE => self.done(
                event,
                Done::Fence(
                    event.u64(job_done::FENCE_CONTEXT),
                    event.u64(job_done::FENCE_SEQNO),
                ),
                sink,
            ),
            ftrace_event::DRM_SCHED_JOB_QUEUE => {
                let job = Job::Fence(
                    event.u64(job_queue::FENCE_CONTEXT),
                    event.u64(job_queue::FENCE_SEQNO),
                );
                self.queue(event, (job_queue::NAME, job), tracks, sink);
            }
            ftrace_event::DRM_SCHED_JOB_RUN => {
                let (context, seqno) = (
                    event.u64(job_run::FENCE_CONTEXT),
                    event.u64(job_run::FENCE_SEQNO),
                );
                let done = Done::Fence(context, seqno);
                self.run(
                    event,
                    (job_run::NAME, Job::Fence(context, seqno)),
                    done,
                    sink,
                );
            }
            ftrace_event::DMA_FENCE_INIT | ftrace_event::DMA_FENCE_EMIT
                if event.text(fence_init::TIMELINE) != UNBOUND =>
            {
                self.fence(event, sink);
            }
            ftrace_event::DMA_FENCE_SIGNALED if event.text(fence_signaled::TIMELINE) != UNBOUND => {
                self.signalled(event, sink);
            }
            ftrace_event::DMA_FENCE_WAIT_START => {
                let utid = sink.processes.thread(event.tid);
                let track = tracks.thread(utid, event.at, sink);
                let label = sink.label(Some(b"dma_fence_wait"), None);
                let args = vec![
                    sink.uint_arg("fence context", event.u64(wait_start::CONTEXT)),
                    sink.uint_arg("fence seqno", event.u64(wait_start::SEQNO)),
                ];
                self.open.begin(track, label, args, event.at, sink);
            }
            ftrace_event::DMA_FENCE_WAIT_END => {
                let utid = sink.processes.thread(event.tid);
                let track = tracks.thread(utid, event.at, sink);
                self.open.end(track, sink.no_label, &[], event.at, sink);
            }
            _ => {}
        }
    }

    fn ring(&mut self, event: &Event<'_>, name: u32, sink: &mut Sink) -> usize {
        let name = event.text(name);
        if let Some(&ring) = self.ring_names.get(name) {
            return ring;
        }
        let title = format!("sched-{}", String::from_utf8_lossy(name));
        let track = sink.track(
            "drm_sched_ring",
            Scope::Global,
            Some(&title),
            TrackData::Slices,
            event.at.created(),
        );
        self.rings.push(Ring {
            track,
            running: VecDeque::new(),
            queued: HashMap::new(),
        });
        self.ring_names.insert(name.to_vec(), self.rings.len() - 1);
        self.rings.len() - 1
    }

    /// A thread puts a job into the queue of a ring.
    fn queue(
        &mut self,
        event: &Event<'_>,
        (name, job): (u32, Job),
        tracks: &mut Tracks,
        sink: &mut Sink,
    ) {
        let utid = sink.processes.thread(event.tid);
        let track = tracks.thread(utid, event.at, sink);
        let label = sink.label(Some(b"drm_sched_job_queue"), None);
        sink.instant(track, event.at.time(), event.at.pos(), label);
        let begun = Begun::newest(track, sink);
        let mut args = vec![sink.text_arg("gpu sched ring", event.text(name))];
        args.extend(job.args(sink));
        let set = sink.store_args(&args);
        begun.set_args(set, sink);
        let ring = self.ring(event, name, sink);
        self.rings[ring].queued.insert(job, begun);
    }

    /// A ring gets a job, on which it works when those before are done.
    fn run(&mut self, event: &Event<'_>, (name, job): (u32, Job), done: Done, sink: &mut Sink) {
        let ring = self.ring(event, name, sink);
        self.busy.entry(done).or_insert(ring);
        self.rings[ring].running.push_back(job);
        if self.rings[ring].running.len() == 1 {
            self.begin(event, ring, sink);
        }
    }

    fn done(&mut self, event: &Event<'_>, done: Done, sink: &mut Sink) {
        let Some(ring) = self.busy.remove(&done) else {
            return;
        };
        self.rings[ring].running.pop_front();
        let track = self.rings[ring].track;
        self.open.end(track, sink.no_label, &[], event.at, sink);
        self.begin(event, ring, sink);
    }

    /// Begins the first job of a ring, if it has any.
    fn begin(&mut self, event: &Event<'_>, ring: usize, sink: &mut Sink) {
        let Ring {
            track,
            running,
            queued,
        } = &mut self.rings[ring];
        let Some(&job) = running.front() else { return };
        let label = sink.label(Some(b"job"), None);
        let args = job.args(sink);
        let begun = self.open.begin(*track, label, args, event.at, sink);
        if let Some(from) = queued.remove(&job) {
            let flow = DirectFlow {
                from: (from.track, from.pos(sink)),
                to: (begun.track, begun.pos(sink)),
                order: event.at.created(),
            };
            sink.direct_flows.push(flow);
        }
    }

    fn timeline(&mut self, event: &Event<'_>, sink: &mut Sink) -> &mut Timeline {
        let context = event.u32(fence_init::CONTEXT);
        self.timelines.entry(context).or_insert_with(|| {
            let name = format!("fence-{}-{context}", event.lossy(fence_init::TIMELINE));
            let track = sink.track(
                "drm_fence",
                Scope::Global,
                Some(&name),
                TrackData::Slices,
                event.at.created(),
            );
            Timeline {
                track,
                pending: VecDeque::new(),
                emits: false,
            }
        })
    }

    /// A fence is made or emitted.
    fn fence(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let is_emitted = event.number == ftrace_event::DMA_FENCE_EMIT;
        let timeline = self.timeline(event, sink);
        let track = timeline.track;
        if is_emitted && !timeline.emits {
            timeline.emits = true;
            if !timeline.pending.is_empty() {
                timeline.pending.clear();
                self.open.end(track, sink.no_label, &[], event.at, sink);
            }
        }
        let timeline = self.timeline(event, sink);
        if !is_emitted && timeline.emits {
            return;
        }
        timeline.pending.push_back(event.u64(fence_init::SEQNO));
        if timeline.pending.len() == 1 {
            self.begin_fence(event, sink);
        }
    }

    fn signalled(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let timeline = self.timeline(event, sink);
        if timeline
            .pending
            .front()
            .is_none_or(|first| event.u64(fence_init::SEQNO) < *first)
        {
            return;
        }
        timeline.pending.pop_front();
        let track = timeline.track;
        self.open.end(track, sink.no_label, &[], event.at, sink);
        self.begin_fence(event, sink);
    }

    /// Begins the first fence of the event's timeline, if there is any.
    fn begin_fence(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let timeline = self.timeline(event, sink);
        let (track, first) = (timeline.track, timeline.pending.front().copied());
        if let Some(seqno) = first {
            let label = sink.label(Some(b"fence"), None);
            let args = vec![sink.uint_arg("fence seqno", seqno)];
            self.open.begin(track, label, args, event.at, sink);
        }
    }
}

fn vblank(event: &Event<'_>, what: &[u8], sink: &mut Sink) {
    let name = format!(
        "vblank-{}",
        event.i32(drm_vblank_event::CRTC).cast_unsigned()
    );
    let (scope, created) = (Scope::Global, event.at.created());
    let track = sink.track("drm_vblank", scope, Some(&name), TrackData::Slices, created);
    let label = sink.label(Some(what), None);
    sink.instant(track, event.at.time(), event.at.pos(), label);
    let args = [sink.uint_arg("vblank seqno", u64::from(event.u32(drm_vblank_event::SEQ)))];
    let set = sink.store_args(&args);
    Begun::newest(track, sink).set_args(set, sink);
}
