//! Incremental state of packet sequences: what a packet may refer to.
//!
//! A sequence is cut into epochs, stretches of the file in which everything that
//! its packets refer to stays the same: interned strings, defaults, thread. An
//! epoch is known by its start, so that any packet can be decoded later, alone.
//! The rules are those of the reference's `packet_sequence_state_builder.h` and `incremental_state.cc`.

use hashbrown::HashMap;

use super::space::Space;
use crate::decode::fields::{Fields, Message};
use crate::decode::wire;
use crate::proto::{interned_string, trace_packet_defaults, track_event_defaults};

/// Index of an [`Epoch`].
pub(in crate::import) type EpochId = u32;

/// A map from interning ids to values, dense where ids are small.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct IidMap {
    dense: Vec<u32>,
    sparse: HashMap<u64, u32>,
}

/// Ids below this are looked up by index.
const DENSE_MAX: usize = 1 << 16;

impl IidMap {
    /// Sets the value of an id, unless it has one: the first definition stands.
    pub(in crate::import) fn insert(&mut self, iid: u64, value: u32) {
        match usize::try_from(iid) {
            Ok(index) if index < DENSE_MAX && index < self.dense.len() * 2 + 256 => {
                if index >= self.dense.len() {
                    self.dense.resize(index + 1, u32::MAX);
                }
                if let Some(slot) = self.dense.get_mut(index)
                    && *slot == u32::MAX
                    && !self.sparse.contains_key(&iid)
                {
                    *slot = value;
                }
            }
            _ => {
                self.sparse.entry(iid).or_insert(value);
            }
        }
    }

    /// Returns the value of an id.
    #[inline]
    pub(in crate::import) fn get(&self, iid: u64) -> Option<u32> {
        match usize::try_from(iid)
            .ok()
            .and_then(|index| self.dense.get(index))
        {
            Some(&value) if value != u32::MAX => Some(value),
            _ if self.sparse.is_empty() => None,
            _ => self.sparse.get(&iid).copied(),
        }
    }
}

/// Stands for the text of an interned name or category that has none: what refers to it is NULL.
pub(in crate::import) const NO_TEXT: u32 = u32::MAX - 1;

/// What one incremental interval of a sequence has interned.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct InternTable {
    /// Event names (InternedData field 2): ids of strings, or [`NO_TEXT`].
    pub names: IidMap,
    /// Categories (field 1): ids of strings, or [`NO_TEXT`].
    pub categories: IidMap,
    /// Indices in `places` of everything else: a map for each of the first few fields, in the order in which
    /// these came, and in `more_fields` those of all other fields.
    fields: Vec<(u32, IidMap)>,
    more_fields: HashMap<(u32, u64), u32>,
    /// Where the messages of these entries stand: offset and length.
    places: Vec<(u64, u32)>,
}

/// How many fields of InternedData have maps of their own: recorders do not write more.
const FIELDS_MAX: usize = 8;

impl InternTable {
    /// Remembers where the message of an entry stands, unless its id has one.
    pub(in crate::import) fn insert_other(&mut self, field: u32, iid: u64, offset: u64, len: u32) {
        let next = self.places.len() as u32;
        self.places.push((offset, len));
        if let Some((_, map)) = self.fields.iter_mut().find(|known| known.0 == field) {
            map.insert(iid, next);
        } else if self.fields.len() < FIELDS_MAX {
            let mut map = IidMap::default();
            map.insert(iid, next);
            self.fields.push((field, map));
        } else {
            self.more_fields.entry((field, iid)).or_insert(next);
        }
    }

    /// Returns the message of an entry.
    pub(in crate::import) fn message<'a>(
        &self,
        space: &'a Space,
        field: u32,
        iid: u64,
    ) -> Option<Message<'a>> {
        let (offset, len) = self.other(field, iid)?;
        Some(Message(space.slice(offset, len as usize)))
    }

    /// Returns offset and length of the message of an entry.
    fn other(&self, field: u32, iid: u64) -> Option<(u64, u32)> {
        let place = match self.fields.iter().find(|known| known.0 == field) {
            Some((_, map)) => map.get(iid)?,
            None => *self.more_fields.get(&(field, iid))?,
        };
        self.places.get(place as usize).copied()
    }
}

