//! GPU render stages: what each hardware queue of a GPU worked on, as slices.
//!
//! A queue and a stage are named by a number in a list that packets bring with them, or by an
//! interned id. Stages of a queue that overlap go to rows of one group of tracks, each to the
//! first row that is free. Handles have the names that Vulkan's debug utilities gave them last.

use std::fmt::Write as _;

use hashbrown::HashMap;

use super::rows::Rows;
use super::{Packet, Source};
use crate::base::intern::StrId;
use crate::decode::fields::{Field, Message};
use crate::import::sink::{At, DirectFlow, Sink, SinkTrack, listed};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::ids::ArgSetId;
use crate::model::slice::Label;
use crate::model::track::{Scope, Track};
use crate::proto::{
    gpu_render_stage_event::{
        self as stage_event, compute_kernel_launch as kernel_launch, dim3, extra_data,
        specifications, specifications::context_spec, specifications::description,
    },
    interned_data, interned_gpu_render_stage_specification as interned_specification,
    interned_graphics_context,
    vulkan_api_event::vk_debug_utils_object_name as object_name,
};

/// The fields of name and description in interned messages; in [`LISTED`] those in the lists of packets.
const INTERNED: [u32; 2] = [
    interned_specification::NAME,
    interned_specification::DESCRIPTION,
];
const LISTED: [u32; 2] = [description::NAME, description::DESCRIPTION];

/// Types of Vulkan's objects.
const COMMAND_BUFFER: i32 = 6;
const RENDER_PASS: i32 = 18;
const FRAMEBUFFER: i32 = 24;

/// How much of a list of render passes is kept, as by the reference.
const SUBPASSES_MAX: usize = 255;

/// A name and a description.
type Described = (StrId, Option<StrId>);

/// Imports render stages.
#[derive(Debug, Default)]
pub(super) struct RenderStages {
    /// The queues in the lists that packets bring, by number; in `stages` the stages.
    queues: Vec<Option<Described>>,
    stages: Vec<Described>,
    rows: HashMap<QueueKey, Rows>,
    /// Names of Vulkan's objects, by type and handle.
    objects: HashMap<(i32, u64), StrId>,
    /// The slices of events, by event; in `waits` the slices that waited for events.
    slices: HashMap<u64, (SinkTrack, EventPos)>,
    waits: Vec<Wait>,
}

/// A slice that waited for an event.
#[derive(Clone, Copy, Debug)]
struct Wait {
    event: u64,
    slice: (SinkTrack, EventPos),
    order: (i64, u64),
}

/// Names a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct QueueKey {
    is_interned: bool,
    number: u32,
    /// `None` while the list lacks the number.
    name: Option<StrId>,
}

/// What a `GpuRenderStageEvent` says.
#[derive(Default)]
struct Event<'a> {
    /// The id of the event, without which there is no slice.
    id: Option<u64>,
    dur: i64,
    name: Option<&'a [u8]>,
    name_iid: Option<u64>,
    launch: Option<Field<'a>>,
    queue: u32,
    stage: Option<u64>,
    context: Option<u64>,
    target: i64,
    pass: i64,
    submission: i64,
    gpu: u32,
    command_buffer: i64,
    queue_iid: Option<u64>,
    stage_iid: Option<u64>,
    pass_instance: u64,
    specifications: Option<Field<'a>>,
}

