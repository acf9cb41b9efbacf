//! The track area: which lines are on the screen, their names and their data.
//!
//! Pinned rows come first, then the parents of the first row (so that one knows
//! where one is), then the rest from the scroll position on.

mod names;
mod queried;

use super::bars::Bars;
use super::counters;
use super::cx::Cx;
use super::gaps;
use super::outline;
use super::rows::{Content, Depths, Row, Rows, kept_for, shown_depths};
use super::samples;
use super::scene::{Glyph, Line, Role, Scene, ScrollInfo, SpanKind, Text, TrackLine};
use super::sched::{SchedItems, StateItems};
use super::slices::{LogItems, SliceItems};
use super::state::{Selection, ViewState};
use super::summary;
use super::text;
use crate::model::ids::{NodeId, SliceId, TrackId};
use crate::model::issue::kind_of;
use crate::model::trace::Trace;
use crate::model::track_tree::NodeKind;
use names::name_of;

/// A line of the track area.
#[derive(Clone, Copy, Debug)]
struct ScreenLine {
    /// The row it belongs to.
    row: Row,
    /// Which line of the row.
    line: usize,
    /// Whether the row is pinned.
    pinned: bool,
    /// Whether the lines of the row before this one are scrolled away.
    cut: bool,
    /// Whether the parent of the row is not shown right above it.
    headless: bool,
    /// Whether it is the second of the row's lines that are on the screen.
    second: bool,
    /// How many pinned rows have no room, if the line is the first of the last that has some.
    n_left_out: usize,
    /// Whether states of threads are letters here, because not all names on the screen leave room for words.
    short_states: bool,
}

/// Returns the lines of the track area from top to bottom, and how far it scrolls.
fn screen_lines(
    trace: &Trace,
    state: &ViewState,
    rows: &Rows,
    height: usize,
) -> (Vec<ScreenLine>, ScrollInfo) {
    let mut lines = Vec::with_capacity(height);
    let room = rows.pinned_room(height);
    let (pins, n_left_out) = rows.fitted_pins(trace, state.half_height, room);
    for (at, row) in pins.iter().enumerate() {
        let is_last = at + 1 == pins.len();
        lines.extend((0..row.lines).map(|line| ScreenLine {
            row: *row,
            line,
            pinned: true,
            cut: false,
            headless: true,
            second: line == 1,
            n_left_out: if is_last && line == 0 { n_left_out } else { 0 },
            short_states: false,
        }));
    }
    let room = height - lines.len();
    let total = rows.lines();
    let top = state.scroll.min(total.saturating_sub(room));
    let parents = sticky_parents(trace, rows, top, room / 4);
    let n_parents = parents.len();
    let heading = parents.last().map(|parent| parent.row.node);
    lines.extend(parents);
    let first = top + n_parents;
    for at in first..first + height.saturating_sub(lines.len()) {
        let Some(place) = rows.place_at(at) else {
            break;
        };
        let row = rows.rows[place];
        lines.push(ScreenLine {
            row,
            line: at - row.top,
            pinned: false,
            cut: at == first && row.top < first,
            headless: at == first && Some(trace.tree.node(row.node).parent) != heading,
            second: at == row.top.max(first) + 1,
            n_left_out: 0,
            short_states: false,
        });
    }
    (lines, ScrollInfo { top, total, room })
}

