//! Bombs in packets of system traces, written field by field.
//!
//! In each of them, every packet names something that must be looked up among everything there is, or that is
//! copied as often as it is named.

use perfetty::proto::{
    address_symbols, callstack, chrome_benchmark_metadata as benchmark, clock_snapshot,
    entity_state_residency as residency, frame, ftrace_event, ftrace_event_bundle,
    gpu_render_stage_event::{self as stage, extra_compute_arg as compute_arg},
    interned_compute_kernel as kernel, interned_data, interned_string, mapping, module_symbols,
    network_packet_bundle, network_packet_context, network_packet_event, perf_sample, process_tree,
    remote_clock_sync, trace_packet, vulkan_memory_event,
};
use prost::encoding::{WireType, encode_key, encode_varint};

use crate::{Bomb, bomb};

pub(super) const BOMBS: &[Bomb] = &[
    bomb("samples of many CPUs of many machines", 4000, |n| {
        join(0..n, |i| {
            let machine = i / 4096;
            let sample = [int(perf_sample::CPU, i % 4096), int(perf_sample::PID, 5)];
            packet(
                i,
                &[
                    int(trace_packet::TRUSTED_PACKET_SEQUENCE_ID, 1 + machine),
                    int(trace_packet::MACHINE_ID, machine),
                    bytes(trace_packet::PERF_SAMPLE, &sample.concat()),
                ],
            )
        })
    }),
    bomb("samples, each of its own sequence", 2000, |n| {
        join(0..n, |i| {
            packet(
                i,
                &[
                    int(trace_packet::TRUSTED_PACKET_SEQUENCE_ID, 1 + i),
                    bytes(trace_packet::PERF_SAMPLE, &int(perf_sample::PID, 5)),
                ],
            )
        })
    }),
    bomb("tags and labels of benchmarks", 4000, |n| {
        let said = [
            bytes(benchmark::STORY_TAGS, b"").repeat(n),
            bytes(benchmark::LABEL, b"").repeat(n),
        ];
        one((trace_packet::CHROME_BENCHMARK_METADATA, &said.concat()))
    }),
    bomb("threads of one process in a namespace", 2000, |n| {
        use process_tree::{process, thread};
        let of = [
            int(process::PID, 1),
            int(process::NSPID, 1),
            int(process::NSPID, 2),
        ];
        let threads = join(0..n, |i| {
            let said = [
                int(thread::TID, i + 10),
                int(thread::TGID, 1),
                int(thread::NSTID, i + 10),
                int(thread::NSTID, i),
            ];
            bytes(process_tree::THREADS, &said.concat())
        });
        let tree = [bytes(process_tree::PROCESSES, &of.concat()), threads];
        one((trace_packet::PROCESS_TREE, &tree.concat()))
    }),
    bomb("symbols of as many binaries as frames", 1000, |n| {
        let frames = join(1..n, |i| {
            let said = [int(frame::IID, i), int(frame::REL_PC, i)];
            bytes(interned_data::FRAMES, &said.concat())
        });
        let stack = join(1..n, |i| int(callstack::FRAME_IDS, i));
        let stack = [int(callstack::IID, 1), stack].concat();
        let module = join(1..n, |i| {
            let path = if i % 2 == 0 {
                b"".to_vec()
            } else {
                i.to_string().into_bytes()
            };
            let address = bytes(
                module_symbols::ADDRESS_SYMBOLS,
                &[
                    int(address_symbols::ADDRESS, i),
                    bytes(address_symbols::LINES, b""),
                ]
                .concat(),
            );
            let said = [bytes(module_symbols::PATH, &path), address];
            packet(i, &[bytes(trace_packet::MODULE_SYMBOLS, &said.concat())])
        });
        [
            sampled(&[frames, bytes(interned_data::CALLSTACKS, &stack)].concat()),
            module,
        ]
        .concat()
    }),
    bomb("a path that names a long part again and again", 1000, |n| {
        let part = bytes(interned_string::STR, &vec![b'p'; 20 * n]);
        let path = join(0..n, |_| int(mapping::PATH_STRING_IDS, 1));
        sampled(
            &[
                entry(interned_data::MAPPING_PATHS, &part),
                entry(interned_data::MAPPINGS, &path),
                entry(interned_data::FRAMES, &int(frame::MAPPING_ID, 1)),
                entry(interned_data::CALLSTACKS, &int(callstack::FRAME_IDS, 1)),
            ]
            .concat(),
        )
    }),
    bomb("clocks of another machine", 2000, |n| {
        use clock_snapshot::clock;
        let side = |first: usize| {
            join(0..n, |i| {
                let said = [
                    int(clock::CLOCK_ID, 200 + i),
                    int(clock::TIMESTAMP, first + i),
                ];
                bytes(clock_snapshot::CLOCKS, &said.concat())
            })
        };
        let round = |first| {
            use remote_clock_sync::synced_clocks::{CLIENT_CLOCKS, HOST_CLOCKS};
            let sides = [
                bytes(CLIENT_CLOCKS, &side(first)),
                bytes(HOST_CLOCKS, &side(first + 50)),
            ];
            bytes(remote_clock_sync::SYNCED_CLOCKS, &sides.concat())
        };
        let sync = [round(1000), round(2000)].concat();
        packet(
            1,
            &[
                int(trace_packet::MACHINE_ID, 7),
                bytes(trace_packet::REMOTE_CLOCK_SYNC, &sync),
            ],
        )
    }),
    bomb("calls of the system that never return", 8000, |n| {
        use ftrace_event::{sys_enter, sys_exit};
        let enter = |i| kernel_event(i, 7, ftrace_event::SYS_ENTER, &int(sys_enter::ID, 10));
        let exit = |i| kernel_event(n + i, 7, ftrace_event::SYS_EXIT, &int(sys_exit::ID, 11));
        kernel_events(&[join(0..n, enter), join(0..n, exit)].concat())
    }),
    bomb("sizes of calls in a thread of replies", 6000, |n| {
        use ftrace_event::{
            binder_transaction as sent, binder_transaction_alloc_buf as sizes,
            binder_transaction_received as received,
        };
        let call = |i: usize| {
            let said = [
                int(sent::DEBUG_ID, i + 1),
                int(sent::TO_PROC, 8),
                int(sent::TO_THREAD, 8),
            ];
            let sent = kernel_event(2 * i, 7, ftrace_event::BINDER_TRANSACTION, &said.concat());
            let said = int(received::DEBUG_ID, i + 1);
            let received = ftrace_event::BINDER_TRANSACTION_RECEIVED;
            [sent, kernel_event(2 * i + 1, 8, received, &said)].concat()
        };
        let size = |i: usize| {
            let said = int(sizes::DATA_SIZE, 4);
            kernel_event(
                2 * n + i,
                8,
                ftrace_event::BINDER_TRANSACTION_ALLOC_BUF,
                &said,
            )
        };
        kernel_events(&[join(0..n, call), join(0..n, size)].concat())
    }),
    bomb(
        "contexts of a GPU whose process has a long name",
        1000,
        |n| {
            use ftrace_event::{
                kgsl_adreno_cmdbatch_queued as queued, kgsl_adreno_cmdbatch_retired as retired,
                kgsl_adreno_cmdbatch_sync as sync,
            };
            use process_tree::process;
            let of = [
                int(process::PID, 77),
                bytes(process::CMDLINE, &vec![b'p'; 50 * n]),
            ];
            let tree = bytes(process_tree::PROCESSES, &of.concat());
            let event = |ts, number, said: &[u8]| kernel_event(ts, 77, number, said);
            let batches = join(0..n, |i| {
                [
                    event(
                        2000 + i,
                        ftrace_event::KGSL_ADRENO_CMDBATCH_QUEUED,
                        &int(queued::ID, i),
                    ),
                    event(
                        2000 + i,
                        ftrace_event::KGSL_ADRENO_CMDBATCH_SYNC,
                        &[
                            int(sync::ID, i),
                            int(sync::TIMESTAMP, i),
                            int(sync::TICKS, 5),
                        ]
                        .concat(),
                    ),
                    event(
                        2000 + i,
                        ftrace_event::KGSL_ADRENO_CMDBATCH_RETIRED,
                        &[
                            int(retired::ID, i),
                            int(retired::TIMESTAMP, i),
                            int(retired::START, 9),
                            int(retired::RETIRE, 10),
                        ]
                        .concat(),
                    ),
                ]
                .concat()
            });
            let tree = one((trace_packet::PROCESS_TREE, &tree));
            [tree, kernel_events(&batches)].concat()
        },
    ),
    bomb("packages of processes whose heap is dumped", 20_000, |n| {
        use perfetty::proto::art_process_metadata as metadata;
        join(0..n, |i| {
            let of = [
                int(metadata::PID, 100 + i),
                int(metadata::UID, 10_000 + i),
                bytes(metadata::PACKAGE_NAME, format!("app.{i}").as_bytes()),
            ];
            one((trace_packet::ART_PROCESS_METADATA, &of.concat()))
        })
    }),
    bomb("stages of a GPU with a long name", 2000, |n| {
        let name = bytes(interned_string::STR, &vec![b's'; 20 * n]);
        let interned = entry(interned_data::EVENT_NAMES, &name);
        let said = |i| [int(stage::EVENT_ID, i), int(stage::NAME_IID, 1)];
        naming(&interned, n, |i| {
            bytes(trace_packet::GPU_RENDER_STAGE_EVENT, &said(i).concat())
        })
    }),
    bomb("a queue of a GPU with a long name", 2000, |n| {
        let name = bytes(interned_string::STR, &vec![b'q'; 20 * n]);
        let interned = entry(interned_data::GPU_SPECIFICATIONS, &name);
        let said = |i| [int(stage::EVENT_ID, i), int(stage::HW_QUEUE_IID, 1)];
        naming(&interned, n, |i| {
            bytes(trace_packet::GPU_RENDER_STAGE_EVENT, &said(i).concat())
        })
    }),
    bomb(
        "memory of Vulkan of a function with a long name",
        2000,
        |n| {
            let name = bytes(interned_string::STR, &vec![b'f'; 20 * n]);
            let interned = entry(interned_data::FUNCTION_NAMES, &name);
            let said = int(vulkan_memory_event::CALLER_IID, 1);
            naming(&interned, n, |_| {
                bytes(trace_packet::VULKAN_MEMORY_EVENT, &said)
            })
        },
    ),
    bomb("packets of an interface with a long name", 2000, |n| {
        let name = bytes(network_packet_event::INTERFACE, &vec![b'i'; 20 * n]);
        let context = bytes(network_packet_context::CTX, &name);
        let interned = entry(interned_data::PACKET_CONTEXT, &context);
        let said = [
            int(network_packet_bundle::IID, 1),
            int(network_packet_bundle::TOTAL_LENGTH, 1),
        ];
        naming(&interned, n, |_| {
            bytes(trace_packet::NETWORK_PACKET_BUNDLE, &said.concat())
        })
    }),
    bomb("a function of a GPU with many arguments", 2000, |n| {
        let arg = |i: usize| {
            let said = [
                bytes(compute_arg::NAME, i.to_string().as_bytes()),
                int(compute_arg::INT_VALUE, i),
            ];
            bytes(kernel::ARGS, &said.concat())
        };
        let interned = entry(interned_data::COMPUTE_KERNELS, &join(0..n, arg));
        let said = |i| [int(stage::EVENT_ID, i), int(stage::KERNEL_IID, 1)];
        naming(&interned, n, |i| {
            bytes(trace_packet::GPU_RENDER_STAGE_EVENT, &said(i).concat())
        })
    }),
    bomb("a state of power with a long name", 2000, |n| {
        use residency::{power_entity_state as state, state_residency as lasted};
        let place = [int(state::ENTITY_INDEX, 1), int(state::STATE_INDEX, 1)].concat();
        let named = [place, bytes(state::STATE_NAME, &vec![b's'; 20 * n])].concat();
        let times = join(0..n, |i| {
            let said = [
                int(lasted::ENTITY_INDEX, 1),
                int(lasted::STATE_INDEX, 1),
                int(lasted::TOTAL_TIME_IN_STATE_MS, i),
            ];
            bytes(residency::RESIDENCY, &said.concat())
        });
        let payload = [bytes(residency::POWER_ENTITY_STATE, &named), times].concat();
        one((trace_packet::ENTITY_STATE_RESIDENCY, &payload))
    }),
];

