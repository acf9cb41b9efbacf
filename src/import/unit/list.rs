//! The events of one track as decoded, in file order: one word each.
//!
//! Lists are the largest transient of an import, hence the size. A word says what
//! an event does and holds the label, and time, position and thread time as
//! differences from the event before. What fits nowhere there (large differences,
//! instruction counts, events out of order in the file) has more words.

use crate::base::pack;

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
pub(in crate::import) struct Unpacked {
    pub(in crate::import) ts: i64,
    pub(in crate::import) pos: u64,
    pub(in crate::import) kind: Kind,
    /// Local to the unit.
    pub(in crate::import) label: u32,
    /// CPU time of the thread.
    pub(in crate::import) thread_ts: Option<i64>,
    /// Instruction count of the thread.
    pub(in crate::import) instructions: Option<i64>,
    /// Whether this is an end that carries arguments.
    pub(in crate::import) has_args: bool,
    pub(in crate::import) has_flows: bool,
}

// The lowest bits of an event's first word say what it is ...
const KIND: u64 = 3;
/// Stands for a kind that more words tell.
const LONG: u64 = 3;
const FLOWS: u64 = 1 << 2;
const ARGS: u64 = 1 << 3;
const THREAD: u64 = 1 << 4;
/// Differences of times are in microseconds.
const MICROS: u64 = 1 << 5;
// ... and the others hold the label and the differences from the event before. Where there is no
// thread time, the time has its bits too.
const LABEL: Bits = Bits(6, 13);
const POS: Bits = Bits(19, 13);
const THREAD_TS: Bits = Bits(32, 15);
const TS: Bits = Bits(47, 17);
const TS_ALONE: Bits = Bits(32, 32);
// A long event has its kind elsewhere, its label above, and in the next two words position and
// times; in full, in the next four ...
const LONG_KIND: Bits = Bits(6, 3);
const LONG_LABEL: Bits = Bits(32, 32);
/// ... if all numbers are written out.
const WIDE: u64 = 1 << 9;
const HAS_INSTRUCTIONS: u64 = 1 << 10;

/// A field of a word: how far up it is, and how many bits it has.
#[derive(Clone, Copy, Debug)]
struct Bits(u32, u32);

impl Bits {
    /// Returns what of a number does not fit.
    #[inline]
    const fn excess(self, number: u64) -> u64 {
        number >> self.1
    }

    #[inline]
    const fn put(self, number: u64) -> u64 {
        number << self.0
    }

    #[inline]
    const fn get(self, word: u64) -> u64 {
        word >> self.0 & (u64::MAX >> (64 - self.1))
    }
}

/// What differences refer to.
#[derive(Clone, Copy, Debug)]
struct Before {
    ts: i64,
    pos: u64,
    thread_ts: i64,
}

impl Before {
    /// Before the first event, which is far from here.
    const START: Self = Self {
        ts: 0,
        pos: 1 << 63,
        thread_ts: 0,
    };
}

/// An event as the next of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) kind: Kind,
    pub(super) pos: u64,
    pub(super) label: u32,
    /// How much later it is than the last one.
    pub(super) time: u64,
    /// How much more thread time there is.
    pub(super) thread: Option<u64>,
    /// Whether that is in microseconds, or else nanoseconds.
    pub(super) in_micros: bool,
    pub(super) has_args: bool,
}

/// The events of a track in one unit, in file order.
#[derive(Clone, Debug)]
pub(in crate::import) struct TrackList {
    words: Vec<u64>,
    before: Before,
    /// The smallest (ts, pos).
    pub(in crate::import) first: (i64, u64),
    /// Whether (ts, pos) never decreases.
    pub(in crate::import) sorted: bool,
    /// How many events there are.
    pub(in crate::import) len: usize,
    /// How many of them may make a slice.
    pub(in crate::import) n_slices: usize,
}

impl Default for TrackList {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            before: Before::START,
            first: (i64::MAX, u64::MAX),
            sorted: true,
            len: 0,
            n_slices: 0,
        }
    }
}

