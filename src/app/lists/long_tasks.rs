//! The list of long tasks: what kept a main thread busy for 50 ms or longer, and what most of it was.
//!
//! `query/long_tasks.rs` finds them; the cells of a row are made when it is looked at. What tasks of Chromium do is in
//! their arguments, which are decoded once.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::table::{self, column, instant_column, time_column};
use super::{dur_of, name_of, so_far, with_labels};
use crate::app::layer::source::ListSource;
use crate::model::ids::SliceId;
use crate::model::trace::Trace;
use crate::query::long_tasks::{self, LongTask};
use crate::query::told_apart::ToldAlone;
use crate::view::overlay::{Align, Cells, Filled, Table, TableCell};
use crate::view::scene::Item;
use crate::view::text::{clean, counted};
use crate::view::time::{self, Clock};

/// On narrower screens the columns of words are narrower.
const ROOMY_COLS: u16 = 120;

/// What tasks do is told of those that are looked at first until so many arguments were decoded, which takes about a
/// second: a filter looks at all of them, and each may have thousands.
const TOLD_ARGS_MAX: usize = 2_000_000;

/// Returns the table for a screen of so many columns, before the tasks are found.
pub fn empty(cols: u16) -> Table {
    let columns = columns_for(cols).into_iter();
    Table {
        badge: "LONG TASKS".into(),
        order: "longest first".into(),
        columns: columns.map(|(column, _)| column).collect(),
        empty: "looking for long tasks …".into(),
        mode: "LONG TASKS".into(),
        ..Table::default()
    }
}

/// Lists the long tasks; returns nothing if it was cancelled.
pub fn list(
    trace: &Trace,
    (clock, cols): (Clock, u16),
    cancel: &AtomicBool,
) -> Option<(Table, Arc<dyn ListSource>)> {
    let tasks = long_tasks::find(trace, cancel)?;
    let none = if long_tasks::are_possible(trace) {
        "no task took 50 ms of a main thread"
    } else {
        "no main thread, whose tid is its pid, has slices"
    };
    let table = Table {
        title: format!(
            "{} of 50 ms or more on main threads",
            counted(tasks.len(), "task", "tasks")
        ),
        empty: format!("{none}{}", so_far(trace)),
        ..empty(cols)
    };
    let rows = Rows {
        clock,
        tasks,
        told: Mutex::new(ToldAlone::of_at_most(TOLD_ARGS_MAX)),
        columns: columns_for(cols),
    };
    Some((table, Arc::new(rows)))
}

fn columns_for(cols: u16) -> Vec<Filled<Rows>> {
    let (process, task) = match cols {
        ROOMY_COLS.. => (40, 40),
        _ => (18, 16),
    };
    vec![
        (instant_column(), Rows::time_cell),
        (time_column("dur", 9), Rows::dur_cell),
        (column("process", Align::Left, process), Rows::process_cell),
        (column("task", Align::Middle, task), Rows::task_cell),
        (
            column("longest inside", Align::Left, u16::MAX),
            Rows::most_cell,
        ),
    ]
}

/// The rows of the list.
#[derive(Debug)]
struct Rows {
    clock: Clock,
    tasks: Vec<LongTask>,
    /// What slices of Chromium do.
    told: Mutex<ToldAlone>,
    columns: Vec<Filled<Self>>,
}

impl Rows {
    fn time_cell(&self, trace: &Trace, index: usize) -> TableCell {
        table::instant_short(trace, &self.clock, self.tasks[index].span.start())
    }

    fn dur_cell(&self, trace: &Trace, index: usize) -> TableCell {
        let LongTask { slice, span, .. } = self.tasks[index];
        let dur = table::dur(span.dur().ns());
        TableCell {
            text: format!("{}{}", time::sign(trace, slice), dur.text),
            ..dur
        }
    }

    fn process_cell(&self, trace: &Trace, index: usize) -> TableCell {
        let slice = self.tasks[index].slice;
        let Some(upid) = trace.upid_of(slice) else {
            return TableCell::new(trace.owner_title(slice));
        };
        let words = with_labels(trace, trace.process_title(upid), upid);
        TableCell::new(clean(&words))
    }

    /// What Chromium says that the task does, or else its name.
    fn task_cell(&self, trace: &Trace, index: usize) -> TableCell {
        let LongTask { slice, span, .. } = self.tasks[index];
        let mut inwards = long_tasks::inwards(trace, slice, span);
        let told = inwards.find_map(|slice| self.told(trace, slice));
        TableCell::new(told.unwrap_or_else(|| name_of(trace, slice))).bold()
    }

    fn most_cell(&self, trace: &Trace, index: usize) -> TableCell {
        let Some(most) = self.tasks[index].most else {
            return TableCell::new("");
        };
        let name = name_of(trace, most);
        let told = self.told(trace, most);
        let told = told.map_or_else(String::new, |told| format!(" · {told}"));
        TableCell::new(format!("{name}{told}, {}", dur_of(trace, most)))
    }

    /// Returns what a slice of Chromium does.
    fn told(&self, trace: &Trace, slice: SliceId) -> Option<String> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let told = told.get(trace, slice)?;
        Some(clean(&told).into_owned())
    }
}

impl Cells for Rows {
    fn columns(&self) -> &[Filled<Self>] {
        &self.columns
    }

    fn item(&self, index: usize) -> Item {
        Item::Slice(self.tasks[index].slice)
    }
}

impl ListSource for Rows {
    fn n_rows(&self) -> usize {
        self.tasks.len()
    }
}

#[cfg(test)]
mod tests;
