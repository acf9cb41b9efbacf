//! The viewer without a terminal: keys in, screens out.
//!
//! Tests for all screens, most of them on the demo trace. Jank, flows and others have files of their own.

use std::sync::Arc;

use perfetty::app::command::Command;
use perfetty::app::config::Config;
use perfetty::app::jobs::Outcome;
use perfetty::app::key::Key;
use perfetty::app::keymap::Keymap;
use perfetty::app::resolve::ViewRequest;
use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::base::time::{Dur, Ts};
use perfetty::model::builder::TraceBuilder;
use perfetty::model::ids::FlowId;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::state::{Measure, Selection, Tab};

use crate::screen::{Screen, demo, import, needles, written};

/// Wherever the tracks are scrolled to, the first line says whose track it is.
#[test]
fn a_track_whose_top_is_scrolled_away_has_its_name() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 80, 24);
    let total = screen.session.scene().scroll.total;
    let mut n_cut = 0;
    for scroll in 0..total {
        screen.session.state_mut().view.scroll = scroll;
        let scene = screen.session.scene();
        let mut above = None;
        for line in &scene.tracks {
            let is_cut = !line.first && above != Some(line.node);
            above = Some(line.node);
            let mut names = scene.lines.iter().filter(|name| name.y == line.y);
            let is_named = names.any(|name| name.x == 0 && !name.texts.is_empty());
            assert!(is_named || !(is_cut || line.first), "{scroll}: {line:?}");
            n_cut += usize::from(is_cut);
        }
    }
    assert!(n_cut > 5, "{n_cut} of {total}");
}

/// Times before the trace are negative seconds.
#[test]
fn the_ruler_reaches_before_the_trace() {
    let mut b = TraceBuilder::new();
    let t = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(t, &[(0, 40_000_000_000, "a")]);
    let mut screen = Screen::new(&Arc::new(b.finish()), 120, 40);
    let text = screen.keys("s").text();
    let ruler = text
        .lines()
        .find(|line| line.contains('╷'))
        .expect("a ruler");
    assert!(
        ruler.contains("from start") && ruler.contains("10"),
        "{ruler}"
    );
    assert!(!text.contains("2305843"), "{text}");
}

#[test]
fn details_say_how_a_slice_compares_with_its_name() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("/traversal<enter><esc>");
    let text = screen.text();
    assert!(
        text.contains("same name") && text.contains("longer than"),
        "{text}"
    );
    // All of the statistics; on narrower screens they are below each other.
    let mean = |text: &str| -> String {
        let (_, mean) = text.split_once("mean ").unwrap();
        mean.chars().take(8).collect()
    };
    let whole = mean(&text);
    for cols in [100, 110, 120] {
        screen.resize(cols, 40);
        assert_eq!(mean(&screen.text()), whole, "{cols}: {}", screen.text());
    }
}

#[test]
fn an_area_is_added_up() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 200, 60);
    screen.keys("*");
    screen.keys("*");
    let text = screen.text();
    for word in ["AREA", "all tracks", "SLICES", "self", "STATES", "FRAMES"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    for (key, word) in [
        ("3", "FLOWS"),
        ("4", "COUNTERS"),
        ("5", "CPU BY PROCESS"),
        ("2", "longest"),
    ] {
        let text = screen.keys(key).text();
        assert!(text.contains(word), "{word}: {text}");
    }
    // Tables say how many rows they leave out, and the next table follows below.
    screen.keys("5");
    for words in [
        &["BLOCKED IN"][..],
        &["more in the list", "CPU BY THREAD"],
        &["STATES BY THREAD"],
    ] {
        let is_seen = |text: &str| words.iter().all(|words| text.contains(words));
        let is_found = (0..24).any(|_| is_seen(&screen.keys("<s-down>").text()));
        assert!(is_found, "{words:?}: {}", screen.text());
    }
    // A second press of the tab's key opens the list.
    let text = screen.keys("5").text();
    for word in ["process", "thread", "state", "time", "count"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn details_stand_below_then_right_then_nowhere() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 200, 60);
    screen.keys("n");
    let window = screen.session.window();
    let layout = |screen: &mut Screen| screen.session.scene().layout;
    assert!(!layout(&mut screen).is_docked_right());
    screen.keys("Q");
    screen.draw("docked");
    let docked = layout(&mut screen);
    assert!(
        docked.is_docked_right() && docked.timeline.height > 50,
        "{docked:?}"
    );
    assert_eq!(
        usize::from(docked.timeline.width),
        usize::from(screen.session.state().view.viewport.cols())
    );
    assert!(screen.session.window().start() == window.start());
    assert!(screen.text().contains("FRAME "), "{}", screen.text());
    screen.keys("<c-right>").draw("pan");
    screen.keys("Q").draw("closed");
    assert!(layout(&mut screen).details.is_empty());
    let mut small = Screen::new(&trace, 120, 40);
    small.keys("nQ");
    assert!(layout(&mut small).details.is_empty());
}

#[test]
fn counters_are_drawn_as_value_change_rate_or_logarithm() {
    let mut b = TraceBuilder::new();
    let samples: Vec<(i64, f64)> = (0..50).map(|i| (i * 500_000_000, (i * i) as f64)).collect();
    b.counter_track(Scope::Global, "squares", "", &samples);
    let trace = Arc::new(b.finish());
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("jj");
    let mut seen = vec![screen.text()];
    for word in ["change", "rate", "logarithm", "value"] {
        screen.keys(">counter-mode<enter>");
        assert!(screen.text().contains(word), "{word}: {}", screen.text());
        screen.keys("<f9>");
        seen.push(screen.text());
    }
    assert_ne!(seen[1], seen[2]);
    assert_ne!(seen[2], seen[3]);
    assert!(seen[2].contains("/s"), "{}", seen[2]);
}

