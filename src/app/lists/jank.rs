//! The jank inbox: every janky frame in a table, ranked, grouped, with its cause.
//!
//! What is janky and how frames are ranked is decided in `query/janks.rs`, the cause in
//! `query/frame_lens.rs`. The cells of a row are made when it is looked at. The filter also searches texts
//! that are not shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashMap;

use super::so_far;
use super::table::{self, column, instant_column, signed, time_column, unheaded_column};
use crate::app::layer::source::ListSource;
use crate::base::time::Dur;
use crate::model::frame_timeline::{JankSeverity, JankTag};
use crate::model::jank::{jank_type_text, telling_jank_text};
use crate::model::trace::Trace;
use crate::query::frame_lens::{cause, with_what_differs};
use crate::query::janks::totals::{JankTotals, counts};
use crate::query::janks::{
    JankFilter, JankGrouping, JankRow, JankSort, cuj_names, group_rows, janky_frames, sort_rows,
    tokens_repeat,
};
use crate::view::lens::cause_words;
use crate::view::overlay::{
    Align, Column, FramePreview, RowSource, Table, TableCell, TableRow, not_empty,
};
use crate::view::scene::{Item, Partial, Role};
use crate::view::text::{grouped, width};
use crate::view::time::{self, Clock};

/// The causes of so many frames, best ranked first, are looked for; the other frames show what SurfaceFlinger
/// says.
const CAUSES_MAX: usize = 1_000;

/// On narrower screens the process gets fewer cells, because the cause needs them, and how many frames have the
/// same one stands behind that.
const ROOMY_COLS: u16 = 100;

/// Screens of so many columns have one for the layer.
const LAYER_COLS: u16 = 160;

/// How the inbox is shown.
#[derive(Clone, Debug)]
pub struct Inbox {
    /// How times are written.
    pub clock: Clock,
    /// The width of the screen.
    pub cols: u16,
    /// How frames are ranked.
    pub sort: JankSort,
    /// How frames are grouped.
    pub group: JankGrouping,
}

/// What an inbox says while its frames are looked for.
pub const LOOKING: &str = "finding the janky frames …";

impl Inbox {
    /// Returns the inbox after so many presses of the keys for the next order and the next grouping.
    pub fn new(trace: &Trace, (clock, cols): (Clock, u16), sort: usize, group: usize) -> Self {
        let groupings = JankGrouping::all(trace);
        Self {
            clock,
            cols,
            sort: JankSort::ALL[sort % JankSort::ALL.len()],
            group: groupings[group % groupings.len()],
        }
    }

    /// Returns the table before its frames are found.
    pub fn table(&self) -> Table {
        let all = Shown {
            who: true,
            layer: false,
            alike: self.cols >= ROOMY_COLS,
            display: false,
            is_roomy: self.cols >= ROOMY_COLS,
        };
        Table {
            badge: "JANK INBOX".into(),
            order: order(self.sort, self.group),
            columns: all.columns(self.cols).0,
            preview: FramePreview::Chosen,
            empty: LOOKING.into(),
            mode: "INBOX".into(),
            command: "perfetty janks TRACE".into(),
            ..Table::default()
        }
    }

    /// Finds the janky frames and their causes; `None` if cancelled.
    pub fn list(self, trace: &Trace, cancel: &AtomicBool) -> Option<(Table, Arc<dyn ListSource>)> {
        let mut frames = janky_frames(trace, &JankFilter::default());
        sort_rows(trace, &mut frames, self.sort);
        let mut whys = Vec::new();
        for frame in frames.iter().take(CAUSES_MAX) {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            whys.push(why(trace, frame));
        }
        let totals = counts(trace);
        let (n_janky, n_all) = (grouped(frames.len() as u64), grouped(totals.n_frames));
        let mut title = format!("{n_janky} of {n_all} frames");
        let (table, group, cols) = (self.table(), self.group, self.cols);
        let shown = Shown::new(&frames, cols);
        let mut rows = JankRows {
            clock: self.clock,
            cols,
            lines: Vec::new(),
            headings: Vec::new(),
            times: HashMap::new(),
            shown,
            severity_at: 0,
            frames,
            whys,
        };
        rows.count();
        rows.shown.alike = shown.is_roomy && rows.times.values().any(|&times| times > 1);
        rows.group(trace, group);
        if let Some(frame) = rows.frames.first()
            && !rows.shown.who
            && is_of_one_process(&rows.frames)
        {
            title = format!("{title} · {}", who(trace, frame));
        }
        let (columns, left_out) = rows.shown.columns(cols);
        let all = columns.iter().chain(&left_out);
        let severity_at = all.clone().position(|column| column.name() == "severity");
        rows.severity_at = severity_at.unwrap_or(usize::MAX);
        let table = Table {
            title,
            legend: legend(&totals, cols),
            empty: format!("no frame is janky{}", so_far(trace)),
            columns,
            left_out,
            ..table
        };
        Some((table, Arc::new(rows)))
    }
}

