//! Import issues: what a trace holds that could not be used, as data.
//!
//! Named, classed and counted as the reference's `stats`. Each keeps its count
//! and what exactly was wrong; of these occurrences those that say the same are one,
//! and there is a limit, so that a hostile trace cannot fill memory with them.

mod catalogue;
mod system;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::base::time::Ts;
pub use catalogue::CATALOGUE;

/// How much an issue matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A number worth knowing.
    Info,
    /// Expected in some traces, and worth knowing.
    Notice,
    /// Data was lost while recording or importing.
    DataLoss,
    /// Part of the trace is broken or contradictory.
    Error,
}

impl Severity {
    /// Returns the reference's text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Notice => "notice",
            Self::DataLoss => "data_loss",
            Self::Error => "error",
        }
    }
}

/// Where an issue was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The recorder said so, in the trace.
    Recorded,
    /// Found while importing.
    Analysis,
}

impl Origin {
    /// Returns the reference's text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Recorded => "trace",
            Self::Analysis => "analysis",
        }
    }
}

/// A kind of issue: a row of [`CATALOGUE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IssueKind {
    /// The reference's name, or ours for what the reference does not count.
    pub name: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Where it is found.
    pub origin: Origin,
    /// Whether only this program counts it: the reference has no stat of that name.
    pub is_own: bool,
    /// What it means and what to do.
    pub help: &'static str,
}

impl IssueKind {
    /// Returns how much the issue matters to who reads the trace: that is more than the reference's severity,
    /// which SQL has, where what it counts among mere numbers is gone.
    pub fn weight(&self) -> Severity {
        if LOST.contains(&self.name) {
            self.severity.max(DataLoss)
        } else {
            self.severity
        }
    }

    /// Returns whether something of the trace is missing or broken, as is what hangs below a track that is never
    /// described.
    pub fn is_loss(&self) -> bool {
        self.weight() >= DataLoss || self.name == "track_hierarchy_missing_uuid"
    }

    /// Returns whether the issue is no loss but worth knowing, as all are except numbers of the recorder that
    /// mean nothing by themselves.
    pub fn is_note(&self) -> bool {
        !self.is_loss()
            && (self.severity > Info || self.origin == Analysis || !self.help.is_empty())
    }
}

/// What was wrong, how often, and where the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Byte offset in the (decompressed) trace.
    pub offset: Option<u64>,
    /// When it happened, if that is known.
    pub ts: Option<Ts>,
    /// What exactly was wrong.
    pub detail: String,
    /// How often it occurred.
    pub count: i64,
    /// The machine and the pid of the process that wrote the sequence that it is about, if that is known.
    pub writer: Option<(u32, i64)>,
}

/// An issue with how often and where it occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Its name in [`CATALOGUE`].
    pub kind: &'static str,
    /// The `idx` of an indexed stat, such as a buffer number.
    pub index: Option<i64>,
    /// How often it occurred, or the recorded value.
    pub count: i64,
    /// What was wrong, in the order in which that was met, at most [`MAX_OCCURRENCES`] that differ.
    pub occurrences: Vec<Occurrence>,
    /// How many occurrences were told apart.
    n_told: usize,
}

impl Issue {
    /// Returns how often the issue occurred without being told apart from other occurrences.
    pub fn n_untold(&self) -> i64 {
        let told = self.occurrences.iter().map(|it| it.count);
        let told = told.fold(0, i64::saturating_add);
        self.count.saturating_sub(told).max(0)
    }

    /// Adds an occurrence to one that says the same, or keeps it if there is room.
    fn keep(&mut self, new: Occurrence) {
        let mut known = self.occurrences.iter_mut();
        if let Some(known) = known.find(|known| known.detail == new.detail) {
            known.count = known.count.saturating_add(new.count);
            // Parts of a file are read beside each other: the first in it is the first.
            if new
                .offset
                .zip(known.offset)
                .is_some_and(|(new, known)| new < known)
            {
                (known.offset, known.ts) = (new.offset, new.ts);
            }
        } else if self.occurrences.len() < MAX_OCCURRENCES {
            self.occurrences.push(new);
        }
    }
}

/// How many occurrences of an issue are kept that differ.
const MAX_OCCURRENCES: usize = 100;

/// So many occurrences of an issue are told apart; further ones are only counted, as telling takes time.
const MAX_TOLD: usize = 10_000;

/// How many indices of a kind are kept, as many as a machine has CPUs; more are counted under the
/// kind without index.
const MAX_INDICES: usize = 4096;

