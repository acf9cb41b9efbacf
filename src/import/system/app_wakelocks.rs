//! Wake locks that Android apps hold, as slices named by their tags.
//!
//! A bundle has what happened since the last one: which lock, when, and whether it was taken or given
//! back. Who holds a lock and what it is called is interned, and says which end belongs to which begin.

use hashbrown::HashMap;

use super::interned::InternedTable;
use super::{Packet, Source, Timed, TimedEvent};
use crate::base::intern::StrId;
use crate::base::time::Ts;
use crate::decode::fields::Message;
use crate::import::rows::{CookieRows, Step};
use crate::import::sink::{Sink, SinkTrack};
use crate::model::args::EventPos;
use crate::model::track::Track;
use crate::proto::{app_wakelock_bundle as bundle, app_wakelock_info as info, interned_data};

/// What is known of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Lock {
    tag: StrId,
    flags: i32,
    owner_pid: Option<i32>,
    owner_uid: Option<i32>,
    work_uid: Option<i32>,
}

impl Lock {
    /// Returns the same with 0 for what is not said: which end belongs to which begin goes by that.
    fn filled(self) -> Self {
        let filled = |value: Option<i32>| Some(value.unwrap_or_default());
        Self {
            owner_pid: filled(self.owner_pid),
            owner_uid: filled(self.owner_uid),
            work_uid: filled(self.work_uid),
            ..self
        }
    }
}

/// A lock that is taken or given back.
#[derive(Clone, Copy, Debug)]
pub(super) struct WakelockEvent {
    lock: u32,
    is_taken: bool,
}

/// Imports `AppWakelockBundle`.
#[derive(Debug)]
pub(super) struct AppWakelocks {
    interned: InternedTable<u32>,
    locks: Vec<Lock>,
    known: HashMap<Lock, u32>,
    /// The group of the tracks and their rows, when there are any.
    rows: Option<(u32, CookieRows<Lock, SinkTrack>)>,
    n_rows: i64,
}

impl Default for AppWakelocks {
    fn default() -> Self {
        Self {
            interned: InternedTable::new(interned_data::APP_WAKELOCK_INFO),
            locks: Vec::new(),
            known: HashMap::new(),
            rows: None,
            n_rows: 0,
        }
    }
}

impl AppWakelocks {
    /// Queues what a bundle has: the bytes of `TracePacket` field 116.
    pub(super) fn index(
        &mut self,
        packet: &Packet<'_>,
        source: &dyn Source,
        sink: &mut Sink,
        timeline: &mut Vec<Timed>,
    ) {
        let lists = lists(packet.payload);
        let is_damaged = |[ids, times]: &[Vec<u64>; 2]| ids.len() != times.len();
        if lists.as_ref().is_none_or(is_damaged) {
            sink.issues.count("app_wakelock_parse_error");
        }
        let (Some(ts), Some([ids, times])) = (packet.ts, lists) else {
            return;
        };
        for (id, time) in ids.into_iter().zip(times) {
            let Some(lock) = self.lock((packet, id), source, sink) else {
                sink.issues.count("app_wakelock_unknown_id");
                continue;
            };
            let is_taken = time & 1 == 1;
            timeline.push(Timed {
                ts: ts.wrapping_add((time >> 1).cast_signed()),
                event: TimedEvent::Wakelock(WakelockEvent { lock, is_taken }),
            });
        }
    }

    /// Begins or ends the slice of a lock.
    pub(super) fn event(&mut self, event: WakelockEvent, ts: i64, sink: &mut Sink) {
        let Some(&lock) = self.locks.get(event.lock as usize) else {
            return;
        };
        let (group, rows) = self
            .rows
            .get_or_insert_with(|| (sink.new_group(), CookieRows::default()));
        let step = if event.is_taken {
            Step::Open
        } else {
            Step::Close
        };
        let (group, n_rows) = (*group, &mut self.n_rows);
        let track = *rows.row(lock.filled(), step, || {
            let dimension = [sink.int_arg("track_compressor_idx", *n_rows)];
            *n_rows += 1;
            let track = Track {
                type_name: sink.word("app_wakelock_events"),
                name: Some(sink.word("app_wakelock_events")),
                group: Some(group),
                dimension_args: sink.store_args(&dimension),
                ..Track::default()
            };
            sink.add_track(track, (ts, 0))
        });
        let ts = Ts::from_ns(ts);
        if !event.is_taken {
            let no_label = sink.no_label;
            return sink.end(track, ts, EventPos::default(), no_label);
        }
        let mut args = vec![sink.int_arg("flags", i64::from(lock.flags))];
        for (key, value) in [
            ("owner_pid", lock.owner_pid),
            ("owner_uid", lock.owner_uid),
            ("work_uid", lock.work_uid),
        ] {
            args.extend(value.map(|value| sink.int_arg(key, i64::from(value))));
        }
        let pos = sink.store_args(&args);
        let pos = pos.map_or(EventPos::default(), EventPos::stored);
        let tag = sink.strings.bytes(lock.tag).to_vec();
        let label = sink.label(Some(&tag), None);
        sink.begin(track, ts, pos, label);
    }

    /// Returns the number of an interned lock.
    fn lock(
        &mut self,
        interned: (&Packet<'_>, u64),
        source: &dyn Source,
        sink: &mut Sink,
    ) -> Option<u32> {
        let (locks, known) = (&mut self.locks, &mut self.known);
        let number = self.interned.get(interned, source, sink, |entry, sink| {
            let lock = read(entry, sink);
            *known.entry(lock).or_insert_with(|| {
                locks.push(lock);
                locks.len() as u32 - 1
            })
        });
        number.copied()
    }
}

/// Returns the ids and the times of a bundle; `None` if a list ends inside of a number.
fn lists(payload: Message<'_>) -> Option<[Vec<u64>; 2]> {
    let mut lists = [Vec::new(), Vec::new()];
    for field in payload.fields() {
        let list = match field.number {
            bundle::INTERN_ID => &mut lists[0],
            bundle::ENCODED_TS => &mut lists[1],
            _ => continue,
        };
        field.each_varint(|number| list.push(number));
        if field.as_bytes().last().is_some_and(|last| last & 0x80 != 0) {
            return None;
        }
    }
    Some(lists)
}

fn read(entry: Message<'_>, sink: &mut Sink) -> Lock {
    let int = |number| entry.field(number).map(|field| field.as_i32());
    Lock {
        tag: sink.strings.intern(entry.text(info::TAG)),
        flags: entry.i32(info::FLAGS),
        owner_pid: int(info::OWNER_PID),
        owner_uid: int(info::OWNER_UID),
        work_uid: int(info::WORK_UID),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_ends_inside_of_a_number_is_none() {
        let tag = |number: u32| (number << 3 | 2) as u8;
        let (ids, times) = (tag(bundle::INTERN_ID), tag(bundle::ENCODED_TS));
        let read = |last: u8| lists(Message(&[ids, 2, 1, 2, times, 3, 7, 0xac, last]));
        assert_eq!(read(0x02), Some([vec![1, 2], vec![7, 300]]));
        assert_eq!(read(0x82), None);
    }
}
