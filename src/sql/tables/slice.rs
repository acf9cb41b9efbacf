//! `slice` and `state`, in the order of their SQL ids, which is that of time.

use std::sync::{Arc, OnceLock};

use super::{List, Shared};
use crate::base::time::Dur;
use crate::base::time::Ts;
use crate::model::ids::{SliceId, TrackId};
use crate::sql::schema::{TableDef, long, text};
use crate::sql::table::{Bounds, Cell, Dense, Index};

/// The table `slice`.
pub(super) static SLICE: TableDef = TableDef {
    name: "slice",
    doc: "What threads, processes and others did, and for how long.",
    columns: &[
        long("id", "Unique identifier of the slice."),
        long("ts", "Start time in nanoseconds."),
        long("dur", "Duration in nanoseconds; -1 if it never ended."),
        long("track_id", "The track that it lies on."),
        text("category", "The categories that it was recorded with."),
        text("name", "What happened."),
        long("depth", "How many slices enclose it on its track."),
        long("parent_id", "The slice that encloses it."),
        long("arg_set_id", "Its arguments in `args`."),
        long("thread_ts", "CPU time of the thread at its start."),
        long("thread_dur", "CPU time that the thread took."),
        long(
            "thread_instruction_count",
            "Instruction counter at its start.",
        ),
        long("thread_instruction_delta", "Instructions that it took."),
        text("cat", "The same as `category`."),
        long("slice_id", "The same as `id`."),
    ],
};

pub(in crate::sql) const TRACK_ID: usize = 3;
const PARENT_ID: usize = 7;
const ARG_SET_ID: usize = 8;

/// The rows of `slice`.
pub(super) struct Slices {
    shared: Arc<Shared>,
    /// Slices whose arguments are stored, by set and SQL id.
    with_stored_args: OnceLock<Vec<(u32, u32)>>,
}

impl Slices {
    pub(super) const fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            with_stored_args: OnceLock::new(),
        }
    }

    fn slice(&self, row: u32) -> SliceId {
        self.shared.trace.sql_ids().slices()[row as usize]
    }

    fn with_args(&self, set: i64) -> Vec<u32> {
        if let Some(row) = self.shared.args.slice_of(set) {
            return vec![row];
        }
        let trace = &self.shared.trace;
        let rows = self.with_stored_args.get_or_init(|| {
            let slices = trace.sql_ids().slices();
            let mut rows: Vec<(u32, u32)> = (0_u32..)
                .zip(slices)
                .filter_map(|(row, &id)| Some((trace.slices.pos(id).stored_set()?.0, row)))
                .collect();
            rows.sort_unstable();
            rows
        });
        let start = rows.partition_point(|&(owner, _)| i64::from(owner) < set);
        rows[start..]
            .iter()
            .take_while(|&&(owner, _)| i64::from(owner) == set)
            .map(|&(_, row)| row)
            .collect()
    }

    fn on_track(&self, track: i64, within: Bounds) -> Vec<u32> {
        let trace = &self.shared.trace;
        let Some(track) = u32::try_from(track)
            .ok()
            .filter(|&track| (track as usize) < trace.tracks.len())
        else {
            return Vec::new();
        };
        let ids = trace.sql_ids();
        let mut rows: Vec<u32> = Vec::new();
        for depth in trace.slices.depths(TrackId(track)) {
            let start = depth.n_before(Ts::from_ns(within.low));
            let end = depth.n_until(Ts::from_ns(within.high));
            rows.extend((start..end).filter_map(|index| ids.id(depth.id(index))));
        }
        rows.sort_unstable();
        rows
    }
}

