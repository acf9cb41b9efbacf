//! What is marked on the ruler, and how its ticks are labelled.
//!
//! Lines are drawn by themselves and read as text.

use super::*;
use crate::model::builder::TraceBuilder;
use crate::model::trace::ClockRow;
use crate::model::track::Scope;
use crate::view::memo::Memo;
use crate::view::state::{Selection, ViewState};
use crate::view::viewport::Viewport;

#[test]
fn long_windows_are_labelled_in_minutes_hours_and_days() {
    const S: i64 = 1_000_000_000;
    for (least, step, name, labels) in [
        (9 * S, 10 * S, "s", ["0", "10", "20"]),
        (50 * S, MINUTE, "min", ["0", "1", "2"]),
        (15 * MINUTE, 20 * MINUTE, "min", ["0", "20", "40"]),
        (HOUR, HOUR, "h", ["0", "1", "2"]),
        (10 * HOUR, 12 * HOUR, "h", ["0", "12", "24"]),
        (20 * HOUR, DAY, "d", ["0", "1", "2"]),
        (300 * DAY, 500 * DAY, "d", ["0", "500", "1000"]),
    ] {
        assert_eq!(nice_step(least), step, "{least}");
        let ticks = Ticks {
            step,
            minor: step / 2,
            base: 7,
            unit: unit_of(step),
        };
        assert_eq!(unit_name(ticks.unit), name);
        let shown = [0, 1, 2].map(|n| ticks.label(Ts::from_ns(7 + n * step)));
        assert_eq!(shown, labels);
    }
}

#[test]
fn windows_of_some_seconds_are_labelled_in_seconds() {
    const MS: i64 = 1_000_000;
    for (step, window, unit) in [
        (500 * MS, 6_780 * MS, 1_000 * MS),
        (100 * MS, 2_000 * MS, 1_000 * MS),
        (200 * MS, 1_900 * MS, MS),
        (50 * MS, 2_000 * MS, MS),
        (2_000 * MS, 20_000 * MS, 1_000 * MS),
        (500_000, 7 * MS, MS),
    ] {
        assert_eq!(readable_unit(step, window), unit, "{step} {window}");
    }
}

#[test]
fn words_of_marks_keep_a_blank_between_them() {
    let words = |marks: &[(i64, &str)]| {
        let mut line = Line::new(0, 0, 30, Role::Ground);
        for &(at, label) in marks {
            put_mark(&mut line, at, label.to_owned(), Role::Mark);
        }
        let texts = line.texts.iter();
        texts
            .map(|text| (text.x, text.text.clone()))
            .collect::<Vec<_>>()
    };
    let late = (9, "+48.3 ms late ▼");
    assert_eq!(words(&[(0, "▼deadline"), late]).len(), 1);
    assert_eq!(
        words(&[(0, "deadlin ▼"), late]).len(),
        2,
        "an arrow is no word"
    );
    assert_eq!(words(&[(4, "⚑note"), late])[0], (4, "⚑no…".to_owned()));
}

#[test]
fn what_never_ended_lasted_at_least_so_long() {
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, None);
    let s = b.nested_slices(track, &[(0, 5_000, "ended"), (5_000, -1, "open")]);
    let other = b.slice_track(Scope::Global, None);
    b.nested_slices(other, &[(0, 8_000, "all")]);
    let trace = b.finish();
    for (slice, length) in [(s[0], " 5.00 µs "), (s[1], " ≥ 3.00 µs ")] {
        let mut state = ViewState {
            selection: Selection::Slice(slice),
            ..ViewState::default()
        };
        let span = TimeSpan::new(Ts::ZERO, Ts::from_ns(8_000));
        state.viewport = Viewport::new(span, 80);
        let memo = Memo::default();
        let cx = Cx::new(&trace, (&state, &memo), 80, 0);
        let mut line = Line::new(0, 0, 80, Role::Ground);
        markers(&cx, &mut line, true);
        let mut texts = line.texts.iter();
        assert!(texts.any(|text| text.text == length), "{length}: {line:?}");
    }
}

#[test]
fn labels_before_the_origin_have_their_sign() {
    let ticks = Ticks {
        step: 500_000,
        minor: 100_000,
        base: 0,
        unit: 1_000_000,
    };
    let labels = [-1_000_000, -500_000, 0, 1_500_000].map(|ns| ticks.label(Ts::from_ns(ns)));
    assert_eq!(labels, ["−1", "−0.5", "0", "1.5"]);
}

