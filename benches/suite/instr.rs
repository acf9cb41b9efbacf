//! Instructions for each packet: the difference of two sizes under callgrind, which cancels the
//! start of the program.

use std::path::Path;
use std::process::Command;

use crate::generator;
use crate::report::Report;

/// The sizes, in packets.
const SIZES: [usize; 2] = [80_000, 200_000];
/// What an import may take, with `info` around it.
const LIMIT: f64 = 900.0;

/// Counts the instructions of `perfetty info`; says so where there is no valgrind.
pub(crate) fn gate(dir: &Path, report: &mut Report) {
    const WHAT: &str = "instructions a packet, generated, `perfetty info` under callgrind";
    if cfg!(debug_assertions) {
        report.tell("I6", WHAT, "skipped: not optimized".to_owned());
        return;
    }
    let counts = SIZES.map(|n| count(dir, n));
    if let [Some(small), Some(large)] = counts {
        let per_packet = large.saturating_sub(small) as f64 / (SIZES[1] - SIZES[0]) as f64;
        report.gate("I6", WHAT, per_packet, LIMIT);
    } else {
        report.tell("I6", WHAT, "skipped: valgrind cannot be run".to_owned());
    }
}

fn count(dir: &Path, n_packets: usize) -> Option<u64> {
    let trace = dir.join(format!("{n_packets}.pftrace"));
    std::fs::write(&trace, generator::chromium_like(n_packets, 1)).ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args([env!("CARGO_BIN_EXE_perfetty"), "info"])
        .arg(&trace)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().find(|line| line.contains("Collected"))?;
    line.split(':').next_back()?.trim().parse().ok()
}
