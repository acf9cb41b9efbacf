//! Small numbers in few bytes: 0, 1, 2 or 4 of them, as two bits say.
//!
//! Columns and event lists are streams of such numbers, most of them differences
//! of neighbours. A reader loads a whole word and masks it, without branches.

/// Returns the two bits for the length of a number.
#[inline]
pub const fn code(value: u32) -> u32 {
    (value != 0) as u32 + (value > 0xff) as u32 + (value > 0xffff) as u32
}

/// Returns how many bytes the two bits of a number stand for.
#[inline]
pub const fn len(code: u32) -> u32 {
    1 << (code & 3) >> 1
}

/// Returns the lower bytes of `word` that a number takes whose length has this code.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "masked to four bytes")]
pub const fn low(word: u64, code: u32) -> u32 {
    (word & ((1 << (8 * len(code))) - 1)) as u32
}

/// Maps small numbers of either sign to small numbers without one.
#[inline]
pub const fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

/// Undoes [`zigzag`].
#[inline]
pub const fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

/// Returns the eight bytes at `at`, zeros where there are none.
#[inline]
pub fn word(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    if let Some(chunk) = rest.first_chunk() {
        return u64::from_le_bytes(*chunk);
    }
    let bytes = rest.iter().enumerate();
    bytes.fold(0, |word, (n, &byte)| word | u64::from(byte) << (8 * n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_come_back() {
        for value in [0, 1, 0xff, 0x100, 0xffff, 0x1_0000, u32::MAX] {
            let code = code(value);
            let bytes = &value.to_le_bytes()[..len(code) as usize];
            assert_eq!(low(word(bytes, 0), code), value);
            // What follows does not matter.
            let mut more = bytes.to_vec();
            more.extend([0xff; 8]);
            assert_eq!(low(word(&more, 0), code), value);
        }
    }

    #[test]
    fn zigzag_covers_both_ends() {
        for value in [0, 1, -1, 63, -64, i64::MAX, i64::MIN] {
            assert_eq!(unzigzag(zigzag(value)), value);
        }
        assert_eq!(zigzag(-2), 3);
    }
}
