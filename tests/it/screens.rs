//! The viewer without a terminal: keys in, screens out, bytes counted.
//!
//! What holds of every screen, on the demo trace. Jank and flows have files of
//! their own beside this one.

use perfetty::app::command::Command;
use perfetty::app::key::Key;
use perfetty::app::keymap::Keymap;
use perfetty::base::time::Ts;
use perfetty::view::state::{Measure, Selection, Tab};

use crate::screen::{Screen, demo};

#[test]
fn a_pan_a_selection_and_idle_stay_within_their_bytes() {
    let trace = demo();
    for (cols, rows, pan_budget) in [(200, 60, 8000), (80, 24, 3000)] {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.draw("first");
        screen.keys("nf").draw("focus");
        screen.keys("ss").draw("out");
        assert_eq!(screen.draw("idle"), 0);
        for keys in ["<c-right>", "<c-left>", "<c-left>"] {
            let bytes = screen.keys(keys).draw(keys);
            assert!(
                bytes <= pan_budget,
                "{keys} took {bytes} bytes at {cols}x{rows}"
            );
        }
        screen.keys("<esc>/bind<enter><esc>").draw("a slice");
        let bytes = screen.keys(".").draw("next");
        // Most of it is the text of the details, all of which changes.
        assert!(
            bytes <= 4000,
            "a selection took {bytes} bytes at {cols}x{rows}"
        );
    }
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
    // A fixed walk through all keys, many times over, in an order that looks random.
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
    let found = screen.session.state().view.found.clone().unwrap();
    assert!(found.total > 3 && found.done, "{found:?}");
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
    screen.keys(
        "<esc>:select ts, dur, name from slice where name = 'traversal' limit 3<enter><enter>",
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
    screen.keys("**");
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
fn the_tour_leads_through_the_demo_and_any_other_key_leaves_it() {
    let trace = demo();
    for (cols, rows) in [(80, 24), (200, 60)] {
        let mut screen = Screen::new(&trace, cols, rows);
        screen.session.start_tour();
        let steps = [
            ("n", "A phone scrolls a feed", "BROWSE"),
            ("f", "This frame missed its deadline", "late"),
            ("e", "what came of it", "Actual"),
            ("<esc>", "the longest part first", "where 35.2 ms went"),
            ("]", "Arrows are flows", "51072"),
            ("<c-o>", "SurfaceFlinger. Every jump", "51082"),
            ("s", "w and s zoom", "51072"),
            ("?", "That will do", "51072"),
        ];
        for (at, (key, says, shown)) in steps.into_iter().enumerate() {
            screen.draw(key);
            let text = screen.text();
            assert!(text.contains(&format!("TOUR {}/8", at + 1)), "{text}");
            assert!(text.contains(says), "{text}");
            // What is told of is to be seen.
            assert!(shown == "BROWSE" || text.contains(shown), "{text}");
            if key != "?" {
                screen.keys("?");
                let help = screen.text();
                let title = format!("The tour: step {} of 8", at + 1);
                assert!(help.contains(&title) && help.contains("here"), "{help}");
                screen.keys("q");
            }
            screen.keys(key);
        }
        screen.draw("help");
        assert!(!screen.text().contains("TOUR"), "{}", screen.text());
    }
    for key in ["j", "/", "Z", "q"] {
        let mut screen = Screen::new(&trace, 80, 24);
        screen.session.start_tour();
        screen.keys(key);
        assert!(!screen.text().contains("TOUR"), "{key}");
    }
}

#[test]
fn the_hints_say_what_to_do_with_what_is_selected() {
    let trace = demo();
    let first_three = |keys: &str| {
        let mut screen = Screen::new(&trace, 80, 24);
        screen.keys(keys).draw(keys);
        let hints = screen.session.hints().iter().take(3);
        let hints: Vec<String> = hints
            .map(|hint| format!("{} {}", hint.keys, hint.what))
            .collect();
        // All three are on the narrowest screen that is usual.
        let text = screen.text();
        for hint in &hints {
            assert!(text.contains(hint), "{hint}: {text}");
        }
        hints.join(", ")
    };
    let found = [
        ("", "n first jank, J jank inbox, Enter select"),
        ("n", "n N next/prev jank, e why, [ ] follow flow"),
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
            ", . prev/next sample, f centre, p pin",
        ),
        ("nR", "f focus, * all tracks, Esc clear"),
        ("v", "a d extend, , . to edge, k j tracks"),
        (
            "/traversal<enter>",
            "n N next/prev hit, Esc end search, , . prev/next slice",
        ),
    ];
    for (keys, want) in found {
        assert_eq!(first_three(keys), want, "{keys}");
    }
}
