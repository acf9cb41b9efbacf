//! The flow graph: bounded walks, focus order, chains, delays and statistics.
//!
//! A walk never costs more than its budget, whatever the graph: a component of
//! millions of flows is shown by its nearest part. Self flows stay in the table
//! and are not walked.

use std::collections::{BTreeSet, VecDeque};

use hashbrown::{HashMap, HashSet};

use crate::base::time::Ts;
use crate::model::args::ArgValue;
use crate::model::ids::{FlowId, SliceId};
use crate::model::slice::SliceTable;
use crate::model::trace::Trace;

pub mod chain;
pub mod nested;
pub mod stats;
#[cfg(test)]
mod tests;

/// Along or against the arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Against the arrows: what came before.
    Backward,
    /// Along the arrows: what follows.
    Forward,
}

impl Direction {
    /// Returns the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Backward => Self::Forward,
            Self::Forward => Self::Backward,
        }
    }
}

/// How far a walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many hops from the start, at least 1.
    pub depth: u32,
    /// How many flows in all.
    pub budget: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 1,
            budget: 10_000,
        }
    }
}

/// A flow met on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The flow.
    pub flow: FlowId,
    /// Whether it was followed along or against its arrow.
    pub direction: Direction,
    /// How many hops from the start: 1 for the flows of the start itself.
    pub depth: u32,
}

/// What a walk found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Each flow once, nearest first, incoming before outgoing at each slice.
    pub hops: Vec<Hop>,
    /// How the walk ended.
    pub end: WalkEnd,
    /// How many flows were looked at: what it cost.
    pub n_looked_at: usize,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WalkEnd {
    /// Everything within reach was found.
    #[default]
    All,
    /// The budget was used up.
    Cut,
}

/// Returns the flows within reach of a slice: from a slice reached by an outgoing flow only along
/// outgoing ones, from one reached by an incoming flow only against incoming ones.
///
/// However many flows there are, hardly more than the budget are looked at. Half of it is kept for
/// flows that leave the start if many reach it.
pub fn walk(trace: &Trace, start: SliceId, limits: Limits) -> Walk {
    let mut found = Walk::default();
    let kept = flows_of(trace, start, Direction::Forward);
    let kept = kept.take(limits.budget / 2).count();
    let mut cut = false;
    let mut known: HashSet<SliceId> = HashSet::from_iter([start]);
    let mut seen: HashSet<FlowId> = HashSet::new();
    let mut queue: VecDeque<(SliceId, Option<Direction>, u32)> = VecDeque::from([(start, None, 0)]);
    while let Some((slice, via, depth)) = queue.pop_front() {
        for direction in [Direction::Backward, Direction::Forward] {
            if via.is_some_and(|via| via != direction) {
                continue;
            }
            for flow in flows_of(trace, slice, direction) {
                found.n_looked_at += 1;
                if !seen.insert(flow) {
                    continue;
                }
                let is_first = depth == 0 && direction == Direction::Backward;
                if found.hops.len() == limits.budget - if is_first { kept } else { 0 } {
                    cut = true;
                    break;
                }
                found.hops.push(Hop {
                    flow,
                    direction,
                    depth: depth + 1,
                });
                let next = other_end(trace, flow, direction);
                // The flows of slices at the last depth are not looked at: finding them would cost the most.
                if known.insert(next) && depth + 1 < limits.depth {
                    queue.push_back((next, Some(direction), depth + 1));
                }
            }
        }
        if cut && found.hops.len() == limits.budget {
            break;
        }
    }
    if cut {
        found.end = WalkEnd::Cut;
    }
    found
}

/// Returns the flows that leave or reach a slice, in the order of their rows, without self flows.
pub fn flows_of(
    trace: &Trace,
    slice: SliceId,
    direction: Direction,
) -> impl DoubleEndedIterator<Item = FlowId> {
    let rows = match direction {
        Direction::Backward => trace.flows.reaching(slice),
        Direction::Forward => trace.flows.leaving(slice),
    };
    rows.iter().copied().filter(|&id| {
        let flow = trace.flows.get(id);
        flow.from != flow.to
    })
}

/// Returns how many flows leave or reach a slice, without self flows. Of more than are counted one by one
/// all count, because every draw asks.
pub fn n_of(trace: &Trace, slice: SliceId, direction: Direction) -> usize {
    const COUNTED_MAX: usize = 10_000;
    let all = match direction {
        Direction::Backward => trace.flows.reaching(slice).len(),
        Direction::Forward => trace.flows.leaving(slice).len(),
    };
    if all > COUNTED_MAX {
        return all;
    }
    flows_of(trace, slice, direction).count()
}

