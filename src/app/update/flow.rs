//! Walking flows hop by hop.
//!
//! A hop goes to the far end of the focused flow. If there are several flows and none was chosen, a list asks
//! which one to follow. The trail remembers the slices of the way.

use super::{UpdateCx, ladder, overlay, select};
use crate::app::command::Command;
use crate::app::command::family::Flows;
use crate::app::hints::label_or_name;
use crate::app::layer::source::Entry;
use crate::app::layer::{Act, LayerKind};
use crate::app::lists;
use crate::app::state::State;
use crate::model::ids::{FlowId, NodeId, SliceId, ThreadStateId};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::query::flows::nested::{flows_within, nested_flows};
use crate::query::flows::{self, Direction, Turn};
use crate::query::wakeups;
use crate::view::arrows;
use crate::view::ladder::slice_name;
use crate::view::scene::Item;
use crate::view::state::Selection;
use crate::view::text::{clean, counted, grouped};
use crate::view::time::signed;

/// The greatest depth of flows that keys set; more hops don't fit on a screen.
const DEPTH_MAX: u8 = 9;

/// The most flows of one slice that are listed; nobody chooses from more.
const CHOICES_MAX: usize = 1_000;

pub(super) fn update(state: &mut State, command: Flows, cx: &UpdateCx) {
    match command {
        Flows::WidenFlows => deepen(state, cx, 1),
        Flows::NarrowFlows => deepen(state, cx, -1),
        Flows::FlowCategories => overlay::categories(state, cx),
        Flows::SlowFlows => overlay::slow_flows(state, cx),
        Flows::FollowFlow => go_along(state, cx, Direction::Forward),
        Flows::FollowFlowBack => go_along(state, cx, Direction::Backward),
        Flows::NextFlow if is_ladder(state) => ladder::branch(state, cx, Turn::Next),
        Flows::PrevFlow if is_ladder(state) => ladder::branch(state, cx, Turn::Prev),
        Flows::NextFlow => of_slice(state, cx, |state, slice| turn(state, cx, slice, Turn::Next)),
        Flows::PrevFlow => of_slice(state, cx, |state, slice| turn(state, cx, slice, Turn::Prev)),
        Flows::Ladder => of_slice(state, cx, |state, slice| ladder::open(state, cx, slice)),
        Flows::Peek if is_scheduling(state) => peek_waker(state, cx),
        Flows::Peek => of_slice(state, cx, |state, slice| peek(state, cx, slice)),
    }
}

/// Shows what the key for that shows of the selection for now.
pub fn peek_again(state: &mut State, cx: &UpdateCx) {
    update(state, Flows::Peek, cx);
}

/// Follows a flow of the selected slice, or the wake-up of the selected thread state.
fn go_along(state: &mut State, cx: &UpdateCx, direction: Direction) {
    if is_ladder(state) {
        ladder::go_along(state, cx, direction);
    } else if is_scheduling(state) {
        follow_wait(state, cx, direction == Direction::Backward);
    } else {
        of_slice(state, cx, |state, slice| step(state, cx, slice, direction));
    }
}

fn is_ladder(state: &State) -> bool {
    matches!(state.top_kind(), Some(LayerKind::Ladder(_)))
}

/// Returns whether a state or a stay on a CPU is selected; these have wake-ups instead of flows.
fn is_scheduling(state: &State) -> bool {
    matches!(
        state.view.selection,
        Selection::State(_) | Selection::Sched(_)
    )
}

/// Calls `what` with the selected slice; without one, a message says so.
fn of_slice(state: &mut State, cx: &UpdateCx, what: impl FnOnce(&mut State, SliceId)) {
    match state.view.selection {
        Selection::Slice(slice) => what(state, slice),
        _ => say_no_slice(state, cx),
    }
}

/// Says that the trace has no flows.
fn say_none_in_trace(state: &mut State, cx: &UpdateCx) {
    let so_far = lists::so_far(&cx.trace);
    state.say(format!("this trace has no flows{so_far}"));
}

