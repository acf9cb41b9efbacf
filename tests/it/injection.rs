//! Terminal injection: no byte of a trace, a file name or a query reaches a terminal as a control character.
//!
//! Every text of the demo, in any field, gets an attack at its end, and so does the name of its file. Then
//! every command prints it in every format, to a terminal and to a pipe, and the viewer shows it with all its
//! keys.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use perfetty::app::command::Command;
use perfetty::app::effect::Effect;
use perfetty::cli::out::Out;
use perfetty::cli::{Exit, run_with};
use perfetty::widgets::{Depth, Glyphs, Theme, paint};
use prost_reflect::prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, ReflectMessage as _, Value};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar as _;

use crate::support;

/// What a hostile name may contain.
const ATTACKS: &[&[u8]] = &[
    b"\x1b]0;PWNED\x07",
    b"\x1b[31mPWNED\x1b[2J\x1b[H",
    b"\x1bP+q544e\x1b\\",
    b"\x00\x01\x07\x08\x0b\x0c\x0e\x7f",
    "\u{9b}31m\u{9d}0;PWNED\u{9c}".as_bytes(),
    b"\x9b31m\xff\xfe\xc3",
    b"two\nlines\r\nand\rtabs\t",
    "\u{202e}desrever\u{2066}\u{2069}\u{200f}\u{61c}".as_bytes(),
    "\u{200b}\u{200d}\u{2060}\u{feff}\u{ad}\u{180e}".as_bytes(),
    "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}".as_bytes(),
    "\u{e0001}\u{e0041}\u{e007f}\u{fe0f}\u{2028}\u{2029}".as_bytes(),
    b"<script>alert(1)</script>&\"'",
    b"|`*[x](http://y)|\"; --%s%n",
];

/// Appends an attack to every text of a message.
fn attack(message: &mut DynamicMessage, strings: &DescriptorPool, count: &mut usize) {
    let name = message.descriptor().full_name().to_owned();
    let original = strings.get_message_by_name(&name).unwrap();
    let fields: Vec<_> = message.fields().map(|(field, _)| field).collect();
    for field in fields {
        let is_text = original
            .get_field(field.number())
            .is_some_and(|field| matches!(field.kind(), Kind::String));
        let mut change = |value: &mut Value| match value {
            Value::Message(inner) => attack(inner, strings, count),
            Value::Bytes(bytes) if is_text => {
                *count += 1;
                let mut text = bytes.to_vec();
                if text.last() == Some(&b'\n') {
                    text.pop();
                }
                text.extend(ATTACKS[*count % ATTACKS.len()]);
                *bytes = text.into();
            }
            _ => {}
        };
        match message.get_field_mut(&field) {
            Value::List(values) => values.iter_mut().for_each(change),
            value => change(value),
        }
    }
}

/// Returns the demo with an attack in every text.
fn hostile_demo() -> Vec<u8> {
    let pool = DescriptorPool::from_file_descriptor_set(support::schema::with_bytes(
        support::schema::typed_schema(),
    ))
    .unwrap();
    let strings =
        DescriptorPool::from_file_descriptor_set(support::schema::typed_schema()).unwrap();
    let trace = pool.get_message_by_name("perfetto.protos.Trace").unwrap();
    let mut trace = DynamicMessage::decode(trace, crate::demo::trace().as_slice()).unwrap();
    let mut count = 0;
    attack(&mut trace, &strings, &mut count);
    assert!(count > 1000, "only {count} texts were changed");
    trace.encode_to_vec()
}

/// Returns a JSON trace with an attack in each name.
fn hostile_json() -> String {
    let mut text = String::from("[");
    for (index, attack) in ATTACKS.iter().enumerate() {
        let name = serde_json::to_string(&String::from_utf8_lossy(attack)).unwrap();
        for event in [
            r#""ph":"X","dur":5"#,
            r#""ph":"b","id":1"#,
            r#""ph":"C","dur":1"#,
        ] {
            writeln!(
                text,
                "{{{event},\"ts\":{index},\"pid\":{name},\"tid\":{name},\"name\":{name},\
                 \"cat\":{name},\"args\":{{{name}:{name},\"n\":1}}}},"
            )
            .unwrap();
        }
    }
    text + "]"
}

