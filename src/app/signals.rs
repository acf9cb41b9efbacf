//! Signals, and what each asks the viewer to do.

use std::io;
use std::task::Poll;

use rustix::process::Signal as Number;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::effect::QuitReason;

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
