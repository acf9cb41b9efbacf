//! The packets of a serialized `Trace`, one after the other.
//!
//! Each step consumes at least one byte, and the iterator is fused: after damage it
//! ends and says where and why. Packets without bytes are left out, and top-level
//! fields that are not packets are skipped. What a packet means is not looked at.

use std::iter::FusedIterator;

/// The tag of field 1, length-delimited: the only field of a `Trace`.
const PACKET_TAG: u8 = 0x0a;

/// A packet and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawPacket<'a> {
    /// Where its tag stands; see [`packet_at`].
    pub offset: u64,
    /// Its content, without tag and length. Never empty.
    pub bytes: &'a [u8],
}

/// Why packets end before their bytes do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FramingProblem {
    /// The last field is incomplete, as when a recording is cut off.
    #[error("the last {n_bytes} bytes, from byte {offset}, are an incomplete packet")]
    Truncated {
        /// Where the incomplete field begins.
        offset: u64,
        /// How many bytes there are from there.
        n_bytes: u64,
    },
    /// The bytes are no protobuf.
    #[error("no packet begins at byte {offset}")]
    Corrupt {
        /// Where the unreadable field begins.
        offset: u64,
    },
}

impl FramingProblem {
    /// Returns the same for bytes that stand `by` bytes further on.
    #[must_use]
    pub const fn moved(self, by: u64) -> Self {
        match self {
            Self::Truncated { offset, n_bytes } => Self::Truncated {
                offset: offset.saturating_add(by),
                n_bytes,
            },
            Self::Corrupt { offset } => Self::Corrupt {
                offset: offset.saturating_add(by),
            },
        }
    }
}

/// Iterates over the packets of a serialized `Trace`.
#[derive(Clone, Debug)]
pub struct Packets<'a> {
    rest: &'a [u8],
    /// The offset that belongs to the end of the bytes.
    end: u64,
    problem: Option<FramingProblem>,
}

impl<'a> Packets<'a> {
    /// Returns the packets of a whole file.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::at(bytes, 0)
    }

    /// Returns the packets of bytes that stand at `offset` of the file.
    pub const fn at(bytes: &'a [u8], offset: u64) -> Self {
        Self {
            rest: bytes,
            end: offset.saturating_add(bytes.len() as u64),
            problem: None,
        }
    }

    /// Returns the offset up to which everything was read.
    pub const fn offset(&self) -> u64 {
        self.end.saturating_sub(self.rest.len() as u64)
    }

    /// Returns why the packets ended early, once they have ended.
    pub const fn problem(&self) -> Option<FramingProblem> {
        self.problem
    }

    #[cold]
    fn fail(&mut self, stop: Stop) {
        let offset = self.offset();
        self.problem = Some(match stop {
            Stop::NeedsMore => FramingProblem::Truncated {
                offset,
                n_bytes: self.rest.len() as u64,
            },
            Stop::Corrupt => FramingProblem::Corrupt { offset },
        });
        self.end = offset;
        self.rest = &[];
    }
}

impl<'a> Iterator for Packets<'a> {
    type Item = RawPacket<'a>;

    #[inline]
    fn next(&mut self) -> Option<RawPacket<'a>> {
        while !self.rest.is_empty() {
            let offset = self.offset();
            match split_field(self.rest) {
                Ok((packet, rest)) => {
                    self.rest = rest;
                    if let Some(bytes) = packet {
                        return Some(RawPacket { offset, bytes });
                    }
                }
                Err(stop) => self.fail(stop),
            }
        }
        None
    }
}

impl FusedIterator for Packets<'_> {}

/// Returns the packet whose tag stands at `offset` of a file, as [`Packets`] gave it.
pub fn packet_at(bytes: &[u8], offset: u64) -> Option<RawPacket<'_>> {
    let rest = bytes.get(usize::try_from(offset).ok()?..)?;
    match split_field(rest) {
        Ok((Some(bytes), _)) => Some(RawPacket { offset, bytes }),
        _ => None,
    }
}

