//! Workspaces: named sets of which tracks are pinned, hidden, open and filtered.
//!
//! Tracks are named by patterns of their paths, so that a workspace also fits other traces: a pattern that
//! matches nothing may match with other numbers (pids, tids).

use serde::{Deserialize, Serialize};

use super::reproduce;
use super::resolve::{self, Problem, ViewRequest};
use super::state::State;
use super::update::{UpdateCx, clear_filter};
use crate::query::find::regex;

/// Which tracks are shown, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Workspace {
    /// Patterns of the paths of pinned tracks.
    pub pin: Vec<String>,
    /// Patterns of the paths of hidden tracks.
    pub hide: Vec<String>,
    /// Patterns of the paths of groups that were opened.
    pub expand: Vec<String>,
    /// Patterns of the paths of groups that were closed.
    pub collapse: Vec<String>,
    /// The track filter.
    pub filter: Option<String>,
}

impl Workspace {
    /// Returns the workspace of the present view.
    pub fn of(state: &State, cx: &UpdateCx) -> Self {
        let mut tracks = reproduce::request_of(state, cx).0.tracks;
        // What is only peeked at is not pinned; it stands behind what is.
        tracks.pin.truncate(state.view.pins.len());
        tracks
    }

    /// Replaces the tracks that are shown by those of the workspace. Returns an error for each pattern
    /// without a match.
    pub fn apply(&self, state: &mut State, cx: &UpdateCx) -> Vec<Problem> {
        let paths: Vec<String> = cx
            .trace
            .tree
            .walk()
            .into_iter()
            .map(|node| cx.trace.tree.path(node))
            .collect();
        let fitting = |patterns: &[String]| -> Vec<String> {
            patterns
                .iter()
                .map(|pattern| fitted(pattern, &paths))
                .collect()
        };
        let request = ViewRequest {
            tracks: Self {
                pin: fitting(&self.pin),
                hide: fitting(&self.hide),
                expand: fitting(&self.expand),
                collapse: fitting(&self.collapse),
                filter: self.filter.clone(),
            },
            ..ViewRequest::default()
        };
        let view = &mut state.view;
        view.pins.clear();
        view.hidden.clear();
        view.open.clear();
        clear_filter(state, cx);
        resolve::apply(&request, state, cx)
    }
}

/// Returns a pattern; if it matches no path, each number in it is replaced by any number, provided that this
/// matches.
fn fitted(pattern: &str, paths: &[String]) -> String {
    let matches = |pattern: &str| {
        regex(pattern, false)
            .is_ok_and(|regex| paths.iter().any(|path| regex.is_match(path.as_bytes())))
    };
    if matches(pattern) {
        return pattern.to_owned();
    }
    let mut other = String::new();
    let mut in_number = false;
    for c in pattern.chars() {
        if !c.is_ascii_digit() {
            other.push(c);
        } else if !in_number {
            other.push_str("[0-9]+");
        }
        in_number = c.is_ascii_digit();
    }
    if matches(&other) {
        other
    } else {
        pattern.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_differ_where_nothing_matches_otherwise() {
        let paths = ["feed 7 ‣ main 7".to_owned(), "feed 8 ‣ main 8".to_owned()];
        assert_eq!(fitted("^feed 7 ‣ main 7$", &paths), "^feed 7 ‣ main 7$");
        let other = fitted("^feed 4242 ‣ main 4242$", &paths);
        assert_eq!(other, "^feed [0-9]+ ‣ main [0-9]+$");
        assert_eq!(fitted("^mail 1$", &paths), "^mail 1$");
    }
}
