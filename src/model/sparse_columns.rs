//! Columns of the tables about memory, except for counters.

use super::sparse::Column;

/// Columns of `vulkan_memory_allocations` after the id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VulkanColumn {
    /// Annotations, a set of stored arguments.
    ArgSetId,
    /// Whose memory it is.
    Source,
    /// What was done.
    Operation,
    /// When, as the event says.
    Timestamp,
    /// The process.
    Upid,
    /// The handle of the device.
    Device,
    /// The handle of the memory.
    DeviceMemory,
    /// The type of memory, by its index.
    MemoryType,
    /// The heap, by its index.
    Heap,
    /// The function that was called.
    FunctionName,
    /// The handle of the object that the memory is for.
    ObjectHandle,
    /// Where the memory is.
    MemoryAddress,
    /// How large it is, in bytes.
    MemorySize,
    /// The scope of the allocation.
    Scope,
}

impl Column for VulkanColumn {
    fn index(self) -> usize {
        self as usize
    }
}

/// Columns of `profiler_smaps` after the id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmapsColumn {
    /// The process.
    Upid,
    /// When it was read.
    Ts,
    /// What is mapped.
    Path,
    /// The path without what the kernel adds to the paths of deleted files.
    PathTrimmed,
    /// How many mappings the row is the sum of.
    AggregateCount,
    /// 1 if the mapped file is deleted.
    IsDeleted,
    /// The size of the mapping in KiB, as are all sizes below.
    SizeKb,
    /// Resident, changed and not shared.
    PrivateDirtyKb,
    /// Swapped out.
    SwapKb,
    /// The file of the module.
    FileName,
    /// Where the mapping starts.
    StartAddress,
    /// When the module was built.
    ModuleTimestamp,
    /// The build id of the module.
    ModuleDebugid,
    /// Where the symbols of the module are.
    ModuleDebugPath,
    /// What may be done with it.
    ProtectionFlags,
    /// Resident, unchanged and not shared.
    PrivateCleanResidentKb,
    /// Resident, changed and shared.
    SharedDirtyResidentKb,
    /// Resident, unchanged and shared.
    SharedCleanResidentKb,
    /// Locked into memory.
    LockedKb,
    /// Resident, shared pages divided by how many share them.
    ProportionalResidentKb,
    /// Resident.
    RssKb,
    /// Of no file.
    AnonymousKb,
    /// Resident and changed, shared pages divided by how many share them.
    PssDirtyKb,
    /// Swapped out, shared pages divided by how many share them.
    SwapPssKb,
}

impl Column for SmapsColumn {
    fn index(self) -> usize {
        self as usize
    }
}
