//! Ftrace: what the kernel, and Android through the trace marker, wrote into the kernel's buffers.
//!
//! Two passes. [`FtraceImporter::add_bundle`] takes bundles in file order and notes when each event happened;
//! [`FtraceImporter::run_until`] then imports the events in time order, each as `events.rs` does it: into
//! `sched`, `thread_state`, slices and counters, and every event as a row of `ftrace_event`.

// What all events go through.
mod bundle; // when the events of a bundle happened, and then what they tell
mod event; // an event and its fields
mod events; // asks each importer in turn; switches, wakeups, and how threads begin and end
mod queue; // hands events out in the order of time
mod reading; // reads bundles ahead of their turn

// The importers: each kind of event belongs to one of them.
mod binder; // transactions between processes
mod devices; // drivers: runtime power, hot plugging, I²C, GPUs, displays, sensors, the hypervisor
mod driver; // drivers that write the points of atrace as events of their own
mod drm; // graphics: jobs, fences, vblank
pub(in crate::import) mod generic; // events that the trace describes itself
mod kernel; // slices of CPUs and threads: interrupts, suspend, wake locks, work queues, reclaim, signals
mod marker; // points of atrace, which `print` carries
mod memory; // memory of processes, out-of-memory scores, buffers of ION and DMA
mod network; // bytes, packets, TCP connections
mod power; // counters: frequencies, idle states, clocks, temperatures
mod sched; // what ran on each CPU, and the states of threads
mod storage; // UFS, block devices, reads of files, f2fs
mod syscalls; // system calls
mod trusty; // the trusted execution environment
mod video; // buffers of V4L2, virtio video

// What these use.
pub mod args;
pub mod atrace;
mod called;
mod lately;
pub(in crate::import) mod schema;
mod task_state;
mod tracks;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::pool::Scope;
use super::pulse::Pulse;
use super::sink::Sink;
use super::system::{Clocks, Source};
use crate::base::time::Ts;
use crate::bytes::heap;
use crate::model::gaps::LostEvents;
use crate::model::sched::events::{FtraceBundle, FtraceExtent};
use events::Events;
pub(super) use marker::device_state;
use queue::{Bundle, Due, Expected, Queues, Told};

/// A field of an FtraceEventBundle that only `systrace.rs` writes: of events of one time the one that stands
/// first in the file is the first. The number is of those that protobuf keeps for implementations, so that no
/// schema has it.
pub(super) const IN_FILE_ORDER: u32 = 19_000;

/// From how many events on another thread reads the bundles.
const WORTH_A_THREAD: usize = 1 << 16;

/// When the events of a trace begin to count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start {
    /// When tracing started; earlier events are dropped.
    pub tracing_started: Option<i64>,
    /// Whether the buffer from before the trace is to be kept.
    pub preserve: bool,
    /// Whether events count even before the data of all CPUs is complete.
    pub accept_incomplete: bool,
}

/// Imports ftrace events.
#[derive(Debug)]
pub struct FtraceImporter {
    queues: Queues,
    /// When the events of the trace begin to count.
    pub start: Start,
    limits: Option<Limits>,
    events: Events,
}

/// Before `from`, nothing is imported; before `complete`, only rows of `ftrace_event`.
#[derive(Clone, Copy, Debug)]
struct Limits {
    from: i64,
    complete: i64,
}

/// The bundle of the last event, and its bytes.
#[derive(Debug, Default)]
struct LastBytes<'a> {
    bundle: Option<u32>,
    bytes: &'a [u8],
    /// The bytes of the trace up to the first that were inflated. Most bundles are in there.
    piece: Option<&'a [u8]>,
}

