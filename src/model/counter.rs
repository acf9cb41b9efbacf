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
    /// Positions of the events that carry arguments, sorted by sample.
    pos: Vec<(CounterId, u64)>,
}

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
        for (ts, value) in samples {
            self.ts.push(ts);
            self.value.push(value);
        }
        let end = self.ts.len() as u32;
        if end > start {
            self.ranges.push((track, start, end));
        }
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
