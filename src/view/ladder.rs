//! The flow ladder: a chain of flows as a sequence diagram.
//!
//! A column for each thread, a line for each slice and one for each hop, and at
//! the bottom a bar of where the time went. Drawn for a given size; what does
//! not fit is reached by choosing another rung.

use hashbrown::HashSet;

use super::chrome;
use super::color::name_ink;
use super::overlay::Canvas;
use super::scene::{Direction as Side, Glyph, Ink, Item, Line, Role, Size, Span, Stress, Stroke};
use super::scene::{StrokeShape, Text};
use super::slices::frame_role;
use super::state::{Hint, Message};
use super::text::{self, clean, clean_whole, counted};
use super::time;
use crate::model::ids::{FlowId, SliceId, Upid};
use crate::model::trace::Trace;
use crate::query::flows::Direction;
use crate::query::flows::chain::{ChainPart, Ladder, LadderColumn};
use crate::query::flows::{delay_ns, is_before, leaves_open};
use crate::query::told_apart::Sayings;

/// A hop is slow if it takes at least this part (1/n) of the whole time.
const SLOW_HOP: i64 = 10;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct LadderPage<'a> {
    /// The chain.
    pub ladder: &'a Ladder,
    /// What the arguments of its slices say.
    pub sayings: &'a Sayings,
    /// The rung that the keyboard is on.
    pub chosen: usize,
    /// Keys that work here.
    pub hints: &'a [Hint],
    /// The command that prints the same.
    pub command: &'a str,
    /// A message in place of the keys.
    pub message: Option<&'a Message>,
}

/// The words before the title.
const BADGE: &str = " FLOW LADDER ";

/// Lines above the rungs: title, threads, processes.
const HEAD: u16 = 3;

/// Lines below the rungs: a rule, the bar, the two status lines.
const FOOT: u16 = 4;

/// The least distance of two columns, in cells.
const MIN_STEP: u16 = 14;
/// Columns further apart than this are hard to see together.
const MAX_STEP: u16 = 64;

/// Cells left of the first column: the number of the chosen rung.
const MARGIN: u16 = 6;

/// Returns the name and process of a column.
pub fn column_names(trace: &Trace, column: LadderColumn) -> (String, String) {
    let process =
        |upid: Option<Upid>| upid.map_or_else(String::new, |upid| trace.process_title(upid));
    match column {
        // Threads of a pool have one name, so that the title with the tid is needed.
        LadderColumn::Thread(utid) => {
            let upid = trace.processes.thread(utid).upid;
            let name = match upid {
                Some(_) => trace.thread_on_its_machine(utid),
                None => trace.thread_title(utid),
            };
            (name, process(upid))
        }
        LadderColumn::Process(upid) => (trace.process_title(upid), String::new()),
        LadderColumn::Track(track) => {
            let name = trace.tracks.get(track).name;
            let name =
                name.map_or_else(|| "track".to_owned(), |name| trace.text(name).into_owned());
            (name, String::new())
        }
    }
}

/// Returns what a chain is called: its first and its last slice, in `room` cells if what tells them apart from
/// others of their names suffices for that.
pub fn title(trace: &Trace, ladder: &Ladder, sayings: &Sayings, room: usize) -> String {
    const ARROW: &str = " → ";
    let last = ladder.rungs.len().saturating_sub(1);
    let each = room.saturating_sub(text::width(ARROW)) / 2;
    let name = |index: usize| {
        let what = ladder.told_apart(trace, sayings, index);
        let rung = ladder.rungs.get(index);
        rung.map_or_else(String::new, |rung| {
            name_and(trace, rung.slice, what.as_deref(), each)
        })
    };
    match last {
        0 => name(0),
        last => format!("{}{ARROW}{}", name(0), name(last)),
    }
}

