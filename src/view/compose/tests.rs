//! Checks of whole scenes: sizes, hostile text, what must not vanish, what the mouse meets.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::builder::TraceBuilder;
use crate::model::frame_timeline::{ActualFrame, FrameTimelineTable, JankSeverity};
use crate::model::ids::SliceId;
use crate::model::sched::{SchedTable, ThreadState};
use crate::model::track::{Scope, Track, TrackClass};
use crate::query::find::{Found, Hits};
use crate::view::overlay::{
    Column, Help, HelpGroup, Input, List, ListRow, Overlay, Prompt, Table, TableCell, TableRow,
};
use crate::view::scene::{Hit, Ink, Item, JankTag, Span, SpanKind, Stress};
use crate::view::state::{Area, Hint, Message, MessageKind, Search, Selection, Tab};
use crate::view::viewport::Viewport;

const SIZES: [(u16, u16); 13] = [
    (0, 0),
    (1, 1),
    (0, 24),
    (80, 0),
    (39, 24),
    (40, 10),
    (60, 15),
    (80, 24),
    (100, 30),
    (120, 40),
    (160, 48),
    (200, 60),
    (400, 12),
];

fn size(cols: u16, rows: u16) -> Size {
    Size { cols, rows }
}

/// A process with nested slices, an instant, an unfinished slice, a counter and hostile names.
fn small_trace() -> Trace {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "com.example.\u{202e}app\u{1b}[31m");
    let main = b.thread(app, 10, "ma\nin");
    let t = b.slice_track(Scope::Thread(main), None);
    b.nested_slices(
        t,
        &[
            (0, 1000, "doFrame 1"),
            (100, 300, "layout"),
            (150, 50, "\u{1b}]0;evil\u{7}"),
            (500, 0, "instant"),
            (600, -1, "never ends"),
        ],
    );
    b.counter_track(
        Scope::Process(app),
        "mem",
        "bytes",
        &[(0, 1.0), (500, 9.0), (900, 4.0)],
    );
    b.finish()
}

fn timeline_cols(cols: u16) -> u16 {
    Layout::timeline_cols(size(cols, 24), &ViewState::default())
}

fn state_for(trace: &Trace, cols: u16) -> ViewState {
    ViewState {
        trace_name: "a\u{1b}[1mb.pftrace".into(),
        viewport: Viewport::fit(trace.bounds, timeline_cols(cols)),
        mode: "BROWSE".into(),
        ..ViewState::default()
    }
}

/// Checks what every scene promises.
fn check(scene: &Scene) {
    let Size { cols, rows } = scene.size;
    for line in scene.lines.iter().chain(&scene.overlay) {
        assert!(line.y < rows, "row {} of {rows}", line.y);
        assert!(
            line.x + line.width <= cols,
            "{}+{} of {cols}",
            line.x,
            line.width
        );
        for text in &line.texts {
            assert!(!text.text.chars().any(char::is_control), "{:?}", text.text);
            assert!(!text.text.contains('\u{202e}'), "{:?}", text.text);
            assert!(text.x < line.width.max(1), "{text:?}");
        }
        for kind in [SpanKind::Upper, SpanKind::Lower] {
            let layer: Vec<&Span> = line.spans.iter().filter(|s| s.kind == kind).collect();
            assert!(layer.windows(2).all(|pair| pair[0].x1 <= pair[1].x0));
        }
        let bars: Vec<&Span> = line
            .spans
            .iter()
            .filter(|s| !matches!(s.kind, SpanKind::Upper | SpanKind::Lower))
            .collect();
        for span in &bars {
            assert!(
                span.x0 < span.x1 && span.x1 <= u32::from(line.width) * 8,
                "{span:?}"
            );
        }
        assert!(
            bars.windows(2).all(|pair| pair[0].x1 <= pair[1].x0),
            "{bars:?}"
        );
    }
    for (rect, _) in &scene.targets {
        assert!(rect.x < cols && rect.y < rows);
    }
    if let Some((x, y)) = scene.caret {
        assert!(x < cols && y < rows);
    }
}