/// Which columns are shown.
#[derive(Clone, Copy, Debug)]
struct Shown {
    /// Whether there is a column for the display frame: that of the token does not tell all frames apart.
    display: bool,
    /// Whether there is a column for the process.
    who: bool,
    /// Whether there is a column for the layer: a process may draw several, and all of one frame be late.
    layer: bool,
    /// Whether there is a column for how many frames have the same cause.
    alike: bool,
    /// Whether the process has room for all of its name.
    is_roomy: bool,
}

impl Shown {
    /// Returns what is shown of these frames on a screen of so many columns. On a narrow one the process is left
    /// out if it is the same for all; otherwise the display frame gives way to it.
    fn new(frames: &[JankRow], cols: u16) -> Self {
        let is_roomy = cols >= ROOMY_COLS;
        let who = is_roomy || !is_of_one_process(frames);
        Self {
            display: (is_roomy || !who) && tokens_repeat(frames.iter()),
            who,
            layer: cols >= LAYER_COLS && !is_of_one_layer(frames),
            alike: false,
            is_roomy,
        }
    }

    /// Returns the columns that are shown, and those that are left out.
    fn columns(self, cols: u16) -> (Vec<Column>, Vec<Column>) {
        let who = if self.is_roomy { 14 } else { 8 };
        // The other columns and the words of most causes take so many cells.
        let layer = cols.saturating_sub(140).max(34);
        let in_ms = |title| Column {
            narrow_in_ms: true,
            ..time_column(title, 9)
        };
        self.split(Cells {
            letter: unheaded_column("letter", 1),
            tag: column("tag", Align::Left, 23),
            time: instant_column(),
            frame: column("frame", Align::Right, 10),
            display: column("display", Align::Right, 10),
            late: in_ms("late"),
            dur: in_ms("dur"),
            who: column("who", Align::Left, who),
            layer: column("layer", Align::Middle, layer),
            alike: column("alike", Align::Right, 6),
            severity: column("severity", Align::Left, 8),
            cause: column("cause", Align::Left, u16::MAX),
        })
    }

    /// Returns those cells that are shown and those that are left out, both in their order.
    fn split<T>(self, cells: Cells<T>) -> (Vec<T>, Vec<T>) {
        let all = [
            (true, cells.letter),
            // What the letter and its shade stand for, as `janks` has them, is only for filters.
            (false, cells.tag),
            (false, cells.severity),
            (true, cells.time),
            (true, cells.frame),
            (self.display, cells.display),
            (true, cells.late),
            (true, cells.dur),
            (self.who, cells.who),
            (self.layer, cells.layer),
            (self.alike, cells.alike),
            (true, cells.cause),
        ];
        table::split(all)
    }
}

/// A row of cells, or the columns themselves.
struct Cells<T> {
    letter: T,
    tag: T,
    time: T,
    frame: T,
    display: T,
    late: T,
    dur: T,
    who: T,
    layer: T,
    alike: T,
    severity: T,
    cause: T,
}

fn is_of_one_process(frames: &[JankRow]) -> bool {
    frames.windows(2).all(|two| two[0].upid == two[1].upid)
}

fn is_of_one_layer(frames: &[JankRow]) -> bool {
    frames.windows(2).all(|two| two[0].layer == two[1].layer)
}

/// A row of the inbox.
#[derive(Clone, Copy, Debug)]
enum Line {
    /// A heading, by its index in [`JankRows::headings`].
    Heading(u32),
    /// A frame, by its index in [`JankRows::frames`].
    Frame(u32),
}

/// Why a frame was late, as the list shows it.
#[derive(Clone, Debug)]
struct Why {
    key: String,
    cause: String,
    /// How long the cause took.
    dur: Option<Dur>,
}

