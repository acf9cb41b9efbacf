//! Samples of counters: those of counter events, and those that other events carry along.
//!
//! What drops an event is read from the reference's `track_event_tokenizer.cc`, where values are made absolute in the
//! order of the file.

use super::event::Values;
use super::{CounterList, Decoder, Scratch, Step, TrackEventView, TrackList};
use crate::import::descriptor;
use crate::import::scan::Scan;
use crate::import::sequence::Defaults;
use crate::model::samples::PackedSamples;

/// What is known of a counter while decoding a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct CounterSlot {
    uuid: u64,
    /// Where the counter's first descriptor stands; `u64::MAX` if the track is no counter.
    pub(super) reserved_at: u64,
    multiplier: i64,
    incremental: bool,
    pub(super) is_thread_time: bool,
    is_instructions: bool,
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
            is_instructions: false,
            sum: 0.0,
            samples: u32::MAX,
        };
        if let Some(reservation) = scan.reservations.get(key)
            && let descriptor::Kind::Counter(spec) = &reservation.kind
        {
            slot.reserved_at = reservation.pos;
            slot.multiplier = spec.multiplier;
            slot.incremental = spec.incremental;
            let name = reservation.name.map(|name| scan.strings.bytes(name));
            slot.is_thread_time = name == Some(b"thread_time");
            slot.is_instructions = name == Some(b"thread_instruction_count");
        }
        slot
    }

    /// Scales a counter value, and adds it up if the counter is incremental.
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

/// What extra counters of an event say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extra {
    /// The thread's time.
    pub(super) thread_ts: Option<i64>,
    /// How many instructions the thread has executed.
    pub(super) instructions: Option<i64>,
    /// A sample that waits for the event to be put into its list: its slot and value.
    pub(super) sample: Option<(usize, f64)>,
    /// What the event itself counts, if it does: the slot of its counter and the value.
    pub(super) own: Option<(usize, f64)>,
}

impl CounterSlot {
    /// Returns what a value of the counter says of the thread.
    fn extra(&self, value: f64) -> Extra {
        #[expect(clippy::cast_possible_truncation, reason = "float to int saturates")]
        let value = value as i64;
        Extra {
            thread_ts: self.is_thread_time.then_some(value),
            instructions: self.is_instructions.then_some(value),
            sample: None,
            own: None,
        }
    }

    /// Returns whether values say by how many microseconds a thread's time has grown.
    fn grows_in_micros(&self) -> bool {
        self.incremental && self.multiplier == 1000 && self.is_thread_time
    }
}

/// The samples of a thread's time during a streak of events, as steps that they share with the list of the
/// events.
pub(super) struct Growth<'s> {
    slot: &'s mut CounterSlot,
    samples: &'s mut PackedSamples,
    first: &'s mut (i64, u64),
    /// The list whose steps the samples share, and in `from` the time and value before the next sample.
    steps: u32,
    from: (i64, i64),
    /// How many samples still fit into the open block of steps, and in `n` how many of these were added.
    room: u32,
    n: u32,
    /// How many samples are stored by themselves, though they could be steps, before there are steps again.
    n_own: u32,
}

impl<'s> Growth<'s> {
    /// Goes on with the samples of a slot, if they have been steps of list `steps` so far, or will be after a
    /// few that are not.
    pub(super) fn of(
        slot: &'s mut CounterSlot,
        counters: &'s mut [CounterList],
        (steps, list): (u32, &TrackList),
    ) -> Option<Self> {
        let CounterList { samples, first, .. } = counters.get_mut(slot.samples as usize)?;
        let before = list.before();
        let from = (before.ts, before.thread_ts);
        let (room, n_own) = match samples.room_for_steps((steps, list.len_of_times()), from) {
            Some(room) => (room, 0),
            // The next sample is not before the first one.
            None if from.0 >= first.0 => (0, samples.n_before_steps()),
            None => return None,
        };
        let is_known = slot.sum.to_bits() == (from.1 as f64).to_bits()
            && from.1.unsigned_abs() < PackedSamples::STEPS_UNTIL;
        (slot.grows_in_micros() && is_known).then_some(Self {
            slot,
            samples,
            first,
            steps,
            from,
            room,
            n: 0,
            n_own,
        })
    }

