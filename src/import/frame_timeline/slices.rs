//! The slices of frames, nested while they are imported.
//!
//! All events of a row come from one importer and in the order of time, and an end closes what is
//! on top. So [`crate::import::stack`] would find nothing to sort and nothing to look for.

use crate::import::sink::SinkTrack;
use crate::import::stack::Stacked;
use crate::model::args::EventPos;
use crate::model::ids::{LabelId, SliceId};
use crate::model::slice::MAX_DEPTH;

/// Where the slice of a frame stands among those that have no ids yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct FramePlace {
    /// The row of the timeline, as an index of a [`FrameTrack`].
    pub(in crate::import) track: u32,
    row: u32,
    depth: u16,
}

impl FramePlace {
    /// Returns the slice. `starts` has the first slice of each depth, by timeline row.
    pub(in crate::import) fn slice(self, starts: &[Vec<SliceId>]) -> SliceId {
        let start = starts[self.track as usize][usize::from(self.depth)];
        SliceId(start.0 + self.row)
    }
}

/// A row of a timeline and its slices.
#[derive(Debug)]
pub(in crate::import) struct FrameTrack {
    /// Its track.
    pub(in crate::import) track: SinkTrack,
    /// Its slices.
    pub(in crate::import) stacked: Stacked,
    /// Rows and start times of the slices that are open, the outermost first.
    open: Vec<(u32, i64)>,
}

impl FrameTrack {
    pub(super) fn new(track: SinkTrack) -> Self {
        Self {
            track,
            stacked: Stacked::default(),
            open: Vec::new(),
        }
    }

    /// Opens a slice on the row, whose index is `track`. Returns the slice's place; `None` if it would be too
    /// deep.
    pub(super) fn begin(
        &mut self,
        track: u32,
        ts: i64,
        pos: EventPos,
        label: LabelId,
    ) -> Option<FramePlace> {
        let Stacked { depths, counts, .. } = &mut self.stacked;
        let depth = self.open.len();
        if depth >= MAX_DEPTH {
            counts.too_deep += 1;
            return None;
        }
        if depths.len() <= depth {
            depths.resize_with(depth + 1, Default::default);
        }
        let row = depths[depth].push(ts, label, pos);
        self.open.push((row, ts));
        Some(FramePlace {
            track,
            row,
            depth: depth as u16,
        })
    }

    /// Ends the slice on top. The end of a frame that was left out may find none.
    pub(super) fn end(&mut self, ts: i64, is_left_out: bool) {
        let Some((row, start)) = self.open.pop() else {
            if is_left_out {
                return;
            }
            self.stacked.counts.unmatched_ends += 1;
            self.stacked.counts.unmatched_at.get_or_insert(ts);
            return;
        };
        self.stacked.depths[self.open.len()].set_dur(row, ts.saturating_sub(start));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::stack::{Spare, StackEvent, Stacker};
    use crate::import::unit::{FlowMarks, Kind};
    use crate::model::slice::Label;

    proptest! {
        #[test]
        fn frames_nest_as_all_slices_do(
            events in prop::collection::vec((any::<bool>(), 0_i64..1 << 33, 1..4_u32), 0..60),
            n_deep in prop_oneof![9 => Just(0), 1 => 505_usize..520],
        ) {
            let deep = std::iter::repeat_n((true, 0, 1), n_deep);
            let mut ts = 0;
            let all: Vec<(bool, i64, u32)> = deep
                .chain(events)
                .map(|(begins, more, label)| {
                    ts += more;
                    (begins, ts, label)
                })
                .collect();
            let labels = vec![Label::default(); 4];
            let spare = Spare::default();
            let mut stacker = Stacker::new(&labels, &spare, false, 0);
            let mut frames = FrameTrack::new(SinkTrack(0));
            for (at, &(begins, ts, label)) in all.iter().enumerate() {
                let pos = EventPos::decodable(at as u64);
                let kind = if begins { Kind::Begin } else { Kind::End };
                stacker.event(&StackEvent {
                    ts,
                    pos,
                    kind,
                    label: LabelId(if begins { label } else { 0 }),
                    dur: 0,
                    thread_ts: None,
                    thread_dur: None,
                    instructions: None,
                    instructions_took: None,
                    has_args: false,
                    anchored: false,
                    flows: FlowMarks::default(),
                });
                if begins {
                    let place = frames.begin(0, ts, pos, LabelId(label));
                    let is_there = place.is_none_or(|place| {
                        let starts: Vec<_> = (0..512).map(|depth| SliceId(depth * 1000)).collect();
                        let slice = SliceId(u32::from(place.depth) * 1000 + place.row);
                        place.slice(&[starts]) == slice
                    });
                    prop_assert!(is_there);
                } else {
                    frames.end(ts, false);
                }
            }
            let general = stacker.finish();
            let text = |stacked: &Stacked| format!("{:?} {:?}", stacked.depths, stacked.counts);
            prop_assert_eq!(text(&frames.stacked), text(&general));
        }
    }
}
