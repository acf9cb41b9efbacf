//! The tracks: the row of the cursor, what is open at first, names, counters, scrolling.
//!
//! Small traces made for these tests, on screens of common sizes.

use std::sync::Arc;

use perfetty::app::resolve::ViewRequest;
use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::base::time::{Dur, TimeSpan, Ts};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::NodeId;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::model::track_tree::NodeKind;
use perfetty::view::scene::{ChartCol, Item, Scene, Size};
use perfetty::view::state::{Area, CounterMode, Selection};
use perfetty::view::viewport::Viewport;
use perfetty::widgets::{Depth, Glyphs, Theme, paint};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screen::{Screen, corpus, demo, written};

/// Returns a trace with a thread of three depths, a thread of one depth, and a counter.
fn small() -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    let main = b.thread(app, 10, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    let slices = [(0, 1000, "a"), (100, 800, "b"), (200, 600, "c")];
    b.nested_slices(track, &slices);
    let other = b.thread(app, 11, "render");
    let track = b.slice_track(Scope::Thread(other), None);
    b.nested_slices(track, &[(0, 900, "draw")]);
    b.counter_track(
        Scope::Process(app),
        "heap",
        "bytes",
        &[(0, 1e6), (500, 3e6)],
    );
    Arc::new(b.finish())
}

/// Returns a trace with a process that has so many threads with one slice each.
fn threads(n: i64) -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for tid in 0..n {
        let thread = b.thread(app, 24_600 + tid, "ThreadPoolForegroundWorker");
        let track = b.slice_track(Scope::Thread(thread), None);
        b.nested_slices(track, &[(tid, 900, "work")]);
    }
    Arc::new(b.finish())
}

/// Returns the rows of the screen with the cursor's mark, painted with a theme and glyphs.
fn marks(scene: &Scene, depth: Depth, glyphs: Glyphs) -> Vec<u16> {
    let Size { cols, rows } = scene.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, cols, rows));
    let theme = Theme::built_in("dark", depth).expect("built in");
    paint(scene, &theme, glyphs, &mut buffer);
    let tree = scene.layout.tree;
    let mark = if glyphs == Glyphs::Ascii { ">" } else { "▸" };
    let is_marked = |y: &u16| buffer[(tree.width, *y)].symbol() == mark;
    (tree.y..tree.y + tree.height).filter(is_marked).collect()
}

fn mark(screen: &mut Screen) -> Vec<u16> {
    let (scene, _) = screen.painted();
    let marked = marks(&scene, Depth::True, Glyphs::Braille);
    for (depth, glyphs) in [
        (Depth::Mono, Glyphs::Ascii),
        (Depth::Sixteen, Glyphs::Blocks),
    ] {
        assert_eq!(marks(&scene, depth, glyphs), marked, "{depth:?} {glyphs:?}");
    }
    marked
}

#[test]
fn the_depth_on_which_enter_selects_is_marked() {
    let trace = small();
    let mut screen = Screen::new(&trace, 80, 24);
    assert!(mark(&mut screen).is_empty(), "no row is chosen yet");
    let top = screen.painted().0.layout.tree.y;
    screen.keys("gg");
    let heading = mark(&mut screen);
    assert_eq!(heading, [top]);
    while screen.view().cursor_depth < 2 {
        screen.keys("j");
    }
    let deepest = mark(&mut screen);
    assert_eq!(deepest.len(), 1);
    let on = deepest[0];
    let line = screen
        .painted()
        .0
        .tracks
        .iter()
        .find(|line| line.y == on)
        .copied();
    assert_eq!(line.and_then(|line| line.row), Some(2));
    screen.keys("k");
    assert_eq!(mark(&mut screen), [on - 1]);
    screen.keys("<enter>");
    assert_eq!(trace.slice_name(screen.selected()).as_deref(), Some("b"));
    // A frame without a change writes no byte.
    screen.draw("first");
    assert_eq!(screen.all("again"), 0);
    // With half the height, two depths share a line.
    screen.keys("z");
    assert_eq!(mark(&mut screen).len(), 1);
}

