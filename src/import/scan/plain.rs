//! Packets that hold a track event and nothing that changes state: nearly all.
//!
//! They are read along the order in which recorders write fields, each of which may be missing. That is a
//! guess, which the reader confirms by arriving exactly at the end of the packet. Any other packet goes
//! through [`super::PacketHeader`], which takes any order. What a plain packet needs of its sequence is in a
//! [`Route`].

mod brief;

use std::ops::Range;

pub(in crate::import) use brief::Windows;

use crate::base::pack;
use crate::decode::clock::{ClockCache, ClockGraph, ClockId};
use crate::decode::wire::{padded_len, short_len, short_varint, take_varint, varint_at};

/// The tag of `interned_data`.
const INTERNED_DATA: u64 = 0x62;

/// Longer events are left to the general reader.
const LEN_MAX: usize = 1 << 24;

/// The fields of a plain packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct PlainPacket<'a> {
    /// `timestamp`.
    pub timestamp: i64,
    /// `timestamp_clock_id`, 0 for none.
    pub clock: u32,
    /// `sequence_flags`.
    pub flags: u8,
    /// `trusted_packet_sequence_id`.
    pub seq: u32,
    /// The bytes of `track_event`, and what follows them in the packet.
    pub from_event: &'a [u8],
    /// The length of the event.
    pub event_len: usize,
}

/// The fields before and behind the event of the last packet, but for its time. Those of the next packet are
/// nearly always the same.
#[derive(Clone, Debug)]
pub(in crate::import) struct Tail {
    /// The last sixteen bytes of the packet, in two words.
    words: [u64; 2],
    /// Which bytes of `words` are of the fields behind the event.
    masks: [u64; 2],
    /// How many bytes the fields behind the event have, at least one.
    len: usize,
    seq: u32,
    /// What stands between time and event: `sequence_flags` if there are any, and the event's tag.
    middle: Middle,
}

/// What stands between the time and the event of a packet.
#[derive(Clone, Copy, Debug)]
struct Middle {
    word: u64,
    mask: u64,
    len: usize,
    n_bits: u32,
    flags: u8,
    /// What a brief packet with these flags has behind its time, under [`BRIEF_MASK`]. Without flags a value
    /// that no packet has under this mask.
    brief: u64,
}

/// The front of a brief packet up to its time, under [`BRIEF_HEAD_MASK`]: its tag, a length below 128, and
/// the tag of its time.
const BRIEF_HEAD: u64 = u64::from_le_bytes([0x0a, 0, 0x40, 0, 0, 0, 0, 0]);
const BRIEF_HEAD_MASK: u64 = u64::from_le_bytes([0xff, 0x80, 0xff, 0, 0, 0, 0, 0]);
/// What stands behind the time of a brief packet, under [`BRIEF_MASK`], but for the value of the flags: its
/// flags, and the tag and a length below 128 of its event.
const BRIEF: u64 = u64::from_le_bytes([0x68, 0, 0x5a, 0, 0, 0, 0, 0]);
const BRIEF_MASK: u64 = u64::from_le_bytes([0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0]);

impl Middle {
    #[inline]
    fn of(flags: Option<u8>) -> Self {
        match flags {
            None => Self {
                word: 0x5a,
                mask: 0xff,
                len: 1,
                n_bits: 8,
                flags: 0,
                brief: u64::MAX,
            },
            Some(flags) => Self {
                word: 0x005a_0068 | u64::from(flags) << 8,
                mask: 0x00ff_ffff,
                len: 3,
                n_bits: 24,
                flags,
                brief: BRIEF | u64::from(flags) << 8,
            },
        }
    }
}

impl Tail {
    /// Returns a tail that fits no packet.
    pub(in crate::import) fn new() -> Self {
        Self {
            words: [0; 2],
            masks: [0; 2],
            // Without masks any bytes fit, but no packet says a length with which its event ends so many
            // bytes before its own end.
            len: usize::MAX / 2,
            seq: 0,
            middle: Middle::of(None),
        }
    }

    /// Returns the sequence and the flags that the fields name.
    pub(super) const fn names(&self) -> (u32, u8) {
        (self.seq, self.middle.flags)
    }

    /// Returns whether the bytes before `end` are the fields behind the event.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    fn ends_at(&self, bytes: &[u8], end: usize) -> bool {
        let Some(last) = bytes.get(..end).and_then(<[u8]>::last_chunk::<16>) else {
            return self.is_end_of_few(bytes, end);
        };
        let both = u128::from_le_bytes(*last);
        self.are((both >> 64) as u64, both as u64)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    fn are(&self, last: u64, before: u64) -> bool {
        let differs = |word: u64, at: usize| (word ^ self.words[at]) & self.masks[at];
        differs(before, 0) | differs(last, 1) == 0
    }

