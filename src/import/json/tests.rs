//! Tests of `json.rs`: what events of each phase become in the sink.

use std::fmt::Write as _;
use std::sync::Arc;

use super::*;
use crate::base::time::{Dur, Ts};
use crate::bytes::source::TraceBytes;
use crate::import::Unobserved;
use crate::import::sink::{EventKind, SliceEvent};
use crate::model::args::{StoredArg, StoredValue};
use crate::model::ids::SliceId;
use crate::model::issue::{Issue, Occurrence};
use crate::model::trace::Trace;
use crate::model::track::{Scope, TrackData};

fn import(text: &str) -> (Sink, JsonImport) {
    let mut sink = Sink::new();
    let import = import_json(text.as_bytes(), &mut sink, &mut |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    (sink, import)
}

fn text(sink: &Sink, id: Option<crate::base::intern::StrId>) -> String {
    id.map_or("-".to_owned(), |id| sink.strings.text(id).into_owned())
}

/// Describes an event: time, phase, name, category, and durations where there are any.
fn describe(sink: &Sink, event: &SliceEvent) -> String {
    let label = sink.labels.get(event.label);
    let kind = match event.kind {
        EventKind::Begin => "B",
        EventKind::End => "E",
        EventKind::Instant => "I",
        EventKind::Complete => "X",
    };
    let mut line = format!(
        "{} {kind} {} {}",
        event.ts,
        text(sink, label.name),
        text(sink, label.category)
    );
    if event.kind == EventKind::Complete {
        write!(line, " dur={}", event.dur).unwrap();
    }
    if let Some(ts) = event.thread_ts {
        write!(line, " tts={ts}").unwrap();
    }
    if let Some(dur) = event.thread_dur {
        write!(line, " tdur={dur}").unwrap();
    }
    line
}

/// Describes all tracks with their events or samples.
fn tracks(text_of_trace: &str) -> Vec<String> {
    let (sink, _) = import(text_of_trace);
    let mut lines = Vec::new();
    for (index, (track, _)) in sink.tracks.iter().enumerate() {
        let scope = match track.scope {
            Scope::Thread(utid) => format!("tid {}", sink.processes.table.thread(utid).tid),
            Scope::Process(upid) => format!("pid {}", sink.processes.table.process(upid).pid),
            _ => "global".to_owned(),
        };
        lines.push(format!(
            "{} {scope} {}",
            sink.strings.text(track.type_name),
            text(&sink, track.name)
        ));
        if track.data == TrackData::Counter {
            lines.extend(
                sink.samples[index]
                    .clone()
                    .into_iter()
                    .flat_map(|samples| *samples)
                    .map(|sample| format!("  {} {}", sample.0, sample.1)),
            );
        }
        lines.extend(
            sink.events[index]
                .iter()
                .map(|event| format!("  {}", describe(&sink, &event))),
        );
    }
    lines
}

#[test]
fn thread_slices() {
    let trace = r#"[
        {"ph":"B","ts":1,"pid":1,"tid":2,"name":"a","cat":"c","tts":5},
        {"ph":"X","ts":2,"pid":1,"tid":2,"dur":1.5,"tts":6,"tdur":1},
        {"ph":"I","ts":3,"pid":1,"tid":2,"name":"i","s":"t"},
        {"ph":"E","ts":4,"pid":1,"tid":2,"args":{"x":1},"tts":9},
        {"ph":"X","ts":5,"pid":1,"tid":2,"name":"negative","dur":-1},
        {"ph":"X","ts":6,"pid":1,"tid":2,"name":"without"}
    ]"#;
    assert_eq!(
        tracks(trace),
        [
            "thread_execution tid 2 -",
            "  1000 B a c tts=5000",
            "  2000 X [No name] - dur=1500 tts=6000 tdur=1000",
            "  3000 I i -",
            "  4000 E - - tts=9000 tdur=0",
        ]
    );
    let (sink, import) = import(trace);
    assert_eq!(sink.issues.get("slice_negative_duration"), 1);
    let is_failure = |issue: &&Issue| issue.kind == "json_parser_failure";
    let failure = sink.issues.iter().find(is_failure).unwrap();
    let place = trace.find(r#"{"ph":"X","ts":6"#).map(|at| at as u64);
    assert_eq!(
        failure.occurrences,
        [Occurrence {
            offset: place,
            ts: Some(Ts::from_ns(6000)),
            count: 1,
            detail: "a complete event without duration".into(),
            writer: None,
        }]
    );
    let has_args: Vec<bool> = sink.events[0].iter().map(|event| event.has_args).collect();
    assert_eq!(has_args, [false, false, false, true]);
    assert_eq!(import.offsets.len(), 6);
    for (rank, event) in sink.events[0].iter().enumerate() {
        assert_eq!(event.pos.decodable_offset(), Some(rank as u64));
        assert_eq!(trace.as_bytes()[import.offsets[rank] as usize], b'{');
    }
}

/// Returns the slices of an imported trace as ts, dur, depth and name.
fn slices(text: &str) -> Vec<(i64, i64, usize, String)> {
    let trace = whole(text);
    let ids = (0..trace.slices.len()).map(SliceId::from_index);
    ids.map(|id| {
        let name = trace.slice_name(id).unwrap().into_owned();
        let dur = trace.slices.dur(id).map_or(-1, Dur::ns);
        (
            trace.slices.ts(id).ns(),
            dur,
            trace.slices.depth_of(id),
            name,
        )
    })
    .collect()
}

fn whole(text: &str) -> Trace {
    let bytes = TraceBytes::from_vec(text.as_bytes().to_vec()).unwrap();
    let trace = crate::import::import(&Arc::new(bytes), &mut Unobserved).unwrap();
    assert_eq!(trace.check_invariants(), Ok(()));
    trace
}

#[test]
fn a_complete_event_in_a_slice_that_is_closed_early_is_cut_short() {
    // The end at 5 closes the outer slice below a complete event that lasts until 8.
    let trace = r#"[
        {"ph":"B","ts":0,"tid":1,"name":"outer"},
        {"ph":"X","ts":2,"tid":1,"dur":6,"name":"x"},
        {"ph":"E","ts":5,"tid":1},
        {"ph":"B","ts":5,"tid":1,"name":"next"},
        {"ph":"X","ts":7,"tid":1,"dur":1,"name":"late"}
    ]"#;
    assert_eq!(
        slices(trace),
        [
            (0, 5000, 0, "outer".to_owned()),
            (5000, -1, 0, "next".to_owned()),
            (2000, 3000, 1, "x".to_owned()),
            (7000, 1000, 1, "late".to_owned()),
        ]
    );
    assert_eq!(whole(trace).issues.get("misplaced_end_event"), 1);
}

