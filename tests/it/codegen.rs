//! `protos/` generates `src/proto.rs`, `src/proto/schema.rs` and `tests/messages/lib.rs`.
//!
//! The generated files are committed, so that building needs neither a protobuf
//! compiler nor a build script: the numbers of fields as constants, the schema of
//! typed arguments as tables, and for tests prost messages in which every text is bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use prost_reflect::prost_types::field_descriptor_proto::{Label, Type};
use prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
    FileDescriptorSet,
};

use crate::support;

mod numbers;

#[test]
fn proto_rs_is_what_protos_generates() {
    let modules = numbers::modules(&support::schema::typed_schema());
    let out = format!("{HEADER}{modules}");
    support::check_file(&support::repo("src/proto.rs"), out.as_bytes());
}

#[test]
fn messages_are_what_protos_generates() {
    let schema = without_config(support::schema::schema());
    let messages = messages(support::schema::with_bytes(schema));
    let out = format!("{MESSAGES_HEADER}{messages}");
    support::check_file(&support::repo("tests/messages/lib.rs"), out.as_bytes());
}

#[test]
fn schema_rs_is_what_protos_typed_describes() {
    let out = Schema::new(&support::schema::typed_schema()).tables();
    support::check_file(&support::repo("src/proto/schema.rs"), out.as_bytes());
}

const HEADER: &str = "\
//! Numbers of fields and schema tables, generated from `protos/` and the list of kernel events.
//!
//! Do not edit: change `protos/`, or for kernel events the list in `tests/it/codegen/numbers.rs`, and run
//! `BLESS=1 cargo test --test it codegen`.
//! A module for every message has the numbers of its fields, [`ftrace_event`] those of events and a
//! module for each of them; [`schema`] names the arguments of typed fields.

#![expect(missing_docs, reason = \"generated\")]

pub mod schema;
";

const MESSAGES_HEADER: &str = "\
//! Prost messages with which tests write traces, generated from `protos/`.
//!
//! Do not edit: change `protos/` and run `BLESS=1 cargo test --test it codegen`.
//! Texts are bytes here, since a trace may hold text that is not UTF-8.

#![allow(missing_docs, clippy::all, clippy::pedantic, reason = \"generated\")]

";

/// Returns a schema without the configuration, which is written as text and never decoded.
fn without_config(mut schema: FileDescriptorSet) -> FileDescriptorSet {
    let config = |file: &FileDescriptorProto| file.name() == CONFIG_FILE;
    let (config, rest): (Vec<_>, Vec<_>) = schema.file.into_iter().partition(config);
    let is_config = |field: &FieldDescriptorProto| {
        let mut messages = config.iter().flat_map(|file| &file.message_type);
        messages.any(|message| {
            let name = format!(".perfetto.protos.{}", message.name());
            let below = field.type_name().strip_prefix(&name);
            below.is_some_and(|below| below.is_empty() || below.starts_with('.'))
        })
    };
    schema.file = rest;
    for file in &mut schema.file {
        file.dependency.retain(|name| name != CONFIG_FILE);
        for message in &mut file.message_type {
            message.field.retain(|field| !is_config(field));
        }
    }
    schema
}

/// The file of the configuration, and its message.
const CONFIG_FILE: &str = "config.proto";
const CONFIG: &str = ".perfetto.protos.TraceConfig";

/// Returns the prost types of the package, as Rust source.
fn messages(schema: FileDescriptorSet) -> String {
    let dir = tempfile::tempdir().expect("a temporary directory");
    prost_build::Config::new()
        .out_dir(dir.path())
        .skip_protoc_run()
        .compile_fds(schema)
        .expect("prost accepts the schema");
    let path = dir.path().join("perfetto.protos.rs");
    let generated = std::fs::read_to_string(path).expect("one file for the one package");
    // The first line names the generator; the header says more.
    generated
        .split_once('\n')
        .map_or(String::new(), |(_, rest)| rest.to_owned())
}

