//! What the system did, on the screen: who took a CPU from whom, the log, the kernel events, and rows of SQL
//! that lead to them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::base::time::{TimeSpan, Ts};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::{NodeId, SchedId, ThreadStateId, Utid};
use perfetty::model::sched::LogRow;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::model::track_tree::NodeKind;
use perfetty::query::wakeups;
use perfetty::view::state::{Selection, Tab};
use perfetty::view::time::selected_span;

use crate::screen::{Screen, demo, import, written};

/// Returns a trace of a CPU: `one` runs from 100 ms, loses the CPU to `two` at 200, has it again from 300 and
/// then sleeps; `two` yields it at 300.
fn preempted() -> Arc<Trace> {
    preempted_with("")
}

/// Likewise, with more events.
fn preempted_with(more: &str) -> Arc<Trace> {
    let switch = |ms: u64, (prev, state): (u32, u32), next: u32| {
        let name = |tid| ["idle", "one", "two"][tid as usize % 10];
        format!(
            "event {{ timestamp: {ms}000000 pid: {prev} sched_switch {{ prev_comm: \"{}\" prev_pid: {prev} \
             prev_prio: 120 prev_state: {state} next_comm: \"{}\" next_pid: {next} next_prio: 97 }} }} ",
            name(prev),
            name(next)
        )
    };
    let mut text =
        "packet { system_info { utsname { sysname: \"Linux\" release: \"5.10.1\" } } }\n\
                    packet { ftrace_events { cpu: 3 "
            .to_owned();
    for (ms, prev, next) in [
        (100, (0, 0), 11),
        (200, (11, 256), 12),
        (300, (12, 0), 11),
        (400, (11, 1), 0),
    ] {
        text += &switch(ms, prev, next);
    }
    text += more;
    written(&(text + "} }\n"))
}

/// Returns the states of the thread with a tid.
fn states(trace: &Trace, tid: i64) -> Vec<ThreadStateId> {
    let utid = trace
        .thread_index()
        .with_tid(0, tid, Ts::from_ns(0))
        .unwrap();
    trace.sched.of_thread(utid).to_vec()
}

fn stay(trace: &Trace, state: ThreadStateId) -> SchedId {
    wakeups::stay(trace, state).unwrap()
}

/// Selects an item and returns the lines of its details that lead somewhere.
fn leads(screen: &mut Screen, trace: &Trace, selection: Selection) -> Vec<String> {
    screen.session.state_mut().view.selection = selection;
    screen.draw("selected");
    let leads = perfetty::view::leads(trace, screen.view(), &[Tab::Selection]);
    leads.into_iter().map(|lead| lead.0).collect()
}

fn message(screen: &Screen) -> String {
    let message = screen.session.state().view.message.as_ref();
    message.map_or_else(String::new, |message| message.text.clone())
}

/// Returns the rows of the table on top, as text.
fn rows(screen: &Screen, trace: &Trace) -> Vec<String> {
    let rows = screen.table().rows.window(trace, 0, usize::MAX);
    let rows = rows.iter().map(|row| {
        let cells: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
        cells.join(" | ")
    });
    rows.collect()
}

