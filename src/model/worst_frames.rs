//! The worst frame of any stretch of time, exactly: jank survives zooming out.
//!
//! Built once per trace. Frames may overlap, so the worst of all frames that touch
//! `[t0, t1)` is the worse of two: the worst that starts inside it (a range
//! maximum over start times) and the worst that is still open at `t0` (a step function found by a sweep).
//! Frames of one row do not overlap: there only the frame before `t0` can still be open.
//!
//! Neighbours in time are far apart in the tables, so this index keeps a copy of what is drawn of each frame,
//! in the order of its row.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;

use super::frame_timeline::{ActualFrame, JankSeverity, JankTag};
use super::ids::{NodeId, SliceId, Upid};
use super::range_max::RangeMax;
use super::trace::Trace;
use super::track_tree::{NodeKind, VisualRow};
use crate::base::near_sort::near_sort;
use crate::base::time::{TimeSpan, Ts};

/// How bad a frame is, as a number: janky before hidden before good, then tag, severity and lateness. The
/// default stands for no frame and is better than any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Badness(u64);

impl Badness {
    const IS_FRAME: u64 = 1 << 63;
    const IS_JANKY: u64 = 1 << 62;
    const TAG: u32 = 59;
    const IS_FULL: u64 = 1 << 58;
    /// The low bits: how late the frame was, plus [`Self::ON_TIME`]; 0 if unknown.
    const LATE: u64 = Self::IS_FULL - 1;
    const ON_TIME: i64 = 1 << 57;

    fn new(is_janky: bool, tag: JankTag, is_full: bool, late_ns: Option<i64>) -> Self {
        let late = late_ns.map_or(0, |late| {
            let late = late.saturating_add(Self::ON_TIME);
            late.clamp(1, Self::LATE.cast_signed()).cast_unsigned()
        });
        Self(Self::untimed(is_janky, tag, is_full).0 | late)
    }

    /// Returns how bad a frame is whose lateness is unknown.
    const fn untimed(is_janky: bool, tag: JankTag, is_full: bool) -> Self {
        let janky = if is_janky { Self::IS_JANKY } else { 0 };
        let full = if is_full { Self::IS_FULL } else { 0 };
        Self(Self::IS_FRAME | janky | (tag as u64) << Self::TAG | full)
    }

    /// Returns how bad an actual frame is, which was so late.
    fn of_late(frame: &ActualFrame, late_ns: Option<i64>) -> Self {
        let is_full = frame.severity != JankSeverity::Partial;
        Self::new(frame.is_janky(), frame.jank_tag, is_full, late_ns)
    }

    /// Returns how bad a frame is of which nothing but the tag is known.
    pub(super) const fn of_tag(is_janky: bool, tag: JankTag) -> Self {
        Self::untimed(is_janky, tag, true)
    }

    /// Returns whether there is a frame at all.
    pub const fn is_frame(self) -> bool {
        self.0 & Self::IS_FRAME != 0
    }

    /// Returns whether it is janky by [`ActualFrame::is_janky`].
    pub const fn is_janky(self) -> bool {
        self.0 & Self::IS_JANKY != 0
    }

    /// Returns who is at fault.
    pub const fn tag(self) -> JankTag {
        JankTag::ALL[(self.0 >> Self::TAG) as usize % JankTag::ALL.len()]
    }

    /// Returns whether the frame is drawn in the full colour: any severity but `Partial`.
    pub const fn is_full(self) -> bool {
        self.0 & Self::IS_FULL != 0
    }

    /// Returns how late the frame was, in nanoseconds, if that is known and less than some years.
    pub const fn late_ns(self) -> Option<i64> {
        match self.0 & Self::LATE {
            0 | 1 | Self::LATE => None,
            late => Some(late.cast_signed() - Self::ON_TIME),
        }
    }
}

/// What is drawn of the frames of a visual row, expected or actual, in their order.
#[derive(Clone, Debug, Default)]
pub struct FrameRow {
    starts: Vec<i64>,
    /// First instant after each frame; the end of time if it never ended.
    ends: Vec<i64>,
    /// How long the frames can have lasted whose ends were lost, in nanoseconds, by their places.
    lost: Vec<(usize, i64)>,
    /// Of actual frames.
    badness: RangeMax<Badness>,
}

impl FrameRow {
    /// Returns when a frame starts, in nanoseconds.
    pub fn start(&self, at: usize) -> i64 {
        self.starts[at]
    }

    /// Returns the first instant after a frame, in nanoseconds, `None` if it never ended.
    pub fn end(&self, at: usize) -> Option<i64> {
        Some(self.ends[at]).filter(|&end| end != i64::MAX)
    }