/// Returns where the first packet of a stretch of a file seems to begin: the first place from which `chain`
/// packets follow one another that satisfy `is_packet`, or fewer to the end of the file. `None` if no such
/// place is found with work in proportion to the stretch. At 0 a packet begins for sure.
pub fn first_packet(
    file: &[u8],
    stretch: std::ops::Range<usize>,
    chain: usize,
    is_packet: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    /// How many bytes of packets are looked at for each byte of the stretch.
    const WORK: usize = 8;
    /// What it costs to look at a packet, in bytes.
    const STEP: usize = 16;
    if stretch.start == 0 {
        return Some(0);
    }
    let mut work = file.get(stretch.clone())?.len().saturating_mul(WORK);
    let begins_here = |start: usize, work: &mut usize| {
        let mut rest = file.get(start..).unwrap_or_default();
        let mut n = 0;
        while n < chain {
            if rest.is_empty() {
                return n > 0;
            }
            let Ok((packet, after)) = split_field(rest) else {
                return false;
            };
            // A field that is no packet, and an empty packet, costs something, too: a file may be full of
            // them.
            let cost = packet.map_or(0, <[u8]>::len).saturating_add(STEP);
            if *work < cost {
                return false;
            }
            *work -= cost;
            if packet.is_some_and(|packet| !is_packet(packet)) {
                return false;
            }
            n += usize::from(packet.is_some());
            rest = after;
        }
        true
    };
    memchr::memchr_iter(PACKET_TAG, file.get(stretch.clone())?)
        .map(|at| stretch.start + at)
        .find(|&start| begins_here(start, &mut work))
}

/// Why a field cannot be split off.
#[derive(Clone, Copy)]
enum Stop {
    NeedsMore,
    Corrupt,
}

type Split<'a> = (Option<&'a [u8]>, &'a [u8]);

/// Splits the first field off: the packet, if it is one and not empty, and the rest.
#[inline]
fn split_field(bytes: &[u8]) -> Result<Split<'_>, Stop> {
    match *bytes {
        // Lengths of one and two bytes: nearly every packet.
        [PACKET_TAG, len, ref rest @ ..] if len < 0x80 => packet(u64::from(len), rest),
        [PACKET_TAG, low, high, ref rest @ ..] if high < 0x80 => {
            packet(u64::from(low & 0x7f) | u64::from(high) << 7, rest)
        }
        _ => split_long_field(bytes),
    }
}

#[inline]
fn packet(len: u64, rest: &[u8]) -> Result<Split<'_>, Stop> {
    let (packet, rest) = split_at(rest, len)?;
    Ok(((!packet.is_empty()).then_some(packet), rest))
}

fn split_long_field(bytes: &[u8]) -> Result<Split<'_>, Stop> {
    let (tag, rest) = varint(bytes)?;
    match tag & 7 {
        0 => Ok((None, varint(rest)?.1)),
        1 => Ok((None, split_at(rest, 8)?.1)),
        2 => {
            let (len, rest) = varint(rest)?;
            if tag == u64::from(PACKET_TAG) {
                packet(len, rest)
            } else {
                Ok((None, split_at(rest, len)?.1))
            }
        }
        5 => Ok((None, split_at(rest, 4)?.1)),
        _ => Err(Stop::Corrupt),
    }
}

fn split_at(bytes: &[u8], len: u64) -> Result<(&[u8], &[u8]), Stop> {
    usize::try_from(len)
        .ok()
        .and_then(|len| bytes.split_at_checked(len))
        .ok_or(Stop::NeedsMore)
}