#[test]
fn a_preempted_thread_tells_who_took_its_cpu_and_leads_there() {
    let trace = preempted();
    let (one, two) = (states(&trace, 11), states(&trace, 12));
    let [first, wait, second, ..] = one[..] else {
        panic!("{one:?}");
    };
    let mut screen = Screen::new(&trace, 160, 48);
    let told = leads(&mut screen, &trace, Selection::State(wait));
    let by = "preempted by two 12 on CPU 3  at ";
    assert!(told[0].starts_with(by), "{told:?}");
    assert_eq!(told[1], "waited    100 ms for a CPU, then ran on CPU 3");
    screen.keys("[");
    assert_eq!(*screen.selection(), Selection::Sched(stay(&trace, two[0])));
    screen.keys("<c-o>]");
    assert_eq!(*screen.selection(), Selection::State(second));
    // The run after the wait says the same, and the same keys lead on from there.
    let told = leads(&mut screen, &trace, Selection::State(second));
    let before = format!("before    {by}");
    assert!(
        told.iter().any(|line| line.starts_with(&before)),
        "{told:?}"
    );
    let waited = "waited    100 ms for a CPU";
    assert!(told.iter().any(|line| line == waited), "{told:?}");
    screen.keys("]");
    assert!(message(&screen).contains("[ goes to who took the CPU"));
    screen.keys("[");
    assert_eq!(*screen.selection(), Selection::Sched(stay(&trace, two[0])));
    // The run before the wait says so, too, as a state and as a stay on the CPU.
    for (run, next) in [
        (Selection::State(first), Selection::State(second)),
        (
            Selection::Sched(stay(&trace, first)),
            Selection::Sched(stay(&trace, second)),
        ),
    ] {
        let told = leads(&mut screen, &trace, run);
        let ended = "ended     Runnable (Preempted) by two 12";
        assert!(told.iter().any(|line| line == ended), "{told:?}");
        let then = "then      waited 100 ms for a CPU, then ran on CPU 3";
        assert!(told.iter().any(|line| line == then), "{told:?}");
        screen.keys("[");
        assert!(message(&screen).contains("does not say who woke"));
        screen.keys("]");
        assert_eq!(*screen.selection(), next);
    }
    // A thread that yields is not preempted; one that does not run again leads nowhere.
    let told = leads(&mut screen, &trace, Selection::State(two[1]));
    assert!(
        told[0].starts_with("gave way  to one 11 on CPU 3  at "),
        "{told:?}"
    );
    screen.keys("]");
    assert!(message(&screen).contains("does not show the thread run again"));
}

