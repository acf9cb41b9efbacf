//! `janks`: its numbers equal those of its own SQL, for the frames that were asked for, and its CSV is quoted
//! as RFC 4180 says.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::printed;

/// Returns a trace with frames of two processes: late, early, dropped, without a deadline, without an end.
fn trace() -> Vec<u8> {
    let mut text = String::new();
    let mut add = |line: String| text.push_str(&line);
    for at in 0..40_i64 {
        let (ts, token, pid) = (1_000 + at * 50, 100 + at, 1_000 + at % 3);
        let (jank, present) = [
            (1, 1),
            (64, 2),
            (4, 2),
            (1_024, 4),
            (128, 2),
            (2_048, 2),
            (0, 1),
        ][(at % 7) as usize];
        let ids = format!(
            "token: {token} display_frame_token: {} pid: {pid}",
            token + 1_000
        );
        let layer = if at % 5 == 0 {
            "it''s, \\\"quoted\\\""
        } else {
            "app#1"
        };
        if at % 11 != 0 {
            add(format!(
                "packet {{ timestamp: {ts} frame_timeline_event {{ expected_surface_frame_start {{ \
                 cookie: {} {ids} layer_name: \"{layer}\" }} }} }}\n\
                 packet {{ timestamp: {} frame_timeline_event {{ frame_end {{ cookie: {0} }} }} }}\n",
                at * 2,
                ts + 40
            ));
        }
        add(format!(
            "packet {{ timestamp: {} frame_timeline_event {{ actual_surface_frame_start {{ \
             cookie: {} {ids} layer_name: \"{layer}\" jank_type: {jank} present_type: {present} \
             }} }} }}\n",
            ts + 1,
            at * 2 + 1
        ));
        if at % 13 != 0 {
            add(format!(
                "packet {{ timestamp: {} frame_timeline_event {{ frame_end {{ cookie: {} }} }} }}\n",
                ts + 20 + at * at % 97,
                at * 2 + 1
            ));
        }
    }
    crate::support::trace_from_text(&text)
}

fn json(dir: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&printed(dir, args)).expect("output of perfetty")
}

/// Returns the first row of a query's result, as an object.
fn first_row(dir: &Path, sql: &str) -> Value {
    let rows = json(dir, &["query", "t.pftrace", sql, "--format", "json"]);
    rows[0].clone()
}

/// Returns the same trace and, much later, frames with tokens that occurred before: one that is planned again, one
/// that is not, and one whose plan has no end.
fn counted_again() -> Vec<u8> {
    let mut packets = Vec::new();
    for (at, token, pid) in [(0, 101, 1_001), (1, 103, 1_000), (2, 102, 1_002)] {
        let (ts, cookie) = (90_000 + 1_000 * at, 900 + 2 * at);
        let ids = format!("token: {token} display_frame_token: 1 pid: {pid} layer_name: \"app#1\"");
        let mut add = |ts: i64, what: String| {
            packets.push(format!(
                "packet {{ timestamp: {ts} frame_timeline_event {{ {what} }} }}\n"
            ));
        };
        let plan = format!("expected_surface_frame_start {{ cookie: {cookie} {ids} }}");
        let done = cookie + 1;
        let jank = "jank_type: 64 present_type: PRESENT_LATE";
        if at != 1 {
            add(ts, plan);
        }
        add(
            ts + 5,
            format!("actual_surface_frame_start {{ cookie: {done} {ids} {jank} }}"),
        );
        if at == 0 {
            add(ts + 40, format!("frame_end {{ cookie: {cookie} }}"));
        }
        add(ts + 90, format!("frame_end {{ cookie: {done} }}"));
    }
    let again = crate::support::trace_from_text(&packets.concat());
    [trace(), again].concat()
}

#[test]
fn totals_are_those_that_the_explained_sql_gives() {
    totals(&trace(), &["app", "quoted"]);
    totals(&counted_again(), &["app"]);
    for name in [
        "phone_nowinandroid",
        "android12_cpuschedstack",
        "cuttlefish_app_startup",
    ] {
        if let Some(path) = crate::support::shared(&format!("corpus/{name}.pftrace")) {
            totals(&std::fs::read(path).unwrap(), &["StatusBar|MainActivity"]);
        }
    }
}

#[test]
fn totals_of_journeys_are_those_that_the_explained_sql_gives() {
    let dir = tempfile::tempdir().expect("a folder");
    let demo = crate::support::repo("assets/demo.pftrace.gz");
    std::fs::copy(demo, dir.path().join("t.pftrace")).expect("a writable folder");
    let n_frames = |args: &[&str]| {
        let janks = [&["janks", "t.pftrace", "--format", "json"], args].concat();
        json(dir.path(), &janks)["totals"]["frames"].as_u64()
    };
    assert!(n_frames(&["--cuj", "SCROLL"]) < n_frames(&[]));
    assert!(totals_of(dir.path(), &["--cuj", "SCROLL"]) > 0);
    assert_eq!(totals_of(dir.path(), &["--layer", "nosuch"]), 0);
}

