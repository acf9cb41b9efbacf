//! The list of Chromium's frames that were dropped, shown without a part or too late for a scroll, with the
//! stage that took their time.
//!
//! `model/chromium_frames.rs` decides which frames these are and in which order they come; the cells of a row
//! are made when it is looked at.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hashbrown::HashMap;

use super::so_far;
use super::table::{self, column, instant_column, time_column, unheaded_column};
use crate::app::layer::source::ListSource;
use crate::base::time::Dur;
use crate::model::chromium_frames::{ChromiumFrame, ChromiumFrames, Lack};
use crate::model::trace::Trace;
use crate::view::chromium::{NEVER_BEGUN, usual_words};
use crate::view::overlay::{Align, Column, RowSource, Table, TableCell, TableRow, not_empty};
use crate::view::scene::{Item, Role};
use crate::view::text::{counted, grouped};
use crate::view::time::Clock;

/// On narrower screens the state is only a letter, so that there is room for the slow stage.
const ROOMY_COLS: u16 = 100;

/// On narrower screens, a column with the same value in all rows is left out, also for the slow stage.
const WIDE_COLS: u16 = 160;

/// Which columns and words are shown.
#[derive(Clone, Copy, Debug)]
struct Shown {
    /// Whether the state is shown in words, not only as a letter.
    words: bool,
    /// Whether there is a column for the numbers of frames.
    numbers: bool,
    /// Whether there is a column for the owners of frames.
    who: bool,
    /// Whether there is a column for whether frames affect smoothness, which colour and order say, too.
    smoothness: bool,
    /// Whether there is one for the vsyncs that janky scrolls missed instead.
    missed: bool,
    /// Whether there is one for how many frames lack the same because of the same stage.
    alike: bool,
}

impl Shown {
    /// Returns what is shown for these frames on a screen of so many columns.
    fn new(trace: &Trace, frames: &[ChromiumFrame], cols: u16) -> Self {
        let is_wide = cols >= WIDE_COLS;
        let owner = |frame: &ChromiumFrame| {
            let track = trace.slices.track_of(frame.slice);
            trace.tracks.get(track).scope
        };
        Self {
            words: cols >= ROOMY_COLS,
            numbers: is_wide || frames.iter().any(|frame| frame.sequence.is_some()),
            who: is_wide
                || !frames
                    .windows(2)
                    .all(|two| owner(&two[0]) == owner(&two[1])),
            smoothness: cols >= ROOMY_COLS,
            missed: cols < ROOMY_COLS
                && frames
                    .iter()
                    .any(|frame| frame.scroll().missed_vsyncs.is_some()),
            alike: cols >= ROOMY_COLS,
        }
    }

    /// Returns the columns that are shown, and those that are left out.
    fn columns(self) -> (Vec<Column>, Vec<Column>) {
        let (state, who) = if self.words { (14, 24) } else { (1, 14) };
        table::split([
            (true, unheaded_column("state", state)),
            (true, instant_column()),
            (self.numbers, column("frame", Align::Right, 10)),
            (self.smoothness, column("smoothness", Align::Left, 10)),
            (self.missed, column("missed", Align::Right, 6)),
            (true, time_column("dur", 9)),
            (self.who, column("who", Align::Middle, who)),
            (self.alike, column("alike", Align::Right, 6)),
            (true, time_column("slow", 9)),
            (true, column("slow stage", Align::Left, u16::MAX)),
        ])
    }
}

/// Returns the table for a screen of so many columns, before its frames are found.
pub fn empty(cols: u16) -> Table {
    let all = Shown {
        words: cols >= ROOMY_COLS,
        numbers: true,
        who: true,
        smoothness: cols >= ROOMY_COLS,
        missed: false,
        alike: cols >= ROOMY_COLS,
    };
    Table {
        badge: "CHROMIUM".into(),
        order: "those that affect smoothness first".into(),
        columns: all.columns().0,
        empty: "reading what the frames say …".into(),
        mode: "CHROMIUM".into(),
        ..Table::default()
    }
}

