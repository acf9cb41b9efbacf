//! Samples of one counter in about four bytes each.
//!
//! Samples are differences from the sample before, in blocks of [`BLOCK`] whose
//! first sample stands in the block's head, beside the lowest and highest value.
//! So any sample is a search among the heads and a short walk away. Values come back bit for bit: a value
//! that is no integer, or far from the one before it, is written in full.

use crate::base::pack::{self, Stream};

mod sort;
mod steps;
mod walk;

pub use steps::{Steps, fine_step, of_step, step};
pub use walk::Walk;

/// The most samples that share a head.
const BLOCK: u32 = 256;

/// The extent of no value at all.
pub const NOTHING: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// Returns the extent that covers two extents; NaN widens nothing.
pub fn widened(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

// The first byte of a sample holds the lengths of its two numbers, and these flags.
const VALUE_SHIFT: u32 = 2;
/// The difference of times is in microseconds.
const MICROS: u8 = 1 << 4;
/// The difference of values is in thousands.
const THOUSANDS: u8 = 1 << 5;
/// Time and value are written in full, eight bytes each.
const WIDE: u8 = 1 << 6;
/// The value crosses from low to high numbers of 32 bits or back. The idle state of a CPU does so all the
/// time: it is 2^32 - 1 while the CPU is busy.
const CROSSES: u8 = 1 << 7;

#[derive(Clone, Copy, Debug)]
struct Head {
    ts: i64,
    value: f64,
    extent: (f64, f64),
    /// Where the samples after the first begin, in the stream or in the steps.
    at: usize,
    /// The index of the first sample.
    first: u32,
    /// Index in [`PackedSamples`] of the steps that hold the samples after the first; [`OWN`] if the stream
    /// does.
    steps: u32,
    /// The highest time.
    max_ts: i64,
    /// Whether some time is lower than the one before.
    unsorted: bool,
}

/// The value of `Head::steps` for a block whose samples are in the stream.
const OWN: u32 = u32::MAX;

/// Samples in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct PackedSamples {
    heads: Vec<Head>,
    stream: Stream,
    steps: Vec<Steps>,
    len: u32,
    last: (i64, f64),
    /// The last value, if it is an exact integer.
    last_exact: Option<i64>,
    /// Where the step to the next sample begins, if the last block has steps.
    next_step: usize,
    /// Whether the last block takes no more samples, because its bytes are not the last of the stream.
    is_closed: bool,
    /// Whether some time was lower than the one before.
    unsorted: bool,
    /// Groups of heads, made by [`Self::add_up`].
    groups: walk::Groups,
    /// The extent of the finite values, set by [`Self::add_up`] if some values are infinite.
    finite: Option<(f64, f64)>,
    /// Whether the samples are idle states of a CPU: see [`Self::set_idle_states`].
    are_idle_states: bool,
    /// Whether the last sample has no value: see [`Self::end_at_last`].
    ends_at_last: bool,
}

/// The state of a CPU that is not idle, as the kernel records it: −1 in 32 bits.
pub const NOT_IDLE: f64 = 4_294_967_295.0;

/// Returns an idle state as a number in its order: −1 for [`NOT_IDLE`], below all others.
pub fn idle_level(state: f64) -> f64 {
    if state == NOT_IDLE { -1.0 } else { state }
}

impl PackedSamples {
    /// Adds a sample.
    #[inline]
    pub fn push(&mut self, ts: i64, value: f64) {
        let exact = exact(value);
        let before = std::mem::replace(&mut self.last, (ts, value));
        let from = std::mem::replace(&mut self.last_exact, exact);
        let index = self.len;
        self.len = index.saturating_add(1);
        self.unsorted |= index > 0 && ts < before.0;
        if !self.extends_block(index, ts, value) {
            return;
        }
        let (Some(from), Some(to)) = (from, exact) else {
            return self.push_wide(ts, value);
        };
        // A difference that overflows does no harm, because the sum that undoes it wraps as well.
        let Some((ts_low, micros)) = short(ts.wrapping_sub(before.0), MICROS) else {
            return self.push_wide(ts, value);
        };
        let difference = to.wrapping_sub(from);
        if let Some((value_low, thousands)) = short(difference, THOUSANDS) {
            self.put(micros | thousands, ts_low, value_low);
        } else if let Some((value_low, thousands)) =
            short(difference.wrapping_sub(crossing(from)), THOUSANDS)
        {
            self.put(micros | thousands | CROSSES, ts_low, value_low);
        } else {
            self.push_wide(ts, value);
        }
    }