#[test]
fn every_key_leaves_a_whole_screen() {
    let trace = demo();
    let map = Keymap::built_in();
    let mut keys: Vec<String> = Vec::new();
    for &command in Command::ALL {
        let leaves = matches!(command, Command::Quit | Command::Suspend | Command::Close);
        if !leaves {
            keys.extend(map.keys(command).iter().map(|keys| Key::print_all(keys)));
        }
    }
    keys.extend(["ma", "'a", "draw", "q"].map(str::to_owned));
    let mut screen = Screen::new(&trace, 120, 40);
    // A fixed pseudo-random walk through all keys, many times over.
    let mut state: usize = 7;
    for round in 0..1500 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let pick = (state >> 33) % keys.len();
        let text = keys[pick].clone();
        screen.keys(&text);
        if round % 97 == 0 {
            let sizes = [(120, 40), (80, 24), (60, 15), (200, 60), (30, 5)];
            let (cols, rows) = sizes[(state >> 40) % sizes.len()];
            screen.resize(cols, rows);
        }
        if round % 3 == 0 {
            screen.draw(&format!("round {round}, {text}"));
        }
    }
}

#[test]
fn n_walks_the_janky_frames_and_ctrl_o_goes_back() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("n");
    let first = screen.selection().clone();
    assert!(matches!(first, Selection::Slice(_)), "{first:?}");
    assert!(screen.text().contains("FRAME"), "{}", screen.text());
    screen.keys("n");
    let second = screen.selection().clone();
    assert_ne!(first, second);
    screen.keys("<c-o>");
    assert_eq!(*screen.selection(), first);
    screen.keys("<tab>");
    assert_eq!(*screen.selection(), second);
    screen.keys("N");
    assert_eq!(*screen.selection(), first);
}

#[test]
fn a_search_takes_n_over_until_escape_gives_it_back() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("/DrawFrames");
    let view = &screen.session.state().view;
    let n_hits = view.hits().map(|hits| hits.slices.len());
    assert!(n_hits > Some(3) && !view.is_searching(), "{n_hits:?}");
    screen.keys("<enter>");
    let at = |screen: &Screen| match screen.selection() {
        Selection::Slice(id) => {
            let name = trace.slice_name(*id).unwrap();
            assert!(name.contains("DrawFrames"), "{name}");
            trace.slices.ts(*id)
        }
        other => panic!("{other:?}"),
    };
    let first = at(&screen);
    screen.keys("n");
    assert!(at(&screen) > first);
    screen.keys("N");
    assert_eq!(at(&screen), first);
    screen.keys("<esc>");
    assert!(screen.session.state().view.found.is_none());
    screen.keys("n");
    let Selection::Slice(id) = *screen.selection() else {
        panic!("nothing selected");
    };
    assert!(
        trace
            .frames
            .actual_of(id)
            .is_some_and(perfetty::model::frame_timeline::ActualFrame::is_janky)
    );
}

#[test]
fn sql_results_lead_to_slices() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys(":select id, ts, dur, name from slice order by dur desc limit 3<enter>");
    let text = screen.text();
    assert!(text.contains("3 rows") && text.contains("name"), "{text}");
    screen.keys("<enter>");
    assert!(
        matches!(screen.selection(), Selection::Slice(_)),
        "{}",
        screen.text()
    );
    // Going back in the history leads back to the result.
    screen.keys("<c-o>");
    assert!(screen.text().contains("3 rows"), "{}", screen.text());
    screen.keys("<enter><esc>");
    assert!(screen.text().contains("3 rows"), "{}", screen.text());
    screen.keys(
        "<esc><esc>:select ts, dur, name from slice where name = 'traversal' limit 3<enter><enter>",
    );
    assert!(
        matches!(screen.selection(), Selection::Slice(_)),
        "{}",
        screen.text()
    );
    screen.keys(":select nonsense<enter>");
    assert!(
        screen.text().contains("no such column"),
        "{}",
        screen.text()
    );
    screen.keys("<esc>:select 1 as one<a-enter>");
    assert_eq!(screen.session.state().view.details.tab, Tab::Sql);
    assert!(screen.session.state().layers.is_empty());
}

#[test]
fn rows_of_flows_lead_to_their_slices() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys(":select f.id, f.slice_out, f.slice_in from flow f limit 3<enter>j<enter>");
    let flow = FlowId(1);
    assert_eq!(
        *screen.selection(),
        Selection::Slice(trace.flows.get(flow).from)
    );
    let flows = &screen.session.state().view.flows;
    assert_eq!((flows.focus, flows.shown), (Some(flow), true));
}

#[test]
fn the_command_below_a_result_makes_what_the_query_needs() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 160, 40);
    screen.keys(":create perfetto table t as select 'x' as one; select 2<enter><esc>");
    screen.keys(":select one from t<enter>");
    let command = "\"create perfetto table t as select 'x' as one; select one from t\"";
    assert!(screen.text().contains(command), "{}", screen.text());
    screen.keys("<esc>:select 1 as \"a\"<enter>");
    let command = "perfetty query ./demo 'select 1 as \"a\"'";
    assert!(screen.text().contains(command), "{}", screen.text());
}

#[test]
fn areas_marks_and_markers() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("jjvlljj<enter>");
    let Selection::Area(area) = screen.selection().clone() else {
        panic!("no area: {:?}", screen.selection());
    };
    assert!(
        !area.span.dur().is_zero() && area.nodes.len() >= 2,
        "{area:?}"
    );
    screen.keys("<esc>n.R");
    assert!(matches!(screen.selection(), Selection::Area(_)));
    screen.keys("<esc>0**");
    let Selection::Area(area) = screen.selection().clone() else {
        panic!("no area");
    };
    assert_eq!((area.span, area.nodes.len()), (trace.bounds, 0));
    screen.keys("<esc>maffl'a");
    let marks: Vec<(char, Ts)> = screen
        .session
        .state()
        .view
        .marks
        .clone()
        .into_iter()
        .collect();
    assert_eq!(marks.len(), 1);
    screen.keys("xllx");
    let measure = screen.session.state().view.measure;
    assert!(matches!(measure, Some(Measure::Between(..))), "{measure:?}");
    screen.keys("x");
    assert_eq!(screen.session.state().view.measure, None);
    // If a slice is selected, the markers are its start and its end.
    screen.keys("<esc>nxx").draw("measured");
    let frame = screen.selected();
    let (start, end) = (trace.slices.ts(frame), trace.slices.end(frame).unwrap());
    let measure = screen.session.state().view.measure;
    assert_eq!(measure, Some(Measure::Between(start, end)));
    screen.keys("x");
    screen.keys("Mhello<enter>");
    assert_eq!(screen.session.state().view.notes.len(), 1);
}

