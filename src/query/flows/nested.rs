//! Flows of the slices around a slice and inside of it.
//!
//! What a slice caused often leaves from a slice inside of it, and what caused it often reaches one around it:
//! Chromium's tasks post others from within.

use std::ops::Range;

use super::{Direction, flows_of, other_end};
use crate::model::ids::{FlowId, SliceId};
use crate::model::trace::Trace;

/// Where the slices lie whose flows go on from a slice that has none itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// Around the slice.
    Around,
    /// Inside of it.
    Inside,
}

impl Nesting {
    /// Returns the word before the slice that the others are nested with.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Around => "around",
            Self::Inside => "inside",
        }
    }
}

/// The most flows that are looked at: each draw asks.
const BUDGET: usize = 2_000;

/// The most depths of slices around a slice, and inside of it, that are looked at.
const DEPTHS_MAX: usize = 128;

/// Returns the flows that go on from slices nested with one that has no flow in this direction, at most `max`
/// of those that `wanted` accepts.
///
/// Forward these are the flows that leave slices inside of it, the earliest first, otherwise those that leave
/// slices around it, the nearest first; backward the other way round. Flows that stay within the slice are none
/// of them.
pub fn nested_flows(
    trace: &Trace,
    slice: SliceId,
    direction: Direction,
    max: usize,
    wanted: impl Fn(FlowId) -> bool,
) -> (Nesting, Vec<FlowId>) {
    let inside = inside_of(trace, slice);
    let is_on = |flow: FlowId| {
        let other = other_end(trace, flow, direction);
        other != slice && !is_in(&inside, other) && wanted(flow)
    };
    let from_inside = || flows_inside(trace, &inside, direction, max, is_on);
    let from_around = || {
        let around = trace.slices.around(slice).take(DEPTHS_MAX);
        let flows = around.flat_map(|above| flows_of(trace, above, direction));
        let flows = flows.take(BUDGET).filter(|&flow| is_on(flow));
        flows.take(max).collect()
    };
    let all = [Nesting::Inside, Nesting::Around];
    let order = match direction {
        Direction::Forward => all,
        Direction::Backward => [all[1], all[0]],
    };
    let found = order.into_iter().map(|nesting| match nesting {
        Nesting::Inside => (nesting, from_inside()),
        Nesting::Around => (nesting, from_around()),
    });
    let mut found = found.filter(|(_, flows)| !flows.is_empty());
    found.next().unwrap_or((order[0], Vec::new()))
}

/// Returns the flows from one slice inside of a slice to another, which do not go on from it, the earliest
/// first; at most `max` of those that `wanted` accepts.
pub fn flows_within(
    trace: &Trace,
    slice: SliceId,
    max: usize,
    wanted: impl Fn(FlowId) -> bool,
) -> Vec<FlowId> {
    let inside = inside_of(trace, slice);
    let stays = |flow: FlowId| {
        let [from, to] =
            [Direction::Backward, Direction::Forward].map(|to| other_end(trace, flow, to));
        from != to && is_in(&inside, to) && wanted(flow)
    };
    flows_inside(trace, &inside, Direction::Forward, max, stays)
}

/// Returns the slices inside of a slice, a range for each depth.
fn inside_of(trace: &Trace, slice: SliceId) -> Vec<Range<SliceId>> {
    trace.slices.inside(slice).take(DEPTHS_MAX).collect()
}

fn is_in(inside: &[Range<SliceId>], slice: SliceId) -> bool {
    inside.iter().any(|ids| ids.contains(&slice))
}

/// Returns the flows in a direction of the slices inside of a slice that `is_meant` accepts, the earliest first.
fn flows_inside(
    trace: &Trace,
    inside: &[Range<SliceId>],
    direction: Direction,
    max: usize,
    is_meant: impl Fn(FlowId) -> bool,
) -> Vec<FlowId> {
    let mut found = Vec::new();
    let mut left = BUDGET;
    for ids in inside {
        let flows = match direction {
            Direction::Backward => trace.flows.reaching_any(ids.clone()),
            Direction::Forward => trace.flows.leaving_any(ids.clone()),
        };
        // The flows of a depth are sorted by time, so that the first ones of each depth are enough.
        let flows = flows.iter().copied().take(left);
        left -= flows.len();
        found.extend(flows.filter(|&flow| is_meant(flow)).take(max));
    }
    let near = |flow| other_end(trace, flow, direction.reversed());
    found.sort_by_cached_key(|&flow| (trace.slices.order_key(near(flow)), flow));
    found.truncate(max);
    found
}
