//! The sums of an area as full tables: slices by name, thread states, CPU time, counters, frames, flows,
//! functions.
//!
//! The sums are those of the details. The cells of a row are only made when it is looked at.

use std::sync::Arc;

use super::table::{column, dur, number_of, time_column};
use crate::app::layer::Act;
use crate::app::layer::source::Source;
use crate::base::intern::StrId;
use crate::model::ids::{Upid, Utid};
use crate::model::trace::Trace;
use crate::query::area::{AreaReport, CounterStats, FrameStats};
use crate::query::profile::Profile;
use crate::query::slices::SliceStats;
use crate::view::overlay::{Align, Cells, Filled, Table, TableCell};
use crate::view::scene::{Item, Partial, Role};
use crate::view::state::{Area, Tab};
use crate::view::text::{counted, grouped, width};
use crate::view::{cpu_load, state_name, state_role, time, with_unit};

/// From this width on there is room for less important columns.
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
    /// All lists, in their order.
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

    /// Returns the list of which a tab of the details shows the first rows.
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

    /// Returns the name of the list.
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

    /// Returns the name of a file with the rows of the list, without its extension.
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

    /// Returns how many rows the list has.
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

    /// Returns the next list that has rows, cyclically; `self` if no other list has.
    #[must_use]
    pub fn next(self, report: &AreaReport) -> Self {
        let others = Self::ALL.into_iter().cycle();
        let after = others.skip_while(|&list| list != self).skip(1);
        let mut some = after
            .take(Self::ALL.len())
            .filter(|list| list.len(report) > 0);
        some.next().unwrap_or(self)
    }

    fn columns(self, report: &AreaReport, cols: u16) -> Vec<Filled<AreaRows>> {
        let roomy = cols >= ROOMY_COLS;
        let who = if roomy { 40 } else { 20 };
        let mut columns = match self {
            Self::Slices => slice_columns(roomy),
            Self::States => state_columns(roomy, who),
            Self::CpuProcesses => process_columns(),
            Self::CpuThreads => thread_columns(roomy, who),
            Self::Counters => counter_columns(roomy),
            Self::IdleStates => idle_columns(who),
            Self::Frames => frame_columns(),
            Self::Flows => flow_columns(),
            Self::Functions => function_columns(roomy),
        };
        if self == Self::Slices && report.slices.iter().any(|stats| stats.n_unfinished > 0) {
            columns.push(number("no end", |rows, _, at| {
                no_end(rows.report.slices[at].n_unfinished)
            }));
        }
        if self == Self::Frames && report.frames.iter().any(|stats| stats.n_unfinished > 0) {
            columns.push(number("no end", |rows, _, at| {
                no_end(rows.report.frames[at].n_unfinished)
            }));
        }
        columns
    }
}

/// Makes the cell of one row in one column.
type Fill = fn(&AreaRows, &Trace, usize) -> TableCell;

fn number(title: &str, fill: Fill) -> Filled<AreaRows> {
    (column(title, Align::Right, 14), fill)
}

fn times(title: &str, fill: Fill) -> Filled<AreaRows> {
    (time_column(title, 14), fill)
}

fn slice_columns(roomy: bool) -> Vec<Filled<AreaRows>> {
    let mut columns: Vec<Filled<AreaRows>> = vec![
        (
            column("name", Align::Middle, 60),
            |rows, trace, at| match rows.report.slices[at].name {
                Some(name) => TableCell::new(trace.text(name)),
                None => TableCell::of("[no name]", Role::Dim),
            },
        ),
        times("wall", |rows, _, at| rows.of_slices(at, |of| of.total_ns)),
        times("self", |rows, _, at| rows.of_slices(at, |of| of.self_ns)),
        number("count", |rows, _, at| {
            number_of(rows.report.slices[at].count)
        }),
        times("mean", |rows, _, at| {
            rows.of_slices(at, |of| of.total_ns / of.n_ended().max(1) as i64)
        }),
    ];
    if roomy {
        columns.push(times("p50", |rows, _, at| {
            rows.of_slices(at, |of| of.p50_ns)
        }));
        columns.push(times("p90", |rows, _, at| {
            rows.of_slices(at, |of| of.p90_ns)
        }));
    }
    columns.push(times("longest", |rows, _, at| {
        rows.of_slices(at, |of| of.max_ns)
    }));
    columns
}