#[test]
fn tracks_open_close_pin_hide_and_filter() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("C<c-p>RenderThread<enter>");
    let cursor = screen.session.state().view.cursor.unwrap();
    assert!(trace.tree.path(cursor).contains("RenderThread"));
    screen.keys("p");
    assert_eq!(screen.session.state().view.pins, [cursor]);
    screen.keys("pH");
    assert!(screen.session.state().view.hidden.contains(&cursor));
    screen.keys("tRenderThread<enter>");
    let filtered = screen.session.state().view.filtered.clone().unwrap();
    assert!(!filtered.is_empty() && filtered.len() < trace.tree.len() / 2);
    screen.keys("t<c-u><enter>");
    assert!(screen.session.state().view.filtered.is_none());
}

#[test]
fn the_log_is_a_track_and_a_list() {
    let text = "packet { clock_snapshot { clocks { clock_id: 6 timestamp: 1000 } clocks { \
                clock_id: 1 timestamp: 500000 } } }\n\
                packet { timestamp: 1000 android_log { \
                events { pid: 9 tid: 10 timestamp: 500300 tag: \"App\" prio: 6 message: \"oh no\" } \
                events { pid: 9 tid: 9 timestamp: 500100 tag: \"Sys\" prio: 4 message: \"hello\" } } }\n";
    let trace = written(text);
    let mut screen = Screen::new(&trace, 120, 40);
    let text = screen.text();
    assert!(text.contains("Logs"), "{text}");
    screen.keys(">logs<enter>");
    let text = screen.text();
    assert!(text.contains("2 lines of the log"), "{text}");
    let (first, second) = (text.find("hello").unwrap(), text.find("oh no").unwrap());
    assert!(first < second, "{text}");
    screen.keys("j<enter>");
    assert_eq!(*screen.selection(), Selection::Log(1));
    assert!(
        screen.text().contains("message   oh no"),
        "{}",
        screen.text()
    );
    screen.keys(",");
    assert_eq!(*screen.selection(), Selection::Log(0));
    screen.keys("/oh no<enter>");
    assert_eq!(*screen.selection(), Selection::Log(1));
}

#[test]
fn escape_leaves_one_thing_at_a_time() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("n");
    let selected = screen.selection().clone();
    screen.keys("><esc>");
    assert!(screen.session.state().layers.is_empty());
    assert_eq!(*screen.selection(), selected);
    screen.keys("?q");
    assert!(screen.session.state().layers.is_empty());
    screen.keys("m<esc>");
    assert_eq!(*screen.selection(), selected);
    screen.keys("<esc>");
    assert_eq!(*screen.selection(), Selection::None);
}

#[test]
fn the_tour_leads_through_the_demo_and_goes_on_after_moves() {
    let trace = demo();
    for (cols, rows) in [(80, 24), (200, 60)] {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.session.start_tour();
        let steps = [
            ("n", "A phone scrolls a feed", "BROWSE"),
            ("e", "missed its deadline", "late"),
            ("<esc>", "the longest part first", "where 35.2 ms went"),
            ("]", "Arrows are flows", "51072"),
            ("<c-o>", "SurfaceFlinger. Every jump", "51082"),
            ("s", "w and s zoom", "51072"),
            ("?", "That will do", "51072"),
        ];
        for (at, (key, says, shown)) in steps.into_iter().enumerate() {
            screen.draw(key);
            let text = screen.text();
            assert!(text.contains(&format!("TOUR {}/7", at + 1)), "{text}");
            assert!(text.contains(says), "{text}");
            // What the tour describes is on the screen.
            assert!(shown == "BROWSE" || text.contains(shown), "{text}");
            if key != "?" {
                screen.keys("?");
                let help = screen.text();
                let title = format!("The tour: step {} of 7", at + 1);
                assert!(help.contains(&title) && help.contains("here"), "{help}");
                screen.keys("q");
            }
            let state = screen.session.state();
            let before = (state.place(), state.layers.len());
            screen.keys(key);
            let state = screen.session.state();
            // No step of the tour asks for a key that does nothing.
            assert_ne!((state.place(), state.layers.len()), before, "{key}");
        }
        screen.draw("help");
        assert!(!screen.text().contains("TOUR"), "{}", screen.text());
    }
    let toured = |cols, rows, keys: &str| {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.session.set_demo();
        screen.session.start_tour();
        screen.keys(keys).text()
    };
    for keys in ["j", "d", "Z", "T", "nwj", "nej"] {
        assert!(toured(80, 24, keys).contains(" TOUR "), "{keys}");
    }
    let again = "the tour has ended; > tour begins it again";
    for keys in ["<esc>", "p", "ne<enter>"] {
        let text = toured(80, 24, keys);
        assert!(
            text.contains(again) && !text.contains(" TOUR "),
            "{keys}\n{text}"
        );
    }
    let text = toured(80, 24, "nq>tour<enter>");
    assert!(text.contains(" TOUR 1/7 "), "{text}");
    // Every card but the one that asks for that key says how to leave.
    for keys in ["", "n", "ne<esc>", "ne<esc>]", "ne<esc>]<c-o>"] {
        let text = toured(80, 24, keys);
        assert!(text.contains("Esc ends the tour"), "{keys}\n{text}");
    }
    // Escape leaves the tour and nothing else.
    assert!(toured(80, 24, "n<esc>").contains("--select frame"));
    // All of a step is read on every screen.
    for (cols, rows) in [(60, 18), (40, 10)] {
        let text = toured(cols, rows, "");
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = words.join(" ");
        assert!(
            words.contains("press n to go to the first janky frame"),
            "{text}"
        );
        assert!(words.contains("the later the frame."), "{text}");
    }
    // Other traces have no tour.
    let mut screen = Screen::new(&trace, 80, 24);
    let text = screen.keys(">tour<enter>").text();
    assert!(text.contains("run perfetty without a trace"), "{text}");
}

