//! What the events of a stretch have, noted by the first search.
//!
//! Some arguments hold a text that does not stand in the bytes: names of typed fields, escapes in JSON,
//! messages in annotations. Where only a few packets have such arguments, the packets are listed; where
//! fields are many, a search for their names reads the stretch.

use super::hidden::{Anything, Hidden};
use super::{Chunk, Part, each_part};
use crate::bytes::packets::Packets;
use crate::decode::fields::Fields;
use crate::import::args::FIRST_EXTENSION;
use crate::import::scan::Tail;

/// More packets than this are not listed: of a stretch of usual length, one in some hundred.
const LISTED_MAX: usize = 1024;
/// Stands for all fields that have no bit of their own.
const OTHERS: u64 = 1 << 63;

/// A set of fields of TrackEvent. Fields with rare numbers are either all in the set or none is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FieldSet {
    low: u64,
    extensions: u128,
}

impl FieldSet {
    #[inline]
    pub(super) fn insert(&mut self, field: u32) {
        match field.checked_sub(FIRST_EXTENSION) {
            None if field < 63 => self.low |= 1 << field,
            Some(extension) if extension < u128::BITS => self.extensions |= 1 << extension,
            _ => self.low |= OTHERS,
        }
    }

    /// Returns whether a field may be in the set.
    #[inline]
    pub(super) fn has(self, field: u32) -> bool {
        let mut one = Self::default();
        one.insert(field);
        self.meets(one)
    }

    /// Returns whether some field may be in both sets.
    pub(super) fn meets(self, other: Self) -> bool {
        self.low & other.low != 0 || self.extensions & other.extensions != 0
    }
}

impl FromIterator<u32> for FieldSet {
    fn from_iter<I: IntoIterator<Item = u32>>(fields: I) -> Self {
        let mut set = Self::default();
        fields.into_iter().for_each(|field| set.insert(field));
        set
    }
}

/// What is noted of a stretch: see the module's documentation.
#[derive(Debug, Default)]
pub(in crate::import::args) struct Facts {
    /// The fields of events.
    pub(super) fields: FieldSet,
    /// Whether there are frames, which are not events.
    pub(super) has_frames: bool,
    /// The offsets of packets whose events may have any text; `None` if they are many.
    pub(super) special: Option<Vec<u64>>,
}

impl Facts {
    /// Reads a stretch.
    pub(super) fn read((start, bytes): Chunk<'_>, hidden: &Hidden<'_>) -> Self {
        let mut facts = Self::default();
        let mut special = Vec::new();
        let mut tail = Tail::new();
        for packet in Packets::at(bytes, start) {
            let mut is_special = false;
            each_part(packet.bytes, &mut tail, |part, bytes| match part {
                Part::Event => {
                    for field in Fields::new(bytes) {
                        facts.fields.insert(field.number);
                        is_special = is_special || hidden.is_in(&field, &Anything);
                    }
                }
                Part::Frame => facts.has_frames = true,
                Part::Interned => {}
            });
            if is_special && special.len() <= LISTED_MAX {
                special.push(packet.offset);
            }
        }
        facts.special = (special.len() <= LISTED_MAX).then_some(special);
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::FieldSet;

    #[test]
    fn fields_meet_themselves_and_rare_ones_each_other() {
        let set = |field| FieldSet::from_iter([field]);
        let fields = [0, 4, 62, 63, 999, 1000, 1012, 1127, 1128, 9900, u32::MAX];
        let is_rare = |field| (63..1000).contains(&field) || field > 1127;
        for a in fields {
            for b in fields {
                let same = a == b || is_rare(a) && is_rare(b);
                assert_eq!(set(a).meets(set(b)), same, "{a} and {b}");
            }
        }
    }
}
