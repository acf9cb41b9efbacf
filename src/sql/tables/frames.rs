//! `expected_frame_timeline_slice` and `actual_frame_timeline_slice`, by slice id.

use std::borrow::Cow;
use std::sync::Arc;

use super::{List, Shared, flag};
use crate::base::time::Dur;
use crate::model::ids::{SliceId, Upid};
use crate::model::jank;
use crate::sql::schema::{Column, TableDef, double, long, text};
use crate::sql::table::{Cell, Index};

const ID: Column = long("id", "The slice that the frame is.");
const TS: Column = long("ts", "When the frame started, in nanoseconds.");
const DUR: Column = long("dur", "How long it took; -1 if it never ended.");
const TRACK: Column = long("track_id", "The track that it lies on.");
const CATEGORY: Column = text("category", "Always NULL.");
const NAME: Column = text("name", "The token as text.");
const DEPTH: Column = long("depth", "The depth on its track.");
const PARENT: Column = long("parent_id", "The enclosing slice.");
const ARGS: Column = long("arg_set_id", "Its arguments in `args`.");
const DISPLAY: Column = long("display_frame_token", "Token of the display frame.");
const SURFACE: Column = long("surface_frame_token", "Token of the surface frame.");
const UPID: Column = long("upid", "The process.");
const LAYER: Column = text("layer_name", "The layer.");

/// The table of expected frames.
pub(super) static EXPECTED: TableDef = TableDef {
    name: "expected_frame_timeline_slice",
    doc: "Android frames as they were planned.",
    columns: &[
        ID, TS, DUR, TRACK, CATEGORY, NAME, DEPTH, PARENT, ARGS, DISPLAY, SURFACE, UPID, LAYER,
    ],
};

/// The table of actual frames.
pub(super) static ACTUAL: TableDef = TableDef {
    name: "actual_frame_timeline_slice",
    doc: "Android frames as they happened.",
    columns: &[
        ID,
        TS,
        DUR,
        TRACK,
        CATEGORY,
        NAME,
        DEPTH,
        PARENT,
        ARGS,
        DISPLAY,
        SURFACE,
        UPID,
        LAYER,
        text("present_type", "When it was shown: `Late Present`, …"),
        long("on_time_finish", "Whether it finished in time."),
        long("gpu_composition", "Whether the GPU composed it."),
        text("jank_type", "Why it was janky, separated by commas."),
        text("jank_severity_type", "How bad it was."),
        text("prediction_type", "Whether the prediction held."),
        text("jank_tag", "Who is at fault: `Self Jank`, …"),
        text(
            "jank_tag_experimental",
            "The same by the experimental rules.",
        ),
        double("jank_score", "How bad it was, as a number."),
        long(
            "latched_unsignaled_count",
            "Buffers latched before they were ready.",
        ),
        long(
            "addressable_unsignaled_latch_count",
            "Those of them that could have been avoided.",
        ),
        text(
            "latched_fence_state",
            "The state of the fence when it was latched.",
        ),
    ],
};

/// A frame's row in the trace's table.
#[derive(Clone, Copy)]
pub(super) struct FrameRow(u32);

/// What both kinds of frame have.
struct Common<'a> {
    slice: SliceId,
    upid: Upid,
    display: i64,
    surface: Option<i64>,
    layer: Cell<'a>,
}

fn common_cell<'a>(shared: &'a Shared, frame: Common<'a>, column: usize) -> Cell<'a> {
    let slices = &shared.trace.slices;
    let ids = shared.trace.sql_ids();
    let sql_id = ids.id(frame.slice);
    match column {
        0 => Cell::int_or_null(sql_id.map(i64::from)),
        1 => Cell::Int(slices.ts(frame.slice).ns()),
        2 => Cell::Int(slices.dur(frame.slice).map_or(-1, Dur::ns)),
        3 => Cell::Int(i64::from(slices.track_of(frame.slice).0)),
        4 => shared.text(slices.label(frame.slice).category),
        5 => shared.text(slices.name(frame.slice)),
        6 => Cell::Int(slices.depth_of(frame.slice) as i64),
        7 => Cell::int_or_null(
            slices
                .parent(frame.slice)
                .and_then(|parent| ids.id(parent))
                .map(i64::from),
        ),
        8 => Cell::int_or_null(sql_id.and_then(|row| shared.args.of_slice(row, frame.slice))),
        9 => Cell::Int(frame.display),
        10 => Cell::int_or_null(frame.surface),
        11 => Cell::Int(i64::from(frame.upid.0)),
        _ => frame.layer,
    }
}

