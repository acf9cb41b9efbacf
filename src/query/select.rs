//! Finds what a selector names, and selectors that name what is selected.
//!
//! A selector outlives the import that it was made from: it is made of names,
//! tokens, times and paths, never of row numbers. [`stable_slice`] only gives a
//! selector that leads back to the same slice.

use std::fmt::Write as _;

use super::find::{FindError, PATTERN_BYTES_MAX, matching_nodes, regex};
use super::nav;
use super::selector::Selector;
use crate::base::time::Ts;
use crate::model::ids::{NodeId, SliceId, Upid};
use crate::model::trace::Trace;

/// Why a selector names nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// A pattern cannot be read.
    #[error(transparent)]
    Pattern(#[from] FindError),
    /// No such slice.
    #[error("no slice has the id {id}")]
    NoSlice {
        /// The SQL id.
        id: i64,
    },
    /// No such sample of a CPU profiler.
    #[error("no sample has the id {id}")]
    NoSample {
        /// The SQL id.
        id: i64,
    },
    /// A sample where only slices are asked for.
    #[error("a sample is no slice")]
    NotASlice,
    /// Too few slices match.
    #[error("{}", too_few(*found, pattern, *nth))]
    NoName {
        /// The pattern.
        pattern: String,
        /// Which was asked for, from 1.
        nth: usize,
        /// How many there are.
        found: usize,
    },
    /// No such frame.
    #[error("no frame has the token {token}")]
    NoFrame {
        /// The token.
        token: i64,
    },
    /// Frames have the token, but none of the process.
    #[error("no frame of process {pid} has the token {token}; one of process {other} has it")]
    NoFrameOf {
        /// The token.
        token: i64,
        /// The process id that was asked for.
        pid: i64,
        /// The process id of a process with such a frame.
        other: i64,
    },
    /// No track matches.
    #[error("no track matches {pattern:?}")]
    NoTrack {
        /// The pattern.
        pattern: String,
    },
    /// Nothing at an instant.
    #[error("nothing is at {ns}")]
    NothingAt {
        /// The time on the trace clock.
        ns: i64,
    },
}

/// Says how many slices there are instead of the one with a number.
fn too_few(found: usize, pattern: &str, nth: usize) -> String {
    match found {
        0 => format!("no slice matches {pattern:?}"),
        1 => format!("only one slice matches {pattern:?}, so there is no number {nth}"),
        _ => format!("only {found} slices match {pattern:?}, so there is no number {nth}"),
    }
}

/// Returns the slice that a selector names; for a track, its first slice.
pub fn slice_by(selector: &Selector, trace: &Trace) -> Result<SliceId, SelectError> {
    match selector {
        Selector::Slice(id) => slice(trace, *id),
        Selector::Sample(_) => Err(SelectError::NotASlice),
        Selector::Name { nth, pattern } => by_name(trace, *nth, pattern),
        Selector::Frame { token, pid } => frame(trace, *token, *pid),
        Selector::At { ts, track } => at(trace, *ts, track.as_deref()),
        Selector::Area { at: span, track } => {
            at(trace, span.start.resolve(trace.bounds), track.as_deref())
        }
        Selector::Track(pattern) | Selector::Row { pattern, .. } => {
            let node = track(trace, pattern)?;
            nav::outermost(trace, node, nav::Neighbour::Next).ok_or_else(|| SelectError::NoTrack {
                pattern: pattern.clone(),
            })
        }
    }
}

/// Returns the slice with an SQL id.
pub fn slice(trace: &Trace, id: i64) -> Result<SliceId, SelectError> {
    trace.sql_ids().slice(id).ok_or(SelectError::NoSlice { id })
}

/// Returns the `nth` slice, from 1 and by time, whose name matches a regular expression.
pub fn by_name(trace: &Trace, nth: usize, pattern: &str) -> Result<SliceId, SelectError> {
    let regex = regex(pattern, false)?;
    let mut matching = named(trace, |name| regex.is_match(name));
    let found = matching.len();
    let index = nth.wrapping_sub(1);
    if index >= found {
        return Err(SelectError::NoName {
            pattern: pattern.to_owned(),
            nth,
            found,
        });
    }
    Ok(matching.select_nth_unstable(index).1.2)
}

/// Returns the slices whose name passes, with their places in time.
fn named(trace: &Trace, passes: impl Fn(&[u8]) -> bool) -> Vec<(i64, u64, SliceId)> {
    let labels: Vec<bool> = trace
        .slices
        .labels()
        .iter()
        .map(|label| label.name.is_some_and(|name| passes(trace.bytes(name))))
        .collect();
    trace
        .slices
        .label_column()
        .iter()
        .enumerate()
        .filter(|&(_, &label)| labels[label as usize])
        .map(|(index, _)| {
            let id = SliceId::from_index(index);
            let (ts, pos) = trace.slices.order_key(id);
            (ts, pos, id)
        })
        .collect()
}

