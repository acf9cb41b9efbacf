//! Why a frame was late, on the screen: what it waited for, with evidence that keys lead to.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::app::resolve::ViewRequest;
use perfetty::model::frame_timeline::ActualFrame;
use perfetty::model::trace::Trace;
use perfetty::query::frame_lens::{Blocker, FrameLens, PartKind};
use perfetty::view::scene::Item;
use perfetty::view::state::Selection;

use crate::screen::{Screen, corpus, demo, written};

fn frame(trace: &Trace, token: i64) -> &ActualFrame {
    let mut frames = trace.frames.actual().iter();
    frames.find(|frame| frame.token() == token).unwrap()
}

/// Opens the lens of a frame; returns the screen and the rows as text.
fn opened(trace: &Arc<Trace>, token: i64, size: (u16, u16)) -> (Screen, Vec<String>) {
    let mut screen = Screen::new(trace, size.0, size.1);
    let slice = frame(trace, token).slice;
    screen.session.state_mut().view.selection = Selection::Slice(slice);
    screen.keys("e").draw("lens");
    let table = screen.table();
    let rows = table.rows.window(trace, 0, usize::MAX);
    let rows = rows.iter().map(|row| {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
        cells.join(" ")
    });
    let rows = rows.collect();
    (screen, rows)
}

/// Goes to the evidence of the first row that contains `what`.
fn evidence(screen: &mut Screen, rows: &[String], what: &str) -> Selection {
    let row = rows.iter().position(|row| row.contains(what));
    let row = row.unwrap_or_else(|| panic!("{what} is not in {rows:#?}"));
    let rows = &screen.table().rows;
    let headings = (0..row).filter(|&at| rows.is_heading(at)).count();
    screen
        .keys("<home>")
        .keys(&"j".repeat(row - headings))
        .keys("<enter>");
    let found = screen.selection().clone();
    screen.draw(what);
    screen.keys("<esc>");
    assert_eq!(screen.session.state().layers.len(), 1, "Esc comes back");
    found
}

/// Returns words for a selection: name and thread of a slice, or a state.
fn told(trace: &Trace, selection: &Selection) -> String {
    match *selection {
        Selection::Slice(slice) => {
            let name = trace.slice_name(slice).unwrap_or_default();
            let thread = trace.utid_of(slice).map(|utid| trace.thread_title(utid));
            format!("{name} on {}", thread.unwrap_or_default())
        }
        Selection::State(id) => {
            let row = trace.sched.state_row(id);
            let blocked = row
                .blocked_function
                .map(|name| trace.text(name).into_owned());
            format!("{} {}", trace.text(row.state), blocked.unwrap_or_default())
        }
        ref other => format!("{other:?}"),
    }
}

/// Asserts that the parts cover the frame, and that each part known to the trace has evidence.
fn is_whole(trace: &Trace, token: i64) -> FrameLens {
    let lens = FrameLens::new(trace, frame(trace, token));
    let mut at = lens.span.start();
    for part in &lens.parts {
        assert_eq!(part.span.start(), at, "{part:?}");
        at = part.span.end();
        let known = !matches!(part.kind, PartKind::Unknown(_));
        if known {
            assert_ne!(perfetty::view::lens::evidence(part), Item::None, "{part:?}");
        }
    }
    assert_eq!(at, lens.span.end());
    let groups = lens.groups.iter().map(|group| group.dur.ns());
    assert_eq!(groups.sum::<i64>(), lens.span.dur().ns());
    lens
}

/// Records ftrace events of two CPUs; times are in milliseconds.
#[derive(Default)]
struct Ftrace {
    cpus: [Vec<(i64, String)>; 2],
}

impl Ftrace {
    fn event(&mut self, cpu: usize, ms: f64, pid: i32, what: &str) {
        let ns = (ms * 1e6) as i64;
        let text = format!("event {{ timestamp: {ns} pid: {pid} {what} }}");
        self.cpus[cpu].push((ns, text));
    }

    /// Records that a thread leaves a CPU in a state, and another one takes the CPU.
    fn switch(&mut self, cpu: usize, ms: f64, from: (i32, i64), to: i32) {
        let what = format!(
            "sched_switch {{ prev_comm: \"t{0}\" prev_pid: {0} prev_prio: 120 prev_state: {1} \
             next_comm: \"t{to}\" next_pid: {to} next_prio: 120 }}",
            from.0, from.1
        );
        self.event(cpu, ms, from.0, &what);
    }

