//! The events of a track, packed: what most of them do not have takes no room.
//!
//! A system trace has millions of events that only say when, where, what and whose. They go in
//! and come out whole, so only this file knows how they are kept.

use hashbrown::HashMap;

use super::{EventKind, SliceEvent};
use crate::base::rows::{PackedRows, Row};
use crate::model::args::EventPos;
use crate::model::ids::LabelId;

/// Where the kind stands in the second column of an event: behind eight bits of the position and before the
/// flags. The first column has the lower 32 bits of the position, the third the label, the fourth the
/// duration.
const KIND_SHIFT: u32 = 8;
const HAS_ARGS: u32 = 1 << 10;
const HAS_EXTRA: u32 = 1 << 11;

/// What few events have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extra {
    dur: i64,
    thread_ts: Option<i64>,
    thread_dur: Option<i64>,
    instructions: Option<i64>,
    instructions_took: Option<i64>,
}

/// What became known of an event after it had been packed.
#[derive(Clone, Copy, Debug, Default)]
struct Late {
    pos: Option<EventPos>,
    label: Option<LabelId>,
}

/// The events of a track; of most tracks there are none.
#[derive(Clone, Debug, Default)]
pub struct SliceEvents(Option<Box<Events>>);

#[derive(Clone, Debug, Default)]
struct Events {
    rows: PackedRows,
    /// By the index of their event, ascending.
    extras: Vec<(usize, Extra)>,
    late: HashMap<usize, Late>,
    /// How many events there are of each kind.
    n_of: [usize; 4],
    /// The time of the last event, and in `is_unsorted` whether any event is earlier than the one before it.
    last: i64,
    is_unsorted: bool,
}

impl SliceEvents {
    /// Returns how many events there are.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |events| events.rows.len())
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends an event.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of an event is known where it is made"
    )]
    pub fn push(&mut self, event: SliceEvent) {
        if self.0.is_none() {
            self.begin();
        }
        // This is inlined up to where the event is made, so that the event is only in memory in its packed
        // form.
        if let Some(events) = &mut self.0 {
            events.push(event);
        }
    }

    #[cold]
    #[inline(never)]
    fn begin(&mut self) {
        self.0 = Some(Box::default());
    }

    /// Returns an event, `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<SliceEvent> {
        let events = self.0.as_ref()?;
        let row = events.rows.get(index)?;
        let extra = if row.1[1] & HAS_EXTRA == 0 {
            None
        } else {
            let at = events.extras.binary_search_by_key(&index, |extra| extra.0);
            at.ok().map(|at| events.extras[at].1)
        };
        Some(unpack(row, extra, events.late.get(&index)))
    }

    /// Iterates over the events.
    pub fn iter(&self) -> impl Iterator<Item = SliceEvent> + '_ {
        self.0.iter().flat_map(|events| events.iter())
    }

    /// Calls `each` for the events in their order, which is faster than [`Self::iter`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "into the loop over all events")]
    pub fn for_each(self, mut each: impl FnMut(SliceEvent)) {
        let Some(events) = self.0 else { return };
        let Events {
            rows, extras, late, ..
        } = *events;
        let (mut extras, mut index) = (extras.iter(), 0);
        rows.for_each(|row| {
            let extra = match row.1[1] & HAS_EXTRA {
                0 => None,
                _ => extras.next().map(|extra| extra.1),
            };
            let late = if late.is_empty() {
                None
            } else {
                late.get(&index)
            };
            index += 1;
            each(unpack(row, extra, late));
        });
    }

    /// Returns whether no event is earlier than the one before it.
    pub fn is_sorted(&self) -> bool {
        self.0.as_ref().is_none_or(|events| !events.is_unsorted)
    }

    /// Returns how many events are of a kind.
    pub fn count(&self, of: EventKind) -> usize {
        self.0.as_ref().map_or(0, |events| events.n_of[of as usize])
    }

    /// Says that an event has arguments, and sets its position.
    pub fn set_args(&mut self, index: usize, pos: EventPos) {
        let Some(events) = self.of(index) else { return };
        match events.rows.open_mut(index) {
            Some(row) => set_args(row, pos),
            None => events.late.entry(index).or_default().pos = Some(pos),
        }
    }

    /// Gives an event another label.
    pub fn set_label(&mut self, index: usize, label: LabelId) {
        let Some(events) = self.of(index) else { return };
        match events.rows.open_mut(index) {
            Some(row) => row.1[2] = label.0,
            None => events.late.entry(index).or_default().label = Some(label),
        }
    }

    /// Returns all events, if there is one at this index.
    fn of(&mut self, index: usize) -> Option<&mut Events> {
        let events = self.0.as_deref_mut();
        events.filter(|events| index < events.rows.len())
    }
}

