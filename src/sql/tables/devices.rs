//! What the device can do: `cpu_available_frequencies` and `android_game_intervention_list`.

use super::Shared;
use crate::model::trace::{CpuFrequencyRow, GameRow};
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
