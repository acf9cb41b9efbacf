//! What is met by who sees the program for the first time: the welcome, the help and its legend, what is out of
//! sight, and keys that do nothing.

use std::sync::Arc;

use perfetty::model::builder::TraceBuilder;
use perfetty::model::trace::Trace;
use perfetty::model::track::Scope;
use perfetty::view::state::{Selection, Tab};

use crate::screen::{Screen, demo, needles};

/// Returns the text of a screen after some keys.
fn text(trace: &Arc<Trace>, (cols, rows): (u16, u16), keys: &str) -> String {
    Screen::new(trace, cols, rows).keys(keys).text()
}

#[test]
fn the_legend_tells_of_frames_only_where_there_are_some_and_explains_the_signs() {
    let without = text(&needles(3, "work", true), (120, 60), ">legend<enter>");
    assert!(!without.contains("of frames"), "{without}");
    assert!(!without.contains("Chromium"), "{without}");
    for trace in [needles(3, "work", true), demo()] {
        for keys in [">legend<enter>", "?<end>", "?/signs<enter>"] {
            let text = text(&trace, (120, 60), keys);
            assert!(text.contains("Legend: signs"), "{keys}\n{text}");
            for sign in ["×20", "┄", "◂ ▸", "╎", "S R D run", "▾ ◆"] {
                assert!(text.contains(sign), "{keys} {sign}\n{text}");
            }
        }
    }
    // All of a legend without keys can be scrolled to.
    let last = text(&demo(), (80, 16), ">legend<enter><end>");
    assert!(last.contains("So many lines follow"), "{last}");
}

#[test]
fn the_welcome_begins_with_the_keys_that_lead_to_all_others_and_scrolls() {
    let trace = demo();
    let first = text(&trace, (80, 24), "");
    for words in [
        "> ",
        "commands, e.g. slow-flows",
        "all keys",
        "▼ Shift-Down",
    ] {
        assert!(first.contains(words), "{words}\n{first}");
    }
    let last = text(
        &trace,
        (80, 24),
        "<s-down><s-down><s-down><s-down><s-down><s-down>",
    );
    for words in ["processes", "zoom and pan", "▲ Shift-Up"] {
        assert!(last.contains(words), "{words}\n{last}");
    }
    // What is pressed by a click is what stands there.
    let mut screen = Screen::new(&trace, 80, 24);
    let scrolled = screen.keys("<s-down><s-down>").text();
    let (scene, _) = screen.painted();
    let mut n_keys = 0;
    for (cells, target) in &scene.targets {
        let perfetty::view::scene::Target::Keys(at) = target else {
            continue;
        };
        n_keys += usize::from(cells.y < 22);
        let line = scrolled.lines().nth(usize::from(cells.y)).unwrap();
        let shown: String = line.chars().skip(usize::from(cells.x)).collect();
        assert!(shown.starts_with(&scene.named_keys[*at]), "{scrolled}");
    }
    assert!(n_keys > 1, "{scrolled}");
    // Beside the tracks both stand below each other, and all of it is reached as well.
    let low = text(
        &trace,
        (200, 12),
        "<s-down><s-down><s-down><s-down><s-down>",
    );
    assert!(low.contains("▲ "), "{low}");
}

/// Returns a trace of a slice with so many flows that leave it.
fn fan(n: i64) -> (Arc<Trace>, perfetty::model::ids::SliceId) {
    let mut b = TraceBuilder::new();
    let app = b.process(7, "app");
    let [main, worker] = [7, 8].map(|tid| {
        let thread = b.thread(app, tid, "t");
        b.slice_track(Scope::Thread(thread), None)
    });
    let from = b.nested_slices(main, &[(0, 10, "from")])[0];
    let slices: Vec<_> = (0..n).map(|at| (100 + at * 100, 50, "to")).collect();
    for (to, id) in b.nested_slices(worker, &slices).into_iter().zip(1..) {
        b.flow(from, to, id);
    }
    (Arc::new(b.finish()), from)
}

#[test]
fn flows_above_those_in_sight_are_told_and_reached_in_every_block() {
    let (trace, from) = fan(9);
    let mut n_cut = 0;
    for (cols, rows) in [(80, 24), (120, 40), (200, 60)] {
        for tab in [Tab::Selection, Tab::Flows] {
            let mut screen = Screen::new(&trace, cols, rows);
            screen.session.state_mut().view.selection = Selection::Slice(from);
            screen.session.state_mut().view.details.tab = tab;
            let at_rest = screen.text();
            if !at_rest.contains("FLOWS ") {
                continue;
            }
            // The last of them is the focused one, so the first are out of sight.
            let is_cut = !at_rest.contains("+90 ns");
            n_cut += usize::from(is_cut);
            assert_eq!(at_rest.contains('▲'), is_cut, "{cols} {tab:?}\n{at_rest}");
            let mut seen = at_rest.contains("+90 ns");
            for _ in 0..20 {
                seen |= screen.keys("<s-up>").text().contains("+90 ns");
            }
            assert!(seen, "{cols} {tab:?}\n{}", screen.text());
            assert!(!screen.text().contains("▲ "), "{}", screen.text());
        }
    }
    assert!(n_cut > 1, "{n_cut}");
}