#[test]
fn a_chart_of_several_lines_is_one_step() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for name in ["fps", "heap"] {
        b.counter_track(Scope::Process(app), name, "", &[(0, 1.0), (5, 9.0)]);
    }
    let mut screen = Screen::new(&Arc::new(b.finish()), 80, 24);
    assert!(screen.view().counter_lines > 1);
    let rows: Vec<u16> = ["gg", "j", "j", "k", "k"]
        .into_iter()
        .map(|keys| mark(screen.keys(keys))[0])
        .collect();
    assert!(rows[0] < rows[1] && rows[1] < rows[2], "{rows:?}");
    assert_eq!((rows[3], rows[4]), (rows[1], rows[0]));
}

#[test]
fn opening_and_closing_groups_keeps_the_keyboard_in_sight() {
    let mut screen = Screen::new(&threads(40), 80, 24);
    let names = |screen: &mut Screen| {
        let shown = screen.painted().0;
        let lines = shown.tracks.iter();
        lines.map(|line| line.node).collect::<Vec<_>>()
    };
    screen.keys("gg");
    let group = screen.view().cursor.expect("a row");
    screen.keys("<pgdn><pgdn>");
    assert!(screen.view().scroll > 0);
    // A thread with one row has nothing to close, so the group around it is closed.
    screen.keys("<space>");
    assert_eq!(screen.view().cursor, Some(group));
    assert_eq!(mark(&mut screen).len(), 1, "{}", screen.text());
    screen.keys("<space>G");
    screen.keys("C");
    assert_eq!(mark(&mut screen).len(), 1, "{}", screen.text());
    // What is opened above the cursor does not push it off its line.
    let mut b = TraceBuilder::new();
    for pid in 1..8 {
        let app = b.process(pid, "app");
        for tid in 0..9 {
            let thread = b.thread(app, pid * 100 + tid, "worker");
            let track = b.slice_track(Scope::Thread(thread), None);
            b.nested_slices(track, &[(tid, 900, "work")]);
        }
    }
    let mut screen = Screen::new(&Arc::new(b.finish()), 80, 24);
    screen.keys(">collapse-all<enter>G");
    let (node, line) = (screen.view().cursor, mark(&mut screen));
    screen.keys("E");
    assert_eq!(screen.view().cursor, node);
    assert_eq!(mark(&mut screen), line);
    // The heading that stays at the top of the screen is closed where it is.
    screen.keys("gg<pgdn>");
    let scene = screen.painted().0;
    let head = scene.tracks[0];
    assert!(screen.view().scroll > 0);
    for kind in [MouseKind::Down, MouseKind::Up] {
        let (x, y) = (2, head.y);
        screen.session.mouse(MouseInput { kind, x, y });
    }
    assert_eq!(names(&mut screen)[0], head.node, "{}", screen.text());
    assert_eq!(mark(&mut screen), [head.y]);
}

#[test]
fn pages_and_ends_move_the_keyboard() {
    let mut screen = Screen::new(&small(), 80, 24);
    let (scene, _) = screen.painted();
    let last = scene.tracks.last().expect("a line").node;
    screen.keys("<pgdn>");
    assert_eq!(screen.view().cursor, Some(last), "everything fits");
    screen.keys("<pgup>");
    let first = screen.view().cursor;
    assert_eq!(first, Some(scene.tracks[0].node));
    screen.keys("G");
    assert_eq!(screen.view().cursor, Some(last));
    screen.keys("gg");
    assert_eq!(screen.view().cursor, first);
}

#[test]
fn lines_beyond_the_screen_are_counted() {
    let trace = threads(60);
    let mut screen = Screen::new(&trace, 120, 24);
    let (scene, _) = screen.painted();
    let beyond = 61 - scene.tracks.len();
    assert!(
        screen.text().contains(&format!("+{beyond} ▼")),
        "{}",
        screen.text()
    );
    assert!(!screen.text().contains('▲'));
    screen.keys("G");
    let text = screen.text();
    // The details have a mark of their own.
    let is_cut = |line: &str| line.contains('▼') && !line.contains("Shift-Down");
    assert!(
        text.contains(&format!("+{beyond} ▲")) && !text.lines().any(is_cut),
        "{text}"
    );
    screen.keys("gg");
    assert!(!screen.text().contains('▲'));
    // If everything fits, no numbers of hidden rows are shown.
    let text = Screen::new(&small(), 80, 24).text();
    assert!(!text.contains('▲') && !text.lines().any(is_cut), "{text}");
}

