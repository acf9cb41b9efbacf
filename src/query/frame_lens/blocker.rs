//! What a thread waits for while it does not run.
//!
//! Precedence: the innermost open slice whose name is one of [`PATTERNS`] (these slices only
//! ever wait), then what the kernel says (IO, blocked function), then who woke the thread. A
//! thread that sleeps outside of any slice, or in nothing but a loop that runs tasks, is idle,
//! unless it waited for an answer of whoever woke it ([`asked`]), or the sleep is uninterruptible: no thread
//! sleeps so for want of work.

use super::{Blocker, asked};
use crate::base::time::{Dur, TimeSpan, Ts};
use crate::model::ids::{SliceId, ThreadStateId, TrackId, Utid};
use crate::model::sched::of_machine;
use crate::model::trace::Trace;
use crate::query::long_tasks::RUN_LOOP;
use crate::query::nav::innermost_of_thread;
use crate::query::wakeups::{self, Wakeup};

/// Names of slices that mean waiting, by how they begin. The first that fits counts.
const PATTERNS: [(&str, Blocker); 20] = [
    ("binder transaction", Blocker::Binder),
    ("monitor contention with owner", Blocker::Lock),
    ("Lock contention on", Blocker::Lock),
    ("Contending for pthread mutex", Blocker::Lock),
    ("GC: Wait", Blocker::Gc),
    ("WaitForGcToComplete", Blocker::Gc),
    ("waitForever", Blocker::Buffer),
    ("waitOnFences", Blocker::Buffer),
    ("waiting for GPU", Blocker::Buffer),
    ("Waiting for GPU", Blocker::Buffer),
    ("waiting for presentation", Blocker::Buffer),
    ("waiting for HWC release", Blocker::Buffer),
    ("wait for fence", Blocker::Buffer),
    ("waitForFence", Blocker::Buffer),
    ("dequeueBuffer", Blocker::Buffer),
    ("presentAndGetReleaseFences", Blocker::Buffer),
    ("acquireBuffer wait", Blocker::Buffer),
    ("eglSwapBuffers", Blocker::Buffer),
    ("vkQueuePresent", Blocker::Buffer),
    ("postAndWait", Blocker::RenderThread),
];

/// How many slices of the other side are looked at.
const PEER_SLICES_MAX: usize = 4096;

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Blocked {
    pub(super) by: Blocker,
    pub(super) label: String,
    /// The slice on the waiting thread that says so.
    pub(super) slice: Option<SliceId>,
    /// The slice of the other side.
    pub(super) peer: Option<SliceId>,
    /// Who ended the wait, if that is all that is known.
    pub(super) waker: Option<Utid>,
}

fn pattern(name: &str) -> Option<Blocker> {
    PATTERNS
        .iter()
        .find(|(prefix, _)| name.starts_with(prefix))
        .map(|&(_, blocker)| blocker)
}

/// Returns what the thread waits for if `slice` is one that only ever waits.
pub(super) fn of_slice(trace: &Trace, slice: SliceId, span: TimeSpan) -> Option<Blocked> {
    let name = trace.slice_name(slice)?;
    let by = pattern(&name)?;
    let (label, peer) = match by {
        Blocker::Binder => binder(trace, slice, span),
        Blocker::Lock => lock(trace, &name, span, trace.utid_of(slice)),
        _ => (name.into_owned(), None),
    };
    Some(Blocked {
        by,
        label,
        slice: Some(slice),
        peer,
        waker: None,
    })
}

/// Returns whether a slice is a loop that runs tasks. Where it is the innermost the thread has none to run.
pub(super) fn is_run_loop(trace: &Trace, slice: SliceId) -> bool {
    let name = trace.slices.name(slice);
    name.is_some_and(|name| trace.bytes(name) == RUN_LOOP)
}

