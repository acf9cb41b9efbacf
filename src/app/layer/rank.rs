//! Finds the rows of a list that match a filter, the best first.
//!
//! Tables keep the order of their rows ([`super::arrange`]); in a list of names the best match is wanted, and
//! nobody reads beyond the first thousand.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nucleo::pattern::{CaseMatching, Normalization, Pattern};
use nucleo::{Matcher, Utf32Str};

use super::arrange::is_cancelled;
use super::source::ListSource;
use crate::model::trace::Trace;
use crate::model::track_tree::SEPARATOR;
use crate::view::overlay::ListRow;

/// The most rows that are shown.
const SHOWN_MAX: usize = 1_000;

/// A request to filter the rows of a list.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The rows.
    pub source: Arc<dyn ListSource>,
    /// The text of the filter; an empty one lets all rows pass.
    pub filter: String,
}

/// The rows that match.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The indices of the best matches, at most [`SHOWN_MAX`], the best first.
    pub shown: Arc<[u32]>,
    /// The same rows as text.
    pub rows: Vec<ListRow>,
    /// How many rows match in all.
    pub passing: usize,
}

/// How well a row matches: in which way, whether by the names of groups only, how alike, how many groups are
/// around it, and its index.
type Key = (u8, bool, Reverse<u32>, usize, u32);

/// A row that matches.
struct Match {
    /// Rows with a smaller key are better.
    key: Key,
    /// The indices of the characters that matched, ascending.
    places: Vec<u32>,
}

impl Rank {
    /// Returns whether the work takes long, because the text of many rows must be made.
    pub fn is_long(&self) -> bool {
        /// So few rows are ranked faster than the eye can see.
        const SHORT: usize = 1_000;
        self.source.n_rows() > SHORT && !self.filter.trim().is_empty()
    }

    /// Filters the rows; `None` if cancelled.
    pub fn run(&self, trace: &Trace, cancel: &AtomicBool) -> Option<Ranked> {
        let mut matches = self.matches(trace, cancel)?;
        let passing = matches.len();
        if passing > SHOWN_MAX {
            matches.select_nth_unstable_by_key(SHOWN_MAX, |row| row.key);
            matches.truncate(SHOWN_MAX);
        }
        matches.sort_unstable_by_key(|row| row.key);
        let row = |row: &Match| {
            let index = row.key.4 as usize;
            let mut text = String::new();
            self.source.write_text(trace, index, &mut text);
            ListRow {
                text,
                note: self.source.note(trace, index),
                matched: row.places.clone(),
            }
        };
        Some(Ranked {
            rows: matches.iter().map(row).collect(),
            shown: matches.iter().map(|row| row.key.4).collect(),
            passing,
        })
    }

