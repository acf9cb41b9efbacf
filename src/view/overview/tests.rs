//! Jank survives zooming out: every column of the strip and of the timelines, at any width.

use proptest::prelude::*;

use super::super::scene::{Item, Scene, Size};
use super::super::state::ViewState;
use super::*;
use crate::model::builder::TraceBuilder;
use crate::model::frame_timeline::{ActualFrame, FrameTimelineTable, JankSeverity};
use crate::model::trace::Trace;
use crate::query::janks::tests::{TestFrame, add_frames, good};
use crate::view::scene;

/// From the worst to the best; the two that are last are not janky.
const TAGS: [JankTag; 7] = [
    JankTag::SelfJank,
    JankTag::Dropped,
    JankTag::Other,
    JankTag::SurfaceFlingerStuffing,
    JankTag::BufferStuffing,
    JankTag::NonPerceivable,
    JankTag::None,
];

/// A frame of a test: start, duration, index of its tag, whether it is partial.
type Drawn = (i64, i64, usize, bool);

fn trace_of(frames: &[Drawn]) -> Trace {
    let mut builder = TraceBuilder::new();
    let upids = [builder.process(1, "app")];
    let rows: Vec<TestFrame<'_>> = frames
        .iter()
        .zip(1..)
        .map(|(&(ts, dur, tag, _), token)| TestFrame {
            expected: None,
            actual: (ts, ts + dur),
            jank_type: 64,
            tag: TAGS[tag],
            ..good(token, ts)
        })
        .collect();
    add_frames(&mut builder, &upids, &rows);
    let mut actual: Vec<ActualFrame> = builder.frames.actual().to_vec();
    for frame in &mut actual {
        let place = frame.token() as usize - 1;
        if frames[place].3 {
            frame.severity = JankSeverity::Partial;
        }
    }
    builder.frames = FrameTimelineTable::new(Vec::new(), actual);
    builder.finish()
}

/// Returns the janky frames of some.
fn janky(frames: &[Drawn]) -> Vec<Drawn> {
    let janky = frames.iter().filter(|frame| frame.2 < 5);
    janky.copied().collect()
}

/// Returns the colour of the worst of some janky frames that touch a stretch of time: by tag, then full before
/// partial.
fn worst(janky: &[Drawn], span: TimeSpan) -> Option<Role> {
    let (from, to) = (span.start().ns(), span.end().ns());
    let touching = janky
        .iter()
        .filter(|&&(ts, dur, ..)| ts < to && (ts + dur > from || ts >= from));
    let &(_, _, tag, partial) = touching.min_by_key(|frame| (frame.2, frame.3))?;
    let partial = if partial { Partial::Yes } else { Partial::No };
    Some(Role::Jank(TAGS[tag], partial))
}

fn fitted(trace: &Trace, cols: u16) -> (Scene, Viewport) {
    let mut state = ViewState::default();
    let size = Size { cols, rows: 40 };
    let width = scene(trace, &state, size).layout.timeline.width;
    state.viewport = Viewport::fit(trace.bounds, width);
    (scene(trace, &state, size), state.viewport)
}

/// Fails if the worst janky frame of a column does not show.
fn check(frames: &[Drawn], cols: u16) -> Result<(), TestCaseError> {
    let trace = trace_of(frames);
    let (scene, view) = fitted(&trace, cols);
    let strip = scene.layout.strip;
    let is_strip = |line: &&Line| line.y == strip.y && line.x == strip.x;
    let line = scene.lines.iter().find(is_strip).expect("a strip");
    let all = Viewport::fit(trace.bounds, strip.width);
    let all_janky = janky(frames);
    for col in 0..strip.width {
        let at = i64::from(col);
        let span = TimeSpan::new(all.ts_from_col(at), all.ts_from_col(at + 1));
        if let Some(role) = worst(&all_janky, span) {
            let ink = line.charts[0].cols[usize::from(col)].ink;
            prop_assert_eq!(ink, Ink::Role(role), "column {} of the strip", col);
        }
    }
    // Each line of the timeline by the frames that it holds.
    let place = |item: Item| match item {
        Item::Slice(slice) => {
            let frame = trace.frames.actual_of(slice)?;
            Some(frame.token() as usize - 1)
        }
        _ => None,
    };
    let mut n_lines = 0;
    for shown in scene.tracks.iter().filter(|line| line.row.is_some()) {
        let node = trace.tree.node(shown.data);
        let row = shown.row.expect("a visual row");
        let held: Vec<Drawn> = match &node.rows[row] {
            crate::model::track_tree::VisualRow::Packed(ids) => ids.to_vec(),
            crate::model::track_tree::VisualRow::Depth { track, depth } => {
                trace.slices.at_depth(*track, *depth).ids().collect()
            }
        }
        .into_iter()
        .filter_map(|slice| place(Item::Slice(slice)))
        .map(|place| frames[place])
        .collect();
        n_lines += usize::from(!held.is_empty());
        let held = janky(&held);
        let timeline = scene.layout.timeline;
        let is_data = |line: &&Line| line.y == shown.y && line.x == timeline.x;
        let line = scene.lines.iter().find(is_data).expect("a line");
        for col in 0..u32::from(timeline.width) {
            let at = i64::from(col);
            let span = TimeSpan::new(view.ts_from_col(at), view.ts_from_col(at + 1));
            let Some(role) = worst(&held, span) else {
                continue;
            };
            let touches = |x0: u32, x1: u32| x0 < col * 8 + 8 && x1 > col * 8;
            let inks = || {
                let spans = line.spans.iter().filter(|span| touches(span.x0, span.x1));
                let glyphs = line.glyphs.iter().filter(|glyph| u32::from(glyph.x) == col);
                spans
                    .map(|span| span.ink)
                    .chain(glyphs.map(|glyph| glyph.ink))
            };
            prop_assert!(
                inks().any(|ink| ink == Ink::Role(role)),
                "column {} of line {} lacks {:?}: {:?}",
                col,
                shown.y,
                role,
                inks().collect::<Vec<_>>()
            );
        }
    }
    prop_assert!(n_lines > 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn every_column_with_a_janky_frame_shows_the_worst(
        frames in proptest::collection::vec((0_i64..100_000, 0_i64..3_000, 0_usize..7, any::<bool>()), 1..400),
        cols in 60_u16..220,
    ) {
        check(&frames, cols)?;
    }

    #[test]
    fn one_janky_frame_in_thousands_is_seen(
        at in 0_i64..5_000, dur in 0_i64..16, tag in 0_usize..5, cols in 60_u16..220,
    ) {
        let mut frames: Vec<Drawn> = (0..5_000).map(|n| (n * 16, 10, 6, false)).collect();
        frames[at as usize] = (at * 16, dur, tag, false);
        check(&frames, cols)?;
    }
}
