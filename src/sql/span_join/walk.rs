//! A walk over one of the two tables: its spans in order, and the gaps between them.
//!
//! The walk over a partition is a gap, a span, a gap and so on to a last gap. The partitions that the table
//! does not have, between two of its partitions, before the first and after the last, are one step each.
//! Steps that the join does not need are skipped.

use super::list::{Span, SpanList};
use super::{Gaps, Input};
use crate::sql::table::Cell;

/// The position of a walk over a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// On the span of a row.
    Span,
    /// Before a span of its partition, or after the last one; then the gap reaches to the end of time.
    Gap,
    /// At the partitions that the table does not have, from the first number to before the second.
    Missing(i64, i64),
    End,
}

/// A walk over the spans and gaps of a table.
pub(super) struct Walk {
    list: SpanList,
    gaps: Gaps,
    /// The row of the span, or the next row.
    row: usize,
    at: At,
    pub(super) partition: i64,
    pub(super) ts: i64,
    /// The end that the row has; see [`Self::end`].
    pub(super) raw_end: i64,
}

impl Walk {
    /// Starts a walk. If `empty_is_gap`, a table without rows is one gap over everything.
    pub(super) fn new(list: SpanList, input: &Input) -> Self {
        let mut walk = Self {
            list,
            gaps: input.gaps,
            row: 0,
            at: At::End,
            partition: i64::MIN,
            ts: 0,
            raw_end: 0,
        };
        walk.rewind();
        if walk.is_end() && input.empty_is_gap {
            walk.at = At::Missing(i64::MIN, i64::MAX);
        }
        walk
    }

    pub(super) const fn is_partitioned(&self) -> bool {
        self.list.is_partitioned
    }

    /// Starts again at the beginning.
    pub(super) fn rewind(&mut self) {
        self.row = 0;
        let end = match self.list.spans.first() {
            None => i64::MAX,
            Some(first) if self.list.is_partitioned => first.partition,
            Some(_) => i64::MIN,
        };
        self.miss(i64::MIN, end);
        self.settle();
    }

    /// Goes to the next span or gap that the join needs.
    pub(super) fn advance(&mut self) {
        self.step();
        self.settle();
    }

    fn settle(&mut self) {
        while self.at != At::End && !self.counts() {
            self.step();
        }
    }

    fn counts(&self) -> bool {
        match self.at {
            At::Span | At::End => true,
            At::Gap => self.gaps != Gaps::None && self.ts != self.raw_end,
            At::Missing(first, end) => self.gaps == Gaps::All && first != end,
        }
    }

    fn step(&mut self) {
        if self.at == At::Span {
            self.row += 1;
        }
        let next = self.list.spans.get(self.row).copied();
        match (self.at, next) {
            (At::Span, _) => {
                let is_same =
                    |next: &Span| !self.list.is_partitioned || next.partition == self.partition;
                let end = next.filter(is_same).map_or(i64::MAX, |next| next.ts);
                (self.at, self.ts, self.raw_end) = (At::Gap, self.end(), end);
            }
            (At::Gap, Some(_)) if self.raw_end != i64::MAX => self.go_to_row(),
            (At::Gap, _) => {
                let end = next.map_or(i64::MAX, |next| next.partition);
                self.miss(self.partition.saturating_add(1), end);
            }
            (At::Missing(_, _), Some(next)) => {
                self.partition = next.partition;
                (self.at, self.ts, self.raw_end) = (At::Gap, 0, next.ts);
            }
            (At::Missing(_, _), None) => self.at = At::End,
            (At::End, _) => {}
        }
    }

    /// Goes to the partitions from `first` to before `end`, which the table does not have.
    fn miss(&mut self, first: i64, end: i64) {
        (self.at, self.ts, self.raw_end) = (At::Missing(first, end), 0, i64::MAX);
    }

    /// Goes to the span of the present row.
    fn go_to_row(&mut self) {
        let span = self.list.spans[self.row];
        self.partition = span.partition;
        let end = span.ts.saturating_add(span.dur);
        (self.at, self.ts, self.raw_end) = (At::Span, span.ts, end);
    }

    /// Skips rows that ended before a time.
    pub(super) fn skip_until(&mut self, ts: i64) {
        let n = self.list.ended.partition_point(|&ended| ended < ts);
        if n > self.row + 1 {
            self.row = n - 1;
            self.go_to_row();
        }
    }

    pub(super) const fn end(&self) -> i64 {
        // A duration of -1 counts as none; times may be any integer, even the smallest one.
        if self.raw_end == self.ts.saturating_sub(1) {
            self.ts
        } else {
            self.raw_end
        }
    }

    pub(super) fn is_span(&self) -> bool {
        self.at == At::Span
    }

    pub(super) fn is_end(&self) -> bool {
        self.at == At::End
    }

    pub(super) const fn first_partition(&self) -> i64 {
        match self.at {
            At::Missing(first, _) => first,
            _ => self.partition,
        }
    }

    pub(super) const fn last_partition(&self) -> i64 {
        match self.at {
            At::Missing(_, end) => end.saturating_sub(1),
            _ => self.partition,
        }
    }

    pub(super) fn cell(&self, column: usize) -> Cell<'_> {
        if !self.is_span() {
            return Cell::Null;
        }
        self.list.cell(self.row, column)
    }
}
