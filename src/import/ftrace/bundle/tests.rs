//! Tests of `ftrace/bundle.rs`: what is drained in pieces is what would be drained as a whole.

use proptest::prelude::*;
use prost::encoding::encode_varint;

use super::arrays::{n_short, sum_short, take_short};
use super::*;
use crate::decode::wire::{push_bytes as message, push_number as number};
use crate::import::ftrace::queue::{self, Due, Told};

/// Two clocks: boot time, which is trace time, and that of the sequence, which is behind by [`BEHIND`].
struct TwoClocks {
    /// Whether [`Clocks::shift`] says how far the sequence's clock is behind.
    is_known: bool,
}

const BEHIND: i64 = 7;

impl Clocks for TwoClocks {
    fn to_trace(&mut self, clock: u32, ts: i64) -> Option<i64> {
        let behind = if self.is_trace(clock) { 0 } else { BEHIND };
        Some(ts.saturating_add(behind))
    }

    fn is_trace(&self, clock: u32) -> bool {
        clock == BOOTTIME
    }

    fn shift(&mut self, clock: u32, (_, last): (i64, i64)) -> Option<i64> {
        if self.is_trace(clock) {
            return Some(0);
        }
        (self.is_known && last < i64::MAX - BEHIND).then_some(BEHIND)
    }

    fn add_pair(&mut self, _: u32, _: i64, _: i64) {}
}

/// A switch, a wakeup or another event, which its number distinguishes from all others.
#[derive(Clone, Copy, Debug)]
struct Happened {
    ts: i64,
    kind: u8,
    number: u32,
}

fn bundle(cpu: u32, clock: Option<u64>, happened: &[Happened]) -> Vec<u8> {
    let mut arrays: [Vec<u8>; 13] = std::array::from_fn(|_| Vec::new());
    let mut last = [0_i64; 2];
    let mut events = Vec::new();
    for &Happened {
        ts,
        kind,
        number: n,
    } in happened
    {
        if let 0 | 1 = kind {
            let last = &mut last[usize::from(kind)];
            let delta = ts.wrapping_sub(std::mem::replace(last, ts));
            let row = [delta.cast_unsigned(), 1, u64::from(n), 120, 0];
            let fields = [[1, 2, 3, 4, 6], [7, 9, 8, 10, 11]][usize::from(kind)];
            for (field, value) in fields.into_iter().zip(row) {
                encode_varint(value, &mut arrays[field]);
            }
        } else {
            let mut event = Vec::new();
            number(1, ts.cast_unsigned(), &mut event);
            if kind == 3 {
                // Recorders write no such field here.
                number(60, 1, &mut event);
            }
            number(2, u64::from(n), &mut event);
            message(36, &[], &mut event);
            message(2, &event, &mut events);
        }
    }
    let mut compact = Vec::new();
    message(5, b"some name", &mut compact);
    for (field, array) in (0..).zip(&arrays) {
        if !array.is_empty() {
            message(field, array, &mut compact);
        }
    }
    let mut bytes = Vec::new();
    number(1, u64::from(cpu), &mut bytes);
    bytes.extend(events);
    message(4, &compact, &mut bytes);
    if let Some(clock) = clock {
        number(5, clock, &mut bytes);
    }
    bytes
}

/// What the queues are expected to do, computed plainly: as in the reference, with a queue for each CPU and
/// kind.
#[derive(Default)]
struct Whole {
    /// The times and numbers in each queue, the queues in the order in which they were made.
    queues: Vec<Vec<(i64, u32)>>,
    /// For each kind, the index of each CPU's queue.
    index: [Vec<usize>; 3],
}

impl Whole {
    fn add(&mut self, cpu: usize, kind: usize, event: (i64, u32)) {
        while self.index[kind].len() <= cpu {
            self.index[kind].push(self.queues.len());
            self.queues.push(Vec::new());
        }
        self.queues[self.index[kind][cpu]].push(event);
    }

    /// Takes all events up to a limit, in order.
    fn until(&mut self, limit: i64) -> Vec<(i64, u32)> {
        let mut all = Vec::new();
        let mut last = None;
        while let Some(ts) = self.next_ts().filter(|&ts| ts <= limit) {
            let is_due =
                |&index: &usize| self.queues[index].first().is_some_and(|head| head.0 == ts);
            let mut queues = last.into_iter().chain(0..self.queues.len());
            let index = queues.find(is_due).unwrap();
            all.push(self.queues[index].remove(0));
            last = Some(index);
        }
        all
    }

