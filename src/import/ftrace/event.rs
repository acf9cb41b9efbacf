//! One ftrace event, with access to its fields by number.
//!
//! Field numbers are those of the reference's schema, which `events.txt` lists.

use std::ops::Deref;

use crate::decode::fields::{Field, FieldValue, Fields, Message};
use crate::decode::wire;
use crate::import::sink::At;
use crate::proto::ftrace_event::{self, print, sched_switch, sched_waking};

/// What all messages of type `FtraceEvent` have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plain<'a> {
    pub(super) ts: i64,
    pub(super) tid: u32,
    pub(super) number: u32,
    pub(super) body: &'a [u8],
}

impl<'a> Plain<'a> {
    /// Reads an event as recorders write it: timestamp, thread, the event, and nothing else.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "into the loops over nearly all events"
    )]
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&[0x08])?;
        let ts = wire::take_varint(&mut rest)?;
        let mut rest = rest.strip_prefix(&[0x10])?;
        let tid = wire::take_varint(&mut rest)?;
        let tag = wire::take_varint(&mut rest)?;
        // The tag has to be that of a message whose field number takes one or two bytes.
        if !(3 << 3..1 << 14).contains(&tag) || tag & 7 != 2 {
            return None;
        }
        let len = wire::take_varint(&mut rest)?;
        (rest.len() as u64 == len).then_some(Self {
            ts: ts.cast_signed(),
            tid: tid as u32,
            number: (tag >> 3) as u32,
            body: rest,
        })
    }
}

/// An event that is a field of a bundle, with the places of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) ts: i64,
    pub(super) tid: u32,
    pub(super) number: u32,
    /// Where in the bundle the event's own fields begin, and in `len` how long they are.
    pub(super) body: u32,
    pub(super) len: u32,
    /// Where in the bundle the event ends.
    pub(super) end: usize,
}

impl Placed {
    /// More bytes than stand before an event's own fields, including those that are read too far.
    const HEAD: usize = 32;

    /// Reads the event that stands at a place of a bundle: faster than [`Plain::read`], if the numbers have
    /// the usual lengths and the bundle goes on for a bit.
    #[inline(always)]
    pub(super) fn read(bundle: &[u8], at: usize) -> Option<Self> {
        const TAG: u8 = super::bundle::EVENT;
        let head: &[u8; Self::HEAD] = bundle.get(at..)?.first_chunk()?;
        // Some recorders write every length in four bytes.
        let (len, n) = wire::padded_len(word_of(head, 1)?)?;
        if head[0] != TAG {
            return None;
        }
        let start = 1 + n;
        let time = word_of(head, start + 1)?;
        if *head.get(start)? != 0x08 {
            return None;
        }
        let (ts, n) = wire::middle_varint(time)?;
        let tid_at = start + 1 + n;
        if *head.get(tid_at)? != 0x10 {
            return None;
        }
        let tid = word_of(head, tid_at + 1)?;
        let (tid, n) = match wire::short_varint(tid) {
            Some(tid) => tid,
            None => wire::middle_varint(tid)?,
        };
        let tag_at = tid_at + 1 + n;
        let (tag, n) = wire::short_varint(word_of(head, tag_at)?)?;
        // The tag has to be that of a message; no field number takes more than two bytes.
        if tag < 3 << 3 || tag & 7 != 2 {
            return None;
        }
        let (body_len, n_len) = wire::padded_len(word_of(head, tag_at + n)?)?;
        let end = at + start + len;
        let body = at + tag_at + n + n_len;
        (body + body_len == end && end <= bundle.len()).then_some(Self {
            ts: ts.cast_signed(),
            tid: tid as u32,
            number: (tag >> 3) as u32,
            body: body as u32,
            len: body_len as u32,
            end,
        })
    }
}

