//! Collects the events of the simulation and packs them into a trace.
//!
//! No two kernel events share a timestamp, so their order never depends on how a reader breaks ties. Bundles
//! are cut per processor and quarter of a second, like the periodic drain of a recorder.

use perfetty_messages::trace_packet::SequenceFlags;
use perfetty_messages::{
    FtraceEvent, FtraceEventBundle, InternedData, InternedString, Trace, TracePacket, TrackEvent,
};

/// Sequence ids, one per writer.
pub(super) mod sequence {
    pub(in super::super) const SERVICE: u32 = 1;
    pub(in super::super) const KERNEL: u32 = 2;
    pub(in super::super) const STATS: u32 = 3;
    pub(in super::super) const SURFACE_FLINGER: u32 = 5;
    pub(in super::super) const APP: u32 = 30;
}

/// Kernel functions that threads wait in, by interned number.
pub(super) const SYMBOLS: [&str; 3] = ["folio_wait_bit_common", "f2fs_sync_file", "do_wait"];

const DRAIN: u64 = 250_000_000;

pub(super) struct Recorder {
    start: u64,
    last: u64,
    kernel: Vec<Vec<FtraceEvent>>,
    packets: Vec<TracePacket>,
}

impl Recorder {
    pub(super) fn new(start: u64, n_cpus: usize) -> Self {
        Self {
            start,
            last: start,
            kernel: vec![Vec::new(); n_cpus],
            packets: Vec::new(),
        }
    }

    /// Returns a time that no other event has, at `now` or just after.
    pub(super) fn stamp(&mut self, now: u64) -> u64 {
        self.last = now.max(self.last + 1);
        self.last
    }

    pub(super) fn kernel(&mut self, cpu: usize, now: u64, mut event: FtraceEvent) {
        event.timestamp = Some(self.stamp(now));
        self.kernel[cpu].push(event);
    }

    pub(super) fn packet(&mut self, sequence: u32, packet: TracePacket) {
        let trusted_packet_sequence_id = Some(sequence);
        self.packets.push(TracePacket {
            trusted_packet_sequence_id,
            ..packet
        });
    }

    /// Writes a track event of the app at `now`.
    pub(super) fn track_event(&mut self, now: u64, event: TrackEvent) {
        let packet = TracePacket {
            timestamp: Some(self.stamp(now)),
            sequence_flags: Some(SequenceFlags::SeqNeedsIncrementalState as u32),
            track_event: Some(event),
            ..TracePacket::default()
        };
        self.packet(sequence::APP, packet);
    }

    /// Returns the trace: packets without a time first, then drain by drain.
    pub(super) fn finish(self) -> Trace {
        let mut packets: Vec<(u64, TracePacket)> = (self.packets.into_iter())
            .map(|packet| (drain_of(self.start, packet.timestamp), packet))
            .collect();
        let mut cleared = false;
        for (cpu, events) in self.kernel.into_iter().enumerate() {
            for chunk in events.chunk_by(|a, b| {
                drain_of(self.start, a.timestamp) == drain_of(self.start, b.timestamp)
            }) {
                let drain = drain_of(self.start, chunk.first().and_then(|event| event.timestamp));
                let mut packet = bundle(cpu, chunk.to_vec());
                if !std::mem::replace(&mut cleared, true) {
                    packet.sequence_flags = Some(SequenceFlags::SeqIncrementalStateCleared as u32);
                    packet.interned_data = Some(symbols());
                }
                packets.push((drain, packet));
            }
        }
        packets.sort_by_key(|(drain, _)| *drain);
        Trace {
            packet: packets.into_iter().map(|(_, packet)| packet).collect(),
        }
    }
}

fn drain_of(start: u64, ts: Option<u64>) -> u64 {
    ts.map_or(0, |ts| ts.saturating_sub(start) / DRAIN + 1)
}

fn bundle(cpu: usize, event: Vec<FtraceEvent>) -> TracePacket {
    let cpu = u32::try_from(cpu).ok();
    TracePacket {
        trusted_packet_sequence_id: Some(sequence::KERNEL),
        ftrace_events: Some(FtraceEventBundle {
            cpu,
            event,
            ..FtraceEventBundle::default()
        }),
        ..TracePacket::default()
    }
}

fn symbols() -> InternedData {
    let entry = |(iid, name): (u64, &&str)| InternedString {
        iid: Some(iid),
        str: Some(name.as_bytes().to_vec()),
    };
    InternedData {
        kernel_symbols: (1..).zip(&SYMBOLS).map(entry).collect(),
        ..InternedData::default()
    }
}