/// Splits a varint off, of at most ten bytes.
fn varint(bytes: &[u8]) -> Result<(u64, &[u8]), Stop> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Ok((value, bytes.get(index + 1..).unwrap_or_default()));
        }
    }
    Err(if bytes.len() < 10 {
        Stop::NeedsMore
    } else {
        Stop::Corrupt
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn offsets(bytes: &[u8]) -> (Vec<(u64, Vec<u8>)>, Option<FramingProblem>) {
        let mut packets = Packets::new(bytes);
        let all = packets
            .by_ref()
            .map(|packet| (packet.offset, packet.bytes.to_vec()))
            .collect();
        (all, packets.problem())
    }

    #[test]
    fn packets_come_with_their_offsets_and_empty_ones_are_left_out() {
        let (packets, problem) = offsets(&[0x0a, 1, 7, 0x0a, 0, 0x0a, 2, 8, 9]);
        assert_eq!(packets, [(0, vec![7]), (5, vec![8, 9])]);
        assert_eq!(problem, None);
    }

    #[test]
    fn lengths_need_not_be_minimal() {
        let (packets, problem) = offsets(&[0x0a, 0x81, 0x80, 0x80, 0x00, 7, 0x0a, 0x81, 0, 8]);
        assert_eq!(packets, [(0, vec![7]), (6, vec![8])]);
        assert_eq!(problem, None);
    }

    #[test]
    fn unknown_fields_are_skipped() {
        let mut bytes = vec![0x10, 0x96, 0x01]; // a varint
        bytes.extend_from_slice(&[0x19, 0, 0, 0, 0, 0, 0, 0, 0]); // eight bytes
        bytes.extend_from_slice(&[0x22, 1, 0x0a]); // a string
        bytes.extend_from_slice(&[0x2d, 0, 0, 0, 0]); // four bytes
        bytes.extend_from_slice(&[0x0a, 1, 7]);
        let (packets, problem) = offsets(&bytes);
        assert_eq!(packets, [(20, vec![7])]);
        assert_eq!(problem, None);
    }

    #[test]
    fn groups_and_unknown_wire_types_stop_with_their_offset() {
        for tag in [0x0b, 0x0c, 0x0e, 0x0f] {
            let (packets, problem) = offsets(&[0x0a, 1, 7, tag, 0x0a, 1, 8]);
            assert_eq!(packets, [(0, vec![7])]);
            assert_eq!(problem, Some(FramingProblem::Corrupt { offset: 3 }));
        }
        let mut bytes = vec![0x0a];
        bytes.extend_from_slice(&[0xff; 20]);
        assert_eq!(
            offsets(&bytes).1,
            Some(FramingProblem::Corrupt { offset: 0 })
        );
    }

    #[test]
    fn a_cut_off_tail_is_reported_at_every_length() {
        let whole = [0x0a, 1, 7, 0x0a, 0x83, 0, 1, 2, 3];
        for len in 4..whole.len() {
            let (packets, problem) = offsets(&whole[..len]);
            assert_eq!(packets, [(0, vec![7])]);
            let n_bytes = len as u64 - 3;
            assert_eq!(
                problem,
                Some(FramingProblem::Truncated { offset: 3, n_bytes })
            );
        }
        assert_eq!(offsets(&whole).1, None);
    }

    #[test]
    fn a_packet_is_found_again_by_its_offset() {
        let bytes = [0x0a, 1, 7, 0x0a, 2, 8, 9];
        for packet in Packets::new(&bytes) {
            assert_eq!(packet_at(&bytes, packet.offset), Some(packet));
        }
        assert_eq!(packet_at(&bytes, 7), None);
        assert_eq!(packet_at(&bytes, u64::MAX), None);
    }

    proptest! {
        #[test]
        fn any_bytes_make_progress_and_end(bytes: Vec<u8>) {
            let mut packets = Packets::new(&bytes);
            let mut last = 0;
            while let Some(packet) = packets.next() {
                prop_assert!(packet.offset >= last && packets.offset() > packet.offset);
                prop_assert!(!packet.bytes.is_empty());
                last = packets.offset();
            }
            prop_assert_eq!(packets.next(), None);
            prop_assert!(packets.problem().is_some() || packets.offset() == bytes.len() as u64);
        }
    }
}
