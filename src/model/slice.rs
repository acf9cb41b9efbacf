//! Slices in columns, one contiguous run ("depth row") per track and depth.
//!
//! Rows of one (track, depth) are sorted by (ts, position) and disjoint, so that a screen row is a binary
//! search away. A slice takes 16 bytes; what only some slices have (long durations, later events that carry
//! arguments, thread time) is kept in lists of its own. Parents are derived: the parent is the last row of
//! the depth above that comes before in (ts, position).

mod by_hand;
mod depth_columns;
mod pieces;

pub use by_hand::SliceRow;
pub use depth_columns::DepthColumns;

use super::args::EventPos;
use super::columns::{NearColumn, ThreadTimes};
use super::ids::{LabelId, SliceId, TrackId};
use super::lost_ends::LostEnd;
use crate::base::intern::StrId;
use crate::base::search::partition;
use crate::base::time::{Dur, Ts};

/// Depth limit of the reference: deeper slices are dropped and counted.
pub const MAX_DEPTH: usize = 512;

const DUR_UNFINISHED: u32 = u32::MAX;
const DUR_LONG: u32 = u32::MAX - 1;

/// A distinct pair of name and category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Label {
    /// The name, `None` where the trace gives none.
    pub name: Option<StrId>,
    /// The categories, joined by commas.
    pub category: Option<StrId>,
}

#[derive(Clone, Copy, Debug)]
struct DepthRow {
    track: TrackId,
    depth: u16,
    start: u32,
    end: u32,
}

/// All slices of the trace, and the states of state tracks.
#[derive(Clone, Debug, Default)]
pub struct SliceTable {
    ts: NearColumn,
    dur: Vec<u32>,
    label: Vec<u32>,
    pos: NearColumn,
    labels: Vec<Label>,
    /// Sorted by (track, depth), which is also ascending in `start`.
    depths: Vec<DepthRow>,
    long_durs: Vec<(SliceId, i64)>,
    /// In the order of the slices; of one slice in the order of time.
    later_pos: Vec<(SliceId, u64)>,
    thread_time: ThreadTimes,
    thread_instructions: ThreadTimes,
    /// In the order of the slices.
    lost_ends: Vec<(SliceId, LostEnd)>,
}

/// The rows of one depth of one track: sorted by time, disjoint.
#[derive(Clone, Copy, Debug)]
pub struct DepthSlices<'a> {
    table: &'a SliceTable,
    start: u32,
    end: u32,
}

impl SliceTable {
    /// Sets the labels that [`LabelId`]s refer to, once all slices are there.
    pub fn set_labels(&mut self, labels: Vec<Label>) {
        self.thread_time.finish();
        self.thread_instructions.finish();
        self.labels = labels;
    }

    /// Reserves room for so many more slices. Calls `prepare` with each column, and `prepare_times` with the
    /// bytes of the thread times, which then have room for one time of each slice.
    pub fn reserve(
        &mut self,
        n_slices: usize,
        prepare: impl Fn(&mut Vec<u32>),
        prepare_times: impl FnOnce(&mut Vec<u8>),
    ) {
        self.ts.reserve(n_slices, &prepare);
        for column in [&mut self.dur, &mut self.label] {
            column.reserve_exact(n_slices);
            prepare(column);
        }
        self.pos.reserve(n_slices, &prepare);
        self.thread_time.reserve(n_slices, prepare_times);
    }

    /// Adds all slices of a track, by depth. The track comes in parts that follow one another in time, each
    /// with the depth of its first columns. Returns for each part the id of its first slice at each depth.
    /// Tracks must come in ascending order.
    pub fn append_parts(
        &mut self,
        track: TrackId,
        parts: &mut [(usize, &mut [DepthColumns])],
    ) -> Vec<Vec<SliceId>> {
        let n_depths = parts.iter().map(|(base, depths)| base + depths.len()).max();
        let mut starts = vec![Vec::new(); parts.len()];
        for depth in 0..n_depths.unwrap_or(0) {
            let start = self.ts.len() as u32;
            for ((base, depths), starts) in parts.iter_mut().zip(&mut starts) {
                let own = depth.checked_sub(*base);
                if let Some(columns) = own.and_then(|depth| depths.get_mut(depth)) {
                    let start = self.ts.len() as u32;
                    starts.push(SliceId(start));
                    columns.append_to(self, start);
                }
            }
            self.depths.push(DepthRow {
                track,
                depth: depth as u16,
                start,
                end: self.ts.len() as u32,
            });
        }
        starts
    }

