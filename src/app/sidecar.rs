//! What the user writes down, kept from one session to the next.
//!
//! Marks and notes belong to one trace, known by what it holds, workspaces to
//! all traces. Both are small JSON files below `$XDG_STATE_HOME/perfetty`,
//! replaced as a whole when something has changed. What another session has
//! written there meanwhile stays: only what this one has changed is changed. A
//! file that cannot be read is left alone, and nothing is kept then.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use serde::{Deserialize, Serialize};

use super::state::State;
use super::workspace::Workspace;
use crate::base::time::Ts;
use crate::view::state::Note;

/// More than anybody writes by hand.
const BYTES_MAX: u64 = 1 << 20;

/// Marks and notes as a file holds them: times of the trace, in nanoseconds.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Written {
    marks: BTreeMap<char, i64>,
    notes: Vec<WrittenNote>,
}

#[derive(Debug, Serialize, Deserialize)]
struct WrittenNote {
    ts: i64,
    text: String,
}

/// What the user has written down.
#[derive(Clone, Debug, Default)]
struct Mine {
    marks: BTreeMap<char, Ts>,
    notes: Vec<Note>,
    workspaces: BTreeMap<String, Workspace>,
}

impl Mine {
    fn of(state: &State) -> Self {
        Self {
            marks: state.view.marks.clone(),
            notes: state.view.notes.clone(),
            workspaces: state.workspaces.clone(),
        }
    }

    /// Returns whether these are the marks and notes of a state.
    fn is_written_in(&self, state: &State) -> bool {
        (&self.marks, &self.notes) == (&state.view.marks, &state.view.notes)
    }
}

/// The files, and what they hold.
#[derive(Debug, Default)]
pub struct Sidecar {
    /// The file of the trace; `None` where nothing is kept.
    trace: Option<PathBuf>,
    /// The file of workspaces.
    shared: Option<PathBuf>,
    /// Why the files cannot be read, which are left alone then: of the trace, of workspaces.
    unread: [Option<String>; 2],
    /// What the files are known to hold.
    kept: Mine,
    /// What was last to be kept, whether it could be or not.
    tried: Mine,
}

/// Returns the folder for what is kept.
pub fn folder() -> Option<PathBuf> {
    let dirs = etcetera::choose_base_strategy().ok()?;
    Some(dirs.state_dir()?.join("perfetty"))
}

impl Sidecar {
    /// Returns the files for a trace with the identity `id`, whatever it is called; marks and notes
    /// of a trace without one are not kept.
    pub fn new(folder: &Path, id: Option<u64>) -> Self {
        let file = id.map(|id| format!("{id:016x}.json"));
        Self {
            trace: file.map(|file| folder.join("traces").join(file)),
            shared: Some(folder.join("workspaces.json")),
            ..Self::default()
        }
    }

    /// Puts what is kept into a state. Returns what could not be read.
    pub fn load(&mut self, state: &mut State) -> Vec<String> {
        let mut problems = Vec::new();
        let written = read::<Written>(&mut self.trace, &mut problems);
        self.unread[0] = problems.last().cloned();
        if let Some(written) = written {
            let named = |(&name, &ns): (&char, &i64)| (name, Ts::from_ns(ns));
            let marks = written.marks.iter().map(named);
            self.kept.marks = marks
                .filter(|(name, _)| name.is_ascii_lowercase())
                .collect();
            let note = |note: WrittenNote| Note {
                ts: Ts::from_ns(note.ts),
                text: note.text,
            };
            self.kept.notes = written.notes.into_iter().map(note).collect();
            self.kept.notes.sort_by_key(|note| note.ts);
        }
        let n_problems = problems.len();
        if let Some(workspaces) = read(&mut self.shared, &mut problems) {
            self.kept.workspaces = workspaces;
        }
        self.unread[1] = problems.get(n_problems).cloned();
        self.tried = self.kept.clone();
        state.view.marks.clone_from(&self.kept.marks);
        state.view.notes.clone_from(&self.kept.notes);
        state.workspaces.clone_from(&self.kept.workspaces);
        problems
    }

    /// Writes what has changed; what another session has written is kept. What cannot be written is
    /// tried again with the next change.
    ///
    /// # Errors
    ///
    /// Something that has changed is not kept.
    pub fn keep(&mut self, state: &State) -> io::Result<()> {
        let is_written = !self.tried.is_written_in(state);
        let is_saved = self.tried.workspaces != state.workspaces;
        if !is_written && !is_saved {
            return Ok(());
        }
        self.tried = Mine::of(state);
        let (mut trace, mut shared) = (Ok(()), Ok(()));
        if !self.kept.is_written_in(state) {
            trace = self.keep_trace();
        }
        if self.kept.workspaces != self.tried.workspaces {
            shared = self.keep_workspaces();
        }
        // What fails again without having changed was told before.
        match (trace, shared) {
            (Err(error), _) if is_written => Err(error),
            (_, Err(error)) if is_saved => Err(error),
            _ => Ok(()),
        }
    }

