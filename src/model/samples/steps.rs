//! Steps: differences from sample to sample that are stored outside the samples, because another list needs
//! them as well.
//!
//! If each event of a thread has a thread time, the list of the thread's events has a step for each of them,
//! with its time and its thread time. The counter of thread time then has blocks without bytes of their own,
//! which say where in the steps of a list they begin. Values of steps are integers that only go up.

use std::ops::Range;
use std::sync::Arc;

use super::{BLOCK, OWN, PackedSamples, exact};
use crate::base::pack;

/// The bytes of steps, one after the other, shared with the list that also needs them: see [`step`].
pub type Steps = Arc<Vec<u8>>;

// A step takes two, six or eight bytes. Its first two bytes hold this many bits of its time and its value.
const STEP_TIME: u32 = 9;
const STEP_VALUE: u32 = 7;
/// A value that marks a step of six bytes: the others hold more bits of time and value.
const LONG_STEP: u64 = (1 << STEP_VALUE) - 1;
/// A value that marks a step of eight bytes, whose time is in nanoseconds and may go back.
const FINE_STEP: u64 = LONG_STEP - 1;
/// How many bits a step of six bytes has for its time.
const LONG_TIME: u32 = 22;
const LONG_VALUE: u32 = 48 - STEP_VALUE - LONG_TIME;
/// How many bits a step of eight bytes has for its time.
const FINE_TIME: u32 = 36;
const FINE_VALUE: u32 = 64 - STEP_VALUE - FINE_TIME;

/// Returns the step to a sample that is so many microseconds later and whose value is so many thousands
/// higher: a word and how many of its bytes count. The last number is 0 if both fit.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for nearly every packet")]
pub const fn step(micros: u64, thousands: u64) -> ((u64, u32), u64) {
    let excess = micros >> LONG_TIME | thousands >> LONG_VALUE;
    let is_long = micros >> STEP_TIME != 0 || thousands >= FINE_STEP;
    let (low, high) = (micros & ((1 << STEP_TIME) - 1), micros >> STEP_TIME);
    let step = if is_long {
        let high = high | thousands << (LONG_TIME - STEP_TIME);
        (low | LONG_STEP << STEP_TIME | high << 16, 6)
    } else {
        (low | thousands << STEP_TIME, 2)
    };
    (step, excess)
}

/// Returns what [`step`] does, for a sample that is so many nanoseconds later, or earlier if negative.
#[inline]
pub const fn fine_step(nanos: i64, thousands: u64) -> ((u64, u32), u64) {
    let nanos = pack::zigzag(nanos);
    let excess = nanos >> FINE_TIME | thousands >> FINE_VALUE;
    let (low, high) = (nanos & ((1 << STEP_TIME) - 1), nanos >> STEP_TIME);
    let high = high | thousands << (FINE_TIME - STEP_TIME);
    ((low | FINE_STEP << STEP_TIME | high << 16, 8), excess)
}

/// Returns the time and the value of the step that a word begins with, and how many bytes the step takes.
/// Microseconds and thousands are multiplied by `scale`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for nearly every packet")]
pub const fn of_step(word: u64, scale: i64) -> (i64, i64, usize) {
    let low = word & ((1 << STEP_TIME) - 1);
    let thousands = word >> STEP_TIME & LONG_STEP;
    if thousands < FINE_STEP {
        return (
            low.cast_signed() * scale,
            thousands.cast_signed() * scale,
            2,
        );
    }
    if thousands == FINE_STEP {
        let high = word >> 16 & ((1 << (FINE_TIME - STEP_TIME)) - 1);
        let thousands = word >> (16 + FINE_TIME - STEP_TIME);
        let nanos = pack::unzigzag(low | high << STEP_TIME);
        return (nanos, thousands.cast_signed() * scale, 8);
    }
    let high = word >> 16 & ((1 << (LONG_TIME - STEP_TIME)) - 1);
    let thousands = word >> (16 + LONG_TIME - STEP_TIME) & ((1 << LONG_VALUE) - 1);
    let micros = low | high << STEP_TIME;
    (
        micros.cast_signed() * scale,
        thousands.cast_signed() * scale,
        6,
    )
}

