//! The names of modules and of what they make, for advice and completion.
//!
//! What a module makes is read from its statements; tables that are built in are listed where they are made.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{Module, all};
use crate::sql::statement::{Token, tokens};

/// Returns what may have been meant by the name of a module that there is not: a question for the
/// likeliest, if any is likely, and where all are.
pub(in crate::sql) fn like(name: &str) -> String {
    /// How many are named.
    const MOST: usize = 3;
    let wanted = pairs(name);
    let family = |name: &str| name.split('.').next().map(str::to_ascii_lowercase);
    let is_of_family = |other: &str| family(other) == family(name);
    let likeness = |other: &str| pairs(other).intersection(&wanted).count();
    let names = all().map(|module| module.name);
    let mut names: Vec<&str> = names
        .filter(|other| is_of_family(other) || 2 * likeness(other) >= wanted.len())
        .collect();
    // Of two that share as much, the shorter one has less that is not meant.
    names.sort_by_cached_key(|other| {
        let likest = Reverse((is_of_family(other), likeness(other)));
        (likest, other.len())
    });
    names.truncate(MOST);
    let question = match &names[..] {
        [] => String::new(),
        [one] => format!("did you mean {one}? "),
        [first @ .., last] => format!("did you mean {} or {last}? ", first.join(", ")),
    };
    format!("{question}docs/sql.md lists all")
}

/// Returns the pairs of neighbouring bytes of a name in lower case.
fn pairs(name: &str) -> BTreeSet<[u8; 2]> {
    let name = name.to_ascii_lowercase();
    let pairs = name.as_bytes().windows(2);
    pairs.map(|pair| [pair[0], pair[1]]).collect()
}

/// Returns the name of the module that creates a table, view, function or macro.
pub(in crate::sql) fn making(name: &str) -> Option<&'static str> {
    let makes = |module: &&Module| {
        let made = made_by(module, &["TABLE", "VIEW", "FUNCTION", "MACRO"]);
        made.iter().any(|made| made.eq_ignore_ascii_case(name))
    };
    all().find(makes).map(|module| module.name)
}

/// Returns the names of what modules make of some kinds, for users.
pub(in crate::sql) fn made(kinds: &[&str]) -> Vec<&'static str> {
    let made = all().flat_map(|module| made_by(module, kinds));
    made.filter(|name| !name.starts_with('_')).collect()
}

fn made_by(module: &Module, kinds: &[&str]) -> Vec<&'static str> {
    let tokens = tokens(module.sql);
    let made = tokens.windows(3).filter_map(|window| {
        let is_made = window[0].text == "PERFETTO" && kinds.contains(&window[1].text);
        is_made.then_some(window[2].text)
    });
    made.collect()
}

/// Returns whether a module makes a function of this name that returns one value.
pub(in crate::sql) fn is_function(name: &str) -> bool {
    all().any(|module| {
        let tokens = tokens(module.sql);
        let named = |pair: &[Token<'_>]| {
            pair[0].text == "FUNCTION" && pair[1].text.eq_ignore_ascii_case(name)
        };
        let at = tokens.windows(2).position(named);
        let mut after = tokens.iter().skip(at.unwrap_or(tokens.len()));
        after.any(|token| token.text == "RETURNS")
            && after.next().is_some_and(|kind| kind.text != "TABLE")
    })
}
