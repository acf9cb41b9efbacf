//! What a search for arguments finds, and the call stacks of slices.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use perfetty::bytes::source::TraceBytes;
use perfetty::import::{Unobserved, import};
use perfetty::model::ids::SliceId;
use perfetty::model::trace::Trace;
use perfetty::query::find::{Mode, Query, find};

use crate::support;

/// Events that hold the same words in every place where arguments come from.
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
packet { timestamp: 7 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "json" debug_annotations { name: "j" legacy_json_value: "{\"k\": \"sm\\u00f6rg\"}" } } }
packet { timestamp: 8 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 2 name: "typed"
  [perfetto.protos.ChromeTrackEvent.chrome_app_state]: APP_STATE_BACKGROUND callstack { frames { function_name: "f" source_file: "b.cc" line_number: 3 } } } }
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

fn trace() -> Trace {
    let bytes = TraceBytes::from_vec(support::trace_from_text(TRACE)).expect("a trace");
    import(&Arc::new(bytes), &mut Unobserved).expect("an import")
}

#[test]
fn arguments_are_found_wherever_their_words_stand() {
    let trace = trace();
    for (text, slices) in [
        ("inner_word", &["nested"][..]),
        ("hidden", &["nested"]),
        ("debug.d.l[0].inner_word", &["nested"]),
        ("dir/place", &["source", "task"]),
        ("posted_from", &["task"]),
        ("complaint", &["log"]),
        ("RELATED", &["cause"]),
        ("-70000", &["number"]),
        ("smörg", &["json"]),
        ("state_background", &["typed"]),
        ("chrome_app", &["typed"]),
        ("remote", &["elsewhere"]),
        ("absent", &[]),
    ] {
        assert_eq!(found(&trace, text), slices, "{text}");
    }
}

#[test]
fn call_stacks_read_from_the_outermost_frame_on() {
    let trace = trace();
    let stack = |wanted: &str| {
        let id = (0..trace.slices.len())
            .map(SliceId::from_index)
            .find(|&id| name(&trace, id) == wanted);
        trace.callstack(id.expect("the slice"))
    };
    assert_eq!(
        stack("source"),
        ["main", "draw (a.cc:7)", "0x1000 (libc.so)"]
    );
    assert_eq!(stack("typed"), ["f (b.cc:3)"]);
    assert!(stack("task").is_empty());
}
