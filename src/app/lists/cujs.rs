//! The list of critical user journeys: how each ended, how long it took, and how many of its frames were janky.
//!
//! `model/cujs.rs` finds the journeys and their frames.

use super::so_far;
use super::table::{self, column, instant_column, signed, time_column};
use crate::app::layer::source::Entry;
use crate::base::time::Dur;
use crate::model::cujs::{Cuj, CujKind, CujState};
use crate::model::trace::Trace;
use crate::view::overlay::{Align, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean, counted};
use crate::view::time::Clock;

/// On narrower screens there is no column for the process.
const ROOMY_COLS: u16 = 100;

/// Returns the table for a screen of so many columns without its rows, and the rows.
pub fn cujs(trace: &Trace, (clock, cols): (&Clock, u16)) -> (Table, Vec<Entry>) {
    let all = trace.cujs().all();
    let (columns, left_out) = table::split([
        (true, instant_column()),
        (true, time_column("dur", 9)),
        (true, column("state", Align::Left, 14)),
        (true, column("frames", Align::Right, 7)),
        (true, column("janky", Align::Right, 6)),
        (true, time_column("worst late", 10)),
        (cols >= ROOMY_COLS, column("process", Align::Tail, 28)),
        (true, column("CUJ", Align::Left, u16::MAX)),
    ]);
    let table = Table {
        badge: "CUJS".into(),
        title: counted(all.len(), "critical user journey", "critical user journeys"),
        columns,
        left_out,
        empty: format!(
            "this trace marks no critical user journeys{}",
            so_far(trace)
        ),
        mode: "CUJS".into(),
        ..Table::default()
    };
    let rows = all.iter().map(|cuj| row(trace, (clock, cols), cuj));
    (table, rows.collect())
}

fn row(trace: &Trace, (clock, cols): (&Clock, u16), cuj: &Cuj) -> Entry {
    let frames = cuj.frames.as_ref().filter(|_| cuj.kind == CujKind::Jank);
    let count = |n: usize| match frames {
        Some(_) => table::number_of(n),
        None => TableCell::new(""),
    };
    let mut janky = count(cuj.n_janky);
    if cuj.n_janky > 0 {
        janky.role = Role::Bad;
    }
    let state = match cuj.state {
        CujState::Completed => Role::Text,
        CujState::Cancelled | CujState::TimedOut | CujState::Unknown => Role::Dim,
    };
    let ts = trace.slices.ts(cuj.slice);
    let dur = trace.slices.dur(cuj.slice).map(Dur::ns);
    let late = cuj.worst.map(|(_, late)| signed(late));
    let name = String::from_utf8_lossy(cuj.name(trace));
    let name = match cuj.kind {
        CujKind::Jank => clean(&name).into_owned(),
        CujKind::Latency => format!("{} (latency)", clean(&name)),
    };
    let process = TableCell::of(trace.process_title(cuj.upid), Role::Dim);
    let (cells, left_out) = table::split([
        (true, table::instant_short(trace, clock, ts)),
        (
            true,
            dur.map_or_else(|| TableCell::new("no end"), table::dur),
        ),
        (true, TableCell::of(cuj.state.text(), state)),
        (true, count(frames.map_or(0, Vec::len))),
        (true, janky),
        (true, late.unwrap_or_else(|| TableCell::new(""))),
        (cols >= ROOMY_COLS, process),
        (true, TableCell::new(name).bold()),
    ]);
    table::row([cells, left_out].concat(), Item::Slice(cuj.slice))
}
