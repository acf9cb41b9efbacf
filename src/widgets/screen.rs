//! Paints a whole scene into a buffer.
//!
//! The order is fixed: lines, arrows, overlays. Nothing outside the buffer is
//! touched, and nothing of an earlier frame remains.

use ratatui::buffer::Buffer;

use super::glyphs::Glyphs;
use super::line::Painter;
use super::theme::Theme;
use crate::view::scene::{Direction, Role, Scene, Stroke, StrokeShape, Tone};

/// Paints a scene. The buffer should have the size that the scene was made for.
pub fn paint(scene: &Scene, theme: &Theme, glyphs: Glyphs, buf: &mut Buffer) {
    let painter = Painter { theme, glyphs };
    buf.reset();
    let ground = theme.role(Role::Ground).color;
    for cell in &mut buf.content {
        cell.set_bg(ground);
    }
    for line in &scene.lines {
        painter.line(line, buf);
    }
    for stroke in &scene.strokes {
        paint_stroke(painter, stroke, buf);
    }
    for line in &scene.overlay {
        painter.line(line, buf);
    }
    for stroke in &scene.overlay_strokes {
        paint_stroke(painter, stroke, buf);
    }
}

/// Paints a cell of an arrow: what is behind it keeps its colour.
fn paint_stroke(painter: Painter<'_>, stroke: &Stroke, buf: &mut Buffer) {
    let area = *buf.area();
    if stroke.x >= area.width || stroke.y >= area.height {
        return;
    }
    let cell = &mut buf[(area.x + stroke.x, area.y + stroke.y)];
    let ch = match stroke.shape {
        StrokeShape::Joins(sides) => joined(sides, stroke.heavy),
        StrokeShape::Dotted(sides) => dotted(sides, stroke.heavy),
        StrokeShape::Head(direction, filled) => head(direction, filled),
        StrokeShape::Char(c) => c,
    };
    cell.set_char(painter.glyphs.map(ch));
    cell.set_fg(painter.theme.fill(stroke.ink, Tone::Normal).color);
    cell.modifier = ratatui::style::Modifier::empty();
}

/// Returns the line that joins sides: 1 north, 2 east, 4 south, 8 west.
const fn joined(sides: u8, heavy: bool) -> char {
    const LIGHT: [char; 16] = [
        ' ', '╵', '╶', '╰', '╷', '│', '╭', '├', '╴', '╯', '─', '┴', '╮', '┤', '┬', '┼',
    ];
    const HEAVY: [char; 16] = [
        ' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋',
    ];
    let index = (sides & 15) as usize;
    if heavy { HEAVY[index] } else { LIGHT[index] }
}

const fn dotted(sides: u8, heavy: bool) -> char {
    match sides & 15 {
        10 | 2 | 8 => '╌',
        5 | 1 | 4 => '╎',
        _ => joined(sides, heavy),
    }
}

const fn head(direction: Direction, filled: bool) -> char {
    match (direction, filled) {
        (Direction::Up, true) => '▲',
        (Direction::Up, false) => '△',
        (Direction::Right, true) => '▶',
        (Direction::Right, false) => '▷',
        (Direction::Down, true) => '▼',
        (Direction::Down, false) => '▽',
        (Direction::Left, true) => '◀',
        (Direction::Left, false) => '◁',
    }
}
