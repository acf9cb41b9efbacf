//! The sums of an area on the screen: of what was inside, and nothing else.
//!
//! Small traces as an SDK writes them, whose sums are easily computed by hand.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use perfetty::app::effect::Effect;
use perfetty::app::key::Key;
use perfetty::base::time::{TimeSpan, Ts};
use perfetty::model::ids::CounterId;
use perfetty::model::trace::Trace;
use perfetty::query::area::{self, AreaReport};
use perfetty::view::state::Selection;

use crate::screen::{Screen, demo, import, written};

/// Returns a trace of one counter with these samples.
fn counter(samples: &[(i64, i64)]) -> Arc<Trace> {
    let mut text = r#"packet { track_descriptor { uuid: 10 name: "cnt" counter {} } }"#.to_owned();
    for (ts, value) in samples {
        let _written = writeln!(
            text,
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 track_event {{ type: TYPE_COUNTER track_uuid: 10 counter_value: {value} }} }}"
        );
    }
    written(&text)
}

/// Returns a trace with frames of one application, each with cookie, start and end.
fn frames(rows: &[(u32, i64, Option<i64>)]) -> Arc<Trace> {
    let mut text = String::new();
    for (cookie, start, end) in rows {
        let _written = writeln!(
            text,
            "packet {{ timestamp: {start} frame_timeline_event {{ actual_surface_frame_start {{ cookie: {cookie} token: {cookie}
             display_frame_token: 7 pid: 1000 layer_name: \"layer\" present_type: PRESENT_LATE jank_type: 64 }} }} }}"
        );
        if let Some(end) = end {
            let _written = writeln!(
                text,
                "packet {{ timestamp: {end} frame_timeline_event {{ frame_end {{ cookie: {cookie} }} }} }}"
            );
        }
    }
    written(&text)
}

fn report(trace: &Trace, start: i64, end: i64) -> AreaReport {
    let span = TimeSpan::new(Ts::from_ns(start), Ts::from_ns(end));
    area::report(trace, span, &[], &AtomicBool::new(false)).unwrap()
}

/// Returns mean, maximum, minimum and change of the only counter, and the number of samples inside.
fn sums(trace: &Trace, start: i64, end: i64) -> (f64, f64, f64, f64, usize) {
    let report = report(trace, start, end);
    let [of] = &report.counters[..] else {
        panic!("{:?}", report.counters);
    };
    (of.mean, of.max, of.min, of.last - of.first, of.count)
}

#[test]
fn what_a_sample_at_the_very_start_replaces_is_not_in_the_area() {
    let trace = counter(&[(100, 5), (150, 10), (150, 20), (200, -7), (300, 9)]);
    assert_eq!(sums(&trace, 200, 250), (-7.0, -7.0, -7.0, 0.0, 1));
    // The same holds for an area that is an instant.
    assert_eq!(sums(&trace, 200, 200), (-7.0, -7.0, -7.0, 0.0, 0));
    // A value that was taken before the area counts while it holds.
    assert_eq!(sums(&trace, 199, 203), (-0.25, 20.0, -7.0, -27.0, 1));
    // Of two samples at the same time, the area begins with the last one.
    assert_eq!(
        sums(&trace, 150, 201),
        (19.0 + 24.0 / 51.0, 20.0, -7.0, -27.0, 3)
    );
    assert_eq!(sums(&trace, 150, 200), (20.0, 20.0, 10.0, 0.0, 2));
}

#[test]
fn what_is_at_the_end_of_the_trace_is_in_the_area_that_ends_there() {
    let trace = counter(&[(100, 5), (200, 7), (300, 99)]);
    assert_eq!(sums(&trace, 100, 300), (6.0, 99.0, 5.0, 94.0, 3));
    assert_eq!(sums(&trace, 100, 299).4, 2);
    // The same holds for a frame that begins there.
    let trace = frames(&[(1, 100, Some(200)), (2, 300, None)]);
    let n = |end| -> usize {
        let frames = report(&trace, 100, end).frames;
        frames.iter().map(|of| of.count).sum()
    };
    assert_eq!((n(300), n(299)), (2, 1));
}