#[test]
fn what_is_folded_is_said_where_its_line_is_scrolled_away() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("deep"));
    let slices: Vec<(i64, i64, &str)> = (0..60).map(|d| (d, 10_000 - 2 * d, "w")).collect();
    b.nested_slices(track, &slices);
    let more = b.slice_track(Scope::Global, Some("more"));
    b.nested_slices(more, &slices);
    let mut screen = Screen::new(&Arc::new(b.finish()), 80, 24);
    screen.session.state_mut().view.scroll = 4;
    let text = screen.text();
    assert_eq!(text.matches("+48 rows").count(), 2, "{text}");
}

#[test]
fn ids_stay_where_names_are_cut() {
    for cols in [80, 120, 200] {
        let text = Screen::new(&threads(12), cols, 40).text();
        for tid in 24_600..24_612 {
            assert!(text.contains(&tid.to_string()), "{tid} at {cols}: {text}");
        }
    }
    // Siblings with long names that differ at their ends, and other rows between them.
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for end in ["alpha", "beta", "gamma"] {
        let name = format!("a name that is long and ends in {end}");
        let track = b.slice_track(Scope::Process(app), Some(&name));
        b.nested_slices(track, &[(0, 10, "a"), (2, 5, "b")]);
    }
    let text = Screen::new(&Arc::new(b.finish()), 80, 24).text();
    assert!(
        ["lpha", "beta", "amma"]
            .iter()
            .all(|end| text.contains(end)),
        "{text}"
    );
}

#[test]
fn counters_say_their_value_and_what_is_drawn_of_it() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for n in 0..20 {
        let name = format!("p {n}");
        b.counter_track(
            Scope::Process(app),
            &name,
            "bytes",
            &[(0, 1e6), (500, 3.25e6), (999, 5e6)],
        );
    }
    let trace = Arc::new(b.finish());
    let mut screen = Screen::new(&trace, 80, 24);
    assert_eq!(screen.view().counter_lines, 1);
    let text = screen.text();
    assert!(text.matches("3.25M").count() > 5, "{text}");
    screen.keys("ggj");
    let node = screen.view().cursor.expect("a counter");
    for (mode, mark) in [
        (CounterMode::Change, "Δ"),
        (CounterMode::Rate, "/s"),
        (CounterMode::Log, "log"),
    ] {
        let modes = &mut screen.session.state_mut().view.counter_modes;
        modes.insert(node, mode);
        let text = screen.text();
        let row = text
            .lines()
            .find(|line| line.contains('▸'))
            .expect("its row");
        assert!(row.contains(mark), "{mode:?}: {row}");
    }
    // With several lines there is room for words, and the range is that of the rate.
    screen
        .session
        .state_mut()
        .view
        .counter_modes
        .insert(node, CounterMode::Rate);
    screen.session.state_mut().view.open.insert(node, true);
    let text = screen.text();
    assert!(
        text.lines()
            .any(|line| line.trim_start().starts_with("rate ")),
        "{text}"
    );
    assert!(text.contains("B/s"), "{text}");
    // With more lines, less text shares a line: name, mode, value and range.
    screen.session.state_mut().view.counter_lines = 4;
    screen.session.state_mut().view.scroll = 0;
    let text = screen.text();
    let rows: Vec<&str> = text.lines().collect();
    let at = rows
        .iter()
        .position(|row| row.contains('▸'))
        .expect("its row");
    let of = |row: usize| rows[at + row].split(['│', '▼']).next().unwrap_or_default();
    assert_eq!(of(1).trim(), "rate");
    assert!(of(2).contains("/s"), "{text}");
}

