//! What ran on a CPU in the window.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::super::cx::Cx;
use super::super::pane::Pane;
use super::super::scene::{Item, Role};
use super::super::sched::thread_role;
use super::super::text;
use super::super::time;
use super::area::load_words;
use super::table::Table;
use crate::base::time::TimeSpan;
use crate::model::ids::{SchedId, Utid};
use crate::model::sched::machine_and_cpu;
use crate::query::area::{CpuLoad, unrecorded};

/// More stays than this are not added up.
const MAX_STAYS: usize = 20_000;
/// More threads than this are not shown.
const MAX_THREADS: usize = 50;

/// The stays of a thread.
#[derive(Default)]
struct Stays {
    ns: i64,
    count: usize,
    /// The longest of them and how much of it counts.
    longest: Option<(i64, SchedId)>,
}

/// Fills the block of the threads that ran on a CPU, the longest first.
pub(super) fn fill(cx: &Cx<'_>, pane: &mut Pane, cpu: u32, span: TimeSpan) {
    let sched = &cx.trace.sched;
    let rows = sched.on_cpu(cpu);
    let began = |&id: &SchedId| sched.sched_row(id).ts <= span.start();
    let first = rows.partition_point(began).saturating_sub(1);
    let last = rows.partition_point(|&id| sched.sched_row(id).ts < span.end());
    let rows = rows.get(first..last).unwrap_or_default();
    if rows.len() > MAX_STAYS {
        pane.text("too much ran on it in this window to add up", Role::Dim);
        return;
    }
    let mut threads: BTreeMap<Utid, Stays> = BTreeMap::new();
    let machine = machine_and_cpu(cpu).0;
    let mut load = CpuLoad {
        whole_ns: span.dur().ns(),
        ..CpuLoad::default()
    };
    for &id in rows {
        let row = sched.sched_row(id);
        let end = sched
            .stay_end(id)
            .map_or(span.end(), |end| end.min(span.end()));
        let stay = TimeSpan::new(row.ts, end.max(row.ts)).clamped_to(span);
        let suspended = cx.trace.suspends().time_in(machine, stay).ns();
        load.suspended_ns += suspended;
        let unrecorded = unrecorded(cx.trace, cpu, stay);
        let ns = (stay.dur().ns() - suspended).saturating_sub(unrecorded);
        // The idle thread stands for nothing running.
        if cx.trace.processes.is_idle(row.utid) {
            load.idle_ns += ns;
            continue;
        }
        if ns == 0 {
            continue;
        }
        let stays = threads.entry(row.utid).or_default();
        stays.ns += ns;
        stays.count += 1;
        stays.longest = stays.longest.max(Some((ns, id)));
    }
    let mut threads: Vec<(Utid, Stays)> = threads.into_iter().collect();
    threads.sort_by_key(|(utid, stays)| (Reverse(stays.ns), *utid));
    load.busy_ns = threads.iter().map(|(_, stays)| stays.ns).sum();
    let known = load.busy_ns.saturating_add(load.idle_ns);
    let role = if known == 0 { Role::Dim } else { Role::Text };
    pane.text(load_words(load), role);
    if threads.is_empty() {
        return;
    }
    let mut table = Table::new(
        pane,
        "THREADS in this window",
        &["time", "%", "stays", "longest"],
    );
    for (utid, stays) in threads.iter().take(MAX_THREADS) {
        let Some((longest, id)) = stays.longest else {
            continue;
        };
        let name = text::clean(&cx.trace.thread_title(*utid)).into_owned();
        let figures = [
            time::dur_narrow(stays.ns),
            text::percent(stays.ns, known),
            text::grouped(stays.count as u64),
            time::dur_narrow(longest),
        ];
        let role = thread_role(cx, *utid);
        table.row(role.into(), &name, &figures, Item::Sched(id));
    }
    let more = threads.len().saturating_sub(MAX_THREADS);
    if more > 0 {
        pane.text(format!("… {} more", text::grouped(more as u64)), Role::Dim);
    }
}
