//! The events that nearly all are: begin, end or instant, with at most one category,
//! an interned name, annotations, and the thread time of the sequence.
//!
//! They are read along the usual order of fields, straight into the list of their
//! track. Whatever does not fit leaves no trace here and goes the general way.

use super::{Decoder, Kind, ListKey, Scratch, State, TrackEventView, Unpacked};
use crate::base::pack;
use crate::decode::wire::varint_at;
use crate::import::scan::PlainPacket;

/// The fields of a plain event.
#[derive(Debug)]
struct PlainEvent {
    kind: Kind,
    thread_time: Option<u64>,
    category: u64,
    name: u64,
    track: Option<u64>,
    has_annotations: bool,
}

impl PlainEvent {
    /// Reads the event that takes the first `len` of `bytes`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    fn read(bytes: &[u8], len: usize) -> Option<Self> {
        // What stands behind the event may look like a field of it, hence a look at the place
        // before each; a field that reaches over the end is found at the end.
        let mut word = pack::word(bytes, 0);
        let kind = match word & 0xffff {
            0x0148 => Kind::Begin,
            0x0248 => Kind::End,
            0x0348 => Kind::Instant,
            _ => return None,
        };
        let mut event = Self {
            kind,
            thread_time: None,
            category: 0,
            name: 0,
            track: None,
            has_annotations: false,
        };
        let mut at = 2;
        if at < len && word >> 16 & 0xff == 0x60 {
            let (value, end) = varint_at(bytes, at + 1, word >> 24)?;
            event.thread_time = Some(value);
            at = end;
        }
        if at < len {
            word = pack::word(bytes, at);
            if word & 0xff == 0x18 {
                let (value, end) = varint_at(bytes, at + 1, word >> 8)?;
                // Id 0 means nothing, but is not nothing.
                event.category = Some(value).filter(|&value| value != 0)?;
                word = match end - at {
                    2 => word >> 16,
                    _ => pack::word(bytes, end),
                };
                at = end;
            }
            if at < len && word & 0xff == 0x50 {
                let (value, end) = varint_at(bytes, at + 1, word >> 8)?;
                event.name = value;
                at = end;
            }
            if at < len && bytes.get(at) == Some(&0x58) {
                let (value, end) = varint_at(bytes, at + 1, pack::word(bytes, at + 1))?;
                event.track = Some(value);
                at = end;
            }
            while at < len && bytes.get(at) == Some(&0x22) {
                let (value, end) = varint_at(bytes, at + 1, pack::word(bytes, at + 1))?;
                at = end.checked_add(usize::try_from(value).ok()?)?;
                event.has_annotations = true;
            }
        }
        (at == len).then_some(event)
    }
}

/// Where the plain events of a run go that name a track, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    /// What they name.
    track: Option<u64>,
    list: u32,
    /// The counter of the thread's time, if events may carry that.
    thread_time: Option<u32>,
    /// Whether an end may name the thread of its sequence.
    ends_name_thread: bool,
}