    /// Returns until when a frame can have lasted whose end was lost, in nanoseconds.
    pub fn over_by(&self, at: usize) -> Option<i64> {
        let at = self.lost.binary_search_by_key(&at, |row| row.0).ok()?;
        Some(self.lost[at].1)
    }

    /// Returns the first instant after a frame as it is drawn: if it never ended, up to the next, or as long as it
    /// can have lasted.
    fn drawn_end(&self, at: usize) -> i64 {
        self.end(at).unwrap_or_else(|| {
            let next = self.starts.get(at + 1).copied();
            let ends = [next, self.over_by(at)].into_iter().flatten();
            ends.min().unwrap_or(i64::MAX)
        })
    }

    /// Returns how bad an actual frame is; the default for an expected one.
    pub fn badness(&self, at: usize) -> Badness {
        self.badness.keys().get(at).copied().unwrap_or_default()
    }

    /// Returns the worst of the actual frames from `from` up to `to`, and of the one before them if
    /// it reaches beyond `start`.
    pub fn worst(&self, from: usize, to: usize, start: i64) -> Option<usize> {
        let inside = self.badness.max_in(from, to);
        let before = from.checked_sub(1).filter(|&at| self.drawn_end(at) > start);
        let worst = match (before, inside) {
            (Some(a), Some(b)) if self.badness(b) > self.badness(a) => b,
            (a, b) => a.or(b)?,
        };
        self.badness(worst).is_frame().then_some(worst)
    }
}

/// A frame with what the index needs of it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: i64,
    /// First instant after the frame as it is drawn; its start if its end was lost.
    end: i64,
    slice: SliceId,
    badness: Badness,
}

/// The worst frame of any stretch of time, among frames that may overlap.
#[derive(Clone, Debug, Default)]
pub struct WorstIndex {
    /// Start times, ascending.
    starts: Vec<i64>,
    slices: Vec<SliceId>,
    badness: RangeMax<Badness>,
    /// From each time on, the position of the worst frame that is open: until the next entry.
    open: Vec<(i64, Option<u32>)>,
}

impl WorstIndex {
    fn new(mut entries: Vec<Entry>) -> Self {
        entries.sort_by_key(|entry| (entry.start, entry.slice));
        let open = open_steps(&entries);
        Self {
            starts: entries.iter().map(|entry| entry.start).collect(),
            slices: entries.iter().map(|entry| entry.slice).collect(),
            badness: RangeMax::new(entries.iter().map(|entry| entry.badness).collect()),
            open,
        }
    }

    /// Returns the index of frames with their badness. A frame that never ended counts only where it began.
    pub(super) fn of_slices(
        trace: &Trace,
        frames: impl Iterator<Item = (SliceId, Badness)>,
    ) -> Self {
        let entry = |(slice, badness)| {
            let start = trace.slices.ts(slice).ns();
            Entry {
                start,
                end: trace.slices.end(slice).map_or(start, Ts::ns),
                slice,
                badness,
            }
        };
        Self::new(frames.map(entry).collect())
    }

    /// Returns the worst frame that touches each of some half-open spans, which follow one another,
    /// and how bad it is. O(log n) each, less where they are near.
    pub fn worst_of_each(
        &self,
        spans: impl Iterator<Item = TimeSpan>,
    ) -> impl Iterator<Item = Option<(SliceId, Badness)>> {
        let (mut from, mut to, mut open) = (0, 0, 0);
        spans.map(move |span| {
            let (t0, t1) = (span.start().ns(), span.end().ns());
            from = advance(&self.starts, from, |&start| start < t0);
            to = advance(&self.starts, to.max(from), |&start| start < t1);
            open = advance(&self.open, open, |step| step.0 <= t0);
            let inside = self.badness.max_in(from, to);
            let before = open.checked_sub(1).and_then(|at| self.open[at].1);
            let keys = self.badness.keys();
            let worst = match (before.map(|at| at as usize), inside) {
                (Some(a), Some(b)) if keys[b] > keys[a] => b,
                (a, b) => a.or(b)?,
            };
            Some((self.slices[worst], keys[worst]))
        })
    }

    #[cfg(test)]
    pub(crate) fn worst(&self, span: TimeSpan) -> Option<SliceId> {
        let mut each = self.worst_of_each(std::iter::once(span));
        each.next().flatten().map(|(slice, _)| slice)
    }
}

/// Returns the first place at or after `from` for which `is_before` does not hold.
fn advance<T>(items: &[T], from: usize, is_before: impl Fn(&T) -> bool) -> usize {
    let (mut low, mut step) = (from, 1);
    while items.get(low + step - 1).is_some_and(&is_before) {
        low += step;
        step *= 2;
    }
    let high = (low + step - 1).min(items.len());
    low + items[low..high].partition_point(is_before)
}

