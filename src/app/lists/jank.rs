//! The jank inbox.

use super::table::{column, heading, row};
use crate::app::layer::{Act, Entry};
use crate::model::frame_timeline::{JankSeverity, JankTag};
use crate::model::trace::Trace;
use crate::query::janks::{
    JankFilter, JankGrouping, JankRow, JankSort, group_rows, janky_frames, sort_rows,
};
use crate::view::overlay::{Align, Table, TableCell};
use crate::view::scene::{Item, Partial, Role};
use crate::view::text::grouped;
use crate::view::time::{self, Clock};

/// The janky frames in an order and grouping, both counted by their keys.
pub fn inbox(
    trace: &Trace,
    filter: &JankFilter,
    clock: Clock,
    sort: usize,
    group: usize,
) -> (Table, Vec<Entry>) {
    let sort = JankSort::ALL[sort % JankSort::ALL.len()];
    let group = JankGrouping::ALL[group % JankGrouping::ALL.len()];
    let mut rows = janky_frames(trace, filter);
    sort_rows(trace, &mut rows, sort);
    let causes: Vec<String> = rows.iter().map(cause).collect();
    let entry = |at: usize| jank_entry(trace, &rows[at], &causes[at], clock);
    let entries = if group == JankGrouping::None {
        (0..rows.len()).map(entry).collect()
    } else {
        let place = |row: &JankRow| rows.iter().position(|other| other.slice == row.slice);
        let key = |row: &JankRow| match group {
            JankGrouping::Process => trace.process_title(row.upid),
            JankGrouping::Layer => layer(trace, row),
            JankGrouping::Tag => row.tag.text().to_owned(),
            _ => place(row).map(|at| causes[at].clone()).unwrap_or_default(),
        };
        let mut entries = Vec::new();
        for group in group_rows(&rows, key) {
            entries.push(heading(format!("{}  ×{}", group.key, group.rows.len())));
            entries.extend(group.rows.iter().map(|&at| entry(at)));
        }
        entries
    };
    let table = Table {
        badge: "JANK INBOX".into(),
        title: title(trace, rows.len()),
        order: order(sort, group),
        legend: legend(),
        columns: vec![
            column("time", Align::Right, 20),
            column("token", Align::Right, 12),
            column("late", Align::Right, 10),
            column("dur", Align::Right, 10),
            column("who", Align::Left, 18),
            column("process", Align::Left, 28),
            column("cause", Align::Left, u16::MAX),
        ],
        empty: "no frame is janky".into(),
        mode: "INBOX".into(),
        command: "perfetty janks".into(),
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

fn title(trace: &Trace, n: usize) -> String {
    let all = trace.frames.actual();
    let predicted = all
        .iter()
        .filter(|frame| frame.is_prediction_only())
        .count();
    let unseen = all
        .iter()
        .filter(|frame| frame.jank_tag == JankTag::NonPerceivable)
        .count();
    let mut title = format!(
        "{} of {} frames",
        grouped(n as u64),
        grouped(all.len() as u64)
    );
    if predicted > 0 {
        title = format!("{title} · {predicted} prediction only hidden");
    }
    if unseen > 0 {
        title = format!("{title} · {unseen} non-perceivable hidden");
    }
    title
}

fn legend() -> Vec<TableCell> {
    let tags = [
        JankTag::SelfJank,
        JankTag::Other,
        JankTag::Dropped,
        JankTag::BufferStuffing,
    ];
    let cell = |tag: JankTag| {
        TableCell::of(
            format!("{} {}", tag.letter(), tag.text()),
            Role::Jank(tag, Partial::No),
        )
    };
    tags.into_iter().map(cell).collect()
}

fn jank_entry(trace: &Trace, frame: &JankRow, cause: &str, clock: Clock) -> Entry {
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
    row(
        vec![
            TableCell::of(clock.exact(frame.ts), Role::Dim),
            TableCell::new(frame.token.to_string()),
            TableCell::of(late, Role::Bad).bold(),
            TableCell::new(dur),
            TableCell::of(format!("{} {}", frame.tag.letter(), frame.tag.text()), role),
            TableCell::new(trace.process_title(frame.upid)),
            TableCell::new(cause),
        ],
        item,
        Act::Item(item),
    )
}

fn layer(trace: &Trace, row: &JankRow) -> String {
    let layer = row.layer.map(|layer| trace.text(layer).into_owned());
    layer.unwrap_or_else(|| "display frames".into())
}

/// Returns what SurfaceFlinger says made the frame late.
fn cause(row: &JankRow) -> String {
    let text = crate::model::jank::jank_type_text(row.jank_type);
    if text.is_empty() {
        "unknown".into()
    } else {
        text.into_owned()
    }
}
