//! Track rows: what a row of data is called, who owns it and how it is ordered.
//!
//! One row per row of the reference's `track` table. How rows become lines on
//! the screen is the business of [`super::track_tree`].

use super::ids::{ArgSetId, TrackId, Upid, Utid};
use super::sched::cpu_of;
use crate::base::intern::StrId;

/// Who a track belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Scope {
    /// Nobody: a track of the whole trace.
    #[default]
    Global,
    /// A process.
    Process(Upid),
    /// A thread.
    Thread(Utid),
    /// A CPU, by number.
    Cpu(u32),
    /// A GPU, by number.
    Gpu(u32),
}

/// What kind of rows a track holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TrackData {
    /// Slices and instants.
    #[default]
    Slices,
    /// Counter samples.
    Counter,
    /// States of a state track: stored as slices, but not in the `slice` table.
    States,
}

/// What the program needs to know of a track's origin; the reference's `type` is [`Track::type_name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TrackClass {
    /// Slices of one thread, shared by TrackEvent and atrace.
    ThreadExecution,
    /// A `*_track_event` row made by TrackEvent.
    TrackEvent,
    /// Expected frames of a process, one row per concurrent frame.
    ExpectedFrames,
    /// Actual frames of a process, one row per concurrent frame.
    ActualFrames,
    /// Anything else, grouped by type and scope.
    #[default]
    Other,
}

/// How the children of a track are ordered; the default is by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ChildOrdering {
    /// Not said: as lexicographic.
    #[default]
    Unspecified,
    /// By name, in byte order.
    Lexicographic,
    /// By the time of the first row.
    Chronological,
    /// By [`Track::sibling_rank`].
    Explicit,
}

/// A row of the track table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// The reference's `type`, such as `thread_execution`.
    pub type_name: StrId,
    /// What the program needs to know of its origin.
    pub class: TrackClass,
    /// Which rows it holds.
    pub data: TrackData,
    /// The name as recorded, which may be missing.
    pub name: Option<StrId>,
    /// The track that it hangs below, if it is not a root of its scope.
    pub parent: Option<TrackId>,
    /// Who it belongs to.
    pub scope: Scope,
    /// `track_group_id`: rows with the same number are one visual track.
    pub group: Option<u32>,
    /// The unit of a counter.
    pub unit: Option<StrId>,
    /// How its children are ordered.
    pub child_ordering: ChildOrdering,
    /// Its place among siblings that are ordered explicitly; absent counts as 0.
    pub sibling_rank: Option<i32>,
    /// Whether this is a built-in thread time or instruction counter, which is never shown.
    pub builtin_counter: bool,
    /// Counters with the same key and parent share their value range.
    pub y_axis_share_key: Option<StrId>,
    /// What the writer says the track is.
    pub description: Option<StrId>,
    /// `source_arg_set_id`.
    pub source_args: Option<ArgSetId>,
    /// `dimension_arg_set_id`.
    pub dimension_args: Option<ArgSetId>,
    /// The uuid of the TrackDescriptor, 0 if there is none.
    pub uuid: u64,
    /// The machine it was recorded on; 0 is the host.
    pub machine: u32,
}

impl Track {
    /// Returns the CPU that the track belongs to, as [`cpu_of`] numbers it.
    pub fn cpu(&self) -> Option<u32> {
        match self.scope {
            Scope::Cpu(cpu) => cpu_of(self.machine, cpu),
            _ => None,
        }
    }
}

/// All tracks by [`TrackId`].
#[derive(Clone, Debug, Default)]
pub struct TrackTable {
    rows: Vec<Track>,
}

impl TrackTable {
    /// Adds a row.
    pub fn push(&mut self, track: Track) -> TrackId {
        self.rows.push(track);
        TrackId::from_index(self.rows.len() - 1)
    }

    /// Returns a row.
    #[inline]
    pub fn get(&self, id: TrackId) -> &Track {
        &self.rows[id.index()]
    }

    /// Returns a row to change, while building.
    pub fn get_mut(&mut self, id: TrackId) -> &mut Track {
        &mut self.rows[id.index()]
    }

    /// Returns how many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there is no track.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns every id with its row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TrackId, &Track)> {
        self.rows
            .iter()
            .enumerate()
            .map(|(index, track)| (TrackId::from_index(index), track))
    }
}
