//! Filters and orders of rows: what is typed, how it is read, and which rows pass in which order.
//!
//! The rows are few and made by hand; lists of their own have tests of theirs.

use super::*;
use crate::app::layer::Act;
use crate::app::layer::source::{Entry, Look};
use crate::model::builder::TraceBuilder;
use crate::view::overlay::TableCell;

#[test]
fn quantities_are_read_as_they_are_shown() {
    for ns in [0, 7, 999, 1_500, 12_600_000, 2_500_000_000, 90_000_000_000] {
        for ns in [ns, -ns] {
            let shown = crate::view::time::signed(ns);
            assert_eq!(quantity(&shown), Some(ns as f64), "{shown}");
        }
    }
    assert_eq!(quantity("1\u{202f}234"), Some(1234.0));
    for (text, number) in [
        ("2.85 GHz", 2.85e9),
        ("−412 MB", -412e6),
        ("12 k", 12e3),
        ("3mhz", 3e6),
        ("7μs", 7e3),
        ("2m", 2e-3),
    ] {
        assert_eq!(quantity(text), Some(number), "{text}");
    }
    for text in ["", "no end", "x", "5 apples", "1..2"] {
        assert_eq!(quantity(text), None, "{text}");
    }
}

fn table(rows: &[[&str; 3]]) -> Arc<dyn ListSource> {
    let row = |cells: &[&str; 3]| TableRow {
        cells: cells.map(TableCell::new).into(),
        ..TableRow::default()
    };
    let entry = |cells: &[&str; 3]| Entry {
        text: cells.join(" "),
        act: Act::None,
        look: Look::Table(row(cells)),
    };
    Arc::new(rows.iter().map(entry).collect::<Vec<_>>())
}

fn arranged(rows: &[[&str; 3]], by: Option<usize>, filter: &str) -> Arranged {
    let column = |title: &str| Column {
        title: title.into(),
        is_summed: title == "late",
        is_time: title == "late",
        ..Column::default()
    };
    let arrange = Arrange {
        source: table(rows),
        order: (0..rows.len() as u32).collect(),
        columns: ["frame", "late", "who"].map(column).into(),
        by,
        is_reversed: false,
        filter: filter.into(),
    };
    let trace = TraceBuilder::new().finish();
    arrange
        .run(&trace, &AtomicBool::new(false), &|_| {})
        .unwrap()
}

#[test]
fn a_table_is_filtered_by_words_and_by_numbers() {
    let rows = [
        ["131", "+12.6 ms", "Feed"],
        ["132", "−1 ms", "feed"],
        ["40", "–", "maps"],
    ];
    let shown = |text: &str| arranged(&rows, None, text).shown.to_vec();
    assert_eq!(shown("feed"), [0, 1]);
    assert_eq!(shown("late>5ms"), [0]);
    assert_eq!(shown("late<5ms"), [1]);
    assert_eq!(shown("FEED late>0"), [0]);
    // The same counts where that is written.
    assert_eq!(shown("frame>131"), [1]);
    assert_eq!(shown("frame>=131"), [0, 1]);
    assert_eq!(shown("frame <= 131"), [0, 2]);
    assert_eq!(shown("late >= 12.6 ms"), [0]);
    assert_eq!(shown("late>="), [0, 1, 2]);
    assert_eq!(shown("frame<100"), [2]);
    assert_eq!(shown("who:feed"), [0, 1]);
    assert_eq!(shown("who:ms"), [] as [u32; 0]);
    assert_eq!(shown("late:ms who:FEED frame<132"), [0]);
    let sums = |text: &str| arranged(&rows, None, text).filtered.sums;
    assert_eq!(sums("feed"), [None, Some(11_600_000.0), None]);
    assert_eq!(sums("maps"), [None, Some(0.0), None]);
    assert_eq!(sums(""), []);
    // A comparison may be spaced, and what stands after `!` must not match.
    assert_eq!(shown("late > 5 ms"), [0]);
    assert_eq!(shown("late> 5ms feed"), [0]);
    assert_eq!(shown("feed !late >5ms"), [1]);
    assert_eq!(shown("!who:feed"), [2]);
    assert_eq!(shown("! !131"), [] as [u32; 0]);
    // Blanks mean nothing beside words that are no column.
    assert_eq!(shown("feed > 5ms"), [] as [u32; 0]);
    // Words about a column that are not typed to their end, and about one that is not there.
    assert_eq!(shown("who:"), [0, 1, 2]);
    assert_eq!(shown("whose:feed"), [] as [u32; 0]);
    assert_eq!(shown("late>"), [0, 1, 2]);
    assert_eq!(shown("dur>5"), [] as [u32; 0]);
    // What would be a level in a log is a word in other tables.
    let words = [["w: 1", "2", "x"], ["1", "2", "x"]];
    assert_eq!(*arranged(&words, None, "w:").shown, [0]);
}

