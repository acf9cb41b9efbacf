//! Atoms of Android's statsd: what apps and the system report of themselves, as instants.
//!
//! An atom has the number of what it reports and a message. The names of numbers are at hand, those
//! of fields are not, so that arguments are called by their numbers, and all that has a length is
//! shown in base64, as the reference shows atoms that it does not know.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashbrown::HashMap;

use super::{Packet, Source, Timed, TimedEvent};
use crate::base::time::Ts;
use crate::decode::fields::{FieldValue, Fields};
use crate::import::sink::{At, Sink};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::ids::ArgSetId;
use crate::model::track::{Scope, TrackData};
use crate::proto::statsd_atom;

/// Names of atoms by number, one a line.
const NAMES: &str = include_str!("atoms.txt");

/// From this number on atoms are those of manufacturers.
const FIRST_OF_MAKERS: u32 = 100_000;

/// Where an atom stands in the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    offset: u64,
    len: u32,
}

/// Imports `StatsdAtom`.
#[derive(Debug, Default)]
pub(super) struct Atoms {
    /// Names by number, read when the first atom needs one.
    names: HashMap<u32, &'static str>,
}

impl Atoms {
    /// Queues the atoms of a packet: each has a time of its own, or that of the packet.
    pub(super) fn index(packet: &Packet<'_>, timeline: &mut Vec<Timed>, sink: &mut Sink) {
        let times = packet.payload.all(statsd_atom::TIMESTAMP_NANOS);
        let mut times = times.map(|time| time.as_i64());
        let mut fields = Fields::at(packet.payload.0, packet.offset);
        while let Some(field) = fields.next() {
            if field.number != statsd_atom::ATOM {
                continue;
            }
            let len = field.as_bytes().len();
            let ts = times.next().unwrap_or_else(|| {
                sink.issues.count("atom_timestamp_missing");
                packet.ts.unwrap_or(0)
            });
            let atom = Atom {
                offset: fields.offset() - len as u64,
                len: u32::try_from(len).unwrap_or(u32::MAX),
            };
            let event = TimedEvent::Atom(atom);
            timeline.push(Timed { ts, event });
        }
    }

    /// Imports an atom.
    pub(super) fn event(&mut self, atom: Atom, ts: i64, source: &dyn Source, sink: &mut Sink) {
        let bytes = source.bytes(atom.offset);
        let bytes = bytes.get(..atom.len as usize).unwrap_or_default();
        let first = Fields::new(bytes).next();
        let (number, body) = first.map_or((0, &b""[..]), |field| (field.number, field.as_bytes()));
        let at = At {
            ts,
            offset: atom.offset,
        };
        let (scope, name) = (Scope::Global, Some("Statsd Atoms"));
        let data = TrackData::Slices;
        let track = sink.track("statsd_atoms", scope, name, data, at.created());
        let known = self.name(number);
        let label = if let Some(name) = known {
            sink.label(Some(name.as_bytes()), None)
        } else {
            if number < FIRST_OF_MAKERS {
                sink.issues.count("atom_unknown");
            }
            sink.label(Some(format!("atom_{number}").as_bytes()), None)
        };
        let pos = arguments(known, body, sink).map_or(at.pos(), EventPos::stored);
        sink.instant(track, Ts::from_ns(ts), pos, label);
    }

    fn name(&mut self, number: u32) -> Option<&'static str> {
        if self.names.is_empty() {
            let lines = NAMES.lines().filter_map(|line| line.split_once(' '));
            self.names = lines
                .filter_map(|(number, name)| Some((number.parse().ok()?, name)))
                .collect();
        }
        self.names.get(&number).copied()
    }
}

/// Stores the fields of a message, below the name of the atom. Of fields with one number the last one counts.
fn arguments(name: Option<&str>, body: &[u8], sink: &mut Sink) -> Option<ArgSetId> {
    let prefix = name.map_or(String::new(), |name| format!("{name}."));
    let mut args = Vec::new();
    if let Some(name) = name.filter(|_| body.is_empty()) {
        args.push(StoredArg::new(sink.str(name), StoredValue::Null));
    }
    for field in Fields::new(body) {
        let (kind, value) = match field.value {
            FieldValue::Bytes(bytes) => {
                let text = sink.str(&STANDARD.encode(bytes));
                ("", StoredValue::Str(Some(text)))
            }
            FieldValue::Fixed32(_) => {
                let value = f64::from(field.as_f32());
                ("_assuming_float", StoredValue::Real(value))
            }
            FieldValue::Fixed64(_) => ("_assuming_double", StoredValue::Real(field.as_f64())),
            FieldValue::Varint(_) => ("", StoredValue::Int(field.as_i64())),
        };
        let key = format!("{prefix}field_{}{kind}", field.number);
        args.push(StoredArg::new(sink.str(&key), value));
    }
    sink.store_last_args(&args)
}
