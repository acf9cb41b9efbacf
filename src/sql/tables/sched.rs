//! The tables `sched`, `thread_state` and `spurious_sched_wakeup`, by id.

use std::sync::Arc;

use super::columns::{Row, Table, id, long, text};
use super::{List, ListRows, Shared};
use crate::base::time::{Dur, Ts};
use crate::model::ids::{SchedId, ThreadStateId};
use crate::model::sched::{SchedSlice, SpuriousWakeup, ThreadState};
use crate::sql::table::Index;

/// The table `sched`.
pub(super) static SCHED: Table<SchedId> = Table {
    name: "sched",
    doc: "Which thread ran on which CPU.",
    columns: &[
        id("Unique identifier of the row."),
        long("ts", "When the thread was switched in.", |row| {
            row.sched().ts.ns().into()
        }),
        long(
            "dur",
            "For how long it ran; -1 until the end of the trace.",
            |row| dur(row.sched().dur).into(),
        ),
        long("cpu", "On which CPU.", |row| row.sched().cpu.into()),
        long("utid", "Which thread.", |row| row.sched().utid.0.into()),
        text("end_state", "Its state when it was switched out.", |row| {
            row.text(row.sched().end_state)
        }),
        long("priority", "Its priority.", |row| {
            i64::from(row.sched().priority).into()
        }),
        long("ucpu", "The CPU, unique over machines.", |row| {
            row.sched().cpu.into()
        }),
        // Always `ts` + `dur`, so `ts` - 1 for a row without an end, as in the reference.
        long("ts_end", "When it was switched out.", |row| {
            let slice = row.sched();
            slice.ts.ns().saturating_add(dur(slice.dur)).into()
        }),
    ],
};

impl Row<'_, SchedId> {
    fn sched(self) -> SchedSlice {
        self.shared.trace.sched.sched_row(*self.data)
    }
}

/// The table `thread_state`.
pub(super) static THREAD_STATE: Table<ThreadStateId> = Table {
    name: "thread_state",
    doc: "In which state each thread was.",
    columns: &[
        id("Unique identifier of the row."),
        long("ts", "When the state began.", |row| {
            row.state().ts.ns().into()
        }),
        long(
            "dur",
            "For how long it lasted; -1 until the end of the trace.",
            |row| dur(row.state().dur).into(),
        ),
        long("cpu", "On which CPU, while running.", |row| {
            row.state().cpu.into()
        }),
        long("utid", "Which thread.", |row| row.state().utid.0.into()),
        // The state is empty if the kernel's number is unknown to the importer.
        text("state", "The state: `Running`, `R`, `S`, `D`, …", |row| {
            let state = row.shared.trace.bytes(row.state().state);
            (!state.is_empty()).then_some(state).into()
        }),
        long("io_wait", "Whether it waited for IO.", |row| {
            row.state().io_wait.into()
        }),
        text(
            "blocked_function",
            "The kernel function that it blocked in.",
            |row| row.text(row.state().blocked_function),
        ),
        long("waker_utid", "The thread that woke it.", |row| {
            row.state().waker.map(|utid| utid.0).into()
        }),
        long("waker_id", "The state of the waker when it did.", |row| {
            row.state().waker_state.map(|id| id.0).into()
        }),
        long(
            "irq_context",
            "Whether it was woken from an interrupt.",
            |row| row.state().irq_context.into(),
        ),
        long("ucpu", "The CPU, unique over machines.", |row| {
            row.state().cpu.into()
        }),
    ],
};

impl Row<'_, ThreadStateId> {
    fn state(self) -> ThreadState {
        self.shared.trace.sched.state_row(*self.data)
    }
}

/// The table `spurious_sched_wakeup`.
pub(super) static SPURIOUS: Table<SpuriousWakeup> = Table {
    name: "spurious_sched_wakeup",
    doc: "Wakeups of threads that were running or runnable already.",
    columns: &[
        id("Unique identifier of the row."),
        long("ts", "When it happened.", |row| row.data.ts.ns().into()),
        long(
            "thread_state_id",
            "The state that the thread was in.",
            |row| row.data.state.0.into(),
        ),
        long("irq_context", "Whether it came from an interrupt.", |row| {
            row.data.irq_context.into()
        }),
        long("utid", "The thread that was woken.", |row| {
            row.data.utid.0.into()
        }),
        long("waker_utid", "The thread that woke it.", |row| {
            row.data.waker.0.into()
        }),
    ],
};

/// Returns a duration in nanoseconds; -1 if the row lasts to the end of the trace.
fn dur(dur: Option<Dur>) -> i64 {
    dur.map_or(-1, Dur::ns)
}

/// Returns the indexes for a search by `id`, by `ts` if the times ascend, and by other columns with their
/// numbers of distinct values; and the column `ts` if the times ascend.
fn indexes<R>(table: &Table<R>, ts: &[Ts], keyed: &[(usize, u32)]) -> (Vec<Index>, Option<usize>) {
    let column = table.position("ts");
    let mut indexes = vec![Index::Row(table.position("id"))];
    let sorted = ts.is_sorted();
    if sorted {
        indexes.push(Index::Sorted {
            column,
            groups: ts.len() as u32,
        });
    }
    indexes.extend(
        keyed
            .iter()
            .map(|&(column, groups)| Index::Lookup { column, groups }),
    );
    (indexes, sorted.then_some(column))
}

/// Returns the table `sched`.
pub(super) fn sched(shared: &Arc<Shared>) -> List<SchedId> {
    let table = &shared.trace.sched;
    let ts: Vec<Ts> = table.sched().iter().map(|row| row.ts).collect();
    let n_cpus = table.cpus().count() as u32;
    let n_threads = shared.trace.processes.threads.len() as u32;
    let (indexes, within) = indexes(
        &SCHED,
        &ts,
        &[
            (SCHED.position("cpu"), n_cpus),
            (SCHED.position("utid"), n_threads),
            (SCHED.position("ucpu"), n_cpus),
        ],
    );
    List {
        shared: Arc::clone(shared),
        table: &SCHED,
        rows: ListRows::Own((0..ts.len()).map(SchedId::from_index).collect()),
        indexes,
        within,
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
    let (indexes, within) = indexes(
        &THREAD_STATE,
        &ts,
        &[
            (THREAD_STATE.position("utid"), n_threads),
            (THREAD_STATE.position("waker_utid"), n_threads),
            (THREAD_STATE.position("waker_id"), ts.len() as u32),
        ],
    );
    List {
        shared: Arc::clone(shared),
        table: &THREAD_STATE,
        rows: ListRows::Own((0..ts.len()).map(ThreadStateId::from_index).collect()),
        indexes,
        within,
    }
}

/// Returns the table `spurious_sched_wakeup`.
pub(super) fn spurious(shared: &Arc<Shared>) -> List<SpuriousWakeup> {
    let rows: Vec<_> = shared.trace.sched.spurious().iter().collect();
    let ts: Vec<Ts> = rows.iter().map(|row| row.ts).collect();
    let n = rows.len() as u32;
    let (indexes, within) = indexes(
        &SPURIOUS,
        &ts,
        &[
            (SPURIOUS.position("thread_state_id"), n),
            (SPURIOUS.position("utid"), n),
            (SPURIOUS.position("waker_utid"), n),
        ],
    );
    List {
        shared: Arc::clone(shared),
        table: &SPURIOUS,
        rows: ListRows::Own(rows),
        indexes,
        within,
    }
}