/// Frames, stages and scrolls of Chromium, tasks of its schedulers, labels and categories, all with
/// every attack in what they are called.
fn hostile_chromium() -> String {
    let all: Vec<_> = ATTACKS
        .iter()
        .map(|attack| String::from_utf8_lossy(attack))
        .collect();
    let hostile = all.join(" ");
    let event = |event: serde_json::Value| {
        let mut whole = serde_json::json!({ "ph": "X", "pid": 1, "tid": 1, "cat": hostile });
        let fields = whole.as_object_mut().unwrap();
        fields.extend(event.as_object().unwrap().clone());
        whole
    };
    let named = |what: &str| format!("{what} {hostile}");
    let meta = |name: &str, args: serde_json::Value| {
        event(serde_json::json!({ "ph": "M", "name": name, "args": args }))
    };
    let mut events = vec![
        meta(
            "process_name",
            serde_json::json!({ "name": named("process") }),
        ),
        meta(
            "process_labels",
            serde_json::json!({ "labels": named("label") }),
        ),
        meta(
            "thread_name",
            serde_json::json!({ "name": named("thread") }),
        ),
    ];
    for at in 0..6 {
        let (state, stage) = match at {
            0..4 => ("PRESENTED_ALL", 10),
            _ => ("DROPPED", 80),
        };
        let says = serde_json::json!({ "chrome_frame_reporter": {
            "state": format!("STATE_{state}"), "affects_smoothness": true, "frame_sequence": at } });
        events.push(event(serde_json::json!({
            "name": "PipelineReporter", "ts": at * 100, "dur": 90, "args": says })));
        events.push(event(serde_json::json!({
            "name": named("stage"), "ts": at * 100 + 1, "dur": stage })));
    }
    for at in 0..3 {
        for (ts, tid, way) in [(1_000, 2, "flow_out"), (1_020, 3, "flow_in")] {
            let args = serde_json::json!({
                "src_func": named("function"), "mojo_interface_tag": named("interface"),
                named("key"): named(way) });
            events.push(event(serde_json::json!({
                "name": named("step"), "cat": named("toplevel,"), "ts": ts + at * 100, "dur": 10,
                "tid": tid, "args": args, "bind_id": at, way: true })));
        }
    }
    let says = serde_json::json!({ "event_latency": {
        "event_latency_id": 1, "is_janky_scrolled_frame_v3": true } });
    events.push(event(serde_json::json!({
        "name": "EventLatency", "tid": 4, "ts": 2_000, "dur": 50, "args": says })));
    events.push(event(serde_json::json!({
        "name": named("latency"), "tid": 4, "ts": 2_001, "dur": 40 })));
    serde_json::Value::Array(events).to_string()
}

/// A writer that shares what it is given.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs a command with a terminal or a pipe as output, and returns what it printed.
fn run(args: &[&str], trace: &Path, terminal: bool) -> Vec<u8> {
    let (output, errors) = (Shared::default(), Shared::default());
    let mut out = Out::to(Box::new(output.clone()), Box::new(errors.clone()), terminal);
    let args = args.iter().map(|arg| match *arg {
        "%" => trace.as_os_str().to_owned(),
        arg => OsString::from(arg),
    });
    let exit = run_with(std::iter::once("perfetty".into()).chain(args), &mut out);
    drop(out);
    safe(&errors.0.borrow(), "standard error");
    assert!(
        matches!(exit, Exit::Done | Exit::No | Exit::Usage),
        "{exit:?}: {}",
        String::from_utf8_lossy(&errors.0.borrow())
    );
    output.0.take()
}

