//! Draws the card of the guided tour over the last two lines of whatever is shown.

use super::scene::{Line, Role, Scene, Text};
use super::state::TourCard;
use super::text;

/// Draws the card.
pub(super) fn draw(card: &TourCard, scene: &mut Scene) {
    let (cols, rows) = (scene.size.cols, scene.size.rows);
    let Some(y) = rows.checked_sub(2) else { return };
    let mut line = Line::new(0, y, cols, Role::Raised);
    let (step, of) = card.place;
    let x = line.put(Text::badge(0, format!(" TOUR {step}/{of} ")));
    let keys = text::clean(&card.next.keys).into_owned();
    let x = line.put(Text::new(x + 1, "press", Role::Text));
    let x = line.put(Text::new(x + 1, keys, Role::Accent).bold());
    let what = format!("to {}", card.next.what);
    let x = line.put(Text::new(x + 1, what, Role::Strong));
    let leave = format!("any other key leaves · {} where you are ", card.help);
    line.put_right(x + 2, Text::new(0, leave, Role::Dim));
    let mut seen = Line::new(0, y + 1, cols, Role::Raised);
    seen.put(Text::new(1, card.seen.clone(), Role::Text));
    // What is below the card cannot be seen, so it cannot be clicked.
    scene.targets.retain(|(cells, _)| cells.y < y);
    scene.overlay.push(line);
    scene.overlay.push(seen);
}