#[test]
fn slices_above_one_that_was_closed_early_are_cut_short() {
    let trace = r#"[
        {"ph":"B","ts":0,"tid":1,"name":"a"},
        {"ph":"B","ts":1,"tid":1,"name":"b"},
        {"ph":"E","ts":4,"tid":1,"name":"a"},
        {"ph":"X","ts":4,"tid":1,"dur":9,"name":"x"},
        {"ph":"E","ts":6,"tid":1,"name":"?"}
    ]"#;
    assert_eq!(
        slices(trace),
        [
            (0, 4000, 0, "a".to_owned()),
            (1000, 3000, 1, "b".to_owned()),
            (4000, 0, 2, "x".to_owned()),
        ]
    );
}

#[test]
fn complete_events_that_overlap_are_moved_to_tracks_of_their_own() {
    let text = r#"[
        {"ph":"X","ts":0,"dur":4,"tid":1,"name":"a"},
        {"ph":"X","ts":1,"dur":2,"tid":1,"name":"in a"},
        {"ph":"X","ts":2,"dur":4,"tid":1,"name":"b","bind_id":1,"flow_out":true},
        {"ph":"X","ts":3,"dur":5,"tid":1,"name":"c"},
        {"ph":"X","ts":5,"dur":9,"tid":1,"name":"d","bind_id":1,"flow_in":true}
    ]"#;
    assert_eq!(
        tracks(text),
        [
            "thread_execution tid 1 -",
            "  0 X a - dur=4000",
            "  1000 X in a - dur=2000",
            "  5000 X d - dur=9000",
            "thread_overlapping_slice tid 1 -",
            "  2000 X b - dur=4000",
            "thread_overlapping_slice tid 1 -",
            "  3000 X c - dur=5000",
        ]
    );
    let trace = whole(text);
    assert_eq!(trace.flows.len(), 1);
    assert_eq!(
        trace.issues.get("slice_spill_overlapping_complete_event"),
        2
    );
    assert_eq!(trace.issues.get("slice_drop_overlapping_complete_event"), 0);
}