/// Returns what a thread waits for in a state that is neither running nor runnable. Where nothing better is
/// known, the slice in which it slept is named, unless that is `whole`, which is being explained.
pub(super) fn of_state(
    trace: &Trace,
    (track, whole): (Option<TrackId>, Option<SliceId>),
    state: ThreadStateId,
    span: TimeSpan,
) -> Blocked {
    let open: Vec<SliceId> = track
        .into_iter()
        .flat_map(|track| trace.slices.open_at(track, span.start()))
        .collect();
    let mut waiting = open.iter().rev();
    if let Some(blocked) = waiting.find_map(|&slice| of_slice(trace, slice, span)) {
        return blocked;
    }
    let slice = open.last().copied();
    let slice = slice.filter(|&slice| !is_run_loop(trace, slice));
    let row = trace.sched.state_row(state);
    let function = row
        .blocked_function
        .map(|name| trace.text(name).into_owned());
    let blocked = |by, label: String| Blocked {
        by,
        label,
        slice,
        peer: None,
        waker: None,
    };
    let is_io = row.io_wait == Some(true);
    match function {
        Some(name) if is_io => return blocked(Blocker::Io, format!("IO in {name}")),
        Some(name) => return blocked(Blocker::Kernel, format!("in kernel function {name}")),
        None => {}
    }
    let inside = slice.filter(|&slice| Some(slice) != whole);
    let inside = inside.and_then(|slice| trace.slice_name(slice));
    let inside = |label: &str| match &inside {
        Some(name) => format!("{name}: {label}"),
        None => label.to_owned(),
    };
    if is_io {
        return blocked(Blocker::Io, inside("IO"));
    }
    let letters = trace.bytes(row.state);
    if letters.starts_with(b"T") || letters.starts_with(b"t") {
        return blocked(
            Blocker::Unknown,
            inside("stopped by a signal or a debugger"),
        );
    }
    let in_kernel = is_uninterruptible(letters);
    let Some(wakeup) = wakeups::of_state(trace, state) else {
        let (by, label) = match (in_kernel, slice) {
            (true, _) => (Blocker::Unknown, "in the kernel, without telling where"),
            _ if is_waker_lost(trace, state) => (
                Blocker::Unknown,
                "asleep, the events of who woke it were lost",
            ),
            (false, None) if wakeups::is_last(trace, state) => (Blocker::Idle, "it sleeps on"),
            (false, None) => (Blocker::Idle, "nothing tells who woke it"),
            (false, _) => (Blocker::Unknown, "asleep, without telling for what"),
        };
        return blocked(by, inside(label));
    };
    let by = if slice.is_none() && !in_kernel && !asked::is_answer(trace, state, wakeup) {
        Blocker::Idle
    } else {
        Blocker::Thread
    };
    let Some(waker) = thread_that_woke(trace, wakeup) else {
        let until = if in_kernel {
            "in the kernel, until woken by an interrupt"
        } else {
            "until woken by an interrupt"
        };
        return blocked(by, inside(until));
    };
    let who = thread_name(trace, waker, Some(row.utid));
    Blocked {
        peer: innermost_of_thread(trace, waker, wakeup.ts),
        waker: Some(waker),
        ..blocked(by, format!("until woken by {who}"))
    }
}

/// Returns whether events of some CPU were lost when the sleep of a thread ended of which nothing tells who ended it.
fn is_waker_lost(trace: &Trace, state: ThreadStateId) -> bool {
    let utid = trace.sched.state_row(state).utid;
    let last = trace.sched.state_end(state);
    let last = last.map(|end| TimeSpan::new(end.minus(Dur::from_ns(1)), end));
    last.is_some_and(|last| trace.gaps().are_lost_for(trace, utid, last))
}

/// Returns whether a sleep is one that no signal ends (`D`, `D|K`), in which a thread waits for something.
/// Sleeps that count for no load (`D|N`) are left out: older kernels write idle workers so.
pub(super) fn is_uninterruptible(state: &[u8]) -> bool {
    state.starts_with(b"D") && !state.contains(&b'N')
}

/// Returns the thread that did a wake-up; `None` if an interrupt did. The idle thread wakes nobody itself,
/// and a thread that an interrupt found running has nothing to do with the wake-up.
pub(super) fn thread_that_woke(trace: &Trace, wakeup: Wakeup) -> Option<Utid> {
    let is_irq = wakeup.irq || trace.processes.is_idle(wakeup.waker);
    (!is_irq).then_some(wakeup.waker)
}

