//! Sorts samples by time, where some come late.
//!
//! Usually few are late: blocks without late samples are kept as they are. In other blocks the stretches
//! between late samples are kept, unless they are short.

use std::vec;

use super::steps::OWN_MIN;
use super::{Block, Head, NOTHING, PackedSamples, of_step, widened};
use crate::base::pack;

impl PackedSamples {
    /// Returns the samples sorted by time; samples of one time keep their order.
    #[must_use]
    pub fn sorted(self) -> Self {
        if self.is_sorted() {
            return self;
        }
        // Usually few samples are late, so that most blocks stay as they are.
        let mut late = Late::of(self.late());
        let (stream, steps) = (self.stream.clone(), self.steps.clone());
        let mut sorted = Self {
            stream,
            steps,
            ..Self::default()
        };
        let mut highest = i64::MIN;
        for (block, head) in self.heads.iter().enumerate() {
            // A late sample goes after the samples that have its time already.
            late.push_before(head.ts, &mut sorted);
            let is_whole = head.ts >= highest && !head.unsorted;
            if is_whole && late.next_ts >= head.max_ts {
                highest = head.max_ts;
                sorted.push_block(head, self.end_of(block) as u32 - head.first);
                continue;
            }
            if let Some(walk) = self.step_walk(block) {
                highest = walk.sort(highest, &mut late, (head, &mut sorted));
                continue;
            }
            let mut part = Part::default();
            let mut samples = self.block(block);
            while let Some(sample) = samples.next() {
                let is_late = sample.0 < highest;
                if is_late || late.next_ts < sample.0 {
                    part.end(&mut sorted, head);
                }
                if !is_late {
                    highest = sample.0;
                    late.push_before(sample.0, &mut sorted);
                    part.add(sample, samples.at);
                }
            }
            part.end(&mut sorted, head);
        }
        late.samples.for_each(|(ts, value)| sorted.push(ts, value));
        sorted.finish();
        sorted
    }

    /// Returns the samples that come after one with a higher time.
    fn late(&self) -> Vec<(i64, f64)> {
        let mut late = Vec::new();
        let mut highest = i64::MIN;
        for (block, head) in self.heads.iter().enumerate() {
            if head.ts >= highest && !head.unsorted {
                highest = head.max_ts;
                continue;
            }
            let mut take = |(ts, value): (i64, f64)| {
                highest = highest.max(ts);
                if ts < highest {
                    late.push((ts, value));
                }
            };
            match self.step_walk(block) {
                Some(walk) => walk.each(take),
                None => self.block(block).for_each(&mut take),
            }
        }
        late
    }

    /// Returns a walk over the samples of a block, if they are steps.
    fn step_walk(&self, block: usize) -> Option<StepWalk<'_>> {
        let Block {
            bytes,
            are_steps: true,
            at,
            now,
            exact,
            left,
            ..
        } = self.block(block)
        else {
            return None;
        };
        Some(StepWalk {
            bytes,
            at,
            ts: now.0,
            value: exact,
            left,
        })
    }

    /// Adds the samples of a block that is written already.
    fn push_block(&mut self, head: &Head, n: u32) {
        let first = self.len;
        self.len = first.saturating_add(n);
        self.heads.push(Head { first, ..*head });
        self.is_closed = true;
    }
}

/// The samples that come after one with a higher time, sorted by their own time.
struct Late {
    samples: vec::IntoIter<(i64, f64)>,
    /// The time of the first sample left; `i64::MAX` if there is none.
    next_ts: i64,
}

impl Late {
    fn of(mut samples: Vec<(i64, f64)>) -> Self {
        samples.sort_by_key(|sample| sample.0);
        let mut late = Self {
            samples: samples.into_iter(),
            next_ts: i64::MAX,
        };
        late.look();
        late
    }

    fn look(&mut self) {
        let next = self.samples.as_slice().first();
        self.next_ts = next.map_or(i64::MAX, |sample| sample.0);
    }

