//! Finds the events whose arguments may contain a text, without decoding them.
//!
//! The bytes of the trace are searched as they lie, in parallel; only packets in which something was found
//! are looked at, and packets with arguments that do not stand in the bytes, which the first search notes.
//! More events than those that contain the text may be found, never fewer; only numbers of rows and of
//! elements are not looked for, nor screenshots, which are shown as base64.

mod facts;
mod hidden;
mod needle;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use hashbrown::{HashMap, HashSet};

use super::TraceArgs;
use crate::bytes::packets::Packets;
use crate::decode::fields::{FieldValue, Fields};
use crate::import::pool;
use crate::import::scan::{PacketHeader, PlainPacket, Tail};
use crate::model::args::{ArgPlace, ArgSource, ArgTest};
use crate::proto::{trace_packet, track_event};
pub(super) use facts::Facts;
use hidden::Hidden;
use needle::{Found, Needle};

/// Deeper messages are taken for plain bytes.
const DEPTH_MAX: usize = 32;

/// Fields that do not become arguments: times, type, names, categories, tracks, counters, flows.
const NO_ARGS: u64 = {
    let fields = [
        track_event::TIMESTAMP_DELTA_US,
        track_event::THREAD_TIME_DELTA_US,
        track_event::CATEGORY_IIDS,
        track_event::TYPE,
        track_event::NAME_IID,
        track_event::TRACK_UUID,
        track_event::EXTRA_COUNTER_VALUES,
        track_event::TIMESTAMP_ABSOLUTE_US,
        track_event::THREAD_TIME_ABSOLUTE_US,
        track_event::CATEGORIES,
        track_event::NAME,
        track_event::COUNTER_VALUE,
        track_event::EXTRA_COUNTER_TRACK_UUIDS,
        track_event::FLOW_IDS_OLD,
        track_event::TERMINATING_FLOW_IDS_OLD,
        track_event::DOUBLE_COUNTER_VALUE,
        track_event::EXTRA_DOUBLE_COUNTER_TRACK_UUIDS,
        track_event::FLOW_IDS,
        track_event::TERMINATING_FLOW_IDS,
    ];
    let (mut mask, mut index) = (0, 0);
    while index < fields.len() {
        mask |= 1 << fields[index];
        index += 1;
    }
    mask
};

/// Returns whether a field of TrackEvent never becomes an argument.
fn is_no_arg(field: u32) -> bool {
    field < 63 && NO_ARGS & 1 << field != 0
}

/// A piece of the trace in which whole packets stand.
type Chunk<'a> = (u64, &'a [u8]);

/// Returns where all packets begin whose arguments may contain `needle`, ascending; `None` if
/// cancelled.
pub(super) fn find(source: &TraceArgs, needle: &[u8], cancel: &AtomicBool) -> Option<Vec<u64>> {
    let Some(needle) = Needle::new(source, needle) else {
        return Some(Vec::new());
    };
    let chunks: Vec<Chunk<'_>> = source.space.chunks().collect();
    if source.facts.get().is_none() {
        let hidden = Hidden::new(source.registry());
        let facts = each(&chunks, cancel, |_, chunk| Facts::read(chunk, &hidden))?;
        // Another search may have set them before, to the same.
        let _before = source.facts.set(facts);
    }
    let facts = source.facts.get()?;
    let in_chunk = |index: usize, chunk: Chunk<'_>| in_chunk(&needle, chunk, facts.get(index));
    let mut all = Found::default();
    for mut found in each(&chunks, cancel, in_chunk)? {
        all.offsets.append(&mut found.offsets);
        all.interned.append(&mut found.interned);
    }
    let references = References::new(source, &all.interned);
    if !references.ids.is_empty() {
        let more = each(&chunks, cancel, |_, chunk| references.in_chunk(chunk))?;
        all.offsets.extend(more.into_iter().flatten());
        all.offsets.sort_unstable();
        all.offsets.dedup();
    }
    Some(all.offsets)
}

/// Returns for each event of a source whether one of its arguments passes `test`, decoding events in
/// parallel.
pub(in crate::import) fn passing(
    source: &impl ArgSource,
    events: &[ArgPlace],
    test: ArgTest<'_>,
    cancel: &AtomicBool,
) -> Option<Vec<bool>> {
    /// How many events a thread decodes before it asks whether to go on.
    const AT_ONCE: usize = 1 << 8;
    pool::map_each(cancel, (events, AT_ONCE), |place: &ArgPlace| {
        source.passes(place, test)
    })
}

