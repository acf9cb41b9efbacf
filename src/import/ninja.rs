//! Reads the log of ninja, the build system: which output was built from when to when.
//!
//! The log does not say what was built at once: jobs are given to as few workers as their times allow, each
//! to the one that became free last. Builds are appended to the log, each from time 0; they are shown one
//! after the other. A log that ninja has compacted does not tell builds apart: it has the last line of each
//! output, in no order, and all jobs are shown at their times.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hashbrown::HashMap;

use super::ImportError;
use super::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use super::sink::{Sink, SinkTrack};
use crate::base::time::Ts;
use crate::model::args::EventPos;

/// The versions that are alike in everything that is read.
const VERSIONS: std::ops::RangeInclusive<u32> = 5..=7;
/// The process of all workers.
const PID: i64 = 1;
/// How many jobs are imported between two checks of whether to go on.
const JOBS_AT_ONCE: usize = 1 << 16;

/// What was built by one run of a command, in milliseconds.
struct Job<'a> {
    start: i64,
    end: i64,
    hash: u64,
    outputs: Vec<&'a [u8]>,
}

/// Imports a log.
pub(super) fn import(
    text: &[u8],
    sink: &mut Sink,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<(), ImportError> {
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let version = lines.next().and_then(|header| {
        let header = std::str::from_utf8(header).ok()?;
        header
            .trim_end()
            .strip_prefix("# ninja log v")?
            .parse()
            .ok()
    });
    if !version.is_some_and(|version| VERSIONS.contains(&version)) {
        return Err(ImportError::Unsupported("its version is not known"));
    }
    let mut jobs = jobs(lines, sink);
    jobs.sort_by_key(|job| job.start);
    let mut workers = Workers::default();
    for (rank, job) in (0..).zip(&jobs) {
        if rank % JOBS_AT_ONCE as u64 == 0 && progress(rank).is_break() {
            return Err(ImportError::Cancelled);
        }
        let ts = Ts::from_ns(job.start.saturating_mul(1_000_000));
        let track = workers.take(job, (ts.ns(), rank), sink);
        let label = sink.label(Some(&job.outputs.join(&b" "[..])), None);
        let dur = job.end.saturating_sub(job.start).saturating_mul(1_000_000);
        sink.complete(track, ts, dur, EventPos::bare(rank), label);
    }
    Ok(())
}

/// Returns the jobs of all builds, in the order of the file. A last line without end is still
/// being written.
fn jobs<'a>(lines: impl Iterator<Item = &'a [u8]>, sink: &mut Sink) -> Vec<Job<'a>> {
    let mut steps: Vec<Step<'a>> = Vec::new();
    for line in lines.filter_map(|line| line.strip_suffix(b"\n")) {
        if line.is_empty() {
            continue;
        }
        match step(line) {
            Some(step) => steps.push(step),
            None => sink.issues.count("ninja_parse_errors"),
        }
    }
    let mut builds = builds(&steps).into_iter().peekable();
    let mut jobs: Vec<Job<'a>> = Vec::new();
    let (mut offset, mut until) = (0_i64, 0_i64);
    for (index, &(start, end, output, hash)) in steps.iter().enumerate() {
        if builds.next_if_eq(&index).is_some() {
            offset = until;
        }
        let (start, end) = (start.saturating_add(offset), end.saturating_add(offset));
        until = until.max(end);
        match jobs.last_mut() {
            Some(last) if (last.hash, last.start, last.end) == (hash, start, end) => {
                last.outputs.push(output);
            }
            _ => jobs.push(Job {
                start,
                end,
                hash,
                outputs: vec![output],
            }),
        }
    }
    jobs
}

/// What a line says: start, end, output, hash of the command.
type Step<'a> = (i64, i64, &'a [u8], u64);

/// How many steps in order of their ends cannot be chance, in a log of any length.
const IN_ORDER: usize = 12;

