//! Wall clock time: from trace time to it, and back.
//!
//! Every clock snapshot has a new reading, as the wall clock drifts and may be set. Between two readings the
//! clock runs on from the earlier one, before the first one towards it. Source: Perfetto's `to_realtime`, in
//! which the clock stands still before the first reading, and where it would pass a later one.

use std::sync::Arc;

use super::trace::Trace;
use crate::base::time::Ts;

/// The clock id of wall clock time in clock snapshots.
const CLOCK_REALTIME: u32 = 1;

/// A reading of the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reading {
    /// Trace time in nanoseconds.
    ts: i64,
    /// Nanoseconds since 1970 in UTC.
    utc: i64,
}

/// The readings of the wall clock of the host, in the order of time.
#[derive(Clone, Debug, Default)]
pub struct WallClock(Arc<[Reading]>);

impl WallClock {
    /// Gathers the readings of a trace.
    pub(super) fn new(trace: &Trace) -> Self {
        let rows = trace.clocks.iter();
        let rows = rows.filter(|row| row.clock_id == CLOCK_REALTIME && row.machine == 0);
        let mut readings: Vec<Reading> = rows
            .map(|row| Reading {
                ts: row.ts,
                utc: row.clock_value,
            })
            .collect();
        // Of several readings at one time the first counts.
        readings.sort_by_key(|reading| reading.ts);
        readings.dedup_by_key(|reading| reading.ts);
        Self(readings.into())
    }

    /// Returns whether there is any reading.
    pub fn is_known(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns what the wall clock said at an instant, in nanoseconds since 1970; `None` if it is
    /// not known.
    pub fn utc(&self, ts: Ts) -> Option<i128> {
        let after = self.0.partition_point(|reading| reading.ts <= ts.ns());
        let from = self.0.get(after.saturating_sub(1))?;
        Some(i128::from(ts.ns()) - i128::from(from.ts) + i128::from(from.utc))
    }

    /// Returns when the wall clock showed a time; the last instant if it did so more than once. `None` if
    /// there is no reading, or the instant is out of range.
    pub fn ts(&self, utc: i128) -> Option<Ts> {
        let from = self
            .0
            .iter()
            .rposition(|reading| i128::from(reading.utc) <= utc);
        let reading = self.0.get(from.unwrap_or(0))?;
        let ts = utc - i128::from(reading.utc) + i128::from(reading.ts);
        // A time that the clock was set beyond was never shown: the reading after it stands for it.
        let next = from.and_then(|from| self.0.get(from + 1));
        let ts = next.map_or(ts, |next| ts.min(i128::from(next.ts)));
        i64::try_from(ts).ok().map(Ts::from_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::trace::ClockRow;

    fn clock(readings: &[(i64, i64)]) -> WallClock {
        let mut b = TraceBuilder::new();
        let rows = readings.iter().map(|&(ts, clock_value)| ClockRow {
            clock_id: CLOCK_REALTIME,
            sequence: 0,
            clock_value,
            ts,
            snapshot_id: 0,
            machine: 0,
        });
        b.clocks.extend(rows);
        WallClock::new(&b.finish())
    }

    #[test]
    fn it_follows_what_each_snapshot_says() {
        // Set forward by 5000 at 200, and back by 300 at 300.
        let clock = clock(&[(100, 1_100), (200, 6_200), (300, 6_000)]);
        let cases = [
            (50, 1_050),
            (100, 1_100),
            (199, 1_199),
            (200, 6_200),
            // The trace does not say when the clock was set back; the reference stands still at 6000.
            (250, 6_250),
            (300, 6_000),
            (400, 6_100),
        ];
        for (ts, utc) in cases {
            assert_eq!(clock.utc(Ts::from_ns(ts)), Some(utc), "{ts}");
        }
        for (utc, ts) in [
            (1_050, 50),
            (1_150, 150),
            // The clock never showed 3000: it was set from 1200 to 6200.
            (3_000, 200),
            (6_100, 400),
        ] {
            assert_eq!(clock.ts(utc), Some(Ts::from_ns(ts)), "{utc}");
        }
    }

    #[test]
    fn nobody_knows_without_a_snapshot() {
        let clock = clock(&[]);
        assert!(!clock.is_known());
        assert_eq!(clock.utc(Ts::ZERO), None);
        assert_eq!(clock.ts(0), None);
    }
}
