//! From the bytes that a terminal sends to events: keys, mouse, paste, reports.
//!
//! Understands the legacy sequences of keys, the kitty protocol, the mouse in the SGR form and in the X10
//! form, and bracketed paste. An unknown sequence is skipped as a whole, so that a late answer of the
//! terminal never turns into keys, and neither does a sequence that comes in pieces, as over a link that loses
//! packets: what nobody can have typed is waited for. Accepts any bytes without an error.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _};
use std::os::fd::AsFd as _;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::sync::mpsc;

use super::probe::{self, Brightness};
use crate::app::event::Event;
use crate::app::key::{Code, Key};
use crate::app::update::mouse::{MouseInput, MouseKind};

/// The longest sequence that is waited for; all known ones are shorter.
const SEQUENCE_MAX: usize = 4096;
/// The longest text that can be pasted, in bytes; the rest is dropped.
const PASTE_MAX: usize = 1 << 20;
/// An escape byte is the Escape key if nothing follows it for so long. A key that is answered within a tenth of
/// a second feels instant, so this is what leaves time for the answer.
const ESCAPE_WAIT: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 70_000_000,
};
/// Two bytes such as `ESC [` were typed if nothing follows them for so long. A lost packet is sent again after a fifth
/// of a second or a little more.
const ALT_WAIT: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 300_000_000,
};
/// The rest of a sequence that nobody can have typed means nothing any more if it does not come for so long. A
/// packet that is lost four times in a row comes sooner.
const REST_WAIT: Timespec = Timespec {
    tv_sec: 4,
    tv_nsec: 0,
};
/// What follows an escape in sequences of more bytes, and may also be typed: with Alt, or after the Escape key.
const ALT_OR_MORE: &[u8] = b"[O]P_";
/// The most bursts of events that are queued.
const BURSTS_MAX: usize = 64;

const PASTE_END: &[u8] = b"\x1b[201~";

/// Turns bytes into events, and keeps an incomplete sequence for later.
#[derive(Debug, Default)]
pub struct Parser {
    bytes: Vec<u8>,
    paste: Option<Vec<u8>>,
    /// Whether the rest of the sequence that is kept comes too late, so that the sequence means nothing.
    is_late: bool,
}

/// What the bytes begin with.
enum Step {
    /// The event of so many bytes; `None` if they mean nothing.
    Took(usize, Option<Event>),
    /// A paste begins after so many bytes.
    Paste(usize),
    /// The sequence is incomplete.
    Wait,
}

