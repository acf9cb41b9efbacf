//! What the viewer tells the writer of a trace that contains mistakes.
//!
//! The traces are those of the reference's documentation on synthetic traces, each with a mistake that is
//! easily made.

use std::fmt::Write as _;

use perfetty::model::track_tree::NodeKind;
use perfetty::view::state::Selection;

use crate::screen::{Screen, written};

/// Returns the text of the list of issues.
fn issues(text: &str) -> String {
    Screen::new(&written(text), 200, 24).keys("!").text()
}

/// Returns the begin and the end of a slice on a track.
fn slice(uuid: u64, (start, end): (u64, u64)) -> String {
    let packet = |ts, fields: &str| {
        format!(
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 track_event {{ \
             track_uuid: {uuid} {fields} }} }}\n"
        )
    };
    packet(start, "type: TYPE_SLICE_BEGIN name: \"a\"") + &packet(end, "type: TYPE_SLICE_END")
}

#[test]
fn events_that_were_dropped_are_an_issue_however_the_reference_counts_them() {
    let orphan = "packet { track_descriptor { uuid: 5 parent_uuid: 77 name: \"mistyped\" } }\n";
    let text = orphan.to_owned() + &slice(5, (100, 200));
    let screen = Screen::new(&written(&text), 120, 24).text();
    assert!(screen.contains("this trace has no tracks"), "{screen}");
    let described = "1 track is described, none has events that can be shown";
    assert!(screen.contains(described), "{screen}");
    assert!(screen.contains("! issues\n"), "{screen}");
    let list = issues(&text);
    let title = list.lines().next().unwrap();
    assert!(
        title.contains("ISSUES  1 kind of issues · 1 kind of notes "),
        "{list}"
    );
    let rows: Vec<&str> = list.lines().skip(2).take(2).collect();
    assert!(rows[0].contains("track_hierarchy_missing_uuid"), "{list}");
    assert!(rows[1].contains("track_event_parser_errors"), "{list}");
    assert!(!list.contains("everything"), "{list}");
}

#[test]
fn what_is_only_worth_knowing_is_listed_and_not_in_the_title() {
    let track = "packet { track_descriptor { uuid: 5 name: \"t\" } }\n";
    let end = "packet { timestamp: 300 trusted_packet_sequence_id: 1 track_event { \
               type: TYPE_SLICE_END track_uuid: 5 } }\n";
    let text = track.to_owned() + &slice(5, (100, 200)) + end;
    let screen = Screen::new(&written(&text), 120, 24).text();
    assert!(!screen.contains("issue"), "{screen}");
    let list = issues(&text);
    assert!(list.contains("ISSUES  1 kind of notes "), "{list}");
    assert!(list.contains("slice_unmatched_end"), "{list}");
    assert!(!list.contains("everything"), "{list}");
    let fine = issues(&(track.to_owned() + &slice(5, (100, 200))));
    assert!(
        fine.contains("everything in the trace could be imported"),
        "{fine}"
    );
}

#[test]
fn an_event_on_another_clock_is_seen_beside_the_others() {
    let tracks = "packet { track_descriptor { uuid: 5 name: \"boot\" } }\n\
                  packet { track_descriptor { uuid: 6 name: \"forgot\" } }\n";
    let wall = 1_760_000_000_000_000_000;
    let text = tracks.to_owned() + &slice(5, (100, 200)) + &slice(6, (wall, wall + 100));
    let screen = Screen::new(&written(&text), 100, 24).keys("0").text();
    let row = screen.lines().find(|line| line.contains("forgot")).unwrap();
    let (_, bars) = row.split_once('│').unwrap();
    assert!(bars.ends_with(['▏', '▉']), "{screen}");
}