/// Says that only slices have flows, and where to find some.
fn say_no_slice(state: &mut State, cx: &UpdateCx) {
    if is_scheduling(state) {
        let keys = [Command::FollowFlowBack, Command::FollowFlow].map(|it| cx.keymap.label(it));
        state.say(match keys.join(" ").trim() {
            "" => "flows belong to slices".to_owned(),
            keys => format!("flows belong to slices; {keys} go along the wake-up"),
        });
        return;
    }
    if cx.trace.flows.is_empty() {
        say_none_in_trace(state, cx);
        return;
    }
    let list = label_or_name(&cx.keymap, Command::SlowFlows);
    state.say(match list {
        list if list.is_empty() => "select a slice to see its flows".to_owned(),
        list => format!("select a slice to see its flows; {list} lists the slowest"),
    });
}

/// Follows the wait for a CPU that ends or begins with the selected thread state. Back leads to what the
/// waker was doing or to who took the CPU; forward leads to the next run, and from a run also to the threads
/// that it woke.
fn follow_wait(state: &mut State, cx: &UpdateCx, back: bool) {
    let trace = &cx.trace;
    let Some(here) = state_of_selection(state, cx) else {
        state.say(NO_STATE);
        return;
    };
    let (there, woken) = if back {
        (before_wait(trace, here), Vec::new())
    } else {
        (after_wait(trace, here), wakeups::woken_by(trace, here).0)
    };
    let run = |wait| wakeups::wait_of(trace, wait).and_then(|wait| wait.running);
    let run = |wait| on_its_track(state, cx, Item::State(run(wait).unwrap_or(wait)));
    match (there, woken.as_slice()) {
        (Ok(there), []) => {
            let there = on_its_track(state, cx, there);
            select::go_to_item(state, cx, there);
        }
        (Err(_), &[only]) => {
            let there = run(only);
            select::go_to_item(state, cx, there);
        }
        (Err(why), []) => state.say(why),
        (there, woken) => {
            let start = trace.sched.state_row(here);
            let entry = |of: ThreadStateId, item: Item, note: String| {
                let utid = trace.sched.state_row(of).utid;
                let name = clean(&trace.thread_title(utid)).into_owned();
                Entry::listed(name, note, Act::Item(item))
            };
            let itself = there.ok().map(|item| {
                let item = on_its_track(state, cx, item);
                entry(here, item, "runs again".to_owned())
            });
            let woken = woken.iter().map(|&wait| {
                let ts = trace.sched.state_row(wait).ts;
                let after = signed(ts.ns().saturating_sub(start.ts.ns()));
                entry(wait, run(wait), format!("woken {after}"))
            });
            let entries = itself.into_iter().chain(woken).collect();
            let title = "where this run leads";
            overlay::choices(state, cx, LayerKind::FlowPick, title, entries);
        }
    }
}

const NO_STATE: &str = "the trace does not say in which state the thread was";

/// Returns the selected thread state, or the state of the selected stay on a CPU.
fn state_of_selection(state: &State, cx: &UpdateCx) -> Option<ThreadStateId> {
    match state.view.selection {
        Selection::State(id) => Some(id),
        Selection::Sched(id) => wakeups::running(&cx.trace, id),
        _ => None,
    }
}

/// Returns the stay on a CPU of a state if a stay is selected, so that one remains on the CPU tracks.
fn on_its_track(state: &State, cx: &UpdateCx, item: Item) -> Item {
    match (&state.view.selection, item) {
        (Selection::Sched(_), Item::State(there)) => {
            wakeups::stay(&cx.trace, there).map_or(item, Item::Sched)
        }
        _ => item,
    }
}

/// Pins for now the track of who woke the thread or took its CPU; if that is pinned already, removes it.
fn peek_waker(state: &mut State, cx: &UpdateCx) {
    let before = state.view.flows.peek.take();
    let sched = &cx.trace.sched;
    let there = match state_of_selection(state, cx) {
        Some(here) => before_wait(&cx.trace, here).map(|there| on_its_track(state, cx, there)),
        None => Err(NO_STATE),
    };
    let kind = match there {
        Ok(Item::State(id)) => Ok(NodeKind::ThreadStates(sched.state_row(id).utid)),
        Ok(Item::Sched(id)) => Ok(NodeKind::CpuSched(sched.sched_row(id).cpu)),
        Ok(_) => Err(NO_STATE),
        Err(why) => Err(why),
    };
    let node = kind.map(|kind| cx.trace.tree.find(&kind));
    let rows = cx.rows(state);
    match node {
        Err(why) => state.say(why),
        Ok(None) => state.say("it has no track"),
        // The second press of the key removes the track.
        Ok(node) if before.is_some() && before == node => {}
        Ok(Some(node)) => match rows.place_of(node) {
            Some(place) if on_screen(state, cx, &rows, place) => {
                state.say("the track that this leads back to is on the screen");
            }
            _ => {
                state.view.flows.peek_slice = None;
                show_beside(state, cx, node);
            }
        },
    }
}

