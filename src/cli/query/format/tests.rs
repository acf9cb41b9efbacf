//! Tests of every format, byte by byte.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::*;

/// A sink that can be read while [`Out`] owns it.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

fn print(format: QueryFormat, terminal: bool) -> String {
    let sink = Shared::default();
    let mut out = Out::to(Box::new(sink.clone()), Box::new(io::sink()), terminal);
    let mut printer = Printer::new(format, &mut out);
    let columns = ["a".to_owned(), "b\"x".to_owned(), "a".to_owned()];
    printer.begin(&columns).unwrap();
    let text = ValueRef::Text(b"q\"uo, \tte\n\x1b[31m");
    printer
        .row(&[ValueRef::Integer(-1), text, ValueRef::Null])
        .unwrap();
    printer
        .row(&[
            ValueRef::Real(148.5),
            ValueRef::Text(b""),
            ValueRef::Blob(b"\x01\xff"),
        ])
        .unwrap();
    printer.end().unwrap();
    printer.begin(&["none".to_owned()]).unwrap();
    printer.end().unwrap();
    printer.finish().unwrap();
    assert_eq!(printer.last_rows(), 0);
    drop(printer);
    out.finish().unwrap();
    String::from_utf8(sink.0.lock().unwrap().clone()).unwrap()
}

#[test]
fn an_error_does_not_stand_on_the_line_of_the_last_row_of_json() {
    let sink = Shared::default();
    let mut out = Out::to(Box::new(sink.clone()), Box::new(io::sink()), false);
    let mut printer = Printer::new(QueryFormat::Json, &mut out);
    printer.begin(&["a".to_owned()]).unwrap();
    printer.row(&[ValueRef::Integer(1)]).unwrap();
    printer.finish().unwrap();
    drop(printer);
    out.finish().unwrap();
    assert_eq!(*sink.0.lock().unwrap(), b"[\n{\"a\":1}\n");
}

#[test]
fn tp_prints_what_trace_processor_prints() {
    assert_eq!(
        print(QueryFormat::Tp, false),
        "\"a\",\"b\"x\",\"a\"\n\
         -1,\"q\"uo, \tte\n\x1b[31m\",\"[NULL]\"\n\
         148.500000,\"\",\"<raw bytes>\"\n\
         \n\"none\"\n"
    );
    assert_eq!(tp_real(1e300).len(), 255);
    assert_eq!(tp_real(f64::INFINITY), "inf");
    assert_eq!(tp_real(-0.0), "-0.000000");
}

#[test]
fn csv_is_rfc_4180() {
    assert_eq!(
        print(QueryFormat::Csv, false),
        "a,\"b\"\"x\",a\n-1,\"q\"\"uo, \tte\n\x1b[31m\",\n148.5,\"\",01ff\n\nnone\n"
    );
}

#[test]
fn tsv_escapes_what_would_end_a_field() {
    assert_eq!(
        print(QueryFormat::Tsv, false),
        "a\tb\"x\ta\n-1\tq\"uo, \\tte\\n\x1b[31m\t\n148.5\t\t01ff\n\nnone\n"
    );
}

#[test]
fn only_the_bytes_of_tp_need_not_be_text() {
    for (format, cell) in [
        (QueryFormat::Csv, "a\u{fffd}b".as_bytes()),
        (QueryFormat::Tsv, "a\u{fffd}b".as_bytes()),
        (QueryFormat::Json, "a\u{fffd}b".as_bytes()),
        (QueryFormat::Tp, b"a\xffb"),
    ] {
        let sink = Shared::default();
        let mut out = Out::to(Box::new(sink.clone()), Box::new(io::sink()), false);
        let mut printer = Printer::new(format, &mut out);
        printer.begin(&["name".to_owned()]).unwrap();
        printer.row(&[ValueRef::Text(b"a\xffb")]).unwrap();
        drop(printer);
        out.finish().unwrap();
        let printed = sink.0.lock().unwrap().clone();
        let mut places = printed.windows(cell.len());
        assert!(places.any(|bytes| bytes == cell), "{format:?}: {printed:?}");
    }
}

