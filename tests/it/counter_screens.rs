//! Counters on the screen: values and ranges with units, shared scales, arguments.
//!
//! Small traces as an SDK writes them.

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::base::time::Ts;
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::CounterId;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::scene::ChartCol;
use perfetty::view::state::Selection;

use crate::screen::{Screen, demo, written};

/// Returns a trace of counters, each with name, fields of its descriptor, and values.
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

/// Returns the lines of the tree, without the timeline.
fn tree(screen: &mut Screen) -> Vec<String> {
    let text = screen.text();
    let rows = text
        .lines()
        .filter_map(|row| row.split_once(['│', '╎', '▼']));
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
    for (name, top, bottom) in [
        ("clock", " 1.01 MHz", "0.99 MHz"),
        ("delay", " 250 µs", "0"),
        ("ratio", " 0.003 ratio", "0"),
        ("memory", " 1.07 GB", "0"),
        ("load", " 100 %", "0"),
        ("sent", " 1.23 M packets/s", "0"),
    ] {
        let at = rows.iter().position(|row| row.starts_with(name));
        let at = at.unwrap_or_else(|| panic!("{name}: {rows:#?}"));
        assert!(rows[at].ends_with(top), "{top}: {rows:#?}");
        let mut below = rows[at + 1..].iter();
        assert!(below.any(|row| row == bottom), "{bottom}: {rows:#?}");
    }
    // If there is no room, the whole unit is left out, with the prefix that belongs to it.
    let trace = counters(&[("throughput of it", r#"unit_name: "MB/s""#, &[7.0, 7.0])]);
    let mut screen = Screen::new(&trace, 80, 24);
    screen.session.state_mut().view.counter_lines = 1;
    let text = screen.text();
    assert!(!text.contains("7M "), "{text}");
}

#[test]
fn counters_of_an_area_are_sorted_by_what_they_are_not_by_how_they_are_written() {
    let trace = counters(&[
        ("small", r#"unit_name: "bytes""#, &[900.0, 900.0]),
        (
            "large",
            r#"unit_name: "bytes""#,
            &[5_000_000.0, 5_000_000.0],
        ),
        ("middle", r#"unit_name: "bytes""#, &[70_000.0, 70_000.0]),
    ]);
    let mut screen = Screen::new(&trace, 160, 40);
    screen.keys("**>area-report<enter>");
    // Sorts by the second column, the mean.
    screen.keys("ss");
    let text = screen.text();
    let place = |name| text.find(name).unwrap_or_else(|| panic!("{name}: {text}"));
    assert!(place("large") < place("middle"), "{text}");
    assert!(place("middle") < place("small"), "{text}");
}

/// Returns the highest value of each chart on the screen.
fn heights(screen: &mut Screen) -> Vec<u16> {
    let (scene, _) = screen.painted();
    let charts = scene.lines.iter().flat_map(|line| &line.charts);
    let first_lines = charts.filter(|chart| chart.line == 0);
    let highest = first_lines.map(|chart| {
        let cols = chart.cols.iter().filter(|col| col.high != ChartCol::EMPTY);
        cols.map(|col| col.high).max().unwrap_or(0)
    });
    highest.filter(|&high| high > 0).collect()
}

#[test]
fn counters_that_share_their_y_axis_are_drawn_to_one_scale() {
    let of = |key| {
        counters(&[
            ("Counter 1", key, &[100.0, 200.0]),
            ("Counter 2", key, &[300.0, 400.0]),
        ])
    };
    let shared = of(r#"y_axis_share_key: "group""#);
    let mut screen = Screen::new(&shared, 120, 40);
    let rows = tree(&mut screen);
    let ranges = rows.iter().filter(|row| row.ends_with(" 400"));
    assert_eq!(ranges.count(), 2, "{rows:#?}");
    let [first, second] = heights(&mut screen)[..] else {
        panic!("two charts");
    };
    assert!(first < second, "{first} {second}");
    // Without a shared key, each counter has a scale of its own.
    let own = of("");
    let mut screen = Screen::new(&own, 120, 40);
    let [first, second] = heights(&mut screen)[..] else {
        panic!("two charts");
    };
    assert_eq!(first, second);
}

#[test]
fn what_is_infinite_goes_beyond_the_scale() {
    let trace = counters(&[("huge", "", &[0.1, -1e308, 1e308, 0.5])]);
    let rows = tree(&mut Screen::new(&trace, 120, 40));
    assert!(
        rows.iter()
            .any(|row| row.starts_with("huge") && row.ends_with(" 1e308"))
            && rows.iter().any(|row| row == "−1e308"),
        "{rows:#?}"
    );
}

#[test]
fn a_sample_of_a_counter_shows_its_arguments() {
    let trace = written(
        r#"
        packet { track_descriptor { uuid: 10 name: "queue" counter {} } }
        packet { timestamp: 100 trusted_packet_sequence_id: 1 track_event { type: TYPE_COUNTER track_uuid: 10 counter_value: 5
            debug_annotations { name: "why" string_value: "because" } } }
        packet { timestamp: 200 trusted_packet_sequence_id: 1 track_event { type: TYPE_COUNTER track_uuid: 10 counter_value: 6 } }
        "#,
    );
    let mut screen = Screen::new(&trace, 120, 40);
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(0));
    screen.draw("a sample");
    // The arguments are shown next to the sample, and in a tab of their own.
    for keys in ["1", "4"] {
        screen.keys(keys);
        let text = screen.text();
        assert!(text.contains("why  because"), "{text}");
    }
    screen.keys(".");
    assert_eq!(*screen.selection(), Selection::Counter(CounterId(1)));
    let text = screen.text();
    assert!(text.contains("no arguments"), "{text}");
}

#[test]
fn slices_states_and_counters_are_counted_alike_everywhere() {
    let trace = written(
        r#"
        packet { track_descriptor { uuid: 10 name: "slices" } }
        packet { track_descriptor { uuid: 11 name: "states" state {} } }
        packet { track_descriptor { uuid: 12 name: "queue" counter {} } }
        packet { track_descriptor { uuid: 13 name: "hidden" counter { type: COUNTER_THREAD_TIME_NS } } }
        packet { timestamp: 100 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_BEGIN track_uuid: 10 name: "work" } }
        packet { timestamp: 110 trusted_packet_sequence_id: 1 track_event { type: TYPE_STATE track_uuid: 11 name: "on" } }
        packet { timestamp: 120 trusted_packet_sequence_id: 1 track_event { type: TYPE_STATE track_uuid: 11 name: "off" } }
        packet { timestamp: 130 trusted_packet_sequence_id: 1 track_event { type: TYPE_COUNTER track_uuid: 12 counter_value: 5 } }
        packet { timestamp: 140 trusted_packet_sequence_id: 1 track_event { type: TYPE_COUNTER track_uuid: 13 counter_value: 5 } }
        packet { timestamp: 200 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_END track_uuid: 10 } }
        "#,
    );
    assert_eq!(trace.bounds.start(), Ts::from_ns(100));
    let text = Screen::new(&trace, 120, 40).text();
    for words in [
        " · 1 slice\n",
        "slices    1 ",
        "states    2 ",
        "counters  1 ",
    ] {
        assert!(text.contains(words), "{words:?}: {text}");
    }
}

/// Returns a trace of counters below a group, each with its unit and values a second apart.
fn in_group(rows: &[(&str, &str, &[f64])]) -> Arc<Trace> {
    let mut text = String::from(
        r#"packet { track_descriptor { uuid: 9 name: "Group" } } packet { timestamp: 0 trusted_packet_sequence_id: 1 track_event { type: TYPE_INSTANT track_uuid: 8 name: "i" } }"#,
    );
    for (index, (name, unit, values)) in rows.iter().enumerate() {
        let uuid = index + 10;
        let _written = writeln!(
            text,
            r#"packet {{ track_descriptor {{ uuid: {uuid} parent_uuid: 9 name: "{name}" counter {{ unit_name: "{unit}" }} }} }}"#
        );
        for (at, value) in values.iter().enumerate() {
            let ts = (at + 1) * 1_000_000_000;
            let _written = writeln!(
                text,
                "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 track_event {{ type: TYPE_COUNTER track_uuid: {uuid} double_counter_value: {value:?} }} }}"
            );
        }
    }
    written(&text)
}

#[test]
fn a_chart_of_several_lines_has_its_top_beside_the_name_and_its_bottom_below() {
    let trace = counters(&[("free", r#"unit_name: "bytes""#, &[172e6, 219e6, 200e6])]);
    let rows = tree(&mut Screen::new(&trace, 120, 36));
    let at = rows.iter().position(|row| row.starts_with("free"));
    let at = at.unwrap_or_else(|| panic!("{rows:#?}"));
    assert!(rows[at].ends_with("219 MB"), "{rows:#?}");
    assert_eq!(rows[at + 1], "219 MB", "the value: {rows:#?}");
    assert!(rows.iter().any(|row| row == "172 MB"), "{rows:#?}");
}

#[test]
fn an_axis_that_does_not_begin_at_zero_is_broken() {
    let trace = counters(&[
        ("far", "", &[80.0, 79.0]),
        ("near", "", &[80.0, 9.0]),
        ("share", r#"unit_name: "percent""#, &[80.0, 79.0]),
    ]);
    for counter_lines in [1, 3] {
        let mut screen = Screen::new(&trace, 80, 30);
        screen.session.state_mut().view.counter_lines = counter_lines;
        let text = screen.text();
        let of = |name: &str| {
            let row = text.lines().find(|row| row.trim().starts_with(name));
            row.map(|row| (row.contains('╎'), row.contains('│')))
        };
        assert_eq!(of("far"), Some((true, false)), "{text}");
        assert_eq!(of("near"), Some((false, true)), "{text}");
        assert_eq!(of("share"), Some((false, true)), "{text}");
    }
}

#[test]
fn a_sample_is_told_by_the_one_before_and_by_the_change_to_the_next() {
    let trace = counters(&[("clock", r#"unit_name: "MHz""#, &[1803.0, 576.0, 1098.0])]);
    let mut screen = Screen::new(&trace, 160, 40);
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(1));
    let text = screen.text();
    for words in ["before    1.8 GHz", "to next   +522 MHz"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("change"), "{text}");
    // What the chart draws is the same number.
    screen.keys("ggj>counter-mode<enter>");
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(1));
    let text = screen.text();
    assert!(text.contains("chart     change   522 MHz"), "{text}");
    assert!(
        text.contains("counter: change to the next sample"),
        "{text}"
    );
    // Nothing follows the last one.
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(2));
    let text = screen.text();
    assert!(!text.contains("to next "), "{text}");
}

#[test]
fn a_selected_counter_track_says_what_is_known_of_the_counter() {
    let about = "Percentage of clock cycles in which the unit stalled, which is long ".repeat(3);
    let trace = written(&format!(
        r#"
        packet {{ track_descriptor {{ uuid: 10 name: "stall" description: "{about}" counter {{ unit_name: "%" }} }} }}
        packet {{ timestamp: 100 trusted_packet_sequence_id: 1 track_event {{ type: TYPE_COUNTER track_uuid: 10 counter_value: 50 }} }}
        packet {{ timestamp: 300 trusted_packet_sequence_id: 1 track_event {{ type: TYPE_COUNTER track_uuid: 10 counter_value: 60 }} }}
        "#
    ));
    let mut screen = Screen::new(&trace, 160, 50);
    let mut nodes = trace.tree.walk().into_iter();
    let node = nodes.rfind(|&id| trace.tree.node(id).name == "stall");
    screen.session.state_mut().view.selection = Selection::Track(node.expect("a node"));
    let text = screen.text();
    for words in [
        "value     50 %   at ",
        "range     50 % … 60 %",
        "samples   2",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches("stalled").count(), 3, "{text}");
}

#[test]
fn a_mode_is_set_for_all_counters_of_a_group() {
    let trace = in_group(&[("one", "", &[1.0, 3.0]), ("two", "", &[1.0, 5.0])]);
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("gg>counter-mode<enter>");
    assert_eq!(screen.view().counter_modes.len(), 2);
    let text = screen.text();
    assert!(
        text.contains("2 counters: change to the next sample"),
        "{text}"
    );
    screen.keys(">counter-mode<enter>>counter-mode<enter>>counter-mode<enter>");
    assert_eq!(screen.view().counter_modes.len(), 0);
}

/// Returns a trace of how long tasks waited for CPUs and for IO: counters of nanoseconds since the start.
pub(crate) fn pressure() -> Arc<Trace> {
    let mut text = String::new();
    for (at, total) in [1_000_000, 1_000_500, 1_100_000].into_iter().enumerate() {
        let ts = (at + 1) * 1_000_000;
        for resource in [1, 3] {
            let _written = writeln!(
                text,
                "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 sys_stats {{ psi {{ resource: {resource} total_ns: {total} }} }} }}"
            );
        }
    }
    written(&text)
}

/// Returns a trace of how long a process ran, which is drawn as changes, and of its memory.
pub(crate) fn of_process() -> Arc<Trace> {
    let mut text =
        "packet { process_tree { processes { pid: 10 ppid: 1 cmdline: \"app\" } } }\n".to_owned();
    for at in 1..4 {
        let (ts, ran, rss) = (at * 1_000_000, at * 5_000, at * 100);
        let _written = writeln!(
            text,
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 process_stats {{ processes {{ pid: 10 vm_rss_kb: {rss} runtime_user_mode: {ran} runtime_kernel_mode: {ran} }} }} }}"
        );
    }
    written(&text)
}

#[test]
fn counters_that_count_from_the_start_are_drawn_as_rates_at_first() {
    let mut screen = Screen::new(&pressure(), 120, 40);
    screen.keys("EE");
    let rows = tree(&mut screen).join("\n");
    // 99.5 µs of a millisecond.
    assert!(rows.contains("rate\n99.5 ms/s"), "{rows}");
    assert_eq!(screen.view().counter_modes.len(), 0);
    // The command goes on from there, and comes back to it.
    let mode = ">counter-mode<enter>";
    screen.keys("gg").keys(mode);
    let text = screen.text();
    assert!(text.contains("2 counters: logarithm"), "{text}");
    assert_eq!(screen.view().counter_modes.len(), 2);
    screen.keys(mode);
    let rows = tree(&mut screen).join("\n");
    assert!(rows.contains("1.1 ms") && !rows.contains("ms/s"), "{rows}");
    screen.keys(mode).keys(mode);
    assert_eq!(screen.view().counter_modes.len(), 0);
}

#[test]
fn a_letter_alone_never_stands_for_two_units() {
    let of = |names: [&str; 2], units: [&str; 2]| {
        let trace = in_group(&[
            (names[0], units[0], &[514e6, 514e6]),
            (names[1], units[1], &[400e6, 400e6]),
        ]);
        let mut screen = Screen::new(&trace, 80, 24);
        screen.session.state_mut().view.counter_lines = 1;
        screen.text()
    };
    // With a name of six cells there is room for a letter, but for no more.
    let alike = of(["my mem", "my clk"], ["bytes", "bytes"]);
    assert!(
        alike.contains(" 514M ") && alike.contains(" 400M "),
        "{alike}"
    );
    let mixed = of(["my mem", "my clk"], ["bytes", "Hz"]);
    assert!(
        !mixed.contains(" 514M") && !mixed.contains(" 400M"),
        "{mixed}"
    );
    let mixed = of(["mem", "clk"], ["bytes", "Hz"]);
    assert!(
        mixed.contains(" 514 MB") && mixed.contains(" 400 MHz"),
        "{mixed}"
    );
}

#[test]
fn the_instant_of_the_values_is_marked_on_the_ruler() {
    let trace = counters(&[("one", "", &[1.0, 3.0, 4.0, 9.0])]);
    let mut screen = Screen::new(&trace, 120, 40);
    let tick = |screen: &mut Screen| {
        let text = screen.text();
        let row = text.lines().find(|row| row.contains('┬'));
        let row = row.unwrap_or_else(|| panic!("{text}")).to_owned();
        row.chars().position(|c| c == '┬').expect("a tick")
    };
    let middle = tick(&mut screen);
    let ts = screen.view().viewport.span().start();
    screen.session.state_mut().view.cursor_ts =
        Some(ts.plus(perfetty::base::time::Dur::from_ns(60)));
    assert!(tick(&mut screen) < middle);
}

#[test]
fn what_looks_alike_in_three_digits_has_more_in_the_sums_of_an_area() {
    let trace = counters(&[
        (
            "charge",
            r#"unit_name: "uAh""#,
            &[3_000_000.0, 2_995_000.0, 2_990_250.0],
        ),
        ("other", "", &[1.0, 9.0, 2.0]),
    ]);
    let mut screen = Screen::new(&trace, 160, 40);
    screen.keys("**");
    screen.draw("an area");
    let text = screen.text();
    assert!(text.contains("2.9903"), "{text}");
}

#[test]
fn the_digits_of_a_cut_name_do_not_run_into_the_value() {
    let trace = in_group(&[
        ("BufferTX-of-the-layer 612", "", &[2.0, 2.0]),
        ("BufferTX-of-the-layer 480", "", &[1.0, 1.0]),
    ]);
    let mut screen = Screen::new(&trace, 120, 36);
    screen.session.state_mut().view.counter_lines = 1;
    let rows = tree(&mut screen);
    assert!(
        rows.iter().any(|row| row.ends_with("… 612  2")),
        "{rows:#?}"
    );
}

#[test]
fn a_counter_of_a_profiler_says_what_it_counts() {
    let mut b = TraceBuilder::new();
    let track = b.counter_track(
        Scope::Global,
        "sched:sched_switch",
        "",
        &[(0, 1.0), (9, 2.0)],
    );
    let type_name = b.str("perf_cpu_counter");
    b.tracks.get_mut(track).type_name = type_name;
    let trace = Arc::new(b.finish());
    let mut screen = Screen::new(&trace, 120, 36);
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(0));
    let text = screen.text();
    assert!(text.contains("counts    sched:sched_switch"), "{text}");
}

#[test]
fn a_counter_of_several_lines_is_called_as_the_others_of_its_group() {
    let mut screen = Screen::new(&demo(), 80, 24);
    screen.keys("tre:Frequency|VSYNC|BufferTX|Power<enter>ggjj<space>k");
    let rows = tree(&mut screen);
    for name in ["cpu0 ", "cpu1 ", "cpu2 ", "cpu3 "] {
        assert!(rows.iter().any(|row| row.starts_with(name)), "{rows:#?}");
    }
    assert!(rows.iter().any(|row| row.ends_with("1.8G")), "{rows:#?}");
}
