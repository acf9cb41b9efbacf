//! The list of apps that did not respond (ANRs): when the system gave each up, for how long it had waited, and why.
//!
//! `model/anrs.rs` finds them. A row stands for the main thread of the app during that time, whose lens says what it
//! did instead of responding.

use hashbrown::HashMap;

use super::so_far;
use super::table::{self, column, instant_column, time_column};
use crate::app::layer::source::Entry;
use crate::model::anrs::{Anr, WaitSource};
use crate::model::ids::{NodeId, Upid, Utid};
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use crate::view::overlay::{Align, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean, counted};
use crate::view::time::Clock;

/// The query for the same list. SQL has a row for each process that had the id, and does not read what was waited.
pub const QUERY: &str = "INCLUDE PERFETTO MODULE android.anrs; \
    SELECT DISTINCT ts, anr_type, COALESCE(anr_dur_ms, \
    CAST(regexp_extract(subject, '[Ww]aited ([0-9]+)ms') AS INT), default_anr_dur_ms) AS waited_ms, \
    process_name, pid, subject FROM android_anrs ORDER BY ts";

/// So many bytes of a subject are shown.
const SUBJECT_MAX: usize = 1 << 10;

/// On narrower screens there is no column for the type, which the subject says, too.
const ROOMY_COLS: u16 = 120;

/// Returns the table for a screen of so many columns without its rows, and the rows.
pub fn anrs(trace: &Trace, (clock, cols): (&Clock, u16)) -> (Table, Vec<Entry>) {
    let all = trace.anrs().all();
    let (columns, left_out) = table::split([
        (true, instant_column()),
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
        empty: format!("this trace tells of no ANRs{}", so_far(trace)),
        mode: "ANRS".into(),
        ..Table::default()
    };
    let mut threads = MainThreads::new(trace);
    let rows = all.iter().map(|anr| {
        let item = item(&mut threads, anr);
        row(trace, (clock, cols), anr, item)
    });
    (table, rows.collect())
}

fn row(trace: &Trace, (clock, cols): (&Clock, u16), anr: &Anr, item: Item) -> Entry {
    let text = |bytes: Option<&[u8]>| {
        let bytes = bytes.unwrap_or_default();
        let text = String::from_utf8_lossy(bytes.get(..SUBJECT_MAX).unwrap_or(bytes));
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
                    let told = table::dur(dur);
                    let words = format!("~{}", told.text);
                    TableCell::of(words, Role::Dim).valued(dur as f64)
                }
            }
        },
    );
    let process = match anr.upid {
        Some(upid) => trace.process_title(upid),
        None => text(Some(anr.process_name(trace))),
    };
    let kind = text(anr.kind(trace)).to_lowercase().replace('_', " ");
    let (cells, left_out) = table::split([
        (true, table::instant_short(trace, clock, anr.ts)),
        (true, waited),
        (cols >= ROOMY_COLS, TableCell::new(kind)),
        (true, TableCell::new(process).bold()),
        (true, TableCell::new(text(anr.subject(trace)))),
    ]);
    table::row([cells, left_out].concat(), item)
}

/// Returns what a row stands for: the main thread for as long as it was waited for, as far as the trace has it, or
/// else the sample with which the system gave the app up.
fn item(threads: &mut MainThreads<'_>, anr: &Anr) -> Item {
    let stretch = anr.wait.and_then(|(span, _)| {
        let known = span.clamped_to(threads.trace.bounds);
        let node = threads.of(anr.upid?).filter(|_| !known.dur().is_zero())?;
        Some(Item::Stretch(node, known))
    });
    stretch.unwrap_or(Item::Counter(anr.sample))
}

/// The rows of main threads: of their slices, or of their states if they have none. Each process and each row of
/// the tree is looked at once.
struct MainThreads<'a> {
    trace: &'a Trace,
    states: HashMap<Utid, NodeId>,
    found: HashMap<Upid, Option<NodeId>>,
}

impl<'a> MainThreads<'a> {
    fn new(trace: &'a Trace) -> Self {
        let nodes = trace.tree.walk().into_iter();
        let states = nodes.filter_map(|node| match trace.tree.node(node).kind {
            NodeKind::ThreadStates(utid) => Some((utid, node)),
            _ => None,
        });
        Self {
            trace,
            states: states.collect(),
            found: HashMap::new(),
        }
    }

    fn of(&mut self, upid: Upid) -> Option<NodeId> {
        let (trace, states) = (self.trace, &self.states);
        *self.found.entry(upid).or_insert_with(|| {
            let utid = trace.main_thread(upid)?;
            let track = trace.thread_index().track_of(utid);
            let slices = track.and_then(|track| trace.tree.node_of_track(track));
            slices.or_else(|| states.get(&utid).copied())
        })
    }
}

#[cfg(test)]
mod tests;
