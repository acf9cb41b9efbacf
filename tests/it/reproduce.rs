//! The command that `Y` copies shows the same screen again.
//!
//! Keys drive a session, the command is read as a shell and clap read it, and a second session opens with it.
//! Both screens must be the same, cell by cell, except for the way there: the history, the trail of flows,
//! messages.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use clap::FromArgMatches as _;
use perfetty::app::command::{Command, Group};
use perfetty::app::config::Config;
use perfetty::app::effect::Effect;
use perfetty::app::key::Key;
use perfetty::app::layer::LayerKind;
use perfetty::app::resolve::ViewRequest;
use perfetty::app::session::Session;
use perfetty::cli::args::Cli;
use perfetty::cli::view;
use perfetty::model::builder::TraceBuilder;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::scene::{Button, Line, Rect, Scene, Size, Target};
use perfetty::view::state::{Selection, TimeFormat};

use crate::support;

const SIZE: Size = Size {
    cols: 120,
    rows: 40,
};

/// A size at which the details fit to the right of the tracks.
const WIDE: Size = Size {
    cols: 210,
    rows: 50,
};

fn session(trace: &Arc<Trace>, size: Size) -> Session {
    let mut session = Session::new("demo", &Config::default(), size);
    session.set_demo();
    session.set_trace(Arc::clone(trace));
    session
}

fn press(session: &mut Session, keys: &str) {
    for key in Key::parse_all(keys).unwrap() {
        session.key(key);
        session.sync();
        // The scroll position is bounded when a scene is made.
        session.scene();
    }
}

/// Presses `Y` and returns the copied text.
pub(crate) fn copied(session: &mut Session) -> String {
    session.key(Key::char('Y'));
    let effects = session.take_effects();
    let [Effect::Copy { text, .. }] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    text.clone()
}

/// Opens a session with the flags of the command.
fn opened(trace: &Arc<Trace>, size: Size, command: &str) -> Session {
    let words = support::shell_words(command);
    let matches = Cli::definition().try_get_matches_from(words).unwrap();
    let cli = Cli::from_arg_matches(&matches).unwrap();
    let (request, keys) = view::request(&cli.view.flags).unwrap();
    let mut session = session(trace, size);
    session.ask(request, keys);
    session.sync();
    session
}

/// Asserts that the command copied after `keys` shows the same screen.
fn check(trace: &Arc<Trace>, size: Size, keys: &str) {
    let mut first = session(trace, size);
    press(&mut first, keys);
    while !first.state().layers.is_empty() {
        // A list of several flows or links is not part of a view.
        press(&mut first, "q");
    }
    let command = copied(&mut first);
    let mut second = opened(trace, size, &command);
    let about = format!("{keys}: {command}");
    let selection = |session: &Session| session.state().view.selection.clone();
    assert_eq!(selection(&first), selection(&second), "{about}");
    assert_eq!(first.window(), second.window(), "{about}");
    let shown = |session: &mut Session| {
        let state = session.state_mut();
        state.view.message = None;
        state.view.flows.trail.clear();
        state.parked = None;
        let mut scene = Scene::clone(&session.scene());
        // The way there is not part of the view, and neither is what depends on the room it takes.
        let details = scene.layout.details;
        let is_beside = |line: &Line| line.y == details.y && line.x > details.x;
        scene.lines.retain(|line| !is_beside(line));
        let is_step = |&(_, target): &(Rect, Target)| {
            matches!(target, Target::Button(Button::Back | Button::Forward))
        };
        scene.targets.retain(|target| !is_step(target));
        for line in &mut scene.lines {
            if line.y == details.y && details.height > 0 {
                line.texts.retain(|text| !text.text.contains('^'));
            }
        }
        scene
    };
    let (one, two) = (shown(&mut first), shown(&mut second));
    assert_eq!(one.scroll, two.scroll, "{about}");
    for (a, b) in one.lines.iter().zip(&two.lines) {
        assert_eq!(a, b, "{about}");
    }
    assert_eq!(one, two, "{about}");
    // The second session copies the same command.
    assert_eq!(copied(&mut second), command, "{keys}");
    // Ids may change with the importer, so no command contains them.
    assert!(!command.contains("slice:"), "{command}");
}

#[test]
fn tracks_whose_names_have_controls_are_found_again() {
    let mut b = TraceBuilder::new();
    for name in ["a\u{1b}[2J\u{7}b", "tab\tand\nline", "c1 \u{9b}m"] {
        let track = b.slice_track(Scope::Global, Some(name));
        b.nested_slices(track, &[(0, 100, "same"), (200, 50, "same")]);
    }
    let trace = Arc::new(b.finish());
    for keys in ["/same<enter>", "/same<enter>nn", "/same<enter>nnnn"] {
        check(&trace, SIZE, keys);
    }
}