/// All messages and enums by the names of their constants, such as `TRACK_EVENT_LEGACY_EVENT`.
#[derive(Default)]
struct Schema {
    messages: BTreeMap<String, (String, DescriptorProto)>,
    enums: BTreeMap<String, (String, EnumDescriptorProto)>,
    /// The fields by which TrackEvent is extended.
    extensions: Vec<FieldDescriptorProto>,
}

impl Schema {
    fn new(set: &FileDescriptorSet) -> Self {
        let mut schema = Self::default();
        for file in &set.file {
            let package = file.package();
            for message in &file.message_type {
                schema.add(package, message);
            }
            for item in &file.enum_type {
                schema.add_enum(package, item);
            }
            schema.extensions.extend(file.extension.iter().cloned());
        }
        schema
    }

    fn add(&mut self, scope: &str, message: &DescriptorProto) {
        let name = format!("{scope}.{}", message.name());
        for nested in &message.nested_type {
            self.add(&name, nested);
        }
        for item in &message.enum_type {
            self.add_enum(&name, item);
        }
        self.extensions.extend(message.extension.iter().cloned());
        let clash = self
            .messages
            .insert(constant(&name), (name, message.clone()));
        assert!(clash.is_none(), "two messages share a constant's name");
    }

    fn add_enum(&mut self, scope: &str, item: &EnumDescriptorProto) {
        let name = format!("{scope}.{}", item.name());
        let clash = self.enums.insert(constant(&name), (name, item.clone()));
        assert!(clash.is_none(), "two enums share a constant's name");
    }

    /// Returns the tables of all messages that an extension of TrackEvent or the configuration refers to.
    fn tables(&self) -> String {
        let mut out = String::from(TABLES);
        let typed = self.reached(self.extensions.iter().collect());
        let config = constant(CONFIG.trim_start_matches('.'));
        let mut reached = self.reached(self.messages[&config].1.field.iter().collect());
        reached.insert(config);
        reached.extend(typed.iter().cloned());
        for (constant, (name, item)) in &self.enums {
            if reached.contains(constant) {
                writeln!(out, "pub static {constant}: Enum = Enum {{").expect("a string");
                writeln!(out, "    name: \"{name}\",\n    values: &[").expect("a string");
                for value in &item.value {
                    let (number, name) = (value.number(), value.name());
                    writeln!(out, "        ({number}, \"{name}\"),").expect("a string");
                }
                out.push_str("    ],\n};\n");
            }
        }
        for (constant, (name, message)) in &self.messages {
            if reached.contains(constant) {
                write_message(&mut out, constant, name, &message.field);
            }
        }
        let track_event = "perfetto.protos.TrackEvent";
        write_message(&mut out, TRACK_EVENT, track_event, &self.extensions);
        out.push_str(
            "\n/// Every message of typed fields.\npub static MESSAGES: &[&Message] = &[\n",
        );
        let messages = self.messages.keys().filter(|name| typed.contains(*name));
        for constant in messages.map(String::as_str).chain([TRACK_EVENT]) {
            writeln!(out, "    &{constant},").expect("a string");
        }
        out.push_str("];\n");
        out
    }

    /// Returns the constants of all messages and enums that fields refer to, at any depth.
    fn reached<'a>(&'a self, mut fields: Vec<&'a FieldDescriptorProto>) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        while let Some(field) = fields.pop() {
            let target = constant(field.type_name().trim_start_matches('.'));
            if !field.type_name().is_empty()
                && reached.insert(target.clone())
                && let Some((_, message)) = self.messages.get(&target)
            {
                fields.extend(&message.field);
            }
        }
        reached
    }
}

/// The constant of the message that the extensions extend.
const TRACK_EVENT: &str = "TRACK_EVENT";