#[test]
fn a_small_screen_shows_who_took_the_cpu_without_scrolling() {
    let trace = preempted();
    let mut screen = Screen::new(&trace, 80, 24);
    screen.session.state_mut().view.selection = Selection::State(states(&trace, 11)[1]);
    screen.draw("a wait");
    let text = screen.text();
    // Of a name that has no room the end is enough.
    for words in [
        "preempted by two 12",
        "waited    100 ms for a CPU",
        "100 %  Preempted",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn tracks_of_block_devices_are_called_by_their_numbers() {
    let event = |device: u32| {
        format!(
            "event {{ timestamp: 5 pid: 3 block_io_start {{ dev: {device} sector: 8 }} }} \
             event {{ timestamp: 9 pid: 3 block_io_done {{ dev: {device} sector: 8 }} }} "
        )
    };
    // `linux_device_major_id` and `linux_device_minor_id` say of the second 253 and 261.
    let (one, two) = (event(8 << 8 | 5), event(1 << 20 | 253 << 8 | 5));
    let trace = written(&format!(
        "packet {{ ftrace_events {{ cpu: 0 {one} {two} }} }}\n"
    ));
    let paths = trace
        .tree
        .walk()
        .into_iter()
        .map(|node| trace.tree.path(node));
    let paths: Vec<_> = paths.filter(|path| path.contains("block ")).collect();
    assert_eq!(paths, ["IO ‣ block 8:5", "IO ‣ block 253:261"]);
}

/// A wait that is all there is to explain has room for all that ran meanwhile.
#[test]
fn why_of_one_wait_says_what_ran_in_all_of_it() {
    let names = ["one", "two", "six", "ten"];
    let mut text = "# tracer: nop\n".to_owned();
    for (at, prev, next) in [
        (0, 0, 1),
        (10, 1, 2),
        (50, 2, 3),
        (80, 3, 4),
        (110, 4, 1),
        (120, 1, 0),
    ] {
        let name = |n: usize| n.checked_sub(1).map_or("swapper/0", |n| names[n]);
        let tid = |n: usize| if n == 0 { 0 } else { n + 10 };
        let state = if (prev, at) == (1, 10) { "R+" } else { "S" };
        let (from, to) = (name(prev), name(next));
        writeln!(
            text,
            "  {from}-{} ( 10) [003] d..2 1.{at:03}000: sched_switch: prev_comm={from} prev_pid={} prev_prio=120 \
             prev_state={state} ==> next_comm={to} next_pid={} next_prio=120",
            tid(prev),
            tid(prev),
            tid(next)
        )
        .unwrap();
    }
    let trace = import(text.into_bytes());
    let wait = states(&trace, 11)[1];
    let mut screen = Screen::new(&trace, 160, 50);
    screen.session.state_mut().select(Selection::State(wait));
    screen.keys("2");
    let text = screen.text();
    for words in ["└ two 12", "└ six 13", "└ ten 14"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains(" more"), "{text}");
}

#[test]
fn why_says_who_preempted_a_thread() {
    let trace = preempted();
    let wait = states(&trace, 11)[1];
    let mut screen = Screen::new(&trace, 160, 48);
    screen.session.state_mut().view.selection = Selection::State(wait);
    let text = screen.keys("2").text();
    assert!(text.contains("preempted by two 12"), "{text}");
}

#[test]
fn the_lens_explains_a_state_and_a_stay_on_a_cpu() {
    let trace = preempted();
    let run = states(&trace, 11)[0];
    let mut screen = Screen::new(&trace, 160, 48);
    for selection in [Selection::State(run), Selection::Sched(stay(&trace, run))] {
        screen.session.state_mut().view.selection = selection.clone();
        screen.keys("e").draw("lens");
        let rows = rows(&screen, &trace);
        assert_eq!(rows[0], "where 100 ms went");
        assert!(rows[1].contains("running | in no slice"), "{rows:?}");
        screen.keys("<esc>");
        assert_eq!(*screen.selection(), selection);
    }
    screen.session.state_mut().view.selection = Selection::None;
    screen.keys("e");
    assert!(message(&screen).contains("a thread state first"));
}

#[test]
fn states_and_stays_name_the_slice_that_was_open_and_lead_to_it() {
    let slice = "event { timestamp: 150000000 pid: 11 print { buf: \"B|11|draws\\n\" } }";
    let trace = preempted_with(slice);
    let of_one = states(&trace, 11);
    let mut screen = Screen::new(&trace, 160, 48);
    // The slice began during the first run, so that run names no slice.
    let told = leads(&mut screen, &trace, Selection::State(of_one[0]));
    assert!(!told.contains(&"slice     draws".to_owned()), "{told:?}");
    for selection in [
        Selection::State(of_one[1]),
        Selection::Sched(stay(&trace, of_one[2])),
    ] {
        let told = leads(&mut screen, &trace, selection);
        assert!(told.contains(&"slice     draws".to_owned()), "{told:?}");
    }
}

#[test]
fn why_says_how_long_the_cpu_was_kept_by_who_took_it() {
    let trace = preempted();
    let mut screen = Screen::new(&trace, 160, 48);
    screen.session.state_mut().view.selection = Selection::State(states(&trace, 11)[1]);
    let text = screen.keys("2").text();
    let words = "preempted by two 12 (ran 100 ms)";
    assert!(text.contains(words), "{text}");
    screen.keys("e").draw("lens");
    let rows = rows(&screen, &trace);
    assert_eq!(rows[1], format!("100 ms | 100 % | runnable | {words}"));
    assert_eq!(rows[2], "100 ms | 100 % | running | └ two 12: on CPU 3");
}

#[test]
fn rows_of_sql_select_what_they_are() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    let mut ask = |sql: &str| {
        screen.keys("<esc><esc><esc>:");
        screen.session.type_text(sql);
        screen.keys("<enter><enter>");
        (screen.selection().clone(), message(&screen), screen.text())
    };
    let sample = ask("select * from counter order by value desc limit 3").0;
    let Selection::Counter(id) = sample else {
        panic!("{sample:?}");
    };
    // The id alone leads to the same sample.
    let sql = "select id, value from counter order by value desc limit 3";
    assert_eq!(ask(sql).0, Selection::Counter(id));
    let nodes = |utid: Utid| {
        let upid = trace.processes.thread(utid).upid?;
        let thread = trace.tree.find(&NodeKind::Thread(utid))?;
        Some((
            utid,
            thread,
            upid,
            trace.tree.find(&NodeKind::Process(upid))?,
        ))
    };
    let (utid, thread, upid, process) = trace.sched.threads().find_map(nodes).unwrap();
    let sql = format!("select utid, name from thread where utid = {}", utid.0);
    assert_eq!(ask(&sql).0, Selection::Track(thread));
    let sql = format!("select * from process where upid = {}", upid.0);
    assert_eq!(ask(&sql).0, Selection::Track(process));
    // A row with a thread and a time leads to what the thread did at that time.
    let state = trace.sched.of_thread(utid)[0];
    let ts = trace.sched.state_row(state).ts.ns();
    let sql = format!("select {ts} as ts, {} as utid", utid.0);
    assert_eq!(ask(&sql).0, Selection::State(state));
    let (selection, message, _) = ask("select ts + 1 as ts from slice limit 1");
    assert_eq!(selection, Selection::None);
    assert!(message.contains("only the time"), "{message}");
    let (_, message, text) = ask("select name from thread");
    assert!(message.contains("nothing to go to"), "{message}");
    assert!(text.contains("SQL"), "the list stays: {text}");
    // Ids of another table are not taken for those of slices.
    let (_, message, _) = ask("select id from cpu");
    assert!(message.contains("nothing to go to"), "{message}");
    let mut screen = Screen::new(&log(), 120, 40);
    screen
        .keys(":")
        .session
        .type_text("select * from android_logs limit 3");
    screen.keys("<enter>j<enter>");
    assert_eq!(*screen.selection(), Selection::Log(1));
}

#[test]
fn a_group_of_cpus_counts_cpus() {
    let mut text = String::new();
    for cpu in 0..4 {
        let _infallible = writeln!(
            text,
            "packet {{ trusted_packet_sequence_id: 1 ftrace_events {{ cpu: {cpu} \
             event {{ timestamp: 1000 pid: 0 sched_switch {{ prev_comm: \"idle\" prev_pid: 0 prev_prio: 120 \
             prev_state: 0 next_comm: \"t\" next_pid: 1{cpu} next_prio: 120 }} }} \
             event {{ timestamp: 1500 pid: 1{cpu} cpu_idle {{ state: 1 cpu_id: {cpu} }} }} \
             event {{ timestamp: 1600 pid: 1{cpu} cpu_frequency {{ state: 5 cpu_id: {cpu} }} }} \
             event {{ timestamp: 2000 pid: 1{cpu} sched_switch {{ prev_comm: \"t\" prev_pid: 1{cpu} \
             prev_prio: 120 prev_state: 1 next_comm: \"idle\" next_pid: 0 next_prio: 120 }} }} }} }}"
        );
    }
    let trace = written(&text);
    let group = trace.tree.node(NodeId(1));
    assert_eq!((&*group.name, group.children.len()), ("CPU", 6));
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys("gg C");
    assert!(screen.text().contains("CPU ×4"), "{}", screen.text());
    screen.keys("<space>");
    assert!(screen.text().contains("─ 4 CPUs ─"), "{}", screen.text());
}

#[test]
fn the_commands_of_lists_of_events_print_what_they_show() {
    let mut screen = Screen::new(&log(), 200, 24);
    screen.keys(">logs<enter>");
    assert!(screen.table().command.contains("from logs"));
    screen.keys("/level:w 7<enter>");
    let command = &screen.table().command;
    assert!(
        command.contains("prio >= 5") && command.contains("'7'"),
        "{command}"
    );
    screen.keys("/<esc>");
    assert!(!screen.table().command.contains("prio >="));
    let mut screen = Screen::new(&preempted(), 200, 24);
    screen.keys(">ftrace<enter>/two<enter>");
    let command = &screen.table().command;
    assert!(
        command.contains("arguments") && command.contains("'two'"),
        "{command}"
    );
}

#[test]
fn a_line_of_the_log_leads_to_what_its_thread_did() {
    let mut b = TraceBuilder::new();
    let app = b.process(1, "app");
    let utid = b.thread(app, 2, "t");
    let track = b.slice_track(Scope::Thread(utid), None);
    let slice = b.nested_slices(track, &[(10, 50, "work")])[0];
    let msg = b.str("hello");
    b.logs.push(LogRow {
        ts: Ts::from_ns(20),
        utid: Some(utid),
        prio: 4,
        msg: Some(msg),
        ..LogRow::default()
    });
    let mut screen = Screen::new(&Arc::new(b.finish()), 120, 40);
    screen.keys(">logs<enter><enter><enter>");
    assert!(
        screen.text().contains("WHERE IT LEADS"),
        "{}",
        screen.text()
    );
    screen.keys("<enter>");
    assert_eq!(*screen.selection(), Selection::Slice(slice));
}

/// Returns a trace with a log of one line per priority, the third with a message of many words.
fn log() -> Arc<Trace> {
    let mut text = "packet { clock_snapshot { clocks { clock_id: 6 timestamp: 0 } clocks { \
                    clock_id: 1 timestamp: 0 } } }\n"
        .to_owned();
    for prio in 2..8_u64 {
        let words = match prio {
            4 => "one two three four five six seven eight nine ten ".repeat(8),
            _ => format!("message {prio}"),
        };
        let _infallible = writeln!(
            text,
            "packet {{ timestamp: {prio}000 android_log {{ events {{ timestamp: {prio}000 pid: 9 tid: 9 \
             prio: {prio} tag: \"ActivityTaskManagerService\" message: \"{words}\" }} }} }}"
        );
    }
    written(&text)
}

#[test]
fn the_details_of_a_log_line_tell_its_level_and_all_of_its_message() {
    let trace = log();
    let mut screen = Screen::new(&trace, 80, 24);
    screen.session.state_mut().view.selection = Selection::Log(2);
    screen.draw("a line");
    let text = screen.text();
    assert!(
        text.contains("info      ActivityTaskManagerService"),
        "{text}"
    );
    assert!(text.contains("message   one two"), "{text}");
    assert!(text.contains("time "), "below the message: {text}");
    let mut large = Screen::new(&trace, 80, 60);
    large.session.state_mut().view.selection = Selection::Log(2);
    large.draw("a line");
    let text = large.text();
    assert_eq!(text.matches("seven").count(), 8, "{text}");
}

#[test]
fn the_log_gives_messages_room_and_is_filtered_by_level() {
    let trace = log();
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys(">logs<enter>").draw("log");
    let text = screen.text();
    let line = text.lines().find(|line| line.contains("one two")).unwrap();
    assert!(line.contains("one two three four"), "{line}");
    assert!(text.contains("Esc close  /level:W"), "{text}");
    for (filter, n) in [
        ("level:w", 3),
        ("E:", 2),
        ("*:V", 6),
        ("level:info", 4),
        ("W: 7", 1),
    ] {
        screen.keys("/<c-u>");
        screen.session.type_text(filter);
        screen.keys("<enter>");
        assert_eq!(screen.table().rows.len(), n, "{filter}");
    }
}

#[test]
fn events_of_the_kernel_are_listed_filtered_sorted_and_gone_to() {
    let trace = preempted();
    let mut screen = Screen::new(&trace, 160, 48);
    screen.keys(">ftrace<enter>").draw("events");
    let all = rows(&screen, &trace);
    assert_eq!(all.len(), 4, "{all:?}");
    let second = "3 |  | one 11 | sched_switch | next_comm=two next_pid=12 next_prio=97 \
                  prev_comm=one prev_pid=11 prev_prio=120 prev_state=256";
    assert!(all[1].ends_with(second), "{all:?}");
    // At that time a stay of the thread ended.
    screen.keys("j<enter>");
    let one = states(&trace, 11);
    let ts = Ts::from_ns(200_000_000);
    assert_eq!(*screen.selection(), Selection::Sched(stay(&trace, one[0])));
    assert_eq!(screen.view().cursor_ts, Some(ts));
    // The idle thread has nothing to select, so only the time cursor moves.
    screen.session.state_mut().view.selection = Selection::None;
    screen.keys("<esc>>ftrace<enter><enter>");
    assert_eq!(*screen.selection(), Selection::None);
    assert_eq!(screen.view().cursor_ts, Some(Ts::from_ns(100_000_000)));
    // The rows are hits then, as those of other lists of times.
    let text = screen.keys(">ftrace<enter>n").text();
    assert!(
        text.contains("n and N walk 4 rows of the kernel events"),
        "{text}"
    );
    screen.keys("n");
    assert_eq!(*screen.selection(), Selection::Sched(stay(&trace, one[0])));
    assert_eq!(screen.view().cursor_ts, Some(ts));
    screen.keys("<esc>>ftrace<enter>/next_pid=12<enter>");
    assert_eq!(rows(&screen, &trace), all[1..2]);
    // Sorts by every column but the last, then in the first order, then by the first column again.
    screen.keys("/<c-u><enter>sssss");
    assert_eq!(screen.table().order, "by event, A to Z");
    screen.keys("s");
    assert_eq!(screen.table().order, "as listed");
    screen.keys("s");
    assert_eq!(screen.table().order, "by time, largest first");
    assert!(rows(&screen, &trace)[0].ends_with("prev_pid=11 prev_prio=120 prev_state=1"));
}

#[test]
fn events_of_the_kernel_open_at_the_selection() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys("nf>ftrace<enter>").draw("events");
    let selected = selected_span(&trace, screen.selection()).unwrap();
    let start = selected.start();
    let events = trace.ftrace_rows(&|| false).unwrap();
    let chosen = screen.table().chosen;
    assert!(chosen > 0);
    assert!(events.get(chosen).unwrap().ts >= start);
    assert!(events.get(chosen - 1).unwrap().ts < start);
    assert_ne!(events.get(chosen).unwrap().utid, Utid(u32::MAX));
}

