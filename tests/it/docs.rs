//! The documentation is true: its commands run, and print what it shows.
//!
//! In README.md, CONTRIBUTING.md and docs/, a block marked `console` is a transcript: lines after `$ ` run in
//! a shell, and the lines below must be what they print. `BLESS=1` rewrites it. Commands of `sh` blocks run,
//! too, without a transcript, unless they build or install: `.ci/fresh` runs those. All of them find the same
//! trace as `assets/demo.pftrace.gz` and `trace.pftrace`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use perfetty::cli::shell::{ENVIRONMENT, STATUS, Told};
use perfetty::model::chromium_frames::ChromiumFrame;
use perfetty::query::janks::JankRow;
use regex::Regex;

use crate::support::{self, repo};

/// Commands that this test does not run: they build, install, or need a device or a terminal. `.ci/fresh`
/// runs those that can be run.
const ELSEWHERE: &[&str] = &[
    "adb",
    "apt",
    "cargo",
    "git",
    "ssh",
    "scp",
    "sudo",
    "cd",
    ".ci/",
    "INSTA_UPDATE",
    "KEEP",
    "BLESS",
];

/// Returns the pages with commands.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![repo("README.md"), repo("CONTRIBUTING.md")];
    for entry in std::fs::read_dir(repo("docs")).unwrap().flatten() {
        if entry.path().extension().is_some_and(|ext| ext == "md") {
            pages.push(entry.path());
        }
    }
    pages.sort();
    pages
}

/// Returns a directory with the traces that the commands read, and the program as `perfetty`.
fn workplace() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    std::fs::create_dir_all(at("assets")).unwrap();
    std::fs::create_dir_all(at("bin")).unwrap();
    std::fs::copy(repo("assets/demo.pftrace.gz"), at("assets/demo.pftrace.gz")).unwrap();
    std::fs::write(at("trace.pftrace"), super::demo::trace()).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_perfetty"), at("bin/perfetty")).unwrap();
    dir
}

/// Runs a command line as a user would; returns its output, and its exit status unless that is 0.
fn run(command: &str, dir: &Path) -> String {
    let path = format!("{}:/usr/bin:/bin", dir.join("bin").display());
    let output = Command::new("/bin/sh")
        .args(["-c", command])
        .current_dir(dir)
        .stdin(Stdio::null())
        .env_clear()
        .env("PATH", path)
        .env("HOME", dir)
        .env("LANG", "C.UTF-8")
        .output()
        .unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "[exit status {}]", code.unwrap_or(-1)).unwrap(),
    }
    // Lines in documents have no blanks at the end.
    text.lines()
        .fold(String::new(), |all, line| all + line.trim_end() + "\n")
}

/// Returns whether this test runs a command.
fn is_ours(command: &str) -> bool {
    let first = command.split_whitespace().next().unwrap_or_default();
    !ELSEWHERE.iter().any(|word| first.starts_with(word))
}

/// Returns whether a command opens the viewer, which needs a terminal.
fn is_viewer(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let is_perfetty = words.next() == Some("perfetty");
    let second = words.next().unwrap_or_default();
    let subcommands = perfetty::cli::args::Cli::definition();
    is_perfetty
        && !subcommands
            .get_subcommands()
            .any(|sub| sub.get_name() == second)
        && !["--version", "--help", "-"].contains(&second)
        && !command.contains('|')
}

/// Opens the viewer's view without a terminal: the flags must be valid, and find what they name.
fn opens(command: &str, dir: &Path) {
    let (command, _comment) = command.split_once(" #").unwrap_or((command, ""));
    let snapshot = command
        .trim()
        .replacen("perfetty", "perfetty snapshot --size 80x24", 1);
    let printed = run(&snapshot, dir);
    let clean = printed.lines().count() == 24 && !printed.contains("[exit status");
    assert!(clean, "{command}\n{printed}");
}

