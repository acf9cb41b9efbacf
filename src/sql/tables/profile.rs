//! Call stacks of profilers: `perf_sample` and the tables that its stacks lead to.

use std::sync::Arc;

use super::{List, Named, Shared, dense};
use crate::model::stack_profile::{Callsite, Frame, Mapping, PerfSample, Symbol};
use crate::sql::schema::{TableDef, long, text};
use crate::sql::table::{Cell, Index};

/// The tables, as they are documented.
pub(super) const DEFINITIONS: &[&TableDef] = &[&SAMPLES, &CALLSITES, &FRAMES, &MAPPINGS, &SYMBOLS];

static SAMPLES: TableDef = TableDef {
    name: "perf_sample",
    doc: "Samples of the perf profiler.",
    columns: &[
        long("id", "Unique identifier of the sample."),
        long("ts", "When it was taken."),
        long("utid", "The thread that ran."),
        long("cpu", "The CPU that it ran on."),
        text("cpu_mode", "In which mode: `kernel`, `user`, …"),
        long("callsite_id", "The innermost call site of its stack."),
        text("unwind_error", "What went wrong with the stack."),
        long("perf_session_id", "Which recording it belongs to."),
    ],
};
static CALLSITES: TableDef = TableDef {
    name: "stack_profile_callsite",
    doc: "Call sites: a frame and what called it.",
    columns: &[
        long("id", "Unique identifier of the call site."),
        long("depth", "How many call sites are above it."),
        long("parent_id", "The call site that called it."),
        long("frame_id", "Its frame."),
    ],
};
static FRAMES: TableDef = TableDef {
    name: "stack_profile_frame",
    doc: "Places in binaries.",
    columns: &[
        long("id", "Unique identifier of the frame."),
        text("name", "The function, if the recorder knew it."),
        long("mapping", "The binary."),
        long("rel_pc", "The address in the binary."),
        long("symbol_set_id", "Its functions by later symbols."),
        text("deobfuscated_name", "Always NULL."),
    ],
};
static MAPPINGS: TableDef = TableDef {
    name: "stack_profile_mapping",
    doc: "Binaries in memory.",
    columns: &[
        long("id", "Unique identifier of the mapping."),
        text("build_id", "Build id of the binary, in hexadecimal."),
        long("exact_offset", "Where in the file the mapped part begins."),
        long("start_offset", "Where in the file the mapping begins."),
        long("start", "Its first address."),
        long("end", "The address after its last."),
        long(
            "load_bias",
            "By how much addresses are larger than offsets.",
        ),
        text("name", "The path of the binary."),
    ],
};
static SYMBOLS: TableDef = TableDef {
    name: "stack_profile_symbol",
    doc: "Functions of frames, from symbols that were added after recording.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("symbol_set_id", "The frames with this number are in it."),
        text("name", "The function."),
        text("source_file", "Its file."),
        long("line_number", "The line in it."),
    ],
};

/// Returns the tables of a trace.
pub(super) fn all(shared: &Arc<Shared>) -> Vec<Named> {
    let profile = &shared.trace.stack_profile;
    let n_sites = profile.callsites.len() as u32;
    let n_frames = profile.frames.len() as u32;
    let n_mappings = profile.mappings.len() as u32;
    let lookup = |column, groups| Index::Lookup { column, groups };
    let by_time = Index::Sorted {
        column: 1,
        groups: profile.samples.len() as u32,
    };
    let by_thread = lookup(2, shared.trace.processes.threads.len() as u32);
    vec![
        dense(List {
            within: Some(1),
            ..by_id(
                shared,
                &SAMPLES,
                &profile.samples,
                sample_cell,
                vec![by_time, by_thread],
            )
        }),
        dense(by_id(
            shared,
            &CALLSITES,
            &profile.callsites,
            callsite_cell,
            vec![lookup(2, n_sites), lookup(3, n_frames)],
        )),
        dense(by_id(
            shared,
            &FRAMES,
            &profile.frames,
            frame_cell,
            vec![lookup(2, n_mappings)],
        )),
        dense(by_id(
            shared,
            &MAPPINGS,
            &profile.mappings,
            mapping_cell,
            Vec::new(),
        )),
        dense(by_id(
            shared,
            &SYMBOLS,
            &profile.symbols,
            symbol_cell,
            vec![lookup(1, profile.symbols.len() as u32)],
        )),
    ]
}

fn by_id<R: Copy>(
    shared: &Arc<Shared>,
    def: &'static TableDef,
    rows: &[R],
    cell: for<'a> fn(&'a Shared, &'a R, u32, usize) -> Cell<'a>,
    more: Vec<Index>,
) -> List<R> {
    let mut indexes = vec![Index::Row(0)];
    indexes.extend(more);
    List {
        shared: Arc::clone(shared),
        def,
        rows: rows.to_vec(),
        cell,
        indexes,
        within: None,
    }
}

fn sample_cell<'a>(_: &'a Shared, sample: &'a PerfSample, row: u32, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(sample.ts.ns()),
        2 => Cell::Int(i64::from(sample.utid.0)),
        3 => Cell::Int(i64::from(sample.cpu)),
        4 => Cell::Text(sample.cpu_mode.as_bytes()),
        5 => Cell::int_or_null(sample.callsite.map(i64::from)),
        6 => sample
            .unwind_error
            .map_or(Cell::Null, |error| Cell::Text(error.as_bytes())),
        _ => Cell::Int(i64::from(sample.session)),
    }
}

fn callsite_cell<'a>(_: &'a Shared, site: &'a Callsite, row: u32, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(i64::from(site.depth)),
        2 => Cell::int_or_null(site.parent.map(i64::from)),
        _ => Cell::Int(i64::from(site.frame)),
    }
}

fn frame_cell<'a>(shared: &'a Shared, frame: &'a Frame, row: u32, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => shared.text(frame.name),
        2 => Cell::Int(i64::from(frame.mapping)),
        3 => Cell::Int(frame.rel_pc),
        4 => Cell::int_or_null(shared.trace.stack_profile.symbol_set(row).map(i64::from)),
        _ => Cell::Null,
    }
}

fn mapping_cell<'a>(shared: &'a Shared, mapping: &'a Mapping, row: u32, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Text(shared.trace.bytes(mapping.build_id)),
        2 => Cell::Int(mapping.exact_offset),
        3 => Cell::Int(mapping.start_offset),
        4 => Cell::Int(mapping.start),
        5 => Cell::Int(mapping.end),
        6 => Cell::Int(mapping.load_bias),
        _ => Cell::Text(shared.trace.bytes(mapping.name)),
    }
}

fn symbol_cell<'a>(shared: &'a Shared, symbol: &'a Symbol, row: u32, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(i64::from(symbol.set)),
        2 => Cell::Text(shared.trace.bytes(symbol.name)),
        3 => shared.text(symbol.source_file),
        _ => Cell::int_or_null(symbol.line),
    }
}
