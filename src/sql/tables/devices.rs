//! Tables about the abilities of the device: `cpu_available_frequencies`, `gpu`, `gpu_counter_group`,
//! `gpu_context`, `interrupt_mapping` and `android_game_intervention_list`.

use std::collections::BTreeSet;

use super::ListRows::Own;
use super::args::ArgSpace;
use super::columns::{Column, Row, Table, double, id, long, text};
use super::{by_id, dense, of_trace};
use crate::model::device::{
    CpuFrequencyRow, GameMode, GameRow, GpuContextRow, GpuGroupRow, GpuRow, InterruptRow,
};
use crate::model::trace::Trace;
use crate::model::track::Scope;

/// The table `cpu_available_frequencies`.
pub(super) static FREQUENCIES: Table<CpuFrequencyRow> = Table {
    name: "cpu_available_frequencies",
    doc: "Frequencies that CPUs can have.",
    columns: &[
        id("Unique identifier of the row."),
        long("cpu", "The CPU.", |row| row.data.cpu.into()),
        long("freq", "The frequency in kHz.", |row| {
            row.data.frequency.into()
        }),
        long("ucpu", "The CPU, unique over machines.", |row| {
            row.data.cpu.into()
        }),
    ],
    make: |shared| of_trace(shared, &FREQUENCIES, |trace| &trace.device.cpu_frequencies),
};

/// The table `gpu`.
pub(super) static GPUS: Table<GpuRow> = Table {
    name: "gpu",
    doc: "The GPUs of the machine.",
    columns: &[
        id("Unique identifier of the row."),
        long("gpu", "Its number on its machine.", |row| {
            row.data.gpu.into()
        }),
        text("name", "Its name.", |row| row.text(row.data.texts[0])),
        text("vendor", "Who made it.", |row| row.text(row.data.texts[1])),
        text("model", "Which model it is.", |row| {
            row.text(row.data.texts[2])
        }),
        text("architecture", "Its architecture.", |row| {
            row.text(row.data.texts[3])
        }),
        text("uuid", "Its UUID in hexadecimal.", |row| {
            row.text(row.data.texts[4])
        }),
        text("pci_bdf", "Its address on the PCI bus.", |row| {
            row.text(row.data.texts[5])
        }),
        long("machine_id", "The machine; 0 is the host.", |row| {
            row.data.machine.into()
        }),
        long("arg_set_id", "What else is said of it in `args`.", |row| {
            ArgSpace::stored(row.data.args).into()
        }),
    ],
    make: |shared| dense(by_id(shared, &GPUS, Own(gpus(&shared.trace)))),
};

/// The table `gpu_counter_group`.
pub(super) static GPU_GROUPS: Table<GpuGroupRow> = Table {
    name: "gpu_counter_group",
    doc: "Which GPU counters are in which group.",
    columns: &[
        id("Unique identifier of the row."),
        long(
            "group_id",
            "The group: 0 none, 1 system, 2 vertices, 3 fragments, 4 primitives, 5 memory, 6 compute, 7 ray tracing, or one of the writer's own.",
            |row| row.data.group.into(),
        ),
        long("track_id", "The counter, in `gpu_counter_track`.", |row| {
            row.data.track.0.into()
        }),
        text(
            "name",
            "What the group is called, if the trace says so.",
            |row| row.text(row.data.name),
        ),
        text("description", "What the group is for.", |row| {
            row.text(row.data.description)
        }),
    ],
    make: |shared| of_trace(shared, &GPU_GROUPS, |trace| &trace.device.gpu_groups),
};

/// The table `gpu_context`.
pub(super) static GPU_CONTEXTS: Table<GpuContextRow> = Table {
    name: "gpu_context",
    doc: "The contexts of GPU APIs that render stages ran in.",
    columns: &[
        id("Unique identifier of the row."),
        long("context_id", "The handle of the context.", |row| {
            row.data.context.into()
        }),
        long("pid", "The process that it belongs to.", |row| {
            row.data.pid.into()
        }),
        text("api", "The API, such as `VULKAN`.", |row| {
            row.data.api.into()
        }),
    ],
    make: |shared| of_trace(shared, &GPU_CONTEXTS, |trace| &trace.device.gpu_contexts),
};

