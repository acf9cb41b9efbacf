//! Which part of a trace a viewer opens with.
//!
//! A ring buffer keeps a few events from long before the rest, and an event that waited for
//! a minute stretches the trace by that minute: then nearly everything is in a corner of the
//! screen. What is searched here is that corner.

use crate::base::time::{TimeSpan, Ts};
use crate::model::ids::{CounterId, SliceId};
use crate::model::trace::Trace;

/// How many events are looked at.
const SAMPLES: usize = 4096;
/// With fewer events, nothing can be said of nearly all of them.
const LEAST: usize = 512;
/// At each end, one in so many events may be left out.
const OF: usize = 256;

/// Returns the time in which nearly all events are, if that is at most two thirds of the trace.
///
/// Slices, counter samples and kernel events count alike. What adjoins the time without a gap
/// belongs to it.
pub fn busy_window(trace: &Trace) -> Option<TimeSpan> {
    let (mut starts, mut ends) = samples(trace);
    if starts.len() < LEAST || ends.len() < LEAST {
        return None;
    }
    starts.sort_unstable();
    ends.sort_unstable();
    let (left_out, kept) = (starts.len() / OF, ends.len() - 1 - ends.len() / OF);
    let (mut first, mut last) = (starts[left_out], ends[kept]);
    let gap = last.saturating_sub(first).max(0) / 50;
    for &start in starts[..left_out].iter().rev() {
        if first.saturating_sub(start) > gap {
            break;
        }
        first = start;
    }
    for &end in &ends[kept + 1..] {
        if end.saturating_sub(last) > gap {
            break;
        }
        last = end;
    }
    let margin = gap / 2;
    let start = Ts::from_ns(first.saturating_sub(margin)).max(trace.bounds.start());
    let end = Ts::from_ns(last.saturating_add(margin)).min(trace.bounds.end());
    let window = TimeSpan::new(start, end.max(start));
    let (shown, all) = (window.dur().ns(), trace.bounds.dur().ns());
    (shown > 0 && shown <= all - all / 3).then_some(window)
}

/// Returns when some of the events start and end, in no order: each stands for as many others.
fn samples(trace: &Trace) -> (Vec<i64>, Vec<i64>) {
    let (slices, counters) = (&trace.slices, &trace.counters);
    let n = slices.len() + counters.len() + trace.ftrace.len();
    let step = n.div_ceil(SAMPLES).max(1);
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    for id in (0..slices.len()).step_by(step).map(SliceId::from_index) {
        starts.push(slices.ts(id).ns());
        ends.extend(slices.end(id).map(Ts::ns));
    }
    let instants = (0..counters.len()).step_by(step);
    let instants = instants.map(|index| counters.ts(CounterId::from_index(index)).ns());
    // Kernel events are spread evenly over their time, because only their number is known.
    let kernel = trace.ftrace.ends().into_iter().flat_map(|(first, last)| {
        let n = trace.ftrace.len() / step;
        let all = i128::from(last.ns()) - i128::from(first.ns());
        let at = move |i| i128::from(first.ns()) + all * i as i128 / n as i128;
        (0..n).map(move |i| at(i) as i64)
    });
    for ts in instants.chain(kernel) {
        starts.push(ts);
        ends.push(ts);
    }
    (starts, ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    /// Returns the busy window of a trace of slices on one track.
    fn of(slices: impl Iterator<Item = (i64, i64)>) -> Option<(i64, i64)> {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let slices: Vec<_> = slices.map(|(ts, dur)| (ts, dur, "a")).collect();
        b.nested_slices(track, &slices);
        busy_window(&b.finish()).map(|window| (window.start().ns(), window.end().ns()))
    }

    #[test]
    fn a_few_early_events_are_left_out() {
        let rest = (0..1000).map(|i| (1_000_000 + 10 * i, 9));
        let window = of([(0, 5), (100, 5)].into_iter().chain(rest.clone()));
        // The margin on the left is a hundredth of the window; nothing comes after the window.
        assert_eq!(window, Some((999_901, 1_009_999)));
        // An event that is not far before the rest belongs to it.
        assert_eq!(of([(995_000, 5)].into_iter().chain(rest.clone())), None);
        // Without an early event there is nothing to leave out.
        assert_eq!(of(rest), None);
    }

    #[test]
    fn an_event_that_ends_late_is_left_out() {
        let rest = (1..1000).map(|i| (10 * i, 9));
        let window = of(rest.clone().chain([(20_000, 5_000_000)]));
        assert_eq!(window, Some((10, 10_098)));
        // An event without an end does not count when the end of the window is sought.
        assert_eq!(of(rest.chain([(20_000, -1)])), Some((10, 10_098)));
    }

    #[test]
    fn few_events_are_all_shown() {
        let rest = (0..500).map(|i| (1_000_000 + 10 * i, 9));
        assert_eq!(of([(0, 5)].into_iter().chain(rest)), None);
    }

    #[test]
    fn two_busy_times_are_both_shown() {
        let late = (0..1000).map(|i| (1_000_000 + 10 * i, 9));
        assert_eq!(of((0..20).map(|i| (10 * i, 9)).chain(late)), None);
    }
}
