//! Steps: differences from sample to sample that stand outside, because something else needs them
//! as well.
//!
//! Where each event of a thread has thread time, the list of its events has a step for each, of its
//! time and of that of the thread. The counter of thread time then has blocks without bytes of their
//! own, which say where in the steps of a list they begin. Their values are integers that only go up.

use std::ops::Range;
use std::sync::Arc;

use super::{BLOCK, OWN, PackedSamples, exact};
use crate::base::pack;

/// Steps from sample to sample that something else needs as well, one after the other: see [`step`].
pub type Steps = Arc<Vec<u8>>;

// A step has two bytes, six or eight: of its time and of its value so many bits ...
const STEP_TIME: u32 = 9;
const STEP_VALUE: u32 = 7;
/// ... of which the value's say that there are more ...
const LONG_STEP: u64 = (1 << STEP_VALUE) - 1;
/// ... or that there are more yet, and the time is in nanoseconds and may go back.
const FINE_STEP: u64 = LONG_STEP - 1;
/// All bits of a long step's time.
const LONG_TIME: u32 = 22;
const LONG_VALUE: u32 = 48 - STEP_VALUE - LONG_TIME;
/// All bits of a fine step's time.
const FINE_TIME: u32 = 36;
const FINE_VALUE: u32 = 64 - STEP_VALUE - FINE_TIME;

/// Returns the step to a sample that is so much later in microseconds, and whose value is so many
/// thousands higher, and how many bytes it takes; and what of the two does not fit, 0 if they do.
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

/// Returns what [`step`] does for a sample that is so many nanoseconds later, or earlier.
#[inline]
pub const fn fine_step(nanos: i64, thousands: u64) -> ((u64, u32), u64) {
    let nanos = pack::zigzag(nanos);
    let excess = nanos >> FINE_TIME | thousands >> FINE_VALUE;
    let (low, high) = (nanos & ((1 << STEP_TIME) - 1), nanos >> STEP_TIME);
    let high = high | thousands << (FINE_TIME - STEP_TIME);
    ((low | FINE_STEP << STEP_TIME | high << 16, 8), excess)
}

/// Returns the time and the value of the step that a word begins with, which are so many
/// microseconds and thousands, `scale` each, and how many bytes it takes.
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

/// How many samples that could be steps follow others that could not before the next that are:
/// heads should not be many.
pub(super) const OWN_MIN: u32 = 16;

impl PackedSamples {
    /// How many steps may follow the first sample of a block.
    pub const MAX_STEPS: u32 = BLOCK - 1;
    /// Up to which value there may be steps: a great many more leave values exact.
    pub const STEPS_UNTIL: u64 = 1 << 52;

    /// Adds a sample to which there is a step from the sample `from`, so far into those that `steps`
    /// will be; false if it has to be pushed.
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

    /// Returns how many samples have to be pushed, though there are steps to them, before steps follow.
    pub fn n_before_steps(&self) -> u32 {
        match self.heads.last() {
            Some(head) if head.steps == OWN => OWN_MIN.saturating_sub(self.len - head.first),
            _ => 0,
        }
    }

    /// Begins a block with a sample to which there is a step that ends so far into `steps`.
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

    /// Returns how many steps may follow in the last block, after the sample `from`, if the next
    /// is where it has to be.
    pub fn room_for_steps(&self, (steps, start): (u32, usize), from: (i64, i64)) -> Option<u32> {
        let head = self.heads.last().filter(|head| head.steps == steps)?;
        let goes_on = self.next_step == start
            && self.last.0 == from.0
            && self.last_exact == Some(from.1)
            && from.1.unsigned_abs() < Self::STEPS_UNTIL;
        goes_on.then(|| BLOCK.saturating_sub(self.len - head.first))
    }

    /// Adds as many samples, up to this one, to which there are steps, and says where those end.
    /// None of them may go back but if it is the only one.
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

    /// Sets the steps that there was talk of.
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