#[test]
fn a_note_of_one_letter_is_no_mark() {
    let trace = crate::screen::demo();
    for keys in ["Ma<enter>", "MA<enter>", "MB<enter>wwddMb<enter>ma"] {
        check(&trace, SIZE, keys);
    }
}

#[test]
fn the_format_of_times_is_the_same_whatever_the_configuration_says() {
    let trace = crate::screen::demo();
    let usual = TimeFormat::Seconds;
    let session = |keys: &str| {
        let config = Config {
            time_format: usual,
            ..Config::default()
        };
        let mut session = Session::new("demo", &config, SIZE);
        session.set_demo();
        session.set_trace(Arc::clone(&trace));
        press(&mut session, keys);
        session
    };
    for turns in 0..TimeFormat::ALL.len() {
        let mut first = session(&"T".repeat(turns));
        let command = copied(&mut first);
        let words = support::shell_words(&command);
        let keys = words.iter().skip_while(|word| *word != "--keys").nth(1);
        let second = session(keys.map_or("", String::as_str));
        let format = |session: &Session| session.state().view.time_format;
        assert_eq!(format(&first), format(&second), "{command}");
    }
}

#[test]
fn what_is_hidden_stays_so_with_the_selection_in_it() {
    let mut b = TraceBuilder::new();
    for name in ["one", "two"] {
        let track = b.slice_track(Scope::Global, Some(name));
        b.nested_slices(track, &[(0, 100, name)]);
    }
    check(&Arc::new(b.finish()), SIZE, "/two<enter>H");
}

#[test]
fn what_is_closed_stays_so_with_the_selection_in_it() {
    let trace = crate::screen::demo();
    // A frame, an area and a slice in groups that are closed then, one by one and a level at a time.
    for keys in [
        "nkkk<space>",
        "nCC",
        "/needle<enter>CC",
        "/layout<enter>kkkkkkkk<space>",
        "nRCC",
        "nCCgg",
    ] {
        check(&trace, SIZE, keys);
    }
}

#[test]
fn flows_that_are_shown_after_all_are_not_said_to_be_hidden() {
    let trace = crate::screen::demo();
    for (keys, says) in [("n-", true), ("n-}", false), ("n-}-", true)] {
        let mut session = session(&trace, SIZE);
        press(&mut session, keys);
        assert_eq!(session.state().view.flows.shown, !says, "{keys}");
        let command = copied(&mut session);
        assert_eq!(command.contains("--flows 0"), says, "{keys}: {command}");
    }
}

/// A trace of three slices, one after the other, with a flow of the category `one` and then one of `two`.
pub(crate) const OF_TWO_CATEGORIES: &str = r#"[
    {"ph":"X","ts":0,"dur":10,"pid":1,"tid":1,"name":"first"},
    {"ph":"X","ts":20,"dur":10,"pid":1,"tid":2,"name":"middle"},
    {"ph":"X","ts":40,"dur":10,"pid":1,"tid":3,"name":"last"},
    {"ph":"s","ts":1,"pid":1,"tid":1,"id":1,"name":"flow","cat":"one"},
    {"ph":"f","ts":21,"pid":1,"tid":2,"id":1,"name":"flow","cat":"one","bp":"e"},
    {"ph":"s","ts":22,"pid":1,"tid":2,"id":2,"name":"flow","cat":"two"},
    {"ph":"f","ts":41,"pid":1,"tid":3,"id":2,"name":"flow","cat":"two","bp":"e"}]"#;

#[test]
fn hidden_categories_of_flows_are_hidden_again() {
    let two = crate::screen::import(OF_TWO_CATEGORIES.into());
    for (keys, flag) in [
        ("/middle<enter>c<space><esc>", "--hide-flows one"),
        ("/middle<enter>c<down><space><esc>", "--hide-flows two"),
        (
            "/middle<enter>c<space><down><space><esc>",
            "--hide-flows one,two",
        ),
        // The other ones.
        ("/middle<enter>cb<esc>", "--hide-flows two"),
    ] {
        check(&two, SIZE, keys);
        let mut session = session(&two, SIZE);
        press(&mut session, keys);
        let command = copied(&mut session);
        let flag = format!("{flag} --keys ");
        assert!(command.contains(&flag), "{keys}: {command}");
    }
    // The flows of the demo have no category.
    let demo = crate::screen::demo();
    check(&demo, SIZE, "nc<space><esc>");
    let opened = opened(&demo, SIZE, "perfetty --hide-flows ''");
    assert!(opened.state().view.flows.hidden.contains(""));
    assert!(opened.state().view.message.is_none());
}

/// Returns what is said to be copied by `Y` after keys.
fn copied_as(trace: &Arc<Trace>, keys: &str) -> String {
    // Of the demo some lists have no command.
    let mut session = Session::new("t.pftrace", &Config::default(), SIZE);
    session.set_trace(Arc::clone(trace));
    press(&mut session, keys);
    session.key(Key::char('Y'));
    match session.take_effects().as_slice() {
        [Effect::Copy { what, .. }] => what.to_string(),
        other => panic!("{keys}: {other:?}"),
    }
}

