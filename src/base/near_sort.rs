//! Sorts what is nearly in order, and what is spread over time.

/// How far each item may be from its place on average to be put there one by one.
const NEAR: usize = 32;

/// Sorts items of which each is near its place: in time that grows with how far they are. Others
/// are sorted as all are.
pub fn near_sort<T: Copy + Ord>(items: &mut [T]) {
    let mut left = NEAR.saturating_mul(items.len());
    for at in 1..items.len() {
        let item = items[at];
        if items[at - 1] <= item {
            continue;
        }
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

/// Sorts items that their times order, but for those of the same time: in linear time if they are
/// spread over all of it.
pub fn bucket_sort<T: Copy + Ord>(items: &mut Vec<T>, ts: impl Fn(&T) -> i64) {
    if items.is_sorted() {
        return;
    }
    let times = || items.iter().map(&ts);
    let (Some(first), Some(last), Ok(len)) =
        (times().min(), times().max(), u32::try_from(items.len()))
    else {
        return items.sort_unstable();
    };
    let n_bits = |number: u64| u64::BITS - number.leading_zeros();
    // As many buckets as items, or twice that.
    let shift = n_bits(last.abs_diff(first)).saturating_sub(n_bits(u64::from(len)));
    let bucket = |item: &T| (ts(item).abs_diff(first) >> shift) as usize;
    // Where each begins, one slot ahead.
    let mut starts = vec![0_u32; (last.abs_diff(first) >> shift) as usize + 2];
    for item in items.iter() {
        starts[bucket(item) + 1] += 1;
    }
    let mut start = 0;
    for slot in &mut starts {
        start += *slot;
        *slot = start;
    }
    let mut sorted = items.clone();
    for item in items.iter() {
        let start = &mut starts[bucket(item)];
        sorted[*start as usize] = *item;
        *start += 1;
    }
    near_sort(&mut sorted);
    *items = sorted;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn all_are_sorted(items in prop::collection::vec(0_i64..300, 0..300), slope in -4_i64..5) {
            let mut items: Vec<i64> = (0..).zip(items).map(|(at, item)| slope * at * 50 + item).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            near_sort(&mut items);
            prop_assert_eq!(items, expected);
        }

        #[test]
        fn all_are_sorted_by_time_and_then_by_themselves(
            items in prop::collection::vec(
                (prop_oneof![20 => -50_i64..50, 5 => 0..1_i64 << 40, 1 => any::<i64>()], 0..9_u32),
                0..300,
            ),
        ) {
            let (mut items, mut expected) = (items.clone(), items);
            expected.sort_unstable();
            bucket_sort(&mut items, |item| item.0);
            prop_assert_eq!(items, expected);
        }
    }
}
