//! The events that nearly all are: begin, end or instant, with at most two categories,
//! an interned name, annotations, and the thread time of the sequence.
//!
//! They are read along the usual order of fields, straight into the list of their
//! track. Most come in streaks, in which each goes where the one before it went.
//! Whatever does not fit leaves no trace here and goes the general way.

use super::label::LabelIds;
use super::list::Near;
use super::{Decoded, Decoder, Kind, ListKey, Scratch, State, TrackEventView, Unpacked};
use crate::base::pack;
use crate::decode::wire::varint_at;
use crate::import::scan::{NearPacket, PlainPacket};

/// The fields of a plain event.
#[derive(Debug)]
struct PlainEvent {
    kind: Kind,
    thread_time: Option<u64>,
    ids: LabelIds,
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
            ids: LabelIds::default(),
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
                event.ids.add_category(value)?;
                word = match end - at {
                    2 => word >> 16,
                    _ => pack::word(bytes, end),
                };
                at = end;
                if at < len && word & 0xff == 0x18 {
                    let (value, end) = varint_at(bytes, at + 1, word >> 8)?;
                    event.ids.add_category(value)?;
                    at = end;
                    word = pack::word(bytes, at);
                }
            }
            if at < len && word & 0xff == 0x50 {
                let (value, end) = varint_at(bytes, at + 1, word >> 8)?;
                event.ids.name = value;
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
        let label = match self.out.labels.cached(event.ids, state.run.epoch) {
            Some(label) => label,
            None => self.new_label(event.ids, scratch, state),
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

    /// Returns the label of an event that has not come lately.
    #[inline(never)]
    fn new_label(&mut self, ids: LabelIds, scratch: &mut Scratch, state: &State<'_>) -> u32 {
        scratch.clear();
        scratch.category_iids.extend(ids.categories());
        let view = TrackEventView {
            name_iid: ids.name,
            ..TrackEventView::default()
        };
        self.label(&view, scratch, state)
    }

    /// Decodes plain packets from `at` on, as long as each goes on where the one before it left
    /// off. Returns where the next begins.
    #[inline(never)]
    pub(super) fn streak(&mut self, bytes: &[u8], at: usize, state: &State<'_>) -> usize {
        self.try_streak(bytes, at, state).unwrap_or(at)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "into the only place")]
    fn try_streak(&mut self, bytes: &[u8], mut at: usize, state: &State<'_>) -> Option<usize> {
        let home = self.home?;
        let Self {
            scan,
            out,
            slots,
            timing,
            noter,
            tail,
            ..
        } = self;
        let Decoded {
            lists,
            counters,
            labels,
            ..
        } = out;
        let (_, list) = lists.get_mut(home.list as usize)?;
        let (mut ts, _) = list.last();
        let in_micros = timing.is_in_micros();
        if in_micros && timing.last() != Some(ts) {
            return None;
        }
        let mut counter = match home.thread_time.filter(|_| in_micros) {
            Some(slot) => slots.get_mut(slot as usize)?.streak(counters, list),
            None => None,
        };
        let epoch = state.run.epoch;
        while let Some(packet) = NearPacket::read(bytes, at, tail)
            && let Some(from_event) = bytes.get(packet.event.0..)
            && let Some(event) = PlainEvent::read(from_event, packet.event.1 - packet.event.0)
            && event.track == home.track
            && let Some((clock, next_ts)) = timing.known(packet.timestamp)
            && next_ts >= 0
        {
            let label = match labels.cached(event.ids, epoch) {
                Some(label) => label,
                None => match labels.known(event.ids, state.table, &scan.strings, epoch) {
                    Some(label) => label,
                    None => break,
                },
            };
            let time = if in_micros {
                packet.timestamp
            } else {
                next_ts.wrapping_sub(ts)
            };
            let near = Near {
                kind: event.kind,
                pos: state.run.start + at as u64,
                label,
                time: time.cast_unsigned(),
                thread: event.thread_time,
                in_micros,
                has_args: event.kind == Kind::End
                    && (home.ends_name_thread || event.has_annotations),
            };
            let Some(word) = list.near(&near) else { break };
            match (&mut counter, event.thread_time) {
                (Some(counter), more) => {
                    if !counter.go_on(near.time, more) {
                        break;
                    }
                }
                (None, None) => {}
                (None, Some(_)) => break,
            }
            list.push_near(&near, word);
            noter.event(next_ts);
            timing.set(clock);
            ts = next_ts;
            at = packet.end;
        }
        if let Some(counter) = counter {
            counter.finish();
        }
        Some(at)
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
                fields.dedup_by_key(|field| if [0x18, 0x22].contains(&field[0]) { 0 } else { field[0] });
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
                prop_assert_eq!(scratch.category_iids, event.ids.categories().collect::<Vec<_>>());
                prop_assert_eq!(view.name_iid, event.ids.name);
                prop_assert_eq!(view.track_uuid, event.track);
                prop_assert_eq!(view.has_args, event.has_annotations);
                prop_assert!(!scratch.has_literal_categories && view.name.is_none());
                prop_assert!(view.counter_value.is_none() && !view.has_legacy_times);
            }
        }
    }

    #[test]
    fn the_events_of_recorders_are_plain() {
        let shapes: [&[u8]; 6] = [
            &[0x48, 2, 0x60, 5],
            &[0x48, 1, 0x60, 0x85, 1, 0x18, 3, 0x18, 0x84, 2, 0x50, 7],
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