#[test]
fn a_comparison_that_is_not_read_as_it_is_meant_is_told() {
    let rows = [["131", "+12.6 ms", "Feed"]];
    let note = |text: &str| arranged(&rows, None, text).filtered.note;
    assert_eq!(note("late>soon"), "soon is no time, such as 5ms");
    assert_eq!(note("feed !late>5"), "5 is 5 ns, not 5ms");
    assert_eq!(note("frame<x"), "x is no number");
    assert_eq!(note("late>=5"), "5 is 5 ns, not 5ms");
    for said in [
        "late>5ms",
        "late>0",
        "late>",
        "late>=",
        "frame>130",
        "who:x",
        "feed",
    ] {
        assert_eq!(note(said), "", "{said}");
    }
}

#[test]
fn levels_are_read_as_logcat_writes_them() {
    let words = ["level:w", "level:warn", "*:w", "w:"];
    assert_eq!(words.map(level), [Some(5); 4]);
    let all = ["v:", "d:", "i:", "w:", "e:", "f:"].map(level);
    assert_eq!(all, [2, 3, 4, 5, 6, 7].map(Some));
    for word in [
        "w", "level:", "*:", ":", "level:x", "error:", "cause:", "a:w",
    ] {
        assert_eq!(level(word), None, "{word}");
    }
}

#[test]
fn a_column_is_sorted_with_numbers_first_whatever_they_look_like() {
    // As texts `+1 ms` comes before `/x` and that before `5`, as numbers 5 comes last.
    let cells = ["5", "/x", "+1 ms", "no end", "−3", "", "5"];
    let rows = cells.map(|cell| ["1", cell, "x"]);
    let Arranged { order, shown, .. } = arranged(&rows, Some(1), "");
    assert_eq!(*order, [2, 0, 6, 4, 5, 1, 3]);
    assert_eq!(shown, order);
    // A sorted column stays sorted under a filter.
    assert_eq!(*arranged(&rows, Some(1), "late<1ms").shown, [0, 6, 4]);
}

#[test]
fn what_is_rounded_is_sorted_and_compared_exactly() {
    let cell = |ns: i64| TableCell::new("52.2 ms").valued(ns as f64);
    let entry = |ns: i64| Entry {
        text: String::new(),
        act: Act::None,
        look: Look::Table(TableRow {
            cells: vec![cell(ns)],
            ..TableRow::default()
        }),
    };
    let arrange = |filter: &str| Arrange {
        source: Arc::new([52_174_000, 52_176_000, 52_175_000].map(entry).to_vec()),
        order: Arc::new([0, 1, 2]),
        columns: vec![Column {
            title: "dur".into(),
            ..Column::default()
        }],
        by: Some(0),
        is_reversed: false,
        filter: filter.into(),
    };
    let trace = TraceBuilder::new().finish();
    let run = |filter| {
        arrange(filter)
            .run(&trace, &AtomicBool::new(false), &|_| {})
            .unwrap()
    };
    assert_eq!(*run("").order, [1, 2, 0]);
    assert_eq!(*run("dur>52.1745ms").shown, [1, 2]);
}

