//! Tests of `import/scan/plain.rs`: plain packets read as the general reader reads them.

use proptest::prelude::*;

use super::super::PacketHeader;
use super::brief::Brief;
use super::*;
use crate::decode::fields::Fields;

/// The fields that a plain packet may have, and some that it may not have.
fn field() -> impl Strategy<Value = Vec<u8>> {
    let varint = |number: u32, value: u64| {
        let mut bytes = Vec::new();
        prost::encoding::uint64::encode(number, &value, &mut bytes);
        bytes
    };
    let number = prop_oneof![
        Just(8_u32),
        Just(13),
        Just(3),
        Just(10),
        Just(79),
        Just(58),
        Just(42)
    ];
    let value = prop_oneof![0_u64..4, 0_u64..100_000, any::<u64>()];
    prop_oneof![
        4 => (number, value).prop_map(move |(number, value)| varint(number, value)),
        1 => (prop::collection::vec(any::<u8>(), 0..200), any::<bool>()).prop_map(|(event, is_padded)| {
            let mut bytes = Vec::new();
            prost::encoding::bytes::encode(11, &event, &mut bytes);
            if is_padded {
                let len = event.len();
                let padded = [0x5a, len as u8 | 0x80, (len >> 7) as u8 | 0x80, 0x80, 0];
                bytes = [&padded, event.as_slice()].concat();
            }
            bytes
        }),
    ]
}

/// Reads the first of some packets between other bytes; `None` if the packet is not brief.
fn brief(packets: &[u8], tail: &Tail) -> Option<Brief> {
    let among = [&[0x68; 16], packets, &[0; 200]].concat();
    let windows = Windows::new(&among, 16, 17).expect("a window");
    assert_eq!(windows.at(), 16);
    windows.brief(tail)
}

proptest! {
    #[test]
    fn what_is_plain_is_read_as_the_general_reader_reads_it(
        fields in prop::collection::vec(field(), 0..6), order: bool, cut in 0_usize..40,
    ) {
        let mut fields = fields;
        if order {
            let rank = |field: &Vec<u8>| {
                let wire = [0x40, 0xd0, 0x68, 0x5a, 0x18, 0x50, 0xf8];
                wire.iter().position(|&tag| field.first() == Some(&tag))
            };
            fields.sort_by_key(rank);
            fields.dedup_by_key(|field| field.first().copied());
        }
        let mut bytes = fields.concat();
        if cut < 10 {
            bytes.truncate(bytes.len().saturating_sub(cut));
        }
        // What the tail remembers of an earlier packet does not matter.
        let mut tail = Tail::new();
        let plain = PlainPacket::read(&bytes, &mut tail);
        prop_assert_eq!(plain, PlainPacket::read(&bytes, &mut tail));
        let mut other = Tail::new();
        PlainPacket::read(&[0x40, 5, 0x5a, 0, 0x18, 0, 0x50, 3], &mut other);
        prop_assert_eq!(plain, PlainPacket::read(&bytes, &mut other));
        // The bytes before and after the packet do not matter.
        let mut framed = vec![0x0a];
        prost::encoding::encode_varint(bytes.len() as u64, &mut framed);
        let start = 3 + framed.len();
        let framed = [&[0x68, 5, 0x5a], &*framed, &bytes, &[0x0a, 0, 0x48, 1, 0x18, 0, 0x50, 7, 0, 0]].concat();
        let near = NearPacket::read_any(&framed, 3, &tail);
        let unnamed = near.filter(|near| near.clock == 0 && plain.is_some_and(|it| it.clock == 0));
        let has_clock = PacketHeader::read(&bytes).is_ok_and(|it| it.clock.is_some());
        prop_assert_eq!(NearPacket::read(&framed, 3, &tail), unnamed.filter(|_| !has_clock));
        if let Some(brief) = brief(&framed[3..], &tail) {
            let near = NearPacket::read(&framed, 3, &tail).expect("a packet");
            prop_assert_eq!((i64::from(brief.time), 3 + brief.len), (near.timestamp, near.end));
            let (start, end) = near.event;
            prop_assert_eq!((3 + brief.event, brief.event_len), (start, end - start));
            prop_assert_eq!(brief.word, pack::word(&framed, start));
        }
        if let (Some(plain), true) = (plain, plain.is_some_and(|it| it.event_len < 1 << 14)) {
            let at = bytes.len() - plain.from_event.len() + start;
            let is_near = tail.seq == plain.seq && tail.len <= 16;
            prop_assert_eq!(near, is_near.then_some(NearPacket {
                timestamp: plain.timestamp,
                clock: plain.clock,
                event: (at, at + plain.event_len),
                end: start + bytes.len(),
            }));
        } else {
            prop_assert_eq!(near, None);
        }
        if let Some(plain) = plain {
            prop_assert!(plain.clock == 0 || has_clock);
            let header = PacketHeader::read(&bytes).expect("a packet");
            prop_assert_eq!(header.timestamp, Some(plain.timestamp));
            prop_assert_eq!(header.flags, u64::from(plain.flags));
            prop_assert_eq!(header.seq, Some(plain.seq));
            let event = Fields::new(&bytes).last_of(11);
            prop_assert_eq!(event.map(|field| field.as_bytes()), Some(plain.event()));
            prop_assert!(header.track_event && !header.has_data);
            prop_assert_eq!(header.clock.unwrap_or(0), plain.clock);
            prop_assert!(header.interned.is_none() && header.defaults.is_none());
            prop_assert!(header.dropped == 0 && header.machine == 0 && !header.cleared);
        }
    }
}

