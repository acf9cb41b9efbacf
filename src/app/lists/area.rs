//! The sums of an area as tables, all of their rows: slices by name, thread states, CPU time,
//! counters, frames, flows, functions.
//!
//! The sums are the details' own; here rows only get their words, when they are looked at.

use std::sync::Arc;

use super::table::{column, dur, number_of, time_column};
use crate::app::layer::Act;
use crate::app::layer::source::Source;
use crate::base::intern::StrId;
use crate::model::ids::{Upid, Utid};
use crate::model::trace::Trace;
use crate::query::area::{AreaReport, StateStats};
use crate::query::profile::Profile;
use crate::view::overlay::{Align, Cells, Column, Table, TableCell};
use crate::view::scene::{Item, Partial, Role};
use crate::view::state::{Area, Tab};
use crate::view::text::{counted, grouped, width};
use crate::view::{cpu_load, state_name, state_role, time, with_unit};

/// From this width on there is room for columns that most do not need.
pub(super) const ROOMY_COLS: u16 = 120;

/// One of the lists of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaList {
    /// Slices by name.
    Slices,
    /// The states of each thread.
    States,
    /// What ran on CPUs, by process.
    CpuProcesses,
    /// What ran on CPUs, by thread.
    CpuThreads,
    /// Counters.
    Counters,
    /// The idle states of each CPU.
    IdleStates,
    /// Frames by what delayed them.
    Frames,
    /// Flows by category.
    Flows,
    /// What a profiler saw run, by function.
    Functions,
}

impl AreaList {
    /// All of them, in their order.
    pub const ALL: [Self; 9] = [
        Self::Slices,
        Self::States,
        Self::CpuProcesses,
        Self::CpuThreads,
        Self::Counters,
        Self::IdleStates,
        Self::Frames,
        Self::Flows,
        Self::Functions,
    ];

    /// Returns the list of what a tab of the details shows.
    pub const fn of_tab(tab: Tab) -> Option<Self> {
        match tab {
            Tab::Selection => Some(Self::Slices),
            Tab::Why => Some(Self::Frames),
            Tab::Flows => Some(Self::Flows),
            Tab::Args => Some(Self::Counters),
            Tab::States => Some(Self::States),
            Tab::Sql => None,
        }
    }

    /// Returns what it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slices => "slices",
            Self::States => "thread states",
            Self::CpuProcesses => "CPU by process",
            Self::CpuThreads => "CPU by thread",
            Self::Counters => "counters",
            Self::IdleStates => "idle states",
            Self::Frames => "frames",
            Self::Flows => "flows",
            Self::Functions => "CPU samples",
        }
    }

    /// Returns what a file of its rows is called.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Slices => "area-slices",
            Self::States => "area-states",
            Self::CpuProcesses => "area-cpu-processes",
            Self::CpuThreads => "area-cpu-threads",
            Self::Counters => "area-counters",
            Self::IdleStates => "area-idle-states",
            Self::Frames => "area-frames",
            Self::Flows => "area-flows",
            Self::Functions => "area-cpu-samples",
        }
    }

    /// Returns how many rows it has.
    pub fn len(self, report: &AreaReport) -> usize {
        match self {
            Self::Slices => report.slices.len(),
            Self::States => report.thread_states.len(),
            Self::CpuProcesses => report.cpu_processes.len(),
            Self::CpuThreads => report.cpu_threads.len(),
            Self::Counters => report.counters.len(),
            Self::IdleStates => report.idle_states.len(),
            Self::Frames => report.frames.len(),
            Self::Flows => report.flows.len(),
            Self::Functions => report.profile.functions.len(),
        }
    }

    /// Returns the next list that has rows, after the last the first; itself if there is no other.
    #[must_use]
    pub fn next(self, report: &AreaReport) -> Self {
        let others = Self::ALL.into_iter().cycle();
        let after = others.skip_while(|&list| list != self).skip(1);
        let mut some = after
            .take(Self::ALL.len())
            .filter(|list| list.len(report) > 0);
        some.next().unwrap_or(self)
    }

    fn columns(self, report: &AreaReport, cols: u16) -> Vec<Column> {
        let number = |title| column(title, Align::Right, 14);
        let roomy = cols >= ROOMY_COLS;
        let who = if roomy { 40 } else { 20 };
        let mut columns = match self {
            Self::Slices => vec![column("name", Align::Middle, 60)],
            Self::States => vec![
                column("process", Align::Tail, who),
                column("thread", Align::Left, who),
                column("state", Align::Left, 30),
            ],
            Self::CpuProcesses => vec![column("process", Align::Tail, 60), number("threads")],
            Self::CpuThreads => vec![
                column("process", Align::Tail, who),
                column("thread", Align::Left, who),
            ],
            Self::Counters => vec![column("counter", Align::Tail, 60)],
            Self::IdleStates => vec![
                column("counter", Align::Tail, who),
                column("state", Align::Left, 20),
            ],
            Self::Frames => vec![
                column("jank type", Align::Left, 60),
                column("tag", Align::Left, 24),
            ],
            Self::Flows => vec![column("category", Align::Left, 60)],
            Self::Functions => vec![
                column("function", Align::Tail, if roomy { 80 } else { 40 }),
                column("binary", Align::Left, if roomy { 30 } else { 20 }),
            ],
        };
        let figures: &[&str] = match self {
            Self::Slices if roomy => &["wall", "self", "count", "mean", "p50", "p90", "longest"],
            Self::Slices => &["wall", "self", "count", "mean", "longest"],
            Self::States if roomy => &["time", "%", "count", "mean", "longest"],
            Self::States => &["time", "count"],
            Self::CpuProcesses => &["cpu time", "%", "stays", "mean", "longest"],
            Self::CpuThreads if roomy => &["cpu time", "%", "stays", "mean", "longest"],
            Self::CpuThreads => &["cpu time", "%", "stays"],
            Self::Counters if roomy => &[
                "mean", "min", "max", "first", "last", "change", "change/s", "samples",
            ],
            Self::Counters => &["mean", "min", "max", "change", "samples"],
            Self::IdleStates => &["time", "%", "count", "mean", "longest"],
            Self::Frames => &["count", "mean", "shortest", "longest"],
            Self::Flows => &["count"],
            Self::Functions if roomy => &["own", "own %", "total", "total %"],
            Self::Functions => &["own", "total"],
        };
        let is_of_times = !matches!(self, Self::Counters | Self::Flows | Self::Functions);
        columns.extend(figures.iter().map(|&title| match title {
            "count" | "stays" | "%" => number(title),
            _ if is_of_times => time_column(title, 14),
            _ => number(title),
        }));
        let some_never_ended = match self {
            Self::Slices => report.slices.iter().any(|stats| stats.n_unfinished > 0),
            Self::Frames => report.frames.iter().any(|stats| stats.n_unfinished > 0),
            _ => false,
        };
        if some_never_ended {
            columns.push(number("no end"));
        }
        columns
    }
}

