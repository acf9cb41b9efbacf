//! The sums of an area as full tables: slices by name and as a tree, thread states, CPU time, counters, frames,
//! flows, functions.
//!
//! The sums are those of the details. The cells of a row are only made when it is looked at.

mod parts;
mod rows;
mod trees;

use std::sync::Arc;

use crate::app::layer::source::ListSource;
use crate::model::ids::{Upid, Utid};
use crate::model::trace::Trace;
use crate::query::area::{AreaReport, StateStats};
use crate::query::profile::Profile;
use crate::view::overlay::{Table, TableCell};
use crate::view::scene::{Role, StateRole};
use crate::view::state::{Area, Tab};
use crate::view::text::{clean, counted, grouped, width};
use crate::view::{UNEVEN_SAMPLES, cpu_load, gap_name, state_name, state_role, time};
pub use parts::{Part, home_of, list_of_part, node_of, part};

/// From this width on there is room for less important columns.
pub(super) const ROOMY_COLS: u16 = 120;

/// One of the lists of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaList {
    /// Slices by name.
    Slices,
    /// What lies in what, by name.
    SliceTree,
    /// The states of each thread.
    States,
    /// What ran on CPUs, by process.
    CpuProcesses,
    /// What ran on CPUs, by thread.
    CpuThreads,
    /// Counters.
    Counters,
    /// How long CPUs were in each idle state and at each frequency.
    Residency,
    /// Frames by what delayed them.
    Frames,
    /// Flows by category.
    Flows,
    /// What a profiler saw run, by function.
    Functions,
    /// What a profiler saw run, by what called it.
    SampleTree,
}

impl AreaList {
    /// All lists, in their order.
    pub const ALL: [Self; 11] = [
        Self::Slices,
        Self::SliceTree,
        Self::CpuProcesses,
        Self::CpuThreads,
        Self::States,
        Self::Counters,
        Self::Residency,
        Self::Frames,
        Self::Flows,
        Self::Functions,
        Self::SampleTree,
    ];

    /// The lists of which the sums of two areas are compared.
    pub const COMPARED: [Self; 5] = [
        Self::Slices,
        Self::States,
        Self::CpuThreads,
        Self::Counters,
        Self::Residency,
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
            Self::SliceTree => "slice tree",
            Self::States => "thread states",
            Self::CpuProcesses => "CPU by process",
            Self::CpuThreads => "CPU by thread",
            Self::Counters => "counters",
            Self::Residency => "residency",
            Self::Frames => "frames",
            Self::Flows => "flows",
            Self::Functions => "samples",
            Self::SampleTree => "call tree",
        }
    }

    /// Returns the name of a file with the rows of the list, without its extension.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Slices => "area-slices",
            Self::SliceTree => "area-slice-tree",
            Self::States => "area-states",
            Self::CpuProcesses => "area-cpu-processes",
            Self::CpuThreads => "area-cpu-threads",
            Self::Counters => "area-counters",
            Self::Residency => "area-residency",
            Self::Frames => "area-frames",
            Self::Flows => "area-flows",
            Self::Functions => "area-cpu-samples",
            Self::SampleTree => "area-call-tree",
        }
    }

    /// Returns how many rows the list has.
    pub fn len(self, report: &AreaReport) -> usize {
        match self {
            Self::Slices => report.slices.len(),
            Self::SliceTree => report.slice_tree.rows.len(),
            Self::States => report.thread_states.len(),
            Self::CpuProcesses => report.cpu_processes.len(),
            Self::CpuThreads => report.cpu_threads.len(),
            Self::Counters => report.counters.len(),
            Self::Residency => report.residency.len(),
            Self::Frames => report.frames.len(),
            Self::Flows => report.flows.len(),
            Self::Functions => report.profile.functions.len(),
            Self::SampleTree => report.sample_tree.rows.len(),
        }
    }

    /// Returns the next of some lists, cyclically, that has rows in any of the areas; `self` if no other has.
    #[must_use]
    pub fn next_of(self, lists: &[Self], reports: &[&AreaReport]) -> Self {
        let others = lists.iter().copied().cycle();
        let after = others.skip_while(|&list| list != self).skip(1);
        let mut some = after.take(lists.len()).filter(|list| list.is_in(reports));
        some.next().unwrap_or(self)
    }

    /// Returns whether the list has rows in any of the areas.
    pub fn is_in(self, reports: &[&AreaReport]) -> bool {
        reports.iter().any(|report| self.len(report) > 0)
    }

    /// Returns how many rows the list has, in words.
    pub fn what(self, n: usize) -> String {
        match self {
            Self::Slices => counted(n, "name of slices", "names of slices"),
            Self::SliceTree => counted(n, "stack of slices", "stacks of slices"),
            Self::States => counted(n, "state of a thread", "states of threads"),
            Self::CpuProcesses => counted(n, "process on CPUs", "processes on CPUs"),
            Self::CpuThreads => counted(n, "thread on CPUs", "threads on CPUs"),
            Self::Counters => counted(n, "counter", "counters"),
            Self::Residency => counted(n, "state or frequency", "states and frequencies"),
            Self::Frames => counted(n, "jank type of frames", "jank types of frames"),
            Self::Flows => counted(n, "category of flows", "categories of flows"),
            Self::Functions => counted(n, "function in samples", "functions in samples"),
            Self::SampleTree => counted(n, "call stack", "call stacks"),
        }
    }
}