    /// Does what [`Self::ends_at`] does where less than sixteen bytes are before `end`.
    #[cold]
    fn is_end_of_few(&self, bytes: &[u8], end: usize) -> bool {
        let word = |back: usize| pack::full_word(bytes, end.checked_sub(back)?);
        word(8).is_some_and(|last| self.masks[0] == 0 && self.are(last, 0))
    }

    /// Returns the sequence that the fields in the last `len` bytes of a packet name, if nothing
    /// else is there.
    #[inline]
    pub(super) fn seq(&mut self, bytes: &[u8], len: usize) -> Option<u32> {
        if len == self.len && self.ends_at(bytes, bytes.len()) {
            return Some(self.seq);
        }
        self.change(bytes, len)
    }

    #[cold]
    fn change(&mut self, bytes: &[u8], len: usize) -> Option<u32> {
        let seq = Self::read(bytes.get(bytes.len().checked_sub(len)?..)?)?;
        let word = |back| pack::full_word(bytes, bytes.len().checked_sub(back)?);
        let mask = |len: usize| match len {
            0 => 0,
            len => u64::MAX << (64 - 8 * len.min(8)),
        };
        if let (Some(last), 1..=16) = (word(8), len) {
            let before = word(16).unwrap_or(0);
            *self = Self {
                words: [before, last],
                masks: [mask(len.saturating_sub(8)), mask(len)],
                len,
                seq,
                middle: self.middle,
            };
        }
        Some(seq)
    }

    fn read(bytes: &[u8]) -> Option<u32> {
        let mut rest = bytes;
        if let [0x18, after @ ..] = rest {
            rest = after;
            take_varint(&mut rest)?;
        }
        let [0x50, after @ ..] = rest else {
            return None;
        };
        rest = after;
        let seq = u32::try_from(take_varint(&mut rest)?).ok()?;
        if let [0xf8, 0x04, after @ ..] = rest {
            rest = after;
            take_varint(&mut rest)?;
        }
        rest.is_empty().then_some(seq)
    }
}

impl<'a> PlainPacket<'a> {
    /// Reads a packet; `None` if it is not plain, or not in the usual order. `tail` may be of any other
    /// packet, and becomes that of this one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    pub(in crate::import) fn read(bytes: &'a [u8], tail: &mut Tail) -> Option<Self> {
        let word = pack::word(bytes, 0);
        if word & 0xff != 0x40 {
            return None;
        }
        let (timestamp, mut at) = varint_at(bytes, 1, word >> 8)?;
        let mut word = pack::word(bytes, at);
        let mut clock = 0;
        if word & 0x0080_ffff == 0x03d0 {
            clock = u32::from(word.to_le_bytes()[2]);
            at += 3;
            word >>= 24;
        }
        let mut flags = None;
        if word & 0x80ff == 0x68 {
            flags = Some(word.to_le_bytes()[1]);
            at += 2;
            word >>= 16;
        }
        if word & 0xff != 0x5a {
            return None;
        }
        let (len, at) = varint_at(bytes, at + 1, word >> 8)?;
        let event_len = usize::try_from(len).ok().filter(|&len| len <= LEN_MAX)?;
        let from_event = bytes.get(at..)?;
        let seq = tail.seq(bytes, from_event.len().checked_sub(event_len)?)?;
        tail.middle = Middle::of(flags);
        Some(Self {
            timestamp: timestamp.cast_signed(),
            clock,
            flags: flags.unwrap_or(0),
            seq,
            from_event,
            event_len,
        })
    }

    /// Returns the `track_event`.
    #[inline]
    pub(in crate::import) fn event(&self) -> &'a [u8] {
        self.from_event.get(..self.event_len).unwrap_or_default()
    }
}

/// A plain packet with the same fields around time and event as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct NearPacket {
    /// `timestamp`.
    pub timestamp: i64,
    /// `timestamp_clock_id`, 0 for none.
    pub clock: u32,
    /// Where its `track_event` begins and ends. Between the end and the fields that packets have in common
    /// there may be `interned_data`.
    pub event: (usize, usize),
    /// Where the packet ends.
    pub end: usize,
}

