//! Arguments of messages that only the trace itself describes.
//!
//! Writers that extend TrackEvent put descriptors of their extensions into the
//! trace. They tell names and types; anything that they leave out is skipped.
//! Rules: spec trace-format 5.10.

use base64::Engine as _;
use hashbrown::HashMap;

use super::builder::ArgBuilder;
use crate::decode::fields::{Field, Fields};
use crate::import::space::Space;
use crate::model::args::ArgValue;

/// Deeper messages are left out: hostile nesting must not exhaust the stack.
const DEPTH_MAX: usize = 32;
/// How much a compressed descriptor may inflate to.
const DESCRIPTOR_MAX: u64 = 16 << 20;
/// The message that extensions of track events extend.
const TRACK_EVENT: &str = "perfetto.protos.TrackEvent";

/// The type of a described field.
#[derive(Clone, Debug, PartialEq)]
enum Type {
    Real,
    Int,
    ZigZag,
    Uint,
    Bool,
    Str,
    Bytes,
    Message(String),
    Enum(String),
}

#[derive(Clone, Debug)]
struct FieldType {
    name: String,
    of: Type,
    is_repeated: bool,
}

/// What the descriptors of a trace say.
#[derive(Debug, Default)]
pub(in crate::import) struct Registry {
    messages: HashMap<String, HashMap<u32, FieldType>>,
    enums: HashMap<String, HashMap<i32, String>>,
}

impl Registry {
    /// Reads the `ExtensionDescriptors` of the packets at `offsets`.
    pub(super) fn read(space: &Space, offsets: &[u64]) -> Self {
        let mut registry = Self::default();
        for &offset in offsets {
            let Some(packet) = crate::bytes::packets::packet_at(space.from(offset), 0) else {
                continue;
            };
            let Some(descriptor) = Fields::new(packet.bytes).last_of(72) else {
                continue;
            };
            for field in descriptor.fields() {
                match field.number {
                    1 => registry.files(field.as_bytes()),
                    2 => {
                        if let Ok(bytes) =
                            crate::bytes::inflate::inflate(field.as_bytes(), DESCRIPTOR_MAX)
                        {
                            registry.files(&bytes);
                        }
                    }
                    _ => {}
                }
            }
        }
        registry
    }

    /// Whether a field of TrackEvent is described.
    pub(in crate::import) fn knows(&self, number: u32) -> bool {
        self.track_event_field(number).is_some()
    }

    fn track_event_field(&self, number: u32) -> Option<&FieldType> {
        self.messages.get(TRACK_EVENT)?.get(&number)
    }

    fn files(&mut self, set: &[u8]) {
        for file in Fields::new(set).filter(|field| field.number == 1) {
            let package = text(file.fields().last_of(2));
            for field in file.fields() {
                match field.number {
                    4 => self.message(&package, field.as_bytes(), 0),
                    5 => self.enumeration(&package, field.as_bytes()),
                    7 => self.extension(field.as_bytes()),
                    _ => {}
                }
            }
        }
    }

    fn message(&mut self, scope: &str, bytes: &[u8], depth: usize) {
        if depth >= DEPTH_MAX {
            return;
        }
        let name = qualified(scope, &text(Fields::new(bytes).last_of(1)));
        for field in Fields::new(bytes) {
            match field.number {
                2 => self.field(&name, field.as_bytes()),
                3 => self.message(&name, field.as_bytes(), depth + 1),
                4 => self.enumeration(&name, field.as_bytes()),
                6 => self.extension(field.as_bytes()),
                _ => {}
            }
        }
    }

    fn extension(&mut self, bytes: &[u8]) {
        let extended = text(Fields::new(bytes).last_of(2));
        self.field(extended.trim_start_matches('.'), bytes);
    }

    fn field(&mut self, message: &str, bytes: &[u8]) {
        let last = |n| Fields::new(bytes).last_of(n);
        let Some(number) = last(3).map(|number| number.as_u32()) else {
            return;
        };
        let type_name = || text(last(6)).trim_start_matches('.').to_owned();
        let of = match last(5).map_or(0, |kind| kind.as_u64()) {
            1 | 2 => Type::Real,
            3 | 5 | 15 | 16 => Type::Int,
            17 | 18 => Type::ZigZag,
            4 | 6 | 7 | 13 => Type::Uint,
            8 => Type::Bool,
            9 => Type::Str,
            11 => Type::Message(type_name()),
            12 => Type::Bytes,
            14 => Type::Enum(type_name()),
            _ => return,
        };
        let is_repeated = last(4).is_some_and(|label| label.as_u64() == 3);
        let field = FieldType {
            name: text(last(1)),
            of,
            is_repeated,
        };
        self.messages
            .entry(message.to_owned())
            .or_default()
            .insert(number, field);
    }

