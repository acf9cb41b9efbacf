//! Imports: memory and allocations as gates, times compared with baselines.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use perfetty::bytes::heap;
use perfetty::bytes::inflate::inflate_onto;
use perfetty::bytes::packets::Packets;
use perfetty::bytes::room::Room;
use perfetty::bytes::source::{OpenOptions, TraceBytes};
use perfetty::import::{Observer, Options, Phase, Progress, Unobserved, import_with};
use perfetty::model::args::ArgValue;
use perfetty::model::trace::Trace;
use perfetty::query::find::{Mode, Query, find};
use perfetty_messages::TracePacket;
use prost::Message as _;

use crate::generator;
use crate::measure::{self, Times};
use crate::report::Report;

/// How many times each piece of work that is compared with others is run, in turn.
const ROUNDS: usize = 5;

fn import(bytes: &Arc<TraceBytes>, threads: usize) -> Trace {
    // No free memory is left from the import before, as in a new process.
    heap::give_back_free_memory();
    let options = Options {
        threads,
        ..Options::default()
    };
    import_with(bytes, options, &mut Unobserved).expect("a trace")
}

/// Checks what an import keeps and allocates. In a `small` trace, what is allocated per thread weighs more.
pub(crate) fn gates(trace: Vec<u8>, small: bool, report: &mut Report) {
    let n_packets = Packets::new(&trace).count() as f64;
    let bytes = Arc::new(TraceBytes::from_vec(trace).expect("a trace"));
    // The first import also fills tables that live as long as the process.
    drop(import(&bytes, 1));
    let (trace, heap) = measure::heap(|| import(&bytes, 1));
    let n_slices = trace.slices.len() as f64;
    let slices = trace.slices.heap_bytes() as f64 / n_slices;
    report.gate("M1", "bytes a slice, generated", slices, 26.0);
    let samples = trace.counters.heap_bytes() as f64 / trace.counters.len() as f64;
    report.gate("M1", "bytes a counter sample, generated", samples, 4.0);
    let peak = heap.peak as f64 / n_packets;
    report.gate(
        "M2",
        "peak heap bytes a packet, one thread, generated",
        peak,
        33.0,
    );
    let settled = heap.peak as f64 / heap.kept.max(1) as f64;
    report.gate("M3", "peak heap ÷ what is kept, generated", settled, 2.0);
    let allocations = heap.allocations as f64 * 1e6 / n_packets;
    report.gate(
        "I7",
        "allocations a million packets, generated",
        allocations,
        if small { 201_000.0 } else { 10_000.0 },
    );
}

/// Checks likewise what each event of a trace of kernel events takes.
pub(crate) fn kernel_gates(trace: Vec<u8>, small: bool, report: &mut Report) {
    let bytes = Arc::new(TraceBytes::from_vec(trace).expect("a trace"));
    drop(import(&bytes, 1));
    let (trace, heap) = measure::heap(|| import(&bytes, 1));
    let n_events = trace.ftrace.len() as f64;
    let mut gate = |id, what: &str, value: f64, limit| {
        let what = format!("{what} kernel events, generated");
        report.gate(id, &what, value, limit);
    };
    let kept = heap.kept as f64 / n_events;
    gate(
        "M1",
        "bytes kept for each of the",
        kept,
        if small { 28.0 } else { 25.0 },
    );
    let peak = heap.peak as f64 / n_events;
    gate(
        "M2",
        "peak heap bytes for each of the",
        peak,
        if small { 54.0 } else { 36.0 },
    );
    let allocations = heap.allocations as f64 * 1e6 / n_events;
    gate(
        "I7",
        "allocations for a million",
        allocations,
        if small { 105_000.0 } else { 10_000.0 },
    );
}

/// Observes an import until its scan is over.
#[derive(Default)]
struct Scan {
    started: Duration,
    took: Option<Duration>,
}

