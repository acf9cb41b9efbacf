//! Draws the card of the guided tour over the last lines of whatever is shown.

use super::scene::{Line, Rect, Role, Scene, Text};
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
    let press_x = x + 1;
    let x = line.put(Text::new(press_x, "press", Role::Text));
    let mut end = line.put(Text::new(x + 1, keys.clone(), Role::Accent).bold());
    let what = format!("to {}", card.next.what);
    let room = usize::from(cols.saturating_sub(2)).max(1);
    let mut below = text::wrapped(&card.seen, room, SEEN_LINES);
    let mut n_asked = 0;
    if usize::from(end + 1) + text::width(&what) <= usize::from(cols) {
        end = line.put(Text::new(end + 1, what, Role::Strong));
    } else {
        // It has no room beside the key.
        let asked = text::wrapped(&what, room, 2);
        n_asked = asked.len() as u16;
        below.splice(0..0, asked);
    }
    let Some(y) = rows.checked_sub(1 + below.len() as u16) else {
        return;
    };
    line.y = y;
    // What is below the card cannot be seen, so it cannot be clicked.
    scene.targets.retain(|(cells, _)| cells.y < y);
    // A click anywhere on the sentence presses the key that it asks for.
    let mut named = vec![(cells(press_x, y, end - press_x), keys.clone())];
    named.extend((1..=n_asked).map(|below| (cells(0, y + below, cols), keys.clone())));
    scene.name_keys(named);
    // What else can be pressed does not part the key from what it does.
    let mut named = Vec::new();
    if n_asked == 0 {
        named = put_others(card, (&mut line, y), end);
    }
    scene.overlay.push(line);
    let last = y + below.len() as u16;
    for (y, words) in (y + 1..).zip(below) {
        let mut line = Line::new(0, y, cols, Role::Raised);
        let end = line.put(Text::new(1, words, Role::Text));
        if y == last && n_asked > 0 {
            named = put_others(card, (&mut line, y), end);
        }
        scene.overlay.push(line);
    }
    scene.name_keys(named);
}

/// Puts at the right of a line how to leave and where all steps are listed, as far as there is room behind what
/// ends at `end`. Returns which cells press which keys.
fn put_others(card: &TourCard, (line, y): (&mut Line, u16), end: u16) -> Vec<(Rect, String)> {
    let mut named = Vec::new();
    let mut edge = line.width;
    for (keys, what) in [(&card.leave, "ends the tour"), (&card.help, "steps")] {
        if keys.is_empty() {
            continue;
        }
        let words = format!("{} {what} ", text::clean(keys));
        let width = text::width(&words) as u16;
        if end + 2 + width > edge {
            break;
        }
        edge -= width;
        line.put(Text::new(edge, words, Role::Dim));
        named.push((cells(edge, y, width - 1), keys.clone()));
        edge -= 1;
    }
    named
}

/// Returns cells of a row.
const fn cells(x: u16, y: u16, width: u16) -> Rect {
    Rect {
        x,
        y,
        width,
        height: 1,
    }
}
