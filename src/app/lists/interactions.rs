//! The list of interactions with pages of Chromium, the slowest first: how long each took until its answer was shown,
//! and how long it waited, was handled, and waited for its frame.
//!
//! `query/interactions.rs` finds them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::table::{self, column, instant_column, time_column};
use super::{so_far, with_labels};
use crate::app::layer::source::ListSource;
use crate::base::time::Dur;
use crate::model::trace::Trace;
use crate::query::interactions::{self, Interaction, Interactions};
use crate::view::overlay::{Align, Cells, Filled, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean, counted};
use crate::view::time::Clock;

/// A page whose INP is longer needs improvement, says the definition of Web Vitals.
const NOT_GOOD: Dur = Dur::from_ns(200_000_000);
/// A page whose INP is longer is poor.
const POOR: Dur = Dur::from_ns(500_000_000);

/// Returns the table, before the interactions are found.
pub fn empty() -> Table {
    let columns = columns().into_iter();
    Table {
        badge: "INTERACTIONS".into(),
        order: "slowest first".into(),
        columns: columns.map(|(column, _)| column).collect(),
        empty: "reading what the events say …".into(),
        mode: "INTERACTIONS".into(),
        ..Table::default()
    }
}

/// Lists the interactions; returns nothing if it was cancelled.
pub fn list(
    trace: &Trace,
    clock: Clock,
    cancel: &AtomicBool,
) -> Option<(Table, Arc<dyn ListSource>)> {
    let found = interactions::find(trace, cancel)?;
    let mut title = counted(found.all.len(), "interaction", "interactions");
    title.push_str(" with pages");
    if found.are_more {
        title.push_str(", and more");
    }
    let table = Table {
        title,
        empty: format!("{}{}", why_none(&found), so_far(trace)),
        ..empty()
    };
    let rows = Rows {
        clock,
        all: found.all,
        columns: columns(),
    };
    Some((table, Arc::new(rows)))
}

/// Says why there are none.
const fn why_none(found: &Interactions) -> &'static str {
    match found.n_events {
        0 => "no events of pages (EventTiming, of the category devtools.timeline)",
        _ => "no event belongs to an interaction: a click, a tap or a key",
    }
}

fn columns() -> Vec<Filled<Rows>> {
    vec![
        (instant_column(), Rows::time_cell),
        (time_column("dur", 9), Rows::dur_cell),
        (column("type", Align::Left, 12), Rows::kind_cell),
        (time_column("input", 9), |rows, _, index| {
            rows.delay_cell(index, 0)
        }),
        (time_column("processing", 10), |rows, _, index| {
            rows.delay_cell(index, 1)
        }),
        (time_column("presentation", 12), |rows, _, index| {
            rows.delay_cell(index, 2)
        }),
        (column("page", Align::Left, u16::MAX), Rows::page_cell),
    ]
}

/// The rows of the list.
#[derive(Debug)]
struct Rows {
    clock: Clock,
    all: Vec<Interaction>,
    columns: Vec<Filled<Self>>,
}

impl Rows {
    fn time_cell(&self, trace: &Trace, index: usize) -> TableCell {
        table::instant_short(trace, &self.clock, self.all[index].span.start())
    }

    fn dur_cell(&self, _: &Trace, index: usize) -> TableCell {
        let dur = self.all[index].span.dur();
        let role = match dur {
            dur if dur > POOR => Role::Bad,
            dur if dur > NOT_GOOD => Role::Warn,
            _ => Role::Text,
        };
        let cell = table::dur(dur.ns());
        TableCell::of(cell.text, role).valued(dur.ns() as f64)
    }

    fn kind_cell(&self, _: &Trace, index: usize) -> TableCell {
        TableCell::new(clean(&self.all[index].kind).into_owned()).bold()
    }

    /// One of the delays of an interaction; the longest of them stands out.
    fn delay_cell(&self, index: usize, which: usize) -> TableCell {
        let Some(delays) = self.all[index].delays() else {
            return TableCell::new("");
        };
        let cell = table::dur(delays[which].ns());
        match delays.iter().max() {
            Some(longest) if *longest == delays[which] => cell.bold(),
            _ => cell,
        }
    }

    fn page_cell(&self, trace: &Trace, index: usize) -> TableCell {
        let Some(upid) = self.all[index].process(trace) else {
            return TableCell::new("");
        };
        let words = with_labels(trace, trace.process_title(upid), upid);
        TableCell::new(clean(&words))
    }
}

impl Cells for Rows {
    fn columns(&self) -> &[Filled<Self>] {
        &self.columns
    }

    fn item(&self, index: usize) -> Item {
        Item::Slice(self.all[index].slice)
    }
}

impl ListSource for Rows {
    fn n_rows(&self) -> usize {
        self.all.len()
    }
}

#[cfg(test)]
mod tests;
