//! GPU render stages: what each hardware queue of a GPU worked on, as slices.
//!
//! A queue and a stage are named by a number in a list that packets bring with them, or by an
//! interned id. Stages of a queue that overlap go to rows of one group of tracks, each to the
//! first row that is free. Handles have the names that Vulkan's debug utilities gave them last.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hashbrown::{HashMap, HashSet};

use super::interned::InternedTable;
use super::rows::Rows;
use super::{Packet, Source};
use crate::base::intern::StrId;
use crate::decode::fields::{Field, Message};
use crate::import::sink::{At, DirectFlow, Sink, SinkTrack, listed};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::device::GpuContextRow;
use crate::model::ids::ArgSetId;
use crate::model::slice::Label;
use crate::model::track::{Scope, Track};
use crate::proto::{
    gpu_render_stage_event::{
        self as stage_event, compute_kernel_launch as kernel_launch, dim3,
        extra_compute_arg as compute_arg, extra_data, specifications, specifications::context_spec,
        specifications::description,
    },
    interned_compute_arg_name, interned_compute_kernel as kernel, interned_data,
    interned_gpu_render_stage_specification as interned_specification, interned_graphics_context,
    interned_string,
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

/// More arguments than any function that runs on a GPU has: each time that the function runs has all of them.
const KERNEL_ARGS_MAX: usize = 128;

/// A name and a description.
type Described = (StrId, Option<StrId>);

/// Imports render stages.
#[derive(Debug)]
pub(super) struct RenderStages {
    interned: Interned,
    /// The queues in the lists that packets bring, by number; in `stages` the stages.
    queues: Vec<Option<Described>>,
    stages: Vec<Described>,
    /// The rows of each queue, by GPU.
    rows: HashMap<QueueKey, BTreeMap<u32, Rows>>,
    /// The contexts that have a row.
    contexts: HashSet<u64>,
    /// Names of Vulkan's objects, by type and handle.
    objects: HashMap<(i32, u64), StrId>,
    /// The slices of events, by event; in `waits` the slices that waited for events.
    slices: HashMap<u64, (SinkTrack, EventPos)>,
    waits: Vec<Wait>,
}

/// What packets name by interned ids: specifications of queues and stages, the processes of contexts, functions
/// with their arguments, names and texts of arguments.
#[derive(Debug)]
struct Interned {
    specifications: InternedTable<(Described, i32)>,
    contexts: InternedTable<u32>,
    kernels: InternedTable<Vec<StoredArg>>,
    arg_names: InternedTable<StrId>,
    texts: InternedTable<StrId>,
}

impl Default for RenderStages {
    fn default() -> Self {
        let interned = Interned {
            specifications: InternedTable::new(interned_data::GPU_SPECIFICATIONS),
            contexts: InternedTable::new(interned_data::GRAPHICS_CONTEXTS),
            kernels: InternedTable::new(interned_data::COMPUTE_KERNELS),
            arg_names: InternedTable::new(interned_data::COMPUTE_ARG_NAMES),
            texts: InternedTable::new(interned_data::DEBUG_ANNOTATION_STRING_VALUES),
        };
        Self {
            interned,
            queues: Vec::new(),
            stages: Vec::new(),
            rows: HashMap::new(),
            contexts: HashSet::new(),
            objects: HashMap::new(),
            slices: HashMap::new(),
            waits: Vec::new(),
        }
    }
}

/// The APIs of contexts, by their numbers.
const APIS: [&str; 6] = ["UNDEFINED", "OPEN_GL", "VULKAN", "OPEN_CL", "CUDA", "HIP"];

/// Returns the row of a context.
fn context_row(context: u64, entry: Message<'_>) -> GpuContextRow {
    let pid = entry.has(interned_graphics_context::PID);
    let api = entry.has(interned_graphics_context::API);
    let api = api.then(|| entry.u64(interned_graphics_context::API));
    GpuContextRow {
        context: context as u32,
        pid: pid.then(|| entry.u32(interned_graphics_context::PID)),
        api: api.map(|api| {
            let index = usize::try_from(api).unwrap_or(usize::MAX);
            APIS.get(index).copied().unwrap_or(APIS[0])
        }),
    }
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
    kernel: Option<u64>,
    launch: Option<Field<'a>>,
    queue: u32,
    stage: Option<u64>,
    context: Option<u64>,
    target: u64,
    pass: u64,
    submission: i64,
    gpu: u32,
    command_buffer: u64,
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
                stage_event::RENDER_TARGET_HANDLE => event.target = field.as_u64(),
                stage_event::RENDER_PASS_HANDLE => event.pass = field.as_u64(),
                stage_event::SUBMISSION_ID => event.submission = i64::from(field.as_u32()),
                stage_event::GPU_ID => event.gpu = field.as_u32(),
                stage_event::COMMAND_BUFFER_HANDLE => event.command_buffer = field.as_u64(),
                stage_event::HW_QUEUE_IID => event.queue_iid = Some(field.as_u64()),
                stage_event::STAGE_IID => event.stage_iid = Some(field.as_u64()),
                stage_event::RENDER_PASS_INSTANCE_ID => event.pass_instance = field.as_u64(),
                stage_event::NAME => event.name = Some(field.as_bytes()),
                stage_event::NAME_IID => event.name_iid = Some(field.as_u64()),
                stage_event::KERNEL_IID => event.kernel = Some(field.as_u64()),
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
            let contexts = &mut self.interned.contexts;
            let known = &mut self.contexts;
            let of = contexts.get((packet, context), source, sink, |entry, sink| {
                if known.insert(context) {
                    sink.device.gpu_contexts.push(context_row(context, entry));
                }
                entry.u32(interned_graphics_context::PID)
            });
            pid = of.copied().unwrap_or(pid);
        }
        let Some(id) = event.id else {
            return;
        };
        if event.dur < 0 {
            sink.issues.count("slice_negative_duration");
            return;
        }
        let (key, queue) = if let Some(iid) = event.queue_iid {
            let Some((queue, _)) = self.interned.specification((packet, iid), source, sink) else {
                return;
            };
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
        let mut args = Vec::new();
        let (name, description) = match event.stage_iid {
            Some(iid) => match self.interned.specification((packet, iid), source, sink) {
                Some(((name, description), category)) => {
                    args.push(sink.int_arg("render_stage_category", i64::from(category)));
                    (Some(name), Some(description.unwrap_or(StrId::EMPTY)))
                }
                None => (None, None),
            },
            None => self.listed_stage(event.stage, sink),
        };
        if let Some(description) = description {
            args.push(sink.str_arg("description", description));
        }
        if let Some(kernel) = event.kernel {
            self.interned
                .kernel((packet, kernel), source, &mut args, sink);
        }
        if let Some(launch) = event.launch {
            let launch = launch.message();
            self.interned
                .launch((packet, launch), source, &mut args, sink);
        }
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
        self.args(of_event, (queue_id, upid.0), &mut args, sink);
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
        let Some(of_gpus) = self.rows.remove(&unnamed) else {
            return;
        };
        let named = QueueKey {
            name: Some(queue.0),
            ..unnamed
        };
        let named = self.rows.entry(named).or_default();
        let args = description_args(queue.1, sink);
        for (gpu, rows) in of_gpus {
            for track in &rows.tracks {
                let row = &mut sink.tracks[track.index()].0;
                row.name = Some(queue.0);
                row.source_args = args;
            }
            named.entry(gpu).or_insert(rows);
        }
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
        let of_gpus = self.rows.entry(key).or_default();
        let rows = of_gpus.entry(event.gpu);
        let rows = rows.or_insert_with(|| Rows::new(sink));
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
    /// Adds the arguments of a stage that are not those of a kernel, in the reference's order.
    fn args(
        &self,
        (payload, event): (Message<'_>, &Event<'_>),
        (queue, upid): (u64, u32),
        args: &mut Vec<StoredArg>,
        sink: &mut Sink,
    ) {
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
        let named = |kind, handle: u64| {
            let name = self.objects.get(&(kind, handle));
            StoredValue::Str(name.copied())
        };
        for (key, value) in [
            ("context_id", StoredValue::Uint(event.context.unwrap_or(0))),
            ("render_target", StoredValue::Uint(event.target)),
            ("render_target_name", named(FRAMEBUFFER, event.target)),
            ("render_pass", StoredValue::Uint(event.pass)),
            ("render_pass_name", named(RENDER_PASS, event.pass)),
            ("render_subpasses", StoredValue::Str(subpasses)),
            ("command_buffer", StoredValue::Uint(event.command_buffer)),
            (
                "command_buffer_name",
                named(COMMAND_BUFFER, event.command_buffer),
            ),
            ("submission_id", StoredValue::Int(event.submission)),
            ("hw_queue_id", StoredValue::Uint(queue)),
            ("upid", StoredValue::Int(i64::from(upid))),
        ] {
            args.push(sink.arg(key, value));
        }
    }
}

impl Interned {
    /// Returns what a queue or stage is called, and the category of a stage.
    fn specification(
        &mut self,
        of: (&Packet<'_>, u64),
        source: &dyn Source,
        sink: &mut Sink,
    ) -> Option<(Described, i32)> {
        let found = self.specifications.get(of, source, sink, |entry, sink| {
            let category = entry.i32(interned_specification::CATEGORY);
            (described(entry, INTERNED, sink), category)
        });
        found.copied()
    }

    /// Adds what is known of a function that the GPU ran.
    fn kernel(
        &mut self,
        of: (&Packet<'_>, u64),
        source: &dyn Source,
        args: &mut Vec<StoredArg>,
        sink: &mut Sink,
    ) {
        let Self {
            kernels,
            arg_names,
            texts,
            ..
        } = self;
        let found = kernels.get(of, source, sink, |entry, sink| {
            let mut args = Vec::new();
            for (number, key) in [
                (kernel::NAME, "kernel_name"),
                (kernel::DEMANGLED_NAME, "kernel_demangled_name"),
                (kernel::ARCH, "arch"),
            ] {
                if let Some(text) = entry.text_if_set(number) {
                    args.push(sink.text_arg(key, text));
                }
            }
            for (n, arg) in entry.messages(kernel::ARGS).enumerate() {
                if n == KERNEL_ARGS_MAX {
                    sink.issues.count("import_limit_reached");
                    break;
                }
                let tables = (&mut *arg_names, &mut *texts);
                args.extend(compute_arg((of.0, arg), tables, source, sink));
            }
            args
        });
        args.extend_from_slice(found.map_or(&[], Vec::as_slice));
    }

    /// Adds with which sizes and arguments a function was run.
    fn launch(
        &mut self,
        (packet, launch): (&Packet<'_>, Message<'_>),
        source: &dyn Source,
        args: &mut Vec<StoredArg>,
        sink: &mut Sink,
    ) {
        for (part, name) in [
            (kernel_launch::GRID_SIZE, "grid_size"),
            (kernel_launch::WORKGROUP_SIZE, "workgroup_size"),
        ] {
            let size = launch.message(part);
            for (n, axis) in [(dim3::X, 'x'), (dim3::Y, 'y'), (dim3::Z, 'z')] {
                if let Some(value) = size.field(n) {
                    let key = sink.str(&format!("launch.{name}.{axis}"));
                    let value = StoredValue::Uint(u64::from(value.as_u32()));
                    args.push(StoredArg::new(key, value));
                }
            }
        }
        for arg in launch.messages(kernel_launch::ARGS) {
            let tables = (&mut self.arg_names, &mut self.texts);
            args.extend(compute_arg((packet, arg), tables, source, sink));
        }
    }
}

/// Returns an argument with a name and a value, unless it lacks one of them.
fn compute_arg(
    (packet, arg): (&Packet<'_>, Message<'_>),
    (names, texts): (&mut InternedTable<StrId>, &mut InternedTable<StrId>),
    source: &dyn Source,
    sink: &mut Sink,
) -> Option<StoredArg> {
    let text = |of: &mut InternedTable<StrId>, (by_iid, number, in_entry), sink: &mut Sink| {
        if let Some(iid) = arg.field(by_iid) {
            let of_entry = |entry: Message<'_>, sink: &mut Sink| {
                let text = entry.text(in_entry);
                sink.strings.intern(text)
            };
            let found = of.get((packet, iid.as_u64()), source, sink, of_entry);
            return found.copied();
        }
        Some(sink.strings.intern(arg.text_if_set(number)?))
    };
    let of_name = (
        compute_arg::NAME_IID,
        compute_arg::NAME,
        interned_compute_arg_name::NAME,
    );
    let key = text(names, of_name, sink)?;
    let value = if let Some(int) = arg.field(compute_arg::INT_VALUE) {
        StoredValue::Int(int.as_i64())
    } else if let Some(uint) = arg.field(compute_arg::UINT_VALUE) {
        StoredValue::Uint(uint.as_u64())
    } else if let Some(real) = arg.field(compute_arg::DOUBLE_VALUE) {
        StoredValue::Real(real.as_f64())
    } else {
        let of_text = (
            compute_arg::STRING_VALUE_IID,
            compute_arg::STRING_VALUE,
            interned_string::STR,
        );
        StoredValue::Str(Some(text(texts, of_text, sink)?))
    };
    Some(StoredArg::new(key, value))
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