#[test]
fn a_frame_that_never_ended_is_counted_but_has_no_time() {
    let trace = frames(&[(1, 100, Some(120)), (2, 200, Some(230)), (3, 300, None)]);
    let frames = report(&trace, 0, 400).frames;
    let [of] = &frames[..] else {
        panic!("{frames:?}");
    };
    assert_eq!((of.count, of.n_unfinished), (3, 1));
    assert_eq!((of.mean_ns, of.max_ns, of.min_ns), (25, 30, 20));
    let mut screen = Screen::new(&trace, 160, 40);
    screen.keys("**2");
    let text = screen.text();
    let row = text
        .lines()
        .rfind(|row| row.contains(" never ended "))
        .unwrap();
    let (name, figures) = row.split_once(" never ended ").unwrap();
    assert!(name.ends_with("App Deadline Missed  1"), "{text}");
    let figures = figures.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(figures.starts_with("3 25 ns 20 ns 30 ns"), "{text}");
    screen.keys("<enter>");
    let text = screen.text();
    let row = text
        .lines()
        .find(|row| row.contains("App Deadline"))
        .unwrap();
    let figures = row.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(figures.ends_with("3 25 ns 20 ns 30 ns 1"), "{text}");
    // Frames without an end have no durations to show.
    let unfinished = report(&trace, 300, 400).frames;
    let of = &unfinished[0];
    assert_eq!((of.count, of.n_ended()), (1, 0));
}

#[test]
fn the_time_of_a_sample_is_how_long_its_value_holds() {
    let trace = counter(&[(100, 5), (150, 20), (200, -7), (300, 9), (400, 0)]);
    let mut screen = Screen::new(&trace, 160, 40);
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(2));
    screen.keys("R4");
    let text = screen.text();
    assert!(text.contains("AREA 100 ns"), "{text}");
    let row = text.lines().rfind(|line| line.contains(" cnt ")).unwrap();
    let (_, figures) = row.split_once(" cnt ").unwrap();
    let figures: Vec<&str> = figures.split_whitespace().take(5).collect();
    assert_eq!(figures, ["−7", "−7", "−7", "0", "1"], "{text}");
}

#[test]
fn sums_are_exported_as_numbers() {
    let mut text = "packet { track_descriptor { uuid: 1 thread { pid: 7 tid: 7 } } }".to_owned();
    for n in 0_u64..1_234 {
        let (start, end) = (n * 2_000_000, n * 2_000_000 + 1_500_000);
        let _written = writeln!(
            text,
            "packet {{ timestamp: {start} trusted_packet_sequence_id: 1 track_event {{ type: TYPE_SLICE_BEGIN track_uuid: 1 name: \"work\" }} }}
             packet {{ timestamp: {end} trusted_packet_sequence_id: 1 track_event {{ type: TYPE_SLICE_END track_uuid: 1 }} }}"
        );
    }
    let mut screen = Screen::new(&written(&text), 80, 24);
    screen.keys("**>area-report<enter>");
    assert!(
        screen.text().contains("1 234  1.50 ms"),
        "{}",
        screen.text()
    );
    screen.session.key(Key::char('x'));
    let file = screen
        .session
        .sync()
        .into_iter()
        .find_map(|effect| match effect {
            Effect::Write { name, text, .. } if name == "perfetty-area-slices.csv" => Some(text),
            _ => None,
        });
    assert_eq!(
        file.unwrap(),
        "name,wall_ns,self_ns,count,mean_ns,longest_ns\nwork,1851000000,1851000000,1234,1500000,1500000\n"
    );
}