/// Returns the steps with which builds but the first begin. Steps are logged as they end, so that a
/// build begins where the end goes back. In a compacted log it does so everywhere: only what is in
/// order for long, or builds an output again, is another build.
fn builds(steps: &[Step<'_>]) -> Vec<usize> {
    let mut builds: Vec<usize> = Vec::new();
    // The last step that built each output, and the last step at which the end went back.
    let mut built: HashMap<&[u8], usize> = HashMap::new();
    let (mut back, mut last_end) = (0, i64::MIN);
    for (index, &(_, end, output, _)) in steps.iter().enumerate() {
        if end < last_end {
            back = index;
            let run = steps.get(index..index + IN_ORDER).unwrap_or_default();
            if !run.is_empty() && run.is_sorted_by_key(|step| step.1) {
                builds.push(index);
            }
        }
        last_end = end;
        let before = built.insert(output, index);
        let first = builds.last().copied().unwrap_or(0);
        if let Some(before) = before.filter(|before| *before >= first) {
            builds.push(if back > before { back } else { index });
        }
    }
    builds
}

/// Takes a line apart: start, end, time of the output, output, hash of the command.
fn step(line: &[u8]) -> Option<Step<'_>> {
    let mut fields = line
        .split(|&byte| byte == b'\t')
        .filter(|field| !field.is_empty());
    let mut text = || std::str::from_utf8(fields.next()?).ok();
    let (start, end, _) = (text()?.parse().ok()?, text()?.parse().ok()?, text()?);
    let output = fields.next()?;
    let hash = std::str::from_utf8(fields.next()?).ok()?;
    Some((start, end, output, u64::from_str_radix(hash, 16).ok()?))
}

/// The workers that jobs are given to.
#[derive(Default)]
struct Workers {
    tracks: Vec<SinkTrack>,
    /// Until when each worker is busy. Of those that become free at one time, the first comes last.
    busy: BTreeSet<(i64, Reverse<usize>)>,
}

impl Workers {
    /// Gives a job to the free worker that became free last, or to a new one.
    fn take(&mut self, job: &Job<'_>, created: (i64, u64), sink: &mut Sink) -> SinkTrack {
        let free = self.busy.range(..=(job.start, Reverse(0))).next_back();
        let index = if let Some(&worker) = free {
            self.busy.remove(&worker);
            worker.1.0
        } else {
            self.tracks
                .push(add_worker(self.tracks.len() + 1, created, sink));
            self.tracks.len() - 1
        };
        self.busy.insert((job.end, Reverse(index)));
        self.tracks[index]
    }
}

