//! Searches in arguments, and the call stacks of slices.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use perfetty::model::args::ArgValue;
use perfetty::model::ids::SliceId;
use perfetty::model::trace::Trace;
use perfetty::query::find::{Mode, Query, find, matched_arg};
use perfetty_messages::{DebugAnnotation, InternedData, TracePacket, TrackEvent};
use prost::Message as _;

use crate::numbers::Numbers;
use crate::screen::written;
use crate::support;

/// Events with the same words in every place that arguments come from.
const TRACE: &str = r#"
packet { track_descriptor { uuid: 2 thread { pid: 5 tid: 6 thread_name: "thr" } } }
packet { trusted_packet_sequence_id: 1 sequence_flags: 3 interned_data {
  debug_annotation_names { iid: 1 name: "inner.word" }
  debug_annotation_string_values { iid: 2 str: "Hidden" }
  source_locations { iid: 3 file_name: "dir\\place.cc" function_name: "Run" line_number: 9 }
  log_message_body { iid: 4 body: "complaint" }
  correlation_id_str { iid: 5 str: "related" }
  function_names { iid: 1 str: "main" } function_names { iid: 2 str: "draw" }
  source_paths { iid: 1 str: "a.cc" } mapping_paths { iid: 1 str: "libc.so" }
  mappings { iid: 1 path_string_ids: 1 }
  frames { iid: 1 function_name_id: 1 } frames { iid: 2 function_name_id: 2 source_path_iid: 1 line_number: 7 }
  frames { iid: 3 mapping_id: 1 rel_pc: 4096 }
  callstacks { iid: 1 frame_ids: 1 frame_ids: 2 frame_ids: 3 } } }
packet { timestamp: 1 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "nested"
  debug_annotations { name: "d" dict_entries { name: "l" array_values { dict_entries { name_iid: 1 string_value_iid: 2 } } } } } }
packet { timestamp: 2 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "source" source_location_iid: 3 callstack_iid: 1 } }
packet { timestamp: 3 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "task" task_execution { posted_from_iid: 3 } } }
packet { timestamp: 4 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "log" log_message { body_iid: 4 } } }
packet { timestamp: 5 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "cause" correlation_id_str_iid: 5 } }
packet { timestamp: 6 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "number" debug_annotations { name: "n" int_value: -70000 } } }
packet { timestamp: 6 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "address" debug_annotations { name: "p" pointer_value: 3735928559 } } }
packet { timestamp: 7 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "json" debug_annotations { name: "j" legacy_json_value: "{\"k\": \"sm\\u00f6rg\"}" } } }
packet { timestamp: 8 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "typed"
  [perfetto.protos.ChromeTrackEvent.chrome_app_state]: APP_STATE_BACKGROUND callstack { frames { function_name: "f" source_file: "b.cc" line_number: 3 } } } }
packet { timestamp: 8 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "host"
  [perfetto.protos.ChromeTrackEvent.render_process_host] { id: 1 debug_annotations { name: "j" legacy_json_value: "[\"\\u0061side\"]" } } } }
packet { machine_id: 7 timestamp: 9 trusted_packet_sequence_id: 1 sequence_flags: 3 interned_data { debug_annotation_names { iid: 1 name: "remote" } }
  track_event { type: TYPE_INSTANT track_uuid: 0 name: "elsewhere" debug_annotations { name_iid: 1 int_value: 3 } } }
"#;

fn found(trace: &Trace, text: &str) -> Vec<String> {
    let query = Query::new(text, Mode::Plain).expect("a query");
    let found = find(trace, &query, &AtomicBool::new(false), &mut |_| {}).expect("not cancelled");
    found.slices.iter().map(|&id| name(trace, id)).collect()
}

fn name(trace: &Trace, id: SliceId) -> String {
    trace.slice_name(id).expect("a name").into_owned()
}

#[test]
fn arguments_are_found_wherever_their_words_stand() {
    let trace = written(TRACE);
    for (text, slices) in [
        ("inner_word", &["nested"][..]),
        ("hidden", &["nested"]),
        ("debug.d.l[0].inner_word", &["nested"]),
        ("dir/place", &["source", "task"]),
        ("posted_from", &["task"]),
        ("complaint", &["log"]),
        ("RELATED", &["cause"]),
        ("-70000", &["number"]),
        ("0xdeadbeef", &["address"]),
        ("0XDEADBEEF", &["address"]),
        ("3735928559", &["address"]),
        ("smörg", &["json"]),
        ("state_background", &["typed"]),
        ("chrome_app", &["typed"]),
        ("aside", &["host"]),
        ("remote", &["elsewhere"]),
        ("absent", &[]),
    ] {
        assert_eq!(found(&trace, text), slices, "{text}");
    }
}

