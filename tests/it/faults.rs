//! Faults around the program: files that change, disks that are full, terminals that vanish.
//!
//! Every row of `docs/faults.md` names its test, which [`every_row_names_a_test`] checks.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::time::Duration;

use rustix::process::Signal;
use tempfile::TempDir;

use crate::support;
use crate::tty::{PROGRAM, Tty};

/// A text that the screen shows once the demo is loaded.
const LOADED: &str = "example.feed";

/// Keys that read every argument of the trace, and with these most of the file.
const READ_ALL: &str = ":select count(*), max(string_value) from args\r";

/// A part of the message about a file that was cut short.
const CUT_SHORT: &str = "cut short";

/// Returns the demo as an uncompressed file in a folder of its own.
fn demo() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.pftrace");
    fs::write(&path, crate::demo::trace()).unwrap();
    (folder, path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs the program without a terminal.
fn run(args: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs the program, and checks the exit status and the message.
fn fails(args: &[&str], status: i32, says: &str) {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    assert!(
        errors.contains(says),
        "{args:?} says {errors}, not {says:?}"
    );
    assert!(errors.starts_with("perfetty: "), "{errors}");
}

/// Shows the demo, changes its file, reads all of it, and quits; returns the screen.
fn while_viewed(change: impl FnOnce(&Path)) -> String {
    let (_folder, path) = demo();
    let mut tty = Tty::start(&[text(&path)]);
    tty.wait_for(LOADED);
    change(&path);
    tty.send(READ_ALL).wait_for("count(*)");
    // All messages about the file are on the screen by now; Escape closes the result above them.
    tty.press_until("\u{1b}", "com.example.feed");
    let shown = tty.screen();
    tty.send("\u{3}");
    assert_eq!(tty.end().0, 130);
    shown
}

#[test]
fn a_gate_without_frames() {
    let (_folder, path) = demo();
    let of_nobody = ["janks", text(&path), "--process", "nobody"];
    assert_eq!(run(&of_nobody).status.code(), Some(0));
    let gate = [of_nobody.as_slice(), &["--fail-over", "self>5"]].concat();
    fails(&gate, 1, "--fail-over self>5: nothing to judge: no frame");
    let limit = ["janks", "trace", "-n", "few"];
    fails(&limit, 2, "expected a whole number, such as 20; 0 is all");
    // A limit that was not judged must not look passed in the output, either.
    let report = run(&[gate.as_slice(), &["--format", "junit"]].concat()).stdout;
    let report = String::from_utf8(report).unwrap();
    assert!(report.contains("failures=\"1\""), "{report}");
    assert!(
        report.contains("self&gt;5 nothing to judge: no frame"),
        "{report}"
    );
}

#[test]
fn a_gate_says_on_standard_error_what_its_report_says_to_programs_only() {
    let (_folder, path) = demo();
    let gate = ["janks", text(&path), "--fail-over", "self>5,dropped>9"];
    for format in ["csv", "json", "junit", "text", "md"] {
        let output = run(&[gate.as_slice(), &["--format", format]].concat());
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8(output.stderr).unwrap();
        let for_people = ["text", "md"].contains(&format);
        let words = "perfetty: --fail-over self>5: exceeded: found 10\n";
        assert_eq!(errors, if for_people { "" } else { words }, "{format}");
    }
}

#[test]
fn a_flow_from_what_is_not_there() {
    let (_folder, path) = demo();
    let flow = |selector| ["flow", text(&path), "--from", selector];
    fails(&flow("frame:1"), 1, "no frame has the token 1");
    fails(&flow("name:zzz"), 1, "no slice matches \"zzz\"");
    let decode = flow("name:^decode$");
    fails(
        &[&decode[..], &["--via", "name:^traversal$"]].concat(),
        1,
        "leads there",
    );
    // An invalid pattern is misuse.
    fails(&flow("name:("), 2, "not a regular expression");
    for selector in ["area:1s+1s", "track:main", "row:main"] {
        fails(&flow(selector), 2, "not of a track or an area");
    }
    fails(&["flow", text(&path), "--depth", "2"], 2, "--from");
}

#[test]
fn a_snapshot_of_what_is_not_there() {
    let (_folder, path) = demo();
    let of = |select| ["snapshot", text(&path), "--select", select];
    assert_eq!(run(&of("frame:51072")).status.code(), Some(0));
    fails(&of("frame:1"), 1, "no frame has the token 1");
    let of_process = "no frame of process 1 has the token 51072; one of process 4242 has it";
    fails(&of("frame:51072@1"), 1, of_process);
    fails(&of("area:10s+1s"), 1, "nothing is there, the trace lasts");
    let searched = |words| ["snapshot", text(&path), "--search", words];
    assert_eq!(run(&searched("doFrame")).status.code(), Some(0));
    fails(&searched("zzzq"), 1, "--search: nothing matches \"zzzq\"");
    let why = ": of arguments' values, texts and whole numbers are searched";
    for value in ["true", "0.123456"] {
        let says = format!("--search: nothing matches {value:?}{why}");
        fails(&searched(value), 1, &says);
    }
    let placed = [searched("zzzq").as_slice(), &["--at", "5ms"]].concat();
    fails(&placed, 1, "--search: nothing matches \"zzzq\"");
    let outside = ["snapshot", text(&path), "--at", "1s+1ms@100s"];
    fails(&outside, 1, "--at: nothing is there, the trace lasts");
    fails(&searched("re:("), 1, "--search: not a regular expression");
}

#[test]
fn a_file_that_is_truncated_while_it_is_viewed() {
    let (_folder, path) = demo();
    let mut tty = Tty::start(&[text(&path)]);
    tty.wait_for(LOADED);
    OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(0)
        .unwrap();
    tty.send(READ_ALL).wait_for("reads as zeros");
    // What was said at once is said of each answer.
    tty.press_until("\u{1b}", "BROWSE");
    tty.send(":select count(*) from slice\r")
        .wait_for("arguments may be missing");
    tty.press_until("\u{1b}", "BROWSE");
    tty.send("!").wait_for("trace_file_shrank");
    tty.send("\u{3}");
    assert_eq!(tty.end().0, 130);
}

#[test]
fn a_file_that_is_overwritten_while_it_is_viewed() {
    let (_folder, path) = demo();
    let mut tty = Tty::start(&[text(&path)]);
    tty.wait_for(LOADED);
    let len = fs::metadata(&path).unwrap().len() as usize;
    fs::write(&path, vec![0x0a; len]).unwrap();
    tty.press_until("j", "the file was overwritten");
    tty.press_until("\u{1b}", "BROWSE");
    tty.send(":select count(*) from slice\r")
        .wait_for("overwritten: arguments may be missing");
    tty.press_until("\u{1b}", "BROWSE");
    tty.send("!").wait_for("trace_file_overwritten");
    tty.send("\u{3}");
    assert_eq!(tty.end().0, 130);
}

#[test]
fn a_file_that_is_replaced_while_it_is_viewed() {
    let shown = while_viewed(|path| {
        let other = path.with_extension("other");
        fs::write(&other, b"another trace").unwrap();
        fs::rename(&other, path).unwrap();
    });
    assert!(!shown.contains(CUT_SHORT), "{shown}");
}

#[test]
fn a_file_that_is_deleted_while_it_is_viewed() {
    let shown = while_viewed(|path| fs::remove_file(path).unwrap());
    assert!(!shown.contains(CUT_SHORT), "{shown}");
}

#[test]
fn a_file_that_grows_while_it_is_viewed() {
    let shown = while_viewed(|path| {
        let mut file = OpenOptions::new().append(true).open(path).unwrap();
        file.write_all(&vec![0xff; 100_000]).unwrap();
    });
    assert!(!shown.contains(CUT_SHORT), "{shown}");
}

#[test]
fn a_file_that_is_truncated_before_it_is_read() {
    let (_folder, path) = demo();
    let whole = fs::metadata(&path).unwrap().len();
    let file = OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(whole / 2 + 1).unwrap();
    let output = run(&["info", text(&path)]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("trace_truncated"), "{said}");
    tells_of_loss(&path, "trace_truncated, first at byte ");
}

#[test]
fn a_gate_on_a_file_of_which_not_all_was_read() {
    let (folder, path) = demo();
    let whole = fs::read(&path).unwrap();
    let json = |path: &Path, args: &[&str]| -> serde_json::Value {
        let args = [&[args[0], text(path), "--format", "json"], &args[1..]].concat();
        serde_json::from_slice(&run(&args).stdout).unwrap()
    };
    let gate = ["--fail-over", "self>100,incomplete"];
    let of = |path| [&["janks", text(path)], &gate[..]].concat();
    assert_eq!(json(&path, &["info"])["complete"], true);
    assert_eq!(json(&path, &["janks"])["complete"], true);
    let output = run(&of(&path));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        said.contains("ok: incomplete (found all of the file)"),
        "{said}"
    );
    let cut = folder.path().join("cut.pftrace");
    let packed = fs::read(support::repo("assets/demo.pftrace.gz")).unwrap();
    for (bytes, issue) in [
        (&whole[..=whole.len() / 2], "trace_truncated"),
        (&packed[..packed.len() / 2], "container_corrupt"),
        (&[], "trace_empty"),
    ] {
        fs::write(&cut, bytes).unwrap();
        assert_eq!(json(&cut, &["info"])["complete"], false, "{issue}");
        let found = json(&cut, &["janks", gate[0], gate[1]]);
        assert_eq!(found["complete"], false, "{issue}");
        let limit = &found["limits"][1];
        assert_eq!(
            (&limit["limit"], &limit["exceeded"]),
            (&"incomplete".into(), &true.into())
        );
        fails(&of(&cut), 1, issue);
        for (format, says) in [
            ("text", "not all of the file was read: "),
            ("md", "**not all of the file was read: "),
            ("junit", "<property name=\"complete\" value=\"false\"/>"),
            ("junit", "<failure message=\"incomplete: "),
        ] {
            let output = run(&[of(&cut).as_slice(), &["--format", format]].concat());
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(
                said.contains(says) && said.contains(issue),
                "{format}: {said}"
            );
        }
    }
}

/// Checks that every report says once, on standard error, that not all of the file was read.
fn tells_of_loss(path: &Path, issue: &str) {
    for command in [
        &["info"][..],
        &["flow"],
        &["query", "select 1"],
        &["snapshot"],
    ] {
        let mut args = command.to_vec();
        args.insert(1, text(path));
        let output = run(&args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(said.matches(issue).count(), 1, "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// Checks that the viewer ends by itself if there is nothing to show, and the shell shows the reason.
fn viewer_fails(args: &[&str], says: &str) {
    let (status, output) = Tty::start(args).end();
    assert_eq!(status, 3, "{output}");
    let (_, after) = output.rsplit_once("\u{1b}[?1049l").unwrap();
    assert!(
        after.contains("perfetty: ") && after.contains(says),
        "{after}"
    );
}

#[test]
fn a_file_that_is_not_there() {
    fails(&["info", "/nonexistent/trace"], 3, "No such file");
    viewer_fails(&["/nonexistent/trace"], "No such file");
}

#[test]
fn a_command_that_is_not_quite_one() {
    fails(
        &["slice", "assets/demo.pftrace.gz"],
        2,
        "did you mean `slices`?",
    );
    fails(&["quer"], 2, "did you mean `query`?");
    fails(&["inof", "x.pftrace"], 2, "did you mean `info`?");
    fails(&["jamks"], 2, "did you mean `janks`?");
    fails(&["demo"], 2, "without a file, `perfetty` opens the demo");
    fails(&["slow-flows", "x.pftrace"], 2, "did you mean `flow`?");
    let of_viewer = "perfetty TRACE --keys '>startups<enter>'";
    fails(&["startups", "x.pftrace"], 2, of_viewer);
    fails(&["startups"], 2, of_viewer);
    // What is no command is none with a trace, nor where it is asked for.
    let demo = "assets/demo.pftrace.gz";
    for args in [
        &["compare", demo, demo][..],
        &["compare", "--help"],
        &["help", "compare"],
    ] {
        fails(args, 2, "there is no command and no file \"compare\"");
    }
    // A value that looks like a flag.
    fails(&["slices", demo, "-n", "-1"], 2, "write '-n=-1'");
    fails(&["snapshot", "--at", "-5ms"], 2, "write '--at=-5ms'");
    let help = run(&["help", "slices"]);
    let said = String::from_utf8_lossy(&help.stdout);
    assert!(said.contains("Usage: perfetty slices"), "{help:?}");
}

#[test]
fn a_pattern_that_matches_no_track() {
    let demo = "assets/demo.pftrace.gz";
    for args in [
        ["tracks", demo, "--filter", "nosuch"],
        ["slices", demo, "--track", "nosuch"],
    ] {
        let output = run(&args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && said.contains("no track matches"),
            "{output:?}"
        );
    }
    fails(
        &["snapshot", demo, "--filter", "nosuch"],
        1,
        "no track matches",
    );
    for flag in ["--pin", "--hide", "--expand", "--collapse", "--top"] {
        let says = format!("{flag}: no track");
        fails(&["snapshot", demo, flag, "nosuch"], 1, &says);
        let says = format!("{flag}: not a regular expression");
        fails(&["snapshot", demo, flag, "["], 2, &says);
    }
    fails(&["slices", demo, "--at", "1s"], 2, "expected TIME+DUR");
}

#[test]
fn a_report_of_what_is_not_there() {
    let demo = "assets/demo.pftrace.gz";
    for (args, says) in [
        (
            ["janks", "--process", "nosuch"],
            "--process: no process with frames matches",
        ),
        (["janks", "--layer", "nosuch"], "--layer: no layer matches"),
        (["slices", "--name", "nosuch"], "--name: no slice matches"),
        (
            ["slices", "--at", "0+1s"],
            "--at: nothing is there, the trace lasts",
        ),
        (
            ["slices", "--at", "100s+1s"],
            "--at: nothing is there, the trace lasts",
        ),
    ] {
        let output = run(&[args[0], demo, args[1], args[2]]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains(says), "{output:?}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    for args in [
        ["janks", "--process", "example"],
        ["slices", "--name", "doFrame"],
        ["slices", "--at", "1s+1s"],
    ] {
        let output = run(&[args[0], demo, args[1], args[2]]);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{output:?}"
        );
    }
    let link = "https://ui.perfetto.dev/#!/?visStart=1&visEnd=2";
    fails(
        &["snapshot", demo, "--url", link],
        1,
        "--url: nothing is there, the trace lasts",
    );
    for (query, has) in [
        ("pid=48000", "pid=48000"),
        ("tid=1&dur=7", "dur=7 tid=1"),
        ("ts=5&pid=480", "ts=5 pid=480"),
    ] {
        let link = format!("https://ui.perfetto.dev/#!/?{query}");
        let words = format!("--url: no slice has {has}, as the link says");
        fails(&["snapshot", demo, "--url", &link], 1, &words);
    }
    // Of a slice that begins at that time it is told what else it has.
    let sql = "select ts, dur, tid from slice join thread_track t on t.id = track_id join thread using (utid) \
               order by ts, slice.id limit 1";
    let first = run(&["query", demo, sql, "--format", "csv"]);
    let first = String::from_utf8_lossy(&first.stdout).into_owned();
    let first: Vec<&str> = first.lines().nth(1).expect("a slice").split(',').collect();
    let [ts, dur, tid] = first[..] else {
        panic!("{first:?}");
    };
    for (query, other) in [
        (format!("ts={ts}&dur={dur}&tid=99999"), format!("tid={tid}")),
        (format!("ts={ts}&dur=3&tid={tid}"), format!("dur={dur}")),
    ] {
        let link = format!("https://ui.perfetto.dev/#!/?{query}");
        let said = query.replace('&', " ");
        let words =
            format!("--url: no slice has {said}, as the link says; the one at ts={ts} has {other}");
        fails(&["snapshot", demo, "--url", &link], 1, &words);
    }
}

#[test]
fn a_trace_piped_into_a_snapshot_that_does_not_ask_for_it() {
    let snapshot = |trace: &[&str]| {
        let mut child = Command::new(PROGRAM)
            .args(["snapshot", "--size", "80x24"])
            .args(trace)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Who does not read closes the pipe.
        let _written = child.stdin.take().unwrap().write_all(b"[]");
        let output = child.wait_with_output().unwrap();
        let texts = [output.stdout, output.stderr];
        texts.map(|text| String::from_utf8(text).unwrap())
    };
    let [screen, says] = snapshot(&[]);
    assert!(screen.contains("demo"), "{screen}");
    let words = "perfetty: this is the demo: `-` reads the trace from standard input\n";
    assert_eq!(says, words);
    let [screen, says] = snapshot(&["-"]);
    assert!(
        !screen.contains("demo") && !says.contains("demo"),
        "{screen} {says}"
    );
    let nothing = run(&["snapshot", "--size", "80x24"]);
    assert!(nothing.stderr.is_empty(), "{nothing:?}");
}

#[test]
fn two_traces_at_once() {
    let demo = "assets/demo.pftrace.gz";
    for second in [demo, "extra"] {
        fails(&[demo, second], 2, "one trace is opened at a time");
    }
    fails(&[demo, "--nosuch"], 2, "--nosuch");
}

#[test]
fn what_is_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    fs::write(&path, "hello").unwrap();
    fails(&["info", text(&path)], 3, "it is a text file");
    viewer_fails(&[text(&path)], "it is a text file");
}

#[test]
fn a_file_without_permission() {
    let (folder, path) = demo();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
    if fs::File::open(&path).is_err() {
        return fails(&["info", text(&path)], 3, "Permission denied");
    }
    // Root may read everything, so a copy of the program runs as another user.
    let program = folder.path().join("perfetty");
    fs::copy(PROGRAM, &program).unwrap();
    let output = Command::new("setpriv")
        .args(["--reuid=65534", "--clear-groups", text(&program), "info"])
        .arg(&path)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("Permission denied"), "{errors}");
}

#[test]
fn a_directory() {
    fails(&["info", "/tmp"], 3, "it is a directory");
}

#[test]
fn a_device() {
    fails(&["info", "/dev/zero"], 3, "it is a character device");
}

#[test]
fn an_empty_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty");
    fs::write(&path, b"").unwrap();
    let output = run(&["info", text(&path)]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(said.contains("trace_empty"), "{said}");
    tells_of_loss(&path, "(trace_empty)");
    let mut tty = Tty::start(&[text(&path)]);
    tty.wait_for("data loss").send("q");
    assert_eq!(tty.end().0, 0);
}

#[test]
fn a_query_comes_from_standard_input() {
    let (_folder, path) = demo();
    for args in [&["-"][..], &["--file", "-"]] {
        let mut child = Command::new(PROGRAM)
            .args(["query", text(&path), "--format", "csv"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"select 1 as one").unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.stdout, b"one\n1\n", "{args:?}");
    }
    let both = "standard input cannot be both the trace and the query";
    fails(&["query", "-", "-"], 2, both);
    fails(&["query", "-", "--file", "-"], 2, both);
}

#[test]
fn a_query_in_a_file_that_is_wrong() {
    let (folder, path) = demo();
    let file = folder.path().join("bad.sql");
    fs::write(&file, "select 1;\n\nselect * from nosuch;\n").unwrap();
    let args = ["query", text(&path), "--file", text(&file)];
    fails(
        &args,
        2,
        "bad.sql: no such table: nosuch (line 3, column 15)",
    );
    // Only the rows of the last statement count.
    let of = |sql| {
        [
            "query",
            text(&path),
            sql,
            "--fail-empty",
            "--format",
            "json",
        ]
    };
    for (sql, status) in [
        ("select 1", 0),
        ("select 1; create table q(a)", 1),
        ("create table q(a); select 1", 0),
    ] {
        assert_eq!(run(&of(sql)).status.code(), Some(status), "{sql}");
    }
}

#[test]
fn a_fifo_is_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fifo");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &path,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    // A viewer that waits for a writer can be quit.
    let mut tty = Tty::start(&[text(&path)]);
    tty.wait_for("fifo").send("q");
    assert_eq!(tty.end().0, 0);
    let to = path.clone();
    let output = std::thread::scope(|scope| {
        scope.spawn(|| fs::write(to, crate::demo::trace()).unwrap());
        run(&["info", text(&path)])
    });
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("slices"), "{output:?}");
}

#[test]
fn a_pipe_of_which_enough_has_come() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fifo");
    let (cwd, mode) = (rustix::fs::CWD, rustix::fs::Mode::RWXU);
    rustix::fs::mknodat(cwd, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let mut tty = Tty::start(&[text(&path)]);
    // The writer writes a part and keeps the pipe open.
    let mut writer = OpenOptions::new().write(true).open(&path).unwrap();
    let trace = crate::demo::trace();
    writer.write_all(&trace[..trace.len() / 2]).unwrap();
    tty.wait_for(" read · ").send(">cancel-load\r");
    tty.wait_for("BROWSE").send(">issues\r");
    tty.wait_for("trace_input_stopped").send("\u{3}");
    assert_eq!(tty.end().0, 130);
    drop(writer);
}

#[test]
fn a_full_disk() {
    let (folder, path) = demo();
    let full = || Stdio::from(OpenOptions::new().write(true).open("/dev/full").unwrap());
    let output = Command::new(PROGRAM)
        .args(["query", text(&path), "select * from slice"])
        .stdout(full())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("No space left"), "{errors}");
    for report in [
        &["info"][..],
        &["tracks"],
        &["slices", "-n", "0"],
        &["slices", "--format", "json"],
        &["janks", "-n", "0"],
        &["flow"],
        &["snapshot"],
    ] {
        let mut args = report.to_vec();
        args.insert(1, text(&path));
        let output = Command::new(PROGRAM)
            .args(args)
            .stdout(full())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{errors}");
        let says = "perfetty: cannot write the output: No space left";
        assert!(errors.starts_with(says), "{report:?}: {errors}");
    }
    let help = Command::new(PROGRAM).arg("--help").stdout(full()).output();
    let errors = String::from_utf8(help.unwrap().stderr).unwrap();
    assert!(errors.contains("cannot write the output"), "{errors}");
    // A log that cannot be written is no reason to stop.
    let output = run(&["--log", "/dev/full", "info", text(&path)]);
    assert!(output.status.success(), "{output:?}");
    // The parent folder does not exist.
    let out = folder.path().join("no").join("folder");
    fails(&["export", text(&path), text(&out)], 3, "No such file");
}