impl TrackList {
    /// Appends an event.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(in crate::import) fn push(&mut self, event: &Unpacked) {
        let before = self.before;
        let thread_ts = event.thread_ts.unwrap_or(before.thread_ts);
        let d_ts = event.ts.wrapping_sub(before.ts);
        let d_thread = thread_ts.wrapping_sub(before.thread_ts);
        let d_pos = event.pos.wrapping_sub(before.pos);
        let label = u64::from(event.label);
        let (ts, thread, scale) = match (pack::thousandth(d_ts), pack::thousandth(d_thread)) {
            (Some(ts), Some(thread)) => (i64::from(ts), i64::from(thread), MICROS),
            _ => (d_ts, d_thread, 0),
        };
        let (ts, thread) = (ts.cast_unsigned(), thread.cast_unsigned());
        let kind = event.kind as u64;
        let mut excess = LABEL.excess(label) | POS.excess(d_pos) | u64::from(kind >= LONG);
        let times = if event.thread_ts.is_some() {
            excess |= TS.excess(ts) | THREAD_TS.excess(thread);
            TS.put(ts) | THREAD_TS.put(thread)
        } else {
            excess |= TS_ALONE.excess(ts);
            TS_ALONE.put(ts)
        };
        if excess != 0 || event.instructions.is_some() {
            return self.push_long(event);
        }
        self.before = Before {
            ts: event.ts,
            pos: event.pos,
            thread_ts,
        };
        self.len += 1;
        self.n_slices += usize::from(event.kind != Kind::End);
        let head = kind | flags(event) | scale;
        self.words
            .push(head | LABEL.put(label) | POS.put(d_pos) | times);
    }

    /// Returns the word of an event that comes soon after the last one; `None` if it takes more.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn near(&self, event: &Near) -> Option<u64> {
        let d_pos = event.pos.wrapping_sub(self.before.pos);
        let label = u64::from(event.label);
        let kind = event.kind as u64;
        let mut excess = LABEL.excess(label) | POS.excess(d_pos) | u64::from(kind >= LONG);
        let mut word = kind | LABEL.put(label) | POS.put(d_pos);
        if let Some(thread) = event.thread {
            excess |= TS.excess(event.time) | THREAD_TS.excess(thread);
            word |= THREAD | TS.put(event.time) | THREAD_TS.put(thread);
        } else {
            excess |= TS_ALONE.excess(event.time);
            word |= TS_ALONE.put(event.time);
        }
        if event.in_micros {
            word |= MICROS;
        }
        if event.has_args {
            word |= ARGS;
        }
        (excess == 0).then_some(word)
    }

    /// Appends an event with its word.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn push_near(&mut self, event: &Near, word: u64) {
        let ns = if event.in_micros { 1000 } else { 1 };
        let before = &mut self.before;
        before.ts = before.ts.wrapping_add(event.time.cast_signed() * ns);
        let thread = event.thread.unwrap_or(0).cast_signed() * ns;
        before.thread_ts = before.thread_ts.wrapping_add(thread);
        before.pos = event.pos;
        self.len += 1;
        self.n_slices += usize::from(event.kind != Kind::End);
        self.words.push(word);
    }

    /// Returns the thread time of the last event that has any.
    pub(super) fn last_thread_ts(&self) -> i64 {
        self.before.thread_ts
    }

    /// Returns the (ts, pos) of the last event.
    pub(in crate::import) fn last(&self) -> (i64, u64) {
        match self.len {
            0 => (i64::MIN, 0),
            _ => (self.before.ts, self.before.pos),
        }
    }

    #[inline(never)]
    fn push_long(&mut self, event: &Unpacked) {
        let before = self.before;
        if self.len == 0 {
            self.first = (event.ts, event.pos);
        } else if (event.ts, event.pos) < (before.ts, before.pos) {
            self.sorted = false;
            self.first = self.first.min((event.ts, event.pos));
        }
        self.len += 1;
        self.n_slices += usize::from(event.kind != Kind::End);
        let thread_ts = event.thread_ts.unwrap_or(before.thread_ts);
        self.before = Before {
            ts: event.ts,
            pos: event.pos,
            thread_ts,
        };
        let kind = LONG_KIND.put(event.kind as u64) | LONG_LABEL.put(event.label.into());
        let head = LONG | flags(event) | kind;
        let near = |a: i64, b: i64| {
            i32::try_from(a.wrapping_sub(b))
                .ok()
                .map(i32::cast_unsigned)
        };
        if let (Some(ts), Some(thread), Ok(pos), None) = (
            near(event.ts, before.ts),
            near(thread_ts, before.thread_ts),
            u32::try_from(event.pos.wrapping_sub(before.pos)),
            event.instructions,
        ) {
            let times = u64::from(ts) | u64::from(thread) << 32;
            self.words.extend([head, pos.into(), times]);
            return;
        }
        let has_instructions = match event.instructions {
            Some(_) => HAS_INSTRUCTIONS,
            None => 0,
        };
        self.words.extend([
            head | WIDE | has_instructions,
            event.pos,
            event.ts.cast_unsigned(),
            event.thread_ts.unwrap_or(0).cast_unsigned(),
            event.instructions.unwrap_or(0).cast_unsigned(),
        ]);
    }

    /// Gives back memory that is not needed when no event follows.
    pub(in crate::import) fn finish(&mut self) {
        self.words.shrink_to_fit();
    }

    /// Returns the events in file order.
    pub(in crate::import) fn iter(&self) -> Events<'_> {
        Events {
            words: self.words.iter(),
            before: Before::START,
        }
    }
}

