//! Rows of scheduling, packed: a trace of a phone has millions of them, and little in them is large.
//!
//! Rows go in and come out whole, so only `rows/forms.rs` knows how they are kept: in 16 bytes,
//! times as differences to the first row of their block, strings as codes. A row that does not fit is kept
//! unpacked in a list of its own.

mod forms;
#[cfg(test)]
mod tests;

use forms::{END_STATES, STATES, from_base, short_dur, unpack_dur, with_end_state};

use super::{SchedSlice, ThreadState};
use crate::base::intern::StrId;
use crate::base::time::{Dur, Ts};
use crate::model::ids::Utid;

/// How many rows share a base.
const BLOCK: usize = 256;
/// Flag in the last word: the row is wide, that is unpacked, and its first word is its index in `Rows::wide`.
const WIDE: u32 = 1 << 31;
/// Stands for a row, a string or a thread that is missing, and for an unknown duration. A row with a number
/// this large does not fit.
const NONE: u32 = u32::MAX;

/// The time that the rows of a block are relative to.
#[derive(Clone, Copy, Debug)]
pub struct Base(i64);

/// The strings that rows name; the code of a string is its index.
#[derive(Clone, Debug, Default)]
pub struct Codes(Vec<StrId>);

impl Codes {
    /// Returns the code of a string if it is below `limit`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    fn code(&mut self, id: StrId, limit: usize) -> Option<u32> {
        let code = match self.0.iter().position(|&known| known == id) {
            Some(code) => code,
            None if self.0.len() >= limit => return None,
            None => {
                self.0.push(id);
                self.0.len() - 1
            }
        };
        (code < limit).then_some(code as u32)
    }

    #[inline]
    fn string(&self, code: u32) -> StrId {
        self.0.get(code as usize).copied().unwrap_or_default()
    }

    /// Returns the code of the state that a stay ended in, 0 for none.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    fn end_state(&mut self, state: Option<StrId>) -> Option<u32> {
        match state {
            None => Some(0),
            Some(state) => Some(self.code(state, END_STATES as usize - 1)? + 1),
        }
    }
}

/// A state with its code, for rows that name it again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded<T> {
    name: T,
    /// The code; `None` if there were too many strings for another one.
    code: Option<u32>,
}

/// A row that can be packed into a few words.
pub trait Pack: Copy {
    /// The words.
    type Words: Copy + Default + std::fmt::Debug + AsRef<[u32]> + AsMut<[u32]>;

    /// Returns the base of a block that begins with this row.
    fn base(&self) -> Base;

    /// Packs a row, if it fits; the upper bit of the last word stays free. `rows` are the rows so far.
    fn pack(self, base: Base, codes: &mut Codes, rows: &[Self::Words]) -> Option<Self::Words>;

    /// Returns the row that was packed; `rows` are all.
    fn unpack(words: Self::Words, base: Base, codes: &Codes, rows: &[Self::Words]) -> Self;

    /// Returns what the last word of a wide row says besides [`WIDE`], for rows that name this one.
    fn wide_rest(&self) -> u32 {
        0
    }
}

/// A row with a duration: its first two words are when it began and how long it lasted.
pub trait Lasting: Pack {
    /// Returns when it began and how long it lasted.
    fn times(&self) -> (Ts, Option<Dur>);

    /// Sets when it ended.
    fn set_end(&mut self, end: Ts);

    /// Returns the CPU or the thread that the row is looked up by.
    fn group(&self) -> u32;

    /// Returns the group of a packed row, as [`Self::group`] does.
    fn packed_group(words: &Self::Words) -> u32;
}

/// A list of packed rows.
#[derive(Clone, Debug)]
pub struct Rows<T: Pack> {
    words: Vec<T::Words>,
    bases: Vec<Base>,
    /// The last of `bases`.
    base: Base,
    codes: Codes,
    /// Rows that do not fit.
    wide: Vec<T>,
}

impl<T: Pack> Rows<T> {
    /// Returns how many rows there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Reserves room for so many more rows, if there is enough memory, and calls `prepare` with that room.
    pub fn reserve(&mut self, rows: usize, prepare: impl FnOnce(&mut Vec<T::Words>)) {
        if self.words.try_reserve_exact(rows).is_ok() {
            prepare(&mut self.words);
        }
    }

    /// Gives back the room that is left.
    pub fn shrink(&mut self) {
        self.words.shrink_to_fit();
    }