    /// Counts a sample in the last block. If that is full, begins a block with the sample and returns false.
    #[inline]
    fn extends_block(&mut self, index: u32, ts: i64, value: f64) -> bool {
        match self.heads.last_mut() {
            Some(head) if index - head.first < BLOCK && head.steps == OWN && !self.is_closed => {
                head.unsorted |= ts < head.max_ts;
                head.max_ts = head.max_ts.max(ts);
                // As `widened` does it, but with nothing to write for most values.
                if value < head.extent.0 {
                    head.extent.0 = value;
                }
                if value > head.extent.1 {
                    head.extent.1 = value;
                }
                true
            }
            _ => {
                self.begin_block(index, ts, value);
                false
            }
        }
    }

    #[cold]
    fn begin_block(&mut self, index: u32, ts: i64, value: f64) {
        self.heads.push(Head {
            ts,
            value,
            extent: widened(NOTHING, (value, value)),
            at: self.stream.len(),
            first: index,
            steps: OWN,
            max_ts: ts,
            unsorted: false,
        });
        self.is_closed = false;
    }

    /// Writes the differences of a sample, in their zigzag forms.
    #[inline]
    fn put(&mut self, flags: u8, ts: u32, value: u32) {
        let codes = (pack::code(ts), pack::code(value));
        let head = u64::from(flags) | u64::from(codes.0 | codes.1 << VALUE_SHIFT);
        let len = 1 + pack::len(codes.0);
        let (all, value) = (head | u64::from(ts) << 8, u64::from(value));
        let value_len = pack::len(codes.1);
        if len + value_len <= 8 {
            self.stream.put(all | value << (8 * len), len + value_len);
        } else {
            self.stream.put(all, len);
            self.stream.put(value, value_len);
        }
    }

    fn push_wide(&mut self, ts: i64, value: f64) {
        self.stream.extend(&[WIDE]);
        self.stream.extend(&ts.to_le_bytes());
        self.stream.extend(&value.to_bits().to_le_bytes());
    }

    /// Adds all samples of another list.
    pub fn append(&mut self, other: Self) {
        if other.len == 0 {
            return;
        }
        if self.len == 0 {
            *self = other;
            return;
        }
        self.unsorted |= other.unsorted || other.heads.first().is_some_and(|h| h.ts < self.last.0);
        let (at, first) = (self.stream.len(), self.len);
        let steps = self.steps.len() as u32;
        self.heads.extend(other.heads.iter().map(|head| {
            let (at, steps) = match head.steps {
                OWN => (head.at + at, OWN),
                own => (head.at, own + steps),
            };
            let first = head.first.saturating_add(first);
            Head {
                at,
                first,
                steps,
                ..*head
            }
        }));
        self.steps.extend(other.steps);
        self.stream.append(&other.stream);
        self.len = self.len.saturating_add(other.len);
        self.last = other.last;
        self.last_exact = other.last_exact;
        self.is_closed = other.is_closed;
    }

    /// Gives back memory that is not needed when no sample follows.
    pub fn finish(&mut self) {
        self.stream.finish();
        self.heads.shrink_to_fit();
        self.steps.shrink_to_fit();
    }

    /// Makes walks over many samples quick. No sample may follow.
    pub fn add_up(&mut self) {
        self.groups = walk::Groups::of(&self.heads);
        let (low, high) = self.extent();
        self.finite = (low == f64::NEG_INFINITY || high == f64::INFINITY).then(|| {
            let values = self.iter().take(self.n_valued()).map(|sample| sample.1);
            let finite = values.filter(|value| value.is_finite());
            finite.fold(NOTHING, |all, value| widened(all, (value, value)))
        });
    }

