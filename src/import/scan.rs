//! The first pass, in file order: framing, sequence state, clocks, descriptors.
//!
//! The scan finds out everything that depends on the order of the file, and cuts the track events into units
//! that can be decoded in any order, in parallel. Cold packets are listed with their time, to be parsed later
//! in time order. What does not depend on the order is found out ahead of the scan, in parallel (`ahead`).
//! The order in which the parts of a packet count is that of `ParsePacket` in the reference's `proto_trace_reader.cc`.

mod ahead;
mod clocks;
mod describe;
mod file;
mod frames;
mod machines;
mod packet;
mod plain;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use clocks::Timed;
use machines::Machines;

use plain::Route;

pub(super) use ahead::inflate_payload;
pub(super) use frames::QueuedFrame;
pub(super) use packet::PacketHeader;
pub(super) use plain::{NearPacket, PlainPacket, Tail, Windows};

use super::descriptor::Reservations;
use super::sequence::{Defaults, EpochId, NO_TEXT, Sequences, entry_iid};
use super::space::Space;
use super::{Observer, Progress};
use crate::base::intern::{StrId, StrPool};
use crate::base::near_sort::near_sort;
use crate::bytes::inflate::InflateError;
use crate::bytes::memory::MemoryLimit;
use crate::bytes::packets::{RawPacket, packet_at};
use crate::bytes::room::Room;
use crate::bytes::source::TraceBytes;
use crate::decode::clock::{ClockCache, ClockGraph, ClockId};
use crate::decode::fields::Fields;
use crate::model::issue::IssueLog;
use crate::model::trace::ClockRow;
use crate::proto::{interned_data, interned_name, trace_packet};
use ahead::Stretch;

/// Consecutive track event packets of one epoch.
#[derive(Clone, Debug)]
pub(in crate::import) struct Run {
    /// Offset of the first packet.
    pub start: u64,
    /// Offset after the last packet.
    pub end: u64,
    /// The epoch of all packets.
    pub epoch: EpochId,
    /// The version of the clock graph, which says what snapshots their timestamps may use.
    pub version: u32,
    /// The clock of packets that do not name one, or the incremental clock that they name; 0 for raw
    /// timestamps.
    pub clock: u32,
    /// The value of that clock before the first packet, if it is incremental.
    pub last_ns: i64,
}

/// The track events of one incremental interval of a sequence: decoded alone and in order.
#[derive(Clone, Debug)]
pub(in crate::import) struct Unit {
    /// The sequence, an index.
    pub seq: u32,
    /// Its runs in file order.
    pub runs: Vec<Run>,
}

impl Unit {
    /// Returns how many bytes of packets it has.
    pub(in crate::import) fn size(&self) -> u64 {
        self.runs.iter().map(|run| run.end - run.start).sum()
    }
}

/// A packet that is parsed in time order, after the scan.
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Cold {
    /// Trace time in nanoseconds.
    pub ts: i64,
    /// Where the packet stands.
    pub offset: u64,
    /// The epoch of the packet; meaningless without a sequence.
    pub epoch: EpochId,
    pub kind: ColdKind,
    /// Whether the packet has no timestamp of its own.
    pub is_untimed: bool,
    /// How many bytes behind the packet's beginning its only message begins (`PacketHeader::only_message`); 0
    /// if there is no such message.
    pub message_at: u16,
}

/// What is to be done with a [`Cold`] packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum ColdKind {
    /// Indexed before the walk in time order.
    Indexed,
    /// A packet that does nothing but describe a track of the host, neither of a thread nor of a process. Its
    /// `epoch` is no epoch, but an index into [`Scan::plain_tracks`].
    PlainTrack,
    /// Parsed when its time comes.
    Other,
}

impl Cold {
    /// Returns a packet that is to be read from its beginning.
    fn new((ts, offset): (i64, u64), epoch: EpochId, header: &PacketHeader<'_>) -> Self {
        Self {
            ts,
            offset,
            epoch,
            kind: match header.indexed {
                Some(_) => ColdKind::Indexed,
                None => ColdKind::Other,
            },
            is_untimed: header.timestamp.is_none(),
            message_at: 0,
        }
    }
}

