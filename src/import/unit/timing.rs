//! When an event happened, and the thread's own clocks at that time.
//!
//! As in the reference's `track_event_tokenizer.cc`, a delta of the event comes before its absolute time, and both
//! come before the time of its packet.

use std::ops::Range;

use super::TrackEventView;
use crate::decode::clock::{ClockCache, ClockId};
use crate::import::scan::{Run, Scan};
use crate::import::sequence::{DeltaReference, Epoch};
use crate::model::issue::IssueLog;

/// The times of an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// Trace time.
    pub(super) ts: i64,
    /// Thread time from the legacy fields.
    pub(super) thread_ts: Option<i64>,
    /// Instruction count from the legacy fields.
    pub(super) instructions: Option<i64>,
}

/// An event that must be dropped, and the issue that counts it.
pub(super) struct Unusable(pub(super) &'static str);

/// Says that nothing is dropped although a clock could not be converted.
pub(in crate::import) const TAKEN_AS_IT_IS: &str =
    "MONOTONIC, of an older form of events: their times were taken as they are";

/// The clocks of a sequence while a unit is decoded.
pub(super) struct Timing<'a> {
    scan: &'a Scan,
    seq_id: u32,
    machine: u32,
    cache: ClockCache,
    last_ns: i64,
    /// How the clock is converted that packets without a clock mean.
    implied: Implied,
    /// How the clock is converted that a packet of the run named last.
    named: Named,
    delta: Option<DeltaReference>,
    delta_epoch: u32,
    /// Legacy timestamps that stay on their own clock.
    pub(super) failures: IssueLog,
}

/// An incremental clock: packets say by how many units it has gone on. How many nanoseconds a unit has is a
/// parameter of its methods.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticks {
    pub(super) ts: i64,
    /// The clock can tell times before this, but [`Self::after`] only those before `until`.
    end: i64,
    until: i64,
}

/// A clock that counts nanoseconds and that packets name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) clock: u32,
    /// Values that `offset` converts.
    range: Range<i64>,
    offset: i64,
}

impl Named {
    const UNKNOWN: Self = Self {
        clock: 0,
        range: 0..0,
        offset: 0,
    };

    /// Returns the time of a packet that names this clock, if that can be converted.
    pub(super) fn at(&self, timestamp: i64) -> Option<i64> {
        let is_known = self.range.contains(&timestamp);
        let ts = timestamp.wrapping_add(self.offset);
        (is_known && ts >= 0).then_some(ts)
    }
}

impl Ticks {
    /// By how many units less than this the clock may go on at once.
    const MAX: i64 = 1 << 32;

    /// Returns the time after `n` units, if the clock can tell it and it is within the times that the clock
    /// was last told to stay in.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn after<const UNIT_NS: i64>(&self, n: i64) -> Option<i64> {
        self.before::<UNIT_NS>(n, self.until)
    }

    /// Returns by less than how many nanoseconds the clock may go on so that [`Self::after`] still tells the
    /// time.
    pub(super) fn room(&self) -> u64 {
        let room = self.until.saturating_sub(self.ts);
        room.max(0).cast_unsigned()
    }

    /// Goes on by so many nanoseconds, less than [`Self::room`].
    pub(super) fn go_on_by(&mut self, ns: u64) {
        self.ts = self.ts.wrapping_add(ns.cast_signed());
    }

    /// Returns the time after `n` units, if the clock can tell it.
    pub(super) fn any_after<const UNIT_NS: i64>(&self, n: i64) -> Option<i64> {
        self.before::<UNIT_NS>(n, self.end)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn before<const UNIT_NS: i64>(&self, n: i64, end: i64) -> Option<i64> {
        if !(0..Self::MAX).contains(&n) {
            return None;
        }
        // Times stay below the end, so that there is no overflow but near the end of time.
        let ts = self.ts.wrapping_add(n * UNIT_NS);
        (self.ts <= ts && ts < end).then_some(ts)
    }

    /// Goes on to `ts`, if it is some, and then lets the clock stay in `times`.
    pub(super) fn go_on(&mut self, ts: Option<i64>, times: &Range<i64>) {
        self.ts = ts.unwrap_or(self.ts);
        self.stay_in(times);
    }

    /// Lets [`Self::after`] tell times up to the end of `times`, if the clock is in these now, else none.
    fn stay_in(&mut self, times: &Range<i64>) {
        let is_there = times.contains(&self.ts);
        self.until = if is_there {
            times.end.min(self.end)
        } else {
            i64::MIN
        };
    }
}

/// How timestamps without a clock are converted in a run.
#[derive(Clone, Debug)]
struct Implied {
    unit_ns: i64,
    incremental: bool,
    /// Values that `offset` converts; empty until the first conversion.
    range: Range<i64>,
    offset: i64,
}

