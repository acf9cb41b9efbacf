//! Strings that were interned lately: kernel events name the same few again and again.

use crate::base::intern::{StrId, StrPool};

/// How many strings are at hand, a power of two.
const SLOTS: usize = 1024;
/// Spreads the bits of a word over its upper ones.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Up to this length in bytes, the words at its ends tell a string from all others.
const SHORT: usize = 32;

/// The first two and the last two 8-byte words of a string, and its length in bytes. A shorter string has
/// fewer words.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: u64,
    second: u64,
    last_but_one: u64,
    last: u64,
    len: usize,
}

impl Ends {
    /// Returns whether two ends are the same. New ends never are in memory except in their slot: writing them
    /// word by word and reading them all at once would take longer than the rest.
    #[inline]
    fn are(&self, other: &Self) -> bool {
        self.first == other.first
            && self.last == other.last
            && self.len == other.len
            && self.second == other.second
            && self.last_but_one == other.last_but_one
    }
}

/// The strings, each in the one slot that its length and its ends give it.
#[derive(Debug)]
pub(super) struct Lately(Vec<(Ends, StrId)>);

impl Default for Lately {
    fn default() -> Self {
        Self(vec![(ends(b""), StrId::EMPTY); SLOTS])
    }
}

impl Lately {
    /// Returns what [`StrPool::intern`] does.
    #[inline]
    pub(super) fn intern(&mut self, bytes: &[u8], strings: &mut StrPool) -> StrId {
        let id = self.intern_if(bytes, strings, |_| true);
        id.unwrap_or_default()
    }

    /// Returns the same if `is_fit` says so of the string. A string that is still at hand is not tested
    /// again. The empty string counts as fit.
    #[inline]
    pub(super) fn intern_if(
        &mut self,
        bytes: &[u8],
        strings: &mut StrPool,
        is_fit: impl FnOnce(&[u8]) -> bool,
    ) -> Option<StrId> {
        let ends = ends(bytes);
        let slot = &mut self.0[slot(&ends)];
        if slot.0.are(&ends) && (bytes.len() <= SHORT || strings.bytes(slot.1) == bytes) {
            return Some(slot.1);
        }
        if !is_fit(bytes) {
            return None;
        }
        *slot = (ends, strings.intern(bytes));
        Some(slot.1)
    }
}

#[inline]
fn ends(bytes: &[u8]) -> Ends {
    let word = |at: usize| {
        let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
        chunk.map_or(0, |chunk| u64::from_le_bytes(*chunk))
    };
    let len = bytes.len();
    let mut ends = Ends {
        first: word(0),
        second: 0,
        last_but_one: 0,
        last: word(len.wrapping_sub(8)),
        len,
    };
    if len >= 16 {
        (ends.second, ends.last_but_one) = (word(8), word(len - 16));
    } else if len < 8 {
        let word = |word, &byte| word << 8 | u64::from(byte);
        ends.first = bytes.iter().fold(0, word);
    }
    ends
}

#[inline]
fn slot(ends: &Ends) -> usize {
    let mixed = ends.first ^ ends.last.rotate_left(29) ^ ends.len as u64;
    (mixed.wrapping_mul(SPREAD) >> (u64::BITS - SLOTS.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn strings_have_the_ids_that_the_pool_gives(
            all in prop::collection::vec(
                prop_oneof![
                    prop::collection::vec(any::<u8>(), 0..20),
                    prop::collection::vec(0..2_u8, 0..20),
                    // Strings of zeros with at most one other byte, so that most are alike at both ends.
                    (30..36_usize, prop::collection::vec(any::<prop::sample::Index>(), 0..2)).prop_map(
                        |(len, changed)| {
                            let mut bytes = vec![0; len];
                            for index in changed {
                                bytes[index.index(len)] = 1;
                            }
                            bytes
                        },
                    ),
                ],
                0..60,
            ),
        ) {
            let (mut lately, mut strings) = (Lately::default(), StrPool::new());
            for bytes in all.iter().chain(&all) {
                let id = lately.intern(bytes, &mut strings);
                prop_assert_eq!(strings.bytes(id), bytes.as_slice());
                prop_assert_eq!(strings.intern(bytes), id);
            }
        }
    }
}