#[test]
fn a_value_beside_a_count_of_lines_keeps_its_unit_or_goes() {
    let mut text = "packet { track_descriptor { uuid: 99 process { pid: 7 } } }\n".to_owned();
    for uuid in 1..40 {
        writeln!(
            text,
            "packet {{ track_descriptor {{ uuid: {uuid} parent_uuid: 99 name: \"c{uuid}\" counter {{ \
             unit_name: \"fps\" }} }} }}\n\
             packet {{ timestamp: {uuid}00 trusted_packet_sequence_id: 1 track_event {{ \
             type: TYPE_COUNTER track_uuid: {uuid} counter_value: 59 }} }}"
        )
        .unwrap();
    }
    let mut seen = false;
    for cols in 80..160 {
        let screen = Screen::new(&written(&text), cols, 24).text();
        assert!(
            !screen.contains("59 +") && !screen.contains("59  +"),
            "{screen}"
        );
        seen |= screen.contains('▼');
    }
    assert!(seen);
}

#[test]
fn issues_say_which_track_sequence_or_id_it_is() {
    let needs = "packet { timestamp: 50 trusted_packet_sequence_id: 3 sequence_flags: 2 \
                 track_event { type: TYPE_INSTANT track_uuid: 9 name: \"lost\" } }\n";
    let unknown = "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 }\n\
                   packet { timestamp: 60 trusted_packet_sequence_id: 1 sequence_flags: 2 \
                   track_event { type: TYPE_INSTANT track_uuid: 9 name_iid: 42 } }\n";
    let end = "packet { timestamp: 70 trusted_packet_sequence_id: 1 track_event { \
               type: TYPE_SLICE_END track_uuid: 9 } }\n";
    let text = [
        "packet { track_descriptor { uuid: 5 parent_uuid: 77 name: \"mistyped\" } }\n",
        "packet { track_descriptor { uuid: 6 parent_uuid: 7 } }\n",
        "packet { track_descriptor { uuid: 7 parent_uuid: 6 } }\n",
        "packet { track_descriptor { uuid: 9 name: \"fine\" } }\n",
        &slice(5, (100, 200)),
        &slice(6, (100, 200)),
        needs,
        unknown,
        end,
    ];
    let list = issues(&text.concat());
    for (issue, detail) in [
        (
            "track_hierarchy_missing_uuid",
            "(2 × track 77, above track 5 @0 · 1 more)",
        ),
        (
            "track_event_track_hierarchy_loop",
            "(2 × track 6 @19 · 1 × track 7 @28 · 1 more)",
        ),
        ("sequence_without_state", "(sequence 3)"),
        ("interned_data_tokenizer_errors", "(no name has the iid 42)"),
        ("slice_unmatched_end", "(track fine)"),
        ("track_event_parser_errors", "track "),
    ] {
        let row = list.lines().find(|line| line.contains(issue));
        let row = row.unwrap_or_else(|| panic!("{issue}: {list}"));
        assert!(row.contains(detail), "{detail}: {list}");
    }
}

#[test]
fn an_event_on_a_clock_that_was_set_back_says_that() {
    let snapshot = |wall: u64, boot: u64| {
        format!(
            "packet {{ clock_snapshot {{ clocks {{ clock_id: 1 timestamp: {wall} }} \
             clocks {{ clock_id: 6 timestamp: {boot} }} }} }}\n"
        )
    };
    let event = "packet { timestamp: 8500 timestamp_clock_id: 1 trusted_packet_sequence_id: 1 \
                 track_event { type: TYPE_INSTANT track_uuid: 1 name: \"a\" } }\n\
                 packet { timestamp: 5 timestamp_clock_id: 64 trusted_packet_sequence_id: 2 \
                 track_event { type: TYPE_INSTANT track_uuid: 1 name: \"b\" } }\n";
    let twice = "packet { clock_snapshot { clocks { clock_id: 3 timestamp: 1 } \
                 clocks { clock_id: 3 timestamp: 2 } } }\n";
    let text = snapshot(9_000, 1_000) + &snapshot(8_000, 2_000) + event + twice;
    let list = issues(&text);
    for detail in [
        "(REALTIME, which was set back)",
        "(clock 64 of sequence 2)",
        "(MONOTONIC twice)",
    ] {
        assert!(list.contains(detail), "{detail}: {list}");
    }
}

