//! Counter samples: a value that holds until the next sample of its track.

use super::ids::{CounterId, TrackId};
use super::samples::{PackedSamples, Walk};
use crate::base::time::Ts;

/// All samples, grouped by track and sorted by time within one.
#[derive(Clone, Debug, Default)]
pub struct CounterTable {
    /// Sorted by track.
    tracks: Vec<PackedSamples>,
    /// For each of `tracks`, its id, its first sample and the sample after its last one.
    ranges: Vec<(TrackId, u32, u32)>,
    /// Positions of the events that carry arguments, sorted by sample.
    pos: Vec<(CounterId, u64)>,
}

/// The samples of one track, sorted by time.
#[derive(Clone, Copy, Debug)]
pub struct Samples<'a> {
    packed: Option<&'a PackedSamples>,
    /// The id of the first sample.
    pub first: CounterId,
}

impl<'a> Samples<'a> {
    /// Returns how many samples there are.
    pub fn len(self) -> usize {
        self.packed.map_or(0, PackedSamples::len)
    }

    /// Returns whether there is none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns whether they are idle states of a CPU.
    pub fn are_idle_states(self) -> bool {
        self.packed.is_some_and(PackedSamples::are_idle_states)
    }

    /// Returns how many samples have a value: all, unless the last only ends the time of the one before.
    pub fn n_valued(self) -> usize {
        self.packed.map_or(0, PackedSamples::n_valued)
    }

    /// Returns until when the values hold, in nanoseconds, if it is known.
    pub fn known_end(self) -> Option<i64> {
        self.packed?.known_end()
    }

    /// Returns whether the values never fall, as those of time spent or bytes sent. Of very many samples some in
    /// all parts of the trace are compared.
    pub fn only_grow(self) -> bool {
        /// Fewer may grow by chance.
        const LEAST: usize = 8;
        self.n_valued() >= LEAST && self.never_fall()
    }

    /// Returns whether the values never fall and do rise, however few they are; see [`Self::only_grow`].
    pub fn never_fall(self) -> bool {
        /// So many are compared at once without delay, of those that follow one another ...
        const MOST: usize = 16_384;
        /// ... and of those that have to be looked for.
        const SOUGHT: usize = 512;
        let n = self.n_valued();
        if n < 2 || self.are_idle_states() {
            return false;
        }
        if n <= MOST {
            let values = self.iter_from(0).take(n).map(|sample| sample.1);
            return self.get(0).map(|first| first.1) < self.get(n - 1).map(|last| last.1)
                && values.is_sorted();
        }
        let step = n.div_ceil(SOUGHT);
        let places = (0..n).step_by(step).chain([n - 1]);
        let values: Vec<f64> = places
            .filter_map(|place| Some(self.get(place)?.1))
            .collect();
        values.is_sorted() && values.first() < values.last()
    }

    /// Returns time in nanoseconds and value of a sample.
    pub fn get(self, index: usize) -> Option<(i64, f64)> {
        self.packed?.get(index)
    }

    /// Returns times and values of the samples from `index` on.
    pub fn iter_from(self, index: usize) -> impl Iterator<Item = (i64, f64)> + 'a {
        let packed = self.packed.into_iter();
        packed.flat_map(move |packed| packed.iter_from(index))
    }

    /// Returns how many samples come before `ts`.
    pub fn n_before(self, ts: Ts) -> usize {
        self.packed.map_or(0, |packed| packed.n_before(ts.ns()))
    }

    /// Returns how many samples come before `ts` or at it.
    pub fn n_until(self, ts: Ts) -> usize {
        self.packed.map_or(0, |packed| packed.n_until(ts.ns()))
    }

    /// Starts a walk through the extents of stretches of time, with the value that holds at `ts`;
    /// `None` if there are no samples.
    pub fn walk_from(self, ts: Ts) -> Option<Walk<'a>> {
        Some(self.packed?.walk_from(ts.ns()))
    }

    /// Returns the value that holds at `ts`: that of the last sample at or before it, if it has one.
    pub fn value_at(self, ts: Ts) -> Option<f64> {
        let index = self.n_until(ts).checked_sub(1)?;
        let index = Some(index).filter(|&index| index < self.n_valued())?;
        self.get(index).map(|sample| sample.1)
    }
}

