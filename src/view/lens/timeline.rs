//! One frame as a small timeline: its threads, whom they waited for, and the deadline.
//!
//! Drawn below lists of frames and in the lens. At most ten rows; what does not fit into a row
//! is left out, never squeezed.

use super::super::cx::Cx;
use super::super::overlay::Canvas;
use super::super::scene::{Glyph, Ink, Item, Line, Mods, Role, Size, Span, Text};
use super::super::slices::frame_role;
use super::super::text;
use super::super::time;
use super::{bar_of, evidence, part_role, part_word};
use crate::base::time::{TimeSpan, Ts};
use crate::model::frame_timeline::ActualFrame;
use crate::model::ids::SliceId;
use crate::query::frame_lens::{FrameLens, Part, PartKind, Stage};

/// How many threads that were waited for get a row.
const PEERS_MAX: usize = 2;

/// A bar on a row.
struct Bar {
    span: TimeSpan,
    label: String,
    ink: Ink,
    item: Item,
}

/// Returns the timeline of a frame, `cols` wide.
pub(in crate::view) fn timeline(cx: &Cx<'_>, frame: &ActualFrame, cols: u16) -> Canvas {
    let lens = FrameLens::new(cx.trace, frame);
    let names = if cols >= 120 { 28 } else { 20 };
    let area = Area {
        window: window(cx, &lens),
        x: names + 1,
        cols: cols.saturating_sub(names + 2).max(1),
    };
    let mut lines = vec![head(cx, &lens, frame, cols)];
    for (name, bars) in rows(cx, &lens, frame) {
        lines.push(row(&area, &lens, &name, bars, cols));
    }
    lines.push(Line::new(0, 0, cols, Role::Ground));
    lines.push(path(&lens, cols, names));
    for (y, line) in lines.iter_mut().enumerate() {
        line.y = y as u16;
    }
    Canvas {
        size: Size {
            cols,
            rows: lines.len() as u16,
        },
        lines,
        strokes: Vec::new(),
    }
}

/// Where time is drawn.
struct Area {
    window: TimeSpan,
    x: u16,
    cols: u16,
}

impl Area {
    /// Returns where an instant is, in eighths of a cell from the left edge of the line.
    fn place(&self, ts: Ts) -> u32 {
        let total = i128::from(self.window.dur().ns()).max(1);
        let ts = ts.clamp(self.window.start(), self.window.end());
        let from_start = i128::from(ts.since(self.window.start()).ns());
        let eighths = i128::from(self.cols) * 8;
        u32::from(self.x) * 8 + (from_start * eighths / total) as u32
    }
}

/// Returns the time that is shown: all of the frame, its deadline, and when it was composed.
fn window(cx: &Cx<'_>, lens: &FrameLens) -> TimeSpan {
    let slices = &cx.trace.slices;
    let last = lens.links.composites.iter().chain(&lens.links.commits);
    let end = last
        .filter_map(|&slice| slices.end(slice))
        .chain(lens.deadline)
        .fold(lens.span.end(), Ts::max);
    TimeSpan::new(lens.span.start(), end)
}

/// The first line: ` 131 ── expected 16.7 ms ── actual 28.3 ms ── +12.6 ms late ──`.
fn head(cx: &Cx<'_>, lens: &FrameLens, frame: &ActualFrame, cols: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Ground);
    line.fill = Some(('─', Role::Rule));
    let mut badge = Text::new(
        2,
        format!(" {} {} ", frame.token(), frame.jank_tag.letter()),
        Role::Text,
    );
    badge.ink = Ink::OnFill;
    badge.ground = Some(Ink::Role(frame_role(frame)));
    let mut x = line.put(badge.bold());
    let expected = lens
        .links
        .expected
        .and_then(|slice| cx.trace.slices.dur(slice));
    let actual = cx.trace.slices.dur(frame.slice);
    let dur = |dur: Option<crate::base::time::Dur>| {
        dur.map_or_else(|| "unknown".to_owned(), |dur| time::dur(dur.ns()))
    };
    for (words, role) in [
        (format!(" expected {} ", dur(expected)), Role::Dim),
        (format!(" actual {} ", dur(actual)), Role::Strong),
        (late(lens), Role::Bad),
    ] {
        if !words.is_empty() {
            x = line.put(Text::new(x + 1, words, role));
        }
    }
    line
}

fn late(lens: &FrameLens) -> String {
    match lens.late_ns {
        Some(late) if late > 0 => format!(" {} late ", time::signed(late)),
        _ => String::new(),
    }
}

