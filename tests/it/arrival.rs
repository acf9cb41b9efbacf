//! What comes when more of a trace has been read: lists that are open, rows under the eye, and what
//! was asked for from outside.

use std::sync::Arc;

use perfetty::app::config::Config;
use perfetty::app::effect::Effect;
use perfetty::app::jobs::Tell;
use perfetty::app::key::Key;
use perfetty::app::layer::{Awaits, LayerKind};
use perfetty::app::resolve::ViewRequest;
use perfetty::app::session::Session;
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::model::ids::SliceId;
use perfetty::model::trace::Trace;
use perfetty::view::overlay::{Column, Overlay};
use perfetty::view::scene::Size;
use perfetty::view::state::{LoadState, Selection};

use crate::screen::{Screen, needles};

/// The first part of the demo, in percent of its bytes, or all of it.
fn demo(percent: usize) -> Arc<Trace> {
    let bytes = Arc::new(TraceBytes::from_vec(crate::demo::trace()).expect("plain"));
    let len = bytes.bytes().len();
    let options = Options {
        limit: (percent < 100).then(|| len * percent / 100),
        ..Options::default()
    };
    Arc::new(import_with(&bytes, options, &mut Unobserved).expect("a trace"))
}

/// The layer on top, with how many rows it has and the text of the chosen one.
fn top(screen: &Screen) -> Option<(LayerKind, usize, Vec<String>)> {
    let state = screen.session.state();
    let layer = state.layers.last()?;
    assert_eq!(layer.awaits, Awaits::Nothing, "{:?}", layer.kind);
    let (n, chosen) = match state.view.overlays.last()? {
        Overlay::Table(table) => {
            let rows = table.rows.window(screen.session.trace(), table.chosen, 1);
            let cells = rows.first().map(|row| row.cells.iter());
            let texts = cells.into_iter().flatten().map(|cell| cell.text.clone());
            (table.rows.len(), texts.collect())
        }
        Overlay::List(list) => {
            let chosen = list.rows.get(list.chosen);
            let text = chosen.map(|row| row.text.clone());
            (list.rows.len(), text.into_iter().collect())
        }
        Overlay::Ladder(page) => (page.ladder.rungs.len(), Vec::new()),
        _ => (0, Vec::new()),
    };
    Some((layer.kind, n, chosen))
}

#[test]
fn lists_stay_open_and_have_the_rows_of_more_of_the_trace() {
    let (part, whole) = (demo(70), demo(100));
    assert!(!part.frames.actual().is_empty() && !part.complete);
    // Lists whose rows have no names keep no row chosen.
    for (keys, keeps_row) in [
        ("Jjj", true),
        ("Js/self<enter>j", true),
        ("ne", false),
        (">slow-flows<enter>", false),
        (">ftrace<enter>", false),
        ("!", false),
        ("c", false),
        ("<c-p>main", false),
        ("/Choreographer<a-enter>", false),
        (":select name from slice<enter>", false),
        ("*>area-report<enter>", false),
    ] {
        let mut screen = Screen::new(&part, 120, 40);
        screen.keys(keys);
        let (kind, n, chosen) = top(&screen).expect(keys);
        if let Some(table) = screen.session.state().top_table() {
            let mut names = table.columns.iter().map(Column::name);
            assert!(names.all(|name| !name.is_empty()), "{keys}");
            let said = screen.text();
            let is_told = said.contains("so far") || matches!(kind, LayerKind::Lens(_));
            assert!(is_told, "{keys}: {said}");
        }
        screen.session.set_trace(Arc::clone(&whole));
        // What is pressed before the rows are there is for the list.
        let view = screen.view().viewport;
        screen
            .session
            .key(Key::parse_all("<up>").expect("a key")[0]);
        screen.session.sync();
        let (now, n_now, chosen_now) = top(&screen).expect(keys);
        assert_eq!(screen.view().viewport, view, "{keys}");
        let same = std::mem::discriminant(&kind) == std::mem::discriminant(&now);
        assert!(same, "{keys}: {kind:?} {now:?}");
        assert!(n_now >= n.min(1), "{keys}: {n} {n_now}");
        let is_table = !matches!(kind, LayerKind::Tracks | LayerKind::Categories);
        if is_table && !matches!(kind, LayerKind::Lens(_)) {
            assert!(
                !screen.text().contains("so far"),
                "{keys}: {}",
                screen.text()
            );
        }
        if keeps_row {
            let (time, time_now) = (chosen.first(), chosen_now.first());
            assert_eq!(time, time_now, "{keys}: {chosen:?} {chosen_now:?}");
        }
    }
}

#[test]
fn the_list_of_marks_stays_as_it_is() {
    let (part, whole) = (demo(70), demo(100));
    let mut screen = Screen::new(&part, 120, 40);
    screen.keys("nmanmb''j");
    let before = top(&screen).expect("a list");
    assert_eq!((before.0, before.1), (LayerKind::Marks, 2));
    // The user has made the marks, so that they are not those of a part of the trace.
    assert!(!screen.text().contains("so far"), "{}", screen.text());
    screen.session.set_trace(whole);
    screen.session.sync();
    assert_eq!(top(&screen), Some(before));
}