#[test]
fn every_command_runs_and_prints_what_is_shown() {
    let dir = workplace();
    let mut n_run = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        let mut fresh = String::new();
        let mut lines = text.lines().peekable();
        let mut fence: Option<&str> = None;
        while let Some(line) = lines.next() {
            fresh.push_str(line);
            fresh.push('\n');
            if let Some(kind) = line.strip_prefix("```") {
                fence = if fence.is_some() { None } else { Some(kind) };
                continue;
            }
            let command = match fence {
                Some("console") => line.strip_prefix("$ "),
                Some("sh") => Some(line).filter(|line| !line.trim().is_empty()),
                _ => None,
            };
            let Some(command) = command.filter(|command| is_ours(command)) else {
                continue;
            };
            n_run += 1;
            if is_viewer(command) {
                opens(command, dir.path());
                continue;
            }
            let printed = run(command, dir.path());
            if fence == Some("sh") {
                let failed = printed.contains("[exit status") && !command.contains("--fail");
                assert!(!failed, "{}: {command}\n{printed}", page.display());
                continue;
            }
            fresh.push_str(&printed);
            // The old output is skipped here; the whole page is compared below.
            while lines
                .peek()
                .is_some_and(|next| !next.starts_with("$ ") && *next != "```")
            {
                lines.next();
            }
        }
        assert_eq!(fence, None, "{}: an open block", page.display());
        support::check_file(&page, fresh.as_bytes());
    }
    assert!(n_run >= 15, "only {n_run} commands were found");
}

#[test]
fn pictures_and_links_are_there() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for found in link.captures_iter(&text) {
            let target = &found[1];
            if target.starts_with("https://") || target.starts_with('#') {
                continue;
            }
            let file = target.split('#').next().unwrap_or(target);
            let path = page.parent().unwrap().join(file);
            assert!(path.exists(), "{}: {target}", page.display());
        }
    }
}

#[test]
fn the_keys_are_current() {
    let text = perfetty::app::keymap::Keymap::built_in().to_markdown();
    support::check_file(&repo("docs/keys.md"), text.as_bytes());
}

#[test]
fn the_help_of_every_command_is_current() {
    let mut text = String::from(
        "# Command line\n\n\
         Made by `BLESS=1 cargo test --test it docs` from the definitions that the man pages are made from.\n\
         What describes a view is explained at [`perfetty snapshot`](#perfetty-snapshot), what every command \
         takes under [Options everywhere](#options-everywhere), and how TIME, DUR, RE, SEL and KEYS are written \
         under [Values](#values).\n",
    );
    let mut command = perfetty::cli::args::Cli::definition().term_width(100);
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    let mut section = |title: &str, help: String| {
        write!(text, "\n## {title}\n\n```text\n").unwrap();
        for line in help.lines() {
            writeln!(text, "{}", line.trim_end()).unwrap();
        }
        text.push_str("```\n");
    };
    section("perfetty", command.render_help().to_string());
    for name in &names {
        command.build();
        let sub = command.find_subcommand_mut(name).unwrap();
        // Options of every command are on the first page only.
        let globals: Vec<clap::Id> = sub
            .get_arguments()
            .filter(|arg| arg.get_help_heading() == Some("Options everywhere"))
            .map(|arg| arg.get_id().clone())
            .collect();
        let mut sub = sub.clone();
        for id in globals {
            sub = sub.mut_arg(id, |arg| arg.hide(true));
        }
        section(
            &format!("perfetty {name}"),
            sub.render_long_help().to_string(),
        );
    }
    // A command without options of its own says nothing about them.
    let mut everywhere = command.find_subcommand("keys").unwrap().clone();
    let own = everywhere.get_arguments();
    let own = own.filter(|arg| arg.get_help_heading() != Some("Options everywhere"));
    let own: Vec<clap::Id> = own.map(|arg| arg.get_id().clone()).collect();
    for id in own {
        everywhere = everywhere.mut_arg(id, |arg| arg.hide(true));
    }
    let help = everywhere.render_long_help().to_string();
    let (_, options) = help.split_once("Options everywhere:\n").unwrap();
    section("Options everywhere", options.to_owned());
    text.push_str("\n## Values\n\n");
    for value in &perfetty::cli::values::ALL {
        match value.lines {
            [line] => writeln!(text, "- `{}`: {line}", value.name).unwrap(),
            lines => {
                writeln!(text, "- `{}`:", value.name).unwrap();
                for line in lines {
                    writeln!(text, "  - {line}").unwrap();
                }
            }
        }
    }
    support::check_file(&repo("docs/commands.md"), text.as_bytes());
}