#[test]
fn a_trace_without_events_of_the_kernel_says_so() {
    let trace = log();
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys(">ftrace<enter>");
    assert!(screen.view().overlays.is_empty());
    assert!(message(&screen).contains("no kernel events"));
}

#[test]
fn a_track_of_a_thread_tells_its_states_in_the_window() {
    let trace = preempted();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("5");
    let mut seen = 0;
    for node in trace.tree.walk() {
        let utid = match trace.tree.node(node).kind {
            NodeKind::Thread(utid) | NodeKind::ThreadStates(utid) => Some(utid),
            NodeKind::Process(_) => None,
            _ => continue,
        };
        screen.session.state_mut().select(Selection::Track(node));
        let text = screen.text();
        let Some(utid) = utid else {
            let words = "no thread states: it is of no thread";
            assert!(text.contains(words), "{text}");
            continue;
        };
        if trace.sched.of_thread(utid).is_empty() {
            continue;
        }
        seen += 1;
        let words = format!("STATES of {}  in this window", trace.thread_title(utid));
        assert!(text.contains(&words), "{words}: {text}");
    }
    assert!(seen > 1);
}

#[test]
fn a_cpu_tells_which_threads_ran_on_it_in_the_window() {
    let trace = preempted();
    let cpu = |&id: &NodeId| matches!(trace.tree.node(id).kind, NodeKind::CpuSched(_));
    let cpu = trace.tree.walk().into_iter().find(cpu).unwrap();
    let mut screen = Screen::new(&trace, 120, 40);
    let state = screen.session.state_mut();
    state.view.selection = Selection::Track(cpu);
    state.view.details.tab = Tab::States;
    screen.keys("0");
    let rows = |screen: &mut Screen| {
        let text = screen.text();
        let rows = text.lines().skip_while(|line| !line.contains(" busy "));
        let left = |line: &str| line.split('│').next().unwrap_or_default().trim().to_owned();
        rows.map(left).take(4).collect::<Vec<_>>()
    };
    let all = rows(&mut screen);
    assert_eq!(all[0], "busy 300 ms of 300 ms (100 %)");
    assert!(all[1].starts_with("THREADS in this window"), "{all:?}");
    assert!(
        all[2].contains("one 11") && all[2].contains("200 ms      67 %"),
        "{all:?}"
    );
    assert!(
        all[3].contains("two 12") && all[3].contains("100 ms      33 %"),
        "{all:?}"
    );
    // What reaches into the window counts with the part of it that is inside.
    let span = TimeSpan::new(Ts::from_ns(150_000_000), Ts::from_ns(350_000_000));
    screen.session.state_mut().show_window(span);
    screen.keys("w");
    let part = rows(&mut screen);
    assert!(part[2].contains("two 12"), "{part:?}");
    assert!(part[3].contains("one 11"), "{part:?}");
    // The key of the tab leads to the longest stay of each.
    screen.keys("5<enter>");
    let Selection::Sched(stay) = screen.session.state().view.selection else {
        panic!("{}", screen.text());
    };
    assert_eq!(trace.sched.sched_row(stay).ts, Ts::from_ns(200_000_000));
}

