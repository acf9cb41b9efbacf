//! Tests of commands in general, with keys, in a session without a terminal.

mod asked;
mod prompts;
mod results;
mod selecting;

use std::sync::Arc;

use super::testing::{self, press_and_wait as press, said};
use super::{UpdateCx, update};
use crate::app::command::Command;
use crate::app::config::Config;
use crate::app::session::Session;
use crate::app::workspace::Workspace;
use crate::base::time::{Dur, Ts};
use crate::model::builder::TraceBuilder;
use crate::model::ids::ThreadStateId;
use crate::model::sched::{SchedTable, ThreadState};
use crate::model::trace::ClockRow;
use crate::model::track::Scope;
use crate::view::overlay::Overlay;
use crate::view::scene::Size;
use crate::view::state::{Selection, TimeFormat};
use crate::view::time::Clock;

const SIZE: Size = Size { cols: 80, rows: 24 };

/// The name of the slice.
const LONG: &str = "CompoundEventWithANameThatIsLongerThanHalfTheScreen";

/// Returns a session with a slice; `knows_utc` tells whether the trace has a clock of the time of day.
fn session(config: &Config, size: Size, knows_utc: bool) -> Session {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    b.nested_slices(track, &[(5_000_000_000, 1_000_000_000, LONG)]);
    if knows_utc {
        b.clocks.push(ClockRow {
            ts: 5_000_000_000,
            clock_id: 1,
            clock_value: 1_709_164_799_000_000_000,
            snapshot_id: 0,
            machine: 0,
            sequence: 0,
        });
    }
    let mut session = Session::new("t", config, size);
    session.set_trace(Arc::new(b.finish()));
    session
}

/// No command panics, whatever is selected, opened or on top.
#[test]
fn every_command_can_be_given_anywhere() {
    let config = Config::default();
    for &command in Command::ALL {
        let mut session = session(&config, SIZE, true);
        let trace = Arc::clone(session.trace());
        let cx = UpdateCx {
            trace,
            keymap: config.keymap.clone(),
        };
        update(session.state_mut(), command, &cx);
        press(&mut session, "<esc><esc>jj<enter>");
        update(session.state_mut(), command, &cx);
        press(&mut session, "<esc>?");
        update(session.state_mut(), command, &cx);
        session.scene();
    }
}

#[test]
fn the_time_format_is_one_that_the_trace_knows() {
    let told = |knows_utc| {
        let mut session = session(&Config::default(), SIZE, knows_utc);
        let formats = (0..5).map(|_| {
            press(&mut session, "T");
            let message = session.state().view.message.as_ref();
            let told = message.map_or("", |message| &message.text);
            told.trim_start_matches("time format: ").to_owned()
        });
        formats.collect::<Vec<_>>()
    };
    let all = ["seconds", "timecode", "utc", "nanos", "relative"];
    assert_eq!(told(true), all);
    let nanos = "nanos; the trace does not know utc";
    let known = ["seconds", "timecode", nanos, "relative", "seconds"];
    assert_eq!(told(false), known);
}

#[test]
fn what_the_configuration_pins_need_not_be_there() {
    let mut config = Config::default();
    config.apply_text("pins = [\"Actual Timeline$\", \"main\"]", "c.toml");
    let session = session(&config, SIZE, false);
    let state = session.state();
    assert_eq!((state.view.pins.len(), &state.view.message), (1, &None));
    assert!(!session.lacks());
}

#[test]
fn rows_below_the_search_are_as_wide_as_the_screen_becomes() {
    let narrow = Size { cols: 40, rows: 12 };
    let mut session = session(&Config::default(), narrow, false);
    press(&mut session, "/event");
    let shown = |session: &Session| {
        let prompt = session.state().top_prompt().expect("a prompt");
        prompt.choices.clone()
    };
    let before = shown(&session);
    assert!(before[0].contains('…'), "{before:?}");
    let wide = Size {
        cols: 120,
        rows: 30,
    };
    session.resize(wide);
    let now = shown(&session);
    assert!(now[0].contains(LONG), "{now:?}");
    session.resize(narrow);
    assert_eq!(shown(&session), before);
}