impl<'a> Event<'a> {
    fn read(payload: Message<'a>) -> Self {
        let mut event = Self::default();
        for field in payload.fields() {
            match field.number {
                stage_event::EVENT_ID => event.id = Some(field.as_u64()),
                stage_event::DURATION => event.dur = field.as_i64(),
                stage_event::HW_QUEUE_ID => event.queue = field.as_u32(),
                stage_event::STAGE_ID => {
                    event.stage = Some(i64::from(field.as_i32()).cast_unsigned());
                }
                stage_event::CONTEXT => event.context = Some(field.as_u64()),
                stage_event::SPECIFICATIONS => event.specifications = Some(field),
                stage_event::RENDER_TARGET_HANDLE => event.target = field.as_i64(),
                stage_event::RENDER_PASS_HANDLE => event.pass = field.as_i64(),
                stage_event::SUBMISSION_ID => event.submission = i64::from(field.as_u32()),
                stage_event::GPU_ID => event.gpu = field.as_u32(),
                stage_event::COMMAND_BUFFER_HANDLE => event.command_buffer = field.as_i64(),
                stage_event::HW_QUEUE_IID => event.queue_iid = Some(field.as_u64()),
                stage_event::STAGE_IID => event.stage_iid = Some(field.as_u64()),
                stage_event::RENDER_PASS_INSTANCE_ID => event.pass_instance = field.as_u64(),
                stage_event::NAME => event.name = Some(field.as_bytes()),
                stage_event::NAME_IID => event.name_iid = Some(field.as_u64()),
                stage_event::LAUNCH => event.launch = Some(field),
                _ => {}
            }
        }
        event
    }
}

impl RenderStages {
    /// Imports an event: the bytes of `TracePacket` field 53.
    pub(super) fn event(
        &mut self,
        packet: &Packet<'_>,
        at: At,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let event = Event::read(packet.payload);
        let mut pid = 0;
        if let Some(specifications) = event.specifications {
            pid = self.specifications(&specifications, sink);
        }
        if let Some(context) = event.context {
            match source.interned(packet.epoch, interned_data::GRAPHICS_CONTEXTS, context) {
                Some(entry) => pid = entry.u32(interned_graphics_context::PID),
                None => sink.issues.count("interned_data_tokenizer_errors"),
            }
        }
        let Some(id) = event.id else {
            return;
        };
        if event.dur < 0 {
            sink.issues.count("slice_negative_duration");
            return;
        }
        let interned = |iid, sink: &mut Sink| {
            let entry = source.interned(packet.epoch, interned_data::GPU_SPECIFICATIONS, iid);
            if entry.is_none() {
                sink.issues.count("interned_data_tokenizer_errors");
            }
            entry
        };
        let (key, queue) = if let Some(iid) = event.queue_iid {
            let Some(entry) = interned(iid, sink) else {
                return;
            };
            let queue = described(entry, INTERNED, sink);
            #[expect(clippy::cast_possible_truncation, reason = "as the reference does")]
            let number = iid as u32;
            let key = QueueKey {
                is_interned: true,
                number,
                name: Some(queue.0),
            };
            (key, queue)
        } else {
            self.listed_queue(event.queue, sink)
        };
        let (name, description) = match event.stage_iid {
            Some(iid) => match interned(iid, sink) {
                Some(entry) => {
                    let (name, description) = described(entry, INTERNED, sink);
                    let empty = StrId::EMPTY;
                    (Some(name), Some(description.unwrap_or(empty)))
                }
                None => (None, None),
            },
            None => self.listed_stage(event.stage, sink),
        };
        let name = match (event.name_iid, event.name) {
            (Some(iid), _) => source.event_name(packet.epoch, iid),
            (None, Some(name)) => Some(sink.strings.intern(name)),
            (None, None) => name,
        };
        let upid = sink.processes.process(i64::from(pid));
        let track = self.row((key, queue), &event, at, sink);
        let label = sink.labels.intern(Label {
            name,
            category: None,
        });
        let queue_id = event.queue_iid.unwrap_or(u64::from(event.queue));
        let of_event = (packet.payload, &event);
        let args = self.args(of_event, description, (queue_id, upid.0), sink);
        let pos = sink.pos_with(&args, at);
        let slice = (track, pos);
        self.slices.insert(id, slice);
        for field in packet.payload.all(stage_event::EVENT_WAIT_IDS) {
            let order = (at.ts, at.offset);
            field.each_varint(|event| {
                self.waits.push(Wait {
                    event,
                    slice,
                    order,
                });
            });
        }
        sink.complete(track, at.time(), event.dur, pos, label);
    }