/// Lists the frames, which are found now if they have not been yet, also in groups of those that lack the same
/// because of the same stage; returns nothing if it was cancelled.
pub fn list(
    trace: &Trace,
    (clock, cols): (Clock, u16),
    is_grouped: bool,
    cancel: &AtomicBool,
) -> Option<(Table, Arc<dyn ListSource>)> {
    let found = trace.chromium_frames_unless(cancel)?;
    let shown = Shown::new(trace, &found.lacking, cols);
    let order = match found.lacking.first() {
        // All frames have one owner, which is named in the title instead of a column.
        Some(frame) if !shown.who => trace.owner_title(frame.slice),
        _ => empty(cols).order,
    };
    let order = if is_grouped {
        format!("{order}, grouped by slow stage")
    } else {
        order
    };
    let mut rows = Rows::new(trace, (clock, found.lacking.clone()), shown, is_grouped);
    rows.shown.alike &= rows.alike.iter().any(|group| group.len() > 1);
    let (columns, left_out) = rows.shown.columns();
    let table = Table {
        title: title(found),
        order,
        columns,
        left_out,
        legend: legend(found),
        empty: format!("{}{}", why_none(found), so_far(trace)),
        ..empty(cols)
    };
    Some((table, Arc::new(rows)))
}

/// Says why no frame is listed.
fn why_none(found: &ChromiumFrames) -> &'static str {
    match (found.n_frames, found.n_scroll_frames) {
        (0, 0) => "no frames of Chromium",
        (0, _) if found.n_judged_scrolls() == 0 => {
            "no frame of a scroll changed anything: Chromium counts all as in time"
        }
        (0, _) => "no frame of a scroll was janky",
        (all, _) if found.n_unknown == all => "no frame says how it ended",
        _ if found.n_unknown > 0 => "every frame that says how it ended was shown in full",
        _ => "every frame was shown in full",
    }
}

/// Returns how many frames are listed, of how many. Frames of scrolls are counted separately.
fn title(found: &ChromiumFrames) -> String {
    let of = |n: usize, all: String| format!("{} of {all}", grouped(n as u64));
    let n_scrolls = found.n_janky_scrolls();
    let scrolls = counted(found.n_scroll_frames, "frame", "frames");
    let scrolls = of(n_scrolls, format!("{scrolls} of scrolls"));
    if found.n_frames == 0 && found.n_scroll_frames > 0 {
        return format!("{scrolls} of Chromium");
    }
    let n_frames = found.lacking.len() - n_scrolls;
    let frames = counted(found.n_frames, "frame", "frames");
    let frames = of(n_frames, format!("{frames} of Chromium"));
    if found.n_scroll_frames == 0 {
        return frames;
    }
    format!("{frames} · {scrolls}")
}

/// Returns how many frames there are of each kind, and how many have no known end.
fn legend(found: &ChromiumFrames) -> Vec<TableCell> {
    let n_scrolls = (found.n_scroll_frames > 0).then(|| found.n_janky_scrolls());
    let counts = [found.n_dropped(), found.n_partial(), found.n_unsmooth()];
    let mut cells = counted_kinds(counts, n_scrolls);
    if found.n_unknown > 0 {
        let n = grouped(found.n_unknown as u64);
        cells.push(TableCell::of(format!("{n} without a state"), Role::Dim));
    }
    if found.n_without_damage > 0 {
        let n = grouped(found.n_without_damage as u64);
        let apart = if found.n_unknown > 0 { "  " } else { "" };
        let text = format!("{apart}{n} of scrolls changed nothing");
        cells.push(TableCell::of(text, Role::Dim));
    }
    cells
}

/// Returns how many frames were dropped, were partial and affect smoothness, and how many scrolls were janky if
/// there are any.
fn counted_kinds(
    [n_dropped, n_partial, n_unsmooth]: [usize; 3],
    n_scrolls: Option<usize>,
) -> Vec<TableCell> {
    let count = |lacks: Lack, n: usize| {
        let n = grouped(n as u64);
        format!("{} {} {n}  ", lacks.letter(), lacks.text())
    };
    let mut cells = vec![
        TableCell::of(count(Lack::Dropped, n_dropped), Role::Bad),
        TableCell::of(count(Lack::Partial, n_partial), Role::Warn),
    ];
    if let Some(n) = n_scrolls {
        cells.push(TableCell::of(count(Lack::ANY_SCROLL, n), Role::Bad));
    }
    if n_dropped + n_partial > 0 {
        let n = grouped(n_unsmooth as u64);
        cells.push(TableCell::of(format!("{n} affect smoothness  "), Role::Dim));
    }
    cells
}

