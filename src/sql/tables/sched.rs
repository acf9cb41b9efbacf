//! `sched`, `thread_state` and `spurious_sched_wakeup`, by id.

use std::sync::Arc;

use super::{List, Shared, flag};
use crate::base::time::{Dur, Ts};
use crate::model::ids::{SchedId, ThreadStateId};
use crate::model::sched::SpuriousWakeup;
use crate::sql::schema::{TableDef, long, text};
use crate::sql::table::{Cell, Index};

/// The table `sched`.
pub(super) static SCHED: TableDef = TableDef {
    name: "sched",
    doc: "Which thread ran on which CPU.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("ts", "When the thread was switched in."),
        long("dur", "For how long it ran; -1 until the end of the trace."),
        long("cpu", "On which CPU."),
        long("utid", "Which thread."),
        text("end_state", "Its state when it was switched out."),
        long("priority", "Its priority."),
        long("ucpu", "The CPU, unique over machines."),
        long("ts_end", "When it was switched out."),
    ],
};

/// The table `thread_state`.
pub(super) static THREAD_STATE: TableDef = TableDef {
    name: "thread_state",
    doc: "In which state each thread was.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("ts", "When the state began."),
        long(
            "dur",
            "For how long it lasted; -1 until the end of the trace.",
        ),
        long("cpu", "On which CPU, while running."),
        long("utid", "Which thread."),
        text("state", "The state: `Running`, `R`, `S`, `D`, …"),
        long("io_wait", "Whether it waited for IO."),
        text(
            "blocked_function",
            "The kernel function that it blocked in.",
        ),
        long("waker_utid", "The thread that woke it."),
        long("waker_id", "The state of the waker when it did."),
        long("irq_context", "Whether it was woken from an interrupt."),
        long("ucpu", "The CPU, unique over machines."),
    ],
};

/// The table `spurious_sched_wakeup`.
pub(super) static SPURIOUS: TableDef = TableDef {
    name: "spurious_sched_wakeup",
    doc: "Wakeups of threads that were running or runnable already.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("ts", "When it happened."),
        long("thread_state_id", "The state that the thread was in."),
        long("irq_context", "Whether it came from an interrupt."),
        long("utid", "The thread that was woken."),
        long("waker_utid", "The thread that woke it."),
    ],
};

fn indexes(ts: &[Ts], keyed: &[(usize, u32)]) -> (Vec<Index>, Option<usize>) {
    let mut indexes = vec![Index::Row(0)];
    let sorted = ts.is_sorted();
    if sorted {
        indexes.push(Index::Sorted {
            column: 1,
            groups: ts.len() as u32,
        });
    }
    indexes.extend(
        keyed
            .iter()
            .map(|&(column, groups)| Index::Lookup { column, groups }),
    );
    (indexes, sorted.then_some(1))
}

/// Returns the table `sched`.
pub(super) fn sched(shared: &Arc<Shared>) -> List<SchedId> {
    let table = &shared.trace.sched;
    let ts: Vec<Ts> = table.sched().iter().map(|row| row.ts).collect();
    let n_cpus = table.cpus().count() as u32;
    let n_threads = shared.trace.processes.threads.len() as u32;
    let (indexes, within) = indexes(&ts, &[(3, n_cpus), (4, n_threads), (7, n_cpus)]);
    List {
        shared: Arc::clone(shared),
        def: &SCHED,
        rows: (0..ts.len()).map(SchedId::from_index).collect(),
        cell: sched_cell,
        indexes,
        within,
    }
}

fn sched_cell<'a>(shared: &'a Shared, id: &'a SchedId, row: u32, column: usize) -> Cell<'a> {
    let slice = shared.trace.sched.sched_row(*id);
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(slice.ts.ns()),
        2 => Cell::Int(slice.dur.map_or(-1, Dur::ns)),
        3 | 7 => Cell::Int(i64::from(slice.cpu)),
        4 => Cell::Int(i64::from(slice.utid.0)),
        5 => shared.text(slice.end_state),
        6 => Cell::Int(i64::from(slice.priority)),
        // The sum of the two columns, as the reference has it for an unfinished row.
        _ => Cell::Int(slice.ts.ns().saturating_add(slice.dur.map_or(-1, Dur::ns))),
    }
}

/// Returns the table `thread_state`.
pub(super) fn thread_state(shared: &Arc<Shared>) -> List<ThreadStateId> {
    let ts: Vec<Ts> = shared
        .trace
        .sched
        .states()
        .iter()
        .map(|row| row.ts)
        .collect();
    let n_threads = shared.trace.processes.threads.len() as u32;
    let (indexes, within) = indexes(&ts, &[(4, n_threads), (8, n_threads), (9, ts.len() as u32)]);
    List {
        shared: Arc::clone(shared),
        def: &THREAD_STATE,
        rows: (0..ts.len()).map(ThreadStateId::from_index).collect(),
        cell: state_cell,
        indexes,
        within,
    }
}

fn state_cell<'a>(shared: &'a Shared, id: &'a ThreadStateId, row: u32, column: usize) -> Cell<'a> {
    let state = shared.trace.sched.state_row(*id);
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(state.ts.ns()),
        2 => Cell::Int(state.dur.map_or(-1, Dur::ns)),
        3 | 11 => Cell::int_or_null(state.cpu.map(i64::from)),
        4 => Cell::Int(i64::from(state.utid.0)),
        // The importer has no state for what the kernel's number does not say.
        5 => match shared.trace.bytes(state.state) {
            b"" => Cell::Null,
            state => Cell::Text(state),
        },
        6 => state.io_wait.map_or(Cell::Null, flag),
        7 => shared.text(state.blocked_function),
        8 => Cell::int_or_null(state.waker.map(|utid| i64::from(utid.0))),
        9 => Cell::int_or_null(state.waker_state.map(|id| i64::from(id.0))),
        _ => state.irq_context.map_or(Cell::Null, flag),
    }
}

/// Returns the table `spurious_sched_wakeup`.
pub(super) fn spurious(shared: &Arc<Shared>) -> List<SpuriousWakeup> {
    let rows: Vec<_> = shared.trace.sched.spurious().iter().collect();
    let ts: Vec<Ts> = rows.iter().map(|row| row.ts).collect();
    let n = rows.len() as u32;
    let (indexes, within) = indexes(&ts, &[(2, n), (4, n), (5, n)]);
    List {
        shared: Arc::clone(shared),
        def: &SPURIOUS,
        rows,
        cell: spurious_cell,
        indexes,
        within,
    }
}

fn spurious_cell<'a>(
    _: &'a Shared,
    wakeup: &'a SpuriousWakeup,
    row: u32,
    column: usize,
) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(wakeup.ts.ns()),
        2 => Cell::Int(i64::from(wakeup.state.0)),
        3 => wakeup.irq_context.map_or(Cell::Null, flag),
        4 => Cell::Int(i64::from(wakeup.utid.0)),
        _ => Cell::Int(i64::from(wakeup.waker.0)),
    }
}
