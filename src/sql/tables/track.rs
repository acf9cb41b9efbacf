//! The table `track`, and the tables of tracks of one kind and scope.

use std::sync::Arc;

use super::Shared;
use super::args::ArgSpace;
use super::columns::{Column, Row, Table, long, text};
use crate::model::ids::TrackId;
use crate::model::track::{Scope, Track, TrackData};
use crate::sql::schema::TableDef;
use crate::sql::table::{Cell, Dense, Index};

const ID: Column<TrackId> = long("id", "Unique identifier of the track.", |row| {
    row.data.0.into()
});
const NAME: Column<TrackId> = text("name", "Its name, which may be missing.", |row| {
    row.text(row.track().name)
});
const TYPE: Column<TrackId> = text(
    "type",
    "What kind of rows it holds and where they come from.",
    |row| row.shared.trace.bytes(row.track().type_name).into(),
);
const PARENT: Column<TrackId> = long("parent_id", "The track that it hangs below.", |row| {
    row.track().parent.map(|parent| parent.0).into()
});
const SOURCE: Column<TrackId> = long(
    "source_arg_set_id",
    "Arguments that say where it comes from.",
    |row| ArgSpace::stored(row.track().source_args).into(),
);
const DIMENSIONS: Column<TrackId> = long(
    "dimension_arg_set_id",
    "Arguments that tell it from others of its type: its owner, and what stands in its name.",
    |row| row.shared.args.of_track(*row.data).into(),
);
const MACHINE: Column<TrackId> = long("machine_id", "The machine; 0 is the host.", |row| {
    row.track().machine.into()
});
const GROUP: Column<TrackId> = long(
    "track_group_id",
    "Tracks with the same number are one track on the screen.",
    |row| row.track().group.into(),
);
const UNIT: Column<TrackId> = text("unit", "The unit of its values.", |row| {
    row.text(row.track().unit)
});
const DESCRIPTION: Column<TrackId> = text("description", "What the writer says it is.", |row| {
    row.text(row.track().description)
});
const UTID: Column<TrackId> = long("utid", "The thread that it belongs to.", owner);
const UPID: Column<TrackId> = long("upid", "The process that it belongs to.", owner);
const CPU: Column<TrackId> = long("cpu", "The CPU that it belongs to.", owner);
const UGPU: Column<TrackId> = long(
    "ugpu",
    "The GPU that it belongs to, unique over machines.",
    owner,
);
const GPU: Column<TrackId> = long("gpu_id", "The number of the GPU.", owner);

impl<'a> Row<'a, TrackId> {
    fn track(self) -> &'a Track {
        self.shared.trace.tracks.get(*self.data)
    }
}