    fn wake(&mut self, cpu: usize, ms: f64, by: i32, whom: i32) {
        let what = format!(
            "sched_waking {{ comm: \"t{whom}\" pid: {whom} prio: 120 target_cpu: 0 success: 1 }}"
        );
        self.event(cpu, ms, by, &what);
    }

    fn print(&mut self, cpu: usize, ms: f64, pid: i32, text: &str) {
        self.event(cpu, ms, pid, &format!("print {{ buf: \"{text}\\n\" }}"));
    }

    fn write(mut self) -> String {
        let mut text = String::new();
        for (cpu, events) in self.cpus.iter_mut().enumerate() {
            events.sort_by_key(|event| event.0);
            let interned = "interned_data { kernel_symbols { iid: 3 str: \"do_fault\" } }";
            write!(
                text,
                "packet {{ trusted_packet_sequence_id: {} sequence_flags: 1 {interned} \
                 ftrace_events {{ cpu: {cpu} ",
                cpu + 1
            )
            .unwrap();
            for (_, event) in events {
                text.push_str(event);
                text.push(' ');
            }
            text.push_str("} }\n");
        }
        text
    }
}

/// Returns a trace in which frame 10 is 24 ms late: its UI thread calls another process, waits for a lock,
/// blocks in a kernel function and waits for a CPU.
fn blocked() -> Arc<Trace> {
    let mut text = String::from(
        "packet { system_info { utsname { sysname: \"Linux\" release: \"5.10.1\" } } }\n\
         packet { timestamp: 1 process_tree { \
         processes { pid: 1000 ppid: 1 cmdline: \"com.app\" } \
         processes { pid: 20 ppid: 1 cmdline: \"server\" } \
         threads { tid: 1001 tgid: 1000 name: \"RenderThread\" } \
         threads { tid: 1002 tgid: 1000 name: \"pool-4-thread-12\" } \
         threads { tid: 21 tgid: 20 name: \"binder:20_1\" } } }\n",
    );
    let mut add = |ms: i64, what: &str| {
        let ns = ms * 1_000_000;
        writeln!(
            text,
            "packet {{ timestamp: {ns} frame_timeline_event {{ {what} }} }}"
        )
        .unwrap();
    };
    let ids = "token: 10 display_frame_token: 12 pid: 1000 layer_name: \"app#1\"";
    add(
        1,
        &format!("expected_surface_frame_start {{ cookie: 1 {ids} }}"),
    );
    add(17, "frame_end { cookie: 1 }");
    let late = "present_type: 2 jank_type: 64 jank_severity_type: 3";
    add(
        1,
        &format!("actual_surface_frame_start {{ cookie: 2 {ids} {late} }}"),
    );
    add(41, "frame_end { cookie: 2 }");
    let mut f = Ftrace::default();
    let (ui, render, holder, binder) = (1000, 1001, 1002, 21);
    f.switch(0, 0.5, (0, 0), ui);
    f.print(0, 1.0, ui, "B|1000|Choreographer#doFrame 10");
    // From 4 to 12 ms: a call to another process.
    f.event(0, 4.0, ui, "binder_transaction { debug_id: 7 target_node: 3 to_proc: 20 to_thread: 0 reply: 0 code: 1 flags: 16 }");
    f.switch(0, 4.1, (ui, 1), 0);
    f.switch(1, 4.2, (0, 0), binder);
    f.event(
        1,
        4.3,
        binder,
        "binder_transaction_received { debug_id: 7 }",
    );
    f.print(1, 4.4, binder, "B|20|IThing::get::server");
    f.print(1, 11.8, binder, "E|20");
    f.event(1, 11.9, binder, "binder_transaction { debug_id: 8 target_node: 0 to_proc: 1000 to_thread: 1000 reply: 1 code: 0 flags: 0 }");
    f.wake(1, 12.0, binder, ui);
    f.switch(0, 12.1, (0, 0), ui);
    f.event(0, 12.2, ui, "binder_transaction_received { debug_id: 8 }");
    f.switch(1, 12.5, (binder, 1), holder);
    // From 14 to 20 ms: a lock that another thread of the process holds.
    f.print(1, 13.0, holder, "B|1000|rebuildIndex");
    f.print(0, 14.0, ui, "B|1000|monitor contention with owner holder (1002) at void a.B.c(B.java:1) waiters=0 blocking from void d.E.f()");
    f.switch(0, 14.1, (ui, 1), 0);
    f.wake(1, 20.0, holder, ui);
    f.print(1, 20.1, holder, "E|1000");
    f.switch(0, 20.2, (0, 0), ui);
    f.print(0, 20.3, ui, "E|1000");
    // From 22 to 26 ms: a page fault, and then no CPU until 29.
    f.switch(0, 22.0, (ui, 2), 0);
    f.event(
        1,
        26.0,
        holder,
        "sched_blocked_reason { pid: 1000 caller: 3 io_wait: 0 }",
    );
    f.wake(1, 26.0, holder, ui);
    f.switch(0, 29.0, (0, 0), ui);
    f.print(0, 30.0, ui, "E|1000");
    f.wake(0, 30.1, ui, render);
    f.switch(0, 30.2, (ui, 1), render);
    f.print(0, 30.3, render, "B|1000|DrawFrames 10");
    f.print(0, 40.9, render, "E|1000");
    f.switch(0, 41.5, (render, 1), 0);
    text.push_str(&f.write());
    written(&text)
}

