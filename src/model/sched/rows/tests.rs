//! Tests of `model/sched/rows.rs`: what comes out is what went in, whether it fits or not.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::model::ids::ThreadStateId;

/// Numbers of all sizes, most of which fit.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..8_u32, 2 => 0..5000_u32, 1 => any::<u32>(), 1 => Just(NONE)]
}

fn id() -> impl Strategy<Value = Option<u32>> {
    prop_oneof![Just(None), number().prop_map(Some)]
}

fn ts() -> impl Strategy<Value = Ts> {
    let ns = prop_oneof![8 => 1_000..100_000_i64, 1 => 0..1_i64 << 40, 1 => any::<i64>()];
    ns.prop_map(Ts::from_ns)
}

fn dur() -> impl Strategy<Value = Option<Dur>> {
    let ns =
        prop_oneof![4 => 0..1_000_000_i64, 1 => (1_i64 << 32) - 3..1_i64 << 32, 1 => 0..=i64::MAX];
    prop_oneof![Just(None), ns.prop_map(|ns| Some(Dur::from_ns(ns)))]
}

prop_compose! {
    fn stay()(
        ts in ts(), dur in dur(), cpu in number(), utid in number(), state in id(),
        priority in prop_oneof![4 => -2..140_i32, 1 => any::<i32>()],
    ) -> SchedSlice {
        SchedSlice {
            ts,
            dur,
            cpu,
            utid: Utid(utid),
            end_state: state.map(StrId::new),
            priority,
        }
    }
}

prop_compose! {
    fn state()(
        ts in ts(), dur in dur(), utid in number(), state in number(),
        ids in prop_oneof![
            id().prop_map(|cpu| (cpu, None, None, None)),
            (id(), id()).prop_map(|(waker, state)| (None, None, waker, state)),
            id().prop_map(|function| (None, function, None, None)),
            (id(), id(), id(), id()),
        ],
        flags in any::<(Option<bool>, Option<bool>)>(),
    ) -> ThreadState {
        let (cpu, function, waker, waker_state) = ids;
        ThreadState {
            ts,
            dur,
            utid: Utid(utid),
            state: StrId::new(state),
            cpu,
            io_wait: flags.0,
            blocked_function: function.map(StrId::new),
            waker: waker.map(Utid),
            waker_state: waker_state.map(ThreadStateId),
            irq_context: flags.1,
        }
    }
}

/// What happens to a row.
type Change<T> = (usize, T);

fn check<T: Pack + PartialEq + std::fmt::Debug>(
    mut all: Vec<T>,
    changes: Vec<Change<T>>,
) -> Result<Rows<T>, TestCaseError> {
    let mut rows = Rows::from(all.clone());
    for (index, row) in changes {
        if let Some(slot) = all.get_mut(index) {
            *slot = row;
        }
        rows.update(index, |slot| *slot = row);
    }
    prop_assert_eq!(rows.iter().collect::<Vec<_>>(), all.clone());
    prop_assert_eq!(rows.len(), all.len());
    prop_assert_eq!(rows.get(all.len()), None);
    Ok(rows)
}

/// Rows that fill more than one block now and then.
fn many<T: std::fmt::Debug>(row: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(row, 0..BLOCK + 20)
}

fn ends() -> impl Strategy<Value = Vec<(usize, Ts)>> {
    prop::collection::vec((0..BLOCK + 20, ts()), 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4 + 1, ..ProptestConfig::default() })]

    #[test]
    fn stays_come_out_as_they_went_in(
        all in many(stay()), ends in ends(),
        changes in prop::collection::vec((0..BLOCK + 20, stay()), 0..9),
        closed in prop::collection::vec((0..BLOCK + 20, ts(), id()), 0..40),
    ) {
        let mut rows = check(all, changes)?;
        let first = rows.iter().map(|row| row.ts).min();
        let last = rows.iter().map(|row| row.dur.map_or(row.ts, |dur| row.ts.plus(dur))).max();
        let mut cpus = BTreeSet::new();
        prop_assert_eq!(rows.extent(|cpu| _ = cpus.insert(cpu)), first.zip(last));
        prop_assert!(cpus.into_iter().eq(rows.iter().map(|row| row.cpu).collect::<BTreeSet<_>>()));
        let mut all: Vec<SchedSlice> = rows.iter().collect();
        for (index, end) in ends {
            rows.end(index, end);
            if let Some(row) = all.get_mut(index) {
                row.set_end(end);
            }
        }
        prop_assert_eq!(rows.iter().collect::<Vec<_>>(), all.clone());
        let (mut groups, mut runs) = (Vec::new(), Vec::new());
        rows.each_group(|cpu| groups.push(cpu));
        prop_assert_eq!(rows.is_sorted(), all.is_sorted_by_key(|row| row.ts));
        rows.each_run(|utid, dur| runs.push((utid, dur)));
        prop_assert!(groups.into_iter().eq(all.iter().map(|row| row.cpu)));
        prop_assert!(runs.into_iter().eq(all.iter().map(|row| (row.utid, row.dur))));
        for (index, end, state) in closed {
            let state = state.map(StrId::new);
            match all.get(index) {
                Some(row) if index % 2 == 0 => {
                    let state = rows.coded(state);
                    rows.close_since(index, (row.ts, end), state);
                }
                _ => rows.close(index, end, state),
            }
            if let Some(row) = all.get_mut(index) {
                row.set_end(end);
                row.end_state = state;
            }
        }
        prop_assert_eq!(rows.iter().collect::<Vec<_>>(), all);
    }

    #[test]
    fn states_come_out_as_they_went_in(
        mut all in many(state()), ends in ends(),
        changes in prop::collection::vec((0..BLOCK + 20, state()), 0..9),
        woken in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        // The waker of a row is the thread of the row's waker state, as it mostly is in traces.
        for (woken, at) in woken.into_iter().zip((1..all.len()).rev()) {
            let state = woken.index(at);
            all[at].waker = Some(all[state].utid);
            all[at].waker_state = Some(ThreadStateId::from_index(state));
            (all[at].cpu, all[at].blocked_function) = (None, None);
        }
        let mut coded = Rows::<ThreadState>::default();
        for row in &all {
            let state = coded.coded(row.state);
            coded.push_coded(ThreadState { state: StrId::EMPTY, ..*row }, state);
        }
        prop_assert_eq!(coded.iter().collect::<Vec<_>>(), all.clone());
        // The thread of a state never changes.
        let mut changes = changes;
        for (index, row) in &mut changes {
            if let Some(before) = all.get(*index) {
                row.utid = before.utid;
            }
        }
        let mut rows = check(all, changes)?;
        let mut all: Vec<ThreadState> = rows.iter().collect();
        let mut groups = Vec::new();
        rows.each_group(|utid| groups.push(utid));
        prop_assert!(groups.into_iter().eq(all.iter().map(|row| row.utid.0)));
        for (index, end) in ends {
            match all.get(index) {
                Some(row) if index % 2 == 0 => rows.end_since(index, row.ts, end),
                _ => rows.end(index, end),
            }
            if let Some(row) = all.get_mut(index) {
                row.set_end(end);
            }
        }
        prop_assert_eq!(rows.iter().collect::<Vec<_>>(), all);
    }
}

#[test]
fn they_are_small() {
    assert_eq!(size_of::<<SchedSlice as Pack>::Words>(), 16);
    assert_eq!(size_of::<<ThreadState as Pack>::Words>(), 16);
}
