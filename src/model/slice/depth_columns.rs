//! The slices of one depth while a track is being nested.
//!
//! They are as many as in the trace, written once and read once. Numbers are kept as differences, which takes
//! half the memory, since neighbours are near each other in all columns.

use super::pieces::Pieces;
use super::{DUR_LONG, DUR_UNFINISHED, SliceTable};
use crate::model::args::EventPos;
use crate::model::columns::{FAR_CLOCK, NO_CLOCK, ThreadTimes};
use crate::model::ids::{LabelId, SliceId};

/// So many rows are still in the processor's cache when the next column is made of them.
const CACHED: usize = 1 << 10;

/// The slices of one depth of one track, under construction: only the last one may still change.
#[derive(Clone, Debug, Default)]
pub struct DepthColumns {
    rows: Pieces<NewRow>,
    /// The base of the last rows, and in `bases` those of the rows before them.
    base: Base,
    bases: Vec<Base>,
    long_durs: Vec<(u32, i64)>,
    later_pos: Vec<(u32, u64)>,
    thread_time: Clocks,
    thread_instructions: Clocks,
}

/// What every slice has, as the difference from a [`Base`].
#[derive(Clone, Copy, Debug)]
struct NewRow {
    ts: u32,
    /// Counted from 2^31 before the base, so that a row may also stand before it.
    pos: u32,
    dur: u32,
    label: u32,
}

/// What the numbers of the rows from `row` on are relative to.
#[derive(Clone, Copy, Debug)]
struct Base {
    row: u32,
    ts: i64,
    pos: u64,
}

impl Default for Base {
    /// Far from all times, so that the first row brings its own base.
    fn default() -> Self {
        let (row, ts, pos) = (0, i64::MIN, 0);
        Self { row, ts, pos }
    }
}

impl Base {
    const BEFORE: u64 = 1 << 31;

    /// Returns time and position of an event relative to this base, if they are near.
    #[inline]
    fn near(&self, ts: i64, pos: EventPos) -> Option<(u32, u32)> {
        let ts = ts.wrapping_sub(self.ts).cast_unsigned();
        let pos = pos.raw().wrapping_sub(self.pos).wrapping_add(Self::BEFORE);
        ((ts | pos) >> u32::BITS == 0).then_some((ts as u32, pos as u32))
    }

    fn ts_of(&self, row: &NewRow) -> i64 {
        self.ts.wrapping_add(i64::from(row.ts))
    }

    fn pos_of(&self, row: &NewRow) -> u64 {
        let from = self.pos.wrapping_sub(Self::BEFORE);
        from.wrapping_add(u64::from(row.pos))
    }
}

/// Clocks of the thread by row.
#[derive(Clone, Debug)]
struct Clocks {
    /// For each row, the clock at its start, relative to a base, and how far the clock went.
    rows: Pieces<(u32, u32)>,
    /// The row from which on clocks are relative to a number, and the number: for the last rows here, for
    /// those before them in `bases`.
    base: (u32, i64),
    bases: Vec<(u32, i64)>,
    /// The rows whose clocks went further than `rows` can say, and how far.
    long: Vec<(u32, i64)>,
}

impl Default for Clocks {
    fn default() -> Self {
        Self {
            rows: Pieces::default(),
            base: Self::FAR,
            bases: Vec::new(),
            long: Vec::new(),
        }
    }
}

impl Clocks {
    /// Marks a row without a clock, or one whose clock went on for an unknown time.
    const NONE: u32 = NO_CLOCK;
    const LONG: u32 = FAR_CLOCK;
    /// A base that is far from all times.
    const FAR: (u32, i64) = (0, i64::MIN);

    /// Sets the clock of the last row, which is `row`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every other packet")]
    fn push(&mut self, row: u32, start: i64, took: Option<i64>) {
        if self.rows.len() < row as usize {
            self.fill(row as usize);
        }
        let mut near = start.wrapping_sub(self.base.1).cast_unsigned();
        if near >= u64::from(Self::NONE) {
            self.rebase(row, start);
            near = 0;
        }
        let took = took.map_or(Self::NONE, |took| self.short(row, took));
        self.rows.push((near as u32, took));
    }

