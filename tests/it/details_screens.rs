//! The details of the selection, and how their parts share the room.
//!
//! Small traces made for these tests.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use perfetty::base::time::Ts;
use perfetty::model::ids::{NodeId, SliceId};
use perfetty::model::trace::Trace;
use perfetty::model::track_tree::NodeKind;
use perfetty::query::select;
use perfetty::view::state::Selection;

use crate::screen::{Screen, import, written};

/// Returns a screen with the first slice of a name selected.
fn selected(trace: &Arc<Trace>, name: &str, (cols, rows): (u16, u16)) -> Screen {
    let mut ids = trace.slices.ids();
    let id: SliceId = ids
        .find(|&id| trace.slice_name(id).as_deref() == Some(name))
        .unwrap();
    let mut screen = Screen::new(trace, cols, rows);
    screen.session.state_mut().view.selection = Selection::Slice(id);
    screen
}

/// Asserts that successive lines of a screen contain these words.
#[track_caller]
fn assert_follow(text: &str, words: &[&str]) {
    let lines: Vec<&str> = text.lines().collect();
    let found = lines.windows(words.len()).any(|lines| {
        let mut both = lines.iter().zip(words);
        both.all(|(line, words)| line.contains(words))
    });
    assert!(found, "{words:?}\n{text}");
}

#[test]
fn a_frame_is_called_by_what_it_is_and_not_by_fields_that_it_lacks() {
    let frame = |cookie: u32, more: &str| {
        format!(
            "packet {{ timestamp: 1000 frame_timeline_event {{ actual_surface_frame_start {{ cookie: {cookie}
             token: {cookie} display_frame_token: 7 pid: 1000 present_type: PRESENT_DROPPED is_buffer: true
             jank_type: 1024 {more} }} }} }}
             packet {{ timestamp: 2000 frame_timeline_event {{ frame_end {{ cookie: {cookie} }} }} }}\n"
        )
    };
    let none = frame(11, "jank_severity_type: SEVERITY_NONE");
    let full = "jank_severity_type: SEVERITY_FULL present_delay_millis: 3.5";
    let trace = written(&(none + &frame(12, full)));
    let line = |name, words: &str| {
        let text = selected(&trace, name, (140, 40)).text();
        let line = text
            .lines()
            .find(|line| line.contains(words))
            .map(str::to_owned);
        line.unwrap_or_else(|| panic!("{words}\n{text}"))
    };
    let title = line("11", "FRAME 11");
    assert!(
        title.contains("Dropped Frame") && !title.contains("None"),
        "{title}"
    );
    let title = line("12", "FRAME 12");
    assert!(title.contains("Dropped Frame · Full"), "{title}");
    // Nearly all frames are buffers, of which nothing is said.
    let without = selected(&trace, "11", (140, 40)).text();
    let is_told = |line: &str| line.starts_with(" recorded") || line.starts_with(" buffer");
    assert!(!without.lines().any(is_told), "{without}");
    let with = line("12", " recorded ");
    assert!(
        with.contains("present delay 3.50 ms") && !with.contains("resync"),
        "{with}"
    );
}

