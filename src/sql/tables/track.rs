//! `track` and the tables of tracks of one kind and scope.

use std::sync::Arc;

use super::Shared;
use super::args::ArgSpace;
use crate::model::ids::TrackId;
use crate::model::track::{Scope, Track, TrackData};
use crate::sql::schema::{Column, TableDef, long, text};
use crate::sql::table::{Cell, Dense, Index};

const ID: Column = long("id", "Unique identifier of the track.");
const NAME: Column = text("name", "Its name, which may be missing.");
const TYPE: Column = text(
    "type",
    "What kind of rows it holds and where they come from.",
);
const PARENT: Column = long("parent_id", "The track that it hangs below.");
const SOURCE: Column = long(
    "source_arg_set_id",
    "Arguments that say where it comes from.",
);
const DIMENSIONS: Column = long(
    "dimension_arg_set_id",
    "Arguments that tell it from others of its type.",
);
const MACHINE: Column = long("machine_id", "The machine; 0 is the host.");
const GROUP: Column = long(
    "track_group_id",
    "Tracks with the same number are one track on the screen.",
);
const UNIT: Column = text("unit", "The unit of its values.");
const DESCRIPTION: Column = text("description", "What the writer says it is.");
const UTID: Column = long("utid", "The thread that it belongs to.");
const UPID: Column = long("upid", "The process that it belongs to.");
const CPU: Column = long("cpu", "The CPU that it belongs to.");
const UGPU: Column = long("ugpu", "The GPU that it belongs to, unique over machines.");
const GPU: Column = long("gpu_id", "The number of the GPU.");

const fn def(name: &'static str, doc: &'static str, columns: &'static [Column]) -> TableDef {
    TableDef { name, doc, columns }
}

pub(super) static TRACK: TableDef = def(
    "track",
    "Every track: where slices, samples and states lie.",
    &[ID, NAME, TYPE, DIMENSIONS, PARENT, SOURCE, MACHINE, GROUP],
);
pub(super) static THREAD_TRACK: TableDef = def(
    "thread_track",
    "Tracks of slices that belong to a thread.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UTID],
);
pub(super) static PROCESS_TRACK: TableDef = def(
    "process_track",
    "Tracks of slices that belong to a process.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UPID],
);
pub(super) static CPU_TRACK: TableDef = def(
    "cpu_track",
    "Tracks of slices that belong to a CPU.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, CPU],
);
pub(super) static COUNTER_TRACK: TableDef = def(
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
pub(super) static PROCESS_COUNTER_TRACK: TableDef = def(
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
pub(super) static THREAD_COUNTER_TRACK: TableDef = def(
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
pub(super) static CPU_COUNTER_TRACK: TableDef = def(
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
pub(super) static GPU_COUNTER_TRACK: TableDef = def(
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
pub(super) static STATE_TRACK: TableDef = def(
    "state_track",
    "Tracks of states.",
    &[ID, NAME, PARENT, TYPE, DIMENSIONS, SOURCE, MACHINE],
);
pub(super) static PROCESS_STATE_TRACK: TableDef = def(
    "process_state_track",
    "Tracks of states that belong to a process.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UPID],
);
pub(super) static THREAD_STATE_TRACK: TableDef = def(
    "thread_state_track",
    "Tracks of states that belong to a thread.",
    &[ID, NAME, TYPE, PARENT, SOURCE, MACHINE, UTID],
);

/// What a column holds, whatever its place in a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Id,
    Name,
    Type,
    Parent,
    Source,
    Dimensions,
    Machine,
    Group,
    Unit,
    Description,
    Utid,
    Upid,
    Cpu,
    Gpu,
}

fn field(name: &str) -> Field {
    match name {
        "id" => Field::Id,
        "name" => Field::Name,
        "type" => Field::Type,
        "parent_id" => Field::Parent,
        "source_arg_set_id" => Field::Source,
        "dimension_arg_set_id" => Field::Dimensions,
        "machine_id" => Field::Machine,
        "track_group_id" => Field::Group,
        "unit" => Field::Unit,
        "description" => Field::Description,
        "utid" => Field::Utid,
        "upid" => Field::Upid,
        "cpu" => Field::Cpu,
        _ => Field::Gpu,
    }
}

/// A table of tracks, by id.
pub(super) struct Tracks {
    shared: Arc<Shared>,
    def: &'static TableDef,
    fields: Vec<Field>,
    rows: Vec<TrackId>,
    /// Whether it holds every track, so that a row is an id.
    complete: bool,
}

/// Returns all tables of tracks.
pub(super) fn all(shared: &Arc<Shared>) -> Vec<Tracks> {
    let table = |def: &'static TableDef, holds: fn(&Track) -> bool| {
        let rows: Vec<TrackId> = shared
            .trace
            .tracks
            .iter()
            .filter(|(_, track)| holds(track))
            .map(|(id, _)| id)
            .collect();
        Tracks {
            shared: Arc::clone(shared),
            def,
            fields: def
                .columns
                .iter()
                .map(|column| field(column.name))
                .collect(),
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
    fn def(&self) -> &'static TableDef {
        self.def
    }

    fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    fn cell(&self, row: u32, column: usize) -> Cell<'_> {
        let id = self.rows[row as usize];
        let track = self.shared.trace.tracks.get(id);
        let owner = match track.scope {
            Scope::Global => Cell::Null,
            Scope::Process(upid) => Cell::Int(i64::from(upid.0)),
            Scope::Thread(utid) => Cell::Int(i64::from(utid.0)),
            Scope::Cpu(number) | Scope::Gpu(number) => Cell::Int(i64::from(number)),
        };
        match self.fields[column] {
            Field::Id => Cell::Int(i64::from(id.0)),
            Field::Name => self.shared.text(track.name),
            Field::Type => Cell::Text(self.shared.trace.bytes(track.type_name)),
            Field::Parent => Cell::int_or_null(track.parent.map(|parent| i64::from(parent.0))),
            Field::Source => Cell::int_or_null(ArgSpace::stored(track.source_args)),
            Field::Dimensions => Cell::int_or_null(self.shared.args.of_track(id)),
            Field::Machine => Cell::Int(i64::from(track.machine)),
            Field::Group => Cell::int_or_null(track.group.map(i64::from)),
            Field::Unit => self.shared.text(track.unit),
            Field::Description => self.shared.text(track.description),
            Field::Utid | Field::Upid | Field::Cpu | Field::Gpu => owner,
        }
    }

    fn text_key(&self, _column: usize, text: &[u8]) -> Option<i64> {
        self.shared.text_key(text)
    }

    fn indexes(&self) -> Vec<Index> {
        let n = self.len();
        let mut indexes = vec![if self.complete {
            Index::Row(0)
        } else {
            Index::Sorted {
                column: 0,
                groups: n,
            }
        }];
        for (column, field) in self.fields.iter().enumerate() {
            match field {
                Field::Utid | Field::Upid | Field::Cpu | Field::Gpu => {
                    indexes.push(Index::Lookup { column, groups: n });
                }
                Field::Type => indexes.push(Index::Lookup { column, groups: 16 }),
                Field::Name | Field::Parent => indexes.push(Index::Lookup {
                    column,
                    groups: n / 4,
                }),
                _ => {}
            }
        }
        indexes
    }
}