#[test]
fn what_overlaps_too_often_is_dropped_and_counted() {
    let events = (0..70).map(|ts| format!(r#"{{"ph":"X","ts":{ts},"dur":99,"tid":1,"name":"a"}}"#));
    let trace = whole(&format!("[{}]", events.collect::<Vec<_>>().join(",")));
    assert_eq!((trace.tracks.len(), trace.slices.len()), (64, 64));
    assert_eq!(trace.issues.get("slice_drop_overlapping_complete_event"), 6);
}

#[test]
fn a_flow_reaches_the_next_slice_from_where_it_is_then() {
    let trace = whole(
        r#"[
        {"ph":"X","ts":0,"dur":9,"tid":1,"name":"from"},
        {"ph":"s","ts":1,"tid":1,"name":"f","id":1},
        {"ph":"f","ts":2,"tid":3,"name":"f","id":1},
        {"ph":"X","ts":3,"dur":9,"tid":2,"name":"via"},
        {"ph":"t","ts":4,"tid":2,"name":"f","id":1},
        {"ph":"X","ts":5,"dur":9,"tid":3,"name":"to"}
    ]"#,
    );
    let name = |id| trace.slice_name(id).unwrap().into_owned();
    let flows: Vec<(String, String)> = trace
        .flows
        .rows()
        .map(|flow| (name(flow.from), name(flow.to)))
        .collect();
    let expected = [("from", "via"), ("via", "to")];
    assert_eq!(flows, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[test]
fn thread_time_of_zero_is_kept() {
    let trace = whole(
        r#"[
        {"ph":"B","ts":0,"tid":1,"name":"a","tts":5},
        {"ph":"E","ts":2,"tid":1,"tts":5},
        {"ph":"i","ts":3,"tid":1,"s":"t","name":"i","tts":6}
    ]"#,
    );
    let times: Vec<_> = (0..2)
        .map(|index| trace.slices.thread_time(SliceId(index)))
        .collect();
    assert_eq!(times, [Some((5000, Some(0))), Some((6000, None))]);
}

#[test]
fn events_are_sorted_and_longer_complete_events_go_first() {
    let trace = r#"[
        {"ph":"i","ts":1,"tid":1,"name":"i"},
        {"ph":"X","ts":1,"tid":1,"dur":1,"name":"child"},
        {"ph":"X","ts":1,"tid":1,"dur":5,"name":"parent"},
        {"ph":"E","ts":1,"tid":1},
        {"ph":"B","ts":0,"tid":1,"name":"b"}
    ]"#;
    assert_eq!(
        tracks(trace)[1..],
        [
            "  0 B b -",
            "  1000 E - - tdur=0",
            "  1000 X parent - dur=5000",
            "  1000 X child - dur=1000",
            "  1000 I i -",
        ]
    );
    let without_complete = r#"[
        {"ph":"B","ts":1,"tid":1,"name":"b"},
        {"ph":"E","ts":1,"tid":1},
        {"ph":"B","ts":0,"tid":1,"name":"a"}
    ]"#;
    assert_eq!(
        tracks(without_complete)[1..],
        ["  0 B a -", "  1000 B b -", "  1000 E - - tdur=0"]
    );
}

