//! Nests the begin and end events of one track into slices.
//!
//! Events must come in (ts, position) order. An end that matches nothing is an
//! issue, not an error; depth is capped as in the reference. The slices that
//! flows need are reported as anchors. The rules are those of the reference's
//! `slice_tracker.cc`.

use std::collections::VecDeque;

use super::pool;
use super::sink::FlowKind;
use super::unit::{Events, FlowMarks, Kind, Plain, Take, Unpacked};
use crate::bytes::heap;
use crate::model::args::EventPos;
use crate::model::ids::LabelId;
use crate::model::slice::{DepthColumns, Label, MAX_DEPTH};

/// An event in its final terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackEvent<'a> {
    pub(super) ts: i64,
    pub(super) pos: EventPos,
    pub(super) kind: Kind,
    pub(super) label: LabelId,
    /// Duration of a complete event.
    pub(super) dur: i64,
    pub(super) thread_ts: Option<i64>,
    /// CPU time that a complete event took; on an end, `Some` says that zero counts too.
    pub(super) thread_dur: Option<i64>,
    pub(super) instructions: Option<i64>,
    /// How many instructions a complete event took.
    pub(super) instructions_took: Option<i64>,
    pub(super) has_args: bool,
    /// Whether flows need the slice of this event later, so that an anchor is made.
    pub(super) anchored: bool,
    pub(super) flows: FlowMarks<'a>,
}

impl<'a> StackEvent<'a> {
    /// Returns an event of a list in its final terms.
    pub(super) fn listed(event: &Unpacked<'a>, label: LabelId) -> Self {
        Self {
            ts: event.ts,
            pos: EventPos::decodable(event.pos),
            kind: event.kind,
            label,
            dur: 0,
            thread_ts: event.thread_ts,
            thread_dur: (event.kind == Kind::Instant).then_some(0),
            instructions: event.instructions,
            instructions_took: (event.kind == Kind::Instant).then_some(0),
            has_args: event.has_args,
            anchored: false,
            flows: event.flows,
        }
    }
}

/// Gives events of one time positions that ascend as they come.
///
/// The model tells parents from children by (ts, position), and positions of events with arguments in memory
/// are greater than those of others, whatever came first.
#[derive(Debug, Default)]
pub(super) struct Ties {
    before: Option<(i64, EventPos)>,
}

impl Ties {
    /// Returns the position that the next event is to have.
    #[inline]
    pub(super) fn pos(&mut self, ts: i64, pos: EventPos) -> EventPos {
        let pos = match self.before {
            Some(before) if before.0 == ts => pos.not_before(before.1),
            _ => pos,
        };
        self.before = Some((ts, pos));
        pos
    }
}

/// A slice that a flow or frame needs: the event's position, and where the slice is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) pos: EventPos,
    pub(super) depth: u32,
    pub(super) row: u32,
}

/// What an event with a slice does to a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) ts: i64,
    pub(super) pos: EventPos,
    /// The flow.
    pub(super) id: u64,
    /// The row of the slice that the event began or ended, counted from the first slice of its depth.
    pub(super) row: u32,
    pub(super) depth: u16,
    pub(super) kind: FlowKind,
    /// Whether the event ends the slice.
    pub(super) is_end: bool,
}

/// The slices of a track.
#[derive(Debug, Default)]
pub(super) struct Stacked {
    pub(super) depths: Vec<DepthColumns>,
    pub(super) anchors: Vec<Anchor>,
    pub(super) marks: Vec<Mark>,
    pub(super) counts: Counts,
    /// Complete events that overlap others partially, which have no slice.
    pub(super) overlapping: Vec<EventPos>,
}

/// What could not be nested.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) misplaced_ends: u64,
    pub(super) too_deep: u64,
    pub(super) unmatched_ends: u64,
    /// The time of the first of them.
    pub(super) unmatched_at: Option<i64>,
    pub(super) no_enclosing: u64,
    /// States on a track that is not a state track, or the other way round.
    pub(super) unusable: u64,
    /// Updates of states whose arguments are left out.
    pub(super) old_updates: u64,
    /// Complete events without a slice.
    pub(super) overlapping: u64,
}

