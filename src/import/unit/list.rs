//! The events of one track as decoded, in file order: about six bytes each.
//!
//! Lists are the largest transient of an import, hence the size. A short word says what an event does and
//! holds label and position, and two bytes hold time and thread time, as differences from the event before.
//! What fits nowhere there (large differences, instruction counts, events out of order in the file) has more
//! words. The times stay when lists are done with: they are the samples of the thread's time.

use std::ops::Range;

use super::flow::{FlowMark, FlowMarks};
use crate::base::pack::{self, Stream};
use crate::model::samples::{Steps, fine_step, of_step, step};

/// What an event does to its track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Kind {
    Begin,
    End,
    Instant,
    Complete,
    /// A new value of a state track.
    State,
    /// Marks the slice on top of the stack as the one that a flow binds to.
    BindEnclosing,
    /// Marks the next slice as the one that a flow binds to.
    BindNext,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Begin,
        Self::End,
        Self::Instant,
        Self::Complete,
        Self::State,
        Self::BindEnclosing,
        Self::BindNext,
        Self::BindNext,
    ];
}

/// An event of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) struct Unpacked<'a> {
    pub(in crate::import) ts: i64,
    pub(in crate::import) pos: u64,
    pub(in crate::import) kind: Kind,
    /// The label's number in the unit.
    pub(in crate::import) label: u32,
    /// CPU time of the thread.
    pub(in crate::import) thread_ts: Option<i64>,
    /// Instruction count of the thread.
    pub(in crate::import) instructions: Option<i64>,
    /// Whether this is an end or a state that carries arguments.
    pub(in crate::import) has_args: bool,
    pub(in crate::import) flows: FlowMarks<'a>,
}

// The lowest bits of an event's first word say what it is ...
const KIND: u32 = 3;
/// Stands in place of the kind of a long event, which has its kind elsewhere and more words.
const LONG: u32 = 3;
const FLOWS: u32 = 1 << 2;
const ARGS: u32 = 1 << 3;
const THREAD: u32 = 1 << 4;
/// Set if differences of times are in microseconds. In a fine step only that of the thread time is.
const MICROS: u32 = 1 << 5;
// ... and the others hold the label and the difference of positions.
const LABEL_SHIFT: u32 = 6;
const POS_SHIFT: u32 = 19;
const LABEL_MAX: u32 = 1 << (POS_SHIFT - LABEL_SHIFT);
pub(super) const POS_MAX: u64 = 1 << (u32::BITS - POS_SHIFT);
// Label and position have the same limit, so that one comparison checks both.
const _: () = assert!(LABEL_MAX as u64 == POS_MAX);
// A long event has its kind above, and label and position in three more words ...
const LONG_KIND_SHIFT: u32 = 6;
/// ... and, if its times are not among the times of the list, these and the instruction count in six more.
const FULL: u32 = 1 << 9;
const HAS_INSTRUCTIONS: u32 = 1 << 10;

/// How many bytes the times of two usual events take.
const USUAL_TIMES: usize = 5;

/// Shrinking so few words is not worth it.
const FEW_WORDS: usize = 6;

/// The bits that are set in the first word of nearly all events with thread time.
const TIMED: u32 = THREAD | MICROS;

/// The bits that are clear in the first word of nearly all events, which begin or end a slice.
const UNUSUAL: u32 = FLOWS | ARGS | (KIND & !(Kind::End as u32));

/// What the differences of the next event refer to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) ts: i64,
    pub(super) pos: u64,
    pub(super) thread_ts: i64,
}

impl Before {
    /// Before the first event: the position is far from that of any event.
    const START: Self = Self {
        ts: 0,
        pos: 1 << 63,
        thread_ts: 0,
    };
}