/// Returns a list of the sums of an area, for a screen of so many columns.
pub fn list(
    list: AreaList,
    (area, report): (&Area, &Arc<AreaReport>),
    cols: u16,
) -> (Table, Arc<dyn ListSource>) {
    let (columns, rows) = rows::of(list, Arc::clone(report), cols);
    let table = Table {
        columns,
        ..list.table(area, report, cols)
    };
    (table, rows)
}

impl AreaList {
    /// Returns the table, without its columns and rows.
    fn table(self, area: &Area, report: &AreaReport, cols: u16) -> Table {
        let order = match self {
            Self::Counters | Self::Residency => "as on the screen",
            Self::Frames | Self::Flows | Self::Functions => "most first",
            Self::Slices => "by wall, largest first",
            Self::SliceTree | Self::SampleTree => "heaviest first",
            Self::States => "by time, largest first",
            Self::CpuProcesses | Self::CpuThreads => "by cpu time, largest first",
        };
        let what = self.what(self.len(report));
        let mut title = format!("{what} in {}", time::dur(area.span.dur().ns()));
        if matches!(self, Self::Functions | Self::SampleTree) {
            title = format!("{title} · {}", samples(&report.profile));
        }
        // The sums beside them are of what is inside.
        if self == Self::Slices {
            let has_cpu = report.slices.iter().any(|of| of.cpu_ns.is_some());
            let whole = match cols {
                ROOMY_COLS.. if has_cpu => "cpu, p50, p90 and longest",
                ROOMY_COLS.. => "p50, p90 and longest",
                _ => "longest",
            };
            title = format!("{title} · {whole} of whole slices");
        }
        // Shares are of the time in which anything ran.
        if matches!(self, Self::CpuProcesses | Self::CpuThreads)
            && cols >= ROOMY_COLS
            && let Some(load) = cpu_load(report)
        {
            title = format!("{title} · {load}");
        }
        Table {
            badge: "AREA".into(),
            title,
            order: order.into(),
            legend: Headings::of_area(self, report, cols).cells,
            empty: format!("no {} in the area", self.name()),
            mode: "AREA".into(),
            ..Table::default()
        }
    }

    /// Returns the lists that have rows, and this one.
    fn some(self, report: &AreaReport) -> Vec<Self> {
        let all = Self::ALL.into_iter();
        all.filter(|&list| list.len(report) > 0 || list == self)
            .collect()
    }

    /// Returns the name of the list where there is little room: one word.
    const fn short_name(self) -> &'static str {
        match self {
            Self::SliceTree => "tree",
            Self::States => "states",
            Self::CpuProcesses => "CPU/proc",
            Self::CpuThreads => "CPU/thread",
            Self::SampleTree => "calls",
            _ => self.name(),
        }
    }
}

