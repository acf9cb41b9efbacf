//! The chain of flows through a slice, as a ladder: a column for each thread, a rung for each slice.
//!
//! Where several flows leave or reach a slice, one is followed and the others
//! are counted; which one can be chosen. The time of the chain is split exactly
//! into what its slices and the waits between them took.

use std::cmp::Reverse;

use hashbrown::{HashMap, HashSet};

use super::{Direction, default_focus_of, delay_ns, flows_of, n_of, other_end};
use crate::base::time::Ts;
use crate::model::ids::{FlowId, SliceId, TrackId, Upid, Utid};
use crate::model::trace::Trace;
use crate::model::track::Scope;
use crate::query::told_apart::Sayings;

/// How many hops each way a report follows unless it is told.
pub const REPORT_DEPTH: usize = 8;

/// Who a column of the ladder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LadderColumn {
    /// A thread.
    Thread(Utid),
    /// Tracks of a process.
    Process(Upid),
    /// A track that belongs to nobody.
    Track(TrackId),
}

/// One slice of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The slice.
    pub slice: SliceId,
    /// Its column.
    pub column: usize,
    /// The flow from the rung above, `None` for the first.
    pub hop: Option<FlowId>,
    /// The time from the end of the rung above to the start of this one; may be negative. If the slice above
    /// never ended, the most that it can be.
    pub delay_ns: i64,
    /// How many other flows reach the slice.
    pub n_other_in: usize,
    /// How many other flows leave the slice.
    pub n_other_out: usize,
}

/// What a stretch of the chain's time was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainPart {
    /// Inside the slice of a rung.
    Slice(usize),
    /// Before this rung, when nothing of the chain was on its thread.
    Wait(usize),
}

/// A chain of flows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The columns, in the order in which the chain meets them.
    pub columns: Vec<LadderColumn>,
    /// The slices, first to last; never empty.
    pub rungs: Vec<Rung>,
    /// Which rung the chain was asked for.
    pub selected: usize,
    /// From the first start to the last end.
    pub total_ns: i64,
    /// Where that time went, in order, without empty parts; sums up to `total_ns`.
    pub parts: Vec<(ChainPart, i64)>,
    /// In which directions the chain goes on beyond the depth.
    pub more: Vec<Direction>,
}

impl Ladder {
    /// Returns what tells a slice of the chain from others of its name near it: see
    /// [`Sayings::told_apart`].
    pub fn told_apart(&self, trace: &Trace, sayings: &Sayings, index: usize) -> Option<String> {
        /// Slices farther away are not looked at: it is asked for each frame.
        const NEAR: usize = 4;
        let slice = |index: usize| Some(self.rungs.get(index)?.slice);
        let own = slice(index)?;
        let both = |far: usize| [index.checked_sub(far), Some(index + far)];
        let near = (1..=NEAR).flat_map(both).flatten().filter_map(slice);
        sayings.told_apart(trace, own, near)
    }

    /// Returns the hops away from the selected slice, back and then onward: from where, to where.
    fn hops(&self) -> impl Iterator<Item = (SliceId, SliceId, Direction)> {
        let slice = |index: usize| self.rungs[index].slice;
        let back = (0..self.selected).rev();
        let back = back.map(move |to| (slice(to + 1), slice(to), Direction::Backward));
        let onward = self.selected + 1..self.rungs.len();
        let onward = onward.map(move |to| (slice(to - 1), slice(to), Direction::Forward));
        back.chain(onward)
    }
}

/// Flows to follow where a slice has several, by slice and direction.
pub type Branches = HashMap<(SliceId, Direction), FlowId>;

/// Returns the flows to follow from a slice, at most `depth` hops each way, so that the chain leads over the
/// slices of `via`: where flows lead to some of these that the chain has not met yet, the flow to the first
/// of them is followed, else one that `is_shown` accepts.
pub fn branches_via(
    trace: &Trace,
    selected: SliceId,
    depth: usize,
    via: &[SliceId],
    is_shown: impl Fn(FlowId) -> bool,
) -> Branches {
    let places: HashMap<SliceId, usize> = via.iter().copied().zip(0..).collect();
    let mut known: HashSet<SliceId> = HashSet::from_iter([selected]);
    let mut branches = Branches::new();
    for direction in [Direction::Backward, Direction::Forward] {
        let mut at = selected;
        for _ in 0..depth {
            let wanted = flows_of(trace, at, direction).filter_map(|flow| {
                let end = other_end(trace, flow, direction);
                let place = places.get(&end).filter(|_| !known.contains(&end))?;
                Some((place, flow))
            });
            // Of several flows to one slice the last is taken, as it is where nothing is chosen.
            let wanted = wanted.min_by_key(|&(place, flow)| (place, Reverse(flow)));
            if let Some((_, flow)) = wanted {
                branches.insert((at, direction), flow);
            }
            let flow = wanted.map(|(_, flow)| flow);
            let flow = flow.or_else(|| default_focus_of(trace, at, direction, &is_shown));
            let Some(flow) = flow else {
                break;
            };
            at = other_end(trace, flow, direction);
            if !known.insert(at) {
                break;
            }
        }
    }
    branches
}

