//! What differs between the sums of two areas: names of slices, states of threads, threads on CPUs, counters
//! and how long they had each value.
//!
//! Rows of one kind are paired by what they are of. What only one of the areas has is paired with
//! nothing, but for names of slices that differ in their numbers only: `doFrame 131` and `doFrame 132`.

use std::cmp::Reverse;
use std::hash::Hash;

use hashbrown::HashMap;

use super::{AreaReport, StateStats};
use crate::model::trace::Trace;
use crate::query::frame_lens::without_digits;

/// Rows of both reports that are about the same, by their places in the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the report of the first area.
    pub a: Option<usize>,
    /// In the report of the second area.
    pub b: Option<usize>,
}

/// Pairs slices by name, the greatest difference of their totals first. Of names that only one of the areas
/// has, two are a pair if they differ in their numbers only and no third one looks like them.
pub fn slices(trace: &Trace, a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    let mut all = pairs(&a.slices, &b.slices, |of| of.name);
    let alike = |report: &AreaReport, at: usize| {
        let name = report.slices[at].name?;
        Some(without_digits(&trace.text(name)))
    };
    // Of each name without its digits, the pairs that only the first area has, and those of the second.
    let mut lonely: HashMap<String, [Vec<usize>; 2]> = HashMap::new();
    for (place, pair) in all.iter().enumerate() {
        let (side, name) = match (pair.a, pair.b) {
            (Some(at), None) => (0, alike(a, at)),
            (None, Some(at)) => (1, alike(b, at)),
            _ => continue,
        };
        if let Some(name) = name {
            lonely.entry(name).or_default()[side].push(place);
        }
    }
    for sides in lonely.values() {
        if let [[of_a], [of_b]] = sides.each_ref().map(Vec::as_slice) {
            all[*of_a].b = all[*of_b].b.take();
        }
    }
    all.retain(|pair| pair.a.is_some() || pair.b.is_some());
    by_difference(&mut all, &a.slices, &b.slices, |of| of.total_ns);
    all
}

/// Pairs the states of threads, the greatest difference of their totals first.
pub fn thread_states(a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    let (a, b) = (&a.thread_states, &b.thread_states);
    let key = |of: &StateStats| (of.state, of.io_wait, of.gap);
    let mut all = pairs(a, b, |of| (of.utid, key(&of.stats)));
    by_difference(&mut all, a, b, |of| of.stats.sum.total_ns);
    all
}

/// Pairs threads on CPUs, the greatest difference of their totals first.
pub fn cpu_threads(a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    let (a, b) = (&a.cpu_threads, &b.cpu_threads);
    let mut all = pairs(a, b, |of| of.utid);
    by_difference(&mut all, a, b, |of| of.sum.total_ns);
    all
}

/// Pairs counters, those first whose means differ most for their size, as counters have many units.
pub fn counters(a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    let mut all = pairs(&a.counters, &b.counters, |of| of.track);
    let mean =
        |report: &AreaReport, at: Option<usize>| at.map_or(0.0, |at| report.counters[at].mean);
    let difference = |pair: &Pair| relative_difference(mean(a, pair.a), mean(b, pair.b));
    all.sort_by(|one, other| difference(other).total_cmp(&difference(one)));
    all
}

/// Returns how far two numbers are apart as a share of the greater one; 0 if that cannot be told.
fn relative_difference(a: f64, b: f64) -> f64 {
    let share = (b - a).abs() / a.abs().max(b.abs());
    if share.is_nan() { 0.0 } else { share }
}

/// Pairs the values of counters by how long they had them, the greatest difference first.
pub fn residency(a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    let (a, b) = (&a.residency, &b.residency);
    let mut all = pairs(a, b, |of| (of.track, of.value.to_bits()));
    by_difference(&mut all, a, b, |of| of.sum.total_ns);
    all
}

fn pairs<T, K: Hash + Eq>(a: &[T], b: &[T], key: impl Fn(&T) -> K) -> Vec<Pair> {
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
    pairs
}

/// Sorts pairs by how much their totals differ, the greatest difference first.
fn by_difference<T>(pairs: &mut [Pair], a: &[T], b: &[T], total: impl Fn(&T) -> i64) {
    let of = |rows: &[T], at: Option<usize>| at.map_or(0, |at| total(&rows[at]));
    // Of rows whose totals do not differ, those come first that only one of the reports has.
    pairs.sort_by_key(|pair| {
        let by = of(b, pair.b).saturating_sub(of(a, pair.a));
        (
            Reverse(by.unsigned_abs()),
            pair.a.is_some() && pair.b.is_some(),
        )
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_for_the_size_of_numbers() {
        let difference = |a, b| (relative_difference(a, b) * 100.0).round() as i64;
        assert_eq!((difference(4e9, 3e9), difference(-3.0, -4.0)), (25, 25));
        assert_eq!((difference(0.0, 5.0), difference(0.0, 0.0)), (100, 0));
        assert_eq!(difference(f64::INFINITY, f64::INFINITY), 0);
        assert_eq!(difference(f64::NAN, 1.0), 0);
    }

    #[test]
    fn rows_are_paired_and_the_greatest_difference_is_first() {
        let a = [("same", 10), ("gone", 7), ("less", 90), ("none", 0)];
        let b = [("more", 30), ("less", 50), ("same", 10)];
        let mut found = pairs(&a, &b, |of| of.0);
        by_difference(&mut found, &a, &b, |of| of.1);
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