impl NearPacket {
    /// Reads the packet whose tag stands at `at`. `None` if it names a clock, differs from others in more
    /// than time and event, or is near the end of `bytes`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    pub(in crate::import) fn read(bytes: &[u8], at: usize, tail: &Tail) -> Option<Self> {
        Self::read_with::<false>(bytes, at, tail)
    }

    /// Does the same for packets that may name a clock, or have `interned_data` behind their event. It is not
    /// inlined, as few packets do.
    #[inline(never)]
    pub(in crate::import) fn read_any(bytes: &[u8], at: usize, tail: &Tail) -> Option<Self> {
        Self::read_with::<true>(bytes, at, tail)
    }

    /// Reads the packet whose tag stands at `at`, as [`Self::read`] does or else as [`Self::read_any`] does.
    /// The range of its interned data, if it has any, is added to `interned`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    pub(in crate::import) fn read_either(
        bytes: &[u8],
        at: usize,
        tail: &Tail,
        interned: &mut Vec<Range<usize>>,
    ) -> Option<Self> {
        if let Some(packet) = Self::read(bytes, at, tail) {
            return Some(packet);
        }
        // This is copied field by field, so that the fields of the packet above stay in registers.
        let Self {
            timestamp,
            clock,
            event,
            end,
        } = Self::read_noting(bytes, at, tail, interned)?;
        Some(Self {
            timestamp,
            clock,
            event,
            end,
        })
    }

    /// Does what [`Self::read_any`] does, and notes where interned data stands.
    fn read_noting(
        bytes: &[u8],
        at: usize,
        tail: &Tail,
        interned: &mut Vec<Range<usize>>,
    ) -> Option<Self> {
        let packet = Self::read_any(bytes, at, tail)?;
        interned.extend(packet.interned(bytes, tail));
        Some(packet)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    fn read_with<const ANY: bool>(bytes: &[u8], at: usize, tail: &Tail) -> Option<Self> {
        let (word, more) = pack::two_words(bytes, at)?;
        if word & 0xff != 0x0a {
            return None;
        }
        let (len, skip) = short_len(word >> 8)?;
        let (start, end) = (at + 1 + skip, at + 1 + skip + len);
        if !tail.ends_at(bytes, end) {
            return None;
        }
        let word = match skip {
            1 => word >> 16 | more << 48,
            _ => word >> 24 | more << 40,
        };
        if word & 0xff != 0x40 {
            return None;
        }
        // Bytes behind the packet may be taken for a field of it. The event then does not end where it has
        // to, which is checked below.
        let (timestamp, mut at, mut word) = if let Some((timestamp, len)) = short_varint(word >> 8)
        {
            (timestamp, start + 1 + len, word >> (8 + 8 * len))
        } else {
            let (timestamp, at) = varint_at(bytes, start + 1, word >> 8)?;
            (timestamp, at, pack::full_word(bytes, at)?)
        };
        let middle = &tail.middle;
        let mut clock = 0;
        if word & middle.mask != middle.word {
            if !ANY || word & 0x0080_ffff != 0x03d0 {
                return None;
            }
            clock = u32::from(word.to_le_bytes()[2]);
            at += 3;
            word = pack::full_word(bytes, at)?;
            if word & middle.mask != middle.word {
                return None;
            }
        }
        // The length of the event follows from the tail already, so that the one that stands here only
        // confirms it.
        let mut event = (at + middle.len + 1, end.wrapping_sub(tail.len));
        let mut event_len = event.1.wrapping_sub(event.0);
        let (said, skip) = match short_len(word >> middle.n_bits) {
            Some(short) => short,
            // The word may end within the length.
            None => padded_len(pack::full_word(bytes, at + middle.len)?)?,
        };
        if skip > 1 {
            event.0 += skip - 1;
            event_len = event_len.wrapping_sub(skip - 1);
        }
        if said != event_len {
            if !ANY || said > event_len {
                return None;
            }
            let behind = (event.0 + said, event.1);
            interned_in(bytes, behind)?;
            event.1 = behind.0;
        }
        Some(Self {
            timestamp: timestamp.cast_signed(),
            clock,
            event,
            end,
        })
    }

    /// Returns the range of the packet's `interned_data`, if it has any. `tail` is the one with which the
    /// packet was read.
    pub(in crate::import) fn interned(&self, bytes: &[u8], tail: &Tail) -> Option<Range<usize>> {
        let behind = (self.event.1, self.end.checked_sub(tail.len)?);
        if behind.0 >= behind.1 {
            return None;
        }
        interned_in(bytes, behind)
    }
}

