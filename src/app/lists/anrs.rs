//! The list of apps that did not respond (ANRs): when the system gave each up, for how long it had waited, and why.
//!
//! `model/anrs.rs` finds them. A row stands for the main thread of the app during that time, whose lens says what it
//! did instead of responding.

use super::so_far;
use super::table::{self, column, time_column};
use crate::app::layer::source::Entry;
use crate::model::anrs::{Anr, WaitSource};
use crate::model::ids::NodeId;
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::view::overlay::{Align, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean, counted};
use crate::view::time::{self, Clock};

/// The query for the same list.
pub const QUERY: &str = "INCLUDE PERFETTO MODULE android.anrs; \
    SELECT ts, anr_type, COALESCE(anr_dur_ms, default_anr_dur_ms) AS waited_ms, process_name, pid, subject \
    FROM android_anrs ORDER BY ts";

/// On narrower screens there is no column for the type, which the subject says, too.
const ROOMY_COLS: u16 = 120;

/// Returns the table for a screen of so many columns without its rows, and the rows.
pub fn anrs(trace: &Trace, (clock, cols): (&Clock, u16)) -> (Table, Vec<Entry>) {
    let all = trace.anrs().all();
    let (columns, left_out) = table::split([
        (true, time_column("time", 12)),
        (true, time_column("waited", 9)),
        (cols >= ROOMY_COLS, column("type", Align::Left, 28)),
        (
            true,
            column(
                "process",
                Align::Tail,
                if cols < ROOMY_COLS { 20 } else { 40 },
            ),
        ),
        (true, column("subject", Align::Left, u16::MAX)),
    ]);
    let mut title = counted(
        all.len(),
        "app that did not respond",
        "apps that did not respond",
    );
    if trace.anrs().are_more() {
        title.push_str(", and more");
    }
    let table = Table {
        badge: "ANRS".into(),
        title,
        columns,
        left_out,
        empty: format!(
            "this trace has no apps that did not respond{}",
            so_far(trace)
        ),
        mode: "ANRS".into(),
        ..Table::default()
    };
    let rows = all.iter().map(|anr| row(trace, (clock, cols), anr));
    (table, rows.collect())
}

fn row(trace: &Trace, (clock, cols): (&Clock, u16), anr: &Anr) -> Entry {
    let text = |bytes: Option<&[u8]>| {
        let text = String::from_utf8_lossy(bytes.unwrap_or_default());
        clean(&text).into_owned()
    };
    let waited = anr.wait.map_or_else(
        || TableCell::new(""),
        |(span, source)| {
            let dur = span.dur().ns();
            match source {
                WaitSource::Told => table::dur(dur),
                // How long it was is not told.
                WaitSource::Usual => {
                    let words = format!("~{}", time::dur(dur));
                    TableCell::of(words, Role::Dim).valued(dur as f64)
                }
            }
        },
    );
    let process = match anr.upid {
        Some(upid) => trace.process_title(upid),
        None => text(Some(&anr.process_name)),
    };
    let kind = text(anr.kind.as_deref()).to_lowercase().replace('_', " ");
    let (cells, left_out) = table::split([
        (true, table::instant_short(trace, clock, anr.ts)),
        (true, waited),
        (cols >= ROOMY_COLS, TableCell::new(kind)),
        (true, TableCell::new(process).bold()),
        (true, TableCell::new(text(anr.subject.as_deref()))),
    ]);
    table::row([cells, left_out].concat(), item(trace, anr))
}

/// Returns what a row stands for: the main thread for as long as it was waited for, as far as the trace has it, or
/// else the sample with which the system gave the app up.
fn item(trace: &Trace, anr: &Anr) -> Item {
    let stretch = anr.wait.and_then(|(span, _)| {
        let known = span.clamped_to(trace.bounds);
        let node = main_thread(trace, anr).filter(|_| !known.dur().is_zero())?;
        Some(Item::Stretch(node, known))
    });
    stretch.unwrap_or(Item::Counter(anr.sample))
}

/// Returns the row of the main thread of an app: of its slices, or of its states if it has none.
fn main_thread(trace: &Trace, anr: &Anr) -> Option<NodeId> {
    let utid = trace.main_thread(anr.upid?)?;
    let track = trace.thread_index().track_of(utid);
    let slices = track.and_then(|track| trace.tree.node_of_track(track));
    slices.or_else(|| trace.tree.find(&NodeKind::ThreadStates(utid)))
}

#[cfg(test)]
mod tests;