    #[cold]
    fn rebase(&mut self, row: u32, start: i64) {
        self.bases
            .push(std::mem::replace(&mut self.base, (row, start)));
    }

    #[cold]
    fn fill(&mut self, len: usize) {
        while self.rows.len() < len {
            self.rows.push((Self::NONE, Self::NONE));
        }
    }

    /// Sets how far the clock of the last row went, from its value at the end.
    #[inline]
    fn end(&mut self, row: u32, end: i64, zero_counts: bool) {
        let Some((start, of_row)) = self.rows.late_mut(row as usize) else {
            return;
        };
        let from = self.base.1.wrapping_add(i64::from(*start));
        if let Some(took) = end.checked_sub(from)
            && (1..i64::from(Self::LONG)).contains(&took)
            && *start != Self::NONE
        {
            *of_row = took as u32;
        } else {
            self.end_unusually(row, end, zero_counts);
        }
    }

    #[cold]
    fn end_unusually(&mut self, row: u32, end: i64, zero_counts: bool) {
        let Some((start, of_row)) = self.rows.late_mut(row as usize) else {
            return;
        };
        let took = end.saturating_sub(self.base.1.wrapping_add(i64::from(*start)));
        if *start == Self::NONE || (took == 0 && !zero_counts) {
            return;
        }
        if (0..i64::from(Self::LONG)).contains(&took) {
            *of_row = took as u32;
        } else {
            *of_row = Self::LONG;
            self.long.push((row, took));
        }
    }

    /// Returns what `rows` holds for a clock that went so far.
    #[inline]
    fn short(&mut self, row: u32, took: i64) -> u32 {
        if (0..i64::from(Self::LONG)).contains(&took) {
            return took as u32;
        }
        self.add_long(row, took)
    }

    #[cold]
    fn add_long(&mut self, row: u32, took: i64) -> u32 {
        self.long.push((row, took));
        Self::LONG
    }

    /// Appends all clocks to `all`; the first row is that of the slice `first`.
    fn append_to(&self, all: &mut ThreadTimes, first: u32) {
        let mut long = self.long.iter();
        let ends = self.bases.iter().chain([&self.base]).skip(1);
        let ends = ends.map(|next| next.0).chain([self.rows.len() as u32]);
        for (&(from, base), to) in self.bases.iter().chain([&self.base]).zip(ends) {
            let mut slice = SliceId(first + from);
            for rows in self.rows.slices(from as usize..to as usize) {
                all.extend_near(slice, base, rows, || long.next().map(|long| long.1));
                slice.0 += rows.len() as u32;
            }
        }
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.base = Self::FAR;
        self.bases.clear();
        self.long.clear();
    }
}

impl DepthColumns {
    /// Adds an unfinished slice and returns its row.
    #[inline]
    pub fn push(&mut self, ts: i64, label: LabelId, pos: EventPos) -> u32 {
        let row = self.rows.len() as u32;
        let (ts, pos) = match self.base.near(ts, pos) {
            Some(near) => near,
            None => self.rebase(row, ts, pos),
        };
        self.rows.push(NewRow {
            ts,
            pos,
            dur: DUR_UNFINISHED,
            label: label.0,
        });
        row
    }

    #[cold]
    fn rebase(&mut self, row: u32, ts: i64, pos: EventPos) -> (u32, u32) {
        let pos = pos.raw();
        let base = Base { row, ts, pos };
        self.bases.push(std::mem::replace(&mut self.base, base));
        (0, Base::BEFORE as u32)
    }

