//! The kernel events as a table.
//!
//! The rows are read from the trace in the background when the list is opened; the texts of a row, above all
//! its fields, are made when it is looked at. A trace of a phone has millions of events, so nothing is kept
//! for each.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::as_sql;
use super::logs::{PROCESS_COLS, process_of};
use super::table::{column, instant, instant_column, split};
use crate::app::layer::Act;
use crate::app::layer::source::ListSource;
use crate::base::search::partition;
use crate::base::time::Ts;
use crate::model::args::Unread;
use crate::model::sched::{FtraceRow, cpu_number};
use crate::model::trace::Trace;
use crate::view::overlay::{Align, RowSource, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::counted;
use crate::view::time::Clock;
use crate::view::value_text;

/// The most rows that are exported, because their text is made in memory.
pub const EXPORT_MAX: usize = 500_000;

/// On narrower screens, threads and events get fewer cells, so that there is room for the fields.
const ROOMY_COLS: u16 = 120;

/// The kernel events as rows.
#[derive(Clone, Debug)]
pub struct KernelEvents {
    clock: Clock,
    len: usize,
    /// Whether there is a column for the process.
    process: bool,
}

impl KernelEvents {
    /// Returns the index of the column with the fields.
    const fn fields(&self) -> usize {
        if self.process { 5 } else { 4 }
    }
}

/// Returns the table for a screen of so many columns, before its rows are read.
pub fn empty(trace: &Trace, cols: u16) -> Table {
    let (thread, event) = if cols >= ROOMY_COLS {
        (24, 28)
    } else {
        (12, 16)
    };
    let process = column("process", Align::Tail, 24).yielding();
    let (columns, left_out) = split([
        (true, instant_column()),
        (true, column("CPU", Align::Right, 16)),
        (cols >= PROCESS_COLS, process),
        (true, column("thread", Align::Left, thread).yielding()),
        (true, column("event", Align::Left, event).yielding()),
        (true, column("arguments", Align::Left, u16::MAX)),
    ]);
    Table {
        badge: "KERNEL".into(),
        title: counted(trace.ftrace.len(), "kernel event", "kernel events"),
        columns,
        left_out,
        empty: "reading the events from the trace …".into(),
        mode: "KERNEL".into(),
        command: as_sql::kernel_events("", &[]),
        ..Table::default()
    }
}

/// Reads the rows; `None` if cancelled. After an error, the table is empty and says why.
pub fn read(
    trace: &Trace,
    (clock, cols): (Clock, u16),
    cancel: &AtomicBool,
) -> Option<(Table, Arc<dyn ListSource>)> {
    let mut table = empty(trace, cols);
    let len = match trace.ftrace_rows(&|| cancel.load(Ordering::Relaxed)) {
        Ok(_) => trace.ftrace.len(),
        Err(Unread::Cancelled) => return None,
        Err(why) => {
            table.empty = format!("the events cannot be read: {why}");
            0
        }
    };
    let process = cols >= PROCESS_COLS;
    let rows = KernelEvents {
        clock,
        len,
        process,
    };
    Some((table, Arc::new(rows)))
}

/// Returns an event if the events have been read.
fn event(trace: &Trace, index: usize) -> Option<FtraceRow> {
    trace.ftrace_rows(&|| true).ok()?.get(index)
}

/// Returns the index of the first event at or after an instant.
pub fn first_from(trace: &Trace, ts: Ts) -> usize {
    let Ok(rows) = trace.ftrace_rows(&|| true) else {
        return 0;
    };
    partition(0..trace.ftrace.len(), |index| {
        rows.get(index).is_some_and(|row| row.ts < ts)
    })
}

/// Returns the time of an event and what its thread did then: its stay on the event's CPU, or else the state
/// of the thread.
pub fn place(trace: &Trace, index: usize) -> Option<(Ts, Item)> {
    let row = event(trace, index)?;
    let sched = &trace.sched;
    let stays = sched.on_cpu(row.cpu);
    let until = stays.partition_point(|&id| sched.sched_row(id).ts <= row.ts);
    // A switch event happens where one stay ends and the next begins, so two stays are tried.
    let near = stays[until.saturating_sub(2)..until].iter().rev();
    let stay = near.copied().find(|&id| {
        let stay = sched.sched_row(id);
        let end = stay.dur.map(|dur| stay.ts.plus(dur));
        stay.utid == row.utid && end.is_none_or(|end| row.ts <= end)
    });
    let is_idle = trace.processes.is_idle(row.utid);
    let state = || sched.state_at(row.utid, row.ts).filter(|_| !is_idle);
    let item = match stay.filter(|_| !is_idle) {
        Some(stay) => Item::Sched(stay),
        None => state().map_or(Item::None, Item::State),
    };
    Some((row.ts, item))
}

/// Returns the fields of an event: `next_comm=surfaceflinger next_pid=632 …`. What ran is told already: of a
/// switch what runs next comes first.
fn args(trace: &Trace, row: &FtraceRow) -> String {
    let (mut first, mut text) = (String::new(), String::new());
    trace.ftrace_args(row, &mut |arg| {
        let is_first = matches!(&*arg.key, "next_comm" | "next_pid" | "next_prio");
        let into = if is_first { &mut first } else { &mut text };
        let _written = write!(into, " {}={}", arg.key, value_text(&arg.value));
    });
    first.push_str(&text);
    first.split_off(first.len().min(1))
}

impl RowSource for KernelEvents {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        let Some(row) = event(trace, index) else {
            return TableRow::default();
        };
        let process = TableCell::of(process_of(trace, row.utid), Role::Dim);
        let (mut cells, left_out) = split([
            (true, instant(trace, &self.clock, row.ts)),
            (true, TableCell::new(cpu_number(row.cpu))),
            (self.process, process),
            (true, TableCell::new(trace.thread_title(row.utid))),
            (true, TableCell::of(trace.text(row.name), Role::Strong)),
            (true, TableCell::new(args(trace, &row))),
        ]);
        cells.extend(left_out);
        TableRow {
            cells,
            heading: false,
        }
    }
}

