//! What is selected: name, owner, time, and what else is known of it.
//!
//! What must be looked for in the whole trace (slices of the same name) comes
//! from a job; the rest is at hand.

use super::super::chrome::so_far;
use super::super::counters::{
    apart, end_of_small_percentage, exact, has_broken_axis, mode_name, value_in, with_unit,
};
use super::super::cx::Cx;
use super::super::pane::Pane;
use super::super::samples;
use super::super::scene::{Role, Span, Text};
use super::super::state::{Measure, Selection};
use super::super::text;
use super::super::time;
use super::args::value_text;
use super::{sched, slice};
use crate::base::time::{Dur, Ts};
use crate::model::ids::{CounterId, NodeId, StackSampleId, TrackId, Upid, Utid};
use crate::model::sched::{LogRow, LogSource, cpu_number, of_machine};
use crate::model::track::Scope;
use crate::model::track_tree::NodeKind;

/// Fills the block of the selection.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane) {
    if super::is_empty(cx) {
        return;
    }
    match &cx.state.selection {
        Selection::Slice(id) => slice::fill(cx, pane, *id),
        Selection::Counter(id) => counter(cx, pane, *id),
        Selection::Sched(id) => sched::stay(cx, pane, *id),
        Selection::State(id) => sched::state(cx, pane, *id),
        Selection::Sample(id) => sample(cx, pane, *id),
        Selection::Log(row) => log(cx, pane, *row),
        Selection::Track(node) => track(cx, pane, *node),
        Selection::Area(_) | Selection::None => {}
    }
    measured(cx, pane);
}

/// Writes how far A and B are apart, exactly.
pub(super) fn measured(cx: &Cx<'_>, pane: &mut Pane) {
    if let Some(Measure::Between(a, b)) = cx.state.measure {
        let apart = b.ns().saturating_sub(a.ns());
        pane.pair("A to B", &time::signed_exact(apart));
    }
}

/// Writes duration and start, or that there is no end, as of slices.
pub(super) fn times(cx: &Cx<'_>, pane: &mut Pane, ts: Ts, dur: Option<Dur>) {
    match dur {
        Some(dur) => pane.pair("dur", &time::dur_exact(dur.ns())),
        None => unfinished(cx, pane),
    }
    start(cx, pane, ts);
}

/// Says that something has no end in the trace, as far as is known.
pub(super) fn unfinished(cx: &Cx<'_>, pane: &mut Pane) {
    let words = format!("{}{}", time::NO_END, so_far(cx.trace));
    pane.pair_of("dur", &words, Role::Warn);
}

/// Writes the duration of what ran on a CPU and its start: at most so long if it has no end of its own but is known
/// to have been over.
pub(super) fn times_on_cpu(
    cx: &Cx<'_>,
    pane: &mut Pane,
    ts: Ts,
    dur: Option<Dur>,
    end: Option<Ts>,
) {
    match end {
        Some(end) if dur != Some(end.since(ts)) => {
            let most = time::dur(end.since(ts).ns());
            let words = format!("≤ {most}: {}", time::END_LOST);
            pane.pair_of("dur", &words, Role::Warn);
            start(cx, pane, ts);
        }
        _ => times(cx, pane, ts, dur),
    }
}

/// Writes when it starts, and the trace's own nanoseconds where there is room.
pub(super) fn start(cx: &Cx<'_>, pane: &mut Pane, ts: Ts) {
    let own = format!("ts {}", text::grouped(ts.ns().unsigned_abs()));
    pane.pair_parts("start", &[&cx.clock.exact(ts), &own], "   ");
}

/// Writes whose track it is: thread and process, or the CPU, the GPU or the machine.
pub(super) fn owner(cx: &Cx<'_>, pane: &mut Pane, track: TrackId) {
    let track = cx.trace.tracks.get(track);
    match track.scope {
        Scope::Thread(utid) => thread(cx, pane, utid),
        Scope::Process(upid) => {
            pane.pair("process", &text::clean(&cx.trace.process_title(upid)));
        }
        Scope::Cpu(_) => pane.pair("cpu", &track.cpu().map(cpu_number).unwrap_or_default()),
        Scope::Gpu(gpu) => pane.pair("gpu", &format!("{gpu}{}", of_machine(track.machine))),
        Scope::Global if track.machine > 0 => pane.pair("machine", &track.machine.to_string()),
        Scope::Global => {}
    }
}

