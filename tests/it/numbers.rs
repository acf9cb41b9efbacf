//! Numbers for tests that try many inputs, the same in every run.

/// A fixed sequence of pseudo-random numbers.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// Returns the next number below a limit; 0 if the limit is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % limit.max(1)
    }

    /// Returns the next number as an index into `len` items.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("below a usize")
    }
}
