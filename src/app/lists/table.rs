//! Tables of import issues and of the slowest flows, and the cells that all tables share.
//!
//! Each function returns the table without rows and the entries that fill it; the layer filters and sorts
//! them.

use std::sync::atomic::AtomicBool;

use hashbrown::HashMap;

use super::{ROWS_MAX, so_far};
use crate::app::layer::Act;
use crate::app::layer::source::{Entry, Look};
use crate::base::time::Ts;
use crate::model::ids::{NodeId, Upid};
use crate::model::issue::{Issue, IssueKind, Occurrence, Severity, kind_of};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::flows::stats;
use crate::view::losses;
use crate::view::overlay::{Align, Column, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::state::FileFate;
use crate::view::text::{clean, counted, grouped};
use crate::view::time::{self, Clock};

/// Returns a column.
pub fn column(title: &str, align: Align, max_width: u16) -> Column {
    Column {
        title: title.into(),
        align,
        max_width,
        ..Column::default()
    }
}

/// Returns a column of words or letters that need no heading, with the name that it has all the same.
pub fn unheaded_column(name: &'static str, max_width: u16) -> Column {
    Column {
        unheaded: name,
        ..column("", Align::Left, max_width)
    }
}

/// Splits cells, or columns, into those that are shown and those that a screen has no room for.
pub fn split<T>(all: impl IntoIterator<Item = (bool, T)>) -> (Vec<T>, Vec<T>) {
    let (shown, left_out): (Vec<_>, Vec<_>) = all.into_iter().partition(|(is_shown, _)| *is_shown);
    let cells = |of: Vec<(bool, T)>| of.into_iter().map(|(_, cell)| cell).collect();
    (cells(shown), cells(left_out))
}

/// Returns the column of when something begins, wide enough for every way to write an instant.
pub fn instant_column() -> Column {
    Column {
        is_instant: true,
        narrow_groups: 2,
        ..time_column("time", 31)
    }
}

/// Returns a column of durations.
pub fn time_column(title: &str, max_width: u16) -> Column {
    Column {
        is_time: true,
        ..column(title, Align::Right, max_width)
    }
}

/// Returns a duration in nanoseconds as a cell.
pub fn dur(ns: i64) -> TableCell {
    TableCell::new(time::dur_narrow(ns)).valued(ns as f64)
}

/// Returns a count as a cell.
pub fn number_of(n: usize) -> TableCell {
    TableCell::new(grouped(n as u64)).valued(n as f64)
}

/// Returns an instant as a cell, written by a clock. The value of the cell is the number of nanoseconds since
/// the start of the trace, however instants are written; what is exported is its time on the trace clock.
pub fn instant(trace: &Trace, clock: &Clock, ts: Ts) -> TableCell {
    let since = ts.ns().saturating_sub(trace.bounds.start().ns());
    TableCell {
        value: Some(since as f64),
        ts: Some(ts),
        ..TableCell::of(clock.exact(ts), Role::Dim)
    }
}

/// Returns an instant as [`instant`] does, in milliseconds.
pub fn instant_short(trace: &Trace, clock: &Clock, ts: Ts) -> TableCell {
    TableCell {
        text: clock.short(ts, 1_000_000),
        ..instant(trace, clock, ts)
    }
}

/// Returns a duration with its sign as a cell.
pub fn signed(ns: i64) -> TableCell {
    TableCell::new(time::signed(ns)).valued(ns as f64)
}

/// Returns a row of a table that leads to an item.
pub fn row(cells: Vec<TableCell>, item: Item) -> Entry {
    Entry::of_cells(cells, Act::to(item))
}

/// Returns the heading of a group of rows.
pub fn heading(text: String) -> Entry {
    Entry {
        text: text.clone(),
        act: Act::None,
        look: Look::Table(TableRow::heading(text)),
    }
}

/// What could not be imported, worst first: what is missing, as the title counts it, then what is
/// only worth knowing. Before all others stands why not all was read, if it was `stopped`, and that the file
/// was cut short or overwritten since.
pub fn issues(
    trace: &Trace,
    clock: &Clock,
    stopped: Option<&str>,
    fate: FileFate,
) -> (Table, Vec<Entry>) {
    let mut all: Vec<_> = trace
        .issues
        .iter()
        .filter(|issue| issue.count > 0)
        .map(|issue| (kind_of(issue.kind), issue))
        .filter(|(kind, _)| kind.is_loss() || kind.is_note())
        .collect();
    all.sort_by_key(|(kind, issue)| {
        let grave = std::cmp::Reverse((kind.is_loss(), kind.weight()));
        (grave, issue.kind, issue.index)
    });
    let rows = RowsOfIssues::new(trace);
    // Times are told as finely as on a screen that shows a small part of the trace.
    let fine_ns = (trace.bounds.dur().ns() / 10_000).max(1);
    let entries = all.iter().map(|(kind, issue)| {
        let role = match kind.weight() {
            Severity::Error => Role::Bad,
            _ if kind.is_loss() => Role::Warn,
            Severity::Info => Role::Dim,
            _ => Role::Text,
        };
        let name = match issue.index {
            Some(index) => format!("{}[{index}]", issue.kind),
            None => issue.kind.to_owned(),
        };
        let reasons = reasons(issue);
        let text = if reasons.is_empty() {
            kind.help.to_owned()
        } else {
            format!("{} ({reasons})", kind.help)
        };
        let first = issue.occurrences.first();
        let ts = first.and_then(|first| first.ts);
        // Of some it is not known when they were: one can go to the first of the others.
        let known = issue.occurrences.iter().find(|of| of.ts.is_some());
        let at = match (ts, first.and_then(|first| first.offset)) {
            (Some(ts), _) => TableCell {
                text: clock.short(ts, fine_ns),
                ..instant(trace, clock, ts)
            },
            (None, Some(offset)) => TableCell::of(format!("@{offset}"), Role::Dim),
            (None, None) => TableCell::new(""),
        };
        let cells = vec![
            TableCell::of(kind.weight().text(), role),
            number_of(issue.count.unsigned_abs() as usize),
            TableCell::new(name),
            at,
            TableCell::new(text),
        ];
        Entry::of_cells(cells, known.map_or(Act::None, |of| rows.act(issue, of)))
    });
    let unread = |name: &'static str, meaning: String| {
        let cells = vec![
            TableCell::of(Severity::DataLoss.text(), Role::Bad),
            number_of(1),
            TableCell::new(name),
            TableCell::new(""),
            TableCell::new(meaning),
        ];
        row(cells, Item::None)
    };
    let stopped = stopped.map(|why| {
        let why = clean(why);
        unread(
            "load_stopped",
            format!("Only a part of the trace has been read ({why})"),
        )
    });
    let changed = fate.words().map(|what| {
        let id = match fate {
            FileFate::Overwritten => "trace_file_overwritten",
            _ => "trace_file_shrank",
        };
        let meaning = format!(
            "The file was {what} since it was read: arguments that were there are missing here and in SQL."
        );
        unread(id, meaning)
    });
    let unread: Vec<Entry> = stopped.into_iter().chain(changed).collect();
    let n_unread = unread.len();
    let entries: Vec<Entry> = unread.into_iter().chain(entries).collect();
    let table = Table {
        badge: "ISSUES".into(),
        title: issues_title(trace, n_unread),
        order: "worst first".into(),
        columns: vec![
            column("severity", Align::Left, 10),
            column("count", Align::Right, 12),
            column("issue", Align::Left, 40),
            column("first at", Align::Right, 31),
            column("meaning", Align::Left, u16::MAX),
        ],
        empty: format!(
            "everything in the trace could be imported, and the recorder tells of no loss{}",
            so_far(trace)
        ),
        command: "perfetty info TRACE".into(),
        mode: "ISSUES".into(),
        ..Table::default()
    };
    (table, entries)
}