#[test]
fn a_click_anywhere_on_what_the_tour_asks_for_does_it() {
    let trace = demo();
    for (cols, rows) in [(80, 24), (40, 12)] {
        for word in ["press", "to go", "first", "frame"] {
            let mut screen = Screen::new(&trace, cols, rows);
            screen.session.start_tour();
            let text = screen.text();
            let from = text.lines().position(|line| line.contains("TOUR 1/7"));
            let lines = text.lines().enumerate().skip(from.expect("a card"));
            let mut found = lines.filter_map(|(y, line)| {
                let (before, _) = line.split_once(word)?;
                Some((before.chars().count() as u16 + 1, y as u16))
            });
            let (x, y) = found.next().expect("the word");
            screen.session.mouse(MouseInput {
                kind: MouseKind::Down,
                x,
                y,
            });
            let text = screen.text();
            assert!(text.contains("TOUR 2/7"), "{cols} {word}\n{text}");
        }
    }
}

#[test]
fn the_selected_frame_is_marked_alike_whatever_part_of_it_has_its_name() {
    use perfetty::view::scene::{Item, Mods};
    use perfetty::view::state::Selection;
    let trace = demo();
    let mut n_wide = 0;
    for cols in (80..200).step_by(8) {
        let mut screen = Screen::new(&trace, cols, 40);
        let (scene, _) = screen.keys("n").painted();
        let Selection::Slice(id) = *screen.selection() else {
            panic!("a frame");
        };
        let is_selected = |line: &&perfetty::view::scene::Line| {
            let of_it = |span: &perfetty::view::scene::Span| span.item == Item::Slice(id);
            line.spans.iter().any(of_it)
        };
        let line = scene.lines.iter().find(is_selected).expect("its line");
        let spans = line
            .spans
            .iter()
            .filter(|span| span.item == Item::Slice(id));
        let cells: u32 = spans.map(|span| (span.x1 - span.x0) / 8).sum();
        let mut names = line.texts.iter();
        let name = names.find(|text| text.mods.has(Mods::BOLD));
        if let Some(name) = name.filter(|_| cells >= 22) {
            n_wide += 1;
            assert_eq!(name.ground, None, "{cols}");
        }
    }
    assert!(n_wide > 3);
}

#[test]
fn a_long_name_takes_what_the_facts_in_the_title_leave() {
    let trace = needles(5, "needle", true);
    let title = |name: &str, cols: u16| {
        let mut screen = Screen::new(&trace, cols, 30);
        screen.session.state_mut().view.trace_name = name.into();
        screen.text().lines().next().unwrap_or_default().to_owned()
    };
    let long = "synthetic_13_complete_streaming_script.pftrace";
    for cols in [120, 160] {
        let title = title(long, cols);
        assert!(title.contains(long) && title.contains("slices"), "{title}");
    }
    let longest = title(&"x".repeat(300), 120);
    assert!(
        longest.contains('…') && longest.contains("slices"),
        "{longest}"
    );
}

#[test]
fn the_keys_of_a_frame_go_before_those_of_its_flows_where_there_is_little_room() {
    let trace = demo();
    let hints = |cols, rows| {
        let mut screen = Screen::new(&trace, cols, rows);
        let text = screen.keys("n").text();
        let line = text.lines().find(|line| line.starts_with(" FRAME  n N"));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    assert_eq!(hints(40, 10), " FRAME  n N jank 1 of 55  e why  ? keys");
    let usual = " FRAME  n N jank 1 of 55  e why  Enter links  f focus  ? keys   [ ] follow flow";
    assert_eq!(hints(80, 24), usual);
    // A hint that is too wide is left out for the next ones that fit.
    assert!(hints(50, 12).ends_with("e why  f focus  ? keys"));
    for cols in 40..200 {
        let line = hints(cols, 24);
        assert!(
            line.contains("e why  ") && line.contains("? keys"),
            "{line}"
        );
    }
}

#[test]
fn messages_say_what_was_done_and_what_undoes_it() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    // After `'`, a letter is taken for a mark even if none is set, because `q` would quit.
    let text = screen.keys("j'q").text();
    assert!(text.contains("mark q is not set"), "{text}");
    assert_eq!(screen.session.take_effects(), []);
    let text = screen.keys("jH").text();
    assert!(text.contains("GPU hidden: > show-hidden"), "{text}");
    let text = screen.keys("jH").text();
    let words = "com.example.feed 4242 hidden, 2 in all: > show-hidden";
    assert!(text.contains(words), "{text}");
    let text = screen.keys(">show-hidden<enter>").text();
    assert!(!text.contains("hidden"), "{text}");
    let text = screen.keys("x").text();
    assert!(text.contains("A set: x sets B, x again clears"), "{text}");
    let text = screen.keys("xx").text();
    assert!(text.contains("A and B cleared"), "{text}");
}

