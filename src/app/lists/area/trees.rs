//! The trees of an area: slices by what they lie in, and functions by what called them.
//!
//! A name stands below its caller and further to the right; in call stacks, which are deep, only where the caller
//! has others. Its bar lies in that of the caller, as in a flame graph. Exported rows have whole stacks.

use super::rows::{Filled, Row, Whole, no_end, of_ended, of_samples};
use super::{ROOMY_COLS, percent};
use crate::app::layer::Act;
use crate::app::lists::table::{column, number_of, unheaded_column};
use crate::model::trace::Trace;
use crate::query::area::AreaReport;
use crate::query::call_tree::{Call, SampleCall, SliceCall, callers, whole};
use crate::view::color::name_ink;
use crate::view::overlay::{Align, CellBar, Column, TableCell};
use crate::view::scene::{Ink, Item, Role};
use crate::view::text::grouped;

/// Names are set in from their callers at most so many times.
const LEVELS_MAX: u32 = 24;

/// What is said of both kinds of calls.
pub(super) trait Told {
    /// Returns the name; `None` if it has none. Not yet safe to show.
    fn label(&self, trace: &Trace) -> Option<String>;
}

impl Told for SliceCall {
    fn label(&self, trace: &Trace) -> Option<String> {
        self.name.label(trace)
    }
}

impl Told for SampleCall {
    fn label(&self, trace: &Trace) -> Option<String> {
        Some(self.name.label(trace))
    }
}

/// Returns what a call is called, and the role of that.
fn words<N, I>(call: &Call<N, I>, trace: &Trace) -> (String, Role)
where
    Call<N, I>: Told,
{
    match (call.n_rare, call.label(trace)) {
        (0, Some(label)) => (label, Role::Text),
        (0, None) => ("[no name]".to_owned(), Role::Dim),
        (n, _) => (format!("{} more", grouped(n as u64)), Role::Dim),
    }
}

/// Returns the name of a call, set in from that of its caller.
fn name<N, I>(call: &Call<N, I>, trace: &Trace, _: Whole) -> TableCell
where
    Call<N, I>: Told,
{
    let levels = call.level.min(LEVELS_MAX) as usize;
    let (words, role) = words(call, trace);
    let steps = "  ".repeat(levels.saturating_sub(usize::from(call.is_branch)));
    let branch = if call.is_branch { "└ " } else { "" };
    TableCell::of(format!("{steps}{branch}{words}"), role)
}

/// Returns the bar of a call in a whole.
fn bar<N, I>(call: &Call<N, I>, trace: &Trace, whole: i64) -> TableCell
where
    Call<N, I>: Told,
{
    let share = |at: i64| at as f64 / whole.max(1) as f64;
    let (words, role) = words(call, trace);
    let ink = match role {
        Role::Text => Ink::Name(name_ink(&words)),
        _ => Ink::Role(Role::DensityLow),
    };
    let bar = CellBar {
        from: share(call.from),
        to: share(call.from.saturating_add(call.weight)),
        ink,
    };
    TableCell::bar(words, bar)
}

/// Returns a stack as it is exported: outermost first, with semicolons between the names.
fn stack<N, I>(all: &[Call<N, I>], index: usize, trace: &Trace) -> String
where
    Call<N, I>: Told,
{
    let callers = callers(all, index).into_iter();
    let names = callers.map(|call| words(call, trace).0.replace(';', ","));
    names.collect::<Vec<_>>().join(";")
}

/// Returns the column of names, which leaves room for bars on a wide screen.
fn names(cols: u16) -> Column {
    let width = if cols >= ROOMY_COLS { cols * 2 / 5 } else { 60 };
    column("name", Align::Left, width)
}

/// Returns the column of bars.
fn bars(cols: u16) -> Column {
    unheaded_column("bar", cols)
}

impl Row for SliceCall {
    fn all(report: &AreaReport) -> &[Self] {
        &report.slice_tree.rows
    }

    fn columns(all: &[Self], cols: u16) -> Vec<Filled<Self>> {
        let wall = |of: &Self, _: &Trace, _| of_ended(of.count - of.n_unfinished, of.total);
        let own = |of: &Self, _: &Trace, _| of_ended(of.count - of.n_unfinished, of.own);
        let mut columns = vec![
            Self::times("wall", wall),
            Self::number("%", |of, _, whole| percent(of.weight, whole.ns)),
            Self::times("self", own).summed(),
            Self::number("count", |of, _, _| number_of(of.count)).summed(),
        ];
        if all.iter().any(|of| of.n_unfinished > 0) {
            columns.push(Self::number("no end", |of, _, _| no_end(of.n_unfinished)).extra());
        }
        columns.push(Self::text(names(cols), name));
        columns.push(Self::text(bars(cols), |of, trace, whole| bar(of, trace, whole.ns)).extra());
        columns
    }

    fn act(&self) -> Act {
        Act::Item(Item::Slice(self.example))
    }

    fn whole_ns(report: &AreaReport) -> i64 {
        whole(&report.slice_tree.rows)
    }

    fn record_titles() -> &'static [&'static str] {
        &["stack", "wall_ns", "self_ns", "count"]
    }

    fn record(all: &[Self], index: usize, trace: &Trace) -> Vec<Option<String>> {
        let of = &all[index];
        vec![
            Some(stack(all, index, trace)),
            Some(of.total.to_string()),
            Some(of.own.to_string()),
            Some(of.count.to_string()),
        ]
    }
}

impl Row for SampleCall {
    fn all(report: &AreaReport) -> &[Self] {
        &report.sample_tree.rows
    }

    fn columns(_all: &[Self], cols: u16) -> Vec<Filled<Self>> {
        let binary = column("binary", Align::Left, 24);
        vec![
            Self::number("total", |of, _, _| number_of(of.count)),
            Self::number("total %", |of, _, whole| of_samples(of.count, whole)),
            Self::number("own", |of, _, _| number_of(of.own as usize)).summed(),
            Self::text(names(cols), name),
            Self::text(binary, |of, trace, _| match of.n_rare {
                0 => TableCell::of(of.name.binary(trace), Role::Dim),
                _ => TableCell::new(""),
            })
            .extra(),
            Self::text(bars(cols), |of, trace, whole| {
                bar(of, trace, whole.samples as i64)
            })
            .extra(),
        ]
    }

    fn act(&self) -> Act {
        Act::Item(Item::Sample(self.example))
    }

    fn record_titles() -> &'static [&'static str] {
        &["stack", "total", "own"]
    }

    fn record(all: &[Self], index: usize, trace: &Trace) -> Vec<Option<String>> {
        let of = &all[index];
        vec![
            Some(stack(all, index, trace)),
            Some(of.count.to_string()),
            Some(of.own.to_string()),
        ]
    }
}
