//! Rows of one visual track: slices that overlap go to the first row that is free.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::import::sink::{Sink, SinkTrack};
use crate::model::track::Track;

/// The tracks that are rows of one visual track.
#[derive(Debug)]
pub(in crate::import) struct Rows {
    group: u32,
    /// The tracks, the first row first.
    pub(in crate::import) tracks: Vec<SinkTrack>,
    busy: BinaryHeap<Reverse<(i64, usize)>>,
    free: BTreeSet<usize>,
}

impl Rows {
    /// Returns a group without tracks.
    pub(in crate::import) fn new(sink: &mut Sink) -> Self {
        Self {
            group: sink.new_group(),
            tracks: Vec::new(),
            busy: BinaryHeap::new(),
            free: BTreeSet::new(),
        }
    }

    /// Returns the first track that is free at a time, and takes it for a duration. Times must ascend. `new`
    /// makes the track of a row.
    pub(in crate::import) fn take(
        &mut self,
        (ts, dur): (i64, i64),
        created: (i64, u64),
        sink: &mut Sink,
        new: impl FnOnce(usize, &mut Sink) -> Track,
    ) -> SinkTrack {
        while let Some(&Reverse((until, row))) = self.busy.peek()
            && until <= ts
        {
            self.busy.pop();
            self.free.insert(row);
        }
        let index = self.free.pop_first().unwrap_or(self.tracks.len());
        if index == self.tracks.len() {
            let track = Track {
                group: Some(self.group),
                ..new(index, sink)
            };
            self.tracks.push(sink.add_track(track, created));
        }
        self.busy.push(Reverse((ts.saturating_add(dur), index)));
        self.tracks[index]
    }
}
