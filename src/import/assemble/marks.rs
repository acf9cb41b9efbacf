//! The slices of the events of units that take part in flows.
//!
//! Their positions are unique, and come here by track, of which each goes through the file. So
//! they are found by where they are in the file: what is asked for next is near what was asked
//! for before, other than in a hash map, where each would be somewhere else in memory.

use crate::import::sink::FlowKind;
use crate::import::unit::FlowMark;
use crate::model::args::EventPos;
use crate::model::ids::SliceId;

/// What events of units do to flows, in time order, and the slices of these events.
#[derive(Debug)]
pub(super) struct Marks {
    all: Vec<FlowMark>,
    /// By mark; [`NONE`] where the event has no slice.
    slices: Vec<SliceId>,
    /// The marks by position, in places of as many positions as this power of two.
    order: Vec<u32>,
    place_bits: u32,
    /// Where in `order` each place begins, and the last one ends.
    places: Vec<u32>,
}

const NONE: SliceId = SliceId(u32::MAX);

fn position(mark: &FlowMark) -> EventPos {
    EventPos::decodable(mark.pos)
}

impl Marks {
    /// Takes marks in file order.
    pub(super) fn new(mut all: Vec<FlowMark>) -> Self {
        all.sort_by_key(|mark| (mark.ts, position(mark)));
        let max = all.iter().map(|mark| position(mark).raw()).max();
        // As many places as marks, or fewer, so that few marks are in any: an event takes bytes.
        let n_bits = max.map_or(0, |max| u64::BITS - max.leading_zeros());
        let place_bits = n_bits.saturating_sub(all.len().max(1).ilog2());
        let n_places = max.map_or(0, |max| (max >> place_bits) as usize + 1);
        // Each counts for the place after it, and then moves the end of its own down to its start.
        let mut places = vec![0_u32; n_places + 1];
        let place = |mark: &FlowMark| (position(mark).raw() >> place_bits) as usize;
        for mark in &all {
            places[place(mark)] += 1;
        }
        let mut end = 0;
        for place in &mut places {
            end += *place;
            *place = end;
        }
        let mut order = vec![0; all.len()];
        for (index, mark) in all.iter().enumerate().rev() {
            let start = &mut places[place(mark)];
            *start -= 1;
            order[*start as usize] = index as u32;
        }
        Self {
            slices: vec![NONE; all.len()],
            all,
            order,
            place_bits,
            places,
        }
    }

    /// Says which slice the event at a position began or ended.
    pub(super) fn set_slice(&mut self, pos: EventPos, slice: SliceId) {
        let place = (pos.raw() >> self.place_bits) as usize;
        let Some(&[start, end]) = self.places.get(place..).and_then(<[u32]>::first_chunk) else {
            return;
        };
        for &index in &self.order[start as usize..end as usize] {
            if position(&self.all[index as usize]) == pos {
                self.slices[index as usize] = slice;
            }
        }
    }

    /// Returns all marks in time order: when and where, which flow, what it does and the slice.
    pub(super) fn iter(&self) -> impl Iterator<Item = Mark> + '_ {
        let marks = self.all.iter().zip(&self.slices);
        marks.map(|(mark, &slice)| Mark {
            ts: mark.ts,
            pos: position(mark),
            id: mark.id,
            kind: mark.kind,
            slice: Some(slice).filter(|&slice| slice != NONE),
        })
    }
}

/// What an event does to a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) ts: i64,
    pub(super) pos: EventPos,
    pub(super) id: u64,
    pub(super) kind: FlowKind,
    /// The slice that it began or ended, if there is one.
    pub(super) slice: Option<SliceId>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn slices_are_found_by_position(
            events in prop::collection::btree_map(
                prop_oneof![0_u64..100, 0_u64..1 << 38, (1_u64 << 38) - 50..1 << 38],
                (0_i64..50, 0_usize..4, prop::option::of(0_u32..1000)), 0..60),
            others in prop::collection::vec(0_u64..1 << 40, 0..10),
        ) {
            let mut marks = Vec::new();
            for (&pos, &(ts, n, _)) in &events {
                marks.extend((0..n as u64).map(|id| FlowMark {
                    ts, pos, id, kind: FlowKind::Start, list: 0,
                }));
            }
            let mut expected: Vec<_> = marks
                .iter()
                .map(|mark| (mark.ts, mark.pos, mark.id, events[&mark.pos].2.map(SliceId)))
                .collect();
            expected.sort_by_key(|&(ts, pos, ..)| (ts, pos));
            let mut marks = Marks::new(marks);
            for pos in others.into_iter().filter(|pos| !events.contains_key(pos)) {
                marks.set_slice(EventPos::from_raw(pos), SliceId(7));
            }
            for (&pos, (.., slice)) in &events {
                if let Some(slice) = *slice {
                    marks.set_slice(EventPos::decodable(pos), SliceId(slice));
                }
            }
            let got = marks.iter().map(|mark| (mark.ts, mark.pos.raw(), mark.id, mark.slice));
            prop_assert!(got.eq(expected));
        }
    }
}
