//! Numbers for tests that try many inputs, the same in every run.

/// A fixed sequence of numbers that look random.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// Returns the next one below a limit; 0 if that is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % limit.max(1)
    }

    /// Returns the next one as an index into so many.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("below a usize")
    }
}
