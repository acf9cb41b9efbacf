//! Tests of `import/unit/plain.rs`: plain events read as the general reader reads them.

use proptest::prelude::*;

use super::*;

/// The fields that a plain event may have, and some that it may not have.
fn field() -> impl Strategy<Value = Vec<u8>> {
    let number = prop_oneof![
        6 => prop_oneof![9_u32..13, Just(3), Just(47), Just(48)],
        3 => prop_oneof![Just(4_u32), Just(5), Just(38), 1000_u32..1100, 2040_u32..2060],
        1 => prop_oneof![1_u32..60, 990_u32..1000, 9990_u32..10010],
    ];
    let value = prop_oneof![0_u64..4, 0_u64..100_000, any::<u64>()];
    (number, value, 0..20).prop_map(|(number, value, other)| {
        let mut bytes = Vec::new();
        let is_number = matches!(number, 3 | 9..=12 | 30);
        match number {
            9 => prost::encoding::uint64::encode(9, &(value % 6), &mut bytes),
            47 | 48 => prost::encoding::fixed64::encode(number, &value, &mut bytes),
            _ if is_number != (other == 0) => {
                prost::encoding::uint64::encode(number, &value, &mut bytes);
            }
            _ => {
                let text = vec![0x58; (value % 200) as usize];
                prost::encoding::bytes::encode(number, &text, &mut bytes);
                if other % 2 == 0 {
                    bytes.truncate(prost::encoding::key_len(number));
                    let len = text.len();
                    bytes.extend([len as u8 | 0x80, (len >> 7) as u8 | 0x80, 0x80, 0]);
                    bytes.extend(text);
                }
            }
        }
        bytes
    })
}

proptest! {
    #[test]
    fn what_is_plain_is_read_as_the_general_reader_reads_it(
        fields in prop::collection::vec(field(), 0..6),
        order: bool,
        cut in 0_usize..20,
        behind in prop_oneof![
            Just(vec![0x18, 0, 0x50, 7]),
            Just(vec![0x50, 0x87, 1, 0xf8, 4, 9]),
            prop::collection::vec(any::<u8>(), 0..12),
        ],
    ) {
        let mut fields = fields;
        if order {
            let usual = [0x48, 0x60, 0x18, 0x50, 0x58];
            let rank = |field: &Vec<u8>| usual.iter().position(|&tag| field[0] == tag);
            fields.sort_by_key(|field| rank(field).unwrap_or(usize::MAX));
            fields.dedup_by_key(|field| match field[0] {
                0x48 | 0x60 | 0x50 | 0x58 => field[0],
                _ => 0,
            });
            fields.insert(0, vec![0x48, 1 + (cut % 3) as u8]);
        }
        let mut bytes = fields.concat();
        if cut < 5 {
            bytes.truncate(bytes.len().saturating_sub(cut));
        }
        let len = bytes.len();
        bytes.extend(behind);
        let mut more = More { has_args: true, ..More::default() };
        if let Some(event) = PlainEvent::read(&bytes, (0, len), &mut more) {
            if !event.has_more {
                more = More::default();
            }
            let mut scratch = Scratch::default();
            let view = TrackEventView::read(&bytes[..len], &mut scratch);
            let kinds = [Kind::Begin, Kind::End, Kind::Instant];
            prop_assert_eq!(kinds.get(view.event_type as usize - 1), Some(&event.kind));
            let flows = scratch.flow_ids().iter().map(|&id| (id, FlowKind::StartOrStep));
            let ends = scratch.terminating_flow_ids().iter();
            let flows = flows.chain(ends.map(|&id| (id, FlowKind::Terminate)));
            prop_assert!(flows.eq(more.flow.map(|flow| (flow.id, flow.kind))));
            let thread_time = event.thread_time.map(u64::cast_signed);
            prop_assert_eq!(&scratch.extra_values, &Vec::from_iter(thread_time));
            prop_assert!(scratch.has_extra_counters() == thread_time.is_some());
            prop_assert_eq!(&scratch.category_iids, &event.ids.categories().collect::<Vec<_>>());
            let extensions = more.extensions.into_iter().filter(|&field| field != 0);
            prop_assert!(extensions.eq(scratch.extension_fields.iter().copied()));
            prop_assert_eq!(view.name_iid, event.ids.name);
            prop_assert_eq!(view.track_uuid, event.track);
            prop_assert_eq!(view.has_args, more.has_args);
            prop_assert_eq!(view.names_something, more.names_something);
            prop_assert_eq!(more.names_something, more.names(&bytes, len).is_some());
            prop_assert!(!scratch.has_literal_categories && view.name.is_none());
            prop_assert!(view.counter_value.is_none() && !view.has_legacy_times);
            prop_assert!(view.legacy.is_none() && view.bind.is_none() && !view.has_callstack);
        }
    }
}

