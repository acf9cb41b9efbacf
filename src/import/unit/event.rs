//! The fields of a TrackEvent that the importer needs.
//!
//! Of arguments only their presence is noted, and whether some of them name or end a process, a mapped
//! binary or a line of the log.

use crate::decode::fields::{Field, Fields, Message};
use crate::decode::wire::take_varint;
use crate::import::args::{FIRST_EXTENSION, LAST_EXTENSION};
use crate::import::sequence::{Defaults, SequenceThread};
use crate::proto::track_event::{self, legacy_event};

/// The values of a few extra counters, without allocation in the usual case.
pub(super) struct Values {
    values: [f64; 9],
    len: usize,
}

impl Values {
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().copied().take(self.len)
    }
}

impl FromIterator<f64> for Values {
    /// Keeps nine values: one more than an event may carry.
    fn from_iter<I: IntoIterator<Item = f64>>(iter: I) -> Self {
        let mut all = Self {
            values: [0.0; 9],
            len: 0,
        };
        for (slot, value) in all.values.iter_mut().zip(iter) {
            *slot = value;
            all.len += 1;
        }
        all
    }
}

/// A TrackEvent; its repeated fields are in a [`Scratch`].
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::import) struct TrackEventView<'a> {
    pub(in crate::import) event_type: u64,
    pub(in crate::import) has_type: bool,
    pub(in crate::import) name_iid: u64,
    pub(in crate::import) name: Option<&'a [u8]>,
    /// The only category, if the event is known to have exactly one and to spell it out.
    pub(in crate::import) category: Option<&'a [u8]>,
    pub(in crate::import) track_uuid: Option<u64>,
    pub(in crate::import) counter_value: Option<f64>,
    /// Whether the event has any of the six fields below.
    pub(in crate::import) has_legacy_times: bool,
    pub(in crate::import) timestamp_delta_us: Option<i64>,
    pub(in crate::import) timestamp_absolute_us: Option<i64>,
    pub(in crate::import) thread_time_delta_us: Option<i64>,
    pub(in crate::import) thread_time_absolute_us: Option<i64>,
    pub(in crate::import) instructions_delta: Option<i64>,
    pub(in crate::import) instructions_absolute: Option<i64>,
    pub(in crate::import) legacy: Option<&'a [u8]>,
    pub(in crate::import) legacy_phase: Option<u8>,
    /// `pid_override` and `tid_override` of the legacy event.
    pub(in crate::import) pid_override: Option<i64>,
    pub(in crate::import) tid_override: Option<i64>,
    /// `bind_id` and `flow_direction` of the legacy event.
    pub(in crate::import) bind: Option<(u64, u64)>,
    pub(in crate::import) has_callstack: bool,
    /// Whether an argument may name a process or a mapped binary, correlates the event with others,
    /// or is a line of the log.
    pub(in crate::import) names_something: bool,
    /// Whether any field becomes an argument.
    pub(in crate::import) has_args: bool,
    /// The event as a whole.
    pub(in crate::import) bytes: &'a [u8],
}

/// The repeated fields of the event at hand, kept to reuse their memory.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Scratch {
    pub(in crate::import) category_iids: Vec<u64>,
    /// Whether categories are spelled out, too.
    pub(in crate::import) has_literal_categories: bool,
    flow_ids: Vec<u64>,
    flow_ids_old: Vec<u64>,
    terminating: Vec<u64>,
    terminating_old: Vec<u64>,
    extra_uuids: Vec<u64>,
    extra_double_uuids: Vec<u64>,
    pub(super) extra_values: Vec<i64>,
    pub(super) extra_double_values: Vec<f64>,
    pub(super) extension_fields: Vec<u32>,
    is_rare: bool,
}

impl Scratch {
    pub(super) fn clear(&mut self) {
        self.category_iids.clear();
        if self.is_rare {
            self.is_rare = false;
            self.has_literal_categories = false;
            self.flow_ids.clear();
            self.flow_ids_old.clear();
            self.terminating.clear();
            self.terminating_old.clear();
            self.extra_uuids.clear();
            self.extra_double_uuids.clear();
            self.extra_values.clear();
            self.extra_double_values.clear();
            self.extension_fields.clear();
        }
    }

