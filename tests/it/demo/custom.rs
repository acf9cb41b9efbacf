//! The feed's own instrumentation: custom tracks, flows and arguments.
//!
//! Three groups under the process show the three orders of children: the
//! pipeline's stages by explicit rank, the caches by name, the image hosts by
//! first use. A row's flow goes from its request over decoding on the loader to
//! binding on the main thread.

use perfetty_messages::counter_descriptor::Unit;
use perfetty_messages::debug_annotation::NestedValue;
use perfetty_messages::trace_packet::SequenceFlags;
use perfetty_messages::track_descriptor::ChildTracksOrdering;
use perfetty_messages::track_event::Type;
use perfetty_messages::{
    AndroidLogPacket, CounterDescriptor, DebugAnnotation, InternedData, InternedName,
    ProcessDescriptor, ThreadDescriptor, TracePacket, TrackDescriptor, TrackEvent,
    android_log_packet::LogEvent,
};

use super::REALTIME_AHEAD;
use super::machine::{Machine, Op};
use super::recorder::sequence;
use super::story::{FEED, note};

const PROCESS: u64 = 424_200;
const MAIN: u64 = 424_201;
const LOADER: u64 = 424_202;
const PIPELINE: u64 = 424_210;
const FETCH: u64 = 424_211;
const DECODE: u64 = 424_212;
const BIND: u64 = 424_213;
const IN_FLIGHT: u64 = 424_214;
const REQUESTS: u64 = 424_220;
const CACHES: u64 = 424_230;
const MEMORY: u64 = 424_231;
const DISK: u64 = 424_232;
const BITMAPS: u64 = 424_233;

/// Hosts in the order in which the feed first asks them.
const HOSTS: [&str; 4] = [
    "img-7.example.net",
    "img-2.example.net",
    "img-9.example.net",
    "img-4.example.net",
];

const CATEGORIES: [&str; 2] = ["feed", "net"];
const NAMES: [&str; 4] = ["fetch", "decode", "bind", "lookup"];

/// Declares the tracks.
pub(super) fn describe(machine: &mut Machine) {
    let at = machine.now;
    let interned = |names: &[&str]| {
        let entry = |(iid, name): (u64, &&str)| InternedName {
            iid: Some(iid),
            name: Some(name.as_bytes().to_vec()),
        };
        (1..).zip(names).map(entry).collect()
    };
    let first = TracePacket {
        timestamp: Some(machine.out.stamp(at)),
        sequence_flags: Some(SequenceFlags::SeqIncrementalStateCleared as u32),
        first_packet_on_sequence: Some(true),
        interned_data: Some(InternedData {
            event_categories: interned(&CATEGORIES),
            event_names: interned(&NAMES),
            ..InternedData::default()
        }),
        ..TracePacket::default()
    };
    machine.out.packet(sequence::APP, first);
    let process = ProcessDescriptor {
        pid: Some(FEED),
        process_name: Some("com.example.feed".into()),
        ..ProcessDescriptor::default()
    };
    track(machine, PROCESS, 0, "", |track| {
        track.process = Some(process);
    });
    for (uuid, tid, name) in [(MAIN, FEED, "main"), (LOADER, 4271, "Feed-loader-1")] {
        let thread = ThreadDescriptor {
            pid: Some(FEED),
            tid: Some(tid.into()),
            thread_name: Some(name.into()),
            ..ThreadDescriptor::default()
        };
        track(machine, uuid, 0, "", |track| track.thread = Some(thread));
    }
    let order = |ordering: ChildTracksOrdering| {
        move |track: &mut TrackDescriptor| track.child_ordering = Some(ordering as i32)
    };
    let rank = |rank| move |track: &mut TrackDescriptor| track.sibling_order_rank = Some(rank);
    track(
        machine,
        PIPELINE,
        PROCESS,
        "Feed pipeline",
        order(ChildTracksOrdering::Explicit),
    );
    track(machine, BIND, PIPELINE, "Bind", rank(3));
    track(machine, DECODE, PIPELINE, "Decode", rank(2));
    track(machine, FETCH, PIPELINE, "Fetch", rank(1));
    track(machine, IN_FLIGHT, PIPELINE, "Rows in flight", |track| {
        track.sibling_order_rank = Some(-1);
        track.counter = Some(counter(Unit::Count));
    });
    track(
        machine,
        REQUESTS,
        PROCESS,
        "Image hosts",
        order(ChildTracksOrdering::Chronological),
    );
    for (host, name) in (1..).zip(HOSTS) {
        track(machine, REQUESTS + host, REQUESTS, name, |_| {});
    }
    track(
        machine,
        CACHES,
        PROCESS,
        "Caches",
        order(ChildTracksOrdering::Lexicographic),
    );
    track(machine, MEMORY, CACHES, "memory", |track| {
        track.counter = Some(counter(Unit::SizeBytes));
    });
    track(machine, DISK, CACHES, "disk", |_| {});
    track(machine, BITMAPS, CACHES, "bitmaps", |track| {
        track.counter = Some(counter(Unit::Count));
    });
}