    /// Returns when the first row starts and the last one ends; an unfinished one ends at its start.
    pub fn extent(&self) -> Option<(Ts, Ts)> {
        // The rows of a depth are in order and disjoint, so that the last one ends last.
        let depths = self.depths.iter().filter(|depth| depth.start < depth.end);
        let extents = depths.map(|depth| {
            let last = SliceId(depth.end - 1);
            let start = self.ts(last);
            (
                self.ts(SliceId(depth.start)),
                self.end(last).unwrap_or(start),
            )
        });
        extents.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    /// Returns how many rows there are, states included.
    pub fn len(&self) -> usize {
        self.ts.len()
    }

    /// Returns whether there is no slice.
    pub fn is_empty(&self) -> bool {
        self.ts.is_empty()
    }

    /// Returns when a slice starts.
    #[inline]
    pub fn ts(&self, id: SliceId) -> Ts {
        Ts::from_ns(self.ts.get(id.index()))
    }

    /// Returns how long a slice lasts, `None` if it never ended.
    #[inline]
    pub fn dur(&self, id: SliceId) -> Option<Dur> {
        match self.dur[id.index()] {
            DUR_UNFINISHED => None,
            DUR_LONG => {
                let index = self.long_durs.binary_search_by_key(&id, |row| row.0).ok()?;
                Some(Dur::from_ns(self.long_durs[index].1))
            }
            dur => Some(Dur::from_ns(i64::from(dur))),
        }
    }

    /// Returns when a slice ends, `None` if it never does.
    #[inline]
    pub fn end(&self, id: SliceId) -> Option<Ts> {
        self.dur(id).map(|dur| self.ts(id).plus(dur))
    }

    /// Returns what is known of the end of a slice that has none but was over before the trace ended.
    pub fn lost_end(&self, id: SliceId) -> Option<LostEnd> {
        let at = self.lost_ends.binary_search_by_key(&id, |row| row.0).ok()?;
        Some(self.lost_ends[at].1)
    }

    /// Returns when a slice ends, or how long it can have lasted if its end was lost; `None` if it may go on to the
    /// end of the trace.
    #[inline]
    pub fn over_by(&self, id: SliceId) -> Option<Ts> {
        self.end(id)
            .or_else(|| self.lost_end(id).map(|end| end.until))
    }

    /// Sets which ends were lost, in the order of the slices.
    pub(super) fn set_lost_ends(&mut self, ends: Vec<(SliceId, LostEnd)>) {
        self.lost_ends = ends;
    }

    /// Returns the slices without an end, in their order. Looks at every slice.
    pub(super) fn unfinished(&self) -> Vec<SliceId> {
        let durs = self.dur.iter().zip(0..);
        let open = durs.filter(|(dur, _)| **dur == DUR_UNFINISHED);
        open.map(|(_, id)| SliceId(id)).collect()
    }

    /// Returns when the next slice of the track begins that is as deep as a slice.
    pub(super) fn next_of_depth(&self, id: SliceId) -> Option<Ts> {
        let next = SliceId(id.0 + 1);
        (next.0 < self.depth_row(id).end).then(|| self.ts(next))
    }

    /// Returns the slices of the track before a slice that are as deep, the nearest first.
    pub(super) fn before_of_depth(&self, id: SliceId) -> impl Iterator<Item = SliceId> + use<> {
        (self.depth_row(id).start..id.0).rev().map(SliceId)
    }

    /// Returns the id of the label of a slice.
    #[inline]
    pub fn label_id(&self, id: SliceId) -> LabelId {
        LabelId(self.label[id.index()])
    }

    /// Returns name and category of a slice.
    #[inline]
    pub fn label(&self, id: SliceId) -> Label {
        self.labels[self.label[id.index()] as usize]
    }

    /// Returns the name of a slice.
    pub fn name(&self, id: SliceId) -> Option<StrId> {
        self.label(id).name
    }

    /// Returns all labels by [`LabelId`].
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Returns where the event that began a slice stands.
    pub fn pos(&self, id: SliceId) -> EventPos {
        EventPos::from_raw(self.pos.get(id.index()).cast_unsigned())
    }

    /// Returns where those events of a slice stand, but for the one that began it, that carry arguments: in
    /// the order of time the updates of a state that went on, else at most the event that ended the slice.
    pub fn later_pos(
        &self,
        id: SliceId,
    ) -> impl DoubleEndedIterator<Item = EventPos> + ExactSizeIterator {
        let start = self.later_pos.partition_point(|row| row.0 < id);
        let (_, from) = self.later_pos.split_at(start);
        let (own, _) = from.split_at(from.partition_point(|row| row.0 == id));
        own.iter().map(|row| EventPos::from_raw(row.1))
    }

    /// Returns the CPU time of the thread at the start of a slice, and how much of it the slice took.
    pub fn thread_time(&self, id: SliceId) -> Option<(i64, Option<i64>)> {
        self.thread_time.get(id)
    }

    /// Returns the instruction count of the thread at the start of a slice, and how many it took.
    pub fn thread_instructions(&self, id: SliceId) -> Option<(i64, Option<i64>)> {
        self.thread_instructions.get(id)
    }

    fn depth_row(&self, id: SliceId) -> DepthRow {
        self.depths[self.depths.partition_point(|row| row.end <= id.0)]
    }

    /// Returns the track that holds a slice.
    pub fn track_of(&self, id: SliceId) -> TrackId {
        self.depth_row(id).track
    }

    /// Returns the nesting depth of a slice, from 0.
    pub fn depth_of(&self, id: SliceId) -> usize {
        usize::from(self.depth_row(id).depth)
    }

    /// Returns how many depths a track has.
    pub fn n_depths(&self, track: TrackId) -> usize {
        self.depth_rows(track).len()
    }

    fn depth_rows(&self, track: TrackId) -> &[DepthRow] {
        let start = self.depths.partition_point(|row| row.track < track);
        let len = self.depths[start..].partition_point(|row| row.track == track);
        &self.depths[start..start + len]
    }

    /// Returns the slices of a track at `depth`; empty if there are none.
    pub fn at_depth(&self, track: TrackId, depth: usize) -> DepthSlices<'_> {
        match self.depth_rows(track).get(depth) {
            Some(row) => DepthSlices {
                table: self,
                start: row.start,
                end: row.end,
            },
            None => DepthSlices {
                table: self,
                start: 0,
                end: 0,
            },
        }
    }