/// Says in the first lines of an area without tracks why there are none.
fn say_why_empty(cx: &Cx<'_>, index: usize, line: &mut Line) {
    let state = cx.state;
    let is_file_empty = cx.trace.issues.get("trace_empty") > 0;
    let n_described = cx.trace.input.n_described as usize;
    let described = text::counted(n_described, "track is", "tracks are");
    let described = format!("{described} described, none has events that can be shown");
    let words = match (index, state.filtered.is_some(), state.hidden.is_empty()) {
        (0, true, _) => "no track matches the filter:",
        (1, true, _) => "t changes it, and an empty filter shows all",
        (0, false, false) => "all tracks are hidden",
        (1, false, false) => "the command show-hidden shows them again",
        (0, false, true) if is_file_empty => "the file is empty",
        (1, false, true) if is_file_empty => "nothing was recorded, or nothing was copied",
        (0, false, true) => "this trace has no tracks",
        (1, false, true) if n_described > 0 => &described,
        (_, false, true) if !is_file_empty => {
            let index = index - 1 - usize::from(n_described > 0);
            &lost_words(cx, index, line.width)
        }
        _ => return,
    };
    if words.is_empty() {
        return;
    }
    let role = if index == 0 { Role::Text } else { Role::Dim };
    line.glyphs.clear();
    line.put(Text::new(1, words, role));
}

/// How many lines say at most what was dropped.
const LOST_LINES: usize = 4;

/// Returns a line of what says of a trace without tracks which of its events were dropped; nothing if none were
/// or there is no such line.
fn lost_words(cx: &Cx<'_>, index: usize, width: u16) -> String {
    if index > LOST_LINES {
        return String::new();
    }
    let Some(issue) = cx.trace.issues.gravest() else {
        return String::new();
    };
    let n = match issue.count {
        1 => String::new(),
        n => format!("{} times: ", text::grouped(n.unsigned_abs())),
    };
    let help = kind_of(issue.kind).help.trim_end_matches('.');
    let detail = issue.occurrences.first().map(|first| &*first.detail);
    let detail = detail.filter(|detail| !detail.is_empty());
    let detail = detail.map_or_else(String::new, |detail| format!(" ({})", text::clean(detail)));
    let room = usize::from(width.saturating_sub(2));
    let mut lines = text::wrapped(&format!("{n}{help}{detail}"), room, LOST_LINES);
    let key = &cx.state.keys.issues;
    lines.push(format!("{key} lists all that could not be imported"));
    lines.into_iter().nth(index).unwrap_or_default()
}

/// Returns the headings of the groups that the first lines belong to but which are scrolled away.
fn sticky_parents(trace: &Trace, rows: &Rows, top: usize, room: usize) -> Vec<ScreenLine> {
    let mut parents: Vec<ScreenLine> = Vec::new();
    // Each heading covers a line, so that the first row that is seen may be of another group.
    for _ in 0..=room {
        let Some(place) = rows.place_at(top + parents.len()) else {
            return parents;
        };
        let first = rows.rows[place];
        let ancestors = trace.tree.ancestors(first.node);
        let mut above: Vec<ScreenLine> = Vec::new();
        let mut level = first.level;
        for row in rows.rows[..place].iter().rev() {
            if level == 0 {
                break;
            }
            if row.level < level {
                level = row.level;
                if row.top < top + parents.len() && ancestors.contains(&row.node) {
                    above.push(ScreenLine {
                        row: *row,
                        line: 0,
                        pinned: false,
                        cut: false,
                        headless: false,
                        second: false,
                        n_left_out: 0,
                        short_states: false,
                    });
                }
            }
        }
        above.reverse();
        above.truncate(room);
        if above.len() <= parents.len() {
            return above;
        }
        parents = above;
    }
    parents
}

