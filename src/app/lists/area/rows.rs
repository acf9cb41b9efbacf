//! The rows of an area's lists: each list has a type of rows of its own, and columns that are made of it.
//!
//! A column of another list does not compile.

use std::sync::Arc;

use super::{AreaList, ROOMY_COLS, percent, process, process_of, state};
use crate::app::layer::Act;
use crate::app::layer::source::ListSource;
use crate::app::lists::table::{column, dur, number_of, time_column};
use crate::model::ids::TrackId;
use crate::model::trace::Trace;
use crate::query::area::{
    AreaReport, CounterStats, CpuProcessStats, CpuThreadStats, FlowStats, FrameStats, Residency,
    ThreadStateStats, TimeSum,
};
use crate::query::call_tree::{SampleCall, SliceCall};
use crate::query::profile::FunctionSamples;
use crate::query::slices::SliceStats;
use crate::view::overlay::{Align, Column, RowSource, TableCell, TableRow};
use crate::view::scene::{Item, Partial, Role};
use crate::view::text::grouped;
use crate::view::{apart, rate_with_unit, unit_name, with_unit};

/// How wide columns of numbers are at most, in cells.
const NUMBER_COLS: u16 = 14;

/// What shares of a row are shares of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    /// How long the threads, the CPUs, or the slices, were in all, in nanoseconds.
    pub ns: i64,
    /// How many samples of a profiler there are.
    pub samples: usize,
}

/// What makes a cell of a row.
pub(super) type Fill<R> = fn(&R, &Trace, Whole) -> TableCell;

/// A column, and what makes its cells.
#[derive(Debug)]
pub(super) struct Filled<R> {
    column: Column,
    fill: Fill<R>,
    /// Whether it is left out where there is little room.
    is_extra: bool,
}

impl<R> Filled<R> {
    /// Leaves the column out where there is little room.
    pub(super) fn extra(self) -> Self {
        Self {
            is_extra: true,
            ..self
        }
    }

    /// Adds the column up where the rows are filtered.
    pub(super) fn summed(self) -> Self {
        Self {
            column: self.column.summed(),
            ..self
        }
    }
}

/// A row of a list.
pub(super) trait Row: std::fmt::Debug + Send + Sync + Sized + 'static {
    /// Returns all rows of the list.
    fn all(report: &AreaReport) -> &[Self];

    /// Returns the columns of the list, which may be as wide as suits a screen of so many cells.
    fn columns(all: &[Self], cols: u16) -> Vec<Filled<Self>>;

    /// Returns what the row leads to.
    fn act(&self) -> Act;

    /// Returns what all rows sum up to, in nanoseconds, where rows have shares of it.
    fn whole_ns(_: &AreaReport) -> i64 {
        0
    }

    /// Returns the titles of exported rows; none if what is shown is exported.
    fn record_titles() -> &'static [&'static str] {
        &[]
    }

    /// Returns a row as it is exported, if it has titles of its own.
    fn record(_all: &[Self], _index: usize, _trace: &Trace) -> Vec<Option<String>> {
        Vec::new()
    }

    /// Makes a column.
    fn text(column: Column, fill: Fill<Self>) -> Filled<Self> {
        Filled {
            column,
            fill,
            is_extra: false,
        }
    }

    /// Makes a column of numbers.
    fn number(title: &str, fill: Fill<Self>) -> Filled<Self> {
        Self::text(column(title, Align::Right, NUMBER_COLS), fill)
    }

    /// Makes a column of times.
    fn times(title: &str, fill: Fill<Self>) -> Filled<Self> {
        Self::text(time_column(title, 14), fill)
    }
}

/// A list, of which a row is made when it is looked at.
#[derive(Debug)]
struct Rows<R: Row> {
    report: Arc<AreaReport>,
    columns: Vec<Filled<R>>,
    whole: Whole,
}

impl<R: Row> RowSource for Rows<R> {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        let row = &R::all(&self.report)[index];
        let columns = self.columns.iter();
        TableRow {
            cells: columns
                .map(|column| (column.fill)(row, trace, self.whole))
                .collect(),
            heading: false,
        }
    }

    fn record_titles(&self) -> &'static [&'static str] {
        R::record_titles()
    }

    fn record(&self, trace: &Trace, index: usize) -> Vec<Option<String>> {
        if R::record_titles().is_empty() {
            return self.row(trace, index).record();
        }
        R::record(R::all(&self.report), index, trace)
    }

    fn item(&self, index: usize) -> Item {
        match self.act(index) {
            Act::Item(item) => item,
            _ => Item::None,
        }
    }
}

