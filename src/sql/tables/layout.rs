//! `experimental_slice_layout`: on which row of the screen each slice of some tracks lies.

use std::sync::Arc;

use rusqlite::{Error, Result};

use super::Shared;
use crate::model::ids::TrackId;
use crate::model::layout::merged_rows;
use crate::sql::schema::{Kind, TableDef, argument, long};
use crate::sql::table::{Cell, Generator, Rows, Search};

/// The function.
pub(super) static LAYOUT: TableDef = TableDef {
    name: "experimental_slice_layout",
    doc: "The slices of tracks that share one place on the screen, with the row of each.",
    columns: &[
        long("id", "The slice."),
        long("layout_depth", "The row that it is drawn on."),
        argument(
            "filter_track_ids",
            Kind::Text,
            "track ids separated by commas",
        ),
    ],
};

/// The function over a trace.
pub(super) struct SliceLayout(Arc<Shared>);

impl SliceLayout {
    pub(super) const fn new(shared: Arc<Shared>) -> Self {
        Self(shared)
    }

    fn tracks(&self, value: &Search) -> Option<Vec<TrackId>> {
        let text = match value {
            Search::Text(text) => std::str::from_utf8(text).ok()?.to_owned(),
            Search::Int(id) => id.to_string(),
            _ => return None,
        };
        text.split(',')
            .filter(|id| !id.trim().is_empty())
            .map(|id| {
                let id: u32 = id.trim().parse().ok()?;
                ((id as usize) < self.0.trace.tracks.len()).then_some(TrackId(id))
            })
            .collect()
    }
}

impl Generator for SliceLayout {
    fn def(&self) -> &'static TableDef {
        &LAYOUT
    }

    fn rows_per_call(&self) -> i64 {
        1000
    }

    fn is_ordered(&self) -> bool {
        true
    }

    fn call(self: Arc<Self>, args: &[Search]) -> Result<Box<dyn Rows>> {
        let tracks = self.tracks(&args[0]).ok_or_else(|| {
            Error::ModuleError(format!("{}: not a list of track ids", LAYOUT.name))
        })?;
        let ids = self.0.trace.sql_ids();
        let mut rows: Vec<(u32, usize)> = Vec::new();
        for (depth, slices) in merged_rows(&self.0.trace.slices, &tracks)
            .iter()
            .enumerate()
        {
            rows.extend(slices.iter().filter_map(|&id| Some((ids.id(id)?, depth))));
        }
        rows.sort_unstable();
        let argument = match &args[0] {
            Search::Text(text) => text.clone(),
            other => other.as_int().unwrap_or_default().to_string().into_bytes(),
        };
        Ok(Box::new(LayoutRows {
            rows,
            at: 0,
            argument,
        }))
    }
}

struct LayoutRows {
    rows: Vec<(u32, usize)>,
    at: usize,
    argument: Vec<u8>,
}

impl Rows for LayoutRows {
    fn done(&self) -> bool {
        self.at >= self.rows.len()
    }

    fn advance(&mut self) -> Result<()> {
        self.at += 1;
        Ok(())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let (id, depth) = self.rows[self.at];
        match column {
            0 => Cell::Int(i64::from(id)),
            1 => Cell::Int(depth as i64),
            _ => Cell::Text(&self.argument),
        }
    }

    fn id(&self) -> i64 {
        i64::from(self.rows[self.at].0)
    }
}
