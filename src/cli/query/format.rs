//! Formats of SQL results: a table for people, and formats for programs.
//!
//! Formats for programs hand out the texts of the trace as they are, but with
//! invalid UTF-8 replaced, which no reader of them takes; only `tp` has the very
//! bytes, as trace processor prints them. On a terminal they are cleaned, as
//! everything is, and JSON is escaped.

use std::borrow::Cow;
use std::io::{Result, Write as _};

use rusqlite::types::ValueRef;

use crate::base::csv::{self, hex};
use crate::cli::args::QueryFormat;
use crate::cli::out::Out;
use crate::cli::table::escaped_json;
use crate::sql::session::RowSink;
use crate::view::text::{clean_whole_bytes, fit_end, pad_left, pad_right, width};

/// How many rows the table for people measures before it prints the first one.
const MEASURED: usize = 2000;

/// The widest column of the table for people on a terminal.
const MAX_WIDTH: usize = 80;

/// The longest double in the format `tp`, which is the size of trace processor's buffer.
const TP_REAL_LEN: usize = 255;

/// A cell of the table for people: its text, and whether it is a number, which is not known of NULL.
type Cell = (String, Option<bool>);

/// Prints results in one format.
pub(super) struct Printer<'a> {
    format: QueryFormat,
    out: &'a mut Out,
    terminal: bool,
    columns: Vec<String>,
    line: csv::Line,
    results: usize,
    rows: u64,
    /// Whether the running statement is the last one. JSON is one document, with the result of that one only.
    is_last: bool,
    /// Whether the beginning of the JSON document has been printed.
    has_begun: bool,
    /// Whether the last row of JSON has yet to be followed by the end of the list.
    is_open: bool,
    /// Rows of a table that are not printed yet.
    pending: Vec<Vec<Cell>>,
    widths: Vec<usize>,
    /// Whether the first value of each column is a number: to its side go its name and NULL.
    numbers: Vec<bool>,
}

impl<'a> Printer<'a> {
    /// Returns a printer that has not printed anything.
    pub(super) fn new(format: QueryFormat, out: &'a mut Out) -> Self {
        let terminal = out.is_terminal();
        Self {
            format,
            out,
            terminal,
            columns: Vec::new(),
            line: csv::Line::default(),
            results: 0,
            rows: 0,
            is_last: true,
            has_begun: false,
            is_open: false,
            pending: Vec::new(),
            widths: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Returns how many rows the last statement returned; 0 if it has no result.
    pub(super) const fn last_rows(&self) -> u64 {
        self.rows
    }

    /// Prints the rows that are still held back when a statement fails, and ends the line of the last.
    pub(super) fn finish(&mut self) -> Result<()> {
        if std::mem::take(&mut self.is_open) {
            self.out.write_all(b"\n")?;
        }
        self.print_pending()
    }

    /// Completes the JSON document after successful statements; without a result it is an empty array.
    pub(super) fn end_document(&mut self) -> Result<()> {
        if self.format == QueryFormat::Json && !self.has_begun {
            self.out.write_all(b"[]\n")?;
        }
        Ok(())
    }

    fn text<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        if self.terminal {
            match clean_whole_bytes(bytes) {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            }
        } else if self.format == QueryFormat::Tp {
            Cow::Borrowed(bytes)
        } else {
            match String::from_utf8_lossy(bytes) {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            }
        }
    }

    fn tp_row(&mut self, values: &[ValueRef<'_>]) -> Result<()> {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.out.write_all(b",")?;
            }
            match value {
                ValueRef::Null => self.out.write_all(b"\"[NULL]\"")?,
                ValueRef::Integer(value) => write!(self.out, "{value}")?,
                ValueRef::Real(value) => self.out.write_all(tp_real(*value).as_bytes())?,
                ValueRef::Text(bytes) => {
                    // Texts end at the first zero byte in trace processor.
                    let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
                    let text = self.text(&bytes[..end]);
                    self.out.write_all(b"\"")?;
                    self.out.write_all(&text)?;
                    self.out.write_all(b"\"")?;
                }
                ValueRef::Blob(_) => self.out.write_all(b"\"<raw bytes>\"")?,
            }
        }
        self.out.write_all(b"\n")
    }

