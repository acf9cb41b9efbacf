//! Sorts and filters the rows of a table. A filter has words (`feed`), words of a column (`who:feed`) and
//! comparisons (`late>5ms`), which must all match; after `!` stands what must not.
//!
//! Numbers are compared by the values of cells if the list provides them, else by the text of the cells.

use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};

use hashbrown::HashSet;
use nucleo::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo::{Matcher, Utf32Str};

use super::source::ListSource;
use crate::base::time::unit_ns;
use crate::model::trace::Trace;
use crate::view::overlay::{Column, Filtered, TableCell, TableRow};

/// What stands in a filter between the name of a column and what its cells must contain, or a number.
const SIGNS: [char; 3] = [':', '>', '<'];

/// How many rows are done between two checks for cancellation.
const CANCEL_EVERY: usize = 1 << 10;

/// A request to sort and filter the rows of a table.
#[derive(Clone, Debug)]
pub struct Arrange {
    /// The rows.
    pub source: Arc<dyn ListSource>,
    /// The order of the rows before.
    pub order: Arc<[u32]>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The column to sort by; `None` keeps the order.
    pub by: Option<usize>,
    /// Whether what a sort puts last is wanted first.
    pub is_reversed: bool,
    /// The text of the filter; all rows pass an empty one.
    pub filter: String,
}

/// What kind of values most rows of a column have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortedBy {
    /// Numbers.
    Numbers,
    /// Texts.
    Texts,
}

impl SortedBy {
    /// Returns which values come first, in words.
    pub const fn first(self, is_reversed: bool) -> &'static str {
        match (self, is_reversed) {
            (Self::Numbers, false) => "largest first",
            (Self::Numbers, true) => "smallest first",
            (Self::Texts, false) => "A to Z",
            (Self::Texts, true) => "Z to A",
        }
    }
}

/// Rows in order, and which of them are shown.
#[derive(Clone, Debug)]
pub struct Arranged {
    /// The column that the rows were sorted by, and its kind of values; `None` if they kept their order.
    pub sorted: Option<(usize, SortedBy)>,
    /// All rows in the new order.
    pub order: Arc<[u32]>,
    /// The rows that pass the filter, in that order.
    pub shown: Arc<[u32]>,
    /// The places of headings among the shown rows, ascending.
    pub headings: Arc<[u32]>,
    /// What there is to say of the filter and of the shown rows.
    pub filtered: Filtered,
}

impl Arrange {
    /// Returns whether the work takes long, because the text of many rows must be made.
    pub fn is_long(&self) -> bool {
        /// So few rows are arranged faster than the eye can see.
        const SHORT: usize = 1_000;
        self.source.n_rows() > SHORT && (self.by.is_some() || !self.filter.trim().is_empty())
    }

    /// Sorts and filters; `None` if cancelled. `looked` is told how many percent of the rows have been looked
    /// through, seldom.
    pub fn run(&self, trace: &Trace, cancel: &AtomicBool, looked: &dyn Fn(u8)) -> Option<Arranged> {
        let n_passes = u64::from(self.by.is_some()) + u64::from(!self.filter.trim().is_empty());
        let progress = Progress {
            cancel,
            looked,
            total: n_passes * self.order.len() as u64,
            percent: Cell::new(0),
        };
        let (order, sorted) = match self.by {
            Some(column) => {
                let (mut order, by) = self.sorted(trace, column, &progress)?;
                if self.is_reversed {
                    reverse(&mut order, &*self.source);
                }
                (order.into(), Some((column, by)))
            }
            None => (Arc::clone(&self.order), None),
        };
        let shown = self.filtered(trace, &order, &progress)?;
        let is_heading = |&at: &u32| self.source.is_heading(shown[at as usize] as usize);
        let headings = (0..shown.len() as u32).filter(is_heading).collect();
        let sums = self.sums(trace, &shown, cancel)?;
        let legend = match self.filter.trim() {
            "" => Vec::new(),
            _ => self.source.legend(&shown),
        };
        Some(Arranged {
            sorted,
            order,
            shown,
            headings,
            filtered: Filtered {
                sums,
                legend,
                note: note(&self.words(), &self.columns).unwrap_or_default(),
            },
        })
    }

    fn words(&self) -> Vec<String> {
        words(&self.filter, &self.columns)
    }