/// Returns the actual frame with a token, else the expected one; the first by time where several
/// layers or processes have it.
pub fn frame(trace: &Trace, token: i64, pid: Option<i64>) -> Result<SliceId, SelectError> {
    let all = frames(trace, token, pid);
    let first = all.first().copied();
    first.ok_or_else(|| no_frame(trace, token, pid))
}

/// Returns the actual frames with a token, else the expected ones, by time: several layers, processes
/// and machines may have it, and one process may have it twice.
pub fn frames(trace: &Trace, token: i64, pid: Option<i64>) -> Vec<SliceId> {
    // Processes are few, frames of an hour are not.
    let upids = (0..trace.processes.processes.len()).map(Upid::from_index);
    let is_asked = |upid: &Upid| pid.is_none_or(|pid| trace.processes.process(*upid).pid == pid);
    let upids: Vec<Upid> = upids.filter(is_asked).collect();
    let actual = upids.iter();
    let actual = actual.flat_map(|&upid| trace.frames.actual_with(upid, token));
    let mut all: Vec<SliceId> = actual.map(|frame| frame.slice).collect();
    if all.is_empty() {
        let expected = upids.iter();
        let expected = expected.flat_map(|&upid| trace.frames.expected_with(upid, token));
        all.extend(expected.map(|frame| frame.slice));
    }
    all.sort_unstable_by_key(|&id| (trace.slices.order_key(id), id));
    all
}

/// Returns that there is no such frame: nowhere, or not in the process that was asked for.
fn no_frame(trace: &Trace, token: i64, pid: Option<i64>) -> SelectError {
    let elsewhere = pid.and_then(|pid| {
        let slice = frame(trace, token, None).ok()?;
        let frames = &trace.frames;
        let actual = frames.actual_of(slice).map(|frame| frame.upid);
        let upid = actual.or_else(|| frames.expected_of(slice).map(|frame| frame.upid))?;
        let other = trace.processes.process(upid).pid;
        Some(SelectError::NoFrameOf { token, pid, other })
    });
    elsewhere.unwrap_or(SelectError::NoFrame { token })
}

/// Returns the first track or group, from the top, whose path matches a regular expression. A
/// track is preferred to a group.
pub fn track(trace: &Trace, pattern: &str) -> Result<NodeId, SelectError> {
    let regex = regex(pattern, false)?;
    let mut matching = matching_nodes(trace, &regex);
    let first = matching.next().ok_or_else(|| SelectError::NoTrack {
        pattern: pattern.to_owned(),
    })?;
    let has_rows = |node: &NodeId| !trace.tree.node(*node).rows.is_empty();
    if has_rows(&first) {
        return Ok(first);
    }
    Ok(matching.find(has_rows).unwrap_or(first))
}

/// Returns the tracks and groups, from the top, whose path matches a regular expression: at
/// least one.
pub fn tracks(trace: &Trace, pattern: &str) -> Result<Vec<NodeId>, SelectError> {
    let regex = regex(pattern, false)?;
    let found: Vec<NodeId> = matching_nodes(trace, &regex).collect();
    if found.is_empty() {
        return Err(SelectError::NoTrack {
            pattern: pattern.to_owned(),
        });
    }
    Ok(found)
}

/// Returns the innermost slice at an instant: on the first track from the top that has one there,
/// of those whose path matches.
pub fn at(trace: &Trace, ts: Ts, track: Option<&str>) -> Result<SliceId, SelectError> {
    let regex = track.map(|pattern| regex(pattern, false)).transpose()?;
    trace
        .tree
        .walk()
        .into_iter()
        .filter(|&node| {
            regex.as_ref().is_none_or(|regex| {
                trace
                    .tree
                    .is_at(node, |path| regex.is_match(path.as_bytes()))
            })
        })
        .find_map(|node| nav::innermost_at(trace, node, ts))
        .ok_or(SelectError::NothingAt { ns: ts.ns() })
}

/// Returns a pattern that matches the path of a node and no longer one.
pub fn path_pattern(trace: &Trace, node: NodeId) -> String {
    format!("^{}$", escaped(&trace.tree.path(node)))
}

/// Returns a pattern that matches a name of the trace and no other, even if it is not UTF-8. Nothing is said
/// about case: where that does not matter otherwise, see [`with_case`].
pub fn name_pattern(name: &[u8]) -> String {
    format!("^{}$", escaped_bytes(name))
}