/// Compares the totals of a trace, and of some of its layers, with the results of the printed SQL.
fn totals(trace: &[u8], layers: &[&str]) {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("t.pftrace"), trace).expect("a writable folder");
    let all = [
        vec![],
        vec!["--tag", "self,stuffing"],
        vec!["--min-late", "1ns", "--layer", "."],
    ];
    let layers = layers.iter().map(|layer| vec!["--layer", layer]);
    for scope in all.into_iter().chain(layers) {
        assert!(totals_of(dir.path(), &scope) > 0, "{scope:?}");
    }
}

/// Compares the totals of what some flags ask for with the result of the printed SQL. Returns how many frames
/// are janky.
fn totals_of(dir: &Path, scope: &[&str]) -> u64 {
    let janks = [&["janks", "t.pftrace"], scope].concat();
    let report = json(dir, &[&janks[..], &["--format", "json"]].concat());
    let explained = printed(dir, &[&janks[..], &["--explain"]].concat());
    let queries: Vec<&str> = explained.split(";\n").collect();
    let sql = first_row(dir, queries[0]);
    let totals = &report["totals"];
    for (ours, theirs) in [
        ("frames", "frames"),
        ("janky", "janky"),
        ("self_jank", "self_jank"),
        ("other_jank", "other_jank"),
        ("dropped_frame", "dropped_frame"),
        ("buffer_stuffing", "buffer_stuffing"),
        ("surfaceflinger_stuffing", "surfaceflinger_stuffing"),
        ("left_out", "left_out"),
        ("not_shown", "not_shown"),
        ("prediction_only", "prediction_only"),
        ("non_perceivable", "non_perceivable"),
        ("unspecified", "unspecified"),
    ] {
        assert_eq!(totals[ours], sql[theirs], "{ours} of {scope:?}");
    }
    for (ours, theirs) in [
        ("p50_ns", "p50"),
        ("p90_ns", "p90"),
        ("p95_ns", "p95"),
        ("p99_ns", "p99"),
    ] {
        assert_eq!(totals["late"][ours], sql[theirs], "{ours} of {scope:?}");
    }
    assert_eq!(totals["worst"]["late_ns"], sql["worst"], "{scope:?}");
    assert_eq!(totals["late"]["max_ns"], sql["worst"], "{scope:?}");
    let list = json(dir, &["query", "t.pftrace", queries[3], "--format", "json"]);
    let tokens = |rows: &Value| -> Vec<Value> {
        let rows = rows.as_array().into_iter().flatten();
        rows.map(|row| row["token"].clone()).collect()
    };
    assert_eq!(tokens(&report["janky_frames"]), tokens(&list), "{scope:?}");
    totals["janky"].as_u64().expect("a number")
}

#[test]
fn a_limit_is_over_what_was_asked_for() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("t.pftrace"), trace()).expect("a writable folder");
    let limits = ["--fail-over", "janky>0,self>50%,other>0"];
    let judged = |flags: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_perfetty"))
            .args(["janks", "t.pftrace", "-n", "1"])
            .args(limits)
            .args(flags)
            .current_dir(dir.path())
            .output()
            .expect("output of perfetty");
        let text = String::from_utf8(output.stdout).expect("output of perfetty");
        let verdicts = text.lines().filter(|line| line.contains("(found "));
        let verdicts: Vec<String> = verdicts.map(str::to_owned).collect();
        (output.status.code(), verdicts.join("; "), text)
    };
    let (status, verdicts, text) = judged(&["--tag", "self"]);
    assert_eq!(status, Some(1));
    // Shares are shares of all frames.
    let expected = "FAIL: janky>0 (found 6); ok: self>50% (found 15.00%); ok: other>0 (found 0)";
    assert_eq!(verdicts, expected);
    assert!(text.contains("6 of 40 frames janky (15.0 %)"), "{text}");
    assert!(
        text.contains(" that --tag or --min-late leaves out\n"),
        "{text}"
    );
    let (status, verdicts, _) = judged(&["--min-late", "1s"]);
    assert_eq!(status, Some(0), "{verdicts}");
}