proptest! {
    #[test]
    fn short_labels_are_read_as_all_are(
        ids in prop::collection::vec((prop_oneof![4 => 0_u64..130, 1 => any::<u64>()], 0..4_u32), 1..4),
        behind in any::<u64>(),
    ) {
        let mut label = Vec::new();
        for (id, number) in ids {
            let number = if number == 0 { 10 } else { 3 };
            prost::encoding::uint64::encode(number, &id, &mut label);
        }
        label.extend(behind.to_le_bytes());
        if let Some((ids, len)) = short_label(pack::word(&label, 0)) {
            let event = [&[0x48, 1], &label[..len], &[0; 8]].concat();
            let read = PlainEvent::read(&event, (0, 2 + len), &mut More::default());
            prop_assert_eq!(read.map(|read| (read.ids, read.has_more)), Some((ids, false)));
        }
    }
}

#[test]
fn labels_of_recorders_are_short() {
    let shapes: [&[u8]; 5] = [
        &[0x50, 7],
        &[0x18, 3, 0x50, 7],
        &[0x18, 3, 0x50, 0x87, 2],
        &[0x18, 3, 0x18, 4, 0x50, 7],
        &[0x18, 3, 0x18, 4, 0x50, 0x87, 2],
    ];
    for shape in shapes {
        let (_, len) = short_label(pack::word(shape, 0)).expect("a label");
        assert_eq!(len, shape.len());
    }
}

#[test]
fn the_events_of_recorders_are_plain() {
    let shapes: [&[u8]; 9] = [
        &[
            0x48, 1, 0x18, 3, 0x50, 7, 0x2a, 1, 0x08, 0xf9, 2, 1, 2, 3, 4, 5, 6, 7, 8, 0x82, 0x41,
            0,
        ],
        &[
            0x48, 2, 0x60, 5, 0xe2, 0x41, 1, 0x08, 0x81, 3, 1, 2, 3, 4, 5, 6, 7, 8,
        ],
        &[0x48, 3, 0x18, 3, 0x50, 7, 0xf9, 2, 1, 2, 3, 4, 5, 6, 7, 8],
        &[0x48, 2, 0x60, 5],
        &[0x48, 1, 0x60, 0x85, 1, 0x18, 3, 0x18, 0x84, 2, 0x50, 7],
        &[0x48, 1, 0x60, 0x85, 1, 0x18, 3, 0x50, 0x87, 2],
        &[0x48, 3, 0x18, 3, 0x50, 7, 0x58, 0x85, 0x86, 0x87, 1],
        &[0x48, 1, 0x18, 3, 0x50, 7, 0x22, 2, 0x08, 1, 0x22, 0],
        &[0x48, 2],
    ];
    for shape in shapes {
        for behind in [&[][..], &[0x18, 0, 0x50, 7]] {
            let bytes = [shape, behind, &[0x0a; 8]].concat();
            let (range, more) = ((0, shape.len()), &mut More::default());
            assert!(PlainEvent::read(&bytes, range, more).is_some(), "{shape:?}");
        }
    }
}
