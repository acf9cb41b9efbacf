//! What can be known of a piece of the file without what stands before it. Runs in parallel.
//!
//! Where the first packet of a piece begins is guessed; the scan, which comes by
//! in file order, knows and reads the piece again if the guess was wrong. Packets
//! that hold a track event and nothing else are summed up while they belong to
//! one sequence, so that the scan files them all at once. Compressed packets are
//! inflated.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::frames::FramePacket;
use super::{NearPacket, PlainPacket, Tail, Windows};
use crate::bytes::inflate::{InflateError, inflate_onto, unzstd_onto};
use crate::bytes::memory::MemoryLimit;
use crate::bytes::packets::{FramingProblem, Packets, first_packet, packet_at};
use crate::bytes::room::Room;
use crate::import::pool;
use crate::import::scan::PacketHeader;
use crate::proto::trace_packet;

/// The length of a piece.
pub(super) const PIECE: usize = 1 << 20;
/// Inflated packets get room for so many times the length of the compressed ones. Few need more, and what is
/// left over is given back untouched.
const RATIO: usize = 16;
/// How much the compressed packets of a piece may inflate to ahead of the scan.
const INFLATED_AHEAD: usize = 2 * PIECE * RATIO;
/// How many bytes are inflated between two checks of what memory the process holds.
const LOOK_EVERY: usize = 1 << 20;
/// How many items are made between two such checks: some megabytes of items.
const LOOK_EVERY_ITEMS: usize = 1 << 16;
/// How many packets in a row have to be found for a guess to be taken.
const CHAIN: usize = 4;

/// Consecutive plain packets of one sequence with the same flags, whose timestamps are not negative.
/// Some may name a clock, but not the first, and all of them the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stretch {
    /// Where the packets begin and end, from the start of what is read.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) n_packets: u32,
    pub(super) seq: u32,
    pub(super) flags: u8,
    /// The first timestamp, and in `min`, `max` and `sum` the least, the greatest and the sum of all whose
    /// packets name no clock.
    pub(super) first: i64,
    pub(super) min: i64,
    pub(super) max: i64,
    pub(super) sum: i64,
    /// The clock that the other packets name, 0 if there are none, and in `named` their least and greatest
    /// timestamp.
    pub(super) clock: u32,
    pub(super) named: (i64, i64),
    /// Whether any packet but the first has interned data, which is among [`Items::interned`].
    pub(super) has_interned: bool,
}

/// Consecutive packets of one sequence that hold a FrameTimeline event and nothing else, and name
/// the same clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frames {
    pub(super) seq: u32,
    /// 0 for none.
    pub(super) clock: u32,
    /// Their range in [`Items::frames`].
    pub(super) range: Range<usize>,
}

/// A packet of [`Frames`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) timestamp: i64,
    /// Where the packet begins, from the start of what is read.
    pub(super) start: u32,
    /// How far behind `start` the length of its event stands.
    pub(super) skip: u8,
}

/// Something that the scan takes in at once.
#[derive(Debug)]
pub(super) enum Item {
    Stretch(Stretch),
    Frames(Frames),
    /// A packet, from the start of what is read.
    Packet(Range<usize>),
    /// A compressed packet, and what it holds.
    Compressed(Range<usize>, Box<Blob>),
}

/// What a compressed packet holds.
#[derive(Debug)]
pub(super) struct Blob {
    /// Where its bytes are in [`Items::inflated`].
    pub(super) range: Range<usize>,
    pub(super) items: Items,
}

/// The packets of some bytes.
#[derive(Debug)]
pub(super) struct Items {
    pub(super) all: Vec<Item>,
    pub(super) frames: Vec<Frame>,
    /// Where the interned data of packets in stretches stands, from the start of what is read.
    pub(super) interned: Vec<Range<usize>>,
    /// What the compressed packets hold, one after the other, so that all of it can have large pages.
    pub(super) inflated: Room,
    /// Where the next packet begins.
    pub(super) end: usize,
    /// Why there is no next packet.
    pub(super) problem: Option<FramingProblem>,
}

