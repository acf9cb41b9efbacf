//! The lists of one track, nested a few at a time.
//!
//! Lists of units follow each other in time, but for late events. Lists that overlap in time are nested
//! together; after that their memory is given back, or used for the slices of the next lists.

use std::ops::RangeInclusive;

use super::merge::{EVER, Merge};
use super::nest::stack_event;
use crate::bytes::heap;
use crate::import::resolve::{Parts, UnitRest};
use crate::import::stack::{StackEvent, Stacker};
use crate::import::unit::TrackList;

/// Lists that overlap in time, in the order of the file.
pub(super) type Together = Vec<(u32, TrackList)>;

/// Returns lists by time. Those that overlap in time are together.
pub(super) fn by_time(parts: Parts) -> Vec<Together> {
    let mut parts: Vec<(usize, (u32, TrackList))> = parts.into_iter().enumerate().collect();
    parts.sort_by_key(|(_, (_, list))| list.first);
    let mut all: Vec<Vec<(usize, (u32, TrackList))>> = Vec::new();
    let mut latest = i64::MIN;
    for part in parts {
        let (_, list) = &part.1;
        let (first, last) = (list.first.0, list.latest());
        match all.last_mut() {
            Some(together) if first <= latest => together.push(part),
            _ => all.push(vec![part]),
        }
        latest = latest.max(last);
    }
    let all = all.into_iter().map(|mut together| {
        together.sort_by_key(|&(index, _)| index);
        together.into_iter().map(|(_, part)| part).collect()
    });
    all.collect()
}

/// Nests the events that lists have in a span of time.
pub(super) fn stack(
    parts: &[(u32, TrackList)],
    span: &RangeInclusive<i64>,
    units: &[UnitRest],
    stacker: &mut Stacker<'_>,
) {
    if span == &EVER && is_in_order(parts) {
        for (unit, list) in parts {
            heap::grow_on_huge_pages();
            stacker.list(list.iter(), &units[*unit as usize].labels);
        }
    } else if let Some(events) = Merge::new(&mut Vec::new(), parts, &mut Vec::new(), units, span) {
        events.stack(stacker);
    } else {
        let mut events = unpacked(parts, units).collect::<Vec<_>>();
        events.retain(|event| span.contains(&event.ts));
        events.sort_by_key(|event| (event.ts, event.pos));
        for event in &events {
            stacker.event(event);
        }
    }
}

/// Iterates over all events of lists.
pub(super) fn unpacked<'a>(
    parts: &'a [(u32, TrackList)],
    units: &'a [UnitRest],
) -> impl Iterator<Item = StackEvent<'a>> {
    parts.iter().flat_map(|(unit, list)| {
        let unit = &units[*unit as usize];
        list.iter().map(|event| stack_event(&event, unit))
    })
}

/// Returns whether lists can be read one after the other, because all of them are in order and each follows
/// the one before it.
pub(super) fn is_in_order(parts: &[(u32, TrackList)]) -> bool {
    parts.iter().all(|(_, list)| list.sorted)
        && parts
            .windows(2)
            .all(|pair| pair[0].1.last() <= pair[1].1.first)
}
