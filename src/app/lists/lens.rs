//! The frame lens as a table: where a frame's time went, and everything that belongs to the frame. Other
//! stretches of time of a thread get a lens of the same kind.
//!
//! Each row leads to its evidence. The numbers are those of [`FrameLens`]; short parts are added up in one
//! row, so that the rows still sum to the whole frame.

mod meanwhile;
mod page;
mod stages;
mod stretch;

use std::sync::atomic::{AtomicBool, Ordering};

use page::of_page;
pub use stretch::of_area;
use stretch::{Stretch, empty_of_stretch, list_of_stretch, stretch};

use super::table::{column, heading, row, signed, time_column};
use crate::app::layer::source::{Entry, Look};
use crate::base::time::{Dur, TimeSpan};
use crate::model::frame_slices::frame_of;
use crate::model::frame_timeline::{ActualFrame, JankTag};
use crate::model::ids::SliceId;
use crate::model::jank::telling_jank_text;
use crate::model::trace::Trace;
use crate::query::frame_lens::{
    Cause, FrameLens, Missing, Part, PartGroup, PartKind, cause, cause_with, chain, other_process,
    shown_late,
};
use crate::query::janks::{FrameScope, JankFilter, nearest};
use crate::view::lens::{
    NO_START, cause_evidence, evidence, more_waits, part_word, ran, shown_by, shown_words, verdict,
    word_role,
};
use crate::view::overlay::{Align, Column, FramePreview, Table, TableCell};
use crate::view::scene::{Item, Role};
use crate::view::text;
use crate::view::time::{self, Clock};

/// At most so many parts are listed one by one.
const PARTS_MAX: usize = 400;

/// Groups shorter than 1/`GROUP_SHARE` of the frame are added up in one row.
const GROUP_SHARE: i64 = 100;

/// What was waited for in a group: at most `.0` rows, each at least 1/`.1` of the group.
const CHAIN: (usize, i64) = (3, 10);
/// The same limits for what ran on the CPU while a thread was runnable, which is rarely one thread.
const CPU_CHAIN: (usize, i64) = (6, 20);

/// Returns how wide names of stages and of threads may be on a screen of so many columns.
const fn stage_width(cols: u16) -> u16 {
    match cols {
        // On a narrow screen, the last column, what happened, needs the room.
        0..48 => 5,
        48..SHARE_COLS => 10,
        // Kernels keep 15 bytes of a thread's name; the runtime knows longer ones.
        SHARE_COLS..160 => 20,
        _ => 36,
    }
}

/// Narrower screens have no column of shares.
const SHARE_COLS: u16 = 60;

/// The column that says whose time it is: a stage of the frame, or another thread.
const WHOSE: &str = "stage";
/// The column that says what happened.
const WHAT: &str = "what";

/// What a lens has columns for.
#[derive(Clone, Copy, Debug)]
struct Shown {
    cols: u16,
    /// Whether stages of a frame are told. Where only other threads are, they stand with what they did.
    stages: bool,
    /// Whether a thread did something.
    kinds: bool,
}

impl Shown {
    fn of_frame(cols: u16) -> Self {
        Self {
            cols,
            stages: true,
            kinds: true,
        }
    }

    fn of_stretch(of: &Stretch, cols: u16) -> Self {
        Self {
            cols,
            stages: of.is_start,
            kinds: of.utid.is_some() || of.is_start,
        }
    }

    /// Returns a column for each cell of a row.
    fn all(self) -> Vec<Column> {
        vec![
            time_column("dur", 10),
            column("share", Align::Right, 8),
            column(WHOSE, Align::Left, stage_width(self.cols)),
            column("state", Align::Left, if self.cols < 48 { 7 } else { 9 }),
            column(WHAT, Align::Left, u16::MAX),
        ]
    }

    fn shows(self, column: &Column) -> bool {
        match column.name() {
            "share" => self.cols >= SHARE_COLS,
            WHOSE => self.stages,
            "state" => self.kinds,
            _ => true,
        }
    }

