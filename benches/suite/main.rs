//! Everything that is measured: one command, one Markdown table.
//!
//! `cargo bench --bench suite` measures a generated trace of 4 million packets as Chromium writes them,
//! one of 8 million as programs with the SDK do (the study's "dense"), and each trace in
//! `SUITE_TRACES` (paths separated by colons), beside baselines in the same run: the
//! sum of the file's words, a walk over its packets, prost's decoder, and the
//! reference (`TRACE_PROCESSOR`, else `../shared/oracle/oracle`, whose WebAssembly takes about
//! 1.6 times as long as the native program). The ids are those of the study of performance.
//! Figures that do not depend on the machine are gates: a worse one fails. `--test` checks only these, on a
//! small trace. Times are only reported. `-- PART...` measures only some parts: gates, bytes, instructions,
//! frames, compressed, adversarial, traces, latency. Selections among a million flows are in `flows.rs`.

mod frames;
mod generator;
mod import;
mod instr;
mod kernel;
mod latency;
mod measure;
#[path = "../render.rs"]
#[expect(dead_code, reason = "it is a benchmark of its own, too")]
mod render;
mod report;
mod sdk;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use perfetty::bytes::heap;
use report::Report;

#[global_allocator]
static ALLOCATOR: measure::Counting = measure::Counting;

fn main() -> ExitCode {
    // The program does the same for its reports.
    heap::use_huge_pages();
    let mut arguments = std::env::args_os().skip(1);
    if arguments
        .next()
        .is_some_and(|first| first == import::ONLY_IMPORT)
    {
        arguments.for_each(|path| import::only_import(path.as_ref()));
        return ExitCode::SUCCESS;
    }
    let quick = std::env::args().any(|argument| argument == "--test");
    let parts: Vec<String> = std::env::args().skip(1).collect();
    let parts: Vec<&String> = parts.iter().filter(|part| !part.starts_with('-')).collect();
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|name| *name == part);
    let mut report = Report::default();
    if is_wanted("gates") {
        let n_packets = if quick { 60_000 } else { 4_000_000 };
        import::gates(generator::chromium_like(n_packets, 1), quick, &mut report);
    }
    if is_wanted("gates") {
        let n_events = if quick { 60_000 } else { 2_000_000 };
        import::kernel_gates(kernel::system_like(n_events, 1), quick, &mut report);
    }
    if is_wanted("bytes") {
        frames::bytes(&mut report);
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    if is_wanted("instructions") {
        instr::gates(dir.path(), &mut report);
    }
    if !quick && is_wanted("frames") {
        frames::times(10_000_000, &mut report);
    }
    if !quick && is_wanted("adversarial") {
        import::adversarial(&mut report);
    }
    let per_trace = ["traces", "compressed", "latency"].map(is_wanted);
    if !quick && per_trace.contains(&true) {
        let own = [
            ("generated", generator::chromium_like(4_000_000, 1)),
            ("dense", sdk::sdk_like(8_000_000, 1)),
        ];
        let own = own.map(|(name, trace)| {
            let path = dir.path().join(name).with_extension("pftrace");
            std::fs::write(&path, trace).expect("room for a trace");
            path
        });
        let more = std::env::var_os("SUITE_TRACES").unwrap_or_default();
        let paths = own.into_iter().chain(std::env::split_paths(&more));
        for path in paths.filter(|path: &PathBuf| path.exists()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if per_trace[0] {
                import::compare(&path, &name, &mut report);
            }
            if per_trace[1] {
                import::compressed(&path, &name, &mut report);
            }
            if per_trace[2] {
                latency::tell(&path, &name, &mut report);
            }
        }
    }
    let written = std::io::stdout().write_all(report.text().as_bytes());
    if written.is_ok() && report.holds() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
