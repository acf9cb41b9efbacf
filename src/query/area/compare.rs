//! What differs between the sums of two areas: names of slices, states of threads, threads on CPUs.
//!
//! Rows of one kind are paired by what they are of. What only one of the areas has is paired with
//! nothing.

use std::cmp::Reverse;
use std::hash::Hash;

use hashbrown::HashMap;

use super::AreaReport;

/// Rows of both reports that are about the same, by their places in the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the report of the first area.
    pub a: Option<usize>,
    /// In the report of the second area.
    pub b: Option<usize>,
}

/// Pairs slices by name, the greatest difference of their totals first.
pub fn slices(a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    pairs(&a.slices, &b.slices, |of| of.name, |of| of.total_ns)
}

/// Pairs the states of threads, the greatest difference of their totals first.
pub fn thread_states(a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    pairs(
        &a.thread_states,
        &b.thread_states,
        |of| (of.utid, of.stats.state, of.stats.io_wait),
        |of| of.stats.sum.total_ns,
    )
}

/// Pairs threads on CPUs, the greatest difference of their totals first.
pub fn cpu_threads(a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    pairs(
        &a.cpu_threads,
        &b.cpu_threads,
        |of| of.utid,
        |of| of.sum.total_ns,
    )
}

fn pairs<T, K: Hash + Eq>(
    a: &[T],
    b: &[T],
    key: impl Fn(&T) -> K,
    total: impl Fn(&T) -> i64,
) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = (0..a.len())
        .map(|at| Pair {
            a: Some(at),
            b: None,
        })
        .collect();
    let known: HashMap<K, usize> = a.iter().enumerate().map(|(at, of)| (key(of), at)).collect();
    for (at, of) in b.iter().enumerate() {
        match known.get(&key(of)) {
            Some(&same) => pairs[same].b = Some(at),
            None => pairs.push(Pair {
                a: None,
                b: Some(at),
            }),
        }
    }
    let of = |rows: &[T], at: Option<usize>| at.map_or(0, |at| total(&rows[at]));
    // Of rows whose totals do not differ, those come first that only one of the reports has.
    pairs.sort_by_key(|pair| {
        let by = of(b, pair.b).saturating_sub(of(a, pair.a));
        (
            Reverse(by.unsigned_abs()),
            pair.a.is_some() && pair.b.is_some(),
        )
    });
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_paired_and_the_greatest_difference_is_first() {
        let a = [("same", 10), ("gone", 7), ("less", 90), ("none", 0)];
        let b = [("more", 30), ("less", 50), ("same", 10)];
        let found = pairs(&a, &b, |of| of.0, |of| of.1);
        let name = |pair: &Pair| {
            (
                pair.a.map(|at| a[at]).unwrap_or_default(),
                pair.b.map(|at| b[at]).unwrap_or_default(),
            )
        };
        let found: Vec<_> = found.iter().map(name).collect();
        let nothing = ("", 0);
        let wanted = [
            (("less", 90), ("less", 50)),
            (nothing, ("more", 30)),
            (("gone", 7), nothing),
            (("none", 0), nothing),
            (("same", 10), ("same", 10)),
        ];
        assert_eq!(found, wanted);
    }
}