impl CounterTable {
    /// Adds the samples of a track, sorted by time. Tracks must come in ascending order.
    pub fn push_track(&mut self, track: TrackId, samples: impl IntoIterator<Item = (i64, f64)>) {
        self.push_packed(track, samples.into_iter().collect());
    }

    /// Adds the samples of a track, sorted by time. Tracks must come in ascending order.
    pub fn push_packed(&mut self, track: TrackId, mut samples: PackedSamples) {
        if samples.is_empty() {
            return;
        }
        samples.add_up();
        let start = self.len() as u32;
        let end = start.saturating_add(samples.len() as u32);
        self.ranges.push((track, start, end));
        self.tracks.push(samples);
    }

    /// Says that the samples of a track are idle states of a CPU, of which "not idle" is the lowest.
    pub fn set_idle_states(&mut self, track: TrackId) {
        if let Ok(index) = self.ranges.binary_search_by_key(&track, |range| range.0)
            && let Some(samples) = self.tracks.get_mut(index)
        {
            samples.set_idle_states();
        }
    }

    /// Makes the last sample of a track one that only ends the time of the one before: it has no value.
    pub fn end_at_last(&mut self, track: TrackId) {
        if let Ok(index) = self.ranges.binary_search_by_key(&track, |range| range.0)
            && let Some(samples) = self.tracks.get_mut(index)
        {
            samples.end_at_last();
        }
    }

    /// Returns whether the samples of a track are idle states of a CPU: names, not quantities.
    pub fn are_idle_states(&self, track: TrackId) -> bool {
        self.track(track).are_idle_states()
    }

    /// Returns the lowest and highest value of a track, `None` if it has no number; of idle states
    /// their [`super::samples::idle_level`]s.
    pub fn extent(&self, track: TrackId) -> Option<(f64, f64)> {
        let extent = self.track(track).packed?.extent();
        Some(extent).filter(|extent| extent.0 <= extent.1)
    }

    /// Returns the lowest and highest finite value of a track; `None` if it has none. Idle states count as in
    /// [`Self::extent`].
    pub fn finite_extent(&self, track: TrackId) -> Option<(f64, f64)> {
        let extent = self.track(track).packed?.finite_extent();
        Some(extent).filter(|extent| extent.0 <= extent.1)
    }

    /// Records where the event of the most recently added samples stands in the trace. Must be
    /// called in ascending order of samples.
    pub fn push_pos(&mut self, sample: CounterId, pos: u64) {
        self.pos.push((sample, pos));
    }

