//! What `update` may ask for: the only way in which it causes anything outside.
//!
//! Effects are data; the loop performs them. Without a terminal (in tests and
//! in `snapshot --keys`) the session performs jobs itself and drops the rest.

use super::jobs::{Job, Slot};

/// Something outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ends the program.
    Quit(QuitReason),
    /// Gives the terminal back and stops the process.
    Suspend,
    /// Paints everything again.
    Redraw,
    /// Puts text into the clipboard; says what it was.
    Copy {
        /// The text, with nothing in it that acts when it is pasted.
        text: String,
        /// What it is, for the message.
        what: &'static str,
    },
    /// Gives the mouse to the terminal, or takes it back.
    ToggleMouse,
    /// Changes between dark and light.
    ToggleTheme,
    /// Runs a job; it replaces a running one of its kind.
    Run(Job),
    /// Stops the running job of a kind.
    Cancel(Slot),
    /// Stops the import.
    CancelLoad,
    /// Writes a file in the working directory, if none has the name.
    Write {
        /// The name of the file.
        name: String,
        /// What is in it, for the message.
        what: String,
        /// Its text.
        text: String,
    },
}

/// Why the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuitReason {
    /// Asked for by `q`.
    Asked,
    /// By Ctrl-C.
    Interrupted,
    /// By SIGTERM.
    Terminated,
    /// The terminal has gone: SIGHUP, or the end of its input.
    HungUp,
}