#[test]
fn every_size_and_selection_draws() {
    let trace = small_trace();
    let slices = (0..trace.slices.len()).map(|n| Selection::Slice(SliceId::from_index(n)));
    let area = Selection::Area(Area {
        span: TimeSpan::new(Ts::from_ns(50), Ts::from_ns(700)),
        nodes: trace.tree.walk().into_iter().collect(),
    });
    let others = [
        Selection::None,
        Selection::Slice(SliceId(999)),
        Selection::Counter(crate::model::ids::CounterId(1)),
        Selection::Counter(crate::model::ids::CounterId(99)),
        Selection::Track(crate::model::ids::NodeId(1)),
        Selection::Track(crate::model::ids::NodeId(99)),
        Selection::Sched(crate::model::ids::SchedId(7)),
        Selection::Log(3),
        area,
    ];
    for selection in slices.chain(others) {
        for (cols, rows) in SIZES {
            for tab in Tab::ALL {
                let mut state = state_for(&trace, cols);
                state.selection = selection.clone();
                state.details.tab = tab;
                check(&scene(&trace, &state, size(cols, rows)));
            }
        }
    }
}

#[test]
fn an_empty_trace_draws() {
    let trace = TraceBuilder::new().finish();
    for (cols, rows) in SIZES {
        check(&scene(&trace, &state_for(&trace, cols), size(cols, rows)));
    }
}

#[test]
fn every_overlay_draws_at_every_size() {
    let trace = small_trace();
    let hint = || Hint {
        keys: "Enter".into(),
        what: "go".into(),
    };
    let input = || Input {
        text: "vé\u{1b}ry".into(),
        caret: 2,
    };
    let rows = |n: usize| -> Vec<TableRow> {
        (0..n)
            .map(|i| TableRow {
                cells: vec![
                    TableCell::new(format!("r{i}\u{7}")),
                    TableCell::of("x", Role::Bad),
                ],
                heading: i % 5 == 0,
            })
            .collect()
    };
    let table = Table {
        badge: "JANK INBOX".into(),
        title: "3 of 4".into(),
        columns: vec![Column::default(), Column::default()],
        rows: rows(40).into(),
        chosen: 37,
        legend: vec![TableCell::new("legend")],
        input: Some(input()),
        hints: vec![hint()],
        ..Table::default()
    };
    let overlays = [
        Overlay::List(List {
            title: "Tracks".into(),
            input: Some(input()),
            rows: (0..50)
                .map(|n| ListRow {
                    text: format!("row \u{202e}{n}"),
                    note: "note".into(),
                    matched: vec![0, 2, 4],
                })
                .collect(),
            passing: 60,
            chosen: 49,
            total: 90,
            is_of_trace: true,
            hints: vec![hint()],
        }),
        Overlay::List(List::default()),
        Overlay::Table(table),
        Overlay::Table(Table::default()),
        Overlay::Prompt(Prompt {
            label: "/".into(),
            input: input(),
            note: "12 hits".into(),
            choices: vec!["a\u{1b}".into(); 20],
            chosen: Some(19),
            ..Prompt::default()
        }),
        Overlay::Help(Help {
            groups: vec![
                HelpGroup {
                    title: "Move".into(),
                    keys: vec![hint(); 30],
                    samples: Vec::new(),
                };
                4
            ],
            scroll: 3,
            hints: vec![hint()],
            ..Help::default()
        }),
    ];
    for overlay in overlays {
        for (cols, rows) in SIZES {
            let mut state = state_for(&trace, cols);
            state.overlays.push(overlay.clone());
            check(&scene(&trace, &state, size(cols, rows)));
        }
    }
}