#[test]
fn the_row_of_the_cursor_is_on_the_screen_where_frames_are_those_of_chromium() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    for tid in 7..60 {
        let thread = b.thread(app, tid, "worker");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(0, 1_000, "PipelineReporter")]);
    }
    let mut session = testing::session_of(b);
    session.resize(Size { cols: 80, rows: 30 });
    for _ in 0..50 {
        press(&mut session, "j");
        let scene = session.scene();
        let cursor = session.state().view.cursor;
        let mut shown = scene.tracks.iter().map(|line| Some(line.node));
        assert!(shown.any(|node| node == cursor), "{cursor:?}");
    }
}

#[test]
fn keys_of_a_row_work_before_one_is_chosen() {
    let begun = || {
        let mut session = session(&Config::default(), SIZE, false);
        session.scene();
        assert!(!session.hints().any(|hint| hint.keys == "Enter"));
        session
    };
    // What selects does so on the first row that has something.
    for keys in ["<enter>", ".", ","] {
        let mut session = begun();
        press(&mut session, keys);
        assert_eq!(said(&session), "", "{keys}");
        let is_slice = matches!(session.state().view.selection, Selection::Slice(_));
        assert!(is_slice, "{keys}");
    }
    // What changes a row changes none that nobody has chosen.
    for (keys, does) in [("<space>", "open or close"), ("p", "pin"), ("H", "hide")] {
        let mut session = begun();
        press(&mut session, keys);
        let label = if keys == "<space>" { "Space" } else { keys };
        assert_eq!(
            said(&session),
            format!("now on app 7: {label} again to {does} it")
        );
        let view = &session.state().view;
        assert!(
            view.cursor.is_some() && view.selection == Selection::None,
            "{keys}"
        );
        assert!(view.pins.is_empty() && view.hidden.is_empty() && view.open.is_empty());
        press(&mut session, keys);
        let view = &session.state().view;
        let n_changed = view.pins.len() + view.hidden.len() + view.open.len();
        assert_eq!(n_changed, 1, "{keys}");
    }
    let mut session = begun();
    press(&mut session, "j");
    session.scene();
    assert!(
        session
            .hints()
            .any(|hint| hint.keys.starts_with("Enter") && hint.what == "open/close")
    );
    // The row of a process has no data itself.
    press(&mut session, ".");
    assert_eq!(said(&session), "nothing is on this row itself");
}

#[test]
fn what_needs_a_selection_says_so() {
    let mut session = session(&Config::default(), SIZE, false);
    for (keys, says) in [
        ("f", "select something first"),
        ("y", "select something first"),
        (">copy-args<enter>", "select something first"),
        ("u", "select a slice first"),
        ("S", "select a slice first"),
        ("+", "this trace has no flows"),
    ] {
        press(&mut session, keys);
        assert_eq!(said(&session), says, "{keys}");
    }
}

#[test]
fn a_prompt_shows_what_it_takes_and_keeps_what_is_typed_beside_an_error() {
    let row = |session: &mut Session, from_end: u16| {
        let scene = session.scene();
        let y = scene.size.rows - from_end;
        let lines = scene.lines.iter().chain(&scene.overlay);
        let lines = lines.filter(|line| line.y == y);
        let texts = lines.flat_map(|line| &line.texts);
        let texts: Vec<&str> = texts.map(|text| text.text.as_str()).collect();
        texts.join(" ")
    };
    let mut session = session(&Config::default(), SIZE, false);
    for (keys, example) in [
        ("/", "re:PATTERN"),
        ("t", "another"),
        (":", "select name"),
        (">go-to-time<enter>", "+5ms from here"),
    ] {
        press(&mut session, keys);
        let empty = row(&mut session, 1);
        assert!(empty.contains(example), "{empty}");
        press(&mut session, "x");
        let typed = row(&mut session, 1);
        assert!(!typed.contains(example), "{typed}");
        press(&mut session, "<esc><esc>");
    }
    for (keys, typed, error) in [
        (
            ">go-to-time<enter>abc<enter>",
            "abc",
            "expected 12.3s, +5ms",
        ),
        (
            ">go-to-time<enter>5<enter>",
            "5",
            "5s and 5ms count from the start",
        ),
        (
            ">go-to-time<enter>-5<enter>",
            "-5",
            "-5s and -5ms count from here",
        ),
        ("t", "re:((", "unclosed group"),
        ("/", "((", "unclosed group"),
    ] {
        press(&mut session, keys);
        if keys.len() == 1 {
            let regex = if keys == "/" { "re:" } else { "" };
            testing::press_and_wait(&mut session, &format!("{regex}{typed}"));
        }
        let (above, input) = (row(&mut session, 2), row(&mut session, 1));
        assert!(
            above.contains(error) && input.contains(typed),
            "{above}\n{input}"
        );
        assert!(!input.contains(error), "{input}");
        press(&mut session, "<esc><esc>");
    }
}

