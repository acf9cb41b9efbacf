//! `process` and `thread`, by upid and utid.

use std::sync::Arc;

use super::args::ArgSpace;
use super::{List, Shared, flag};
use crate::base::time::Ts;
use crate::model::ids::{Upid, Utid};
use crate::sql::schema::{TableDef, boolean, long, text};
use crate::sql::table::{Cell, Index};

/// The table `process`.
pub(super) static PROCESS: TableDef = TableDef {
    name: "process",
    doc: "Processes; row 0 is the idle process.",
    columns: &[
        long("upid", "Unique identifier, as pids are reused."),
        long("id", "The same as `upid`."),
        long("pid", "The id that the system gave it."),
        text("name", "Its name."),
        long("start_ts", "When it started, if known."),
        long("end_ts", "When it ended, if known."),
        long("parent_upid", "The process that started it."),
        long("uid", "The user that it runs as."),
        long("android_appid", "The Android app, from the uid."),
        long("android_user_id", "The Android user, from the uid."),
        text("cmdline", "Its command line."),
        long("arg_set_id", "Its arguments in `args`."),
        long("machine_id", "The machine; 0 is the host."),
    ],
};

/// The table `thread`.
pub(super) static THREAD: TableDef = TableDef {
    name: "thread",
    doc: "Threads; row 0 is the idle thread.",
    columns: &[
        long("utid", "Unique identifier, as tids are reused."),
        long("id", "The same as `utid`."),
        long("tid", "The id that the system gave it."),
        text("name", "Its name."),
        long("start_ts", "When it started, if known."),
        long("end_ts", "When it ended, if known."),
        long("upid", "The process that it belongs to."),
        boolean(
            "is_main_thread",
            "Whether it is the main thread of its process.",
        ),
        boolean("is_idle", "Whether it is the idle thread."),
        long("machine_id", "The machine; 0 is the host."),
        long("arg_set_id", "Its arguments in `args`."),
    ],
};

/// The column of names in both tables.
const NAME: usize = 3;
/// Android gives every user a block of this many uids.
const UIDS_PER_USER: i64 = 100_000;

/// Returns the table `process`.
pub(super) fn processes(shared: &Arc<Shared>) -> List<Upid> {
    let n = shared.trace.processes.processes.len();
    List {
        shared: Arc::clone(shared),
        def: &PROCESS,
        rows: (0..n).map(Upid::from_index).collect(),
        cell: process_cell,
        indexes: vec![
            Index::Row(0),
            Index::Row(1),
            Index::Lookup {
                column: 2,
                groups: n as u32,
            },
            Index::Lookup {
                column: NAME,
                groups: n as u32,
            },
            Index::Lookup {
                column: 6,
                groups: n as u32 / 4,
            },
        ],
        within: None,
    }
}

fn process_cell<'a>(shared: &'a Shared, &upid: &'a Upid, _row: u32, column: usize) -> Cell<'a> {
    let process = shared.trace.processes.process(upid);
    match column {
        0 | 1 => Cell::Int(i64::from(upid.0)),
        2 => Cell::Int(process.pid),
        3 => shared.text(process.name),
        4 => Cell::int_or_null(process.start_ts.map(Ts::ns)),
        5 => Cell::int_or_null(process.end_ts.map(Ts::ns)),
        6 => Cell::int_or_null(process.parent.map(|parent| i64::from(parent.0))),
        7 => Cell::int_or_null(process.uid),
        8 => Cell::int_or_null(process.uid.map(|uid| uid % UIDS_PER_USER)),
        9 => Cell::int_or_null(process.uid.map(|uid| uid / UIDS_PER_USER)),
        10 => shared.text(process.cmdline),
        11 => Cell::int_or_null(ArgSpace::stored(process.args)),
        _ => Cell::Int(i64::from(process.machine)),
    }
}

/// Returns the table `thread`.
pub(super) fn threads(shared: &Arc<Shared>) -> List<Utid> {
    let n = shared.trace.processes.threads.len();
    let n_processes = shared.trace.processes.processes.len();
    List {
        shared: Arc::clone(shared),
        def: &THREAD,
        rows: (0..n).map(Utid::from_index).collect(),
        cell: thread_cell,
        indexes: vec![
            Index::Row(0),
            Index::Row(1),
            Index::Lookup {
                column: 2,
                groups: n as u32,
            },
            Index::Lookup {
                column: NAME,
                groups: n as u32,
            },
            Index::Lookup {
                column: 6,
                groups: n_processes as u32,
            },
        ],
        within: None,
    }
}

fn thread_cell<'a>(shared: &'a Shared, &utid: &'a Utid, _row: u32, column: usize) -> Cell<'a> {
    let thread = shared.trace.processes.thread(utid);
    match column {
        0 | 1 => Cell::Int(i64::from(utid.0)),
        2 => Cell::Int(thread.tid),
        3 => shared.text(thread.name),
        4 => Cell::int_or_null(thread.start_ts.map(Ts::ns)),
        5 => Cell::int_or_null(thread.end_ts.map(Ts::ns)),
        6 => Cell::int_or_null(thread.upid.map(|upid| i64::from(upid.0))),
        7 => thread.is_main.map_or(Cell::Null, flag),
        8 => flag(thread.tid == 0),
        9 => Cell::Int(i64::from(thread.machine)),
        _ => Cell::int_or_null(ArgSpace::stored(thread.args)),
    }
}
