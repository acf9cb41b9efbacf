//! Bytes as instructions for writing a trace of any messages that `protos/` describes.
//!
//! Unlike `structured` it knows nothing of what belongs together, but reaches every packet, kernel event and
//! argument that the importer reads.

use std::sync::OnceLock;

use prost_reflect::prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, MessageDescriptor, Value};

use super::schema;
use super::structured::Choices;

/// How deep messages nest: a packet, a bundle, an event, and what events hold.
const DEPTH_MAX: u32 = 7;
/// How many packets a trace has at most.
const PACKETS_MAX: usize = 1024;

/// Fields by which messages are joined: with few values, and where a message has them nearly always there.
const USUAL: [&str; 10] = [
    "timestamp",
    "trusted_packet_sequence_id",
    "sequence_flags",
    "cpu",
    "pid",
    "tid",
    "uuid",
    "iid",
    "token",
    "cookie",
];

/// Imports what the bytes describe.
pub fn any(data: &[u8]) {
    if let Some(trace) = super::import_bytes(trace(data)) {
        super::read_everything(&trace);
    }
}

/// The trace that the bytes describe.
pub(crate) fn trace(data: &[u8]) -> Vec<u8> {
    static TRACE: OnceLock<MessageDescriptor> = OnceLock::new();
    let descriptor = TRACE.get_or_init(|| {
        let files = schema::with_events(schema::with_bytes(schema::typed_schema()));
        let pool = DescriptorPool::from_file_descriptor_set(files).expect("a valid schema");
        let trace = pool.get_message_by_name("perfetto.protos.Trace");
        trace.expect("protos/trace.proto has Trace")
    });
    let packets = descriptor.get_field_by_name("packet");
    let packets = packets.expect("a trace has packets");
    let kind = packets.kind();
    let one = kind.as_message().expect("a packet is a message");
    let mut choices = Choices(data);
    let mut packet = Vec::new();
    while !choices.0.is_empty() && packet.len() < PACKETS_MAX {
        packet.push(Value::Message(message(one, &mut choices, 0)));
    }
    let mut trace = DynamicMessage::new(descriptor.clone());
    trace.set_field(&packets, Value::List(packet));
    trace.encode_to_vec()
}

/// A message with a few of its fields.
fn message(descriptor: &MessageDescriptor, c: &mut Choices<'_>, depth: u32) -> DynamicMessage {
    let mut message = DynamicMessage::new(descriptor.clone());
    for name in USUAL {
        if let Some(field) = descriptor.get_field_by_name(name)
            && !field.is_list()
            && c.byte() % 8 != 1
        {
            message.set_field(&field, one_value(field.kind(), c, depth));
        }
    }
    let fields = descriptor.fields().len();
    if fields == 0 || depth == DEPTH_MAX {
        return message;
    }
    let extensions: Vec<_> = descriptor.extensions().collect();
    for _ in 0..c.byte() % 6 {
        let at = usize::from(c.byte());
        if let Some(extension) = extensions.get(at.wrapping_sub(fields)) {
            let value = value((extension.kind(), extension.is_list()), c, depth);
            message.set_extension(extension, value);
        } else if let Some(field) = descriptor.fields().nth(at % fields) {
            let value = value((field.kind(), field.is_list()), c, depth);
            message.set_field(&field, value);
        }
    }
    message
}

fn value((kind, is_list): (Kind, bool), c: &mut Choices<'_>, depth: u32) -> Value {
    if is_list {
        return Value::List(c.several(|c| one_value(kind.clone(), c, depth)));
    }
    one_value(kind, c, depth)
}

fn one_value(kind: Kind, c: &mut Choices<'_>, depth: u32) -> Value {
    match kind {
        Kind::Double => Value::F64(f64::from_bits(c.number() << 52 | c.number())),
        Kind::Float => Value::F32(c.small() as f32),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(c.small()),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(c.signed()),
        Kind::Uint32 | Kind::Fixed32 => Value::U32(c.small().cast_unsigned()),
        Kind::Uint64 | Kind::Fixed64 => Value::U64(c.number()),
        Kind::Bool => Value::Bool(c.yes()),
        Kind::String => Value::String(String::from_utf8_lossy(&c.text()).into_owned()),
        Kind::Bytes => Value::Bytes(c.text().into()),
        Kind::Message(descriptor) => Value::Message(message(&descriptor, c, depth + 1)),
        Kind::Enum(_) => Value::EnumNumber(c.small()),
    }
}