/// Returns the eight bytes at a place of a head.
#[inline(always)]
#[expect(clippy::inline_always, reason = "into the loop over nearly all events")]
fn word_of(head: &[u8; Placed::HEAD], at: usize) -> Option<u64> {
    let bytes = head.get(at..at.wrapping_add(8))?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// Returns when the event at a place of a bundle happened, as [`wire::sevens`], its field number, and where
/// it ends. This is less than [`Placed::read`] returns, but of more events.
#[inline(always)]
#[expect(clippy::inline_always, reason = "into the loop over nearly all events")]
pub(super) fn glance(bundle: &[u8], at: usize) -> Option<(u64, u32, usize)> {
    let head: &[u8; Placed::HEAD] = bundle.get(at..)?.first_chunk()?;
    let (len, n) = wire::padded_len(word_of(head, 1)?)?;
    if head[0] != super::bundle::EVENT {
        return None;
    }
    let start = 1 + n;
    let time = word_of(head, start + 1)?;
    if *head.get(start)? != 0x08 {
        return None;
    }
    let (ts, n) = wire::sevens(time)?;
    let tid_at = start + 1 + n;
    let tid = word_of(head, tid_at)?;
    // `tid` has the tag of the thread, and then the bytes of its number, whose last is looked for.
    let ends = !(tid >> 8) & 0x8080_8080_8080;
    if tid & 0xff != 0x10 || ends == 0 {
        return None;
    }
    let tag_at = tid_at + 2 + (ends.trailing_zeros() / 8) as usize;
    let (tag, _) = wire::short_varint(word_of(head, tag_at)?)?;
    let end = at + start + len;
    (tag >= 3 << 3 && tag & 7 == 2 && end <= bundle.len()).then_some((ts, (tag >> 3) as u32, end))
}

/// The field number of an event, and its own fields.
pub(super) type Body<'a> = (u32, &'a [u8]);

/// Returns when an event happened, on the clock of its bundle, and what happened.
#[inline]
pub(super) fn when(bytes: &[u8]) -> (Option<i64>, Option<Body<'_>>) {
    match Plain::read(bytes) {
        Some(event) => (Some(event.ts), Some((event.number, event.body))),
        None => any_when(bytes),
    }
}

fn any_when(bytes: &[u8]) -> (Option<i64>, Option<Body<'_>>) {
    let (mut ts, mut body) = (None, None);
    for field in Fields::new(bytes) {
        match (field.number, field.value) {
            (ftrace_event::TIMESTAMP, _) => ts = Some(field.as_i64()),
            (number, FieldValue::Bytes(bytes)) => {
                body = Some((number, bytes));
                if ts.is_some() {
                    break;
                }
            }
            _ => {}
        }
    }
    (ts, body)
}

/// Returns the thread in which an event happened, and what happened.
#[inline]
pub(super) fn what(bytes: &[u8]) -> (Option<i64>, Option<Body<'_>>) {
    match Plain::read(bytes) {
        Some(event) => (Some(i64::from(event.tid)), Some((event.number, event.body))),
        None => any_what(bytes),
    }
}

/// Reads the text of a `print` event as recorders write it: as the last field, with an address before it or
/// not.
#[inline]
fn plain_text(mut rest: &[u8]) -> Option<&[u8]> {
    if let Some(address) = rest.strip_prefix(&[0x08]) {
        rest = address;
        wire::take_varint(&mut rest)?;
    }
    let mut rest = rest.strip_prefix(&[0x12])?;
    let len = wire::take_varint(&mut rest)?;
    (rest.len() as u64 == len).then_some(rest)
}

fn any_what(bytes: &[u8]) -> (Option<i64>, Option<Body<'_>>) {
    let (mut tid, mut body) = (None, None);
    for field in Fields::new(bytes) {
        match (field.number, field.value) {
            (ftrace_event::TIMESTAMP, _) => {}
            (ftrace_event::PID, _) => tid = Some(i64::from(field.as_u32())),
            (number, FieldValue::Bytes(bytes)) => {
                body.get_or_insert((number, bytes));
            }
            _ => {}
        }
    }
    (tid, body)
}

/// The fields of `sched_switch`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SwitchBody<'a> {
    pub(super) prev_comm: Option<&'a [u8]>,
    pub(super) prev_pid: u32,
    pub(super) prev_state: i64,
    pub(super) next_comm: Option<&'a [u8]>,
    pub(super) next_pid: u32,
    pub(super) next_prio: i32,
}

impl<'a> SwitchBody<'a> {
    #[inline]
    pub(super) fn read(body: &'a [u8]) -> Self {
        Self::read_plain(body).unwrap_or_else(|| Self::read_any(body))
    }