/// Returns as many parts of a summary as fit into `room`, of which two cells stay free.
fn beside(summary: &str, room: usize) -> String {
    let mut parts: Vec<&str> = summary.split(" · ").collect();
    while parts.len() > 1 && text::width(&parts.join(" · ")) + 2 > room {
        parts.pop();
    }
    parts.join(" · ")
}

/// Returns how long a chain is: `9 hops · 61.8 ms · 4 threads · 3 processes`, `64+ hops` of one that was cut.
pub fn summary(trace: &Trace, ladder: &Ladder) -> String {
    let threads = ladder
        .columns
        .iter()
        .filter(|column| matches!(column, LadderColumn::Thread(_)));
    let processes: HashSet<Upid> = ladder
        .rungs
        .iter()
        .filter_map(|rung| trace.upid_of(rung.slice))
        .collect();
    let n_hops = ladder.rungs.len() - 1;
    let hops = if ladder.more.is_empty() {
        counted(n_hops, "hop", "hops")
    } else {
        format!("{}+ hops", text::grouped(n_hops as u64))
    };
    let mut parts = vec![hops, time::dur(ladder.total_ns)];
    // A chain of frames has no threads.
    let n_threads = threads.count();
    if n_threads > 0 {
        parts.push(counted(n_threads, "thread", "threads"));
    }
    if !processes.is_empty() {
        parts.push(counted(processes.len(), "process", "processes"));
    }
    parts.join(" · ")
}

/// Returns the name of a slice, safe to show.
pub fn slice_name(trace: &Trace, slice: SliceId) -> String {
    match trace.slices.name(slice) {
        Some(name) => text::clean_bytes(trace.bytes(name)).into_owned(),
        None => "unnamed".to_owned(),
    }
}

/// Returns the name of a slice, safe to print, with `what`, which tells it from others of its name. If both
/// need more than `room` cells, returns `what` alone.
pub fn name_and(trace: &Trace, slice: SliceId, what: Option<&str>, room: usize) -> String {
    let name = slice_name(trace, slice);
    let Some(what) = what else {
        return name;
    };
    let what = clean(what).into_owned();
    if text::width(&name) + text::width(&what) + 3 > room {
        what
    } else {
        format!("{name} · {what}")
    }
}

/// Returns the delay of a flow as text. If the flow leaves a slice that never ended, the delay is an upper
/// bound and says so.
pub fn delay(trace: &Trace, flow: FlowId) -> String {
    let delay = time::signed(delay_ns(trace, flow));
    if leaves_open(trace, flow) {
        format!("≤ {delay}")
    } else {
        delay
    }
}

/// Returns what a report calls a slice of a chain: its whole name, with what tells it apart from others
/// of its name.
pub fn rung_label(trace: &Trace, ladder: &Ladder, sayings: &Sayings, index: usize) -> String {
    let name = trace.slice_name(ladder.rungs[index].slice);
    let name = name.map_or_else(|| "unnamed".into(), |name| clean_whole(&name).into_owned());
    match ladder.told_apart(trace, sayings, index) {
        Some(what) => format!("{name} · {}", clean(&what)),
        None => name,
    }
}

/// Draws the page.
pub fn canvas(trace: &Trace, page: &LadderPage<'_>, size: Size) -> Canvas {
    let mut drawing = Drawing::new(trace, page, size);
    drawing.head();
    drawing.rungs();
    drawing.foot();
    Canvas {
        size,
        lines: drawing.lines,
        strokes: drawing.strokes,
    }
}

struct Drawing<'a> {
    trace: &'a Trace,
    page: &'a LadderPage<'a>,
    size: Size,
    /// The first column that is shown.
    first_column: usize,
    /// How many columns are shown.
    n_columns: usize,
    /// The distance of columns in cells.
    step: u16,
    lines: Vec<Line>,
    strokes: Vec<Stroke>,
}