    /// Returns the flows that the event takes part in: the new field hides the old one.
    pub(in crate::import) fn flow_ids(&self) -> &[u64] {
        if self.flow_ids.is_empty() {
            &self.flow_ids_old
        } else {
            &self.flow_ids
        }
    }

    /// Returns the flows that the event ends.
    pub(in crate::import) fn terminating_flow_ids(&self) -> &[u64] {
        if self.terminating.is_empty() {
            &self.terminating_old
        } else {
            &self.terminating
        }
    }

    pub(super) fn has_extra_counters(&self) -> bool {
        !self.extra_values.is_empty() || !self.extra_double_values.is_empty()
    }

    pub(super) fn extra_counters<'s>(&'s self, defaults: &'s Defaults) -> &'s [u64] {
        if self.extra_uuids.is_empty() {
            &defaults.extra_counters
        } else {
            &self.extra_uuids
        }
    }

    pub(super) fn extra_double_counters<'s>(&'s self, defaults: &'s Defaults) -> &'s [u64] {
        if self.extra_double_uuids.is_empty() {
            &defaults.extra_double_counters
        } else {
            &self.extra_double_uuids
        }
    }
}

impl<'a> TrackEventView<'a> {
    /// Returns the thread whose own track the event is on, if no track is named: the thread of its sequence,
    /// or another that the event names itself. `said` is the track that the event or the defaults of its
    /// sequence name.
    #[inline]
    pub(in crate::import) fn thread(
        &self,
        said: Option<u64>,
        thread: Option<SequenceThread>,
    ) -> Option<SequenceThread> {
        if said.unwrap_or(0) != 0 {
            return None;
        }
        let (pid, tid) = match (self.pid_override, self.tid_override, thread) {
            // An event that names a process only gets a tid that no thread has.
            (Some(pid), tid, _) => (pid, tid.unwrap_or(-1)),
            (None, Some(tid), Some(thread)) => (thread.pid, tid),
            (None, None, Some(thread)) if self.track_uuid.is_none() || !self.has_type => {
                return Some(thread);
            }
            _ => return None,
        };
        Some(SequenceThread { pid, tid })
    }

    /// Returns whether the event is a legacy instant that stands on the track of a process or of the whole
    /// trace, whichever thread it names.
    pub(in crate::import) fn is_instant_elsewhere(&self) -> bool {
        let scope =
            || Message(self.legacy.unwrap_or_default()).u64(legacy_event::INSTANT_EVENT_SCOPE);
        matches!(self.legacy_phase, Some(b'i' | b'I'))
            && matches!(
                scope(),
                legacy_event::SCOPE_GLOBAL | legacy_event::SCOPE_PROCESS
            )
    }

    /// Reads an event.
    #[inline]
    pub(in crate::import) fn read(bytes: &'a [u8], scratch: &mut Scratch) -> Self {
        let mut view = TrackEventView {
            bytes,
            ..Self::default()
        };
        if view.read_spelled(bytes).is_some() {
            scratch.clear();
            scratch.is_rare = true;
            scratch.has_literal_categories = view.category.is_some();
            return view;
        }
        Self::read_any(bytes, scratch)
    }

    /// Reads an event that has a type, a category and a name, both spelled out, perhaps a track, and nothing
    /// else, in this order. `None` for any other event, whose track may have been set then.
    #[inline]
    fn read_spelled(&mut self, bytes: &'a [u8]) -> Option<()> {
        let [0x48, event_type @ 0..0x80, rest @ ..] = bytes else {
            return None;
        };
        let (category, rest) = match rest {
            [0xb2, 0x01, len @ 0..0x80, rest @ ..] => {
                let (category, rest) = rest.split_at_checked(usize::from(*len))?;
                (Some(category), rest)
            }
            _ => (None, rest),
        };
        let [0xba, 0x01, len @ 0..0x80, rest @ ..] = rest else {
            return None;
        };
        let (name, mut rest) = rest.split_at_checked(usize::from(*len))?;
        if let [0x58, after @ ..] = rest {
            rest = after;
            self.track_uuid = Some(take_varint(&mut rest)?);
        }
        if !rest.is_empty() {
            return None;
        }
        (self.event_type, self.has_type) = (u64::from(*event_type), true);
        (self.name, self.category) = (Some(name), category);
        Some(())
    }