#[test]
fn the_configuration_that_is_shown_is_read_and_complete() {
    use perfetty::app::config::{Config, KEYS};
    let text = std::fs::read_to_string(repo("docs/configuration.md")).unwrap();
    let blocks: Vec<&str> = text
        .split("```toml\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap())
        .collect();
    assert!(!blocks.is_empty());
    for block in &blocks {
        let mut config = Config::default();
        config.apply_text(block, "docs/configuration.md");
        assert_eq!(config.problems, [""; 0], "{block}");
    }
    let all = blocks.concat();
    for key in KEYS {
        let shown = all.contains(&format!("{key} = ")) || all.contains(&format!("[{key}."));
        assert!(shown, "{key} is not in docs/configuration.md");
        assert!(text.contains(&format!("`{key}`")), "{key} is not explained");
    }
}

/// Returns the shape of a value: the paths of its fields with their kinds; all items of an array are merged.
fn shape(
    value: &serde_json::Value,
    at: &str,
    found: &mut std::collections::BTreeMap<String, String>,
) {
    use serde_json::Value;
    let kind = match value {
        Value::Null => return,
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(items) => {
            for item in items {
                shape(item, &format!("{at}[]"), found);
            }
            "array"
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                shape(value, &format!("{at}.{key}"), found);
            }
            "object"
        }
    };
    found.insert(at.to_owned(), kind.to_owned());
}

/// Returns the paths of all keys of a value.
fn keys(value: &serde_json::Value, at: &str, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                let path = format!("{at}.{key}");
                keys(value, &path, found);
                found.insert(path);
            }
        }
        serde_json::Value::Array(items) => {
            for item in items {
                keys(item, &format!("{at}[]"), found);
            }
        }
        _ => {}
    }
}

