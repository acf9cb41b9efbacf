//! Compares frame timelines with the project's vectors and the reference's rows of real traces.
//!
//! Both are outside of the checkout, in `../shared` or where `PERFETTY_SHARED` says; if they are missing, the
//! tests say so and pass. Cases that must be tested everywhere are in `tests/golden/frames`.

use std::collections::BTreeMap;
use std::io::Read as _;

use perfetty::model::frame_timeline::{ActualFrame, ExpectedFrame};
use perfetty::model::ids::{SliceId, Upid};
use perfetty::model::jank::{
    jank_type_text, latched_fence_state_text, prediction_type_text, present_type_text,
};
use perfetty::model::trace::Trace;
use perfetty::model::track::{Scope, TrackClass};
use serde_json::{Value, json};

use crate::screen::import;
use crate::support::shared;

fn text(trace: &Trace, id: Option<perfetty::base::intern::StrId>) -> Value {
    id.map_or(Value::Null, |id| json!(trace.text(id)))
}

fn pid(trace: &Trace, upid: Upid) -> i64 {
    trace.processes.process(upid).pid
}

/// Returns the columns that both frame tables share.
fn slice_columns(trace: &Trace, slice: SliceId) -> serde_json::Map<String, Value> {
    let sql = |slice| trace.sql_ids().id(slice);
    let dur = trace
        .slices
        .dur(slice)
        .map_or(-1, perfetty::base::time::Dur::ns);
    let Value::Object(map) = json!({
        "id": sql(slice),
        "ts": trace.slices.ts(slice).ns(),
        "dur": dur,
        "track_id": trace.slices.track_of(slice).0,
        "name": trace.slice_name(slice),
        "depth": trace.slices.depth_of(slice),
        "parent_id": trace.slices.parent(slice).and_then(sql),
    }) else {
        unreachable!()
    };
    map
}

fn expected_row(trace: &Trace, frame: &ExpectedFrame) -> Value {
    let mut row = slice_columns(trace, frame.slice);
    row.insert("pid".into(), json!(pid(trace, frame.upid)));
    row.insert("display_frame_token".into(), json!(frame.display_token));
    row.insert("surface_frame_token".into(), json!(frame.surface_token));
    row.insert("layer_name".into(), text(trace, frame.layer));
    Value::Object(row)
}

fn actual_row(trace: &Trace, frame: &ActualFrame) -> Value {
    let mut row = slice_columns(trace, frame.slice);
    let fence = frame.latched_fence_state.map(latched_fence_state_text);
    let Value::Object(more) = json!({
        "pid": pid(trace, frame.upid),
        "display_frame_token": frame.display_token,
        "surface_frame_token": frame.surface_token,
        "layer_name": text(trace, frame.layer),
        "present_type": present_type_text(frame.present_type),
        "on_time_finish": i32::from(frame.on_time_finish),
        "gpu_composition": i32::from(frame.gpu_composition),
        "jank_type": jank_type_text(frame.jank_type),
        "jank_severity_type": frame.severity.text(),
        "prediction_type": prediction_type_text(frame.prediction_type),
        "jank_tag": frame.jank_tag.text(),
        "jank_tag_experimental": frame.jank_tag_experimental.text(),
        "jank_score": f64::from(frame.severity_score),
        "latched_unsignaled_count": frame.latched_unsignaled_count(),
        "addressable_unsignaled_latch_count": frame.addressable_unsignaled_latch_count(),
        "latched_fence_state": fence,
    }) else {
        unreachable!()
    };
    row.extend(more);
    Value::Object(row)
}

fn by_id(mut rows: Vec<Value>) -> Value {
    rows.sort_by_key(|row| row["id"].as_i64());
    Value::Array(rows)
}

