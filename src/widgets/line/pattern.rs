//! Patterns: what fills a span where colour cannot say what it is, or not alone.
//!
//! Without colour a pattern is all there is. With the 16 basic colours it is
//! drawn into the hue, which keeps the greater share of each cell: on a dark
//! ground a bar that is mostly black would be taken for a gap.

use ratatui::buffer::Cell;
use ratatui::style::Modifier;

use crate::view::scene::{Ink, JankTag, Role, StateRole, Tone};
use crate::widgets::theme::{Paint, Theme};

/// Returns the character that fills a span where its colour does not say enough.
pub(super) fn pattern(ink: Ink, ascii: bool) -> Option<char> {
    let Ink::Role(role) = ink else { return None };
    let (unicode, plain) = match role {
        Role::Jank(JankTag::SelfJank, _) | Role::State(StateRole::IoWait | StateRole::Blocked) => {
            ('▓', '#')
        }
        Role::Jank(JankTag::Other, _) => ('▒', '%'),
        Role::Jank(JankTag::BufferStuffing | JankTag::SurfaceFlingerStuffing, _) => ('░', ':'),
        Role::Jank(JankTag::Dropped, _) => ('╳', 'X'),
        Role::Expected | Role::State(StateRole::Sleeping) => ('·', '.'),
        Role::State(StateRole::Running) => ('█', '='),
        Role::State(StateRole::Runnable) => ('▒', '-'),
        _ => return None,
    };
    Some(if ascii { plain } else { unicode })
}

/// Returns the pattern of a jank, `None` for what is not janky.
pub(super) fn jank_pattern(ink: Ink, ascii: bool) -> Option<char> {
    matches!(ink, Ink::Role(Role::Jank(_, _)))
        .then(|| pattern(ink, ascii))
        .flatten()
}

/// Returns whether a cell has the pattern of a janky frame, or of its part past the deadline.
pub(super) fn is_of_jank(symbol: &str) -> bool {
    const ALL: [&str; 10] = ["▓", "▒", "░", "╳", "╱", "#", "%", ":", "X", "/"];
    ALL.contains(&symbol)
}

/// Draws a pattern into a cell of the hue `paint`, for the 16 basic colours.
pub(super) fn draw(
    cell: &mut Cell,
    theme: &Theme,
    paint: Paint,
    (ink, tone): (Ink, Tone),
    ascii: bool,
) {
    let late = if ascii { '/' } else { '╱' };
    let fill = match tone {
        Tone::Deep => Some(late),
        _ => pattern(ink, ascii),
    };
    let Some(ch) = fill else { return };
    cell.set_char(ch).set_fg(match ch {
        // Sleep stays near the ground.
        '·' | '.' if paint == theme.role(Role::Ground) => theme.role(Role::Rule).color,
        '·' | '.' => theme.text_on(paint),
        // White would make the late or janky part the paler one.
        _ => theme.black(),
    });
    // The hue becomes the ink of what fills more than half of a cell; the cell's ground stays the
    // hue, on which labels and arrows are written.
    if matches!(ch, '▓' | '█') {
        cell.modifier = Modifier::REVERSED;
    }
}