/// Returns the name of the stage that made a frame slow, or why there is none.
fn stage_name<'a>(trace: &'a Trace, frame: &ChromiumFrame) -> Cow<'a, str> {
    match frame.slow {
        Some(slow) => trace.text(slow.name),
        None if frame.is_backfilled => NEVER_BEGUN.into(),
        None if frame.has_stages => "no stage took much longer than usual".into(),
        None => "no stages".into(),
    }
}

/// Returns the words for the stage that made a frame slow, before the reasons why a scroll is janky.
fn stage(trace: &Trace, frame: &ChromiumFrame) -> String {
    let mut stage = stage_name(trace, frame).into_owned();
    if let Some(slow) = frame.slow {
        // How long it took has a column of its own, which a narrow screen does not cut.
        stage = format!("{stage}, {}", usual_words(slow));
    }
    match &*frame.scroll().reasons.text() {
        "" => stage,
        reasons => format!("{stage} · {reasons}"),
    }
}

/// Returns how many vsyncs a janky scroll missed, if that is known.
fn missed(frame: &ChromiumFrame) -> String {
    let missed = frame.scroll().missed_vsyncs;
    missed.map_or_else(String::new, |n| n.to_string())
}

/// Returns the words for how much the frame affects smoothness.
fn smoothness(frame: &ChromiumFrame) -> String {
    match frame.scroll().missed_vsyncs {
        Some(missed) => format!("missed {missed}"),
        None if frame.affects_smoothness => "affected".to_owned(),
        None => "–".to_owned(),
    }
}

/// A row of the list.
#[derive(Clone, Copy, Debug)]
enum Line {
    /// The heading of a group.
    Heading(u32),
    /// A frame.
    Frame(u32),
}

/// The rows of the list.
#[derive(Debug)]
struct Rows {
    clock: Clock,
    frames: Vec<ChromiumFrame>,
    /// Which frames lack the same because of the same stage: those with most frames first, each with its frames in
    /// their order.
    alike: Vec<Vec<u32>>,
    /// For each frame the place of those like it in `alike`.
    group_of: Vec<u32>,
    lines: Vec<Line>,
    shown: Shown,
}

impl Rows {
    fn new(
        trace: &Trace,
        (clock, frames): (Clock, Vec<ChromiumFrame>),
        shown: Shown,
        is_grouped: bool,
    ) -> Self {
        let mut places: HashMap<(&str, Cow<'_, str>), usize> = HashMap::new();
        let mut alike: Vec<Vec<u32>> = Vec::new();
        for (frame, at) in frames.iter().zip(0..) {
            let place = places
                .entry((frame.lacks.text(), stage_name(trace, frame)))
                .or_insert(alike.len());
            if *place == alike.len() {
                alike.push(Vec::new());
            }
            alike[*place].push(at);
        }
        alike.sort_by_key(|group| Reverse(group.len()));
        let mut group_of = vec![0; frames.len()];
        for (group, of) in alike.iter().zip(0..) {
            for &at in group {
                group_of[at as usize] = of;
            }
        }
        let lines = if is_grouped {
            let groups = alike.iter().zip(0..).flat_map(|(group, at)| {
                let frames = group.iter().map(|&at| Line::Frame(at));
                std::iter::once(Line::Heading(at)).chain(frames)
            });
            groups.collect()
        } else {
            (0..frames.len() as u32).map(Line::Frame).collect()
        };
        Self {
            clock,
            frames,
            alike,
            group_of,
            lines,
            shown,
        }
    }

    /// Returns what the frames of a group have in common.
    fn heading_of(&self, trace: &Trace, group: u32) -> String {
        let first = self.alike[group as usize][0];
        let frame = &self.frames[first as usize];
        format!("{} · {}", frame.lacks.text(), stage_name(trace, frame))
    }

    /// Returns how many frames are like one; nothing if it is the only one.
    fn n_alike(&self, at: usize) -> TableCell {
        match self.alike[self.group_of[at] as usize].len() {
            1 => TableCell::new(""),
            n => TableCell {
                role: Role::Dim,
                ..table::number_of(n)
            },
        }
    }

    fn cells(&self, trace: &Trace, at: usize) -> Vec<TableCell> {
        let frame = &self.frames[at];
        let role = match (frame.affects_smoothness, frame.lacks) {
            (true, Lack::Dropped | Lack::Vsyncs(_)) => Role::Bad,
            (true, Lack::Partial) => Role::Warn,
            (false, _) => Role::Dim,
        };
        let whole = trace.slices.dur(frame.slice).map(Dur::ns);
        let number = frame.sequence.map(|n| n.to_string());
        let time = table::instant_short(trace, &self.clock, trace.slices.ts(frame.slice));
        let mut state = frame.lacks.letter().to_string();
        if self.shown.words {
            state = format!("{state} {}", frame.lacks.text());
        }
        let dur = |ns: Option<i64>, none| ns.map_or_else(|| TableCell::new(none), table::dur);
        let (mut cells, left_out) = table::split([
            (true, TableCell::of(state, role).bold()),
            (true, time),
            (
                self.shown.numbers,
                TableCell::new(number.unwrap_or_default()).bold(),
            ),
            (
                self.shown.smoothness,
                TableCell::of(smoothness(frame), role),
            ),
            (self.shown.missed, TableCell::of(missed(frame), role)),
            (true, dur(whole, "no end")),
            (
                self.shown.who,
                TableCell::of(trace.owner_title(frame.slice), Role::Dim),
            ),
            (self.shown.alike, self.n_alike(at)),
            (true, dur(frame.slow.map(|slow| slow.dur.ns()), "")),
            (true, TableCell::new(stage(trace, frame))),
        ]);
        cells.extend(left_out);
        cells
    }
}

impl RowSource for Rows {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        match self.lines[index] {
            Line::Heading(group) => TableRow::heading(self.heading_of(trace, group)),
            Line::Frame(at) => TableRow {
                cells: self.cells(trace, at as usize),
                heading: false,
            },
        }
    }

