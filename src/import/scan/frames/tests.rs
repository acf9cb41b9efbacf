//! Tests of `scan/frames.rs`: frames that are queued are imported like those that are not.

use std::sync::Arc;

use proptest::prelude::*;
use prost::encoding::{bytes, encode_varint, uint64};

use super::super::PacketHeader;
use super::*;
use crate::bytes::source::TraceBytes;
use crate::decode::fields::Fields;
use crate::import::{Options, Unobserved, import_with};
use crate::model::trace::Trace;

fn number(field: u32, value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    uint64::encode(field, &value, &mut out);
    out
}

fn message(field: u32, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    bytes::encode(field, &content.to_vec(), &mut out);
    out
}

/// The fields that a packet with a frame may have, and some that it may not have.
fn field() -> impl Strategy<Value = Vec<u8>> {
    let of = [8_u32, 58, 3, 10, 79, 42, 13].map(Just);
    let value = prop_oneof![0_u64..4, 0_u64..100_000, any::<u64>()];
    prop_oneof![
        6 => (prop::sample::select(of.map(|it| it.0).to_vec()), value).prop_map(|(of, value)| number(of, value)),
        3 => prop::collection::vec(any::<u8>(), 0..200).prop_map(|event| message(76, &event)),
        1 => prop::collection::vec(any::<u8>(), 0..20).prop_map(|event| message(11, &event)),
    ]
}

proptest! {
    #[test]
    fn what_is_a_frame_is_read_as_the_general_reader_reads_it(
        fields in prop::collection::vec(field(), 0..7), order: bool, cut in 0_usize..40,
    ) {
        let mut fields = fields;
        if order {
            let tags = [0x40, 0xd0, 0xe2, 0x18, 0x50, 0xf8];
            fields.sort_by_key(|field| tags.iter().position(|tag| field.first() == Some(tag)));
            fields.dedup_by_key(|field| field.first().copied());
        }
        let mut packet = fields.concat();
        if cut < 10 {
            packet.truncate(packet.len().saturating_sub(cut));
        }
        // What the tail remembers of an earlier packet does not matter.
        let mut tail = Tail::new();
        let frame = FramePacket::read(&packet, &mut tail);
        prop_assert_eq!(frame, FramePacket::read(&packet, &mut tail));
        if let Some(frame) = frame {
            let header = PacketHeader::read(&packet).expect("a packet");
            let plain = PacketHeader {
                timestamp: Some(frame.timestamp),
                clock: header.clock,
                seq: Some(frame.seq),
                trusted_pid: header.trusted_pid,
                has_data: true,
                n_messages: 1,
                message_at: header.message_at,
                len: packet.len(),
                ..PacketHeader::default()
            };
            prop_assert_eq!(format!("{header:?}"), format!("{plain:?}"));
            prop_assert_eq!(header.clock.unwrap_or(0), frame.clock);
            let event = Fields::new(&packet).last_of(76);
            let event = event.expect("a frame").as_bytes();
            let mut file = vec![0x0a];
            encode_varint(packet.len() as u64, &mut file);
            let skip = file.len() + frame.event_at;
            file.extend(&packet);
            let len = file.len();
            let mut space = Space::new(Arc::new(TraceBytes::from_vec(file).unwrap()));
            space.push_file(0..len);
            let queued = QueuedFrame::new(5, 0, skip as u8).unwrap();
            let (bytes, len) = queued.event(&space);
            prop_assert_eq!(&bytes[..len], event);
        }
    }
}

/// A packet of a trace in which frames and everything else happen at the same few times.
#[derive(Clone, Debug)]
enum Sample {
    /// A frame: kind, cookie, token and pid.
    Frame(u8, u64, u64, u64),
    /// A track event, and a number that selects its sequence.
    Event(u64),
    /// A descriptor of the process with this pid, with its name.
    Process(u64),
    Snapshot,
    /// A packet that clears the incremental state of the sequence of the frames.
    Clear,
}

fn sample() -> impl Strategy<Value = (Sample, u64, u64)> {
    let what = prop_oneof![
        12 => (1..7_u8, 0..9_u64, 0..12_u64, 1..4_u64).prop_map(|it| Sample::Frame(it.0, it.1, it.2, it.3)),
        3 => (1..4_u64).prop_map(Sample::Event),
        2 => (1..4_u64).prop_map(Sample::Process),
        1 => Just(Sample::Snapshot),
        1 => Just(Sample::Clear),
    ];
    // The packet's time, and the clock that it names.
    let time = prop_oneof![9 => 0..60_u64, 1 => Just(u64::MAX)];
    (
        what,
        time,
        prop_oneof![3 => Just(0_u64), 4 => Just(3), 2 => Just(6), 1 => Just(64)],
    )
}

