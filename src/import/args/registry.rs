//! Names and types of the fields of typed arguments.
//!
//! Those of Chromium and Android are built in; others are in descriptors that their writers put into the
//! trace. If both describe a field, what is built in counts.

use hashbrown::{HashMap, HashSet};

use crate::bytes::inflate::inflate_onto;
use crate::bytes::room::Room;
use crate::decode::fields::Message;
use crate::import::space::Space;
use crate::proto::schema::{self, Kind};
use crate::proto::{
    descriptor_proto as message, enum_descriptor_proto as enumeration,
    enum_value_descriptor_proto as enum_value, extension_descriptor,
    field_descriptor_proto as field, field_descriptor_proto::field_options as options,
    file_descriptor_proto as file, file_descriptor_set as set, trace_packet,
};

/// Deeper descriptors are left out: hostile nesting must not exhaust the stack.
const DEPTH_MAX: usize = 32;
/// How much a compressed descriptor may inflate to.
const DESCRIPTOR_MAX: u64 = 16 << 20;
/// The message of a debug annotation, which has a key of its own.
pub(super) const ANNOTATION: &str = "perfetto.protos.DebugAnnotation";
/// The message that extensions of track events extend.
const TRACK_EVENT: &str = "perfetto.protos.TrackEvent";

/// The type of a described field.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) enum Type {
    Real,
    Int,
    ZigZag,
    Uint,
    Bool,
    Str,
    Bytes,
    Message(String),
    Enum(String),
    /// An enum of which each value is a bit, and the bits that a field has.
    Flags(String, u64),
}

impl From<Kind> for Type {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Real => Self::Real,
            Kind::Int => Self::Int,
            Kind::ZigZag => Self::ZigZag,
            Kind::Uint => Self::Uint,
            Kind::Bool => Self::Bool,
            Kind::String => Self::Str,
            Kind::Bytes => Self::Bytes,
            Kind::Enum(item) => Self::Enum(item.name.to_owned()),
            Kind::Flags(item) => Self::Flags(item.name.to_owned(), u32::MAX.into()),
            Kind::Message(message) => Self::Message(message.name.to_owned()),
        }
    }
}

/// A described field.
#[derive(Clone, Debug)]
pub(in crate::import) struct FieldType {
    pub(super) name: String,
    pub(super) of: Type,
    pub(super) is_repeated: bool,
}

/// The fields of messages and the names of enums' values, by full name.
#[derive(Debug, Default)]
pub(in crate::import) struct Registry {
    messages: HashMap<String, HashMap<u32, FieldType>>,
    enums: HashMap<String, HashMap<i32, String>>,
}

impl Registry {
    /// Returns what is built in, with what the `ExtensionDescriptors` of the packets at `offsets` add.
    pub(super) fn read(space: &Space, offsets: &[u64]) -> Self {
        let mut registry = Self::known();
        for &offset in offsets {
            let packet = space.packet(offset).unwrap_or_default();
            for field in packet.message(trace_packet::EXTENSION_DESCRIPTOR).fields() {
                match field.number {
                    extension_descriptor::EXTENSION_SET => registry.files(field.message()),
                    extension_descriptor::EXTENSION_SET_GZIP => {
                        let mut bytes = Room::default();
                        if inflate_onto(field.as_bytes(), &mut bytes, DESCRIPTOR_MAX).is_ok() {
                            registry.files(Message(&bytes));
                        }
                    }
                    _ => {}
                }
            }
        }
        registry.resolve_flags();
        registry
    }

    /// Finds the enums of flags: as in protobuf, a name is looked for in the message of the field, and then in
    /// what is around it. Flags of an enum that is not described are numbers.
    fn resolve_flags(&mut self) {
        let Self { messages, enums } = self;
        for (of, fields) in messages {
            for field in fields.values_mut() {
                let Type::Flags(name, _) = &mut field.of else {
                    continue;
                };
                match enum_named(enums, of, name) {
                    Some(found) => *name = found,
                    None => field.of = Type::Int,
                }
            }
        }
    }