#[test]
fn what_the_command_does_not_bring_back_is_named_where_it_is_copied() {
    let trace = crate::screen::demo();
    for (keys, what) in [
        ("nfss", "command"),
        ("nfL", "command"),
        ("nfc<space><esc>", "command"),
        ("nf]", "command without the trail of flows"),
        ("jv", "command without the area that is begun"),
        (
            "/re:a<enter>*/<c-t>b<enter>",
            "command without where was searched",
        ),
        (
            ":select 1<a-enter>",
            "command without the result of the query",
        ),
        (">startups<enter>", "command"),
        // Lists, whose filters some commands have.
        (">slow-flows<enter>", "command"),
        (
            ">slow-flows<enter>/decode<enter>",
            "command without its filter",
        ),
        (">slow-flows<enter>s", "command without its order"),
        (
            ">slow-flows<enter>S/decode<enter>",
            "command without its filter and order",
        ),
        ("*<enter>/layout<enter>", "command without its filter"),
        (">ftrace<enter>/waking<enter>", "command"),
        (">ftrace<enter>s", "command without its order"),
        ("J", "command"),
        ("J/late<enter>", "command"),
        ("Js/late<enter>", "command"),
        ("Js", "command without its order"),
        ("JgS", "command without its order and groups"),
    ] {
        assert_eq!(copied_as(&trace, keys), what, "{keys}");
    }
    let mut hits = session(&trace, SIZE);
    press(&mut hits, "/layout<a-enter>");
    let command = copied(&mut hits);
    assert_eq!(
        command,
        "perfetty --search layout --keys '>search-hits<enter>'"
    );
    assert!(matches!(
        opened(&trace, SIZE, &command).state().layers.last(),
        Some(layer) if layer.kind == LayerKind::Hits
    ));
    // The last line of a list says it, too.
    let mut screen = crate::screen::Screen::new(&trace, 80, 24);
    let text = screen.keys(">slow-flows<enter>/decode<enter>").text();
    let last = text.trim_end().lines().last().unwrap();
    assert!(last.trim_end().ends_with("without its filter"), "{text}");
    assert!(last.contains("perfetty flow"), "{text}");
}

#[test]
fn what_is_filtered_away_stays_so_with_the_selection_in_it() {
    let trace = crate::screen::demo();
    for keys in [
        // The keyboard, a frame and an area on tracks that the filter hides.
        "jjtmain<enter>",
        "ntsurfaceflinger<enter>",
        "ntsurfaceflinger<enter>jjjj",
        "jjv<right><right><enter><esc>tsurfaceflinger<enter>",
    ] {
        check(&trace, SIZE, keys);
    }
}

#[test]
fn a_frame_brings_nothing_into_sight_that_was_not() {
    let mut text = String::from(
        "packet { timestamp: 1000 frame_timeline_event { actual_surface_frame_start { cookie: 1 token: 50
         display_frame_token: 60 pid: 100 layer_name: \"l\" jank_type: 64 } } }
         packet { timestamp: 9000 frame_timeline_event { frame_end { cookie: 1 } } }\n",
    );
    // What worked on the frame is below the screen.
    for tid in 101..=160 {
        let name = if tid == 160 {
            "Choreographer#doFrame 50"
        } else {
            "work"
        };
        for what in [
            format!("track_descriptor {{ uuid: {tid} thread {{ pid: 100 tid: {tid} }} }}"),
            format!(
                "timestamp: 1000 track_event {{ track_uuid: {tid} type: TYPE_SLICE_BEGIN name: \"{name}\" }}"
            ),
            format!("timestamp: 9000 track_event {{ track_uuid: {tid} type: TYPE_SLICE_END }}"),
        ] {
            writeln!(
                text,
                "packet {{ trusted_packet_sequence_id: {tid} {what} }}"
            )
            .unwrap();
        }
    }
    let trace = crate::screen::written(&text);
    // The key moves to the frame only; the list of janks leads to the frame and its work.
    for keys in [".", "J<enter>"] {
        check(&trace, SIZE, keys);
    }
}

/// Asserts the same with the details right of the tracks: a timeline with other columns rounds the window to
/// these, so it may differ by less than a nanosecond per column.
fn check_docked(trace: &Arc<Trace>, keys: &str) {
    let mut first = session(trace, WIDE);
    press(&mut first, keys);
    let command = copied(&mut first);
    let second = opened(trace, WIDE, &command);
    let (one, two) = (&first.state().view, &second.state().view);
    assert_eq!(one.details, two.details, "{command}");
    assert_eq!(one.selection, two.selection, "{command}");
    assert_eq!(one.scroll, two.scroll, "{command}");
    let (a, b) = (first.window(), second.window());
    let apart = a.end().ns().abs_diff(b.end().ns()) + a.start().ns().abs_diff(b.start().ns());
    assert!(apart <= 2 * u64::from(WIDE.cols), "{a:?} {b:?} {command}");
}