/// Returns a flow that leads straight from one slice to another, along or against its arrow.
pub fn between(trace: &Trace, from: SliceId, to: SliceId) -> Option<FlowId> {
    let ways = [Direction::Forward, Direction::Backward];
    ways.into_iter()
        .find_map(|way| flows_of(trace, from, way).find(|&flow| other_end(trace, flow, way) == to))
}

/// Returns one flow for each pair of slices that some flows connect, in the order of the first of each pair, and
/// how many there are of it: `preferred` if that is one of them, else the last.
pub fn joined(trace: &Trace, flows: &[FlowId], preferred: Option<FlowId>) -> Vec<(FlowId, usize)> {
    let mut joined: Vec<(FlowId, usize)> = Vec::new();
    let mut places = HashMap::new();
    for &flow in flows {
        let row = trace.flows.get(flow);
        let place = *places.entry((row.from, row.to)).or_insert(joined.len());
        match joined.get_mut(place) {
            Some((known, n)) => {
                *n += 1;
                if preferred != Some(*known) {
                    *known = flow;
                }
            }
            None => joined.push((flow, 1)),
        }
    }
    joined
}

/// Returns the slices from one to another along flows, at most `depth` hops away; none where no
/// flows lead there.
pub fn way(trace: &Trace, from: SliceId, to: SliceId, depth: u32) -> Vec<SliceId> {
    if from == to {
        return vec![from];
    }
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    let hops = walk(trace, from, limits).hops;
    let ends = |hop: &Hop| {
        let end = |way| other_end(trace, hop.flow, way);
        (end(hop.direction.reversed()), end(hop.direction))
    };
    let Some(mut last) = hops.iter().position(|hop| ends(hop).1 == to) else {
        return Vec::new();
    };
    let mut way = vec![to];
    loop {
        let (near, _) = ends(&hops[last]);
        way.push(near);
        // Hops are nearest first, so that the hop that leads to this one stands before it.
        let is_before = |hop: &Hop| ends(hop).1 == near && hop.direction == hops[last].direction;
        match hops[..last].iter().position(is_before) {
            Some(before) if near != from => last = before,
            _ => break,
        }
    }
    way.reverse();
    way
}

/// Returns the slice at the far end of a flow.
pub fn other_end(trace: &Trace, flow: FlowId, direction: Direction) -> SliceId {
    let flow = trace.flows.get(flow);
    match direction {
        Direction::Backward => flow.from,
        Direction::Forward => flow.to,
    }
}

/// Returns the flow of a slice that `]` or `[` follows before another was chosen, of those that `is_shown` accepts:
/// onward the last, back the one whose source ended last, for which the slice had to wait longest.
pub fn default_focus_of(
    trace: &Trace,
    slice: SliceId,
    direction: Direction,
    is_shown: impl Fn(FlowId) -> bool,
) -> Option<FlowId> {
    /// At most so many of the last flows are looked at, because every draw asks, ...
    const LOOKED_AT: usize = 1_000;
    /// ... and of those that are not shown so many more.
    const PASSED_OVER: usize = 16_000;
    let flows = flows_of(trace, slice, direction).rev().take(PASSED_OVER);
    let mut flows = flows.filter(|&flow| is_shown(flow)).take(LOOKED_AT);
    match direction {
        Direction::Forward => flows.next(),
        // Of equal flows the last is taken. A flow back in time comes after all others, as no cause starts
        // after its effect.
        Direction::Backward => {
            flows.min_by_key(|&flow| (is_before(trace, flow), delay_ns(trace, flow).max(0)))
        }
    }
}

/// Which flow of a slice comes instead of the one that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The next one.
    Next,
    /// The one before.
    Prev,
}

/// Returns the flow after or before `focus` among the flows of a slice in some directions, of those that
/// `is_shown` accepts; around to the first or the last. Without a focus it is the first or the last.
pub fn turned(
    trace: &Trace,
    slice: SliceId,
    directions: &[Direction],
    focus: Option<FlowId>,
    turn: Turn,
    is_shown: impl Fn(FlowId) -> bool,
) -> Option<FlowId> {
    let all = || {
        let all = directions.iter();
        all.flat_map(|&direction| flows_of(trace, slice, direction))
    };
    let is_other = |flow: &FlowId| focus != Some(*flow);
    let is_shown = |flow: &FlowId| is_shown(*flow);
    let beyond = match turn {
        Turn::Next => all().skip_while(is_other).skip(1).find(is_shown),
        Turn::Prev => all().rev().skip_while(is_other).skip(1).find(is_shown),
    };
    beyond.or_else(|| match turn {
        Turn::Next => all().find(is_shown),
        Turn::Prev => all().rev().find(is_shown),
    })
}