#[test]
fn a_list_says_the_command_that_is_copied_from_it() {
    use perfetty::app::effect::Effect;
    let trace = demo();
    let copied = |screen: &mut Screen, keys: &str| {
        screen.keys(keys).draw(keys);
        let shown = screen.text();
        screen.session.key(Key::char('Y'));
        match screen.session.take_effects().as_slice() {
            [Effect::Copy { text, .. }] => {
                let last = shown.lines().last().unwrap().trim();
                assert!(text.starts_with(last.trim_end_matches('…')), "{shown}");
                Some(text.clone())
            }
            [] => None,
            other => panic!("{other:?}"),
        }
    };
    let mut screen = Screen::new(&trace, 80, 24);
    let inbox = copied(&mut screen, "J");
    assert_eq!(inbox.as_deref(), Some("perfetty janks ./demo"));
    let lens = copied(&mut screen, "<esc>ne").unwrap();
    assert!(
        lens.ends_with("--select frame:51072@4242 --keys e"),
        "{lens}"
    );
    let ladder = copied(&mut screen, "<esc>L").unwrap();
    assert!(
        ladder.starts_with("perfetty flow ./demo --from"),
        "{ladder}"
    );
    assert_eq!(copied(&mut screen, "<esc>J/"), None);
    // Only the viewer can show the demo, so no other command about it is shown or copied.
    let mut screen = Screen::new(&trace, 80, 24);
    screen.session.set_demo();
    assert_eq!(copied(&mut screen, "J"), None);
    let text = screen.text();
    assert!(text.contains("no command prints this list"), "{text}");
    assert!(!text.contains("TRACE"), "{text}");
    let lens = copied(&mut screen, "<esc>ne").unwrap();
    assert_eq!(lens, "perfetty --select frame:51072@4242 --keys e");
}

#[test]
fn an_empty_file_is_said_to_be_one() {
    let mut screen = Screen::new(&import(Vec::new()), 80, 24);
    let text = screen.text();
    assert!(text.contains("the file is empty"), "{text}");
    assert!(
        text.contains("! issues") && !text.contains("Enter"),
        "{text}"
    );
}

#[test]
fn what_the_title_counts_is_listed_when_it_is_clicked() {
    let click = |trace: &Arc<Trace>, words: &str| {
        let mut screen = Screen::new(trace, 120, 40);
        screen.draw("opened");
        let title = screen.text().lines().next().expect("a title").to_owned();
        let (before, _) = title
            .split_once(words)
            .unwrap_or_else(|| panic!("{words}: {title}"));
        let x = before.chars().count() as u16;
        let kind = MouseKind::Down;
        screen.session.mouse(MouseInput { kind, x, y: 0 });
        screen.session.sync();
        screen.draw("clicked");
        screen.text().lines().next().expect("a title").to_owned()
    };
    let inbox = click(&demo(), "jank ");
    assert!(inbox.contains("INBOX"), "{inbox}");
    let issues = click(&import(Vec::new()), "! data loss");
    assert!(issues.contains("ISSUES"), "{issues}");
}

#[test]
fn a_search_that_cannot_be_is_kept_to_be_mended() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys("/<c-r>bin(").draw("typed");
    screen.keys("<enter>").draw("entered");
    let text = screen.text();
    assert!(text.contains("regex /bin("), "{text}");
    assert!(text.contains("not a regular expression"), "{text}");
    screen.keys(")").draw("mended");
    screen.keys("<enter>").draw("found");
    assert!(screen.text().contains("hit 1 of"), "{}", screen.text());
}

#[test]
fn the_hints_say_what_to_do_with_what_is_selected() {
    let trace = demo();
    let first_three = |keys: &str| {
        let mut screen = Screen::new(&trace, 80, 24);
        screen.keys(keys).draw(keys);
        let hints = screen.session.hints().take(3);
        let hints: Vec<String> = hints
            .map(|hint| format!("{} {}", hint.keys, hint.what))
            .collect();
        // All three hints fit on the narrowest common screen.
        let text = screen.text();
        for hint in &hints {
            assert!(text.contains(hint), "{hint}: {text}");
        }
        hints.join(", ")
    };
    let found = [
        ("", "n next jank, J jank inbox, j k rows"),
        ("n", "[ ] follow flow, n N jank 1 of 55, e why"),
        ("nn", "[ ] follow flow, n N jank 2 of 55, e why"),
        (
            "/traversal<enter><esc>",
            ", . prev/next slice, u i out/in, f focus",
        ),
        (
            "/fetch<enter><esc>",
            "[ ] follow flow, L ladder, , . prev/next slice",
        ),
        (
            "/fetch<enter><esc>]",
            "[ ] follow flow, L ladder, Ctrl-O back",
        ),
        (
            "<c-p>CPU 0<enter><enter>",
            ", . prev/next, [ ] waker/run, Enter links",
        ),
        (
            "<c-p>State<enter><enter>",
            ", . prev/next, [ ] waker/run, Enter links",
        ),
        (
            "<c-p>BufferTX<enter><enter>",
            ", . prev/next sample, f focus, p pin",
        ),
        ("nR", "Enter list sums, f focus, * all tracks"),
        ("v", "a d extend, , . to edge, j k tracks"),
        (
            "/traversal<enter>",
            "n N hit 1 of 159, Esc end search, , . prev/next slice",
        ),
        (
            "/traversal<enter>n",
            "n N hit 2 of 159, Esc end search, , . prev/next slice",
        ),
        (
            "/traversal<enter><c-p>BufferTX<enter><enter>",
            "n N 159 hits, Esc end search, , . prev/next sample",
        ),
    ];
    for (keys, want) in found {
        assert_eq!(first_three(keys), want, "{keys}");
    }
}

