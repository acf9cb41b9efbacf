//! Short ways to write the packets of bombs.
//!
//! Each returns a packet, or the bytes of a trace of many, with what the importer needs to take it and nothing
//! else, so that a bomb says only what makes it one.

use perfetty_messages::clock_snapshot::Clock;
use perfetty_messages::frame_timeline_event::{
    ActualDisplayFrameStart, ActualSurfaceFrameStart, ExpectedDisplayFrameStart, FrameEnd,
};
use perfetty_messages::{
    ClockSnapshot, DebugAnnotation, FrameTimelineEvent, FtraceEvent, FtraceEventBundle,
    InternedData, InternedName, PrintFtraceEvent, Trace, TracePacket, TrackDescriptor, TrackEvent,
};
use prost::Message as _;

/// Returns a trace of packets.
pub(super) fn trace(packets: impl IntoIterator<Item = TracePacket>) -> Vec<u8> {
    let packet = packets.into_iter().collect();
    Trace { packet }.encode_to_vec()
}

/// Returns an empty packet with a time.
pub(super) fn on_sequence(ts: u64) -> TracePacket {
    TracePacket {
        timestamp: Some(ts),
        trusted_packet_sequence_id: Some(1),
        sequence_flags: Some(u32::from(ts == 0)),
        ..TracePacket::default()
    }
}

pub(super) fn event(ts: u64, event: TrackEvent) -> TracePacket {
    TracePacket {
        track_event: Some(event),
        ..on_sequence(ts)
    }
}

pub(super) fn begin(track: u64) -> TrackEvent {
    TrackEvent {
        r#type: Some(1),
        track_uuid: Some(track),
        ..TrackEvent::default()
    }
}

/// Returns a trace of so many events on one track, each changed by a function.
pub(super) fn events(n: usize, change: impl Fn(u64, TrackEvent) -> TrackEvent) -> Vec<u8> {
    let plain = |_| TrackEvent {
        r#type: Some(3),
        track_uuid: Some(1),
        ..TrackEvent::default()
    };
    trace((0..n as u64).map(|i| event(i, change(i, plain(i)))))
}

/// Returns a trace of so many tracks, each with a parent and an event.
pub(super) fn tracks(n: usize, parent: impl Fn(u64) -> u64) -> Vec<u8> {
    let described: Vec<TracePacket> = (0..n as u64)
        .map(|i| TracePacket {
            track_descriptor: Some(TrackDescriptor {
                uuid: Some(i + 1),
                parent_uuid: Some(parent(i)),
                name: Some(format!("track {i}").into_bytes()),
                ..TrackDescriptor::default()
            }),
            ..on_sequence(i)
        })
        .collect();
    let begun = (0..n as u64).map(|i| event(i, begin(i + 1)));
    trace(described.into_iter().chain(begun))
}

/// Returns a packet that interns names and categories.
pub(super) fn names(ts: u64, name: impl Fn(u64) -> Vec<u8>) -> TracePacket {
    let entries: Vec<InternedName> = (1..8)
        .map(|iid| InternedName {
            iid: Some(iid),
            name: Some(name(iid)),
        })
        .collect();
    TracePacket {
        interned_data: Some(InternedData {
            event_names: entries.clone(),
            event_categories: entries,
            ..InternedData::default()
        }),
        ..event(ts, begin(1))
    }
}

pub(super) fn snapshot(clocks: impl IntoIterator<Item = (u64, u64)>) -> TracePacket {
    TracePacket {
        clock_snapshot: Some(ClockSnapshot {
            clocks: clocks
                .into_iter()
                .map(|(id, ts)| Clock {
                    clock_id: Some(id as u32),
                    timestamp: Some(ts),
                    ..Clock::default()
                })
                .collect(),
            primary_trace_clock: None,
        }),
        ..on_sequence(1)
    }
}

pub(super) fn nested(depth: usize) -> DebugAnnotation {
    let mut annotation = DebugAnnotation {
        name: Some(b"leaf".to_vec()),
        int_value: Some(1),
        ..DebugAnnotation::default()
    };
    for _ in 0..depth {
        annotation = DebugAnnotation {
            name: Some(b"n".to_vec()),
            dict_entries: vec![annotation],
            ..DebugAnnotation::default()
        };
    }
    annotation
}

pub(super) fn frame(ts: u64, event: FrameTimelineEvent) -> TracePacket {
    TracePacket {
        frame_timeline_event: Some(event),
        ..on_sequence(ts)
    }
}

pub(super) fn surface(cookie: i64, display: i64) -> FrameTimelineEvent {
    FrameTimelineEvent {
        actual_surface_frame_start: Some(ActualSurfaceFrameStart {
            cookie: Some(cookie),
            token: Some(cookie),
            display_frame_token: Some(display),
            pid: Some(7),
            ..ActualSurfaceFrameStart::default()
        }),
        ..FrameTimelineEvent::default()
    }
}

/// Returns planned frames of SurfaceFlinger that never end, and frames of the same token that do.
pub(super) fn frames_of_one_token(n: u64) -> Vec<u8> {
    let expected = |cookie| FrameTimelineEvent {
        expected_display_frame_start: Some(ExpectedDisplayFrameStart {
            cookie: Some(cookie),
            token: Some(1),
            pid: Some(7),
        }),
        ..FrameTimelineEvent::default()
    };
    let actual = |cookie| FrameTimelineEvent {
        actual_display_frame_start: Some(ActualDisplayFrameStart {
            cookie: Some(cookie),
            token: Some(1),
            pid: Some(7),
            ..ActualDisplayFrameStart::default()
        }),
        ..FrameTimelineEvent::default()
    };
    let end = |cookie| FrameTimelineEvent {
        frame_end: Some(FrameEnd {
            cookie: Some(cookie),
        }),
        ..FrameTimelineEvent::default()
    };
    let frames = (0..n).flat_map(|i| {
        let cookie = 2 * i as i64 + 1;
        let events = [expected(cookie), actual(cookie + 1), end(cookie + 1)];
        let at = 4 * i + 1..;
        at.zip(events).map(|(ts, event)| frame(ts, event))
    });
    trace(frames)
}

/// Returns a trace with one bundle of so many kernel events, each changed by a function.
pub(super) fn kernel(n: usize, change: impl Fn(u64, FtraceEvent) -> FtraceEvent) -> Vec<u8> {
    let plain = |i| FtraceEvent {
        timestamp: Some(i),
        pid: Some(i as u32),
        ..FtraceEvent::default()
    };
    trace([TracePacket {
        ftrace_events: Some(FtraceEventBundle {
            cpu: Some(0),
            event: (0..n as u64).map(|i| change(i, plain(i))).collect(),
            ..FtraceEventBundle::default()
        }),
        ..on_sequence(1)
    }])
}

pub(super) fn printed(ts: u64, line: &str) -> FtraceEvent {
    FtraceEvent {
        timestamp: Some(ts),
        pid: Some(10),
        print: Some(PrintFtraceEvent {
            buf: Some(line.as_bytes().to_vec()),
            ip: None,
        }),
        ..FtraceEvent::default()
    }
}

pub(super) fn json(events: impl IntoIterator<Item = String>) -> Vec<u8> {
    let events: String = events.into_iter().collect();
    format!("[{events}").into_bytes()
}