#[test]
fn slices_without_duration_end_unless_events_are_out_of_place() {
    let in_order = r#"[
        {"ph":"B","ts":11,"tid":1,"name":"b"},
        {"ph":"E","ts":11,"tid":1},
        {"ph":"X","ts":20,"tid":1,"dur":3,"name":"x"}
    ]"#;
    assert_eq!(
        slices(in_order),
        [
            (11_000, 0, 0, "b".to_owned()),
            (20_000, 3000, 0, "x".to_owned()),
        ]
    );
    let after_a_complete_one = r#"[
        {"ph":"B","ts":11,"tid":1,"name":"b"},
        {"ph":"E","ts":11,"tid":1},
        {"ph":"X","ts":12,"tid":1,"dur":3,"name":"x"},
        {"ph":"B","ts":20,"tid":1,"name":"c"},
        {"ph":"E","ts":20,"tid":1}
    ]"#;
    assert_eq!(
        slices(after_a_complete_one),
        [
            (11_000, 0, 0, "b".to_owned()),
            (12_000, 3000, 0, "x".to_owned()),
            (20_000, -1, 0, "c".to_owned()),
        ]
    );
    let out_of_place = r#"[
        {"ph":"X","ts":20,"tid":1,"dur":3,"name":"x"},
        {"ph":"B","ts":11,"tid":1,"name":"b"},
        {"ph":"E","ts":11,"tid":1}
    ]"#;
    assert_eq!(
        slices(out_of_place),
        [
            (11_000, -1, 0, "b".to_owned()),
            (20_000, 3000, 1, "x".to_owned()),
        ]
    );
}

#[test]
fn instants_have_three_scopes() {
    assert_eq!(
        tracks(
            r#"[
            {"ph":"i","ts":1,"pid":1,"tid":2,"s":"g","name":"g"},
            {"ph":"I","ts":2,"pid":1,"tid":2,"s":"p","name":"p"},
            {"ph":"R","ts":3,"pid":1,"tid":2,"s":"?","tts":1},
            {"ph":"i","ts":4,"pid":1,"name":"needs a thread"},
            {"ph":"i","ts":5,"s":"p","name":"needs a process"}
        ]"#
        ),
        [
            "legacy_chrome_global_instants global -",
            "  1000 I g -",
            "chrome_process_instant pid 1 -",
            "  2000 I p -",
            "thread_execution tid 2 -",
            "  3000 I [No name] - tts=1000",
        ]
    );
}

#[test]
fn asynchronous_tracks_say_where_they_come_from() {
    let (sink, _) = import(
        r#"[
        {"ph":"b","ts":1,"pid":7,"id":"0x1","name":"g"},
        {"ph":"b","ts":2,"pid":8,"id2":{"local":"0x1"},"name":"l"}
    ]"#,
    );
    let sources = sink.tracks.iter().map(|(track, _)| {
        let args = sink.arg_sets.get(track.source_args.unwrap());
        let arg = |arg: &StoredArg| (text(&sink, Some(arg.key)), arg.value);
        let args: Vec<(String, StoredValue)> = args.iter().map(arg).collect();
        args[1..3].to_vec()
    });
    let source = |is_own_id, upid| {
        [
            (
                "trace_id_is_process_scoped".to_owned(),
                StoredValue::Bool(is_own_id),
            ),
            ("upid".to_owned(), StoredValue::Uint(upid)),
        ]
        .to_vec()
    };
    // The args of a global id name the process, too.
    let expected = [source(false, 1), source(true, 2)];
    assert_eq!(sources.collect::<Vec<_>>(), expected);
}

/// As in the reference, an `id` and an `id2` with the same text are two ids, with the same number one.
#[test]
fn an_id_is_another_than_that_of_id2() {
    let both = |id: &str| {
        let text = format!(
            r#"[{{"ph":"b","ts":1,"pid":1,"id":{id},"name":"a"}},
            {{"ph":"b","ts":2,"pid":1,"id2":{{"global":{id}}},"name":"b"}}]"#
        );
        import(&text).0.tracks.len()
    };
    assert_eq!((both("\"0x1\""), both("1")), (2, 1));
}

#[test]
fn asynchronous_events() {
    assert_eq!(
        tracks(
            r#"[
            {"ph":"b","ts":1,"pid":1,"id":"x","name":"a","cat":"c"},
            {"ph":"n","ts":2,"pid":1,"id":"x","name":"step","cat":"c"},
            {"ph":"b","ts":2,"pid":1,"id":"y","name":"a","cat":"c"},
            {"ph":"e","ts":3,"pid":1,"id":"x","name":"a","cat":"c"},
            {"ph":"b","ts":4,"pid":1,"id2":{"local":7},"name":"l"},
            {"ph":"e","ts":5,"pid":1,"id2":{"local":7},"name":"l"},
            {"ph":"b","ts":6,"id":1,"name":"no process"},
            {"ph":"b","ts":7,"pid":1,"name":"no id"}
        ]"#
        ),
        [
            "legacy_async_global_slice global a",
            "  1000 B a c",
            "  2000 I step c",
            "  3000 E a c",
            "legacy_async_global_slice global a",
            "  2000 B a c",
            "legacy_async_process_slice pid 1 l",
            "  4000 B l -",
            "  5000 E l -",
        ]
    );
}