    fn csv_row(&mut self, values: &[ValueRef<'_>]) -> Result<()> {
        let mut line = std::mem::take(&mut self.line);
        for value in values {
            let is_null = matches!(value, ValueRef::Null);
            let bytes = plain(value);
            line.push((!is_null).then(|| self.text(&bytes)).as_deref());
        }
        let written = self.out.write_all(line.end());
        self.line = line;
        written
    }

    fn tsv_row(&mut self, values: &[ValueRef<'_>]) -> Result<()> {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.out.write_all(b"\t")?;
            }
            let bytes = plain(value);
            let text = self.text(&bytes);
            self.out.write_all(&tsv_field(&text))?;
        }
        self.out.write_all(b"\n")
    }

    fn json_row(&mut self, values: &[ValueRef<'_>]) -> Result<()> {
        self.out.write_all(b"{")?;
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.out.write_all(b",")?;
            }
            json_text(&self.columns[index], self.terminal, self.out)?;
            self.out.write_all(b":")?;
            match value {
                ValueRef::Null => self.out.write_all(b"null")?,
                ValueRef::Integer(value) => write!(self.out, "{value}")?,
                // JSON has no infinity; serde writes null.
                ValueRef::Real(value) => serde_json::to_writer(&mut *self.out, value)?,
                ValueRef::Text(bytes) => {
                    json_text(&String::from_utf8_lossy(bytes), self.terminal, self.out)?;
                }
                ValueRef::Blob(bytes) => serde_json::to_writer(&mut *self.out, &hex(bytes))?,
            }
        }
        self.out.write_all(b"}")
    }

    fn table_row(&mut self, values: &[ValueRef<'_>]) -> Result<()> {
        let row: Vec<Cell> = values
            .iter()
            .map(|value| {
                let is_number = match value {
                    ValueRef::Null => None,
                    value => Some(matches!(value, ValueRef::Integer(_) | ValueRef::Real(_))),
                };
                let text = match value {
                    ValueRef::Null => Cow::Borrowed("NULL"),
                    value => Cow::Owned(clean_whole_bytes(&plain(value)).into_owned()),
                };
                let text = if self.terminal {
                    fit_end(&text, MAX_WIDTH).into_owned()
                } else {
                    text.into_owned()
                };
                (text, is_number)
            })
            .collect();
        if self.widths.is_empty() {
            self.pending.push(row);
            if self.pending.len() >= MEASURED {
                self.print_pending()?;
            }
            return Ok(());
        }
        self.print_row(&row)
    }

    /// Prints the head of a table and the rows that have been measured.
    fn print_pending(&mut self) -> Result<()> {
        if self.format != QueryFormat::Table || !self.widths.is_empty() || self.columns.is_empty() {
            return Ok(());
        }
        self.widths = self.columns.iter().map(|name| width(name)).collect();
        for row in &self.pending {
            for ((cell, _), widest) in row.iter().zip(&mut self.widths) {
                *widest = (*widest).max(width(cell));
            }
        }
        let is_of_numbers = |index: usize| {
            let first = self.pending.iter().find_map(|row| row[index].1);
            first.unwrap_or(false)
        };
        self.numbers = (0..self.columns.len()).map(is_of_numbers).collect();
        let names = self.columns.iter();
        let head: Vec<Cell> = names.map(|name| (name.clone(), None)).collect();
        self.print_row(&head)?;
        let rule: Vec<String> = self.widths.iter().map(|&width| "─".repeat(width)).collect();
        writeln!(self.out, "{}", rule.join("  "))?;
        for row in std::mem::take(&mut self.pending) {
            self.print_row(&row)?;
        }
        Ok(())
    }

    fn print_row(&mut self, row: &[Cell]) -> Result<()> {
        let mut line = String::new();
        for (index, (cell, is_number)) in row.iter().enumerate() {
            if index > 0 {
                line.push_str("  ");
            }
            let room = self.widths[index].max(width(cell));
            if is_number.unwrap_or(self.numbers[index]) {
                line.push_str(&pad_left(cell, room));
            } else {
                line.push_str(&pad_right(cell, room));
            }
        }
        writeln!(self.out, "{}", line.trim_end())
    }
}