    /// Returns the columns that are shown.
    fn columns(self) -> Vec<Column> {
        let mut columns = self.all();
        columns.retain(|column| self.shows(column));
        columns
    }

    /// Returns the entries with those cells that are shown.
    fn fitted(self, mut entries: Vec<Entry>) -> Vec<Entry> {
        let all = self.all();
        let is_shown: Vec<bool> = all.iter().map(|column| self.shows(column)).collect();
        let at = |name| all.iter().position(|column| column.name() == name);
        for entry in &mut entries {
            let Look::Table(row) = &mut entry.look else {
                continue;
            };
            if row.heading {
                continue;
            }
            if let (false, Some(whose), Some(what)) = (self.stages, at(WHOSE), at(WHAT))
                && !row.cells[whose].text.is_empty()
            {
                let whose = std::mem::take(&mut row.cells[whose].text);
                let colon = if whose.len() > BRANCH.len() { ":" } else { "" };
                let what = &mut row.cells[what].text;
                *what = format!("{whose}{colon} {what}");
            }
            let mut shown = is_shown.iter();
            row.cells
                .retain(|_| shown.next().is_none_or(|&shown| shown));
        }
        entries
    }
}

/// Stands before what others did during a wait.
const BRANCH: &str = "└";

/// Parts shorter than 1/`PART_SHARE` of the whole are added up in one row: numbers do not show them.
const PART_SHARE: i64 = 10_000;

/// A frame's cause is compared with those of at most so many janky frames around it.
const SAME_CAUSE_MAX: usize = 300;

/// Returns the item whose lens is shown for an item: for a report of a scroll, the event that it reports.
fn told_in(trace: &Trace, item: Item) -> Item {
    match item {
        Item::Slice(slice) => Item::Slice(trace.chromium_event(slice).unwrap_or(slice)),
        item => item,
    }
}

/// Returns the actual frame whose slice an item is.
pub fn frame(trace: &Trace, item: Item) -> Option<&ActualFrame> {
    match item {
        Item::Slice(slice) => trace.frames.actual_of(slice),
        _ => None,
    }
}

/// Returns the empty table of an item's lens, for a screen of so many columns.
pub fn empty(trace: &Trace, item: Item, cols: u16) -> Table {
    match frame(trace, item) {
        Some(frame) => empty_of_frame(trace, frame, cols),
        None => empty_of_stretch(trace, item, cols),
    }
}

/// Returns the lens of an item; nothing if it was cancelled.
pub fn list(
    trace: &Trace,
    item: Item,
    (clock, cols): (&Clock, u16),
    cancel: &AtomicBool,
) -> Option<(Table, Vec<Entry>)> {
    match frame(trace, item) {
        Some(frame) => list_of_frame(trace, frame, (clock, cols), cancel),
        None => list_of_stretch(trace, item, cols, cancel),
    }
}

fn empty_of_frame(trace: &Trace, frame: &ActualFrame, cols: u16) -> Table {
    Table {
        badge: "FRAME LENS".into(),
        title: frame.token().to_string(),
        order: trace.process_title(frame.upid),
        columns: Shown::of_frame(cols).columns(),
        preview: FramePreview::Of(frame.slice),
        empty: "looking at where its time went …".into(),
        mode: "LENS".into(),
        ..Table::default()
    }
}

