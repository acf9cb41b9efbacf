//! Rows of a query on the timeline: how they become tracks, what a click on them does, and how they go again.

use std::sync::Arc;

use perfetty::app::motion;
use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::base::time::{TimeSpan, Ts};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::state::{Area, Selection};

use crate::screen::Screen;

/// Returns a trace of a second with slices on a thread, the last of which comes only with the whole of it.
fn trace(is_whole: bool) -> Arc<Trace> {
    const MS: i64 = 1_000_000;
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let main = b.thread(app, 7, "main");
    let track = b.slice_track(Scope::Thread(main), None);
    let slices = [
        (0, 100 * MS, "layout"),
        (300 * MS, 200 * MS, "draw"),
        (900 * MS, 100 * MS, "layout"),
    ];
    b.nested_slices(track, &slices[..if is_whole { 3 } else { 2 }]);
    b.complete = is_whole;
    Arc::new(b.finish())
}

fn message(screen: &Screen) -> String {
    let message = screen.view().message.as_ref();
    message.map_or_else(String::new, |message| message.text.clone())
}

/// Returns the first line of the screen that contains a text, and its number.
fn line(screen: &mut Screen, part: &str) -> (u16, String) {
    let text = screen.text();
    let mut lines = text.lines().enumerate();
    let found = lines.find(|(_, line)| line.contains(part));
    let (y, line) = found.unwrap_or_else(|| panic!("{part} is not in\n{text}"));
    (y as u16, line.to_owned())
}

/// Clicks on the first cell in which a text stands.
fn click(screen: &mut Screen, part: &str) {
    let (y, line) = line(screen, part);
    let before = line.split(part).next().unwrap_or_default();
    let x = before.chars().count() as u16;
    let scene = screen.session.scene();
    assert!(scene.layout.timeline.contains(x, y), "{part} at {x} {y}");
    for kind in [MouseKind::Down, MouseKind::Up] {
        screen.session.mouse(MouseInput { kind, x, y });
        screen.session.sync();
    }
}

#[test]
fn rows_of_a_query_are_a_track_whose_rows_are_selected() {
    let mut screen = Screen::new(&trace(true), 120, 30);
    screen.keys(
        ":select ts, dur, name, 'mine' as track from slice where name = 'draw' \
         union all select 100000000, 200000000, 'between', 'mine' \
         union all select 0, 1000000000, 'all of it', 'whole'<enter>p",
    );
    let told = "2 tracks of 3 rows; > unpin-all takes all pinned off";
    assert_eq!(message(&screen), told);
    let (first, name) = line(&mut screen, "◆ mine");
    assert!(name.contains("2 rows"), "{name}");
    assert!(name.contains("between") && name.contains("draw"), "{name}");
    // They stand above the tracks, in the order of their first rows.
    assert_eq!(line(&mut screen, "◆ whole").0, first + 1);
    assert_eq!(line(&mut screen, "app").0, first + 2);
    // What is a slice of the trace is selected as that, anything else as a stretch of time.
    click(&mut screen, "draw");
    let slices = &screen.session.trace().slices;
    assert_eq!(slices.ts(screen.selected()).ns(), 300_000_000);
    click(&mut screen, "between");
    let span = TimeSpan::new(Ts::from_ns(100_000_000), Ts::from_ns(300_000_000));
    let area = Area {
        span,
        ..Area::default()
    };
    assert_eq!(*screen.selection(), Selection::Area(area));
    // The sums are those of the time.
    assert!(screen.text().contains("200 ms"), "{}", screen.text());
    // The row that is selected is marked, here by its name.
    let scene = screen.session.scene();
    let y = first;
    let row = scene.lines.iter().filter(|line| line.y == y);
    let texts: Vec<&str> = row
        .flat_map(|line| &line.texts)
        .filter(|text| text.mods.has(perfetty::view::scene::Mods::UNDERLINE))
        .map(|text| text.text.as_str())
        .collect();
    assert_eq!(texts, ["between"]);
    // A click beside all rows selects nothing, and puts the time there.
    let timeline = screen.session.scene().layout.timeline;
    let x = timeline.x + timeline.width * 3 / 4;
    for kind in [MouseKind::Down, MouseKind::Up] {
        screen.session.mouse(MouseInput { kind, x, y });
    }
    assert_eq!(*screen.selection(), Selection::None);
    assert!(screen.view().cursor_ts.is_some());
}