impl Parser {
    /// Takes bytes and appends what they mean.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<Event>) {
        self.bytes.extend_from_slice(bytes);
        let mut at = 0;
        loop {
            if self.paste.is_some() {
                let Some((took, text)) = self.pasted(at) else {
                    self.bytes.clear();
                    return;
                };
                at += took;
                out.push(Event::Paste(text));
                continue;
            }
            let rest = self.bytes.get(at..).unwrap_or_default();
            match step(rest) {
                Step::Took(n, event) => {
                    at += n;
                    let is_late = std::mem::take(&mut self.is_late);
                    out.extend(event.filter(|_| !is_late));
                }
                Step::Paste(n) => {
                    at += n;
                    self.is_late = false;
                    self.paste = Some(Vec::new());
                }
                Step::Wait => break,
            }
        }
        self.bytes.drain(..at);
        if self.bytes.len() > SEQUENCE_MAX {
            self.bytes.clear();
        }
    }

    /// Returns how long to wait for the rest of an incomplete sequence before [`Self::flush`] ends it; `None` if
    /// there is none, or its rest is too late.
    fn wait(&self) -> Option<Timespec> {
        match self.bytes.as_slice() {
            _ if self.paste.is_some() => None,
            [0x1b] => Some(ESCAPE_WAIT),
            [0x1b, second] if ALT_OR_MORE.contains(second) => Some(ALT_WAIT),
            // Whoever is shut out by a control string without an end gets out by the Escape key.
            [0x1b, .., 0x1b] if self.is_late => Some(ESCAPE_WAIT),
            [0x1b, ..] if !self.is_late => Some(REST_WAIT),
            _ => None,
        }
    }

    /// Ends an incomplete sequence whose rest has not come in time. What may have been typed is a key: a single
    /// escape is the Escape key, `ESC [` and the like are that and the second, or Alt with it. Of anything else what
    /// completes it is skipped whenever it comes.
    pub fn flush(&mut self, out: &mut Vec<Event>) {
        match self.bytes.as_slice() {
            [0x1b] => out.push(Event::Key(Key::plain(Code::Esc))),
            [0x1b, second] if ALT_OR_MORE.contains(second) => {
                out.push(Event::Escaped(Key::char(char::from(*second))));
            }
            [0x1b, .., 0x1b] if self.is_late => out.push(Event::Key(Key::plain(Code::Esc))),
            [0x1b, ..] => {
                self.is_late = true;
                return;
            }
            _ => {}
        }
        self.is_late = false;
        self.bytes.clear();
    }

    /// Moves bytes from `at` on into the paste. If the paste ends there, returns how many bytes that took,
    /// and the text.
    fn pasted(&mut self, at: usize) -> Option<(usize, String)> {
        let paste = self.paste.as_mut()?;
        let kept = paste.len();
        paste.extend_from_slice(self.bytes.get(at..).unwrap_or_default());
        // The end marker may have begun in the bytes before.
        let from = kept.saturating_sub(PASTE_END.len());
        let end = memchr::memmem::find(&paste[from..], PASTE_END).map(|end| from + end);
        let Some(end) = end else {
            if paste.len() > PASTE_MAX {
                let tail = paste.split_off(paste.len() - PASTE_END.len());
                paste.truncate(PASTE_MAX);
                paste.extend(tail);
            }
            return None;
        };
        let took = (end + PASTE_END.len()).saturating_sub(kept);
        let text = String::from_utf8_lossy(&paste[..end]).into_owned();
        self.paste = None;
        Some((took, text))
    }
}

/// Returns the step of a key of `n` bytes.
fn took(n: usize, key: Option<Key>) -> Step {
    Step::Took(n, key.map(Event::Key))
}

/// Reads the first event of the bytes.
fn step(bytes: &[u8]) -> Step {
    let Some(&first) = bytes.first() else {
        return Step::Wait;
    };
    match first {
        0x1b => escape(bytes),
        _ => match character(bytes) {
            Some((n, found)) => took(n, found),
            None => Step::Wait,
        },
    }
}

/// Reads one key that is not a sequence, and its length; `None` if bytes are missing.
fn character(bytes: &[u8]) -> Option<(usize, Option<Key>)> {
    let first = *bytes.first()?;
    let plain = |code| Some((1, Some(Key::plain(code))));
    match first {
        b'\r' => plain(Code::Enter),
        b'\t' => plain(Code::Tab),
        0x7f => plain(Code::Backspace),
        0 => Some((1, Some(Key::char(' ').ctrl()))),
        1..=0x1a => Some((1, Some(Key::char(char::from(first - 1 + b'a')).ctrl()))),
        0x1b => plain(Code::Esc),
        0x1c..=0x1f => Some((1, Some(Key::char(char::from(first - 0x1c + b'\\')).ctrl()))),
        0x20..0x7f => plain(Code::Char(char::from(first))),
        _ => {
            let len = match first {
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf4 => 4,
                _ => return Some((1, None)),
            };
            let end = len.min(bytes.len());
            let is_tail = |byte: &u8| byte & 0xc0 == 0x80;
            if !bytes[1..end].iter().all(is_tail) {
                return Some((1, None));
            }
            let text = bytes.get(..len)?;
            let c = std::str::from_utf8(text)
                .ok()
                .and_then(|s| s.chars().next());
            Some((len, c.map(Key::char)))
        }
    }
}

