//! Counters on the screen: values and ranges with their units, scales that are shared, arguments.
//!
//! Small traces as an SDK writes them.

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::model::trace::Trace;

use crate::screen::{Screen, written};

/// A trace of counters: name, what their descriptor says, and values.
fn counters(rows: &[(&str, &str, &[f64])]) -> Arc<Trace> {
    let mut text = String::new();
    for (index, (name, descriptor, values)) in rows.iter().enumerate() {
        let uuid = index + 10;
        let _written = writeln!(
            text,
            r#"packet {{ track_descriptor {{ uuid: {uuid} name: "{name}" counter {{ {descriptor} }} }} }}"#
        );
        for (at, value) in values.iter().enumerate() {
            let ts = (at + 1) * 100;
            let _written = writeln!(
                text,
                "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 track_event {{ type: TYPE_COUNTER track_uuid: {uuid} double_counter_value: {value:?} }} }}"
            );
        }
    }
    written(&text)
}

/// Returns what of the tree's lines stands at their right, and their first words.
fn tree(screen: &mut Screen) -> Vec<String> {
    let text = screen.text();
    let rows = text.lines().filter_map(|row| row.split_once(['│', '▼']));
    rows.map(|(tree, _)| tree.trim().to_owned()).collect()
}

#[test]
fn a_range_and_its_values_are_in_units_that_say_what_they_are() {
    let trace = counters(&[
        ("clock", r#"unit_name: "kHz""#, &[990.0, 1_010.0]),
        ("delay", r#"unit_name: "ms""#, &[0.25, 0.125]),
        ("ratio", r#"unit_name: "ratio""#, &[0.001, 0.003]),
        ("memory", r#"unit_name: "KiB""#, &[1_048_576.0, 1.0]),
        ("load", r#"unit_name: "percent""#, &[10.0, 33.3]),
        ("sent", r#"unit_name: "packets/s""#, &[3.0, 1_234_567.0]),
    ]);
    let mut screen = Screen::new(&trace, 160, 60);
    let rows = tree(&mut screen);
    for range in [
        "0.99…1.01 MHz",
        "0…250 µs",
        "0…0.003 ratio",
        "0…1.07 GB",
        "0…33.3 %",
        "0…1.23 M packets/s",
    ] {
        assert!(
            rows.iter().any(|row| row.ends_with(range)),
            "{range}: {rows:#?}"
        );
    }
    // Where there is no room for it, the unit goes whole, and with it no prefix of it.
    let trace = counters(&[("throughput of it", r#"unit_name: "MB/s""#, &[7.0, 7.0])]);
    let mut screen = Screen::new(&trace, 80, 24);
    screen.session.state_mut().view.counter_lines = 1;
    let text = screen.text();
    assert!(!text.contains("7M "), "{text}");
}
