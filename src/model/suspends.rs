//! When a device was suspended: nothing ran there and nothing was measured, but the clock went on.
//!
//! Found in the slices of the kernel's events by the rules of Perfetto's module `android.suspend`, which SQL has, too:
//! `suspend_resume_minimal` counts where a machine has it, else the phases in which its clocks stood still.

use std::collections::BTreeMap;

use super::slice::DepthSlices;
use super::trace::Trace;
use super::track::TrackData;
use crate::base::time::{Dur, TimeSpan, Ts};

/// The phases of a suspend in which clocks stand still.
const STANDSTILL: [&[u8]; 2] = [b"syscore_resume(0)", b"timekeeping_freeze(0)"];

/// A time in which a device was suspended.
#[derive(Clone, Copy, Debug)]
struct Suspend {
    span: TimeSpan,
    /// How long those before it were in all, in nanoseconds.
    before_ns: i64,
}

/// When the machines of a trace were suspended.
#[derive(Clone, Debug, Default)]
pub struct Suspends {
    /// For each machine that was, in the order of time; they do not overlap.
    by_machine: BTreeMap<u32, Vec<Suspend>>,
}

impl Suspends {
    /// Finds them: one pass over the slices of the kernel's events of suspending.
    pub(super) fn new(trace: &Trace) -> Self {
        let mut minimal: BTreeMap<u32, Vec<(Ts, Ts)>> = BTreeMap::new();
        let mut phases = minimal.clone();
        for (track, _) in trace.slices.tracks() {
            let row = trace.tracks.get(track);
            let is_minimal = match trace.bytes(row.type_name) {
                b"suspend_resume_minimal" => true,
                b"suspend_resume" => false,
                _ => continue,
            };
            if row.data != TrackData::Slices {
                continue;
            }
            let found = if is_minimal {
                &mut minimal
            } else {
                &mut phases
            };
            let stands_still = |slice| {
                let name = trace.slices.name(slice).map(|name| trace.bytes(name));
                is_minimal || name.is_some_and(|name| STANDSTILL.contains(&name))
            };
            for slice in trace.slices.depths(track).flat_map(DepthSlices::ids) {
                if let Some(end) = trace.slices.end(slice).filter(|_| stands_still(slice)) {
                    let spans = found.entry(row.machine).or_default();
                    spans.push((trace.slices.ts(slice), end));
                }
            }
        }
        for (machine, spans) in phases {
            minimal.entry(machine).or_insert(spans);
        }
        let by_machine = minimal.into_iter();
        Self {
            by_machine: by_machine
                .map(|(machine, spans)| (machine, in_order(spans)))
                .collect(),
        }
    }

    fn of(&self, machine: u32) -> &[Suspend] {
        self.by_machine.get(&machine).map_or(&[], Vec::as_slice)
    }

    /// Returns when a machine was suspended within a span, cut to it, in the order of time.
    pub fn within(&self, machine: u32, span: TimeSpan) -> impl Iterator<Item = TimeSpan> {
        let all = self.of(machine);
        let first = all.partition_point(|of| of.span.end() <= span.start());
        let rest = all[first..].iter().map(|of| of.span);
        rest.take_while(move |of| of.start() < span.end())
            .map(move |of| of.clamped_to(span))
    }

    /// Returns for how long a machine was suspended within a span. Costs two binary searches.
    pub fn time_in(&self, machine: u32, span: TimeSpan) -> Dur {
        let all = self.of(machine);
        let until = |ts: Ts| {
            let n = all.partition_point(|of| of.span.start() < ts);
            let last = n.checked_sub(1).map(|last| all[last]);
            last.map_or(0, |of| {
                let inside = of.span.end().min(ts).since(of.span.start()).ns();
                of.before_ns.saturating_add(inside)
            })
        };
        Dur::from_ns(until(span.end()).saturating_sub(until(span.start())))
    }
}

/// Returns spans in the order of time. What reaches into the next one lost its end.
fn in_order(mut spans: Vec<(Ts, Ts)>) -> Vec<Suspend> {
    spans.sort_unstable();
    let next = spans.iter().skip(1).map(|next| next.0);
    let next = next.chain([Ts::MAX]);
    let whole = spans.iter().zip(next).filter(|(of, next)| of.1 <= *next);
    let mut before_ns = 0_i64;
    let suspends = whole.map(|(&(start, end), _)| {
        let span = TimeSpan::new(start, end);
        let suspend = Suspend { span, before_ns };
        before_ns = before_ns.saturating_add(span.dur().ns());
        suspend
    });
    suspends.collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    /// Adds when the host was suspended, in nanoseconds: start and length.
    pub(crate) fn suspend(b: &mut TraceBuilder, spans: &[(i64, i64)]) {
        let track = b.slice_track(Scope::Global, Some("Suspend/Resume Latency"));
        b.tracks.get_mut(track).type_name = b.strings.intern(b"suspend_resume");
        let slices: Vec<_> = spans
            .iter()
            .map(|&(ts, dur)| (ts, dur, "timekeeping_freeze(0)"))
            .collect();
        b.nested_slices(track, &slices);
    }

    #[test]
    fn the_time_in_which_clocks_stood_still_is_added_up() {
        let mut b = TraceBuilder::new();
        suspend(&mut b, &[(10, 20), (40, 5), (60, 30)]);
        let track = b.slice_track(Scope::Global, Some("Suspend/Resume Latency"));
        b.tracks.get_mut(track).type_name = b.strings.intern(b"suspend_resume");
        b.nested_slices(track, &[(0, 95, "suspend_enter(3)")]);
        let trace = b.finish();
        let suspends = trace.suspends();
        let span = |from, to| TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to));
        for (from, to) in [(0, 100), (10, 30), (15, 42), (30, 40), (45, 60), (70, 80)] {
            let spans: Vec<TimeSpan> = suspends.within(0, span(from, to)).collect();
            let sum: i64 = spans.iter().map(|of| of.dur().ns()).sum();
            assert_eq!(suspends.time_in(0, span(from, to)).ns(), sum, "{from}");
        }
        assert_eq!(suspends.time_in(0, span(0, 100)).ns(), 55);
        let inside: Vec<_> = suspends.within(0, span(15, 42)).collect();
        assert_eq!(inside, [span(15, 30), span(40, 42)]);
        assert_eq!(suspends.time_in(1, span(0, 100)).ns(), 0);
        assert_eq!(suspends.within(1, span(0, 100)).count(), 0);
    }

    #[test]
    fn the_short_event_counts_where_there_is_one_and_what_lost_its_end_does_not() {
        let mut b = TraceBuilder::new();
        suspend(&mut b, &[(10, 20)]);
        let track = b.slice_track(Scope::Global, Some("Suspend/Resume Minimal"));
        b.tracks.get_mut(track).type_name = b.strings.intern(b"suspend_resume_minimal");
        b.nested_slices(track, &[(50, 30, "suspended"), (60, 15, "suspended")]);
        let trace = b.finish();
        let all = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(100));
        let within: Vec<_> = trace.suspends().within(0, all).collect();
        assert_eq!(within, [TimeSpan::new(Ts::from_ns(60), Ts::from_ns(75))]);
    }
}