impl Events {
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most of an event is known where it is made"
    )]
    fn push(&mut self, event: SliceEvent) {
        let SliceEvent {
            ts,
            pos,
            kind,
            label,
            dur,
            thread_ts,
            thread_dur,
            instructions,
            instructions_took,
            has_args,
        } = event;
        let short = u32::try_from(dur).ok();
        let mut upper = (pos.raw() >> 32) as u32 | (kind as u32) << KIND_SHIFT;
        if has_args {
            upper |= HAS_ARGS;
        }
        let extra = Extra {
            dur,
            thread_ts,
            thread_dur,
            instructions,
            instructions_took,
        };
        let plain = Extra {
            dur,
            ..Extra::default()
        };
        if short.is_none() || extra != plain {
            upper |= HAS_EXTRA;
            self.extras.push((self.rows.len(), extra));
        }
        self.n_of[kind as usize] += 1;
        self.is_unsorted |= ts < self.last && !self.rows.is_empty();
        self.last = ts;
        let columns = [pos.raw() as u32, upper, label.0, short.unwrap_or(0)];
        self.rows.push((ts, columns));
    }

    fn iter(&self) -> impl Iterator<Item = SliceEvent> + '_ {
        let mut extras = self.extras.iter();
        self.rows.iter().zip(0..).map(move |(row, index)| {
            let extra = match row.1[1] & HAS_EXTRA {
                0 => None,
                _ => extras.next().map(|extra| extra.1),
            };
            let late = if self.late.is_empty() {
                None
            } else {
                self.late.get(&index)
            };
            unpack(row, extra, late)
        })
    }
}

fn set_args((_, columns): &mut Row, pos: EventPos) {
    columns[0] = pos.raw() as u32;
    let flags = columns[1] >> KIND_SHIFT << KIND_SHIFT;
    columns[1] = (pos.raw() >> 32) as u32 | flags | HAS_ARGS;
}

#[inline]
fn unpack(mut row: Row, extra: Option<Extra>, late: Option<&Late>) -> SliceEvent {
    if let Some(late) = late {
        if let Some(pos) = late.pos {
            set_args(&mut row, pos);
        }
        if let Some(label) = late.label {
            row.1[2] = label.0;
        }
    }
    let (ts, [pos, upper, label, dur]) = row;
    let pos = u64::from(upper & 0xff) << 32 | u64::from(pos);
    let extra = extra.unwrap_or(Extra {
        dur: i64::from(dur),
        ..Extra::default()
    });
    SliceEvent {
        ts,
        pos: EventPos::from_raw(pos),
        kind: match upper >> KIND_SHIFT & 3 {
            0 => EventKind::Begin,
            1 => EventKind::End,
            2 => EventKind::Instant,
            _ => EventKind::Complete,
        },
        label: LabelId(label),
        dur: extra.dur,
        thread_ts: extra.thread_ts,
        thread_dur: extra.thread_dur,
        instructions: extra.instructions,
        instructions_took: extra.instructions_took,
        has_args: upper & HAS_ARGS != 0,
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
            ts in any::<i64>(), pos in 0..1_u64 << 40, of in 0..4_u8, label in any::<u32>(),
            dur in prop_oneof![Just(0), 0..1_i64 << 33, any::<i64>()],
            times in any::<[Option<i64>; 4]>(), has_args in any::<bool>(),
        ) -> SliceEvent {
            SliceEvent {
                ts,
                pos: EventPos::from_raw(pos),
                kind: [EventKind::Begin, EventKind::End, EventKind::Instant, EventKind::Complete]
                    [usize::from(of)],
                label: LabelId(label),
                dur,
                thread_ts: times[0],
                thread_dur: times[1],
                instructions: times[2],
                instructions_took: times[3],
                has_args,
            }
        }
    }

    proptest! {
        #[test]
        fn events_come_out_as_they_went_in(
            mut all in prop::collection::vec(event(), 0..190),
            changes in prop::collection::vec((0..200_usize, 0..1_u64 << 40, any::<u32>()), 0..9),
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
            let mut shown = Vec::new();
            events.clone().for_each(|event| shown.push(event));
            prop_assert_eq!(&shown, &all);
            let got: Vec<SliceEvent> = (0..events.len()).map_while(|at| events.get(at)).collect();
            prop_assert_eq!(&got, &all);
            prop_assert_eq!(events.get(all.len()), None);
            prop_assert_eq!(events.is_sorted(), all.is_sorted_by_key(|event| event.ts));
            let n_ends = all.iter().filter(|event| event.kind == EventKind::End).count();
            prop_assert_eq!(events.count(EventKind::End), n_ends);
        }
    }
}