impl Counts {
    /// Adds what could not be nested of a track.
    pub(super) fn add(&mut self, stacked: &Stacked) {
        let counts = stacked.counts;
        self.misplaced_ends += counts.misplaced_ends;
        self.too_deep += counts.too_deep;
        self.unmatched_ends += counts.unmatched_ends;
        self.no_enclosing += counts.no_enclosing;
        self.unusable += counts.unusable;
        self.old_updates += counts.old_updates;
        self.overlapping += stacked.overlapping.len() as u64;
    }
}

/// An open slice, or one that ended while slices above it are open.
#[derive(Clone, Copy, Debug)]
struct Open {
    row: u32,
    ts: i64,
    /// `None` while the slice waits for its end.
    end: Option<i64>,
    label: LabelId,
}

/// Empty columns with memory, for tracks to come: growing new ones for each track costs more than filling
/// them.
pub(super) type Spare = pool::Spare<DepthColumns>;

/// How many rows spare columns have room for, all together.
const SPARE_ROWS: usize = 1 << 16;

/// Empties columns that have been copied, and keeps them for other tracks.
pub(super) fn keep_spare(spare: &Spare, mut depths: Vec<DepthColumns>) {
    depths.iter_mut().for_each(DepthColumns::clear);
    spare.keep(depths, SPARE_ROWS, DepthColumns::capacity);
}

pub(super) struct Stacker<'a> {
    labels: &'a [Label],
    spare: &'a Spare,
    /// Whether the track is a thread's: only there do thread times mean anything.
    has_thread_time: bool,
    /// The label without name and category. An end with this label ends the slice on top, whatever that is
    /// called.
    no_label: Option<LabelId>,
    stack: Vec<Open>,
    /// How many slices on the stack have an end already.
    n_ended: usize,
    /// The time of the last event that was not plain, if it was an instant.
    instant_at: Option<i64>,
    /// Positions of events that bind a flow to the next slice.
    waiting: Vec<EventPos>,
    out: Stacked,
}

impl<'a> Stacker<'a> {
    /// Creates a stacker for events that have at most `n_marks` marks of flows.
    pub(super) fn new(
        labels: &'a [Label],
        spare: &'a Spare,
        has_thread_time: bool,
        n_marks: usize,
    ) -> Self {
        let has_none = labels.first() == Some(&Label::default());
        Self {
            labels,
            spare,
            has_thread_time,
            no_label: has_none.then_some(LabelId(0)),
            stack: Vec::new(),
            n_ended: 0,
            instant_at: None,
            waiting: Vec::new(),
            out: Stacked {
                marks: heap::with_huge_pages(n_marks),
                ..Stacked::default()
            },
        }
    }

    pub(super) fn finish(self) -> Stacked {
        self.out
    }

    /// Returns how many slices from before `cut` stay open, if `other`, which has nested the events from
    /// `cut` on by itself, made of them what this stacker would; `None` if the two would differ.
    pub(super) fn n_open_before(&mut self, other: &Self, cut: i64) -> Option<usize> {
        // Slices that end before `cut` are done with when the first event from there on comes.
        while let Some(Open { end: Some(end), .. }) = self.stack.last()
            && *end < cut
        {
            self.stack.pop();
            self.n_ended -= 1;
        }
        let n_open = self.stack.len();
        let is_apart = n_open == 0
            || other.out.counts.unmatched_ends == 0 && n_open + other.out.depths.len() <= MAX_DEPTH;
        let is_done = self.n_ended == 0 && self.waiting.is_empty();
        (is_apart && is_done).then_some(n_open)
    }

