//! Has all tracks nested, in parallel, and appends their slices in the order of ids.
//!
//! The memory of lists that are done with is given back now and then. Where slices end up is kept for what
//! refers to them.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::batches::{batches, near};
use super::halves::Nested;
use super::marks::Marks;
use super::nest::Nester;
use super::sources::Source;
use super::{AnchorKey, Anchors, Frames};
use crate::bytes::heap::{self, prefer_huge_pages};
use crate::import::pool::{self, Work};
use crate::import::resolve::CounterGroup;
use crate::import::stack::{Anchor, Counts, Stacked};
use crate::model::ids::{SliceId, TrackId};
use crate::model::samples::PackedSamples;
use crate::model::slice::SliceTable;

/// After how many events the memory of stacked lists is given back: the greater of this number and this
/// fraction of all events. Giving memory back takes the longer, the more there is.
const TRIM_EVERY: (u64, u64) = (1 << 18, 32);

/// Where slices ended up, for what refers to them.
pub(super) struct Placed {
    pub(super) frames: Frames,
    pub(super) anchors: Anchors,
    pub(super) marks: Marks,
    pub(super) counts: Counts,
    /// The first tracks with ends that match no slice.
    pub(super) unmatched: Vec<Unmatched>,
}

/// Ends on a track that match no slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmatched {
    pub(super) track: usize,
    pub(super) count: u64,
    /// The time of the first.
    pub(super) ts: Option<i64>,
}

/// Of how many tracks, or halves of them, [`Unmatched`] are kept.
const UNMATCHED_MAX: usize = 100;

impl Placed {
    /// Notes what is in a track, or a part of it. `starts` is the first slice of each depth.
    fn add(&mut self, track: usize, stacked: Stacked, starts: &[SliceId]) {
        self.counts.add(&stacked);
        if stacked.counts.unmatched_ends > 0 && self.unmatched.len() < UNMATCHED_MAX {
            self.unmatched.push(Unmatched {
                track,
                count: stacked.counts.unmatched_ends,
                ts: stacked.counts.unmatched_at,
            });
        }
        if self.frames.set_starts(track, starts) {
            return;
        }
        for Anchor { pos, depth, row } in stacked.anchors {
            let slice = SliceId(starts[depth as usize].0 + row);
            self.anchors
                .insert(AnchorKey::new(track as u32, pos), slice);
        }
        self.marks.add(stacked.marks, starts);
    }
}

/// What a thread has done.
enum Done {
    /// Tracks by their place in the order, each with how many events it has.
    Tracks(Vec<(usize, u64, Nested)>),
    /// Samples of a counter, in order.
    Samples(PackedSamples),
}

/// Takes out the samples of counters that are not in order, and returns them with the indices of the
/// counters. Counters with arguments keep theirs, as arguments name samples by their places.
fn take_late(counters: &mut [CounterGroup]) -> (Vec<usize>, Vec<Work<PackedSamples>>) {
    let counters = counters.iter_mut().enumerate();
    let late = counters.filter(|(_, group)| {
        group.track.is_some() && group.args.is_empty() && !group.samples.is_sorted()
    });
    late.map(|(index, group)| (index, Work::new(std::mem::take(&mut group.samples))))
        .unzip()
}

/// Returns after how many events the memory of stacked lists is given back.
///
/// For each mark of a flow a list of one event may stay: the lists take less memory than making flows of the
/// marks does later. Most of this memory is used again soon, and memory that the system hands out anew takes
/// time.
fn trim_every(sources: &[Source], n_events: u64) -> u64 {
    let n_marks: usize = sources.iter().map(Source::n_marks).sum();
    let at_least = TRIM_EVERY.0.max(n_events / TRIM_EVERY.1);
    at_least.max(n_marks as u64)
}

/// Nests tracks in their order, and appends them; `None` if `progress` breaks, which gets the number of
/// events that are done, and of all. Late samples of counters are put in order meanwhile.
pub(super) fn nest_all(
    nester: &Nester<'_>,
    (order, sources): (&[usize], Vec<Source>),
    frames: Frames,
    counters: &mut [CounterGroup],
    slices: &mut SliceTable,
    mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
) -> Option<Placed> {
    let total: u64 = sources.iter().map(|source| source.len() as u64).sum();
    let n_slices = sources.iter().map(Source::n_slices).sum();
    slices.reserve(n_slices, prefer_huge_pages, prefer_huge_pages);
    let trim_every = trim_every(&sources, total);
    let batches = batches(&sources);
    let is_near = near(&batches, pool::n_threads(nester.threads, usize::MAX));
    let sources: Vec<Work<Source>> = sources.into_iter().map(Work::new).collect();
    let nest = |index: usize| {
        let source = sources[index].take();
        let len = source.len() as u64;
        (index, len, nester.nest(order[index], source))
    };
    // Samples are put in order while the last tracks are appended.
    let (late, samples) = take_late(counters);
    let n = batches.len() + samples.len();
    let may_begin = |index, next| index >= batches.len() || is_near(index, next);
    let work = |index: usize| match batches.get(index) {
        Some(batch) => Done::Tracks(batch.tracks.clone().map(nest).collect()),
        None => Done::Samples(samples[index - batches.len()].take().sorted()),
    };
    let mut placed = Placed {
        frames,
        anchors: Anchors::with_capacity(nester.n_needed()),
        marks: Marks::default(),
        counts: Counts::default(),
        unmatched: Vec::new(),
    };
    let (mut done, mut trimmed) = (0, 0);
    let flow = pool::in_order(nester.threads, may_begin, n, work, |index, piece| {
        let tracks = match piece {
            Done::Tracks(tracks) => tracks,
            Done::Samples(samples) => {
                counters[late[index - batches.len()]].samples = samples;
                return ControlFlow::Continue(());
            }
        };
        for (index, len, mut nested) in tracks {
            done += len;
            let starts = append(TrackId::from_index(index), &mut nested, slices);
            for ((_, mut stacked), starts) in nested.into_iter().zip(starts) {
                nester.keep_spare(std::mem::take(&mut stacked.depths));
                placed.add(order[index], stacked, &starts);
            }
        }
        if done - trimmed > trim_every {
            trimmed = done;
            heap::give_back_free_memory();
        }
        progress(done, total)
    });
    flow.is_continue().then_some(placed)
}

/// Appends the slices of a track and returns the first of each depth, part by part.
fn append(track: TrackId, nested: &mut Nested, slices: &mut SliceTable) -> Vec<Vec<SliceId>> {
    let parts = nested.iter_mut();
    let mut parts: SmallVec<[_; 1]> = parts
        .map(|(base, stacked)| (*base, stacked.depths.as_mut_slice()))
        .collect();
    slices.append_parts(track, &mut parts)
}