#[test]
fn hits_of_a_search_that_has_become_invalid_go() {
    let mut session = session(&Config::default(), SIZE, false);
    testing::press_and_wait(&mut session, "/event");
    let n_choices = |session: &Session| {
        let prompt = session.state().top_prompt().expect("a prompt");
        prompt.choices.len()
    };
    assert!(n_choices(&session) > 0);
    testing::press_and_wait(&mut session, "((<c-r>");
    assert_eq!(n_choices(&session), 0);
    testing::press_and_wait(&mut session, "<bs><bs>");
    assert!(n_choices(&session) > 0);
}

#[test]
fn flow_keys_without_a_slice_lead_to_the_list_of_flows() {
    let none = "this trace has no flows";
    let some = "select a slice to see its flows; > slow-flows lists the slowest";
    for (has_flows, says) in [(false, none), (true, some)] {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let [from, to] = b.nested_slices(track, &[(0, 10, "a"), (20, 10, "b")])[..] else {
            panic!("two slices");
        };
        if has_flows {
            b.flow(from, to, 1);
        }
        let mut session = testing::session_of(b);
        for keys in ["]", "[", "L", "P", "}"] {
            press(&mut session, keys);
            assert_eq!(said(&session), says, "{keys}");
        }
        let begins = format!("{:?}", session.scene().lines);
        assert_eq!(begins.contains("commands, e.g. slow-flows"), has_flows);
    }
}

#[test]
fn a_trace_without_frames_says_what_leads_on_instead() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(track, &[(0, 10, "frame"), (20, 10, "frame")]);
    let mut session = testing::session_of(b);
    let says = "this trace has no frames of Android; e on a slice shows where its time went";
    for keys in ["n", "N", "J"] {
        press(&mut session, keys);
        assert_eq!(said(&session), says, "{keys}");
    }
}

#[test]
fn what_covers_the_screen_says_how_to_leave_it_and_help_tells_its_keys_first() {
    let first_group = |session: &Session| match session.state().view.overlays.last() {
        Some(Overlay::Help(help)) => help.groups[0].title.clone(),
        other => panic!("no help: {other:?}"),
    };
    let mut session = session(&Config::default(), SIZE, false);
    press(&mut session, "?");
    assert_eq!(first_group(&session), "Moving");
    press(&mut session, "<esc>!");
    let says = |session: &mut Session| {
        let lines = session.scene().overlay.clone();
        let texts = lines.iter().flat_map(|line| &line.texts);
        let texts: Vec<&str> = texts.map(|text| text.text.as_str()).collect();
        texts.join(" ")
    };
    let shown = says(&mut session);
    assert!(shown.contains("Esc close"), "{shown}");
    press(&mut session, "?");
    assert_eq!(first_group(&session), "In lists");
    // Opened anew, the help is still over the list.
    press(&mut session, "?");
    assert_eq!(first_group(&session), "In lists");
    // The number of lines out of sight is shown, and scrolling stops at the end.
    let shown = says(&mut session);
    assert!(shown.contains(" ▼"), "{shown}");
    press(&mut session, "<end>");
    let shown = says(&mut session);
    assert!(shown.contains("Esc close ▲ "), "{shown}");
    press(&mut session, "k");
    let shown = says(&mut session);
    assert!(shown.contains("+1 ▼"), "{shown}");
}