proptest! {
    #[test]
    fn interned_data_behind_an_event_is_found(
        (timestamp, has_flags, clock) in (0_u64..100_000, any::<bool>(), prop_oneof![Just(0_u64), 1_u64..100]),
        event in prop::collection::vec(any::<u8>(), 0..200),
        interned in prop::collection::vec(any::<u8>(), 0..300),
        (is_padded, too_many, seq) in (any::<bool>(), 0_u8..3, 1_u64..300),
    ) {
        let number = |number: u32, value: u64, to: &mut Vec<u8>| {
            prost::encoding::uint64::encode(number, &value, to);
        };
        let packet = |interned: &[u8]| {
            let mut packet = Vec::new();
            number(8, timestamp, &mut packet);
            if clock > 0 {
                number(58, clock, &mut packet);
            }
            if has_flags {
                number(13, 2, &mut packet);
            }
            prost::encoding::bytes::encode(11, &event, &mut packet);
            packet.extend(interned);
            number(3, 1000, &mut packet);
            number(10, seq, &mut packet);
            packet
        };
        let len = interned.len() + usize::from(too_many == 1);
        let mut field = vec![0x62];
        if is_padded {
            field.extend([len as u8 | 0x80, (len >> 7) as u8 | 0x80, 0x80, 0]);
        } else {
            prost::encoding::encode_varint(len as u64, &mut field);
        }
        field.extend(&interned);
        let mut tail = Tail::new();
        prop_assert!(PlainPacket::read(&packet(&[]), &mut tail).is_some());
        let packet = packet(&field);
        prop_assert!(PlainPacket::read(&packet, &mut tail.clone()).is_none());
        let mut framed = vec![0x0a];
        prost::encoding::encode_varint(packet.len() as u64, &mut framed);
        let start = framed.len();
        let framed = [&*framed, &packet, &[0; 16]].concat();
        prop_assert_eq!(NearPacket::read(&framed, 0, &tail), None);
        prop_assert_eq!(brief(&framed, &tail), None);
        let mut noted = Vec::new();
        let near = NearPacket::read_either(&framed, 0, &tail, &mut noted);
        prop_assert_eq!(near, NearPacket::read_any(&framed, 0, &tail));
        if too_many == 1 {
            prop_assert_eq!((near, noted), (None, Vec::new()));
        } else {
            let near = near.expect("a packet");
            let header = PacketHeader::read(&packet).expect("a packet");
            let at = start + header.interned_at as usize;
            prop_assert_eq!(noted, vec![at..at + interned.len()]);
            prop_assert_eq!(header.interned, Some(&*interned));
            prop_assert_eq!(near.end, start + packet.len());
            prop_assert_eq!(framed.get(near.event.0..near.event.1), Some(&*event));
            prop_assert_eq!((near.timestamp, near.clock), (timestamp.cast_signed(), clock as u32));
        }
    }
}

