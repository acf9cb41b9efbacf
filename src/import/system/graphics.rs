//! What becomes of the buffers that applications draw into, logs of GPU drivers, and what was
//! given to Vulkan's queues.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::decode::fields::Message;
use crate::import::sink::{At, Sink, SinkTrack};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::track::{Scope, TrackData};
use crate::proto::{
    gpu_log,
    graphics_frame_event::{self, buffer_event},
    vulkan_api_event::vk_queue_submit,
};

/// Names of `GpuLog.Severity`, and what others are called.
const SEVERITIES: [&str; 7] = [
    "UNSPECIFIED",
    "VERBOSE",
    "DEBUG",
    "INFO",
    "WARNING",
    "ERROR",
    "UNKNOWN_SEVERITY",
];

/// Names of `GraphicsFrameEvent.BufferEventType`.
const STEPS: [&str; 14] = [
    "unspecified_event",
    "Dequeue",
    "Queue",
    "Post",
    "AcquireFenceSignaled",
    "Latch",
    "HWCCompositionQueued",
    "FallbackComposition",
    "PresentFenceSignaled",
    "ReleaseFenceSignaled",
    "Modify",
    "Detach",
    "Attach",
    "Cancel",
];
const DEQUEUE: usize = 1;
const QUEUE: usize = 2;
const ACQUIRE: usize = 4;
const LATCH: usize = 5;
const PRESENT: usize = 8;

/// Imports `GraphicsFrameEvent`.
#[derive(Debug, Default)]
pub(super) struct Graphics {
    buffers: Vec<Buffer>,
    /// The indices of buffers, by buffer and layer: layers share buffers.
    places: HashMap<(u32, Option<StrId>), usize>,
    /// Where a layer is shown.
    displays: HashMap<Option<StrId>, SinkTrack>,
}

/// How far a buffer of a layer has come.
#[derive(Debug, Default)]
struct Buffer {
    /// When it was last queued, acquired and latched; 0 for never.
    queued: i64,
    acquired: i64,
    latched: i64,
    /// What goes on with it. What comes next takes its place, also where that was not the end of it.
    phase: Phase,
}

/// What goes on with a buffer.
#[derive(Debug, Default)]
enum Phase {
    #[default]
    Nothing,
    /// The application draws.
    App(Drawing),
    /// The GPU draws.
    Gpu(SinkTrack),
    /// The buffer is put on the display.
    Composer(SinkTrack),
}

/// An application draws a frame, whose number is known only when it is done.
#[derive(Clone, Copy, Debug)]
struct Drawing {
    track: SinkTrack,
    ts: i64,
    frame: u32,
    layer: StrId,
}

/// What an event says of a buffer.
#[derive(Clone, Copy, Debug)]
struct Event<'a> {
    frame: u32,
    step: Option<usize>,
    layer: Option<&'a [u8]>,
    dur: i64,
    buffer: u32,
}