#[test]
fn a_search_in_a_part_of_the_trace_says_so() {
    let mut screen = Screen::new(&demo(), 120, 30);
    screen.keys("nR/draw<c-t>");
    let nothing = "nothing matches draw in what was selected";
    assert!(screen.text().contains(nothing), "{}", screen.text());
    let text = screen.keys("<enter>").text();
    assert!(text.contains(nothing), "{text}");
    screen.keys("n");
    assert!(
        screen
            .text()
            .contains("nothing was found in what was selected")
    );
    // Also when other things are selected and other windows shown.
    screen.keys("<esc><esc>nRR");
    let Selection::Area(area) = screen.selection().clone() else {
        panic!("no area");
    };
    let place = format!(" in {}", perfetty::view::time::dur(area.span.dur().ns()));
    let text = screen.keys("/draw<c-t><enter>0").text();
    let hit = format!("hit 1 of 6{place}");
    assert!(text.contains(&hit), "{hit}: {text}");
    let text = screen.keys(">search-hits<enter>").text();
    assert!(text.contains(&format!("6 hits for draw{place}")), "{text}");
    // Everywhere is not said.
    let text = screen.keys("<esc>/draw<enter>").text();
    assert!(
        text.contains(" of 477 ") && !text.contains(&place),
        "{text}"
    );
}

#[test]
fn no_two_hints_tell_of_one_key() {
    let is_told = |text: &str| text.matches(" Esc ").count();
    for keys in [
        "/draw<enter>*",
        "/draw<enter>R",
        "/draw<enter>vdv",
        "/draw<a-enter><enter>R",
    ] {
        let mut screen = Screen::new(&demo(), 200, 60);
        let text = screen.keys(keys).text();
        assert_eq!(is_told(&text), 1, "{keys}: {text}");
        let text = screen.keys("<esc><esc><esc>").keys("*").text();
        assert!(text.contains("Esc clear"), "{keys}: {text}");
    }
}

#[test]
fn a_filter_and_hidden_tracks_are_told() {
    let trace = demo();
    for (cols, rows) in [(80, 24), (200, 60)] {
        let mut screen = Screen::new(&trace, cols, rows);
        let told = |screen: &mut Screen| screen.text().lines().last().unwrap().to_owned();
        for (keys, words, not) in [
            ("tfeed<enter>", "only ", "hidden"),
            ("jH<esc>", " tracks · 1 hidden", "nothing"),
            (">clear-filter<enter><esc>", "1 hidden", "only"),
            (">show-hidden<enter><esc>", "copy command", "hidden"),
        ] {
            let line = told(screen.keys(keys));
            assert!(
                line.contains(words) && !line.contains(not),
                "{keys}: {line}"
            );
        }
    }
}

#[test]
fn an_area_without_tracks_says_why() {
    let mut screen = Screen::new(&demo(), 80, 24);
    let text = screen.keys("tzzz<enter>").text();
    for words in [
        "no track matches the filter",
        "t changes it, and an empty filter shows all",
        "t change the filter",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // An invalid pattern says so; a valid one is used.
    let text = screen.keys("t<c-u>re:(").text();
    assert!(text.contains("unclosed group"), "{text}");
    // Enter does not accept an invalid pattern, and the tracks stay filtered as before.
    let mut wrong = Screen::new(&demo(), 80, 24);
    let filtered = |wrong: &Screen| wrong.session.state().view.filtered.clone();
    wrong.keys("tsurface");
    let before = filtered(&wrong);
    assert!(before.is_some());
    wrong.keys("<c-u>re:surface(");
    assert_eq!(filtered(&wrong), before);
    let text = wrong.keys("<enter>").text();
    assert!(text.contains("unclosed group"), "{text}");
    assert_eq!(wrong.session.state().layers.len(), 1);
    wrong.keys("<esc>");
    assert!(wrong.session.state().layers.is_empty());
    assert_eq!(filtered(&wrong), None);
    assert_eq!(wrong.session.state().view.filter, "");
    screen.keys("<bs>^surfaceflinger<enter>").draw("a pattern");
    let text = screen.text();
    assert!(text.contains(" ▾ surface… 480"), "{text}");
    assert!(text.contains("only 8 tracks"), "{text}");
    let text = screen.keys("t<c-u><enter>").text();
    assert!(!text.contains("only"), "{text}");
}

#[test]
fn the_log_opens_where_the_user_is_and_stays_there_under_a_filter() {
    let line = |ts: u64, tag: &str| {
        format!(
            "packet {{ timestamp: {ts} android_log {{ events {{ timestamp: {ts} pid: 5 tid: 5 \
             prio: 4 tag: \"{tag}\" message: \"m\" }} }} }}\n"
        )
    };
    let clocks = "packet { clock_snapshot { clocks { clock_id: 6 timestamp: 0 } clocks { clock_id: 1 timestamp: 0 } } }\n";
    let tags = (0..50_u64).map(|n| line(1000 * n, &format!("tag{n}")));
    let trace = written(&(clocks.to_owned() + &tags.collect::<String>()));
    let mut screen = Screen::new(&trace, 80, 24);
    screen.keys(">logs<enter>").draw("all");
    let chosen = |screen: &Screen| screen.table().chosen;
    assert_eq!(chosen(&screen), 0);
    screen.keys("<esc>>go-to-time<enter>20us<enter>ww>logs<enter>");
    assert_eq!(chosen(&screen), 20);
    // Of the lines 3 and 30 to 39, the next one; when more is typed and deleted again, it does not run away.
    screen.keys("/tag39<bs>");
    assert_eq!(chosen(&screen), 1);
    screen.keys("<c-u>");
    assert_eq!(chosen(&screen), 20);
    screen.keys("<enter>S");
    assert_eq!(chosen(&screen), 29);
    // Without an instant of the keyboard or a selection, it is the start of the window.
    let mut screen = Screen::new(&trace, 80, 24);
    let request = ViewRequest {
        at: Some("30us+9us".parse().unwrap()),
        ..ViewRequest::default()
    };
    screen.session.ask(request, Vec::new());
    screen.session.set_trace(Arc::clone(&trace));
    screen.keys(">logs<enter>");
    assert_eq!(chosen(&screen), 30);
}

#[test]
fn the_finder_names_each_line_once() {
    let trace = written(
        "packet { trusted_packet_sequence_id: 1 sequence_flags: 1 track_descriptor { uuid: 2 thread \
         { pid: 7 tid: 7 thread_name: \"main\" } } }\n\
         packet { timestamp: 10 trusted_packet_sequence_id: 1 track_event { type: TYPE_SLICE_BEGIN \
         track_uuid: 2 name: \"one\" } }",
    );
    let mut screen = Screen::new(&trace, 100, 30);
    let text = screen.keys("<c-p>main").text();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.contains(" ‣ main 7"))
        .collect();
    assert!(lines.len() == 1 && lines[0].contains("1 slice"), "{text}");
    screen.keys("<enter>");
    assert!(screen.view().cursor.is_some());
}