impl ListSource for KernelEvents {
    fn n_rows(&self) -> usize {
        self.len
    }

    fn act(&self, index: usize) -> Act {
        Act::KernelEvent(index)
    }

    fn is_by_time(&self) -> bool {
        true
    }

    fn time(&self, trace: &Trace, index: usize) -> Option<Ts> {
        event(trace, index).map(|row| row.ts)
    }

    fn sorts_by(&self, column: usize) -> bool {
        // Sorting holds the texts of a column in memory. The fields differ in nearly every row, other columns
        // do not.
        column != self.fields()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::app::config::Config;
    use crate::app::effect::Effect;
    use crate::app::key::Key;
    use crate::app::session::Session;
    use crate::model::args::{Arg, ArgSource, Cancel};
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::Utid;
    use crate::model::sched::events::{
        FtraceBundle, FtraceEvent, FtraceExtent, FtraceKind, FtraceTable,
    };
    use std::collections::BTreeSet;

    use crate::base::time::TimeSpan;
    use crate::view::scene::Size;
    use crate::view::state::{Area, Selection};

    /// The result of reading the rows, unless cancelled.
    #[derive(Debug)]
    struct Reads(Result<FtraceTable, Unread>);

    impl ArgSource for Reads {
        fn args(&self, _: &[u64], _: &mut dyn FnMut(Arg<'_>)) {}

        fn find(&self, _: &[u8], _: &AtomicBool) -> Option<Vec<u64>> {
            Some(Vec::new())
        }

        fn ftrace_rows(&self, cancel: Cancel<'_>) -> Result<FtraceTable, Unread> {
            if cancel() {
                return Err(Unread::Cancelled);
            }
            self.0.clone()
        }
    }

    /// Returns a trace with `n` events; reading them gives rows or an error.
    fn trace(n: usize, error: Option<Unread>) -> Trace {
        traced((0..n as i64).map(|at| (at, 0, "event")), error)
    }

    /// Returns a trace with events, which have a time, a CPU and a name.
    pub(in crate::app::lists) fn traced<'a>(
        events: impl Iterator<Item = (i64, u32, &'a str)>,
        error: Option<Unread>,
    ) -> Trace {
        let mut b = TraceBuilder::new();
        let mut table = FtraceTable::of_rows();
        let bundles = (0..8).map(|cpu| FtraceBundle {
            cpu,
            offset: 0,
            compact: 0,
        });
        let first = table.add_bundles(bundles);
        let mut extent = FtraceExtent::default();
        for (at, cpu, name) in events {
            let kind = table.kind(FtraceKind {
                name: b.str(name),
                is_compact: false,
                common_flags: 0,
                prev_comm: None,
            });
            extent.cover(Ts::from_ns(at));
            table.keep(FtraceEvent {
                ts: Ts::from_ns(at),
                bundle: first + cpu,
                place: 0,
                utid: Utid(0),
                kind,
            });
        }
        table.count(extent);
        b.ftrace = extent;
        b.arg_source = Arc::new(Reads(error.map_or(Ok(table), Err)));
        b.finish()
    }

    #[test]
    fn what_cannot_be_read_says_why_and_what_is_cancelled_can_be_tried_again() {
        let clock = |trace: &Trace| Clock::new(trace, crate::view::state::TimeFormat::default());
        let bad = trace(3, Some(Unread::Memory));
        let never = AtomicBool::new(false);
        let (table, source) = read(&bad, (clock(&bad), 80), &never).unwrap();
        assert!(table.empty.contains("more memory"), "{}", table.empty);
        assert_eq!(source.n_rows(), 0);
        let good = trace(3, None);
        assert!(read(&good, (clock(&good), 80), &AtomicBool::new(true)).is_none());
        let (_, source) = read(&good, (clock(&good), 80), &never).unwrap();
        assert_eq!(source.n_rows(), 3);
        assert_eq!(source.row(&good, 2).cells[3].text, "event");
        let found = [-1, 0, 1, 2, 3].map(|ts| first_from(&good, Ts::from_ns(ts)));
        assert_eq!(found, [0, 0, 1, 2, 3]);
    }

    #[test]
    fn of_an_area_those_of_its_time_are_listed_until_the_filter_is_changed() {
        let n_shown = |from: i64, to: i64, keys: &str| {
            let size = Size { cols: 80, rows: 24 };
            let mut session = Session::new("t", &Config::default(), size);
            let trace = trace(5_000, None);
            let start = trace.bounds.start();
            session.set_trace(Arc::new(trace));
            let [from, to] = [from, to].map(|ns| Ts::from_ns(start.ns() + ns));
            session.state_mut().view.selection = Selection::Area(Area {
                span: TimeSpan::new(from, to),
                nodes: BTreeSet::new(),
            });
            for key in Key::parse_all(keys).unwrap() {
                session.key(key);
                session.sync();
            }
            let table = session.state().top_table().unwrap();
            let filter = table.input.as_ref().map_or("", |input| &input.text);
            (table.rows.len(), filter.to_owned(), table.command.clone())
        };
        let (n, filter, command) = n_shown(1_000, 3_500, ">ftrace<enter>");
        assert_eq!((n, filter.as_str()), (2_500, "time>=1us time<3500ns"));
        let sql = "where ts - trace_start() >= 1000 and ts - trace_start() < 3500";
        assert!(command.contains(sql), "{command}");
        assert_eq!(n_shown(1_000, 3_500, ">ftrace<enter>/ nothing<enter>").0, 0);
        assert_eq!(
            n_shown(1_000, 3_500, ">ftrace<enter>/<c-u><enter>").0,
            5_000
        );
        // All of the trace needs no filter.
        assert_eq!(n_shown(0, 9_000, ">ftrace<enter>").1, "");
    }

    #[test]
    fn what_is_too_much_for_a_file_is_to_be_filtered_first() {
        let size = Size { cols: 80, rows: 24 };
        for (n, is_written) in [(10, true), (EXPORT_MAX + 1, false)] {
            let mut session = Session::new("t", &Config::default(), size);
            session.set_trace(Arc::new(trace(n, None)));
            for key in Key::parse_all(">ftrace<enter>").unwrap() {
                session.key(key);
            }
            session.sync();
            session.key(Key::char('x'));
            let effects = session.take_effects();
            let runs = effects
                .iter()
                .any(|effect| matches!(effect, Effect::Run(_)));
            assert_eq!(runs, is_written, "{n}");
            let message = session.state().view.message.as_ref();
            let refused = message.is_some_and(|message| message.text.contains("filter them"));
            assert_eq!(refused, !is_written, "{n}");
        }
    }
}