/// The line that shows a visual row of the first node with slices.
fn slice_line(scene: &Scene, depth: usize) -> &Line {
    let track = scene
        .tracks
        .iter()
        .find(|track| track.row == Some(depth))
        .expect("a line for the depth");
    let at = scene.layout.timeline.x;
    scene
        .lines
        .iter()
        .find(|line| line.y == track.y && line.x == at)
        .expect("the line is drawn")
}

#[test]
fn slices_are_where_their_times_are() {
    let mut b = TraceBuilder::new();
    let t = b.slice_track(Scope::Global, Some("t"));
    b.nested_slices(t, &[(0, 1000, "outer"), (250, 500, "inner")]);
    let trace = b.finish();
    let mut state = state_for(&trace, 80);
    // Ten nanoseconds are an eighth of a column.
    let cols = timeline_cols(80);
    let span = TimeSpan::new(Ts::ZERO, Ts::from_ns(80 * i64::from(cols)));
    state.viewport = Viewport::new(span, cols);
    let scene = scene(&trace, &state, size(80, 24));
    let outer = slice_line(&scene, 0).spans[0];
    let inner = slice_line(&scene, 1).spans[0];
    assert_eq!((outer.x0, outer.x1), (0, 100));
    assert_eq!((inner.x0, inner.x1), (25, 75));
    let label = &slice_line(&scene, 0).texts[0];
    assert_eq!((label.x, label.text.as_str()), (1, "outer"));
}

#[test]
fn the_mouse_finds_what_is_drawn() {
    let trace = small_trace();
    let scene = scene(&trace, &state_for(&trace, 80), size(80, 24));
    let track = scene
        .tracks
        .iter()
        .find(|t| t.row == Some(0))
        .expect("depth 0");
    let x = scene.layout.timeline.x + 2;
    assert!(matches!(
        scene.hit(x, track.y),
        Hit::Timeline(found, Item::Slice(SliceId(0))) if found == *track
    ));
    assert!(matches!(scene.hit(2, track.y), Hit::Tree(_)));
    assert_eq!(scene.hit(x, scene.layout.ruler.y), Hit::Ruler);
    let empty = crate::view::scene(&trace, &state_for(&trace, 0), size(0, 0));
    assert_eq!(empty.hit(0, 0), Hit::Nothing);
}

#[test]
fn the_selection_and_search_hits_survive_zooming_out() {
    let mut b = TraceBuilder::new();
    let t = b.slice_track(Scope::Global, Some("t"));
    let slices: Vec<(i64, i64, &str)> = (0..100_000).map(|n| (n * 10, 8, "a")).collect();
    let ids = b.nested_slices(t, &slices);
    let trace = b.finish();
    let mut state = state_for(&trace, 120);
    let chosen = ids[54_321];
    state.selection = Selection::Slice(chosen);
    let hit = ids[12_345];
    let found = Found {
        slices: vec![hit],
        ..Found::default()
    };
    state.found = Some(Search {
        hits: Some(Arc::new(Hits::new(&trace, found))),
        ..Search::default()
    });
    let scene = scene(&trace, &state, size(120, 40));
    let line = slice_line(&scene, 0);
    let col_of = |id| {
        let cols = timeline_cols(120);
        state
            .viewport
            .with_cols(cols)
            .col_from_ts(trace.slices.ts(id)) as u32
    };
    let span_at = |col: u32| {
        line.spans
            .iter()
            .find(|s| s.x0 <= col * 8 && s.x1 > col * 8)
    };
    let selected = span_at(col_of(chosen)).expect("drawn");
    assert!(
        selected.stress == Stress::Selected && selected.item == Item::Slice(chosen),
        "{selected:?}"
    );
    let found = span_at(col_of(hit)).expect("drawn");
    assert_eq!(
        (found.ink, found.item),
        (Ink::Role(Role::Match), Item::Slice(hit))
    );
    assert!(
        line.texts.iter().any(|text| text.text.starts_with('×')),
        "{:?}",
        line.texts
    );
}