    /// Adds up the columns that are summed.
    fn sums(&self, trace: &Trace, shown: &[u32], cancel: &AtomicBool) -> Option<Vec<Option<f64>>> {
        let is_summed = |column: &Column| column.is_summed;
        if self.filter.trim().is_empty() || !self.columns.iter().any(is_summed) {
            return Some(Vec::new());
        }
        let start = |column: &Column| is_summed(column).then_some(0.0);
        let mut sums: Vec<Option<f64>> = self.columns.iter().map(start).collect();
        for (at, &index) in shown.iter().enumerate() {
            if is_cancelled(at, cancel) {
                return None;
            }
            let row = self.source.row(trace, index as usize);
            for (sum, cell) in sums.iter_mut().zip(&row.cells) {
                if let (Some(sum), Some(value)) = (sum, number(cell)) {
                    *sum += value;
                }
            }
        }
        Some(sums)
    }

    /// Numbers as numbers, the largest first, then texts; equal ones keep their order, and the rows of a group
    /// stay below its heading. A column that the source calls one of texts has no numbers.
    fn sorted(
        &self,
        trace: &Trace,
        column: usize,
        progress: &Progress<'_>,
    ) -> Option<(Vec<u32>, SortedBy)> {
        let mut keys = Vec::with_capacity(self.order.len());
        // Millions of rows may have only a few different texts, such as names of threads.
        let mut texts: HashSet<Arc<str>> = HashSet::new();
        let known_as = self.source.sorted_as(column);
        let has_numbers = known_as != Some(SortedBy::Texts);
        for (at, &index) in self.order.iter().enumerate() {
            if progress.ends_at(at, 0) {
                return None;
            }
            let row = self.source.row(trace, index as usize);
            let cell = row.cells.get(column);
            let key = if let Some(number) = cell.filter(|_| has_numbers).and_then(number) {
                Key::Number(number)
            } else {
                let text = cell.map_or("", |cell| &cell.text);
                let known = texts.get_or_insert_with(text, |text: &str| text.into());
                Key::Text(Arc::clone(known))
            };
            keys.push((key, index));
        }
        let is_heading = |key: &(Key, u32)| self.source.is_heading(key.1 as usize);
        let mut n_headings = 0;
        for group in keys.chunk_by_mut(|_, next| !is_heading(next)) {
            let above = usize::from(is_heading(&group[0]));
            n_headings += above;
            group[above..].sort_by(|(a, _), (b, _)| a.cmp(b));
        }
        let is_number = |key: &&(Key, u32)| matches!(key.0, Key::Number(_));
        // A few cells without a number, such as `no end`, don't make it a column of texts.
        let n_numbers = keys.iter().filter(is_number).count();
        let looks_like = if n_numbers * 2 >= keys.len() - n_headings {
            SortedBy::Numbers
        } else {
            SortedBy::Texts
        };
        let by = known_as.unwrap_or(looks_like);
        Some((keys.into_iter().map(|(_, index)| index).collect(), by))
    }

    fn filtered(
        &self,
        trace: &Trace,
        order: &Arc<[u32]>,
        progress: &Progress<'_>,
    ) -> Option<Arc<[u32]>> {
        let tests = tests(&self.filter, &self.columns, self.source.has_levels());
        let tests = tests
            .into_iter()
            .map(|(test, is_wanted)| (Test::ready(test), is_wanted));
        let tests: Vec<(Test<Atom>, bool)> = tests.collect();
        if tests.is_empty() {
            return Some(Arc::clone(order));
        }
        let is_of_time = |(test, _): &&(Test<Atom>, bool)| match test {
            Test::Compares(column, ..) => self.columns[*column].is_instant,
            _ => false,
        };
        let n_of_time = tests.iter().filter(is_of_time).count();
        let start = trace.bounds.start().ns();
        let of_cells = |test: &Test<Atom>| matches!(test, Test::Compares(..) | Test::HoldsIn(..));
        let needs_cells = tests.iter().any(|(test, _)| of_cells(test));
        let mut matcher = Matcher::new(nucleo::Config::DEFAULT);
        let (mut text, mut chars) = (String::new(), Vec::new());
        let (mut shown, mut heading) = (Vec::new(), None);
        let before = if self.by.is_some() { order.len() } else { 0 };
        for (at, &index) in order.iter().enumerate() {
            if progress.ends_at(at, before) {
                return None;
            }
            let row = index as usize;
            // A heading is only kept if a row of its group passes the filter.
            if self.source.is_heading(row) {
                heading = Some(index);
                continue;
            }
            // A row that is not of the time that is wanted need not be written, which takes long.
            let ts = (n_of_time > 0).then(|| self.source.time(trace, row));
            if let Some(ts) = ts.flatten() {
                let since = ts.ns().saturating_sub(start) as f64;
                let mut of_time = tests.iter().filter(is_of_time);
                if !of_time.all(|(test, is_wanted)| test.compares(since) == *is_wanted) {
                    continue;
                }
                if n_of_time == tests.len() {
                    shown.extend(heading.take());
                    shown.push(index);
                    continue;
                }
            }
            text.clear();
            self.source.write_text(trace, row, &mut text);
            let haystack = haystack(&mut text, &mut chars);
            let cells = needs_cells.then(|| self.source.row(trace, row));
            let mut accepts = |(test, is_wanted): &(Test<Atom>, bool)| match test {
                Test::IsAtLeast(level) => (self.source.level(trace, row) >= *level) == *is_wanted,
                test => test.accepts(haystack, cells.as_ref(), &mut matcher) == *is_wanted,
            };
            if tests.iter().all(&mut accepts) {
                shown.extend(heading.take());
                shown.push(index);
            }
        }
        Some(shown.into())
    }
}