#[test]
fn counters_have_one_track_per_value() {
    let trace = r#"[
        {"ph":"C","ts":1,"pid":1,"name":"n","args":{"a":1,"b":"2.5"}},
        {"ph":"C","ts":2,"pid":1,"name":"n","id":"","args":{"a":3.5,"bad":null,"b":"-0x1F"}},
        {"ph":"C","ts":3,"pid":1,"name":"n","id":"0xf","args":{"a":4}},
        {"ph":"C","ts":4,"pid":1,"name":"n","id":7,"args":{"a":NaN}},
        {"ph":"C","ts":5,"pid":1,"name":"n"}
    ]"#;
    assert_eq!(
        tracks(trace),
        [
            "json_counter pid 1 n a",
            "  1000 1",
            "  2000 3.5",
            "json_counter pid 1 n b",
            "  1000 2.5",
            "  2000 -31",
            "json_counter pid 1 n id: 0xf a",
            "  3000 4",
        ]
    );
    assert_eq!(import(trace).0.issues.get("json_parser_failure"), 3);
}

#[test]
fn the_name_of_a_counter_is_not_repeated_at_any_length() {
    let name = "\u{e4}".repeat(700);
    let trace = format!(r#"[{{"ph":"C","ts":1,"pid":1,"name":"{name}","args":{{"a":1}}}}]"#);
    let expected = format!("json_counter pid 1 {} a", "\u{e4}".repeat(512));
    assert_eq!(tracks(&trace), [expected, "  1000 1".to_owned()]);
}

#[test]
fn names_and_sort_indices() {
    let (sink, _) = import(
        r#"[
        {"ph":"M","pid":1,"tid":2,"name":"process_name","args":{"name":"P","title":"Q"}},
        {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"T"}},
        {"ph":"M","pid":1,"tid":2,"name":"process_sort_index","args":{"sort_index":-5}},
        {"ph":"M","ts":"bad","pid":1,"tid":2,"name":"thread_sort_index","args":{"sort_index":7.9}},
        {"ph":"M","pid":1,"tid":3,"name":"thread_sort_index","args":{"sort_index":"12"}},
        {"ph":"M","pid":1,"tid":3,"name":"thread_sort_index","args":{"sort_index":"first"}},
        {"ph":"M","pid":1,"name":"process_labels","args":{"labels":"x"}},
        {"ph":"M","pid":1,"name":"process_name","args":{"name":""}}
    ]"#,
    );
    let table = &sink.processes.table;
    let process = table.processes.iter().find(|row| row.pid == 1).unwrap();
    let thread = table.threads.iter().find(|row| row.tid == 2).unwrap();
    assert_eq!(text(&sink, process.name), "P");
    assert_eq!(text(&sink, thread.name), "T");
    assert_eq!((process.sort_hint, thread.sort_hint), (Some(-5), Some(7)));
    // Bazel writes sort indices as strings.
    let other = table.threads.iter().find(|row| row.tid == 3).unwrap();
    assert_eq!(other.sort_hint, Some(12));
    let args = sink.arg_sets.get(process.args.unwrap());
    assert_eq!(
        sink.strings.text(args[0].key).as_ref(),
        "process_sort_index_hint"
    );
    assert_eq!(sink.issues.get("json_parser_failure"), 2);
}

#[test]
fn ids_may_be_names_and_zero_is_not_the_idle_process() {
    let (sink, _) = import(
        r#"[
        {"ph":"B","ts":1,"pid":"app","tid":"main","name":"a"},
        {"ph":"B","ts":2,"pid":"other","tid":"main","name":"a"},
        {"ph":"B","ts":3,"pid":0,"tid":0,"name":"a"},
        {"ph":"B","ts":4,"pid":3,"tid":0,"name":"a"}
    ]"#,
    );
    let table = &sink.processes.table;
    let threads: Vec<(String, String, i64)> = table
        .threads
        .iter()
        .skip(1)
        .map(|thread| {
            let process = table.process(thread.upid.unwrap());
            (
                text(&sink, process.name),
                text(&sink, thread.name),
                thread.tid,
            )
        })
        .collect();
    assert_eq!(sink.tracks.len(), 4);
    let named = |process: &str| {
        threads
            .iter()
            .any(|thread| thread.0 == process && thread.1 == "main")
    };
    assert!(named("app") && named("other"), "{threads:?}");
    assert!(threads.iter().any(|thread| thread.2 == 0));
    assert!(threads.iter().any(|thread| thread.2 == 3));
    assert!(table.processes.iter().skip(1).any(|row| row.pid == 0));
}