impl<R: Row> ListSource for Rows<R> {
    fn n_rows(&self) -> usize {
        R::all(&self.report).len()
    }

    fn act(&self, index: usize) -> Act {
        R::all(&self.report)[index].act()
    }

    /// Bars are as long as numbers beside them say.
    fn sorts_by(&self, column: usize) -> bool {
        let column = self.columns.get(column);
        column.is_some_and(|of| !of.column.title.is_empty())
    }
}

/// Returns the columns and the rows of a list for a screen of so many columns.
pub(super) fn of(
    list: AreaList,
    report: Arc<AreaReport>,
    cols: u16,
) -> (Vec<Column>, Arc<dyn ListSource>) {
    match list {
        AreaList::Slices => rows::<SliceStats>(report, cols),
        AreaList::States => rows::<ThreadStateStats>(report, cols),
        AreaList::CpuProcesses => rows::<CpuProcessStats>(report, cols),
        AreaList::CpuThreads => rows::<CpuThreadStats>(report, cols),
        AreaList::Counters => rows::<CounterStats>(report, cols),
        AreaList::Residency => rows::<Residency>(report, cols),
        AreaList::Frames => rows::<FrameStats>(report, cols),
        AreaList::Flows => rows::<FlowStats>(report, cols),
        AreaList::Functions => rows::<FunctionSamples>(report, cols),
        AreaList::SliceTree => rows::<SliceCall>(report, cols),
        AreaList::SampleTree => rows::<SampleCall>(report, cols),
    }
}

fn rows<R: Row>(report: Arc<AreaReport>, cols: u16) -> (Vec<Column>, Arc<dyn ListSource>) {
    let mut columns = R::columns(R::all(&report), cols);
    columns.retain(|column| cols >= ROOMY_COLS || !column.is_extra);
    let heads = columns.iter().map(|of| of.column.clone()).collect();
    let rows = Rows {
        whole: Whole {
            ns: R::whole_ns(&report),
            samples: report.profile.samples,
        },
        report,
        columns,
    };
    (heads, Arc::new(rows))
}

/// Returns how wide the columns are that say whose a row is.
const fn who(cols: u16) -> u16 {
    if cols >= ROOMY_COLS { 40 } else { 20 }
}

impl Row for SliceStats {
    fn all(report: &AreaReport) -> &[Self] {
        &report.slices
    }

    fn columns(all: &[Self], _cols: u16) -> Vec<Filled<Self>> {
        let name = column("name", Align::Middle, 60);
        let mut columns = vec![
            Self::text(name, |of, trace, _| match of.name {
                Some(name) => TableCell::new(trace.text(name)),
                None => TableCell::of("[no name]", Role::Dim),
            }),
            Self::times("wall", |of, _, _| of_ended(of.n_ended(), of.total_ns)).summed(),
            Self::times("self", |of, _, _| of_ended(of.n_ended(), of.self_ns)).summed(),
            Self::number("count", |of, _, _| number_of(of.count)).summed(),
            Self::times("mean", |of, _, _| {
                of_ended(of.n_ended(), of.total_ns / of.n_ended().max(1) as i64)
            }),
            Self::times("p50", |of, _, _| of_ended(of.n_ended(), of.p50_ns)).extra(),
            Self::times("p90", |of, _, _| of_ended(of.n_ended(), of.p90_ns)).extra(),
            Self::times("longest", |of, _, _| of_ended(of.n_ended(), of.max_ns)),
        ];
        // In traces without scheduling nothing else tells work from waiting.
        if all.iter().any(|of| of.cpu_ns.is_some()) {
            let cpu = Self::times("cpu", |of, _, _| {
                of.cpu_ns.map_or_else(|| of_ended(0, 0), dur)
            });
            columns.insert(3, cpu.summed().extra());
        }
        if all.iter().any(|of| of.n_unfinished > 0) {
            columns.push(Self::number("no end", |of, _, _| no_end(of.n_unfinished)));
        }
        // Packets of the network take no time: how many bytes they have says more.
        if all.iter().any(|of| of.packets.count > 0) {
            let bytes = Self::number("bytes", |of, _, _| {
                number_of(of.packets.bytes.unsigned_abs() as usize)
            });
            let packets = Self::number("packets", |of, _, _| {
                number_of(of.packets.count.unsigned_abs() as usize)
            });
            columns.splice(1..1, [bytes.summed(), packets.summed()]);
        }
        columns
    }

