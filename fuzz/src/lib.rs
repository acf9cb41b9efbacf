//! What the fuzz targets do with any bytes.
//!
//! Also included by `tests/it/fuzz.rs`, which runs these functions over their
//! corpus with stable Rust. A function panics if a promise is broken.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use perfetty::app::config::Config;
use perfetty::app::key::Key;
use perfetty::app::keymap::Keymap;
use perfetty::base::time::Dur;
use perfetty::bytes::packets::Packets;
use perfetty::bytes::source::TraceBytes;
use perfetty::decode::fields::{FieldValue, Fields};
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::model::trace::Trace;
use perfetty::sql::complete::complete;
use perfetty::sql::session::{Limits, SqlSession};
use perfetty_messages::{FtraceEvent, FtraceEventBundle, PrintFtraceEvent, TracePacket};
use prost::Message as _;

mod any;
mod samples;
#[path = "../../tests/it/schema.rs"]
#[expect(
    dead_code,
    clippy::duplicate_mod,
    reason = "a file of the tests, which need more of it"
)]
mod schema;
mod screen;
mod structured;

pub use any::any;
pub use screen::screen;
pub use structured::structured;

/// Runs a target over the files that the command line names.
pub fn each_file(target: fn(&[u8])) -> std::io::Result<()> {
    for path in std::env::args_os().skip(1) {
        target(&std::fs::read(path)?);
    }
    Ok(())
}

/// Imports bytes of any kind with one thread and checks the result.
fn import_bytes(bytes: Vec<u8>) -> Option<Trace> {
    let bytes = Arc::new(TraceBytes::from_vec(bytes).ok()?);
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let trace = import_with(&bytes, options, &mut Unobserved).ok()?;
    if let Err(broken) = trace.check_invariants() {
        panic!("{broken}");
    }
    Some(trace)
}

/// Packets: each lies inside the bytes, they go forward, and the end is explained.
pub fn framing(data: &[u8]) {
    let mut packets = Packets::new(data);
    let mut last = None;
    for packet in packets.by_ref() {
        assert!(!packet.bytes.is_empty());
        assert!(last.is_none_or(|last| last < packet.offset));
        let start = packet.bytes.as_ptr() as usize - data.as_ptr() as usize;
        assert!(start + packet.bytes.len() <= data.len());
        last = Some(packet.offset);
    }
    assert!(packets.next().is_none());
    assert!(packets.offset() as usize == data.len() || packets.problem().is_some());
}

/// Fields: they end, at any depth.
pub fn fields(data: &[u8]) {
    fn walk(data: &[u8], depth: usize) {
        let mut n_fields = 0;
        for field in Fields::new(data) {
            n_fields += 1;
            assert!(n_fields <= data.len(), "more fields than bytes");
            let _numbers = (
                field.as_u64(),
                field.as_i64(),
                field.as_zigzag(),
                field.as_f64(),
            );
            if let FieldValue::Bytes(bytes) = field.value {
                field.each_varint(|_| {});
                field.each_fixed64(|_| {});
                if depth < 4 {
                    walk(bytes, depth + 1);
                }
            }
        }
    }
    walk(data, 0);
}

/// A file: whatever it is, it is refused or becomes a sound trace.
pub fn import(data: &[u8]) {
    if let Some(trace) = import_bytes(data.to_vec()) {
        read_everything(&trace);
    }
}

/// Chrome's JSON, with or without the list around it.
pub fn json(data: &[u8]) {
    for start in [&b""[..], b"[", b"[{\"ph\":\"X\",", b"{\"traceEvents\":["] {
        import_bytes([start, data].concat());
    }
}

/// Lines of the atrace grammar in a kernel event each.
pub fn atrace(data: &[u8]) {
    let event = data
        .split(|&byte| byte == b'\n')
        .zip(1..)
        .map(|(line, index)| FtraceEvent {
            timestamp: Some(100 * index),
            pid: Some(10 + index as u32 % 3),
            print: Some(PrintFtraceEvent {
                buf: Some(line.to_vec()),
                ip: None,
            }),
            ..FtraceEvent::default()
        });
    let bundle = FtraceEventBundle {
        cpu: Some(0),
        event: event.collect(),
        ..FtraceEventBundle::default()
    };
    let packet = TracePacket {
        ftrace_events: Some(bundle),
        ..TracePacket::default()
    };
    let trace = perfetty_messages::Trace {
        packet: vec![packet],
    };
    if let Some(trace) = import_bytes(trace.encode_to_vec()) {
        read_everything(&trace);
    }
}

/// A key map as TOML, and a string of keys.
pub fn keymap(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(keys) = Key::parse_all(text) {
        let printed = Key::print_all(&keys);
        assert_eq!(
            Key::parse_all(&printed).ok(),
            Some(keys),
            "{printed} reads otherwise"
        );
    }
    let mut keymap = Keymap::built_in();
    // A refused map is as good as none.
    let _refused = keymap.apply_text(text).is_err();
    keymap.conflicts();
    keymap.to_text();
}

/// A configuration file.
pub fn config(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    Config::default().apply_text(text, "fuzz");
}

/// Statements over a small trace: refused, or run within what a session may use.
pub fn sql(data: &[u8]) {
    /// How often SQLite may look at the clock, which counts how often it was looked at.
    const LOOKS_MAX: i64 = 100;
    fn looks() -> Dur {
        static LOOKS: AtomicI64 = AtomicI64::new(0);
        Dur::from_ns(LOOKS.fetch_add(1, Ordering::Relaxed))
    }
    static TRACE: OnceLock<Arc<Trace>> = OnceLock::new();
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for (caret, _) in text.char_indices().take(64) {
        let completion = complete(text, caret);
        assert!(text.is_char_boundary(completion.start) && completion.start <= caret);
    }
    let trace = TRACE.get_or_init(|| {
        let instructions: Vec<u8> = (0..4096_u32).map(|n| (n * n / 7 % 251) as u8).collect();
        let trace = import_bytes(structured::trace(&instructions));
        Arc::new(trace.expect("a valid trace"))
    });
    let limits = Limits {
        time: Some((Dur::from_ns(LOOKS_MAX), looks)),
        ..Limits::default()
    };
    let mut session = SqlSession::new(Arc::clone(trace), limits).expect("a session");
    if let Ok(result) = session.query(text, 100, 1 << 20) {
        assert!(result.rows.len() <= 100);
        for row in &result.rows {
            assert_eq!(row.len(), result.columns.len());
        }
    }
}

/// Reads what is decoded on demand: names and arguments of every slice.
fn read_everything(trace: &Trace) {
    for &slice in trace.sql_ids().slices() {
        let _name = trace.slice_name(slice);
        trace.slice_args(slice, &mut |arg| {
            // The one is the other without indices.
            assert!(arg.flat_key.len() <= arg.key.len());
        });
    }
}
