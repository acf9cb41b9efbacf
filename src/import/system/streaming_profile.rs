//! Samples of Chromium's own profiler: `StreamingProfilePacket`s, which say for each sample its stack and the time
//! since the one before.
//!
//! The thread, and the time of the first sample, are those of the sequence's ThreadDescriptor, as in the reference's
//! `profile_module.cc`.

use hashbrown::HashMap;

use super::{Clocks, Packet, Source, Timed, TimedEvent};
use crate::base::time::Ts;
use crate::import::sink::Sink;
use crate::import::stacks::Cx;
use crate::model::stack_profile::{StackSample, Task};
use crate::proto::{BUILTIN_CLOCK_MONOTONIC, streaming_profile_packet};

/// A sample, to be imported when its time comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Streamed {
    epoch: u32,
    pid: i64,
    tid: i64,
    callstack: u64,
}

/// Reads the packets of profilers.
#[derive(Debug, Default)]
pub(super) struct StreamingProfiles {
    /// For each sequence the state in which its last packet was, and the time of its last sample.
    sequences: HashMap<u32, (u32, i64)>,
}

impl StreamingProfiles {
    /// Finds the times of the samples of a packet, in file order.
    pub(super) fn index(
        &mut self,
        packet: &Packet<'_>,
        clocks: &mut dyn Clocks,
        source: &dyn Source,
        (timed, sink): (&mut Vec<Timed>, &mut Sink),
    ) {
        let (mut callstacks, mut deltas) = (Vec::new(), Vec::new());
        for field in packet.payload.fields() {
            match field.number {
                streaming_profile_packet::CALLSTACK_IID => {
                    field.each_varint(|iid| callstacks.push(iid));
                }
                streaming_profile_packet::TIMESTAMP_DELTA_US => {
                    field.each_varint(|delta| deltas.push(delta.cast_signed()));
                }
                _ => {}
            }
        }
        let epoch = packet.epoch;
        let Some(thread) = source.thread(epoch) else {
            let n = callstacks.len() as i64;
            sink.issues
                .add("streaming_profile_invalid_timestamp", None, n);
            return;
        };
        let known = self.sequences.entry(source.sequence(epoch));
        let known = known.or_insert((epoch, thread.reference_ns));
        if source.has_new_thread(known.0, epoch) {
            known.1 = thread.reference_ns;
        }
        known.0 = epoch;
        let clock = BUILTIN_CLOCK_MONOTONIC as u32;
        let start = clocks.to_trace(clock, known.1).unwrap_or(known.1);
        let first = known.1;
        for (place, &delta) in deltas.iter().enumerate() {
            known.1 = known.1.saturating_add(delta.saturating_mul(1_000));
            let Some(&callstack) = callstacks.get(place) else {
                continue;
            };
            if known.1 < 0 {
                sink.issues.count("streaming_profile_invalid_timestamp");
                continue;
            }
            let event = TimedEvent::Streamed(Streamed {
                epoch,
                pid: thread.pid,
                tid: thread.tid,
                callstack,
            });
            let ts = start.saturating_add(known.1.saturating_sub(first));
            timed.push(Timed { ts, event });
        }
        // Stacks without a time.
        let n = callstacks.len().saturating_sub(deltas.len()) as i64;
        if n > 0 {
            sink.issues.add("stackprofile_parser_error", None, n);
        }
    }
}

/// Imports a sample, in time order.
pub(super) fn sample(event: Streamed, ts: i64, source: &dyn Source, sink: &mut Sink) {
    let utid = sink.processes.update_thread(event.tid, event.pid);
    let upid = sink.processes.process(event.pid);
    let mut cx = Cx {
        epoch: event.epoch,
        upid: Some(upid),
        interned: &|epoch, field, iid| source.interned(epoch, field, iid),
        strings: &mut sink.strings,
        issues: &mut sink.issues,
    };
    let Some(callsite) = sink.stacks.stack(event.callstack, &mut cx) else {
        sink.issues.count("stackprofile_parser_error");
        return;
    };
    let name = sink.str("chrome");
    let task = Task {
        upid: Some(upid),
        utid: Some(utid),
        async_context: None,
    };
    let row = StackSample {
        ts: Ts::from_ns(ts),
        profiler: sink.stacks.profiler(name),
        task: Some(sink.stacks.task(task)),
        execution: None,
        callsite: Some(callsite),
        unwind_error: None,
        values: (0, 0),
    };
    sink.stacks.rows.samples.push(row);
}
