//! Instructions per packet: the difference between traces of two sizes under callgrind, which cancels the
//! start of the program.

use std::path::Path;
use std::process::Command;

use crate::report::Report;
use crate::{generator, kernel, sdk};

/// What is counted, how to generate a trace of so many, the two sizes, and the most instructions for each,
/// with `info` around the import.
struct Gate {
    of: &'static str,
    generate: fn(usize, u64) -> Vec<u8>,
    sizes: [usize; 2],
    limit: f64,
}

const GATES: [Gate; 3] = [
    Gate {
        of: "a packet",
        generate: generator::chromium_like,
        sizes: [80_000, 200_000],
        limit: 650.0,
    },
    Gate {
        of: "a packet of the SDK",
        generate: sdk::sdk_like,
        // At the beginning of a trace, every other event has a new name, so the sizes are larger.
        sizes: [2_000_000, 8_000_000],
        limit: 400.0,
    },
    Gate {
        of: "a kernel event",
        generate: kernel::system_like,
        sizes: [80_000, 200_000],
        // The same source takes 648 to 660, depending on inlining and on how threads meet.
        limit: 665.0,
    },
];

/// Counts the instructions of `perfetty info`; without valgrind, says so.
pub(crate) fn gates(dir: &Path, report: &mut Report) {
    for gate in GATES {
        let Gate {
            of,
            generate,
            sizes,
            limit,
        } = gate;
        let what = format!("instructions {of}, generated, `perfetty info` under callgrind");
        if cfg!(debug_assertions) {
            report.tell("I6", what, "skipped: not optimized".to_owned());
            continue;
        }
        let counts = sizes.map(|n| count(dir, &generate(n, 1)));
        if let [Some(small), Some(large)] = counts {
            let each = large.saturating_sub(small) as f64 / (sizes[1] - sizes[0]) as f64;
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