impl Dense for Slices {
    fn def(&self) -> &'static TableDef {
        &SLICE
    }

    fn len(&self) -> u32 {
        self.shared.trace.sql_ids().slices().len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let id = self.slice(row);
        let trace = &self.shared.trace;
        let slices = &trace.slices;
        match column {
            0 | 14 => Cell::Int(i64::from(row)),
            1 => Cell::Int(slices.ts(id).ns()),
            2 => Cell::Int(slices.dur(id).map_or(-1, Dur::ns)),
            TRACK_ID => Cell::Int(i64::from(slices.track_of(id).0)),
            4 | 13 => self.shared.text(slices.label(id).category),
            5 => self.shared.text(slices.label(id).name),
            6 => Cell::Int(slices.depth_of(id) as i64),
            PARENT_ID => Cell::int_or_null(
                slices
                    .parent(id)
                    .and_then(|parent| trace.sql_ids().id(parent))
                    .map(i64::from),
            ),
            ARG_SET_ID => Cell::int_or_null(self.shared.args.of_slice(row, id)),
            9 => Cell::int_or_null(slices.thread_time(id).map(|(ts, _)| ts)),
            10 => Cell::int_or_null(slices.thread_time(id).and_then(|(_, dur)| dur)),
            11 => Cell::int_or_null(slices.thread_instructions(id).map(|(ts, _)| ts)),
            _ => Cell::int_or_null(slices.thread_instructions(id).and_then(|(_, dur)| dur)),
        }
    }

    fn indexes(&self) -> Vec<Index> {
        let trace = &self.shared.trace;
        let n = self.len();
        let find = |column, groups| Index::Find { column, groups };
        let lookup = |column| Index::Lookup {
            column,
            groups: trace.slices.labels().len() as u32,
        };
        vec![
            Index::Row(0),
            Index::Row(14),
            Index::Sorted {
                column: 1,
                groups: n,
            },
            find(TRACK_ID, trace.slices.tracks().len() as u32),
            find(PARENT_ID, n / 4),
            find(ARG_SET_ID, n),
            lookup(4),
            lookup(5),
            lookup(13),
        ]
    }

    fn within(&self) -> Option<usize> {
        Some(1)
    }

    /// Joins with tracks list slices by id, as the reference does, unless few tracks are meant.
    fn weight(&self, column: usize) -> f64 {
        if column == TRACK_ID { 16.0 } else { 1.0 }
    }

    fn key(&self, row: u32, column: usize) -> Option<i64> {
        let slices = &self.shared.trace.slices;
        match column {
            1 => Some(slices.ts(self.slice(row)).ns()),
            4 | 13 => Some(i64::from(slices.label(self.slice(row)).category?.get())),
            5 => Some(i64::from(slices.name(self.slice(row))?.get())),
            _ => match self.cell(row, column) {
                Cell::Int(value) => Some(value),
                _ => None,
            },
        }
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.shared.text_key(text)
    }

    fn find(&self, column: usize, key: i64, within: Bounds) -> Vec<u32> {
        let trace = &self.shared.trace;
        match column {
            TRACK_ID => self.on_track(key, within),
            PARENT_ID => trace
                .sql_ids()
                .slice(key)
                .map(|parent| {
                    trace
                        .slices
                        .children(parent)
                        .filter_map(|child| trace.sql_ids().id(child))
                        .collect()
                })
                .unwrap_or_default(),
            _ => self.with_args(key),
        }
    }
}

/// The table `state`.
pub(super) static STATE: TableDef = TableDef {
    name: "state",
    doc: "The states of state tracks.",
    columns: &[
        long("id", "Unique identifier of the row."),
        long("ts", "When the state began."),
        long(
            "dur",
            "For how long it held; -1 until the end of the trace.",
        ),
        long("track_id", "The state track."),
        text("value", "The state."),
        text("category", "The categories that it was recorded with."),
        long("arg_set_id", "Its arguments in `args`."),
    ],
};

/// Returns the table `state`.
pub(super) fn states(shared: &Arc<Shared>) -> List<SliceId> {
    let rows = shared.args.states().to_vec();
    let n = rows.len() as u32;
    List {
        shared: Arc::clone(shared),
        def: &STATE,
        rows,
        cell: state_cell,
        indexes: vec![
            Index::Row(0),
            Index::Sorted {
                column: 1,
                groups: n,
            },
            Index::Lookup {
                column: 3,
                groups: n / 16,
            },
        ],
        within: Some(1),
    }
}

fn state_cell<'a>(shared: &'a Shared, &id: &'a SliceId, row: u32, column: usize) -> Cell<'a> {
    let slices = &shared.trace.slices;
    match column {
        0 => Cell::Int(i64::from(row)),
        1 => Cell::Int(slices.ts(id).ns()),
        2 => Cell::Int(slices.dur(id).map_or(-1, Dur::ns)),
        3 => Cell::Int(i64::from(slices.track_of(id).0)),
        4 => shared.text(slices.name(id)),
        5 => shared.text(slices.label(id).category),
        _ => Cell::int_or_null(shared.args.of_state(row, id)),
    }
}
