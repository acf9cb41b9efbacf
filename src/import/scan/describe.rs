//! What packets say of tracks and of the threads of their sequences.

use super::{Cold, ColdKind, PacketHeader, Scanner};
use crate::decode::fields::Message;
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
            let thread = Message(descriptor).message(track_descriptor::THREAD);
            let reference = read_delta_reference(thread);
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
        let descriptor = Message(descriptor);
        let thread = SequenceThread {
            pid: i64::from(descriptor.i32(thread_descriptor::PID)),
            tid: i64::from(descriptor.i32(thread_descriptor::TID)),
        };
        self.set_thread(seq, offset, thread, read_delta_reference(descriptor));
        true
    }

    /// Files a packet that does nothing but describe a track that is neither a thread's nor a process's. Such
    /// packets may be as many as events, and are not read again.
    pub(super) fn push_plain_track(
        &mut self,
        (ts, offset): (i64, u64),
        header: &PacketHeader<'_>,
        uuid: u64,
    ) {
        let n_cold = self.out.cold.len();
        let index = self.out.plain_tracks.len() as u32;
        self.push_cold(Cold {
            kind: ColdKind::PlainTrack,
            ..Cold::new((ts, offset), index, header)
        });
        if self.out.cold.len() > n_cold {
            self.out.plain_tracks.push(uuid);
        }
    }
}

fn read_delta_reference(thread: Message<'_>) -> DeltaReference {
    let nanos = |number| thread.i64(number).saturating_mul(1000);
    DeltaReference {
        timestamp_ns: nanos(thread_descriptor::REFERENCE_TIMESTAMP_US),
        thread_time_ns: nanos(thread_descriptor::REFERENCE_THREAD_TIME_US),
        instructions: thread.i64(thread_descriptor::REFERENCE_THREAD_INSTRUCTION_COUNT),
    }
}
