//! Lists on the screen: their groups, their commands in the palette, the way back to them, and what is said
//! where there is nothing to show.

use std::sync::Arc;

use perfetty::app::key::Key;
use perfetty::base::time::{TimeSpan, Ts};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::{SchedId, ThreadStateId};
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::overlay::Overlay;
use perfetty::view::state::{Area, Selection};

use crate::reproduce::copied;
use crate::screen::{Screen, demo, written};

/// Returns a trace of two threads with slices of two names.
fn two_threads() -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let render = b.thread(app, 8, "render");
    let one = b.slice_track(Scope::Thread(main), None);
    let two = b.slice_track(Scope::Thread(render), None);
    b.nested_slices(
        one,
        &[
            (10, 5, "draw text"),
            (20, 9, "draw text"),
            (40, 7, "draw line"),
        ],
    );
    b.nested_slices(two, &[(15, 3, "draw line"), (30, 1, "draw line")]);
    Arc::new(b.finish())
}

/// Returns the message on the screen.
fn message(screen: &Screen) -> String {
    let message = screen.view().message.as_ref();
    message.map_or_else(String::new, |message| message.text.clone())
}

/// Returns the headings of the list on top, and the durations of the rows below them.
fn groups(screen: &Screen) -> Vec<String> {
    let trace = Arc::clone(screen.session.trace());
    let table = screen.table();
    let rows = table.rows.window(&trace, 0, 50);
    let word = |row: &perfetty::view::overlay::TableRow| {
        let at = usize::from(!row.heading);
        row.cells[at].text.clone()
    };
    rows.iter().map(word).collect()
}

#[test]
fn hits_are_grouped_and_sorted_within_their_groups() {
    let mut screen = Screen::new(&two_threads(), 160, 30);
    screen.keys("/draw<a-enter>");
    assert_eq!(groups(&screen).len(), 5);
    screen.keys("g");
    let by_name = [
        "×3  draw line",
        "3 ns",
        "1 ns",
        "7 ns",
        "×2  draw text",
        "5 ns",
        "9 ns",
    ];
    assert_eq!(groups(&screen), by_name);
    assert!(screen.text().contains("by time, grouped by name"));
    // The second column is the duration.
    screen.keys("gss");
    let by_thread = [
        "×3  main 7 · app 7",
        "9 ns",
        "7 ns",
        "5 ns",
        "×2  render 8 · app 7",
        "3 ns",
        "1 ns",
    ];
    assert_eq!(groups(&screen), by_thread);
    screen.keys("S");
    assert_eq!(groups(&screen)[1..4], ["5 ns", "7 ns", "9 ns"]);
    screen.keys("gg");
    assert_eq!(groups(&screen).len(), 5);
}

#[test]
fn escape_leads_back_from_a_hit_to_the_list_and_its_filter() {
    let mut screen = Screen::new(&two_threads(), 160, 30);
    screen.keys("/draw<a-enter>/dur<gt>4ns<enter>j<enter>");
    assert!(screen.view().overlays.is_empty());
    let hit = screen.selected();
    let text = screen.text();
    assert!(text.contains("Esc back to the list"), "{text}");
    screen.keys("<esc>");
    let text = screen.text();
    assert!(text.contains("· 3 match the filter"), "{text}");
    screen.keys("<enter>");
    assert_eq!(screen.selected(), hit, "the chosen row has stayed");
    screen.keys("<esc><esc>");
    assert!(screen.text().contains("Esc end search"));
    screen.keys("<esc>");
    assert!(!screen.text().contains("Esc end search"));
}

#[test]
fn what_was_gone_to_from_a_list_says_that_escape_leads_back() {
    let mut screen = Screen::new(&demo(), 80, 24);
    let back = "Esc back to the list";
    screen.keys("J<enter>");
    assert!(screen.text().contains(back), "{}", screen.text());
    screen.keys("R");
    let text = screen.text();
    assert!(text.contains(back) && !text.contains("Esc clear"), "{text}");
    screen.keys("<esc>");
    assert!(screen.text().contains("INBOX"), "{}", screen.text());
    // An area that is being drawn is given up first, as its hint says.
    screen.keys("<enter>");
    let frame = screen.selected();
    screen.keys("vd");
    assert!(screen.text().contains("Esc cancel"), "{}", screen.text());
    screen.keys("<esc>");
    assert!(screen.view().overlays.is_empty());
    assert_eq!(screen.selected(), frame);
    screen.keys("<esc>");
    assert!(screen.text().contains("INBOX"), "{}", screen.text());
    screen.keys("<esc>nR");
    let text = screen.text();
    assert!(!text.contains(back) && text.contains("Esc clear"), "{text}");
}

