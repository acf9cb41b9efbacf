//! Distributes the events of merged siblings over rows so that each row nests properly.
//!
//! As in the reference's `track_compressor.cc`, a track goes to the row that it had last. If another track has that row
//! now, it goes to the first row on which nothing is open.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::ops::ControlFlow;
use std::vec;

use crate::import::pool::{self, Work};
use crate::import::resolve::{Parts, Set, UnitRest};
use crate::import::rows::{CookieRows, Step};
use crate::import::unit::{Events, Kind, TrackList, Unpacked};
use crate::model::ids::LabelId;

/// From how many events on another thread is worth its while.
const WORTH_A_THREAD: usize = 1 << 11;

/// A row of a set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    /// The row that the set has from the start.
    First,
    /// Another row, which the member with this number is the first to need, at this time and position.
    Added { cookie: u32, at: (i64, u64) },
}

/// The rows of a set, as they are needed, each with its events.
type Rows = Vec<(Row, TrackList)>;

/// Distributes the events of sets over rows. Each set comes with the events of each of its members.
pub(super) fn multiplex_all(
    sets: Vec<(Set, Vec<Parts>)>,
    units: &[UnitRest],
    threads: usize,
) -> Vec<(Set, Rows)> {
    let n_events = |parts: &[Parts]| {
        let lists = parts.iter().flatten();
        lists.map(|(_, list)| list.len).sum::<usize>()
    };
    let sizes = sets.iter().map(|(_, parts)| n_events(parts) as u64);
    let mut pieces: Vec<pool::Piece> = sizes.enumerate().collect();
    // The largest sets come first, so that none of these is left for the end.
    pieces.sort_by_key(|&(index, size)| (Reverse(size), index));
    let n: u64 = pieces.iter().map(|(_, size)| size).sum();
    let threads = if n < WORTH_A_THREAD as u64 {
        1
    } else {
        threads
    };
    let (sets, parts): (Vec<Set>, Vec<Vec<Parts>>) = sets.into_iter().unzip();
    let cells: Vec<Work<Vec<Parts>>> = parts.into_iter().map(Work::new).collect();
    let work = |index: usize, _: &pool::GetOn<'_>| {
        let parts = cells[index].take();
        multiplex(&sets[index], &parts, units)
    };
    let rows = pool::map(threads, &pieces, work, &mut |_| ControlFlow::Continue(()));
    sets.into_iter().zip(rows.unwrap_or_default()).collect()
}

fn multiplex(set: &Set, parts: &[Parts], units: &[UnitRest]) -> Rows {
    let mut events = InOrder::new(parts, units);
    let first = events.first();
    let mut lists: Rows = Vec::new();
    let mut rows = CookieRows::default();
    let mut is_first_used = set.parent_reach.is_some_and(|reach| reach < first);
    if is_first_used {
        rows.row(u32::MAX, Step::Keep, || add_row(&mut lists, Row::First));
    }
    while let Some((cookie, event)) = events.next() {
        let step = match event.kind {
            Kind::Begin => Step::Open,
            Kind::End => Step::Close,
            _ => Step::Keep,
        };
        let row = *rows.row(cookie, step, || {
            let at = (event.ts, event.pos);
            let row = if std::mem::replace(&mut is_first_used, true) {
                Row::Added { cookie, at }
            } else {
                Row::First
            };
            add_row(&mut lists, row)
        });
        lists[row].1.push(&event);
    }
    for (_, list) in &mut lists {
        list.finish();
    }
    lists
}

/// Adds an empty list for a row and returns its index.
fn add_row(rows: &mut Rows, row: Row) -> usize {
    rows.push((row, TrackList::default()));
    rows.len() - 1
}

/// Time and position of an event, and the number of its list, which counts if these are equal.
type Key = ((i64, u64), u32);

/// A list of a member.
struct Listed<'a> {
    /// Its first event.
    first: Key,
    cookie: u32,
    list: &'a TrackList,
    labels: &'a [LabelId],
}

/// A list of which some events were taken.
struct Begun<'a> {
    cookie: u32,
    labels: &'a [LabelId],
    next: Unpacked<'a>,
    rest: Rest<'a>,
}

/// The events of a list after the next one.
enum Rest<'a> {
    Listed(Events<'a>),
    /// The events of a list that was not in order.
    Sorted(vec::IntoIter<Unpacked<'a>>),
}

impl<'a> Iterator for Rest<'a> {
    type Item = Unpacked<'a>;

    fn next(&mut self) -> Option<Unpacked<'a>> {
        match self {
            Self::Listed(events) => events.next(),
            Self::Sorted(events) => events.next(),
        }
    }
}

