//! Walking flows hop by hop.
//!
//! A hop goes to the far end of the focused flow; where several lead on and
//! none was chosen, a list asks. The trail remembers where one has been.

use super::{UpdateCx, ladder, overlay, select};
use crate::app::command::Command;
use crate::app::hints::label_or_name;
use crate::app::history::Step;
use crate::app::lists;
use crate::app::state::State;
use crate::model::ids::{FlowId, SliceId, ThreadStateId};
use crate::model::trace::Trace;
use crate::query::flows::{self, Direction};
use crate::query::wakeups;
use crate::view::scene::Item;
use crate::view::state::Selection;
use crate::view::text::counted;

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
            follow_wait(state, cx, command == Command::FollowFlowBack);
        }
        _ => {
            let Selection::Slice(slice) = state.view.selection else {
                say_no_slice(state, cx);
                return Step::Jump;
            };
            match command {
                Command::FollowFlow => step(state, cx, slice, Direction::Forward),
                Command::FollowFlowBack => step(state, cx, slice, Direction::Backward),
                Command::NextFlow => turn(state, cx, slice, 1),
                Command::PrevFlow => turn(state, cx, slice, -1),
                Command::Ladder => ladder::open(state, cx, slice),
                Command::Peek => peek(state, cx, slice),
                _ => super::nowhere(state, command),
            }
        }
    }
    Step::Jump
}

/// Says that flows are those of slices, and where to find some.
fn say_no_slice(state: &mut State, cx: &UpdateCx<'_>) {
    if cx.trace.flows.is_empty() {
        let so_far = lists::so_far(cx.trace);
        state.say(format!("the trace holds no flows{so_far}"));
        return;
    }
    let list = label_or_name(cx.keymap, Command::SlowFlows);
    state.say(match list {
        list if list.is_empty() => "select a slice to see its flows".to_owned(),
        list => format!("select a slice to see its flows; {list} lists the slowest"),
    });
}

/// Goes along the wait for a CPU that the selected thread state is about: back to what the waker
/// was doing, or to who took the CPU, or on to when the thread ran.
fn follow_wait(state: &mut State, cx: &UpdateCx<'_>, back: bool) {
    let trace = cx.trace;
    let (here, on_cpu) = match state.view.selection {
        Selection::State(id) => (Some(id), false),
        Selection::Sched(id) => (wakeups::running(trace, id), true),
        _ => (None, false),
    };
    let there = match (here, back) {
        (Some(here), true) => before_wait(trace, here),
        (Some(here), false) => after_wait(trace, here),
        (None, _) => Err("the trace does not say in which state the thread was"),
    };
    match there {
        // On CPU tracks one stays on CPU tracks.
        Ok(Item::State(there)) if on_cpu => {
            let stay = wakeups::stay(trace, there);
            select::go_to_item(state, cx, stay.map_or(Item::State(there), Item::Sched));
        }
        Ok(there) => select::go_to_item(state, cx, there),
        Err(why) => state.say(why),
    }
}

/// Returns what the waker was doing, or who took the CPU from the thread, else why that is unknown.
fn before_wait(trace: &Trace, state: ThreadStateId) -> Result<Item, &'static str> {
    if let Some(wakeup) = wakeups::of_state(trace, state) {
        let did = wakeup.waker_state.map(Item::State);
        return did.ok_or(if wakeup.irq {
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
    Err(if is_preempted {
        "the trace does not say who preempted this thread"
    } else {
        "the trace does not say who woke this thread"
    })
}

/// Returns the run that a wait leads to, else why there is none. A run that lost its CPU leads on
/// to the next.
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
        ([], _) => say_none(state, cx, slice, direction),
        (_, Some(flow)) | (&[flow], None) => follow(state, cx, flow, direction),
        _ => overlay::pick_flow(state, cx, &all, direction),
    }
}