/// The events of a track in one unit, in file order.
#[derive(Clone, Debug)]
pub(in crate::import) struct TrackList {
    /// What each event is, with its label and position.
    words: Vec<u32>,
    /// How much later each event is, and how much more thread time it has: in the form of the steps of
    /// samples or, without thread time, in four bytes. Full events have none here.
    times: Stream,
    /// The bytes of `times`, once samples share them.
    steps: Option<Steps>,
    before: Before,
    /// The smallest (ts, pos).
    pub(in crate::import) first: (i64, u64),
    /// The latest ts that an earlier one follows.
    latest: i64,
    /// Whether (ts, pos) never decreases.
    pub(in crate::import) sorted: bool,
    /// How many events there are.
    pub(in crate::import) len: usize,
    /// How many events may make a slice.
    pub(in crate::import) n_slices: usize,
    /// How many marks of flows the events have.
    pub(in crate::import) n_flows: usize,
}

impl Default for TrackList {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            times: Stream::default(),
            steps: None,
            before: Before::START,
            first: (i64::MAX, u64::MAX),
            latest: i64::MIN,
            sorted: true,
            len: 0,
            n_slices: 0,
            n_flows: 0,
        }
    }
}

/// An event that comes soon after the last one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) kind: Kind,
    pub(super) label: u32,
    pub(super) d_pos: u64,
    /// How much later it is than the last event, in `unit`.
    pub(super) time: u64,
    /// How much more thread time it has than the last event, in `unit`.
    pub(super) thread: Option<u64>,
    /// What `time` and `thread` are in.
    pub(super) unit: Unit,
    pub(super) has_args: bool,
    pub(super) has_flows: bool,
}

/// What differences of times are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Nanos,
    Micros,
    /// Nanoseconds, of either sign, and thread time in microseconds; only for events with thread time.
    Fine,
}

impl Unit {
    /// Returns the unit that has so many nanoseconds: one, or else a thousand.
    pub(super) const fn of_ns(ns: i64) -> Self {
        if ns == 1 { Self::Nanos } else { Self::Micros }
    }
}

impl Near {
    /// Returns the first word, but for its position, of an event without thread time; `None` if its kind or
    /// label does not fit in.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn bare_word((kind, label): (Kind, u32), unit: Unit, has_args: bool) -> Option<u32> {
        let near = Self {
            kind,
            label,
            d_pos: 0,
            time: 0,
            thread: None,
            unit,
            has_args,
            has_flows: false,
        };
        Some(near.words()?.0)
    }

    /// Does the same for an event with thread time, where both times are in microseconds.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn timed_word(event: (Kind, u32), has_args: bool) -> Option<u32> {
        Some(Self::bare_word(event, Unit::Micros, has_args)? | THREAD)
    }

    /// Returns what is added to these words if the event has arguments or flows.
    pub(super) fn with_more(has_args: bool, has_flows: bool) -> u32 {
        (u32::from(has_args) * ARGS) | (u32::from(has_flows) * FLOWS)
    }

    /// Returns the first word of the event, and the bytes of its times with their number; `None` if the event
    /// does not fit into these.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    #[expect(clippy::cast_possible_truncation, reason = "checked in the end")]
    pub(super) fn words(&self) -> Option<(u32, (u64, u32))> {
        let kind = self.kind as u32;
        let mut word = kind | self.label << LABEL_SHIFT | (self.d_pos as u32) << POS_SHIFT;
        let (time, mut excess) = match self.thread {
            Some(thread) => {
                word |= THREAD;
                match self.unit {
                    Unit::Fine => fine_step(self.time.cast_signed(), thread),
                    Unit::Nanos | Unit::Micros => step(self.time, thread),
                }
            }
            None => ((self.time, 4), self.time >> u32::BITS),
        };
        word |= u32::from(self.unit != Unit::Nanos) * MICROS;
        word |= u32::from(self.has_args) * ARGS;
        word |= u32::from(self.has_flows) * FLOWS;
        excess |= (u64::from(self.label) | self.d_pos) / POS_MAX;
        excess |= u64::from(kind >= LONG);
        (excess == 0).then_some((word, time))
    }
}

/// A step of an event's thread time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct Step {
    /// The range of the step in the bytes of its list's times.
    pub(super) range: Range<usize>,
    /// The time and thread time before the step.
    pub(super) from: (i64, i64),
}

impl TrackList {
    /// Returns an empty list with room for so many events of the usual size.
    pub(super) fn with_room(n: usize) -> Self {
        let mut times = Stream::default();
        times.reserve(n * USUAL_TIMES / 2);
        Self {
            words: Vec::with_capacity(n),
            times,
            ..Self::default()
        }
    }

