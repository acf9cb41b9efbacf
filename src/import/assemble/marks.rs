//! The slices of the events of units that take part in flows.
//!
//! Their positions are unique, and come here by track, of which each goes through the file. So
//! they are found by where they are in the file: what is asked for next is near what was asked
//! for before, other than in a hash map, where each would be somewhere else in memory.

use crate::bytes::mmap;
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
    /// The marks by position, of which the lower half stands here too, in places of as many
    /// positions as this power of two.
    order: Vec<(u32, u32)>,
    place_bits: u32,
    /// Where in `order` each place begins, and the last one ends.
    places: Vec<u32>,
}

const NONE: SliceId = SliceId(u32::MAX);

fn position(mark: &FlowMark) -> EventPos {
    EventPos::decodable(mark.pos)
}

/// Returns how many of the lower bits of a number to leave out so that `n` numbers up to `max` are
/// spread over at most as many places.
fn place_bits(max: u64, n: usize) -> u32 {
    (u64::BITS - max.leading_zeros()).saturating_sub(n.max(1).ilog2())
}

/// The most bits of a position that tell marks of a place apart.
const PLACE_BITS_MAX: u32 = u32::BITS;

/// How many bytes are worth huge pages.
const HUGE_MIN: usize = 4 << 20;

/// Returns as many of a thing, in memory that is quick to fill.
fn filled<T: Clone>(n: usize, with: T) -> Vec<T> {
    let mut all = Vec::with_capacity(n);
    if n * size_of::<T>() >= HUGE_MIN {
        mmap::prefer_huge_pages(&mut all);
    }
    all.resize(n, with);
    all
}

/// Returns where each place ends, up to `last`, when things are put into them that go to `places`,
/// and once more where all end.
fn ends(places: impl Iterator<Item = usize>, last: u64) -> Vec<u32> {
    let mut ends = vec![0_u32; last as usize + 2];
    for place in places {
        ends[place] += 1;
    }
    let mut end = 0;
    for place in &mut ends {
        end += *place;
        *place = end;
    }
    ends
}

/// Sorts marks by time and position. The sequences of a trace go through the same time, so that the
/// marks of each are soon near their place.
fn in_time_order(units: Vec<Vec<FlowMark>>) -> Vec<FlowMark> {
    let n = units.iter().map(Vec::len).sum();
    let times = units.iter().flatten().map(|mark| mark.ts);
    let (Some(min), Some(max)) = (times.clone().min(), times.clone().max()) else {
        return Vec::new();
    };
    let since = |ts: i64| ts.wrapping_sub(min).cast_unsigned();
    let bits = place_bits(since(max), n);
    let place = |ts: i64| (since(ts) >> bits) as usize;
    let ends = ends(times.map(place), since(max) >> bits);
    let mut next = vec![0; 1];
    next.extend_from_slice(&ends);
    let mut all = filled(n, FlowMark::default());
    for mark in units.into_iter().flatten() {
        let at = &mut next[place(mark.ts)];
        all[*at as usize] = mark;
        *at += 1;
    }
    let mut start = 0;
    for end in ends {
        all[start..end as usize].sort_by_key(|mark| (mark.ts, position(mark)));
        start = end as usize;
    }
    all
}

impl Marks {
    /// Takes marks by unit, in file order.
    pub(super) fn new(units: Vec<Vec<FlowMark>>) -> Self {
        let all = in_time_order(units);
        let max = all.iter().map(|mark| position(mark).raw()).max();
        // As many places as marks, or fewer, so that few marks are in any: an event takes bytes.
        let place_bits = place_bits(max.unwrap_or(0), all.len()).min(PLACE_BITS_MAX);
        let place = |mark: &FlowMark| (position(mark).raw() >> place_bits) as usize;
        let mut places = ends(
            all.iter().map(place),
            max.map_or(0, |max| max >> place_bits),
        );
        let mut order = filled(all.len(), (0, 0));
        for (index, mark) in all.iter().enumerate().rev() {
            let start = &mut places[place(mark)];
            *start -= 1;
            order[*start as usize] = (position(mark).raw() as u32, index as u32);
        }
        Self {
            slices: filled(all.len(), NONE),
            all,
            order,
            place_bits,
            places,
        }
    }

    /// Returns how many marks there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Says which slice the event at a position began or ended.
    pub(super) fn set_slice(&mut self, pos: EventPos, slice: SliceId) {
        let place = (pos.raw() >> self.place_bits) as usize;
        let Some(&[start, end]) = self.places.get(place..).and_then(<[u32]>::first_chunk) else {
            return;
        };
        for &(low, index) in &self.order[start as usize..end as usize] {
            if low == pos.raw() as u32 {
                self.slices[index as usize] = slice;
            }
        }
    }

    /// Returns all marks in time order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Mark> + '_ {
        let marks = self.all.iter().zip(&self.slices);
        marks.map(|(mark, &slice)| Mark::new(mark, slice))
    }
}

/// What an event does to a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) ts: i64,
    pub(super) pos: EventPos,
    pub(super) id: u64,
    pub(super) kind: FlowKind,
    /// Whether it ends a slice.
    pub(super) is_end: bool,
    /// The slice that it began or ended, if there is one.
    pub(super) slice: Option<SliceId>,
}

impl Mark {
    fn new(mark: &FlowMark, slice: SliceId) -> Self {
        Self {
            ts: mark.ts,
            pos: position(mark),
            id: mark.id,
            kind: mark.kind,
            is_end: mark.is_end,
            slice: Some(slice).filter(|&slice| slice != NONE),
        }
    }
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
                (prop_oneof![0_i64..50, any::<i64>()], 0_usize..4, prop::option::of(0_u32..1000)), 0..60),
            others in prop::collection::vec(0_u64..1 << 40, 0..10),
        ) {
            let mut units = vec![Vec::new(); 3];
            for (&pos, &(ts, n, _)) in &events {
                units[pos as usize % 3].extend((0..n as u64).map(|id| FlowMark {
                    ts, pos, id, kind: FlowKind::Start, is_end: false, list: 0,
                }));
            }
            let mut expected: Vec<_> = units
                .iter()
                .flatten()
                .map(|mark| (mark.ts, mark.pos, mark.id, events[&mark.pos].2.map(SliceId)))
                .collect();
            expected.sort_by_key(|&(ts, pos, ..)| (ts, pos));
            let mut marks = Marks::new(units);
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
