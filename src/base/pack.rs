//! Small numbers in few bytes: 0, 1, 2 or 4 of them, as two bits say.
//!
//! Columns and event lists are streams of such numbers, most of them differences
//! of neighbours. A reader loads a whole word and masks it, without branches.

/// The two bits for the length of a number, by how many bits the number has.
const CODES: [u8; 64] = {
    let mut codes = [3; 64];
    let mut bits = 0;
    while bits <= 16 {
        codes[bits] = (bits != 0) as u8 + (bits > 8) as u8;
        bits += 1;
    }
    codes
};

/// Returns the two bits for the length of a number.
#[inline]
pub const fn code(value: u32) -> u32 {
    let bits = ((value as u64) << 1 | 1).ilog2();
    CODES[bits as usize & 63] as u32
}

const LENS: [u32; 4] = [0, 1, 2, 4];
const MASKS: [u64; 4] = [0, 0xff, 0xffff, 0xffff_ffff];

/// Returns how many bytes the two bits of a number stand for.
#[inline]
pub const fn len(code: u32) -> u32 {
    LENS[code as usize & 3]
}

/// Returns the lower bytes of `word` that a number takes whose length has this code.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "masked to four bytes")]
pub const fn low(word: u64, code: u32) -> u32 {
    (word & MASKS[code as usize & 3]) as u32
}

/// Maps small numbers of either sign to small numbers without one.
#[inline]
pub const fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

/// The inverse of 125: 125 times this is 1, modulo 2^64.
const INVERSE: i64 = 0x1cac_0831_26e9_78d5;

/// The greatest thousandth of any number.
pub const THOUSANDTH_MAX: u64 = u64::MAX / 1000;

/// Returns a thousandth of a number if that is an integer, or else more than [`THOUSANDTH_MAX`].
#[inline]
pub const fn exact_thousandth(value: u64) -> u64 {
    value.wrapping_mul(INVERSE.cast_unsigned()).rotate_right(3)
}

/// The greatest thousandth of any number of 32 bits.
pub const THOUSANDTH_MAX32: u32 = u32::MAX / 1000;

/// Returns a thousandth of a number if that is an integer, or else more than [`THOUSANDTH_MAX32`].
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the inverse for 32 bits")]
pub const fn exact_thousandth32(value: u32) -> u32 {
    value
        .wrapping_mul(INVERSE.cast_unsigned() as u32)
        .rotate_right(3)
}

/// Returns a thousandth of a number, if that is an integer of 32 bits.
///
/// One multiplication instead of two divisions: the product with the inverse of 125 is the quotient of a
/// number that is divisible, and for any other number it is too large to be a quotient.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "compared with what was cut"
)]
pub const fn thousandth(value: i64) -> Option<i32> {
    let eighths = value.wrapping_mul(INVERSE);
    let quotient = eighths >> 3;
    if quotient << 3 == eighths && quotient as i32 as i64 == quotient {
        Some(quotient as i32)
    } else {
        None
    }
}

/// Maps small numbers as [`zigzag`] does.
#[inline]
pub const fn zigzag32(value: i32) -> u32 {
    (value << 1 ^ value >> 31).cast_unsigned()
}

/// Undoes [`zigzag`].
#[inline]
pub const fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

/// Returns the eight bytes at `at`, zeros where there are none.
#[inline]
pub fn word(bytes: &[u8], at: usize) -> u64 {
    full_word(bytes, at).unwrap_or_else(|| short_word(bytes.get(at..).unwrap_or_default()))
}

/// Returns the eight bytes at `at`, if there are as many.
#[inline]
pub fn full_word(bytes: &[u8], at: usize) -> Option<u64> {
    let chunk = bytes.get(at..at.checked_add(8)?)?.first_chunk()?;
    Some(u64::from_le_bytes(*chunk))
}

/// Returns the sixteen bytes at `at`, if there are as many.
#[inline]
pub fn two_words(bytes: &[u8], at: usize) -> Option<(u64, u64)> {
    let chunk = bytes.get(at..at.checked_add(16)?)?.first_chunk::<16>()?;
    let both = u128::from_le_bytes(*chunk);
    Some((both as u64, (both >> 64) as u64))
}

/// Returns the eight bytes at `at` of an array. If the compiler knows that the array is long enough, there is
/// nothing to check.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "its bounds are known where it is used"
)]
pub fn word_of<const N: usize>(bytes: &[u8; N], at: usize) -> u64 {
    let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
    chunk.map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

#[cold]
fn short_word(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().enumerate();
    bytes.fold(0, |word, (n, &byte)| word | u64::from(byte) << (8 * n))
}

/// Gives back the room that a vector does not need, except for a little: an allocator is faster if rooms have
/// few sizes.
pub fn shrink<T>(vec: &mut Vec<T>) {
    let step = (vec.len().next_power_of_two() / 32).max(1);
    vec.shrink_to(vec.len().next_multiple_of(step));
}

/// How many bytes a stream has room for at first: there may be as many streams as events.
const SMALL: usize = 24;

/// From how many bytes on a stream grows by an eighth instead of doubling.
const LARGE: usize = 4 << 20;

/// A stream of numbers that grows at its end.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    /// The stream, and room for what is put next.
    bytes: Vec<u8>,
    len: usize,
}

impl Stream {
    /// Appends the lower `len` bytes of `word`, at most 8.
    #[inline]
    pub fn put(&mut self, word: u64, len: u32) {
        let room = self.bytes.get_mut(self.len..self.len.wrapping_add(8));
        let Some(to) = room.and_then(<[u8]>::first_chunk_mut) else {
            return self.put_growing(word, len);
        };
        // All eight bytes are written, which is cheaper than only those that count.
        *to = word.to_le_bytes();
        self.len += len as usize;
    }