/// The rows of the tree that issues are about.
struct RowsOfIssues<'a> {
    trace: &'a Trace,
    cpus: HashMap<u32, NodeId>,
    processes: HashMap<Upid, NodeId>,
}

impl<'a> RowsOfIssues<'a> {
    fn new(trace: &'a Trace) -> Self {
        let (mut cpus, mut processes) = (HashMap::new(), HashMap::new());
        for node in trace.tree.walk() {
            match trace.tree.node(node).kind {
                NodeKind::CpuSched(cpu) => _ = cpus.insert(cpu, node),
                NodeKind::Process(upid) => _ = processes.insert(upid, node),
                _ => {}
            }
        }
        Self {
            trace,
            cpus,
            processes,
        }
    }

    /// Returns what Enter does on an issue that was met at a time: it goes there, on the row of the CPU that the
    /// issue is of or of the process that wrote the sequence, if there is one.
    fn act(&self, issue: &Issue, of: &Occurrence) -> Act {
        let Some(ts) = of.ts else { return Act::None };
        let of_cpu = ["ftrace_cpu_", "perf_cpu_"]
            .iter()
            .any(|kind| issue.kind.starts_with(kind));
        let cpu = issue
            .index
            // The number does not say of which machine the CPU is.
            .filter(|_| of_cpu && self.trace.machines.len() <= 1)
            .and_then(|cpu| u32::try_from(cpu).ok());
        let node = match cpu {
            Some(cpu) => self.cpus.get(&cpu),
            None => {
                (of.writer).and_then(|writer| self.processes.get(&self.process_of(writer, ts)?))
            }
        };
        node.map_or(Act::Instant(ts), |&node| Act::Concerns(ts, node))
    }

