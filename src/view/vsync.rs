//! Where the vsyncs are while a frame is selected: lines behind the tracks, so that one sees which was missed.
//!
//! The expected frames of a process start at its vsyncs. Where one has no frame, because the frame before it was
//! still worked on, the pace of its neighbours says where it was.

use super::cx::Cx;
use crate::base::time::{TimeSpan, Ts};
use crate::model::frame_slices::frame_of;
use crate::model::frame_timeline::ExpectedFrame;
use crate::model::trace::Trace;

/// Nearer than this the lines say less than the ticks of the ruler.
const LEAST_COLS: usize = 4;

/// Of expected frames that overlap, so many lie below each other at most.
const DEPTHS_MAX: usize = 8;

/// The vsyncs of so many frames in a row may be missing: of a longer gap it is not known whether the display kept
/// its pace.
const GAP_MAX: i64 = 8;

/// Returns the vsyncs in the window, of the process whose frame is selected, or a slice that works on one; `None`
/// without any, or if there are too many for the width of the screen.
pub(super) fn in_window(cx: &Cx<'_>) -> Option<Vec<Ts>> {
    let frame = frame_of(cx.trace, cx.settled()?)?;
    let expected = cx.trace.frames.expected_for(cx.trace, frame)?;
    let most = usize::from(cx.view.cols()) / LEAST_COLS;
    starts(cx.trace, expected, cx.view.span(), most)
}

/// Returns the starts of expected frames like this one, and what is missing between them. Looks at no more than a
/// few times as many frames as there may be lines.
fn starts(trace: &Trace, like: &ExpectedFrame, span: TimeSpan, most: usize) -> Option<Vec<Ts>> {
    let slices = &trace.slices;
    let pace = trace.frames.pace(trace, like)?.ns();
    let mut known: Vec<i64> = Vec::new();
    let node = trace.tree.node_of_track(slices.track_of(like.slice))?;
    for row in trace.tree.node(node).rows.iter().take(DEPTHS_MAX) {
        let n_before = |ts: Ts| row.partition_point(slices, |id| slices.ts(id) < ts);
        // One before the window and one after it say what is missing at its ends.
        let from = n_before(span.start()).saturating_sub(1);
        let to = (n_before(span.end()) + 1).min(row.n_slices(slices));
        if to - from > most + 2 {
            return None;
        }
        known.extend((from..to).map(|at| slices.ts(row.id(slices, at)).ns()));
    }
    known.sort_unstable();
    let mut all = Vec::new();
    for pair in known.windows(2) {
        let gap = pair[1].saturating_sub(pair[0]);
        let n = (gap.saturating_add(pace / 2)) / pace;
        if n == 0 {
            continue;
        }
        all.push(pair[0]);
        let is_pace = (gap - n * pace).abs() <= pace / 8 * n;
        if n <= GAP_MAX && is_pace {
            all.extend((1..n).map(|at| pair[0] + gap / n * at));
        }
    }
    all.extend(known.last());
    let in_window = all.into_iter().map(Ts::from_ns);
    let in_window: Vec<Ts> = in_window.filter(|&ts| span.contains(ts)).collect();
    (!in_window.is_empty() && in_window.len() <= most).then_some(in_window)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::query::janks::tests::{TestFrame, add_frames, good};

    const MS: i64 = 1_000_000;

    /// Returns the vsyncs, in milliseconds, of a trace with expected frames at some.
    fn vsyncs(at: &[i64], span: (i64, i64), most: usize) -> Option<Vec<i64>> {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let ms = |it: i64| it * MS;
        let frames = at.iter().zip(100..).map(|(&at, token)| TestFrame {
            expected: Some((ms(at), ms(at + 9))),
            actual: (ms(at), ms(at + 5)),
            ..good(token, 0)
        });
        let frames: Vec<TestFrame<'_>> = frames.collect();
        add_frames(&mut b, &[app], &frames);
        let trace = b.finish();
        let like = &trace.frames.expected()[0];
        let span = TimeSpan::new(Ts::from_ns(ms(span.0)), Ts::from_ns(ms(span.1)));
        let starts = starts(&trace, like, span, most)?;
        Some(starts.into_iter().map(|ts| ts.ns() / MS).collect())
    }

    #[test]
    fn the_vsync_that_no_frame_was_expected_at_is_between_its_neighbours() {
        let at = [10, 20, 30, 60, 70, 80];
        let all = Some(vec![10, 20, 30, 40, 50, 60, 70, 80]);
        assert_eq!(vsyncs(&at, (0, 100), 20), all);
        assert_eq!(vsyncs(&at, (35, 55), 20), Some(vec![40, 50]));
        // Too many for the screen, and none.
        assert_eq!(vsyncs(&at, (0, 100), 7), None);
        assert_eq!(vsyncs(&at, (81, 100), 20), None);
        // Of a long gap, and of one that is no multiple of the pace, nothing is known.
        let far = [10, 20, 30, 40, 140, 150, 165, 175, 185];
        let known = Some(vec![10, 20, 30, 40, 140, 150, 165, 175, 185]);
        assert_eq!(vsyncs(&far, (0, 200), 20), known);
    }
}
