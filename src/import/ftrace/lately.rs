//! Strings that were interned lately: kernel events name the same few again and again.

use crate::base::intern::{StrId, StrPool};

/// How many strings are at hand, a power of two.
const SLOTS: usize = 1024;
/// Spreads the bits of a word over its upper ones.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Up to how long a string is told from all others by the words at its ends.
const SHORT: usize = 32;

/// The first two words of a string and the last two, and how long it is; of one that is shorter
/// those there are.
type Ends = ([u64; 4], usize);

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
        let ends = ends(bytes);
        let slot = &mut self.0[slot(&ends)];
        if slot.0 == ends && (bytes.len() <= SHORT || strings.bytes(slot.1) == bytes) {
            return slot.1;
        }
        *slot = (ends, strings.intern(bytes));
        slot.1
    }
}

#[inline]
fn ends(bytes: &[u8]) -> Ends {
    let word = |chunk: &[u8; 8]| u64::from_le_bytes(*chunk);
    let words = if let (Some([a, b]), Some([c, d])) = (
        bytes.first_chunk::<16>().map(|first| first.as_chunks().0),
        bytes.last_chunk::<16>().map(|last| last.as_chunks().0),
    ) {
        [a, b, c, d].map(word)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        [word(first), 0, 0, word(last)]
    } else {
        let word = bytes
            .iter()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
        [word, 0, 0, 0]
    };
    (words, bytes.len())
}

#[inline]
fn slot(&([first, .., last], len): &Ends) -> usize {
    let mixed = (first ^ last.rotate_left(29) ^ len as u64).wrapping_mul(SPREAD);
    (mixed >> (u64::BITS - SLOTS.ilog2())) as usize
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
                    // Alike at both ends.
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
