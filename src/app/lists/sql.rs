//! The result of a query as a table. A row with an id or a time leads there.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::table::column;
use crate::app::layer::Act;
use crate::app::layer::source::Source;
use crate::base::time::{Dur, Ts};
use crate::model::ids::{SchedId, SliceId, ThreadStateId};
use crate::model::trace::Trace;
use crate::sql::session::{ResultSet, SqlValue};
use crate::view::overlay::{Align, Column, RowSource, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean_bytes, counted};

/// The result of a query, as safe text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Which columns hold only numbers.
    pub numeric: Vec<bool>,
    /// Whether the query gave more rows than are kept.
    pub more: bool,
    /// The texts of all values, row by row.
    text: String,
    /// Where each value ends in `text`.
    ends: Vec<usize>,
    /// Which values are NULL.
    nulls: Vec<bool>,
    /// Where each row leads.
    leads: Vec<Act>,
}

impl Rows {
    /// Returns what a query gave. Looks at each slice of the trace where rows name slices by time.
    pub fn of(trace: &Trace, query: &str, result: &ResultSet) -> Self {
        let mut rows = Self {
            columns: result
                .columns
                .iter()
                .map(|name| clean_bytes(name.as_bytes()).into_owned())
                .collect(),
            numeric: (0..result.columns.len())
                .map(|column| result.rows.iter().all(|row| is_number(&row[column])))
                .collect(),
            more: result.truncated,
            ..Self::default()
        };
        for value in result.rows.iter().flatten() {
            rows.push(value);
        }
        rows.leads = leads(trace, query, &rows, result.rows.len());
        rows
    }

    fn push(&mut self, value: &SqlValue) {
        let text = match value {
            SqlValue::Null => Cow::Borrowed(""),
            SqlValue::Int(value) => value.to_string().into(),
            SqlValue::Real(value) => format!("{value:?}").into(),
            SqlValue::Text(bytes) => clean_bytes(bytes),
            SqlValue::Blob(bytes) => format!("<{} bytes>", bytes.len()).into(),
        };
        self.text.push_str(&text);
        self.ends.push(self.text.len());
        self.nulls.push(*value == SqlValue::Null);
    }

    /// Returns a value; nothing for NULL.
    pub fn value(&self, row: usize, column: usize) -> Option<&str> {
        let place = row * self.columns.len() + column;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text
            .get(start..self.ends[place])
            .filter(|_| !self.nulls[place])
    }

    fn values(&self, row: usize) -> impl Iterator<Item = Option<&str>> {
        (0..self.columns.len()).map(move |column| self.value(row, column))
    }

    fn column(&self, name: &str) -> Option<usize> {
        let mut names = self.columns.iter();
        names.position(|column| column.eq_ignore_ascii_case(name))
    }

    /// Returns the table, without its rows.
    pub fn table(&self) -> Table {
        let columns = self.columns.iter().zip(&self.numeric);
        let columns: Vec<Column> = columns
            .map(|(name, &numeric)| {
                let align = if numeric { Align::Right } else { Align::Left };
                column(name, align, 60)
            })
            .collect();
        let rows = counted(self.leads.len(), "row", "rows");
        let title = if self.more {
            format!("the first {rows}: sort and filter see these, ORDER BY sees all")
        } else {
            rows
        };
        Table {
            badge: "SQL".into(),
            title,
            columns,
            empty: "no rows".into(),
            mode: "SQL".into(),
            ..Table::default()
        }
    }
}

impl RowSource for Rows {
    fn row(&self, _: &Trace, index: usize) -> TableRow {
        let cells = self.values(index).map(|value| match value {
            Some(value) => TableCell::new(value),
            None => TableCell::of("NULL", Role::Dim),
        });
        TableRow {
            cells: cells.collect(),
            item: self.item(index),
            heading: false,
        }
    }

    fn item(&self, index: usize) -> Item {
        match self.leads[index] {
            Act::Item(item) => item,
            _ => Item::None,
        }
    }

    fn is_heading(&self, _: usize) -> bool {
        false
    }
}

impl Source for Rows {
    fn n_rows(&self) -> usize {
        self.leads.len()
    }