    fn act(&self) -> Act {
        Act::Item(Item::Slice(self.longest))
    }
}

impl Row for FrameStats {
    fn all(report: &AreaReport) -> &[Self] {
        &report.frames
    }

    fn columns(all: &[Self], _cols: u16) -> Vec<Filled<Self>> {
        let mut columns = vec![
            Self::text(column("jank type", Align::Left, 60), |of, _, _| {
                TableCell::of(&*of.jank_type, Role::Jank(of.tag, Partial::No))
            }),
            Self::text(column("tag", Align::Left, 24), |of, _, _| {
                TableCell::new(of.tag.text())
            }),
            Self::number("count", |of, _, _| number_of(of.count)).summed(),
            Self::times("mean", |of, _, _| of_ended(of.n_ended(), of.mean_ns)),
            Self::times("shortest", |of, _, _| of_ended(of.n_ended(), of.min_ns)),
            Self::times("longest", |of, _, _| of_ended(of.n_ended(), of.max_ns)),
        ];
        if all.iter().any(|of| of.n_unfinished > 0) {
            columns.push(Self::number("no end", |of, _, _| no_end(of.n_unfinished)));
        }
        columns
    }

    fn act(&self) -> Act {
        Act::Item(Item::Slice(self.longest))
    }
}

/// Returns a time of slices or frames, unless none of them has ended: nobody knows how long those lasted.
pub(super) fn of_ended(n_ended: usize, ns: i64) -> TableCell {
    match n_ended {
        0 => TableCell::new("–"),
        _ => dur(ns),
    }
}

/// Returns how many of a row never ended, as a cell.
pub(super) fn no_end(n: usize) -> TableCell {
    TableCell::new(match n {
        0 => String::new(),
        n => grouped(n as u64),
    })
}

/// A row that is a sum of time.
trait Summed {
    fn sum(&self) -> TimeSum;

    /// Returns what the time is a share of, in nanoseconds.
    fn share_of(&self, whole: Whole) -> i64 {
        whole.ns
    }
}

impl Summed for ThreadStateStats {
    fn sum(&self) -> TimeSum {
        self.stats.sum
    }
}

impl Summed for CpuProcessStats {
    fn sum(&self) -> TimeSum {
        self.sum
    }
}

impl Summed for CpuThreadStats {
    fn sum(&self) -> TimeSum {
        self.sum
    }
}

impl Summed for Residency {
    fn sum(&self) -> TimeSum {
        self.sum
    }

    fn share_of(&self, _: Whole) -> i64 {
        self.known_ns
    }
}

fn total<R: Summed>(of: &R, _: &Trace, _: Whole) -> TableCell {
    dur(of.sum().total_ns)
}

fn share<R: Summed>(of: &R, _: &Trace, whole: Whole) -> TableCell {
    percent(of.sum().total_ns, of.share_of(whole))
}

fn count<R: Summed>(of: &R, _: &Trace, _: Whole) -> TableCell {
    number_of(of.sum().count)
}

fn mean<R: Summed>(of: &R, _: &Trace, _: Whole) -> TableCell {
    let sum = of.sum();
    dur(sum.total_ns / sum.count.max(1) as i64)
}

fn longest<R: Summed>(of: &R, _: &Trace, _: Whole) -> TableCell {
    dur(of.sum().max_ns)
}

impl Row for ThreadStateStats {
    fn all(report: &AreaReport) -> &[Self] {
        &report.thread_states
    }

    fn columns(_all: &[Self], cols: u16) -> Vec<Filled<Self>> {
        vec![
            Self::text(column("process", Align::Tail, who(cols)), |of, trace, _| {
                process_of(trace, of.utid)
            }),
            Self::text(column("thread", Align::Left, who(cols)), |of, trace, _| {
                TableCell::new(trace.thread_title(of.utid))
            }),
            Self::text(column("state", Align::Middle, 30), |of, trace, _| {
                state(trace, &of.stats)
            }),
            Self::times("time", total).summed(),
            Self::number("%", share).extra().summed(),
            Self::number("count", count).summed(),
            Self::times("mean", mean).extra(),
            Self::times("longest", longest).extra(),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::State(self.stats.longest))
    }

