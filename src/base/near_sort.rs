//! Sorts what is nearly in order.

/// How far each item may be from its place on average to be put there one by one.
const NEAR: usize = 32;

/// Sorts items of which each is near its place: in time that grows with how far they are. Others
/// are sorted as all are.
pub fn near_sort<T: Copy + Ord>(items: &mut [T]) {
    let mut left = NEAR.saturating_mul(items.len());
    for at in 1..items.len() {
        let item = items[at];
        let mut to = at;
        while to > 0 && items[to - 1] > item && left > 0 {
            items[to] = items[to - 1];
            to -= 1;
            left -= 1;
        }
        items[to] = item;
        if left == 0 {
            return items.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::near_sort;

    proptest! {
        #[test]
        fn all_are_sorted(items in prop::collection::vec(0_i64..300, 0..300), slope in -4_i64..5) {
            let mut items: Vec<i64> = (0..).zip(items).map(|(at, item)| slope * at * 50 + item).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            near_sort(&mut items);
            prop_assert_eq!(items, expected);
        }
    }
}
