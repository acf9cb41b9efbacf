//! What the user writes down, kept from one session of the viewer to the next.
//!
//! Marks and notes belong to one trace, which is identified by its content; workspaces belong to all traces.
//! Both are small JSON files below `$XDG_STATE_HOME/perfetty`, which are replaced as a whole when something
//! changes. Changes that another session has made to a file meanwhile are kept: only what this session has
//! changed is changed. A file that cannot be read is left alone, and then nothing is saved in it; none is
//! made so large that it could not be read again.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::state::State;
use super::workspace::Workspace;
use crate::base::time::Ts;
use crate::view::state::{Note, NotedSlice};

/// The largest file that is read, and so that is written: a workspace has a pattern for each track that a
/// command has pinned, hidden, opened or closed.
const BYTES_MAX: u64 = 1_000_000;

/// What is said of a larger one.
const TOO_LARGE: &str = "larger than 1 MB";

/// The content of a trace's file: marks and notes, with times of the trace in nanoseconds.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Written {
    marks: BTreeMap<char, i64>,
    notes: Vec<WrittenNote>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct WrittenNote {
    ts: i64,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    track: Option<String>,
    /// The name of the slice on which it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slice: Option<String>,
    /// How long that slice lasted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dur: Option<i64>,
}

/// What the user has written down in a session.
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

    /// Returns whether the marks and notes equal those of a state.
    fn has_notes_of(&self, state: &State) -> bool {
        (&self.marks, &self.notes) == (&state.view.marks, &state.view.notes)
    }
}

/// The two files, and their known content.
#[derive(Debug, Default)]
pub struct Sidecar {
    /// The marks and notes of the trace.
    notes: Kept,
    workspaces: Kept,
    /// What the files held when they were last read or written.
    kept: Mine,
    /// What [`Self::keep`] last tried to write, whether it succeeded or not.
    tried: Mine,
}

/// A file in which something is kept.
#[derive(Debug, Default)]
struct Kept {
    /// `None` if it is not kept.
    path: Option<PathBuf>,
    /// Why the file could not be read. Such a file is left alone.
    unread: Option<String>,
}

impl Kept {
    /// Reads the file, if it exists.
    fn read<T: DeserializeOwned>(&mut self) -> Option<T> {
        let there = read(self.path.as_deref()?);
        self.unread = there.as_ref().err().cloned();
        there.ok().flatten()
    }

    /// Replaces the file by what `merge` makes of what another session may have written meanwhile, or removes
    /// it if that is nothing.
    fn rewrite<T: Default + Serialize + DeserializeOwned>(
        &self,
        merge: impl FnOnce(T) -> Option<T>,
    ) -> io::Result<()> {
        if let Some(problem) = &self.unread {
            return Err(io::Error::other(problem.clone()));
        }
        let Some(path) = &self.path else {
            return Ok(());
        };
        let there = read(path).map_err(io::Error::other)?;
        replace(path, merge(there.unwrap_or_default()).as_ref())
    }
}

/// Returns the folder of these files.
pub fn folder() -> Option<PathBuf> {
    let dirs = etcetera::choose_base_strategy().ok()?;
    Some(dirs.state_dir()?.join("perfetty"))
}

impl Sidecar {
    /// Returns the files for a trace with the identity `id`, whatever its name; marks and notes of a trace
    /// without an identity are not kept.
    pub fn new(folder: &Path, id: Option<u64>) -> Self {
        let file = id.map(|id| format!("{id:016x}.json"));
        let mut files = Self::default();
        files.notes.path = file.map(|file| folder.join("traces").join(file));
        files.workspaces.path = Some(folder.join("workspaces.json"));
        files
    }

