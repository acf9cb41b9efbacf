//! What is selected: name, owner, time, and what else is known of it.
//!
//! What must be looked for in the whole trace (slices of the same name) comes
//! from a job; the rest is at hand.

use super::super::counters::{exact, with_unit};
use super::super::cx::Cx;
use super::super::ladder::name_and;
use super::super::lens;
use super::super::pane::Pane;
use super::super::samples;
use super::super::scene::{Chart, ChartCol, ChartKind, Ink, Item, JankTag, Mods, Role, Span, Text};
use super::super::sched::{state_name, state_role};
use super::super::slices::frame_role;
use super::super::state::{Measure, Selection};
use super::super::text;
use super::super::time;
use crate::base::time::{Dur, Ts};
use crate::model::frame_timeline::{ActualFrame, JankSeverity};
use crate::model::ids::{
    CounterId, NodeId, PerfSampleId, SchedId, SliceId, ThreadStateId, TrackId, Utid,
};
use crate::model::jank::telling_jank_reasons;
use crate::model::sched::{cpu_name, cpu_number, of_machine};
use crate::model::track::Scope;
use crate::query::flows::{self, Direction};
use crate::query::frame_lens::holder;
use crate::query::nav;
use crate::query::wakeups::{self, Wait, Wakeup, WokenEnd};

