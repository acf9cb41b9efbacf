//! Tests of `scan/ahead.rs`: what is read ahead is what the scan would have read.

use std::sync::Arc;

use super::super::scan;
use super::*;
use crate::bytes::source::TraceBytes;
use crate::decode::wire::{push_bytes as text, push_number as number};
use crate::import::Unobserved;
use proptest::prelude::*;

/// Adds a packet as recorders write it: an instant with a text. The first ones clear the state.
fn event(seq: u32, ts: u64, what: &[u8], to: &mut Vec<u8>) {
    let mut annotation = Vec::new();
    text(6, what, &mut annotation);
    let mut event = Vec::new();
    number(9, 3, &mut event);
    text(4, &annotation, &mut event);
    let mut packet = Vec::new();
    number(8, ts, &mut packet);
    number(13, if ts < 10 { 1 } else { 2 }, &mut packet);
    text(11, &event, &mut packet);
    number(3, 0, &mut packet);
    number(10, u64::from(seq), &mut packet);
    text(1, &packet, to);
}

/// Returns the sequence and the number of packets of each unit.
fn units(file: Vec<u8>, threads: usize) -> Vec<(u32, usize)> {
    let file = Arc::new(TraceBytes::from_vec(file).unwrap());
    let scan = scan(&file, usize::MAX, threads, &mut Unobserved).unwrap();
    let count = |run: &crate::import::scan::Run| {
        let bytes = scan.space.slice(run.start, (run.end - run.start) as usize);
        Packets::new(bytes).count()
    };
    let sequence = |unit: &crate::import::scan::Unit| scan.sequences.list[unit.seq as usize].id;
    let units = scan.units.iter();
    units
        .map(|unit| (sequence(unit), unit.runs.iter().map(count).sum()))
        .collect()
}

#[test]
fn texts_that_look_like_packets_are_none() {
    let mut fake = Vec::new();
    for i in 0..2000 {
        event(99, 100 + i, b"no", &mut fake);
    }
    let mut file = Vec::new();
    for i in 0..300_u64 {
        let seq = 1 + (i / 7 % 3) as u32;
        event(seq, i, if i % 3 == 2 { &fake } else { b"yes" }, &mut file);
    }
    assert!(file.len() > 3 * PIECE, "{}", file.len());
    let expected = units(file.clone(), 1);
    let mut n_of = [0; 4];
    for &(seq, n) in &expected {
        n_of[seq as usize] += n;
    }
    // The third sequence never has its state cleared, so that its packets mean nothing.
    assert_eq!(n_of, [0, 104, 98, 0]);
    for threads in [2, 4] {
        assert_eq!(units(file.clone(), threads), expected);
    }
    // At least one piece begins at a wrong guess, which is what the test is about.
    let memory = MemoryLimit::new(u64::MAX);
    let budget = Budget::new(0, 1, &memory);
    let begins: Vec<u64> = Packets::new(&file).map(|packet| packet.offset).collect();
    let is_wrong = |index: &usize| {
        let start = piece(&file, *index, &budget).start;
        start < end_of(*index, file.len()) && begins.binary_search(&(start as u64)).is_err()
    };
    assert!((0..n_pieces(file.len())).any(|index| is_wrong(&index)));
}

#[test]
fn a_packet_over_several_pieces_is_one() {
    let long = vec![b'x'; 3 * PIECE];
    let mut file = Vec::new();
    for (ts, what) in (0..).zip([&b"a"[..], &long, b"b", &long, b"c"]) {
        event(1, ts, what, &mut file);
    }
    for ts in 10..1000 {
        event(1, ts, b"d", &mut file);
    }
    for threads in [1, 3] {
        let n: usize = units(file.clone(), threads).iter().map(|unit| unit.1).sum();
        assert_eq!(n, 995);
    }
}

