//! When the scheduling of CPUs was not recorded: a stay or a state that goes on meanwhile says nothing.
//!
//! The tables keep such stays and states as they were imported. Who adds up, draws or explains them asks here
//! which part of their time is known. Before the first stay of a CPU there is none; kernel events may be lost
//! between two others; and after the last event of any CPU of a machine nothing tells what went on. Where the end
//! of a trace is missing, that holds for each CPU after its own last one.

use std::collections::BTreeMap;

use super::ids::{ThreadStateId, Utid};
use super::sched::machine_and_cpu;
use super::trace::Trace;
use crate::base::time::{TimeSpan, Ts};

/// Kernel events of a CPU that were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostEvents {
    /// The CPU: see [`super::sched::CPUS_PER_MACHINE`].
    pub cpu: u32,
    /// From the last event before to the first one after.
    pub span: TimeSpan,
}

/// Why the scheduling of a CPU is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GapKind {
    /// Before the first stay on the CPU.
    Before,
    /// Its events were lost.
    Lost,
    /// After the last event.
    After,
}

/// A time in which the scheduling of a CPU was not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The CPU.
    pub cpu: u32,
    /// The time.
    pub span: TimeSpan,
    /// Why it is not known.
    pub kind: GapKind,
}

/// So many gaps of a CPU are looked at for one state of a thread.
const GAPS_OF_STATE_MAX: usize = 4096;

/// So many states before and after another are looked at for the CPU on which their thread ran.
const NEAR_STATES: usize = 8;

/// When the scheduling of the CPUs of a trace was not recorded.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    /// Of each CPU in the order of time; they do not overlap.
    by_cpu: BTreeMap<u32, Vec<Gap>>,
    /// When the states of any thread of a machine may not be known, in the order of time, without overlaps.
    of_threads: BTreeMap<u32, Vec<TimeSpan>>,
    /// The last event of each machine, after which there may be a gap.
    ends: BTreeMap<u32, Ts>,
}

impl Gaps {
    /// Finds them, from the first and the last stay of each CPU and the events that were lost.
    pub(super) fn new(trace: &Trace) -> Self {
        let mut gaps = Self::default();
        for lost in &trace.lost_events {
            gaps.add(lost.cpu, lost.span, GapKind::Lost);
        }
        let ends = ends(trace);
        // States may end after the last stay, as by a wake-up; they do not tell of which machine they are.
        let of_states = trace.sched.extent().filter(|_| trace.machines.len() == 1);
        let of_states = of_states.map(|extent| extent.1);
        // Who reads on knows more.
        let is_all_there = trace.beginning.is_none();
        let is_cut = trace.issues.not_all_read().next().is_some()
            || trace.issues.get("traced_final_flush_failed") > 0;
        for (&cpu, &(first, last)) in &ends {
            let (machine, _) = machine_and_cpu(cpu);
            let end = gaps.ends.entry(machine).or_insert(last);
            *end = last.max(*end).max(of_states.unwrap_or(last));
            let before = TimeSpan::new(trace.bounds.start().min(first), first);
            gaps.add(cpu, before, GapKind::Before);
        }
        for (&cpu, &(_, last)) in &ends {
            let (machine, _) = machine_and_cpu(cpu);
            let last = if is_cut { last } else { gaps.ends[&machine] };
            if is_all_there && last < trace.bounds.end() {
                let after = TimeSpan::new(last, trace.bounds.end());
                gaps.add(cpu, after, GapKind::After);
            }
        }
        for of_cpu in gaps.by_cpu.values_mut() {
            in_order(of_cpu);
        }
        let of_cpus = gaps.by_cpu.values().flatten();
        for gap in of_cpus.filter(|gap| gap.kind != GapKind::Before) {
            let (machine, _) = machine_and_cpu(gap.cpu);
            gaps.of_threads.entry(machine).or_default().push(gap.span);
        }
        gaps.of_threads.values_mut().for_each(join);
        gaps
    }

    fn add(&mut self, cpu: u32, span: TimeSpan, kind: GapKind) {
        if !span.dur().is_zero() {
            let gap = Gap { cpu, span, kind };
            self.by_cpu.entry(cpu).or_default().push(gap);
        }
    }

    fn of(&self, cpu: u32) -> &[Gap] {
        self.by_cpu.get(&cpu).map_or(&[], Vec::as_slice)
    }

    /// Returns the gaps of a CPU within a span, cut to it, in the order of time. Finding the first is O(log n).
    pub fn within(&self, cpu: u32, span: TimeSpan) -> impl Iterator<Item = Gap> {
        let all = self.of(cpu);
        let first = all.partition_point(|of| of.span.end() <= span.start());
        let rest = all[first..].iter();
        rest.take_while(move |of| of.span.start() < span.end())
            .map(move |of| Gap {
                span: of.span.clamped_to(span),
                ..*of
            })
    }

    /// Returns the gap of a CPU that covers a span. O(log n).
    pub fn covering(&self, cpu: u32, span: TimeSpan) -> Option<Gap> {
        let all = self.of(cpu);
        let n = all.partition_point(|of| of.span.start() <= span.start());
        let last = n.checked_sub(1).map(|last| all[last]);
        last.filter(|of| span.end() <= of.span.end() && span.start() < of.span.end())
    }