/// Returns the lens of a frame; nothing if it was cancelled. Compares its cause with those of other
/// frames, which takes a while.
fn list_of_frame(
    trace: &Trace,
    frame: &ActualFrame,
    (clock, cols): (&Clock, u16),
    cancel: &AtomicBool,
) -> Option<(Table, Vec<Entry>)> {
    let lens = FrameLens::new(trace, frame);
    let mut entries = Vec::new();
    let cause = frame.is_janky().then(|| cause_with(trace, frame, &lens));
    entries.extend(cause.iter().map(cause_entry));
    entries.extend(shown_entry(trace, frame, &lens));
    if lens.is_start_known {
        let mut went = format!("where {} went", time::dur(lens.span.dur().ns()));
        if lens.is_guess() {
            went = format!("{went} (guessed: {})", Missing::Slices.reason());
        } else if let Some(process) = lens.twin_process(trace) {
            went = format!(
                "{went}, in {}, which drew the same frame",
                text::clean(&process)
            );
        }
        entries.push(heading(went));
        entries.extend(groups(trace, (&lens.parts, &lens.groups), lens.span, cols));
    } else {
        entries.push(heading(NO_START.into()));
    }
    entries.push(heading("what belongs to the frame".into()));
    entries.extend(links(trace, &lens, frame, clock));
    entries.extend(good_frame(trace, &lens, frame));
    if let Some(cause) = &cause {
        entries.extend(same_cause(trace, (frame, cause), clock, cancel)?);
    }
    entries.extend(part_by_part(trace, &lens.parts, lens.span, cols));
    let table = Table {
        title: title(trace, &lens, frame),
        empty: "nothing belongs to this frame".into(),
        ..empty_of_frame(trace, frame, cols)
    };
    Some((table, Shown::of_frame(cols).fitted(entries)))
}

/// Returns the row of why a frame was late, in the words of the inbox; it leads to the evidence.
fn cause_entry(cause: &Cause) -> Entry {
    let dur = cause.dur.map_or_else(|| TableCell::new(""), took);
    let no_kind = TableCell::new("");
    let cells = cells(dur, String::new(), "cause", no_kind, cause.text.clone());
    row(cells, cause_evidence(cause))
}

/// Returns the row of what came after the frame's end, if that made it late. This time is no part of the sum.
fn shown_entry(trace: &Trace, frame: &ActualFrame, lens: &FrameLens) -> Option<Entry> {
    let shown = shown_late(trace, frame, lens)?;
    let cells = cells(
        shown.later.map_or_else(|| TableCell::new(""), took),
        String::new(),
        "then",
        TableCell::new(""),
        shown_words(trace, &shown),
    );
    Some(row(cells, Item::Slice(shown.display)))
}

/// Returns the item of the lens that is opened for an item: its frame, or itself; `None` if it has no lens.
pub fn opened_for(trace: &Trace, item: Item) -> Option<Item> {
    let item = told_in(trace, item);
    let frame = match item {
        Item::Slice(slice) => frame_of(trace, slice),
        _ => None,
    };
    match frame {
        Some(frame) => Some(Item::Slice(frame.slice)),
        None => stretch(trace, item).map(|_| item),
    }
}

fn part_by_part(trace: &Trace, parts: &[Part], span: TimeSpan, cols: u16) -> Vec<Entry> {
    if parts.len() < 2 {
        return Vec::new();
    }
    let is_seen = |part: &&Part| part.span.dur().ns() >= span.dur().ns() / PART_SHARE;
    let (seen, unseen): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(is_seen);
    let unit = match span.dur().ns() {
        ..1_000_000 => "µs",
        _ => "ms",
    };
    // The column of shares has the begin of each part here, which narrow screens leave out.
    let words = match cols {
        0..SHARE_COLS => "in order of time".to_owned(),
        _ => format!("in order of time, @ {unit} from the start"),
    };
    let mut entries = vec![heading(words)];
    let seen = seen.into_iter().take(PARTS_MAX);
    entries.extend(seen.map(|part| part_entry(trace, span, part)));
    if !unseen.is_empty() {
        let durs = unseen.iter().map(|part| part.span.dur());
        let dur = took(durs.fold(Dur::ZERO, Dur::plus));
        let what = format!("{} more, each less than 0.01 % of it", unseen.len());
        let cells = cells(dur, String::new(), "", TableCell::new(""), what);
        entries.push(row(cells, Item::None));
    }
    entries
}

