//! Looks for what of the configuration that a trace was recorded with was unwise.
//!
//! The rules are those of the reference's `trace_diagnostics_tracker.cc`, but for the one about videos. Of
//! heaps it is surer where their profiler failed, of which nothing is read here.

use crate::decode::fields::{Field, Message};
use crate::model::advice::Advice;
use crate::model::issue::IssueLog;
use crate::proto::schema::{self, Kind};

/// How sure a rule is where data was lost, as its cause would make it.
const SURE: f64 = 0.9;
/// From how long after the boot on a buffer that was kept has old events, in nanoseconds.
const LATE_NS: i64 = 5 * 60 * 1_000_000_000;
/// A period that is never over: a trace that is written into a file, but only at its end, in milliseconds.
const NEVER_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// The policy of a buffer that keeps what it has when it is full.
const DISCARD: u64 = 2;

/// A message of the configuration with its schema, so that fields can be asked for by name.
#[derive(Clone, Copy)]
struct Known<'a> {
    message: Message<'a>,
    schema: &'static schema::Message,
}

impl<'a> Known<'a> {
    fn all(self, name: &str) -> impl Iterator<Item = (Field<'a>, &'static Kind)> {
        let known = self.schema.fields.iter().find(|field| field.name == name);
        known.into_iter().flat_map(move |known| {
            let fields = self.message.all(known.number);
            fields.map(move |field| (field, &known.kind))
        })
    }

    fn messages(self, name: &str) -> impl Iterator<Item = Self> {
        self.all(name).filter_map(|(field, kind)| match kind {
            Kind::Message(schema) => Some(Known {
                message: field.message(),
                schema,
            }),
            _ => None,
        })
    }

    fn number(self, name: &str) -> Option<u64> {
        self.all(name).last().map(|(field, _)| field.as_u64())
    }

    fn has_text(self, name: &str, texts: &[&str]) -> bool {
        self.texts(name)
            .any(|text| texts.iter().any(|other| text == other.as_bytes()))
    }

    fn texts(self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.all(name).map(|(field, _)| field.as_bytes())
    }
}

/// What a trace tells besides its configuration.
struct Told {
    /// When tracing started, in nanoseconds since the boot: the clock of traces is nearly always that.
    started: Option<i64>,
    /// Whether the kernel lost events, on whichever machine.
    lost_events: bool,
}

/// Returns what of a `TraceConfig` was unwise, given when tracing started and what went wrong.
pub(super) fn of_config(config: &[u8], started: Option<i64>, issues: &IssueLog) -> Vec<Advice> {
    let lost = [
        "ftrace_cpu_has_data_loss",
        "ftrace_cpu_overrun_delta",
        "ftrace_cpu_commit_overrun_delta",
    ];
    let told = Told {
        started,
        lost_events: issues
            .iter()
            .any(|issue| lost.contains(&issue.kind) && issue.count > 0),
    };
    let config = Known {
        message: Message(config),
        schema: &schema::TRACE_CONFIG,
    };
    let sources: Vec<Known<'_>> = config
        .messages("data_sources")
        .filter_map(|source| source.messages("config").last())
        .collect();
    let kernels = || {
        sources
            .iter()
            .filter_map(|source| source.messages("ftrace_config").last())
    };
    let mut advice: Vec<Advice> = Vec::new();
    advice.extend(kernels().filter_map(|ftrace| late_start(ftrace, &told)));
    advice.extend(kernels().filter_map(|ftrace| small_buffer(ftrace, &told)));
    advice.extend(kernels().filter_map(|ftrace| slow_drain(ftrace, &told)));
    advice.extend(kernels().filter_map(drain_period));
    advice.extend(kernels().filter_map(|ftrace| all_syscalls(ftrace, &told)));
    advice.extend(kernels().flat_map(symbols));
    advice.extend(full_buffers(config, &sources));
    let heaps = sources
        .iter()
        .filter_map(|source| source.messages("heapprofd_config").last());
    advice.extend(heaps.filter_map(heap_interval));
    advice
}