/// Does some work for every chunk, in parallel; `None` if cancelled.
fn each<'a, T: Send>(
    chunks: &[Chunk<'a>],
    cancel: &AtomicBool,
    work: impl Fn(usize, Chunk<'a>) -> T + Sync,
) -> Option<Vec<T>> {
    let sizes = chunks.iter().map(|chunk| chunk.1.len() as u64);
    let pieces: Vec<pool::Piece> = sizes.enumerate().collect();
    pool::map_until(cancel, &pieces, |index| work(index, chunks[index]))
}

/// Finds the packets of a chunk.
fn in_chunk(needle: &Needle<'_>, (start, bytes): Chunk<'_>, facts: Option<&Facts>) -> Found {
    let mut found = Found::default();
    let mut packets = Packets::at(bytes, start);
    let mut tail = Tail::new();
    let special = facts.and_then(|facts| needle.special(facts));
    let Some(mut special) = special else {
        for packet in packets {
            needle.packet(packet, &mut tail, &mut found);
        }
        return found;
    };
    let mut places = needle.places(bytes);
    let mut from = 0;
    loop {
        let first = special.partition_point(|&offset| offset - start < from as u64);
        special = &special[first..];
        let place = places.next(from).map(|at| start.saturating_add(at as u64));
        let Some(at) = place.into_iter().chain(special.first().copied()).min() else {
            return found;
        };
        if special.first() == Some(&at) {
            // A packet is known to begin there, so that the packets before it need not be walked over.
            let rest = bytes.get((at - start) as usize..).unwrap_or_default();
            packets = Packets::at(rest, at);
        }
        let packet = loop {
            match packets.next() {
                Some(packet) if packets.offset() > at => break packet,
                Some(_before) => {}
                None => return found,
            }
        };
        needle.packet(packet, &mut tail, &mut found);
        from = packets.offset().saturating_sub(start) as usize;
    }
}

/// A part of a packet in which a text may stand.
#[derive(Clone, Copy)]
enum Part {
    Event,
    Interned,
    Frame,
}

/// Calls `each` for the parts of a packet, and returns its sequence.
fn each_part<'a>(
    packet: &'a [u8],
    tail: &mut Tail,
    mut each: impl FnMut(Part, &'a [u8]),
) -> Option<SequenceId> {
    if let Some(plain) = PlainPacket::read(packet, tail) {
        each(Part::Event, plain.event());
        return Some((0, plain.seq));
    }
    for field in Fields::new(packet) {
        match field.number {
            trace_packet::TRACK_EVENT => each(Part::Event, field.as_bytes()),
            trace_packet::INTERNED_DATA => each(Part::Interned, field.as_bytes()),
            trace_packet::FRAME_TIMELINE_EVENT => each(Part::Frame, field.as_bytes()),
            _ => {}
        }
    }
    let header = PacketHeader::read(packet).ok()?;
    Some((header.machine, header.seq?))
}

/// A part of the address space, and what holds there.
type Stretch<T> = (Range<u64>, T);

/// Machine and id of a sequence.
type SequenceId = (u32, u32);

/// Where events may refer to interned data that contains the text.
struct References {
    /// Stretches of the trace with their interned tables, by machine and id of the sequence.
    stretches: HashMap<SequenceId, Vec<Stretch<u32>>>,
    /// The matching ids of each table, whatever they stand for.
    ids: HashMap<u32, HashSet<u64>>,
}

impl References {
    /// Takes tables and ids of interned data with the text.
    fn new(source: &TraceArgs, interned: &[(u32, u64)]) -> Self {
        let mut ids: HashMap<u32, HashSet<u64>> = HashMap::new();
        for &(table, iid) in interned {
            ids.entry(table).or_default().insert(iid);
        }
        let mut stretches = HashMap::new();
        if !ids.is_empty() {
            for sequence in &source.sequences.list {
                let mut all: Vec<Stretch<u32>> = Vec::new();
                for &epoch in &sequence.epochs {
                    let epoch = &source.sequences.epochs[epoch as usize];
                    match all.last_mut() {
                        Some((_, table)) if *table == epoch.table => continue,
                        Some((range, _)) => range.end = epoch.start,
                        None => {}
                    }
                    all.push((epoch.start..u64::MAX, epoch.table));
                }
                all.retain(|(_, table)| ids.contains_key(table));
                if !all.is_empty() {
                    stretches.insert((sequence.machine, sequence.id), all);
                }
            }
        }
        Self { stretches, ids }
    }

    /// Returns the packets of a chunk whose events refer to one of the ids.
    fn in_chunk(&self, (start, bytes): Chunk<'_>) -> Vec<u64> {
        let end = start.saturating_add(bytes.len() as u64);
        let mut here: HashMap<SequenceId, Vec<Stretch<&HashSet<u64>>>> = HashMap::new();
        for (&sequence, stretches) in &self.stretches {
            let first = stretches.partition_point(|(range, _)| range.end <= start);
            let stretches = stretches.iter().skip(first);
            let stretches = stretches.take_while(|(range, _)| range.start < end);
            let ids =
                stretches.filter_map(|(range, table)| Some((range.clone(), self.ids.get(table)?)));
            let ids: Vec<_> = ids.collect();
            if !ids.is_empty() {
                here.insert(sequence, ids);
            }
        }
        let mut offsets = Vec::new();
        if here.is_empty() {
            return offsets;
        }
        let mut tail = Tail::new();
        let mut events = Vec::new();
        for packet in Packets::at(bytes, start) {
            events.clear();
            let sequence = each_part(packet.bytes, &mut tail, |part, bytes| {
                if matches!(part, Part::Event) {
                    events.push(bytes);
                }
            });
            let stretches = sequence.and_then(|sequence| here.get(&sequence));
            let stretch = stretches.and_then(|stretches| {
                let mut stretches = stretches.iter();
                stretches.find(|(range, _)| range.contains(&packet.offset))
            });
            if let Some((_, ids)) = stretch
                && events.iter().any(|event| refers(event, ids))
            {
                offsets.push(packet.offset);
            }
        }
        offsets
    }
}

/// Returns whether arguments of an event may refer to one of `ids`.
fn refers(event: &[u8], ids: &HashSet<u64>) -> bool {
    Fields::new(event).any(|field| match field.value {
        _ if is_no_arg(field.number) => false,
        FieldValue::Varint(value) => ids.contains(&value),
        FieldValue::Bytes(bytes) => has_number(bytes, ids, 0),
        _ => false,
    })
}

/// Returns whether a varint anywhere in a message is one of `ids`.
fn has_number(message: &[u8], ids: &HashSet<u64>, depth: usize) -> bool {
    depth < DEPTH_MAX
        && Fields::new(message).any(|field| match field.value {
            FieldValue::Varint(value) => ids.contains(&value),
            FieldValue::Bytes(bytes) => has_number(bytes, ids, depth + 1),
            _ => false,
        })
}