impl<'a> Drawing<'a> {
    fn new(trace: &'a Trace, page: &'a LadderPage<'a>, size: Size) -> Self {
        let total = page.ladder.columns.len().max(1);
        let room = size.cols.saturating_sub(MARGIN).max(1);
        let n_columns = total.min(usize::from(room / MIN_STEP).max(1));
        let column = page
            .ladder
            .rungs
            .get(page.chosen)
            .map_or(0, |rung| rung.column);
        // The chosen rung's column stands in the middle of those shown.
        let first_column = column.saturating_sub(n_columns / 2).min(total - n_columns);
        let lines = (0..size.rows)
            .map(|y| {
                let ground = match y {
                    0 => Role::Bar,
                    _ if y + 2 >= size.rows => Role::Bar,
                    _ => Role::Ground,
                };
                Line::new(0, y, size.cols, ground)
            })
            .collect();
        Self {
            trace,
            page,
            size,
            first_column,
            n_columns,
            step: (room / n_columns as u16).min(MAX_STEP),
            lines,
            strokes: Vec::new(),
        }
    }

    fn line(&mut self, y: u16) -> Option<&mut Line> {
        self.lines.get_mut(usize::from(y))
    }

    /// Returns the cell of a column, also of one left or right of the screen.
    fn x_of(&self, column: usize) -> i32 {
        let place = column as i32 - self.first_column as i32;
        i32::from(MARGIN) + place * i32::from(self.step)
    }

    /// Returns whether a column is on the screen.
    fn is_shown(&self, column: usize) -> bool {
        (self.first_column..self.first_column + self.n_columns).contains(&column)
    }

    fn head(&mut self) {
        let ladder = self.page.ladder;
        let title = |room| title(self.trace, ladder, self.page.sayings, room);
        let (whole, summary) = (title(usize::MAX), summary(self.trace, ladder));
        let cols = self.size.cols;
        let at = text::width(BADGE) as u16;
        let room = usize::from(cols.saturating_sub(at + 2));
        let for_summary = room.saturating_sub(text::width(&whole).min(room / 2) + 1);
        let summary = beside(&summary, for_summary) + " ";
        let left = room.saturating_sub(text::width(&summary) + 2);
        let shown = text::fit_end(&title(left), left).into_owned();
        if let Some(line) = self.line(0) {
            line.put(Text::badge(0, BADGE));
            let at = line.put(Text::new(at + 1, shown, Role::Strong).bold());
            line.put_right(at + 1, Text::new(0, summary, Role::Dim));
        }
        for column in self.first_column..self.first_column + self.n_columns {
            let Some(&owner) = ladder.columns.get(column) else {
                break;
            };
            let (name, process) = column_names(self.trace, owner);
            let room = usize::from(self.step.saturating_sub(1));
            let x = self.x_of(column).max(0) as u16;
            for (y, text, role) in [(1, name, Role::Strong), (2, process, Role::Dim)] {
                let text = text::fit_name(&clean(&text), room).into_owned();
                if let Some(line) = self.line(y) {
                    line.put(Text::new(x, text, role));
                }
            }
        }
    }

    /// Draws two lines for each rung: the hop to it, and its slice.
    fn rungs(&mut self) {
        let room = self.size.rows.saturating_sub(HEAD + FOOT);
        if room == 0 {
            return;
        }
        let rungs = &self.page.ladder.rungs;
        let total = 2 * rungs.len() - 1;
        let shown = usize::from(room);
        let chosen = 2 * self.page.chosen.min(rungs.len() - 1);
        let top = chosen
            .saturating_sub(shown / 2)
            .min(total.saturating_sub(shown));
        for offset in 0..shown.min(total) {
            let at = top + offset;
            let y = HEAD + offset as u16;
            self.lifelines(y);
            if at.is_multiple_of(2) {
                self.rung(at / 2, y);
            } else {
                self.hop(at / 2, y);
            }
        }
        let above = top.div_ceil(2);
        let below = (total.saturating_sub(top + shown)).div_ceil(2);
        self.more(HEAD, above, '▲', Direction::Backward);
        let last = HEAD + (shown.min(total) - 1) as u16;
        self.more(last, below, '▼', Direction::Forward);
    }