#[test]
fn the_copied_command_shows_the_same_screen() {
    let trace = crate::screen::demo();
    for keys in [
        "",
        "w",
        "nfss",
        "nn<pgdn><pgdn>",
        "n]",
        "njjj",
        "jjjjjj<enter>",
        "<c-p>main<enter>j<enter>..u",
        "<c-p>CPU 0<enter><enter>..",
        "<c-p>CPU 0<enter><enter>f",
        "<c-p>BufferTX<enter><enter>...",
        "<c-p>RenderThread<enter>pjpnf",
        "<c-p>main 4242<enter>p",
        "jjjHjH",
        "E<pgdn>",
        "C",
        "CC",
        "EEE<pgdn><pgdn>jj",
        "tRenderThread<enter>nf",
        "tmain,Actual<enter>",
        "/binder<enter>n",
        "nf/binder<enter>N<c-o>",
        "/traversal<enter>S",
        "/<c-r>^bin.er r<enter>",
        "/<c-r><c-r>bndrrp<enter>",
        "/re:x<enter>",
        "n++",
        ":select ts, dur, name from slice where dur <lt> 900000<enter>p",
        "nf:select ts, dur as value from slice<enter>p>unpin-all<enter>:select ts from slice limit 9<enter>p",
        "nf:select ts, dur, track_id as track from slice where name <lt> 'b'<enter>p",
        "n---",
        "TTnf",
        "znf<pgdn>",
        "nf2",
        "nf4<s-down><s-down>",
        "Qnf<pgdn>",
        "jjvlljj<enter>",
        "nR",
        "*",
        "jj**",
        "nfR",
        "nmanxnx",
        "nx",
        "nMslow here<enter>Nmb",
        "<end>www",
        "nf<a-up><a-up><a-up>",
        "nf<a-down>4",
        "G<a-up><a-up>j<pgdn>",
        "jjjjjjjjjjjjjjjjjj<a-up><a-up><a-up><a-up><a-up><a-up><a-up><a-up><a-up>",
    ] {
        check(&trace, SIZE, keys);
    }
    check(&trace, WIDE, "nf");
    for keys in ["Q", "nfQ", "QQ", "nfQQ", "nfQ4<s-down>"] {
        check_docked(&trace, keys);
    }
}

#[test]
fn a_sample_of_a_profiler_is_selected_again() {
    let trace = crate::sample_screens::trace(8);
    for keys in ["jjj<enter>..", "jjj<enter>.2", "jjj<enter>pf"] {
        let mut first = session(&trace, SIZE);
        press(&mut first, keys);
        let selection = &first.state().view.selection;
        assert!(matches!(selection, Selection::Sample(_)), "{selection:?}");
        check(&trace, SIZE, keys);
    }
}

#[test]
fn a_view_that_is_asked_for_waits_for_the_trace() {
    let trace = crate::screen::demo();
    let mut session = Session::new("demo", &Config::default(), SIZE);
    let words = ["perfetty", "--select", "frame:51072", "--mark", "5ms=a"];
    let matches = Cli::definition().try_get_matches_from(words).unwrap();
    let cli = Cli::from_arg_matches(&matches).unwrap();
    let (request, _) = view::request(&cli.view.flags).unwrap();
    session.ask(request, Key::parse_all("p").unwrap());
    session.sync();
    let view = &session.state().view;
    assert!(view.message.is_none() && view.marks.is_empty(), "{view:?}");
    session.set_trace(trace);
    session.sync();
    let view = &session.state().view;
    assert!(matches!(view.selection, Selection::Slice(_)), "{view:?}");
    assert_eq!((view.pins.len(), view.marks.len()), (1, 1), "{view:?}");
    // The selection is zoomed to, as by `f`; a time that is asked for has precedence.
    let focused = view.viewport;
    press(&mut session, "0");
    assert_ne!(session.state().view.viewport, focused);
    press(&mut session, "f");
    assert_eq!(session.state().view.viewport, focused);
}

#[test]
fn what_is_done_before_the_trace_is_there_does_not_spoil_the_view_of_it() {
    let trace = crate::screen::demo();
    let whole = session(&trace, SIZE).window();
    let mut early = Session::new("demo", &Config::default(), SIZE);
    press(&mut early, "sdwwa");
    early.set_trace(Arc::clone(&trace));
    assert_eq!(early.window(), whole);
    // The view that was asked for is shown, not said to be elsewhere.
    let mut early = Session::new("demo", &Config::default(), SIZE);
    early.ask(
        ViewRequest {
            select: vec!["frame:51072@4242".parse().unwrap()],
            ..ViewRequest::default()
        },
        Vec::new(),
    );
    press(&mut early, "sdwwa");
    early.set_trace(trace);
    early.sync();
    assert!(matches!(early.state().view.selection, Selection::Slice(_)));
}

