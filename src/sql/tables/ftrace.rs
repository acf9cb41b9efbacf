//! The table `ftrace_event`, whose rows are read from the trace file when they are first needed.

use std::sync::Arc;

use super::columns::{Row, Table, id, long, text};
use super::{Shared, dense};
use crate::model::args::Unread;
use crate::model::sched::FtraceRow;
use crate::model::sched::events::FtraceTable;
use crate::sql::schema::TableDef;
use crate::sql::table::{Cell, Dense, Index};

/// The table `ftrace_event`.
pub(super) static FTRACE: Table<FtraceTable> = Table {
    name: "ftrace_event",
    doc: "Every ftrace event.",
    columns: &[
        id("Unique identifier of the row."),
        long("ts", "When it happened.", |row| {
            row.event().map(|event| event.ts.ns()).into()
        }),
        text("name", "Which event.", |row| {
            row.event()
                .map(|event| row.shared.trace.bytes(event.name))
                .into()
        }),
        long("cpu", "On which CPU.", |row| {
            row.event().map(|event| event.cpu).into()
        }),
        long("utid", "In which thread.", |row| {
            row.event().map(|event| event.utid.0).into()
        }),
        long("arg_set_id", "Its fields in `args`.", |row| {
            row.shared.args.of_ftrace(row.number).into()
        }),
        long(
            "common_flags",
            "Flags of the kernel, recorded with compact wakeups only.",
            |row| {
                row.event()
                    .map(|event| u32::from(event.common_flags))
                    .into()
            },
        ),
        long("ucpu", "The CPU, unique over machines.", |row| {
            row.event().map(|event| event.cpu).into()
        }),
    ],
    make: |shared| dense(FtraceEvents(Arc::clone(shared))),
};

impl Row<'_, FtraceTable> {
    /// Returns the event of the row; always `Some` for rows of the table.
    fn event(self) -> Option<FtraceRow> {
        self.data.get(self.number as usize)
    }
}

/// The rows of `ftrace_event`.
struct FtraceEvents(Arc<Shared>);

impl Dense for FtraceEvents {
    fn def(&self) -> TableDef {
        FTRACE.def()
    }

    fn len(&self) -> u32 {
        self.0.trace.ftrace.len() as u32
    }

    fn prepare(&self) -> Result<(), Unread> {
        self.0.args.ftrace_rows().map(|_rows| ())
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let Ok(rows) = self.0.args.ftrace_rows() else {
            return Cell::Null;
        };
        let row = Row {
            shared: &self.0,
            number: row,
            data: rows,
        };
        FTRACE.cell(row, column)
    }

    fn indexes(&self) -> Vec<Index> {
        let groups = self.len();
        vec![
            Index::Row(FTRACE.position("id")),
            Index::Sorted {
                column: FTRACE.position("ts"),
                groups,
            },
        ]
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.0.text_key(text)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::Ordering::Relaxed;

    use crate::base::time::Ts;
    use crate::model::args::{Arg, ArgSource, Cancel, NoArgs, Unread};
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::Utid;
    use crate::model::sched::events::{FtraceEvent, FtraceExtent, FtraceTable};
    use crate::sql::session::{Limits, SqlError, SqlSession};

    /// The result of reading the rows. The first read only ends when it is cancelled.
    #[derive(Debug)]
    struct Reads {
        rows: Result<FtraceTable, Unread>,
        is_slow: AtomicBool,
    }

    impl ArgSource for Reads {
        fn args(&self, _: &[u64], _: &mut dyn FnMut(Arg<'_>)) {}

        fn find(&self, _: &[u8], _: &AtomicBool) -> Option<Vec<u64>> {
            Some(Vec::new())
        }

        fn ftrace_rows(&self, cancel: Cancel<'_>) -> Result<FtraceTable, Unread> {
            if self.is_slow.swap(false, Relaxed) {
                while !cancel() {
                    std::thread::yield_now();
                }
                return Err(Unread::Cancelled);
            }
            self.rows.clone()
        }
    }

    fn one_event(mut table: FtraceTable) -> FtraceTable {
        let bundle = crate::model::sched::events::FtraceBundle {
            cpu: 0,
            offset: 0,
            compact: 0,
        };
        let bundle = table.add_bundles(std::iter::once(bundle));
        let event = FtraceEvent {
            ts: Ts::from_ns(5),
            bundle,
            place: 0,
            utid: Utid(0),
            kind: 0,
        };
        let mut extent = FtraceExtent::default();
        extent.cover(event.ts);
        table.count(extent);
        table.keep(event);
        table
    }

    fn session(source: Arc<dyn ArgSource>) -> SqlSession {
        let mut builder = TraceBuilder::new();
        builder.ftrace = one_event(FtraceTable::default()).extent();
        builder.arg_source = source;
        SqlSession::new(Arc::new(builder.finish()), Limits::default()).expect("a session")
    }

    #[test]
    fn events_that_cannot_be_read_are_an_error() {
        let reads = |rows| -> Arc<dyn ArgSource> {
            let is_slow = AtomicBool::new(false);
            Arc::new(Reads { rows, is_slow })
        };
        for (source, why) in [
            (reads(Err(Unread::Memory)), Unread::Memory),
            (reads(Ok(FtraceTable::of_rows())), Unread::Changed),
            (Arc::new(NoArgs), Unread::Changed),
        ] {
            let mut session = session(source);
            for sql in [
                "select ts from ftrace_event",
                "select * from args",
                "select extract_arg(arg_set_id, 'key') from (select 0 as arg_set_id)",
            ] {
                let error = session.query(sql, 100, 100).expect_err("an error");
                assert!(
                    error.to_string().contains(&why.to_string()),
                    "{sql}: {error}"
                );
            }
            let other = session.query("select count(*) from slice", 100, 100);
            assert!(other.is_ok());
        }
    }

    #[test]
    fn reading_events_can_be_cancelled_and_tried_again() {
        let mut session = session(Arc::new(Reads {
            rows: Ok(one_event(FtraceTable::of_rows())),
            is_slow: AtomicBool::new(true),
        }));
        let flag = Arc::new(AtomicBool::new(false));
        session.cancel_with(Arc::clone(&flag));
        let sql = "select ts from ftrace_event";
        let cancelled = std::thread::scope(|scope| {
            scope.spawn(|| flag.store(true, Relaxed));
            session.query(sql, 100, 100)
        });
        assert!(
            matches!(cancelled, Err(SqlError::Cancelled)),
            "{cancelled:?}"
        );
        flag.store(false, Relaxed);
        let rows = session.query(sql, 100, 100).expect("rows").rows;
        assert_eq!(rows.len(), 1);
    }
}