#[test]
fn one_row_matches_and_two_match() {
    let mut screen = Screen::new(&two_threads(), 160, 30);
    screen.keys("/draw<a-enter>/dur<gt>8ns<enter>");
    let text = screen.text();
    assert!(text.contains("· 1 matches the filter"), "{text}");
}

#[test]
fn the_palette_over_a_list_has_the_commands_of_the_list() {
    let mut screen = Screen::new(&two_threads(), 160, 30);
    screen.keys("/draw<a-enter>>");
    let text = screen.text();
    let of_list = text.find("list-export").expect("the list's command");
    let of_main = text.find("zoom-in").expect("a command of the main screen");
    assert!(of_list < of_main, "{text}");
    assert!(
        text.contains("5 hits for draw"),
        "the list is below: {text}"
    );
    assert!(
        !text.contains("list-branch"),
        "no command of the ladder: {text}"
    );
    screen.keys("list-group<enter>");
    assert_eq!(groups(&screen)[0], "×3  draw line");
    // Closing by the palette closes the list, and not the program.
    screen.keys(">close<enter>");
    assert!(screen.view().overlays.is_empty());
    assert!(!screen.text().is_empty());
    // Commands of the main screen leave the list.
    screen.keys("/draw<a-enter>>fit-all<enter>");
    assert!(screen.view().overlays.is_empty());
}

#[test]
fn a_list_without_rows_has_no_headings_and_no_keys_for_them() {
    let mut screen = Screen::new(&two_threads(), 120, 30);
    screen.keys("!");
    let text = screen.text();
    assert!(text.contains("everything in the trace could"), "{text}");
    for words in ["severity", "s sort", "x export"] {
        assert!(!text.contains(words), "{words}: {text}");
    }
    // Of what the trace does not have at all there is no list.
    for (keys, none) in [
        (">logs<enter>", "this trace has no log"),
        (">cujs<enter>", "this trace marks no critical user journeys"),
    ] {
        let text = screen.keys("<esc>").keys(keys).text();
        assert!(screen.view().overlays.is_empty(), "{text}");
        assert!(text.contains(none), "{text}");
    }
    // The columns of a query are a part of its answer.
    screen.keys("<esc>:select id, name from slice where false<enter>");
    let text = screen.text();
    assert!(text.contains("id  name"), "{text}");
}

