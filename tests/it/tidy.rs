//! Rules that the compiler does not check: layers, headers, sizes, words.
//!
//! The rules are data. Each violation names its file and line and says what is wrong; the reasons are in
//! ARCHITECTURE.md. Tests may use anything, so the imports of files called `tests.rs`, and of items after
//! `#[cfg(test)]`, are not checked.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::support::{files_below, repo};

/// The modules of this crate that each module may use, besides itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("proto", &[]),
    ("bytes", &["base"]),
    ("decode", &["base", "bytes", "proto"]),
    ("model", &["base"]),
    ("import", &["base", "bytes", "decode", "proto", "model"]),
    ("query", &["base", "model"]),
    ("sql", &["base", "model", "query"]),
    ("view", &["base", "model", "query"]),
    ("widgets", &["base", "view"]),
    (
        "app",
        &[
            "base", "bytes", "import", "model", "query", "sql", "view", "widgets",
        ],
    ),
    (
        "cli",
        &[
            "base", "bytes", "decode", "proto", "import", "model", "query", "sql", "view",
            "widgets", "app",
        ],
    ),
    ("main", &["cli"]),
    ("lib", &[]),
];

/// The only files that may use a third-party crate, as path prefixes under `src/`.
const CRATES: &[(&str, &[&str])] = &[
    ("anyhow", &["app", "cli"]),
    ("base64", &["app", "import", "sql"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("crossterm", &["app"]),
    ("etcetera", &["app"]),
    ("flate2", &["bytes"]),
    ("memmap2", &["bytes"]),
    ("nucleo", &["app", "query"]),
    ("prost", &["app/log"]),
    (
        "ratatui",
        &[
            "widgets",
            "app/terminal",
            "app/run",
            "cli/snapshot",
            "cli/render",
        ],
    ),
    ("regex", &["query", "sql", "cli"]),
    ("rusqlite", &["sql", "cli/query"]),
    ("rustix", &["bytes", "app", "cli/part"]),
    ("serde", &["widgets/theme", "import/json", "app"]),
    (
        "serde_json",
        &[
            "import/json",
            "import/args",
            "app/link",
            "app/sidecar",
            "cli",
        ],
    ),
    ("signal_hook", &["app/signals", "cli/signals"]),
    ("tokio", &["app"]),
    ("toml", &["widgets/theme", "app"]),
    ("tracing_appender", &["app"]),
    ("tracing_subscriber", &["app"]),
    ("unicode_segmentation", &["view", "widgets", "app"]),
    ("unicode_width", &["view", "widgets"]),
    ("zstd", &["bytes"]),
];

/// The modules that never log.
const SILENT: &[&str] = &["model", "view", "widgets"];

/// The only file below `app` with threads and locks: the importer's scoped workers and their queue.
const POOL: &[&str] = &["import/pool.rs"];

/// The only files with `unsafe` code.
const UNSAFE: &[&str] = &["bytes/heap.rs", "bytes/mmap.rs", "sql/vtab.rs"];

/// Words that the glossary of ARCHITECTURE.md ("Words") replaces, with the words to use; matched as parts of identifiers.
const SYNONYMS: &[(&str, &str)] = &[
    ("zone", "slice"),
    ("lane", "track, or row on screen"),
    ("hyperlink", "flow"),
    ("timeslice", "slice"),
];

/// Identifiers that contain such a word for a good reason: names of fields in the trace schema.
const SYNONYMS_ALLOWED: &[&str] = &["thermal_zone", "ThermalZone", "timezone", "nr_zone"];

/// Names of modules that say nothing about their content.
const EMPTY_NAMES: &[&str] = &[
    "common", "handler", "helper", "helpers", "manager", "misc", "util", "utils",
];

/// Exceptions to the layers, as (file, module that it uses). Technical debt, each with a reason.
const DEBT: &[(&str, &str)] = &[];

/// Readers that also match numbers of fields without names, which are those that extend TrackEvent.
const NUMBERED: &[&str] = &["import/unit/plain.rs"];

const LINES_MAX: usize = 800;
/// Files that are longer, and may only get shorter. Technical debt.
const LINES_DEBT: &[(&str, usize)] = &[];

const HEADER_LINES_MAX: usize = 12;
/// A longer file needs more than one line of header.
const SHORT: usize = 400;

#[test]
fn modules_use_only_the_layers_below() {
    let names: Vec<_> = LAYERS.iter().map(|(name, _)| *name).collect();
    let used = Regex::new(r"\bcrate::(\w+)|\bperfetty::(\w+)|use crate::\{([^}]*)\}").unwrap();
    let mut faults = Faults::default();
    for file in sources() {
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == file.layer) else {
            faults.add(&file, 0, "this module has no row in the table of layers");
            continue;
        };
        for (line, code) in file.code() {
            for capture in used.captures_iter(code) {
                let group = (1..=3).find_map(|group| capture.get(group));
                for word in group.map_or("", |group| group.as_str()).split(',') {
                    let name = word.trim().split("::").next().unwrap_or("");
                    let fine = name == file.layer
                        || !names.contains(&name)
                        || allowed.contains(&name)
                        || DEBT.contains(&(file.path.as_str(), name));
                    if !fine {
                        faults.add(&file, line, &format!("{} may not use {name}", file.layer));
                    }
                }
            }
        }
    }
    faults.check();
}

#[test]
fn third_party_crates_stay_in_their_layers() {
    let mut faults = Faults::default();
    let patterns: Vec<_> = CRATES
        .iter()
        .map(|(name, homes)| {
            let pattern = format!(r"(^|[^\w:])(::)?{name}::|^\s*(pub )?use {name}\b");
            (Regex::new(&pattern).unwrap(), name, homes)
        })
        .collect();
    for file in sources() {
        for (line, code) in file.code() {
            for (pattern, name, homes) in &patterns {
                let home = homes.iter().any(|home| within(&file.path, home));
                let is_named = code.contains(*name) && pattern.is_match(code);
                if !home && is_named && !code.contains(&format!("crate::{name}")) {
                    faults.add(&file, line, &format!("{name} is used only in {homes:?}"));
                }
            }
            if SILENT.contains(&file.layer.as_str()) && code.contains("tracing::") {
                faults.add(&file, line, "this layer does not log");
            }
        }
    }
    faults.check();
}

#[test]
fn every_dependency_is_used_and_where_the_table_says() {
    let sources = sources();
    // Finds uses of a crate. Most lines don't contain its name at all, which is checked first as it is
    // faster.
    let use_of = |name: &str| {
        let pattern = format!(r"(^|[^\w:])(::)?{name}(::|!)|(?m:^\s*(pub )?use {name}\b)");
        let (pattern, name) = (Regex::new(&pattern).unwrap(), name.to_owned());
        move |text: &str| text.contains(&name) && pattern.is_match(text)
    };
    let mut unused = Vec::new();
    for (name, homes) in CRATES {
        let is_use = use_of(name);
        for home in *homes {
            let mut code = sources
                .iter()
                .filter(|file| within(&file.path, home))
                .flat_map(Source::code);
            if !code.any(|(_, line)| is_use(line)) {
                unused.push(format!("{name} in {home}"));
            }
        }
    }
    let text = std::fs::read_to_string(repo("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = toml::from_str(&text).expect("TOML");
    for (table, folders) in [
        ("dependencies", &["src"][..]),
        ("dev-dependencies", &["src", "tests", "benches"]),
    ] {
        let files = folders.iter().flat_map(|folder| files_below(&repo(folder)));
        let texts: Vec<String> = files
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .map(|path| std::fs::read_to_string(path).expect("a source file"))
            .collect();
        for name in manifest[table].as_table().expect("a table").keys() {
            let is_use = use_of(&name.replace('-', "_"));
            if !texts.iter().any(|text| is_use(text)) {
                unused.push(format!("{name} of {table}"));
            }
        }
    }
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}

#[test]
fn nothing_below_the_app_waits_or_shares() {
    let banned =
        Regex::new(r"\basync (fn|move|\{)|\bMutex\b|\bRwLock\b|thread::(spawn|scope|Builder)")
            .unwrap();
    let mut faults = Faults::default();
    for file in sources() {
        let above = ["app", "cli", "main"].contains(&file.layer.as_str());
        if above || POOL.contains(&file.path.as_str()) {
            continue;
        }
        for (line, code) in file.code() {
            if banned.is_match(code) {
                let text = format!("no async, threads or locks below app but in {POOL:?}");
                faults.add(&file, line, &text);
            }
        }
    }
    faults.check();
}

#[test]
fn unsafe_code_is_in_its_files() {
    let mut faults = Faults::default();
    let keyword = Regex::new(r"\bunsafe\s+(\{|impl|fn|extern|trait)").unwrap();
    let expects = Regex::new(r"expect\(\s*unsafe_code").unwrap();
    for file in sources() {
        if UNSAFE.contains(&file.path.as_str()) {
            if !expects.is_match(&file.text) || !file.text.contains("SAFETY:") {
                faults.add(
                    &file,
                    1,
                    "an unsafe file expects the lint and says why it is sound",
                );
            }
            continue;
        }
        for (line, code) in file.code() {
            if keyword.is_match(code) {
                faults.add(&file, line, &format!("unsafe code is only in {UNSAFE:?}"));
            }
        }
    }
    for path in UNSAFE {
        assert!(
            repo("src").join(path).exists(),
            "src/{path} is gone: shorten the list"
        );
    }
    faults.check();
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let mut faults = Faults::default();
    for file in sources() {
        let header = file
            .text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .count();
        let tests = file.path.ends_with("tests.rs");
        let wanted = if tests || file.text.lines().count() <= SHORT {
            1
        } else {
            3
        };
        if !(wanted..=HEADER_LINES_MAX).contains(&header) {
            let text =
                format!("opens with {header} lines of `//!`, not {wanted} to {HEADER_LINES_MAX}");
            faults.add(&file, 1, &text);
        }
        for (line, text) in file.text.lines().enumerate() {
            if text.trim() == "///" && line > 0 && !previous_is_doc(&file.text, line) {
                faults.add(&file, line + 1, "an empty doc comment");
            }
        }
    }
    faults.check();
}

/// Returns whether the line before `line` (from 0) is a doc comment, so that an empty line separates two.
fn previous_is_doc(text: &str, line: usize) -> bool {
    let before = text.lines().nth(line - 1).unwrap_or("");
    before.trim_start().starts_with("///")
}

#[test]
fn comments_name_files_that_exist() {
    let path = Regex::new(r"`((?:[a-z0-9_]+/)*[a-z0-9_]+\.rs)`").unwrap();
    let folders = ["src", "tests", "benches"];
    let files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| files_below(&repo(folder)))
        .collect();
    let mut faults = Faults::default();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|it| it == "rs"))
    {
        let text = std::fs::read_to_string(file).expect("a source file");
        for (line, words) in text.lines().zip(1..).map(|(words, line)| (line, words)) {
            if !words.trim_start().starts_with("//") {
                continue;
            }
            for named in path.captures_iter(words) {
                // A path may begin at any folder above the file.
                if !files.iter().any(|known| known.ends_with(&named[1])) {
                    faults.add_at(file, line, &format!("there is no {}", &named[1]));
                }
            }
        }
    }
    faults.check();
}