pub(super) fn thread(cx: &Cx<'_>, pane: &mut Pane, utid: Utid) {
    let name = text::clean(&cx.trace.thread_title(utid)).into_owned();
    let process = cx
        .trace
        .processes
        .thread(utid)
        .upid
        .map(|upid| cx.trace.process_title(upid));
    // A thread of the kernel is a process of the same name.
    let process = process.map(|process| text::clean(&process).into_owned());
    let Some(process) = process.filter(|process| *process != name) else {
        return pane.pair("thread", &name);
    };
    // The process says of which machine the thread is.
    let name = text::clean(&cx.trace.thread_on_its_machine(utid)).into_owned();
    /// With so many lines or fewer, the process shares the line of the thread if so many cells of it fit.
    const FEW_ROWS: u16 = 5;
    const BESIDE: usize = 12;
    let room = usize::from(pane.width().saturating_sub(super::super::pane::KEY_WIDTH));
    let left = room.saturating_sub(text::width(&name) + 3);
    let few = cx.details_rows <= FEW_ROWS && left >= BESIDE;
    if few || text::width(&process) <= left {
        // The end of a process name tells it from others, as packages begin alike.
        let process = text::fit_start(&process, left);
        pane.pair("thread", &format!("{name} · {process}"));
    } else {
        pane.pair("thread", &name);
        pane.pair("process", &process);
    }
}

fn counter(cx: &Cx<'_>, pane: &mut Pane, id: CounterId) {
    let counters = &cx.trace.counters;
    let track = counters.track_of(id);
    let samples = counters.track(track);
    let index = (id.0 - samples.first.0) as usize;
    let name = super::counter_name(cx, track);
    pane.line().put(Text::new(0, name, Role::Strong).bold());
    let value = counters.value(id);
    let has_value = index < samples.n_valued();
    let before = index.checked_sub(1).and_then(|i| samples.get(i));
    if samples.are_idle_states() {
        pane.pair_of("state", &with_unit(cx.trace, track, value), Role::Strong);
        if let Some(before) = before {
            pane.pair("before", &with_unit(cx.trace, track, before.1));
        }
    } else {
        if has_value {
            number(cx, pane, ("value", ""), (track, value), Role::Strong);
        } else {
            pane.pair_of("value", "none: the one before held up to here", Role::Dim);
        }
        if let Some(before) = before {
            number(cx, pane, ("before", ""), (track, before.1), Role::Text);
        }
        let next = Some(index + 1).filter(|&next| next < samples.n_valued());
        if let Some((_, next)) = next.and_then(|next| samples.get(next)) {
            let delta = next - value;
            let sign = if delta > 0.0 { "+" } else { "" };
            number(cx, pane, ("to next", sign), (track, delta), Role::Text);
        }
    }
    let ts = counters.ts(id);
    drawn(cx, pane, track, ts);
    if has_value {
        times(cx, pane, ts, counters.end(id).map(|end| end.since(ts)));
    } else {
        start(cx, pane, ts);
    }
    owner(cx, pane, track);
    of_all(cx, pane, track);
}

/// Writes what the chart of a counter draws of it, and that at an instant, unless it is the value.
fn drawn(cx: &Cx<'_>, pane: &mut Pane, track: TrackId, ts: Ts) {
    if let Some(mode) = mode_name(cx, track) {
        let room = usize::from(pane.width());
        let value = value_in(cx, track, ts, room).unwrap_or_default();
        pane.pair_parts("chart", &[mode, &value], "   ");
    }
}

