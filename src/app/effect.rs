//! What `update` may ask for, which is its only way to act on anything outside of the state.
//!
//! Effects are data; the loop performs them. Without a terminal (in tests and in `snapshot --keys`) the
//! session runs jobs itself and drops the rest.

use std::borrow::Cow;

use super::jobs::{Job, Slot};

/// An action outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ends the program.
    Quit(QuitReason),
    /// Restores the terminal and stops the process.
    Suspend,
    /// Paints the whole screen again.
    Redraw,
    /// Sends text to the clipboard, and says what was sent.
    Copy {
        /// The text, without control characters that would act when it is pasted.
        text: String,
        /// What the text is, for the message.
        what: Cow<'static, str>,
    },
    /// Gives the mouse to the terminal, or takes it back.
    ToggleMouse,
    /// Changes between dark and light.
    ToggleTheme,
    /// Runs a job, which replaces the running one of its kind.
    Run(Job),
    /// Cancels the running job of a kind.
    Cancel(Slot),
    /// Stops the import.
    CancelLoad,
    /// Writes a new file in the working directory; the name gets a number if it is taken.
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
    /// The user asked for it with `q`.
    Asked,
    /// Ctrl-C.
    Interrupted,
    /// SIGTERM.
    Terminated,
    /// The terminal is gone: SIGHUP, or the end of its input.
    HungUp,
}