/// Returns the label of a binder call in a span of it, and the slice in which the other side answers it.
fn binder(trace: &Trace, call: SliceId, span: TimeSpan) -> (String, Option<SliceId>) {
    let Some(reply) = reply_to(trace, call) else {
        return ("binder call, its other side is not traced".to_owned(), None);
    };
    let side = side(trace, reply);
    // While all threads of the other side are at other calls, this one lies there.
    let lay = TimeSpan::new(span.start(), trace.slices.ts(reply).min(span.end()));
    let label = if is_most(lay.dur().ns(), span.dur().ns()) {
        format!("binder to {side}: not taken up yet")
    } else {
        match what_it_did(trace, reply, span) {
            Some(what) => format!("binder to {side}: {what}"),
            None => format!("binder to {side}"),
        }
    };
    (label, Some(reply))
}

fn reply_to(trace: &Trace, call: SliceId) -> Option<SliceId> {
    let flows = trace.flows.leaving(call).iter();
    let mut ends = flows.map(|&flow| trace.flows.get(flow).to);
    ends.find(|&to| to != call)
}

/// Returns the process that answers a call.
fn side(trace: &Trace, reply: SliceId) -> String {
    match trace.upid_of(reply) {
        Some(upid) => process_name(trace, upid),
        None => "another process".to_owned(),
    }
}

const fn is_most(ns: i64, of: i64) -> bool {
    ns > of / 2
}

/// Returns the name of the wait that takes most of a reply as far as that lies in `span`, else of its child that
/// takes longest there.
fn what_it_did(trace: &Trace, reply: SliceId, span: TimeSpan) -> Option<String> {
    let within = |slice| {
        let end = trace.slices.over_by(slice).unwrap_or(span.end());
        let (from, to) = (
            trace.slices.ts(slice).max(span.start()),
            end.min(span.end()),
        );
        to.ns().saturating_sub(from.ns()).max(0)
    };
    let whole = within(reply);
    let mut longest: Option<(bool, i64, SliceId)> = None;
    let n_children = trace.slices.children(reply).len();
    let below = trace.slices.below(reply, PEER_SLICES_MAX).enumerate();
    for (n, slice) in below {
        let ns = within(slice);
        // What is contended for some microseconds is no reason for seconds.
        let waits = is_most(ns, whole)
            && trace
                .slice_name(slice)
                .is_some_and(|name| pattern(&name).is_some());
        let is_child = n < n_children;
        if (waits || is_child && ns > 0)
            && longest.is_none_or(|best| (waits, ns) > (best.0, best.1))
        {
            longest = Some((waits, ns, slice));
        }
    }
    let (_, _, slice) = longest?;
    let name = trace.slice_name(slice)?;
    Some(match pattern(&name) {
        Some(Blocker::Lock) => lock_kind(&name).to_owned(),
        // It calls on itself.
        Some(Blocker::Binder) => match reply_to(trace, slice) {
            Some(reply) => format!("its own call to {}", side(trace, reply)),
            None => name.into_owned(),
        },
        _ => name.into_owned(),
    })
}

fn lock_kind(name: &str) -> &'static str {
    if name.starts_with("monitor contention") || name.contains("monitor lock") {
        "monitor contention"
    } else {
        "lock contention"
    }
}

/// Returns the label of a contended lock and what its owner was doing in the meantime.
fn lock(
    trace: &Trace,
    name: &str,
    span: TimeSpan,
    waiting: Option<Utid>,
) -> (String, Option<SliceId>) {
    let Some(owner) = owner(trace, (name, waiting), span.start()) else {
        return (lock_kind(name).to_owned(), None);
    };
    let peer = doing(trace, owner, span);
    // The named owner is that of when the wait began. If it waits for a lock itself, it has lost this one.
    let waits = peer.and_then(|peer| trace.slice_name(peer));
    let waits = waits.is_some_and(|name| pattern(&name) == Some(Blocker::Lock));
    let first = if waits { " at first" } else { "" };
    let who = thread_name(trace, owner, waiting);
    (format!("{}: held by {who}{first}", lock_kind(name)), peer)
}

