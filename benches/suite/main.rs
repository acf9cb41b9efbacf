//! Imports: one command, one Markdown table. Frames are in `render.rs` and `flows.rs`.
//!
//! `cargo bench --bench suite` measures a generated trace of 4 million packets and each trace in
//! `SUITE_TRACES` (paths separated by colons), beside baselines in the same run: the
//! sum of the file's words, a walk over its packets, prost's decoder, and the
//! reference (`TRACE_PROCESSOR`, else `../shared/oracle/oracle`). Figures that do
//! not depend on the machine are gates: a worse one fails. `--test` checks only
//! these, on a small trace. Times are only told.

mod generator;
mod import;
mod measure;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: measure::Counting = measure::Counting;

/// A figure that must not exceed its limit.
pub(crate) struct Gate {
    pub(crate) what: &'static str,
    pub(crate) value: f64,
    pub(crate) limit: f64,
}

/// What the suite has to say.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) gates: Vec<Gate>,
    /// Name and figures of each thing that was measured.
    pub(crate) rows: Vec<(String, String)>,
}

impl Report {
    pub(crate) fn gate(&mut self, what: &'static str, value: f64, limit: f64) {
        self.gates.push(Gate { what, value, limit });
    }

    pub(crate) fn tell(&mut self, what: impl Into<String>, figures: String) {
        self.rows.push((what.into(), figures));
    }

    fn text(&self) -> String {
        let mut text = String::from("| gate | limit | measured | |\n|---|--:|--:|---|\n");
        for Gate { what, value, limit } in &self.gates {
            let verdict = if value <= limit { "ok" } else { "WORSE" };
            let _written = writeln!(text, "| {what} | {limit} | {value:.2} | {verdict} |");
        }
        if !self.rows.is_empty() {
            text.push_str("\n| what | measured |\n|---|---|\n");
            for (what, figures) in &self.rows {
                let _written = writeln!(text, "| {what} | {figures} |");
            }
        }
        text
    }

    fn holds(&self) -> bool {
        self.gates.iter().all(|gate| gate.value <= gate.limit)
    }
}

fn main() -> ExitCode {
    let quick = std::env::args().any(|argument| argument == "--test");
    let mut report = Report::default();
    let small = generator::chromium_like(if quick { 60_000 } else { 400_000 }, 1);
    import::gates(small, &mut report);
    if !quick {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let own = dir.path().join("generated.pftrace");
        std::fs::write(&own, generator::chromium_like(4_000_000, 1)).expect("room for a trace");
        let more = std::env::var_os("SUITE_TRACES").unwrap_or_default();
        let paths = std::iter::once(own).chain(std::env::split_paths(&more));
        for path in paths.filter(|path: &PathBuf| path.exists()) {
            import::compare(&path, &mut report);
        }
    }
    let written = std::io::stdout().write_all(report.text().as_bytes());
    if written.is_ok() && report.holds() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