    /// Returns the rows that match, in the order of the source; `None` if cancelled.
    fn matches(&self, trace: &Trace, cancel: &AtomicBool) -> Option<Vec<Match>> {
        let all = 0..self.source.n_rows() as u32;
        if self.filter.trim().is_empty() {
            let row = |index| Match {
                key: (0, false, Reverse(0), 0, index),
                places: Vec::new(),
            };
            return Some(all.map(row).collect());
        }
        let pattern = Pattern::parse(&self.filter, CaseMatching::Smart, Normalization::Smart);
        let mut matcher = Matcher::new(nucleo::Config::DEFAULT);
        let (mut text, mut chars) = (String::new(), Vec::new());
        let mut name_chars = Vec::new();
        // Names that begin with the text come first, then names that contain it, then what is of the kind that
        // it names in full, then names with its letters in order, then what is of the kind whose name it
        // begins. Of paths that contain it those come first whose last name does, and of equals those with the
        // fewest groups around them.
        let needle = self.filter.trim().to_lowercase();
        let mut matches = Vec::new();
        for index in all {
            if is_cancelled(index as usize, cancel) {
                return None;
            }
            text.clear();
            self.source.write_text(trace, index as usize, &mut text);
            let name_len = self.source.name_len(index as usize, &text);
            let n_shown = text.chars().count() as u32;
            if self.source.is_note_searched(index as usize) {
                text.push(' ');
                text.push_str(&self.source.note(trace, index as usize));
            }
            let haystack = Utf32Str::new(&text, &mut chars);
            let mut places = Vec::new();
            let score = pattern.indices(haystack, &mut matcher, &mut places);
            places.retain(|&place| place < n_shown);
            places.sort_unstable();
            places.dedup();
            let lower = text.to_lowercase();
            let name = text.get(..name_len);
            let is_meant = name.is_none_or(|name| {
                let mut words = needle.split_whitespace();
                name.len() == text.len()
                    || words.all(|word| lower.contains(word) || is_in_a_word(word, &lower))
                    || (pattern.score(Utf32Str::new(name, &mut name_chars), &mut matcher)).is_some()
            });
            let kind = self.source.kind(trace, index as usize);
            let (how, score) = match (score.filter(|_| is_meant), lower.find(&needle)) {
                (Some(score), Some(0)) => (0, score),
                (Some(score), Some(_)) => (1, score),
                (score, _) => match (is_of_kind(&needle, &lower, kind), score) {
                    (Some(Named::Whole), _) => {
                        places.clear();
                        (2, 0)
                    }
                    (_, Some(score)) => (3, score),
                    (Some(Named::Begun), None) => {
                        places.clear();
                        (4, 0)
                    }
                    (None, None) => continue,
                },
            };
            let (groups, name) = lower.rsplit_once(SEPARATOR).unwrap_or(("", &lower));
            let is_by_group = how == 1 && !name.contains(&needle);
            let n_groups = groups.split_terminator(SEPARATOR).count();
            let key = (how, is_by_group, Reverse(score), n_groups, index);
            matches.push(Match { key, places });
        }
        Some(matches)
    }
}

/// How much of the name of a kind is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Begun,
    Whole,
}

/// Returns whether each word of a filter names what a row is, as `counters`, or stands in its text, and how
/// much of the names is there.
fn is_of_kind(needle: &str, text: &str, kind: &str) -> Option<Named> {
    /// Fewer letters are no word for a kind.
    const LETTERS: usize = 3;
    let mut is_named = false;
    let mut named = Named::Whole;
    for typed in needle.split_whitespace() {
        let word = typed.strip_suffix('s').unwrap_or(typed);
        let is_whole = kind.split(' ').any(|of| of == typed || of == word);
        let is_begun = word.len() >= LETTERS && kind.split(' ').any(|of| of.starts_with(word));
        if is_whole || is_begun {
            is_named = true;
            named = named.min(if is_whole { Named::Whole } else { Named::Begun });
        } else if !text.contains(typed) {
            return None;
        }
    }
    (is_named && !kind.is_empty()).then_some(named)
}

/// Returns whether a word of a text begins as the typed letters do and has all of them in order, as `colours`
/// has `color`.
fn is_in_a_word(letters: &str, text: &str) -> bool {
    let has_all = |word: &str| {
        let mut rest = word.chars();
        word.chars().next() == letters.chars().next()
            && letters.chars().all(|letter| rest.any(|c| c == letter))
    };
    text.split(|c: char| !c.is_alphanumeric()).any(has_all)
}

#[cfg(test)]
mod tests {
    use super::super::Act;
    use super::super::source::Entry;
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::ids::FlowId;
    use crate::query::flows::Direction;

    fn ranked(entries: impl IntoIterator<Item = String>, filter: &str) -> Option<Ranked> {
        let entry = |text: String| Entry::listed(text, "note".into(), Act::None);
        let entries: Vec<Entry> = entries.into_iter().map(entry).collect();
        let rank = Rank {
            source: Arc::new(entries),
            filter: filter.into(),
        };
        rank.run(&TraceBuilder::new().finish(), &AtomicBool::new(false))
    }