    /// Loads marks, notes and workspaces into a state. Returns the errors of files that cannot be read.
    pub fn load(&mut self, state: &mut State) -> Vec<String> {
        if let Some(written) = self.notes.read::<Written>() {
            let named = |(&name, &ns): (&char, &i64)| (name, Ts::from_ns(ns));
            let marks = written.marks.iter().map(named);
            self.kept.marks = marks
                .filter(|(name, _)| name.is_ascii_lowercase())
                .collect();
            let note = |note: WrittenNote| Note {
                ts: Ts::from_ns(note.ts),
                text: note.text,
                track: note.track,
                on: note.slice.map(|name| NotedSlice {
                    name,
                    dur: note.dur,
                }),
            };
            self.kept.notes = written.notes.into_iter().map(note).collect();
            self.kept.notes.sort_by_key(|note| note.ts);
        }
        if let Some(workspaces) = self.workspaces.read() {
            self.kept.workspaces = workspaces;
        }
        self.tried = self.kept.clone();
        state.view.marks.clone_from(&self.kept.marks);
        state.view.notes.clone_from(&self.kept.notes);
        state.workspaces.clone_from(&self.kept.workspaces);
        let files = [&self.notes, &self.workspaces];
        files
            .map(|file| file.unread.clone())
            .into_iter()
            .flatten()
            .collect()
    }

    /// Writes what has changed since the last call, and keeps what other sessions have written. After an
    /// error, the next change tries again.
    ///
    /// # Errors
    ///
    /// Something that has changed could not be written.
    pub fn keep(&mut self, state: &State) -> io::Result<()> {
        let notes_changed = !self.tried.has_notes_of(state);
        let workspaces_changed = self.tried.workspaces != state.workspaces;
        if !notes_changed && !workspaces_changed {
            return Ok(());
        }
        self.tried = Mine::of(state);
        let (mut notes, mut workspaces) = (Ok(()), Ok(()));
        if !self.kept.has_notes_of(state) {
            notes = self.keep_notes();
        }
        if self.kept.workspaces != self.tried.workspaces {
            workspaces = self.keep_workspaces();
        }
        // The error of a file that has not changed since the last call was reported then.
        match (notes, workspaces) {
            (Err(error), _) if notes_changed => Err(error),
            (_, Err(error)) if workspaces_changed => Err(error),
            _ => Ok(()),
        }
    }

    fn keep_notes(&mut self) -> io::Result<()> {
        let (before, now) = (&self.kept, &self.tried);
        self.notes.rewrite(|there: Written| {
            let notes = there.notes.into_iter();
            let notes = notes.map(|note| (note.ts, note)).collect();
            let notes = merged(&by_time(&before.notes), notes, &by_time(&now.notes));
            let written = Written {
                marks: merged(&in_ns(&before.marks), there.marks, &in_ns(&now.marks)),
                notes: notes.into_values().collect(),
            };
            let is_empty = written.marks.is_empty() && written.notes.is_empty();
            (!is_empty).then_some(written)
        })?;
        self.kept.marks.clone_from(&self.tried.marks);
        self.kept.notes.clone_from(&self.tried.notes);
        Ok(())
    }

    fn keep_workspaces(&mut self) -> io::Result<()> {
        let (before, now) = (&self.kept.workspaces, &self.tried.workspaces);
        self.workspaces.rewrite(|there| {
            let all = merged(before, there, now);
            (!all.is_empty()).then_some(all)
        })?;
        self.kept.workspaces.clone_from(&self.tried.workspaces);
        Ok(())
    }
}

/// Adds to the message about the last change that it is not saved.
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

/// Returns notes by their times in nanoseconds, which are unique.
fn by_time(notes: &[Note]) -> BTreeMap<i64, WrittenNote> {
    let written = |note: &Note| WrittenNote {
        ts: note.ts.ns(),
        text: note.text.clone(),
        track: note.track.clone(),
        slice: note.on.as_ref().map(|on| on.name.clone()),
        dur: note.on.as_ref().and_then(|on| on.dur),
    };
    let notes = notes.iter().map(written);
    notes.map(|note| (note.ts, note)).collect()
}

/// Merges the changes of this session into `there`, what a file holds now. The changes lead from `before` to
/// `now`: added and changed entries are written, removed ones are removed.
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

/// Reads a file, if it exists. The error says what is wrong with which file.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    // Links are refused, because this program doesn't make any.
    let problem = match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        // Without a state folder nothing can be kept, which is no error.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(None),
        Err(error) => error.to_string(),
        Ok(meta) if !meta.is_file() => "not a file of perfetty".into(),
        Ok(meta) if meta.len() > BYTES_MAX => TOO_LARGE.into(),
        Ok(_) => match std::fs::read(path) {
            Err(error) => error.to_string(),
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(found) => return Ok(Some(found)),
                Err(error) => error.to_string(),
            },
        },
    };
    Err(format!("{}: {problem}", path.display()))
}