impl Implied {
    const UNKNOWN: Self = Self {
        unit_ns: 1,
        incremental: false,
        range: 0..0,
        offset: 0,
    };
}

impl<'a> Timing<'a> {
    pub(super) fn new(scan: &'a Scan, seq_id: u32, machine: u32) -> Self {
        Self {
            scan,
            seq_id,
            machine,
            cache: ClockCache::default(),
            last_ns: 0,
            implied: Implied::UNKNOWN,
            named: Named::UNKNOWN,
            delta: None,
            delta_epoch: u32::MAX,
            failures: IssueLog::default(),
        }
    }

    pub(super) fn begin_run(&mut self, run: &Run) {
        self.last_ns = run.last_ns;
        self.implied = Implied::UNKNOWN;
        self.named = Named::UNKNOWN;
        if self.delta_epoch != run.epoch {
            let epoch = &self.scan.sequences.epochs[run.epoch as usize];
            // Sums run on through epochs that only change defaults.
            let restarts =
                epoch.restarts_delta || self.delta_epoch == u32::MAX || epoch.delta.is_none();
            let sequences = &self.scan.sequences;
            if restarts || sequences.restarted_between(self.delta_epoch, run.epoch) {
                self.delta = epoch.delta;
            }
            self.delta_epoch = run.epoch;
        }
    }

    /// Converts the timestamp of a packet that names no clock.
    #[inline]
    pub(super) fn implied(&mut self, timestamp: i64, run: &Run) -> i64 {
        let Some((clock, ts)) = self.known(timestamp) else {
            return self.implied_slowly(timestamp, run);
        };
        self.set(clock);
        ts
    }

    /// Returns the nanoseconds of a unit, if packets that name no clock count units since the packet before.
    pub(super) fn tick_ns(&self) -> Option<i64> {
        self.implied.incremental.then_some(self.implied.unit_ns)
    }

    /// Returns the clock that [`Self::tick_ns`] is about, which is to stay in `times`; `None` if the present
    /// value of the clock cannot be converted.
    pub(super) fn ticks(&self, times: &Range<i64>) -> Option<Ticks> {
        let Implied { range, offset, .. } = &self.implied;
        let ts = self.last_ns.wrapping_add(*offset);
        let mut clock = Ticks {
            ts,
            end: range.end.saturating_add(*offset),
            until: i64::MIN,
        };
        clock.stay_in(times);
        (range.contains(&self.last_ns) && ts >= 0).then_some(clock)
    }

    /// Returns the clock that a packet of the run named last.
    pub(super) fn named(&self) -> &Named {
        &self.named
    }

    /// Converts the timestamp of a packet that names a clock.
    pub(super) fn of_named(&mut self, timestamp: i64, id: u32, run: &Run) -> i64 {
        let ts = self.packet(timestamp, id, run);
        if self.named.clock != id {
            let clock = ClockId::new(id, self.seq_id, self.machine);
            let clocks = &self.scan.clocks;
            let known = if clock == clocks.trace_clock() {
                Some((i64::MIN..i64::MAX, 0))
            } else if clocks.unit(clock).unwrap_or((1, false)) == (1, false) {
                self.cache.range(clock, run.version)
            } else {
                None
            };
            if let Some((range, offset)) = known {
                self.named = Named {
                    clock: id,
                    range,
                    offset,
                };
            }
        }
        ts
    }

    /// Sets the clock that packets imply to the value that it has at trace time `ts`.
    pub(super) fn go_to(&mut self, ts: i64) {
        self.last_ns = ts.wrapping_sub(self.implied.offset);
    }

