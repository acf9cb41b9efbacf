//! Work over all rows of a list: making, sorting, filtering and exporting them.
//!
//! A list may have a hundred thousand rows, so this work does not happen between a key and its frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::jank::Inbox;
use super::{chromium, ftrace, interactions, lens, long_tasks, table};
use crate::app::layer::arrange::{Arrange, Arranged};
use crate::app::layer::rank::{Rank, Ranked};
use crate::app::layer::source::ListSource;
use crate::base::csv;
use crate::model::trace::Trace;
use crate::query::flows::stats;
use crate::view::overlay::{Table, TableRows};
use crate::view::scene::Item;
use crate::view::text::{for_clipboard, grouped};
use crate::view::time::Clock;

/// A piece of work over all rows of a list.
#[derive(Clone, Debug)]
pub enum ListWork {
    /// Finds the janky frames.
    Inbox(Inbox),
    /// Makes the lens of a frame or of another stretch of time, for a screen of so many columns.
    Lens(Item, Clock, u16),
    /// Reads the kernel events, for a screen of so many columns.
    KernelEvents(Clock, u16),
    /// Finds Chromium's janky frames, for a screen of so many columns, in groups or not.
    Chromium(Clock, u16, bool),
    /// Finds the long tasks, for a screen of so many columns.
    LongTasks(Clock, u16),
    /// Finds the interactions with pages of Chromium.
    Interactions(Clock),
    /// Finds the slowest flows.
    SlowFlows,
    /// Counts the flows of each category.
    Categories,
    /// Sorts and filters the rows of a table.
    Arrange(Arrange),
    /// Finds the rows of a list that match a filter best.
    Rank(Rank),
    /// Writes rows as CSV.
    Export {
        /// The name of the file.
        name: String,
        /// How many rows it has, for the message.
        what: String,
        /// The headings of the columns.
        titles: Vec<String>,
        /// Whether the first column has the heading that stands above a row.
        has_headings: bool,
        /// The rows.
        rows: TableRows,
    },
}

/// The result of a [`ListWork`].
#[derive(Clone, Debug)]
pub enum Listed {
    /// A table without rows, and the rows that fill it.
    Made(Box<Table>, Arc<dyn ListSource>),
    /// The categories of flows, each with the number of its flows.
    Categories(Vec<(String, usize)>),
    /// The rows of a table, sorted and filtered.
    Arranged(Arranged),
    /// The rows of a list that match, the best first.
    Ranked(Ranked),
    /// The content of a file.
    Exported {
        /// The name of the file.
        name: String,
        /// How many rows it has, for the message.
        what: String,
        /// Its text.
        text: String,
    },
}

impl ListWork {
    /// Does the work; `None` if cancelled. `looked` is told how many percent of the rows have been filtered or
    /// sorted.
    pub fn run(self, trace: &Trace, cancel: &AtomicBool, looked: &dyn Fn(u8)) -> Option<Listed> {
        match self {
            Self::Inbox(inbox) => {
                let (table, source) = inbox.list(trace, cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::Lens(item, clock, cols) => {
                let (table, entries) = lens::list(trace, item, (&clock, cols), cancel)?;
                Some(Listed::Made(Box::new(table), Arc::new(entries)))
            }
            Self::KernelEvents(clock, cols) => {
                let (table, source) = ftrace::read(trace, (clock, cols), cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::Chromium(clock, cols, is_grouped) => {
                let of = (clock, cols);
                let (table, source) = chromium::list(trace, of, is_grouped, cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::LongTasks(clock, cols) => {
                let (table, source) = long_tasks::list(trace, (clock, cols), cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::Interactions(clock) => {
                let (table, source) = interactions::list(trace, clock, cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::SlowFlows => {
                let (table, entries) = table::slow_flows(trace, cancel)?;
                Some(Listed::Made(Box::new(table), Arc::new(entries)))
            }
            Self::Categories => stats::by_category(trace, cancel).map(Listed::Categories),
            Self::Arrange(arrange) => arrange.run(trace, cancel, looked).map(Listed::Arranged),
            Self::Rank(rank) => rank.run(trace, cancel).map(Listed::Ranked),
            Self::Export {
                name,
                what,
                titles,
                has_headings,
                rows,
            } => {
                let records = rows.records(trace, has_headings);
                let (text, n) = as_csv(&titles, records, FILE_MAX, cancel)?;
                let what = if n < rows.n_entries() {
                    format!("the first {} of {what}", grouped(n as u64))
                } else {
                    what
                };
                Some(Listed::Exported { name, what, text })
            }
        }
    }
}

/// A file ends with the row after which it has so many bytes: names of a hostile trace may be long, and stand in
/// many rows.
const FILE_MAX: usize = 256 << 20;

/// Returns rows as CSV, and how many there are; `None` if cancelled. The texts are made
/// safe, so that the file can be shown in a terminal. No row follows when there are `max` bytes.
fn as_csv(
    titles: &[String],
    records: impl Iterator<Item = Vec<Option<String>>>,
    max: usize,
    cancel: &AtomicBool,
) -> Option<(String, usize)> {
    let mut line = csv::Line::default();
    for title in titles {
        line.push_cell(&for_clipboard(title));
    }
    let mut bytes = line.end().to_vec();
    let mut n = 0;
    for row in records {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        if bytes.len() >= max {
            break;
        }
        n += 1;
        for cell in row {
            let cell = cell.as_deref().map(for_clipboard);
            line.push(cell.as_deref().map(str::as_bytes));
        }
        bytes.extend_from_slice(line.end());
    }
    // All cells are UTF-8, and the separators are ASCII.
    Some((String::from_utf8(bytes).ok()?, n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::view::overlay::{TableCell, TableRow};
    use crate::view::state::TimeFormat;

    #[test]
    fn a_file_ends_when_it_is_too_long() {
        let trace = TraceBuilder::new().finish();
        let row = |text: &str| TableRow {
            cells: vec![TableCell::new(text)],
            heading: false,
        };
        let rows = TableRows::from(vec![row("one"), row("two"), row("three")]);
        let titles = ["name".to_owned()];
        let records = || rows.records(&trace, false);
        let of = |max| as_csv(&titles, records(), max, &AtomicBool::new(false));
        let text = |text: &str, n| Some((text.to_owned(), n));
        assert_eq!(of(1000), text("name\none\ntwo\nthree\n", 3));
        assert_eq!(of(10), text("name\none\ntwo\n", 2));
    }

    #[test]
    fn work_that_is_cancelled_ends() {
        let mut b = TraceBuilder::new();
        let process = b.process(1, "app");
        let thread = b.thread(process, 1, "main");
        let track = b.slice_track(Scope::Thread(thread), None);
        let (frame, event) = ("PipelineReporter", "EventTiming");
        let slices = [(0, 9, frame), (20, 9, frame), (40, 9, event)];
        let slices = b.nested_slices(track, &slices);
        b.flow(slices[0], slices[1], 1);
        let trace = b.finish();
        let clock = Clock::new(&trace, TimeFormat::Relative);
        let all = [
            ListWork::Lens(Item::Slice(slices[0]), clock.clone(), 80),
            ListWork::Chromium(clock.clone(), 80, true),
            ListWork::LongTasks(clock.clone(), 80),
            ListWork::Interactions(clock),
            ListWork::SlowFlows,
            ListWork::Categories,
        ];
        for is_cancelled in [true, false] {
            for work in &all {
                let done = work
                    .clone()
                    .run(&trace, &AtomicBool::new(is_cancelled), &|_| {});
                assert_eq!(done.is_none(), is_cancelled, "{work:?}");
            }
        }
    }
}