/// Checks that a terminal would show the bytes as text.
fn safe(bytes: &[u8], about: &str) {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{about}: {error}"));
    let mut n_marks = 0;
    for (at, c) in text.char_indices() {
        let place = || text.get(text.floor_char_boundary(at.saturating_sub(60))..at);
        assert!(
            c == '\n' || !c.is_control(),
            "{about}: {c:?} after {:?}",
            place()
        );
        assert!(!is_hidden(c), "{about}: {c:?} after {:?}", place());
        n_marks = if c.width() == Some(0) { n_marks + 1 } else { 0 };
        assert!(
            n_marks <= 3,
            "{about}: a flood of marks after {:?}",
            place()
        );
    }
}

/// Returns whether a character reorders, joins or is invisible, by the Unicode standard's lists.
fn is_hidden(c: char) -> bool {
    let code = u32::from(c);
    [
        0xad..=0xad,
        0x61c..=0x61c,
        0x180e..=0x180e,
        0x200b..=0x200f,
        0x2028..=0x202e,
        0x2060..=0x206f,
        0xfe00..=0xfe0f,
        0xfeff..=0xfeff,
        0xfff9..=0xfffb,
        0xe0000..=0xe0fff,
    ]
    .iter()
    .any(|range| range.contains(&code))
}

/// Removes the colours from the output of `snapshot --format ansi`.
fn without_colours(bytes: &[u8]) -> Vec<u8> {
    let colours = regex::bytes::Regex::new("\x1b\\[[0-9;]*m").unwrap();
    colours.replace_all(bytes, &b""[..]).into_owned()
}

const SQL: &str = "select s.*, extract_arg(arg_set_id, 'debug.note') as \"co\u{1b}[1mlumn\" \
    from slice s limit 300; select * from args limit 2000; select * from thread; \
    select * from process; select * from track; select * from android_logs; \
    select * from stats; select * from metadata; \
    select * from actual_frame_timeline_slice; select cast(x'1b5b33316d' as text), x'1b00'";

/// Commands whose output is for people, which must always be safe.
const FOR_PEOPLE: &[&[&str]] = &[
    &["info", "%"],
    &["tracks", "%"],
    &["slices", "%", "-n", "500"],
    &["slices", "%", "-n", "500", "--by-thread"],
    &["slices", "%", "-n", "500", "--format", "md"],
    &["janks", "%"],
    &["janks", "%", "--explain"],
    &["janks", "%", "--format", "md"],
    &["janks", "%", "--format", "junit"],
    &["flow", "%"],
    &["flow", "%", "--from", "name:."],
    &["flow", "%", "--from", "name:.", "--format", "mermaid"],
    &["query", "%", SQL],
    &["snapshot", "%", "--expand", "."],
    &["snapshot", "%", "--expand", ".", "--format", "svg"],
    &["snapshot", "%", "--select", "name:.", "--format", "svg"],
];

/// Commands whose output is for programs: safe on a terminal, unchanged in a pipe.
const FOR_PROGRAMS: &[&[&str]] = &[
    &["info", "%", "--format", "json"],
    &["tracks", "%", "--format", "json"],
    &["slices", "%", "--format", "json"],
    &["slices", "%", "-n", "500", "--format", "csv"],
    &["janks", "%", "--format", "json"],
    &["janks", "%", "--format", "csv"],
    &["flow", "%", "--format", "json"],
    &["flow", "%", "--from", "name:.", "--format", "json"],
    &["query", "%", "--format", "csv", SQL],
    &["query", "%", "--format", "tsv", SQL],
    &["query", "%", "--format", "tp", SQL],
    &["query", "%", "--format", "json", SQL],
    &["query", "%", "--format", "ndjson", SQL],
];

