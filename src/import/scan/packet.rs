//! The top-level fields of a TracePacket.

use crate::decode::fields::{FieldValue, Fields};
use crate::decode::wire::WireError;
use crate::proto::trace_packet;

/// What the scan needs to know of a packet.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::import) struct PacketHeader<'a> {
    /// `timestamp`, as recorded.
    pub timestamp: Option<i64>,
    /// `timestamp_clock_id`.
    pub clock: Option<u32>,
    /// `trusted_packet_sequence_id`; its presence matters.
    pub seq: Option<u32>,
    /// `trusted_pid`.
    pub trusted_pid: Option<i64>,
    /// `sequence_flags`.
    pub flags: u64,
    /// `incremental_state_cleared`.
    pub cleared: bool,
    /// `previous_packet_dropped`.
    pub dropped: u64,
    /// `first_packet_on_sequence`.
    pub first_on_sequence: bool,
    /// `machine_id`.
    pub machine: u32,
    /// `interned_data`.
    pub interned: Option<&'a [u8]>,
    /// Where `interned_data` begins in the packet.
    pub interned_at: u64,
    /// `trace_packet_defaults`.
    pub defaults: Option<&'a [u8]>,
    /// `clock_snapshot`.
    pub clock_snapshot: Option<&'a [u8]>,
    /// `remote_clock_sync`.
    pub remote_clock_sync: Option<&'a [u8]>,
    /// `track_descriptor`.
    pub track_descriptor: Option<&'a [u8]>,
    /// `thread_descriptor`.
    pub thread_descriptor: Option<&'a [u8]>,
    /// A compressed packet: field number and payload.
    pub compressed: Option<(u32, &'a [u8])>,
    /// Whether a track event is the first data field that claims the packet.
    pub track_event: bool,
    /// Whether this is a service event.
    pub is_service: bool,
    /// Whether this is an extension descriptor.
    pub extension_descriptor: bool,
    /// Whether there is any other data field.
    pub has_data: bool,
    /// The number of the data field for which [`is_indexed`] is true, if there is one.
    pub indexed: Option<u32>,
    /// How many messages the packet holds, not counting a track event, interned data and defaults.
    pub n_messages: u32,
    /// Where in the packet the last of these messages begins.
    pub message_at: u64,
    /// The length of the packet in bytes.
    pub len: usize,
}

impl<'a> PacketHeader<'a> {
    /// Reads a packet, which must be well-formed at the top level.
    #[inline]
    pub(in crate::import) fn read(bytes: &'a [u8]) -> Result<Self, WireError> {
        let mut header = Self {
            len: bytes.len(),
            ..Self::default()
        };
        let (mut fields, mut at) = (Fields::new(bytes), 0);
        while let Some(field) = fields.next_field() {
            let begin = std::mem::replace(&mut at, fields.offset());
            match field.number {
                trace_packet::TIMESTAMP => header.timestamp = Some(field.as_i64()),
                trace_packet::TRACK_EVENT => header.track_event = true,
                trace_packet::TRUSTED_PACKET_SEQUENCE_ID => header.seq = Some(field.as_u32()),
                trace_packet::TRUSTED_UID => {}
                trace_packet::SEQUENCE_FLAGS => header.flags = field.as_u64(),
                trace_packet::TIMESTAMP_CLOCK_ID => header.clock = Some(field.as_u32()),
                trace_packet::INTERNED_DATA => {
                    header.interned = Some(field.as_bytes());
                    header.interned_at = fields.offset() - field.as_bytes().len() as u64;
                }
                _ => {
                    if matches!(field.value, FieldValue::Bytes(_))
                        && field.number != trace_packet::TRACE_PACKET_DEFAULTS
                    {
                        header.n_messages += 1;
                        header.message_at = begin;
                    }
                    header.rare(&field);
                }
            }
        }
        match fields.error() {
            Some(error) => Err(error),
            None => Ok(header),
        }
    }

    /// Returns whether the packet is of one of Chromium's older formats, whose times are on a clock that
    /// their packets need not name.
    pub(in crate::import) fn is_chrome(&self) -> bool {
        matches!(
            self.indexed,
            Some(trace_packet::CHROME_EVENTS | trace_packet::CHROME_METADATA)
        )
    }

    /// Returns where in the packet its only message begins, not counting interned data and defaults. `None`
    /// if there is not exactly one, if the packet has no time or is not of the host, or if it holds a track
    /// event, a thread descriptor or indexed data.
    pub(in crate::import) fn only_message(&self) -> Option<u64> {
        let is_plain = self.timestamp.is_some() && self.machine == 0 && !self.track_event;
        let is_only = self.n_messages == 1
            && is_plain
            && self.indexed.is_none()
            && self.thread_descriptor.is_none();
        is_only.then_some(self.message_at)
    }

