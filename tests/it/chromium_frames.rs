//! Frames of Chromium: which are listed, in which order and with which stage, and how keys walk them.
//!
//! Small traces as `DevTools` writes them, and the recording of a browser in the corpus.

use std::process::Command;
use std::sync::Arc;

use perfetty::app::effect::Effect;
use perfetty::app::key::Key;
use perfetty::base::time::Dur;
use perfetty::model::frame_timeline::JankTag;
use perfetty::model::trace::Trace;
use perfetty::query::janks::limits::{self, Judgement};
use perfetty::query::janks::totals::JankTotals;
use perfetty::view::scene::{Ink, Partial, Role, SpanKind};

use crate::screen::{Screen, corpus, import};

/// A stage: name, duration, and parts.
pub(crate) type Stage<'a> = (&'a str, u32, &'a [(&'a str, u32)]);

/// A frame: start, duration, arguments, and successive stages, each with parts.
pub(crate) struct Frame<'a> {
    pub(crate) ts: u32,
    pub(crate) dur: u32,
    pub(crate) says: &'a str,
    pub(crate) stages: &'a [Stage<'a>],
}

pub(crate) fn trace(frames: &[Frame<'_>]) -> Arc<Trace> {
    import(json(frames).into_bytes())
}

/// Writes frames as the tracing of `DevTools` does; times are in microseconds.
pub(crate) fn json(frames: &[Frame<'_>]) -> String {
    let (mut begins, mut ends) = (Vec::new(), Vec::new());
    for (id, frame) in frames.iter().enumerate() {
        let mut slice = |name: &str, ts: u32, dur: u32, args: &str| {
            let head =
                format!(r#""name":"{name}","cat":"cc","pid":7,"tid":7,"id2":{{"local":"{id}"}}"#);
            let end = ts + dur;
            let begun = format!(r#"{{{head},"ph":"b","ts":{ts},"args":{{{args}}}}}"#);
            begins.push((ts, begun));
            ends.push((
                end,
                format!(r#"{{{head},"ph":"e","ts":{end},"args":{{}}}}"#),
            ));
        };
        slice("PipelineReporter", frame.ts, frame.dur, frame.says);
        let mut ts = frame.ts;
        for (name, dur, parts) in frame.stages {
            slice(name, ts, *dur, "");
            let mut part_ts = ts;
            for (part, part_dur) in *parts {
                slice(part, part_ts, *part_dur, "");
                part_ts += part_dur;
            }
            ts += dur;
        }
    }
    // The event that began last ends first, and ends come before begins of the same time.
    ends.reverse();
    ends.extend(begins);
    ends.sort_by_key(|(ts, _)| *ts);
    let events: Vec<String> = ends.into_iter().map(|(_, event)| event).collect();
    format!(r#"{{"traceEvents":[{}]}}"#, events.join(",\n"))
}

/// Returns the arguments of a frame as newer versions write them.
fn says(state: &str, affects: bool, sequence: u32) -> String {
    format!(
        r#""frame_reporter":{{"state":"STATE_{state}","affects_smoothness":{affects},"frame_sequence":{sequence}}}"#
    )
}

/// Returns a trace of four good frames; a dropped one; a partial one, because the main thread took long; one
/// in whose last stage a part took long; and one with nothing to show.
fn a_few() -> Arc<Trace> {
    let good = says("PRESENTED_ALL", false, 1);
    let [dropped, late, slow, idle] = [
        says("DROPPED", false, 20),
        says("PRESENTED_PARTIAL", true, 21),
        says("PRESENTED_PARTIAL", false, 22),
        says("NO_UPDATE_DESIRED", false, 23),
    ];
    let usual: &[Stage<'_>] = &[
        ("Main", 2_000, &[]),
        ("Show", 10_000, &[("Draw", 1_000), ("Swap", 9_000)]),
    ];
    let mut frames: Vec<Frame<'_>> = (0..4)
        .map(|at| Frame {
            ts: 1_000 + at * 100_000,
            dur: 12_000,
            says: &good,
            stages: usual,
        })
        .collect();
    frames.push(Frame {
        ts: 500_000,
        dur: 3_000,
        says: &dropped,
        stages: &[],
    });
    frames.push(Frame {
        ts: 600_000,
        dur: 60_000,
        says: &late,
        stages: &[
            ("Main", 49_000, &[]),
            ("Show", 11_000, &[("Draw", 2_000), ("Swap", 9_000)]),
        ],
    });
    frames.push(Frame {
        ts: 700_000,
        dur: 40_000,
        says: &slow,
        stages: &[
            ("Main", 2_000, &[]),
            ("Show", 38_000, &[("Draw", 25_000), ("Swap", 13_000)]),
        ],
    });
    frames.push(Frame {
        ts: 800_000,
        dur: 90_000,
        says: &idle,
        stages: usual,
    });
    trace(&frames)
}

#[test]
fn what_lacks_something_is_listed_with_the_stage_that_took_long() {
    let mut screen = Screen::new(&a_few(), 140, 30);
    screen.keys("J");
    let text = screen.text();
    for line in [
        "CHROMIUM  3 of 8 frames of Chromium",
        "D dropped 1  P partial 2  1 affect smoothness",
        "P partial  0.599 s     21  affected    60.0 ms  49.0 ms  Main, usually 2.00 ms",
        "P partial  0.699 s     22  –           40.0 ms  25.0 ms  Draw, usually 1.00 ms",
        "D dropped  0.499 s     20  –           3.00 ms           no stages",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    // On a narrow screen states are letters, but the filter still knows the words. Colour and order say which
    // frames affect smoothness.
    screen.resize(80, 24);
    screen.session.sync();
    assert!(screen.text().contains("e why"), "{}", screen.text());
    let text = screen.keys("/dropped<enter>").text();
    assert!(text.contains("▸ D  0.499 s     20  3.00 ms"), "{text}");
    assert!(!text.contains("smoothness  "), "{text}");
    // Without stages there is nothing to explain.
    assert!(!text.contains("e why"), "{text}");
    let text = screen.keys("e").text();
    assert!(
        text.contains("this frame has no stages to explain"),
        "{text}"
    );
    assert!(!text.contains("P  0.599 s"), "{text}");
    // So it knows the columns that are left out, and the stage of which a narrow screen shows how long it took.
    let text = screen
        .keys("<esc>J/smoothness:affected slow>40ms<enter>")
        .text();
    assert!(
        text.contains("▸ P  0.599 s     21  60.0 ms  49.0 ms  Main"),
        "{text}"
    );
    assert!(!text.contains("P  0.699 s"), "{text}");
}

#[test]
fn the_legend_over_the_list_has_the_letters_of_chromium_and_not_those_of_android() {
    let mut screen = Screen::new(&a_few(), 120, 60);
    let text = screen.keys("J?").text();
    for words in [
        "of Chromium's frames",
        "Dropped: never shown",
        "Partial: shown without a part",
        "Scroll",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    for words in ["Buffer stuffing", "its own process was late"] {
        assert!(!text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn what_is_counted_below_the_title_is_what_passes_the_filter() {
    let mut screen = Screen::new(&a_few(), 120, 30);
    let line = |text: String| text.lines().nth(1).unwrap().to_owned();
    let all = line(screen.keys("J").text());
    assert!(all.contains("D dropped 1  P partial 2"), "{all}");
    let some = line(screen.keys("/partial<enter>").text());
    assert!(some.contains("D dropped 0  P partial 2"), "{some}");
    // On a narrow screen words that have no room are left out whole.
    let narrow = line(Screen::new(&a_few(), 40, 12).keys("J").text());
    assert!(
        narrow.contains("P partial 2") && !narrow.contains('…'),
        "{narrow}"
    );
}

#[test]
fn an_export_has_numbers_and_what_is_not_known_is_empty() {
    let mut screen = Screen::new(&a_few(), 80, 24);
    screen.keys("J").session.key(Key::char('x'));
    let effects = screen.session.sync().into_iter();
    let files = effects.filter_map(|effect| match effect {
        Effect::Write { name, text, .. } if name == "perfetty-chromium-frames.csv" => Some(text),
        _ => None,
    });
    let lines = [
        "ts,dur,frame_sequence,state,affects_smoothness,missed_vsyncs,jank_reasons,backfilled,process,slow_stage,slow_stage_ns,usual_ns",
        "600000000,60000000,21,partial,true,,,false,Process 7,Main,49000000,2000000",
        "500000000,3000000,20,dropped,false,,,false,Process 7,,,",
        "700000000,40000000,22,partial,false,,,false,Process 7,Draw,25000000,1000000",
    ];
    let wanted = lines.map(|line| format!("{line}\n")).concat();
    assert_eq!(files.collect::<Vec<_>>(), [wanted]);
}

#[test]
fn n_walks_the_frames_of_the_list_in_the_order_of_time() {
    let trace = a_few();
    let mut screen = Screen::new(&trace, 140, 30);
    let sequence = |screen: &Screen| {
        let slice = screen.selected();
        let mut found = String::new();
        trace.slice_args(slice, &mut |arg| {
            if arg.key.ends_with("frame_sequence") {
                found = format!("{:?}", arg.value);
            }
        });
        found
    };
    screen.keys("n");
    assert!(
        screen
            .text()
            .contains("frames of Chromium are still being looked for; J lists them"),
        "{}",
        screen.text()
    );
    screen.keys("J<enter>");
    assert!(
        screen
            .text()
            .contains("n and N walk the 3 frames of the list")
    );
    assert_eq!(sequence(&screen), "Int(21)");
    for (key, next) in [("n", "Int(22)"), ("n", "Int(20)"), ("N", "Int(22)")] {
        screen.keys(key);
        assert_eq!(sequence(&screen), next, "{key}");
    }
    screen.keys("<right>");
    assert!(
        screen.text().contains("n N frame 3 of 3"),
        "{}",
        screen.text()
    );
}

#[test]
fn frames_that_are_found_are_counted_shown_in_the_strip_and_gone_to() {
    let trace = a_few();
    trace.chromium_frames();
    let mut screen = Screen::new(&trace, 140, 30);
    let text = screen.text();
    assert!(text.contains("jank 1 ▒1 partial"), "{text}");
    assert!(text.contains("FRAMES  worst per column"), "{text}");
    assert!(text.contains("n        the next janky frame"), "{text}");
    // Good frames have their usual height; the janky one fills its cells, which are then blanks on its
    // colour.
    let strip = text.lines().nth(1).expect("a strip");
    let (good, rest) = strip.rsplit_once("▃▃").expect("good frames");
    assert_eq!(good.matches("▃▃").count(), 3, "{strip}");
    let (small, last) = rest.split_once('▁').expect("one that was dropped");
    assert!(
        small.trim().is_empty() && last.trim() == "▄▄▄▄▄▄",
        "{strip}"
    );
    // Only frames that affect smoothness are janky.
    screen.keys("n");
    assert_eq!(trace.slices.ts(screen.selected()).ns(), 600_000_000);
    screen.keys("n");
    assert_eq!(trace.slices.ts(screen.selected()).ns(), 600_000_000);
    assert!(
        screen
            .text()
            .contains("frames start again from the other end")
    );
    screen.keys("<right>");
    assert!(
        screen.text().contains("n N jank 1 of 1"),
        "{}",
        screen.text()
    );
}

#[test]
fn a_long_name_of_the_file_leaves_room_for_how_many_are_janky() {
    let trace = trace(&[Frame {
        ts: 1_000,
        dur: 12_345,
        says: &says("PRESENTED_PARTIAL", true, 21),
        stages: &[],
    }]);
    trace.chromium_frames();
    let mut screen = Screen::new(&trace, 40, 24);
    let name = "a-name-that-is-wider-than-the-screen.json";
    name.clone_into(&mut screen.session.state_mut().view.trace_name);
    let text = screen.text();
    let title = text.lines().next().unwrap_or_default();
    assert!(title.contains(" jank 1"), "{title}");
}

/// Returns the colours of the bars on the screen in the order of their first cells, frames before their
/// stages.
fn colors(screen: &mut Screen) -> Vec<Role> {
    let (scene, _) = screen.painted();
    let spans = scene.lines.iter().flat_map(|line| &line.spans);
    let bars = spans.filter(|span| matches!(span.kind, SpanKind::Bar));
    let roles = bars.filter_map(|span| match span.ink {
        Ink::Role(role @ (Role::Jank(..) | Role::Expected)) => Some((span.x0, role)),
        _ => None,
    });
    let mut roles: Vec<(u32, Role)> = roles.collect();
    roles.sort_by_key(|&(x0, _)| x0);
    roles.into_iter().map(|(_, role)| role).collect()
}

#[test]
fn a_frame_has_the_colour_of_how_it_ended_and_its_details_say_what_it_lacks() {
    let trace = a_few();
    let mut screen = Screen::new(&trace, 140, 30);
    screen.keys("0");
    assert_eq!(colors(&mut screen), []);
    trace.find_chromium();
    let mut screen = Screen::new(&trace, 140, 30);
    let jank = |tag| Role::Jank(tag, Partial::No);
    let (good, partial) = (jank(JankTag::None), jank(JankTag::Other));
    // Frames that don't affect smoothness are good, and a frame with nothing to show is quiet.
    let all = [good, good, good, good, good, partial, good, Role::Expected];
    assert_eq!(colors(screen.keys("0")), all);
    // If the name has no room, a word or a letter tells the state.
    let narrow = screen.keys("n").text();
    assert!(
        narrow.contains("partial▏") && !narrow.contains("PipelineReporter partial"),
        "{narrow}"
    );
    let text = screen.keys("f").text();
    for line in [
        "PipelineReporter partial",
        "frame     partial · affects smoothness",
        "slow      Main: 49.0 ms, usually 2.00 ms",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn where_no_frame_affects_smoothness_the_list_has_the_others() {
    let [dropped, good] = [says("DROPPED", false, 1), says("PRESENTED_ALL", false, 2)];
    let frame = |ts, says| Frame {
        ts,
        dur: 12_000,
        says,
        stages: &[],
    };
    let trace = trace(&[frame(1_000, &dropped), frame(20_000, &good)]);
    trace.chromium_frames();
    let mut screen = Screen::new(&trace, 140, 30);
    assert!(screen.text().contains("no jank"), "{}", screen.text());
    screen.keys("n");
    let said = "no frame of Chromium affects smoothness; J lists what else they lack";
    assert!(screen.text().contains(said), "{}", screen.text());
}

#[test]
fn a_frame_that_is_gone_to_is_wide_enough_to_be_seen() {
    let late = says("PRESENTED_PARTIAL", true, 1);
    let frame = |ts| Frame {
        ts,
        dur: 25_000,
        says: &late,
        stages: &[],
    };
    let mut screen = Screen::new(&trace(&[frame(0), frame(600_000_000)]), 140, 30);
    screen.keys("0J<enter>");
    let window = screen.place().0.dur();
    assert!(window.ns() < 1_000_000_000, "{window:?}");
}

#[test]
fn janks_reports_them_where_android_has_none() {
    let (dropped, good) = (says("DROPPED", true, 20), says("PRESENTED_ALL", false, 21));
    let frame = |ts, says| Frame {
        ts,
        dur: 3_000,
        says,
        stages: &[],
    };
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("t.json");
    std::fs::write(&path, json(&[frame(0, &dropped), frame(20_000, &good)])).expect("a file");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perfetty"));
        let output = command.arg("janks").arg(&path).args(args).output();
        let output = output.expect("output of perfetty");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (status, out, _) = run(&[]);
    assert_eq!(status, Some(0));
    for line in [
        "no frames of Android; 2 frames of Chromium: 1 dropped, 0 partial, 1 affect smoothness\n",
        "Frames that lack something, worst first:\n",
        " 0.000     20  dropped  affected         –    3.00  Process 7  –",
    ] {
        assert!(out.contains(line), "{line} is not in\n{out}");
    }
    let (_, csv, _) = run(&["--format", "csv"]);
    let row = csv.lines().nth(1);
    assert_eq!(row, Some("0,3000000,20,dropped,true,,,false,Process 7,,,"));
    let (_, report, _) = run(&["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let chromium = &report["chromium"];
    assert_eq!(
        (&chromium["frames"], &chromium["dropped"]),
        (&2.into(), &1.into())
    );
    assert_eq!(chromium["lacking"][0]["frame_sequence"], 20);
    // Limits of several kinds: a share, a count, one with nothing to judge, and one that only Android has.
    for (limit, status, found) in [
        (
            "chromium-dropped>50%",
            0,
            "ok: chromium-dropped>50% (found 50.00%)",
        ),
        (
            "chromium-unsmooth>0",
            1,
            "FAIL: chromium-unsmooth>0 (found 1)",
        ),
        (
            "scroll-jank>0",
            1,
            "FAIL: scroll-jank>0 (found no frame to judge)",
        ),
        ("self>0", 1, "FAIL: self>0 (found no frame to judge)"),
    ] {
        let (code, out, _) = run(&["--fail-over", limit]);
        assert_eq!(code, Some(status), "{limit}");
        assert!(out.contains(found), "{found} is not in\n{out}");
    }
    // The process is known, and what is not would leave out nothing.
    let (_, out, _) = run(&["--process", "^Process 7$"]);
    assert!(out.contains("2 frames of Chromium: 1 dropped"), "{out}");
    let gate = [
        "--fail-over",
        "chromium-dropped>0",
        "--process",
        "Process 8",
    ];
    let (code, out, errors) = run(&gate);
    assert_eq!(code, Some(1));
    assert!(out.contains("0 frames of Chromium: 0 dropped"), "{out}");
    assert!(out.contains("(found no frame to judge)"), "{out}");
    assert!(
        errors.contains("no process with frames matches"),
        "{errors}"
    );
    let (code, out, errors) = run(&["--layer", "x", "--tag", "self"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        errors.contains("--layer, --tag: only for frames of Android"),
        "{errors}"
    );
    let (_, out, _) = run(&["--format", "junit"]);
    for words in [
        "<testsuites tests=\"1\" failures=\"0\">",
        "<testcase classname=\"janks\" name=\"frames\">",
        "<system-out>no frames of Android; 2 frames of Chromium: 1 dropped",
    ] {
        assert!(out.contains(words), "{words} is not in\n{out}");
    }
}

#[test]
fn a_trace_without_any_says_so_and_frames_without_a_state_are_counted() {
    let none = trace(&[]);
    let mut screen = Screen::new(&none, 100, 24);
    screen.keys(">chromium-frames<enter>");
    assert!(
        screen
            .text()
            .contains("this trace has no frames of Chromium"),
        "{}",
        screen.text()
    );
    let silent = trace(&[Frame {
        ts: 0,
        dur: 5_000,
        says: r#""termination_status":"presented""#,
        stages: &[],
    }]);
    let mut screen = Screen::new(&silent, 100, 24);
    screen.keys("J");
    assert!(
        screen.text().contains("no frame says how it ended"),
        "{}",
        screen.text()
    );
    assert!(screen.text().contains("1 without a state"));
    let mut events = Vec::new();
    events.extend(event(1, 0, 2_000, r#","is_janky_scrolled_frame":false"#));
    let text = Screen::new(&scrolls(&events), 100, 24).keys("J").text();
    assert!(text.contains("no frame of a scroll was janky"), "{text}");
}

#[test]
fn names_of_stages_are_text() {
    let [good, late] = ["PRESENTED_ALL", "PRESENTED_PARTIAL"].map(|state| says(state, true, 1));
    let name = r"Ma\u001b[2Jin";
    let frame = |ts, says, stages| Frame {
        ts,
        dur: 25_000,
        says,
        stages,
    };
    let trace = trace(&[
        frame(0, &good, &[(name, 1_000, &[])]),
        frame(50_000, &late, &[(name, 20_000, &[])]),
    ]);
    let mut screen = Screen::new(&trace, 140, 30);
    screen.keys("J");
    let scene = format!("{:?}", screen.session.scene());
    assert!(scene.contains("in, usually 1.00 ms"), "{scene}");
    assert!(!scene.contains("u{1b}"), "{scene}");
}

#[test]
fn what_lasts_until_an_event_is_let_go_is_no_stage_of_a_frame() {
    let [good, late] = ["PRESENTED_ALL", "PRESENTED_PARTIAL"].map(|state| says(state, true, 1));
    let frame = |ts, dur, says, stages| Frame {
        ts,
        dur,
        says,
        stages,
    };
    let trace = trace(&[
        frame(0, 10_000, &good, &[("Main", 1_000, &[])]),
        frame(
            50_000,
            90_000,
            &late,
            &[
                ("Main", 20_000, &[]),
                ("MainFinishedToTermination", 60_000, &[]),
            ],
        ),
    ]);
    let mut screen = Screen::new(&trace, 140, 30);
    screen.keys("J");
    let text = screen.text();
    assert!(text.contains("20.0 ms  Main, usually 1.00 ms"), "{text}");
}

/// Writes the events of scrolls as complete events; times are in microseconds.
fn scrolls(events: &[(&str, u32, u32, String)]) -> Arc<Trace> {
    let events = events.iter().map(|(name, ts, dur, says)| {
        let tid = if *name == "ScrollJankV4" { 8 } else { 7 };
        format!(
            r#"{{"name":"{name}","ph":"X","pid":7,"tid":{tid},"ts":{ts},"dur":{dur},"args":{{{says}}}}}"#
        )
    });
    let events: Vec<String> = events.collect();
    import(format!(r#"{{"traceEvents":[{}]}}"#, events.join(",\n")).into_bytes())
}

/// Returns an event of a scroll with one stage, and with arguments besides its id.
fn event(id: u32, ts: u32, stage: u32, says: &str) -> [(&'static str, u32, u32, String); 2] {
    let args = format!(r#""event_latency":{{"event_latency_id":{id}{says}}}"#);
    [
        ("EventLatency", ts, stage + 1_000, args),
        ("Queueing", ts, stage, String::new()),
    ]
}

#[test]
fn janky_scrolls_come_first_with_the_reason_and_the_slow_stage_of_the_event() {
    let report = |id: u32, ts: u32, rest: &str| {
        let says = format!(
            r#""scroll_jank_v4":{{{rest},"updates":{{"real":{{"first_event_latency_id":{id}}}}}}}"#
        );
        ("ScrollJankV4", ts, 9_000, says)
    };
    let reasons = r#""is_janky":true,"missed_vsyncs_per_jank_reason":[
        {"jank_reason":"MISSED_VSYNC_AT_START_OF_FLING","missed_vsyncs":2},
        {"missed_vsyncs":5,"jank_reason":"MISSED_VSYNC_DURING_FAST_SCROLL"},
        {"missed_vsyncs":5,"jank_reason":"MISSED_VSYNC_DUE_TO_DECELERATING_INPUT_FRAME_DELIVERY"},
        {"missed_vsyncs":7,"jank_reason":"SOMETHING_NEWER"},
        {"missed_vsyncs":1,"jank_reason":"MISSED_VSYNC_DURING_FAST_SCROLL"}]"#;
    let mut events = Vec::new();
    for (id, ts, stage) in [(1, 0, 2_000), (2, 20_000, 2_000), (3, 40_000, 19_000)] {
        // If frames of scrolls are reported, the arguments of the event itself do not count.
        let until_end = (
            "FinishedToTermination",
            ts + stage,
            1_000_000 * id,
            String::new(),
        );
        events.push(until_end);
        events.extend(event(
            id,
            ts,
            stage,
            r#","is_janky_scrolled_frame_v3":true"#,
        ));
    }
    events.push(report(1, 0, r#""is_janky":false"#));
    events.push(report(2, 20_000, r#""is_janky":true"#));
    events.push(report(3, 40_000, &reasons.replace('\n', "")));
    let trace = scrolls(&events);
    let mut screen = Screen::new(&trace, 140, 30);
    let text = screen.keys("J").text();
    for line in [
        "CHROMIUM  2 of 3 frames of scrolls of Chromium",
        "S janky scroll 2",
        "▸ S janky scroll  0.040 s  missed 7    9.00 ms  19.0 ms  Queueing, usually 2.00 ms · fast scroll + slower delivery + start of a fling",
        "  S janky scroll  0.020 s  affected    9.00 ms           no stage took much longer than usual",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    screen.session.key(Key::char('x'));
    let effects = screen.session.sync().into_iter();
    let files = effects.filter_map(|effect| match effect {
        Effect::Write { text, .. } => Some(text),
        _ => None,
    });
    let file = files.collect::<String>();
    let line = "40000000,9000000,,janky scroll,true,7,fast scroll + slower delivery + start of a fling,false,Thread 8,Queueing,19000000,2000000";
    assert!(file.contains(line), "{file}");
    // The report has no stages, so its lens is that of the event, and Enter leads to the event.
    let text = screen.keys("e").text();
    for line in [
        "LENS  EventLatency",
        "slow stage Queueing: 19.0 ms, usually 2.00 ms",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let text = screen.keys("<esc><enter>").text();
    assert!(text.contains(" event     EventLatency · "), "{text}");
    let text = screen.keys("2").text();
    assert!(text.contains(" went · EventLatency"), "{text}");
    screen.keys("1<enter><enter>");
    let name = trace.slice_name(screen.selected());
    assert_eq!(name.as_deref(), Some("EventLatency"));
}

#[test]
fn events_of_older_versions_say_themselves_that_they_are_janky() {
    let mut events = Vec::new();
    events.extend(event(1, 0, 2_000, r#","is_janky_scrolled_frame":false"#));
    events.extend(event(
        2,
        20_000,
        9_000,
        r#","is_janky_scrolled_frame":true"#,
    ));
    events.extend(event(3, 40_000, 9_000, ""));
    // Of two versions of the metric, the newer one counts.
    let both = r#","is_janky_scrolled_frame":true,"is_janky_scrolled_frame_v3":false"#;
    events.extend(event(4, 60_000, 9_000, both));
    let trace = scrolls(&events);
    let found = trace.chromium_frames();
    assert_eq!(found.n_scroll_frames, 3);
    assert_eq!(
        found.summary(),
        "0 frames of Chromium: 0 dropped, 0 partial, 0 affect smoothness; 1 of 3 frames of scrolls is janky"
    );
}

#[test]
fn a_real_browser_tells_of_its_frames() {
    let Some(trace) = corpus("chrome_desktop") else {
        return;
    };
    let found = trace.chromium_frames();
    // The expected numbers are those of the reference: states and `affects_smoothness` in the slices'
    // arguments.
    assert_eq!((found.n_frames, found.n_unknown), (202, 0));
    assert_eq!(found.n_dropped(), 6);
    assert_eq!(found.n_partial(), 8);
    assert_eq!(found.n_unsmooth(), 9);
    assert_eq!(
        found.summary(),
        "202 frames of Chromium: 6 dropped, 8 partial, 9 affect smoothness"
    );
}

#[test]
fn a_report_is_of_the_event_of_its_own_process() {
    let slice = |name: &str, pid: u32, (ts, dur): (u32, u32), says: &str| {
        format!(
            r#"{{"name":"{name}","ph":"X","pid":{pid},"tid":{pid},"ts":{ts},"dur":{dur},"args":{{{says}}}}}"#
        )
    };
    let event = |pid: u32| {
        let says = r#""event_latency":{"event_latency_id":1}"#;
        let stage = slice(&format!("stage of {pid}"), pid, (1, 90), "");
        [slice("EventLatency", pid, (0, 100), says), stage]
    };
    let report = |pid: u32| {
        let says =
            r#""scroll_jank_v4":{"is_janky":true,"updates":{"real":{"first_event_latency_id":1}}}"#;
        slice("ScrollJankV4", pid, (200, 5), says)
    };
    let slow = |pids: &[u32], of: u32| {
        let events = pids.iter().flat_map(|&pid| event(pid));
        let events: Vec<String> = events.chain([report(of)]).collect();
        let trace = import(format!("[{}]", events.join(",\n")).into_bytes());
        let frame = trace.chromium_frames().lacking[0];
        frame.slow.map(|slow| trace.text(slow.name).into_owned())
    };
    assert_eq!(slow(&[1, 2], 1).as_deref(), Some("stage of 1"));
    assert_eq!(slow(&[1, 2], 2).as_deref(), Some("stage of 2"));
    // The events may be those of another process, but not of either of two.
    assert_eq!(slow(&[1], 3).as_deref(), Some("stage of 1"));
    assert_eq!(slow(&[1, 2], 3), None);
}

#[test]
fn the_viewer_looks_for_frames_by_itself_and_counts_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("frames.json");
    let says = says("DROPPED", true, 1);
    let frame = Frame {
        ts: 1_000,
        dur: 12_000,
        says: &says,
        stages: &[],
    };
    std::fs::write(&path, json(&[frame])).expect("written");
    let mut tty = crate::tty::Tty::start(&[path.to_str().expect("UTF-8")]);
    tty.wait_for("jank 1").send("q");
    assert_eq!(tty.end().0, 0);
}

#[test]
fn a_list_that_is_closed_or_opened_again_is_no_longer_made() {
    use perfetty::app::jobs::{Job, Slot};
    let mut screen = Screen::new(&a_few(), 80, 24);
    let mut press = |keys: &str| {
        for key in Key::parse_all(keys).expect("keys") {
            screen.session.key(key);
        }
        let effects = screen.session.take_effects().into_iter();
        let effects = effects.filter_map(|effect| match effect {
            Effect::Run(job @ Job::List(_)) => Some((true, job.slot())),
            Effect::Cancel(slot @ Slot::List(_)) => Some((false, slot)),
            _ => None,
        });
        effects.collect::<Vec<(bool, Slot)>>()
    };
    press("<esc>");
    let [(true, first)] = press("J")[..] else {
        panic!("the list is not asked for");
    };
    assert_eq!(press("<esc>"), [(false, first)]);
    let [(true, second)] = press("J")[..] else {
        panic!("the list is not asked for again");
    };
    assert_ne!(first, second);
    assert_eq!(press("j"), []);
    assert_eq!(press("<esc>"), [(false, second)]);
    assert_eq!(press("<esc>"), []);
}

#[test]
fn the_lens_says_what_the_thread_did_that_a_slow_stage_waited_for() {
    let stage = "SendBeginMainFrameToCommit";
    let good = says("PRESENTED_ALL", false, 1);
    let late = says("PRESENTED_PARTIAL", true, 2);
    let frames = [(1_000, 2_000, &good), (50_000, 40_000, &late)].map(|(ts, dur, says)| {
        let stages = vec![(stage, dur, &[][..])];
        (ts, dur + 1_000, says, stages)
    });
    let frames = frames.each_ref().map(|(ts, dur, says, stages)| Frame {
        ts: *ts,
        dur: *dur,
        says,
        stages,
    });
    // The function ran for longer than the stage, of which only its part counts.
    let main = r#"{"traceEvents":[
{"ph":"M","pid":7,"tid":9,"name":"thread_name","args":{"name":"CrRendererMain"}},
{"ph":"X","pid":7,"tid":9,"ts":40000,"dur":40000,"name":"RunTask","cat":"toplevel"},
{"ph":"X","pid":7,"tid":9,"ts":40000,"dur":40000,"name":"FunctionCall","cat":"devtools.timeline",
"args":{"data":{"functionName":"slowHandler"}}},"#;
    // However deep the call is.
    let outer = |depth: u32| {
        let (ts, dur) = (30_000 + depth, 60_000 - depth);
        format!(
            r#"{{"ph":"X","pid":7,"tid":9,"ts":{ts},"dur":{dur},"name":"t{depth}","cat":"c"}},"#
        )
    };
    let outer = (0..7).map(outer).collect::<Vec<_>>().concat();
    let deep = main.replacen("[\n", &format!("[{outer}"), 1);
    let list = |main: &str| {
        let json = json(&frames).replacen(r#"{"traceEvents":["#, main, 1);
        let mut screen = Screen::new(&import(json.into_bytes()), 120, 30);
        screen.keys("Je").text()
    };
    let text = list(&deep);
    assert!(text.contains("40.0 ms  100 %  t6 slowHandler"), "{text}");
    let text = list(main);
    for line in [
        "slow stage SendBeginMainFrameToCommit: 40.0 ms, usually 2.00 ms",
        "meanwhile on CrRendererMain 9",
        "30.0 ms   75 %  FunctionCall slowHandler",
        "10.0 ms   25 %  in no slice",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

/// Returns an event of a click that waits for the main thread, which handles it and then runs a timer.
fn a_click() -> Arc<Trace> {
    a_click_with(&[])
}

/// Returns the event with more events of the trace, as JSON.
fn a_click_with(more: &[&str]) -> Arc<Trace> {
    let stages = [
        ("GenerationToBrowserMain", 0, 1_000),
        ("RendererCompositorToMain", 1_000, 39_000),
        ("RendererMainProcessing", 40_000, 40_000),
        ("RendererMainFinishedToCommit", 80_000, 15_000),
        ("SwapEndToPresentationCompositorFrame", 95_000, 5_000),
    ];
    an_event("MOUSE_RELEASED", &stages, more)
}

/// Returns a trace of an event with its stages, each with its start and duration in microseconds.
fn an_event(kind: &str, stages: &[(&str, u32, u32)], more: &[&str]) -> Arc<Trace> {
    let slice = |(name, ts, dur): (&str, u32, u32)| {
        let head = format!(r#""name":"{name}","cat":"cc","pid":7,"tid":8,"id2":{{"local":"1"}}"#);
        let end = ts + dur;
        [
            (ts, format!(r#"{{{head},"ph":"b","ts":{ts},"args":{{}}}}"#)),
            (
                end,
                format!(r#"{{{head},"ph":"e","ts":{end},"args":{{}}}}"#),
            ),
        ]
    };
    let mut events: Vec<(u32, String)> = stages.iter().copied().flat_map(slice).collect();
    let [begin, end] = slice(("EventLatency", 0, 100_000));
    let says = format!(r#""args":{{"event_latency":{{"event_type":"{kind}"}}}}"#);
    let begin = (begin.0, begin.1.replace(r#""args":{}"#, &says));
    events.insert(0, begin);
    events.push(end);
    let call = |ts: u32, dur: u32, function: &str| {
        let args = format!(r#""args":{{"data":{{"functionName":"{function}"}}}}"#);
        (
            ts,
            format!(
                r#"{{"ph":"X","pid":7,"tid":9,"ts":{ts},"dur":{dur},"name":"FunctionCall","cat":"c",{args}}}"#
            ),
        )
    };
    events.extend([
        call(2_000, 36_000, "parseFeed"),
        call(41_000, 38_000, "onClick"),
        call(81_000, 12_000, "onTimer"),
    ]);
    let main =
        r#"{"ph":"M","pid":7,"tid":9,"name":"thread_name","args":{"name":"CrRendererMain"}}"#;
    let events: Vec<String> = [main.to_owned()]
        .into_iter()
        .chain(events.into_iter().map(|(_, event)| event))
        .chain(more.iter().map(|&event| event.to_owned()))
        .collect();
    import(format!(r#"{{"traceEvents":[{}]}}"#, events.join(",\n")).into_bytes())
}

#[test]
fn the_lens_of_an_event_says_what_the_thread_did_in_each_long_stage() {
    let mut screen = Screen::new(&a_click(), 120, 30);
    screen.keys("/EventLatency<enter>");
    let text = screen.keys("e").text();
    let lines = [
        "LENS  EventLatency · MOUSE_RELEASED · 100 ms",
        "RendererCompositorToMain, 39.0 ms: meanwhile on CrRendererMain 9",
        "36.0 ms   92 %  FunctionCall parseFeed",
        "RendererMainProcessing, 40.0 ms: meanwhile on CrRendererMain 9",
        "38.0 ms   95 %  FunctionCall onClick",
        "RendererMainFinishedToCommit, 15.0 ms: meanwhile on CrRendererMain 9",
        "12.0 ms   80 %  FunctionCall onTimer",
    ];
    let places = lines.map(|line| text.find(line));
    assert!(places.iter().all(Option::is_some), "{places:?}\n{text}");
    assert!(places.is_sorted(), "{text}");
    // What was short is no reason.
    assert!(!text.contains("GenerationToBrowserMain, "), "{text}");
}

#[test]
fn the_wait_of_an_event_until_viz_asks_for_a_frame_is_told_and_so_is_a_stage_of_no_known_thread() {
    let stages = [
        ("RendererCompositorProcessing", 0, 1_000),
        ("RendererCompositorFinishedToBeginImplFrame", 1_000, 59_000),
        ("SwapEndToPresentationCompositorFrame", 60_000, 40_000),
    ];
    let viz =
        r#"{"ph":"M","pid":3,"tid":4,"name":"thread_name","args":{"name":"VizCompositorThread"}}"#;
    let draw = r#"{"ph":"X","pid":3,"tid":4,"ts":5000,"dur":30000,"name":"Draw","cat":"c"}"#;
    let trace = an_event("GESTURE_SCROLL_UPDATE", &stages, &[viz, draw]);
    let mut screen = Screen::new(&trace, 120, 30);
    screen.keys("/EventLatency<enter>");
    let text = screen.keys("e").text();
    let lines = [
        "RendererCompositorFinishedToBeginImplFrame, 59.0 ms: meanwhile on VizCompositorThread 4",
        "30.0 ms   51 %  Draw",
        "SwapEndToPresentationCompositorFrame, 40.0 ms: not known which thread it waits for",
    ];
    let places = lines.map(|line| text.find(line));
    assert!(places.iter().all(Option::is_some), "{places:?}\n{text}");
    assert!(places.is_sorted(), "{text}");
}

/// Returns the report of a frame of a scroll, shown in 9 ms.
fn shown(id: u32, ts: u32, says: &str) -> (&'static str, u32, u32, String) {
    let updates = format!(r#""updates":{{"real":{{"first_event_latency_id":{id}}}}}"#);
    let says = format!(r#""scroll_jank_v4":{{{says},{updates}}}"#);
    ("ScrollJankV4", ts, 9_000, says)
}

#[test]
fn frames_of_scrolls_that_changed_nothing_are_no_proof_of_smoothness() {
    let without = r#""is_janky":false,"damage_type":"NON_DAMAGING_WITHOUT_EXTRAPOLATED_PRESENTATION_TIMESTAMP""#;
    let mut events = Vec::new();
    events.extend(event(1, 0, 2_000, ""));
    events.extend(event(2, 20_000, 2_000, ""));
    events.push(shown(1, 0, without));
    events.push(shown(2, 20_000, without));
    let none_judged = scrolls(&events);
    let found = none_judged.chromium_frames();
    assert_eq!((found.n_scroll_frames, found.n_without_damage), (2, 2));
    assert!(
        (found.summary()).ends_with(
            "0 of 2 frames of scrolls are janky, 2 changed nothing and count as in time"
        )
    );
    let mut screen = Screen::new(&none_judged, 140, 30);
    let text = screen.keys("J").text();
    for line in [
        "0 of 2 frames of scrolls of Chromium",
        "2 of scrolls changed nothing",
        "no frame of a scroll changed anything: Chromium counts all as in time",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    // Their stages are no measure of what is usual: that of the third is.
    events.extend(event(3, 40_000, 3_000, ""));
    events.push(shown(
        3,
        40_000,
        r#""is_janky":false,"damage_type":"DAMAGING""#,
    ));
    events.extend(event(4, 60_000, 19_000, ""));
    events.push(shown(
        4,
        60_000,
        r#""is_janky":true,"damage_type":"DAMAGING""#,
    ));
    let trace = scrolls(&events);
    let found = trace.chromium_frames();
    assert_eq!((found.n_janky_scrolls(), found.n_judged_scrolls()), (1, 2));
    let usual = found.lacking[0].slow.and_then(|slow| slow.usual);
    assert_eq!(usual.map(Dur::ns), Some(3_000_000));
    for (trace, limit, judgement) in [
        (&none_judged, "scroll-jank>0", Judgement::Nothing),
        (&trace, "scroll-jank>0", Judgement::Exceeded),
        (&trace, "scroll-jank>25%", Judgement::Kept),
    ] {
        let limits = limits::parse(limit).unwrap();
        let measured = limits::Measured {
            totals: &JankTotals::default(),
            chromium: Some(trace.chromium_frames()),
            not_read: &[],
            losses: &[],
        };
        assert_eq!(limits[0].check(&measured).judgement, judgement, "{limit}");
    }
}

#[test]
fn a_process_says_which_pages_it_showed() {
    let good = says("PRESENTED_ALL", false, 1);
    let frames = json(&[Frame {
        ts: 1_000,
        dur: 2_000,
        says: &good,
        stages: &[],
    }]);
    let load = |ts: u32, pid: u32, url: &str, is_page: bool| {
        format!(
            r#"{{"ph":"X","pid":{pid},"tid":{pid},"ts":{ts},"dur":1,"name":"CommitLoad","cat":"c","args":{{"data":{{
"isMainFrame":true,"isOutermostMainFrame":{is_page},"url":"{url}"}}}}}},"#
        )
    };
    // In the order of time, each page once; frames in a page and empty pages are none.
    let loads = [
        load(500, 7, "http://b/", true),
        load(100, 7, "about:blank", true),
        load(200, 7, "http://a/", true),
        load(600, 7, "http://ad/", false),
        load(700, 7, "http://a/", true),
    ];
    let begin = format!(r#"{{"traceEvents":[{}"#, loads.concat());
    let json = frames.replacen(r#"{"traceEvents":["#, &begin, 1);
    let trace = import(json.into_bytes());
    let mut screen = Screen::new(&trace, 120, 36);
    trace.chromium_frames();
    let text = screen.text();
    assert!(text.contains(" · http://b/ · http://a/ ─"), "{text}");
    assert!(!text.contains("http://ad/"), "{text}");
}

#[test]
fn hits_of_one_name_say_what_each_of_them_is() {
    let mut screen = Screen::new(&a_click(), 120, 30);
    let text = screen.keys("/FunctionCall<a-enter>").text();
    for line in ["FunctionCall · parseFeed", "FunctionCall · onClick"] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    // The filter sees it, too.
    let text = screen.keys("/onTimer<enter>").text();
    assert!(text.contains("FunctionCall · onTimer"), "{text}");
    assert!(!text.contains("onClick"), "{text}");
}

#[test]
fn a_stage_of_an_event_is_told_by_what_its_thread_did() {
    let mut screen = Screen::new(&a_click(), 120, 30);
    let text = screen.keys("/RendererCompositorToMain<enter>2").text();
    let told = "WHERE 39.0 ms went · meanwhile on CrRendererMain 9";
    assert!(text.contains(told), "{text}");
    let text = screen.keys("e").text();
    for line in [
        "LENS  RendererCompositorToMain · 39.0 ms",
        "meanwhile on CrRendererMain 9",
        "36.0 ms   92 %  FunctionCall parseFeed",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn a_stage_in_which_only_instants_lie_is_told_by_its_thread() {
    let instant = r#"{"name":"seen","cat":"cc","pid":7,"tid":8,"id2":{"local":"1"},"ph":"n","ts":5000,"args":{}}"#;
    let trace = a_click_with(&[instant]);
    let name = |name| {
        let mut slices = trace.slices.ids();
        slices.find(|&id| trace.slice_name(id).as_deref() == Some(name))
    };
    let seen = name("seen").unwrap();
    assert_eq!(trace.slices.parent(seen), name("RendererCompositorToMain"));
    let mut screen = Screen::new(&trace, 120, 30);
    let text = screen.keys("/RendererCompositorToMain<enter>2").text();
    let told = "WHERE 39.0 ms went · meanwhile on CrRendererMain 9";
    assert!(text.contains(told), "{text}");
}

#[test]
fn of_a_frame_without_stages_it_is_said_how_to_find_what_was_done_for_it() {
    let mut screen = Screen::new(&a_few(), 140, 30);
    screen.keys("Jj<enter>2");
    let text = screen.text();
    let told = "a search for 20 finds what was done for it";
    assert!(text.contains(told), "{text}");
}
