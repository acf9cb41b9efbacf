//! Power, GPUs and suspended devices on the screen: numbers that say what was measured, and whose they are.
//!
//! Small traces as Android's recorders write them.

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::app::effect::Effect;
use perfetty::app::key::Key;
use perfetty::model::ids::{CounterId, SliceId, ThreadStateId};
use perfetty::model::trace::Trace;
use perfetty::view::state::{Selection, Tab};

use crate::screen::{Screen, written};

/// Returns a trace of a counter of a GPU that goes from 20 to 29 %, ten times a second.
fn gpu() -> Arc<Trace> {
    let mut text =
        r#"packet { trusted_packet_sequence_id: 1 gpu_counter_event { counter_descriptor {
        specs { counter_id: 1 name: "L2" numerator_units: 37 } } } }"#
            .to_owned();
    for at in 0..=10 {
        let (ts, value) = (100_000_000 * at + 1, at + 19);
        let _written = writeln!(
            text,
            "packet {{ trusted_packet_sequence_id: 1 timestamp: {ts} gpu_counter_event {{ counters {{ counter_id: 1 int_value: {value} }} }} }}"
        );
    }
    written(&text)
}

#[test]
fn a_counter_of_a_gpu_has_no_value_after_its_last_sample() {
    let trace = gpu();
    let mut screen = Screen::new(&trace, 200, 40);
    let last = trace.counters.len() as u32 - 1;
    // SQL has the reference's zero.
    assert!(trace.counters.value(CounterId(last)).abs() < f64::EPSILON);
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(last));
    let text = screen.text();
    for words in [
        "none: the one before held up to here",
        "range     20 % … 29 %",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("did not finish"), "{text}");
    screen.session.state_mut().view.selection = Selection::Counter(CounterId(last - 1));
    let text = screen.text();
    assert!(text.contains("value     29 %"), "{text}");
    assert!(!text.contains("to next"), "{text}");
    screen.keys("<esc>0**>area-report<enter>");
    let table = screen.table();
    let row = table.rows.get(&trace, 0).expect("a row").cells;
    let cells: Vec<String> = row.into_iter().map(|cell| cell.text).collect();
    let figures = [
        "24.5 %", "29 %", "20 %", "20 %", "29 %", "9 %", "10 %", "10",
    ];
    assert_eq!(cells[1..], figures, "{cells:?}");
}

/// Returns a trace of a battery that loses a little, of a rail of one watt and of one with a name of its own.
fn battery() -> Arc<Trace> {
    let mut text = r#"packet { timestamp: 1000000000 trusted_packet_sequence_id: 1 power_rails {
        rail_descriptor { index: 1 rail_name: "VSYS_PWR_DISPLAY" subsys_name: "s" }
        rail_descriptor { index: 2 rail_name: "MY_RAIL" subsys_name: "s" } } }"#
        .to_owned();
    for at in 0..20_u64 {
        let ts = 1_000_000_000 + at * 100_000_000;
        let (ms, energy, charge) = (ts / 1_000_000, at * 100_000, 3_000_000 - at * 17);
        let _written = writeln!(
            text,
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 power_rails {{
               energy_data {{ index: 1 timestamp_ms: {ms} energy: {energy} }}
               energy_data {{ index: 2 timestamp_ms: {ms} energy: {energy} }} }} }}
             packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 battery {{
               charge_counter_uah: {charge} current_ua: -430000 voltage_uv: 3900000 }} }}"
        );
    }
    written(&text)
}

