//! What happened in the selected area, added up: slices, states, counters, frames, flows.
//!
//! The sums come from a job; until they are there the pane says so. Every block
//! is a table of a name and as many figures as the width holds.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::super::chrome::so_far;
use super::super::counters::{apart, fitting, with_unit};
use super::super::cx::Cx;
use super::super::gaps::gap_name;
use super::super::pane::Pane;
use super::super::scene::{Ink, Item, Partial, Role, StateRole, Text};
use super::super::sched::{state_name, state_role, thread_role};
use super::super::state::{Area, Tab};
use super::super::text;
use super::super::time;
use super::table::{FIGURE, MAX_ROWS, Table};
use crate::base::time::TimeSpan;
use crate::model::samples::idle_level;
use crate::model::sched::{cpu_name, cpu_number};
use crate::model::track::Scope;
use crate::query::area::{AreaReport, CounterStats, CpuLoad, Residency, StateStats, TimeSum};
use crate::query::slices::unfinished_words;

/// In a pane of so many rows, lines that stay above a table would take half of the pane.
const LOW: u16 = 5;
/// The most rows of a table that has another one below it.
const ABOVE_ROWS: usize = 10;

/// Returns the sums of the selected area, once they are known.
fn report<'a>(cx: &Cx<'a>) -> Option<&'a AreaReport> {
    let (_, report) = cx.state.area_sums()?;
    Some(report)
}

/// Returns whether the selected area has slices, once its sums are known.
pub(super) fn has_slices(cx: &Cx<'_>) -> Option<bool> {
    report(cx).map(|report| !report.slices.is_empty())
}

/// What stands between a name and what is told of it.
const TOLD: &str = "  ";

/// Cuts a name, but not what is told of it, which is left out where it has no room.
fn fit_told(text: &str, room: usize) -> Cow<'_, str> {
    /// No name is cut to less.
    const LEAST: usize = 8;
    let Some((name, told)) = text.rsplit_once(TOLD).filter(|_| text::width(text) > room) else {
        return text::fit_middle(text, room);
    };
    let left = room.saturating_sub(text::width(told) + TOLD.len());
    if left < LEAST.min(text::width(name)) {
        return text::fit_middle(name, room);
    }
    format!("{}{TOLD}{told}", text::fit_middle(name, left)).into()
}

/// Says for how long the device was suspended: nothing was measured then.
fn suspended(cx: &Cx<'_>, pane: &mut Pane, span: TimeSpan) {
    let suspended = cx.trace.suspends().time_in(0, span);
    if !suspended.is_zero() {
        let told = time::dur(suspended.ns());
        let long = format!("the device was suspended for {told}");
        let is_short = text::width(&long) > usize::from(pane.width());
        let short = is_short.then(|| format!("suspended for {told}"));
        pane.text(short.unwrap_or(long), Role::Text);
    }
}

