//! Flows into and out of the selected slice: what is at their other end, where that is, how long
//! each took, its category, and how many hops away it is.

use std::ops::Range;

use super::super::arrows;
use super::super::cx::Cx;
use super::super::ladder::{delay, name_and};
use super::super::pane::Pane;
use super::super::scene::{Item, Role, Text};
use super::super::state::Tab;
use super::super::text;
use crate::model::ids::{FlowId, SliceId};
use crate::model::track::Scope;
use crate::query::flows::nested::{flows_within, nested_flows};
use crate::query::flows::{self, Direction, Hop, Limits, WalkEnd};

/// More flows than this are counted only, but for the one that keys go along.
pub const FLOWS_LISTED: usize = 400;

/// More flows of slices around the selected one or inside of it are not listed.
const NESTED_MAX: usize = 20;

/// From this width on a flow takes one line, else two.
const ONE_LINE: u16 = 70;

/// Fills the block of flows.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane) {
    let Some(id) = cx.selected else { return };
    let [n_in, n_out] =
        [Direction::Backward, Direction::Forward].map(|way| flows::n_of(cx.trace, id, way));
    let n_lost = cx.trace.flows.n_unfinished_at(id);
    let n_self = cx.trace.flows.reaching(id).len() - n_in;
    if n_in == 0 && n_out == 0 && n_lost == 0 {
        nested(cx, pane, id, &[Direction::Backward, Direction::Forward]);
        to_itself(pane, n_self);
        return;
    }
    let limits = Limits {
        depth: u32::from(cx.state.flows.depth.max(1)),
        budget: FLOWS_LISTED,
    };
    let mut walk = flows::walk(cx.trace, id, limits);
    head(cx, pane, n_in, n_out);
    pane.hold();
    let focus = arrows::focus(cx.trace, cx.state, id);
    let n_nearest = walk.hops.len() as u64;
    // The flow that keys go along is listed, however many there are.
    if let Some(flow) = focus.filter(|&focus| walk.hops.iter().all(|hop| hop.flow != focus)) {
        let is_out = cx.trace.flows.get(flow).from == id;
        let direction = if is_out {
            Direction::Forward
        } else {
            Direction::Backward
        };
        walk.hops.push(Hop {
            flow,
            direction,
            depth: 1,
        });
    }
    let mut n_hidden = 0_u64;
    let (mut starts, mut focused) = (Vec::new(), None);
    for direction in [Direction::Backward, Direction::Forward] {
        for hop in walk.hops.iter().filter(|hop| hop.direction == direction) {
            if cx.state.flows.is_off(cx.trace, hop.flow) {
                n_hidden += 1;
            } else {
                let is_focused = focus == Some(hop.flow);
                let from = pane.len();
                starts.push(from);
                one(cx, pane, *hop, is_focused);
                if is_focused {
                    focused = Some(from..pane.len());
                }
            }
        }
    }
    if n_lost > 0 {
        let words = text::counted(
            n_lost,
            "flow begins here and never arrives",
            "flows begin here and never arrive",
        );
        pane.text(format!("  {words}"), Role::Warn);
    }
    to_itself(pane, n_self);
    if n_hidden > 0 {
        let words = format!("  {} of categories that are off", text::grouped(n_hidden));
        pane.text(words, Role::Dim);
    }
    if walk.end == WalkEnd::Cut {
        let shown = text::grouped(n_nearest);
        pane.text(
            format!("  … only the nearest {shown} are listed"),
            Role::Dim,
        );
    }
    match (n_in == 0, n_out == 0) {
        (true, false) => nested(cx, pane, id, &[Direction::Backward]),
        (false, true) => nested(cx, pane, id, &[Direction::Forward]),
        _ => {}
    }
    if let Some(lines) = focused {
        keep_whole(cx, pane, lines, &starts);
    }
}

/// Says how many flows lead from the slice to itself, which no key follows.
fn to_itself(pane: &mut Pane, n: usize) {
    if n > 0 {
        let words = text::counted(
            n,
            "flow from this slice to itself",
            "flows from this slice to itself",
        );
        pane.text(format!("  {words}"), Role::Dim);
    }
}

