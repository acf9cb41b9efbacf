//! The whole trace at a glance: the frame strip and the minimap.
//!
//! The strip shows the worst frame of every column, so that no janky frame is
//! ever hidden by its good neighbours; both show where the window is.

use super::cx::Cx;
use super::scene::{Chart, ChartCol, ChartKind, Ink, JankTag, Line, Partial, Role, Scene, Text};
use super::slices::badness_role;
use super::time;
use super::viewport::Viewport;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::SliceId;
use crate::model::whose_frames::WhoseFrames;

/// Returns the whole trace as a window of the same width as the timeline.
fn whole(cx: &Cx<'_>, cols: u16) -> Viewport {
    Viewport::fit(cx.trace.bounds, cols)
}

/// Returns the columns of the whole trace that the window covers, at least one.
fn window_cols(cx: &Cx<'_>, all: Viewport) -> (u16, u16) {
    let last = i64::from(all.cols()) - 1;
    let span = cx.view.span();
    let from = all.col_from_ts(span.start()).clamp(0, last);
    let to = all.col_from_ts(span.end()).clamp(from, last);
    (from as u16, to as u16)
}

/// The time of a frame if none was planned and no usual one is known: that of 60 frames a second.
const USUAL_NS: i64 = 16_666_666;

/// Returns how long a frame had from its start to when it was due.
fn planned(cx: &Cx<'_>, slice: SliceId) -> Option<i64> {
    let frame = cx.trace.frames.actual_of(slice)?;
    let due = cx.trace.frames.deadline(cx.trace, frame)?;
    Some(due.since(cx.trace.slices.ts(slice)).ns())
}

/// Draws the worst frame of every column.
pub(super) fn strip(cx: &Cx<'_>, scene: &mut Scene) {
    let rect = scene.layout.strip;
    if rect.is_empty() {
        return;
    }
    let all = whole(cx, rect.width);
    let spans = (0..i64::from(rect.width))
        .map(|col| TimeSpan::new(all.ts_from_col(col), all.ts_from_col(col + 1)));
    let (frames, usual) = match cx.trace.whose_frames() {
        WhoseFrames::Chromium(found) => (&found.by_time, found.usual_dur),
        _ => (cx.trace.worst_frames().all(), None),
    };
    let usual = usual.map_or(USUAL_NS, Dur::ns);
    let worst = frames.worst_of_each(spans);
    let cols = worst.map(|frame| match frame {
        None => ChartCol {
            low: 0,
            high: ChartCol::EMPTY,
            ink: Ink::Role(Role::Dim),
        },
        Some((slice, badness)) => {
            let dur = cx.trace.slices.dur(slice).map_or(0, Dur::ns);
            let planned = match badness.late_ns() {
                Some(late) => dur.saturating_sub(late),
                None => planned(cx, slice).unwrap_or(usual),
            };
            let height = (dur.saturating_mul(3) / planned.max(1)).clamp(1, 8) as u16;
            let is_bad = badness.is_janky();
            ChartCol {
                low: 0,
                high: if is_bad { height.max(5) } else { height.min(4) },
                ink: Ink::Role(if is_bad {
                    badness_role(badness)
                } else {
                    Role::Jank(JankTag::None, Partial::No)
                }),
            }
        }
    });
    let cols = cols.collect();
    let mut line = Line::new(rect.x, rect.y, rect.width, Role::Ground);
    let (from, to) = window_cols(cx, all);
    if to - from + 1 < rect.width {
        line.shades.push((from, to + 1, Role::Chosen));
    }
    line.charts.push(Chart {
        x: 0,
        line: 0,
        kind: ChartKind::Area,
        cols,
    });
    if let Some(col) = cx.first_unread_col(all) {
        line.cut_data(col);
    }
    let mut name = Line::new(0, rect.y, rect.x, Role::Ground);
    let title = if rect.x >= 26 {
        "FRAMES  worst per column"
    } else {
        "frames · worst"
    };
    name.put(Text::new(1, title, Role::Dim));
    scene.lines.push(name);
    scene.lines.push(line);
}

/// Returns the instant of a column of the overview, which is as wide as the timeline; columns beside
/// it mean its ends.
pub fn instant_at(bounds: TimeSpan, cols: u16, col: i64) -> Ts {
    let last = i64::from(cols.saturating_sub(1));
    Viewport::fit(bounds, cols).ts_from_col(col.clamp(0, last))
}

/// Draws the whole trace as a line with the window on it.
pub(super) fn minimap(cx: &Cx<'_>, scene: &mut Scene) {
    let rect = scene.layout.minimap;
    if rect.is_empty() {
        return;
    }
    let all = whole(cx, rect.width);
    let (from, to) = window_cols(cx, all);
    let mut line = Line::new(rect.x, rect.y, rect.width, Role::Ground);
    line.fill = Some(('─', Role::Rule));
    let window = match to - from {
        0 => "┃".to_owned(),
        1 => "┗┛".to_owned(),
        n => format!("┗{}┛", "━".repeat(usize::from(n) - 1)),
    };
    line.put(Text::new(from, window, Role::Accent));
    let end = format!(" {}", time::dur(cx.trace.bounds.dur().ns()));
    let end_at = line.put_right(to + 2, Text::new(0, end, Role::Dim));
    let label = format!(" {} window ", time::dur(cx.view.dur().ns()));
    let width = super::text::width(&label) as u16;
    if to + 2 + width < end_at {
        line.put(Text::new(to + 2, label, Role::Accent));
    } else if from > width + 1 {
        line.put(Text::new(from - width - 1, label, Role::Accent));
    }
    let mut name = Line::new(0, rect.y, rect.x, Role::Ground);
    let start = cx.clock.short(cx.trace.bounds.start(), 1_000_000_000);
    name.put(Text::new(1, start, Role::Dim));
    scene.lines.push(name);
    scene.lines.push(line);
}

#[cfg(test)]
mod tests;
