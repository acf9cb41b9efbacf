//! Narrow and low screens, and terminals with few abilities.
//!
//! If there is no room, something is left out: never a part of a number, and the least important first.

use std::collections::BTreeMap;

use perfetty::app::key::{Code, Key};
use perfetty::app::update::mouse::{MouseInput, MouseKind};
use perfetty::base::time::Dur;
use perfetty::view::state::{LoadState, Tab};

use crate::screen::{Screen, demo};

/// Returns the labels of the ticks in a line by column, without units.
fn tick_labels(line: &str) -> BTreeMap<usize, String> {
    let chars: Vec<char> = line.chars().collect();
    let ticks = chars.iter().enumerate().filter(|(_, c)| **c == '╷');
    let label = |at: usize| {
        let rest = chars[at + 1..].iter();
        rest.take_while(|c| **c != ' ').collect::<String>()
    };
    ticks.map(|(at, _)| (at, label(at))).collect()
}

#[test]
fn a_ruler_of_one_line_has_whole_labels_or_none() {
    let trace = demo();
    for cols in [40, 60, 100, 190] {
        for keys in ["", "n", "n*", "nn", "nx..x", "n*ssma"] {
            let about = format!("{cols} columns, {keys:?}");
            let mut high = Screen::new(&trace, cols, 24);
            let high = high.keys(keys).text();
            let all = high
                .lines()
                .map(tick_labels)
                .find(|labels| !labels.is_empty());
            let all = all.unwrap_or_default();
            let mut low = Screen::new(&trace, cols, 12);
            let low = low.keys(keys).text();
            let ruler = low.lines().nth(1).unwrap_or_default();
            let shown = tick_labels(ruler);
            for (at, label) in &shown {
                assert_eq!(all.get(at), Some(label), "{about}: {ruler}\n{high}");
            }
            if let Some(at) = shown.keys().next() {
                let first: String = ruler.chars().skip(at + 1).collect();
                let unit = first.split(' ').nth(1).unwrap_or_default();
                assert!(["ns", "µs", "ms", "s"].contains(&unit), "{about}: {ruler}");
            }
        }
    }
}

#[test]
fn the_number_of_janky_frames_is_the_last_of_the_title_to_go() {
    let trace = demo();
    let title = |cols| {
        let mut screen = Screen::new(&trace, cols, 24);
        screen.session.set_load(LoadState::Done(Dur::from_ns(1)));
        let text = screen.text();
        text.lines().next().unwrap_or_default().to_owned()
    };
    let wide = title(160);
    let (_, after) = wide.split_once("jank ").expect("a count");
    let count = format!("jank {}", after.split(" ▓").next().unwrap_or_default());
    for cols in [40, 45, 50, 60, 64, 80, 100, 119, 120] {
        let title = title(cols);
        assert!(title.contains(&count), "{cols}: {title}");
        if title.contains('▰') {
            assert!(title.contains('▓'), "{cols}: {title}");
        }
    }
    // The bar of a finished import is there for its time only.
    assert!(title(160).contains("▰ 1 ns"), "{}", title(160));
    assert!(!title(80).contains('▰'));
}

#[test]
fn escape_and_a_key_at_once_are_both_where_alt_means_nothing() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 100, 24);
    screen.keys("J").session.escaped_key(Key::char('n'));
    let view = screen.view();
    assert!(view.overlays.is_empty());
    assert!(trace.frames.actual_of(screen.selected()).is_some());
    assert_eq!(screen.view().message, None);
    // The prompt is closed, and the key is not typed.
    screen.keys("<esc>/draw");
    screen.session.escaped_key(Key::char('?'));
    assert!(screen.text().contains(" KEYS "));
    screen.keys("q");
    // With Alt it is one key, because that is bound here.
    screen.keys(":select 1, 2");
    screen.session.escaped_key(Key::plain(Code::Enter));
    screen.session.sync();
    assert_eq!(screen.view().details.tab, Tab::Sql);
}

#[test]
fn where_details_have_no_room_their_keys_say_so() {
    let trace = demo();
    for (cols, rows) in [(60, 15), (120, 19), (199, 12)] {
        for key in ["Q", "<a-up>", "<a-down>", "<s-up>", "<s-down>"] {
            let mut screen = Screen::new(&trace, cols, rows);
            screen.keys("n").keys(key);
            let text = screen.text();
            assert!(
                text.contains("details need 20 rows"),
                "{cols}x{rows} {key}: {text}"
            );
        }
    }
    // The key of each tab opens its list at once, as the tab cannot be seen.
    for (key, says) in [
        ("1", "WHERE IT LEADS"),
        ("2", "WHERE IT LEADS"),
        ("3", "WHERE IT LEADS"),
        ("4", "SEARCH FOR THE VALUE"),
        ("5", "details need 20 rows; nothing in them leads on"),
        ("6", "no query has been run"),
    ] {
        let mut screen = Screen::new(&trace, 80, 15);
        let text = screen.keys("n").keys(key).text();
        assert!(text.contains(says), "{key}\n{text}");
    }
    // On a wide screen, the details are at the right until they are closed.
    let mut screen = Screen::new(&trace, 200, 12);
    let text = screen.keys("n").text();
    assert!(text.contains(" Selection "), "{text}");
    assert!(screen.keys("2").text().contains("WHY "));
    assert!(!screen.keys("Q").text().contains(" Selection "));
    assert!(screen.keys("Q").text().contains(" Selection "));
    screen.resize(200, 24);
    assert!(!screen.session.scene().layout.is_docked_right());
}