/// The thread that holds the lock that a slice waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The thread.
    pub utid: Utid,
    /// What it did in the middle of the wait, else when that began, as far as slices tell.
    pub slice: Option<SliceId>,
    /// What it did in the middle, as far as the scheduler tells.
    pub state: Option<ThreadStateId>,
}

/// Returns who holds the lock that a slice waits for, if its name says that it waits for one.
pub fn holder(trace: &Trace, wait: SliceId) -> Option<Holder> {
    let name = trace.slice_name(wait)?;
    if pattern(&name) != Some(Blocker::Lock) {
        return None;
    }
    let start = trace.slices.ts(wait);
    let end = trace.slices.over_by(wait).unwrap_or(trace.known_until());
    let span = TimeSpan::new(start, end);
    let utid = owner(trace, (&name, trace.utid_of(wait)), start)?;
    Some(Holder {
        utid,
        slice: doing(trace, utid, span).or_else(|| innermost_of_thread(trace, utid, start)),
        state: trace.sched.state_at(utid, middle(span)),
    })
}

/// Returns the thread that held a lock at an instant, by the name of the slice that waits for it and by the
/// thread that waits, which is on the same machine.
fn owner(trace: &Trace, (name, waiting): (&str, Option<Utid>), at: Ts) -> Option<Utid> {
    let machine = waiting.map_or(0, |utid| trace.processes.thread(utid).machine);
    let threads = trace.thread_index();
    threads.with_tid(machine, owner_tid(name)?, at)
}

/// Returns the innermost slice of a thread in the middle of a span.
fn doing(trace: &Trace, utid: Utid, span: TimeSpan) -> Option<SliceId> {
    innermost_of_thread(trace, utid, middle(span))
}

fn middle(span: TimeSpan) -> Ts {
    let half = Dur::from_ns(span.dur().ns() / 2);
    span.start().plus(half)
}

/// Returns what the other side of a wait waited for itself: of the lock that it waited for longest, the slice
/// of the thread that held it.
pub(super) fn behind(trace: &Trace, peer: SliceId) -> Option<SliceId> {
    let mut longest: Option<(i64, SliceId)> = None;
    for slice in trace.slices.below(peer, PEER_SLICES_MAX) {
        let name = trace.slice_name(slice);
        let is_lock = name.is_some_and(|name| pattern(&name) == Some(Blocker::Lock));
        let dur = trace.slices.dur(slice).map_or(0, Dur::ns);
        if is_lock && longest.is_none_or(|(best, _)| dur > best) {
            longest = Some((dur, slice));
        }
    }
    let (_, wait) = longest?;
    let name = trace.slice_name(wait)?;
    let end = trace.slices.end(wait)?;
    let span = TimeSpan::new(trace.slices.ts(wait), end);
    let waiting = trace.utid_of(wait);
    doing(trace, owner(trace, (&name, waiting), span.start())?, span)
}

/// Returns the tid in `… owner NAME (TID) at …`, without ` at …` too, or `… (owner tid: TID)`.
fn owner_tid(name: &str) -> Option<i64> {
    let number = |after: &str| after.split_once(')')?.0.parse().ok();
    if let Some((_, after)) = name.split_once("(owner tid: ") {
        return number(after);
    }
    // After the tid, places in the source are in parentheses, too, and the name itself may have some.
    let (_, owner) = name.split_once("with owner ")?;
    owner.split(" (").skip(1).find_map(number)
}

/// Returns the name of a thread that `waits` waits for. The name of its process is added, unless both are of
/// one process, or the thread is called like its process.
pub(super) fn thread_name(trace: &Trace, utid: Utid, waits: Option<Utid>) -> String {
    match other_process(trace, utid, waits) {
        Some(process) => format!("{} of {process}", trace.thread_on_its_machine(utid)),
        None => trace.thread_title(utid),
    }
}

/// Returns the name of a thread's process, unless the thread's name tells it or `waits` is of that process.
pub fn other_process(trace: &Trace, utid: Utid, waits: Option<Utid>) -> Option<String> {
    let upid = trace.processes.thread(utid).upid?;
    let other = waits.and_then(|waits| trace.processes.thread(waits).upid);
    (other != Some(upid) && !is_called_like(trace, utid, upid)).then(|| process_name(trace, upid))
}

