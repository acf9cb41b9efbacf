//! Arguments of typed fields, by the names and types that a registry has for them.
//!
//! A field that the registry does not describe is skipped. A few fields stand for something else: numbers of
//! interned places for the places, and annotations for themselves. The rules are those of the reference's
//! `proto_to_args_parser.cc`.

use base64::Engine as _;

use super::registry::{ANNOTATION, FieldType, Type};
use super::{EventArgs, annotation};
use crate::decode::fields::{Field, FieldValue, Fields};
use crate::model::args::ArgValue;
use crate::proto::{interned_data, interned_name, unsymbolized_source_location};

/// Deeper messages are left out: hostile nesting must not exhaust the stack.
pub(super) const DEPTH_MAX: usize = 32;
/// The method that handles a message; an interned place in a binary replaces it.
const MOJO_METHOD: &str = "chrome_mojo_event_info.mojo_interface_method_iid";
/// Where a listener was created; an interned source location replaces it.
const PRESSURE_CREATION: &str = "chrome_memory_pressure_notification.creation_location_iid";

/// What a job is called; an interned name replaces it.
const JOB_NAME: &str = "job_scheduler_job.job_name_iid";

/// Adds the arguments of a field of TrackEvent, if it is described.
pub(super) fn track_event(args: &mut EventArgs<'_>, field: &Field<'_>) {
    if let Some(described) = args.source.registry().track_event_field(field.number) {
        add(args, described, field, "", 0);
    }
}

/// Adds the arguments of a message of a named type below `key`. Returns false if the type is not described.
pub(super) fn value(
    args: &mut EventArgs<'_>,
    type_name: &str,
    bytes: &[u8],
    key: &str,
    depth: usize,
) -> bool {
    let type_name = type_name.trim_start_matches('.');
    let is_known = args.source.registry().message_fields(type_name).is_some();
    if is_known {
        fields(args, type_name, bytes, key, depth);
    }
    is_known
}

fn fields(args: &mut EventArgs<'_>, message: &str, bytes: &[u8], key: &str, depth: usize) {
    if bytes.is_empty() {
        args.out.add(key.to_owned(), ArgValue::Null);
    }
    let described = args.source.registry().message_fields(message);
    let Some(described) = described.filter(|_| depth < DEPTH_MAX) else {
        return;
    };
    for field in Fields::new(bytes) {
        if let Some(known) = described.get(&field.number) {
            add(args, known, &field, key, depth);
        }
    }
}

fn add(
    args: &mut EventArgs<'_>,
    described: &FieldType,
    field: &Field<'_>,
    above: &str,
    depth: usize,
) {
    if matches!(&described.of, Type::Message(name) if name == ANNOTATION) {
        return annotation::below(args, field.as_bytes(), above, depth + 1);
    }
    let path = if above.is_empty() {
        described.name.clone()
    } else {
        format!("{above}.{}", described.name)
    };
    if interned(args, &path, field.as_u64()) {
        return;
    }
    let is_number = !matches!(described.of, Type::Str | Type::Bytes | Type::Message(_));
    if described.is_repeated
        && is_number
        && !field.as_bytes().is_empty()
        && described.of != Type::Real
    {
        field.each_varint(|value| {
            let one = Field {
                value: FieldValue::Varint(value),
                ..*field
            };
            let key = element(args, &path);
            add_one(args, described, &one, &key, depth);
        });
        return;
    }
    let key = if described.is_repeated {
        element(args, &path)
    } else {
        path
    };
    add_one(args, described, field, &key, depth);
}

/// Adds what an interned number stands for, if the field at `path` holds such numbers and there is an entry.
/// Returns whether it did.
fn interned(args: &mut EventArgs<'_>, path: &str, iid: u64) -> bool {
    match path {
        MOJO_METHOD => {
            let Some(place) = args.interned(interned_data::UNSYMBOLIZED_SOURCE_LOCATIONS, iid)
            else {
                return false;
            };
            let mapping = place.u64(unsymbolized_source_location::MAPPING_ID);
            let mappings = &args.source.threads.mappings;
            let Some(&mapping) = mappings.get(&(args.epoch, mapping)) else {
                return false;
            };
            let symbol = "chrome_mojo_event_info.mojo_interface_method.native_symbol";
            args.uint(&format!("{symbol}.mapping_id"), mapping);
            args.uint(
                &format!("{symbol}.rel_pc"),
                place.u64(unsymbolized_source_location::REL_PC),
            );
            true
        }
        PRESSURE_CREATION => {
            let Some(location) = args.interned(interned_data::SOURCE_LOCATIONS, iid) else {
                return false;
            };
            args.location("chrome_memory_pressure_notification", location);
            true
        }
        JOB_NAME => {
            let Some(job) = args.interned(interned_data::ANDROID_JOB_NAME, iid) else {
                return false;
            };
            args.str("job_scheduler_job.job_name", job.text(interned_name::NAME));
            true
        }
        _ => false,
    }
}

fn add_one(
    args: &mut EventArgs<'_>,
    described: &FieldType,
    field: &Field<'_>,
    key: &str,
    depth: usize,
) {
    let value = match &described.of {
        Type::Real => ArgValue::Real(field.as_f64()),
        Type::Int => ArgValue::Int(field.as_i64()),
        Type::ZigZag => ArgValue::Int(field.as_zigzag()),
        Type::Uint => ArgValue::Uint(field.as_u64()),
        Type::Bool => ArgValue::Bool(field.as_bool()),
        Type::Str => ArgValue::Str(field.as_bytes().to_vec().into()),
        Type::Bytes => ArgValue::Str(base64(field.as_bytes()).into()),
        Type::Enum(name) => {
            let number = field.as_i32();
            let known = args.source.registry().value_name(name, number);
            let value = known.map_or_else(|| number.to_string(), str::to_owned);
            ArgValue::Str(value.into_bytes().into())
        }
        Type::Flags(name, bits) => return flags(args, name, field.as_u64() & bits, key),
        Type::Message(name) => return fields(args, name, field.as_bytes(), key, depth + 1),
    };
    args.out.add(key.to_owned(), value);
}

/// Adds the name of each bit that is set, the lowest first, and what is left without a name as one number.
fn flags(args: &mut EventArgs<'_>, name: &str, bits: u64, path: &str) {
    let mut left = bits;
    let mut nameless = 0;
    while left != 0 {
        let flag = 1 << left.trailing_zeros();
        left ^= flag;
        let value = u32::try_from(flag).ok().map(u32::cast_signed);
        let known = value.and_then(|value| args.source.registry().value_name(name, value));
        if let Some(known) = known {
            let value = ArgValue::Str(known.as_bytes().to_vec().into());
            let key = element(args, path);
            args.out.add(key, value);
        } else {
            nameless |= flag;
        }
    }
    if nameless != 0 {
        let value = ArgValue::Str(format!("{nameless:#x}").into_bytes().into());
        let key = element(args, path);
        args.out.add(key, value);
    }
}

/// Returns bytes as the text that the reference makes of them.
pub(super) fn base64(bytes: &[u8]) -> Vec<u8> {
    base64::engine::general_purpose::STANDARD
        .encode(bytes)
        .into_bytes()
}

/// Returns the key of the next element of a repeated field.
fn element(args: &mut EventArgs<'_>, path: &str) -> String {
    let index = args.out.array_len(path);
    args.out.grow_array(path);
    format!("{path}[{index}]")
}