/// Returns what the waker was doing or who took the CPU from the thread, otherwise why that is unknown.
fn before_wait(trace: &Trace, state: ThreadStateId) -> Result<Item, &'static str> {
    if let Some(wakeup) = wakeups::of_state(trace, state) {
        let did = wakeup.waker_state.map(Item::State);
        // The idle thread wakes nobody: what came was an interrupt.
        return did.ok_or(if wakeup.irq || trace.processes.is_idle(wakeup.waker) {
            "an interrupt woke this thread"
        } else {
            "the trace does not say what the waker was doing"
        });
    }
    let wait = wakeups::wait_of(trace, state);
    if let Some(by) = wait.and_then(|wait| wait.taken_by) {
        return Ok(Item::Sched(by));
    }
    let is_preempted = wait.is_some_and(|wait| wakeups::is_preempted(trace, &wait));
    let is_last = trace.sched.state_row(state).dur.is_none() && !wakeups::is_running(trace, state);
    Err(if is_preempted {
        "the trace does not say who preempted this thread"
    } else if is_last && wait.is_none() {
        "nobody woke this thread before the trace ended"
    } else {
        "the trace does not say who woke this thread"
    })
}

/// Returns the run that a wait leads to, otherwise why there is none. From a run that lost its CPU, the wait
/// after it leads to the next run.
fn after_wait(trace: &Trace, state: ThreadStateId) -> Result<Item, &'static str> {
    let wait = wakeups::wait_after(trace, state).or_else(|| wakeups::wait_of(trace, state));
    let wait = wait.ok_or("this leads to no wait for a CPU")?;
    match wait.running {
        None => Err("the trace does not show the thread run again"),
        Some(run) if run != state => Ok(Item::State(run)),
        Some(_) => Err(match (wakeups::of_state(trace, state), wait.taken_by) {
            (Some(wakeup), _) if wakeup.waker_state.is_none() => "the wake-up leads to this run",
            (Some(_), _) => "the wake-up leads to this run: [ goes to the waker",
            (None, Some(_)) => "the wait leads to this run: [ goes to who took the CPU",
            (None, None) => "the wait leads to this run",
        }),
    }
}

fn deepen(state: &mut State, cx: &UpdateCx, by: i8) {
    if cx.trace.flows.is_empty() {
        say_none_in_trace(state, cx);
        return;
    }
    let flows = &mut state.view.flows;
    // `--flows` may have set a greater depth.
    let most = flows.depth.max(DEPTH_MAX);
    let before = flows.depth;
    flows.depth = flows.depth.saturating_add_signed(by).min(most);
    flows.shown = flows.depth > 0;
    let depth = flows.depth;
    match depth {
        _ if by > 0 && depth == before => {
            state.say(format!("flows up to {depth} hops, the most that keys set"));
        }
        0 => state.say("flows are not shown"),
        1 => state.say("direct flows only"),
        _ => state.say(format!("flows up to {depth} hops")),
    }
}

/// Returns the visible flows of a slice in one direction: if they are more than [`CHOICES_MAX`], the first, and
/// the one that keys go along.
pub(super) fn visible(
    state: &State,
    cx: &UpdateCx,
    slice: SliceId,
    direction: Direction,
) -> Vec<FlowId> {
    let all = flows::flows_of(&cx.trace, slice, direction);
    let shown = all.filter(|&flow| !state.view.flows.is_off(&cx.trace, flow));
    let mut found: Vec<FlowId> = shown.take(CHOICES_MAX).collect();
    if found.len() == CHOICES_MAX {
        let focus = arrows::focus(&cx.trace, &state.view, slice);
        let is_of =
            |&flow: &FlowId| flows::other_end(&cx.trace, flow, direction.reversed()) == slice;
        let focus = focus.filter(is_of).filter(|focus| !found.contains(focus));
        if let (Some(focus), Some(last)) = (focus, found.last_mut()) {
            *last = focus;
        }
    }
    found
}