    /// Makes extents count [`idle_level`]s, because next to [`NOT_IDLE`] all other states look the same. The
    /// samples stay as they are.
    pub fn set_idle_states(&mut self) {
        self.are_idle_states = true;
        for block in 0..self.heads.len() {
            let levels = self.block(block).map(|sample| idle_level(sample.1));
            let extent = levels.fold(NOTHING, |all, level| widened(all, (level, level)));
            if let Some(head) = self.heads.get_mut(block) {
                head.extent = extent;
            }
        }
        self.add_up();
    }

    /// Makes the last sample one that only ends the time of the one before: it counts in no extent, and nothing
    /// holds from then on.
    pub fn end_at_last(&mut self) {
        self.ends_at_last = true;
        let Some(last) = self.heads.len().checked_sub(1) else {
            return;
        };
        let values = self.block(last).map(|sample| sample.1);
        let n = self.n_valued() - self.heads[last].first as usize;
        let extent = values
            .take(n)
            .fold(NOTHING, |all, value| widened(all, (value, value)));
        self.heads[last].extent = extent;
        self.add_up();
    }

    /// Returns how many samples have a value that holds from them on: all, or all but the last.
    pub fn n_valued(&self) -> usize {
        self.len() - usize::from(self.ends_at_last && self.len > 0)
    }

    /// Returns until when the values hold, in nanoseconds, if the last sample tells that.
    pub fn known_end(&self) -> Option<i64> {
        let last = self.ends_at_last.then(|| self.get(self.n_valued()));
        last.flatten().map(|sample| sample.0)
    }

    /// Returns whether the samples are idle states of a CPU.
    pub fn are_idle_states(&self) -> bool {
        self.are_idle_states
    }

    /// Returns whether times never decrease.
    pub fn is_sorted(&self) -> bool {
        !self.unsorted
    }

    /// Returns how many samples there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the lowest and highest value.
    pub fn extent(&self) -> (f64, f64) {
        self.groups.extent(&self.heads)
    }

    /// Returns the lowest and highest finite value, once [`Self::add_up`] was called.
    pub fn finite_extent(&self) -> (f64, f64) {
        self.finite.unwrap_or_else(|| self.extent())
    }

    /// Returns how many samples come before the first whose time is not below `ts`. The samples
    /// must be sorted.
    pub fn n_before(&self, ts: i64) -> usize {
        self.n_while(|at| at < ts)
    }

    /// Returns how many samples come before the first whose time is above `ts`. The samples must
    /// be sorted.
    pub fn n_until(&self, ts: i64) -> usize {
        self.n_while(|at| at <= ts)
    }

    fn n_while(&self, is_before: impl Fn(i64) -> bool) -> usize {
        let blocks = self.heads.partition_point(|head| is_before(head.ts));
        let Some(block) = blocks.checked_sub(1) else {
            return 0;
        };
        let start = self.heads.get(block).map_or(0, |head| head.first as usize);
        let n = self
            .block(block)
            .take_while(|&(ts, _)| is_before(ts))
            .count();
        start + n
    }

    /// Returns a sample.
    pub fn get(&self, index: usize) -> Option<(i64, f64)> {
        self.iter_from(index).next()
    }

    /// Returns all samples.
    pub fn iter(&self) -> impl Iterator<Item = (i64, f64)> + '_ {
        self.iter_from(0)
    }

    /// Returns the samples from `index` on.
    pub fn iter_from(&self, index: usize) -> impl Iterator<Item = (i64, f64)> + '_ {
        let index = index.min(self.len());
        let block = self.block_of(index);
        let skip = index - self.heads.get(block).map_or(0, |head| head.first as usize);
        (block..self.heads.len())
            .flat_map(|block| self.block(block))
            .skip(skip)
    }

    fn block_of(&self, index: usize) -> usize {
        self.heads
            .partition_point(|head| head.first as usize <= index)
            .saturating_sub(1)
    }

    fn end_of(&self, block: usize) -> usize {
        let next = self.heads.get(block + 1);
        next.map_or(self.len(), |head| head.first as usize)
    }

    fn block(&self, block: usize) -> Block<'_> {
        let Some(head) = self.heads.get(block) else {
            return Block::default();
        };
        let steps = self.steps.get(head.steps as usize);
        // The value before steps is an integer.
        let exact = exact(head.value).unwrap_or(0);
        Block {
            bytes: steps.map_or(self.stream.bytes(), |steps| steps.as_slice()),
            are_steps: steps.is_some(),
            at: head.at,
            now: (head.ts, head.value),
            exact,
            left: self.end_of(block) - head.first as usize,
            is_first: true,
        }
    }

    /// Returns the memory that the samples hold, in bytes.
    pub fn heap_bytes(&self) -> usize {
        let steps = self.steps.iter().map(|steps| steps.capacity());
        self.stream.heap_bytes()
            + self.heads.capacity() * size_of::<Head>()
            + self.steps.capacity() * size_of::<Steps>()
            + self.groups.heap_bytes()
            + steps.sum::<usize>()
    }
}