impl Graphics {
    /// Imports what happened to a buffer.
    pub(super) fn buffer_event(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        let Some(event) = payload.field(graphics_frame_event::BUFFER_EVENT) else {
            return;
        };
        let event = event.message();
        let Some(buffer) = event.field(buffer_event::BUFFER_ID) else {
            return sink.issues.count("graphics_frame_event_parser_errors");
        };
        let step = event.field(buffer_event::TYPE);
        let step = step.and_then(|step| usize::try_from(step.as_u64()).ok());
        let event = Event {
            frame: event.u32(buffer_event::FRAME_NUMBER),
            step: step.filter(|&step| step < STEPS.len()),
            layer: event.text_if_set(buffer_event::LAYER_NAME),
            dur: event.i64(buffer_event::DURATION_NS),
            buffer: buffer.as_u32(),
        };
        if event.step.is_none() {
            sink.issues.count("graphics_frame_event_parser_errors");
        }
        let named = event.layer.map(|layer| sink.strings.intern(layer));
        let place = *self.places.entry((event.buffer, named)).or_insert_with(|| {
            self.buffers.push(Buffer::default());
            self.buffers.len() - 1
        });
        let Some(buffer) = self.buffers.get_mut(place) else {
            return;
        };
        let layer = named.unwrap_or_else(|| sink.str("no_layer_name"));
        buffer.step(&event, layer, at, sink);
        match event.step {
            Some(DEQUEUE) => {
                buffer.lose_drawing(sink);
                buffer.phase = Phase::App(Drawing {
                    track: track("APP", &event, at, sink),
                    ts: at.ts,
                    frame: event.frame,
                    layer,
                });
            }
            Some(QUEUE) => {
                if let Phase::App(drawing) = buffer.phase {
                    buffer.phase = Phase::Nothing;
                    drawing.finish(event.frame, at, sink);
                    // The fence may be signaled before the buffer is queued.
                    if buffer.acquired > drawing.ts {
                        return;
                    }
                }
                buffer.phase = Phase::Gpu(begin("GPU", &event, layer, at, sink));
            }
            Some(ACQUIRE) => {
                if let Phase::Gpu(track) = buffer.phase {
                    buffer.phase = Phase::Nothing;
                    end(track, at, sink);
                }
            }
            Some(LATCH) => {
                buffer.lose_drawing(sink);
                buffer.phase = Phase::Composer(begin("SF", &event, layer, at, sink));
            }
            Some(PRESENT) => {
                if let Phase::Composer(track) = buffer.phase {
                    buffer.phase = Phase::Nothing;
                    end(track, at, sink);
                }
                if let Some(track) = self.displays.remove(&named) {
                    end(track, at, sink);
                }
                let track = begin("Display", &event, layer, at, sink);
                self.displays.insert(named, track);
            }
            _ => {}
        }
    }

    /// Begins the slices of drawings that never ended. To be called after the last packet.
    pub(super) fn finish(&self, sink: &mut Sink) {
        for buffer in &self.buffers {
            if let Phase::App(drawing) = buffer.phase {
                let name = frame_name(drawing.frame, drawing.ts);
                drawing.begin(&name, drawing.frame, sink);
            }
        }
    }
}

impl Buffer {
    /// Adds a step of a buffer to the track of all of them.
    fn step(&mut self, event: &Event<'_>, layer: StrId, at: At, sink: &mut Sink) {
        match event.step {
            Some(QUEUE) => self.queued = at.ts,
            Some(ACQUIRE) => self.acquired = at.ts,
            Some(LATCH) => self.latched = at.ts,
            _ => {}
        }
        let name = event.step.map_or("unknown_event", |step| STEPS[step]);
        let to_acquire = self.acquired.saturating_sub(self.queued).max(0);
        let to_latch = self.latched.saturating_sub(self.acquired);
        let args = [
            sink.int_arg("frame_number", i64::from(event.frame)),
            sink.str_arg("layer_name", layer),
            sink.int_arg("queue_to_acquire_time", to_acquire),
            sink.int_arg("acquire_to_latch_time", to_latch),
            sink.int_arg("latch_to_present_time", at.ts.saturating_sub(self.latched)),
        ];
        let pos = sink.pos_with(&args, at);
        let track = track("Buffer:", event, at, sink);
        let label = sink.label(Some(name.as_bytes()), None);
        sink.complete(track, at.time(), event.dur, pos, label);
    }

    /// Begins the slice of a drawing in a buffer that was never queued: how long it took is not known.
    fn lose_drawing(&mut self, sink: &mut Sink) {
        if let Phase::App(drawing) = self.phase {
            drawing.begin("0", 0, sink);
            self.phase = Phase::Nothing;
        }
    }
}

impl Drawing {
    fn at(self) -> At {
        At {
            ts: self.ts,
            offset: 0,
        }
    }

    fn begin(self, name: &str, frame: u32, sink: &mut Sink) {
        let pos = frame_pos(frame, self.layer, self.at(), sink);
        let label = sink.label(Some(name.as_bytes()), None);
        sink.begin(self.track, Ts::from_ns(self.ts), pos, label);
    }

    fn finish(self, frame: u32, at: At, sink: &mut Sink) {
        let pos = frame_pos(frame, self.layer, self.at(), sink);
        let label = sink.label(Some(frame.to_string().as_bytes()), None);
        let dur = at.ts.saturating_sub(self.ts);
        sink.complete(self.track, Ts::from_ns(self.ts), dur, pos, label);
    }
}

/// Returns what a frame is called: by its number, or by its time if that is not known.
fn frame_name(frame: u32, ts: i64) -> String {
    if frame == 0 {
        ts.to_string()
    } else {
        frame.to_string()
    }
}