impl Observer for Scan {
    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        if progress.phase != Phase::Scan {
            let now = measure::cpu();
            self.took.get_or_insert(now.saturating_sub(self.started));
            // Only the scan is measured.
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Returns how long the scan of an import with one thread takes; `None` if it failed.
fn scan(bytes: &Arc<TraceBytes>) -> Option<Duration> {
    let mut scan = Scan {
        started: measure::cpu(),
        took: None,
    };
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let _stopped = import_with(bytes, options, &mut scan);
    scan.took
}

/// Reports what importing compressed packets costs, compared with inflating them.
pub(crate) fn compressed(path: &Path, name: &str, report: &mut Report) {
    /// About how many bytes recorders compress at once.
    const BLOCK: usize = 128 << 10;
    let source = open(path);
    let trace = source.bytes();
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    let mut from = 0;
    for packet in Packets::new(trace) {
        let at = packet.offset as usize;
        if at - from > BLOCK {
            blocks.push(deflated(&trace[from..at]));
            from = at;
        }
    }
    blocks.push(deflated(&trace[from..]));
    let mut file = Vec::new();
    for block in &blocks {
        let packet = TracePacket {
            compressed_packets: Some(block.clone()),
            ..TracePacket::default()
        };
        prost::encoding::message::encode(1, &packet, &mut file);
    }
    let bytes = Arc::new(TraceBytes::from_vec(file).expect("a trace"));
    let inflating = || {
        let each = blocks.iter().map(|block| {
            let mut out = Room::default();
            inflate_onto(block, &mut out, u64::MAX).map_or(0, |()| out.len())
        });
        each.sum::<usize>()
    };
    let [alone, whole, all] = measure::each_in_turn(
        ROUNDS,
        [
            &mut || _ = std::hint::black_box(inflating()),
            &mut || drop(import(&bytes, 1)),
            &mut || drop(import(&bytes, 0)),
        ],
    );
    let figures = format!(
        "{:.2} ({:.0} ÷ {:.0} ms processor); all threads {:.0} ms",
        whole.cpu.as_secs_f64() / alone.cpu.as_secs_f64(),
        millis(whole.cpu),
        millis(alone.cpu),
        millis(all.wall),
    );
    let what = format!("{name}, deflated: import ÷ inflating alone");
    report.tell("C1", what, figures);
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::default();
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Reports what traces that are made to be costly cost per byte, compared with an ordinary one.
pub(crate) fn adversarial(report: &mut Report) {
    const N: usize = 300_000;
    let cost = |trace: Vec<u8>| {
        let len = trace.len() as f64;
        let bytes = Arc::new(TraceBytes::from_vec(trace).expect("a trace"));
        measure::times(3, || import(&bytes, 1)).cpu.as_secs_f64() / len
    };
    let usual = cost(generator::chromium_like(N, 1));
    let mut worst = (0.0, "");
    let mut all = Vec::new();
    for (what, trace) in generator::adversarial(N) {
        let ratio = cost(trace) / usual;
        all.push(format!("{what} {ratio:.1}"));
        if ratio > worst.0 {
            worst = (ratio, what);
        }
    }
    let figures = format!("{:.1} ({}): {}", worst.0, worst.1, all.join(", "));
    report.tell("I10", "costly traces ÷ generated, for each byte", figures);
}

/// Reports how long an import takes, compared with other work on the same bytes.
pub(crate) fn compare(path: &Path, name: &str, report: &mut Report) {
    let bytes = Arc::new(open(path));
    let content = bytes.bytes();
    let n_packets = Packets::new(content).count() as f64;
    let figures = |times: Times| {
        format!(
            "{:.0} ms processor, {:.0} ms, {:.2} GB/s, {:.1} ns a packet",
            millis(times.cpu),
            millis(times.wall),
            content.len() as f64 / 1e9 / times.wall.as_secs_f64(),
            times.cpu.as_secs_f64() * 1e9 / n_packets,
        )
    };
    let prost = measure::times(1, || {
        let packets = Packets::new(content);
        packets
            .filter(|packet| TracePacket::decode(packet.bytes).is_ok())
            .count()
    });
    let mut scanned = Duration::MAX;
    let [sum, walk, _, one, all] = measure::each_in_turn(
        ROUNDS,
        [
            &mut || {
                let words = content.chunks_exact(8);
                let sum = words.fold(0_u64, |sum, word| {
                    sum.wrapping_add(word.try_into().map_or(0, u64::from_le_bytes))
                });
                std::hint::black_box(sum);
            },
            &mut || _ = std::hint::black_box(Packets::new(content).count()),
            &mut || scanned = scan(&bytes).map_or(scanned, |scan| scanned.min(scan)),
            &mut || drop(import(&bytes, 1)),
            &mut || drop(import(&bytes, 0)),
        ],
    );
    for (what, times) in [
        ("sum of words", sum),
        ("frame walk", walk),
        ("prost decode", prost),
        ("import, one thread", one),
        ("import, all threads", all),
    ] {
        report.tell("", format!("{name}: {what}"), figures(times));
    }
    let of = |base: Times| one.cpu.as_secs_f64() / base.cpu.as_secs_f64();
    let mut ratio = |id, what, ratio: f64| {
        report.tell(id, format!("{name}: {what}"), format!("{ratio:.2}"));
    };
    ratio("I3", "import ÷ frame walk", of(walk));
    ratio("I4", "import ÷ sum of words", of(sum));
    ratio("I5", "prost decode ÷ import", 1.0 / of(prost));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let efficiency = one.wall.as_secs_f64() / (threads as f64 * all.wall.as_secs_f64());
    ratio("I8", "one thread ÷ (threads × all of them)", efficiency);
    if let Some(possible) = possible(path) {
        ratio(
            "I8",
            "the same of programs apart, one thread each",
            possible,
        );
    }
    if scanned < Duration::MAX {
        let scan = scanned.as_secs_f64() / walk.cpu.as_secs_f64();
        ratio("I9", "scan ÷ frame walk", scan);
    }
    let trace = import(&bytes, 0);
    let slices = trace.slices.heap_bytes() as f64 / trace.slices.len().max(1) as f64;
    ratio("M1", "bytes a slice", slices);
    searches(&trace, sum, name, report);
    drop(trace);
    programs((path, &bytes), name, report);
}

/// Returns how much of its speed an import on one thread keeps while as many such programs run as there are
/// processors. More threads cannot reach more than that on this machine.
fn possible(path: &Path) -> Option<f64> {
    let threads = std::thread::available_parallelism().ok()?.get();
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.arg(ONLY_IMPORT).arg(path);
    let [alone, together] = measure::at_once(ROUNDS, [1, threads], &mut command)?;
    Some(alone.as_secs_f64() / together.as_secs_f64())
}

/// The argument with which the suite only imports a trace on one thread.
pub(crate) const ONLY_IMPORT: &str = "--only-import";

/// Imports a trace on one thread.
pub(crate) fn only_import(path: &Path) {
    drop(import(&Arc::new(open(path)), 1));
}

/// Reports how long a search of all names and arguments takes, compared with a sum of the file's words.
fn searches(trace: &Trace, sum: Times, name: &str, report: &mut Report) {
    let search = |text: &str| {
        let query = Query::new(text, Mode::default()).expect("a query");
        find(trace, &query, &AtomicBool::new(false), &mut |_| ())
    };
    let first = measure::times(1, || search("no such text"));
    // A text that few arguments have, and one that all annotations have.
    let mut rare = String::from("no such argument");
    let middle = trace.slices.ids().skip(trace.slices.len() / 2);
    for id in middle.take(100_000) {
        trace.slice_args(id, &mut |arg| {
            if let ArgValue::Str(text) = arg.value
                && text.len() > rare.len()
            {
                rare = String::from_utf8_lossy(&text).into_owned();
            }
        });
    }
    for (what, text) in [
        ("nothing", "no such text"),
        ("a rare text", rare.as_str()),
        ("a key of all annotations", "debug."),
    ] {
        let n_found = search(text).map_or(0, |found| found.slices.len());
        let times = measure::times(5, || search(text));
        let figures = format!(
            "{:.2} ({:.1} ms processor, {:.1} ms; {n_found} found)",
            times.cpu.as_secs_f64() / sum.cpu.as_secs_f64(),
            millis(times.cpu),
            millis(times.wall),
        );
        report.tell(
            "S1",
            format!("{name}: search ÷ sum of words, {what}"),
            figures,
        );
    }
    let figures = format!(
        "{:.1} ms processor, {:.1} ms",
        millis(first.cpu),
        millis(first.wall)
    );
    report.tell("S1", format!("{name}: the first search, nothing"), figures);
}

/// Compares the whole program, and an import on one thread, with the reference.
fn programs((path, bytes): (&Path, &Arc<TraceBytes>), name: &str, report: &mut Report) {
    /// How many times each is run.
    const RUNS: usize = 4;
    let mut own = Command::new(env!("CARGO_BIN_EXE_perfetty"));
    own.arg("info").arg(path);
    let native = std::env::var_os("TRACE_PROCESSOR").map(PathBuf::from);
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/oracle");
    let query = "select count(*) from slice";
    let mut reference = Command::new(native.as_ref().unwrap_or(&oracle));
    match &native {
        Some(_) => reference.arg("-Q").arg(query).arg(path),
        None => reference.arg(path).arg(query),
    };
    let ([own, reference], one) = measure::in_turn(RUNS, [&mut own, &mut reference], &mut || {
        drop(import(bytes, 1));
    });
    if let Some(own) = own {
        let figures = format!(
            "{:.0} ms processor, {:.0} ms, {:.1} MiB anonymous at most, {:.1} MiB with the file",
            millis(own.times.cpu),
            millis(own.times.wall),
            own.peak_anonymous as f64 / 1_048_576.0,
            own.peak_resident as f64 / 1_048_576.0,
        );
        report.tell("", format!("{name}: perfetty info"), figures);
    }
    let (Some(own), Some(reference)) = (own, reference) else {
        return;
    };
    /// How many times as long as the native program its WebAssembly takes.
    const WEB_ASSEMBLY: f64 = 1.6;
    let (which, factor) = if native.is_some() {
        ("native", 1.0)
    } else {
        ("WebAssembly, as if native", WEB_ASSEMBLY)
    };
    let ratio =
        |theirs: Duration, ours: Duration| theirs.as_secs_f64() / factor / ours.as_secs_f64();
    let cpu = ratio(reference.times.cpu, own.times.cpu);
    let wall = ratio(reference.times.wall, own.times.wall);
    let figures = format!(
        "{cpu:.1} ({:.0} ms processor as measured)",
        millis(reference.times.cpu)
    );
    report.tell(
        "I1",
        format!("{name}: trace_processor ({which}) ÷ ours"),
        figures,
    );
    let figures = format!("{:.1}", ratio(reference.times.cpu, one.cpu));
    report.tell("I1", format!("{name}: the same, one thread"), figures);
    let figures = format!("{wall:.1}");
    report.tell("I2", format!("{name}: the same on the clock"), figures);
    let memory = reference.peak_resident as f64 / own.peak_anonymous.max(1) as f64;
    let figures = format!(
        "{memory:.1} ({:.0} MiB resident)",
        reference.peak_resident as f64 / 1_048_576.0
    );
    report.tell(
        "M2",
        format!("{name}: trace_processor's peak ÷ our anonymous one"),
        figures,
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