impl Why {
    /// Returns the reason that SurfaceFlinger gives.
    fn said(jank_type: i32) -> Self {
        let text = telling_jank_text(jank_type);
        let text = if text.is_empty() { "unknown" } else { &text };
        Self {
            key: text.to_owned(),
            cause: text.to_owned(),
            dur: None,
        }
    }

    fn text(&self) -> String {
        cause_words(&self.cause, self.dur)
    }
}

/// The rows of the inbox.
#[derive(Debug)]
struct JankRows {
    clock: Clock,
    /// How wide the screen is.
    cols: u16,
    /// The frames, best ranked first.
    frames: Vec<JankRow>,
    /// The causes of the first of `frames`.
    whys: Vec<Why>,
    shown: Shown,
    /// The index of the cell of the severity.
    severity_at: usize,
    /// How many frames have each cause, by its key.
    times: HashMap<String, usize>,
    lines: Vec<Line>,
    /// The names of the groups.
    headings: Vec<String>,
}

impl JankRows {
    /// Counts the frames with each cause.
    fn count(&mut self) {
        for why in &self.whys {
            *self.times.entry_ref(why.key.as_str()).or_default() += 1;
        }
        let mut said: HashMap<i32, usize> = HashMap::new();
        for frame in &self.frames[self.whys.len()..] {
            *said.entry(frame.jank_type).or_default() += 1;
        }
        for (jank_type, n) in said {
            *self.times.entry(Why::said(jank_type).key).or_default() += n;
        }
    }

    /// Fills `lines` with the frames, group by group.
    fn group(&mut self, trace: &Trace, by: JankGrouping) {
        let places: HashMap<_, _> = match by {
            JankGrouping::Cause => (0..)
                .zip(&self.frames)
                .map(|(at, f)| (f.slice, at))
                .collect(),
            _ => HashMap::new(),
        };
        let key = |frame: &JankRow| match by {
            JankGrouping::None => String::new(),
            JankGrouping::Process => trace.process_title(frame.upid),
            JankGrouping::Layer => layer(trace, frame),
            JankGrouping::Tag => frame.tag.text().to_owned(),
            JankGrouping::Cause => self.why(places[&frame.slice]).key,
            JankGrouping::Cuj => match cuj_names(trace, frame.slice) {
                names if names.is_empty() => "no CUJ".to_owned(),
                names => names.join(", "),
            },
        };
        if by == JankGrouping::None {
            self.lines = (0..self.frames.len() as u32).map(Line::Frame).collect();
            return;
        }
        for group in group_rows(&self.frames, key) {
            let name = match by {
                JankGrouping::Cause => self.cause_of(&group.rows),
                _ => group.key,
            };
            self.lines.push(Line::Heading(self.headings.len() as u32));
            self.headings.push(name);
            let frames = group.rows.iter();
            self.lines.extend(frames.map(|&at| Line::Frame(at as u32)));
        }
    }

    /// Returns the cause that some frames share: without the numbers in which theirs differ, and with how long it
    /// took at most.
    fn cause_of(&self, frames: &[usize]) -> String {
        let mut all = frames.iter().map(|&at| self.why(at));
        let Some(first) = all.next() else {
            return String::new();
        };
        let (mut cause, mut most, mut is_one) = (first.cause, first.dur, true);
        for why in all {
            if why.cause != cause {
                cause = with_what_differs(&cause, &why.cause);
            }
            is_one &= why.dur == most;
            most = most.max(why.dur);
        }
        match most.filter(|_| !is_one) {
            Some(most) => format!("{cause} (up to {})", time::dur(most.ns())),
            None => cause_words(&cause, most),
        }
    }

    /// Returns why a frame was late; of frames beyond `CAUSES_MAX`, what SurfaceFlinger says.
    fn why(&self, at: usize) -> Why {
        let found = self.whys.get(at).cloned();
        found.unwrap_or_else(|| Why::said(self.frames[at].jank_type))
    }

