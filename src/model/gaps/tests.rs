//! Tests of `gaps.rs`, on a trace of two CPUs and a thread that moves from one to the other.

use super::*;
use crate::base::time::Dur;
use crate::model::builder::TraceBuilder;
use crate::model::sched::{SchedSlice, SchedTable, ThreadState};

fn span(from: i64, to: i64) -> TimeSpan {
    TimeSpan::new(Ts::from_ns(from), Ts::from_ns(to))
}

/// Adds that events of a CPU were lost, in nanoseconds from and to.
pub(crate) fn lose(b: &mut TraceBuilder, cpu: u32, spans: &[(i64, i64)]) {
    let lost = spans.iter().map(|&(from, to)| LostEvents {
        cpu,
        span: span(from, to),
    });
    b.lost_events.extend(lost);
}

fn stay(ts: i64, dur: Option<i64>, cpu: u32) -> SchedSlice {
    SchedSlice {
        ts: Ts::from_ns(ts),
        dur: dur.map(Dur::from_ns),
        cpu,
        utid: Utid(1),
        end_state: None,
        priority: 120,
    }
}

/// What a gap is, in short.
fn told(gaps: impl IntoIterator<Item = Gap>) -> Vec<(i64, i64, GapKind)> {
    let told = |gap: Gap| (gap.span.start().ns(), gap.span.end().ns(), gap.kind);
    gaps.into_iter().map(told).collect()
}

/// A trace of 0 to 1000 with two CPUs and a thread that sleeps on one and wakes up on the other.
fn trace(is_cut: bool) -> Trace {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(crate::model::track::Scope::Thread(main), None);
    b.nested_slices(track, &[(0, 1000, "all")]);
    let mut state = |ts, dur: Option<i64>, name, cpu| {
        let name = b.str(name);
        let dur = dur.map(Dur::from_ns);
        ThreadState {
            cpu,
            ..ThreadState::new(Ts::from_ns(ts), dur, main, name)
        }
    };
    let states = vec![
        state(100, Some(100), "Running", Some(0)),
        state(200, Some(390), "S", None),
        state(590, Some(10), "R", None),
        state(600, Some(100), "Running", Some(1)),
        state(700, None, "S", None),
    ];
    let stays = vec![
        stay(100, Some(100), 0),
        stay(200, Some(600), 0),
        stay(300, Some(300), 1),
        stay(600, Some(100), 1),
        stay(700, None, 1),
        stay(800, None, 0),
    ];
    b.sched = SchedTable::new(stays, states);
    lose(&mut b, 0, &[(450, 500), (250, 400), (50, 90), (350, 420)]);
    lose(&mut b, 1, &[(480, 550)]);
    if is_cut {
        b.issues.count("trace_truncated");
    }
    b.finish()
}

#[test]
fn gaps_of_a_cpu_are_in_order_and_do_not_overlap() {
    use GapKind::{After, Before, Lost};
    let trace = trace(false);
    let gaps = trace.gaps();
    let all = [
        (0, 100, Before),
        (250, 400, Lost),
        (400, 420, Lost),
        (450, 500, Lost),
        (800, 1000, After),
    ];
    assert_eq!(told(gaps.within(0, span(0, 1000))), all);
    let some = [(410, 420, Lost), (450, 460, Lost)];
    assert_eq!(told(gaps.within(0, span(410, 460))), some);
    // CPU 1 had nothing to do, as far as CPU 0 tells until when events were recorded.
    let of_1 = [(0, 300, Before), (480, 550, Lost), (800, 1000, After)];
    assert_eq!(told(gaps.within(1, span(0, 1000))), of_1);
    assert_eq!(told(gaps.within(2, span(0, 1000))), []);
    for (from, to, is_covered) in [(260, 400, true), (400, 421, false), (420, 440, false)] {
        let covering = gaps.covering(0, span(from, to));
        assert_eq!(covering.is_some(), is_covered, "{from}");
    }
}

#[test]
fn where_the_end_of_the_trace_is_missing_each_cpu_ends_by_itself() {
    let trace = trace(true);
    let ends = [(0, 800), (1, 700)].map(|(cpu, end)| {
        let gaps = trace.gaps().within(cpu, span(600, 1000));
        (told(gaps), [(end, 1000, GapKind::After)])
    });
    for (gaps, end) in ends {
        assert_eq!(gaps, end);
    }
}

#[test]
fn a_sleep_is_not_known_while_the_cpu_before_or_after_it_was_not_recorded() {
    use GapKind::{After, Lost};
    let trace = trace(false);
    let rows = trace.sched.of_thread(Utid(1));
    let of = |at: usize, of| told(trace.gaps().in_state(&trace, rows[at], of));
    // Before the first stay of a CPU nothing is lost for a thread that has a state already.
    assert_eq!(of(0, span(0, 200)), []);
    let asleep = [
        (250, 400, Lost),
        (400, 420, Lost),
        (450, 500, Lost),
        (500, 550, Lost),
    ];
    assert_eq!(of(1, span(200, 590)), asleep);
    assert_eq!(of(1, span(300, 310)), [(300, 310, Lost)]);
    assert_eq!(of(3, span(600, 700)), []);
    assert_eq!(of(4, span(700, 1000)), [(800, 1000, After)]);
}

#[test]
fn a_trace_without_scheduling_has_no_gaps() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(crate::model::track::Scope::Thread(main), None);
    b.nested_slices(track, &[(0, 1000, "all")]);
    let trace = b.finish();
    assert_eq!(told(trace.gaps().within(0, span(0, 1000))), []);
    assert!(!trace.gaps().may_concern(&trace, main, span(0, 1000)));
}