#[test]
fn keys_are_explained_in_full() {
    let trace = demo();
    for (cols, rows) in [(80, 24), (120, 35), (160, 48), (200, 60)] {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.keys("?");
        // Down to the end, page by page.
        let mut seen = vec![screen.text()];
        loop {
            let text = screen.keys("<pgdn>").text();
            if seen.last() == Some(&text) {
                break;
            }
            seen.push(text);
        }
        let seen = seen.concat();
        assert!(!seen.contains('…'), "{seen}");
        assert!(seen.contains("In lists"), "{seen}");
    }
}

#[test]
fn nothing_is_known_of_what_comes_after_the_trace() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    for keys in ["dddd", "E", "<pgdn>", "<pgdn>"] {
        screen.keys(keys);
        let (scene, buffer) = screen.painted();
        let area = scene.layout.timeline;
        let end = screen.view().viewport.col_from_ts(trace.bounds.end());
        let first = area.x + u16::try_from(end).unwrap() + 1;
        assert!(first + 20 < area.x + area.width, "{first}");
        for y in area.y..area.y + area.height {
            for x in first..area.x + area.width {
                let symbol = buffer[(x, y)].symbol();
                let is_chart = symbol.chars().all(|c| "▁▂▃▄▅▆▇█".contains(c) || c >= '⠁');
                assert!(
                    !is_chart,
                    "{keys}: {symbol:?} at {x},{y}: {}",
                    screen.text()
                );
            }
        }
    }
}

#[test]
fn a_time_outside_of_the_trace_is_said_to_be_empty() {
    let trace = demo();
    for (at, is_empty) in [
        ("100s", true),
        ("5", true),
        ("1s", false),
        ("end", false),
        ("0s", false),
    ] {
        let mut screen = Screen::new(&trace, 120, 40);
        let request = ViewRequest {
            at: Some(at.parse().unwrap()),
            ..ViewRequest::default()
        };
        screen.session.ask(request, Vec::new());
        screen.session.set_trace(Arc::clone(&trace));
        screen.session.sync();
        let text = screen.text();
        assert_eq!(
            text.contains("nothing is there, the trace lasts 3.11 s"),
            is_empty,
            "{at}: {text}"
        );
    }
}

#[test]
fn numbers_at_the_end_of_a_result_stay_whole() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 80, 24);
    let name = "n".repeat(90);
    screen.keys(&format!(
        ":select '{name}' as name, 500000 as ts, 1000000 as dur<enter>"
    ));
    let text = screen.text();
    assert!(text.contains("n…  500000  1000000"), "{text}");
}

#[test]
fn the_finder_looks_through_many_tracks_beside_the_screen() {
    let mut b = TraceBuilder::new();
    for n in 0..3_000 {
        let track = b.slice_track(Scope::Global, Some(&format!("track {n}")));
        b.nested_slices(track, &[(n, 1, "a")]);
    }
    let mut screen = Screen::new(&Arc::new(b.finish()), 100, 30);
    let text = screen.keys("<c-p>").text();
    assert!(text.contains("the first 1 000 of 3 00"), "{text}");
    for key in Key::parse_all("2987").unwrap() {
        screen.session.key(key);
    }
    assert!(screen.session.is_listing(), "no key waits for it");
    screen.session.sync();
    let text = screen.text();
    assert!(text.contains("1 of 3 00"), "{text}");
    screen.keys("<enter>");
    let cursor = screen.view().cursor.unwrap();
    let trace = screen.session.trace();
    assert!(trace.tree.path(cursor).ends_with("track 2987"));
}

#[test]
fn a_mark_outside_of_the_trace_and_an_end_without_a_start_are_told() {
    let trace = demo();
    let outside = "--mark a: it is outside of the trace, which lasts 3.11 s";
    let alone = "--mark B: there is no A from which to measure";
    for (marks, told) in [
        (&["5=a"][..], Some(outside)),
        (&["1s=a"], None),
        (&["1s=B"], Some(alone)),
        (&["1s=B", "0s=A"], None),
    ] {
        let mut screen = Screen::new(&trace, 120, 40);
        let request = ViewRequest {
            marks: marks.iter().map(|mark| mark.parse().unwrap()).collect(),
            ..ViewRequest::default()
        };
        screen.session.ask(request, Vec::new());
        screen.session.set_trace(Arc::clone(&trace));
        screen.session.sync();
        let text = screen.text();
        let are_told = [outside, alone].map(|words| text.contains(words));
        let want = [outside, alone].map(|words| told == Some(words));
        assert_eq!(are_told, want, "{marks:?}: {text}");
    }
}

#[test]
fn a_time_is_gone_to_from_where_one_is() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 120, 40);
    let mut go = |to: &str| {
        screen.keys(&format!(">go-to-time<enter>{to}<enter>"));
        let text = screen.text();
        (screen.view().cursor_ts, text)
    };
    let start = trace.bounds.start();
    let at = |ns: i64| Some(start.plus(Dur::from_ns(ns)));
    assert_eq!(go("1s").0, at(1_000_000_000));
    assert_eq!(go("+5ms").0, at(1_005_000_000));
    assert_eq!(go("-2ms").0, at(1_003_000_000));
    // As the details and the ruler write it.
    assert_eq!(go("0.500 000 007 s").0, at(500_000_007));
    let ts = start.plus(Dur::from_ns(1_234_567)).ns();
    let grouped = perfetty::view::text::grouped(ts as u64);
    assert_eq!(go(&format!("ts {grouped}")).0, at(1_234_567));
    // Where nothing is, it does not go.
    let (cursor, text) = go("999s");
    assert_eq!(cursor, at(1_234_567));
    assert!(
        text.contains("nothing is there, the trace lasts 3.11 s"),
        "{text}"
    );
}

