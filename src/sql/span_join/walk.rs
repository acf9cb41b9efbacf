//! A walk over one of the two tables: its spans in order, and the gaps between them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::rc::Rc;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};

use super::{DUR, Gaps, PARTITION, SpanJoinTable, TS};
use crate::sql::statement::quoted;
use crate::sql::table::{Cell, Search};
use crate::sql::user;

/// A value of a row in as little as is needed.
#[derive(Clone, Copy)]
enum Packed {
    Null,
    Int(i64),
    Real(f64),
    Text(u32),
    Blob(u32),
}

/// Texts and bytes, each stored once.
#[derive(Default)]
struct Texts {
    all: Vec<Rc<[u8]>>,
    number: HashMap<Rc<[u8]>, u32>,
    bytes: usize,
}

impl Texts {
    fn add(&mut self, text: &[u8]) -> u32 {
        if let Some(&number) = self.number.get(text) {
            return number;
        }
        let number = self.all.len() as u32;
        let text: Rc<[u8]> = text.into();
        self.bytes += text.len() + 100;
        self.all.push(Rc::clone(&text));
        self.number.insert(text, number);
        number
    }
}

/// A span of a table.
#[derive(Clone, Copy)]
struct Span {
    partition: i64,
    ts: i64,
    dur: i64,
}

impl Span {
    /// Returns where it ends; spans that never end are treated as if they had no length.
    const fn end(self) -> i64 {
        if self.dur == -1 {
            self.ts
        } else {
            self.ts.saturating_add(self.dur)
        }
    }
}

/// Where a walk over a table is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// On the span of a row.
    Span,
    /// Between spans of a partition; the next row is not in it if it lasts to the end of time.
    Gap,
    /// At partitions that the table does not have, from the first to before the second.
    Missing(i64, i64),
    End,
}

/// A walk over the spans and gaps of a table.
pub(super) struct Walk {
    gaps: Gaps,
    pub(super) empty_is_gap: bool,
    pub(super) partitioned: bool,
    spans: Vec<Span>,
    /// For each span, by when it and all before it have ended; only where walks start over.
    ended: Vec<i64>,
    width: usize,
    cells: Vec<Packed>,
    texts: Texts,
    /// The row that it is on, or the next one.
    row: usize,
    pub(super) at: At,
    pub(super) partition: i64,
    pub(super) ts: i64,
    /// The end as the row has it.
    pub(super) raw_end: i64,
}

impl Walk {
    /// Starts over.
    pub(super) fn rewind(&mut self) {
        self.row = 0;
        self.ts = 0;
        self.raw_end = i64::MAX;
        let end = match self.spans.first() {
            None => i64::MAX,
            Some(first) if self.partitioned => first.partition,
            Some(_) => i64::MIN,
        };
        self.at = At::Missing(i64::MIN, end);
        self.settle();
    }

    /// Goes to the next span or gap that counts.
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
        let next = self.spans.get(self.row + usize::from(self.at == At::Span));
        match self.at {
            At::Span => {
                self.row += 1;
                self.ts = self.end();
                let same =
                    next.filter(|next| !self.partitioned || next.partition == self.partition);
                self.raw_end = same.map_or(i64::MAX, |next| next.ts);
                self.at = At::Gap;
            }
            At::Gap => match next {
                Some(next) if self.raw_end != i64::MAX => {
                    self.ts = next.ts;
                    self.raw_end = next.ts.saturating_add(next.dur);
                    self.partition = next.partition;
                    self.at = At::Span;
                }
                _ => {
                    let end = next.map_or(i64::MAX, |next| next.partition);
                    self.ts = 0;
                    self.raw_end = i64::MAX;
                    self.at = At::Missing(self.partition.saturating_add(1), end);
                }
            },
            At::Missing(_, _) => match next {
                Some(next) => {
                    self.partition = next.partition;
                    self.ts = 0;
                    self.raw_end = next.ts;
                    self.at = At::Gap;
                }
                None => self.at = At::End,
            },
            At::End => {}
        }
    }

    /// Goes ahead over rows that ended before a time.
    pub(super) fn skip_until(&mut self, ts: i64) {
        let n = self.ended.partition_point(|&ended| ended < ts);
        if n > self.row + 1 {
            let span = self.spans[n - 1];
            self.row = n - 1;
            self.ts = span.ts;
            self.raw_end = span.ts.saturating_add(span.dur);
            self.partition = span.partition;
            self.at = At::Span;
        }
    }

    pub(super) const fn end(&self) -> i64 {
        // Times are what a query says, the least included.
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
        match self.cells[self.row * self.width + column] {
            Packed::Null => Cell::Null,
            Packed::Int(value) => Cell::Int(value),
            Packed::Real(value) => Cell::Real(value),
            Packed::Text(number) => Cell::Text(&self.texts.all[number as usize]),
            Packed::Blob(number) => Cell::Blob(&self.texts.all[number as usize]),
        }
    }
}

