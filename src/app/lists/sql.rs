//! The result of a query as a table. Rows that are recognised by id, time or owner lead to the timeline.

use std::borrow::Cow;

use super::row_leads::leads;
use super::table::column;
use crate::app::layer::Act;
use crate::app::layer::arrange::SortedBy;
use crate::app::layer::source::{Extent, ListSource};
use crate::base::csv::hex;
use crate::model::trace::Trace;
use crate::sql::session::{Origin, ResultSet, SqlValue};
use crate::view::overlay::{Align, Column, RowSource, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean_whole_bytes, counted};

/// The result of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryRows {
    /// The names of the columns, as safe text.
    pub columns: Vec<String>,
    /// Where the columns come from, as far as it is known.
    pub origins: Vec<Option<Origin>>,
    /// What the columns hold if all of their values are of a kind.
    kinds: Vec<Option<SortedBy>>,
    /// Whether the query gave more rows than are kept.
    more: bool,
    /// The statements, each with its semicolon, that were run before and that the query needs.
    pub needs: String,
    /// All values, row by row.
    values: Vec<SqlValue>,
    /// Where each row leads.
    leads: Vec<Act>,
}

impl QueryRows {
    /// Returns what a query gave. Looks at each slice of the trace where rows name slices by time.
    pub fn of(trace: &Trace, result: ResultSet) -> Self {
        let n_rows = result.rows.len();
        let mut rows = Self {
            columns: result
                .columns
                .iter()
                .map(|name| clean_whole_bytes(name.as_bytes()).into_owned())
                .collect(),
            origins: result.origins,
            kinds: (0..result.columns.len())
                .map(|column| kind(result.rows.iter().map(|row| &row[column])))
                .collect(),
            more: result.truncated,
            values: result.rows.into_iter().flatten().collect(),
            ..Self::default()
        };
        rows.leads = leads(trace, &rows, n_rows);
        rows
    }

    fn value(&self, row: usize, column: usize) -> &SqlValue {
        &self.values[row * self.columns.len() + column]
    }