    fn enumeration(&mut self, scope: &str, bytes: &[u8]) {
        let name = qualified(scope, &text(Fields::new(bytes).last_of(1)));
        let values = self.enums.entry(name).or_default();
        for value in Fields::new(bytes).filter(|field| field.number == 2) {
            let number = value
                .fields()
                .last_of(2)
                .map_or(0, |number| number.as_i32());
            values
                .entry(number)
                .or_insert_with(|| text(value.fields().last_of(1)));
        }
    }

    /// Adds the arguments of a field of TrackEvent, if it is described.
    pub(super) fn track_event(&self, field: &Field<'_>, out: &mut ArgBuilder) {
        if let Some(described) = self.track_event_field(field.number) {
            self.add(described, field, "", out, 0);
        }
    }

    /// Adds the arguments of a message of a named type below `key`. False if the type is not described.
    pub(super) fn value(
        &self,
        type_name: &str,
        bytes: &[u8],
        key: &str,
        out: &mut ArgBuilder,
    ) -> bool {
        let type_name = type_name.trim_start_matches('.');
        if !self.messages.contains_key(type_name) {
            return false;
        }
        self.fields(type_name, bytes, key, out, 0);
        true
    }

    fn fields(&self, message: &str, bytes: &[u8], key: &str, out: &mut ArgBuilder, depth: usize) {
        if bytes.is_empty() {
            out.add(key.to_owned(), ArgValue::Null);
        }
        let Some(described) = self.messages.get(message).filter(|_| depth < DEPTH_MAX) else {
            return;
        };
        for field in Fields::new(bytes) {
            if let Some(known) = described.get(&field.number) {
                self.add(known, &field, key, out, depth);
            }
        }
    }

    fn add(
        &self,
        described: &FieldType,
        field: &Field<'_>,
        above: &str,
        out: &mut ArgBuilder,
        depth: usize,
    ) {
        let path = if above.is_empty() {
            described.name.clone()
        } else {
            format!("{above}.{}", described.name)
        };
        let is_number = !matches!(described.of, Type::Str | Type::Bytes | Type::Message(_));
        if described.is_repeated
            && is_number
            && !field.as_bytes().is_empty()
            && described.of != Type::Real
        {
            field.each_varint(|value| {
                let one = Field {
                    value: crate::decode::fields::FieldValue::Varint(value),
                    ..*field
                };
                self.add_one(described, &one, &element(&path, out), out, depth);
            });
            return;
        }
        let key = if described.is_repeated {
            element(&path, out)
        } else {
            path
        };
        self.add_one(described, field, &key, out, depth);
    }

    fn add_one(
        &self,
        described: &FieldType,
        field: &Field<'_>,
        key: &str,
        out: &mut ArgBuilder,
        depth: usize,
    ) {
        let value = match &described.of {
            Type::Real => ArgValue::Real(field.as_f64()),
            Type::Int => ArgValue::Int(field.as_i64()),
            Type::ZigZag => ArgValue::Int(field.as_zigzag()),
            Type::Uint => ArgValue::Uint(field.as_u64()),
            Type::Bool => ArgValue::Bool(field.as_bool()),
            Type::Str => ArgValue::Str(field.as_bytes().to_vec().into()),
            Type::Bytes => {
                let encoded = base64::engine::general_purpose::STANDARD.encode(field.as_bytes());
                ArgValue::Str(encoded.into_bytes().into())
            }
            Type::Enum(name) => {
                let number = field.as_i32();
                let known = self.enums.get(name).and_then(|values| values.get(&number));
                let value = known.cloned().unwrap_or_else(|| number.to_string());
                ArgValue::Str(value.into_bytes().into())
            }
            Type::Message(name) => return self.fields(name, field.as_bytes(), key, out, depth + 1),
        };
        out.add(key.to_owned(), value);
    }
}

/// Returns the key of the next element of a repeated field.
fn element(path: &str, out: &mut ArgBuilder) -> String {
    let index = out.array_len(path);
    out.grow_array(path);
    format!("{path}[{index}]")
}

fn text(field: Option<Field<'_>>) -> String {
    field.map_or_else(String::new, |field| {
        String::from_utf8_lossy(field.as_bytes()).into_owned()
    })
}

fn qualified(scope: &str, name: &str) -> String {
    if scope.is_empty() {
        name.to_owned()
    } else {
        format!("{scope}.{name}")
    }
}
