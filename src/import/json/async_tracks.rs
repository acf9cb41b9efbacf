//! Puts asynchronous slices with different ids on as few tracks as they fit on.
//!
//! Slices with one name share a group of tracks ("rows"). An id keeps its row while
//! it has open slices; a free row is taken over by the next id that needs one.

use hashbrown::HashMap;

use crate::base::intern::StrId;
use crate::import::rows::{CookieRows, Step};
use crate::import::sink::{Sink, SinkTrack};
use crate::model::ids::Upid;
use crate::model::track::{Scope, Track, TrackData};

/// What an asynchronous event goes by: its category and id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cookie {
    pub(super) category: Option<StrId>,
    pub(super) id: CookieId,
}

/// The id in a [`Cookie`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CookieId {
    Number(u64),
    Text(StrId),
    /// A text in `id2`: the reference tells it from the same text in `id`, but not numbers.
    Text2(StrId),
}

/// A group of tracks, and the track of each id.
type Group = (u32, CookieRows<Cookie, SinkTrack>);

/// All asynchronous tracks of a trace.
#[derive(Debug, Default)]
pub(super) struct AsyncTracks {
    /// The name of the first event of each id, which decides the group.
    first_names: HashMap<(Option<Upid>, Cookie), Option<StrId>>,
    groups: HashMap<(Option<Upid>, Option<StrId>), Group>,
}

impl AsyncTracks {
    /// Returns the track of an event of a process; `is_own_id` says whether the event's id is one of that
    /// process only.
    pub(super) fn track(
        &mut self,
        sink: &mut Sink,
        (of, is_own_id): (Upid, bool),
        (cookie, name): (Cookie, Option<StrId>),
        step: Step,
        created: (i64, u64),
    ) -> SinkTrack {
        let upid = is_own_id.then_some(of);
        let first_name = *self.first_names.entry((upid, cookie)).or_insert(name);
        let (group, rows) = self
            .groups
            .entry((upid, first_name))
            .or_insert_with(|| (sink.new_group(), CookieRows::default()));
        *rows.row(cookie, step, || {
            let (type_name, scope) = match upid {
                Some(upid) => ("legacy_async_process_slice", Scope::Process(upid)),
                None => ("legacy_async_global_slice", Scope::Global),
            };
            let track = Track {
                type_name: sink.str(type_name),
                source_args: sink.chrome_source((is_own_id, Some(of)), None),
                scope,
                name,
                group: Some(*group),
                data: TrackData::Slices,
                ..Track::default()
            };
            sink.add_track(track, created)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie(number: u64) -> Cookie {
        Cookie {
            category: None,
            id: CookieId::Number(number),
        }
    }

    #[test]
    fn the_first_name_of_an_id_decides_the_group() {
        let mut sink = Sink::new();
        let (a, b) = (Some(sink.str("a")), Some(sink.str("b")));
        let mut tracks = AsyncTracks::default();
        let global = (Upid(1), false);
        let mut track = |of, id| tracks.track(&mut sink, of, id, Step::Open, (0, 0));
        let first = track(global, (cookie(1), a));
        assert_eq!(first, track(global, (cookie(1), b)));
        let other = track(global, (cookie(2), b));
        let local = track((Upid(1), true), (cookie(1), a));
        assert!(other != first && local != first);
        assert_eq!(sink.tracks[local.index()].0.scope, Scope::Process(Upid(1)));
    }
}
