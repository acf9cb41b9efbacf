//! The events of a track in order, where its lists are not.
//!
//! Recorders write few events late, but on the busiest tracks: a main thread of a browser has some among a
//! million. Therefore lists stay packed and are read side by side; only what is late in its own list is
//! unpacked first and sorted. Lists with many such events are unpacked as a whole (`lists.rs`).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::ops::RangeInclusive;
use std::vec;

use super::nest::stack_event;
use crate::bytes::heap;
use crate::import::resolve::UnitRest;
use crate::import::stack::{StackEvent, Stacker};
use crate::import::unit::{Events, Plain, Take, TrackList, Unpacked};
use crate::model::args::EventPos;

type Key = (i64, EventPos);

fn key(event: &StackEvent<'_>) -> Key {
    (event.ts, event.pos)
}

/// All times.
pub(super) const EVER: RangeInclusive<i64> = i64::MIN..=i64::MAX;

/// How many events may be late: one in so many, or [`LATE_MIN`] if that is more.
const LATE_PART: usize = 8;
const LATE_MIN: usize = 256;

/// Events in order.
enum Run<'a> {
    /// The events of a list that are not late: none before them has a higher key. The last field is the
    /// highest key so far.
    List(Events<'a>, &'a UnitRest, (i64, u64)),
    Sorted(vec::IntoIter<StackEvent<'a>>),
}

impl<'a> Iterator for Run<'a> {
    type Item = StackEvent<'a>;

    fn next(&mut self) -> Option<StackEvent<'a>> {
        match self {
            Run::Sorted(events) => events.next(),
            Run::List(events, unit, highest) => {
                let event = events.find(|event| (event.ts, event.pos) >= *highest)?;
                *highest = (event.ts, event.pos);
                Some(stack_event(&event, unit))
            }
        }
    }
}

/// Iterates over events of several runs by time and position; at equal ones, of the first run first.
pub(super) struct Merge<'a> {
    runs: Vec<Run<'a>>,
    /// The next event of each run.
    heads: Vec<Option<StackEvent<'a>>>,
    /// All runs but the current one, by their next events.
    waiting: BinaryHeap<Reverse<(Key, usize)>>,
    /// The run whose next event is the very next.
    current: usize,
    /// The last key that is wanted.
    last: (Key, usize),
}

impl<'a> Merge<'a> {
    /// Merges lists with the events of `first` and `last`, which may be in any order, as far as events are in
    /// a span of time; `None` if too many are late.
    pub(super) fn new(
        first: &mut Vec<StackEvent<'a>>,
        parts: &'a [(u32, TrackList)],
        last: &mut Vec<StackEvent<'a>>,
        units: &'a [UnitRest],
        span: &RangeInclusive<i64>,
    ) -> Option<Self> {
        let may_be_in =
            |list: &TrackList| list.first.0 <= *span.end() && list.latest() >= *span.start();
        let parts = parts.iter().filter(|(_, list)| may_be_in(list));
        let late = late_events(parts.clone(), units)?;
        let lists = parts.map(|(unit, list)| {
            let unit = &units[*unit as usize];
            Run::List(list.iter(), unit, (i64::MIN, 0))
        });
        let sorted = |mut events: Vec<StackEvent<'a>>| {
            events.sort_by_key(key);
            Run::Sorted(events.into_iter())
        };
        let mut runs = vec![sorted(std::mem::take(first))];
        runs.extend(lists);
        runs.push(sorted(late));
        runs.push(sorted(std::mem::take(last)));
        let in_span = |event: &StackEvent<'_>| event.ts >= *span.start();
        let heads = runs.iter_mut().map(|run| run.find(in_span));
        let heads: Vec<Option<StackEvent<'a>>> = heads.collect();
        let heads_by_key = heads.iter().enumerate();
        let mut waiting: BinaryHeap<_> = heads_by_key
            .filter_map(|(run, head)| head.as_ref().map(|head| Reverse((key(head), run))))
            .collect();
        let current = waiting.pop().map_or(0, |Reverse((_, run))| run);
        Some(Self {
            runs,
            heads,
            waiting,
            current,
            last: ((*span.end(), EventPos::from_raw(u64::MAX)), usize::MAX),
        })
    }
}