    /// Appends an event. Returns the step that its times are, if they are stored as samples can share them.
    pub(in crate::import) fn push(&mut self, event: &Unpacked<'_>) -> Option<Step> {
        let before = self.before;
        let from = (before.ts, before.thread_ts);
        let start = self.times.len();
        if self.len == 0 {
            self.first = (event.ts, event.pos);
        } else if (event.ts, event.pos) < (before.ts, before.pos) {
            self.goes_back((event.ts, event.pos), before.ts);
        }
        self.len += 1;
        self.n_slices += usize::from(event.kind != Kind::End);
        let thread_ts = event.thread_ts.unwrap_or(before.thread_ts);
        self.before = Before {
            ts: event.ts,
            pos: event.pos,
            thread_ts,
        };
        let (ts, thread) = (
            event.ts.wrapping_sub(before.ts),
            thread_ts.wrapping_sub(before.thread_ts),
        );
        let is_timed = event.thread_ts.is_some();
        let (time, thread, unit) = match (pack::thousandth(ts), pack::thousandth(thread)) {
            (Some(time), Some(thread)) if time >= 0 || !is_timed => {
                (time.into(), thread.into(), Unit::Micros)
            }
            (_, Some(thread)) if is_timed => (ts, thread.into(), Unit::Fine),
            _ => (ts, thread, Unit::Nanos),
        };
        let mut near = Near {
            kind: event.kind,
            label: event.label,
            d_pos: event.pos.wrapping_sub(before.pos),
            time: time.cast_unsigned(),
            thread: event.thread_ts.map(|_| thread.cast_unsigned()),
            unit,
            has_args: event.has_args,
            has_flows: !event.flows.is_empty(),
        };
        let mut is_step = is_timed && unit != Unit::Nanos;
        let words = near.words().filter(|_| event.instructions.is_none());
        if let Some((word, times)) = words {
            self.words.push(word);
            self.times.put(times.0, times.1);
        } else {
            // Kind, label and position become zero, to see whether only these do not fit.
            (near.kind, near.label, near.d_pos) = (Kind::Begin, 0, 0);
            let times = near.words().filter(|_| event.instructions.is_none());
            let head = match times {
                Some((head, times)) => {
                    self.times.put(times.0, times.1);
                    head
                }
                None if event.thread_ts.is_some() => FULL | THREAD,
                None => FULL,
            };
            self.push_long(event, head);
            is_step &= times.is_some();
        }
        self.words.extend_from_slice(event.flows.words());
        self.n_flows += event.flows.iter().len();
        is_step.then(|| Step {
            range: start..self.times.len(),
            from,
        })
    }

    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    fn push_long(&mut self, event: &Unpacked<'_>, head: u32) {
        let args = if event.has_args { ARGS } else { 0 };
        let flows = if event.flows.is_empty() { 0 } else { FLOWS };
        let instructions = event.instructions.map_or(0, |_| HAS_INSTRUCTIONS);
        let kind = (event.kind as u32) << LONG_KIND_SHIFT;
        let halves = |number: u64| [number as u32, (number >> 32) as u32];
        self.words.extend([
            head | LONG | kind | args | flows | instructions,
            event.label,
        ]);
        self.words.extend(halves(event.pos));
        if head & FULL != 0 {
            let thread_ts = event.thread_ts.unwrap_or(0);
            for number in [event.ts, thread_ts, event.instructions.unwrap_or(0)] {
                self.words.extend(halves(number.cast_unsigned()));
            }
        }
    }