#[test]
fn binder_peers_lock_owners_and_kernel_functions_are_named_and_reached() {
    let trace = blocked();
    let lens = is_whole(&trace, 10);
    let of = |by: Blocker| {
        let parts = lens
            .parts
            .iter()
            .filter(|part| part.kind == PartKind::Blocked(by));
        parts.map(|part| part.span.dur().ns()).sum::<i64>()
    };
    // The wait, without the time to go to sleep and to come back.
    assert!(
        (7_800_000..8_100_000).contains(&of(Blocker::Binder)),
        "{lens:#?}"
    );
    assert!(
        (5_800_000..6_200_000).contains(&of(Blocker::Lock)),
        "{lens:#?}"
    );
    assert_eq!(of(Blocker::Kernel), 4_000_000, "{lens:#?}");
    let runnable = lens
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Runnable);
    assert!(runnable.map(|part| part.span.dur().ns()).sum::<i64>() >= 3_000_000);
    for size in [(80, 24), (200, 60)] {
        let (mut screen, rows) = opened(&trace, 10, size);
        // If there is room, a long name is not cut.
        let whole = rows
            .iter()
            .any(|row| row.contains("└ pool-4-thread-12 1002"));
        assert_eq!(whole, size.0 == 200, "{rows:#?}");
        for (what, there) in [
            ("binder to server", "binder reply on binder:20_1 21"),
            (
                "monitor contention: held by pool-4-thread-12 1002",
                "rebuildIndex on pool-4-thread-12 1002",
            ),
            ("in kernel function do_fault", "D do_fault"),
            ("waiting for a CPU", "R "),
            ("RenderThread", "DrawFrames 10 on RenderThread 1001"),
        ] {
            let found = evidence(&mut screen, &rows, what);
            assert_eq!(told(&trace, &found), there, "{what}");
        }
    }
}

#[test]
fn the_causes_in_the_demo_are_found() {
    let trace = demo();
    // The frames that `demo/story.rs` makes late, by number.
    for (number, what) in [
        (24, "binder to system_server: monitor contention"),
        (54, "IO"),
        (68, "GC"),
        (84, "waiting for a CPU"),
        (106, "waiting for GPU completion"),
    ] {
        let token = 51_000 + 3 * number;
        is_whole(&trace, token);
        let (mut screen, rows) = opened(&trace, token, (120, 40));
        // The first row is the cause; below the heading is the longest part.
        assert!(rows[0].contains("cause"), "frame {token}: {rows:#?}");
        let heading = rows.iter().position(|row| row.starts_with("where"));
        let longest = &rows[heading.unwrap() + 1];
        assert!(longest.contains(what), "frame {token}: {rows:#?}");
        let found = evidence(&mut screen, &rows, what);
        assert_ne!(found, Selection::None, "frame {token}");
    }
    let (mut screen, rows) = opened(&trace, 51_072, (80, 24));
    let found = told(
        &trace,
        &evidence(&mut screen, &rows, "binder to system_server"),
    );
    assert!(found.starts_with("binder reply on binder:1210"), "{found}");
}