/// Draws the track area.
pub(super) fn draw(cx: &Cx<'_>, rows: &Rows, scene: &mut Scene) {
    let layout = scene.layout;
    queried::draw(cx, rows, scene);
    let n_above = scene.n_queried;
    let height = usize::from(layout.tree.height - n_above);
    let (mut lines, scroll) = screen_lines(cx.trace, cx.state, rows, height);
    scene.scroll = scroll;
    let short_states = names::states_are_short(cx, &lines, layout.tree);
    for line in &mut lines {
        line.short_states = short_states;
    }
    let beyond = Beyond::new(&lines, scroll);
    let flows = &cx.state.flows;
    let peek = flows
        .peek_slice
        .filter(|id| id.index() < cx.trace.slices.len());
    let node_of = |id| cx.trace.tree.node_of_track(cx.trace.slices.track_of(id));
    let peek = peek.filter(|&id| flows.peek.is_some() && node_of(id) == flows.peek);
    let keep = [cx.selected, peek];
    let groups: Vec<NodeId> = lines
        .iter()
        .filter(|line| line.row.content == Content::Summary)
        .map(|line| line.row.data)
        .collect();
    let groups = Groups {
        n: groups.len(),
        threads: summary::Threads::new(cx, &groups),
    };
    let mut shown = Shown::default();
    let unread = cx.first_unread_col(cx.view);
    let mut says_unread = unread.is_some();
    for index in 0..height {
        let (mut at_cursor, mut is_broken) = (false, false);
        let y = layout.tree.y + n_above + index as u16;
        let mut data = Line::new(layout.timeline.x, y, layout.timeline.width, Role::Ground);
        grid(cx, &mut data);
        shade_area(cx, lines.get(index), &mut data);
        if lines.is_empty() {
            say_why_empty(cx, index, &mut data);
        }
        if let Some(line) = lines.get(index) {
            let visual = shown.visual_row(cx, line, &keep);
            at_cursor = shown.is_at_cursor(cx, line);
            scene.tracks.push(TrackLine {
                y,
                node: line.row.node,
                data: line.row.data,
                row: visual,
                first: line.line == 0,
            });
            let hidden = beyond.of_line(index);
            let name = name_or_count(cx, rows, line, (layout.tree, y), hidden);
            scene.lines.push(name);
            let is_outline = draw_outline(cx, line, &mut data);
            is_broken = !is_outline && has_broken_axis(cx, line);
            if !is_outline {
                draw_data(cx, (rows, line), (visual, &groups), &mut data);
            }
            if let Some(col) =
                unread.filter(|_| !is_outline && line.row.content != Content::Heading)
            {
                data.cut_data(col);
                if std::mem::take(&mut says_unread) {
                    data.put(Text::new(col + 1, "not read yet", Role::Dim));
                }
            }
        } else {
            scene
                .lines
                .push(Line::new(layout.tree.x, y, layout.tree.width, Role::Tree));
        }
        let mut edge = Line::new(layout.timeline.x - 1, y, 1, Role::Ground);
        edge.fill = Some(match beyond.of_line(index) {
            Some((mark, _)) => (mark, Role::Dim),
            None if is_broken => ('╎', Role::Counter),
            None => ('│', Role::Rule),
        });
        if at_cursor {
            edge.put(Text::new(0, "▸", Role::Accent).bold());
        }
        scene.lines.push(edge);
        scene.lines.push(data);
    }
}

/// Draws vertical lines behind everything: deadlines of the selected frame, marks, the cursor.
fn grid(cx: &Cx<'_>, line: &mut Line) {
    let mut rule = |ts, ch, role| {
        let col = cx.view.col_from_ts(ts);
        if (0..i64::from(line.width)).contains(&col) {
            line.glyphs.push(Glyph::behind(col as u16, ch, role));
        }
    };
    for &ts in cx.grid() {
        rule(ts, '┊', Role::Grid);
    }
    for &ts in cx.state.marks.values() {
        rule(ts, '┊', Role::Mark);
    }
    for note in &cx.state.notes {
        rule(note.ts, '┊', Role::Mark);
    }
    match cx.state.measure {
        Some(super::state::Measure::From(a)) => rule(a, '┊', Role::Measure),
        Some(super::state::Measure::Between(a, b)) => {
            rule(a, '┊', Role::Measure);
            rule(b, '┊', Role::Measure);
        }
        None => {}
    }
    if let Some(ts) = cx.state.cursor_ts {
        rule(ts, '╎', Role::Dim);
    }
    if let Some((due, role)) = cx.deadline() {
        rule(due, '┊', role);
    }
}

