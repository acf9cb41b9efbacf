//! Damaged traces cause no panic and no hang, and what is read keeps its invariants.
//!
//! Every trace of `tests/golden`, the demo, and the real traces of `../shared` if they exist are cut off at
//! many places and have single bits flipped. The places follow from a fixed seed. Large traces get fewer of
//! them, so that the tests stay quick; `DAMAGE=full` damages all traces at 24 times as many places.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use perfetty::bytes::source::TraceBytes;
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::model::trace::Trace;
use perfetty_messages::TracePacket;
use prost::Message as _;

use crate::numbers::Numbers;
use crate::support;

/// At how many places a trace is cut off.
const CUTS: usize = 5;
const FLIPS: usize = 11;
/// How many times as many places `DAMAGE=full` tries.
const FULL: usize = 24;

/// How many bytes of damaged copies of one trace are imported in all.
const BYTES_MAX: usize = 3 << 20;

#[test]
fn own_traces_survive_damage() {
    let mut n_traces = 0;
    for path in support::golden_files() {
        let text = std::fs::read_to_string(&path).expect("a readable golden file");
        for case in support::cases(&text) {
            let name = format!("{} {}", path.display(), case.title.unwrap_or_default());
            damage(&name, &support::trace_from_text(&case.trace));
            n_traces += 1;
        }
    }
    assert!(
        n_traces > 100,
        "only {n_traces} traces: the folder was not read"
    );
}

#[test]
fn the_demo_survives_damage() {
    damage("the demo", &crate::demo::trace());
}

#[test]
fn real_traces_survive_damage() {
    let Some(folder) = support::shared("corpus") else {
        return;
    };
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| {
            path.is_file() && path.extension().is_some_and(|extension| extension != "md")
        })
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "the corpus has no traces");
    for path in paths {
        damage(
            &path.display().to_string(),
            &std::fs::read(&path).expect("a readable trace"),
        );
    }
}

#[test]
fn compressed_packets_meet_a_limit() {
    // The packet is a thousand times as large as the file, more than the limit for any file.
    let zeros = vec![0; 80 << 20];
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&zeros).expect("memory can be written");
    let packet = TracePacket {
        compressed_packets: Some(zlib.finish().expect("memory can be written")),
        ..TracePacket::default()
    };
    let bytes = perfetty_messages::Trace {
        packet: vec![packet],
    };
    let trace = import(bytes.encode_to_vec(), 1).expect("an empty trace");
    let said: Vec<&str> = trace
        .issues
        .iter()
        .flat_map(|issue| &issue.occurrences)
        .map(|occurrence| occurrence.detail.as_str())
        .collect();
    assert!(
        said.iter().any(|detail| detail.contains("more than")),
        "{said:?}"
    );
}

/// Imports bytes that may be anything; returns `None` if they are refused.
pub(crate) fn import(bytes: Vec<u8>, threads: usize) -> Option<Trace> {
    let bytes = Arc::new(TraceBytes::from_vec(bytes).ok()?);
    import_with(
        &bytes,
        Options {
            threads,
            ..Options::default()
        },
        &mut Unobserved,
    )
    .ok()
}

/// Damages one trace in all ways.
fn damage(name: &str, bytes: &[u8]) {
    check(name, "as it is", bytes.to_vec());
    let full = std::env::var_os("DAMAGE").is_some_and(|value| value == "full");
    let affordable = BYTES_MAX / bytes.len().max(1);
    let share = |count: usize| {
        if full {
            count * FULL
        } else {
            count.min(affordable * count / (CUTS + FLIPS) + 1)
        }
    };
    let mut places = Numbers(bytes.len() as u64);
    for _ in 0..share(CUTS) {
        let at = places.index(bytes.len());
        check(name, &format!("cut off at {at}"), bytes[..at].to_vec());
    }
    for _ in 0..share(FLIPS) {
        let (at, bit) = (places.index(bytes.len()), places.below(8));
        let mut damaged = bytes.to_vec();
        if let Some(byte) = damaged.get_mut(at) {
            *byte ^= 1 << bit;
        }
        check(name, &format!("bit {bit} of byte {at} flipped"), damaged);
    }
}

/// Imports bytes, and checks the trace if there is one.
fn check(name: &str, how: &str, bytes: Vec<u8>) {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        import(bytes, 1).map_or(Ok(()), |trace| trace.check_invariants())
    }));
    match outcome {
        Ok(Ok(())) => {}
        Ok(Err(broken)) => panic!("{name}, {how}: {broken}"),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            panic!("{name}, {how}: the importer panicked: {said}");
        }
    }
}