/// With keys alone, a janky frame leads to its evidence, the states of its thread, and who woke the thread.
#[test]
fn states_and_wakers_are_reached_from_a_frame() {
    let mut traces = vec![demo()];
    traces.extend(corpus("cuttlefish_app_startup"));
    for trace in traces {
        for (cols, rows) in [(80, 24), (200, 60)] {
            let mut screen = Screen::new(&trace, cols, rows);
            screen.keys("n");
            let frame = trace.frames.actual_of(screen.selected()).unwrap();
            is_whole(&trace, frame.token());
            screen.keys("<enter>/doFrame<space><space>Choreographer<enter><enter>");
            let name = trace.slice_name(screen.selected()).unwrap();
            let wanted = format!("Choreographer#doFrame {}", frame.token());
            assert!(name.starts_with(&wanted), "{name}: {}", screen.text());
            // The states of the thread, among them a sleep, and who ended that sleep.
            screen.keys("55").draw("states");
            screen.keys("/Sleeping<enter><enter>").draw("asleep");
            let Selection::State(asleep) = *screen.selection() else {
                panic!("no state: {}", screen.text());
            };
            let row = trace.sched.state_row(asleep);
            assert_eq!(trace.text(row.state), "S");
            let text = screen.text();
            assert!(text.contains("Sleeping"), "{text}");
            screen.keys("[").draw("waker");
            let Selection::State(waker) = *screen.selection() else {
                panic!("no waker: {}", screen.text());
            };
            assert_ne!(trace.sched.state_row(waker).utid, row.utid);
        }
    }
}

/// What is not drawn on the track of a CPU cannot be selected there, either.
#[test]
fn any_slice_of_a_thread_has_a_lens() {
    let trace = demo();
    for (cols, rows) in [(80, 24), (200, 60)] {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.session.ask(
            ViewRequest {
                select: vec!["name:^relayoutWindow".parse().unwrap()],
                ..ViewRequest::default()
            },
            Vec::new(),
        );
        screen.draw("slice");
        let slice = screen.selected();
        let dur = trace.slices.dur(slice).unwrap();
        let title = format!("where {} went", perfetty::view::time::dur(dur.ns()));
        screen.keys("e").draw("lens");
        let text = screen.text();
        for words in ["LENS", "relayoutWindow", &title, "in order of time"] {
            assert!(text.contains(words), "{words}: {text}");
        }
        let table = screen.table();
        assert!(table.rows.len() > 3, "{text}");
        screen.keys("<enter>").draw("evidence");
        assert_ne!(*screen.selection(), Selection::Slice(slice));
        screen.keys("<esc>").draw("lens again");
        assert!(screen.text().contains(&title), "{}", screen.text());
        screen.keys("<esc>");
        assert_eq!(screen.selected(), slice);
    }
    // Instants and slices without a thread have no lens, unless slices lie in them.
    let global = written(
        "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 track_descriptor { uuid: 2 name: \
         \"t\" } }\n\
         packet { timestamp: 10 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_BEGIN \
         track_uuid: 2 name: \"one\" } }\n\
         packet { timestamp: 20 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_END \
         track_uuid: 2 } }",
    );
    let mut screen = Screen::new(&global, 80, 24);
    let text = screen.keys("jj<enter>e").text();
    assert!(text.contains("nothing tells where its time went"), "{text}");
}

/// An event without a thread is explained by its stages, in which instants have no share.
#[test]
fn a_slice_of_no_thread_is_split_by_what_lies_in_it() {
    let mut text = String::from(
        "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 track_descriptor { uuid: 2 name: \
         \"input\" } }\n",
    );
    let mut event = |ts: i64, fields: &str| {
        let event = format!("track_event {{ track_uuid: 2 {fields} }}");
        writeln!(
            text,
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 {event} }}"
        )
        .unwrap();
    };
    event(0, "type: TYPE_SLICE_BEGIN name: \"EventLatency\"");
    event(10_000_000, "type: TYPE_SLICE_BEGIN name: \"Processing\"");
    event(12_000_000, "type: TYPE_INSTANT name: \"ScheduleWork\"");
    event(20_000_000, "type: TYPE_SLICE_END");
    event(20_000_000, "type: TYPE_SLICE_BEGIN name: \"Presentation\"");
    event(40_000_000, "type: TYPE_SLICE_END");
    event(40_000_000, "type: TYPE_SLICE_END");
    let mut screen = Screen::new(&written(&text), 120, 30);
    let text = screen.keys("jj<enter>2").text();
    for line in [
        "20.0 ms  50 %  Presentation",
        "10.0 ms  25 %  EventLatency",
        "10.0 ms  25 %  Processing",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains(" %  ScheduleWork"), "{text}");
    // Without scheduling nobody knows whether anything was busy.
    assert!(!text.contains("busy"), "{text}");
    let text = screen.keys("e").text();
    assert!(text.contains("EventLatency · 40.0 ms"), "{text}");
    assert!(
        text.contains("in order of time") && !text.contains("busy"),
        "{text}"
    );
}

