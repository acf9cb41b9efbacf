//! What can wake the loop, as values, and how a burst of it is made smaller.
//!
//! Every key is kept; of resizes and drags in a row only the last counts, and
//! turns of the wheel at one place add up.

use crossterm::event::{
    Event as Raw, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::key::{Code, Key};
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
}

impl Event {
    /// Returns what an event of the terminal means, `None` if nothing.
    pub fn from_raw(raw: Raw) -> Option<Self> {
        match raw {
            Raw::Key(event) => key(event).map(Self::Key),
            Raw::Paste(text) => Some(Self::Paste(text)),
            Raw::Mouse(event) => mouse(event).map(Self::Mouse),
            Raw::Resize(cols, rows) => Some(Self::Resize(Size { cols, rows })),
            Raw::FocusGained | Raw::FocusLost => None,
        }
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    let code = match event.code {
        // Without the kitty protocol these are what Ctrl-\ ] ^ _ look like.
        KeyCode::Char(c @ '4'..='7') if ctrl => {
            Code::Char(['\\', ']', '^', '_'][usize::from(c as u8 - b'4')])
        }
        KeyCode::Char(c) if ctrl => Code::Char(c.to_ascii_lowercase()),
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::F(number) => Code::F(number),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab | KeyCode::BackTab => Code::Tab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Insert => Code::Insert,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        _ => return None,
    };
    let mut key = Key::plain(code);
    if ctrl {
        key = key.ctrl();
    }
    if event.modifiers.contains(KeyModifiers::ALT) {
        key = key.alt();
    }
    if event.modifiers.contains(KeyModifiers::SHIFT) {
        key = key.shift();
    }
    Some(key)
}

fn mouse(event: MouseEvent) -> Option<MouseInput> {
    let sideways = event
        .modifiers
        .intersects(KeyModifiers::ALT | KeyModifiers::SHIFT);
    let wheel = |by: i8| {
        if sideways {
            MouseKind::Sideways(by)
        } else {
            MouseKind::Wheel(by)
        }
    };
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Down,
        MouseEventKind::Down(MouseButton::Middle) => MouseKind::Middle,
        MouseEventKind::Drag(_) => MouseKind::Drag,
        MouseEventKind::Up(_) => MouseKind::Up,
        MouseEventKind::ScrollUp => wheel(-1),
        MouseEventKind::ScrollDown => wheel(1),
        MouseEventKind::ScrollLeft => MouseKind::Sideways(-1),
        MouseEventKind::ScrollRight => MouseKind::Sideways(1),
        MouseEventKind::Down(MouseButton::Right) | MouseEventKind::Moved => return None,
    };
    Some(MouseInput {
        kind,
        x: event.column,
        y: event.row,
    })
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
    fn keys_keep_their_case_and_lose_their_release() {
        let event = |code, modifiers| key(KeyEvent::new(code, modifiers));
        assert_eq!(
            event(KeyCode::Char('J'), KeyModifiers::SHIFT),
            Some(Key::char('J'))
        );
        assert_eq!(
            event(KeyCode::Char('5'), KeyModifiers::CONTROL),
            Some(Key::char(']').ctrl())
        );
        assert_eq!(
            event(KeyCode::Left, KeyModifiers::ALT),
            Some(Key::plain(Code::Left).alt())
        );
        let mut release = KeyEvent::new(KeyCode::Char('a'), KeyModifiers::NONE);
        release.kind = KeyEventKind::Release;
        assert_eq!(key(release), None);
    }

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
