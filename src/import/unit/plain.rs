//! The events that nearly all are: begin, end or instant, with at most two categories,
//! an interned name, arguments, a flow, and the thread time of the sequence.
//!
//! They are read along the usual order of fields, straight into the list of their track. Most come in streaks
//! (`streak.rs`), in which each goes where the one before it went. An event that does not fit changes nothing
//! here and goes the general way.

use hashbrown::HashMap;

use super::flow::{FlowMark, FlowMarks};
use super::label::LabelIds;
use super::{Decoder, Kind, ListKey, Scratch, State, TrackEventView, Unpacked};
use crate::base::pack;
use crate::decode::wire::{padded_len, short_len, short_varint, varint_at};
use crate::import::args::{FIRST_EXTENSION, LAST_EXTENSION};
use crate::import::scan::PlainPacket;
use crate::import::sink::FlowKind;
use crate::proto::track_event;

/// The fields of a plain event.
#[derive(Debug)]
struct PlainEvent {
    kind: Kind,
    thread_time: Option<u64>,
    ids: LabelIds,
    track: Option<u64>,
    /// Whether something stands behind these fields; [`More`] has it then.
    has_more: bool,
}

/// The arguments and the flow of a plain event.
#[derive(Clone, Copy, Debug, Default)]
struct More {
    has_args: bool,
    /// Whether an argument may name a process or a mapped binary or correlates the event, and in `names_from`
    /// where the first such argument stands.
    names_something: bool,
    names_from: usize,
    /// Extension fields, 0 for none.
    extensions: [u32; 4],
    flow: Option<FlowMark>,
}

impl PlainEvent {
    /// Reads the event that stands at `start`, up to `end`; `None` also where the end of `bytes` is near.
    ///
    /// Bytes behind the event may be taken for a field of it. A field that reaches beyond `end` is found out
    /// in the end, and tags with which packets go on, too, are taken for the event's only before `end`.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    fn read(bytes: &[u8], (start, end): (usize, usize), more: &mut More) -> Option<Self> {
        let word = pack::full_word(bytes, start)?;
        let mut event = Self {
            kind: short_kind(word)?,
            thread_time: None,
            ids: LabelIds::default(),
            track: None,
            has_more: false,
        };
        let mut at = start + 2;
        if word >> 16 & 0xff == 0x60 {
            let (value, next) = varint_at(bytes, at + 1, word >> 24)?;
            event.thread_time = Some(value);
            at = next;
        }
        if at < end {
            at = event.read_more(bytes, (at, end), more)?;
        }
        (at == end).then_some(event)
    }

    /// Reads label, track, arguments and a flow. Returns where they end.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every other packet")]
    fn read_more(
        &mut self,
        bytes: &[u8],
        (mut at, end): (usize, usize),
        more: &mut More,
    ) -> Option<usize> {
        let mut word = pack::full_word(bytes, at)?;
        if word & 0x80ff == 0x18 {
            self.ids.add_category(word >> 8 & 0x7f)?;
            at += 2;
            word >>= 16;
        }
        while word & 0xff == 0x18 && at < end {
            let (value, next) = varint_at(bytes, at + 1, word >> 8)?;
            self.ids.add_category(value)?;
            at = next;
            word = pack::full_word(bytes, at)?;
        }
        if word & 0xff == 0x50 && at < end {
            let (value, next) = varint_at(bytes, at + 1, word >> 8)?;
            self.ids.name = value;
            at = next;
        }
        if at < end {
            if bytes.get(at) == Some(&0x58) {
                let (value, next) = varint_at(bytes, at + 1, pack::full_word(bytes, at + 1)?)?;
                self.track = Some(value);
                at = next;
            }
            if at < end {
                self.has_more = true;
                at = more.read(bytes, (at, end))?;
            }
        }
        Some(at)
    }
}

/// Returns the kind of an event that begins with `word`, if its type stands there and is begin, end or
/// instant.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for nearly every packet")]
const fn short_kind(word: u64) -> Option<Kind> {
    match word & 0xffff {
        0x0148 => Some(Kind::Begin),
        0x0248 => Some(Kind::End),
        0x0348 => Some(Kind::Instant),
        _ => None,
    }
}

/// Reads a label at the front of `word` if it has two categories at most, with ids below 128, and an interned
/// name whose id takes two bytes at most. Returns its length in bytes, too.
#[inline(always)]
#[expect(clippy::inline_always, reason = "once for every other packet")]
fn short_label(word: u64) -> Option<(LabelIds, usize)> {
    if word & 0x00ff_80ff != 0x0050_0018 {
        return rarer_label(word);
    }
    let mut ids = LabelIds::default();
    ids.add_category(word >> 8 & 0x7f)?;
    let (name, len) = short_varint(word >> 24)?;
    ids.name = name;
    Some((ids, 3 + len))
}