    /// Appends the word and times of an event. [`Self::went_on`] has to be called afterwards.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn push_near(&mut self, (word, (times, len)): (u32, (u64, u32))) {
        self.words.push(word);
        self.times.put(times, len);
    }

    /// Does what [`Self::push_near`] does for a [`Near::bare_word`], a position below [`POS_MAX`], and a
    /// time.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn push_bare(&mut self, word: u32, d_pos: u32, time: u32) {
        self.words.push(word | d_pos << POS_SHIFT);
        self.times.put(time.into(), 4);
    }

    /// Does what [`Self::push_near`] does for a [`Near::timed_word`] and a step, as [`step`] returns it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn push_timed(&mut self, word: u32, d_pos: u32, step: (u64, u32)) {
        self.words.push(word | d_pos << POS_SHIFT);
        self.times.put(step.0, step.1);
    }

    /// Appends what the last event does to a flow, if it does.
    #[inline]
    pub(super) fn push_flow(&mut self, mark: Option<FlowMark>) {
        if let Some(mark) = mark {
            self.words.extend(mark.words());
            self.n_flows += 1;
        }
    }

    /// Notes that an event is earlier than the one before.
    #[cold]
    pub(super) fn goes_back(&mut self, at: (i64, u64), before_ts: i64) {
        self.sorted = false;
        self.first = self.first.min(at);
        self.latest = self.latest.max(before_ts);
    }

    /// Completes the appending of events whose words and times were pushed: `n` events, `n_slices` of which
    /// may make a slice. `before` is what the next event's differences refer to.
    pub(super) fn went_on(&mut self, (n, n_slices): (usize, usize), before: Before) {
        self.len += n;
        self.n_slices += n_slices;
        self.before = before;
    }

    /// Returns how many words there are.
    pub(super) fn n_words(&self) -> usize {
        self.words.len()
    }

    /// Returns how many bytes of times there are.
    pub(super) fn len_of_times(&self) -> usize {
        self.times.len()
    }

    /// Returns the last event's times and position.
    pub(super) fn before(&self) -> Before {
        self.before
    }

    /// Returns the (ts, pos) of the last event.
    pub(in crate::import) fn last(&self) -> (i64, u64) {
        match self.len {
            0 => (i64::MIN, 0),
            _ => (self.before.ts, self.before.pos),
        }
    }

    /// Returns the latest ts of all events.
    pub(in crate::import) fn latest(&self) -> i64 {
        self.latest.max(self.last().0)
    }

    /// Gives back memory that is not needed when no event follows.
    pub(in crate::import) fn finish(&mut self) {
        // An allocator has no smaller pieces, and lists may be many.
        if self.words.capacity() > FEW_WORDS {
            pack::shrink(&mut self.words);
        }
        self.times.finish();
    }

    /// Returns the times, of which some are steps. To be called when no event follows.
    pub(super) fn steps(&mut self) -> Steps {
        let times = &mut self.times;
        let steps = self
            .steps
            .get_or_insert_with(|| Steps::new(std::mem::take(times).into_bytes()));
        Steps::clone(steps)
    }

    /// Returns the events in file order, when no event follows.
    pub(in crate::import) fn iter(&self) -> Events<'_> {
        Events {
            words: self.words.iter(),
            times: match &self.steps {
                Some(steps) => steps.as_slice(),
                None => self.times.bytes(),
            },
            before: Before::START,
        }
    }
}

/// Receives the events of a list.
pub(in crate::import) trait Take<'a> {
    /// Takes in an event that begins or ends a slice, or is an instant, and has nothing else to it
    /// but flows. Returns whether more is wanted.
    fn plain(&mut self, event: Plain<'a>) -> bool;
    /// Takes in any other event.
    fn any(&mut self, event: Unpacked<'a>) -> bool;
}

/// An event that begins or ends a slice, or is an instant: see [`Take`].
#[derive(Clone, Copy, Debug)]
pub(in crate::import) struct Plain<'a> {
    pub(in crate::import) ts: i64,
    pub(in crate::import) pos: u64,
    /// [`Kind::Begin`], [`Kind::End`] or [`Kind::Instant`].
    pub(in crate::import) kind: Kind,
    pub(in crate::import) label: u32,
    pub(in crate::import) thread_ts: Option<i64>,
    pub(in crate::import) flows: FlowMarks<'a>,
}

impl<'a> From<Plain<'a>> for Unpacked<'a> {
    fn from(event: Plain<'a>) -> Self {
        Self {
            ts: event.ts,
            pos: event.pos,
            kind: event.kind,
            label: event.label,
            thread_ts: event.thread_ts,
            instructions: None,
            has_args: false,
            flows: event.flows,
        }
    }
}

