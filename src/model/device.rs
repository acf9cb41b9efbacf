//! What is known of the device that was recorded: its CPUs and GPUs, and the apps on it.

use super::ids::{ArgSetId, TrackId};
use crate::base::intern::StrId;

/// What a trace tells of its device, or of its devices: rows name their machine where it matters.
#[derive(Clone, Debug, Default)]
pub struct Device {
    /// CPUs.
    pub cpus: Vec<CpuRow>,
    /// Frequencies that CPUs can have.
    pub cpu_frequencies: Vec<CpuFrequencyRow>,
    /// GPUs that something is known of.
    pub gpus: Vec<GpuRow>,
    /// Groups of GPU counters. While a trace is imported, their tracks are those of the sink.
    pub gpu_groups: Vec<GpuGroupRow>,
    /// Contexts of GPU APIs.
    pub gpu_contexts: Vec<GpuContextRow>,
    /// Interrupts.
    pub interrupts: Vec<InterruptRow>,
    /// Installed Android packages.
    pub packages: Vec<PackageRow>,
    /// Games and what their modes change.
    pub games: Vec<GameRow>,
}

/// A CPU: a row of `cpu`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CpuRow {
    /// The number, with that of its machine: see [`CPUS_PER_MACHINE`](super::sched::CPUS_PER_MACHINE).
    pub cpu: u32,
    /// The cluster that it belongs to.
    pub cluster_id: Option<i64>,
    /// The name of the processor.
    pub processor: Option<StrId>,
    /// Its capacity relative to the largest, 1024.
    pub capacity: Option<i64>,
    /// What else the trace says of it.
    pub args: Option<ArgSetId>,
}

/// A frequency that a CPU can have: a row of `cpu_available_frequencies`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuFrequencyRow {
    /// The CPU, with its machine.
    pub cpu: u32,
    /// The frequency in kHz.
    pub frequency: u32,
}

/// A GPU that the trace tells of: a row of `gpu`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuRow {
    /// Its number on its machine.
    pub gpu: u32,
    /// The machine; 0 is the host.
    pub machine: u32,
    /// Name, vendor, model, architecture, UUID and PCI address.
    pub texts: [Option<StrId>; 6],
    /// What else the trace says of the GPU.
    pub args: Option<ArgSetId>,
}

/// A counter of a GPU in a group: a row of `gpu_counter_group`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuGroupRow {
    /// The group.
    pub group: i64,
    /// The track of the counter.
    pub track: TrackId,
    /// What the group is called.
    pub name: Option<StrId>,
    /// What the group is for.
    pub description: Option<StrId>,
}

/// A context of a GPU API that render stages ran in: a row of `gpu_context`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuContextRow {
    /// Its handle.
    pub context: u32,
    /// The process that it belongs to.
    pub pid: Option<u32>,
    /// The API.
    pub api: Option<&'static str>,
}

/// An interrupt: a row of `interrupt_mapping`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterruptRow {
    /// Its number.
    pub irq: u32,
    /// Who is interrupted for.
    pub name: StrId,
    /// The machine; 0 is the host.
    pub machine: u32,
}

/// An installed Android package: a row of `package_list`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackageRow {
    /// Its name.
    pub name: Option<StrId>,
    /// The user id that its processes have.
    pub uid: i64,
    /// Whether it may be debugged.
    pub debuggable: bool,
    /// Whether the shell may profile it.
    pub profileable_from_shell: bool,
    /// Its version.
    pub version_code: i64,
}

/// A game and what its modes change: a row of `android_game_intervention_list`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameRow {
    /// The name of its package.
    pub package: Option<StrId>,
    /// The user id that its processes have.
    pub uid: i64,
    /// The mode that it is in.
    pub current_mode: i64,
    /// The standard, performance and battery mode, where it has them.
    pub modes: [Option<GameMode>; 3],
}

/// What a mode of a game changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameMode {
    /// By how much the resolution is smaller.
    pub downscale: f64,
    /// Whether ANGLE draws.
    pub use_angle: bool,
    /// How many frames a second it is limited to.
    pub fps: f64,
}