    fn whole_ns(report: &AreaReport) -> i64 {
        let times = report.thread_states.iter().map(|of| of.stats.sum.total_ns);
        times.fold(0, i64::saturating_add)
    }
}

/// Returns for how long threads ran on the CPUs, in nanoseconds.
fn on_cpus(report: &AreaReport) -> i64 {
    let times = report.cpu_threads.iter().map(|of| of.sum.total_ns);
    times.fold(0, i64::saturating_add)
}

impl Row for CpuProcessStats {
    fn all(report: &AreaReport) -> &[Self] {
        &report.cpu_processes
    }

    fn columns(_all: &[Self], _cols: u16) -> Vec<Filled<Self>> {
        vec![
            Self::text(column("process", Align::Tail, 60), |of, trace, _| {
                process(trace, of.upid)
            }),
            Self::number("threads", |of, _, _| number_of(of.threads)),
            Self::times("cpu time", total).summed(),
            Self::number("%", share).summed(),
            Self::number("stays", count).summed(),
            Self::times("mean", mean),
            Self::times("longest", longest),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::Sched(self.longest))
    }

    fn whole_ns(report: &AreaReport) -> i64 {
        on_cpus(report)
    }
}

impl Row for CpuThreadStats {
    fn all(report: &AreaReport) -> &[Self] {
        &report.cpu_threads
    }

    fn columns(_all: &[Self], cols: u16) -> Vec<Filled<Self>> {
        vec![
            Self::text(column("process", Align::Tail, who(cols)), |of, trace, _| {
                process_of(trace, of.utid)
            }),
            Self::text(column("thread", Align::Left, who(cols)), |of, trace, _| {
                TableCell::new(trace.thread_title(of.utid))
            }),
            Self::times("cpu time", total).summed(),
            Self::number("%", share).summed(),
            Self::number("stays", count).summed(),
            Self::times("mean", mean).extra(),
            Self::times("longest", longest).extra(),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::Sched(self.longest))
    }

    fn whole_ns(report: &AreaReport) -> i64 {
        on_cpus(report)
    }
}

impl Row for Residency {
    fn all(report: &AreaReport) -> &[Self] {
        &report.residency
    }

    fn columns(_all: &[Self], cols: u16) -> Vec<Filled<Self>> {
        vec![
            Self::text(column("counter", Align::Tail, who(cols)), |of, trace, _| {
                TableCell::new(trace.tree.path(of.node))
            }),
            Self::text(column("value", Align::Left, 20), |of, trace, _| {
                TableCell::new(with_unit(trace, of.track, of.value)).valued(of.value)
            }),
            Self::times("time", total).summed(),
            // Each counter has its own whole, so that shares add up to nothing.
            Self::number("%", share),
            Self::number("count", count).summed(),
            Self::times("mean", mean),
            Self::times("longest", longest),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::Counter(self.longest))
    }

    fn record_titles() -> &'static [&'static str] {
        &[
            "counter",
            "unit",
            "value",
            "time_ns",
            "%",
            "count",
            "mean_ns",
            "longest_ns",
        ]
    }

    fn record(all: &[Self], index: usize, trace: &Trace) -> Vec<Option<String>> {
        with_unit_of(&all[index], all, trace, all[index].track)
    }
}

impl Row for CounterStats {
    fn all(report: &AreaReport) -> &[Self] {
        &report.counters
    }

    fn columns(_all: &[Self], _cols: u16) -> Vec<Filled<Self>> {
        // Counters of several CPUs or processes have one name.
        let name = column("counter", Align::Tail, 60);
        vec![
            Self::text(name, |of, trace, _| {
                TableCell::new(trace.tree.path(of.node))
            }),
            Self::number("mean", |of, trace, _| {
                value(trace, of, of.mean, (of.min, of.max))
            }),
            Self::number("max", |of, trace, _| {
                value(trace, of, of.max, (of.min, of.max))
            }),
            Self::number("min", |of, trace, _| {
                value(trace, of, of.min, (of.min, of.max))
            }),
            Self::number("first", |of, trace, _| {
                value(trace, of, of.first, (of.first, of.last))
            })
            .extra(),
            Self::number("last", |of, trace, _| {
                value(trace, of, of.last, (of.first, of.last))
            })
            .extra(),
            Self::number("change", |of, trace, _| {
                value(trace, of, of.change, (of.change, of.change))
            }),
            Self::number("change/s", |of, trace, _| {
                let Some(rate) = of.rate else {
                    return TableCell::new("");
                };
                TableCell::new(rate_with_unit(trace, of.track, rate)).valued(rate)
            }),
            Self::number("samples", |of, _, _| number_of(of.count)).extra(),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::Counter(self.peak))
    }