#[test]
fn rows_of_a_query_are_walked_and_marked() {
    let mut screen = Screen::new(&two_threads(), 120, 30);
    let marks = |screen: &mut Screen| screen.text().matches('▾').count();
    let n_groups = marks(&mut screen);
    let query = ":select id, name from slice where name like 'draw l%' order by ts desc<enter>";
    screen.keys(query);
    let ts = |screen: &Screen| screen.session.trace().slices.ts(screen.selected()).ns();
    // The chosen row is the first, which is the last in time; the others are walked by time.
    screen.keys("n");
    assert_eq!(message(&screen), "n and N walk 3 rows of the query");
    assert_eq!(ts(&screen), 40);
    // An open group has the same sign.
    assert_eq!(marks(&mut screen), n_groups + 3);
    screen.keys("N");
    assert_eq!(ts(&screen), 30);
    assert!(screen.text().contains("hit 2 of 3"), "{}", screen.text());
    // No flag finds these hits again.
    assert!(!copied(&mut screen.session).contains("--search"));
    // Escape leads back to the list, and in the end nothing is marked.
    screen.keys("<esc>");
    assert_eq!(screen.table().badge, "SQL");
    screen.keys("<esc>n");
    assert_eq!(ts(&screen), 15);
    screen.keys(">search-hits<enter>");
    assert!(
        screen.text().contains("3 hits for the query"),
        "{}",
        screen.text()
    );
    screen.keys("<esc><esc><esc>");
    assert_eq!(marks(&mut screen), n_groups);
    // A search is one again, with its flag.
    screen.keys(query).keys("n/text<enter>");
    assert!(copied(&mut screen.session).contains("--search text"));
    // Rows without a place are not walked; where none has one, the list stays.
    screen.keys("<esc><esc><esc>:select 1 as one union select 2<enter>n");
    let none = "none of these rows has a time or is a track";
    assert_eq!(message(&screen), none);
    screen.keys("<esc>:select id from slice where false<enter>n");
    assert_eq!(message(&screen), "there are no rows to walk");
    screen.keys(
        "<esc>:select ts, dur, name from slice where ts = 40 union all select 20, 1, 'x'<enter>n",
    );
    assert_eq!(message(&screen), "n and N walk 2 rows of the query");
    assert_eq!(ts(&screen), 40);
    // What is nothing in the trace is a stretch of time, or an instant.
    screen.keys("N");
    let Selection::Area(area) = screen.selection() else {
        panic!("{:?}", screen.selection());
    };
    assert_eq!((area.span.start().ns(), area.span.dur().ns()), (20, 1));
    assert!(area.nodes.is_empty());
    assert!(screen.text().contains("hit 1 of 2"), "{}", screen.text());
    screen.keys(
        "<esc><esc><esc>:select ts, dur, name from slice where ts = 40 union all select 20, 0, 'x'<enter>nN",
    );
    assert_eq!(*screen.selection(), Selection::None);
    assert!(screen.text().contains("hit 1 of 2"), "{}", screen.text());
    screen.keys("n");
    assert_eq!(ts(&screen), 40);
    screen.keys("<esc><esc>:select s.id, s.name from slice s, thread t where s.ts = 40 and t.tid in (7, 8)<enter>n");
    let some = "n and N walk 1 row of the query; 1 not: without a time, or the same again";
    assert_eq!(message(&screen), some);
}

#[test]
fn rows_that_are_no_slices_are_walked_in_the_order_of_time() {
    let mut screen = Screen::new(&demo(), 160, 40);
    // The shortest first, which is the last in time.
    let state = "select id, ts, dur, state, utid from thread_state where state = 'D' order by dur";
    screen.keys(&format!(":{state}<enter>"));
    let n = screen.table().rows.len();
    assert!(n > 2, "{n}");
    screen.keys("n");
    assert_eq!(
        message(&screen),
        format!("n and N walk {n} rows of the query")
    );
    let begins = |screen: &Screen| match screen.selection() {
        Selection::State(id) => {
            let states = screen.session.trace().sched.states();
            states.get(id.index()).unwrap().ts.ns()
        }
        other => panic!("{other:?}"),
    };
    let mut times = vec![begins(&screen)];
    for _ in 1..n {
        screen.keys("n");
        times.push(begins(&screen));
    }
    // All of them once, from the shortest on; the walk begins again from the other end once.
    let rises = times.windows(2).filter(|pair| pair[0] < pair[1]).count();
    assert!(rises >= n - 2, "{times:?}");
    times.sort_unstable();
    times.dedup();
    assert_eq!(times.len(), n);
    let hint = format!(" of {n}");
    assert!(screen.text().contains(&hint), "{}", screen.text());
    // Escape leads back to the list, which is not one of what a search finds.
    screen.keys("<esc>");
    assert_eq!(screen.table().badge, "SQL");
    screen.keys("n>search-hits<enter>");
    assert!(message(&screen).contains("no search found them"));
    // Samples of counters, stays on CPUs and lines of the log in one list.
    let mixed = "select 'counter' as what, id, ts from counter where id <lt> 3 union all select 'sched', id, ts from sched where id <lt> 3";
    screen.keys(&format!("<esc><esc>:{mixed}<enter>n"));
    assert!(
        message(&screen).starts_with("n and N walk "),
        "{}",
        message(&screen)
    );
}

