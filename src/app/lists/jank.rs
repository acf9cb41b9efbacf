//! The jank inbox: every janky frame in a table, ranked, grouped, with its cause.
//!
//! What is janky and how frames are ranked is decided in `query/janks.rs`, the cause in
//! `query/frame_lens.rs`; here rows only get their words. The filter sees more than is shown.

use hashbrown::HashMap;

use super::table::{column, heading, row};
use crate::app::layer::{Act, Entry};
use crate::model::frame_timeline::{JankSeverity, JankTag};
use crate::model::jank::jank_type_text;
use crate::model::trace::Trace;
use crate::query::frame_lens::cause;
use crate::query::janks::totals::{JankTotals, counts};
use crate::query::janks::{
    JankFilter, JankGrouping, JankRow, JankSort, group_rows, janky_frames, sort_rows,
};
use crate::view::overlay::{Align, FramePreview, Table, TableCell};
use crate::view::scene::{Item, Partial, Role};
use crate::view::text::grouped;
use crate::view::time::{self, Clock};

/// So many frames, best ranked first, have their causes looked for; the others show what
/// SurfaceFlinger says, so that opening the inbox stays quick.
const CAUSES_MAX: usize = 1_000;

/// On narrower screens the cause needs the cells more than the name of the process.
const ROOMY_COLS: u16 = 100;

/// Why a frame was late, as the list shows it.
#[derive(Clone)]
struct Why {
    key: String,
    text: String,
}

/// The janky frames in an order and grouping, both counted by their keys, for a screen `cols` wide.
pub fn inbox(
    trace: &Trace,
    clock: Clock,
    cols: u16,
    sort: usize,
    group: usize,
) -> (Table, Vec<Entry>) {
    let sort = JankSort::ALL[sort % JankSort::ALL.len()];
    let group = JankGrouping::ALL[group % JankGrouping::ALL.len()];
    let mut rows = janky_frames(trace, &JankFilter::default());
    sort_rows(trace, &mut rows, sort);
    let whys: Vec<Why> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| why(trace, row, at))
        .collect();
    let places: HashMap<_, usize> = rows
        .iter()
        .zip(0..)
        .map(|(row, at)| (row.slice, at))
        .collect();
    let why_of = |row: &JankRow| &whys[places[&row.slice]];
    let mut times: HashMap<&str, usize> = HashMap::new();
    for why in &whys {
        *times.entry(&why.key).or_default() += 1;
    }
    let entry = |at: usize| {
        let more = times[whys[at].key.as_str()];
        jank_entry(trace, &rows[at], &whys[at], more, clock)
    };
    let entries = if group == JankGrouping::None {
        (0..rows.len()).map(entry).collect()
    } else {
        let key = |row: &JankRow| match group {
            JankGrouping::Process => trace.process_title(row.upid),
            JankGrouping::Layer => layer(trace, row),
            JankGrouping::Tag => row.tag.text().to_owned(),
            JankGrouping::Cause | JankGrouping::None => why_of(row).key.clone(),
        };
        let mut entries = Vec::new();
        for found in group_rows(&rows, key) {
            let name = match group {
                JankGrouping::Cause => &whys[found.rows[0]].text,
                _ => &found.key,
            };
            entries.push(heading(format!("{name}  ×{}", found.rows.len())));
            entries.extend(found.rows.iter().map(|&at| entry(at)));
        }
        entries
    };
    let totals = counts(trace);
    let table = Table {
        badge: "JANK INBOX".into(),
        title: format!(
            "{} of {} frames",
            grouped(rows.len() as u64),
            grouped(totals.n_frames)
        ),
        order: order(sort, group),
        legend: legend(&totals, cols),
        columns: vec![
            column("", Align::Left, 1),
            column("time", Align::Right, 12),
            column("frame", Align::Right, 10),
            column("late", Align::Right, 9),
            column("dur", Align::Right, 9),
            column("who", Align::Left, if cols < ROOMY_COLS { 8 } else { 14 }),
            column("cause", Align::Left, u16::MAX),
        ],
        preview: FramePreview::Chosen,
        empty: "no frame is janky".into(),
        mode: "INBOX".into(),
        command: "perfetty janks TRACE".into(),
        ..Table::default()
    };
    (table, entries)
}