#[test]
fn a_trace_with_a_stray_event_opens_where_the_rest_is() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    let rest = (0..1000).map(|i| (1_000_000 + 10 * i, 9, "a"));
    let slices: Vec<_> = [(0, 5, "early")].into_iter().chain(rest).collect();
    b.nested_slices(track, &slices);
    let trace = Arc::new(b.finish());
    let mut opens = session(&trace, SIZE);
    assert_eq!(opens.window().start().ns(), 999_901);
    let message = opens.state().view.message.clone().unwrap().text;
    assert_eq!(
        message,
        "nearly all events are in these 10.1 µs of 1.01 ms; 0 shows everything"
    );
    press(&mut opens, "0");
    assert!(opens.window().start().ns() <= 0);
    // Both views need a flag, because the whole trace is not the default here.
    for keys in ["", "0", "wd", "0w", "j<enter>"] {
        check(&trace, SIZE, keys);
    }
    // A view that is asked for is shown, and so is the whole trace if the user asked for it.
    let asked = opened(&trace, SIZE, "perfetty --at 0ns+2us");
    assert_eq!(asked.window().start().ns(), 0);
    assert!(asked.state().view.message.is_none());
    let mut early = Session::new("demo", &Config::default(), SIZE);
    early.key(Key::char('0'));
    early.set_trace(Arc::clone(&trace));
    assert!(early.window().start().ns() <= 0);
}

#[test]
fn a_window_that_was_asked_for_is_kept_to_the_nanosecond() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, None);
    b.nested_slices(track, &[(0, 40, "a"), (100, 1, "next"), (900, 100, "z")]);
    let trace = Arc::new(b.finish());
    let area = |session: &Session| match &session.state().view.selection {
        Selection::Area(area) => (area.span.start().ns(), area.span.end().ns()),
        other => panic!("no area: {other:?}"),
    };
    let mut asked = opened(&trace, SIZE, "perfetty --at 0ns+100ns");
    // Columns are whole nanoseconds, so the screen shows a little more.
    assert!(asked.window().dur().ns() > 100);
    let at = |session: &mut Session| {
        let command = copied(session);
        let (_, at) = command.split_once("--at ").unwrap();
        at.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(at(&mut asked), "0ns+100ns");
    press(&mut asked, "*");
    assert_eq!(area(&asked), (0, 100));
    // Another size, and panning there and back, do not change the exact window.
    press(&mut asked, "<esc>");
    asked.resize(WIDE);
    press(&mut asked, "QQQda*");
    assert_eq!(
        (at(&mut asked).as_str(), area(&asked)),
        ("0ns+100ns", (0, 100))
    );
    // The area of a window that was moved is what the screen shows.
    press(&mut asked, "<esc>d*");
    let (start, end) = area(&asked);
    assert_eq!(asked.window().start().ns(), start);
    assert_eq!(asked.window().end().ns(), end);
    // A link has an exact window, too.
    let link = "perfetty --url 'https://ui.perfetto.dev/#!/?visStart=7&visEnd=100'";
    let mut asked = opened(&trace, SIZE, link);
    press(&mut asked, "*");
    assert_eq!(area(&asked), (7, 100));
}

#[test]
fn it_does_so_on_real_traces() {
    for name in [
        "phone_nowinandroid.pftrace",
        "chrome_desktop.pftrace",
        "rust_tokio.pftrace",
        "nested_tracks.pftrace",
        "linux_systing.pftrace",
        "catapult_flow.json",
    ] {
        let Some(path) = support::shared(&format!("corpus/{name}")) else {
            continue;
        };
        let trace = crate::screen::import(std::fs::read(path).unwrap());
        for keys in [
            "",
            "jjj<enter>",
            "jjjjjjjj<enter>f..",
            "E<pgdn>jjj<enter>.f",
            "EE<pgdn><pgdn><enter>]",
            "CC<pgdn>",
            "jjjjpjp<enter>ff",
            "jjH<space>j<space>",
            "nfL<esc>w",
            "/a<enter>nnfn",
            "jjjjvlllljj<enter>",
            "tmain<enter><enter>f",
        ] {
            check(&trace, SIZE, keys);
        }
    }
}

/// A track that is shown for now comes with the frame again, and is not pinned by the command.
#[test]
fn what_worked_on_a_frame_is_shown_again() {
    if let Some(trace) = crate::screen::corpus("cuttlefish_app_startup") {
        check(&trace, SIZE, "n");
        let command = copied_as(&trace, "n");
        assert!(!command.contains("--pin"), "{command}");
    }
}

