//! Ftrace events that the trace itself describes: those of kernels and modules that no list knows.
//!
//! A bundle carries a descriptor of each kind of event that it is the first to hold. An event whose
//! fields follow the convention of kernel track events (`track_event_type` and `slice_name`, or
//! `counter_value`) becomes a slice or a sample, of the thread that emitted it unless a field whose
//! name begins with `scope_` says otherwise.

use hashbrown::HashMap;

use super::event::Event;
use crate::base::intern::{StrId, StrPool};
use crate::decode::fields::{Field, Fields};
use crate::import::sink::{Sink, SinkTrack};
use crate::model::args::ArgValue;
use crate::model::issue::IssueLog;
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::{
    descriptor_proto, field_descriptor_proto as field_proto,
    ftrace_event_bundle::generic_event_descriptor as described,
};

/// The numbers of events that the trace describes begin here.
pub(super) const FIRST_NUMBER: u32 = 65536;

/// More fields than this are a sign of damage.
const FIELDS_MAX: usize = 32;

/// The largest number of a type in descriptors.
const TYPE_MAX: u64 = field_proto::TYPE_SINT64;

/// Descriptors by machine and number of the event.
#[derive(Debug, Default)]
pub struct GenericEvents {
    events: HashMap<(u32, u32), GenericEvent>,
}

/// What is known of a kind of event.
#[derive(Clone, Debug)]
struct GenericEvent {
    name: StrId,
    /// Fields by number.
    fields: Vec<Option<GenericField>>,
    kind: Kind,
}

#[derive(Clone, Debug)]
struct GenericField {
    name: Vec<u8>,
    /// The type, as descriptors number types.
    kind: u64,
}

/// What an event becomes besides a row of `ftrace_event`. All numbers are those of fields.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Row,
    Slice { phase: u32, name: u32, place: Place },
    Counter { value: u32, place: Place },
}

/// The track of a slice or sample.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The field that names the track; without one the name of the event does.
    name: Option<u32>,
    scope: ScopeField,
}

#[derive(Clone, Copy, Debug)]
enum ScopeField {
    Thread,
    Process(u32),
    Cpu(u32),
    Custom(u32),
}

impl GenericField {
    fn is_text(&self) -> bool {
        self.kind == field_proto::TYPE_STRING
    }

    /// Returns whether the field is an integer, neither fixed nor zigzag.
    fn is_integer(&self) -> bool {
        matches!(
            self.kind,
            field_proto::TYPE_INT64
                | field_proto::TYPE_UINT64
                | field_proto::TYPE_INT32
                | field_proto::TYPE_UINT32
        )
    }
}

impl GenericEvents {
    /// Takes in a descriptor. The first one of a number counts.
    pub(super) fn add(
        &mut self,
        machine: u32,
        described: &Field<'_>,
        strings: &mut StrPool,
        issues: &mut IssueLog,
    ) {
        let described = described.message();
        let (Some(number), Some(descriptor)) = (
            described.field(described::FIELD_ID),
            described.field(described::EVENT_DESCRIPTOR),
        ) else {
            issues.count("ftrace_generic_descriptor_errors");
            return;
        };
        let key = (machine, number.as_u32());
        if self.events.contains_key(&key) {
            return;
        }
        match GenericEvent::read(descriptor.as_bytes(), strings) {
            Some(event) => _ = self.events.insert(key, event),
            None => issues.count("ftrace_generic_descriptor_errors"),
        }
    }

    /// Returns the name of an event.
    pub(super) fn name(&self, machine: u32, number: u32) -> Option<StrId> {
        Some(self.events.get(&(machine, number))?.name)
    }

    /// Calls `each` for every field of an event, with its name.
    pub(super) fn args<'a>(
        &self,
        (machine, number): (u32, u32),
        body: &'a [u8],
        each: &mut dyn FnMut(&str, ArgValue<'a>),
    ) {
        let Some(event) = self.events.get(&(machine, number)) else {
            return;
        };
        for field in Fields::new(body) {
            let Some(Some(known)) = event.fields.get(field.number as usize) else {
                continue;
            };
            let value = match known.kind {
                field_proto::TYPE_DOUBLE | field_proto::TYPE_FLOAT => {
                    ArgValue::Real(field.as_f64())
                }
                field_proto::TYPE_UINT64
                | field_proto::TYPE_FIXED64
                | field_proto::TYPE_FIXED32
                | field_proto::TYPE_UINT32 => ArgValue::Uint(field.as_u64()),
                field_proto::TYPE_STRING | field_proto::TYPE_BYTES => {
                    ArgValue::Str(field.as_bytes().into())
                }
                field_proto::TYPE_SINT32 | field_proto::TYPE_SINT64 => {
                    ArgValue::Int(field.as_zigzag())
                }
                _ => ArgValue::Int(field.as_i64()),
            };
            each(&String::from_utf8_lossy(&known.name), value);
        }
    }
}