/// Lists the flows of slices around the selected one and inside of it, in directions in which it has none; if
/// there are no such flows, those that stay inside of it.
fn nested(cx: &Cx<'_>, pane: &mut Pane, id: SliceId, directions: &[Direction]) {
    // Beside another tab they would take the place of arguments.
    if cx.state.details.tab != Tab::Flows {
        return;
    }
    let is_shown = |flow| !cx.state.flows.is_off(cx.trace, flow);
    let mut has_some = false;
    for &direction in directions {
        let (nesting, found) = nested_flows(cx.trace, id, direction, NESTED_MAX + 1, is_shown);
        let does = match direction {
            Direction::Backward => "into",
            Direction::Forward => "out of",
        };
        let words = format!("{does} slices {} this one", nesting.word());
        has_some |= !found.is_empty();
        list(cx, pane, &found, direction, &words);
    }
    if !has_some && directions.len() == 2 {
        let found = flows_within(cx.trace, id, NESTED_MAX + 1, is_shown);
        let words = "between slices inside this one";
        list(cx, pane, &found, Direction::Forward, words);
    }
}

/// Lists flows of other slices than the selected one, if there are any.
fn list(cx: &Cx<'_>, pane: &mut Pane, found: &[FlowId], direction: Direction, words: &str) {
    if found.is_empty() {
        return;
    }
    let n = match found.len() {
        n if n > NESTED_MAX => format!("more than {NESTED_MAX}"),
        n => n.to_string(),
    };
    let key = match direction {
        Direction::Backward => 0,
        Direction::Forward => 1,
    };
    let line = pane.line();
    let x = line.put(Text::new(0, "FLOWS", Role::Strong).bold());
    let x = line.put(Text::new(x + 1, format!("{n} {words}"), Role::Dim));
    let key = &cx.state.keys.follow[key];
    if !key.is_empty() {
        line.put(Text::new(x + 3, key.clone(), Role::Accent));
    }
    for &flow in found.iter().take(NESTED_MAX) {
        let hop = Hop {
            flow,
            direction,
            depth: 1,
        };
        one(cx, pane, hop, false);
    }
}

/// Keeps the lines of the focused flow in sight. The lines below the heading begin with the first line of a
/// flow, because the second one would read as a part of the heading.
fn keep_whole(cx: &Cx<'_>, pane: &mut Pane, mut lines: Range<usize>, starts: &[usize]) {
    // The tabs take one line, the heading stays.
    let height = usize::from(cx.details_rows).saturating_sub(1);
    let top = lines.end.saturating_sub(height);
    if top > 0 && !starts.contains(&(top + 1)) {
        lines.end += 1;
        if lines.end > pane.len() {
            pane.line();
        }
    }
    pane.keep_in_sight(lines);
}

fn head(cx: &Cx<'_>, pane: &mut Pane, n_in: usize, n_out: usize) {
    const MOVE: &str = "move";
    let width = pane.width();
    let line = pane.line();
    let x = line.put(Text::new(0, "FLOWS", Role::Strong).bold());
    let [into, out] = [n_in, n_out].map(|n| text::grouped(n as u64));
    let mut words = format!("{into} in · {out} out");
    if cx.state.flows.depth > 1 {
        words = format!("{words} · up to {} hops", cx.state.flows.depth);
        // In a narrow pane the number suffices.
        let room = usize::from(width.saturating_sub(x + 1));
        if text::width(&words) > room {
            words = format!("{into} in · {out} out · {} hops", cx.state.flows.depth);
        }
    }
    let x = line.put(Text::new(x + 1, words, Role::Dim));
    let keys = cx.state.keys.follow.join(" ");
    let needed = text::width(&keys) + text::width(MOVE) + 4;
    let fits = usize::from(x) + needed <= usize::from(width);
    if n_in + n_out > 0 && !keys.trim().is_empty() && fits {
        let x = line.put(Text::new(x + 3, keys, Role::Accent));
        line.put(Text::new(x + 1, MOVE, Role::Dim));
    }
}

