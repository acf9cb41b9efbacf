//! `ancestor_slice` and `descendant_slice`: the slices above and below a slice on its track.

use std::sync::Arc;

use rusqlite::{Error, Result};

use super::Shared;
use super::slice::Slices;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;
use crate::sql::schema::{Column, Kind, TableDef, argument, long, text};
use crate::sql::table::{Cell, Dense as _, Generator, Rows, Search};

/// The functions, as they are documented.
pub(super) const DEFINITIONS: &[&TableDef] = &[&ANCESTOR, &DESCENDANT];

// The columns are the first of `slice`, so that its cells can be used.
const COLUMNS: &[Column] = &[
    long("id", "The slice."),
    long("ts", "Its start in nanoseconds."),
    long("dur", "Its duration in nanoseconds."),
    long("track_id", "Its track."),
    text("category", "Its categories."),
    text("name", "Its name."),
    long("depth", "Its depth."),
    long("parent_id", "The slice that encloses it."),
    long("arg_set_id", "Its arguments in `args`."),
    long("thread_ts", "CPU time of the thread at its start."),
    long("thread_dur", "CPU time that the thread took."),
    long(
        "thread_instruction_count",
        "Instruction counter at its start.",
    ),
    long("thread_instruction_delta", "Instructions that it took."),
    argument("slice_id", Kind::Long, "a slice"),
];
const ARGUMENT: usize = 13;

static ANCESTOR: TableDef = TableDef {
    name: "ancestor_slice",
    doc: "The slices that enclose a slice, outermost first.",
    columns: COLUMNS,
};
static DESCENDANT: TableDef = TableDef {
    name: "descendant_slice",
    doc: "The slices inside a slice, at any depth.",
    columns: COLUMNS,
};

/// Returns the slices that enclose a slice, nearest first.
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

/// One of the functions.
pub(super) struct Relatives {
    slices: Arc<Slices>,
    shared: Arc<Shared>,
    def: &'static TableDef,
    of: fn(&Trace, SliceId) -> Vec<SliceId>,
}

/// Returns the functions.
pub(super) fn functions(shared: &Arc<Shared>) -> Vec<Relatives> {
    let relatives = |def, of| Relatives {
        slices: Arc::new(Slices::new(Arc::clone(shared))),
        shared: Arc::clone(shared),
        def,
        of,
    };
    vec![
        relatives(&ANCESTOR, ancestors as fn(&Trace, SliceId) -> Vec<SliceId>),
        relatives(&DESCENDANT, descendants),
    ]
}

impl Generator for Relatives {
    fn def(&self) -> &'static TableDef {
        self.def
    }

    fn is_ordered(&self) -> bool {
        true
    }

    fn call(self: Arc<Self>, args: &[Search]) -> Result<Box<dyn Rows>> {
        let ids = self.shared.trace.sql_ids();
        let mut rows: Vec<u32> = match &args[0] {
            Search::Null => Vec::new(),
            value => {
                let slice = value.as_int().and_then(|id| ids.slice(id)).ok_or_else(|| {
                    Error::ModuleError(format!("{}: not the id of a slice", self.def.name))
                })?;
                let found = (self.of)(&self.shared.trace, slice);
                found.iter().filter_map(|&slice| ids.id(slice)).collect()
            }
        };
        rows.sort_unstable();
        Ok(Box::new(SliceRows {
            slices: Arc::clone(&self.slices),
            rows,
            at: 0,
            argument: args[0].as_int(),
        }))
    }
}

struct SliceRows {
    slices: Arc<Slices>,
    rows: Vec<u32>,
    at: usize,
    argument: Option<i64>,
}

impl Rows for SliceRows {
    fn done(&self) -> bool {
        self.at >= self.rows.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column {
            ARGUMENT => Cell::int_or_null(self.argument),
            _ => self.slices.cell(self.rows[self.at], column),
        }
    }

    fn id(&self) -> i64 {
        i64::from(self.rows[self.at])
    }
}