/// Fills the block of the selection.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane) {
    if super::is_empty(cx) {
        return;
    }
    match &cx.state.selection {
        Selection::Slice(id) => slice(cx, pane, *id),
        Selection::Counter(id) => counter(cx, pane, *id),
        Selection::Sched(id) => sched(cx, pane, *id),
        Selection::State(id) => state(cx, pane, *id),
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

/// Writes start and length; an unfinished one says so.
fn times(cx: &Cx<'_>, pane: &mut Pane, ts: Ts, dur: Option<Dur>) {
    start(cx, pane, ts);
    match dur {
        Some(dur) => pane.pair("dur", &time::dur_exact(dur.ns())),
        None => pane.pair_of("dur", "did not finish", Role::Warn),
    }
}

/// Writes when it starts, and the trace's own nanoseconds where there is room.
fn start(cx: &Cx<'_>, pane: &mut Pane, ts: Ts) {
    let own = format!("ts {}", text::grouped(ts.ns().unsigned_abs()));
    pane.pair_parts("start", &[&cx.clock.exact(ts), &own], "   ");
}

/// A name that is longer than the pane is wide leaves so many lines to what else is known.
const BESIDE_NAME: usize = 4;
/// A name takes no more lines.
const NAME_LINES: usize = 10;

fn slice(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    if let Some(frame) = cx.trace.frames.actual_of(id) {
        frame_title(pane, frame);
        facts(cx, pane, id);
        return;
    }
    let mut below = Pane::new(pane.width(), Role::Ground);
    facts(cx, &mut below, id);
    // The tabs take one.
    let room = usize::from(cx.details_rows).saturating_sub(1 + below.len().min(BESIDE_NAME));
    let name = told_name(cx, id);
    let width = usize::from(pane.width().saturating_sub(2));
    let ink = match cx.trace.frames.expected_of(id) {
        Some(_) => Role::Expected.into(),
        None => Ink::Name(cx.ink_of_slice(id)),
    };
    let lines = text::wrapped(&name, width, room.clamp(1, NAME_LINES));
    let is_cut = lines.last().is_some_and(|last| last.ends_with('…'));
    for words in lines {
        let line = pane.line();
        line.spans.push(Span::bar(0, 8, ink));
        line.put(Text::new(2, words, Role::Strong).bold());
    }
    pane.append(below);
    // In full where one scrolls to.
    if is_cut {
        let x = super::super::pane::KEY_WIDTH;
        let width = usize::from(pane.width().saturating_sub(x));
        for (index, words) in text::wrapped(&name, width, NAME_LINES).iter().enumerate() {
            let line = pane.line();
            if index == 0 {
                line.put(Text::new(0, "name", Role::Dim));
            }
            line.put(Text::new(x, words.as_str(), Role::Text));
        }
    }
}

/// Returns the name of a slice, with what tells it from those of its name to which flows lead.
fn told_name(cx: &Cx<'_>, id: SliceId) -> String {
    let ways = [Direction::Backward, Direction::Forward].into_iter();
    let beside = ways.filter_map(|way| {
        let flow = flows::default_focus(cx.trace, id, way)?;
        Some(flows::other_end(cx.trace, flow, way))
    });
    let name = cx.slice_name(id);
    match flows::told_apart(cx.trace, id, beside) {
        Some(what) => format!("{name} · {}", text::clean(&what)),
        None => name.into_owned(),
    }
}

/// Writes all that is known of a slice but its name.
fn facts(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let trace = cx.trace;
    let frame = trace.frames.actual_of(id);
    trail(cx, pane, id);
    let dur = trace.slices.dur(id);
    let ts = trace.slices.ts(id);
    // What is asked for first: a small screen shows no more than this.
    match (dur, trace.slices.thread_time(id)) {
        (Some(dur), Some((_, Some(cpu)))) if dur.ns() > 0 => {
            let share = cpu as f64 * 100.0 / dur.ns() as f64;
            // No more digits than that of which it is a part.
            let (short, exact) = (time::dur(cpu), time::dur_exact(cpu));
            let cpu = if exact.len() < short.len() {
                exact
            } else {
                short
            };
            let cpu = format!("cpu {cpu} ({share:.0} %)");
            pane.pair_parts("dur", &[&time::dur_exact(dur.ns()), &cpu], "   ");
        }
        _ if frame.is_some_and(ActualFrame::is_expired) => {
            pane.pair_fitting("dur", &[lens::NO_START, lens::EXPIRED], Role::Warn);
        }
        (Some(dur), _) if dur.is_zero() => pane.pair("dur", "instant"),
        (Some(dur), _) => pane.pair("dur", &time::dur_exact(dur.ns())),
        (None, _) => pane.pair_of("dur", "did not finish", Role::Warn),
    }
    start(cx, pane, ts);
    lens::actual_of(cx, pane, id);
    owner(cx, pane, trace.slices.track_of(id));
    if let Some(category) = trace.slices.label(id).category {
        pane.pair("category", &cx.text(category));
    }
    held_by(cx, pane, id);
    if let Some(frame) = frame {
        lens::frame_pairs(cx, pane, frame);
    } else if let Some(node) = trace.tree.node_of_track(trace.slices.track_of(id))
        && !is_own_track(cx, trace.utid_of(id), node)
    {
        pane.pair("track", &text::clean(&trace.tree.path(node)));
    }
    if let Some((_, Some(count))) = trace.slices.thread_instructions(id) {
        pane.pair("instr", &text::grouped(count.unsigned_abs()));
    }
    if let Some(utid) = trace.utid_of(id)
        && let Some(dur) = dur
    {
        super::states::bar(cx, pane, utid, ts, ts.plus(dur));
    }
    if frame.is_none() {
        same_name(cx, pane, id);
    }
}

/// Writes who holds the lock that a slice waits for, which leads to what that thread did then.
fn held_by(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let Some(holder) = holder(cx.trace, id) else {
        return;
    };
    let thread = text::clean(&cx.trace.thread_title(holder.utid)).into_owned();
    let (did, item) = match (holder.slice, holder.state) {
        (Some(slice), _) => (cx.slice_name(slice).into_owned(), Item::Slice(slice)),
        (None, Some(state)) => {
            let row = cx.trace.sched.state_row(state);
            let name = state_name(&cx.text(row.state), row.io_wait).into_owned();
            (name, Item::State(state))
        }
        (None, None) => ("nothing is known of it then".to_owned(), Item::None),
    };
    pane.pair("held by", &format!("{thread} · {did}"));
    pane.link(item);
}

/// Returns whether a track is the one of its thread, which is named already.
fn is_own_track(cx: &Cx<'_>, utid: Option<Utid>, node: NodeId) -> bool {
    utid.is_some_and(|utid| cx.trace.tree.node(node).name == cx.trace.thread_title(utid))
}

/// Fewer slices make no histogram.
const HISTOGRAM_MIN: usize = 5;

/// Says how the slice compares with all of its name, with a histogram of how long they are, once
/// the selection has come to rest: all of it differs from slice to slice.
fn same_name(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let known = cx.state.same_name.as_ref();
    let known = known.filter(|(of, _)| *of == id && cx.settled() == Some(id));
    let Some((_, found)) = known else {
        pane.line().put(Text::new(0, "same name", Role::Dim));
        return;
    };
    let x = super::super::pane::KEY_WIDTH;
    let width = pane.width();
    let line = pane.line();
    line.put(Text::new(0, "same name", Role::Dim));
    let mut words = match found.count {
        0 | 1 => "no other".to_owned(),
        n => format!("×{}", text::grouped(n as u64)),
    };
    if let Some(own) = found.own_bin
        && found.ended >= HISTOGRAM_MIN
        && found.max_ns > found.min_ns
    {
        let most = found.bins.iter().copied().max().unwrap_or(1).max(1);
        let cols = found.bins.iter().enumerate().map(|(bin, &n)| {
            let height = (n * 7).div_ceil(most) as u16;
            ChartCol {
                low: 0,
                high: if n == 0 { ChartCol::EMPTY } else { height },
                ink: Ink::Role(if bin == own {
                    Role::Accent
                } else {
                    Role::Expected
                }),
            }
        });
        line.charts.push(Chart {
            x,
            line: 0,
            kind: ChartKind::Area,
            cols: cols.collect(),
        });
        words = format!("{words} · {}", rank(found.shorter, found.ended - 1));
        let mean = format!("mean {}", time::dur(found.mean_ns));
        let x = x + found.bins.len() as u16 + 1;
        let room = usize::from(width.saturating_sub(x));
        if text::width(&words) + text::width(&mean) + 3 <= room {
            line.put(Text::new(x, format!("{words} · {mean}"), Role::Text));
        } else {
            line.put(Text::new(x, text::fit_end(&words, room), Role::Text));
            pane.line().put(Text::new(x, mean, Role::Text));
        }
    } else {
        let room = usize::from(width.saturating_sub(x));
        line.put(Text::new(x, text::fit_end(&words, room), Role::Text));
    }
}

/// Tells of how many of the others something is longer. Rounded down: what is not the longest is
/// not said to be.
fn rank(shorter: usize, others: usize) -> String {
    let per_mille = shorter * 1000 / others.max(1);
    match per_mille {
        _ if shorter == 0 => "none is shorter".to_owned(),
        1000.. => "the longest".to_owned(),
        990.. => format!("longer than {}.{} %", per_mille / 10, per_mille % 10),
        _ => format!("longer than {} %", per_mille / 10),
    }
}

/// Writes the slices that flows were followed through to the selected one.
fn trail(cx: &Cx<'_>, pane: &mut Pane, id: SliceId) {
    let trail = &cx.state.flows.trail;
    if trail.len() < 2 || !cx.state.flows.has_led_to(cx.trace, id) {
        return;
    }
    const NAMES_MAX: usize = 4;
    /// A name takes no more cells.
    const NAME_ROOM: usize = 28;
    /// What is cut to less than this says nothing.
    const NAME_MIN: usize = 8;
    let mut x = super::super::pane::KEY_WIDTH;
    // From its end: where the trail has led to is seen, whatever it goes through.
    let mut left = usize::from(pane.width().saturating_sub(x + 2));
    let mut names = Vec::new();
    let known = trail.iter().filter(|id| id.index() < cx.trace.slices.len());
    let known: Vec<SliceId> = known.copied().collect();
    for (at, &id) in known.iter().enumerate().rev().take(NAMES_MAX) {
        if !names.is_empty() && left < NAME_MIN {
            break;
        }
        // Steps on the way are told apart where they have one name.
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let beside = beside.filter_map(|at| known.get(at).copied());
        let what = flows::told_apart(cx.trace, id, beside);
        let room = left.min(NAME_ROOM);
        let name = name_and(cx.trace, id, what.as_deref(), room);
        let name = text::fit_end(&name, room).into_owned();
        left = left.saturating_sub(text::width(&name) + 3);
        names.push((id, name));
    }
    let line = pane.line();
    line.put(Text::new(0, "trail", Role::Dim));
    if names.len() < trail.len() {
        x = line.put(Text::new(x, "… ", Role::Dim));
    }
    for (index, (id, name)) in names.into_iter().rev().enumerate() {
        if index > 0 {
            x = line.put(Text::new(x, " ▸ ", Role::Flow));
        }
        let is_here = cx.selected == Some(id);
        let mut text = Text::new(x, name, if is_here { Role::Strong } else { Role::Text });
        if is_here {
            text = text.with(Mods::BOLD).with(Mods::UNDERLINE);
        }
        x = line.put(text);
    }
}

/// Writes thread and process of a track, or which part of which machine it is of.
fn owner(cx: &Cx<'_>, pane: &mut Pane, track: TrackId) {
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

fn thread(cx: &Cx<'_>, pane: &mut Pane, utid: Utid) {
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
    // The process says of which machine it is.
    let name = text::clean(&cx.trace.thread_on_its_machine(utid)).into_owned();
    /// On so many lines none is spared for a process, if so many cells of it fit beside.
    const FEW_ROWS: u16 = 5;
    const BESIDE: usize = 12;
    let room = usize::from(pane.width().saturating_sub(super::super::pane::KEY_WIDTH));
    let left = room.saturating_sub(text::width(&name) + 3);
    let few = cx.details_rows <= FEW_ROWS && left >= BESIDE;
    if few || text::width(&process) <= left {
        // Its end tells it from others, as packages begin alike.
        let process = text::fit_start(&process, left);
        pane.pair("thread", &format!("{name} · {process}"));
    } else {
        pane.pair("thread", &name);
        pane.pair("process", &process);
    }
}

fn frame_title(pane: &mut Pane, frame: &ActualFrame) {
    /// In a pane this narrow why it was late needs the room of what it is.
    const NARROW: u16 = 44;
    let title = match pane.width() {
        ..NARROW => frame.token().to_string(),
        _ => format!("FRAME {}", frame.token()),
    };
    let line = pane.line();
    let x = line.put(Text::new(0, title, Role::Strong).bold());
    let role = frame_role(frame);
    let mut mark = Text::new(x + 2, pattern(frame.jank_tag), role);
    mark.ink = Ink::Role(role);
    let x = line.put(mark);
    let mut words = vec![frame.jank_tag.text().to_owned()];
    // Its colour is that of a jank.
    words.extend(frame.not_counted().map(str::to_owned));
    // Stuffing has the same name as who is at fault and as the reason.
    let reasons = telling_jank_reasons(frame.jank_type).map(|reason| reason.name);
    let reasons = reasons.filter(|&reason| reason != frame.jank_tag.text());
    words.extend(reasons.map(str::to_owned));
    // Without a name beside it, no severity would read as no jank.
    if matches!(frame.severity, JankSeverity::Partial | JankSeverity::Full) {
        words.push(frame.severity.text().to_owned());
    }
    line.put(Text::new(x + 1, words.join(" · "), role).bold());
}

/// Returns the pattern that says a jank without colour.
pub(in crate::view) const fn pattern(tag: JankTag) -> &'static str {
    match tag {
        JankTag::SelfJank => "▓",
        JankTag::Other => "▒",
        JankTag::BufferStuffing | JankTag::SurfaceFlingerStuffing => "░",
        JankTag::Dropped => "╳",
        JankTag::None | JankTag::Unspecified | JankTag::NonPerceivable => "·",
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
    let before = index.checked_sub(1).and_then(|i| samples.get(i));
    if samples.are_idle_states() {
        pane.pair_of("state", &with_unit(cx.trace, track, value), Role::Strong);
        if let Some(before) = before {
            pane.pair("before", &with_unit(cx.trace, track, before.1));
        }
    } else {
        number(cx, pane, ("value", ""), (track, value), Role::Strong);
        if let Some(before) = before {
            let delta = value - before.1;
            let sign = if delta > 0.0 { "+" } else { "" };
            number(cx, pane, ("change", sign), (track, delta), Role::Text);
        }
    }
    let ts = counters.ts(id);
    times(cx, pane, ts, counters.end(id).map(|end| end.since(ts)));
    owner(cx, pane, track);
    if let Some((low, high)) = counters.extent(track) {
        let range = format!(
            "{} … {}",
            with_unit(cx.trace, track, low),
            with_unit(cx.trace, track, high)
        );
        pane.pair("range", &range);
    }
    pane.pair("samples", &text::grouped(samples.len() as u64));
}

/// Writes a number of a counter behind its sign in three digits and, where these are not all, with
/// all of them.
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

fn sched(cx: &Cx<'_>, pane: &mut Pane, id: SchedId) {
    let row = cx.trace.sched.sched_row(id);
    // The CPU says of which machine it is.
    let title = text::clean(&cx.trace.thread_on_its_machine(row.utid)).into_owned();
    let line = pane.line();
    let role = super::super::sched::thread_role(cx, row.utid);
    line.spans.push(Span::bar(0, 8, role.into()));
    line.put(Text::new(2, format!("{title} on {}", cpu_name(row.cpu)), Role::Strong).bold());
    thread(cx, pane, row.utid);
    times(cx, pane, row.ts, row.dur);
    pane.pair("priority", &row.priority.to_string());
    let running = wakeups::running(cx.trace, id);
    let after = running.and_then(|running| wakeups::wait_after(cx.trace, running));
    if let Some(end) = row.end_state {
        ended(cx, pane, &state_name(&cx.text(end), None), after);
    }
    if let Some(running) = running {
        pane.pair(
            "state",
            &state_name(&cx.text(cx.trace.sched.state_row(running).state), None),
        );
        pane.link(Item::State(running));
        waited(cx, pane, running);
        woke(cx, pane, running);
    }
    open_slice(cx, pane, row.utid, row.ts);
}

/// Writes the slice that was open on a thread when something of it began.
fn open_slice(cx: &Cx<'_>, pane: &mut Pane, utid: Utid, at: Ts) {
    if let Some(slice) = nav::innermost_of_thread(cx.trace, utid, at) {
        let room = pane.width().saturating_sub(super::super::pane::KEY_WIDTH);
        let name = cx.slice_name(slice);
        pane.pair("slice", &text::fit_end(&name, usize::from(room)));
        pane.link(Item::Slice(slice));
    }
}

/// Writes how a run ended; if the thread had to wait for a CPU, who took it and when it ran again.
fn ended(cx: &Cx<'_>, pane: &mut Pane, how: &str, wait: Option<Wait>) {
    match wait.and_then(|wait| wait.taken_by) {
        Some(by) => {
            // Who it was takes a line of its own where there is no room.
            let by_whom = format!("{how} by {}", thread_on(cx, by));
            pane.pair_parts("ended", &[&by_whom], "");
            pane.link(Item::Sched(by));
        }
        None => pane.pair("ended", how),
    }
    if let Some(wait) = wait {
        how_long(cx, pane, "then", "waited ", &wait);
    }
}

/// Returns the name of the thread that a stay on a CPU is of, which is of the machine of that.
fn thread_on(cx: &Cx<'_>, stay: SchedId) -> String {
    let utid = cx.trace.sched.sched_row(stay).utid;
    text::clean(&cx.trace.thread_on_its_machine(utid)).into_owned()
}

/// Writes why the thread of a state waited for a CPU, and how long.
fn waited(cx: &Cx<'_>, pane: &mut Pane, state: ThreadStateId) {
    let Some(wait) = wakeups::wait_of(cx.trace, state) else {
        return;
    };
    if let Some(wakeup) = wakeups::of_state(cx.trace, state) {
        woken(cx, pane, wakeup);
    } else if let Some(by) = wait.taken_by {
        let words = thread_on(cx, by);
        let cpu = cx.trace.sched.sched_row(by).cpu;
        let (on, at) = (format!("on {}", cpu_name(cpu)), at(cx, wait.ts));
        if wakeups::is_preempted(cx.trace, &wait) {
            pane.pair_parts("preempted", &[&format!("by {words}"), &on, &at], " ");
        } else {
            pane.pair_parts("gave way", &[&format!("to {words}"), &on, &at], " ");
        }
        pane.link(Item::Sched(by));
    }
    how_long(cx, pane, "waited", "", &wait);
}

/// Returns an instant as the last part of a value.
fn at(cx: &Cx<'_>, ts: Ts) -> String {
    format!(" at {}", cx.clock.short(ts, 1_000))
}

/// Writes who woke a thread.
fn woken(cx: &Cx<'_>, pane: &mut Pane, wakeup: Wakeup) {
    let name = text::clean(&cx.trace.thread_title(wakeup.waker)).into_owned();
    let by = match (wakeup.irq, cx.trace.processes.is_idle(wakeup.waker)) {
        (_, true) => "an interrupt".to_owned(),
        (true, _) => format!("an interrupt while {name} ran"),
        (false, _) => name,
    };
    pane.pair_parts("woken by", &[&by, &at(cx, wakeup.ts)], " ");
    pane.link(wakeup.waker_state.map_or(Item::None, Item::State));
}

/// Writes how long a thread waited for a CPU, and on which it then ran.
fn how_long(cx: &Cx<'_>, pane: &mut Pane, key: &str, verb: &str, wait: &Wait) {
    let Some(waited) = wait.dur else { return };
    let then = match wait.running {
        Some(running) => match cx.trace.sched.state_row(running).cpu {
            Some(cpu) => Some(format!("then ran on {}", cpu_name(cpu))),
            None => Some("then ran".to_owned()),
        },
        None => None,
    };
    let waited = format!("{verb}{} for a CPU", time::dur(waited.ns()));
    let parts: Vec<&str> = std::iter::once(&*waited).chain(then.as_deref()).collect();
    pane.pair_parts(key, &parts, ", ");
    pane.link(wait.running.map_or(Item::None, Item::State));
}

fn state(cx: &Cx<'_>, pane: &mut Pane, id: ThreadStateId) {
    let row = cx.trace.sched.state_row(id);
    let short = cx.text(row.state);
    let name = state_name(&short, row.io_wait).into_owned();
    let line = pane.line();
    let role = Role::State(state_role(&short, row.io_wait));
    line.spans.push(Span::bar(0, 8, role.into()));
    let words = match row.cpu {
        Some(cpu) => format!("{name} on {}", cpu_name(cpu)),
        None => name,
    };
    line.put(Text::new(2, words, Role::Strong).bold());
    thread(cx, pane, row.utid);
    // What a wait is about comes first: a small screen shows little more.
    let is_wait = wakeups::wait_of(cx.trace, id).is_some_and(|wait| wait.runnable == id);
    if is_wait {
        waited(cx, pane, id);
    }
    times(cx, pane, row.ts, row.dur);
    if let Some(function) = row.blocked_function {
        pane.pair("blocked", &format!("in {}", cx.text(function)));
    }
    if let Some(stay) = wakeups::stay(cx.trace, id) {
        let row = cx.trace.sched.sched_row(stay);
        pane.pair("cpu", &cpu_number(row.cpu));
        pane.link(Item::Sched(stay));
    }
    if let Some(wait) = wakeups::wait_after(cx.trace, id) {
        let short = cx.text(cx.trace.sched.state_row(wait.runnable).state);
        ended(cx, pane, &state_name(&short, None), Some(wait));
    }
    if !is_wait {
        waited(cx, pane, id);
    }
    woke(cx, pane, id);
    open_slice(cx, pane, row.utid, row.ts);
}

/// Writes which threads a run woke, and how long after its start.
fn woke(cx: &Cx<'_>, pane: &mut Pane, running: ThreadStateId) {
    const NAMES_MAX: usize = 20;
    let (woken, end) = wakeups::woken_by(cx.trace, running);
    let start = cx.trace.sched.state_row(running).ts;
    for (index, &state) in woken.iter().take(NAMES_MAX).enumerate() {
        let row = cx.trace.sched.state_row(state);
        let name = text::clean(&cx.trace.thread_title(row.utid)).into_owned();
        let after = time::signed(row.ts.ns().saturating_sub(start.ns()));
        let irq = if row.irq_context == Some(true) {
            "by an interrupt"
        } else {
            ""
        };
        let parts: Vec<&str> = [&*name, &after, irq]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        pane.pair_parts(if index == 0 { "woke" } else { "" }, &parts, "  ");
        pane.link(Item::State(state));
    }
    let more = woken.len().saturating_sub(NAMES_MAX);
    match (more, end) {
        (0, WokenEnd::All) => {}
        (0, WokenEnd::Cut) => pane.pair("", "… and perhaps more"),
        (more, _) => pane.pair("", &format!("… {} more", text::grouped(more as u64))),
    }
}

/// Returns what a thread did at an instant.
fn did_then(cx: &Cx<'_>, utid: Utid, ts: Ts) -> Item {
    let state = cx.trace.sched.state_at(utid, ts).map(Item::State);
    let slice = || nav::innermost_of_thread(cx.trace, utid, ts).map(Item::Slice);
    state.or_else(slice).unwrap_or(Item::None)
}

fn sample(cx: &Cx<'_>, pane: &mut Pane, id: PerfSampleId) {
    let row = cx.trace.stack_profile.sample(id);
    let function = samples::function(cx, id);
    let name = function.map(|function| function.label(cx.trace));
    let name = name.unwrap_or_else(|| "sample without a call stack".to_owned());
    let room = usize::from(pane.width().saturating_sub(2));
    let line = pane.line();
    line.spans.push(Span::bar(0, 8, samples::ink(cx, id)));
    let name = text::fit_middle(&text::clean(&name), room).into_owned();
    line.put(Text::new(2, name, Role::Strong).bold());
    thread(cx, pane, row.utid);
    pane.link(did_then(cx, row.utid, row.ts));
    let own = format!("ts {}", text::grouped(row.ts.ns().unsigned_abs()));
    pane.pair_parts("time", &[&cx.clock.exact(row.ts), &own], "   ");
    let mode = format!("{} mode", row.cpu_mode);
    pane.pair_parts("cpu", &[&cpu_number(row.cpu), &mode], "   ");
    if let Some(function) = function {
        pane.pair("binary", &text::clean(&function.path(cx.trace)));
    }
    if let Some(error) = row.unwind_error {
        pane.pair_of("stack", &format!("not whole: {error}"), Role::Warn);
    }
}

/// More lines of a message are not written.
const MESSAGE_LINES: usize = 40;

fn log(cx: &Cx<'_>, pane: &mut Pane, row: u32) {
    let row = &cx.trace.logs[row as usize];
    let tag = row
        .tag
        .map_or_else(String::new, |tag| cx.text(tag).into_owned());
    let prio = row.prio.clamp(0, 7);
    let role = Role::Log(prio.max(2) as u8);
    let x = super::super::pane::KEY_WIDTH;
    let width = usize::from(pane.width().saturating_sub(x));
    let line = pane.line();
    let level = [
        "", "", "verbose", "debug", "info", "warning", "error", "fatal",
    ][prio as usize];
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
        below.link(did_then(cx, utid, row.ts));
    }
    below.pair("time", &cx.clock.exact(row.ts));
    let message = row.msg.map(|msg| cx.text(msg)).unwrap_or_default();
    let message = |pane: &mut Pane, most: usize| {
        let lines = text::wrapped(&message, width, most);
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
    // The tabs and the first line take one each.
    let room = usize::from(cx.details_rows).saturating_sub(2 + below.len());
    let is_cut = message(pane, room.clamp(1, MESSAGE_LINES));
    pane.append(below);
    // In full where one scrolls to.
    if is_cut {
        message(pane, MESSAGE_LINES);
    }
}

fn track(cx: &Cx<'_>, pane: &mut Pane, id: NodeId) {
    let tree = &cx.trace.tree;
    let node = tree.node(id);
    pane.line()
        .put(Text::new(0, text::clean(&node.name), Role::Strong).bold());
    pane.pair("path", &text::clean(&tree.path(id)));
    if !node.children.is_empty() {
        pane.pair("tracks", &text::grouped(node.children.len() as u64));
    }
    if let crate::model::track_tree::NodeKind::Samples(utid) = node.kind {
        let n = cx.trace.stack_profile.of_thread(utid).len();
        pane.pair("samples", &text::grouped(n as u64));
    }
    let tracks: &[_] = match &node.kind {
        crate::model::track_tree::NodeKind::Slices(tracks)
        | crate::model::track_tree::NodeKind::ExpectedFrames(tracks)
        | crate::model::track_tree::NodeKind::ActualFrames(tracks) => tracks,
        crate::model::track_tree::NodeKind::Counter(track) => std::slice::from_ref(track),
        _ => &[],
    };
    if let Some(&first) = tracks.first() {
        let row = cx.trace.tracks.get(first);
        let n: usize = tracks
            .iter()
            .map(|&track| cx.trace.slices.n_slices(track))
            .sum();
        if n > 0 {
            pane.pair("slices", &text::grouped(n as u64));
        }
        owner(cx, pane, first);
        if let Some(description) = row.description {
            pane.pair("about", &cx.text(description));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn only_the_longest_is_said_to_be() {
        assert_eq!(rank(3_598, 3_599), "longer than 99.9 %");
        assert_eq!(rank(3_599, 3_599), "the longest");
        assert_eq!(rank(2, 3), "longer than 66 %");
        assert_eq!(rank(0, 3), "none is shorter");
    }
}
