//! Tables about memory besides counters: `vulkan_memory_allocations` and `profiler_smaps`.

use std::sync::Arc;

use super::columns::{Row, Table, id, long, text};
use super::{Dense, Shared, dense};
use crate::model::sparse::{Column, SparseTable};
use crate::model::sparse_columns::{SmapsColumn, VulkanColumn};
use crate::model::trace::Trace;
use crate::sql::schema::TableDef;
use crate::sql::table::{Cell, Index, Provider};

impl<'a, C: Column> Row<'a, SparseTable<C>> {
    /// Returns the value of a column, or NULL.
    fn value(self, column: C) -> Cell<'a> {
        self.data.get(self.number as usize, column).into()
    }

    /// Returns the value of a column, or 0.
    fn number(self, column: C) -> Cell<'a> {
        let value = self.data.get(self.number as usize, column);
        Cell::Int(value.unwrap_or_default())
    }

    /// Returns the string of a column, or NULL.
    fn string(self, column: C) -> Cell<'a> {
        self.text(self.data.string(self.number as usize, column))
    }
}

/// The table `vulkan_memory_allocations`.
pub(super) static VULKAN: Table<SparseTable<VulkanColumn>> = Table {
    name: "vulkan_memory_allocations",
    doc: "What applications that draw with Vulkan, and its drivers, did with memory.",
    columns: &[
        id("Unique identifier of the row."),
        long("arg_set_id", "Its annotations in `args`.", |row| {
            row.value(VulkanColumn::ArgSetId)
        }),
        text(
            "source",
            "Whose memory it is: of the driver, the device, a buffer or an image.",
            |row| row.string(VulkanColumn::Source),
        ),
        text(
            "operation",
            "What was done: `CREATE`, `DESTROY`, `BIND`, `DESTROY_BOUND` or `ANNOTATIONS`.",
            |row| row.string(VulkanColumn::Operation),
        ),
        long("timestamp", "When it happened.", |row| {
            row.value(VulkanColumn::Timestamp)
        }),
        long("upid", "The process that it happened in.", |row| {
            row.value(VulkanColumn::Upid)
        }),
        long("device", "Vulkan's handle of the device.", |row| {
            row.value(VulkanColumn::Device)
        }),
        long("device_memory", "Vulkan's handle of the memory.", |row| {
            row.value(VulkanColumn::DeviceMemory)
        }),
        long("memory_type", "The type of memory, by its index.", |row| {
            row.value(VulkanColumn::MemoryType)
        }),
        long("heap", "The heap, by its index.", |row| {
            row.value(VulkanColumn::Heap)
        }),
        text("function_name", "The function that was called.", |row| {
            row.string(VulkanColumn::FunctionName)
        }),
        long(
            "object_handle",
            "Vulkan's handle of the object that the memory is for.",
            |row| row.value(VulkanColumn::ObjectHandle),
        ),
        long("memory_address", "Where the memory is.", |row| {
            row.value(VulkanColumn::MemoryAddress)
        }),
        long("memory_size", "How large it is, in bytes.", |row| {
            row.value(VulkanColumn::MemorySize)
        }),
        text(
            "scope",
            "For how long the driver needs it: the scope of the allocation.",
            |row| row.string(VulkanColumn::Scope),
        ),
    ],
    make: |shared| sparse(shared, &VULKAN, |trace| &trace.vulkan_memory),
};

