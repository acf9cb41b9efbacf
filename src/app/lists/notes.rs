//! Marks and notes as a table: what was written down, when, and what stands there.

use super::table::{column, dur, instant, instant_column, time_column, unheaded_column};
use crate::app::layer::Act;
use crate::app::layer::source::Entry;
use crate::base::time::Ts;
use crate::model::trace::Trace;
use crate::view::overlay::{Align, Table, TableCell};
use crate::view::scene::Role;
use crate::view::text::{clean, counted};
use crate::view::time::Clock;

/// On narrower screens what a note is about gets fewer cells, so that the note has room.
const ROOMY_COLS: u16 = 120;

/// A mark or a note, and what it is about.
#[derive(Clone, Debug)]
pub struct Written {
    /// When.
    pub ts: Ts,
    /// The letter of a mark.
    pub mark: Option<char>,
    /// What a note says.
    pub note: String,
    /// What stands there.
    pub what: String,
    /// How long that lasts.
    pub dur_ns: Option<i64>,
    /// The path of its track.
    pub track: String,
}

/// Returns the table without its rows, for a screen of so many columns, and the rows.
pub fn notes(
    trace: &Trace,
    clock: &Clock,
    cols: u16,
    mut all: Vec<Written>,
) -> (Table, Vec<Entry>) {
    all.sort_by_key(|one| one.ts);
    let n_marks = all.iter().filter(|one| one.mark.is_some()).count();
    let counts = [
        (n_marks, "mark", "marks"),
        (all.len() - n_marks, "note", "notes"),
    ];
    let counts = counts.into_iter().filter(|count| count.0 > 0);
    let counts: Vec<String> = counts.map(|(n, one, many)| counted(n, one, many)).collect();
    let (what, track) = if cols >= ROOMY_COLS {
        (24, 30)
    } else {
        (12, 12)
    };
    let table = Table {
        badge: "NOTES".into(),
        title: counts.join(", "),
        columns: vec![
            instant_column(),
            unheaded_column("mark", 1),
            column("note", Align::Left, u16::MAX),
            column("on", Align::Left, what),
            time_column("dur", 9),
            column("track", Align::Tail, track),
        ],
        mode: "NOTES".into(),
        ..Table::default()
    };
    let entries = all.iter().map(|one| entry(trace, clock, one)).collect();
    (table, entries)
}

fn entry(trace: &Trace, clock: &Clock, one: &Written) -> Entry {
    let mark = one.mark.map(String::from).unwrap_or_default();
    let cells = vec![
        instant(trace, clock, one.ts),
        TableCell::of(mark, Role::Accent),
        TableCell::new(clean(&one.note).into_owned()),
        TableCell::new(clean(&one.what).into_owned()),
        one.dur_ns.map_or_else(|| TableCell::new(""), dur),
        TableCell::of(clean(&one.track).into_owned(), Role::Dim),
    ];
    Entry::of_cells(cells, Act::Mark(one.ts))
}