/// The rows of one list of an area.
#[derive(Clone, Debug)]
pub struct AreaRows {
    list: AreaList,
    report: Arc<AreaReport>,
    columns: Vec<Column>,
    /// How long the threads, or the CPUs, were in all.
    whole_ns: i64,
}

impl AreaRows {
    /// Returns the rows of a list for a screen of so many columns.
    pub fn new(list: AreaList, report: Arc<AreaReport>, cols: u16) -> Self {
        let sum = |sum: i64, ns: i64| sum.saturating_add(ns);
        let whole_ns = if list == AreaList::States {
            let states = report.thread_states.iter();
            states.map(|of| of.stats.total_ns).fold(0, sum)
        } else {
            let threads = report.cpu_threads.iter();
            threads.map(|of| of.total_ns).fold(0, sum)
        };
        Self {
            columns: list.columns(&report, cols),
            list,
            report,
            whole_ns,
        }
    }

    /// Returns the table, without its rows.
    pub fn table(&self, area: &Area, cols: u16) -> Table {
        let n = self.list.len(&self.report);
        let what = match self.list {
            AreaList::Slices => counted(n, "name of slices", "names of slices"),
            AreaList::States => counted(n, "state of a thread", "states of threads"),
            AreaList::CpuProcesses => counted(n, "process on CPUs", "processes on CPUs"),
            AreaList::CpuThreads => counted(n, "thread on CPUs", "threads on CPUs"),
            AreaList::Counters => counted(n, "counter", "counters"),
            AreaList::IdleStates => counted(n, "idle state of a CPU", "idle states of CPUs"),
            AreaList::Frames => counted(n, "jank type of frames", "jank types of frames"),
            AreaList::Flows => counted(n, "category of flows", "categories of flows"),
            AreaList::Functions => {
                counted(n, "function in CPU samples", "functions in CPU samples")
            }
        };
        let order = match self.list {
            AreaList::Counters | AreaList::IdleStates => "as on the screen",
            AreaList::Frames | AreaList::Flows | AreaList::Functions => "most first",
            _ => "longest first",
        };
        let mut title = format!("{what} in {}", time::dur(area.span.dur().ns()));
        if self.list == AreaList::Functions {
            title = format!("{title} · {}", samples(&self.report.profile));
        }
        // The sums beside them are of what is inside.
        if self.list == AreaList::Slices {
            let whole = if cols >= ROOMY_COLS {
                "p50, p90 and longest"
            } else {
                "longest"
            };
            title = format!("{title} · {whole} of whole slices");
        }
        // Shares are of the time in which anything ran.
        if matches!(self.list, AreaList::CpuProcesses | AreaList::CpuThreads)
            && cols >= ROOMY_COLS
            && let Some(load) = cpu_load(&self.report)
        {
            title = format!("{title} · {load}");
        }
        Table {
            badge: "AREA".into(),
            title,
            order: order.into(),
            legend: self.legend(cols),
            columns: self.columns.clone(),
            empty: format!("no {} in the area", self.list.name()),
            mode: "AREA".into(),
            ..Table::default()
        }
    }

