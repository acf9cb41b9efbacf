//! Flows into and out of the selected slice, with how long each took.

use super::super::cx::Cx;
use super::super::pane::Pane;
use super::super::scene::{Item, Role, Text};
use super::super::text;
use super::super::time;
use crate::model::ids::{FlowId, SliceId};

/// More flows than this in one direction are counted only.
const MAX_FLOWS: usize = 200;

/// Fills the block of flows.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane) {
    let Some(id) = cx.selected else { return };
    let flows = &cx.trace.flows;
    let (into, out) = (flows.reaching(id), flows.leaving(id));
    if into.is_empty() && out.is_empty() {
        if cx.state.details.tab == super::Tab::Flows {
            pane.text("no flows", Role::Dim);
        }
        return;
    }
    let line = pane.line();
    let x = line.put(Text::new(0, "FLOWS", Role::Strong).bold());
    let words = format!("{} in · {} out", into.len(), out.len());
    let x = line.put(Text::new(x + 1, words, Role::Dim));
    let x = line.put(Text::new(x + 3, "[ ]", Role::Accent));
    line.put(Text::new(x + 1, "move", Role::Dim));
    for (list, is_out) in [(into, false), (out, true)] {
        for &flow in list.iter().take(MAX_FLOWS) {
            one(cx, pane, flow, is_out);
        }
        if list.len() > MAX_FLOWS {
            let more = text::grouped((list.len() - MAX_FLOWS) as u64);
            pane.text(format!("  … and {more} more"), Role::Dim);
        }
    }
}

/// Writes the other end of a flow: its name and delay, then where it is.
fn one(cx: &Cx<'_>, pane: &mut Pane, flow: FlowId, is_out: bool) {
    let row = cx.trace.flows.get(flow);
    let other = if is_out { row.to } else { row.from };
    let is_focused = cx.state.flows.focus == Some(flow);
    let role = if is_focused {
        Role::FlowFocus
    } else {
        Role::Flow
    };
    let delay = time::signed(delay_ns(cx, row.from, row.to));
    let width = pane.width();
    let line = pane.line();
    line.put(Text::new(0, if is_out { "▶" } else { "◀" }, role));
    let room = usize::from(width).saturating_sub(text::width(&delay) + 4);
    let name = cx.slice_name(other);
    let name = text::fit_label(&name, room).into_owned();
    let mut label = Text::new(2, name, Role::Text);
    if is_focused {
        label = Text::new(2, label.text, Role::Strong).bold();
    }
    let x = line.put(label);
    line.put_right(x + 1, Text::new(0, delay, Role::Dim));
    pane.link(Item::Slice(other));
    let track = cx.trace.slices.track_of(other);
    let here = cx.selected.map(|id| cx.trace.slices.track_of(id));
    if here != Some(track)
        && let Some(utid) = cx.trace.utid_of(other)
    {
        let words = text::clean(&cx.trace.thread_title(utid)).into_owned();
        pane.text(format!("  {words}"), Role::Dim);
        pane.link(Item::Slice(other));
    }
}

/// Returns the time from the end of one slice to the start of another; negative if they overlap.
fn delay_ns(cx: &Cx<'_>, from: SliceId, to: SliceId) -> i64 {
    let slices = &cx.trace.slices;
    let left = slices.end(from).unwrap_or_else(|| slices.ts(from));
    slices.ts(to).ns().saturating_sub(left.ns())
}
