//! Signals, and what each asks the viewer to do.
//!
//! The loop listens to them. While it writes to a terminal that takes nothing, as behind a link that hangs, it
//! hears nothing; so a thread makes room for what restores the terminal, or ends the process.

use std::io::{self, Read as _};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use rustix::process::Signal as Number;
use signal_hook::{flag, low_level};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::effect::QuitReason;
use super::terminal;

/// How long the loop has to end by itself after a signal, and again once the terminal has room.
const GRACE: Duration = Duration::from_secs(1);

/// What a signal asks the viewer to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Fit the new size of the terminal.
    Resize,
    /// Restore the terminal and stop the process.
    Suspend,
    /// Paint everything again, because another program may have written to the terminal.
    Redraw,
    /// End.
    Quit(QuitReason),
}

/// The signals that are listened to.
#[derive(Debug)]
pub(super) struct Signals(Vec<(Asked, Signal)>);

impl Signals {
    /// Starts to listen.
    pub(super) fn listen() -> io::Result<Self> {
        let kinds = [
            (SignalKind::terminate(), Asked::Quit(QuitReason::Terminated)),
            (SignalKind::hangup(), Asked::Quit(QuitReason::HungUp)),
            // SIGQUIT ends the viewer without a core dump, which would be of no use.
            (SignalKind::quit(), Asked::Quit(QuitReason::Terminated)),
            (SignalKind::window_change(), Asked::Resize),
            (
                SignalKind::interrupt(),
                Asked::Quit(QuitReason::Interrupted),
            ),
            (SignalKind::from_raw(Number::TSTP.as_raw()), Asked::Suspend),
            (SignalKind::from_raw(Number::CONT.as_raw()), Asked::Redraw),
        ];
        let ends = |(kind, asked): &(SignalKind, Asked)| match asked {
            Asked::Quit(reason) => Some((kind.as_raw_value(), *reason)),
            _ => None,
        };
        watch(kinds.iter().filter_map(ends))?;
        let signals = kinds.into_iter();
        let signals = signals.map(|(kind, asked)| Ok((asked, signal(kind)?)));
        signals.collect::<io::Result<_>>().map(Self)
    }

    /// Waits for the next signal. If there are several, the order of the list decides.
    pub(super) async fn next(&mut self) -> Asked {
        std::future::poll_fn(|cx| {
            for (asked, signal) in &mut self.0 {
                if signal.poll_recv(cx) == Poll::Ready(Some(())) {
                    return Poll::Ready(*asked);
                }
            }
            Poll::Pending
        })
        .await
    }
}

/// Starts a thread that sees to it that these signals end the process, whatever the loop waits for.
#[expect(
    clippy::exit,
    reason = "the thread that would end the process waits for the terminal"
)]
fn watch(ends: impl Iterator<Item = (i32, QuitReason)>) -> io::Result<()> {
    let (mut reader, writer) = UnixStream::pair()?;
    let status = Arc::new(AtomicUsize::new(0));
    for (signal, reason) in ends {
        // What is registered first is done first, so the thread knows the status when it wakes.
        flag::register_usize(signal, Arc::clone(&status), status_of(reason))?;
        low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    let builder = std::thread::Builder::new().name("perfetty-signals".to_owned());
    builder.spawn(move || {
        if reader.read_exact(&mut [0]).is_err() {
            return;
        }
        terminal::end_writes();
        // The process ends while this thread sleeps, unless the terminal takes nothing. Whatever else the loop
        // does, such as saving marks, may take its time.
        loop {
            std::thread::sleep(GRACE);
            terminal::drop_unwritten();
            std::thread::sleep(GRACE);
            if terminal::is_writing() {
                terminal::restore_modes();
                std::process::exit(status.load(Ordering::SeqCst).try_into().unwrap_or(1));
            }
        }
    })?;
    Ok(())
}

/// Returns the exit status, as that of a process which the signal has ended is in a shell.
const fn status_of(reason: QuitReason) -> usize {
    match reason {
        QuitReason::Asked => 0,
        QuitReason::HungUp => 129,
        QuitReason::Interrupted => 130,
        QuitReason::Terminated => 143,
    }
}