    /// Returns a value as safe text; nothing for NULL.
    pub fn text(&self, row: usize, column: usize) -> Option<Cow<'_, str>> {
        match self.value(row, column) {
            SqlValue::Text(bytes) => Some(clean_whole_bytes(bytes)),
            SqlValue::Blob(bytes) => Some(format!("<{} bytes>", bytes.len()).into()),
            value => number(value).map(Cow::from),
        }
    }

    /// Returns a value if it is an integer.
    pub fn int(&self, row: usize, column: usize) -> Option<i64> {
        match self.value(row, column) {
            SqlValue::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns a value if it is a number.
    pub fn real(&self, row: usize, column: usize) -> Option<f64> {
        match self.value(row, column) {
            SqlValue::Int(value) => Some(*value as f64),
            SqlValue::Real(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns whether a value is NULL.
    pub fn is_null(&self, row: usize, column: usize) -> bool {
        *self.value(row, column) == SqlValue::Null
    }

    /// Returns the first column that holds texts only, but for one.
    pub fn first_text(&self, but: Option<usize>) -> Option<usize> {
        let mut columns = 0..self.columns.len();
        columns.find(|&column| self.kinds[column] == Some(SortedBy::Texts) && Some(column) != but)
    }

    /// Returns whether the query gave more rows than are kept.
    pub fn is_cut(&self) -> bool {
        self.more
    }

    fn texts(&self, row: usize) -> impl Iterator<Item = Option<Cow<'_, str>>> {
        (0..self.columns.len()).map(move |column| self.text(row, column))
    }

    /// Returns the index of the column with a name.
    pub fn column(&self, name: &str) -> Option<usize> {
        let mut names = self.columns.iter();
        names.position(|column| column.eq_ignore_ascii_case(name))
    }

    /// Returns the table, without its rows.
    pub fn table(&self) -> Table {
        let columns = self.columns.iter().zip(&self.kinds);
        let columns: Vec<Column> = columns
            .map(|(name, kind)| {
                let align = match kind {
                    Some(SortedBy::Numbers) => Align::Right,
                    _ => Align::Left,
                };
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

impl RowSource for QueryRows {
    fn row(&self, _: &Trace, index: usize) -> TableRow {
        let cells = self.texts(index).enumerate().map(|(column, text)| {
            let cell = match text {
                Some(text) => TableCell::new(text),
                None => TableCell::of("NULL", Role::Dim),
            };
            match *self.value(index, column) {
                SqlValue::Int(value) => cell.valued(value as f64),
                SqlValue::Real(value) => cell.valued(value),
                _ => cell,
            }
        });
        TableRow {
            cells: cells.collect(),
            heading: false,
        }
    }

    fn record(&self, _: &Trace, index: usize) -> Vec<Option<String>> {
        let values = (0..self.columns.len()).map(|column| self.value(index, column));
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        values
            .map(|value| match value {
                SqlValue::Text(bytes) => Some(text(bytes)),
                SqlValue::Blob(bytes) => Some(hex(bytes)),
                value => number(value),
            })
            .collect()
    }

    fn item(&self, index: usize) -> Item {
        match self.leads[index] {
            Act::Item(item) => item,
            Act::FocusFlow(slice, _) => Item::Slice(slice),
            _ => Item::None,
        }
    }
}

impl ListSource for QueryRows {
    fn n_rows(&self) -> usize {
        self.leads.len()
    }

    fn extent(&self) -> Extent {
        if self.more {
            Extent::First(None)
        } else {
            Extent::All
        }
    }

    fn act(&self, index: usize) -> Act {
        self.leads[index].clone()
    }

    fn write_text(&self, _: &Trace, index: usize, text: &mut String) {
        for (column, value) in self.texts(index).enumerate() {
            if column > 0 {
                text.push(' ');
            }
            text.push_str(value.as_deref().unwrap_or("NULL"));
        }
    }

    fn sorted_as(&self, column: usize) -> Option<SortedBy> {
        self.kinds.get(column).copied().flatten()
    }
}

/// Returns what values are if all are of a kind; NULL is of any.
fn kind<'a>(values: impl Iterator<Item = &'a SqlValue>) -> Option<SortedBy> {
    let mut values = values.filter(|value| **value != SqlValue::Null);
    let is_number = |value: &SqlValue| matches!(value, SqlValue::Int(_) | SqlValue::Real(_));
    let Some(first) = values.next().map(is_number) else {
        return Some(SortedBy::Numbers);
    };
    let is_alike = values.all(|value| is_number(value) == first);
    let kind = if first {
        SortedBy::Numbers
    } else {
        SortedBy::Texts
    };
    is_alike.then_some(kind)
}

/// Returns a number as text.
fn number(value: &SqlValue) -> Option<String> {
    match value {
        SqlValue::Int(value) => Some(value.to_string()),
        SqlValue::Real(value) => Some(format!("{value:?}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;

    #[test]
    fn what_is_exported_is_the_data() {
        let trace = TraceBuilder::new().finish();
        let text = |text: &str| SqlValue::Text(text.as_bytes().into());
        let row = vec![
            text("NULL"),
            SqlValue::Null,
            SqlValue::Blob(Box::new([0, 255])),
            text("x\ny\tz"),
            SqlValue::Real(0.5),
            text(""),
            SqlValue::Int(-1),
        ];
        let result = ResultSet {
            columns: vec![String::from("c"); row.len()],
            rows: vec![row],
            ..ResultSet::default()
        };
        let rows = QueryRows::of(&trace, result);
        let record = rows.record(&trace, 0);
        let record: Vec<Option<&str>> = record.iter().map(Option::as_deref).collect();
        assert_eq!(
            record,
            [
                Some("NULL"),
                None,
                Some("00ff"),
                Some("x\ny\tz"),
                Some("0.5"),
                Some(""),
                Some("-1"),
            ]
        );
        let shown = rows.row(&trace, 0).cells;
        let shown: Vec<&str> = shown.iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(
            shown,
            ["NULL", "NULL", "<2 bytes>", "x\\ny\\tz", "0.5", "", "-1"]
        );
    }
}