    /// Takes in the events of a list, whose labels are `labels` by their numbers there.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "into the loop over nearly all packets"
    )]
    pub(super) fn list(&mut self, mut events: Events<'_>, labels: &[LabelId]) {
        events.hand_to(&mut Listed {
            stacker: self,
            labels,
        });
    }

    /// Takes in an event that begins or ends a slice, or is an instant.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    pub(super) fn plain(&mut self, event: Plain<'_>, label: LabelId) {
        let is_end = event.kind == Kind::End;
        let is_instant = event.kind == Kind::Instant;
        if self.n_ended == 1 {
            self.close_top(event.ts, is_instant);
        }
        let at = (event.ts, EventPos::decodable(event.pos));
        let row = if self.n_ended != 0 {
            None
        } else if is_end {
            self.end_plain(event.ts, event.thread_ts, label)
        } else {
            self.begin_plain(at, (event.thread_ts, is_instant), label)
        };
        match row {
            Some(_) if event.flows.is_empty() => {}
            Some(row) => {
                let depth = self.stack.len() - usize::from(!is_end);
                self.mark((at, is_end), event.flows, (depth, row));
            }
            None => self.any(event.into(), label),
        }
    }

    /// Takes in an event that only begins or ends a slice. Returns false if the event has to go to
    /// [`Self::event`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every event")]
    pub(super) fn bare(
        &mut self,
        (ts, pos): (i64, EventPos),
        is_end: bool,
        label: LabelId,
    ) -> bool {
        if self.n_ended == 1 {
            self.close_top(ts, false);
        }
        let row = if self.n_ended != 0 {
            None
        } else if is_end {
            self.end_plain(ts, None, label)
        } else {
            self.begin_plain((ts, pos), (None, false), label)
        };
        row.is_some()
    }

    /// Takes in any event of a list.
    #[inline(never)]
    pub(super) fn any(&mut self, event: Unpacked<'_>, label: LabelId) {
        self.event(&StackEvent::listed(&event, label));
    }

    /// Opens a slice or an instant, where nothing on the stack has ended, and returns its row; `None` if the
    /// event has to go to [`Self::event`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every other packet")]
    fn begin_plain(
        &mut self,
        (ts, pos): (i64, EventPos),
        (thread_ts, is_instant): (Option<i64>, bool),
        label: LabelId,
    ) -> Option<u32> {
        // There are no more columns than slices may be deep, so that the depth is allowed if there are
        // columns for it.
        let depth = self.stack.len();
        let columns = self.out.depths.get_mut(depth)?;
        if !self.waiting.is_empty() {
            return None;
        }
        let row = columns.push(ts, label, pos);
        if is_instant {
            columns.set_dur(row, 0);
            self.n_ended = 1;
        }
        if let Some(ts) = thread_ts.filter(|_| self.has_thread_time) {
            columns.push_thread_time(row, ts, is_instant.then_some(0));
        }
        self.stack.push(Open {
            row,
            ts,
            end: is_instant.then_some(ts),
            label,
        });
        Some(row)
    }

    /// Ends the slice on top, where nothing on the stack has ended, and returns its row; `None` if the event
    /// has to go to [`Self::event`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for every other packet")]
    fn end_plain(&mut self, ts: i64, thread_ts: Option<i64>, label: LabelId) -> Option<u32> {
        let (&open, below) = self.stack.split_last()?;
        let depth = below.len();
        if label != open.label && Some(label) != self.no_label {
            return None;
        }
        let columns = self.out.depths.get_mut(depth)?;
        columns.end(open.row, open.ts, ts);
        if let Some(ts) = thread_ts.filter(|_| self.has_thread_time) {
            columns.end_thread_time(open.row, ts, false);
        }
        self.stack.truncate(depth);
        Some(open.row)
    }

    /// Pops the only slice on the stack that has ended, if it is on top and ended before an event at
    /// `new_ts`.
    #[inline]
    fn close_top(&mut self, new_ts: i64, is_instant: bool) {
        let Some(&Open {
            end: Some(end), ts, ..
        }) = self.stack.last()
        else {
            return;
        };
        // Instants of one time are nested.
        if end < new_ts || (end == new_ts && !(is_instant && ts == end)) {
            self.stack.pop();
            self.n_ended = 0;
        }
    }

    #[inline(never)]
    pub(super) fn event(&mut self, event: &StackEvent<'_>) {
        let instant_at = self.instant_at.take();
        match event.kind {
            Kind::Begin => {
                if self.close(event.ts, None) {
                    self.open(event, None);
                }
            }
            Kind::End => self.end(event),
            Kind::Instant => {
                // Many instants may have one time, and are nested then: what the first of them closed is
                // closed for all, and none closes another.
                self.instant_at = Some(event.ts);
                if instant_at == self.instant_at || self.close(event.ts, Some(0)) {
                    self.open(event, Some(0));
                }
            }
            Kind::Complete => {
                if self.close(event.ts, Some(event.dur)) {
                    self.open(event, Some(event.dur));
                } else {
                    self.out.overlapping.push(event.pos);
                }
            }
            Kind::State => self.out.counts.unusable += 1,
            Kind::BindEnclosing => match self.stack.len().checked_sub(1) {
                Some(depth) => {
                    let row = self.stack[depth].row;
                    self.out.anchors.push(Anchor {
                        pos: event.pos,
                        depth: depth as u32,
                        row,
                    });
                }
                None => self.out.counts.no_enclosing += 1,
            },
            Kind::BindNext => self.waiting.push(event.pos),
        }
    }

    #[inline]
    fn open(&mut self, event: &StackEvent<'_>, dur: Option<i64>) {
        let depth = self.stack.len();
        if depth >= MAX_DEPTH {
            self.out.counts.too_deep += 1;
            return;
        }
        if self.out.depths.len() <= depth {
            self.out.depths.push(self.spare.take().unwrap_or_default());
        }
        let columns = &mut self.out.depths[depth];
        let row = columns.push(event.ts, event.label, event.pos);
        if let Some(dur) = dur {
            columns.set_dur(row, dur);
        }
        if let Some(ts) = event.thread_ts.filter(|_| self.has_thread_time) {
            columns.push_thread_time(row, ts, event.thread_dur);
        }
        if let Some(count) = event.instructions.filter(|_| self.has_thread_time) {
            columns.push_thread_instructions(row, count, event.instructions_took);
        }
        if event.anchored {
            self.out.anchors.push(Anchor {
                pos: event.pos.untied(),
                depth: depth as u32,
                row,
            });
        }
        self.mark(((event.ts, event.pos), false), event.flows, (depth, row));
        for pos in self.waiting.drain(..) {
            self.out.anchors.push(Anchor {
                pos,
                depth: depth as u32,
                row,
            });
        }
        let end = dur.map(|dur| event.ts.saturating_add(dur));
        self.n_ended += usize::from(end.is_some());
        self.stack.push(Open {
            row,
            ts: event.ts,
            end,
            label: event.label,
        });
    }

    /// Notes what an event that began or ended a slice does to flows.
    #[inline]
    fn mark(
        &mut self,
        ((ts, pos), is_end): ((i64, EventPos), bool),
        flows: FlowMarks<'_>,
        (depth, row): (usize, u32),
    ) {
        for flow in flows.iter() {
            self.out.marks.push(Mark {
                ts,
                pos,
                id: flow.id,
                row,
                depth: depth as u16,
                kind: flow.kind,
                is_end,
            });
        }
    }

    /// Pops the slices that have ended before an event at `new_ts`. Returns false if a complete event must be
    /// dropped.
    #[inline]
    fn close(&mut self, new_ts: i64, new_dur: Option<i64>) -> bool {
        // Nothing on the stack has an end: the usual case.
        if self.n_ended == 0 {
            return true;
        }
        let keep = self.close_slowly(new_ts, new_dur);
        self.n_ended = self
            .stack
            .iter()
            .filter(|slice| slice.end.is_some())
            .count();
        keep
    }

    #[inline(never)]
    fn close_slowly(&mut self, new_ts: i64, new_dur: Option<i64>) -> bool {
        let mut pending_seen = false;
        let mut index = self.stack.len();
        while index > 0 {
            index -= 1;
            let slice = self.stack[index];
            let Some(end) = slice.end else {
                pending_seen = true;
                continue;
            };
            if pending_seen {
                if new_ts <= end {
                    continue;
                }
                self.out.counts.misplaced_ends += 1;
                for depth in index + 1..self.stack.len() {
                    // Slices that have ended by themselves are cut short, too.
                    self.cut(depth, end);
                }
                self.stack.truncate(index);
                pending_seen = false;
                continue;
            }
            if end < new_ts || (end == new_ts && !(end == slice.ts && new_dur == Some(0))) {
                self.cut_above(index, end);
                self.stack.truncate(index);
                continue;
            }
            let Some(new_dur) = new_dur else { continue };
            // What begins with its end is an instant, and ends with it.
            if new_ts.saturating_add(new_dur) > end {
                return false;
            }
        }
        true
    }

    /// Cuts complete events short that stand above a slice that was closed at `end`. The reference lets them
    /// last, so that they overlap what follows at the same depth. A cut counts as a misplaced end.
    fn cut_above(&mut self, index: usize, end: i64) {
        let mut any = false;
        for depth in index + 1..self.stack.len() {
            if self.stack[depth].end.is_some_and(|own| own > end) {
                self.cut(depth, end);
                any = true;
            }
        }
        self.out.counts.misplaced_ends += u64::from(any);
    }

    fn cut(&mut self, depth: usize, end: i64) {
        let inner = self.stack[depth];
        let dur = end.saturating_sub(inner.ts).max(0);
        self.out.depths[depth].set_dur(inner.row, dur);
    }

    #[inline]
    fn end(&mut self, event: &StackEvent<'_>) {
        self.close(event.ts, None);
        let Label { name, category } = self.labels[event.label.index()];
        let matches = |open: &Open| {
            if open.end.is_some() {
                return false;
            }
            if name.is_none() && category.is_none() {
                return true;
            }
            let own = self.labels[open.label.index()];
            (category.is_none() || category == own.category)
                && (name.is_none() || own.name.is_none() || name == own.name)
        };
        let Some(depth) = self.stack.iter().rposition(matches) else {
            self.out.counts.unmatched_ends += 1;
            self.out.counts.unmatched_at.get_or_insert(event.ts);
            return;
        };
        let open = &mut self.stack[depth];
        let (row, ts) = (open.row, open.ts);
        open.end = Some(event.ts);
        let columns = &mut self.out.depths[depth];
        columns.set_dur(row, event.ts.saturating_sub(ts));
        if event.has_args {
            columns.push_later_pos(row, event.pos);
        }
        if let Some(thread_ts) = event.thread_ts.filter(|_| self.has_thread_time) {
            columns.end_thread_time(row, thread_ts, event.thread_dur.is_some());
        }
        if let Some(count) = event.instructions.filter(|_| self.has_thread_time) {
            columns.end_thread_instructions(row, count);
        }
        if event.anchored {
            self.out.anchors.push(Anchor {
                pos: event.pos.untied(),
                depth: depth as u32,
                row,
            });
        }
        self.mark(((event.ts, event.pos), true), event.flows, (depth, row));
        if depth + 1 == self.stack.len() {
            self.stack.pop();
        } else {
            self.n_ended += 1;
        }
    }
}