#[test]
fn a_list_that_cannot_be_made_again_says_that_it_is_closed() {
    let (part, whole) = (demo(70), demo(100));
    let mut screen = Screen::new(&part, 120, 40);
    screen.keys("n*6");
    screen.keys("<esc><esc>n");
    let before = screen.session.state().layers.len();
    assert_eq!(before, 0);
    screen.session.set_trace(whole);
    assert!(screen.session.state().layers.is_empty());
}

#[test]
fn the_row_of_the_keyboard_stays_where_it_is_on_the_screen() {
    let (part, whole) = (demo(50), demo(100));
    for n in [5, 17, 30] {
        let mut screen = Screen::new(&part, 120, 30);
        screen.text();
        screen.keys(&"j".repeat(n));
        let y = |screen: &mut Screen| {
            let cursor = screen.view().cursor.expect("a row");
            let scene = screen.session.scene();
            let mut lines = scene.tracks.iter();
            let line = lines.find(|line| line.node == cursor || line.data == cursor);
            line.map(|line| line.y)
        };
        let before = y(&mut screen);
        assert!(before.is_some(), "{n}");
        screen.session.set_trace(Arc::clone(&whole));
        let scene = screen.session.scene();
        // Rows above may be fewer than there were lines.
        let top = scene.layout.tree.y;
        let scrolled = screen.view().scroll > 0;
        let after = y(&mut screen).expect("on the screen");
        let wanted = before.expect("a line");
        assert!(
            after == wanted || !scrolled && after >= top,
            "{n}: {wanted} {after}"
        );
    }
}

/// Returns a trace of slices one after the other, or a part of it.
fn session() -> Session {
    let size = Size { cols: 80, rows: 24 };
    Session::new("t", &Config::default(), size)
}

#[test]
fn a_window_is_shown_at_once_and_does_not_take_the_user_back() {
    let request = || ViewRequest {
        at: Some("40ns+30ns".parse().expect("a window")),
        select: vec!["name:needle".parse().expect("a selector")],
        ..ViewRequest::default()
    };
    for has_moved in [false, true] {
        let mut session = session();
        session.ask(request(), Key::parse_all("p").expect("a key"));
        session.set_trace(needles(5, "needle", false));
        session.sync();
        let early = session.window();
        let asked = session.state().window();
        assert_eq!((asked.start().ns(), asked.dur().ns()), (40, 30));
        assert_eq!(session.state().view.selection, Selection::None);
        if has_moved {
            session.key(Key::char('d'));
        }
        let here = session.window();
        session.set_trace(needles(7, "needle", true));
        session.sync();
        let view = &session.state().view;
        assert_eq!(session.window(), here);
        let is_selected = matches!(view.selection, Selection::Slice(_));
        assert_eq!(
            (is_selected, view.pins.len()),
            (!has_moved, usize::from(!has_moved))
        );
        if has_moved {
            let said = view.message.as_ref().map(|message| message.text.as_str());
            assert_eq!(said, Some("Ctrl-O goes to what the command asked for"));
            session.key(Key::char('o').ctrl());
            assert_eq!(session.window(), early);
            let selection = &session.state().view.selection;
            assert!(matches!(selection, Selection::Slice(_)), "{selection:?}");
        }
    }
}

/// Does the jobs that were asked for; returns how many.
fn do_jobs(session: &mut Session) -> usize {
    let jobs = session.take_effects().into_iter();
    let jobs = jobs.filter_map(|effect| match effect {
        Effect::Run(job) => Some(job),
        _ => None,
    });
    let jobs: Vec<_> = jobs.collect();
    for job in &jobs {
        let trace = Arc::clone(session.trace());
        let tools = Arc::clone(session.tools());
        let tell: Tell = Arc::new(|_| {});
        let cancel = std::sync::atomic::AtomicBool::new(false);
        if let Some(outcome) = job.clone().run(&trace, &tools, &cancel, &tell) {
            session.finish(outcome);
        }
    }
    jobs.len()
}

#[test]
fn keys_that_are_asked_for_wait_for_what_those_before_them_asked_for() {
    let mut session = session();
    session.set_trace(needles(7, "needle", true));
    let keys = Key::parse_all("/needle<enter>nn").expect("keys");
    session.ask(ViewRequest::default(), keys);
    for _ in 0..50 {
        if session.press_asked() {
            continue;
        }
        if do_jobs(&mut session) == 0 {
            break;
        }
    }
    let state = session.state();
    assert_eq!(state.view.selection, Selection::Slice(SliceId(2)));
    assert!(state.layers.is_empty() && state.view.message.is_none());
}

