//! The tables: what each row of the trace looks like in SQL.
//!
//! Cells are computed from the trace's columns when SQLite asks for them; only
//! row orders that differ from the trace's own are stored, built when first used.

use std::sync::{Arc, LazyLock};

use rusqlite::{Error, Result};

use super::schema::{TableDef, ViewDef};
use super::session::Stop;
use super::table::{Cell, Dense, DenseTable, Generator, GeneratorTable, Index, Provider};
use super::value::Value;
use crate::base::intern::StrId;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;

pub(super) mod args;
mod columns;
mod counter;
mod devices;
mod dimensions;
mod flow;
mod frames;
mod ftrace;
mod hierarchy;
mod layout;
mod memory;
mod meta;
mod process;
mod profile;
mod sched;
mod slice;
mod stack_samples;
mod summary;
mod track;

use args::ArgSpace;
use columns::{AnyTable, Row, Table};
pub(super) use meta::NAMES_OF_TABLES;

/// The data that tables share.
#[derive(Debug)]
pub(super) struct Shared {
    /// The trace.
    pub(super) trace: Arc<Trace>,
    /// The ids of argument sets.
    pub(super) args: ArgSpace,
    /// What can end the running statement.
    pub(super) stop: Arc<Stop>,
}

impl Shared {
    /// Prepares a trace for SQL.
    pub(super) fn new(trace: Arc<Trace>, stop: Arc<Stop>) -> Arc<Self> {
        Arc::new(Self {
            args: ArgSpace::new(Arc::clone(&trace), Arc::clone(&stop)),
            trace,
            stop,
        })
    }

    /// Returns a string of the trace, or NULL.
    pub(super) fn text(&self, id: Option<StrId>) -> Cell<'_> {
        id.map_or(Cell::Null, |id| Cell::Text(self.trace.bytes(id)))
    }

    /// Returns the slice that an argument of a function says; `None` if it is NULL.
    fn slice_of(&self, argument: &Value, function: &str) -> Result<Option<SliceId>> {
        if *argument == Value::Null {
            return Ok(None);
        }
        let id = argument.as_int();
        let slice = id.and_then(|id| self.trace.sql_ids().slice(id));
        let wrong = || Error::ModuleError(format!("{function}: not the id of a slice"));
        slice.map(Some).ok_or_else(wrong)
    }

    /// Returns the key of a text in an index of strings of the trace; `None` if no string has the text.
    fn text_key(&self, text: &[u8]) -> Option<i64> {
        let id = self.trace.strings.find(text)?;
        Some(i64::from(id.get()))
    }
}

/// A table over a list of rows that is not worth a type of its own.
struct List<R: 'static> {
    shared: Arc<Shared>,
    table: &'static Table<R>,
    rows: ListRows<R>,
    indexes: Vec<Index>,
    /// The column in which rows ascend that are equal in a searched column.
    within: Option<usize>,
}

/// The rows of a [`List`].
enum ListRows<R> {
    /// Rows that were made for this table.
    Own(Vec<R>),
    /// Rows of the trace.
    OfTrace(fn(&Trace) -> &[R]),
}

impl<R> List<R> {
    /// Returns a table without columns that can be searched.
    fn new(shared: &Arc<Shared>, table: &'static Table<R>, rows: ListRows<R>) -> Self {
        Self {
            shared: Arc::clone(shared),
            table,
            rows,
            indexes: Vec::new(),
            within: None,
        }
    }

    /// Adds a search by a column whose value is the number of the row.
    fn row(mut self, name: &str) -> Self {
        self.indexes.push(Index::Row(self.table.position(name)));
        self
    }

    /// Adds a search by a column whose values ascend with the rows.
    fn sorted(mut self, name: &str) -> Self {
        self.indexes.push(Index::Sorted {
            column: self.table.position(name),
            groups: self.rows().len() as u32,
        });
        self
    }

    /// Adds a search by the column `ts`, whose values ascend, alone or within another searched column.
    fn by_time(mut self) -> Self {
        self.within = Some(self.table.position("ts"));
        self.sorted("ts")
    }

    /// Adds a search by a column with approximately so many distinct values.
    fn lookup(mut self, name: &str, groups: usize) -> Self {
        self.indexes.push(Index::Lookup {
            column: self.table.position(name),
            groups: groups as u32,
        });
        self
    }

    fn rows(&self) -> &[R] {
        match &self.rows {
            ListRows::Own(rows) => rows,
            ListRows::OfTrace(rows) => rows(&self.shared.trace),
        }
    }
}

impl<R: Send + Sync + 'static> Dense for List<R> {
    fn def(&self) -> TableDef {
        self.table.def()
    }

    fn len(&self) -> u32 {
        self.rows().len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let row = Row {
            shared: &self.shared,
            number: row,
            data: &self.rows()[row as usize],
        };
        self.table.cell(row, column)
    }

    fn indexes(&self) -> Vec<Index> {
        self.indexes.clone()
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.shared.text_key(text)
    }

    fn within(&self) -> Option<usize> {
        self.within
    }
}

