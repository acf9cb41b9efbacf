//! The layout against the rule it implements, tried row by row.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::base::time::Dur;
use crate::model::args::EventPos;
use crate::model::builder::TraceBuilder;
use crate::model::ids::LabelId;
use crate::model::slice::SliceRow;
use crate::model::trace::Trace;
use crate::model::track::Scope;

/// The rule as the reference states it: every row is tried for every box.
fn naive_rows(slices: &SliceTable, tracks: &[TrackId]) -> Vec<Vec<SliceId>> {
    let mut boxes = Boxes::default();
    for &track in tracks {
        boxes.add_track(slices, track);
    }
    boxes
        .list
        .sort_by_key(|b| (Reverse(b.height), b.start, b.order, b.first_range));
    let mut taken: Vec<Vec<(i64, i64)>> = Vec::new();
    let mut rows: Vec<Vec<SliceId>> = Vec::new();
    for b in &boxes.list {
        let is_free = |row: usize| {
            taken.get(row).is_none_or(|row| {
                row.iter().all(|&(start, end)| {
                    end <= b.start || start >= b.end.max(b.start + i64::from(b.start == b.end))
                })
            })
        };
        let base = (0..=rows.len())
            .find(|&base| (base..base + b.height).all(is_free))
            .expect("the row above all others is free");
        while rows.len() < base + b.height {
            rows.push(Vec::new());
            taken.push(Vec::new());
        }
        for offset in 0..b.height {
            taken[base + offset].push((b.start, b.end));
            let range = boxes.ranges[b.first_range + offset].clone();
            rows[base + offset].extend(range.map(SliceId));
        }
    }
    for row in &mut rows {
        row.sort_by_key(|&id| slices.row_key(id));
    }
    rows
}

fn trace_of(tracks: &[Vec<(i64, i64, usize)>]) -> (Trace, Vec<TrackId>) {
    let mut builder = TraceBuilder::new();
    let ids: Vec<TrackId> = tracks
        .iter()
        .map(|_| builder.slice_track(Scope::Global, Some("t")))
        .collect();
    for (&track, boxes) in ids.iter().zip(tracks) {
        let mut rows = Vec::new();
        let mut at = 0;
        for &(gap, dur, height) in boxes {
            at += gap;
            for depth in 0..height {
                rows.push((at, dur, ["a", "b", "c", "d"][depth % 4]));
                if dur == 0 {
                    break;
                }
            }
            at += dur;
        }
        builder.nested_slices(track, &rows);
    }
    (builder.finish(), ids)
}

fn draw(trace: &Trace, rows: &[Vec<SliceId>]) -> String {
    let mut out = String::new();
    for row in rows {
        for &id in row {
            let name = trace.slice_name(id).unwrap_or_default();
            write!(out, "{name}@{} ", trace.slices.ts(id).ns()).expect("a string");
        }
        out.push('\n');
    }
    out
}

#[test]
fn tallest_boxes_go_first_and_touching_ends_share_a_row() {
    let mut builder = TraceBuilder::new();
    let low = builder.slice_track(Scope::Global, Some("t"));
    let tall = builder.slice_track(Scope::Global, Some("t"));
    builder.nested_slices(low, &[(0, 10, "low"), (10, 10, "next")]);
    builder.nested_slices(tall, &[(2, 8, "tall"), (3, 2, "inner")]);
    let trace = builder.finish();
    let rows = merged_rows(&trace.slices, &[low, tall]);
    assert_eq!(draw(&trace, &rows), "tall@2 next@10 \ninner@3 \nlow@0 \n");
}

#[test]
fn no_box_reaches_over_an_instant_with_children() {
    let mut builder = TraceBuilder::new();
    let long = builder.slice_track(Scope::Global, Some("t"));
    let tall = builder.slice_track(Scope::Global, Some("t"));
    builder.nested_slices(long, &[(2, 3, "long"), (5, 3, "next")]);
    let instant = |pos| vec![SliceRow::new(3, Some(0), LabelId(0), EventPos::bare(pos))];
    builder
        .slices
        .push_track(tall, &[instant(100), instant(101)]);
    let trace = builder.finish();
    let rows = merged_rows(&trace.slices, &[long, tall]);
    let starts: Vec<Vec<i64>> = rows
        .iter()
        .map(|row| row.iter().map(|&id| trace.slices.ts(id).ns()).collect())
        .collect();
    assert_eq!(starts, [vec![3, 5], vec![3], vec![2]]);
}

