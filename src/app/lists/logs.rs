//! The log as a table.

use super::table::{column, instant, instant_column, split, unheaded_column};
use super::{as_sql, so_far};
use crate::app::layer::source::ListSource;
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::model::ids::Utid;
use crate::model::trace::Trace;
use crate::view::LOG_LETTERS;
use crate::view::overlay::{Align, Column, RowSource, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::counted;
use crate::view::time::Clock;

/// On narrower screens thread and tag get fewer cells, so that the message has room.
const ROOMY_COLS: u16 = 120;

/// On narrower screens there is no column for the process, only filters know it.
pub(super) const PROCESS_COLS: u16 = 160;

/// The lines of the log as rows.
#[derive(Clone, Debug)]
pub struct Logs {
    clock: Clock,
    len: usize,
    /// Whether there is a column for the process.
    process: bool,
}

/// Returns the table without its rows, for a screen of so many columns, and the rows.
pub fn logs(trace: &Trace, clock: Clock, cols: u16) -> (Table, Logs) {
    let len = trace.logs.len();
    let (thread, tag) = if cols >= ROOMY_COLS {
        (24, 24)
    } else {
        (10, 12)
    };
    let process = cols >= PROCESS_COLS;
    // A tag that is a place in the source is longer than those of Android.
    let tag = Column {
        takes_rest: true,
        ..column("tag", Align::Tail, tag).yielding()
    };
    // Lines of a log are told apart by their words more than by their microseconds.
    let time = Column {
        narrow_groups: 1,
        ..instant_column()
    };
    let (columns, left_out) = split([
        (true, time),
        (true, unheaded_column("level", 1)),
        (process, column("process", Align::Tail, 24).yielding()),
        (true, column("thread", Align::Left, thread).yielding()),
        (true, tag),
        (true, column("message", Align::Left, u16::MAX)),
    ]);
    let table = Table {
        badge: "LOG".into(),
        title: counted(len, "line of the log", "lines of the log"),
        columns,
        left_out,
        empty: format!("this trace has no log{}", so_far(trace)),
        mode: "LOG".into(),
        command: as_sql::log("", &[]),
        ..Table::default()
    };
    let rows = Logs {
        clock,
        len,
        process,
    };
    (table, rows)
}

/// Returns the process of a thread by its whole name, as SQL has it; nothing if it is not known or the kernel.
pub(super) fn process_of(trace: &Trace, utid: Utid) -> String {
    let upid = trace.processes.thread(utid).upid;
    let process = upid.map(|upid| trace.processes.process(upid));
    match process.filter(|process| process.pid != 0) {
        Some(process) => match process.name.filter(|&name| name != StrId::EMPTY) {
            Some(name) => format!("{} {}", trace.text(name), process.pid),
            None => format!("Process {}", process.pid),
        },
        None => String::new(),
    }
}

impl RowSource for Logs {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        let name = |id| trace.text(id).into_owned();
        let log = &trace.logs[index];
        let severity = log.severity();
        let role = Role::Log(severity);
        let thread = log.utid.map(|utid| trace.thread_title(utid));
        let process = log
            .utid
            .map_or_else(String::new, |utid| process_of(trace, utid));
        let (mut cells, left_out) = split([
            (true, instant(trace, &self.clock, log.ts)),
            (
                true,
                TableCell::of(LOG_LETTERS[usize::from(severity)], role),
            ),
            (self.process, TableCell::of(process, Role::Dim)),
            (true, TableCell::new(thread.unwrap_or_default())),
            (
                true,
                TableCell::of(log.tag.map(name).unwrap_or_default(), role),
            ),
            (
                true,
                TableCell::of(log.msg.map(name).unwrap_or_default().trim(), role),
            ),
        ]);
        cells.extend(left_out);
        TableRow {
            cells,
            heading: false,
        }
    }

    fn item(&self, index: usize) -> Item {
        Item::Log(index as u32)
    }
}

impl ListSource for Logs {
    fn n_rows(&self) -> usize {
        self.len
    }

    fn is_by_time(&self) -> bool {
        true
    }

    fn time(&self, trace: &Trace, index: usize) -> Option<Ts> {
        trace.logs.get(index).map(|log| log.ts)
    }

    fn has_levels(&self) -> bool {
        true
    }

    fn level(&self, trace: &Trace, index: usize) -> u8 {
        trace.logs[index].severity()
    }
}