/// The packets of a piece.
#[derive(Debug)]
pub(super) struct Ahead {
    /// Where in the file the first packet begins, if there is any.
    pub(super) start: usize,
    pub(super) read: Items,
}

/// How many items are kept for pieces to come, at most.
const SPARE_ITEMS: usize = 1 << 17;

/// What threads that read ahead share.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    /// How many bytes compressed packets may still inflate to.
    left: AtomicU64,
    /// The limit of what the process may hold: once that is exceeded, nothing more is read.
    memory: &'a MemoryLimit,
    threads: u64,
    /// Room for items that the scan is done with.
    spare: pool::Spare<Lists>,
}

/// Room for items, frames and interned data.
type Lists = (Vec<Item>, Vec<Frame>, Vec<Range<usize>>);

impl<'a> Budget<'a> {
    pub(super) fn new(left: u64, threads: usize, memory: &'a MemoryLimit) -> Self {
        Self {
            left: AtomicU64::new(left),
            memory,
            threads: threads.max(1) as u64,
            spare: pool::Spare::default(),
        }
    }

    /// Returns whether the process holds too much, and measures that anew if there are `look_at` items.
    fn is_over(&self, n_items: usize, look_at: &mut usize) -> bool {
        if n_items >= *look_at {
            *look_at = n_items + LOOK_EVERY_ITEMS;
            self.memory.check();
        }
        self.memory.is_exceeded()
    }

    /// Keeps the memory of lists for other pieces.
    pub(super) fn keep(&self, (mut all, mut frames, mut interned): Lists) {
        all.clear();
        frames.clear();
        interned.clear();
        let size = |(all, frames, interned): &Lists| {
            all.capacity() + frames.capacity() + interned.capacity()
        };
        self.spare
            .keep(vec![(all, frames, interned)], SPARE_ITEMS, size);
    }

    /// Inflates a packet onto `out` if there is surely room, and returns where its bytes are. Otherwise, and
    /// if the packet is damaged, the scan inflates it, which knows how much room there is.
    fn inflate(&self, field: u32, payload: &[u8], out: &mut Room) -> Option<Range<usize>> {
        let start = out.len();
        // So much fits whatever the other threads inflate now.
        let left = self.left.load(Ordering::Relaxed) / self.threads;
        let limit = left.min(INFLATED_AHEAD.saturating_sub(start) as u64);
        let done = inflate_payload(field, payload, out, limit);
        let n = (out.len() - start) as u64;
        let take = |left: u64| left.checked_sub(n);
        let (set, get) = (Ordering::Relaxed, Ordering::Relaxed);
        if done.is_ok() && self.left.fetch_update(set, get, take).is_ok() {
            if start / LOOK_EVERY != out.len() / LOOK_EVERY {
                self.memory.check();
            }
            return Some(start..out.len());
        }
        out.cut(start);
        None
    }
}

/// Decompresses the payload of a compressed packet, which stands in the field with this number, to `limit`
/// bytes at most. They are appended to `out`, on failure what could be read of them.
pub(in crate::import) fn inflate_payload(
    field: u32,
    payload: &[u8],
    out: &mut Room,
    limit: u64,
) -> Result<(), InflateError> {
    let limit = limit.saturating_add(out.len() as u64);
    if field == trace_packet::COMPRESSED_PACKETS {
        inflate_onto(payload, out, limit)
    } else {
        unzstd_onto(payload, out, limit)
    }
}

/// Returns how many pieces a file has.
pub(super) fn n_pieces(len: usize) -> usize {
    len.div_ceil(PIECE).max(1)
}

/// Returns where a piece ends, for the packets that begin in it.
pub(super) fn end_of(piece: usize, len: usize) -> usize {
    piece.saturating_add(1).saturating_mul(PIECE).min(len)
}