#[test]
fn a_list_of_an_area_tells_values_apart_and_exports_them_with_their_unit() {
    let trace = battery();
    let mut screen = Screen::new(&trace, 200, 40);
    screen.keys("0**>area-report<enter>");
    let text = screen.text();
    for words in ["2.99985 Ah", "2.99968 Ah", "3 Ah", "−323 µAh"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    screen.session.key(Key::char('x'));
    let told = screen.session.sync();
    let written = told.into_iter().find_map(|effect| match effect {
        Effect::Write { text, .. } => Some(text),
        _ => None,
    });
    let written = written.expect("a file");
    let mut lines = written.lines();
    let heading = "counter,unit,mean,max,min,first,last,change,change/s,samples";
    assert_eq!(lines.next(), Some(heading));
    let row = lines.next().unwrap_or_default();
    assert!(row.contains("batt.charge_uah,µAh,29998"), "{written}");
}

#[test]
fn names_at_a_small_width_are_worth_more_than_their_values() {
    let trace = battery();
    let mut screen = Screen::new(&trace, 80, 40);
    screen.session.state_mut().view.counter_lines = 1;
    screen.keys(">expand-all<enter>");
    let text = screen.text();
    for name in ["display", "charge_uah", "current_ua", "voltage_uv"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(!text.contains("rail…") && !text.contains("volt…"), "{text}");
}

#[test]
fn the_axis_of_a_power_is_in_watts_at_both_ends() {
    let trace = battery();
    let mut screen = Screen::new(&trace, 160, 40);
    screen.keys("tMY_RAIL<enter>>expand-all<enter>G>counter-mode<enter>>counter-mode<enter>");
    let text = screen.text();
    assert!(text.contains("rate"), "{text}");
    assert!(text.contains(" 1 W") && !text.contains("0/s"), "{text}");
}

#[test]
fn work_of_a_gpu_and_what_a_thread_began_say_whose_they_are() {
    let trace = written(
        r#"
        packet { timestamp: 1 process_tree { processes { pid: 88 ppid: 1 cmdline: "com.game" } } }
        packet { timestamp: 100 trusted_packet_sequence_id: 1 sequence_flags: 1
          interned_data {
            gpu_specifications { iid: 5 name: "queue" }
            gpu_specifications { iid: 6 name: "Vertex" }
            graphics_contexts { iid: 9 pid: 88 } }
          gpu_render_stage_event { event_id: 1 duration: 5 hw_queue_iid: 5 stage_iid: 6 context: 9 } }
        packet { ftrace_events { cpu: 0
          event { timestamp: 300 pid: 88 print { buf: "G|88|Locks|load|7\n" } }
          event { timestamp: 400 pid: 88 print { buf: "H|88|Locks|7\n" } } } }
        "#,
    );
    let mut ids = trace.slices.ids();
    let of = |name: &str| {
        let is_it = |&id: &SliceId| trace.slice_name(id).as_deref() == Some(name);
        ids.find(is_it).expect("a slice")
    };
    let (stage, load) = {
        let mut of = of;
        let first = of("Vertex");
        (first, of("load"))
    };
    let mut screen = Screen::new(&trace, 160, 80);
    screen.session.state_mut().view.selection = Selection::Slice(stage);
    let text = screen.text();
    assert!(text.contains("process   com.game 88"), "{text}");
    screen.session.state_mut().view.details.tab = Tab::Args;
    let line = |text: &str, key: &str| {
        let lines = text.lines();
        let mut lines = lines.filter(|line| line.contains(&format!("{key} ")));
        lines.next_back().map(str::to_owned).unwrap_or_default()
    };
    let text = screen.text();
    assert!(line(&text, "upid").contains("  com.game 88"), "{text}");
    screen.session.state_mut().view.selection = Selection::Slice(load);
    let text = screen.text();
    for key in [" utid", "end_utid"] {
        assert!(line(&text, key).contains("  Thread 88"), "{text}");
    }
}

/// Returns a trace of a CPU that is busy for half of a second, and, after eight more of which the device was
/// suspended, of another one. A thread is woken 2 ms before and runs 7 ms after.
fn suspended() -> Arc<Trace> {
    let mut events: Vec<(u64, String)> = Vec::new();
    let mut switch = |ms: u64, (from, name, state): (u32, &str, u32), (to, next): (u32, &str)| {
        let event = format!(
            "sched_switch {{ prev_comm: \"{name}\" prev_pid: {from} prev_prio: 120 prev_state: {state} \
             next_comm: \"{next}\" next_pid: {to} next_prio: 120 }}"
        );
        events.push((ms, format!("pid: {from} {event}")));
    };
    for ms in (0..1_000).step_by(10).chain((9_010..10_010).step_by(10)) {
        switch(ms, (0, "swapper/0", 0), (100, "app"));
        switch(ms + 5, (100, "app", 1), (0, "swapper/0"));
    }
    switch(9_007, (0, "swapper/0", 0), (101, "bg"));
    switch(9_008, (101, "bg", 1), (0, "swapper/0"));
    let others = [
        (
            998,
            "sched_waking { comm: \"bg\" pid: 101 prio: 120 target_cpu: 0 success: 1 }",
        ),
        (
            1_000,
            "suspend_resume { action: \"timekeeping_freeze\" val: 1 start: 1 }",
        ),
        (
            9_000,
            "suspend_resume { action: \"timekeeping_freeze\" val: 1 start: 0 }",
        ),
    ];
    events.extend(others.map(|(ms, event)| (ms, format!("pid: 0 {event}"))));
    events.sort_by_key(|event| event.0);
    let events = events
        .into_iter()
        .map(|(ms, event)| format!("event {{ timestamp: {} {event} }}\n", ms * 1_000_000));
    let events: String = events.collect();
    written(&format!("packet {{ ftrace_events {{ cpu: 0 {events} }} }}"))
}

#[test]
fn a_suspended_device_is_neither_a_wait_for_a_cpu_nor_idle() {
    let trace = suspended();
    let mut screen = Screen::new(&trace, 160, 50);
    let states = 0..trace.sched.states().len();
    let mut states = states.map(|at| ThreadStateId(at as u32));
    let is_wait = |&id: &ThreadStateId| {
        let row = trace.sched.state_row(id);
        trace.bytes(row.state) == b"R" && row.waker.is_some()
    };
    let wait = states.find(is_wait).expect("a wait");
    screen.session.state_mut().view.selection = Selection::State(wait);
    let text = screen.text();
    let waited = "waited    9.00 ms for a CPU, 8.00 s suspended";
    assert!(text.contains(waited), "{text}");
    let text = screen.keys("2").text();
    for words in ["the device was suspended", "9.00 ms", "waiting for a CPU"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("8.00 s 100 % idle"), "{text}");
    screen.keys("1<esc>0**");
    let text = screen.text();
    for words in [
        "the device was suspended for 8.00 s",
        "busy 1.00 s of 2.00 s (50 %), 8.00 s suspended",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn whose_work_a_gpu_did_and_whose_energy_it_was_is_named() {
    let work = |uid: u32, gpu: u32, start: u64| {
        format!(
            "event {{ timestamp: 9000 pid: 7 gpu_work_period {{ gpu_id: {gpu} uid: {uid} start_time_ns: {start} end_time_ns: {} total_active_duration_ns: 40 }} }}",
            start + 100
        )
    };
    let trace = written(&format!(
        r#"packet {{ trusted_packet_sequence_id: 2 clock_snapshot {{ clocks {{ clock_id: 5 timestamp: 100 }}
             clocks {{ clock_id: 6 timestamp: 100 }} primary_trace_clock: BUILTIN_CLOCK_BOOTTIME }} }}
           packet {{ trusted_packet_sequence_id: 1 packages_list {{
             packages {{ name: "com.game" uid: 10100 }}
             packages {{ name: "com.a" uid: 10200 }} packages {{ name: "com.b" uid: 10200 }} }} }}
           packet {{ ftrace_events {{ cpu: 0 {} {} {} }} }}
           packet {{ timestamp: 5000 trusted_packet_sequence_id: 1
             android_energy_estimation_breakdown {{
               energy_consumer_descriptor {{ energy_consumers {{ energy_consumer_id: 1 type: "DISPLAY" name: "DISPLAY" }} }} }} }}
           packet {{ timestamp: 6000 trusted_packet_sequence_id: 1
             android_energy_estimation_breakdown {{
               energy_consumer_id: 1 energy_uws: 50
               per_uid_breakdown {{ uid: 10100 energy_uws: 20 }}
               per_uid_breakdown {{ uid: 10200 energy_uws: 30 }} }} }}"#,
        work(10100, 0, 1_000),
        work(10200, 0, 2_000),
        work(10100, 1, 3_000),
    ));
    let names: Vec<&str> = (trace.tree.walk().into_iter())
        .map(|node| trace.tree.node(node).name.as_str())
        .collect();
    for name in [
        "com.game",
        "com.game gpu1",
        "UID 10200",
        "DISPLAY",
        "DISPLAY com.game",
        "DISPLAY UID 10200",
    ] {
        let n = names.iter().filter(|&&of| of == name).count();
        assert_eq!(n, 1, "{name}: {names:?}");
    }
    assert!(
        !names.iter().any(|name| name.starts_with("Unnamed")),
        "{names:?}"
    );
    let mut screen = Screen::new(&trace, 120, 40);
    let work = (0..trace.slices.len()).map(|at| SliceId(at as u32));
    let work = work.into_iter().next().expect("work");
    screen.session.state_mut().view.selection = Selection::Slice(work);
    let text = screen.text();
    assert!(text.contains("gpu 40 ns (40 %)"), "{text}");
}
