//! Reads the log of ninja, the build system: which output was built from when to when.
//!
//! The log does not say what was built at once: jobs are given to as few workers as their times
//! allow, each to the one that became free last. Builds are appended to the log, each from time 0;
//! they are shown one after the other.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::process_tracker::{ProcessNamePriority, ThreadNamePriority};
use super::sink::{Sink, SinkTrack};
use crate::base::time::Ts;
use crate::model::args::EventPos;

/// The versions that differ in nothing that is read.
const VERSIONS: std::ops::RangeInclusive<u32> = 5..=7;
/// The process of all workers.
const PID: i64 = 1;
/// How many jobs are imported between two looks at whether to go on.
const JOBS_AT_ONCE: usize = 1 << 16;

/// What was built by one run of a command, in milliseconds.
struct Job<'a> {
    start: i64,
    end: i64,
    hash: u64,
    outputs: Vec<&'a [u8]>,
}

/// Imports a log; `Err` if its version is not known, `Break` if it was cancelled.
pub(super) fn import(
    text: &[u8],
    sink: &mut Sink,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, &'static str> {
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
        return Err("its version is not known");
    }
    let mut jobs = jobs(lines, sink);
    jobs.sort_by_key(|job| job.start);
    let mut workers = Workers::default();
    for (rank, job) in (0..).zip(&jobs) {
        if rank % JOBS_AT_ONCE as u64 == 0 && progress(rank).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let ts = Ts::from_ns(job.start.saturating_mul(1_000_000));
        let track = workers.take(job, (ts.ns(), rank), sink);
        let label = sink.label(Some(&job.outputs.join(&b", "[..])), None);
        let dur = job.end.saturating_sub(job.start).saturating_mul(1_000_000);
        sink.complete(track, ts, dur, EventPos::bare(rank), label);
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns the jobs of all builds, in the order of the file. A last line without end is still
/// being written.
fn jobs<'a>(lines: impl Iterator<Item = &'a [u8]>, sink: &mut Sink) -> Vec<Job<'a>> {
    let mut jobs: Vec<Job<'a>> = Vec::new();
    let (mut offset, mut last_end) = (0_i64, 0_i64);
    for line in lines.filter_map(|line| line.strip_suffix(b"\n")) {
        if line.is_empty() {
            continue;
        }
        let Some((start, end, output, hash)) = job(line) else {
            sink.issues.count("ninja_parse_errors");
            continue;
        };
        // Jobs are logged as they end: one that ends earlier is of another build.
        if end < last_end {
            offset = offset.saturating_add(last_end);
        }
        last_end = end;
        let (start, end) = (start.saturating_add(offset), end.saturating_add(offset));
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

/// Takes a line apart: start, end, time of the output, output, hash of the command.
fn job(line: &[u8]) -> Option<(i64, i64, &[u8], u64)> {
    let mut fields = line
        .split(|&byte| byte == b'\t')
        .filter(|field| !field.is_empty());
    let mut text = || std::str::from_utf8(fields.next()?).ok();
    let (start, end, _) = (text()?.parse().ok()?, text()?.parse().ok()?, text()?);
    let output = fields.next()?;
    let hash = std::str::from_utf8(fields.next()?).ok()?;
    Some((start, end, output, u64::from_str_radix(hash, 16).ok()?))
}

/// Who built what.
#[derive(Default)]
struct Workers {
    tracks: Vec<SinkTrack>,
    /// Until when each is busy; of several, the first comes last.
    busy: BTreeSet<(i64, Reverse<usize>)>,
}

impl Workers {
    /// Gives a job to the worker that is free since the shortest time, or to a new one.
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
    let name = sink.str(&format!("Worker {number}"));
    sink.processes
        .set_thread_name(utid, name, ThreadNamePriority::Ftrace);
    sink.thread_track(utid, created)
}

#[cfg(test)]
mod tests {
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

    /// When, how long in milliseconds, which worker, what.
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
        // As the reference says.
        assert_eq!(
            all,
            [
                (0, 100, 1, "foo.o".to_owned()),
                (20, 140, 2, "lib.a".to_owned()),
                (50, 100, 3, "bar.o, bar2.o".to_owned()),
                (150, 80, 3, "x".to_owned()),
                (170, 30, 2, "app".to_owned()),
            ]
        );
        assert_eq!(trace.issues.get("ninja_parse_errors"), 2);
        let worker = trace.utid_of(SliceId(0)).unwrap();
        let worker = trace.processes.thread(worker);
        assert_eq!(trace.text(worker.name.unwrap()), "Worker 1");
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
