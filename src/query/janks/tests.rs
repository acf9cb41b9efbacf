//! Janky frames on small traces; the frames of other tests come from here too.

mod cujs;

use super::*;
use crate::model::builder::TraceBuilder;
use crate::model::frame_timeline::{ExpectedFrame, FrameTimelineTable};
use crate::model::track::{Scope, TrackClass};
use crate::query::find::regex;
use crate::query::janks::totals::report;

/// A frame to put into a trace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestFrame<'a> {
    /// Whose, by index of the processes.
    pub(crate) process: usize,
    pub(crate) token: i64,
    pub(crate) display: i64,
    /// Empty for a display frame.
    pub(crate) layer: &'a str,
    pub(crate) expected: Option<(i64, i64)>,
    pub(crate) actual: (i64, i64),
    pub(crate) jank_type: i32,
    pub(crate) tag: JankTag,
}

/// A good surface frame of process 0 on layer `app#1`, due 16 ms after it started.
pub(crate) fn good(token: i64, ts: i64) -> TestFrame<'static> {
    TestFrame {
        process: 0,
        token,
        display: token + 1,
        layer: "app#1",
        expected: Some((ts, ts + 16)),
        actual: (ts, ts + 10),
        jank_type: 1,
        tag: JankTag::None,
    }
}

