//! What is known of a selected thread state or stay on a CPU: who woke it, how long it waited, what ended
//! it, and whom it woke.

use super::super::cx::Cx;
use super::super::gaps;
use super::super::pane::{KEY_WIDTH, Pane};
use super::super::scene::{Item, Role, Span, Text};
use super::super::sched::{state_name, state_role};
use super::super::text;
use super::super::time;
use super::selection::{thread, times_on_cpu};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{SchedId, ThreadStateId, Utid};
use crate::model::sched::{cpu_name, cpu_number};
use crate::query::flows::WalkEnd;
use crate::query::nav;
use crate::query::wakeups::{self, Wait, Wakeup};

/// The priorities of Linux whose threads run before all others, until they sleep.
const REAL_TIME: std::ops::Range<i32> = 0..100;

/// Writes what is known of a stay on a CPU.
pub(super) fn stay(cx: &Cx<'_>, pane: &mut Pane, id: SchedId) {
    let row = cx.trace.sched.sched_row(id);
    // The name of the CPU says which machine the thread is of.
    let title = text::clean(&cx.trace.thread_on_its_machine(row.utid)).into_owned();
    let line = pane.line();
    let role = super::super::sched::thread_role(cx, row.utid);
    line.spans.push(Span::bar(0, 8, role.into()));
    let cpu = cx.trace.core_kinds().named(cpu_name(row.cpu), row.cpu);
    line.put(Text::new(2, format!("{title} on {cpu}"), Role::Strong).bold());
    times_on_cpu(cx, pane, row.ts, row.dur, cx.trace.sched.stay_end(id));
    gaps::in_stay(cx, pane, id);
    thread(cx, pane, row.utid);
    pane.pair("priority", &priority_words(cx, row.priority));
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

/// Returns a priority, and whether it is one of a thread that goes before all others.
fn priority_words(cx: &Cx<'_>, priority: i32) -> String {
    // Other kernels have other scales, and write no events of ftrace.
    let is_linux = !cx.trace.ftrace.is_empty();
    if is_linux && REAL_TIME.contains(&priority) {
        format!("{priority} real-time")
    } else {
        priority.to_string()
    }
}

/// Writes the innermost slice that was open on a thread at an instant.
fn open_slice(cx: &Cx<'_>, pane: &mut Pane, utid: Utid, at: Ts) {
    if let Some(slice) = nav::innermost_of_thread(cx.trace, utid, at) {
        let room = pane.width().saturating_sub(KEY_WIDTH);
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
        how_long(cx, pane, "then", "waited ", &wait, wait.running);
    }
}

/// Returns the name of the thread of a stay on a CPU, without its machine, which is that of the CPU.
fn thread_on(cx: &Cx<'_>, stay: SchedId) -> String {
    let utid = cx.trace.sched.sched_row(stay).utid;
    text::clean(&cx.trace.thread_on_its_machine(utid)).into_owned()
}

/// Writes why the thread of a state waited for a CPU, and how long. Of a run that is the wait before it.
fn waited(cx: &Cx<'_>, pane: &mut Pane, state: ThreadStateId) {
    let Some(wait) = wakeups::wait_of(cx.trace, state) else {
        return;
    };
    let is_run = wait.running == Some(state);
    if let Some(wakeup) = wakeups::of_state(cx.trace, state) {
        woken(cx, pane, wakeup);
    } else if let Some(by) = wait.taken_by {
        let words = thread_on(cx, by);
        let cpu = cx.trace.sched.sched_row(by).cpu;
        let (on, at) = (format!("on {}", cpu_name(cpu)), at(cx, wait.ts));
        let (what, whom) = if wakeups::is_preempted(cx.trace, &wait) {
            ("preempted", format!("by {words}"))
        } else {
            ("gave way", format!("to {words}"))
        };
        if is_run {
            // How the run itself ended may be told in the same words.
            pane.pair_parts("before", &[&format!("{what} {whom}"), &on, &at], " ");
        } else {
            pane.pair_parts(what, &[&whom, &on, &at], " ");
        }
        pane.link(Item::Sched(by));
    }
    let then = wait.running.filter(|_| !is_run);
    how_long(cx, pane, "waited", "", &wait, then);
}

/// Returns an instant as the last part of a value.
fn at(cx: &Cx<'_>, ts: Ts) -> String {
    format!(" at {}", cx.clock.short(ts, 1_000))
}

/// Writes who woke a thread; of another process, where there is room, also of which.
fn woken(cx: &Cx<'_>, pane: &mut Pane, wakeup: Wakeup) {
    const INTERRUPT: &str = "an interrupt";
    /// With fewer cells a name says nothing of a process.
    const LEAST: usize = 12;
    let name = text::clean(&cx.trace.thread_title(wakeup.waker)).into_owned();
    let by = match (wakeup.irq, cx.trace.processes.is_idle(wakeup.waker)) {
        (_, true) => INTERRUPT.to_owned(),
        (true, _) => format!("{INTERRUPT} while {name} ran"),
        (false, _) => name,
    };
    // Threads of other processes are often called by what they do alone.
    let upid = |utid| cx.trace.processes.thread(utid).upid;
    let other = upid(wakeup.waker).filter(|_| upid(wakeup.waker) != upid(wakeup.woken));
    let other = other.map(|upid| text::clean(&cx.trace.process_title(upid)).into_owned());
    // A main thread is often called as its process.
    let other = other.filter(|other| *other != by && !by.starts_with(INTERRUPT));
    let at = at(cx, wakeup.ts);
    let room = usize::from(pane.width().saturating_sub(KEY_WIDTH));
    let left = room.saturating_sub(text::width(&by) + " of ".len() + text::width(&at) + 1);
    let by = match other {
        Some(other) if left >= LEAST => format!("{by} of {}", text::fit_name(&other, left)),
        _ => by,
    };
    pane.pair_parts("woken by", &[&by, &at], " ");
    pane.link(wakeup.waker_state.map_or(Item::None, Item::State));
}

/// Writes how long a thread waited for a CPU, and on which it then ran, unless that run is what is told of.
fn how_long(
    cx: &Cx<'_>,
    pane: &mut Pane,
    key: &str,
    verb: &str,
    wait: &Wait,
    then: Option<ThreadStateId>,
) {
    let Some(waited) = wait.dur else { return };
    let then = match then {
        Some(running) => match cx.trace.sched.state_row(running).cpu {
            Some(cpu) => Some(format!("then ran on {}", cpu_name(cpu))),
            None => Some("then ran".to_owned()),
        },
        None => None,
    };
    let machine = cx.trace.processes.thread(wait.thread).machine;
    let span = TimeSpan::new(wait.ts, wait.ts.plus(waited));
    let suspended = cx.trace.suspends().time_in(machine, span);
    // No scheduler leaves a thread waiting while nothing runs at all.
    let (waited, suspended) = if suspended.is_zero() {
        (waited, None)
    } else {
        let words = format!("{} suspended", time::dur(suspended.ns()));
        let waited = waited.ns().saturating_sub(suspended.ns());
        (Dur::from_ns(waited), Some(words))
    };
    let waited = format!("{verb}{} for a CPU", time::dur(waited.ns()));
    let parts = [Some(&*waited), suspended.as_deref(), then.as_deref()];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    pane.pair_parts(key, &parts, ", ");
    pane.link(wait.running.map_or(Item::None, Item::State));
}

/// Writes what is known of a thread state.
pub(super) fn state(cx: &Cx<'_>, pane: &mut Pane, id: ThreadStateId) {
    let row = cx.trace.sched.state_row(id);
    let short = cx.text(row.state);
    let name = state_name(&short, row.io_wait).into_owned();
    let line = pane.line();
    let role = Role::State(state_role(&short, row.io_wait));
    line.spans.push(Span::bar(0, 8, role.into()));
    let words = match row.cpu {
        Some(cpu) => {
            let cpu = cx.trace.core_kinds().named(cpu_name(cpu), cpu);
            format!("{name} on {cpu}")
        }
        None => name,
    };
    line.put(Text::new(2, words, Role::Strong).bold());
    let is_wait = wakeups::wait_of(cx.trace, id).is_some_and(|wait| wait.runnable == id);
    // What a wait is about comes first: a small screen shows little more.
    if is_wait {
        waited(cx, pane, id);
    }
    times_on_cpu(cx, pane, row.ts, row.dur, cx.trace.sched.state_end(id));
    gaps::in_state(cx, pane, id);
    thread(cx, pane, row.utid);
    if let Some(function) = row.blocked_function {
        pane.pair("blocked", &format!("in {}", cx.text(function)));
    }
    let stay = wakeups::stay(cx.trace, id);
    if let Some(stay) = stay {
        let row = cx.trace.sched.sched_row(stay);
        pane.pair("cpu", &cpu_number(row.cpu));
        pane.link(Item::Sched(stay));
    }
    let after = wakeups::wait_after(cx.trace, id);
    let end = after.map(|wait| cx.trace.sched.state_row(wait.runnable).state);
    let end_of = |stay| cx.trace.sched.sched_row(stay).end_state;
    if let Some(end) = end.or_else(|| stay.and_then(end_of)) {
        ended(cx, pane, &state_name(&cx.text(end), None), after);
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
        (0, WalkEnd::All) => {}
        (0, WalkEnd::Cut) => pane.pair("", "… and perhaps more"),
        (more, _) => pane.pair("", &format!("… {} more", text::grouped(more as u64))),
    }
}

/// Returns the state that a thread was in at an instant, else its innermost slice.
pub(super) fn did_then(cx: &Cx<'_>, utid: Utid, ts: Ts) -> Item {
    let state = cx.trace.sched.state_at(utid, ts).map(Item::State);
    let slice = || nav::innermost_of_thread(cx.trace, utid, ts).map(Item::Slice);
    state.or_else(slice).unwrap_or(Item::None)
}