#[test]
fn an_instant_with_children_stands_before_what_begins_with_it() {
    let mut builder = TraceBuilder::new();
    let long = builder.slice_track(Scope::Global, Some("t"));
    let tall = builder.slice_track(Scope::Global, Some("t"));
    // The long slice comes first in the file.
    let slice = |dur, pos| vec![SliceRow::new(3, Some(dur), LabelId(0), EventPos::bare(pos))];
    builder.slices.push_track(long, &[slice(5, 1)]);
    builder
        .slices
        .push_track(tall, &[slice(0, 100), slice(0, 101)]);
    let trace = builder.finish();
    let rows = merged_rows(&trace.slices, &[long, tall]);
    let durs: Vec<Vec<i64>> = rows
        .iter()
        .map(|row| {
            row.iter()
                .map(|&id| trace.slices.dur(id).map_or(-1, Dur::ns))
                .collect()
        })
        .collect();
    assert_eq!(durs, [vec![0, 5], vec![0]]);
    // Rows of the tree are in that order too, and each slice is found there.
    assert_eq!(trace.check_invariants(), Ok(()));
    for id in trace.slices.ids() {
        assert!(trace.tree.place_of(&trace.slices, id).is_some(), "{id:?}");
    }
}

#[test]
fn frames_go_to_the_lowest_row_that_is_free() {
    let mut builder = TraceBuilder::new();
    let a = builder.slice_track(Scope::Global, Some("t"));
    let b = builder.slice_track(Scope::Global, Some("t"));
    builder.nested_slices(a, &[(0, 10, "1"), (12, -1, "4")]);
    builder.nested_slices(b, &[(5, 10, "2"), (15, 0, "5"), (16, 3, "6")]);
    let trace = builder.finish();
    let rows = packed_rows(&trace.slices, &[a, b]);
    assert_eq!(draw(&trace, &rows), "1@0 4@12 \n2@5 5@15 6@16 \n");
}

#[test]
fn many_overlapping_tracks_are_laid_out_quickly() {
    // 27 000 tracks that all overlap: every box needs a row of its own.
    let tracks: Vec<Vec<(i64, i64, usize)>> =
        (0..27_000).map(|i| vec![(i, 1_000_000, 1)]).collect();
    let (trace, ids) = trace_of(&tracks);
    assert_eq!(merged_rows(&trace.slices, &ids).len(), 27_000);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layout_is_that_of_the_naive_rule(
        tracks in proptest::collection::vec(
            proptest::collection::vec((0_i64..12, 0_i64..15, 1_usize..4), 0..8), 1..8)
    ) {
        let (trace, ids) = trace_of(&tracks);
        prop_assert_eq!(trace.check_invariants(), Ok(()));
        let rows = merged_rows(&trace.slices, &ids);
        prop_assert_eq!(draw(&trace, &rows), draw(&trace, &naive_rows(&trace.slices, &ids)));
        for row in &rows {
            for pair in row.windows(2) {
                let end = trace.slices.end(pair[0]).expect("all end");
                prop_assert!(end <= trace.slices.ts(pair[1]));
            }
        }
    }

    #[test]
    fn packed_rows_are_those_of_all_slices_in_order(
        tracks in proptest::collection::vec(
            proptest::collection::vec((0_i64..12, 0_i64..15, 1_usize..4), 0..8), 0..8)
    ) {
        let (trace, tracks) = trace_of(&tracks);
        let slices = &trace.slices;
        let mut ids: Vec<SliceId> = slices.ids().collect();
        ids.sort_by_key(|&id| (slices.order_key(id), id));
        let mut expected: Vec<Vec<SliceId>> = Vec::new();
        for id in ids {
            let is_free = |row: &&mut Vec<SliceId>| {
                row.iter().all(|&other| slices.end(other) <= Some(slices.ts(id)))
            };
            match expected.iter_mut().find(is_free) {
                Some(row) => row.push(id),
                None => expected.push(vec![id]),
            }
        }
        prop_assert_eq!(packed_rows(slices, &tracks), expected);
    }
}
