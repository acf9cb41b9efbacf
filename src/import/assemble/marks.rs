//! What the events of units do to flows, and the slices that they began or ended.
//!
//! Marks come track by track, each track's in the order of time. They stay so until they are wanted in the
//! order of time. Then they are gathered from all tracks by short spans of time, so that the marks of one
//! span are in a cache while they are sorted.

use crate::import::pool::{self, Ahead};
use crate::import::stack::Mark;
use crate::model::ids::SliceId;

/// Marks of several tracks are put together up to this number.
const FEW: usize = 1 << 12;

/// About how many marks there are in a span of time.
const IN_SPAN: usize = 1 << 11;

/// How many spans the other thread hands over at once: waking it takes as long as ordering a few spans.
const SPANS_AHEAD: usize = 8;

/// From how many marks on another thread is worth it.
const WORTH_A_THREAD: usize = if cfg!(test) { 8 } else { 1 << 16 };

/// What events of units do to flows.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// Marks by track, those of small tracks together. A mark's row is the id of its slice here.
    all: Vec<Vec<Mark>>,
    n: usize,
    /// The first and the last time of all marks.
    ends: Option<(i64, i64)>,
}

impl Marks {
    /// Adds the marks of a track. `starts` is the first slice of each depth.
    pub(super) fn add(&mut self, mut marks: Vec<Mark>, starts: &[SliceId]) {
        let Some(first) = marks.first() else { return };
        let (mut min, mut max) = self.ends.unwrap_or((first.ts, first.ts));
        for mark in &mut marks {
            mark.row += starts[usize::from(mark.depth)].0;
            (min, max) = (min.min(mark.ts), max.max(mark.ts));
        }
        self.ends = Some((min, max));
        self.n += marks.len();
        match self.all.last_mut() {
            Some(last) if last.len() + marks.len() <= FEW => last.extend(marks),
            _ => self.all.push(marks),
        }
    }

    /// Returns how many marks there are.
    pub(super) fn len(&self) -> usize {
        self.n
    }

    /// Hands all marks over by time and position, with their slices. Those of one event stay in its order. If
    /// there are many marks, another of `threads` threads (0: one per core) puts them in order.
    pub(super) fn in_time_order(&self, threads: usize, mut take: impl FnMut(&Mark, SliceId)) {
        let threads = if self.n < WORTH_A_THREAD { 1 } else { threads };
        pool::beside(threads, |scope| {
            let mut spans = self.by_span().into_iter();
            let mut ordered = Ordered::default();
            if let Some(scope) = scope {
                let ahead = Ahead::spawn(scope, move |ordered: &mut Ordered| {
                    ordered.fill(&mut spans, SPANS_AHEAD)
                });
                while ahead.next(&mut ordered) {
                    ordered.each(&mut take);
                }
            } else {
                while ordered.fill(&mut spans, 1) {
                    ordered.each(&mut take);
                }
            }
        });
    }

    /// Returns the marks of each span of time, track by track.
    fn by_span(&self) -> Vec<Vec<&[Mark]>> {
        let Some((min, max)) = self.ends else {
            return Vec::new();
        };
        let since = |ts: i64| ts.wrapping_sub(min).cast_unsigned();
        let n_spans = (self.n / IN_SPAN).max(1);
        // There are two spans at least, so that `bits` is below 64 even if times are as far apart as can be.
        let bits = (u64::BITS - since(max).leading_zeros()).saturating_sub(n_spans.ilog2().max(1));
        let span = |mark: &Mark| (since(mark.ts) >> bits) as usize;
        let mut spans = vec![Vec::new(); (since(max) >> bits) as usize + 1];
        for marks in &self.all {
            for part in marks.chunk_by(|a, b| span(a) == span(b)) {
                spans[span(&part[0])].push(part);
            }
        }
        spans
    }
}

/// The marks of some spans of time, and their indices by time and position.
#[derive(Debug, Default)]
struct Ordered {
    marks: Vec<Mark>,
    order: Order,
}

