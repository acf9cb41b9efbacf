//! Frames in the order of time: the janky ones, and the good ones of each layer.
//!
//! The keys that go from frame to frame use these lists, because a trace may have a million frames.

use hashbrown::HashMap;

use super::frame_timeline::{ActualFrame, JankTag};
use super::ids::{SliceId, Upid};
use super::trace::Trace;
use crate::base::intern::StrId;

/// Frames that can be compared: of a process, of a layer, and of which kind.
type Layer = (Upid, Option<StrId>, bool);

fn layer_of(frame: &ActualFrame) -> Layer {
    (frame.upid, frame.layer, frame.surface_token.is_some())
}

/// The janky frames, and the good frames of each layer.
#[derive(Debug, Default)]
pub struct FramesByTime {
    janky: Vec<SliceId>,
    good: HashMap<Layer, Vec<SliceId>>,
}

impl FramesByTime {
    /// Gathers and sorts the frames of a trace. O(n log n).
    pub fn new(trace: &Trace) -> Self {
        let mut frames = Self::default();
        for frame in trace.frames.actual() {
            if frame.is_janky() {
                frames.janky.push(frame.slice);
            }
            let is_good = frame.jank_tag == JankTag::None
                && frame.on_time_finish
                && trace.slices.dur(frame.slice).is_some();
            if is_good {
                frames
                    .good
                    .entry(layer_of(frame))
                    .or_default()
                    .push(frame.slice);
            }
        }
        let key = |&slice: &SliceId| trace.slices.order_key(slice);
        frames.janky.sort_by_key(key);
        for good in frames.good.values_mut() {
            good.sort_by_key(|&slice| (trace.slices.ts(slice), slice));
        }
        frames
    }

    /// Returns the janky frames.
    pub fn janky(&self) -> &[SliceId] {
        &self.janky
    }

    /// Returns the other good frame of the same layer that starts nearest to a frame; earlier ones
    /// win ties. Good means no jank and presented on time.
    pub fn nearest_good(&self, trace: &Trace, frame: &ActualFrame) -> Option<SliceId> {
        let good = self.good.get(&layer_of(frame))?;
        let ts = |slice: SliceId| trace.slices.ts(slice);
        let start = ts(frame.slice);
        let after = good.partition_point(|&slice| ts(slice) <= start);
        // Returns where the frames begin that start together with the last one before `end`, and which of
        // them is the first other than the frame itself.
        let first_of = |end: usize| {
            let last = good.get(end.checked_sub(1)?)?;
            let first = good.partition_point(|&slice| ts(slice) < ts(*last));
            let other = good[first..end].iter().find(|&&slice| slice != frame.slice);
            Some((first, other.copied()))
        };
        let before = match first_of(after) {
            Some((first, None)) => first_of(first).and_then(|(_, other)| other),
            Some((_, other)) => other,
            None => None,
        };
        let candidates = before.into_iter().chain(good.get(after).copied());
        candidates.min_by_key(|&slice| ts(slice).ns().abs_diff(start.ns()))
    }
}