#[test]
fn time_without_a_state_is_told_and_no_share_of_another() {
    // The state of `two` is unknown until it has the CPU at 200 ms, for 100 of the slice's 250 ms.
    let print = |ms: u32, text: &str| {
        format!("event {{ timestamp: {ms}000000 pid: 12 print {{ buf: \"{text}\\n\" }} }} ")
    };
    let trace = preempted_with(&(print(100, "B|12|waits") + &print(350, "E|12")));
    let mut screen = Screen::new(&trace, 120, 40);
    let slice = trace.slices.ids().next().unwrap();
    screen.session.state_mut().select(Selection::Slice(slice));
    screen.keys("5");
    let text = screen.text();
    for words in [
        "100 ms  40 %  Running",
        "50.0 ms  20 %  Runnable",
        "100 ms  40 %  no state recorded",
        // The bar next to the selection says the same.
        "40 · 20 %",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn states_of_several_letters_are_spelled_out_and_keep_their_io() {
    let text = "\
# tracer: nop
  <idle>-0   (-----) [000] d..2 10.000001: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=main next_pid=100 next_prio=120
    main-100 (  100) [000] d..2 10.000500: sched_switch: prev_comm=main prev_pid=100 prev_prio=120 prev_state=D|K ==> next_comm=swapper/0 next_pid=0 next_prio=120
      wk-101 (  100) [001] d..3 10.000600: sched_blocked_reason: pid=100 iowait=1 caller=foo+0x10/0x20
      wk-101 (  100) [001] d..3 10.000610: sched_waking: comm=main pid=100 prio=120 success=1 target_cpu=000
  <idle>-0   (-----) [000] d..2 10.000700: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=main next_pid=100 next_prio=120
    main-100 (  100) [000] d..2 10.001000: sched_switch: prev_comm=main prev_pid=100 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
";
    let trace = import(text.as_bytes().to_vec());
    let blocked = |&id: &ThreadStateId| {
        let row = trace.sched.state_row(id);
        trace.text(row.state) == "DK" && row.io_wait == Some(true)
    };
    let blocked = states(&trace, 100).into_iter().find(blocked).unwrap();
    let mut screen = Screen::new(&trace, 160, 40);
    screen.session.state_mut().select(Selection::State(blocked));
    let name = "Uninterruptible Sleep (IO) + Wakekill";
    let text = screen.text();
    assert!(text.contains(&format!(" {name} ")), "{text}");
    // The function is separated from its key by blanks.
    assert!(text.contains(" blocked   in foo "), "{text}");
    for area in [false, true] {
        screen.session.state_mut().select(Selection::State(blocked));
        screen.keys(if area { "R" } else { "5" });
        let text = screen.text();
        assert!(text.contains(&format!(" {name} ")), "{area}: {text}");
        // In an area it is summed by function.
        let sums = text.lines().skip_while(|line| !line.contains("BLOCKED IN"));
        let function = sums.skip(1).find(|line| line.contains(" foo "));
        assert_eq!(function.is_some(), area, "{text}");
    }
}

#[test]
fn what_a_state_is_that_no_kernel_has_is_unknown() {
    let trace = preempted_with(
        "event { timestamp: 500000000 pid: 0 sched_switch { prev_comm: \"idle\" prev_pid: 0 prev_prio: 120 \
         prev_state: 0 next_comm: \"two\" next_pid: 12 next_prio: 97 } } \
         event { timestamp: 600000000 pid: 12 sched_switch { prev_comm: \"two\" prev_pid: 12 prev_prio: 97 \
         prev_state: 1026 next_comm: \"idle\" next_pid: 0 next_prio: 120 } } ",
    );
    let last = *states(&trace, 12).last().unwrap();
    let state = trace.sched.state_row(last).state;
    assert_eq!(trace.text(state), "");
    let mut screen = Screen::new(&trace, 120, 40);
    screen.session.state_mut().select(Selection::State(last));
    let text = screen.text();
    assert!(text.contains(" Unknown "), "{text}");
}

/// A thread that ran for 100, 60, 50, 30 and 20 ms on CPUs 0 to 4, of which the first three have little cores.
fn on_five_cpus() -> Arc<Trace> {
    let mut text = "packet { cpu_info { ".to_owned();
    for capacity in [100, 100, 100, 1024, 1024] {
        write!(text, "cpus {{ capacity: {capacity} frequencies: 1 }} ").unwrap();
    }
    text += "} }\n";
    let mut ms = 100;
    for (cpu, dur) in [100, 60, 50, 30, 20].into_iter().enumerate() {
        let end = ms + dur;
        writeln!(
            text,
            "packet {{ ftrace_events {{ cpu: {cpu} \
             event {{ timestamp: {ms}000000 pid: 0 sched_switch {{ prev_comm: \"idle\" prev_pid: 0 prev_prio: 120 \
             prev_state: 0 next_comm: \"one\" next_pid: 11 next_prio: 97 }} }} \
             event {{ timestamp: {end}000000 pid: 11 sched_switch {{ prev_comm: \"one\" prev_pid: 11 prev_prio: 97 \
             prev_state: 1 next_comm: \"idle\" next_pid: 0 next_prio: 120 }} }} }} }}"
        )
        .unwrap();
        ms = end + 40;
    }
    written(&text)
}

#[test]
fn below_running_stand_the_cpus_with_the_kinds_of_their_cores() {
    let trace = on_five_cpus();
    let thread = |&id: &NodeId| matches!(trace.tree.node(id).kind, NodeKind::ThreadStates(_));
    let thread = trace.tree.walk().into_iter().find(thread).unwrap();
    let mut screen = Screen::new(&trace, 120, 40);
    let state = screen.session.state_mut();
    state.view.selection = Selection::Track(thread);
    state.view.details.tab = Tab::States;
    let text = screen.keys("0").text();
    let after = |words: &str| {
        let (_, after) = text
            .split_once(words)
            .unwrap_or_else(|| panic!("{words}: {text}"));
        after
    };
    let below: Vec<Vec<&str>> = after("Running  ×5")
        .lines()
        .skip(1)
        .map(|line| line.split('│').next().unwrap_or_default())
        .map(|line| line.split_whitespace().collect())
        .take(4)
        .collect();
    let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
    assert_eq!(below[0][..2], words("100 ms"));
    assert_eq!(below[0][4..], words("CPU 0 little"));
    assert_eq!(below[1][4..], words("CPU 1 little"));
    assert_eq!(below[2][4..], words("CPU 2 little"));
    assert_eq!(below[3][..2], words("50.0 ms"));
    assert_eq!(below[3][4..], words("2 more CPUs"));
    // The rows of the CPUs say it, too, and so do stays on them.
    after("CPU 4 big");
    let leads = leads(
        &mut screen,
        &trace,
        Selection::Sched(SchedId::from_index(0)),
    );
    assert!(!leads.is_empty());
    after("CPU 0 little");
    let text = screen.text();
    assert!(text.contains("one 11 on CPU 0 little"), "{text}");
    assert!(text.contains("97 real-time"), "{text}");
    // An area adds them up.
    screen.resize(120, 80);
    let text = screen.keys("**").text();
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.contains("RAN ON"))
        .collect();
    assert!(
        rows[1].contains("CPU 0 little") && rows[1].contains("100 ms"),
        "{text}"
    );
    assert!(
        rows[4].contains("CPU 3 big") && rows[4].contains("30.0 ms"),
        "{text}"
    );
}

#[test]
fn a_waker_is_named_with_its_process_where_there_is_room() {
    let events = "event { timestamp: 405000000 pid: 12 sched_waking { comm: \"one\" pid: 11 prio: 120 target_cpu: 3 } } \
         event { timestamp: 410000000 pid: 0 sched_switch { prev_comm: \"idle\" prev_pid: 0 prev_prio: 120 \
         prev_state: 0 next_comm: \"one\" next_pid: 11 next_prio: 120 } } } }\n\
         packet { process_tree { processes { pid: 10 ppid: 1 cmdline: \"com.example.sensors\" } \
         processes { pid: 20 ppid: 1 cmdline: \"app\" } \
         threads { tid: 12 tgid: 10 } threads { tid: 11 tgid: 20 } } } packet { ftrace_events { cpu: 1 ";
    let trace = preempted_with(events);
    let woken = *states(&trace, 11).last().unwrap();
    let told = |cols| {
        let mut screen = Screen::new(&trace, cols, 40);
        screen.session.state_mut().view.selection = Selection::State(woken);
        screen.text()
    };
    let text = told(200);
    assert!(text.contains("two 12 of com.example.sensors 10"), "{text}");
    let text = told(40);
    assert!(
        text.contains("two 12") && !text.contains("of com.ex"),
        "{text}"
    );
}
