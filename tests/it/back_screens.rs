//! The history of views and selections, and the lists that are come back to.
//!
//! Whatever is opened, resized or looked up meanwhile, Ctrl-O, Tab and Esc lead where one was.

use crate::screen::{Screen, demo};

/// Returns the number of the present place, and of all.
fn places(screen: &Screen) -> Option<(usize, usize)> {
    screen.session.state().history.position()
}

#[test]
fn a_screen_of_another_size_is_no_place_of_its_own() {
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("nnnn<c-o><c-o>");
    assert_eq!(places(&screen), Some((3, 5)));
    for (cols, rows) in [(100, 30), (200, 60), (80, 24), (41, 11), (200, 60)] {
        screen.resize(cols, rows);
        screen.text();
        screen.keys("<c-l>");
        assert_eq!(places(&screen), Some((3, 5)), "{cols}x{rows}");
    }
    // Details right of the tracks leave these fewer columns.
    for _ in 0..3 {
        screen.keys("Q").text();
        assert_eq!(places(&screen), Some((3, 5)));
    }
    screen.keys("<tab>");
    let ahead = screen.selected();
    screen.text();
    // A place that was left on a screen of another size is the same place.
    screen.keys("<c-l><c-o><c-l>").text();
    assert_eq!(places(&screen), Some((3, 5)));
    screen.keys("<tab>");
    assert_eq!(screen.selected(), ahead);
    assert_eq!(places(&screen), Some((4, 5)));
    screen.keys("<c-o><c-o><c-o>");
    assert_eq!(screen.session.state().view.message, None);
    assert_eq!(places(&screen), Some((1, 5)), "each leads one place back");
}

#[test]
fn a_list_is_come_back_to_after_the_screen_has_changed_its_size() {
    // In the list, and where one of its rows leads.
    for keys in [["nJj", "<enter>"], ["nJj<enter>", ""]] {
        let mut screen = Screen::new(&demo(), 120, 40);
        screen.keys(keys[0]);
        screen.resize(100, 30);
        screen.keys(keys[1]);
        for cols in [80, 140] {
            screen.resize(cols, 30);
            let text = screen.keys("<c-o>").text();
            assert!(text.contains("INBOX"), "{keys:?}: {text}");
            screen.keys("<enter>");
        }
    }
}

/// The hint at the key that opens a list again.
const BACK_TO_LIST: &str = "Esc back to the list";

#[test]
fn a_list_is_come_back_to_whatever_was_opened_and_closed_meanwhile() {
    let chosen = |screen: &Screen| {
        let table = screen.table();
        (table.chosen, table.rows.len(), table.order.clone())
    };
    for keys in [
        "?<esc>",
        "!<esc>",
        ">marks<esc>",
        "<c-p><esc>",
        "t<esc>",
        "M<esc>",
        "/<esc>",
        "/draw<esc>",
        ":<esc>",
        "c<esc>",
        "e<esc>",
        "e/x<esc><esc>",
        "L<esc>",
        "22<esc>",
        "<enter><esc>",
        ":select 1<enter><esc>",
        ">go-to-time<enter>500ms<enter>",
        "Mfoo<enter>",
        "J<esc>",
        "JJ<esc>",
        "J/other<enter><esc>",
    ] {
        let mut screen = Screen::new(&demo(), 120, 40);
        screen.keys("Js/self<enter>jj");
        let before = chosen(&screen);
        screen.keys("<enter>");
        let frame = screen.selected();
        let text = screen.keys(keys).text();
        assert_eq!(screen.selected(), frame, "{keys}");
        assert!(text.contains(BACK_TO_LIST), "{keys}: {text}");
        assert!(
            text.contains("of 10"),
            "{keys}: n walks what it walked: {text}"
        );
        let text = screen.keys("<esc>").text();
        assert!(text.contains("INBOX"), "{keys}: {text}");
        assert_eq!(chosen(&screen), before, "{keys}");
        // Who closes it has done with its frames.
        let text = screen.keys("<esc>n").text();
        assert!(
            !text.contains("of 10") && text.contains("of 55"),
            "{keys}: {text}"
        );
    }
}

#[test]
fn another_search_or_track_or_list_takes_the_place_of_the_list() {
    for (keys, then) in [
        ("/draw<enter>", "Esc end search"),
        ("/draw<down><enter>", "Esc end search"),
        ("<c-p>main<enter>", ""),
    ] {
        let mut screen = Screen::new(&demo(), 120, 40);
        let text = screen.keys("J<enter>").keys(keys).text();
        assert!(!text.contains(BACK_TO_LIST), "{keys}: {text}");
        assert!(text.contains(then), "{keys}: {text}");
    }
    let mut screen = Screen::new(&demo(), 120, 40);
    let text = screen
        .keys("J<enter>:select * from slice<enter><enter><esc>")
        .text();
    assert!(!text.contains("INBOX") && text.contains("SQL"), "{text}");
}