fn state_columns(roomy: bool, who: u16) -> Vec<Filled<AreaRows>> {
    let mut columns: Vec<Filled<AreaRows>> = vec![
        (column("process", Align::Tail, who), |rows, trace, at| {
            process_of(trace, rows.report.thread_states[at].utid)
        }),
        (column("thread", Align::Left, who), |rows, trace, at| {
            TableCell::new(trace.thread_title(rows.report.thread_states[at].utid))
        }),
        (column("state", Align::Left, 30), |rows, trace, at| {
            let of = &rows.report.thread_states[at].stats;
            state(trace, of.state, of.io_wait)
        }),
        times("time", |rows, _, at| rows.sum(at).total()),
    ];
    if roomy {
        columns.push(number("%", |rows, _, at| rows.sum(at).share()));
    }
    columns.push(number("count", |rows, _, at| rows.sum(at).count()));
    if roomy {
        columns.push(times("mean", |rows, _, at| rows.sum(at).mean()));
        columns.push(times("longest", |rows, _, at| rows.sum(at).longest()));
    }
    columns
}

fn process_columns() -> Vec<Filled<AreaRows>> {
    vec![
        (column("process", Align::Tail, 60), |rows, trace, at| {
            process(trace, rows.report.cpu_processes[at].upid)
        }),
        number("threads", |rows, _, at| {
            number_of(rows.report.cpu_processes[at].threads)
        }),
        times("cpu time", |rows, _, at| rows.sum(at).total()),
        number("%", |rows, _, at| rows.sum(at).share()),
        number("stays", |rows, _, at| rows.sum(at).count()),
        times("mean", |rows, _, at| rows.sum(at).mean()),
        times("longest", |rows, _, at| rows.sum(at).longest()),
    ]
}

fn thread_columns(roomy: bool, who: u16) -> Vec<Filled<AreaRows>> {
    let mut columns: Vec<Filled<AreaRows>> = vec![
        (column("process", Align::Tail, who), |rows, trace, at| {
            process_of(trace, rows.report.cpu_threads[at].utid)
        }),
        (column("thread", Align::Left, who), |rows, trace, at| {
            TableCell::new(trace.thread_title(rows.report.cpu_threads[at].utid))
        }),
        times("cpu time", |rows, _, at| rows.sum(at).total()),
        number("%", |rows, _, at| rows.sum(at).share()),
        number("stays", |rows, _, at| rows.sum(at).count()),
    ];
    if roomy {
        columns.push(times("mean", |rows, _, at| rows.sum(at).mean()));
        columns.push(times("longest", |rows, _, at| rows.sum(at).longest()));
    }
    columns
}

fn counter_columns(roomy: bool) -> Vec<Filled<AreaRows>> {
    let mut columns: Vec<Filled<AreaRows>> = vec![
        // The path, because counters of several CPUs or processes have the same name.
        (column("counter", Align::Tail, 60), |rows, trace, at| {
            TableCell::new(trace.tree.path(rows.report.counters[at].node))
        }),
        number("mean", |rows, trace, at| {
            rows.value(trace, at, |of| of.mean)
        }),
        number("min", |rows, trace, at| rows.value(trace, at, |of| of.min)),
        number("max", |rows, trace, at| rows.value(trace, at, |of| of.max)),
    ];
    if roomy {
        columns.push(number("first", |rows, trace, at| {
            rows.value(trace, at, |of| of.first)
        }));
        columns.push(number("last", |rows, trace, at| {
            rows.value(trace, at, |of| of.last)
        }));
    }
    columns.push(number("change", |rows, trace, at| {
        rows.value(trace, at, CounterStats::change)
    }));
    if roomy {
        columns.push(number("change/s", |rows, trace, at| {
            rows.value(trace, at, |of| of.rate)
        }));
    }
    columns.push(number("samples", |rows, _, at| {
        number_of(rows.report.counters[at].count)
    }));
    columns
}