fn title(trace: &Trace, lens: &FrameLens, frame: &ActualFrame) -> String {
    let late = verdict(lens, frame);
    let (tag, reasons) = match frame.jank_tag {
        // What the recorder says of these is that there is nothing to say.
        JankTag::None => ("no jank", String::new()),
        tag => (tag.text(), telling_jank_text(frame.jank_type)),
    };
    let mut title = format!("{} · {late} · {tag}", frame.token());
    // Buffer stuffing is both a tag and a reason of the same name, which is said once.
    let reasons = Some(&*reasons).filter(|&reasons| reasons != tag && !reasons.is_empty());
    let layer = frame.layer.map(|layer| trace.text(layer));
    let hidden = frame.not_counted();
    for more in hidden.into_iter().chain(reasons).chain(layer.as_deref()) {
        title += " · ";
        title += more;
    }
    title
}

fn took(dur: Dur) -> TableCell {
    TableCell::new(time::dur(dur.ns())).valued(dur.ns() as f64)
}

fn cells(
    dur: TableCell,
    share: String,
    stage: &str,
    kind: TableCell,
    what: String,
) -> Vec<TableCell> {
    vec![
        dur,
        TableCell::of(share, Role::Dim),
        TableCell::of(stage, Role::Dim),
        kind,
        TableCell::new(what),
    ]
}

/// Returns the parts by group, each with what it waited for; short groups are added up in one row.
fn groups(
    trace: &Trace,
    (parts, groups): (&[Part], &[PartGroup]),
    span: TimeSpan,
    cols: u16,
) -> Vec<Entry> {
    let total = span.dur().ns().max(1);
    let matters = |group: &&PartGroup| group.dur.ns() >= total / GROUP_SHARE;
    let n_long = groups.iter().take_while(matters).count();
    let (long, short) = groups.split_at(n_long.max(1).min(groups.len()));
    let mut entries = Vec::new();
    for group in long {
        let whose = (group.stage.name(), "");
        entries.push(group_row(trace, (group, parts), whose, span));
        let chain = chain(trace, parts, group);
        let (rows, share_of) = match group.kind {
            PartKind::Runnable => CPU_CHAIN,
            _ => CHAIN,
        };
        let matters = |did: &&PartGroup| did.dur.ns() >= group.dur.ns() / share_of;
        let did = chain.groups.iter().take(rows).take_while(matters);
        let told = did.clone().map(|did| did.dur.ns()).sum::<i64>();
        let n_told = did.clone().count();
        let n_more = chain.groups.len() - n_told;
        entries.extend(did.map(|did| {
            let who = did.thread.map(|utid| trace.thread_title(utid));
            let who = who.unwrap_or_default();
            let who =
                text::fit_name(&text::clean(&who), usize::from(stage_width(cols)) - 2).into_owned();
            let process = did
                .thread
                .and_then(|did| other_process(trace, did, group.thread));
            let process = process.map(|process| format!(" · of {process}"));
            let process = process.unwrap_or_default();
            // A group without a thread is time in which a CPU had nothing to run.
            let who = format!("{BRANCH} {who}");
            let whose = (who.trim_end(), &*process);
            group_row(trace, (did, &chain.parts), whose, span)
        }));
        let all = chain.groups.iter().map(|did| did.dur.ns()).sum::<i64>();
        // For a part of the wait it may be unknown who ended it.
        let untold = group.dur.ns() - all;
        let rest = Dur::from_ns(group.dur.ns() - told);
        if !chain.groups.is_empty() && rest.ns() >= group.dur.ns() / share_of {
            let (dur, share) = (took(rest), share(rest, span));
            let untold = (untold >= group.dur.ns() / share_of).then(|| time::dur(untold));
            let more = more_waits(n_told, n_more);
            let what = match (n_more, untold) {
                (0, _) => "of which nothing is known".to_owned(),
                (_, None) => more,
                (_, Some(untold)) => format!("{more}, and {untold} of which nothing is known"),
            };
            let cells = cells(dur, share, BRANCH, TableCell::new(""), what);
            entries.push(row(cells, Item::None));
        }
    }
    let durs = short.iter().map(|group| group.dur);
    let dur = durs.fold(Dur::ZERO, Dur::plus);
    if dur.ns() >= (total / PART_SHARE).max(1) {
        let what = format!("{} more, each less than 1 % of it", short.len());
        let cells = cells(took(dur), share(dur, span), "", TableCell::new(""), what);
        entries.push(row(cells, Item::None));
    }
    entries
}