#[test]
fn flows_of_both_versions() {
    let (sink, _) = import(
        r#"[
        {"ph":"B","ts":1,"pid":1,"tid":1,"name":"a","bind_id":"0xa","flow_out":true},
        {"ph":"s","ts":1,"pid":1,"tid":1,"name":"f","cat":"c","id":"10"},
        {"ph":"t","ts":2,"pid":1,"tid":1,"name":"f","cat":"c","id":16},
        {"ph":"f","ts":3,"pid":1,"tid":1,"name":"f","cat":"c","id":16},
        {"ph":"f","ts":4,"pid":1,"tid":1,"name":"f","cat":"c","id":16,"bp":"e"},
        {"ph":"s","ts":5,"pid":1,"tid":1,"name":"f","id":"zz"},
        {"ph":"X","ts":6,"dur":1,"pid":1,"tid":1,"bind_id":10,"flow_in":true,"flow_out":true},
        {"ph":"X","ts":7,"dur":1,"pid":1,"tid":1,"bind_id":10,"flow_in":true},
        {"ph":"X","ts":8,"dur":1,"pid":1,"tid":1,"bind_id":10}
    ]"#,
    );
    use crate::import::sink::{FlowBind, FlowKey, FlowKind};
    let steps: Vec<_> = sink
        .flow_steps
        .iter()
        .map(|step| {
            let id = match step.id {
                FlowKey::Id(id) | FlowKey::Legacy(id, _) => id,
            };
            (step.bind, step.kind, id)
        })
        .collect();
    assert_eq!(
        steps,
        [
            (FlowBind::Event, FlowKind::Start, 10),
            (FlowBind::Enclosing, FlowKind::Start, 16),
            (FlowBind::Enclosing, FlowKind::Step, 16),
            (FlowBind::Next, FlowKind::End, 16),
            (FlowBind::Enclosing, FlowKind::End, 16),
            (FlowBind::Event, FlowKind::Step, 10),
            (FlowBind::Event, FlowKind::End, 10),
        ]
    );
    assert_eq!(sink.issues.get("flow_invalid_id"), 1);
    assert_eq!(sink.issues.get("flow_without_direction"), 1);
}

#[test]
fn thread_states() {
    let (sink, _) = import(
        r#"[
        {"ph":"T","ts":1,"dur":2,"pid":1,"tid":1,"name":"Running","args":{"cpu":3}},
        {"ph":"T","ts":3,"dur":1,"pid":1,"tid":1,"name":"D","args":{"io_wait":true,"blocked_function":"f"}},
        {"ph":"T","ts":4,"pid":1,"tid":1,"name":"step"},
        {"ph":"T","ts":5,"dur":-1,"pid":1,"tid":1,"name":"S"},
        {"ph":"T","ts":6,"dur":1,"pid":1,"tid":1,"name":"D","args":{"io_wait":1}},
        {"ph":"T","ts":7,"dur":1,"pid":1,"tid":1,"name":"D","args":{"io_wait":false}}
    ]"#,
    );
    assert_eq!(sink.thread_states.len(), 4);
    assert_eq!((sink.sched.len(), sink.sched.get(0).unwrap().cpu), (1, 3));
    let blocked = sink.thread_states.get(1).unwrap();
    assert_eq!(blocked.io_wait, Some(true));
    assert_eq!(text(&sink, blocked.blocked_function), "f");
    let io_waits = [2, 3].map(|row| sink.thread_states.get(row).unwrap().io_wait);
    assert_eq!(io_waits, [Some(true), Some(false)]);
    assert_eq!(sink.issues.get("json_parser_failure"), 2);
}

