//! Imports: memory and allocations as gates, times beside baselines.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use perfetty::bytes::packets::Packets;
use perfetty::bytes::source::{OpenOptions, TraceBytes};
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::model::trace::Trace;
use perfetty::proto::TracePacket;
use prost::Message as _;

use crate::Report;
use crate::measure::{self, Times};

fn import(bytes: &Arc<TraceBytes>, threads: usize) -> Trace {
    let options = Options {
        threads,
        ..Options::default()
    };
    import_with(bytes, options, &mut Unobserved).expect("a trace")
}

/// Checks what an import holds and allocates.
pub(crate) fn gates(trace: Vec<u8>, report: &mut Report) {
    let n_packets = Packets::new(&trace).count() as f64;
    let bytes = Arc::new(TraceBytes::from_vec(trace).expect("a trace"));
    // The first import also fills tables that live as long as the process.
    drop(import(&bytes, 1));
    let (trace, heap) = measure::heap(|| import(&bytes, 1));
    let n_slices = trace.slices.len() as f64;
    report.gate(
        "model: bytes per slice",
        trace.slices.heap_bytes() as f64 / n_slices,
        26.0,
    );
    report.gate(
        "model: bytes per counter sample",
        trace.counters.heap_bytes() as f64 / trace.counters.len() as f64,
        4.0,
    );
    report.gate(
        "import: peak heap bytes per packet",
        heap.peak as f64 / n_packets,
        32.0,
    );
    report.gate(
        "import: allocations per 1000 packets",
        heap.allocations as f64 * 1000.0 / n_packets,
        600.0,
    );
}

/// Tells how long an import takes, and what else could be done with the bytes meanwhile.
pub(crate) fn compare(path: &Path, report: &mut Report) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let bytes = Arc::new(open(path));
    let content = bytes.bytes();
    let n_packets = Packets::new(content).count() as f64;
    let row = |what: &str, times: Times| {
        let figures = format!(
            "{:.0} ms processor, {:.0} ms, {:.2} GB/s, {:.1} ns a packet",
            millis(times.cpu),
            millis(times.wall),
            content.len() as f64 / 1e9 / times.wall.as_secs_f64(),
            times.cpu.as_secs_f64() * 1e9 / n_packets,
        );
        (format!("{name}: {what}"), figures)
    };
    let sum = measure::times(5, || {
        let words = content.chunks_exact(8);
        words.fold(0_u64, |sum, word| {
            sum.wrapping_add(word.try_into().map_or(0, u64::from_le_bytes))
        })
    });
    let walk = measure::times(5, || Packets::new(content).count());
    let prost = measure::times(1, || {
        let packets = Packets::new(content);
        packets
            .filter(|packet| TracePacket::decode(packet.bytes).is_ok())
            .count()
    });
    let one = measure::times(3, || import(&bytes, 1));
    let all = measure::times(3, || import(&bytes, 0));
    for (what, times) in [
        ("sum of words", sum),
        ("frame walk", walk),
        ("prost decode", prost),
        ("import, one thread", one),
        ("import, all threads", all),
    ] {
        report.rows.push(row(what, times));
    }
    let ratio = |base: Times| base.cpu.as_secs_f64() / one.cpu.as_secs_f64();
    report.tell(
        format!("{name}: import against baselines"),
        format!(
            "{:.1} frame walks, {:.1} sums; prost takes {:.1} imports",
            1.0 / ratio(walk),
            1.0 / ratio(sum),
            ratio(prost)
        ),
    );
    drop(bytes);
    programs(path, &name, report);
}

/// Compares the whole program with the reference.
fn programs(path: &Path, name: &str, report: &mut Report) {
    let mut own = Command::new(env!("CARGO_BIN_EXE_perfetty"));
    let own = measure::program(own.arg("info").arg(path));
    if let Some(own) = own {
        report.tell(
            format!("{name}: perfetty info"),
            format!(
                "{:.0} ms processor, {:.0} ms, {:.1} MiB anonymous at most",
                millis(own.times.cpu),
                millis(own.times.wall),
                own.peak_anonymous as f64 / 1_048_576.0
            ),
        );
    }
    let native = std::env::var_os("TRACE_PROCESSOR").map(PathBuf::from);
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/oracle");
    let query = "select count(*) from slice";
    let reference = match &native {
        Some(program) => measure::program(Command::new(program).arg("-Q").arg(query).arg(path)),
        None => measure::program(Command::new(&oracle).arg(path).arg(query)),
    };
    let (Some(own), Some(reference)) = (own, reference) else {
        return;
    };
    let which = if native.is_some() {
        "native"
    } else {
        "WebAssembly"
    };
    report.tell(
        format!("{name}: trace_processor ({which})"),
        format!(
            "{:.0} ms processor, {:.1} times ours; {:.0} MiB anonymous",
            millis(reference.times.cpu),
            reference.times.cpu.as_secs_f64() / own.times.cpu.as_secs_f64(),
            reference.peak_anonymous as f64 / 1_048_576.0
        ),
    );
}

/// Maps a trace.
pub(crate) fn open(path: &Path) -> TraceBytes {
    let options = OpenOptions {
        path: path.to_owned(),
        mmap: true,
        max_bytes: u64::MAX,
    };
    TraceBytes::open(&options).expect("a trace")
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