impl Ordered {
    /// Takes the marks of the next `n` spans instead of its own. Returns whether any span was left.
    fn fill<'m>(&mut self, spans: &mut impl Iterator<Item = Vec<&'m [Mark]>>, n: usize) -> bool {
        self.marks.clear();
        let mut is_any = false;
        for span in spans.take(n) {
            is_any = true;
            for of_track in span {
                self.marks.extend_from_slice(of_track);
            }
        }
        self.order.set(&self.marks);
        is_any
    }

    fn each(&self, take: &mut impl FnMut(&Mark, SliceId)) {
        for &index in &self.order.indices {
            let mark = &self.marks[index as usize];
            take(mark, SliceId(mark.row));
        }
    }
}

/// The indices of marks by time and position.
#[derive(Debug, Default)]
struct Order {
    indices: Vec<u32>,
    ends: Vec<u32>,
}

impl Order {
    /// Puts each mark into a place by its time, with about as many places as marks, and then sorts the marks
    /// of each place.
    fn set(&mut self, marks: &[Mark]) {
        let Self { indices, ends } = self;
        indices.clear();
        ends.clear();
        let Some(first) = marks.first() else { return };
        let (min, max) = marks.iter().fold((first.ts, first.ts), |(min, max), mark| {
            (min.min(mark.ts), max.max(mark.ts))
        });
        let since = |ts: i64| ts.wrapping_sub(min).cast_unsigned();
        let bits = (u64::BITS - since(max).leading_zeros()).saturating_sub(marks.len().ilog2());
        let place = |ts: i64| (since(ts) >> bits) as usize;
        ends.resize(place(max) + 1, 0);
        for mark in marks {
            ends[place(mark.ts)] += 1;
        }
        let mut n = 0;
        for end in &mut *ends {
            n += std::mem::replace(end, n);
        }
        indices.resize(marks.len(), 0);
        for (index, mark) in (0..).zip(marks) {
            let end = &mut ends[place(mark.ts)];
            indices[*end as usize] = index;
            *end += 1;
        }
        let key = |&index: &u32| {
            let mark = &marks[index as usize];
            (mark.ts, mark.pos)
        };
        let mut start = 0;
        for &end in &*ends {
            let end = end as usize;
            if end - start > 1 {
                indices[start..end].sort_by_key(key);
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::sink::FlowKind;
    use crate::model::args::EventPos;

    proptest! {
        #[test]
        fn marks_come_in_the_order_of_time(
            threads in 1_usize..3,
            tracks in prop::collection::vec(
                prop::collection::vec((prop_oneof![0_i64..50, any::<i64>()], 0_u64..20, 0_u16..3), 0..40), 0..5),
        ) {
            let mut marks = Marks::default();
            let mut expected = Vec::new();
            for (track, of_track) in (0_u32..).zip(&tracks) {
                let starts = [0, 1, 2].map(|depth| SliceId(track * 1000 + depth * 100));
                let of_track: Vec<Mark> = (0_u32..)
                    .zip(of_track)
                    .map(|(row, &(ts, pos, depth))| Mark {
                        ts,
                        pos: EventPos::decodable(pos),
                        id: u64::from(row),
                        row,
                        depth,
                        kind: FlowKind::Start,
                        is_end: false,
                    })
                    .collect();
                marks.add(of_track.clone(), &starts);
                expected.extend(of_track.iter().map(|mark| {
                    (mark.ts, mark.pos, mark.id, SliceId(starts[usize::from(mark.depth)].0 + mark.row))
                }));
            }
            expected.sort_by_key(|&(ts, pos, ..)| (ts, pos));
            prop_assert_eq!(marks.len(), expected.len());
            let mut got = Vec::new();
            marks.in_time_order(threads, |mark, slice| got.push((mark.ts, mark.pos, mark.id, slice)));
            prop_assert_eq!(got, expected);
        }
    }
}
