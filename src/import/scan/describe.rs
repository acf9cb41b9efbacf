//! What packets say of tracks and of the threads of their sequences.

use super::{PacketHeader, Scanner};
use crate::decode::fields::Fields;
use crate::import::descriptor::DescriptorContext;
use crate::import::sequence::{DeltaReference, SequenceThread};
use crate::proto::{thread_descriptor, track_descriptor};

impl Scanner<'_> {
    /// Reserves a track. Returns its uuid if it is neither a thread's nor a process's.
    pub(super) fn reserve(
        &mut self,
        descriptor: &[u8],
        header: &PacketHeader<'_>,
        seq: u32,
        offset: u64,
    ) -> Option<u64> {
        let cx = DescriptorContext {
            pos: offset,
            machine: header.machine,
            trusted_pid: header.trusted_pid,
        };
        let out = &mut self.out;
        let reserved = out
            .reservations
            .add(descriptor, &cx, &mut out.strings, &mut out.issues)?;
        if let Some((pid, tid)) = reserved.thread
            && self.out.sequences.list[seq as usize].valid
            && header.seq.is_some()
        {
            let reference = thread_descriptor_of(descriptor)
                .map(read_delta_reference)
                .unwrap_or_default();
            self.set_thread(seq, offset, SequenceThread { pid, tid }, reference);
        }
        reserved.plain
    }

    fn set_thread(
        &mut self,
        seq: u32,
        offset: u64,
        thread: SequenceThread,
        reference: DeltaReference,
    ) {
        self.out.sequences.change(seq, offset, |epoch| {
            epoch.thread = Some(thread);
            epoch.delta = Some(reference);
            epoch.restarts_delta = true;
        });
    }

    /// Gives a sequence the thread of a ThreadDescriptor packet (field 44). Returns false if the sequence is
    /// not named or has lost its state; such a packet is left out.
    pub(super) fn legacy_thread(
        &mut self,
        header: &PacketHeader<'_>,
        seq: u32,
        offset: u64,
    ) -> bool {
        let Some(descriptor) = header.thread_descriptor else {
            return true;
        };
        if header.seq.is_none() {
            self.out
                .issues
                .record("thread_descriptor_missing_sequence_id", offset, String::new);
            return false;
        }
        if !self.out.sequences.list[seq as usize].valid {
            self.out.issues.record(
                "thread_descriptor_skipped_incremental_state_invalid",
                offset,
                String::new,
            );
            return false;
        }
        let number = |n| Fields::new(descriptor).last_of(n);
        let thread = SequenceThread {
            pid: number(thread_descriptor::PID).map_or(0, |pid| i64::from(pid.as_i32())),
            tid: number(thread_descriptor::TID).map_or(0, |tid| i64::from(tid.as_i32())),
        };
        self.set_thread(seq, offset, thread, read_delta_reference(descriptor));
        true
    }

    /// Files a packet that does nothing but describe a track that is neither a thread's nor a process's. Such
    /// packets may be as many as events, and are not read again.
    pub(super) fn push_plain_track(&mut self, (ts, offset): (i64, u64), uuid: u64) {
        let n = self.out.plain_tracks.len() as u32;
        let n_cold = self.out.cold.len();
        self.push_cold(ts, offset, n, (false, 0));
        if self.out.cold.len() > n_cold
            && let Some(cold) = self.out.cold.last_mut()
        {
            cold.is_plain_track = true;
            self.out.plain_tracks.push(uuid);
        }
    }
}

fn thread_descriptor_of(track_descriptor: &[u8]) -> Option<&[u8]> {
    Fields::new(track_descriptor)
        .last_of(track_descriptor::THREAD)
        .map(|field| field.as_bytes())
}

fn read_delta_reference(thread_descriptor: &[u8]) -> DeltaReference {
    let number = |n| {
        Fields::new(thread_descriptor)
            .last_of(n)
            .map_or(0, |field| field.as_i64())
    };
    DeltaReference {
        timestamp_ns: number(thread_descriptor::REFERENCE_TIMESTAMP_US).saturating_mul(1000),
        thread_time_ns: number(thread_descriptor::REFERENCE_THREAD_TIME_US).saturating_mul(1000),
        instructions: number(thread_descriptor::REFERENCE_THREAD_INSTRUCTION_COUNT),
    }
}