#[test]
fn a_click_beside_everything_is_shown_again() {
    use perfetty::app::update::mouse::{MouseInput, MouseKind};
    let trace = crate::screen::demo();
    let mut first = session(&trace, SIZE);
    press(&mut first, "nf<esc>");
    let timeline = first.scene().layout.timeline;
    for kind in [MouseKind::Down, MouseKind::Up] {
        let (x, y) = (timeline.x + timeline.width - 3, timeline.y + 1);
        first.mouse(MouseInput { kind, x, y });
    }
    let cursor = first.state().view.cursor_ts;
    assert!(cursor.is_some());
    let command = copied(&mut first);
    let second = opened(&trace, SIZE, &command);
    assert_eq!(second.state().view.cursor_ts, cursor, "{command}");
}

#[test]
fn a_link_of_the_web_ui_is_written_and_read() {
    let trace = crate::screen::demo();
    let mut first = session(&trace, SIZE);
    press(&mut first, "nf><lt>".trim_end_matches("<lt>"));
    press(&mut first, "copy-link");
    first.key(Key::parse_all("<enter>").unwrap()[0]);
    let effects = first.take_effects();
    let [Effect::Copy { text: link, .. }] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert!(
        link.starts_with("https://ui.perfetto.dev/#!/?visStart="),
        "{link}"
    );
    let second = opened(&trace, SIZE, &format!("perfetty --url '{link}'"));
    assert!(matches!(first.state().view.selection, Selection::Slice(_)));
    assert_eq!(first.state().view.selection, second.state().view.selection);
    assert_eq!(first.window(), second.window());
}

#[test]
fn a_link_that_says_only_a_part_of_a_slice_leads_to_the_first_that_has_it() {
    let trace = crate::screen::demo();
    let selected = |query: &str| {
        let link = format!("perfetty --url 'https://ui.perfetto.dev/#!/?{query}'");
        let session = opened(&trace, SIZE, &link);
        match session.state().view.selection {
            Selection::Slice(id) => id,
            ref other => panic!("{query}: {other:?}"),
        }
    };
    let of_tid = |id| trace.pid_tid(id).1 == Some(4260);
    let dur = |id| trace.slices.dur(id).unwrap().ns();
    let first = selected("tid=4260");
    let mut all: Vec<_> = trace.slices.ids().filter(|&id| of_tid(id)).collect();
    all.sort_by_key(|&id| trace.slices.ts(id));
    assert_eq!(first, all[0]);
    let other = all.into_iter().find(|&id| dur(id) != dur(first)).unwrap();
    let by_dur = selected(&format!("tid=4260&dur={}", dur(other)));
    assert_eq!(by_dur, other);
    let pid = trace.pid_tid(first).0.unwrap();
    assert_eq!(trace.pid_tid(selected(&format!("pid={pid}"))).0, Some(pid));
    let of_frame = selected("dur=35122115");
    assert_eq!(dur(of_frame), 35_122_115);
}

/// Frames of two layers and of two processes with the same token lead back to the same frame.
#[test]
fn what_is_shown_of_a_frame_leads_back_to_it() {
    let frames = [(1000, "a", 20), (1000, "b", 22), (2000, "c", 25)];
    let mut text = String::new();
    for (cookie, (pid, layer, end)) in (1..).zip(frames) {
        let ids = format!("cookie: {cookie} token: 10 display_frame_token: 12 pid: {pid}");
        let how = format!("layer_name: \"{layer}\" jank_type: 64 present_type: 2");
        let start = format!("actual_surface_frame_start {{ {ids} {how} }}");
        let events = [
            (1, start),
            (end, format!("frame_end {{ cookie: {cookie} }}")),
        ];
        for (ms, event) in events {
            let packet = format!("timestamp: {ms}000000 frame_timeline_event {{ {event} }}");
            writeln!(text, "packet {{ {packet} }}").unwrap();
        }
    }
    let trace = crate::screen::written(&text);
    for keys in ["n", "nn", "nnn"] {
        let mut first = session(&trace, SIZE);
        press(&mut first, keys);
        let Selection::Slice(frame) = first.state().view.selection else {
            panic!("no frame");
        };
        let line = first.state().view.commands[0].clone();
        let same = opened(&trace, SIZE, &line);
        assert_eq!(
            same.state().view.selection,
            Selection::Slice(frame),
            "{line}"
        );
        press(&mut first, "e");
        let lens = |session: &Session| {
            let table = session.state().top_table().expect("a lens");
            (table.command.clone(), table.preview)
        };
        let (line, preview) = lens(&first);
        assert_eq!(lens(&opened(&trace, SIZE, &line)).1, preview, "{line}");
    }
    // A window that begins before the trace looks like a flag.
    let mut early = session(&trace, SIZE);
    press(&mut early, "dddddaaaaaaaaaaaaaaaa");
    assert!(early.window().start() < trace.bounds.start());
    let line = early.state().view.commands[0].clone();
    let again = opened(&trace, SIZE, &line).window();
    // Times are rounded to what a column can show.
    let apart = (again.start().ns() - early.window().start().ns()).abs();
    assert!(apart <= early.state().view.viewport.ns_per_col(), "{line}");
    // A selection without room for its words is not left out silently.
    let mut area = session(&trace, SIZE);
    press(&mut area, "**");
    assert!(area.state().view.commands[0].contains("--select area:"));
    // The line begins alike whatever is selected; on a narrow screen it has no room for the program.
    let narrow = Size { cols: 80, rows: 24 };
    for (size, begins) in [(SIZE, "perfetty --at "), (narrow, "--at ")] {
        let mut frame = session(&trace, size);
        frame.scene();
        assert_eq!(frame.state().view.commands, ["perfetty"]);
        press(&mut frame, "wn");
        let lines = frame.state().view.commands.clone();
        let [line] = &lines[..] else {
            panic!("{lines:?}");
        };
        assert!(
            line.starts_with(begins) && line.contains(" --select frame:"),
            "{line}"
        );
    }
    let mut file = Session::new("/traces/a b.pftrace", &Config::default(), SIZE);
    file.set_trace(Arc::clone(&trace));
    file.scene();
    assert_eq!(file.state().view.commands, ["perfetty 'a b.pftrace'"]);
    // What could not be imported is printed by another command.
    press(&mut file, "!");
    assert_eq!(copied(&mut file), "perfetty info '/traces/a b.pftrace'");
}

