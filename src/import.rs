//! Imports the bytes of a trace file into a [`Trace`], which nothing else writes.
//!
//! A trace is scanned in file order (`scan`), its track events are decoded in
//! parallel by unit (`unit`), everything that depends on time order is resolved
//! once (`resolve`), and tracks are stacked one by one (`stack`, `assemble`).
//! Other formats write into a [`sink::Sink`] and join at the last step.
//! No async, no printing, no clock.

pub mod frame_timeline;
pub mod ftrace;
pub mod json;
pub mod process_tracker;
pub mod sink;
pub mod skeleton;
pub mod system;

mod anycase;
mod args;
mod art_method;
mod assemble;
mod descriptor;
mod ninja;
mod pool;
mod preview;
pub mod pulse;
mod resolve;
mod rows;
mod scan;
mod sequence;
mod space;
mod stack;
mod stacks;
mod systrace;
mod ties;
mod unit;
mod writers;

use std::ops::ControlFlow;
use std::sync::Arc;

use self::sink::Sink;
use crate::bytes::heap::keep_large_blocks_apart;
use crate::bytes::memory::{self, MemoryLimit};
use crate::bytes::mmap::lost_pages;
use crate::bytes::sniff::Format;
use crate::bytes::source::TraceBytes;
use crate::decode::clock::ClockId;
use crate::model::args::{ArgSource, Cancel, NoArgs, Unread};
use crate::model::builder::TraceBuilder;
use crate::model::flow::FlowTable;
use crate::model::issue::IssueLog;
use crate::model::sched::events::FtraceTable;
use crate::model::trace::{MetadataRow, MetadataValue, Trace};
use crate::model::track_tree::TrackTree;

/// What the importer is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Reading the file once, in order.
    Scan,
    /// Decoding events.
    Decode,
    /// Putting what the kernel and the system recorded into time order.
    Index,
    /// Finding out what events belong to.
    Resolve,
    /// Nesting slices and building tables.
    Build,
}

/// How far the import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What the importer is doing.
    pub phase: Phase,
    /// How much of this phase is done: bytes while scanning and decoding, later packets or events.
    pub done: u64,
    /// How much there is to do in this phase, in the same unit.
    pub total: u64,
    /// Packets or events read so far.
    pub events: u64,
}

/// Watches an import and may stop it.
pub trait Observer: Send {
    /// Called often; `Break` cancels the import soon after.
    fn progress(&mut self, progress: Progress) -> ControlFlow<()>;

    /// Returns the threads to decode first, for [`Self::preview`]; `None` to decode everything in one go.
    /// Called once, when everything can be decoded.
    fn wanted(&mut self) -> Option<Vec<Thread>> {
        None
    }

    /// Takes the trace of the threads that were wanted, without the others.
    fn preview(&mut self, builder: TraceBuilder) {
        drop(builder);
    }
}

/// A thread as the trace names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// The id of its process.
    pub pid: i64,
    /// The thread's own id.
    pub tid: i64,
}

/// An observer that ignores all calls and never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn progress(&mut self, _progress: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Why there is no trace at all. Everything less is an issue in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The observer cancelled the import.
    #[error("import cancelled")]
    Cancelled,
    /// A file of a format that is known, but that cannot be imported.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The import needs more memory than allowed.
    #[error(
        "it needs more than {} of memory; raise the limit with --max-memory",
        memory::words(*limit)
    )]
    TooLarge {
        /// How many bytes are allowed.
        limit: u64,
    },
}

/// What to import, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// If set, only so many bytes from the front of the trace are imported, for a quick first look.
    pub limit: Option<usize>,
    /// How many threads decode; 0 for as many as there are cores.
    pub threads: usize,
}

/// Imports a whole trace.
pub fn import(bytes: &Arc<TraceBytes>, observer: &mut dyn Observer) -> Result<Trace, ImportError> {
    import_with(bytes, Options::default(), observer)
}

/// Imports a trace or a prefix of it.
pub fn import_with(
    bytes: &Arc<TraceBytes>,
    options: Options,
    observer: &mut dyn Observer,
) -> Result<Trace, ImportError> {
    let builder = import_builder(bytes, options, observer)?;
    Ok(finish(builder, options.threads))
}

