//! The events of one track as decoded, in file order: five or six bytes each.
//!
//! Lists are the largest transient of an import, hence the size. An event is two
//! bytes that say what it does and how long its numbers are, then the numbers:
//! time, position and thread time as differences from the event before, and the
//! label. What fits nowhere there (large differences, instruction counts, events
//! out of order in the file) is written out in full.

use crate::base::pack::{self, Stream};

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

// The lower byte of an event says what it is ...
const KIND: u16 = 7;
const FLOWS: u16 = 1 << 3;
const ARGS: u16 = 1 << 4;
const THREAD: u16 = 1 << 5;
/// Differences of times are in microseconds.
const MICROS: u16 = 1 << 6;
/// All numbers are written out in full.
const WIDE: u16 = 1 << 7;
// ... and the upper one how long its numbers are.
const TS_SHIFT: u32 = 8;
const POS_SHIFT: u32 = 10;
const LABEL_SHIFT: u32 = 12;
const THREAD_SHIFT: u32 = 14;

/// Time, position, thread time, instructions, label, and which of the two there are.
const WIDE_LEN: usize = 8 + 8 + 8 + 8 + 4 + 1;

/// What differences refer to.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    ts: i64,
    pos: u64,
    thread_ts: i64,
}

/// The events of a track in one unit, in file order.
#[derive(Clone, Debug)]
pub(in crate::import) struct TrackList {
    stream: Stream,
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
            stream: Stream::default(),
            before: Before::default(),
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
        if self.len == 0 {
            self.first = (event.ts, event.pos);
        } else if event.ts < before.ts || (event.ts == before.ts && event.pos < before.pos) {
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
        let d_ts = event.ts.wrapping_sub(before.ts);
        let d_thread = thread_ts.wrapping_sub(before.thread_ts);
        let mut head = u32::from(flags(event));
        let micros = pack::thousandth(d_ts).zip(pack::thousandth(d_thread));
        let times = if micros.is_some() {
            head |= u32::from(MICROS);
            micros
        } else {
            i32::try_from(d_ts).ok().zip(i32::try_from(d_thread).ok())
        };
        let (Some((ts, thread)), Ok(pos), None) = (
            times,
            u32::try_from(event.pos.wrapping_sub(before.pos)),
            event.instructions,
        ) else {
            return self.push_wide(event);
        };
        let (ts, thread) = (pack::zigzag32(ts), pack::zigzag32(thread));
        let codes = (
            pack::code(ts),
            pack::code(pos),
            pack::code(event.label),
            pack::code(thread),
        );
        head |= codes.0 << TS_SHIFT
            | codes.1 << POS_SHIFT
            | codes.2 << LABEL_SHIFT
            | codes.3 << THREAD_SHIFT;
        let len = pack::len(codes.1);
        let place = u64::from(pos) | u64::from(event.label) << (8 * len);
        self.stream.put(
            u64::from(head) | u64::from(ts) << 16,
            2 + pack::len(codes.0),
        );
        self.stream.put(place, len + pack::len(codes.2));
        if codes.3 != 0 {
            self.stream.put(u64::from(thread), pack::len(codes.3));
        }
    }

    /// Returns the (ts, pos) of the last event.
    pub(in crate::import) fn last(&self) -> (i64, u64) {
        match self.len {
            0 => (i64::MIN, 0),
            _ => (self.before.ts, self.before.pos),
        }
    }

    #[cold]
    fn push_wide(&mut self, event: &Unpacked) {
        let there =
            u8::from(event.thread_ts.is_some()) | u8::from(event.instructions.is_some()) << 1;
        let stream = &mut self.stream;
        stream.extend(&(flags(event) | WIDE).to_le_bytes());
        stream.extend(&event.ts.to_le_bytes());
        stream.extend(&event.pos.to_le_bytes());
        stream.extend(&event.thread_ts.unwrap_or(0).to_le_bytes());
        stream.extend(&event.instructions.unwrap_or(0).to_le_bytes());
        stream.extend(&event.label.to_le_bytes());
        stream.extend(&[there]);
    }