/// Returns a pattern that also matches names that differ from this one in their numbers only.
pub fn any_number_pattern(name: &[u8]) -> String {
    let is_digit = u8::is_ascii_digit;
    let parts = name.chunk_by(|a, b| is_digit(a) == is_digit(b));
    let parts = parts.map(|part| {
        if part.first().is_some_and(is_digit) {
            "[0-9]+".to_owned()
        } else {
            escaped_bytes(part)
        }
    });
    format!("^{}$", parts.collect::<String>())
}

fn escaped_bytes(name: &[u8]) -> String {
    let mut pattern = String::new();
    for chunk in name.utf8_chunks() {
        pattern.push_str(&escaped(chunk.valid()));
        for byte in chunk.invalid() {
            // Writing to a String cannot fail.
            _ = write!(pattern, "(?-u:\\x{byte:02x})");
        }
    }
    pattern
}

/// Returns a pattern that matches what is written in its very letters, also where patterns without upper-case
/// letters match any case.
pub fn with_case(pattern: String) -> String {
    let has_case = |c: char| c.is_lowercase() || c.is_uppercase();
    if pattern.contains(char::is_uppercase) || !pattern.contains(has_case) {
        return pattern;
    }
    format!("(?-i){pattern}")
}

/// Returns a pattern that matches a text and can be shown, copied and typed: it has no controls. A shell in which a
/// paste is typed would complete words at a tab.
fn escaped(text: &str) -> String {
    let mut pattern = String::new();
    for c in regex::escape(text).chars() {
        if c.is_control() {
            // All of them are below 0x100. Writing to a String cannot fail.
            _ = write!(pattern, "\\x{:02x}", u32::from(c));
        } else {
            pattern.push(c);
        }
    }
    pattern
}

/// Returns the only path that a pattern matches, if it is as [`path_pattern`] writes them.
pub fn exact_path(pattern: &str) -> Option<String> {
    let inner = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let mut path = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        path.push(match c {
            '\\' => match chars.next()? {
                'x' => {
                    let digits: String = chars.by_ref().take(2).collect();
                    char::from(u8::from_str_radix(&digits, 16).ok()?)
                }
                c => c,
            },
            c => c,
        });
    }
    // An escaped path has no other meanings of a backslash or a bare character.
    (escaped(&path) == inner).then_some(path)
}

/// Returns a selector for a slice that leads back to it, `None` for a slice that has no name and
/// cannot be told apart by its time.
pub fn stable_slice(trace: &Trace, slice: SliceId) -> Option<Selector> {
    if let Some(found) = trace.frames.actual_of(slice) {
        let (token, pid) = (found.token(), trace.processes.process(found.upid).pid);
        if frame(trace, token, Some(pid)) == Ok(slice) {
            return Some(Selector::Frame {
                token,
                pid: Some(pid),
            });
        }
    }
    if let Some(node) = trace.tree.node_of_track(trace.slices.track_of(slice)) {
        let track = path_pattern(trace, node);
        let ts = trace.slices.ts(slice);
        if at(trace, ts, Some(&track)) == Ok(slice) {
            return Some(Selector::At {
                ts,
                track: Some(track),
            });
        }
    }
    slice_by_name(trace, slice)
}

