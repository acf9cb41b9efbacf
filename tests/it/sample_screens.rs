//! Samples of a CPU profiler on the screen: their row, selecting them, and the functions that lead to them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::model::ids::{NodeId, StackSampleId};
use perfetty::model::trace::Trace;
use perfetty::model::track_tree::NodeKind;
use perfetty::view::scene::{Glyph, Item};
use perfetty::view::state::{Area, Selection};

use crate::screen::{Screen, demo, written};

/// Returns a trace with samples of a thread that draws for a millisecond, alternating between `main` that
/// calls `draw` and `main` that calls `wait`, and a sample of another thread.
pub(crate) fn trace(n: u32) -> Arc<Trace> {
    written(&packets(n))
}

/// Returns the packets of that trace.
fn packets(n: u32) -> String {
    let mut text = "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 timestamp: 1000 \
                    track_descriptor { uuid: 1 thread { pid: 5 tid: 5 thread_name: \"main\" } } }\n\
                    packet { trusted_packet_sequence_id: 1 timestamp: 1000 track_event { type: 1 \
                    track_uuid: 1 name: \"frame\" } }\n\
                    packet { trusted_packet_sequence_id: 1 timestamp: 1000 interned_data { \
                    mapping_paths { iid: 1 str: \"libapp.so\" } mappings { iid: 1 path_string_ids: 1 } \
                    function_names { iid: 1 str: \"_ZN3app4mainEv\" } function_names { iid: 2 str: \"draw\" } \
                    function_names { iid: 3 str: \"wait\" } \
                    frames { iid: 1 function_name_id: 1 mapping_id: 1 rel_pc: 1 } \
                    frames { iid: 2 function_name_id: 2 mapping_id: 1 rel_pc: 2 } \
                    frames { iid: 3 function_name_id: 3 mapping_id: 1 rel_pc: 3 } \
                    callstacks { iid: 2 frame_ids: 1 frame_ids: 2 } \
                    callstacks { iid: 3 frame_ids: 1 frame_ids: 3 } } \
                    perf_sample { cpu: 0 pid: 5 tid: 6 cpu_mode: 2 callstack_iid: 2 } }\n"
        .to_owned();
    for at in 0..n {
        let (ts, stack) = (100_000 + at * (800_000 / n), 2 + at % 2);
        let _infallible = writeln!(
            text,
            "packet {{ trusted_packet_sequence_id: 1 timestamp: {ts} perf_sample {{ cpu: 1 pid: 5 tid: 5 \
             cpu_mode: 1 callstack_iid: {stack} }} }}"
        );
    }
    text += "packet { trusted_packet_sequence_id: 1 timestamp: 1001000 track_event { type: 2 \
             track_uuid: 1 } }\n";
    text
}

/// Returns the row of the samples of `main`.
fn row(trace: &Trace) -> NodeId {
    let profile = &trace.stack_profile;
    let last = StackSampleId::from_index(profile.samples.len() - 1);
    trace
        .tree
        .find(&NodeKind::Samples(profile.owner(last)))
        .unwrap()
}

/// Returns the position of a row, and the marks of its samples.
fn marks(screen: &mut Screen, row: NodeId) -> (u16, u16, Vec<Glyph>) {
    let scene = screen.session.scene();
    let line = scene.tracks.iter().find(|line| line.data == row).unwrap();
    let x = scene.layout.timeline.x;
    let of_row = |at: &&perfetty::view::scene::Line| at.y == line.y && at.x == x;
    let glyphs = scene.lines.iter().find(of_row).unwrap().glyphs.iter();
    let is_sample = |glyph: &&Glyph| matches!(glyph.item, Item::Sample(_));
    let mut glyphs: Vec<Glyph> = glyphs.filter(is_sample).copied().collect();
    // The selected sample is drawn twice.
    glyphs.dedup_by_key(|glyph| glyph.item);
    (x, line.y, glyphs)
}

fn sample(id: u32) -> Selection {
    Selection::Sample(StackSampleId(id))
}