/// What the rules are read from stands beside this repository, if anywhere: comments say the rule itself, or
/// name the reference's source file.
#[test]
fn comments_cite_only_what_a_clone_has() {
    let paper = Regex::new(
        r"\b[Ss]pec (trace-format|frametimeline|\d)|\b(trace-format|frametimeline) [A-H\d]",
    )
    .unwrap();
    let mut faults = Faults::default();
    for file in sources() {
        for (line, words) in file.text.lines().enumerate() {
            if words.trim_start().starts_with("//") && paper.is_match(words) {
                let text = "say the rule, or name the reference's source file";
                faults.add(&file, line + 1, text);
            }
        }
    }
    faults.check();
}

#[test]
fn files_are_short_and_well_named() {
    let mut faults = Faults::default();
    for file in sources() {
        let lines = file.text.lines().count();
        let owed = LINES_DEBT.iter().find(|(path, _)| *path == file.path);
        let most = owed.map_or(LINES_MAX, |(_, lines)| *lines);
        if lines > most && !file.is_generated() {
            faults.add(
                &file,
                lines,
                &format!("{lines} lines; split it, {most} is the most"),
            );
        }
        let stem = Path::new(&file.path)
            .file_stem()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        if stem == "mod" {
            faults.add(&file, 1, "modules are foo.rs beside foo/, never mod.rs");
        }
        if EMPTY_NAMES.contains(&stem.as_str()) {
            faults.add(&file, 1, "a module is named after what it holds");
        }
    }
    faults.check();
}

