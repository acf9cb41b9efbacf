//! GPU counters and GPU memory.
//!
//! A sample tells the value up to its time, unless its counter says otherwise; the reference
//! and this program show a value from its time on, so values move to the sample before.

use hashbrown::HashMap;

use super::names::UNITS;
use super::{Indexed, Packet, Source};
use crate::base::csv::hex;
use crate::base::intern::StrId;
use crate::decode::fields::Message;
use crate::import::sink::{At, Sink, SinkTrack, listed};
use crate::model::args::{StoredArg, StoredValue};
use crate::model::device::{GpuGroupRow, GpuRow};
use crate::model::ids::{TrackId, Upid};
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::{
    generic_gpu_frequency_event as gpu_frequency,
    gpu_counter_descriptor::{
        self as descriptor, gpu_counter_group_spec as group_spec, gpu_counter_spec as counter_spec,
    },
    gpu_counter_event::{self, gpu_counter},
    gpu_info::{self, gpu, key_value},
    gpu_mem_total_event as mem_total, interned_data,
    interned_gpu_counter_descriptor as interned_descriptor,
};

/// Says that the values of a counter hold from their samples on.
const FORWARDS_LOOKING: u64 = 2;

/// A counter.
#[derive(Clone, Copy, Debug)]
struct Counter {
    track: SinkTrack,
    is_forwards_looking: bool,
}

/// Imports GPU counters.
#[derive(Debug, Default)]
pub(super) struct GpuCounters {
    /// Counters of descriptors inside the packets, for the whole trace.
    by_id: HashMap<u32, Counter>,
    /// Counters of interned descriptors, by incremental state and interning id.
    interned: HashMap<(u32, u64), HashMap<u32, Counter>>,
}

impl GpuCounters {
    /// Reads the descriptor of a packet.
    pub(super) fn index(
        &mut self,
        packet: &Packet<'_>,
        source: &dyn Source,
        sink: &mut Sink,
    ) -> Indexed {
        let payload = packet.payload;
        let has_samples = payload.has(gpu_counter_event::COUNTERS);
        if let Some(iid) = payload.field(gpu_counter_event::COUNTER_DESCRIPTOR_IID) {
            self.index_interned(iid.as_u64(), packet, source, sink);
        } else if let Some(descriptor) = payload.field(gpu_counter_event::COUNTER_DESCRIPTOR) {
            let descriptor = descriptor.message();
            let gpu = payload.u32(gpu_counter_event::GPU_ID);
            let mut groups = Groups::read(descriptor, sink);
            for spec in descriptor.messages(descriptor::SPECS) {
                let Some(spec) = Spec::read(spec).filter(|spec| !self.by_id.contains_key(&spec.id))
                else {
                    sink.issues
                        .record("gpu_counters_invalid_spec", packet.offset, || {
                            "a GPU counter without id or name, or described twice".to_owned()
                        });
                    continue;
                };
                let counter = spec.counter(gpu, packet.offset, sink);
                groups.add(&spec, counter.track, sink);
                self.by_id.insert(spec.id, counter);
            }
            groups.finish(descriptor, sink);
        }
        if has_samples && packet.ts.is_none() {
            sink.issues.count("gpu_counters_missing_timestamp");
            return Indexed::Done;
        }
        if has_samples {
            Indexed::Later
        } else {
            Indexed::Done
        }
    }

    fn index_interned(
        &mut self,
        iid: u64,
        packet: &Packet<'_>,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let key = (source.state(packet.epoch), iid);
        if self.interned.contains_key(&key) {
            return;
        }
        let entry = source.interned(packet.epoch, interned_data::GPU_COUNTER_DESCRIPTORS, iid);
        let entry = entry.unwrap_or_default();
        let Some(descriptor) = entry.field(interned_descriptor::COUNTER_DESCRIPTOR) else {
            sink.issues.count("gpu_counters_invalid_spec");
            return;
        };
        let descriptor = descriptor.message();
        let gpu = entry.u32(interned_descriptor::GPU_ID);
        let mut counters = HashMap::new();
        let mut groups = Groups::read(descriptor, sink);
        for spec in descriptor.messages(descriptor::SPECS) {
            if let Some(spec) = Spec::read(spec) {
                let counter = spec.counter(gpu, packet.offset, sink);
                counters.entry(spec.id).or_insert_with(|| {
                    groups.add(&spec, counter.track, sink);
                    counter
                });
            }
        }
        groups.finish(descriptor, sink);
        self.interned.insert(key, counters);
    }

    /// Imports the samples of a packet.
    pub(super) fn samples(
        &self,
        packet: &Packet<'_>,
        at: At,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let iid = packet
            .payload
            .field(gpu_counter_event::COUNTER_DESCRIPTOR_IID)
            .map(|iid| iid.as_u64());
        let counters = match iid {
            Some(iid) => match self.interned.get(&(source.state(packet.epoch), iid)) {
                Some(counters) => counters,
                None => return,
            },
            None => &self.by_id,
        };
        for sample in packet.payload.messages(gpu_counter_event::COUNTERS) {
            let value = match sample.field(gpu_counter::INT_VALUE) {
                Some(int) => Some(int.as_i64() as f64),
                None => sample
                    .field(gpu_counter::DOUBLE_VALUE)
                    .map(|real| real.as_f64()),
            };
            let (Some(id), Some(value)) = (sample.field(gpu_counter::COUNTER_ID), value) else {
                continue;
            };
            match counters.get(&id.as_u32()) {
                Some(counter) => counter.push(at, value, sink),
                None if iid.is_some() => sink.issues.count("gpu_counters_missing_spec"),
                None => {}
            }
        }
    }
}

