//! What samples of a profiler say of a stretch of time: the functions that ran.
//!
//! Functions that ran most themselves come first; `total` also counts what they called.

use super::super::cx::Cx;
use super::super::pane::Pane;
use super::super::scene::{Item, Role, Text};
use super::super::text;
use super::table::{MAX_ROWS, Table};
use crate::base::time::TimeSpan;
use crate::model::ids::{StackSampleId, Utid};
use crate::model::track::Scope;
use crate::query::frame_lens::Part;
use crate::query::profile::{
    Function, FunctionSamples, Profile, has_more_sites, next_of_each, profile, stack, while_running,
};

/// More samples than this are not added up for one draw; an area has no such limit. Profilers of scripts take
/// thousands each second.
const MAX_SAMPLES: usize = 20_000;
/// Nor the samples of more call sites than this.
const MAX_SITES: usize = 20_000;
/// What is said of samples that V8 took.
pub const UNEVEN: &str = "at uneven times: counts are no times";
/// What is said of samples that were taken at an event, not by a clock.
const OF_EVENTS: &str = "samples of an event: counts are no times";

/// How many functions are named where samples are not what was asked for.
const FEW: usize = 5;

/// Adds what a profiler saw a thread do.
pub(super) fn of_thread(cx: &Cx<'_>, pane: &mut Pane, utid: Utid, span: TimeSpan) {
    let samples = cx.trace.stack_profile.of_within(Scope::Thread(utid), span);
    let samples = samples.iter().copied();
    if let Some(profile) = sum(cx, pane, samples) {
        lines(cx, pane, &profile, MAX_ROWS);
    }
}

/// Adds which functions ran most in the parts of a time that is explained. Returns whether there were samples.
pub(in crate::view) fn of_parts(cx: &Cx<'_>, pane: &mut Pane, parts: &[Part]) -> bool {
    let Some(mut profile) = sum(cx, pane, while_running(cx.trace, parts)) else {
        return true;
    };
    profile.functions.retain(|row| row.own > 0);
    profile.functions.truncate(FEW);
    lines(cx, pane, &profile, FEW);
    profile.samples > 0
}

/// Adds up samples; says so if there are too many.
fn sum(
    cx: &Cx<'_>,
    pane: &mut Pane,
    samples: impl Iterator<Item = StackSampleId>,
) -> Option<Profile> {
    let samples: Vec<StackSampleId> = samples.take(MAX_SAMPLES + 1).collect();
    let are_many =
        samples.len() > MAX_SAMPLES || has_more_sites(cx.trace, samples.iter().copied(), MAX_SITES);
    if are_many {
        let words = "too many samples to add up at once: an area does";
        pane.text(words, Role::Dim);
        return None;
    }
    Some(profile(cx.trace, samples.into_iter(), cx.cursor_ts()))
}

/// Adds the functions of some samples; nothing without samples.
pub(super) fn lines(cx: &Cx<'_>, pane: &mut Pane, profile: &Profile, most: usize) {
    if profile.samples == 0 {
        return;
    }
    let title = format!("SAMPLES {}", text::grouped(profile.samples as u64));
    let event = profile.event.as_ref().map(|event| text::clean(event));
    let title = match &event {
        Some(event) => format!("{title} at {event}"),
        None => title,
    };
    let mut table = Table::new(pane, &title, &["own", "%", "total", "%"]);
    table.fit = text::fit_middle;
    let share = |n: usize| text::percent(n as i64, profile.samples as i64);
    for FunctionSamples {
        function,
        own,
        total,
        next,
    } in profile.functions.iter().take(most)
    {
        let (name, binary) = words(cx, *function);
        let name = match binary {
            binary if binary.is_empty() => name,
            binary => format!("{name}  {binary}"),
        };
        let figures = [
            text::grouped(*own as u64),
            share(*own),
            text::grouped(*total as u64),
            share(*total),
        ];
        table.put(&Text::new(2, name, Role::Text), &figures, Role::Text);
        table.pane.link(Item::Sample(*next));
    }
    table.rest(profile.functions.len(), most);
    if profile.are_uneven {
        pane.text(format!("  {UNEVEN}"), Role::Dim);
    }
    if event.is_some() {
        pane.text(format!("  {OF_EVENTS}"), Role::Dim);
    }
    if profile.without_stack > 0 {
        let n = text::grouped(profile.without_stack as u64);
        pane.text(format!("  {n} without a call stack"), Role::Dim);
    }
}

/// Returns the name of a function and its binary, safe to show.
fn words(cx: &Cx<'_>, function: Function) -> (String, String) {
    let clean = |words: String| text::clean(&words).into_owned();
    let (name, binary) = (function.label(cx.trace), function.binary(cx.trace));
    (clean(name), clean(binary))
}

/// Adds the call stack of a sample, the innermost function first.
pub(super) fn call_stack(cx: &Cx<'_>, pane: &mut Pane, id: StackSampleId) {
    let sample = cx.trace.stack_profile.samples.get(id.index());
    let Some(leaf) = sample.and_then(|sample| sample.callsite) else {
        return;
    };
    let line = pane.line();
    let x = line.put(Text::new(0, "CALL STACK", Role::Strong).bold());
    line.put(Text::new(x + 2, "innermost first", Role::Dim));
    pane.hold();
    let width = usize::from(pane.width());
    let next = next_of_each(cx.trace, id);
    let mut functions = stack(cx.trace, leaf);
    for function in functions.by_ref().take(MAX_ROWS) {
        let (name, binary) = words(cx, function);
        let binary = text::fit_end(&binary, width / 3);
        let room = width.saturating_sub(text::width(&binary) + 2);
        let line = pane.line();
        let x = line.put(Text::new(0, text::fit_middle(&name, room), Role::Text));
        line.put(Text::new(x + 2, binary, Role::Dim));
        // The line leads to another sample with the same function.
        pane.link(
            next.get(&function)
                .copied()
                .map_or(Item::None, Item::Sample),
        );
    }
    if functions.next().is_some() {
        pane.text("… and what called these", Role::Dim);
    }
}