    fn keep_trace(&mut self) -> io::Result<()> {
        if let Some(problem) = &self.unread[0] {
            return Err(io::Error::other(problem.clone()));
        }
        let (before, now) = (&self.kept, &self.tried);
        if let Some(path) = &self.trace {
            let there: Written = read_again(path)?.unwrap_or_default();
            let notes = there.notes.into_iter();
            let notes = notes.map(|note| (note.ts, note.text)).collect();
            let written = Written {
                marks: merged(&in_ns(&before.marks), there.marks, &in_ns(&now.marks)),
                notes: as_list(merged(&by_time(&before.notes), notes, &by_time(&now.notes))),
            };
            let is_empty = written.marks.is_empty() && written.notes.is_empty();
            replace(path, (!is_empty).then_some(&written))?;
        }
        self.kept.marks.clone_from(&self.tried.marks);
        self.kept.notes.clone_from(&self.tried.notes);
        Ok(())
    }

    fn keep_workspaces(&mut self) -> io::Result<()> {
        if let Some(problem) = &self.unread[1] {
            return Err(io::Error::other(problem.clone()));
        }
        let (before, now) = (&self.kept.workspaces, &self.tried.workspaces);
        if let Some(path) = &self.shared {
            let there = read_again(path)?.unwrap_or_default();
            let all = merged(before, there, now);
            replace(path, (!all.is_empty()).then_some(&all))?;
        }
        self.kept.workspaces.clone_from(&self.tried.workspaces);
        Ok(())
    }
}

/// Says that what was changed just now is not kept, beside what is said of the change.
pub fn tell_not_kept(state: &mut State, error: &io::Error) {
    let told = match state.view.message.take() {
        Some(message) => format!("{}, but not kept: {error}", message.text),
        None => format!("marks, notes and workspaces are not kept: {error}"),
    };
    state.warn(told);
}

/// Returns marks with their times in nanoseconds.
fn in_ns(marks: &BTreeMap<char, Ts>) -> BTreeMap<char, i64> {
    marks.iter().map(|(&name, ts)| (name, ts.ns())).collect()
}

/// Returns notes by their times in nanoseconds: no two are at one.
fn by_time(notes: &[Note]) -> BTreeMap<i64, String> {
    let notes = notes.iter();
    notes
        .map(|note| (note.ts.ns(), note.text.clone()))
        .collect()
}

fn as_list(notes: BTreeMap<i64, String>) -> Vec<WrittenNote> {
    let notes = notes.into_iter();
    notes.map(|(ts, text)| WrittenNote { ts, text }).collect()
}

/// Returns what a file holds, `there`, with what a session has changed since it knew what was
/// `before`: what it has added or written anew, and without what it has taken away.
fn merged<K: Ord + Clone, V: PartialEq + Clone>(
    before: &BTreeMap<K, V>,
    there: BTreeMap<K, V>,
    now: &BTreeMap<K, V>,
) -> BTreeMap<K, V> {
    let mut all = there;
    all.retain(|key, _| now.contains_key(key) || !before.contains_key(key));
    for (key, value) in now {
        if before.get(key) != Some(value) {
            all.insert(key.clone(), value.clone());
        }
    }
    all
}

/// Reads a file that another session may have written meanwhile.
fn read_again<T: serde::de::DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    let mut problems = Vec::new();
    let there = read(&mut Some(path.to_owned()), &mut problems);
    match problems.pop() {
        Some(problem) => Err(io::Error::other(problem)),
        None => Ok(there),
    }
}

/// Reads a file, if it is there. One that cannot be read is forgotten, so that it is kept as it is.
fn read<T: serde::de::DeserializeOwned>(
    path: &mut Option<PathBuf>,
    problems: &mut Vec<String>,
) -> Option<T> {
    let file = path.clone()?;
    // A link is no file of ours either.
    let problem = match std::fs::symlink_metadata(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        // Without a state folder there is nothing to keep and nothing to say.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return None,
        Err(error) => error.to_string(),
        Ok(meta) if !meta.is_file() || meta.len() > BYTES_MAX => "not a file of perfetty".into(),
        Ok(_) => match std::fs::read(&file) {
            Err(error) => error.to_string(),
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(found) => return Some(found),
                Err(error) => error.to_string(),
            },
        },
    };
    problems.push(format!("{}: {problem}", file.display()));
    *path = None;
    None
}

