//! What is known of memory beside counters: `vulkan_memory_allocations` and `profiler_smaps`.
//!
//! A column is the one of its place in the sparse table, after the id.

use std::sync::Arc;

use super::{Dense, Shared};
use crate::model::sparse::SparseTable;
use crate::model::trace::Trace;
use crate::sql::schema::{ColumnDef, Kind, TableDef};
use crate::sql::table::{Cell, Index};

/// A table whose columns are read by their places.
pub(super) struct Table {
    name: &'static str,
    doc: &'static str,
    columns: &'static [ColumnDef],
}

impl Table {
    /// Returns the description.
    pub(super) fn def(&self) -> TableDef {
        TableDef {
            name: self.name,
            doc: self.doc,
            columns: self.columns.to_vec(),
        }
    }
}

const fn long(name: &'static str, doc: &'static str) -> ColumnDef {
    ColumnDef {
        name,
        kind: Kind::Long,
        argument: false,
        doc,
    }
}

const fn text(name: &'static str, doc: &'static str) -> ColumnDef {
    ColumnDef {
        kind: Kind::Text,
        ..long(name, doc)
    }
}

/// The table `vulkan_memory_allocations`.
pub(super) static VULKAN: Table = Table {
    name: "vulkan_memory_allocations",
    doc: "What applications that draw with Vulkan, and its drivers, did with memory.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("arg_set_id", "Its annotations in `args`."),
        text(
            "source",
            "Whose memory it is: of the driver, the device, a buffer or an image.",
        ),
        text(
            "operation",
            "What was done: `CREATE`, `DESTROY`, `BIND`, `DESTROY_BOUND` or `ANNOTATIONS`.",
        ),
        long("timestamp", "When it happened."),
        long("upid", "The process that it happened in."),
        long("device", "Vulkan's handle of the device."),
        long("device_memory", "Vulkan's handle of the memory."),
        long("memory_type", "The type of memory, by its index."),
        long("heap", "The heap, by its index."),
        text("function_name", "The function that was called."),
        long(
            "object_handle",
            "Vulkan's handle of the object that the memory is for.",
        ),
        long("memory_address", "Where the memory is."),
        long("memory_size", "How large it is, in bytes."),
        text(
            "scope",
            "For how long the driver needs it: the scope of the allocation.",
        ),
    ],
};

/// The table `profiler_smaps`.
pub(super) static SMAPS: Table = Table {
    name: "profiler_smaps",
    doc: "What the mappings of processes held, from `/proc/PID/smaps`.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("upid", "The process."),
        long("ts", "When it was read."),
        text("path", "What is mapped."),
        text(
            "path_trimmed",
            "The same without the `(deleted)` behind the paths of deleted files.",
        ),
        long(
            "aggregate_count",
            "How many mappings the row is the sum of.",
        ),
        long("is_deleted", "1 if the mapped file is deleted."),
        long(
            "size_kb",
            "The size of the mapping in KiB, as are all numbers below.",
        ),
        long("private_dirty_kb", "Resident, changed and not shared."),
        long("swap_kb", "Swapped out."),
        text("file_name", "The file of the module."),
        long("start_address", "Where the mapping starts."),
        long("module_timestamp", "When the module was built."),
        text("module_debugid", "The build id of the module."),
        text("module_debug_path", "Where the symbols of the module are."),
        long("protection_flags", "What may be done with it."),
        long(
            "private_clean_resident_kb",
            "Resident, unchanged and not shared.",
        ),
        long("shared_dirty_resident_kb", "Resident, changed and shared."),
        long(
            "shared_clean_resident_kb",
            "Resident, unchanged and shared.",
        ),
        long("locked_kb", "Locked into memory."),
        long(
            "proportional_resident_kb",
            "Resident, shared pages divided by how many share them.",
        ),
        long("rss_kb", "Resident."),
        long("anonymous_kb", "Of no file."),
        long(
            "pss_dirty_kb",
            "Resident and changed, shared pages divided by how many share them.",
        ),
        long(
            "swap_pss_kb",
            "Swapped out, shared pages divided by how many share them.",
        ),
    ],
};

/// A table of which few columns of a row have values.
pub(super) struct Sparse {
    shared: Arc<Shared>,
    table: &'static Table,
    rows: fn(&Trace) -> &SparseTable,
    /// What a number is that is not there; NULL if that is all.
    missing: Option<i64>,
}

impl Sparse {
    /// The table `vulkan_memory_allocations`.
    pub(super) fn vulkan(shared: &Arc<Shared>) -> Self {
        Self {
            shared: Arc::clone(shared),
            table: &VULKAN,
            rows: |trace| &trace.vulkan_memory,
            missing: None,
        }
    }

    /// The table `profiler_smaps`.
    pub(super) fn smaps(shared: &Arc<Shared>) -> Self {
        Self {
            shared: Arc::clone(shared),
            table: &SMAPS,
            rows: |trace| &trace.smaps,
            missing: Some(0),
        }
    }

    fn rows(&self) -> &SparseTable {
        (self.rows)(&self.shared.trace)
    }
}

impl Dense for Sparse {
    fn def(&self) -> TableDef {
        self.table.def()
    }

    fn len(&self) -> u32 {
        u32::try_from(self.rows().len()).unwrap_or(u32::MAX)
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let Some(value) = column.checked_sub(1) else {
            return Cell::Int(i64::from(row));
        };
        let at = row as usize;
        match self.table.columns.get(column).map(|column| column.kind) {
            Some(Kind::Text) => self.shared.text(self.rows().string(at, value)),
            _ => self.rows().get(at, value).or(self.missing).into(),
        }
    }

    fn indexes(&self) -> Vec<Index> {
        vec![Index::Row(0)]
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.shared.text_key(text)
    }
}