#[test]
fn a_row_that_leads_nowhere_says_why() {
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("J<enter>e");
    let trace = Arc::clone(screen.session.trace());
    let table = screen.table();
    let rows = table.rows.window(&trace, 0, table.rows.len());
    let adds_up = |row: &perfetty::view::overlay::TableRow| {
        let last = row.cells.last();
        last.is_some_and(|cell| cell.text.contains(" more, each less"))
    };
    let at = rows.iter().position(adds_up).expect("a row of the rest");
    let above = rows[..at].iter().filter(|row| !row.heading).count();
    screen.keys(&"j".repeat(above));
    screen.keys("<enter>");
    assert!(message(&screen).contains("adds up"), "{}", message(&screen));
}

#[test]
fn tabs_say_why_they_show_nothing_while_nothing_is_selected() {
    let mut screen = Screen::new(&two_threads(), 120, 30);
    for keys in ["5", "5", "2", "3", "3"] {
        screen.keys(keys);
        let said = message(&screen);
        assert_eq!(
            said, "nothing is selected; Enter on a row selects",
            "{keys}"
        );
    }
    for _ in 0..2 {
        screen.keys("6");
        assert_eq!(message(&screen), "no query has been run; : types one");
    }
    screen.keys("/draw<enter><esc>");
    assert_ne!(*screen.selection(), Selection::None);
    screen.keys("5");
    assert_eq!(message(&screen), "");
}

#[test]
fn a_counter_that_only_grows_names_the_key_for_its_rate() {
    let mut b = TraceBuilder::new();
    let grows: Vec<(i64, f64)> = (0..9).map(|at| (at * 10, at as f64)).collect();
    b.counter_track(Scope::Global, "sent", "bytes", &grows);
    let mut falls = grows.clone();
    falls[5].1 = 0.0;
    b.counter_track(Scope::Global, "free", "bytes", &falls);
    b.counter_track(Scope::Global, "few", "bytes", &grows[..7]);
    let trace = Arc::new(b.finish());
    let words = "it only grows: > counter-mode draws its rate";
    for (track, grows) in [("sent", true), ("free", false), ("few", false)] {
        let mut screen = Screen::new(&trace, 120, 40);
        screen.keys("<c-p>").session.type_text(track);
        screen.keys("<enter>");
        let text = screen.text();
        assert!(text.contains("samples "), "{text}");
        assert_eq!(text.contains(words), grows, "{track}: {text}");
        screen.keys(">counter-mode<enter>>counter-mode<enter>");
        assert!(!screen.text().contains(words), "its rate is drawn");
    }
}

#[test]
fn small_percentages_are_drawn_to_a_round_end_that_is_told() {
    let counter = |values: [f64; 2]| {
        let samples = values.iter().enumerate().map(|(at, value)| {
            let ts = (at + 1) * 100;
            format!(
                "packet {{ timestamp: {ts} trusted_packet_sequence_id: 1 track_event {{ type: \
                 TYPE_COUNTER track_uuid: 10 double_counter_value: {value:?} }} }}\n"
            )
        });
        written(&format!(
            "packet {{ track_descriptor {{ uuid: 10 name: \"load\" counter {{ unit_name: \"%\" }} }} }}\n{}",
            samples.collect::<String>()
        ))
    };
    for (values, end) in [
        ([1.0, 2.0], Some("10 %")),
        ([0.2, 0.4], Some("1 %")),
        ([1.0, 10.0], Some("10 %")),
        ([1.0, 11.0], None),
    ] {
        let mut screen = Screen::new(&counter(values), 120, 40);
        screen.keys("<c-p>load<enter>");
        let text = screen.text();
        let told = end.map(|end| format!("the axis ends at {end}"));
        assert_eq!(
            text.contains("the axis ends at"),
            told.is_some(),
            "{values:?}: {text}"
        );
        assert!(told.is_none_or(|told| text.contains(&told)), "{text}");
    }
}

#[test]
fn tab_writes_a_query_about_what_is_selected() {
    let trace = two_threads();
    let mut screen = Screen::new(&trace, 120, 30);
    screen.keys(":");
    let text = screen.text();
    assert!(text.contains("Tab this query"), "{text}");
    screen.keys("<esc>/draw line<enter>");
    let selected = screen.selected();
    assert_ne!(trace.sql_ids().id(selected), Some(selected.0));
    screen.keys(":<tab>");
    let query = "select * from slice where track_id = 1 and ts = 15 and depth = 0";
    let text = screen.text();
    assert!(text.contains(query), "{text}");
    assert!(text.contains("Tab complete"), "{text}");
    screen.keys("<enter>");
    assert_eq!(groups(&screen), ["15"], "one row, and its time");
    screen.keys("<esc>R:<tab><enter>");
    let text = screen.text();
    assert!(text.contains("count(*)"), "{text}");
    assert!(text.contains("draw line"), "{text}");
}