    fn known() -> Self {
        let mut registry = Self::default();
        for message in schema::MESSAGES {
            let fields = registry
                .messages
                .entry(message.name.to_owned())
                .or_default();
            for field in message.fields {
                let described = FieldType {
                    name: field.name.to_owned(),
                    of: field.kind.into(),
                    is_repeated: field.repeated,
                };
                fields.insert(field.number, described);
                if let Kind::Enum(item) | Kind::Flags(item) = field.kind {
                    registry
                        .enums
                        .entry(item.name.to_owned())
                        .or_insert_with(|| {
                            let values = item.values.iter();
                            values.map(|&(n, name)| (n, name.to_owned())).collect()
                        });
                }
            }
        }
        registry
    }

    /// Returns whether a field of TrackEvent is described.
    pub(in crate::import) fn knows(&self, number: u32) -> bool {
        self.track_event_field(number).is_some()
    }

    pub(super) fn track_event_field(&self, number: u32) -> Option<&FieldType> {
        self.messages.get(TRACK_EVENT)?.get(&number)
    }

    /// Returns the described fields of TrackEvent, in no order.
    pub(super) fn track_event_fields(&self) -> impl Iterator<Item = (u32, &FieldType)> {
        let fields = self.messages.get(TRACK_EVENT).into_iter().flatten();
        fields.map(|(&number, field)| (number, field))
    }

    /// Returns the messages in which a field fulfils `is`, or in which one does that is in a message within.
    pub(super) fn messages_with(&self, is: impl Fn(&FieldType) -> bool) -> HashSet<&str> {
        let mut parents: HashMap<&str, Vec<&str>> = HashMap::new();
        let mut open = Vec::new();
        for (name, fields) in &self.messages {
            for field in fields.values() {
                if let Type::Message(child) = &field.of {
                    parents.entry(child).or_default().push(name);
                }
            }
            if fields.values().any(&is) {
                open.push(name.as_str());
            }
        }
        let mut found = HashSet::new();
        while let Some(name) = open.pop() {
            if found.insert(name) {
                open.extend(parents.get(name).into_iter().flatten());
            }
        }
        found
    }

    /// Returns the names of an enum's values, in no order.
    pub(super) fn value_names(&self, name: &str) -> impl Iterator<Item = &str> {
        let values = self.enums.get(name).into_iter();
        values.flat_map(HashMap::values).map(String::as_str)
    }

    /// Returns the fields of a message, if it is described.
    pub(in crate::import) fn message_fields(&self, name: &str) -> Option<&HashMap<u32, FieldType>> {
        self.messages.get(name)
    }

    /// Returns the name of a message as the registry holds it, if the message is described.
    pub(super) fn message_name(&self, name: &str) -> Option<&str> {
        let (name, _) = self.messages.get_key_value(name)?;
        Some(name)
    }

    /// Returns the name of an enum's value.
    pub(super) fn value_name(&self, name: &str, value: i32) -> Option<&str> {
        self.enums.get(name)?.get(&value).map(String::as_str)
    }

    fn files(&mut self, set: Message<'_>) {
        for file in set.messages(set::FILE) {
            let package = file.lossy(file::PACKAGE);
            for field in file.fields() {
                match field.number {
                    file::MESSAGE_TYPE => self.message(&package, field.message(), 0),
                    file::ENUM_TYPE => self.enumeration(&package, field.message()),
                    file::EXTENSION => self.extension(field.message()),
                    _ => {}
                }
            }
        }
    }

    fn message(&mut self, scope: &str, message: Message<'_>, depth: usize) {
        if depth >= DEPTH_MAX {
            return;
        }
        let name = qualified(scope, &message.lossy(message::NAME));
        for field in message.fields() {
            match field.number {
                message::FIELD => self.field(&name, field.message()),
                message::NESTED_TYPE => self.message(&name, field.message(), depth + 1),
                message::ENUM_TYPE => self.enumeration(&name, field.message()),
                message::EXTENSION => self.extension(field.message()),
                _ => {}
            }
        }
    }

