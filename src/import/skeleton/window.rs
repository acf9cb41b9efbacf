//! Reads one stretch of a file: who writes there, how much, and when.
//!
//! A stretch begins anywhere, so the first packet is searched for: where some
//! packets follow one another and each is well-formed. Values of clocks stay as
//! they are, because what they mean may stand elsewhere in the file.

use std::ops::Range;

use hashbrown::HashMap;

use crate::bytes::packets::{Packets, first_packet};
use crate::decode::clock::{ClockId, Reading, read_snapshot};
use crate::decode::fields::{Fields, Message};
use crate::import::descriptor::RawDescriptor;
use crate::import::scan::{PacketHeader, PlainPacket, Tail};
use crate::proto::{
    ftrace_event, ftrace_event_bundle, process_descriptor, thread_descriptor, trace_packet,
    trace_packet_defaults,
};

/// How many packets in a row make the beginning of the first one believable.
const CHAIN: usize = 6;
/// Threads are described again and again: no more descriptions than this are kept of a stretch.
const OWNERS_MAX: usize = 4096;

/// The writer of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// A thread, which may have a name.
    Thread { pid: i64, tid: i64, name: Vec<u8> },
    /// The thread is not known; perhaps what its packets hold is.
    Sequence { id: u32, what: Option<&'static str> },
}

/// Values of one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnClock {
    pub(super) clock: u32,
    pub(super) min: i64,
    pub(super) max: i64,
}

impl OnClock {
    fn add(slot: &mut Option<Self>, clock: u32, value: i64) {
        match slot {
            Some(on) if on.clock == clock => {
                on.min = on.min.min(value);
                on.max = on.max.max(value);
            }
            Some(_) => {}
            None => {
                *slot = Some(Self {
                    clock,
                    min: value,
                    max: value,
                });
            }
        }
    }
}

/// What a sequence writes in a stretch.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) seq: u32,
    pub(super) bytes: u64,
    /// Times on a clock of the whole trace, in nanoseconds.
    pub(super) known: Option<OnClock>,
    /// Times on the clock of packets that name none; clock 0.
    pub(super) implied: Option<OnClock>,
    /// What its packets hold.
    pub(super) what: Option<&'static str>,
}

/// What a stretch shows.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Where the stretch begins.
    pub(super) offset: u64,
    /// How many bytes of the stretch were understood.
    pub(super) bytes: u64,
    pub(super) pieces: Vec<Piece>,
    /// Snapshots of clocks of the whole trace, each with the clock that it calls primary, 0 if it names none.
    pub(super) snapshots: Vec<(Vec<Reading>, u32)>,
    /// The clocks of packets that name none, by sequence.
    pub(super) defaults: Vec<(u32, u32)>,
    pub(super) owners: Vec<(u32, Owner)>,
    pub(super) processes: Vec<(i64, Vec<u8>)>,
}

/// Returns the field and payload of a compressed packet.
pub(super) fn compressed(packet: &[u8]) -> Option<(u32, &[u8])> {
    PacketHeader::read(packet).ok()?.compressed
}

/// Reads the packets that begin in a stretch of a file.
pub(super) fn read(file: &[u8], range: Range<usize>) -> Seen {
    let mut reader = Reader {
        seen: Seen {
            offset: range.start as u64,
            ..Seen::default()
        },
        piece_of: HashMap::new(),
        tail: Tail::new(),
        last: None,
        anchors: HashMap::new(),
    };
    let start = first_packet(file, range.clone(), CHAIN, |packet| {
        PlainPacket::read(packet, &mut Tail::new()).is_some()
            || PacketHeader::read(packet).is_ok_and(|header| header.seq.is_some())
    });
    let Some(start) = start else {
        return reader.seen;
    };
    let mut packets = Packets::at(file.get(start..).unwrap_or_default(), start as u64);
    while let Some(packet) = packets.next() {
        if packet.offset >= range.end as u64 {
            break;
        }
        let bytes = packets.offset() - packet.offset;
        if !reader.packet(packet.bytes, bytes) {
            break;
        }
        reader.seen.bytes += bytes;
    }
    reader.seen
}

struct Reader {
    seen: Seen,
    piece_of: HashMap<u32, usize>,
    /// The fields around the event of the last plain packet.
    tail: Tail,
    /// The sequence and piece that were met last.
    last: Option<(u32, usize)>,
    /// The incremental clocks of sequences that are known from a snapshot in this stretch: value
    /// and unit in nanoseconds, and the clock that it is a value of.
    anchors: HashMap<u32, (i64, i64, u32)>,
}

impl Reader {
    fn piece(&mut self, seq: u32) -> usize {
        if let Some((id, index)) = self.last
            && id == seq
        {
            return index;
        }
        let pieces = &mut self.seen.pieces;
        let index = *self.piece_of.entry(seq).or_insert_with(|| {
            pieces.push(Piece {
                seq,
                bytes: 0,
                known: None,
                implied: None,
                what: None,
            });
            pieces.len() - 1
        });
        self.last = Some((seq, index));
        index
    }