fn write_hostile(folder: &Path, content: &[u8]) -> PathBuf {
    let path = folder.join("\u{1b}]0;PWNED\u{7}\u{202e}\n<script>");
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn no_command_lets_a_trace_steer_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for content in [hostile_demo(), hostile_json().into_bytes()] {
        let is_json = content.starts_with(b"[");
        let trace = write_hostile(folder.path(), &content);
        for args in FOR_PEOPLE {
            if is_json && args[0] != "info" && args[0] != "query" && args[0] != "snapshot" {
                continue;
            }
            for terminal in [true, false] {
                let about = format!("{args:?}, terminal: {terminal}");
                let output = run(args, &trace, terminal);
                safe(&output, &about);
                let text = String::from_utf8_lossy(&output);
                if ["svg", "md", "junit", "mermaid"]
                    .iter()
                    .any(|format| args.contains(format))
                {
                    let escaped = text.replace("\\<", "");
                    assert!(!escaped.contains("<script"), "{about}: markup");
                }
            }
        }
        for args in FOR_PROGRAMS {
            if is_json && args[0] != "query" {
                continue;
            }
            let mut output = run(args, &trace, true);
            if args.contains(&"tsv") {
                // Tabs separate the columns.
                output.retain(|&byte| byte != b'\t');
            }
            safe(&output, &format!("{args:?} on a terminal"));
        }
        let snapshot = ["snapshot", "%", "--expand", ".", "--format", "ansi"];
        safe(&without_colours(&run(&snapshot, &trace, true)), "ansi");
    }
}

#[test]
fn what_chromium_calls_its_frames_does_not_steer_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let trace = write_hostile(folder.path(), hostile_chromium().as_bytes());
    let mut n_told = 0;
    for args in [
        &["janks", "%"][..],
        &["janks", "%", "--format", "md"],
        &["janks", "%", "--format", "csv"],
        &["janks", "%", "--format", "json"],
        &["janks", "%", "--format", "junit"],
        &["janks", "%", "--explain"],
        &["flow", "%"],
        &["flow", "%", "--from", "name:step"],
        &["flow", "%", "--from", "name:step", "--format", "mermaid"],
        &["tracks", "%"],
        &["info", "%"],
        &["slices", "%"],
    ] {
        let output = run(args, &trace, true);
        safe(&output, &format!("{args:?}"));
        n_told += usize::from(String::from_utf8_lossy(&output).contains("PWNED"));
    }
    assert!(n_told >= 8, "only {n_told} reports have what is hostile");
    let keys = [
        "E",
        "nn",
        "nL",
        "n!",
        "J",
        "J<enter>",
        "<gt>slow-flows<enter>",
        "<gt>categories<enter>",
        "/step<enter>",
        "/function<enter>",
        "2",
        "3",
        "4",
        "L",
        "]]",
    ];
    let selections = [
        "name:step",
        "name:PipelineReporter",
        "name:EventLatency",
        "area:0s+3ms",
    ];
    let mut n_told = 0;
    for select in selections {
        for keys in keys {
            let args = [
                "snapshot", "%", "--size", "160x40", "--select", select, "--keys", keys,
            ];
            let output = run(&args, &trace, true);
            safe(&without_colours(&output), &format!("{select} {keys}"));
            n_told += usize::from(String::from_utf8_lossy(&output).contains("PWNED"));
        }
    }
    assert!(n_told > 30, "only {n_told} screens have what is hostile");
}

