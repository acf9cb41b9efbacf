//! The tables of call stacks: call sites, frames, binaries and symbols.
//!
//! The samples that name them are in [`super::stack_samples`].

use std::sync::Arc;

use super::ListRows::OfTrace;
use super::columns::{Table, id, long, text};
use super::{List, Shared, by_id, dense, of_trace};
use crate::model::stack_profile::{Callsite, Frame, Mapping, Symbol};
use crate::sql::table::Cell;

pub(super) static CALLSITES: Table<Callsite> = Table {
    name: "stack_profile_callsite",
    doc: "Call sites: a frame and what called it.",
    columns: &[
        id("Unique identifier of the call site."),
        long("depth", "How many call sites are above it.", |row| {
            row.data.depth.into()
        }),
        long("parent_id", "The call site that called it.", |row| {
            row.data.parent.into()
        }),
        long("frame_id", "Its frame.", |row| row.data.frame.into()),
    ],
    make: |shared| dense(callsites(shared)),
};
pub(super) static FRAMES: Table<Frame> = Table {
    name: "stack_profile_frame",
    doc: "Places in binaries.",
    columns: &[
        id("Unique identifier of the frame."),
        text("name", "The function, if the recorder knew it.", |row| {
            row.text(row.data.name)
        }),
        long("mapping", "The binary.", |row| row.data.mapping.into()),
        long("rel_pc", "The address in the binary.", |row| {
            row.data.rel_pc.into()
        }),
        long("symbol_set_id", "Its functions by later symbols.", |row| {
            row.shared.trace.stack_profile.symbol_set(row.number).into()
        }),
        text("deobfuscated_name", "Always NULL.", |_| Cell::Null),
    ],
    make: |shared| dense(frames(shared)),
};
pub(super) static MAPPINGS: Table<Mapping> = Table {
    name: "stack_profile_mapping",
    doc: "Binaries in memory.",
    columns: &[
        id("Unique identifier of the mapping."),
        text(
            "build_id",
            "Build id of the binary, in hexadecimal.",
            |row| row.shared.trace.bytes(row.data.build_id).into(),
        ),
        long(
            "exact_offset",
            "Where in the file the mapped part begins.",
            |row| row.data.exact_offset.into(),
        ),
        long(
            "start_offset",
            "Where in the file the mapping begins.",
            |row| row.data.start_offset.into(),
        ),
        long("start", "Its first address.", |row| row.data.start.into()),
        long("end", "The address after its last.", |row| {
            row.data.end.into()
        }),
        long(
            "load_bias",
            "By how much addresses are larger than offsets.",
            |row| row.data.load_bias.into(),
        ),
        text("name", "The path of the binary.", |row| {
            row.shared.trace.bytes(row.data.name).into()
        }),
    ],
    make: |shared| of_trace(shared, &MAPPINGS, |trace| &trace.stack_profile.mappings),
};
pub(super) static SYMBOLS: Table<Symbol> = Table {
    name: "stack_profile_symbol",
    doc: "Functions of frames, from symbols that were added after recording.",
    columns: &[
        id("Unique identifier of the row."),
        long(
            "symbol_set_id",
            "The frames with this number are in it.",
            |row| row.data.set.into(),
        ),
        text("name", "The function.", |row| {
            row.shared.trace.bytes(row.data.name).into()
        }),
        text("source_file", "Its file.", |row| {
            row.text(row.data.source_file)
        }),
        long("line_number", "The line in it.", |row| row.data.line.into()),
    ],
    make: |shared| dense(symbols(shared)),
};

/// Returns the table `stack_profile_callsite`.
fn callsites(shared: &Arc<Shared>) -> List<Callsite> {
    let profile = &shared.trace.stack_profile;
    let rows = OfTrace(|trace| &trace.stack_profile.callsites);
    by_id(shared, &CALLSITES, rows)
        .lookup("parent_id", profile.callsites.len())
        .lookup("frame_id", profile.frames.len())
}

/// Returns the table `stack_profile_frame`.
fn frames(shared: &Arc<Shared>) -> List<Frame> {
    let rows = OfTrace(|trace| &trace.stack_profile.frames);
    by_id(shared, &FRAMES, rows).lookup("mapping", shared.trace.stack_profile.mappings.len())
}

/// Returns the table `stack_profile_symbol`.
fn symbols(shared: &Arc<Shared>) -> List<Symbol> {
    let rows = OfTrace(|trace| &trace.stack_profile.symbols);
    by_id(shared, &SYMBOLS, rows).lookup("symbol_set_id", shared.trace.stack_profile.symbols.len())
}
