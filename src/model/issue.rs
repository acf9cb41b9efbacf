//! Import issues: what a trace holds that could not be used, as data.
//!
//! Named, classed and counted as the reference's `stats`. Each keeps its count
//! and the first offset; occurrences are kept up to a limit, so that a hostile
//! trace cannot fill memory with them.

mod system;

use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    /// Returns whether something of the trace is missing or broken. The reference counts a track whose
    /// parent is never described among mere numbers, although its events are dropped.
    pub fn is_loss(&self) -> bool {
        self.severity >= DataLoss || self.name == "track_hierarchy_missing_uuid"
    }

    /// Returns whether the issue is no loss but worth knowing, as all are except the recorder's own numbers.
    pub fn is_note(&self) -> bool {
        !self.is_loss() && (self.severity > Info || self.origin == Analysis)
    }
}

/// One place where an issue occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Byte offset in the (decompressed) trace.
    pub offset: Option<u64>,
    /// What exactly was wrong.
    pub detail: String,
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
    /// The first occurrences, at most [`MAX_OCCURRENCES`].
    pub occurrences: Vec<Occurrence>,
}

/// How many occurrences of an issue are kept.
const MAX_OCCURRENCES: usize = 100;

/// How many indices of a kind are kept, as many as a machine has CPUs; more are counted under the
/// kind without index.
const MAX_INDICES: usize = 4096;

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

    /// Counts one occurrence at a byte offset; `detail` is only called if the occurrence is kept.
    pub fn record(&mut self, kind: &'static str, offset: u64, detail: impl FnOnce() -> String) {
        self.note(kind, 1, Some(offset), detail);
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
        self.add(kind, None, count);
        if let Some(issue) = self.find_mut(kind, None)
            && issue.occurrences.len() < MAX_OCCURRENCES
        {
            issue.occurrences.push(Occurrence {
                offset,
                detail: detail(),
            });
        }
    }

    /// Returns whether no more occurrences of a kind are kept: further ones are only counted.
    pub fn has_all_occurrences(&self, kind: &'static str) -> bool {
        self.find(kind, None)
            .is_some_and(|issue| issue.occurrences.len() >= MAX_OCCURRENCES)
    }

    /// Adds all issues of another log.
    pub fn merge(&mut self, mut other: Self) {
        for ((kind, index), at) in other.places {
            let Issue {
                count, occurrences, ..
            } = &mut other.issues[at];
            self.add(kind, index, *count);
            if let Some(mine) = self.find_mut(kind, index) {
                let room = MAX_OCCURRENCES.saturating_sub(mine.occurrences.len());
                mine.occurrences.extend(occurrences.drain(..).take(room));
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
use Severity::{DataLoss, Error, Info, Notice};

/// Every kind of issue, named and classed as in the reference's `stats.h`; those of system traces
/// are in `issue/system.rs`.
pub const CATALOGUE: &[IssueKind] = &[
    own_kind(
        "sequence_packet_loss",
        DataLoss,
        Analysis,
        "A writer reports that packets before this one were lost.",
    ),
    own_kind(
        "sequence_without_state",
        DataLoss,
        Analysis,
        "Of a sequence all packets that need state were dropped: it was lost, or never sent.",
    ),
    own_kind(
        "trace_truncated",
        DataLoss,
        Analysis,
        "The file ends too early: what comes before was read.",
    ),
    own_kind(
        "trace_corrupt",
        Error,
        Analysis,
        "The bytes at this offset do not belong to a trace: reading stopped here.",
    ),
    own_kind(
        "archive_other_traces",
        DataLoss,
        Analysis,
        "The archive holds other traces, which are not shown: name one behind the archive, as ARCHIVE/NAME.",
    ),
    own_kind(
        "container_corrupt",
        Error,
        Analysis,
        "The compressed file is damaged or truncated: what could be unpacked was read.",
    ),
    own_kind(
        "trace_empty",
        DataLoss,
        Analysis,
        "The file is empty: nothing was recorded, or nothing was copied.",
    ),
    own_kind(
        "trace_input_stopped",
        DataLoss,
        Analysis,
        "You stopped the input before its end: what had come was read.",
    ),
    own_kind(
        "trace_file_shrank",
        DataLoss,
        Analysis,
        "The file was cut short while it was read: what was gone reads as zeros.",
    ),
    kind(
        "packet_skipped_seq_needs_incremental_state_invalid",
        Notice,
        Analysis,
        "Packets need state that was lost or not yet sent on their sequence.",
    ),
    kind(
        "interned_data_skipped_incremental_state_invalid",
        Notice,
        Analysis,
        "Interned data arrived while the state of its sequence was invalid.",
    ),
    kind(
        "interned_data_missing_sequence_id",
        Error,
        Analysis,
        "Interned data without a sequence id is ignored.",
    ),
    kind(
        "interned_data_tokenizer_errors",
        Info,
        Analysis,
        "Interned data is malformed, or an interning id is unknown.",
    ),
    kind(
        "incremental_state_cleared_missing_sequence_id",
        Error,
        Analysis,
        "A packet clears incremental state without a sequence id.",
    ),
    kind(
        "previous_packet_dropped_missing_sequence_id",
        Error,
        Analysis,
        "A packet reports loss without a sequence id.",
    ),
    kind(
        "trace_packet_defaults_missing_sequence_id",
        Error,
        Analysis,
        "Packet defaults without a sequence id are ignored.",
    ),
    kind(
        "track_event_missing_sequence_id",
        Error,
        Analysis,
        "A track event without a sequence id is dropped.",
    ),
    kind(
        "track_event_missing_timestamp",
        Error,
        Analysis,
        "A track event without any timestamp is dropped.",
    ),
    kind(
        "track_event_invalid_timestamp",
        Error,
        Analysis,
        "A track event before the start of time is dropped.",
    ),
    kind(
        "trace_sorter_negative_timestamp_dropped",
        Error,
        Analysis,
        "What happened before the start of time is dropped.",
    ),
    kind(
        "track_event_skipped_timestamp_delta_without_valid_state",
        Notice,
        Analysis,
        "A delta timestamp has no reference: its thread descriptor is missing or was lost.",
    ),
    kind(
        "track_event_skipped_thread_time_delta_without_valid_state",
        Notice,
        Analysis,
        "A thread time delta has no reference.",
    ),
    kind(
        "track_event_skipped_thread_instruction_count_delta_without_valid_state",
        Notice,
        Analysis,
        "An instruction count delta has no reference.",
    ),
    kind(
        "clock_sync_failure_unknown_source_clock",
        Error,
        Analysis,
        "A timestamp is on a clock that no snapshot mentions; each sequence has its own clocks 64 to 127.",
    ),
    kind(
        "clock_sync_failure_unknown_target_clock",
        Error,
        Analysis,
        "No snapshot mentions the trace clock.",
    ),
    kind(
        "clock_sync_failure_no_path",
        Error,
        Analysis,
        "No chain of snapshots leads from a clock to the trace clock; none does from a clock that was set back.",
    ),
    kind(
        "clock_sync_failure_undeferrable_packet_loss",
        DataLoss,
        Analysis,
        "Packets were dropped because their clock could not be converted.",
    ),
    kind(
        "clock_sync_unrelatable_clock_domains",
        Error,
        Analysis,
        "The trace clock cannot be related to BOOTTIME.",
    ),
    kind(
        "invalid_clock_snapshots",
        Error,
        Analysis,
        "A clock snapshot contradicts itself or earlier ones.",
    ),
    kind(
        "track_descriptor_missing_uuid",
        Error,
        Analysis,
        "A track descriptor without a uuid is ignored.",
    ),
    kind(
        "track_descriptor_thread_missing_pid_tid",
        Error,
        Analysis,
        "A thread track without pid or tid is ignored.",
    ),
    kind(
        "track_descriptor_process_missing_pid",
        Error,
        Analysis,
        "A process track without pid is ignored.",
    ),
    kind(
        "track_descriptor_invalid_child_ordering",
        Error,
        Analysis,
        "A track descriptor with an unknown child ordering is ignored.",
    ),
    kind(
        "track_descriptor_default_track_with_parent",
        Error,
        Analysis,
        "The default track (uuid 0) cannot have a parent.",
    ),
    kind(
        "track_descriptor_conflicting_reservation",
        Error,
        Analysis,
        "A track was described again differently: the first description stands.",
    ),
    kind(
        "track_event_track_hierarchy_loop",
        Error,
        Analysis,
        "A track is its own ancestor: its events are dropped.",
    ),
    kind(
        "track_hierarchy_missing_uuid",
        Info,
        Analysis,
        "A track's parent is never described: its events are dropped.",
    ),
    kind(
        "track_event_track_hierarchy_too_deep",
        Error,
        Analysis,
        "A track has 100 or more ancestors: its events are dropped.",
    ),
    kind(
        "track_event_parser_errors",
        Info,
        Analysis,
        "Track events or arguments could not be understood.",
    ),
    kind(
        "track_event_counter_missing_track_uuid",
        Error,
        Analysis,
        "A counter event without a track is dropped.",
    ),
    kind(
        "track_event_counter_missing_value",
        Error,
        Analysis,
        "A counter event without a value is dropped.",
    ),
    kind(
        "track_event_counter_invalid_track_uuid",
        Error,
        Analysis,
        "A counter event names a track that is not a counter.",
    ),
    kind(
        "track_event_state_missing_track_uuid",
        Error,
        Analysis,
        "A state event without a track is dropped.",
    ),
    kind(
        "track_event_extra_counter_missing_track_uuids",
        Error,
        Analysis,
        "Extra counter values without tracks: the event is dropped.",
    ),
    kind(
        "track_event_extra_counter_track_uuid_mismatch",
        Error,
        Analysis,
        "More extra counter values than tracks: the event is dropped.",
    ),
    kind(
        "track_event_extra_counter_exceeds_max",
        Error,
        Analysis,
        "More than 8 extra counter values: the event is dropped.",
    ),
    kind(
        "track_event_extra_counter_invalid_track",
        Error,
        Analysis,
        "An extra counter names a track that is not a counter.",
    ),
    kind(
        "thread_descriptor_missing_sequence_id",
        Error,
        Analysis,
        "A thread descriptor without a sequence id is ignored.",
    ),
    kind(
        "thread_descriptor_skipped_incremental_state_invalid",
        Notice,
        Analysis,
        "A thread descriptor arrived while the state of its sequence was invalid.",
    ),
    kind(
        "misplaced_end_event",
        DataLoss,
        Analysis,
        "An end closed an outer slice: the inner ones were cut short.",
    ),
    kind(
        "slice_drop_overlapping_complete_event",
        Error,
        Analysis,
        "A complete event overlaps another one partially and was dropped.",
    ),
    kind(
        "slice_negative_duration",
        Error,
        Analysis,
        "A slice with a negative duration was dropped.",
    ),
    kind(
        "slice_max_depth_exceeded",
        Error,
        Analysis,
        "Slices nested deeper than 512 were dropped.",
    ),
    own_kind(
        "slice_unmatched_end",
        Info,
        Analysis,
        "An end event matches no open slice and was ignored.",
    ),
    kind(
        "flow_duplicate_id",
        Error,
        Analysis,
        "A flow id was started twice.",
    ),
    kind(
        "flow_no_enclosing_slice",
        Error,
        Analysis,
        "A flow event has no slice to bind to.",
    ),
    kind(
        "empty_chrome_metadata",
        Error,
        Origin::Recorded,
        "Something that Chromium says of itself has no value.",
    ),
    kind(
        "flow_invalid_id",
        Error,
        Analysis,
        "A flow event has no usable id.",
    ),
    kind(
        "flow_without_direction",
        Error,
        Analysis,
        "A bind_id without a direction.",
    ),
    kind(
        "flow_step_without_start",
        Info,
        Analysis,
        "A flow step whose flow never started.",
    ),
    kind(
        "flow_end_without_start",
        Info,
        Analysis,
        "A flow end whose flow never started.",
    ),
    kind(
        "unknown_extension_fields",
        Error,
        Analysis,
        "Extension fields that no descriptor in the trace names.",
    ),
    own_kind(
        "annotation_type_unknown",
        DataLoss,
        Analysis,
        "Messages in annotations of a type that nothing describes are not shown.",
    ),
    kind(
        "process_tracker_errors",
        Error,
        Analysis,
        "Contradicting statements about processes.",
    ),
    kind(
        "process_tracker_parent_pid_changed",
        Notice,
        Analysis,
        "A process changed its parent; the first one stands.",
    ),
    kind(
        "namespaced_thread_missing_process",
        Error,
        Analysis,
        "A thread of a pid namespace has no process.",
    ),
    kind(
        "slice_spill_overlapping_complete_event",
        Error,
        Analysis,
        "A complete event overlaps another one of its thread partially and was moved to a track of its own.",
    ),
    own_kind(
        "json_phase_not_shown",
        Notice,
        Analysis,
        "Events of kinds that have no place on a timeline, or that nobody writes any more: samples that are none of a profile, objects, memory dumps, asynchronous steps (phases S, T, p, F).",
    ),
    kind(
        "json_tokenizer_failure",
        Error,
        Analysis,
        "JSON events that are malformed, or lack a phase or a time, were dropped.",
    ),
    kind(
        "json_parser_failure",
        Error,
        Analysis,
        "JSON events that lack what their phase needs were dropped.",
    ),
    own_kind(
        "import_limit_reached",
        DataLoss,
        Analysis,
        "The trace exceeds a limit of this program; the rest was not read.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

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