/// Turns the order of rows round. Rows of a group stay below its heading.
pub(super) fn reverse(order: &mut [u32], source: &dyn ListSource) {
    let of_one_group = |_: &u32, next: &u32| !source.is_heading(*next as usize);
    for group in order.chunk_by_mut(of_one_group) {
        let has_heading = source.is_heading(group[0] as usize);
        group[usize::from(has_heading)..].reverse();
    }
}

/// Returns whether the work was cancelled; looks only at every so many rows.
pub(super) fn is_cancelled(at: usize, cancel: &AtomicBool) -> bool {
    at.is_multiple_of(CANCEL_EVERY) && cancel.load(atomic::Ordering::Relaxed)
}

/// How far sorting and filtering is.
struct Progress<'a> {
    cancel: &'a AtomicBool,
    looked: &'a dyn Fn(u8),
    /// How many rows are looked at, those that are looked at twice counted twice.
    total: u64,
    /// What was told last.
    percent: Cell<u8>,
}

impl Progress<'_> {
    /// Tells how far it is when row `at` is reached, after `before` rows of another pass, and returns whether it
    /// was cancelled. Looks and tells only at every so many rows.
    fn ends_at(&self, at: usize, before: usize) -> bool {
        /// It is told after so many rows, so that a short list tells nothing.
        const TELL_EVERY: usize = 1 << 16;
        if at > 0 && at.is_multiple_of(TELL_EVERY) {
            let done = (before + at) as u64;
            // Less than all is done, so it fits.
            let percent = (done * 100 / self.total.max(1)).min(99) as u8;
            if self.percent.replace(percent) != percent {
                (self.looked)(percent);
            }
        }
        is_cancelled(at, self.cancel)
    }
}

/// What a row is sorted by.
#[derive(Debug)]
enum Key {
    Number(f64),
    Text(Arc<str>),
}

impl Key {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => b.total_cmp(a),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        }
    }
}

/// A test of a row, from one word of the filter; `T` is a text that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Test<T> {
    /// The text of the row contains the word, whatever the case.
    Holds(T),
    /// The cell of a column contains the word: `who:feed`.
    HoldsIn(usize, T),
    /// The cell of a column is more, or less, than a number, or the same if that counts: `late>5ms`, `dur<=1s`.
    Compares(usize, Ordering, bool, f64),
    /// The level of the row is this one or a higher one: `level:W`.
    IsAtLeast(u8),
}

/// Reads a filter: the tests that rows must pass, or must not where it says false. What is not typed to its end
/// is left out.
pub fn tests(filter: &str, columns: &[Column], has_levels: bool) -> Vec<(Test<String>, bool)> {
    let words = words(filter, columns);
    let tests = words.iter().filter_map(|word| {
        let (wanted, is_wanted) = wanted(word);
        let test = match level(wanted).filter(|_| has_levels) {
            Some(level) => Test::IsAtLeast(level),
            None => Test::of(wanted, columns)?,
        };
        Some((test, is_wanted))
    });
    tests.collect()
}