fn escape(bytes: &[u8]) -> Step {
    match bytes.get(1) {
        None => Step::Wait,
        Some(b'[') => csi(bytes),
        Some(b'O') => match bytes.get(2) {
            None => Step::Wait,
            Some(&letter) => took(3, letter_key(letter).map(Key::plain)),
        },
        // What a terminal answers begins so. All else was typed: Escape and `]`, which follows a flow, come at once
        // over a slow link.
        Some(&kind @ (b']' | b'P' | b'_')) => match (kind, bytes.get(2)) {
            (_, None) => Step::Wait,
            (b']', Some(b'0'..=b'9')) => string(bytes, true),
            (b'P', Some(b'0'..=b'9' | b'>' | b'!')) | (b'_', Some(b'G')) => string(bytes, false),
            _ => escaped(bytes),
        },
        // Two escapes are two keys: the second may begin a sequence.
        Some(0x1b) => took(1, Some(Key::plain(Code::Esc))),
        Some(_) => escaped(bytes),
    }
}

/// Reads the Escape key and a key that came at once, or Alt with that key.
fn escaped(bytes: &[u8]) -> Step {
    match character(&bytes[1..]) {
        Some((n, found)) => Step::Took(n + 1, found.map(Event::Escaped)),
        None => Step::Wait,
    }
}

/// Skips a control string. An OSC string may report the background colour, which is an event. Control characters,
/// such as Ctrl-C, are in no string: they end it, and are read on their own.
fn string(bytes: &[u8], is_osc: bool) -> Step {
    for (at, &byte) in bytes.iter().enumerate().skip(2) {
        let len = match (byte, bytes.get(at + 1)) {
            (0x07, _) if is_osc => at + 1,
            (0x1b, Some(b'\\')) => at + 2,
            // Another escape ends the string, and begins something else.
            (0x1b, Some(_)) | (..0x1b, _) => at,
            _ => continue,
        };
        let background = probe::read_answers(&bytes[..len]).background;
        let event = background.map(|rgb| Event::Scheme(probe::brightness(Some(rgb), &|_| None)));
        return Step::Took(len, event.filter(|_| is_osc));
    }
    if bytes.len() > SEQUENCE_MAX {
        Step::Took(bytes.len(), None)
    } else {
        Step::Wait
    }
}

/// Returns the key whose sequence ends with a letter.
fn letter_key(letter: u8) -> Option<Code> {
    Some(match letter {
        b'A' => Code::Up,
        b'B' => Code::Down,
        b'C' => Code::Right,
        b'D' => Code::Left,
        b'F' => Code::End,
        b'H' => Code::Home,
        b'M' => Code::Enter,
        b'P'..=b'S' => Code::F(letter - b'P' + 1),
        _ => return None,
    })
}

fn csi(bytes: &[u8]) -> Step {
    // The Linux console sends function keys in this form.
    if bytes.get(2) == Some(&b'[') {
        return match bytes.get(3) {
            None => Step::Wait,
            Some(&letter @ b'A'..=b'E') => took(4, Some(Key::plain(Code::F(letter - b'A' + 1)))),
            Some(_) => Step::Took(3, None),
        };
    }
    // The X10 form of mouse reports has three bytes after the letter.
    if bytes.get(2) == Some(&b'M') {
        return match bytes.get(3..6) {
            None => Step::Wait,
            Some(report) => Step::Took(6, first_mouse(report).map(Event::Mouse)),
        };
    }
    let Some(len) = bytes[2..]
        .iter()
        .position(|byte| !(0x20..0x40).contains(byte))
    else {
        return if bytes.len() > SEQUENCE_MAX {
            Step::Took(bytes.len(), None)
        } else {
            Step::Wait
        };
    };
    let last = bytes[2 + len];
    if !(0x40..0x7f).contains(&last) {
        // Not a sequence; the byte that breaks it is read on its own.
        return Step::Took(2 + len, None);
    }
    let body = &bytes[2..2 + len];
    let n = len + 3;
    if (body, last) == (b"200", b'~') {
        return Step::Paste(n);
    }
    Step::Took(n, sequence(body, last))
}