/// Issues that the reference counts among mere numbers although something is missing.
const LOST: [&str; 3] = [
    "ftrace_cpu_overrun_delta",
    "traced_buf_chunks_discarded",
    "traced_chunks_discarded",
];

/// Issues that mean that not all of the file was read. Other traces of an archive are named when it
/// is opened.
const NOT_ALL_READ: [&str; 6] = [
    "container_corrupt",
    "trace_corrupt",
    "trace_empty",
    "trace_file_shrank",
    "trace_input_stopped",
    "trace_truncated",
];

/// The issues of a trace, sorted by name and index.
#[derive(Clone, Debug, Default)]
pub struct IssueLog {
    issues: Vec<Issue>,
    /// The place in `issues` of each issue, by name and index.
    places: BTreeMap<(&'static str, Option<i64>), usize>,
    /// How many indices each kind has.
    n_indices: HashMap<&'static str, usize>,
    /// The place of the issue that was counted last, because the same issue mostly occurs again.
    last: usize,
}

impl IssueLog {
    /// Counts one occurrence without a place.
    pub fn count(&mut self, kind: &'static str) {
        self.add(kind, None, 1);
    }

    /// Adds to the count of a kind.
    pub fn add(&mut self, kind: &'static str, index: Option<i64>, count: i64) {
        let is_it = |issue: &Issue| std::ptr::eq(issue.kind, kind) && issue.index == index;
        if !self.issues.get(self.last).is_some_and(is_it) {
            self.last = self.place(kind, index);
        }
        let issue = &mut self.issues[self.last];
        issue.count = issue.count.saturating_add(count);
    }

    /// Returns the place of an issue, adding it if it is new: without its index if the kind has too many.
    fn place(&mut self, kind: &'static str, mut index: Option<i64>) -> usize {
        if let Some(&place) = self.places.get(&(kind, index)) {
            return place;
        }
        debug_assert!(
            kinds().any(|known| known.name == kind),
            "{kind} is in no catalogue"
        );
        if index.is_some() {
            let n = self.n_indices.entry(kind).or_default();
            if *n < MAX_INDICES {
                *n += 1;
            } else {
                index = None;
            }
        }
        let next = self.issues.len();
        *self.places.entry((kind, index)).or_insert_with(|| {
            self.issues.push(Issue {
                kind,
                index,
                count: 0,
                occurrences: Vec::new(),
                n_told: 0,
            });
            next
        })
    }

    fn find(&self, kind: &'static str, index: Option<i64>) -> Option<&Issue> {
        self.issues.get(*self.places.get(&(kind, index))?)
    }

    fn find_mut(&mut self, kind: &'static str, index: Option<i64>) -> Option<&mut Issue> {
        self.issues.get_mut(*self.places.get(&(kind, index))?)
    }

    /// Sets the value of a kind that the recorder reports as a number, replacing an earlier one.
    pub fn set(&mut self, kind: &'static str, index: Option<i64>, value: i64) {
        let place = self.place(kind, index);
        let issue = &mut self.issues[place];
        if issue.index == index {
            issue.count = value;
        } else {
            issue.count = issue.count.saturating_add(value);
        }
    }

    /// Returns the count of a kind with an index, if it was ever counted or set.
    pub fn get_indexed(&self, kind: &'static str, index: Option<i64>) -> Option<i64> {
        self.find(kind, index).map(|issue| issue.count)
    }

    /// Counts one occurrence at a byte offset; `detail` is not called for the later ones of very many.
    pub fn record(&mut self, kind: &'static str, offset: u64, detail: impl FnOnce() -> String) {
        self.note(kind, 1, Some(offset), detail);
    }

    /// Counts one occurrence at a byte offset and a time.
    pub fn record_at(
        &mut self,
        kind: &'static str,
        (offset, ts): (u64, Ts),
        detail: impl FnOnce() -> String,
    ) {
        self.note_at(kind, 1, (Some(offset), Some(ts)), detail);
    }

    /// Counts so many occurrences that one detail describes, with the byte offset of the first if it is
    /// known.
    pub fn note(
        &mut self,
        kind: &'static str,
        count: i64,
        offset: Option<u64>,
        detail: impl FnOnce() -> String,
    ) {
        self.note_at(kind, count, (offset, None), detail);
    }

