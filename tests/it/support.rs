//! Helpers of several integration tests: the schema, textproto and blessing.
//!
//! Traces are written as textproto, so that a test can be read without a tool. Generated files are compared
//! with those on disk, or rewritten with `BLESS=1`; nothing else in the tests writes into the checkout.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use prost_reflect::prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage};

#[path = "schema.rs"]
pub(crate) mod schema;

/// Returns a path inside the checkout.
pub(crate) fn repo(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns a path of the shared material, which is outside of the checkout: in `../shared`, or where
/// `PERFETTY_SHARED` says.
///
/// If there is none, returns `None` and says so; the caller then passes. In continuous integration, a missing
/// part is a failure if the rest exists.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("PERFETTY_SHARED").map_or_else(|| repo("../shared"), PathBuf::from);
    let path = root.join(path);
    if path.exists() {
        return Some(path);
    }
    let strict = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(
        !(strict && root.exists()),
        "{} is not there",
        path.display()
    );
    // Whoever runs the tests should see this; if nobody does, that is no failure.
    let _written = writeln!(
        std::io::stderr(),
        "skipped: {} is not there",
        path.display()
    );
    None
}

/// One trace of a golden file and the commands that read it.
pub(crate) struct Case {
    /// What the trace shows; the only trace of a file may have no title.
    pub(crate) title: Option<String>,
    pub(crate) commands: Vec<String>,
    /// The trace as textproto.
    pub(crate) trace: String,
}

/// Returns the traces of a golden file; commands before the first title are for all traces.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let new = |title| Case {
        title,
        commands: Vec::new(),
        trace: String::new(),
    };
    let mut common = Vec::new();
    let mut cases = vec![new(None)];
    for line in text.lines() {
        let titled = cases.len() > 1;
        if let Some(title) = line.strip_prefix("# CASE: ") {
            cases.push(new(Some(title.to_owned())));
            continue;
        }
        let case = cases.last_mut().expect("never empty");
        match line.strip_prefix("# RUN: ") {
            Some(command) if titled => case.commands.push(command.to_owned()),
            Some(command) => common.push(command.to_owned()),
            None => {
                case.trace.push_str(line);
                case.trace.push('\n');
            }
        }
    }
    if cases.len() > 1 {
        // The part before the first title is a comment.
        cases.remove(0);
    }
    for case in &mut cases {
        case.commands.splice(0..0, common.iter().cloned());
    }
    cases
}

/// Returns the golden files, sorted.
pub(crate) fn golden_files() -> Vec<PathBuf> {
    let mut found = files_below(&repo("tests/golden"));
    found.retain(|path| path.extension().is_some_and(|it| it == "textproto"));
    found
}

/// Returns the files below a folder, sorted; none if the folder does not exist.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        return files;
    };
    for entry in entries {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Returns the bytes of a trace that is written as textproto.
pub(crate) fn trace_from_text(text: &str) -> Vec<u8> {
    static POOL: OnceLock<DescriptorPool> = OnceLock::new();
    let pool = POOL.get_or_init(|| {
        DescriptorPool::from_file_descriptor_set(schema::with_events(schema::with_bytes(
            schema::typed_schema(),
        )))
        .expect("protos/ is a valid schema")
    });
    let trace = pool
        .get_message_by_name("perfetto.protos.Trace")
        .expect("protos/trace.proto has Trace");
    DynamicMessage::parse_text_format(trace, text)
        .unwrap_or_else(|error| panic!("not a trace as textproto: {error}"))
        .encode_to_vec()
}

/// Splits a command into words like a POSIX shell, as far as blanks and quotes are concerned.
pub(crate) fn shell_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut open) = (None, false);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        let is_blank = quote.is_none() && c.is_whitespace();
        if !is_blank && !open {
            words.push(String::new());
        }
        open = !is_blank;
        let Some(word) = words.last_mut().filter(|_| open) else {
            continue;
        };
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(mark), c) if mark == c => quote = None,
            (None | Some('"'), '\\') => word.extend(chars.next()),
            _ => word.push(c),
        }
    }
    assert_eq!(quote, None, "an open quote: {line}");
    words
}

/// Runs the program in a folder, which must succeed, and returns what it prints.
pub(crate) fn printed(dir: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_perfetty"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("output of perfetty");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("output of perfetty")
}

/// Returns whether this run rewrites expected results instead of checking them.
pub(crate) fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value == "1")
}

/// Checks the content of a file, or writes it when blessing.
pub(crate) fn check_file(path: &Path, content: &[u8]) {
    if let Some(text) = stale(path, content) {
        panic!("{text}");
    }
}

/// Returns how a file differs from what it should hold, and the command that rewrites it; `None` if it does
/// not, or was written because this run is blessing.
pub(crate) fn stale(path: &Path, content: &[u8]) -> Option<String> {
    let old = std::fs::read(path).unwrap_or_default();
    if old == content {
        return None;
    }
    if blessing() {
        std::fs::write(path, content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return None;
    }
    // The thread of a test is called by the test's path.
    let thread = std::thread::current();
    let module = thread.name().and_then(|name| name.split_once("::"));
    let command = format!(
        "cargo test --test it {}",
        module.map_or("", |(module, _)| module)
    );
    Some(format!(
        "{} is not current:\n{}BLESS=1 {} rewrites it; read the difference first.\n",
        path.strip_prefix(repo("")).unwrap_or(path).display(),
        difference(
            &String::from_utf8_lossy(&old),
            &String::from_utf8_lossy(content)
        ),
        command.trim_end()
    ))
}

/// Returns the first lines in which two texts differ, the old ones after `-` and the new ones after `+`. Of a
/// transcript they have the command and the case above them.
pub(crate) fn difference(old: &str, new: &str) -> String {
    const LINES_MAX: usize = 20;
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let same = (old.iter().zip(&new))
        .take_while(|(old, new)| old == new)
        .count();
    let is_heading = |line: &&&str| line.starts_with("== ") || line.starts_with("$ ");
    let above = old[..same].iter().rev().filter(is_heading).take(2);
    let above: Vec<_> = above.collect();
    let mut text = format!("@ line {}\n", same + 1);
    for line in above.iter().rev() {
        writeln!(text, "  {line}").expect("a string takes all text");
    }
    for (mark, lines) in [('-', &old), ('+', &new)] {
        for line in lines.iter().skip(same).take(LINES_MAX) {
            writeln!(text, "{mark} {line}").expect("a string takes all text");
        }
    }
    text
}