    fn next_ts(&self) -> Option<i64> {
        let heads = self.queues.iter().filter_map(|queue| queue.first());
        heads.map(|head| head.0).min()
    }
}

fn ts() -> impl Strategy<Value = i64> {
    prop_oneof![20 => 0..30_i64, 1 => Just(i64::MAX), 1 => Just(-3)]
}

/// Takes all that is due up to a limit out of the queues, as times and numbers.
fn take(queues: &mut Queues, limit: i64, bundles: &[Vec<u8>]) -> Vec<(i64, u32)> {
    let (mut all, mut strings, mut issues) = (Vec::new(), StrPool::new(), IssueLog::default());
    let mut told = Told {
        strings: &mut strings,
        issues: &mut issues,
    };
    queues.begin();
    loop {
        while let Some(due) = queues.take(limit) {
            let number = match due {
                Due::Switch(switch) => switch.what.next_pid,
                Due::Waking(waking) => waking.what.pid,
                Due::Event(event) => {
                    let bundle = queues.bundles.get(event.bundle);
                    let bytes = &bundles[bundle.offset as usize];
                    let at = event.what.place as usize;
                    let field = Fields::new(&bytes[at..]).next().unwrap();
                    let (tid, _) = event::what(field.as_bytes());
                    let tid = tid.unwrap() as u32;
                    if let Some((number, _)) = event.what.read() {
                        assert_eq!((event.what.tid, number), (tid, 36));
                    }
                    tid
                }
            };
            all.push((due.when().0, number));
        }
        let is_more = queues.read_on(
            |bundle| bundles[bundle.offset as usize].as_slice(),
            &mut told,
        );
        if !is_more {
            break all;
        }
    }
}

