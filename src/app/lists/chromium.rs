//! The list of Chromium's frames that were dropped, shown without a part or too late for a scroll, with the
//! stage that took their time.
//!
//! `model/chromium_frames.rs` decides which frames these are and in which order they come; the cells of a row
//! are made when it is looked at.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::so_far;
use super::table::{self, column, instant_column, time_column, unheaded_column};
use crate::app::layer::source::ListSource;
use crate::base::time::Dur;
use crate::model::chromium_frames::{ChromiumFrame, ChromiumFrames, Lack};
use crate::model::trace::Trace;
use crate::view::chromium::usual_words;
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
            smoothness: cols >= ROOMY_COLS
                || frames
                    .iter()
                    .any(|frame| frame.scroll().missed_vsyncs.is_some()),
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
            (true, time_column("dur", 9)),
            (self.who, column("who", Align::Left, who)),
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

/// Lists the frames, which are found now if they have not been yet; returns nothing if it was cancelled.
pub fn list(
    trace: &Trace,
    (clock, cols): (Clock, u16),
    cancel: &AtomicBool,
) -> Option<(Table, Arc<dyn ListSource>)> {
    let found = trace.chromium_frames_unless(cancel)?;
    let shown = Shown::new(trace, &found.lacking, cols);
    let order = match found.lacking.first() {
        // All frames have one owner, which is named in the title instead of a column.
        Some(frame) if !shown.who => trace.owner_title(frame.slice),
        _ => empty(cols).order,
    };
    let (columns, left_out) = shown.columns();
    let table = Table {
        title: title(found),
        order,
        columns,
        left_out,
        legend: legend(found),
        empty: format!("{}{}", why_none(found), so_far(trace)),
        ..empty(cols)
    };
    let rows = Rows {
        clock,
        frames: found.lacking.clone(),
        shown,
    };
    Some((table, Arc::new(rows)))
}

/// Says why no frame is listed.
fn why_none(found: &ChromiumFrames) -> &'static str {
    match (found.n_frames, found.n_scroll_frames) {
        (0, 0) => "no frames of Chromium",
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
    let count = |lacks: Lack, n: usize| {
        let n = grouped(n as u64);
        format!("{} {} {n}  ", lacks.letter(), lacks.text())
    };
    let mut cells = vec![
        TableCell::of(count(Lack::Dropped, found.n_dropped()), Role::Bad),
        TableCell::of(count(Lack::Partial, found.n_partial()), Role::Warn),
    ];
    if found.n_scroll_frames > 0 {
        let scrolls = count(Lack::ANY_SCROLL, found.n_janky_scrolls());
        cells.push(TableCell::of(scrolls, Role::Bad));
    }
    if found.n_dropped() + found.n_partial() > 0 {
        let n = grouped(found.n_unsmooth() as u64);
        cells.push(TableCell::of(format!("{n} affect smoothness  "), Role::Dim));
    }
    if found.n_unknown > 0 {
        let n = grouped(found.n_unknown as u64);
        cells.push(TableCell::of(format!("{n} without a state"), Role::Dim));
    }
    cells
}

/// Returns the words for the stage that made a frame slow, after the reason why a scroll is janky.
fn stage(trace: &Trace, frame: &ChromiumFrame) -> String {
    let stage = match frame.slow {
        // How long it took has a column of its own, which a narrow screen does not cut.
        Some(slow) => format!("{}, {}", trace.text(slow.name), usual_words(slow)),
        None if frame.has_stages => "no stage took much longer than usual".to_owned(),
        None => "no stages".to_owned(),
    };
    match frame.scroll().reason {
        Some(reason) => format!("{} · {stage}", reason.text()),
        None => stage,
    }
}

/// Returns the words for how much the frame affects smoothness.
fn smoothness(frame: &ChromiumFrame) -> String {
    match frame.scroll().missed_vsyncs {
        Some(missed) => format!("missed {missed}"),
        None if frame.affects_smoothness => "affected".to_owned(),
        None => "–".to_owned(),
    }
}

/// The rows of the list.
#[derive(Debug)]
struct Rows {
    clock: Clock,
    frames: Vec<ChromiumFrame>,
    shown: Shown,
}

impl RowSource for Rows {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        let frame = &self.frames[index];
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
            (true, dur(whole, "no end")),
            (
                self.shown.who,
                TableCell::of(trace.owner_title(frame.slice), Role::Dim),
            ),
            (true, dur(frame.slow.map(|slow| slow.dur.ns()), "")),
            (true, TableCell::new(stage(trace, frame))),
        ]);
        cells.extend(left_out);
        TableRow {
            cells,
            heading: false,
        }
    }

    fn record_titles(&self) -> &'static [&'static str] {
        &ChromiumFrame::RECORD
    }

    fn record(&self, trace: &Trace, index: usize) -> Vec<Option<String>> {
        self.frames[index].record(trace).map(not_empty).into()
    }

    fn item(&self, index: usize) -> Item {
        Item::Slice(self.frames[index].slice)
    }
}

impl ListSource for Rows {
    fn n_rows(&self) -> usize {
        self.frames.len()
    }

    fn write_text(&self, trace: &Trace, index: usize, text: &mut String) {
        self.row(trace, index).write_text(text);
        // On narrow screens, too, the filter finds the name of the state.
        text.push(' ');
        text.push_str(self.frames[index].lacks.text());
    }
}
