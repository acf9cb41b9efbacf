//! Reports now and then how far the part of an import is that goes event by event in time order.

use super::{Observer, Phase, Progress};

/// How many events pass between two reports.
const EVERY: u64 = 1 << 12;

/// After how many bytes of packets a report comes at the latest. Of some a few bytes become a track.
const BYTES_MAX: usize = 1 << 16;

/// Counts events and asks the observer now and then whether to go on.
pub struct Pulse<'a> {
    observer: &'a mut dyn Observer,
    progress: Progress,
    /// How many bytes were read since the last report that they brought about.
    n_bytes: usize,
    is_stopped: bool,
}

impl std::fmt::Debug for Pulse<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pulse")
            .field("progress", &self.progress)
            .field("is_stopped", &self.is_stopped)
            .finish_non_exhaustive()
    }
}

impl<'a> Pulse<'a> {
    /// Starts to count towards `total`; `events` were read before.
    pub fn new(observer: &'a mut dyn Observer, phase: Phase, total: u64, events: u64) -> Self {
        let progress = Progress {
            phase,
            done: 0,
            total,
            events,
        };
        Self {
            observer,
            progress,
            n_bytes: 0,
            is_stopped: false,
        }
    }

    /// Counts events that were not read before. Returns whether to go on.
    #[inline]
    pub fn events(&mut self, n: usize) -> bool {
        self.progress.events += n as u64;
        self.steps(n as u64)
    }

    /// Counts a step of the work. Returns whether to go on.
    #[inline]
    pub fn beat(&mut self) -> bool {
        self.steps(1)
    }

    #[inline]
    fn steps(&mut self, n: u64) -> bool {
        let before = self.progress.done / EVERY;
        self.progress.done += n;
        if self.progress.done / EVERY != before {
            self.report();
        }
        !self.is_stopped
    }

    /// Counts the bytes of a packet that was read as a whole.
    #[inline]
    pub fn bytes(&mut self, n: usize) {
        self.n_bytes += n;
        if self.n_bytes >= BYTES_MAX {
            self.n_bytes = 0;
            self.report();
        }
    }

    fn report(&mut self) {
        // An observer that does not want to go on is not asked again.
        self.is_stopped = self.is_stopped || self.observer.progress(self.progress).is_break();
    }

    /// Returns whether the observer does not want to go on, nor what was imported so far.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    struct Until(Vec<u64>, u64);

    impl Observer for Until {
        fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
            self.0.push(progress.done);
            if progress.done >= self.1 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn it_reports_now_and_then_and_stops_for_good() {
        let mut observer = Until(Vec::new(), 2 * EVERY);
        let mut pulse = Pulse::new(&mut observer, Phase::Resolve, 10 * EVERY, 0);
        let beats = (1..=3 * EVERY).take_while(|_| pulse.beat()).count() as u64;
        assert_eq!(beats, 2 * EVERY - 1);
        assert!(pulse.is_stopped() && !pulse.beat());
        assert_eq!(observer.0, [EVERY, 2 * EVERY]);
    }

    #[test]
    fn large_packets_are_reported_sooner() {
        let mut observer = Until(Vec::new(), 3);
        let mut pulse = Pulse::new(&mut observer, Phase::Resolve, 10, 0);
        for _ in 0..3 {
            pulse.bytes(BYTES_MAX / 2);
            pulse.beat();
        }
        assert!(!pulse.is_stopped());
        pulse.bytes(BYTES_MAX);
        assert!(pulse.is_stopped());
        assert_eq!(observer.0, [1, 3]);
    }
}