impl<'a> LastBytes<'a> {
    /// Returns the bytes of a bundle, given with its number.
    #[inline]
    fn of(&mut self, (bundle, number): (&Bundle, u32), source: &'a dyn Source) -> &'a [u8] {
        if self.bundle != Some(number) {
            let piece = *self.piece.get_or_insert_with(|| source.bytes(0));
            self.bundle = Some(number);
            self.bytes = bytes_of(bundle, piece, source);
        }
        self.bytes
    }
}

impl FtraceImporter {
    /// Returns an importer without events.
    pub fn new(sink: &mut Sink) -> Self {
        Self {
            queues: Queues::default(),
            start: Start::default(),
            limits: None,
            events: Events::new(sink),
        }
    }

    /// Sets the release of the kernel, such as `5.10.43`, on which depends how it writes thread states.
    pub fn set_kernel(&mut self, release: Option<&[u8]>) {
        let version = release.and_then(task_state::kernel_version);
        self.events.set_kernel(version);
    }

    /// Sets the machine as its kernel calls it, such as `aarch64`, on which the numbers of system calls
    /// depend.
    pub fn set_machine(&mut self, machine: &[u8]) {
        self.events.set_machine(machine);
    }

    /// Notes the events of an FtraceEventBundle at byte `offset`, whose sequence is in state `epoch`.
    pub fn add_bundle(
        &mut self,
        bytes: &[u8],
        (offset, epoch): (u64, u32),
        clocks: &mut dyn Clocks,
        sink: &mut Sink,
    ) {
        self.queues.add_bundle(bytes, (offset, epoch), clocks, sink);
    }

    /// Puts the events into time order, and makes room for their rows. To be called after all bundles, before
    /// the first event.
    pub fn sort(&mut self, source: &dyn Source, sink: &mut Sink) {
        let mut told = Told {
            strings: &mut sink.strings,
            issues: &mut sink.issues,
        };
        self.queues
            .sort(|bundle| bytes_of(bundle, &[], source), &mut told);
        let Expected {
            switches,
            wakings,
            all,
        } = self.queues.expected;
        sink.ftrace.reserve(all, heap::prefer_huge_pages);
        self.tell_losses(source, sink);
        let first_cpu = first_cpu(sink);
        let bundles = self.queues.bundles.0.iter().map(|bundle| FtraceBundle {
            cpu: first_cpu + bundle.cpu,
            offset: bundle.offset,
            compact: bundle.compact,
        });
        self.events.first_bundle = sink.ftrace.add_bundles(bundles);
        sink.sched.reserve(switches, heap::prefer_huge_pages);
        let n_states = wakings.saturating_add(switches.saturating_mul(2));
        sink.thread_states
            .reserve(n_states, heap::prefer_huge_pages);
    }

    /// Tells when events of CPUs were lost.
    fn tell_losses(&mut self, source: &dyn Source, sink: &mut Sink) {
        let bundles = Arc::clone(&self.queues.bundles);
        let lost = self.queues.losses.take(|number| {
            let bundle = *bundles.get(number);
            (bundle, bytes_of(&bundle, &[], source))
        });
        let first_cpu = first_cpu(sink);
        let mut of_cpus: BTreeMap<u32, (i64, i64, Ts)> = BTreeMap::new();
        for &(cpu, span) in &lost {
            let (n, ns, first) = of_cpus.entry(cpu).or_insert((0, 0, span.start()));
            *n += 1;
            *ns = ns.saturating_add(span.dur().ns());
            *first = span.start().min(*first);
        }
        for (cpu, (n, ns, first)) in of_cpus {
            let ms = ns as f64 / 1e6;
            let detail = match n {
                1 => format!("{ms:.3} ms of CPU {cpu}"),
                n => format!("{ms:.3} ms of CPU {cpu} in all, at {n} times"),
            };
            let kind = "ftrace_cpu_has_data_loss";
            (sink.issues).tell_of((kind, Some(i64::from(cpu))), first, detail);
        }
        let lost = lost.into_iter().map(|(cpu, span)| LostEvents {
            cpu: first_cpu + cpu,
            span,
        });
        sink.lost_events.extend(lost);
    }