/// Returns the row of a group of `parts`. `whose` is a stage of the frame, or a thread that the frame waited
/// for, then with its process.
fn group_row(
    trace: &Trace,
    (group, parts): (&PartGroup, &[Part]),
    (whose, process): (&str, &str),
    span: TimeSpan,
) -> Entry {
    let times = match group.parts.len() {
        1 => String::new(),
        n => format!("  ×{n}"),
    };
    let item = evidence(&parts[group.longest]);
    let ran = ran(trace, group.parts.iter().map(|&at| &parts[at]));
    let longest = &parts[group.longest];
    // Of several calls the longest is named if it counts most.
    let counts = longest.span.dur().ns() >= group.dur.ns() / 2;
    let of = if counts {
        of_page(trace, longest)
    } else {
        String::new()
    };
    row(
        cells(
            took(group.dur),
            share(group.dur, span),
            whose,
            TableCell::of(part_word(group.kind), word_role(group.kind)),
            format!("{}{of}{ran}{times}{process}", group.label),
        ),
        item,
    )
}

/// Returns the share of the lens's time that a duration is.
fn share(dur: Dur, span: TimeSpan) -> String {
    text::percent(dur.ns(), span.dur().ns())
}

fn part_entry(trace: &Trace, span: TimeSpan, part: &Part) -> Entry {
    let item = evidence(part);
    let from_start = part.span.start().since(span.start()).ns();
    row(
        cells(
            took(part.span.dur()),
            // Microseconds if the whole lens is short, otherwise milliseconds.
            match span.dur().ns() {
                ..1_000_000 => format!("@{:.1}", from_start as f64 / 1e3),
                _ => format!("@{:.1}", from_start as f64 / 1e6),
            },
            part.stage.name(),
            TableCell::of(part_word(part.kind), word_role(part.kind)),
            format!(
                "{}{}{}",
                part.label,
                of_page(trace, part),
                ran(trace, std::iter::once(part))
            ),
        ),
        item,
    )
}

fn links(trace: &Trace, lens: &FrameLens, frame: &ActualFrame, clock: &Clock) -> Vec<Entry> {
    let links = &lens.links;
    let one = |slice: Option<SliceId>| -> Vec<SliceId> { slice.into_iter().collect() };
    let composited: Vec<SliceId> = links
        .composited
        .iter()
        .copied()
        .filter(|slice| *slice != frame.slice && !links.siblings.contains(slice))
        .collect();
    let display = links.display.filter(|&display| display != frame.slice);
    let display_expected = links.display_expected.filter(|_| display.is_some());
    let is_same = |slice: &SliceId| {
        let other = trace.frames.actual_of(*slice);
        other.is_some_and(|other| other.layer == frame.layer)
    };
    let siblings = links.siblings.iter().copied();
    let (same_layer, other_layers) = siblings.partition(is_same);
    let rows: [(&str, Vec<SliceId>); 15] = [
        ("actual", vec![frame.slice]),
        ("expected", one(links.expected)),
        ("waited behind", lens.earlier.clone()),
        ("doFrame", links.do_frames.clone()),
        ("DrawFrames", links.draw_frames.clone()),
        ("GPU", links.gpu.clone()),
        ("shown by", one(display)),
        ("dropped at", one(links.dropped_at)),
        ("shown instead", one(links.instead)),
        ("display, expected", one(display_expected)),
        ("commit", links.commits.clone()),
        ("composite", links.composites.clone()),
        ("other layer", other_layers),
        (SAME_LAYER, same_layer),
        ("composed with", composited),
    ];
    let mut entries = Vec::new();
    for (role, slices) in rows {
        for slice in slices {
            entries.push(slice_entry(trace, role, slice, clock));
        }
    }
    entries
}

/// The role of other frames with the token of this frame that were drawn on its layer.
const SAME_LAYER: &str = "same layer";