impl GenericEvent {
    /// Reads a `DescriptorProto`; `None` if it cannot be that of an event.
    fn read(descriptor: &[u8], strings: &mut StrPool) -> Option<Self> {
        let mut fields: Vec<Option<GenericField>> = Vec::new();
        let mut name = StrId::EMPTY;
        for part in Fields::new(descriptor) {
            match part.number {
                descriptor_proto::NAME => name = strings.intern(part.as_bytes()),
                descriptor_proto::FIELD => {
                    let part = part.message();
                    let number = part.u64(field_proto::NUMBER);
                    let number = usize::try_from(number).ok().filter(|&n| n < FIELDS_MAX)?;
                    let kind = part.u64(field_proto::TYPE);
                    if kind > TYPE_MAX {
                        return None;
                    }
                    if fields.len() <= number {
                        fields.resize(number + 1, None);
                    }
                    fields[number] = Some(GenericField {
                        name: part.text(field_proto::NAME).to_vec(),
                        kind,
                    });
                }
                _ => {}
            }
        }
        let kind = kind_of(&fields);
        Some(Self { name, fields, kind })
    }
}

/// Returns whether an event follows the convention of kernel track events.
fn kind_of(fields: &[Option<GenericField>]) -> Kind {
    let (mut phase, mut slice_name, mut track_name, mut value) = (None, None, None, None);
    let mut scope = ScopeField::Thread;
    for (number, field) in (0..).zip(fields) {
        let Some(field) = field else { continue };
        match field.name.as_slice() {
            b"slice_name" if field.is_text() => slice_name = Some(number),
            b"track_name" if field.is_text() => track_name = Some(number),
            _ if !field.is_integer() => {}
            b"track_event_type" => phase = Some(number),
            b"counter_value" => value = Some(number),
            b"scope_tgid" => scope = ScopeField::Process(number),
            b"scope_cpu" => scope = ScopeField::Cpu(number),
            name if name.starts_with(b"scope_") => scope = ScopeField::Custom(number),
            _ => {}
        }
    }
    let place = Place {
        name: track_name,
        scope,
    };
    match (phase, slice_name, value) {
        (Some(phase), Some(name), _) => Kind::Slice { phase, name, place },
        (_, _, Some(value)) => Kind::Counter { value, place },
        _ => Kind::Row,
    }
}

/// Identifies a track: the number of the event, the scope, the value of a custom scope, and the name of the
/// track.
type TrackKey = (u32, Scope, Option<i64>, StrId);

/// The tracks of kernel track events.
#[derive(Debug, Default)]
pub(super) struct KernelTracks {
    tracks: HashMap<TrackKey, SinkTrack>,
}

impl KernelTracks {
    /// Imports an event that the trace describes, if it is a kernel track event.
    pub(super) fn event(&mut self, event: &Event<'_>, sink: &mut Sink) {
        let key = (sink.processes.machine(), event.number);
        let Some(known) = sink.generic_events.events.get(&key) else {
            return;
        };
        let (kind, event_name) = (known.kind, known.name);
        if self.import(event, kind, event_name, sink).is_none() {
            sink.issues.count("kernel_trackevent_format_error");
        }
    }

    /// Imports an event of some kind; `None` if a field is missing.
    fn import(
        &mut self,
        event: &Event<'_>,
        kind: Kind,
        event_name: StrId,
        sink: &mut Sink,
    ) -> Option<()> {
        let at = event.at;
        match kind {
            Kind::Row => {}
            Kind::Slice { phase, name, place } => {
                let track = self.track(event, place, event_name, TrackData::Slices, sink)?;
                let phase = event.field(phase)?.as_u64() as u8;
                let name = event.field(name)?.as_bytes();
                match phase {
                    b'B' => {
                        let label = sink.label(Some(name), None);
                        sink.begin(track, at.time(), at.pos(), label);
                    }
                    b'E' => sink.end(track, at.time(), at.pos(), sink.no_label),
                    b'I' => {
                        let label = sink.label(Some(name), None);
                        sink.instant(track, at.time(), at.pos(), label);
                    }
                    _ => return None,
                }
            }
            Kind::Counter { value, place } => {
                let track = self.track(event, place, event_name, TrackData::Counter, sink)?;
                let value = event.field(value)?.as_i64();
                sink.sample(track, at.time(), value as f64);
            }
        }
        Some(())
    }

    fn track(
        &mut self,
        event: &Event<'_>,
        place: Place,
        event_name: StrId,
        data: TrackData,
        sink: &mut Sink,
    ) -> Option<SinkTrack> {
        let name = match place.name {
            Some(field) => sink.strings.intern(event.field(field)?.as_bytes()),
            None => event_name,
        };
        let mut own = None;
        let (prefix, scope) = match place.scope {
            ScopeField::Thread => ("thread", Scope::Thread(sink.processes.thread(event.tid))),
            ScopeField::Process(field) => {
                let pid = event.field(field)?.as_i64();
                ("process", Scope::Process(sink.processes.process(pid)))
            }
            ScopeField::Cpu(field) => ("cpu", Scope::Cpu(event.field(field)?.as_u32())),
            ScopeField::Custom(field) => {
                own = Some(event.field(field)?.as_i64());
                ("custom", Scope::Global)
            }
        };
        let key = (event.number, scope, own, name);
        if let Some(&track) = self.tracks.get(&key) {
            return Some(track);
        }
        let suffix = match data {
            TrackData::Counter => "counter",
            _ => "slice",
        };
        let row = Track {
            type_name: sink.str(&format!("kernel_trackevent_{prefix}_{suffix}")),
            data,
            name: Some(name),
            scope,
            ..Track::default()
        };
        let track = sink.add_track(row, event.at.created());
        self.tracks.insert(key, track);
        Some(track)
    }
}