/// Kernel events, without time and thread.
pub(super) mod event {
    use perfetty_messages::{
        BinderTransactionFtraceEvent, BinderTransactionReceivedFtraceEvent,
        CpuFrequencyFtraceEvent, CpuIdleFtraceEvent, FtraceEvent, GpuFrequencyFtraceEvent,
        PrintFtraceEvent, SchedBlockedReasonFtraceEvent, SchedSwitchFtraceEvent,
        SchedWakingFtraceEvent,
    };

    type Who = (i32, &'static str, i32);

    pub(in super::super) fn print(line: &str) -> FtraceEvent {
        let buf = Some(format!("{line}\n").into_bytes());
        let print = Some(PrintFtraceEvent {
            buf,
            ..PrintFtraceEvent::default()
        });
        FtraceEvent {
            print,
            ..FtraceEvent::default()
        }
    }

    pub(in super::super) fn sched_switch(from: Who, state: i64, to: Who) -> FtraceEvent {
        let sched_switch = Some(SchedSwitchFtraceEvent {
            prev_comm: Some(from.1.into()),
            prev_pid: Some(from.0),
            prev_prio: Some(from.2),
            prev_state: Some(state),
            next_comm: Some(to.1.into()),
            next_pid: Some(to.0),
            next_prio: Some(to.2),
        });
        FtraceEvent {
            sched_switch,
            ..FtraceEvent::default()
        }
    }

    pub(in super::super) fn sched_waking(
        tid: i32,
        comm: &str,
        prio: i32,
        cpu: usize,
    ) -> FtraceEvent {
        let sched_waking = Some(SchedWakingFtraceEvent {
            comm: Some(comm.into()),
            pid: Some(tid),
            prio: Some(prio),
            success: Some(1),
            target_cpu: i32::try_from(cpu).ok(),
        });
        FtraceEvent {
            sched_waking,
            ..FtraceEvent::default()
        }
    }

    pub(in super::super) fn sched_blocked_reason(tid: i32, symbol: u64, io: bool) -> FtraceEvent {
        let sched_blocked_reason = Some(SchedBlockedReasonFtraceEvent {
            pid: Some(tid),
            caller: Some(symbol),
            io_wait: Some(u32::from(io)),
        });
        FtraceEvent {
            sched_blocked_reason,
            ..FtraceEvent::default()
        }
    }

    pub(in super::super) fn cpu_frequency(cpu: usize, khz: u32) -> FtraceEvent {
        let cpu_id = u32::try_from(cpu).ok();
        let cpu_frequency = Some(CpuFrequencyFtraceEvent {
            state: Some(khz),
            cpu_id,
        });
        FtraceEvent {
            cpu_frequency,
            ..FtraceEvent::default()
        }
    }

    pub(in super::super) fn cpu_idle(cpu: usize, state: u32) -> FtraceEvent {
        let cpu_id = u32::try_from(cpu).ok();
        let cpu_idle = Some(CpuIdleFtraceEvent {
            state: Some(state),
            cpu_id,
        });
        FtraceEvent {
            cpu_idle,
            ..FtraceEvent::default()
        }
    }

    pub(in super::super) fn gpu_frequency(khz: u32) -> FtraceEvent {
        let gpu_frequency = Some(GpuFrequencyFtraceEvent {
            gpu_id: Some(0),
            state: Some(khz),
        });
        FtraceEvent {
            gpu_frequency,
            ..FtraceEvent::default()
        }
    }

    /// Returns a binder call, or the reply to one.
    pub(in super::super) fn binder_transaction(
        debug_id: i32,
        (to_proc, to_thread): (i32, i32),
        reply: bool,
    ) -> FtraceEvent {
        let binder_transaction = Some(BinderTransactionFtraceEvent {
            debug_id: Some(debug_id),
            target_node: Some(if reply { 0 } else { 7001 }),
            to_proc: Some(to_proc),
            to_thread: Some(to_thread),
            reply: Some(i32::from(reply)),
            code: Some(if reply { 0 } else { 14 }),
            flags: Some(if reply { 0 } else { 0x10 }),
        });
        FtraceEvent {
            binder_transaction,
            ..FtraceEvent::default()
        }
    }

    pub(in super::super) fn binder_received(debug_id: i32) -> FtraceEvent {
        let received = BinderTransactionReceivedFtraceEvent {
            debug_id: Some(debug_id),
        };
        FtraceEvent {
            binder_transaction_received: Some(received),
            ..FtraceEvent::default()
        }
    }
}