/// `TracePacketDefaults` that matter to track events.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::import) struct Defaults {
    /// `timestamp_clock_id`, 0 if unset.
    pub clock_id: u32,
    /// `track_uuid` of `TrackEventDefaults`.
    pub track_uuid: Option<u64>,
    /// `extra_counter_track_uuids`.
    pub extra_counters: Vec<u64>,
    /// `extra_double_counter_track_uuids`.
    pub extra_double_counters: Vec<u64>,
    /// `PerfSampleDefaults`.
    pub perf: Vec<u8>,
    /// `StackSampleDefaults`.
    pub stack_sample: Vec<u8>,
}

impl Defaults {
    /// Reads `TracePacketDefaults`.
    pub(in crate::import) fn read(bytes: &[u8]) -> Self {
        let mut defaults = Self::default();
        for field in Fields::new(bytes) {
            match field.number {
                trace_packet_defaults::TIMESTAMP_CLOCK_ID => defaults.clock_id = field.as_u32(),
                trace_packet_defaults::PERF_SAMPLE_DEFAULTS => {
                    defaults.perf = field.as_bytes().to_vec();
                }
                trace_packet_defaults::STACK_SAMPLE_DEFAULTS => {
                    defaults.stack_sample = field.as_bytes().to_vec();
                }
                trace_packet_defaults::TRACK_EVENT_DEFAULTS => {
                    defaults.track_uuid = None;
                    defaults.extra_counters.clear();
                    defaults.extra_double_counters.clear();
                    for field in field.fields() {
                        match field.number {
                            track_event_defaults::TRACK_UUID => {
                                defaults.track_uuid = Some(field.as_u64());
                            }
                            track_event_defaults::EXTRA_COUNTER_TRACK_UUIDS => {
                                field.each_varint(|uuid| defaults.extra_counters.push(uuid));
                            }
                            track_event_defaults::EXTRA_DOUBLE_COUNTER_TRACK_UUIDS => {
                                field.each_varint(|uuid| defaults.extra_double_counters.push(uuid));
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        defaults
    }
}

/// The thread that a ThreadDescriptor or a thread's TrackDescriptor gives a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::import) struct SequenceThread {
    /// Process id.
    pub pid: i64,
    /// Thread id.
    pub tid: i64,
}

/// References of legacy delta timestamps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::import) struct DeltaReference {
    /// Nanoseconds.
    pub timestamp_ns: i64,
    /// Nanoseconds of thread time.
    pub thread_time_ns: i64,
    /// Instructions.
    pub instructions: i64,
}

/// A stretch of a sequence with constant state.
#[derive(Clone, Debug)]
pub(in crate::import) struct Epoch {
    /// The index of the sequence.
    pub seq: u32,
    /// The offset of the first packet.
    pub start: u64,
    /// Index of the [`InternTable`].
    pub table: u32,
    /// Index of the [`Defaults`].
    pub defaults: u32,
    /// The incremental interval, which a clear or a loss begins.
    pub interval: u32,
    /// The thread of the sequence: of the whole interval, once it is settled.
    pub thread: Option<SequenceThread>,
    /// References of legacy delta timestamps, if a ThreadDescriptor came since the last clear or loss.
    pub delta: Option<DeltaReference>,
    /// Whether a ThreadDescriptor began this epoch, which restarts the deltas.
    pub restarts_delta: bool,
}

/// The state of a sequence while the file is scanned.
#[derive(Clone, Debug)]
pub(in crate::import) struct Sequence {
    /// `trusted_packet_sequence_id`.
    pub id: u32,
    /// The machine, 0 for the host.
    pub machine: u32,
    /// Whether packets that need incremental state may use it.
    pub valid: bool,
    /// The present epoch.
    pub epoch: EpochId,
    /// The present unit of decoding.
    pub unit: u32,
    /// All epochs, by start.
    pub epochs: Vec<EpochId>,
    /// Whether any packet that needs state was accepted.
    pub accepted_needing: bool,
    /// The offset of the first packet that needs state and was dropped.
    pub dropped_needing: Option<u64>,
    /// How many packets other than the first say that packets before them were lost.
    pub n_losses: u32,
    /// How many of these packets name each of [`LOSS_CAUSES`], if any does.
    pub loss_causes: Option<Box<[u32; LOSS_CAUSES.len()]>>,
}

/// Why a recorder lost packets, by bit of `previous_packet_dropped` from the second on.
pub(in crate::import) const LOSS_CAUSES: [&str; 8] = [
    "traced_buf_data_loss_read_gap",
    "traced_buf_data_loss_chunk_corrupted",
    "traced_buf_data_loss_orphan_continuation",
    "traced_buf_data_loss_reassembly_gap",
    "traced_buf_data_loss_reassembly_broken_chain",
    "traced_buf_data_loss_overwrite",
    "traced_buf_data_loss_writer_abort",
    "traced_buf_data_loss_smb_full",
];

impl Sequence {
    /// Counts a packet that says that packets before it were lost, with the causes that it names.
    pub(in crate::import) fn count_loss(&mut self, causes: u64) {
        self.n_losses = self.n_losses.saturating_add(1);
        if causes >> 1 != 0 {
            let counts = self.loss_causes.get_or_insert_default();
            for (bit, count) in (1..).zip(counts.iter_mut()) {
                *count = count.saturating_add(u32::from(causes >> bit & 1 != 0));
            }
        }
    }
}

/// All sequences and their epochs.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Sequences {
    by_id: HashMap<(u32, u32), u32>,
    /// Sequences in the order in which they appear.
    pub list: Vec<Sequence>,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// Interned data of all intervals.
    pub tables: Vec<InternTable>,
    /// All defaults; 0 is empty.
    pub defaults: Vec<Defaults>,
}

impl Sequences {
    /// Returns the index of a sequence, adding it if it is new, and whether it is.
    pub(in crate::import) fn get_or_add(
        &mut self,
        machine: u32,
        id: u32,
        start: u64,
    ) -> (u32, bool) {
        if let Some(&index) = self.by_id.get(&(machine, id)) {
            return (index, false);
        }
        let index = self.list.len() as u32;
        self.by_id.insert((machine, id), index);
        if self.defaults.is_empty() {
            self.defaults.push(Defaults::default());
        }
        let epoch = self.epochs.len() as u32;
        self.tables.push(InternTable::default());
        self.epochs.push(Epoch {
            seq: index,
            start,
            table: self.tables.len() as u32 - 1,
            defaults: 0,
            interval: 0,
            thread: None,
            delta: None,
            restarts_delta: false,
        });
        self.list.push(Sequence {
            id,
            machine,
            valid: false,
            epoch,
            unit: u32::MAX,
            epochs: vec![epoch],
            accepted_needing: false,
            dropped_needing: None,
            n_losses: 0,
            loss_causes: None,
        });
        (index, true)
    }

    /// Returns the index of a known sequence.
    pub(in crate::import) fn find(&self, machine: u32, id: u32) -> Option<u32> {
        self.by_id.get(&(machine, id)).copied()
    }

    /// Starts a new epoch of a sequence at `start`, changed by `change`.
    pub(in crate::import) fn change(
        &mut self,
        seq: u32,
        start: u64,
        change: impl FnOnce(&mut Epoch),
    ) -> EpochId {
        let present = self.list[seq as usize].epoch;
        let mut next = self.epochs[present as usize].clone();
        next.restarts_delta = false;
        next.start = start;
        change(&mut next);
        let id = self.epochs.len() as u32;
        self.epochs.push(next);
        self.list[seq as usize].epoch = id;
        self.list[seq as usize].epochs.push(id);
        id
    }

    /// Clears the incremental state of a sequence at `start`.
    pub(in crate::import) fn clear(&mut self, seq: u32, start: u64) {
        self.tables.push(InternTable::default());
        let table = self.tables.len() as u32 - 1;
        self.change(seq, start, |epoch| {
            epoch.table = table;
            epoch.defaults = 0;
            epoch.delta = None;
            epoch.interval += 1;
        });
        self.list[seq as usize].valid = true;
    }

    /// Notes a loss of packets: the state is invalid until the next clear, but old ids still resolve.
    pub(in crate::import) fn lose(&mut self, seq: u32, start: u64) {
        self.change(seq, start, |epoch| {
            epoch.delta = None;
            epoch.interval += 1;
        });
        self.list[seq as usize].valid = false;
    }

    /// Gives every epoch the last thread of its interval: like an interned string, a thread descriptor also
    /// holds for the events of its interval that stand before it.
    pub(in crate::import) fn settle_threads(&mut self) {
        for sequence in &self.list {
            let mut last: Option<(u32, Option<SequenceThread>)> = None;
            for &epoch in sequence.epochs.iter().rev() {
                let epoch = &mut self.epochs[epoch as usize];
                match last {
                    Some((interval, thread)) if interval == epoch.interval => epoch.thread = thread,
                    _ => last = Some((epoch.interval, epoch.thread)),
                }
            }
        }
    }

    /// Returns the epoch of the packet at `offset` of a sequence.
    pub(in crate::import) fn epoch_at(&self, seq: u32, offset: u64) -> EpochId {
        let epochs = &self.list[seq as usize].epochs;
        let after = epochs.partition_point(|&epoch| self.epochs[epoch as usize].start <= offset);
        epochs.get(after.saturating_sub(1)).copied().unwrap_or(0)
    }

    /// Returns the machine on which the sequence that was in a state was written.
    pub(in crate::import) fn machine_of(&self, epoch: EpochId) -> u32 {
        let seq = self.epochs[epoch as usize].seq;
        self.list[seq as usize].machine
    }

    /// Returns the interned data of an epoch.
    pub(in crate::import) fn table(&self, epoch: EpochId) -> &InternTable {
        &self.tables[self.epochs[epoch as usize].table as usize]
    }

    /// Returns whether a ThreadDescriptor came after an epoch of a sequence, up to another of its epochs.
    pub(in crate::import) fn restarted_between(&self, after: EpochId, until: EpochId) -> bool {
        let seq = self.epochs[until as usize].seq;
        let epochs = &self.list[seq as usize].epochs;
        let from = epochs.partition_point(|&epoch| epoch <= after);
        let to = epochs.partition_point(|&epoch| epoch <= until);
        let mut between = epochs.get(from..to).unwrap_or_default().iter();
        between.any(|&epoch| self.epochs[epoch as usize].restarts_delta)
    }

    /// Returns the defaults of an epoch.
    pub(in crate::import) fn defaults(&self, epoch: EpochId) -> &Defaults {
        &self.defaults[self.epochs[epoch as usize].defaults as usize]
    }
}

/// Returns the id of an entry of InternedData.
pub(in crate::import) fn entry_iid(entry: &[u8]) -> Option<u64> {
    let iid = usual_iid(entry);
    iid.or_else(|| Some(Message(entry).field(interned_string::IID)?.as_u64()))
}

/// Reads the id as recorders write it: as the first field, and only once.
fn usual_iid(entry: &[u8]) -> Option<u64> {
    let mut rest = entry.strip_prefix(&[0x08])?;
    let iid = wire::take_varint(&mut rest)?;
    while let [tag @ 0x10..0x80, after @ ..] = rest {
        rest = after;
        match tag & 7 {
            0 => _ = wire::take_varint(&mut rest)?,
            2 => {
                let len = wire::take_varint(&mut rest)?;
                rest = rest.get(usize::try_from(len).ok()?..)?;
            }
            _ => return None,
        }
    }
    rest.is_empty().then_some(iid)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_usual_id_is_read_like_any(
            bytes in prop::collection::vec(
                prop_oneof![Just(8_u8), Just(16), Just(18), 0..4_u8, any::<u8>()],
                0..16,
            ),
        ) {
            let expected = Fields::new(&bytes).last_of(1).map(|field| field.as_u64());
            prop_assert_eq!(entry_iid(&bytes), expected);
        }

        #[test]
        fn entries_are_found_by_field_and_id(
            all in prop::collection::vec(
                (0..12_u32, prop_oneof![0..9_u64, 250..260_u64, any::<u64>()], any::<u64>()),
                0..60,
            ),
        ) {
            let (mut table, mut expected) = (InternTable::default(), HashMap::new());
            for &(field, iid, offset) in &all {
                table.insert_other(field, iid, offset, field);
                expected.entry((field, iid)).or_insert((offset, field));
            }
            for (field, iid, _) in all {
                prop_assert_eq!(table.other(field, iid), expected.get(&(field, iid)).copied());
                let next = expected.get(&(field + 1, iid)).copied();
                prop_assert_eq!(table.other(field + 1, iid), next);
            }
        }
    }
}