/// Hands the events of a list to a stacker.
struct Listed<'s, 'a> {
    stacker: &'s mut Stacker<'a>,
    labels: &'s [LabelId],
}

impl<'e> Take<'e> for Listed<'_, '_> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "once for nearly every packet")]
    fn plain(&mut self, event: Plain<'e>) -> bool {
        self.stacker.plain(event, self.labels[event.label as usize]);
        true
    }

    fn any(&mut self, event: Unpacked<'e>) -> bool {
        self.stacker.any(event, self.labels[event.label as usize]);
        true
    }
}

/// Of so many updates of one state arguments are kept, of the last ones: whoever looks at a state has all of them
/// read, so that a state that is told again and again must not take long.
const MAX_UPDATES: usize = 1 << 10;

/// Turns the events of a state track into states: each lasts until another value begins. What says that a state
/// goes on adds its arguments to those of the state, as in the reference's `state_tracker.cc`.
pub(super) fn stack_states<'a>(
    labels: &[Label],
    events: impl Iterator<Item = StackEvent<'a>>,
) -> Stacked {
    let mut out = Stacked::default();
    let mut columns = DepthColumns::default();
    let mut active: Option<(u32, i64, LabelId)> = None;
    let mut updates = VecDeque::new();
    for event in events {
        if event.kind != Kind::State {
            out.counts.unusable += 1;
            continue;
        }
        let value = labels[event.label.index()].name;
        if let Some((row, ts, label)) = active {
            if value.is_some() && labels[label.index()].name == value {
                if event.has_args {
                    if updates.len() == MAX_UPDATES {
                        updates.pop_front();
                        out.counts.old_updates += 1;
                    }
                    updates.push_back(event.pos);
                }
                continue;
            }
            for pos in updates.drain(..) {
                columns.push_later_pos(row, pos);
            }
            columns.set_dur(row, event.ts.saturating_sub(ts));
            active = None;
        }
        if value.is_some() {
            let row = columns.push(event.ts, event.label, event.pos);
            active = Some((row, event.ts, event.label));
        }
    }
    if let Some((row, ..)) = active {
        for pos in updates {
            columns.push_later_pos(row, pos);
        }
    }
    if !columns.is_empty() {
        out.depths.push(columns);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::intern::StrId;
    use crate::import::unit::TrackList;
    use crate::model::ids::{SliceId, TrackId};
    use crate::model::slice::SliceTable;

    /// How events are handed to the stacker: each with `any`, all with `list`, or bare ones with `bare`.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum As {
        Any,
        List,
        Bare,
    }

    fn stacked(events: &[Unpacked<'_>], taken: As) -> String {
        let labels = [0, 1, 2].map(|name| Label {
            name: (name > 0).then(|| StrId::new(name)),
            category: None,
        });
        let mut list = TrackList::default();
        for event in events {
            list.push(event);
        }
        let spare = Spare::default();
        let mut stacker = Stacker::new(&labels, &spare, true, 0);
        if taken == As::List {
            stacker.list(list.iter(), &[0, 1, 2].map(LabelId));
        } else {
            for event in list.iter() {
                let label = LabelId(event.label);
                let is_end = event.kind == Kind::End;
                let is_bare = (is_end || event.kind == Kind::Begin)
                    && !event.has_args
                    && event.thread_ts.is_none()
                    && event.flows.is_empty();
                let at = (event.ts, EventPos::decodable(event.pos));
                if !(taken == As::Bare && is_bare && stacker.bare(at, is_end, label)) {
                    stacker.any(event, label);
                }
            }
        }
        format!("{:?}", stacker.finish())
    }

    proptest! {
        #[test]
        fn plain_events_nest_as_all_do(
            events in prop::collection::vec(
                (0_i64..3, 0_usize..4, 0_u32..3, prop::option::of(0_i64..3), any::<(bool, bool)>()), 0..60),
        ) {
            let flow = [0, 7, 0];
            let mut at = (0, 0);
            let events: Vec<Unpacked<'_>> = events
                .into_iter()
                .map(|(later, kind, label, thread_ts, (has_args, has_flow))| {
                    at = (at.0 + later, at.1 + 1);
                    let kind = [Kind::Begin, Kind::End, Kind::End, Kind::Instant][kind];
                    Unpacked {
                        ts: at.0,
                        pos: at.1,
                        kind,
                        label: if kind == Kind::End && label == 2 { 0 } else { label },
                        thread_ts: thread_ts.map(|more| at.0 / 2 + more),
                        instructions: None,
                        has_args: has_args && kind == Kind::End,
                        flows: if has_flow { FlowMarks::of(Some(&flow)) } else { FlowMarks::default() },
                    }
                })
                .collect();
            prop_assert_eq!(stacked(&events, As::List), stacked(&events, As::Any));
            prop_assert_eq!(stacked(&events, As::Bare), stacked(&events, As::Any));
        }
    }

    #[test]
    fn of_very_many_updates_of_a_state_the_newest_keep_their_arguments() {
        let labels = [0, 1, 2].map(|name| Label {
            name: (name > 0).then(|| StrId::new(name)),
            category: None,
        });
        let n = MAX_UPDATES as u64 + 10;
        let mut list = TrackList::default();
        // Later events stand earlier in the file; every third update says nothing.
        let mut said = Vec::new();
        for at in 0..=n * 3 / 2 {
            let (is_last, has_args) = (at == n * 3 / 2, at % 3 != 1);
            let pos = 2 * n - at;
            if at > 0 && !is_last && has_args {
                said.push(pos);
            }
            list.push(&Unpacked {
                ts: at as i64,
                pos,
                kind: Kind::State,
                label: 1 + u32::from(is_last),
                thread_ts: None,
                instructions: None,
                has_args,
                flows: FlowMarks::default(),
            });
        }
        let events = list.iter();
        let events = events.map(|event| StackEvent::listed(&event, LabelId(event.label)));
        let mut stacked = stack_states(&labels, events);
        let mut table = SliceTable::default();
        table.append_parts(TrackId(0), &mut [(0, &mut stacked.depths)]);
        let (busy, after) = (SliceId(0), SliceId(1));
        let kept: Vec<EventPos> = table.later_pos(busy).collect();
        let newest = said.split_off(said.len() - MAX_UPDATES);
        let newest: Vec<EventPos> = newest.into_iter().map(EventPos::decodable).collect();
        assert_eq!(kept, newest);
        assert_eq!(stacked.counts.old_updates, said.len() as u64);
        assert!(!said.is_empty());
        assert_eq!((table.len(), table.later_pos(after).len()), (2, 0));
    }
}
