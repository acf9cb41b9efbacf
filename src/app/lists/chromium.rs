//! Chromium's frames that were dropped or shown without a part, with the stage that took their time.
//!
//! What they lack and in which order they come is decided in `query/chromium_frames.rs`; here they only
//! get their words, when they are looked at.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::table::{self, column};
use super::{owner, so_far};
use crate::app::layer::Act;
use crate::app::layer::source::Source;
use crate::base::time::Dur;
use crate::model::trace::Trace;
use crate::query::chromium_frames::{ChromiumFrame, ChromiumFrames, Lack, find};
use crate::view::overlay::{Align, RowSource, Table, TableCell, TableRow};
use crate::view::scene::{Item, Role};
use crate::view::text::{counted, grouped};
use crate::view::time::{self, Clock};

/// On narrower screens the stage needs the cells more than the state, which the letter tells too.
const ROOMY_COLS: u16 = 100;

/// What an export says of a frame. Times are in nanoseconds; what is not known is empty.
const RECORD: [&str; 9] = [
    "ts",
    "dur",
    "frame_sequence",
    "state",
    "affects_smoothness",
    "process",
    "slow_stage",
    "slow_stage_ns",
    "usual_ns",
];

/// Returns the table for a screen of so many columns, before its frames are found.
pub fn empty(cols: u16) -> Table {
    let (state, who) = if cols < ROOMY_COLS { (1, 14) } else { (9, 24) };
    let columns = vec![
        column("", Align::Left, state),
        column("time", Align::Right, 12),
        column("frame", Align::Right, 10),
        column("smoothness", Align::Left, 10),
        column("dur", Align::Right, 9),
        column("who", Align::Left, who),
        column("slow stage", Align::Left, u16::MAX),
    ];
    Table {
        badge: "CHROMIUM".into(),
        order: "those that affect smoothness first".into(),
        columns,
        empty: "reading what the frames say …".into(),
        mode: "CHROMIUM".into(),
        ..Table::default()
    }
}

/// Finds the frames, unless it is cancelled.
pub fn list(
    trace: &Trace,
    (clock, cols): (Clock, u16),
    cancel: &AtomicBool,
) -> Option<(Table, Arc<dyn Source>)> {
    let found = find(trace, &|| cancel.load(Ordering::Relaxed))?;
    let n_lacking = grouped(found.lacking.len() as u64);
    let all = counted(found.n_frames, "frame", "frames");
    let table = Table {
        title: format!("{n_lacking} of {all} of Chromium"),
        legend: legend(&found),
        empty: if found.n_frames == 0 {
            format!("no frames of Chromium{}", so_far(trace))
        } else if found.n_unknown == found.n_frames {
            format!("no frame says how it ended{}", so_far(trace))
        } else {
            format!("every frame was shown in full{}", so_far(trace))
        },
        ..empty(cols)
    };
    let rows = Rows {
        clock,
        frames: found.lacking,
        has_words: cols >= ROOMY_COLS,
    };
    Some((table, Arc::new(rows)))
}

/// How many frames lack something, and of how many nothing is known.
fn legend(found: &ChromiumFrames) -> Vec<TableCell> {
    let [dropped, partial] = [Lack::Dropped, Lack::Partial].map(|lacks| {
        let n = grouped(found.n_of(lacks) as u64);
        format!("{} {} {n}  ", letter(lacks), lacks.text())
    });
    let mut cells = vec![
        TableCell::of(dropped, Role::Bad),
        TableCell::of(partial, Role::Warn),
    ];
    if !found.lacking.is_empty() {
        let n = grouped(found.n_unsmooth() as u64);
        cells.push(TableCell::of(format!("{n} affect smoothness  "), Role::Dim));
    }
    if found.n_unknown > 0 {
        let n = grouped(found.n_unknown as u64);
        cells.push(TableCell::of(format!("{n} without a state"), Role::Dim));
    }
    cells
}

const fn letter(lacks: Lack) -> char {
    match lacks {
        Lack::Dropped => 'D',
        Lack::Partial => 'P',
    }
}

/// What is said of the stage that made a frame long.
fn stage(trace: &Trace, frame: &ChromiumFrame) -> String {
    match frame.slow {
        Some(slow) => {
            let name = trace.text(slow.name);
            let usual = match slow.usual {
                Some(usual) => format!("usually {}", time::dur(usual.ns())),
                None => "in no frame that was shown in full".to_owned(),
            };
            format!("{} {name}, {usual}", time::dur(slow.dur.ns()))
        }
        None if frame.has_stages => "no stage took much longer than usual".to_owned(),
        None => "no stages".to_owned(),
    }
}

/// The rows of the list.
#[derive(Debug)]
struct Rows {
    clock: Clock,
    frames: Vec<ChromiumFrame>,
    /// Whether the state is told in words.
    has_words: bool,
}

impl RowSource for Rows {
    fn row(&self, trace: &Trace, index: usize) -> TableRow {
        let frame = &self.frames[index];
        let role = match (frame.affects_smoothness, frame.lacks) {
            (true, Lack::Dropped) => Role::Bad,
            (true, _) => Role::Warn,
            (false, _) => Role::Dim,
        };
        let smooth = if frame.affects_smoothness {
            TableCell::of("affected", role)
        } else {
            TableCell::of("–", Role::Dim)
        };
        let dur = trace.slices.dur(frame.slice).map(Dur::ns);
        let number = frame.sequence.map(|n| n.to_string());
        let time = self.clock.short(trace.slices.ts(frame.slice), 1_000_000);
        let mut state = letter(frame.lacks).to_string();
        if self.has_words {
            state = format!("{state} {}", frame.lacks.text());
        }
        let cells = vec![
            TableCell::of(state, role).bold(),
            TableCell::of(time, Role::Dim),
            TableCell::new(number.unwrap_or_default()).bold(),
            smooth,
            dur.map_or_else(|| TableCell::new("no end"), table::dur),
            TableCell::of(owner(trace, frame.slice), Role::Dim),
            TableCell::new(stage(trace, frame)),
        ];
        TableRow {
            cells,
            item: self.item(index),
            heading: false,
        }
    }

    fn record_titles(&self) -> &'static [&'static str] {
        &RECORD
    }

    fn record(&self, trace: &Trace, index: usize) -> Vec<String> {
        let frame = &self.frames[index];
        let ns = |dur: Option<Dur>| dur.map_or_else(String::new, |dur| dur.ns().to_string());
        let slow = frame.slow;
        let stage = slow.map(|slow| trace.text(slow.name).into_owned());
        let number = frame.sequence.map(|n| n.to_string());
        let record: [String; RECORD.len()] = [
            trace.slices.ts(frame.slice).ns().to_string(),
            ns(trace.slices.dur(frame.slice)),
            number.unwrap_or_default(),
            frame.lacks.text().to_owned(),
            frame.affects_smoothness.to_string(),
            owner(trace, frame.slice),
            stage.unwrap_or_default(),
            ns(slow.map(|slow| slow.dur)),
            ns(slow.and_then(|slow| slow.usual)),
        ];
        record.into()
    }

    fn item(&self, index: usize) -> Item {
        Item::Slice(self.frames[index].slice)
    }
}

impl Source for Rows {
    fn n_rows(&self) -> usize {
        self.frames.len()
    }

    fn act(&self, index: usize) -> Act {
        Act::Item(self.item(index))
    }

    fn write_text(&self, trace: &Trace, index: usize, text: &mut String) {
        self.row(trace, index).write_text(text);
        // The filter finds the state by its name on narrow screens, too.
        text.push(' ');
        text.push_str(self.frames[index].lacks.text());
    }
}