    /// Adds a sample at `ts` with a value that is `more` microseconds greater than the last. Its step in the
    /// list ends at `end`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn add(&mut self, ts: i64, more: u64, end: usize) {
        let value = self.from.1 + more.cast_signed() * 1000;
        if self.n == self.room {
            self.add_slowly((ts, value), end);
        } else {
            self.n += 1;
        }
        self.from = (ts, value);
    }

    /// Returns how many samples can be added by [`Self::add_all`].
    pub(super) fn room(&self) -> u32 {
        self.room - self.n
    }

    /// Adds `n` samples, no more than [`Self::room`], each of which has a step. The last of them is at `ts`,
    /// and its value is `more` microseconds greater than the one before the first.
    pub(super) fn add_all(&mut self, n: u32, (ts, more): (i64, u64)) {
        if n > 0 {
            self.n += n;
            self.from = (ts, self.from.1 + more.cast_signed() * 1000);
        }
    }

    /// Does what [`Self::add`] does with a sample at `at`, which may be earlier than the one before.
    #[inline]
    pub(super) fn add_any(&mut self, at: (i64, u64), more: u64, end: usize) {
        if at.0 < self.from.0 {
            self.go_back(at, more, end);
        } else {
            self.add(at.0, more, end);
        }
    }

    #[cold]
    #[inline(never)]
    fn go_back(&mut self, at: (i64, u64), more: u64, end: usize) {
        *self.first = at.min(*self.first);
        let value = self.from.1 + more.cast_signed() * 1000;
        self.add_slowly((at.0, value), end);
        self.from = (at.0, value);
    }

    #[inline(never)]
    fn add_slowly(&mut self, next: (i64, i64), end: usize) {
        if self.n_own > 0 {
            self.n_own -= 1;
            return self.samples.push(next.0, next.1 as f64);
        }
        self.extend(end);
        if self.n == self.room {
            self.samples.begin_steps((self.steps, end), next);
            self.room = PackedSamples::MAX_STEPS;
        } else {
            self.samples.extend_steps((1, end), next);
            self.room -= self.n + 1;
        }
        self.n = 0;
    }

    fn extend(&mut self, end: usize) {
        if self.n > 0 {
            self.samples.extend_steps((self.n, end), self.from);
        }
    }

    /// Stores what is left to be stored of the samples that were added. Their steps in the list end at `end`.
    /// Returns the thread's time.
    pub(super) fn finish(mut self, end: usize) -> i64 {
        self.extend(end);
        self.slot.sum = self.from.1 as f64;
        self.from.1
    }
}

/// Says of a track that it is no counter to an event at `pos`, and why.
fn not_a_counter(scan: &Scan, key: (u32, u64), pos: u64) -> String {
    let why = match scan.reservations.get(key) {
        None => "which is never described",
        Some(reservation) if reservation.pos == u64::MAX => "which is never described",
        Some(reservation) => match reservation.kind {
            descriptor::Kind::Thread(..) => "which is of a thread",
            descriptor::Kind::Process(_) => "which is of a process",
            descriptor::Kind::State => "which is one of states",
            descriptor::Kind::Plain => "which is one of slices",
            descriptor::Kind::Counter(_) if reservation.pos > pos => {
                "which is described only later in the file"
            }
            descriptor::Kind::Counter(_) => "which cannot be used",
        },
    };
    format!("track {}, {why}", key.1)
}