#[test]
fn keys_that_are_asked_for_wait_for_frames_of_chromium() {
    let mut session = session();
    session.set_trace(needles(7, "PipelineReporter", true));
    let said = |session: &Session| {
        let message = session.state().view.message.as_ref();
        message.map(|message| message.text.clone())
    };
    // What is typed is told why nothing happens.
    session.key(Key::char('n'));
    let words = "frames of Chromium are still being looked for; J lists them";
    assert_eq!(said(&session).as_deref(), Some(words));
    session.ask(ViewRequest::default(), Key::parse_all("l").expect("a key"));
    do_jobs(&mut session);
    assert!(!session.press_asked());
    session.trace().find_chromium();
    assert!(session.press_asked() && !session.press_asked());
    session.key(Key::char('n'));
    assert_ne!(said(&session).as_deref(), Some(words));
}

#[test]
fn why_a_trace_is_not_all_there_is_an_issue() {
    let part = needles(5, "needle", false);
    let mut screen = Screen::new(&part, 80, 24);
    assert!(!screen.text().contains(" ! "), "{}", screen.text());
    screen.session.set_load(LoadState::Cancelled);
    let text = screen.text();
    assert!(text.contains(" ! "), "{text}");
    let text = screen.keys("!").text();
    for words in ["1 kind of data loss", "load_stopped", "loading was stopped"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The search goes on, or there may be more.
    let mut screen = Screen::new(&part, 80, 24);
    screen.keys("/other<enter>n");
    assert!(
        screen.text().contains("nothing was found so far"),
        "{}",
        screen.text()
    );
    for key in Key::parse_all("/needle<enter>n").expect("keys") {
        screen.session.key(key);
    }
    let said = screen.session.state().view.message.clone().expect("words");
    assert_eq!(said.text, "the search is still running");
}

#[test]
fn an_input_says_how_much_of_it_has_come() {
    let mut session = session();
    session.set_load(LoadState::Opening);
    let title = |session: &mut Session, load| {
        session.set_load(load);
        let scene = session.scene();
        let texts = scene.lines.iter().flat_map(|line| &line.texts);
        texts
            .map(|text| text.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let reading = |total| LoadState::Reading {
        done: 71_000_000,
        total,
        rate: 30_000_000,
    };
    let known = title(&mut session, reading(Some(191_000_000)));
    assert!(known.contains("▰▰▱▱▱▱ 71.0 MB of 191 MB"), "{known}");
    let unknown = title(&mut session, reading(None));
    assert!(unknown.contains("71.0 MB read · 30.0 MB/s"), "{unknown}");
    assert!(
        !unknown.contains('▱') && unknown.contains("cancel-load"),
        "{unknown}"
    );
}

#[test]
fn rows_that_are_walked_end_with_the_trace_they_are_of() {
    let (part, whole) = (demo(70), demo(100));
    let mut screen = Screen::new(&part, 120, 40);
    screen.keys(":select id, name from slice where name like 'layout'<enter>nn");
    let walked = screen.selected();
    assert!(screen.view().hits().is_some());
    // The prompt of another search sets the rows aside, and giving it up brings them back as long as they are.
    screen.keys("/zzz<esc>");
    assert!(screen.view().hits().is_some());
    screen.keys("/zzz");
    screen.session.set_trace(Arc::clone(&whole));
    screen.keys("<esc>");
    assert!(screen.view().hits().is_none());
    assert_eq!(whole.slices.ts(screen.selected()), part.slices.ts(walked));
    let mut screen = Screen::new(&part, 120, 40);
    screen.keys(":select id, name from slice where name like 'layout'<enter>nn");
    screen.session.set_trace(whole);
    let text = screen.text();
    assert!(text.contains("list them again to walk them"), "{text}");
    assert!(screen.view().hits().is_none());
}

#[test]
fn nothing_of_a_time_before_the_trace_is_there_is_kept() {
    let trace = crate::screen::demo();
    let mut untouched = session();
    untouched.set_trace(Arc::clone(&trace));
    for keys in [
        "x",
        "xx",
        "vddv",
        "*",
        "ma",
        "Mhi<enter>",
        "R",
        ">go-to-time<enter>3s<enter>",
        "J",
        "j<enter>",
        "<end>w",
    ] {
        let mut session = session();
        session.set_load(LoadState::Opening);
        for key in Key::parse_all(keys).expect("keys") {
            session.key(key);
            session.sync();
        }
        while !session.state().layers.is_empty() {
            session.key(Key::parse_all("<esc>").expect("a key")[0]);
        }
        session.set_trace(Arc::clone(&trace));
        session.set_load(LoadState::Idle);
        session.sync();
        let view = &session.state().view;
        assert_eq!(view.selection, Selection::None, "{keys}");
        assert_eq!(view.viewport, untouched.state().view.viewport, "{keys}");
        assert_eq!(view.cursor_ts, None, "{keys}");
        assert!(view.marks.is_empty() && view.notes.is_empty(), "{keys}");
        assert_eq!(view.measure, None, "{keys}");
        // Nor what was said of a trace that was not there.
        assert_eq!(view.message, None, "{keys}");
        let before = view.viewport;
        session.key(Key::parse_all("<c-o>").expect("a key")[0]);
        assert_eq!(session.state().view.viewport, before, "{keys}");
    }
}
