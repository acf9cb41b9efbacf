//! The result of a query as a table. Rows that are recognised by id, time or owner lead to the timeline.

use std::borrow::Cow;

use super::row_leads::leads;
use super::table::column;
use crate::app::layer::Act;
use crate::app::layer::source::Source;
use crate::model::trace::Trace;
use crate::sql::session::{ResultSet, SqlValue};
use crate::view::overlay::{Align, Column, RowSource, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean_whole_bytes, counted};

/// The result of a query, as safe text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Whether each column holds only numbers and NULL.
    pub numeric: Vec<bool>,
    /// Whether the query has more rows than are kept.
    pub more: bool,
    /// The statements run earlier that the query depends on, each with its semicolon.
    pub needs: String,
    /// The texts of all values, row by row.
    text: String,
    /// The end of each value in `text`.
    ends: Vec<usize>,
    /// Whether each value is NULL.
    nulls: Vec<bool>,
    /// What each row leads to.
    leads: Vec<Act>,
}

impl Rows {
    /// Returns the result of a query. If rows refer to slices by time, this looks at every slice of the
    /// trace.
    pub fn of(trace: &Trace, query: &str, result: &ResultSet) -> Self {
        let mut rows = Self {
            columns: result
                .columns
                .iter()
                .map(|name| clean_whole_bytes(name.as_bytes()).into_owned())
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
            SqlValue::Text(bytes) => clean_whole_bytes(bytes),
            SqlValue::Blob(bytes) => format!("<{} bytes>", bytes.len()).into(),
        };
        self.text.push_str(&text);
        self.ends.push(self.text.len());
        self.nulls.push(*value == SqlValue::Null);
    }

    /// Returns a value; `None` for NULL.
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

    /// Returns the index of the column with a name.
    pub fn column(&self, name: &str) -> Option<usize> {
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
            Act::FocusFlow(slice, _) => Item::Slice(slice),
            _ => Item::None,
        }
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
