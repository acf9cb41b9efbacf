//! The protobuf wire format: varints, fixed-width numbers, lengths.
//!
//! Every reader is total: it takes bytes from the front of a slice, or says that
//! it cannot and leaves the slice as it was. [`super::fields`] puts them together.

/// The number of bytes of the longest varint.
const VARINT_MAX: usize = 10;

/// Why bytes are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireErrorKind {
    /// A varint has no last byte, or more than [`VARINT_MAX`].
    #[error("unterminated varint")]
    Varint,
    /// A field is longer than what holds it.
    #[error("field longer than its message")]
    Length,
    /// Field number 0, or one that does not fit 29 bits.
    #[error("invalid field number")]
    Number,
    /// A group, or a wire type that does not exist.
    #[error("unknown wire type")]
    WireType,
}

/// Bytes that are not a message, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("malformed message at byte {offset}")]
pub struct WireError {
    /// Where the field begins that could not be read.
    pub offset: u64,
    /// What is wrong with it.
    #[source]
    pub kind: WireErrorKind,
}

/// Takes a varint from the front of `bytes`. Bits above 64 are dropped.
#[inline]
pub fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    match **bytes {
        [first, ref rest @ ..] if first < 0x80 => {
            *bytes = rest;
            Some(u64::from(first))
        }
        [first, second, ref rest @ ..] if second < 0x80 => {
            *bytes = rest;
            Some(u64::from(first & 0x7f) | u64::from(second) << 7)
        }
        _ => {
            let (value, rest) = long_varint(bytes)?;
            *bytes = rest;
            Some(value)
        }
    }
}

/// Returns the varint at the front of `bytes` and what follows it. The slice is passed by value, so that the
/// caller's slice need not be in memory.
#[inline(never)]
fn long_varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    if let Some((chunk, rest)) = bytes.split_first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        if let Some((value, len)) = middle_varint(word) {
            return Some((value, bytes.get(len..)?));
        }
        // Ids that are hashes have nine or ten bytes.
        let low = of_sevens(word & SEVENS);
        match *rest {
            [ninth @ 0..0x80, ref rest @ ..] => return Some((low | u64::from(ninth) << 56, rest)),
            [ninth, tenth @ 0..0x80, ref rest @ ..] => {
                let high = u64::from(ninth & 0x7f) | u64::from(tenth) << 7;
                return Some((low | high << 56, rest));
            }
            _ => {}
        }
    }
    let mut value = 0;
    for (index, &byte) in bytes.iter().take(VARINT_MAX).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((value, bytes.get(index + 1..)?));
        }
    }
    None
}

/// Returns the varint at the front of `word`, least significant byte first, and its length, if it
/// has eight bytes at most.
#[inline(always)]
#[expect(clippy::inline_always, reason = "twice for every event of the kernel")]
pub const fn middle_varint(word: u64) -> Option<(u64, usize)> {
    match sevens(word) {
        Some((sevens, len)) => Some((of_sevens(sevens), len)),
        None => None,
    }
}

/// Returns the bytes of the varint at the front of `word` without their top bits, and its length, if that is
/// at most eight bytes. Words of this form are in the order of their numbers.
#[inline(always)]
#[expect(clippy::inline_always, reason = "twice for every event of the kernel")]
pub const fn sevens(word: u64) -> Option<(u64, usize)> {
    // The lowest clear top bit is that of the last byte.
    let ends = !word & 0x8080_8080_8080_8080;
    if ends == 0 {
        return None;
    }
    let within = (ends & ends.wrapping_neg()) - 1;
    let len = ends.trailing_zeros() / 8 + 1;
    Some((word & SEVENS & within, len as usize))
}

/// The bits of each byte of a varint that belong to its number.
const SEVENS: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Puts the lower seven bits of all bytes of a word side by side.
#[inline(always)]
#[expect(clippy::inline_always, reason = "twice for every event of the kernel")]
pub const fn of_sevens(sevens: u64) -> u64 {
    // Bits move down by subtracting what they lose that way.
    let pairs = sevens - ((sevens & 0x7f00_7f00_7f00_7f00) >> 1);
    let fours = pairs - ((pairs & 0x3fff_0000_3fff_0000) >> 2) * 3;
    (fours & 0x0fff_ffff) | (fours & 0x0fff_ffff_0000_0000) >> 4
}