/// Tints the part of a line that an area selection covers.
fn shade_area(cx: &Cx<'_>, line: Option<&ScreenLine>, out: &mut Line) {
    let Selection::Area(area) = &cx.state.selection else {
        return;
    };
    let Some(line) = line else { return };
    let covers = |id: NodeId| area.nodes.contains(&id);
    let is_in = area.nodes.is_empty()
        || covers(line.row.node)
        || covers(line.row.data)
        || cx
            .trace
            .tree
            .ancestors(line.row.data)
            .into_iter()
            .any(covers);
    if !is_in {
        return;
    }
    let cols = i64::from(out.width);
    let from = cx.view.col_from_ts(area.span.start()).clamp(0, cols);
    let to = (cx.view.col_from_ts(area.span.end()) + 1).clamp(0, cols);
    if from < to {
        out.shades.push((from as u16, to as u16, Role::CursorRow));
    }
}

/// Which visual rows the lines of a node show, found once for all of them.
#[derive(Default)]
struct Shown {
    of: Option<((NodeId, Content), Depths)>,
}

impl Shown {
    /// Returns which visual row of its node a line shows, if it shows slices. `keep` are the slices whose rows
    /// are never folded: the selection, and that for which a track is shown for now.
    fn visual_row(
        &mut self,
        cx: &Cx<'_>,
        line: &ScreenLine,
        keep: &[Option<SliceId>],
    ) -> Option<usize> {
        let (Content::Slices | Content::Outermost) = line.row.content else {
            return None;
        };
        let of = (line.row.data, line.row.content);
        let known = self.of.take().filter(|known| known.0 == of);
        let depths = known.map_or_else(
            || {
                let keep = keep.iter().flatten();
                let keep: Vec<usize> = keep
                    .flat_map(|&id| kept_for(cx.trace, line.row.data, id))
                    .collect();
                shown_depths(cx.trace, &line.row, &keep)
            },
            |(_, depths)| depths,
        );
        let row = depths.get(line.line * per_line(cx.state));
        self.of = Some((of, depths));
        row
    }

    /// Returns whether the cursor is on a line, which must be the one that was asked for last. Of the lines
    /// of the cursor's track that is the one with its depth, on which Enter selects.
    fn is_at_cursor(&self, cx: &Cx<'_>, line: &ScreenLine) -> bool {
        if !is_of_cursor(cx, &line.row) {
            return false;
        }
        let of = (line.row.data, line.row.content);
        let depths = self.of.as_ref().filter(|known| known.0 == of);
        let place = depths.and_then(|(_, depths)| depths.place_of(cx.state.cursor_depth));
        line.line == place.map_or(0, |place| place / per_line(cx.state))
    }
}

/// Returns whether a row is the one that the keyboard is on.
fn is_of_cursor(cx: &Cx<'_>, row: &Row) -> bool {
    let cursor = cx.state.cursor;
    cursor == Some(row.node) || cursor == Some(row.data)
}

/// Returns how many depths a line shows.
fn per_line(state: &ViewState) -> usize {
    if state.half_height { 2 } else { 1 }
}

/// The lines of the screen that show how busy a closed group is.
struct Groups {
    n: usize,
    threads: summary::Threads,
}

/// Draws how busy the tracks of a line are if nothing else is known of them; false if there is more.
fn draw_outline(cx: &Cx<'_>, line: &ScreenLine, out: &mut Line) -> bool {
    let is_first = line.row.content != Content::Heading && line.line == 0;
    let chart = is_first
        .then(|| outline::chart(cx, line.row.data))
        .flatten();
    let is_there = chart.is_some();
    out.charts.extend(chart);
    is_there
}

/// Returns whether the edge of a line is the axis of a counter that does not begin at zero.
fn has_broken_axis(cx: &Cx<'_>, line: &ScreenLine) -> bool {
    match cx.trace.tree.node(line.row.data).kind {
        NodeKind::Counter(track) => counters::has_broken_axis(cx, track),
        _ => false,
    }
}