    /// Reads the fields as recorders write them: all seven, in the order of their numbers.
    #[inline]
    fn read_plain(body: &'a [u8]) -> Option<Self> {
        let mut rest = body;
        let prev_comm = bytes_of(&mut rest, 0x0a)?;
        let prev_pid = number_of(&mut rest, 0x10)?;
        let _prev_prio = number_of(&mut rest, 0x18)?;
        let prev_state = number_of(&mut rest, 0x20)?;
        let next_comm = bytes_of(&mut rest, 0x2a)?;
        let next_pid = number_of(&mut rest, 0x30)?;
        let next_prio = number_of(&mut rest, 0x38)?;
        rest.is_empty().then_some(Self {
            prev_comm: Some(prev_comm),
            prev_pid: prev_pid as u32,
            prev_state: prev_state.cast_signed(),
            next_comm: Some(next_comm),
            next_pid: next_pid as u32,
            next_prio: (next_prio as u32).cast_signed(),
        })
    }

    fn read_any(body: &'a [u8]) -> Self {
        let mut switch = Self::default();
        for field in Fields::new(body) {
            match field.number {
                sched_switch::PREV_COMM => switch.prev_comm = Some(field.as_bytes()),
                sched_switch::PREV_PID => switch.prev_pid = field.as_u32(),
                sched_switch::PREV_STATE => switch.prev_state = field.as_i64(),
                sched_switch::NEXT_COMM => switch.next_comm = Some(field.as_bytes()),
                sched_switch::NEXT_PID => switch.next_pid = field.as_u32(),
                sched_switch::NEXT_PRIO => switch.next_prio = field.as_i32(),
                _ => {}
            }
        }
        switch
    }
}

/// The fields of `sched_waking`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WakingBody<'a> {
    pub(super) comm: Option<&'a [u8]>,
    pub(super) pid: u32,
}

impl<'a> WakingBody<'a> {
    #[inline]
    pub(super) fn read(body: &'a [u8]) -> Self {
        Self::read_plain(body).unwrap_or_else(|| Self::read_any(body))
    }

    /// Reads the fields as recorders write them: in the order of their numbers, with `success` or without.
    #[inline]
    fn read_plain(mut rest: &'a [u8]) -> Option<Self> {
        let comm = bytes_of(&mut rest, 0x0a)?;
        let pid = number_of(&mut rest, 0x10)?;
        let _prio = number_of(&mut rest, 0x18)?;
        let _success = number_of(&mut rest, 0x20);
        let _target_cpu = number_of(&mut rest, 0x28)?;
        rest.is_empty().then_some(Self {
            comm: Some(comm),
            pid: pid as u32,
        })
    }

    fn read_any(body: &'a [u8]) -> Self {
        let mut waking = Self::default();
        for field in Fields::new(body) {
            match field.number {
                sched_waking::COMM => waking.comm = Some(field.as_bytes()),
                sched_waking::PID => waking.pid = field.as_u32(),
                _ => {}
            }
        }
        waking
    }
}

/// Takes the number that follows a tag.
#[inline]
fn number_of(rest: &mut &[u8], tag: u8) -> Option<u64> {
    *rest = rest.strip_prefix(&[tag])?;
    wire::take_varint(rest)
}

/// Takes the bytes that follow a tag, if they are fewer than 128.
#[inline]
fn bytes_of<'a>(rest: &mut &'a [u8], tag: u8) -> Option<&'a [u8]> {
    let [len, after @ ..] = rest.strip_prefix(&[tag])? else {
        return None;
    };
    let len = usize::from(*len);
    let (bytes, after) = after.split_at_checked(len).filter(|_| len < 0x80)?;
    *rest = after;
    Some(bytes)
}

/// An ftrace event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<'a> {
    /// When it happened and where it is.
    pub(super) at: At,
    /// The CPU it happened on.
    pub(super) cpu: u32,
    /// The thread it happened in.
    pub(super) tid: i64,
    /// The state of the packet's sequence.
    pub(super) epoch: u32,
    /// Which event it is: the number of its field in `FtraceEvent`.
    pub(super) number: u32,
    /// Its own fields.
    pub(super) body: Message<'a>,
    /// `body` and what follows it in the bundle, as far as that is known.
    pub(super) rest: &'a [u8],
}

impl<'a> Deref for Event<'a> {
    type Target = Message<'a>;

    #[inline]
    fn deref(&self) -> &Message<'a> {
        &self.body
    }
}

