//! Tests of the clock graph: conversions that the reference gives the same result for, and that
//! snapshots made to cost more than their size do not.

use super::*;

fn clock(id: u32) -> ClockId {
    ClockId::new(id, 0, 0)
}

fn snap(graph: &mut ClockGraph, readings: &[(u32, i64)]) -> bool {
    let readings: Vec<Reading> = readings
        .iter()
        .map(|&(id, timestamp)| Reading {
            clock: clock(id),
            timestamp,
            unit_ns: 1,
            incremental: false,
        })
        .collect();
    graph.add_snapshot(&readings)
}

fn convert(graph: &ClockGraph, id: u32, ns: i64) -> Result<i64, ClockError> {
    graph.convert(clock(id), ns, graph.version(), &mut ClockCache::default())
}

#[test]
fn series_hash_matches_the_reference() {
    let hash = |ids: &[u32]| series_hash(ids.iter().map(|&id| clock(id)));
    assert_eq!(hash(&[6, 3]), 0x83d7_ea3c);
    assert_eq!(hash(&[3, 6]), 0x8805_2b94);
    assert_eq!(hash(&[6, 3, 1]), 0xcaff_0fa5);
    assert_eq!(hash(&[6, 1, 2, 3, 4, 5]), 0x2063_75d6);
    // Sequences and machines count, too; what follows is worked out from its formula.
    let of_sequence = [clock(6), ClockId::new(64, 5, 0)];
    assert_eq!(series_hash(of_sequence.into_iter()), 0x0f35_3a97);
    let of_machine = [6, 3].map(|id| ClockId::new(id, 0, 2));
    assert_eq!(series_hash(of_machine.into_iter()), 0x2a0f_1ffa);
}

#[test]
fn nearest_snapshot_before_wins_and_both_ends_extrapolate() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    for (mono, boot) in [
        (1000, 2000),
        (1100, 2100),
        (1200, 2200),
        (1900, 2900),
        (2000, 3500),
        (2100, 3600),
    ] {
        assert!(snap(&mut graph, &[(3, mono), (6, boot)]));
    }
    for (mono, boot) in [
        (1104, 2104),
        (1950, 2950),
        (500, 1500),
        (2100, 3600),
        (5000, 6500),
    ] {
        assert_eq!(convert(&graph, 3, mono), Ok(boot), "{mono}");
    }
}

#[test]
fn a_conversion_only_sees_snapshots_of_its_version() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    snap(&mut graph, &[(6, 1000), (3, 10)]);
    let early = graph.version();
    snap(&mut graph, &[(6, 5000), (3, 20)]);
    let mut cache = ClockCache::default();
    assert_eq!(graph.convert(clock(3), 25, early, &mut cache), Ok(1015));
    assert_eq!(
        graph.convert(clock(3), 25, graph.version(), &mut cache),
        Ok(5005)
    );
}

#[test]
fn a_clock_that_goes_back_stops_being_a_source() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    snap(&mut graph, &[(6, 1000), (1, 10_000)]);
    snap(&mut graph, &[(6, 2000), (1, 11_000)]);
    let before = graph.version();
    snap(&mut graph, &[(6, 3000), (1, 10_200)]);
    let mut cache = ClockCache::default();
    assert_eq!(
        graph.convert(clock(1), 10_500, before, &mut cache),
        Ok(1500)
    );
    assert_eq!(convert(&graph, 1, 10_500), Err(ClockError::NoPath));
    // Where it was no clock yet, it is one of which nothing is known.
    let unknown = graph.convert(clock(1), 10_500, 0, &mut cache);
    assert_eq!(unknown, Err(ClockError::UnknownSource));
}

#[test]
fn at_most_four_hops() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    snap(&mut graph, &[(6, 5000), (201, 4000)]);
    for step in 0..4_i64 {
        let id = 201 + step as u32;
        snap(
            &mut graph,
            &[(id, 4000 - 1000 * step), (id + 1, 3000 - 1000 * step)],
        );
    }
    assert_eq!(convert(&graph, 204, 1500), Ok(5500));
    assert_eq!(convert(&graph, 205, 500), Err(ClockError::NoPath));
}