#[test]
fn programs_get_the_bytes_of_the_trace() {
    let folder = tempfile::tempdir().unwrap();
    let trace = write_hostile(folder.path(), &hostile_demo());
    let sql = "select name from slice union all select string_value from args";
    let has = |output: &[u8], text: &[u8]| output.windows(text.len()).any(|bytes| bytes == text);
    for (format, is_text) in [("csv", true), ("tsv", true), ("tp", false)] {
        let output = run(&["query", "%", "--format", format, sql], &trace, false);
        for attack in [ATTACKS[0], ATTACKS[5]] {
            // Only trace processor hands on what is no UTF-8.
            let text = String::from_utf8_lossy(attack);
            let expected = if is_text { text.as_bytes() } else { attack };
            assert!(has(&output, expected), "{format} lacks {attack:?}");
        }
        assert_eq!(std::str::from_utf8(&output).is_ok(), is_text, "{format}");
    }
    // Reports are UTF-8. Names of frames, layers and processes only contain the first of the attacks.
    let is_attack = |text: &str| {
        let whole = |attack: &&[u8]| std::str::from_utf8(attack).is_ok_and(|it| text.contains(it));
        ATTACKS[..11].iter().any(whole)
    };
    for args in [
        &["slices", "%", "-n", "0", "--format", "csv"][..],
        &["janks", "%", "--format", "csv"],
    ] {
        let output = String::from_utf8(run(args, &trace, false)).unwrap();
        assert!(is_attack(&output), "{args:?}: {output}");
    }
    for args in [
        &["query", "%", "--format", "json", sql][..],
        &["slices", "%", "-n", "0", "--format", "json"],
        &["tracks", "%", "--format", "json"],
        &["janks", "%", "--format", "json"],
        &["flow", "%", "--format", "json"],
        &["flow", "%", "--from", "name:.", "--format", "json"],
    ] {
        let read = |terminal| -> serde_json::Value {
            serde_json::from_slice(&run(args, &trace, terminal)).unwrap()
        };
        let piped = read(false);
        assert_eq!(
            piped,
            read(true),
            "{args:?} says something else on a terminal"
        );
        assert!(any_text(&piped, &is_attack), "{args:?}: {piped:#}");
    }
}

/// Returns whether any text in a value satisfies a condition.
fn any_text(value: &serde_json::Value, is_so: &dyn Fn(&str) -> bool) -> bool {
    match value {
        serde_json::Value::String(text) => is_so(text),
        serde_json::Value::Array(items) => items.iter().any(|item| any_text(item, is_so)),
        serde_json::Value::Object(fields) => fields.values().any(|item| any_text(item, is_so)),
        _ => false,
    }
}

#[test]
fn names_of_columns_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let trace = write_hostile(folder.path(), &crate::demo::trace());
    // SQL must be UTF-8 and ends at a zero byte.
    let names: Vec<String> = ATTACKS
        .iter()
        .map(|attack| String::from_utf8_lossy(attack).replace('\0', "\u{8}"))
        .collect();
    let column = |name: &String| format!("1 as \"{}\"", name.replace('"', "\"\""));
    let columns: Vec<String> = names.iter().map(column).collect();
    let sql = format!("select {}", columns.join(", "));
    for format in ["table", "csv", "tsv", "tp", "json", "ndjson"] {
        let mut output = run(&["query", "%", "--format", format, &sql], &trace, true);
        if format == "tsv" {
            // Tabs separate the columns.
            output.retain(|&byte| byte != b'\t');
        }
        safe(&output, &format!("{format} on a terminal"));
    }
    for terminal in [true, false] {
        let output = run(&["query", "%", "--format", "json", &sql], &trace, terminal);
        let rows: Vec<serde_json::Map<_, serde_json::Value>> =
            serde_json::from_slice(&output).unwrap();
        assert!(rows[0].keys().eq(&names), "terminal: {terminal}");
    }
}