/// Builds the trace of what was imported, on `threads` threads; 0 for as many as there are cores.
pub fn finish(mut builder: TraceBuilder, threads: usize) -> Trace {
    let flows = builder.take_flows();
    let mut trace = builder.into_tables();
    let (flows, tree) = pool::both(
        threads,
        || flows.make(&trace.slices),
        || TrackTree::build(&trace),
    );
    trace.tree = tree;
    trace.issues.merge(flows.issues);
    let rows = flows.rows;
    let indices = pool::both(threads, || rows.by_from(), || rows.by_to());
    trace.flows = FlowTable::with_indices(rows, indices, flows.unfinished);
    trace
}

/// Imports the tables of a trace or of a prefix of it, to which more may be added.
pub fn import_builder(
    bytes: &Arc<TraceBytes>,
    options: Options,
    observer: &mut dyn Observer,
) -> Result<TraceBuilder, ImportError> {
    let limit = options.limit.unwrap_or(usize::MAX);
    let memory = bytes.memory();
    let lost_before = lost_pages();
    keep_large_blocks_apart();
    let mut observer = Metered {
        observer,
        memory,
        n_calls: 0,
        phase: Phase::Scan,
    };
    let input = Input {
        bytes,
        limit,
        threads: options.threads,
    };
    let imported = match bytes.format() {
        Format::PerfettoProto => perfetto(input, &mut observer),
        Format::ChromeJson => chrome_json(input, &mut observer),
        Format::Systrace => systrace(input, &mut observer),
        Format::ArtMethod => art_method(input, &mut observer),
        Format::Ninja => ninja(input, &mut observer),
        _ => Err(ImportError::Unsupported(
            "files of this format are not read",
        )),
    };
    // Much may have been allocated since the memory was checked last.
    if memory.check() {
        let limit = memory.bytes();
        return Err(ImportError::TooLarge { limit });
    }
    let mut builder = imported?;
    about_file(bytes, &mut builder);
    let len = bytes.bytes().len();
    builder.complete = limit >= len;
    builder.share_read = (limit < len).then(|| limit as f32 / len as f32);
    builder.input.file_bytes = bytes.file_len();
    // The import is done with the file: what is still wanted of it, such as arguments, is read again when it
    // is.
    bytes.release(0..usize::MAX);
    let lost = lost_pages().saturating_sub(lost_before);
    if lost > 0 {
        builder.issues.record("trace_file_shrank", 0, || {
            format!("{lost} pages were gone and read as zeros")
        });
    }
    if bytes.is_stopped() {
        let end = bytes.bytes().len() as u64;
        builder.issues.record("trace_input_stopped", end, || {
            "reading was stopped there".to_owned()
        });
    }
    if bytes.bytes().is_empty() {
        builder.issues.record("trace_empty", 0, String::new);
    }
    if let Some(siblings) = bytes.siblings() {
        let n_others = i64::try_from(siblings.others.len()).unwrap_or(i64::MAX);
        builder
            .issues
            .record("archive_other_traces", 0, || siblings.to_string());
        builder.issues.set("archive_other_traces", None, n_others);
    }
    for problem in bytes.problems() {
        builder
            .issues
            .record("container_corrupt", problem.offset, || {
                problem.detail.clone()
            });
    }
    Ok(builder)
}

/// Adds rows about the file of the trace to `metadata`: its id, type and size.
fn about_file(bytes: &TraceBytes, builder: &mut TraceBuilder) {
    let kind = match bytes.format() {
        Format::ChromeJson => "json",
        Format::Systrace => "systrace",
        Format::ArtMethod => "art_method",
        Format::Ninja => "ninja_log",
        _ => "proto",
    };
    let mut add = |name: &'static str, value| {
        if !builder.metadata.iter().any(|row| row.name == name) {
            builder.metadata.push(MetadataRow {
                name: name.into(),
                value,
                machine: 0,
            });
        }
    };
    if !bytes.bytes().is_empty() {
        let id = sink::uuid(0, bytes.head_hash());
        add("trace_uuid", MetadataValue::Str(id));
    }
    add("trace_type", MetadataValue::Str(kind.to_owned()));
    let size = i64::try_from(bytes.bytes().len()).unwrap_or(i64::MAX);
    add("trace_size_bytes", MetadataValue::Int(size));
}