#[test]
fn few_samples_are_marks_and_many_are_bars_with_their_gaps() {
    let few = trace(8);
    let mut screen = Screen::new(&few, 120, 40);
    let (_, _, glyphs) = marks(&mut screen, row(&few));
    assert_eq!(glyphs.len(), 8);
    assert!(glyphs.iter().all(|glyph| glyph.ch == '▾'), "{glyphs:?}");
    assert_ne!(glyphs[0].ink, glyphs[1].ink, "of another function");
    assert!(screen.text().contains("▾ draw"), "{}", screen.text());
    assert!(
        screen.text().contains(" samples      8 │"),
        "{}",
        screen.text()
    );
    screen.draw("marks");
    let many = trace(4_000);
    let mut screen = Screen::new(&many, 120, 40);
    let (_, _, glyphs) = marks(&mut screen, row(&many));
    // The first and the last tenth of the frame have no samples.
    assert!((70..85).contains(&glyphs.len()), "{}", glyphs.len());
    let is_high = |glyph: &&Glyph| matches!(glyph.ch, '▅' | '▆' | '▇');
    assert!(glyphs.iter().filter(is_high).count() > 65, "{glyphs:?}");
    screen.draw("bars");
    screen.session.state_mut().view.selection = sample(2_000);
    let (_, _, glyphs) = marks(&mut screen, row(&many));
    let selected: Vec<&Glyph> = glyphs.iter().filter(|glyph| glyph.ch == '◆').collect();
    assert_eq!(selected[0].item, Item::Sample(StackSampleId(2_000)));
    assert_eq!(selected.len(), 1);
}

