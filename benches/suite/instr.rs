//! Instructions for each packet: the difference of two sizes under callgrind, which cancels the
//! start of the program.

use std::path::Path;
use std::process::Command;

use crate::report::Report;
use crate::{generator, kernel};

/// The sizes, in packets or events.
const SIZES: [usize; 2] = [80_000, 200_000];
/// What is counted, what generates so many of it, and what each may take, with `info` around it.
type Gate = (&'static str, fn(usize, u64) -> Vec<u8>, f64);

const GATES: [Gate; 2] = [
    ("a packet", generator::chromium_like, 900.0),
    ("a kernel event", kernel::system_like, 650.0),
];

/// Counts the instructions of `perfetty info`; says so where there is no valgrind.
pub(crate) fn gates(dir: &Path, report: &mut Report) {
    for (of, generate, limit) in GATES {
        let what = format!("instructions {of}, generated, `perfetty info` under callgrind");
        if cfg!(debug_assertions) {
            report.tell("I6", what, "skipped: not optimized".to_owned());
            continue;
        }
        let counts = SIZES.map(|n| count(dir, &generate(n, 1)));
        if let [Some(small), Some(large)] = counts {
            let each = large.saturating_sub(small) as f64 / (SIZES[1] - SIZES[0]) as f64;
            report.gate("I6", &what, each, limit);
        } else {
            report.tell("I6", what, "skipped: valgrind cannot be run".to_owned());
        }
    }
}

fn count(dir: &Path, bytes: &[u8]) -> Option<u64> {
    let trace = dir.join("counted.pftrace");
    std::fs::write(&trace, bytes).ok()?;
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