    /// Has another thread read the rest of the bundles, if they are many. To be called after [`Self::sort`].
    pub fn read_ahead<'s>(&mut self, scope: &'s Scope<'s, '_>, source: &'s (impl Source + Sync)) {
        if self.queues.expected.all >= WORTH_A_THREAD {
            self.queues
                .read_ahead(scope, |bundle| bytes_of(bundle, &[], source));
        }
    }

    /// Returns when the latest event of all bundles so far happens, 0 if there is none.
    pub fn latest_ts(&self) -> i64 {
        i64::try_from(self.queues.latest).unwrap_or(i64::MAX)
    }

    /// Returns how many events wait to be imported. To be called before the first of them is.
    pub fn n_queued(&self) -> usize {
        self.queues.expected.all
    }

    /// Returns the time of the next event.
    pub fn next_ts(&self) -> Option<i64> {
        self.queues.next_ts()
    }

    /// Imports events up to and including `limit`.
    pub fn run_until(
        &mut self,
        limit: i64,
        source: &dyn Source,
        sink: &mut Sink,
        pulse: &mut Pulse<'_>,
    ) {
        let limits = self.limits();
        let Self { queues, events, .. } = self;
        let bundles = Arc::clone(&queues.bundles);
        let mut last = LastBytes::default();
        queues.begin();
        loop {
            let mut n = 0;
            let mut rows = FtraceExtent::default();
            while let Some(due) = queues.take(limit) {
                n += 1;
                let (_, number) = due.when();
                let recorded = due.recorded();
                if recorded < limits.from {
                    sink.issues.count("ftrace_packet_before_tracing_start");
                    continue;
                }
                let bundle = bundles.get(number);
                // Whether the event counts, and where its row is counted.
                let counted = (recorded >= limits.complete, &mut rows);
                match due {
                    Due::Event(event) => {
                        let bytes = last.of((bundle, number), source);
                        events.event(&event, (bundle, bytes), counted, source, sink);
                    }
                    Due::Switch(switch) => {
                        let comm = queues.comm(switch.what.next_comm);
                        events.compact_switch(&switch, (bundle.cpu, comm), counted, sink);
                    }
                    Due::Waking(waking) => {
                        events.compact_waking(&waking, bundle.cpu, counted, sink);
                    }
                }
            }
            sink.ftrace.count(rows);
            let mut told = Told {
                strings: &mut sink.strings,
                issues: &mut sink.issues,
            };
            let is_more = queues.read_on(|bundle| bytes_of(bundle, &[], source), &mut told);
            if !pulse.events(n) || !is_more {
                break;
            }
        }
    }

    fn limits(&mut self) -> Limits {
        *self.limits.get_or_insert_with(|| {
            let from = match self.start.tracing_started {
                Some(ts) if !self.start.preserve => ts,
                _ => 0,
            };
            let complete = match self.queues.valid_from {
                Some(ts) if !self.start.accept_incomplete => ts,
                _ => 0,
            };
            Limits {
                from,
                complete: from.max(complete),
            }
        })
    }

    /// Writes what only the end of the trace decides.
    pub fn finish(&mut self, sink: &mut Sink) {
        self.events.finish(sink);
    }
}

/// Returns the number of the first CPU of the machine that is being imported.
fn first_cpu(sink: &Sink) -> u32 {
    crate::model::sched::first_cpu(sink.processes.machine())
}

/// Returns the bytes of a bundle.
#[inline]
fn bytes_of<'a>(bundle: &Bundle, piece: &'a [u8], source: &'a dyn Source) -> &'a [u8] {
    let (start, len) = (bundle.offset as usize, bundle.len as usize);
    if let Some(bytes) = piece.get(start..).and_then(|rest| rest.get(..len)) {
        return bytes;
    }
    let bytes = source.bytes(bundle.offset);
    bytes.get(..bundle.len as usize).unwrap_or(bytes)
}
