//! What a trace holds, in numbers: the report of `perfetty info`.
//!
//! Counts rows of the model; it does not judge them. Issues are sorted with the
//! gravest first.

use crate::base::time::TimeSpan;
use crate::model::issue::{Occurrence, Origin, Severity, kind_of};
use crate::model::trace::{ClockRow, InputStats, MetadataRow, Trace};
use crate::model::track::TrackData;

/// How many rows of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Processes, without the idle one.
    pub processes: usize,
    /// Threads, without the idle one.
    pub threads: usize,
    /// Rows of the track table.
    pub tracks: usize,
    /// Tracks of the tree that is drawn.
    pub visual_tracks: usize,
    /// Slices, instants included.
    pub slices: usize,
    /// Slices without duration.
    pub instants: usize,
    /// Slices that never ended.
    pub unfinished_slices: usize,
    /// States of state tracks.
    pub states: usize,
    /// Counter samples.
    pub counter_samples: usize,
    /// Those of them that say how long threads had run, or how many instructions: slices show these, no track.
    pub builtin_samples: usize,
    /// Flows.
    pub flows: usize,
    /// Flow ids that never reached a second slice.
    pub unfinished_flows: u64,
    /// Expected frames.
    pub expected_frames: usize,
    /// Actual frames.
    pub actual_frames: usize,
    /// Actual frames that are janky.
    pub janky_frames: usize,
    /// Stays of threads on CPUs.
    pub sched: usize,
    /// Stretches of thread states.
    pub thread_states: usize,
    /// Lines of the log.
    pub log_lines: usize,
    /// Ftrace events.
    pub ftrace_events: usize,
    /// Samples of profilers.
    pub profiler_samples: usize,
    /// Samples of profilers that have a call stack.
    pub samples_with_stack: usize,
}

/// A clock of the snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockInfo {
    /// The clock as recorded.
    pub id: u32,
    /// The sequence that the clock belongs to; 0 for a clock of the machine.
    pub sequence: u32,
    /// In how many snapshots the clock is.
    pub n_snapshots: usize,
    /// Its value less trace time in the first of those snapshots.
    pub first_offset_ns: i64,
    /// Its value less trace time in the last of those snapshots.
    pub last_offset_ns: i64,
}

/// An import issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueInfo {
    /// Its name.
    pub name: &'static str,
    /// The index, if issues of this kind have one.
    pub index: Option<i64>,
    /// How much it matters.
    pub severity: Severity,
    /// Where it was found.
    pub origin: Origin,
    /// How often it occurred.
    pub count: i64,
    /// Where it occurred first.
    pub first_offset: Option<u64>,
    /// What was wrong there.
    pub first_detail: String,
    /// All that was wrong, as far as it was told apart.
    pub reasons: Vec<Occurrence>,
    /// How often more it occurred.
    pub n_untold: i64,
    /// What it means.
    pub help: &'static str,
}

/// What a trace holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// From the first to the last row.
    pub bounds: TimeSpan,
    /// Whether all of the file was read.
    pub complete: bool,
    /// Numbers about the input.
    pub input: InputStats,
    /// How many rows there are.
    pub counts: Counts,
    /// The clocks by id and sequence.
    pub clocks: Vec<ClockInfo>,
    /// What the trace says of itself.
    pub metadata: Vec<MetadataRow>,
    /// Import issues, the gravest first.
    pub issues: Vec<IssueInfo>,
}

/// Metadata that `input` and `clocks` say already.
const SAID_ELSEWHERE: [&str; 3] = ["trace_size_bytes", "trace_time_clock_id", "trace_type"];

/// Returns what a trace holds. Looks at every slice once.
pub fn info(trace: &Trace) -> Info {
    let mut issues: Vec<IssueInfo> = trace
        .issues
        .iter()
        .map(|issue| {
            let kind = kind_of(issue.kind);
            let first = issue.occurrences.first();
            IssueInfo {
                name: issue.kind,
                index: issue.index,
                severity: kind.weight(),
                origin: kind.origin,
                count: issue.count,
                first_offset: first.and_then(|occurrence| occurrence.offset),
                first_detail: first.map_or_else(String::new, |first| first.detail.clone()),
                reasons: issue.occurrences.clone(),
                n_untold: issue.n_untold(),
                help: kind.help,
            }
        })
        .collect();
    issues.sort_by_key(|issue| (std::cmp::Reverse(issue.severity), issue.name, issue.index));
    Info {
        bounds: trace.bounds,
        complete: trace.complete && trace.issues.not_all_read().next().is_none(),
        input: trace.input.clone(),
        counts: counts(trace),
        clocks: clocks(trace),
        metadata: trace
            .metadata
            .iter()
            .filter(|row| !SAID_ELSEWHERE.contains(&&*row.name))
            .cloned()
            .collect(),
        issues,
    }
}