/// A trace with actual frames on one track: (start, duration, tag by number).
fn frames_trace(frames: &[(i64, i64, u8)]) -> Trace {
    const TAGS: [JankTag; 6] = [
        JankTag::None,
        JankTag::None,
        JankTag::SelfJank,
        JankTag::Other,
        JankTag::Dropped,
        JankTag::BufferStuffing,
    ];
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    let type_name = b.str("android_actual_frame_timeline");
    let name = Some(b.str("Actual Timeline"));
    let track = b.tracks.push(Track {
        type_name,
        class: TrackClass::ActualFrames,
        name,
        scope: Scope::Process(app),
        group: Some(1),
        ..Track::default()
    });
    let mut at = 0;
    let rows: Vec<(i64, i64, &str)> = frames
        .iter()
        .map(|&(gap, dur, _)| {
            let start = at + gap;
            at = start + dur;
            (start, dur, "1")
        })
        .collect();
    let ids = b.nested_slices(track, &rows);
    let actual = ids
        .iter()
        .zip(frames)
        .enumerate()
        .map(|(n, (&slice, &(_, _, tag)))| ActualFrame {
            slice,
            upid: app,
            display_token: n as i64,
            surface_token: Some(n as i64),
            layer: None,
            present_type: 0,
            prediction_type: 0,
            on_time_finish: tag < 2,
            gpu_composition: false,
            jank_type: if tag < 2 { 1 } else { 64 },
            jank_tag: TAGS[usize::from(tag)],
            jank_tag_experimental: TAGS[usize::from(tag)],
            severity: JankSeverity::Full,
            severity_score: 0.0,
            latched_fence_state: None,
            latches: None,
        })
        .collect();
    b.frames = FrameTimelineTable::new(Vec::new(), actual);
    b.finish()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn every_column_with_a_janky_frame_shows_the_worst(
        frames in proptest::collection::vec((0..30_i64, 1..40_i64, 0..6_u8), 1..400),
        cols in 60..200_u16,
    ) {
        let trace = frames_trace(&frames);
        let state = state_for(&trace, cols);
        let scene = scene(&trace, &state, size(cols, 24));
        let line = slice_line(&scene, 0);
        let view = state.viewport;
        for col in 0..u32::from(view.cols()) {
            let (from, to) = (view.ts_from_col(i64::from(col)), view.ts_from_col(i64::from(col) + 1));
            let touching = trace.frames.actual().iter().filter(|frame| {
                let start = trace.slices.ts(frame.slice);
                start < to && start.plus(trace.slices.dur(frame.slice).unwrap_or(Dur::ZERO)) > from
            });
            let worst = touching.filter(|frame| frame.is_janky()).map(|f| f.jank_tag).max();
            if let Some(worst) = worst {
                let is_shown = line.spans.iter().any(|span| {
                    span.x0 < col * 8 + 8
                        && span.x1 > col * 8
                        && span.stress > Stress::None
                        && matches!(span.ink, Ink::Role(Role::Jank(tag, _)) if tag == worst)
                });
                let near: Vec<_> = line.spans.iter().filter(|s| s.x0 < col * 8 + 16 && s.x1 + 8 > col * 8)
                    .map(|s| (s.x0, s.x1, s.kind, s.ink, s.stress)).collect();
                prop_assert!(is_shown, "column {} must show {:?}: {:?}", col, worst, near);
            }
        }
        let strip = scene.lines.iter().find(|l| l.y == scene.layout.strip.y && l.x > 0);
        prop_assert!(strip.is_some_and(|line| !line.charts.is_empty()));
    }
}

