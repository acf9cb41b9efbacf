//! The words of screens and reports for janky frames: letters, reasons, lateness.
//!
//! The traces are written here, with a few frames each.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::sync::Arc;

use perfetty::app::effect::Effect;
use perfetty::app::key::Key;
use perfetty::app::resolve::ViewRequest;
use perfetty::base::time::Ts;
use perfetty::model::trace::Trace;

use crate::screen::{Screen, demo, written};

/// Returns a trace of frames, each with the kind of its start, its fields, and its start and end in µs.
fn frames(all: &[(&str, &str, (u64, u64))]) -> Arc<Trace> {
    let mut text = String::new();
    for (cookie, (what, fields, (start, end))) in all.iter().enumerate() {
        writeln!(
            text,
            "packet {{ timestamp: {start}000 frame_timeline_event {{ {what}_start {{ \
             cookie: {cookie} {fields} }} }} }}\n\
             packet {{ timestamp: {end}000 frame_timeline_event {{ frame_end {{ cookie: {cookie} }} }} }}"
        )
        .unwrap();
    }
    written(&text)
}

#[test]
fn a_narrow_janky_frame_is_told_by_its_letter() {
    const ACTUAL: &str = "actual_surface_frame";
    let good = "token: 40566 display_frame_token: 40568 pid: 7 layer_name: \"a\" jank_type: 1";
    let janky = "token: 43707 display_frame_token: 43709 pid: 7 layer_name: \"a\" jank_type: 64 \
                 present_type: 2 jank_severity_type: 3";
    let far = "token: 90000 display_frame_token: 90001 pid: 7 layer_name: \"a\" jank_type: 1";
    let seen = |after: u64| {
        let trace = frames(&[
            (ACTUAL, good, (0, 10_000)),
            (ACTUAL, janky, (10_000, 20_000)),
            (ACTUAL, far, (after, after + 1_000)),
        ]);
        Screen::new(&trace, 120, 24).text()
    };
    let all: String = (4..50).map(|n| seen(n * 10_000)).collect();
    let rows = all.lines().filter(|line| line.contains("1 jank │"));
    let rows: Vec<&str> = rows.collect();
    for label in ["43707 Self", "S 43707", "S…707", "S…07", " S "] {
        assert!(
            rows.iter().any(|row| row.contains(label)),
            "{label}: {rows:#?}"
        );
    }
    let cut = rows
        .iter()
        .find(|row| row.contains("437…") || row.contains("4370…"));
    assert_eq!(cut, None);
}

#[test]
fn a_wide_inbox_tells_the_layers_of_a_process_apart() {
    let janky = |token: u32, layer: &str| {
        format!(
            "token: {token} display_frame_token: {} pid: 7 layer_name: \"{layer}\" jank_type: 64 \
             present_type: 2 jank_severity_type: 3",
            token + 2
        )
    };
    let (bar, task, more) = (
        janky(10, "TX - StatusBar#73"),
        janky(10, "TX - Task=12#167"),
        janky(20, "TX - StatusBar#73"),
    );
    let both = |one: &str, two: &str| {
        let actual = "actual_surface_frame";
        frames(&[(actual, one, (0, 30_000)), (actual, two, (0, 30_000))])
    };
    let (several, one) = (both(&bar, &task), both(&bar, &more));
    let inbox = |trace: &Arc<Trace>, cols: u16, keys: &str| {
        let mut screen = Screen::new(trace, cols, 40);
        screen.keys("J").keys(keys).draw("inbox");
        screen.text()
    };
    let text = inbox(&several, 160, "");
    for words in [" layer ", " TX - StatusBar#73 ", " TX - Task=12#167 "] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The column can be compared.
    let text = inbox(&several, 160, "/layer:task<enter>");
    assert!(text.contains("2 of 2 frames · 1 matches"), "{text}");
    for (trace, cols) in [(&several, 120), (&one, 160)] {
        let text = inbox(trace, cols, "");
        assert!(!text.contains(" layer "), "{cols}: {text}");
    }
}

#[test]
fn the_inbox_says_on_every_screen_how_long_frames_took() {
    let late =
        "token: 10 display_frame_token: 12 pid: 7 layer_name: \"a\" jank_type: 64 present_type: 2";
    let trace = frames(&[("actual_surface_frame", late, (0, 30_000))]);
    for (cols, head, dur) in [(80, " dur ms ", " 30.0 "), (100, " dur ", " 30.0 ms ")] {
        let mut screen = Screen::new(&trace, cols, 24);
        screen.keys("J").draw("inbox");
        let text = screen.text();
        for words in ["App Deadline Missed", head, dur] {
            assert!(text.contains(words), "{cols}: {text}");
        }
    }
}

