//! What the device can do: `cpu_available_frequencies`, `gpu`, `gpu_counter_group` and
//! `android_game_intervention_list`.

use std::collections::BTreeSet;

use super::Shared;
use super::args::ArgSpace;
use crate::model::trace::{CpuFrequencyRow, GameRow, GpuGroupRow, GpuRow, Trace};
use crate::model::track::Scope;
use crate::sql::schema::{TableDef, double, long, text};
use crate::sql::table::Cell;

/// The table `cpu_available_frequencies`.
pub(super) static FREQUENCIES: TableDef = TableDef {
    name: "cpu_available_frequencies",
    doc: "Frequencies that CPUs can have.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("cpu", "The CPU."),
        long("freq", "The frequency in kHz."),
        long("ucpu", "The CPU, unique over machines."),
    ],
};

/// The table `gpu`.
pub(super) static GPUS: TableDef = TableDef {
    name: "gpu",
    doc: "The GPUs of the machine.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("gpu", "Its number on its machine."),
        text("name", "Its name."),
        text("vendor", "Who made it."),
        text("model", "Which model it is."),
        text("architecture", "Its architecture."),
        text("uuid", "Its UUID in hexadecimal."),
        text("pci_bdf", "Its address on the PCI bus."),
        long("machine_id", "The machine; 0 is the host."),
        long("arg_set_id", "What else is said of it in `args`."),
    ],
};

/// The table `gpu_counter_group`.
pub(super) static GPU_GROUPS: TableDef = TableDef {
    name: "gpu_counter_group",
    doc: "Which GPU counters are in which group.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long(
            "group_id",
            "The group: 0 none, 1 system, 2 vertices, 3 fragments, 4 primitives, 5 memory, 6 compute, 7 ray tracing, or one of the writer's own.",
        ),
        long("track_id", "The counter, in `gpu_counter_track`."),
        text("name", "What the group is called, if the trace says so."),
        text("description", "What the group is for."),
    ],
};

/// Returns the GPUs that the trace tells of, and those that only have counters.
pub(super) fn gpus(trace: &Trace) -> Vec<GpuRow> {
    let mut gpus = trace.gpus.clone();
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

/// Returns a value of `gpu`.
pub(super) fn gpu_cell<'a>(
    shared: &'a Shared,
    row: &'a GpuRow,
    id: u32,
    column: usize,
) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(id)),
        1 => Cell::Int(i64::from(row.gpu)),
        2..=7 => shared.text(row.texts[column - 2]),
        8 => Cell::Int(i64::from(row.machine)),
        _ => Cell::int_or_null(ArgSpace::stored(row.args)),
    }
}

/// Returns a value of `gpu_counter_group`.
pub(super) fn gpu_group_cell<'a>(
    shared: &'a Shared,
    row: &'a GpuGroupRow,
    id: u32,
    column: usize,
) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(id)),
        1 => Cell::Int(row.group),
        2 => Cell::Int(i64::from(row.track.0)),
        3 => shared.text(row.name),
        _ => shared.text(row.description),
    }
}

/// The table `android_game_intervention_list`.
pub(super) static GAMES: TableDef = TableDef {
    name: "android_game_intervention_list",
    doc: "Android games and what their modes change.",
    columns: &[
        long("id", "Unique identifier of the row."),
        text("package_name", "The package of the game."),
        long("uid", "The user id that its processes have."),
        long("current_mode", "1 standard, 2 performance, 3 battery."),
        long("standard_mode_supported", "1 if it has a standard mode."),
        double(
            "standard_mode_downscale",
            "By how much that has a smaller resolution.",
        ),
        long("standard_mode_use_angle", "1 if ANGLE draws then."),
        double("standard_mode_fps", "Its limit of frames a second."),
        long("perf_mode_supported", "1 if it has a performance mode."),
        double(
            "perf_mode_downscale",
            "By how much that has a smaller resolution.",
        ),
        long("perf_mode_use_angle", "1 if ANGLE draws then."),
        double("perf_mode_fps", "Its limit of frames a second."),
        long("battery_mode_supported", "1 if it has a battery mode."),
        double(
            "battery_mode_downscale",
            "By how much that has a smaller resolution.",
        ),
        long("battery_mode_use_angle", "1 if ANGLE draws then."),
        double("battery_mode_fps", "Its limit of frames a second."),
    ],
};

/// Returns a value of `cpu_available_frequencies`.
pub(super) fn frequency_cell<'a>(
    _: &'a Shared,
    row: &'a CpuFrequencyRow,
    id: u32,
    column: usize,
) -> Cell<'a> {
    Cell::Int(i64::from(match column {
        0 => id,
        2 => row.frequency,
        _ => row.cpu,
    }))
}

/// Returns a value of `android_game_intervention_list`.
pub(super) fn game_cell<'a>(
    shared: &'a Shared,
    game: &'a GameRow,
    id: u32,
    column: usize,
) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(id)),
        1 => shared.text(game.package),
        2 => Cell::Int(game.uid),
        3 => Cell::Int(game.current_mode),
        _ => {
            let mode = game.modes[(column - 4) / 4];
            match ((column - 4) % 4, mode) {
                (0, mode) => Cell::Int(i64::from(mode.is_some())),
                (_, None) => Cell::Null,
                (1, Some(mode)) => Cell::Real(mode.downscale),
                (2, Some(mode)) => Cell::Int(i64::from(mode.use_angle)),
                (_, Some(mode)) => Cell::Real(mode.fps),
            }
        }
    }
}
