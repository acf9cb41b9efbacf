//! The tables: what each row of the trace looks like in SQL.
//!
//! Cells are computed from the trace's columns when SQLite asks for them; only
//! row orders that differ from the trace's own are stored, built when first used.

use std::sync::Arc;

use super::schema::{TableDef, ViewDef};
use super::table::{Cell, Dense, DenseTable, GeneratorTable, Index, Provider};
use crate::base::intern::StrId;
use crate::model::trace::Trace;

pub(super) mod args;
mod counter;
mod flow;
mod frames;
mod hierarchy;
mod layout;
mod meta;
mod process;
mod real_text;
mod sched;
pub(super) mod slice;
mod summary;
mod track;

use args::ArgSpace;

/// What tables share.
#[derive(Debug)]
pub(super) struct Shared {
    /// The trace.
    pub(super) trace: Arc<Trace>,
    /// Which argument sets there are and what they are called in SQL.
    pub(super) args: ArgSpace,
}

impl Shared {
    /// Prepares a trace for SQL.
    pub(super) fn new(trace: Arc<Trace>) -> Arc<Self> {
        Arc::new(Self {
            args: ArgSpace::new(Arc::clone(&trace)),
            trace,
        })
    }

    /// Returns a string or NULL.
    pub(super) fn text(&self, id: Option<StrId>) -> Cell<'_> {
        id.map_or(Cell::Null, |id| Cell::Text(self.trace.bytes(id)))
    }
}

/// Returns a boolean as SQL has it.
fn flag(value: bool) -> Cell<'static> {
    Cell::Int(i64::from(value))
}

/// A table over a list of rows that is not worth a type of its own.
struct List<R: 'static> {
    shared: Arc<Shared>,
    def: &'static TableDef,
    rows: Vec<R>,
    cell: for<'a> fn(&'a Shared, &'a R, u32, usize) -> Cell<'a>,
    indexes: Vec<Index>,
    /// The column that ascends among equal rows of a searched column.
    within: Option<usize>,
}

impl<R: Send + Sync + 'static> Dense for List<R> {
    fn def(&self) -> &'static TableDef {
        self.def
    }

    fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        (self.cell)(&self.shared, &self.rows[row as usize], row, column)
    }

    fn indexes(&self) -> Vec<Index> {
        self.indexes.clone()
    }

    fn within(&self) -> Option<usize> {
        self.within
    }
}

/// A table with its name.
pub(super) type Named = (&'static str, Arc<dyn Provider>);

fn dense<T: Dense>(data: T) -> Named {
    (data.def().name, Arc::new(DenseTable::new(data)))
}

fn function<T: super::table::Generator>(generator: T) -> Named {
    (
        generator.def().name,
        Arc::new(GeneratorTable(Arc::new(generator))),
    )
}

/// Returns the tables of a trace that exist without including a module.
pub(super) fn all(shared: &Arc<Shared>) -> Vec<Named> {
    let mut tables = vec![
        dense(slice::Slices::new(Arc::clone(shared))),
        dense(slice::states(shared)),
        args::table(shared),
        dense(counter::Counters::new(Arc::clone(shared))),
        dense(flow::Flows::new(Arc::clone(shared))),
        dense(frames::expected(shared)),
        dense(frames::actual(shared)),
        dense(sched::sched(shared)),
        dense(sched::thread_state(shared)),
        dense(process::processes(shared)),
        dense(process::threads(shared)),
    ];
    tables.extend(track::all(shared).into_iter().map(dense));
    tables.extend(meta::all(shared));
    tables.extend(flow::functions(shared).into_iter().map(function));
    tables.extend(hierarchy::functions(shared).into_iter().map(function));
    tables.push(function(layout::SliceLayout::new(Arc::clone(shared))));
    tables
}

/// Returns the tables of `viz.summary.track_event`.
pub(super) fn track_event_summary(shared: &Arc<Shared>) -> Vec<Named> {
    vec![dense(summary::ordered_groups(shared))]
}

/// Returns what there is to know of every table, in the order of the documentation.
pub(super) fn definitions() -> Vec<&'static TableDef> {
    let mut definitions: Vec<&'static TableDef> = vec![
        &slice::SLICE,
        &track::TRACK,
        &track::THREAD_TRACK,
        &track::PROCESS_TRACK,
        &track::CPU_TRACK,
        &process::THREAD,
        &process::PROCESS,
        &args::ARGS,
        &flow::FLOW,
        &counter::COUNTER,
        &track::COUNTER_TRACK,
        &track::PROCESS_COUNTER_TRACK,
        &track::THREAD_COUNTER_TRACK,
        &track::CPU_COUNTER_TRACK,
        &track::GPU_COUNTER_TRACK,
        &slice::STATE,
        &track::STATE_TRACK,
        &track::PROCESS_STATE_TRACK,
        &track::THREAD_STATE_TRACK,
        &frames::EXPECTED,
        &frames::ACTUAL,
        &sched::SCHED,
        &sched::THREAD_STATE,
    ];
    definitions.extend(meta::DEFINITIONS);
    definitions.extend(hierarchy::DEFINITIONS);
    definitions.extend(flow::FUNCTIONS);
    definitions.push(&layout::LAYOUT);
    definitions
}

/// Views that exist without including a module.
pub(super) const VIEWS: &[ViewDef] = &[
    ViewDef {
        name: "slices",
        doc: "The table `slice` under its other name.",
        select: "SELECT * FROM slice",
    },
    ViewDef {
        name: "instant",
        doc: "Slices without a length.",
        select: "SELECT ts, track_id, name, arg_set_id FROM slice WHERE dur = 0",
    },
    ViewDef {
        name: "counters",
        doc: "Counter samples with name and unit of their track, by time.",
        select: "SELECT c.*, t.name, t.unit FROM counter c JOIN counter_track t \
                 ON t.id = c.track_id ORDER BY c.ts",
    },
    ViewDef {
        name: "sched_slice",
        doc: "The table `sched` without `ts_end`.",
        select: "SELECT id, ts, dur, cpu, utid, end_state, priority, ucpu FROM sched",
    },
];