fn slice_entry(trace: &Trace, role: &str, slice: SliceId, clock: &Clock) -> Entry {
    let dur = trace.slices.dur(slice);
    let name = trace.slice_name(slice).unwrap_or_default();
    let whose = match (trace.utid_of(slice), trace.upid_of(slice)) {
        (Some(utid), _) => trace.thread_title(utid),
        (None, Some(upid)) => trace.process_title(upid),
        (None, None) => String::new(),
    };
    let frame = trace.frames.actual_of(slice);
    // Before the name stands the letter of a frame that is janky, as on its track.
    let janky = frame.filter(|frame| frame.jank_tag != JankTag::None);
    let name = match janky {
        Some(frame) => format!("{} {name}", frame.jank_tag.letter()),
        None => name.into_owned(),
    };
    let layer = frame.and_then(|frame| frame.layer);
    let layer = layer.map(|layer| format!("  {}", trace.text(layer)));
    let at = clock.exact(trace.slices.ts(slice));
    let what = match frame {
        Some(frame) if role == SAME_LAYER => format!("{name}  {}  at {at}", shown_by(frame)),
        _ => format!("{name}  {whose}{}  at {at}", layer.unwrap_or_default()),
    };
    row(
        cells(
            dur.map_or_else(|| TableCell::new("no end"), took),
            String::new(),
            role,
            TableCell::new(""),
            what,
        ),
        Item::Slice(slice),
    )
}

/// Compares the frame with the nearest good one of its layer, stage by stage.
fn good_frame(trace: &Trace, lens: &FrameLens, frame: &ActualFrame) -> Vec<Entry> {
    // The duration of a frame without an end, or with an unknown start, is not known.
    let took = trace
        .slices
        .dur(frame.slice)
        .filter(|_| lens.is_start_known);
    let good = took.and_then(|_| trace.frames_by_time().nearest_good(trace, frame));
    let Some(good) = good.and_then(|slice| trace.frames.actual_of(slice)) else {
        return Vec::new();
    };
    let other = FrameLens::new(trace, good);
    let mut entries = vec![heading(format!(
        "compared with the nearest good frame {}",
        good.token()
    ))];
    let item = Item::Slice(good.slice);
    let mut add = |stage: &str, here: Dur, there: Dur| {
        let more = here.ns() - there.ns();
        entries.push(row(
            cells(
                signed(more),
                String::new(),
                stage,
                TableCell::new(""),
                format!(
                    "{} instead of {}",
                    time::dur(here.ns()),
                    time::dur(there.ns())
                ),
            ),
            item,
        ));
    };
    add("all", lens.span.dur(), other.span.dur());
    for (stage, here, there) in lens.compared(&other) {
        add(stage.name(), here, there);
    }
    entries
}

/// Lists other frames of the process that were late for the same cause.
fn same_cause(
    trace: &Trace,
    (frame, own): (&ActualFrame, &Cause),
    clock: &Clock,
    cancel: &AtomicBool,
) -> Option<Vec<Entry>> {
    let filter = JankFilter {
        scope: FrameScope::process(frame.upid),
        ..JankFilter::default()
    };
    let others = nearest(trace, &filter, frame, SAME_CAUSE_MAX);
    let among = match others.len() {
        SAME_CAUSE_MAX => format!(" among the {SAME_CAUSE_MAX} nearest"),
        _ => String::new(),
    };
    let mut same: Vec<SliceId> = Vec::new();
    for other in others {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let frame = trace.frames.actual_of(other);
        let is_same = |other: &ActualFrame| cause(trace, other).key == own.key;
        same.extend(frame.is_some_and(is_same).then_some(other));
    }
    if same.is_empty() {
        return Some(Vec::new());
    }
    let process = trace.process_title(frame.upid);
    let mut entries = vec![heading(format!(
        "{} more like it{among} in {process}",
        same.len()
    ))];
    entries.extend(
        same.into_iter()
            .map(|slice| slice_entry(trace, "same cause", slice, clock)),
    );
    Some(entries)
}