/// Reads a level as users of logcat write it, in lower case: `level:w`, `level:warn`, `*:w`, `w:`.
fn level(word: &str) -> Option<u8> {
    let named = word.strip_prefix("level:");
    let name = named.or_else(|| word.strip_prefix("*:").or_else(|| word.strip_suffix(':')))?;
    let levels = ["verbose", "debug", "info", "warning", "error", "fatal"];
    // A prefix is only a level after `level:`; elsewhere it must be a single letter.
    let is_meant = |level: &str| level.starts_with(name) && (named.is_some() || name.len() == 1);
    let place = levels.iter().position(|level| is_meant(level))?;
    (!name.is_empty()).then_some(place as u8 + 2)
}

impl Test<String> {
    /// Reads a word in lower case. `None` if it is about a column and not typed to its end.
    fn of(word: &str, columns: &[Column]) -> Option<Self> {
        let Some((column, sign, rest)) = about_column(word, columns) else {
            return Some(Self::Holds(word.to_owned()));
        };
        Some(match sign {
            '>' | '<' => {
                let order = match sign {
                    '>' => Ordering::Greater,
                    _ => Ordering::Less,
                };
                let (is_equal, number) = compared(rest);
                Self::Compares(column, order, is_equal, quantity(number)?)
            }
            _ if rest.is_empty() => return None,
            _ => Self::HoldsIn(column, rest.to_owned()),
        })
    }
}

impl Test<Atom> {
    /// Returns a test with what is looked for in the form in which it is looked for.
    fn ready(test: Test<String>) -> Self {
        let (case, marks) = (CaseMatching::Ignore, Normalization::Smart);
        let atom = |word: &str| Atom::new(word, case, marks, AtomKind::Substring, false);
        match test {
            Test::Holds(word) => Self::Holds(atom(&word)),
            Test::HoldsIn(column, word) => Self::HoldsIn(column, atom(&word)),
            Test::Compares(column, order, is_equal, number) => {
                Self::Compares(column, order, is_equal, number)
            }
            Test::IsAtLeast(level) => Self::IsAtLeast(level),
        }
    }

    fn accepts(&self, text: Utf32Str<'_>, row: Option<&TableRow>, matcher: &mut Matcher) -> bool {
        match self {
            Self::Holds(word) => word.score(text, matcher).is_some(),
            Self::HoldsIn(column, word) => {
                let cell = row.and_then(|row| row.cells.get(*column));
                cell.is_some_and(|cell| {
                    let (mut text, mut chars) = (cell.text.clone(), Vec::new());
                    word.score(haystack(&mut text, &mut chars), matcher)
                        .is_some()
                })
            }
            Self::Compares(column, ..) => row
                .and_then(|row| row.cells.get(*column))
                .and_then(number)
                .is_some_and(|cell| self.compares(cell)),
            Self::IsAtLeast(_) => true,
        }
    }

    /// Returns whether a number is what a comparison wants.
    fn compares(&self, cell: f64) -> bool {
        let Self::Compares(_, wanted, is_equal, value) = self else {
            return false;
        };
        let order = cell.total_cmp(value);
        order == *wanted || *is_equal && order == Ordering::Equal
    }
}

/// Splits a filter into words, in lower case. A comparison is one word, however it is spaced: `late > 5 ms`.
fn words(filter: &str, columns: &[Column]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in filter.split_whitespace().map(str::to_lowercase) {
        let goes_on = words.last().is_some_and(|before| {
            let before = wanted(before).0;
            match about_column(before, columns) {
                Some((_, '>' | '<', rest)) => match compared(rest).1 {
                    "" => true,
                    number => unit_ns(&word).is_some() && number.parse::<f64>().is_ok(),
                },
                Some(_) => false,
                None => word.starts_with(['>', '<']) && is_column(before, columns),
            }
        });
        match words.last_mut().filter(|_| goes_on) {
            Some(before) => before.push_str(&word),
            None => words.push(word),
        }
    }
    words
}

/// Returns a word of a filter without the sign that rows must not match it, and whether they must.
fn wanted(word: &str) -> (&str, bool) {
    match word.strip_prefix('!') {
        Some(unwanted) if !unwanted.is_empty() => (unwanted, false),
        _ => (word, true),
    }
}

