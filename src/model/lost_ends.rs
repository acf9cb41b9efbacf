//! Slices whose end is not in the trace although they were over long before it ends.
//!
//! The reference leaves such slices open, and what comes later on their track lies in them. The tables do the same;
//! all that tells how long something took asks here, once the tables are complete, how long it can have lasted.
//! SurfaceFlinger writes begin and end of a frame when it is over, so that a frame is bounded by the display frame
//! that shows it. A slice on a track was over when what encloses it had ended, or when the next one of its depth
//! began; and probably when another of its name, or work on another frame, began within it, unless slices
//! of that name lie in each other at other times, too.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use super::frame_slices::frame_work;
use super::frame_timeline::{ActualFrame, ExpectedFrame};
use super::ids::{SliceId, Upid};
use super::trace::Trace;
use super::track::TrackClass;
use crate::base::intern::StrId;
use crate::base::time::{Dur, Ts};

/// For each slice of a trace so many are looked at, and some more, before no more is concluded from names.
const LOOKS: usize = 4;
const LOOKS_MIN: usize = 65_536;

/// So many slices before an open one are looked at for others of its name.
const BEFORE_MAX: usize = 64;

/// In so many of them, and in so many slices of each, others of that name are looked for.
const ALIKE_MAX: usize = 8;
const INSIDE_MAX: usize = 256;

/// So often that is done for a trace.
const CHECKS_MAX: usize = 4096;

/// What is known of an end that is not in the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostEnd {
    /// How long it can have lasted.
    pub until: Ts,
    /// How well that is known.
    pub by: LostBy,
}

/// How well it is known that something was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostBy {
    /// It cannot have lasted longer.
    Surely,
    /// Another of its name began.
    Probably,
    /// Only that the end was lost is known: a later frame of its layer has one. The next began then.
    Next,
}

/// Finds the ends that were lost, in the order of the slices. Looks at the duration of every slice, and at some of
/// what lies in those without one.
pub(super) fn find(trace: &Trace) -> Vec<(SliceId, LostEnd)> {
    let open = trace.slices.unfinished();
    if open.is_empty() {
        return Vec::new();
    }
    let mut found = BTreeMap::new();
    let is_frame = |slice: &SliceId| {
        let class = trace.tracks.get(trace.slices.track_of(*slice)).class;
        matches!(class, TrackClass::ExpectedFrames | TrackClass::ActualFrames)
    };
    let (frames, stacks): (Vec<SliceId>, Vec<SliceId>) = open.into_iter().partition(is_frame);
    if !frames.is_empty() {
        of_frames(trace, &mut found);
    }
    of_stacks(trace, &stacks, &mut found);
    found.into_iter().collect()
}

/// Frames that follow one another: expected or actual ones of a process, of a layer, and of which kind.
type Line = (bool, Upid, Option<StrId>, bool);

fn line_of(frame: &ActualFrame) -> Line {
    (true, frame.upid, frame.layer, frame.surface_token.is_some())
}

fn line_of_expected(frame: &ExpectedFrame) -> Line {
    (false, frame.upid, None, frame.surface_token.is_some())
}

/// Finds those of frames.
fn of_frames(trace: &Trace, found: &mut BTreeMap<SliceId, LostEnd>) {
    let (slices, frames) = (&trace.slices, &trace.frames);
    let expected = || frames.expected().iter();
    let actual = || frames.actual().iter();
    let lines = || {
        let expected = expected().map(|frame| (line_of_expected(frame), frame.slice));
        expected.chain(actual().map(|frame| (line_of(frame), frame.slice)))
    };
    let is_open = |slice| slices.dur(slice).is_none();
    let open = lines().filter(|&(_, slice)| is_open(slice));
    let open: HashSet<Line> = open.map(|(line, _)| line).collect();
    let mut starts: HashMap<Line, (Vec<Ts>, Ts)> = HashMap::new();
    for (line, slice) in lines().filter(|(line, _)| open.contains(line)) {
        let (starts, last_ended) = starts.entry(line).or_insert((Vec::new(), Ts::MIN));
        starts.push(slices.ts(slice));
        if !is_open(slice) {
            *last_ended = slices.ts(slice).max(*last_ended);
        }
    }
    for (starts, _) in starts.values_mut() {
        starts.sort_unstable();
    }
    let next = |line: Line, slice: SliceId| {
        // Where none that came later has an end either, these are the last moments of the trace.
        let (starts, last_ended) = starts.get(&line)?;
        if *last_ended <= slices.ts(slice) {
            return None;
        }
        let next = starts.partition_point(|&ts| ts <= slices.ts(slice));
        let until = *starts.get(next)?;
        let by = LostBy::Next;
        Some(LostEnd { until, by })
    };
    let machine = |upid| trace.processes.process(upid).machine;
    let displays = displays(trace);
    let shown = |frame: &ActualFrame| {
        frame.surface_token?;
        let display = *displays.get(&(machine(frame.upid), frame.display_token))?;
        let end = slices.end(display.slice).map(|until| LostEnd {
            until,
            by: LostBy::Surely,
        });
        let end = end.or_else(|| next(line_of(display), display.slice));
        end.filter(|end| end.until > slices.ts(frame.slice))
    };
    for frame in actual().filter(|frame| is_open(frame.slice)) {
        let end = shown(frame).or_else(|| next(line_of(frame), frame.slice));
        found.extend(end.map(|end| (frame.slice, end)));
    }
    // Very many frames may have one token, so that the end of each is looked for once.
    let mut last_ends: HashMap<(Upid, i64), Ts> = HashMap::new();
    for frame in actual() {
        if let Some(end) = slices.end(frame.slice) {
            let last = last_ends.entry((frame.upid, frame.token())).or_insert(end);
            *last = end.max(*last);
        }
    }
    for frame in expected().filter(|frame| is_open(frame.slice)) {
        let end = next(line_of_expected(frame), frame.slice).or_else(|| {
            // The last one was over with the frame that it planned.
            let until = last_ends.get(&(frame.upid, frame.token())).copied();
            let until = until.filter(|&end| end > slices.ts(frame.slice))?;
            let by = LostBy::Next;
            Some(LostEnd { until, by })
        });
        found.extend(end.map(|end| (frame.slice, end)));
    }
}

