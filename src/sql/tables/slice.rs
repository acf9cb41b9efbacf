//! The tables `slice` and `state`, both in the order of time; that of `slice` is that of the SQL ids.

use std::sync::{Arc, OnceLock};

use super::columns::{Row, Table, id, long, text};
use super::{List, ListRows, Shared, dense};
use crate::base::time::Dur;
use crate::base::time::Ts;
use crate::model::ids::{SliceId, TrackId};
use crate::model::slice::SliceTable;
use crate::sql::schema::TableDef;
use crate::sql::table::{Bounds, Cell, Dense, Index};

/// The table `slice`.
pub(super) static SLICE: Table<SliceId> = Table {
    name: "slice",
    doc: "What threads, processes and others did, and for how long.",
    columns: &[
        id("Unique identifier of the slice."),
        long("ts", "Start time in nanoseconds.", ts),
        long("dur", "Duration in nanoseconds; -1 if it never ended.", dur),
        long("track_id", "The track that it lies on.", track),
        text(
            "category",
            "The categories that it was recorded with.",
            category,
        ),
        text("name", "What happened.", name),
        long("depth", "How many slices enclose it on its track.", depth),
        long("parent_id", "The slice that encloses it.", parent),
        long("arg_set_id", "Its arguments in `args`.", args),
        long(
            "thread_ts",
            "CPU time of the thread at its start.",
            thread_ts,
        ),
        long("thread_dur", "CPU time that the thread took.", thread_dur),
        long(
            "thread_instruction_count",
            "Instruction counter at its start.",
            instruction_count,
        ),
        long(
            "thread_instruction_delta",
            "Instructions that it took.",
            instruction_delta,
        ),
        text("cat", "The same as `category`.", category),
        long("slice_id", "The same as `id`.", |row| row.number.into()),
    ],
    make: |shared| dense(Slices::new(Arc::clone(shared))),
};

const ID: usize = SLICE.position("id");
const TS: usize = SLICE.position("ts");
const TRACK_ID: usize = SLICE.position("track_id");
const CATEGORY: usize = SLICE.position("category");
const NAME: usize = SLICE.position("name");
const PARENT_ID: usize = SLICE.position("parent_id");
const ARG_SET_ID: usize = SLICE.position("arg_set_id");
const CAT: usize = SLICE.position("cat");
const SLICE_ID: usize = SLICE.position("slice_id");

// The getters of the columns of `slice`, which other tables with the same columns share.

fn slices(row: Row<'_, SliceId>) -> &SliceTable {
    &row.shared.trace.slices
}