#[test]
fn where_no_flow_goes_on_it_is_said_what_does() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let rows = [(0, 10, "a"), (20, 10, "b"), (40, 10, "c")];
    let [from, to, other] = b.nested_slices(track, &rows)[..] else {
        panic!("three slices");
    };
    b.flow(from, to, 1);
    let mut session = testing::session_of(b);
    for (slice, key, says) in [
        (from, "[", "no flow reaches this slice; ] goes on along one"),
        (to, "]", "no flow leaves this slice; [ goes back along one"),
        (
            other,
            "]",
            "no flow leaves this slice; > slow-flows lists the slowest",
        ),
    ] {
        session.state_mut().select(Selection::Slice(slice));
        press(&mut session, key);
        assert_eq!(said(&session), says);
    }
}

#[test]
fn a_number_beyond_the_rows_of_a_list_does_nothing() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let [from, to] = b.nested_slices(track, &[(0, 10, "a"), (20, 10, "b")])[..] else {
        panic!("two slices");
    };
    b.flow(from, to, 1);
    let mut session = testing::session_of(b);
    press(&mut session, "c7");
    assert_eq!(said(&session), "there is no row 7");
    assert!(session.state().view.flows.hidden.is_empty());
    press(&mut session, "1");
    assert_eq!(session.state().view.flows.hidden.len(), 1);
    press(&mut session, "<esc>>workspace-save<enter>w<enter>");
    press(&mut session, ">workspace-remove<enter>2");
    assert_eq!(session.state().workspaces.len(), 1);
    press(&mut session, "1");
    assert_eq!(said(&session), "removed the workspace w");
}

#[test]
fn flows_of_categories_that_are_off_are_not_denied() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let rows = [(0, 10, "a"), (20, 10, "b"), (40, 10, "c")];
    let [from, to, none] = b.nested_slices(track, &rows)[..] else {
        panic!("three slices");
    };
    b.flow(from, to, 1);
    let mut session = testing::session_of(b);
    press(&mut session, "c1<esc>");
    for (slice, key, says) in [
        (
            from,
            "]",
            "1 flow leaves this slice, of categories that are off: c",
        ),
        (
            to,
            "[",
            "1 flow reaches this slice, of categories that are off: c",
        ),
        (
            from,
            "}",
            "this slice has 1 flow, of categories that are off: c",
        ),
        (
            from,
            "P",
            "this slice has 1 flow, of categories that are off: c",
        ),
        (none, "P", "this slice has no flows"),
        (none, "}", "this slice has no flows"),
    ] {
        session.state_mut().select(Selection::Slice(slice));
        press(&mut session, key);
        assert_eq!(said(&session), says, "{key}");
    }
    press(&mut session, "c1<esc>");
    session.state_mut().select(Selection::Slice(from));
    press(&mut session, "P");
    assert_eq!(said(&session), "both ends of its flows are on the screen");
}

#[test]
fn peeking_takes_the_place_of_what_worked_on_a_frame() {
    let mut b = TraceBuilder::new();
    let slices: Vec<_> = (0..40)
        .map(|n| {
            let track = b.slice_track(Scope::Global, Some(&format!("t{n:02}")));
            b.nested_slices(track, &[(n, 10, "a")])[0]
        })
        .collect();
    b.flow(slices[0], slices[39], 1);
    let mut session = testing::session_of(b);
    let trace = Arc::clone(session.trace());
    let node = |n: usize| trace.tree.node_of_track(trace.slices.track_of(slices[n]));
    session.state_mut().select(Selection::Slice(slices[0]));
    session.state_mut().view.flows.peek = node(5);
    press(&mut session, "P");
    assert_eq!(session.state().view.flows.peek, node(39));
    press(&mut session, "P");
    assert_eq!(session.state().view.flows.peek, None);
}

