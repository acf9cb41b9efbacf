//! Correlation ids of events, by which slices are coloured.
//!
//! Few traces have correlation ids, and those stay in the file, as other arguments do. This table has a hash
//! of each, by the position of its event, so that a draw need not read the file.

use super::args::EventPos;
use super::name_hash::hash;

/// The hashes of correlation ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correlations {
    /// Positions of events and hashes, ascending.
    of: Vec<(u64, i32)>,
}

impl Correlations {
    /// Takes in positions of events and the hashes of their ids, in any order.
    pub fn new(mut of: Vec<(u64, i32)>) -> Self {
        of.sort_unstable();
        of.shrink_to_fit();
        Self { of }
    }

    /// Returns the hash of an id. Unlike in a name, digits count.
    pub fn hash_of(id: &str) -> i32 {
        hash(id.encode_utf16())
    }

    /// Returns whether no event has an id.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Returns the hash of the id of an event. O(log n).
    pub fn get(&self, event: EventPos) -> Option<i32> {
        let offset = event.decodable_offset()?;
        let at = self.of.binary_search_by_key(&offset, |known| known.0);
        at.ok().map(|at| self.of[at].1)
    }
}
