//! Bytes as instructions for writing a valid trace of extreme values.
//!
//! Every instruction is a kind and some choices. Numbers are taken from small
//! ranges, so that uuids, cookies and ids meet again, or from the borders of
//! their types. What comes out is always well-formed protobuf.

use perfetty_messages::clock_snapshot::Clock;
use perfetty_messages::frame_timeline_event::{
    ActualDisplayFrameStart, ActualSurfaceFrameStart, ExpectedSurfaceFrameStart, FrameEnd,
};
use perfetty_messages::process_tree::{Process, Thread};
use perfetty_messages::track_event::LegacyEvent;
use perfetty_messages::{
    ClockSnapshot, CounterDescriptor, DebugAnnotation, FrameTimelineEvent, FtraceEvent,
    FtraceEventBundle, InternedData, InternedName, PrintFtraceEvent, ProcessDescriptor,
    ProcessTree, SchedSwitchFtraceEvent, SchedWakingFtraceEvent, ThreadDescriptor, Trace,
    TracePacket, TracePacketDefaults, TrackDescriptor, TrackEvent, TrackEventDefaults,
};
use prost::Message as _;

use super::samples;

/// Imports what the bytes describe.
pub fn structured(data: &[u8]) {
    if let Some(trace) = super::import_bytes(trace(data)) {
        super::read_everything(&trace);
    }
}

/// The trace that the bytes describe.
pub(crate) fn trace(data: &[u8]) -> Vec<u8> {
    let mut choices = Choices(data);
    let mut packet = Vec::new();
    while !choices.0.is_empty() && packet.len() < 4096 {
        packet.push(one_packet(&mut choices));
    }
    Trace { packet }.encode_to_vec()
}

/// What is left of the bytes; zeros after their end.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl Choices<'_> {
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    pub(crate) fn yes(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// One of few numbers, so that they meet again.
    pub(crate) fn few(&mut self) -> u64 {
        u64::from(self.byte() % 6)
    }

    /// A number: near, or at a border.
    pub(crate) fn number(&mut self) -> u64 {
        match self.byte() {
            250 => u64::MAX,
            251 => i64::MAX as u64,
            252 => i64::MIN as u64,
            253 => u64::from(u32::MAX),
            254 => 1 << 38,
            byte => u64::from(byte),
        }
    }

    pub(crate) fn signed(&mut self) -> i64 {
        self.number() as i64
    }

    pub(crate) fn small(&mut self) -> i32 {
        match self.byte() {
            254 => i32::MAX,
            255 => -1,
            byte => i32::from(byte % 8),
        }
    }

    pub(crate) fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.yes().then(|| value(self))
    }

    pub(crate) fn text(&mut self) -> Vec<u8> {
        const TEXTS: [&[u8]; 6] = [
            b"",
            b"a",
            b"b",
            b"thread_name",
            b"\xff\x1b[2J",
            b"Choreographer#doFrame 7",
        ];
        TEXTS[usize::from(self.byte()) % TEXTS.len()].to_vec()
    }

    pub(crate) fn several<T>(&mut self, mut value: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.byte() % 4).map(|_| value(self)).collect()
    }
}

fn one_packet(c: &mut Choices<'_>) -> TracePacket {
    let mut packet = TracePacket {
        timestamp: c.maybe(Choices::number),
        timestamp_clock_id: c
            .maybe(|c| [0, 1, 3, 6, 64, 65, 200, u32::MAX][usize::from(c.byte() % 8)]),
        trusted_packet_sequence_id: c.maybe(|c| c.few() as u32),
        sequence_flags: c.maybe(|c| u32::from(c.byte() % 4)),
        previous_packet_dropped: (c.byte() % 16 == 1).then_some(1),
        interned_data: c.maybe(interned),
        ..TracePacket::default()
    };
    match c.byte() % 12 {
        0 => packet.track_descriptor = Some(descriptor(c)),
        1 => packet.clock_snapshot = Some(snapshot(c)),
        2 => packet.frame_timeline_event = Some(frame(c)),
        3 => packet.ftrace_events = Some(kernel(c)),
        4 => packet.process_tree = Some(tree(c)),
        5 => packet.trace_packet_defaults = Some(defaults(c)),
        6 => packet.stack_sample = Some(samples::sample(c)),
        7 => packet.track_event = Some(samples::v8_event(c)),
        8 => packet.streaming_profile_packet = Some(samples::streaming(c)),
        _ => packet.track_event = Some(event(c)),
    }
    packet
}