impl Decoder<'_> {
    /// Returns the index of a counter's slot.
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

    /// Returns what an event counts: the slot of its counter and the value, sums of incremental counters
    /// included. Of an event that counts nothing the issue is recorded.
    pub(super) fn counted(
        &mut self,
        view: &TrackEventView<'_>,
        said: Option<u64>,
        pos: u64,
    ) -> Option<(usize, f64)> {
        let Some(uuid) = said else {
            self.out
                .issues
                .record("track_event_counter_missing_track_uuid", pos, String::new);
            return None;
        };
        let Some(value) = view.counter_value else {
            self.out
                .issues
                .record("track_event_counter_missing_value", pos, String::new);
            return None;
        };
        let slot = self.slot(uuid);
        if self.slots[slot].reserved_at > pos {
            self.out
                .issues
                .record("track_event_counter_invalid_track_uuid", pos, || {
                    not_a_counter(self.scan, (self.machine, uuid), pos)
                });
            return None;
        }
        Some((slot, self.slots[slot].absolute(value)))
    }

    /// Adds the sample that an event is, with the place of its arguments.
    pub(super) fn counter(
        &mut self,
        view: &TrackEventView<'_>,
        (slot, value): (usize, f64),
        at: (i64, u64),
    ) {
        self.sample(slot, at, value, None);
        let counter = self.slots[slot].samples as usize;
        if view.has_args
            && let Some(counter) = self.out.counters.get_mut(counter)
        {
            let last = counter.samples.len().saturating_sub(1);
            counter.args.push((last as u32, at.1));
        }
    }

    /// Adds a sample. `place` is the list and the step of its event, if it has one, which the sample of a
    /// thread's time can share.
    pub(super) fn sample(
        &mut self,
        slot: usize,
        at: (i64, u64),
        value: f64,
        place: Option<(u32, Step)>,
    ) {
        self.noter.event(at.0);
        let slot = &mut self.slots[slot];
        if slot.samples == u32::MAX {
            slot.samples = self.out.counters.len() as u32;
            self.out.counters.push(CounterList {
                key: (self.machine, slot.uuid),
                first: at,
                samples: PackedSamples::default(),
                args: Vec::new(),
            });
        }
        let Some(counter) = self.out.counters.get_mut(slot.samples as usize) else {
            return;
        };
        if at.0 <= counter.first.0 {
            counter.first = counter.first.min(at);
        }
        let sample = (at.0, value);
        if let Some((list, Step { range, from })) = place.filter(|_| slot.is_thread_time)
            && counter.samples.push_step((list, range), from, sample)
        {
            return;
        }
        counter.samples.push(sample.0, sample.1);
    }

    /// Handles the extra counters of an event. Their samples are added only if `is_kept`.
    pub(super) fn extra_counters(
        &mut self,
        scratch: &Scratch,
        defaults: &Defaults,
        at: (i64, u64),
        is_kept: bool,
    ) -> Result<Extra, &'static str> {
        let pos = at.1;
        let ints = scratch.extra_counters(defaults);
        if let ([value], [uuid, ..], true) = (
            scratch.extra_values.as_slice(),
            ints,
            scratch.extra_double_values.is_empty(),
        ) && *uuid != 0
        {
            // A single integer is nearly always thread time.
            let slot = self.slot(*uuid);
            if self.slots[slot].reserved_at > pos {
                return Err("track_event_extra_counter_invalid_track");
            }
            let value = self.slots[slot].absolute(*value as f64);
            let mut extra = self.slots[slot].extra(value);
            extra.sample = is_kept.then_some((slot, value));
            return Ok(extra);
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
        let mut extra = Extra::default();
        for &(slot, value) in found.get(..n_found).unwrap_or_default() {
            if is_kept {
                self.sample(slot, at, value, None);
            }
            let said = self.slots[slot].extra(value);
            extra.thread_ts = said.thread_ts.or(extra.thread_ts);
            extra.instructions = said.instructions.or(extra.instructions);
        }
        Ok(extra)
    }
}
