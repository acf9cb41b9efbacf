//! The arrays of compact scheduling data: one for each thing that is told of all switches or wakeups.

use crate::decode::wire;

/// The arrays of compact switches or wakeups, if all of them are as long as each other and their
/// numbers are small enough to be added up.
pub(super) struct Arrays<'a> {
    /// How many there are.
    pub(super) n: usize,
    /// The first time, and what the others are later than those before them.
    pub(super) first: u64,
    pub(super) later: &'a [u8],
    /// The other arrays, which have short numbers, and the names, which have one byte each.
    pub(super) numbers: [&'a [u8]; 3],
    pub(super) comms: &'a [u8],
}

impl<'a> Arrays<'a> {
    pub(super) fn new([times, numbers @ .., comms]: [&'a [u8]; 5], n_comms: usize) -> Option<Self> {
        let n = comms.len();
        let mut later = times;
        let first = wire::take_varint(&mut later).filter(|&first| first < 1 << 62)?;
        let last_comm = comms.iter().fold(0, |max, &comm| comm.max(max));
        let is_plain = n_short(later) == Some(n.wrapping_sub(1))
            && numbers.iter().all(|array| n_short(array) == Some(n))
            && last_comm < 0x80
            && usize::from(last_comm) < n_comms;
        is_plain.then_some(Self {
            n,
            first,
            later,
            numbers,
            comms,
        })
    }

    /// Returns the times.
    #[inline]
    pub(super) fn times(&self) -> Times<'a> {
        Times {
            next: Some(self.first),
            later: Shorts::new(self.later, self.n.wrapping_sub(1)),
        }
    }
}

/// Iterates over times.
pub(super) struct Times<'a> {
    next: Option<u64>,
    later: Shorts<'a>,
}

impl Iterator for Times<'_> {
    type Item = u64;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every number of an array")]
    fn next(&mut self) -> Option<u64> {
        let ts = self.next?;
        self.next = self.later.next().map(|delta| ts + u64::from(delta));
        Some(ts)
    }
}

/// Iterates over the varints of an array, all of which are whole and have four bytes at most.
pub(super) struct Shorts<'a> {
    rest: &'a [u8],
    /// Whether all of them have one byte.
    are_bytes: bool,
}

impl<'a> Shorts<'a> {
    /// Returns the varints of an array that has `n` of them.
    #[inline]
    pub(super) fn new(array: &'a [u8], n: usize) -> Self {
        Self {
            rest: array,
            are_bytes: array.len() == n,
        }
    }
}

impl Iterator for Shorts<'_> {
    type Item = u32;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every number of an array")]
    fn next(&mut self) -> Option<u32> {
        if self.are_bytes {
            let (first, rest) = self.rest.split_first()?;
            self.rest = rest;
            return Some(u32::from(*first));
        }
        let Some(word) = self.rest.first_chunk() else {
            return wire::take_varint(&mut self.rest).map(|number| number as u32);
        };
        // How many bytes it has costs no branch.
        let word = u32::from_le_bytes(*word);
        let ends = !word & 0x8080_8080;
        let within = (ends & ends.wrapping_neg()).wrapping_sub(1);
        let sevens = word & 0x7f7f_7f7f & within;
        let pairs = sevens - ((sevens & 0x7f00_7f00) >> 1);
        self.rest = self.rest.get((ends.trailing_zeros() / 8) as usize + 1..)?;
        Some((pairs & 0x3fff) | (pairs & 0x3fff_0000) >> 2)
    }
}

/// Returns how many varints an array has, if all are whole and have four bytes at most.
pub(super) fn n_short(array: &[u8]) -> Option<usize> {
    each_word(array, |_, _| {})
}

/// Returns what [`n_short`] does, and the sum of the varints.
pub(super) fn sum_short(array: &[u8]) -> Option<(usize, u64)> {
    // Of all bytes but for the top bits, of those that are not the first of their varint, of those
    // that are the third or fourth, and of the fourth.
    let mut sums = [0_u64; 4];
    let n = each_word(array, |word, after| {
        let low = word & !TOP;
        sums[0] += sum_of_bytes(low);
        for (sum, after) in sums.iter_mut().skip(1).zip(after) {
            *sum += sum_of_bytes(low & (after - (after >> 7)));
        }
    })?;
    let weights = [1, (1 << 7) - 1, (1 << 14) - (1 << 7), (1 << 21) - (1 << 14)];
    let sum = sums.iter().zip(weights).map(|(sum, weight)| sum * weight);
    Some((n, sum.sum()))
}

/// The top bits of all bytes.
const TOP: u64 = 0x8080_8080_8080_8080;

/// Returns the sum of bytes without their top bits.
const fn sum_of_bytes(word: u64) -> u64 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (word & EVEN) + (word >> 8 & EVEN);
    pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48
}

/// Calls `each` for eight bytes of varints after the other, with the top bits of those bytes that
/// come after one other byte of their varint at least, after two, and after three. Returns what
/// [`n_short`] does.
#[inline(always)]
#[expect(clippy::inline_always, reason = "what is called is part of the loop")]
fn each_word(array: &[u8], mut each: impl FnMut(u64, [u64; 3])) -> Option<usize> {
    if array.last().is_some_and(|&last| last >= 0x80) {
        return None;
    }
    // The top bits of the bytes before, for runs of four that have it.
    let (mut before, mut runs, mut n) = (0, 0, 0);
    let mut count = |word: u64| {
        let more = word & TOP;
        let one = more << 8 | before >> 56;
        let two = one & (more << 16 | before >> 48);
        let three = two & (more << 24 | before >> 40);
        runs |= more & three;
        before = more;
        n += ((more ^ TOP) >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        each(word, [one, two, three]);
    };
    let (words, rest) = array.as_chunks::<8>();
    for word in words {
        count(u64::from_le_bytes(*word));
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
        count(u64::from_le_bytes(last));
        n -= 8 - rest.len() as u64;
    }
    (runs == 0).then_some(n as usize)
}
