//! Packed samples come back, in any form and order.

use proptest::prelude::*;

use super::*;

fn sample() -> impl Strategy<Value = (i64, u64)> {
    let ts = prop_oneof![
        0_i64..2000,
        (0_i64..5000).prop_map(|n| n * 1000),
        any::<i64>()
    ];
    let value = prop_oneof![
        any::<u64>(),
        (-5000_i64..5000).prop_map(|n| (n as f64).to_bits()),
        (0_i64..1 << 60).prop_map(|n| (n as f64).to_bits()),
        (0_u32..100).prop_map(|n| (f64::from(n) / 10.0).to_bits()),
        (-3_i64..4, -2_i64..3).prop_map(|(high, low)| (((high << 31) + low) as f64).to_bits()),
        Just((-0.0_f64).to_bits()),
    ];
    (ts, value)
}

fn bits(samples: impl Iterator<Item = (i64, f64)>) -> Vec<(i64, u64)> {
    samples.map(|(ts, value)| (ts, value.to_bits())).collect()
}

proptest! {
    #[test]
    fn samples_come_back_bit_by_bit(
        samples in prop::collection::vec(sample(), 0..300), cut in 0_usize..300, sort: bool,
    ) {
        let mut samples = samples;
        if sort {
            samples.sort_unstable();
        }
        let values: Vec<(i64, f64)> =
            samples.iter().map(|&(ts, value)| (ts, f64::from_bits(value))).collect();
        let (a, b) = values.split_at(cut.min(values.len()));
        let mut packed: PackedSamples = a.iter().copied().collect();
        packed.append(b.iter().copied().collect());
        prop_assert_eq!(bits(packed.iter()), samples.clone());
        prop_assert_eq!(packed.is_sorted(), values.is_sorted_by_key(|sample| sample.0));
        for index in 0..=values.len() {
            prop_assert_eq!(bits(packed.iter_from(index)), samples[index..].to_vec());
        }
        if packed.is_sorted() {
            for &(ts, _) in &values {
                for ts in [ts, ts.saturating_add(1)] {
                    let before = values.partition_point(|sample| sample.0 < ts);
                    let until = values.partition_point(|sample| sample.0 <= ts);
                    prop_assert_eq!(packed.n_before(ts), before);
                    prop_assert_eq!(packed.n_until(ts), until);
                }
            }
        }
        let extent = |from: usize, to: usize| {
            values[from..to].iter().fold(NOTHING, |e, &(_, v)| widened(e, (v, v)))
        };
        prop_assert_eq!(packed.extent(), extent(0, values.len()));
        let mut by_time = values;
        by_time.sort_by_key(|sample| sample.0);
        prop_assert_eq!(bits(packed.sorted().iter()), bits(by_time.into_iter()));
    }
}

fn near(far: i64) -> impl Strategy<Value = i64> {
    prop_oneof![4 => 0_i64..600, 1 => 0_i64..50_000, 1 => 0..far]
}

/// Nanoseconds of a fine step, or of none.
fn fine() -> impl Strategy<Value = i64> {
    prop_oneof![
        -5000_i64..5000,
        (-5_i64..5).prop_map(|n| n * 1000),
        -(1_i64 << 37)..1 << 37
    ]
}