/// Cancels an import that needs too much memory.
struct Metered<'a> {
    observer: &'a mut dyn Observer,
    memory: &'a MemoryLimit,
    n_calls: u32,
    /// The phase of the last call. A new phase has memory checked at once, as a short one may need much.
    phase: Phase,
}

/// Memory is checked once in so many calls: the scan calls after a quarter of a megabyte or sooner, the other
/// phases after some thousand events.
const CALLS: u32 = 4;

impl Observer for Metered<'_> {
    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.n_calls = self.n_calls.wrapping_add(1);
        let is_new = std::mem::replace(&mut self.phase, progress.phase) != progress.phase;
        if (is_new || self.n_calls.is_multiple_of(CALLS)) && self.memory.check() {
            return ControlFlow::Break(());
        }
        self.observer.progress(progress)
    }

    fn wanted(&mut self) -> Option<Vec<Thread>> {
        self.observer.wanted()
    }

    fn preview(&mut self, builder: TraceBuilder) {
        self.observer.preview(builder);
    }
}

/// What is imported.
#[derive(Clone, Copy)]
struct Input<'a> {
    bytes: &'a Arc<TraceBytes>,
    /// How many bytes are read at most.
    limit: usize,
    /// See [`Options::threads`].
    threads: usize,
}

impl<'a> Input<'a> {
    /// Returns the bytes that are read.
    fn read(self) -> &'a [u8] {
        let all = self.bytes.bytes();
        all.get(..self.limit).unwrap_or(all)
    }
}

fn perfetto(input: Input<'_>, observer: &mut dyn Observer) -> Result<TraceBuilder, ImportError> {
    let Input {
        bytes,
        limit,
        threads,
    } = input;
    let mut scan =
        scan::scan(bytes, limit, threads, observer).map_err(|_stop| ImportError::Cancelled)?;
    preview::show(&mut scan, threads, observer).ok_or(ImportError::Cancelled)?;
    let clock = match scan.clocks.trace_clock().id {
        ClockId::TRACE_FILE if scan.clocks.is_fixed() => Some(ClockId::BOOTTIME),
        ClockId::TRACE_FILE => None,
        clock => Some(clock),
    };
    let mut resolved = resolve(&mut scan, threads, observer).ok_or(ImportError::Cancelled)?;
    if let Some(clock) = clock {
        let clock = MetadataValue::Int(clock.into());
        resolved.sink.add_metadata("trace_time_clock_id", clock);
    }
    let issues = &mut resolved.sink.issues;
    issues.set_times(|kind, offset| scan.time_at(kind, offset));
    writers::tell(&scan, &mut resolved.sink);
    assemble::assemble(scan, resolved, threads, observer).ok_or(ImportError::Cancelled)
}

/// An observer that cancels the import once the function returns true.
struct Until<'a>(Cancel<'a>);