#[test]
fn arguments_of_all_updates_of_a_state_are_found_and_flows_by_their_ids() {
    let trace = written(
        r#"
packet { track_descriptor { uuid: 2 name: "mode" state { } } }
packet { track_descriptor { uuid: 3 name: "t" } }
packet { timestamp: 1 trusted_packet_sequence_id: 1 track_event { type: TYPE_STATE track_uuid: 2 name: "busy" } }
packet { timestamp: 2 trusted_packet_sequence_id: 1 track_event { type: TYPE_STATE track_uuid: 2 name: "busy" debug_annotations { name: "k" string_value: "early" } } }
packet { timestamp: 3 trusted_packet_sequence_id: 1 track_event { type: TYPE_STATE track_uuid: 2 name: "busy" debug_annotations { name: "k" string_value: "late" } } }
packet { timestamp: 4 trusted_packet_sequence_id: 1 track_event { type: TYPE_STATE track_uuid: 2 name: "idle" debug_annotations { name: "n" int_value: 777 } } }
packet { timestamp: 5 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 3 name: "from" flow_ids: 1055895987 flow_ids: 18446744073709551615 } }
packet { timestamp: 6 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 3 name: "to" flow_ids: 1055895987 } }
packet { timestamp: 7 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 3 name: "other" flow_ids: 18446744073709551615 debug_annotations { name: "m" int_value: 1055895987 } } }
"#,
    );
    for (text, slices) in [
        ("late", &["busy"][..]),
        ("debug.k", &["busy"]),
        // What a later update says counts.
        ("early", &[]),
        ("777", &["idle"]),
        ("1055895987", &["from", "to", "other"]),
        ("18446744073709551615", &["from", "other"]),
        ("-1", &["from", "other"]),
        ("105589598", &[]),
    ] {
        assert_eq!(found(&trace, text), slices, "{text}");
    }
    let matched = |text: &str, name: &str| {
        let query = Query::new(text, Mode::Plain).expect("a query");
        let mut ids = trace.slices.ids();
        let id = ids.find(|&id| trace.slice_name(id).as_deref() == Some(name));
        matched_arg(&trace, &query, id.expect("the slice"))
    };
    let flow = |id| Some(("flow".to_owned(), ArgValue::Int(id)));
    assert_eq!(matched("1055895987", "to"), flow(1_055_895_987));
    assert_eq!(matched("18446744073709551615", "from"), flow(-1));
    let debug = matched("1055895987", "other").map(|(key, _)| key);
    assert_eq!(debug.as_deref(), Some("debug.m"));
}

#[test]
fn call_stacks_read_from_the_outermost_frame_on() {
    let trace = written(TRACE);
    let stack = |wanted: &str| {
        let id = (0..trace.slices.len())
            .map(SliceId::from_index)
            .find(|&id| name(&trace, id) == wanted);
        let [begin, end] = trace.callstacks(id.expect("the slice"));
        assert!(end.frames.is_empty(), "{end:?}");
        begin.frames
    };
    assert_eq!(
        stack("source"),
        ["main", "draw (a.cc:7)", "0x1000 (libc.so)"]
    );
    assert_eq!(stack("typed"), ["f (b.cc:3)"]);
    assert!(stack("task").is_empty());
}

/// A key, a text or a number that an argument contains.
#[derive(PartialEq, Eq, Hash)]
enum Word {
    Key(Vec<u8>),
    Text(Vec<u8>),
    Number(i128),
}

/// Returns all words of arguments in the order of the slices, each with its slices.
fn words(trace: &Trace) -> Vec<(Word, Vec<SliceId>)> {
    let mut places: HashMap<Word, usize> = HashMap::new();
    let mut slices: Vec<Vec<SliceId>> = Vec::new();
    for id in trace.slices.ids() {
        let mut add = |word| {
            let place = *places.entry(word).or_insert(slices.len());
            if place == slices.len() {
                slices.push(Vec::new());
            }
            slices[place].push(id);
        };
        trace.slice_args(id, &mut |arg| {
            add(Word::Key(arg.key.as_bytes().to_vec()));
            match arg.value {
                // This argument is shown as base64.
                ArgValue::Str(_) if arg.key.starts_with("screenshot.") => {}
                ArgValue::Str(text) => {
                    add(Word::Text(text.into_owned()));
                }
                ArgValue::Int(number) => add(Word::Number(number.into())),
                // These numbers are ids of rows, which no event contains.
                ArgValue::Uint(_) if arg.key.ends_with("_utid") || arg.key.ends_with("_id") => {}
                ArgValue::Uint(number) | ArgValue::Pointer(number) => {
                    add(Word::Number(number.into()));
                }
                ArgValue::Null | ArgValue::NoStr | ArgValue::Real(_) | ArgValue::Bool(_) => {}
            }
        });
    }
    let mut words: Vec<_> = places.into_iter().collect();
    words.sort_unstable_by_key(|(_, place)| *place);
    let words = words.into_iter().map(|(word, _)| word);
    words.zip(slices).collect()
}