#[test]
fn tracks_of_a_query_go_as_they_came() {
    let mut screen = Screen::new(&trace(true), 120, 30);
    screen.keys(":select ts, dur, name from slice<enter>/draw<enter>p");
    assert!(
        message(&screen).starts_with("slice: 1 row;"),
        "{}",
        message(&screen)
    );
    assert!(line(&mut screen, "◆ slice").1.contains("1 row"));
    // Of the list, which is there again, the same key takes the track off.
    screen.keys("66");
    assert_eq!(screen.table().badge, "SQL");
    screen.keys("p");
    assert_eq!(message(&screen), "the rows are off the timeline");
    assert_eq!(screen.view().queried.len(), 0);
    screen.keys("p<esc><esc>");
    assert_eq!(screen.view().queried.len(), 1);
    // Another query has another track with another name, and both go with what is pinned.
    screen.keys(":select ts, name from slice<enter>p");
    let told = line(&mut screen, "◆ slice (2)").1;
    assert!(told.contains("3 rows"), "{told}");
    assert!(message(&screen).starts_with("slice (2): 3 rows;"));
    screen.keys(">unpin-all<enter>");
    assert_eq!(screen.view().queried.len(), 0);
    assert_eq!(message(&screen), "2 tracks of queries taken off, too");
    screen.keys(">unpin-all<enter>");
    assert_eq!(message(&screen), "nothing is pinned");
}

#[test]
fn rows_with_a_value_are_a_counter() {
    let mut screen = Screen::new(&trace(true), 120, 30);
    screen.keys(
        ":select 0 as ts, 10 as value union all select 500000000, 2500.5 \
         union all select 600000000, null<enter>p",
    );
    let told = "query: 2 rows; 1 without a time or a value are on none";
    assert!(message(&screen).starts_with(told), "{}", message(&screen));
    // The value is that of the time which the keyboard is at, the middle of the window.
    let (y, name) = line(&mut screen, "◆ query");
    assert!(name.contains("2500"), "{name}");
    let scene = screen.session.scene();
    let charts = scene.lines.iter().filter(|line| line.y == y);
    assert_eq!(charts.map(|line| line.charts.len()).sum::<usize>(), 1);
}

#[test]
fn a_query_that_is_no_track_says_why() {
    let mut screen = Screen::new(&trace(true), 120, 30);
    screen.keys(":select name from slice<enter>p");
    let why = "a track needs a column ts: when a row begins, in ns on the trace clock";
    assert_eq!(message(&screen), why);
    screen.keys("<esc>:select 1 as ts where false<enter>p");
    assert_eq!(message(&screen), "there are no rows to show");
    screen.keys("<esc>:select null as ts<enter>p");
    assert_eq!(message(&screen), "none of these rows has a time");
    screen.keys("<esc>:select 5000000000 as ts, 1 as dur<enter>p");
    assert!(
        message(&screen).contains("; none is in this window;"),
        "{}",
        message(&screen)
    );
    screen.keys(">issues<enter>p");
    assert_eq!(message(&screen), "only rows of a query become a track");
}