    fn cells(&self, trace: &Trace, at: usize) -> Vec<TableCell> {
        let frame = &self.frames[at];
        let partial = match frame.severity {
            JankSeverity::Partial => Partial::Yes,
            _ => Partial::No,
        };
        let role = Role::Jank(frame.tag, partial);
        let mut late = frame.late_ns.map_or_else(|| TableCell::new("–"), signed);
        late.role = role;
        let dur = match (frame.known_dur(), frame.dur) {
            (Some(dur), _) => table::dur(dur.ns()),
            // The importer sets the start of an expired frame two milliseconds before its end.
            (None, Some(_)) => TableCell::of("expired", Role::Dim),
            (None, None) => TableCell::new("no end"),
        };
        let why = self.why(at);
        let mut cause = why.text();
        let tag = frame.tag.text();
        if self.shown.is_roomy && cause == Why::said(frame.jank_type).text() && cause != tag {
            // The cause is only a tag, and the legend counts tags by who is at fault. Where there is little room
            // the letter of the row says so.
            cause = format!("tagged {}: {cause}", tag.trim_end_matches(" Jank"));
        }
        let times = self.times.get(&why.key).copied();
        let times = times.filter(|&times| times > 1);
        let alike = times.map_or_else(|| TableCell::new(""), table::number_of);
        let tail = match times.filter(|_| !self.shown.is_roomy) {
            Some(times) => format!("×{}", grouped(times as u64)),
            None => String::new(),
        };
        let who = match trace.processes.process(frame.upid).name {
            None if self.shown.is_roomy => trace.process_title(frame.upid),
            _ => who(trace, frame),
        };
        let (mut cells, left_out) = self.shown.split(Cells {
            letter: TableCell::of(frame.tag.letter().to_string(), role).bold(),
            tag: TableCell::new(tag),
            time: table::instant_short(trace, &self.clock, frame.ts),
            frame: TableCell::new(frame.token.to_string()).bold(),
            display: TableCell::of(frame.display_token.to_string(), Role::Dim),
            late,
            dur,
            who: TableCell::of(who, Role::Dim),
            layer: TableCell::of(layer(trace, frame), Role::Dim),
            alike: TableCell {
                role: Role::Dim,
                ..alike
            },
            severity: TableCell::new(frame.severity.text()),
            cause: TableCell {
                tail,
                ..TableCell::new(cause)
            },
        });
        cells.extend(left_out);
        cells
    }
}

impl RowSource for JankRows {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        match self.lines[index] {
            Line::Heading(at) => TableRow::heading(self.headings[at as usize].clone()),
            Line::Frame(at) => TableRow {
                cells: self.cells(trace, at as usize),
                heading: false,
            },
        }
    }

    fn record_titles(&self) -> &'static [&'static str] {
        &JankRow::RECORD
    }

    fn record(&self, trace: &Trace, index: usize) -> Vec<Option<String>> {
        match self.lines[index] {
            Line::Heading(_) => Vec::new(),
            Line::Frame(at) => {
                let at = at as usize;
                let why = self.why(at);
                let record = self.frames[at].record(trace, (&why.cause, why.dur));
                record.map(not_empty).into()
            }
        }
    }

    fn heading(&self, trace: &Trace, index: usize, n_shown: usize) -> TableRow {
        let row = self.row(trace, index);
        let name = row.cells.first().map_or("", |cell| &cell.text);
        TableRow::group(name, n_shown)
    }

    fn item(&self, index: usize) -> Item {
        match self.lines[index] {
            Line::Heading(_) => Item::None,
            Line::Frame(at) => Item::Slice(self.frames[at as usize].slice),
        }
    }

    fn is_heading(&self, index: usize) -> bool {
        matches!(self.lines[index], Line::Heading(_))
    }
}

impl ListSource for JankRows {
    fn n_rows(&self) -> usize {
        self.lines.len()
    }

    fn legend(&self, shown: &[u32]) -> Vec<TableCell> {
        let mut totals = JankTotals::default();
        for &row in shown {
            if let Line::Frame(at) = self.lines[row as usize] {
                totals.count_tag(self.frames[at as usize].tag);
            }
        }
        let counts = legend(&totals, self.cols);
        if counts.is_empty() {
            // Nothing would be the counts of all frames.
            return vec![TableCell::of("no frames", Role::Dim)];
        }
        counts
    }

