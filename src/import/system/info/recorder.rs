//! What the recorder counted: of its buffers, of its filter, and of the kernel's buffers.

use std::collections::BTreeMap;

use super::Info;
use crate::decode::fields::{Field, Fields};
use crate::import::sequence::LOSS_CAUSES;
use crate::import::sink::Sink;
use crate::import::system::{Packet, Source};
use crate::model::trace::MetadataValue;

/// Numbers of `BufferStats` by field.
const BUFFER_STATS: [(u32, &str); 21] = [
    (12, "traced_buf_buffer_size"),
    (1, "traced_buf_bytes_written"),
    (13, "traced_buf_bytes_overwritten"),
    (14, "traced_buf_bytes_read"),
    (15, "traced_buf_padding_bytes_written"),
    (16, "traced_buf_padding_bytes_cleared"),
    (2, "traced_buf_chunks_written"),
    (10, "traced_buf_chunks_rewritten"),
    (20, "traced_buf_chunks_relocated"),
    (3, "traced_buf_chunks_overwritten"),
    (18, "traced_buf_chunks_discarded"),
    (17, "traced_buf_chunks_read"),
    (11, "traced_buf_chunks_committed_out_of_order"),
    (4, "traced_buf_write_wrap_count"),
    (5, "traced_buf_patches_succeeded"),
    (6, "traced_buf_patches_failed"),
    (7, "traced_buf_readaheads_succeeded"),
    (8, "traced_buf_readaheads_failed"),
    (9, "traced_buf_abi_violations"),
    (19, "traced_buf_trace_writer_packet_loss"),
    (22, "traced_buf_oversized_packets_dropped"),
];

/// Numbers of `TraceStats` by field.
const TRACE_STATS: [(u32, &str); 11] = [
    (2, "traced_producers_connected"),
    (3, "traced_producers_seen"),
    (4, "traced_data_sources_registered"),
    (5, "traced_data_sources_seen"),
    (6, "traced_tracing_sessions"),
    (7, "traced_total_buffers"),
    (8, "traced_chunks_discarded"),
    (9, "traced_patches_discarded"),
    (12, "traced_flushes_requested"),
    (13, "traced_flushes_succeeded"),
    (14, "traced_flushes_failed"),
];

/// Numbers of `FilterStats` by field.
const FILTER_STATS: [(u32, &str); 5] = [
    (1, "filter_input_packets"),
    (2, "filter_input_bytes"),
    (3, "filter_output_bytes"),
    (4, "filter_errors"),
    (5, "filter_time_taken_ns"),
];

/// Numbers of `FtraceCpuStats` by field: at the beginning, at the end, and the difference.
const FTRACE_STATS: [(u32, [&str; 3]); 6] = [
    (
        2,
        [
            "ftrace_cpu_entries_begin",
            "ftrace_cpu_entries_end",
            "ftrace_cpu_entries_delta",
        ],
    ),
    (
        3,
        [
            "ftrace_cpu_overrun_begin",
            "ftrace_cpu_overrun_end",
            "ftrace_cpu_overrun_delta",
        ],
    ),
    (
        4,
        [
            "ftrace_cpu_commit_overrun_begin",
            "ftrace_cpu_commit_overrun_end",
            "ftrace_cpu_commit_overrun_delta",
        ],
    ),
    (
        5,
        [
            "ftrace_cpu_bytes_begin",
            "ftrace_cpu_bytes_end",
            "ftrace_cpu_bytes_delta",
        ],
    ),
    (
        8,
        [
            "ftrace_cpu_dropped_events_begin",
            "ftrace_cpu_dropped_events_end",
            "ftrace_cpu_dropped_events_delta",
        ],
    ),
    (
        9,
        [
            "ftrace_cpu_read_events_begin",
            "ftrace_cpu_read_events_end",
            "ftrace_cpu_read_events_delta",
        ],
    ),
];

/// Numbers of `FtraceKprobeStats` by field, likewise.
const KPROBE_STATS: [(u32, [&str; 3]); 2] = [
    (
        1,
        [
            "ftrace_kprobe_hits_begin",
            "ftrace_kprobe_hits_end",
            "ftrace_kprobe_hits_delta",
        ],
    ),
    (
        2,
        [
            "ftrace_kprobe_misses_begin",
            "ftrace_kprobe_misses_end",
            "ftrace_kprobe_misses_delta",
        ],
    ),
];

