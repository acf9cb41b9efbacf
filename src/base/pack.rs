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

/// A stream of numbers that grows at its end.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    /// The stream, and room for what is put next.
    bytes: Vec<u8>,
    len: usize,
}

impl Stream {
    /// How many bytes are written at once.
    const ROOM: usize = 16;

    /// Appends the lower `len` bytes of `record`, at most 16.
    #[inline]
    pub fn put(&mut self, record: u128, len: u32) {
        let end = self.len + Self::ROOM;
        if end > self.bytes.len() {
            self.grow(end);
        }
        if let Some(to) = self.bytes.get_mut(self.len..end) {
            to.copy_from_slice(&record.to_le_bytes());
        }
        self.len += len as usize;
    }

    #[cold]
    fn grow(&mut self, at_least: usize) {
        // Room is written to, so a large stream has less of it.
        let len = self.bytes.len();
        let room = if len < 1 << 18 { len / 2 } else { len / 8 };
        let len = at_least.max(len + room).max(64);
        self.bytes.reserve_exact(len - self.bytes.len());
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

    /// Gives back memory that is not needed when nothing follows.
    pub fn finish(&mut self) {
        self.bytes.truncate(self.len);
        self.bytes.shrink_to_fit();
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
    fn streams_grow_and_shrink() {
        let mut stream = Stream::default();
        for n in 0..100_u8 {
            stream.put(u128::MAX << 8 | u128::from(n), 1);
        }
        stream.extend(&[100, 101]);
        stream.put(102, 1);
        stream.finish();
        assert_eq!(stream.bytes(), (0..103).collect::<Vec<u8>>());
        assert_eq!(stream.len(), 103);
    }

    #[test]
    fn zigzag_covers_both_ends() {
        for value in [0, 1, -1, 63, -64, i64::MAX, i64::MIN] {
            assert_eq!(unzigzag(zigzag(value)), value);
        }
        assert_eq!(zigzag(-2), 3);
    }
}