/// Follows the focused flow; if there are several and none is focused, asks which.
fn step(state: &mut State, cx: &UpdateCx, slice: SliceId, direction: Direction) {
    let all = visible(state, cx, slice, direction);
    let flows = &state.view.flows;
    let focus = flows.focus.filter(|focus| all.contains(focus));
    let focus = focus.or_else(|| flows.walked.filter(|walked| all.contains(walked)));
    let thick = arrows::focus(&cx.trace, &state.view, slice);
    match (flows::joined(&cx.trace, &all, thick).as_slice(), focus) {
        ([], _) => step_nested(state, cx, slice, direction),
        (_, Some(flow)) | (&[(flow, _)], None) => follow(state, cx, flow, direction),
        _ => {
            let title = match direction {
                Direction::Forward => "flows that leave this slice",
                Direction::Backward => "flows that reach this slice",
            };
            let title = match flows::n_of(&cx.trace, slice, direction) {
                n if all.len() == CHOICES_MAX && n > CHOICES_MAX => {
                    let [listed, n] = [all.len(), n].map(|n| grouped(n as u64));
                    format!("{listed} of {n} {title}")
                }
                _ => title.to_owned(),
            };
            overlay::pick_flow(state, cx, (slice, &all), direction, &title);
        }
    }
}

/// Follows a flow of a slice inside of this one, which has none, or around it; if there are several, asks which.
fn step_nested(state: &mut State, cx: &UpdateCx, slice: SliceId, direction: Direction) {
    if n_off(state, cx, slice, direction) > 0 {
        say_none(state, cx, slice, direction);
        return;
    }
    let shown = &state.view.flows;
    let is_shown = |flow| !shown.is_off(&cx.trace, flow);
    let (nesting, all) = nested_flows(&cx.trace, slice, direction, CHOICES_MAX, is_shown);
    let walked = state.view.flows.walked.filter(|flow| all.contains(flow));
    let does = match direction {
        Direction::Forward => "leave",
        Direction::Backward => "reach",
    };
    match (all.as_slice(), walked) {
        ([], _) => match flows_within(&cx.trace, slice, CHOICES_MAX, is_shown).as_slice() {
            [] => say_none(state, cx, slice, direction),
            // They do not go on, so that nobody is taken along one unasked.
            within => {
                let title = format!("{}; these stay inside it", none_of(direction));
                overlay::pick_flow(state, cx, (slice, within), direction, &title);
            }
        },
        (_, Some(flow)) | (&[flow], None) => {
            let near = flows::other_end(&cx.trace, flow, direction.reversed());
            let [near, here] = [near, slice].map(|slice| slice_name(&cx.trace, slice));
            follow(state, cx, flow, direction);
            state.say(format!("along a flow of {near}, {} {here}", nesting.word()));
        }
        _ => {
            let title = format!("flows that {does} slices {} this one", nesting.word());
            overlay::pick_flow(state, cx, (slice, &all), direction, &title);
        }
    }
}

const fn none_of(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "no flow leaves this slice",
        Direction::Backward => "no flow reaches this slice",
    }
}

/// Says that no flow goes on from a slice, and names a key that follows one the other way or lists some.
fn say_none(state: &mut State, cx: &UpdateCx, slice: SliceId, direction: Direction) {
    let none = none_of(direction);
    let (back, way) = match direction {
        Direction::Forward => (Command::FollowFlowBack, "back"),
        Direction::Backward => (Command::FollowFlow, "on"),
    };
    let off = n_off(state, cx, slice, direction);
    if off > 0 {
        let flows = match direction {
            Direction::Forward => counted(off, "flow leaves", "flows leave"),
            Direction::Backward => counted(off, "flow reaches", "flows reach"),
        };
        let off = off_words(cx);
        state.say(format!("{flows} this slice, {off}"));
        return;
    }
    let has_others = !visible(state, cx, slice, direction.reversed()).is_empty();
    let (keys, what) = if has_others {
        (cx.keymap.label(back), format!("goes {way} along one"))
    } else {
        let list = label_or_name(&cx.keymap, Command::SlowFlows);
        (list, "lists the slowest".to_owned())
    };
    let so_far = lists::so_far(&cx.trace);
    state.say(if keys.is_empty() || cx.trace.flows.is_empty() {
        format!("{none}{so_far}")
    } else {
        format!("{none}{so_far}; {keys} {what}")
    });
}

