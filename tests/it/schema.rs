//! The schema of `protos/`, as a description that tests and fuzz targets look at.

use std::path::{Path, PathBuf};

use prost_reflect::prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorSet};

/// Returns a path inside the checkout, also from the fuzz targets, which are a package below it.
fn repo(path: &str) -> PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found = folders.find_map(|folder| Some(folder.join(path)).filter(|path| path.exists()));
    found.unwrap_or_else(|| panic!("{path} is missing"))
}

/// Returns the schema of `protos/`, in reading order from the root.
pub(crate) fn schema() -> FileDescriptorSet {
    compile(&["trace.proto"])
}

/// Returns the schema with the extensions of TrackEvent.
pub(crate) fn typed_schema() -> FileDescriptorSet {
    compile(&["trace.proto", "typed/chrome.proto", "typed/android.proto"])
}

fn compile(files: &[&str]) -> FileDescriptorSet {
    protox::Compiler::new([repo("protos")])
        .and_then(|mut compiler| {
            compiler.include_imports(true).include_source_info(true);
            compiler.open_files(files)?;
            Ok(compiler.file_descriptor_set())
        })
        .unwrap_or_else(|error| panic!("protos/ does not compile: {error}"))
}

/// Returns a schema with every `string` turned into `bytes`, so that text may be any bytes.
pub(crate) fn with_bytes(mut schema: FileDescriptorSet) -> FileDescriptorSet {
    const STRING: i32 = 9;
    const BYTES: i32 = 12;
    fn relax(message: &mut DescriptorProto) {
        for field in &mut message.field {
            if field.r#type == Some(STRING) {
                field.r#type = Some(BYTES);
            }
        }
        message.nested_type.iter_mut().for_each(relax);
    }
    for file in &mut schema.file {
        file.message_type.iter_mut().for_each(relax);
    }
    schema
}

/// Returns a schema with all kernel events that the importer knows by name, including those without a message
/// in `protos/`.
pub(crate) fn with_events(mut schema: FileDescriptorSet) -> FileDescriptorSet {
    const OPTIONAL: i32 = 1;
    const MESSAGE: i32 = 11;
    let field = |number: i32, name: &str, kind: i32| FieldDescriptorProto {
        name: Some(name.to_owned()),
        number: Some(number),
        label: Some(OPTIONAL),
        r#type: Some(kind),
        ..FieldDescriptorProto::default()
    };
    let files = schema.file.iter_mut();
    let Some(file) = files.into_iter().find(|file| file.name() == "ftrace.proto") else {
        return schema;
    };
    let events = repo("src/import/ftrace/events.txt");
    let events = std::fs::read_to_string(events).expect("the list of events");
    for line in events.lines() {
        let mut words = line.split(' ');
        let (Some(number), Some(name)) = (words.next(), words.next()) else {
            continue;
        };
        let number: i32 = number.parse().expect("a number");
        let all = file.message_type.iter_mut();
        let event = all.into_iter().find(|of| of.name() == "FtraceEvent");
        let event = event.expect("protos/ftrace.proto has FtraceEvent");
        if event.field.iter().any(|field| field.number() == number) {
            continue;
        }
        let message = format!("Event{number}");
        let mut event_field = field(number, name, MESSAGE);
        event_field.type_name = Some(format!(".perfetto.protos.{message}"));
        event.field.push(event_field);
        let fields = words.map(|word| {
            let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let number = word.trim_end_matches(name).parse().expect("a number");
            let mut chars = name.chars();
            let kind = match chars.next() {
                Some('d') => 1,
                Some('f') => 2,
                Some('i') => 3,
                Some('u') => 4,
                Some('s') => 12,
                _ => 18,
            };
            field(number, chars.as_str(), kind)
        });
        let fields = fields.collect();
        file.message_type.push(DescriptorProto {
            name: Some(message),
            field: fields,
            ..DescriptorProto::default()
        });
    }
    schema
}