/// Sweeps over starts and ends and notes whenever the worst open frame changes.
fn open_steps(entries: &[Entry]) -> Vec<(i64, Option<u32>)> {
    let lasting = entries.iter().zip(0..);
    let lasting = lasting.filter(|(entry, _)| entry.start < entry.end);
    let starts = lasting.clone().map(|(entry, at)| (entry.start, at));
    let mut ends: Vec<(i64, u32)> = lasting.map(|(entry, at)| (entry.end, at)).collect();
    // Frames that begin one after the other end nearly so.
    near_sort(&mut ends);
    let mut ends = ends.into_iter().peekable();
    let mut starts = starts.peekable();
    let events = std::iter::from_fn(|| {
        let start = starts.peek().map_or(i64::MAX, |start| start.0);
        let end = ends
            .next_if(|end| end.0 <= start)
            .map(|(ts, at)| (ts, false, at));
        end.or_else(|| starts.next().map(|(ts, at)| (ts, true, at)))
    });
    let mut live: BTreeSet<(Badness, u32)> = BTreeSet::new();
    let mut steps: Vec<(i64, Option<u32>)> = Vec::new();
    for (ts, opens, at) in events {
        let key = (entries[at as usize].badness, at);
        if opens {
            live.insert(key);
        } else {
            live.remove(&key);
        }
        let worst = live.last().map(|&(_, at)| at);
        match steps.last_mut() {
            Some(last) if last.0 == ts => last.1 = worst,
            Some(last) if last.1 == worst => {}
            _ => steps.push((ts, worst)),
        }
    }
    steps
}

/// The indices of a trace: all actual frames, and the frames of every visual row.
#[derive(Debug, Default)]
pub struct WorstFrames {
    all: WorstIndex,
    rows: HashMap<(NodeId, usize), FrameRow>,
    /// How many janky frames there are, by tag.
    janky: BTreeMap<JankTag, u64>,
    /// How many janky frames a process has.
    janky_of: BTreeMap<Upid, u64>,
}

impl WorstFrames {
    /// Builds the indices. O(n log n) in the number of frames.
    pub fn new(trace: &Trace) -> Self {
        let mut all = Vec::with_capacity(trace.frames.actual().len());
        let mut rows = HashMap::new();
        let late = trace.frames.all_late_ns(trace);
        for index in 0..trace.tree.len() {
            let node = NodeId::from_index(index);
            let is_actual = match trace.tree.node(node).kind {
                NodeKind::ActualFrames(_) => true,
                NodeKind::ExpectedFrames(_) => false,
                _ => continue,
            };
            for (at, visual) in trace.tree.node(node).rows.iter().enumerate() {
                let (row, entries) = frame_row(trace, visual, is_actual, &late);
                all.extend(entries);
                rows.insert((node, at), row);
            }
        }
        let mut janky = BTreeMap::new();
        let mut janky_of = BTreeMap::new();
        for frame in trace
            .frames
            .actual()
            .iter()
            .filter(|frame| frame.is_janky())
        {
            *janky.entry(frame.jank_tag).or_default() += 1;
            *janky_of.entry(frame.upid).or_default() += 1;
        }
        Self {
            all: WorstIndex::new(all),
            rows,
            janky,
            janky_of,
        }
    }

    /// Returns how many janky frames have a tag.
    pub fn n_janky(&self, tag: JankTag) -> u64 {
        self.janky.get(&tag).copied().unwrap_or(0)
    }

    /// Returns how many janky frames a process has.
    pub fn n_janky_of(&self, upid: Upid) -> u64 {
        self.janky_of.get(&upid).copied().unwrap_or(0)
    }

    /// Returns the index over all actual frames: what the frame strip shows.
    pub fn all(&self) -> &WorstIndex {
        &self.all
    }

    /// Returns the frames of a visual row of an Expected or Actual Timeline node.
    pub fn row(&self, node: NodeId, row: usize) -> Option<&FrameRow> {
        self.rows.get(&(node, row))
    }
}

