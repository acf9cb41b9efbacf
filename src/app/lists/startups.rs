//! The list of starts of apps: of which package, how much had to be made, and how long it took until the first
//! frame and until all was drawn.
//!
//! `model/startups.rs` finds the starts; the lens of a row says where its time went.

use super::so_far;
use super::table::{self, column, instant_column, time_column};
use crate::app::layer::source::Entry;
use crate::model::startups::Startup;
use crate::model::trace::Trace;
use crate::view::overlay::{Align, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean, counted};
use crate::view::time::Clock;

/// The query for the same list.
pub const QUERY: &str = "INCLUDE PERFETTO MODULE android.startup.time_to_display; \
    SELECT s.ts, startup_type, s.dur, time_to_initial_display, time_to_full_display, package \
    FROM android_startups s LEFT JOIN android_startup_time_to_display USING (startup_id) ORDER BY s.ts";

/// On narrower screens there is no column for the process.
const ROOMY_COLS: u16 = 100;

/// Returns the table for a screen of so many columns without its rows, and the rows.
pub fn startups(trace: &Trace, (clock, cols): (&Clock, u16)) -> (Table, Vec<Entry>) {
    let all = trace.startups().all();
    let (columns, left_out) = table::split([
        (true, instant_column()),
        (true, column("type", Align::Left, 4)),
        (true, time_column("dur", 9)),
        (true, time_column("first frame", 11)),
        (true, time_column("fully drawn", 11)),
        (cols >= ROOMY_COLS, column("process", Align::Tail, 48)),
        (true, column("package", Align::Tail, u16::MAX)),
    ]);
    let mut title = counted(all.len(), "start of an app", "starts of apps");
    if trace.startups().are_more() {
        title.push_str(", and more");
    }
    let table = Table {
        badge: "STARTUPS".into(),
        title,
        columns,
        left_out,
        empty: why_empty(trace),
        mode: "STARTUPS".into(),
        ..Table::default()
    };
    let rows = all.iter().map(|start| row(trace, (clock, cols), start));
    (table, rows.collect())
}

/// Says why nothing is listed: a start that did not finish, or was cancelled, is on the screen all the same.
pub fn why_empty(trace: &Trace) -> String {
    let is_begun = |name: &[u8]| name.starts_with(b"launchingActivity#");
    let mut names = trace.slices.labels().iter().filter_map(|label| label.name);
    let words = if names.any(|name| is_begun(trace.bytes(name))) {
        "no start of an app finished in this trace"
    } else {
        "this trace has no starts of apps"
    };
    words.to_owned() + so_far(trace)
}

fn row(trace: &Trace, (clock, cols): (&Clock, u16), start: &Startup) -> Entry {
    let dur = table::dur(start.span.dur().ns());
    let until = |ns: Option<i64>| ns.map_or_else(|| TableCell::new(""), table::dur);
    let process = start.upid.map(|upid| trace.process_title(upid));
    let package = String::from_utf8_lossy(&start.package);
    let (cells, left_out) = table::split([
        (true, table::instant_short(trace, clock, start.span.start())),
        (
            true,
            TableCell::new(start.kind.map_or("", |kind| kind.text())),
        ),
        (true, dur),
        (true, until(start.to_first_frame(trace))),
        (true, until(start.to_full_frame(trace))),
        (
            cols >= ROOMY_COLS,
            TableCell::of(process.unwrap_or_default(), Role::Dim),
        ),
        (true, TableCell::new(clean(&package).into_owned()).bold()),
    ]);
    table::row([cells, left_out].concat(), Item::Slice(start.slice))
}

#[cfg(test)]
mod tests;