/// Returns the owner of a track. Each table that has such a column only has tracks with one kind of owner.
fn owner(row: Row<'_, TrackId>) -> Cell<'_> {
    match row.track().scope {
        Scope::Global => Cell::Null,
        Scope::Process(upid) => upid.0.into(),
        Scope::Thread(utid) => utid.0.into(),
        Scope::Cpu(number) | Scope::Gpu(number) => number.into(),
    }
}

const fn table(
    name: &'static str,
    doc: &'static str,
    columns: &'static [Column<TrackId>],
) -> Table<TrackId> {
    Table { name, doc, columns }
}

pub(super) static TRACK: Table<TrackId> = table(
    "track",
    "Every track: where slices, samples and states lie.",
    &[ID, NAME, TYPE, DIMENSIONS, PARENT, SOURCE, MACHINE, GROUP],
);
pub(super) static THREAD_TRACK: Table<TrackId> = table(
    "thread_track",
    "Tracks of slices that belong to a thread.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UTID],
);
pub(super) static PROCESS_TRACK: Table<TrackId> = table(
    "process_track",
    "Tracks of slices that belong to a process.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UPID],
);
pub(super) static CPU_TRACK: Table<TrackId> = table(
    "cpu_track",
    "Tracks of slices that belong to a CPU.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, CPU],
);
pub(super) static COUNTER_TRACK: Table<TrackId> = table(
    "counter_track",
    "Tracks of counter samples.",
    &[
        ID,
        NAME,
        PARENT,
        TYPE,
        DIMENSIONS,
        SOURCE,
        MACHINE,
        UNIT,
        DESCRIPTION,
    ],
);
pub(super) static PROCESS_COUNTER_TRACK: Table<TrackId> = table(
    "process_counter_track",
    "Counters of a process.",
    &[
        ID,
        NAME,
        TYPE,
        PARENT,
        SOURCE,
        MACHINE,
        UNIT,
        DESCRIPTION,
        UPID,
    ],
);
pub(super) static THREAD_COUNTER_TRACK: Table<TrackId> = table(
    "thread_counter_track",
    "Counters of a thread.",
    &[
        ID,
        NAME,
        TYPE,
        PARENT,
        SOURCE,
        MACHINE,
        UNIT,
        DESCRIPTION,
        UTID,
    ],
);
pub(super) static CPU_COUNTER_TRACK: Table<TrackId> = table(
    "cpu_counter_track",
    "Counters of a CPU.",
    &[
        ID,
        NAME,
        TYPE,
        PARENT,
        SOURCE,
        MACHINE,
        UNIT,
        DESCRIPTION,
        CPU,
    ],
);
pub(super) static GPU_COUNTER_TRACK: Table<TrackId> = table(
    "gpu_counter_track",
    "Counters of a GPU.",
    &[
        ID,
        NAME,
        TYPE,
        PARENT,
        SOURCE,
        MACHINE,
        UNIT,
        DESCRIPTION,
        UGPU,
        GPU,
    ],
);
pub(super) static STATE_TRACK: Table<TrackId> = table(
    "state_track",
    "Tracks of states.",
    &[ID, NAME, PARENT, TYPE, DIMENSIONS, SOURCE, MACHINE],
);
pub(super) static PROCESS_STATE_TRACK: Table<TrackId> = table(
    "process_state_track",
    "Tracks of states that belong to a process.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UPID],
);
pub(super) static THREAD_STATE_TRACK: Table<TrackId> = table(
    "thread_state_track",
    "Tracks of states that belong to a thread.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UTID],
);

/// A table of tracks, in the order of ids.
pub(super) struct Tracks {
    shared: Arc<Shared>,
    table: &'static Table<TrackId>,
    rows: Vec<TrackId>,
    /// Whether the table has every track, so that row numbers are ids.
    complete: bool,
}

/// Returns all tables of tracks.
pub(super) fn all(shared: &Arc<Shared>) -> Vec<Tracks> {
    let table = |table: &'static Table<TrackId>, holds: fn(&Track) -> bool| {
        let rows: Vec<TrackId> = shared
            .trace
            .tracks
            .iter()
            .filter(|(_, track)| holds(track))
            .map(|(id, _)| id)
            .collect();
        Tracks {
            shared: Arc::clone(shared),
            table,
            complete: rows.len() == shared.trace.tracks.len(),
            rows,
        }
    };
    vec![
        table(&TRACK, |_| true),
        table(&THREAD_TRACK, |t| is(t, TrackData::Slices) && is_thread(t)),
        table(&PROCESS_TRACK, |t| {
            is(t, TrackData::Slices) && is_process(t)
        }),
        table(&CPU_TRACK, |t| is(t, TrackData::Slices) && is_cpu(t)),
        table(&COUNTER_TRACK, |t| is(t, TrackData::Counter)),
        table(&PROCESS_COUNTER_TRACK, |t| {
            is(t, TrackData::Counter) && is_process(t)
        }),
        table(&THREAD_COUNTER_TRACK, |t| {
            is(t, TrackData::Counter) && is_thread(t)
        }),
        table(&CPU_COUNTER_TRACK, |t| {
            is(t, TrackData::Counter) && is_cpu(t)
        }),
        table(&GPU_COUNTER_TRACK, |t| {
            is(t, TrackData::Counter) && matches!(t.scope, Scope::Gpu(_))
        }),
        table(&STATE_TRACK, |t| is(t, TrackData::States)),
        table(&PROCESS_STATE_TRACK, |t| {
            is(t, TrackData::States) && is_process(t)
        }),
        table(&THREAD_STATE_TRACK, |t| {
            is(t, TrackData::States) && is_thread(t)
        }),
    ]
}

fn is(track: &Track, data: TrackData) -> bool {
    track.data == data
}

const fn is_thread(track: &Track) -> bool {
    matches!(track.scope, Scope::Thread(_))
}

const fn is_process(track: &Track) -> bool {
    matches!(track.scope, Scope::Process(_))
}

const fn is_cpu(track: &Track) -> bool {
    matches!(track.scope, Scope::Cpu(_))
}

impl Dense for Tracks {
    fn def(&self) -> TableDef {
        self.table.def()
    }

    fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let row = Row {
            shared: &self.shared,
            number: row,
            data: &self.rows[row as usize],
        };
        self.table.cell(row, column)
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.shared.text_key(text)
    }

    fn indexes(&self) -> Vec<Index> {
        let n = self.len();
        let mut indexes = Vec::new();
        for (column, def) in self.def().columns.iter().enumerate() {
            match def.name {
                "id" if self.complete => indexes.push(Index::Row(column)),
                "id" => indexes.push(Index::Sorted { column, groups: n }),
                "utid" | "upid" | "cpu" | "ugpu" | "gpu_id" => {
                    indexes.push(Index::Lookup { column, groups: n });
                }
                "type" => indexes.push(Index::Lookup { column, groups: 16 }),
                "name" | "parent_id" => indexes.push(Index::Lookup {
                    column,
                    groups: n / 4,
                }),
                _ => {}
            }
        }
        indexes
    }
}