#[test]
fn narrow_lists_keep_how_fast_a_counter_counts_and_what_was_waited_for() {
    let trace = counter(&[(0, 0), (1_000_000_000, 5)]);
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys("**4<enter>");
    let text = screen.text();
    assert!(text.contains("change/s"), "{text}");
    let event = |ts: u32, what: &str| {
        format!(
            "packet {{ ftrace_events {{ cpu: 0 event {{ timestamp: {ts} pid: 10 {what} }} }} }}\n"
        )
    };
    let switch = |from: u32, state: u32, to: u32| {
        format!(
            "sched_switch {{ prev_comm: \"a_long_thread_1\" prev_pid: {from} prev_prio: 120 prev_state: {state}
             next_comm: \"a_long_thread_1\" next_pid: {to} next_prio: 120 }}"
        )
    };
    let text = r#"packet { timestamp: 1 process_tree {
        processes { pid: 10 ppid: 1 cmdline: "com.example.with.a.long.name" } } }"#
        .to_owned()
        + &event(1_000, &switch(0, 0, 10))
        + &event(2_000, &switch(10, 2, 0))
        + &event(
            5_000,
            "sched_blocked_reason { pid: 10 caller: 1 io_wait: 1 }",
        )
        + &event(
            5_000,
            r#"sched_waking { comm: "a_long_thread_1" pid: 10 prio: 120 success: 1 target_cpu: 0 }"#,
        )
        + &event(6_000, &switch(0, 0, 10));
    let mut screen = Screen::new(&written(&text), 80, 24);
    screen.keys("**5<enter>");
    let text = screen.text();
    assert!(text.contains("(IO)"), "{text}");
}

#[test]
fn n_goes_on_from_the_area_of_a_frame_and_not_from_the_edge_of_the_window() {
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("nn");
    let second = screen.selected();
    screen.keys("n");
    let third = screen.selected();
    screen.keys("NRn");
    assert_eq!(screen.selected(), third);
    screen.keys("RN");
    assert_eq!(screen.selected(), second);
}

#[test]
fn the_flame_graph_of_a_frame_is_of_the_threads_that_worked_on_it() {
    // The journey lasts longer, and many of its frames are drawn by these threads.
    for (keys, n_do_frames) in [("n", "3"), (">cujs<enter><enter>", "159")] {
        let mut screen = Screen::new(&demo(), 120, 40);
        screen.keys(&format!("{keys}>flame-graph<enter>"));
        let text = screen.text();
        let row = |name: &str| {
            let row = text.lines().find(|row| row.contains(name));
            row.unwrap_or_else(|| panic!("{name}: {text}"))
        };
        let do_frame = row("Choreographer#doFrame #");
        assert!(
            do_frame.contains(&format!(" {n_do_frames}  Chor")),
            "{do_frame}"
        );
        row("DrawFrames #");
        assert!(!text.contains("surfaceflinger"), "{text}");
    }
}

#[test]
fn areas_of_two_frames_say_how_they_can_be_compared() {
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("nR>keep-area<enter>nR>compare-area<enter>");
    let text = screen.text();
    assert!(text.contains("* makes an area one of all tracks"), "{text}");
    screen.keys("*>keep-area<enter>nR*>compare-area<enter>");
    let text = screen.text();
    assert!(text.contains(" COMPARE "), "{text}");
    assert!(text.contains("count-A"), "{text}");
}