#[test]
fn utc_counts_from_the_minute_of_the_day_not_from_1970() {
    const S: i64 = 1_000_000_000;
    let mut b = TraceBuilder::new();
    let samples = [(0, 1.0), (100 * DAY, 2.0)];
    b.counter_track(Scope::Global, "c", "", &samples);
    b.clocks.push(ClockRow {
        ts: 0,
        clock_id: 1,
        sequence: 0,
        clock_value: 1_709_164_799 * S,
        snapshot_id: 0,
        machine: 0,
    });
    let trace = b.finish();
    // The trace begins at 23:59:59 on the day before that of the leap year.
    for (window, from, first) in [
        (9 * S, "2024-02-28 23:59:00 +", "60 s"),
        (10 * MINUTE, "2024-02-28 23:00:00 +", "60 min"),
        (10 * HOUR, "2024-02-28 00:00:00 +", "24 h"),
        (9 * DAY, "2024-02-27 00:00:00 +", "2 d"),
    ] {
        let mut state = ViewState {
            time_format: TimeFormat::Utc,
            ..ViewState::default()
        };
        let span = TimeSpan::new(Ts::ZERO, Ts::from_ns(window));
        state.viewport = Viewport::new(span, 60);
        let memo = Memo::default();
        let cx = Cx::new(&trace, (&state, &memo), 60, 0);
        let ticks = Ticks::new(&cx);
        assert_eq!(origin_text(&cx, ticks, 40), from);
        let mut line = Line::new(0, 0, 60, Role::Ground);
        labels(&cx, ticks, &mut line);
        let label = line.texts.first().map(|text| text.text.as_str());
        assert_eq!(label, Some(first), "{window}");
    }
}

#[test]
fn nanoseconds_that_labels_count_from_are_told_by_their_first_digits_or_not_at_all() {
    const S: i64 = 1_000_000_000;
    let told = |start: i64, window: i64, room: u16| {
        let mut b = TraceBuilder::new();
        let samples = [(start, 1.0), (start + window, 2.0)];
        b.counter_track(Scope::Global, "c", "", &samples);
        let trace = b.finish();
        let mut state = ViewState {
            time_format: TimeFormat::Nanos,
            ..ViewState::default()
        };
        let span = TimeSpan::new(Ts::from_ns(start), Ts::from_ns(start + window));
        state.viewport = Viewport::new(span, 60);
        let memo = Memo::default();
        let cx = Cx::new(&trace, (&state, &memo), 60, 0);
        let ticks = Ticks::new(&cx);
        let mut line = Line::new(0, 0, 60, Role::Ground);
        labels(&cx, ticks, &mut line);
        let label = line.texts.first().map(|text| text.text.clone());
        (origin_text(&cx, ticks, room), label.unwrap_or_default())
    };
    let (origin, label) = told(578_088 * S, 10 * S, 40);
    assert_eq!([&*origin, &*label], ["trace clock", "578 088 s"]);
    let (origin, _) = told(86_400 * S, S / 25, 40);
    assert_eq!(origin, "86 400 000 000 000 +");
    let (origin, _) = told(86_400 * S, S / 25, 17);
    assert_eq!(origin, "86 400.000 s +");
}

/// The flag of a note stands where the selection begins, and where B is, on a ruler of two lines.
#[test]
fn a_note_is_seen_whatever_is_selected_or_measured_there() {
    use crate::app::config::Config;
    use crate::app::key::Key;
    use crate::app::session::Session;
    use crate::view::scene::Size;
    let mut b = TraceBuilder::new();
    let track = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(
        track,
        &[(0, 5_000, "a"), (20_000, 5_000, "b"), (90_000, 9_000, "c")],
    );
    let mut session = Session::new(
        "t",
        &Config::default(),
        Size {
            cols: 100,
            rows: 30,
        },
    );
    session.set_trace(std::sync::Arc::new(b.finish()));
    for key in Key::parse_all("/b<enter>xMhere<enter>/a<enter>x").unwrap() {
        session.key(key);
        session.sync();
    }
    let scene = session.scene();
    let texts = || scene.lines.iter().flat_map(|line| &line.texts);
    for words in ["⚑here", "A", "B"] {
        assert!(texts().any(|text| text.text == words), "{words}");
    }
}
