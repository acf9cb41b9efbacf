//! Slices that tests and benchmarks write one by one.
//!
//! These slices go through the same columns as imported ones, so that tests read what is read in use.

use super::{DepthColumns, SliceTable};
use crate::model::args::EventPos;
use crate::model::ids::{LabelId, TrackId};

/// A slice as one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliceRow {
    /// Start in nanoseconds.
    pub ts: i64,
    /// Duration in nanoseconds, `None` if it never ended.
    pub dur: Option<i64>,
    /// Name and category.
    pub label: LabelId,
    /// Where the event that began it stands.
    pub pos: EventPos,
    /// Where the event that ended it stands, if that one carries arguments.
    pub end_pos: Option<EventPos>,
    /// CPU time of the thread at its start and the CPU time it took.
    pub thread_time: Option<(i64, Option<i64>)>,
    /// Instruction count of the thread at its start and how many it took.
    pub thread_instructions: Option<(i64, Option<i64>)>,
}

impl SliceRow {
    /// Returns a row without extras.
    pub const fn new(ts: i64, dur: Option<i64>, label: LabelId, pos: EventPos) -> Self {
        Self {
            ts,
            dur,
            label,
            pos,
            end_pos: None,
            thread_time: None,
            thread_instructions: None,
        }
    }
}

impl SliceTable {
    /// Adds all slices of a track, by depth. Tracks must come in ascending order, and the rows of
    /// each depth sorted by (ts, pos).
    pub fn push_track(&mut self, track: TrackId, depths: &[Vec<SliceRow>]) {
        let columns = |rows: &Vec<SliceRow>| rows.iter().collect();
        let mut depths: Vec<DepthColumns> = depths.iter().map(columns).collect();
        self.append_parts(track, &mut [(0, &mut depths)]);
    }
}

impl<'a> FromIterator<&'a SliceRow> for DepthColumns {
    fn from_iter<I: IntoIterator<Item = &'a SliceRow>>(rows: I) -> Self {
        let mut columns = Self::default();
        for own in rows {
            let row = columns.push(own.ts, own.label, own.pos);
            if let Some(dur) = own.dur {
                columns.set_dur(row, dur);
            }
            if let Some(pos) = own.end_pos {
                columns.push_later_pos(row, pos);
            }
            if let Some((ts, dur)) = own.thread_time {
                columns.push_thread_time(row, ts, dur);
            }
            if let Some((count, delta)) = own.thread_instructions {
                columns.push_thread_instructions(row, count, delta);
            }
        }
        columns
    }
}
