//! The tables `process` and `thread`, by upid and utid.

use std::sync::Arc;

use super::args::ArgSpace;
use super::columns::{Table, boolean, id, long, text};
use super::{List, ListRows, Shared, dense};
use crate::base::time::Ts;
use crate::model::ids::Utid;
use crate::model::process::{Process, Thread, UIDS_PER_USER};

/// The table `process`.
pub(super) static PROCESS: Table<Process> = Table {
    name: "process",
    doc: "Processes; row 0 is the idle process.",
    columns: &[
        long("upid", "Unique identifier, as pids are reused.", |row| {
            row.number.into()
        }),
        id("The same as `upid`."),
        long("pid", "The id that the system gave it.", |row| {
            row.data.pid.into()
        }),
        text("name", "Its name.", |row| row.text(row.data.name)),
        long("start_ts", "When it started, if known.", |row| {
            row.data.start_ts.map(Ts::ns).into()
        }),
        long("end_ts", "When it ended, if known.", |row| {
            row.data.end_ts.map(Ts::ns).into()
        }),
        long("parent_upid", "The process that started it.", |row| {
            row.data.parent.map(|parent| parent.0).into()
        }),
        long("uid", "The user that it runs as.", |row| {
            row.data.uid.into()
        }),
        long("android_appid", "The Android app, from the uid.", |row| {
            row.data.uid.map(|uid| uid % UIDS_PER_USER).into()
        }),
        long(
            "android_user_id",
            "The Android user, from the uid.",
            |row| row.data.uid.map(|uid| uid / UIDS_PER_USER).into(),
        ),
        text("cmdline", "Its command line.", |row| {
            row.text(row.data.cmdline)
        }),
        long("arg_set_id", "Its arguments in `args`.", |row| {
            ArgSpace::stored(row.data.args).into()
        }),
        long("machine_id", "The machine; 0 is the host.", |row| {
            row.data.machine.into()
        }),
    ],
    make: |shared| dense(processes(shared)),
};

/// The table `thread`.
pub(super) static THREAD: Table<Thread> = Table {
    name: "thread",
    doc: "Threads; row 0 is the idle thread.",
    columns: &[
        long("utid", "Unique identifier, as tids are reused.", |row| {
            row.number.into()
        }),
        id("The same as `utid`."),
        long("tid", "The id that the system gave it.", |row| {
            row.data.tid.into()
        }),
        text("name", "Its name.", |row| row.text(row.data.name)),
        long("start_ts", "When it started, if known.", |row| {
            row.data.start_ts.map(Ts::ns).into()
        }),
        long("end_ts", "When it ended, if known.", |row| {
            row.data.end_ts.map(Ts::ns).into()
        }),
        long("upid", "The process that it belongs to.", |row| {
            row.data.upid.map(|upid| upid.0).into()
        }),
        boolean(
            "is_main_thread",
            "Whether it is the main thread of its process.",
            |row| row.data.is_main.into(),
        ),
        boolean("is_idle", "Whether it is the idle thread.", |row| {
            let utid = Utid::from_index(row.number as usize);
            row.shared.trace.processes.is_idle(utid).into()
        }),
        long("machine_id", "The machine; 0 is the host.", |row| {
            row.data.machine.into()
        }),
        long("arg_set_id", "Its arguments in `args`.", |row| {
            ArgSpace::stored(row.data.args).into()
        }),
    ],
    make: |shared| dense(threads(shared)),
};

/// Returns the table `process`.
fn processes(shared: &Arc<Shared>) -> List<Process> {
    let n = shared.trace.processes.processes.len();
    let rows = ListRows::OfTrace(|trace| &trace.processes.processes);
    List::new(shared, &PROCESS, rows)
        .row("upid")
        .row("id")
        .lookup("pid", n)
        .lookup("name", n)
        .lookup("parent_upid", n / 4)
}

/// Returns the table `thread`.
fn threads(shared: &Arc<Shared>) -> List<Thread> {
    let n = shared.trace.processes.threads.len();
    let rows = ListRows::OfTrace(|trace| &trace.processes.threads);
    List::new(shared, &THREAD, rows)
        .row("utid")
        .row("id")
        .lookup("tid", n)
        .lookup("name", n)
        .lookup("upid", shared.trace.processes.processes.len())
}