fn counter(unit: Unit) -> CounterDescriptor {
    CounterDescriptor {
        unit: Some(unit as i32),
        ..CounterDescriptor::default()
    }
}

/// Declares one track.
fn track(
    machine: &mut Machine,
    uuid: u64,
    parent: u64,
    name: &str,
    fill: impl FnOnce(&mut TrackDescriptor),
) {
    let mut descriptor = TrackDescriptor {
        uuid: Some(uuid),
        parent_uuid: (parent != 0).then_some(parent),
        name: (!name.is_empty()).then(|| name.into()),
        ..TrackDescriptor::default()
    };
    fill(&mut descriptor);
    let packet = TracePacket {
        timestamp: Some(machine.out.stamp(machine.now)),
        track_descriptor: Some(descriptor),
        ..TracePacket::default()
    };
    machine.out.packet(sequence::APP, packet);
}

fn event(kind: Type, track: u64, name: u64) -> TrackEvent {
    TrackEvent {
        r#type: Some(kind as i32),
        track_uuid: Some(track),
        name_iid: (name != 0).then_some(name),
        category_iids: if name == 1 { vec![1, 2] } else { vec![1] },
        ..TrackEvent::default()
    }
}

fn emit(machine: &mut Machine, event: TrackEvent) {
    let now = machine.now;
    machine.out.track_event(now, event);
}

fn count(machine: &mut Machine, track: u64, value: u64) {
    let value = i64::try_from(value).ok();
    let event = TrackEvent {
        r#type: Some(Type::Counter as i32),
        track_uuid: Some(track),
        counter_value: value,
        ..TrackEvent::default()
    };
    emit(machine, event);
}

fn host(item: u64) -> u64 {
    REQUESTS + 1 + item % 4
}

fn flow(item: u64) -> Vec<u64> {
    vec![0xfeed_0000 + item]
}

pub(super) fn fetch_begin(machine: &mut Machine, item: u64) {
    let lookup = TrackEvent {
        debug_annotations: vec![
            note_text("key", &format!("feed/{item}.webp")),
            DebugAnnotation {
                bool_value: Some(false),
                ..named("hit")
            },
        ],
        ..event(Type::Instant, DISK, 4)
    };
    emit(machine, lookup);
    let url = format!(
        "https://{}/feed/{item}.webp?w=1080",
        HOSTS[usize::try_from(item % 4).unwrap_or(0)]
    );
    let fetch = TrackEvent {
        flow_ids: flow(item),
        debug_annotations: vec![
            note_text("url", &url),
            DebugAnnotation {
                uint_value: Some(item),
                ..named("item")
            },
        ],
        ..event(Type::SliceBegin, FETCH, 1)
    };
    emit(machine, fetch);
    let request = TrackEvent {
        name: Some(format!("GET /feed/{item}.webp").into()),
        ..event(Type::SliceBegin, host(item), 0)
    };
    emit(machine, request);
    count(machine, IN_FLIGHT, 1);
}

pub(super) fn fetch_end(machine: &mut Machine, item: u64) {
    let bytes = 90_000 + machine.story.below(60_000);
    let header = |name, value: &str| note_text(name, value);
    let response = DebugAnnotation {
        dict_entries: vec![
            DebugAnnotation {
                int_value: Some(200),
                ..named("status")
            },
            DebugAnnotation {
                uint_value: Some(bytes),
                ..named("bytes")
            },
            DebugAnnotation {
                dict_entries: vec![
                    header("content-type", "image/webp"),
                    header("cache-control", "max-age=3600"),
                ],
                ..named("headers")
            },
        ],
        ..named("response")
    };
    emit(machine, event(Type::SliceEnd, host(item), 0));
    let end = TrackEvent {
        debug_annotations: vec![response],
        ..event(Type::SliceEnd, FETCH, 0)
    };
    emit(machine, end);
    count(machine, MEMORY, 12_582_912 + (item - 17) * 400_000 + bytes);
}

