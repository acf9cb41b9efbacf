//! In which states a thread was during a span of time.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::super::cx::Cx;
use super::super::gaps;
use super::super::pane::{KEY_WIDTH, Pane};
use super::super::ruler::selection_span;
use super::super::scene::{Ink, Item, Role, Span, StateRole, Text};
use super::super::sched::{state_name, state_role};
use super::super::state::Selection;
use super::super::text;
use super::super::time;
use crate::base::time::{TimeSpan, Ts};
use crate::model::gaps::Gap;
use crate::model::ids::{ThreadStateId, Utid};
use crate::model::sched::cpu_name;
use crate::model::track_tree::NodeKind;

/// What is said instead of sums of too many rows.
const TOO_MANY: &str = "too many states to add up";

/// More rows than this are not added up.
const MAX_ROWS: usize = 20_000;

/// More CPUs than this are counted instead of named, unless it is only one more.
const MAX_CPUS: usize = 3;

/// Time for which a thread ran on one CPU.
#[derive(Clone, Copy, Default)]
struct OnCpu {
    ns: i64,
    rows: usize,
    /// The longest of its rows and how much of it counts.
    longest: Option<(i64, ThreadStateId)>,
}

/// Time in one state, or without a known one.
struct Share {
    /// The first time in which the state was not recorded.
    gap: Option<Gap>,
    name: String,
    /// The state as the kernel writes it.
    short: String,
    role: StateRole,
    ns: i64,
    rows: usize,
    /// The longest of its rows and how much of it counts.
    longest: (i64, ThreadStateId),
    /// On which CPUs that was, while it ran.
    cpus: BTreeMap<u32, OnCpu>,
}

impl Share {
    /// Adds a time on a CPU.
    fn add_cpu(&mut self, cpu: u32, ns: i64, id: ThreadStateId) {
        let on = self.cpus.entry(cpu).or_default();
        on.ns += ns;
        on.rows += 1;
        if on.longest.is_none_or(|longest| ns > longest.0) {
            on.longest = Some((ns, id));
        }
    }
}

/// Returns the time in each state, longest first; `None` if there are too many rows.
fn shares(cx: &Cx<'_>, utid: Utid, from: Ts, to: Ts) -> Option<Vec<Share>> {
    let sched = &cx.trace.sched;
    let rows = sched.of_thread(utid);
    let first = rows
        .partition_point(|&id| sched.state_row(id).ts <= from)
        .saturating_sub(1);
    let last = rows.partition_point(|&id| sched.state_row(id).ts < to);
    if last.saturating_sub(first) > MAX_ROWS {
        return None;
    }
    let mut shares: Vec<Share> = Vec::new();
    let mut unknown: Vec<Share> = Vec::new();
    for &id in rows.get(first..last)? {
        let row = sched.state_row(id);
        let start = row.ts.max(from);
        let end = sched.state_end(id).map_or(to, |end| end.min(to));
        let mut ns = end.since(start).ns();
        let gaps = cx.trace.gaps();
        for gap in gaps.in_state(cx.trace, id, TimeSpan::new(start, end.max(start))) {
            let in_gap = gap.span.dur().ns();
            ns = ns.saturating_sub(in_gap);
            add_unknown(&mut unknown, gap, (in_gap, id));
        }
        if ns == 0 {
            continue;
        }
        let short = cx.text(row.state);
        let name = state_name(&short, row.io_wait);
        let known = shares.iter().position(|share| share.name == name);
        let at = known.unwrap_or_else(|| {
            shares.push(Share {
                gap: None,
                role: state_role(&short, row.io_wait),
                name: name.into_owned(),
                short: match row.io_wait {
                    Some(true) => format!("{short} IO"),
                    _ => (*short).to_owned(),
                },
                ns: 0,
                rows: 0,
                longest: (ns, id),
                cpus: BTreeMap::new(),
            });
            shares.len() - 1
        });
        let share = &mut shares[at];
        share.ns += ns;
        share.rows += 1;
        if ns > share.longest.0 {
            share.longest = (ns, id);
        }
        if let Some(cpu) = row.cpu {
            share.add_cpu(cpu, ns, id);
        }
    }
    let whole = to.since(from).ns();
    unknown.retain(|share| !gaps::is_little(share.ns, whole));
    shares.extend(unknown);
    shares.sort_by_key(|share| Reverse(share.ns));
    Some(shares)
}

