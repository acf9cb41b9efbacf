//! The galloping search against a scan.
//!
//! What rows look like is tested where scenes are put together.

use proptest::prelude::*;

use super::*;

/// Instants at given times.
struct At(Vec<i64>);

impl Items for At {
    type Block = ();

    fn len(&self) -> usize {
        self.0.len()
    }

    fn ts(&self, index: usize) -> i64 {
        self.0[index]
    }

    fn end(&self, index: usize) -> Option<i64> {
        Some(self.0[index])
    }

    fn item(&self, _index: usize) -> Item {
        Item::None
    }

    fn ink(&self, _index: usize) -> Ink {
        Ink::Role(Role::Text)
    }

    fn label(&self, _index: usize) -> String {
        String::new()
    }
}

proptest! {
    #[test]
    fn galloping_finds_what_a_scan_finds(
        mut times in proptest::collection::vec(0..500_i64, 1..300),
        from in 0..300_usize, ts in -10..520_i64, hint in 0..400_usize,
    ) {
        times.sort_unstable();
        let from = from.min(times.len());
        let expected = times.partition_point(|&t| t < ts).max(from);
        prop_assert_eq!(gallop(&At(times), from, ts, hint), expected);
    }
}

#[test]
fn a_number_is_never_a_part_of_another() {
    assert!(cuts_a_number("12185", 2));
    assert!(cuts_a_number("T12", 2));
    assert!(!cuts_a_number("doFrame 12", 3));
    assert!(!cuts_a_number("12 Self", 2));
    assert!(!cuts_a_number("12", 2));
}