/// Returns the frames of a visual row and, if they are actual frames, their entries for the index. `late` is
/// how late each actual frame finished.
fn frame_row(
    trace: &Trace,
    row: &VisualRow,
    is_actual: bool,
    late: &[Option<i64>],
) -> (FrameRow, Vec<Entry>) {
    let ids: Vec<SliceId> = match row {
        VisualRow::Depth { track, depth } => trace.slices.at_depth(*track, *depth).ids().collect(),
        VisualRow::Packed(ids) => ids.to_vec(),
    };
    let end = |&id| trace.slices.end(id).map_or(i64::MAX, Ts::ns);
    let lost = |(at, &id)| Some((at, trace.slices.lost_end(id)?.until.ns()));
    let mut next = 0;
    let badness = |&id| {
        let Some(row) = trace.frames.actual_row(id, next) else {
            return Badness::default();
        };
        // The frames of a row mostly follow one another.
        next = row + 1;
        Badness::of_late(&trace.frames.actual()[row], late[row])
    };
    let actual = if is_actual { &ids[..] } else { &[] };
    let row = FrameRow {
        starts: ids.iter().map(|&id| trace.slices.ts(id).ns()).collect(),
        ends: ids.iter().map(end).collect(),
        lost: ids.iter().enumerate().filter_map(lost).collect(),
        badness: RangeMax::new(actual.iter().map(badness).collect()),
    };
    let entry = |(at, &slice)| Entry {
        start: row.start(at),
        // How late one was whose end was lost nobody knows: it counts only where it began.
        end: match row.over_by(at) {
            Some(_) => row.start(at),
            None => row.drawn_end(at),
        },
        slice,
        badness: row.badness(at),
    };
    let entries = actual.iter().enumerate().map(entry);
    let entries = entries.filter(|entry| entry.badness.is_frame()).collect();
    (row, entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(at: usize, start: i64, len: i64, bad: u8) -> Entry {
        let tag = [JankTag::None, JankTag::Other, JankTag::SelfJank][usize::from(bad % 3)];
        Entry {
            start,
            end: start + len,
            slice: SliceId::from_index(at),
            badness: Badness::new(tag != JankTag::None, tag, bad < 3, Some(i64::from(bad))),
        }
    }

    #[test]
    fn badness_keeps_what_is_drawn_and_the_order_of_reasons() {
        let late = [
            None,
            Some(i64::MIN),
            Some(-5),
            Some(0),
            Some(7),
            Some(i64::MAX),
        ];
        let mut parts = Vec::new();
        for janky in [false, true] {
            for tag in JankTag::ALL {
                for full in [false, true] {
                    parts.extend(late.map(|late| (janky, tag, full, late)));
                }
            }
        }
        let all: Vec<Badness> = parts
            .iter()
            .map(|&(janky, tag, full, late)| Badness::new(janky, tag, full, late))
            .collect();
        assert!(
            all.is_sorted_by(|a, b| a < b),
            "by janky, tag, full and late"
        );
        for (badness, (janky, tag, full, late)) in all.into_iter().zip(parts) {
            assert_eq!(
                (badness.is_janky(), badness.tag(), badness.is_full()),
                (janky, tag, full)
            );
            let known = late.filter(|late| late.unsigned_abs() < 1 << 57);
            assert_eq!(badness.late_ns(), known);
            assert!(badness.is_frame() && badness > Badness::default());
        }
    }

    proptest! {
        #[test]
        fn worst_equals_brute_force(
            frames in proptest::collection::vec((0i64..300, 0i64..40, 0u8..9), 0..120),
            start in 0i64..320,
            len in 1i64..200,
        ) {
            let entries: Vec<Entry> = frames
                .iter()
                .enumerate()
                .map(|(at, &(start, len, bad))| entry(at, start, len, bad))
                .collect();
            let index = WorstIndex::new(entries.clone());
            let end = start + len;
            let expected = entries
                .iter()
                .filter(|e| e.start < end && (e.end > start || e.start >= start))
                .map(|e| e.badness)
                .max();
            let span = TimeSpan::new(Ts::from_ns(start), Ts::from_ns(end));
            let got = index.worst(span).map(|id| entries[id.index()].badness);
            prop_assert_eq!(got, expected);
        }

        #[test]
        fn the_worst_of_columns_is_that_of_each(
            frames in proptest::collection::vec((0i64..300, 0i64..40, 0u8..9), 0..120),
            edges in proptest::collection::btree_set(0i64..340, 2..30),
        ) {
            let frames = frames.iter().enumerate();
            let entries = frames.map(|(at, &(start, len, bad))| entry(at, start, len, bad));
            let index = WorstIndex::new(entries.collect());
            let edges: Vec<Ts> = edges.into_iter().map(Ts::from_ns).collect();
            let spans = || edges.windows(2).map(|edges| TimeSpan::new(edges[0], edges[1]));
            let each = index.worst_of_each(spans());
            let each: Vec<_> = each.map(|worst| worst.map(|(slice, _)| slice)).collect();
            let one_by_one: Vec<_> = spans().map(|span| index.worst(span)).collect();
            prop_assert_eq!(each, one_by_one);
        }
    }
}