#[test]
fn packets_of_the_network_have_their_bytes_added_up() {
    let packet = |ts: i64, fields: &str| {
        format!("packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 {fields} }}\n")
    };
    let of = |length: u32| {
        format!(
            r#"network_packet {{ direction: 1 interface: "wlan0" length: {length} uid: 10001 ip_proto: 6 }}"#
        )
    };
    let bundle = "network_packet_bundle { ctx { direction: 1 interface: \"wlan0\" uid: 10001 ip_proto: 6 } total_packets: 5 total_duration: 30 total_length: 1234 }";
    let trace = written(
        &[
            packet(100, &of(70)),
            packet(200, &of(80)),
            packet(300, bundle),
        ]
        .concat(),
    );
    let mut screen = Screen::new(&trace, 120, 30);
    screen.keys("**");
    let text = screen.text();
    let cells = |start: &str| {
        let row = text.lines().find(|row| row.trim().starts_with(start));
        row.unwrap()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(cells("SLICES"), "SLICES 3 bytes packets wall count");
    assert_eq!(cells("uid=10001"), "uid=10001 1.38 kB 7 30 ns 3");
    screen.keys("<enter>");
    let text = screen.text();
    let row = text.lines().find(|row| row.starts_with(" ▸ ")).unwrap();
    assert!(row.contains("1 384        7"), "{text}");
}

#[test]
fn a_branch_of_a_flame_graph_is_come_back_to_and_fits_the_screen() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 160, 40);
    screen.keys("nf>flame-graph<enter>");
    let n_all = screen.table().rows.len();
    screen.keys("b");
    let shown = screen.text();
    assert_eq!(screen.table().badge, "BRANCH");
    let (n, root) = (screen.table().rows.len(), screen.table().title.clone());
    assert!(1 < n && n < n_all, "{shown}");
    // The command below it shows the same.
    let command = screen.table().command.clone();
    assert!(command.contains("--keys"), "{command}");
    assert!(
        command.ends_with("b'") || command.ends_with('b'),
        "{command}"
    );
    // A row leads to its slice, and Escape back to the branch, which has the width of the screen then.
    screen.keys("j<enter>");
    assert!(matches!(screen.selection(), Selection::Slice(_)));
    screen.resize(80, 24);
    screen.keys("<esc>");
    assert_eq!(
        (&screen.table().badge, &screen.table().title),
        (&"BRANCH".to_owned(), &root)
    );
    assert_eq!(screen.table().columns.len(), 5, "without the bars");
    assert!(matches!(screen.selection(), Selection::Area(_)));
    screen.draw("a branch");
    // So does the tree itself, from which `g` goes on.
    screen.keys("<esc>j<enter><esc>");
    assert_eq!(screen.table().rows.len(), n_all);
    screen.keys("g");
    assert_ne!(screen.table().rows.len(), n_all);
    screen.keys("<esc>>flame-graph<enter>b");
    // Another publish numbers the stacks anew.
    screen.session.set_trace(trace);
    assert!(
        screen.text().contains("the list is closed"),
        "{}",
        screen.text()
    );
    // Other lists have no branches.
    let mut screen = Screen::new(&demo(), 160, 40);
    screen.keys("nfR<enter>b>issues<enter>b");
    let told = "only trees and the ladder of flows have branches";
    assert!(screen.text().contains(told), "{}", screen.text());
}

/// Returns the rows of the list as they are exported.
fn exported(screen: &Screen) -> Vec<Vec<String>> {
    let trace = Arc::clone(screen.session.trace());
    let records = screen.table().rows.records(&trace, false);
    records
        .map(|row| row.into_iter().flatten().collect())
        .collect()
}

#[test]
fn callers_are_asked_of_names_of_slices_and_of_each_other() {
    let mut screen = Screen::new(&demo(), 160, 40);
    screen.keys("0**<enter>/record<enter>B");
    let text = screen.text();
    assert_eq!(screen.table().badge, "CALLERS", "{text}");
    let title = "callers of Record View#draw() in 3.11 s";
    assert_eq!(screen.table().title, title);
    let rows = exported(&screen);
    let stack = |row: &Vec<String>| row[0].clone();
    assert_eq!(stack(&rows[0]), "Record View#draw()");
    let inner = "Record View#draw();draw-VRI[FeedActivity]";
    assert_eq!(stack(&rows[1]), inner);
    let outer = format!("{inner};traversal;Choreographer#doFrame #");
    assert_eq!(rows.last().map(stack), Some(outer));
    // What the list by name says of it.
    assert_eq!(rows[0][3], "159");
    // The command below it shows the same.
    let command = screen.table().command.clone();
    assert!(command.contains("--keys '<enter>j"), "{command}");
    assert!(command.ends_with("jB'"), "{command}");
    // Its callers have callers in turn; a row leads to a slice, and Escape back.
    screen.keys("jB");
    let of_caller = screen.table().title.clone();
    assert!(
        of_caller.starts_with("callers of draw-VRI[FeedActivity] in"),
        "{of_caller}"
    );
    screen.keys("j<enter>");
    assert!(matches!(screen.selection(), Selection::Slice(_)));
    screen.resize(80, 24);
    screen.keys("<esc>");
    assert_eq!(screen.table().title, of_caller);
    assert_eq!(screen.table().columns.len(), 5, "without the bars");
    screen.draw("callers");
    // The first row is what all this is about. Callers are no tree with branches.
    screen.keys("<home>B");
    let told = "these are the callers of this row";
    assert!(screen.text().contains(told), "{}", screen.text());
    screen.keys("b");
    let told = "only trees and the ladder of flows have branches";
    assert!(screen.text().contains(told), "{}", screen.text());
    // What nothing called has none, nor have rows of other lists.
    let mut screen = Screen::new(&demo(), 160, 40);
    screen.keys("0**<enter>/choreographer<enter>B");
    let told = "these slices lie in no others";
    assert!(screen.text().contains(told), "{}", screen.text());
    screen.keys("/<esc>ggB");
    let told = "only slices and functions in the sums of an area have callers";
    assert!(screen.text().contains(told), "{}", screen.text());
}