#[test]
fn what_has_only_not_been_read_yet_is_not_denied() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(track, &[(0, 10, "a")]);
    b.complete = false;
    let mut session = testing::session_of(b);
    for (keys, says) in [
        (
            "n",
            "this trace has no frames of Android so far; e on a slice shows where its time went",
        ),
        ("]", "this trace has no flows so far"),
        ("c", "this trace has no flows so far"),
        (">ftrace<enter>", "this trace has no kernel events so far"),
        ("/a<enter>]", "no flow leaves this slice so far"),
        ("}", "this slice has no flows so far"),
        (">logs<enter>", "this trace has no log so far"),
        (">slow-flows<enter>", "this trace has no flows so far"),
        (
            ">anrs<enter>",
            "this trace tells of no ANRs so far (no ErrorId counters of system_server)",
        ),
    ] {
        press(&mut session, keys);
        assert_eq!(said(&session), says, "{keys}");
    }
    press(&mut session, "<esc>!");
    let table = session.state().top_table().expect("a table");
    let none =
        "everything in the trace could be imported, and the recorder tells of no loss so far";
    assert_eq!(table.empty, none);
}

#[test]
fn what_is_found_while_an_area_is_made_leaves_it() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(track, &[(0, 10, "a"), (20, 10, "b"), (40, 10, "a")]);
    let mut session = testing::session_of(b);
    press(&mut session, "/a<enter>j");
    press(&mut session, "v");
    assert!(session.state().area.is_some());
    press(&mut session, "n");
    assert!(session.state().area.is_none());
    // The next area begins anew.
    press(&mut session, "v");
    assert!(session.state().area.is_some());
    press(&mut session, "<c-o>");
    assert!(session.state().area.is_none());
}

#[test]
fn going_back_brings_the_track_filter_back_that_hid_a_find() {
    let mut b = TraceBuilder::new();
    for (name, slice) in [("one", "a"), ("two", "b")] {
        let track = b.slice_track(Scope::Global, Some(name));
        b.nested_slices(track, &[(0, 10, slice), (20, 10, slice)]);
    }
    let mut session = testing::session_of(b);
    let kept = |session: &Session| {
        let view = &session.state().view;
        (
            view.filter.clone(),
            view.filtered.as_ref().map(|nodes| nodes.len()),
        )
    };
    press(&mut session, "tone<enter>/a<enter>");
    let before = kept(&session);
    assert_eq!((before.0.as_str(), before.1.is_some()), ("one", true));
    press(&mut session, "/b<enter>");
    assert_eq!(kept(&session), (String::new(), None));
    press(&mut session, "<c-o>");
    assert_eq!(kept(&session), before);
    press(&mut session, "<tab>");
    assert_eq!(kept(&session), (String::new(), None));
}

#[test]
fn of_several_mistakes_of_the_configuration_the_others_are_counted() {
    let mut config = Config::default();
    config.apply_text("theme = \"pink\"\nfoo = 1\nbar = 2", "c.toml");
    let more = "; 2 more: perfetty keys lists all";
    let session = session(&config, SIZE, false);
    assert!(said(&session).ends_with(more), "{}", said(&session));
}

#[test]
fn keys_that_find_nothing_to_do_say_so() {
    let mut session = session(&Config::default(), SIZE, false);
    for (keys, says) in [
        (">unpin-all<enter>", "nothing is pinned"),
        (">show-hidden<enter>", "nothing is hidden"),
        (">clear-filter<enter>", "no track filter is set"),
        (">cancel-load<enter>", "the trace has been read"),
        ("!g", "these rows have no groups"),
        ("b", "only trees and the ladder of flows have branches"),
        ("<space>", "only flow categories are switched on and off"),
    ] {
        press(&mut session, keys);
        assert_eq!(said(&session), says, "{keys}");
    }
}

