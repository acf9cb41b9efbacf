//! The fuzz targets as plain tests: over their corpus, and over damaged copies of it.
//!
//! This needs neither a nightly compiler nor a fuzzer. Inputs that a fuzzer finds are added to
//! `fuzz/corpus/<target>/`, named after the bug, and so stay tests.

use crate::numbers::Numbers;
use crate::support;

#[path = "../../fuzz/src/lib.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "a crate of its own, of which only the targets are used here"
)]
mod targets;

type Target = fn(&[u8]);

const TARGETS: &[(&str, Target)] = &[
    ("framing", targets::framing),
    ("fields", targets::fields),
    ("import", targets::import),
    ("structured", targets::structured),
    ("json", targets::json),
    ("atrace", targets::atrace),
    ("keymap", targets::keymap),
    ("config", targets::config),
    ("sql", targets::sql),
    ("any", targets::any),
    ("screen", targets::screen),
];

/// How many damaged copies of each corpus file are tried.
const COPIES: u64 = 64;
/// The same for traces on the screen, which is drawn after every key.
const COPIES_ON_SCREEN: u64 = 8;

#[test]
fn every_target_survives_its_corpus() {
    for &(name, target) in TARGETS {
        let mut n_files = 0;
        for path in files(name) {
            let data = std::fs::read(&path).expect("a readable corpus file");
            target(&data);
            let copies = match name {
                "screen" => COPIES_ON_SCREEN,
                _ => COPIES,
            };
            for copy in 0..copies {
                target(&damaged(&data, copy));
            }
            n_files += 1;
        }
        assert!(n_files > 0, "fuzz/corpus/{name} has no files");
    }
}

#[test]
fn any_instructions_write_a_trace_that_is_read() {
    let mut numbers = Numbers(1);
    for _ in 0..1500 {
        let len = numbers.below(400);
        let data: Vec<u8> = (0..len)
            .map(|_| numbers.below(256).to_le_bytes()[0])
            .collect();
        targets::structured(&data);
    }
}

#[test]
fn every_target_has_its_binary_and_its_test() {
    let manifest = std::fs::read_to_string(support::repo("fuzz/Cargo.toml")).expect("a manifest");
    let binaries = manifest.matches("[[bin]]").count();
    assert_eq!(
        binaries,
        TARGETS.len(),
        "fuzz/Cargo.toml and this list differ"
    );
    for (name, _) in TARGETS {
        let path = format!("fuzz/fuzz_targets/{name}.rs");
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} has no binary"
        );
        assert!(support::repo(&path).exists(), "{path} is missing");
    }
}

/// Returns the corpus of a target, sorted.
fn files(target: &str) -> Vec<std::path::PathBuf> {
    let folder = support::repo("fuzz/corpus").join(target);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Returns a copy with some bytes changed, lost or doubled.
fn damaged(data: &[u8], copy: u64) -> Vec<u8> {
    let mut numbers = Numbers(copy << 32 | data.len() as u64);
    let mut out = data.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(out.len() as u64);
        let at = usize::try_from(at).expect("an index");
        match numbers.below(4) {
            0 => out.truncate(at),
            1 if at < out.len() => out[at] = numbers.below(256).to_le_bytes()[0],
            2 if at < out.len() => out[at] ^= 1 << numbers.below(8),
            _ => {
                let tail = out[at..].to_vec();
                out.extend(tail);
            }
        }
    }
    out
}