impl<'a> Event<'a> {
    /// Returns the text of a `print` event, and the eight bytes that begin with its second, if they are
    /// known: the last of them may be from behind the text.
    #[inline]
    pub(super) fn marker(&self) -> (&'a [u8], Option<u64>) {
        let Some(text) = plain_text(self.body.0) else {
            return (self.text(print::BUF), None);
        };
        // The text stands at the end of the body.
        let second = self.body.0.len() - text.len() + 1;
        let word = self.rest.get(second..).and_then(<[u8]>::first_chunk);
        (text, word.map(|word| u64::from_le_bytes(*word)))
    }

    /// Returns those of several fields that are set.
    #[inline]
    pub(super) fn fields<const N: usize>(&self, numbers: [u32; N]) -> [Option<Field<'a>>; N] {
        let mut found = [None; N];
        for field in self.body.fields() {
            let slots = numbers.iter().zip(&mut found);
            for (_, slot) in slots.filter(|(number, _)| **number == field.number) {
                *slot = Some(field);
            }
        }
        found
    }

    /// Returns the numbers of the first two fields, 0 if they are not set.
    #[inline]
    pub(super) fn two_numbers(&self) -> [u64; 2] {
        let mut rest = self.body.0;
        let plain = || Some([number_of(&mut rest, 0x08)?, number_of(&mut rest, 0x10)?]);
        match { plain }() {
            Some(numbers) if rest.is_empty() => numbers,
            _ => {
                let numbers = self.fields([1, 2]);
                numbers.map(|field| field.map_or(0, |field| field.as_u64()))
            }
        }
    }

