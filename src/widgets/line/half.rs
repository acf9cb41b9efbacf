//! Bars of half a cell's height, two rows of a track in one line: without labels, for an overview.
//!
//! Without colours the characters say all there is to see: where bars end, and which frames are janky.

use ratatui::style::Modifier;

use super::Row;
use super::pattern::{self, jank_pattern};
use crate::view::scene::{Span, SpanKind, Stress, Tone};

impl Row<'_, '_> {
    /// Paints half a cell's height. Where only the character can tell, it says which halves are covered, and of
    /// janky frames which they are, as high as the cell.
    pub(super) fn half(&mut self, span: &Span, joins_right: bool) {
        let painter = self.painter;
        let paint = painter.theme.fill(span.ink, span.tone);
        let (first, mut last) = (span.x0 / 8, span.x1.div_ceil(8).min(u32::from(self.width)));
        let ascii = !painter.glyphs.has_blocks();
        let jank = jank_pattern(span.ink, ascii).filter(|_| painter.is_mono());
        // Without colour a blank at its end tells a bar from the next, unless that is its own end past the deadline.
        if painter.is_mono() && last > first + 2 && !joins_right {
            last -= 1;
        }
        for col in first..last {
            let Some(cell) = self.cell(col as u16) else {
                break;
            };
            let [upper, lower, both] = if ascii {
                // None of these is a pattern of jank.
                ["\"", "_", "="]
            } else {
                ["▀", "▄", "█"]
            };
            let is_covered = [upper, both].contains(&cell.symbol());
            if let Some(pattern) = jank {
                let late = if ascii { '/' } else { '╱' };
                cell.set_char(match span.tone {
                    Tone::Deep => late,
                    _ => pattern,
                });
            } else if painter.is_mono() && pattern::is_of_jank(cell.symbol()) {
                // What is janky says more than what lies in the other half.
            } else if span.kind == SpanKind::Upper {
                cell.set_symbol(upper).set_fg(paint.color);
            } else if !is_covered {
                cell.set_symbol(lower).set_fg(paint.color);
            } else if painter.is_mono() || !painter.glyphs.has_blocks() {
                cell.set_symbol(both);
            } else {
                cell.set_bg(paint.color);
            }
            if span.stress == Stress::Selected {
                cell.modifier |= Modifier::UNDERLINED;
            }
        }
    }
}