/// Returns the event of a complete control sequence.
fn sequence(body: &[u8], last: u8) -> Option<Event> {
    if let Some(body) = body.strip_prefix(b"<") {
        return mouse(body, last).map(Event::Mouse);
    }
    if let Some(body) = body.strip_prefix(b"?") {
        return match (body, last) {
            (b"997;1", b'n') => Some(Event::Scheme(Brightness::Dark)),
            (b"997;2", b'n') => Some(Event::Scheme(Brightness::Light)),
            _ => None,
        };
    }
    let params = Params::read(body)?;
    let (number, mods) = (params.number(0), params.number(1));
    if params.event() == RELEASED {
        return None;
    }
    let code = match last {
        b'Z' => return Some(Event::Key(Key::plain(Code::Tab).shift())),
        b'~' if number == 27 => return char_key(params.number(2), mods).map(Event::Key),
        b'~' => tilde_key(number)?,
        b'u' => return char_key(number, mods).map(Event::Key),
        // `CSI row;column R` is the position of the cursor; with an `M` it is the urxvt form of a mouse
        // report, which was not asked for.
        b'R' | b'M' => return None,
        letter => letter_key(letter)?,
    };
    Some(Event::Key(with_mods(Key::plain(code), mods)))
}

/// The event type of a key release.
const RELEASED: u32 = 3;

/// The first three parameters, separated by semicolons, each with an optional subparameter after a colon.
struct Params([(u32, u32); 3]);

impl Params {
    fn read(body: &[u8]) -> Option<Self> {
        let mut all = [(0, 0); 3];
        let text = std::str::from_utf8(body).ok()?;
        let number = |text: Option<&str>| match text {
            None | Some("") => Some(0),
            Some(digits) => digits.parse().ok(),
        };
        for (place, part) in all.iter_mut().zip(text.split(';')) {
            let mut parts = part.split(':');
            *place = (number(parts.next())?, number(parts.next())?);
        }
        Some(Self(all))
    }

    fn number(&self, index: usize) -> u32 {
        self.0[index].0
    }

    /// Returns the event type of the kitty protocol: 1 or none is a press.
    fn event(&self) -> u32 {
        self.0[1].1
    }
}

fn tilde_key(number: u32) -> Option<Code> {
    Some(match number {
        1 | 7 => Code::Home,
        2 => Code::Insert,
        3 => Code::Delete,
        4 | 8 => Code::End,
        5 => Code::PageUp,
        6 => Code::PageDown,
        11..=15 => Code::F(number as u8 - 10),
        17..=21 => Code::F(number as u8 - 11),
        23..=26 => Code::F(number as u8 - 12),
        28 | 29 => Code::F(number as u8 - 13),
        31..=34 => Code::F(number as u8 - 14),
        _ => return None,
    })
}

/// Returns the key of a code point of the kitty protocol, which also numbers keys without a character.
fn char_key(number: u32, mods: u32) -> Option<Key> {
    let code = match number {
        9 => Code::Tab,
        13 | 57414 => Code::Enter,
        27 => Code::Esc,
        8 | 127 => Code::Backspace,
        57399..=57408 => Code::Char(char::from(b'0' + (number - 57399) as u8)),
        57409..=57413 => Code::Char(['.', '/', '*', '-', '+'][(number - 57409) as usize]),
        57415 => Code::Char('='),
        57417 => Code::Left,
        57418 => Code::Right,
        57419 => Code::Up,
        57420 => Code::Down,
        57421 => Code::PageUp,
        57422 => Code::PageDown,
        57423 => Code::Home,
        57424 => Code::End,
        57425 => Code::Insert,
        57426 => Code::Delete,
        57344..=63743 => return None,
        _ => Code::Char(char::from_u32(number).filter(|c| !c.is_control())?),
    };
    Some(with_mods(Key::plain(code), mods))
}

/// Adds modifiers from their number in a sequence: 1 more than the sum of shift 1, alt 2, ctrl 4.
fn with_mods(key: Key, mods: u32) -> Key {
    let held = mods.saturating_sub(1);
    let mut key = key;
    if let (Code::Char(c), true) = (key.code, held & 1 != 0 && held & 4 == 0) {
        let mut upper = c.to_uppercase();
        if let (Some(c), None) = (upper.next(), upper.next()) {
            key = Key::char(c);
        }
    }
    if held & 1 != 0 {
        key = key.shift();
    }
    if held & 2 != 0 {
        key = key.alt();
    }
    if held & 4 != 0 {
        key = key.ctrl();
    }
    key
}