fn write_message(out: &mut String, constant: &str, name: &str, fields: &[FieldDescriptorProto]) {
    writeln!(out, "pub static {constant}: Message = Message {{").expect("a string");
    writeln!(out, "    name: \"{name}\",\n    fields: &[").expect("a string");
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by_key(|field| field.number());
    for field in fields {
        let (number, name, kind) = (field.number(), field.name(), kind(field));
        let repeated = field.label() == Label::Repeated;
        writeln!(
            out,
            "        Field {{ number: {number}, name: \"{name}\", kind: {kind}, repeated: {repeated} }},"
        )
        .expect("a string");
    }
    out.push_str("    ],\n};\n");
}

const TABLES: &str = "\
//! What the arguments of typed fields are called and hold, generated from `protos/typed/`, and the
//! fields of the configuration, from `protos/config.proto`.
//!
//! Do not edit: change `protos/` and run `BLESS=1 cargo test --test it codegen`.
//! The reference knows these messages without being told by the trace.

#![expect(clippy::unreadable_literal, reason = \"generated\")]

/// A message: its full name and its fields, by number.
#[derive(Debug)]
pub struct Message {
    pub name: &'static str,
    pub fields: &'static [Field],
}

/// A field of a message.
#[derive(Debug)]
pub struct Field {
    pub number: u32,
    pub name: &'static str,
    pub kind: Kind,
    pub repeated: bool,
}

/// An enum: its full name and its values.
#[derive(Debug)]
pub struct Enum {
    pub name: &'static str,
    pub values: &'static [(i32, &'static str)],
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Real,
    Int,
    ZigZag,
    Uint,
    Bool,
    String,
    Bytes,
    Enum(&'static Enum),
    /// Any number of an enum's values, each a bit.
    Flags(&'static Enum),
    Message(&'static Message),
}

";

/// The message around enums of which each value is a bit.
const FLAGS: &str = ".AndroidFlags.";

/// Returns a field's kind as Rust source.
fn kind(field: &FieldDescriptorProto) -> String {
    let target = || constant(field.type_name().trim_start_matches('.'));
    match field.r#type() {
        Type::Double | Type::Float => "Kind::Real".into(),
        Type::Int64 | Type::Int32 | Type::Sfixed64 | Type::Sfixed32 => "Kind::Int".into(),
        Type::Uint64 | Type::Uint32 | Type::Fixed64 | Type::Fixed32 => "Kind::Uint".into(),
        Type::Sint64 | Type::Sint32 => "Kind::ZigZag".into(),
        Type::Bool => "Kind::Bool".into(),
        Type::String => "Kind::String".into(),
        Type::Bytes => "Kind::Bytes".into(),
        Type::Enum if field.type_name().contains(FLAGS) => {
            format!("Kind::Flags(&{})", target())
        }
        Type::Enum => format!("Kind::Enum(&{})", target()),
        Type::Message => format!("Kind::Message(&{})", target()),
        Type::Group => panic!("groups are not used"),
    }
}

/// Returns the name of a constant: `perfetto.protos.TrackEvent.LegacyEvent` gives `TRACK_EVENT_LEGACY_EVENT`.
fn constant(name: &str) -> String {
    let name = name.strip_prefix("perfetto.protos.").unwrap_or(name);
    let mut out = String::new();
    let mut previous = '.';
    for letter in name.chars() {
        if letter == '.' {
            out.push('_');
        } else {
            if letter.is_uppercase() && previous != '.' && !previous.is_uppercase() {
                out.push('_');
            }
            out.push(letter.to_ascii_uppercase());
        }
        previous = letter;
    }
    out
}

#[test]
fn constants_are_spelled_as_the_readers_expect() {
    assert_eq!(
        constant("perfetto.protos.TrackEvent.LegacyEvent"),
        "TRACK_EVENT_LEGACY_EVENT"
    );
}

#[test]
fn text_in_a_textproto_may_be_any_bytes() {
    let bytes = support::trace_from_text(r#"packet { track_event { name: "a\377" } }"#);
    assert_eq!(bytes, b"\x0a\x07\x5a\x05\xba\x01\x02a\xff");
}
