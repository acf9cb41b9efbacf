//! Bombs: traces that are made to cost more than their size.
//!
//! Each is imported at two sizes. The memory that the import allocates must grow no faster than the input and
//! stay within a fixed multiple of it, and so must the processor time of the thread, with some room for
//! caches; the result must keep its invariants. Each is a test in a process of its own, because all
//! allocations of the process are counted: this binary starts itself again for it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::alloc::System;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

use cap::Cap;
use libtest_mimic::{Arguments, Failed, Trial};
use perfetty::bytes::source::TraceBytes;
use perfetty::import::{Options, Unobserved, import_with};
use perfetty::model::trace::Trace as Model;
use perfetty_messages::frame_timeline_event::{ActualDisplayFrameStart, FrameEnd};
use perfetty_messages::perfetto_metatrace::{Arg, InternedString};
use perfetty_messages::process_tree::{Process, Thread};
use perfetty_messages::sys_stats::BuddyInfo;
use perfetty_messages::track_event::LegacyEvent;
use perfetty_messages::{
    CounterDescriptor, FrameTimelineEvent, FtraceEvent, FtraceEventBundle, PerfettoMetatrace,
    ProcessTree, SchedSwitchFtraceEvent, SmapsEntry, SmapsPacket, SysStats, ThreadDescriptor,
    TracePacket, TracePacketDefaults, TrackDescriptor, TrackEvent, TrackEventDefaults,
};

#[path = "bounds/derived.rs"]
mod derived;
#[path = "bounds/packets.rs"]
mod packets;
#[path = "bounds/rows.rs"]
mod rows;
#[path = "bounds/system.rs"]
mod system;
#[path = "bounds/wrap.rs"]
mod wrap;

use packets::{
    begin, event, events, frame, json, kernel, names, nested, on_sequence, printed, snapshot,
    surface, trace, tracks,
};
use wrap::{deflated, gzip, zip};

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

/// How many times as large as the smaller trace the larger one is.
const GROWTH: usize = 8;

/// How many bytes may be allocated in all per byte of input, besides [`FIXED`]. The densest bombs take two
/// bytes for an event with a name of a kilobyte.
const BYTES_PER_BYTE: usize = 1500;

/// How many bytes an import may allocate for any input.
const FIXED: usize = 8 << 20;

/// A bomb: how to make one of size n, and the n of the smaller one.
struct Bomb {
    name: &'static str,
    small: usize,
    make: fn(usize) -> Vec<u8>,
    /// The container that the bomb is put into. Sizes are measured without it.
    wrap: fn(&[u8]) -> Vec<u8>,
}

const fn bomb(name: &'static str, small: usize, make: fn(usize) -> Vec<u8>) -> Bomb {
    Bomb {
        name,
        small,
        make,
        wrap: <[u8]>::to_vec,
    }
}

/// Returns a bomb of packets in a container, which may shrink to a thousandth of its size.
const fn packed(name: &'static str, wrap: fn(&[u8]) -> Vec<u8>) -> Bomb {
    let small = 100_000;
    let make = |n| [0x0a, 0].repeat(n);
    Bomb {
        name,
        small,
        make,
        wrap,
    }
}

/// A check with its name, which writes what is not linear.
type Check = (&'static str, fn(&mut String));

const CHECKS: &[Check] = &[
    ("instants of one time", instants_of_one_time),
    ("visible rows", rows::visible_rows),
    ("keys among many groups", rows::keys),
    ("pictures of many tracks", rows::pictures),
    ("draws of many arguments", derived::draws),
];

/// The variable that names the only check of a process.
const ONLY: &str = "PERFETTY_BOUND";

fn bombs() -> impl Iterator<Item = &'static Bomb> {
    BOMBS.iter().chain(derived::BOMBS).chain(system::BOMBS)
}