    /// Reads any event.
    fn read_any(bytes: &'a [u8], scratch: &mut Scratch) -> Self {
        scratch.clear();
        let mut view = TrackEventView {
            bytes,
            ..Self::default()
        };
        for field in Fields::new(bytes) {
            match field.number {
                track_event::TYPE => {
                    view.event_type = field.as_u64();
                    view.has_type = true;
                }
                track_event::NAME_IID => view.name_iid = field.as_u64(),
                track_event::TRACK_UUID => view.track_uuid = Some(field.as_u64()),
                track_event::CATEGORY_IIDS => {
                    field.each_varint(|iid| scratch.category_iids.push(iid));
                }
                track_event::DEBUG_ANNOTATIONS => view.has_args = true,
                track_event::EXTRA_COUNTER_VALUES => {
                    scratch.is_rare = true;
                    field.each_varint(|value| scratch.extra_values.push(value.cast_signed()));
                }
                track_event::NAME => view.name = Some(field.as_bytes()),
                _ => view.rare(&field, scratch),
            }
        }
        view
    }

    fn rare(&mut self, field: &Field<'a>, scratch: &mut Scratch) {
        scratch.is_rare = true;
        self.has_legacy_times |= matches!(
            field.number,
            track_event::TIMESTAMP_DELTA_US
                | track_event::THREAD_TIME_DELTA_US
                | track_event::THREAD_INSTRUCTION_COUNT_DELTA
                | track_event::TIMESTAMP_ABSOLUTE_US
                | track_event::THREAD_TIME_ABSOLUTE_US
                | track_event::THREAD_INSTRUCTION_COUNT_ABSOLUTE
        );
        match field.number {
            track_event::CATEGORIES => scratch.has_literal_categories = true,
            track_event::COUNTER_VALUE => self.counter_value = Some(field.as_i64() as f64),
            track_event::DOUBLE_COUNTER_VALUE => self.counter_value = Some(field.as_f64()),
            track_event::EXTRA_COUNTER_TRACK_UUIDS => {
                field.each_varint(|uuid| scratch.extra_uuids.push(uuid));
            }
            track_event::EXTRA_DOUBLE_COUNTER_TRACK_UUIDS => {
                field.each_varint(|uuid| scratch.extra_double_uuids.push(uuid));
            }
            track_event::EXTRA_DOUBLE_COUNTER_VALUES => {
                field.each_fixed64(|bits| scratch.extra_double_values.push(f64::from_bits(bits)));
            }
            track_event::FLOW_IDS => field.each_fixed64(|id| scratch.flow_ids.push(id)),
            track_event::FLOW_IDS_OLD => field.each_varint(|id| scratch.flow_ids_old.push(id)),
            track_event::TERMINATING_FLOW_IDS => {
                field.each_fixed64(|id| scratch.terminating.push(id));
            }
            track_event::TERMINATING_FLOW_IDS_OLD => {
                field.each_varint(|id| scratch.terminating_old.push(id));
            }
            track_event::TIMESTAMP_DELTA_US => self.timestamp_delta_us = Some(field.as_i64()),
            track_event::TIMESTAMP_ABSOLUTE_US => self.timestamp_absolute_us = Some(field.as_i64()),
            track_event::THREAD_TIME_DELTA_US => self.thread_time_delta_us = Some(field.as_i64()),
            track_event::THREAD_TIME_ABSOLUTE_US => {
                self.thread_time_absolute_us = Some(field.as_i64());
            }
            track_event::THREAD_INSTRUCTION_COUNT_DELTA => {
                self.instructions_delta = Some(field.as_i64());
            }
            track_event::THREAD_INSTRUCTION_COUNT_ABSOLUTE => {
                self.instructions_absolute = Some(field.as_i64());
            }
            track_event::LEGACY_EVENT => {
                self.legacy = Some(field.as_bytes());
                self.has_args = true;
                self.legacy_phase = None;
                (self.pid_override, self.tid_override) = (None, None);
                self.bind = None;
                let mut direction = 0;
                for field in field.fields() {
                    match field.number {
                        legacy_event::PHASE => {
                            self.legacy_phase = u8::try_from(field.as_i32()).ok();
                        }
                        legacy_event::NAME_IID if self.name_iid == 0 => {
                            self.name_iid = field.as_u64();
                        }
                        legacy_event::BIND_ID => self.bind = Some((field.as_u64(), 0)),
                        legacy_event::FLOW_DIRECTION => direction = field.as_u64(),
                        legacy_event::PID_OVERRIDE => {
                            self.pid_override = Some(i64::from(field.as_i32()));
                        }
                        legacy_event::TID_OVERRIDE => {
                            self.tid_override = Some(i64::from(field.as_i32()));
                        }
                        _ => {}
                    }
                }
                self.bind = self.bind.map(|(id, _)| (id, direction));
            }
            track_event::CALLSTACK | track_event::CALLSTACK_IID => {
                self.has_callstack = true;
                self.has_args = true;
            }
            track_event::LOG_MESSAGE
            | track_event::CORRELATION_ID..=track_event::CORRELATION_ID_STR_IID
            | track_event::CHROME_MOJO_EVENT_INFO
            | track_event::CHROME_ACTIVE_PROCESSES => {
                self.names_something = true;
                self.has_args = true;
            }
            number @ FIRST_EXTENSION..=LAST_EXTENSION => {
                self.names_something |= matches!(
                    number,
                    track_event::PROCESS_START_EVENT | track_event::BINDER_DIED_EVENT
                );
                scratch.extension_fields.push(number);
                self.has_args = true;
            }
            _ => self.has_args = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_spelled_out_is_read_as_any_event(
            fields in prop::collection::vec((0_usize..6, any::<u64>(), 0_usize..140), 0..5),
            order: bool, cut in 0_usize..20,
        ) {
            let mut fields = fields;
            if order {
                fields.sort_by_key(|field| field.0);
                fields.dedup_by_key(|field| field.0);
            }
            let mut bytes = Vec::new();
            for (of, value, len) in fields {
                match of {
                    0 => prost::encoding::uint64::encode(9, &(value % 200), &mut bytes),
                    1 | 2 => prost::encoding::bytes::encode(21 + of as u32, &vec![b'x'; len], &mut bytes),
                    3 => prost::encoding::uint64::encode(11, &value, &mut bytes),
                    _ => prost::encoding::uint64::encode(of as u32 * 3, &value, &mut bytes),
                }
            }
            bytes.truncate(bytes.len() - if cut < 5 { cut.min(bytes.len()) } else { 0 });
            let mut scratch = [Scratch::default(), Scratch::default()];
            // What an earlier event left in the scratch does not matter.
            TrackEventView::read_any(&[0x18, 1, 0xb2, 1, 1, b'c', 0x60, 3], &mut scratch[0]);
            let [mut spelled, mut any] = scratch;
            let view = TrackEventView::read(&bytes, &mut spelled);
            let expected = TrackEventView::read_any(&bytes, &mut any);
            if let Some(category) = view.category {
                let all = Fields::new(&bytes).filter(|field| field.number == 22);
                prop_assert_eq!(all.map(|field| field.as_bytes()).collect::<Vec<_>>(), [category]);
            }
            let view = TrackEventView { category: None, ..view };
            prop_assert_eq!(format!("{view:?}"), format!("{expected:?}"));
            let text = |scratch: Scratch| format!("{:?}", Scratch { is_rare: true, ..scratch });
            prop_assert_eq!(text(spelled), text(any));
        }
    }
}