#[test]
fn tab_takes_one_completion_after_the_other() {
    let mut screen = Screen::new(&two_threads(), 120, 30);
    let mut typed = |keys: &str| {
        screen.keys(keys);
        let Some(Overlay::Prompt(prompt)) = screen.view().overlays.last() else {
            panic!("no prompt");
        };
        prompt.input.text.clone()
    };
    typed(":select * from thread_s");
    // The shortest first: both of them are what is asked for most.
    let first = typed("<tab>");
    assert_eq!(first, "select * from thread_state");
    let mut seen = vec![first.clone()];
    loop {
        let next = typed("<tab>");
        if next == first {
            break;
        }
        seen.push(next);
    }
    assert!(seen.len() > 2, "{seen:?}");
    assert!(
        seen.contains(&"select * from thread_slice".to_owned()),
        "{seen:?}"
    );
    // Of several words all are replaced.
    assert_eq!(typed("<c-u>create perf<tab>"), "create PERFETTO TABLE");
    assert_eq!(typed("<tab>"), "create PERFETTO VIEW");
    // Where the caret has moved there are other completions.
    assert_eq!(typed("<c-u>select * from thread_s<tab><home><tab>"), first);
    // Up leads to the query of before.
    assert_eq!(
        typed("<end><c-u>select 1<enter><esc>:select * from thread_s<tab><up>"),
        "select 1"
    );
    typed("<c-u>select * from thread_s<tab>");
    // What is typed after one is not of the others.
    assert_eq!(
        typed("<tab> wher<tab>"),
        format!("{} where", seen[1]).replace("where", "WHERE")
    );
}

#[test]
fn the_log_and_the_kernel_events_are_narrowed_to_a_process() {
    let trace = written(
        r#"
        packet { clock_snapshot { clocks { clock_id: 6 timestamp: 1 } clocks { clock_id: 1 timestamp: 1 } } }
        packet { timestamp: 1 process_tree { processes { pid: 10 ppid: 1 cmdline: "feed" } processes { pid: 20 ppid: 1 cmdline: "server" } threads { tid: 11 tgid: 10 name: "one" } threads { tid: 21 tgid: 20 name: "two" } } }
        packet { timestamp: 5 android_log { events { log_id: 0 pid: 10 tid: 11 timestamp: 100 prio: 4 tag: "t" message: "m" } events { log_id: 0 pid: 20 tid: 21 timestamp: 200 prio: 4 tag: "t" message: "n" } } }
        packet { trusted_packet_sequence_id: 1 ftrace_events { cpu: 0 event { timestamp: 100 pid: 11 print { buf: "a" } } event { timestamp: 200 pid: 21 print { buf: "b" } } } }
        "#,
    );
    for (list, found) in [("logs", "two 21"), ("ftrace", "two 21")] {
        for cols in [80, 200] {
            let mut screen = Screen::new(&trace, cols, 24);
            screen
                .keys(&format!(">{list}<enter>/process:server"))
                .draw(list);
            let rows = screen.table().rows.window(&trace, 0, 9);
            assert_eq!(rows.len(), 1, "{list}: {rows:?}");
            assert!(
                rows[0].cells.iter().any(|cell| cell.text == found),
                "{rows:?}"
            );
            let text = screen.text();
            assert_eq!(text.contains("server 20 "), cols == 200, "{text}");
        }
    }
    // Before the rows have come it is not known that none passes.
    let mut screen = Screen::new(&trace, 120, 24);
    screen.keys(">ftrace");
    for key in Key::parse_all("<enter>/buf").unwrap() {
        screen.session.key(key);
    }
    let text = screen.text();
    assert!(text.contains("reading the events from the trace"), "{text}");
    assert!(!text.contains("match"), "{text}");
    screen.session.sync();
    let text = screen.text();
    assert!(text.contains("2 match"), "{text}");
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys(">logs<enter>/level:Q").draw("no such level");
    let told = "no row matches the filter: the levels are V D I W E F";
    assert!(screen.text().contains(told), "{}", screen.text());
    screen.keys("<c-u>level:F").draw("a level that no line has");
    assert!(
        !screen.text().contains("the levels are"),
        "{}",
        screen.text()
    );
}

