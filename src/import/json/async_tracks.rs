//! Puts asynchronous slices with different ids on as few tracks as they fit on.
//!
//! Slices with one name share a group of tracks ("rows"). An id keeps its row while
//! it has open slices; a free row is taken over by the next id that needs one.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::base::intern::StrId;
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
}

/// What an event does to the number of open slices of its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Open,
    Close,
    Instant,
}

/// All asynchronous tracks of a trace.
#[derive(Debug, Default)]
pub(super) struct AsyncTracks {
    /// The name of the first event of each id, which decides the group.
    first_names: HashMap<(Option<Upid>, Cookie), Option<StrId>>,
    groups: HashMap<(Option<Upid>, Option<StrId>), Group>,
}

#[derive(Debug)]
struct Group {
    id: u32,
    rows: Vec<Row>,
    by_cookie: HashMap<Cookie, usize>,
    free: BTreeSet<usize>,
}

#[derive(Debug)]
struct Row {
    track: SinkTrack,
    cookie: Cookie,
    n_open: u64,
}

impl AsyncTracks {
    /// Returns the track of an event. `upid` is given if the id is one of that process only.
    pub(super) fn track(
        &mut self,
        sink: &mut Sink,
        (upid, cookie, name): (Option<Upid>, Cookie, Option<StrId>),
        step: Step,
        created: (i64, u64),
    ) -> SinkTrack {
        let first_name = *self.first_names.entry((upid, cookie)).or_insert(name);
        let group = self
            .groups
            .entry((upid, first_name))
            .or_insert_with(|| Group {
                id: sink.new_group(),
                rows: Vec::new(),
                by_cookie: HashMap::new(),
                free: BTreeSet::new(),
            });
        let index = group.row(cookie, |group_id| {
            let (type_name, scope) = match upid {
                Some(upid) => ("legacy_async_process_slice", Scope::Process(upid)),
                None => ("legacy_async_global_slice", Scope::Global),
            };
            let track = Track {
                type_name: sink.str(type_name),
                scope,
                name,
                group: Some(group_id),
                data: TrackData::Slices,
                ..Track::default()
            };
            sink.add_track(track, created)
        });
        group.step(index, step)
    }
}

impl Group {
    /// Returns the row of an id: its own, or the first free one, or a new one.
    fn row(&mut self, cookie: Cookie, add: impl FnOnce(u32) -> SinkTrack) -> usize {
        if let Some(&index) = self.by_cookie.get(&cookie) {
            return index;
        }
        let free = self.free.first().copied();
        let index = free.unwrap_or(self.rows.len());
        if let Some(row) = self.rows.get_mut(index) {
            self.by_cookie.remove(&row.cookie);
            row.cookie = cookie;
        } else {
            self.rows.push(Row {
                track: add(self.id),
                cookie,
                n_open: 0,
            });
            self.free.insert(index);
        }
        self.by_cookie.insert(cookie, index);
        index
    }

    fn step(&mut self, index: usize, step: Step) -> SinkTrack {
        let row = &mut self.rows[index];
        row.n_open = match step {
            Step::Open => row.n_open.saturating_add(1),
            Step::Close => row.n_open.saturating_sub(1),
            Step::Instant => row.n_open,
        };
        if row.n_open == 0 {
            self.free.insert(index);
        } else {
            self.free.remove(&index);
        }
        row.track
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
    fn rows_are_kept_while_open_and_taken_over_when_free() {
        let mut sink = Sink::new();
        let name = Some(sink.str("load"));
        let mut tracks = AsyncTracks::default();
        let mut step = |id, step| {
            tracks
                .track(&mut sink, (None, cookie(id), name), step, (0, 0))
                .0
        };
        assert_eq!(step(1, Step::Open), 0);
        assert_eq!(step(2, Step::Open), 1);
        assert_eq!(step(1, Step::Open), 0);
        assert_eq!(step(3, Step::Instant), 2);
        assert_eq!(step(4, Step::Open), 2);
        assert_eq!(step(1, Step::Close), 0);
        assert_eq!(step(5, Step::Open), 3);
        assert_eq!(step(1, Step::Close), 0);
        assert_eq!(step(6, Step::Open), 0);
        // The row of id 1 has been taken over meanwhile.
        assert_eq!(step(1, Step::Close), 4);
        let groups: Vec<Option<u32>> = sink.tracks.iter().map(|track| track.0.group).collect();
        assert_eq!(groups, [Some(0); 5]);
    }

    #[test]
    fn the_first_name_of_an_id_decides_the_group() {
        let mut sink = Sink::new();
        let (a, b) = (Some(sink.str("a")), Some(sink.str("b")));
        let mut tracks = AsyncTracks::default();
        let first = tracks.track(&mut sink, (None, cookie(1), a), Step::Open, (0, 0));
        let inner = tracks.track(&mut sink, (None, cookie(1), b), Step::Open, (0, 0));
        assert_eq!(first, inner);
        let other = tracks.track(&mut sink, (None, cookie(2), b), Step::Open, (0, 0));
        let process = (Some(Upid(1)), cookie(1), a);
        let local = tracks.track(&mut sink, process, Step::Open, (0, 0));
        assert!(other != first && local != first);
        assert_eq!(sink.tracks[local.index()].0.scope, Scope::Process(Upid(1)));
    }
}
