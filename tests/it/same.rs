//! What must not matter for an import: the number of threads, and the order of a packet's fields.
//!
//! The importer reads packets in the order in which recorders write fields, and takes a general path for any
//! other order. Both paths must give the same trace.

use std::fmt::Write as _;

use perfetty::bytes::packets::Packets;
use perfetty::decode::fields::Fields;
use perfetty::model::ids::CounterId;
use perfetty::model::trace::Trace;

use crate::corpus::import;
use crate::support;

/// Returns the demo, real traces of several recorders, and what other writers produce.
fn traces() -> Vec<(String, Vec<u8>)> {
    let sdk = crate::sdk::sdk_like(60_000, 1);
    let chromium = crate::generator::chromium_like(60_000, 1);
    let mut traces = vec![
        ("the demo".to_owned(), crate::demo::trace()),
        ("the SDK".to_owned(), sdk.clone()),
        ("the SDK, with loss".to_owned(), with_loss(&sdk)),
        ("the SDK, with whims".to_owned(), with_whims(&sdk)),
        ("Chromium".to_owned(), chromium.clone()),
        ("Chromium, with whims".to_owned(), with_whims(&chromium)),
    ];
    for name in ["chrome_small", "rust_sdk", "cuttlefish_app_startup"] {
        if let Some(path) = support::shared(&format!("corpus/{name}.pftrace")) {
            traces.push((name.to_owned(), std::fs::read(path).expect("a trace")));
        }
    }
    traces
}

/// Returns a trace without some of its packets, which the packets after them report in part.
fn with_loss(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (n, packet) in Packets::new(bytes).enumerate() {
        let more: &[u8] = match n {
            _ if n % 97 == 96 => continue,
            _ if n % 6007 == 0 => &[0xd0, 2, 1],
            _ => &[],
        };
        let packet = [packet.bytes, more].concat();
        prost::encoding::bytes::encode(1, &packet, &mut out);
    }
    out
}

/// Returns a trace in which some events have more categories, thread time or times than usual, or no
/// category.
fn with_whims(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (n, packet) in Packets::new(bytes).enumerate() {
        let packet = with_fields(packet.bytes, |number, field, to| match (number, n % 31) {
            (8, 1) if n % 7 == 0 => prost::encoding::uint64::encode(8, &300_000_000, to),
            (8, 1) => prost::encoding::uint64::encode(8, &20_000, to),
            (11, _) => {
                let event = Fields::new(field).last_of(11).map(|field| field.as_bytes());
                let event = with_fields(event.unwrap_or_default(), |number, field, to| {
                    match (number, n % 31) {
                        (3, 2) => to.extend([field, &[0x18, 2]].concat()),
                        (3, 3) => to.extend([field, &[0x18, 2, 0x18, 3]].concat()),
                        (3, 4) => to.extend([field, &[0x18, 0x82, 1]].concat()),
                        (3, 5) => to.extend([0x18, 0]),
                        (12, 7) => prost::encoding::uint64::encode(12, &1000, to),
                        (12, 8) => prost::encoding::uint64::encode(12, &300_000, to),
                        (3, 6) | (12, 9) => {}
                        _ => to.extend(field),
                    }
                });
                prost::encoding::bytes::encode(11, &event, to);
            }
            _ => to.extend(field),
        });
        prost::encoding::bytes::encode(1, &packet, &mut out);
    }
    out
}