/// Fills the first block: the area, and its slices by name.
pub(super) fn slices(cx: &Cx<'_>, pane: &mut Pane, area: &Area) {
    // Everything below the selected nodes is summed, so that the report says how many tracks there are.
    let tracks = match report(cx) {
        _ if area.nodes.is_empty() => "all tracks".to_owned(),
        Some(report) => text::counted(report.n_tracks, "track", "tracks"),
        None => "…".to_owned(),
    };
    let width = usize::from(pane.width());
    let line = pane.line();
    let words = format!("AREA {}", time::dur_exact(area.span.dur().ns()));
    let x = line.put(Text::new(0, words, Role::Strong).bold()) + 2;
    // The times are written as exactly as there is room for.
    let span = area.span;
    let coarse = span.dur().ns() / 100;
    let from = |ns| cx.clock.short(span.start(), ns);
    let both = |ns| {
        format!(
            "{tracks} · {} to {}",
            from(ns),
            cx.clock.short(span.end(), ns)
        )
    };
    let choice = [
        both(coarse.min(1_000)),
        both(coarse),
        format!("{tracks} · {}…", from(coarse)),
    ];
    let fits = |words: &String| usize::from(x) + text::width(words) <= width;
    // In a low pane a shorter form beside the length is better than a line of its own.
    let is_few = cx.details_rows <= LOW;
    let own = (choice.iter().take(2))
        .find(|words| text::width(words) <= width)
        .cloned();
    let words = match choice.iter().position(fits) {
        Some(at @ 0..2) => choice[at].clone(),
        Some(at) if is_few => choice[at].clone(),
        _ if is_few => tracks,
        _ => own.unwrap_or(tracks),
    };
    if fits(&words) {
        line.put(Text::new(x, words, Role::Dim));
    } else {
        pane.text(words, Role::Dim);
    }
    suspended(cx, pane, span);
    let Some(report) = report(cx) else {
        pane.text("adding up …", Role::Dim);
        return;
    };
    if report.slices.is_empty() {
        let words = if report.frames.is_empty() {
            "no slices"
        } else {
            "no slices but frames"
        };
        pane.text(format!("{words}{}", so_far(cx.trace)), Role::Dim);
        return;
    }
    let total: usize = report.slices.iter().map(|stats| stats.count).sum();
    let total = text::grouped(total as u64);
    let title = format!("SLICES {total}{}", so_far(cx.trace));
    let of_packets = report.slices.iter().any(|stats| stats.packets.count > 0);
    let names: &[&str] = if of_packets {
        &["bytes", "packets", "wall", "count"]
    } else {
        &["wall", "self", "count", "mean"]
    };
    let mut table = Table::new(pane, &title, names);
    table.fit = fit_told;
    if cx.details_rows > LOW {
        table.pane.hold();
    }
    for stats in report.slices.iter().take(MAX_ROWS) {
        let label = cx.trace.slices.label_id(stats.longest);
        let name = stats.name.map_or("[null]".into(), |name| cx.text(name));
        let name = match stats.unfinished_words() {
            words if words.is_empty() => name,
            words => format!("{name}{TOLD}{words}").into(),
        };
        let dur = |ns| match stats.n_ended() {
            0 => "–".to_owned(),
            _ => time::dur_narrow(ns),
        };
        let (wall, count) = (dur(stats.total_ns), text::grouped(stats.count as u64));
        let figures = if of_packets {
            let packets = stats.packets;
            [
                text::bytes(packets.bytes.unsigned_abs()),
                text::grouped(packets.count.unsigned_abs()),
                wall,
                count,
            ]
        } else {
            let mean = dur(stats.total_ns / stats.n_ended().max(1) as i64);
            [wall, dur(stats.self_ns), count, mean]
        };
        table.row(
            Ink::Name(cx.ink_of(label)),
            &name,
            &figures,
            Item::Slice(stats.longest),
        );
    }
    table.rest(report.slices.len(), MAX_ROWS);
}

/// Fills the block of what ran on the selected CPUs, of thread states, of all threads and of each, and of samples.
pub(super) fn states(cx: &Cx<'_>, pane: &mut Pane) {
    let Some(report) = report(cx) else { return };
    let whole = whole_of(report.states.iter().map(|of| of.sum));
    // Who had the CPUs says more than for how long all threads slept, unless that is asked for.
    if cx.state.details.tab == Tab::States {
        all_states(cx, pane, report, whole);
        on_cpus(cx, pane, report);
    } else {
        on_cpus(cx, pane, report);
        all_states(cx, pane, report, whole);
    }
    ran_on(cx, pane, report, whole);
    super::profile::lines(cx, pane, &report.profile, ABOVE_ROWS);
    threads_on_cpus(cx, pane, report);
    by_thread(cx, pane, report, whole);
    // The row of a thread's slices is what its area was made of: its states are another row.
    if report.states.is_empty() && cx.state.details.tab == Tab::States {
        super::states::of_area(cx, pane);
    }
}

/// Writes for how long all threads together were in each state.
fn all_states(cx: &Cx<'_>, pane: &mut Pane, report: &AreaReport, whole: i64) {
    if report.states.is_empty() {
        return;
    }
    let mut table = Table::new(pane, "STATES", &["time", "%", "count", "longest"]);
    // The end of a name says what a thread waited for.
    table.fit = text::fit_middle;
    for stats in &report.states {
        let figures = figures_of(stats.sum, whole);
        let (name, role) = state(cx, stats);
        table.row(role.into(), &name, &figures, Item::State(stats.longest));
    }
    blocked(cx, pane, report, whole);
}