/// Returns whether a main thread is called like its process, of which the kernel keeps 15 bytes: the
/// last ones where Android sets the name. The pool of binder's threads renames some.
fn is_called_like(trace: &Trace, utid: Utid, upid: crate::model::ids::Upid) -> bool {
    let thread = trace.processes.thread(utid);
    let names = [thread.name, trace.processes.process(upid).name];
    let [Some(name), Some(of_process)] = names.map(|name| Some(trace.bytes(name?))) else {
        return thread.is_main == Some(true);
    };
    let base = of_process.rsplit(|&byte| byte == b'/').next();
    let is_like = of_process.ends_with(name) || base.is_some_and(|base| base.starts_with(name));
    thread.is_main == Some(true) && !name.is_empty() && is_like
}

/// Returns the name of a process without directory and pid.
pub(super) fn process_name(trace: &Trace, upid: crate::model::ids::Upid) -> String {
    let process = trace.processes.process(upid);
    let title = trace.process_on_its_machine(upid);
    let name = match title.rsplit_once(' ') {
        Some((name, _)) if process.name.is_some() => name,
        _ => &title,
    };
    format!("{name}{}", of_machine(process.machine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_read_from_both_forms() {
        let name = "monitor contention with owner binder:949_F (6819) at void a.b(c)(B.java:1) \
                    waiters=0 blocking from void d.e()";
        assert_eq!(owner_tid(name), Some(6819));
        assert_eq!(
            owner_tid("Lock contention on a monitor lock (owner tid: 8175)"),
            Some(8175)
        );
        let name = "monitor contention with owner pool (a) 4 (8172) waiters=15 blocking from \
                    void a.b(c)(LockActivity.java:42)";
        assert_eq!(owner_tid(name), Some(8172));
        assert_eq!(owner_tid("monitor contention with owner x"), None);
        assert_eq!(
            owner_tid("monitor contention with owner x at b.c(B.java:1)"),
            None
        );
    }

    #[test]
    fn a_contended_lock_leads_to_what_its_owner_did() {
        use crate::model::builder::TraceBuilder;
        use crate::model::track::Scope;
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let (main, worker) = (b.thread(app, 7, "main"), b.thread(app, 9, "worker"));
        let one = b.slice_track(Scope::Thread(main), None);
        let two = b.slice_track(Scope::Thread(worker), None);
        let waits = b.nested_slices(
            one,
            &[
                (
                    10,
                    20,
                    "monitor contention with owner worker (9) at void a.b()",
                ),
                (33, 10, "Lock contention on a monitor lock (owner tid: 9)"),
                (45, 5, "Lock contention on a monitor lock (owner tid: 9)"),
                (60, 10, "work (9)"),
            ],
        );
        let work = b.nested_slices(two, &[(0, 35, "outer"), (15, 15, "inner")]);
        let trace = b.finish();
        let found = |wait: SliceId| holder(&trace, wait).map(|held| (held.utid, held.slice));
        assert_eq!(found(waits[0]), Some((worker, Some(work[1]))));
        // What ended before the middle was there at the start.
        assert_eq!(found(waits[1]), Some((worker, Some(work[0]))));
        // The worker held the lock, but nothing tells what it did.
        assert_eq!(found(waits[2]), Some((worker, None)));
        assert_eq!(found(waits[3]), None);
    }

    #[test]
    fn every_pattern_is_documented() {
        let page = include_str!("../../../docs/why.md");
        for (prefix, _) in PATTERNS {
            assert!(
                page.contains(&format!("`{prefix}`")),
                "{prefix} is not in docs/why.md"
            );
        }
    }

    #[test]
    fn patterns_are_prefixes() {
        assert_eq!(pattern("binder transaction async"), Some(Blocker::Binder));
        assert_eq!(pattern("binder reply"), None);
        assert_eq!(
            pattern("dequeueBuffer - VRI[Main]#0"),
            Some(Blocker::Buffer)
        );
    }
}