#[test]
fn a_long_title_leaves_room_for_how_many_rows_match() {
    let mut screen = Screen::new(&demo(), 80, 24);
    screen.keys("ne/state:blocked").draw("filtered");
    let text = screen.text();
    let title = text.lines().next().unwrap_or_default();
    assert!(title.trim_end().ends_with(" match"), "{title}");
}

#[test]
fn the_query_about_an_area_counts_what_the_area_counts() {
    let trace = written(
        r#"
        packet { trusted_packet_sequence_id: 1 timestamp: 1 track_descriptor { uuid: 1 name: "one" } }
        packet { trusted_packet_sequence_id: 1 timestamp: 1 track_descriptor { uuid: 2 name: "two" } }
        packet { trusted_packet_sequence_id: 1 timestamp: 10 track_event { type: TYPE_SLICE_BEGIN track_uuid: 1 name: "open" } }
        packet { trusted_packet_sequence_id: 1 timestamp: 50 track_event { type: TYPE_INSTANT track_uuid: 1 name: "at start" } }
        packet { trusted_packet_sequence_id: 1 timestamp: 60 track_event { type: TYPE_INSTANT track_uuid: 2 name: "elsewhere" } }
        packet { trusted_packet_sequence_id: 1 timestamp: 90 track_event { type: TYPE_INSTANT track_uuid: 1 name: "after" } }
        "#,
    );
    let mut nodes = trace.tree.walk().into_iter();
    let node = nodes.rfind(|&node| trace.tree.node(node).name == "one");
    let mut screen = Screen::new(&trace, 120, 30);
    screen.session.state_mut().view.selection = Selection::Area(Area {
        span: TimeSpan::new(Ts::from_ns(50), Ts::from_ns(90)),
        nodes: node.into_iter().collect(),
    });
    screen.keys(":<tab><enter>");
    let table = screen.table();
    let rows = table.rows.window(&trace, 0, 9);
    let names: Vec<&str> = rows.iter().map(|row| row.cells[0].text.as_str()).collect();
    assert_eq!(names, ["at start", "open"]);
}

#[test]
fn the_query_about_a_state_and_a_stay_on_a_cpu_finds_them() {
    let trace = demo();
    let state = ThreadStateId(1000);
    let stay = SchedId(1000);
    let (of_state, of_stay) = (trace.sched.state_row(state), trace.sched.sched_row(stay));
    for (selection, ts) in [
        (Selection::State(state), of_state.ts),
        (Selection::Sched(stay), of_stay.ts),
    ] {
        let mut screen = Screen::new(&trace, 200, 40);
        screen.session.state_mut().view.selection = selection.clone();
        screen.keys(":<tab><enter>");
        let table = screen.table();
        let row = table.rows.window(&trace, 0, 2).remove(0);
        let is_there = |text: &str| text == ts.ns().to_string();
        assert!(
            row.cells.iter().any(|cell| is_there(&cell.text)),
            "{selection:?}"
        );
    }
}

#[test]
fn a_note_leads_back_to_the_slice_on_which_it_was_written() {
    let mut screen = Screen::new(&two_threads(), 120, 30);
    screen.keys("/draw line<enter>");
    let noted = screen.selected();
    screen.keys("Mit waits here<enter><esc>n");
    screen.keys("/draw text<enter>");
    assert_ne!(screen.selected(), noted);
    screen.keys("''<enter>");
    assert_eq!(screen.selected(), noted);
    assert_eq!(message(&screen), "note: it waits here");
}

