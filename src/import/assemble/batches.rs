//! Which tracks a thread nests at once, and how far ahead.

use std::ops::Range;

use super::sources::Source;

/// How many events a thread stacks at least before it hands over what it has.
const BATCH: usize = 1 << 12;
/// From how many events on a batch is large: it may be a track with half of all events.
const LARGE: usize = 1 << 17;
/// By how many events threads may be ahead of a large batch that is next in order. Slices that are nested
/// early take memory until their turn comes, and those that are appended at once are still in a cache.
const AHEAD: usize = 1 << 19;

/// Tracks that are worth the trouble of handing them to a thread, as a range.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) tracks: Range<usize>,
    /// The range of the batch's events among all events.
    events: Range<usize>,
}

/// Cuts tracks into batches.
pub(super) fn batches(sources: &[Source]) -> Vec<Batch> {
    let mut batches = Vec::new();
    let (mut tracks, mut events) = (0..0, 0..0);
    for source in sources {
        tracks.end += 1;
        events.end += source.len();
        if events.len() >= BATCH {
            let next = (tracks.end..tracks.end, events.end..events.end);
            batches.push(Batch { tracks, events });
            (tracks, events) = next;
        }
    }
    if !tracks.is_empty() {
        batches.push(Batch { tracks, events });
    }
    batches
}

/// Returns a function that says whether a batch may be stacked while another one is the next in order.
pub(super) fn near(batches: &[Batch], n_threads: usize) -> impl Fn(usize, usize) -> bool {
    move |batch, next| {
        let of_next = &batches[next].events;
        let between = batches[batch].events.start - of_next.end;
        batch < next + n_threads || of_next.len() >= LARGE && between < AHEAD
    }
}
