//! How the importer of system traces sees the scan: bytes, interned data and clocks.

use crate::bytes::packets::packet_at;
use crate::decode::clock::{ClockCache, ClockGraph, ClockId, Reading};
use crate::decode::fields::{FieldValue, Fields};
use crate::import::pulse::Pulse;
use crate::import::scan::{Cold, PacketHeader, Scan};
use crate::import::sequence::Sequences;
use crate::import::sink::Sink;
use crate::import::space::Space;
use crate::import::system::{Clocks, Indexed, Packet, Source, SystemImporter};
use crate::model::issue::IssueLog;

/// The bytes and the interned data of a trace.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    space: &'a Space,
    sequences: &'a Sequences,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(scan: &'a Scan) -> Self {
        Self {
            space: &scan.space,
            sequences: &scan.sequences,
        }
    }
}

impl Source for Bytes<'_> {
    fn bytes(&self, offset: u64) -> &[u8] {
        self.space.from(offset)
    }

    fn interned(&self, epoch: u32, field: u32, iid: u64) -> Option<&[u8]> {
        let (offset, len) = self.sequences.table(epoch).other(field, iid)?;
        Some(self.space.slice(offset, len as usize))
    }

    fn sequence(&self, epoch: u32) -> u32 {
        self.sequences.epochs[epoch as usize].seq
    }

    fn perf_defaults(&self, epoch: u32) -> &[u8] {
        &self.sequences.defaults(epoch).perf
    }
}

/// The clocks, for one packet.
struct PacketClocks<'a> {
    graph: &'a mut ClockGraph,
    cache: &'a mut ClockCache,
    issues: &'a mut IssueLog,
    seq_id: u32,
    machine: u32,
}

impl Clocks for PacketClocks<'_> {
    fn to_trace(&mut self, clock: u32, ts: i64) -> Option<i64> {
        let clock = ClockId::new(clock, self.seq_id, self.machine);
        if clock == self.graph.trace_clock() {
            return Some(ts);
        }
        let version = self.graph.version();
        match self.graph.convert(clock, ts, version, self.cache) {
            Ok(ts) => Some(ts),
            Err(error) => {
                self.issues.count(error.issue());
                None
            }
        }
    }

    fn is_trace(&self, clock: u32) -> bool {
        ClockId::new(clock, self.seq_id, self.machine) == self.graph.trace_clock()
    }

    fn shift(&mut self, clock: u32, (first, last): (i64, i64)) -> Option<i64> {
        let clock = ClockId::new(clock, self.seq_id, self.machine);
        if clock == self.graph.trace_clock() {
            return Some(0);
        }
        let version = self.graph.version();
        let converted = self.graph.convert(clock, first, version, self.cache).ok()?;
        let shift = converted.checked_sub(first)?;
        (self.cache.offset(clock, version, last) == Some(shift)).then_some(shift)
    }

    fn add_pair(&mut self, clock: u32, ts: i64, boot_ts: i64) {
        let reading = |clock, timestamp| Reading {
            clock: ClockId::new(clock, self.seq_id, self.machine),
            timestamp,
            unit_ns: 1,
            incremental: false,
        };
        let pair = [reading(clock, ts), reading(ClockId::BOOTTIME, boot_ts)];
        if !self.graph.add_snapshot(&pair) {
            self.issues.count("invalid_clock_snapshots");
        }
    }
}

/// Calls `each` for every data field of a packet, with its header.
pub(super) fn data_fields<'a>(
    space: &'a Space,
    cold: &Cold,
    mut each: impl FnMut(&PacketHeader<'a>, Packet<'a>),
) {
    let bytes = space.from(cold.offset);
    let Some(packet) = packet_at(bytes, 0) else {
        return;
    };
    let Ok(header) = PacketHeader::read(packet.bytes) else {
        return;
    };
    // The packet follows its tag and length.
    let start = cold.offset + (packet.bytes.as_ptr() as usize - bytes.as_ptr() as usize) as u64;
    let mut fields = Fields::at(packet.bytes, start);
    while let Some(field) = fields.next() {
        // InternedData and TracePacketDefaults were read by the scan.
        if let (FieldValue::Bytes(payload), false) = (field.value, matches!(field.number, 12 | 59))
        {
            let packet = Packet {
                field: field.number,
                payload,
                offset: fields.offset() - payload.len() as u64,
                ts: header.timestamp.map(|_| cold.ts),
                epoch: cold.epoch,
            };
            each(&header, packet);
        }
    }
}

