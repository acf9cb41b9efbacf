//! Work over all rows of a list: making them, putting them in order, writing them out.
//!
//! A list may hold a hundred thousand rows, so none of this is done between a key and its frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::jank::Inbox;
use super::lens::{frame, lens, lens_of_stretch};
use super::{chromium, ftrace, table};
use crate::app::layer::arrange::{Arrange, Arranged};
use crate::app::layer::rank::{Rank, Ranked};
use crate::app::layer::source::Source;
use crate::base::csv;
use crate::model::trace::Trace;
use crate::query::flows::stats;
use crate::view::overlay::{Table, TableRows};
use crate::view::scene::Item;
use crate::view::text::for_clipboard;
use crate::view::time::Clock;

/// Something to do with all rows of a list.
#[derive(Clone, Debug)]
pub enum ListWork {
    /// Finds the janky frames.
    Inbox(Inbox),
    /// Finds where the time of the frame with this slice went, or of what a thread did, for a screen of
    /// so many columns.
    Lens(Item, Clock, u16),
    /// Reads the events of the kernel, for a screen of so many columns.
    KernelEvents(Clock, u16),
    /// Finds Chromium's frames that lack something, for a screen of so many columns.
    Chromium(Clock, u16),
    /// Finds the slowest flows.
    SlowFlows,
    /// Counts the flows of each category.
    Categories,
    /// Puts rows in order and filters them.
    Arrange(Arrange),
    /// Finds the rows that match best.
    Rank(Rank),
    /// Writes rows as CSV.
    Export {
        /// What the file is called.
        name: String,
        /// How many rows it has, for the message.
        what: String,
        /// The headings of the columns.
        titles: Vec<String>,
        /// The rows.
        rows: TableRows,
    },
}

/// What came of a [`ListWork`].
#[derive(Clone, Debug)]
pub enum Listed {
    /// A table without rows, and the rows that fill it.
    Made(Box<Table>, Arc<dyn Source>),
    /// The categories of flows, and how many there are of each.
    Categories(Vec<(String, usize)>),
    /// Rows in order.
    Arranged(Arranged),
    /// The rows that match, the best first.
    Ranked(Ranked),
    /// A file.
    Exported {
        /// What it is called.
        name: String,
        /// How many rows it has, for the message.
        what: String,
        /// Its text.
        text: String,
    },
}

impl ListWork {
    /// Does the work. Returns nothing if it was cancelled meanwhile.
    pub fn run(self, trace: &Trace, cancel: &AtomicBool) -> Option<Listed> {
        match self {
            Self::Inbox(inbox) => {
                let (table, source) = inbox.list(trace, cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::Lens(item, clock, cols) => {
                let (table, entries) = match frame(trace, item) {
                    Some(frame) => lens(trace, frame, (&clock, cols), cancel)?,
                    None => lens_of_stretch(trace, item, cols, cancel)?,
                };
                Some(Listed::Made(Box::new(table), Arc::new(entries)))
            }
            Self::KernelEvents(clock, cols) => {
                let (table, source) = ftrace::read(trace, (clock, cols), cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::Chromium(clock, cols) => {
                let (table, source) = chromium::list(trace, (clock, cols), cancel)?;
                Some(Listed::Made(Box::new(table), source))
            }
            Self::SlowFlows => {
                let (table, entries) = table::slow_flows(trace, cancel)?;
                Some(Listed::Made(Box::new(table), Arc::new(entries)))
            }
            Self::Categories => stats::by_category(trace, cancel).map(Listed::Categories),
            Self::Arrange(arrange) => arrange.run(trace, cancel).map(Listed::Arranged),
            Self::Rank(rank) => rank.run(trace, cancel).map(Listed::Ranked),
            Self::Export {
                name,
                what,
                titles,
                rows,
            } => {
                let text = as_csv(trace, &titles, &rows, cancel)?;
                Some(Listed::Exported { name, what, text })
            }
        }
    }
}

/// Returns rows as CSV, headings of groups left out; nothing if it was cancelled. Whoever looks at
/// the file in a terminal must see what was in the list, no more.
fn as_csv(
    trace: &Trace,
    titles: &[String],
    rows: &TableRows,
    cancel: &AtomicBool,
) -> Option<String> {
    let mut line = csv::Line::default();
    for title in titles {
        line.push_cell(&for_clipboard(title));
    }
    let mut bytes = line.end().to_vec();
    for row in rows.records(trace) {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        for cell in row {
            let cell = cell.as_deref().map(for_clipboard);
            line.push(cell.as_deref().map(str::as_bytes));
        }
        bytes.extend_from_slice(line.end());
    }
    // What stands between texts is ASCII.
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::view::state::TimeFormat;

    #[test]
    fn work_that_is_cancelled_ends() {
        let mut b = TraceBuilder::new();
        let process = b.process(1, "app");
        let thread = b.thread(process, 1, "main");
        let track = b.slice_track(Scope::Thread(thread), None);
        let frame = "PipelineReporter";
        let slices = b.nested_slices(track, &[(0, 9, frame), (20, 9, frame)]);
        b.flow(slices[0], slices[1], 1);
        let trace = b.finish();
        let clock = Clock::new(&trace, TimeFormat::Relative);
        let all = [
            ListWork::Lens(Item::Slice(slices[0]), clock.clone(), 80),
            ListWork::Chromium(clock, 80),
            ListWork::SlowFlows,
            ListWork::Categories,
        ];
        for is_cancelled in [true, false] {
            for work in &all {
                let done = work.clone().run(&trace, &AtomicBool::new(is_cancelled));
                assert_eq!(done.is_none(), is_cancelled, "{work:?}");
            }
        }
    }
}
