//! `_track_event_tracks_ordered_groups`: tracks of TrackEvent in display order.

use std::sync::Arc;

use super::args::ArgSpace;
use super::{List, Shared, flag};
use crate::model::args::ArgValue;
use crate::model::track::Scope;
use crate::query::track_order::{self, OrderedGroup};
use crate::sql::schema::{TableDef, boolean, long, text};
use crate::sql::table::Cell;

/// The table.
static GROUPS: TableDef = TableDef {
    name: "_track_event_tracks_ordered_groups",
    doc: "Visual tracks of TrackEvents in display order.",
    columns: &[
        long("upid", "The process that it belongs to."),
        long("utid", "The thread that it belongs to."),
        long("machine_id", "The machine; 0 is the host."),
        long("ugpu", "The GPU, unique over machines."),
        long("gpu_id", "The number of the GPU."),
        text("scope", "`gpu` for a track of a GPU."),
        long("parent_id", "The track that it hangs below."),
        boolean("is_counter", "Whether it is a counter."),
        boolean("is_state", "Whether it is a state track."),
        text("name", "Its name."),
        text("description", "What the writer says it is."),
        text("unit", "The unit of a counter."),
        text("builtin_counter_type", "Which built-in counter it is."),
        text(
            "y_axis_share_key",
            "Counters with the same key share their range.",
        ),
        boolean("has_data", "Whether it has rows of its own."),
        boolean("has_children", "Whether tracks hang below it."),
        boolean("has_callstacks", "Whether its events carry call stacks."),
        long("min_track_id", "Its lowest track."),
        text("track_ids", "Its tracks, separated by commas."),
        long("order_id", "Its place among its siblings, from 1."),
    ],
};

/// Returns the table.
pub(super) fn ordered_groups(shared: &Arc<Shared>) -> List<OrderedGroup> {
    List {
        shared: Arc::clone(shared),
        def: &GROUPS,
        rows: track_order::ordered_groups(&shared.trace),
        cell,
        indexes: Vec::new(),
        within: None,
    }
}

fn cell<'a>(shared: &'a Shared, group: &'a OrderedGroup, _: u32, column: usize) -> Cell<'a> {
    match column {
        0 => Cell::int_or_null(group.upid.map(|upid| i64::from(upid.0))),
        1 => Cell::int_or_null(group.utid.map(|utid| i64::from(utid.0))),
        2 => Cell::Int(i64::from(group.machine)),
        3 | 4 => Cell::int_or_null(group.gpu.map(i64::from)),
        5 if is_gpu(shared, group) => Cell::Text(b"gpu"),
        5 => Cell::Null,
        6 => Cell::int_or_null(group.parent_id.map(|parent| i64::from(parent.0))),
        7 => flag(group.is_counter),
        8 => flag(group.is_state),
        9 => shared.text(group.name),
        10 => shared.text(group.description),
        11 => shared.text(group.unit),
        12 => builtin_counter_type(shared, group),
        13 => shared.text(group.y_axis_share_key),
        14 => flag(group.has_data),
        15 => flag(group.has_children),
        16 => flag(has_callstacks(shared, group)),
        17 => Cell::Int(i64::from(group.min_track_id().0)),
        18 => {
            let ids: Vec<String> = group.track_ids.iter().map(|id| id.0.to_string()).collect();
            Cell::Owned(ids.join(",").into_bytes())
        }
        _ => Cell::Int(i64::from(group.order_id)),
    }
}

fn is_gpu(shared: &Shared, group: &OrderedGroup) -> bool {
    let track = shared.trace.tracks.get(group.min_track_id());
    matches!(track.scope, Scope::Gpu(_))
}

fn builtin_counter_type<'a>(shared: &'a Shared, group: &'a OrderedGroup) -> Cell<'a> {
    let types = group.track_ids.iter().filter_map(|&id| {
        let set = ArgSpace::stored(shared.trace.tracks.get(id).source_args)?;
        match shared.args.get(set, b"builtin_counter_type")? {
            ArgValue::Str(text) => Some(text.into_owned()),
            _ => None,
        }
    });
    types.min().map_or(Cell::Null, Cell::Owned)
}

/// Returns whether an event of the tracks has a call stack; stops at the first that has.
fn has_callstacks(shared: &Shared, group: &OrderedGroup) -> bool {
    let trace = &shared.trace;
    group.track_ids.iter().any(|&track| {
        trace.slices.depths(track).any(|depth| {
            depth.ids().any(|id| {
                let offset = trace.slices.pos(id).decodable_offset();
                offset.is_some_and(|offset| !trace.arg_source.callstack(offset).is_empty())
            })
        })
    })
}