/// Returns the display frame of each token on each machine: of the first process that has one, its first.
fn displays(trace: &Trace) -> HashMap<(u32, i64), &ActualFrame> {
    let frames = &trace.frames;
    let upids = frames.display_upids().iter().copied();
    let ranks: HashMap<Upid, usize> = upids.zip(0..).collect();
    let rank = |frame: &ActualFrame| ranks.get(&frame.upid).copied().unwrap_or(usize::MAX);
    let mut displays: HashMap<(u32, i64), &ActualFrame> = HashMap::new();
    for frame in frames
        .actual()
        .iter()
        .filter(|frame| frame.surface_token.is_none())
    {
        let machine = trace.processes.process(frame.upid).machine;
        let known = displays
            .entry((machine, frame.display_token))
            .or_insert(frame);
        if rank(frame) < rank(known) {
            *known = frame;
        }
    }
    displays
}

/// Finds those of slices on tracks, among `open`, the slices without an end.
fn of_stacks(trace: &Trace, open: &[SliceId], found: &mut BTreeMap<SliceId, LostEnd>) {
    let slices = &trace.slices;
    let mut search = Search {
        trace,
        looks: slices.len().saturating_mul(LOOKS) + LOOKS_MIN,
        checks: CHECKS_MAX,
        found: HashMap::new(),
    };
    // What lies deepest comes last.
    let has_names = !slices.labels().is_empty();
    for &slice in open.iter().rev().filter(|_| has_names) {
        if let Some(first) = search.first_other(slice) {
            search.found.insert(slice, first);
        }
    }
    // What encloses a slice comes before it.
    for &slice in open {
        let start = slices.ts(slice);
        let above = slices.parent(slice);
        let surely = |until| LostEnd {
            until,
            by: LostBy::Surely,
        };
        let other = search.found.get(&slice).map(|&until| LostEnd {
            until,
            by: LostBy::Probably,
        });
        let ended = above.and_then(|above| slices.end(above)).map(surely);
        let over = above.and_then(|above| found.get(&above).copied());
        let ends = [slices.next_of_depth(slice).map(surely), ended, over, other];
        let ends = ends.into_iter().flatten();
        let first = ends
            .filter(|end| end.until > start)
            .min_by_key(|end| end.until);
        found.extend(first.map(|end| (slice, end)));
    }
}

/// A search for slices that can't lie in what encloses them.
struct Search<'a> {
    trace: &'a Trace,
    /// How many slices may still be looked at.
    looks: usize,
    /// How many names may still be looked at.
    checks: usize,
    /// The slices in which such a one lies, and when the first began.
    found: HashMap<SliceId, Ts>,
}

