//! The tables `sched`, `thread_state` and `spurious_sched_wakeup`, by id.

use std::sync::Arc;

use super::columns::{Row, Table, id, long, text};
use super::{List, ListRows, Shared, dense};
use crate::base::time::{Dur, Ts};
use crate::model::ids::{SchedId, ThreadStateId};
use crate::model::sched::{SchedSlice, SpuriousWakeup, ThreadState};

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
    make: |shared| dense(sched(shared)),
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
    make: |shared| dense(thread_state(shared)),
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
    make: |shared| dense(spurious(shared)),
};

/// Returns a duration in nanoseconds; -1 if the row lasts to the end of the trace.
fn dur(dur: Option<Dur>) -> i64 {
    dur.map_or(-1, Dur::ns)
}

/// Returns a table that is searched by `id`, and by `ts` if the times ascend.
fn by_id_and_time<R>(
    shared: &Arc<Shared>,
    table: &'static Table<R>,
    rows: Vec<R>,
    times: impl Iterator<Item = Ts>,
) -> List<R> {
    let list = List::new(shared, table, ListRows::Own(rows)).row("id");
    if times.is_sorted() {
        list.by_time()
    } else {
        list
    }
}

/// Returns the table `sched`.
fn sched(shared: &Arc<Shared>) -> List<SchedId> {
    let table = &shared.trace.sched;
    let n_cpus = table.cpus().count();
    let rows = (0..table.sched().len()).map(SchedId::from_index).collect();
    let times = table.sched().iter().map(|row| row.ts);
    by_id_and_time(shared, &SCHED, rows, times)
        .lookup("cpu", n_cpus)
        .lookup("utid", shared.trace.processes.threads.len())
        .lookup("ucpu", n_cpus)
}

/// Returns the table `thread_state`.
fn thread_state(shared: &Arc<Shared>) -> List<ThreadStateId> {
    let states = shared.trace.sched.states();
    let n_threads = shared.trace.processes.threads.len();
    let rows = (0..states.len()).map(ThreadStateId::from_index).collect();
    by_id_and_time(shared, &THREAD_STATE, rows, states.iter().map(|row| row.ts))
        .lookup("utid", n_threads)
        .lookup("waker_utid", n_threads)
        .lookup("waker_id", states.len())
}

/// Returns the table `spurious_sched_wakeup`.
fn spurious(shared: &Arc<Shared>) -> List<SpuriousWakeup> {
    let wakeups = shared.trace.sched.spurious();
    let rows: Vec<_> = wakeups.iter().collect();
    let n = rows.len();
    by_id_and_time(shared, &SPURIOUS, rows, wakeups.iter().map(|row| row.ts))
        .lookup("thread_state_id", n)
        .lookup("utid", n)
        .lookup("waker_utid", n)
}
