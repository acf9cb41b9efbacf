//! The only writer to standard output and standard error.
//!
//! Output is buffered and ends quietly when its reader has gone: a broken pipe
//! counts as success. Whether standard output is a terminal is asked once, here,
//! so that commands can keep escapes and raw trace bytes out of the wrong place.

use std::io::{self, IsTerminal as _, Write};

use crate::app::terminal::Terminal;
use crate::view::text::clean;

/// Where a command prints.
pub struct Out {
    /// `None` once nobody reads any more.
    sink: Option<Box<dyn Write>>,
    errors: Box<dyn Write>,
    terminal: bool,
    /// How wide the terminal is.
    columns: Option<usize>,
    /// Whether this is the process's own output, and the process ends after the command.
    is_of_process: bool,
}

impl std::fmt::Debug for Out {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Out")
            .field("terminal", &self.terminal)
            .field("broken", &self.is_broken())
            .finish_non_exhaustive()
    }
}

impl Out {
    /// Returns the process's own output.
    pub fn stdio() -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let size = terminal.then(|| Terminal::size().ok()).flatten();
        let sink = io::BufWriter::with_capacity(1 << 16, stdout);
        Self {
            columns: size.map(|(columns, _)| columns.into()),
            is_of_process: true,
            ..Self::to(Box::new(sink), Box::new(io::stderr()), terminal)
        }
    }

    /// Returns an output that writes elsewhere; `terminal` says what it pretends to be.
    pub fn to(sink: Box<dyn Write>, errors: Box<dyn Write>, terminal: bool) -> Self {
        Self {
            sink: Some(sink),
            errors,
            terminal,
            columns: None,
            is_of_process: false,
        }
    }

    /// Returns whether the process ends after the command, and the system takes back what it has.
    pub fn is_of_process(&self) -> bool {
        self.is_of_process
    }

    /// Returns whether standard output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Returns how many cells a line has, if a terminal shows it that tells.
    pub fn columns(&self) -> Option<usize> {
        self.columns.filter(|&columns| columns > 0)
    }

    /// Writes a message to standard error, made safe: messages quote file names and traces.
    pub fn warn(&mut self, message: &str) {
        let lines: Vec<_> = message.lines().map(clean).collect();
        // There is nowhere left to say that standard error is closed.
        let _closed = writeln!(self.errors, "perfetty: {}", lines.join("\n"));
    }

    /// Writes what is still buffered.
    pub fn finish(&mut self) -> io::Result<()> {
        self.unless_broken((), |sink| sink.flush())
    }

    /// Returns whether nobody reads any more, so that a long command may stop.
    pub fn is_broken(&self) -> bool {
        self.sink.is_none()
    }

    /// Does `act`, or pretends that it gave `value` when nobody reads any more.
    fn unless_broken<T>(
        &mut self,
        value: T,
        act: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> io::Result<T> {
        let Some(sink) = &mut self.sink else {
            return Ok(value);
        };
        match act(sink) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.sink = None;
                Ok(value)
            }
            other => other,
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_broken(bytes.len(), |sink| sink.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn a_broken_pipe_is_success() {
        let mut out = Out::to(Box::new(Gone), Box::new(io::sink()), false);
        assert!(writeln!(out, "hello").is_ok());
        assert!(out.is_broken());
        assert!(out.finish().is_ok());
    }
}