    /// Says at the right edge that the chain goes on: off the screen, or beyond the depth.
    fn more(&mut self, y: u16, hidden: usize, arrow: char, direction: Direction) {
        let is_open = self.page.ladder.more.contains(&direction);
        if hidden == 0 && !is_open {
            return;
        }
        let more = if is_open { "…" } else { "" };
        let count = if hidden == 0 {
            String::new()
        } else {
            hidden.to_string()
        };
        if let Some(line) = self.line(y) {
            let left = line.texts.iter().map(Text::end).max().unwrap_or(0);
            line.put_right(
                left,
                Text::new(0, format!("{arrow}{count}{more}"), Role::Accent),
            );
        }
    }

    fn lifelines(&mut self, y: u16) {
        let columns = self.first_column..self.first_column + self.n_columns;
        let places: Vec<u16> = columns
            .map(|column| self.x_of(column).max(0) as u16)
            .filter(|&x| x < self.size.cols)
            .collect();
        if let Some(line) = self.line(y) {
            let glyph = |x| Glyph::behind(x, '│', Role::Grid);
            line.glyphs.extend(places.into_iter().map(glyph));
        }
    }

    /// Returns the colour that a slice has in the timeline: frames have that of their jank.
    fn ink(&self, slice: SliceId, name: &str) -> Ink {
        match self.trace.frames.actual_of(slice) {
            Some(frame) => Ink::Role(frame_role(frame)),
            None => Ink::Name(name_ink(name)),
        }
    }

    fn rung(&mut self, index: usize, y: u16) {
        /// Cells at the right edge that stay free for the number of further slices.
        const MORE: u16 = 6;
        /// A name that is cut to fewer cells says nothing.
        const LEAST: usize = 8;
        /// Cells that stay free for the duration.
        const DUR: usize = 10;
        let rung = self.page.ladder.rungs[index];
        let is_chosen = index == self.page.chosen;
        let is_selected = index == self.page.ladder.selected;
        let name = slice_name(self.trace, rung.slice);
        let (page, trace) = (self.page, self.trace);
        let what = page.ladder.told_apart(self.trace, page.sayings, index);
        let label = |room| name_and(trace, rung.slice, what.as_deref(), room);
        let dur = match self.trace.slices.dur(rung.slice) {
            Some(dur) => time::dur(dur.ns()),
            None => "never ended".to_owned(),
        };
        let others = match rung.n_other_in + rung.n_other_out {
            0 => String::new(),
            n => format!("  +{}", counted(n, "flow", "flows")),
        };
        let ink = self.ink(rung.slice, &name);
        let cols = self.size.cols;
        let place = self
            .is_shown(rung.column)
            .then(|| self.x_of(rung.column).max(0) as u16);
        let is_left = rung.column < self.first_column;
        let owner = column_names(self.trace, self.page.ladder.columns[rung.column]).0;
        let Some(line) = self.line(y) else { return };
        if is_chosen {
            line.ground = Role::CursorRow;
            line.put(Text::new(0, "▸", Role::Accent).bold());
        }
        let number = Text::new(2, (index + 1).to_string(), Role::Dim);
        let end = line.put(if is_chosen { number.bold() } else { number });
        let Some(x) = place else {
            // The slice's column is off the screen: the edge on that side says whose the slice is.
            let start = end.max(MARGIN - 1);
            let room = usize::from(cols.saturating_sub(start + MORE + 2));
            let whose = clean(&format!(" {dur} · {owner}")).into_owned();
            let least = text::width(&label(LEAST)).min(LEAST);
            let whose = match room.checked_sub(text::width(&whose) + least) {
                Some(_) => whose,
                None => format!(" {dur}"),
            };
            let left = room.saturating_sub(text::width(&whose));
            let words = format!("{}{whose}", text::fit_end(&label(left), left));
            let words = text::fit_end(&words, room);
            let role = if is_selected { Role::Strong } else { Role::Dim };
            let beyond = if is_left {
                Text::new(start, format!("◂ {words}"), role)
            } else {
                let x = cols.saturating_sub(text::width(&words) as u16 + 2 + MORE);
                Text::new(x.max(start), format!("{words} ▸"), role)
            };
            line.put(beyond);
            return;
        };
        if x >= cols {
            return;
        }
        let mut span = Span::bar(u32::from(x) * 8, u32::from(x) * 8 + 8, ink);
        span.item = Item::Slice(rung.slice);
        if is_selected {
            span.stress = Stress::Selected;
        }
        line.spans.push(span);
        let room = usize::from(cols.saturating_sub(x + 2));
        let room = room.saturating_sub(DUR).max(room / 2);
        let name = text::fit_end(&label(room), room).into_owned();
        let text = if is_selected {
            Text::new(x + 1, name, Role::Strong).bold()
        } else {
            Text::new(x + 1, name, Role::Text)
        };
        let at = line.put(text);
        let at = line.put(Text::new(at + 1, dur, Role::Dim));
        line.put(Text::new(at, others, Role::Dim));
    }