#[test]
fn stretches_end_where_sequences_do() {
    let packets = [(1, 20), (1, 30), (2, 25), (2, 26), (2, 40), (1, 17)];
    let mut file = Vec::new();
    for (seq, ts) in packets {
        event(seq, ts, b"", &mut file);
    }
    let memory = MemoryLimit::new(u64::MAX);
    let read = items(&file, file.len(), &Budget::new(0, 1, &memory), false);
    assert_eq!((read.end, read.problem), (file.len(), None));
    let stretches: Vec<_> = read
        .all
        .iter()
        .map(|item| match item {
            Item::Stretch(it) => (it.seq, it.n_packets, it.first, it.min, it.max, it.sum),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        (1, 2, 20, 20, 30, 50),
        (2, 3, 25, 25, 40, 91),
        (1, 1, 17, 17, 17, 17),
    ];
    assert_eq!(stretches, expected);
}

proptest! {
    #[test]
    fn a_known_trailer_changes_nothing(
        packets in prop::collection::vec(
            (0_u64..300, any::<bool>(), 0_usize..300, 0_u64..3, 1_u32..400, any::<bool>(), 0_usize..4),
            1..12,
        ),
    ) {
        let mut tail = Tail::new();
        for (ts, has_flags, len, uid, seq, has_pid, cut) in packets {
            let mut packet = Vec::new();
            number(8, ts, &mut packet);
            if has_flags {
                number(13, 2, &mut packet);
            }
            text(11, &vec![0x18; len], &mut packet);
            if uid > 0 {
                number(3, uid, &mut packet);
            }
            number(10, u64::from(seq), &mut packet);
            if has_pid {
                number(79, 5, &mut packet);
            }
            if cut == 0 {
                packet.pop();
            }
            let expected = PlainPacket::read(&packet, &mut Tail::new());
            prop_assert_eq!(PlainPacket::read(&packet, &mut tail), expected);
        }
    }
}

/// Adds a packet with readings of the clocks BOOTTIME, MONOTONIC and the sequence's own, which counts
/// microseconds. By the defaults in the packet, events of the sequence are on the track 10 + `seq` of a
/// thread, and their thread time is on the track 20 + `seq`.
fn clocks(seq: u32, now: u64, to: &mut Vec<u8>) {
    let mut snapshot = Vec::new();
    for (clock, value) in [(6, now), (3, now / 2), (64, now / 1000)] {
        let mut reading = Vec::new();
        number(1, clock, &mut reading);
        number(2, value, &mut reading);
        if clock == 64 {
            number(3, 1, &mut reading);
            number(4, 1000, &mut reading);
        }
        text(1, &reading, &mut snapshot);
    }
    number(2, 6, &mut snapshot);
    let mut of_events = Vec::new();
    number(11, u64::from(10 + seq), &mut of_events);
    number(31, u64::from(20 + seq), &mut of_events);
    let mut defaults = Vec::new();
    number(58, if seq == 3 { 3 } else { 64 }, &mut defaults);
    text(11, &of_events, &mut defaults);
    let mut packet = Vec::new();
    text(6, &snapshot, &mut packet);
    number(13, 1, &mut packet);
    number(10, u64::from(seq), &mut packet);
    text(59, &defaults, &mut packet);
    text(1, &packet, to);
}

/// Adds a packet that describes a track.
fn track(seq: u32, uuid: u32, (field, what): (u32, &[u8]), to: &mut Vec<u8>) {
    let mut descriptor = Vec::new();
    number(1, u64::from(uuid), &mut descriptor);
    text(field, what, &mut descriptor);
    let mut packet = Vec::new();
    text(60, &descriptor, &mut packet);
    number(10, u64::from(seq), &mut packet);
    text(1, &packet, to);
}

/// Adds a packet after which the state of its sequence is lost.
fn loss(seq: u32, to: &mut Vec<u8>) {
    let mut packet = Vec::new();
    number(10, u64::from(seq), &mut packet);
    number(42, 1, &mut packet);
    text(1, &packet, to);
}

#[test]
fn packets_without_state_are_all_counted() {
    let mut file = Vec::new();
    for seq in 1..3 {
        event(seq, 1, b"", &mut file);
        loss(seq, &mut file);
    }
    for ts in 20..420 {
        event(1 + (ts / 150 % 2) as u32, ts, b"", &mut file);
    }
    event(2, 2, b"", &mut file);
    event(2, 500, b"", &mut file);
    let bytes = Arc::new(TraceBytes::from_vec(file.clone()).unwrap());
    let scan = scan(&bytes, usize::MAX, 1, &mut Unobserved).unwrap();
    assert_eq!(scan.issues.get(crate::import::scan::LACKS_STATE), 400);
    assert_eq!(scan.n_packets, 406);
    assert_eq!(units(file, 1), [(1, 1), (2, 1), (2, 2)]);
}

proptest! {
    /// Packets in an unusual order of fields are decoded one by one, by the general reader.
    #[test]
    fn the_order_of_fields_changes_nothing(
        packets in prop::collection::vec(
            (
                prop_oneof![4 => Just(1_u32), 1 => 1_u32..4],
                prop_oneof![8 => Just(0_u64), 4 => Just(3), 1 => Just(6), 1 => Just(64), 1 => 1_u64..70],
                prop_oneof![8 => 0_u64..2000, 1 => any::<u64>()],
                prop_oneof![8 => (0_u64..200).prop_map(Some), 2 => any::<u64>().prop_map(Some), 1 => Just(None)],
                0_u32..30,
            ),
            1..120,
        ),
    ) {
        let mut files = [Vec::new(), Vec::new()];
        for (seq, file) in (1..4).flat_map(|seq| [(seq, 0), (seq, 1)]) {
            let file = &mut files[file];
            clocks(seq, 5_000_000, file);
            track(seq, 10 + seq, (4, &[0x08, 1, 0x10, seq as u8]), file);
            // This track counts thread time in microseconds, each value as the difference to the one before.
            track(seq, 20 + seq, (8, &[0x08, 1, 0x20, 0xe8, 7, 0x28, 1]), file);
        }
        for (i, (seq, clock, ts, thread_time, what)) in packets.into_iter().enumerate() {
            if what == 0 || what == 2 {
                for file in &mut files {
                    match what {
                        0 => clocks(seq, 6_000_000 + i as u64 * 1000, file),
                        _ => loss(seq, file),
                    }
                }
                continue;
            }
            // Most times of clocks that all sequences share are near the times of the packets before and
            // after.
            let ts = if (clock == 3 || clock == 6) && what % 7 != 0 {
                (5_000_000 + i as u64 * 1000 + ts) / (if clock == 3 { 2 } else { 1 })
            } else {
                ts
            };
            let mut event = Vec::new();
            number(9, u64::from(1 + what % 3), &mut event);
            if let Some(thread_time) = thread_time {
                number(12, thread_time, &mut event);
            }
            if what == 1 {
                prost::encoding::fixed64::encode(47, &(ts % 4), &mut event);
                text(1002, b"", &mut event);
            }
            for (is_usual, file) in [true, false].into_iter().zip(&mut files) {
                let mut packet = Vec::new();
                number(8, ts, &mut packet);
                if !is_usual {
                    text(11, &event, &mut packet);
                }
                if clock != 0 {
                    number(58, clock, &mut packet);
                }
                number(13, 2, &mut packet);
                if is_usual {
                    text(11, &event, &mut packet);
                }
                number(3, 0, &mut packet);
                number(10, u64::from(seq), &mut packet);
                text(1, &packet, file);
            }
        }
        let [usual, other] = files.map(|file| {
            let file = Arc::new(TraceBytes::from_vec(file).unwrap());
            let scan = scan(&file, usize::MAX, 1, &mut Unobserved).unwrap();
            let issues: Vec<_> = scan.issues.iter().collect();
            let found = format!("{:?} {:?} {}", scan.units, issues, scan.n_packets);
            let trace = crate::import::import(&file, &mut Unobserved).unwrap();
            (found, format!("{:?}", (&trace.slices, &trace.counters, &trace.flows, &trace.issues)))
        });
        prop_assert_eq!(usual, other);
    }
}