#[test]
fn the_stays_of_the_idle_thread_are_passed_over() {
    let mut traces = vec![demo()];
    traces.extend(corpus("cuttlefish_app_startup"));
    for trace in traces {
        let mut screen = Screen::new(&trace, 200, 60);
        screen.keys("<c-p>CPU 1<enter>").draw("cpu");
        let mut seen = Vec::new();
        for key in [".", ".", ".", ".", ",", ","] {
            screen.keys(key).draw("stay");
            let Selection::Sched(id) = *screen.selection() else {
                panic!("no stay: {}", screen.text());
            };
            assert!(!trace.processes.is_idle(trace.sched.sched_row(id).utid));
            seen.push(id);
        }
        assert_eq!(seen[1], seen[5], "there and back");
        assert!(seen[0] != seen[1] && seen[1] != seen[2]);
    }
}

/// Writes a frame of process 1000 for a display frame; times are in milliseconds.
fn put_frame(
    text: &mut String,
    (token, display): (i64, i64),
    layer: &str,
    (start, end): (i64, i64),
    jank_type: i32,
) {
    let cookie = 100_000 * token + 100 * display + layer.len() as i64;
    let of =
        format!("token: {token} display_frame_token: {display} pid: 1000 layer_name: \"{layer}\"");
    let mut event = |ms: i64, event: String| {
        let ns = 1_000_000 * ms;
        writeln!(
            text,
            "packet {{ timestamp: {ns} frame_timeline_event {{ {event} }} }}"
        )
        .unwrap();
    };
    let cookies = [2 * cookie, 2 * cookie + 1];
    event(
        start,
        format!(
            "expected_surface_frame_start {{ cookie: {} {of} }}",
            cookies[0]
        ),
    );
    event(
        start,
        format!(
            "actual_surface_frame_start {{ cookie: {} {of} present_type: PRESENT_LATE \
             jank_type: {jank_type} prediction_type: PREDICTION_VALID }}",
            cookies[1]
        ),
    );
    event(
        start + 16,
        format!("frame_end {{ cookie: {} }}", cookies[0]),
    );
    event(end, format!("frame_end {{ cookie: {} }}", cookies[1]));
}

/// The inbox, the lens and the tab Why give the same cause, which leads to its evidence.
#[test]
fn a_stuffed_frame_leads_to_the_one_ahead_of_it() {
    let mut text = String::new();
    put_frame(&mut text, (20, 21), "app#1", (0, 10), 1);
    put_frame(&mut text, (24, 25), "app#1", (8, 20), 128);
    let trace = written(&text);
    let (mut screen, rows) = opened(&trace, 24, (120, 35));
    assert!(
        rows[0].contains("cause  stuffed behind frame 20"),
        "{rows:#?}"
    );
    let ahead = frame(&trace, 20).slice;
    let found = evidence(&mut screen, &rows, "stuffed behind");
    assert_eq!(found, Selection::Slice(ahead));
    // A good frame has no cause.
    let (_, good) = opened(&trace, 20, (120, 35));
    assert!(!good[0].contains("cause"), "{good:#?}");
    // The tab Why of the frame, and of the expected frame, whose lens is that of the actual one.
    let late = frame(&trace, 24);
    let expected = trace.frames.expected_with(late.upid, 24).next().unwrap();
    for slice in [late.slice, expected.slice] {
        for (cols, lines) in [(80, 24), (120, 35), (200, 60)] {
            let mut screen = Screen::new(&trace, cols, lines);
            screen.session.state_mut().view.selection = Selection::Slice(slice);
            let text = screen.keys("2").text();
            assert!(text.contains("cause     stuffed behind frame 20"), "{text}");
            let text = screen.keys("e").text();
            assert!(text.contains("FRAME LENS  24"), "{text}");
        }
    }
}