fn main() -> ExitCode {
    if let Ok(name) = std::env::var(ONLY) {
        let broken = check(&name);
        assert!(broken.is_empty(), "not linear: {broken}");
        return ExitCode::SUCCESS;
    }
    let mut arguments = Arguments::from_args();
    if arguments.test_threads.is_none() {
        // Each test waits for a child process, so there can be as many as cores.
        arguments.test_threads = std::thread::available_parallelism().ok().map(usize::from);
    }
    let names = bombs().map(|bomb| bomb.name);
    let names: Vec<&str> = names.chain(CHECKS.iter().map(|&(name, _)| name)).collect();
    // By its name a process finds its check.
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    let trials = names
        .into_iter()
        .map(|name| Trial::test(name, || in_own_process(name)));
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn in_own_process(name: &str) -> Result<(), Failed> {
    let child = Command::new(std::env::current_exe()?)
        .env(ONLY, name)
        .output()?;
    if child.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&child.stderr);
    Err(format!("{}\n{said}", child.status).into())
}

/// Returns what is wrong with the check of a name; nothing if all is well.
fn check(name: &str) -> String {
    let mut broken = String::new();
    if let Some(bomb) = bombs().find(|bomb| bomb.name == name) {
        explode(bomb, &mut broken);
    } else {
        let check = CHECKS.iter().find(|check| check.0 == name).unwrap();
        check.1(&mut broken);
    }
    broken
}

/// Work grows no faster than the trace.
fn explode(bomb: &Bomb, broken: &mut String) {
    let Bomb {
        name,
        small,
        make,
        wrap,
    } = bomb;
    let (short, long) = (make(*small), make(*small * GROWTH));
    let (short_len, long_len) = (short.len(), long.len());
    let (short, long) = (wrap(&short), wrap(&long));
    assert!(long_len >= short_len * GROWTH / 2, "{name} does not grow");
    let (few, short_time) = cost(name, &short);
    // Four times the expected time may be noise or caches; eight times would be quadratic growth.
    let noise = Duration::from_millis(20);
    let growth = u32::try_from(GROWTH).unwrap();
    let longest = (short_time + noise) * 4 * growth;
    let (mut many, mut long_time) = cost(name, &long);
    if long_time > longest {
        // The first run may have been slow because of other processes.
        (many, long_time) = cost(name, &long);
    }
    if many > few * GROWTH * 3 / 2 + FIXED
        || many > long_len * BYTES_PER_BYTE + FIXED
        || long_time > longest
    {
        writeln!(
            broken,
            "{name}: {short_len} bytes allocate {few} in {short_time:?}, \
             {long_len} bytes {many} in {long_time:?}"
        )
        .unwrap();
    }
}

/// Instants of the same time are nested to the greatest depth; that must not cost time per instant.
fn instants_of_one_time(broken: &mut String) {
    const N: usize = 40_000;
    let named = |event: TrackEvent| TrackEvent {
        name: Some(b"same".to_vec()),
        ..event
    };
    let spaced = events(N, |_, event| named(event));
    let plain = || TrackEvent {
        r#type: Some(3),
        track_uuid: Some(1),
        ..TrackEvent::default()
    };
    let begun = std::iter::once(event(0, named(plain())));
    let tied = trace(begun.chain((1..N).map(|_| event(5, named(plain())))));
    let (_, as_others) = cost("spaced instants", &spaced);
    let (_, time) = cost("instants of one time", &tied);
    if time > as_others * 2 + Duration::from_millis(20) {
        writeln!(
            broken,
            "instants of one time: {time:?}, others {as_others:?}"
        )
        .unwrap();
    }
}

/// Opens and imports a trace twice; returns the allocated bytes and the shorter time.
fn cost(name: &str, trace: &[u8]) -> (usize, Duration) {
    let mut best = (usize::MAX, Duration::MAX);
    for _ in 0..2 {
        let (allocated, time) = (HEAP.total_allocated(), thread_time());
        let bytes = Arc::new(TraceBytes::from_vec(trace.to_vec()).unwrap());
        let options = Options {
            threads: 1,
            ..Options::default()
        };
        let trace = import_with(&bytes, options, &mut Unobserved);
        if let Ok(trace) = trace {
            trace
                .check_invariants()
                .unwrap_or_else(|broken| panic!("{name}: {broken}"));
            read(&trace);
        }
        let cost = (
            HEAP.total_allocated() - allocated,
            thread_time().saturating_sub(time),
        );
        best = (best.0.min(cost.0), best.1.min(cost.1));
    }
    best
}

