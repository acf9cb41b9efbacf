//! How a slice compares with all others of its name: how many, how long, and where it stands.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::time::Dur;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;

/// Columns of the histogram.
const BINS: usize = 16;

/// All slices of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameName {
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
    /// Slices between two looks at the flag.
    const CHUNK: usize = 1 << 16;
    let name = trace.slices.name(id);
    let labels = trace.slices.labels();
    let is_same: Vec<bool> = labels.iter().map(|label| label.name == name).collect();
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
}
