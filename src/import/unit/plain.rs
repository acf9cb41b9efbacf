//! The events that nearly all are: begin, end or instant, with at most one category,
//! an interned name, annotations, and the thread time of the sequence.
//!
//! They are read along the usual order of fields, straight into the list of their
//! track. Whatever does not fit leaves no trace here and goes the general way.

use super::{Decoder, Kind, ListKey, Scratch, State, TrackEventView, Unpacked};
use crate::decode::wire::{take_bytes, take_varint};

/// The fields of a plain event.
struct PlainEvent {
    kind: Kind,
    thread_time: Option<u64>,
    category: u64,
    name: u64,
    track: Option<u64>,
    has_annotations: bool,
}

impl PlainEvent {
    #[inline]
    fn read(bytes: &[u8]) -> Option<Self> {
        let [0x48, kind, rest @ ..] = bytes else {
            return None;
        };
        let kind = match kind {
            1 => Kind::Begin,
            2 => Kind::End,
            3 => Kind::Instant,
            _ => return None,
        };
        let mut rest = rest;
        let mut number = |tag: u8| match *rest {
            [first, ref after @ ..] if first == tag => {
                rest = after;
                take_varint(&mut rest).map(Some)
            }
            _ => Some(None),
        };
        let thread_time = number(0x60)?;
        let category = number(0x18)?;
        let name = number(0x50)?.unwrap_or(0);
        let track = number(0x58)?;
        let mut has_annotations = false;
        while let [0x22, after @ ..] = rest {
            rest = after;
            let len = take_varint(&mut rest)?;
            take_bytes(&mut rest, len)?;
            has_annotations = true;
        }
        // Id 0 means nothing, but is not nothing.
        let is_plain = rest.is_empty() && category != Some(0);
        is_plain.then_some(Self {
            kind,
            thread_time,
            category: category.unwrap_or(0),
            name,
            track,
            has_annotations,
        })
    }
}

impl Decoder<'_> {
    /// Decodes a plain event; false if it is another.
    #[inline]
    pub(super) fn plain(
        &mut self,
        bytes: &[u8],
        scratch: &mut Scratch,
        (ts, pos): (i64, u64),
        state: &State<'_>,
    ) -> bool {
        let Some(event) = PlainEvent::read(bytes) else {
            return false;
        };
        let Some(track) = event.track.or(state.defaults.track_uuid) else {
            return false;
        };
        if ts < 0 {
            return false;
        }
        let mut thread_ts = None;
        if let Some(value) = event.thread_time {
            let &[uuid, ..] = state.defaults.extra_counters.as_slice() else {
                return false;
            };
            let slot = self.slot(uuid);
            let is_fine = uuid != 0 && self.slots[slot].reserved_at <= pos;
            if !is_fine || !self.is_usable(Some(track)) {
                return false;
            }
            let value = self.slots[slot].absolute(value.cast_signed() as f64);
            self.sample(slot, (ts, pos), value);
            #[expect(clippy::cast_possible_truncation, reason = "float to int saturates")]
            let count = value as i64;
            thread_ts = self.slots[slot].is_thread_time.then_some(count);
        }
        let list = self.list(ListKey::Track(self.machine, track), state.epoch.thread);
        let ids = (event.name, event.category);
        let label = if let Some(label) = self.out.labels.cached(ids, state.run.epoch) {
            label
        } else {
            scratch.clear();
            scratch.category_iids.extend((ids.1 != 0).then_some(ids.1));
            let view = TrackEventView {
                name_iid: ids.0,
                ..TrackEventView::default()
            };
            self.label(&view, scratch, state)
        };
        let is_end = event.kind == Kind::End;
        let names_thread = is_end && state.epoch.thread.is_some() && self.names_thread(list);
        self.noter.event(ts);
        if let Some((_, events)) = self.out.lists.get_mut(list as usize) {
            events.push(&Unpacked {
                ts,
                pos,
                kind: event.kind,
                label,
                thread_ts,
                instructions: None,
                has_args: names_thread || is_end && event.has_annotations,
                has_flows: false,
            });
        }
        true
    }
}