#[test]
fn a_narrow_lens_says_what_happened() {
    let trace = demo();
    for (cols, rows) in [(40, 10), (50, 30), (59, 24)] {
        let mut screen = Screen::new(&trace, cols, rows);
        let text = screen.keys("ne").text();
        let titles = text.lines().find(|line| line.contains("stage"));
        let titles = titles.unwrap_or_default();
        assert!(
            titles.contains("what") && !titles.contains("share"),
            "{text}"
        );
        assert!(!text.contains("column →"), "{text}");
    }
    let mut screen = Screen::new(&trace, 60, 24);
    assert!(screen.keys("ne").text().contains("share"));
}

#[test]
fn the_current_tab_is_always_among_the_tabs() {
    let trace = demo();
    for cols in [40, 50, 60] {
        for (key, name) in ["1", "2", "3", "4", "5", "6"].into_iter().zip([
            " Selection ",
            " Why ",
            " Flows ",
            " Args ",
            " States ",
            " SQL ",
        ]) {
            let mut screen = Screen::new(&trace, cols, 30);
            let text = if key == "1" {
                screen.keys("n").text()
            } else {
                screen.keys("n").keys(key).text()
            };
            let tabs = text
                .lines()
                .find(|line| line.starts_with('─') && line.contains(name.trim_end()));
            assert!(tabs.is_some(), "{cols} {name}: {text}");
        }
    }
}

#[test]
fn a_click_on_the_way_back_goes_there() {
    let trace = demo();
    let mut screen = Screen::new(&trace, 80, 24);
    let first = screen.keys("n").selected();
    assert_ne!(screen.keys("n").selected(), first);
    let text = screen.text();
    let (y, row) = (text.lines().enumerate())
        .find(|(_, row)| row.contains("^O back"))
        .expect("the way back");
    let (before, _) = row.split_once("^O").expect("a key");
    let x = before.chars().count();
    for kind in [MouseKind::Down, MouseKind::Up] {
        screen.session.mouse(MouseInput {
            kind,
            x: x as u16,
            y: y as u16,
        });
    }
    assert_eq!(screen.selected(), first);
}

#[test]
fn titles_of_narrow_pages_keep_a_space_and_keys_are_named_once() {
    let trace = demo();
    for cols in [40, 44, 45, 50] {
        let mut screen = Screen::new(&trace, cols, 10);
        let text = screen.keys("?").text();
        let title = text.lines().next().unwrap_or_default();
        assert!(
            !title.contains("perf") || title.ends_with("perfetty"),
            "{title}"
        );
        let keys = text.lines().last().unwrap_or_default();
        assert!(keys.contains("close"), "{keys}");
    }
    for keys in [">", "<c-p>"] {
        let mut screen = Screen::new(&trace, 60, 12);
        let text = screen.keys(keys).text();
        assert_eq!(text.matches("Esc cancel").count(), 1, "{text}");
    }
}

#[test]
fn a_list_fits_again_after_the_screen_has_changed_its_size() {
    let trace = demo();
    // The list looks as if it had been opened on a screen of the new size, with the same row, filter and
    // order.
    for keys in [
        "Jjj",
        "Jsgj",
        "J/late><lt>9<enter>jj",
        "J/s",
        "nejj",
        ">logs<enter>jj",
        ">ftrace<enter>jsjj",
        "/a<enter>>search-hits<enter>j",
        "**>area-report<enter>jjsj",
        "**>area-report<enter>gj",
        "**>area-report<enter>/a<enter>j",
        "**>keep-area<enter>R>compare-area<enter>j",
    ] {
        for (from, to) in [((160, 40), (80, 40)), ((80, 40), (160, 40))] {
            let mut wanted = Screen::new(&trace, to.0, to.1);
            let wanted = wanted.keys(keys).text();
            let mut screen = Screen::new(&trace, from.0, from.1);
            screen.keys(keys);
            screen.resize(to.0, to.1);
            screen.session.sync();
            assert_eq!(screen.text(), wanted, "{keys}");
        }
    }
    // The same if the size changes while the list is parked.
    let mut screen = Screen::new(&trace, 160, 40);
    screen.keys("Jj<enter>");
    screen.resize(80, 40);
    let text = screen.keys("<esc>").text();
    let mut wanted = Screen::new(&trace, 80, 40);
    assert_eq!(text, wanted.keys("Jj").text());
}