impl Search<'_> {
    /// Returns when the first slice began that lies in one without an end and is another one of its name, or work on
    /// another frame.
    fn first_other(&mut self, slice: SliceId) -> Option<Ts> {
        let (trace, slices) = (self.trace, &self.trace.slices);
        let name = slices.name(slice)?;
        let work = frame_work(trace.bytes(name));
        if work.is_none() && !self.never_nests(slice, name) {
            return None;
        }
        let is_other = |search: &Self, inner| match (work, slices.name(inner)) {
            (_, None) => false,
            (None, Some(of)) => of == name && search.has_been(inner),
            (Some((work, token)), Some(of)) => {
                let other = frame_work(trace.bytes(of));
                let is_other = other.is_some_and(|(is, of)| is == work && of != token);
                is_other && slices.dur(inner) != Some(Dur::ZERO)
            }
        };
        let mut first: Option<Ts> = None;
        for depth in slices.inside(slice) {
            for inner in (depth.start.0..depth.end.0).map(SliceId) {
                self.looks = self.looks.checked_sub(1)?;
                let start = slices.ts(inner);
                if first.is_some_and(|first| first <= start) {
                    break;
                }
                if is_other(self, inner) {
                    first = Some(start);
                    break;
                }
            }
        }
        first
    }

    /// Returns whether a slice took time and was over in the trace.
    fn has_been(&self, slice: SliceId) -> bool {
        match self.trace.slices.dur(slice) {
            Some(dur) => !dur.is_zero(),
            None => self.found.contains_key(&slice),
        }
    }

    /// Returns whether there are slices of a name before one of it on its track in which no other of the name lies.
    fn never_nests(&mut self, slice: SliceId, name: StrId) -> bool {
        let Some(checks) = self.checks.checked_sub(1) else {
            return false;
        };
        self.checks = checks;
        let slices = &self.trace.slices;
        let before = slices.before_of_depth(slice).take(BEFORE_MAX);
        let alike = before.filter(|&other| slices.name(other) == Some(name));
        let ended = alike.filter(|&other| slices.dur(other).is_some_and(|dur| !dur.is_zero()));
        let mut ended = ended.take(ALIKE_MAX).peekable();
        let nests = |other| {
            let mut inside = slices.below(other, INSIDE_MAX);
            inside.any(|inner| slices.name(inner) == Some(name) && self.has_been(inner))
        };
        ended.peek().is_some() && !ended.any(nests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::args::EventPos;
    use crate::model::builder::TraceBuilder;
    use crate::model::slice::{Label, SliceRow};
    use crate::model::track::Scope;

    /// Returns when slices of one track, given with their durations, were over.
    fn over(slices: &[(i64, i64, &str)]) -> Vec<Option<(i64, LostBy)>> {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let ids = b.nested_slices(track, slices);
        let trace = b.finish();
        let lost = |id: &SliceId| trace.slices.lost_end(*id);
        let lost = ids.iter().map(lost);
        lost.map(|end| end.map(|end| (end.until.ns(), end.by)))
            .collect()
    }

    #[test]
    fn work_on_a_frame_is_over_when_that_on_another_begins() {
        let found = over(&[
            (0, -1, "Choreographer#doFrame 7"),
            (1, -1, "traversal"),
            (2, 1, "Choreographer#doFrame 7"),
            (20, 0, "Choreographer#doFrame 8"),
            (30, -1, "Choreographer#doFrame 9"),
            (40, 5, "Choreographer#doFrame 10"),
        ]);
        let by = LostBy::Probably;
        let at = |ts| Some((ts, by));
        assert_eq!(found, [at(30), at(30), None, None, at(40), None]);
    }

    #[test]
    fn a_name_that_never_nests_tells_that_one_is_over() {
        let by = LostBy::Probably;
        let at = |ts| Some((ts, by));
        // What is in the lost one, and goes on to the end, was over, too; what encloses it was not.
        let ticks = [
            (0, -1, "loop"),
            (1, 5, "Tick"),
            (2, 3, "work"),
            (10, -1, "Tick"),
            (12, -1, "work"),
            (30, 5, "Tick"),
            (40, -1, "Tick"),
        ];
        let expected = [None, None, None, at(30), at(30), None, None];
        assert_eq!(over(&ticks), expected);
        // An instant is no other one, and nothing is known of a name without one before, or that nests.
        for other in [
            [
                (1, 5, "Tick"),
                (10, -1, "Tick"),
                (30, 0, "Tick"),
                (40, 2, "x"),
            ],
            [
                (1, 5, "Tock"),
                (10, -1, "Tick"),
                (30, 5, "Tick"),
                (40, 2, "x"),
            ],
            [
                (1, 5, "Tick"),
                (2, 3, "Tick"),
                (10, -1, "Tick"),
                (30, 5, "Tick"),
            ],
        ] {
            assert_eq!(over(&other), [None; 4], "{other:?}");
        }
    }

    #[test]
    fn what_ended_around_a_slice_ended_it() {
        let mut b = TraceBuilder::new();
        let track = b.slice_track(Scope::Global, Some("t"));
        let label = b.labels.intern(Label::default());
        let depths = [
            vec![(0, Some(50)), (60, None)],
            vec![(5, None), (30, None), (70, None)],
        ];
        let depths = depths.map(|rows| {
            let row = |(ts, dur)| SliceRow::new(ts, dur, label, EventPos::bare(ts as u64));
            rows.into_iter().map(row).collect()
        });
        b.slices.push_track(track, &depths);
        let trace = b.finish();
        let ids: Vec<SliceId> = trace.slices.ids().collect();
        let lost = ids.iter().map(|&id| trace.slices.lost_end(id));
        let lost: Vec<_> = lost
            .map(|end| end.map(|end| (end.until.ns(), end.by)))
            .collect();
        let at = |ts| Some((ts, LostBy::Surely));
        assert_eq!(lost, [None, None, at(30), at(50), None]);
        // Nothing goes on where it was over, and what is open to the end does.
        let open = |ts| trace.slices.open_at(track, Ts::from_ns(ts)).last();
        assert_eq!(
            [open(40), open(55), open(80)],
            [Some(ids[3]), None, Some(ids[4])]
        );
    }
}