    /// Returns a row, `None` beyond the last.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    pub fn get(&self, index: usize) -> Option<T> {
        let words = *self.words.get(index)?;
        if let Some(wide) = wide_index(words.as_ref()) {
            return self.wide.get(wide).copied();
        }
        let base = *self.bases.get(index / BLOCK)?;
        Some(T::unpack(words, base, &self.codes, &self.words))
    }

    /// Returns a row, which must exist.
    #[inline]
    pub fn row(&self, index: usize) -> T {
        match self.get(index) {
            Some(row) => row,
            None => no_row(index, self.len()),
        }
    }

    /// Appends a row.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    pub fn push(&mut self, row: T) {
        if self.words.len().is_multiple_of(BLOCK) {
            self.new_block(row.base());
        }
        // `push_wide` is a function of its own, so that the words of an ordinary row go straight into the
        // vector, not onto the stack first.
        match row.pack(self.base, &mut self.codes, &self.words) {
            Some(words) => self.words.push(words),
            None => self.push_wide(row),
        }
    }

    #[cold]
    fn new_block(&mut self, base: Base) {
        self.base = base;
        self.bases.push(base);
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    fn pack(&mut self, index: usize, row: T) -> Option<T::Words> {
        let base = *self.bases.get(index / BLOCK)?;
        row.pack(base, &mut self.codes, &self.words)
    }

    #[cold]
    #[inline(never)]
    fn push_wide(&mut self, row: T) {
        let words = self.pack_wide(row);
        self.words.push(words);
    }

    #[cold]
    #[inline(never)]
    fn pack_wide(&mut self, row: T) -> T::Words {
        let mut words = T::Words::default();
        if let [index, .., flags] = words.as_mut() {
            (*index, *flags) = (self.wide.len() as u32, WIDE | row.wide_rest());
        }
        self.wide.push(row);
        words
    }

    /// Changes a row, if it exists.
    #[inline]
    pub fn update(&mut self, index: usize, change: impl FnOnce(&mut T)) {
        let Some(mut row) = self.get(index) else {
            return;
        };
        change(&mut row);
        let wide = wide_index(self.words[index].as_ref());
        match wide.and_then(|wide| self.wide.get_mut(wide)) {
            Some(wide) => *wide = row,
            None => {
                self.words[index] = match self.pack(index, row) {
                    Some(words) => words,
                    None => self.pack_wide(row),
                }
            }
        }
    }

    /// Iterates over the rows.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        let blocks = self.words.chunks(BLOCK).zip(&self.bases);
        blocks.flat_map(move |(words, base)| {
            let rows = words.iter();
            rows.filter_map(move |words| match wide_index(words.as_ref()) {
                None => Some(T::unpack(*words, *base, &self.codes, &self.words)),
                Some(wide) => self.wide.get(wide).copied(),
            })
        })
    }
}

impl<T: Lasting> Rows<T> {
    /// Returns when the first row began and the last ended; rows that have not ended count as empty. Calls
    /// `each` with the group of every row.
    pub fn extent(&self, mut each: impl FnMut(u32)) -> Option<(Ts, Ts)> {
        let (mut first, mut last) = (i64::MAX, i64::MIN);
        let mut cover = |start: i64, end: i64| {
            first = first.min(start);
            last = last.max(end);
        };
        for (words, base) in self.words.chunks(BLOCK).zip(&self.bases) {
            let (mut start, mut end) = (u64::MAX, 0);
            for words in words {
                if let &[ts, dur, ..] = words.as_ref()
                    && wide_index(words.as_ref()).is_none()
                {
                    each(T::packed_group(words));
                    let dur = if dur == NONE { 0 } else { dur };
                    start = start.min(u64::from(ts));
                    end = end.max(u64::from(ts) + u64::from(dur));
                }
            }
            if start <= end {
                let after = |ns: u64| base.0.saturating_add_unsigned(ns);
                cover(after(start), after(end));
            }
        }
        for row in &self.wide {
            each(row.group());
            let (ts, dur) = row.times();
            cover(ts.ns(), dur.map_or(ts, |dur| ts.plus(dur)).ns());
        }
        (first <= last).then(|| (Ts::from_ns(first), Ts::from_ns(last)))
    }

    /// Returns whether the rows are sorted by when they began.
    pub fn is_sorted(&self) -> bool {
        let mut last = Ts::from_ns(i64::MIN);
        let mut before = |ts: Ts| std::mem::replace(&mut last, ts) <= ts;
        self.words
            .chunks(BLOCK)
            .zip(&self.bases)
            .all(|(words, base)| {
                let (mut first, mut prior, mut is_sorted, mut is_wide) = (None, 0, true, false);
                for words in words {
                    if let &[ts, .., flags] = words.as_ref() {
                        first = first.or(Some(ts));
                        is_sorted &= prior <= ts;
                        is_wide |= flags & WIDE != 0;
                        prior = ts;
                    }
                }
                if is_wide {
                    let rows = words.iter().map(|words| self.began(words, *base));
                    return rows.into_iter().all(&mut before);
                }
                let ends = [first.unwrap_or(0), prior].map(|ts| Ts::from_ns(from_base(ts, *base)));
                is_sorted && ends.into_iter().all(&mut before)
            })
    }

    /// Returns when a row of a block began.
    fn began(&self, words: &T::Words, base: Base) -> Ts {
        let wide = wide_index(words.as_ref()).and_then(|wide| self.wide.get(wide));
        match (wide, words.as_ref()) {
            (None, &[ts, ..]) => Ts::from_ns(from_base(ts, base)),
            (wide, _) => wide.map_or(Ts::from_ns(0), |row| row.times().0),
        }
    }