fn int(number: u32, value: usize) -> Vec<u8> {
    let mut field = Vec::new();
    encode_key(number, WireType::Varint, &mut field);
    encode_varint(value as u64, &mut field);
    field
}

fn bytes(number: u32, value: &[u8]) -> Vec<u8> {
    let mut field = Vec::new();
    encode_key(number, WireType::LengthDelimited, &mut field);
    encode_varint(value.len() as u64, &mut field);
    field.extend_from_slice(value);
    field
}

fn join(range: std::ops::Range<usize>, each: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    range.flat_map(each).collect()
}

/// Returns a packet with a time and some fields.
fn packet(ts: usize, fields: &[Vec<u8>]) -> Vec<u8> {
    bytes(
        1,
        &[int(trace_packet::TIMESTAMP, ts), fields.concat()].concat(),
    )
}

/// Returns an event of a bundle of [`kernel_events`].
fn kernel_event(ts: usize, tid: usize, number: u32, said: &[u8]) -> Vec<u8> {
    let event = [
        int(ftrace_event::TIMESTAMP, ts),
        int(ftrace_event::PID, tid),
        bytes(number, said),
    ];
    bytes(ftrace_event_bundle::EVENT, &event.concat())
}

/// Returns a packet with kernel events of a CPU.
fn kernel_events(events: &[u8]) -> Vec<u8> {
    let bundle = [&int(ftrace_event_bundle::CPU, 0), events].concat();
    packet(2, &[bytes(trace_packet::FTRACE_EVENTS, &bundle)])
}