#[test]
fn identifiers_use_the_glossary() {
    let word = Regex::new(r"[A-Za-z_][A-Za-z0-9_]*").unwrap();
    let literal = Regex::new(r#""(\\.|[^"\\])*""#).unwrap();
    let mut faults = Faults::default();
    for file in sources().into_iter().filter(|file| !file.is_generated()) {
        for (line, code) in file.code() {
            let lower = code.to_ascii_lowercase();
            if !SYNONYMS.iter().any(|(banned, _)| lower.contains(banned)) {
                continue;
            }
            for name in word
                .find_iter(&literal.replace_all(code, "\"\""))
                .map(|found| found.as_str())
            {
                if SYNONYMS_ALLOWED
                    .iter()
                    .any(|allowed| name.contains(allowed))
                {
                    continue;
                }
                for part in parts(name) {
                    let synonym = |(banned, _): &&(&str, &str)| {
                        part == *banned || part.strip_suffix('s') == Some(*banned)
                    };
                    if let Some((_, say)) = SYNONYMS.iter().find(synonym) {
                        faults.add(
                            &file,
                            line,
                            &format!("`{name}`: say {say} (Words in ARCHITECTURE.md)"),
                        );
                    }
                }
            }
        }
    }
    faults.check();
}

/// Returns the words of an identifier in lower case: `TrackRows` and `track_rows` give track, rows.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for letter in name.chars() {
        if letter == '_' || letter.is_uppercase() {
            parts.push(String::new());
        }
        if letter != '_' {
            let last = parts.last_mut().expect("never empty");
            last.push(letter.to_ascii_lowercase());
        }
    }
    parts
}

