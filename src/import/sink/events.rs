//! The events of a track, packed: what most of them do not have takes no room.
//!
//! A system trace has millions of events that only say when, where, what and whose. They go in
//! and come out whole, so only this file knows how they are kept.

use super::{EventKind, SliceEvent};
use crate::model::args::EventPos;
use crate::model::ids::LabelId;

/// An event but for its [`Extra`]: time, position and flags, label.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
struct Packed {
    ts: i64,
    /// The position, and above it the kind and the flags.
    pos: u64,
    label: LabelId,
}

/// How many bits a position has.
const POS_BITS: u32 = 40;
const KIND_SHIFT: u32 = POS_BITS;
const HAS_ARGS: u64 = 1 << (POS_BITS + 2);
const HAS_EXTRA: u64 = 1 << (POS_BITS + 3);

const fn kind(kind: EventKind) -> u64 {
    (match kind {
        EventKind::Begin => 0,
        EventKind::End => 1,
        EventKind::Instant => 2,
        EventKind::Complete => 3,
    }) << KIND_SHIFT
}

/// What few events have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extra {
    dur: i64,
    thread_ts: Option<i64>,
    thread_dur: Option<i64>,
}

/// The events of a track.
#[derive(Clone, Debug, Default)]
pub struct SliceEvents {
    packed: Vec<Packed>,
    /// By the index of their event, ascending.
    extras: Vec<(usize, Extra)>,
}

impl SliceEvents {
    /// Returns how many events there are.
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// Appends an event.
    #[inline]
    pub fn push(&mut self, event: SliceEvent) {
        let SliceEvent {
            ts,
            pos,
            kind: of,
            label,
            dur,
            thread_ts,
            thread_dur,
            has_args,
        } = event;
        let extra = Extra {
            dur,
            thread_ts,
            thread_dur,
        };
        let mut flags = kind(of);
        if has_args {
            flags |= HAS_ARGS;
        }
        if extra != Extra::default() {
            flags |= HAS_EXTRA;
            self.extras.push((self.packed.len(), extra));
        }
        self.packed.push(Packed {
            ts,
            pos: pos.raw() | flags,
            label,
        });
    }

    /// Returns an event, `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<SliceEvent> {
        let packed = *self.packed.get(index)?;
        let extra = if packed.pos & HAS_EXTRA == 0 {
            Extra::default()
        } else {
            let at = self.extras.binary_search_by_key(&index, |extra| extra.0);
            at.map(|at| self.extras[at].1).unwrap_or_default()
        };
        Some(unpack(packed, extra))
    }

    /// Iterates over the events.
    pub fn iter(&self) -> impl Iterator<Item = SliceEvent> + '_ {
        let mut extras = self.extras.iter();
        self.packed.iter().map(move |&packed| {
            let extra = match packed.pos & HAS_EXTRA {
                0 => None,
                _ => extras.next(),
            };
            unpack(packed, extra.map(|extra| extra.1).unwrap_or_default())
        })
    }

    /// Returns whether no event is earlier than the one before it.
    pub fn is_sorted(&self) -> bool {
        self.packed.is_sorted_by_key(|event| event.ts)
    }

    /// Returns how many events are of a kind.
    pub fn count(&self, of: EventKind) -> usize {
        let is_of = |event: &&Packed| event.pos & 3 << KIND_SHIFT == kind(of);
        self.packed.iter().filter(is_of).count()
    }

    /// Gives an event arguments, and with them its position.
    pub fn set_args(&mut self, index: usize, pos: EventPos) {
        if let Some(event) = self.packed.get_mut(index) {
            let flags = event.pos >> POS_BITS << POS_BITS;
            event.pos = pos.raw() | flags | HAS_ARGS;
        }
    }

    /// Gives an event another label.
    pub fn set_label(&mut self, index: usize, label: LabelId) {
        if let Some(event) = self.packed.get_mut(index) {
            event.label = label;
        }
    }
}

#[inline]
fn unpack(packed: Packed, extra: Extra) -> SliceEvent {
    let Extra {
        dur,
        thread_ts,
        thread_dur,
    } = extra;
    SliceEvent {
        ts: packed.ts,
        pos: EventPos::from_raw(packed.pos & ((1 << POS_BITS) - 1)),
        kind: match packed.pos >> KIND_SHIFT & 3 {
            0 => EventKind::Begin,
            1 => EventKind::End,
            2 => EventKind::Instant,
            _ => EventKind::Complete,
        },
        label: packed.label,
        dur,
        thread_ts,
        thread_dur,
        has_args: packed.pos & HAS_ARGS != 0,
    }
}

impl FromIterator<SliceEvent> for SliceEvents {
    fn from_iter<I: IntoIterator<Item = SliceEvent>>(events: I) -> Self {
        let mut all = Self::default();
        for event in events {
            all.push(event);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        fn event()(
            ts in any::<i64>(), pos in 0..1_u64 << POS_BITS, of in 0..4_u8, label in any::<u32>(),
            dur in prop_oneof![Just(0), any::<i64>()],
            times in any::<(Option<i64>, Option<i64>)>(), has_args in any::<bool>(),
        ) -> SliceEvent {
            SliceEvent {
                ts,
                pos: EventPos::from_raw(pos),
                kind: [EventKind::Begin, EventKind::End, EventKind::Instant, EventKind::Complete]
                    [usize::from(of)],
                label: LabelId(label),
                dur,
                thread_ts: times.0,
                thread_dur: times.1,
                has_args,
            }
        }
    }

    proptest! {
        #[test]
        fn events_come_out_as_they_went_in(
            mut all in prop::collection::vec(event(), 0..50),
            changes in prop::collection::vec((0..60_usize, 0..1_u64 << POS_BITS, any::<u32>()), 0..9),
        ) {
            let mut events: SliceEvents = all.iter().copied().collect();
            for (index, pos, label) in changes {
                let pos = EventPos::from_raw(pos);
                events.set_args(index, pos);
                events.set_label(index, LabelId(label));
                if let Some(event) = all.get_mut(index) {
                    (event.pos, event.has_args, event.label) = (pos, true, LabelId(label));
                }
            }
            prop_assert_eq!(events.iter().collect::<Vec<_>>(), all.clone());
            let got: Vec<SliceEvent> = (0..events.len()).map_while(|at| events.get(at)).collect();
            prop_assert_eq!(&got, &all);
            prop_assert_eq!(events.get(all.len()), None);
            prop_assert_eq!(events.is_sorted(), all.is_sorted_by_key(|event| event.ts));
            let n_ends = all.iter().filter(|event| event.kind == EventKind::End).count();
            prop_assert_eq!(events.count(EventKind::End), n_ends);
        }
    }

    #[test]
    fn they_are_small() {
        assert_eq!(size_of::<Packed>(), 20);
    }
}
