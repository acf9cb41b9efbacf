//! The hits of a search as a table: slices by time, then lines of the log, then tracks.
//!
//! The cells of a row are made when it is looked at, and only then is the argument found by which its slice
//! matches, because the arguments have to be decoded for that. This is done once per row. In groups, the largest
//! comes first, and the rows of each keep their order.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hashbrown::HashMap;

use super::area::process_of;
use super::name_of;
use super::table::{self, column, instant_column, time_column};
use crate::app::layer::Act;
use crate::app::layer::source::{Extent, ListSource};
use crate::base::intern::StrId;
use crate::model::ids::{SliceId, TrackId, Upid, Utid};
use crate::model::trace::Trace;
use crate::query::find::{Hits, Query, matched_arg};
use crate::query::told_apart::ToldAlone;
use crate::view::overlay::{Align, Cells, Column, Filled, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text::{clean, counted, grouped};
use crate::view::time::Clock;
use crate::view::value_text;

/// The most hits that are listed; with more, filtering and sorting would take too long.
const HITS_MAX: usize = 100_000;

/// With more hits, what slices of Chromium do does not stand beside their names: filtering and sorting would have
/// to decode all of them.
const TOLD_MAX: usize = 20_000;

/// What slices of Chromium do is told of those that are looked at first until so many arguments were decoded, which
/// takes about a second: a filter looks at all of them, and each may have thousands.
const TOLD_ARGS_MAX: usize = 2_000_000;

/// On narrower screens, the columns for names, tracks and arguments are narrower.
const ROOMY_COLS: u16 = 120;

/// On narrower screens, a list with arguments has no column for the process.
const WIDE_COLS: u16 = 160;

/// What the hits are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitGrouping {
    /// Nothing.
    None,
    /// The names of the slices.
    Name,
    /// Threads, or tracks that are not of a thread.
    Track,
    /// Processes.
    Process,
}

impl HitGrouping {
    const ALL: [Self; 4] = [Self::None, Self::Name, Self::Track, Self::Process];

    /// Returns the grouping after so many presses of the key for the next one.
    pub const fn after(presses: usize) -> Self {
        Self::ALL[presses % Self::ALL.len()]
    }

    /// Returns what is said of it after the order of the rows.
    const fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Name => ", grouped by name",
            Self::Track => ", grouped by thread",
            Self::Process => ", grouped by process",
        }
    }
}

/// What the hits of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shared {
    Name(Option<StrId>),
    Thread(Option<Utid>),
    Track(TrackId),
    Process(Option<Upid>),
    /// Tracks are hits without a time, which stay together.
    IsTrack,
}

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
    /// What slices of Chromium do.
    told: Mutex<ToldAlone>,
    columns: Vec<Filled<Self>>,
    group: HitGrouping,
    /// The lines, if there are groups; else the hits in their order.
    lines: Vec<Line>,
    /// The names of the groups.
    headings: Vec<String>,
}

/// A line of a list in groups.
#[derive(Clone, Copy, Debug)]
enum Line {
    /// A heading, by its index in [`HitRows::headings`].
    Heading(u32),
    /// A hit, by its number in the order of all.
    Hit(u32),
}