#[test]
fn space_gives_a_counter_more_lines_and_takes_them_away() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for n in 0..20 {
        let name = format!("pool {n}");
        b.counter_track(Scope::Process(app), &name, "", &[(0, 1.0), (999, 5.0)]);
    }
    let mut screen = Screen::new(&Arc::new(b.finish()), 80, 24);
    let lines = |screen: &mut Screen| {
        let node = screen.view().cursor.expect("a counter");
        let (scene, _) = screen.painted();
        scene.tracks.iter().filter(|line| line.node == node).count()
    };
    screen.keys("ggj");
    let node = screen.view().cursor;
    assert_eq!(lines(&mut screen), 1);
    let text = screen.text();
    assert!(text.contains("Space open/close"), "{text}");
    screen.keys("<space>");
    assert_eq!((lines(&mut screen), screen.view().cursor), (3, node));
    screen.keys("<space>");
    assert_eq!((lines(&mut screen), screen.view().cursor), (1, node));
    // What a filter leaves has the room of the others, and gives it back.
    screen.keys("tpool 7<enter>");
    assert_eq!(screen.view().counter_lines, 8);
    screen.keys(">clear-filter<enter>");
    assert_eq!(screen.view().counter_lines, 1);
}

#[test]
fn a_hint_says_what_space_does_on_a_row() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    let track = b.slice_track(Scope::Process(app), Some("work"));
    b.nested_slices(track, &[(0, 100, "a")]);
    let mut screen = Screen::new(&Arc::new(b.finish()), 160, 30);
    let mut hints = Vec::new();
    screen.keys("gg");
    for _ in 0..2 {
        let text = screen.text();
        let on = screen.view().cursor.expect("a row");
        let name = screen.session.trace().tree.node(on).name.clone();
        let said = ["Space open/close", "Space close group"];
        let said = said.into_iter().find(|said| text.contains(said));
        hints.push((name, said));
        screen.keys("j");
    }
    let said = [Some("Space open/close"), Some("Space close group")];
    assert_eq!(
        hints.iter().map(|hint| hint.1).collect::<Vec<_>>(),
        said,
        "{hints:?}"
    );
}

#[test]
fn the_value_of_the_last_row_has_no_count_that_looks_like_a_part_of_it() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for n in 0..60 {
        let name = format!("{}{n:02}", if n % 2 == 0 { "p" } else { "a long name of " });
        b.counter_track(Scope::Process(app), &name, "", &[(0, 1.5), (999, 5.0)]);
    }
    let mut screen = Screen::new(&Arc::new(b.finish()), 120, 24);
    for keys in ["j", "jjjjjjjjjjj", "j", "kk"] {
        let text = screen.keys(keys).text();
        // The mark of the cursor's row takes the place of that of the last.
        let Some(row) = text
            .lines()
            .find(|row| row.contains('▼') && !row.contains("Shift-Down"))
        else {
            continue;
        };
        let row = row.split('▼').next().unwrap_or_default();
        assert!(row.contains("1.5"), "{row}");
        assert!(!row.contains("1.5 +"), "{row}");
    }
}

/// Returns how many lines below the tracks are empty.
fn free(trace: &Arc<Trace>, cols: u16, rows: u16) -> usize {
    let (scene, _) = Screen::new(trace, cols, rows).painted();
    usize::from(scene.layout.tree.height) - scene.tracks.len()
}