    fn heading(&self, trace: &Trace, index: usize, n_shown: usize) -> TableRow {
        match self.lines[index] {
            Line::Heading(group) => TableRow::group(&self.heading_of(trace, group), n_shown),
            Line::Frame(_) => self.row(trace, index),
        }
    }

    fn is_heading(&self, index: usize) -> bool {
        matches!(self.lines[index], Line::Heading(_))
    }

    fn record_titles(&self) -> &'static [&'static str] {
        &ChromiumFrame::RECORD
    }

    fn record(&self, trace: &Trace, index: usize) -> Vec<Option<String>> {
        match self.lines[index] {
            Line::Heading(_) => Vec::new(),
            Line::Frame(at) => {
                let record = self.frames[at as usize].record(trace);
                record.map(not_empty).into()
            }
        }
    }

    fn item(&self, index: usize) -> Item {
        match self.lines[index] {
            Line::Heading(_) => Item::None,
            Line::Frame(at) => Item::Slice(self.frames[at as usize].slice),
        }
    }
}

impl ListSource for Rows {
    fn n_rows(&self) -> usize {
        self.lines.len()
    }

    fn legend(&self, shown: &[u32]) -> Vec<TableCell> {
        let (mut counts, mut n_scrolls) = ([0; 3], 0);
        for &row in shown {
            let Line::Frame(at) = self.lines[row as usize] else {
                continue;
            };
            let frame = &self.frames[at as usize];
            match frame.lacks {
                Lack::Dropped => counts[0] += 1,
                Lack::Partial => counts[1] += 1,
                Lack::Vsyncs(_) => {
                    n_scrolls += 1;
                    continue;
                }
            }
            counts[2] += usize::from(frame.affects_smoothness);
        }
        let is_scroll = |frame: &ChromiumFrame| matches!(frame.lacks, Lack::Vsyncs(_));
        let has_scrolls = self.frames.iter().any(is_scroll);
        counted_kinds(counts, has_scrolls.then_some(n_scrolls))
    }

    fn write_text(&self, trace: &Trace, index: usize, text: &mut String) {
        self.row(trace, index).write_text(text);
        if let Line::Frame(at) = self.lines[index] {
            // On narrow screens, too, the filter finds the name of the state.
            text.push(' ');
            text.push_str(self.frames[at as usize].lacks.text());
        }
    }
}
