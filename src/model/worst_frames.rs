//! The worst frame of any stretch of time, exactly: jank survives zooming out.
//!
//! Built once per trace. Frames may overlap, so the worst frame that touches
//! `[t0, t1)` is the worse of two: the worst that starts inside it (a range
//! maximum over start times) and the worst that is still open at `t0` (a step
//! function found by a sweep). Both are a binary search away.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;

use super::frame_timeline::{ActualFrame, JankSeverity, JankTag};
use super::ids::{NodeId, SliceId, Upid};
use super::range_max::RangeMax;
use super::trace::Trace;
use super::track_tree::{NodeKind, VisualRow};
use crate::base::time::{TimeSpan, Ts};

/// How bad a frame is: janky before hidden before good, then tag, severity and lateness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Badness {
    /// Whether it is janky by [`ActualFrame::is_janky`].
    pub janky: bool,
    /// Who is at fault.
    pub tag: JankTag,
    /// Whether it is drawn in the full colour: any severity but `Partial`.
    pub full: bool,
    /// How late it was, in nanoseconds; the least if unknown.
    pub late_ns: i64,
}

impl Badness {
    /// Returns how bad a frame of `trace` is.
    pub fn of(trace: &Trace, frame: &ActualFrame) -> Self {
        Self {
            janky: frame.is_janky(),
            tag: frame.jank_tag,
            full: frame.severity != JankSeverity::Partial,
            late_ns: trace.frames.late_ns(trace, frame).unwrap_or(i64::MIN),
        }
    }
}

/// A frame with what the index needs of it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: i64,
    /// First instant after the frame as it is drawn.
    end: i64,
    slice: SliceId,
    badness: Badness,
}

/// The worst frame of any stretch of time, among some frames.
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

    /// Returns the worst frame that touches the half-open `span`. O(log n).
    pub fn worst(&self, span: TimeSpan) -> Option<SliceId> {
        let (t0, t1) = (span.start().ns(), span.end().ns());
        let from = self.starts.partition_point(|&start| start < t0);
        let to = self.starts.partition_point(|&start| start < t1);
        let inside = self.badness.max_in(from, to);
        let before = self.open.partition_point(|step| step.0 <= t0);
        let open = before
            .checked_sub(1)
            .and_then(|at| self.open[at].1)
            .map(|at| at as usize);
        let keys = self.badness.keys();
        let worst = match (open, inside) {
            (Some(a), Some(b)) if keys[b] > keys[a] => b,
            (Some(a), _) => a,
            (None, Some(b)) => b,
            (None, None) => return None,
        };
        Some(self.slices[worst])
    }

    /// Returns whether it holds no frame.
    pub fn is_empty(&self) -> bool {
        self.slices.is_empty()
    }
}

/// Sweeps over starts and ends and notes whenever the worst open frame changes.
fn open_steps(entries: &[Entry]) -> Vec<(i64, Option<u32>)> {
    let mut events: Vec<(i64, bool, u32)> = Vec::with_capacity(entries.len() * 2);
    for (at, entry) in entries.iter().enumerate() {
        if entry.start < entry.end {
            events.push((entry.start, true, at as u32));
            events.push((entry.end, false, at as u32));
        }
    }
    events.sort_unstable();
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

/// The indices of a trace: all frames, and those of every visual row of a frame track.
#[derive(Debug, Default)]
pub struct WorstFrames {
    all: WorstIndex,
    rows: HashMap<(NodeId, usize), WorstIndex>,
    /// How many janky frames there are, by tag.
    janky: BTreeMap<JankTag, u64>,
    /// How many janky frames a process has.
    janky_of: BTreeMap<Upid, u64>,
}

impl WorstFrames {
    /// Builds the indices. O(n log n) in the number of actual frames.
    pub fn new(trace: &Trace) -> Self {
        if trace.frames.actual().is_empty() {
            return Self::default();
        }
        let mut all = Vec::with_capacity(trace.frames.actual().len());
        let mut rows = HashMap::new();
        for index in 0..trace.tree.len() {
            let node = NodeId::from_index(index);
            if !matches!(trace.tree.node(node).kind, NodeKind::ActualFrames(_)) {
                continue;
            }
            for (row, visual) in trace.tree.node(node).rows.iter().enumerate() {
                let entries = row_entries(trace, visual);
                all.extend_from_slice(&entries);
                rows.insert((node, row), WorstIndex::new(entries));
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

    /// Returns the index of one visual row of an Actual Timeline node.
    pub fn row(&self, node: NodeId, row: usize) -> Option<&WorstIndex> {
        self.rows.get(&(node, row))
    }
}

/// Returns the frames of a visual row. One that never ended is drawn up to the next, or to the end.
fn row_entries(trace: &Trace, row: &VisualRow) -> Vec<Entry> {
    let ids: Vec<SliceId> = match row {
        VisualRow::Depth { track, depth } => trace.slices.at_depth(*track, *depth).ids().collect(),
        VisualRow::Packed(ids) => ids.to_vec(),
    };
    let starts = |at: usize| ids.get(at).map(|&id| trace.slices.ts(id));
    ids.iter()
        .enumerate()
        .filter_map(|(at, &slice)| {
            let frame = trace.frames.actual_of(slice)?;
            let start = trace.slices.ts(slice);
            let end = trace
                .slices
                .end(slice)
                .unwrap_or_else(|| starts(at + 1).unwrap_or(Ts::MAX));
            Some(Entry {
                start: start.ns(),
                end: end.ns(),
                slice,
                badness: Badness::of(trace, frame),
            })
        })
        .collect()
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
            badness: Badness {
                janky: tag != JankTag::None,
                tag,
                full: bad < 3,
                late_ns: i64::from(bad),
            },
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
    }
}