    /// Moves the late samples whose time is before `ts` to the end of `to`.
    #[inline]
    fn push_before(&mut self, ts: i64, to: &mut PackedSamples) {
        while self.next_ts < ts
            && let Some((ts, value)) = self.samples.next()
        {
            to.push(ts, value);
            self.look();
        }
    }
}

/// Walks over the samples of a block that are steps, faster than [`Block`].
#[derive(Clone, Copy)]
struct StepWalk<'a> {
    bytes: &'a [u8],
    /// Where the next sample begins.
    at: usize,
    ts: i64,
    value: i64,
    /// How many samples there are from this one on.
    left: usize,
}

impl StepWalk<'_> {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "once for every sample of a thread's time"
    )]
    fn step(&mut self) {
        let (time, more, len) = of_step(pack::word(self.bytes, self.at), 1000);
        self.at += len;
        self.ts = self.ts.wrapping_add(time);
        self.value = self.value.wrapping_add(more);
        self.left -= 1;
    }

    fn each(mut self, mut take: impl FnMut((i64, f64))) {
        while self.left > 0 {
            take((self.ts, self.value as f64));
            self.step();
        }
    }

    /// Adds the samples of this block to `to`, except for those before `highest`, and the late samples that
    /// belong between them. Returns the highest time.
    fn sort(
        mut self,
        mut highest: i64,
        late: &mut Late,
        (head, to): (&Head, &mut PackedSamples),
    ) -> i64 {
        while self.left > 0 {
            if self.ts < highest {
                self.step();
                continue;
            }
            late.push_before(self.ts, to);
            // A stretch ends at a sample that is late, or that a late one has to precede.
            let (start, mut last) = (self, self);
            while self.left > 0 && self.ts >= last.ts && self.ts <= late.next_ts {
                last = self;
                self.step();
            }
            highest = last.ts;
            start.add_to(start.left - self.left, &last, (head, to));
        }
        highest
    }

    /// Adds `n` samples to `to`, from this one up to `last`.
    fn add_to(mut self, n: usize, last: &Self, (head, to): (&Head, &mut PackedSamples)) {
        if n <= OWN_MIN as usize {
            for _ in 0..n {
                to.push(self.ts, self.value as f64);
                self.step();
            }
            return;
        }
        // Values of steps only go up.
        let part = Head {
            ts: self.ts,
            value: self.value as f64,
            extent: (self.value as f64, last.value as f64),
            at: self.at,
            max_ts: last.ts,
            unsorted: false,
            ..*head
        };
        to.push_block(&part, n as u32);
    }
}

/// Samples of a block that follow one another. They are kept as they are if there are many of them.
struct Part {
    /// The first of the samples.
    few: [(i64, f64); OWN_MIN as usize],
    n: u32,
    /// Where the bytes of the second sample begin.
    at: usize,
    last_ts: i64,
    extent: (f64, f64),
}

impl Default for Part {
    fn default() -> Self {
        Self {
            few: [(0, 0.0); OWN_MIN as usize],
            n: 0,
            at: 0,
            last_ts: 0,
            extent: NOTHING,
        }
    }
}

impl Part {
    /// Adds a sample; the bytes of the next one begin at `at`.
    #[inline]
    fn add(&mut self, sample: (i64, f64), at: usize) {
        if let Some(place) = self.few.get_mut(self.n as usize) {
            *place = sample;
        }
        if self.n == 0 {
            (self.at, self.extent) = (at, NOTHING);
        }
        self.n += 1;
        self.last_ts = sample.0;
        self.extent = widened(self.extent, (sample.1, sample.1));
    }

    /// Adds the samples of this part to `to`, and begins another part.
    fn end(&mut self, to: &mut PackedSamples, head: &Head) {
        if let Some(few) = self.few.get(..self.n as usize) {
            for &(ts, value) in few {
                to.push(ts, value);
            }
        } else {
            let [(ts, value), ..] = self.few;
            let part = Head {
                ts,
                value,
                extent: self.extent,
                at: self.at,
                max_ts: self.last_ts,
                unsorted: false,
                ..*head
            };
            to.push_block(&part, self.n);
        }
        self.n = 0;
    }
}