#[test]
fn unusable_events_are_counted() {
    let (sink, import) = import(
        r#"[
        {"ts":1,"name":"no phase"},
        {"ph":"B","name":"no time"},
        {"ph":"B","ts":"x"},
        {"ph":"X","ts":1,"dur":"x"},
        {"ph":"P","ts":1},
        {}
    ]"#,
    );
    assert_eq!(sink.issues.get("json_tokenizer_failure"), 4);
    assert_eq!(sink.issues.get("json_phase_not_shown"), 1);
    assert_eq!(import.offsets.len(), 0);
}

#[test]
fn old_asynchronous_events_are_counted_apart() {
    let (sink, _) = import(
        r#"[
        {"ph":"S","ts":1,"pid":1,"tid":1,"id":1,"name":"load"},
        {"ph":"T","ts":2,"pid":1,"tid":1,"id":1,"name":"load","args":{"step":"a"}},
        {"ph":"T","ts":3,"pid":1,"tid":1,"id":1,"name":"load","args":{"step":"b"}},
        {"ph":"F","ts":4,"pid":1,"tid":1,"id":1,"name":"load"},
        {"ph":"T","ts":5,"dur":1,"pid":1,"tid":1,"id":1,"name":"Running"},
        {"ph":"T","ts":6,"pid":1,"tid":1,"name":"no duration"},
        {"ph":"N","ts":7,"pid":1,"tid":1,"id":1,"name":"an object"}
    ]"#,
    );
    let told = |kind: &str| {
        let issue = sink.issues.iter().find(|issue| issue.kind == kind).unwrap();
        let told = issue.occurrences.iter();
        told.map(|it| (it.detail.clone(), it.count, it.ts.unwrap().ns()))
            .collect::<Vec<_>>()
    };
    let old = [("phase S", 1, 1_000), ("phase F", 1, 4_000)];
    let old = old.map(|(words, count, ts)| (words.to_owned(), count, ts));
    assert_eq!(told("json_old_async_not_read"), old);
    assert_eq!(
        told("json_phase_not_shown"),
        [("phase N".to_owned(), 1, 7_000)]
    );
    // The reference takes steps for states of threads without a duration.
    assert_eq!(sink.issues.get("json_parser_failure"), 3);
    assert_eq!(sink.thread_states.len(), 1);
}

#[test]
fn samples_of_v8_belong_to_the_thread_that_starts_the_profile() {
    // The chunk stands before the start in the file, but not in time, and its thread is another.
    let (sink, import) = import(
        r#"[
        {"ph":"P","name":"ProfileChunk","ts":20,"pid":1,"tid":3,"id":"0x1f","args":{"data":{
            "cpuProfile":{"nodes":[
                {"id":1,"callFrame":{"functionName":"(root)"}},
                {"id":2,"parent":1,"callFrame":{"functionName":"f\u0041","url":"u","lineNumber":4,"columnNumber":0}}],
              "samples":[2,1,7]},
            "timeDeltas":[5,"x",1]}}},
        {"ph":"P","name":"ProfileChunk","ts":21,"pid":1,"tid":3,"id":"0x1f","args":{"data":{
            "cpuProfile":{"nodes":[
                {"id":1,"callFrame":{"functionName":"(root)"}},
                {"id":2,"parent":1,"callFrame":{"functionName":"f\u0041","url":"u","lineNumber":4,"columnNumber":0}}],
              "samples":[2,1,7]},
            "timeDeltas":[5,-2,1]}}},
        {"ph":"P","name":"Profile","ts":10,"pid":1,"tid":2,"id":"0x1f","args":{"data":{"startTime":9}}},
        {"ph":"X","name":"a","ts":1,"dur":1,"pid":1,"tid":2}
    ]"#,
    );
    assert_eq!(import.offsets.len(), 1);
    // A chunk in which a time is no number, and a sample of a node that is not there.
    let invalid = sink.issues.get("legacy_v8_cpu_profile_invalid_sample");
    assert_eq!(invalid, 2);
    let rows = &sink.stacks.rows;
    let samples: Vec<_> = (rows.samples.iter())
        .map(|row| {
            let site = &rows.callsites[row.callsite.unwrap() as usize];
            let symbol = &rows.symbols[site.frame as usize];
            let utid = rows.tasks[row.task.unwrap() as usize].utid.unwrap();
            let tid = sink.processes.table.thread(utid).tid;
            let name = text(&sink, Some(symbol.name));
            (
                row.ts.ns(),
                tid,
                name,
                site.depth,
                symbol.line,
                symbol.column,
            )
        })
        .collect();
    let expected = [
        (14_000, 2, "fA".to_owned(), 1, Some(5), Some(1)),
        (12_000, 2, "(root)".to_owned(), 0, None, None),
    ];
    assert_eq!(samples, expected);
}