impl Observer for Until<'_> {
    fn progress(&mut self, _progress: Progress) -> ControlFlow<()> {
        if (self.0)() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Reads the rows of kernel events, which an import only counts, unless `cancel` says stop.
fn kernel_events(
    bytes: &Arc<TraceBytes>,
    limit: usize,
    cancel: Cancel<'_>,
) -> Result<FtraceTable, Unread> {
    let threads = 0;
    let mut observer = Metered {
        observer: &mut Until(cancel),
        memory: bytes.memory(),
        n_calls: 0,
        phase: Phase::Scan,
    };
    let stopped = || {
        if cancel() {
            Unread::Cancelled
        } else {
            Unread::Memory
        }
    };
    let mut scan = scan::scan(bytes, limit, threads, &mut observer).map_err(|stop| match stop {
        scan::Stop::Cancelled => stopped(),
        scan::Stop::Corrupt => Unread::Changed,
    })?;
    scan.keeps_kernel_events = true;
    let resolved = resolve(&mut scan, threads, &mut observer).ok_or_else(stopped)?;
    let mut events = resolved.sink.ftrace;
    events.shrink();
    bytes.release(0..usize::MAX);
    Ok(events)
}

/// Decodes the units of a scan and resolves what depends on time; `None` if cancelled.
fn resolve(
    scan: &mut scan::Scan,
    threads: usize,
    observer: &mut dyn Observer,
) -> Option<resolve::Resolved> {
    let ties = ties::Ties::new(&scan.cold, &scan.frames);
    let decoded = unit::decode_all(scan, &ties, threads, observer)?;
    let late = ties.late();
    drop(ties);
    scan.units = Vec::new();
    resolve::resolve(scan, decoded, &late, threads, observer)
}

fn systrace(input: Input<'_>, observer: &mut dyn Observer) -> Result<TraceBuilder, ImportError> {
    let text = input.read();
    let no_events = || {
        ImportError::Unsupported(if text.trim_ascii_start().starts_with(b"<") {
            "it is a web page without a systrace"
        } else {
            "there are no kernel events in it"
        })
    };
    let mut issues = IssueLog::default();
    let packets = systrace::to_packets(text, &mut issues).ok_or_else(no_events)?;
    let packets = TraceBytes::from_vec(packets).map_err(|_empty| no_events())?;
    let packets = Input {
        bytes: &Arc::new(packets),
        limit: usize::MAX,
        ..input
    };
    let mut builder = perfetto(packets, observer)?;
    builder.issues.merge(issues);
    builder.input.trace_bytes = input.bytes.bytes().len() as u64;
    builder.input.format = "systrace";
    Ok(builder)
}

/// Imports a format that is not read in pieces. `read` gets the bytes, goes through them `passes` times, and
/// returns the source of the slices' arguments.
fn whole(
    input: Input<'_>,
    (format, passes): (&'static str, u64),
    observer: &mut dyn Observer,
    read: impl FnOnce(
        &[u8],
        &mut Sink,
        &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Arc<dyn ArgSource>, ImportError>,
) -> Result<TraceBuilder, ImportError> {
    let mut sink = Sink::new();
    let bytes = input.read();
    let len = bytes.len() as u64;
    let mut progress = |done| {
        observer.progress(Progress {
            phase: Phase::Scan,
            done,
            total: passes * len,
            events: 0,
        })
    };
    let args = read(bytes, &mut sink, &mut progress)?;
    let builder = assemble::assemble_sink(sink, args, input.threads, observer);
    let mut builder = builder.ok_or(ImportError::Cancelled)?;
    builder.input.trace_bytes = len;
    builder.input.format = format;
    Ok(builder)
}

fn art_method(input: Input<'_>, observer: &mut dyn Observer) -> Result<TraceBuilder, ImportError> {
    whole(
        input,
        ("art_method", 1),
        observer,
        |bytes, sink, progress| Ok(Arc::new(art_method::import(bytes, sink, progress)?)),
    )
}

fn ninja(input: Input<'_>, observer: &mut dyn Observer) -> Result<TraceBuilder, ImportError> {
    whole(input, ("ninja", 1), observer, |text, sink, progress| {
        ninja::import(text, sink, progress)?;
        Ok(Arc::new(NoArgs))
    })
}

fn chrome_json(input: Input<'_>, observer: &mut dyn Observer) -> Result<TraceBuilder, ImportError> {
    whole(input, ("json", 2), observer, |text, sink, progress| {
        let imported = json::import_json(text, sink, progress)?;
        if imported.is_no_trace {
            return Err(ImportError::Unsupported(json::refusal(text)));
        }
        let system_trace = imported.system_trace.and_then(|range| text.get(range));
        if let Some(lines) = system_trace.and_then(json::unescape) {
            systrace::import_embedded(&lines, sink);
        }
        let bytes = Arc::clone(input.bytes);
        Ok(Arc::new(json::JsonArgs::new(bytes, imported.offsets)))
    })
}