#[test]
fn keys_on_the_screen_are_those_of_the_key_map() {
    let mut config = Config::default();
    let keys = "[keys.main]\ndetails-down = [\"<c-y>\"]\nback = [\"Z\"]\nfollow-flow = [\"J\"]\n\
        jank-inbox = []\nescape = [\"<c-g>\"]\n[keys.list]\nlist-down = [\"v\"]";
    config.apply_text(keys, "keys");
    assert!(config.problems.is_empty(), "{:?}", config.problems);
    let trace = demo();
    let mut screen = Screen::with(&config, &trace, 120, 24);
    let text = screen.keys("nn2").text();
    let tabs = text.lines().find(|line| line.contains("─ Why")).unwrap();
    assert!(tabs.contains("▼ ^Y") && tabs.contains("Z back 2"), "{text}");
    let text = screen.keys("3").text();
    assert!(text.contains("1 out   [ J move"), "{text}");
    let text = screen.keys("?").text();
    assert!(text.contains("/ filter  v k rows  Ctrl-G close"), "{text}");
    let text = screen.keys("<c-g>:select 1").text();
    assert!(text.contains("SQL"), "{text}");
    for key in Key::parse_all("<enter>").unwrap() {
        screen.session.key(key);
    }
    let text = screen.text();
    assert!(text.contains("SQL running · ^G stops it"), "{text}");
}

#[test]
fn that_a_query_runs_is_said_on_narrow_screens_too() {
    let mut screen = Screen::new(&demo(), 42, 20);
    for key in Key::parse_all(":select 1 as one<enter>").unwrap() {
        screen.session.key(key);
    }
    let serial = screen.session.state().sql.serial;
    let (rows, steps) = (3, 2_000_000);
    screen.session.finish(Outcome::Running {
        serial,
        rows,
        steps,
    });
    let text = screen.text();
    assert!(text.contains("SQL running · Esc stops it"), "{text}");
}

#[test]
fn that_a_query_runs_is_said_until_it_has_ended() {
    for cols in [80, 160] {
        let mut screen = Screen::new(&demo(), cols, 24);
        screen.keys(":select 1 as one");
        let press = |screen: &mut Screen, keys: &str| {
            for key in Key::parse_all(keys).unwrap() {
                screen.session.key(key);
            }
            screen.text()
        };
        // While its tables are prepared there is no progress; a key moves on, or says something.
        for keys in ["<enter>", "j", "w", "<c-a>"] {
            let text = press(&mut screen, keys);
            assert!(
                text.contains("SQL running · Esc stops it"),
                "{keys}: {text}"
            );
        }
        assert!(screen.text().contains("Ctrl-A is not bound"));
        let serial = screen.session.state().sql.serial;
        let (rows, steps) = (3, 20_000);
        let outcome = Outcome::Running {
            serial,
            rows,
            steps,
        };
        screen.session.finish(outcome.clone());
        let said = match cols {
            80 => "SQL running: 20 million steps · Esc stops it",
            _ => "SQL running: 3 rows, 20 million steps · Esc stops it",
        };
        let text = press(&mut screen, "k");
        assert!(text.contains(said), "{text}");
        // A message has its room.
        let text = press(&mut screen, "<c-a>");
        let message = "Ctrl-A is not bound; * selects all";
        assert!(
            text.contains(message) && text.contains("Esc stops it"),
            "{text}"
        );
        screen.session.sync();
        let text = screen.text();
        assert!(
            !text.contains("SQL running") && text.contains("one"),
            "{text}"
        );
        // Of a query that is stopped nothing is said.
        screen.keys("<esc>:select 2");
        press(&mut screen, "<enter>");
        let text = press(&mut screen, "<esc>");
        assert!(!text.contains("SQL running"), "{text}");
        screen.session.finish(outcome);
        assert!(!screen.text().contains("SQL running"));
    }
}

#[test]
fn hints_have_no_hole_where_a_command_has_no_key() {
    let mut config = Config::default();
    config.apply_text("[keys.main]\nzoom-in = [\"s\"]", "keys");
    assert_eq!(
        config.problems,
        ["keys: s was zoom-out's, which has no key now"]
    );
    let mut screen = Screen::with(&config, &demo(), 200, 24);
    let text = screen.keys("<esc>").text();
    assert!(text.contains("s a d zoom/pan"), "{text}");
}

#[test]
fn keys_of_other_viewers_name_what_does_the_same() {
    let mut screen = Screen::new(&demo(), 100, 24);
    for (keys, said) in [
        ("<c-a>", "Ctrl-A is not bound; * selects all"),
        ("<c-f>", "Ctrl-F is not bound; / searches"),
        ("W", "W is not bound; w zooms in"),
        (
            "<del>",
            "Del is not bound; M edits a note, which is deleted when empty",
        ),
    ] {
        let text = screen.keys(keys).text();
        assert!(text.contains(said), "{said} is not in\n{text}");
    }
}

#[test]
fn the_argument_that_matches_stands_with_its_key() {
    let event = r#"[{"ph":"X","ts":0,"dur":9,"pid":1,"tid":1,"name":"a",
        "args":{"info":{"tag":"viz.mojom.Sink"}}}]"#;
    let mut screen = Screen::new(&import(event.into()), 80, 24);
    let text = screen.keys("/mojom.").text();
    assert!(text.contains("  tag = viz.mojom.Sink"), "{text}");
    let text = screen.keys("<enter>>search-hits<enter>").text();
    assert!(text.contains("  tag = viz.mojom.Sink"), "{text}");
}