    fn act(&self, index: usize) -> Act {
        self.leads[index].clone()
    }

    fn write_text(&self, _: &Trace, index: usize, text: &mut String) {
        for (column, value) in self.values(index).enumerate() {
            if column > 0 {
                text.push(' ');
            }
            text.push_str(value.unwrap_or("NULL"));
        }
    }
}

fn is_number(value: &SqlValue) -> bool {
    matches!(value, SqlValue::Null | SqlValue::Int(_) | SqlValue::Real(_))
}

/// Returns where each of the rows leads.
fn leads(trace: &Trace, query: &str, rows: &Rows, n_rows: usize) -> Vec<Act> {
    let query = query.to_lowercase();
    let of_slices = !OTHER_TABLES.iter().any(|name| reads(&query, name));
    let by_time = slices_by_time(trace, rows, n_rows);
    let lead = |row: usize| match lead_of(trace, &query, of_slices, rows, row) {
        Act::Instant(ts) => match by_time.get(&row) {
            Some(&slice) => Act::Item(Item::Slice(slice)),
            None => Act::Instant(ts),
        },
        act => act,
    };
    (0..n_rows).map(lead).collect()
}

/// Tables whose `id` is not that of a slice.
const OTHER_TABLES: [&str; 7] = [
    "sched",
    "thread_state",
    "counter",
    "flow",
    "track",
    "args",
    "process",
];

/// Returns whether a query in lower case reads a table.
fn reads(query: &str, table: &str) -> bool {
    query.contains(&format!("from {table}"))
}

/// Returns the slices that rows without an id mean, by place: those with the row's time and, where
/// it has them, duration and name. One look at each slice.
fn slices_by_time(trace: &Trace, rows: &Rows, n_rows: usize) -> HashMap<usize, SliceId> {
    let mut found = HashMap::new();
    let (dur, name) = (rows.column("dur"), rows.column("name"));
    let Some(ts) = rows.column("ts") else {
        return found;
    };
    if dur.or(name).is_none() {
        return found;
    }
    let mut wanted: HashMap<i64, Vec<usize>> = HashMap::new();
    for row in 0..n_rows {
        if let Some(ts) = rows.value(row, ts).and_then(|ts| ts.parse().ok()) {
            wanted.entry(ts).or_default().push(row);
        }
    }
    for id in trace.slices.ids() {
        let Some(places) = wanted.get(&trace.slices.ts(id).ns()) else {
            continue;
        };
        let own_dur = trace.slices.dur(id).map_or(-1, Dur::ns).to_string();
        let own_name = trace.slice_name(id);
        for &row in places {
            let same = |column: Option<usize>, own: Option<&str>| {
                column.is_none_or(|column| rows.value(row, column) == own)
            };
            if same(dur, Some(&own_dur)) && same(name, own_name.as_deref()) {
                found.entry(row).or_insert(id);
            }
        }
    }
    found
}

fn lead_of(trace: &Trace, query: &str, of_slices: bool, rows: &Rows, row: usize) -> Act {
    let number = |name: &str| -> Option<i64> {
        let column = rows.column(name)?;
        rows.value(row, column)?.parse().ok()
    };
    let slice = number("slice_id").or_else(|| number("id").filter(|_| of_slices));
    let slice = slice
        .and_then(|id| trace.sql_ids().slice(id))
        .filter(|&id: &SliceId| number("ts").is_none_or(|ts| trace.slices.ts(id).ns() == ts));
    if let Some(id) = slice {
        return Act::Item(Item::Slice(id));
    }
    let row = number("id").and_then(|id| usize::try_from(id).ok());
    if let Some(row) = row {
        if reads(query, "sched") && row < trace.sched.sched().len() {
            return Act::Item(Item::Sched(SchedId::from_index(row)));
        }
        if reads(query, "thread_state") && row < trace.sched.states().len() {
            return Act::Item(Item::State(ThreadStateId::from_index(row)));
        }
    }
    match number("ts") {
        Some(ts) => Act::Instant(Ts::from_ns(ts)),
        None => Act::Search(String::new()),
    }
}