#[test]
fn tracks_of_queries_leave_room_for_the_others() {
    let mut screen = Screen::new(&trace(true), 80, 24);
    // Twelve rows that overlap are more than there are lines, and more than there are lines.
    screen.keys(
        ":with recursive n(i) as (select 0 union all select i + 1 from n where i <lt> 11) \
         select i * 10000000 as ts, 800000000 as dur, 'row ' || i as name from n<enter>p",
    );
    let told = message(&screen);
    assert!(
        told.starts_with("query: 12 rows; 4 overlap with too many others"),
        "{told}"
    );
    let scene = screen.session.scene();
    let height = scene.layout.tree.height;
    assert_eq!(scene.n_queried, height * 2 / 5);
    let (y, _) = line(&mut screen, "◆ query");
    let n_shown = usize::from(scene.n_queried);
    let next = screen
        .text()
        .lines()
        .nth(usize::from(y) + 1)
        .map(str::to_owned);
    let next = next.unwrap_or_default();
    assert!(next.contains(&format!("+{} rows", 12 - n_shown)), "{next}");
    assert!(screen.text().contains("app"), "the trace is still there");
    // Sixteen tracks on few lines: each has a line as long as there are lines.
    screen.keys(
        ":with recursive n(i) as (select 0 union all select i + 1 from n where i <lt> 19) \
         select 0 as ts, 100 as dur, 'track ' || i as track from n<enter>p",
    );
    assert!(
        message(&screen).contains("; 4 more values of track have none"),
        "{}",
        message(&screen)
    );
    let (_, last) = line(&mut screen, &format!("track {}", n_shown - 2));
    assert!(last.contains(&format!("+{}", 17 - n_shown)), "{last}");
    for (cols, rows) in [(40, 10), (200, 60), (40, 60)] {
        screen.resize(cols, rows);
        screen.all("tracks of queries");
    }
}

#[test]
fn counters_of_queries_that_have_no_line_are_counted() {
    let mut screen = Screen::new(&trace(true), 80, 24);
    screen.keys(
        ":with recursive n(i) as (select 0 union all select i + 1 from n where i <lt> 15) \
         select i * 10000000 as ts, i as value, 'c' || i as track from n<enter>p",
    );
    let n_shown = usize::from(screen.session.scene().n_queried);
    assert!(n_shown < 16, "not all fit");
    let (_, last) = line(&mut screen, &format!("◆ c{} ", n_shown - 1));
    assert!(last.contains(&format!("+{}", 16 - n_shown)), "{last}");
    for (cols, rows) in [(40, 10), (20, 6), (200, 60)] {
        screen.resize(cols, rows);
        screen.all("counters of queries");
    }
}

#[test]
fn tracks_of_queries_stay_when_more_of_the_trace_comes() {
    let (part, whole) = (trace(false), trace(true));
    let mut screen = Screen::new(&part, 120, 30);
    screen.keys(":select ts, dur, name from slice<enter>p<esc>");
    screen.session.set_trace(whole);
    // It is of what had been read then, and says so.
    let (_, name) = line(&mut screen, "◆ slice so far");
    assert!(name.contains("2 rows"), "{name}");
    click(&mut screen, "draw");
    let slices = &screen.session.trace().slices;
    assert_eq!(slices.ts(screen.selected()).ns(), 300_000_000);
}

#[test]
fn a_move_of_the_selection_is_answered_on_all_rows_that_show_it() {
    let mut screen = Screen::new(&trace(true), 120, 30);
    screen.keys(":select ts, dur, name from slice<enter>p/draw<enter>");
    screen.draw("the first");
    let before = screen.session.scene();
    screen.keys(",");
    let after = screen.session.scene();
    let view = screen.view().viewport;
    let rows = motion::between((&before, view), (&after, view)).first;
    let queried = line(&mut screen, "◆ slice").0;
    let main = line(&mut screen, "main").0;
    assert!(rows.contains(&queried) && rows.contains(&main), "{rows:?}");
    // Whatever moves, the terminal shows the scene, and the tracks of queries stay where they are.
    for keys in ["<c-right>", "d", "w", "s", "<pgdn>", "j", "k", "-"] {
        screen.keys(keys).draw(keys);
        assert_eq!(line(&mut screen, "◆ slice").0, queried, "{keys}");
    }
}
