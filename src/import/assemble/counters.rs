//! Samples of counters in the order of time, without unpacking those that are.
//!
//! A counter that several sequences write has samples that come late. Where they
//! are the smaller part, only they are taken out and sorted, and put back while
//! the rest is copied: a million samples stay packed.

use crate::model::samples::PackedSamples;

/// A sample that came after a later one: its time, its rank among all, its value.
type Late = (i64, usize, f64);

/// Sorts samples by time; those of one time keep their order.
pub(super) fn in_order(samples: PackedSamples) -> PackedSamples {
    if samples.is_sorted() {
        return samples;
    }
    let n_late = marked(&samples).filter(|(_, is_late)| *is_late).count();
    if n_late > samples.len() / 2 {
        let mut all = Vec::with_capacity(samples.len());
        all.extend(samples.iter());
        drop(samples);
        all.sort_by_key(|sample| sample.0);
        return all.into_iter().collect();
    }
    let mut late: Vec<Late> = Vec::with_capacity(n_late);
    let lates = marked(&samples).filter(|(_, is_late)| *is_late);
    late.extend(lates.map(|(sample, _)| sample));
    late.sort_unstable_by_key(|&(ts, rank, _)| (ts, rank));
    let mut late = late.into_iter().peekable();
    let mut on_time = marked(&samples)
        .filter(|(_, is_late)| !is_late)
        .map(|(sample, _)| sample)
        .peekable();
    let merged = std::iter::from_fn(|| match (on_time.peek(), late.peek()) {
        (Some(a), Some(b)) if (b.0, b.1) < (a.0, a.1) => late.next(),
        (Some(_), _) => on_time.next(),
        (None, _) => late.next(),
    });
    merged.map(|(ts, _, value)| (ts, value)).collect()
}

/// Returns every sample with its rank, and whether a later one came before it.
fn marked(samples: &PackedSamples) -> impl Iterator<Item = (Late, bool)> {
    let mut latest = i64::MIN;
    samples.iter().enumerate().map(move |(rank, (ts, value))| {
        let is_late = ts < latest;
        latest = latest.max(ts);
        ((ts, rank, value), is_late)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn samples_are_sorted_and_equal_times_keep_their_order(
            times in prop::collection::vec(-20_i64..20, 0..60), slope in 0_i64..4,
        ) {
            let samples: Vec<(i64, f64)> = (0..).zip(&times)
                .map(|(rank, &ts)| (ts + rank * slope, rank as f64))
                .collect();
            let sorted = in_order(samples.iter().copied().collect());
            let mut wanted = samples;
            wanted.sort_by_key(|sample| sample.0);
            prop_assert!(sorted.is_sorted());
            prop_assert_eq!(sorted.iter().collect::<Vec<_>>(), wanted);
        }
    }
}