fn order(sort: JankSort, group: JankGrouping) -> String {
    match group {
        JankGrouping::None => format!("by {}", sort.name()),
        _ => format!("by {}, grouped by {}", sort.name(), group.name()),
    }
}

/// How many janky frames there are of each kind, and how many are not shown, in as many words as
/// fit.
fn legend(totals: &JankTotals, cols: u16) -> Vec<TableCell> {
    let [self_jank, other, dropped, buffer, sf] = totals.by_tag;
    let cell = |tag: JankTag, name: &str, n: u64| {
        TableCell::of(
            format!("{} {name} {n}  ", tag.letter()),
            Role::Jank(tag, Partial::No),
        )
    };
    let mut cells = vec![
        cell(JankTag::SelfJank, "self", self_jank),
        cell(JankTag::Other, "other", other),
        cell(JankTag::Dropped, "dropped", dropped),
    ];
    // Each letter of the rows stands here.
    if buffer > 0 || sf == 0 {
        cells.push(cell(JankTag::BufferStuffing, "stuffing", buffer));
    }
    if sf > 0 {
        let name = if buffer > 0 { "sf" } else { "sf stuffing" };
        cells.push(cell(JankTag::SurfaceFlingerStuffing, name, sf));
    }
    let hidden: Vec<String> = [
        (totals.n_prediction_only, "prediction-only"),
        (totals.n_non_perceivable, "non-perceivable"),
        (totals.n_unspecified, "unspecified"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, name)| format!("{n} {name}"))
    .collect();
    if !hidden.is_empty() {
        let width = |cell: &TableCell| crate::view::text::width(&cell.text);
        let room = usize::from(cols).saturating_sub(cells.iter().map(width).sum::<usize>() + 2);
        let long = format!("hidden: {}", hidden.join(", "));
        let n = totals.n_prediction_only + totals.n_non_perceivable + totals.n_unspecified;
        let words = if long.len() <= room {
            long
        } else {
            format!("hidden: {n}")
        };
        cells.push(TableCell::of(words, Role::Dim));
    }
    cells
}

fn jank_entry(trace: &Trace, frame: &JankRow, why: &Why, times: usize, clock: Clock) -> Entry {
    let partial = match frame.severity {
        JankSeverity::Partial => Partial::Yes,
        _ => Partial::No,
    };
    let role = Role::Jank(frame.tag, partial);
    let item = Item::Slice(frame.slice);
    let late = frame.late_ns.map_or_else(|| "–".into(), time::signed);
    let dur = frame
        .dur
        .map_or_else(|| "no end".into(), |dur| time::dur(dur.ns()));
    let cause = if times > 1 {
        format!("{}  ×{times}", why.text)
    } else {
        why.text.clone()
    };
    let mut entry = row(
        vec![
            TableCell::of(frame.tag.letter().to_string(), role).bold(),
            TableCell::of(clock.short(frame.ts, 1_000_000), Role::Dim),
            TableCell::new(frame.token.to_string()).bold(),
            TableCell::of(late, role),
            TableCell::new(dur),
            TableCell::of(who(trace, frame), Role::Dim),
            TableCell::new(cause),
        ],
        item,
        Act::Item(item),
    );
    // The filter finds frames by tag, reason, process and layer too.
    let more = [
        frame.tag.text().to_owned(),
        jank_type_text(frame.jank_type).into_owned(),
        trace.process_title(frame.upid),
        layer(trace, frame),
    ];
    entry.text = format!("{} {}", entry.text, more.join(" "));
    entry
}

/// The last part of the name of the process: what tells applications apart.
fn who(trace: &Trace, frame: &JankRow) -> String {
    let title = trace.process_title(frame.upid);
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

/// Returns why a frame was late, for those that stand high in the list; else what
/// SurfaceFlinger says.
fn why(trace: &Trace, row: &JankRow, rank: usize) -> Why {
    let frame = trace.frames.actual_of(row.slice);
    if let Some(frame) = frame.filter(|_| rank < CAUSES_MAX) {
        let cause = cause(trace, frame);
        let dur = cause.dur.map(|dur| format!(" {}", time::dur(dur.ns())));
        return Why {
            text: format!("{}{}", cause.text, dur.unwrap_or_default()),
            key: cause.key,
        };
    }
    let text = jank_type_text(row.jank_type);
    let text = if text.is_empty() { "unknown" } else { &text };
    Why {
        key: text.to_owned(),
        text: text.to_owned(),
    }
}