/// Returns the rows: a name and bars in the order of time.
fn rows(cx: &Cx<'_>, lens: &FrameLens, frame: &ActualFrame) -> Vec<(String, Vec<Bar>)> {
    let links = &lens.links;
    let mut rows: Vec<(String, Vec<Bar>)> = Vec::new();
    if frame.surface_token.is_some() {
        let is_ui = |part: &&Part| matches!(part.stage, Stage::WaitUi | Stage::DoFrame);
        let ui = lens.parts.iter().filter(is_ui).map(part_bar).collect();
        rows.push(("UI thread".to_owned(), ui));
        rows.extend(peers(cx, lens));
        rows.push((
            "RenderThread".to_owned(),
            slice_bars(cx, &links.draw_frames),
        ));
        rows.push(("GPU".to_owned(), slice_bars(cx, &links.gpu)));
    }
    let mut composed = links.commits.clone();
    composed.extend_from_slice(&links.composites);
    rows.push(("SurfaceFlinger".to_owned(), slice_bars(cx, &composed)));
    let mut frames = slice_bars(cx, &[frame.slice]);
    for bar in &mut frames {
        bar.ink = Ink::Role(frame_role(frame));
    }
    rows.push(("this frame".to_owned(), frames));
    rows
}

fn part_bar(part: &Part) -> Bar {
    let label = match part.kind {
        PartKind::Running | PartKind::Busy => part.label.clone(),
        PartKind::Unknown(_) => "?".to_owned(),
        kind => format!("{}: {}", part_word(kind), part.label),
    };
    Bar {
        span: part.span,
        label,
        ink: Ink::Role(part_role(part.kind)),
        item: evidence(part),
    }
}

/// Returns rows for the threads that were waited for longest.
fn peers(cx: &Cx<'_>, lens: &FrameLens) -> Vec<(String, Vec<Bar>)> {
    let mut waits: Vec<(&Part, SliceId)> = lens
        .parts
        .iter()
        .filter_map(|part| Some((part, part.peer?)))
        .collect();
    waits.sort_by_key(|(part, _)| std::cmp::Reverse(part.span.dur()));
    waits.dedup_by_key(|(_, peer)| *peer);
    waits.truncate(PEERS_MAX);
    let row = |(_, peer): (&Part, SliceId)| {
        let thread = cx.trace.utid_of(peer);
        let name = thread.map_or_else(
            || "other side".to_owned(),
            |utid| text::clean(&cx.trace.thread_title(utid)).into_owned(),
        );
        (format!("└ {name}"), slice_bars(cx, &[peer]))
    };
    waits.into_iter().map(row).collect()
}

fn slice_bars(cx: &Cx<'_>, slices: &[SliceId]) -> Vec<Bar> {
    let table = &cx.trace.slices;
    let bar = |&slice: &SliceId| Bar {
        span: TimeSpan::new(
            table.ts(slice),
            table.end(slice).unwrap_or(cx.trace.bounds.end()),
        ),
        label: cx.slice_name(slice).into_owned(),
        ink: Ink::Name(cx.ink_of(table.label_id(slice))),
        item: Item::Slice(slice),
    };
    let mut bars: Vec<Bar> = slices.iter().map(bar).collect();
    bars.sort_by_key(|bar| bar.span.start());
    bars
}

/// Draws a row: bars in the order of time, where an earlier one keeps its place.
fn row(area: &Area, lens: &FrameLens, name: &str, bars: Vec<Bar>, cols: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Ground);
    let room = usize::from(area.x.saturating_sub(2));
    line.put(Text::new(
        1,
        text::fit_end(name, room).into_owned(),
        Role::Dim,
    ));
    let mut taken = u32::from(area.x) * 8;
    for bar in bars {
        if !bar.span.overlaps(area.window) {
            continue;
        }
        let x0 = area.place(bar.span.start()).max(taken);
        let x1 = area.place(bar.span.end()).max(x0 + 1);
        if x0 >= u32::from(area.x + area.cols) * 8 {
            break;
        }
        line.spans.push(Span {
            item: bar.item,
            ..Span::bar(x0, x1, bar.ink)
        });
        taken = x1;
        let (first, last) = ((x0.div_ceil(8)) as u16, (x1 / 8) as u16);
        let room = usize::from(last.saturating_sub(first));
        if room >= 3 {
            let label = text::clean(&bar.label).into_owned();
            let mut label = Text::new(first, text::fit_label(&label, room), Role::Text);
            label.ink = Ink::OnFill;
            line.put(label);
        }
    }
    if let Some(deadline) = lens.deadline {
        line.glyphs.push(Glyph {
            x: (area.place(deadline) / 8) as u16,
            ch: '┊',
            ink: Ink::Role(Role::Bad),
            mods: Mods::NONE,
            behind: false,
            item: Item::None,
        });
    }
    line
}

/// The last line: the critical path in proportion.
fn path(lens: &FrameLens, cols: u16, names: u16) -> Line {
    let mut line = Line::new(0, 0, cols, Role::Ground);
    let words = format!("path {} =", time::dur(lens.span.dur().ns()));
    line.put(Text::new(
        1,
        text::fit_end(&words, usize::from(names)).into_owned(),
        Role::Dim,
    ));
    let eighths = u32::from(cols.saturating_sub(names + 2)) * 8;
    let offset = u32::from(names + 1) * 8;
    for span in bar_of(lens.parts.iter(), lens, eighths) {
        line.spans.push(Span {
            x0: span.x0 + offset,
            x1: span.x1 + offset,
            ..span
        });
    }
    line
}
