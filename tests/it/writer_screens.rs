//! What the viewer tells the writer of a trace that does not come out as meant.
//!
//! The traces are those of the reference's documents on synthetic traces, each with a mistake that
//! is easily made.

use std::fmt::Write as _;

use crate::screen::{Screen, written};

/// What the list of issues says.
fn issues(text: &str) -> String {
    Screen::new(&written(text), 160, 24).keys("!").text()
}

/// Begin and end of a slice on a track.
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
    assert!(screen.contains("! 1 issue\n"), "{screen}");
    assert!(screen.contains("! issues"), "{screen}");
    let list = issues(&text);
    let title = list.lines().next().unwrap();
    assert!(title.contains("ISSUES  1 issue · 1 note "), "{list}");
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
    assert!(list.contains("ISSUES  1 note "), "{list}");
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