/// The table `profiler_smaps`.
pub(super) static SMAPS: Table<SparseTable<SmapsColumn>> = Table {
    name: "profiler_smaps",
    doc: "What the mappings of processes held, from `/proc/PID/smaps`.",
    columns: &[
        id("Unique identifier of the row."),
        long("upid", "The process.", |row| row.number(SmapsColumn::Upid)),
        long("ts", "When it was read.", |row| row.number(SmapsColumn::Ts)),
        text("path", "What is mapped.", |row| {
            row.string(SmapsColumn::Path)
        }),
        text(
            "path_trimmed",
            "The same without the `(deleted)` behind the paths of deleted files.",
            |row| row.string(SmapsColumn::PathTrimmed),
        ),
        long(
            "aggregate_count",
            "How many mappings the row is the sum of.",
            |row| row.number(SmapsColumn::AggregateCount),
        ),
        long("is_deleted", "1 if the mapped file is deleted.", |row| {
            row.number(SmapsColumn::IsDeleted)
        }),
        long(
            "size_kb",
            "The size of the mapping in KiB, as are all numbers below.",
            |row| row.number(SmapsColumn::SizeKb),
        ),
        long(
            "private_dirty_kb",
            "Resident, changed and not shared.",
            |row| row.number(SmapsColumn::PrivateDirtyKb),
        ),
        long("swap_kb", "Swapped out.", |row| {
            row.number(SmapsColumn::SwapKb)
        }),
        text("file_name", "The file of the module.", |row| {
            row.string(SmapsColumn::FileName)
        }),
        long("start_address", "Where the mapping starts.", |row| {
            row.number(SmapsColumn::StartAddress)
        }),
        long("module_timestamp", "When the module was built.", |row| {
            row.number(SmapsColumn::ModuleTimestamp)
        }),
        text("module_debugid", "The build id of the module.", |row| {
            row.string(SmapsColumn::ModuleDebugid)
        }),
        text(
            "module_debug_path",
            "Where the symbols of the module are.",
            |row| row.string(SmapsColumn::ModuleDebugPath),
        ),
        long("protection_flags", "What may be done with it.", |row| {
            row.number(SmapsColumn::ProtectionFlags)
        }),
        long(
            "private_clean_resident_kb",
            "Resident, unchanged and not shared.",
            |row| row.number(SmapsColumn::PrivateCleanResidentKb),
        ),
        long(
            "shared_dirty_resident_kb",
            "Resident, changed and shared.",
            |row| row.number(SmapsColumn::SharedDirtyResidentKb),
        ),
        long(
            "shared_clean_resident_kb",
            "Resident, unchanged and shared.",
            |row| row.number(SmapsColumn::SharedCleanResidentKb),
        ),
        long("locked_kb", "Locked into memory.", |row| {
            row.number(SmapsColumn::LockedKb)
        }),
        long(
            "proportional_resident_kb",
            "Resident, shared pages divided by how many share them.",
            |row| row.number(SmapsColumn::ProportionalResidentKb),
        ),
        long("rss_kb", "Resident.", |row| row.number(SmapsColumn::RssKb)),
        long("anonymous_kb", "Of no file.", |row| {
            row.number(SmapsColumn::AnonymousKb)
        }),
        long(
            "pss_dirty_kb",
            "Resident and changed, shared pages divided by how many share them.",
            |row| row.number(SmapsColumn::PssDirtyKb),
        ),
        long(
            "swap_pss_kb",
            "Swapped out, shared pages divided by how many share them.",
            |row| row.number(SmapsColumn::SwapPssKb),
        ),
    ],
    make: |shared| sparse(shared, &SMAPS, |trace| &trace.smaps),
};

/// A table in whose rows only few columns have values.
struct Sparse<C: 'static> {
    shared: Arc<Shared>,
    table: &'static Table<SparseTable<C>>,
    rows: fn(&Trace) -> &SparseTable<C>,
}

impl<C: Column> Sparse<C> {
    fn rows(&self) -> &SparseTable<C> {
        (self.rows)(&self.shared.trace)
    }
}

/// Returns a table of the trace.
fn sparse<C: Column + Send + Sync>(
    shared: &Arc<Shared>,
    table: &'static Table<SparseTable<C>>,
    rows: fn(&Trace) -> &SparseTable<C>,
) -> Arc<dyn Provider> {
    let shared = Arc::clone(shared);
    dense(Sparse {
        shared,
        table,
        rows,
    })
}

impl<C: Column + Send + Sync> Dense for Sparse<C> {
    fn def(&self) -> TableDef {
        self.table.def()
    }

    fn len(&self) -> u32 {
        u32::try_from(self.rows().len()).unwrap_or(u32::MAX)
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let row = Row {
            shared: &self.shared,
            number: row,
            data: self.rows(),
        };
        self.table.cell(row, column)
    }

    fn indexes(&self) -> Vec<Index> {
        vec![Index::Row(0)]
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.shared.text_key(text)
    }
}
