//! The tables of samples of profilers, and of what they have in common: `stack_sample`, `perf_sample`, sessions
//! and contexts.
//!
//! As in the reference, `stack_sample` has the samples of all profilers that have a call stack, and the tables
//! beside it only what these samples name.

use std::sync::Arc;

use super::ListRows::Own;
use super::columns::{Row, Table, long, text};
use super::{List, Shared, dense};
use crate::model::ids::{StackSampleId, TrackId};
use crate::model::stack_profile::{
    AsyncContext, Execution, Profiler, StackProfile, StackSample, Task,
};
use crate::sql::table::{Cell, Provider};

/// A row with its number in the trace, of which some may be left out here.
pub(super) struct Numbered<R>(u32, R);

pub(super) static SAMPLES: Table<StackSampleId> = Table {
    name: "stack_sample",
    doc: "Samples of profilers that have a call stack.",
    columns: &[
        long("id", "Unique identifier of the sample.", |row| {
            row.data.0.into()
        }),
        long("ts", "When it was taken.", |row| sample(row).ts.ns().into()),
        text(
            "source",
            "Who took it: `linux.perf`, `legacy_v8`, …",
            |row| row.text(profiler(row).source),
        ),
        long("task_context_id", "Whom it is of.", |row| {
            sample(row).task.into()
        }),
        long(
            "execution_context_id",
            "In which state of a CPU it was taken.",
            |row| sample(row).execution.into(),
        ),
        long(
            "callsite_id",
            "The innermost call site of its stack.",
            |row| sample(row).callsite.into(),
        ),
        long("session_id", "The session that it belongs to.", |row| {
            profiler(row).session.into()
        }),
    ],
    make: |shared| samples(shared, &SAMPLES, |_, sample| sample.callsite.is_some()),
};
pub(super) static PERF_SAMPLES: Table<StackSampleId> = Table {
    name: "perf_sample",
    doc: "Samples of the perf profiler.",
    columns: &[
        long(
            "id",
            "Unique identifier of the sample, the same as in `stack_sample`.",
            |row| row.data.0.into(),
        ),
        long("ts", "When it was taken.", |row| sample(row).ts.ns().into()),
        long("utid", "The thread that ran.", |row| {
            let profile = &row.shared.trace.stack_profile;
            profile.task(*row.data).utid.map(|utid| utid.0).into()
        }),
        long("cpu", "The CPU that it ran on.", |row| {
            execution(row).cpu.into()
        }),
        text("cpu_mode", "In which mode: `kernel`, `user`, …", |row| {
            execution(row).mode.unwrap_or("unknown").into()
        }),
        long(
            "callsite_id",
            "The innermost call site of its stack.",
            |row| sample(row).callsite.into(),
        ),
        text("unwind_error", "What went wrong with the stack.", |row| {
            row.text(sample(row).unwind_error)
        }),
        long("perf_session_id", "Which recording it belongs to.", |row| {
            profiler(row).session.into()
        }),
    ],
    make: |shared| {
        let perf = shared.trace.strings.find(b"linux.perf");
        let is_perf = move |profile: &StackProfile, sample: &StackSample| {
            perf.is_some() && profile.profilers[sample.profiler as usize].source == perf
        };
        samples(shared, &PERF_SAMPLES, is_perf)
    },
};
pub(super) static SESSIONS: Table<Profiler> = Table {
    name: "stack_sample_session",
    doc: "Recordings of profilers, if their samples tell them apart.",
    columns: &[
        long("id", "Unique identifier of the session.", |row| {
            row.data.session.into()
        }),
        text("source", "The profiler: `linux.perf`, …", |row| {
            row.text(row.data.source)
        }),
        text(
            "timebase_unit",
            "The unit of what it samples by: `ns`, `cycles`, `count`, …",
            |row| row.text(row.data.timebase_unit),
        ),
        text("cmdline", "Always NULL.", |_| Cell::Null),
    ],
    make: |shared| {
        let profile = &shared.trace.stack_profile;
        let used = used(profile, profile.profilers.len(), |row| Some(row.profiler));
        let rows = numbered(&profile.profilers, &used).map(|row| row.1);
        let rows = rows.filter(|row| row.session.is_some()).collect();
        dense(List::new(shared, &SESSIONS, Own(rows)).sorted("id"))
    },
};
pub(super) static TASKS: Table<Numbered<Task>> = Table {
    name: "stack_sample_task_context",
    doc: "Whom samples are of.",
    columns: &[
        long("id", "Unique identifier of the row.", |row| {
            row.data.0.into()
        }),
        long("upid", "The process.", |row| {
            row.data.1.upid.map(|upid| upid.0).into()
        }),
        long("utid", "The thread.", |row| {
            row.data.1.utid.map(|utid| utid.0).into()
        }),
        long(
            "async_context_id",
            "What the process itself switched to.",
            |row| row.data.1.async_context.into(),
        ),
    ],
    make: |shared| {
        let profile = &shared.trace.stack_profile;
        let used = used(profile, profile.tasks.len(), |row| row.task);
        let rows = numbered(&profile.tasks, &used).collect();
        dense(List::new(shared, &TASKS, Own(rows)).sorted("id"))
    },
};
pub(super) static EXECUTIONS: Table<Numbered<Execution>> = Table {
    name: "stack_sample_execution_context",
    doc: "In which state of a CPU samples were taken.",
    columns: &[
        long("id", "Unique identifier of the row.", |row| {
            row.data.0.into()
        }),
        long("ucpu", "The CPU.", |row| row.data.1.cpu.into()),
        text("cpu_mode", "Its mode: `kernel`, `user`, …", |row| {
            row.data.1.mode.into()
        }),
    ],
    make: |shared| {
        let profile = &shared.trace.stack_profile;
        let used = used(profile, profile.executions.len(), |row| row.execution);
        let rows = numbered(&profile.executions, &used).collect();
        dense(List::new(shared, &EXECUTIONS, Own(rows)).sorted("id"))
    },
};
pub(super) static ASYNC_CONTEXTS: Table<Numbered<AsyncContext>> = Table {
    name: "stack_sample_async_context",
    doc: "What processes themselves switch between, such as fibers.",
    columns: &[
        long("id", "Unique identifier of the row.", |row| {
            row.data.0.into()
        }),
        text("name", "What it is called.", |row| {
            row.text(row.data.1.name)
        }),
        text("kind", "What it is: `fiber`, `goroutine`, …", |row| {
            row.text(row.data.1.kind)
        }),
        long("parent_id", "The one that it belongs to.", |row| {
            row.data.1.parent.into()
        }),
    ],
    make: |shared| {
        let profile = &shared.trace.stack_profile;
        let context = |row: &StackSample| profile.tasks[row.task? as usize].async_context;
        let mut used = used(profile, profile.async_contexts.len(), context);
        // A parent stands before its children.
        for at in (0..used.len())
            .rev()
            .filter(|&at| used[at])
            .collect::<Vec<_>>()
        {
            let mut above = profile.async_contexts[at].parent;
            while let Some(parent) = above
                && !std::mem::replace(&mut used[parent as usize], true)
            {
                above = profile.async_contexts[parent as usize].parent;
            }
        }
        let rows = numbered(&profile.async_contexts, &used).collect();
        dense(List::new(shared, &ASYNC_CONTEXTS, Own(rows)).sorted("id"))
    },
};