/// What a row stands for.
#[derive(Clone, Copy)]
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
            told: Mutex::new(ToldAlone::of_at_most(TOLD_ARGS_MAX)),
            columns: Self::columns_for(cols, !found.contents.is_empty()),
            found,
            query,
            clock,
            listed: (slices, logs, tracks),
            group: HitGrouping::None,
            lines: Vec::new(),
            headings: Vec::new(),
        }
    }

    /// Returns the same rows in groups, those with most rows first.
    #[must_use]
    pub fn grouped(mut self, trace: &Trace, by: HitGrouping) -> Self {
        self.group = by;
        (self.lines, self.headings) = (Vec::new(), Vec::new());
        if by == HitGrouping::None {
            return self;
        }
        let mut places: HashMap<Shared, usize> = HashMap::new();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for index in 0..self.n_hits() {
            let shared = shared_by(trace, &self.nth(index), by);
            let place = *places.entry(shared).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Vec::new());
            }
            groups[place].push(index as u32);
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        for (at, group) in groups.iter().enumerate() {
            self.headings.push(self.heading_of(trace, group[0], by));
            self.lines.push(Line::Heading(at as u32));
            self.lines
                .extend(group.iter().map(|&index| Line::Hit(index)));
        }
        self
    }

    /// Returns the name of the group to which a hit belongs.
    fn heading_of(&self, trace: &Trace, index: u32, by: HitGrouping) -> String {
        let hit = self.nth(index as usize);
        let cell = |cell: fn(&Self, &Trace, &Hit) -> TableCell| cell(self, trace, &hit).text;
        let process = || match cell(process_of_hit) {
            process if process.is_empty() => "no process".to_owned(),
            process => process,
        };
        match (&hit, by) {
            (Hit::Track(_), _) => "tracks".to_owned(),
            (Hit::Log(_), HitGrouping::Name) => "lines of the log".to_owned(),
            (_, HitGrouping::Name) => cell(Self::name_of_hit),
            (_, HitGrouping::Process) => process(),
            _ => format!("{} · {}", cell(Self::track_of_hit), process()),
        }
    }

    /// Returns how many hits are listed.
    fn n_hits(&self) -> usize {
        let (slices, logs, tracks) = self.listed;
        slices + logs + tracks
    }

    fn columns_for(cols: u16, has_args: bool) -> Vec<Filled<Self>> {
        let (name, track) = match (cols, has_args) {
            (WIDE_COLS.., true) => (50, 28),
            (ROOMY_COLS.., true) => (24, 20),
            (_, true) => (16, 12),
            (ROOMY_COLS.., false) => (60, 40),
            (_, false) => (60, 14),
        };
        let roomy = cols >= ROOMY_COLS;
        // Names have what there is, and the ends of tracks and processes tell them apart.
        let more = |column: Column| Column {
            takes_rest: !roomy && !has_args,
            ..column
        };
        let mut columns: Vec<Filled<Self>> = vec![
            (instant_column(), Self::time_cell),
            (time_column("dur", 9).summed(), Self::dur_cell),
            (column("name", Align::Middle, name), Self::name_cell),
            (more(column("track", Align::Tail, track)), Self::track_cell),
        ];
        let process = more(column("process", Align::Tail, if roomy { 40 } else { 14 }));
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

    /// Returns the table, without its rows. The text may be the value of an argument, with control characters.
    pub fn table(&self, text: &str) -> Table {
        let text = clean(text);
        let (n, all) = (self.n_hits(), self.found.total());
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
        let order = match self.listed {
            (_, _, 0) => "by time",
            (0, 0, _) => "tracks",
            _ => "by time, then tracks",
        };
        Table {
            badge: "HITS".into(),
            title,
            order: format!("{order}{}", self.group.words()),
            columns: self.heads(),
            empty: "nothing was found".into(),
            mode: "HITS".into(),
            ..Table::default()
        }
    }

    /// Returns the hit of a row, `None` if it is a heading.
    fn hit(&self, index: usize) -> Option<Hit> {
        match self.lines.get(index) {
            Some(Line::Heading(_)) => None,
            Some(&Line::Hit(index)) => Some(self.nth(index as usize)),
            None => Some(self.nth(index)),
        }
    }

    /// Returns a hit by its number in the order of all.
    fn nth(&self, index: usize) -> Hit {
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

    /// Makes a cell of a row; that of a heading is empty.
    fn cell(
        &self,
        trace: &Trace,
        index: usize,
        cell: fn(&Self, &Trace, &Hit) -> TableCell,
    ) -> TableCell {
        match self.hit(index) {
            Some(hit) => cell(self, trace, &hit),
            None => TableCell::new(""),
        }
    }

    fn time_cell(&self, trace: &Trace, index: usize) -> TableCell {
        self.cell(trace, index, |rows, trace, hit| {
            let ts = match *hit {
                Hit::Track(_) => return TableCell::of("track", Role::Dim),
                Hit::Slice(id) => trace.slices.ts(id),
                Hit::Log(row) => trace.logs[row as usize].ts,
            };
            table::instant(trace, &rows.clock, ts)
        })
    }

    fn dur_cell(&self, trace: &Trace, index: usize) -> TableCell {
        self.cell(trace, index, |_, trace, hit| match *hit {
            Hit::Track(_) => TableCell::new(""),
            Hit::Slice(id) => match trace.slices.dur(id) {
                Some(dur) => table::dur(dur.ns()),
                None => TableCell::new("no end"),
            },
            Hit::Log(_) => TableCell::of("log", Role::Dim),
        })
    }

    fn name_cell(&self, trace: &Trace, index: usize) -> TableCell {
        self.cell(trace, index, |rows, trace, hit| {
            let told = match *hit {
                Hit::Slice(id) if rows.n_hits() <= TOLD_MAX => {
                    let told = rows.told.lock();
                    let mut told = told.unwrap_or_else(PoisonError::into_inner);
                    told.get(trace, id)
                }
                _ => None,
            };
            let name = Self::name_of_hit(rows, trace, hit);
            match told {
                Some(told) => TableCell::new(format!("{} · {}", name.text, clean(&told))),
                None => name,
            }
        })
    }

    fn name_of_hit(&self, trace: &Trace, hit: &Hit) -> TableCell {
        match *hit {
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
        self.cell(trace, index, Self::track_of_hit)
    }

    fn track_of_hit(&self, trace: &Trace, hit: &Hit) -> TableCell {
        match *hit {
            Hit::Track(at) => TableCell::of(trace.tree.shown_path(self.found.nodes[at]), Role::Dim),
            Hit::Slice(id) => TableCell::of(track_of(trace, id), Role::Dim),
            Hit::Log(row) => match trace.logs[row as usize].utid {
                Some(utid) => TableCell::of(trace.thread_title(utid), Role::Dim),
                None => TableCell::new(""),
            },
        }
    }

    fn process_cell(&self, trace: &Trace, index: usize) -> TableCell {
        self.cell(trace, index, process_of_hit)
    }

    fn argument_cell(&self, trace: &Trace, index: usize) -> TableCell {
        self.cell(trace, index, |rows, trace, hit| match *hit {
            Hit::Slice(id) => TableCell::of(rows.argument(trace, id), Role::Match),
            Hit::Track(_) | Hit::Log(_) => TableCell::new(""),
        })
    }
}

/// Makes the cell with the process of a hit.
fn process_of_hit(_: &HitRows, trace: &Trace, hit: &Hit) -> TableCell {
    match *hit {
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

/// Returns what a hit has in common with others of its group.
fn shared_by(trace: &Trace, hit: &Hit, by: HitGrouping) -> Shared {
    match (*hit, by) {
        (Hit::Track(_), _) => Shared::IsTrack,
        (Hit::Slice(id), HitGrouping::Name) => Shared::Name(trace.slices.name(id)),
        (Hit::Slice(id), HitGrouping::Process) => Shared::Process(trace.upid_of(id)),
        (Hit::Slice(id), _) => match trace.utid_of(id) {
            None => Shared::Track(trace.slices.track_of(id)),
            utid => Shared::Thread(utid),
        },
        // The lines of the log are one group among the names.
        (Hit::Log(_), HitGrouping::Name) => Shared::Thread(None),
        (Hit::Log(row), by) => {
            let utid = trace.logs[row as usize].utid;
            match by {
                HitGrouping::Process => {
                    Shared::Process(utid.and_then(|utid| trace.processes.thread(utid).upid))
                }
                _ => Shared::Thread(utid),
            }
        }
    }
}

impl Cells for HitRows {
    fn columns(&self) -> &[Filled<Self>] {
        &self.columns
    }

    fn item(&self, index: usize) -> Item {
        match self.hit(index) {
            Some(Hit::Track(_)) | None => Item::None,
            Some(Hit::Slice(id)) => Item::Slice(id),
            Some(Hit::Log(row)) => Item::Log(row),
        }
    }

    fn group_at(&self, index: usize) -> Option<&str> {
        match self.lines.get(index)? {
            Line::Heading(at) => Some(&self.headings[*at as usize]),
            Line::Hit(_) => None,
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
        match self.group {
            HitGrouping::None => self.n_hits(),
            _ => self.lines.len(),
        }
    }

    fn extent(&self) -> Extent {
        let all = self.found.total();
        if self.n_hits() < all {
            Extent::First(Some(all))
        } else {
            Extent::All
        }
    }

    fn act(&self, index: usize) -> Act {
        match self.hit(index) {
            Some(Hit::Track(at)) => Act::Node(self.found.nodes[at]),
            Some(_) => Act::Item(self.item(index)),
            None => Act::None,
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
            msg,
            ..LogRow::default()
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
    fn hits_are_grouped_by_what_they_have_in_common() {
        let (trace, rows) = rows(200, HITS_MAX);
        let lines = |by| {
            let (_, rows) = self::rows(200, HITS_MAX);
            let rows = rows.grouped(&trace, by);
            let line = |index: usize| match rows.group_at(index) {
                Some(name) => format!("[{name}]"),
                None => rows.row(&trace, index).cells[2].text.clone(),
            };
            (0..rows.n_rows()).map(line).collect::<Vec<_>>()
        };
        let names = [
            "[paint]",
            "paint",
            "[draw]",
            "draw",
            "[lines of the log]",
            "drawn",
            "[tracks]",
            "drawing",
        ];
        assert_eq!(lines(HitGrouping::after(1)), names);
        let threads = [
            "[main 7 · app 7]",
            "draw",
            "drawn",
            "[drawing · app 7]",
            "paint",
            "[tracks]",
            "drawing",
        ];
        assert_eq!(lines(HitGrouping::after(2)), threads);
        let processes = ["[app 7]", "paint", "draw", "drawn", "[tracks]", "drawing"];
        assert_eq!(lines(HitGrouping::after(3)), processes);
        assert_eq!(lines(HitGrouping::after(4)).len(), 4);
        let rows = rows.grouped(&trace, HitGrouping::Process);
        assert_eq!(rows.act(0), Act::None);
        assert!(matches!(rows.act(5), Act::Node(_)));
        let order = rows.table("draw").order;
        assert_eq!(order, "by time, then tracks, grouped by process");
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