impl Decoder<'_> {
    /// Decodes a plain event; false if it is another.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    pub(super) fn plain(
        &mut self,
        packet: &PlainPacket<'_>,
        scratch: &mut Scratch,
        (ts, pos): (i64, u64),
        state: &State<'_>,
    ) -> bool {
        let Some(event) = PlainEvent::read(packet.from_event, packet.event_len) else {
            return false;
        };
        if ts < 0 {
            return false;
        }
        let home = match self.home {
            Some(home) if home.track == event.track => home,
            _ => match self.find_home(&event, pos, state) {
                Some(home) => home,
                None => return false,
            },
        };
        let mut thread_ts = None;
        if let Some(value) = event.thread_time {
            let Some(slot) = home.thread_time else {
                return false;
            };
            let Some(counter) = self.slots.get_mut(slot as usize) else {
                return false;
            };
            let value = counter.absolute(value.cast_signed() as f64);
            if counter.is_thread_time {
                #[expect(clippy::cast_possible_truncation, reason = "float to int saturates")]
                let count = value as i64;
                thread_ts = Some(count);
            }
            self.sample(slot as usize, (ts, pos), value);
        }
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
        self.noter.event(ts);
        if let Some((_, events)) = self.out.lists.get_mut(home.list as usize) {
            events.push(&Unpacked {
                ts,
                pos,
                kind: event.kind,
                label,
                thread_ts,
                instructions: None,
                has_args: is_end && (home.ends_name_thread || event.has_annotations),
                has_flows: false,
            });
        }
        true
    }

    /// Finds out where an event goes; `None` if it is not plain.
    #[cold]
    fn find_home(&mut self, event: &PlainEvent, pos: u64, state: &State<'_>) -> Option<Home> {
        let track = event.track.or(state.defaults.track_uuid)?;
        let thread_time = match *state.defaults.extra_counters.as_slice() {
            [uuid, ..] if uuid != 0 && self.is_usable(Some(track)) => {
                let slot = self.slot(uuid);
                (self.slots[slot].reserved_at <= pos).then_some(slot as u32)
            }
            _ => None,
        };
        if event.thread_time.is_some() && thread_time.is_none() {
            return None;
        }
        let thread = state.epoch.thread;
        let list = self.list(ListKey::Track(self.machine, track), thread);
        let home = Home {
            track: event.track,
            list,
            thread_time,
            ends_name_thread: thread.is_some() && self.names_thread(list),
        };
        self.home = Some(home);
        Some(home)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fields of a plain event, and some that make it another.
    fn field() -> impl Strategy<Value = Vec<u8>> {
        let number = prop_oneof![9_u32..13, Just(3), Just(4), Just(11), Just(22), Just(30)];
        let value = prop_oneof![0_u64..4, 0_u64..100_000, any::<u64>()];
        (number, value).prop_map(|(number, value)| {
            let mut bytes = Vec::new();
            match number {
                4 | 22 => {
                    let text = vec![0x58; (value % 200) as usize];
                    prost::encoding::bytes::encode(number, &text, &mut bytes);
                }
                9 => prost::encoding::uint64::encode(9, &(value % 6), &mut bytes),
                _ => prost::encoding::uint64::encode(number, &value, &mut bytes),
            }
            bytes
        })
    }

    proptest! {
        #[test]
        fn what_is_plain_is_read_as_the_general_reader_reads_it(
            fields in prop::collection::vec(field(), 0..6),
            order: bool,
            cut in 0_usize..20,
            behind in prop_oneof![
                Just(vec![0x18, 0, 0x50, 7]),
                Just(vec![0x50, 0x87, 1, 0xf8, 4, 9]),
                prop::collection::vec(any::<u8>(), 0..12),
            ],
        ) {
            let mut fields = fields;
            if order {
                let usual = [0x48, 0x60, 0x18, 0x50, 0x58, 0x22];
                fields.sort_by_key(|field| usual.iter().position(|&tag| field[0] == tag));
                fields.dedup_by_key(|field| if field[0] == 0x22 { 0 } else { field[0] });
                fields.insert(0, vec![0x48, 1 + (cut % 3) as u8]);
            }
            let mut bytes = fields.concat();
            if cut < 5 {
                bytes.truncate(bytes.len().saturating_sub(cut));
            }
            let len = bytes.len();
            bytes.extend(behind);
            if let Some(event) = PlainEvent::read(&bytes, len) {
                let mut scratch = Scratch::default();
                let view = TrackEventView::read(&bytes[..len], &mut scratch);
                let kinds = [Kind::Begin, Kind::End, Kind::Instant];
                prop_assert_eq!(kinds.get(view.event_type as usize - 1), Some(&event.kind));
                let thread_time = event.thread_time.map(u64::cast_signed);
                prop_assert_eq!(scratch.extra_values, Vec::from_iter(thread_time));
                let category = Some(event.category).filter(|&iid| iid != 0);
                prop_assert_eq!(scratch.category_iids, Vec::from_iter(category));
                prop_assert_eq!(view.name_iid, event.name);
                prop_assert_eq!(view.track_uuid, event.track);
                prop_assert_eq!(view.has_args, event.has_annotations);
                prop_assert!(!scratch.has_literal_categories && view.name.is_none());
                prop_assert!(view.counter_value.is_none() && !view.has_legacy_times);
            }
        }
    }

    #[test]
    fn the_events_of_recorders_are_plain() {
        let shapes: [&[u8]; 5] = [
            &[0x48, 2, 0x60, 5],
            &[0x48, 1, 0x60, 0x85, 1, 0x18, 3, 0x50, 0x87, 2],
            &[0x48, 3, 0x18, 3, 0x50, 7, 0x58, 0x85, 0x86, 0x87, 1],
            &[0x48, 1, 0x18, 3, 0x50, 7, 0x22, 2, 0x08, 1, 0x22, 0],
            &[0x48, 2],
        ];
        for shape in shapes {
            for behind in [&[][..], &[0x18, 0, 0x50, 7]] {
                let bytes = [shape, behind].concat();
                assert!(PlainEvent::read(&bytes, shape.len()).is_some(), "{shape:?}");
            }
        }
    }
}