    fn rare(&mut self, field: &crate::decode::fields::Field<'a>) {
        match field.number {
            trace_packet::TRUSTED_PID => self.trusted_pid = Some(i64::from(field.as_i32())),
            trace_packet::INCREMENTAL_STATE_CLEARED => self.cleared = field.as_bool(),
            trace_packet::PREVIOUS_PACKET_DROPPED => self.dropped = field.as_u64(),
            trace_packet::FIRST_PACKET_ON_SEQUENCE => self.first_on_sequence = field.as_bool(),
            trace_packet::MACHINE_ID => self.machine = field.as_u32(),
            trace_packet::TRACE_PACKET_DEFAULTS => self.defaults = Some(field.as_bytes()),
            trace_packet::CLOCK_SNAPSHOT => self.clock_snapshot = Some(field.as_bytes()),
            trace_packet::TRACK_DESCRIPTOR => {
                // A track event claims its packet from the descriptors that stand behind it.
                if !self.track_event {
                    self.track_descriptor = Some(field.as_bytes());
                }
                self.has_data = true;
            }
            trace_packet::THREAD_DESCRIPTOR => {
                self.thread_descriptor = Some(field.as_bytes());
                self.has_data = true;
            }
            trace_packet::COMPRESSED_PACKETS => {
                self.compressed = Some((field.number, field.as_bytes()));
            }
            trace_packet::ZSTD_COMPRESSED_PACKETS if self.compressed.is_none() => {
                self.compressed = Some((field.number, field.as_bytes()));
            }
            trace_packet::SERVICE_EVENT => {
                self.is_service = true;
                self.indexed = Some(field.number);
            }
            trace_packet::EXTENSION_DESCRIPTOR => self.extension_descriptor = true,
            trace_packet::SYNCHRONIZATION_MARKER => {}
            trace_packet::REMOTE_CLOCK_SYNC => self.remote_clock_sync = Some(field.as_bytes()),
            number => {
                self.has_data = true;
                if is_indexed(number) {
                    self.indexed = Some(number);
                }
            }
        }
    }
}

/// Returns whether data in this field must be known before anything is imported in time order: the importer
/// of system packets indexes it first.
pub(in crate::import) const fn is_indexed(field: u32) -> bool {
    matches!(
        field,
        trace_packet::FTRACE_EVENTS
            | trace_packet::PROCESS_TREE
            | trace_packet::CHROME_EVENTS
            | trace_packet::TRACE_CONFIG
            | trace_packet::FTRACE_STATS
            | trace_packet::TRACE_STATS
            | trace_packet::ANDROID_LOG
            | trace_packet::POWER_RAILS
            | trace_packet::SYSTEM_INFO
            | trace_packet::PACKAGES_LIST
            | trace_packet::CHROME_BENCHMARK_METADATA
            | trace_packet::CHROME_METADATA
            | trace_packet::GPU_COUNTER_EVENT
            | trace_packet::CPU_INFO
            | trace_packet::SERVICE_EVENT
            | trace_packet::ANDROID_ENERGY_ESTIMATION_BREAKDOWN
            | trace_packet::TRANSLATION_TABLE
            | trace_packet::ANDROID_GAME_INTERVENTION_LIST
            | trace_packet::NETWORK_PACKET
            | trace_packet::TRACE_UUID
            | trace_packet::TRACK_EVENT_RANGE_OF_INTEREST
            | trace_packet::ENTITY_STATE_RESIDENCY
            | trace_packet::NETWORK_PACKET_BUNDLE
            | trace_packet::APP_WAKELOCK_BUNDLE
            | trace_packet::STREAMING_PROFILE_PACKET
            | trace_packet::TRACE_ATTRIBUTES
            | trace_packet::GPU_INFO
            | trace_packet::INTERRUPT_INFO
            | trace_packet::STATSD_ATOM
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_only_message_is_where_it_is_found(
            fields in prop::collection::vec(
                (prop::sample::select(vec![3_u32, 8, 10, 12, 13, 44, 59, 60, 66, 9, 11, 1, 98, 900]),
                 prop::collection::vec(any::<u8>(), 0..4), any::<bool>()),
                0..7,
            ),
        ) {
            let mut bytes = Vec::new();
            for (number, body, is_number) in fields {
                if is_number {
                    prost::encoding::uint64::encode(number, &1, &mut bytes);
                } else {
                    prost::encoding::bytes::encode(number, &body, &mut bytes);
                }
            }
            let header = PacketHeader::read(&bytes).expect("a packet");
            prop_assert_eq!(header.len, bytes.len());
            let is_message = |field: &crate::decode::fields::Field<'_>| {
                matches!(field.value, FieldValue::Bytes(_))
                    && !matches!(field.number, 12 | 59 | 3 | 8 | 10 | 13)
            };
            let messages: Vec<_> = Fields::new(&bytes).filter(is_message).collect();
            if let Some(at) = header.only_message() {
                prop_assert_eq!(messages.len(), 1);
                let found = Fields::new(&bytes[at as usize..]).next().expect("a field");
                prop_assert_eq!((found.number, found.value), (messages[0].number, messages[0].value));
                prop_assert!(header.timestamp.is_some() && header.machine == 0);
            } else if let [message] = messages.as_slice() {
                let is_other = matches!(message.number, 1 | 44 | 11) || header.track_event;
                let is_known = header.indexed.is_some() || header.thread_descriptor.is_some();
                prop_assert!(is_other || is_known || header.timestamp.is_none() || header.machine != 0);
            }
        }
    }
}