/// Returns the content of a trace in the form of the vectors.
fn tables(trace: &Trace) -> BTreeMap<&'static str, Value> {
    let frames = &trace.frames;
    let sql = |slice| trace.sql_ids().id(slice);
    let expected = frames.expected().iter();
    let actual = frames.actual().iter();
    let flows = trace.flows.rows().enumerate();
    let tracks = trace.tracks.iter().filter(|(_, track)| {
        matches!(
            track.class,
            TrackClass::ExpectedFrames | TrackClass::ActualFrames
        )
    });
    let count = |kind: &str| -> i64 {
        let issues = trace.issues.iter().filter(|issue| issue.kind == kind);
        issues.map(|issue| issue.count).sum()
    };
    BTreeMap::from([
        (
            "expected_frame_timeline_slice",
            by_id(expected.map(|frame| expected_row(trace, frame)).collect()),
        ),
        (
            "actual_frame_timeline_slice",
            by_id(actual.map(|frame| actual_row(trace, frame)).collect()),
        ),
        (
            "flow",
            flows
                .map(|(id, flow)| {
                    json!({
                        "id": id,
                        "slice_out": sql(flow.from),
                        "slice_in": sql(flow.to),
                        "trace_id": flow.trace_id,
                        "arg_set_id": flow.args.map(|set| set.0),
                    })
                })
                .collect(),
        ),
        (
            "process_track",
            tracks
                .map(|(id, track)| {
                    let Scope::Process(upid) = track.scope else {
                        panic!("a frame track without a process");
                    };
                    json!({
                        "id": id.0,
                        "name": text(trace, track.name),
                        "type": trace.text(track.type_name),
                        "pid": pid(trace, upid),
                    })
                })
                .collect(),
        ),
        (
            "stats",
            json!({
                "frame_timeline_event_parser_errors": count("frame_timeline_event_parser_errors"),
                "frame_timeline_unpaired_end_event": count("frame_timeline_unpaired_end_event"),
            }),
        ),
    ])
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        // The vectors write integers that JavaScript cannot represent as strings.
        (Value::Number(a), Value::String(b)) => a.to_string() == *b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[test]
fn all_vectors_give_the_rows_of_the_reference() {
    let Some(path) = shared("spec/frametimeline-vectors.json") else {
        return;
    };
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut wrong = Vec::new();
    let vectors = file["vectors"].as_object().unwrap();
    assert_eq!(vectors.len(), 26);
    for (name, vector) in vectors {
        let hex = vector["pb_hex"].as_str().unwrap().as_bytes();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16);
        let bytes = hex.chunks(2).map(|pair| byte(pair).unwrap()).collect();
        let trace = import(bytes);
        for (table, rows) in tables(&trace) {
            let expected = &vector["expected"][table];
            if !same(&rows, expected) {
                wrong.push(format!(
                    "{name}, {table}:\n  got      {rows}\n  expected {expected}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Reads a gzipped CSV file with quoted fields; returns each row by column name.
fn csv(path: &std::path::Path) -> Vec<BTreeMap<String, String>> {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a golden table");
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("a golden table");
    let split = |line: &str| -> Vec<String> {
        let mut fields = vec![String::new()];
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                c => fields.last_mut().expect("a golden table").push(c),
            }
        }
        fields
    };
    let mut lines = text.lines();
    let header = split(lines.next().expect("a golden table"));
    lines
        .map(|line| header.iter().cloned().zip(split(line)).collect())
        .collect()
}

/// Returns a value as the expected tables print it.
fn printed(value: &Value) -> String {
    match value {
        Value::Null => "[NULL]".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[test]
fn real_traces_give_the_rows_of_the_reference() {
    let Some(corpus) = shared("corpus") else {
        return;
    };
    let mut n_rows = 0;
    for name in [
        "phone_nowinandroid",
        "android12_cpuschedstack",
        "cuttlefish_app_startup",
        "cuttlefish_lock_contention",
        "frametimeline_30s",
    ] {
        let file = corpus.join(format!("{name}.pftrace"));
        let trace = import(std::fs::read(&file).unwrap());
        let tables = tables(&trace);
        for (golden, table) in [
            ("frames_expected", "expected_frame_timeline_slice"),
            ("frames_actual", "actual_frame_timeline_slice"),
        ] {
            let golden = corpus.join(format!("golden/{name}.pftrace/{golden}.csv.gz"));
            let mut expected = csv(&golden);
            // The column with names of processes is not part of the table.
            for row in &mut expected {
                row.remove("process");
            }
            let columns: Vec<String> = expected
                .first()
                .map(|row| row.keys().cloned().collect())
                .unwrap_or_default();
            let mut got: Vec<BTreeMap<String, String>> = tables[table]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| {
                    let column = |name: &String| (name.clone(), printed(&row[name.as_str()]));
                    columns.iter().map(column).collect()
                })
                .collect();
            n_rows += got.len();
            got.sort();
            expected.sort();
            for (got, expected) in got.iter().zip(&expected) {
                assert_eq!(got, expected, "{name}, {table}");
            }
            assert_eq!(got.len(), expected.len(), "{name}, {table}");
        }
    }
    assert!(n_rows > 10_000, "only {n_rows} frames");
}