/// Returns a packet of sequence 1, whose first packet is at time 0.
fn on_sequence(ts: usize, field: &[u8]) -> Vec<u8> {
    packet(
        ts,
        &[
            int(trace_packet::TRUSTED_PACKET_SEQUENCE_ID, 1),
            int(trace_packet::SEQUENCE_FLAGS, if ts == 0 { 1 } else { 2 }),
            field.to_vec(),
        ],
    )
}

/// Returns a trace of one packet.
fn one((number, payload): (u32, &[u8])) -> Vec<u8> {
    on_sequence(0, &bytes(number, payload))
}

/// Returns an entry of interned data with the id 1; the id is the first field of all entries.
fn entry(number: u32, rest: &[u8]) -> Vec<u8> {
    bytes(number, &[&int(interned_string::IID, 1), rest].concat())
}

/// Returns a packet with interned data, and so many that name it.
fn naming(interned: &[u8], n: usize, each: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let interned = on_sequence(0, &bytes(trace_packet::INTERNED_DATA, interned));
    let naming = join(0..n, |i| on_sequence(i + 1, &each(i)));
    [interned, naming].concat()
}

/// Returns a packet with a sample of the first interned stack, after some interned data.
fn sampled(interned: &[u8]) -> Vec<u8> {
    let sample = [int(perf_sample::PID, 5), int(perf_sample::CALLSTACK_IID, 1)];
    on_sequence(
        0,
        &[
            bytes(trace_packet::INTERNED_DATA, interned),
            bytes(trace_packet::PERF_SAMPLE, &sample.concat()),
        ]
        .concat(),
    )
}