/// Adds a time in which a state was not recorded to those with the same reason.
fn add_unknown(unknown: &mut Vec<Share>, gap: Gap, longest: (i64, ThreadStateId)) {
    let name = gaps::reason(gap);
    match unknown.iter_mut().find(|share| share.name == name) {
        Some(share) => {
            share.ns += longest.0;
            share.rows += 1;
            share.longest = share.longest.max(longest);
        }
        None => unknown.push(Share {
            gap: Some(gap),
            role: StateRole::Unknown,
            name,
            short: gaps::gap_name(gap.kind).to_owned(),
            ns: longest.0,
            rows: 1,
            longest,
            cpus: BTreeMap::new(),
        }),
    }
}

/// Returns how much of a time has no state, because it comes before the first one or none was recorded;
/// `None` if that rounds to 0 %.
fn without_state(shares: &[Share], total: i64) -> Option<i64> {
    let known: i64 = shares.iter().map(|share| share.ns).sum();
    let rest = total.saturating_sub(known);
    (rest.saturating_mul(200) >= total).then_some(rest)
}

fn percent(ns: i64, total: i64) -> f64 {
    ns as f64 * 100.0 / total.max(1) as f64
}

/// Adds a bar of the states of a thread: `states ███··▒ 59 · 37 · 3 %`. Time without a state is left
/// blank.
pub(super) fn bar(cx: &Cx<'_>, pane: &mut Pane, utid: Utid, from: Ts, to: Ts) {
    let Some(shares) = shares(cx, utid, from, to).filter(|shares| !shares.is_empty()) else {
        return;
    };
    let total = to.since(from).ns();
    let cells = pane.width().saturating_sub(KEY_WIDTH + 20).min(32);
    if cells < 4 || total == 0 {
        return;
    }
    let line = pane.line();
    line.put(Text::new(0, "states", Role::Dim));
    let mut x0 = u32::from(KEY_WIDTH) * 8;
    let eighths = u32::from(cells) * 8;
    let mut words = Vec::new();
    for share in &shares {
        let part = (i128::from(share.ns) * i128::from(eighths) / i128::from(total)) as u32;
        if part > 0 {
            let ink = Ink::Role(Role::State(share.role));
            line.spans.push(Span::bar(x0, x0 + part, ink));
            x0 += part;
        }
        if words.len() < 3 {
            words.push(format!("{:.0}", percent(share.ns, total)));
        }
    }
    let words = format!("{} %", words.join(" · "));
    line.put(Text::new(KEY_WIDTH + cells + 1, words, Role::Dim));
    for share in &shares {
        if let Some(gap) = share.gap {
            pane.pair_of("unknown", &gaps::words(gap, share.ns), Role::Warn);
        }
    }
}

/// Fills the block of what a thread did: its states, and what a profiler saw. Of a CPU it is what ran on it.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane) {
    if let Selection::Track(node) = &cx.state.selection
        && let NodeKind::CpuSched(cpu) = cx.trace.tree.node(*node).kind
    {
        let span = cx.view.span().clamped_to(cx.trace.bounds);
        return super::cpu::fill(cx, pane, cpu, span);
    }
    let utid = match &cx.state.selection {
        Selection::Slice(_) => cx.selected.and_then(|id| cx.trace.utid_of(id)),
        Selection::State(id) => cx.trace.sched.states().get(id.index()).map(|row| row.utid),
        Selection::Sched(id) => cx.trace.sched.sched().get(id.index()).map(|row| row.utid),
        Selection::Track(node) => cx.trace.thread_of_node(*node),
        _ => None,
    };
    // A track has no time of its own, so that the states of the window are shown, as far as the trace goes.
    let span = match &cx.state.selection {
        Selection::Track(_) => Some(cx.view.span().clamped_to(cx.trace.bounds)),
        _ => selection_span(cx),
    };
    let (Some(utid), Some(span)) = (utid, span) else {
        return;
    };
    match shares(cx, utid, span.start(), span.end()) {
        None => pane.text(TOO_MANY, Role::Dim),
        Some(shares) if shares.is_empty() => {}
        Some(shares) => share_lines(cx, pane, utid, span, shares),
    }
    super::profile::of_thread(cx, pane, utid, span);
}

/// Adds the states of the thread of the selected area, if all rows of that are of one thread.
pub(super) fn of_area(cx: &Cx<'_>, pane: &mut Pane) {
    let Selection::Area(area) = &cx.state.selection else {
        return;
    };
    let mut threads = area.nodes.iter().map(|&node| cx.trace.thread_of_node(node));
    let Some(Some(utid)) = threads.next() else {
        return;
    };
    if !threads.all(|other| other == Some(utid)) {
        return;
    }
    match shares(cx, utid, area.span.start(), area.span.end()) {
        None => pane.text(TOO_MANY, Role::Dim),
        Some(shares) if shares.is_empty() => {}
        Some(shares) => share_lines(cx, pane, utid, area.span, shares),
    }
}