#[test]
fn before_the_first_plain_packet_none_is_near() {
    // Found by the test above: the event ends a byte behind its packet.
    let framed = [
        0, 0, 0, 0x0a, 8, 0x40, 0, 0x5a, 3, 0, 0, 0x18, 0, 0x0a, 0, 0x48, 1, 0x18, 0, 0x50, 7,
    ];
    for said in 0..8 {
        let framed = framed.map(|byte| if byte == 3 { said } else { byte });
        assert_eq!(NearPacket::read(&framed, 3, &Tail::new()), None);
        assert_eq!(brief(&framed[3..], &Tail::new()), None);
    }
}

#[test]
fn the_shapes_of_recorders_are_plain() {
    let shapes: [&[u8]; 5] = [
        &[
            0x40, 5, 0xd0, 3, 3, 0x68, 2, 0x5a, 2, 0x48, 2, 0x18, 0, 0x50, 7,
        ],
        &[0x40, 5, 0x68, 2, 0x5a, 2, 0x48, 2, 0x18, 0, 0x50, 7],
        &[
            0x40, 5, 0x68, 2, 0x5a, 2, 0x48, 2, 0x18, 0, 0x50, 7, 0xf8, 0x04, 9,
        ],
        &[0x40, 0x85, 1, 0x5a, 2, 0x48, 2, 0x50, 7],
        &[0x40, 5, 0x68, 2, 0x5a, 0x82, 0, 0x48, 2, 0x50, 7],
    ];
    let mut tail = Tail::new();
    for shape in shapes {
        let plain = PlainPacket::read(shape, &mut tail).expect("plain");
        assert_eq!((plain.seq, plain.event()), (7, &[0x48, 2][..]));
    }
    assert_eq!(PlainPacket::read(&[0x40, 5, 0x50, 7], &mut tail), None);
}

#[test]
fn packets_of_some_nanoseconds_are_brief() {
    let mut tail = Tail::new();
    let packet = |time: &[u8]| {
        let behind = [0x68, 2, 0x5a, 2, 0x48, 2, 0x18, 0, 0x50, 7];
        [&[0x40], time, &behind].concat()
    };
    PlainPacket::read(&packet(&[5]), &mut tail).expect("plain");
    let read = |packet: &[u8]| {
        let framed = [&[0x0a, packet.len() as u8], packet].concat();
        brief(&framed, &tail)
    };
    for (time, timestamp) in [
        (&[5][..], 5),
        (&[0x85, 1], 133),
        (&[0xff, 0xff, 0x7f], 0x1f_ffff),
        (&[0x80, 0x80, 0x80, 1], 0x20_0000),
    ] {
        let brief = read(&packet(time)).expect("brief");
        let len = 13 + time.len();
        assert_eq!(
            (brief.time, brief.event, brief.event_len, brief.len),
            (timestamp, len - 6, 2, len)
        );
        assert_eq!(
            brief.word,
            u64::from_le_bytes([0x48, 2, 0x18, 0, 0x50, 7, 0, 0])
        );
    }
    // Not brief are a longer time, other flags, another length of the event and another tail.
    assert_eq!(read(&packet(&[0x80, 0x80, 0x80, 0x80, 1])), None);
    for at in [3, 5, 9] {
        let mut other = packet(&[5]);
        other[at] += 1;
        assert_eq!(read(&other), None);
    }
}

#[test]
fn windows_go_from_packet_to_packet() {
    let mut tail = Tail::new();
    let shape = [0x40, 5, 0x68, 2, 0x5a, 2, 0x48, 2, 0x18, 0, 0x50, 7];
    PlainPacket::read(&shape, &mut tail).expect("plain");
    let packet = [&[0x0a, 12], &shape[..]].concat();
    let packets = packet.repeat(30);
    // The window of a packet begins sixteen bytes before the packet, so that no packet at 14 has one.
    assert!(Windows::new(&packets, 14, packets.len()).is_none());
    for until in [0, 28, 29, 42, 43, 200, 420] {
        let mut windows = Windows::new(&packets, 28, until).expect("windows");
        let mut at = 28;
        while let Some(brief) = windows.brief(&tail) {
            assert_eq!(windows.at(), at);
            assert_eq!((brief.time, brief.len), (5, 14));
            windows.go_on(&brief);
            at += 14;
        }
        assert_eq!(windows.at(), at);
        // There is a window for each packet that begins before `until`, unless a longer packet there might
        // exceed the bytes.
        let last = until.min(packets.len() - 128).max(28);
        assert_eq!(at, last.next_multiple_of(14));
    }
}