fn idle_columns(who: u16) -> Vec<Filled<AreaRows>> {
    vec![
        (column("counter", Align::Tail, who), |rows, trace, at| {
            TableCell::new(trace.tree.path(rows.report.idle_states[at].node))
        }),
        (column("state", Align::Left, 20), |rows, trace, at| {
            let of = &rows.report.idle_states[at];
            TableCell::new(with_unit(trace, of.track, of.state))
        }),
        times("time", |rows, _, at| rows.sum(at).total()),
        number("%", |rows, _, at| rows.sum(at).share()),
        number("count", |rows, _, at| rows.sum(at).count()),
        times("mean", |rows, _, at| rows.sum(at).mean()),
        times("longest", |rows, _, at| rows.sum(at).longest()),
    ]
}

fn frame_columns() -> Vec<Filled<AreaRows>> {
    vec![
        (column("jank type", Align::Left, 60), |rows, _, at| {
            let of = &rows.report.frames[at];
            TableCell::of(&*of.jank_type, Role::Jank(of.tag, Partial::No))
        }),
        (column("tag", Align::Left, 24), |rows, _, at| {
            TableCell::new(rows.report.frames[at].tag.text())
        }),
        number("count", |rows, _, at| {
            number_of(rows.report.frames[at].count)
        }),
        times("mean", |rows, _, at| rows.of_frames(at, |of| of.mean_ns)),
        times("shortest", |rows, _, at| rows.of_frames(at, |of| of.min_ns)),
        times("longest", |rows, _, at| rows.of_frames(at, |of| of.max_ns)),
    ]
}

fn flow_columns() -> Vec<Filled<AreaRows>> {
    vec![
        (
            column("category", Align::Left, 60),
            |rows, _, at| match rows.report.flows[at].category.as_str() {
                "" => TableCell::of("no category", Role::Dim),
                name => TableCell::new(name),
            },
        ),
        number("count", |rows, _, at| {
            number_of(rows.report.flows[at].flows.len())
        }),
    ]
}

fn function_columns(roomy: bool) -> Vec<Filled<AreaRows>> {
    let (function, binary) = if roomy { (80, 30) } else { (40, 20) };
    let mut columns: Vec<Filled<AreaRows>> = vec![
        (
            column("function", Align::Tail, function),
            |rows, trace, at| {
                TableCell::new(rows.report.profile.functions[at].function.label(trace))
            },
        ),
        (column("binary", Align::Left, binary), |rows, trace, at| {
            TableCell::new(rows.report.profile.functions[at].function.binary(trace))
        }),
        number("own", |rows, _, at| {
            number_of(rows.report.profile.functions[at].own)
        }),
    ];
    if roomy {
        columns.push(number("own %", |rows, _, at| {
            rows.of_samples(rows.report.profile.functions[at].own)
        }));
    }
    columns.push(number("total", |rows, _, at| {
        number_of(rows.report.profile.functions[at].total)
    }));
    if roomy {
        columns.push(number("total %", |rows, _, at| {
            rows.of_samples(rows.report.profile.functions[at].total)
        }));
    }
    columns
}

/// A row that is a sum of time.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    total_ns: i64,
    count: usize,
    max_ns: i64,
    /// The time of which `total_ns` is a share.
    whole_ns: i64,
}

impl Sum {
    fn total(self) -> TableCell {
        dur(self.total_ns)
    }

    fn share(self) -> TableCell {
        percent(self.total_ns, self.whole_ns)
    }

    fn count(self) -> TableCell {
        number_of(self.count)
    }

    fn mean(self) -> TableCell {
        dur(self.total_ns / self.count.max(1) as i64)
    }

