//! Finds out what moved between two scenes, so that the terminal can move it, too.
//!
//! A wrong result costs bytes but never shows wrong cells, because the encoder compares cells.

use super::terminal::encoder::{Motion, Shift};
use crate::view::scene::{Line, Scene, Span, Stress};
use crate::view::viewport::Viewport;

/// Returns the pan and the scroll that lead from one scene to the next.
pub fn between(from: (&Scene, Viewport), to: (&Scene, Viewport)) -> Motion {
    let ((old, old_view), (new, new_view)) = (from, to);
    if old.layout != new.layout || !old.overlay.is_empty() || !new.overlay.is_empty() {
        return Motion::default();
    }
    let timeline = new.layout.timeline;
    let reaches_edge = timeline.x + timeline.width == new.size.cols;
    let cols = old_view.col_from_ts(new_view.start());
    let whole = old_view.panned(cols) == new_view;
    let far = i64::from(timeline.width);
    let pan = (whole && reaches_edge && cols != 0 && cols.abs() < far).then_some(Shift {
        top: 0,
        bottom: new.size.rows,
        left: timeline.x,
        by: cols as i32,
    });
    let room = u16::try_from(new.scroll.room).unwrap_or(u16::MAX);
    let bottom = timeline.y + timeline.height;
    let by = new.scroll.top as i64 - old.scroll.top as i64;
    let scroll = (by != 0 && by.abs() < i64::from(room)).then_some(Shift {
        top: bottom.saturating_sub(room.min(timeline.height)),
        bottom,
        left: 0,
        by: by as i32,
    });
    let first = if old_view == new_view && by == 0 {
        echo(old, new)
    } else {
        Vec::new()
    };
    Motion { first, pan, scroll }
}

/// Returns the rows that answer a key at once if only the selection has moved: the rows that the selection
/// leaves and reaches, and the ruler. The details and the rest follow when the keys rest.
fn echo(old: &Scene, new: &Scene) -> Vec<u16> {
    let (before, after) = (selected_rows(old), selected_rows(new));
    if before.is_empty() || after.is_empty() {
        return Vec::new();
    }
    let same = |&y: &u16| row(old, y).eq(row(new, y));
    if before.iter().chain(&after).all(same) {
        return Vec::new();
    }
    let ruler = new.layout.ruler;
    let mut rows: Vec<u16> = (ruler.y..ruler.y + ruler.height).collect();
    rows.extend(before.into_iter().chain(after));
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Returns the lines of the timeline on a row of the screen.
fn row(scene: &Scene, y: u16) -> impl Iterator<Item = &Line> {
    let x = scene.layout.timeline.x;
    scene
        .lines
        .iter()
        .filter(move |line| line.y == y && line.x == x)
}

/// Returns the screen rows of the selected slice: where its track is pinned or a query has it, it is on several.
/// The mark of a selected instant may be above its slice.
fn selected_rows(scene: &Scene) -> Vec<u16> {
    let timeline = scene.layout.timeline;
    let is_selected = |span: &Span| span.stress == Stress::Selected;
    let lines = scene.lines.iter();
    let inside = lines.filter(|line| timeline.contains(line.x, line.y));
    // A selected instant is drawn as a mark, not as a bar.
    let is_instant = |line: &Line| line.glyphs.iter().any(|glyph| glyph.ch == '◆');
    let found = inside.filter(|line| line.spans.iter().any(is_selected) || is_instant(line));
    found.map(|line| line.y).collect()
}