/// Puts a file in the place of another at once, or takes it away if there is nothing to write.
fn replace<T: Serialize>(path: &Path, what: Option<&T>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    // The reason first, without its number: the line may be cut.
    let there = |error: io::Error| {
        let text = error.to_string();
        let reason = text.split(" (os error").next().unwrap_or_default();
        io::Error::new(error.kind(), format!("{reason}: {}", folder.display()))
    };
    let Some(what) = what else {
        return match std::fs::remove_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other.map_err(there),
        };
    };
    let mut text = serde_json::to_vec_pretty(what)?;
    text.push(b'\n');
    // Names of a trace and notes may be private.
    let mut folders = std::fs::DirBuilder::new();
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
        folders.mode(0o700);
        options.mode(0o600);
    }
    folders.recursive(true).create(folder).map_err(there)?;
    let other = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = match options.open(&other) {
        // A process that was killed has left it, with the number that this one has now.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            std::fs::remove_file(&other).map_err(there)?;
            options.open(&other).map_err(there)?
        }
        opened => opened.map_err(there)?,
    };
    let written = file
        .write_all(&text)
        .and_then(|()| std::fs::rename(&other, path));
    if written.is_err() {
        let _gone = std::fs::remove_file(&other);
    }
    written.map_err(there)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(text: &str) -> State {
        let mut state = State::default();
        state.view.marks.insert('a', Ts::from_ns(5));
        state.view.notes.push(Note {
            ts: Ts::from_ns(7),
            text: text.into(),
        });
        state
    }

    #[test]
    fn marks_notes_and_workspaces_come_back() {
        let dir = tempfile::tempdir().unwrap();
        let mut state = noted("here \u{1b}[2J it stalls");
        let workspace = Workspace {
            pin: vec!["^feed 1$".into()],
            ..Workspace::default()
        };
        state.workspaces.insert("jank".into(), workspace);
        let mut sidecar = Sidecar::new(dir.path(), Some(7));
        assert_eq!(sidecar.load(&mut State::default()), Vec::<String>::new());
        sidecar.keep(&state).unwrap();
        let file = dir.path().join("traces/0000000000000007.json");
        assert!(file.is_file());
        let mut later = State::default();
        let mut again = Sidecar::new(dir.path(), Some(7));
        assert_eq!(again.load(&mut later), Vec::<String>::new());
        assert_eq!(later.view.marks, state.view.marks);
        assert_eq!(later.view.notes, state.view.notes);
        assert_eq!(later.workspaces, state.workspaces);
        // Another trace has the workspaces only.
        let mut other = State::default();
        Sidecar::new(dir.path(), Some(8)).load(&mut other);
        assert!(other.view.marks.is_empty() && other.workspaces.len() == 1);
        // What is taken back is taken away.
        later.view.marks.clear();
        later.view.notes.clear();
        again.keep(&later).unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn two_sessions_keep_the_workspaces_of_both() {
        let dir = tempfile::tempdir().unwrap();
        let session = || {
            let mut sidecar = Sidecar::new(dir.path(), None);
            let mut state = State::default();
            sidecar.load(&mut state);
            (sidecar, state)
        };
        let (mut one, mut first) = session();
        let (mut two, mut second) = session();
        first.workspaces.insert("one".into(), Workspace::default());
        one.keep(&first).unwrap();
        second.workspaces.insert("two".into(), Workspace::default());
        two.keep(&second).unwrap();
        assert_eq!(session().1.workspaces.len(), 2);
        first.workspaces.clear();
        one.keep(&first).unwrap();
        let names: Vec<String> = session().1.workspaces.into_keys().collect();
        assert_eq!(names, ["two"]);
    }

    #[test]
    fn two_sessions_of_one_trace_keep_the_marks_and_notes_of_both() {
        let dir = tempfile::tempdir().unwrap();
        let session = || {
            let mut sidecar = Sidecar::new(dir.path(), Some(3));
            let mut state = State::default();
            assert_eq!(sidecar.load(&mut state), Vec::<String>::new());
            (sidecar, state)
        };
        let note = |ts, text: &str| Note {
            ts: Ts::from_ns(ts),
            text: text.into(),
        };
        let kept = || {
            let view = session().1.view;
            let notes = view.notes.into_iter();
            let notes: Vec<_> = notes.map(|note| (note.ts.ns(), note.text)).collect();
            let marks: String = view.marks.keys().collect();
            (marks, notes)
        };
        let (mut one, mut first) = session();
        let (mut two, mut second) = session();
        first.view.marks.insert('a', Ts::from_ns(1));
        first.view.notes.push(note(10, "of one"));
        one.keep(&first).unwrap();
        second.view.marks.insert('b', Ts::from_ns(2));
        second.view.notes.push(note(5, "of two"));
        two.keep(&second).unwrap();
        let of = |ts: i64, text: &str| (ts, text.to_owned());
        let all = ("ab".to_owned(), vec![of(5, "of two"), of(10, "of one")]);
        assert_eq!(kept(), all);
        // What one changes and takes back is its own.
        first.view.notes[0].text = "changed".into();
        first.view.marks.clear();
        one.keep(&first).unwrap();
        let all = ("b".to_owned(), vec![of(5, "of two"), of(10, "changed")]);
        assert_eq!(kept(), all);
        first.view.notes.clear();
        one.keep(&first).unwrap();
        second.view.notes.clear();
        second.view.marks.clear();
        two.keep(&second).unwrap();
        assert_eq!(kept(), (String::new(), Vec::new()));
        assert_eq!(
            std::fs::read_dir(dir.path().join("traces"))
                .unwrap()
                .count(),
            0
        );
    }

    #[test]
    fn what_another_process_has_left_is_no_reason_to_keep_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let left = dir
            .path()
            .join(format!("workspaces.{}.new", std::process::id()));
        std::fs::write(&left, "half").unwrap();
        let mut sidecar = Sidecar::new(dir.path(), None);
        let mut state = State::default();
        state.workspaces.insert("mine".into(), Workspace::default());
        sidecar.keep(&state).unwrap();
        assert!(!left.exists() && dir.path().join("workspaces.json").is_file());
        // Nor is anything left where it fails.
        let taken = dir.path().join("taken.json");
        std::fs::create_dir_all(taken.join("inside")).unwrap();
        assert!(replace(&taken, Some(&1)).is_err());
        let left = dir.path().join(format!("taken.{}.new", std::process::id()));
        assert!(!left.exists());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_left_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("traces/0000000000000001.json");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "not JSON").unwrap();
        let mut sidecar = Sidecar::new(dir.path(), Some(1));
        let problems = sidecar.load(&mut State::default());
        assert_eq!(problems.len(), 1, "{problems:?}");
        let error = sidecar.keep(&noted("lost")).unwrap_err();
        assert_eq!(error.to_string(), problems[0]);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "not JSON");
        // Nor is one that was fine when the session began.
        let mut state = State::default();
        let mut sidecar = Sidecar::new(dir.path(), None);
        sidecar.load(&mut state);
        let shared = dir.path().join("workspaces.json");
        std::fs::write(&shared, "not JSON").unwrap();
        state.workspaces.insert("mine".into(), Workspace::default());
        assert!(sidecar.keep(&state).is_err());
        assert_eq!(std::fs::read_to_string(&shared).unwrap(), "not JSON");
    }

    #[test]
    fn whatever_is_not_kept_is_told_and_tried_again_with_the_next_change() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("state");
        // No folder can be made there.
        std::fs::write(&folder, "").unwrap();
        let mut sidecar = Sidecar::new(&folder, Some(1));
        let mut state = State::default();
        assert_eq!(sidecar.load(&mut state), Vec::<String>::new());
        for name in ["one", "two"] {
            state.workspaces.insert(name.into(), Workspace::default());
            let error = sidecar.keep(&state).unwrap_err();
            state.say(format!("saved the workspace {name}"));
            tell_not_kept(&mut state, &error);
            let told = format!("saved the workspace {name}, but not kept: {error}");
            let place = format!(": {}", folder.display());
            assert!(error.to_string().ends_with(&place), "{error}");
            assert_eq!(state.view.message.take().unwrap().text, told);
            // Not again while nothing changes.
            sidecar.keep(&state).unwrap();
        }
        // A mark does not stand in for workspaces, nor they for it.
        state.view.marks.insert('a', Ts::from_ns(5));
        assert!(sidecar.keep(&state).is_err());
        std::fs::remove_file(&folder).unwrap();
        state.view.marks.insert('b', Ts::from_ns(6));
        sidecar.keep(&state).unwrap();
        let mut later = State::default();
        Sidecar::new(&folder, Some(1)).load(&mut later);
        assert_eq!((later.view.marks.len(), later.workspaces.len()), (2, 2));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_it_and_links_are_not_followed() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("state");
        let mut sidecar = Sidecar::new(&folder, Some(1));
        sidecar.keep(&noted("private")).unwrap();
        let file = folder.join("traces/0000000000000001.json");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
        let elsewhere = dir.path().join("elsewhere");
        std::fs::rename(&file, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &file).unwrap();
        let mut state = State::default();
        let problems = Sidecar::new(&folder, Some(1)).load(&mut state);
        assert_eq!((problems.len(), state.view.notes.len()), (1, 0));
    }
}