/// Returns a trace with one surface frame that is due at 16 ms, with more fields.
fn one(fields: &str, (start, end): (u64, u64)) -> Arc<Trace> {
    let ids = "token: 10 display_frame_token: 12 pid: 7 layer_name: \"a\"";
    frames(&[
        ("expected_surface_frame", ids, (0, 16_000)),
        (
            "actual_surface_frame",
            &format!("{ids} {fields}"),
            (start, end),
        ),
    ])
}

/// Returns everything that is said of a frame: the details and the lens.
fn told(trace: &Arc<Trace>, keys: &str) -> String {
    let mut screen = Screen::new(trace, 120, 40);
    let details = screen.keys(keys).text();
    details + &screen.keys("e").text()
}

#[test]
fn what_ended_before_its_deadline_is_not_called_early_where_it_was_shown_late() {
    let late = "jank_type: 128 present_type: 2 on_time_finish: true jank_severity_type: 3";
    let text = told(&one(late, (1_000, 14_000)), "n");
    for words in [
        "10 · 2.00 ms to spare · Buffer Stuffing",
        "Late Present · finished in time",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(!text.contains("early"), "{text}");
    assert!(!text.contains("moved deadline"), "{text}");
    // What is late by the deadline that was planned is in time by another one only.
    let text = told(&one(late, (1_000, 30_000)), "n");
    let words = "in time by a moved deadline";
    assert!(text.contains(words), "{text}");
    // The packet of the frame has no score.
    assert!(!text.contains("score"), "{text}");
    let dropped = "jank_type: 1024 present_type: 4 jank_severity_type: 3";
    for end in [14_000, 20_000] {
        let text = told(&one(dropped, (1_000, end)), "n");
        assert!(text.contains("10 · never shown · Dropped Frame"), "{text}");
        assert!(text.contains("· finished late"), "{text}");
        assert!(text.contains("▼never shown") || text.contains("never shown ▼"));
        assert!(!text.contains("early"), "{text}");
    }
}

#[test]
fn a_frame_that_does_not_count_as_janky_says_so_beside_its_tag() {
    let hidden = "jank_type: 4 present_type: 2 jank_severity_type: 2";
    let keys = "<c-p>Actual<enter><enter>";
    let text = told(&one(hidden, (1_000, 14_000)), keys);
    let words = "▒ Other Jank · not counted as jank · Prediction";
    assert!(text.contains(words), "{words} in {text}");
    let words = "Other Jank · not counted as jank · Prediction Error · a";
    assert!(text.contains(words), "{words} in {text}");
    let text = told(&one("jank_type: 1 present_type: 1", (1_000, 14_000)), keys);
    assert!(!text.contains("not counted"), "{text}");
}

#[test]
fn the_most_telling_reason_comes_first_in_the_inbox_and_in_the_details() {
    let both = "jank_type: 132 present_type: 2 jank_severity_type: 3";
    let trace = one(both, (1_000, 14_000));
    let mut screen = Screen::new(&trace, 120, 40);
    let text = screen.keys("J").text();
    let row = text.lines().find(|line| line.starts_with(" ▸"));
    assert!(!row.unwrap().contains("Prediction Error, "), "{text}");
    let text = told(&trace, "n");
    assert!(text.contains("Buffer Stuffing · Prediction Err"), "{text}");
}

#[test]
fn a_narrow_inbox_says_whose_each_frame_is_even_where_tokens_repeat() {
    let of = |pid: u32, display: u32| {
        format!(
            "token: 9 display_frame_token: {display} pid: {pid} layer_name: \"a\" jank_type: 64 \
             present_type: 2 jank_severity_type: 3"
        )
    };
    let (first, second, third) = (of(7, 12), of(7, 13), of(8, 14));
    let all = |frames_of: &[&str]| {
        let frame = |&fields| ("actual_surface_frame", fields, (1_000, 28_500));
        let all: Vec<_> = frames_of.iter().map(frame).collect();
        Screen::new(&frames(&all), 80, 24).keys("J").text()
    };
    let text = all(&[&first, &second, &third]);
    for words in ["who", "pid 7", "pid 8"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert!(!text.contains("display"), "{text}");
    // Of one process the title has it, and the column tells frames apart.
    let text = all(&[&first, &second]);
    assert!(text.contains("display"), "{text}");
    assert!(text.contains("frames · pid 7"), "{text}");
}

/// Returns the file that `x` writes after some keys.
fn exported(screen: &mut Screen, file: &str) -> String {
    screen.session.key(Key::char('x'));
    let told = screen.session.sync();
    let written = told.into_iter().find_map(|effect| match effect {
        Effect::Write { name, text, .. } if name == file => Some(text),
        _ => None,
    });
    written.expect(file)
}

#[test]
fn a_filter_without_a_unit_says_what_it_compares_with() {
    let mut screen = Screen::new(&demo(), 120, 30);
    let text = screen.keys("J/late > 5").text();
    assert!(text.contains("match · 5 is 5 ns, not 5ms"), "{text}");
    let text = screen.keys("ms").text();
    assert!(text.contains("· 11 match the filter"), "{text}");
    let text = screen.keys("<c-u>tag:stuffing !tag:buffer").text();
    assert!(text.contains("· 10 match the filter"), "{text}");
    let text = screen.keys("<c-u>late>5ms !stuffed !who:surface").text();
    assert!(text.contains("· 5 match the filter"), "{text}");
}

#[test]
fn the_lens_exports_nanoseconds_and_what_its_parts_are_of() {
    let mut screen = Screen::new(&demo(), 120, 40);
    screen.keys("ne");
    let text = exported(&mut screen, "perfetty-lens.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "section,dur,share,stage,state,what");
    assert!(lines[1].starts_with(",25050291,,cause,"), "{text}");
    let went = lines
        .iter()
        .filter(|line| line.starts_with("where 35.2 ms went,"));
    let whole = |line: &&&str| !line.contains('└');
    let durs = went
        .filter(whole)
        .map(|line| line.split(',').nth(1).unwrap());
    let sum: i64 = durs.map(|dur| dur.parse::<i64>().unwrap()).sum();
    assert_eq!(sum, 35_184_956, "{text}");
    let listed = |line: &&str| line.starts_with("\"in order of time, @ ms from the start\",");
    assert!(lines.iter().any(listed), "{text}");
}

#[test]
fn the_inbox_exports_data_in_its_order_and_filter() {
    let trace = frames(&[
        (
            "expected_surface_frame",
            "token: 1 display_frame_token: 2 pid: 7",
            (0, 16_000),
        ),
        (
            "actual_surface_frame",
            "token: 1 display_frame_token: 2 pid: 7 layer_name: \"a, b\" jank_type: 68 \
             present_type: 2 jank_severity_type: 3",
            (1_000, 28_500),
        ),
        (
            "actual_surface_frame",
            "token: 5 display_frame_token: 6 pid: 8 jank_type: 1024 present_type: 4",
            (40_000, 41_000),
        ),
    ]);
    let export = |keys: &str| {
        let mut screen = Screen::new(&trace, 80, 24);
        screen.keys(keys);
        exported(&mut screen, "perfetty-janks.csv")
    };
    let head = "ts,dur,token,late_ns,process,pid,layer,tag,severity,jank_type,cause,\
                display_token,machine,severity_score,cause_ns,slice,cujs\n";
    // Processes without a name have none in data.
    let late = "1000000,27500000,1,12500000,,7,\"a, b\",Self Jank,Full,\
                \"Prediction Error, App Deadline Missed\",";
    let text = export("J");
    let [first, _, _] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("{text}");
    };
    assert_eq!(format!("{first}\n"), head);
    assert!(
        text.contains(late) && text.contains(",2,0,,,1,\n"),
        "{text}"
    );
    assert!(
        text.contains("\n40000000,1000000,5,,,8,,Dropped Frame,"),
        "{text}"
    );
    // Groups have no rows in an export.
    let text = export("Jg/dropped<enter>");
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn how_many_frames_are_hidden_is_read_on_a_narrow_screen() {
    let trace = one(
        "jank_type: 4 present_type: 2 jank_severity_type: 2",
        (1_000, 14_000),
    );
    for cols in [60, 80, 200] {
        let text = Screen::new(&trace, cols, 24).keys("J").text();
        let words = ["1 hidden", "not counted: 1 prediction-only"];
        assert!(words.iter().any(|words| text.contains(words)), "{text}");
    }
}

#[test]
fn what_never_ended_is_shown_with_its_deadline_not_to_the_end_of_the_trace() {
    let ids = "token: 10 display_frame_token: 12 pid: 7";
    let trace = frames(&[
        ("expected_surface_frame", ids, (0, 16_000)),
        (
            "expected_surface_frame",
            "token: 90 display_frame_token: 92 pid: 7",
            (900_000, 990_000),
        ),
        (
            "actual_surface_frame",
            &format!("{ids} jank_type: 64 present_type: 2"),
            (4_000, 3_000),
        ),
    ]);
    let mut screen = Screen::new(&trace, 120, 40);
    screen.keys("nf").draw("framed");
    let window = screen.view().viewport.span();
    assert!(window.dur().ns() < 50_000_000, "{window:?}");
}

#[test]
fn a_frame_that_began_long_after_its_deadline_is_wide_enough_to_be_seen() {
    let ids = "token: 10 display_frame_token: 12 pid: 7";
    let good = "token: 90 display_frame_token: 92 pid: 7 jank_type: 1";
    let trace = frames(&[
        ("expected_surface_frame", ids, (3_000_000, 3_016_000)),
        (
            "actual_surface_frame",
            &format!("{ids} jank_type: 64 present_type: 2"),
            (3_385_000, 3_415_000),
        ),
        ("actual_surface_frame", good, (0, 10_000)),
        ("actual_surface_frame", good, (6_700_000, 6_710_000)),
    ]);
    for keys in ["n", "J<enter>"] {
        let mut screen = Screen::new(&trace, 80, 24);
        screen.keys(keys).draw("framed");
        let window = screen.view().viewport;
        let cols = 30_000_000 / window.ns_per_col();
        assert!((2..20).contains(&cols), "{keys}: {window:?}");
        let due = Ts::from_ns(3_016_000_000);
        assert!(window.span().contains(due), "{keys}: {window:?}");
        // The next press has nothing to widen.
        screen.keys(keys);
        assert_eq!(screen.view().viewport, window, "{keys}");
    }
}

#[test]
fn reasons_of_an_area_are_told_apart_by_whom_they_blame() {
    let trace = frames(&[
        (
            "actual_surface_frame",
            "token: 1 display_frame_token: 2 pid: 7 jank_type: 4 present_type: 2",
            (0, 9_000),
        ),
        (
            "actual_surface_frame",
            "token: 3 display_frame_token: 4 pid: 7 jank_type: 64 present_type: 2",
            (10_000, 19_000),
        ),
    ]);
    let mut screen = Screen::new(&trace, 160, 50);
    let text = screen.keys("**").text();
    assert!(text.contains("S App Deadline Missed"), "{text}");
    screen.keys(">area-report<enter>");
    let mut seen = String::new();
    for _ in 0..4 {
        seen += &screen.text();
        screen.keys("g");
    }
    let words = |line: &&str| line.contains("jank type") && line.contains("tag");
    assert!(seen.lines().any(|line| words(&line)), "{seen}");
}

#[test]
fn how_long_an_expired_frame_took_is_not_made_up() {
    let fields = |token: u32, more: &str| {
        format!(
            "token: {token} display_frame_token: {} pid: 7 layer_name: \"a\" jank_type: 64 \
             present_type: 2 jank_severity_type: 3 {more}",
            token + 1
        )
    };
    let (known, expired) = (
        fields(1, "prediction_type: 1"),
        fields(5, "prediction_type: 2"),
    );
    let trace = frames(&[
        ("actual_surface_frame", &known, (1_000, 2_500)),
        ("actual_surface_frame", &expired, (40_000, 42_000)),
    ]);
    let row = |keys: &str, token: &str| {
        let text = Screen::new(&trace, 120, 30).keys(keys).text();
        let mut rows = text.lines().map(str::to_owned);
        let row = rows.find(|row| row.split_whitespace().any(|word| word == token));
        row.unwrap_or_else(|| panic!("{keys}: {text}"))
    };
    assert!(row("J", "1").contains("1.50 ms"), "{}", row("J", "1"));
    let made_up = row("J", "5");
    assert!(
        made_up.contains("expired") && !made_up.contains("2.00 ms"),
        "{made_up}"
    );
    // The frame without an end is not the longest one.
    let text = Screen::new(&trace, 120, 30).keys("Jss").text();
    let place = |words: &str| {
        text.find(words)
            .unwrap_or_else(|| panic!("{words}: {text}"))
    };
    assert!(place("by duration") < place("1.50 ms"), "{text}");
    assert!(place("1.50 ms") < place("expired"), "{text}");
    let text = Screen::new(&trace, 120, 30).keys("nn").text();
    let ruler: Vec<&str> = text.lines().take(5).collect();
    let ruler = ruler.join("\n");
    assert!(
        ruler.contains(" expired ") && !ruler.contains("2.00 ms"),
        "{text}"
    );
    let text = Screen::new(&trace, 80, 24).keys("nn").text();
    assert!(text.contains("dur       prediction expired"), "{text}");
}

#[test]
fn the_command_of_a_filtered_inbox_shows_what_it_shows() {
    let trace = demo();
    let command = |screen: &Screen| screen.table().command.clone();
    for keys in [
        "J/late><lt>9<enter>",
        "J/late>4ms<space>it's<bs><bs><bs><bs><enter>",
        "Js/self<enter>gg",
    ] {
        let mut screen = Screen::new(&trace, 120, 40);
        let wanted = screen.keys(keys).text();
        let words = crate::support::shell_words(&command(&screen));
        let (flag, typed) = (&words[words.len() - 2], &words[words.len() - 1]);
        assert_eq!(flag, "--keys", "{words:?}");
        let mut again = Screen::new(&trace, 120, 40);
        assert_eq!(again.keys(typed).text(), wanted, "{typed}");
        // Without the filter, the command is the one for all frames again.
        screen
            .keys("/")
            .session
            .key(Key::parse_all("<esc>").unwrap()[0]);
        screen.session.sync();
        assert!(!command(&screen).contains("--keys"), "{}", command(&screen));
    }
}

#[test]
fn a_token_of_several_frames_says_which_of_them_is_selected() {
    let fields = "token: 1 display_frame_token: 2 pid: 7 jank_type: 1 present_type: 1";
    let other = "token: 3 display_frame_token: 4 pid: 7 jank_type: 1 present_type: 1";
    let trace = frames(&[
        ("actual_surface_frame", fields, (1_000, 2_000)),
        ("actual_surface_frame", fields, (3_000, 4_000)),
        ("actual_surface_frame", other, (5_000, 6_000)),
    ]);
    let said = |selector: &str| {
        let mut screen = Screen::new(&trace, 120, 30);
        let request = ViewRequest {
            select: vec![selector.parse().unwrap()],
            ..ViewRequest::default()
        };
        screen.session.ask(request, Vec::new());
        assert!(!screen.session.lacks(), "{selector}");
        let message = screen.session.state().view.message.clone();
        (screen.selected(), message.map(|message| message.text))
    };
    for selector in ["frame:1", "frame:1@7"] {
        let (selected, words) = said(selector);
        let words = words.unwrap_or_default();
        assert!(words.starts_with("the first of 2 frames"), "{words}");
        assert!(words.ends_with("Enter leads to others"), "{words}");
        assert_eq!(selected, said("slice:0").0);
    }
    assert_eq!(said("frame:3").1, None);
}

#[test]
fn a_frame_that_just_missed_its_display_frame_says_what_the_wait_cost() {
    let surface = |token: u32, display: u32, more: &str| {
        format!("token: {token} display_frame_token: {display} pid: 7 layer_name: \"a\" {more}")
    };
    let display = |token: u32| format!("token: {token} pid: 500 jank_type: 1 present_type: 1");
    // Returns a trace with a frame that is half a millisecond late, and is shown at a given time.
    let trace = |present: u32, (from, to): (u64, u64)| {
        let late = format!("jank_type: 64 present_type: {present} jank_severity_type: 3");
        let (good, late) = (
            surface(1, 2, "jank_type: 1 present_type: 1 on_time_finish: true"),
            surface(11, 14, &late),
        );
        frames(&[
            ("expected_surface_frame", &surface(1, 2, ""), (0, 16_000)),
            ("actual_surface_frame", &good, (1_000, 10_000)),
            ("actual_display_frame", &display(2), (16_000, 32_000)),
            (
                "expected_surface_frame",
                &surface(11, 14, ""),
                (20_000, 36_000),
            ),
            ("actual_surface_frame", &late, (21_000, 36_500)),
            ("actual_display_frame", &display(14), (from, to)),
        ])
    };
    let said = |trace: &Arc<Trace>, keys: &str| {
        let text = Screen::new(trace, 180, 40).keys(keys).text();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let missed = trace(2, (52_000, 68_000));
    let words = "15.5 ms then later: waited 15.5 ms for display frame 14 ";
    assert!(
        said(&missed, "ne").contains(words),
        "{}",
        said(&missed, "ne")
    );
    // The tab Why has room for several lines.
    let why = said(&missed, "n2");
    for words in [
        "then 15.5 ms later: waited 15.5 ms for display frame 14",
        "after its end",
    ] {
        assert!(why.contains(words), "{words}: {why}");
    }
    // If the frame was shown in time, or as soon as a good one, that did not make it late.
    for (present, at) in [(1, (52_000, 68_000)), (2, (37_000, 53_500))] {
        let trace = trace(present, at);
        for keys in ["n2", "ne"] {
            let text = said(&trace, keys);
            assert!(!text.contains("waited"), "{keys}: {text}");
        }
    }
}

#[test]
fn the_legend_says_what_frames_look_like() {
    let trace = one("jank_type: 64 present_type: 2", (1_000, 30_000));
    for keys in [
        ">legend<enter>",
        ">color<enter>",
        "?/color<enter>",
        "?/legend",
        "J?",
    ] {
        let mut screen = Screen::new(&trace, 80, 24);
        let text = screen.keys(keys).text();
        assert!(text.contains("colours and letters of frames"), "{text}");
        for letter in ["S ", "O ", "D ", "B ", "F ", "N ", "? "] {
            let words = text.lines().map(str::trim_start);
            let n = words.filter(|line| line.starts_with(letter)).count();
            assert!(n > 0, "{letter}: {text}");
        }
        assert!(text.contains("Runnable: waiting for a CPU"), "{text}");
        assert!(!text.contains("Zoom in"), "{text}");
        assert_eq!(text.contains(" LEGEND "), keys.starts_with('>'), "{text}");
        assert!(
            !screen.keys("<esc><esc>").text().contains("Legend:"),
            "{keys}"
        );
    }
}

#[test]
fn a_cause_that_is_only_a_tag_leaves_the_tag_to_the_letter_where_there_is_little_room() {
    let trace = one("jank_type: 64 present_type: 2", (1_000, 30_000));
    for (cols, is_said) in [(80, false), (99, false), (100, true), (200, true)] {
        let text = Screen::new(&trace, cols, 24).keys("J").text();
        assert!(text.contains("App Deadline Missed"), "{text}");
        assert_eq!(text.contains("tagged Self: "), is_said, "{text}");
    }
}

#[test]
fn a_frame_says_how_long_after_the_one_before_it_on_its_layer_it_was_shown() {
    let of_app = |token: u32, display: u32, layer: &str, present: u32| {
        format!(
            "token: {token} display_frame_token: {display} pid: 7 layer_name: \"{layer}\" jank_type: 1 \
             present_type: {present}"
        )
    };
    let of_display = |token: u32| format!("token: {token} pid: 9 jank_type: 1 present_type: 1");
    let [first, other, dropped, last] = [
        of_app(10, 11, "a", 1),
        of_app(12, 15, "b", 1),
        of_app(14, 15, "a", 4),
        of_app(16, 17, "a", 1),
    ];
    let displays = [11, 15, 17].map(of_display);
    let (surface, display) = ("actual_surface_frame", "actual_display_frame");
    let trace = frames(&[
        (surface, &first, (0, 9_000)),
        (surface, &other, (16_000, 30_000)),
        (surface, &dropped, (16_000, 30_000)),
        (surface, &last, (33_000, 40_000)),
        (display, &displays[0], (10_000, 20_000)),
        (display, &displays[1], (30_000, 36_000)),
        (display, &displays[2], (43_000, 53_000)),
    ]);
    let said = |token: u32| {
        let request = ViewRequest {
            select: vec![format!("frame:{token}").parse().unwrap()],
            ..ViewRequest::default()
        };
        let mut screen = Screen::new(&trace, 160, 50);
        screen.session.ask(request, Vec::new());
        let text = screen.text();
        let mut lines = text
            .lines()
            .filter_map(|line| line.strip_prefix(" shown  "));
        lines
            .next()
            .map(|line| line.chars().take(24).collect::<String>().trim().to_owned())
    };
    assert_eq!(said(16).as_deref(), Some("33.0 ms after 10"));
    assert_eq!(said(17).as_deref(), Some("17.0 ms after 15"));
    for token in [10, 11, 12, 14] {
        assert_eq!(said(token), None, "{token}");
    }
}