/// Writes the other end of a flow, its delay, and where it is.
fn one(cx: &Cx<'_>, pane: &mut Pane, hop: Hop, is_focused: bool) {
    let other = flows::other_end(cx.trace, hop.flow, hop.direction);
    let (mark, role) = match (hop.direction, hop.depth) {
        (Direction::Backward, 1) => ("◀", Role::Flow),
        (Direction::Backward, _) => ("◁", Role::FlowDim),
        (Direction::Forward, 1) => ("▶", Role::Flow),
        (Direction::Forward, _) => ("▷", Role::FlowDim),
    };
    let role = if is_focused { Role::FlowFocus } else { role };
    let delay_ns = flows::delay_ns(cx.trace, hop.flow);
    let delay = delay(cx.trace, hop.flow);
    // A negative delay is an overlap; an arrow back in time is worth more than a glance.
    let delay_role = match delay_ns {
        _ if flows::is_before(cx.trace, hop.flow) => Role::Bad,
        ..0 => Role::Warn,
        _ => Role::Dim,
    };
    let width = pane.width();
    let is_wide = width >= ONE_LINE;
    let place = place(cx, other, hop);
    let room = usize::from(width).saturating_sub(text::width(&delay) + 4);
    let name_room = if is_wide { room * 2 / 5 } else { room };
    let line = pane.line();
    line.put(Text::new(0, mark, role));
    let near = flows::other_end(cx.trace, hop.flow, hop.direction.reversed());
    let what = cx.memo.sayings.told_apart(cx.trace, other, [near]);
    let name = name_and(cx.trace, other, what.as_deref(), name_room);
    let name = text::fit_label(&name, name_room).into_owned();
    let label = if is_focused {
        Text::new(2, name, Role::Strong).bold()
    } else {
        Text::new(2, name, Role::Text)
    };
    let mut x = line.put(label);
    if is_wide {
        let at = (2 + name_room as u16 + 1).max(x + 2);
        let left = room.saturating_sub(usize::from(at));
        x = line.put(Text::new(
            at,
            text::fit_end(&place, left).into_owned(),
            Role::Dim,
        ));
    }
    line.put_right(x + 1, Text::new(0, delay, delay_role));
    pane.link(Item::Slice(other));
    if !is_wide && !place.is_empty() {
        let left = usize::from(width.saturating_sub(2));
        let words = text::fit_end(&place, left).into_owned();
        pane.line().put(Text::new(2, words, Role::Dim));
        pane.link(Item::Slice(other));
    }
}

/// Returns where the other end of a flow is: how many hops away if not one, thread and process
/// where they differ from those of the selection, and its category.
fn place(cx: &Cx<'_>, other: SliceId, hop: Hop) -> String {
    let scope = |slice| cx.trace.tracks.get(cx.trace.slices.track_of(slice)).scope;
    let near = flows::other_end(cx.trace, hop.flow, hop.direction.reversed());
    let here = cx.selected.map(scope);
    let mut words = Vec::new();
    if hop.depth > 1 {
        words.push(format!("{} hops", hop.depth));
    } else if cx.selected != Some(near) {
        words.push(format!("of {}", cx.slice_name(near)));
    }
    // Frames of one token are told apart by their layer.
    let layer = cx.trace.frames.actual_of(other);
    if let Some(layer) = layer.and_then(|frame| frame.layer) {
        words.push(cx.text(layer).into_owned());
    }
    if here != Some(scope(other)) {
        if let Scope::Thread(utid) = scope(other) {
            words.push(cx.trace.thread_title(utid));
        }
        let upid = cx.trace.upid_of(other);
        if upid != cx.selected.and_then(|slice| cx.trace.upid_of(slice)) {
            words.extend(upid.map(|upid| cx.trace.process_title(upid)));
        }
    }
    let category = flows::category(cx.trace, hop.flow);
    if !category.is_empty() {
        words.push(category);
    }
    text::clean(&words.join(" · ")).into_owned()
}
