//! Tests of `preview.rs`: the slices of a preview are those that the whole import finds there.

use std::sync::Arc;

use perfetty_messages::track_event::LegacyEvent;
use perfetty_messages::{
    ProcessDescriptor, ThreadDescriptor, TracePacket, TrackDescriptor, TrackEvent,
};
use prost::Message as _;

use super::*;
use crate::bytes::source::TraceBytes;
use crate::import::{Options, Unobserved, import_builder, scan};
use crate::model::trace::Trace;
use crate::model::track::Scope;

const PROCESS: u64 = 9;

/// A track below that of the process; two of one name share rows.
const CHILDREN: [u64; 2] = [20, 21];

/// Two threads whose sequences nest slices, and tracks of their process on which the one begins what
/// the other ends: its own, two of one name below it, and what legacy events tell by their ids.
fn file() -> Arc<TraceBytes> {
    let packet = |seq: u64, ts: u64| TracePacket {
        timestamp: Some(ts),
        trusted_packet_sequence_id: Some(seq as u32),
        sequence_flags: Some(if ts == 0 { 1 } else { 2 }),
        ..TracePacket::default()
    };
    let described = |seq: u64| TracePacket {
        track_descriptor: Some(TrackDescriptor {
            uuid: Some(seq),
            parent_uuid: Some(PROCESS),
            thread: Some(ThreadDescriptor {
                pid: Some(70),
                tid: Some(70 + seq as i64),
                ..ThreadDescriptor::default()
            }),
            ..TrackDescriptor::default()
        }),
        ..packet(seq, 0)
    };
    let process = TracePacket {
        track_descriptor: Some(TrackDescriptor {
            uuid: Some(PROCESS),
            process: Some(ProcessDescriptor {
                pid: Some(70),
                ..ProcessDescriptor::default()
            }),
            ..TrackDescriptor::default()
        }),
        ..packet(1, 1)
    };
    let event = |seq: u64, ts: u64, track: u64, kind: i32| TracePacket {
        track_event: Some(TrackEvent {
            r#type: Some(kind),
            track_uuid: Some(track),
            ..TrackEvent::default()
        }),
        ..packet(seq, ts)
    };
    let child = |uuid: u64| TracePacket {
        track_descriptor: Some(TrackDescriptor {
            uuid: Some(uuid),
            parent_uuid: Some(PROCESS),
            name: Some(b"async".to_vec()),
            ..TrackDescriptor::default()
        }),
        ..packet(1, 1)
    };
    let legacy = |seq: u64, ts: u64, phase: u8| TracePacket {
        track_event: Some(TrackEvent {
            name: Some(b"legacy".to_vec()),
            legacy_event: Some(LegacyEvent {
                phase: Some(phase.into()),
                unscoped_id: Some(7),
                ..LegacyEvent::default()
            }),
            ..TrackEvent::default()
        }),
        ..packet(seq, ts)
    };
    let mut packets = vec![described(1), described(2), process];
    packets.extend(CHILDREN.map(child));
    packets.extend([PROCESS, CHILDREN[0], CHILDREN[1]].map(|track| event(1, 5, track, 1)));
    packets.push(legacy(1, 5, b'b'));
    for ts in (10..1000).step_by(10) {
        for seq in [1, 2] {
            packets.push(event(seq, ts, seq, 1));
            packets.push(event(seq, ts + 1, seq, 1));
            packets.push(event(seq, ts + 3, seq, 2));
            packets.push(event(seq, ts + 4 + seq, seq, 2));
        }
    }
    packets.extend([PROCESS, CHILDREN[0], CHILDREN[1]].map(|track| event(2, 2000, track, 2)));
    packets.push(legacy(2, 2000, b'e'));
    let trace = perfetty_messages::Trace { packet: packets };
    Arc::new(TraceBytes::from_vec(trace.encode_to_vec()).unwrap())
}

/// Returns the slices by the id of their thread, 0 for those of a process.
fn slices(trace: &Trace) -> Vec<(i64, i64, Option<i64>, usize)> {
    let ids = (0..trace.slices.len()).map(crate::model::ids::SliceId::from_index);
    let mut all: Vec<_> = ids
        .map(|id| {
            let tid = match trace.tracks.get(trace.slices.track_of(id)).scope {
                Scope::Thread(utid) => trace.processes.thread(utid).tid,
                _ => 0,
            };
            let dur = trace.slices.dur(id).map(crate::base::time::Dur::ns);
            let depth = trace.slices.depth_of(id);
            (tid, trace.slices.ts(id).ns(), dur, depth)
        })
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn tracks_of_wanted_threads_are_exact_and_others_are_not_there() {
    let file = file();
    let whole = import_builder(&file, Options::default(), &mut Unobserved).unwrap();
    let mut expected = slices(&whole.finish());
    let shared = expected.iter().filter(|slice| slice.0 == 0);
    let durs: Vec<_> = shared.map(|slice| slice.2).collect();
    assert_eq!(durs, [Some(1995); 4]);
    expected.retain(|slice| slice.0 == 71);
    assert_eq!(expected.len(), 198);
    let mut scan = scan::scan(&file, usize::MAX, 1, &mut Unobserved).unwrap();
    let wanted = [Thread { pid: 70, tid: 71 }];
    for threads in [1, 2] {
        let units = choose(&scan, &wanted);
        let part = import(&mut scan, units, threads, &mut Unobserved).unwrap();
        assert!(!part.complete);
        let part = part.finish();
        assert_eq!(slices(&part), expected);
        assert_eq!(part.issues.iter().count(), 0);
    }
    let stranger = [Thread { pid: 70, tid: 5 }];
    assert!(choose(&scan, &stranger).is_empty());
}
