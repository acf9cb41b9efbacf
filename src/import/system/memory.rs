//! Memory of graphics drivers, event by event, and what each mapping of a process holds.
//!
//! Rows go to tables as they come; events of Vulkan change counters of their process too.

use hashbrown::HashMap;

use super::interned::InternedTable;
use super::{Packet, Source};
use crate::base::intern::StrId;
use crate::decode::fields::{Message, PackedVarints};
use crate::import::sink::{At, Sink, SinkTrack, listed};
use crate::model::args::{StoredArg, StoredValue};
use crate::model::ids::{ArgSetId, Upid};
use crate::model::sparse::SparseRow;
use crate::model::sparse_columns::{SmapsColumn as Smaps, VulkanColumn as Vulkan};
use crate::model::track::Scope;
use crate::proto::{
    interned_data, interned_string, packed_smaps, smaps_entry, smaps_packet,
    vulkan_memory_event as event, vulkan_memory_event_annotation as annotation,
};

/// Names of `VulkanMemoryEvent.Source`.
const SOURCES: [&str; 6] = [
    "UNSPECIFIED",
    "DRIVER",
    "DEVICE",
    "GPU_DEVICE_MEMORY",
    "GPU_BUFFER",
    "GPU_IMAGE",
];
const DRIVER: u64 = 1;
const DEVICE_MEMORY: u64 = 3;
const BUFFER: u64 = 4;
const IMAGE: u64 = 5;

/// Names of `VulkanMemoryEvent.Operation`.
const OPERATIONS: [&str; 6] = [
    "UNSPECIFIED",
    "CREATE",
    "DESTROY",
    "BIND",
    "DESTROY_BOUND",
    "ANNOTATIONS",
];
const CREATE: u64 = 1;
const DESTROY: u64 = 2;
const BIND: u64 = 3;
const DESTROY_BOUND: u64 = 4;

/// Names of `VulkanMemoryEvent.AllocationScope`.
const SCOPES: [&str; 6] = [
    "UNSPECIFIED",
    "COMMAND",
    "OBJECT",
    "CACHE",
    "DEVICE",
    "INSTANCE",
];

/// Numbers of 64 bits of an event and their columns.
const EVENT_NUMBERS: [(u32, Vulkan); 5] = [
    (event::DEVICE, Vulkan::Device),
    (event::DEVICE_MEMORY, Vulkan::DeviceMemory),
    (event::OBJECT_HANDLE, Vulkan::ObjectHandle),
    (event::MEMORY_ADDRESS, Vulkan::MemoryAddress),
    (event::MEMORY_SIZE, Vulkan::MemorySize),
];

/// Imports `VulkanMemoryEvent`.
#[derive(Debug)]
pub(super) struct VulkanMemory {
    /// Interned names of functions, and keys and texts of annotations.
    functions: InternedTable<Option<StrId>>,
    keys: InternedTable<Option<StrId>>,
    /// What drivers of all processes together have allocated, by scope, as in the reference.
    driver: HashMap<u64, i64>,
    /// How much of the device's memory is allocated, and in `bound` how much is bound, by type of memory.
    allocated: HashMap<u64, i64>,
    bound: HashMap<u64, i64>,
}

impl Default for VulkanMemory {
    fn default() -> Self {
        Self {
            functions: InternedTable::new(interned_data::FUNCTION_NAMES),
            keys: InternedTable::new(interned_data::VULKAN_MEMORY_KEYS),
            driver: HashMap::new(),
            allocated: HashMap::new(),
            bound: HashMap::new(),
        }
    }
}