    /// Calls `each` with the group of every row, in order.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "into loops over all rows")]
    pub fn each_group(&self, mut each: impl FnMut(u32)) {
        for words in &self.words {
            match wide_index(words.as_ref()) {
                None => each(T::packed_group(words)),
                Some(wide) => {
                    if let Some(row) = self.wide.get(wide) {
                        each(row.group());
                    }
                }
            }
        }
    }

    /// Sets the end of a row that began at `start`, if the row exists.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every row")]
    pub fn end_since(&mut self, index: usize, start: Ts, end: Ts) {
        if let Some(words) = self.words.get_mut(index)
            && wide_index(words.as_ref()).is_none()
            && let [_, dur, ..] = words.as_mut()
            && let Some(ns) = short_dur(start, end)
        {
            *dur = ns;
            return;
        }
        self.end(index, end);
    }

    /// Sets when a row ended, if it exists.
    #[inline(never)]
    pub fn end(&mut self, index: usize, end: Ts) {
        let base = self.bases.get(index / BLOCK);
        let (Some(words), Some(base)) = (self.words.get_mut(index), base) else {
            return;
        };
        if wide_index(words.as_ref()).is_none()
            && let [ts, dur, ..] = words.as_mut()
            && let Some(ns) = short_dur(Ts::from_ns(from_base(*ts, *base)), end)
        {
            *dur = ns;
            return;
        }
        self.update(index, |row| row.set_end(end));
    }
}

impl Rows<SchedSlice> {
    /// Calls `each` with the thread of every stay and for how long it ran.
    #[inline]
    pub fn each_run(&self, mut each: impl FnMut(Utid, Option<Dur>)) {
        for words in &self.words {
            match wide_index(words) {
                None => each(Utid(words[2]), unpack_dur(words[1])),
                Some(wide) => {
                    if let Some(row) = self.wide.get(wide) {
                        each(row.utid, row.dur);
                    }
                }
            }
        }
    }

    /// Returns an end state with its code, for [`Self::close_since`].
    pub fn coded(&mut self, name: Option<StrId>) -> Coded<Option<StrId>> {
        let code = self.codes.end_state(name);
        Coded { name, code }
    }

    /// Sets the end of a stay that began at `start` and its state of [`Self::coded`], if the stay exists.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every row")]
    pub fn close_since(
        &mut self,
        index: usize,
        (start, end): (Ts, Ts),
        state: Coded<Option<StrId>>,
    ) {
        if let Some(code) = state.code
            && let Some([_, dur, _, rest]) = self.words.get_mut(index)
            && *rest & WIDE == 0
            && let Some(ns) = short_dur(start, end)
        {
            *dur = ns;
            *rest = with_end_state(*rest, code);
            return;
        }
        self.close(index, end, state.name);
    }

    /// Sets when a stay ended and in which state, if it exists.
    #[inline(never)]
    pub fn close(&mut self, index: usize, end: Ts, state: Option<StrId>) {
        self.end(index, end);
        let code = self.codes.end_state(state);
        match (self.words.get_mut(index), code) {
            (Some(words), Some(code)) if words[3] & WIDE == 0 => {
                words[3] = with_end_state(words[3], code);
            }
            _ => self.update(index, |row| row.end_state = state),
        }
    }
}

impl Rows<ThreadState> {
    /// Returns a state with its code, for [`Self::push_coded`].
    pub fn coded(&mut self, name: StrId) -> Coded<StrId> {
        let code = self.codes.code(name, STATES as usize);
        Coded { name, code }
    }

    /// Appends a row with a state of [`Self::coded`] in place of its own.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of a row is known where it is made"
    )]
    pub fn push_coded(&mut self, row: ThreadState, state: Coded<StrId>) {
        if self.words.len().is_multiple_of(BLOCK) {
            self.new_block(row.base());
        }
        let code = state.code;
        match code.and_then(|code| row.pack_as(code, self.base, &self.words)) {
            Some(words) => self.words.push(words),
            None => self.push_wide(ThreadState {
                state: state.name,
                ..row
            }),
        }
    }
}

#[cold]
fn no_row(index: usize, len: usize) -> ! {
    panic!("there is no row {index} of {len}")
}

#[inline]
fn wide_index(words: &[u32]) -> Option<usize> {
    match words {
        [index, .., flags] if flags & WIDE != 0 => Some(*index as usize),
        _ => None,
    }
}

impl<T: Pack> Default for Rows<T> {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            bases: Vec::new(),
            base: Base(0),
            codes: Codes::default(),
            wide: Vec::new(),
        }
    }
}

impl<T: Pack> From<Vec<T>> for Rows<T> {
    fn from(from: Vec<T>) -> Self {
        let mut rows = Self::default();
        for row in from {
            rows.push(row);
        }
        rows
    }
}