    /// Returns the slices of every depth of a track, outermost first.
    pub fn depths(
        &self,
        track: TrackId,
    ) -> impl DoubleEndedIterator<Item = DepthSlices<'_>> + ExactSizeIterator {
        self.depth_rows(track).iter().map(|row| DepthSlices {
            table: self,
            start: row.start,
            end: row.end,
        })
    }

    /// Returns the slices of a track that go on at an instant, outermost first.
    pub fn open_at(&self, track: TrackId, ts: Ts) -> impl DoubleEndedIterator<Item = SliceId> {
        let depths = self.depths(track);
        depths.filter_map(move |slices| slices.going_on(ts))
    }

    /// Returns how many slices a track has.
    pub fn n_slices(&self, track: TrackId) -> usize {
        let rows = self.depth_rows(track);
        rows.iter().map(|row| (row.end - row.start) as usize).sum()
    }

    /// Returns the tracks that have slices, ascending, each with its range of ids.
    pub fn tracks(&self) -> Vec<(TrackId, std::ops::Range<u32>)> {
        let mut tracks: Vec<(TrackId, std::ops::Range<u32>)> = Vec::new();
        for row in &self.depths {
            match tracks.last_mut() {
                Some((track, range)) if *track == row.track => range.end = row.end,
                _ => tracks.push((row.track, row.start..row.end)),
            }
        }
        tracks
    }

    /// Returns the order key of a slice: events with equal times keep the order of their positions.
    pub fn order_key(&self, id: SliceId) -> (i64, u64) {
        (self.ts.get(id.index()), self.pos(id).raw())
    }

    /// Returns the order key of a slice on a row of a merged track: an instant stands before what
    /// begins at the same time, because a slice may touch it but not reach over it.
    pub fn row_key(&self, id: SliceId) -> (i64, bool, u64, SliceId) {
        let (ts, pos) = self.order_key(id);
        let is_instant = self.end(id).is_some_and(|end| end.ns() == ts);
        (ts, !is_instant, pos, id)
    }

    /// Returns the slice that encloses `id` on its track.
    pub fn parent(&self, id: SliceId) -> Option<SliceId> {
        let row = self.depth_row(id);
        let above = self.at_depth(row.track, usize::from(row.depth.checked_sub(1)?));
        let key = self.order_key(id);
        let after = above.partition_point(|other| self.order_key(other) <= key);
        Some(above.id(after.checked_sub(1)?))
    }

    /// Returns the slices that enclose `id` on its track, nearest first.
    pub fn ancestors(&self, id: SliceId) -> impl Iterator<Item = SliceId> {
        std::iter::successors(self.parent(id), |&above| self.parent(above))
    }

    /// Returns those of the slices that enclose `id` that were not over when it began, nearest first: the ends of
    /// the others were lost.
    pub fn around(&self, id: SliceId) -> impl Iterator<Item = SliceId> {
        let start = self.ts(id);
        let is_open = move |end: LostEnd| end.until > start;
        self.ancestors(id)
            .filter(move |&above| self.lost_end(above).is_none_or(is_open))
    }

    /// Returns the direct children of a slice, in order. O(log² n).
    pub fn children(&self, id: SliceId) -> impl ExactSizeIterator<Item = SliceId> + use<> {
        let row = self.depth_row(id);
        let below = self.at_depth(row.track, usize::from(row.depth) + 1);
        let start = below.partition_point(|other| self.parent(other) < Some(id));
        let end = below.partition_point(|other| self.parent(other) <= Some(id));
        (below.start + start as u32..below.start + end.max(start) as u32).map(SliceId)
    }

    /// Returns what lies in a slice at each depth below it, nearest first: the slices of a depth have ids that
    /// follow one another. O(log² n) for each depth.
    pub fn inside(&self, id: SliceId) -> impl Iterator<Item = std::ops::Range<SliceId>> {
        let row = self.depth_row(id);
        let depths = usize::from(row.depth) + 1..self.n_depths(row.track);
        let mut above = id..SliceId(id.0 + 1);
        depths.map_while(move |depth| {
            let here = self.at_depth(row.track, depth);
            let n_before = |first| here.partition_point(|other| self.parent(other) < Some(first));
            let (start, end) = (n_before(above.start), n_before(above.end));
            above = SliceId(here.start + start as u32)..SliceId(here.start + end as u32);
            (start < end).then(|| above.clone())
        })
    }

    /// Returns what lies in a slice at any depth, at most `max`: before what lies in a child come all children.
    pub fn below(&self, id: SliceId, max: usize) -> impl Iterator<Item = SliceId> {
        let mut open = Vec::new();
        let mut children = self.children(id);
        let next = move || loop {
            if let Some(child) = children.next() {
                open.push(child);
                return Some(child);
            }
            children = self.children(open.pop()?);
        };
        std::iter::from_fn(next).take(max)
    }

    /// Returns the memory that the table holds, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.ts.heap_bytes()
            + self.pos.heap_bytes()
            + self.dur.capacity() * 4
            + self.label.capacity() * 4
            + self.labels.capacity() * size_of::<Label>()
            + self.depths.capacity() * size_of::<DepthRow>()
            + self.long_durs.capacity() * 16
            + self.later_pos.capacity() * 16
            + self.thread_time.heap_bytes()
            + self.thread_instructions.heap_bytes()
            + self.lost_ends.capacity() * size_of::<(SliceId, LostEnd)>()
    }

    /// Returns the [`LabelId`] of every row, by [`SliceId`].
    pub fn label_column(&self) -> &[u32] {
        &self.label
    }

    /// Returns all that [`Self::later_pos`] returns of any slice, with the slice, ascending.
    pub fn later_positions(&self) -> impl ExactSizeIterator<Item = (SliceId, EventPos)> {
        self.later_pos
            .iter()
            .map(|&(id, pos)| (id, EventPos::from_raw(pos)))
    }

    /// Returns all ids.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = SliceId> + ExactSizeIterator {
        (0..self.len() as u32).map(SliceId)
    }
}

