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
use crate::import::stack::{BareLast, Spare, StackEvent, Stacked, Stacker, stack_states};
use crate::import::unit::{FlowMarks, Kind, Unpacked};
use crate::model::args::EventPos;
use crate::model::slice::Label;
use crate::model::track::{Scope, Track, TrackData};

/// Returns the events of importers whose slices flows name by (track, position).
pub(super) fn needed_anchors(sink: &Sink) -> HashSet<(u32, EventPos)> {
    let mut needed = HashSet::new();
    for flow in &sink.direct_flows {
        needed.insert((flow.from.0.0, flow.from.1));
        needed.insert((flow.to.0.0, flow.to.1));
    }
    let steps = sink.flow_steps.iter();
    needed.extend(steps.map(|step| (step.track.0, step.pos)));
    needed
}

/// Nests a track: in two halves at once if it is large and simple.
pub(super) fn stack_track(
    source: Source,
    row: &Track,
    track: u32,
    (labels, spare, threads): (&[Label], &Spare, usize),
    units: &[UnitRest],
    needed: &HashSet<(u32, EventPos)>,
) -> Nested {
    let is_plain = source.binds.is_empty() && source.own.is_empty() && source.frames.is_none();
    if !is_plain || row.data == TrackData::States {
        return smallvec![(
            0,
            stack_mixed(source, row, track, (labels, spare), units, needed)
        )];
    }
    let n_marks = source.n_marks();
    let stacker = || {
        let on_thread = matches!(row.scope, Scope::Thread(_));
        Stacker::new(labels, spare, on_thread, n_marks)
    };
    let parts = source.parts;
    if let Some(cut) = halves::cut_of_large(&parts, threads) {
        return halves::stack_at(cut, parts, units, threads, stacker);
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

/// Nests a track that has more than lists, or states.
fn stack_mixed(
    source: Source,
    row: &Track,
    track: u32,
    (labels, spare): (&[Label], &Spare),
    units: &[UnitRest],
    needed: &HashSet<(u32, EventPos)>,
) -> Stacked {
    let Source {
        parts,
        binds,
        own,
        frames,
    } = source;
    if let Some(frames) = frames {
        return *frames;
    }
    let n_marks = parts.iter().map(|(_, list)| list.n_flows).sum();
    let stacker = || {
        let on_thread = matches!(row.scope, Scope::Thread(_));
        Stacker::new(labels, spare, on_thread, n_marks)
    };
    // One importer's events are already in order, and then equal times keep theirs.
    let is_sorted = binds.is_empty() && parts.is_empty() && own.is_sorted();
    let own_event = |event: SliceEvent| {
        let is_needed = !needed.is_empty() && needed.contains(&(track, event.pos));
        from_sink(&event, is_needed)
    };
    if is_sorted && row.data != TrackData::States {
        let (mut stacker, mut order) = (stacker(), BareLast::default());
        own.for_each(|event| {
            let is_bare = needed.is_empty() && event.is_bare();
            let pos = order.pos(event.ts, event.pos);
            let is_end = event.kind == EventKind::End;
            if !(is_bare && stacker.bare((event.ts, pos), is_end, event.label)) {
                let event = own_event(event);
                stacker.event(&StackEvent { pos, ..event });
            }
        });
        return stacker.finish();
    }
    let own = own.iter().map(own_event);
    if is_sorted {
        let mut order = BareLast::default();
        return stack_states(
            labels,
            own.map(|event| StackEvent {
                pos: order.pos(event.ts, event.pos),
                ..event
            }),
        );
    }
    let (mut binds, mut own) = (binds, own.collect::<Vec<_>>());
    if let Some(events) = Merge::new(&mut binds, &parts, &mut own, units, &EVER) {
        if row.data == TrackData::States {
            return stack_states(labels, events);
        }
        let mut stacker = stacker();
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
    let mut stacker = stacker();
    for event in all {
        stacker.event(&event);
    }
    stacker.finish()
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
        instructions: None,
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