/// Draws the data of a line.
fn draw_data(
    cx: &Cx<'_>,
    (rows, line): (&Rows, &ScreenLine),
    (visual, groups): (Option<usize>, &Groups),
    out: &mut Line,
) {
    let node = cx.trace.tree.node(line.row.data);
    match line.row.content {
        Content::Heading => heading(cx, rows, line, out),
        Content::Summary => {
            let summary = summary::chart(cx, line.row.data, groups.n, &groups.threads);
            if let Some(summary) = summary {
                out.charts.push(summary.chart);
                gaps::hatch(out, |col| {
                    summary.unknown.get(usize::from(col)) == Some(&true)
                });
            }
        }
        Content::Slices | Content::Outermost => {
            let Some(row) = visual else { return };
            let kind = if cx.state.half_height {
                SpanKind::Upper
            } else {
                SpanKind::Bar
            };
            if let Some(items) = SliceItems::new(cx, line.row.data, row) {
                Bars::new(&items, cx.view, kind, out).draw();
            }
            if cx.state.half_height
                && line.row.content == Content::Slices
                && let Some(items) = SliceItems::new(cx, line.row.data, row + 1)
            {
                Bars::new(&items, cx.view, SpanKind::Lower, out).draw();
            }
        }
        Content::Counter => {
            if let NodeKind::Counter(track) = node.kind {
                let charts = counters::charts(cx, track, line.row.lines as u16);
                out.charts.extend(charts.into_iter().nth(line.line));
            }
        }
        Content::CpuSched => {
            if let NodeKind::CpuSched(cpu) = node.kind {
                let items = SchedItems::new(cx, cpu);
                Bars::new(&items, cx.view, SpanKind::Bar, out).draw();
                gaps::hatch(out, |col| gaps::is_unrecorded(cx, cpu, col));
            }
        }
        Content::States => {
            if let NodeKind::ThreadStates(utid) = node.kind {
                let items = StateItems::new(cx, utid);
                Bars::new(&items, cx.view, SpanKind::Bar, out).draw();
                gaps::hatch_states(cx, utid, out);
            }
        }
        Content::Samples => {
            if let NodeKind::Samples(owner) = node.kind {
                samples::draw(cx, owner, out);
            }
        }
        Content::Logs => {
            let items = LogItems { cx };
            Bars::new(&items, cx.view, SpanKind::Bar, out).draw();
        }
    }
}

/// Draws the rule of an open group, with how many tracks or CPUs it has.
fn heading(cx: &Cx<'_>, rows: &Rows, line: &ScreenLine, out: &mut Line) {
    out.glyphs.clear();
    out.fill = Some(('─', Role::Rule));
    let n = rows.n_in_group(&line.row);
    if line.row.level == 0 && n > 0 {
        // The group of CPUs has other tracks, too: its CPUs are counted if all of it is shown.
        let is_whole = n == cx.trace.tree.node(line.row.node).children.len();
        let cpus = names::n_cpus(cx, line.row.node).filter(|_| is_whole);
        let words = match cpus {
            Some(n) => text::counted(n, "CPU", "CPUs"),
            None => text::counted(n, "track", "tracks"),
        };
        let mut words = format!(" {words} ");
        // Where there are many renderers, the label tells which one has a page.
        if let NodeKind::Process(upid) = cx.trace.tree.node(line.row.node).kind {
            let labels = cx.trace.process_labels(upid);
            if !labels.is_empty() {
                words = format!("{words}· {} ", text::clean(&labels));
            }
        }
        let room = usize::from(out.width.saturating_sub(4));
        out.put(Text::new(2, text::fit_end(&words, room), Role::Dim));
    }
}

/// How many lines are scrolled away above and below, each after the line of the screen that says so.
struct Beyond {
    above: Option<(usize, usize)>,
    below: Option<(usize, usize)>,
}