/// Checks that a search for texts from arguments finds the same slices as a walk over all slices.
fn same_as_a_walk(name: &str, trace: &Trace, n_needles: usize) {
    let words = words(trace);
    let mut numbers = Numbers(words.len() as u64);
    let mut needles: Vec<String> = ["debug", "utid", "a", "_", "no such text", "\u{1}"]
        .map(str::to_owned)
        .to_vec();
    // Large traces get fewer searches, so that the test stays quick.
    let n_words: usize = words.iter().map(|(_, slices)| slices.len()).sum();
    let affordable = 1 + 1_000_000 / n_words.max(1);
    for _ in 0..n_needles.min(words.len()).min(affordable) {
        let text = match &words[numbers.index(words.len())].0 {
            Word::Key(text) | Word::Text(text) => text.clone(),
            Word::Number(number) => number.to_string().into_bytes(),
        };
        let start = numbers.index(text.len());
        let end = text.len().min(start + 2 + numbers.index(12));
        // A part of a number would be another number.
        let part = match String::from_utf8(text[start..end].to_vec()) {
            Ok(part) if part.is_ascii() && part.parse::<f64>().is_err() => part,
            _ => String::from_utf8_lossy(&text).into_owned(),
        };
        let upper = numbers.below(2) == 0;
        needles.push(if upper { part.to_uppercase() } else { part });
    }
    for needle in needles.iter().filter(|needle| !needle.is_empty()) {
        let query = Query::new(needle, Mode::Plain).expect("a query");
        let mut tester = query.tester();
        // Keys also have digits as indices of elements, which no event contains.
        let in_keys = !needle.bytes().all(|byte| b"[]0123456789".contains(&byte));
        let mut wanted: Vec<SliceId> = Vec::new();
        for (word, slices) in &words {
            let matches = match word {
                Word::Key(key) => in_keys && tester.is_match(key),
                Word::Text(text) => tester.is_match(text),
                Word::Number(number) => needle.parse() == Ok(*number),
            };
            if matches {
                wanted.extend(slices);
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let found = find(trace, &query, &AtomicBool::new(false), &mut |_| {});
        let found = found.expect("not cancelled").slices;
        let is_found = |id: &SliceId| found.binary_search(id).is_ok();
        let missing: Vec<_> = wanted.iter().filter(|id| !is_found(id)).take(3).collect();
        assert!(missing.is_empty(), "{name}: {needle:?} misses {missing:?}");
        let by_name = |id: &SliceId| trace.slice_name(*id).map(Cow::into_owned);
        let more = found
            .iter()
            .filter(|&&id| wanted.binary_search(&id).is_err());
        let more =
            more.filter(|id| !by_name(id).is_some_and(|name| tester.is_match(name.as_bytes())));
        let more: Vec<_> = more.take(3).collect();
        assert!(
            more.is_empty() || !in_keys || needle.parse::<i64>().is_ok(),
            "{name}: {needle:?} finds {more:?}"
        );
    }
}

#[test]
fn a_search_finds_what_a_walk_over_all_arguments_finds() {
    let demo = crate::corpus::import(crate::demo::trace(), 0).expect("a trace");
    same_as_a_walk("the demo", &demo, 30);
    for path in support::golden_files() {
        let text = std::fs::read_to_string(&path).expect("a readable golden file");
        for case in support::cases(&text) {
            let bytes = support::trace_from_text(&case.trace);
            if let Some(trace) = crate::corpus::import(bytes, 1) {
                same_as_a_walk(&path.display().to_string(), &trace, 4);
            }
        }
    }
    let Some(folder) = support::shared("corpus") else {
        return;
    };
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        if !path.is_file() || size > 1 << 20 {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a readable trace");
        if let Some(trace) = crate::corpus::import(bytes, 0) {
            same_as_a_walk(&path.display().to_string(), &trace, 4);
        }
    }
}

/// Returns an annotation of few different words, so that each text is found in some places only.
fn annotation(numbers: &mut Numbers, depth: u32) -> DebugAnnotation {
    const JSON: [&str; 3] = [
        r#"{"k\u0065y": ["on\u0065", 70000]}"#,
        r#"{"say": "\"hello\"", "to\tb": "c:\\dir\/name"}"#,
        r#"{"plain": "Zz"}"#,
    ];
    const WORDS: [&str; 6] = ["Draw.Frame", "url", "a[b]", "C:\\x\\y.cc", "smörg", "Zz"];
    let word = |numbers: &mut Numbers| WORDS[numbers.index(WORDS.len())].as_bytes().to_vec();
    let mut made = DebugAnnotation::default();
    if numbers.below(2) == 0 {
        made.name = Some(word(numbers));
    } else {
        made.name_iid = Some(1 + numbers.below(6));
    }
    match numbers.below(if depth == 0 { 6 } else { 10 }) {
        0 => made.string_value = Some(word(numbers)),
        1 => made.string_value_iid = Some(1 + numbers.below(6)),
        2 => made.int_value = Some(numbers.below(600_000) as i64 - 300_000),
        3 => made.uint_value = Some(numbers.below(1 << 40)),
        4 => made.pointer_value = Some(numbers.below(1 << 20)),
        5 => made.legacy_json_value = Some(JSON[numbers.index(JSON.len())].into()),
        6 => made.dict_entries = vec![annotation(numbers, depth - 1)],
        8 => typed(&mut made, numbers, depth),
        _ => made.array_values = vec![annotation(numbers, depth - 1)],
    }
    made
}

/// The types of messages that annotations contain.
const TYPES: [&str; 3] = [
    ".perfetto.protos.FrameTreeNodeInfo",
    "perfetto.protos.RenderProcessHost",
    "perfetto.protos.NotThere",
];

/// Makes an annotation contain a message: with a value of an enum, with annotations, or with both.
fn typed(made: &mut DebugAnnotation, numbers: &mut Numbers, depth: u32) {
    let kind = numbers.index(TYPES.len());
    if numbers.below(2) == 0 {
        made.proto_type_name = Some(TYPES[kind].into());
    } else {
        made.proto_type_name_iid = Some(kind as u64 + 1);
    }
    let mut message = Vec::new();
    // `frame_tree_node_id` and `frame_type` of one type, `id` and `child_process_id` of the other.
    prost::encoding::uint64::encode(1, &numbers.below(4), &mut message);
    prost::encoding::uint64::encode(3, &numbers.below(4), &mut message);
    if numbers.below(2) == 0 {
        let within = annotation(numbers, depth - 1);
        prost::encoding::message::encode(99, &within, &mut message);
    }
    made.proto_value = Some(message);
}

#[test]
fn a_search_of_random_events_finds_what_a_walk_finds() {
    for seed in 0..24 {
        let mut numbers = Numbers(seed);
        let mut packets = Vec::new();
        for at in 0..400 {
            let seq = 1 + numbers.below(3) as u32;
            let mut packet = TracePacket {
                timestamp: Some(at),
                trusted_packet_sequence_id: Some(seq),
                sequence_flags: Some(2),
                ..TracePacket::default()
            };
            if at < 3 || numbers.below(20) == 0 {
                // The ids stand for other words in each interval.
                let first = numbers.below(6);
                let text = |iid: u64| format!("Word{}.{}", (first + iid) % 6, seq).into_bytes();
                let names = (1..=6).map(|iid| perfetty_messages::InternedName {
                    iid: Some(iid),
                    name: Some(text(iid)),
                });
                let texts = (1..=6).map(|iid| perfetty_messages::InternedString {
                    iid: Some(iid),
                    str: Some(text(iid + 1)),
                });
                let types = (1..=3).map(|iid| perfetty_messages::InternedName {
                    iid: Some(iid),
                    name: Some(TYPES[(first + iid) as usize % TYPES.len()].into()),
                });
                packet.trusted_packet_sequence_id = Some(if at < 3 { at as u32 + 1 } else { seq });
                packet.sequence_flags = Some(3);
                packet.interned_data = Some(InternedData {
                    debug_annotation_names: names.collect(),
                    debug_annotation_string_values: texts.collect(),
                    debug_annotation_value_type_names: types.collect(),
                    ..InternedData::default()
                });
            }
            packet.track_event = Some(TrackEvent {
                r#type: Some(3),
                track_uuid: Some(0),
                name: Some(b"e".to_vec()),
                debug_annotations: (0..numbers.below(3))
                    .map(|_| annotation(&mut numbers, 2))
                    .collect(),
                ..TrackEvent::default()
            });
            packets.push(packet);
        }
        let mut plain = perfetty_messages::Trace {
            packet: packets.clone(),
        };
        if seed % 2 == 1 {
            // A part of the trace is compressed.
            let inner = perfetty_messages::Trace {
                packet: plain.packet.split_off(200),
            }
            .encode_to_vec();
            let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            std::io::Write::write_all(&mut zlib, &inner).expect("memory");
            plain.packet.push(TracePacket {
                compressed_packets: Some(zlib.finish().expect("memory")),
                ..TracePacket::default()
            });
        }
        let trace = crate::corpus::import(plain.encode_to_vec(), 1).expect("a trace");
        assert_eq!(trace.slices.len(), 400);
        same_as_a_walk(&format!("seed {seed}"), &trace, 20);
    }
}