proptest! {
    #[test]
    fn steps_are_samples(
        events in prop::collection::vec(
            (near(5_000_000), near(600_000), 0_u32..12, prop_oneof![9 => Just(None), 1 => fine().prop_map(Some)]),
            0..900,
        ),
    ) {
        // Some samples come alone, some one by one with their step, some many at once.
        let (mut packed, mut steps, mut all) =
            (PackedSamples::default(), Stream::default(), Vec::new());
        let (mut ts, mut value) = (0, 0);
        for (d_ts, d_value, way, fine) in events {
            let from = (ts, value);
            let nanos = fine.unwrap_or(d_ts * 1000);
            (ts, value) = (ts + nanos, value + d_value * 1000);
            all.push((ts, value as f64));
            let (step, excess) = match fine {
                Some(nanos) => fine_step(nanos, d_value.cast_unsigned()),
                None => step(d_ts.cast_unsigned(), d_value.cast_unsigned()),
            };
            if excess == 0 && way > 0 {
                let start = steps.len();
                prop_assert_eq!(of_step(step.0, 1000), (nanos, d_value * 1000, step.1 as usize));
                steps.put(step.0, step.1);
                let room = packed.room_for_steps((3, start), from);
                if room.is_some_and(|room| room > 0) && way > 5 {
                    packed.extend_steps((1, steps.len()), (ts, value));
                    continue;
                }
                if packed.push_step((3, start..steps.len()), from, (ts, value as f64)) {
                    continue;
                }
            }
            packed.push(ts, value as f64);
        }
        let steps = Steps::new(steps.into_bytes());
        packed.set_steps(|of| (of == 3).then(|| Steps::clone(&steps)));
        packed.finish();
        prop_assert_eq!(packed.iter().collect::<Vec<_>>(), all.clone());
        let extent = |all: &[(i64, f64)]| all.iter().fold(NOTHING, |e, &(_, v)| widened(e, (v, v)));
        prop_assert_eq!(packed.extent(), extent(&all));
        // The appended samples have steps of their own.
        let mut twice = packed.clone();
        twice.append(packed);
        all.extend_from_within(..);
        for index in (0..all.len()).step_by(31) {
            prop_assert_eq!(twice.iter_from(index).collect::<Vec<_>>(), all[index..].to_vec());
        }
        // Samples that come after both lists and are earlier than the last one.
        let late = all.iter().step_by(90).copied().collect::<Vec<_>>();
        for (ts, value) in late {
            twice.push(ts - 1, value);
            all.push((ts - 1, value));
        }
        all.sort_by_key(|sample| sample.0);
        let sorted = twice.sorted();
        prop_assert_eq!(sorted.len(), all.len());
        prop_assert_eq!(sorted.extent(), extent(&all));
        prop_assert!(sorted.is_sorted());
        prop_assert_eq!(sorted.iter().collect::<Vec<_>>(), all);
    }
}

#[test]
fn states_of_idle_processors_are_short() {
    let states = [0, u32::MAX, 2, u32::MAX];
    let samples = (0..10_000_i64).zip(states.into_iter().cycle());
    let samples: Vec<_> = samples
        .map(|(n, state)| (n * 40_001, f64::from(state)))
        .collect();
    let packed: PackedSamples = samples.iter().copied().collect();
    assert_eq!(bits(packed.iter()), bits(samples.into_iter()));
    assert!(packed.heap_bytes() < 70_000, "{}", packed.heap_bytes());
}

#[test]
fn thread_times_are_short() {
    let times = (0..10_000_i64).map(|n| (n * 17_000 + 5, (n * 13_000) as f64));
    let packed: PackedSamples = times.collect();
    assert!(packed.heap_bytes() < 36_000, "{}", packed.heap_bytes());
}

proptest! {
    #[test]
    fn a_walk_sees_what_holds(
        steps in prop::collection::vec((0_i64..4, -50_i64..50), 0..900),
        short in 1_usize..4,
        start in -10_i64..1000,
        ends in prop::collection::vec(prop_oneof![8 => 0_i64..5, 1 => 0_i64..900], 0..80),
    ) {
        let mut ts = 0;
        let samples: Vec<(i64, f64)> = steps
            .iter()
            .map(|&(d, value)| {
                ts += d;
                (ts, if value == 7 { f64::NAN } else { value as f64 })
            })
            .collect();
        // Short blocks make many groups, long ones have ends inside.
        let mut packed = PackedSamples::default();
        for part in samples.chunks(if short == 3 { 400 } else { short }) {
            packed.append(part.iter().copied().collect());
        }
        packed.add_up();
        let mut walk = packed.walk_from(start);
        let (mut from, mut end) = (samples.partition_point(|sample| sample.0 <= start), start);
        for d in ends {
            end += d;
            let to = samples.partition_point(|sample| sample.0 < end).max(from);
            let seen = &samples[from.saturating_sub(1)..to];
            let extent = seen.iter().fold(NOTHING, |e, &(_, v)| widened(e, (v, v)));
            prop_assert_eq!(walk.until(end), extent, "until {}", end);
            from = to;
        }
    }
}
