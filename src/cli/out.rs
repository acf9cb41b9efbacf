//! The only writer to standard output and standard error.
//!
//! Output is buffered. If its reader is gone, it is dropped silently: a broken pipe counts as success.
//! Whether standard output is a terminal is checked once, here, so that escapes and raw trace bytes don't get
//! to the wrong place.

use std::io::{self, IsTerminal as _, Write};

use crate::app::terminal::Terminal;
use crate::view::text::clean;

/// The output of a command.
pub struct Out {
    /// Where standard output goes; `None` if its reader is gone.
    sink: Option<Box<dyn Write>>,
    errors: Box<dyn Write>,
    terminal: bool,
    /// The width of the terminal, if known.
    columns: Option<usize>,
    /// Whether this is the real standard output of a process that ends after the command.
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
    /// Returns the output of the process.
    pub fn stdio() -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let size = terminal.then(|| Terminal::size().ok()).flatten();
        let sink = io::BufWriter::with_capacity(1 << 16, stdout);
        Self {
            columns: size.map(|size| size.cols.into()),
            is_of_process: true,
            ..Self::to(Box::new(sink), Box::new(io::stderr()), terminal)
        }
    }

    /// Returns an output that writes elsewhere; `terminal` tells whether it counts as a terminal.
    pub fn to(sink: Box<dyn Write>, errors: Box<dyn Write>, terminal: bool) -> Self {
        Self {
            sink: Some(sink),
            errors,
            terminal,
            columns: None,
            is_of_process: false,
        }
    }

    /// Returns whether the process ends after the command, so that memory need not be freed.
    pub fn is_of_process(&self) -> bool {
        self.is_of_process
    }

    /// Returns whether standard output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Returns the width of the terminal in cells, if the output is a terminal that tells its size.
    pub fn columns(&self) -> Option<usize> {
        self.columns.filter(|&columns| columns > 0)
    }

    /// Writes a message to standard error, made safe, because messages quote file names and traces.
    pub fn warn(&mut self, message: &str) {
        let lines: Vec<_> = message.lines().map(clean).collect();
        // If standard error is closed, there is no place to say so.
        let _closed = writeln!(self.errors, "perfetty: {}", lines.join("\n"));
    }

    /// Writes what is still buffered.
    pub fn finish(&mut self) -> io::Result<()> {
        self.unless_broken((), |sink| sink.flush())
    }

    /// Returns whether the reader is gone, so that a long command may stop.
    pub fn is_broken(&self) -> bool {
        self.sink.is_none()
    }

    /// Calls `act`; returns `value` instead if the reader is gone.
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