/// Stacks the events of a list up to the next event of another run.
struct UpTo<'s, 'a, 'e> {
    stacker: &'s mut Stacker<'a>,
    unit: &'s UnitRest,
    highest: &'s mut (i64, u64),
    run: usize,
    /// The key and run of the next event of the other runs, or the last key that is wanted.
    limit: (Key, usize),
    /// The first event of the list beyond the limit.
    next: Option<StackEvent<'e>>,
}

impl<'e> UpTo<'_, '_, 'e> {
    /// Returns whether an event is late, and so in another run.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn is_late(&mut self, ts: i64, pos: u64) -> bool {
        let is_late = (ts, pos) < *self.highest;
        if !is_late {
            *self.highest = (ts, pos);
        }
        is_late
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn is_beyond(&self, ts: i64, pos: u64) -> bool {
        ((ts, EventPos::decodable(pos)), self.run) > self.limit
    }

    #[inline(never)]
    fn stop_at(&mut self, event: Unpacked<'e>) -> bool {
        self.next = Some(stack_event(&event, self.unit));
        false
    }
}

impl<'e> Take<'e> for UpTo<'_, '_, 'e> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn plain(&mut self, event: Plain<'e>) -> bool {
        if self.is_late(event.ts, event.pos) {
            return true;
        }
        if self.is_beyond(event.ts, event.pos) {
            return self.stop_at(event.into());
        }
        let label = self.unit.labels[event.label as usize];
        self.stacker.plain(event, label);
        true
    }

    fn any(&mut self, event: Unpacked<'e>) -> bool {
        if self.is_late(event.ts, event.pos) {
            return true;
        }
        if self.is_beyond(event.ts, event.pos) {
            return self.stop_at(event);
        }
        let label = self.unit.labels[event.label as usize];
        self.stacker.any(event, label);
        true
    }
}

impl<'a> Merge<'a> {
    /// Stacks all events: quicker than one by one, as many in a row are of one run.
    pub(super) fn stack(mut self, stacker: &mut Stacker<'_>) {
        while let Some(event) = self.head() {
            stacker.event(&event);
            let run = self.current;
            let limit = self
                .waiting
                .peek()
                .map_or(self.last, |&Reverse(limit)| limit.min(self.last));
            let next = match self.runs.get_mut(run) {
                Some(Run::List(events, unit, highest)) => {
                    let mut up_to = UpTo {
                        stacker,
                        unit,
                        highest,
                        run,
                        limit,
                        next: None,
                    };
                    events.hand_to(&mut up_to);
                    let next = up_to.next;
                    if next.is_none() {
                        heap::grow_on_huge_pages();
                    }
                    next
                }
                Some(Run::Sorted(events)) => events.next(),
                None => None,
            };
            self.advance(run, next);
        }
    }

    /// Takes the very next event, if it is wanted.
    fn head(&mut self) -> Option<StackEvent<'a>> {
        let head = self.heads.get_mut(self.current)?.take();
        head.filter(|event| (key(event), self.current) <= self.last)
    }

    /// Takes in the next event of the current run, and goes on with the run whose next event comes first.
    fn advance(&mut self, run: usize, event: Option<StackEvent<'a>>) {
        let next = event.as_ref().map(|event| Reverse((key(event), run)));
        if let Some(head) = self.heads.get_mut(run) {
            *head = event;
        }
        if let Some(mut top) = self.waiting.peek_mut() {
            match next {
                // Keys are reversed here, so that the greater one comes first.
                Some(next) if next > *top => {}
                Some(next) => {
                    self.current = top.0.1;
                    *top = next;
                }
                None => {
                    let Reverse((_, run)) = PeekMut::pop(top);
                    self.current = run;
                }
            }
        }
    }
}

impl<'a> Iterator for Merge<'a> {
    type Item = StackEvent<'a>;

