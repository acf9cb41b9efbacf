//! Ftrace events of GPUs: Mali, virtual ones, and what their users had them do.

use super::Devices;
use crate::import::ftrace::event::Event;
use crate::import::ftrace::tracks::{AsyncTracks, Tracks};
use crate::import::sink::{EventKind, Sink, SliceEvent};
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::ftrace_event::{
    self, gpu_work_period, mali_mali_csf_interrupt_start as csf_interrupt,
    virtio_gpu_cmd_queue as cmd_queue,
};

/// The first event that tells a state of the Mali GPU's microcontroller, and the states.
pub(super) const FIRST_MCU_STATE: u32 =
    ftrace_event::MALI_MALI_PM_MCU_HCTL_CORES_DOWN_SCALE_NOTIFY_PEND;

const MCU_STATES: [&str; 23] = [
    "HCTL_CORES_DOWN_SCALE_NOTIFY_PEND",
    "HCTL_CORES_NOTIFY_PEND",
    "HCTL_CORE_INACTIVE_PEND",
    "HCTL_MCU_ON_RECHECK",
    "HCTL_SHADERS_CORE_OFF_PEND",
    "HCTL_SHADERS_PEND_OFF",
    "HCTL_SHADERS_PEND_ON",
    "HCTL_SHADERS_READY_OFF",
    "IN_SLEEP",
    "OFF",
    "ON",
    "ON_CORE_ATTR_UPDATE_PEND",
    "ON_GLB_REINIT_PEND",
    "ON_HALT",
    "ON_HWCNT_DISABLE",
    "ON_HWCNT_ENABLE",
    "ON_PEND_HALT",
    "ON_PEND_SLEEP",
    "ON_SLEEP_INITIATE",
    "PEND_OFF",
    "PEND_ON_RELOAD",
    "POWER_DOWN",
    "RESET_WAIT",
];

/// Commands of virtual GPUs.
const VIRTIO_COMMANDS: [(u32, &[&str]); 3] = [
    (
        0x100,
        &[
            "GET_DISPLAY_INFO",
            "RESOURCE_CREATE_2D",
            "RESOURCE_UNREF",
            "SET_SCANOUT",
            "RESOURCE_FLUSH",
            "TRANSFER_TO_HOST_2D",
            "RESOURCE_ATTACH_BACKING",
            "RESOURCE_DETACH_BACKING",
            "GET_CAPSET_INFO",
            "GET_CAPSET",
            "GET_EDID",
            "RESOURCE_ASSIGN_UUID",
            "RESOURCE_CREATE_BLOB",
            "SET_SCANOUT_BLOB",
        ],
    ),
    (
        0x200,
        &[
            "CTX_CREATE",
            "CTX_DESTROY",
            "CTX_ATTACH_RESOURCE",
            "CTX_DETACH_RESOURCE",
            "RESOURCE_CREATE_3D",
            "TRANSFER_TO_HOST_3D",
            "TRANSFER_FROM_HOST_3D",
            "SUBMIT_3D",
            "RESOURCE_MAP_BLOB",
            "RESOURCE_UNMAP_BLOB",
        ],
    ),
    (0x300, &["UPDATE_CURSOR", "MOVE_CURSOR"]),
];