/// Frames of one token are told apart by their layers, frames of one layer by their display frames.
#[test]
fn frames_of_one_token_say_on_which_layer_and_for_which_display_frame() {
    let mut text = String::new();
    put_frame(&mut text, (82, 90), "leash#1", (0, 10), 64);
    put_frame(&mut text, (82, 91), "leash#1", (0, 30), 64);
    put_frame(&mut text, (82, 90), "popup#22", (0, 12), 1);
    text.push_str(
        "packet { timestamp: 13000000 frame_timeline_event { actual_display_frame_start { cookie: 1 \
         token: 90 pid: 500 present_type: PRESENT_LATE jank_type: 1048576 prediction_type: \
         PREDICTION_VALID } } }\n\
         packet { timestamp: 15000000 frame_timeline_event { frame_end { cookie: 1 } } }\n",
    );
    let trace = written(&text);
    let (_, rows) = opened(&trace, 82, (120, 35));
    let of = |what: &str| rows.iter().filter(|row| row.contains(what)).count();
    assert_eq!(of("same layer  S 82  shown by 91"), 1, "{rows:#?}");
    assert_eq!((of("other layer"), of("popup#22")), (1, 1), "{rows:#?}");
    let mut screen = Screen::new(&trace, 200, 60);
    screen.session.state_mut().view.selection = Selection::Slice(frame(&trace, 82).slice);
    let text = screen.keys("Q").text();
    assert!(text.contains("this one, shown by 91 · 30.0 ms"), "{text}");
    // A jank type of unknown bits has no words.
    let (mut screen, _) = opened(&trace, 90, (120, 35));
    let text = screen.text();
    assert!(text.contains("90 · no deadline · no jank  "), "{text}");
}

/// The work on a frame, and whatever lies in it, leads back to the frame on each of its layers.
#[test]
fn a_slice_leads_to_the_frame_that_it_works_on() {
    let mut text = String::new();
    put_frame(&mut text, (20, 21), "app#1", (0, 30), 64);
    put_frame(&mut text, (20, 21), "popup#22", (0, 12), 1);
    text.push_str(
        "packet { track_descriptor { uuid: 2 thread { pid: 1000 tid: 1000 thread_name: \"app\" } } }\n",
    );
    for (ms, name) in [
        (1, Some("Choreographer#doFrame 20")),
        (2, Some("inflate")),
        (3, None),
        (30, None),
        (40, Some("Choreographer#doFrame 99")),
        (50, None),
    ] {
        let ns = 1_000_000 * ms;
        let event = match name {
            Some(name) => format!("type: TYPE_SLICE_BEGIN name: \"{name}\""),
            None => "type: TYPE_SLICE_END".to_owned(),
        };
        writeln!(
            text,
            "packet {{ timestamp: {ns} trusted_packet_sequence_id: 1 \
             track_event {{ track_uuid: 2 {event} }} }}"
        )
        .unwrap();
    }
    let trace = written(&text);
    let details = |name: &str| {
        let named = trace
            .slices
            .ids()
            .find(|&id| trace.slice_name(id).as_deref() == Some(name));
        let mut screen = Screen::new(&trace, 200, 60);
        screen.session.state_mut().view.selection = Selection::Slice(named.unwrap());
        screen
    };
    for name in ["Choreographer#doFrame 20", "inflate"] {
        let mut screen = details(name);
        let text = screen.text();
        for line in [
            "frame     20 · Self Jank, 14.0 ms late  app#1",
            "frame     20 · No Jank  popup#22",
        ] {
            assert!(text.contains(line), "{text}");
        }
        screen.keys("<enter>/app#1<enter><enter>");
        let found = screen.session.state().view.selection.clone();
        assert_eq!(found, Selection::Slice(frame(&trace, 20).slice), "{name}");
    }
    // No frame has this token.
    let text = details("Choreographer#doFrame 99").text();
    assert!(!text.contains("frame     "), "{text}");
}