#[test]
fn csv_quotes_what_needs_it() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("t.pftrace"), trace()).unwrap();
    let csv = printed(dir.path(), &["janks", "t.pftrace", "--format", "csv"]);
    let lines: Vec<&str> = csv.split('\n').collect();
    assert!(lines[0].starts_with("ts,dur,token,late_ns,process,pid,layer,tag,"));
    assert!(csv.contains("\"it''s, \"\"quoted\"\"\""), "{csv}");
    assert!(
        lines[0].ends_with(",cause,display_token,machine,severity_score,cause_ns,slice,cujs"),
        "{}",
        lines[0]
    );
    assert_eq!(lines.last(), Some(&""));
}

#[test]
fn frames_of_one_token_are_told_apart_by_their_display_frames() {
    let dir = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for (at, display) in [(1, 201), (2, 203)] {
        let ids = format!("token: 100 display_frame_token: {display} pid: 7 layer_name: \"a\"");
        let two = format!(
            "packet {{ timestamp: 10 frame_timeline_event {{ actual_surface_frame_start {{ \
             cookie: {at} {ids} jank_type: 64 present_type: 2 }} }} }}\n\
             packet {{ timestamp: {}0 frame_timeline_event {{ frame_end {{ cookie: {at} }} }} }}\n",
            at + 4
        );
        text.push_str(&two);
    }
    let bytes = crate::support::trace_from_text(&text);
    std::fs::write(dir.path().join("t.pftrace"), bytes).unwrap();
    let list = printed(dir.path(), &["janks", "t.pftrace"]);
    for words in [" display ", " 201 ", " 203 "] {
        assert!(list.contains(words), "{words} in {list}");
    }
    let all: Value = serde_json::from_str(&printed(
        dir.path(),
        &["janks", "t.pftrace", "--format", "json"],
    ))
    .unwrap();
    let frames = all["janky_frames"].as_array().into_iter().flatten();
    let mut tokens: Vec<i64> = frames
        .filter_map(|frame| frame["display_token"].as_i64())
        .collect();
    tokens.sort_unstable();
    assert_eq!(tokens, [201, 203]);
    // If tokens differ, there is no column for the display frame.
    std::fs::write(dir.path().join("t.pftrace"), trace()).unwrap();
    let list = printed(dir.path(), &["janks", "t.pftrace"]);
    assert!(!list.contains(" display "), "{list}");
}

/// Writes a trace from textproto and runs `janks` on it.
fn janks_of(text: &str, args: &[&str]) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let bytes = crate::support::trace_from_text(text);
    std::fs::write(dir.path().join("t.pftrace"), bytes).expect("a trace");
    printed(dir.path(), &[&["janks", "t.pftrace"], args].concat())
}

#[test]
fn the_worst_of_the_totals_is_of_the_frames_of_which_the_percentiles_are() {
    // The latest frame of SurfaceFlinger is not janky.
    let mut text = String::new();
    for (at, end, jank) in [(1, 40, 1), (2, 20, 64)] {
        for (what, end, more) in [("expected", 16, ""), ("actual", end, "jank_type: ")] {
            let jank = if more.is_empty() {
                String::new()
            } else {
                format!("{more}{jank}")
            };
            let cookie = at * 2 + i64::from(more.is_empty());
            let packets = format!(
                "packet {{ timestamp: {at}00000000 frame_timeline_event {{ {what}_display_frame_start \
                 {{ cookie: {cookie} token: {at} pid: 7 {jank} }} }} }}\n\
                 packet {{ timestamp: {at}{end:02}000000 frame_timeline_event {{ frame_end {{ cookie: \
                 {cookie} }} }} }}\n"
            );
            text.push_str(&packets);
        }
    }
    let table = janks_of(&text, &[]);
    let all = table.lines().find(|line| line.starts_with("all "));
    let all: Vec<&str> = all.unwrap().split_whitespace().collect();
    assert_eq!(all[all.len() - 2..], ["+24.00", "+24.00"], "{table}");
}

#[test]
fn processes_of_two_machines_are_told_apart() {
    let mut text = String::new();
    for (id, at) in [("", 1), ("machine_id: 42", 3)] {
        let packets = format!(
            "packet {{ {id} timestamp: {at}0 frame_timeline_event {{ actual_surface_frame_start {{ \
             cookie: 1 token: 100 display_frame_token: 102 pid: 7 jank_type: 64 present_type: 2 \
             }} }} }}\n\
             packet {{ {id} timestamp: {at}5 frame_timeline_event {{ frame_end {{ cookie: 1 }} }} }}\n"
        );
        text.push_str(&packets);
    }
    let table = janks_of(&text, &[]);
    assert_eq!(
        table.matches("Process 7 of machine 1").count(),
        2,
        "{table}"
    );
    let csv = janks_of(&text, &["--format", "csv"]);
    assert!(
        csv.contains(",102,0,,,") && csv.contains(",102,1,,,"),
        "{csv}"
    );
    let json: Value = serde_json::from_str(&janks_of(&text, &["--format", "json"])).unwrap();
    for list in ["processes", "layers", "janky_frames"] {
        let rows = json[list].as_array().into_iter().flatten();
        let mut machines: Vec<_> = rows.filter_map(|row| row["machine"].as_i64()).collect();
        machines.sort_unstable();
        assert_eq!(machines, [0, 1], "{list}");
    }
}