/// Reads the packets that begin in a piece, from where the first of them seems to begin.
pub(super) fn piece(file: &[u8], piece: usize, budget: &Budget<'_>) -> Ahead {
    let range = piece * PIECE..end_of(piece, file.len());
    let start = first_packet(file, range.clone(), CHAIN, |packet| {
        PlainPacket::read(packet, &mut Tail::new()).is_some()
            || PacketHeader::read(packet)
                .is_ok_and(|header| header.seq.is_some() || header.compressed.is_some())
    });
    // There is no packet that can be recognised: the scan knows where to begin when it gets here.
    let start = start.unwrap_or(range.end);
    Ahead {
        start,
        read: from(file, start, range.end, budget),
    }
}

/// Reads the packets from `start` on that begin before `end`.
pub(super) fn from(file: &[u8], start: usize, end: usize, budget: &Budget<'_>) -> Items {
    let bytes = file.get(start..).unwrap_or_default();
    items(bytes, end.saturating_sub(start), budget, true)
}

/// Reads the packets of `bytes` that begin before `end`; those that are compressed are inflated if
/// `inflates`. Ends early when the process holds too much.
pub(super) fn items(bytes: &[u8], end: usize, budget: &Budget<'_>, inflates: bool) -> Items {
    let spare = if inflates { budget.spare.take() } else { None };
    let (mut all, mut frames, mut interned) = spare.unwrap_or_default();
    let mut look_at = LOOK_EVERY_ITEMS;
    let mut inflated = Room::default();
    let mut open = Stretch::default();
    let (mut tail, mut frame_tail) = (Tail::new(), Tail::new());
    let (mut at, mut problem) = (0, None);
    while at < end {
        at = open.extend_near(bytes, at, end, &tail, &mut interned);
        let n_items = all.len() + frames.len() + interned.len();
        if at >= end || budget.is_over(n_items, &mut look_at) {
            break;
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let (skip, len) = match *rest {
            [0x0a, len @ 1..0x80, ..] => (2, usize::from(len)),
            [0x0a, low @ 0x80..=0xff, high @ 1..0x80, ..] => {
                (3, usize::from(low & 0x7f) | usize::from(high) << 7)
            }
            _ => (0, 0),
        };
        let next = at + skip + len;
        let range = match rest.get(skip..skip + len) {
            Some(packet) if skip > 0 => {
                // Frames mostly follow one another.
                let is_likely = open.n_packets == 0 && matches!(all.last(), Some(Item::Frames(_)));
                let mut frame = None;
                if is_likely {
                    frame = FramePacket::read(packet, &mut frame_tail);
                }
                let mut plain = None;
                if frame.is_none() {
                    plain = PlainPacket::read(packet, &mut tail);
                }
                if let Some(plain) = plain {
                    let is_next = open.extend(&plain, at..next);
                    if !is_next && plain.clock == 0 {
                        open.close(&mut all);
                        open = Stretch::new(&plain, at..next);
                    }
                    if is_next || plain.clock == 0 {
                        at = next;
                        continue;
                    }
                } else if !is_likely {
                    frame = FramePacket::read(packet, &mut frame_tail);
                }
                if let (Some(packet), Ok(start)) = (frame, u32::try_from(at)) {
                    open.close(&mut all);
                    open = Stretch::default();
                    frames.push(Frame {
                        timestamp: packet.timestamp,
                        start,
                        // This fits, as the fields before the event are short.
                        skip: (skip + packet.event_at) as u8,
                    });
                    add_frame(&mut all, packet.seq, packet.clock, frames.len());
                    at = next;
                    continue;
                }
                at..next
            }
            // Whatever else there is: long packets, other fields, the end.
            _ => {
                let mut packets = Packets::new(rest);
                let Some(packet) = packets.next() else {
                    problem = packets.problem().map(|problem| problem.moved(at as u64));
                    at += packets.offset() as usize;
                    break;
                };
                at + packet.offset as usize..at + packets.offset() as usize
            }
        };
        at = range.end;
        if range.start >= end {
            // Only fields that are no packets stand before `end`.
            at = range.start;
            break;
        }
        open.close(&mut all);
        open = Stretch::default();
        let packet = packet_at(bytes, range.start as u64).map_or(&[][..], |packet| packet.bytes);
        let left = end.saturating_sub(range.start);
        let blob = inflates
            .then(|| blob(packet, (&mut inflated, left), budget))
            .flatten();
        all.push(match blob {
            Some(blob) => Item::Compressed(range, Box::new(blob)),
            None => Item::Packet(range),
        });
    }
    open.close(&mut all);
    inflated.shrink();
    Items {
        all,
        frames,
        interned,
        inflated,
        end: at,
        problem,
    }
}

/// Adds the last of `n` frames to the items.
fn add_frame(all: &mut Vec<Item>, seq: u32, clock: u32, n: usize) {
    match all.last_mut() {
        Some(Item::Frames(last)) if (last.seq, last.clock) == (seq, clock) => last.range.end = n,
        _ => all.push(Item::Frames(Frames {
            seq,
            clock,
            range: n - 1..n,
        })),
    }
}

/// Returns what a compressed packet holds; `None` if the packet is not compressed or the scan has to inflate
/// it. The bytes go to `inflated`, as do those of other packets in the `left` bytes from this one on.
fn blob(packet: &[u8], (inflated, left): (&mut Room, usize), budget: &Budget<'_>) -> Option<Blob> {
    let ([0x92, 0x03, ..] | [0xaa, 0x08, ..]) = packet else {
        return None;
    };
    let (field, payload) = PacketHeader::read(packet).ok()?.compressed?;
    if inflated.capacity() == 0 {
        *inflated = Room::with_capacity(left.min(PIECE) * RATIO);
    }
    let range = budget.inflate(field, payload, inflated)?;
    let items = items(inflated.get(range.clone())?, range.len(), budget, false);
    Some(Blob { range, items })
}

/// Returns the least and the greatest time on the clock that packets name, with another packet's time taken
/// in; `None` if that packet names another clock.
fn with_named(
    (own, (min, max)): (u32, (i64, i64)),
    clock: u32,
    timestamp: i64,
) -> Option<(i64, i64)> {
    match own {
        0 => Some((timestamp, timestamp)),
        own if own == clock => Some((min.min(timestamp), max.max(timestamp))),
        _ => None,
    }
}

/// The number of brief packets, and the least, the greatest and the sum of their times.
struct Sums {
    n: u32,
    min: u32,
    max: u32,
    sum: u64,
}

impl Sums {
    /// Sums up packets as long as they are brief. It is not inlined, so that all sums stay in registers.
    #[inline(never)]
    fn of(windows: &mut Windows<'_>, tail: &Tail) -> Self {
        let mut sums = Self {
            n: 0,
            min: u32::MAX,
            max: 0,
            sum: 0,
        };
        let mut at = *windows;
        while let Some(brief) = at.brief(tail) {
            sums.n += 1;
            sums.min = sums.min.min(brief.time);
            sums.max = sums.max.max(brief.time);
            sums.sum += u64::from(brief.time);
            at.go_on(&brief);
        }
        *windows = at;
        sums
    }
}

impl Stretch {
    fn new(plain: &PlainPacket<'_>, range: Range<usize>) -> Self {
        Self {
            start: range.start,
            end: range.end,
            n_packets: 1,
            seq: plain.seq,
            flags: plain.flags,
            first: plain.timestamp,
            min: plain.timestamp,
            max: plain.timestamp,
            sum: plain.timestamp,
            clock: 0,
            named: (0, 0),
            has_interned: false,
        }
    }

    /// Takes in the time of the next packet. Returns false if the packet does not belong to the stretch.
    fn add(&mut self, clock: u32, timestamp: i64) -> bool {
        if timestamp < 0 {
            return false;
        }
        if clock != 0 {
            let Some(named) = with_named((self.clock, self.named), clock, timestamp) else {
                return false;
            };
            (self.clock, self.named) = (clock, named);
            self.n_packets += 1;
            return true;
        }
        let Some(sum) = self.sum.checked_add(timestamp) else {
            return false;
        };
        self.n_packets += 1;
        self.min = self.min.min(timestamp);
        self.max = self.max.max(timestamp);
        self.sum = sum;
        true
    }

    /// Takes in the packets from `at` on, before `end`, that are like the last one, but for the clock that
    /// they may name. Returns where the next packet begins. It is not inlined, so that the sums stay in
    /// registers.
    #[inline(never)]
    fn extend_near(
        &mut self,
        bytes: &[u8],
        at: usize,
        end: usize,
        tail: &Tail,
        interned: &mut Vec<Range<usize>>,
    ) -> usize {
        let mut next = at;
        let n_interned = interned.len();
        let is_open = (1..u32::MAX >> 1).contains(&self.n_packets)
            && self.end == at
            && (self.seq, self.flags) == tail.names()
            && self.min >= 0;
        let Self {
            mut n_packets,
            mut min,
            mut max,
            mut sum,
            ..
        } = *self;
        // A packet takes at least two bytes, so that the number of packets cannot overflow.
        let end = end.min(at.saturating_add(1 << 30));
        while is_open && next < end {
            // The sum of so many brief times cannot overflow `sum`, if that is no more than half full.
            if sum <= i64::MAX / 2
                && let Some(mut windows) = Windows::new(bytes, next, end)
            {
                let few = Sums::of(&mut windows, tail);
                if few.n > 0 {
                    n_packets += few.n;
                    min = min.min(few.min.into());
                    max = max.max(few.max.into());
                    sum += few.sum.cast_signed();
                    next = windows.at();
                    continue;
                }
            }
            let Some(packet) = NearPacket::read_either(bytes, next, tail, interned) else {
                break;
            };
            if packet.timestamp < 0 {
                break;
            }
            if packet.clock == 0 {
                let Some(more) = sum.checked_add(packet.timestamp) else {
                    break;
                };
                min = min.min(packet.timestamp);
                max = max.max(packet.timestamp);
                sum = more;
            } else {
                let before = (self.clock, self.named);
                let Some(named) = with_named(before, packet.clock, packet.timestamp) else {
                    break;
                };
                (self.clock, self.named) = (packet.clock, named);
            }
            n_packets += 1;
            next = packet.end;
        }
        (self.n_packets, self.min, self.max, self.sum) = (n_packets, min, max, sum);
        self.end = next.max(self.end);
        // The interned data of a packet that does not belong to the stretch is taken in with that packet.
        while interned.last().is_some_and(|it| it.start >= next) {
            interned.pop();
        }
        self.has_interned |= interned.len() > n_interned;
        next
    }

    /// Takes in the next packet. Returns false if it does not belong to the stretch.
    #[inline]
    fn extend(&mut self, plain: &PlainPacket<'_>, range: Range<usize>) -> bool {
        let is_next = self.end == range.start
            && self.seq == plain.seq
            && self.flags == plain.flags
            && (1..u32::MAX).contains(&self.n_packets)
            && self.min >= 0
            && self.add(plain.clock, plain.timestamp);
        if is_next {
            self.end = range.end;
        }
        is_next
    }

    /// Adds the stretch to the items, if it holds anything.
    fn close(&self, all: &mut Vec<Item>) {
        match self.n_packets {
            0 => {}
            // Sums of negative times are of no use.
            1 if self.min < 0 => all.push(Item::Packet(self.start..self.end)),
            _ => all.push(Item::Stretch(*self)),
        }
    }
}

#[cfg(test)]
mod tests;