/// Returns the slices over which [`branches_via`] leads to this chain, of at most `depth` hops each way:
/// those that are not reached without being named where `is_shown` accepts the flows that are followed.
pub fn via_of(
    trace: &Trace,
    chain: &Ladder,
    depth: usize,
    is_shown: impl Fn(FlowId) -> bool,
) -> Vec<SliceId> {
    let is_chosen = |&(from, to, direction): &(SliceId, SliceId, Direction)| {
        let flow = default_focus_of(trace, from, direction, &is_shown);
        flow.is_none_or(|flow| other_end(trace, flow, direction) != to)
    };
    let chosen: Vec<SliceId> = chain.hops().filter(is_chosen).map(|hop| hop.1).collect();
    if leads_to(trace, chain, depth, &chosen, &is_shown) {
        return chosen;
    }
    // A flow leads past a part of the chain to a named slice, so that all slices have to be named.
    chain.hops().map(|hop| hop.1).collect()
}

/// Returns whether the slices of `via` lead to this chain where `is_shown` accepts the flows that are followed.
pub fn leads_to(
    trace: &Trace,
    chain: &Ladder,
    depth: usize,
    via: &[SliceId],
    is_shown: impl Fn(FlowId) -> bool,
) -> bool {
    let selected = chain.rungs[chain.selected].slice;
    let branches = branches_via(trace, selected, depth, via, &is_shown);
    let led = ladder_along(trace, selected, depth, &branches, &is_shown);
    let slices = |chain: &Ladder| -> Vec<SliceId> {
        let rungs = chain.rungs.iter();
        rungs.map(|rung| rung.slice).collect()
    };
    slices(&led) == slices(chain)
}

/// Returns the chain through a slice, at most `depth` hops each way. Where `branches` does not
/// say which flow to follow, it is the one that `]` and `[` follow.
pub fn ladder(trace: &Trace, selected: SliceId, depth: usize, branches: &Branches) -> Ladder {
    ladder_along(trace, selected, depth, branches, |_| true)
}

/// Returns the same as [`ladder`] along flows that `is_shown` accepts, and along those of `branches`.
pub fn ladder_along(
    trace: &Trace,
    selected: SliceId,
    depth: usize,
    branches: &Branches,
    is_shown: impl Fn(FlowId) -> bool,
) -> Ladder {
    let mut known: HashSet<SliceId> = HashSet::from_iter([selected]);
    let mut follow = |direction: Direction| -> (Vec<FlowId>, bool) {
        let mut flows = Vec::new();
        let mut at = selected;
        loop {
            let flow = branches
                .get(&(at, direction))
                .copied()
                .or_else(|| default_focus_of(trace, at, direction, &is_shown));
            let Some(flow) = flow else {
                return (flows, false);
            };
            let next = other_end(trace, flow, direction);
            // Going in circles is no chain.
            if known.contains(&next) {
                return (flows, false);
            }
            if flows.len() == depth {
                return (flows, true);
            }
            known.insert(next);
            flows.push(flow);
            at = next;
        }
    };
    let (mut before, more_before) = follow(Direction::Backward);
    let (after, more_after) = follow(Direction::Forward);
    let more = [
        (Direction::Backward, more_before),
        (Direction::Forward, more_after),
    ];
    let more = more
        .iter()
        .filter(|more| more.1)
        .map(|more| more.0)
        .collect();
    before.reverse();
    let n_before = before.len();
    let first = before
        .first()
        .map_or(selected, |&flow| trace.flows.get(flow).from);
    let mut columns = Vec::new();
    let mut rungs = vec![rung(trace, &mut columns, first, None)];
    for flow in before.into_iter().chain(after) {
        let to = trace.flows.get(flow).to;
        rungs.push(rung(trace, &mut columns, to, Some(flow)));
    }
    count_others(trace, &mut rungs);
    let parts = parts(trace, &rungs);
    Ladder {
        columns,
        selected: n_before,
        total_ns: parts.iter().fold(0, |sum, part| part.1.saturating_add(sum)),
        parts,
        rungs,
        more,
    }
}