    /// Reserves room for so many bytes in an empty stream.
    pub fn reserve(&mut self, n: usize) {
        self.bytes.reserve_exact(n);
    }

    /// Reserves room for so many bytes in an empty stream and calls `prepare` with it.
    pub fn reserve_with(&mut self, n: usize, prepare: impl FnOnce(&mut Vec<u8>)) {
        self.reserve(n);
        prepare(&mut self.bytes);
    }

    #[cold]
    fn put_growing(&mut self, word: u64, len: u32) {
        self.grow(self.len + size_of_val(&word));
        self.put(word, len);
    }

    #[cold]
    fn grow(&mut self, at_least: usize) {
        // The capacity doubles, so that the stream is not moved often. Of this memory only the room that
        // `resize` makes is written to, so that it is little. What is left is given back at the end.
        let len = self.bytes.len();
        let len = at_least.max(len + len.clamp(SMALL, 1024));
        if len > self.bytes.capacity() {
            let capacity = self.bytes.capacity();
            // While a large stream is moved, both memories exist, as much as all of a small trace takes.
            let more = if capacity < LARGE {
                capacity
            } else {
                capacity / 8
            };
            let capacity = len.max(capacity + more);
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        self.bytes.resize(len, 0);
    }

    /// Appends bytes.
    pub fn extend(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if end > self.bytes.len() {
            self.grow(end);
        }
        if let Some(to) = self.bytes.get_mut(self.len..end) {
            to.copy_from_slice(bytes);
        }
        self.len = end;
    }

    /// Appends another stream.
    pub fn append(&mut self, other: &Self) {
        let more = other.bytes.get(..other.len).unwrap_or_default();
        self.bytes.truncate(self.len);
        if self.bytes.capacity() - self.len < more.len() {
            // With room to spare, many small streams do not each move what is there.
            self.bytes.reserve_exact(more.len().max(self.len / 8));
        }
        self.bytes.extend_from_slice(more);
        self.len = self.bytes.len();
    }

    /// Gives back memory that is not needed when nothing follows.
    pub fn finish(&mut self) {
        self.bytes.truncate(self.len);
        // An allocator has no smaller pieces.
        if self.bytes.capacity() > SMALL {
            shrink(&mut self.bytes);
        }
    }

    /// Returns the stream alone, when nothing follows.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.finish();
        self.bytes
    }

    /// Returns how many bytes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the stream. What follows [`Self::len`] means nothing.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the memory that the stream holds, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.bytes.capacity()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_of_every_length_come_back() {
        for value in [0, 1, 0xff, 0x100, 0xffff, 0x1_0000, u32::MAX] {
            let code = code(value);
            let bytes = &value.to_le_bytes()[..len(code) as usize];
            assert_eq!(low(word(bytes, 0), code), value);
            // Bytes after the number do not change it.
            let mut more = bytes.to_vec();
            more.extend([0xff; 8]);
            assert_eq!(low(word(&more, 0), code), value);
        }
    }

    proptest! {
        #[test]
        fn thousandths_are_exact(any: i64, small: i32, off in -3_i64..4) {
            for value in [any, i64::from(small), i64::from(small) * 1000 + off, any / 1000 * 1000] {
                let expected = i32::try_from(value / 1000).ok().filter(|_| value % 1000 == 0);
                prop_assert_eq!(thousandth(value), expected);
                let value = value.cast_unsigned();
                let exact = exact_thousandth(value);
                let expected = Some(value / 1000).filter(|_| value % 1000 == 0);
                prop_assert_eq!(Some(exact).filter(|&it| it <= THOUSANDTH_MAX), expected);
                let value = value as u32;
                let exact = exact_thousandth32(value);
                let expected = Some(value / 1000).filter(|_| value.is_multiple_of(1000));
                prop_assert_eq!(Some(exact).filter(|&it| it <= THOUSANDTH_MAX32), expected);
            }
        }

        #[test]
        fn codes_are_by_length(value: u32, bits in 0_u32..33) {
            let value = value.checked_shr(bits).unwrap_or(0);
            let lens = [value != 0, value > 0xff, value > 0xffff];
            prop_assert_eq!(code(value), lens.into_iter().map(u32::from).sum::<u32>());
            let signed = value.cast_signed();
            prop_assert_eq!(u64::from(zigzag32(signed)), zigzag(i64::from(signed)));
        }
    }

    #[test]
    fn streams_grow_and_shrink() {
        let mut stream = Stream::default();
        for n in 0..100_u8 {
            stream.put(u64::MAX << 8 | u64::from(n), 1);
        }
        stream.extend(&[100, 101]);
        stream.put(102, 1);
        let mut more = Stream::default();
        more.put(103, 1);
        stream.append(&more);
        stream.append(&Stream::default());
        stream.put(104, 1);
        stream.finish();
        assert_eq!(stream.bytes(), (0..105).collect::<Vec<u8>>());
        assert_eq!(stream.len(), 105);
        assert_eq!(stream.into_bytes().len(), 105);
    }

    #[test]
    fn zigzag_covers_both_ends() {
        for value in [0, 1, -1, 63, -64, i64::MAX, i64::MIN] {
            assert_eq!(unzigzag(zigzag(value)), value);
        }
        assert_eq!(zigzag(-2), 3);
    }
}