    fn extension(&mut self, message: Message<'_>) {
        let extended = message.lossy(field::EXTENDEE);
        self.field(extended.trim_start_matches('.'), message);
    }

    fn field(&mut self, of: &str, field: Message<'_>) {
        let Some(number) = field.field(field::NUMBER) else {
            return;
        };
        let type_name = || {
            let name = field.lossy(field::TYPE_NAME);
            name.trim_start_matches('.').to_owned()
        };
        let kind = match field.u64(field::TYPE) {
            field::TYPE_DOUBLE | field::TYPE_FLOAT => Type::Real,
            field::TYPE_INT64 | field::TYPE_INT32 | field::TYPE_SFIXED32 | field::TYPE_SFIXED64 => {
                Type::Int
            }
            field::TYPE_SINT32 | field::TYPE_SINT64 => Type::ZigZag,
            field::TYPE_UINT64 | field::TYPE_FIXED64 | field::TYPE_FIXED32 | field::TYPE_UINT32 => {
                Type::Uint
            }
            field::TYPE_BOOL => Type::Bool,
            field::TYPE_STRING => Type::Str,
            field::TYPE_MESSAGE => Type::Message(type_name()),
            field::TYPE_BYTES => Type::Bytes,
            field::TYPE_ENUM => Type::Enum(type_name()),
            _ => return,
        };
        let flags = field.message(field::OPTIONS).lossy(options::FLAGS_ENUM);
        let bits = match field.u64(field::TYPE) {
            field::TYPE_INT32 | field::TYPE_SFIXED32 => u32::MAX.into(),
            _ => u64::MAX,
        };
        let kind = match kind {
            Type::Int if !flags.is_empty() => Type::Flags(flags.into_owned(), bits),
            kind => kind,
        };
        let described = FieldType {
            name: field.lossy(field::NAME).into_owned(),
            of: kind,
            is_repeated: field.u64(field::LABEL) == field::LABEL_REPEATED,
        };
        self.messages
            .entry(of.to_owned())
            .or_default()
            .entry(number.as_u32())
            .or_insert(described);
    }

    fn enumeration(&mut self, scope: &str, message: Message<'_>) {
        let name = qualified(scope, &message.lossy(enumeration::NAME));
        let values = self.enums.entry(name).or_default();
        for value in message.messages(enumeration::VALUE) {
            values
                .entry(value.i32(enum_value::NUMBER))
                .or_insert_with(|| value.lossy(enum_value::NAME).into_owned());
        }
    }
}

/// Enums of flags with longer names, or farther out, are not looked for: a trace can ask for very many.
const ENUM_NAME_MAX: usize = 256;
const SCOPES_MAX: usize = 16;

/// Returns the full name of the enum that `name` stands for in the message `of`.
fn enum_named(
    enums: &HashMap<String, HashMap<i32, String>>,
    of: &str,
    name: &str,
) -> Option<String> {
    if let Some(full) = name.strip_prefix('.') {
        return enums.contains_key(full).then(|| full.to_owned());
    }
    let outwards = std::iter::successors(Some(of), |within| match within.rsplit_once('.') {
        Some((around, _)) => Some(around),
        None => (!within.is_empty()).then_some(""),
    });
    let in_reach = outwards
        .take(SCOPES_MAX)
        .filter(|within| within.len() + name.len() < ENUM_NAME_MAX);
    let mut names = in_reach.map(|within| qualified(within, name));
    names.find(|full| enums.contains_key(full))
}

fn qualified(scope: &str, name: &str) -> String {
    if scope.is_empty() {
        name.to_owned()
    } else {
        format!("{scope}.{name}")
    }
}
