//! The table `_track_event_tracks_ordered_groups`: tracks of TrackEvent in display order.

use std::sync::Arc;

use super::args::ArgSpace;
use super::columns::{Table, boolean, long, text};
use super::{List, ListRows, Shared, dense};
use crate::model::args::ArgValue;
use crate::model::track::Scope;
use crate::query::track_order::{self, OrderedGroup};
use crate::sql::table::Cell;

/// The table.
pub(super) static GROUPS: Table<OrderedGroup> = Table {
    name: "_track_event_tracks_ordered_groups",
    doc: "Visual tracks of TrackEvents in display order.",
    columns: &[
        long("upid", "The process that it belongs to.", |row| {
            row.data.upid.map(|upid| upid.0).into()
        }),
        long("utid", "The thread that it belongs to.", |row| {
            row.data.utid.map(|utid| utid.0).into()
        }),
        long("machine_id", "The machine; 0 is the host.", |row| {
            row.data.machine.into()
        }),
        long("ugpu", "The GPU, unique over machines.", |row| {
            row.data.gpu.into()
        }),
        long("gpu_id", "The number of the GPU.", |row| {
            row.data.gpu.into()
        }),
        text("scope", "`gpu` for a track of a GPU.", |row| {
            is_gpu(row.shared, row.data).then_some("gpu").into()
        }),
        long("parent_id", "The track that it hangs below.", |row| {
            row.data.parent_id.map(|parent| parent.0).into()
        }),
        boolean("is_counter", "Whether it is a counter.", |row| {
            row.data.is_counter.into()
        }),
        boolean("is_state", "Whether it is a state track.", |row| {
            row.data.is_state.into()
        }),
        text("name", "Its name.", |row| row.text(row.data.name)),
        text("description", "What the writer says it is.", |row| {
            row.text(row.data.description)
        }),
        text("unit", "The unit of a counter.", |row| {
            row.text(row.data.unit)
        }),
        text(
            "builtin_counter_type",
            "Which built-in counter it is.",
            |row| builtin_counter_type(row.shared, row.data),
        ),
        text(
            "y_axis_share_key",
            "Counters with the same key share their range.",
            |row| row.text(row.data.y_axis_share_key),
        ),
        boolean("has_data", "Whether it has rows of its own.", |row| {
            row.data.has_data.into()
        }),
        boolean("has_children", "Whether tracks hang below it.", |row| {
            row.data.has_children.into()
        }),
        boolean(
            "has_callstacks",
            "Whether its events carry call stacks.",
            |row| has_callstacks(row.shared, row.data).into(),
        ),
        long("min_track_id", "Its lowest track.", |row| {
            row.data.min_track_id().0.into()
        }),
        text("track_ids", "Its tracks, separated by commas.", |row| {
            let ids = row.data.track_ids.iter().map(|id| id.0.to_string());
            Cell::Owned(ids.collect::<Vec<_>>().join(",").into_bytes())
        }),
        long("order_id", "Its place among its siblings, from 1.", |row| {
            row.data.order_id.into()
        }),
    ],
    make: |shared| dense(ordered_groups(shared)),
};

/// Returns the table.
fn ordered_groups(shared: &Arc<Shared>) -> List<OrderedGroup> {
    let rows = track_order::ordered_groups(&shared.trace);
    List::new(shared, &GROUPS, ListRows::Own(rows))
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

/// Returns whether any event of the tracks, a begin or an end, has a call stack.
fn has_callstacks(shared: &Shared, group: &OrderedGroup) -> bool {
    let trace = &shared.trace;
    group.track_ids.iter().any(|&track| {
        trace.slices.depths(track).any(|depth| {
            depth.ids().any(|id| {
                let stacks = trace.callstacks(id);
                stacks.iter().any(|stack| !stack.frames.is_empty())
            })
        })
    })
}