impl Counter {
    fn push(self, at: At, value: f64, sink: &mut Sink) {
        if self.is_forwards_looking {
            sink.sample(self.track, at.time(), value);
            return;
        }
        let ts = at.time().ns();
        sink.samples_of(self.track).push_until(ts, value);
    }
}

/// The groups of the counters of a descriptor.
struct Groups {
    /// Names and descriptions of groups, as far as the descriptor has them.
    called: HashMap<i64, [Option<StrId>; 2]>,
    /// The tracks of the descriptor's counters, by id.
    tracks: HashMap<u32, SinkTrack>,
}

impl Groups {
    fn read(descriptor: Message<'_>, sink: &mut Sink) -> Self {
        let mut called = HashMap::new();
        for group in descriptor.messages(descriptor::COUNTER_GROUPS) {
            if let Some(id) = group.field(group_spec::GROUP_ID) {
                let texts = [group_spec::NAME, group_spec::DESCRIPTION]
                    .map(|number| Some(sink.strings.intern(group.text_if_set(number)?)));
                called.entry(i64::from(id.as_i32())).or_insert(texts);
            }
        }
        Self {
            called,
            tracks: HashMap::new(),
        }
    }

    /// Adds a counter to the groups that its spec names; if it names none, to the group of all other
    /// counters.
    fn add(&mut self, spec: &Spec<'_>, track: SinkTrack, sink: &mut Sink) {
        self.tracks.entry(spec.id).or_insert(track);
        let others: &[i64] = if spec.groups.is_empty() { &[0] } else { &[] };
        for &group in spec.groups.iter().chain(others) {
            let called = self.called.get(&group).filter(|_| others.is_empty());
            push_group(group, track, called.copied().unwrap_or_default(), sink);
        }
    }

    /// Adds counters to the groups that list them.
    fn finish(self, descriptor: Message<'_>, sink: &mut Sink) {
        for group in descriptor.messages(descriptor::COUNTER_GROUPS) {
            let Some(id) = group.field(group_spec::GROUP_ID) else {
                continue;
            };
            let id = i64::from(id.as_i32());
            let called = self.called.get(&id).copied().unwrap_or_default();
            for counters in group.all(group_spec::COUNTER_IDS) {
                counters.each_varint(|counter| {
                    let track = u32::try_from(counter)
                        .ok()
                        .and_then(|id| self.tracks.get(&id));
                    if let Some(&track) = track {
                        push_group(id, track, called, sink);
                    }
                });
            }
        }
    }
}

fn push_group(
    group: i64,
    track: SinkTrack,
    [name, description]: [Option<StrId>; 2],
    sink: &mut Sink,
) {
    sink.device.gpu_groups.push(GpuGroupRow {
        group,
        track: TrackId::from_index(track.index()),
        name,
        description,
    });
}

/// More GPUs than any machine has.
const GPUS_MAX: u32 = 1024;

/// Imports `GpuInfo`: the GPUs of the machine, in the order of their numbers.
pub(super) fn info(payload: Message<'_>, sink: &mut Sink) {
    let machine = sink.processes.machine();
    for (number, gpu) in (0..).zip(payload.messages(gpu_info::GPUS)) {
        if number >= GPUS_MAX {
            sink.issues.count("import_limit_reached");
            return;
        }
        let text = |number| Some(gpu.text(number)).filter(|text| !text.is_empty());
        let mut texts = [
            gpu::NAME,
            gpu::VENDOR,
            gpu::MODEL,
            gpu::ARCHITECTURE,
            gpu::UUID,
            gpu::PCI_BDF,
        ]
        .map(|number| Some(sink.strings.intern(text(number)?)));
        if let Some(uuid) = text(gpu::UUID) {
            texts[4] = Some(sink.str(&hex(uuid)));
        }
        let args: Vec<StoredArg> = gpu
            .messages(gpu::EXTRA_INFO)
            .map(|said| {
                let mut text = |number| sink.strings.intern(said.text(number));
                let (key, value) = (text(key_value::KEY), text(key_value::VALUE));
                StoredArg::new(key, StoredValue::Str(Some(value)))
            })
            .collect();
        let args = sink.store_args(&args);
        let is_it = |row: &&mut GpuRow| (row.gpu, row.machine) == (number, machine);
        match sink.device.gpus.iter_mut().find(is_it) {
            Some(row) => {
                for (old, new) in row.texts.iter_mut().zip(texts) {
                    *old = new.or(*old);
                }
                row.args = args.or(row.args);
            }
            None => sink.device.gpus.push(GpuRow {
                gpu: number,
                machine,
                texts,
                args,
            }),
        }
    }
}

