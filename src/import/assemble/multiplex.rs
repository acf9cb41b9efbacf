//! Distributes the events of merged siblings over rows so that each row nests properly.
//!
//! Rules: spec trace-format 4.5.

use std::ops::ControlFlow;

use super::Work;
use crate::base::near_sort::bucket_sort;
use crate::import::pool;
use crate::import::resolve::{Parts, Set, UnitRest};
use crate::import::rows::{CookieRows, Step};
use crate::import::unit::{Kind, TrackList, Unpacked};

/// From how many events on sets are worth another thread.
const WORTH_A_THREAD: usize = 1 << 11;

/// A row of a set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    /// The one that the set has from the start.
    First,
    /// Another one, which this member, at that time and position, needs first.
    Added { cookie: u32, at: (i64, u64) },
}

/// The rows of a set, as they are needed, each with its events.
type Rows = Vec<(Row, TrackList)>;

/// Distributes the events of sets, of which each member has its own, over rows.
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
    // The largest first, so that none is left for the end.
    pieces.sort_by_key(|&(index, size)| (std::cmp::Reverse(size), index));
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
    let lists = parts.iter().flatten();
    let mut events = Vec::with_capacity(lists.map(|(_, list)| list.len).sum());
    for (parts, cookie) in parts.iter().zip(0_u32..) {
        for (unit, list) in parts {
            let labels = &units[*unit as usize].labels;
            events.extend(list.iter().map(|event| {
                let label = labels[event.label as usize].0;
                (cookie, Unpacked { label, ..event })
            }));
        }
    }
    // Times are sorted, not events: those are large.
    let times = events.iter().map(|(_, event)| (event.ts, event.pos));
    let mut order: Vec<((i64, u64), u32)> = times.zip(0..).collect();
    bucket_sort(&mut order, |((ts, _), _)| *ts);
    let first = order.first().map_or((i64::MAX, u64::MAX), |(at, _)| *at);
    let mut lists: Rows = Vec::new();
    let mut rows = CookieRows::default();
    let mut is_first_used = set.parent_reach.is_some_and(|reach| reach < first);
    if is_first_used {
        rows.row(u32::MAX, Step::Keep, || add_row(&mut lists, Row::First));
    }
    for (at, index) in order {
        let (cookie, event) = &events[index as usize];
        let step = match event.kind {
            Kind::Begin => Step::Open,
            Kind::End => Step::Close,
            _ => Step::Keep,
        };
        let row = *rows.row(*cookie, step, || {
            let cookie = *cookie;
            let row = if std::mem::replace(&mut is_first_used, true) {
                Row::Added { cookie, at }
            } else {
                Row::First
            };
            add_row(&mut lists, row)
        });
        lists[row].1.push(event);
    }
    for (_, list) in &mut lists {
        list.finish();
    }
    lists
}

/// Adds an empty list for a row and returns which it is.
fn add_row(rows: &mut Rows, row: Row) -> usize {
    rows.push((row, TrackList::default()));
    rows.len() - 1
}