/// Returns the selector that says which of its name a slice is, `None` for a slice without a name or with one
/// that is too long for a pattern.
/// It is short, and takes long to find.
pub fn slice_by_name(trace: &Trace, slice: SliceId) -> Option<Selector> {
    let name = trace.slices.name(slice)?;
    let own = trace.bytes(name);
    if own.len() > PATTERN_BYTES_MAX {
        return None;
    }
    let pattern = name_pattern(own);
    let (ts, pos) = trace.slices.order_key(slice);
    let before = named(trace, |name| name == own)
        .into_iter()
        .filter(|&other| other < (ts, pos, slice))
        .count();
    let nth = before + 1;
    (by_name(trace, nth, &pattern) == Ok(slice)).then_some(Selector::Name { nth, pattern })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;

    fn sample() -> (Trace, Vec<SliceId>) {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let pool = b.thread(app, 9, "pool (1)");
        let one = b.slice_track(Scope::Thread(main), None);
        let two = b.slice_track(Scope::Thread(pool), None);
        let mut ids = b.nested_slices(one, &[(0, 50, "a.b"), (0, 5, "axb"), (60, 5, "a.b")]);
        ids.extend(b.nested_slices(two, &[(0, 5, "a.b")]));
        (b.finish(), ids)
    }

    #[test]
    fn selectors_find_what_they_name() {
        let (trace, s) = sample();
        assert_eq!(slice(&trace, 0), Ok(s[0]));
        assert_eq!(slice(&trace, 99), Err(SelectError::NoSlice { id: 99 }));
        assert_eq!(by_name(&trace, 2, "^a.b$"), Ok(s[1]));
        assert_eq!(by_name(&trace, 3, "^a\\.b$"), Ok(s[2]));
        assert!(matches!(
            by_name(&trace, 9, "a"),
            Err(SelectError::NoName { found: 4, .. })
        ));
        assert!(matches!(
            by_name(&trace, 1, "("),
            Err(SelectError::Pattern(_))
        ));
        let pool = track(&trace, "pool").expect("a track");
        assert!(!trace.tree.node(pool).rows.is_empty());
        assert_eq!(at(&trace, Ts::from_ns(2), None), Ok(s[1]));
        assert_eq!(at(&trace, Ts::from_ns(2), Some("pool")), Ok(s[3]));
        assert!(at(&trace, Ts::from_ns(2), Some("none")).is_err());
        assert!(frame(&trace, 1, None).is_err());
    }

    #[test]
    fn a_pattern_of_a_path_says_which() {
        let (trace, _) = sample();
        for node in trace.tree.walk() {
            let path = trace.tree.path(node);
            assert_eq!(exact_path(&path_pattern(&trace, node)), Some(path));
        }
        let odd = "a\\b ^.$ [x] {y} (z)|*+?-&~# ‣ é \n\t x1b";
        let controls = "\u{1b}[2J \u{7} \u{7f} \u{9b}";
        for text in [odd, controls] {
            let pattern = format!("^{}$", escaped(text));
            assert_eq!(exact_path(&pattern).as_deref(), Some(text));
            assert!(regex(&pattern, false).is_ok_and(|regex| regex.is_match(text.as_bytes())));
        }
        assert_eq!(escaped(controls), r"\x1b\[2J \x07 \x7f \x9b");
        assert_eq!(exact_path("^$").as_deref(), Some(""));
        for other in [
            "", "^", "$", "a", "^a", "a$", "^a.b$", r"^\d$", r"^a\$", "^a|b$", "^a$|^b$", r"^\a$",
            r"^\x1$", r"^\x41$",
        ] {
            assert_eq!(exact_path(other), None, "{other}");
        }
    }

    #[test]
    fn a_pattern_of_a_name_matches_its_very_bytes() {
        let names: [&[u8]; 5] = [
            b"a.b",
            b"a\xffb",
            b"a\xfeb",
            "a\u{fffd}b".as_bytes(),
            b"\xff\x1b",
        ];
        for name in names {
            let pattern = name_pattern(name);
            assert!(!pattern.contains(char::is_control), "{pattern:?}");
            let regex = regex(&pattern, false).expect("a pattern");
            let matching: Vec<&[u8]> = names
                .into_iter()
                .filter(|name| regex.is_match(name))
                .collect();
            assert_eq!(matching, [name], "{pattern}");
        }
        for (name, pattern) in [("ab", "(?-i)^ab$"), ("Ab", "^Ab$"), ("12", "^12$")] {
            assert_eq!(with_case(name_pattern(name.as_bytes())), pattern);
        }
    }

    #[test]
    fn a_stable_selector_leads_back() {
        let (trace, s) = sample();
        for &id in &s {
            let selector = stable_slice(&trace, id).expect("all have names");
            assert_eq!(slice_by(&selector, &trace), Ok(id));
        }
        assert!(matches!(
            stable_slice(&trace, s[0]),
            Some(Selector::Name { nth: 1, .. })
        ));
        assert!(matches!(
            stable_slice(&trace, s[3]),
            Some(Selector::At { .. })
        ));
    }

    #[test]
    fn of_frames_with_one_token_the_first_is_taken_and_others_have_selectors() {
        use crate::query::janks::tests::{TestFrame, add_frames, good};
        let mut b = TraceBuilder::new();
        let upids = [b.process(7, "app"), b.process(9, "other")];
        let frames = [
            good(5, 50),
            TestFrame {
                layer: "popup#2",
                ..good(5, 70)
            },
            TestFrame {
                process: 1,
                ..good(5, 20)
            },
        ];
        let s = add_frames(&mut b, &upids, &frames);
        let trace = b.finish();
        assert_eq!(super::frames(&trace, 5, None), [s[2], s[0], s[1]]);
        for id in s {
            let selector = stable_slice(&trace, id).expect("all have names");
            assert_eq!(slice_by(&selector, &trace), Ok(id));
        }
    }
}