    /// Counts so many occurrences that one detail describes, with the byte offset and the time of the first,
    /// as far as they are known.
    pub fn note_at(
        &mut self,
        kind: &'static str,
        count: i64,
        (offset, ts): (Option<u64>, Option<Ts>),
        detail: impl FnOnce() -> String,
    ) {
        self.add(kind, None, count);
        if let Some(issue) = self.find_mut(kind, None)
            && issue.n_told < MAX_TOLD
        {
            issue.n_told += 1;
            issue.keep(Occurrence {
                offset,
                ts,
                detail: detail(),
                count,
                writer: None,
            });
        }
    }

    /// Tells what the number of a kind and an index stands for, and when that happened first; it is not counted
    /// once more.
    pub fn tell_of(&mut self, (kind, index): (&'static str, Option<i64>), ts: Ts, detail: String) {
        if let Some(issue) = self.find_mut(kind, index) {
            issue.keep(Occurrence {
                offset: None,
                ts: Some(ts),
                detail,
                count: issue.count,
                writer: None,
            });
        }
    }

    /// Returns whether so many occurrences of a kind were told one by one that the next ones may be told together.
    pub fn has_told_enough(&self, kind: &'static str) -> bool {
        self.find(kind, None)
            .is_some_and(|issue| issue.n_told >= MAX_OCCURRENCES)
    }

    /// Sets the times of occurrences that have none, by their kinds and byte offsets, as far as `time_at`
    /// knows them.
    pub fn set_times(&mut self, time_at: impl Fn(&'static str, u64) -> Option<Ts>) {
        for issue in &mut self.issues {
            let mut last = (None, None);
            for occurrence in issue.occurrences.iter_mut().filter(|it| it.ts.is_none()) {
                // One packet may have many faults, and be long.
                if occurrence.offset != last.0 {
                    let ts = occurrence.offset.and_then(|at| time_at(issue.kind, at));
                    last = (occurrence.offset, ts);
                }
                occurrence.ts = last.1;
            }
        }
    }

    /// Adds to what is said of sequences of packets who wrote them, by byte offset, as far as `writer` knows it:
    /// the name of the process, its machine and its pid.
    pub fn tell_writers(&mut self, writer: impl Fn(u64) -> Option<(String, (u32, i64))>) {
        let is_of_sequence = |detail: &str| {
            let number = detail.strip_prefix("sequence ");
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let all = self.issues.iter_mut().flat_map(|it| &mut it.occurrences);
        for occurrence in all.filter(|it| is_of_sequence(&it.detail)) {
            if let Some((name, process)) = occurrence.offset.and_then(&writer) {
                occurrence.detail.push_str(" of ");
                occurrence.detail.push_str(&name);
                occurrence.writer = Some(process);
            }
        }
    }

    /// Adds all issues of another log.
    pub fn merge(&mut self, mut other: Self) {
        for ((kind, index), at) in other.places {
            let theirs = &mut other.issues[at];
            self.add(kind, index, theirs.count);
            if let Some(mine) = self.find_mut(kind, index)
                && mine.n_told < MAX_TOLD
            {
                mine.n_told = mine.n_told.saturating_add(theirs.n_told);
                theirs.occurrences.drain(..).for_each(|it| mine.keep(it));
            }
        }
    }

    /// Returns the issues with a count other than zero, by name and index.
    pub fn iter(&self) -> impl Iterator<Item = &Issue> {
        let issues = self.places.values().map(|&at| &self.issues[at]);
        issues.filter(|issue| issue.count != 0)
    }

    /// Returns the issues that mean that not all of the file was read, by name.
    pub fn not_all_read(&self) -> impl Iterator<Item = &Issue> {
        self.iter()
            .filter(|issue| NOT_ALL_READ.contains(&issue.kind))
    }

    /// Returns the count of a kind without index.
    pub fn get(&self, kind: &str) -> i64 {
        self.issues
            .iter()
            .find(|issue| issue.kind == kind && issue.index.is_none())
            .map_or(0, |issue| issue.count)
    }

    /// Returns the gravest issue of what is missing or broken.
    pub fn gravest(&self) -> Option<&Issue> {
        let lost = self.iter().map(|issue| (kind_of(issue.kind), issue));
        let lost = lost.filter(|(kind, issue)| kind.is_loss() && issue.count > 0);
        let gravest = lost.min_by_key(|(kind, _)| std::cmp::Reverse(kind.weight()));
        gravest.map(|(_, issue)| issue)
    }

    /// Returns the kinds of issues that mean that something of the trace is missing or broken, by name.
    pub fn losses(&self) -> Vec<&'static str> {
        let kinds = self
            .iter()
            .filter(|issue| issue.count > 0)
            .map(|issue| issue.kind);
        let kinds: BTreeSet<&str> = kinds.filter(|kind| kind_of(kind).is_loss()).collect();
        kinds.into_iter().collect()
    }

    /// Returns how many kinds of issues there are that fulfil a condition.
    pub fn n_kinds_that(&self, is_it: impl Fn(&IssueKind) -> bool) -> usize {
        let kinds = self.iter().map(|issue| issue.kind);
        let kinds: BTreeSet<&str> = kinds.filter(|kind| is_it(&kind_of(kind))).collect();
        kinds.len()
    }
}

/// Returns every kind, those of system traces last.
pub fn kinds() -> impl Iterator<Item = &'static IssueKind> {
    CATALOGUE.iter().chain(system::CATALOGUE)
}

/// Returns whether a kind is counted by index: for each buffer or CPU.
pub fn is_indexed(name: &str) -> bool {
    name.starts_with("traced_buf_")
        || name.starts_with("ftrace_cpu_")
        || matches!(
            name,
            "config_write_into_file_discard"
                | "long_trace_mode_bytes_overwritten"
                | "perf_cpu_lost_records"
        )
}

/// Returns the catalogue's row for a kind; an unknown name is an error without help.
pub fn kind_of(name: &'static str) -> IssueKind {
    kinds()
        .find(|kind| kind.name == name)
        .copied()
        .unwrap_or(IssueKind {
            name,
            severity: Error,
            origin: Analysis,
            is_own: false,
            help: "",
        })
}

const fn kind(
    name: &'static str,
    severity: Severity,
    origin: Origin,
    help: &'static str,
) -> IssueKind {
    IssueKind {
        name,
        severity,
        origin,
        is_own: false,
        help,
    }
}

/// A kind that only this program counts.
const fn own_kind(
    name: &'static str,
    severity: Severity,
    origin: Origin,
    help: &'static str,
) -> IssueKind {
    IssueKind {
        is_own: true,
        ..kind(name, severity, origin, help)
    }
}

use Origin::Analysis;
use Severity::{DataLoss, Error, Info};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_that_say_the_same_are_one() {
        let kind = "json_parser_failure";
        let mut issues = IssueLog::default();
        // What is met late is told, too, however often something else came before.
        (0..200).for_each(|at| issues.record(kind, at, || "a".into()));
        issues.record_at(kind, (500, Ts::from_ns(7)), || "b".into());
        let mut other = IssueLog::default();
        other.note(kind, 3, Some(900), || "b".into());
        other.add(kind, None, 5);
        issues.merge(other);
        let issue = issues.iter().next().unwrap();
        let told = issue.occurrences.iter();
        let told: Vec<_> = told
            .map(|it| (&*it.detail, it.count, it.offset, it.ts))
            .collect();
        let b = ("b", 4, Some(500), Some(Ts::from_ns(7)));
        assert_eq!(told, [("a", 200, Some(0), None), b]);
        assert_eq!((issue.count, issue.n_untold()), (209, 5));
    }