/// Writes on which CPUs the threads ran.
fn ran_on(cx: &Cx<'_>, pane: &mut Pane, report: &AreaReport, whole: i64) {
    if report.ran_on.is_empty() {
        return;
    }
    let mut table = Table::new(pane, "RAN ON", &["time", "%", "count", "longest"]);
    for of in report.ran_on.iter().take(ABOVE_ROWS) {
        let name = cx.trace.core_kinds().named(cpu_name(of.cpu), of.cpu);
        let figures = figures_of(of.sum, whole);
        let role = Role::State(StateRole::Running);
        table.row(role.into(), &name, &figures, Item::State(of.longest));
    }
    let more = report.ran_on.len().saturating_sub(ABOVE_ROWS);
    if more > 0 {
        pane.text(format!("… {} more", text::grouped(more as u64)), Role::Dim);
    }
}

/// Writes in which functions of the kernel threads were blocked.
fn blocked(cx: &Cx<'_>, pane: &mut Pane, report: &AreaReport, whole: i64) {
    if report.blocked.is_empty() {
        return;
    }
    let mut table = Table::new(pane, "BLOCKED IN", &["time", "%", "count", "longest"]);
    for of in report.blocked.iter().take(ABOVE_ROWS) {
        let figures = figures_of(of.sum, whole);
        let state = cx.trace.sched.state_row(of.longest);
        let role = Role::State(state_role(&cx.text(state.state), state.io_wait));
        let name = cx.text(of.function);
        table.row(role.into(), &name, &figures, Item::State(of.longest));
    }
    table.rest(report.blocked.len(), ABOVE_ROWS);
}

/// Returns the time of all sums together, of which each is a share.
fn whole_of(sums: impl Iterator<Item = TimeSum>) -> i64 {
    let add = |whole: i64, sum: TimeSum| whole.saturating_add(sum.total_ns);
    sums.fold(0, add).max(1)
}

/// Figures of what ran on CPUs.
const STAYS: [&str; 4] = ["time", "%", "stays", "longest"];

/// Writes how busy the selected CPUs were, and with which processes.
fn on_cpus(cx: &Cx<'_>, pane: &mut Pane, report: &AreaReport) {
    let whole = whole_of(report.cpu_processes.iter().map(|of| of.sum));
    if let Some(words) = cpu_load(report) {
        pane.text(words, Role::Text);
    }
    if !report.cpu_processes.is_empty() {
        let mut table = Table::new(pane, "CPU BY PROCESS", &STAYS);
        table.fit = fit_owner(cx);
        for of in report.cpu_processes.iter().take(ABOVE_ROWS) {
            let name = match of.upid {
                Some(upid) => text::clean(&cx.trace.process_title(upid)).into_owned(),
                None => "unknown process".to_owned(),
            };
            let utid = cx.trace.sched.sched_row(of.longest).utid;
            let role = thread_role(cx, utid);
            let figures = figures_of(of.sum, whole);
            table.row(role.into(), &name, &figures, Item::Sched(of.longest));
        }
        table.rest(report.cpu_processes.len(), ABOVE_ROWS);
    }
}

/// Writes which threads ran on the selected CPUs.
fn threads_on_cpus(cx: &Cx<'_>, pane: &mut Pane, report: &AreaReport) {
    let whole = whole_of(report.cpu_threads.iter().map(|of| of.sum));
    if !report.cpu_threads.is_empty() {
        let mut table = Table::new(pane, "CPU BY THREAD", &STAYS);
        table.fit = fit_owner(cx);
        for of in report.cpu_threads.iter().take(ABOVE_ROWS) {
            let name = text::clean(&cx.trace.thread_title(of.utid)).into_owned();
            let role = thread_role(cx, of.utid);
            let figures = figures_of(of.sum, whole);
            table.row(role.into(), &name, &figures, Item::Sched(of.longest));
        }
        table.rest(report.cpu_threads.len(), ABOVE_ROWS);
    }
}