/// Returns a message with each field replaced by what `put` makes of it.
fn with_fields(message: &[u8], mut put: impl FnMut(u32, &[u8], &mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    let mut fields = Fields::new(message);
    let mut start = 0;
    while let Some(field) = fields.next() {
        let end = fields.offset() as usize;
        put(field.number, &message[start..end], &mut out);
        start = end;
    }
    out
}

/// Returns everything that an import makes of slices, counters, tracks and flows, as text.
fn summary(trace: &Trace, has_pos: bool) -> String {
    let mut text = String::new();
    let slices = &trace.slices;
    for id in slices.ids() {
        let pos = has_pos.then(|| (slices.pos(id), slices.later_pos(id).collect::<Vec<_>>()));
        let what = (slices.ts(id), slices.dur(id), pos);
        let threads = (slices.thread_time(id), slices.thread_instructions(id));
        let label = slices.label(id);
        let name = label.name.map(|name| trace.strings.text(name));
        let category = label.category.map(|category| trace.strings.text(category));
        let place = (slices.track_of(id), slices.depth_of(id));
        let _written = writeln!(text, "{what:?} {threads:?} {name:?} {category:?} {place:?}");
    }
    for id in (0..trace.counters.len()).map(CounterId::from_index) {
        let counters = &trace.counters;
        let pos = has_pos.then(|| counters.pos(id));
        let _written = writeln!(text, "{:?} {pos:?}", counters.sample(id));
    }
    for (id, track) in trace.tracks.iter() {
        let _written = writeln!(text, "{id:?} {track:?}");
    }
    for flow in trace.flows.rows() {
        let _written = writeln!(text, "{flow:?}");
    }
    let _written = writeln!(text, "{:?} {:?}", trace.bounds, trace.processes);
    for issue in trace.issues.iter() {
        let _written = writeln!(text, "{} {}", issue.kind, issue.count);
    }
    text
}

fn assert_same(name: &str, a: &Trace, b: &Trace) {
    assert_same_text(name, &summary(a, true), &summary(b, true));
}

fn assert_same_text(name: &str, a: &str, b: &str) {
    let different = a.lines().zip(b.lines()).find(|(a, b)| a != b);
    assert_eq!(different, None, "{name}");
    assert_eq!(a.lines().count(), b.lines().count(), "{name}");
}

/// Moves the first field of every packet with a track event to the end, where no recorder writes it.
fn reordered(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for packet in Packets::new(bytes) {
        let mut fields = Fields::new(packet.bytes);
        let is_event = fields.clone().any(|field| field.number == 11);
        if !is_event || fields.next().is_none() {
            continue;
        }
        let first = fields.offset() as usize;
        let start = packet.bytes.as_ptr().addr() - bytes.as_ptr().addr();
        out[start..start + packet.bytes.len()].rotate_left(first);
    }
    out
}

#[test]
fn threads_do_not_matter() {
    for (name, bytes) in traces() {
        let one = import(bytes.clone(), 1).expect("a trace");
        for threads in [2, 5] {
            let many = import(bytes.clone(), threads).expect("a trace");
            assert_same(&format!("{name}, {threads} threads"), &one, &many);
        }
    }
}

#[test]
fn the_order_of_fields_does_not_matter() {
    for (name, bytes) in traces() {
        let moved = reordered(&bytes);
        let usual = import(bytes, 1).expect("a trace");
        let moved = import(moved, 1).expect("a trace");
        assert_same(&name, &usual, &moved);
    }
}

/// Adds an unknown empty message to every packet with a track descriptor, and a descriptor of a track whose
/// parent does not exist.
fn with_messages(bytes: &[u8], message: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut add = |packet: &[u8]| {
        prost::encoding::bytes::encode(1, &packet.to_vec(), &mut out);
    };
    for packet in Packets::new(bytes) {
        let mut fields = Fields::new(packet.bytes);
        let describes = fields.any(|field| field.number == 60);
        add(&[packet.bytes, if describes { message } else { &[] }].concat());
    }
    let orphan = [
        &[0x40, 5, 0x50, 99, 0xe2, 3, 4, 8, 77, 0x28, 78][..],
        message,
    ]
    .concat();
    add(&orphan);
    out
}

#[test]
fn tracks_need_no_packets_of_their_own() {
    for (name, bytes) in traces() {
        let alone = import(with_messages(&bytes, &[]), 1).expect("a trace");
        let beside = import(with_messages(&bytes, &[0xa2, 0x38, 0]), 1).expect("a trace");
        let (alone, beside) = (summary(&alone, false), summary(&beside, false));
        assert_same_text(&name, &alone, &beside);
        assert!(alone.contains("track_event_parser_errors 1"), "{name}");
    }
}

#[test]
fn compressed_packets_that_hold_nothing_change_nothing() {
    // The packets take more bytes in the file than they hold.
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::flush(&mut zlib).expect("memory can be written");
    let packet = perfetty_messages::TracePacket {
        compressed_packets: Some(zlib.finish().expect("memory can be written")),
        ..perfetty_messages::TracePacket::default()
    };
    let nothing = perfetty_messages::Trace {
        packet: vec![packet; 3],
    };
    let nothing = prost::Message::encode_to_vec(&nothing);
    for (name, bytes) in traces() {
        let behind = import([&nothing[..], &bytes].concat(), 1).expect("a trace");
        let alone = import(bytes, 1).expect("a trace");
        assert_same_text(&name, &summary(&alone, false), &summary(&behind, false));
    }
}