fn frame_pos(frame: u32, layer: StrId, at: At, sink: &mut Sink) -> EventPos {
    let args = [
        sink.int_arg("frame_number", i64::from(frame)),
        sink.str_arg("layer_name", layer),
    ];
    sink.pos_with(&args, at)
}

/// Returns the track of what is done with a buffer.
fn track(what: &str, event: &Event<'_>, at: At, sink: &mut Sink) -> SinkTrack {
    let layer = String::from_utf8_lossy(event.layer.unwrap_or_default());
    let name = match what {
        "Display" => format!("Display_{layer}"),
        "Buffer:" => format!("Buffer: {} {layer}", event.buffer),
        _ => format!("{what}_{} {layer}", event.buffer),
    };
    let kind = "graphics_frame_event";
    let created = at.created();
    sink.track(kind, Scope::Global, Some(&name), TrackData::Slices, created)
}

fn begin(what: &str, event: &Event<'_>, layer: StrId, at: At, sink: &mut Sink) -> SinkTrack {
    let track = track(what, event, at, sink);
    let pos = frame_pos(event.frame, layer, at, sink);
    let label = sink.label(Some(frame_name(event.frame, at.ts).as_bytes()), None);
    sink.begin(track, at.time(), pos, label);
    track
}

fn end(track: SinkTrack, at: At, sink: &mut Sink) {
    let label = sink.no_label;
    sink.end(track, at.time(), at.pos(), label);
}

/// Imports `GpuLog`: a line of a driver's log.
pub(super) fn gpu_log(payload: Message<'_>, at: At, sink: &mut Sink) {
    let severity = payload.u64(gpu_log::SEVERITY);
    let severity = usize::try_from(severity).unwrap_or(usize::MAX);
    let name = SEVERITIES[severity.min(SEVERITIES.len() - 1)];
    let mut args = Vec::new();
    for (number, key) in [(gpu_log::TAG, "tag"), (gpu_log::LOG_MESSAGE, "message")] {
        if let Some(text) = payload.text_if_set(number) {
            args.push(sink.text_arg(key, text));
        }
    }
    let pos = sink.pos_with(&args, at);
    let (kind, name_of_track) = ("gpu_log", Some("GPU Log"));
    let created = at.created();
    let track = sink.track(
        kind,
        Scope::Global,
        name_of_track,
        TrackData::Slices,
        created,
    );
    let label = sink.label(Some(name.as_bytes()), None);
    sink.instant(track, at.time(), pos, label);
}

/// Imports what an application gave a queue of Vulkan to do.
pub(super) fn queue_submit(submit: Message<'_>, at: At, sink: &mut Sink) {
    let int = |value: u64| StoredValue::Int(i64::from(value as u32));
    let mut set = Vec::new();
    let mut add = |flat_key: StrId, key: StrId, value: StoredValue| {
        set.push(StoredArg {
            flat_key,
            key,
            value,
        });
    };
    for (key, value) in [
        ("pid", int(submit.u64(vk_queue_submit::PID))),
        ("tid", int(submit.u64(vk_queue_submit::TID))),
    ] {
        let key = sink.word(key);
        add(key, key, value);
    }
    let mut n = 0;
    for field in submit.all(vk_queue_submit::VK_COMMAND_BUFFERS) {
        field.each_varint(|buffer| {
            let value = StoredValue::Uint(buffer);
            if n == 0 {
                let key = sink.word("command_buffer");
                add(key, key, value);
            }
            let flat_key = sink.word("command_buffers");
            let key = sink.str(&format!("command_buffers[{n}]"));
            add(flat_key, key, value);
            n += 1;
        });
    }
    let key = sink.word("submission_id");
    add(key, key, int(submit.u64(vk_queue_submit::SUBMISSION_ID)));
    let pos = sink.pos_with(&set, at);
    let (kind, name) = ("vulkan_events", Some("Vulkan Events"));
    let created = at.created();
    let track = sink.track(kind, Scope::Global, name, TrackData::Slices, created);
    let label = sink.label(Some(b"vkQueueSubmit"), None);
    let dur = submit.i64(vk_queue_submit::DURATION_NS);
    sink.complete(track, at.time(), dur, pos, label);
}
