//! Walking flows hop by hop.
//!
//! A hop goes to the far end of the focused flow; where several lead on and
//! none was chosen, a list asks. The trail remembers where one has been.

use super::{UpdateCx, ladder, overlay, select};
use crate::app::command::Command;
use crate::app::history::Step;
use crate::app::state::State;
use crate::model::ids::{FlowId, SliceId};
use crate::query::flows::{self, Direction};
use crate::query::wakeups;
use crate::view::scene::Item;
use crate::view::state::Selection;

/// More hops than fit on a screen.
const DEPTH_MAX: u8 = 9;

/// More flows of one slice than anybody chooses from.
const CHOICES_MAX: usize = 1_000;

pub(super) fn update(state: &mut State, command: Command, cx: &UpdateCx<'_>) -> Step {
    match command {
        Command::WidenFlows => deepen(state, 1),
        Command::NarrowFlows => deepen(state, -1),
        Command::FlowCategories => overlay::categories(state, cx),
        Command::SlowFlows => overlay::slow_flows(state, cx),
        Command::FollowFlow | Command::FollowFlowBack
            if matches!(
                state.view.selection,
                Selection::State(_) | Selection::Sched(_)
            ) =>
        {
            follow_wakeup(state, cx, command == Command::FollowFlowBack);
        }
        _ => {
            let Selection::Slice(slice) = state.view.selection else {
                state.say("select a slice to see its flows");
                return Step::Jump;
            };
            match command {
                Command::FollowFlow => step(state, cx, slice, Direction::Forward),
                Command::FollowFlowBack => step(state, cx, slice, Direction::Backward),
                Command::NextFlow => turn(state, cx, slice, 1),
                Command::PrevFlow => turn(state, cx, slice, -1),
                Command::Ladder => ladder::open(state, cx, slice),
                Command::Peek => peek(state, cx, slice),
                _ => {}
            }
        }
    }
    Step::Jump
}

/// Goes along the wake-up of the selected thread state: back to what the waker was doing, or on to
/// when the thread ran.
fn follow_wakeup(state: &mut State, cx: &UpdateCx<'_>, back: bool) {
    let trace = cx.trace;
    let (wakeup, here) = match state.view.selection {
        Selection::State(id) => (wakeups::of_state(trace, id), Some(id)),
        Selection::Sched(id) => {
            let row = trace.sched.sched_row(id);
            let here = trace.sched.state_at(row.utid, row.ts);
            (wakeups::of_sched(trace, id), here)
        }
        _ => return,
    };
    let Some(wakeup) = wakeup else {
        state.say("the trace does not say who woke this thread");
        return;
    };
    let there = if back {
        wakeup.waker_state
    } else {
        wakeup.running
    };
    let Some(there) = there.filter(|&there| back || Some(there) != here) else {
        state.say(if back {
            "the trace does not say what the waker was doing"
        } else {
            "the wake-up leads to this run: [ goes to the waker"
        });
        return;
    };
    // On CPU tracks one stays on CPU tracks.
    let stay = match state.view.selection {
        Selection::Sched(_) => wakeups::stay(trace, there),
        _ => None,
    };
    let item = stay.map_or(Item::State(there), Item::Sched);
    select::go_to_item(state, cx, item);
}

fn deepen(state: &mut State, by: i8) {
    let flows = &mut state.view.flows;
    flows.depth = flows.depth.saturating_add_signed(by).min(DEPTH_MAX);
    flows.shown = flows.depth > 0;
    let depth = flows.depth;
    match depth {
        0 => state.say("flows are not shown"),
        1 => state.say("direct flows only"),
        _ => state.say(format!("flows up to {depth} hops")),
    }
}

/// Returns the flows of a slice in a direction whose category is shown, as many as one may want to
/// choose from.
pub(super) fn visible(
    state: &State,
    cx: &UpdateCx<'_>,
    slice: SliceId,
    direction: Direction,
) -> Vec<FlowId> {
    let hidden = &state.view.flows.hidden;
    flows::flows_of(cx.trace, slice, direction)
        .filter(|&flow| hidden.is_empty() || !hidden.contains(&flows::category(cx.trace, flow)))
        .take(CHOICES_MAX)
        .collect()
}