/// Returns a table whose column `id` is the number of the row.
fn by_id<R>(shared: &Arc<Shared>, table: &'static Table<R>, rows: ListRows<R>) -> List<R> {
    List::new(shared, table, rows).row("id")
}

/// Returns a table of rows of the trace whose column `id` is the number of the row.
fn of_trace<R: Send + Sync>(
    shared: &Arc<Shared>,
    table: &'static Table<R>,
    rows: fn(&Trace) -> &[R],
) -> Arc<dyn Provider> {
    dense(by_id(shared, table, ListRows::OfTrace(rows)))
}

fn dense(data: impl Dense) -> Arc<dyn Provider> {
    Arc::new(DenseTable::new(data))
}

fn function(generator: impl Generator) -> Arc<dyn Provider> {
    Arc::new(GeneratorTable::new(generator))
}

/// The tables that exist without including a module, in the order of the documentation.
static TABLES: &[&dyn AnyTable] = &[
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
    &sched::SPURIOUS,
    &meta::LOGS,
    &ftrace::FTRACE,
    &meta::PACKAGES,
    &devices::GAMES,
    &meta::CPU,
    &devices::FREQUENCIES,
    &devices::GPUS,
    &devices::GPU_GROUPS,
    &devices::GPU_CONTEXTS,
    &devices::INTERRUPTS,
    &memory::VULKAN,
    &memory::SMAPS,
    &meta::STATS,
    &meta::ADVICE,
    &meta::METADATA,
    &meta::CLOCKS,
    &meta::BOUNDS,
    &meta::MACHINE,
    &meta::NAMES,
    &stack_samples::SAMPLES,
    &stack_samples::SESSIONS,
    &stack_samples::TASKS,
    &stack_samples::EXECUTIONS,
    &stack_samples::ASYNC_CONTEXTS,
    &stack_samples::VALUES,
    &stack_samples::PERF_SAMPLES,
    &profile::CALLSITES,
    &profile::FRAMES,
    &profile::MAPPINGS,
    &profile::SYMBOLS,
    &hierarchy::ANCESTOR,
    &hierarchy::DESCENDANT,
    &flow::DIRECTLY,
    &flow::FOLLOWING,
    &flow::PRECEDING,
    &layout::LAYOUT,
];

/// A table with its name.
pub(super) type Named = (&'static str, Arc<dyn Provider>);

/// Returns the tables of a trace that exist without including a module.
pub(super) fn all(shared: &Arc<Shared>) -> impl Iterator<Item = Named> {
    TABLES.iter().map(|table| table.of(shared))
}

/// Returns the tables of the module `viz.summary.track_event`.
pub(super) fn track_event_summary(shared: &Arc<Shared>) -> Vec<Named> {
    vec![summary::GROUPS.of(shared)]
}

/// Returns the definitions of all tables, in the order of the documentation.
pub(super) fn definitions() -> &'static [TableDef] {
    static DEFINITIONS: LazyLock<Vec<TableDef>> =
        LazyLock::new(|| TABLES.iter().map(|table| table.definition()).collect());
    &DEFINITIONS
}

