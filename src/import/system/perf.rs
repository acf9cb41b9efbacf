//! Perf samples: the counters they carry, the threads they name and their call stacks.
//!
//! What a counter is called stands in the `TracePacketDefaults` of the sequence.

use hashbrown::HashMap;

use super::{Packet, Source};
use crate::decode::fields::Message;
use crate::import::sink::{At, Sink, SinkTrack};
use crate::import::stacks::Cx;
use crate::model::ids::TrackId;
use crate::model::stack_profile::{Execution, StackSample, Task};
use crate::model::track::{Scope, Track, TrackData};
use crate::proto::{
    follower_event,
    perf_events::{raw_event, timebase, tracepoint},
    perf_sample::{self, producer_event},
    perf_sample_defaults,
};

/// Why a sample has no stack: the profiler could not read it, could not unwind it, or had no room for it.
const SKIP_READ: u32 = 1;
const SKIP_UNWIND: u32 = 2;
const SKIP_UNWIND_ENQUEUE: u32 = 3;

/// Why a recorder stops: it used more memory or time than it may.
const STOP_GUARDRAIL: u32 = 1;

/// How many counters may follow the timebase: every CPU gets a track for each.
const FOLLOWERS_MAX: usize = 64;

/// What a sequence recorded: the row of its profiler, and the number of its session.
#[derive(Clone, Copy, Debug)]
struct Recording {
    profiler: u32,
    session: u32,
}

/// Imports perf samples.
#[derive(Debug, Default)]
pub(super) struct Perf {
    /// The counters of a CPU, by session.
    tracks: HashMap<(u32, u32), Vec<SinkTrack>>,
    /// The recordings: one a sequence.
    recordings: HashMap<u32, Recording>,
    /// The last sequence, and its recording.
    last: Option<(u32, Recording)>,
    /// The rows that were named last.
    last_task: Option<(Task, u32)>,
    last_execution: Option<(Execution, u32)>,
    /// What the followers of a sample count.
    counts: Vec<f64>,
}

impl Perf {
    /// Imports a sample.
    pub(super) fn sample(
        &mut self,
        packet: &Packet<'_>,
        at: At,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let (mut cpu, mut pid, mut tid, mut lost) = (None, 0, 0, 0);
        let (mut skipped, mut told) = (None, None);
        let (mut stack, mut mode, mut error) = (None, 0, None);
        let (mut timebase, mut counts) = (None, std::mem::take(&mut self.counts));
        counts.clear();
        let mut fields = packet.payload.fields();
        while let Some(field) = fields.next_field() {
            match field.number {
                perf_sample::CPU => cpu = Some(field.as_u32()),
                perf_sample::PID => pid = i64::from(field.as_u32()),
                perf_sample::TID => tid = i64::from(field.as_u32()),
                perf_sample::CALLSTACK_IID => stack = Some(field.as_u64()),
                perf_sample::CPU_MODE => mode = field.as_u32(),
                perf_sample::TIMEBASE_COUNT => timebase = Some(field.as_u64() as f64),
                perf_sample::FOLLOWER_COUNTS => {
                    field.each_varint(|count| counts.push(count as f64));
                }
                perf_sample::UNWIND_ERROR => error = Some(field.as_u32()),
                perf_sample::KERNEL_RECORDS_LOST => lost = field.as_i64(),
                perf_sample::SAMPLE_SKIPPED_REASON => skipped = Some(field.as_u32()),
                perf_sample::PRODUCER_EVENT => told = Some(field.message()),
                _ => {}
            }
        }
        let own_cpu = cpu.unwrap_or(0);
        let Some(number) = sink.cpu(own_cpu) else {
            return;
        };
        // Whatever a recorder tells of a CPU, that makes its counters.
        let recording = self.recording(packet.epoch, source, sink);
        let session = recording.session;
        let tracks = self.tracks.entry((session, own_cpu)).or_insert_with(|| {
            let names = counter_names(source.perf_defaults(packet.epoch));
            counters((own_cpu, session), &names, at, sink)
        });
        if lost > 0 {
            sink.issues
                .add("perf_cpu_lost_records", Some(i64::from(own_cpu)), lost);
        }
        if lost > 0 || told.is_some() {
            let stop = told.map_or(0, |told| told.u32(producer_event::SOURCE_STOP_REASON));
            if lost <= 0 && stop == STOP_GUARDRAIL {
                let (issue, session) = ("perf_guardrail_stop_ts", i64::from(session));
                sink.issues.add(issue, Some(session), at.ts);
            }
            self.counts = counts;
            return;
        }
        let first = sink.stacks.rows.values.len() as u32;
        let counts_all = std::iter::once(timebase).chain(counts.iter().copied().map(Some));
        for (&track, count) in tracks.iter().zip(counts_all) {
            let Some(count) = count else { continue };
            sink.sample(track, at.time(), count);
            // The track gets its final id with the others.
            let track = TrackId::from_index(track.index());
            sink.stacks.rows.values.push(track);
        }
        let values = (first, sink.stacks.rows.values.len() as u32);
        self.counts = counts;
        // The stack is missing, but the counters and the sample count.
        match skipped {
            Some(SKIP_READ | SKIP_UNWIND) => sink.issues.count("perf_samples_skipped"),
            Some(SKIP_UNWIND_ENQUEUE) => sink.issues.count("perf_samples_skipped_dataloss"),
            _ => {}
        }
        let utid = sink.processes.update_thread(tid, pid);
        let upid = sink.processes.process(pid);
        let callsite = stack.and_then(|iid| {
            let mut cx = Cx {
                epoch: packet.epoch,
                upid: Some(upid),
                interned: &|epoch, field, iid| source.interned(epoch, field, iid),
                strings: &mut sink.strings,
                issues: &mut sink.issues,
            };
            sink.stacks.stack(iid, &mut cx)
        });
        let execution = Execution {
            cpu: cpu.map(|_| number),
            mode: cpu_mode(mode),
        };
        let task = Task {
            upid: Some(upid),
            utid: Some(utid),
            async_context: None,
        };
        let sample = StackSample {
            ts: at.time(),
            profiler: recording.profiler,
            task: Some(self.task(task, sink)),
            execution: self.execution(execution, sink),
            callsite,
            unwind_error: error.map(|error| sink.str(unwind_error(error))),
            values,
        };
        sink.stacks.rows.samples.push(sample);
    }