    /// Returns whether events of some CPU were lost in a span that a thread may have run on. O(log n) for each CPU.
    pub fn are_lost_for(&self, trace: &Trace, utid: Utid, span: TimeSpan) -> bool {
        let machine = trace.processes.thread(utid).machine;
        let cpus = self.by_cpu.keys().copied();
        let mut cpus = cpus.filter(|&cpu| machine_and_cpu(cpu).0 == machine);
        cpus.any(|cpu| self.within(cpu, span).any(|gap| gap.kind == GapKind::Lost))
    }

    /// Returns whether a state of a thread may not be known for some time of a span. O(log n).
    pub fn may_concern(&self, trace: &Trace, utid: Utid, span: TimeSpan) -> bool {
        let machine = trace.processes.thread(utid).machine;
        let spans = self.of_threads.get(&machine).map_or(&[][..], Vec::as_slice);
        let first = spans.partition_point(|of| of.end() <= span.start());
        spans.get(first).is_some_and(|of| of.start() < span.end())
    }

    /// Returns which parts of a span, in a state of a thread, are not known to be in that state: the CPU on which
    /// the thread then ran, or on which it ran last or next, was not recorded. Its parts are in the order of
    /// time and do not overlap.
    pub fn in_state(&self, trace: &Trace, id: ThreadStateId, span: TimeSpan) -> Vec<Gap> {
        let utid = trace.sched.state_row(id).utid;
        if !self.may_concern(trace, utid, span) {
            return Vec::new();
        }
        let machine = trace.processes.thread(utid).machine;
        let [before, after] = cpus(trace, id);
        let of = |cpu: Option<u32>| {
            let gaps = cpu.map(|cpu| self.within(cpu, span));
            let gaps = gaps.into_iter().flatten();
            gaps.filter(|gap| gap.kind != GapKind::Before)
                .take(GAPS_OF_STATE_MAX)
        };
        let mut all: Vec<Gap> = if before.or(after).is_none() {
            self.after(machine, span).into_iter().collect()
        } else {
            let after = after.filter(|_| before != after);
            of(before).chain(of(after)).collect()
        };
        in_order(&mut all);
        all
    }

    /// Returns what of a span comes after the last event of a machine.
    fn after(&self, machine: u32, span: TimeSpan) -> Option<Gap> {
        let &end = self.ends.get(&machine)?;
        (end < span.end()).then(|| Gap {
            cpu: super::sched::first_cpu(machine),
            span: TimeSpan::new(end, span.end()).clamped_to(span),
            kind: GapKind::After,
        })
    }
}

/// Returns when the first stay of each CPU begins, and when its last event is.
fn ends(trace: &Trace) -> BTreeMap<u32, (Ts, Ts)> {
    let sched = &trace.sched;
    let of = |cpu| {
        let rows = sched.on_cpu(cpu);
        let (first, last) = (rows.first()?, rows.last()?);
        let last = sched.sched_row(*last);
        let end = last.dur.map_or(last.ts, |dur| last.ts.plus(dur));
        Some((cpu, (sched.sched_row(*first).ts, end)))
    };
    sched.cpus().filter_map(of).collect()
}

/// Returns the CPU on which the thread of a state ran at that time or before, and then or after.
fn cpus(trace: &Trace, id: ThreadStateId) -> [Option<u32>; 2] {
    let sched = &trace.sched;
    let row = sched.state_row(id);
    if row.cpu.is_some() {
        return [row.cpu; 2];
    }
    let rows = sched.of_thread(row.utid);
    let Some(place) = sched.place_of_state(id) else {
        return [None; 2];
    };
    let cpu = |&id: &ThreadStateId| sched.state_row(id).cpu;
    let (before, after) = (&rows[..place], &rows[place + 1..]);
    [
        before.iter().rev().take(NEAR_STATES).find_map(cpu),
        after.iter().take(NEAR_STATES).find_map(cpu),
    ]
}

/// Puts gaps into the order of time. Of those that overlap, the earlier one counts first.
fn in_order(gaps: &mut Vec<Gap>) {
    gaps.sort_by_key(|gap| (gap.span.start(), gap.span.end(), gap.kind));
    let mut end = None;
    for gap in gaps.iter_mut() {
        if let Some(end) = end.filter(|&end| end > gap.span.start()) {
            gap.span = TimeSpan::new(end, gap.span.end().max(end));
        }
        end = Some(gap.span.end());
    }
    gaps.retain(|gap| !gap.span.dur().is_zero());
}

/// Puts spans into the order of time and joins those that touch.
fn join(spans: &mut Vec<TimeSpan>) {
    spans.sort_by_key(|span| span.start());
    spans.dedup_by(|next, kept| {
        let touches = next.start() <= kept.end();
        if touches {
            *kept = TimeSpan::new(kept.start(), kept.end().max(next.end()));
        }
        touches
    });
}

#[cfg(test)]
pub(crate) mod tests;