/// Adds frames of processes to a trace, each on tracks of its own.
/// Returns the slices of the actual frames.
pub(crate) fn add_frames(
    builder: &mut TraceBuilder,
    upids: &[Upid],
    frames: &[TestFrame<'_>],
) -> Vec<SliceId> {
    let mut expected = Vec::new();
    let mut actual = Vec::new();
    let track = |builder: &mut TraceBuilder, upid: Upid, class, ts, end, token: i64| {
        let track = builder.slice_track(Scope::Process(upid), Some("Timeline"));
        builder.tracks.get_mut(track).class = class;
        builder.tracks.get_mut(track).group =
            Some(upid.0 * 2 + u32::from(class == TrackClass::ActualFrames));
        let dur = if end < 0 { -1 } else { end - ts };
        builder.nested_slices(track, &[(ts, dur, &token.to_string())])[0]
    };
    for frame in frames {
        let upid = upids[frame.process];
        let layer = (!frame.layer.is_empty()).then(|| builder.str(frame.layer));
        let surface_token = layer.map(|_| frame.token);
        let display_token = if layer.is_some() {
            frame.display
        } else {
            frame.token
        };
        if let Some((ts, end)) = frame.expected {
            let class = TrackClass::ExpectedFrames;
            expected.push(ExpectedFrame {
                slice: track(builder, upid, class, ts, end, frame.token),
                upid,
                display_token,
                surface_token,
                layer,
            });
        }
        let (ts, end) = frame.actual;
        actual.push(ActualFrame {
            slice: track(
                builder,
                upid,
                TrackClass::ActualFrames,
                ts,
                end,
                frame.token,
            ),
            upid,
            display_token,
            surface_token,
            layer,
            present_type: if frame.tag == JankTag::Dropped { 4 } else { 1 },
            prediction_type: 1,
            on_time_finish: frame.tag == JankTag::None,
            gpu_composition: false,
            jank_type: frame.jank_type,
            jank_tag: frame.tag,
            jank_tag_experimental: JankTag::Unspecified,
            severity: JankSeverity::Full,
            severity_score: 0.0,
            latched_fence_state: None,
            latches: None,
        });
    }
    let slices = actual.iter().map(|frame| frame.slice).collect();
    builder.frames = FrameTimelineTable::new(expected, actual);
    slices
}

fn sample() -> Trace {
    let mut builder = TraceBuilder::new();
    let upids = [
        builder.process(1000, "com.app"),
        builder.process(500, "/system/bin/surfaceflinger"),
    ];
    let frames = [
        good(10, 0),
        TestFrame {
            actual: (16, 45),
            jank_type: 64,
            tag: JankTag::SelfJank,
            ..good(20, 16)
        },
        TestFrame {
            actual: (32, 50),
            jank_type: 4,
            tag: JankTag::Other,
            ..good(30, 32)
        },
        TestFrame {
            layer: "popup#2",
            actual: (48, 70),
            jank_type: 64,
            tag: JankTag::SelfJank,
            ..good(40, 48)
        },
        TestFrame {
            expected: None,
            actual: (64, 66),
            jank_type: 1024,
            tag: JankTag::Dropped,
            ..good(50, 64)
        },
        TestFrame {
            process: 1,
            layer: "",
            actual: (64, 90),
            jank_type: 16,
            tag: JankTag::SelfJank,
            ..good(51, 64)
        },
    ];
    add_frames(&mut builder, &upids, &frames);
    builder.finish()
}

fn tokens(rows: &[JankRow]) -> Vec<i64> {
    rows.iter().map(|row| row.token).collect()
}

#[test]
fn prediction_only_frames_are_not_listed_but_counted() {
    let trace = sample();
    let rows = janky_frames(&trace, &JankFilter::default());
    assert_eq!(tokens(&rows), [20, 40, 50, 51]);
    let totals = report(&trace, &JankFilter::default()).all;
    assert_eq!(
        (totals.n_frames, totals.n_janky, totals.n_prediction_only),
        (6, 4, 1)
    );
    assert_eq!(totals.by_tag, [3, 0, 1, 0, 0]);
    assert_eq!(totals.n_dropped, 1);
}

#[test]
fn latest_come_first_and_frames_without_a_deadline_last() {
    let trace = sample();
    let mut rows = janky_frames(&trace, &JankFilter::default());
    sort_rows(&trace, &mut rows, JankSort::Late);
    assert_eq!(tokens(&rows), [20, 51, 40, 50]);
    let late: Vec<Option<i64>> = rows.iter().map(|row| row.late_ns).collect();
    assert_eq!(late, [Some(13), Some(10), Some(6), None]);
}

#[test]
fn each_order_ranks_by_its_own_and_ties_keep_the_order_of_time() {
    let trace = sample();
    let mut rows = janky_frames(&trace, &JankFilter::default());
    let changes = [
        (Some(5), JankSeverity::Partial),
        (Some(7), JankSeverity::Partial),
        (None, JankSeverity::Full),
        (Some(7), JankSeverity::Full),
    ];
    for (row, (dur, severity)) in rows.iter_mut().zip(changes) {
        (row.dur, row.severity) = (dur.map(Dur::from_ns), severity);
    }
    // Of those that are as severe the latest comes first.
    rows[0].late_ns = Some(1);
    let orders = [
        (JankSort::Tag, [51, 40, 20, 50]),
        (JankSort::Dur, [40, 51, 20, 50]),
        (JankSort::Time, [20, 40, 50, 51]),
    ];
    for (by, expected) in orders {
        sort_rows(&trace, &mut rows, by);
        assert_eq!(tokens(&rows), expected, "{by:?}");
    }
    let mut expired = rows[0];
    expired.is_expired = true;
    assert_eq!((expired.dur.is_some(), expired.known_dur()), (true, None));
    // Frames of two layers may have one token, those of one layer need their display frame.
    let [one, mut other] = [rows[0]; 2];
    assert!(tokens_repeat([one, other].iter()));
    other.layer = None;
    assert!(!tokens_repeat([one, other].iter()));
}

#[test]
fn percentiles_are_latenesses_that_occur() {
    let trace = sample();
    let report = report(&trace, &JankFilter::default());
    let late = report.all.late.unwrap();
    // The frames are -6, 2, 6, 10 and 13 ns late.
    assert_eq!(
        (late.n, late.p50_ns, late.p90_ns, late.max_ns),
        (5, 6, 13, 13)
    );
    assert_eq!(report.all.worst.unwrap().token, 20);
    let names: Vec<_> = report
        .processes
        .iter()
        .map(|(upid, t)| (upid.0, t.n_janky))
        .collect();
    assert_eq!(names, [(1, 3), (2, 1)]);
    assert_eq!(report.layers.len(), 3);
}

#[test]
fn of_frames_as_late_the_first_is_the_worst_and_of_processes_as_janky_the_one_with_more() {
    let mut builder = TraceBuilder::new();
    let upids = [builder.process(1, "few"), builder.process(2, "many")];
    let late = |process, token, ts| TestFrame {
        process,
        actual: (ts, ts + 20),
        ..good(token, ts)
    };
    let frames = [late(1, 30, 40), late(1, 20, 0), late(0, 10, 20)];
    add_frames(&mut builder, &upids, &frames);
    let report = report(&builder.finish(), &JankFilter::default());
    assert_eq!(report.all.worst.map(|row| row.token), Some(20));
    let processes: Vec<_> = report.processes.iter().map(|(upid, _)| *upid).collect();
    assert_eq!(processes, [upids[1], upids[0]]);
}

#[test]
fn filters_narrow_by_process_layer_tag_and_lateness() {
    let trace = sample();
    let re = |pattern: &str| regex(pattern, false).unwrap();
    let scope = FrameScope::matching(&trace, Some(&re("surfaceflinger")), None);
    let filter = JankFilter {
        scope,
        ..JankFilter::default()
    };
    assert_eq!(tokens(&janky_frames(&trace, &filter)), [51]);
    // By the name as recorded and by the title, which has the pid.
    for pattern in ["^com.app$", "^com.app 1000$"] {
        let filter = JankFilter {
            scope: FrameScope::matching(&trace, Some(&re(pattern)), None),
            ..JankFilter::default()
        };
        assert_eq!(tokens(&janky_frames(&trace, &filter)), [20, 40, 50]);
    }
    let scope = FrameScope::matching(&trace, None, Some(&re("^popup")));
    let filter = JankFilter {
        scope,
        ..JankFilter::default()
    };
    assert_eq!(tokens(&janky_frames(&trace, &filter)), [40]);
    let filter = JankFilter {
        tags: vec![JankTag::Dropped],
        ..JankFilter::default()
    };
    assert_eq!(tokens(&janky_frames(&trace, &filter)), [50]);
    let filter = JankFilter {
        min_late_ns: Some(10),
        ..JankFilter::default()
    };
    assert_eq!(tokens(&janky_frames(&trace, &filter)), [20, 51]);
}

#[test]
fn walking_visits_every_janky_frame_once_and_does_not_wrap() {
    let trace = sample();
    let token = |slice| trace.frames.actual_of(slice).unwrap().token();
    let mut seen = Vec::new();
    let mut from = WalkFrom::Ts(Ts::from_ns(16));
    while let Some(slice) = walk_among(&trace, trace.janky(), from, Neighbour::Next) {
        seen.push(token(slice));
        from = WalkFrom::Slice(slice);
    }
    assert_eq!(seen, [20, 40, 50, 51]);
    let back = walk_among(&trace, trace.janky(), from, Neighbour::Previous).unwrap();
    assert_eq!(token(back), 50);
}

#[test]
fn the_nearest_good_frame_is_of_the_same_layer() {
    let trace = sample();
    let frame = |token| {
        trace
            .frames
            .actual()
            .iter()
            .find(|f| f.token() == token)
            .unwrap()
    };
    let good = trace
        .frames_by_time()
        .nearest_good(&trace, frame(20))
        .unwrap();
    assert_eq!(trace.slice_name(good).unwrap(), "10");
    assert_eq!(trace.frames_by_time().nearest_good(&trace, frame(40)), None);
}

#[test]
fn groups_keep_the_ranking() {
    let trace = sample();
    let mut rows = janky_frames(&trace, &JankFilter::default());
    sort_rows(&trace, &mut rows, JankSort::Late);
    let groups = group_rows(&rows, |row| row.layer);
    let shape: Vec<&[usize]> = groups.iter().map(|group| &group.rows[..]).collect();
    assert_eq!(shape, [&[0, 3][..], &[1], &[2]]);
}

#[test]
fn every_span_with_a_janky_frame_shows_one() {
    let trace = sample();
    let worst = trace.worst_frames();
    for start in 0..95 {
        for end in start + 1..96 {
            let span = crate::base::time::TimeSpan::new(Ts::from_ns(start), Ts::from_ns(end));
            let janky = janky_frames(&trace, &JankFilter::default())
                .iter()
                .any(|row| {
                    let frame_end = trace.slices.end(row.slice).unwrap();
                    row.ts < span.end() && frame_end > span.start()
                });
            let shown = worst.all().worst(span);
            let shown = shown.and_then(|slice| trace.frames.actual_of(slice));
            assert_eq!(
                shown.is_some_and(ActualFrame::is_janky),
                janky,
                "{start}..{end}"
            );
        }
    }
}

proptest::proptest! {
    #[test]
    fn walks_and_the_nearest_good_frame_are_those_of_a_search(
        frames in proptest::collection::vec((0_i64..40, 0_usize..2, 0_usize..3, 0_u8..3, 0_i64..8), 1..40),
        ts in -5_i64..50,
    ) {
        let mut b = TraceBuilder::new();
        let upids = [b.process(1, "a"), b.process(2, "b")];
        let frames: Vec<TestFrame<'_>> = frames
            .into_iter()
            .zip(100..)
            .map(|((ts, process, layer, kind, dur), token)| TestFrame {
                process,
                layer: ["", "x", "y"][layer],
                actual: (ts, if dur == 0 { -1 } else { ts + dur }),
                jank_type: if kind == 0 { 64 } else { 1 },
                tag: if kind == 0 { JankTag::SelfJank } else { JankTag::None },
                ..good(token, ts)
            })
            .collect();
        add_frames(&mut b, &upids, &frames);
        let trace = b.finish();
        let filter = JankFilter { tags: vec![JankTag::SelfJank], ..JankFilter::default() };
        let all = trace.frames.actual();
        let key = |slice| trace.slices.order_key(slice);
        let janky = || all.iter().filter(|frame| frame.is_janky()).map(|frame| frame.slice);
        let froms = all.iter().map(|frame| WalkFrom::Slice(frame.slice));
        for from in froms.chain([WalkFrom::Ts(Ts::from_ns(ts))]) {
            let is_after = |slice| match from {
                WalkFrom::Slice(other) => key(slice) > key(other),
                WalkFrom::Ts(ts) => trace.slices.ts(slice) >= ts,
            };
            let is_before = |slice| match from {
                WalkFrom::Slice(other) => key(slice) < key(other),
                WalkFrom::Ts(ts) => trace.slices.ts(slice) < ts,
            };
            let next = janky().filter(|&slice| is_after(slice)).min_by_key(|&slice| key(slice));
            let previous = janky().filter(|&slice| is_before(slice)).max_by_key(|&slice| key(slice));
            let walked = |step| walk_among(&trace, trace.janky(), from, step);
            proptest::prop_assert_eq!(walked(Neighbour::Next), next);
            proptest::prop_assert_eq!(walked(Neighbour::Previous), previous);
        }
        for frame in all {
            let is_good = |other: &&ActualFrame| {
                other.slice != frame.slice
                    && other.upid == frame.upid
                    && other.layer == frame.layer
                    && other.jank_tag == JankTag::None
                    && other.on_time_finish
                    && trace.slices.dur(other.slice).is_some()
            };
            let ts = |slice| trace.slices.ts(slice).ns();
            let start = ts(frame.slice);
            let mut around: Vec<SliceId> = janky().filter(|&other| other != frame.slice).collect();
            around.sort_by_key(|&slice| key(slice));
            // Of frames equally far away the earlier one counts as nearer, then the one nearer in the list.
            around.sort_by_key(|&slice| (ts(slice).abs_diff(start), ts(slice) >= start));
            let farthest = around.get(2).map(|&slice| (ts(slice).abs_diff(start), ts(slice) >= start));
            let near = nearest(&trace, &filter, frame, 3);
            proptest::prop_assert_eq!(near.len(), around.len().min(3));
            for &slice in &near {
                let place = (ts(slice).abs_diff(start), ts(slice) >= start);
                proptest::prop_assert!(farthest.is_none_or(|farthest| place <= farthest));
                proptest::prop_assert!(around.contains(&slice));
            }
            proptest::prop_assert!(near.is_sorted_by(|&a, &b| key(a) < key(b)));
            let nearest = all.iter().filter(is_good).map(|other| other.slice);
            let nearest = nearest
                .min_by_key(|&other| (ts(other).abs_diff(start), ts(other) > start, other));
            proptest::prop_assert_eq!(trace.frames_by_time().nearest_good(&trace, frame), nearest);
        }
    }
}

#[test]
fn a_trace_of_expected_frames_alone_is_not_one_without_frames() {
    let mut builder = TraceBuilder::new();
    assert_eq!(
        why_no_frames(&TraceBuilder::new().finish()),
        "this trace has no frames of Android"
    );
    let track = builder.slice_track(Scope::Global, None);
    builder.nested_slices(track, &[(10, 20, "1"), (30, 20, "2")]);
    let expected = |slice: u32| ExpectedFrame {
        slice: SliceId(slice),
        upid: Upid(1),
        display_token: i64::from(slice),
        surface_token: None,
        layer: None,
    };
    builder.frames = FrameTimelineTable::new(vec![expected(0), expected(1)], Vec::new());
    let words = why_no_frames(&builder.finish());
    assert_eq!(words, "no actual frames, but 2 expected ones");
}