fn indexes(n: usize) -> Vec<Index> {
    let groups = n as u32;
    vec![
        Index::Sorted { column: 0, groups },
        Index::Sorted { column: 1, groups },
        Index::Lookup { column: 9, groups },
        Index::Lookup { column: 10, groups },
        Index::Lookup {
            column: 11,
            groups: groups / 64,
        },
    ]
}

fn table(
    shared: &Arc<Shared>,
    def: &'static TableDef,
    slices: impl Iterator<Item = SliceId>,
    cell: for<'a> fn(&'a Shared, &'a FrameRow, u32, usize) -> Cell<'a>,
) -> List<FrameRow> {
    let ids = shared.trace.sql_ids();
    let mut by_id: Vec<(Option<u32>, u32)> = slices.map(|slice| ids.id(slice)).zip(0..).collect();
    by_id.sort_unstable();
    let rows: Vec<FrameRow> = by_id.into_iter().map(|(_, row)| FrameRow(row)).collect();
    List {
        shared: Arc::clone(shared),
        def,
        indexes: indexes(rows.len()),
        rows,
        cell,
        within: Some(1),
    }
}

/// Returns the expected frames.
pub(super) fn expected(shared: &Arc<Shared>) -> List<FrameRow> {
    let slices = shared
        .trace
        .frames
        .expected()
        .iter()
        .map(|frame| frame.slice);
    table(shared, &EXPECTED, slices, expected_cell)
}

fn expected_cell<'a>(shared: &'a Shared, row: &'a FrameRow, _: u32, column: usize) -> Cell<'a> {
    let frame = &shared.trace.frames.expected()[row.0 as usize];
    let common = Common {
        slice: frame.slice,
        upid: frame.upid,
        display: frame.display_token,
        surface: frame.surface_token,
        layer: shared.text(frame.layer),
    };
    common_cell(shared, common, column)
}

/// Returns the actual frames.
pub(super) fn actual(shared: &Arc<Shared>) -> List<FrameRow> {
    let slices = shared.trace.frames.actual().iter().map(|frame| frame.slice);
    table(shared, &ACTUAL, slices, actual_cell)
}

fn actual_cell<'a>(shared: &'a Shared, row: &'a FrameRow, _: u32, column: usize) -> Cell<'a> {
    let frame = &shared.trace.frames.actual()[row.0 as usize];
    let literal = |text: &'static str| Cell::Text(text.as_bytes());
    match column {
        13 => literal(jank::present_type_text(frame.present_type)),
        14 => flag(frame.on_time_finish),
        15 => flag(frame.gpu_composition),
        16 => match jank::jank_type_text(frame.jank_type) {
            Cow::Borrowed(text) => literal(text),
            Cow::Owned(text) => Cell::Owned(text.into_bytes()),
        },
        17 => literal(frame.severity.text()),
        18 => literal(jank::prediction_type_text(frame.prediction_type)),
        19 => literal(frame.jank_tag.text()),
        20 => literal(frame.jank_tag_experimental.text()),
        21 => Cell::Real(f64::from(frame.severity_score)),
        22 => Cell::int_or_null(frame.latched_unsignaled_count()),
        23 => Cell::int_or_null(frame.addressable_unsignaled_latch_count()),
        24 => frame.latched_fence_state.map_or(Cell::Null, |state| {
            literal(jank::latched_fence_state_text(state))
        }),
        _ => {
            let common = Common {
                slice: frame.slice,
                upid: frame.upid,
                display: frame.display_token,
                surface: frame.surface_token,
                layer: shared.text(frame.layer),
            };
            common_cell(shared, common, column)
        }
    }
}