#[test]
fn samples_are_gone_through_by_keys_and_clicked() {
    let trace = trace(8);
    let row = row(&trace);
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("0ggjj<enter>");
    let selected = screen.selection().clone();
    assert!(matches!(selected, Selection::Sample(_)), "{selected:?}");
    screen.keys(",,,,,,,,,,");
    assert_eq!(*screen.selection(), sample(1));
    screen.keys(".");
    assert_eq!(*screen.selection(), sample(2));
    let text = screen.text();
    for words in [
        "SAMPLE",
        "CALL STACK",
        "wait",
        "app::main  libapp.so",
        "kernel mode",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    screen.keys("0");
    let (x, y, glyphs) = marks(&mut screen, row);
    for kind in [MouseKind::Down, MouseKind::Up] {
        let x = x + glyphs[6].x;
        screen.session.mouse(MouseInput { kind, x, y });
    }
    assert_eq!(*screen.selection(), sample(7));
    // A click between samples selects nothing.
    for kind in [MouseKind::Down, MouseKind::Up] {
        let x = x + glyphs[6].x + 3;
        screen.session.mouse(MouseInput { kind, x, y });
    }
    assert_eq!(*screen.selection(), Selection::None);
    screen.session.state_mut().view.selection = sample(3);
    let before = screen.place();
    screen.keys("f");
    assert_ne!(screen.place(), before);
    screen.keys("p");
    assert_eq!(screen.session.state().view.pins, [row]);
    screen.keys("H");
    assert!(screen.view().hidden.contains(&row));
}

/// Opens the first list of what the samples of `main` sum up to.
fn list_sums(screen: &mut Screen) {
    let trace = Arc::clone(screen.session.trace());
    let area = Area {
        span: trace.bounds,
        nodes: [row(&trace)].into(),
    };
    screen.session.state_mut().view.selection = Selection::Area(area);
    screen.keys("<enter>");
}

/// Goes on from list to list until the screen has some words.
fn go_on_to(screen: &mut Screen, words: &str) {
    for _ in 0..9 {
        if screen.text().contains(words) {
            break;
        }
        screen.keys("g");
    }
}

#[test]
fn callers_of_a_function_are_the_same_from_the_list_and_from_the_tree() {
    let trace = trace(8);
    let mut screen = Screen::new(&trace, 120, 40);
    list_sums(&mut screen);
    let callers = |screen: &mut Screen, list: &str| {
        go_on_to(screen, list);
        screen.keys("/wait<enter>B");
        let table = screen.table();
        let records = table.rows.records(&trace, false);
        let records: Vec<_> = records.collect();
        (table.title.clone(), records)
    };
    let of_list = callers(&mut screen, "functions in samples");
    screen.keys("<esc>g");
    let of_tree = callers(&mut screen, "call stacks");
    assert_eq!(of_list, of_tree);
    assert_eq!(of_list.0, "callers of wait in 1.00 ms");
    // Every second of eight samples, all of them called by one function.
    let row = |stack: &str| [stack, "4", "4"].map(|cell| Some(cell.to_owned())).to_vec();
    assert_eq!(of_list.1, [row("wait"), row("wait;app::main")]);
    // Nothing calls the outermost function.
    screen.keys("jB");
    assert!(screen.text().contains("nothing called this"));
    // No key is silent where no row passes the filter.
    screen.keys("/nothing is called so<enter>");
    for key in ["B", "<enter>"] {
        let text = screen.keys(key).text();
        assert!(text.contains("no row is chosen"), "{key}: {text}");
        screen.keys("j");
        assert!(!screen.text().contains("no row is chosen"));
    }
}

#[test]
fn functions_lead_to_their_next_sample() {
    let trace = trace(8);
    let mut screen = Screen::new(&trace, 120, 40);
    // From the list of functions of an area.
    list_sums(&mut screen);
    go_on_to(&mut screen, "functions in samples");
    assert!(
        screen.text().contains("3 functions in samples"),
        "{}",
        screen.text()
    );
    screen.keys("/wait<enter><enter>");
    assert_eq!(*screen.selection(), sample(2));
    // The history leads back to the list.
    screen.keys("<c-o>");
    assert!(
        screen.text().contains("functions in samples"),
        "{}",
        screen.text()
    );
    // From the call stack of a sample, to the next sample with the function on the same thread.
    let mut screen = Screen::new(&trace, 120, 40);
    screen.session.state_mut().view.selection = sample(2);
    screen.keys("2<enter>/wait<enter><enter>");
    assert_eq!(*screen.selection(), sample(4));
    screen.keys("<enter>/main<enter>2");
    assert!(screen.text().contains("CALL STACK"), "{}", screen.text());
    // From the states of a slice, which also list what the thread did.
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("/frame<enter>5<enter>/draw<enter><enter>");
    assert!(matches!(screen.selection(), Selection::Sample(_)));
}

#[test]
fn a_row_of_sql_leads_to_its_sample() {
    let trace = trace(8);
    let mut screen = Screen::new(&trace, 120, 40);
    screen
        .keys(":")
        .session
        .type_text("select id, ts from perf_sample order by id");
    screen.keys("<enter>jjj<enter>");
    assert_eq!(*screen.selection(), sample(3));
}

#[test]
fn on_a_small_screen_the_functions_of_a_slice_are_in_sight() {
    let trace = trace(8);
    for (cols, rows) in [(80, 24), (120, 36)] {
        let mut screen = Screen::new(&trace, cols, rows);
        let text = screen.keys("/frame<enter>2").text();
        assert!(text.contains("WHERE 1.00 ms went"), "{text}");
        assert!(text.contains("SAMPLES 8"), "{text}");
        assert!(text.contains("draw  libapp.so"), "{text}");
    }
}

#[test]
fn samples_of_an_event_say_so_and_those_by_a_clock_do_not() {
    let sampled_by = |timebase: &str| {
        let defaults = format!(
            "trace_packet_defaults {{ perf_sample_defaults {{ timebase {{ {timebase} }} }} }}"
        );
        let text = packets(8).replacen("interned_data", &format!("{defaults} interned_data"), 1);
        let trace = written(&text);
        let mut screen = Screen::new(&trace, 120, 40);
        let why = screen.keys("/frame<enter>2").text();
        let mut screen = Screen::new(&trace, 120, 40);
        list_sums(&mut screen);
        go_on_to(&mut screen, "functions in samples");
        (why, screen.text())
    };
    let (event, functions) = sampled_by("tracepoint { name: \"sched:sched_switch\" }");
    assert!(event.contains("SAMPLES 8 at sched:sched_switch"), "{event}");
    assert!(event.contains("counts are no times"), "{event}");
    let title = "8 samples at sched:sched_switch";
    assert!(functions.contains(title), "{functions}");
    for clock in ["counter: SW_CPU_CLOCK", "counter: HW_CPU_CYCLES", ""] {
        let (text, functions) = sampled_by(clock);
        assert!(!text.contains("SAMPLES 8 at"), "{text}");
        assert!(!functions.contains("samples at"), "{functions}");
        assert!(!text.contains("counts are no times"), "{text}");
    }
}

#[test]
fn without_samples_there_are_no_rows() {
    let trace = demo();
    let is_samples = |node: &NodeId| matches!(trace.tree.node(*node).kind, NodeKind::Samples(_));
    assert!(trace.stack_profile.samples.is_empty());
    assert!(!trace.tree.walk().iter().any(is_samples));
}

#[test]
fn the_thousands_of_samples_that_a_long_task_has_are_added_up() {
    let trace = trace(3_000);
    let mut screen = Screen::new(&trace, 120, 40);
    for keys in ["/frame<enter>", "2"] {
        let text = screen.keys(keys).text();
        assert!(text.contains("SAMPLES 3 000"), "{text}");
        assert!(!text.contains("too many"), "{text}");
    }
}
