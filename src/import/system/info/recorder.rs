//! What the recorder counted: of its buffers, of its filter, and of the kernel's buffers.

use std::collections::BTreeMap;

use super::Info;
use crate::decode::fields::Message;
use crate::import::sequence::LOSS_CAUSES;
use crate::import::sink::Sink;
use crate::import::system::{Packet, Source};
use crate::model::trace::MetadataValue;
use crate::proto::{
    ftrace_kprobe_stats,
    ftrace_stats::{self, ftrace_cpu_stats},
    trace_stats::{self, buffer_stats, filter_stats, writer_stats},
};

/// Numbers of `BufferStats` by field.
const BUFFER_STATS: [(u32, &str); 21] = [
    (buffer_stats::BUFFER_SIZE, "traced_buf_buffer_size"),
    (buffer_stats::BYTES_WRITTEN, "traced_buf_bytes_written"),
    (
        buffer_stats::BYTES_OVERWRITTEN,
        "traced_buf_bytes_overwritten",
    ),
    (buffer_stats::BYTES_READ, "traced_buf_bytes_read"),
    (
        buffer_stats::PADDING_BYTES_WRITTEN,
        "traced_buf_padding_bytes_written",
    ),
    (
        buffer_stats::PADDING_BYTES_CLEARED,
        "traced_buf_padding_bytes_cleared",
    ),
    (buffer_stats::CHUNKS_WRITTEN, "traced_buf_chunks_written"),
    (
        buffer_stats::CHUNKS_REWRITTEN,
        "traced_buf_chunks_rewritten",
    ),
    (
        buffer_stats::CHUNKS_RELOCATED,
        "traced_buf_chunks_relocated",
    ),
    (
        buffer_stats::CHUNKS_OVERWRITTEN,
        "traced_buf_chunks_overwritten",
    ),
    (
        buffer_stats::CHUNKS_DISCARDED,
        "traced_buf_chunks_discarded",
    ),
    (buffer_stats::CHUNKS_READ, "traced_buf_chunks_read"),
    (
        buffer_stats::CHUNKS_COMMITTED_OUT_OF_ORDER,
        "traced_buf_chunks_committed_out_of_order",
    ),
    (
        buffer_stats::WRITE_WRAP_COUNT,
        "traced_buf_write_wrap_count",
    ),
    (
        buffer_stats::PATCHES_SUCCEEDED,
        "traced_buf_patches_succeeded",
    ),
    (buffer_stats::PATCHES_FAILED, "traced_buf_patches_failed"),
    (
        buffer_stats::READAHEADS_SUCCEEDED,
        "traced_buf_readaheads_succeeded",
    ),
    (
        buffer_stats::READAHEADS_FAILED,
        "traced_buf_readaheads_failed",
    ),
    (buffer_stats::ABI_VIOLATIONS, "traced_buf_abi_violations"),
    (
        buffer_stats::TRACE_WRITER_PACKET_LOSS,
        "traced_buf_trace_writer_packet_loss",
    ),
    (
        buffer_stats::OVERSIZED_PACKETS_DROPPED,
        "traced_buf_oversized_packets_dropped",
    ),
];

/// Numbers of `TraceStats` by field.
const TRACE_STATS: [(u32, &str); 11] = [
    (
        trace_stats::PRODUCERS_CONNECTED,
        "traced_producers_connected",
    ),
    (trace_stats::PRODUCERS_SEEN, "traced_producers_seen"),
    (
        trace_stats::DATA_SOURCES_REGISTERED,
        "traced_data_sources_registered",
    ),
    (trace_stats::DATA_SOURCES_SEEN, "traced_data_sources_seen"),
    (trace_stats::TRACING_SESSIONS, "traced_tracing_sessions"),
    (trace_stats::TOTAL_BUFFERS, "traced_total_buffers"),
    (trace_stats::CHUNKS_DISCARDED, "traced_chunks_discarded"),
    (trace_stats::PATCHES_DISCARDED, "traced_patches_discarded"),
    (trace_stats::FLUSHES_REQUESTED, "traced_flushes_requested"),
    (trace_stats::FLUSHES_SUCCEEDED, "traced_flushes_succeeded"),
    (trace_stats::FLUSHES_FAILED, "traced_flushes_failed"),
];

/// Numbers of `FilterStats` by field.
const FILTER_STATS: [(u32, &str); 5] = [
    (filter_stats::INPUT_PACKETS, "filter_input_packets"),
    (filter_stats::INPUT_BYTES, "filter_input_bytes"),
    (filter_stats::OUTPUT_BYTES, "filter_output_bytes"),
    (filter_stats::ERRORS, "filter_errors"),
    (filter_stats::TIME_TAKEN_NS, "filter_time_taken_ns"),
];