    fn longest(self) -> TableCell {
        dur(self.max_ns)
    }
}

/// The rows of one list of an area.
#[derive(Clone, Debug)]
pub struct AreaRows {
    list: AreaList,
    report: Arc<AreaReport>,
    columns: Vec<Filled<Self>>,
    /// The time of all threads, or of all CPUs, added up.
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
        // In the other columns, slices only count with the part of them inside the area.
        if self.list == AreaList::Slices {
            let whole = if cols >= ROOMY_COLS {
                "p50, p90 and longest"
            } else {
                "longest"
            };
            title = format!("{title} · {whole} of whole slices");
        }
        // The shares are of the time in which anything ran, so the title has the load.
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
            columns: self.heads(),
            empty: format!("no {} in the area", self.list.name()),
            mode: "AREA".into(),
            ..Table::default()
        }
    }

    /// Returns the names of the lists that have rows, with their numbers of rows if there is room.
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

    /// Returns the sum of time of a row; a default one in lists whose rows are not sums of time.
    fn sum(&self, at: usize) -> Sum {
        let (total_ns, count, max_ns, whole_ns) = match self.list {
            AreaList::States => {
                let of = &self.report.thread_states[at].stats;
                (of.total_ns, of.count, of.max_ns, self.whole_ns)
            }
            AreaList::CpuProcesses => {
                let of = &self.report.cpu_processes[at];
                (of.total_ns, of.count, of.max_ns, self.whole_ns)
            }
            AreaList::CpuThreads => {
                let of = &self.report.cpu_threads[at];
                (of.total_ns, of.count, of.max_ns, self.whole_ns)
            }
            AreaList::IdleStates => {
                let of = &self.report.idle_states[at];
                (of.total_ns, of.count, of.max_ns, of.known_ns)
            }
            AreaList::Slices
            | AreaList::Counters
            | AreaList::Frames
            | AreaList::Flows
            | AreaList::Functions => return Sum::default(),
        };
        Sum {
            total_ns,
            count,
            max_ns,
            whole_ns,
        }
    }

    /// Returns a duration of a row of slices, or a dash if none of its slices has an end.
    fn of_slices(&self, at: usize, ns: fn(&SliceStats) -> i64) -> TableCell {
        match &self.report.slices[at] {
            of if of.n_ended() == 0 => TableCell::new("–"),
            of => dur(ns(of)),
        }
    }

    /// Returns a duration of a row of frames, or a dash if none of its frames has an end.
    fn of_frames(&self, at: usize, ns: fn(&FrameStats) -> i64) -> TableCell {
        match &self.report.frames[at] {
            of if of.n_ended() == 0 => TableCell::new("–"),
            of => dur(ns(of)),
        }
    }

    /// Returns a value of a counter with its unit.
    fn value(&self, trace: &Trace, at: usize, of: fn(&CounterStats) -> f64) -> TableCell {
        let stats = &self.report.counters[at];
        let value = of(stats);
        TableCell::new(with_unit(trace, stats.track, value)).valued(value)
    }

    /// Returns so many samples as a share of all samples.
    fn of_samples(&self, n: usize) -> TableCell {
        percent(n as i64, self.report.profile.samples as i64)
    }
}

impl Cells for AreaRows {
    fn columns(&self) -> &[Filled<Self>] {
        &self.columns
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

/// Returns how many samples the functions were seen in, in words.
fn samples(profile: &Profile) -> String {
    let all = counted(profile.samples, "sample", "samples");
    match profile.without_stack {
        0 => all,
        n => format!("{all}, {} without a stack", grouped(n as u64)),
    }
}

/// Returns a time as a percentage of a whole, as a cell.
pub(super) fn percent(ns: i64, whole_ns: i64) -> TableCell {
    let percent = ns as f64 * 100.0 / whole_ns.max(1) as f64;
    TableCell::new(format!("{percent:.1}")).valued(percent)
}

/// Returns how many items of a row never ended, as a cell.
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
