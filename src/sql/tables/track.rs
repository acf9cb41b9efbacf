//! The table `track`, and the tables of tracks of one kind and scope.

use std::sync::Arc;

use super::args::ArgSpace;
use super::columns::{Column, Row, Table, long, text};
use super::{List, ListRows, Shared, dense};
use crate::model::ids::TrackId;
use crate::model::track::{Scope, Track, TrackData};
use crate::sql::table::{Cell, Provider};

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
    make: fn(&Arc<Shared>) -> Arc<dyn Provider>,
) -> Table<TrackId> {
    Table {
        name,
        doc,
        columns,
        make,
    }
}

pub(super) static TRACK: Table<TrackId> = table(
    "track",
    "Every track: where slices, samples and states lie.",
    &[ID, NAME, TYPE, DIMENSIONS, PARENT, SOURCE, MACHINE, GROUP],
    |shared| tracks(shared, &TRACK, None, is_any),
);
pub(super) static THREAD_TRACK: Table<TrackId> = table(
    "thread_track",
    "Tracks of slices that belong to a thread.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UTID],
    |shared| tracks(shared, &THREAD_TRACK, Some(TrackData::Slices), is_thread),
);
pub(super) static PROCESS_TRACK: Table<TrackId> = table(
    "process_track",
    "Tracks of slices that belong to a process.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UPID],
    |shared| tracks(shared, &PROCESS_TRACK, Some(TrackData::Slices), is_process),
);
pub(super) static CPU_TRACK: Table<TrackId> = table(
    "cpu_track",
    "Tracks of slices that belong to a CPU.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, CPU],
    |shared| tracks(shared, &CPU_TRACK, Some(TrackData::Slices), is_cpu),
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
    |shared| tracks(shared, &COUNTER_TRACK, Some(TrackData::Counter), is_any),
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
    |shared| {
        tracks(
            shared,
            &PROCESS_COUNTER_TRACK,
            Some(TrackData::Counter),
            is_process,
        )
    },
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
    |shared| {
        tracks(
            shared,
            &THREAD_COUNTER_TRACK,
            Some(TrackData::Counter),
            is_thread,
        )
    },
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
    |shared| tracks(shared, &CPU_COUNTER_TRACK, Some(TrackData::Counter), is_cpu),
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
    |shared| tracks(shared, &GPU_COUNTER_TRACK, Some(TrackData::Counter), is_gpu),
);
pub(super) static STATE_TRACK: Table<TrackId> = table(
    "state_track",
    "Tracks of states.",
    &[ID, NAME, PARENT, TYPE, DIMENSIONS, SOURCE, MACHINE],
    |shared| tracks(shared, &STATE_TRACK, Some(TrackData::States), is_any),
);
pub(super) static PROCESS_STATE_TRACK: Table<TrackId> = table(
    "process_state_track",
    "Tracks of states that belong to a process.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UPID],
    |shared| {
        tracks(
            shared,
            &PROCESS_STATE_TRACK,
            Some(TrackData::States),
            is_process,
        )
    },
);
pub(super) static THREAD_STATE_TRACK: Table<TrackId> = table(
    "thread_state_track",
    "Tracks of states that belong to a thread.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UTID],
    |shared| {
        tracks(
            shared,
            &THREAD_STATE_TRACK,
            Some(TrackData::States),
            is_thread,
        )
    },
);

/// Returns a table of the tracks with some data and owner, in the order of ids.
fn tracks(
    shared: &Arc<Shared>,
    table: &'static Table<TrackId>,
    data: Option<TrackData>,
    is_owner: fn(Scope) -> bool,
) -> Arc<dyn Provider> {
    let all = &shared.trace.tracks;
    let holds = |track: &Track| data.is_none_or(|data| track.data == data) && is_owner(track.scope);
    let rows: Vec<TrackId> = all
        .iter()
        .filter(|(_, track)| holds(track))
        .map(|(id, _)| id)
        .collect();
    let n = rows.len();
    // With every track in the table, row numbers are ids.
    let is_complete = n == all.len();
    let mut list = List::new(shared, table, ListRows::Own(rows));
    for column in table.def().columns {
        list = match column.name {
            "id" if is_complete => list.row("id"),
            "id" => list.sorted("id"),
            name @ ("utid" | "upid" | "cpu" | "ugpu" | "gpu_id") => list.lookup(name, n),
            "type" => list.lookup("type", 16),
            name @ ("name" | "parent_id") => list.lookup(name, n / 4),
            _ => list,
        };
    }
    dense(list)
}

const fn is_any(_: Scope) -> bool {
    true
}

const fn is_thread(scope: Scope) -> bool {
    matches!(scope, Scope::Thread(_))
}

const fn is_process(scope: Scope) -> bool {
    matches!(scope, Scope::Process(_))
}

const fn is_cpu(scope: Scope) -> bool {
    matches!(scope, Scope::Cpu(_))
}

const fn is_gpu(scope: Scope) -> bool {
    matches!(scope, Scope::Gpu(_))
}
