//! Strings that were interned lately: kernel events name the same few again and again.

use crate::base::intern::{StrId, StrPool};

/// How many strings are at hand, a power of two.
const SLOTS: usize = 1024;
/// Spreads the bits of a word over its upper ones.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The strings, each in the one slot that its length and its ends give it.
#[derive(Debug)]
pub(super) struct Lately(Vec<StrId>);

impl Default for Lately {
    fn default() -> Self {
        Self(vec![StrId::EMPTY; SLOTS])
    }
}

impl Lately {
    /// Returns what [`StrPool::intern`] does.
    #[inline]
    pub(super) fn intern(&mut self, bytes: &[u8], strings: &mut StrPool) -> StrId {
        let slot = &mut self.0[slot(bytes)];
        if strings.bytes(*slot) == bytes {
            return *slot;
        }
        *slot = strings.intern(bytes);
        *slot
    }
}

#[inline]
fn slot(bytes: &[u8]) -> usize {
    let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => bytes.iter().fold((0, 0), |(word, zero), &byte| {
            (word << 8 | u64::from(byte), zero)
        }),
    };
    let mixed = (first ^ last.rotate_left(29) ^ bytes.len() as u64).wrapping_mul(SPREAD);
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
                    // Alike at both ends.
                    prop::collection::vec(any::<bool>().prop_map(u8::from), 20..22),
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
