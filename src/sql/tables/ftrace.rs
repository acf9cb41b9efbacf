//! The table `ftrace_event`, whose rows are read from the trace when they are first asked for.

use std::sync::Arc;

use super::Shared;
use crate::model::trace::Trace;
use crate::sql::schema::{TableDef, long, text};
use crate::sql::table::{Cell, Dense, Index};

pub(super) static FTRACE: TableDef = TableDef {
    name: "ftrace_event",
    doc: "Every ftrace event.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("ts", "When it happened."),
        text("name", "Which event."),
        long("cpu", "On which CPU."),
        long("utid", "In which thread."),
        long("arg_set_id", "Its fields in `args`."),
        long(
            "common_flags",
            "Flags of the kernel, recorded with compact wakeups only.",
        ),
        long("ucpu", "The CPU, unique over machines."),
    ],
};

const MEMORY: &str =
    "ftrace_event needs more memory than allowed; raise the limit with --max-memory";
const CHANGED: &str = "ftrace_event cannot be read: the file has changed";

/// Returns why the rows of a trace cannot be read, if that is so. The first call reads them.
pub(super) fn missing(trace: &Trace) -> Option<&'static str> {
    match trace.ftrace_rows() {
        None => Some(MEMORY),
        Some(rows) if rows.extent() != trace.ftrace => Some(CHANGED),
        Some(_) => None,
    }
}

/// The rows of a trace.
pub(super) struct FtraceEvents(pub(super) Arc<Shared>);

impl Dense for FtraceEvents {
    fn def(&self) -> &'static TableDef {
        &FTRACE
    }

    fn len(&self) -> u32 {
        self.0.trace.ftrace.len() as u32
    }

    fn missing(&self) -> Option<&'static str> {
        missing(&self.0.trace)
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let Shared { trace, args } = &*self.0;
        let rows = trace.ftrace_rows();
        let Some(event) = rows.and_then(|rows| rows.get(row as usize)) else {
            return Cell::Null;
        };
        match column {
            0 => Cell::Int(i64::from(row)),
            1 => Cell::Int(event.ts.ns()),
            2 => Cell::Text(trace.bytes(event.name)),
            3 | 7 => Cell::Int(i64::from(event.cpu)),
            4 => Cell::Int(i64::from(event.utid.0)),
            5 => Cell::Int(args.of_ftrace(row)),
            _ => Cell::Int(i64::from(event.common_flags)),
        }
    }

    fn indexes(&self) -> Vec<Index> {
        let groups = self.len();
        vec![Index::Row(0), Index::Sorted { column: 1, groups }]
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        let id = self.0.trace.strings.find(text)?;
        Some(i64::from(id.get()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::{CHANGED, MEMORY};
    use crate::base::time::Ts;
    use crate::model::args::{Arg, ArgSource, NoArgs};
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::Utid;
    use crate::model::sched::events::{FtraceEvent, FtraceTable};
    use crate::sql::session::{Limits, SqlSession};

    /// A file whose kernel events are others by now.
    #[derive(Debug)]
    struct Changed;

    impl ArgSource for Changed {
        fn args(&self, _: u64, _: Option<u64>, _: &mut dyn FnMut(Arg<'_>)) {}

        fn find(&self, _: &[u8], _: &AtomicBool) -> Option<Vec<u64>> {
            Some(Vec::new())
        }

        fn ftrace_rows(&self) -> Option<FtraceTable> {
            Some(FtraceTable::of_rows())
        }
    }

    #[test]
    fn events_that_cannot_be_read_are_an_error() {
        let mut counted = FtraceTable::default();
        counted.push(FtraceEvent {
            ts: Ts::from_ns(5),
            bundle: 0,
            place: 0,
            utid: Utid(0),
            kind: 0,
        });
        let sources: [(Arc<dyn ArgSource>, &str); 2] =
            [(Arc::new(NoArgs), MEMORY), (Arc::new(Changed), CHANGED)];
        for (source, why) in sources {
            let mut builder = TraceBuilder::new();
            builder.ftrace = counted.extent();
            builder.arg_source = source;
            let trace = Arc::new(builder.finish());
            let mut session = SqlSession::new(trace, Limits::default()).expect("a session");
            for sql in ["select ts from ftrace_event", "select * from args"] {
                let error = session.query(sql, 100, 100).expect_err("an error");
                assert!(error.to_string().contains(why), "{sql}: {error}");
            }
            let other = session.query("select count(*) from slice", 100, 100);
            assert!(other.is_ok());
        }
    }
}
