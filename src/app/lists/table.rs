//! Tables: import issues, the Android log, query results, the slowest flows.
//!
//! Each function returns the table without rows and the entries that fill it;
//! filtering and sorting are the layer's business.

use hashbrown::HashMap;

use super::ROWS_MAX;
use crate::app::jobs::Rows;
use crate::app::layer::{Act, Entry, Look};
use crate::base::time::Dur;
use crate::model::ids::{SchedId, SliceId, ThreadStateId, Utid};
use crate::model::issue::{Severity, kind_of};
use crate::model::trace::Trace;
use crate::query::flows::stats;
use crate::view::overlay::{Align, Column, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::grouped;
use crate::view::time::{self, Clock};

/// Returns a column.
pub fn column(title: &str, align: Align, max_width: u16) -> Column {
    Column {
        title: title.into(),
        align,
        max_width,
    }
}

/// Returns a row that leads somewhere.
pub fn row(cells: Vec<TableCell>, item: Item, act: Act) -> Entry {
    let text: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
    Entry {
        text: text.join(" "),
        act,
        look: Look::Table(TableRow {
            cells,
            item,
            heading: false,
        }),
    }
}

/// Returns the heading of a group.
pub fn heading(text: String) -> Entry {
    Entry {
        text: text.clone(),
        act: Act::None,
        look: Look::Table(TableRow {
            cells: vec![TableCell::of(text, Role::Strong).bold()],
            item: Item::None,
            heading: true,
        }),
    }
}

/// What could not be imported, worst first.
pub fn issues(trace: &Trace) -> (Table, Vec<Entry>) {
    let mut all: Vec<_> = trace
        .issues
        .iter()
        .filter(|issue| issue.count > 0)
        .map(|issue| (kind_of(issue.kind), issue))
        .filter(|(kind, _)| kind.severity > Severity::Info)
        .collect();
    all.sort_by_key(|(kind, issue)| (std::cmp::Reverse(kind.severity), issue.kind, issue.index));
    let entries = all.iter().map(|(kind, issue)| {
        let role = match kind.severity {
            Severity::Error => Role::Bad,
            Severity::DataLoss => Role::Warn,
            _ => Role::Text,
        };
        let name = match issue.index {
            Some(index) => format!("{}[{index}]", issue.kind),
            None => issue.kind.to_owned(),
        };
        let first = issue.occurrences.first();
        let offset = first
            .and_then(|first| first.offset)
            .map(|at| format!("@{at}"));
        let detail = first.map(|first| first.detail.as_str()).unwrap_or_default();
        let text = if detail.is_empty() {
            kind.help.to_owned()
        } else {
            format!("{} ({detail})", kind.help)
        };
        row(
            vec![
                TableCell::of(kind.severity.text(), role),
                TableCell::new(grouped(issue.count.unsigned_abs())),
                TableCell::new(name),
                TableCell::of(offset.unwrap_or_default(), Role::Dim),
                TableCell::new(text),
            ],
            Item::None,
            Act::Search(String::new()),
        )
    });
    let entries: Vec<Entry> = entries.collect();
    let table = Table {
        badge: "ISSUES".into(),
        title: format!(
            "{} kinds of things that could not be imported",
            entries.len()
        ),
        order: "worst first".into(),
        columns: vec![
            column("severity", Align::Left, 10),
            column("count", Align::Right, 12),
            column("issue", Align::Left, 40),
            column("first at", Align::Right, 14),
            column("meaning", Align::Left, u16::MAX),
        ],
        empty: "everything in the trace could be imported".into(),
        mode: "ISSUES".into(),
        ..Table::default()
    };
    (table, entries)
}

/// The Android log.
pub fn logs(trace: &Trace, clock: Clock) -> (Table, Vec<Entry>) {
    const PRIORITIES: [&str; 8] = ["?", "?", "V", "D", "I", "W", "E", "F"];
    let name = |id| trace.text(id).into_owned();
    let entries = trace
        .logs
        .iter()
        .take(ROWS_MAX)
        .enumerate()
        .map(|(index, log)| {
            let prio = usize::try_from(log.prio).unwrap_or(0).min(7);
            let role = Role::Log(prio as u8);
            let thread = log.utid.map(|utid: Utid| trace.thread_title(utid));
            let item = Item::Log(index as u32);
            row(
                vec![
                    TableCell::of(clock.exact(log.ts), Role::Dim),
                    TableCell::of(PRIORITIES[prio], role),
                    TableCell::new(thread.unwrap_or_default()),
                    TableCell::of(log.tag.map(name).unwrap_or_default(), role),
                    TableCell::of(log.msg.map(name).unwrap_or_default(), role),
                ],
                item,
                Act::Item(item),
            )
        });
    let entries: Vec<Entry> = entries.collect();
    let n = grouped(trace.logs.len() as u64);
    let table = Table {
        badge: "LOG".into(),
        title: format!("{n} lines of the Android log"),
        columns: vec![
            column("time", Align::Right, 24),
            column("", Align::Left, 1),
            column("thread", Align::Left, 24),
            column("tag", Align::Left, 24),
            column("message", Align::Left, u16::MAX),
        ],
        empty: "the trace holds no Android log".into(),
        mode: "LOG".into(),
        ..Table::default()
    };
    (table, entries)
}

/// The slowest pairs of slices joined by flows.
pub fn slow_flows(trace: &Trace) -> (Table, Vec<Entry>) {
    let pairs = stats::by_pair(trace);
    let name =
        |id: Option<_>| id.map_or_else(|| "[no name]".into(), |id| trace.text(id).into_owned());
    let entries = pairs.iter().take(ROWS_MAX).map(|pair| {
        let item = Item::Slice(trace.flows.get(pair.slowest).from);
        row(
            vec![
                TableCell::new(name(pair.from)),
                TableCell::new(name(pair.to)),
                TableCell::new(grouped(pair.count as u64)),
                TableCell::new(time::signed(pair.p50_ns)),
                TableCell::new(time::signed(pair.p90_ns)),
                TableCell::new(time::signed(pair.max_ns)).bold(),
            ],
            item,
            Act::Item(item),
        )
    });
    let entries: Vec<Entry> = entries.collect();
    let table = Table {
        badge: "FLOWS".into(),
        title: format!("{} pairs of names", grouped(pairs.len() as u64)),
        order: "slowest first".into(),
        columns: vec![
            column("from", Align::Left, 40),
            column("to", Align::Left, 40),
            column("count", Align::Right, 10),
            column("p50", Align::Right, 10),
            column("p90", Align::Right, 10),
            column("slowest", Align::Right, 10),
        ],
        empty: "the trace holds no flows".into(),
        mode: "FLOWS".into(),
        ..Table::default()
    };
    (table, entries)
}

/// The result of a query. A row with an id or a time leads there.
pub fn sql(trace: &Trace, text: &str, rows: &Rows) -> (Table, Vec<Entry>) {
    let columns: Vec<Column> = rows
        .columns
        .iter()
        .zip(&rows.numeric)
        .map(|(name, &numeric)| {
            let align = if numeric { Align::Right } else { Align::Left };
            column(name, align, 60)
        })
        .collect();
    let by_time = slices_by_time(trace, rows);
    let entries = rows.rows.iter().enumerate().map(|(place, values)| {
        let cells = values.iter().map(|value| match value {
            Some(value) => TableCell::new(value.clone()),
            None => TableCell::of("NULL", Role::Dim),
        });
        let act = match leads_to(trace, text, rows, values) {
            Act::Instant(ts) => match by_time.get(&place) {
                Some(&slice) => Act::Item(Item::Slice(slice)),
                None => Act::Instant(ts),
            },
            act => act,
        };
        let item = match act {
            Act::Item(item) => item,
            _ => Item::None,
        };
        row(cells.collect(), item, act)
    });
    let entries: Vec<Entry> = entries.collect();
    let more = if rows.more { " and more" } else { "" };
    let table = Table {
        badge: "SQL".into(),
        title: format!("{} rows{more}", grouped(rows.rows.len() as u64)),
        columns,
        empty: "no rows".into(),
        mode: "SQL".into(),
        ..Table::default()
    };
    (table, entries)
}

/// Returns the slices that rows without an id mean, by place: those with the row's time and, where
/// it has them, duration and name. One look at each slice.
fn slices_by_time(trace: &Trace, rows: &Rows) -> HashMap<usize, SliceId> {
    let column = |name: &str| {
        let mut names = rows.columns.iter();
        names.position(|column| column.eq_ignore_ascii_case(name))
    };
    let mut found = HashMap::new();
    let (Some(ts), dur, name) = (column("ts"), column("dur"), column("name")) else {
        return found;
    };
    if dur.or(name).is_none() {
        return found;
    }
    let mut wanted: HashMap<i64, Vec<usize>> = HashMap::new();
    for (place, values) in rows.rows.iter().enumerate() {
        if let Some(ts) = values[ts].as_ref().and_then(|ts| ts.parse().ok()) {
            wanted.entry(ts).or_default().push(place);
        }
    }
    for id in trace.slices.ids() {
        let Some(places) = wanted.get(&trace.slices.ts(id).ns()) else {
            continue;
        };
        let own_dur = trace.slices.dur(id).map_or(-1, Dur::ns).to_string();
        let own_name = trace.slice_name(id);
        for &place in places {
            let same = |column: Option<usize>, own: Option<&str>| {
                column.is_none_or(|column| rows.rows[place][column].as_deref() == own)
            };
            if same(dur, Some(&own_dur)) && same(name, own_name.as_deref()) {
                found.entry(place).or_insert(id);
            }
        }
    }
    found
}

fn leads_to(trace: &Trace, text: &str, rows: &Rows, values: &[Option<String>]) -> Act {
    let number = |name: &str| -> Option<i64> {
        let place = rows
            .columns
            .iter()
            .position(|column| column.eq_ignore_ascii_case(name))?;
        values.get(place)?.as_ref()?.parse().ok()
    };
    let text = text.to_lowercase();
    let slice = number("slice_id").or_else(|| {
        let id = number("id")?;
        let others = [
            "sched",
            "thread_state",
            "counter",
            "flow",
            "track",
            "args",
            "process",
        ];
        let is_other = others
            .iter()
            .any(|name| text.contains(&format!("from {name}")));
        (!is_other).then_some(id)
    });
    let slice = slice
        .and_then(|id| trace.sql_ids().slice(id))
        .filter(|&id: &SliceId| number("ts").is_none_or(|ts| trace.slices.ts(id).ns() == ts));
    if let Some(id) = slice {
        return Act::Item(Item::Slice(id));
    }
    let row = number("id").and_then(|id| usize::try_from(id).ok());
    if let Some(row) = row {
        if text.contains("from sched") && row < trace.sched.sched().len() {
            return Act::Item(Item::Sched(SchedId::from_index(row)));
        }
        if text.contains("from thread_state") && row < trace.sched.states().len() {
            return Act::Item(Item::State(ThreadStateId::from_index(row)));
        }
    }
    match number("ts") {
        Some(ts) => Act::Instant(crate::base::time::Ts::from_ns(ts)),
        None => Act::Search(String::new()),
    }
}