/// After samples that cannot be steps, so many samples that could be are pushed before steps begin again, so
/// that there are not too many heads.
pub(super) const OWN_MIN: u32 = 16;

impl PackedSamples {
    /// How many steps may follow the first sample of a block.
    pub const MAX_STEPS: u32 = BLOCK - 1;
    /// The highest value that may have steps: all integers up to twice as much are exact.
    pub const STEPS_UNTIL: u64 = 1 << 52;

    /// Adds a sample to which a step leads from the sample `from`. The step stands at the range `step` of the
    /// list with the index `steps`, which may be added later. Returns false if the sample has to be pushed.
    pub fn push_step(
        &mut self,
        (steps, step): (u32, Range<usize>),
        from: (i64, i64),
        (ts, value): (i64, f64),
    ) -> bool {
        let Some(integer) = exact(value) else {
            return false;
        };
        if self.n_before_steps() > 0 {
            return false;
        }
        let room = self.room_for_steps((steps, step.start), from);
        if room.is_some_and(|room| room > 0) {
            self.extend_steps((1, step.end), (ts, integer));
        } else {
            self.begin_steps((steps, step.end), (ts, integer));
        }
        true
    }

    /// Returns how many samples have to be pushed before steps may follow, even if steps lead to them.
    pub fn n_before_steps(&self) -> u32 {
        match self.heads.last() {
            Some(head) if head.steps == OWN => OWN_MIN.saturating_sub(self.len - head.first),
            _ => 0,
        }
    }

    /// Begins a block with a sample; the step to it ends at `end` in the list with the index `steps`.
    pub fn begin_steps(&mut self, (steps, end): (u32, usize), (ts, value): (i64, i64)) {
        let first = self.len;
        self.unsorted |= first > 0 && ts < self.last.0;
        self.len = first.saturating_add(1);
        self.begin_block(first, ts, value as f64);
        if let Some(head) = self.heads.last_mut() {
            (head.steps, head.at) = (steps, end);
        }
        self.next_step = end;
        self.last = (ts, value as f64);
        self.last_exact = Some(value);
    }

    /// Returns how many more steps the last block takes after the sample `from`; `None` if the step at
    /// `start` of the list with the index `steps` cannot follow in it.
    pub fn room_for_steps(&self, (steps, start): (u32, usize), from: (i64, i64)) -> Option<u32> {
        let head = self.heads.last().filter(|head| head.steps == steps)?;
        let goes_on = self.next_step == start
            && self.last.0 == from.0
            && self.last_exact == Some(from.1)
            && from.1.unsigned_abs() < Self::STEPS_UNTIL;
        goes_on.then(|| BLOCK.saturating_sub(self.len - head.first))
    }

    /// Adds `n` samples with steps, of which this is the last one; its step ends at `end`. Times may only go
    /// back if the sample is the only one.
    pub fn extend_steps(&mut self, (n, end): (u32, usize), (ts, value): (i64, i64)) {
        let goes_back = ts < self.last.0;
        self.unsorted |= goes_back;
        self.len = self.len.saturating_add(n);
        self.next_step = end;
        self.last = (ts, value as f64);
        self.last_exact = Some(value);
        if let Some(head) = self.heads.last_mut() {
            // Values of steps only go up.
            head.extent.1 = value as f64;
            head.max_ts = head.max_ts.max(ts);
            head.unsorted |= goes_back;
        }
    }

    /// Puts the lists of steps into the place of the indices that samples were added with.
    pub fn set_steps(&mut self, mut steps_of: impl FnMut(u32) -> Option<Steps>) {
        let mut last = None;
        for head in self.heads.iter_mut().filter(|head| head.steps != OWN) {
            if last != Some(head.steps) {
                last = Some(head.steps);
                self.steps.push(steps_of(head.steps).unwrap_or_default());
            }
            head.steps = self.steps.len() as u32 - 1;
        }
    }
}