/// What a `GpuCounterSpec` says.
struct Spec<'a> {
    id: u32,
    name: &'a [u8],
    description: &'a [u8],
    unit: Option<String>,
    /// The groups that it is in.
    groups: Vec<i64>,
    is_forwards_looking: bool,
}

impl<'a> Spec<'a> {
    fn read(spec: Message<'a>) -> Option<Self> {
        let (mut id, mut name, mut description) = (None, None, &b""[..]);
        let (mut above, mut below) = (Vec::new(), Vec::new());
        let (mut groups, mut is_forwards_looking) = (Vec::new(), false);
        for field in spec.fields() {
            match field.number {
                counter_spec::COUNTER_ID => id = Some(field.as_u32()),
                counter_spec::NAME => name = Some(field.as_bytes()),
                counter_spec::DESCRIPTION => description = field.as_bytes(),
                counter_spec::NUMERATOR_UNITS => {
                    field.each_varint(|unit| above.push(unit_name(unit)));
                }
                counter_spec::DENOMINATOR_UNITS => {
                    field.each_varint(|unit| below.push(unit_name(unit)));
                }
                counter_spec::GROUPS => field.each_varint(|group| groups.push(group.cast_signed())),
                counter_spec::VALUE_DIRECTION => {
                    is_forwards_looking = field.as_u64() == FORWARDS_LOOKING;
                }
                _ => {}
            }
        }
        let has_unit = !above.is_empty() || !below.is_empty();
        let mut unit = String::new();
        for name in above {
            if !unit.is_empty() {
                unit.push(':');
            }
            unit.push_str(name);
        }
        let mut separator = '/';
        for name in below.into_iter().filter(|name| !name.is_empty()) {
            unit.push(separator);
            unit.push_str(name);
            separator = ':';
        }
        Some(Self {
            id: id?,
            name: name?,
            description,
            unit: has_unit.then_some(unit),
            groups,
            is_forwards_looking,
        })
    }

    fn counter(&self, gpu: u32, offset: u64, sink: &mut Sink) -> Counter {
        let name = String::from_utf8_lossy(self.name);
        let created = (i64::MIN, offset);
        let track = sink.counter_track(
            "gpu_counter",
            Scope::Gpu(gpu),
            &name,
            self.unit.as_deref(),
            created,
        );
        let description = sink.strings.intern(self.description);
        let args = [sink.str_arg("description", description)];
        let args = sink.store_args(&args);
        let row = &mut sink.tracks[track.index()].0;
        (row.description, row.source_args) = (Some(description), args);
        Counter {
            track,
            is_forwards_looking: self.is_forwards_looking,
        }
    }
}

fn unit_name(unit: u64) -> &'static str {
    listed(&UNITS, unit).copied().unwrap_or("Unknown")
}

/// Imports `GenericGpuFrequencyEvent`.
pub(super) fn frequency(payload: Message<'_>, at: At, sink: &mut Sink) {
    let scope = Scope::Gpu(payload.u32(gpu_frequency::GPU_ID));
    let value = f64::from(payload.u32(gpu_frequency::FREQUENCY_KHZ));
    sink.count("gpu_frequency", scope, "gpufreq", None, value, at);
}

/// Imports `GpuMemTotalEvent`: pid 0 stands for the whole system.
pub(super) fn memory_total(payload: Message<'_>, at: At, sink: &mut Sink) {
    let (pid, gpu) = (payload.u32(mem_total::PID), payload.u32(mem_total::GPU_ID));
    let size = payload.u64(mem_total::SIZE) as f64;
    if pid == 0 {
        return count_memory(None, gpu, size, at, sink);
    }
    let utid = sink.processes.update_thread(i64::from(pid), i64::from(pid));
    if let Some(upid) = sink.upid_of(utid) {
        count_memory(Some(upid), gpu, size, at, sink);
    }
}

/// Adds a sample of how much memory of a GPU a process has; without a process, the whole system.
pub(in crate::import) fn count_memory(
    of: Option<Upid>,
    gpu: u32,
    size: f64,
    at: At,
    sink: &mut Sink,
) {
    let (name, unit) = ("GPU Memory", Some("bytes"));
    let Some(upid) = of else {
        let scope = Scope::Gpu(gpu);
        return sink.count("gpu_memory", scope, name, unit, size, at);
    };
    let track = if let Some(&track) = sink.gpu_memory.get(&(upid, gpu)) {
        track
    } else {
        let dimension = [
            sink.int_arg("ugpu", i64::from(gpu)),
            sink.int_arg("gpu", i64::from(gpu)),
            sink.int_arg("upid", i64::from(upid.0)),
        ];
        let track = Track {
            type_name: sink.word("process_gpu_memory"),
            name: Some(sink.word(name)),
            scope: Scope::Process(upid),
            data: TrackData::Counter,
            unit: Some(sink.word("bytes")),
            dimension_args: sink.store_args(&dimension),
            ..Track::default()
        };
        let track = sink.add_track(track, at.created());
        sink.gpu_memory.insert((upid, gpu), track);
        track
    };
    sink.sample(track, at.time(), size);
}