/// A value of a counter that was read with a sample: the number of the sample, the counter, and which of the
/// counter's values it is.
type Value = (StackSampleId, TrackId, u32);

pub(super) static VALUES: Table<Value> = Table {
    name: "_stack_sample_value",
    doc: "Which values of counters were read with samples that have a call stack.",
    columns: &[
        long("stack_sample_id", "The sample.", |row| row.data.0.0.into()),
        long("track_id", "The counter.", |row| row.data.1.0.into()),
        long(
            "place",
            "Which value of the counter it is, from 0 on, in the order of time.",
            |row| row.data.2.into(),
        ),
    ],
    make: |shared| {
        let profile = &shared.trace.stack_profile;
        // Counters of profilers have no other values than those of samples.
        let mut seen = vec![0; shared.trace.tracks.len()];
        let mut rows = Vec::new();
        for id in (0..profile.samples.len()).map(StackSampleId::from_index) {
            for &track in profile.values(id) {
                let place: &mut u32 = &mut seen[track.index()];
                if profile.sample(id).callsite.is_some() {
                    rows.push((id, track, *place));
                }
                *place += 1;
            }
        }
        let list = List::new(shared, &VALUES, Own(rows)).sorted("stack_sample_id");
        dense(list.lookup("track_id", shared.trace.tracks.len()))
    },
};

fn sample(row: Row<'_, StackSampleId>) -> &StackSample {
    row.shared.trace.stack_profile.sample(*row.data)
}

fn profiler(row: Row<'_, StackSampleId>) -> Profiler {
    row.shared.trace.stack_profile.profiler(*row.data)
}

fn execution(row: Row<'_, StackSampleId>) -> Execution {
    row.shared.trace.stack_profile.execution(*row.data)
}

/// Returns a table of some of the samples.
fn samples(
    shared: &Arc<Shared>,
    table: &'static Table<StackSampleId>,
    is_in: impl Fn(&StackProfile, &StackSample) -> bool,
) -> Arc<dyn Provider> {
    let profile = &shared.trace.stack_profile;
    let ids = (0..profile.samples.len()).map(StackSampleId::from_index);
    let ids = ids
        .filter(|&id| is_in(profile, profile.sample(id)))
        .collect();
    let list = List::new(shared, table, Own(ids)).sorted("id").by_time();
    let n_threads = shared.trace.processes.threads.len();
    dense(if std::ptr::eq(table, &raw const PERF_SAMPLES) {
        list.lookup("utid", n_threads)
    } else {
        list.lookup("task_context_id", profile.tasks.len())
    })
}

/// Returns which of `n` rows are named by samples that have a call stack.
fn used(profile: &StackProfile, n: usize, row: impl Fn(&StackSample) -> Option<u32>) -> Vec<bool> {
    let mut used = vec![false; n];
    let with_stack = profile.samples.iter().filter(|row| row.callsite.is_some());
    for row in with_stack.filter_map(row) {
        used[row as usize] = true;
    }
    used
}

fn numbered<'a, R: Copy>(rows: &'a [R], used: &'a [bool]) -> impl Iterator<Item = Numbered<R>> {
    let all = (0..).zip(rows).zip(used);
    all.filter(|row| *row.1)
        .map(|((n, row), _)| Numbered(n, *row))
}