#[test]
fn a_large_screen_opens_with_more() {
    let mut b = TraceBuilder::new();
    for pid in 0..8 {
        let process = b.process(100 + pid, "app");
        let main = b.thread(process, 100 + pid, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        b.nested_slices(track, &[(0, 1000, "a"), (100, 500, "b")]);
    }
    let trace = Arc::new(b.finish());
    assert_eq!(free(&trace, 80, 24), 0);
    // Each row has a heading and two depths.
    let mut screen = Screen::new(&trace, 200, 60);
    assert_eq!(screen.painted().0.tracks.len(), 24);
    screen.keys("G");
    let last = screen.view().cursor;
    screen.resize(80, 24);
    let (scene, _) = screen.painted();
    assert_eq!(screen.view().cursor, last);
    assert!(scene.tracks.iter().any(|line| Some(line.node) == last));
    if let Some(trace) = corpus("chrome_small") {
        let free = free(&trace, 200, 60);
        assert!(free < 4, "{free} lines are empty");
    }
}

#[test]
fn an_instant_is_zoomed_to_when_it_is_in_the_middle_or_would_leave_half_the_window_empty() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("events"));
    let ids = b.nested_slices(track, &[(10, 0, "early"), (400_000_000, 0, "late")]);
    let end = b.slice_track(Scope::Global, Some("end"));
    b.nested_slices(end, &[(0, 1_000_000_000, "all")]);
    let trace = Arc::new(b.finish());
    let mut screen = Screen::new(&trace, 80, 24);
    let state = screen.session.state_mut();
    state.select(Selection::Slice(ids[1]));
    let is_close = |close: Viewport, to: Viewport| {
        let ratio = to.dur().ns() / close.dur().ns();
        assert!((490..=510).contains(&ratio), "{ratio}");
        let middle = i64::from(close.cols()) / 2;
        assert_eq!(close.col_from_ts(trace.slices.ts(ids[1])), middle);
    };
    let whole = screen.place().0;
    is_close(screen.keys("f").place().0, whole);
    for key in ["0", "w", "w", "w", "w"] {
        screen.keys(key);
    }
    let part = screen.place().0;
    assert!(part.dur().ns() < whole.dur().ns() / 2);
    let centred = screen.keys("f").place().0;
    assert_eq!(
        centred.dur(),
        part.dur(),
        "first it only comes to the middle"
    );
    is_close(screen.keys("f").place().0, part);
}

#[test]
fn nothing_before_the_trace_is_shown_for_what_is_early_in_it() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("events"));
    b.nested_slices(
        track,
        &[
            (100, 0, "instant"),
            (101, 50, "brief"),
            (200, 9_800, "rest"),
        ],
    );
    let trace = Arc::new(b.finish());
    for name in ["instant", "brief", "rest"] {
        let mut screen = Screen::new(&trace, 80, 24);
        let select = format!("name:{name}");
        let request = ViewRequest {
            select: vec![select.parse().expect("a selector")],
            ..ViewRequest::default()
        };
        screen.session.ask(request, Vec::new());
        let window = screen.place().0;
        assert!(window.start() >= trace.bounds.start(), "{name}: {window:?}");
        let ts = trace.slices.ts(screen.selected());
        assert!(
            window.span().start() <= ts && ts <= window.span().end(),
            "{name}"
        );
    }
}

#[test]
fn what_never_ended_does_not_make_a_closed_process_busy() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    // A state of the program, and a thread's loop with two tasks in it.
    let state = b.slice_track(Scope::Process(app), Some("visible"));
    b.nested_slices(state, &[(0, -1, "shown")]);
    let main = b.thread(app, 10, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    b.nested_slices(
        track,
        &[
            (0, 100, "init"),
            (200, -1, "loop"),
            (500, 20, "task"),
            (900, 100, "task"),
        ],
    );
    let mut screen = Screen::new(&Arc::new(b.finish()), 120, 24);
    let (scene, _) = screen.keys("gg<space>").painted();
    let y = scene.tracks[0].y;
    let mut lines = scene.lines.iter().filter(|line| line.y == y);
    let line = lines.find(|line| !line.charts.is_empty());
    let chart = &line.expect("a closed process with a bar").charts[0];
    let view = screen.view().viewport;
    let is_busy = |ns: i64| {
        let col = view.col_from_ts(Ts::from_ns(ns));
        chart.cols[col as usize].high != ChartCol::EMPTY
    };
    let busy = [50, 150, 300, 510, 700, 950].map(is_busy);
    assert_eq!(busy, [true, false, false, true, false, true]);
}

/// Returns a trace with a process whose requests overlap, with one name on tracks of their own, which are
/// merged if they have the same group.
fn requests(group: Option<u32>) -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for lane in 0..3 {
        let track = b.slice_track(Scope::Process(app), Some("req"));
        b.tracks.get_mut(track).group = group;
        let starts = (0..50).map(|at| at * 1000 + lane * 100);
        let slices: Vec<_> = starts
            .flat_map(|start| [(start, 500, "req"), (start + 50, 400, "part")])
            .collect();
        b.nested_slices(track, &slices);
    }
    Arc::new(b.finish())
}