    fn recording(&mut self, epoch: u32, source: &dyn Source, sink: &mut Sink) -> Recording {
        let sequence = source.sequence(epoch);
        if let Some((_, recording)) = self.last.filter(|last| last.0 == sequence) {
            return recording;
        }
        let recording = *self.recordings.entry(sequence).or_insert_with(|| {
            let name = sink.str("linux.perf");
            let (profiler, session) = sink.stacks.new_session(Some(name));
            let defaults = source.perf_defaults(epoch);
            let unit = timebase_unit(defaults);
            let event = (!matches!(unit, "ns" | "cycles"))
                .then(|| counter_names(defaults).swap_remove(0))
                .map(|name| sink.str(&name));
            let unit = sink.str(unit);
            let profiler_row = &mut sink.stacks.rows.profilers[profiler as usize];
            profiler_row.timebase_unit = Some(unit);
            profiler_row.event = event;
            Recording { profiler, session }
        });
        self.last = Some((sequence, recording));
        recording
    }

    /// Returns the row of a task; samples of a thread follow each other.
    fn task(&mut self, task: Task, sink: &mut Sink) -> u32 {
        if let Some((_, row)) = self.last_task.filter(|last| last.0 == task) {
            return row;
        }
        let row = sink.stacks.task(task);
        self.last_task = Some((task, row));
        row
    }

    /// Returns the row of what is known of the CPU, if anything is.
    fn execution(&mut self, execution: Execution, sink: &mut Sink) -> Option<u32> {
        if execution == Execution::default() {
            return None;
        }
        if let Some((_, row)) = self.last_execution.filter(|last| last.0 == execution) {
            return Some(row);
        }
        let row = sink.stacks.execution(execution);
        self.last_execution = Some((execution, row));
        Some(row)
    }
}

/// Makes the tracks of the counters of a CPU, which each recording has its own of.
fn counters(
    (cpu, session): (u32, u32),
    names: &[String],
    at: At,
    sink: &mut Sink,
) -> Vec<SinkTrack> {
    let mut tracks: Vec<SinkTrack> = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        // Two counters of one name are one.
        let same = names[..place].iter().position(|before| before == name);
        let track = same.map_or_else(
            || {
                let dimension = [
                    sink.int_arg("cpu", i64::from(cpu)),
                    sink.int_arg("perf_session_id", i64::from(session)),
                    sink.text_arg("name", name),
                ];
                let about = [sink.flag_arg("is_timebase", place == 0)];
                let track = Track {
                    type_name: sink.str("perf_cpu_counter"),
                    name: Some(sink.str(name)),
                    scope: Scope::Cpu(cpu),
                    dimension_args: sink.store_args(&dimension),
                    data: TrackData::Counter,
                    source_args: sink.store_args(&about),
                    ..Track::default()
                };
                sink.add_track(track, at.created())
            },
            |same| tracks[same],
        );
        tracks.push(track);
    }
    tracks
}