/// Says that no flow goes on from a slice, and which key goes back along one, or lists others.
fn say_none(state: &mut State, cx: &UpdateCx<'_>, slice: SliceId, direction: Direction) {
    let (none, back, way) = match direction {
        Direction::Forward => ("no flow leaves this slice", Command::FollowFlowBack, "back"),
        Direction::Backward => ("no flow reaches this slice", Command::FollowFlow, "on"),
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
        let list = label_or_name(cx.keymap, Command::SlowFlows);
        (list, "lists the slowest".to_owned())
    };
    let so_far = lists::so_far(cx.trace);
    state.say(if keys.is_empty() || cx.trace.flows.is_empty() {
        format!("{none}{so_far}")
    } else {
        format!("{none}{so_far}; {keys} {what}")
    });
}

/// Returns how many flows of a slice in a direction are of categories that are not shown.
fn n_off(state: &State, cx: &UpdateCx<'_>, slice: SliceId, direction: Direction) -> usize {
    let hidden = &state.view.flows.hidden;
    flows::flows_of(cx.trace, slice, direction)
        .filter(|&flow| !hidden.is_empty() && hidden.contains(&flows::category(cx.trace, flow)))
        .take(CHOICES_MAX)
        .count()
}

/// Says of flows why they are not shown, and which key lists their categories.
fn off_words(cx: &UpdateCx<'_>) -> String {
    let off = "of categories that are off";
    match label_or_name(cx.keymap, Command::FlowCategories) {
        key if key.is_empty() => off.to_owned(),
        key => format!("{off}: {key}"),
    }
}

/// Says that a slice has no flows, or none that are shown.
fn say_no_flows(state: &mut State, cx: &UpdateCx<'_>, slice: SliceId) {
    let directions = [Direction::Backward, Direction::Forward];
    let off = directions.map(|to| n_off(state, cx, slice, to));
    state.say(match off.iter().sum() {
        0 => format!("this slice has no flows{}", lists::so_far(cx.trace)),
        n => format!(
            "this slice has {}, {}",
            counted(n, "flow", "flows"),
            off_words(cx)
        ),
    });
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
        say_no_flows(state, cx, slice);
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
    if all.len() == 1 && now == Some(all[0]) {
        state.say("this slice has no other flow");
    }
    state.view.flows.focus = Some(all[next as usize]);
    // The details show the one that is focused.
    state.view.details.rest();
    state.view.flows.shown = true;
}

/// Shows the track at the other end of the focused flow among the pinned rows, for now.
fn peek(state: &mut State, cx: &UpdateCx<'_>, slice: SliceId) {
    let before = state.view.flows.peek.take();
    let trace = cx.trace;
    let rows = cx.rows(state);
    let focus = state.view.flows.focus;
    let forward = visible(state, cx, slice, Direction::Forward);
    let backward = visible(state, cx, slice, Direction::Backward);
    let flows: Vec<FlowId> = focus.into_iter().chain(forward).chain(backward).collect();
    let hidden = flows
        .iter()
        .map(|&flow| {
            let flow = trace.flows.get(flow);
            if flow.from == slice {
                flow.to
            } else {
                flow.from
            }
        })
        .filter_map(|other| {
            Some((
                trace.tree.node_of_track(trace.slices.track_of(other))?,
                other,
            ))
        })
        .find(|&(node, _)| {
            rows.place_of(node)
                .is_none_or(|place| !on_screen(state, cx, &rows, place))
        });
    match hidden {
        // The same again takes it away; what worked on a frame gives way to it.
        Some((node, _)) if before == Some(node) => {}
        Some((node, other)) => {
            state.view.flows.peek = Some(node);
            state.view.flows.peek_slice = Some(other);
            // The rows of the other end take room: this one stays in sight.
            if let Some(own) = trace.tree.node_of_track(trace.slices.track_of(slice)) {
                super::reveal_node(state, cx, own);
            }
        }
        None if before.is_some() => {}
        None if flows.is_empty() => say_no_flows(state, cx, slice),
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