#[test]
fn what_packets_without_a_sequence_describe_is_counted_as_it_is_shown() {
    let process =
        "packet { track_descriptor { uuid: 5 process { pid: 0 process_name: \"zero\" } } }\n";
    let trace = written(&(process.to_owned() + &slice(5, (100, 200))));
    assert_eq!(trace.processes.n_processes(), 1);
    assert_eq!(trace.input.n_sequences, 1);
    let screen = Screen::new(&trace, 120, 24).text();
    assert!(screen.contains("zero"), "{screen}");
}

#[test]
fn a_slice_without_a_name_has_no_others_of_its_name() {
    let track = "packet { track_descriptor { uuid: 5 name: \"t\" } }\n";
    let text = track.to_owned() + &slice(5, (100, 200));
    let selected = |text: &str| {
        Screen::new(&written(text), 200, 24)
            .keys("EggEj<enter>")
            .text()
    };
    let screen = selected(&text);
    assert!(screen.contains("same name"), "{screen}");
    let screen = selected(&text.replace("name: \"a\"", ""));
    assert!(
        screen.contains("SLICE") && !screen.contains("same name"),
        "{screen}"
    );
}

#[test]
fn a_very_short_area_has_two_ends() {
    let track = "packet { track_descriptor { uuid: 5 name: \"t\" } }\n";
    let trace = written(&(track.to_owned() + &slice(5, (100, 520))));
    let screen = Screen::new(&trace, 160, 30).keys("**").text();
    assert!(
        screen.contains("0.000 000 000 s to 0.000 000 420 s"),
        "{screen}"
    );
}

/// Returns the row that is selected after Enter on the issue whose name has these letters, and what is said.
fn entered(text: &str, issue: &str) -> (Option<NodeKind>, String) {
    let trace = written(text);
    let mut screen = Screen::new(&trace, 120, 24);
    screen.keys(&format!("!/{issue}<enter><enter>"));
    let view = screen.view();
    let said = view.message.as_ref().map(|message| message.text.clone());
    let kind = match view.selection {
        Selection::Track(node) => Some(trace.tree.node(node).kind.clone()),
        _ => None,
    };
    assert!(view.cursor_ts.is_some(), "{issue}: {said:?}");
    (kind, said.unwrap_or_default())
}

#[test]
fn enter_on_an_issue_goes_to_the_row_of_its_writer_or_its_cpu() {
    let process =
        "packet { track_descriptor { uuid: 5 process { pid: 300 process_name: \"engine\" } } }\n";
    let lost = |pid: u32| {
        let instant = |ts: u32, more: &str| {
            format!(
                "packet {{ timestamp: {ts} trusted_packet_sequence_id: 3 trusted_pid: {pid} {more} \
                 track_event {{ type: TYPE_INSTANT track_uuid: 5 name: \"lost\" }} }}\n"
            )
        };
        instant(140, "sequence_flags: 1") + &instant(150, "previous_packet_dropped: 1")
    };
    let text = |pid| process.to_owned() + &slice(5, (100, 200)) + &lost(pid);
    let (kind, said) = entered(&text(300), "sequence_packet_loss");
    assert!(matches!(kind, Some(NodeKind::Process(_))), "{kind:?}");
    assert_eq!(said, "the time of that row, on the track that it is about");
    // A process without a row, as most that write nothing else.
    let (kind, said) = entered(&text(301), "sequence_packet_loss");
    assert_eq!(kind, None);
    assert_eq!(said, "only the time of that row is on the screen");
    let path = crate::support::repo("tests/golden/issues/lost_events.textproto");
    let golden = std::fs::read_to_string(path).expect("a golden trace");
    let cases = crate::support::cases(&golden);
    let (kind, _) = entered(&cases[1].trace, "has_data_loss");
    assert_eq!(kind, Some(NodeKind::CpuSched(0)));
}
