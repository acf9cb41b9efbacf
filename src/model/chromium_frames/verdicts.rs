//! How bad each slice is that tells of a frame of Chromium, which is what colours the slice.
//!
//! A row of the screen is a range of slices, or has them in an order of its own; both find the worst of a
//! stretch without a look at all of it.

use crate::model::ids::SliceId;
use crate::model::range_max::RangeMax;
use crate::model::worst_frames::Badness;

/// How bad slices are, in their order.
#[derive(Clone, Debug, Default)]
pub struct Verdicts {
    slices: Vec<SliceId>,
    badness: RangeMax<Badness>,
}

impl Verdicts {
    /// Sorts verdicts by slice; of two verdicts of a slice the worse counts.
    pub(super) fn new(mut told: Vec<(SliceId, Badness)>) -> Self {
        told.sort_unstable_by(|a, b| (a.0, b.1).cmp(&(b.0, a.1)));
        told.dedup_by_key(|&mut (slice, _)| slice);
        let (slices, badness) = told.into_iter().unzip();
        Self {
            slices,
            badness: RangeMax::new(badness),
        }
    }

    /// Returns how bad a slice is; one that tells of no frame is better than any frame. O(log n).
    pub fn of(&self, slice: SliceId) -> Badness {
        let found = self.slices.binary_search(&slice);
        found.map_or_else(|_| Badness::default(), |at| self.badness.keys()[at])
    }

    /// Returns the worst of the slices from `first` to `last`, if one of them tells of a frame. O(log n).
    pub fn worst(&self, first: SliceId, last: SliceId) -> Option<SliceId> {
        let from = self.slices.partition_point(|&slice| slice < first);
        let to = self.slices.partition_point(|&slice| slice <= last);
        self.badness.max_in(from, to).map(|at| self.slices[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::frame_timeline::JankTag;

    #[test]
    fn the_worst_of_a_range_is_found_and_of_two_verdicts_the_worse_counts() {
        let good = Badness::of_tag(false, JankTag::None);
        let partial = Badness::of_tag(true, JankTag::Other);
        let dropped = Badness::of_tag(true, JankTag::Dropped);
        let verdicts = Verdicts::new(vec![
            (SliceId(7), good),
            (SliceId(3), dropped),
            (SliceId(7), partial),
            (SliceId(9), good),
        ]);
        assert_eq!(verdicts.of(SliceId(7)), partial);
        assert_eq!(verdicts.of(SliceId(8)), Badness::default());
        assert_eq!(verdicts.worst(SliceId(4), SliceId(9)), Some(SliceId(7)));
        assert_eq!(verdicts.worst(SliceId(8), SliceId(9)), Some(SliceId(9)));
        assert_eq!(verdicts.worst(SliceId(4), SliceId(6)), None);
        assert_eq!(verdicts.worst(SliceId(9), SliceId(4)), None);
    }
}
