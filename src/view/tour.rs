//! Draws the card of the guided tour over the last lines of whatever is shown.

use super::chrome;
use super::scene::{Line, Role, Scene, Text};
use super::state::TourCard;
use super::text;

/// What is read of a step takes so many lines at most.
const SEEN_LINES: usize = 3;

/// Draws the card.
pub(super) fn draw(card: &TourCard, scene: &mut Scene) {
    let (cols, rows) = (scene.size.cols, scene.size.rows);
    let keys = text::clean(&card.next.keys).into_owned();
    let (step, of) = card.place;
    let mut line = Line::new(0, 0, cols, Role::Raised);
    let x = line.put(Text::badge(0, format!(" TOUR {step}/{of} ")));
    let x = line.put(Text::new(x + 1, "press", Role::Text));
    let key_x = x + 1;
    let x = line.put(Text::new(key_x, keys.clone(), Role::Accent).bold());
    let key_width = x - key_x;
    let mut help_x = cols;
    let what = format!("to {}", card.next.what);
    let room = usize::from(cols.saturating_sub(2)).max(1);
    let mut below = text::wrapped(&card.seen, room, SEEN_LINES);
    if usize::from(x + 1) + text::width(&what) <= usize::from(cols) {
        let x = line.put(Text::new(x + 1, what, Role::Strong));
        let more = format!("{} where you are ", card.help);
        help_x = line.put_right(x + 2, Text::new(0, more, Role::Dim));
    } else {
        // It has no room beside the key.
        below.splice(0..0, text::wrapped(&what, room, 2));
    }
    let Some(y) = rows.checked_sub(1 + below.len() as u16) else {
        return;
    };
    line.y = y;
    // What is below the card cannot be seen, so it cannot be clicked.
    scene.targets.retain(|(cells, _)| cells.y < y);
    scene.overlay.push(line);
    scene.name_keys(chrome::keys_at((key_x, y), key_width, &keys));
    if help_x < cols {
        let width = cols - help_x;
        scene.name_keys(chrome::keys_at((help_x, y), width, &card.help));
    }
    for (y, words) in (y + 1..).zip(below) {
        let mut line = Line::new(0, y, cols, Role::Raised);
        line.put(Text::new(1, words, Role::Text));
        scene.overlay.push(line);
    }
}