    /// Draws the hop from rung `index` to the next.
    fn hop(&mut self, index: usize, y: u16) {
        let rungs = &self.page.ladder.rungs;
        let (from, to) = (rungs[index], rungs[index + 1]);
        let backward = to.hop.is_some_and(|flow| is_before(self.trace, flow));
        let mut label = to
            .hop
            .map_or_else(String::new, |flow| delay(self.trace, flow));
        if backward {
            label.push_str(" back in time");
        } else if to.delay_ns < 0 {
            label.push_str(" overlap");
        }
        let slow = self.page.ladder.total_ns / SLOW_HOP;
        // A hop whose delay is only an upper bound is not called slow.
        let is_known = to.hop.is_none_or(|flow| !leaves_open(self.trace, flow));
        let is_slow = is_known && to.delay_ns >= slow.max(1);
        let is_bad = backward || is_slow;
        let words = |x: u16, label: String, role: Role| {
            let text = Text::new(x, label, if is_bad { Role::Bad } else { role });
            if is_slow { text.bold() } else { text }
        };
        let role = if is_bad { Role::Bad } else { Role::Flow };
        let cols = i32::from(self.size.cols);
        let last_x = self.x_of(self.first_column + self.n_columns - 1);
        // A hop between columns beyond an edge is drawn at that edge.
        let edge = |column: usize| {
            self.x_of(column)
                .clamp(i32::from(MARGIN) - 1, last_x + i32::from(self.step))
        };
        let (x0, x1) = (edge(from.column), edge(to.column));
        if x0 == x1 && x0 > last_x {
            if let Some(line) = self.line(y) {
                line.put_right(0, words(0, format!("↓ {label} "), Role::Dim));
            }
            return;
        }
        if x0 == x1 {
            let x = (x0 + 1).clamp(0, cols - 1) as u16;
            if let Some(line) = self.line(y) {
                line.put(words(x, format!("↓ {label}"), Role::Dim));
            }
            return;
        }
        let (left, right) = (x0.min(x1).max(0), x0.max(x1).min(cols - 1));
        let (first, last) = (left + 1, right - 1);
        let to_right = x1 > x0;
        for x in first..=last {
            let is_head = x == if to_right { last } else { first };
            let shape = match (is_head, to_right, backward) {
                (true, true, _) => StrokeShape::Head(Side::Right, true),
                (true, false, _) => StrokeShape::Head(Side::Left, true),
                (false, _, true) => StrokeShape::Dotted(10),
                (false, _, false) => StrokeShape::Joins(10),
            };
            self.strokes.push(Stroke {
                x: x as u16,
                y,
                shape,
                heavy: false,
                ink: Ink::Role(role),
                flow: None,
            });
        }
        let label = format!(" {label} ");
        let width = text::width(&label) as i32;
        let x = (left + right + 1 - width) / 2;
        if width > last - first - 2 {
            // No room on the arrow: beside it.
            if let Some(line) = self.line(y) {
                line.put(words((right + 1).clamp(0, cols - 1) as u16, label, role));
            }
            return;
        }
        self.strokes.retain(|stroke| {
            stroke.y != y || i32::from(stroke.x) < x || i32::from(stroke.x) >= x + width
        });
        if let Some(line) = self.line(y) {
            line.put(words(x.max(0) as u16, label, role));
        }
    }

