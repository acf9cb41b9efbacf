//! Tests of `skeleton.rs`: what a sample of a trace shows of its threads.

use std::sync::{Arc, LazyLock};

use perfetty_messages::{
    ProcessDescriptor, ThreadDescriptor, Trace, TracePacket, TrackDescriptor, TrackEvent,
};
use prost::Message as _;

use super::*;
use crate::model::track_tree::NodeKind;

const N: u64 = 200_000;

/// A file with two threads of a process, one busy in the first half of the time, the other in the second. To make
/// it takes a while.
static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| Trace { packet: packets() }.encode_to_vec());

fn packets() -> Vec<TracePacket> {
    let packet = |seq: u64, ts| TracePacket {
        timestamp: Some(ts),
        trusted_packet_sequence_id: Some(seq as u32),
        ..TracePacket::default()
    };
    let described = |seq| TracePacket {
        track_descriptor: Some(TrackDescriptor {
            uuid: Some(seq),
            thread: Some(ThreadDescriptor {
                pid: Some(70),
                tid: Some(70 + seq as i64),
                thread_name: Some(format!("thread {seq}").into_bytes()),
                ..ThreadDescriptor::default()
            }),
            ..TrackDescriptor::default()
        }),
        ..packet(seq, 0)
    };
    let process = TracePacket {
        track_descriptor: Some(TrackDescriptor {
            uuid: Some(9),
            process: Some(ProcessDescriptor {
                pid: Some(70),
                process_name: Some(b"app".to_vec()),
                ..ProcessDescriptor::default()
            }),
            ..TrackDescriptor::default()
        }),
        ..packet(1, 0)
    };
    let event = |i: u64| TracePacket {
        track_event: Some(TrackEvent {
            r#type: Some(3),
            track_uuid: Some(1 + i / (N / 2)),
            ..TrackEvent::default()
        }),
        ..packet(1 + i / (N / 2), 1_000_000 + i * 1000)
    };
    let described = vec![process, described(1), described(2)];
    described.into_iter().chain((0..N).map(event)).collect()
}

fn sampled(bytes: Vec<u8>) -> crate::model::trace::Trace {
    let bytes = TraceBytes::from_vec(bytes).unwrap();
    let sample = sample(&bytes, 64, 2).unwrap();
    assert!(sample.is_of_threads());
    sample.builder().finish()
}

fn check(trace: &crate::model::trace::Trace, names: &[&str]) {
    assert!(!trace.complete && trace.slices.is_empty());
    let of_kind = |is: fn(&NodeKind) -> bool| {
        let nodes = trace.tree.walk().into_iter();
        let nodes = nodes.filter(|&node| is(&trace.tree.node(node).kind));
        nodes
            .map(|node| trace.tree.node(node).name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of_kind(|kind| matches!(kind, NodeKind::Process(_))),
        ["app 70"]
    );
    assert_eq!(of_kind(|kind| matches!(kind, NodeKind::Thread(_))), names);
    let (start, end) = (trace.bounds.start().ns(), trace.bounds.end().ns());
    let last = 1_000_000 + (N - 1) as i64 * 1000;
    assert!(
        start <= 1_100_000 + last / 50 && end > last - last / 20,
        "{start} {end}"
    );
    let skeleton = trace.skeleton.as_ref().unwrap();
    let halves: Vec<[bool; 2]> = skeleton
        .rows()
        .map(|(_, cells)| {
            let (first, second) = cells.split_at(cells.len() / 2);
            [first, second].map(|half| half.iter().sum::<f32>() > cells.iter().sum::<f32>() * 0.7)
        })
        .collect();
    // The busiest thread comes first, but both are equally busy here.
    assert!(
        halves.contains(&[true, false]) && halves.contains(&[false, true]),
        "{halves:?}"
    );
}

#[test]
fn threads_and_when_they_are_busy_are_seen_from_afar() {
    assert!(FILE.len() > FIRST_WINDOW, "{}", FILE.len());
    check(&sampled(FILE.clone()), &["thread 1 71", "thread 2 72"]);
}

#[test]
fn compressed_packets_are_looked_into() {
    use std::io::Write as _;
    let starts = Packets::new(&FILE).step_by(2000);
    let starts = starts.map(|packet| packet.offset as usize);
    let edges: Vec<usize> = starts.chain([FILE.len()]).collect();
    let packet = edges.windows(2).map(|edges| {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&FILE[edges[0]..edges[1]]).unwrap();
        TracePacket {
            compressed_packets: Some(encoder.finish().unwrap()),
            ..TracePacket::default()
        }
    });
    let file = Trace {
        packet: packet.collect(),
    };
    check(
        &sampled(file.encode_to_vec()),
        &["thread 1 71", "thread 2 72"],
    );
}

#[test]
fn a_partly_imported_trace_keeps_its_own_rows() {
    let bytes = Arc::new(TraceBytes::from_vec(FILE.clone()).unwrap());
    let sample = sample(&bytes, 64, 1).unwrap();
    let options = crate::import::Options {
        limit: Some(1 << 16),
        threads: 1,
    };
    let part = crate::import::import_builder(&bytes, options, &mut crate::import::Unobserved);
    let mut builder = part.unwrap();
    sample.add_to(&mut builder);
    let trace = builder.finish();
    let skeleton = trace.skeleton.as_ref().unwrap();
    assert_eq!(skeleton.rows().count(), 1, "the other thread has slices");
    assert!(trace.bounds.end().ns() > 100_000_000, "all of the time");
}

#[test]
fn what_is_no_trace_of_packets_has_no_skeleton() {
    let json = TraceBytes::from_vec(b"{\"traceEvents\":[]}".to_vec()).unwrap();
    assert!(sample(&json, 16, 1).is_none());
    let noise: Vec<u8> = (0..4_u32 << 20)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let mut bytes = FILE.clone();
    bytes.extend(noise);
    let bytes = TraceBytes::from_vec(bytes).unwrap();
    assert!(sample(&bytes, 64, 1).is_some());
}
