//! The arrays of compact scheduling data: one for each property of all switches or wakeups.

use crate::decode::wire;

/// The arrays of compact switches or wakeups that have short numbers, as nearly all have.
pub(super) struct Arrays<'a> {
    /// The first time, and in `later` how much later each of the others is than the one before it.
    pub(super) first: u64,
    later: &'a [u8],
    numbers: [&'a [u8]; 3],
    /// The indices of names, of one byte each.
    comms: &'a [u8],
}

impl<'a> Arrays<'a> {
    /// Returns the arrays, unless it shows at once that their numbers are not short or name something that is
    /// missing.
    pub(super) fn new([times, numbers @ .., comms]: [&'a [u8]; 5], n_comms: usize) -> Option<Self> {
        let mut later = times;
        let first = wire::take_varint(&mut later).filter(|&first| first < 1 << 62)?;
        let last_comm = comms.iter().fold(0, |max, &comm| comm.max(max));
        let are_known = last_comm < 0x80 && usize::from(last_comm) < n_comms;
        are_known.then_some(Self {
            first,
            later,
            numbers,
            comms,
        })
    }

    /// Returns how many switches or wakeups the arrays have, at most.
    pub(super) fn len(&self) -> usize {
        self.comms.len()
    }

    /// Returns whether an array whose numbers are not needed has as many as there are switches or wakeups.
    fn is_whole(&self, array: &[u8]) -> bool {
        if array.len() == self.len() {
            array.is_ascii()
        } else {
            n_short(array) == Some(self.len())
        }
    }

    /// Calls `each` with every time, the number of an array that goes with it, what `other` returns for it,
    /// and its index. Returns whether the numbers are short and as many as the names; if not, what `each` was
    /// called with means nothing.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every number of an array")]
    fn each_with<T>(
        &self,
        mut numbers: &[u8],
        mut other: impl FnMut() -> Option<T>,
        mut each: impl FnMut(u64, u32, T, u32),
    ) -> bool {
        let (mut ts, mut later) = (self.first, self.later);
        let mut index = 0;
        while let (Some(number), Some(other)) = (take_short(&mut numbers), other()) {
            each(ts, number, other, index);
            index += 1;
            let Some(delta) = take_short(&mut later) else {
                let n = index as usize;
                return later.is_empty() && numbers.is_empty() && n == self.len();
            };
            ts += u64::from(delta);
        }
        false
    }

    /// Calls `each` for all switches: the time, the three numbers, the index of the name, and the index of
    /// the switch. Returns whether these were all switches; if not, what `each` was called with means
    /// nothing.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every number of an array")]
    pub(super) fn switches(&self, mut each: impl FnMut(u64, [u32; 3], u8, u32)) -> bool {
        let [states, pids, prios] = self.numbers;
        let each = |ts, pid, (state, prio, comm): (u32, u32, u8), index| {
            each(ts, [state, pid, prio], comm, index);
        };
        if states.len() == self.len() && prios.len() == self.len() {
            if !(states.is_ascii() && prios.is_ascii()) {
                return false;
            }
            let mut bytes = states.iter().zip(prios).zip(self.comms);
            let bytes = || {
                let ((state, prio), comm) = bytes.next()?;
                Some((u32::from(*state), u32::from(*prio), *comm))
            };
            return self.each_with(pids, bytes, each);
        }
        let (mut states, mut prios, mut comms) = (states, prios, self.comms.iter());
        let others = || {
            let numbers = (take_byte(&mut states)?, take_byte(&mut prios)?);
            Some((numbers.0, numbers.1, *comms.next()?))
        };
        self.each_with(pids, others, each) && states.is_empty() && prios.is_empty()
    }

    /// Calls `each` for all wakeups: the time, the thread, what `flags` returns for it, and the index of the
    /// wakeup. Returns whether these were all wakeups; if not, what `each` was called with means nothing.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every number of an array")]
    pub(super) fn wakings(
        &self,
        mut flags: impl FnMut() -> u32,
        each: impl FnMut(u64, u32, u32, u32),
    ) -> bool {
        let [pids, cpus, prios] = self.numbers;
        self.is_whole(cpus) && self.is_whole(prios) && self.each_with(pids, || Some(flags()), each)
    }
}

/// Takes the varint at the front of an array, if it has four bytes at most.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for every number of an array")]
pub(super) fn take_short(array: &mut &[u8]) -> Option<u32> {
    let Some(word) = array.first_chunk() else {
        return wire::take_varint(array).map(|number| number as u32);
    };
    // The number of bytes is found without a branch.
    let word = u32::from_le_bytes(*word);
    let ends = !word & 0x8080_8080;
    if ends == 0 {
        return None;
    }
    let within = ends ^ (ends - 1);
    *array = array.get((ends.trailing_zeros() / 8) as usize + 1..)?;
    Some(wire::of_four_sevens(word & 0x7f7f_7f7f & within))
}

/// Does what [`take_short`] does, faster if the varint has one byte.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for every number of an array")]
fn take_byte(array: &mut &[u8]) -> Option<u32> {
    match **array {
        [byte @ 0..0x80, ref rest @ ..] => {
            *array = rest;
            Some(u32::from(byte))
        }
        _ => take_short(array),
    }
}

/// Returns how many varints an array has, if all are whole and have four bytes at most.
pub(super) fn n_short(array: &[u8]) -> Option<usize> {
    each_word(array, |_, _| {})
}

/// Returns what [`n_short`] does, and the sum of the varints.
pub(super) fn sum_short(array: &[u8]) -> Option<(usize, u64)> {
    // The sums of all bytes without their top bits, of the bytes that are not the first of their varint, of
    // those that are the third or fourth, and of those that are the fourth.
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

/// Calls `each` for every eight bytes of varints, with the top bits of those bytes before which at least one
/// byte of the same varint stands, at least two, and three. Returns what [`n_short`] does.
#[inline(always)]
#[expect(clippy::inline_always, reason = "what is called is part of the loop")]
fn each_word(array: &[u8], mut each: impl FnMut(u64, [u64; 3])) -> Option<usize> {
    if array.last().is_some_and(|&last| last >= 0x80) {
        return None;
    }
    // `before` are the top bits of the eight bytes before, `runs` those of bytes that are the fourth in a row
    // to have it.
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