/// What the screen needs before it shows anything, and what is found out when that is there or when
/// it is asked for.
fn read(trace: &Model) {
    let slices = trace.sql_ids().slices();
    let n_states = derived::read_states(trace);
    assert_eq!(slices.len() + n_states, trace.slices.len());
    derived::read(trace);
}

/// Returns the processor time that this thread has taken.
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap()
}

const BOMBS: &[Bomb] = &[
    bomb("empty packets", 20_000, |n| [0x0a, 0].repeat(n)),
    packed("empty packets in compressed ones", |packets| {
        // Parts end between packets.
        let parts = packets.chunks(64 << 10).map(|part| TracePacket {
            compressed_packets: Some(deflated(part, true)),
            ..TracePacket::default()
        });
        trace(parts)
    }),
    packed("empty packets in a compressed one", |packets| {
        trace([TracePacket {
            compressed_packets: Some(deflated(packets, true)),
            ..TracePacket::default()
        }])
    }),
    packed("empty packets, gzip", gzip),
    packed("empty packets, gzip in each other", |packets| {
        gzip(&gzip(&gzip(packets)))
    }),
    packed("empty packets, zip", zip),
    bomb("empty events", 8000, |n| {
        events(n, |_, _| TrackEvent::default())
    }),
    bomb("a track for each event", 2000, |n| {
        events(n, |i, event| TrackEvent {
            track_uuid: Some(i + 1),
            ..event
        })
    }),
    bomb("deep nesting", 4000, |n| {
        events(n, |_, event| TrackEvent {
            r#type: Some(1),
            ..event
        })
    }),
    bomb("a chain of parents", 2000, |n| tracks(n, |i| i)),
    bomb("a circle of parents", 2000, |n| {
        tracks(n, move |i| if i == 0 { n as u64 } else { i })
    }),
    bomb("one parent for all", 2000, |n| tracks(n, |_| 1)),
    bomb("merged siblings that overlap", 2000, |n| {
        let mut packets: Vec<TracePacket> = (0..n as u64)
            .map(|i| TracePacket {
                track_descriptor: Some(TrackDescriptor {
                    uuid: Some(i + 1),
                    name: Some(b"same".to_vec()),
                    ..TrackDescriptor::default()
                }),
                ..on_sequence(i)
            })
            .collect();
        packets.extend((0..n as u64).map(|i| event(i, begin(i + 1))));
        trace(packets)
    }),
    bomb("sequences", 2000, |n| {
        trace((0..n).map(|i| TracePacket {
            trusted_packet_sequence_id: Some(i as u32 + 1),
            ..event(i as u64, begin(1))
        }))
    }),
    bomb("sequences of threads on one track", 1000, |n| {
        let one = |i: usize| {
            let packet = TracePacket {
                trusted_packet_sequence_id: Some(i as u32 + 1),
                ..on_sequence(i as u64)
            };
            [
                TracePacket {
                    thread_descriptor: Some(ThreadDescriptor {
                        pid: Some(1),
                        tid: Some(i as i64 + 1),
                        ..ThreadDescriptor::default()
                    }),
                    ..packet.clone()
                },
                TracePacket {
                    sequence_flags: Some(2),
                    track_event: Some(begin(5)),
                    ..packet
                },
            ]
        };
        trace((0..n).flat_map(one))
    }),
    bomb("cleared state", 4000, |n| {
        trace((0..n as u64).map(|i| TracePacket {
            sequence_flags: Some(1),
            ..event(i, begin(1))
        }))
    }),
    bomb("defaults", 2000, |n| {
        trace((0..n as u64).map(|i| TracePacket {
            trace_packet_defaults: Some(TracePacketDefaults {
                track_event_defaults: Some(TrackEventDefaults {
                    extra_counter_track_uuids: (0..10).collect(),
                    ..TrackEventDefaults::default()
                }),
                ..TracePacketDefaults::default()
            }),
            ..event(i, begin(1))
        }))
    }),
    bomb("categories joined from interned ones", 1000, |n| {
        let mut packets = vec![names(0, |iid| vec![b'c'; 100 * usize::from(iid == 7)])];
        packets.extend((0..n as u64).map(|i| {
            event(
                i,
                TrackEvent {
                    category_iids: [7].repeat(i as usize % 500 + 2),
                    ..begin(1)
                },
            )
        }));
        trace(packets)
    }),
    bomb("interned names", 4000, |n| {
        trace((0..n as u64).map(|i| names(i, |iid| format!("{i}.{iid}").into_bytes())))
    }),
    bomb("clocks in one snapshot", 4000, |n| {
        trace([snapshot((0..n as u64).map(|i| (1000 + i, i)))])
    }),
    bomb("clocks in a chain, and their timestamps", 1000, |n| {
        trace((0..n as u64).flat_map(|i| {
            [
                snapshot([(200 + i, 5 * i), (201 + i, 7 * i)]),
                TracePacket {
                    timestamp_clock_id: Some(201 + i as u32),
                    ..event(i, begin(1))
                },
            ]
        }))
    }),
    bomb("clocks around one, and their timestamps", 4000, |n| {
        let around = (0..n as u64).map(|i| snapshot([(3, 5 * i), (200 + i, 7 * i)]));
        let stamped = (0..n as u64).map(|i| TracePacket {
            timestamp_clock_id: Some(200 + (i * 7919 % n as u64) as u32),
            ..event(i, begin(1))
        });
        trace(around.chain(stamped))
    }),
    bomb("snapshots of clocks that no other has", 50, |n| {
        let fresh = |i: u64| snapshot((0..64).map(move |j| (1000 + 64 * i + j, i)));
        trace(
            [snapshot([(6, 1), (3, 1)])]
                .into_iter()
                .chain((0..n as u64).map(fresh)),
        )
    }),
    bomb("the same clocks in every order", 20, |n| {
        let turned = |i: u64| {
            let ids = (0..64).map(move |j| (1000 + (j * (2 * i + 1) + i / 32) % 64, i));
            snapshot(ids)
        };
        trace(
            [snapshot([(6, 1), (3, 1)])]
                .into_iter()
                .chain((0..n as u64).map(turned)),
        )
    }),
    bomb("two clocks with each of many others", 1000, |n| {
        let one = |i: u64| snapshot([(1, i), (3, i), (1000 + i, i)]);
        trace(
            [snapshot([(6, 1), (4, 1)])]
                .into_iter()
                .chain((0..n as u64).map(one)),
        )
    }),
    bomb("timestamps of an unknown clock", 4000, |n| {
        trace((0..n as u64).map(|i| TracePacket {
            timestamp_clock_id: Some(99),
            ..event(i, begin(1))
        }))
    }),
    bomb("timestamps at both ends", 4000, |n| {
        trace(
            (0..n as u64)
                .map(|i| event(if i % 2 == 0 { i } else { i64::MAX as u64 - i }, begin(1))),
        )
    }),
    bomb("one flow through all", 4000, |n| {
        events(n, |_, event| TrackEvent {
            r#type: Some(1),
            flow_ids: vec![1],
            ..event
        })
    }),
    bomb("a flow for each event", 4000, |n| {
        events(n, |i, event| TrackEvent {
            r#type: Some(1),
            flow_ids: vec![i, i + 1, i + 2],
            ..event
        })
    }),
    bomb("asynchronous events that never end", 2000, |n| {
        events(n, |i, event| TrackEvent {
            legacy_event: Some(LegacyEvent {
                phase: Some(i32::from(b'b')),
                unscoped_id: Some(i),
                ..LegacyEvent::default()
            }),
            name: Some(b"same".to_vec()),
            ..event
        })
    }),
    bomb("annotations in each other", 1, |n| {
        trace((0..n as u64 * 20).map(|i| {
            event(
                i,
                TrackEvent {
                    debug_annotations: vec![nested(200)],
                    ..begin(1)
                },
            )
        }))
    }),
    bomb("counters", 2000, |n| {
        let described = (0..n as u64).map(|i| TracePacket {
            track_descriptor: Some(TrackDescriptor {
                uuid: Some(i + 1),
                counter: Some(CounterDescriptor::default()),
                ..TrackDescriptor::default()
            }),
            ..on_sequence(i)
        });
        let counted = (0..n as u64).map(|i| {
            event(
                i,
                TrackEvent {
                    r#type: Some(4),
                    track_uuid: Some(i + 1),
                    counter_value: Some(1),
                    ..TrackEvent::default()
                },
            )
        });
        trace(described.chain(counted))
    }),
    bomb("frames that never end", 2000, |n| {
        trace((0..n as u64).map(|i| frame(i, surface(i as i64, 5))))
    }),
    bomb("frames that end last first", 2000, |n| {
        let begun = (0..n as u64).map(|i| frame(i, surface(i as i64, 5)));
        let ended = (0..n as u64).map(|i| {
            let cookie = Some((n as u64 - i) as i64);
            let end = FrameTimelineEvent {
                frame_end: Some(FrameEnd { cookie }),
                ..FrameTimelineEvent::default()
            };
            frame(n as u64 + i, end)
        });
        trace(begun.chain(ended))
    }),
    bomb("planned frames of one token that never end", 2000, |n| {
        packets::frames_of_one_token(n as u64)
    }),
    bomb("one token for all frames", 2000, |n| {
        trace((0..n as u64).map(|i| {
            let event = if i % 2 == 0 {
                surface(i as i64, 5)
            } else {
                FrameTimelineEvent {
                    actual_display_frame_start: Some(ActualDisplayFrameStart {
                        cookie: Some(i as i64),
                        token: Some(5),
                        pid: Some(7),
                        ..ActualDisplayFrameStart::default()
                    }),
                    ..FrameTimelineEvent::default()
                }
            };
            frame(i, event)
        }))
    }),
    bomb("processes and threads", 2000, |n| {
        let processes = (0..n as i32).map(|pid| Process {
            pid: Some(pid),
            ppid: Some(pid + 1),
            cmdline: vec![b"a".to_vec()],
            ..Process::default()
        });
        let threads = (0..n as i32).map(|tid| Thread {
            tid: Some(tid),
            tgid: Some(tid / 2),
            ..Thread::default()
        });
        trace([TracePacket {
            process_tree: Some(ProcessTree {
                processes: processes.collect(),
                threads: threads.collect(),
                collection_end_timestamp: None,
            }),
            ..on_sequence(1)
        }])
    }),
    bomb("threads that run", 4000, |n| {
        kernel(n, |i, event| FtraceEvent {
            sched_switch: Some(SchedSwitchFtraceEvent {
                prev_pid: Some(i as i32),
                next_pid: Some(i as i32 + 1),
                next_comm: Some(format!("t{i}").into_bytes()),
                ..SchedSwitchFtraceEvent::default()
            }),
            ..event
        })
    }),
    bomb("a bundle for each CPU and event", 1000, |n| {
        trace((0..n).map(|i| TracePacket {
            ftrace_events: Some(FtraceEventBundle {
                cpu: Some(i as u32),
                event: vec![printed(i as u64, "B|1|a")],
                ..FtraceEventBundle::default()
            }),
            ..on_sequence(1)
        }))
    }),
    bomb("atrace slices that never end", 2000, |n| {
        kernel(n, |i, _| printed(i, &format!("S|1|same|{i}")))
    }),
    bomb("atrace instants and counters", 2000, |n| {
        kernel(n, |i, _| match i % 2 {
            0 => printed(i, &format!("N|1|same|{i}")),
            _ => printed(i, &format!("C|1|counter {i}|{i}")),
        })
    }),
    bomb("free memory of orders beyond any", 2000, |n| {
        trace([TracePacket {
            sys_stats: Some(SysStats {
                buddy_info: vec![BuddyInfo {
                    node: Some(vec![b'n'; n]),
                    zone: Some(vec![b'z'; n]),
                    order_pages: vec![1; n],
                }],
                ..SysStats::default()
            }),
            ..on_sequence(1)
        }])
    }),
    bomb("a list of arguments with a long key", 2000, |n| {
        let key = InternedString {
            iid: Some(1),
            value: Some(vec![b'k'; 2000]),
        };
        let arg = Arg {
            key_iid: Some(1),
            ..Arg::default()
        };
        trace([TracePacket {
            perfetto_metatrace: Some(PerfettoMetatrace {
                args: vec![arg; n],
                interned_strings: vec![key],
                event_name: Some(b"e".to_vec()),
                ..PerfettoMetatrace::default()
            }),
            ..on_sequence(1)
        }])
    }),
    bomb("mappings of which nothing is known", 4000, |n| {
        trace([TracePacket {
            smaps_packet: Some(SmapsPacket {
                entries: vec![SmapsEntry::default(); n],
                ..SmapsPacket::default()
            }),
            ..on_sequence(1)
        }])
    }),
    bomb("JSON: open lists", 4000, |n| {
        ["[{\"ph\":\"X\",\"args\":", &"[".repeat(n)]
            .concat()
            .into_bytes()
    }),
    bomb("JSON: lists in each other", 100, |n| {
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        let one = |i| format!("{{\"ph\":\"X\",\"ts\":{i},\"dur\":1,\"args\":{{\"a\":{deep}}}}},");
        json((0..n).map(one))
    }),
    bomb("JSON: counters of a long name", 1000, |n| {
        let mut text = format!(
            r#"{{"ph":"C","ts":1,"pid":1,"name":"{}","args":{{"#,
            "n".repeat(4 * n)
        );
        for i in 0..n {
            write!(text, r#""{i}":1,"#).unwrap();
        }
        text.push_str("\"z\":1}}");
        json([text])
    }),
    bomb("JSON: asynchronous events that never end", 2000, |n| {
        json(
            (0..n).map(|i| {
                format!(r#"{{"ph":"b","ts":{i},"pid":1,"cat":"c","name":"a","id":{i}}},"#)
            }),
        )
    }),
    bomb("JSON: complete events that all overlap", 500, |n| {
        json((0..n).map(|i| format!(r#"{{"ph":"X","ts":{i},"dur":{n},"pid":1,"name":"a"}},"#)))
    }),
    bomb("JSON: named processes", 2000, |n| {
        json(
            (0..n)
                .map(|i| format!(r#"{{"ph":"i","ts":{i},"pid":"p{i}","tid":"t{i}","name":"a"}},"#)),
        )
    }),
    bomb("JSON: an escaped string", 20_000, |n| {
        json([format!(
            r#"{{"ph":"i","ts":1,"pid":1,"name":"{}"}}"#,
            "\\u0041".repeat(n)
        )])
    }),
    bomb("JSON: numbers of many digits", 20_000, |n| {
        json([format!(
            r#"{{"ph":"i","ts":{},"pid":1,"name":"a"}}"#,
            "9".repeat(n)
        )])
    }),
    bomb("systrace text", 1000, |n| {
        let mut text = String::from("# tracer: nop\n#\n");
        for i in 0..n {
            writeln!(
                text,
                "           a-{i} ({i:5}) [000] .... {i}.000000: tracing_mark_write: S|1|same|{i}"
            )
            .unwrap();
        }
        text.into_bytes()
    }),
    bomb("systrace text: brackets in a line", 20_000, |n| {
        systrace(&"a-1[0]".repeat(n))
    }),
    bomb("systrace text: flags in a line", 20_000, |n| {
        systrace(&"a-1[0] x x ".repeat(n))
    }),
    bomb(
        "systrace text: threads without name in a line",
        20_000,
        |n| systrace(&"[0])".repeat(n)),
    ),
    bomb(
        "systrace text: a line that ends in white space",
        20_000,
        |n| systrace(&format!("{}{}", "a-1[0] 1.0: a ".repeat(n), " ".repeat(n))),
    ),
    bomb("systrace text: words in a line", 100_000, |n| {
        systrace(&"a ".repeat(n))
    }),
];

/// Returns ftrace text with a line besides its first event.
fn systrace(line: &str) -> Vec<u8> {
    format!("# tracer: nop\n#\n a-1 (1) [000] .... 1.000000: tracing_mark_write: B|1|a\n{line}\n")
        .into_bytes()
}