impl Beyond {
    fn new(lines: &[ScreenLine], scroll: ScrollInfo) -> Self {
        let first = lines.iter().position(|line| !line.pinned);
        let said = |at: Option<usize>, n: usize| at.filter(|_| n > 0).map(|at| (at, n));
        let shown = scroll.top.saturating_add(scroll.room);
        let last = first.map(|_| lines.len() - 1);
        Self {
            above: said(first, scroll.top),
            below: said(last, scroll.total.saturating_sub(shown)),
        }
    }

    /// Returns the mark of a line and how many are hidden beyond it.
    fn of_line(&self, index: usize) -> Option<(char, usize)> {
        let of = |place: Option<(usize, usize)>| place.filter(|place| place.0 == index);
        let below = of(self.below).map(|(_, n)| ('▼', n));
        of(self.above).map(|(_, n)| ('▲', n)).or(below)
    }
}

/// Returns the name of a line, with how many lines are hidden beyond it; in a narrow tree only where
/// that costs the name nothing.
fn name_or_count(
    cx: &Cx<'_>,
    rows: &Rows,
    line: &ScreenLine,
    (rect, y): (super::scene::Rect, u16),
    hidden: Option<(char, usize)>,
) -> Line {
    const NARROW: u16 = 20;
    let step = indent_step(rect);
    let whole = name_line(cx, rows, line, (rect, step), y);
    let Some((_, n)) = hidden else {
        return whole;
    };
    let count = text::grouped(n as u64);
    let width = rect.width.saturating_sub(text::width(&count) as u16 + 4);
    let beside = |width: u16| {
        let left = super::scene::Rect { width, ..rect };
        name_line(cx, rows, line, (left, step), y)
    };
    let mut less = beside(width);
    // A blank separates the name from the count.
    let touches = |text: &Text| text.end() >= width && !text.text.ends_with(' ');
    if less.texts.last().is_some_and(touches) {
        less = beside(width.saturating_sub(1));
    }
    // The first text is the mark, the second the name.
    let is_cut = (0..2).any(|at| {
        let text = |line: &Line| line.texts.get(at).map(|text| text.text.clone());
        text(&whole) != text(&less)
    });
    // The name and the value of a row say more than how many are beyond it.
    let value = |line: &Line| line.texts.get(2).map(|text| text.text.clone());
    let has_value = value(&whole).is_some();
    if is_cut && (rect.width <= NARROW || has_value) || value(&whole) != value(&less) {
        return whole;
    }
    less.width = rect.width;
    let mark = if has_value { "· " } else { "" };
    less.put_right(0, Text::new(0, format!("{mark}+{count} "), Role::Dim));
    less
}

/// Returns how far the names of a level are moved in. In a narrow tree names need the room of the levels.
fn indent_step(tree: super::scene::Rect) -> u16 {
    if tree.width <= 16 { 1 } else { 2 }
}

/// Returns how many cells the name of a row and the value beside it have together.
fn name_room(row: &Row, rect: super::scene::Rect, step: u16) -> u16 {
    let x = 1 + indent(row.level, step, rect.width);
    rect.width.saturating_sub(x + 3)
}

/// Returns how far the name of a row at a level of the tree is moved in. Deep levels take a cell each, and none
/// more than half of the width, which names need.
fn indent(level: u16, step: u16, width: u16) -> u16 {
    let usual = level.min(width / 6);
    (usual * step + (level - usual)).min(width / 2)
}