pub(super) fn ts(row: Row<'_, SliceId>) -> Cell<'_> {
    slices(row).ts(*row.data).ns().into()
}

pub(super) fn dur(row: Row<'_, SliceId>) -> Cell<'_> {
    slices(row).dur(*row.data).map_or(-1, Dur::ns).into()
}

pub(super) fn track(row: Row<'_, SliceId>) -> Cell<'_> {
    slices(row).track_of(*row.data).0.into()
}

pub(super) fn category(row: Row<'_, SliceId>) -> Cell<'_> {
    row.text(slices(row).label(*row.data).category)
}

pub(super) fn name(row: Row<'_, SliceId>) -> Cell<'_> {
    row.text(slices(row).name(*row.data))
}

pub(super) fn depth(row: Row<'_, SliceId>) -> Cell<'_> {
    Cell::Int(slices(row).depth_of(*row.data) as i64)
}

pub(super) fn parent(row: Row<'_, SliceId>) -> Cell<'_> {
    let parent = slices(row).parent(*row.data);
    parent
        .and_then(|parent| row.shared.trace.sql_ids().id(parent))
        .into()
}

/// The number of the row must be the SQL id of the slice.
pub(super) fn args(row: Row<'_, SliceId>) -> Cell<'_> {
    row.shared.args.of_slice(row.number, *row.data).into()
}

pub(super) fn thread_ts(row: Row<'_, SliceId>) -> Cell<'_> {
    slices(row).thread_time(*row.data).map(|(ts, _)| ts).into()
}

pub(super) fn thread_dur(row: Row<'_, SliceId>) -> Cell<'_> {
    slices(row)
        .thread_time(*row.data)
        .and_then(|(_, dur)| dur)
        .into()
}

pub(super) fn instruction_count(row: Row<'_, SliceId>) -> Cell<'_> {
    slices(row)
        .thread_instructions(*row.data)
        .map(|(count, _)| count)
        .into()
}

pub(super) fn instruction_delta(row: Row<'_, SliceId>) -> Cell<'_> {
    slices(row)
        .thread_instructions(*row.data)
        .and_then(|(_, delta)| delta)
        .into()
}

/// The rows of `slice`.
pub(super) struct Slices {
    shared: Arc<Shared>,
    /// Slices whose arguments are a stored set, as pairs of set and SQL id.
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
        *self.row(row).data
    }

    /// Returns the row of the slice with a SQL id.
    pub(super) fn row(&self, id: u32) -> Row<'_, SliceId> {
        Row {
            shared: &self.shared,
            number: id,
            data: &self.shared.trace.sql_ids().slices()[id as usize],
        }
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
    fn def(&self) -> TableDef {
        SLICE.def()
    }

    fn len(&self) -> u32 {
        self.shared.trace.sql_ids().slices().len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        SLICE.cell(self.row(row), column)
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
            Index::Row(ID),
            Index::Row(SLICE_ID),
            Index::Sorted {
                column: TS,
                groups: n,
            },
            find(TRACK_ID, trace.slices.tracks().len() as u32),
            find(PARENT_ID, n / 4),
            find(ARG_SET_ID, n),
            lookup(CATEGORY),
            lookup(NAME),
            lookup(CAT),
        ]
    }

    fn within(&self) -> Option<usize> {
        Some(TS)
    }

    /// Searches by track and parent are expensive, because the slices found are far apart. So a join with
    /// tracks scans the slices by id unless it is about few tracks, as in the reference, and a join of
    /// parents with children looks up the parents.
    fn weight(&self, column: usize) -> f64 {
        match column {
            TRACK_ID | PARENT_ID => 16.0,
            _ => 1.0,
        }
    }

    fn key(&self, row: u32, column: usize) -> Option<i64> {
        let slices = &self.shared.trace.slices;
        match column {
            TS => Some(slices.ts(self.slice(row)).ns()),
            CATEGORY | CAT => Some(i64::from(slices.label(self.slice(row)).category?.get())),
            NAME => Some(i64::from(slices.name(self.slice(row))?.get())),
            _ => match self.cell(row, column) {
                Cell::Int(value) => Some(value),
                _ => None,
            },
        }
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.shared.text_key(text)
    }

    fn touch(&self, rows: &[u32]) {
        let slices = &self.shared.trace.slices;
        let times = rows.iter().map(|&row| {
            let slice = self.slice(row);
            (slices.ts(slice), slices.dur(slice))
        });
        times.for_each(|times| _ = std::hint::black_box(times));
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
pub(super) static STATE: Table<SliceId> = Table {
    name: "state",
    doc: "The states of state tracks.",
    columns: &[
        id("Unique identifier of the row."),
        long("ts", "When the state began.", ts),
        long(
            "dur",
            "For how long it held; -1 until the end of the trace.",
            dur,
        ),
        long("track_id", "The state track.", track),
        text("value", "The state.", name),
        text(
            "category",
            "The categories that it was recorded with.",
            category,
        ),
        long("arg_set_id", "Its arguments in `args`.", |row| {
            row.shared.args.of_state(row.number, *row.data).into()
        }),
    ],
    make: |shared| dense(states(shared)),
};

/// Returns the table `state`.
fn states(shared: &Arc<Shared>) -> List<SliceId> {
    let rows = shared.args.states().to_vec();
    let n = rows.len();
    List::new(shared, &STATE, ListRows::Own(rows))
        .row("id")
        .by_time()
        .lookup("track_id", n / 16)
}