/// Returns a packet. A frame's fields are in an unusual order, unless `usual`.
fn packet((what, time, clock): &(Sample, u64, u64), usual: bool) -> Vec<u8> {
    let mut fields = vec![number(8, *time)];
    if *clock != 0 && !matches!(what, Sample::Snapshot) {
        fields.push(number(58, *clock));
    }
    match *what {
        Sample::Frame(kind, cookie, token, pid) => {
            let is_surface = matches!(kind, 3 | 4);
            let mut event = [number(1, cookie), number(2, token)].concat();
            if kind == 5 {
                event = number(1, cookie);
            } else if is_surface {
                event.extend([number(3, token + 1), number(4, pid), message(5, b"layer")].concat());
            } else {
                event.extend(number(3, pid));
            }
            fields.push(message(76, &message(u32::from(kind), &event)));
            fields.extend([number(3, 1000), number(10, 5), number(79, 620)]);
        }
        Sample::Event(seq) => {
            let event = [
                number(9, 3),
                message(23, b"event"),
                number(11, 70 + seq % 2),
            ];
            fields.extend([message(11, &event.concat()), number(10, 6 + seq % 2)]);
        }
        Sample::Process(pid) => {
            let process = [number(1, pid), message(6, &[b'p', *time as u8 % 8 + b'0'])];
            fields.push(message(43, &process.concat()));
            fields.push(number(10, 5));
        }
        Sample::Snapshot => {
            let reading =
                |clock: u64, at: u64| message(1, &[number(1, clock), number(2, at)].concat());
            fields = vec![message(
                6,
                &[reading(6, *time / 2 + 100), reading(3, time / 2)].concat(),
            )];
            fields.push(number(10, 1));
        }
        Sample::Clear => fields.extend([number(10, 5), number(13, 1), message(44, &number(1, 3))]),
    }
    if !usual && matches!(what, Sample::Frame(..)) {
        fields.reverse();
    }
    fields.concat()
}

/// Describes the slices, frames, flows, processes and issues of a trace.
fn told(trace: &Trace) -> String {
    let slices: Vec<_> = trace
        .slices
        .ids()
        .map(|id| {
            let label = trace.slices.label(id);
            (
                trace.slices.track_of(id),
                trace.slices.depth_of(id),
                trace.slices.order_key(id),
                trace.slices.dur(id),
                label.name.map(|name| trace.bytes(name).to_vec()),
            )
        })
        .collect();
    let issues: Vec<String> = trace.issues.iter().map(|it| format!("{it:?}")).collect();
    let flows: Vec<_> = trace.flows.rows().collect();
    let names = |id: crate::base::intern::StrId| trace.strings.text(id).into_owned();
    let processes: Vec<_> = trace
        .processes
        .processes
        .iter()
        .map(|it| (it.pid, it.name.map(names)))
        .collect();
    let frames: Vec<String> = (trace
        .frames
        .actual()
        .iter()
        .map(|it| (it.slice, it.upid, it.token())))
    .chain(
        trace
            .frames
            .expected()
            .iter()
            .map(|it| (it.slice, it.upid, it.token())),
    )
    .map(|it| format!("{it:?}"))
    .collect();
    format!("{slices:#?} {frames:?} {flows:?} {processes:?} {issues:#?}")
}

proptest! {
    #[test]
    fn queued_frames_are_imported_as_others(
        samples in prop::collection::vec(sample(), 0..80), first_named: bool, threads in 1_usize..3,
    ) {
        let import = |usual: bool| {
            let mut file = Vec::new();
            let start = (Sample::Snapshot, 0, 0);
            let start = first_named.then_some(&start);
            for sample in start.into_iter().chain(&samples) {
                let packet = packet(sample, usual);
                file.push(0x0a);
                encode_varint(packet.len() as u64, &mut file);
                file.extend(packet);
            }
            let file = Arc::new(TraceBytes::from_vec(file).unwrap());
            let options = Options { threads, ..Options::default() };
            import_with(&file, options, &mut Unobserved).map(|trace| told(&trace))
        };
        prop_assert_eq!(import(true), import(false));
    }
}