#[test]
fn the_order_says_which_come_first() {
    let rows = [["1", "b", "x"], ["2", "5", "x"], ["no end", "a", "x"]];
    let sorted = |by| arranged(&rows, by, "").sorted;
    assert_eq!(sorted(Some(0)), Some((0, SortedBy::Numbers)));
    assert_eq!(sorted(Some(1)), Some((1, SortedBy::Texts)));
    assert_eq!(sorted(None), None);
}

#[test]
fn rows_stay_below_their_heading_when_the_order_is_turned_round() {
    let heading = || TableRow::heading("group".into());
    let row = TableRow::default;
    let rows = [row(), heading(), row(), row(), heading(), heading(), row()];
    let entries = rows.map(|row| Entry {
        text: String::new(),
        act: Act::None,
        look: Look::Table(row),
    });
    let mut order = [0, 1, 2, 3, 4, 5, 6];
    reverse(&mut order, &entries.to_vec());
    assert_eq!(order, [0, 1, 3, 2, 4, 5, 6]);
    let mut none: [u32; 0] = [];
    reverse(&mut none, &Vec::new());
}

#[test]
fn rows_are_sorted_and_filtered_below_their_headings() {
    let heading = || TableRow::heading("group".into());
    let row = |text: &str| TableRow {
        cells: vec![TableCell::new(text)],
        ..TableRow::default()
    };
    let rows = [
        heading(),
        row("1"),
        row("31"),
        heading(),
        row("no end"),
        row("12"),
        row("x"),
        heading(),
        row("4"),
    ];
    let entries = rows.map(|row| Entry {
        text: row.cells.first().map_or("", |cell| &cell.text).to_owned(),
        act: Act::None,
        look: Look::Table(row),
    });
    let arranged = |is_reversed, filter: &str| {
        let arrange = Arrange {
            source: Arc::new(entries.to_vec()),
            order: (0..9).collect(),
            columns: vec![Column::default()],
            by: Some(0),
            is_reversed,
            filter: filter.into(),
        };
        let trace = TraceBuilder::new().finish();
        arrange
            .run(&trace, &AtomicBool::new(false), &|_| {})
            .unwrap()
    };
    let down = arranged(false, "");
    assert_eq!(*down.order, [0, 2, 1, 3, 5, 4, 6, 7, 8]);
    assert_eq!(*down.headings, [0, 3, 7]);
    // Four of the six rows are numbers, headings are no rows.
    assert_eq!(down.sorted, Some((0, SortedBy::Numbers)));
    let up = arranged(true, "");
    assert_eq!(*up.order, [0, 1, 2, 3, 6, 4, 5, 7, 8]);
    // A heading stands above the rows that pass, once.
    assert_eq!(*arranged(false, "1").shown, [0, 2, 1, 3, 5]);
}

#[test]
fn what_is_cancelled_gives_nothing() {
    let arrange = Arrange {
        source: table(&[["1", "2", "3"]]),
        order: Arc::new([0]),
        columns: Vec::new(),
        by: None,
        is_reversed: false,
        filter: "3".into(),
    };
    let trace = TraceBuilder::new().finish();
    assert!(
        arrange
            .run(&trace, &AtomicBool::new(true), &|_| {})
            .is_none()
    );
    assert!(
        arrange
            .run(&trace, &AtomicBool::new(false), &|_| {})
            .is_some()
    );
}

#[test]
fn work_on_many_rows_tells_how_far_it_is() {
    let told = |n: usize, by| {
        let arrange = Arrange {
            source: table(&vec![["1", "2", "3"]; n]),
            order: (0..n as u32).collect(),
            columns: vec![Column::default()],
            by,
            is_reversed: false,
            filter: "3".into(),
        };
        let told = std::cell::RefCell::new(Vec::new());
        let trace = TraceBuilder::new().finish();
        let looked = |percent| told.borrow_mut().push(percent);
        assert!(
            arrange
                .run(&trace, &AtomicBool::new(false), &looked)
                .is_some()
        );
        told.into_inner()
    };
    assert_eq!(told(1_000, Some(0)), [0_u8; 0]);
    assert_eq!(told(1 << 17, None), [50]);
    assert_eq!(told(1 << 17, Some(0)), [25, 75]);
}