/// Returns the paths of objects without fields, each with a dot at its end.
fn empty_objects(value: &serde_json::Value, at: &str, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) if fields.is_empty() => found.push(format!("{at}.")),
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                empty_objects(value, &format!("{at}.{key}"), found);
            }
        }
        serde_json::Value::Array(items) => {
            for item in items {
                empty_objects(item, &format!("{at}[]"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn json_has_the_documented_shape() {
    let dir = workplace();
    let text = std::fs::read_to_string(repo("docs/json.md")).unwrap();
    let mut n_checked = 0;
    for section in text.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap();
        let command = section
            .split('`')
            .nth(1)
            .filter(|command| command.starts_with("perfetty "))
            .unwrap_or_else(|| panic!("{title} names no command"));
        let example = section.split("```json\n").nth(1).unwrap();
        let example = example.split("```").next().unwrap();
        let example: serde_json::Value = serde_json::from_str(example).unwrap();
        let printed = run(&command.replace("TRACE", "trace.pftrace"), dir.path());
        let printed: serde_json::Value = if command.contains("ndjson") {
            let lines = printed
                .lines()
                .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
            lines.collect()
        } else {
            serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{command}: {error}"))
        };
        if example.as_array().is_some_and(|items| items[0].is_object()) || example.is_object() {
            let (mut told, mut seen) = Default::default();
            keys(&example, "", &mut told);
            keys(&printed, "", &mut seen);
            // For an empty object, the page shows the fields elsewhere.
            let mut short = Vec::new();
            empty_objects(&example, "", &mut short);
            let untold: Vec<_> = seen
                .difference(&told)
                .filter(|path| !short.iter().any(|short| path.starts_with(short)))
                .collect();
            assert!(
                untold.is_empty(),
                "{title}: not in docs/json.md: {untold:?}"
            );
        }
        let (mut told, mut seen) = Default::default();
        shape(&example, "", &mut told);
        shape(&printed, "", &mut seen);
        for (path, kind) in &seen {
            let same = told.get(path).is_none_or(|told| told == kind);
            assert!(same, "{title}: {path} is a {kind}, not a {}", told[path]);
        }
        n_checked += 1;
    }
    assert!(n_checked >= 8, "{n_checked}");
}

/// Writes a table of a page anew.
fn check_table(page: &str, heading: &str, told: &[Told]) {
    let path = repo(page);
    let old = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = old.split_once(heading).unwrap();
    let lines = rest.split_inclusive('\n');
    let after: String = lines.skip_while(|line| line.starts_with('|')).collect();
    let rows = told.iter().map(|(names, text)| {
        let names = names.replace(", ", "`, `");
        format!("| `{names}` | {text} |\n")
    });
    let text = [before, heading, &rows.collect::<String>(), &after].concat();
    support::check_file(&path, text.as_bytes());
}

#[test]
fn environment_variables_and_exit_statuses_are_listed() {
    let heading = "| variable | what it does |\n|---|---|\n";
    check_table("docs/configuration.md", heading, ENVIRONMENT);
    let heading = "| status | what it means |\n|---|---|\n";
    check_table("docs/faults.md", heading, STATUS);
}

#[test]
fn the_list_of_environment_variables_has_what_the_source_asks_for() {
    let asks = Regex::new(r#"\b(?:env|var|var_os|is_set)\(\s*"([A-Z][A-Z0-9_]*)""#).unwrap();
    let mut asked = BTreeSet::new();
    for path in support::files_below(&repo("src")) {
        if path.extension().is_some_and(|ext| ext == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            // What tests ask for stands at the end of a file.
            let program = text.split("#[cfg(test)]").next().unwrap();
            let names = asks.captures_iter(program);
            asked.extend(names.map(|name| name[1].to_owned()));
        }
    }
    // Another crate asks for the folders.
    asked.extend(["XDG_CONFIG_HOME", "XDG_STATE_HOME"].map(str::to_owned));
    let listed = ENVIRONMENT.iter().flat_map(|(names, _)| names.split(", "));
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    assert_eq!(asked, listed);
}

/// The names in backquotes of a line of docs/json.md, without what stands in parentheses.
fn columns_of_csv(text: &str, begins: &str) -> Vec<String> {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(begins));
    let aside = Regex::new(r"\([^)]*\)").unwrap();
    let line = aside.replace_all(lines.next().unwrap(), "");
    let names = line.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

#[test]
fn json_md_lists_the_columns_of_csv() {
    let text = std::fs::read_to_string(repo("docs/json.md")).unwrap();
    let begins = "`--format csv` is the list alone, with these fields as columns, empty where they are `null`:";
    let of_android = columns_of_csv(&text, begins);
    assert_eq!(of_android, JankRow::RECORD);
    let of_chromium = columns_of_csv(&text, "Of Chromium's frames they are");
    assert_eq!(of_chromium, ChromiumFrame::RECORD);
}

#[test]
fn the_licences_of_dependencies_are_listed() {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--edges",
            "normal,no-proc-macro",
            "--prefix",
            "none",
            "--target",
            "x86_64-unknown-linux-gnu",
            "--format",
            "{p}|{l}|{r}",
        ])
        .current_dir(repo("."))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tree = String::from_utf8(output.stdout).unwrap();
    let mut rows: Vec<String> = tree
        .lines()
        .filter(|line| !line.starts_with("perfetty "))
        .map(|line| {
            let mut parts = line.trim_end_matches(" (*)").split('|');
            let mut part = || parts.next().unwrap_or_default().trim().to_owned();
            let (name, licence, home) = (part(), part(), part());
            let name = name.replace(" v", " ");
            assert!(!licence.is_empty(), "{name} has no licence");
            format!("| {name} | {licence} | {home} |")
        })
        .collect();
    rows.sort();
    rows.dedup();
    let text = format!(
        "# Licences\n\n\
         perfetty itself is under MIT or Apache-2.0, at your choice.\n\
         What is compiled into it on Linux, made by `BLESS=1 cargo test --test it docs` from `cargo tree`:\n\n\
         | crate | licence | home |\n|---|---|---|\n{}\n\n\
         Their texts are collected by `.ci/licence-texts`: in the Debian package they are `licence-texts.txt`, beside the static binary `perfetty-licences.txt`.\n\
         Two of them carry C code: libsqlite3-sys SQLite, which is in the public domain, and zstd-sys Zstandard, under BSD-3-Clause.\n\
         MPL-2.0 is that of nucleo, which is used unchanged; its source is at its home.\n\
         A static binary also holds parts of glibc, under LGPL-2.1-or-later: who passes one on passes on where this source is.\n",
        rows.join("\n")
    );
    support::check_file(&repo("docs/licences.md"), text.as_bytes());
}
