//! Debug annotations: values of any shape under a name.

use super::{EventArgs, reflect, unknown};
use crate::decode::fields::Message;
use crate::model::args::ArgValue;
use crate::proto::{
    debug_annotation::{self, nested_value},
    interned_data,
};

/// Deeper values are left out: hostile nesting must not exhaust the stack.
const DEPTH_MAX: usize = 64;

/// Says why a value is left out.
fn too_deep(max: usize) -> String {
    format!("it is nested more than {max} deep")
}

/// An annotation that cannot be read on: what was added before stays.
struct Broken;

/// Adds a top-level annotation; if it breaks, what was added before stays.
pub(super) fn top_level(args: &mut EventArgs<'_>, bytes: &[u8]) {
    let Ok(name) = name_of(args, bytes, "debug") else {
        return;
    };
    let key = format!("debug.{name}");
    // A broken annotation ends here, and the place of the break is noted.
    let _stopped = value(args, bytes, &key, 0).is_err();
}

/// Adds an annotation that stands in a typed message: its key follows that of the message.
pub(super) fn below(args: &mut EventArgs<'_>, bytes: &[u8], above: &str, depth: usize) {
    let Ok(name) = name_of(args, bytes, above) else {
        return;
    };
    // As at the top: what was added before the break stays.
    let _stopped = value(args, bytes, &format!("{above}.{name}"), depth).is_err();
}

/// Returns the name of an annotation that stands in what has the key `above`, its separators replaced.
fn name_of(args: &mut EventArgs<'_>, bytes: &[u8], above: &str) -> Result<String, Broken> {
    let annotation = Message(bytes);
    let iid = annotation.u64(debug_annotation::NAME_IID);
    let raw = match iid {
        0 => annotation.text_if_set(debug_annotation::NAME),
        iid => args.interned_str(interned_data::DEBUG_ANNOTATION_NAMES, iid),
    };
    let Some(raw) = raw else {
        let why = || match iid {
            0 => "it has no name".to_owned(),
            iid => unknown("annotation name", iid),
        };
        args.out.lose(&format!("{above}.?"), why);
        return Err(Broken);
    };
    Ok(String::from_utf8_lossy(raw).replace(['.', '[', ']'], "_"))
}

/// Adds a value. Returns whether the value takes an index if it is an element of an array: one that says
/// nothing is skipped there, but a dictionary counts even if it is empty.
fn value(args: &mut EventArgs<'_>, bytes: &[u8], key: &str, depth: usize) -> Result<bool, Broken> {
    if depth >= DEPTH_MAX {
        args.out.lose(key, || too_deep(DEPTH_MAX));
        return Err(Broken);
    }
    let annotation = Message(bytes);
    if annotation.has(debug_annotation::DICT_ENTRIES) {
        for entry in annotation.all(debug_annotation::DICT_ENTRIES) {
            let name = name_of(args, entry.as_bytes(), key)?;
            value(args, entry.as_bytes(), &format!("{key}.{name}"), depth + 1)?;
        }
        return Ok(true);
    }
    if annotation.has(debug_annotation::ARRAY_VALUES) {
        let mut counts = false;
        for element in annotation.all(debug_annotation::ARRAY_VALUES) {
            let at = element_key(args, key);
            if value(args, element.as_bytes(), &at, depth + 1)? {
                args.out.grow_array(key);
                counts = true;
            }
        }
        return Ok(counts);
    }
    if let Some(value) = scalar(args, annotation, key)? {
        args.out.add(key.to_owned(), value);
        return Ok(true);
    }
    if let Some(json) = annotation.field(debug_annotation::LEGACY_JSON_VALUE) {
        let parsed = serde_json::from_slice::<serde_json::Value>(json.as_bytes());
        return Ok(match parsed {
            Ok(parsed) => json_value(args, &parsed, key, depth),
            Err(error) => {
                args.out
                    .lose(key, || format!("its JSON cannot be read: {error}"));
                false
            }
        });
    }
    if let Some(message) = annotation.field(debug_annotation::PROTO_VALUE) {
        return proto_value(args, annotation, message.as_bytes(), key, depth);
    }
    match annotation.field(debug_annotation::NESTED_VALUE) {
        Some(nested) => nested_value(args, nested.as_bytes(), key, depth),
        None => Ok(false),
    }
}

/// Adds a message of a type that the annotation names.
fn proto_value(
    args: &mut EventArgs<'_>,
    annotation: Message<'_>,
    message: &[u8],
    key: &str,
    depth: usize,
) -> Result<bool, Broken> {
    let iid = annotation
        .field(debug_annotation::PROTO_TYPE_NAME_IID)
        .map(|iid| iid.as_u64());
    let type_name = match iid {
        Some(iid) => args.interned_str(interned_data::DEBUG_ANNOTATION_VALUE_TYPE_NAMES, iid),
        None => annotation.text_if_set(debug_annotation::PROTO_TYPE_NAME),
    };
    let Some(type_name) = type_name else {
        let why = || match iid {
            Some(iid) => unknown("type name", iid),
            None => "the message has no type".to_owned(),
        };
        args.out.lose(key, why);
        return Err(Broken);
    };
    let type_name = String::from_utf8_lossy(type_name).into_owned();
    if reflect::value(args, &type_name, message, key, depth + 1) {
        return Ok(true);
    }
    args.out
        .lose(key, || format!("nothing describes the type {type_name}"));
    Err(Broken)
}

