//! Draws the tracks of queries, above all others.

use crate::base::time::Ts;
use crate::view::bars::{Bars, Items};
use crate::view::color::name_ink;
use crate::view::counters::{self, HALVES};
use crate::view::cx::Cx;
use crate::view::query_track::{Content, QueryTrack, Row, wider};
use crate::view::rows::Rows;
use crate::view::scene::{Chart, Ink, Item, Line, Role, Scene, SpanKind, Text};
use crate::view::slices::frame_role;
use crate::view::state::Selection;
use crate::view::text;
use crate::view::units::Unit;

/// Draws the tracks of queries, and tells the scene how many lines they take.
pub(super) fn draw(cx: &Cx<'_>, rows: &Rows, scene: &mut Scene) {
    let layout = scene.layout;
    let lines = rows.queried_lines(usize::from(layout.tree.height));
    let n_left_out = lines.iter().filter(|&&n| n == 0).count();
    let unread = cx.first_unread_col(cx.view);
    let mut y = layout.tree.y;
    for (at, (track, &n)) in cx.state.queried.iter().zip(&lines).enumerate() {
        let is_last = lines[at + 1..].iter().all(|&n| n == 0);
        let left_out = if is_last { n_left_out } else { 0 };
        let charts = charts(cx, track, n as u16);
        for line in 0..n {
            let mut name = Line::new(layout.tree.x, y, layout.tree.width, Role::Tree);
            match line {
                0 => name_line(cx, track, left_out, &mut name),
                1 => second_line(track, n, &mut name),
                _ => {}
            }
            scene.lines.push(name);
            let mut edge = Line::new(layout.timeline.x - 1, y, 1, Role::Ground);
            edge.fill = Some(('│', Role::Rule));
            scene.lines.push(edge);
            let timeline = layout.timeline;
            let mut data = Line::new(timeline.x, y, timeline.width, Role::Ground);
            super::grid(cx, &mut data);
            super::shade_area(cx, None, &mut data);
            match &track.content {
                Content::Slices { lines, .. } => {
                    if let Some(rows) = lines.get(line) {
                        let items = RowItems::new(cx, rows);
                        Bars::new(&items, cx.view, SpanKind::Bar, &mut data).draw();
                    }
                }
                Content::Counter { .. } => data.charts.extend(charts.get(line).cloned()),
            }
            if let Some(col) = unread {
                data.cut_data(col);
            }
            scene.lines.push(data);
            y += 1;
        }
    }
    scene.n_queried = y - layout.tree.y;
}

/// Writes what a track is called, with the value of a counter or how many rows there are.
fn name_line(cx: &Cx<'_>, track: &QueryTrack, n_left_out: usize, out: &mut Line) {
    out.put(Text::new(1, "◆", Role::Accent));
    // The ways to write what stands beside the name, the longest first.
    let values = match (&track.content, n_left_out) {
        (_, n @ 1..) => vec![
            format!("+{}", text::counted(n, "track", "tracks")),
            format!("+{n}"),
        ],
        (Content::Slices { .. }, _) => {
            let n = track.n_rows();
            vec![text::counted(n, "row", "rows"), text::grouped(n as u64)]
        }
        (Content::Counter { samples, .. }, _) => {
            let value = value_at(samples, cx.cursor_ts());
            let written = value.map(|value| Unit::of("", true).write(value).bare());
            written.into_iter().collect()
        }
    };
    let room = usize::from(out.width.saturating_sub(4));
    // The whole name is best, and is worth more than how many rows there are; otherwise at least so much of it
    // is shown.
    let whole = text::width(&track.name);
    let fits = |name: usize| move |value: &&String| text::width(value) + 1 + name <= room;
    let is_count = matches!(track.content, Content::Slices { .. }) && n_left_out == 0;
    let beside_part = || {
        let mut values = values.iter().filter(|_| !is_count || whole > room);
        values.find(fits(whole.min(room).min(8)))
    };
    let value = values.iter().find(fits(whole)).or_else(beside_part);
    let value = value.map_or("", String::as_str);
    let taken = match text::width(value) {
        0 => 0,
        width => width + 1,
    };
    let name = text::fit_words(&track.name, room - taken).into_owned();
    let end = out.put(Text::new(3, name, Role::Text));
    if !value.is_empty() {
        out.put_right(end, Text::new(0, format!("{value} "), Role::Dim));
    }
}