impl FromIterator<(i64, f64)> for PackedSamples {
    fn from_iter<I: IntoIterator<Item = (i64, f64)>>(samples: I) -> Self {
        let mut packed = Self::default();
        for (ts, value) in samples {
            packed.push(ts, value);
        }
        packed.finish();
        packed
    }
}

/// Returns the short form of a difference, if it has one, and the flag `thousands` if the form counts those.
#[inline]
fn short(difference: i64, thousands: u8) -> Option<(u32, u8)> {
    let (number, flag) = match pack::thousandth(difference) {
        Some(number) => (number, thousands),
        None => (i32::try_from(difference).ok()?, 0),
    };
    Some((pack::zigzag32(number), flag))
}

/// Returns what has to be added to the written difference of a value that [`CROSSES`].
#[inline]
const fn crossing(from: i64) -> i64 {
    if from < 1 << 31 { 1 << 32 } else { -(1 << 32) }
}

/// Returns a value as an integer, if it is one exactly: bit by bit, so not -0.0.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "compared with what was converted"
)]
fn exact(value: f64) -> Option<i64> {
    let integer = value as i64;
    ((integer as f64).to_bits() == value.to_bits()).then_some(integer)
}

/// Iterates over the samples of a block.
#[derive(Default)]
struct Block<'a> {
    bytes: &'a [u8],
    are_steps: bool,
    at: usize,
    now: (i64, f64),
    /// The value of `now` as an integer; only used where there are steps.
    exact: i64,
    left: usize,
    is_first: bool,
}

impl Iterator for Block<'_> {
    type Item = (i64, f64);

    #[inline]
    fn next(&mut self) -> Option<(i64, f64)> {
        self.left = self.left.checked_sub(1)?;
        if self.is_first {
            self.is_first = false;
            return Some(self.now);
        }
        if self.are_steps {
            let (time, more, len) = of_step(pack::word(self.bytes, self.at), 1000);
            self.at += len;
            self.exact = self.exact.wrapping_add(more);
            self.now = (self.now.0.wrapping_add(time), self.exact as f64);
            return Some(self.now);
        }
        let flags = *self.bytes.get(self.at)?;
        if flags & WIDE != 0 {
            let ts = pack::word(self.bytes, self.at + 1).cast_signed();
            let value = f64::from_bits(pack::word(self.bytes, self.at + 9));
            self.at += 17;
            self.now = (ts, value);
            return Some(self.now);
        }
        let codes = (u32::from(flags), u32::from(flags >> VALUE_SHIFT));
        let word = pack::word(self.bytes, self.at + 1);
        let d_ts = pack::unzigzag(u64::from(pack::low(word, codes.0)));
        let word = word >> (8 * pack::len(codes.0));
        let d_value = pack::unzigzag(u64::from(pack::low(word, codes.1)));
        self.at += (1 + pack::len(codes.0) + pack::len(codes.1)) as usize;
        let scale = |flag| if flags & flag != 0 { 1000 } else { 1 };
        self.now.0 = self.now.0.wrapping_add(d_ts.wrapping_mul(scale(MICROS)));
        if d_value != 0 || flags & CROSSES != 0 {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "it was converted so before"
            )]
            let before = self.now.1 as i64;
            let crossing = if flags & CROSSES != 0 {
                crossing(before)
            } else {
                0
            };
            let difference = d_value.wrapping_mul(scale(THOUSANDS));
            self.now.1 = before.wrapping_add(difference.wrapping_add(crossing)) as f64;
        }
        Some(self.now)
    }
}

#[cfg(test)]
mod tests;