#[test]
fn tracks_are_found_by_what_they_are_after_those_of_that_name() {
    let rows = |filter: &str| {
        let mut screen = Screen::new(&demo(), 120, 60);
        screen.keys(&format!("<c-p>{}", filter.replace(' ', "<space>")));
        let text = screen.text();
        let rows = text.lines().filter(|line| line.contains(" ‣ "));
        rows.map(|row| row.trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    for filter in ["counter", "Counters", "mem counter"] {
        let rows = rows(filter);
        assert!(rows.len() > 3, "{filter}");
        assert!(
            rows.iter().all(|row| row.contains(" counter ")),
            "{rows:#?}"
        );
    }
    let mem = rows("mem counter");
    assert!(
        mem.iter().all(|row| row.to_lowercase().contains("mem")),
        "{mem:#?}"
    );
    // A name comes first: `HeapTaskDaemon` has not the letters of `thread`, but is one.
    let threads = rows("thread");
    assert!(threads[0].to_lowercase().contains("thread"), "{threads:#?}");
    let daemon = |row: &String| row.contains("HeapTaskDaemon 4251");
    assert!(threads.iter().any(daemon), "{threads:#?}");
    assert!(rows("counterfeit").is_empty());
}

#[test]
fn names_of_hits_keep_the_number_of_their_frame_on_a_narrow_screen() {
    let mut screen = Screen::new(&demo(), 80, 24);
    screen.keys("/doFrame<a-enter>");
    screen.session.sync();
    let text = screen.text();
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("Chor")).collect();
    assert!(rows.len() > 5 && rows[0].contains('…'), "{text}");
    // Each name ends in another token.
    let token = |row: &&str| {
        row.split_whitespace()
            .find(|word| word.starts_with("510"))
            .is_some()
    };
    assert!(rows.iter().take(5).all(token), "{text}");
}

#[test]
fn times_of_narrow_lists_leave_room_for_names_and_stand_whole_below() {
    let mut screen = Screen::new(&demo(), 80, 24);
    screen.keys("/draw<a-enter>");
    let text = screen.text();
    let title = text.lines().find(|line| line.contains("time s")).unwrap();
    assert!(title.contains("name"), "{text}");
    let first = text.lines().find(|line| line.contains('▸')).unwrap();
    let rule = text.lines().find(|line| line.starts_with("───")).unwrap();
    // Six digits in the row, nine in the rule below the rows.
    let in_row: Vec<&str> = first.split_whitespace().skip(1).take(2).collect();
    let whole = rule.trim_matches(|it| it == '─' || it == ' ');
    assert!(whole.starts_with(&in_row.join(" ")), "{text}");
    assert_eq!(whole.split(' ').count(), 4, "{whole}");
    // A filter knows all digits, and a wide screen shows them.
    let last = whole.split(' ').nth(2).unwrap();
    screen.keys(&format!("/{last}<enter>"));
    assert!(screen.table().rows.n_entries() >= 1);
    let mut wide = Screen::new(&demo(), 160, 30);
    wide.keys("/draw<a-enter>");
    assert!(wide.text().contains(whole), "{}", wide.text());
}

#[test]
fn columns_stay_where_they_are_while_a_list_is_scrolled_by_rows() {
    let mut screen = Screen::new(&demo(), 80, 24);
    screen.keys("/e<a-enter>");
    let title = |screen: &mut Screen| {
        let text = screen.text();
        let title = text.lines().nth(1).unwrap_or_default();
        title.find("name").zip(title.find("track"))
    };
    let first = title(&mut screen);
    assert!(first.is_some());
    for _ in 0..40 {
        screen.keys("j");
        assert_eq!(title(&mut screen), first);
    }
}

#[test]
fn numbers_pick_rows_and_headings_are_none() {
    let mut screen = Screen::new(&two_threads(), 100, 30);
    screen.keys("/draw<a-enter>g");
    let (first, fourth) = (picked(&mut screen, "1"), picked(&mut screen, "4"));
    // The groups have three rows and two.
    assert_eq!(
        (first.as_str(), fourth.as_str()),
        ("draw line", "draw text")
    );
}

/// Goes to a row of the list on top by its number and comes back. Returns the name of the slice that was selected.
fn picked(screen: &mut Screen, key: &str) -> String {
    screen.keys(key);
    let trace = Arc::clone(screen.session.trace());
    let name = match screen.view().selection {
        Selection::Slice(id) => trace.slices.name(id).map(|name| trace.text(name)),
        _ => None,
    };
    let name = name.unwrap_or_default().into_owned();
    screen.keys("<esc>");
    name
}
