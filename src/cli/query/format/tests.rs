//! Every format, byte for byte.

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
fn json_is_an_array_for_each_result_with_distinct_keys() {
    let text = print(QueryFormat::Json, false);
    let mut results = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>();
    let first = results.next().unwrap().unwrap();
    assert_eq!(first[0]["a"], -1);
    assert_eq!(first[0]["a_2"], serde_json::Value::Null);
    assert_eq!(first[1]["b\"x"], "");
    assert_eq!(results.next().unwrap().unwrap(), serde_json::json!([]));
    let lines = print(QueryFormat::Ndjson, false);
    assert_eq!(lines.lines().count(), 2);
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
