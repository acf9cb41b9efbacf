//! The function `experimental_slice_layout`: the row of the screen on which each slice of some tracks is
//! drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use rusqlite::{Error, Result};

use super::columns::{Call, Returned, Table, argument, long};
use super::{Shared, function};
use crate::model::ids::TrackId;
use crate::model::layout::merged_rows;
use crate::sql::schema::{Kind, TableDef};
use crate::sql::table::{Generator, Rows};

/// The table of the function.
pub(super) static LAYOUT: Table<LayoutRows> = Table {
    name: "experimental_slice_layout",
    doc: "The slices of tracks that share one place on the screen, with the row of each.",
    columns: &[
        long("id", "The slice.", |row| {
            row.data.rows[row.number as usize].id.into()
        }),
        long("layout_depth", "The row that it is drawn on.", |row| {
            row.data.rows[row.number as usize].depth.into()
        }),
        argument(
            "filter_track_ids",
            Kind::Text,
            "track ids separated by commas",
            |row| row.data.argument.as_slice().into(),
        ),
    ],
    make: |shared| function(SliceLayout(Arc::clone(shared))),
};
use crate::sql::value::Value;

/// The function over a trace.
struct SliceLayout(Arc<Shared>);

impl SliceLayout {
    /// Returns the tracks of a list, each once; as in the reference, what is no track is left out.
    fn tracks(&self, value: &Value) -> Option<Vec<TrackId>> {
        let text = match value {
            Value::Text(text) => String::from_utf8_lossy(text),
            Value::Int(id) => id.to_string().into(),
            _ => return None,
        };
        let ids = text.split(',').filter_map(|id| id.trim().parse().ok());
        let tracks = ids.filter(|&id: &u32| (id as usize) < self.0.trace.tracks.len());
        let tracks: BTreeSet<u32> = tracks.collect();
        Some(tracks.into_iter().map(TrackId).collect())
    }
}

impl Generator for SliceLayout {
    fn def(&self) -> TableDef {
        LAYOUT.def()
    }

    fn rows_per_call(&self) -> i64 {
        1000
    }

    fn is_ordered(&self) -> bool {
        true
    }

    fn call(self: Arc<Self>, args: &[Value]) -> Result<Box<dyn Rows>> {
        let tracks = self.tracks(&args[0]).ok_or_else(|| {
            Error::ModuleError(format!("{}: not a list of track ids", LAYOUT.name))
        })?;
        let ids = self.0.trace.sql_ids();
        let mut rows: Vec<Placed> = Vec::new();
        for (slices, depth) in merged_rows(&self.0.trace.slices, &tracks).iter().zip(0..) {
            let placed = |&id| {
                Some(Placed {
                    id: ids.id(id)?,
                    depth,
                })
            };
            rows.extend(slices.iter().filter_map(placed));
        }
        rows.sort_unstable();
        let argument = match &args[0] {
            Value::Text(text) => text.clone(),
            other => other.as_int().unwrap_or_default().to_string().into_bytes(),
        };
        let rows = LayoutRows { rows, argument };
        Ok(Call::open(&LAYOUT, &self.0, rows))
    }
}

/// A slice, by its SQL id, and the row that it is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    id: u32,
    depth: u32,
}

/// The rows of a call, and the tracks that it was given.
pub(super) struct LayoutRows {
    rows: Vec<Placed>,
    argument: Vec<u8>,
}

impl Returned for LayoutRows {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn id(&self, number: usize) -> i64 {
        i64::from(self.rows[number].id)
    }
}