/// Does what [`of_sevens`] does with the bytes of a word half as long.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for nearly every packet")]
pub const fn of_four_sevens(sevens: u32) -> u32 {
    let pairs = sevens - ((sevens & 0x7f00_7f00) >> 1);
    (pairs & 0x3fff) | (pairs & 0x3fff_0000) >> 2
}

/// Returns the varint at the front of `word`, least significant byte first, and its length, if that is one
/// byte or two. There is no branch between the two, as the lengths of times cannot be predicted.
#[inline]
pub const fn short_varint(word: u64) -> Option<(u64, usize)> {
    if word & 0x8080 == 0x8080 {
        return None;
    }
    let has_two = word >> 7 & 1;
    let value = (word & 0x7f) | ((word >> 1 & 0x3f80) * has_two);
    Some((value, 1 + has_two as usize))
}

/// Does what [`short_varint`] does, with a branch: for lengths, most of which have one byte.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for every length")]
#[expect(clippy::cast_possible_truncation, reason = "one byte each")]
pub const fn short_len(word: u64) -> Option<(usize, usize)> {
    let (first, second) = (word as u8, (word >> 8) as u8);
    let low = first as usize & 0x7f;
    if first < 0x80 {
        return Some((low, 1));
    }
    if second < 0x80 {
        return Some((low | (second as usize) << 7, 2));
    }
    None
}

/// Does what [`short_len`] does, and reads lengths of four bytes, too. Recorders leave room for those before
/// they know a length, and use all of it unless the length fits in one byte.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for every length")]
#[expect(clippy::cast_possible_truncation, reason = "28 bits")]
pub const fn padded_len(word: u64) -> Option<(usize, usize)> {
    match short_len(word) {
        None if word & 0x8080_8080 == 0x0080_8080 => {
            let pairs = (word & 0x007f_007f) | (word & 0x7f00_7f00) >> 1;
            let len = (pairs & 0x3fff) | (pairs & 0x3fff_0000) >> 2;
            Some((len as usize, 4))
        }
        short => short,
    }
}

/// Returns the varint at `at` and where it ends. `word` holds what stands there, two bytes at least.
#[inline]
pub fn varint_at(bytes: &[u8], at: usize, word: u64) -> Option<(u64, usize)> {
    match short_varint(word) {
        Some((value, len)) => Some((value, at + len)),
        None => long_varint_at(bytes, at),
    }
}

#[inline(never)]
fn long_varint_at(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let (value, rest) = long_varint(bytes.get(at..)?)?;
    Some((value, bytes.len() - rest.len()))
}

/// Takes eight bytes, least significant first.
#[inline]
pub fn take_fixed64(bytes: &mut &[u8]) -> Option<u64> {
    let (chunk, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*chunk))
}

/// Takes four bytes, least significant first.
#[inline]
pub fn take_fixed32(bytes: &mut &[u8]) -> Option<u32> {
    let (chunk, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*chunk))
}

/// Takes `len` bytes.
#[inline]
pub fn take_bytes<'a>(bytes: &mut &'a [u8], len: u64) -> Option<&'a [u8]> {
    let len = usize::try_from(len).ok()?;
    let (taken, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(taken)
}