    /// Names the lists that have rows, and how many where there is room.
    fn legend(&self, cols: u16) -> Vec<TableCell> {
        let some = AreaList::ALL.into_iter();
        let some: Vec<_> = some
            .map(|list| (list, list.len(&self.report)))
            .filter(|&(list, n)| n > 0 || list == self.list)
            .collect();
        let counts = some
            .iter()
            .map(|&(list, n)| format!("{} {}", list.name(), grouped(n as u64)));
        let names = some.iter().map(|(list, _)| list.name().to_owned());
        let (counts, names): (Vec<String>, Vec<String>) = (counts.collect(), names.collect());
        let fits = |words: &[String], gap: usize| {
            let widths = words.iter().map(|word| width(word) + gap);
            widths.sum::<usize>() <= usize::from(cols)
        };
        let (words, gap) = match () {
            () if fits(&counts, 3) => (counts, "   "),
            () if fits(&names, 2) => (names, "  "),
            () => (names, " "),
        };
        let cells = some.iter().zip(words).map(|(&(list, _), word)| {
            if list == self.list {
                TableCell::of(format!("{word}{gap}"), Role::Strong).bold()
            } else {
                TableCell::of(format!("{word}{gap}"), Role::Dim)
            }
        });
        cells.collect()
    }

    /// Returns the cell of a column of a row that is a sum of time.
    fn sum(&self, title: &str, (total_ns, count, max_ns): (i64, usize, i64)) -> TableCell {
        match title {
            "%" => percent(total_ns, self.whole_ns),
            "count" | "stays" => number_of(count),
            "mean" => dur(total_ns / count.max(1) as i64),
            "longest" => dur(max_ns),
            _ => dur(total_ns),
        }
    }

    fn slices(&self, trace: &Trace, index: usize, title: &str) -> TableCell {
        let stats = &self.report.slices[index];
        match title {
            "name" => match stats.name {
                Some(name) => TableCell::new(trace.text(name)),
                None => TableCell::of("[no name]", Role::Dim),
            },
            "count" => number_of(stats.count),
            "no end" => no_end(stats.n_unfinished),
            // Nobody knows how long those lasted.
            _ if stats.n_ended() == 0 => TableCell::new("–"),
            "wall" => dur(stats.total_ns),
            "self" => dur(stats.self_ns),
            "mean" => dur(stats.total_ns / stats.n_ended().max(1) as i64),
            "p50" => dur(stats.p50_ns),
            "p90" => dur(stats.p90_ns),
            _ => dur(stats.max_ns),
        }
    }

    fn counters(&self, trace: &Trace, index: usize, title: &str) -> TableCell {
        let stats = &self.report.counters[index];
        let value = |value| TableCell::new(with_unit(trace, stats.track, value)).valued(value);
        match title {
            // Those of several CPUs or processes have one name.
            "counter" => TableCell::new(trace.tree.path(stats.node)),
            "samples" => number_of(stats.count),
            "mean" => value(stats.mean),
            "min" => value(stats.min),
            "max" => value(stats.max),
            "change" => value(stats.change()),
            "first" => value(stats.first),
            "last" => value(stats.last),
            _ => value(stats.rate),
        }
    }
}