fn share_lines(cx: &Cx<'_>, pane: &mut Pane, utid: Utid, span: TimeSpan, shares: Vec<Share>) {
    let words = format!("STATES of {}", text::clean(&cx.trace.thread_title(utid)));
    let line = pane.line();
    let x = line.put(Text::new(0, words, Role::Strong).bold());
    if matches!(cx.state.selection, Selection::Track(_)) {
        line.put(Text::new(x + 2, "in this window", Role::Dim));
    }
    let width = usize::from(pane.width());
    let total = span.dur().ns();
    let rest = without_state(&shares, total);
    for mut share in shares {
        // On its way to another CPU a thread may be on one for nanoseconds.
        share.cpus.retain(|_, on| !gaps::is_little(on.ns, share.ns));
        let percent = percent(share.ns, total);
        let line = pane.line();
        line.spans
            .push(Span::bar(0, 8, Ink::Role(Role::State(share.role))));
        let words = format!("{:>9} {percent:>3.0} %", time::dur(share.ns));
        let x = line.put(Text::new(2, words, Role::Text));
        let mut times = if share.rows == 1 {
            String::new()
        } else {
            format!("  ×{}", share.rows)
        };
        // A name that is cut says less than the kernel's letter, and of the name of a preempted thread the
        // end is enough.
        let room = width.saturating_sub(usize::from(x) + 2);
        // One CPU needs no line of its own where there is room for it.
        let only = share
            .cpus
            .first_key_value()
            .filter(|_| share.cpus.len() == 1);
        let only = only.map(|(&cpu, _)| {
            let name = cx.trace.core_kinds().named(cpu_name(cpu), cpu);
            format!("{times}  {name}")
        });
        let has_room = |only: &String| text::width(&share.name) + text::width(only) <= room;
        let only = only.filter(has_room);
        let is_told = only.is_some();
        times = only.unwrap_or(times);
        let end = share.name.rsplit_once('(').filter(|_| share.short == "R+");
        let end = end.map_or("", |(_, end)| end.trim_end_matches(')'));
        let fits =
            |name: &&str| !name.is_empty() && text::width(name) + text::width(&times) <= room;
        let name = [&share.name, end, &share.short].into_iter().find(fits);
        let words = match name {
            Some(name) => format!("{name}{times}"),
            None => share.short,
        };
        line.put(Text::new(x + 2, text::fit_end(&words, room), Role::Dim));
        pane.link(Item::State(share.longest.1));
        if !is_told {
            cpu_lines(cx, pane, &share.cpus, total);
        }
    }
    if let Some(ns) = rest {
        let percent = percent(ns, total);
        let line = pane.line();
        let words = format!("{:>9} {percent:>3.0} %", time::dur(ns));
        let x = line.put(Text::new(2, words, Role::Dim));
        line.put(Text::new(x + 2, "no state recorded", Role::Dim));
    }
}

/// Says below a state on which CPUs that was, the longest first.
fn cpu_lines(cx: &Cx<'_>, pane: &mut Pane, cpus: &BTreeMap<u32, OnCpu>, total: i64) {
    let mut cpus: Vec<(u32, OnCpu)> = cpus.iter().map(|(&cpu, &on)| (cpu, on)).collect();
    cpus.sort_by_key(|&(cpu, on)| (Reverse(on.ns), cpu));
    let n = match cpus.len() {
        n if n <= MAX_CPUS + 1 => n,
        _ => MAX_CPUS,
    };
    let put = |pane: &mut Pane, ns: i64, words: &str| {
        let percent = percent(ns, total);
        let line = pane.line();
        let figures = format!("{:>9} {percent:>3.0} %", time::dur(ns));
        let x = line.put(Text::new(2, figures, Role::Dim)) + 4;
        let room = usize::from(line.width.saturating_sub(x));
        line.put(Text::new(x, text::fit_end(words, room), Role::Dim));
    };
    for (cpu, on) in &cpus[..n] {
        let mut words = cx.trace.core_kinds().named(cpu_name(*cpu), *cpu);
        if on.rows > 1 {
            words = format!("{words}  ×{}", on.rows);
        }
        put(pane, on.ns, &words);
        pane.link(on.longest.map_or(Item::None, |(_, id)| Item::State(id)));
    }
    let rest = &cpus[n..];
    if !rest.is_empty() {
        let ns = rest.iter().map(|(_, on)| on.ns).sum();
        put(pane, ns, &format!("{} more CPUs", rest.len()));
    }
}