/// Iterates over the events of a list.
#[derive(Clone, Debug)]
pub(in crate::import) struct Events<'a> {
    words: std::slice::Iter<'a, u32>,
    /// The times from those of the next event on.
    times: &'a [u8],
    before: Before,
}

impl<'a> Events<'a> {
    /// Hands the events over, which is quicker for plain ones than to iterate.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(in crate::import) fn hand_to(&mut self, to: &mut impl Take<'a>) {
        while let Some(&word) = self.words.as_slice().first() {
            let is_wanted = if word & (UNUSUAL | TIMED) == TIMED {
                self.hand_timed(to)
            } else if word & (UNUSUAL | THREAD) == 0 && self.times.len() >= 4 {
                self.hand_bare(to)
            } else if word & ARGS == 0 && word & KIND != LONG {
                self.hand_one(word, to)
            } else {
                self.unusual().is_none_or(|event| to.any(event))
            };
            if !is_wanted {
                return;
            }
        }
    }

    /// Hands over at least one event, as long as they only begin or end a slice. It has its own loop, so that
    /// what the loop takes stays in registers.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn hand_bare(&mut self, to: &mut impl Take<'a>) -> bool {
        let (mut words, mut times) = (self.words.as_slice(), self.times);
        let Before {
            mut ts, mut pos, ..
        } = self.before;
        let mut is_wanted = true;
        while let Some((&word, later_words)) = words.split_first()
            && word & (UNUSUAL | THREAD) == 0
            && let Some((time, later_times)) = times.split_first_chunk()
            && is_wanted
        {
            (words, times) = (later_words, later_times);
            let scale = if word & MICROS != 0 { 1000 } else { 1 };
            ts = ts.wrapping_add(i64::from(u32::from_le_bytes(*time)) * scale);
            pos = pos.wrapping_add(u64::from(word >> POS_SHIFT));
            let event = |kind| Plain {
                ts,
                pos,
                kind,
                label: word >> LABEL_SHIFT & (LABEL_MAX - 1),
                thread_ts: None,
                flows: FlowMarks::default(),
            };
            // A kind that is known here leaves less code behind each call.
            is_wanted = if word & KIND != 0 {
                to.plain(event(Kind::End))
            } else {
                to.plain(event(Kind::Begin))
            };
        }
        (self.words, self.times) = (words.iter(), times);
        (self.before.ts, self.before.pos) = (ts, pos);
        is_wanted
    }

    /// Does what [`Self::hand_bare`] does for events that have thread time in microseconds, too.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn hand_timed(&mut self, to: &mut impl Take<'a>) -> bool {
        let (mut words, mut times) = (self.words.as_slice(), self.times);
        let Before {
            mut ts,
            mut pos,
            mut thread_ts,
        } = self.before;
        let mut is_wanted = true;
        while let Some((&word, later_words)) = words.split_first()
            && word & (UNUSUAL | TIMED) == TIMED
            && is_wanted
        {
            let (time, thread);
            (time, thread, times) = take_step(times);
            words = later_words;
            ts = ts.wrapping_add(time);
            thread_ts = thread_ts.wrapping_add(thread);
            pos = pos.wrapping_add(u64::from(word >> POS_SHIFT));
            let event = |kind| Plain {
                ts,
                pos,
                kind,
                label: word >> LABEL_SHIFT & (LABEL_MAX - 1),
                thread_ts: Some(thread_ts),
                flows: FlowMarks::default(),
            };
            is_wanted = if word & KIND != 0 {
                to.plain(event(Kind::End))
            } else {
                to.plain(event(Kind::Begin))
            };
        }
        (self.words, self.times) = (words.iter(), times);
        self.before = Before { ts, pos, thread_ts };
        is_wanted
    }

    /// Hands over the next event, which has one word besides its flows.
    #[inline(never)]
    fn hand_one(&mut self, word: u32, to: &mut impl Take<'a>) -> bool {
        self.words.next();
        let thread_ts = self.near_times(word);
        self.before.pos = self.before.pos.wrapping_add(u64::from(word >> POS_SHIFT));
        to.plain(Plain {
            ts: self.before.ts,
            pos: self.before.pos,
            kind: Kind::ALL[(word & KIND) as usize],
            label: word >> LABEL_SHIFT & (LABEL_MAX - 1),
            thread_ts,
            flows: self.flows(word),
        })
    }

    #[inline(never)]
    fn unusual(&mut self) -> Option<Unpacked<'a>> {
        self.next()
    }

    #[inline(never)]
    fn long(&mut self, head: u32) -> Option<Unpacked<'a>> {
        let label = *self.words.next()?;
        let pos = self.number()?;
        let mut instructions = None;
        let thread_ts = if head & FULL == 0 {
            self.near_times(head)
        } else {
            let [ts, thread_ts, count] = [self.number()?, self.number()?, self.number()?];
            self.before.ts = ts.cast_signed();
            instructions = (head & HAS_INSTRUCTIONS != 0).then_some(count.cast_signed());
            (head & THREAD != 0).then(|| {
                self.before.thread_ts = thread_ts.cast_signed();
                self.before.thread_ts
            })
        };
        self.before.pos = pos;
        Some(Unpacked {
            ts: self.before.ts,
            pos,
            kind: Kind::ALL[(head >> LONG_KIND_SHIFT & 7) as usize],
            label,
            thread_ts,
            instructions,
            has_args: head & ARGS != 0,
            flows: self.flows(head),
        })
    }

    /// Takes the flows of an event that began with this word.
    #[inline]
    fn flows(&mut self, head: u32) -> FlowMarks<'a> {
        if head & FLOWS == 0 {
            return FlowMarks::default();
        }
        FlowMarks::take(&mut self.words)
    }

    /// Returns the number in the next two words.
    fn number(&mut self) -> Option<u64> {
        let low = u64::from(*self.words.next()?);
        Some(low | u64::from(*self.words.next()?) << 32)
    }

    /// Takes in the times of the next event, and returns its thread time, if it has any.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn near_times(&mut self, head: u32) -> Option<i64> {
        let word = pack::word(self.times, 0);
        let scale = if head & MICROS != 0 { 1000 } else { 1 };
        if head & THREAD == 0 {
            let time = i64::from(pack::low(word, 3));
            self.before.ts = self.before.ts.wrapping_add(time * scale);
            self.times = self.times.get(4..).unwrap_or_default();
            return None;
        }
        let (time, thread, len) = of_step(word, scale);
        self.times = self.times.get(len..).unwrap_or_default();
        self.before.ts = self.before.ts.wrapping_add(time);
        self.before.thread_ts = self.before.thread_ts.wrapping_add(thread);
        Some(self.before.thread_ts)
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Unpacked<'a>;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn next(&mut self) -> Option<Unpacked<'a>> {
        let word = *self.words.next()?;
        if word & KIND == LONG {
            return self.long(word);
        }
        let thread_ts = self.near_times(word);
        self.before.pos = self.before.pos.wrapping_add(u64::from(word >> POS_SHIFT));
        Some(Unpacked {
            ts: self.before.ts,
            pos: self.before.pos,
            kind: Kind::ALL[(word & KIND) as usize],
            label: word >> LABEL_SHIFT & (LABEL_MAX - 1),
            thread_ts,
            instructions: None,
            has_args: word & ARGS != 0,
            flows: self.flows(word),
        })
    }
}

/// Takes a step in microseconds from the front of `times`. Returns how much later it is, how much more thread
/// time there is, and the times that follow.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for nearly every packet")]
fn take_step(times: &[u8]) -> (i64, i64, &[u8]) {
    let Some(word) = times.first_chunk() else {
        return last_step(times);
    };
    let (time, thread, len) = of_step(u64::from_le_bytes(*word), 1000);
    (time, thread, times.get(len..).unwrap_or_default())
}

#[cold]
fn last_step(times: &[u8]) -> (i64, i64, &[u8]) {
    let (time, thread, len) = of_step(pack::word(times, 0), 1000);
    (time, thread, times.get(len..).unwrap_or_default())
}

#[cfg(test)]
mod tests;
