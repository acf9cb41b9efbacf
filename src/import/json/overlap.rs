//! Moves complete events that overlap others partially to tracks of their own.
//!
//! Many writers use one thread for work that overlaps, such as the streams of a GPU.
//! Such events cannot nest, and dropping them would hide what the trace is about.

use hashbrown::HashMap;

use crate::import::assemble::from_sink;
use crate::import::sink::{EventKind, Sink, SinkTrack, SliceEvent};
use crate::import::stack::{Spare, Stacker};
use crate::model::args::EventPos;
use crate::model::track::Track;

/// How many tracks the events of one thread may be spread over; events that still overlap then are dropped.
/// Each track takes another pass over the events that are left.
const TRACKS_MAX: usize = 64;

/// Moves overlapping events of every thread to another track, those that overlap there to a third one, and so
/// on.
pub(super) fn spill(sink: &mut Sink) {
    let mut moved: HashMap<EventPos, SinkTrack> = HashMap::new();
    for track in 0..sink.tracks.len() {
        spill_track(sink, SinkTrack::from_index(track), &mut moved);
    }
    if moved.is_empty() {
        return;
    }
    let n_moved = i64::try_from(moved.len()).unwrap_or(i64::MAX);
    sink.issues
        .add("slice_spill_overlapping_complete_event", None, n_moved);
    for step in &mut sink.flow_steps {
        if let Some(&track) = moved.get(&step.pos) {
            step.track = track;
        }
    }
}

fn spill_track(sink: &mut Sink, track: SinkTrack, moved: &mut HashMap<EventPos, SinkTrack>) {
    let mut from = track;
    for _ in 1..TRACKS_MAX {
        let overlapping = overlapping(sink, from);
        let Some(first) = overlapping.first() else {
            return;
        };
        let row = Track {
            type_name: sink.str("thread_overlapping_slice"),
            scope: sink.tracks[track.index()].0.scope,
            ..Track::default()
        };
        let to = sink.add_track(row, (first.ts, first.pos.raw()));
        moved.extend(overlapping.iter().map(|event| (event.pos, to)));
        let events = &mut sink.events[from.index()];
        let stay = |event: &SliceEvent| moved.get(&event.pos) != Some(&to);
        *events = events.iter().filter(stay).collect();
        sink.events[to.index()] = overlapping.into_iter().collect();
        from = to;
    }
}

/// Returns the complete events of a track that overlap others partially.
fn overlapping(sink: &Sink, track: SinkTrack) -> Vec<SliceEvent> {
    let events = &sink.events[track.index()];
    if events.count(EventKind::Complete) == 0 {
        return Vec::new();
    }
    let spare = Spare::default();
    let mut stacker = Stacker::new(sink.labels.labels(), &spare, true, 0);
    for event in events.iter() {
        stacker.event(&from_sink(&event, false));
    }
    let positions = stacker.finish().overlapping;
    // Both lists are in the order of positions.
    let mut positions = positions.iter().copied().peekable();
    events
        .iter()
        .filter(|event| positions.next_if_eq(&event.pos).is_some())
        .collect()
}