#[test]
fn a_list_has_its_own_order_again_after_all_columns_and_its_keys_beside_a_filter() {
    let mut session = session(&Config::default(), SIZE, false);
    press(
        &mut session,
        ":select column1 as n from (values (2), (3), (1))<enter>",
    );
    let order = |session: &Session| {
        let table = session.state().top_table().expect("a table");
        let rows = table.rows.window(session.trace(), 0, 3);
        let cells = rows.iter().map(|row| row.cells[0].text.clone());
        (table.order.clone(), cells.collect::<Vec<_>>().concat())
    };
    assert_eq!(order(&session).1, "231");
    press(&mut session, "s");
    assert_eq!(
        order(&session),
        ("by n, largest first".into(), "321".into())
    );
    press(&mut session, "s");
    assert_eq!(order(&session), ("as listed".into(), "231".into()));
    press(&mut session, "s/3<enter>");
    let lines = format!("{:?}", session.scene().overlay);
    assert!(lines.contains("/ 3") && lines.contains("export"), "{lines}");
    assert_eq!(session.scene().caret, None);
}

#[test]
fn a_slice_that_is_gone_to_is_seen_also_in_a_thread_that_is_closed() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    b.nested_slices(
        track,
        &[(0, 100, "outer"), (10, 50, "inner"), (20, 10, "leaf")],
    );
    let mut session = testing::session_of(b);
    let opened = |session: &mut Session| format!("{:?}", session.scene().lines).contains("leaf");
    press(&mut session, "/outer<enter><space>");
    assert!(!opened(&mut session));
    press(&mut session, "/leaf<enter>");
    assert!(opened(&mut session));
}

#[test]
fn home_shows_the_trace_from_its_very_start() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(track, &[(1_000_003, 999_983, "a"), (2_000_003, 77, "b")]);
    let mut session = testing::session_of(b);
    press(&mut session, "/b<enter>wwww<home>");
    let start = session.trace().bounds.start();
    assert_eq!(session.state().view.viewport.start(), start);
}

#[test]
fn a_note_at_the_start_of_the_selection_keeps_its_flag() {
    let mut session = session(&Config::default(), SIZE, false);
    press(&mut session, "/event<enter>Mhello<enter>");
    let lines = session.scene().lines.clone();
    let line = lines
        .iter()
        .find(|line| line.texts.iter().any(|text| text.text == "⚑hello"));
    let line = line.expect("a flag");
    let flag = line
        .texts
        .iter()
        .find(|text| text.text == "⚑hello")
        .unwrap();
    let over = line
        .texts
        .iter()
        .filter(|text| text.x < flag.end() && text.end() > flag.x);
    assert_eq!(over.count(), 1);
}

#[test]
fn a_workspace_that_does_not_fit_says_first_what_empties_the_screen() {
    let mut session = session(&Config::default(), SIZE, false);
    let workspace = Workspace {
        pin: vec!["nowhere".into()],
        filter: Some("elsewhere".into()),
        ..Workspace::default()
    };
    let workspaces = &mut session.state_mut().workspaces;
    workspaces.insert("android".into(), workspace);
    press(&mut session, ">workspaces<enter><enter>");
    assert_eq!(
        said(&session),
        "workspace android: filter: no track matches \"elsewhere\"; 1 more of it is not in this trace"
    );
}

#[test]
fn go_to_time_takes_a_timecode() {
    let mut session = session(&Config::default(), SIZE, false);
    press(&mut session, ">go-to-time<enter>00:00:00.500 000<enter>");
    let at = session.state().view.cursor_ts.map(Ts::ns);
    assert_eq!(at, Some(5_500_000_000));
}

#[test]
fn go_to_time_takes_what_the_ruler_writes() {
    let mut session = session(&Config::default(), SIZE, false);
    // The trace begins at 5 s of its clock.
    for format in TimeFormat::ALL {
        let state = session.state_mut();
        state.view.time_format = format;
        let clock = Clock::new(session.trace(), format);
        let shown = clock.exact(Ts::from_ns(5_250_000_000));
        press(
            &mut session,
            &format!(">go-to-time<enter>{}<enter>", shown.replace(' ', "<space>")),
        );
        let at = session.state().view.cursor_ts.map(Ts::ns);
        assert_eq!(at, Some(5_250_000_000), "{shown}");
        press(&mut session, "0");
    }
    // Other units count from the start of the trace, whatever is shown.
    session.state_mut().view.time_format = TimeFormat::Seconds;
    press(&mut session, ">go-to-time<enter>750ms<enter>");
    let at = session.state().view.cursor_ts.map(Ts::ns);
    assert_eq!(at, Some(5_750_000_000));
}