    /// Takes in a packet. Returns false if the packet makes no sense, in which case neither will the next.
    fn packet(&mut self, packet: &[u8], bytes: u64) -> bool {
        let plain = PlainPacket::read(packet, &mut self.tail);
        if let Some(plain) = plain.filter(|plain| plain.clock == 0) {
            let index = self.piece(plain.seq);
            self.seen.pieces[index].bytes += bytes;
            self.implied(plain.seq, index, plain.timestamp);
            return true;
        }
        let Ok(header) = PacketHeader::read(packet) else {
            return false;
        };
        let seq = header.seq.unwrap_or(0);
        if header.flags & trace_packet::SEQ_INCREMENTAL_STATE_CLEARED != 0 || header.cleared {
            self.anchors.remove(&seq);
        }
        if let Some(defaults) = header.defaults
            && let Some(clock) = Message(defaults).field(trace_packet_defaults::TIMESTAMP_CLOCK_ID)
        {
            self.seen.defaults.push((seq, clock.as_u32()));
        }
        if let Some(snapshot) = header.clock_snapshot {
            self.snapshot(snapshot, seq);
            return true;
        }
        if let Some(descriptor) = header.track_descriptor {
            self.descriptor(descriptor, seq);
            return true;
        }
        let index = self.piece(seq);
        self.seen.pieces[index].bytes += bytes;
        match (header.timestamp, header.clock.filter(|&clock| clock != 0)) {
            (Some(ts), None) if header.track_event => self.implied(seq, index, ts),
            (Some(ts), Some(clock)) if !ClockId::is_sequence_scoped(clock) => {
                OnClock::add(&mut self.seen.pieces[index].known, clock, ts);
            }
            _ => {}
        }
        if header.has_data {
            self.contents(packet, index);
        }
        true
    }

    /// Takes in a time on the clock of packets that name none.
    fn implied(&mut self, seq: u32, index: usize, value: i64) {
        let piece = &mut self.seen.pieces[index];
        match self.anchors.get_mut(&seq) {
            Some((now, unit_ns, clock)) => {
                *now = now.wrapping_add(value.wrapping_mul(*unit_ns));
                OnClock::add(&mut piece.known, *clock, *now);
            }
            None => OnClock::add(&mut piece.implied, 0, value),
        }
    }

    fn snapshot(&mut self, bytes: &[u8], seq: u32) {
        let (mut readings, primary) = read_snapshot(bytes, |id| ClockId::new(id, 0, 0));
        for reading in &mut readings {
            reading.unit_ns = reading.unit_ns.max(1);
        }
        let is_common = |reading: &Reading| !ClockId::is_sequence_scoped(reading.clock.id);
        let global = readings.iter().copied().find(is_common);
        let incremental = readings.iter().find(|reading| reading.incremental);
        if let (Some(global), Some(incremental)) = (global, incremental) {
            let now = global.timestamp.wrapping_mul(global.unit_ns);
            self.anchors
                .insert(seq, (now, incremental.unit_ns, global.clock.id));
            let index = self.piece(seq);
            OnClock::add(&mut self.seen.pieces[index].known, global.clock.id, now);
        }
        readings.retain(is_common);
        if readings.len() > 1 || primary != 0 {
            self.seen.snapshots.push((readings, primary));
        }
    }

    fn descriptor(&mut self, bytes: &[u8], seq: u32) {
        let raw = RawDescriptor::read(bytes);
        if let Some(process) = raw.process
            && let Some(pid) = Message(process).field(process_descriptor::PID)
            && let Some(name) = Message(process).text_if_set(process_descriptor::PROCESS_NAME)
            && self.seen.processes.len() < OWNERS_MAX
        {
            let pid = i64::from(pid.as_i32());
            self.seen.processes.push((pid, name.to_vec()));
        }
        if let Some(thread) = raw.thread
            && let Some((pid, tid)) = raw.thread_ids(thread)
            && self.seen.owners.len() < OWNERS_MAX
        {
            let name = Message(thread)
                .text(thread_descriptor::THREAD_NAME)
                .to_vec();
            self.seen
                .owners
                .push((seq, Owner::Thread { pid, tid, name }));
        }
    }

    /// Notes what a packet is about and, if the packet itself does not say it, when it was.
    fn contents(&mut self, packet: &[u8], index: usize) {
        let piece = &mut self.seen.pieces[index];
        for field in Fields::new(packet) {
            let what = match field.number {
                trace_packet::FTRACE_EVENTS => "ftrace",
                trace_packet::PROCESS_TREE | trace_packet::PROCESS_STATS => "processes",
                trace_packet::PERF_SAMPLE => "callstack samples",
                trace_packet::FRAME_TIMELINE_EVENT => "frame timeline",
                _ => continue,
            };
            piece.what.get_or_insert(what);
            if field.number == trace_packet::FTRACE_EVENTS {
                // The events of a bundle carry the time, on the boot clock.
                let event = field
                    .fields()
                    .find(|field| field.number == ftrace_event_bundle::EVENT);
                let ts = event.and_then(|event| event.message().field(ftrace_event::TIMESTAMP));
                if let Some(ts) = ts {
                    OnClock::add(&mut piece.known, ClockId::BOOTTIME, ts.as_i64());
                }
            }
        }
    }
}