/// Returns how many flows of a slice in one direction are hidden with their categories.
pub(super) fn n_off(state: &State, cx: &UpdateCx, slice: SliceId, direction: Direction) -> usize {
    flows::flows_of(&cx.trace, slice, direction)
        .filter(|&flow| state.view.flows.is_off(&cx.trace, flow))
        .take(CHOICES_MAX)
        .count()
}

/// Returns the words for flows of hidden categories, with the key that lists the categories.
pub(super) fn off_words(cx: &UpdateCx) -> String {
    let off = "of categories that are off";
    match label_or_name(&cx.keymap, Command::FlowCategories) {
        key if key.is_empty() => off.to_owned(),
        key => format!("{off}: {key}"),
    }
}

/// Returns whether flows of a slice are hidden with their categories.
pub(super) fn has_off(state: &State, cx: &UpdateCx, slice: SliceId) -> bool {
    let ways = [Direction::Backward, Direction::Forward];
    ways.into_iter().any(|to| n_off(state, cx, slice, to) > 0)
}

/// Says that a slice has no flows, or only hidden ones.
pub(super) fn say_no_flows(state: &mut State, cx: &UpdateCx, slice: SliceId) {
    let directions = [Direction::Backward, Direction::Forward];
    let off = directions.map(|to| n_off(state, cx, slice, to));
    state.say(match off.iter().sum() {
        0 => format!("this slice has no flows{}", lists::so_far(&cx.trace)),
        n => format!(
            "this slice has {}, {}",
            counted(n, "flow", "flows"),
            off_words(cx)
        ),
    });
}

/// Goes to the far end of a flow and adds it to the trail.
pub(super) fn follow(state: &mut State, cx: &UpdateCx, flow: FlowId, direction: Direction) {
    let to = flows::other_end(&cx.trace, flow, direction);
    // A flow of a slice that is nested with the selected one leaves from there.
    let from = flows::other_end(&cx.trace, flow, direction.reversed());
    walk(state, cx, &[from, to]);
    state.view.flows.walked = Some(flow);
    select::select_slice(state, cx, to);
}

/// Goes to an item of the details; if flows lead to it, they are added to the trail.
pub(super) fn go_to_listed(state: &mut State, cx: &UpdateCx, item: Item) {
    if let (Selection::Slice(from), Item::Slice(to)) = (&state.view.selection, item) {
        let depth = u32::from(state.view.flows.depth.max(1));
        let way = flows::way(&cx.trace, *from, to, depth);
        walk(state, cx, &way);
    }
    select::go_to_item(state, cx, item);
}

/// Adds hops to the trail, along slices each of which a flow connects to the next.
pub(super) fn walk(state: &mut State, cx: &UpdateCx, slices: &[SliceId]) {
    let &[from, _, ..] = slices else { return };
    let flows = &mut state.view.flows;
    // The trail ends at another slice, so a new one begins.
    if !flows.has_led_to(&cx.trace, from) {
        flows.trail.clear();
    }
    let trail = &mut flows.trail;
    for &slice in slices {
        // A hop back to a slice of the trail shortens it.
        match trail.iter().position(|&other| other == slice) {
            Some(place) => trail.truncate(place + 1),
            None => trail.push(slice),
        }
    }
    if let [.., before, last] = *slices {
        flows.walked = flows::between(&cx.trace, before, last);
    }
}

/// Focuses the next or previous flow of the slice; the flows into it come before those out of it.
fn turn(state: &mut State, cx: &UpdateCx, slice: SliceId, turn: Turn) {
    let ways = [Direction::Backward, Direction::Forward];
    let now = arrows::focus(&cx.trace, &state.view, slice);
    let is_shown = |flow| !state.view.flows.is_off(&cx.trace, flow);
    let Some(next) = flows::turned(&cx.trace, slice, &ways, now, turn, is_shown) else {
        say_no_flows(state, cx, slice);
        return;
    };
    if now == Some(next) {
        let mut all = ways
            .iter()
            .flat_map(|&way| flows::flows_of(&cx.trace, slice, way));
        state.say(if all.nth(1).is_some() {
            "no other flow of this slice is of a category that is on"
        } else {
            "this slice has no other flow"
        });
    }
    state.view.flows.focus = Some(next);
    // The details scroll to the focused flow.
    state.view.details.rest();
    state.view.flows.show();
}