fn counts(trace: &Trace) -> Counts {
    let totals = trace.totals();
    let mut counts = Counts {
        slices: totals.slices,
        states: totals.states,
        processes: trace.processes.n_processes(),
        threads: trace.processes.n_threads(),
        tracks: trace.tracks.len(),
        visual_tracks: (1..trace.tree.len())
            .filter(|&index| {
                use crate::model::track_tree::NodeKind;
                let id = crate::model::ids::NodeId::from_index(index);
                !matches!(
                    trace.tree.node(id).kind,
                    NodeKind::Group | NodeKind::Process(_) | NodeKind::Thread(_)
                )
            })
            .count(),
        counter_samples: trace.counters.len(),
        builtin_samples: (trace.counters.ranges().iter())
            .filter(|range| trace.tracks.get(range.0).builtin_counter)
            .map(|range| (range.2 - range.1) as usize)
            .sum(),
        flows: trace.flows.len(),
        unfinished_flows: trace.flows.unfinished().len() as u64,
        expected_frames: trace.frames.expected().len(),
        actual_frames: trace.frames.actual().len(),
        janky_frames: trace
            .frames
            .actual()
            .iter()
            .filter(|frame| frame.is_janky())
            .count(),
        sched: trace.sched.sched().len(),
        thread_states: trace.sched.states().len(),
        log_lines: trace.logs.len(),
        ftrace_events: trace.ftrace.len(),
        profiler_samples: trace.stack_profile.samples.len(),
        samples_with_stack: {
            let samples = trace.stack_profile.samples.iter();
            samples.filter(|sample| sample.callsite.is_some()).count()
        },
        ..Counts::default()
    };
    for (track, range) in trace.slices.tracks() {
        if trace.tracks.get(track).data == TrackData::States {
            continue;
        }
        for id in range.map(crate::model::ids::SliceId) {
            match trace.slices.dur(id) {
                None => counts.unfinished_slices += 1,
                Some(dur) => counts.instants += usize::from(dur.is_zero()),
            }
        }
    }
    counts
}

fn clocks(trace: &Trace) -> Vec<ClockInfo> {
    let mut rows: Vec<_> = trace.clocks.iter().filter(|row| row.machine == 0).collect();
    // Clocks of two sequences have nothing to do with each other, whatever they are called.
    let clock = |row: &ClockRow| (row.clock_id, row.sequence);
    rows.sort_by_key(|row| (clock(row), row.snapshot_id));
    rows.chunk_by(|a, b| clock(a) == clock(b))
        .map(|same| {
            let offset = |index: usize| same[index].clock_value.saturating_sub(same[index].ts);
            ClockInfo {
                id: same[0].clock_id,
                sequence: same[0].sequence,
                n_snapshots: same.len(),
                first_offset_ns: offset(0),
                last_offset_ns: offset(same.len() - 1),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::trace::ClockRow;
    use crate::model::track::Scope;

    #[test]
    fn rows_clocks_and_issues_are_counted() {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let track = b.slice_track(Scope::Thread(main), None);
        b.counter_track(Scope::Process(app), "fps", "", &[(0, 10.0)]);
        let s = b.nested_slices(track, &[(0, 100, "f"), (40, 0, "i"), (110, -1, "h")]);
        b.flow(s[0], s[2], 1);
        for (snapshot_id, ts) in [(0, 10), (1, 20)] {
            b.clocks.push(ClockRow {
                ts,
                clock_id: 3,
                sequence: 0,
                clock_value: 2 * ts,
                snapshot_id,
                machine: 0,
            });
        }
        b.issues
            .record("json_tokenizer_failure", 12, || "here".to_owned());
        let info = info(&b.finish());
        let counts = info.counts;
        assert_eq!(
            (counts.processes, counts.threads, counts.visual_tracks),
            (1, 1, 2)
        );
        assert_eq!(
            (counts.slices, counts.instants, counts.unfinished_slices),
            (3, 1, 1)
        );
        assert_eq!((counts.flows, counts.counter_samples), (1, 1));
        assert_eq!(
            info.clocks,
            [ClockInfo {
                id: 3,
                sequence: 0,
                n_snapshots: 2,
                first_offset_ns: 10,
                last_offset_ns: 20
            }]
        );
        assert_eq!(info.issues.len(), 1);
        assert_eq!(info.issues[0].first_offset, Some(12));
    }

    #[test]
    fn clocks_of_two_sequences_are_two() {
        let mut b = TraceBuilder::new();
        for (snapshot_id, sequence) in [(0, 1), (1, 2), (2, 1)] {
            b.clocks.push(ClockRow {
                ts: 10,
                clock_id: 64,
                clock_value: 100 * i64::from(sequence),
                sequence,
                snapshot_id,
                machine: 0,
            });
        }
        let clocks = info(&b.finish()).clocks.into_iter();
        let drifts = clocks.map(|it| (it.sequence, it.last_offset_ns - it.first_offset_ns));
        assert_eq!(drifts.collect::<Vec<_>>(), [(1, 0), (2, 0)]);
    }
}