fn name_line(
    cx: &Cx<'_>,
    rows: &Rows,
    line: &ScreenLine,
    (rect, step): (super::scene::Rect, u16),
    y: u16,
) -> Line {
    let row = &line.row;
    let ground = if is_of_cursor(cx, row) {
        Role::CursorRow
    } else {
        Role::Tree
    };
    let mut out = Line::new(rect.x, y, rect.width, ground);
    let node = cx.trace.tree.node(row.node);
    let x = 1 + indent(row.level, step, rect.width);
    let room = name_room(row, rect, step);
    if line.cut {
        let name = names::fitted(cx, rows, line, &name_of(cx, line, room), room);
        out.put(Text::new(x + 2, name, Role::Dim));
        return out;
    }
    if line.line > 0 {
        follow_line(cx, rows, line, x + 2, &mut out);
        return out;
    }
    let mark = match (line.pinned, row.open) {
        (true, _) if rows.is_for_now(&line.row) => "◇",
        (true, _) => "◆",
        (_, Some(true)) => "▾",
        (_, Some(false)) => "▸",
        _ => " ",
    };
    let is_group = matches!(node.kind, NodeKind::Process(_) | NodeKind::Group) || row.level == 0;
    let has_selection = cx.selected_node() == Some(row.data);
    out.put(Text::new(
        x,
        mark,
        if is_group { Role::Text } else { Role::Dim },
    ));
    let (name, value) = names::name_and_value(cx, rows, line, room);
    let role = if is_group || has_selection {
        Role::Strong
    } else {
        Role::Text
    };
    let is_plain =
        matches!(node.kind, NodeKind::Counter(_) | NodeKind::Slices(_)) && !has_selection;
    let mut label = Text::new(x + 2, name, role);
    if (is_group && !is_plain) || has_selection {
        label = label.bold();
    }
    let end = out.put(label);
    if !value.is_empty() {
        out.put_right(end, Text::new(0, format!("{value} "), Role::Dim));
    }
    out
}

/// Writes on the lines of a row after its first: what is folded, the scale of a counter.
fn follow_line(cx: &Cx<'_>, rows: &Rows, line: &ScreenLine, x: u16, out: &mut Line) {
    let row = &line.row;
    let node = cx.trace.tree.node(row.data);
    if let NodeKind::Counter(track) = node.kind {
        counter_line(cx, (rows, line), (x, track), out);
    } else if row.folded > 0 && line.second {
        let words = format!("+{}", text::counted(row.folded, "row", "rows"));
        out.put(Text::new(x, words, Role::Dim));
    }
}

/// Writes on a line of a counter after its first: the second says what is drawn, and the value below the
/// name, the last what the bottom of the chart stands for, or all of its scale if the name leaves no room
/// for its top.
fn counter_line(
    cx: &Cx<'_>,
    (rows, line): (&Rows, &ScreenLine),
    (x, track): (u16, TrackId),
    out: &mut Line,
) {
    let row = &line.row;
    let room = out.width.saturating_sub(x + 1);
    let mut end = x;
    let mode = counters::mode_name(cx, track);
    // What is drawn and its value share a line if the counter has few lines.
    let of_value = if mode.is_some() && row.lines > 3 {
        2
    } else {
        1
    };
    if let Some(mode) = mode.filter(|_| line.line == 1) {
        end = out.put(Text::new(x, mode, Role::Dim)) + 1;
    }
    if line.line == of_value {
        let left = usize::from(out.width.saturating_sub(end + 1));
        if let Some(value) = counters::value_in(cx, track, cx.cursor_ts(), left) {
            end = out.put(Text::new(end, value, Role::Text)) + 1;
        }
    }
    let is_last = line.line + 1 == row.lines;
    let Some(ranges) = is_last.then(|| counters::ranges(cx, track)).flatten() else {
        return;
    };
    let name = names::tall_name(cx, rows, line, room);
    let forms = match names::beside(&name, &ranges.top, room) {
        Some(_) => ranges.bottom,
        None => ranges.whole,
    };
    let left = usize::from(out.width.saturating_sub(end + 1));
    if let Some(words) = forms.iter().find(|words| text::width(words) <= left) {
        out.put_right(end, Text::new(0, format!("{words} "), Role::Dim));
    }
}