/// Writes what is true of all samples of a counter.
fn of_all(cx: &Cx<'_>, pane: &mut Pane, track: TrackId) {
    let counters = &cx.trace.counters;
    let row = cx.trace.tracks.get(track);
    // In the tree these are called by their CPUs.
    if cx.trace.text(row.type_name) == "perf_cpu_counter"
        && let Some(name) = row.name
    {
        pane.pair("counts", &cx.text(name));
    }
    if let Some((low, high)) = counters.extent(track) {
        let room = usize::from(pane.width());
        let range = apart(cx.trace, track, [low, high], (low, high), room).join(" … ");
        let axis = if has_broken_axis(cx, track) {
            "the axis does not begin at zero".to_owned()
        } else {
            let end = end_of_small_percentage(cx, track);
            end.map_or_else(String::new, |end| format!("the axis ends at {end}"))
        };
        pane.pair_parts("range", &[&range, &axis], "   ");
    }
    let samples = counters.track(track);
    let n = text::grouped(samples.len() as u64);
    let key = &cx.state.keys.counter_mode;
    if samples.only_grow() && mode_name(cx, track).is_none() && !key.is_empty() {
        let said = ["it only grows: ", ""].map(|said| format!("{n}   {said}{key} draws its rate"));
        pane.pair_fitting("samples", &[&said[0], &said[1], &n], Role::Text);
    } else {
        pane.pair("samples", &n);
    }
}

/// Writes a number of a counter after its sign with three digits and, if it has more, with all of them.
fn number(
    cx: &Cx<'_>,
    pane: &mut Pane,
    (key, sign): (&str, &str),
    (track, value): (TrackId, f64),
    role: Role,
) {
    const BETWEEN: &str = "   ";
    let short = format!("{sign}{}", with_unit(cx.trace, track, value));
    let exact = format!("{sign}{}", exact(cx.trace, track, value));
    let x = super::super::pane::KEY_WIDTH;
    let room = usize::from(pane.width().saturating_sub(x));
    let both = text::width(&short) + BETWEEN.len() + text::width(&exact);
    if both <= room {
        pane.pair_of(key, &short, role);
        // A number that is short already is not told twice.
        let plain = |text: &str| text.replace(' ', "");
        if plain(&short) != plain(&exact) {
            let line = pane.last_line();
            let end = x + text::width(&short) as u16 + BETWEEN.len() as u16;
            line.put(Text::new(end, exact, Role::Text));
        }
    } else {
        // All digits are worth more than few.
        let fits = text::width(&exact) <= room;
        pane.pair_of(key, if fits { &exact } else { &short }, role);
    }
}

fn sample(cx: &Cx<'_>, pane: &mut Pane, id: StackSampleId) {
    let row = cx.trace.stack_profile.sample(id);
    let function = samples::function(cx, id);
    let name = function.map(|function| function.label(cx.trace));
    let name = name.unwrap_or_else(|| "sample without a call stack".to_owned());
    let room = usize::from(pane.width().saturating_sub(2));
    let line = pane.line();
    line.spans.push(Span::bar(0, 8, samples::ink(cx, id)));
    let name = text::fit_middle(&text::clean(&name), room).into_owned();
    line.put(Text::new(2, name, Role::Strong).bold());
    let profile = &cx.trace.stack_profile;
    let (task, execution) = (profile.task(id), profile.execution(id));
    match (task.utid, task.upid) {
        (Some(utid), _) => {
            thread(cx, pane, utid);
            pane.link(sched::did_then(cx, utid, row.ts));
        }
        (None, Some(upid)) => {
            pane.pair("process", &cx.trace.process_title(upid));
        }
        (None, None) => {}
    }
    let own = format!("ts {}", text::grouped(row.ts.ns().unsigned_abs()));
    pane.pair_parts("time", &[&cx.clock.exact(row.ts), &own], "   ");
    let mode = execution.mode.map(|mode| format!("{mode} mode"));
    let cpu = execution.cpu.map(cpu_number);
    let of_cpu: Vec<&str> = [&cpu, &mode]
        .into_iter()
        .flatten()
        .map(|text| &**text)
        .collect();
    if !of_cpu.is_empty() {
        pane.pair_parts("cpu", &of_cpu, "   ");
    }
    async_context(cx, pane, task.async_context);
    values(cx, pane, id);
    if let Some(function) = function {
        let key = if function.is_by_source() {
            "source"
        } else {
            "binary"
        };
        pane.pair(key, &text::clean(&function.path(cx.trace)));
    }
    if let Some(error) = row.unwind_error {
        let error = text::clean(&cx.text(error)).into_owned();
        pane.pair_of("stack", &format!("not whole: {error}"), Role::Warn);
    }
}

