//! How a slice compares with all others of its name: how many, how long, and where it stands.
//!
//! Many names have a number in them that no other has, such as `Choreographer#doFrame 131`. A slice
//! that is the only one of such a name is compared with those whose names differ in their numbers only.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::time::Dur;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;

/// Columns of the histogram.
const BINS: usize = 16;

/// All slices of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameName {
    /// Whether numbers in names may differ.
    pub any_number: bool,
    /// How many there are; those that never ended are counted here only.
    pub count: usize,
    /// How many of them ended.
    pub ended: usize,
    /// How many of those are shorter than the slice.
    pub shorter: usize,
    /// The shortest, in nanoseconds.
    pub min_ns: i64,
    /// The mean.
    pub mean_ns: i64,
    /// The longest.
    pub max_ns: i64,
    /// How many are how long, in steps of equal ratio from the shortest to the longest.
    pub bins: [usize; BINS],
    /// The step of the slice, if it ended.
    pub own_bin: Option<usize>,
}

/// Looks at all slices with the name of `id`. O(slices). Returns `None` if it was cancelled.
pub fn same_name(trace: &Trace, id: SliceId, cancel: &AtomicBool) -> Option<SameName> {
    let any_number = is_told_by_number(trace, id);
    let (count, durs) = gather(trace, &labels_like(trace, id, any_number), cancel)?;
    let min_ns = durs.iter().copied().min().unwrap_or(0);
    let max_ns = durs.iter().copied().max().unwrap_or(0);
    let total = durs.iter().fold(0_i128, |sum, &dur| sum + i128::from(dur));
    let (low, high) = ((min_ns.max(1) as f64).ln(), (max_ns.max(1) as f64).ln());
    let bin_of = |dur: i64| {
        let share = ((dur.max(1) as f64).ln() - low) / (high - low).max(1e-9);
        ((share * BINS as f64) as usize).min(BINS - 1)
    };
    let mut bins = [0; BINS];
    for &dur in &durs {
        bins[bin_of(dur)] += 1;
    }
    let own = trace.slices.dur(id).map(Dur::ns);
    Some(SameName {
        any_number,
        count,
        ended: durs.len(),
        shorter: own.map_or(0, |own| durs.iter().filter(|&&dur| dur < own).count()),
        min_ns,
        mean_ns: (total / durs.len().max(1) as i128) as i64,
        max_ns,
        bins,
        own_bin: own.map(bin_of),
    })
}

/// Returns whether a slice is the only one of its name, which has letters and a number. O(slices).
pub fn is_told_by_number(trace: &Trace, id: SliceId) -> bool {
    let Some(name) = trace.slices.name(id) else {
        return false;
    };
    let name = trace.bytes(name);
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    if !name.iter().any(u8::is_ascii_digit) || !name.iter().any(is_letter) {
        return false;
    }
    let is_same = labels_like(trace, id, false);
    let chunks = trace.slices.label_column().chunks(CHUNK);
    let others = chunks.flatten().filter(|&&label| is_same[label as usize]);
    others.take(2).count() < 2
}

/// Slices between two looks at the flag.
const CHUNK: usize = 1 << 16;

/// Returns which labels have the name of a slice.
fn labels_like(trace: &Trace, id: SliceId, any_number: bool) -> Vec<bool> {
    let name = trace.slices.name(id);
    let labels = trace.slices.labels().iter();
    match name.filter(|_| any_number) {
        Some(name) => {
            let name = trace.bytes(name);
            let is_like = |other| differ_in_numbers(trace.bytes(other), name);
            labels
                .map(|label| label.name.is_some_and(is_like))
                .collect()
        }
        None => labels.map(|label| label.name == name).collect(),
    }
}

/// Returns whether names are the same but for their numbers.
fn differ_in_numbers(one: &[u8], other: &[u8]) -> bool {
    let parts = |name| {
        let both_digits = |a: &u8, b: &u8| a.is_ascii_digit() && b.is_ascii_digit();
        let parts = <[u8]>::chunk_by(name, both_digits);
        parts.map(|part| part.first().filter(|byte| !byte.is_ascii_digit()))
    };
    parts(one).eq(parts(other))
}

/// Returns how many slices have one of some labels, and how long those of them took that ended.
fn gather(trace: &Trace, is_same: &[bool], cancel: &AtomicBool) -> Option<(usize, Vec<i64>)> {
    let mut count = 0;
    let mut durs = Vec::new();
    for (chunk, found) in trace.slices.label_column().chunks(CHUNK).enumerate() {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        for (at, &label) in found.iter().enumerate() {
            if is_same[label as usize] {
                count += 1;
                let other = SliceId::from_index(chunk * CHUNK + at);
                durs.extend(trace.slices.dur(other).map(Dur::ns));
            }
        }
    }
    Some((count, durs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    #[test]
    fn a_slice_among_its_likes() {
        let mut b = TraceBuilder::new();
        let t = b.slice_track(Scope::Global, Some("t"));
        let slices = [
            (0, 10, "a"),
            (20, 100, "a"),
            (200, 5, "b"),
            (300, 1000, "a"),
            (2000, -1, "a"),
        ];
        let ids = b.nested_slices(t, &slices);
        let trace = b.finish();
        let go = AtomicBool::new(false);
        let found = same_name(&trace, ids[1], &go).expect("not cancelled");
        assert_eq!((found.count, found.ended, found.shorter), (4, 3, 1));
        assert_eq!((found.min_ns, found.mean_ns, found.max_ns), (10, 370, 1000));
        assert_eq!(found.bins.iter().sum::<usize>(), 3);
        assert_eq!(found.own_bin, Some(8));
        let unfinished = same_name(&trace, ids[4], &go).expect("not cancelled");
        assert_eq!((unfinished.own_bin, unfinished.shorter), (None, 0));
        assert_eq!(same_name(&trace, ids[0], &AtomicBool::new(true)), None);
    }

    #[test]
    fn the_only_one_of_a_name_is_compared_with_those_of_other_numbers() {
        let mut b = TraceBuilder::new();
        let t = b.slice_track(Scope::Global, Some("t"));
        let slices = [
            (0, 10, "doFrame 131"),
            (20, 100, "doFrame 1320"),
            (200, 5, "doFrame x"),
            (300, 50, "doFrame 7 resynced 8"),
            (400, 30, "7"),
            (500, 20, "8"),
            (600, 20, "tick 1"),
            (700, 30, "tick 1"),
            (800, 40, "tick 2"),
        ];
        let ids = b.nested_slices(t, &slices);
        let trace = b.finish();
        let go = AtomicBool::new(false);
        let found = |at: usize| {
            let found = same_name(&trace, ids[at], &go).expect("not cancelled");
            (found.any_number, found.count, found.max_ns)
        };
        assert_eq!((found(0), found(1)), ((true, 2, 100), (true, 2, 100)));
        assert_eq!((found(2), found(3)), ((false, 1, 5), (true, 1, 50)));
        // A name that is only a number says nothing, and what has its likes keeps to them.
        assert_eq!((found(4), found(6)), ((false, 1, 30), (false, 2, 30)));
        assert_eq!(found(8), (true, 3, 40));
    }
}