#[test]
fn a_wake_up_by_an_interrupt_leads_to_no_waker_and_no_key_says_so() {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let (main, other) = (b.thread(app, 7, "main"), b.thread(app, 8, "other"));
    let state = |ts, state, cpu, waker| ThreadState {
        cpu,
        waker,
        irq_context: waker.map(|_| true),
        ..ThreadState::new(Ts::from_ns(ts), Some(Dur::from_ns(10)), main, state)
    };
    let [sleep, wait, run] = ["S", "R", "Running"].map(|name| b.str(name));
    let states = vec![
        state(0, sleep, None, None),
        state(10, wait, None, Some(other)),
        state(20, run, Some(0), None),
    ];
    b.sched = SchedTable::new(Vec::new(), states);
    let mut session = testing::session_of(b);
    let run = Selection::State(ThreadStateId(2));
    for (key, says) in [
        ("]", "the wake-up leads to this run"),
        ("[", "an interrupt woke this thread"),
    ] {
        session.state_mut().select(run.clone());
        press(&mut session, key);
        assert_eq!(said(&session), says);
    }
}

#[test]
fn to_focus_a_track_says_what_it_needs() {
    let mut session = session(&Config::default(), SIZE, false);
    let window = session.window();
    press(&mut session, "jf");
    assert_eq!(
        said(&session),
        "a track has no time to zoom to: select a slice first"
    );
    press(&mut session, "jf");
    assert_eq!(
        said(&session),
        "a track has no time to zoom to: . selects a slice on it, then f"
    );
    assert_eq!(session.window(), window);
    press(&mut session, ".f");
    assert_eq!(said(&session), "");
}

#[test]
fn details_get_lines_of_the_tracks_and_give_them_back() {
    let mut session = session(&Config::default(), SIZE, false);
    let height = |session: &mut Session| session.scene().layout.details.height;
    let rested = height(&mut session);
    press(&mut session, "<a-up><a-up>");
    assert_eq!(height(&mut session), rested + 2);
    press(&mut session, "<a-down>");
    assert_eq!(height(&mut session), rested + 1);
    // What goes beyond the limit need not be taken back.
    press(&mut session, &"<a-up>".repeat(40));
    let most = height(&mut session);
    assert_eq!(said(&session), "the tracks need the lines that are left");
    press(&mut session, "<a-down>");
    assert_eq!(height(&mut session), most - 1);
    press(&mut session, &"<a-down>".repeat(40));
    assert_eq!(said(&session), "the details are as low as they can be");
    assert_eq!(height(&mut session), 2);
    press(&mut session, "<a-up>");
    assert_eq!(height(&mut session), 3);
    // A lower screen and back leaves what was chosen.
    session.resize(Size { cols: 80, rows: 20 });
    session.resize(SIZE);
    assert_eq!(height(&mut session), 3);
    press(&mut session, "Q<a-up>");
    assert_eq!(said(&session), "the details are closed; Q shows them");
}

#[test]
fn the_cursor_stays_in_sight_when_the_details_grow() {
    let mut b = TraceBuilder::new();
    for n in 0..40 {
        let track = b.slice_track(Scope::Global, Some(&format!("t{n:02}")));
        b.nested_slices(track, &[(n, 10, "a")]);
    }
    let mut session = testing::session_of(b);
    press(&mut session, &"j".repeat(12));
    let is_in_sight = |session: &mut Session| {
        let scene = session.scene();
        let cursor = session.state().view.cursor;
        scene.tracks.iter().any(|line| Some(line.node) == cursor)
    };
    assert!(is_in_sight(&mut session));
    for _ in 0..8 {
        press(&mut session, "<a-up>");
        assert!(is_in_sight(&mut session));
    }
}
