//! The tables `expected_frame_timeline_slice` and `actual_frame_timeline_slice`, by slice id.

use std::sync::Arc;

use super::columns::{Column, Row, Table, double, long, text};
use super::{List, ListRows, Shared, dense, slice};
use crate::base::intern::StrId;
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::{SliceId, Upid};
use crate::model::jank;
use crate::sql::table::Cell;

const ID: Column<Frame> = long("id", "The slice that the frame is.", |row| {
    row.sql_id().into()
});
const TS: Column<Frame> = long("ts", "When the frame started, in nanoseconds.", |row| {
    slice::ts(row.slice())
});
const DUR: Column<Frame> = long("dur", "How long it took; -1 if it never ended.", |row| {
    slice::dur(row.slice())
});
const TRACK: Column<Frame> = long("track_id", "The track that it lies on.", |row| {
    slice::track(row.slice())
});
const CATEGORY: Column<Frame> = text("category", "Always NULL.", |row| {
    slice::category(row.slice())
});
const NAME: Column<Frame> = text("name", "The token as text.", |row| slice::name(row.slice()));
const DEPTH: Column<Frame> = long("depth", "The depth on its track.", |row| {
    slice::depth(row.slice())
});
const PARENT: Column<Frame> = long("parent_id", "The enclosing slice.", |row| {
    slice::parent(row.slice())
});
const ARGS: Column<Frame> = long("arg_set_id", "Its arguments in `args`.", |row| {
    row.sql_id()
        .map_or(Cell::Null, |_| slice::args(row.slice()))
});
const DISPLAY: Column<Frame> = long(
    "display_frame_token",
    "Token of the display frame.",
    |row| row.common().display.into(),
);
const SURFACE: Column<Frame> = long(
    "surface_frame_token",
    "Token of the surface frame.",
    |row| row.common().surface.into(),
);
const UPID: Column<Frame> = long("upid", "The process.", |row| row.common().upid.0.into());
const LAYER: Column<Frame> = text("layer_name", "The layer.", |row| {
    row.text(row.common().layer)
});

/// The table of expected frames.
pub(super) static EXPECTED: Table<Frame> = Table {
    name: "expected_frame_timeline_slice",
    doc: "Android frames as they were planned.",
    columns: &[
        ID, TS, DUR, TRACK, CATEGORY, NAME, DEPTH, PARENT, ARGS, DISPLAY, SURFACE, UPID, LAYER,
    ],
    make: |shared| dense(expected(shared)),
};

/// The table of actual frames.
pub(super) static ACTUAL: Table<Frame> = Table {
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
        text(
            "present_type",
            "When it was shown: `Late Present`, …",
            |row| row.actual(|frame| jank::present_type_text(frame.present_type)),
        ),
        long("on_time_finish", "Whether it finished in time.", |row| {
            row.actual(|frame| frame.on_time_finish)
        }),
        long("gpu_composition", "Whether the GPU composed it.", |row| {
            row.actual(|frame| frame.gpu_composition)
        }),
        text(
            "jank_type",
            "Why it was janky, separated by commas.",
            |row| row.actual(|frame| jank::jank_type_text(frame.jank_type)),
        ),
        text("jank_severity_type", "How bad it was.", |row| {
            row.actual(|frame| frame.severity.text())
        }),
        text("prediction_type", "Whether the prediction held.", |row| {
            row.actual(|frame| jank::prediction_type_text(frame.prediction_type))
        }),
        text("jank_tag", "Who is at fault: `Self Jank`, …", |row| {
            row.actual(|frame| frame.jank_tag.text())
        }),
        text(
            "jank_tag_experimental",
            "The same by the experimental rules.",
            |row| row.actual(|frame| frame.jank_tag_experimental.text()),
        ),
        double("jank_score", "How bad it was, as a number.", |row| {
            row.actual(|frame| f64::from(frame.severity_score))
        }),
        long(
            "latched_unsignaled_count",
            "Buffers latched before they were ready.",
            |row| row.actual(ActualFrame::latched_unsignaled_count),
        ),
        long(
            "addressable_unsignaled_latch_count",
            "Those of them that could have been avoided.",
            |row| row.actual(ActualFrame::addressable_unsignaled_latch_count),
        ),
        text(
            "latched_fence_state",
            "The state of the fence when it was latched.",
            |row| {
                row.actual(|frame| {
                    frame
                        .latched_fence_state
                        .map(jank::latched_fence_state_text)
                })
            },
        ),
    ],
    make: |shared| dense(actual(shared)),
};