/// Returns the block of the details under WHY as one line of words, and how wide the block is.
fn why_block(screen: &mut Screen, cols: u16) -> (String, usize) {
    let text = screen.text();
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let head = |line: &Vec<char>| {
        line.windows(5)
            .position(|at| at == ['W', 'H', 'Y', ' ', ' '])
    };
    let (y, x) = (0..)
        .zip(&lines)
        .find_map(|(y, line)| Some((y, head(line)?)))
        .unwrap_or_else(|| panic!("{text}"));
    let end = lines[y][x..].iter().position(|&c| c == '│');
    let end = end.map_or(usize::from(cols), |end| x + end);
    let mut words = String::new();
    for line in lines[y + 1..].iter().take_while(|line| line[x..].len() > 4) {
        let line: String = line[x..end.min(line.len())].iter().collect();
        words = format!("{words} {}", line.trim());
    }
    (words, end - x)
}

#[test]
fn the_cause_of_a_frame_is_read_whole_where_a_line_is_free_and_begins_on_a_small_screen() {
    let trace = demo();
    let mut n_long = 0;
    for (cols, rows) in [(80, 24), (120, 36), (160, 48), (200, 60)] {
        let mut screen = Screen::new(&trace, cols, rows);
        for _ in 0..8 {
            screen.keys("n").draw("a frame");
            let selected = screen.selected();
            let frame = trace.frames.actual_of(selected).unwrap();
            let cause = perfetty::query::frame_lens::cause(&trace, frame);
            let cause = perfetty::view::lens::cause_words(&cause.text, cause.dur);
            let (words, width) = why_block(&mut screen, cols);
            if cols > 80 {
                n_long += usize::from(cause.len() + 10 > width);
                assert!(words.contains(&cause), "{cause}: {}", screen.text());
            } else {
                let start: String = cause.chars().take(width).collect();
                let start = start.rsplit_once(' ').map_or(&*start, |(start, _)| start);
                assert!(words.contains(start), "{start}: {}", screen.text());
            }
        }
    }
    assert!(n_long > 0, "no cause needs two lines");
}

#[test]
fn why_has_the_width_that_few_flows_do_not_need() {
    let trace = demo();
    for (cols, rows, least) in [(80, 24, 78), (120, 36, 78), (160, 48, 80)] {
        let mut screen = Screen::new(&trace, cols, rows);
        let (words, width) = why_block(screen.keys("n2"), cols);
        assert!(width >= least, "{width}, {words}: {}", screen.text());
    }
}

/// What is said of the chosen row of a lens when `e` is pressed, and whether the hints have it.
fn deeper(screen: &mut Screen) -> (bool, String) {
    let hinted = screen.text().contains("e deeper");
    (hinted, screen.keys("e").text())
}

#[test]
fn the_lens_goes_deeper_from_its_first_row_and_says_where_it_cannot() {
    let Some(trace) = corpus("cuttlefish_app_startup") else {
        return;
    };
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys("ne");
    // The thread that the cause names ran in no slice: what leads on is the wait for it.
    let (hinted, text) = deeper(&mut screen);
    assert!(hinted && text.contains(" LENS  Sleeping"), "{text}");
    assert_eq!(screen.session.state().layers.len(), 2);
    screen.keys("<esc>");
    let own = screen.text();
    let row = own.lines().position(|line| line.contains("  actual  "));
    assert!(row.is_none(), "the row is further down: {own}");
    screen.keys("/actual<enter>");
    let (hinted, text) = deeper(&mut screen);
    assert!(!hinted, "{text}");
    assert!(
        text.contains("this row belongs to the lens that is open"),
        "{text}"
    );
    assert_eq!(screen.session.state().layers.len(), 1);
}

#[test]
fn a_lens_has_under_its_headings_what_they_say() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 200, 60);
    let text = screen.keys("ne").text();
    let head = text.lines().nth(1).unwrap();
    let state = head.chars().collect::<String>();
    let state = state.find("state").unwrap();
    let words = ["running", "runnable", "blocked", "idle", "busy", "unknown"];
    let rows = text
        .lines()
        .skip(2)
        .take_while(|line| !line.starts_with('─'));
    for row in rows.filter(|row| {
        row.trim_start_matches([' ', '▸'])
            .starts_with(|c: char| c.is_ascii_digit())
    }) {
        let cell: String = row.chars().skip(state).take(9).collect();
        let cell = cell.trim();
        assert!(cell.is_empty() || words.contains(&cell), "{cell} in {row}");
    }
    // A janky frame has its letter where its name is.
    assert!(text.contains("  S 51072  "), "{text}");
    let table = screen.table();
    let rows = table.rows.window(&trace, 0, usize::MAX);
    let heading = rows.iter().position(|row| {
        row.heading && row.cells[0].text == "in order of time, @ ms from the start"
    });
    for row in &rows[heading.unwrap() + 1..] {
        let share = &row.cells[1].text;
        assert!(share.is_empty() || share.starts_with('@'), "{share}");
    }
}