#[test]
fn who_had_the_cpus_comes_before_how_long_threads_slept() {
    let mut screen = Screen::new(&demo(), 120, 36);
    let text = screen.keys("**").text();
    assert!(
        text.contains("CPU BY PROCESS") && !text.contains("Sleeping "),
        "{text}"
    );
    let text = screen.keys("5").text();
    assert!(text.contains("Sleeping "), "{text}");
    let text = screen.keys("1<enter>").text();
    let place = |words: &str| {
        text.find(words)
            .unwrap_or_else(|| panic!("{words}: {text}"))
    };
    assert!(place("CPU by process") < place("thread states"), "{text}");
}

#[test]
fn an_area_on_the_slices_of_a_thread_has_the_states_of_that_thread() {
    let trace = demo();
    let states = |keys: &str| -> Vec<String> {
        let text = Screen::new(&trace, 120, 40).keys(keys).text();
        let rows = text.lines().skip_while(|line| !line.contains("STATES of"));
        let left = rows.map(|line| line.split('│').next().unwrap_or_default().trim_end());
        let block = left.take_while(|line| !line.trim().is_empty());
        block.map(str::to_owned).collect()
    };
    let of_slice = states("/re:doFrame<enter>5");
    assert!(of_slice.len() > 2, "{of_slice:?}");
    assert_eq!(states("/re:doFrame<enter>R5"), of_slice);
    // Again lists where they lead, as of a slice.
    let text = Screen::new(&trace, 120, 40)
        .keys("/re:doFrame<enter>R55")
        .text();
    assert!(text.contains("WHERE IT LEADS"), "{text}");
    // All tracks have rows of states, which are summed.
    assert_eq!(states("/re:doFrame<enter>RR5"), Vec::<String>::new());
}

#[test]
fn slices_whose_threads_tell_it_have_the_time_on_a_cpu_where_there_is_room() {
    let events = r#"[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":5000,"tts":0,"tdur":3000,"name":"work"},
        {"ph":"X","pid":1,"tid":1,"ts":6000,"dur":4000,"tts":3000,"tdur":500,"name":"work"},
        {"ph":"X","pid":1,"tid":1,"ts":20000,"dur":4000,"name":"rest"}]"#;
    let trace = import(events.as_bytes().to_vec());
    let listed = |cols| Screen::new(&trace, cols, 30).keys("0**<enter>").text();
    let row = |text: &str, name: &str| {
        let of = |line: &&str| line.contains(name) && line.contains(" ms");
        text.lines()
            .find(of)
            .unwrap_or_else(|| panic!("{text}"))
            .to_owned()
    };
    let text = listed(150);
    assert!(
        text.contains("cpu, p50, p90 and longest of whole slices"),
        "{text}"
    );
    assert!(row(&text, "work").contains("9.00 ms  3.50 ms"), "{text}");
    assert!(row(&text, "rest").contains("4.00 ms        –"), "{text}");
    let text = listed(80);
    assert!(!text.contains(" cpu "), "{text}");
    // Where nothing tells it, there is no column.
    let text = Screen::new(&demo(), 150, 30).keys("0**<enter>").text();
    assert!(!text.contains(" cpu "), "{text}");
}