impl Cells for AreaRows {
    fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn cell(&self, trace: &Trace, index: usize, title: &str) -> TableCell {
        match self.list {
            AreaList::Slices => self.slices(trace, index, title),
            AreaList::States => {
                let of = &self.report.thread_states[index];
                let StateStats {
                    total_ns,
                    count,
                    max_ns,
                    ..
                } = of.stats;
                match title {
                    "process" => process_of(trace, of.utid),
                    "thread" => TableCell::new(trace.thread_title(of.utid)),
                    "state" => state(trace, of.stats.state, of.stats.io_wait),
                    _ => self.sum(title, (total_ns, count, max_ns)),
                }
            }
            AreaList::CpuProcesses => {
                let of = &self.report.cpu_processes[index];
                match title {
                    "process" => process(trace, of.upid),
                    "threads" => number_of(of.threads),
                    _ => self.sum(title, (of.total_ns, of.count, of.max_ns)),
                }
            }
            AreaList::CpuThreads => {
                let of = &self.report.cpu_threads[index];
                match title {
                    "process" => process_of(trace, of.utid),
                    "thread" => TableCell::new(trace.thread_title(of.utid)),
                    _ => self.sum(title, (of.total_ns, of.count, of.max_ns)),
                }
            }
            AreaList::Counters => self.counters(trace, index, title),
            AreaList::IdleStates => {
                let of = &self.report.idle_states[index];
                match title {
                    "counter" => TableCell::new(trace.tree.path(of.node)),
                    "state" => TableCell::new(with_unit(trace, of.track, of.state)),
                    "%" => percent(of.total_ns, of.known_ns),
                    _ => self.sum(title, (of.total_ns, of.count, of.max_ns)),
                }
            }
            AreaList::Frames => {
                let of = &self.report.frames[index];
                match title {
                    "jank type" => TableCell::of(&*of.jank_type, Role::Jank(of.tag, Partial::No)),
                    "tag" => TableCell::new(of.tag.text()),
                    "count" => number_of(of.count),
                    "no end" => no_end(of.n_unfinished),
                    _ if of.n_ended() == 0 => TableCell::new("–"),
                    "mean" => dur(of.mean_ns),
                    "shortest" => dur(of.min_ns),
                    _ => dur(of.max_ns),
                }
            }
            AreaList::Flows => {
                let of = &self.report.flows[index];
                match (title, of.category.as_str()) {
                    ("category", "") => TableCell::of("no category", Role::Dim),
                    ("category", name) => TableCell::new(name),
                    _ => number_of(of.flows.len()),
                }
            }
            AreaList::Functions => {
                let profile = &self.report.profile;
                let of = profile.functions[index];
                let share = |n: usize| percent(n as i64, profile.samples as i64);
                match title {
                    "function" => TableCell::new(of.function.label(trace)),
                    "binary" => TableCell::new(of.function.binary(trace)),
                    "own" => number_of(of.own),
                    "own %" => share(of.own),
                    "total" => number_of(of.total),
                    _ => share(of.total),
                }
            }
        }
    }

    fn item(&self, index: usize) -> Item {
        let report = &self.report;
        match self.list {
            AreaList::Slices => Item::Slice(report.slices[index].longest),
            AreaList::States => Item::State(report.thread_states[index].stats.longest),
            AreaList::CpuProcesses => Item::Sched(report.cpu_processes[index].longest),
            AreaList::CpuThreads => Item::Sched(report.cpu_threads[index].longest),
            AreaList::Frames => Item::Slice(report.frames[index].longest),
            AreaList::Flows => Item::Slice(report.flows[index].first),
            AreaList::Functions => Item::Sample(report.profile.functions[index].next),
            AreaList::Counters | AreaList::IdleStates => Item::None,
        }
    }
}

impl Source for AreaRows {
    fn n_rows(&self) -> usize {
        self.list.len(&self.report)
    }

    fn act(&self, index: usize) -> Act {
        match self.list {
            AreaList::Counters => Act::Node(self.report.counters[index].node),
            AreaList::IdleStates => Act::Node(self.report.idle_states[index].node),
            _ => Act::Item(self.item(index)),
        }
    }
}

/// Returns how many samples functions were seen in, in words.
fn samples(profile: &Profile) -> String {
    let all = counted(profile.samples, "sample", "samples");
    match profile.without_stack {
        0 => all,
        n => format!("{all}, {} without a stack", grouped(n as u64)),
    }
}

/// Returns how much of a whole a time is, as a cell.
pub(super) fn percent(ns: i64, whole_ns: i64) -> TableCell {
    let percent = ns as f64 * 100.0 / whole_ns.max(1) as f64;
    TableCell::new(format!("{percent:.1}")).valued(percent)
}

/// Returns how many of a row never ended, as a cell.
fn no_end(n: usize) -> TableCell {
    TableCell::new(match n {
        0 => String::new(),
        n => grouped(n as u64),
    })
}

fn process(trace: &Trace, upid: Option<Upid>) -> TableCell {
    match upid {
        Some(upid) => TableCell::new(trace.process_title(upid)),
        None => TableCell::of("unknown", Role::Dim),
    }
}

pub(super) fn process_of(trace: &Trace, utid: Utid) -> TableCell {
    process(trace, trace.processes.thread(utid).upid)
}

pub(super) fn state(trace: &Trace, state: StrId, io_wait: Option<bool>) -> TableCell {
    let short = trace.text(state);
    let role = Role::State(state_role(&short, io_wait));
    TableCell::of(state_name(&short, io_wait), role)
}
