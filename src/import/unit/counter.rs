//! Samples of counters: those of counter events, and those that other events carry along.
//!
//! Rules: spec trace-format 5.5.

use super::event::Values;
use super::{CounterList, Decoder, Scratch, TrackEventView, TrackList};
use crate::base::pack;
use crate::import::descriptor;
use crate::import::scan::Scan;
use crate::import::sequence::Defaults;
use crate::model::samples::PackedSamples;

/// What is known of a counter while decoding a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct CounterSlot {
    uuid: u64,
    /// Where its first descriptor stands; `u64::MAX` if it is no counter.
    pub(super) reserved_at: u64,
    multiplier: i64,
    incremental: bool,
    pub(super) is_thread_time: bool,
    sum: f64,
    /// Index into [`super::Decoded::counters`], `u32::MAX` before the first sample.
    samples: u32,
}

impl CounterSlot {
    pub(super) fn new(scan: &Scan, key: (u32, u64)) -> Self {
        let mut slot = Self {
            uuid: key.1,
            reserved_at: u64::MAX,
            multiplier: 0,
            incremental: false,
            is_thread_time: false,
            sum: 0.0,
            samples: u32::MAX,
        };
        if let Some(reservation) = scan.reservations.get(key)
            && let descriptor::Kind::Counter(spec) = &reservation.kind
        {
            slot.reserved_at = reservation.pos;
            slot.multiplier = spec.multiplier;
            slot.incremental = spec.incremental;
            slot.is_thread_time = match reservation.name {
                Some(name) => scan.strings.bytes(name) == b"thread_time",
                None => spec.builtin == 1,
            };
        }
        slot
    }

    /// Scales a counter value and adds it up, if the counter asks for that.
    pub(super) fn absolute(&mut self, value: f64) -> f64 {
        let mut value = value;
        if self.multiplier > 0 {
            value *= self.multiplier as f64;
        }
        if self.incremental {
            self.sum += value;
            value = self.sum;
        }
        value
    }
}

impl CounterSlot {
    /// Goes on with the samples of a thread's time in microseconds, if `list` and they are where
    /// they would be had each event of it carried one.
    pub(super) fn streak<'s>(
        &'s mut self,
        counters: &'s mut [CounterList],
        list: &TrackList,
    ) -> Option<Streak<'s>> {
        if !(self.incremental && self.multiplier == 1000 && self.is_thread_time) {
            return None;
        }
        let samples = &mut counters.get_mut(self.samples as usize)?.samples;
        let (ts, value) = samples.last();
        if value.to_bits() != self.sum.to_bits()
            || value.to_bits() != (list.last_thread_ts() as f64).to_bits()
        {
            return None;
        }
        let micros = pack::thousandth(list.last().0.wrapping_sub(ts))?;
        Some(Streak {
            micros: u32::try_from(micros).ok()?,
            slot: self,
            samples,
        })
    }
}

/// Samples of a thread's time while events come that go on from each other.
pub(super) struct Streak<'s> {
    slot: &'s mut CounterSlot,
    samples: &'s mut PackedSamples,
    /// How much later than the last sample the last event is.
    micros: u32,
}

impl Streak<'_> {
    /// Takes in the time of an event so much later than the last one, and how much the thread's
    /// time has grown, if the event says so; false if that is too much, and then nothing changes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn go_on(&mut self, micros: u64, more: Option<u64>) -> bool {
        let sum = u64::from(self.micros).saturating_add(micros);
        let Ok(micros) = u32::try_from(sum) else {
            return false;
        };
        let Some(more) = more else {
            self.micros = micros;
            return true;
        };
        let is_near = u32::try_from(more).is_ok_and(|more| self.samples.push_near(micros, more));
        if is_near {
            self.micros = 0;
        }
        is_near
    }

    pub(super) fn finish(self) {
        self.slot.sum = self.samples.last().1;
    }
}