/// The titles of lists of which one is shown, in a line below the title of the table.
#[derive(Debug)]
pub struct Headings {
    /// The lists that are named.
    pub lists: Vec<AreaList>,
    /// Their names, each with what stands between it and the next.
    pub cells: Vec<TableCell>,
}

impl Headings {
    /// Returns the titles of the lists of an area that have rows, and of the one that is shown.
    pub fn of_area(shown: AreaList, report: &AreaReport, cols: u16) -> Self {
        Self::new(shown, &shown.some(report), cols)
    }

    /// Returns the titles of some lists. How many rows each has would read as how many slices or frames. Where
    /// not even short names fit, those before the list that is shown give way to it.
    pub fn new(shown: AreaList, some: &[AreaList], cols: u16) -> Self {
        /// What stands for names that have no room.
        const MORE: &str = "…";
        let names: Vec<String> = some.iter().map(|list| list.name().to_owned()).collect();
        let short = some.iter().map(|list| list.short_name().to_owned());
        let short: Vec<String> = short.collect();
        // The line begins with a space.
        let fits = |words: &[String], gap: usize| {
            let widths: usize = words.iter().map(|word| width(word)).sum();
            1 + widths + words.len().saturating_sub(1) * gap <= usize::from(cols)
        };
        let wide = " · ";
        let (words, gap) = if fits(&names, width(wide)) {
            (names, wide)
        } else {
            (short, "  ")
        };
        let at = some.iter().position(|&list| list == shown).unwrap_or(0);
        let (mut first, mut end) = (0, words.len());
        // The marks for what is left out take their room, too.
        let has_room = |first: usize, end: usize| {
            let marks = usize::from(first > 0) + usize::from(end < words.len());
            let widths: usize = words[first..end].iter().map(|word| width(word)).sum();
            let gaps = (end - first - 1 + marks) * width(gap);
            1 + widths + gaps + marks <= usize::from(cols)
        };
        while end > at + 1 && !has_room(first, end) {
            end -= 1;
        }
        while first < at && !has_room(first, end) {
            first += 1;
        }
        let mut cells = Vec::new();
        for (index, word) in words.iter().enumerate().take(end).skip(first) {
            let before = if index == first && first > 0 {
                format!("{MORE}{gap}")
            } else {
                String::new()
            };
            let after = match index + 1 {
                next if next < end => gap.to_owned(),
                next if next < words.len() => format!("{gap}{MORE}"),
                _ => String::new(),
            };
            let words = format!("{before}{word}{after}");
            cells.push(if index == at {
                TableCell::of(words, Role::Strong).bold()
            } else {
                TableCell::of(words, Role::Dim)
            });
        }
        Self {
            lists: some[first..end].to_vec(),
            cells,
        }
    }
}

/// Returns how many samples the functions were seen in, in words.
fn samples(profile: &Profile) -> String {
    let all = counted(profile.samples, "sample", "samples");
    let all = match profile.without_stack {
        0 => all,
        n => format!("{all}, {} without a stack", grouped(n as u64)),
    };
    match &profile.event {
        Some(event) => format!("{all} at {}", clean(event)),
        None if profile.are_uneven => format!("{all} {UNEVEN_SAMPLES}"),
        None => all,
    }
}

/// Returns a time as a percentage of a whole, as a cell.
pub(super) fn percent(ns: i64, whole_ns: i64) -> TableCell {
    let percent = ns as f64 * 100.0 / whole_ns.max(1) as f64;
    TableCell::new(format!("{percent:.1}")).valued(percent)
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

pub(super) fn state(trace: &Trace, stats: &StateStats) -> TableCell {
    if let Some(gap) = stats.gap {
        return TableCell::of(gap_name(gap), Role::State(StateRole::Unknown));
    }
    let short = trace.text(stats.state);
    let role = Role::State(state_role(&short, stats.io_wait));
    TableCell::of(state_name(&short, stats.io_wait), role)
}