/// A page of the ftrace buffer that holds nothing is no damage.
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
        let last = |number| Fields::new(payload).last_of(number);
        let phase = match last(1).map(|phase| phase.as_u64()) {
            Some(1) => 0,
            Some(2) => 1,
            _ => return false,
        };
        for cpu in Fields::new(payload).filter(|field| field.number == 2) {
            cpu_stats(&cpu, phase, sink);
        }
        if let Some(kprobes) = last(10) {
            for (number, names) in KPROBE_STATS {
                let value = kprobes
                    .fields()
                    .last_of(number)
                    .map_or(0, |field| field.as_i64());
                set_phase(names, phase, (None, value), sink);
            }
        }
        // A recorder may say so at the beginning of each part of a long trace.
        let sequence = source.sequence(packet.epoch);
        if phase == 0 && !self.setup_failed.contains(&sequence) && setup_errors(payload, sink) {
            self.setup_failed.insert(sequence);
        }
        for errors in Fields::new(payload).filter(|field| field.number == 9) {
            errors.each_varint(|error| {
                sink.issues.count(if error == ZERO_DATA_LENGTH {
                    "ftrace_abi_errors_skipped_zero_data_length"
                } else {
                    "ftrace_parse_errors"
                });
            });
        }
        phase == 0 && last(8).is_some_and(|keep| keep.as_bool())
    }
}

/// Imports `TraceStats`.
pub(in crate::import::system) fn trace_stats(
    packet: &Packet<'_>,
    source: &dyn Source,
    sink: &mut Sink,
) {
    let payload = packet.payload;
    let last = |number| Fields::new(payload).last_of(number);
    for (number, name) in TRACE_STATS {
        let value = last(number).map_or(0, |field| field.as_i64());
        sink.issues.set(name, None, value);
    }
    match last(15).map(|outcome| outcome.as_u64()) {
        Some(1) => sink.issues.set("traced_final_flush_succeeded", None, 1),
        Some(2) => sink.issues.set("traced_final_flush_failed", None, 1),
        _ => {}
    }
    if let Some(filter) = last(11) {
        for (number, name) in FILTER_STATS {
            let value = filter
                .fields()
                .last_of(number)
                .map_or(0, |field| field.as_i64());
            sink.issues.set(name, None, value);
        }
        let mut buffer = 0;
        for bytes in filter.fields().filter(|field| field.number == 20) {
            bytes.each_varint(|bytes| {
                let index = Some(buffer);
                sink.issues
                    .set("traced_buf_bytes_filtered_out", index, bytes.cast_signed());
                buffer += 1;
            });
        }
    }
    let buffers = Fields::new(payload).filter(|field| field.number == 1);
    for (index, buffer) in (0..).zip(buffers) {
        for (number, name) in BUFFER_STATS {
            let value = buffer
                .fields()
                .last_of(number)
                .map_or(0, |field| field.as_i64());
            sink.issues.set(name, Some(index), value);
        }
    }
    writer_stats(packet, source, sink);
}

/// Adds up what was lost of the sequences that were written into each buffer.
fn writer_stats(packet: &Packet<'_>, source: &dyn Source, sink: &mut Sink) {
    let mut lost: BTreeMap<u32, BTreeMap<&'static str, i64>> = BTreeMap::new();
    for writer in Fields::new(packet.payload).filter(|field| field.number == 18) {
        let number = |of| {
            writer
                .fields()
                .last_of(of)
                .map_or(0, |field| field.as_u32())
        };
        if let Some(found) = source.lost(packet.epoch, number(1)) {
            let sums = lost.entry(number(4)).or_default();
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

fn cpu_stats(cpu: &Field<'_>, phase: usize, sink: &mut Sink) {
    let last = |number| cpu.fields().last_of(number);
    let index = Some(last(1).map_or(0, |cpu| i64::from(cpu.as_i32())));
    for (number, names) in FTRACE_STATS {
        let value = last(number).map_or(0, |field| field.as_i64());
        set_phase(names, phase, (index, value), sink);
    }
    for (number, names) in [
        (
            6,
            [
                "ftrace_cpu_oldest_event_ts_begin",
                "ftrace_cpu_oldest_event_ts_end",
            ],
        ),
        (7, ["ftrace_cpu_now_ts_begin", "ftrace_cpu_now_ts_end"]),
    ] {
        let seconds = last(number).map_or(0.0, |field| field.as_f64());
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

/// Says what could not be set up; false if nothing failed.
fn setup_errors(payload: &[u8], sink: &mut Sink) -> bool {
    let mut errors = String::new();
    for (number, prefix) in [
        (7, "Ftrace event failed: "),
        (6, "Ftrace event unknown: "),
        (5, "Atrace failures: "),
    ] {
        for field in Fields::new(payload).filter(|field| field.number == number) {
            if number == 5 && field.as_bytes().is_empty() {
                continue;
            }
            sink.issues.count("ftrace_setup_errors");
            errors.push_str(prefix);
            errors.push_str(&String::from_utf8_lossy(field.as_bytes()));
            if number != 5 {
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