/// A janky frame each of some processes, which have the names that are given.
fn of_processes(names: &[(i64, Option<&str>)]) -> String {
    let mut text = String::new();
    for (at, (pid, name)) in names.iter().enumerate() {
        if let Some(name) = name {
            let packet = format!(
                "packet {{ timestamp: 1 process_tree {{ processes {{ pid: {pid} ppid: 1 cmdline: \
                 \"{name}\" }} }} }}\n"
            );
            text.push_str(&packet);
        }
        let packets = format!(
            "packet {{ timestamp: 10 frame_timeline_event {{ actual_surface_frame_start {{ cookie: {at} \
             token: {at} display_frame_token: {at} pid: {pid} layer_name: \"a\" jank_type: 64 \
             present_type: 2 }} }} }}\n\
             packet {{ timestamp: 50 frame_timeline_event {{ frame_end {{ cookie: {at} }} }} }}\n"
        );
        text.push_str(&packets);
    }
    text
}

#[test]
fn processes_of_one_name_are_told_apart_by_their_pids() {
    let text = of_processes(&[(100, Some("app")), (200, Some("app")), (7, Some("other"))]);
    for format in ["text", "md", "junit"] {
        let report = janks_of(&text, &["--format", format]);
        for name in ["app 100", "app 200", "other"] {
            assert!(report.contains(name), "{format}: {report}");
        }
        // Where it is not needed it would be another in each build.
        assert!(!report.contains("other 7"), "{format}: {report}");
    }
}

#[test]
fn the_names_of_cases_hold_no_numbers_that_change() {
    let report = janks_of(&of_processes(&[(7, Some("app"))]), &["--format", "junit"]);
    for words in [
        "<testcase classname=\"janks\" name=\"app\">",
        "<system-out>1 of 1 frames janky</system-out>",
    ] {
        assert!(report.contains(words), "{report}");
    }
    // A report without a case is an error for some servers.
    let report = janks_of("packet { timestamp: 1 }", &["--format", "junit"]);
    assert!(report.contains("<testsuites tests=\"1\""), "{report}");
    assert!(report.contains("name=\"frames\">"), "{report}");
}

#[test]
fn a_process_without_a_name_has_none_for_programs() {
    let text = of_processes(&[(7, None)]);
    let json: Value = serde_json::from_str(&janks_of(&text, &["--format", "json"])).unwrap();
    for list in ["processes", "layers", "janky_frames"] {
        let row = &json[list][0];
        assert_eq!((&row["pid"], &row["process"]), (&7.into(), &Value::Null));
    }
    let csv = janks_of(&text, &["--format", "csv"]);
    assert!(csv.contains(",,7,a,Self Jank,"), "{csv}");
    assert!(janks_of(&text, &[]).contains("Process 7"));
}

#[test]
fn limits_patterns_and_flags_without_an_answer_are_told() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("t.pftrace"), []).unwrap();
    let run = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perfetty"));
        command.args(["janks", "t.pftrace"]).args(flags);
        let output = command.current_dir(dir.path()).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), errors)
    };
    let (status, errors) = run(&["--fail-over", "self>0,p95>1ms"]);
    assert_eq!(status, Some(1));
    for limit in ["self>0", "p95>1ms"] {
        let words = format!("--fail-over {limit}: nothing to judge");
        assert!(errors.contains(&words), "{errors}");
    }
    // As everywhere, a pattern that cannot be read is told in one line.
    for flag in ["--process", "--layer"] {
        let (status, errors) = run(&[flag, "("]);
        let words = format!("perfetty: {flag}: not a regular expression: unclosed group\n");
        assert_eq!((status, errors), (Some(2), words));
    }
    // So is a limit.
    for limits in ["p95>5", "foo>1", "self>1,"] {
        let (status, errors) = run(&["--fail-over", limits]);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.starts_with("perfetty: --fail-over: "), "{errors}");
    }
    // What the SQL cannot say is not passed over.
    for flags in [["--fail-over", "self>0"], ["--format", "json"]] {
        let (status, _) = run(&[&["--explain"], &flags[..]].concat());
        assert_eq!(status, Some(2), "{flags:?}");
    }
}