/// Replaces a file atomically, or removes it if there is nothing to write. What would make it too large to be
/// read leaves it as it is.
fn replace<T: Serialize>(path: &Path, what: Option<&T>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    // The reason comes first and without its error number, because the line may be cut.
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
    if text.len() as u64 > BYTES_MAX {
        let file = path.file_name().unwrap_or_default().display();
        return Err(io::Error::other(format!("{file} would be {TOO_LARGE}")));
    }
    // Names in a trace and notes may be private, so only the user may read them.
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
        // A killed process with the same process id has left this file.
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
            track: Some("app ‣ main".into()),
            on: Some(NotedSlice {
                name: "work".into(),
                dur: Some(3),
            }),
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
        // Another trace shares the workspaces only.
        let mut other = State::default();
        Sidecar::new(dir.path(), Some(8)).load(&mut other);
        assert!(other.view.marks.is_empty() && other.workspaces.len() == 1);
        // Marks and notes that the user removes are removed from the file.
        later.view.marks.clear();
        again.keep(&later).unwrap();
        assert!(file.exists());
        later.view.notes.clear();
        again.keep(&later).unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn of_a_file_that_was_written_by_hand_notes_are_in_order_and_marks_are_letters() {
        let dir = tempfile::tempdir().unwrap();
        let traces = dir.path().join("traces");
        std::fs::create_dir_all(&traces).unwrap();
        let text = r#"{"marks": {"a": 1, "A": 2, "1": 3},
            "notes": [{"ts": 9, "text": "late"}, {"ts": 3, "text": "early"}]}"#;
        std::fs::write(traces.join("0000000000000007.json"), text).unwrap();
        let mut state = State::default();
        Sidecar::new(dir.path(), Some(7)).load(&mut state);
        assert_eq!(state.view.marks.keys().collect::<String>(), "a");
        let notes = state.view.notes.iter().map(|note| note.text.as_str());
        assert_eq!(notes.collect::<Vec<_>>(), ["early", "late"]);
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
            track: None,
            on: None,
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
        // A session may change and remove its own notes and marks.
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
        // Which is told once: what else changes is kept.
        let mut state = noted("lost");
        state.workspaces.insert("mine".into(), Workspace::default());
        sidecar.keep(&state).unwrap();
        let shared = dir.path().join("workspaces.json");
        std::fs::remove_file(shared).unwrap();
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
    fn nothing_is_written_that_would_be_too_large_to_be_read() {
        let dir = tempfile::tempdir().unwrap();
        let pins = |n| Workspace {
            pin: (0..n)
                .map(|i| format!("^process number {i} {i}$"))
                .collect(),
            ..Workspace::default()
        };
        let mut sidecar = Sidecar::new(dir.path(), Some(1));
        let mut state = State::default();
        sidecar.load(&mut state);
        state.workspaces.insert("small".into(), pins(2000));
        sidecar.keep(&state).unwrap();
        state.workspaces.insert("large".into(), pins(40_000));
        let refused = sidecar.keep(&state).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "workspaces.json would be larger than 1 MB"
        );
        let mut later = State::default();
        let mut again = Sidecar::new(dir.path(), Some(1));
        assert_eq!(again.load(&mut later), Vec::<String>::new());
        assert_eq!(later.workspaces["small"], pins(2000));
        assert_eq!(later.workspaces.len(), 1);
        // Without it, the others are kept again.
        state.workspaces.remove("large");
        state.workspaces.insert("other".into(), pins(1));
        sidecar.keep(&state).unwrap();
        again.load(&mut later);
        assert_eq!(later.workspaces.len(), 2);
        // Nor do notes become too large.
        let mut long = noted(&"n".repeat(2_000_000));
        long.workspaces.clone_from(&state.workspaces);
        let refused = sidecar.keep(&long).unwrap_err().to_string();
        assert_eq!(refused, "0000000000000001.json would be larger than 1 MB");
        assert_eq!(again.load(&mut later), Vec::<String>::new());
        // A file that somebody else has made so large is told by its size.
        let shared = dir.path().join("workspaces.json");
        std::fs::write(&shared, " ".repeat(1_000_001)).unwrap();
        let problems = again.load(&mut later);
        assert_eq!(
            problems,
            [format!("{}: larger than 1 MB", shared.display())]
        );
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