/// Reads a table, in order of partition and time, with the columns that are asked for.
pub(super) fn read(
    table: &SpanJoinTable,
    connection: &Connection,
    number: usize,
    columns: &[&str],
    searched: Option<(usize, &Search)>,
    bytes: &mut usize,
) -> Result<Walk> {
    let input = &table.inputs[number];
    let partition = input.side.partition.as_deref();
    let selected: Vec<String> = ["ts", "dur", partition.unwrap_or("ts")]
        .iter()
        .chain(columns)
        .map(|name| quoted(name))
        .collect();
    let mut sql = format!(
        "SELECT {} FROM {}",
        selected.join(", "),
        quoted(&input.side.table)
    );
    let column = searched.and_then(|(column, _)| match partition {
        Some(partition) if column == PARTITION => Some(partition),
        _ => input
            .columns
            .get(column.checked_sub(input.first)?)
            .map(String::as_str),
    });
    if let Some(column) = column {
        // Writing to a String cannot fail.
        _ = write!(sql, " WHERE {} = ?1", quoted(column));
    }
    sql += " ORDER BY ";
    sql += &partition.map_or(String::new(), |name| quoted(name) + ", ");
    sql += "ts";
    let mut statement = connection.prepare(&sql)?;
    if let (Some(_), Some((_, value))) = (column, searched) {
        statement.raw_bind_parameter(1, user::out_of(value))?;
    }
    let mut walk = Walk {
        gaps: input.gaps,
        empty_is_gap: input.empty_is_gap,
        partitioned: partition.is_some(),
        spans: Vec::new(),
        ended: Vec::new(),
        width: columns.len(),
        cells: Vec::new(),
        texts: Texts::default(),
        row: 0,
        at: At::End,
        partition: i64::MIN,
        ts: 0,
        raw_end: 0,
    };
    let starts_over = table.mixed && partition.is_none();
    let before = *bytes;
    let mut ended = i64::MIN;
    let mut rows = statement.raw_query();
    while let Some(row) = rows.next()? {
        let key = match (partition, row.get_ref(PARTITION)?) {
            (None, _) => i64::MIN,
            (Some(_), ValueRef::Null) => continue,
            (Some(_), ValueRef::Integer(key)) => key,
            (Some(name), _) => {
                return Err(table.fail(&format!("partition {name} is not an integer")));
            }
        };
        let span = Span {
            partition: key,
            ts: integer(row.get_ref(TS)?),
            dur: integer(row.get_ref(DUR)?),
        };
        walk.spans.push(span);
        if starts_over {
            ended = ended.max(span.end());
            walk.ended.push(ended);
        }
        for index in 0..walk.width {
            let packed = match row.get_ref(3 + index)? {
                ValueRef::Null => Packed::Null,
                ValueRef::Integer(value) => Packed::Int(value),
                ValueRef::Real(value) => Packed::Real(value),
                ValueRef::Text(text) => Packed::Text(walk.texts.add(text)),
                ValueRef::Blob(blob) => Packed::Blob(walk.texts.add(blob)),
            };
            walk.cells.push(packed);
        }
        let row_bytes = size_of::<Span>() + 8 + walk.width * size_of::<Packed>();
        *bytes = before + walk.spans.len() * row_bytes + walk.texts.bytes;
        if *bytes as u64 > table.stop.memory_bytes() {
            return Err(table.fail("the tables do not fit into memory"));
        }
    }
    Ok(walk)
}

/// Returns a time as SQLite would: what is no number is 0.
fn integer(value: ValueRef<'_>) -> i64 {
    match value {
        ValueRef::Integer(value) => value,
        ValueRef::Real(value) => value as i64,
        ValueRef::Text(text) => std::str::from_utf8(text)
            .ok()
            .and_then(|text| text.trim().parse().ok())
            .unwrap_or(0),
        ValueRef::Null | ValueRef::Blob(_) => 0,
    }
}
