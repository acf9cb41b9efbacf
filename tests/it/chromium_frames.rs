//! Frames of Chromium: which are listed, in which order, with which stage, and how they are walked.
//!
//! Small traces as `DevTools` writes them, and the corpus' recording of a browser.

use std::sync::Arc;

use perfetty::app::effect::Effect;
use perfetty::app::key::Key;
use perfetty::model::trace::Trace;
use perfetty::query::chromium_frames::{self, Lack};

use crate::screen::{Screen, corpus, import};

/// A stage: its name, how long it takes, and its parts.
type Stage<'a> = (&'a str, u32, &'a [(&'a str, u32)]);

/// A frame: when it begins, how long it takes, what it says, and its stages one after the other, each
/// with parts.
struct Frame<'a> {
    ts: u32,
    dur: u32,
    says: &'a str,
    stages: &'a [Stage<'a>],
}

/// Writes frames as the tracing of `DevTools` does, times in microseconds.
fn trace(frames: &[Frame<'_>]) -> Arc<Trace> {
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
    // What was begun last ends first, and before what begins then.
    ends.reverse();
    ends.extend(begins);
    ends.sort_by_key(|(ts, _)| *ts);
    let events: Vec<String> = ends.into_iter().map(|(_, event)| event).collect();
    import(format!(r#"{{"traceEvents":[{}]}}"#, events.join(",\n")).into_bytes())
}

/// What a frame says in the arguments of newer versions.
fn says(state: &str, affects: bool, sequence: u32) -> String {
    format!(
        r#""frame_reporter":{{"state":"STATE_{state}","affects_smoothness":{affects},"frame_sequence":{sequence}}}"#
    )
}

/// Four good frames; one that is dropped, one that is partial because the main thread took long, one of
/// whose last stage a part took long, and one with nothing to show.
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
        "P partial  0.599 s     21  affected    60.0 ms  Process 7  49.0 ms Main, usually 2.00 ms",
        "P partial  0.699 s     22  –           40.0 ms  Process 7  25.0 ms Draw, usually 1.00 ms",
        "D dropped  0.499 s     20  –           3.00 ms  Process 7  no stages",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    // On a narrow screen letters do, and the filter still knows the words.
    screen.resize(80, 24);
    screen.session.sync();
    let text = screen.keys("/dropped<enter>").text();
    assert!(text.contains("▸ D  0.499 s     20  –"), "{text}");
    assert!(!text.contains("P  0.599 s"), "{text}");
}

#[test]
fn an_export_has_numbers_and_what_is_not_known_is_empty() {
    let mut screen = Screen::new(&a_few(), 80, 24);
    screen.keys("J").session.key(Key::char('x'));
    let effects = screen.session.sync().into_iter();
    let files = effects.filter_map(|effect| match effect {
        Effect::Write { name, text } if name == "perfetty-chromium-frames.csv" => Some(text),
        _ => None,
    });
    let lines = [
        "ts,dur,frame_sequence,state,affects_smoothness,process,slow_stage,slow_stage_ns,usual_ns",
        "600000000,60000000,21,partial,true,Process 7,Main,49000000,2000000",
        "700000000,40000000,22,partial,false,Process 7,Draw,25000000,1000000",
        "500000000,3000000,20,dropped,false,Process 7,,,",
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
            .contains("this trace has no frames of Android; J lists those of Chromium"),
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
    assert!(scene.contains("20.0 ms Ma"), "{scene}");
    assert!(!scene.contains("u{1b}"), "{scene}");
}

#[test]
fn a_real_browser_tells_of_its_frames() {
    let Some(trace) = corpus("chrome_desktop") else {
        return;
    };
    let found = chromium_frames::find(&trace, &|| false).expect("not cancelled");
    // By SQL of the reference: states and `affects_smoothness` of the slices' arguments.
    assert_eq!((found.n_frames, found.n_unknown), (202, 0));
    assert_eq!(found.n_of(Lack::Dropped), 6);
    assert_eq!(found.n_of(Lack::Partial), 8);
    assert_eq!(found.n_unsmooth(), 9);
    assert_eq!(
        found.summary(),
        "202: 6 dropped, 8 partial, 9 affect smoothness"
    );
    assert!(chromium_frames::find(&trace, &|| true).is_none());
}
