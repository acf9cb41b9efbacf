//! Traces of several machines, on the screen and in reports: everything that is not about the host names its
//! machine.
//!
//! The machines have the same pids and the same CPUs.

use std::sync::Arc;

use perfetty::model::ids::{SchedId, SliceId, ThreadStateId};
use perfetty::model::trace::Trace;
use perfetty::query::{frame_lens, info};
use perfetty::view::state::Selection;

use crate::screen::{Screen, written};

/// Returns the packets of two threads on the first CPU of one machine: `wk` takes the CPU from `main`, which
/// has it again later, when `wk` sleeps.
fn machine(id: &str, start: u64) -> String {
    let switch = |at: u64, (prev, state): (&str, u32), next: &str| {
        let pid = |name| match name {
            "main" => 100,
            "wk" => 101,
            _ => 0,
        };
        format!(
            "event {{ timestamp: {} pid: {} sched_switch {{ prev_comm: \"{prev}\" prev_pid: {} prev_prio: 120
             prev_state: {state} next_comm: \"{next}\" next_pid: {} next_prio: 120 }} }}\n",
            start + at,
            pid(prev),
            pid(prev),
            pid(next)
        )
    };
    let switches = [
        switch(0, ("swapper", 0), "main"),
        switch(1_000, ("main", 256), "wk"),
        switch(2_000, ("wk", 1), "main"),
        switch(9_000, ("main", 1), "swapper"),
    ];
    let frequency = |at: u64, khz: u32| {
        format!(
            "event {{ timestamp: {} pid: 0 cpu_frequency {{ state: {khz} cpu_id: 0 }} }}\n",
            start + at
        )
    };
    let idle = |at: u64| {
        format!(
            "event {{ timestamp: {} pid: 0 cpu_idle {{ state: 2 cpu_id: 0 }} }}\n",
            start + at
        )
    };
    format!(
        "packet {{ {id} system_info {{ utsname {{ sysname: \"Linux\" release: \"5.10.1\" }} }} }}
         packet {{ {id} timestamp: 1 process_tree {{ processes {{ pid: 100 ppid: 1 cmdline: \"app\" }}
             threads {{ tid: 101 tgid: 100 name: \"wk\" }} }} }}
         packet {{ {id} ftrace_events {{ cpu: 0 {}{}{} }} }}\n",
        switches.concat(),
        frequency(500, 900_000) + &idle(600),
        frequency(3_000, 700_000),
    )
}

fn trace() -> Arc<Trace> {
    written(&(machine("", 1_000) + &machine("machine_id: 7", 1_200)))
}

#[test]
fn a_cpu_is_never_shown_by_its_number_inside_of_the_program() {
    let trace = trace();
    let mut screen = Screen::new(&trace, 200, 60);
    let mut seen = String::new();
    let sched = (0..trace.sched.sched().len()).map(SchedId::from_index);
    let states = (0..trace.sched.states().len()).map(ThreadStateId::from_index);
    let all: Vec<Selection> = sched
        .map(Selection::Sched)
        .chain(states.map(Selection::State))
        .collect();
    for selection in all {
        screen.session.state_mut().select(selection);
        for keys in ["1", "2", "5"] {
            screen.keys(keys);
            seen += &screen.text();
        }
        // The lens and the area of its time name the machine, too.
        screen.keys("1e");
        seen += &screen.text();
        screen.keys("qqq");
    }
    screen.keys(">ftrace<enter>");
    seen += &screen.text();
    assert!(!seen.contains("4096"), "{seen}");
    for words in [
        "main 100 on CPU 0 of machine 1",
        "Running on CPU 0 of machine 1",
        "cpu       0 of machine 1",
        "then ran on CPU 0 of machine 1",
        "preempted by wk 101 on CPU 0 of machine 1",
        "LENS  on CPU 0 of machine 1",
        "s  0 of machine 1           swapper 0",
        "s               0           swapper 0",
        "▌ CPU 0 of machine 1 ",
    ] {
        assert!(seen.contains(words), "{words:?}: {seen}");
    }
    // Items of the host have no such words.
    assert!(seen.contains("Running on CPU 0 "), "{seen}");
}

#[test]
fn what_is_of_another_machine_is_called_so() {
    let trace = trace();
    let paths = trace
        .tree
        .walk()
        .into_iter()
        .map(|node| trace.tree.path(node));
    let mut paths: Vec<String> = paths.collect();
    for path in [
        "CPU ‣ Frequency ‣ cpufreq cpu0",
        "CPU ‣ Frequency ‣ cpufreq cpu0 of machine 1",
        "app 100 ‣ wk 101 ‣ State",
        "app 100 of machine 1 ‣ wk 101 of machine 1 ‣ State",
    ] {
        assert!(
            paths.iter().any(|known| known == path),
            "{path}: {paths:#?}"
        );
    }
    let n = paths.len();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), n);

    // Each row of an area belongs to one machine.
    let mut screen = Screen::new(&trace, 160, 50);
    screen.keys("**5");
    let mut text = screen.text();
    screen.keys("<enter>");
    // The lists of states, of processes and threads on CPUs, and of counters.
    for _ in 0..4 {
        text += &screen.text();
        screen.keys("g");
    }
    for row in [
        " cpufreq cpu0 ",
        " cpufreq cpu0 m1 ",
        " cpu0 m1 · state 2 ",
        " app 100                ",
        " app 100 of machine 1   ",
        " app 100               main 100               Running ",
        " app 100 of machine 1  main 100 of machine 1  Running ",
        " app 100               wk 101                 ",
        " app 100 of machine 1  wk 101 of machine 1    ",
        " CPU ‣ Frequency ‣ cpufreq cpu0 of machine 1 ",
    ] {
        assert!(text.contains(row), "{row:?}: {text}");
    }
    // With less room, the machine is named in short.
    let mut screen = Screen::new(&trace, 80, 24);
    let mut text = screen.text();
    screen.keys("gg<space>");
    text += &screen.text();
    for row in ["▾ app 100 m1", " wk 101 m1", " CPU 0 m1", " cpu0 m1 "] {
        assert!(text.contains(row), "{row:?}: {text}");
    }
    // The bars of the machine's CPU need not name it again.
    let text = Screen::new(&trace, 200, 50).text();
    let bars = text
        .lines()
        .find(|line| line.contains("CPU 0 of machine 1"));
    assert!(
        bars.is_some_and(|bars| bars.contains("▌ main 100  ")),
        "{text}"
    );
}

#[test]
fn idle_processes_of_all_machines_are_left_out_of_what_is_counted() {
    let counts = info::info(&trace()).counts;
    // Each machine has `app` and the parent of `app`, of which only the pid is known.
    assert_eq!((counts.processes, counts.threads), (4, 6));
}

/// Returns the packet that tells of a thread, and one slice of it from 1 to 9 µs.
fn thread(machine: &str, (uuid, tid): (u64, u32), name: &str, slice: &str) -> String {
    let packet = |ts: u64, what: &str| {
        format!(
            "packet {{ {machine} timestamp: {ts} trusted_packet_sequence_id: {uuid}
             track_event {{ track_uuid: {uuid} {what} }} }}\n"
        )
    };
    format!(
        "packet {{ {machine} trusted_packet_sequence_id: {uuid} track_descriptor {{ uuid: {uuid}
         thread {{ pid: 100 tid: {tid} thread_name: \"{name}\" }} }} }}\n{}{}",
        packet(1_000, &format!("type: TYPE_SLICE_BEGIN name: \"{slice}\"")),
        packet(9_000, "type: TYPE_SLICE_END")
    )
}

#[test]
fn the_owner_of_a_lock_is_on_the_machine_of_the_thread_that_waits() {
    let other = "machine_id: 7";
    let waits = "Lock contention on a monitor lock (owner tid: 101)";
    let trace = written(
        &(thread("", (1, 101), "here", "work here")
            + &thread(other, (2, 101), "there", "work there")
            + &thread("", (3, 100), "main", waits)
            + &thread(other, (4, 100), "main", waits)),
    );
    let mut screen = Screen::new(&trace, 160, 40);
    for (machine, held_by) in [(0, "here 101 "), (1, "there 101 of machine 1 ")] {
        let is_it = |slice: &SliceId| {
            let utid = trace.utid_of(*slice).expect("it is of a thread");
            let is_wait = trace.slice_name(*slice).is_some_and(|name| name == waits);
            is_wait && trace.processes.thread(utid).machine == machine
        };
        let wait = trace.slices.ids().find(is_it).expect("it is there");
        let holder = frame_lens::holder(&trace, wait).expect("its name says who");
        assert!(
            trace.thread_title(holder.utid) + " " == held_by,
            "{machine}"
        );
        screen.keys("/Lock<enter>");
        if machine == 1 {
            screen.keys("n");
        }
        let text = screen.text();
        assert!(text.contains(&format!("held by   {held_by}")), "{text}");
        screen.keys("<esc>");
    }
}

#[test]
fn a_frame_is_shown_by_a_display_frame_of_its_machine() {
    let frame = |machine: &str, ts: u64, what: &str| {
        let how = "present_type: PRESENT_LATE on_time_finish: false jank_type: 64 prediction_type: PREDICTION_VALID";
        format!(
            "packet {{ {machine} timestamp: {ts} frame_timeline_event {{ {what} {how} }} }} }}
             packet {{ {machine} timestamp: {} frame_timeline_event {{ frame_end {{ cookie: {ts} }} }} }}\n",
            ts + 1_000
        )
    };
    let surface = |machine: &str, ts: u64| {
        let what = format!(
            "actual_surface_frame_start {{ cookie: {ts} token: 50 display_frame_token: 60 pid: 20 layer_name: \"l\""
        );
        frame(machine, ts, &what)
    };
    let display = "actual_display_frame_start { cookie: 3000 token: 60 pid: 10";
    // The display frame of the other machine has been lost.
    let trace = written(
        &(surface("", 1_000) + &surface("machine_id: 7", 1_100) + &frame("", 3_000, display)),
    );
    let shown_by = |machine: u32| {
        let machine_of = |upid| trace.processes.process(upid).machine;
        let mut frames = trace.frames.actual().iter();
        let frame =
            frames.find(|frame| frame.surface_token.is_some() && machine_of(frame.upid) == machine);
        frame_lens::links(&trace, frame.expect("each has one")).display
    };
    assert!(shown_by(0).is_some());
    assert_eq!(shown_by(1), None);
}
