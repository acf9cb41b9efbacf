//! Events of the user as values, and how a burst of them is made smaller.
//!
//! All keys are kept; of successive resizes or drags only the last one counts, and turns of the wheel at one
//! place in one direction are added up.

use std::time::Duration;

use super::key::Key;
use super::terminal::probe::Brightness;
use super::update::mouse::{MouseInput, MouseKind};
use crate::view::scene::Size;

/// Something that the user did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed or repeated.
    Key(Key),
    /// Escape and a key came together: either the key with Alt, or both keys one after the other.
    Escaped(Key),
    /// Text was pasted.
    Paste(String),
    /// A mouse event.
    Mouse(MouseInput),
    /// The screen has a new size.
    Resize(Size),
    /// The terminal has changed to dark or light colours.
    Scheme(Brightness),
}

/// Detects double clicks.
#[derive(Debug, Default)]
pub struct Clicks {
    /// When and where the button last went down, unless that ended a double click.
    last: Option<(Duration, u16, u16)>,
}

impl Clicks {
    /// Two clicks are one double click within this time.
    const AT_ONCE: Duration = Duration::from_millis(400);

    /// Returns the event, with a second press at the same place turned into another kind. `now` is the time
    /// since the program started.
    pub fn tell(&mut self, input: MouseInput, now: Duration) -> MouseInput {
        match input.kind {
            MouseKind::Up => input,
            MouseKind::Down => {
                let here = (input.x, input.y);
                let is_again = self.last.take().is_some_and(|(at, x, y)| {
                    (x, y) == here && now.saturating_sub(at) <= Self::AT_ONCE
                });
                if is_again {
                    return MouseInput {
                        kind: MouseKind::Again,
                        ..input
                    };
                }
                self.last = Some((now, input.x, input.y));
                input
            }
            _ => {
                self.last = None;
                input
            }
        }
    }
}

/// Makes a burst of events smaller without changing what it leads to.
pub fn coalesce(events: Vec<Event>) -> Vec<Event> {
    let mut out: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        if let (Some(Event::Mouse(last)), Event::Mouse(next)) = (out.last_mut(), &event)
            && let Some(both) = turned(*last, *next)
        {
            *last = both;
            continue;
        }
        let replaces = match (out.last(), &event) {
            (Some(Event::Resize(_)), Event::Resize(_)) => true,
            (Some(Event::Mouse(last)), Event::Mouse(next)) => {
                last.kind == MouseKind::Drag && next.kind == MouseKind::Drag
            }
            _ => false,
        };
        if replaces {
            out.pop();
        }
        out.push(event);
    }
    out
}

/// Returns two turns of the wheel as one. Turns in opposite directions stay two, because the first may have
/// met an end.
fn turned(last: MouseInput, next: MouseInput) -> Option<MouseInput> {
    let sum = |a: i8, b: i8| (a.signum() == b.signum()).then(|| a.checked_add(b))?;
    let kind = match (last.kind, next.kind) {
        (MouseKind::Wheel(a), MouseKind::Wheel(b)) => MouseKind::Wheel(sum(a, b)?),
        (MouseKind::Sideways(a), MouseKind::Sideways(b)) => MouseKind::Sideways(sum(a, b)?),
        _ => return None,
    };
    let is_there = (last.x, last.y) == (next.x, next.y);
    is_there.then_some(MouseInput { kind, ..last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_of_a_run_counts() {
        let size = |cols| Event::Resize(Size { cols, rows: 1 });
        let drag = |x| {
            Event::Mouse(MouseInput {
                kind: MouseKind::Drag,
                x,
                y: 0,
            })
        };
        let j = Event::Key(Key::char('j'));
        let events = vec![
            size(1),
            size(2),
            j.clone(),
            j.clone(),
            drag(1),
            drag(2),
            j.clone(),
        ];
        assert_eq!(
            coalesce(events),
            [size(2), j.clone(), j.clone(), drag(2), j]
        );
    }

    #[test]
    fn a_second_press_at_one_place_at_once_is_another_kind() {
        use MouseKind::{Again, Down, Drag, Up};
        let mut clicks = Clicks::default();
        let mut tell = |ms: u64, kind, x| {
            let input = MouseInput { kind, x, y: 5 };
            clicks.tell(input, Duration::from_millis(ms)).kind
        };
        assert_eq!([tell(0, Down, 3), tell(50, Up, 3)], [Down, Up]);
        assert_eq!([tell(200, Down, 3), tell(250, Up, 3)], [Again, Up]);
        // A third click is a first one again.
        assert_eq!([tell(300, Down, 3), tell(350, Up, 3)], [Down, Up]);
        // At another place, too late, or after a drag, it is a first click, too.
        assert_eq!(tell(400, Down, 4), Down);
        assert_eq!(tell(900, Down, 4), Down);
        assert_eq!([tell(950, Drag, 5), tell(960, Up, 5)], [Drag, Up]);
        assert_eq!(tell(1000, Down, 4), Down);
    }

    #[test]
    fn turns_of_the_wheel_add_up_at_one_place_and_in_one_direction() {
        use MouseKind::{Sideways, Wheel};
        let at = |x, kind| Event::Mouse(MouseInput { kind, x, y: 0 });
        let j = Event::Key(Key::char('j'));
        let all = [
            at(1, Wheel(1)),
            at(1, Wheel(1)),
            at(1, Wheel(1)),
            at(1, Wheel(-1)),
            at(2, Wheel(-1)),
            at(2, Sideways(-1)),
            at(2, Sideways(-1)),
            j.clone(),
            at(2, Sideways(-1)),
        ];
        let added = [
            at(1, Wheel(3)),
            at(1, Wheel(-1)),
            at(2, Wheel(-1)),
            at(2, Sideways(-2)),
            j,
            at(2, Sideways(-1)),
        ];
        assert_eq!(coalesce(all.into()), added);
        // The sum may exceed one event; nothing of it is lost.
        let n: i32 = coalesce(vec![at(1, Wheel(1)); 300])
            .iter()
            .map(|event| match event {
                Event::Mouse(MouseInput {
                    kind: Wheel(by), ..
                }) => i32::from(*by),
                _ => 0,
            })
            .sum();
        assert_eq!(n, 300);
    }
}
