//! Processes, tracks, slices, samples and flows that tests and benchmarks write one by one.
//!
//! What is imported comes in whole columns instead.

use super::TraceBuilder;
use crate::base::time::Ts;
use crate::model::args::EventPos;
use crate::model::flow::Flow;
use crate::model::ids::{SliceId, TrackId, Upid, Utid};
use crate::model::process::{Process, Thread};
use crate::model::slice::{Label, SliceRow};
use crate::model::stack_profile::{Execution, Profiler, StackSample, Task};
use crate::model::track::{Scope, Track, TrackClass, TrackData};

impl TraceBuilder {
    /// Adds a process.
    pub fn process(&mut self, pid: i64, name: &str) -> Upid {
        let name = (!name.is_empty()).then(|| self.str(name));
        self.processes.processes.push(Process {
            pid,
            name,
            ..Process::default()
        });
        Upid::from_index(self.processes.processes.len() - 1)
    }

    /// Adds a thread.
    pub fn thread(&mut self, upid: Upid, tid: i64, name: &str) -> Utid {
        let name = (!name.is_empty()).then(|| self.str(name));
        let is_main = Some(self.processes.process(upid).pid == tid);
        self.processes.threads.push(Thread {
            tid,
            name,
            upid: Some(upid),
            is_main,
            ..Thread::default()
        });
        Utid::from_index(self.processes.threads.len() - 1)
    }

    /// Adds a slice track of the usual class for its scope.
    pub fn slice_track(&mut self, scope: Scope, name: Option<&str>) -> TrackId {
        let (type_name, class) = match scope {
            Scope::Thread(_) if name.is_none() => ("thread_execution", TrackClass::ThreadExecution),
            Scope::Thread(_) => ("thread_merged_track_event", TrackClass::TrackEvent),
            Scope::Process(_) => ("process_merged_track_event", TrackClass::TrackEvent),
            _ => ("global_merged_track_event", TrackClass::TrackEvent),
        };
        let type_name = self.str(type_name);
        let name = name.map(|name| self.str(name));
        self.tracks.push(Track {
            type_name,
            class,
            name,
            scope,
            ..Track::default()
        })
    }

    /// Adds a counter track with its samples. Counter tracks must be added in ascending order.
    pub fn counter_track(
        &mut self,
        scope: Scope,
        name: &str,
        unit: &str,
        samples: &[(i64, f64)],
    ) -> TrackId {
        let type_name = self.str(match scope {
            Scope::Thread(_) => "thread_counter_track_event",
            Scope::Process(_) => "process_counter_track_event",
            _ => "global_counter_track_event",
        });
        let name = Some(self.str(name));
        let unit = (!unit.is_empty()).then(|| self.str(unit));
        let track = Track {
            type_name,
            class: TrackClass::TrackEvent,
            data: TrackData::Counter,
            name,
            unit,
            scope,
            ..Track::default()
        };
        let id = self.tracks.push(track);
        self.counters.push_track(id, samples.iter().copied());
        id
    }

    /// Adds properly nested slices (ts, dur, name) to a track, sorted by ts and outermost first.
    /// Tracks must be filled in ascending order. Returns the ids in the order given.
    pub fn nested_slices(&mut self, track: TrackId, slices: &[(i64, i64, &str)]) -> Vec<SliceId> {
        let mut depths: Vec<Vec<SliceRow>> = Vec::new();
        let mut open: Vec<i64> = Vec::new();
        let mut places = Vec::new();
        let first_pos = self.slices.len() as u64;
        for (index, &(ts, dur, name)) in slices.iter().enumerate() {
            while open.last().is_some_and(|&end| end <= ts) {
                open.pop();
            }
            let depth = open.len();
            open.push(if dur < 0 { i64::MAX } else { ts + dur });
            if depths.len() <= depth {
                depths.push(Vec::new());
            }
            let name = Some(self.strings.intern(name.as_bytes()));
            let label = self.labels.intern(Label {
                name,
                category: None,
            });
            let pos = EventPos::bare(first_pos + index as u64);
            places.push((depth, depths[depth].len()));
            depths[depth].push(SliceRow::new(ts, (dur >= 0).then_some(dur), label, pos));
        }
        let mut starts = Vec::new();
        let mut next = self.slices.len();
        for rows in &depths {
            starts.push(next);
            next += rows.len();
        }
        self.slices.push_track(track, &depths);
        places
            .into_iter()
            .map(|(depth, index)| SliceId::from_index(starts[depth] + index))
            .collect()
    }

    /// Adds a sample of the perf profiler, without a call stack.
    pub fn sample(&mut self, utid: Utid, ts: i64) {
        let source = self.str("linux.perf");
        let profile = &mut self.stack_profile;
        if profile.profilers.is_empty() {
            profile.profilers.push(Profiler {
                source: Some(source),
                session: Some(0),
                timebase_unit: None,
                event: None,
            });
            profile.executions.push(Execution {
                cpu: Some(0),
                mode: Some("user"),
            });
        }
        let task = profile.tasks.len() as u32;
        profile.tasks.push(Task {
            utid: Some(utid),
            ..Task::default()
        });
        profile.samples.push(StackSample {
            ts: Ts::from_ns(ts),
            profiler: 0,
            task: Some(task),
            execution: Some(0),
            callsite: None,
            unwind_error: None,
            values: (0, 0),
        });
    }

    /// Adds a flow.
    pub fn flow(&mut self, from: SliceId, to: SliceId, trace_id: i64) {
        self.flows.push(Flow {
            from,
            to,
            trace_id: Some(trace_id),
            args: None,
        });
    }
}