/// Reads `button;column;row` of the SGR mouse protocol.
fn mouse(body: &[u8], last: u8) -> Option<MouseInput> {
    let params = Params::read(body)?;
    let cell = |index| u16::try_from(params.number(index).checked_sub(1)?).ok();
    let (x, y) = (cell(1)?, cell(2)?);
    let kind = mouse_kind(params.number(0), last)?;
    Some(MouseInput { kind, x, y })
}

/// Reads an X10 mouse report: button, column and row, one byte each, with a space for 0. The report does not
/// say which button was released.
fn first_mouse(report: &[u8]) -> Option<MouseInput> {
    const UP: u32 = 3;
    let &[button, x, y] = report else { return None };
    let button = u32::from(button).checked_sub(32)?;
    let cell = |byte: u8| u16::from(byte).checked_sub(33);
    let (x, y) = (cell(x)?, cell(y)?);
    let kind = match button & !SIDEWAYS {
        UP => mouse_kind(0, b'm')?,
        _ => mouse_kind(button, b'M')?,
    };
    Some(MouseInput { kind, x, y })
}

/// The bits of Shift and Alt: a wheel with one of these scrolls sideways.
const SIDEWAYS: u32 = 4 | 8;

/// Returns the event of a button code; the letter `M` is a press or a motion, `m` a release.
fn mouse_kind(button: u32, last: u8) -> Option<MouseKind> {
    const MOVED: u32 = 32;
    const WHEEL: u32 = 64;
    const SHIFTED: u32 = 4;
    let wheel = |by: i8| match button & SIDEWAYS {
        0 => MouseKind::Wheel(by),
        _ => MouseKind::Sideways(by),
    };
    Some(match (last, button & (WHEEL | MOVED), button & 3) {
        (b'M', WHEEL, 0) => wheel(-1),
        (b'M', WHEEL, 1) => wheel(1),
        (b'M', WHEEL, 2) => MouseKind::Sideways(-1),
        (b'M', WHEEL, 3) => MouseKind::Sideways(1),
        (b'M', MOVED, 0..=2) => MouseKind::Drag,
        // Shift-drag pans in Perfetto's own viewer, too; but most terminals keep it for themselves.
        (b'M', 0, 0) if button & SHIFTED != 0 => MouseKind::Middle,
        (b'M', 0, 0) => MouseKind::Down,
        (b'M', 0, 1) => MouseKind::Middle,
        (b'm', 0, 0..=2) => MouseKind::Up,
        _ => return None,
    })
}

/// Opens the terminal by its path, because the standard input may be the trace. Without `/dev`, as in a
/// chroot, the standard input has to be the terminal.
pub fn open() -> io::Result<File> {
    File::open("/dev/tty").or_else(|error| {
        let stdin = io::stdin();
        if !stdin.is_terminal() {
            return Err(error);
        }
        Ok(File::from(stdin.as_fd().try_clone_to_owned()?))
    })
}

/// Starts a thread that reads the terminal; the channel closes when the terminal is gone.
pub fn start() -> io::Result<mpsc::Receiver<Vec<Event>>> {
    let (sender, receiver) = mpsc::channel(BURSTS_MAX);
    let mut input = open()?;
    let builder = std::thread::Builder::new().name("perfetty-input".to_owned());
    builder.spawn(move || {
        let mut parser = Parser::default();
        let mut chunk = [0; 4096];
        loop {
            let mut events = Vec::new();
            if let Some(wait) = parser.wait()
                && !more_comes(&input, &wait)
            {
                parser.flush(&mut events);
            } else {
                let len = match input.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(len) => len,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => return,
                };
                parser.feed(&chunk[..len], &mut events);
            }
            if !events.is_empty() && sender.blocking_send(events).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// Waits and returns whether more bytes follow an incomplete sequence.
fn more_comes(input: &File, wait: &Timespec) -> bool {
    let mut fds = [PollFd::from_borrowed_fd(input.as_fd(), PollFlags::IN)];
    loop {
        match poll(&mut fds, Some(wait)) {
            Err(rustix::io::Errno::INTR) => {}
            ready => return ready.is_ok_and(|ready| ready > 0),
        }
    }
}

#[cfg(test)]
mod tests;