#[test]
fn the_history_goes_on_from_a_list_that_it_has_opened() {
    let mut screen = Screen::new(&demo(), 120, 30);
    screen.keys("n");
    let first = screen.selected();
    screen.keys("n");
    let second = screen.selected();
    screen.keys("J/self<enter>j");
    let chosen = screen.table().chosen;
    screen.keys("<enter>");
    let third = screen.selected();
    let is_listed = |screen: &mut Screen| screen.text().contains("INBOX");
    for _ in 0..2 {
        screen.keys("<c-o>");
        assert!(is_listed(&mut screen));
        assert_eq!((screen.selected(), screen.table().chosen), (second, chosen));
        screen.keys("<c-o>");
        assert!(!is_listed(&mut screen));
        assert_eq!(screen.selected(), first);
        screen.keys("<tab>");
        assert!(is_listed(&mut screen));
        screen.keys("<tab>");
        assert!(!is_listed(&mut screen));
        assert_eq!(screen.selected(), third);
    }
    // Back from where there is nothing before or after, the list stays.
    screen.keys("<c-o><esc>");
    assert!(!is_listed(&mut screen));
    assert_eq!(screen.selected(), second);
    // A list that its own key has opened, or Escape, keeps these keys.
    for keys in ["J", "J<enter><esc>"] {
        let mut screen = Screen::new(&demo(), 120, 30);
        let text = screen.keys("nn").keys(keys).keys("<c-o>").text();
        assert!(text.contains("INBOX"), "{keys}: {text}");
        assert!(
            text.contains("Ctrl-O does nothing here; Esc goes back"),
            "{keys}: {text}"
        );
    }
}

#[test]
fn the_chosen_row_is_that_to_which_n_has_gone() {
    let mut screen = Screen::new(&demo(), 120, 30);
    screen.keys("J/self<enter><enter>nn");
    let walked = screen.selected();
    screen.keys("<esc>");
    let row = screen.table().chosen;
    screen.keys("<enter>");
    assert_eq!(screen.selected(), walked);
    // What no row stands for leaves the row.
    screen.keys("u<esc>");
    assert_eq!(screen.table().chosen, row);
    // The rows of a query, some of which are the same slice or only times.
    let queries = [
        "select id, name from slice order by dur desc limit 5",
        "select ts from slice where dur = 0 limit 5",
        "select id, ts from thread_state limit 9",
    ];
    for query in queries {
        let mut screen = Screen::new(&demo(), 120, 30);
        screen.keys(&format!(":{query}<enter>"));
        screen.keys("nn");
        let view = screen.view();
        let gone_to = (view.selection.clone(), view.cursor_ts);
        screen.keys("<esc>");
        if screen.session.state().layers.is_empty() {
            // Times alone select nothing, so that Escape does not lead back.
            continue;
        }
        screen.keys("<enter>");
        let view = screen.view();
        assert_eq!((view.selection.clone(), view.cursor_ts), gone_to, "{query}");
    }
}

#[test]
fn an_instant_that_was_gone_to_is_a_place() {
    let mut screen = Screen::new(&demo(), 120, 30);
    let instant = |screen: &Screen| screen.view().cursor_ts;
    screen.keys(">go-to-time<enter>100ms<enter>");
    let first = instant(&screen);
    assert!(first.is_some());
    screen.keys("<c-o>");
    assert_eq!(instant(&screen), None);
    assert_eq!(screen.view().message, None);
    screen.keys("<tab>");
    assert_eq!(instant(&screen), first);
    screen.keys("ma>go-to-time<enter>200ms<enter>");
    let second = instant(&screen);
    assert_ne!(first, second);
    screen.keys("n<c-o>");
    assert_eq!(instant(&screen), second);
    // A mark, too, and the same again is no other place.
    screen.keys("'a'a");
    assert_eq!(instant(&screen), first);
    screen.keys("<c-o>");
    assert_eq!(instant(&screen), second);
    screen.keys("<c-o>");
    assert_eq!(instant(&screen), first);
    // A list that was opened at one of them is not come back to at another.
    screen.keys("J<enter><c-o>");
    assert!(screen.text().contains("INBOX"));
    screen.keys("<c-o>");
    assert!(!screen.text().contains("INBOX"), "{}", screen.text());
}