/// What the scan finds.
#[derive(Clone, Debug)]
pub(in crate::import) struct Scan {
    /// How many bytes of the file are scanned at most.
    pub limit: usize,
    /// Whether the rows of kernel events are kept.
    pub keeps_kernel_events: bool,
    /// The address space of offsets.
    pub space: Space,
    /// Sequences and epochs.
    pub sequences: Sequences,
    /// Sequences that began with `first_packet_on_sequence`.
    pub first_packets: hashbrown::HashSet<u32>,
    /// Clocks.
    pub clocks: ClockGraph,
    /// Machines.
    pub machines: Machines,
    /// Rows of `clock_snapshot`.
    pub clock_rows: Vec<ClockRow>,
    /// Described tracks.
    pub reservations: Reservations,
    /// Units of track events.
    pub units: Vec<Unit>,
    /// All other packets, in file order, but for those in [`Self::frames`].
    pub cold: Vec<Cold>,
    /// The uuids of tracks that are neither a thread's nor a process's and that packets with nothing else in
    /// them describe: see [`ColdKind::PlainTrack`].
    pub plain_tracks: Vec<u64>,
    /// Packets that hold a FrameTimeline event and nothing else, in time order.
    pub frames: Vec<QueuedFrame>,
    /// Offsets of packets with an `ExtensionDescriptor`.
    pub extension_descriptors: Vec<u64>,
    /// The types of messages in annotations that sequences interned, and where the first time.
    pub annotation_types: BTreeMap<StrId, u64>,
    /// Offsets of packets with a translation table.
    pub translations: Vec<u64>,
    /// Packets read.
    pub n_packets: u64,
    /// What could not be used.
    pub issues: IssueLog,
    /// Every interned string so far.
    pub strings: StrPool,
}

impl Scan {
    /// Returns whether the sequence of the packet at `offset` has its first packet.
    pub(in crate::import) fn has_first_packet(&self, offset: u64) -> bool {
        let is_in = || {
            let packet = packet_at(self.space.from(offset), 0)?;
            let header = PacketHeader::read(packet.bytes).ok()?;
            let seq = self.sequences.find(header.machine, header.seq?)?;
            Some(self.first_packets.contains(&seq))
        };
        !self.first_packets.is_empty() && is_in().unwrap_or(false)
    }
}

/// A packet whose clock could not be converted when it was met.
#[derive(Clone, Copy, Debug)]
struct Parked {
    offset: u64,
    epoch: EpochId,
    seq: u32,
    clock: ClockId,
    ns: i64,
    is_track_event: bool,
}

/// Compressed packets may inflate to so many times the size of the file in total, or to [`INFLATE_MIN`] bytes
/// if that is more.
const INFLATE_RATIO_MAX: u64 = 200;
const INFLATE_MIN: u64 = 64 << 20;
/// The issue of a packet that needs a state which its sequence has lost.
const LACKS_STATE: &str = "packet_skipped_seq_needs_incremental_state_invalid";
/// The observer is called after so many packets, and after [`PROGRESS_EVERY_BYTES`] of packets, as packets
/// may be few and large.
const PROGRESS_EVERY: u64 = 1 << 14;
const PROGRESS_EVERY_BYTES: u64 = 1 << 18;

pub(super) struct Scanner<'a> {
    out: Scan,
    cache: ClockCache,
    /// The cache for clocks that plain packets name.
    named_cache: ClockCache,
    /// The cache for the clocks of frames.
    frame_cache: ClockCache,
    /// The clock of packets that name none, by machine.
    default_clocks: hashbrown::HashMap<u32, u32>,
    latest_ts: i64,
    parked: Vec<Parked>,
    /// The unit of the run that the next packet may extend, and the offset at which that packet must begin.
    open_run: Option<(u32, u64)>,
    /// The route of plain packets, by sequence.
    routes: Vec<Option<Route>>,
    /// The fields around the event of the last plain packet.
    tail: Tail,
    /// The id and index of the sequence that was met last.
    last_seq: Option<(u32, u32)>,
    snapshot_id: u32,
    /// How many bytes compressed packets may still inflate to, and in `memory_left` how many there is memory
    /// for.
    inflate_left: u64,
    memory_left: u64,
    memory: &'a MemoryLimit,
    observer: &'a mut dyn Observer,
    bytes_done: u64,
    bytes_total: u64,
    /// Packets and their bytes since the observer was last called.
    untold: (u64, u64),
}

/// Why a scan ended before the end of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Cancelled,
    Corrupt,
}

