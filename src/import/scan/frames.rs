//! Packets of SurfaceFlinger's that hold a FrameTimeline event and nothing else.
//!
//! Like plain packets (`plain`) they are read along the order in which recorders write fields, and
//! what does not fit goes through [`super::PacketHeader`]. They change nothing, so that only their
//! times and places are kept, and none of them is read again before its turn in time comes.

use std::ops::Range;

use super::ahead::{Frame, Frames};
use super::{Scanner, Stop, Tail};
use crate::base::pack;
use crate::bytes::packets::Packets;
use crate::decode::clock::ClockId;
use crate::decode::wire::{middle_varint, take_varint, varint_at};
use crate::import::space::{Origin, Space};

/// The fields of such a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FramePacket {
    /// `timestamp`.
    pub timestamp: i64,
    /// `timestamp_clock_id`, 0 for none.
    pub clock: u32,
    /// `trusted_packet_sequence_id`.
    pub seq: u32,
    /// Where the length of the event stands in the packet.
    pub event_at: usize,
}

impl FramePacket {
    /// Reads a packet; `None` if it holds anything else, or not in the usual order. `tail` may be of any
    /// other packet.
    #[inline]
    pub(super) fn read(bytes: &[u8], tail: &mut Tail) -> Option<Self> {
        let word = pack::word(bytes, 0);
        if word & 0xff != 0x40 {
            return None;
        }
        // Times of packets have seven bytes, as long as clocks count nanoseconds.
        let (timestamp, mut at) = match middle_varint(pack::word(bytes, 1)) {
            Some((timestamp, len)) => (timestamp, 1 + len),
            None => varint_at(bytes, 1, word >> 8)?,
        };
        let mut word = pack::word(bytes, at);
        let mut clock = 0;
        if word & 0x0080_ffff == 0x03d0 {
            clock = u32::from(word.to_le_bytes()[2]);
            at += 3;
            word >>= 24;
        }
        if word & 0xffff != 0x04e2 {
            return None;
        }
        let event_at = at + 2;
        let (len, at) = varint_at(bytes, event_at, word >> 16)?;
        let behind = bytes.len().checked_sub(at)?;
        let seq = tail.seq(bytes, behind.checked_sub(usize::try_from(len).ok()?)?)?;
        Some(Self {
            timestamp: timestamp.cast_signed(),
            clock,
            seq,
            event_at,
        })
    }
}

/// A FrameTimeline event that waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::import) struct QueuedFrame {
    /// Trace time in nanoseconds, not negative.
    pub ts: i64,
    /// The offset of the packet, and in the lowest bits how far behind it the length of the event stands.
    at: u64,
}

impl QueuedFrame {
    const SKIP_BITS: u32 = 8;

    fn new(ts: i64, offset: u64, skip: u8) -> Option<Self> {
        let is_small = offset >> (u64::BITS - Self::SKIP_BITS) == 0;
        let at = offset << Self::SKIP_BITS | u64::from(skip);
        is_small.then_some(Self { ts, at })
    }

    /// Returns where the packet stands.
    pub(in crate::import) fn offset(self) -> u64 {
        self.at >> Self::SKIP_BITS
    }

    /// Returns the bytes from the event on, and the length of the event.
    pub(in crate::import) fn event(self, space: &Space) -> (&[u8], usize) {
        let skip = self.at & ((1 << Self::SKIP_BITS) - 1);
        let mut bytes = space.from(self.offset() + skip);
        let len = take_varint(&mut bytes).unwrap_or(0);
        (bytes, usize::try_from(len).unwrap_or(usize::MAX))
    }
}

/// How the packets of a sequence that name a clock, or none, get their times.
#[derive(Clone, Debug)]
struct Conversion {
    /// The timestamps for which it holds.
    range: Range<i64>,
    /// Trace time minus timestamp.
    shift: i64,
}

impl Conversion {
    fn at(&self, timestamp: i64) -> Option<i64> {
        let ts = self.shift.wrapping_add(timestamp);
        (self.range.contains(&timestamp) && ts >= 0).then_some(ts)
    }
}

impl Scanner<'_> {
    /// Takes in consecutive packets of one sequence. `origin` is that of `bytes`.
    pub(super) fn frames(
        &mut self,
        bytes: &[u8],
        run: &Frames,
        frames: &[Frame],
        origin: Origin,
    ) -> Result<(), Stop> {
        self.open_run = None;
        let mut conversion = None;
        for frame in frames.get(run.range.clone()).unwrap_or_default() {
            // The bytes of a frame are not counted, as what is kept of it is small however large it is.
            self.tick(1, 0)?;
            let offset = origin.offset(frame.start as usize);
            let known = |it: &Conversion| it.at(frame.timestamp);
            let mut ts = conversion.as_ref().and_then(known);
            if ts.is_none() {
                conversion = self.frame_conversion(run, frame.timestamp);
                ts = conversion.as_ref().and_then(known);
            }
            let queued = ts.and_then(|ts| QueuedFrame::new(ts, offset, frame.skip));
            if let Some(queued) = queued {
                self.latest_ts = self.latest_ts.max(queued.ts);
                self.out.frames.push(queued);
                continue;
            }
            let bytes = bytes.get(frame.start as usize..).unwrap_or_default();
            let mut packets = Packets::at(bytes, offset);
            if let Some(packet) = packets.next() {
                self.packet(packet, offset, packets.offset())?;
            }
        }
        Ok(())
    }

    /// Returns how packets at this place of the file get their times, given the timestamp of one of them;
    /// `None` if that takes more than a shift.
    fn frame_conversion(&mut self, run: &Frames, timestamp: i64) -> Option<Conversion> {
        let seq = self.known_sequence(run.seq)?;
        let all = Conversion {
            range: i64::MIN..i64::MAX,
            shift: 0,
        };
        let epoch = self.out.sequences.list[seq as usize].epoch;
        let id = match (run.clock, self.out.sequences.defaults(epoch).clock_id) {
            (0, 0) => self.default_clock(0),
            (0, implied) => implied,
            (named, _) => named,
        };
        if id == 0 {
            return Some(all);
        }
        if ClockId::is_sequence_scoped(id) {
            return None;
        }
        self.fix_clocks(0);
        let clock = ClockId::new(id, run.seq, 0);
        let clocks = &self.out.clocks;
        if clock == clocks.trace_clock() {
            return Some(all);
        }
        if clocks.unit(clock).is_some_and(|unit| unit != (1, false)) {
            return None;
        }
        let version = clocks.version();
        let cache = &mut self.frame_cache;
        clocks.convert(clock, timestamp, version, cache).ok()?;
        let (range, shift) = cache.range(clock, version)?;
        Some(Conversion { range, shift })
    }
}

#[cfg(test)]
mod tests;