fn late_start(ftrace: Known<'_>, told: &Told) -> Option<Advice> {
    let keeps = ftrace.number("preserve_ftrace_buffer")? != 0;
    (keeps && told.started? > LATE_NS).then(|| Advice {
        key: "preserve_ftrace_buffer_late_start",
        title: "Old kernel events kept",
        description:
            "preserve_ftrace_buffer keeps what the kernel had recorded before, but tracing \
                      started minutes after the boot: such events may be old and mislead."
                .to_owned(),
        remedy: "Leave preserve_ftrace_buffer out, unless tracing starts soon after the boot.",
        confidence: 0.7,
    })
}

fn small_buffer(ftrace: Known<'_>, told: &Told) -> Option<Advice> {
    const ENOUGH_KB: f64 = 1024.0;
    const TOO_FEW_KB: f64 = 64.0;
    let kb = ftrace.number("buffer_size_kb")? as u32;
    let size = f64::from(kb);
    if kb == 0 || size >= ENOUGH_KB {
        return None;
    }
    let share = ((size - TOO_FEW_KB) / (ENOUGH_KB - TOO_FEW_KB)).max(0.0);
    Some(Advice {
        key: "tiny_ftrace_buffer",
        title: "Small kernel buffer",
        description: format!(
            "The kernel's buffer has {kb} KB (buffer_size_kb): less than 1 MB can overflow when much \
             happens, and events are lost."
        ),
        remedy: "Leave buffer_size_kb out: the default suits most recordings.",
        confidence: if told.lost_events {
            SURE
        } else {
            SURE - share * (SURE - 0.2)
        },
    })
}

fn slow_drain(ftrace: Known<'_>, told: &Told) -> Option<Advice> {
    const ENOUGH: f64 = 5.0;
    const TOO_LITTLE: f64 = 1.0;
    let kb = ftrace.number("buffer_size_kb")? as u32;
    let period_ms = ftrace.number("drain_period_ms")? as u32;
    if kb == 0 || period_ms == 0 {
        return None;
    }
    let mb_per_s = (f64::from(kb) / 1024.0) / (f64::from(period_ms) / 1000.0);
    if mb_per_s >= ENOUGH {
        return None;
    }
    let confidence = SURE * ((ENOUGH - mb_per_s) / (ENOUGH - TOO_LITTLE)).min(1.0);
    Some(Advice {
        key: "low_ftrace_drain_bandwidth",
        title: "Kernel buffer rarely emptied",
        description: format!(
            "The kernel's buffer of {kb} KB (buffer_size_kb) is emptied every {period_ms} ms \
             (drain_period_ms): more than 5 MB a second do not fit, and events are lost."
        ),
        remedy: "Leave both out for the defaults, or have a larger buffer or a shorter period.",
        confidence: if told.lost_events { SURE } else { confidence },
    })
}

fn drain_period(ftrace: Known<'_>) -> Option<Advice> {
    let ms = ftrace.number("drain_period_ms")? as u32;
    (!(100..=60_000).contains(&ms)).then(|| Advice {
        key: "extreme_ftrace_drain_period",
        title: "Odd period of the kernel buffer",
        description: format!(
            "The kernel's buffer is emptied every {ms} ms (drain_period_ms), not within 100 to 60000: \
             a short period wakes CPUs often, a long one loses events."
        ),
        remedy: "Leave drain_period_ms out, or keep it within that range.",
        confidence: 0.6,
    })
}

