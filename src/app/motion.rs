//! What moved between two scenes, so that the terminal can move it too.
//!
//! A wrong answer costs bytes, never cells: the encoder compares what it gets.

use super::terminal::encoder::{Motion, Shift};
use crate::view::scene::Scene;
use crate::view::viewport::Viewport;

/// Returns the pan and the scroll that lead from one scene to the next.
pub fn between(from: (&Scene, Viewport), to: (&Scene, Viewport)) -> Motion {
    let ((old, old_view), (new, new_view)) = (from, to);
    if old.layout != new.layout || !old.overlay.is_empty() || !new.overlay.is_empty() {
        return Motion::default();
    }
    let timeline = new.layout.timeline;
    let cols = old_view.col_from_ts(new_view.start());
    let whole = old_view.panned(cols) == new_view;
    let far = i64::from(timeline.width);
    let pan = (whole && cols != 0 && cols.abs() < far).then_some(Shift {
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
    Motion { pan, scroll }
}