/// Does what [`short_label`] does for a label without a category, or with two.
#[inline(never)]
fn rarer_label(word: u64) -> Option<(LabelIds, usize)> {
    let mut ids = LabelIds::default();
    let at = if word & 0xff == 0x50 {
        0
    } else if word & 0x00ff_80ff_80ff == 0x0050_0018_0018 {
        ids.add_category(word >> 8 & 0x7f)?;
        ids.add_category(word >> 24 & 0x7f)?;
        4
    } else {
        return None;
    };
    let (name, len) = short_varint(word >> (8 + 8 * at))?;
    ids.name = name;
    Some((ids, at + 1 + len))
}

impl More {
    /// Reads what stands behind the label of an event, up to its end; `None` if that is more of a label or a
    /// track, or cannot be read here. Returns whether there is anything.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn read_all(&mut self, bytes: &[u8], (at, end): (usize, usize)) -> Option<bool> {
        if at == end {
            return Some(false);
        }
        if at > end || matches!(bytes.get(at), Some(0x18 | 0x50 | 0x58)) {
            return None;
        }
        (self.read(bytes, (at, end))? == end).then_some(true)
    }

    /// Reads arguments and a flow, in any order. Returns where they end.
    #[inline(never)]
    fn read(&mut self, bytes: &[u8], (mut at, end): (usize, usize)) -> Option<usize> {
        // The fields are set one by one, as putting a new `More` together first takes longer.
        (self.has_args, self.names_something) = (false, false);
        self.extensions = [0; 4];
        self.flow = None;
        // As often as not there is a flow and nothing else.
        if end - at == 10
            && let Some(kind) = match pack::full_word(bytes, at)? & 0xffff {
                0x02f9 => Some(FlowKind::StartOrStep),
                0x0381 => Some(FlowKind::Terminate),
                _ => None,
            }
        {
            let id = pack::full_word(bytes, at + 2)?;
            self.flow = Some(FlowMark { id, kind });
            return Some(end);
        }
        while at < end {
            let word = pack::full_word(bytes, at)?;
            let (tag, len) = short_len(word)?;
            let start = at + len;
            match tag & 7 {
                2 => {
                    self.add_arg(tag as u32 >> 3, at)?;
                    // The tag has two bytes at most, so that the length is in the word.
                    let rest = word >> (8 * len);
                    let (len, start) = if let Some((len, skip)) = padded_len(rest) {
                        (len, start + skip)
                    } else {
                        let (len, start) = varint_at(bytes, start, rest)?;
                        (usize::try_from(len).ok()?, start)
                    };
                    at = start.checked_add(len)?;
                }
                0 => {
                    self.add_arg(tag as u32 >> 3, at)?;
                    (_, at) = varint_at(bytes, start, word >> (8 * len))?;
                }
                1 if self.flow.is_none() => {
                    let kind = match tag as u32 >> 3 {
                        track_event::FLOW_IDS => FlowKind::StartOrStep,
                        track_event::TERMINATING_FLOW_IDS => FlowKind::Terminate,
                        _ => return None,
                    };
                    let id = pack::full_word(bytes, start)?;
                    self.flow = Some(FlowMark { id, kind });
                    at = start + 8;
                }
                _ => return None,
            }
        }
        Some(at)
    }

    /// Takes in the number of a field that becomes an argument, and where it stands; `None` if the event is
    /// not plain because of it.
    fn add_arg(&mut self, number: u32, at: usize) -> Option<()> {
        match number {
            track_event::DEBUG_ANNOTATIONS
            | track_event::TASK_EXECUTION
            | track_event::SOURCE_LOCATION
            | track_event::SOURCE_LOCATION_IID
            | track_event::SCREENSHOT..track_event::CORRELATION_ID
            // These fields of a TrackEvent are Chromium's.
            | 24..=29
            | 32
            | 35
            | 37 => {}
            track_event::CHROME_MOJO_EVENT_INFO
            | track_event::CHROME_ACTIVE_PROCESSES
            | track_event::CORRELATION_ID..=track_event::CORRELATION_ID_STR_IID => {
                if !self.names_something {
                    (self.names_something, self.names_from) = (true, at);
                }
            }
            FIRST_EXTENSION..=LAST_EXTENSION => {
                if !self.names_something
                    && matches!(
                        number,
                        track_event::PROCESS_START_EVENT | track_event::BINDER_DIED_EVENT
                    )
                {
                    (self.names_something, self.names_from) = (true, at);
                }
                *self.extensions.iter_mut().find(|it| **it == 0)? = number;
            }
            _ => return None,
        }
        self.has_args = true;
        Some(())
    }

    // This is a call, so that most events, which have nothing behind their label, need not look.
    #[inline(never)]
    fn has_args(&self) -> bool {
        self.has_args
    }

    #[inline(never)]
    fn has_flow(&self) -> bool {
        self.flow.is_some()
    }

    /// Returns the part of the event in `bytes`, up to `end`, in which arguments may name a process or a
    /// mapped binary or correlate the event, if there are any.
    fn names<'b>(&self, bytes: &'b [u8], end: usize) -> Option<&'b [u8]> {
        if !self.names_something {
            return None;
        }
        bytes.get(self.names_from..end)
    }

    /// Counts the extension fields.
    fn count_extensions(&self, counts: &mut HashMap<u32, u64>) {
        for &field in self.extensions.iter().filter(|&&field| field != 0) {
            *counts.entry(field).or_default() += 1;
        }
    }
}