/// Writes a varint.
pub fn push_varint(mut value: u64, to: &mut Vec<u8>) {
    while value >= 0x80 {
        to.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    to.push((value & 0x7f) as u8);
}

/// Writes a field that is a number.
pub fn push_number(field: u32, value: u64, to: &mut Vec<u8>) {
    push_varint(u64::from(field) << 3, to);
    push_varint(value, to);
}

/// Writes a field of bytes.
pub fn push_bytes(field: u32, bytes: &[u8], to: &mut Vec<u8>) {
    push_varint(u64::from(field) << 3 | 2, to);
    push_varint(bytes.len() as u64, to);
    to.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn varint_reads_what_prost_writes(value: u64, tail: Vec<u8>) {
            let mut buf = Vec::new();
            prost::encoding::encode_varint(value, &mut buf);
            let mut ours = Vec::new();
            push_varint(value, &mut ours);
            prop_assert_eq!(&ours, &buf);
            buf.extend_from_slice(&tail);
            let mut rest = buf.as_slice();
            prop_assert_eq!(take_varint(&mut rest), Some(value));
            prop_assert_eq!(rest, tail.as_slice());
        }

        #[test]
        fn varints_at_a_place_are_those_at_the_front(
            bytes in prop::collection::vec(any::<u8>(), 2..100), at: prop::sample::Index,
        ) {
            let at = at.index(bytes.len() - 1);
            let mut rest = &bytes[at..];
            let word = u64::from(rest[0]) | u64::from(rest[1]) << 8 | u64::MAX << 16;
            let there = varint_at(&bytes, at, word);
            let taken = take_varint(&mut rest).map(|value| (value, bytes.len() - rest.len()));
            prop_assert_eq!(there, taken);
        }

        #[test]
        fn varint_agrees_with_prost_and_never_moves_on_failure(bytes: Vec<u8>) {
            let mut ours = bytes.as_slice();
            let mut theirs = bytes.as_slice();
            let value = take_varint(&mut ours);
            match prost::encoding::decode_varint(&mut theirs) {
                Ok(expected) => {
                    prop_assert_eq!(value, Some(expected));
                    prop_assert_eq!(ours, theirs);
                }
                // For prost, a tenth byte above 1 is an overflow; here its upper bits are cut off.
                Err(_) if value.is_some() => prop_assert_eq!(bytes.len() - ours.len(), VARINT_MAX),
                Err(_) => prop_assert_eq!(ours, bytes.as_slice()),
            }
        }
    }

    proptest! {
        #[test]
        fn lengths_may_be_padded(len in prop_oneof![0..1_u64 << 14, 0..1_u64 << 28], is_padded: bool, behind: u64) {
            let mut bytes = Vec::new();
            prost::encoding::encode_varint(len, &mut bytes);
            if is_padded {
                bytes = [0, 7, 14, 21].map(|bits| (len >> bits) as u8 | 0x80).to_vec();
                bytes[3] &= 0x7f;
            }
            let n = bytes.len();
            bytes.extend(behind.to_le_bytes());
            let word = u64::from_le_bytes(*bytes.first_chunk().unwrap());
            let expected = (n != 3).then_some((len as usize, n));
            prop_assert_eq!(padded_len(word), expected);
        }
    }

    #[test]
    fn short_lengths_are_short_varints() {
        for word in 0..=u64::from(u16::MAX) {
            let number = short_len(word).map(|(number, len)| (number as u64, len));
            assert_eq!(number, short_varint(word));
        }
    }

    #[test]
    fn non_minimal_varints_are_read() {
        let mut bytes: &[u8] = &[0x85, 0x80, 0x80, 0x00, 7];
        assert_eq!(take_varint(&mut bytes), Some(5));
        assert_eq!(bytes, [7]);
    }

    #[test]
    fn a_varint_without_end_is_refused() {
        let mut bytes: &[u8] = &[0x80; 11];
        assert_eq!(take_varint(&mut bytes), None);
        assert_eq!(bytes.len(), 11);
        let mut short: &[u8] = &[0xff];
        assert_eq!(take_varint(&mut short), None);
    }

    #[test]
    fn lengths_beyond_the_end_are_refused() {
        let mut bytes: &[u8] = b"abc";
        assert_eq!(take_bytes(&mut bytes, u64::MAX), None);
        assert_eq!(take_bytes(&mut bytes, 4), None);
        assert_eq!(take_bytes(&mut bytes, 3), Some(b"abc".as_slice()));
    }
}