/// Adds what the profiler counted for a sample, where no other sample of the time has the same counter.
fn values(cx: &Cx<'_>, pane: &mut Pane, id: StackSampleId) {
    let profile = &cx.trace.stack_profile;
    let ts = profile.sample(id).ts;
    for &track in profile.values(id) {
        let samples = cx.trace.counters.track(track);
        let at = samples.n_before(ts);
        if at + 1 == samples.n_until(ts)
            && let Some((_, value)) = samples.get(at)
        {
            let name = super::counter_name(cx, track);
            let value = with_unit(cx.trace, track, value);
            pane.pair("counted", &format!("{name}  {value}"));
        }
    }
}

/// Adds what the process itself had switched to, with what that lies in.
fn async_context(cx: &Cx<'_>, pane: &mut Pane, context: Option<u32>) {
    /// More contexts are not written.
    const MOST: usize = 8;
    let rows = &cx.trace.stack_profile.async_contexts;
    let row = |at: u32| rows.get(at as usize);
    let above = |&at: &u32| row(at)?.parent.filter(|&parent| parent < at);
    let names = std::iter::successors(context, above)
        .take(MOST)
        .filter_map(|at| {
            let name = row(at)?.name?;
            Some(text::clean(&cx.text(name)).into_owned())
        });
    let path = names.collect::<Vec<_>>().join(" in ");
    if let Some(row) = context.and_then(row) {
        let kind = row
            .kind
            .map(|kind| text::clean(&cx.text(kind)).into_owned());
        pane.pair(kind.as_deref().unwrap_or("context"), &path);
    }
}

/// More lines of a message are not written.
const MESSAGE_LINES: usize = 40;

/// Returns what the priority of a line of a log is called where it was written; nothing if nobody knows.
const fn level(row: &LogRow) -> &'static str {
    const ANDROID: [&str; 8] = [
        "", "", "verbose", "debug", "info", "warning", "error", "fatal",
    ];
    const SYSLOG: [&str; 8] = [
        "emergency",
        "alert",
        "critical",
        "error",
        "warning",
        "notice",
        "info",
        "debug",
    ];
    let place = match row.prio {
        ..0 => 0,
        0..7 => row.prio as usize,
        _ => 7,
    };
    match row.source {
        LogSource::Logcat => ANDROID[place],
        LogSource::Journal => SYSLOG[place],
    }
}

fn log(cx: &Cx<'_>, pane: &mut Pane, row: u32) {
    let row = &cx.trace.logs[row as usize];
    let tag = row
        .tag
        .map_or_else(String::new, |tag| cx.text(tag).into_owned());
    let severity = row.severity();
    let role = Role::Log(severity.max(2));
    let x = super::super::pane::KEY_WIDTH;
    let width = usize::from(pane.width().saturating_sub(x));
    let line = pane.line();
    let level = level(row);
    let end = line.put(Text::new(0, level, role).bold());
    let end = if level.is_empty() {
        0
    } else {
        end.max(x - 1) + 1
    };
    line.put(Text::new(end, tag, role).bold());
    let mut below = Pane::new(pane.width(), Role::Ground);
    if let Some(utid) = row.utid {
        thread(cx, &mut below, utid);
        below.link(sched::did_then(cx, utid, row.ts));
    }
    below.pair("time", &cx.clock.exact(row.ts));
    if let Some(set) = row.args {
        cx.trace.stored_args(set, &mut |arg| {
            below.pair(
                &text::clean(&arg.key),
                &text::clean(&value_text(&arg.value)),
            );
        });
    }
    let message = row.msg.map(|msg| cx.trace.text(msg)).unwrap_or_default();
    let message = |pane: &mut Pane, most: usize| {
        let lines = text::wrapped_paragraphs(&message, width, most);
        let is_cut = lines.last().is_some_and(|last| last.ends_with('…'));
        for (index, words) in lines.into_iter().enumerate() {
            let line = pane.line();
            if index == 0 {
                line.put(Text::new(0, "message", Role::Dim));
            }
            line.put(Text::new(x, words, Role::Text));
        }
        is_cut
    };
    // The tabs and the first line take one line each.
    let room = usize::from(cx.details_rows).saturating_sub(2 + below.len());
    let is_cut = message(pane, room.clamp(1, MESSAGE_LINES));
    pane.append(below);
    // A message that was cut stands in full at the end, which scrolling reaches.
    if is_cut {
        message(pane, MESSAGE_LINES);
    }
}