/// Scans `file`, all of it or its first `limit` bytes, with `threads` threads (0: one per core).
pub(super) fn scan(
    file: &Arc<TraceBytes>,
    limit: usize,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Scan, Stop> {
    let bytes = file.bytes();
    let is_prefix = limit < bytes.len();
    let bytes = bytes.get(..limit).unwrap_or(bytes);
    let mut scanner = Scanner {
        out: Scan {
            limit,
            keeps_kernel_events: false,
            space: Space::new(Arc::clone(file)),
            sequences: Sequences::default(),
            clocks: ClockGraph::new(),
            machines: Machines::default(),
            clock_rows: Vec::new(),
            reservations: Reservations::default(),
            units: Vec::new(),
            cold: Vec::new(),
            plain_tracks: Vec::new(),
            frames: Vec::new(),
            first_packets: hashbrown::HashSet::new(),
            extension_descriptors: Vec::new(),
            annotation_types: BTreeMap::new(),
            translations: Vec::new(),
            n_packets: 0,
            issues: IssueLog::default(),
            strings: StrPool::new(),
        },
        cache: ClockCache::default(),
        named_cache: ClockCache::default(),
        frame_cache: ClockCache::default(),
        default_clocks: hashbrown::HashMap::new(),
        latest_ts: 0,
        parked: Vec::new(),
        open_run: None,
        routes: Vec::new(),
        tail: Tail::new(),
        last_seq: None,
        snapshot_id: 0,
        inflate_left: (bytes.len() as u64)
            .saturating_mul(INFLATE_RATIO_MAX)
            .max(INFLATE_MIN),
        memory_left: file.memory().left(),
        memory: file.memory(),
        observer,
        bytes_done: 0,
        bytes_total: bytes.len() as u64,
        untold: (0, 0),
    };
    match scanner.file(bytes, is_prefix, threads) {
        Err(Stop::Cancelled) => return Err(Stop::Cancelled),
        Ok(()) | Err(Stop::Corrupt) => {}
    }
    if scanner.memory.check() {
        return Err(Stop::Cancelled);
    }
    scanner.settle_clocks();
    scanner.retry_parked();
    // Frames are written when they have been shown, so that they are nearly in the order in which they began.
    near_sort(&mut scanner.out.frames);
    scanner.out.sequences.settle_threads();
    scanner.count_lost_sequences();
    Ok(scanner.out)
}

impl Scanner<'_> {
    /// Counts packets that have `n_bytes` in all, and calls the observer now and then.
    fn tick(&mut self, n_packets: u64, n_bytes: usize) -> Result<(), Stop> {
        self.out.n_packets += n_packets;
        let (packets, bytes) = &mut self.untold;
        *packets += n_packets;
        *bytes += n_bytes as u64;
        if *packets < PROGRESS_EVERY && *bytes < PROGRESS_EVERY_BYTES {
            return Ok(());
        }
        self.untold = (0, 0);
        let progress = Progress {
            phase: super::Phase::Scan,
            done: self.bytes_done,
            total: self.bytes_total,
            events: self.out.n_packets,
        };
        match self.observer.progress(progress) {
            ControlFlow::Break(()) => Err(Stop::Cancelled),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    fn known_sequence(&mut self, id: u32) -> Option<u32> {
        let seq = match self.last_seq {
            Some((last, seq)) if last == id => seq,
            _ => self.out.sequences.find(0, id)?,
        };
        self.last_seq = Some((id, seq));
        Some(seq)
    }

    /// Returns the sequence with an id, if the route of its plain packets with these flags is known, or can
    /// be made with the timestamp of the next packet.
    #[inline]
    fn routed(&mut self, id: u32, flags: u8, timestamp: i64) -> Option<u32> {
        let seq = self.known_sequence(id)?;
        let (epoch, version) = (
            self.out.sequences.list[seq as usize].epoch,
            self.out.clocks.version(),
        );
        let is_present = matches!(self.routes.get(seq as usize), Some(Some(route))
            if route.epoch == epoch && route.version == version && route.flags == flags);
        (is_present || self.renew_route(seq, flags, timestamp)).then_some(seq)
    }

    /// Takes in a plain packet of a sequence whose route is known. Returns false if the packet is not plain
    /// or its route is not known.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    fn plain(&mut self, bytes: &[u8], offset: u64, end: u64) -> bool {
        let Some(packet) = PlainPacket::read(bytes, &mut self.tail) else {
            return false;
        };
        // The timestamp of a packet that names a clock says nothing about the clock of its sequence.
        let timestamp = if packet.clock == 0 {
            packet.timestamp
        } else {
            0
        };
        let Some(seq) = self.routed(packet.seq, packet.flags, timestamp) else {
            return false;
        };
        let Some(Some(route)) = self.routes.get_mut(seq as usize) else {
            return false;
        };
        let last_ns = route.last_ns;
        let ts = if packet.clock == 0 {
            let Some((ns, ts)) = route.at(packet.timestamp) else {
                return false;
            };
            if route.incremental {
                route.last_ns = ns;
            }
            ts
        } else {
            let (clocks, cache) = (&self.out.clocks, &mut self.named_cache);
            let named = (packet.clock, packet.timestamp);
            let Some(ts) = route.at_named(named, clocks, cache) else {
                return false;
            };
            ts
        };
        self.latest_ts = self.latest_ts.max(ts);
        let run = Run {
            start: offset,
            end,
            epoch: route.epoch,
            version: route.version,
            clock: route.clock,
            last_ns,
        };
        self.extend_run(seq, run);
        true
    }

    /// Takes in one packet. Returns the bytes that it inflates to if it is compressed.
    fn packet(&mut self, raw: RawPacket<'_>, offset: u64, end: u64) -> Result<Option<Room>, Stop> {
        let header = match PacketHeader::read(raw.bytes) {
            Ok(header) => header,
            Err(error) => {
                self.out.issues.record("trace_corrupt", offset, || {
                    format!("packet: {}", error.kind)
                });
                return Err(Stop::Corrupt);
            }
        };
        if let Some((field, payload)) = header.compressed {
            return self.inflate(field, payload, offset).map(Some);
        }
        let seq_id = header.seq.unwrap_or(0);
        let is_first = self.out.sequences.list.is_empty();
        self.out.machines.note(header.machine, is_first);
        let (seq, new) = self
            .out
            .sequences
            .get_or_add(header.machine, seq_id, offset);
        self.settle_clock(seq);
        if header.first_on_sequence && header.seq.is_some() {
            self.out.first_packets.insert(seq);
        }
        self.state_changes(&header, (seq, new), offset, end - raw.bytes.len() as u64);
        if let Some(snapshot) = header.clock_snapshot {
            self.open_run = None;
            return self.clock_snapshot(snapshot, seq, offset).map(|()| None);
        }
        if let Some(sync) = header.remote_clock_sync {
            self.open_run = None;
            self.remote_clock_sync(sync, header.machine);
            return Ok(None);
        }
        if header.is_service {
            self.open_run = None;
            self.cold(&header, seq, offset);
            return Ok(None);
        }
        if header.extension_descriptor {
            self.open_run = None;
            self.out.extension_descriptors.push(offset);
            return Ok(None);
        }
        if header.flags & trace_packet::SEQ_NEEDS_INCREMENTAL_STATE != 0 {
            if seq_id == 0 {
                self.out.issues.record("trace_corrupt", offset, || {
                    "a packet needs incremental state but has no sequence".to_owned()
                });
                return Err(Stop::Corrupt);
            }
            let sequence = &mut self.out.sequences.list[seq as usize];
            if !sequence.valid {
                sequence.dropped_needing.get_or_insert(offset);
                self.open_run = None;
                let detail = || format!("sequence {seq_id}");
                self.out.issues.record(LACKS_STATE, offset, detail);
                return Ok(None);
            }
            sequence.accepted_needing = true;
        }
        self.timed(&header, seq, offset, end)?;
        Ok(None)
    }

    fn inflate(&mut self, field: u32, payload: &[u8], offset: u64) -> Result<Room, Stop> {
        let mut bytes = Room::default();
        let memory_left = self.memory_left.min(self.memory.left());
        let limit = self.inflate_left.min(memory_left);
        match inflate_payload(field, payload, &mut bytes, limit) {
            Ok(()) => {
                bytes.shrink();
                self.take_inflated(bytes.len() as u64, offset)?;
                Ok(bytes)
            }
            Err(InflateError::TooLarge { .. }) if memory_left < self.inflate_left => {
                self.memory.exceed();
                Err(Stop::Cancelled)
            }
            Err(error) => Err(self.not_inflated(error, offset)),
        }
    }

    /// Counts the bytes that the compressed packet at an offset inflates to; an error if they are more than
    /// what is left.
    fn take_inflated(&mut self, n_bytes: u64, offset: u64) -> Result<(), Stop> {
        let Some(left) = self.inflate_left.checked_sub(n_bytes) else {
            let limit = self.inflate_left;
            return Err(self.not_inflated(InflateError::TooLarge { limit }, offset));
        };
        let Some(memory_left) = self.memory_left.checked_sub(n_bytes) else {
            self.memory.exceed();
            return Err(Stop::Cancelled);
        };
        (self.inflate_left, self.memory_left) = (left, memory_left);
        Ok(())
    }

    fn not_inflated(&mut self, error: InflateError, offset: u64) -> Stop {
        self.out.issues.record("trace_corrupt", offset, || {
            format!("compressed packets: {error}")
        });
        Stop::Corrupt
    }

    /// Applies loss, clears, defaults and interned data, which affect the packet that carries them.
    fn state_changes(
        &mut self,
        header: &PacketHeader<'_>,
        (seq, new): (u32, bool),
        offset: u64,
        payload: u64,
    ) {
        let cleared =
            header.flags & trace_packet::SEQ_INCREMENTAL_STATE_CLEARED != 0 || header.cleared;
        let has_seq = header.seq.is_some();
        if has_seq && !new && header.dropped != 0 {
            let id = header.seq.unwrap_or(0);
            self.out.sequences.list[seq as usize].count_loss(header.dropped);
            self.out
                .issues
                .record("sequence_packet_loss", offset, || format!("sequence {id}"));
        }
        if cleared || header.dropped != 0 {
            self.open_run = None;
            match (cleared, has_seq) {
                (true, true) => {
                    self.out.sequences.clear(seq, offset);
                    self.out.sequences.list[seq as usize].unit = u32::MAX;
                }
                (false, true) => {
                    self.out.sequences.lose(seq, offset);
                    self.out.sequences.list[seq as usize].unit = u32::MAX;
                }
                (true, false) => self
                    .out
                    .issues
                    .count("incremental_state_cleared_missing_sequence_id"),
                (false, false) => self
                    .out
                    .issues
                    .count("previous_packet_dropped_missing_sequence_id"),
            }
        }
        if let Some(defaults) = header.defaults {
            self.open_run = None;
            if has_seq {
                self.out.sequences.defaults.push(Defaults::read(defaults));
                let index = self.out.sequences.defaults.len() as u32 - 1;
                self.out
                    .sequences
                    .change(seq, offset, |epoch| epoch.defaults = index);
            } else {
                self.out
                    .issues
                    .count("trace_packet_defaults_missing_sequence_id");
            }
        }
        if let Some(interned) = header.interned {
            if has_seq {
                self.intern_of(seq, interned, payload + header.interned_at);
            } else {
                self.out.issues.count("interned_data_missing_sequence_id");
            }
        }
    }

    /// Takes in the interned data at an offset, if its sequence has not lost its state.
    fn intern_of(&mut self, seq: u32, bytes: &[u8], offset: u64) {
        if self.out.sequences.list[seq as usize].valid {
            self.intern(bytes, seq, offset);
        } else {
            self.out
                .issues
                .count("interned_data_skipped_incremental_state_invalid");
        }
    }

    fn intern(&mut self, bytes: &[u8], seq: u32, offset: u64) {
        let epoch = self.out.sequences.list[seq as usize].epoch;
        let table = self.out.sequences.epochs[epoch as usize].table as usize;
        let Some(table) = self.out.sequences.tables.get_mut(table) else {
            return;
        };
        let mut fields = Fields::new(bytes);
        while let Some(field) = fields.next_field() {
            let entry = field.as_bytes();
            let Some(iid) = entry_iid(entry) else {
                let issues = &mut self.out.issues;
                issues.record("interned_data_tokenizer_errors", offset, || {
                    "an entry without iid".to_owned()
                });
                continue;
            };
            match field.number {
                interned_data::EVENT_CATEGORIES | interned_data::EVENT_NAMES => {
                    let value = Fields::new(entry)
                        .last_of(interned_name::NAME)
                        .map_or(NO_TEXT, |name| {
                            self.out.strings.intern(name.as_bytes()).get()
                        });
                    let map = if field.number == interned_data::EVENT_CATEGORIES {
                        &mut table.categories
                    } else {
                        &mut table.names
                    };
                    map.insert(iid, value);
                }
                number => {
                    if number == interned_data::DEBUG_ANNOTATION_VALUE_TYPE_NAMES
                        && let Some(name) = Fields::new(entry).last_of(interned_name::NAME)
                    {
                        let name = self.out.strings.intern(name.as_bytes());
                        self.out.annotation_types.entry(name).or_insert(offset);
                    }
                    let at = offset + fields.offset() - entry.len() as u64;
                    table.insert_other(number, iid, at, entry.len() as u32);
                }
            }
        }
    }

    /// Converts the timestamp of a packet and files the packet.
    fn timed(
        &mut self,
        header: &PacketHeader<'_>,
        seq: u32,
        offset: u64,
        end: u64,
    ) -> Result<(), Stop> {
        if header.track_event && header.seq.is_none() {
            self.open_run = None;
            self.out
                .issues
                .record("track_event_missing_sequence_id", offset, String::new);
            return Ok(());
        }
        let timed = self.timestamp(header, seq)?;
        let mut plain_track = None;
        if let Timed::At { ts, .. } = timed {
            if let Some(descriptor) = header.track_descriptor {
                self.open_run = None;
                plain_track = self.reserve(descriptor, header, seq, offset);
            } else if !header.track_event {
                self.open_run = None;
                if !self.legacy_thread(header, seq, offset) {
                    self.latest_ts = self.latest_ts.max(ts);
                    return Ok(());
                }
            }
        }
        let epoch = self.out.sequences.list[seq as usize].epoch;
        let (ts, clock, last_ns) = match timed {
            Timed::At { ts, clock, last_ns } => (ts, clock, last_ns),
            Timed::Unknown { clock, ns } => {
                let is_track_event = header.track_event;
                self.park(Parked {
                    offset,
                    epoch,
                    seq,
                    clock,
                    ns,
                    is_track_event,
                });
                return Ok(());
            }
        };
        self.latest_ts = self.latest_ts.max(ts);
        if header.track_event {
            self.open_route(header, seq);
            self.extend_run(
                seq,
                Run {
                    start: offset,
                    end,
                    epoch,
                    version: self.out.clocks.version(),
                    clock,
                    last_ns,
                },
            );
        } else if header.has_data {
            if header.indexed == Some(trace_packet::TRANSLATION_TABLE) {
                self.out.translations.push(offset);
            }
            let start = (end - offset).saturating_sub(header.len as u64);
            let message_at = header.only_message().map_or(0, |at| start + at);
            if let Some(uuid) = plain_track.filter(|_| message_at > 0) {
                self.push_plain_track((ts, offset), header, uuid);
            } else {
                self.push_cold(Cold {
                    message_at: u16::try_from(message_at).unwrap_or(0),
                    ..Cold::new((ts, offset), epoch, header)
                });
            }
        }
        Ok(())
    }

    fn push_cold(&mut self, cold: Cold) {
        if cold.ts < 0 {
            self.out.issues.record(
                "trace_sorter_negative_timestamp_dropped",
                cold.offset,
                String::new,
            );
        } else {
            self.out.cold.push(cold);
        }
    }

    fn cold(&mut self, header: &PacketHeader<'_>, seq: u32, offset: u64) {
        let epoch = self.out.sequences.list[seq as usize].epoch;
        let boot = PacketHeader {
            clock: Some(header.clock.unwrap_or(ClockId::BOOTTIME)),
            ..*header
        };
        let ts = match self.timestamp(&boot, seq) {
            Ok(Timed::At { ts, .. }) => ts,
            _ => header.timestamp.unwrap_or(0),
        };
        self.push_cold(Cold::new((ts, offset), epoch, header));
    }

    #[inline]
    fn extend_run(&mut self, seq: u32, run: Run) {
        if let Some((unit, end)) = self.open_run
            && end == run.start
            && let Some(open) = self.out.units.get_mut(unit as usize)
            && open.seq == seq
            && let Some(last) = open.runs.last_mut()
            && last.epoch == run.epoch
            && last.version == run.version
            && last.clock == run.clock
        {
            last.end = run.end;
            self.open_run = Some((unit, run.end));
            return;
        }
        self.begin_run(seq, run);
    }

    #[inline(never)]
    fn begin_run(&mut self, seq: u32, run: Run) {
        let mut unit = self.out.sequences.list[seq as usize].unit;
        if unit == u32::MAX {
            unit = self.out.units.len() as u32;
            self.out.units.push(Unit {
                seq,
                runs: Vec::new(),
            });
            self.out.sequences.list[seq as usize].unit = unit;
        }
        self.open_run = Some((unit, run.end));
        self.out.units[unit as usize].runs.push(run);
    }

    fn count_lost_sequences(&mut self) {
        let sequences = self.out.sequences.list.iter();
        for seq in sequences.filter(|seq| !seq.accepted_needing) {
            if let Some(offset) = seq.dropped_needing {
                let detail = || format!("sequence {}", seq.id);
                let issues = &mut self.out.issues;
                issues.note("sequence_without_state", 1, Some(offset), detail);
            }
        }
    }
}