    fn foot(&mut self) {
        let Some(rule_y) = self.size.rows.checked_sub(FOOT).filter(|&y| y >= HEAD) else {
            return;
        };
        let total = self.page.ladder.total_ns;
        let title = match total {
            0 => " it takes no time ".to_owned(),
            total => format!(" where the {} went ", time::dur(total)),
        };
        if let Some(line) = self.line(rule_y) {
            line.fill = Some(('─', Role::Rule));
            line.put(Text::new(1, title, Role::Dim));
        }
        self.bar(rule_y + 1, total);
        let (hints, command) = (self.page.hints, self.page.command);
        let message = self.page.message;
        if let Some(line) = self.line(rule_y + 2) {
            match message {
                Some(message) => chrome::put_message(line, "LADDER", message),
                None => chrome::hints(line, "LADDER", hints),
            }
        }
        if let Some(line) = self.line(rule_y + 3) {
            line.put(Text::new(1, clean(command).into_owned(), Role::Dim));
        }
    }

    /// Draws the parts of the time, each as wide as its share.
    fn bar(&mut self, y: u16, total: i64) {
        let width = i128::from(self.size.cols.saturating_sub(2)) * 8;
        let place = |ns: i64| 8 + (i128::from(ns) * width / i128::from(total.max(1))) as u32;
        let mut spans = Vec::new();
        let mut texts = Vec::new();
        let mut at = 0_i64;
        for &(part, ns) in &self.page.ladder.parts {
            let (x0, x1) = (place(at), place(at.saturating_add(ns)));
            at = at.saturating_add(ns);
            let (ink, label) = match part {
                ChainPart::Slice(index) => {
                    let slice = self.page.ladder.rungs[index].slice;
                    let name = slice_name(self.trace, slice);
                    (self.ink(slice, &name), name)
                }
                ChainPart::Wait(_) => (Ink::Role(Role::DensityLow), "wait".to_owned()),
            };
            if x1 > x0 {
                spans.push(Span::bar(x0, x1, ink));
            }
            let (first, end) = (x0.div_ceil(8), x1 / 8);
            // A blank separates the label from the next one. A number is never cut: a part of it is another
            // number.
            let gap = usize::from(at < total);
            let room = (end.saturating_sub(first) as usize).saturating_sub(gap);
            let dur = time::dur(ns);
            let width = text::width(&dur);
            if width <= room {
                let label = match room - width {
                    0..3 => dur,
                    _ => text::fit_end(&format!("{dur} {label}"), room).into_owned(),
                };
                let mut text = Text::new(first as u16, label, Role::Text);
                text.ink = Ink::OnFill;
                texts.push(text);
            }
        }
        if let Some(line) = self.line(y) {
            line.spans = spans;
            line.texts = texts;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::builder::TraceBuilder;
    use crate::model::track::Scope;
    use crate::query::flows::chain::{Branches, ladder};

    #[test]
    fn a_summary_loses_its_last_parts_first() {
        let summary = "8 hops · 11.4 ms · 2 threads";
        assert_eq!(beside(summary, 99), summary);
        assert_eq!(beside(summary, 18), "8 hops · 11.4 ms");
        assert_eq!(beside(summary, 17), "8 hops");
        assert_eq!(beside(summary, 0), "8 hops");
    }

    /// A chain from an input thread to a renderer and back, with an overlap in time.
    fn sample() -> (Trace, Ladder) {
        let mut b = TraceBuilder::new();
        let system = b.process(1, "system");
        let app = b.process(2, "app");
        let input = b.thread(system, 11, "input");
        let main = b.thread(app, 2, "ma\u{1b}in");
        let render = b.thread(app, 3, "render");
        let tracks: Vec<_> = [input, main, render]
            .iter()
            .map(|&utid| b.slice_track(Scope::Thread(utid), None))
            .collect();
        let ms = 1_000_000;
        let i = b.nested_slices(tracks[0], &[(0, 9 * ms, "dispatch")]);
        let m = b.nested_slices(
            tracks[1],
            &[(10 * ms, 20 * ms, "frame"), (60 * ms, 2 * ms, "done")],
        );
        let r = b.nested_slices(tracks[2], &[(25 * ms, 30 * ms, "draw")]);
        b.flow(i[0], m[0], 1);
        b.flow(m[0], r[0], 1);
        b.flow(r[0], m[1], 1);
        let trace = b.finish();
        let chain = ladder(&trace, m[0], 9, &Branches::new());
        (trace, chain)
    }

    fn draw(trace: &Trace, chain: &Ladder, chosen: usize, size: Size) -> Vec<String> {
        let page = LadderPage {
            ladder: chain,
            sayings: &Sayings::default(),
            chosen,
            hints: &[],
            command: "perfetty flow t --from name:frame",
            message: None,
        };
        let canvas = canvas(trace, &page, size);
        let mut cells = vec![vec![' '; usize::from(size.cols)]; usize::from(size.rows)];
        for line in &canvas.lines {
            let row = &mut cells[usize::from(line.y)];
            for glyph in &line.glyphs {
                row[usize::from(glyph.x)] = glyph.ch;
            }
            for span in &line.spans {
                for x in span.x0 / 8..span.x1.div_ceil(8) {
                    row[x as usize] = '█';
                }
            }
            for text in &line.texts {
                assert!(text.end() <= line.width, "{text:?} leaves its line");
                for (x, c) in (usize::from(text.x)..).zip(text.text.chars()) {
                    row[x] = c;
                }
            }
        }
        for stroke in &canvas.strokes {
            cells[usize::from(stroke.y)][usize::from(stroke.x)] = match stroke.shape {
                StrokeShape::Head(Side::Right, _) => '▶',
                StrokeShape::Head(..) => '◀',
                StrokeShape::Dotted(_) => '╌',
                _ => '─',
            };
        }
        let lines = cells
            .into_iter()
            .map(|row| row.into_iter().collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect()
    }

    #[test]
    fn the_chain_is_drawn_as_a_sequence_with_its_times() {
        let (trace, chain) = sample();
        let lines = draw(&trace, &chain, 1, Size { cols: 80, rows: 14 });
        assert!(lines[0].contains("dispatch → done"), "{lines:#?}");
        assert!(
            lines[0].ends_with("3 hops · 62.0 ms · 3 threads · 2 processes"),
            "{lines:#?}"
        );
        assert_eq!(
            lines[1],
            "      input 11                ma\u{fffd}in 2                 render 3"
        );
        assert_eq!(
            lines[3],
            "  1   █dispatch 9.00 ms       │                       │"
        );
        assert_eq!(
            lines[4],
            "      │────── +1.00 ms ──────▶│                       │"
        );
        assert!(lines[5].starts_with("▸ 2   │                       █frame 20.0 ms"));
        assert!(lines[6].contains(" −5.00 ms overlap "), "{lines:#?}");
        assert!(lines[8].contains('◀'), "{lines:#?}");
        assert!(lines[10].contains("where the 62.0 ms went"));
        // Each duration has its unit; one for which there is no room is left out.
        assert!(lines[11].contains("15.0 ms frame"), "{lines:#?}");
        assert!(!lines[11].contains("1.00"), "{lines:#?}");
        assert!(lines[13].contains("perfetty flow t --from name:frame"));
    }

    #[test]
    fn slices_of_threads_beyond_an_edge_are_told_there() {
        let mut b = TraceBuilder::new();
        let app = b.process(1, "app");
        let slices: Vec<SliceId> = (0..12)
            .map(|n| {
                let thread = b.thread(app, n + 1, "pool");
                let track = b.slice_track(Scope::Thread(thread), None);
                b.nested_slices(track, &[(n * 20, 10, "work")])[0]
            })
            .collect();
        for (pair, id) in slices.windows(2).zip(1..) {
            b.flow(pair[0], pair[1], id);
        }
        let trace = b.finish();
        let chain = ladder(&trace, slices[0], 20, &Branches::new());
        let lines = draw(&trace, &chain, 6, Size { cols: 80, rows: 40 });
        let whose = |n: usize| {
            let number = format!("  {n} ");
            let mut rungs = lines.iter().skip(3);
            let line = rungs.find(|line| line.starts_with(&number));
            line.unwrap_or_else(|| panic!("{n}: {lines:#?}")).clone()
        };
        assert!(whose(1).contains("◂ work 10 ns · pool 1"), "{lines:#?}");
        assert!(whose(12).contains("work 10 ns · pool 12 ▸"), "{lines:#?}");
        // Each hop has its time somewhere.
        let hops = lines.iter().filter(|line| line.contains("+10 ns"));
        assert_eq!(hops.count(), 11, "{lines:#?}");
    }

    #[test]
    fn a_chain_that_takes_no_time_says_so() {
        let mut b = TraceBuilder::new();
        let tracks = ["one", "two"].map(|name| b.slice_track(Scope::Global, Some(name)));
        let s = tracks.map(|track| b.nested_slices(track, &[(5, 0, "at once")])[0]);
        b.flow(s[0], s[1], 1);
        let trace = b.finish();
        let chain = ladder(&trace, s[0], 9, &Branches::new());
        let lines = draw(&trace, &chain, 0, Size { cols: 80, rows: 14 });
        let text = lines.join("\n");
        assert!(text.contains("it takes no time"), "{text}");
        assert!(!text.contains("where the"), "{text}");
    }

    #[test]
    fn a_hop_back_in_time_is_dotted_and_says_so() {
        let mut b = TraceBuilder::new();
        let tracks = ["one", "two"].map(|name| b.slice_track(Scope::Global, Some(name)));
        let late = b.nested_slices(tracks[0], &[(100, 10, "late")])[0];
        let early = b.nested_slices(tracks[1], &[(0, 10, "early")])[0];
        b.flow(late, early, 1);
        let trace = b.finish();
        let chain = ladder(&trace, late, 9, &Branches::new());
        let lines = draw(&trace, &chain, 0, Size { cols: 80, rows: 14 });
        let hop = lines.iter().find(|line| line.contains("back in time"));
        let hop = hop.unwrap_or_else(|| panic!("{lines:#?}"));
        assert!(hop.contains('╌') && !hop.contains('─'), "{hop}");
        // What tells a slice apart stands beside its name where there is room for both.
        let name_and = |room| name_and(&trace, late, Some("what"), room);
        assert_eq!([name_and(11), name_and(10)], ["late · what", "what"]);
    }

    #[test]
    fn small_screens_scroll_and_never_overflow() {
        let (trace, chain) = sample();
        for rows in 0..16 {
            for cols in [1, 10, 20, 33, 50, 81] {
                for chosen in 0..chain.rungs.len() {
                    draw(&trace, &chain, chosen, Size { cols, rows });
                }
            }
        }
        let lines = draw(&trace, &chain, 3, Size { cols: 24, rows: 10 });
        assert!(lines.iter().any(|line| line.contains("▸ 4")), "{lines:#?}");
        assert!(lines.iter().any(|line| line.contains('▲')), "{lines:#?}");
    }
}