#[test]
fn a_lens_of_a_thread_has_one_table_and_folds_what_its_numbers_do_not_show() {
    let mut text = String::from(
        "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 track_descriptor { uuid: 2 thread { \
         pid: 7 tid: 7 thread_name: \"main\" } } }\n",
    );
    let mut event = |ts: i64, fields: &str| {
        let event = format!("track_event {{ track_uuid: 2 {fields} }}");
        writeln!(
            text,
            "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 {event} }}"
        )
        .unwrap();
    };
    event(0, "type: TYPE_SLICE_BEGIN name: \"load\"");
    for (at, dur, name) in [
        (1, 1, "tiny"),
        (5, 2, "speck"),
        (1_000_000, 8_000_000, "parse"),
    ] {
        event(at, &format!("type: TYPE_SLICE_BEGIN name: \"{name}\""));
        event(at + dur, "type: TYPE_SLICE_END");
    }
    event(10_000_000, "type: TYPE_SLICE_END");
    let mut screen = Screen::new(&written(&text), 100, 30);
    screen.session.ask(
        ViewRequest {
            select: vec!["name:^load".parse().unwrap()],
            ..ViewRequest::default()
        },
        Vec::new(),
    );
    screen.draw("slice");
    let text = screen.keys("e").text();
    for line in [
        "  8.00 ms   80 %  busy   parse",
        "  2.00 ms   20 %  busy   load  ×4",
        "  8.00 ms  @1.0  busy   parse",
        "more, each less than 0.01 % of it",
    ] {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut rows = text
            .lines()
            .map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(rows.any(|row| row.contains(&line)), "{line}: {text}");
    }
    for gone in ["tiny", "speck", "  thread", "more, each less than 1 %"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
}

#[test]
fn a_cpu_that_had_nothing_to_run_is_nobodys() {
    let switch = |ts: u32, from: u32, state: u32, to: u32| {
        format!(
            "event {{ timestamp: {ts} pid: {from} sched_switch {{ prev_comm: \"c{from}\" prev_pid: {from} \
             prev_prio: 120 prev_state: {state} next_comm: \"c{to}\" next_pid: {to} next_prio: 120 }} }}"
        )
    };
    let one = [switch(1_000, 0, 0, 7), switch(2_000, 7, 1, 0)].concat();
    let two = [
        switch(900, 9, 1, 0),
        switch(9_000, 0, 0, 7),
        switch(10_000, 7, 1, 0),
    ]
    .concat();
    let waking = "event { timestamp: 3000 pid: 9 sched_waking { comm: \"c7\" pid: 7 prio: 120 \
                  success: 1 target_cpu: 2 } }";
    let text = format!(
        "packet {{ ftrace_events {{ cpu: 1 {one} }} }} packet {{ ftrace_events {{ cpu: 2 {two} }} }} \
         packet {{ ftrace_events {{ cpu: 0 {waking} }} }} \
         packet {{ trusted_packet_sequence_id: 1 sequence_flags: 1 timestamp: 1000 track_descriptor {{ \
         uuid: 2 thread {{ pid: 7 tid: 7 thread_name: \"main\" }} }} }} \
         packet {{ trusted_packet_sequence_id: 1 timestamp: 1000 track_event {{ type: 1 track_uuid: 2 \
         name: \"load\" }} }} \
         packet {{ trusted_packet_sequence_id: 1 timestamp: 10000 track_event {{ type: 2 track_uuid: 2 }} }}"
    );
    for cols in [80, 120] {
        let mut screen = Screen::new(&written(&text), cols, 30);
        let text = screen.keys("/load<enter>e").text();
        assert!(text.contains("└ nothing on CPU 2"), "{text}");
    }
}
