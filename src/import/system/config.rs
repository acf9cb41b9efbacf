//! The configuration that a trace was recorded with, as text: `trace_config_pbtxt` of `metadata`.
//!
//! The text is written as the reference writes it, which is what recorders read: fields in the order of the
//! file, and fields that the schema does not know by number.

use crate::decode::fields::{Field, FieldValue, Fields};
use crate::proto::schema::{self, Enum, Kind, Message};

/// More text than any configuration has: a byte of packed numbers may become a line.
const TEXT_MAX: usize = 4 << 20;

/// Returns a `TraceConfig` as text; `Err` with its beginning if it is too long.
pub(super) fn text(config: &[u8]) -> Result<String, String> {
    let mut writer = Writer {
        out: String::new(),
        depth: 0,
    };
    writer.message(Fields::new(config), Some(&schema::TRACE_CONFIG));
    if writer.is_full() {
        Err(writer.out)
    } else {
        Ok(writer.out)
    }
}

struct Writer {
    out: String,
    depth: usize,
}

impl Writer {
    const fn is_full(&self) -> bool {
        self.out.len() >= TEXT_MAX
    }

    /// Begins a line, unless it is the first.
    fn line(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        let indent = 2 * self.depth;
        self.add(format_args!("{:indent$}", ""));
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        self.out.push_str(&text.to_string());
    }

    /// Writes the fields of a message. Messages of the schema are not nested in themselves.
    fn message(&mut self, fields: Fields<'_>, message: Option<&'static Message>) {
        for field in fields {
            if self.is_full() {
                return;
            }
            self.line();
            let known = message.and_then(|message| {
                let at = message
                    .fields
                    .binary_search_by_key(&field.number, |known| known.number);
                Some(&message.fields[at.ok()?])
            });
            match known {
                Some(known) => self.known(&field, known.name, known.kind),
                None => self.unknown(&field),
            }
        }
    }

    fn known(&mut self, field: &Field<'_>, name: &str, kind: Kind) {
        match (field.value, kind) {
            (FieldValue::Varint(value), kind) => self.number(field, value, name, kind),
            (FieldValue::Fixed32(_) | FieldValue::Fixed64(_), Kind::Real) => {
                self.add(format_args!("{name}: {:.6}", field.as_f64()));
            }
            (FieldValue::Bytes(bytes), Kind::String | Kind::Bytes) => {
                self.add(format_args!("{name}: "));
                self.quoted(bytes);
            }
            (FieldValue::Bytes(_), Kind::Message(message)) => {
                self.add(format_args!("{name} {{"));
                self.depth += 1;
                self.message(field.fields(), Some(message));
                self.depth -= 1;
                self.line();
                self.out.push('}');
            }
            (FieldValue::Bytes(_), Kind::Int | Kind::Uint | Kind::Enum(_)) => {
                let mut is_first = true;
                field.each_varint(|value| {
                    if self.is_full() {
                        return;
                    }
                    if !std::mem::replace(&mut is_first, false) {
                        self.line();
                    }
                    self.number(field, value, name, kind);
                });
            }
            _ => self.unknown(field),
        }
    }

    fn number(&mut self, field: &Field<'_>, value: u64, name: &str, kind: Kind) {
        match kind {
            Kind::Int => self.add(format_args!("{name}: {}", value.cast_signed())),
            Kind::Uint => self.add(format_args!("{name}: {value}")),
            Kind::Bool => self.add(format_args!("{name}: {}", value != 0)),
            Kind::ZigZag => self.add(format_args!("{name}: {}", field.as_zigzag())),
            Kind::Enum(known) => match value_name(known, value) {
                Some(value) => self.add(format_args!("{name}: {value}")),
                None => self.add(format_args!("{}: {}", field.number, value.cast_signed())),
            },
            _ => self.unknown(field),
        }
    }

    /// Writes a field that the schema does not have, or not of this wire type.
    fn unknown(&mut self, field: &Field<'_>) {
        let number = field.number;
        match field.value {
            FieldValue::Varint(value) => {
                self.add(format_args!("{number}: {}", value.cast_signed()));
            }
            FieldValue::Fixed64(value) => self.add(format_args!("{number}: {value:#018x}")),
            FieldValue::Fixed32(value) => self.add(format_args!("{number}: {value:#010x}")),
            FieldValue::Bytes(bytes) => {
                self.add(format_args!("{number}: "));
                self.quoted(bytes);
            }
        }
    }

    /// Writes bytes as a string of printable characters.
    fn quoted(&mut self, bytes: &[u8]) {
        self.out.push('"');
        for &byte in bytes {
            if self.is_full() {
                break;
            }
            match byte {
                0x07 => self.out.push_str("\\a"),
                0x08 => self.out.push_str("\\b"),
                0x0c => self.out.push_str("\\f"),
                b'\n' => self.out.push_str("\\n"),
                b'\r' => self.out.push_str("\\r"),
                b'\t' => self.out.push_str("\\t"),
                0x0b => self.out.push_str("\\v"),
                b'\\' | b'\'' | b'"' => {
                    self.out.push('\\');
                    self.out.push(char::from(byte));
                }
                0x20..=0x7e => self.out.push(char::from(byte)),
                _ => self.add(format_args!("\\{byte:03o}")),
            }
        }
        self.out.push('"');
    }
}

fn value_name(known: &Enum, value: u64) -> Option<&'static str> {
    let value = i32::try_from(value.cast_signed()).ok()?;
    let found = known.values.iter().find(|(number, _)| *number == value)?;
    Some(found.1)
}