fn all_syscalls(ftrace: Known<'_>, told: &Told) -> Option<Advice> {
    let events = ["raw_syscalls/sys_enter", "raw_syscalls/sys_exit"];
    let is_filtered = ftrace.all("syscall_events").next().is_some();
    (ftrace.has_text("ftrace_events", &events) && !is_filtered).then(|| Advice {
        key: "syscalls_without_filter",
        title: "All system calls recorded",
        description:
            "raw_syscalls are recorded without syscall_events: every system call of every \
                      thread makes the trace large and costs time."
                .to_owned(),
        remedy: "Name the calls of interest in syscall_events, such as sys_read and sys_write.",
        confidence: if told.lost_events { SURE } else { 0.3 },
    })
}

fn symbols(ftrace: Known<'_>) -> Vec<Advice> {
    const EVENTS: [&str; 2] = [
        "workqueue/workqueue_execute_start",
        "sched/sched_blocked_reason",
    ];
    const REMEDY: &str = "Set symbolize_ksyms.";
    let is_set = |name| ftrace.number(name).is_some_and(|value| value != 0);
    if is_set("symbolize_ksyms") {
        return Vec::new();
    }
    let graph = is_set("enable_function_graph").then(|| Advice {
        key: "function_graph_requires_symbolize_ksyms",
        title: "Kernel functions without names",
        description:
            "enable_function_graph records functions of the kernel by their addresses; without \
                      symbolize_ksyms nothing can name them afterwards."
                .to_owned(),
        remedy: REMEDY,
        confidence: 1.0,
    });
    let first = EVENTS
        .into_iter()
        .filter_map(|event| {
            let at = ftrace
                .texts("ftrace_events")
                .position(|text| text == event.as_bytes());
            Some((at?, event))
        })
        .min();
    let event = first.map(|(_, event)| Advice {
        key: "events_require_symbolize_ksyms",
        title: "Addresses without names",
        description: format!(
            "{event} names functions of the kernel by their addresses; without symbolize_ksyms nothing \
             can name them afterwards."
        ),
        remedy: REMEDY,
        confidence: 0.6,
    });
    graph.into_iter().chain(event).collect()
}

/// Looks for sources with many events whose buffer takes no more once it is full, though the trace is
/// written into a file all the while.
fn full_buffers(config: Known<'_>, sources: &[Known<'_>]) -> Vec<Advice> {
    let is_streamed = config
        .number("write_into_file")
        .is_some_and(|value| value != 0);
    if !is_streamed || config.number("file_write_period_ms").unwrap_or(0) >= NEVER_MS {
        return Vec::new();
    }
    let policies: Vec<Option<u64>> = config
        .messages("buffers")
        .map(|buffer| buffer.number("fill_policy"))
        .collect();
    let fills = |source: &&Known<'_>| {
        let target = source.number("target_buffer").unwrap_or(0);
        let policy = usize::try_from(target)
            .ok()
            .and_then(|target| policies.get(target));
        policy == Some(&Some(DISCARD))
    };
    let names = sources.iter().filter(fills).filter_map(|source| {
        let name = source.texts("name").last()?;
        ["linux.ftrace", "track_event"]
            .into_iter()
            .find(|known| known.as_bytes() == name)
    });
    let advice = names.map(|name| Advice {
        key: "discard_buffer_for_streaming",
        title: "Buffer that stops when full",
        description: format!(
            "{name} writes into a buffer with the policy DISCARD while the trace goes into a file: once \
             the buffer was full, nothing more is recorded."
        ),
        remedy: "Leave fill_policy out for buffers of linux.ftrace and track_event.",
        confidence: 0.8,
    });
    advice.collect()
}

fn heap_interval(heap: Known<'_>) -> Option<Advice> {
    let bytes = heap.number("sampling_interval_bytes")?;
    (1..100 * 1024).contains(&bytes).then(|| Advice {
        key: "heapprofd_sampling_interval_too_low",
        title: "Heap sampled too often",
        description: format!(
            "The heap is sampled every {bytes} bytes (sampling_interval_bytes): below 100 KB that costs \
             time and hardly tells more."
        ),
        remedy: "Sample every 100 KB or more.",
        confidence: 0.3,
    })
}