    fn record_titles() -> &'static [&'static str] {
        &[
            "counter", "unit", "mean", "max", "min", "first", "last", "change", "change/s",
            "samples",
        ]
    }

    fn record(all: &[Self], index: usize, trace: &Trace) -> Vec<Option<String>> {
        with_unit_of(&all[index], all, trace, all[index].track)
    }
}

/// Returns a value of a counter, as a cell; with as many digits as tell it from another, or those apart that it
/// lies between.
fn value(trace: &Trace, of: &CounterStats, value: f64, (a, b): (f64, f64)) -> TableCell {
    let ends = (a.min(b), a.max(b));
    let [text] = apart(trace, of.track, [value], ends, usize::from(NUMBER_COLS));
    TableCell::new(text).valued(value)
}

/// Returns a row of a counter as it is exported, on any screen with all columns, and with the unit of its values,
/// which are as recorded.
fn with_unit_of<R: Row>(row: &R, all: &[R], trace: &Trace, track: TrackId) -> Vec<Option<String>> {
    let whole = Whole { ns: 0, samples: 0 };
    let columns = R::columns(all, u16::MAX).into_iter();
    let cells = columns
        .map(|column| (column.fill)(row, trace, whole))
        .collect();
    let mut record = TableRow {
        cells,
        heading: false,
    }
    .record();
    let unit = Some(unit_name(trace, track)).filter(|unit| !unit.is_empty());
    record.insert(1, unit);
    record
}

impl Row for FlowStats {
    fn all(report: &AreaReport) -> &[Self] {
        &report.flows
    }

    fn columns(_all: &[Self], _cols: u16) -> Vec<Filled<Self>> {
        let name = column("category", Align::Left, 60);
        vec![
            Self::text(name, |of, _, _| match of.category.as_str() {
                "" => TableCell::of("no category", Role::Dim),
                name => TableCell::new(name),
            }),
            Self::number("count", |of, _, _| number_of(of.flows.len())),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::Slice(self.first))
    }
}

impl Row for FunctionSamples {
    fn all(report: &AreaReport) -> &[Self] {
        &report.profile.functions
    }

    fn columns(_all: &[Self], cols: u16) -> Vec<Filled<Self>> {
        let (function, binary) = if cols >= ROOMY_COLS {
            (80, 30)
        } else {
            (40, 20)
        };
        vec![
            Self::text(column("function", Align::Tail, function), |of, trace, _| {
                TableCell::new(of.function.label(trace))
            }),
            Self::text(column("binary", Align::Left, binary), |of, trace, _| {
                TableCell::new(of.function.binary(trace))
            }),
            Self::number("own", |of, _, _| number_of(of.own)),
            Self::number("own %", |of, _, whole| of_samples(of.own, whole)).extra(),
            Self::number("total", |of, _, _| number_of(of.total)),
            Self::number("total %", |of, _, whole| of_samples(of.total, whole)).extra(),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::Sample(self.next))
    }
}

/// Returns the share of so many samples, as a cell.
pub(super) fn of_samples(n: usize, whole: Whole) -> TableCell {
    percent(n as i64, whole.samples as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_several_counters_are_not_added_up() {
        let columns = <Residency as Row>::columns(&[], 120).into_iter();
        let summed = columns.filter(|of| of.column.is_summed);
        let titles: Vec<String> = summed.map(|of| of.column.title).collect();
        assert_eq!(titles, ["time", "count"]);
    }

    #[test]
    fn what_is_exported_of_counters_has_titles_for_all_columns_and_their_unit() {
        fn titles<R: Row>() -> Vec<String> {
            let columns = R::columns(&[], u16::MAX).into_iter();
            let titles = columns.map(|of| of.column.record_title());
            let mut titles: Vec<String> = titles.collect();
            titles.insert(1, "unit".to_owned());
            titles
        }
        assert_eq!(CounterStats::record_titles(), titles::<CounterStats>());
        assert_eq!(Residency::record_titles(), titles::<Residency>());
    }
}