    /// Ends the last row, which is `row`, began at `from`, and has no duration yet.
    #[inline]
    pub fn end(&mut self, row: u32, from: i64, to: i64) {
        if let Some(dur) = to.checked_sub(from)
            && (0..i64::from(DUR_LONG)).contains(&dur)
            && let Some(row) = self.rows.late_mut(row as usize)
        {
            row.dur = dur as u32;
        } else {
            self.set_dur_slowly(row, to.saturating_sub(from));
        }
    }

    #[cold]
    fn set_dur_slowly(&mut self, row: u32, dur: i64) {
        self.set_dur(row, dur);
    }

    /// Sets the duration of the last row, which is `row`. A later call replaces it, which is rare.
    #[inline]
    pub fn set_dur(&mut self, row: u32, dur: i64) {
        let Some(NewRow { dur: short, .. }) = self.rows.late_mut(row as usize) else {
            return;
        };
        if *short == DUR_LONG {
            let at = self.long_durs.iter().rposition(|entry| entry.0 == row);
            at.map(|at| self.long_durs.swap_remove(at));
        }
        *short = match u32::try_from(dur) {
            Ok(dur) if dur < DUR_LONG => dur,
            _ => {
                self.long_durs.push((row, dur));
                DUR_LONG
            }
        };
    }

    /// Notes where a later event of a row stands, which ended it or said that it goes on, because that event
    /// carries arguments. Events of one row must come in the order of time.
    pub fn push_later_pos(&mut self, row: u32, pos: EventPos) {
        self.later_pos.push((row, pos.raw()));
    }

    /// Notes the thread time at the start of the last row, which is `row`.
    #[inline]
    pub fn push_thread_time(&mut self, row: u32, ts: i64, dur: Option<i64>) {
        self.thread_time.push(row, ts, dur);
    }

    /// Notes the instruction count at the start of the last row, which is `row`.
    pub fn push_thread_instructions(&mut self, row: u32, count: i64, delta: Option<i64>) {
        self.thread_instructions.push(row, count, delta);
    }

    /// Sets how much thread time the last row took, which is `row`, from the thread time at its
    /// end. Nothing is set if it took none, unless `zero_counts`.
    #[inline]
    pub fn end_thread_time(&mut self, row: u32, ts_end: i64, zero_counts: bool) {
        self.thread_time.end(row, ts_end, zero_counts);
    }

    /// Sets how many instructions the last row took, which is `row`, from the count at its end.
    pub fn end_thread_instructions(&mut self, row: u32, count_end: i64) {
        self.thread_instructions.end(row, count_end, false);
    }

    /// Appends all rows to a table, where the first gets the id `start`.
    pub(super) fn append_to(&mut self, table: &mut SliceTable, start: u32) {
        for (base, rows) in self.runs() {
            for rows in rows.flat_map(|rows| rows.chunks(CACHED)) {
                table.ts.extend(rows, |row| base.ts_of(row));
                table.dur.extend(rows.iter().map(|row| row.dur));
                table.label.extend(rows.iter().map(|row| row.label));
                table.pos.extend(rows, |row| base.pos_of(row).cast_signed());
            }
        }
        self.long_durs.sort_unstable();
        // Nearly always they are in order, and then no memory is taken to sort them.
        if !self.later_pos.is_sorted_by_key(|&(row, _)| row) {
            self.later_pos.sort_by_key(|&(row, _)| row);
        }
        let id = |row: u32| SliceId(start + row);
        table
            .long_durs
            .extend(self.long_durs.iter().map(|&(row, dur)| (id(row), dur)));
        table
            .later_pos
            .extend(self.later_pos.iter().map(|&(row, pos)| (id(row), pos)));
        self.thread_time.append_to(&mut table.thread_time, start);
        let instructions = &self.thread_instructions;
        instructions.append_to(&mut table.thread_instructions, start);
    }