#[test]
fn the_choice_of_flows_begins_with_the_focused_one() {
    let (trace, from) = fan(4);
    let mut screen = Screen::new(&trace, 120, 40);
    screen.session.state_mut().view.selection = Selection::Slice(from);
    // The one that is drawn thick is the last.
    let text = screen.keys("]").text();
    let chosen = text.lines().find(|line| line.contains("▸ "));
    assert!(chosen.unwrap_or_default().contains("+390 ns"), "{text}");
    let last = trace.slices.ids().last().unwrap();
    assert_eq!(screen.keys("<enter>").selected(), last);
}

#[test]
fn keys_that_do_nothing_in_the_help_say_so_and_those_of_pagers_scroll_it() {
    let trace = demo();
    for keys in ["?", ">legend<enter>"] {
        for key in [
            "<enter>", "n", "e", "s", "1", "y", "<c-o>", "<tab>", "X", "A",
        ] {
            let text = text(&trace, (100, 16), &format!("{keys}{key}"));
            let says = text.contains("does nothing here; Esc goes back")
                || text.contains("is not bound; ? shows the keys");
            assert!(says, "{keys}{key}\n{text}");
        }
        let top = text(&trace, (100, 16), keys);
        let [paged, ended] = [" ", "G"].map(|key| {
            let key = key.replace(' ', "<space>");
            text(&trace, (100, 16), &format!("{keys}{key}"))
        });
        assert_ne!(paged, top, "{keys}");
        let mark = ended.lines().nth(1).map(str::trim);
        assert_eq!(mark, Some("▲"), "{ended}");
        assert_eq!(text(&trace, (100, 16), &format!("{keys}Gg")), top, "{keys}");
    }
}

#[test]
fn a_key_is_not_said_to_do_in_a_list_what_it_only_does_on_the_timeline() {
    let trace = demo();
    for key in ["A", "<del>", "W"] {
        let text = text(&trace, (100, 24), &format!("J{key}"));
        assert!(text.contains("does nothing here; Esc goes back"), "{text}");
    }
    let text = text(&trace, (100, 24), "A");
    assert!(
        text.contains("A is not bound; a goes back in time"),
        "{text}"
    );
}

#[test]
fn at_the_ends_of_the_chain_its_keys_say_so() {
    let (trace, from) = fan(1);
    let mut screen = Screen::new(&trace, 100, 24);
    screen.session.state_mut().view.selection = Selection::Slice(from);
    assert!(screen.keys("L[").text().contains("the chain begins here"));
    assert!(!screen.keys("]").text().contains("the chain "));
    assert!(screen.keys("]").text().contains("the chain ends here"));
}

#[test]
fn a_search_is_only_offered_in_the_selection_if_there_is_one() {
    let trace = demo();
    for (keys, is_offered) in [("/", false), ("n/", true)] {
        for cols in [80, 100] {
            let text = text(&trace, (cols, 24), keys);
            assert_eq!(
                text.contains("Ctrl-T selection"),
                is_offered,
                "{cols}\n{text}"
            );
        }
    }
}

#[test]
fn what_the_inbox_counts_agrees_with_its_filter_and_is_shortened_by_whole_words() {
    let trace = demo();
    let line = |size, keys| text(&trace, size, keys).lines().nth(1).unwrap().to_owned();
    assert_eq!(
        line((80, 24), "J").trim(),
        "S self 10  O other 1  B stuffed 33  F SF stuffed 10  D dropped 1  uncounted: 3"
    );
    let counts = |line: &str| {
        let numbers = line
            .split_whitespace()
            .filter_map(|word| word.parse::<usize>().ok());
        numbers.sum::<usize>()
    };
    let filtered = text(&trace, (80, 24), "J/who:surface<enter>");
    assert!(filtered.contains("6 match the filter"), "{filtered}");
    assert_eq!(counts(filtered.lines().nth(1).unwrap()), 6, "{filtered}");
    // Without the filter all are counted again.
    assert_eq!(
        line((80, 24), "J/who:surface<enter>/<c-u><enter>"),
        line((80, 24), "J")
    );
    let narrow = line((40, 12), "J");
    assert_eq!(narrow.trim(), "S 10  O 1  B 33  F 10  D 1  +3");
    assert!(!line((24, 12), "J").contains('…'));
}

#[test]
fn the_inbox_names_the_order_that_is_turned_round() {
    let trace = demo();
    for (keys, order) in [
        ("JS", "by late, reversed"),
        ("JsS", "by time, reversed"),
        ("JsSS", "by time\n"),
    ] {
        let text = text(&trace, (120, 20), keys);
        assert!(
            text.contains(order) && !text.contains("as listed"),
            "{keys}\n{text}"
        );
    }
}

#[test]
fn the_layer_takes_the_room_that_is_free() {
    let trace = demo();
    let whole = |cols| text(&trace, (cols, 30), "J").contains("FeedActivity#612  ");
    assert!(whole(200) && whole(300));
    let cut = text(&trace, (200, 30), "J");
    let row = cut.lines().nth(3).unwrap();
    assert!(!row.contains('…'), "{cut}");
}
