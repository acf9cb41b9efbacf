//! Decides when the next frame is drawn, and how much of it.
//!
//! Keys are answered at once. Other changes wait until [`FRAME_MIN`] after the last frame, or until a slow
//! link has taken it. If only the selection has moved, the rows that it touches are drawn first (an echo),
//! the details when the keys rest, and what depends on it all over the screen when the selection rests. This
//! code reads no clock: each call is given the time.

use std::time::Duration;

/// The shortest time between two frames.
const FRAME_MIN: Duration = Duration::from_millis(8);
/// The longest time between two frames on a slow link.
const FRAME_MAX: Duration = Duration::from_millis(200);
/// The details of a moved selection are drawn after the keys have rested for `ECHO_REST`, or at the latest
/// `ECHO_MAX` after the first echo.
const ECHO_REST: Duration = Duration::from_millis(40);
const ECHO_MAX: Duration = Duration::from_millis(200);
/// What depends on the selection all over the screen follows when the selection has rested for so long.
const SETTLE_REST: Duration = Duration::from_millis(250);

/// How much of a frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Whether the selection has changed since the details were last drawn.
    has_moved: bool,
    /// Whether only the rows that the selection touches are drawn now, and the details later.
    pub(super) is_echo: bool,
    /// Whether what depends on the selection all over the screen is not updated yet.
    pub(super) is_unsettled: bool,
}

/// When frames were drawn, and when the next is.
#[derive(Debug)]
pub(super) struct Pace {
    /// When the last frame was written.
    drawn: Duration,
    /// How long after that the next may follow; longer on a slow link.
    wait: Duration,
    /// Whether input was the cause of the last frame.
    drawn_for_input: bool,
    /// Whether input has changed something that is not drawn yet.
    input_waits: bool,
    /// When the first echo was written since the rest of the screen was up to date.
    echo_since: Option<Duration>,
    /// When the rest of the screen is drawn after an echo, if no key comes before.
    rested: Duration,
    /// When what depends on the selection all over the screen is updated, if that is still to do.
    settles: Option<Duration>,
    /// When the loop must wake to draw even if nothing happens.
    due: Option<Duration>,
}

impl Pace {
    pub(super) const fn new() -> Self {
        Self {
            drawn: Duration::ZERO,
            wait: FRAME_MIN,
            drawn_for_input: false,
            input_waits: false,
            echo_since: None,
            rested: Duration::ZERO,
            settles: None,
            due: None,
        }
    }

    /// Returns when the loop must wake even if nothing happens; `None` if it need not.
    pub(super) const fn due(&self) -> Option<Duration> {
        self.due
    }

    /// Makes the loop wake at a time.
    pub(super) const fn wake_at(&mut self, at: Duration) {
        self.due = Some(at);
    }

    /// Makes the loop wake as soon as the next frame is allowed.
    pub(super) fn wake_for_another(&mut self) {
        self.due = Some(self.drawn + self.wait);
    }

    /// Returns whether to draw now; otherwise the loop wakes when it is time. `rest` is how long to wait for
    /// more events of the same kind.
    pub(super) fn is_time(&mut self, now: Duration, is_input: bool, rest: Duration) -> bool {
        let mut ready = self.drawn + self.wait;
        // A frame of progress, drawn just now, must not delay the answer to a key.
        if is_input && !self.drawn_for_input && self.wait == FRAME_MIN {
            ready = now;
        }
        if self.echo_since.is_some() && !is_input {
            ready = ready.max(self.rested);
        }
        if now < ready || !rest.is_zero() {
            self.due = Some(ready.max(now + rest));
            self.input_waits |= is_input;
            return false;
        }
        self.drawn_for_input = std::mem::take(&mut self.input_waits) || is_input;
        true
    }

    /// Begins a frame and returns how much of it is drawn. `has_moved` tells whether the selection has
    /// changed since the details were last drawn.
    pub(super) fn begin(&mut self, now: Duration, has_moved: bool) -> Extent {
        self.due = None;
        let may_wait = self
            .echo_since
            .is_none_or(|since| now.saturating_sub(since) < ECHO_MAX);
        let has_rested = self.echo_since.is_some() && self.rested <= now;
        Extent {
            has_moved,
            is_echo: has_moved && may_wait && !has_rested,
            is_unsettled: has_moved || self.settles.is_some_and(|at| now < at),
        }
    }

