//! Marks on slices that have flows, while nothing is selected.
//!
//! `◂` says that a flow reaches the slice and `▸` that one leaves it. They stand
//! in the last cells of a bar, where its label leaves room.

use super::super::scene::{Glyph, Ink, Item, Mods, Role, Scene, SpanKind};
use super::super::state::ViewState;
use super::slice_of;
use crate::model::trace::Trace;
use crate::query::flows::{Direction, flows_of};

/// The shortest bar that is marked, in cells.
const MIN_CELLS: u32 = 4;

/// Adds the marks to the lines of a scene.
pub(super) fn mark_slices(trace: &Trace, state: &ViewState, scene: &mut Scene) {
    /// At most so many flows of a slice are checked for one whose category is shown.
    const LOOKED_AT: usize = 100;
    let is_shown = |flow| !state.flows.is_off(trace, flow);
    if trace.flows.is_empty() {
        return;
    }
    let timeline = scene.layout.timeline;
    for line in &mut scene.lines {
        if line.x < timeline.x || !timeline.contains(line.x, line.y) {
            continue;
        }
        let mut marks = Vec::new();
        for span in line.spans.iter().filter(|span| span.kind == SpanKind::Bar) {
            let Some(slice) = slice_of(span.item) else {
                continue;
            };
            // Only cells that the bar covers altogether.
            let (first, end) = (span.x0.div_ceil(8), span.x1 / 8);
            if end < first + MIN_CELLS || slice.index() >= trace.slices.len() {
                continue;
            }
            let sides = [(Direction::Forward, '▸'), (Direction::Backward, '◂')];
            let mut x = end as u16;
            for (direction, ch) in sides {
                let mut flows = flows_of(trace, slice, direction).take(LOOKED_AT);
                if !flows.any(is_shown) {
                    continue;
                }
                x -= 1;
                let is_free = line.texts.iter().all(|text| x < text.x || x > text.end());
                if is_free && u32::from(x) > first && x < line.width {
                    marks.push(Glyph {
                        x,
                        ch,
                        ink: Ink::Role(Role::Flow),
                        mods: Mods::NONE,
                        behind: false,
                        item: Item::Slice(slice),
                    });
                }
            }
        }
        line.glyphs.extend(marks);
    }
}