    /// Returns the process with a pid at an instant: the last that had begun by then, or else the first.
    fn process_of(&self, (machine, pid): (u32, i64), ts: Ts) -> Option<Upid> {
        let all = self.trace.processes.processes.iter().enumerate();
        let mut of_pid = all.filter(|(_, it)| (it.machine, it.pid) == (machine, pid));
        let first = of_pid.clone().next()?;
        let begun = of_pid.rfind(|(_, it)| it.start_ts.is_none_or(|start| start <= ts));
        Some(Upid::from_index(begun.unwrap_or(first).0))
    }
}

/// How many reasons of an issue are listed; `info` has all in JSON.
const REASONS_MAX: usize = 10;

/// Returns what was wrong: how often each, if that differs, and where in the file the first time. The place of
/// a single one stands in a column of its own, unless that has its time.
fn reasons(issue: &Issue) -> String {
    let place = |of: &Occurrence| match of.offset {
        Some(offset) => format!(" @{offset}"),
        None => String::new(),
    };
    let words = |of: &Occurrence| match &*of.detail {
        "" => "not said".to_owned(),
        detail => clean(detail).into_owned(),
    };
    if let [only] = &*issue.occurrences
        && issue.n_untold() == 0
    {
        let place = only.ts.map_or_else(String::new, |_| place(only));
        return match &*only.detail {
            "" => place.trim_start().to_owned(),
            _ => format!("{}{place}", words(only)),
        };
    }
    let (listed, rest) = issue
        .occurrences
        .split_at(issue.occurrences.len().min(REASONS_MAX));
    let number = |count: i64| grouped(count.unsigned_abs());
    let each = |of: &Occurrence| format!("{} × {}{}", number(of.count), words(of), place(of));
    let mut all: Vec<String> = listed.iter().map(each).collect();
    let n_rest = rest.iter().map(|of| of.count);
    let n_rest = n_rest.fold(issue.n_untold(), i64::saturating_add);
    if n_rest > 0 && !all.is_empty() {
        // Of very many, the last ones are not told apart.
        all.push(format!("{} more", number(n_rest)));
    }
    all.join(" · ")
}

/// Returns how many kinds of issues there are, those that the title of the trace names apart.
fn issues_title(trace: &Trace, n_unread: usize) -> String {
    let kinds = |n: usize, what: &str| format!("{} of {what}", counted(n, "kind", "kinds"));
    let n_notes = trace.issues.n_kinds_that(IssueKind::is_note);
    let notes = (n_notes > 0).then(|| kinds(n_notes, "notes"));
    let losses = losses(&trace.issues, n_unread).map(|(n, what)| kinds(n, what));
    let parts: Vec<String> = losses.into_iter().chain(notes).collect();
    if parts.is_empty() {
        return "no issues".into();
    }
    parts.join(" · ")
}

/// Returns the table of the slowest flows before they are found.
pub fn slow_flows_table() -> Table {
    Table {
        badge: "FLOWS".into(),
        order: "slowest first".into(),
        columns: vec![
            column("from", Align::Middle, 80),
            column("to", Align::Middle, 80),
            column("count", Align::Right, 10),
            time_column("p50", 10),
            time_column("p90", 10),
            time_column("slowest", 10),
        ],
        empty: "finding the slowest flows …".into(),
        mode: "FLOWS".into(),
        ..Table::default()
    }
}