    /// Returns a pid or tid: the reference cuts them to 32 bits and drops the sign.
    #[inline]
    pub(super) fn pid(&self, number: u32) -> i64 {
        i64::from(self.u32(number))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use prost::encoding::{WireType, encode_key, encode_varint};

    use super::*;

    proptest! {
        #[test]
        fn plain_events_are_read_like_any(
            (ts, tid) in any::<(u64, u64)>(),
            number in prop_oneof![1..8_u32, 1..700_u32, any::<u32>().prop_map(|n| n >> 3 | 1)],
            body in prop::collection::vec(any::<u8>(), 0..200),
            order in prop_oneof![
                Just(vec![0, 1, 2]),
                prop::sample::subsequence(vec![0, 1, 2, 3], 0..=4).prop_shuffle(),
            ],
            damage in prop::option::weighted(0.3, any::<(prop::sample::Index, u8)>()),
            more in 0..40_usize,
        ) {
            let mut bytes = Vec::new();
            for part in order {
                let (field, value) = [(1, ts), (2, tid), (number, 0), (7, 1)][part];
                if part == 2 {
                    encode_key(field, WireType::LengthDelimited, &mut bytes);
                    encode_varint(body.len() as u64, &mut bytes);
                    bytes.extend_from_slice(&body);
                } else {
                    encode_key(field, WireType::Varint, &mut bytes);
                    encode_varint(value, &mut bytes);
                }
            }
            if let Some((index, byte)) = damage.filter(|_| !bytes.is_empty()) {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            let mut bundle = vec![0; 3];
            encode_key(2, WireType::LengthDelimited, &mut bundle);
            encode_varint(bytes.len() as u64, &mut bundle);
            bundle.extend_from_slice(&bytes);
            bundle.resize(bundle.len() + more, 0x80);
            if let Some(placed) = Placed::read(&bundle, 3) {
                prop_assert_eq!(placed.end, bundle.len() - more);
                let body = placed.body as usize..placed.body as usize + placed.len as usize;
                let plain = Plain {
                    ts: placed.ts,
                    tid: placed.tid,
                    number: placed.number,
                    body: &bundle[body],
                };
                prop_assert_eq!(Plain::read(&bytes), Some(plain));
            }
            prop_assert_eq!(when(&bytes), any_when(&bytes));
            prop_assert_eq!(what(&bytes), any_what(&bytes));
        }
    }

    proptest! {
        #[test]
        fn plain_switches_are_read_like_any(
            numbers in any::<[u64; 5]>(),
            comms in any::<[[u8; 5]; 2]>(),
            order in prop_oneof![
                3 => Just(vec![1, 2, 3, 4, 5, 6, 7]),
                1 => prop::sample::subsequence(vec![1, 2, 3, 4, 5, 6, 7, 8], 0..=8).prop_shuffle(),
            ],
            damage in prop::option::weighted(0.3, any::<(prop::sample::Index, u8)>()),
        ) {
            let mut bytes = Vec::new();
            for field in order {
                if let 1 | 5 = field {
                    let comm = &comms[usize::from(field == 5)];
                    encode_key(field, WireType::LengthDelimited, &mut bytes);
                    encode_varint(comm.len() as u64, &mut bytes);
                    bytes.extend_from_slice(comm);
                } else {
                    encode_key(field, WireType::Varint, &mut bytes);
                    encode_varint(numbers[field as usize % 5], &mut bytes);
                }
            }
            if let Some((index, byte)) = damage.filter(|_| !bytes.is_empty()) {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            prop_assert_eq!(SwitchBody::read(&bytes), SwitchBody::read_any(&bytes));
        }

        #[test]
        fn plain_wakeups_are_read_like_any(
            numbers in any::<[u64; 4]>(),
            comm in any::<[u8; 5]>(),
            order in prop_oneof![
                Just(vec![1, 2, 3, 4, 5]),
                Just(vec![1, 2, 3, 5]),
                Just(vec![1, 2]),
                prop::sample::subsequence(vec![1, 2, 3, 4, 5, 6], 0..=6).prop_shuffle(),
            ],
            has_comm in prop::bool::weighted(0.8),
            damage in prop::option::weighted(0.3, any::<(prop::sample::Index, u8)>()),
        ) {
            let mut bytes = Vec::new();
            for field in order {
                if field == 1 && has_comm {
                    encode_key(field, WireType::LengthDelimited, &mut bytes);
                    encode_varint(comm.len() as u64, &mut bytes);
                    bytes.extend_from_slice(&comm);
                } else {
                    encode_key(field, WireType::Varint, &mut bytes);
                    encode_varint(numbers[field as usize % 4], &mut bytes);
                }
            }
            if let Some((index, byte)) = damage.filter(|_| !bytes.is_empty()) {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            prop_assert_eq!(WakingBody::read(&bytes), WakingBody::read_any(&bytes));
            let at = At { ts: 0, offset: 0 };
            let event = Event { at, cpu: 0, tid: 0, epoch: 0, number: 1, body: Message(&bytes), rest: &bytes };
            let [first, second] = event.two_numbers();
            prop_assert_eq!((first, second), (event.u64(1), event.u64(2)));
        }

        #[test]
        fn plain_texts_are_read_like_any(
            address in prop::option::of(any::<u64>()),
            texts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..3),
            damage in prop::option::weighted(0.3, any::<(prop::sample::Index, u8)>()),
            more in 0..12_usize,
        ) {
            let mut bytes = Vec::new();
            if let Some(address) = address {
                encode_key(1, WireType::Varint, &mut bytes);
                encode_varint(address, &mut bytes);
            }
            for text in texts {
                encode_key(2, WireType::LengthDelimited, &mut bytes);
                encode_varint(text.len() as u64, &mut bytes);
                bytes.extend_from_slice(&text);
            }
            if let Some((index, byte)) = damage.filter(|_| !bytes.is_empty()) {
                let at = index.index(bytes.len());
                bytes[at] = byte;
            }
            let at = At { ts: 0, offset: 0 };
            bytes.resize(bytes.len() + more, 7);
            let body = &bytes[..bytes.len() - more];
            let event = Event { at, cpu: 0, tid: 0, epoch: 0, number: 3, body: Message(body), rest: &bytes };
            let (text, word) = event.marker();
            prop_assert_eq!(text, Message(body).text(print::BUF));
            if let Some(word) = word {
                let n = text.len().saturating_sub(1).min(8);
                prop_assert_eq!(&word.to_le_bytes()[..n], &text[1.min(text.len())..][..n]);
            }
        }
    }

    #[test]
    fn what_recorders_write_is_plain() {
        let event = [0x08, 0x80, 0x01, 0x10, 0x05, 0xa2, 0x02, 0x01, 0x2a];
        let expected = Plain {
            ts: 128,
            tid: 5,
            number: 36,
            body: &event[8..],
        };
        assert_eq!(Plain::read(&event), Some(expected));
        let mut bundle = vec![0x12, event.len() as u8];
        bundle.extend(event);
        bundle.extend([0; 40]);
        let placed = Placed::read(&bundle, 0).unwrap();
        assert_eq!((placed.ts, placed.tid, placed.number), (128, 5, 36));
        assert_eq!((placed.body, placed.len, placed.end), (10, 1, 11));
    }
}
