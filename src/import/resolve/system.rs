//! How the importer of system traces sees the scan: bytes, interned data and clocks.
//!
//! Packets that are not decoded in parallel are found again here, one after the other.

use crate::base::intern::StrId;
use crate::bytes::packets::packet_at;
use crate::decode::clock::{ClockCache, ClockGraph, ClockId, Reading};
use crate::decode::fields::{Field, FieldValue, Fields, Message};
use crate::import::pool::Scope;
use crate::import::pulse::Pulse;
use crate::import::scan::{Cold, ColdKind, Scan};
use crate::import::sequence::{NO_TEXT, Sequences};
use crate::import::sink::Sink;
use crate::import::space::Space;
use crate::import::system::{
    Clocks, DescribedThread, Indexed, Lost, Packet, Source, SystemImporter,
};
use crate::model::issue::IssueLog;
use crate::proto::trace_packet;

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

    fn interned(&self, epoch: u32, field: u32, iid: u64) -> Option<Message<'_>> {
        let table = self.sequences.table(epoch);
        table.message(self.space, field, iid)
    }

    fn state(&self, epoch: u32) -> u32 {
        self.sequences.epochs[epoch as usize].table
    }

    fn lost(&self, epoch: u32, sequence: u32) -> Option<Lost> {
        let machine = self.sequences.machine_of(epoch);
        let found = self.sequences.find(machine, sequence)?;
        let found = &self.sequences.list[found as usize];
        Some(Lost {
            n_losses: found.n_losses,
            causes: found.loss_causes.as_deref().copied(),
            is_useless: found.dropped_needing.is_some() && !found.accepted_needing,
        })
    }

    fn event_name(&self, epoch: u32, iid: u64) -> Option<StrId> {
        let id = self.sequences.table(epoch).names.get(iid)?;
        (id != NO_TEXT).then(|| StrId::new(id))
    }

    fn sequence(&self, epoch: u32) -> u32 {
        self.sequences.epochs[epoch as usize].seq
    }

    fn perf_defaults(&self, epoch: u32) -> &[u8] {
        &self.sequences.defaults(epoch).perf
    }

    fn thread(&self, epoch: u32) -> Option<DescribedThread> {
        let epoch = &self.sequences.epochs[epoch as usize];
        let thread = epoch.thread?;
        Some(DescribedThread {
            pid: thread.pid,
            tid: thread.tid,
            reference_ns: epoch.delta?.timestamp_ns,
        })
    }

    fn has_new_thread(&self, after: u32, epoch: u32) -> bool {
        self.sequences.restarted_between(after, epoch)
    }

    fn stack_sample_defaults(&self, epoch: u32) -> &[u8] {
        &self.sequences.defaults(epoch).stack_sample
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

/// Who wrote a packet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Writer {
    /// The machine, 0 for the host.
    pub(super) machine: u32,
    /// The id of the sequence.
    pub(super) seq: Option<u32>,
}

/// How many data fields of a packet are noted while it is read: nearly all packets have one.
const FIELDS: usize = 2;

/// Calls `each` for every data field of a packet, with the writer of the packet.
pub(super) fn data_fields<'a>(
    space: &'a Space,
    cold: &Cold,
    mut each: impl FnMut(&Writer, Packet<'a>),
) {
    if let Some(packet) = only_message(space, cold) {
        return each(&Writer::default(), packet);
    }
    let bytes = space.from(cold.offset);
    let Some(packet) = packet_at(bytes, 0) else {
        return;
    };
    // The packet follows its tag and length.
    let start = cold.offset + (packet.bytes.as_ptr() as usize - bytes.as_ptr() as usize) as u64;
    let mut fields = Fields::at(packet.bytes, start);
    let (mut writer, mut has_ts) = (Writer::default(), false);
    let (mut noted, mut n_data) = ([(0, &[][..], 0); FIELDS], 0);
    while let Some(field) = fields.next_field() {
        match field.number {
            trace_packet::TIMESTAMP => has_ts = true,
            trace_packet::TRUSTED_PACKET_SEQUENCE_ID => writer.seq = Some(field.as_u32()),
            trace_packet::MACHINE_ID => writer.machine = field.as_u32(),
            _ => {
                if let Some((number, payload)) = data(&field) {
                    if let Some(slot) = noted.get_mut(n_data) {
                        *slot = (number, payload, fields.offset() - payload.len() as u64);
                    }
                    n_data += 1;
                }
            }
        }
    }
    if fields.error().is_some() {
        return;
    }
    let mut show = |field, payload, offset| {
        let packet = Packet {
            field,
            payload: Message(payload),
            offset,
            ts: has_ts.then_some(cold.ts),
            epoch: cold.epoch,
        };
        each(&writer, packet);
    };
    if n_data <= FIELDS {
        for &(number, payload, offset) in noted.iter().take(n_data) {
            show(number, payload, offset);
        }
        return;
    }
    let mut fields = Fields::at(packet.bytes, start);
    while let Some(field) = fields.next() {
        if let Some((number, payload)) = data(&field) {
            show(number, payload, fields.offset() - payload.len() as u64);
        }
    }
}

