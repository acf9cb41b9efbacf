//! Counter samples: a value that holds until the next sample of its track.

use super::ids::{CounterId, TrackId};
use crate::base::time::Ts;

/// All samples, grouped by track and sorted by time within one.
#[derive(Clone, Debug, Default)]
pub struct CounterTable {
    ts: Vec<i64>,
    value: Vec<f64>,
    /// For each track with samples, where they are; sorted by track.
    ranges: Vec<(TrackId, u32, u32)>,
    /// For each entry of `ranges`, the lowest and highest value.
    extents: Vec<(f64, f64)>,
    /// For each run of [`BLOCK`] samples of the table, the lowest and highest value.
    blocks: Vec<(f64, f64)>,
    /// Positions of the events that carry arguments, sorted by sample.
    pos: Vec<(CounterId, u64)>,
}

/// Samples that share a pair of lowest and highest value.
const BLOCK: usize = 64;

/// The samples of one track, sorted by time.
#[derive(Clone, Copy, Debug)]
pub struct Samples<'a> {
    /// Times in nanoseconds.
    pub ts: &'a [i64],
    /// Values.
    pub value: &'a [f64],
    /// The id of the first sample.
    pub first: CounterId,
}

/// The extent of no value at all.
const NOTHING: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// Returns the extent of two; NaN widens nothing.
fn widened(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

impl Samples<'_> {
    /// Returns the value that holds at `ts`: that of the last sample at or before it.
    pub fn value_at(&self, ts: Ts) -> Option<f64> {
        let index = self.ts.partition_point(|&t| t <= ts.ns());
        index.checked_sub(1).map(|index| self.value[index])
    }
}

impl CounterTable {
    /// Adds the samples of a track, sorted by time. Tracks must come in ascending order.
    pub fn push_track(&mut self, track: TrackId, samples: impl IntoIterator<Item = (i64, f64)>) {
        let start = self.ts.len() as u32;
        let mut extent = NOTHING;
        for (ts, value) in samples {
            if self.ts.len().is_multiple_of(BLOCK) {
                self.blocks.push(NOTHING);
            }
            self.ts.push(ts);
            self.value.push(value);
            extent = widened(extent, (value, value));
            if let Some(block) = self.blocks.last_mut() {
                *block = widened(*block, (value, value));
            }
        }
        let end = self.ts.len() as u32;
        if end > start {
            self.ranges.push((track, start, end));
            self.extents.push(extent);
        }
    }

    /// Returns the lowest and highest value of a track, `None` if it has no number.
    pub fn extent(&self, track: TrackId) -> Option<(f64, f64)> {
        let index = self
            .ranges
            .binary_search_by_key(&track, |range| range.0)
            .ok()?;
        Some(self.extents[index]).filter(|extent| extent.0 <= extent.1)
    }

    /// Returns the lowest and highest value of the samples `from..to`, `None` if there is no
    /// number among them. O(number of samples / 64).
    pub fn min_max(&self, from: CounterId, to: CounterId) -> Option<(f64, f64)> {
        let (mut at, to) = (from.index(), to.index().min(self.value.len()));
        let mut extent = NOTHING;
        while at < to {
            if at.is_multiple_of(BLOCK) && at + BLOCK <= to {
                extent = widened(extent, self.blocks[at / BLOCK]);
                at += BLOCK;
            } else {
                extent = widened(extent, (self.value[at], self.value[at]));
                at += 1;
            }
        }
        (extent.0 <= extent.1).then_some(extent)
    }

    /// Records where the event of the most recently added samples stands in the trace. Must be
    /// called in ascending order of samples.
    pub fn push_pos(&mut self, sample: CounterId, pos: u64) {
        self.pos.push((sample, pos));
    }

    /// Returns the samples of a track; empty if it has none.
    pub fn track(&self, track: TrackId) -> Samples<'_> {
        match self.ranges.binary_search_by_key(&track, |range| range.0) {
            Ok(index) => {
                let (_, start, end) = self.ranges[index];
                let range = start as usize..end as usize;
                Samples {
                    ts: &self.ts[range.clone()],
                    value: &self.value[range],
                    first: CounterId(start),
                }
            }
            Err(_) => Samples {
                ts: &[],
                value: &[],
                first: CounterId(0),
            },
        }
    }

    /// Returns the tracks that have samples, ascending, with their sample ranges.
    pub fn ranges(&self) -> &[(TrackId, u32, u32)] {
        &self.ranges
    }

    /// Returns the position of the event that made a sample, if it carries arguments.
    pub fn pos(&self, sample: CounterId) -> Option<u64> {
        self.pos
            .binary_search_by_key(&sample, |row| row.0)
            .ok()
            .map(|index| self.pos[index].1)
    }

    /// Returns the track of a sample.
    pub fn track_of(&self, sample: CounterId) -> TrackId {
        let index = self.ranges.partition_point(|range| range.2 <= sample.0);
        self.ranges[index].0
    }

    /// Returns the time of a sample.
    pub fn ts(&self, sample: CounterId) -> Ts {
        Ts::from_ns(self.ts[sample.index()])
    }

    /// Returns the value of a sample.
    pub fn value(&self, sample: CounterId) -> f64 {
        self.value[sample.index()]
    }

    /// Returns how many samples there are.
    pub fn len(&self) -> usize {
        self.ts.len()
    }

    /// Returns whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.ts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_and_highest_equal_a_scan() {
        let mut table = CounterTable::default();
        let value = |n: i64| ((n * 7919) % 1009) as f64 - 500.0;
        table.push_track(TrackId(1), (0..37).map(|n| (n, value(n))));
        table.push_track(TrackId(2), (0..1000).map(|n| (n, value(n))));
        table.push_track(TrackId(3), [(0, f64::NAN)]);
        for from in (37..1037).step_by(29) {
            for to in (from..1037).step_by(31) {
                let scan = table.value[from..to]
                    .iter()
                    .fold(NOTHING, |e, &v| widened(e, (v, v)));
                let expected = (from < to).then_some(scan);
                let got = table.min_max(CounterId(from as u32), CounterId(to as u32));
                assert_eq!(got, expected, "{from}..{to}");
            }
        }
        assert_eq!(
            table.extent(TrackId(2)),
            table.min_max(CounterId(37), CounterId(1037))
        );
        assert_eq!(table.extent(TrackId(3)), None, "no number");
        assert_eq!(table.extent(TrackId(9)), None, "no track");
    }
}