/// Says how many rows have no line, because so many overlap.
fn second_line(track: &QueryTrack, lines: usize, out: &mut Line) {
    let n = track.n_not_shown(lines);
    if n > 0 {
        let words = format!("+{}", text::counted(n, "row", "rows"));
        out.put(Text::new(3, words, Role::Dim));
    }
}

/// Returns the value that a counter has at an instant.
fn value_at(samples: &[(i64, f64)], ts: Ts) -> Option<f64> {
    let after = samples.partition_point(|sample| sample.0 <= ts.ns());
    Some(samples[after.checked_sub(1)?].1)
}

/// Returns the lines of the chart of a counter.
fn charts(cx: &Cx<'_>, track: &QueryTrack, lines: u16) -> Vec<Chart> {
    let Content::Counter { samples, extent } = &track.content else {
        return Vec::new();
    };
    // Where there are more tracks than lines, some have none.
    if lines == 0 {
        return Vec::new();
    }
    let scale = counters::with_zero(extent.0, extent.1);
    let n_halves = i64::from(cx.view.cols()) * HALVES;
    let half = cx.view.ns_per_col() / 2;
    let start_of = |at: i64| {
        let col = cx.view.ts_from_col(at / HALVES).ns();
        col.saturating_add(if at % HALVES == 1 { half } else { 0 })
    };
    let known = cx.known_cols() as i64 * HALVES;
    let extents = (0..n_halves).map(|at| {
        let (from, to) = (start_of(at), start_of(at + 1));
        // The first is the one that holds where the column begins.
        let first = samples.partition_point(|sample| sample.0 <= from);
        let until = samples.partition_point(|sample| sample.0 < to).max(first);
        let seen = &samples[first.saturating_sub(1)..until];
        let extent = seen.iter().map(|sample| (sample.1, sample.1)).reduce(wider);
        extent.filter(|_| at < known)
    });
    counters::charts_of(
        extents.collect(),
        scale,
        counters::is_off_zero(scale),
        lines,
    )
}

/// The rows on a line.
struct RowItems<'a> {
    cx: &'a Cx<'a>,
    rows: &'a [Row],
    selected: Option<usize>,
}

impl<'a> RowItems<'a> {
    fn new(cx: &'a Cx<'a>, rows: &'a [Row]) -> Self {
        let item = match &cx.state.selection {
            Selection::Area(area) if area.nodes.is_empty() => Item::Span(area.span),
            selection => selection.item(),
        };
        let span = crate::view::time::selected_span(cx.trace, &cx.state.selection);
        let selected = span.filter(|_| item != Item::None).and_then(|span| {
            let first = rows.partition_point(|row| row.ts < span.start());
            let mut same = rows[first..]
                .iter()
                .take_while(|row| row.ts == span.start());
            Some(first + same.position(|row| row.item() == item)?)
        });
        Self { cx, rows, selected }
    }
}

impl Items for RowItems<'_> {
    type Block = ();

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn ts(&self, index: usize) -> i64 {
        self.rows[index].ts.ns()
    }

    fn end(&self, index: usize) -> Option<i64> {
        self.rows[index].end.map(Ts::ns)
    }

    fn item(&self, index: usize) -> Item {
        self.rows[index].item()
    }

    fn ink(&self, index: usize) -> Ink {
        let row = &self.rows[index];
        let frame = match row.of {
            Item::Slice(id) => self.cx.trace.frames.actual_of(id),
            _ => None,
        };
        frame.map_or_else(
            || Ink::Name(name_ink(&row.label)),
            |frame| frame_role(frame).into(),
        )
    }

    fn label(&self, index: usize) -> String {
        self.rows[index].label.to_string()
    }

    fn selected(&self) -> Option<usize> {
        self.selected
    }
}