    fn next(&mut self) -> Option<StackEvent<'a>> {
        let run = self.current;
        let event = self.head()?;
        let next = self.runs.get_mut(run).and_then(Iterator::next);
        self.advance(run, next);
        Some(event)
    }
}

/// Returns the events with a higher key before them in their list; `None` if there are too many.
fn late_events<'a>(
    parts: impl Iterator<Item = &'a (u32, TrackList)> + Clone,
    units: &[UnitRest],
) -> Option<Vec<StackEvent<'a>>> {
    let n_events: usize = parts.clone().map(|(_, list)| list.len).sum();
    let max = LATE_MIN.max(n_events / LATE_PART);
    let mut late = Vec::new();
    for (unit, list) in parts.filter(|(_, list)| !list.sorted) {
        let mut finder = LateFinder {
            late: &mut late,
            max,
            unit: &units[*unit as usize],
            highest: (i64::MIN, 0),
            is_few: true,
        };
        list.iter().hand_to(&mut finder);
        if !finder.is_few {
            return None;
        }
    }
    Some(late)
}

/// Collects the events of a list that have a higher key before them, up to a number.
struct LateFinder<'s, 'a> {
    late: &'s mut Vec<StackEvent<'a>>,
    max: usize,
    unit: &'s UnitRest,
    highest: (i64, u64),
    is_few: bool,
}

impl<'a> LateFinder<'_, 'a> {
    #[inline(never)]
    fn add(&mut self, event: &Unpacked<'a>) -> bool {
        self.is_few = self.late.len() < self.max;
        if self.is_few {
            self.late.push(stack_event(event, self.unit));
        }
        self.is_few
    }
}

impl<'a> Take<'a> for LateFinder<'_, 'a> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn plain(&mut self, event: Plain<'a>) -> bool {
        let at = (event.ts, event.pos);
        if at < self.highest {
            return self.add(&event.into());
        }
        self.highest = at;
        true
    }

    fn any(&mut self, event: Unpacked<'a>) -> bool {
        let at = (event.ts, event.pos);
        if at < self.highest {
            return self.add(&event);
        }
        self.highest = at;
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::unit::{FlowMarks, Kind};
    use crate::model::ids::LabelId;

    fn event(ts: i64, pos: u64) -> Unpacked<'static> {
        Unpacked {
            ts,
            pos,
            kind: Kind::Instant,
            label: 0,
            thread_ts: None,
            instructions: None,
            has_args: false,
            flows: FlowMarks::default(),
        }
    }

    proptest! {
        #[test]
        fn merged_is_sorted(
            times in prop::collection::vec(prop::collection::vec(0_i64..40, 0..20), 0..5),
            sort in prop::collection::vec(any::<bool>(), 5),
            around in prop::collection::vec((any::<bool>(), 0_i64..40, 0_u64..60), 0..10),
        ) {
            let units = [UnitRest { labels: vec![LabelId(0)] }];
            let mut all = Vec::new();
            let mut parts = Vec::new();
            let mut pos = 0;
            let (mut first, mut last) = (Vec::new(), Vec::new());
            for &(is_first, ts, pos) in &around {
                let event = stack_event(&event(ts, pos), &units[0]);
                if is_first { first.push(event) } else { last.push(event) }
            }
            all.extend(first.iter().copied());
            for (mut times, sort) in times.into_iter().zip(sort) {
                if sort {
                    times.sort_unstable();
                }
                let mut list = TrackList::default();
                for ts in times {
                    pos += 1;
                    list.push(&event(ts, pos));
                    all.push(stack_event(&event(ts, pos), &units[0]));
                }
                list.finish();
                parts.push((0, list));
            }
            all.extend(last.iter().copied());
            all.sort_by_key(key);
            let merged = Merge::new(&mut first, &parts, &mut last, &units, &EVER).expect("few");
            let keys = |events: Vec<StackEvent<'_>>| events.iter().map(key).collect::<Vec<_>>();
            prop_assert_eq!(keys(merged.collect()), keys(all));
        }
    }
}
