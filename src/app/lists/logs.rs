//! The log as a table.

use super::table::{column, instant, time_column, unheaded_column};
use super::{as_sql, so_far};
use crate::app::layer::source::ListSource;
use crate::model::trace::Trace;
use crate::view::LOG_LETTERS;
use crate::view::overlay::{Align, RowSource, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::counted;
use crate::view::time::Clock;

/// On narrower screens thread and tag get fewer cells, so that the message has room.
const ROOMY_COLS: u16 = 120;

/// The lines of the log as rows.
#[derive(Clone, Debug)]
pub struct Logs {
    clock: Clock,
    len: usize,
}

/// Returns the table without its rows, for a screen of so many columns, and the rows.
pub fn logs(trace: &Trace, clock: Clock, cols: u16) -> (Table, Logs) {
    let len = trace.logs.len();
    let (thread, tag) = if cols >= ROOMY_COLS {
        (24, 24)
    } else {
        (10, 12)
    };
    let table = Table {
        badge: "LOG".into(),
        title: counted(len, "line of the log", "lines of the log"),
        columns: vec![
            time_column("time", 24),
            unheaded_column("level", 1),
            column("thread", Align::Left, thread),
            column("tag", Align::Tail, tag),
            column("message", Align::Left, u16::MAX),
        ],
        empty: format!("this trace has no log{}", so_far(trace)),
        mode: "LOG".into(),
        command: as_sql::log(""),
        ..Table::default()
    };
    (table, Logs { clock, len })
}

impl RowSource for Logs {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        let name = |id| trace.text(id).into_owned();
        let log = &trace.logs[index];
        let severity = log.severity();
        let role = Role::Log(severity);
        let thread = log.utid.map(|utid| trace.thread_title(utid));
        TableRow {
            cells: vec![
                instant(trace, &self.clock, log.ts),
                TableCell::of(LOG_LETTERS[usize::from(severity)], role),
                TableCell::new(thread.unwrap_or_default()),
                TableCell::of(log.tag.map(name).unwrap_or_default(), role),
                TableCell::of(log.msg.map(name).unwrap_or_default().trim(), role),
            ],
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

    fn has_levels(&self) -> bool {
        true
    }

    fn level(&self, trace: &Trace, index: usize) -> u8 {
        trace.logs[index].severity()
    }
}