#[test]
fn fields_go_by_their_names() {
    let matches = Regex::new(r"^( *)(.* )?match (\S*\.(number|field)|\(?number)\b.*\{$").unwrap();
    let arm = Regex::new(r"^(\| )?\(?(\w+ @ )?\(?\d").unwrap();
    let call = Regex::new(concat!(
        r"\.(last_of|all_of)\(\d|\bfield\.number [!=]= \d",
        r"|\bevent\.(field|has|u32|i32|u64|i64|pid|text|lossy)\(\d"
    ))
    .unwrap();
    let mut faults = Faults::default();
    for file in sources().into_iter().filter(|file| {
        let reads = ["decode", "import"].contains(&file.layer.as_str());
        reads && !NUMBERED.contains(&file.path.as_str())
    }) {
        // The indent of the match arms for numbers of fields.
        let mut arms = None;
        for (line, code) in file.code() {
            let indent = code.len() - code.trim_start().len();
            if let Some(found) = matches.captures(code) {
                arms = Some(found[1].len() + 4);
            } else if arms.is_some_and(|arms| indent < arms && !code.trim().is_empty()) {
                arms = None;
            }
            let bare = arms == Some(indent) && arm.is_match(code.trim_start());
            if bare || call.is_match(code) {
                faults.add(&file, line, "name the field: its number is in `proto`");
            }
        }
    }
    faults.check();
}

#[test]
fn patterns_of_users_are_bounded() {
    let unbounded = Regex::new(r"\bRegex(Set)?::new\(").unwrap();
    let mut faults = Faults::default();
    for file in sources() {
        for (line, code) in file.code() {
            if unbounded.is_match(code) {
                let text = "use `query::find::regex`, which has a limit and errors of one line";
                faults.add(&file, line, text);
            }
        }
    }
    faults.check();
}

#[test]
fn issues_are_in_the_catalogue() {
    let named =
        Regex::new(r#"issues\s*\.(?:(?:record|note)(?:_at)?|count|add|set)\(\s*"(\w+)""#).unwrap();
    let mut faults = Faults::default();
    for file in sources() {
        for found in named.captures_iter(&file.text) {
            if !perfetty::model::issue::kinds().any(|kind| kind.name == &found[1]) {
                let before = file.text.split_at(found.get(1).unwrap().start()).0;
                let fault = format!("{} is no issue of `model/issue.rs`", &found[1]);
                faults.add(&file, before.lines().count(), &fault);
            }
        }
    }
    faults.check();
}

#[test]
fn nothing_is_left_for_later() {
    // Split up, because this file is checked, too.
    let banned = Regex::new(concat!(r"\bFIX", r"ME\b|\bTO", r"DO\b|\bXX", r"X\b")).unwrap();
    let mut faults = Faults::default();
    for path in text_files() {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for (line, content) in text.lines().enumerate() {
            if banned.is_match(content) {
                faults.add_at(&path, line + 1, "finish it, or write down the limitation");
            }
        }
    }
    faults.check();
}

#[test]
fn rooms_of_the_architecture_are_there() {
    let page = repo("ARCHITECTURE.md");
    let text = std::fs::read_to_string(&page).expect("the page");
    let room = Regex::new(r"`([a-z0-9_/]+(?:\.rs|/))`").expect("a good pattern");
    let files = text_files();
    let mut faults = Faults::default();
    for (line, content) in text.lines().enumerate() {
        for found in room.captures_iter(content) {
            let mut paths = files.iter().flat_map(|file| file.ancestors());
            if !paths.any(|path| path.ends_with(&found[1])) {
                faults.add_at(&page, line + 1, &format!("there is no {}", &found[1]));
            }
        }
    }
    faults.check();
}

#[test]
fn a_violation_is_seen() {
    let file = Source {
        path: "model/x.rs".into(),
        layer: "model".into(),
        text: "//! X.\nuse crate::{app, base};\n// use crate::cli\n#[cfg(test)]\nmod tests;\nfn a() {}\n\
            impl B {\n    #[cfg(test)]\n    fn b(\n    ) {\n        c();\n    }\n\n    d\n}\n"
            .into(),
    };
    let code: Vec<_> = file.code().map(|(line, _)| line).collect();
    assert_eq!(code, [1, 2, 3, 6, 7, 13, 14, 15], "tests are left out");
    assert_eq!(parts("TrackZone_x"), ["", "track", "zone", "x"]);
    assert!(within("cli/snapshot.rs", "cli") && !within("client.rs", "cli"));
    assert!(within("app/terminal.rs", "app/terminal"));
}

/// A file under `src/`, or a text that a test pretends to be one.
struct Source {
    /// The path below `src/`.
    path: String,
    /// The top-level module that the file belongs to.
    layer: String,
    text: String,
}

impl Source {
    fn is_generated(&self) -> bool {
        self.layer == "proto"
    }

    /// Returns the lines of code with their numbers, without items for tests; a file of tests has none.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let tests = self.path.ends_with("tests.rs") || self.path.contains("/tests/");
        let mut skipped = Skipped::Nothing;
        self.text
            .lines()
            .take(if tests { 0 } else { usize::MAX })
            .enumerate()
            .filter(move |(_, text)| !skipped.takes(text))
            .map(|(line, text)| (line + 1, text.split("//").next().unwrap_or("")))
    }
}