    /// Ends a frame that was painted at one time and written at another.
    pub(super) fn end(&mut self, extent: Extent, painted: Duration, written: Duration) {
        if extent.is_echo {
            self.echo_since = self.echo_since.or(Some(written));
            self.rested = written + ECHO_REST;
            self.due = Some(self.rested);
        } else {
            self.echo_since = None;
            if extent.has_moved {
                self.settles = Some(written + SETTLE_REST);
            } else if !extent.is_unsettled {
                self.settles = None;
            }
            self.due = self.settles;
        }
        // A write that blocks means a slow link, so the next frame waits for as long again.
        let blocked = written.saturating_sub(painted);
        self.wait = if blocked > FRAME_MIN {
            (blocked * 2).min(FRAME_MAX)
        } else {
            FRAME_MIN
        };
        self.drawn = written;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// Draws a frame that takes no time.
    fn draw(pace: &mut Pace, now: u64, has_moved: bool) -> Extent {
        let extent = pace.begin(ms(now), has_moved);
        pace.end(extent, ms(now), ms(now));
        extent
    }

    #[test]
    fn frames_keep_their_distance_and_nothing_ticks() {
        let mut pace = Pace::new();
        draw(&mut pace, 100, false);
        assert_eq!(pace.due(), None);
        assert!(!pace.is_time(ms(103), false, ms(0)));
        assert_eq!(pace.due(), Some(ms(108)));
        assert!(pace.is_time(ms(108), false, ms(0)));
        draw(&mut pace, 108, false);
        assert_eq!(pace.due(), None);
    }

    #[test]
    fn a_key_waits_for_frames_of_keys_only() {
        let mut pace = Pace::new();
        draw(&mut pace, 100, false);
        assert!(pace.is_time(ms(101), true, ms(0)));
        draw(&mut pace, 101, false);
        assert!(!pace.is_time(ms(102), true, ms(0)));
        assert_eq!(pace.due(), Some(ms(109)));
        // This frame answers the key that waits.
        assert!(pace.is_time(ms(109), false, ms(0)));
        draw(&mut pace, 109, false);
        assert!(!pace.is_time(ms(110), true, ms(0)));
    }

    #[test]
    fn a_burst_is_drawn_when_it_is_over() {
        let mut pace = Pace::new();
        draw(&mut pace, 100, false);
        assert!(!pace.is_time(ms(200), false, ms(30)));
        assert_eq!(pace.due(), Some(ms(230)));
    }

    #[test]
    fn a_link_that_blocks_sees_fewer_frames() {
        let mut pace = Pace::new();
        let mut wait_after = |blocked: u64| {
            let extent = pace.begin(ms(1000), false);
            pace.end(extent, ms(1000), ms(1000 + blocked));
            pace.wake_for_another();
            let due = pace.due().unwrap();
            due.checked_sub(ms(1000 + blocked)).unwrap()
        };
        assert_eq!(wait_after(8), ms(8));
        assert_eq!(wait_after(20), ms(40));
        assert_eq!(wait_after(500), ms(200));
        assert_eq!(wait_after(0), ms(8));
    }

    #[test]
    fn a_moved_selection_is_echoed_then_detailed_then_settled() {
        let mut pace = Pace::new();
        draw(&mut pace, 100, false);
        let echo = draw(&mut pace, 200, true);
        assert!(echo.is_echo && echo.is_unsettled);
        assert_eq!(pace.due(), Some(ms(240)));
        // Events that are no keys wait for the rest of the screen, too.
        assert!(!pace.is_time(ms(220), false, ms(0)));
        assert_eq!(pace.due(), Some(ms(240)));
        assert!(pace.is_time(ms(240), false, ms(0)));
        let details = draw(&mut pace, 240, true);
        assert!(!details.is_echo && details.is_unsettled);
        assert_eq!(pace.due(), Some(ms(490)));
        let progress = draw(&mut pace, 300, false);
        assert!(!progress.is_echo && progress.is_unsettled);
        assert_eq!(pace.due(), Some(ms(490)));
        let settled = draw(&mut pace, 490, false);
        assert!(!settled.is_echo && !settled.is_unsettled);
        assert_eq!(pace.due(), None);
    }

    #[test]
    fn details_wait_for_keys_only_so_long() {
        let mut pace = Pace::new();
        let echoes: Vec<bool> = (0..9)
            .map(|key| draw(&mut pace, 1000 + 30 * key, true).is_echo)
            .collect();
        // The first echo was at 1000; at 1210, the details have waited for more than 200 ms.
        assert_eq!(
            echoes,
            [true, true, true, true, true, true, true, false, true]
        );
    }
}
