//! The functions `ancestor_slice` and `descendant_slice`: slices around and inside a slice on its track.

use std::sync::Arc;

use rusqlite::Result;

use super::columns::{Call, Column, Returned, Row, Table, argument, long, text};
use super::slice::{self, Slices};
use super::{Shared, function};
use crate::model::ids::SliceId;
use crate::model::trace::Trace;
use crate::sql::schema::{Kind, TableDef};
use crate::sql::table::{Generator, Provider, Rows};
use crate::sql::value::Value;

const COLUMNS: &[Column<SliceRows>] = &[
    long("id", "The slice.", |row| row.slice().number.into()),
    long("ts", "Its start in nanoseconds.", |row| {
        slice::ts(row.slice())
    }),
    long("dur", "Its duration in nanoseconds.", |row| {
        slice::dur(row.slice())
    }),
    long("track_id", "Its track.", |row| slice::track(row.slice())),
    text("category", "Its categories.", |row| {
        slice::category(row.slice())
    }),
    text("name", "Its name.", |row| slice::name(row.slice())),
    long("depth", "Its depth.", |row| slice::depth(row.slice())),
    long("parent_id", "The slice that encloses it.", |row| {
        slice::parent(row.slice())
    }),
    long("arg_set_id", "Its arguments in `args`.", |row| {
        slice::args(row.slice())
    }),
    long("thread_ts", "CPU time of the thread at its start.", |row| {
        slice::thread_ts(row.slice())
    }),
    long("thread_dur", "CPU time that the thread took.", |row| {
        slice::thread_dur(row.slice())
    }),
    long(
        "thread_instruction_count",
        "Instruction counter at its start.",
        |row| slice::instruction_count(row.slice()),
    ),
    long(
        "thread_instruction_delta",
        "Instructions that it took.",
        |row| slice::instruction_delta(row.slice()),
    ),
    argument("slice_id", Kind::Long, "a slice", |row| {
        row.data.argument.into()
    }),
];

pub(super) static ANCESTOR: Table<SliceRows> = Table {
    name: "ancestor_slice",
    doc: "The slices that enclose a slice, outermost first.",
    columns: COLUMNS,
    make: |shared| relatives(shared, &ANCESTOR, ancestors),
};
pub(super) static DESCENDANT: Table<SliceRows> = Table {
    name: "descendant_slice",
    doc: "The slices inside a slice, at any depth.",
    columns: COLUMNS,
    make: |shared| relatives(shared, &DESCENDANT, descendants),
};

impl<'a> Row<'a, SliceRows> {
    fn slice(self) -> Row<'a, SliceId> {
        self.data.slices.row(self.data.rows[self.number as usize])
    }
}

/// Returns the slices around a slice, innermost first.
pub(super) fn ancestors(trace: &Trace, slice: SliceId) -> Vec<SliceId> {
    trace.slices.ancestors(slice).collect()
}

/// Returns the slices inside a slice, level by level.
pub(super) fn descendants(trace: &Trace, slice: SliceId) -> Vec<SliceId> {
    let mut found: Vec<SliceId> = trace.slices.children(slice).collect();
    let mut next = 0;
    while let Some(&below) = found.get(next) {
        found.extend(trace.slices.children(below));
        next += 1;
    }
    found
}

/// One of the two functions.
struct Relatives {
    slices: Arc<Slices>,
    shared: Arc<Shared>,
    table: &'static Table<SliceRows>,
    of: fn(&Trace, SliceId) -> Vec<SliceId>,
}

/// Returns one of the functions.
fn relatives(
    shared: &Arc<Shared>,
    table: &'static Table<SliceRows>,
    of: fn(&Trace, SliceId) -> Vec<SliceId>,
) -> Arc<dyn Provider> {
    function(Relatives {
        slices: Arc::new(Slices::new(Arc::clone(shared))),
        shared: Arc::clone(shared),
        table,
        of,
    })
}

impl Generator for Relatives {
    fn def(&self) -> TableDef {
        self.table.def()
    }

    fn is_ordered(&self) -> bool {
        true
    }

    fn call(self: Arc<Self>, args: &[Value]) -> Result<Box<dyn Rows>> {
        let ids = self.shared.trace.sql_ids();
        // As in the reference, nothing is around or inside of what there is not.
        let slice = match args[0] {
            Value::Int(id) => ids.slice(id),
            _ => self.shared.slice_of(&args[0], self.table.name)?,
        };
        let found = slice.map_or_else(Vec::new, |slice| (self.of)(&self.shared.trace, slice));
        let mut rows: Vec<u32> = found.iter().filter_map(|&slice| ids.id(slice)).collect();
        rows.sort_unstable();
        let rows = SliceRows {
            slices: Arc::clone(&self.slices),
            rows,
            argument: args[0].as_int(),
        };
        Ok(Call::open(self.table, &self.shared, rows))
    }
}

/// The rows of a call, and the slice that it was given.
pub(super) struct SliceRows {
    slices: Arc<Slices>,
    /// The SQL ids of the slices.
    rows: Vec<u32>,
    argument: Option<i64>,
}

impl Returned for SliceRows {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn id(&self, number: usize) -> i64 {
        i64::from(self.rows[number])
    }
}
