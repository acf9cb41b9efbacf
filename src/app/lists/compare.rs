//! Two areas compared: slices by name, states of threads, threads on CPUs, counters and the time at each of
//! their values.
//!
//! A is the area that was kept, B the selected one. The pairs come from the query; the cells of a row are
//! made when it is looked at.

use std::sync::Arc;

use super::area::{AreaList, Headings, ROOMY_COLS, percent, process_of, state};
use super::table::{column, dur, number_of, signed, time_column};
use crate::app::layer::source::ListSource;
use crate::model::ids::Utid;
use crate::model::trace::Trace;
use crate::query::area::compare::{self, Pair};
use crate::query::area::{AreaReport, CounterStats, change};
use crate::query::frame_lens::with_any_numbers;
use crate::view::overlay::{Align, Cells, Filled, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::{time, with_unit};

/// Two areas have about the same length if they differ by less than 1/`SAME_LENGTH`.
const SAME_LENGTH: i64 = 50;

/// Returns the rows of A and of B that are compared.
fn pairs(list: AreaList, trace: &Trace, a: &AreaReport, b: &AreaReport) -> Vec<Pair> {
    match list {
        AreaList::States => compare::thread_states(a, b),
        AreaList::CpuThreads => compare::cpu_threads(a, b),
        AreaList::Counters => compare::counters(a, b),
        AreaList::Residency => compare::residency(a, b),
        _ => compare::slices(trace, a, b),
    }
}

/// The sums of a row in one area.
#[derive(Clone, Copy, Debug)]
struct Sum {
    total_ns: i64,
    count: usize,
    /// How many of the items have a duration.
    n_timed: usize,
    longest: Item,
}

impl Sum {
    const NONE: Self = Self {
        total_ns: 0,
        count: 0,
        n_timed: 0,
        longest: Item::None,
    };
}

/// The rows of one comparison.
#[derive(Clone, Debug)]
pub struct CompareRows {
    list: AreaList,
    a: Arc<AreaReport>,
    b: Arc<AreaReport>,
    pairs: Vec<Pair>,
    columns: Vec<Filled<Self>>,
    cols: u16,
}

impl CompareRows {
    /// Returns the rows for a screen of so many columns.
    pub fn new(
        list: AreaList,
        trace: &Trace,
        (a, b): (Arc<AreaReport>, Arc<AreaReport>),
        cols: u16,
    ) -> Self {
        let roomy = cols >= ROOMY_COLS;
        let who = if roomy { 40 } else { 16 };
        let mut columns: Vec<Filled<Self>> = match list {
            AreaList::States => vec![
                (column("thread", Align::Left, who), Self::thread),
                (
                    // The end says whether it waited for a disk.
                    column("state", Align::Middle, if roomy { 30 } else { 12 }),
                    Self::state,
                ),
            ],
            AreaList::CpuThreads => vec![
                (column("process", Align::Tail, who), Self::process),
                (column("thread", Align::Left, who), Self::thread),
            ],
            AreaList::Counters => vec![(column("counter", Align::Tail, 60), Self::counter)],
            AreaList::Residency => vec![
                (column("counter", Align::Tail, who), Self::counter),
                (column("value", Align::Left, 20), Self::value),
            ],
            _ => vec![(column("name", Align::Middle, 60), Self::name)],
        };
        columns.extend(match list {
            AreaList::Counters => Self::columns_of_values(roomy),
            _ => Self::columns_of_times([&a, &b], roomy),
        });
        Self {
            pairs: pairs(list, trace, &a, &b),
            list,
            a,
            b,
            columns,
            cols,
        }
    }

    fn columns_of_times([a, b]: [&AreaReport; 2], roomy: bool) -> Vec<Filled<Self>> {
        let number = |title| column(title, Align::Right, 14);
        let time = |title| time_column(title, 14);
        let mut columns: Vec<Filled<Self>> = vec![
            (time("A"), |rows, _, at| total(rows.sums(at).0)),
            (time("B"), |rows, _, at| total(rows.sums(at).1)),
            (time("change"), |rows, _, at| rows.change(at)),
            (number("count-A"), |rows, _, at| count(rows.sums(at).0)),
            (number("count-B"), |rows, _, at| count(rows.sums(at).1)),
        ];
        if roomy {
            columns.push((time("mean-A"), |rows, _, at| mean(rows.sums(at).0)));
            columns.push((time("mean-B"), |rows, _, at| mean(rows.sums(at).1)));
            let (a, b) = (a.span.dur().ns(), b.span.dur().ns());
            // In areas of different lengths, shares compare better than sums.
            if (a - b).abs() > a.max(b) / SAME_LENGTH {
                columns.push((number("%-of-A"), |rows, _, at| {
                    share(rows.sums(at).0, &rows.a)
                }));
                columns.push((number("%-of-B"), |rows, _, at| {
                    share(rows.sums(at).1, &rows.b)
                }));
            }
        }
        columns
    }

    fn columns_of_values(roomy: bool) -> Vec<Filled<Self>> {
        let number = |title| column(title, Align::Right, 14);
        let mut columns: Vec<Filled<Self>> = vec![
            (number("mean-A"), |rows, trace, at| {
                quantity(trace, rows.counters(at).0, |of| of.mean)
            }),
            (number("mean-B"), |rows, trace, at| {
                quantity(trace, rows.counters(at).1, |of| of.mean)
            }),
            (number("change"), |rows, trace, at| {
                rows.change_of_mean(trace, at)
            }),
            (number("%"), |rows, _, at| rows.relative_change(at)),
        ];
        if roomy {
            columns.push((number("first-A"), |rows, trace, at| {
                quantity(trace, rows.counters(at).0, |of| of.first)
            }));
            columns.push((number("last-A"), |rows, trace, at| {
                quantity(trace, rows.counters(at).0, |of| of.last)
            }));
            columns.push((number("first-B"), |rows, trace, at| {
                quantity(trace, rows.counters(at).1, |of| of.first)
            }));
            columns.push((number("last-B"), |rows, trace, at| {
                quantity(trace, rows.counters(at).1, |of| of.last)
            }));
        }
        columns
    }

    /// Returns the lists of which there is something to compare.
    fn some(&self) -> Vec<AreaList> {
        let lists = AreaList::COMPARED.into_iter();
        lists
            .filter(|list| list.is_in(&[&self.a, &self.b]))
            .collect()
    }

    /// Returns the titles of the lists that can be compared.
    pub fn headings(&self) -> Headings {
        Headings::new(self.list, &self.some(), self.cols)
    }

    /// Returns the table, without its rows. `tracks` says which tracks A and B are on.
    pub fn table(&self, clock: &time::Clock, tracks: [&str; 2]) -> Table {
        let what = self.list.what(self.pairs.len());
        let area = |report: &AreaReport, on: &str| {
            let span = report.span;
            let at = clock.short(span.start(), (span.dur().ns() / 100).max(1_000));
            format!("{} at {at}{on}", time::dur(span.dur().ns()))
        };
        let on = tracks.map(|tracks| format!(" on {tracks}"));
        // The tracks are named once if they are the same.
        let ([on_a, on_b], on_both) = if tracks[0] == tracks[1] {
            (["", ""], on[0].as_str())
        } else {
            ([on[0].as_str(), on[1].as_str()], "")
        };
        let (a, b) = (area(&self.a, on_a), area(&self.b, on_b));
        Table {
            badge: "COMPARE".into(),
            title: format!("A {a} · B {b} · {what}{on_both}"),
            order: "most changed first".into(),
            legend: self.headings().cells,
            columns: self.heads(),
            empty: "neither area has anything to compare".into(),
            mode: "COMPARE".into(),
            ..Table::default()
        }
    }

    fn sum(&self, report: &AreaReport, at: Option<usize>) -> Sum {
        let Some(at) = at else { return Sum::NONE };
        match self.list {
            AreaList::States => {
                let of = &report.thread_states[at].stats;
                Sum {
                    total_ns: of.sum.total_ns,
                    count: of.sum.count,
                    n_timed: of.sum.count,
                    longest: Item::State(of.longest),
                }
            }
            AreaList::CpuThreads => {
                let of = &report.cpu_threads[at];
                Sum {
                    total_ns: of.sum.total_ns,
                    count: of.sum.count,
                    n_timed: of.sum.count,
                    longest: Item::Sched(of.longest),
                }
            }
            AreaList::Counters => Sum {
                longest: Item::Counter(report.counters[at].peak),
                ..Sum::NONE
            },
            AreaList::Residency => {
                let of = &report.residency[at];
                Sum {
                    total_ns: of.sum.total_ns,
                    count: of.sum.count,
                    n_timed: of.sum.count,
                    longest: Item::Counter(of.longest),
                }
            }
            _ => {
                let of = &report.slices[at];
                Sum {
                    total_ns: of.total_ns,
                    count: of.count,
                    n_timed: of.n_ended(),
                    longest: Item::Slice(of.longest),
                }
            }
        }
    }

    /// Returns the sums of a row in A and in B.
    fn sums(&self, index: usize) -> (Sum, Sum) {
        let pair = self.pairs[index];
        (self.sum(&self.a, pair.a), self.sum(&self.b, pair.b))
    }

    /// Returns a report that has the row, and its index there; at least one of the reports has it.
    fn of(&self, index: usize) -> (&AreaReport, usize) {
        let pair = self.pairs[index];
        match (pair.a, pair.b) {
            (_, Some(at)) => (&self.b, at),
            (at, None) => (&self.a, at.unwrap_or_default()),
        }
    }

    fn name(&self, trace: &Trace, index: usize) -> TableCell {
        let (report, at) = self.of(index);
        let Some(name) = report.slices[at].name else {
            return TableCell::of("[no name]", Role::Dim);
        };
        let text = trace.text(name);
        let of_a = self.pairs[index].a.map(|at| self.a.slices[at].name);
        if of_a.is_some_and(|of_a| of_a != Some(name)) {
            return TableCell::new(with_any_numbers(&text));
        }
        TableCell::new(text)
    }

    fn utid(&self, index: usize) -> Option<Utid> {
        let (report, at) = self.of(index);
        match self.list {
            AreaList::States => Some(report.thread_states[at].utid),
            AreaList::CpuThreads => Some(report.cpu_threads[at].utid),
            _ => None,
        }
    }

    fn thread(&self, trace: &Trace, index: usize) -> TableCell {
        let utid = self.utid(index);
        TableCell::new(utid.map_or_else(String::new, |utid| trace.thread_title(utid)))
    }

    fn process(&self, trace: &Trace, index: usize) -> TableCell {
        match self.utid(index) {
            Some(utid) => process_of(trace, utid),
            None => TableCell::new(""),
        }
    }

    fn state(&self, trace: &Trace, index: usize) -> TableCell {
        let (report, at) = self.of(index);
        state(trace, &report.thread_states[at].stats)
    }

    fn change(&self, index: usize) -> TableCell {
        let (a, b) = self.sums(index);
        if [a, b].iter().any(|sum| sum.count > 0 && sum.n_timed == 0) {
            // What never ended changed nobody knows by how much.
            return TableCell::new("–");
        }
        let by = b.total_ns.saturating_sub(a.total_ns);
        let mut cell = signed(by);
        cell.role = match by {
            0 => Role::Dim,
            // More time at a frequency is neither good nor bad.
            _ if self.list == AreaList::Residency => Role::Text,
            1.. => Role::Bad,
            ..0 => Role::Good,
        };
        cell
    }

    /// Returns the figures of a counter in A and in B.
    fn counters(&self, index: usize) -> (Option<&CounterStats>, Option<&CounterStats>) {
        let pair = self.pairs[index];
        (
            pair.a.map(|at| &self.a.counters[at]),
            pair.b.map(|at| &self.b.counters[at]),
        )
    }

    fn counter(&self, trace: &Trace, index: usize) -> TableCell {
        let (report, at) = self.of(index);
        let node = match self.list {
            AreaList::Residency => report.residency[at].node,
            _ => report.counters[at].node,
        };
        TableCell::new(trace.tree.path(node))
    }

    fn value(&self, trace: &Trace, index: usize) -> TableCell {
        let (report, at) = self.of(index);
        let of = &report.residency[at];
        TableCell::new(with_unit(trace, of.track, of.value)).valued(of.value)
    }

    fn change_of_mean(&self, trace: &Trace, index: usize) -> TableCell {
        let (Some(a), Some(b)) = self.counters(index) else {
            return TableCell::new("");
        };
        let by = change(a.mean, b.mean);
        let sign = if by > 0.0 { "+" } else { "" };
        let words = with_unit(trace, b.track, by);
        TableCell::new(format!("{sign}{words}")).valued(by)
    }

    /// Returns the change of the mean as a share of its size in A.
    fn relative_change(&self, index: usize) -> TableCell {
        let (Some(a), Some(b)) = self.counters(index) else {
            return TableCell::new("");
        };
        let by = change(a.mean, b.mean) * 100.0 / a.mean.abs();
        if !by.is_finite() {
            return TableCell::new("");
        }
        let sign = if by > 0.0 {
            "+"
        } else if by < 0.0 {
            "−"
        } else {
            ""
        };
        TableCell::new(format!("{sign}{:.1}", by.abs())).valued(by)
    }
}

/// Returns a figure of a counter; nothing if it had no value.
fn quantity(
    trace: &Trace,
    of: Option<&CounterStats>,
    figure: fn(&CounterStats) -> f64,
) -> TableCell {
    of.map_or_else(
        || TableCell::new(""),
        |of| TableCell::new(with_unit(trace, of.track, figure(of))).valued(figure(of)),
    )
}

fn total(sum: Sum) -> TableCell {
    match (sum.count, sum.n_timed) {
        (0, _) => TableCell::new(""),
        // None of these slices has an end, so their duration is not known.
        (_, 0) => TableCell::new("–"),
        _ => dur(sum.total_ns),
    }
}

fn mean(sum: Sum) -> TableCell {
    match sum.n_timed {
        0 => TableCell::new(""),
        n => dur(sum.total_ns / n as i64),
    }
}

fn share(sum: Sum, report: &AreaReport) -> TableCell {
    match sum.n_timed {
        0 => TableCell::new(""),
        _ => percent(sum.total_ns, report.span.dur().ns()),
    }
}

fn count(sum: Sum) -> TableCell {
    match sum.count {
        0 => TableCell::new(""),
        n => number_of(n),
    }
}

impl Cells for CompareRows {
    fn columns(&self) -> &[Filled<Self>] {
        &self.columns
    }

    fn item(&self, index: usize) -> Item {
        match self.sums(index) {
            (a, b) if b.longest == Item::None => a.longest,
            (_, b) => b.longest,
        }
    }
}

impl ListSource for CompareRows {
    fn n_rows(&self) -> usize {
        self.pairs.len()
    }
}