/// What statements print, and how many rows the last of them had.
fn print_of(format: QueryFormat, sql: &str) -> (String, u64) {
    let trace = crate::model::builder::TraceBuilder::new().finish();
    let limits = crate::sql::session::Limits::default();
    let session = crate::sql::session::SqlSession::new(Arc::new(trace), limits);
    let sink = Shared::default();
    let mut out = Out::to(Box::new(sink.clone()), Box::new(io::sink()), false);
    let mut printer = Printer::new(format, &mut out);
    session.unwrap().run(sql, &mut printer).unwrap();
    printer.finish().unwrap();
    printer.end_document().unwrap();
    let n_rows = printer.last_rows();
    drop(printer);
    out.finish().unwrap();
    let text = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
    (text, n_rows)
}

#[test]
fn json_is_one_document_of_the_last_statement() {
    use serde_json::{Value, json};
    for (sql, rows) in [
        (
            "select 1 a; select 2 b union select 3",
            json!([{"b": 2}, {"b": 3}]),
        ),
        ("select 1 a; select 2 b where 0; -- done", json!([])),
        ("select 1 a; create table q(a)", json!([])),
        ("create table q(a)", json!([])),
        (
            "create table q(a); insert into q values (4); select a, a, 1e999 a from q",
            json!([{"a": 4, "a_2": 4, "a_3": null}]),
        ),
        ("", json!([])),
    ] {
        let (text, n_rows) = print_of(QueryFormat::Json, sql);
        let found: Value = serde_json::from_str(&text).expect(sql);
        assert_eq!(found, rows, "{sql}");
        assert_eq!(n_rows, rows.as_array().unwrap().len() as u64, "{sql}");
    }
    let lines = print_of(QueryFormat::Ndjson, "select 1 a; select 2 b").0;
    assert_eq!(lines, "{\"a\":1}\n{\"b\":2}\n");
}

#[test]
fn keys_of_json_are_distinct() {
    let lines = print(QueryFormat::Ndjson, false);
    let rows: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["a"], -1);
    assert_eq!(rows[0]["a_2"], serde_json::Value::Null);
    assert_eq!(rows[1]["b\"x"], "");
}

#[test]
fn tables_align_and_clean_cells() {
    let text = print(QueryFormat::Table, false);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("    a  b\"x"), "{text}");
    assert!(lines[2].starts_with("   -1  q\"uo, "), "{text}");
    assert!(!text.contains('\x1b'));
    assert_eq!(lines[lines.len() - 2..], ["none", "────"]);
}

#[test]
fn null_goes_to_the_side_of_the_numbers_of_its_column() {
    let sink = Shared::default();
    let mut out = Out::to(Box::new(sink.clone()), Box::new(io::sink()), false);
    let mut printer = Printer::new(QueryFormat::Table, &mut out);
    let columns = ["parent_id", "name", "none"].map(str::to_owned);
    printer.begin(&columns).unwrap();
    let null = ValueRef::Null;
    for row in [
        [null, null, null],
        [ValueRef::Integer(7), ValueRef::Text(b"draw"), null],
    ] {
        printer.row(&row).unwrap();
    }
    printer.end().unwrap();
    printer.finish().unwrap();
    drop(printer);
    out.finish().unwrap();
    let text = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
    assert_eq!(
        text,
        "parent_id  name  none\n\
         ─────────  ────  ────\n     \
         NULL  NULL  NULL\n        \
         7  draw  NULL\n"
    );
}

#[test]
fn no_format_sends_escapes_to_a_terminal() {
    for format in [
        QueryFormat::Tp,
        QueryFormat::Csv,
        QueryFormat::Tsv,
        QueryFormat::Json,
        QueryFormat::Table,
    ] {
        assert!(!print(format, true).contains('\x1b'), "{format:?}");
    }
}
