//! What Perfetto traces of itself: slices and counters of its own threads.
//!
//! Events and counters are named by a number, by an interned text or by a text; interned texts are
//! known all over the trace.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::decode::fields::{Field, Message};
use crate::import::sink::{At, Sink};
use crate::model::args::{EventPos, StoredArg, StoredValue};
use crate::model::ids::{ArgSetId, Utid};
use crate::model::slice::Label;
use crate::model::track::{Scope, TrackData};
use crate::proto::perfetto_metatrace::{self as event, arg, interned_string};

/// Names of events by number.
const EVENTS: [&str; 31] = [
    "EVENT_ZERO_UNUSED",
    "FTRACE_CPU_READER_READ",
    "FTRACE_DRAIN_CPUS",
    "FTRACE_UNBLOCK_READERS",
    "FTRACE_CPU_READ_NONBLOCK",
    "FTRACE_CPU_READ_BLOCK",
    "FTRACE_CPU_SPLICE_NONBLOCK",
    "FTRACE_CPU_SPLICE_BLOCK",
    "FTRACE_CPU_WAIT_CMD",
    "FTRACE_CPU_RUN_CYCLE",
    "FTRACE_CPU_FLUSH",
    "FTRACE_CPU_BUFFER_WATERMARK",
    "READ_SYS_STATS",
    "PS_WRITE_ALL_PROCESSES",
    "PS_ON_PIDS",
    "PS_ON_RENAME_PIDS",
    "PS_WRITE_ALL_PROCESS_STATS",
    "TRACE_WRITER_COMMIT_STARTUP_WRITER_BATCH",
    "FTRACE_READ_TICK",
    "FTRACE_CPU_READ_CYCLE",
    "FTRACE_CPU_READ_BATCH",
    "KALLSYMS_PARSE",
    "PROFILER_READ_TICK",
    "PROFILER_READ_CPU",
    "PROFILER_UNWIND_TICK",
    "PROFILER_UNWIND_SAMPLE",
    "PROFILER_UNWIND_INITIAL_ATTEMPT",
    "PROFILER_UNWIND_ATTEMPT",
    "PROFILER_MAPS_PARSE",
    "PROFILER_MAPS_REPARSE",
    "PROFILER_UNWIND_CACHE_CLEAR",
];

/// Names of counters by number.
const COUNTERS: [&str; 6] = [
    "COUNTER_ZERO_UNUSED",
    "FTRACE_PAGES_DRAINED",
    "PS_PIDS_SCANNED",
    "TRACE_SERVICE_COMMIT_DATA",
    "PROFILER_UNWIND_QUEUE_SZ",
    "PROFILER_UNWIND_CURRENT_PID",
];

/// Arguments with the same key are a list, each with the key and a number, unless the key is as long as this:
/// a key may be written once and used any number of times.
const KEY_MAX: usize = 2028;

/// Imports `PerfettoMetatrace`.
#[derive(Debug, Default)]
pub(super) struct Metatrace {
    texts: HashMap<u64, StrId>,
}