/// Returns the command below a picture of what keys lead to, without the words beside it.
fn below_picture(trace: &Arc<Trace>, cols: u16, keys: &str) -> (String, String) {
    let mut session = session(trace, Size { cols, rows: 40 });
    session.set_picture();
    press(&mut session, keys);
    let scene = session.scene();
    let last = scene.lines.iter().max_by_key(|line| line.y).unwrap();
    let text = last.texts.first().unwrap().text.clone();
    (text, copied(&mut session))
}

#[test]
fn below_a_picture_stands_the_whole_command_or_a_mark_that_it_does_not() {
    let trace = crate::screen::demo();
    for keys in [
        "",
        "/decode<enter>",
        "tfeed<enter>",
        "4",
        "njjjH",
        "<c-p>main<enter>p",
    ] {
        let (shown, command) = below_picture(&trace, 900, keys);
        assert_eq!(shown, command, "{keys}");
        // What is cut says so, and the rest is as in the whole, but for a slice's name.
        let (shown, command) = below_picture(&trace, 60, keys);
        let kept = shown.trim_start_matches("… ").trim_end_matches(" …");
        assert!(kept != shown || shown == command, "{keys}: {shown}");
        assert!(
            command.contains(kept) || kept.ends_with("--select 'name:^decode$'"),
            "{keys}: {shown}"
        );
    }
    // Where there is less room a slice is told by its name and number, which leads to it, too.
    let (shown, _) = below_picture(&trace, 160, "/decode<enter>");
    let short = shown.strip_suffix(" …").unwrap_or(&shown);
    assert!(short.contains(" --select 'name:^decode$'"), "{shown}");
    let mut found = session(&trace, SIZE);
    press(&mut found, "/decode<enter>");
    assert_eq!(
        opened(&trace, SIZE, short).state().view.selection,
        found.state().view.selection
    );
    // What no command brings back is marked whatever the room.
    let (shown, _) = below_picture(&trace, 900, "n");
    assert!(!shown.ends_with('…'), "{shown}");
    let (shown, _) = below_picture(&trace, 900, "n]");
    assert!(shown.ends_with(" …"), "{shown}");
}

/// Commands that wait for one more key, or change no view.
const OF_NO_VIEW: &[Command] = &[Command::SetMark, Command::GoToMark, Command::ToggleMeter];

/// Where a command leads is brought back by what `Y` copies there, or that is not said to be whole below a picture.
#[test]
fn what_any_command_shows_is_brought_back_or_marked_as_left_out() {
    let trace = crate::screen::demo();
    let changes_view = |command: &&Command| {
        let group = command.group();
        let groups = [Group::Tracks, Group::Flows, Group::Work, Group::Screen];
        groups.contains(&group) && !OF_NO_VIEW.contains(command)
    };
    let mut n_brought_back = 0;
    for command in Command::ALL.iter().filter(changes_view) {
        let keys = format!("wwn>{}<enter>", command.name());
        let mut picture = session(&trace, SIZE);
        picture.set_picture();
        press(&mut picture, &keys);
        if !picture.state().view.commands[0].ends_with('…') {
            check(&trace, SIZE, &keys);
            n_brought_back += 1;
        }
    }
    assert!(n_brought_back > 20, "{n_brought_back}");
}