impl DepthSlices<'_> {
    /// Returns how many slices there are.
    #[inline]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns how many slices there are for which `is_first` holds. It must hold for none that comes after
    /// one for which it does not.
    pub fn partition_point(self, is_first: impl Fn(SliceId) -> bool) -> usize {
        partition(0..self.len(), |index| is_first(self.id(index)))
    }

    /// Returns the id of the `index`-th slice.
    #[inline]
    pub fn id(self, index: usize) -> SliceId {
        SliceId(self.start + index as u32)
    }

    /// Returns the ids in order.
    pub fn ids(self) -> impl DoubleEndedIterator<Item = SliceId> + ExactSizeIterator {
        (self.start..self.end).map(SliceId)
    }

    /// Returns when the `index`-th slice starts. That slice must exist.
    #[inline]
    pub fn ts(self, index: usize) -> Ts {
        self.table.ts(self.id(index))
    }

    /// Returns how many slices start before `ts`.
    #[inline]
    pub fn n_before(self, ts: Ts) -> usize {
        self.n_while(0, |t| t < ts)
    }

    /// Returns how many slices start before `ts` or at it.
    #[inline]
    pub fn n_until(self, ts: Ts) -> usize {
        self.n_while(0, |t| t <= ts)
    }

    /// Returns how many slices come before the first, from `from` on, whose start is not `before`.
    #[inline]
    pub fn n_while(self, from: usize, before: impl Fn(Ts) -> bool) -> usize {
        partition(from..self.len(), |index| before(self.ts(index)))
    }

    /// Returns the innermost-in-time slice that covers `ts`: the last that starts at or before it,
    /// if it has not ended (an unfinished slice lasts until the next one starts, or as long as it can have lasted).
    pub fn covering(self, ts: Ts) -> Option<SliceId> {
        let id = self.id(self.n_until(ts).checked_sub(1)?);
        match self.table.over_by(id) {
            None => Some(id),
            Some(end) if end > ts => Some(id),
            Some(end) if end == ts && self.table.ts(id) == ts => Some(id),
            Some(_) => None,
        }
    }

    /// Returns the slice that covers `ts` and goes on after it, as an instant does not.
    pub fn going_on(self, ts: Ts) -> Option<SliceId> {
        self.covering(ts)
            .filter(|&id| self.table.end(id) != Some(ts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::ArgSetId;

    /// Returns a table of slices of one track: start, end and position, by depth.
    fn table(depths: &[&[(i64, i64, EventPos)]]) -> SliceTable {
        let mut slices = SliceTable::default();
        let rows = |rows: &&[(i64, i64, EventPos)]| -> Vec<SliceRow> {
            let row = |&(ts, end, pos): &_| SliceRow::new(ts, Some(end - ts), LabelId(0), pos);
            rows.iter().map(row).collect()
        };
        let depths: Vec<Vec<SliceRow>> = depths.iter().map(rows).collect();
        slices.push_track(TrackId(0), &depths);
        slices
    }

    #[test]
    fn what_begins_at_one_time_is_nested_as_it_came() {
        let stored = |set| EventPos::stored(ArgSetId(set));
        for (outer, inner) in [
            (EventPos::decodable(7), EventPos::decodable(9)),
            // Two events with the same arguments in memory, with those of others, and with none after some.
            (stored(5), stored(5)),
            (stored(5), stored(3)),
            (stored(5), EventPos::bare(9)),
        ] {
            let first = EventPos::decodable(1);
            let inner = inner.not_before(outer);
            for ends in [10, 20] {
                let slices = table(&[
                    &[(0, 3, first), (10, ends, outer), (30, 31, first)],
                    &[(1, 2, first), (10, ends, inner), (30, 30, first)],
                ]);
                let parents = [3, 4, 5].map(|id| slices.parent(SliceId(id)));
                assert_eq!(parents, [0, 1, 2].map(|id| Some(SliceId(id))));
                let children: [Vec<SliceId>; 3] =
                    [0, 1, 2].map(|id| slices.children(SliceId(id)).collect());
                assert_eq!(children, [3, 4, 5].map(|id| vec![SliceId(id)]));
            }
        }
    }
}