impl RowSink for Printer<'_> {
    fn statement(&mut self, is_last: bool) -> Result<()> {
        self.is_last = is_last;
        self.rows = 0;
        Ok(())
    }

    fn begin(&mut self, columns: &[String]) -> Result<()> {
        if self.results > 0 && !matches!(self.format, QueryFormat::Json | QueryFormat::Ndjson) {
            self.out.write_all(b"\n")?;
        }
        self.results += 1;
        self.rows = 0;
        self.widths.clear();
        self.pending.clear();
        self.columns = match self.format {
            QueryFormat::Json | QueryFormat::Ndjson => distinct(columns),
            QueryFormat::Table => columns
                .iter()
                .map(|name| clean_whole_bytes(name.as_bytes()).into_owned())
                .collect(),
            _ => columns.to_vec(),
        };
        match self.format {
            QueryFormat::Tp | QueryFormat::Csv | QueryFormat::Tsv => {
                let names: Vec<ValueRef<'_>> = columns
                    .iter()
                    .map(|name| ValueRef::Text(name.as_bytes()))
                    .collect();
                match self.format {
                    QueryFormat::Tp => self.tp_row(&names),
                    QueryFormat::Csv => self.csv_row(&names),
                    _ => self.tsv_row(&names),
                }
            }
            QueryFormat::Json if self.is_last => {
                self.has_begun = true;
                self.is_open = true;
                self.out.write_all(b"[")
            }
            QueryFormat::Json | QueryFormat::Ndjson | QueryFormat::Table => Ok(()),
        }
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> Result<bool> {
        match self.format {
            QueryFormat::Tp => self.tp_row(values)?,
            QueryFormat::Csv => self.csv_row(values)?,
            QueryFormat::Tsv => self.tsv_row(values)?,
            // These rows are not printed, but an error in them must still end the query.
            QueryFormat::Json if !self.is_last => {}
            QueryFormat::Json => {
                let before: &[u8] = if self.rows == 0 { b"\n" } else { b",\n" };
                self.out.write_all(before)?;
                self.json_row(values)?;
            }
            QueryFormat::Ndjson => {
                self.json_row(values)?;
                self.out.write_all(b"\n")?;
            }
            QueryFormat::Table => self.table_row(values)?,
        }
        self.rows += 1;
        Ok(!self.out.is_broken())
    }

    fn end(&mut self) -> Result<()> {
        self.is_open = false;
        match self.format {
            QueryFormat::Json if !self.is_last => Ok(()),
            QueryFormat::Json if self.rows == 0 => self.out.write_all(b"]\n"),
            QueryFormat::Json => self.out.write_all(b"\n]\n"),
            QueryFormat::Table => self.print_pending(),
            _ => Ok(()),
        }
    }
}

/// Returns a double like C's `%f`, cut like in trace processor.
fn tp_real(value: f64) -> String {
    if value.is_nan() {
        return String::from("nan");
    }
    let mut text = format!("{value:.6}");
    text.truncate(TP_REAL_LEN);
    text
}

/// Returns a value without quotes; NULL becomes empty.
fn plain<'a>(value: &ValueRef<'a>) -> Cow<'a, [u8]> {
    match *value {
        ValueRef::Null => Cow::Borrowed(b""),
        ValueRef::Integer(value) => Cow::Owned(value.to_string().into_bytes()),
        ValueRef::Real(value) => Cow::Owned(format!("{value:?}").into_bytes()),
        ValueRef::Text(bytes) => Cow::Borrowed(bytes),
        ValueRef::Blob(bytes) => Cow::Owned(hex(bytes).into_bytes()),
    }
}

/// Writes a JSON string; on a `terminal`, characters that could control it are escaped.
fn json_text(text: &str, terminal: bool, out: &mut Out) -> Result<()> {
    if terminal {
        let json = serde_json::to_string(text)?;
        return out.write_all(escaped_json(&json).as_bytes());
    }
    Ok(serde_json::to_writer(out, text)?)
}

/// Escapes what would end a field or a line.
fn tsv_field(text: &[u8]) -> Cow<'_, [u8]> {
    let special = |byte: &u8| matches!(byte, b'\t' | b'\r' | b'\n' | b'\\');
    if !text.iter().any(special) {
        return Cow::Borrowed(text);
    }
    let mut field = Vec::with_capacity(text.len() + 8);
    for &byte in text {
        match byte {
            b'\t' => field.extend(b"\\t"),
            b'\r' => field.extend(b"\\r"),
            b'\n' => field.extend(b"\\n"),
            b'\\' => field.extend(b"\\\\"),
            byte => field.push(byte),
        }
    }
    Cow::Owned(field)
}

/// Makes the names of columns distinct, because they become keys of an object.
fn distinct(columns: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(columns.len());
    for column in columns {
        let mut name = column.clone();
        let mut n = 1;
        while names.contains(&name) {
            n += 1;
            name = format!("{column}_{n}");
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests;