#[test]
fn a_disk_that_fills() {
    let (folder, path) = demo();
    for format in ["csv", "ndjson", "sqlite"] {
        let out = folder.path().join(format!("out-{format}"));
        // The limit for files is a few kilobytes; exceeding it is an error like that of a full disk.
        let script = "ulimit -f 8; exec \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script, "sh", PROGRAM, "export", text(&path)])
            .args([text(&out), "--format", format])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(!out.exists(), "half an export is left: {format}");
        // Nothing is left, so the next export can have the name.
        let output = run(&["export", text(&path), text(&out), "--format", format]);
        assert!(output.status.success(), "{output:?}");
    }
}

/// Exports a trace, and sends a signal as soon as something is written.
fn export_and_signal(env: &str, signal: Signal, format: &str) -> (ExitStatus, Vec<String>, bool) {
    let (folder, path) = demo();
    fs::write(&path, crate::demo::trace().repeat(8)).unwrap();
    let part = folder.path().join("out.part");
    // The process that runs the tests may ignore signals, which children inherit.
    let mut child = Command::new("env")
        .args([env, PROGRAM, "export", text(&path)])
        .args([text(&folder.path().join("out")), "--format", format])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut was_begun = false;
    let status = loop {
        let names = fs::read_dir(&part).map_or(0, Iterator::count);
        if names > 0 && !was_begun {
            was_begun = true;
            rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal)
                .unwrap();
        }
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let entries = fs::read_dir(folder.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    (status, names, was_begun)
}

#[test]
fn an_export_that_is_interrupted() {
    for (signal, format) in [
        (Signal::INT, "csv"),
        (Signal::TERM, "sqlite"),
        (Signal::HUP, "ndjson"),
        (Signal::QUIT, "csv"),
    ] {
        let (status, names, was_begun) =
            export_and_signal("--default-signal=INT,HUP,QUIT", signal, format);
        assert!(
            was_begun,
            "{format}: nothing was ever begun beside the file"
        );
        // A shell shows the statuses 130, 143, 129 and 131.
        assert_eq!(status.signal(), Some(signal.as_raw()), "{format}: {status}");
        assert_eq!(names, ["trace.pftrace"], "{format}");
    }
    // With SIGHUP ignored, as under nohup.
    let (status, names, was_begun) = export_and_signal("--ignore-signal=HUP", Signal::HUP, "csv");
    assert!(was_begun && status.success(), "{status}");
    assert_eq!(names, ["out", "trace.pftrace"]);
}

#[test]
fn a_state_folder_that_cannot_be_written() {
    let (folder, path) = demo();
    let state = folder.path().join("state");
    fs::write(&state, b"no folder").unwrap();
    let mut tty = Tty::start_in(folder.path(), PROGRAM, &[text(&path)]);
    tty.wait_for("example.feed").send("Mnote\r");
    tty.wait_for("are not kept").send("q");
    assert_eq!(tty.end().0, 0);
    assert_eq!(fs::read(&state).unwrap(), b"no folder");
}

#[test]
fn a_damaged_state_file() {
    let (folder, path) = demo();
    let state = folder.path().join("state");
    let shared = state.join("perfetty").join("workspaces.json");
    fs::create_dir_all(shared.parent().unwrap()).unwrap();
    fs::write(&shared, b"not JSON").unwrap();
    let mut tty = Tty::start_in(folder.path(), PROGRAM, &[text(&path)]);
    tty.wait_for("workspaces.json").wait_for("BROWSE");
    tty.send("Mnote\r");
    tty.wait_for("⚑note").send("q");
    assert_eq!(tty.end().0, 0);
    assert_eq!(fs::read(&shared).unwrap(), b"not JSON");
    // The file that is valid is still updated.
    let traces = fs::read_dir(state.join("perfetty/traces")).unwrap();
    assert_eq!(traces.count(), 1);
}

#[test]
fn a_log_is_private_and_a_new_file_is_never_written_through_a_link() {
    let (folder, path) = demo();
    let log = folder.path().join("log");
    assert!(
        run(&["--log", text(&log), "info", text(&path)])
            .status
            .success()
    );
    assert_eq!(
        fs::metadata(&log).unwrap().permissions().mode() & 0o777,
        0o600
    );
    // A log in the form of a trace needs a new file, because an existing trace could be any trace.
    let before = fs::read(&path).unwrap();
    let output = run(&["--log", text(&path), "info", text(&path)]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
    // Other existing files that are no log are not appended to, either.
    let packed = folder.path().join("copy.gz");
    fs::copy(support::repo("assets/demo.pftrace.gz"), &packed).unwrap();
    let before = fs::read(&packed).unwrap();
    fails(
        &["--log", text(&packed), "info", text(&path)],
        3,
        "copy.gz is no log of perfetty",
    );
    assert_eq!(fs::read(&packed).unwrap(), before);
    // Each run appends to the log.
    for n_lines in 2..=3 {
        fails(
            &["--log", text(&log), "info", "/nonexistent"],
            3,
            "No such file",
        );
        let lines = fs::read_to_string(&log).unwrap();
        assert_eq!(lines.lines().count(), n_lines, "{lines}");
        assert!(lines.contains("import"), "{lines}");
    }
    // An invalid level is reported before the file is created, because that would be in the way next time.
    let new = folder.path().join("new.pftrace");
    let output = Command::new(PROGRAM)
        .env("PERFETTY_LOG_LEVEL", "perfetty=nonsense")
        .args(["--log", text(&new), "info", text(&path)])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(!new.exists());
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    fs::write(&target, b"precious").unwrap();
    symlink(&target, &link).unwrap();
    let output = run(&["export", text(&path), text(&link)]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(fs::read(&target).unwrap(), b"precious");
}

#[test]
fn man_pages_replace_links_and_follow_none() {
    let folder = tempfile::tempdir().unwrap();
    let (pages, victim) = (folder.path().join("man1"), folder.path().join("victim"));
    fs::create_dir(&pages).unwrap();
    fs::write(&victim, b"precious").unwrap();
    symlink(&victim, pages.join("perfetty-info.1")).unwrap();
    fs::write(pages.join("perfetty-flow.1"), b"an older page").unwrap();
    fs::write(pages.join("other.1"), b"other").unwrap();
    for _again in 0..2 {
        let output = run(&["man", "--dir", text(&pages)]);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
        for name in ["perfetty-info.1", "perfetty-flow.1"] {
            let page = pages.join(name);
            assert!(fs::symlink_metadata(&page).unwrap().is_file(), "{name}");
            assert!(fs::read_to_string(&page).unwrap().contains("EXIT STATUS"));
        }
        assert_eq!(fs::read(pages.join("other.1")).unwrap(), b"other");
        assert!(!pages.join("man.part").exists());
    }
    // If a page cannot be written, all pages stay as they were.
    let script = "ulimit -f 1; trap '' XFSZ; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh", PROGRAM, "man", "--dir", text(&pages)])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let page = fs::read_to_string(pages.join("perfetty.1")).unwrap();
    assert!(page.contains("EXIT STATUS"));
    assert_eq!(fs::read_dir(&pages).unwrap().count(), 13);
}

#[test]
fn a_reader_that_goes_away() {
    let (_folder, path) = demo();
    let sql = "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n";
    let mut child = Command::new(PROGRAM)
        .args(["query", text(&path), "--format", "csv", sql])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert_eq!(first.trim_end(), "i");
    // The pipe is closed now, which the endless query must notice.
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut errors = String::new();
    child.stderr.unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
}

#[test]
fn a_terminal_that_vanishes() {
    let mut tty = Tty::start(&[]);
    tty.wait_for(LOADED);
    tty.hang_up();
    tty.signal(Signal::HUP);
    assert_eq!(tty.end().0, 129);
}

#[test]
fn sighup() {
    let mut tty = Tty::start(&[]);
    tty.wait_for(LOADED).signal(Signal::HUP);
    assert_eq!(tty.end().0, 129);
}

#[test]
fn sigterm() {
    let mut tty = Tty::start(&[]);
    tty.wait_for(LOADED).signal(Signal::TERM);
    assert_eq!(tty.end().0, 143);
}

#[test]
fn sigquit() {
    let mut tty = Tty::start(&[]);
    tty.wait_for(LOADED).signal(Signal::QUIT);
    assert_eq!(tty.end().0, 143);
}

#[test]
fn sigint() {
    let mut tty = Tty::start(&[]);
    tty.wait_for(LOADED).signal(Signal::INT);
    assert_eq!(tty.end().0, 130);
}

#[test]
fn too_little_memory() {
    let (_folder, path) = demo();
    for args in [
        ["info", text(&path), "--max-memory", "1M"],
        ["info", "assets/demo.pftrace.gz", "--max-memory", "10k"],
    ] {
        fails(&args, 3, "raise the limit with --max-memory");
    }
    let bomb = ["info", "assets/demo.pftrace.gz", "--max-memory", "10k"];
    fails(&bomb, 3, "it holds more than 10 KiB; raise");
    viewer_fails(&[text(&path), "--max-memory", "1M"], "raise the limit");
}

#[test]
fn a_query_that_needs_too_much_memory() {
    let (_folder, path) = demo();
    let sql = "create table t as with recursive c(x) as (select 1 union all select x + 1 from c \
               limit 9000000) select x, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' y from c";
    let args = ["query", text(&path), "--max-memory", "120M", sql];
    let says = "out of memory: SQL may hold 120 MiB; raise the limit with --max-memory";
    fails(&args, 2, says);
    // What functions return is not held by SQLite.
    let function = "create perfetto function f() returns table(x STRING) as \
                    with recursive c(n) as (select 1 union all select n + 1 from c limit 3000) \
                    select printf('%.*c', 100000, 'x') as x from c; select count(*) from f()";
    let args = ["query", text(&path), "--max-memory", "120M", function];
    fails(&args, 2, "f returns more rows than fit into memory");
    let mut tty = Tty::start(&[text(&path), "--max-memory", "120M"]);
    tty.wait_for(LOADED).send(&format!(":{sql}\r"));
    tty.wait_for("SQL may hold 120 MiB").send("\u{3}");
    assert_eq!(tty.end().0, 130);
}

#[test]
fn a_bomb_stops_at_the_limit() {
    const MB: u64 = 1_000_000;
    /// What a thread may add before the limit is checked: a piece of 8 MB, and the records of its two million
    /// packets. How many threads are at that at the same time depends on scheduling.
    const PIECE: u64 = 75 * MB;
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get() as u64);
    let most = 100 * MB + threads.max(2) * PIECE;
    // Packets with hardly any content, each of which is recorded.
    let packet = |len: usize| {
        let mut encoder =
            flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        encoder
            .write_all(&[0x0a, 2, 0x10, 1].repeat(len / 4))
            .unwrap();
        let packets = perfetty_messages::Trace {
            packet: vec![perfetty_messages::TracePacket {
                compressed_packets: Some(encoder.finish().unwrap()),
                ..Default::default()
            }],
        };
        prost::Message::encode_to_vec(&packets)
    };
    let (few, many) = (packet(400 * MB as usize), packet(MB as usize / 2));
    // Snapshots of clocks, each with other clocks. Each names a clock twice, so it is refused, but its
    // readings of the other clocks count.
    let clocks = |n: u32| {
        let clock = |id| perfetty_messages::clock_snapshot::Clock {
            clock_id: Some(id),
            timestamp: Some(1),
            ..Default::default()
        };
        let snapshot = |i: u32| perfetty_messages::TracePacket {
            clock_snapshot: Some(perfetty_messages::ClockSnapshot {
                clocks: (0..64).map(|j| clock(1000 + 63 * i + j % 63)).collect(),
                ..Default::default()
            }),
            ..Default::default()
        };
        let packet = (0..n).map(snapshot).collect();
        prost::Message::encode_to_vec(&perfetty_messages::Trace { packet })
    };
    // Statistics of interrupts, each of which becomes a track of some hundred bytes.
    let interrupts = |packets: u32, each: u32| {
        let count = |irq| perfetty_messages::sys_stats::InterruptCount {
            irq: Some(irq as i32),
            count: Some(1),
        };
        let packet = |i: u32| perfetty_messages::TracePacket {
            timestamp: Some(u64::from(i)),
            sys_stats: Some(perfetty_messages::SysStats {
                num_irq: (i * each..(i + 1) * each).map(count).collect(),
                ..Default::default()
            }),
            ..Default::default()
        };
        let packet = (0..packets).map(packet).collect();
        prost::Message::encode_to_vec(&perfetty_messages::Trace { packet })
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.pftrace");
    for (which, bomb) in [
        ("one packet", few),
        ("small packets", many.repeat(2000)),
        (
            "packets of a piece each",
            packet(8 * MB as usize).repeat(100),
        ),
        ("clocks", clocks(40_000)),
        ("one packet of interrupts", interrupts(1, 400_000)),
        ("packets of interrupts", interrupts(40, 10_000)),
    ] {
        fs::write(&path, bomb).unwrap();
        let mut child = Command::new(PROGRAM)
            .args(["info", text(&path), "--max-memory", "100M"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut peak = 0;
        let status = loop {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
            let line = status.unwrap_or_default();
            let line = line.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
            peak = peak.max(kilobytes.unwrap_or(0) * 1024);
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let mut errors = String::new();
        child.stderr.unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(status.code(), Some(3), "{errors}");
        assert!(errors.contains("raise the limit"), "{errors}");
        assert!(peak < most, "{which}: it held {peak} bytes");
    }
}

/// Checks that each row of the table names a test of this file or of another one that it names.
#[test]
fn every_row_names_a_test() {
    let page = fs::read_to_string(support::repo("docs/faults.md")).unwrap();
    let mut named = Vec::new();
    for row in page.lines().filter(|line| line.contains("::")) {
        let test = row.trim_end_matches('|').rsplit('|').next().unwrap().trim();
        let (file, name) = test.trim_matches('`').split_once("::").unwrap();
        let source = fs::read_to_string(support::repo(file)).unwrap();
        assert!(
            source.contains(&format!("fn {name}(")),
            "{file} has no test {name}: {row}"
        );
        if file == "tests/it/faults.rs" {
            named.push(name.to_owned());
        }
    }
    let own = fs::read_to_string(support::repo("tests/it/faults.rs")).unwrap();
    for after in own.split("#[test]\nfn ").skip(1) {
        let name = after.split('(').next().unwrap();
        assert!(
            name == "every_row_names_a_test" || named.iter().any(|row| row == name),
            "{name} is not in docs/faults.md"
        );
    }
}