#[test]
fn reports_give_the_whole_text() {
    const LEN: usize = 50_000;
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("long.json");
    let name = "n".repeat(LEN);
    let event = format!(r#"[{{"ph":"X","ts":1,"dur":1,"pid":1,"tid":2,"name":"{name}"}}]"#);
    std::fs::write(&trace, event).unwrap();
    for args in [
        &["query", "%", "select name from slice"][..],
        &["query", "%", "--format", "csv", "select name from slice"],
        &["query", "%", "--format", "json", "select name from slice"],
        &["slices", "%", "--format", "md"],
        &["slices", "%", "--format", "csv"],
        &["slices", "%", "--format", "json"],
    ] {
        let output = String::from_utf8(run(args, &trace, false)).unwrap();
        assert!(output.contains(&name), "{args:?} cuts it");
    }
}

/// Keys that show, copy and write texts of the trace, a few at a time.
const KEYS: &[&str] = &[
    "E",
    "E",
    "jjj.",
    "e",
    "<esc>",
    "J",
    "<enter>",
    "2",
    "3",
    "4",
    "5",
    "6",
    "L",
    "P",
    "c",
    "<esc>",
    "!",
    "<esc>",
    "/PWNED<enter>",
    "n",
    "y",
    "Y",
    "S",
    "<esc>",
    "t<enter>",
    "v",
    "R",
    "*",
    "?",
    "<esc>",
    "<c-p>",
    "a",
    "<esc>",
    ">",
    "<esc>",
    ":select * from args<enter>",
    "j",
    "x",
    "<esc>",
    ">ftrace<enter>",
    "j",
    "<enter>",
    "Mnote<enter>",
    "y",
    "Y",
    "m",
    "'",
    "x",
    "H",
];

#[test]
fn no_key_lets_a_trace_steer_the_viewer() {
    let trace = crate::screen::import(hostile_demo());
    let size = perfetty::view::scene::Size {
        cols: 120,
        rows: 40,
    };
    let name = "\u{1b}]0;PWNED\u{7}\u{202e}\n";
    let config = perfetty::app::config::Config::default();
    let mut session = perfetty::app::session::Session::new(name, &config, size);
    session.set_trace(std::sync::Arc::clone(&trace));
    let theme = Theme::built_in("dark", Depth::True).unwrap();
    let look = |session: &mut perfetty::app::session::Session, about: &str| {
        let scene = session.scene();
        let mut buffer = Buffer::empty(Rect::new(0, 0, scene.size.cols, scene.size.rows));
        paint(&scene, &theme, Glyphs::Braille, &mut buffer);
        for cell in buffer.content() {
            safe(cell.symbol().as_bytes(), about);
            assert!(!cell.symbol().contains(['\n', '\r']), "{about}");
        }
    };
    look(&mut session, "first");
    let keys = |text: &str| perfetty::app::key::Key::parse_all(text).unwrap();
    let mut hostile = std::collections::BTreeSet::new();
    for text in KEYS {
        for key in keys(text) {
            session.key(key);
            for effect in session.sync() {
                // Pasted text must not press keys or look like something else, and a written file may be
                // shown in a terminal. Nothing cleans these texts any more, so they are checked unchanged.
                let (effect, what) = match effect {
                    Effect::Copy { text, .. } => (text, "copied"),
                    Effect::Write { text, .. } => (text, "written"),
                    _ => continue,
                };
                safe(
                    effect.replace('\t', " ").as_bytes(),
                    &format!("{what} by {text}"),
                );
                hostile.extend(effect.contains("PWNED").then_some(what));
            }
            look(&mut session, text);
        }
    }
    assert_eq!(
        hostile.into_iter().collect::<Vec<_>>(),
        ["copied", "written"],
        "nothing hostile came that way"
    );
    assert!(Command::ALL.len() > 50);
}

#[test]
fn the_title_of_the_window_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_hostile(folder.path(), &crate::demo::trace());
    let mut tty = crate::tty::Tty::start(&[path.to_str().unwrap()]);
    tty.wait_for("example.feed").send("q");
    let (status, output) = tty.end();
    assert_eq!(status, 0);
    assert!(
        !output.contains("\u{1b}]0;"),
        "the file's name set the title"
    );
    let title = output.split("\u{1b}]2;").nth(1).unwrap();
    let title = title.split("\u{1b}\\").next().unwrap();
    safe(title.as_bytes(), "the title");
    assert!(title.contains("PWNED"), "{title:?}");
}