/// Writes what is known of a process itself.
fn process(cx: &Cx<'_>, pane: &mut Pane, upid: Upid) {
    let trace = cx.trace;
    let of = trace.processes.process(upid);
    life(cx, pane, of.start_ts, of.end_ts);
    // What the kernel started has no process above it.
    let parent = of
        .parent
        .filter(|&parent| trace.processes.process(parent).pid != 0);
    if let Some(parent) = parent {
        pane.pair("parent", &text::clean(&trace.process_title(parent)));
    }
    pane.pair(
        "uid",
        &of.uid.map_or_else(String::new, |uid| uid.to_string()),
    );
    let name = of.name.map(|name| trace.text(name));
    if let Some(command) = of.cmdline.map(|line| trace.text(line))
        && name.as_ref() != Some(&command)
    {
        pane.pair("command", &text::clean(&command));
    }
    pane.pair("label", &text::clean(&trace.process_labels(upid)));
}

/// Writes when a process or thread started and ended, as far as the trace says so.
fn life(cx: &Cx<'_>, pane: &mut Pane, started: Option<Ts>, ended: Option<Ts>) {
    if let Some(ts) = started {
        start(cx, pane, ts);
    }
    if let Some(ts) = ended {
        let own = format!("ts {}", text::grouped(ts.ns().unsigned_abs()));
        pane.pair_parts("exit", &[&cx.clock.exact(ts), &own], "   ");
    }
}

fn track(cx: &Cx<'_>, pane: &mut Pane, id: NodeId) {
    let tree = &cx.trace.tree;
    let node = tree.node(id);
    let path = tree.shown_path(id);
    let above = tree.path(node.parent).len();
    let name = path.get(above..).unwrap_or(&path).trim_start_matches(" ‣ ");
    pane.line()
        .put(Text::new(0, text::clean(name), Role::Strong).bold());
    // At the top of the tree the path is the name.
    if node.level > 0 {
        pane.pair("path", &text::clean(&path));
    }
    match node.kind {
        NodeKind::Process(upid) => process(cx, pane, upid),
        NodeKind::Thread(utid) => {
            let thread = cx.trace.processes.thread(utid);
            life(cx, pane, thread.start_ts, thread.end_ts);
        }
        _ => {}
    }
    if !node.children.is_empty() {
        pane.pair("tracks", &text::grouped(node.children.len() as u64));
    }
    if let NodeKind::Samples(owner) = node.kind {
        let n = cx.trace.stack_profile.of(owner).len();
        pane.pair("samples", &text::grouped(n as u64));
    }
    let tracks = node.kind.tracks();
    if let Some(&first) = tracks.first() {
        let row = cx.trace.tracks.get(first);
        let n = node.kind.n_slices(&cx.trace.slices);
        if n > 0 {
            pane.pair("slices", &text::grouped(n as u64));
        }
        if let NodeKind::Counter(track) = node.kind {
            of_counter(cx, pane, track);
        }
        owner(cx, pane, first);
        if let Some(description) = row.description {
            about(pane, &cx.trace.text(description));
        }
    }
}

/// Writes what a counter is at the instant of the keyboard, and what is true of all of it.
fn of_counter(cx: &Cx<'_>, pane: &mut Pane, track: TrackId) {
    let ts = cx.cursor_ts();
    if let Some(value) = cx.trace.counters.track(track).value_at(ts) {
        let value = with_unit(cx.trace, track, value);
        let at = format!("at {}", cx.clock.exact(ts));
        pane.pair_parts("value", &[&value, &at], "   ");
    }
    drawn(cx, pane, track, ts);
    of_all(cx, pane, track);
}

/// Writes what the trace says about a track, on as many lines as that takes.
fn about(pane: &mut Pane, words: &str) {
    const LINES: usize = 8;
    let x = super::super::pane::KEY_WIDTH;
    let room = usize::from(pane.width().saturating_sub(x));
    let lines = text::wrapped_paragraphs(words, room, LINES);
    for (index, words) in lines.into_iter().enumerate() {
        let line = pane.line();
        if index == 0 {
            line.put(Text::new(0, "about", Role::Dim));
        }
        line.put(Text::new(x, words, Role::Text));
    }
}