    #[test]
    fn what_begins_with_the_text_comes_first() {
        let entries = ["blog log", "l-o-g", "a logarithm", "logs: all lines"];
        let ranked = ranked(entries.map(str::to_owned), "log").unwrap();
        assert_eq!((ranked.shown[0], ranked.shown[3]), (3, 1));
        assert_eq!(ranked.rows[0].note, "note");
    }

    #[test]
    fn a_flow_is_found_by_what_stands_at_its_right() {
        let flow = |name: &str, note: &str| {
            let act = Act::Flow(FlowId(0), Direction::Forward);
            Entry::listed(name.into(), note.into(), act)
        };
        let entries = vec![
            flow("job 1", "+8.80 ms  io 301"),
            flow("job 2", "+9.80 ms  main 100"),
        ];
        let found = |filter: &str| {
            let rank = Rank {
                source: Arc::new(entries.clone()),
                filter: filter.into(),
            };
            let trace = TraceBuilder::new().finish();
            let ranked = rank.run(&trace, &AtomicBool::new(false)).unwrap();
            let rows = ranked.rows.into_iter();
            rows.map(|row| (row.text, row.matched)).collect::<Vec<_>>()
        };
        assert_eq!(found("io 301"), [("job 1".to_owned(), vec![])]);
        assert_eq!(found("9.80")[0].0, "job 2");
        // The letters of both notes are alike.
        assert_eq!(found("main 10").len(), 1);
        assert_eq!(found("980"), []);
        assert_eq!(found("job 1")[0], ("job 1".to_owned(), vec![0, 1, 2, 4]));
    }

    #[test]
    fn a_command_is_not_found_by_letters_that_its_sentence_happens_to_have() {
        let found = |filter: &str| {
            let keymap = crate::app::keymap::Keymap::default();
            let rank = Rank {
                source: Arc::new(crate::app::lists::commands(&keymap, &[])),
                filter: filter.into(),
            };
            let trace = TraceBuilder::new().finish();
            let ranked = rank.run(&trace, &AtomicBool::new(false)).unwrap();
            let names = ranked.rows.iter().map(|row| row.text.clone());
            names.collect::<Vec<_>>()
        };
        for word in ["export", "delete all", "reload", "sheet"] {
            assert_eq!(found(word), [""; 0], "{word}");
        }
        assert!(found("color")[0].starts_with("legend:"));
        assert!(found("zmin")[0].starts_with("zoom-in:"));
        assert!(found("janky")[0].contains("janky"));
        assert!(found("expand children").len() <= 3);
    }

    #[test]
    fn of_paths_what_has_the_name_itself_comes_before_what_lies_in_it() {
        let entries = [
            "systemui 7 ‣ view VRI[startup]",
            "com.example.startup 9",
            "com.example.startup 9 ‣ main 9",
            "com.example.startup 9 ‣ main 9 ‣ startup.tracks",
            "com.example.startup 9 ‣ x.startup 9",
        ];
        let ranked = ranked(entries.map(str::to_owned), "startup").unwrap();
        // A name that begins with it is more like it than any.
        assert_eq!(*ranked.shown, [3, 1, 0, 4, 2]);
    }

    #[test]
    fn of_very_many_the_best_are_shown_and_all_counted() {
        let names = (0..5_000).map(|n| format!("track {n}"));
        let all = ranked(names.clone(), "").unwrap();
        assert_eq!((all.passing, all.rows.len()), (5_000, SHOWN_MAX));
        assert_eq!((all.shown[0], all.shown[999]), (0, 999));
        let mut names: Vec<String> = names.collect();
        names[4_321] = "needle".into();
        let best = ranked(names.clone(), "e").unwrap();
        assert_eq!(best.rows.len(), best.passing.min(SHOWN_MAX));
        let best = ranked(names, "need").unwrap();
        assert_eq!((best.passing, best.shown[0]), (1, 4_321));
        // The best is shown also if it is the last of more than are shown.
        let names = (0..1_500).map(|n| format!("a needle {n}"));
        let best = ranked(names.chain(["needle".to_owned()]), "needle").unwrap();
        assert_eq!((best.passing, best.shown[0]), (1_501, 1_500));
    }
}