    /// Gives an object of Vulkan the name that its application gave it.
    pub(super) fn name_object(&mut self, name: Message<'_>, sink: &mut Sink) {
        let kind = name.i32(object_name::OBJECT_TYPE);
        let handle = name.u64(object_name::OBJECT);
        let text = sink.strings.intern(name.text(object_name::OBJECT_NAME));
        self.objects.insert((kind, handle), text);
    }

    /// Adds flows that lead from events to the slices that waited for them. To be called after the last
    /// packet.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        for wait in std::mem::take(&mut self.waits) {
            if let Some(&from) = self.slices.get(&wait.event) {
                sink.direct_flows.push(DirectFlow {
                    from,
                    to: wait.slice,
                    order: wait.order,
                });
            }
        }
    }

    /// Reads the lists of a packet and returns the process of its context.
    fn specifications(&mut self, specifications: &Field<'_>, sink: &mut Sink) -> u32 {
        let (mut pid, mut number) = (0, 0);
        for field in specifications.fields() {
            match field.number {
                specifications::CONTEXT_SPEC => pid = field.message().u32(context_spec::PID),
                specifications::HW_QUEUE => {
                    if field.message().has(description::NAME) {
                        let queue = described(field.message(), LISTED, sink);
                        self.name_queue(number, queue, sink);
                    }
                    number += 1;
                }
                specifications::STAGE if field.message().has(description::NAME) => {
                    self.stages.push(described(field.message(), LISTED, sink));
                }
                _ => {}
            }
        }
        pid
    }

    /// Gives a queue of the list its name, also if it was met without a name before.
    fn name_queue(&mut self, number: usize, queue: Described, sink: &mut Sink) {
        if self.queues.len() <= number {
            self.queues.resize(number + 1, None);
        }
        self.queues[number] = Some(queue);
        let unnamed = QueueKey {
            is_interned: false,
            number: u32::try_from(number).unwrap_or(u32::MAX),
            name: None,
        };
        let Some(rows) = self.rows.remove(&unnamed) else {
            return;
        };
        let args = description_args(queue.1, sink);
        for track in &rows.tracks {
            let row = &mut sink.tracks[track.index()].0;
            row.name = Some(queue.0);
            row.source_args = args;
        }
        let named = QueueKey {
            name: Some(queue.0),
            ..unnamed
        };
        self.rows.entry(named).or_insert(rows);
    }

    fn listed_queue(&self, number: u32, sink: &mut Sink) -> (QueueKey, Described) {
        let listed = listed(&self.queues, number).copied().flatten();
        let key = QueueKey {
            is_interned: false,
            number,
            name: listed.map(|queue| queue.0),
        };
        let queue = listed.unwrap_or_else(|| {
            let name = sink.str(&format!("Unknown GPU Queue {number}"));
            (name, None)
        });
        (key, queue)
    }

    fn listed_stage(&self, number: Option<u64>, sink: &mut Sink) -> (Option<StrId>, Option<StrId>) {
        let index = number.unwrap_or(0);
        match listed(&self.stages, index) {
            // Only a stage that is named by its number brings its description.
            Some(&(name, description)) => (Some(name), description.filter(|_| number.is_some())),
            None => (Some(sink.str(&format!("render stage({index})"))), None),
        }
    }

    /// Returns the first track of a queue that is free at the time of an event.
    fn row(
        &mut self,
        (key, queue): (QueueKey, Described),
        event: &Event<'_>,
        at: At,
        sink: &mut Sink,
    ) -> SinkTrack {
        let rows = self.rows.entry(key).or_insert_with(|| Rows::new(sink));
        let span = (at.ts, event.dur);
        rows.take(span, at.created(), sink, |_, sink| Track {
            type_name: sink.str("gpu_render_stage"),
            name: Some(queue.0),
            scope: Scope::Gpu(event.gpu),
            source_args: description_args(queue.1, sink),
            ..Track::default()
        })
    }
}