fn cpu_mode(mode: u32) -> Option<&'static str> {
    Some(match mode {
        1 => "kernel",
        2 => "user",
        3 => "hypervisor",
        4 => "guest_kernel",
        5 => "guest_user",
        _ => return None,
    })
}

fn unwind_error(error: u32) -> &'static str {
    match error {
        1 => "none",
        2 => "memory_invalid",
        3 => "unwind_info",
        4 => "unsupported",
        5 => "invalid_map",
        6 => "max_frames_exceeded",
        7 => "repeated_frame",
        8 => "invalid_elf",
        9 => "system_call",
        10 => "thread_timeout",
        11 => "thread_does_not_exist",
        12 => "bad_arch",
        13 => "maps_parse",
        14 => "invalid_parameter",
        15 => "ptrace_call",
        _ => "unknown",
    }
}

/// Returns the names of the counters of a sequence: the timebase, then its followers.
fn counter_names(defaults: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    let defaults = Message(defaults);
    let timebase = defaults.field(perf_sample_defaults::TIMEBASE);
    names.push(timebase.map_or_else(
        || "cpu-clock".to_owned(),
        |timebase| {
            counter_name(
                timebase.message(),
                [
                    timebase::NAME,
                    timebase::COUNTER,
                    timebase::TRACEPOINT,
                    timebase::RAW_EVENT,
                ],
            )
        },
    ));
    let followers = defaults.messages(perf_sample_defaults::FOLLOWERS);
    let followers = followers.take(FOLLOWERS_MAX);
    names.extend(followers.map(|follower| {
        counter_name(
            follower,
            [
                follower_event::NAME,
                follower_event::COUNTER,
                follower_event::TRACEPOINT,
                follower_event::RAW_EVENT,
            ],
        )
    }));
    names
}

/// Returns the name of a counter; `fields` are those of a given name, a number, a tracepoint and a raw event.
fn counter_name(counter: Message<'_>, fields: [u32; 4]) -> String {
    let [name, number, tracepoint, raw] = fields.map(|number| counter.field(number));
    if let Some(name) = name {
        return String::from_utf8_lossy(name.as_bytes()).into_owned();
    }
    if let Some(tracepoint) = tracepoint {
        return tracepoint.message().lossy(tracepoint::NAME).into_owned();
    }
    if let Some(raw) = raw {
        let raw = raw.message();
        return format!(
            "raw.0x{:x}.0x{:x}.0x{:x}.0x{:x}",
            raw.u64(raw_event::TYPE),
            raw.u64(raw_event::CONFIG),
            raw.u64(raw_event::CONFIG1),
            raw.u64(raw_event::CONFIG2)
        );
    }
    hardware_name(number.map_or(1, |number| number.as_u64())).to_owned()
}

/// Returns the unit of what a recording samples by.
fn timebase_unit(defaults: &[u8]) -> &'static str {
    let timebase = Message(defaults).message(perf_sample_defaults::TIMEBASE);
    let is_named = [timebase::TRACEPOINT, timebase::RAW_EVENT]
        .into_iter()
        .any(|kind| timebase.field(kind).is_some());
    match timebase.u64(timebase::COUNTER) {
        0 if is_named => "count",
        // Recorders that say nothing sample by the CPU's clock.
        0 | 1 | 3 => "ns",
        10 => "cycles",
        11 => "instructions",
        _ => "count",
    }
}

/// Names of `PerfEvents.Counter`, as the perf tool calls them.
fn hardware_name(counter: u64) -> &'static str {
    match counter {
        2 => "page-faults",
        3 => "task-clock",
        4 => "context-switches",
        5 => "cpu-migrations",
        6 => "minor-faults",
        7 => "major-faults",
        8 => "alignment-faults",
        9 => "emulation-faults",
        20 => "dummy",
        10 => "cpu-cycles",
        11 => "instructions",
        12 => "cache-references",
        13 => "cache-misses",
        14 => "branch-instructions",
        15 => "branch-misses",
        16 => "bus-cycles",
        17 => "stalled-cycles-frontend",
        18 => "stalled-cycles-backend",
        19 => "ref-cycles",
        _ => "cpu-clock",
    }
}
