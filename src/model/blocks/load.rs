//! How long each thread ran in each stretch of time, in a list for all threads.
//!
//! A stretch begins with every 128th stay on any CPU, so that it is short where much
//! happens. Of each it is known which threads ran, and for how long; stretches of
//! coarser levels are 4 of the finer ones. About 5 bytes a stay.

use crate::base::time::TimeSpan;
use crate::model::ids::{SchedId, Utid};
use crate::model::trace::Trace;

/// How many stays begin in a stretch of the finest level.
const STAYS: usize = 128;
/// How many stretches make one of the next level.
const FAN_OUT: usize = 4;
/// A level with fewer stretches has none above it.
const STRETCHES_MIN: usize = 512;
/// At most so many stays are carried into the next stretch: more than any machine has CPUs.
const CARRIED_MAX: usize = 8192;

/// How long threads ran, in nanoseconds, by thread.
pub type Ran = [(Utid, f32)];

/// The stretches of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadLevel {
    /// When each stretch begins, ascending, and when the last one ends.
    ts: Vec<i64>,
    /// Where in `ran` the list of each stretch ends.
    ends: Vec<usize>,
    ran: Vec<(Utid, f32)>,
}

impl LoadLevel {
    /// Returns how many stretches there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the stretches that a span touches: when each begins and ends, and what ran.
    pub fn within(&self, span: TimeSpan) -> impl Iterator<Item = (i64, i64, &Ran)> {
        let (start, end) = (span.start().ns(), span.end().ns());
        let first = self.ts.partition_point(|&at| at <= start).saturating_sub(1);
        (first..self.len())
            .map(|at| (self.ts[at], self.ts[at + 1], self.ran(at)))
            .take_while(move |stretch| stretch.0 < end)
    }

    fn ran(&self, at: usize) -> &Ran {
        let first = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ran[first..self.ends[at]]
    }

    /// Adds a stretch; `ran` may name threads more than once.
    fn push(&mut self, ts: i64, ran: &mut [(Utid, f32)]) {
        ran.sort_unstable_by_key(|row| row.0);
        for same in ran.chunk_by(|a, b| a.0 == b.0) {
            let ns = same.iter().map(|row| row.1).sum();
            self.ran.push((same[0].0, ns));
        }
        self.ts.push(ts);
        self.ends.push(self.ran.len());
    }

    fn above(&self) -> Self {
        let mut above = Self::default();
        let mut ran = Vec::new();
        for first in (0..self.len()).step_by(FAN_OUT) {
            ran.clear();
            let last = (first + FAN_OUT).min(self.len());
            (first..last).for_each(|at| ran.extend_from_slice(self.ran(at)));
            above.push(self.ts[first], &mut ran);
        }
        above.ts.extend(self.ts.last());
        above.finish();
        above
    }

    fn finish(&mut self) {
        self.ran.shrink_to_fit();
    }
}

/// All levels, the finest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loads {
    levels: Vec<LoadLevel>,
}

impl Loads {
    /// Adds up what ran. O(n).
    pub fn new(trace: &Trace) -> Self {
        let rows = trace.sched.sched();
        let ts = |id: &SchedId| trace.sched.sched_row(*id).ts;
        let mut order: Vec<SchedId> = (0..rows.len()).map(SchedId::from_index).collect();
        if !order.is_sorted_by_key(ts) {
            order.sort_by_key(ts);
        }
        let mut finest = LoadLevel::default();
        let mut ran = Vec::new();
        // Stays that go on after the stretch, and when they end.
        let mut carried: Vec<(Utid, i64)> = Vec::new();
        let end_of_trace = trace.bounds.end().ns();
        let mut chunks = order.chunks(STAYS).peekable();
        while let Some(chunk) = chunks.next() {
            let start = ts(&chunk[0]).ns();
            let end = chunks.peek().map_or(end_of_trace, |next| ts(&next[0]).ns());
            ran.clear();
            carried.retain(|&(utid, until)| {
                ran.push((utid, until.min(end).saturating_sub(start).max(0) as f32));
                until > end
            });
            for &id in chunk {
                let row = trace.sched.sched_row(id);
                if trace.processes.is_idle(row.utid) {
                    continue;
                }
                let end_of_stay = match row.dur {
                    Some(dur) => Some(row.ts.plus(dur)),
                    None => trace.sched.stay_end(id),
                };
                let until = end_of_stay.map_or(end_of_trace, |end| end.ns().min(end_of_trace));
                let here = until.min(end).saturating_sub(row.ts.ns()).max(0);
                ran.push((row.utid, here as f32));
                if until > end && carried.len() < CARRIED_MAX {
                    carried.push((row.utid, until));
                }
            }
            finest.push(start, &mut ran);
        }
        finest.ts.push(end_of_trace);
        finest.finish();
        let mut levels = vec![finest];
        while let Some(last) = levels.last()
            && last.len() >= STRETCHES_MIN
        {
            levels.push(last.above());
        }
        Self { levels }
    }

    /// Returns the coarsest level of which a span has at least `n` stretches, if any.
    pub fn level_for(&self, span: TimeSpan, n: usize) -> Option<&LoadLevel> {
        let n_in = |level: &LoadLevel| {
            let before = |ts: i64| level.ts.partition_point(|&at| at < ts);
            before(span.end().ns()).saturating_sub(before(span.start().ns()))
        };
        self.levels.iter().rev().find(|level| n_in(level) >= n)
    }
}

#[cfg(test)]
mod tests;
