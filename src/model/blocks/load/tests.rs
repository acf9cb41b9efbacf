//! Loads against a sum over all stays.

use proptest::prelude::*;

use super::*;
use crate::base::time::{Dur, Ts};
use crate::model::builder::TraceBuilder;
use crate::model::sched::{SchedSlice, SchedTable};

/// A trace of stays, each a CPU, a gap before it, how long it lasts and its thread. Thread 0 is idle.
fn trace(stays: &[(u32, i64, i64, u32)], open: bool) -> Trace {
    let mut b = TraceBuilder::new();
    let process = b.process(1, "p");
    for tid in 1..6 {
        b.thread(process, tid, "");
    }
    let mut at = [0_i64; 4];
    let mut rows: Vec<SchedSlice> = stays
        .iter()
        .map(|&(cpu, gap, dur, utid)| {
            let ts = at[cpu as usize] + gap;
            at[cpu as usize] = ts + dur;
            SchedSlice {
                ts: Ts::from_ns(ts),
                dur: Some(Dur::from_ns(dur)),
                cpu,
                utid: Utid(utid),
                end_state: None,
                priority: 0,
            }
        })
        .collect();
    // Some stays have no end: the last stay of a CPU, and others.
    for row in rows.iter_mut().rev().step_by(7).filter(|_| open) {
        row.dur = None;
    }
    b.sched = SchedTable::new(rows, Vec::new());
    b.finish()
}

/// How long a thread ran within a span.
fn ran(trace: &Trace, utid: u32, (start, end): (i64, i64)) -> i64 {
    let sched = &trace.sched;
    let stays = (0..sched.sched().len()).map(SchedId::from_index);
    let stays = stays.filter(|&id| sched.sched_row(id).utid.0 == utid);
    let inside = |id: SchedId| {
        let until = sched.stay_end(id).map_or(i64::MAX, Ts::ns);
        (until.min(end) - sched.sched_row(id).ts.ns().max(start)).max(0)
    };
    stays.map(inside).sum()
}

proptest! {
    #[test]
    fn stretches_hold_what_ran_in_them(
        stays in prop::collection::vec(
            (0_u32..4, 0_i64..5, prop_oneof![8 => 1_i64..50, 1 => 1_i64..50_000], 0_u32..6),
            1..1000,
        ),
        open: bool,
    ) {
        let trace = trace(&stays, open);
        let loads = Loads::new(&trace);
        for level in &loads.levels {
            let all: Vec<_> = (0..level.len())
                .map(|at| (level.ts[at], level.ts[at + 1], level.ran(at)))
                .collect();
            prop_assert_eq!(all.first().map(|it| it.0), Some(trace.bounds.start().ns()));
            // A stretch of no length may be in no span, and is not compared.
            let with_length = |list: &[(i64, i64, &Ran)]| -> Vec<(i64, i64, usize)> {
                let list = list.iter().filter(|it| it.0 < it.1);
                list.map(|it| (it.0, it.1, it.2.len())).collect()
            };
            let seen: Vec<_> = level.within(trace.bounds).collect();
            prop_assert_eq!(with_length(&seen), with_length(&all));
            for &(start, end, list) in &all {
                prop_assert!(list.is_sorted_by(|a, b| a.0 < b.0));
                for utid in 1..6 {
                    let found = list.iter().find(|row| row.0 == Utid(utid));
                    let found = found.map_or(0.0, |row| row.1);
                    let expected = ran(&trace, utid, (start, end)) as f32;
                    prop_assert!((found - expected).abs() <= expected * 1e-4, "{found} {expected}");
                }
                prop_assert!(list.iter().all(|row| row.0 != Utid(0)), "idle is not running");
            }
        }
    }
}

#[test]
fn the_coarsest_level_with_enough_stretches_is_chosen() {
    let stays: Vec<_> = (0..STAYS as u32 * 2000)
        .map(|n| (n % 4, 0, 10, 1 + n % 3))
        .collect();
    let trace = trace(&stays, false);
    let loads = Loads::new(&trace);
    let lens: Vec<usize> = loads.levels.iter().map(LoadLevel::len).collect();
    assert_eq!(lens, [2000, 500]);
    let len_for = |span, n| loads.level_for(span, n).map(LoadLevel::len);
    assert_eq!(len_for(trace.bounds, 2001), None);
    assert_eq!(len_for(trace.bounds, 501), Some(2000));
    assert_eq!(len_for(trace.bounds, 500), Some(500));
    let bounds = trace.bounds;
    let half = TimeSpan::new(bounds.start(), Ts::from_ns(bounds.end().ns() / 2));
    assert_eq!(len_for(half, 400), Some(2000));
    assert_eq!(loads.levels[0].within(half).count(), 1000);
}