/// A frame, by its index in the trace's table.
#[derive(Clone, Copy)]
pub(super) enum Frame {
    Expected(u32),
    Actual(u32),
}

/// The fields that both kinds of frames have.
struct Common<'a> {
    slice: &'a SliceId,
    upid: Upid,
    display: i64,
    surface: Option<i64>,
    layer: Option<StrId>,
}

impl<'a> Row<'a, Frame> {
    fn common(self) -> Common<'a> {
        let frames = &self.shared.trace.frames;
        match *self.data {
            Frame::Expected(row) => {
                let frame = &frames.expected()[row as usize];
                Common {
                    slice: &frame.slice,
                    upid: frame.upid,
                    display: frame.display_token,
                    surface: frame.surface_token,
                    layer: frame.layer,
                }
            }
            Frame::Actual(row) => {
                let frame = &frames.actual()[row as usize];
                Common {
                    slice: &frame.slice,
                    upid: frame.upid,
                    display: frame.display_token,
                    surface: frame.surface_token,
                    layer: frame.layer,
                }
            }
        }
    }

    /// Returns a value of an actual frame; NULL for an expected frame.
    fn actual<T: Into<Cell<'a>>>(self, value: impl FnOnce(&'a ActualFrame) -> T) -> Cell<'a> {
        match *self.data {
            Frame::Expected(_) => Cell::Null,
            Frame::Actual(row) => value(&self.shared.trace.frames.actual()[row as usize]).into(),
        }
    }

    fn sql_id(self) -> Option<u32> {
        self.shared.trace.sql_ids().id(*self.common().slice)
    }

    /// Returns the frame's slice as a row of `slice`.
    fn slice(self) -> Row<'a, SliceId> {
        Row {
            shared: self.shared,
            number: self.sql_id().unwrap_or_default(),
            data: self.common().slice,
        }
    }
}

/// Returns a table of frames, in the order of the SQL ids of their slices.
fn list(
    shared: &Arc<Shared>,
    table: &'static Table<Frame>,
    frames: impl Iterator<Item = (SliceId, Frame)>,
) -> List<Frame> {
    let ids = shared.trace.sql_ids();
    let mut rows: Vec<(Option<u32>, Frame)> = frames
        .map(|(slice, frame)| (ids.id(slice), frame))
        .collect();
    // The sort is stable, so frames with equal keys keep their order.
    rows.sort_by_key(|&(id, _)| id);
    let n = rows.len();
    let rows = rows.into_iter().map(|(_, frame)| frame).collect();
    List::new(shared, table, ListRows::Own(rows))
        .sorted("id")
        .by_time()
        .lookup("display_frame_token", n)
        .lookup("surface_frame_token", n)
        .lookup("upid", n / 64)
}

/// Returns the expected frames.
fn expected(shared: &Arc<Shared>) -> List<Frame> {
    let slices = shared
        .trace
        .frames
        .expected()
        .iter()
        .map(|frame| frame.slice);
    list(shared, &EXPECTED, slices.zip((0..).map(Frame::Expected)))
}

/// Returns the actual frames.
fn actual(shared: &Arc<Shared>) -> List<Frame> {
    let slices = shared.trace.frames.actual().iter().map(|frame| frame.slice);
    list(shared, &ACTUAL, slices.zip((0..).map(Frame::Actual)))
}