#[test]
fn one_janky_frame_among_ten_thousand_keeps_its_column() {
    let mut frames: Vec<(i64, i64, u8)> = (0..10_000).map(|_| (1, 15, 0)).collect();
    frames[7_777].2 = 2;
    let trace = frames_trace(&frames);
    let scene = scene(&trace, &state_for(&trace, 80), size(80, 24));
    let red = |ink: Ink| matches!(ink, Ink::Role(Role::Jank(JankTag::SelfJank, _)));
    let n = slice_line(&scene, 0)
        .spans
        .iter()
        .filter(|span| red(span.ink))
        .count();
    assert_eq!(n, 1);
    let strip = scene
        .lines
        .iter()
        .find(|line| line.y == scene.layout.strip.y && line.x == scene.layout.strip.x)
        .expect("a strip");
    let n = strip.charts[0]
        .cols
        .iter()
        .filter(|col| red(col.ink))
        .count();
    assert_eq!(n, 1);
}

#[test]
fn states_are_spelled_out_where_there_is_room() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    let thread = b.thread(app, 10, "main");
    let mut states = Vec::new();
    for (ts, dur, state) in [
        (0, 40, "R+"),
        (40, 3, "R+"),
        (43, 30, "S"),
        (73, 2, "X"),
        (75, 25, "X"),
    ] {
        states.push(ThreadState::new(
            Ts::from_ns(ts),
            Some(Dur::from_ns(dur)),
            thread,
            b.str(state),
        ));
    }
    b.sched = SchedTable::new(Vec::new(), states);
    let trace = b.finish();
    let scene = scene(&trace, &state_for(&trace, 140), size(140, 24));
    let timeline = scene.layout.timeline;
    let lines = scene.lines.iter();
    let names = lines
        .filter(|line| line.x == timeline.x && timeline.contains(line.x, line.y))
        .map(|line| line.texts.iter().map(|text| text.text.as_str()).collect())
        .find(|texts: &Vec<&str>| texts.len() > 1);
    let names = names.expect("a line of states");
    assert_eq!(names, ["Runnable (Preempted)", "R+", "Exit (Dead)"]);
}

#[test]
fn names_that_would_be_cut_alike_keep_their_ends() {
    let mut b = TraceBuilder::new();
    let app = b.process(10, "app");
    for name in [
        "Virtual device queue, free",
        "Virtual device queue, latency",
        "Video device queue, latency",
    ] {
        b.counter_track(Scope::Process(app), name, "", &[(0, 1.0), (5, 9.0)]);
    }
    let trace = b.finish();
    let mut state = state_for(&trace, 90);
    for node in trace.tree.walk() {
        state.open.insert(node, true);
    }
    let scene = scene(&trace, &state, size(90, 24));
    let tree = scene.layout.tree;
    let names: Vec<&str> = scene
        .lines
        .iter()
        .filter(|line| line.x == tree.x && tree.contains(line.x, line.y))
        .flat_map(|line| &line.texts)
        .map(|text| text.text.as_str())
        .filter(|text| text.starts_with('V'))
        .collect();
    assert_eq!(names, ["Video devi…", "Virtu… free", "Virtu…tency"]);
}

#[test]
fn a_screen_that_is_too_small_says_so_in_words_that_fit() {
    let trace = small_trace();
    for (cols, rows, expected) in [
        (39, 9, "too small: 39x9, needs 40x10"),
        (20, 5, "needs 40x10"),
        (8, 5, "40x10"),
    ] {
        let scene = scene(&trace, &state_for(&trace, cols), size(cols, rows));
        let words: Vec<&str> = (scene.lines.iter())
            .flat_map(|line| line.texts.iter().map(|text| text.text.as_ref()))
            .collect();
        assert_eq!(words, [expected]);
    }
}

#[test]
fn a_list_leaves_nothing_half_covered_beside_it() {
    let trace = small_trace();
    for (cols, x, width) in [
        (40, 0, 40),
        (80, 0, 80),
        (119, 0, 119),
        (120, 12, 96),
        (200, 52, 96),
    ] {
        let mut state = state_for(&trace, cols);
        state.overlays.push(Overlay::List(List::default()));
        let scene = scene(&trace, &state, size(cols, 24));
        let line = scene.overlay.first().unwrap();
        assert_eq!((line.x, line.width), (x, width), "{cols} columns");
    }
}