/// Returns whether `inner` lies below `outer` on the same track.
fn is_descendant(slices: &SliceTable, inner: SliceId, outer: SliceId) -> bool {
    slices.track_of(inner) == slices.track_of(outer) && slices.around(inner).any(|id| id == outer)
}

/// Returns where the arrow of a flow begins: the end of the slice it leaves; the start of that
/// slice if it never ended, if the target lies below it or starts no later.
pub fn tail_ts(trace: &Trace, flow: FlowId) -> Ts {
    let row = trace.flows.get(flow);
    let slices = &trace.slices;
    let from_ts = slices.ts(row.from);
    if from_ts >= slices.ts(row.to) || is_descendant(slices, row.to, row.from) {
        return from_ts;
    }
    slices.end(row.from).unwrap_or(from_ts)
}

/// Returns where the arrow of a flow ends: the start of the slice it reaches.
pub fn head_ts(trace: &Trace, flow: FlowId) -> Ts {
    trace.slices.ts(trace.flows.get(flow).to)
}

/// Returns the time from the end of one slice to the start of the other: negative if they overlap.
/// From a slice that never ended it is the time from its start, which is the most that it can be:
/// see [`leaves_open`].
pub fn delay_ns(trace: &Trace, flow: FlowId) -> i64 {
    let row = trace.flows.get(flow);
    let left = trace
        .slices
        .end(row.from)
        .unwrap_or_else(|| trace.slices.ts(row.from));
    trace.slices.ts(row.to).ns().saturating_sub(left.ns())
}

/// Returns whether the slice that a flow leaves never ended.
pub fn leaves_open(trace: &Trace, flow: FlowId) -> bool {
    trace.slices.dur(trace.flows.get(flow).from).is_none()
}

/// Returns whether the arrow points back in time.
pub fn is_backward(trace: &Trace, flow: FlowId) -> bool {
    head_ts(trace, flow) < tail_ts(trace, flow)
}

/// Returns whether what a flow reaches started before what it leaves, which no cause can.
///
/// A call that lasts until its answer is there overlaps it: its arrow points back as
/// [`is_backward`] says, but the call came first.
pub fn is_before(trace: &Trace, flow: FlowId) -> bool {
    let row = trace.flows.get(flow);
    trace.slices.ts(row.to) < trace.slices.ts(row.from)
}

/// Returns whether all categories of a flow are among those that are hidden.
pub fn is_hidden(trace: &Trace, flow: FlowId, hidden: &BTreeSet<String>) -> bool {
    let is_shown = |one: &str| !hidden.contains(one);
    !hidden.is_empty() && !single_categories(&category(trace, flow)).any(is_shown)
}

/// Returns the single categories of what [`category`] returned: that without a name if there is none.
pub fn single_categories(category: &str) -> impl Iterator<Item = &str> {
    let category = category.trim_matches(',');
    let is_one = move |part: &&str| !part.is_empty() || category.is_empty();
    category.split(',').filter(is_one)
}

/// Returns the category of a flow: its own, else those of its two slices, sorted and joined by commas; empty
/// if there is none.
pub fn category(trace: &Trace, flow: FlowId) -> String {
    let row = trace.flows.get(flow);
    let mut own = None;
    if let Some(set) = row.args {
        trace.stored_args(set, &mut |arg| {
            if let ("cat", ArgValue::Str(text)) = (&*arg.key, &arg.value) {
                own = Some(String::from_utf8_lossy(text).into_owned());
            }
        });
    }
    own.unwrap_or_else(|| {
        let mut parts: Vec<String> = Vec::new();
        for slice in [row.from, row.to] {
            let Some(category) = trace.slices.label(slice).category else {
                continue;
            };
            for part in trace.text(category).split(',') {
                if !part.is_empty() && !parts.iter().any(|known| known == part) {
                    parts.push(part.to_owned());
                }
            }
        }
        parts.sort_unstable();
        parts.join(",")
    })
}
