//! The samples of a counter track, packed as they come: a trace has as many of them as events.

use crate::model::args::EventPos;
use crate::model::samples::PackedSamples;

/// The samples of a track, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// All but the last.
    packed: PackedSamples,
    /// The last, which may still change.
    last: Option<(i64, f64)>,
    /// Positions of the samples that have arguments, by index.
    pos: Vec<(u32, EventPos)>,
    /// Whether the last only ends the time of the one before.
    ends_at_last: bool,
}

impl Samples {
    /// Adds a sample, with its position if it has arguments.
    #[inline]
    pub fn push(&mut self, ts: i64, value: f64, pos: Option<EventPos>) {
        self.ends_at_last = false;
        if let Some((ts, value)) = self.last.replace((ts, value)) {
            self.packed.push(ts, value);
        }
        if let Some(pos) = pos {
            self.pos.push((self.packed.len() as u32, pos));
        }
    }

    /// Gives the last sample, if there is one, another value.
    pub fn set_last(&mut self, value: f64) {
        if let Some(last) = &mut self.last {
            last.1 = value;
        }
    }

    /// Gives the last sample its value, which held up to `ts`, and adds one there that holds nothing yet: if it
    /// remains the last, all that it tells is its time.
    pub fn push_until(&mut self, ts: i64, value: f64) {
        self.set_last(value);
        self.push(ts, 0.0, None);
        self.ends_at_last = true;
    }

    /// Returns whether the last sample only ends the time of the one before.
    pub const fn ends_at_last(&self) -> bool {
        self.ends_at_last
    }

    /// Puts the samples into the order of time. Samples of equal times keep their order.
    pub fn sort(&mut self) {
        let ends_at_last = self.ends_at_last;
        let (packed, pos) = std::mem::take(self).packed();
        self.ends_at_last = ends_at_last;
        if packed.is_sorted() || pos.is_empty() {
            (self.packed, self.pos) = (packed.sorted(), pos);
            return;
        }
        let mut all: Vec<_> = with_pos(&packed, &pos).collect();
        all.sort_by_key(|sample| sample.0);
        for (ts, value, pos) in all {
            self.push(ts, value, pos);
        }
    }

    /// Returns all samples, and the positions of those that have arguments, by index.
    pub fn packed(mut self) -> (PackedSamples, Vec<(u32, EventPos)>) {
        if let Some((ts, value)) = self.last {
            self.packed.push(ts, value);
        }
        (self.packed, self.pos)
    }
}

/// Iterates over samples with their positions.
fn with_pos(
    packed: &PackedSamples,
    pos: &[(u32, EventPos)],
) -> impl Iterator<Item = (i64, f64, Option<EventPos>)> {
    let mut pos = pos.iter().copied().peekable();
    packed.iter().zip(0..).map(move |((ts, value), index)| {
        let pos = pos.next_if(|pos| pos.0 == index);
        (ts, value, pos.map(|pos| pos.1))
    })
}

impl IntoIterator for Samples {
    type Item = (i64, f64, Option<EventPos>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    /// Iterates over time, value and position of all samples.
    fn into_iter(self) -> Self::IntoIter {
        let (packed, pos) = self.packed();
        with_pos(&packed, &pos).collect::<Vec<_>>().into_iter()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn samples_come_out_as_they_went_in(
            all in prop::collection::vec(
                ((-9_i64..9), any::<f64>(), prop::option::of(0..1_u64 << 40), any::<bool>()),
                0..40,
            ),
        ) {
            let (mut samples, mut expected) = (Samples::default(), Vec::new());
            for (ts, value, pos, is_changed) in all {
                let pos = pos.map(EventPos::from_raw);
                samples.push(ts, value, pos);
                if is_changed {
                    samples.set_last(-value);
                }
                let value = if is_changed { -value } else { value };
                expected.push((ts, value.to_bits(), pos));
            }
            let bits = |samples: Samples| -> Vec<_> {
                let samples = samples.into_iter();
                samples.map(|(ts, value, pos)| (ts, value.to_bits(), pos)).collect()
            };
            prop_assert_eq!(bits(samples.clone()), expected.clone());
            samples.sort();
            expected.sort_by_key(|sample| sample.0);
            prop_assert_eq!(bits(samples), expected);
        }
    }
}