/// Returns whether there is a table or view of a name without including a module.
pub(super) fn exists(name: &str) -> bool {
    let tables = definitions().iter().map(|def| def.name);
    let mut names = tables.chain(VIEWS.iter().map(|view| view.name));
    names.any(|known| known.eq_ignore_ascii_case(name))
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
        name: "android_logs",
        doc: "The lines in `logs` of Android's log, and those that Chromium writes as track events.",
        select: "SELECT id, ts, utid, prio, tag, msg FROM logs WHERE log_source = 'android_logcat'",
    },
    ViewDef {
        name: "sched_slice",
        doc: "The table `sched` without `ts_end`.",
        select: "SELECT id, ts, dur, cpu, utid, end_state, priority, ucpu FROM sched",
    },
    ViewDef {
        name: "raw",
        doc: "The table `ftrace_event` under its old name.",
        select: "SELECT * FROM ftrace_event",
    },
    ViewDef {
        name: "frame_slice",
        doc: "Slices of what becomes of the buffers of layers (`graphics_frame_event`).",
        select: "SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, \
                 extract_arg(s.arg_set_id, 'layer_name') AS layer_name, \
                 extract_arg(s.arg_set_id, 'frame_number') AS frame_number, \
                 extract_arg(s.arg_set_id, 'queue_to_acquire_time') AS queue_to_acquire_time, \
                 extract_arg(s.arg_set_id, 'acquire_to_latch_time') AS acquire_to_latch_time, \
                 extract_arg(s.arg_set_id, 'latch_to_present_time') AS latch_to_present_time \
                 FROM slice s JOIN track t ON t.id = s.track_id WHERE t.type = 'graphics_frame_event'",
    },
    ViewDef {
        name: "stack_sample_counter_track",
        doc: "Counters that profilers read with samples: what they sample by, and what they read besides.",
        select: "SELECT id, name, type, parent_id, source_arg_set_id, machine_id, unit, description, \
                 COALESCE(extract_arg(dimension_arg_set_id, 'session_id'), \
                 extract_arg(dimension_arg_set_id, 'perf_session_id')) AS session_id, \
                 extract_arg(dimension_arg_set_id, 'cpu') AS cpu, \
                 extract_arg(source_arg_set_id, 'is_timebase') AS is_timebase FROM counter_track \
                 WHERE id IN (SELECT track_id FROM _stack_sample_value)",
    },
    ViewDef {
        name: "stack_sample_counter",
        doc: "Values of counters that were read with a sample.",
        select: "SELECT c.id, v.stack_sample_id, v.track_id, c.value FROM _stack_sample_value v JOIN ( \
                 SELECT id, track_id, value, ROW_NUMBER() OVER (PARTITION BY track_id ORDER BY ts, id) - 1 AS place \
                 FROM counter WHERE track_id IN (SELECT track_id FROM _stack_sample_value) \
                 ) c ON c.track_id = v.track_id AND c.place = v.place",
    },
    ViewDef {
        name: "cpu_profile_stack_sample",
        doc: "Samples of the profilers of Chromium and of V8, under the name that they had in trace processor.",
        select: "SELECT s.id, s.ts, s.callsite_id, t.utid, \
                 IIF(s.source = 'legacy_v8', 0, NULL) AS process_priority FROM stack_sample s \
                 LEFT JOIN stack_sample_task_context t ON t.id = s.task_context_id \
                 WHERE s.source IN ('chrome', 'legacy_v8')",
    },
    ViewDef {
        name: "perf_session",
        doc: "Recordings of the perf profiler.",
        select: "SELECT DISTINCT perf_session_id AS id, NULL AS cmdline, perf_session_id FROM perf_sample \
                 WHERE perf_session_id IS NOT NULL ORDER BY 1",
    },
    ViewDef {
        name: "perf_counter_track",
        doc: "Counters that the perf profiler reads with each sample: what it samples by, and what it reads besides.",
        select: "SELECT id, name, type, parent_id, source_arg_set_id, machine_id, unit, description, \
                 extract_arg(dimension_arg_set_id, 'perf_session_id') AS perf_session_id, \
                 extract_arg(dimension_arg_set_id, 'cpu') AS cpu, \
                 extract_arg(source_arg_set_id, 'is_timebase') AS is_timebase FROM counter_track \
                 WHERE type = 'perf_cpu_counter'",
    },
    ViewDef {
        name: "gpu_track",
        doc: "Tracks of slices that belong to a GPU.",
        select: "SELECT id, name, type, parent_id, source_arg_set_id, dimension_arg_set_id, machine_id, \
                 type AS scope, extract_arg(source_arg_set_id, 'description') AS description, \
                 extract_arg(dimension_arg_set_id, 'context_id') AS context_id FROM track \
                 WHERE type IN ('drm_vblank', 'drm_sched_ring', 'drm_fence', 'mali_mcu_state', \
                 'gpu_render_stage', 'vulkan_events', 'gpu_log', 'graphics_frame_event')",
    },
    ViewDef {
        name: "gpu_slice",
        doc: "Slices of render stages, with what they say of their context, target and submission.",
        select: "SELECT s.id, s.ts, s.dur, s.track_id, s.category, s.name, s.depth, s.parent_id, s.arg_set_id, \
                 extract_arg(s.arg_set_id, 'context_id') AS context_id, \
                 extract_arg(s.arg_set_id, 'render_target') AS render_target, \
                 extract_arg(s.arg_set_id, 'render_target_name') AS render_target_name, \
                 extract_arg(s.arg_set_id, 'render_pass') AS render_pass, \
                 extract_arg(s.arg_set_id, 'render_pass_name') AS render_pass_name, \
                 extract_arg(s.arg_set_id, 'command_buffer') AS command_buffer, \
                 extract_arg(s.arg_set_id, 'command_buffer_name') AS command_buffer_name, \
                 extract_arg(s.arg_set_id, 'frame_id') AS frame_id, \
                 extract_arg(s.arg_set_id, 'submission_id') AS submission_id, \
                 extract_arg(s.arg_set_id, 'hw_queue_id') AS hw_queue_id, \
                 extract_arg(s.arg_set_id, 'upid') AS upid, \
                 extract_arg(s.arg_set_id, 'render_subpasses') AS render_subpasses \
                 FROM slice s JOIN track t ON t.id = s.track_id \
                 WHERE t.type IN ('gpu_render_stage', 'vulkan_events', 'gpu_log')",
    },
];
