//! Binary search among what is known by its number only.
//!
//! Slices have `partition_point` for this. What is packed, or read piece by piece, is no slice.

use std::ops::Range;

/// Returns the first number in a range that does not pass, or the end of the range. All that pass come before
/// all that do not.
#[inline]
pub fn partition(numbers: Range<usize>, passes: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (numbers.start, numbers.end);
    while low < high {
        let middle = low.midpoint(high);
        if passes(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_does_not_pass_is_found() {
        for first in 3..=9 {
            assert_eq!(partition(3..9, |number| number < first), first);
        }
        assert_eq!(partition(3..9, |_| false), 3);
    }
}