/// The events of all members by time and position. There may be many lists, but few go on at the
/// same time: only these are looked at.
struct InOrder<'a> {
    /// The lists that have not begun, the last one first.
    to_come: Vec<Listed<'a>>,
    begun: Vec<Begun<'a>>,
    /// The indices of lists in `begun` that are done with.
    free: Vec<usize>,
    /// The other lists in `begun`, by their next events.
    next: BinaryHeap<Reverse<(Key, usize)>>,
}

impl<'a> InOrder<'a> {
    fn new(parts: &'a [Parts], units: &'a [UnitRest]) -> Self {
        let mut to_come = Vec::new();
        for (cookie, parts) in (0..).zip(parts) {
            for (unit, list) in parts.iter().filter(|(_, list)| list.len > 0) {
                to_come.push(Listed {
                    first: (list.first, to_come.len() as u32),
                    cookie,
                    list,
                    labels: &units[*unit as usize].labels,
                });
            }
        }
        to_come.sort_unstable_by_key(|listed| Reverse(listed.first));
        Self {
            to_come,
            begun: Vec::new(),
            free: Vec::new(),
            next: BinaryHeap::new(),
        }
    }

    /// Returns time and position of the first event, before any was taken.
    fn first(&self) -> (i64, u64) {
        let first = self.to_come.last();
        first.map_or((i64::MAX, u64::MAX), |listed| listed.first.0)
    }

    /// Takes the next event, with its label in terms of the trace, and returns it with the number of its
    /// member.
    fn next(&mut self) -> Option<(u32, Unpacked<'a>)> {
        let next = self.next.peek().map(|Reverse((key, _))| *key);
        let is_next = |listed: &mut Listed<'_>| next.is_none_or(|next| listed.first < next);
        if let Some(listed) = self.to_come.pop_if(is_next) {
            self.begin(&listed);
        }
        let mut top = self.next.peek_mut()?;
        let Reverse(((_, list), index)) = *top;
        let begun = &mut self.begun[index];
        let (cookie, labels) = (begun.cookie, begun.labels);
        let event = if let Some(next) = begun.rest.next() {
            top.0.0 = ((next.ts, next.pos), list);
            std::mem::replace(&mut begun.next, next)
        } else {
            PeekMut::pop(top);
            self.free.push(index);
            begun.next
        };
        let label = labels[event.label as usize].0;
        Some((cookie, Unpacked { label, ..event }))
    }

    fn begin(&mut self, listed: &Listed<'a>) {
        let mut rest = if listed.list.sorted {
            Rest::Listed(listed.list.iter())
        } else {
            let mut events: Vec<_> = listed.list.iter().collect();
            events.sort_by_key(|event| (event.ts, event.pos));
            Rest::Sorted(events.into_iter())
        };
        let Some(next) = rest.next() else { return };
        let begun = Begun {
            cookie: listed.cookie,
            labels: listed.labels,
            next,
            rest,
        };
        let index = if let Some(index) = self.free.pop() {
            self.begun[index] = begun;
            index
        } else {
            self.begun.push(begun);
            self.begun.len() - 1
        };
        self.next.push(Reverse((listed.first, index)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::unit::FlowMarks;

    proptest! {
        #[test]
        fn events_of_members_come_in_order(
            members in prop::collection::vec(
                prop::collection::vec(prop::collection::vec((0_i64..60, 0_u64..9), 0..8), 0..3), 0..9),
            sort in any::<u32>(),
        ) {
            let units = [UnitRest { labels: (0..9).map(|label| LabelId(label + 1)).collect() }];
            let (mut parts, mut expected, mut n) = (Vec::new(), Vec::new(), 0);
            for (cookie, lists) in (0..).zip(members) {
                let mut of_member = Parts::new();
                for mut events in lists {
                    n += 1;
                    if sort >> (n % 32) & 1 == 1 {
                        events.sort_unstable();
                    }
                    let mut list = TrackList::default();
                    for (ts, pos) in events {
                        list.push(&Unpacked {
                            ts,
                            pos,
                            kind: Kind::Instant,
                            label: pos as u32,
                            thread_ts: None,
                            instructions: None,
                            has_args: false,
                            flows: FlowMarks::default(),
                        });
                        expected.push((ts, pos, cookie, pos as u32 + 1));
                    }
                    list.finish();
                    of_member.push((0, list));
                }
                parts.push(of_member);
            }
            expected.sort_by_key(|&(ts, pos, ..)| (ts, pos));
            let mut events = InOrder::new(&parts, &units);
            prop_assert_eq!(
                events.first(),
                expected.first().map_or((i64::MAX, u64::MAX), |event| (event.0, event.1))
            );
            let mut got = Vec::new();
            while let Some((cookie, event)) = events.next() {
                got.push((event.ts, event.pos, cookie, event.label));
            }
            prop_assert_eq!(got, expected);
        }
    }
}