/// Says of the first comparison that is not read, or not as most people would mean it, what to write instead.
fn note(words: &[String], columns: &[Column]) -> Option<String> {
    words.iter().find_map(|word| {
        let (column, sign, rest) = about_column(wanted(word).0, columns)?;
        let rest = compared(rest).1;
        if sign == ':' || rest.is_empty() {
            return None;
        }
        let is_time = columns[column].is_time;
        match quantity(rest) {
            None if is_time => Some(format!("{rest} is no time, such as 5ms")),
            None => Some(format!("{rest} is no number")),
            Some(number) if is_time && number != 0.0 && rest.parse::<f64>().is_ok() => {
                Some(format!("{rest} is {rest} ns, not {rest}ms"))
            }
            Some(_) => None,
        }
    })
}

/// Splits what follows `>` or `<`: whether the same counts, too, and the number.
fn compared(rest: &str) -> (bool, &str) {
    match rest.strip_prefix('=') {
        Some(number) => (true, number),
        None => (false, rest),
    }
}

fn is_column(name: &str, columns: &[Column]) -> bool {
    let mut names = columns.iter().map(|column| column.name().to_lowercase());
    !name.is_empty() && names.any(|column| column == name)
}

/// Splits a word of a filter that begins with the name of a column: which one, the sign after its name, and the
/// rest.
fn about_column<'a>(word: &'a str, columns: &[Column]) -> Option<(usize, char, &'a str)> {
    let (at, sign) = word.char_indices().find(|(_, c)| SIGNS.contains(c))?;
    let (name, rest) = (word.get(..at)?, word.get(at + sign.len_utf8()..)?);
    let mut names = columns.iter().map(|column| column.name().to_lowercase());
    let column = names.position(|column| column == name && !name.is_empty())?;
    Some((column, sign, rest))
}

/// Returns a text as it is searched: with a blank, since nucleo 0.5 misses a match at the very end of a text that
/// is not ASCII.
fn haystack<'a>(text: &'a mut String, chars: &'a mut Vec<char>) -> Utf32Str<'a> {
    text.push(' ');
    Utf32Str::new(text, chars)
}

/// Returns the number of a cell: its value, otherwise what its text says.
fn number(cell: &TableCell) -> Option<f64> {
    cell.value.or_else(|| quantity(&cell.text))
}

/// Reads a number as a table shows it: `1 234`, `+12.6 ms`, `2.85 GHz`, `−3`. Times are in
/// nanoseconds.
pub fn quantity(text: &str) -> Option<f64> {
    let text: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, ',' | '+'))
        .map(|c| if c == '−' { '-' } else { c })
        .collect();
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.as_str()),
    };
    let mut sum = 0.0;
    while !rest.is_empty() {
        let after = rest.find(char::is_alphabetic).unwrap_or(rest.len());
        let (number, tail) = rest.split_at(after);
        let end = tail.find(|c: char| !c.is_alphabetic());
        let (unit, next) = tail.split_at(end.unwrap_or(tail.len()));
        let scale = match (unit, unit_ns(unit)) {
            ("", _) => 1.0,
            // Of a number of anything, `m` is a thousandth.
            ("m", _) | (_, None) => prefix(unit)?,
            (_, Some(ns)) => ns as f64,
        };
        sum += number.parse::<f64>().ok()? * scale;
        rest = next;
    }
    (!text.is_empty()).then_some(sign * sum)
}

/// Reads the prefix of a unit, or a prefix alone: `GHz`, `MB`, `k`. Filters are in lower case, so `mhz` and
/// `mb` are read as megahertz and megabytes.
fn prefix(unit: &str) -> Option<f64> {
    const UNITS: [&str; 7] = ["", "Hz", "B", "W", "A", "V", "J"];
    let known = |rest: &str| UNITS.iter().any(|unit| unit.eq_ignore_ascii_case(rest));
    let first = unit.chars().next()?;
    let rest = unit.get(first.len_utf8()..)?;
    let scale = match first {
        'm' if matches!(rest, "b" | "hz") => 1e6,
        'n' => 1e-9,
        'µ' | 'u' => 1e-6,
        'm' => 1e-3,
        'k' => 1e3,
        'M' => 1e6,
        'g' | 'G' => 1e9,
        't' | 'T' => 1e12,
        _ => return known(unit).then_some(1.0),
    };
    known(rest).then_some(scale)
}

#[cfg(test)]
mod tests;
