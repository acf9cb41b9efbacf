//! What can wake the loop, as values, and how a burst of it is made smaller.
//!
//! Every key is kept; of resizes and drags in a row only the last counts, and
//! turns of the wheel at one place add up.

use super::key::Key;
use super::terminal::probe::Brightness;
use super::update::mouse::{MouseInput, MouseKind};
use crate::view::scene::Size;

/// Something that the user did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed or repeated.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(MouseInput),
    /// The screen has a new size.
    Resize(Size),
    /// The terminal's colours are dark or light now.
    Scheme(Brightness),
}

/// Makes a burst of events smaller without changing what it leads to.
pub fn coalesce(events: Vec<Event>) -> Vec<Event> {
    let mut out: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
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
}
