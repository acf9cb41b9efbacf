//! The terminal: taking and restoring it, and writing frames.
//!
//! Whatever happens (an error, a panic, a signal, a suspend), the terminal gets back its screen, cursor,
//! keyboard, mouse and title. Frames are encoded by [`encoder`]; [`probe`] finds out what the terminal can
//! do. A write waits while the terminal takes nothing; `end_writes` and what follows it are for another thread,
//! which sees to it that a signal ends the program even then.

pub mod cells;
pub mod encoder;
pub mod input;
pub mod probe;

use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _};
use std::os::fd::AsFd as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;

use base64::Engine as _;
use ratatui::buffer::Buffer;
use rustix::process::{Signal, getpid, kill_process};
use rustix::termios::{
    OptionalActions, QueueSelector, SpecialCodeIndex, tcflush, tcgetattr, tcsetattr,
};

use crate::view::scene::Size;
use crate::widgets::theme::Depth;
use encoder::{Encoder, Motion, Shifting, Sync};
use probe::{Answers, Mode};

/// Takes the screen: saves the title, enters the alternate screen, hides the cursor, turns off wrapping,
/// turns on bracketed paste and focus reports.
const ENTER: &[u8] = b"\x1b[22;0t\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?1004h";
/// Restores everything in the opposite order; each part is harmless if it was not taken.
const LEAVE: &[u8] = b"\x1b[?2026l\x1b[0m\x1b[r\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\
    \x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l\x1b[23;0t";
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";
/// Asks for a report when the colours of the terminal change between dark and light.
const SCHEME_ON: &[u8] = b"\x1b[?2031h";
const SCHEME_OFF: &[u8] = b"\x1b[?2031l";
const KITTY_ON: &[u8] = b"\x1b[>1u";
const KITTY_OFF: &[u8] = b"\x1b[<u";
/// Terminals and mosh drop longer texts.
const CLIPBOARD_MAX: usize = 74_000;

/// Whether the terminal is taken; shared by the panic hook and `Drop`.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether the kitty keyboard protocol is on.
static KITTY: AtomicBool = AtomicBool::new(false);
/// Whether reports of colour changes are on.
static SCHEME: AtomicBool = AtomicBool::new(false);
/// Whether the program is to end, so that nothing but [`restore`] writes any more.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Whether a write has begun and not ended.
static WRITING: AtomicBool = AtomicBool::new(false);
/// The most bytes that are written at once. A terminal that has taken nothing for long has room for so many, and
/// for what restores it, once [`drop_unwritten`] was called.
const PIECE: usize = 4096;
/// The thread whose panic ends the program; panics of jobs on other threads don't.
static UI_THREAD: OnceLock<ThreadId> = OnceLock::new();

/// Whether the terminal sends mouse events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Mouse events stay with the terminal, which selects text.
    Released,
    /// Mouse events are sent to the program.
    Captured,
}

/// The terminal, while it is taken.
#[derive(Debug)]
pub struct Terminal {
    output: File,
    encoder: Encoder,
    mouse: Mouse,
    answers: Answers,
    title: String,
}

impl Terminal {
    /// Takes the terminal behind standard output and asks what it can do.
    pub fn enter(depth: Depth, shifting: Shifting, mouse: Mouse) -> io::Result<Self> {
        let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let mut terminal = Self {
            output,
            encoder: Encoder::new(depth, shifting),
            mouse,
            answers: Answers::default(),
            title: String::new(),
        };
        install_panic_hook();
        terminal.take()?;
        terminal.answers = terminal.ask().unwrap_or_default();
        terminal.configure()?;
        Ok(terminal)
    }

    /// Returns what the terminal said about itself.
    pub fn answers(&self) -> Answers {
        self.answers
    }

    fn take(&mut self) -> io::Result<()> {
        crossterm::terminal::enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        self.write(ENTER)
    }

    fn configure(&mut self) -> io::Result<()> {
        if self.answers.kitty {
            self.write(KITTY_ON)?;
            KITTY.store(true, Ordering::SeqCst);
        }
        if self.mouse == Mouse::Captured {
            self.write(MOUSE_ON)?;
        }
        if self.answers.scheme == Some(Mode::Known) {
            self.write(SCHEME_ON)?;
            SCHEME.store(true, Ordering::SeqCst);
        }
        self.encoder.set_sync(match self.answers.sync {
            Some(Mode::Unknown) => Sync::Bare,
            _ => Sync::Marked,
        });
        self.encoder.reset();
        Ok(())
    }