impl VulkanMemory {
    /// Imports an event. Its row and counters have the time that the event itself states.
    pub(super) fn event(
        &mut self,
        packet: &Packet<'_>,
        at: At,
        source: &dyn Source,
        sink: &mut Sink,
    ) {
        let payload = packet.payload;
        let pid = payload.u32(event::PID);
        let upid = sink.processes.process(i64::from(pid));
        let ts = payload.u64(event::TIMESTAMP).cast_signed();
        self.count(payload, (upid, ts), at, sink);
        let set = annotations(packet, &mut self.keys, source, sink);
        let mut row = SparseRow::default();
        if let Some(set) = set {
            row.set(Vulkan::ArgSetId, i64::from(set.0));
        }
        let scope = payload.field(event::ALLOCATION_SCOPE);
        let named = [
            (Vulkan::Source, Some(payload.u64(event::SOURCE)), &SOURCES),
            (
                Vulkan::Operation,
                Some(payload.u64(event::OPERATION)),
                &OPERATIONS,
            ),
            (Vulkan::Scope, scope.map(|scope| scope.as_u64()), &SCOPES),
        ];
        for (column, number, names) in named {
            if let Some(name) = number.and_then(|number| listed(names, number)) {
                row.set_string(column, sink.word(name));
            }
        }
        row.set(Vulkan::Timestamp, ts);
        row.set(Vulkan::Upid, i64::from(upid.0));
        for (field, column) in EVENT_NUMBERS {
            if let Some(value) = payload.field(field) {
                row.set(column, value.as_u64().cast_signed());
            }
        }
        for (field, column) in [
            (event::MEMORY_TYPE, Vulkan::MemoryType),
            (event::HEAP, Vulkan::Heap),
        ] {
            if let Some(value) = payload.field(field) {
                row.set(column, i64::from(value.as_u32()));
            }
        }
        if let Some(iid) = payload.field(event::CALLER_IID) {
            let of = (packet, iid.as_u64());
            if let Some(function) = text(of, &mut self.functions, source, sink) {
                row.set_string(Vulkan::FunctionName, function);
            }
        }
        sink.vulkan_memory.push(&row);
    }

    /// Samples the counter that an event changes, if it changes one.
    fn count(&mut self, payload: Message<'_>, (upid, ts): (Upid, i64), at: At, sink: &mut Sink) {
        let number = |n| {
            let field = payload.field(n);
            field.map_or(0, |field| field.as_u64())
        };
        let (size, memory) = (
            number(event::MEMORY_SIZE).cast_signed(),
            number(event::MEMORY_TYPE) & u64::from(u32::MAX),
        );
        let (counts, key, grows) = match (number(event::SOURCE), number(event::OPERATION)) {
            (DRIVER, step @ (CREATE | DESTROY)) => (
                &mut self.driver,
                number(event::ALLOCATION_SCOPE),
                step == CREATE,
            ),
            (DEVICE_MEMORY, step @ (CREATE | DESTROY)) => {
                (&mut self.allocated, memory, step == CREATE)
            }
            (BUFFER | IMAGE, step @ (BIND | DESTROY_BOUND)) => {
                (&mut self.bound, memory, step == BIND)
            }
            _ => return,
        };
        let source = number(event::SOURCE);
        let scope = listed(&SCOPES, key);
        let (kind, name, dimension) = match (source, scope) {
            // Allocations without a scope have no counter.
            (DRIVER, None | Some(&"UNSPECIFIED")) => return,
            (DRIVER, Some(scope)) => (
                "vulkan_driver_mem",
                format!("vulkan.mem.driver.scope.{scope}"),
                sink.text_arg("vulkan_allocation_scope", scope),
            ),
            _ => {
                let (kind, what) = match source {
                    DEVICE_MEMORY => ("vulkan_device_mem_allocation", "allocation"),
                    _ => ("vulkan_device_mem_bind", "bind"),
                };
                let name = format!("vulkan.mem.device.memory.type.{key}.{what}");
                let key = i64::try_from(key).unwrap_or_default();
                (kind, name, sink.int_arg("vulkan_memory_type", key))
            }
        };
        let count = counts.entry(key).or_default();
        *count = if grows {
            count.wrapping_add(size)
        } else {
            count.wrapping_sub(size)
        };
        let count = *count as f64;
        let track = counter((kind, &name), upid, dimension, at, sink);
        sink.samples_of(track).push(ts, count, None);
    }
}

/// Returns a counter of a process. `dimension` tells it from others of its type.
fn counter(
    (kind, name): (&str, &str),
    upid: Upid,
    dimension: StoredArg,
    at: At,
    sink: &mut Sink,
) -> SinkTrack {
    let scope = Scope::Process(upid);
    let track = sink.counter_track(kind, scope, name, None, at.created());
    if sink.tracks[track.index()].0.dimension_args.is_none() {
        let dimension = [sink.int_arg("upid", i64::from(upid.0)), dimension];
        sink.tracks[track.index()].0.dimension_args = sink.store_args(&dimension);
    }
    track
}