    /// Returns the samples of a track; empty if it has none.
    pub fn track(&self, track: TrackId) -> Samples<'_> {
        match self.ranges.binary_search_by_key(&track, |range| range.0) {
            Ok(index) => Samples {
                packed: self.tracks.get(index),
                first: CounterId(self.ranges[index].1),
            },
            Err(_) => Samples {
                packed: None,
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

    /// Returns whether the event of any sample may carry arguments.
    pub fn have_args(&self) -> bool {
        !self.pos.is_empty()
    }

    fn range_of(&self, sample: CounterId) -> usize {
        self.ranges.partition_point(|range| range.2 <= sample.0)
    }

    /// Returns the samples of the track that has `sample`, and the id of the first one.
    fn holding(&self, sample: CounterId) -> Option<(&PackedSamples, CounterId)> {
        let index = self.range_of(sample);
        Some((self.tracks.get(index)?, CounterId(self.ranges[index].1)))
    }

    /// Returns the track of a sample.
    pub fn track_of(&self, sample: CounterId) -> TrackId {
        self.ranges[self.range_of(sample)].0
    }

    /// Returns time in nanoseconds and value of a sample.
    pub fn sample(&self, sample: CounterId) -> (i64, f64) {
        self.holding(sample)
            .and_then(|(samples, first)| samples.get(sample.index() - first.index()))
            .unwrap_or((0, f64::NAN))
    }

    /// Returns the time of a sample.
    pub fn ts(&self, sample: CounterId) -> Ts {
        Ts::from_ns(self.sample(sample).0)
    }

    /// Returns until when a sample's value holds: the time of the next of its track, `None` for the
    /// last.
    pub fn end(&self, sample: CounterId) -> Option<Ts> {
        let (samples, first) = self.holding(sample)?;
        let next = samples.get(sample.index() - first.index() + 1)?;
        Some(Ts::from_ns(next.0))
    }

    /// Returns the value of a sample.
    pub fn value(&self, sample: CounterId) -> f64 {
        self.sample(sample).1
    }

    /// Returns times and values of all samples, by [`CounterId`].
    pub fn iter(&self) -> impl Iterator<Item = (i64, f64)> + '_ {
        self.tracks.iter().flat_map(PackedSamples::iter)
    }

    /// Returns how many samples there are.
    pub fn len(&self) -> usize {
        self.ranges.last().map_or(0, |range| range.2 as usize)
    }

    /// Returns whether there is no sample.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the memory that the table holds, in bytes.
    pub fn heap_bytes(&self) -> usize {
        let packed: usize = self.tracks.iter().map(PackedSamples::heap_bytes).sum();
        packed
            + self.tracks.capacity() * size_of::<PackedSamples>()
            + self.ranges.capacity() * size_of::<(TrackId, u32, u32)>()
            + self.pos.capacity() * size_of::<(CounterId, u64)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_found_by_track_and_by_id() {
        let mut table = CounterTable::default();
        let value = |n: i64| ((n * 7919) % 1009) as f64 - 500.0;
        table.push_track(TrackId(1), (0..37).map(|n| (n, value(n))));
        table.push_track(TrackId(2), (0..1000).map(|n| (n, value(n))));
        table.push_track(TrackId(3), [(0, f64::NAN)]);
        table.push_track(TrackId(4), []);
        assert_eq!(table.len(), 1038);
        for n in 0..1000_i64 {
            let id = CounterId(37 + n as u32);
            assert_eq!(table.sample(id), (n, value(n)));
            assert_eq!(table.track_of(id), TrackId(2));
        }
        let samples = table.track(TrackId(2));
        assert_eq!((samples.first, samples.len()), (CounterId(37), 1000));
        assert_eq!(samples.value_at(Ts::from_ns(-1)), None);
        assert_eq!(samples.value_at(Ts::from_ns(500)), Some(value(500)));
        let all = (0..1000)
            .map(value)
            .fold((f64::MAX, f64::MIN), |e, v| (e.0.min(v), e.1.max(v)));
        assert_eq!(table.extent(TrackId(2)), Some(all));
        let mut walk = samples.walk_from(Ts::from_ns(3)).expect("samples");
        assert_eq!(walk.until(4), (value(3), value(3)));
        assert_eq!(
            walk.until(5),
            (value(3).min(value(4)), value(3).max(value(4)))
        );
        assert_eq!(table.extent(TrackId(3)), None, "no number");
        let infinite = [f64::INFINITY, -2.0, f64::NAN, 3.0].map(|value| (0, value));
        table.push_track(TrackId(5), infinite);
        assert_eq!(table.extent(TrackId(5)), Some((-2.0, f64::INFINITY)));
        assert_eq!(table.finite_extent(TrackId(5)), Some((-2.0, 3.0)));
        assert_eq!(table.finite_extent(TrackId(2)), Some(all));
        assert_eq!(table.extent(TrackId(9)), None, "no track");
        assert!(table.track(TrackId(4)).is_empty());
    }
}
