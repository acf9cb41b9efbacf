//! Nests the events of one track, in the way that its sources allow.
//!
//! Lists that are in order are read as they are, late events of lists are merged, and only what
//! neither fits is unpacked and sorted.

use hashbrown::HashSet;
use smallvec::smallvec;

use super::halves::{self, Nested};
use super::lists;
use super::merge::{EVER, Merge};
use super::sources::Source;
use crate::import::resolve::UnitRest;
use crate::import::sink::{EventKind, Sink, SliceEvent};
use crate::import::stack::{Spare, StackEvent, Stacked, Stacker, Ties, keep_spare, stack_states};
use crate::import::unit::{FlowMarks, Kind, Unpacked};
use crate::model::args::EventPos;
use crate::model::slice::{DepthColumns, Label};
use crate::model::track::{Scope, Track, TrackData};

/// Nests tracks, on any thread.
pub(super) struct Nester<'a> {
    sink: &'a Sink,
    labels: &'a [Label],
    units: &'a [UnitRest],
    /// The events of importers whose slices flows name by (track, position).
    needed: HashSet<(u32, EventPos)>,
    /// Memory of slices that have been appended, for those that come.
    spare: Spare,
    pub(super) threads: usize,
}

impl<'a> Nester<'a> {
    pub(super) fn new(
        sink: &'a Sink,
        labels: &'a [Label],
        units: &'a [UnitRest],
        threads: usize,
    ) -> Self {
        let mut needed = HashSet::new();
        for flow in &sink.direct_flows {
            needed.insert((flow.from.0.0, flow.from.1));
            needed.insert((flow.to.0.0, flow.to.1));
        }
        let steps = sink.flow_steps.iter();
        needed.extend(steps.map(|step| (step.track.0, step.pos)));
        Self {
            sink,
            labels,
            units,
            needed,
            spare: Spare::default(),
            threads,
        }
    }

    /// Returns how many events of importers there are whose slices have to be found later.
    pub(super) fn n_needed(&self) -> usize {
        self.needed.len()
    }

    /// Takes memory of slices that have been appended.
    pub(super) fn keep_spare(&self, depths: Vec<DepthColumns>) {
        keep_spare(&self.spare, depths);
    }

    /// Nests the events of a track: in two halves at once if it is large and simple.
    pub(super) fn nest(&self, track: usize, source: Source) -> Nested {
        let row = &self.sink.tracks[track].0;
        let is_plain = source.binds.is_empty() && source.own.is_empty() && source.frames.is_none();
        if !is_plain || row.data == TrackData::States {
            return smallvec![(0, self.nest_mixed(track as u32, row, source))];
        }
        let n_marks = source.n_marks();
        let stacker = || self.stacker(row, n_marks);
        let (parts, units) = (source.parts, self.units);
        if let Some(cut) = halves::cut_of_large(&parts, self.threads) {
            return halves::stack_at(cut, parts, units, self.threads, stacker);
        }
        let mut stacker = stacker();
        if lists::is_in_order(&parts) {
            for part in parts {
                lists::stack(&[part], &EVER, units, &mut stacker);
            }
        } else {
            for together in lists::by_time(parts) {
                lists::stack(&together, &EVER, units, &mut stacker);
            }
        }
        smallvec![(0, stacker.finish())]
    }

    fn stacker(&self, row: &Track, n_marks: usize) -> Stacker<'_> {
        // As in the reference, the time that a GPU worked for a user stands where that of threads does.
        let has_time = matches!(row.scope, Scope::Thread(_))
            || self.sink.strings.bytes(row.type_name) == b"android_gpu_work_period";
        Stacker::new(self.labels, &self.spare, has_time, n_marks)
    }

    /// Nests a track of states, or one that has more than lists of units.
    fn nest_mixed(&self, track: u32, row: &Track, source: Source) -> Stacked {
        let n_marks = source.n_marks();
        let Source {
            parts,
            binds,
            own,
            frames,
        } = source;
        if let Some(frames) = frames {
            return *frames;
        }
        let (needed, labels, units) = (&self.needed, self.labels, self.units);
        // The events of a single importer are in order already, and then those of one time keep their order.
        let is_sorted = binds.is_empty() && parts.is_empty() && own.is_sorted();
        let own_event = |event: SliceEvent| {
            let is_needed = !needed.is_empty() && needed.contains(&(track, event.pos));
            from_sink(&event, is_needed)
        };
        if is_sorted && row.data != TrackData::States {
            let (mut stacker, mut ties) = (self.stacker(row, n_marks), Ties::default());
            own.for_each(|event| {
                let is_bare = needed.is_empty() && event.is_bare();
                let pos = ties.pos(event.ts, event.pos);
                let is_end = event.kind == EventKind::End;
                if !(is_bare && stacker.bare((event.ts, pos), is_end, event.label)) {
                    let event = own_event(event);
                    stacker.event(&StackEvent { pos, ..event });
                }
            });
            return stacker.finish();
        }
        let (mut ties, is_in_order) = (Ties::default(), own.is_sorted());
        let own = own.iter().map(|event| {
            let mut event = own_event(event);
            if is_in_order {
                event.pos = ties.pos(event.ts, event.pos);
            }
            event
        });
        if is_sorted {
            return stack_states(labels, own);
        }
        let (mut binds, mut own) = (binds, own.collect::<Vec<_>>());
        if let Some(events) = Merge::new(&mut binds, &parts, &mut own, units, &EVER) {
            if row.data == TrackData::States {
                return stack_states(labels, events);
            }
            let mut stacker = self.stacker(row, n_marks);
            events.stack(&mut stacker);
            return stacker.finish();
        }
        let n_events = parts.iter().map(|(_, list)| list.len).sum::<usize>() + own.len();
        let mut all: Vec<StackEvent<'_>> = binds;
        all.reserve_exact(n_events);
        all.extend(lists::unpacked(&parts, units));
        all.append(&mut own);
        all.sort_by_key(|event| (event.ts, event.pos));
        if row.data == TrackData::States {
            return stack_states(labels, all.into_iter());
        }
        let mut stacker = self.stacker(row, n_marks);
        for event in all {
            stacker.event(&event);
        }
        stacker.finish()
    }
}

/// Puts an event of another importer into its final terms.
pub(in crate::import) fn from_sink(event: &SliceEvent, anchored: bool) -> StackEvent<'static> {
    StackEvent {
        ts: event.ts,
        pos: event.pos,
        kind: match event.kind {
            EventKind::Begin => Kind::Begin,
            EventKind::End => Kind::End,
            EventKind::Instant => Kind::Instant,
            EventKind::Complete => Kind::Complete,
        },
        label: event.label,
        dur: event.dur,
        thread_ts: event.thread_ts,
        thread_dur: event.thread_dur,
        instructions: event.instructions,
        instructions_took: event.instructions_took,
        has_args: event.has_args,
        anchored,
        flows: FlowMarks::default(),
    }
}

/// Puts an event of a unit into its final terms.
#[inline]
pub(super) fn stack_event<'a>(event: &Unpacked<'a>, unit: &UnitRest) -> StackEvent<'a> {
    StackEvent::listed(event, unit.labels[event.label as usize])
}
