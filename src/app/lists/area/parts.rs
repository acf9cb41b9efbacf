//! Parts of the trees of an area as lists of their own: a branch, and the callers of what has a name.
//!
//! Both are sums like those of the whole, in which the tree is another one, so that their rows, columns and
//! exports are made as those of the whole are.

use std::sync::Arc;

use super::trees::Told as _;
use super::{AreaList, rows};
use crate::app::layer::source::ListSource;
use crate::model::trace::Trace;
use crate::query::area::AreaReport;
use crate::query::call_tree::CallTree;
use crate::query::slices::folded;
use crate::view::overlay::Table;
use crate::view::state::Area;
use crate::view::text::clean;
use crate::view::time;

/// Which part of a tree, by a call of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The call and all below it.
    Branch(u32),
    /// What called all that has the name of the call.
    Callers(u32),
}

impl Part {
    /// Returns the name of a file with the rows of a part of a tree, without its extension.
    pub const fn file(self, list: AreaList) -> &'static str {
        match (self, list) {
            (Self::Branch(_), _) => list.file(),
            (Self::Callers(_), AreaList::SampleTree) => "area-callers",
            (Self::Callers(_), _) => "area-slice-callers",
        }
    }
}

/// Returns which call of one of the trees a row of a list stands for; `None` if it stands for several, or if
/// nothing of its name lies in anything.
pub fn node_of(list: AreaList, report: &AreaReport, trace: &Trace, row: usize) -> Option<u32> {
    match list {
        AreaList::Slices => {
            let name = report.slices.get(row)?.name;
            report.slice_tree.node_named(trace, name)
        }
        AreaList::Functions => {
            let function = report.profile.functions.get(row)?.function;
            report.sample_tree.node_of(function)
        }
        AreaList::SliceTree => report.slice_tree.rows.get(row)?.node,
        AreaList::SampleTree => report.sample_tree.rows.get(row)?.node,
        _ => None,
    }
}

/// Returns the sums with a part of one of the trees in place of the whole; `None` if that has one row at most.
pub fn part(list: AreaList, report: &AreaReport, part: Part) -> Option<AreaReport> {
    let mut sums = AreaReport::default();
    match (list, part) {
        (AreaList::SliceTree, Part::Branch(node)) => {
            sums.slice_tree = CallTree::of_rows(report.slice_tree.branch(node));
        }
        (AreaList::SliceTree, Part::Callers(node)) => {
            sums.slice_tree = report.slice_tree.callers(node);
        }
        (AreaList::SampleTree, Part::Branch(node)) => {
            sums.sample_tree = CallTree::of_rows(report.sample_tree.branch(node));
        }
        (AreaList::SampleTree, Part::Callers(node)) => {
            sums.sample_tree = report.sample_tree.callers(node);
        }
        _ => {}
    }
    if let Some(root) = sums.sample_tree.rows.first() {
        sums.profile.samples = root.count;
        sums.profile.are_uneven = report.profile.are_uneven;
        sums.profile.event.clone_from(&report.profile.event);
    }
    (list.len(&sums) > 0).then_some(sums)
}

/// Returns what the first row of a part of a tree is called, not yet safe to show.
fn root_of(list: AreaList, sums: &AreaReport, trace: &Trace) -> Option<String> {
    match list {
        AreaList::SampleTree => sums.sample_tree.rows.first()?.label(trace),
        _ => sums.slice_tree.rows.first()?.label(trace),
    }
}

/// Returns a part of one of the trees of an area, as a list of its own. `sums` are those that [`part`] returns.
pub fn list_of_part(
    (list, part): (AreaList, Part),
    trace: &Trace,
    (area, sums): (&Area, Arc<AreaReport>),
    cols: u16,
) -> (Table, Arc<dyn ListSource>) {
    let root = root_of(list, &sums, trace);
    let root = root.map_or_else(|| "[no name]".into(), |root| clean(&root).into_owned());
    let dur = time::dur(area.span.dur().ns());
    let (badge, title) = match part {
        Part::Branch(_) => {
            let what = list.what(list.len(&sums));
            ("BRANCH", format!("{root}: {what} in {dur}"))
        }
        Part::Callers(_) => {
            let is_whole = sums.slice_tree.is_whole && sums.sample_tree.is_whole;
            let lack = if is_whole { "" } else { ", some left out" };
            ("CALLERS", format!("callers of {root} in {dur}{lack}"))
        }
    };
    let (mut columns, rows) = rows::of(list, sums, cols);
    let order = match part {
        Part::Branch(_) => "heaviest first, shares of the branch",
        Part::Callers(_) => {
            // What a row says is a part of what the row above it says.
            for column in &mut columns {
                column.is_summed = false;
            }
            "heaviest first, shares of the first row"
        }
    };
    let table = Table {
        badge: badge.into(),
        title,
        order: order.into(),
        columns,
        mode: badge.into(),
        ..Table::default()
    };
    (table, rows)
}

/// Returns where all that has the name of the first row of a part of a tree stands in a list by name: in which
/// list, and at which row. It is looked for among the first rows only.
pub fn home_of(
    list: AreaList,
    (report, sums): (&AreaReport, &AreaReport),
    trace: &Trace,
    n_rows: usize,
) -> Option<(AreaList, usize)> {
    if list == AreaList::SampleTree {
        let function = sums.sample_tree.rows.first()?.name;
        let mut rows = report.profile.functions.iter().take(n_rows);
        let row = rows.position(|of| of.function == function)?;
        return Some((AreaList::Functions, row));
    }
    let root = root_of(list, sums, trace).map(|root| folded(&root));
    let mut rows = report.slices.iter().take(n_rows);
    let name = |name| folded(&trace.text(name));
    let row = rows.position(|of| of.name.map(name) == root)?;
    Some((AreaList::Slices, row))
}