#[test]
fn a_closed_process_is_as_busy_with_merged_tracks_as_with_others() {
    for keys in ["", "wwww", "ssss"] {
        let busy = [None, Some(1)].map(|group| {
            let mut screen = Screen::new(&requests(group), 120, 24);
            let charts = summaries(screen.keys("ggC").keys(keys));
            assert_eq!(charts.len(), 1, "{keys}");
            let is_busy = |col: &ChartCol| col.high != ChartCol::EMPTY;
            assert!(charts[0].iter().any(is_busy), "{keys}");
            charts
        });
        assert_eq!(busy[0], busy[1], "{keys}");
    }
}

#[test]
fn a_closed_or_pinned_track_that_only_holds_others_is_as_busy_as_they() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    let holder = b.slice_track(Scope::Process(app), Some("holder"));
    for (name, start) in [("left", 0), ("right", 800)] {
        let track = b.slice_track(Scope::Process(app), Some(name));
        b.tracks.get_mut(track).parent = Some(holder);
        b.nested_slices(track, &[(start, 100, "work")]);
    }
    let trace = Arc::new(b.finish());
    let charts = |keys: &str| summaries(Screen::new(&trace, 120, 24).keys(keys));
    let of_process = charts("ggCC");
    assert_eq!(of_process.len(), 1);
    assert_eq!(charts("ggC"), of_process, "closed");
    assert_eq!(charts("ggjp"), of_process, "pinned");
}

/// Returns the columns of the charts on the tracks.
fn summaries(screen: &mut Screen) -> Vec<Vec<ChartCol>> {
    let (scene, _) = screen.painted();
    let rect = scene.layout.timeline;
    let is_track = |y: u16| (rect.y..rect.y + rect.height).contains(&y);
    let lines = scene.lines.iter();
    let lines = lines.filter(|line| line.x == rect.x && is_track(line.y));
    let charts = lines.flat_map(|line| &line.charts);
    charts.map(|chart| chart.cols.clone()).collect()
}

