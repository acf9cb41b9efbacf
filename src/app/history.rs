//! The one history of selections and views, for going back and forward.
//!
//! A new selection or a jump is an entry of its own; successive pans, zooms and scrolls are one entry. Going
//! somewhere after going back drops the entries ahead.

use crate::base::time::Ts;
use crate::model::ids::{NodeId, SliceId};
use crate::view::state::Selection;
use crate::view::viewport::Viewport;

/// A place where the user was: the part of the trace on the screen, and the selection.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The window.
    pub viewport: Viewport,
    /// The selection.
    pub selection: Selection,
    /// The first line of the tracks.
    pub scroll: usize,
    /// The track of the cursor.
    pub cursor: Option<NodeId>,
    /// The line of the cursor in that track; a track of slices has one for each depth.
    pub cursor_depth: usize,
    /// The instant of the cursor, if it has one of its own.
    pub cursor_ts: Option<Ts>,
    /// The track filter.
    pub filter: String,
    /// The track that is shown for now, with the slice on it for which it is.
    pub peek: Option<(NodeId, Option<SliceId>)>,
}

/// How a place was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// By a small step, such as scrolling; the next small step replaces it in the history.
    Small,
    /// By a jump, which stays in the history.
    Jump,
    /// By a jump to an instant, which may be in the window that is shown already.
    Instant,
}

/// Returns whether an area is selected.
fn is_area(place: &Place) -> bool {
    matches!(place.selection, Selection::Area(_))
}

/// The most entries; more would only cost memory.
const ENTRIES_MAX: usize = 1000;

/// The history.
#[derive(Clone, Debug, Default)]
pub struct History {
    entries: Vec<(Place, Step)>,
    at: usize,
}

impl History {
    /// Adds the present place.
    pub fn note(&mut self, place: Place, step: Step) {
        let Some((now, how)) = self.entries.get_mut(self.at) else {
            self.entries.push((place, step));
            return;
        };
        // Releasing the button completes an area, so that the next area gets an entry of its own.
        if step == Step::Jump && now.selection == place.selection && is_area(&place) {
            *how = Step::Jump;
        }
        if *now == place {
            return;
        }
        let is_same = now.selection == place.selection;
        let is_elsewhere = step == Step::Instant && now.cursor_ts != place.cursor_ts;
        let viewed = now.viewport != place.viewport || is_elsewhere;
        // All stages of an area that is being drawn are one entry.
        let is_grown = is_area(now) && is_area(&place);
        let are_small = step == Step::Small && *how == Step::Small;
        if is_same && !viewed || (is_same || is_grown) && are_small {
            // Scrolling and moving the cursor are not worth an entry of their own.
            let how = *how;
            self.entries.truncate(self.at + 1);
            self.entries[self.at] = (place, how);
            return;
        }
        self.entries.truncate(self.at + 1);
        self.entries.push((place, step));
        if self.entries.len() > ENTRIES_MAX {
            self.entries.remove(0);
        }
        self.at = self.entries.len() - 1;
    }

    /// Drops the present entry if it is an area that was still being drawn.
    pub fn give_up_area(&mut self) {
        let is_drawn = |(place, how): &(Place, Step)| is_area(place) && *how == Step::Small;
        if self.at > 0 && self.entries.get(self.at).is_some_and(is_drawn) {
            self.entries.truncate(self.at);
            self.at -= 1;
        }
    }

    /// Goes back by an entry; `None` at the first one.
    pub fn back(&mut self) -> Option<Place> {
        self.at = self.at.checked_sub(1)?;
        self.entries.get(self.at).map(|(place, _)| place.clone())
    }

    /// Goes forward by an entry; `None` at the last one.
    pub fn forward(&mut self) -> Option<Place> {
        let (place, _) = self.entries.get(self.at + 1)?;
        self.at += 1;
        Some(place.clone())
    }

    /// Returns the number of the present entry, from 1, and of all; `None` if there is only one.
    pub fn position(&self) -> Option<(usize, usize)> {
        (self.entries.len() > 1).then_some((self.at + 1, self.entries.len()))
    }

    /// Replaces the present entry where the screen has changed what is shown, and nobody has gone elsewhere. The
    /// entries ahead stay.
    pub fn amend(&mut self, place: Place) {
        if let Some((now, _)) = self.entries.get_mut(self.at) {
            *now = place;
        }
    }

    /// Changes every place, because a new publish has other ids or the screen another width.
    pub fn remap(&mut self, change: impl Fn(&mut Place)) {
        for (place, _) in &mut self.entries {
            change(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::{TimeSpan, Ts};
    use crate::view::state::Area;

    fn place(start: i64, slice: Option<u32>) -> Place {
        let viewport = Viewport::default().panned(start);
        Place {
            viewport,
            selection: slice.map_or(Selection::None, |id| Selection::Slice(SliceId(id))),
            scroll: 0,
            cursor: None,
            cursor_depth: 0,
            cursor_ts: None,
            filter: String::new(),
            peek: None,
        }
    }

    #[test]
    fn a_run_of_pans_is_one_step_and_selections_are_one_each() {
        let mut history = History::default();
        history.note(place(0, None), Step::Jump);
        for start in 1..5 {
            history.note(place(start, None), Step::Small);
        }
        history.note(place(4, Some(7)), Step::Jump);
        history.note(place(9, Some(8)), Step::Jump);
        assert_eq!(history.position(), Some((4, 4)));
        assert_eq!(history.back(), Some(place(4, Some(7))));
        assert_eq!(history.back(), Some(place(4, None)));
        assert_eq!(history.back(), Some(place(0, None)));
        assert_eq!(history.back(), None);
        assert_eq!(history.forward(), Some(place(4, None)));
        history.note(place(50, None), Step::Jump);
        assert_eq!(history.forward(), None);
        assert_eq!(history.position(), Some((3, 3)));
    }

    #[test]
    fn an_area_is_one_place_however_it_was_drawn() {
        let area = |end| Place {
            selection: Selection::Area(Area {
                span: TimeSpan::new(Ts::from_ns(0), Ts::from_ns(end)),
                nodes: std::collections::BTreeSet::new(),
            }),
            ..place(0, None)
        };
        let mut history = History::default();
        history.note(place(0, None), Step::Jump);
        for end in [10, 20, 30] {
            // The button is pressed, the mouse moved twice, and the button released.
            history.note(history.entries[history.at].0.clone(), Step::Jump);
            history.note(area(end), Step::Small);
            history.note(area(end + 5), Step::Small);
            history.note(area(end + 5), Step::Jump);
        }
        assert_eq!(history.position(), Some((4, 4)));
        assert_eq!(history.back(), Some(area(25)));
        assert_eq!(history.back(), Some(area(15)));
        assert_eq!(history.back(), Some(place(0, None)));
    }
}