/// The part of a file that is being skipped: an item after `#[cfg(test)]`, in rustfmt's layout.
enum Skipped {
    Nothing,
    /// Up to the end of the item's first line, which has this indent.
    Head(usize),
    /// Up to a closing brace with this indent.
    Body(usize),
}

impl Skipped {
    /// Returns whether a line is skipped.
    fn takes(&mut self, text: &str) -> bool {
        let code = text.trim_start();
        let indent = text.len() - code.len();
        match *self {
            Self::Nothing if code.starts_with("#[cfg(test)]") => *self = Self::Head(indent),
            Self::Nothing => return false,
            Self::Head(_) if code.starts_with("#[") || code.starts_with("//") => {}
            Self::Head(at) if code.ends_with('{') => *self = Self::Body(at),
            Self::Head(_) if code.ends_with([';', '}', ',']) => *self = Self::Nothing,
            Self::Body(at) if indent == at && code.starts_with('}') => *self = Self::Nothing,
            Self::Head(_) | Self::Body(_) => {}
        }
        true
    }
}

/// Returns whether `path` is the module `home` or inside it.
fn within(path: &str, home: &str) -> bool {
    path.strip_prefix(home)
        .is_some_and(|rest| rest.starts_with('/') || rest.starts_with('.'))
}

/// Returns every file under `src/`, in order.
fn sources() -> Vec<Source> {
    let root = repo("src");
    files_below(&root)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let below = path
                .strip_prefix(&root)
                .expect("below src")
                .to_string_lossy()
                .into_owned();
            let layer = below.split(['/', '.']).next().unwrap_or("").to_owned();
            let text = std::fs::read_to_string(&path).expect("a readable source file");
            Source {
                path: below,
                layer,
                text,
            }
        })
        .collect()
}

/// Returns every text file that people read, except the expected results of tests.
fn text_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["src", "tests", "protos", "assets", "docs", "benches", ".ci"] {
        files.extend(files_below(&repo(folder)));
    }
    for entry in std::fs::read_dir(repo("")).expect("the checkout") {
        files.push(entry.expect("a readable entry").path());
    }
    let kinds = ["rs", "md", "toml", "proto", "textproto", "sql", ""];
    files.retain(|path| {
        let extension = path
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        path.is_file() && kinds.contains(&extension.as_str())
    });
    files
}

/// The violations found so far, one line each.
#[derive(Default)]
struct Faults(String);

impl Faults {
    fn add(&mut self, file: &Source, line: usize, text: &str) {
        self.add_at(&repo("src").join(&file.path), line, text);
    }

    fn add_at(&mut self, path: &Path, line: usize, text: &str) {
        let path = path.strip_prefix(repo("")).unwrap_or(path);
        writeln!(self.0, "{}:{line}: {text}", path.display()).expect("writing to a string");
    }

    fn check(self) {
        assert!(self.0.is_empty(), "\n{}", self.0);
    }
}