#[inline]
fn flags(event: &Unpacked) -> u64 {
    (if event.has_flows { FLOWS } else { 0 })
        | (if event.has_args { ARGS } else { 0 })
        | (if event.thread_ts.is_some() { THREAD } else { 0 })
}

/// Iterates over the events of a list.
#[derive(Clone, Debug)]
pub(in crate::import) struct Events<'a> {
    words: std::slice::Iter<'a, u64>,
    before: Before,
}

impl Events<'_> {
    #[inline(never)]
    fn long(&mut self, head: u64) -> Option<Unpacked> {
        let mut next = || self.words.next().copied();
        let has_thread = head & THREAD != 0;
        let mut instructions = None;
        let pos = next()?;
        if head & WIDE == 0 {
            let times = next()?;
            let near = |number: u64| i64::from(pack::low(number, 3).cast_signed());
            self.before.pos = self.before.pos.wrapping_add(pos);
            self.before.ts = self.before.ts.wrapping_add(near(times));
            self.before.thread_ts = self.before.thread_ts.wrapping_add(near(times >> 32));
        } else {
            self.before.pos = pos;
            self.before.ts = next()?.cast_signed();
            let thread_ts = next()?.cast_signed();
            if has_thread {
                self.before.thread_ts = thread_ts;
            }
            let count = next()?.cast_signed();
            instructions = (head & HAS_INSTRUCTIONS != 0).then_some(count);
        }
        Some(Unpacked {
            ts: self.before.ts,
            pos: self.before.pos,
            kind: *Kind::ALL.get(LONG_KIND.get(head) as usize)?,
            label: pack::low(LONG_LABEL.get(head), 3),
            thread_ts: has_thread.then_some(self.before.thread_ts),
            instructions,
            has_args: head & ARGS != 0,
            has_flows: head & FLOWS != 0,
        })
    }
}

impl Iterator for Events<'_> {
    type Item = Unpacked;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn next(&mut self) -> Option<Unpacked> {
        let word = *self.words.next()?;
        if word & KIND == LONG {
            return self.long(word);
        }
        let scale = if word & MICROS != 0 { 1000 } else { 1 };
        let mut thread_ts = None;
        let mut d_ts = TS_ALONE.get(word);
        if word & THREAD != 0 {
            d_ts = TS.get(word);
            let delta = THREAD_TS.get(word).cast_signed();
            self.before.thread_ts = self.before.thread_ts.wrapping_add(delta * scale);
            thread_ts = Some(self.before.thread_ts);
        }
        self.before.ts = self.before.ts.wrapping_add(d_ts.cast_signed() * scale);
        self.before.pos = self.before.pos.wrapping_add(POS.get(word));
        Some(Unpacked {
            ts: self.before.ts,
            pos: self.before.pos,
            kind: Kind::ALL[(word & KIND) as usize],
            label: LABEL.get(word) as u32,
            thread_ts,
            instructions: None,
            has_args: word & ARGS != 0,
            has_flows: word & FLOWS != 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn event() -> impl Strategy<Value = Unpacked> {
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
        (numbers, 0_usize..7, any::<(bool, bool)>()).prop_map(|(numbers, kind, flags)| Unpacked {
            ts: numbers.0,
            pos: numbers.1,
            kind: Kind::ALL[kind],
            label: numbers.2,
            thread_ts: numbers.3,
            instructions: numbers.4,
            has_args: flags.0,
            has_flows: flags.1,
        })
    }

    proptest! {
        #[test]
        fn events_come_back(events in prop::collection::vec(event(), 0..40)) {
            let mut list = TrackList::default();
            for event in &events {
                list.push(event);
            }
            list.finish();
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
                has_flows: false,
            });
        }
        assert!(list.words.len() < 1010, "{} words", list.words.len());
    }
}