impl Devices {
    pub(super) fn virtio_gpu(
        &mut self,
        event: &Event<'_>,
        rows: &mut AsyncTracks,
        sink: &mut Sink,
    ) {
        let queue = match event.text(cmd_queue::NAME) {
            b"control" => "Control",
            b"cursor" => "Cursor",
            _ => return,
        };
        let (ts, seqno) = (event.at.ts, event.u32(cmd_queue::SEQNO));
        let sample = |type_name, what: &str, value: f64, sink: &mut Sink| {
            let name = format!("Virtgpu {queue} {what}");
            sink.count(type_name, Scope::Global, &name, None, value, event.at);
        };
        sample(
            "virtgpu_num_free",
            "Free",
            f64::from(event.u32(cmd_queue::NUM_FREE)),
            sink,
        );
        let name = sink.str(&format!("Virtgpu {queue} Queue"));
        let key = (sink.word("virtgpu_queue_event"), Scope::Global, name);
        if event.number == ftrace_event::VIRTIO_GPU_CMD_QUEUE {
            let code = event.u32(cmd_queue::TYPE);
            let names = VIRTIO_COMMANDS
                .iter()
                .find(|(first, _)| first >> 8 == code >> 8);
            let name = names.and_then(|(_, names)| names.get(code as usize & 0xff));
            let label = sink.label(Some(name.map_or(&b""[..], |name| name.as_bytes())), None);
            rows.begin(key, i64::from(seqno), (label, None), event.at, sink);
            // A command with a fence is answered when the fence is signalled.
            if event.u64(cmd_queue::FENCE_ID) == 0 {
                self.virtio.insert((queue, seqno), ts);
            }
        } else {
            rows.end(key, i64::from(seqno), None, event.at, sink);
            if let Some(given) = self.virtio.remove(&(queue, seqno)) {
                let latency = ts.saturating_sub(given) as f64;
                sample("virtgpu_latency", "Latency", latency, sink);
            }
        }
    }

    pub(super) fn mali_irq(&mut self, event: &Event<'_>, tracks: &mut Tracks, sink: &mut Sink) {
        let name = |cpu| format!("Mali Irq Cpu {cpu}");
        let track = tracks.cpu("cpu_mali_irq", event.cpu, name, event.at, sink);
        let label = sink.label(Some(b"mali_CSF_INTERRUPT"), None);
        let args = [sink.uint_arg("info_val", event.u64(csf_interrupt::INFO_VAL))];
        if event.number == ftrace_event::MALI_MALI_CSF_INTERRUPT_START {
            self.open.begin(track, label, args.to_vec(), event.at, sink);
        } else {
            self.open.end(track, label, &args, event.at, sink);
        }
    }

    pub(super) fn mcu_state(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let index = (event.number - FIRST_MCU_STATE) as usize;
        let Some(state) = MCU_STATES.get(index) else {
            return;
        };
        let (scope, created) = (Scope::Global, event.at.created());
        let track = sink.track("mali_mcu_state", scope, None, TrackData::Slices, created);
        if std::mem::replace(&mut self.has_mcu_state, true) {
            sink.end(track, event.at.time(), event.at.pos(), sink.no_label);
        }
        let label = sink.label(Some(state.as_bytes()), None);
        sink.begin(track, event.at.time(), event.at.pos(), label);
    }

    /// How much of a time a user had the GPU work.
    pub(super) fn gpu_work(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let (gpu, user) = (
            event.u32(gpu_work_period::GPU_ID),
            event.u32(gpu_work_period::UID),
        );
        let dur = event
            .i64(gpu_work_period::END_TIME_NS)
            .wrapping_sub(event.i64(gpu_work_period::START_TIME_NS));
        let active = event.i64(gpu_work_period::TOTAL_ACTIVE_DURATION_NS);
        let track = *self.gpu_users.entry((gpu, user)).or_insert_with(|| {
            let dimension = [
                sink.int_arg("ugpu", i64::from(gpu)),
                sink.int_arg("gpu", i64::from(gpu)),
                sink.int_arg("uid", i64::from(user.cast_signed())),
            ];
            let track = Track {
                type_name: sink.word("android_gpu_work_period"),
                dimension_args: sink.store_args(&dimension),
                ..Track::default()
            };
            sink.add_track(track, event.at.created())
        });
        if dur < 0 {
            sink.issues.count("gpu_work_period_negative_duration");
            return;
        }
        let name = format!("%{:.2}", 100.0 * (active as f64 / dur as f64));
        // As in the reference, how long the GPU was active stands where slices of threads have their CPU time.
        let worked = SliceEvent {
            ts: event.at.time().ns(),
            pos: event.at.pos(),
            kind: EventKind::Complete,
            label: sink.label(Some(name.as_bytes()), None),
            dur,
            thread_ts: Some(event.at.time().ns()),
            thread_dur: Some(active),
            instructions: None,
            instructions_took: None,
            has_args: false,
        };
        sink.events[track.index()].push(worked);
    }
}
