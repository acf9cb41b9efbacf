//! The rows of one of the two tables in memory: spans, and the cells that the scan needs.

use std::collections::HashMap;
use std::rc::Rc;

use rusqlite::Result;
use rusqlite::types::ValueRef;

use super::{DUR, Input, PARTITION, SpanJoinTable, TS};
use crate::sql::statement::quoted;
use crate::sql::table::Cell;
use crate::sql::value::Value;

/// A value of a row; texts and bytes are numbers of [`Texts`].
#[derive(Clone, Copy)]
enum Packed {
    Null,
    Int(i64),
    Real(f64),
    Text(u32),
    Blob(u32),
}

/// Texts and bytes, each stored once and numbered.
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
pub(super) struct Span {
    pub(super) partition: i64,
    pub(super) ts: i64,
    pub(super) dur: i64,
}

impl Span {
    /// Returns the end; a span without an end is treated as if it had no duration.
    const fn end(self) -> i64 {
        if self.dur == -1 {
            self.ts
        } else {
            self.ts.saturating_add(self.dur)
        }
    }
}

/// The rows of a table, ordered by partition and time.
pub(super) struct SpanList {
    /// Whether the table has a partition column; otherwise all spans are in one partition.
    pub(super) is_partitioned: bool,
    pub(super) spans: Vec<Span>,
    /// For each span, when the last of it and all spans before ends; empty unless walks start over.
    pub(super) ended: Vec<i64>,
    /// The number of cells per row.
    width: usize,
    cells: Vec<Packed>,
    texts: Texts,
}

impl SpanList {
    /// Reads a table with the given columns. `bytes` counts the memory of both tables.
    pub(super) fn read(
        table: &SpanJoinTable,
        input: &Input,
        columns: &[&str],
        searched: Option<(usize, &Value)>,
        bytes: &mut usize,
    ) -> Result<Self> {
        let partition = input.side.partition.as_deref();
        let searched = searched.and_then(|(column, value)| Some((input.name_of(column)?, value)));
        let sql = select(input, columns, searched.map(|(column, _)| column));
        let mut statement = table.calls.caller.prepare_once(&sql)?;
        if let Some((_, value)) = searched {
            statement.raw_bind_parameter(1, value)?;
        }
        let mut list = Self {
            is_partitioned: partition.is_some(),
            spans: Vec::new(),
            ended: Vec::new(),
            width: columns.len(),
            cells: Vec::new(),
            texts: Texts::default(),
        };
        let starts_over = table.mixed && partition.is_none();
        let before = *bytes;
        let mut ended = i64::MIN;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            let partition = match (partition, row.get_ref(PARTITION)?) {
                (None, _) => i64::MIN,
                (Some(_), ValueRef::Null) => continue,
                (Some(_), ValueRef::Integer(key)) => key,
                (Some(name), _) => {
                    return Err(table.fail(&format!("partition {name} is not an integer")));
                }
            };
            let span = Span {
                partition,
                ts: integer(row.get_ref(TS)?),
                dur: integer(row.get_ref(DUR)?),
            };
            list.spans.push(span);
            if starts_over {
                ended = ended.max(span.end());
                list.ended.push(ended);
            }
            for index in 0..list.width {
                let packed = match row.get_ref(3 + index)? {
                    ValueRef::Null => Packed::Null,
                    ValueRef::Integer(value) => Packed::Int(value),
                    ValueRef::Real(value) => Packed::Real(value),
                    ValueRef::Text(text) => Packed::Text(list.texts.add(text)),
                    ValueRef::Blob(blob) => Packed::Blob(list.texts.add(blob)),
                };
                list.cells.push(packed);
            }
            let row_bytes = size_of::<Span>() + 8 + list.width * size_of::<Packed>();
            *bytes = before + list.spans.len() * row_bytes + list.texts.bytes;
            if *bytes as u64 > table.stop.memory_bytes() {
                return Err(table.fail("the tables do not fit into memory"));
            }
        }
        Ok(list)
    }

    /// Returns a cell of a row.
    pub(super) fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        match self.cells[row * self.width + column] {
            Packed::Null => Cell::Null,
            Packed::Int(value) => Cell::Int(value),
            Packed::Real(value) => Cell::Real(value),
            Packed::Text(number) => Cell::Text(&self.texts.all[number as usize]),
            Packed::Blob(number) => Cell::Blob(&self.texts.all[number as usize]),
        }
    }
}

/// Returns the statement that reads a table: the columns [`TS`], [`DUR`] and [`PARTITION`], then the given
/// ones. If a column is searched, only the rows with the searched value are read.
fn select(input: &Input, columns: &[&str], searched: Option<&str>) -> String {
    let partition = input.side.partition.as_deref();
    let dur = if input.has_dur {
        quoted("dur")
    } else {
        "0".to_owned()
    };
    let times = [quoted("ts"), dur, quoted(partition.unwrap_or("ts"))].into_iter();
    let columns: Vec<String> = times
        .chain(columns.iter().map(|name| quoted(name)))
        .collect();
    let (columns, table) = (columns.join(", "), quoted(&input.side.table));
    let narrowed = searched.map_or(String::new(), |name| {
        format!(" WHERE {} = ?1", quoted(name))
    });
    let order = partition.map_or(String::new(), |name| quoted(name) + ", ");
    format!("SELECT {columns} FROM {table}{narrowed} ORDER BY {order}ts")
}

/// Returns a time as SQLite casts it: anything that is not a number is 0.
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