/// Returns an interned text of a packet.
fn text(
    of: (&Packet<'_>, u64),
    table: &mut InternedTable<Option<StrId>>,
    source: &dyn Source,
    sink: &mut Sink,
) -> Option<StrId> {
    let found = table.get(of, source, sink, |entry, sink| {
        let text = entry.text_if_set(interned_string::STR)?;
        Some(sink.strings.intern(text))
    });
    found.copied().flatten()
}

/// Stores the annotations of an event. Of those with one key the last one counts.
fn annotations(
    packet: &Packet<'_>,
    keys: &mut InternedTable<Option<StrId>>,
    source: &dyn Source,
    sink: &mut Sink,
) -> Option<ArgSetId> {
    let mut args = Vec::new();
    for entry in packet.payload.messages(event::ANNOTATIONS) {
        let mut text = |n, sink: &mut Sink| text((packet, entry.u64(n)), keys, source, sink);
        let key = text(annotation::KEY_IID, sink);
        let value = if let Some(number) = entry.field(annotation::INT_VALUE) {
            StoredValue::Int(number.as_i64())
        } else if let Some(number) = entry.field(annotation::DOUBLE_VALUE) {
            StoredValue::Real(number.as_f64())
        } else if entry.has(annotation::STRING_IID) {
            StoredValue::Str(text(annotation::STRING_IID, sink))
        } else {
            continue;
        };
        let Some(key) = key else { continue };
        args.push(StoredArg::new(key, value));
    }
    sink.store_last_args(&args)
}

/// Texts and numbers of `SmapsEntry` and their columns.
const ENTRY_TEXTS: [(u32, Smaps); 3] = [
    (smaps_entry::FILE_NAME, Smaps::FileName),
    (smaps_entry::MODULE_DEBUGID, Smaps::ModuleDebugid),
    (smaps_entry::MODULE_DEBUG_PATH, Smaps::ModuleDebugPath),
];
const ENTRY_NUMBERS: [(u32, Smaps); 11] = [
    (smaps_entry::SIZE_KB, Smaps::SizeKb),
    (smaps_entry::PRIVATE_DIRTY_KB, Smaps::PrivateDirtyKb),
    (smaps_entry::SWAP_KB, Smaps::SwapKb),
    (smaps_entry::START_ADDRESS, Smaps::StartAddress),
    (smaps_entry::MODULE_TIMESTAMP, Smaps::ModuleTimestamp),
    (smaps_entry::PROTECTION_FLAGS, Smaps::ProtectionFlags),
    (
        smaps_entry::PRIVATE_CLEAN_RESIDENT_KB,
        Smaps::PrivateCleanResidentKb,
    ),
    (
        smaps_entry::SHARED_DIRTY_RESIDENT_KB,
        Smaps::SharedDirtyResidentKb,
    ),
    (
        smaps_entry::SHARED_CLEAN_RESIDENT_KB,
        Smaps::SharedCleanResidentKb,
    ),
    (smaps_entry::LOCKED_KB, Smaps::LockedKb),
    (
        smaps_entry::PROPORTIONAL_RESIDENT_KB,
        Smaps::ProportionalResidentKb,
    ),
];

/// Fields of `PackedSmaps` and their columns.
const PACKED_NUMBERS: [(u32, Smaps); 12] = [
    (packed_smaps::SIZE_KB, Smaps::SizeKb),
    (packed_smaps::PRIVATE_DIRTY_KB, Smaps::PrivateDirtyKb),
    (packed_smaps::SWAP_KB, Smaps::SwapKb),
    (
        packed_smaps::PRIVATE_CLEAN_KB,
        Smaps::PrivateCleanResidentKb,
    ),
    (packed_smaps::SHARED_DIRTY_KB, Smaps::SharedDirtyResidentKb),
    (packed_smaps::SHARED_CLEAN_KB, Smaps::SharedCleanResidentKb),
    (packed_smaps::LOCKED_KB, Smaps::LockedKb),
    (packed_smaps::PSS_KB, Smaps::ProportionalResidentKb),
    (packed_smaps::RSS_KB, Smaps::RssKb),
    (packed_smaps::ANONYMOUS_KB, Smaps::AnonymousKb),
    (packed_smaps::PSS_DIRTY_KB, Smaps::PssDirtyKb),
    (packed_smaps::SWAP_PSS_KB, Smaps::SwapPssKb),
];

/// Imports `SmapsPacket`: what the mappings of a process hold.
pub(super) fn smaps(payload: Message<'_>, at: At, sink: &mut Sink) {
    let pid = payload.u32(smaps_packet::PID);
    let upid = sink.processes.process(i64::from(pid));
    let mut row = SparseRow::default();
    row.set(Smaps::Upid, i64::from(upid.0));
    row.set(Smaps::Ts, at.ts);
    if let Some(packed) = payload.field(smaps_packet::PACKED_ENTRIES) {
        packed_smaps(packed.message(), &row, sink);
        return;
    }
    for entry in payload.messages(smaps_packet::ENTRIES) {
        let mut row = row;
        row.set(Smaps::AggregateCount, 1);
        if let Some(path) = entry.field(smaps_entry::PATH) {
            MappedPath::new(path.as_bytes(), sink).put(&mut row);
        }
        for (number, column) in ENTRY_TEXTS {
            if let Some(text) = entry.field(number) {
                row.set_string(column, sink.strings.intern(text.as_bytes()));
            }
        }
        for (number, column) in ENTRY_NUMBERS {
            let value = entry.field(number).map_or(0, |value| match number {
                smaps_entry::PROTECTION_FLAGS => i64::from(value.as_i32()),
                _ => value.as_u64().cast_signed(),
            });
            row.set_some(column, value);
        }
        sink.smaps.push(&row);
    }
}

/// The path of what is mapped.
#[derive(Clone, Copy, Debug)]
struct MappedPath {
    path: StrId,
    /// The path without what the kernel adds to the paths of deleted files.
    trimmed: StrId,
    is_deleted: bool,
}

impl MappedPath {
    fn new(path: &[u8], sink: &mut Sink) -> Self {
        let trimmed = path.strip_suffix(b" (deleted)");
        Self {
            path: sink.strings.intern(path),
            trimmed: sink.strings.intern(trimmed.unwrap_or(path)),
            is_deleted: trimmed.is_some(),
        }
    }

    fn put(self, row: &mut SparseRow<Smaps>) {
        row.set_string(Smaps::Path, self.path);
        row.set_string(Smaps::PathTrimmed, self.trimmed);
        row.set_some(Smaps::IsDeleted, i64::from(self.is_deleted));
    }
}

/// Imports mappings that are stored column by column: the first values of all columns make the first row.
fn packed_smaps(payload: Message<'_>, row: &SparseRow<Smaps>, sink: &mut Sink) {
    let paths = payload.all(packed_smaps::STRING_TABLE);
    let paths: Vec<MappedPath> = paths
        .map(|path| MappedPath::new(path.as_bytes(), sink))
        .collect();
    let mut is_broken = false;
    let mut numbers = |n| {
        let bytes = payload.text_if_set(n)?;
        is_broken |= bytes.last().is_some_and(|byte| byte & 0x80 != 0);
        let mut numbers = PackedVarints::new(bytes).peekable();
        numbers.peek().is_some().then_some(numbers)
    };
    let mut names = numbers(packed_smaps::NAME_ID);
    let mut counts = numbers(packed_smaps::AGGREGATE_COUNT);
    let mut columns: Vec<_> = PACKED_NUMBERS
        .iter()
        .filter_map(|&(number, column)| Some((numbers(number)?, column)))
        .collect();
    let is_aggregated = payload.has(packed_smaps::AGGREGATE_COUNT);
    let mut n_rows = 0;
    while columns
        .iter_mut()
        .all(|(numbers, _)| numbers.peek().is_some())
    {
        // Where each row is the sum over all mappings with one name, the names stand in the order of the
        // rows.
        let (name, n_mappings) = if is_aggregated {
            let Some(n) = counts.as_mut().and_then(Iterator::next) else {
                break;
            };
            (n_rows, i64::from(n as u32))
        } else {
            let Some(name) = names.as_mut().and_then(Iterator::next) else {
                break;
            };
            (name as u32 as usize, 1)
        };
        let Some(path) = paths.get(name) else {
            is_broken = true;
            break;
        };
        let mut row = *row;
        path.put(&mut row);
        row.set_some(Smaps::AggregateCount, n_mappings);
        for (numbers, column) in &mut columns {
            let value = numbers.next().unwrap_or_default().cast_signed();
            row.set_some(*column, value);
        }
        sink.smaps.push(&row);
        n_rows += 1;
    }
    let is_over = |numbers: &mut Option<std::iter::Peekable<PackedVarints<'_>>>| {
        numbers
            .as_mut()
            .is_none_or(|numbers| numbers.peek().is_none())
    };
    let fits = is_over(&mut names)
        && is_over(&mut counts)
        && columns
            .iter_mut()
            .all(|(numbers, _)| numbers.peek().is_none())
        && (!is_aggregated || n_rows == paths.len());
    if is_broken || !fits {
        sink.issues.count("smaps_parser_errors");
    }
}