/// Returns the key of the next element of an array.
fn element_key(args: &EventArgs<'_>, array: &str) -> String {
    format!("{array}[{}]", args.out.array_len(array))
}

fn scalar(
    args: &mut EventArgs<'_>,
    annotation: Message<'_>,
    key: &str,
) -> Result<Option<ArgValue<'static>>, Broken> {
    let text = |bytes: &[u8]| ArgValue::Str(bytes.to_vec().into());
    Ok(Some(
        if let Some(value) = annotation.field(debug_annotation::BOOL_VALUE) {
            ArgValue::Bool(value.as_bool())
        } else if let Some(value) = annotation.field(debug_annotation::UINT_VALUE) {
            ArgValue::Uint(value.as_u64())
        } else if let Some(value) = annotation.field(debug_annotation::INT_VALUE) {
            ArgValue::Int(value.as_i64())
        } else if let Some(value) = annotation.field(debug_annotation::DOUBLE_VALUE) {
            ArgValue::Real(value.as_f64())
        } else if let Some(value) = annotation.field(debug_annotation::STRING_VALUE) {
            text(value.as_bytes())
        } else if let Some(iid) = annotation.field(debug_annotation::STRING_VALUE_IID) {
            let iid = iid.as_u64();
            let value = args.interned_str(interned_data::DEBUG_ANNOTATION_STRING_VALUES, iid);
            let Some(value) = value else {
                args.out.lose(key, || unknown("annotation string", iid));
                return Err(Broken);
            };
            text(value)
        } else if let Some(value) = annotation.field(debug_annotation::POINTER_VALUE) {
            ArgValue::Pointer(value.as_u64())
        } else {
            return Ok(None);
        },
    ))
}

/// Adds a value of JSON. Returns whether the value takes an index in an array, as all but null do.
fn json_value(args: &mut EventArgs<'_>, json: &serde_json::Value, key: &str, depth: usize) -> bool {
    if depth >= DEPTH_MAX {
        args.out.lose(key, || too_deep(DEPTH_MAX));
        return false;
    }
    match json {
        serde_json::Value::Null => return false,
        serde_json::Value::Bool(value) => args.out.add(key.to_owned(), ArgValue::Bool(*value)),
        serde_json::Value::Number(number) => {
            let value = match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(value), ..) => ArgValue::Int(value),
                (None, Some(value), _) => ArgValue::Uint(value),
                (None, None, value) => ArgValue::Real(value.unwrap_or(0.0)),
            };
            args.out.add(key.to_owned(), value);
        }
        serde_json::Value::String(value) => args.str(key, value.as_bytes()),
        serde_json::Value::Array(values) => {
            for value in values {
                let at = element_key(args, key);
                if json_value(args, value, &at, depth + 1) {
                    args.out.grow_array(key);
                }
            }
        }
        serde_json::Value::Object(entries) => {
            for (name, value) in entries {
                json_value(args, value, &format!("{key}.{name}"), depth + 1);
            }
        }
    }
    true
}

/// Adds a nested value in the old form. Returns whether the value takes an index in an array.
fn nested_value(
    args: &mut EventArgs<'_>,
    bytes: &[u8],
    key: &str,
    depth: usize,
) -> Result<bool, Broken> {
    if depth >= DEPTH_MAX {
        args.out.lose(key, || too_deep(DEPTH_MAX));
        return Err(Broken);
    }
    let nested = Message(bytes);
    match nested.u64(nested_value::NESTED_TYPE) {
        nested_value::DICT => {
            let keys = nested.all(nested_value::DICT_KEYS);
            for (name, entry) in keys.zip(nested.all(nested_value::DICT_VALUES)) {
                let name = String::from_utf8_lossy(name.as_bytes()).replace(['.', '[', ']'], "_");
                nested_value(args, entry.as_bytes(), &format!("{key}.{name}"), depth + 1)?;
            }
            Ok(true)
        }
        nested_value::ARRAY => {
            let mut counts = false;
            for entry in nested.all(nested_value::ARRAY_VALUES) {
                let at = element_key(args, key);
                if nested_value(args, entry.as_bytes(), &at, depth + 1)? {
                    args.out.grow_array(key);
                    counts = true;
                }
            }
            Ok(counts)
        }
        _ => {
            if let Some(value) = nested.field(nested_value::BOOL_VALUE) {
                args.out
                    .add(key.to_owned(), ArgValue::Bool(value.as_bool()));
            } else if let Some(value) = nested.field(nested_value::INT_VALUE) {
                args.int(key, value.as_i64());
            } else if let Some(value) = nested.field(nested_value::DOUBLE_VALUE) {
                args.out.add(key.to_owned(), ArgValue::Real(value.as_f64()));
            } else if let Some(value) = nested.field(nested_value::STRING_VALUE) {
                args.str(key, value.as_bytes());
            } else {
                return Ok(false);
            }
            Ok(true)
        }
    }
}