/// Returns the only data field of a packet, if the scan has noted where it is.
fn only_message<'a>(space: &'a Space, cold: &Cold) -> Option<Packet<'a>> {
    if cold.message_at == 0 {
        return None;
    }
    let at = cold.offset + u64::from(cold.message_at);
    let mut fields = Fields::at(space.from(at), at);
    let (field, payload) = data(&fields.next_field()?)?;
    Some(Packet {
        field,
        payload: Message(payload),
        offset: fields.offset() - payload.len() as u64,
        ts: Some(cold.ts),
        epoch: cold.epoch,
    })
}

/// Returns the number and the bytes of a data field.
#[inline]
fn data<'a>(field: &Field<'a>) -> Option<(u32, &'a [u8])> {
    match field.value {
        // The scan has read interned data and defaults.
        FieldValue::Bytes(payload)
            if !matches!(
                field.number,
                trace_packet::INTERNED_DATA | trace_packet::TRACE_PACKET_DEFAULTS
            ) =>
        {
            Some((field.number, payload))
        }
        _ => None,
    }
}

/// The importers of system packets, one a machine.
#[derive(Debug)]
pub(super) struct Systems {
    machines: Vec<SystemImporter>,
    /// When the next queued event is due.
    next_ts: Option<i64>,
}

impl Systems {
    pub(super) fn new(n_machines: usize, sink: &mut Sink) -> Self {
        let machines = (0..n_machines).map(|index| {
            sink.processes.set_machine(index as u32);
            SystemImporter::new(sink)
        });
        let machines = machines.collect();
        sink.processes.set_machine(0);
        Self {
            machines,
            next_ts: None,
        }
    }

    /// Has packets indexed by their importers in file order, and drops the packets of which nothing is left
    /// for later.
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
        // A packet without timestamp happens, as in the reference, after everything that stands before it, of
        // which the scan does not know the kernel events.
        let mut latest_event = i64::MIN;
        cold.retain_mut(|cold| {
            if cold.is_untimed {
                cold.ts = cold.ts.max(latest_event);
            }
            let mut later = cold.kind != ColdKind::Indexed;
            if !pulse.beat() || later {
                return later;
            }
            let mut n_bytes = 0;
            data_fields(space, cold, |writer, packet| {
                n_bytes += packet.payload.0.len();
                clocks.fix(writer.machine);
                let mut clocks = PacketClocks {
                    graph: clocks,
                    cache: &mut cache,
                    issues: &mut issues,
                    seq_id: writer.seq.unwrap_or(0),
                    machine: writer.machine,
                };
                let machine = machines.index(writer.machine);
                sink.processes.set_machine(machine);
                let importer = &mut self.machines[machine as usize];
                later |= importer.index(&packet, &mut clocks, &source, sink) == Indexed::Later;
                latest_event = latest_event.max(importer.latest_kernel_event());
            });
            pulse.bytes(n_bytes);
            later
        });
        sink.issues.merge(issues);
        for (index, importer) in self.machines.iter_mut().enumerate() {
            // The importer tells its machine's CPUs from those of other machines by this.
            sink.processes.set_machine(index as u32);
            importer.sort(&source, sink);
        }
        sink.processes.set_machine(0);
        self.next_ts = self.find_next_ts();
    }

    /// Has kernel events read by other threads from now on, if there are many.
    pub(super) fn read_ahead<'s>(&mut self, scope: &'s Scope<'s, '_>, source: &'s Bytes<'_>) {
        for importer in &mut self.machines {
            importer.read_ahead(scope, source);
        }
    }

    /// Returns how many events are queued, before the first of them is imported.
    pub(super) fn n_queued(&self) -> usize {
        self.machines.iter().map(SystemImporter::n_queued).sum()
    }

    /// Returns when the next queued event is due.
    pub(super) fn next_ts(&self) -> Option<i64> {
        self.next_ts
    }

    fn find_next_ts(&self) -> Option<i64> {
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
                break;
            };
            let until = second.map_or(limit, |second| second.0.min(limit));
            sink.processes.set_machine(index as u32);
            self.machines[index].run_until(until, source, sink, pulse);
        }
        self.next_ts = self.find_next_ts();
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