fn interned(c: &mut Choices<'_>) -> InternedData {
    let names = |c: &mut Choices<'_>| {
        c.several(|c| InternedName {
            iid: c.maybe(Choices::few),
            name: Some(c.text()),
        })
    };
    let mut data = InternedData {
        event_names: names(c),
        event_categories: names(c),
        debug_annotation_names: names(c),
        ..InternedData::default()
    };
    if c.yes() {
        samples::intern(c, &mut data);
    }
    data
}

fn descriptor(c: &mut Choices<'_>) -> TrackDescriptor {
    TrackDescriptor {
        uuid: c.maybe(Choices::few),
        parent_uuid: c.maybe(Choices::few),
        name: c.maybe(Choices::text),
        process: c.maybe(|c| ProcessDescriptor {
            pid: c.maybe(Choices::small),
            process_name: c.maybe(Choices::text),
            ..ProcessDescriptor::default()
        }),
        thread: c.maybe(|c| ThreadDescriptor {
            pid: c.maybe(Choices::small),
            tid: c.maybe(|c| c.small().into()),
            thread_name: c.maybe(Choices::text),
            ..ThreadDescriptor::default()
        }),
        counter: c.maybe(|c| CounterDescriptor {
            is_incremental: c.maybe(Choices::yes),
            unit_multiplier: c.maybe(Choices::signed),
            ..CounterDescriptor::default()
        }),
        child_ordering: c.maybe(|c| i32::from(c.byte() % 5)),
        sibling_order_rank: c.maybe(Choices::small),
        sibling_merge_behavior: c.maybe(|c| i32::from(c.byte() % 4)),
        ..TrackDescriptor::default()
    }
}

fn event(c: &mut Choices<'_>) -> TrackEvent {
    TrackEvent {
        r#type: c.maybe(|c| i32::from(c.byte() % 7)),
        track_uuid: c.maybe(Choices::few),
        name: c.maybe(Choices::text),
        name_iid: c.maybe(Choices::few),
        category_iids: c.several(Choices::few),
        counter_value: c.maybe(Choices::signed),
        extra_counter_track_uuids: c.several(Choices::few),
        extra_counter_values: c.several(Choices::signed),
        flow_ids: c.several(Choices::few),
        terminating_flow_ids: c.several(Choices::few),
        timestamp_absolute_us: c.maybe(Choices::signed),
        debug_annotations: c.several(|c| annotation(c, 0)),
        legacy_event: (c.byte() % 4 == 1).then(|| LegacyEvent {
            phase: Some(i32::from(
                b"BEXibensfStTpFMRCPO"[usize::from(c.byte()) % 19],
            )),
            duration_us: c.maybe(Choices::signed),
            unscoped_id: c.maybe(Choices::few),
            bind_id: c.maybe(Choices::few),
            flow_direction: c.maybe(|c| i32::from(c.byte() % 5)),
            instant_event_scope: c.maybe(|c| i32::from(c.byte() % 5)),
            pid_override: c.maybe(Choices::small),
            tid_override: c.maybe(Choices::small),
            ..LegacyEvent::default()
        }),
        ..TrackEvent::default()
    }
}

fn annotation(c: &mut Choices<'_>, depth: u32) -> DebugAnnotation {
    let deeper = |c: &mut Choices<'_>| match depth {
        0..12 => c.several(|c| annotation(c, depth + 1)),
        _ => Vec::new(),
    };
    DebugAnnotation {
        name: c.maybe(Choices::text),
        name_iid: c.maybe(Choices::few),
        int_value: c.maybe(Choices::signed),
        legacy_json_value: c.maybe(|c| {
            if c.yes() {
                b"{\"a\":[1,{\"b\":[".to_vec()
            } else {
                c.text()
            }
        }),
        string_value: c.maybe(Choices::text),
        dict_entries: deeper(c),
        array_values: deeper(c),
        ..DebugAnnotation::default()
    }
}

fn snapshot(c: &mut Choices<'_>) -> ClockSnapshot {
    ClockSnapshot {
        clocks: c.several(|c| Clock {
            clock_id: c.maybe(|c| [1, 3, 6, 11, 64, 65, 200, 300][usize::from(c.byte() % 8)]),
            timestamp: c.maybe(Choices::number),
            is_incremental: c.maybe(Choices::yes),
            unit_multiplier_ns: c.maybe(Choices::number),
        }),
        primary_trace_clock: c.maybe(|c| i32::from(c.byte() % 8)),
    }
}