impl PlainEvent {
    /// Returns whether the event is an end with arguments, which its slice does not have from its begin.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn has_args(&self, more: &More, home: Home) -> bool {
        self.kind == Kind::End && (home.ends_name_thread || self.has_more && more.has_args())
    }
}

/// Where those plain events of a run go that name the same track, or no track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    /// The track that they name.
    track: Option<u64>,
    epoch: u32,
    list: u32,
    /// The counter of the thread's time, if events may carry that.
    thread_time: Option<u32>,
    /// Whether an end may name the thread of its sequence.
    ends_name_thread: bool,
}

impl Decoder<'_> {
    /// Decodes a plain event. Returns false if the event is not plain.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every packet")]
    pub(super) fn plain(
        &mut self,
        packet: &PlainPacket<'_>,
        scratch: &mut Scratch,
        (ts, pos): (i64, u64),
        state: &State<'_>,
    ) -> bool {
        let mut more = More::default();
        let range = (0, packet.event_len);
        let Some(event) = PlainEvent::read(packet.from_event, range, &mut more) else {
            return false;
        };
        if ts < 0 {
            return false;
        }
        let home = match (self.home, self.other_home) {
            (Some(home), _) if home.track == event.track => home,
            (_, Some(home)) if home.track == event.track => {
                std::mem::swap(&mut self.home, &mut self.other_home);
                home
            }
            _ => match self.find_home(&event, pos, state) {
                Some(home) => home,
                None => return false,
            },
        };
        let (mut thread_ts, mut sample) = (None, None);
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
            sample = Some((slot as usize, value));
        }
        if event.has_more {
            more.count_extensions(&mut self.out.extension_fields);
        }
        let flow = more.flow.map(FlowMark::words);
        if event.has_more
            && let Some(names) = more.names(packet.from_event, packet.event_len)
        {
            let named = &mut self.out.named;
            self.namer.event(names, (ts, pos), state.run.epoch, named);
        }
        let label = match self.out.labels.met(event.ids, state.epoch.table) {
            Some(label) => label,
            None => self.new_label(event.ids, scratch, state),
        };
        self.noter.event(ts);
        let list = self.out.lists.get_mut(home.list as usize);
        let step = list.and_then(|(_, events)| {
            events.push(&Unpacked {
                ts,
                pos,
                kind: event.kind,
                label,
                thread_ts,
                instructions: None,
                has_args: event.has_args(&more, home),
                flows: FlowMarks::of(flow.as_ref()),
            })
        });
        if let Some((slot, value)) = sample {
            let place = step.map(|step| (home.list, step));
            self.sample(slot, (ts, pos), value, place);
        }
        true
    }

    /// Returns the label of an event, if the label was not met lately.
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

    /// Finds out where an event goes; `None` if it is not plain.
    #[cold]
    fn find_home(&mut self, event: &PlainEvent, pos: u64, state: &State<'_>) -> Option<Home> {
        let said = event.track.or(state.defaults.track_uuid)?;
        let track = std::num::NonZero::new(said)?.get();
        let key = ListKey::Track(self.machine, track);
        let known = self.list_of.get(&key).map(|&list| list as usize);
        let known = known.and_then(|list| self.homes.get(list).copied()?);
        if let Some(known) = known.filter(|known| known.epoch == state.run.epoch)
            && (event.thread_time.is_none() || known.thread_time.is_some())
        {
            let home = Home {
                track: event.track,
                ..known
            };
            self.other_home = self.home.replace(home);
            return Some(home);
        }
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
        let list = self.list(key, state.epoch.thread);
        let home = Home {
            track: event.track,
            epoch: state.run.epoch,
            list,
            thread_time,
            ends_name_thread: state.epoch.thread.is_some() && self.names_thread(list),
        };
        if self.homes.len() <= list as usize {
            self.homes.resize(list as usize + 1, None);
        }
        if let Some(known) = self.homes.get_mut(list as usize) {
            *known = Some(home);
        }
        self.other_home = self.home.replace(home);
        Some(home)
    }
}

mod brief;
mod streak;
#[cfg(test)]
mod tests;
