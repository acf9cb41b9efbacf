//! Tests of frames: which are found by slice and by token, how late they are, and whose plan theirs is.
//!
//! Random frames are compared with a search through all of them.

use proptest::prelude::*;

use super::*;
use crate::model::args::EventPos;
use crate::model::builder::TraceBuilder;
use crate::model::ids::LabelId;
use crate::model::slice::SliceRow;
use crate::model::track::Scope;

fn expected(slice: SliceId, upid: Upid, display_token: i64) -> ExpectedFrame {
    ExpectedFrame {
        slice,
        upid,
        display_token,
        surface_token: None,
        layer: None,
    }
}

fn actual(slice: SliceId, upid: Upid, display_token: i64) -> ActualFrame {
    ActualFrame {
        slice,
        upid,
        display_token,
        surface_token: None,
        layer: None,
        present_type: 0,
        prediction_type: 0,
        on_time_finish: true,
        gpu_composition: false,
        jank_type: 0,
        jank_tag: JankTag::None,
        jank_tag_experimental: JankTag::None,
        severity: JankSeverity::None,
        severity_score: 0.0,
        latched_fence_state: None,
        latches: None,
    }
}

#[test]
fn a_frame_belongs_to_the_plan_of_its_time_of_which_the_first_layer_tells() {
    let mut builder = TraceBuilder::new();
    // The first plan, and frames that begin at these times.
    let begun = [0, 5, 292, 291, 305, 500, 900];
    let rows = (0..).zip(begun).map(|(at, ts)| {
        let dur = if at == 0 { 16 } else { 20 };
        SliceRow::new(ts, Some(dur), LabelId(0), EventPos::decodable(at))
    });
    // Each on a track of its own, because they overlap.
    for row in rows {
        let track = builder.slice_track(Scope::Global, None);
        builder.slices.push_track(track, &[vec![row]]);
    }
    let first = expected(SliceId(0), Upid(1), 7);
    let actual = |slice| actual(SliceId(slice), Upid(1), 7);
    let plan = |ts, due: Option<i64>| PlannedAgain {
        upid: Upid(1),
        token: 7,
        ts: Ts::from_ns(ts),
        due: due.map(Ts::from_ns),
    };
    // A layer of the first, two layers of a second, and a third without an end.
    let again = vec![
        plan(301, Some(317)),
        plan(1, Some(17)),
        plan(800, None),
        plan(300, Some(316)),
    ];
    let frames = FrameTimelineTable::new(vec![first], (1..7).map(actual).collect());
    builder.frames = frames.with_planned_again(again, &builder.slices);
    let trace = builder.finish();
    let due = |frame| trace.frames.deadline(&trace, frame).map(Ts::ns);
    let all: Vec<Option<i64>> = trace.frames.actual().iter().map(due).collect();
    // A frame may begin half of the first plan's length before its own.
    let known = [16, 316, 16, 316, 316].map(Some);
    assert_eq!(all, [&known[..], &[None]].concat());
}