/// The importers of system packets, one a machine.
#[derive(Debug)]
pub(super) struct Systems {
    machines: Vec<SystemImporter>,
}

impl Systems {
    pub(super) fn new(n_machines: usize, sink: &mut Sink) -> Self {
        let machines = (0..n_machines).map(|index| {
            sink.processes.set_machine(index as u32);
            SystemImporter::new(sink)
        });
        let machines = machines.collect();
        sink.processes.set_machine(0);
        Self { machines }
    }

    /// Shows all packets to their importer in file order, and keeps those of which something remains.
    pub(super) fn index(&mut self, scan: &mut Scan, sink: &mut Sink, pulse: &mut Pulse<'_>) {
        let Scan {
            space,
            sequences,
            clocks,
            machines,
            cold,
            ..
        } = scan;
        let mut issues = IssueLog::default();
        let mut cache = ClockCache::default();
        let source = Bytes { space, sequences };
        cold.retain(|cold| {
            let mut later = !cold.is_indexed;
            if !pulse.beat() || later {
                return later;
            }
            data_fields(space, cold, |header, packet| {
                clocks.fix(header.machine);
                let mut clocks = PacketClocks {
                    graph: clocks,
                    cache: &mut cache,
                    issues: &mut issues,
                    seq_id: header.seq.unwrap_or(0),
                    machine: header.machine,
                };
                let machine = machines.index(header.machine);
                sink.processes.set_machine(machine);
                let importer = &mut self.machines[machine as usize];
                later |= importer.index(&packet, &mut clocks, &source, sink) == Indexed::Later;
            });
            later
        });
        sink.issues.merge(issues);
        for importer in &mut self.machines {
            importer.sort(&source, sink);
        }
    }

    /// Returns how many events are queued, before the first of them is imported.
    pub(super) fn n_queued(&self) -> usize {
        self.machines.iter().map(SystemImporter::n_queued).sum()
    }

    /// Returns when the next queued event is due.
    pub(super) fn next_ts(&self) -> Option<i64> {
        self.machines
            .iter()
            .filter_map(SystemImporter::next_ts)
            .min()
    }

    /// Imports queued events up to and including `limit`, in time order over all machines.
    pub(super) fn run_until(
        &mut self,
        limit: i64,
        source: &dyn Source,
        sink: &mut Sink,
        pulse: &mut Pulse<'_>,
    ) {
        while !pulse.is_stopped() {
            let (mut first, mut second) = (None, None);
            for (index, importer) in self.machines.iter().enumerate() {
                let Some(ts) = importer.next_ts() else {
                    continue;
                };
                let due = (ts, index);
                if first.is_none_or(|first| due < first) {
                    (first, second) = (Some(due), first);
                } else if second.is_none_or(|second| due < second) {
                    second = Some(due);
                }
            }
            let Some((_, index)) = first.filter(|first| first.0 <= limit) else {
                return;
            };
            let until = second.map_or(limit, |second| second.0.min(limit));
            sink.processes.set_machine(index as u32);
            self.machines[index].run_until(until, source, sink, pulse);
        }
    }

    /// Imports a packet of the present machine, in time order.
    pub(super) fn packet(
        &mut self,
        packet: &Packet<'_>,
        ts: i64,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let machine = sink.processes.machine() as usize;
        self.machines[machine].packet(packet, ts, source, sink);
    }

    /// Writes what only the end of the trace decides.
    pub(super) fn finish(&mut self, sink: &mut Sink) {
        for (index, importer) in self.machines.iter_mut().enumerate() {
            sink.processes.set_machine(index as u32);
            importer.finish(sink);
        }
    }
}