#[test]
fn what_keys_copy_is_told_where_there_is_no_clipboard() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_perfetty"));
    command.args(["snapshot", "--keys", "nY"]);
    let output = command.output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.starts_with("perfetty: command: perfetty --"),
        "{errors}"
    );
    assert!(errors.contains(" --select frame:"), "{errors}");
}

#[test]
fn modes_of_counters_are_shown_again() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for name in ["fps", "heap", "rss"] {
        b.counter_track(
            Scope::Process(app),
            name,
            "",
            &[(0, 1.0), (500, 9.0), (900, 4.0)],
        );
    }
    let other = b.process(11, "other");
    b.counter_track(Scope::Process(other), "lone", "", &[(0, 1.0), (900, 4.0)]);
    let trace = Arc::new(b.finish());
    let mode = ">counter-mode<enter>";
    for keys in [
        format!("ggj{mode}"),
        format!("ggj{mode}{mode}j{mode}kk"),
        format!("ggjjj{mode}{mode}{mode}<space>gg"),
        // A group as a whole, then one of it back to its value.
        format!("gg{mode}"),
        format!("gg{mode}j{mode}{mode}{mode}"),
    ] {
        check(&trace, SIZE, &keys);
    }
    let mut session = session(&trace, SIZE);
    press(&mut session, &format!("ggj{mode}"));
    assert!(copied(&mut session).contains("counter-mode<enter>"));
    // Of those that are rates at first the command goes on from there.
    let trace = crate::counter_screens::pressure();
    for keys in [format!("EEgg{mode}"), format!("EEggj{mode}{mode}k")] {
        check(&trace, SIZE, &keys);
    }
    // Of counters that are drawn otherwise at first all are set, also where the first needs no key.
    let trace = crate::counter_screens::of_process();
    check(&trace, SIZE, &format!("gg{mode}{mode}{mode}{mode}"));
}

#[test]
fn the_command_of_a_list_of_an_area_opens_that_list() {
    let trace = crate::screen::demo();
    let lists = [
        "**<enter>",
        "**5<enter>",
        "**33",
        "**<enter>g",
        "**<enter>ggg",
    ];
    // An area without slices begins with another list; one of a slice is on its track only.
    for keys in lists.into_iter().chain(["*<enter>", "nR<enter>", "nR44"]) {
        let mut first = session(&trace, SIZE);
        press(&mut first, keys);
        let list = |session: &Session| {
            let table = session.state().top_table().expect("a list");
            (session.state().top_kind(), table.title.clone())
        };
        let line = copied(&mut first);
        assert!(line.starts_with("perfetty --select "), "{keys}: {line}");
        assert_eq!(list(&opened(&trace, SIZE, &line)), list(&first), "{line}");
    }
}

#[test]
fn many_groups_that_are_opened_or_closed_together_have_one_pattern() {
    let trace = |name: &str| {
        let mut b = TraceBuilder::new();
        for pid in 1..=9 {
            let app = b.process(pid, name);
            for tid in 0..12 {
                let thread = b.thread(app, pid * 100 + tid, "worker");
                for track in ["one", "two"] {
                    let track = b.slice_track(Scope::Thread(thread), Some(track));
                    b.nested_slices(track, &[(tid, 900, "work")]);
                }
            }
        }
        Arc::new(b.finish())
    };
    let (app, odd) = (trace("app"), trace("a ‣ b"));
    let flags_after = |trace: &Arc<Trace>, keys: &str| {
        check(trace, SIZE, keys);
        let mut session = session(trace, SIZE);
        press(&mut session, keys);
        let command = copied(&mut session);
        let n_of = |flag: &str| command.matches(flag).count();
        (n_of("--expand"), n_of("--collapse"))
    };
    let none = ">collapse-all<enter>";
    let few = format!("{none}ggj<space>");
    // The first process is open at first, and so are three threads of each.
    for (keys, flags) in [
        (none, (0, 1)),
        (">collapse-all<enter>E", (1, 1)),
        ("EE", (2, 0)),
        (">expand-all<enter>", (2, 0)),
        // Of a level some may be closed, and what is in them is not seen.
        ("EEgg<space>", (2, 1)),
        ("EEggjj<space>", (2, 1)),
        // Few have patterns of their own.
        (few.as_str(), (1, 4)),
    ] {
        assert_eq!(flags_after(&app, keys), flags, "{keys}");
    }
    // Names may have in them what stands between names.
    let (expand, _) = flags_after(&odd, "EE");
    assert!(expand > 60, "{expand}");
    // All threads of one process.
    let mut session = opened(&app, SIZE, "perfetty t --expand '^app 3'");
    let command = copied(&mut session);
    assert_eq!(
        command,
        "perfetty --expand '^app 3 ‣[^‣]*$' --expand '^app 3$'"
    );
}