proptest! {
    #[test]
    fn how_late_all_are_is_how_late_each_is(
        frames in prop::collection::vec(
            (any::<bool>(), 0_u32..3, 0_i64..8, prop::option::of(0_i64..50)), 0..40),
    ) {
        let mut builder = TraceBuilder::new();
        let rows = (0..).zip(&frames).map(|(at, frame)| {
            SliceRow::new(100 * at, frame.3, LabelId(0), EventPos::decodable(at as u64))
        });
        let rows = vec![rows.collect()];
        let track = builder.slice_track(Scope::Global, None);
        builder.slices.push_track(track, &rows);
        let (mut all_expected, mut all_actual) = (Vec::new(), Vec::new());
        for (&(is_expected, upid, display_token, _), slice) in frames.iter().zip(0..) {
            let (slice, upid) = (SliceId(slice), Upid(upid));
            if is_expected {
                all_expected.push(expected(slice, upid, display_token));
            } else {
                all_actual.push(actual(slice, upid, display_token));
            }
        }
        builder.frames = FrameTimelineTable::new(all_expected, all_actual);
        let trace = builder.finish();
        let frames = trace.frames.actual();
        let each = frames.iter().map(|frame| trace.frames.late_ns(&trace, frame));
        prop_assert_eq!(trace.frames.all_late_ns(&trace), each.collect::<Vec<_>>());
        for near in 0..frames.len() + 2 {
            for slice in trace.slices.ids() {
                let row = trace.frames.actual_row(slice, near).map(|row| &frames[row]);
                prop_assert_eq!(row, trace.frames.actual_of(slice));
            }
        }
    }

    #[test]
    fn frames_are_found_by_slice_and_by_token(
        rows in prop::collection::vec((0_u32..40, 0_u32..4, -3_i64..9), 0..60),
        unique: bool, spread in 1_u32..40,
    ) {
        let mut rows = rows;
        for (at, row) in rows.iter_mut().enumerate() {
            // With `unique` all slices differ, in some order.
            row.0 = if unique { (at as u32 * 37 + 11) % 61 } else { row.0 } * spread;
        }
        let slice = |row: &(u32, u32, i64)| SliceId(row.0);
        let key = |row: &(u32, u32, i64)| (Upid(row.1), row.2);
        let mut expected: Vec<usize> = (0..rows.len()).collect();
        expected.sort_by_key(|&at| slice(&rows[at]));
        let mut tokens: Vec<usize> = (0..rows.len()).collect();
        tokens.sort_by_key(|&at| key(&rows[at]));
        let place = |arrival: &usize| expected.iter().position(|at| at == arrival).unwrap() as u32;
        let tokens: Vec<u32> = tokens.iter().map(place).collect();
        let expected: Vec<_> = expected.iter().map(|&at| rows[at]).collect();
        prop_assert_eq!(sorted(rows, slice, key), (expected, tokens));
    }
}
const MS: i64 = 1_000_000;

/// A trace of expected frames, which are their processes, starts and durations in ms; their
/// tokens are their starts.
fn expecting(frames: &[(u32, i64, i64)]) -> Trace {
    let mut builder = TraceBuilder::new();
    let track = builder.slice_track(Scope::Global, None);
    let mut expected = Vec::new();
    for (slice, &(upid, at, dur)) in frames.iter().enumerate() {
        let pos = EventPos::decodable(slice as u64);
        let row = SliceRow::new(at * MS, Some(dur * MS), LabelId(0), pos);
        builder.slices.push_track(track, &[vec![row]]);
        expected.push(ExpectedFrame {
            slice: SliceId::from_index(slice),
            upid: Upid(upid),
            display_token: at,
            surface_token: None,
            layer: None,
        });
    }
    builder.frames = FrameTimelineTable::new(expected, Vec::new());
    builder.finish()
}

/// Returns the pace at a frame in ms.
fn pace_at(trace: &Trace, frame: usize) -> Option<i64> {
    let frame = &trace.frames.expected[frame];
    Some(trace.frames.pace(trace, frame)?.ns() / MS)
}

/// Frames start every 8 ms and may take 16; one has two layers, some were left out.
#[test]
fn the_pace_is_how_far_apart_frames_start() {
    let starts = [0, 8, 8, 16, 40, 48];
    let mut frames: Vec<_> = starts.iter().map(|&at| (1, at, 16)).collect();
    frames.push((2, 72, 16));
    let trace = expecting(&frames);
    assert_eq!(pace_at(&trace, 3), Some(8));
    assert_eq!(pace_at(&trace, 5), Some(8));
    assert_eq!(pace_at(&trace, 6), None, "one frame has no pace");
}

#[test]
fn where_a_display_changes_its_rate_the_pace_is_that_of_the_frame() {
    let mut frames: Vec<_> = (0..6).map(|n| (1, n * 16, 15)).collect();
    frames.extend((0..6).map(|n| (1, 96 + n * 8, 7)));
    let trace = expecting(&frames);
    assert_eq!(pace_at(&trace, 5), Some(16));
    assert_eq!(pace_at(&trace, 6), Some(8));
}

#[test]
fn frames_of_two_displays_have_no_pace() {
    let frames: Vec<_> = (0..12).map(|n| (1, n / 2 * 16 + n % 2 * 5, 16)).collect();
    assert_eq!(pace_at(&expecting(&frames), 5), None);
}