fn add_worker(number: usize, created: (i64, u64), sink: &mut Sink) -> SinkTrack {
    let build = sink.word("Build");
    let upid = sink.processes.process(PID);
    sink.processes
        .set_process_name(upid, build, ProcessNamePriority::System);
    let tid = i64::try_from(number).unwrap_or(i64::MAX);
    let utid = sink.processes.update_thread(tid, PID);
    let name = sink.word("Worker");
    sink.processes
        .set_thread_name(utid, name, ThreadNamePriority::Ftrace);
    sink.thread_track(utid, created)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use crate::bytes::source::TraceBytes;
    use crate::import::{ImportError, Unobserved, import};
    use crate::model::ids::SliceId;
    use crate::model::trace::Trace;

    fn trace(log: &str) -> Result<Trace, ImportError> {
        let bytes = TraceBytes::from_vec(log.as_bytes().to_vec()).unwrap();
        let trace = import(&Arc::new(bytes), &mut Unobserved)?;
        assert_eq!(trace.check_invariants(), Ok(()));
        Ok(trace)
    }

    /// Returns the start and duration of each slice in milliseconds, the number of its worker, and its name.
    fn slices(trace: &Trace) -> Vec<(i64, i64, i64, String)> {
        (0..trace.slices.len())
            .map(|index| {
                let id = SliceId::from_index(index);
                let dur = trace.slices.dur(id).unwrap().ns() / 1_000_000;
                let worker = trace.processes.thread(trace.utid_of(id).unwrap()).tid;
                let ts = trace.slices.ts(id).ns() / 1_000_000;
                let name = trace.slice_name(id).unwrap().into_owned();
                (ts, dur, worker, name)
            })
            .collect()
    }

    #[test]
    fn jobs_go_to_the_worker_that_became_free_last() {
        let trace = trace(
            "# ninja log v5\n0\t100\t0\tfoo.o\tabc\n50\t150\t0\tbar.o\tdef\n\
             50\t150\t0\tbar2.o\tdef\n20\t160\t0\tlib.a\t12\nbroken\n\
             170\t200\t0\tapp\t99\n155\t210\t0\tlast\tzz\n150\t230\t0\tx\taa\nunfinished\t3",
        )
        .unwrap();
        let mut all = slices(&trace);
        all.sort();
        // The reference finds the same.
        assert_eq!(
            all,
            [
                (0, 100, 1, "foo.o".to_owned()),
                (20, 140, 2, "lib.a".to_owned()),
                (50, 100, 3, "bar.o bar2.o".to_owned()),
                (150, 80, 3, "x".to_owned()),
                (170, 30, 2, "app".to_owned()),
            ]
        );
        assert_eq!(trace.issues.get("ninja_parse_errors"), 2);
        let worker = trace.utid_of(SliceId(0)).unwrap();
        let worker = trace.processes.thread(worker);
        assert_eq!(trace.text(worker.name.unwrap()), "Worker");
        let build = trace.processes.process(worker.upid.unwrap());
        assert_eq!(trace.text(build.name.unwrap()), "Build");
    }

    #[test]
    fn builds_follow_each_other() {
        let log = "# ninja log v7\n0\t10\t0\ta\t1\n10\t30\t0\tb\t2\n0\t5\t0\ta\t1\n";
        let expected = [
            (0, 10, 1, "a".to_owned()),
            (10, 20, 1, "b".to_owned()),
            (30, 5, 1, "a".to_owned()),
        ];
        assert_eq!(slices(&trace(log).unwrap()), expected);
    }

    #[test]
    fn of_a_compacted_log_all_are_at_their_times() {
        let log =
            "# ninja log v5\n30\t40\t0\td\t4\n0\t20\t0\ta\t1\n10\t30\t0\tc\t3\n5\t10\t0\tb\t2\n";
        let at = |ts, dur, worker, name: &str| (ts, dur, worker, name.to_owned());
        let mut all = slices(&trace(log).unwrap());
        all.sort();
        let mut expected = vec![
            at(0, 20, 1, "a"),
            at(5, 5, 2, "b"),
            at(10, 20, 2, "c"),
            at(30, 10, 2, "d"),
        ];
        assert_eq!(all, expected);
        // A further build is recognized by an output that was built before.
        let log = format!("{log}0\t2\t0\te\t5\n2\t4\t0\ta\t1\n");
        let mut all = slices(&trace(&log).unwrap());
        all.sort();
        expected.extend([at(40, 2, 2, "e"), at(42, 2, 2, "a")]);
        assert_eq!(all, expected);
    }

    #[test]
    fn a_build_that_goes_on_where_another_failed_follows_it() {
        let mut log = "# ninja log v5\n".to_owned();
        for step in (0..20).chain(0..15) {
            let from = log.len();
            writeln!(log, "{step}\t{}\t0\tout{from}\t{from:x}", step + 1).unwrap();
        }
        let all = slices(&trace(&log).unwrap());
        assert_eq!(all.len(), 35);
        assert!(all.iter().all(|slice| slice.2 == 1), "{all:?}");
    }

    #[test]
    fn other_versions_are_refused() {
        for log in ["# ninja log v4\n", "# ninja log v8\n", "# ninja log\n"] {
            let error = trace(log).map(|_| ()).unwrap_err();
            assert_eq!(error, ImportError::Unsupported("its version is not known"));
        }
    }

    #[test]
    fn numbers_out_of_range_are_kept_in_it() {
        let max = i64::MAX;
        let log =
            format!("# ninja log v5\n0\t{max}\t0\ta\t1\n{max}\t{max}\t0\tb\t2\n9\t3\t0\tc\t3\n");
        assert!(!slices(&trace(&log).unwrap()).is_empty());
    }
}