#[test]
fn times_that_do_not_fit_are_counted_and_do_not_stretch_the_trace() {
    let (sink, import) = import(
        r#"[
        {"ph":"B","ts":18446744073709551615},
        {"ph":"B","ts":9223372036854775807},
        {"ph":"B","ts":"1e300"},
        {"ph":"B","ts":-1},
        {"ph":"M","ts":-0.5,"name":"process_name","pid":1,"args":{"name":"p"}},
        {"ph":"B","ts":0,"pid":1,"tid":1},
        {"ph":"S","ts":2,"pid":1,"tid":1,"id":1}
    ]"#,
    );
    assert_eq!(sink.issues.get("json_tokenizer_failure"), 3);
    let negative = "trace_sorter_negative_timestamp_dropped";
    assert_eq!(sink.issues.get(negative), 2);
    assert_eq!(sink.issues.get("json_old_async_not_read"), 1);
    assert_eq!(import.offsets.len(), 2);
}

#[test]
fn an_import_can_be_cancelled() {
    let event = r#"{"ph":"B","ts":1},"#;
    let text = format!("[{}]", event.repeat(2 * PROGRESS_EVERY));
    for stop_after in 0..4 {
        let mut n_calls = 0;
        let mut sink = Sink::new();
        let import = import_json(text.as_bytes(), &mut sink, &mut |_| {
            n_calls += 1;
            if n_calls > stop_after {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(matches!(import, Err(ImportError::Cancelled)));
        assert_eq!(n_calls, stop_after + 1);
    }
}

#[test]
fn the_beginning_of_a_trace_can_be_imported_alone() {
    let text = r#"[{"ph":"X","ts":1,"dur":1,"name":"a"},{"ph":"X","ts":2,"dur":1,"name":"b"}]"#;
    let bytes = Arc::new(TraceBytes::from_vec(text.as_bytes().to_vec()).unwrap());
    for (limit, n_slices, complete) in [(50, 1, false), (text.len(), 2, true)] {
        let options = crate::import::Options {
            limit: Some(limit),
            ..Default::default()
        };
        let trace = crate::import::import_with(&bytes, options, &mut Unobserved).unwrap();
        assert_eq!((trace.slices.len(), trace.complete), (n_slices, complete));
    }
}

#[test]
fn the_text_of_a_system_trace_is_unescaped() {
    let trace = r#"{"systemTraceEvents":"a\nb\u0041","traceEvents":[]}"#;
    let range = import(trace).1.system_trace.unwrap();
    assert_eq!(unescape(&trace.as_bytes()[range]), Some(b"a\nbA".to_vec()));
}

#[test]
fn what_the_writer_says_of_itself() {
    let metadata = r#"{"os":"a\u0041","n":-1,"r":1.5,"o":{"a":[1]},"none":null}"#;
    let (sink, _) = import(&format!(r#"{{"metadata":{metadata},"traceEvents":[]}}"#));
    let rows: Vec<_> = (sink.metadata.iter())
        .map(|row| (row.name.as_ref(), row.value.clone()))
        .collect();
    let text = |text: &str| MetadataValue::Str(text.to_owned());
    let expected = [
        ("json_metadata.os", text("aA")),
        ("json_metadata.n", MetadataValue::Int(-1)),
        ("json_metadata.r", text("1.5")),
        ("json_metadata.o", text(r#"{"a":[1]}"#)),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn other_json_is_refused() {
    let bytes = TraceBytes::from_vec(br#"{"log":{"entries":[]}}"#.to_vec()).unwrap();
    let error = crate::import::import(&Arc::new(bytes), &mut Unobserved).unwrap_err();
    assert!(error.to_string().contains("no Chrome trace"), "{error}");
}