/// Returns how many pairs there are, and which of them are listed if not all are.
fn pairs_title(n: usize) -> String {
    let all = counted(n, "pair of names", "pairs of names");
    if n <= ROWS_MAX {
        return all;
    }
    let listed = grouped(ROWS_MAX as u64);
    format!("the slowest {listed} of {all}: sort and filter see these")
}

/// The slowest pairs of slices joined by flows; nothing if it was cancelled. Looks at all flows.
pub fn slow_flows(trace: &Trace, cancel: &AtomicBool) -> Option<(Table, Vec<Entry>)> {
    let pairs = stats::by_pair(trace, cancel)?;
    let name = |end: &stats::GroupName| end.text().unwrap_or_else(|| "[no name]".into());
    let entries = pairs.iter().take(ROWS_MAX).map(|pair| {
        let item = Item::Slice(trace.flows.get(pair.slowest).from);
        row(
            vec![
                TableCell::new(name(&pair.from)),
                TableCell::new(name(&pair.to)),
                number_of(pair.count),
                signed(pair.p50_ns),
                signed(pair.p90_ns),
                signed(pair.max_ns).bold(),
            ],
            item,
        )
    });
    let table = Table {
        title: pairs_title(pairs.len()),
        empty: format!("this trace has no flows{}", so_far(trace)),
        ..slow_flows_table()
    };
    Some((table, entries.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::view::state::TimeFormat;

    #[test]
    fn a_list_of_some_pairs_says_that_it_is_not_of_all() {
        assert_eq!(pairs_title(1), "1 pair of names");
        assert_eq!(pairs_title(5_000), "5 000 pairs of names");
        let some = "the slowest 5 000 of 6 000 pairs of names: sort and filter see these";
        assert_eq!(pairs_title(6_000), some);
    }

    #[test]
    fn an_issue_has_its_reasons_and_leads_to_its_time() {
        let mut b = TraceBuilder::new();
        let kind = "json_parser_failure";
        b.issues.record(kind, 7, || "a".into());
        b.issues
            .record_at(kind, (9, Ts::from_ns(5)), || "b\u{1b}[31m".into());
        b.issues.record(kind, 20, || "a".into());
        b.issues.add(kind, None, 4);
        let place = (3, Ts::from_ns(8));
        b.issues
            .record_at("track_event_invalid_timestamp", place, String::new);
        let trace = b.finish();
        let clock = Clock::new(&trace, TimeFormat::default());
        let (_, entries) = issues(&trace, &clock, None, FileFate::Whole);
        let cells = |entry: &Entry| -> Vec<String> {
            match &entry.look {
                Look::Table(row) => row.cells.iter().map(|cell| cell.text.clone()).collect(),
                Look::List(_) => Vec::new(),
            }
        };
        let rows: Vec<Vec<String>> = entries.iter().map(cells).collect();
        assert!(
            rows[0][4].ends_with("(2 × a @7 · 1 × b\u{fffd}[31m @9 · 4 more)"),
            "{rows:?}"
        );
        assert_eq!(rows[0][3], "@7");
        assert!(rows[1][4].ends_with("(@3)"), "{rows:?}");
        let acts: Vec<&Act> = entries.iter().map(|entry| &entry.act).collect();
        // Of the first it is not known when that was, of the others it is.
        let known = [5, 8].map(|ns| Act::Instant(Ts::from_ns(ns)));
        assert_eq!(acts, [&known[0], &known[1]]);
    }

    #[test]
    fn kinds_of_losses_are_counted_whatever_their_index() {
        let mut b = TraceBuilder::new();
        for cpu in [0, 1] {
            let kind = "traced_buf_sequence_packet_loss";
            b.issues.add(kind, Some(cpu), 29);
        }
        let trace = b.finish();
        assert_eq!(issues_title(&trace, 0), "1 kind of data loss");
        assert_eq!(issues_title(&trace, 1), "2 kinds of data loss");
        assert_eq!(losses(&trace.issues, 0), Some((1, "data loss")));
    }
}
