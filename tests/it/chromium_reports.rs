//! What Chromium reports of one frame in several slices, or afterwards: counted, listed and explained as one.
//!
//! Small traces as `DevTools` writes them.

use std::process::Command;
use std::sync::Arc;

use perfetty::model::trace::Trace;
use perfetty::view::state::Selection;

use crate::chromium_frames::{Frame, json, trace};
use crate::screen::Screen;

/// Returns the arguments of a report: its state, whether it affects smoothness, and whose frame of which number it is.
fn says(state: &str, affects: bool, (host, sequence): (u32, u32), kind: &str) -> String {
    let kind = match kind {
        "" => String::new(),
        kind => format!(r#","frame_type":"{kind}""#),
    };
    format!(
        r#""frame_reporter":{{"state":"STATE_{state}","affects_smoothness":{affects},"frame_source":4294967296,"layer_tree_host_id":{host},"frame_sequence":{sequence}{kind}}}"#
    )
}

/// Returns six frames of nine reports: one of which the compositor's part was sent ahead and the main thread's
/// came late, one that both say is complete, one that the compositor dropped, and three of one report: of two
/// with the number of the one before, one is of another page and one of a later time; the last was never begun.
fn reports() -> String {
    let stage = "SendBeginMainFrameToCommit";
    let all = [
        (
            0,
            20_000,
            says("PRESENTED_PARTIAL", true, (2, 10), "FORKED"),
        ),
        (0, 80_000, says("PRESENTED_ALL", false, (2, 10), "")),
        (100_000, 12_000, says("PRESENTED_ALL", false, (2, 11), "")),
        (
            100_000,
            12_000,
            says("PRESENTED_ALL", false, (2, 11), "FORKED"),
        ),
        (200_000, 17_000, says("DROPPED", false, (2, 12), "FORKED")),
        (200_000, 30_000, says("PRESENTED_ALL", false, (2, 12), "")),
        (200_000, 12_000, says("PRESENTED_ALL", false, (1, 12), "")),
        (300_000, 12_000, says("PRESENTED_ALL", false, (2, 12), "")),
        (400_000, 16_666, says("DROPPED", true, (2, 13), "BACKFILL")),
    ];
    let stages = all.each_ref().map(|(_, dur, _)| match dur {
        12_000 => [(stage, 2_000, &[][..])],
        // All of it, or only the compositor's part of the time.
        16_666 => [("BeginImplFrameToSendBeginMainFrame", 16_666, &[][..])],
        20_000 | 17_000 => [("EndActivateToSubmitCompositorFrame", 5_000, &[][..])],
        dur => [(stage, dur - 10_000, &[][..])],
    });
    let frames: Vec<Frame<'_>> = all
        .iter()
        .zip(&stages)
        .map(|(&(ts, dur, ref says), stages)| Frame {
            ts: ts + 1_000,
            dur,
            says,
            stages,
        })
        .collect();
    json(&frames)
}

fn reported() -> Arc<Trace> {
    crate::screen::import(reports().into_bytes())
}

#[test]
fn several_reports_of_a_frame_are_one_frame() {
    let trace = reported();
    let found = trace.chromium_frames();
    assert_eq!(
        found.summary(),
        "6 frames of Chromium: 2 dropped, 1 partial, 2 affect smoothness"
    );
    let mut screen = Screen::new(&trace, 140, 30);
    let text = screen.keys("J").text();
    for line in [
        "CHROMIUM  3 of 6 frames of Chromium",
        "D dropped 2  P partial 1  2 affect smoothness",
        // What it lacks says one report, what took long the other one.
        "P partial  0.000 s     10  affected    80.0 ms  70.0 ms  SendBeginMainFrameToCommit, usually 2.00 ms",
        "D dropped  0.200 s     12  –           30.0 ms  20.0 ms  SendBeginMainFrameToCommit, usually 2.00 ms",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    // Both reports say so, and lead to each other.
    let text = screen.keys("/partial<enter><enter>").text();
    for line in [
        "frame     partial in its other report",
        "report    PipelineReporter · 20.0 ms",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let with_dur = |ms: i64| {
        let is_it = |&slice: &_| {
            trace.slices.dur(slice).map(perfetty::base::time::Dur::ns) == Some(ms * 1_000_000)
        };
        let slice = trace.slices.ids().find(is_it).expect("a report");
        found.told_by(slice).and_then(|frame| frame.sequence)
    };
    assert_eq!([20, 80].map(with_dur), [Some(10); 2]);
    // The stage is of one of them, which the other one says.
    let forked = trace.slices.ids().find(|&slice| {
        trace.slices.dur(slice).map(perfetty::base::time::Dur::ns) == Some(20_000_000)
    });
    let mut screen = Screen::new(&trace, 140, 30);
    screen.session.state_mut().view.selection = Selection::Slice(forked.expect("a report"));
    let text = screen.text();
    assert!(
        text.contains("frame     partial · affects smoothness"),
        "{text}"
    );
    let stage = "in its other report: SendBeginMainFrameToCommit: 70.0 ms";
    assert!(text.contains("in its other report: SendBegin"), "{text}");
    let text = screen.keys("e").text();
    assert!(text.contains(&format!("slow stage, {stage}")), "{text}");
}

#[test]
fn shares_of_frames_are_shares_of_frames_and_not_of_reports() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("reports.json");
    std::fs::write(&path, reports()).expect("written");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perfetty"));
        let output = command.arg("janks").arg(&path).args(args).output();
        let output = output.expect("it runs");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("text"),
        )
    };
    // One of six.
    let (code, text) = run(&["--fail-over", "chromium-partial>16.6%"]);
    assert!(text.contains("16.67%"), "{text}");
    assert_eq!(code, Some(1), "{text}");
    let (_, text) = run(&["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let chromium = &json["chromium"];
    assert_eq!(chromium["frames"], 6);
    assert_eq!(chromium["lacking"].as_array().map(Vec::len), Some(3));
    let backfilled = &chromium["lacking"][0];
    assert_eq!(backfilled["backfilled"], true);
    assert_eq!(backfilled["slow_stage"], serde_json::Value::Null);
    // A process that is asked for has all reports of its frames.
    let (_, text) = run(&["--process", "Process 7", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["chromium"]["frames"], 6);
}

#[test]
fn a_frame_that_was_never_begun_has_no_slow_stage() {
    let main = r#"{"traceEvents":[
{"ph":"M","pid":7,"tid":9,"name":"thread_name","args":{"name":"CrRendererMain"}},
{"ph":"X","pid":7,"tid":9,"ts":400000,"dur":15000,"name":"poll","cat":"c"},
{"ph":"M","pid":8,"tid":8,"name":"thread_name","args":{"name":"VizCompositorThread"}},
{"ph":"X","pid":8,"tid":8,"ts":400000,"dur":20000,"name":"DrawAndSwap","cat":"c"},"#;
    let json = reports().replacen(r#"{"traceEvents":["#, main, 1);
    let trace = crate::screen::import(json.into_bytes());
    trace.chromium_frames();
    let mut screen = Screen::new(&trace, 140, 30);
    let text = screen.keys("J").text();
    let never = "never begun, reported afterwards (backfill)";
    let row = text.lines().find(|line| line.contains(" 13  affected"));
    let row = row.unwrap_or_else(|| panic!("{text}"));
    assert!(row.contains(never), "{text}");
    assert!(!row.contains("BeginImplFrame"), "{text}");
    let text = screen.keys("/dropped affected<enter>e").text();
    for line in [
        never,
        "meanwhile on VizCompositorThread 8",
        "100 %  DrawAndSwap",
        "meanwhile on CrRendererMain 9",
        "84 %  poll",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    assert!(!text.contains("BeginImplFrame"), "{text}");
    let text = screen.keys("<esc><enter>2").text();
    assert!(text.contains(never), "{text}");
    assert!(!text.contains("WHERE"), "{text}");
}

#[test]
fn reports_that_do_not_say_whose_frame_it_is_are_frames_of_their_own() {
    for fields in ["", r#","frame_sequence":5"#, r#","layer_tree_host_id":1"#] {
        let says = format!(r#""frame_reporter":{{"state":"STATE_DROPPED"{fields}}}"#);
        let frame = |dur| Frame {
            ts: 1_000,
            dur,
            says: &says,
            stages: &[],
        };
        let trace = trace(&[frame(1_000), frame(2_000)]);
        assert_eq!(trace.chromium_frames().n_dropped(), 2, "{fields}");
    }
}

#[test]
fn frames_are_grouped_by_what_they_lack_and_the_stage_that_took_long() {
    let [good, late] = [("PRESENTED_ALL", 9), ("PRESENTED_PARTIAL", 9)]
        .map(|(state, number)| says(state, false, (1, number), ""));
    let frame = |ts, says, stages| Frame {
        ts,
        dur: 30_000,
        says,
        stages,
    };
    let trace = trace(&[
        frame(0, &good, &[("Main", 2_000, &[]), ("Show", 2_000, &[])]),
        frame(100_000, &late, &[("Main", 25_000, &[])]),
        frame(200_000, &late, &[("Show", 20_000, &[])]),
        frame(300_000, &late, &[("Main", 20_000, &[])]),
    ]);
    let mut screen = Screen::new(&trace, 140, 30);
    let text = screen.keys("J").text();
    assert!(text.contains("2  25.0 ms  Main, usually 2.00 ms"), "{text}");
    let text = screen.keys("g").text();
    let lines = [
        "×2  partial · Main",
        "0.100 s",
        "0.300 s",
        "×1  partial · Show",
        "0.200 s",
    ];
    let places = lines.map(|line| text.find(line));
    assert!(places.iter().all(Option::is_some), "{places:?}\n{text}");
    assert!(places.is_sorted(), "{places:?}\n{text}");
    // A filter counts what it leaves of a group, and headings lead nowhere.
    let text = screen.keys("/300<enter>").text();
    assert!(text.contains("×1  partial · Main"), "{text}");
    let text = screen.keys("<esc>g").text();
    assert!(!text.contains("partial · Main"), "{text}");
}

#[test]
fn a_thread_in_nothing_but_its_loop_waits_for_tasks() {
    let slice = |ts: u32, dur: u32, name: &str| {
        format!(r#"{{"ph":"X","pid":7,"tid":7,"ts":{ts},"dur":{dur},"name":"{name}","cat":"c"}}"#)
    };
    let slices = [
        slice(0, 100_000, "RunLoop::Run"),
        slice(20_000, 30_000, "ThreadControllerImpl::RunTask"),
    ];
    let trace = crate::screen::import(format!("[{}]", slices.join(",")).into_bytes());
    let mut screen = Screen::new(&trace, 120, 30);
    let text = screen.keys("/RunLoop<enter>e").text();
    for line in [
        "70.0 ms   70 %  idle   waiting for tasks  ×2",
        "30.0 ms   30 %  busy   ThreadControllerImpl::RunTask",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}