proptest! {
    #[test]
    fn bundles_are_drained_like_whole_queues(
        // CPU, clock, offset of the times, what happened when, and whether that is sorted by time.
        bundles in prop::collection::vec(
            (
                0..4_u32, prop::option::weighted(0.2, Just(2_u64)), 0..3_i64,
                prop::collection::vec((ts(), 0..4_u8), 0..12), any::<bool>(),
            ),
            0..20,
        ),
        is_late in any::<bool>(),
        is_known in any::<bool>(),
        is_ahead in any::<bool>(),
        least in 1..30_usize,
        // By how much each step advances the limit.
        steps in prop::collection::vec(0..40_i64, 0..9),
    ) {
        let (mut queues, mut sink) = (Queues::reading(least), Sink::new());
        let mut whole = Whole::default();
        let (mut all, mut n) = (Vec::new(), 0);
        for (order, (cpu, clock, far, events, is_sorted)) in bundles.into_iter().enumerate() {
            // The times of later bundles are later, unless `is_late`.
            let far = if is_late { far * 30 } else { order as i64 * 30 };
            let mut events: Vec<Happened> = events.into_iter().map(|(ts, kind)| {
                n += 1;
                Happened { ts: ts.saturating_add(far), kind, number: n }
            }).collect();
            if is_sorted {
                events.sort_by_key(|event| event.ts);
            }
            let bytes = bundle(cpu, clock, &events);
            queues.add_bundle(&bytes, (all.len() as u64, 0), &mut TwoClocks { is_known }, &mut sink);
            all.push(bytes);
            // Of a bundle, compact switches and wakeups are queued before the other events.
            events.sort_by_key(|event| event.kind.min(2));
            let behind = if clock.is_some() { BEHIND } else { 0 };
            for event in events {
                let ts = event.ts.saturating_add(behind);
                if ts >= 0 {
                    let kind = usize::from(event.kind.min(2));
                    whole.add(cpu as usize, kind, (ts, event.number));
                }
            }
        }
        let (mut strings, mut issues) = (StrPool::new(), IssueLog::default());
        let mut told = Told { strings: &mut strings, issues: &mut issues };
        let all = &all;
        let bytes = |bundle: &Bundle| all[bundle.offset as usize].as_slice();
        queues.sort(bytes, &mut told);
        prop_assert!(queues.expected.all >= whole.queues.iter().map(Vec::len).sum());
        for queue in &mut whole.queues {
            queue.sort_by_key(|record| record.0);
        }
        std::thread::scope(|scope| {
            if is_ahead {
                queues.read_ahead(scope, bytes);
            }
            let mut limit = 0_i64;
            for step in steps.into_iter().chain([i64::MAX]) {
                limit = limit.saturating_add(step);
                prop_assert_eq!(queues.next_ts(), whole.next_ts());
                prop_assert_eq!(take(&mut queues, limit, all), whole.until(limit));
            }
            prop_assert_eq!(queues.next_ts(), None);
            Ok(())
        })?;
    }

    #[test]
    fn short_numbers_are_counted(
        numbers in prop::collection::vec(
            prop_oneof![4 => 0..300_u64, 3 => 0..1_u64 << 28, 1 => any::<u64>()], 0..40,
        ),
        cut in any::<bool>(),
    ) {
        let mut bytes = Vec::new();
        for &number in &numbers {
            encode_varint(number, &mut bytes);
        }
        if cut {
            bytes.pop();
        }
        let is_whole = bytes.last().is_none_or(|&last| last < 0x80);
        let read: Vec<u64> = PackedVarints::new(&bytes).collect();
        let is_short = is_whole && read.iter().all(|&number| number < 1 << 28);
        prop_assert_eq!(n_short(&bytes), is_short.then_some(read.len()));
        if is_short {
            let mut rest = bytes.as_slice();
            let shorts = std::iter::from_fn(|| take_short(&mut rest));
            prop_assert!(shorts.map(u64::from).eq(read.iter().copied()));
        }
        prop_assert_eq!(sum_short(&bytes), is_short.then(|| (read.len(), read.iter().sum())));
    }

    #[test]
    fn an_event_is_where_it_was_or_read_anew(
        (place, tid) in any::<(u32, u32)>(),
        number in prop_oneof![1..1100_u32, any::<u32>()],
        head in prop_oneof![0..70_u32, any::<u32>()],
        len in prop_oneof![0..1000_u32, 60_000..70_000_u32, any::<u32>()],
    ) {
        let body = place.wrapping_add(head);
        let event = queue::Whole::new(place, tid, number, (body, len));
        prop_assert_eq!(event.place, place);
        let is_usual = number < 1024 && number > 0 && head < 64 && len < 1 << 16;
        let start = place as usize + head as usize;
        let expected = is_usual.then(|| (number, start..start + len as usize));
        prop_assert_eq!(event.read(), expected);
        prop_assert!(!is_usual || event.tid == tid);
    }

    #[test]
    fn what_is_noted_first_is_what_is_read_then(
        happened in prop::collection::vec(
            (prop_oneof![0..90_i64, any::<i64>()], 0..4_u8, any::<u32>()), 0..40,
        ),
        (is_sorted, is_boot_time) in any::<(bool, bool)>(),
        damage in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..3),
    ) {
        let happened = happened.into_iter();
        let mut happened: Vec<Happened> = happened
            .map(|(ts, kind, number)| Happened { ts, kind, number })
            .collect();
        if is_sorted {
            happened.sort_by_key(|event| event.ts);
        }
        let mut bytes = bundle(0, None, &happened);
        for (index, byte) in damage {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        let (mut times, mut span) = (Shifted::default(), Span::NONE);
        let mut noted = Reader { times: &mut times, visit: &mut span, damage: Damage::default() };
        noted.bundle(&bytes);
        let noted = noted.damage;
        let (mut times, mut lists) = (Shifted::default(), Lists::default());
        let mut listed = Listed {
            lists: &mut lists, bundle: 0, names: &mut Names::default(),
        };
        let mut read = Reader { times: &mut times, visit: &mut listed, damage: Damage::default() };
        read.bundle(&bytes);
        let read = read.damage;
        let expected = Span::of(&lists);
        if let Some((_, noted)) = note(&bytes, is_boot_time) {
            prop_assert!(noted.first <= expected.first);
            prop_assert!(is_boot_time || expected.last <= noted.last);
            prop_assert!(noted.expected.all >= expected.expected.all);
            prop_assert!(!times.has_others);
        }
        prop_assert_eq!((span.first, span.last), (expected.first, expected.last));
        prop_assert_eq!(span.expected.all, expected.expected.all);
        prop_assert_eq!(
            (noted.events, noted.without_id, noted.negative, noted.compact),
            (read.events, read.without_id, read.negative, read.compact)
        );
    }
}