#[test]
fn slices_that_are_correlated_have_one_colour_whatever_they_are_called() {
    let event = |ts: u32, more: &str| {
        format!(
            "packet {{ timestamp: {ts}000 trusted_packet_sequence_id: 1 track_event {{ track_uuid: 2 {more} }} }}\n"
        )
    };
    let slice = |ts: u32, name: &str, begin: &str, end: &str| {
        event(
            ts,
            &format!("type: TYPE_SLICE_BEGIN name: \"{name}\" {begin}"),
        ) + &event(ts + 50, &format!("type: TYPE_SLICE_END {end}"))
    };
    let text = "packet { trusted_packet_sequence_id: 1 sequence_flags: 3 interned_data {
        correlation_id_str { iid: 5 str: \"cart\" } }
        track_descriptor { uuid: 2 thread { pid: 5 tid: 6 thread_name: \"thr\" } } }\n"
        .to_owned()
        + &slice(100, "Handle #42", "correlation_id: 42", "")
        + &slice(200, "Handle #123", "correlation_id: 123", "")
        + &slice(300, "query", "", "correlation_id: 42")
        + &slice(400, "add", "correlation_id_str_iid: 5", "")
        + &slice(500, "pay", "correlation_id_str: \"cart\"", "")
        + &slice(600, "idle 1", "", "")
        + &slice(700, "idle 2", "", "");
    let trace = written(&text);
    let (scene, _) = Screen::new(&trace, 160, 24).painted();
    let ink = |name: &str| {
        let is_it = |item: Item| match item {
            Item::Slice(id) => trace.slice_name(id).as_deref() == Some(name),
            _ => false,
        };
        let mut spans = scene.lines.iter().flat_map(|line| &line.spans);
        spans.find(|span| is_it(span.item)).expect(name).ink
    };
    assert_eq!(ink("Handle #42"), ink("query"));
    assert_ne!(ink("Handle #42"), ink("Handle #123"));
    assert_eq!(ink("add"), ink("pay"));
    assert_eq!(ink("idle 1"), ink("idle 2"));
}

#[test]
fn the_selected_instant_is_seen_among_others() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("events"));
    // Several slices in one cell: few, with a slice before and an instant after, and many.
    let few = [(1_000, 2, "brief"), (1_003, 0, "mine"), (1_005, 0, "after")];
    let many = (0..20).map(|i| (500_000 + i * 3, i64::from(i % 2 == 0), "many"));
    let all: Vec<_> = few
        .into_iter()
        .chain(many)
        .chain([(1_000_000, 10, "end")])
        .collect();
    let ids = b.nested_slices(track, &all);
    let trace = Arc::new(b.finish());
    for selected in [ids[1], ids[3 + 9]] {
        assert_eq!(trace.slices.dur(selected).map(Dur::ns), Some(0));
        let mut screen = Screen::new(&trace, 80, 24);
        screen
            .session
            .state_mut()
            .select(Selection::Slice(selected));
        let text = screen.text();
        assert!(text.contains('◆'), "{text}");
    }
}

/// Returns the lines of the details for an area over the counter of `small`.
fn area_of_a_counter(cols: u16, rows: u16) -> String {
    let trace = small();
    let counter = |&id: &NodeId| matches!(trace.tree.node(id).kind, NodeKind::Counter(_));
    let nodes = trace.tree.walk().into_iter().filter(counter).collect();
    let span = TimeSpan::new(Ts::from_ns(0), Ts::from_ns(1000));
    let mut screen = Screen::new(&trace, cols, rows);
    screen.session.state_mut().view.selection = Selection::Area(Area { span, nodes });
    screen.draw("asks for the sums");
    screen.session.sync();
    screen.text()
}

#[test]
fn the_peak_of_a_counter_comes_before_its_bottom() {
    for (cols, figures) in [(80, "mean       max"), (140, "mean       max       min")] {
        let text = area_of_a_counter(cols, 24);
        let head = text.lines().find(|line| line.contains("COUNTERS"));
        assert!(head.is_some_and(|head| head.contains(figures)), "{text}");
    }
}

#[test]
fn figures_of_counters_have_their_units_where_there_is_room() {
    let mut b = TraceBuilder::new();
    let values = [(0, -6.5), (300, 4.0), (700, 0.516)];
    b.counter_track(Scope::Global, "c", "requests", &values);
    let trace = Arc::new(b.finish());
    for cols in [140, 200] {
        let mut screen = Screen::new(&trace, cols, 40);
        screen.keys("*").draw("asks for the sums");
        screen.session.sync();
        let text = screen.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        let figures = words.join(" ");
        assert!(figures.contains("4 requests −6.5 requests"), "{text}");
    }
}

#[test]
fn what_has_nothing_to_say_leaves_its_room_to_others() {
    let text = area_of_a_counter(200, 60);
    assert!(text.contains("no slices"), "{text}");
    let head = text
        .lines()
        .find(|line| line.contains("COUNTERS"))
        .unwrap_or_default();
    let at = head
        .split("COUNTERS")
        .next()
        .map(|before| before.chars().count());
    assert!(at.is_some_and(|at| at < 70), "{text}");
    assert!(head.trim_end().chars().count() > 190, "{text}");
}

#[test]
fn the_thread_of_slices_is_named_above_them_wherever_one_has_scrolled() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 80, 30);
    let (mut n_headings, mut n_instead) = (0, 0);
    for scroll in 0..60 {
        screen.session.state_mut().view.scroll = scroll;
        let (scene, text) = (screen.painted().0, screen.text());
        let mut named = Vec::new();
        for line in &scene.tracks {
            let parent = trace.tree.node(line.node).parent;
            let is_of_thread = matches!(trace.tree.node(parent).kind, NodeKind::Thread(_));
            if is_of_thread && !line.first && !named.contains(&line.node) {
                let words = text.lines().nth(usize::from(line.y)).unwrap();
                let is_headed = named.contains(&parent);
                // A track whose top is scrolled away is called `slices` below its thread's heading, and
                // otherwise after the thread.
                assert_eq!(words.contains(" slices "), is_headed, "{scroll}: {text}");
                n_headings += usize::from(is_headed);
                n_instead += usize::from(!is_headed);
            }
            named.push(line.node);
        }
    }
    assert!(n_headings > 0 && n_instead > 0, "{n_headings} {n_instead}");
}