/// Goes along the focused flow; where several lead on and none was chosen, asks which.
fn step(state: &mut State, cx: &UpdateCx<'_>, slice: SliceId, direction: Direction) {
    let all = visible(state, cx, slice, direction);
    let focus = state.view.flows.focus.filter(|focus| all.contains(focus));
    match (all.as_slice(), focus) {
        ([], _) => state.say(match direction {
            Direction::Forward => "no flow leaves this slice",
            Direction::Backward => "no flow reaches this slice",
        }),
        (_, Some(flow)) | (&[flow], None) => follow(state, cx, flow, direction),
        _ => overlay::pick_flow(state, cx, &all, direction),
    }
}

/// Goes to the far end of a flow and adds it to the trail.
pub(super) fn follow(state: &mut State, cx: &UpdateCx<'_>, flow: FlowId, direction: Direction) {
    let to = flows::other_end(cx.trace, flow, direction);
    if let Selection::Slice(from) = state.view.selection {
        walk(state, cx, &[from, to]);
    }
    select::select_slice(state, cx, to);
}

/// Adds hops to the trail: from each of some slices to the one after it.
pub(super) fn walk(state: &mut State, cx: &UpdateCx<'_>, slices: &[SliceId]) {
    let &[from, _, ..] = slices else { return };
    let flows = &mut state.view.flows;
    // A trail that ends elsewhere does not go on from here.
    if !flows.has_led_to(cx.trace, from) {
        flows.trail.clear();
    }
    let trail = &mut flows.trail;
    for &slice in slices {
        // Going back over a hop shortens the trail.
        match trail.iter().position(|&other| other == slice) {
            Some(place) => trail.truncate(place + 1),
            None => trail.push(slice),
        }
    }
}

/// Focuses another flow of the slice: those that leave it after those that reach it.
fn turn(state: &mut State, cx: &UpdateCx<'_>, slice: SliceId, by: isize) {
    let mut all = visible(state, cx, slice, Direction::Backward);
    all.extend(visible(state, cx, slice, Direction::Forward));
    if all.is_empty() {
        state.say("this slice has no flows");
        return;
    }
    let now = state.view.flows.focus;
    let place = now.and_then(|focus| all.iter().position(|&flow| flow == focus));
    let len = all.len() as isize;
    let next = match place {
        Some(place) => (place as isize + by).rem_euclid(len),
        None if by > 0 => 0,
        None => len - 1,
    };
    state.view.flows.focus = Some(all[next as usize]);
    state.view.flows.shown = true;
}

/// Shows the track at the other end of the focused flow among the pinned rows, for now.
fn peek(state: &mut State, cx: &UpdateCx<'_>, slice: SliceId) {
    if state.view.flows.peek.take().is_some() {
        return;
    }
    let trace = cx.trace;
    let rows = cx.rows(state);
    let focus = state.view.flows.focus;
    let forward = visible(state, cx, slice, Direction::Forward);
    let backward = visible(state, cx, slice, Direction::Backward);
    let flows = focus.into_iter().chain(forward).chain(backward);
    let hidden = flows
        .map(|flow| {
            let flow = trace.flows.get(flow);
            if flow.from == slice {
                flow.to
            } else {
                flow.from
            }
        })
        .filter_map(|other| trace.tree.node_of_track(trace.slices.track_of(other)))
        .find(|&node| {
            rows.place_of(node)
                .is_none_or(|place| !on_screen(state, cx, &rows, place))
        });
    match hidden {
        Some(node) => {
            state.view.flows.peek = Some(node);
            // The rows of the other end take room: this one stays in sight.
            if let Some(own) = trace.tree.node_of_track(trace.slices.track_of(slice)) {
                super::reveal_node(state, cx, own);
            }
        }
        None => state.say("both ends of its flows are on the screen"),
    }
}

fn on_screen(
    state: &State,
    cx: &UpdateCx<'_>,
    rows: &crate::view::rows::Rows,
    place: usize,
) -> bool {
    let room = super::move_::room(state, cx, rows);
    let row = &rows.rows[place];
    row.top >= state.view.scroll && row.top < state.view.scroll + room
}