pub(super) fn decode_begin(machine: &mut Machine, item: u64) {
    let decode = TrackEvent {
        flow_ids: flow(item),
        ..event(Type::SliceBegin, LOADER, 2)
    };
    emit(machine, decode);
    let name = Some(format!("webp {item}").into());
    emit(
        machine,
        TrackEvent {
            name,
            ..event(Type::SliceBegin, DECODE, 0)
        },
    );
}

pub(super) fn decode_progress(machine: &mut Machine, item: u64) {
    let rows = (0..4_u64).map(|row| DebugAnnotation {
        uint_value: Some(row * 270 + item),
        ..DebugAnnotation::default()
    });
    let progress = TrackEvent {
        name: Some("first scanlines".into()),
        debug_annotations: vec![DebugAnnotation {
            array_values: rows.collect(),
            ..named("rows")
        }],
        ..event(Type::Instant, LOADER, 0)
    };
    emit(machine, progress);
}

pub(super) fn decode_end(machine: &mut Machine, item: u64) {
    emit(machine, event(Type::SliceEnd, DECODE, 0));
    let size = NestedValue {
        dict_keys: vec!["width".into(), "height".into()],
        dict_values: [1080, 720]
            .map(|value| NestedValue {
                int_value: Some(value),
                ..NestedValue::default()
            })
            .into(),
        nested_type: Some(1),
        ..NestedValue::default()
    };
    let end = TrackEvent {
        debug_annotations: vec![DebugAnnotation {
            nested_value: Some(size),
            ..named("size")
        }],
        ..event(Type::SliceEnd, LOADER, 0)
    };
    emit(machine, end);
    count(machine, BITMAPS, item - 14);
}

pub(super) fn bind_begin(machine: &mut Machine, item: u64) {
    let bind = TrackEvent {
        terminating_flow_ids: flow(item),
        debug_annotations: vec![DebugAnnotation {
            uint_value: Some(item),
            ..named("item")
        }],
        ..event(Type::SliceBegin, MAIN, 3)
    };
    emit(machine, bind);
    let name = Some(format!("row {item} bound").into());
    emit(
        machine,
        TrackEvent {
            name,
            ..event(Type::Instant, BIND, 0)
        },
    );
    count(machine, IN_FLIGHT, 0);
}

pub(super) fn bind_end(machine: &mut Machine) {
    emit(machine, event(Type::SliceEnd, MAIN, 0));
}

fn named(name: &str) -> DebugAnnotation {
    DebugAnnotation {
        name: Some(name.into()),
        ..DebugAnnotation::default()
    }
}

fn note_text(name: &str, value: &str) -> DebugAnnotation {
    DebugAnnotation {
        string_value: Some(value.into()),
        ..named(name)
    }
}

/// Writes the framework's log line about skipped frames.
pub(super) fn skipped_frames(n_skipped: u64) -> Op {
    note(move |machine, _| {
        let text = format!(
            "Skipped {n_skipped} frames!  The application may be doing too much work on its main thread."
        );
        log(machine, (FEED, FEED), 4, ("Choreographer", &text));
    })
}

/// Writes a line into the log.
pub(super) fn log(
    machine: &mut Machine,
    (pid, tid): (i32, i32),
    prio: i32,
    (tag, text): (&str, &str),
) {
    let timestamp = Some(machine.now + REALTIME_AHEAD);
    let line = LogEvent {
        pid: Some(pid),
        tid: Some(tid),
        uid: Some(10_231),
        timestamp,
        tag: Some(tag.into()),
        prio: Some(prio),
        message: Some(text.into()),
        ..LogEvent::default()
    };
    let packet = TracePacket {
        timestamp: Some(machine.out.stamp(machine.now)),
        android_log: Some(AndroidLogPacket {
            events: vec![line],
            stats: None,
        }),
        ..TracePacket::default()
    };
    machine.out.packet(sequence::STATS, packet);
}