fn frame(c: &mut Choices<'_>) -> FrameTimelineEvent {
    let mut event = FrameTimelineEvent::default();
    match c.byte() % 4 {
        0 => {
            event.expected_surface_frame_start = Some(ExpectedSurfaceFrameStart {
                cookie: c.maybe(|c| c.few() as i64),
                token: c.maybe(|c| c.few() as i64),
                display_frame_token: c.maybe(|c| c.few() as i64),
                pid: c.maybe(Choices::small),
                layer_name: c.maybe(Choices::text),
            });
        }
        1 => {
            event.actual_surface_frame_start = Some(ActualSurfaceFrameStart {
                cookie: c.maybe(|c| c.few() as i64),
                token: c.maybe(|c| c.few() as i64),
                display_frame_token: c.maybe(|c| c.few() as i64),
                pid: c.maybe(Choices::small),
                jank_type: c.maybe(Choices::small),
                present_type: c.maybe(Choices::small),
                jank_severity_type: c.maybe(Choices::small),
                ..ActualSurfaceFrameStart::default()
            });
        }
        2 => {
            event.actual_display_frame_start = Some(ActualDisplayFrameStart {
                cookie: c.maybe(|c| c.few() as i64),
                token: c.maybe(|c| c.few() as i64),
                pid: c.maybe(Choices::small),
                jank_type: c.maybe(Choices::small),
                ..ActualDisplayFrameStart::default()
            });
        }
        _ => {
            event.frame_end = Some(FrameEnd {
                cookie: c.maybe(|c| c.few() as i64),
            });
        }
    }
    event
}

fn kernel(c: &mut Choices<'_>) -> FtraceEventBundle {
    FtraceEventBundle {
        cpu: c.maybe(|c| c.few() as u32),
        event: c.several(|c| {
            let mut event = FtraceEvent {
                timestamp: c.maybe(Choices::number),
                pid: c.maybe(|c| c.few() as u32),
                ..FtraceEvent::default()
            };
            match c.byte() % 3 {
                0 => {
                    event.sched_switch = Some(SchedSwitchFtraceEvent {
                        prev_pid: c.maybe(Choices::small),
                        prev_state: c.maybe(Choices::signed),
                        next_pid: c.maybe(Choices::small),
                        next_comm: c.maybe(Choices::text),
                        ..SchedSwitchFtraceEvent::default()
                    });
                }
                1 => {
                    event.sched_waking = Some(SchedWakingFtraceEvent {
                        pid: c.maybe(Choices::small),
                        ..SchedWakingFtraceEvent::default()
                    });
                }
                _ => {
                    const LINES: [&[u8]; 6] = [
                        b"B|1|a",
                        b"E|1",
                        b"S|1|a|1",
                        b"F|1|a|1",
                        b"C|1|c|9223372036854775807",
                        b"G|1|t|n|",
                    ];
                    let buf = Some(LINES[usize::from(c.byte()) % LINES.len()].to_vec());
                    event.print = Some(PrintFtraceEvent { buf, ip: None });
                }
            }
            event
        }),
        ..FtraceEventBundle::default()
    }
}

fn tree(c: &mut Choices<'_>) -> ProcessTree {
    ProcessTree {
        processes: c.several(|c| Process {
            pid: c.maybe(Choices::small),
            ppid: c.maybe(Choices::small),
            cmdline: c.several(Choices::text),
            ..Process::default()
        }),
        threads: c.several(|c| Thread {
            tid: c.maybe(Choices::small),
            tgid: c.maybe(Choices::small),
            name: c.maybe(Choices::text),
            ..Thread::default()
        }),
        collection_end_timestamp: None,
    }
}

fn defaults(c: &mut Choices<'_>) -> TracePacketDefaults {
    TracePacketDefaults {
        timestamp_clock_id: c.maybe(|c| [0, 3, 6, 64][usize::from(c.byte() % 4)]),
        track_event_defaults: c.maybe(|c| TrackEventDefaults {
            track_uuid: c.maybe(Choices::few),
            extra_counter_track_uuids: c.several(Choices::few),
            ..TrackEventDefaults::default()
        }),
        perf_sample_defaults: None,
        stack_sample_defaults: c.maybe(samples::defaults),
    }
}