    /// Gives back memory that is not needed when no event follows.
    pub(in crate::import) fn finish(&mut self) {
        self.stream.finish();
    }

    /// Returns the events in file order.
    pub(in crate::import) fn iter(&self) -> Events<'_> {
        Events {
            bytes: self.stream.bytes(),
            end: self.stream.len(),
            at: 0,
            before: Before::default(),
        }
    }
}

#[inline]
fn flags(event: &Unpacked) -> u16 {
    event.kind as u16
        | if event.has_flows { FLOWS } else { 0 }
        | if event.has_args { ARGS } else { 0 }
        | if event.thread_ts.is_some() { THREAD } else { 0 }
}

/// Iterates over the events of a list.
#[derive(Clone, Debug)]
pub(in crate::import) struct Events<'a> {
    bytes: &'a [u8],
    end: usize,
    at: usize,
    before: Before,
}

impl Events<'_> {
    #[cold]
    fn wide(&mut self, head: u16) -> Option<Unpacked> {
        let record: &[u8; WIDE_LEN] = self.bytes.get(self.at + 2..)?.first_chunk()?;
        self.at += 2 + WIDE_LEN;
        let there = record.last().copied().unwrap_or(0);
        let thread_ts = pack::word(record, 16).cast_signed();
        let instructions = pack::word(record, 24).cast_signed();
        self.before.ts = pack::word(record, 0).cast_signed();
        self.before.pos = pack::word(record, 8);
        if there & 1 != 0 {
            self.before.thread_ts = thread_ts;
        }
        Some(Unpacked {
            ts: self.before.ts,
            pos: self.before.pos,
            kind: Kind::ALL[usize::from(head & KIND)],
            label: pack::low(pack::word(record, 32), 3),
            thread_ts: (there & 1 != 0).then_some(thread_ts),
            instructions: (there & 2 != 0).then_some(instructions),
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
        if self.at >= self.end {
            return None;
        }
        let word = pack::word(self.bytes, self.at);
        #[expect(clippy::cast_possible_truncation, reason = "the lower two bytes")]
        let head = word as u16;
        if head & WIDE != 0 {
            return self.wide(head);
        }
        let code = |shift: u32| u32::from(head >> shift) & 3;
        let (ts, pos, label) = (code(TS_SHIFT), code(POS_SHIFT), code(LABEL_SHIFT));
        let scale = if head & MICROS != 0 { 1000 } else { 1 };
        let d_ts = pack::unzigzag(u64::from(pack::low(word >> 16, ts)));
        self.at += 2 + pack::len(ts) as usize;
        let word = pack::word(self.bytes, self.at);
        let d_pos = u64::from(pack::low(word, pos));
        let rest = word >> (8 * pack::len(pos));
        self.at += (pack::len(pos) + pack::len(label)) as usize;
        self.before.ts = self.before.ts.wrapping_add(d_ts.wrapping_mul(scale));
        self.before.pos = self.before.pos.wrapping_add(d_pos);
        let thread_ts = (head & THREAD != 0).then(|| {
            let code = code(THREAD_SHIFT);
            let word = pack::word(self.bytes, self.at);
            self.at += pack::len(code) as usize;
            let delta = pack::unzigzag(u64::from(pack::low(word, code)));
            let at = self
                .before
                .thread_ts
                .wrapping_add(delta.wrapping_mul(scale));
            self.before.thread_ts = at;
            at
        });
        Some(Unpacked {
            ts: self.before.ts,
            pos: self.before.pos,
            kind: Kind::ALL[usize::from(head & KIND)],
            label: pack::low(rest, label),
            thread_ts,
            instructions: None,
            has_args: head & ARGS != 0,
            has_flows: head & FLOWS != 0,
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
        assert!(list.stream.len() < 5600, "{} bytes", list.stream.len());
    }
}