    /// Returns the rows in runs, each with its base.
    fn runs(&self) -> impl Iterator<Item = (Base, impl Iterator<Item = &[NewRow]>)> {
        let ends = self.bases.iter().chain([&self.base]).skip(1);
        let ends = ends.map(|next| next.row).chain([self.rows.len() as u32]);
        let bases = self.bases.iter().chain([&self.base]);
        bases
            .zip(ends)
            .map(|(&base, to)| (base, self.rows.slices(base.row as usize..to as usize)))
    }

    /// Forgets all rows, but not the room for them.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.base = Base::default();
        self.bases.clear();
        self.long_durs.clear();
        self.later_pos.clear();
        self.thread_time.clear();
        self.thread_instructions.clear();
    }

    /// Returns how many rows there is room for.
    pub fn capacity(&self) -> usize {
        self.rows.capacity()
    }

    /// Returns how many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::time::Dur;
    use crate::model::ids::TrackId;
    use crate::model::slice::SliceRow;

    fn step() -> impl Strategy<Value = i64> {
        prop_oneof![
            6 => 0_i64..1000,
            2 => 0_i64..10_000_000_000,
            1 => (u64::from(u32::MAX) - 3..u64::from(u32::MAX) + 3).prop_map(u64::cast_signed),
        ]
    }

    fn clock() -> impl Strategy<Value = Option<(i64, Option<i64>)>> {
        let took = prop_oneof![4 => step(), 1 => -5_i64..0];
        prop::option::of((step(), prop::option::of(took)))
    }

    proptest! {
        #[test]
        fn rows_come_back(
            rows in prop::collection::vec(
                (step(), prop::option::of(step()), 0_u32..5, prop_oneof![4 => 0_u64..1000, 1 => 0_u64..1 << 38], clock(), clock()),
                0..60,
            ),
            start in prop_oneof![Just(0), Just(i64::MIN), 0_i64..1 << 50],
            n_before in 0_usize..3,
        ) {
            let mut columns = DepthColumns::default();
            columns.push(5, LabelId(1), EventPos::decodable(7));
            columns.push_thread_time(0, 3, Some(4));
            columns.clear();
            let mut ts = start;
            let mut expected = Vec::new();
            for &(later, dur, label, pos, time, count) in &rows {
                ts += later;
                let (label, pos) = (LabelId(label), EventPos::decodable(pos));
                let row = columns.push(ts, label, pos);
                let mut own = SliceRow::new(ts, dur, label, pos);
                if let Some(dur) = dur {
                    columns.set_dur(row, dur / 2);
                    columns.set_dur(row, dur);
                }
                // The thread time is known from the start, the instruction count only at the end.
                if let Some((clock, took)) = time {
                    columns.push_thread_time(row, clock, took);
                    own.thread_time = time;
                }
                if let Some((clock, took)) = count {
                    columns.push_thread_instructions(row, clock, None);
                    if let Some(took) = took {
                        columns.end_thread_instructions(row, clock + took);
                    }
                    own.thread_instructions = Some((clock, took.filter(|&took| took != 0)));
                }
                if label.0 == 2 {
                    columns.push_later_pos(row, pos);
                    own.end_pos = Some(pos);
                }
                expected.push(own);
            }
            let before = vec![SliceRow::new(1, None, LabelId(0), EventPos::decodable(3)); n_before];
            let mut table = SliceTable::default();
            table.push_track(TrackId(0), &[before]);
            table.append_parts(TrackId(1), &mut [(0, &mut [columns])]);
            table.set_labels(Vec::new());
            prop_assert_eq!(table.len(), n_before + expected.len());
            for (row, own) in expected.into_iter().enumerate() {
                let id = SliceId::from_index(n_before + row);
                let read = SliceRow {
                    ts: table.ts(id).ns(),
                    dur: table.dur(id).map(Dur::ns),
                    label: table.label_id(id),
                    pos: table.pos(id),
                    end_pos: table.later_pos(id).next(),
                    thread_time: table.thread_time(id),
                    thread_instructions: table.thread_instructions(id),
                };
                prop_assert_eq!(read, own);
            }
        }
    }
}