/// Returns the range of the contents of the `interned_data` that takes up all of these bytes; `None` if they
/// are anything else.
fn interned_in(bytes: &[u8], (start, end): (usize, usize)) -> Option<Range<usize>> {
    let word = pack::full_word(bytes, start)?;
    if word & 0xff != INTERNED_DATA {
        return None;
    }
    let (len, skip) = padded_len(word >> 8)?;
    let start = start + 1 + skip;
    (start + len == end).then_some(start..end)
}

/// What it takes to file a plain packet of a sequence. A route holds until the sequence or a clock changes.
#[derive(Clone, Debug)]
pub(super) struct Route {
    /// The epoch that the route is for.
    pub epoch: u32,
    /// The version of the clocks that the route is for.
    pub version: u32,
    /// The `sequence_flags` that packets may have.
    pub flags: u8,
    /// As in [`super::Run`].
    pub clock: u32,
    /// The clock of packets that do not name one.
    pub clock_id: ClockId,
    /// Nanoseconds per unit.
    pub unit_ns: i64,
    /// Whether timestamps are deltas.
    pub incremental: bool,
    /// The last value of an incremental clock. The value in the clock graph is stale while the route lives.
    pub last_ns: i64,
    /// Values of the clock that `offset` converts to trace time.
    pub range: Range<i64>,
    /// Trace time minus the clock.
    pub offset: i64,
}

impl Route {
    /// Returns the value of the clock and the trace time of a packet, if `offset` converts that value.
    #[inline]
    pub(super) fn at(&self, timestamp: i64) -> Option<(i64, i64)> {
        let mut ns = timestamp.wrapping_mul(self.unit_ns);
        if self.incremental {
            ns = self.last_ns.wrapping_add(ns);
        }
        let known = self.range.contains(&ns);
        known.then(|| (ns, ns.wrapping_add(self.offset)))
    }

    /// Returns the trace time of a packet that names a clock of all sequences. `None` if the conversion is
    /// not known, the clock is incremental, or the sequence's own timestamps are raw.
    pub(super) fn at_named(
        &self,
        (clock, timestamp): (u32, i64),
        clocks: &ClockGraph,
        cache: &mut ClockCache,
    ) -> Option<i64> {
        if self.clock == 0 || ClockId::is_sequence_scoped(clock) {
            return None;
        }
        let clock = ClockId::new(clock, 0, 0);
        if clock == clocks.trace_clock() {
            return Some(timestamp);
        }
        let (unit_ns, incremental) = clocks.unit(clock)?;
        let ns = timestamp.wrapping_mul(unit_ns);
        let ts = clocks.convert(clock, ns, self.version, cache).ok()?;
        (!incremental).then_some(ts)
    }

    /// Returns the latest trace time of the packets of a stretch that name a clock, if one conversion holds
    /// for all of them; `i64::MIN` if there are none.
    pub(super) fn at_all_named(
        &self,
        stretch: &super::Stretch,
        clocks: &ClockGraph,
        cache: &mut ClockCache,
    ) -> Option<i64> {
        let &super::Stretch { clock, named, .. } = stretch;
        let (first, last) = named;
        if clock == 0 {
            return Some(i64::MIN);
        }
        let ts = self.at_named((clock, first), clocks, cache)?;
        let clock = ClockId::new(clock, 0, 0);
        if clock == clocks.trace_clock() {
            return Some(last);
        }
        let (range, _) = cache.range(clock, self.version)?;
        let is_one = clocks.unit(clock)? == (1, false) && range.contains(&last);
        is_one.then(|| ts.wrapping_add(last - first))
    }

    /// Returns the value of [`Self::last_ns`] after all packets of a stretch, and their latest trace time, if
    /// `offset` converts the times of all of them.
    pub(super) fn at_all(&self, stretch: &super::Stretch) -> Option<(i64, i64)> {
        if self.unit_ns < 0 {
            return None;
        }
        let ns = |value: i64| value.checked_mul(self.unit_ns);
        // Timestamps are not negative, so that sums of them only grow.
        let (low, high) = if self.incremental {
            let low = self.last_ns.checked_add(ns(stretch.first)?)?;
            (low, self.last_ns.checked_add(ns(stretch.sum)?)?)
        } else {
            (ns(stretch.min)?, ns(stretch.max)?)
        };
        if !self.range.contains(&low) || !self.range.contains(&high) {
            return None;
        }
        let last_ns = if self.incremental { high } else { self.last_ns };
        Some((last_ns, high.checked_add(self.offset)?))
    }
}

#[cfg(test)]
mod tests;
