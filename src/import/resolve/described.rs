//! What a track looks like, from its descriptor or, without one, from its events.
//!
//! As in the reference's `track_event_tracker.cc`, most tracks without a name have that of their first event.

use crate::base::intern::StrId;
use crate::import::descriptor::{Kind, Merge, Reservation, TrackKey, builtin_name};
use crate::import::scan::Scan;
use crate::import::sink::{Sink, SinkTrack};
use crate::model::args::{StoredArg, StoredValue};
use crate::model::ids::{ArgSetId, TrackId};
use crate::model::track::{ChildOrdering, Scope, Track, TrackClass, TrackData};

/// A track that is to have a row.
pub(super) struct Described<'a> {
    pub(super) key: TrackKey,
    pub(super) reservation: &'a Reservation,
    /// Whether the track is the thread or process itself.
    pub(super) is_root: bool,
    /// The name of its first event, for tracks without one.
    pub(super) first_name: Option<StrId>,
    /// The position of the event that needs its row first.
    pub(super) first_pos: u64,
}

impl Described<'_> {
    fn data(&self) -> TrackData {
        match self.reservation.kind {
            Kind::Counter(_) => TrackData::Counter,
            Kind::State => TrackData::States,
            _ => TrackData::Slices,
        }
    }

    /// Returns whether siblings may share the rows of the track.
    pub(super) fn is_mergeable(&self) -> bool {
        let is_kept_apart = self.is_root || self.reservation.merge == Merge::Never;
        self.data() == TrackData::Slices && !is_kept_apart
    }

    /// Returns the name of a track of slices or states.
    pub(super) fn name(&self) -> Option<StrId> {
        let first = self.first_name.filter(|_| !self.is_root);
        self.reservation.name.or(first)
    }

    /// Returns the row of the track.
    pub(super) fn row(
        &self,
        scope: Scope,
        parent: Option<SinkTrack>,
        (scan, sink): (&Scan, &mut Sink),
    ) -> Track {
        // The types of tracks of threads, of processes and of neither.
        let [of_thread, of_process, of_none] = match self.data() {
            TrackData::Counter => [
                "thread_counter_track_event",
                "process_counter_track_event",
                "global_counter_track_event",
            ],
            TrackData::States => [
                "thread_state_track_event",
                "process_state_track_event",
                "global_state_track_event",
            ],
            TrackData::Slices if self.is_mergeable() => [
                "thread_merged_track_event",
                "process_merged_track_event",
                "global_merged_track_event",
            ],
            TrackData::Slices => [
                "thread_track_event",
                "process_track_event",
                "global_track_event",
            ],
        };
        let type_name = sink.word(match scope {
            Scope::Thread(_) => of_thread,
            Scope::Process(_) => of_process,
            _ => of_none,
        });
        let reservation = self.reservation;
        let mut row = Track {
            type_name,
            class: TrackClass::TrackEvent,
            data: self.data(),
            name: self.name(),
            parent: parent.map(|parent| TrackId(parent.0)),
            scope,
            child_ordering: reservation.child_ordering,
            sibling_rank: reservation.rank,
            description: reservation.description,
            uuid: self.key.1,
            machine: sink.processes.machine(),
            ..Track::default()
        };
        if let Kind::Counter(spec) = &reservation.kind {
            row.name = reservation.name;
            row.unit = spec.unit;
            row.builtin_counter = builtin_name(spec.builtin).is_some();
            row.y_axis_share_key = spec.share_key;
        }
        row.source_args = self.args(scan, sink);
        row
    }

    /// Stores what the descriptor of the track says as arguments.
    fn args(&self, scan: &Scan, sink: &mut Sink) -> Option<ArgSetId> {
        let reservation = self.reservation;
        let mut args = Vec::with_capacity(4);
        let mut add = |sink: &mut Sink, name: &'static str, value: StoredValue| {
            let name = sink.word(name);
            args.push(StoredArg::new(name, value));
        };
        let source = StoredValue::Str(Some(sink.word("descriptor")));
        add(sink, "source", source);
        add(sink, "trace_id", StoredValue::Int(self.key.1.cast_signed()));
        // The default track is the root of the tracks that belong to no process.
        let is_root = self.is_root || self.key.1 == 0;
        add(sink, "is_root_in_scope", StoredValue::Bool(is_root));
        if let Kind::Counter(spec) = &reservation.kind {
            if let Some(category) = spec.category {
                add(sink, "category", StoredValue::Str(Some(category)));
            }
            if let Some(builtin) = builtin_name(spec.builtin) {
                let builtin = sink.word(builtin);
                add(
                    sink,
                    "builtin_counter_type",
                    StoredValue::Str(Some(builtin)),
                );
            }
            if let Some(share_key) = spec.share_key {
                add(sink, "y_axis_share_key", StoredValue::Str(Some(share_key)));
            }
        }
        if self.key.1 != 0 && scan.has_first_packet(self.first_pos) {
            let is_first = StoredValue::Bool(true);
            add(sink, "has_first_packet_on_sequence", is_first);
        }
        let ordering = match reservation.child_ordering {
            ChildOrdering::Unspecified => None,
            ChildOrdering::Lexicographic => Some("lexicographic"),
            ChildOrdering::Chronological => Some("chronological"),
            ChildOrdering::Explicit => Some("explicit"),
        };
        if let Some(ordering) = ordering {
            let ordering = sink.word(ordering);
            add(sink, "child_ordering", StoredValue::Str(Some(ordering)));
        }
        if let Some(rank) = reservation.rank {
            add(
                sink,
                "sibling_order_rank",
                StoredValue::Int(i64::from(rank)),
            );
        }
        if let Some(description) = reservation.description {
            add(sink, "description", StoredValue::Str(Some(description)));
        }
        sink.store_args(&args)
    }
}