    /// Returns the value of the implied clock at a packet, for [`Self::set`], and its trace time, if the
    /// conversion is known.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn known(&self, timestamp: i64) -> Option<(i64, i64)> {
        let implied = &self.implied;
        let mut ns = timestamp.wrapping_mul(implied.unit_ns);
        if implied.incremental {
            ns = self.last_ns.wrapping_add(ns);
        }
        let is_known = implied.range.contains(&ns);
        is_known.then(|| (ns, ns.wrapping_add(implied.offset)))
    }

    /// Sets the implied clock to its value at a packet, if it is incremental.
    #[inline]
    pub(super) fn set(&mut self, clock: i64) {
        if self.implied.incremental {
            self.last_ns = clock;
        }
    }

    #[cold]
    fn implied_slowly(&mut self, timestamp: i64, run: &Run) -> i64 {
        let ts = self.packet(timestamp, 0, run);
        let clock = ClockId::new(run.clock, self.seq_id, self.machine);
        if run.clock == 0 || clock == self.scan.clocks.trace_clock() {
            self.implied.range = i64::MIN..i64::MAX;
        } else if let Some((range, offset)) = self.cache.range(clock, run.version) {
            let unit = self.scan.clocks.unit(clock).unwrap_or((1, false));
            (self.implied.unit_ns, self.implied.incremental) = unit;
            self.implied.range = range;
            self.implied.offset = offset;
        }
        ts
    }

    /// Converts the timestamp of a packet.
    #[inline]
    pub(super) fn packet(&mut self, timestamp: i64, clock: u32, run: &Run) -> i64 {
        let id = if clock == 0 { run.clock } else { clock };
        if id == 0 {
            return timestamp;
        }
        let clock = ClockId::new(id, self.seq_id, self.machine);
        let clocks = &self.scan.clocks;
        if clock == clocks.trace_clock() {
            return timestamp;
        }
        let (unit_ns, incremental) = clocks.unit(clock).unwrap_or((1, false));
        let mut ns = timestamp.wrapping_mul(unit_ns);
        if incremental {
            ns = self.last_ns.wrapping_add(ns);
            self.last_ns = ns;
        }
        // The scan converted every packet of a run, so this cannot fail.
        clocks
            .convert(clock, ns, run.version, &mut self.cache)
            .unwrap_or(ns)
    }

    /// Returns the times of an event in a packet at `packet_ts`.
    #[inline]
    pub(super) fn event(
        &mut self,
        view: &TrackEventView<'_>,
        packet_ts: Option<i64>,
        epoch: &Epoch,
        run: &Run,
    ) -> Result<Times, Unusable> {
        if !view.has_legacy_times
            && let Some(ts) = packet_ts.filter(|&ts| ts >= 0)
        {
            return Ok(Times {
                ts,
                thread_ts: None,
                instructions: None,
            });
        }
        let ts = if let Some(delta) = view.timestamp_delta_us {
            let Some(reference) = self.delta.as_mut().filter(|_| epoch.delta.is_some()) else {
                return Err(Unusable(
                    "track_event_skipped_timestamp_delta_without_valid_state",
                ));
            };
            reference.timestamp_ns = reference
                .timestamp_ns
                .saturating_add(delta.saturating_mul(1000));
            let ns = reference.timestamp_ns;
            self.monotonic(ns, run)
        } else if let Some(us) = view.timestamp_absolute_us.filter(|&us| us != 0) {
            self.monotonic(us.saturating_mul(1000), run)
        } else if let Some(ts) = packet_ts {
            ts
        } else {
            return Err(Unusable("track_event_missing_timestamp"));
        };
        if ts < 0 {
            return Err(Unusable("track_event_invalid_timestamp"));
        }
        let thread_ts = match (view.thread_time_delta_us, view.thread_time_absolute_us) {
            (Some(delta), _) => {
                let Some(reference) = self.delta.as_mut().filter(|_| epoch.delta.is_some()) else {
                    return Err(Unusable(
                        "track_event_skipped_thread_time_delta_without_valid_state",
                    ));
                };
                reference.thread_time_ns = reference
                    .thread_time_ns
                    .saturating_add(delta.saturating_mul(1000));
                Some(reference.thread_time_ns)
            }
            // Unlike the time of an event, 0 is one.
            (None, absolute) => absolute.map(|us| us.saturating_mul(1000)),
        };
        let instructions = match (view.instructions_delta, view.instructions_absolute) {
            (Some(delta), _) => {
                let Some(reference) = self.delta.as_mut().filter(|_| epoch.delta.is_some()) else {
                    return Err(Unusable(
                        "track_event_skipped_thread_instruction_count_delta_without_valid_state",
                    ));
                };
                reference.instructions = reference.instructions.saturating_add(delta);
                Some(reference.instructions)
            }
            (None, absolute) => absolute,
        };
        Ok(Times {
            ts,
            thread_ts,
            instructions,
        })
    }

    /// Converts a legacy timestamp, which is on the monotonic clock; raw if that is unknown.
    fn monotonic(&mut self, ns: i64, run: &Run) -> i64 {
        let clock = ClockId::new(ClockId::MONOTONIC, 0, self.machine);
        match self
            .scan
            .clocks
            .convert(clock, ns, run.version, &mut self.cache)
        {
            // Times near the ends of what there is do not wrap around.
            Ok(ts) if ts.checked_sub(ns).is_some() => ts,
            Ok(_) => ns,
            Err(error) => {
                self.failures
                    .note(error.issue(), 1, None, || TAKEN_AS_IT_IS.to_owned());
                ns
            }
        }
    }
}
