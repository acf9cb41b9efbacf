//! The hits of a search as a table: slices by time, then lines of the log, then tracks.
//!
//! The cells of a row are made when it is looked at, and only then is the argument found by which its slice
//! matches, because the arguments have to be decoded for that. This is done once per row.

use std::sync::{Arc, OnceLock};

use super::area::process_of;
use super::name_of;
use super::table::{self, column, time_column};
use crate::app::layer::Act;
use crate::app::layer::source::{Extent, ListSource};
use crate::model::ids::SliceId;
use crate::model::trace::Trace;
use crate::query::find::{Hits, Query, matched_arg};
use crate::view::overlay::{Align, Cells, Filled, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text::{counted, grouped};
use crate::view::time::Clock;
use crate::view::value_text;

/// The most hits that are listed; with more, filtering and sorting would take too long.
const HITS_MAX: usize = 100_000;

/// On narrower screens, the columns for names, tracks and arguments are narrower.
const ROOMY_COLS: u16 = 120;

/// On narrower screens, a list with arguments has no column for the process.
const WIDE_COLS: u16 = 160;

/// The rows of the list of hits.
#[derive(Debug)]
pub struct HitRows {
    found: Arc<Hits>,
    query: Option<Query>,
    clock: Clock,
    /// How many slices, log lines and tracks are listed.
    listed: (usize, usize, usize),
    /// For each slice that matches only by an argument, in their order, that argument.
    args: Vec<OnceLock<String>>,
    columns: Vec<Filled<Self>>,
}

/// What a row stands for.
enum Hit {
    Track(usize),
    Slice(SliceId),
    Log(u32),
}

impl HitRows {
    /// Returns the rows for the hits of a query, for a screen of so many columns.
    pub fn new(found: Arc<Hits>, query: Option<Query>, clock: Clock, cols: u16) -> Self {
        Self::at_most(found, query, clock, cols, HITS_MAX)
    }

    fn at_most(
        found: Arc<Hits>,
        query: Option<Query>,
        clock: Clock,
        cols: u16,
        most: usize,
    ) -> Self {
        let slices = found.slices.len().min(most);
        let logs = found.logs.len().min(most - slices);
        let tracks = found.nodes.len().min(most - slices - logs);
        Self {
            args: found.contents.iter().map(|_| OnceLock::new()).collect(),
            columns: Self::columns_for(cols, !found.contents.is_empty()),
            found,
            query,
            clock,
            listed: (slices, logs, tracks),
        }
    }

    fn columns_for(cols: u16, has_args: bool) -> Vec<Filled<Self>> {
        let (name, track) = match (cols, has_args) {
            (WIDE_COLS.., true) => (50, 28),
            (ROOMY_COLS.., true) => (24, 20),
            (_, true) => (16, 12),
            (ROOMY_COLS.., false) => (60, 40),
            (_, false) => (30, 20),
        };
        let roomy = cols >= ROOMY_COLS;
        let mut columns: Vec<Filled<Self>> = vec![
            (time_column("time", 24), Self::time_cell),
            (time_column("dur", 9).summed(), Self::dur_cell),
            (column("name", Align::Left, name), Self::name_cell),
            (column("track", Align::Tail, track), Self::track_cell),
        ];
        let process = column("process", Align::Tail, if roomy { 40 } else { 24 });
        let process: Filled<Self> = (process, Self::process_cell);
        let argument = column("argument", Align::Left, u16::MAX);
        let argument = has_args.then_some((argument, Self::argument_cell as _));
        // The argument says why the row is here, and the track usually tells the process, too.
        if cols >= WIDE_COLS || !has_args {
            columns.push(process);
        }
        columns.extend(argument);
        columns
    }

    /// Returns the table, without its rows.
    pub fn table(&self, text: &str) -> Table {
        let (n, all) = (self.n_rows(), self.found.total());
        let hits = counted(all, "hit", "hits");
        let found = &self.found;
        let kinds = [
            (found.slices.len(), "slice", "slices"),
            (found.logs.len(), "line of the log", "lines of the log"),
            (found.nodes.len(), "track", "tracks"),
        ];
        let kinds = kinds.into_iter().filter(|&(n, ..)| n > 0);
        let kinds: Vec<String> = kinds.map(|(n, one, many)| counted(n, one, many)).collect();
        let title = if n < all {
            let first = grouped(n as u64);
            format!("the first {first} of {hits} for {text}: sort and filter see these")
        } else {
            match &kinds[..] {
                // The status line only counts slices, because `n` walks these.
                [_, _, ..] => format!("{hits} for {text}: {}", kinds.join(", ")),
                _ => format!("{hits} for {text}"),
            }
        };
        Table {
            badge: "HITS".into(),
            title,
            order: match self.listed {
                (_, _, 0) => "by time".into(),
                (0, 0, _) => "tracks".into(),
                _ => "by time, then tracks".into(),
            },
            columns: self.heads(),
            empty: "nothing was found".into(),
            mode: "HITS".into(),
            ..Table::default()
        }
    }

    fn hit(&self, index: usize) -> Hit {
        let (slices, logs, _) = self.listed;
        match (index.checked_sub(slices), index.checked_sub(slices + logs)) {
            (None, _) => Hit::Slice(self.found.first(index + 1)[index]),
            (Some(at), None) => Hit::Log(self.found.logs[at]),
            (_, Some(at)) => Hit::Track(at),
        }
    }

    /// Returns the argument by which a slice matched; empty if its name matched.
    fn argument(&self, trace: &Trace, slice: SliceId) -> &str {
        let Ok(at) = self.found.contents.binary_search(&slice) else {
            return "";
        };
        self.args[at].get_or_init(|| {
            let query = self.query.as_ref();
            let words = query.and_then(|query| argument_words(trace, query, slice));
            words.unwrap_or_default()
        })
    }

    fn time_cell(&self, trace: &Trace, index: usize) -> TableCell {
        let ts = match self.hit(index) {
            Hit::Track(_) => return TableCell::of("track", Role::Dim),
            Hit::Slice(id) => trace.slices.ts(id),
            Hit::Log(row) => trace.logs[row as usize].ts,
        };
        table::instant(trace, &self.clock, ts)
    }

    fn dur_cell(&self, trace: &Trace, index: usize) -> TableCell {
        match self.hit(index) {
            Hit::Track(_) => TableCell::new(""),
            Hit::Slice(id) => match trace.slices.dur(id) {
                Some(dur) => table::dur(dur.ns()),
                None => TableCell::new("no end"),
            },
            Hit::Log(_) => TableCell::of("log", Role::Dim),
        }
    }

    fn name_cell(&self, trace: &Trace, index: usize) -> TableCell {
        match self.hit(index) {
            Hit::Track(at) => TableCell::new(trace.tree.node(self.found.nodes[at]).name.as_str()),
            Hit::Slice(id) => TableCell::new(name_of(trace, id)),
            Hit::Log(row) => {
                let msg = trace.logs[row as usize].msg;
                let msg = msg.map(|msg| trace.text(msg).trim().to_owned());
                TableCell::new(msg.unwrap_or_default())
            }
        }
    }

    fn track_cell(&self, trace: &Trace, index: usize) -> TableCell {
        match self.hit(index) {
            Hit::Track(at) => TableCell::of(
                crate::view::path(&trace.tree, self.found.nodes[at]),
                Role::Dim,
            ),
            Hit::Slice(id) => TableCell::of(track_of(trace, id), Role::Dim),
            Hit::Log(row) => match trace.logs[row as usize].utid {
                Some(utid) => TableCell::of(trace.thread_title(utid), Role::Dim),
                None => TableCell::new(""),
            },
        }
    }

    fn process_cell(&self, trace: &Trace, index: usize) -> TableCell {
        match self.hit(index) {
            Hit::Track(_) => TableCell::new(""),
            Hit::Slice(id) => match trace.upid_of(id) {
                Some(upid) => TableCell::of(trace.process_title(upid), Role::Dim),
                None => TableCell::new(""),
            },
            Hit::Log(row) => match trace.logs[row as usize].utid {
                Some(utid) => process_of(trace, utid),
                None => TableCell::new(""),
            },
        }
    }

    fn argument_cell(&self, trace: &Trace, index: usize) -> TableCell {
        match self.hit(index) {
            Hit::Slice(id) => TableCell::of(self.argument(trace, id), Role::Match),
            Hit::Track(_) | Hit::Log(_) => TableCell::new(""),
        }
    }
}

impl Cells for HitRows {
    fn columns(&self) -> &[Filled<Self>] {
        &self.columns
    }

    fn item(&self, index: usize) -> Item {
        match self.hit(index) {
            Hit::Track(_) => Item::None,
            Hit::Slice(id) => Item::Slice(id),
            Hit::Log(row) => Item::Log(row),
        }
    }
}

/// Returns the argument by which a query matches a slice: the last part of its key, and its value.
pub(super) fn argument_words(trace: &Trace, query: &Query, slice: SliceId) -> Option<String> {
    let (key, value) = matched_arg(trace, query, slice)?;
    let key = key.rsplit_once('.').map_or(&*key, |(_, last)| last);
    Some(format!("{key} = {}", value_text(&value)))
}

/// Returns the thread of a slice, or the name of its track.
fn track_of(trace: &Trace, slice: SliceId) -> String {
    if let Some(utid) = trace.utid_of(slice) {
        return trace.thread_title(utid);
    }
    let node = trace.tree.node_of_track(trace.slices.track_of(slice));
    node.map_or_else(String::new, |node| trace.tree.node(node).name.clone())
}

impl ListSource for HitRows {
    fn n_rows(&self) -> usize {
        let (slices, logs, tracks) = self.listed;
        slices + logs + tracks
    }

    fn extent(&self) -> Extent {
        let all = self.found.total();
        if self.n_rows() < all {
            Extent::First(Some(all))
        } else {
            Extent::All
        }
    }

    fn act(&self, index: usize) -> Act {
        match self.hit(index) {
            Hit::Track(at) => Act::Node(self.found.nodes[at]),
            _ => Act::Item(self.item(index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::base::time::Ts;
    use crate::model::args::{EventPos, StoredArg, StoredValue};
    use crate::model::builder::TraceBuilder;
    use crate::model::sched::LogRow;
    use crate::model::slice::{Label, SliceRow};
    use crate::model::track::Scope;
    use crate::query::find::{Mode, find};
    use crate::view::overlay::RowSource as _;
    use crate::view::state::TimeFormat;

    /// Returns the rows of a trace with a track, two slices and a log line that contain `draw`, one of the
    /// slices in an argument.
    fn rows(cols: u16, most: usize) -> (Trace, HitRows) {
        let mut b = TraceBuilder::new();
        let app = b.process(7, "app");
        let main = b.thread(app, 7, "main");
        let one = b.slice_track(Scope::Thread(main), None);
        let two = b.slice_track(Scope::Process(app), Some("drawing"));
        b.nested_slices(one, &[(5, 20, "draw")]);
        let key = b.str("debug.what");
        let value = b.str("to draw");
        let arg = StoredArg::new(key, StoredValue::Str(Some(value)));
        let set = b.arg_sets.add(&[arg]).unwrap();
        let name = Some(b.str("paint"));
        let label = b.labels.intern(Label {
            name,
            ..Label::default()
        });
        let row = SliceRow::new(2, Some(1), label, EventPos::stored(set));
        b.slices.push_track(two, &[vec![row]]);
        let msg = Some(b.str("drawn"));
        b.logs.push(LogRow {
            ts: Ts::from_ns(5),
            utid: Some(main),
            prio: 6,
            tag: None,
            msg,
        });
        let trace = b.finish();
        let query = Query::new("draw", Mode::Plain).unwrap();
        let found = find(&trace, &query, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let found = Arc::new(Hits::new(&trace, found));
        let clock = Clock::new(&trace, TimeFormat::Nanos);
        let rows = HitRows::at_most(found, Some(query), clock, cols, most);
        (trace, rows)
    }

    #[test]
    fn a_hit_by_an_argument_says_which() {
        let (trace, rows) = rows(80, HITS_MAX);
        assert_eq!(rows.n_rows(), 4);
        let cells = |index: usize| {
            let cells = rows.row(&trace, index).cells.into_iter().skip(1);
            cells.map(|cell| cell.text).collect::<Vec<_>>()
        };
        let what = "what = to draw";
        assert_eq!(cells(0), ["1 ns", "paint", "drawing", what]);
        assert_eq!(cells(1), ["20 ns", "draw", "main 7", ""]);
        assert_eq!(cells(2), ["log", "drawn", "main 7", ""]);
        // Tracks have no time, so they come last.
        assert_eq!(cells(3), ["", "drawing", "app 7 ‣ drawing", ""]);
        let table = rows.table("draw");
        assert_eq!(
            table.title,
            "4 hits for draw: 2 slices, 1 line of the log, 1 track"
        );
        assert_eq!(table.order, "by time, then tracks");
        assert_eq!(table.columns.len(), 5);
        assert!(matches!(rows.act(3), Act::Node(_)));
        assert_eq!(rows.act(2), Act::Item(Item::Log(0)));
    }

    #[test]
    fn a_wide_screen_names_the_process_before_the_argument() {
        let (trace, rows) = rows(200, HITS_MAX);
        let cells = rows.row(&trace, 0).cells.into_iter().skip(3);
        let texts: Vec<_> = cells.map(|cell| cell.text).collect();
        assert_eq!(texts, ["drawing", "app 7", "what = to draw"]);
    }

    #[test]
    fn what_is_cut_says_so() {
        let (_, rows) = rows(80, 2);
        assert_eq!(rows.n_rows(), 2);
        assert_eq!(rows.extent(), Extent::First(Some(4)));
        let title = rows.table("draw").title;
        assert_eq!(
            title,
            "the first 2 of 4 hits for draw: sort and filter see these"
        );
    }
}