/// Pins for now the track at the other end of the focused flow. If that track is on the screen already, and
/// the user has not chosen the flow, focuses another flow whose other end is not on the screen.
fn peek(state: &mut State, cx: &UpdateCx, slice: SliceId) {
    let before = state.view.flows.peek.take();
    let trace = &cx.trace;
    let rows = cx.rows(state);
    let mut flows = visible(state, cx, slice, Direction::Forward);
    flows.extend(visible(state, cx, slice, Direction::Backward));
    let focus = arrows::focus(trace, &state.view, slice).filter(|focus| flows.contains(focus));
    let is_chosen = focus.is_some() && focus == state.view.flows.focus;
    let others = flows.iter().copied().filter(|_| !is_chosen);
    let hidden = focus
        .into_iter()
        .chain(others)
        .map(|flow| {
            let ends = trace.flows.get(flow);
            let other = if ends.from == slice {
                ends.to
            } else {
                ends.from
            };
            (flow, other)
        })
        .filter_map(|(flow, other)| {
            let track = trace.slices.track_of(other);
            Some((flow, trace.tree.node_of_track(track)?, other))
        })
        .find(|&(_, node, _)| {
            rows.place_of(node)
                .is_none_or(|place| !on_screen(state, cx, &rows, place))
        });
    match hidden {
        // A second press of the key removes the track; a track from the press before is replaced.
        Some((_, node, _)) if before == Some(node) => {}
        Some((flow, node, other)) => {
            if focus != Some(flow) {
                state.view.flows.focus = Some(flow);
            }
            state.view.flows.peek_slice = Some(other);
            show_beside(state, cx, node);
        }
        None if before.is_some() => {}
        None if flows.is_empty() => say_no_flows(state, cx, slice),
        None if is_chosen => state.say("both ends of this flow are on the screen"),
        None => state.say("both ends of its flows are on the screen"),
    }
}

/// Pins a track for now. As its rows take room, the selected item is scrolled into sight again.
fn show_beside(state: &mut State, cx: &UpdateCx, node: NodeId) {
    state.view.flows.peek = Some(node);
    if let Some(own) = state.view.selection.node(&cx.trace) {
        super::reveal_node(state, cx, own);
    }
}

/// Goes to the far end of the flow whose arrow was clicked. If the track of that end is out of sight, pins
/// the track instead.
pub(super) fn click(state: &mut State, cx: &UpdateCx, flow: FlowId) {
    let (trace, Selection::Slice(slice)) = (&cx.trace, &state.view.selection) else {
        return;
    };
    let ends = trace.flows.get(flow);
    let depth = u32::from(state.view.flows.depth.max(1));
    // Of both ends, the one farther from the selection is the far end.
    let ways = [ends.from, ends.to].map(|end| flows::way(trace, *slice, end, depth));
    let [back, on] = &ways;
    let way = if back.len() > on.len() { back } else { on };
    let Some(&far) = way.last() else { return };
    let rows = cx.rows(state);
    let node = trace.tree.node_of_track(trace.slices.track_of(far));
    let place = node.and_then(|node| rows.place_of(node));
    if let (Some(node), Some(place)) = (node, place)
        && !on_screen(state, cx, &rows, place)
    {
        state.view.flows.focus = Some(flow);
        state.view.flows.peek_slice = Some(far);
        show_beside(state, cx, node);
        return;
    }
    walk(state, cx, way);
    select::select_slice(state, cx, far);
}

fn on_screen(state: &State, cx: &UpdateCx, rows: &crate::view::rows::Rows, place: usize) -> bool {
    let room = super::move_::room(state, cx, rows);
    let row = &rows.rows[place];
    row.top >= state.view.scroll && row.top < state.view.scroll + room
}

#[cfg(test)]
mod tests;