#[test]
fn a_path_that_is_remembered_is_found_anew_when_the_clocks_change() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    snap(&mut graph, &[(6, 1000), (200, 10)]);
    let mut cache = ClockCache::default();
    let early = graph.version();
    assert_eq!(
        graph.convert(clock(3), 25, early, &mut cache),
        Err(ClockError::UnknownSource)
    );
    snap(&mut graph, &[(200, 20), (3, 30)]);
    let version = graph.version();
    assert_eq!(graph.convert(clock(3), 30, version, &mut cache), Ok(1010));
    assert_eq!(
        graph.convert(clock(3), 25, early, &mut cache),
        Err(ClockError::UnknownSource)
    );
    snap(&mut graph, &[(6, 5000), (3, 40)]);
    let version = graph.version();
    assert_eq!(graph.convert(clock(3), 40, version, &mut cache), Ok(5000));
}

#[test]
fn what_is_remembered_of_a_path_of_two_hops_holds_only_where_both_do() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    for (from, to) in [(11_000, 5000), (12_000, 7000)] {
        assert!(snap(&mut graph, &[(201, from), (202, to)]));
    }
    for (from, to) in [(5500, 100), (6500, 1300), (7500, 2600)] {
        assert!(snap(&mut graph, &[(202, from), (6, to)]));
    }
    let times = || (10_800..13_000).step_by(50);
    for first in times() {
        let mut cache = ClockCache::default();
        let mut at = |ns| graph.convert(clock(201), ns, graph.version(), &mut cache);
        for next in times() {
            assert!(at(first).is_ok());
            assert_eq!(at(next), convert(&graph, 201, next), "{next} after {first}");
        }
    }
}

#[test]
fn a_snapshot_of_very_many_clocks_is_refused() {
    let mut graph = ClockGraph::new();
    let readings: Vec<(u32, i64)> = (0..=64).map(|id| (1000 + id, 1)).collect();
    assert!(!snap(&mut graph, &readings));
    assert!(snap(&mut graph, &readings[..64]));
}

#[test]
fn contradictions_reject_a_snapshot() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    assert!(!snap(&mut graph, &[(6, 1), (6, 2)]));
    assert_eq!(convert(&graph, 3, 1), Err(ClockError::UnknownSource));
    assert!(snap(&mut graph, &[(6, 1000), (3, 10)]));
    assert!(!snap(&mut graph, &[(6, 900), (3, 20)]));
    assert_eq!(convert(&graph, 3, 25), Ok(1015));
}

#[test]
fn of_two_lists_the_smaller_hash_wins_since_it_is_there() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    // With the reference's hash, each list has a smaller hash than the one before.
    assert!(snap(&mut graph, &[(6, 1000), (3, 10), (1, 1)]));
    let first = graph.version();
    assert!(snap(&mut graph, &[(3, 20), (6, 2000)]));
    let second = graph.version();
    assert!(snap(&mut graph, &[(6, 3000), (3, 30)]));
    let third = graph.version();
    let at = |version| graph.convert(clock(3), 40, version, &mut ClockCache::default());
    assert_eq!(
        [first, second, third].map(at),
        [Ok(1030), Ok(2020), Ok(3010)]
    );
    // A list with a greater hash changes nothing, and no path has to be found anew.
    let n_changes = graph.changes.len();
    assert!(snap(&mut graph, &[(6, 4000), (1, 3), (3, 50)]));
    assert_eq!(convert(&graph, 3, 60), Ok(3030));
    assert_eq!(graph.changes.len(), n_changes);
}

#[test]
fn lists_of_ever_new_clocks_are_refused_in_the_end() {
    let mut graph = ClockGraph::new();
    graph.set_trace_clock(clock(6));
    assert!(snap(&mut graph, &[(6, 1000), (3, 10)]));
    let mut fresh = (0..).map(|n| -> Vec<(u32, i64)> {
        let first = 200 + 64 * n;
        (first..first + 64).map(|id| (id, 1)).collect()
    });
    let accepted = fresh
        .by_ref()
        .take_while(|list| snap(&mut graph, list))
        .count();
    assert_eq!(accepted, MAX_PAIRS / (64 * 63));
    let n_clocks = graph.domains.len();
    for list in fresh.take(10) {
        assert!(!snap(&mut graph, &list));
    }
    assert_eq!(graph.domains.len(), n_clocks, "nothing is kept of them");
    // Snapshots with a list that is known already are accepted as before.
    assert!(snap(&mut graph, &[(6, 5000), (3, 20)]));
    assert_eq!(convert(&graph, 3, 21), Ok(5001));
}