fn rung(
    trace: &Trace,
    columns: &mut Vec<LadderColumn>,
    slice: SliceId,
    hop: Option<FlowId>,
) -> Rung {
    let track = trace.slices.track_of(slice);
    let owner = match trace.tracks.get(track).scope {
        Scope::Thread(utid) => LadderColumn::Thread(utid),
        Scope::Process(upid) => LadderColumn::Process(upid),
        Scope::Global | Scope::Cpu(_) | Scope::Gpu(_) => LadderColumn::Track(track),
    };
    let column = columns.iter().position(|&c| c == owner).unwrap_or_else(|| {
        columns.push(owner);
        columns.len() - 1
    });
    Rung {
        slice,
        column,
        hop,
        delay_ns: hop.map_or(0, |flow| delay_ns(trace, flow)),
        n_other_in: 0,
        n_other_out: 0,
    }
}

fn count_others(trace: &Trace, rungs: &mut [Rung]) {
    let n = rungs.len();
    for (index, rung) in rungs.iter_mut().enumerate() {
        let n_in = n_of(trace, rung.slice, Direction::Backward);
        let n_out = n_of(trace, rung.slice, Direction::Forward);
        rung.n_other_in = n_in.saturating_sub(usize::from(index > 0));
        rung.n_other_out = n_out.saturating_sub(usize::from(index + 1 < n));
    }
}

/// Splits the time from the first start to the last end: every instant belongs to the latest rung that has
/// started. If that one has ended, it belongs to the latest rung on the thread of the next one that still goes
/// on, as the thread is not free for the next one, else to the wait before that. A rung that never ended goes
/// on until the next. After the end of the last rung, time belongs to the latest rung that still goes on,
/// because a caller waits for the answer.
fn parts(trace: &Trace, rungs: &[Rung]) -> Vec<(ChainPart, i64)> {
    let start = |rung: &Rung| trace.slices.ts(rung.slice).ns();
    let end = |rung: &Rung, next: Option<i64>| match trace.slices.end(rung.slice) {
        Some(end) => end.ns(),
        None => next.unwrap_or_else(|| start(rung)),
    };
    // What does one thing at a time: a thread, or a track of none.
    let place = |rung: &Rung| match trace.utid_of(rung.slice) {
        Some(utid) => LadderColumn::Thread(utid),
        None => LadderColumn::Track(trace.slices.track_of(rung.slice)),
    };
    let mut parts = Vec::new();
    let mut at = start(&rungs[0]);
    // The rungs met so far that may still go on, the latest last.
    let mut going: HashMap<LadderColumn, Vec<usize>> = HashMap::new();
    for (index, rung) in rungs.iter().enumerate() {
        let next = rungs.get(index + 1).map(start);
        let going = going.entry(place(rung)).or_default();
        // A rung that starts before the chain has come this far counts from here.
        let begins = start(rung);
        while at < begins
            && let Some(&above) = going.last()
        {
            let until = end(&rungs[above], Some(at)).min(begins);
            if until > at {
                add_part(
                    &mut parts,
                    ChainPart::Slice(above),
                    until.saturating_sub(at),
                );
                at = until;
            } else {
                going.pop();
            }
        }
        going.push(index);
        let wait = begins.saturating_sub(at);
        if wait > 0 {
            add_part(&mut parts, ChainPart::Wait(index), wait);
            at = begins;
        }
        let until = end(rung, next).min(next.unwrap_or(i64::MAX));
        let inside = until.saturating_sub(at);
        if inside > 0 {
            add_part(&mut parts, ChainPart::Slice(index), inside);
            at = at.saturating_add(inside);
        }
    }
    for (index, rung) in rungs.iter().enumerate().rev() {
        let end = trace.slices.end(rung.slice).map_or(at, Ts::ns);
        let rest = end.saturating_sub(at);
        if rest <= 0 {
            continue;
        }
        add_part(&mut parts, ChainPart::Slice(index), rest);
        at = end;
    }
    parts
}

/// Adds a part, to the last one if that is the same.
fn add_part(parts: &mut Vec<(ChainPart, i64)>, part: ChainPart, ns: i64) {
    match parts.last_mut() {
        Some((last, sum)) if *last == part => *sum = sum.saturating_add(ns),
        _ => parts.push((part, ns)),
    }
}