    #[test]
    fn occurrences_that_differ_are_kept_up_to_a_limit() {
        let kind = "json_parser_failure";
        let mut issues = IssueLog::default();
        (0..20_000).for_each(|at| issues.record(kind, at, || at.to_string()));
        let issue = issues.iter().next().unwrap();
        assert_eq!(issue.occurrences.len(), MAX_OCCURRENCES);
        assert_eq!((issue.count, issue.n_untold()), (20_000, 19_900));
    }

    #[test]
    fn no_value_is_lost_however_many_indices_there_are() {
        let mut issues = IssueLog::default();
        let n = MAX_INDICES as i64 + 10;
        for kind in ["ftrace_cpu_entries_begin", "ftrace_cpu_has_data_loss"] {
            (0..n).for_each(|cpu| issues.set(kind, Some(cpu), 1));
            assert_eq!(
                issues.iter().filter(|issue| issue.kind == kind).count(),
                MAX_INDICES + 1
            );
            assert_eq!(issues.get(kind), 10);
            // A count that is kept with its index stays so when there are too many others.
            issues.add(kind, Some(5), 2);
            issues.set(kind, Some(7), 9);
            assert_eq!(issues.get_indexed(kind, Some(5)), Some(3));
            assert_eq!(issues.get_indexed(kind, Some(7)), Some(9));
            assert_eq!(issues.get(kind), 10);
        }
    }
}