#[test]
fn labels_of_processes_are_shown_and_found() {
    let Some(trace) = corpus("chrome_small") else {
        return;
    };
    let mut screen = Screen::new(&trace, 100, 30);
    // The frame in its page had labelled the process last.
    let text = screen.keys("<c-p>workload").text();
    let label = "Renderer 24746 · trace workload";
    assert!(text.contains(label), "{text}");
    let text = screen.keys("<enter><space>").text();
    for words in [" tracks · trace workload ─", "label     trace workload"] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
}

/// Returns a trace, whole or not yet, with a thread on which so many slices lie in each other.
fn nested(depth: i64, complete: bool) -> Arc<Trace> {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    let main = b.thread(app, 10, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    let slices: Vec<(i64, i64, &str)> = (0..depth).map(|at| (at, 1_000 - at, "s")).collect();
    b.nested_slices(track, &slices);
    let mut trace = b.finish();
    trace.complete = complete;
    Arc::new(trace)
}

#[test]
fn deep_stacks_take_the_room_that_there_is_and_space_shows_the_rest() {
    let mut screen = Screen::new(&nested(20, true), 120, 45);
    assert!(!screen.text().contains("+8 rows"), "all has room");
    // How much room there is, is known only of a whole trace.
    let mut part = Screen::new(&nested(20, false), 120, 45);
    assert!(part.text().contains("+8 rows"));
    let mut screen = Screen::new(&nested(60, true), 120, 30);
    let lines = |screen: &mut Screen| screen.session.scene().tracks.len();
    let full = lines(&mut screen);
    screen.keys("jj");
    let text = screen.text();
    assert!(
        text.contains("+46 rows") && text.contains("Space all rows"),
        "{text}"
    );
    let text = screen.keys("E").text();
    assert!(
        text.contains("Space shows all rows of a deep track"),
        "{text}"
    );
    // All of them, none but the outermost, and as many as before.
    for (has, folds) in [("+46 ▲", false), ("▸ main 10", false), ("+46 rows", true)] {
        screen.keys("<space>");
        let text = screen.text();
        assert!(text.contains(has), "{text}");
        assert_eq!(text.contains("+46 rows"), folds, "{text}");
    }
    assert_eq!(lines(&mut screen), full);
}

#[test]
fn keys_of_rows_are_about_none_that_a_filter_leaves_out() {
    let trace = demo();
    let nothing = |screen: &Screen, about: &str| {
        let view = screen.view();
        assert!(view.hidden.is_empty() && view.pins.is_empty(), "{about}");
        assert!(view.cursor.is_none(), "{about}");
        assert_eq!(*screen.selection(), Selection::None, "{about}");
        let message = view.message.as_ref().map(|message| message.text.as_str());
        assert_eq!(message, Some("there are no rows"), "{about}");
    };
    for cursor in ["", "j", "jj"] {
        for key in ["H", "p", "*", "v", ".", "<enter>", "<space>"] {
            let mut screen = Screen::new(&trace, 120, 30);
            screen.keys(&format!("{cursor}tzzzz<enter>{key}"));
            nothing(&screen, key);
            screen.keys(key);
            nothing(&screen, key);
        }
    }
    // The group of all groups is no row.
    for keys in ["jtzzz<enter>CH", "jtzzz<enter>Cp", "jjtmain<enter>C"] {
        let mut screen = Screen::new(&trace, 120, 30);
        let text = screen.keys(keys).keys("t<c-u><enter>").text();
        let view = screen.view();
        assert_eq!(view.cursor, None, "{keys}");
        assert!(view.hidden.is_empty() && view.pins.is_empty(), "{keys}");
        assert!(!text.contains("hidden"), "{keys}: {text}");
    }
    // Where other rows are left, the next key begins at the first of them.
    let mut screen = Screen::new(&trace, 120, 30);
    screen.keys("jtmain<enter>H");
    assert!(screen.view().hidden.is_empty());
    let message = screen.view().message.clone().expect("a message");
    assert!(message.text.contains("H again to hide it"), "{message:?}");
}