/// A table with a row for each text.
fn table_of(rows: &[&str]) -> Overlay {
    let row = |text: &&str| TableRow {
        cells: vec![TableCell::new(*text)],
        heading: false,
    };
    Overlay::Table(Table {
        badge: "TABLE".into(),
        columns: vec![Column::default()],
        rows: rows.iter().map(row).collect::<Vec<_>>().into(),
        ..Table::default()
    })
}

/// Returns the words of what is painted last in each row of the screen.
fn words(scene: &Scene) -> Vec<String> {
    let words = |y: u16| {
        let mut lines = scene.overlay.iter().rev();
        let line = lines.find(|line| line.y == y && line.x == 0)?;
        let texts = line.texts.iter().map(|text| text.text.as_ref());
        Some(texts.collect::<Vec<&str>>().join(" "))
    };
    (0..scene.size.rows)
        .map(|y| words(y).unwrap_or_default())
        .collect()
}

#[test]
fn a_list_over_a_table_has_its_own_keys_and_takes_the_mouse_from_the_table() {
    let trace = small_trace();
    let mut state = state_for(&trace, 120);
    state.hints = vec![Hint {
        keys: "Enter".into(),
        what: "go".into(),
    }];
    let list = || Overlay::List(List::default());
    state.overlays = vec![list()];
    let alone = scene(&trace, &state, size(120, 24));
    state.overlays = vec![table_of(&["first", "second"]), list()];
    let over = scene(&trace, &state, size(120, 24));
    assert!(words(&over).iter().any(|words| words.contains("second")));
    let status = alone.layout.status;
    let target = |scene: &Scene, x, y| match scene.hit(x, y) {
        Hit::Target(target) => Some(target),
        _ => None,
    };
    for x in 0..120 {
        let keys = target(&alone, x, status.y);
        assert_eq!(keys, target(&over, x, status.y), "{x}");
        for y in 0..status.y {
            assert_eq!(target(&over, x, y), None, "{x} {y}");
        }
    }
    let painted = |scene: &Scene, y| {
        let lines = scene.lines.iter().chain(&scene.overlay).rev();
        let mut at = lines.filter(|line| line.y == y && line.x == 0);
        at.next().map(|line| line.texts.clone())
    };
    for y in status.y..24 {
        assert_eq!(painted(&alone, y), painted(&over, y), "{y}");
    }
}

#[test]
fn a_prompt_over_a_table_leaves_its_rows_in_sight_and_says_what_failed() {
    let trace = small_trace();
    let mut state = state_for(&trace, 120);
    let prompt = |failed| {
        Overlay::Prompt(Prompt {
            label: ":".into(),
            choices: vec!["choice".into()],
            failed,
            ..Prompt::default()
        })
    };
    state.overlays = vec![table_of(&["first", "second"]), prompt(false)];
    let words_now = words(&scene(&trace, &state, size(120, 24)));
    assert!(words_now.iter().any(|words| words.contains("second")));
    // No keys stand between the choices and the prompt.
    assert_eq!(words_now[22], "choice", "{words_now:#?}");
    state.message = Some(Message {
        kind: MessageKind::Error,
        text: "no such column".into(),
    });
    state.overlays[1] = prompt(true);
    let words_now = words(&scene(&trace, &state, size(120, 24)));
    assert_eq!(words_now[22], "no such column", "{words_now:#?}");
}