impl Metatrace {
    /// Imports a slice or the sample of a counter.
    pub(super) fn event(&mut self, payload: Message<'_>, at: At, sink: &mut Sink) {
        for entry in payload.messages(event::INTERNED_STRINGS) {
            let text = sink.strings.intern(entry.text(interned_string::VALUE));
            let iid = entry.u64(interned_string::IID);
            self.texts.entry(iid).or_insert(text);
        }
        let tid = payload.u32(event::THREAD_ID);
        let utid = sink.processes.thread(i64::from(tid));
        let mut numbered = |n, names: &[&'static str], other: &str| {
            let number = payload.field(n)?.as_u32();
            Some(match names.get(number as usize) {
                Some(name) => sink.word(name),
                None => sink.str(&format!("{other} {number}")),
            })
        };
        let of_event = numbered(event::EVENT_ID, &EVENTS, "Event");
        let of_counter = numbered(event::COUNTER_ID, &COUNTERS, "Counter");
        let named = |n, sink: &mut Sink| Some(sink.strings.intern(payload.text_if_set(n)?));
        let name = of_event
            .or_else(|| Some(self.text(&payload.field(event::EVENT_NAME_IID)?, sink)))
            .or_else(|| named(event::EVENT_NAME, sink));
        if let Some(name) = name {
            let dur = payload.i64(event::EVENT_DURATION_NS);
            let set = self.arguments(payload, sink);
            let pos = set.map_or(at.pos(), EventPos::stored);
            slice((utid, name), dur, pos, at, sink);
        } else if let Some(name) = of_counter.or_else(|| named(event::COUNTER_NAME, sink)) {
            let value = payload.i32(event::COUNTER_VALUE);
            let pos = self.arguments(payload, sink).map(EventPos::stored);
            sample((utid, name), f64::from(value), pos, at, sink);
        }
        if payload.bool(event::HAS_OVERRUNS) {
            sink.issues.count("metatrace_overruns");
        }
    }

    fn text(&self, iid: &Field<'_>, sink: &mut Sink) -> StrId {
        let known = self.texts.get(&iid.as_u64()).copied();
        known.unwrap_or_else(|| sink.word("MISSING STRING"))
    }

    /// Stores the arguments of an event. Those with the same key are a list.
    fn arguments(&self, payload: Message<'_>, sink: &mut Sink) -> Option<ArgSetId> {
        let mut texts: Vec<(StrId, Option<StrId>)> = Vec::new();
        for entry in payload.messages(event::ARGS) {
            let mut text = |iid, text| match entry.field(iid) {
                Some(iid) => Some(self.text(&iid, sink)),
                None => Some(sink.strings.intern(entry.text_if_set(text)?)),
            };
            let (key, value) = (
                text(arg::KEY_IID, arg::KEY),
                text(arg::VALUE_IID, arg::VALUE),
            );
            texts.push((key.unwrap_or(StrId::EMPTY), value));
        }
        texts.sort_by_key(|(key, _)| *key);
        let mut args = Vec::with_capacity(texts.len());
        let mut key = Vec::new();
        for same in texts.chunk_by(|a, b| a.0 == b.0) {
            for (n, &(flat_key, value)) in same.iter().enumerate() {
                let value = StoredValue::Str(value);
                if same.len() == 1 {
                    args.push(StoredArg::new(flat_key, value));
                    continue;
                }
                key.clear();
                key.extend_from_slice(sink.strings.bytes(flat_key));
                if key.len() >= KEY_MAX {
                    continue;
                }
                key.extend_from_slice(format!("[{n}]").as_bytes());
                args.push(StoredArg {
                    flat_key,
                    key: sink.strings.intern(&key),
                    value,
                });
            }
        }
        sink.store_args(&args)
    }
}

fn slice((utid, name): (Utid, StrId), dur: i64, pos: EventPos, at: At, sink: &mut Sink) {
    let track = sink.thread_track(utid, at.created());
    let category = sink.word("metatrace");
    let label = sink.labels.intern(Label {
        name: Some(name),
        category: Some(category),
    });
    sink.complete(track, at.time(), dur, pos, label);
}

fn sample((utid, name): (Utid, StrId), value: f64, pos: Option<EventPos>, at: At, sink: &mut Sink) {
    let (kind, scope) = ("metatrace_counter", Scope::Thread(utid));
    let track = sink.track_named(kind, scope, Some(name), TrackData::Counter, at.created());
    if sink.tracks[track.index()].0.dimension_args.is_none() {
        let dimension = [
            sink.int_arg("utid", i64::from(utid.0)),
            sink.str_arg("counter_name", name),
        ];
        sink.tracks[track.index()].0.dimension_args = sink.store_args(&dimension);
    }
    sink.samples_of(track).push(at.ts, value, pos);
}
