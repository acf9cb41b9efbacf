//! Sorts items that are nearly in order, and items that are spread over time.

/// How far each item may be from its place on average to be put there one by one.
const NEAR: usize = 32;

/// Sorts items that are each near their places, in time that grows with their distances. Other items are
/// sorted by the standard library.
pub fn near_sort<T: Copy + Ord>(items: &mut [T]) {
    let mut left = NEAR.saturating_mul(items.len());
    let Some(&(mut before)) = items.first() else {
        return;
    };
    for at in 1..items.len() {
        let item = items[at];
        if before <= item {
            before = item;
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

/// At most so many items are sorted by digits: more of them would go all over the memory.
const FEW: usize = 1 << 18;
/// Up to how many items two short digits, or two long ones, are enough, even if items come in bursts.
const SHORT: usize = 1 << 12;
const LONG: usize = 1 << 16;

const fn n_bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

/// Sorts items in linear time if their keys order them, except among items that are nearly the same: first by
/// the upper digits of the keys, then as items that are nearly in order. Keys should use all of their 64
/// bits. Returns false if there are too many items for that, and leaves them.
pub fn digit_sort<T: Copy + Ord>(
    items: &mut [T],
    spare: &mut Vec<T>,
    key: impl Fn(&T) -> u64,
) -> bool {
    let Some(&first) = items.first().filter(|_| items.len() <= FEW) else {
        return items.is_empty();
    };
    if spare.len() < items.len() {
        spare.resize(items.len(), first);
    }
    let spare = spare.split_at_mut(items.len()).0;
    if items.len() <= SHORT {
        by_digits::<T, 9, { 1 << 9 }, 2>(items, spare, key);
    } else if items.len() <= LONG {
        by_digits::<T, 11, { 1 << 11 }, 2>(items, spare, key);
    } else {
        by_digits::<T, 11, { 1 << 11 }, 3>(items, spare, key);
    }
    near_sort(items);
    true
}

/// Sorts items by the upper digits of their keys, each of which has so many bits and values.
#[inline]
fn by_digits<T: Copy, const BITS: u32, const VALUES: usize, const N: usize>(
    items: &mut [T],
    spare: &mut [T],
    key: impl Fn(&T) -> u64,
) {
    let digit = |item: &T, of: usize| {
        let shift = u64::BITS - BITS * (of as u32 + 1);
        (key(item) >> shift) as usize % VALUES
    };
    let mut counts = [[0_u32; VALUES]; N];
    for item in &*items {
        for (of, counts) in counts.iter_mut().enumerate() {
            counts[digit(item, of)] += 1;
        }
    }
    let (mut from, mut to) = (&mut *items, &mut *spare);
    for (of, counts) in counts.into_iter().enumerate().rev() {
        put(from, to, counts, |item| digit(item, of));
        (from, to) = (to, from);
    }
    if N % 2 == 1 {
        items.copy_from_slice(spare);
    }
}

/// Puts each item where items of its digit go, in order; `starts` says how many items each digit has.
#[inline]
fn put<T: Copy, const N: usize>(
    from: &[T],
    to: &mut [T],
    mut starts: [u32; N],
    digit: impl Fn(&T) -> usize,
) {
    let mut start = 0;
    for slot in &mut starts {
        start += std::mem::replace(slot, start);
    }
    for item in from {
        let start = &mut starts[digit(item)];
        if let Some(slot) = to.get_mut(*start as usize) {
            *slot = *item;
        }
        *start += 1;
    }
}

/// Sorts items whose order is that of their times, except among items of one time. It takes linear time if
/// items are spread over the whole time, or are not too many.
pub fn bucket_sort<T: Copy + Ord>(items: &mut Vec<T>, ts: impl Fn(&T) -> i64) {
    if items.is_sorted() {
        return;
    }
    // For few items the digits cost more than comparisons.
    if items.len() < 128 {
        return items.sort_unstable();
    }
    let times = || items.iter().map(&ts);
    let (Some(first), Some(last), Ok(len)) =
        (times().min(), times().max(), u32::try_from(items.len()))
    else {
        return items.sort_unstable();
    };
    let range = last.abs_diff(first);
    let after = |item: &T| ts(item).abs_diff(first);
    let unused = u64::BITS - n_bits(range);
    if digit_sort(items, &mut Vec::new(), |item| {
        after(item).unbounded_shl(unused)
    }) {
        return;
    }
    // As many buckets as items, or twice that.
    let shift = n_bits(range).saturating_sub(n_bits(u64::from(len)));
    let bucket = |item: &T| (after(item) >> shift) as usize;
    // Where each bucket begins, one slot ahead.
    let mut starts = vec![0_u32; (range >> shift) as usize + 2];
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

    #[test]
    fn many_are_sorted_by_long_digits() {
        let mut spare = Vec::new();
        for n in [0, 9000, 70_000_u64] {
            // The times come in bursts, and some are equal.
            let times = (0..n).map(|n| {
                let random = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
                random % (n % 7 * 99_999_999 + 50)
            });
            let mut items: Vec<(u64, u32)> = times.zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            assert!(digit_sort(&mut items, &mut spare, |item| item.0 << 34));
            assert_eq!(items, expected);
        }
        let mut many = vec![0_u8; FEW + 1];
        assert!(!digit_sort(&mut many, &mut Vec::new(), |item| u64::from(
            *item
        )));
    }
}
