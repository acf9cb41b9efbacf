//! Catches signals for commands that have to clean up before they end.
//!
//! Other commands are ended by the signal itself. After the clean-up, a command that catches signals ends by
//! the same signal, so that a loop in a shell ends, too.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::signal::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
use signal_hook::{flag, low_level};

/// Whether a signal has come that must end the command.
#[derive(Debug, Default)]
pub struct Interrupt {
    has_come: Arc<AtomicBool>,
    /// The number of the signal.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Catches the signals that ask a process to end from now on, except those that the process was started
    /// to ignore, such as by `nohup`. A file that exceeds `ulimit -f` is an error of its writer from now on.
    ///
    /// # Errors
    ///
    /// The system refuses to install a handler.
    pub fn catch() -> io::Result<Self> {
        let interrupt = Self::default();
        // If the system does not report the ignored signals, none counts as ignored.
        let ignored = std::fs::read_to_string("/proc/self/status").map_or(0, |text| ignored(&text));
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU] {
            if ignored & (1 << (signal - 1)) != 0 {
                continue;
            }
            let number = usize::try_from(signal).unwrap_or_default();
            flag::register_usize(signal, Arc::clone(&interrupt.signal), number)?;
            flag::register(signal, Arc::clone(&interrupt.has_come))?;
        }
        // Nobody looks at the flag: with a handler the write fails, and the process goes on.
        flag::register(SIGXFSZ, Arc::default())?;
        Ok(interrupt)
    }

    /// Returns the flag that is set when a signal comes.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.has_come)
    }

    /// Ends the process with the signal that has come, if one has.
    pub fn end(&self) {
        if self.has_come.load(Ordering::Relaxed) {
            let signal = self.signal.load(Ordering::Relaxed);
            // This only returns for signals that do not end a process.
            let _ended = low_level::emulate_default_handler(signal.try_into().unwrap_or(SIGTERM));
        }
    }
}

/// Returns the set of signals that a process ignores, one bit each, from Linux's status file.
fn ignored(status: &str) -> u64 {
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ignored_is_read() {
        let nohup = "Name:\tx\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000001\n";
        assert_eq!(ignored(nohup), 1 << (SIGHUP - 1));
        assert_eq!(ignored("Name:\tx\n"), 0);
    }
}