    fn write_text(&self, trace: &Trace, index: usize, text: &mut String) {
        let mut row = self.row(trace, index);
        // Only a filter by severity is about that: nearly all frames have the same.
        if let Some(cell) = row.cells.get_mut(self.severity_at) {
            cell.text.clear();
        }
        row.write_text(text);
        if let Line::Frame(at) = self.lines[index] {
            let frame = &self.frames[at as usize];
            // The filter finds frames by tag, reason, process, layer and journey, too.
            let more = [
                frame.tag.text(),
                &jank_type_text(frame.jank_type),
                &trace.process_title(frame.upid),
                &layer(trace, frame),
                &cuj_names(trace, frame.slice).join(" "),
            ];
            for more in more {
                text.push(' ');
                text.push_str(more);
            }
        }
    }
}

fn order(sort: JankSort, group: JankGrouping) -> String {
    match group {
        JankGrouping::None => format!("by {}", sort.name()),
        _ => format!("by {}, grouped by {}", sort.name(), group.name()),
    }
}

/// The tags in the order of the line that counts them, with the words of the title of the screen.
const COUNTED: [(JankTag, &str); 5] = [
    (JankTag::SelfJank, "self"),
    (JankTag::Other, "other"),
    (JankTag::BufferStuffing, "stuffed"),
    (JankTag::SurfaceFlingerStuffing, "SF stuffed"),
    (JankTag::Dropped, "dropped"),
];

/// Returns how many janky frames there are of each kind, and how many frames do not count, in as many
/// words as fit. Every letter that rows have stands there.
fn legend(totals: &JankTotals, cols: u16) -> Vec<TableCell> {
    let some = || {
        let counts = COUNTED
            .into_iter()
            .map(|(tag, name)| (tag, name, totals.with_tag(tag)));
        counts.filter(|&(.., n)| n > 0)
    };
    let width = |cells: &[TableCell]| cells.iter().map(|cell| width(&cell.text)).sum::<usize>();
    let cell = |tag: JankTag, words: String| TableCell::of(words, Role::Jank(tag, Partial::No));
    let named = some().map(|(tag, name, n)| cell(tag, format!("{} {name} {n}  ", tag.letter())));
    let mut cells: Vec<TableCell> = named.collect();
    let uncounted = [
        (totals.n_prediction_only, "prediction-only"),
        (totals.n_non_perceivable, "non-perceivable"),
        (totals.n_unspecified, "unspecified"),
    ];
    let n_left: u64 = uncounted.iter().map(|(n, _)| n).sum();
    let short = format!("uncounted: {n_left}");
    let least = if n_left > 0 { short.len() } else { 0 };
    if width(&cells) + least >= usize::from(cols) {
        // The letters alone; the legend of the help says what they mean.
        let letters = some().map(|(tag, _, n)| cell(tag, format!("{} {n}  ", tag.letter())));
        cells = letters.collect();
    }
    if n_left > 0 {
        let room = usize::from(cols).saturating_sub(width(&cells) + 2);
        let some = uncounted.into_iter().filter(|&(n, _)| n > 0);
        let words: Vec<String> = some.map(|(n, name)| format!("{n} {name}")).collect();
        let long = format!("not counted: {}", words.join(", "));
        let forms = [long, short, format!("+{n_left}")];
        let words = forms.into_iter().find(|words| words.len() <= room);
        cells.extend(words.map(|words| TableCell::of(words, Role::Dim)));
    }
    cells
}

/// Returns the last part of the name of the process, which tells applications apart.
fn who(trace: &Trace, frame: &JankRow) -> String {
    let title = trace.process_on_its_machine(frame.upid);
    let name = title
        .rsplit_once(' ')
        .map_or(title.as_str(), |(name, _)| name);
    match trace.processes.process(frame.upid).name {
        Some(_) => name.rsplit('.').next().unwrap_or(name).to_owned(),
        None => format!("pid {}", trace.processes.process(frame.upid).pid),
    }
}

fn layer(trace: &Trace, row: &JankRow) -> String {
    let layer = row.layer.map(|layer| trace.text(layer).into_owned());
    layer.unwrap_or_else(|| "display frames".into())
}

/// Returns the cause of a frame; if it is not an actual frame, what SurfaceFlinger says.
fn why(trace: &Trace, row: &JankRow) -> Why {
    let Some(frame) = trace.frames.actual_of(row.slice) else {
        return Why::said(row.jank_type);
    };
    let cause = cause(trace, frame);
    Why {
        key: cause.key,
        cause: cause.text,
        dur: cause.dur,
    }
}
