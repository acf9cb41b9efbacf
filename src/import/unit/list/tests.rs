//! Tests of `import/unit/list.rs`: events come back as they were put in.

use proptest::prelude::*;

use super::super::flow::FlowWords;
use super::*;
use crate::import::sink::FlowKind;

/// An event, and the flows that it belongs to.
fn event() -> impl Strategy<Value = (Unpacked<'static>, FlowWords)> {
    let time = || {
        prop_oneof![
            0_i64..1000,
            (0_i64..100_000).prop_map(|us| us * 1000),
            any::<i64>()
        ]
    };
    let pos = prop_oneof![0_u64..10_000, any::<u64>()];
    let label = prop_oneof![0_u32..10, 0_u32..70_000];
    let instructions = prop_oneof![9 => Just(None), 1 => any::<i64>().prop_map(Some)];
    let numbers = (time(), pos, label, prop::option::of(time()), instructions);
    let flow = (
        any::<u64>(),
        prop::sample::select(vec![FlowKind::StartOrStep, FlowKind::End]),
    );
    let flows = prop_oneof![2 => prop::collection::vec(flow.clone(), 0), 1 => prop::collection::vec(flow, 0..4)];
    (numbers, 0_usize..7, any::<bool>(), flows).prop_map(|(numbers, kind, has_args, flows)| {
        let mut words = FlowWords::default();
        for (id, kind) in flows {
            words.add(FlowMark { id, kind });
        }
        (
            Unpacked {
                ts: numbers.0,
                pos: numbers.1,
                kind: Kind::ALL[kind],
                label: numbers.2,
                thread_ts: numbers.3,
                instructions: numbers.4,
                has_args,
                flows: FlowMarks::default(),
            },
            words,
        )
    })
}

#[derive(Default)]
struct Handed<'a>(Vec<Unpacked<'a>>);

impl<'a> Take<'a> for Handed<'a> {
    fn plain(&mut self, event: Plain<'a>) -> bool {
        self.any(event.into())
    }

    fn any(&mut self, event: Unpacked<'a>) -> bool {
        self.0.push(event);
        !self.0.len().is_multiple_of(7)
    }
}

proptest! {
    #[test]
    fn events_come_back(events in prop::collection::vec(event(), 0..40)) {
        let events: Vec<Unpacked<'_>> = events
            .iter()
            .map(|(event, words)| Unpacked { flows: words.marks(), ..*event })
            .collect();
        let mut list = TrackList::default();
        for event in &events {
            list.push(event);
        }
        list.finish();
        let (mut handed, mut left) = (Handed::default(), list.iter());
        for _ in 0..=events.len() / 7 {
            left.hand_to(&mut handed);
        }
        prop_assert_eq!(handed.0, events.clone());
        prop_assert_eq!(list.iter().collect::<Vec<_>>(), events);
    }
}

#[test]
fn usual_events_are_short() {
    let mut list = TrackList::default();
    for n in 0..1000_u32 {
        list.push(&Unpacked {
            ts: 561_000_000_000 + i64::from(n) * 17_000,
            pos: 1_000_000 + u64::from(n) * 23,
            kind: if n % 2 == 0 { Kind::Begin } else { Kind::End },
            label: if n % 2 == 0 { n % 200 } else { 0 },
            thread_ts: Some(i64::from(n) * 9000),
            instructions: None,
            has_args: false,
            flows: FlowMarks::default(),
        });
    }
    list.finish();
    let n_bytes = 4 * list.words.len() + list.steps().len();
    assert!(n_bytes < 10_100, "{n_bytes} bytes");
}