impl Decoder<'_> {
    /// Returns the index of what is known of a counter.
    #[inline]
    pub(super) fn slot(&mut self, uuid: u64) -> usize {
        if let Some((last, index)) = self.last_counter
            && last == uuid
        {
            return index as usize;
        }
        let (scan, machine, slots) = (self.scan, self.machine, &mut self.slots);
        let index = *self.counter_of.entry(uuid).or_insert_with(|| {
            slots.push(CounterSlot::new(scan, (machine, uuid)));
            slots.len() as u32 - 1
        });
        self.last_counter = Some((uuid, index));
        index as usize
    }

    pub(super) fn counter(
        &mut self,
        view: &TrackEventView<'_>,
        said: Option<u64>,
        ts: i64,
        pos: u64,
    ) {
        let Some(uuid) = said else {
            self.out
                .issues
                .record("track_event_counter_missing_track_uuid", pos, String::new);
            return;
        };
        let Some(value) = view.counter_value else {
            self.out
                .issues
                .record("track_event_counter_missing_value", pos, String::new);
            return;
        };
        let slot = self.slot(uuid);
        if self.slots[slot].reserved_at > pos {
            self.out
                .issues
                .record("track_event_counter_invalid_track_uuid", pos, || {
                    format!("track {uuid}")
                });
            return;
        }
        let value = self.slots[slot].absolute(value);
        self.sample(slot, (ts, pos), value);
        if view.has_args {
            self.out.counter_args.push(((self.machine, uuid), ts, pos));
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for most events")]
    pub(super) fn sample(&mut self, slot: usize, at: (i64, u64), value: f64) {
        self.noter.event(at.0);
        let slot = &mut self.slots[slot];
        if slot.samples == u32::MAX {
            slot.samples = self.out.counters.len() as u32;
            self.out.counters.push(CounterList {
                key: (self.machine, slot.uuid),
                first: at,
                samples: PackedSamples::default(),
            });
        }
        if let Some(counter) = self.out.counters.get_mut(slot.samples as usize) {
            if at.0 <= counter.first.0 {
                counter.first = counter.first.min(at);
            }
            counter.samples.push(at.0, value);
        }
    }

    /// Handles the extra counters of an event and returns the thread time among them.
    pub(super) fn extra_counters(
        &mut self,
        scratch: &Scratch,
        defaults: &Defaults,
        at: (i64, u64),
        is_kept: bool,
    ) -> Result<Option<i64>, &'static str> {
        let pos = at.1;
        let ints = scratch.extra_counters(defaults);
        if let ([value], [uuid, ..], true) = (
            scratch.extra_values.as_slice(),
            ints,
            scratch.extra_double_values.is_empty(),
        ) && *uuid != 0
        {
            // One integer: thread time, nearly always.
            let slot = self.slot(*uuid);
            if self.slots[slot].reserved_at > pos {
                return Err("track_event_extra_counter_invalid_track");
            }
            let value = self.slots[slot].absolute(*value as f64);
            if is_kept {
                self.sample(slot, at, value);
            }
            #[expect(clippy::cast_possible_truncation, reason = "float to int saturates")]
            return Ok(self.slots[slot].is_thread_time.then_some(value as i64));
        }
        let doubles = scratch.extra_double_counters(defaults);
        let mut found: [(usize, f64); 8] = [(0, 0.0); 8];
        let mut n_found = 0;
        let values = [
            (
                ints,
                scratch
                    .extra_values
                    .iter()
                    .map(|&value| value as f64)
                    .collect::<Values>(),
            ),
            (
                doubles,
                scratch.extra_double_values.iter().copied().collect(),
            ),
        ];
        for (uuids, values) in &values {
            if values.is_empty() {
                continue;
            }
            if uuids.is_empty() {
                return Err("track_event_extra_counter_missing_track_uuids");
            }
            for (index, value) in values.iter().enumerate() {
                let Some(&uuid) = uuids.get(index).filter(|&&uuid| uuid != 0) else {
                    return Err("track_event_extra_counter_track_uuid_mismatch");
                };
                if n_found >= found.len() {
                    return Err("track_event_extra_counter_exceeds_max");
                }
                let slot = self.slot(uuid);
                if self.slots[slot].reserved_at > pos {
                    return Err("track_event_extra_counter_invalid_track");
                }
                found[n_found] = (slot, self.slots[slot].absolute(value));
                n_found += 1;
            }
        }
        let mut thread_ts = None;
        for &(slot, value) in found.get(..n_found).unwrap_or_default() {
            if is_kept {
                self.sample(slot, at, value);
            }
            if self.slots[slot].is_thread_time {
                #[expect(clippy::cast_possible_truncation, reason = "float to int saturates")]
                let value = value as i64;
                thread_ts = Some(value);
            }
        }
        Ok(thread_ts)
    }
}