#[test]
fn the_title_says_the_model_of_the_device_and_that_more_jank_may_come() {
    use crate::model::trace::{MetadataRow, MetadataValue};
    use crate::query::janks::tests::{TestFrame, add_frames, good};
    let title = |names: &[&'static str], complete: bool| {
        let mut b = TraceBuilder::new();
        let app = b.process(10, "app");
        let late = TestFrame {
            actual: (0, 45),
            jank_type: 64,
            tag: JankTag::SelfJank,
            ..good(1, 0)
        };
        add_frames(&mut b, &[app], &[late, good(2, 100)]);
        b.complete = complete;
        b.metadata.extend(names.iter().map(|&name| MetadataRow {
            name: name.into(),
            value: MetadataValue::Str(format!("{name}/product/device")),
            machine: 0,
        }));
        let trace = b.finish();
        let scene = scene(&trace, &state_for(&trace, 200), size(200, 24));
        let texts = scene.lines.iter().filter(|line| line.y == 0);
        let texts = texts.flat_map(|line| line.texts.iter().map(|text| text.text.as_ref()));
        texts.collect::<Vec<&str>>().join(" ")
    };
    let both = ["android_build_fingerprint", "android_device_model"];
    let told = title(&both, true);
    assert!(told.contains("android_device_mod"), "{told}");
    assert!(told.contains("jank 1 "), "{told}");
    let told = title(&both[..1], false);
    assert!(
        told.contains("product") && told.contains("jank 1+"),
        "{told}"
    );
}

#[test]
fn of_a_long_text_that_is_typed_the_end_before_the_caret_is_seen() {
    let trace = small_trace();
    let mut state = state_for(&trace, 60);
    let mut shown = |text: &str, caret| {
        let input = Input {
            text: text.into(),
            caret,
        };
        state.overlays = vec![Overlay::Prompt(Prompt {
            label: "/".into(),
            input,
            ..Prompt::default()
        })];
        let scene = scene(&trace, &state, size(60, 24));
        (words(&scene)[23].clone(), scene.caret)
    };
    assert_eq!(shown("needle", 6).1, Some((7, 23)));
    assert_eq!(shown("needle", 2).1, Some((3, 23)));
    let long = format!("{}needle", "x".repeat(80));
    let (words, caret) = shown(&long, long.len());
    assert!(words.ends_with("needle"), "{words:?}");
    assert_eq!(caret, Some((59, 23)));
}

#[test]
fn hits_below_a_search_have_a_third_of_the_screen_with_the_chosen_one_among_them() {
    let trace = small_trace();
    let mut state = state_for(&trace, 80);
    let mut shown = |title: &str, chosen| {
        state.overlays = vec![Overlay::Prompt(Prompt {
            label: "/".into(),
            title: title.into(),
            choices: (0..30).map(|n| format!("hit {n}.")).collect(),
            chosen,
            ..Prompt::default()
        })];
        let words = words(&scene(&trace, &state, size(80, 60)));
        let hits = words.into_iter().filter(|words| words.contains("hit "));
        hits.collect::<Vec<_>>()
    };
    // Enter goes to the first one while none is chosen.
    let hits = shown("30 hits", None);
    assert_eq!((hits.len(), &*hits[0]), (20, "▸ hit 0."));
    let hits = shown("30 hits", Some(25));
    assert_eq!((hits.len(), &*hits[19]), (20, "▸ hit 25."));
    assert_eq!(shown("", None).len(), 8);
}

#[test]
fn an_area_of_all_tracks_is_shaded_on_every_line_to_its_last_cell() {
    let trace = small_trace();
    let mut state = state_for(&trace, 120);
    let shades = |state: &ViewState| {
        let scene = scene(&trace, state, size(120, 24));
        let x = scene.layout.timeline.x;
        let lines = scene.tracks.iter().filter_map(|track| {
            let mut lines = scene.lines.iter();
            lines.find(|line| line.y == track.y && line.x == x)
        });
        let shades: Vec<_> = lines.map(|line| line.shades.clone()).collect();
        shades
    };
    let view = state.viewport;
    let ts = |col| view.ts_from_col(col);
    state.selection = Selection::Area(Area {
        span: TimeSpan::new(ts(3), ts(9)),
        nodes: std::collections::BTreeSet::new(),
    });
    let all = shades(&state);
    assert!(all.len() > 2);
    for shades in all {
        let [(from, to, _)] = shades[..] else {
            panic!("{shades:?}");
        };
        assert_eq!((from, to), (3, 10));
    }
}
