//! The ids of argument sets, and the table `args` (`args/rows.rs`).
//!
//! Most sets are never stored: those of slices, states, samples and ftrace events are decoded from the file
//! when they are read. Every possible owner of a set has an id reserved for it: first the stored sets, then
//! slices by SQL id, then states, counter samples, ftrace events and tracks.

use std::ops::Range;
use std::sync::Arc;

use super::dimensions;
use crate::model::args::{Arg, ArgValue, Unread};
use crate::model::ids::{ArgSetId, CounterId, SliceId, TrackId};
use crate::model::sched::events::FtraceTable;
use crate::model::trace::Trace;
use crate::model::track::TrackData;
use crate::sql::session::Stop;

mod rows;

pub(super) use rows::ARGS;
pub(in crate::sql) use rows::int_value;

/// The ids of argument sets, as ranges.
#[derive(Debug)]
pub(in crate::sql) struct ArgSpace {
    trace: Arc<Trace>,
    stop: Arc<Stop>,
    /// The slices that are rows of the table `state`, by time.
    states: Vec<SliceId>,
    slices: Range<i64>,
    state_sets: Range<i64>,
    samples: Range<i64>,
    ftrace: Range<i64>,
    tracks: Range<i64>,
}

impl ArgSpace {
    /// Reserves the ids of all sets of a trace.
    pub(super) fn new(trace: Arc<Trace>, stop: Arc<Stop>) -> Self {
        let mut states: Vec<SliceId> = Vec::new();
        for (track, range) in trace.slices.tracks() {
            if trace.tracks.get(track).data == TrackData::States {
                states.extend(range.map(SliceId));
            }
        }
        states.sort_by_key(|&id| trace.slices.order_key(id));
        let mut next = trace.arg_sets.len() as i64;
        let mut take = |n: usize| {
            let start = next;
            next += n as i64;
            start..next
        };
        let slices = take(trace.sql_ids().slices().len());
        let state_sets = take(states.len());
        let samples = take(trace.counters.len());
        let ftrace = take(trace.ftrace.len());
        let tracks = take(trace.tracks.len());
        Self {
            trace,
            stop,
            states,
            slices,
            state_sets,
            samples,
            ftrace,
            tracks,
        }
    }

    /// Returns the slices that are rows of the table `state`.
    pub(super) fn states(&self) -> &[SliceId] {
        &self.states
    }

    /// Returns the id of a stored set.
    pub(in crate::sql) fn stored(set: Option<ArgSetId>) -> Option<i64> {
        set.map(|set| i64::from(set.0))
    }

    /// Returns the id of a slice's set; `None` if the slice has no arguments.
    pub(super) fn of_slice(&self, row: u32, slice: SliceId) -> Option<i64> {
        self.of_event(slice, self.slices.start + i64::from(row))
    }

    /// Returns the id of a state's set; `None` if the state has no arguments.
    pub(super) fn of_state(&self, row: u32, slice: SliceId) -> Option<i64> {
        self.of_event(slice, self.state_sets.start + i64::from(row))
    }

    fn of_event(&self, slice: SliceId, own: i64) -> Option<i64> {
        if let Some(set) = self.trace.slices.pos(slice).stored_set() {
            return Some(i64::from(set.0));
        }
        let mut any = false;
        self.trace.slice_args(slice, &mut |_| any = true);
        any.then_some(own)
    }

    /// Returns the id of a sample's set; `None` if the sample has no arguments.
    pub(super) fn of_sample(&self, sample: CounterId) -> Option<i64> {
        self.trace.counters.pos(sample)?;
        let set = self.samples.start + i64::from(sample.0);
        let mut any = false;
        self.each(set, &mut |_| any = true);
        any.then_some(set)
    }

    /// Returns the id of an ftrace event's set.
    pub(super) fn of_ftrace(&self, row: u32) -> i64 {
        self.ftrace.start + i64::from(row)
    }

    /// Returns the id of the set with a track's dimensions, which differ between tracks of the same type.
    pub(super) fn of_track(&self, id: TrackId) -> Option<i64> {
        let track = self.trace.tracks.get(id);
        if track.dimension_args.is_some() {
            return Self::stored(track.dimension_args);
        }
        let mut any = false;
        dimensions::each(&self.trace, track, &mut |_| any = true);
        any.then_some(self.tracks.start + i64::from(id.0))
    }

    /// Returns the SQL id of the slice whose decoded set has this id.
    pub(super) fn slice_of(&self, set: i64) -> Option<u32> {
        self.slices
            .contains(&set)
            .then(|| (set - self.slices.start) as u32)
    }

    /// Returns the end of the range of ids.
    fn end(&self) -> i64 {
        self.tracks.end
    }

    /// Returns the rows of ftrace events. The first call reads them, unless the statement must stop.
    pub(super) fn ftrace_rows(&self) -> Result<&FtraceTable, Unread> {
        self.trace.ftrace_rows(&|| self.stop.is_wanted())
    }

    /// Loads what [`Self::each`] needs for a range of sets.
    pub(in crate::sql) fn prepare(&self, sets: &Range<i64>) -> Result<(), Unread> {
        if sets.start < self.ftrace.end && self.ftrace.start < sets.end {
            self.ftrace_rows()?;
        }
        Ok(())
    }

    /// Calls `each` with every argument of a set.
    pub(in crate::sql) fn each(&self, set: i64, each: &mut dyn FnMut(Arg<'_>)) {
        let trace = &self.trace;
        if set < 0 {
            return;
        }
        if set < self.slices.start {
            trace.stored_args(ArgSetId(set as u32), each);
        } else if self.slices.contains(&set) {
            if let Some(slice) = trace.sql_ids().slice(set - self.slices.start) {
                self.decoded(slice, each);
            }
        } else if self.state_sets.contains(&set) {
            let state = self.states[(set - self.state_sets.start) as usize];
            self.decoded(state, each);
        } else if self.samples.contains(&set) {
            let sample = CounterId((set - self.samples.start) as u32);
            trace.counter_args(sample, each);
        } else if self.ftrace.contains(&set) {
            let index = (set - self.ftrace.start) as usize;
            if let Some(row) = self.ftrace_rows().ok().and_then(|rows| rows.get(index)) {
                trace.ftrace_args(&row, each);
            }
        } else if self.tracks.contains(&set) {
            let track = TrackId((set - self.tracks.start) as u32);
            let track = trace.tracks.get(track);
            if track.dimension_args.is_none() {
                dimensions::each(trace, track, each);
            }
        }
    }

    /// Calls `each` with the arguments of a slice, unless they are a stored set, which has an id of its own.
    fn decoded(&self, slice: SliceId, each: &mut dyn FnMut(Arg<'_>)) {
        if self.trace.slices.pos(slice).stored_set().is_none() {
            self.trace.slice_args(slice, each);
        }
    }

    /// Returns the value of the argument with exactly this key.
    pub(in crate::sql) fn get(&self, set: i64, key: &[u8]) -> Option<ArgValue<'static>> {
        let mut found = None;
        self.each(set, &mut |arg| {
            if found.is_none() && arg.key.as_bytes() == key {
                found = Some(arg.value.into_owned());
            }
        });
        found
    }
}