/// The table `interrupt_mapping`.
pub(super) static INTERRUPTS: Table<InterruptRow> = Table {
    name: "interrupt_mapping",
    doc: "The interrupts of the machine.",
    columns: &[
        id("Unique identifier of the row."),
        long("irq_id", "The number of the interrupt.", |row| {
            row.data.irq.into()
        }),
        text("name", "What it is called.", |row| {
            row.text(Some(row.data.name))
        }),
        long("machine_id", "The machine; 0 is the host.", |row| {
            row.data.machine.into()
        }),
    ],
    make: |shared| of_trace(shared, &INTERRUPTS, |trace| &trace.device.interrupts),
};

/// Returns the GPUs that the trace describes, and the others that have counters.
fn gpus(trace: &Trace) -> Vec<GpuRow> {
    let mut gpus = trace.device.gpus.clone();
    let mut known: BTreeSet<(u32, u32)> = gpus.iter().map(|row| (row.gpu, row.machine)).collect();
    for (_, track) in trace.tracks.iter() {
        if let Scope::Gpu(gpu) = track.scope
            && known.insert((gpu, track.machine))
        {
            gpus.push(GpuRow {
                gpu,
                machine: track.machine,
                ..GpuRow::default()
            });
        }
    }
    gpus
}

/// The table `android_game_intervention_list`.
pub(super) static GAMES: Table<GameRow> = Table {
    name: "android_game_intervention_list",
    doc: "Android games and what their modes change.",
    columns: &[
        id("Unique identifier of the row."),
        text("package_name", "The package of the game.", |row| {
            row.text(row.data.package)
        }),
        long("uid", "The user id that its processes have.", |row| {
            row.data.uid.into()
        }),
        long(
            "current_mode",
            "1 standard, 2 performance, 3 battery.",
            |row| row.data.current_mode.into(),
        ),
        is_supported::<STANDARD>("standard_mode_supported", "1 if it has a standard mode."),
        downscale::<STANDARD>("standard_mode_downscale"),
        use_angle::<STANDARD>("standard_mode_use_angle"),
        fps::<STANDARD>("standard_mode_fps"),
        is_supported::<PERFORMANCE>("perf_mode_supported", "1 if it has a performance mode."),
        downscale::<PERFORMANCE>("perf_mode_downscale"),
        use_angle::<PERFORMANCE>("perf_mode_use_angle"),
        fps::<PERFORMANCE>("perf_mode_fps"),
        is_supported::<BATTERY>("battery_mode_supported", "1 if it has a battery mode."),
        downscale::<BATTERY>("battery_mode_downscale"),
        use_angle::<BATTERY>("battery_mode_use_angle"),
        fps::<BATTERY>("battery_mode_fps"),
    ],
    make: |shared| of_trace(shared, &GAMES, |trace| &trace.device.games),
};

// The indices of a game's modes in `GameRow::modes`.
const STANDARD: usize = 0;
const PERFORMANCE: usize = 1;
const BATTERY: usize = 2;

impl Row<'_, GameRow> {
    /// Returns a mode; `None` if the game does not support it.
    fn mode<const MODE: usize>(self) -> Option<GameMode> {
        self.data.modes[MODE]
    }
}

const fn is_supported<const MODE: usize>(name: &'static str, doc: &'static str) -> Column<GameRow> {
    long(name, doc, |row| row.mode::<MODE>().is_some().into())
}

const fn downscale<const MODE: usize>(name: &'static str) -> Column<GameRow> {
    double(name, "By how much that has a smaller resolution.", |row| {
        row.mode::<MODE>().map(|mode| mode.downscale).into()
    })
}

const fn use_angle<const MODE: usize>(name: &'static str) -> Column<GameRow> {
    long(name, "1 if ANGLE draws then.", |row| {
        row.mode::<MODE>().map(|mode| mode.use_angle).into()
    })
}

const fn fps<const MODE: usize>(name: &'static str) -> Column<GameRow> {
    double(name, "Its limit of frames a second.", |row| {
        row.mode::<MODE>().map(|mode| mode.fps).into()
    })
}
