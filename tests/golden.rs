//! The golden tests: traces as text, commands, and what they print.
//!
//! Every `tests/golden/<area>/<name>.textproto` is one test. Its first lines
//! say what to run, with `%` for the trace:
//!
//! ```text
//! # RUN: query % --format tp "select ts, dur, name from slice"
//! ```
//!
//! A line `# CASE: title` starts another trace, which the same commands read;
//! `# RUN:` lines after it are for that trace alone. What all of them print is
//! in `<name>.out` as a transcript: the command, its output, `! ` before each
//! line of standard error, and the exit status unless it is 0. `BLESS=1`
//! rewrites it. A file marked `# ORACLE:` was answered by the reference, its
//! transcript is never rewritten from here. `KEEP=DIR` keeps the traces there.

#[path = "it/support.rs"]
#[expect(dead_code, reason = "shared with the other test binary")]
mod support;

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

/// The name of the trace: short and always the same, because screens show it.
const TRACE: &str = "trace.pftrace";

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    if arguments.test_threads.is_none() {
        // Each test waits for a child process, so there can be as many as cores.
        arguments.test_threads = std::thread::available_parallelism().ok().map(usize::from);
    }
    let root = support::repo("tests/golden");
    let mut trials = Vec::new();
    for path in support::golden_files() {
        let name = path.strip_prefix(&root).unwrap_or(&path).with_extension("");
        let name = name.to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || check(&path)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Runs one file and compares its transcript.
fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let dir = tempfile::tempdir()?;
    let trace = dir.path().join(TRACE);
    let mut transcript = String::new();
    for (number, case) in support::cases(&text).into_iter().enumerate() {
        let bytes = support::trace_from_text(&case.trace);
        std::fs::write(&trace, &bytes)?;
        if let Some(keep) = std::env::var_os("KEEP") {
            let area = path.parent().and_then(Path::file_name).unwrap_or_default();
            let (area, name) = (area.to_string_lossy(), path.file_stem().unwrap_or_default());
            let name = format!("{area}-{}-{number}.pftrace", name.to_string_lossy());
            std::fs::write(Path::new(&keep).join(name), &bytes)?;
        }
        if let Some(title) = &case.title {
            writeln!(transcript, "== {title}")?;
        }
        for line in &case.commands {
            let mut words = support::shell_words(line);
            for word in &mut words {
                if word == "%" {
                    TRACE.clone_into(word);
                }
            }
            writeln!(transcript, "$ {line}")?;
            transcript.push_str(&run(&words, dir.path())?);
        }
    }
    compare(
        path,
        &transcript,
        text.lines().any(|line| line.starts_with("# ORACLE:")),
    )
}

/// Compares a transcript with the one on disk, or rewrites it.
fn compare(path: &Path, transcript: &str, from_oracle: bool) -> Result<(), Failed> {
    let expected_path = path.with_extension("out");
    let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
    if transcript == expected {
        return Ok(());
    }
    if support::blessing() && !from_oracle {
        return Ok(std::fs::write(&expected_path, transcript)?);
    }
    let mut difference = format!("{} differs:\n", expected_path.display());
    difference.push_str(&support::difference(&expected, transcript));
    if from_oracle {
        difference.push_str("The reference gave the lines with -.\n");
    } else {
        difference.push_str("BLESS=1 rewrites it; read the difference first.\n");
    }
    Err(difference.into())
}

/// Runs the program and returns what it printed.
fn run(words: &[String], dir: &Path) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_perfetty"))
        .args(words)
        .current_dir(dir)
        .stdin(Stdio::null())
        .env_clear()
        .env("HOME", dir)
        .env("LANG", "C.UTF-8")
        .output()?;
    let mut out = String::from_utf8_lossy(&output.stdout).into_owned();
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        writeln!(out, "! {line}")?;
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => writeln!(out, "[exit status {code}]")?,
        None => return Err(format!("killed: {}\n{out}", output.status).into()),
    }
    Ok(out.replace(TRACE, "%"))
}