/// Returns a trace with a slice that has so many arguments and a call stack of so many frames.
fn with_args(n_args: usize, n_frames: usize) -> Arc<Trace> {
    let args: Vec<String> = (0..n_args)
        .map(|n| format!("debug_annotations {{ name: \"arg{n}\" int_value: {n} }} "))
        .collect();
    let frames: Vec<String> = (0..n_frames)
        .map(|n| format!("frames {{ function_name: \"frame{n}\" }} "))
        .collect();
    let (args, frames) = (args.concat(), frames.concat());
    written(&format!(
        "packet {{ track_descriptor {{ uuid: 2 thread {{ pid: 5 tid: 6 thread_name: \"thr\" }} }} }}
         packet {{ timestamp: 1000 trusted_packet_sequence_id: 1 track_event {{ type: TYPE_SLICE_BEGIN
         track_uuid: 2 name: \"work\" {args} callstack {{ {frames} }} }} }}
         packet {{ timestamp: 2000 trusted_packet_sequence_id: 1 track_event {{ type: TYPE_SLICE_END
         track_uuid: 2 }} }}"
    ))
}

#[test]
fn a_column_that_is_cut_says_how_much_more_there_is() {
    let n = |lines: &str| -> usize {
        let (before, _) = lines
            .split_once(" more in Args")
            .unwrap_or_else(|| panic!("{lines}"));
        before.rsplit(' ').next().unwrap().parse().unwrap()
    };
    // A heading, the common beginning of all keys, 30 arguments, a heading and 10 frames.
    for (keys, size) in [("", (120, 40)), ("", (160, 40)), ("Q", (240, 40))] {
        let text = selected(&with_args(30, 10), "work", size).keys(keys).text();
        let has = |words: String| usize::from(text.contains(&words));
        let args: usize = (0..30).map(|n| has(format!(" arg{n} "))).sum();
        let frames: usize = (0..10).map(|n| has(format!("frame{n}"))).sum();
        let heads = has("ARGS".to_owned()) + has("debug".to_owned()) + has("CALL STACK".to_owned());
        assert_eq!(args + frames + heads + n(&text), 43, "{size:?}\n{text}");
    }
}

#[test]
fn blocks_below_each_other_are_only_cut_where_no_row_is_free() {
    let trace = with_args(30, 10);
    for rows in 30..70 {
        let text = selected(&trace, "work", (220, rows)).keys("Q").text();
        let lines: Vec<&str> = text.lines().collect();
        let last = lines[lines.len() - 3];
        let is_free = last.chars().rev().take(40).all(|c| c == ' ');
        let is_cut = text.contains(" more") || text.contains(" ▼ ");
        assert!(!(is_free && is_cut), "{rows}\n{text}");
    }
}

#[test]
fn the_details_say_how_to_begin_in_every_tab_while_nothing_is_selected() {
    let trace = with_args(1, 1);
    for tab in ["", "2", "3", "4", "5", "6", "Q", "Q4"] {
        let text = Screen::new(&trace, 200, 40).keys(tab).text();
        assert!(
            text.contains("Nothing is selected") && text.contains("all keys"),
            "{tab}\n{text}"
        );
    }
}

#[test]
fn a_track_is_called_the_same_wherever_it_is_named() {
    let text =
        "packet { trusted_packet_sequence_id: 1 track_descriptor { uuid: 1 thread { pid: 7 tid: 9
         thread_name: \"render\" } } }
         packet { timestamp: 10 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_BEGIN
         track_uuid: 1 name: \"a\" } }
         packet { timestamp: 20 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_BEGIN
         track_uuid: 1 name: \"b\" } }
         packet { timestamp: 30 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_END
         track_uuid: 1 } }";
    let trace = written(text);
    let node = |id: NodeId| matches!(trace.tree.node(id).kind, NodeKind::Slices(_));
    let node = trace.tree.walk().into_iter().find(|&id| node(id)).unwrap();
    assert!(trace.tree.shown_path(node).ends_with("render 9 ‣ slices"));
    assert!(trace.tree.path(node).ends_with("render 9 ‣ render 9"));
    let mut screen = Screen::new(&trace, 120, 40);
    screen.session.state_mut().view.selection = Selection::Track(node);
    let text = screen.text();
    assert!(text.contains("render 9 ‣ slices"), "{text}");
    // Flags and filters know it by both, so that what is read on the screen can be typed.
    let parent = trace.tree.path(trace.tree.node(node).parent);
    for path in [
        "render 9 ‣ slices$".to_owned(),
        "render 9 ‣ render 9$".to_owned(),
        format!("^{parent} ‣ slices$"),
    ] {
        assert_eq!(select::tracks(&trace, &path), Ok(vec![node]), "{path}");
        assert!(select::at(&trace, Ts::from_ns(15), Some(&path)).is_ok());
        let mut screen = Screen::new(&trace, 120, 40);
        screen.keys(&format!("tre:{}<enter>", path.replace(' ', "<space>")));
        assert!(screen.text().contains("only 1 track"), "{}", screen.text());
    }
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("tSlices<enter>");
    assert!(screen.text().contains("only 1 track"), "{}", screen.text());
}

#[test]
fn what_is_cut_in_a_column_is_reached_with_the_keys_that_scroll_the_details() {
    // Returns the row of tabs and what is below it or next to it.
    let details = |screen: &mut Screen| {
        let text = screen.text();
        let lines = text.lines().skip_while(|line| !line.contains(" States "));
        lines.collect::<Vec<_>>().join("\n")
    };
    for (keys, size) in [("", (80, 24)), ("", (160, 40)), ("Q", (240, 40))] {
        let mut screen = selected(&with_args(30, 20), "work", size);
        screen.session.sync();
        screen.keys(keys);
        let first = details(&mut screen);
        let mut seen = vec![first.clone()];
        let tabs = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        while tabs(&seen[seen.len() - 1]).contains('▼') {
            screen.keys("<s-down>");
            seen.push(details(&mut screen));
            assert!(seen.len() < 100, "{first}");
        }
        let words = (0..30).map(|n| format!(" arg{n} "));
        for words in words.chain((0..20).map(|n| format!("frame{n}"))) {
            let is_seen = seen.iter().any(|text| text.contains(&words));
            assert!(is_seen, "{words} {size:?}\n{}", seen[seen.len() - 1]);
        }
        let end = seen[seen.len() - 1].clone();
        assert!(tabs(&end).contains('▲') && !end.contains(" more"), "{end}");
        // One line up from the end is visible at once.
        screen.keys("<s-up>");
        assert_eq!(details(&mut screen), seen[seen.len() - 2]);
        screen.keys(&"<s-up>".repeat(seen.len() - 2));
        assert_eq!(details(&mut screen), first);
    }
}

#[test]
fn a_call_stack_goes_on_in_a_column_that_is_free() {
    let text = selected(&with_args(1, 10), "work", (160, 40)).text();
    for n in 0..10 {
        assert!(text.contains(&format!("frame{n}")), "{text}");
    }
    assert!(!text.contains(" more"), "{text}");
}

#[test]
fn a_long_argument_is_read_in_full_in_its_tab() {
    let words: Vec<String> = (0..24).map(|n| format!("word{n}")).collect();
    let sql = words.join(" ");
    let trace = written(&format!(
        "packet {{ track_descriptor {{ uuid: 2 thread {{ pid: 5 tid: 6 thread_name: \"thr\" }} }} }}
         packet {{ timestamp: 1000 trusted_packet_sequence_id: 1 track_event {{ type: TYPE_INSTANT
         track_uuid: 2 name: \"query\" debug_annotations {{ name: \"sql\" string_value: \"{sql}\" }}
         debug_annotations {{ name: \"next\" int_value: 7 }} }} }}"
    ));
    let text = selected(&trace, "query", (100, 40)).keys("4").text();
    for word in &words {
        assert!(text.contains(word), "{word}\n{text}");
    }
    assert!(text.contains("next  7"), "{text}");
    // Next to another tab, only the beginning is shown.
    let text = selected(&trace, "query", (160, 40)).text();
    assert!(text.contains("word0") && !text.contains("word23"), "{text}");
}

#[test]
fn the_priority_of_a_line_of_the_log_is_called_as_in_the_log() {
    let trace = written(
        r#"
packet { track_descriptor { uuid: 2 thread { pid: 5 tid: 6 thread_name: "thr" } } }
packet { timestamp: 1000 trusted_packet_sequence_id: 1 sequence_flags: 3 interned_data { log_message_body { iid: 4 body: "complaint" } }
  track_event { type: TYPE_INSTANT track_uuid: 2 name: "log" log_message { body_iid: 4 prio: PRIO_ERROR } } }
"#,
    );
    let text = selected(&trace, "log", (80, 40)).keys("4").text();
    let row = |key: &str| {
        let mut lines = text.lines().rev();
        lines.find(|line| line.contains(key)).unwrap()
    };
    assert!(row("priority").contains(" 6 E"), "{text}");
    // The values are in one column.
    let at = |value: &str| row(value).find(value).unwrap();
    assert_eq!(at("6 E"), at("complaint"), "{text}");
}

#[test]
fn call_stacks_of_begin_and_end_are_shown_with_their_weights() {
    let trace = written(
        r#"
packet { track_descriptor { uuid: 2 thread { pid: 5 tid: 6 thread_name: "thr" } } }
packet { timestamp: 1000 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_BEGIN track_uuid: 2 name: "both"
  callstack { frames { function_name: "main" } frames { function_name: "enter" } } callstack_weight: 4096.5 } }
packet { timestamp: 2000 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_END track_uuid: 2
  callstack { frames { function_name: "leave" source_file: "e.c" line_number: 9 } } } }
"#,
    );
    let text = selected(&trace, "both", (80, 40)).keys("4").text();
    let begin = [
        "CALL STACK, OUTERMOST FIRST",
        "weight  4096.5",
        "main",
        "enter",
    ];
    let end = ["CALL STACK AT THE END, OUTERMOST FIRST", "leave (e.c:9)"];
    assert_follow(&text, &[&begin[..], &end].concat());
}

#[test]
fn arguments_that_a_cut_file_has_no_more_are_not_said_to_be_none() {
    let trace = written(
        "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 timestamp: 5 track_event { type: \
         TYPE_INSTANT track_uuid: 1 name: \"bare\" } }\n",
    );
    let mut screen = selected(&trace, "bare", (100, 30));
    assert!(screen.keys("4").text().contains("no arguments "));
    screen.session.state_mut().view.file = perfetty::view::state::FileFate::CutShort;
    let text = screen.text();
    assert!(text.contains("no arguments are left"), "{text}");
}

#[test]
fn a_process_says_what_is_known_of_it_and_nothing_else() {
    let text = "
        packet { timestamp: 1000 process_tree { processes { pid: 1 ppid: 0 cmdline: \"init\" } } }
        packet { ftrace_events { cpu: 0
            event { timestamp: 1500 pid: 1 task_newtask { pid: 10 comm: \"app\" clone_flags: 0 } }
            event { timestamp: 9000 pid: 10 sched_process_free { comm: \"app\" pid: 10 prio: 120 } } } }
        packet { timestamp: 2000 process_tree { processes {
            pid: 10 ppid: 1 uid: 10121 cmdline: \"/bin/app\" cmdline: \"--fast\" } } }
        packet { timestamp: 3000 process_stats {
            processes { pid: 1 vm_rss_kb: 5 } processes { pid: 10 vm_rss_kb: 7 } } }";
    let trace = written(text);
    let shown = |name: &str, (cols, rows)| {
        let mut nodes = trace.tree.walk().into_iter();
        let node = nodes.find(|&node| trace.tree.node(node).name == name);
        let node = node.unwrap_or_else(|| panic!("no {name}"));
        let mut screen = Screen::new(&trace, cols, rows);
        screen.session.state_mut().view.selection = Selection::Track(node);
        screen.text()
    };
    for size in [(120, 36), (200, 60)] {
        let app = shown("app 10", size);
        let words = [
            "app 10",
            "start     0.000 000 000 s",
            "exit      0.000 007 500 s",
            "parent    init 1",
            "uid       10121",
            "command   /bin/app --fast",
            "tracks    2",
        ];
        assert_follow(&app, &words);
        // Of this one nothing is known.
        assert_follow(&shown("init 1", size), &["init 1", "tracks    1"]);
    }
}

/// Returns what Chromium writes of a call that forces a layout, and of two requests.
fn a_page() -> Arc<Trace> {
    let event = |name: &str, ts: u32, args: &str| {
        format!(
            r#"{{"name":"{name}","cat":"c","ph":"X","pid":7,"tid":7,"ts":{ts},"dur":90,"args":{{{args}}}}}"#
        )
    };
    let place = r#""functionName":"updateRows","url":"http://a/js/app.js?v=3","lineNumber":15,"columnNumber":88"#;
    let outer =
        r#""functionName":"onClick","url":"http://a/js/app.js","lineNumber":3,"columnNumber":5"#;
    let events = [
        event("FunctionCall", 100, &format!(r#""data":{{{place}}}"#)),
        event(
            "Layout",
            200,
            &format!(r#""beginData":{{"dirtyObjects":5,"stackTrace":[{{{place}}},{{{outer}}}]}}"#),
        ),
        event(
            "ParseHTML",
            300,
            r#""beginData":{"startLine":1,"url":"http://a/"}"#,
        ),
        event(
            "ResourceSendRequest",
            400,
            r#""data":{"requestId":"7.12","n":77}"#,
        ),
        event(
            "ResourceSendRequest",
            500,
            r#""data":{"requestId":"7.13","n":78}"#,
        ),
        event(
            "ResourceFinish",
            600,
            r#""data":{"requestId":"7.12","n":79,"ok":true}"#,
        ),
    ];
    import(format!(r#"{{"traceEvents":[{}]}}"#, events.join(",")).into_bytes())
}

#[test]
fn what_a_script_brought_about_says_where_it_was_called() {
    let trace = a_page();
    let text = |name: &str, size| selected(&trace, name, size).text();
    let wide = text("Layout", (200, 60));
    let told = "from      updateRows · http://a/js/app.js?v=3:15:88";
    assert!(wide.contains(told), "{wide}");
    let narrow = text("Layout", (80, 24));
    assert!(
        narrow.contains("from      updateRows · app.js:15:88"),
        "{narrow}"
    );
    assert!(!wide.contains("onClick · "), "{wide}");
    // A call is told by its function beside its name, and by where that begins.
    let call = text("FunctionCall", (120, 36));
    for words in ["FunctionCall · updateRows", "script    http://a/js/app.js"] {
        assert!(call.contains(words), "{words} is not in\n{call}");
    }
    let parse = text("ParseHTML", (120, 36));
    assert!(
        !parse.contains("script    ") && !parse.contains("from      "),
        "{parse}"
    );
}

#[test]
fn arguments_are_searched_for_by_their_values() {
    let trace = a_page();
    let mut screen = selected(&trace, "ResourceFinish", (120, 36));
    let text = screen.keys("44").text();
    for line in [
        "SEARCH FOR THE VALUE OF AN ARGUMENT",
        "requestId  7.12",
        "  args.data ",
        "n  79",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    // What no search finds is not listed.
    assert!(!text.contains("ok  true  "), "{text}");
    let text = screen.keys("/requestId<enter><enter>").text();
    assert!(text.contains("2 hits for 7.12"), "{text}");
    assert!(!text.contains("7.13"), "{text}");
    // The list is one of hits: keys walk them, and Esc ends the search.
    let text = screen.keys("<enter>").text();
    assert!(text.contains("hit 1 of 2"), "{text}");
    // Without arguments to look for, it says so.
    let bare = written(
        "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 timestamp: 5 track_event { type: \
         TYPE_INSTANT track_uuid: 1 name: \"bare\" } }\n",
    );
    let text = selected(&bare, "bare", (100, 30)).keys("44").text();
    assert!(
        text.contains("no argument that a search would find"),
        "{text}"
    );
    let text = Screen::new(&bare, 100, 30).keys("44").text();
    assert!(text.contains("nothing is selected"), "{text}");
}

#[test]
fn a_value_with_line_ends_is_searched_for_as_the_file_has_it() {
    let event = |name: &str, ts: u32| {
        format!(
            r#"{{"name":"{name}","ph":"X","pid":7,"tid":7,"ts":{ts},"dur":9,"args":{{"multi":"line one\nline\u001b[31m two"}}}}"#
        )
    };
    let events = [event("target", 10), event("other", 20)].join(",\n");
    let trace = import(format!(r#"{{"traceEvents":[{events}]}}"#).into_bytes());
    let mut screen = selected(&trace, "target", (120, 36));
    let text = screen.keys("44/multi<enter><enter>").text();
    assert!(text.contains("2 hits for line one"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}
