//! The top-level fields of a TracePacket.

use crate::decode::fields::Fields;
use crate::decode::wire::WireError;

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
    /// A data field that [`is_indexed`] tells.
    pub indexed: Option<u32>,
}

impl<'a> PacketHeader<'a> {
    /// Reads a packet, which must be well-formed at the top level.
    #[inline]
    pub(in crate::import) fn read(bytes: &'a [u8]) -> Result<Self, WireError> {
        let mut header = Self::default();
        let mut fields = Fields::new(bytes);
        while let Some(field) = fields.next_field() {
            match field.number {
                8 => header.timestamp = Some(field.as_i64()),
                11 => header.track_event = true,
                10 => header.seq = Some(field.as_u32()),
                3 => {}
                13 => header.flags = field.as_u64(),
                58 => header.clock = Some(field.as_u32()),
                12 => {
                    header.interned = Some(field.as_bytes());
                    header.interned_at = fields.offset() - field.as_bytes().len() as u64;
                }
                _ => header.rare(&field),
            }
        }
        match fields.error() {
            Some(error) => Err(error),
            None => Ok(header),
        }
    }

    fn rare(&mut self, field: &crate::decode::fields::Field<'a>) {
        match field.number {
            79 => self.trusted_pid = Some(i64::from(field.as_i32())),
            41 => self.cleared = field.as_bool(),
            42 => self.dropped = field.as_u64(),
            87 => self.first_on_sequence = field.as_bool(),
            98 => self.machine = field.as_u32(),
            59 => self.defaults = Some(field.as_bytes()),
            6 => self.clock_snapshot = Some(field.as_bytes()),
            60 => {
                // A track event claims its packet, but not from a descriptor that stands before it.
                if !self.track_event {
                    self.track_descriptor = Some(field.as_bytes());
                }
                self.has_data = true;
            }
            44 => {
                self.thread_descriptor = Some(field.as_bytes());
                self.has_data = true;
            }
            50 => self.compressed = Some((50, field.as_bytes())),
            133 if self.compressed.is_none() => self.compressed = Some((133, field.as_bytes())),
            69 => {
                self.is_service = true;
                self.indexed = Some(69);
            }
            72 => self.extension_descriptor = true,
            36 => {}
            107 => self.remote_clock_sync = Some(field.as_bytes()),
            number => {
                self.has_data = true;
                if is_indexed(number) {
                    self.indexed = Some(number);
                }
            }
        }
    }
}

/// Returns whether something must be known of such data before anything is imported in the order of
/// time: it is shown to the importer of system packets twice.
pub(in crate::import) const fn is_indexed(field: u32) -> bool {
    matches!(
        field,
        1 | 2 | 33 | 34 | 35 | 39 | 40 | 45 | 47 | 52 | 67 | 69 | 77 | 89 | 91
    )
}