/// Reads a name and a description; an empty description is none.
fn described(message: Message<'_>, [name, description]: [u32; 2], sink: &mut Sink) -> Described {
    let description = message.text(description);
    let description = (!description.is_empty()).then(|| sink.strings.intern(description));
    (sink.strings.intern(message.text(name)), description)
}

fn description_args(description: Option<StrId>, sink: &mut Sink) -> Option<ArgSetId> {
    let args = [sink.str_arg("description", description?)];
    sink.store_args(&args)
}

impl RenderStages {
    /// Returns the arguments of a stage, in the reference's order.
    fn args(
        &self,
        (payload, event): (Message<'_>, &Event<'_>),
        description: Option<StrId>,
        (queue, upid): (u64, u32),
        sink: &mut Sink,
    ) -> Vec<StoredArg> {
        let mut args = Vec::new();
        if let Some(description) = description {
            args.push(sink.str_arg("description", description));
        }
        if let Some(launch) = event.launch {
            for (part, name) in [
                (kernel_launch::GRID_SIZE, "grid_size"),
                (kernel_launch::WORKGROUP_SIZE, "workgroup_size"),
            ] {
                let size = launch.message().message(part);
                for (n, axis) in [(dim3::X, 'x'), (dim3::Y, 'y'), (dim3::Z, 'z')] {
                    if let Some(value) = size.field(n) {
                        let key = sink.str(&format!("launch.{name}.{axis}"));
                        let value = StoredValue::Uint(u64::from(value.as_u32()));
                        args.push(StoredArg::new(key, value));
                    }
                }
            }
        }
        if event.pass_instance != 0 {
            let id = format!("rp:#{}", event.pass_instance);
            args.push(sink.text_arg("correlation_id", id));
        }
        for datum in payload.messages(stage_event::EXTRA_DATA) {
            let key = sink.strings.intern(datum.text(extra_data::NAME));
            let value = datum.text_if_set(extra_data::VALUE);
            let value = value.map(|value| sink.strings.intern(value));
            args.push(StoredArg::new(key, StoredValue::Str(value)));
        }
        let subpasses = subpasses(payload).map(|list| sink.str(&list));
        let context = event.context.unwrap_or(0).cast_signed();
        let named = |kind, handle: i64| {
            let name = self.objects.get(&(kind, handle.cast_unsigned()));
            StoredValue::Str(name.copied())
        };
        for (key, value) in [
            ("context_id", StoredValue::Int(context)),
            ("render_target", StoredValue::Int(event.target)),
            ("render_target_name", named(FRAMEBUFFER, event.target)),
            ("render_pass", StoredValue::Int(event.pass)),
            ("render_pass_name", named(RENDER_PASS, event.pass)),
            ("render_subpasses", StoredValue::Str(subpasses)),
            ("command_buffer", StoredValue::Int(event.command_buffer)),
            (
                "command_buffer_name",
                named(COMMAND_BUFFER, event.command_buffer),
            ),
            ("submission_id", StoredValue::Int(event.submission)),
            ("hw_queue_id", StoredValue::Int(queue.cast_signed())),
            ("upid", StoredValue::Int(i64::from(upid))),
        ] {
            args.push(sink.arg(key, value));
        }
        args
    }
}

/// Returns the numbers of the bits of a mask of any length: `0,2,64`.
fn subpasses(payload: Message<'_>) -> Option<String> {
    let mut list: Option<String> = None;
    let mut first_bit = 0_u64;
    for field in payload.all(stage_event::RENDER_SUBPASS_INDEX_MASK) {
        field.each_varint(|word| {
            let list = list.get_or_insert_default();
            for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                if list.len() < SUBPASSES_MAX {
                    let comma = if list.is_empty() { "" } else { "," };
                    // Writing to a string cannot fail.
                    let _written = write!(list, "{comma}{}", first_bit + bit);
                }
            }
            first_bit = first_bit.saturating_add(64);
        });
    }
    list
}