/// Returns how names of processes and threads are cut: if there are several machines, the machine stays.
fn fit_owner(cx: &Cx<'_>) -> for<'t> fn(&'t str, usize) -> Cow<'t, str> {
    if cx.trace.machines.len() > 1 {
        text::fit_name
    } else {
        text::fit_label
    }
}

/// Returns how busy the selected CPUs were, in words; `None` without any.
pub fn cpu_load(report: &AreaReport) -> Option<String> {
    let load = report.cpu_load;
    (load.whole_ns > 0).then(|| load_words(load))
}

/// Returns how busy CPUs were, in words. What is neither busy nor idle was not recorded, so that it counts for
/// nothing: buffers often hold scheduling of the end of a trace only. Nor does the time in which they were
/// suspended.
pub(super) fn load_words(load: CpuLoad) -> String {
    let (busy, suspended) = (load.busy_ns, load.suspended_ns);
    let known = busy.saturating_add(load.idle_ns);
    let whole = load.whole_ns.saturating_sub(suspended);
    let stood = match suspended {
        0 => String::new(),
        ns => format!("{} suspended", time::dur(ns)),
    };
    if known == 0 && suspended > 0 {
        return stood;
    }
    if known == 0 {
        return "no scheduling recorded in this window".to_owned();
    }
    let missing = whole.saturating_sub(known);
    // The last moment before the window ends is hardly ever known.
    let is_all = missing.saturating_mul(100) < whole;
    let [told, of, gap] = [busy, if is_all { whole } else { known }, missing].map(time::dur);
    let share = text::percent(busy, known);
    let rest = if is_all {
        String::new()
    } else {
        format!(", {gap} not recorded")
    };
    let words = format!("busy {told} of {of} ({share}){rest}");
    if stood.is_empty() {
        words
    } else {
        format!("{words}, {stood}")
    }
}

/// Returns the figures of stretches of time; `whole` is the time that they are a share of.
fn figures_of(sum: TimeSum, whole: i64) -> [String; 4] {
    [
        time::dur_narrow(sum.total_ns),
        text::percent(sum.total_ns, whole),
        text::grouped(sum.count as u64),
        time::dur_narrow(sum.max_ns),
    ]
}

/// Writes the states of each thread, if there are several threads.
fn by_thread(cx: &Cx<'_>, pane: &mut Pane, report: &AreaReport, whole: i64) {
    if report.thread_states.len() <= report.states.len() {
        return;
    }
    let names = ["time", "%", "count", "longest"];
    let mut table = Table::new(pane, "STATES BY THREAD", &names);
    table.fit = text::fit_middle;
    for of in report.thread_states.iter().take(ABOVE_ROWS) {
        let stats = &of.stats;
        let figures = figures_of(stats.sum, whole);
        let (name, role) = state(cx, stats);
        let thread = text::clean(&cx.trace.thread_title(of.utid)).into_owned();
        table.row(
            role.into(),
            &format!("{thread} · {name}"),
            &figures,
            Item::State(stats.longest),
        );
    }
    table.rest(report.thread_states.len(), ABOVE_ROWS);
}

fn state(cx: &Cx<'_>, stats: &StateStats) -> (String, Role) {
    if let Some(gap) = stats.gap {
        return (gap_name(gap).to_owned(), Role::State(StateRole::Unknown));
    }
    let short = cx.text(stats.state);
    let role = Role::State(state_role(&short, stats.io_wait));
    (state_name(&short, stats.io_wait).into_owned(), role)
}

/// Fills the block of counters, of the idle states of CPUs and of frequencies.
pub(super) fn counters(cx: &Cx<'_>, pane: &mut Pane) {
    let Some(report) = report(cx) else { return };
    if !report.counters.is_empty() {
        quantities(cx, pane, report);
    }
    let is_state = |of: &&Residency| cx.trace.counters.are_idle_states(of.track);
    let (states, frequencies): (Vec<_>, Vec<_>) = report.residency.iter().partition(is_state);
    residency(cx, pane, "IDLE STATES", &states);
    residency(cx, pane, "FREQUENCIES", &frequencies);
}

fn quantities(cx: &Cx<'_>, pane: &mut Pane, report: &AreaReport) {
    // Counters of several processes have the same names.
    let mut times: HashMap<&str, usize> = HashMap::new();
    for stats in &report.counters {
        let name = cx.trace.tree.node(stats.node).name.as_str();
        *times.entry(name).or_default() += 1;
    }
    let shown = || report.counters.iter().take(MAX_ROWS);
    let names = shown().map(|stats| {
        let own = cx.trace.tree.node(stats.node).name.as_str();
        let mut name = super::counter_name(cx, stats.track);
        if let Scope::Process(upid) = cx.trace.tracks.get(stats.track).scope
            && times.get(own).is_some_and(|&n| n > 1)
        {
            let title = cx.trace.process_title(upid);
            name = format!("{name} · {}", text::clean(&title));
        }
        name
    });
    let names: Vec<String> = names.collect();
    let widest = names.iter().map(|name| text::width(name)).max();
    // Beside the name stand a colour before it and a blank after it. The peak says more than the bottom.
    const FIGURES: [&str; 5] = ["mean", "max", "min", "change", "samples"];
    const TITLE: &str = "COUNTERS";
    let widest = widest.unwrap_or(0) + 3;
    let figures_of = |stats: &CounterStats, room: usize| {
        let [mean, max, min] = apart(
            cx.trace,
            stats.track,
            [stats.mean, stats.max, stats.min],
            (stats.min, stats.max),
            room,
        );
        let change = fitting(cx.trace, stats.track, stats.change, room);
        let count = text::grouped(stats.count as u64);
        [mean, max, min, change, count]
    };
    // Where there is room the units stand whole.
    let most = Table::room_for_each(pane.width(), &FIGURES, TITLE, widest);
    let rows = shown().map(|stats| figures_of(stats, usize::from(most) - 1));
    let asked = rows.flat_map(|row| row.map(|figure| text::width(&figure) as u16 + 1));
    let figure = asked.max().unwrap_or(0).clamp(FIGURE, most);
    let mut table = Table::beside_wide(pane, TITLE, &FIGURES, (widest, figure));
    // The CPU at the end of a name tells it from the others.
    table.fit = text::fit_name;
    if report.residency.is_empty() {
        table.pane.hold();
    }
    for (stats, name) in shown().zip(&names) {
        table.row(
            Role::Counter.into(),
            name,
            &figures_of(stats, usize::from(figure) - 1),
            Item::Counter(stats.peak),
        );
    }
    table.rest(report.counters.len(), MAX_ROWS);
}

/// Writes for how long counters had each value.
fn residency(cx: &Cx<'_>, pane: &mut Pane, title: &str, all: &[&Residency]) {
    if all.is_empty() {
        return;
    }
    let mut table = Table::new(pane, title, &["%", "time", "count", "longest"]);
    for stats in all.iter().take(MAX_ROWS) {
        // The heading says what the values are, so that only the CPU is named.
        let name = match cx.trace.tracks.get(stats.track).cpu() {
            // The value is worth more than a long word for the machine.
            Some(cpu) => {
                let cpu = cpu_number(cpu);
                match text::split_machine(&cpu) {
                    Some((own, machine)) => format!("cpu{own} m{machine}"),
                    None => format!("cpu{cpu}"),
                }
            }
            None => super::counter_name(cx, stats.track),
        };
        let value = with_unit(cx.trace, stats.track, stats.value);
        let figures = [
            text::percent(stats.sum.total_ns, stats.known_ns),
            time::dur_narrow(stats.sum.total_ns),
            text::grouped(stats.sum.count as u64),
            time::dur_narrow(stats.sum.max_ns),
        ];
        let is_state = cx.trace.counters.are_idle_states(stats.track);
        let what = if is_state && idle_level(stats.value) >= 0.0 {
            "state "
        } else {
            ""
        };
        let name = format!("{name} · {what}{value}");
        let item = Item::Counter(stats.longest);
        table.row(Role::Counter.into(), &name, &figures, item);
    }
    table.rest(all.len(), MAX_ROWS);
}

/// Fills the block of frames by what delayed them.
pub(super) fn frames(cx: &Cx<'_>, pane: &mut Pane) {
    let Some(report) = report(cx).filter(|report| !report.frames.is_empty()) else {
        return;
    };
    let total: usize = report.frames.iter().map(|stats| stats.count).sum();
    let title = format!("FRAMES {}", text::grouped(total as u64));
    let mut table = Table::new(pane, &title, &["count", "mean", "shortest", "longest"]);
    for stats in &report.frames {
        // How long frames took that never ended is not known.
        let dur = |ns| match stats.n_ended() {
            0 => "–".to_owned(),
            _ => time::dur_narrow(ns),
        };
        let figures = [
            text::grouped(stats.count as u64),
            dur(stats.mean_ns),
            dur(stats.min_ns),
            dur(stats.max_ns),
        ];
        let role = Role::Jank(stats.tag, Partial::No);
        // A frame that does not count as janky must not look like a jank where the name is cut.
        let (letter, reasons) = (stats.tag.letter(), &stats.jank_type);
        let name = if stats.is_hidden {
            format!("not counted · {letter} {reasons}")
        } else {
            format!("{letter} {reasons}")
        };
        let name = match unfinished_words(stats.count, stats.n_unfinished) {
            words if words.is_empty() => name,
            words => format!("{name}  {words}"),
        };
        if stats.is_hidden {
            table.dim_row(&name, &figures, Item::Slice(stats.longest));
        } else {
            table.row(role.into(), &name, &figures, Item::Slice(stats.longest));
        }
    }
}

/// Fills the block of flows by category.
pub(super) fn flows(cx: &Cx<'_>, pane: &mut Pane) {
    let Some(report) = report(cx).filter(|report| !report.flows.is_empty()) else {
        return;
    };
    let total: usize = report.flows.iter().map(|stats| stats.flows.len()).sum();
    let title = format!("FLOWS {}", text::grouped(total as u64));
    let mut table = Table::new(pane, &title, &["count"]);
    table.pane.hold();
    for stats in report.flows.iter().take(MAX_ROWS) {
        let name = match stats.category.as_str() {
            "" => "no category".into(),
            name => text::clean(name),
        };
        let figures = [text::grouped(stats.flows.len() as u64)];
        table.row(Role::Flow.into(), &name, &figures, Item::Slice(stats.first));
    }
    table.rest(report.flows.len(), MAX_ROWS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_recorded_is_no_idle_time() {
        let ms = |[busy, idle, whole]: [i64; 3]| {
            let [busy_ns, idle_ns, whole_ns] = [busy, idle, whole].map(|ms| ms * 1_000_000);
            load_words(CpuLoad {
                whole_ns,
                busy_ns,
                idle_ns,
                suspended_ns: 0,
            })
        };
        assert_eq!(ms([25, 75, 100]), "busy 25.0 ms of 100 ms (25 %)");
        assert_eq!(
            ms([25, 25, 100]),
            "busy 25.0 ms of 50.0 ms (50 %), 50.0 ms not recorded"
        );
        assert_eq!(ms([0, 100, 100]), "busy 0 s of 100 ms (0 %)");
        assert_eq!(ms([0, 0, 100]), "no scheduling recorded in this window");
    }

    #[test]
    fn what_was_suspended_is_no_time_of_a_cpu() {
        let s = |[busy, idle, suspended]: [i64; 3]| {
            let [busy_ns, idle_ns, suspended_ns] =
                [busy, idle, suspended].map(|s| s * 1_000_000_000);
            load_words(CpuLoad {
                whole_ns: 10_000_000_000,
                busy_ns,
                idle_ns,
                suspended_ns,
            })
        };
        assert_eq!(
            s([1, 1, 8]),
            "busy 1.00 s of 2.00 s (50 %), 8.00 s suspended"
        );
        assert_eq!(
            s([1, 1, 2]),
            "busy 1.00 s of 2.00 s (50 %), 6.00 s not recorded, 2.00 s suspended"
        );
        assert_eq!(s([0, 0, 10]), "10.0 s suspended");
    }

    #[test]
    fn what_is_told_of_a_name_is_not_cut() {
        assert_eq!(
            fit_told("AsyncOp  55 never ended", 30),
            "AsyncOp  55 never ended"
        );
        assert_eq!(
            fit_told("AsyncOperation  55 never ended", 24),
            "Asyn…ion  55 never ended"
        );
        assert_eq!(fit_told("AsyncOp  55 never ended", 22), "AsyncOp");
        assert_eq!(fit_told("a name of many letters", 10), "a nam…ters");
    }
}