/// Numbers of `FtraceCpuStats` by field: at the beginning, at the end, and the difference.
const FTRACE_STATS: [(u32, [&str; 3]); 6] = [
    (
        ftrace_cpu_stats::ENTRIES,
        [
            "ftrace_cpu_entries_begin",
            "ftrace_cpu_entries_end",
            "ftrace_cpu_entries_delta",
        ],
    ),
    (
        ftrace_cpu_stats::OVERRUN,
        [
            "ftrace_cpu_overrun_begin",
            "ftrace_cpu_overrun_end",
            "ftrace_cpu_overrun_delta",
        ],
    ),
    (
        ftrace_cpu_stats::COMMIT_OVERRUN,
        [
            "ftrace_cpu_commit_overrun_begin",
            "ftrace_cpu_commit_overrun_end",
            "ftrace_cpu_commit_overrun_delta",
        ],
    ),
    (
        ftrace_cpu_stats::BYTES_READ,
        [
            "ftrace_cpu_bytes_begin",
            "ftrace_cpu_bytes_end",
            "ftrace_cpu_bytes_delta",
        ],
    ),
    (
        ftrace_cpu_stats::DROPPED_EVENTS,
        [
            "ftrace_cpu_dropped_events_begin",
            "ftrace_cpu_dropped_events_end",
            "ftrace_cpu_dropped_events_delta",
        ],
    ),
    (
        ftrace_cpu_stats::READ_EVENTS,
        [
            "ftrace_cpu_read_events_begin",
            "ftrace_cpu_read_events_end",
            "ftrace_cpu_read_events_delta",
        ],
    ),
];

/// Numbers of `FtraceKprobeStats` by field: at the beginning, at the end, and the difference.
const KPROBE_STATS: [(u32, [&str; 3]); 2] = [
    (
        ftrace_kprobe_stats::HITS,
        [
            "ftrace_kprobe_hits_begin",
            "ftrace_kprobe_hits_end",
            "ftrace_kprobe_hits_delta",
        ],
    ),
    (
        ftrace_kprobe_stats::MISSES,
        [
            "ftrace_kprobe_misses_begin",
            "ftrace_kprobe_misses_end",
            "ftrace_kprobe_misses_delta",
        ],
    ),
];

/// The error of a page of the ftrace buffer that holds nothing, which is no damage.
const ZERO_DATA_LENGTH: u64 = 12;

impl Info {
    /// Imports `FtraceStats`. Returns whether the buffer from before the trace is to be kept.
    pub(in crate::import::system) fn ftrace_stats(
        &mut self,
        packet: &Packet<'_>,
        source: &dyn Source,
        sink: &mut Sink,
    ) -> bool {
        let payload = packet.payload;
        let phase = match payload.u64(ftrace_stats::PHASE) {
            ftrace_stats::START_OF_TRACE => 0,
            ftrace_stats::END_OF_TRACE => 1,
            _ => return false,
        };
        for cpu in payload.messages(ftrace_stats::CPU_STATS) {
            cpu_stats(cpu, phase, sink);
        }
        if let Some(kprobes) = payload.field(ftrace_stats::KPROBE_STATS) {
            let kprobes = kprobes.message();
            for (number, names) in KPROBE_STATS {
                set_phase(names, phase, (None, kprobes.i64(number)), sink);
            }
        }
        // A recorder may report this at the beginning of each part of a long trace.
        let sequence = source.sequence(packet.epoch);
        if phase == 0 && !self.setup_failed.contains(&sequence) && setup_errors(payload, sink) {
            self.setup_failed.insert(sequence);
        }
        for errors in payload.all(ftrace_stats::FTRACE_PARSE_ERRORS) {
            errors.each_varint(|error| {
                sink.issues.count(if error == ZERO_DATA_LENGTH {
                    "ftrace_abi_errors_skipped_zero_data_length"
                } else {
                    "ftrace_parse_errors"
                });
            });
        }
        phase == 0 && payload.bool(ftrace_stats::PRESERVE_FTRACE_BUFFER)
    }
}