    /// Sends the questions and reads until the last one is answered, for a second at most.
    fn ask(&mut self) -> io::Result<Answers> {
        if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
            return Ok(Answers::default());
        }
        let mut input = input::open()?;
        if !input.is_terminal() {
            return Ok(Answers::default());
        }
        let raw = tcgetattr(&input)?;
        let mut timed = raw.clone();
        // With these settings, a read returns after a fifth of a second if there is no answer.
        timed.special_codes[SpecialCodeIndex::VMIN] = 0;
        timed.special_codes[SpecialCodeIndex::VTIME] = 2;
        tcsetattr(&input, OptionalActions::Now, &timed)?;
        let answers = self.exchange(&mut input);
        tcsetattr(&input, OptionalActions::Now, &raw)?;
        answers
    }

    fn exchange(&mut self, input: &mut File) -> io::Result<Answers> {
        const WAITS_MAX: usize = 5;
        const BYTES_MAX: usize = 4096;
        self.write(probe::QUESTIONS)?;
        let mut bytes = Vec::new();
        let mut waits = 0;
        while waits < WAITS_MAX && bytes.len() < BYTES_MAX {
            let mut chunk = [0; 256];
            match input.read(&mut chunk)? {
                0 => waits += 1,
                len => bytes.extend_from_slice(&chunk[..len]),
            }
            let answers = probe::read_answers(&bytes);
            if answers.complete {
                return Ok(answers);
            }
        }
        Ok(probe::read_answers(&bytes))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        write(&mut self.output, bytes)
    }

    /// Returns the number of columns and rows.
    pub fn size() -> io::Result<Size> {
        let (cols, rows) = crossterm::terminal::size()?;
        Ok(Size { cols, rows })
    }

    /// Shows a painted buffer. Returns how many bytes that took.
    pub fn draw(
        &mut self,
        buffer: &Buffer,
        motion: Motion,
        caret: Option<(u16, u16)>,
    ) -> io::Result<usize> {
        let bytes = self.encoder.frame(buffer, motion, caret);
        if !bytes.is_empty() {
            write(&mut self.output, bytes)?;
        }
        Ok(bytes.len())
    }

    /// Makes the next frame paint everything.
    pub fn redraw(&mut self) {
        self.encoder.reset();
    }

    /// Changes the number of colours.
    pub fn set_depth(&mut self, depth: Depth) {
        self.encoder.set_depth(depth);
    }

    /// Captures or releases the mouse.
    pub fn set_mouse(&mut self, mouse: Mouse) -> io::Result<()> {
        self.mouse = mouse;
        self.write(match mouse {
            Mouse::Captured => MOUSE_ON,
            Mouse::Released => MOUSE_OFF,
        })
    }

    /// Sets the title of the window. The text must be safe to print.
    pub fn set_title(&mut self, title: &str) -> io::Result<()> {
        title.clone_into(&mut self.title);
        let title: String = title.chars().filter(|c| !c.is_control()).collect();
        self.write(format!("\x1b]2;{title}\x1b\\").as_bytes())
    }

    /// Sends a text to the clipboard of the machine where the terminal runs.
    ///
    /// Returns whether it was sent; a text that is too long for terminals is not.
    pub fn copy(&mut self, text: &str) -> io::Result<bool> {
        let Some(bytes) = clipboard_bytes(text) else {
            return Ok(false);
        };
        self.write(&bytes)?;
        Ok(true)
    }

    /// Restores the terminal, stops the process, and takes the terminal again when it continues.
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        rustix::process::kill_current_process_group(Signal::STOP)?;
        self.take()?;
        // The title that was saved is that of the shell, so the viewer's title is set again.
        let title = std::mem::take(&mut self.title);
        self.set_title(&title)?;
        self.configure()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Returns the bytes that put text into the clipboard, `None` if it is too long.
fn clipboard_bytes(text: &str) -> Option<Vec<u8>> {
    let encoded = base64::engine::general_purpose::STANDARD.encode(text);
    (encoded.len() <= CLIPBOARD_MAX).then(|| format!("\x1b]52;c;{encoded}\x1b\\").into_bytes())
}

/// Writes bytes, unless the program is to end.
fn write(output: &mut File, bytes: &[u8]) -> io::Result<()> {
    for piece in bytes.chunks(PIECE) {
        if ENDING.load(Ordering::SeqCst) {
            return Ok(());
        }
        write_piece(output, piece)?;
    }
    Ok(())
}

fn write_piece(output: &mut impl io::Write, piece: &[u8]) -> io::Result<()> {
    WRITING.store(true, Ordering::SeqCst);
    let written = output.write_all(piece).and_then(|()| output.flush());
    WRITING.store(false, Ordering::SeqCst);
    written
}

/// Makes all writes end soon but those that restore the terminal.
pub(super) fn end_writes() {
    ENDING.store(true, Ordering::SeqCst);
}

/// Drops what the terminal has not taken yet, so that there is room for what restores it.
pub(super) fn drop_unwritten() {
    // If there is no terminal any more, no write waits for it.
    let _gone = tcflush(io::stdout(), QueueSelector::OFlush);
    // A write that waits only looks again when a signal comes; this one is handled and does no harm.
    let _woken = kill_process(getpid(), Signal::WINCH);
}

/// Returns whether a write has not ended.
pub(super) fn is_writing() -> bool {
    WRITING.load(Ordering::SeqCst)
}

/// Restores of the terminal what needs no write.
pub(super) fn restore_modes() {
    let _gone = crossterm::terminal::disable_raw_mode();
}

/// Restores the terminal if it is taken. Errors are ignored: the terminal is gone then.
fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut bytes = Vec::new();
    if KITTY.swap(false, Ordering::SeqCst) {
        bytes.extend_from_slice(KITTY_OFF);
    }
    if SCHEME.swap(false, Ordering::SeqCst) {
        bytes.extend_from_slice(SCHEME_OFF);
    }
    bytes.extend_from_slice(LEAVE);
    let _gone = write_piece(&mut io::stdout(), &bytes);
    restore_modes();
}

/// Makes a panic of the UI thread restore the terminal before it is reported. A panic of a job is only logged
/// here: the background turns it into a failed outcome.
fn install_panic_hook() {
    if UI_THREAD.set(std::thread::current().id()).is_err() {
        return;
    }
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if UI_THREAD.get() == Some(&std::thread::current().id()) {
            restore();
            report(info);
        }
        tracing::error!("{info}");
    }));
}

#[cfg(test)]
mod tests;