/// Imports `TraceStats`.
pub(in crate::import::system) fn trace_stats(
    packet: &Packet<'_>,
    source: &dyn Source,
    sink: &mut Sink,
) {
    let payload = packet.payload;
    for (number, name) in TRACE_STATS {
        sink.issues.set(name, None, payload.i64(number));
    }
    match payload.u64(trace_stats::FINAL_FLUSH_OUTCOME) {
        trace_stats::FINAL_FLUSH_SUCCEEDED => {
            sink.issues.set("traced_final_flush_succeeded", None, 1);
        }
        trace_stats::FINAL_FLUSH_FAILED => {
            sink.issues.set("traced_final_flush_failed", None, 1);
        }
        _ => {}
    }
    if let Some(filter) = payload.field(trace_stats::FILTER_STATS) {
        let filter = filter.message();
        for (number, name) in FILTER_STATS {
            sink.issues.set(name, None, filter.i64(number));
        }
        let mut buffer = 0;
        for bytes in filter.all(filter_stats::BYTES_DISCARDED_PER_BUFFER) {
            bytes.each_varint(|bytes| {
                let index = Some(buffer);
                sink.issues
                    .set("traced_buf_bytes_filtered_out", index, bytes.cast_signed());
                buffer += 1;
            });
        }
    }
    let buffers = payload.messages(trace_stats::BUFFER_STATS);
    for (index, buffer) in (0..).zip(buffers) {
        for (number, name) in BUFFER_STATS {
            sink.issues.set(name, Some(index), buffer.i64(number));
        }
    }
    writer_stats(packet, source, sink);
}

/// Adds up what was lost of the sequences that were written into each buffer.
fn writer_stats(packet: &Packet<'_>, source: &dyn Source, sink: &mut Sink) {
    let mut lost: BTreeMap<u32, BTreeMap<&'static str, i64>> = BTreeMap::new();
    for writer in packet.payload.messages(trace_stats::WRITER_STATS) {
        if let Some(found) = source.lost(packet.epoch, writer.u32(writer_stats::SEQUENCE_ID)) {
            let sums = lost.entry(writer.u32(writer_stats::BUFFER)).or_default();
            let mut add = |name, count| *sums.entry(name).or_default() += i64::from(count);
            add("traced_buf_sequence_packet_loss", found.n_losses);
            add(
                "traced_buf_incremental_sequences_dropped",
                u32::from(found.is_useless),
            );
            for (name, count) in LOSS_CAUSES
                .into_iter()
                .zip(found.causes.unwrap_or_default())
            {
                add(name, count);
            }
        }
    }
    for (buffer, sums) in lost {
        for (name, value) in sums {
            sink.issues.set(name, Some(i64::from(buffer)), value);
        }
    }
}

fn cpu_stats(cpu: Message<'_>, phase: usize, sink: &mut Sink) {
    let index = Some(i64::from(cpu.i32(ftrace_cpu_stats::CPU)));
    for (number, names) in FTRACE_STATS {
        set_phase(names, phase, (index, cpu.i64(number)), sink);
    }
    for (number, names) in [
        (
            ftrace_cpu_stats::OLDEST_EVENT_TS,
            [
                "ftrace_cpu_oldest_event_ts_begin",
                "ftrace_cpu_oldest_event_ts_end",
            ],
        ),
        (
            ftrace_cpu_stats::NOW_TS,
            ["ftrace_cpu_now_ts_begin", "ftrace_cpu_now_ts_end"],
        ),
    ] {
        let seconds = cpu.field(number).map_or(0.0, |field| field.as_f64());
        sink.issues.set(names[phase], index, (seconds * 1e9) as i64);
    }
}

fn set_phase(
    names: [&'static str; 3],
    phase: usize,
    (index, value): (Option<i64>, i64),
    sink: &mut Sink,
) {
    sink.issues.set(names[phase], index, value);
    if phase == 1
        && let Some(begin) = sink.issues.get_indexed(names[0], index)
    {
        sink.issues.set(names[2], index, value.wrapping_sub(begin));
    }
}

/// Reports what could not be set up. Returns false if nothing failed.
fn setup_errors(payload: Message<'_>, sink: &mut Sink) -> bool {
    let mut errors = String::new();
    for (number, prefix) in [
        (ftrace_stats::FAILED_FTRACE_EVENTS, "Ftrace event failed: "),
        (
            ftrace_stats::UNKNOWN_FTRACE_EVENTS,
            "Ftrace event unknown: ",
        ),
        (ftrace_stats::ATRACE_ERRORS, "Atrace failures: "),
    ] {
        for field in payload.all(number) {
            if number == ftrace_stats::ATRACE_ERRORS && field.as_bytes().is_empty() {
                continue;
            }
            sink.issues.count("ftrace_setup_errors");
            errors.push_str(prefix);
            errors.push_str(&String::from_utf8_lossy(field.as_bytes()));
            if number != ftrace_stats::ATRACE_ERRORS {
                errors.push('\n');
            }
        }
    }
    if errors.is_empty() {
        return false;
    }
    let errors = MetadataValue::Str(errors);
    sink.add_metadata("ftrace_setup_errors", errors);
    true
}
